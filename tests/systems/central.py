#!/usr/bin/env python3
"""A central release of real events (fires of Portugal): central.py SOURDINE portugal_fires_1980_1988.csv.zst

The persons are made up, with one to three events each, so that a bound of three leaves nothing out and the true counts
are known. The randomness is that of the system: of the 59,000 daily intervals 93 to 97 % hold the true count; that a
correct program fails is far less likely than one in a million (each interval covers with probability 0.95).
"""
import collections
import csv
import decimal
import json
import subprocess
import sys

import real_data

CONFIG = """[events]
source = "events.csv"
time = "when"
place = "where"
from = {first}
to = {last}
[places]
regions = {regions}
[privacy]
model = "central"
epsilon = 1.0
person = "who"
max_events = 3
"""


def covers(row, truth):
    return int(row["lower"]) <= truth[row["period"], row["region"]] <= int(row["upper"])


def test(sourdine, rows, folder, check):
    with rows.open(newline="") as file:
        events = [(row["date"], row["district"]) for row in csv.DictReader(file)]
    with (folder / "events.csv").open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["when", "where", "who"])
        writer.writerows((when, where, f"p{number % (len(events) // 2)}")  # two events each, or three
                         for number, (when, where) in enumerate(events))
    regions = sorted({where for _, where in events})
    first, last = min(events)[0], max(events)[0]
    (folder / "central.toml").write_text(CONFIG.format(first=first, last=last,
                                                       regions=json.dumps(regions, ensure_ascii=False)))
    release = folder / "release"

    def run(*command):
        return subprocess.run([sourdine, *map(str, command)], check=False, capture_output=True, text=True)

    made = run("release", "--config", folder / "central.toml", "--out", release)
    check(made.returncode == 0, "the release is made")
    truth = collections.Counter()
    for when, where in events:
        for label in (when, when[:7], when[:4]):
            truth[label, where] += 1
    with (release / "estimates.csv").open(newline="") as file:
        estimates = list(csv.DictReader(file))
    for name, length in (("days", 10), ("months", 7)):
        of_length = [row for row in estimates if len(row["period"]) == length]
        share = sum(covers(row, truth) for row in of_length) / len(of_length)
        # Months of a year share its noise, so their few intervals scatter more.
        low, high = (0.93, 0.97) if length == 10 else (0.90, 0.99)
        check(low <= share <= high, f"{100 * share:.1f} % of {len(of_length)} intervals of {name} hold the true count")
    sums = collections.defaultdict(decimal.Decimal)
    for row in estimates:
        if len(row["period"]) == 10:
            for label in (row["period"][:7], row["period"][:4]):
                sums[label, row["region"]] += decimal.Decimal(row["estimate"])
    check(all(decimal.Decimal(row["estimate"]) == sums[row["period"], row["region"]]
              for row in estimates if len(row["period"]) < 10), "days add up to months and years, exactly")
    totals = collections.defaultdict(decimal.Decimal)
    for row in estimates:
        totals[row["period"]] += decimal.Decimal(row["estimate"])
    with (release / "totals.csv").open(newline="") as file:
        check(all(decimal.Decimal(row["total"]) == totals[row["period"]] for row in csv.DictReader(file)),
              "regions add up to totals, exactly")
    manifest = json.loads((release / "manifest.json").read_text())
    check("rows" not in manifest and "oracle" not in manifest, "the manifest has no exact numbers of rows")
    guarantee = manifest["guarantee"]
    check((guarantee["protects"], guarantee["against"]) == ("person", "add/remove") and guarantee["epsilon"] <= 1,
          "one person is protected, there or not, at most at the epsilon asked")
    check(run("verify", release).returncode == 0, "verify finds it as it was published")
    forecast = run("forecast", release)
    check(forecast.returncode == 0 and (release / "forecast.csv").exists(), "a forecast is made from it")
    check(run("page", release).returncode == 0 and run("verify", release).returncode == 0,
          "its page is made again, and it still verifies")


if __name__ == "__main__":
    sys.exit(real_data.run(test))
