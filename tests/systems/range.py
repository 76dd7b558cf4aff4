#!/usr/bin/env python3
"""range.py SOURDINE DATA.csv.zst: ranges over the hours and days of six years of bicycle counts, by the command line alone.

Seeded: the figures do not change from run to run. Exit code 77 (skipped) without the data.
"""
import csv
import datetime
import json
import math
import pathlib
import random
import subprocess
import sys
import tempfile
import time

FIRST, LAST = datetime.date(2013, 1, 1), datetime.date(2018, 12, 31)
DAYS = (LAST - FIRST).days + 1


def day_counts(path):
    counts = [0] * DAYS
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            day = (datetime.date.fromisoformat(row["ts"][:10]) - FIRST).days
            if row["total"] and 0 <= day < DAYS:
                counts[day] += int(row["total"])
    return counts


def write_queries(path, how_many, draw):
    ranges = []
    with open(path, "w") as file:
        for _ in range(how_many):
            first, last = sorted(draw.choices(range(DAYS), k=2))
            ranges.append((first, last))
            file.write(f"{FIRST + datetime.timedelta(first)}..{FIRST + datetime.timedelta(last)}\n")
    return ranges


def main():
    sourdine, data = sys.argv[1], pathlib.Path(sys.argv[2])
    if not data.exists():
        print("the data are not here")
        return 77
    failures = []

    def check(holds, what):
        print(("holds: " if holds else "FAILS: ") + what)
        if not holds:
            failures.append(what)

    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        rows = folder / "hours.csv"
        with rows.open("wb") as out:
            subprocess.run(["zstd", "-dc", str(data)], stdout=out, check=True)
        counts = day_counts(rows)
        sums = [0]
        for count in counts:
            sums.append(sums[-1] + count)
        queries = folder / "queries.txt"
        ranges = write_queries(queries, 5_000, random.Random(1))

        def build(structure, *more):
            done = subprocess.run([sourdine, "range", "build", str(rows), "--time", "ts", "--counts", "total", "--from",
                                   "2013", "--to", "2018", "--on-bad-row", "skip", "--epsilon", "1", "--structure",
                                   structure, "--out", str(folder / f"{structure}.srng"), "--json", *more],
                                  check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            return json.loads(done.stdout)

        def rmse_and_coverage(structure):
            answers = folder / "answers.csv"
            subprocess.run([sourdine, "range", "query", str(folder / f"{structure}.srng"), "--queries", str(queries),
                            "--out", str(answers)], check=True, stdout=subprocess.DEVNULL)
            squares = covered = 0
            with answers.open(newline="") as file:
                for (first, last), row in zip(ranges, csv.DictReader(file), strict=True):
                    truth = sums[last + 1] - sums[first]
                    squares += (float(row["estimate"]) - truth) ** 2
                    covered += float(row["lower"]) - 1e-3 <= truth <= float(row["upper"]) + 1e-3
            return math.sqrt(squares / len(ranges)), covered / len(ranges)

        # A structure's answers share their noise: the error over all ranges is within a factor, not a per cent.
        expected, seeds = {}, range(1, 11)
        for structure in ["flat", "tree"]:
            square = coverage = 0
            for seed in seeds:
                expected[structure] = build(structure, "--seed", str(seed))["expected_std_error"]
                rmse, covered = rmse_and_coverage(structure)
                square += rmse**2 / len(seeds)
                coverage += covered / len(seeds)
            check(0.5 <= math.sqrt(square) / expected[structure] <= 2,
                  f"{structure}: error {math.sqrt(square):.1f} over ranges of days, planned {expected[structure]:.1f}")
            check(coverage >= 0.85, f"{structure}: 95 % intervals hold the true count in {100 * coverage:.1f} %")
        check(expected["tree"] < 0.6 * expected["flat"],
              f"the tree is planned to err {expected['tree'] / expected['flat']:.2f} times as much as the flat histogram")

        build("auto", "--by", "hour")
        answers = folder / "answers.csv"
        write_queries(queries, 1_000_000, random.Random(2))
        start = time.monotonic()
        subprocess.run([sourdine, "range", "query", str(folder / "auto.srng"), "--queries", str(queries), "--out",
                        str(answers)], check=True, stdout=subprocess.DEVNULL)
        seconds = time.monotonic() - start
        check(sum(1 for _ in answers.open()) == 1_000_001, f"a million answers over 52,584 hours in {seconds:.2f} s")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
