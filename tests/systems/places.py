#!/usr/bin/env python3
"""places.py STUDY DATA.csv.zst: estimates from blurred points on real calls of a fire department, at ln 4 within 200 m.

Regions are Voronoi cells (bench/places_study.cc). Seeded. Exit code 77 (skipped) without the data. docs/geo-estimates.md
has the figures of many redraws; these are few.
"""
import csv
import json
import math
import subprocess
import sys

import real_data


LEAST_ALIKE = 0.8


def rank_correlation(first, second):
    """Spearman's: 1 where the two lists are in the same order."""
    ranks = [{at: rank for rank, at in enumerate(sorted(range(len(xs)), key=xs.__getitem__))} for xs in (first, second)]
    n = len(first)
    return 1 - 6 * sum((ranks[0][i] - ranks[1][i]) ** 2 for i in range(n)) / (n * (n * n - 1))


def test(study, events, folder, check):
    points = folder / "points.csv"
    with open(events, newline="") as source, points.open("w") as out:
        out.write("x,y,name\n")
        for row in csv.DictReader(source):
            if row["Neighborhood"] in ("None", ""):
                continue
            x = (float(row["lon"]) + 122.44) * 111320 * math.cos(math.radians(37.76))
            out.write(f"{round(x)},{round((float(row['lat']) - 37.76) * 110990)},{row['Neighborhood']}\n")
    done = subprocess.run([study, str(points), str(math.log(4)), "200", "3", "anew", "1"], check=True,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    found = json.loads(done.stdout)
    moved, promised = found["mean_displacement"], found["mean_promised"]
    check(abs(moved / promised - 1) <= 0.01, f"mean displacement {moved:.2f} m, 2/epsilon is {promised:.2f} m")
    check(0.18 <= found["changed"] <= 0.25, f"{100 * found['changed']:.1f} % change their region")
    check(found["coverage"] >= 0.93, f"95 % intervals hold the truth in {100 * found['coverage']:.1f} %")
    check(found["rmse"] < 0.6 * found["naive_rmse"],
          f"error {found['rmse']:.0f}, that of counting blurred points {found['naive_rmse']:.0f}")
    least = min(found["by_region"], key=lambda row: row["coverage"])
    check(least["coverage"] > 0, f"no region is missed every time: {least['region']} is held in "
                                 f"{round(3 * least['coverage'])} of 3 redraws")
    # A border that passes many points is not resolved: the more of them noise brings over it, the wider the interval.
    rows = found["by_region"]
    alike = rank_correlation([row["crossing"] for row in rows], [row["half_width"] for row in rows])
    check(alike >= LEAST_ALIKE, f"widths of intervals follow the points that cross borders: rank correlation {alike:.2f}")


if __name__ == "__main__":
    sys.exit(real_data.run(test))
