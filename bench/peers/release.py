"""The published study's pipeline with the peers a Python user has: pandas and multi-freq-ldpy.

release.py EVENTS.csv TOWNS.csv EPSILON OUT: reads the events, maps towns to regions, randomises each event's region by
SUE, estimates the counts by year, month and day with max(0, .), and writes estimates.csv and one synthetic row per event.
"""
import sys
import time

import numpy as np
import pandas as pd
from multi_freq_ldpy.pure_frequency_oracles.UE import UE_Client


def main(events, towns, epsilon, out):
    begin = time.perf_counter()
    table = pd.read_csv(towns)
    regions = list(dict.fromkeys(table["region"]))
    number = {town: regions.index(region) for town, region in zip(table["town"], table["region"])}
    rows = pd.read_csv(events, parse_dates=["SDate"], date_format="%Y/%m/%d %H:%M")
    values = rows["Town"].map(number).to_numpy()
    parsed = time.perf_counter()
    k = len(regions)
    reports = np.array([UE_Client(value, k, epsilon, False) for value in values])
    randomised = time.perf_counter()

    p = np.exp(epsilon / 2) / (np.exp(epsilon / 2) + 1)
    q = 1 - p
    parts = []
    daily = None
    for code in ["Y", "M", "D"]:
        period = rows["SDate"].dt.to_period(code)
        support = pd.DataFrame(reports, columns=regions).groupby(period).sum()
        n = period.value_counts().reindex(support.index).to_numpy()[:, None]
        estimate = ((support - n * q) / (p - q)).clip(lower=0)
        parts.append(estimate.rename_axis("period").reset_index().melt("period", var_name="region", value_name="estimate"))
        if code == "D":
            daily = (period, estimate)
    pd.concat(parts).to_csv(f"{out}-estimates.csv", index=False)
    period, estimate = daily
    share = estimate.div(estimate.sum(axis=1).replace(0, 1), axis=0).to_numpy()
    cumulative = share.cumsum(axis=1)
    place = estimate.index.get_indexer(period)
    draw = np.random.random(len(rows))
    region = (draw[:, None] > cumulative[place]).sum(axis=1).clip(max=k - 1)
    rows["Town"] = np.array(regions)[region]
    rows.to_csv(f"{out}-synthetic.csv", index=False)
    end = time.perf_counter()
    print(f"{end - begin:.3f} {parsed - begin:.3f} {randomised - parsed:.3f} {end - randomised:.3f}")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], float(sys.argv[3]), sys.argv[4])
