#!/usr/bin/env python3
"""range.py SOURDINE DATA.csv.zst: ranges over the hours and days of six years of bicycle counts, by the command line alone.

Seeded: the figures do not change from run to run. Exit code 77 (skipped) without the data.
"""
import csv
import datetime
import json
import math
import random
import subprocess
import sys
import time

import real_data

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


def binomial_test(successes, n, p):
    """Two-sided: twice the smaller tail of Binomial(n, p)."""
    def mass(k):
        return math.exp(math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)
                        + k * math.log(p) + (n - k) * math.log1p(-p))
    return min(1.0, 2 * min(sum(map(mass, range(successes + 1))), sum(map(mass, range(successes, n + 1)))))


def test(sourdine, rows, folder, check):
    counts = day_counts(rows)
    sums = [0]
    for count in counts:
        sums.append(sums[-1] + count)
    queries = folder / "queries.txt"
    answers = folder / "answers.csv"

    def build(structure, *more):
        done = subprocess.run([sourdine, "range", "build", str(rows), "--time", "ts", "--counts", "total", "--from",
                               "2013", "--to", "2018", "--on-bad-row", "skip", "--epsilon", "1", "--structure",
                               structure, "--force", "--out", str(folder / f"{structure}.srng"), "--json", *more],
                              check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        return json.loads(done.stdout)

    def ask(structure, ranges):
        subprocess.run([sourdine, "range", "query", str(folder / f"{structure}.srng"), "--queries", str(queries),
                        "--out", str(answers)], check=True, stdout=subprocess.DEVNULL)
        with answers.open(newline="") as file:
            for (first, last), row in zip(ranges, csv.DictReader(file), strict=True):
                yield sums[last + 1] - sums[first], {name: float(row[name]) for name in ["estimate", "lower", "upper"]}

    # Single days of the flat histogram: independent discrete Laplace noise of scale 1, whose law is known.
    build("flat", "--seed", "1")
    days = [(day, day) for day in range(DAYS)]
    queries.write_text("".join(f"{FIRST + datetime.timedelta(day)}\n" for day in range(DAYS)))
    found = list(ask("flat", days))
    errors = [answer["estimate"] - truth for truth, answer in found]
    check(all(error == round(error) for error in errors), "the noise of single days is in whole numbers")
    more_than = {m: 2 * math.exp(-m - 1) / (1 + math.exp(-1)) for m in [0, 1, 2, 4]}
    level = 1e-6 / (len(more_than) + 1)  # false alarms of all these together: one in a million
    for m, probability in more_than.items():
        beyond = sum(abs(error) > m for error in errors)
        check(binomial_test(beyond, DAYS, probability) > level,
              f"{beyond} of {DAYS} days err by more than {m}, expected {DAYS * probability:.0f}")
    # Intervals are cut at 0, so only days with more than half an interval's records have the law.
    half = math.floor(min(answer["upper"] - answer["estimate"] for _, answer in found))
    covers = 1 - 2 * math.exp(-half - 1) / (1 + math.exp(-1))
    busy = [(truth, answer) for truth, answer in found if truth > half]
    covered = sum(answer["lower"] <= truth <= answer["upper"] for truth, answer in busy)
    check(covers >= 0.95 and binomial_test(covered, len(busy), covers) > level,
          f"95 % intervals hold the true count of {covered} of {len(busy)} days, expected {len(busy) * covers:.0f}")

    # A structure's answers share their noise: the error over all ranges is within a factor, not a per cent.
    ranges = write_queries(queries, 5_000, random.Random(1))
    expected, seeds = {}, range(1, 11)
    for structure in ["flat", "tree"]:
        square = coverage = 0
        for seed in seeds:
            expected[structure] = build(structure, "--seed", str(seed))["expected_std_error"]
            for truth, answer in ask(structure, ranges):
                square += (answer["estimate"] - truth) ** 2 / len(ranges) / len(seeds)
                coverage += (answer["lower"] - 1e-3 <= truth <= answer["upper"] + 1e-3) / len(ranges) / len(seeds)
        check(0.5 <= math.sqrt(square) / expected[structure] <= 2,
              f"{structure}: error {math.sqrt(square):.1f} over ranges of days, planned {expected[structure]:.1f}")
        check(coverage >= 0.85, f"{structure}: 95 % intervals hold the true count in {100 * coverage:.1f} %")
    check(expected["tree"] < 0.6 * expected["flat"],
          f"the tree is planned to err {expected['tree'] / expected['flat']:.2f} times as much as the flat histogram")

    build("auto", "--by", "hour")
    write_queries(queries, 1_000_000, random.Random(2))
    start = time.monotonic()
    subprocess.run([sourdine, "range", "query", str(folder / "auto.srng"), "--queries", str(queries), "--out",
                    str(answers)], check=True, stdout=subprocess.DEVNULL)
    seconds = time.monotonic() - start
    check(sum(1 for _ in answers.open()) == 1_000_001, f"a million answers over 52,584 hours in {seconds:.2f} s")


if __name__ == "__main__":
    sys.exit(real_data.run(test))
