"""Table 3 of Arcolezi et al. (2020) with Python's means: 9 levels of noise × 4,748 days, by year, month and day.

study.py EVENTS.csv TOWNS.csv REPETITIONS: one JSON object {"reports": [seconds, …], "binomials": [seconds, …]}.
"reports" randomises every event with multi-freq-ldpy and adds up with pandas, as the study did; "binomials" draws the
sums of each day with numpy instead, which is what our simulate() does (there with secret bits and exact
probabilities). Reading the events and compiling are not counted.
"""
import json
import sys
import time

import numpy as np
import pandas as pd
from multi_freq_ldpy.pure_frequency_oracles.UE import UE_Client

LEVELS = [i / 10 for i in range(1, 10)]


def error_rates(support, truth, f):
    """Of shares, by year, month and day; `support` and `truth` are tables of days by regions."""
    rates = []
    for code in ["Y", "M", "D"]:
        period = truth.index.to_period(code)
        counts = truth.groupby(period).sum().to_numpy()
        sums = support.groupby(period).sum().to_numpy()
        n = counts.sum(axis=1, keepdims=True)
        estimate = np.maximum(0, (sums - n * f / 2) / (1 - f))
        total = estimate.sum(axis=1, keepdims=True)
        share = np.where(total > 0, estimate / np.where(total > 0, total, 1), 1 / counts.shape[1])
        has_events = n[:, 0] > 0
        rates.append(np.abs(counts / np.where(n > 0, n, 1) - share)[has_events].mean())
    return rates


def by_reports(values, days, truth):
    k = truth.shape[1]
    for f in LEVELS:
        epsilon = 2 * np.log(2 / f - 1)
        reports = np.array([UE_Client(value, k, epsilon, False) for value in values])
        support = pd.DataFrame(reports).groupby(days).sum().reindex(truth.index, fill_value=0)
        error_rates(support, truth, f)


def by_binomials(truth):
    random = np.random.default_rng()
    counts = truth.to_numpy()
    others = counts.sum(axis=1, keepdims=True) - counts
    for f in LEVELS:
        sums = random.binomial(counts, 1 - f / 2) + random.binomial(others, f / 2)
        error_rates(pd.DataFrame(sums, index=truth.index), truth, f)


def seconds_of(work, *inputs):
    begin = time.perf_counter()
    work(*inputs)
    return time.perf_counter() - begin


def main(events, towns, repetitions):
    table = pd.read_csv(towns)
    regions = list(dict.fromkeys(table["region"]))
    number = {town: regions.index(region) for town, region in zip(table["town"], table["region"])}
    rows = pd.read_csv(events, parse_dates=["SDate"], date_format="%Y/%m/%d %H:%M")
    values = rows["Town"].map(number).to_numpy()
    days = rows["SDate"].dt.normalize()
    calendar = pd.date_range(days.min(), days.max(), freq="D")
    truth = pd.crosstab(days, values).reindex(calendar, fill_value=0)
    UE_Client(values[0], len(regions), 1.0, False)
    json.dump({"reports": [seconds_of(by_reports, values, days, truth) for _ in range(repetitions)],
               "binomials": [seconds_of(by_binomials, truth) for _ in range(repetitions)]}, sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
