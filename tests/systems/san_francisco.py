#!/usr/bin/env python3
"""san_francisco.py SOURDINE DATA.csv.zst: the whole path on real calls of a fire department, by the command line alone.

Battalion as region, trained up to 2012, tested on 2013, epsilon 1.6946 (f = 0.6). Seeded: the figures do not change from
run to run. Exit code 77 (skipped) without the data.
"""
import collections
import csv
import json
import subprocess
import sys

import real_data

CONFIG = """
[events]
time = "CallDate"
place = "Battalion"
[places]
regions = ["B01", "B02", "B03", "B04", "B05", "B06", "B07", "B08", "B09", "B10"]
drop = ["B99"]
[privacy]
f = 0.6
{oracle}
[publish]
synthetic = false
periods = ["day"]
{publish}
"""


def truth_of(events, used):
    counts, totals = collections.Counter(), collections.Counter()
    with open(events, newline="") as file:
        for row in csv.DictReader(file):
            if row["Battalion"] in used:
                counts[row["CallDate"], row["Battalion"]] += 1
                totals[row["CallDate"]] += 1
    return counts, totals


def measure(directory, counts, totals):
    """Error rate of the shares, and how often the intervals hold the true count."""
    days = collections.defaultdict(dict)
    covered = cells = 0
    with open(directory / "estimates.csv", newline="") as file:
        for row in csv.DictReader(file):
            days[row["period"]][row["region"]] = float(row["estimate"])
            if totals[row["period"]]:
                cells += 1
                truth = counts[row["period"], row["region"]]
                covered += float(row["lower"]) - 1e-9 <= truth <= float(row["upper"]) + 1e-9
    error = periods = 0
    for day, estimates in days.items():
        if not totals[day]:
            continue
        total = sum(estimates.values())
        error += sum(abs(counts[day, region] / totals[day] - (value / total if total > 0 else 1 / len(estimates)))
                     for region, value in estimates.items()) / len(estimates)
        periods += 1
    return error / periods, covered / cells


def test(sourdine, events, folder, check):
    (folder / "paper.toml").write_text(CONFIG.format(oracle='oracle = "sue"',
                                                     publish='consistency = "paper"\nsmooth = "none"'))
    (folder / "ours.toml").write_text(CONFIG.format(oracle="", publish=""))
    for method in ["paper", "ours"]:
        subprocess.run([sourdine, "release", str(events), "--config", str(folder / f"{method}.toml"), "--out",
                        str(folder / method), "--seed", "1"], check=True, stdout=subprocess.DEVNULL)
    counts, totals = truth_of(events, {f"B{i:02}" for i in range(1, 11)})
    paper, _ = measure(folder / "paper", counts, totals)
    ours, coverage = measure(folder / "ours", counts, totals)
    check(ours <= 0.6 * paper, f"one-day error rate {ours:.4f}, the paper's method {paper:.4f}: ratio {ours / paper:.3f}")
    check(abs(coverage - 0.95) <= 0.02, f"95 % intervals hold the true count in {100 * coverage:.2f} %")
    done = subprocess.run([sourdine, "forecast", str(folder / "ours"), "--test-from", "2013-01-01", "--compare-raw",
                           str(events), "--config", str(folder / "ours.toml"), "--json"],
                          check=True, stdout=subprocess.PIPE)
    models = json.loads(done.stdout)["models"]
    private = [m for m in models if m["learnt_from"] == "release" and "coverage" in m][-1]
    raw = [m for m in models if m["learnt_from"] == "raw data" and m["model"] == private["model"]][0]
    ratio = private["mae"] / raw["mae"]
    check(ratio <= 1.02, f"forecast MAE {private['mae']:.4f}, from raw data {raw['mae']:.4f}: ratio {ratio:.4f}")
    check(abs(private["coverage"] - 0.95) <= 0.02,
          f"95 % prediction intervals hold the true count in {100 * private['coverage']:.2f} %")


if __name__ == "__main__":
    sys.exit(real_data.run(test))
