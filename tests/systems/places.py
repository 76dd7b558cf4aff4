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
    # About 5,400 calls each: the borders of one pass through the crowded centre, those of the other through little.
    width = {row["region"]: row["half_width"] for row in found["by_region"]}
    centre, edge = width["Nob Hill"], width["Bayview Hunters Point"]
    check(centre > 2 * edge, f"wider where borders pass many points: Nob Hill ± {centre:.0f}, Bayview ± {edge:.0f}")


if __name__ == "__main__":
    sys.exit(real_data.run(test))
