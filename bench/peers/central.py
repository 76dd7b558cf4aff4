"""Counts of regions by period that protect a person, with OpenDP: what bench/central_bench.cc measures of ours.

central.py CASE.json: {"events": CSV with when (ISO day), where, who; "regions", "from", "to", "max_events", "epsilon",
"delta" (0: Laplace), "seeds"} → one JSON object {"each": {period: RMSE}, "days": {period: RMSE}, "each_noise": the
standard deviation of the noise of "each", over 200,000 draws, "epsilon", "version"}.

Both ways that its documentation leads to, all of ε going to counts and every person's events bounded beforehand:
"each": years, months and days measured separately, a third of the budget for each; "days": only the days, and sums.
"""
import csv
import datetime
import importlib.metadata
import json
import math
import random
import sys

import numpy
import opendp.prelude as dp

dp.enable_features("contrib")


def bounded(rows, max_events, generator):
    of_person = {}
    for row in rows:
        of_person.setdefault(row[2], []).append(row)
    for own in of_person.values():
        yield from own if len(own) <= max_events else generator.sample(own, max_events)


def counts_of(case, rows, generator):
    first, last = (datetime.date.fromisoformat(case[key]) for key in ("from", "to"))
    place = {region: number for number, region in enumerate(case["regions"])}
    table = numpy.zeros(((last - first).days + 1, len(place)), dtype=numpy.int64)
    for when, where, _who in bounded(rows, case["max_events"], generator):
        table[(datetime.date.fromisoformat(when) - first).days, place[where]] += 1
    return table


def periods_of(case):
    """Where the days of each month and year begin."""
    first, last = (datetime.date.fromisoformat(case[key]) for key in ("from", "to"))
    days = [first + datetime.timedelta(number) for number in range((last - first).days + 1)]
    starts = {"day": list(range(len(days)))}
    for period, key in (("month", lambda day: (day.year, day.month)), ("year", lambda day: day.year)):
        starts[period] = [number for number, day in enumerate(days)
                          if number == 0 or key(day) != key(days[number - 1])]
    return starts


def laplace(max_events, epsilon):
    space = dp.vector_domain(dp.atom_domain(T=int)), dp.l1_distance(T=int)
    return dp.binary_search_chain(lambda scale: dp.m.make_laplace(*space, scale=scale), d_in=max_events,
                                  d_out=epsilon)


def gaussian(max_events, rho):
    space = dp.vector_domain(dp.atom_domain(T=int)), dp.l2_distance(T=float)
    return dp.binary_search_chain(lambda scale: dp.m.make_gaussian(*space, scale=scale), d_in=float(max_events),
                                  d_out=rho)


def rho_of(epsilon, delta):
    """The largest ρ whose ε at δ, by OpenDP's own conversion, is not above the asked one."""
    space = dp.vector_domain(dp.atom_domain(T=int)), dp.l2_distance(T=float)

    def epsilon_of(rho):
        noise = dp.m.make_gaussian(*space, scale=math.sqrt(1 / (2 * rho)))
        return dp.c.make_zCDP_to_approxDP(noise).map(1.).epsilon(delta)

    low, high = 1e-9, 1e3
    for _ in range(60):
        middle = math.sqrt(low * high)
        low, high = (middle, high) if epsilon_of(middle) <= epsilon else (low, middle)
    return low


def main(case):
    with open(case["events"], newline="") as file:
        rows = list(csv.reader(file))[1:]
    starts = periods_of(case)
    budget = rho_of(case["epsilon"], case["delta"]) if case["delta"] else case["epsilon"]
    noise = gaussian if case["delta"] else laplace
    whole, third = noise(case["max_events"], budget), noise(case["max_events"], budget / 3)
    squares = {"each": dict.fromkeys(starts, 0.), "days": dict.fromkeys(starts, 0.)}
    for seed in range(case["seeds"]):
        table = counts_of(case, rows, random.Random(seed))
        days_error = numpy.array(whole(table.flatten().tolist())).reshape(table.shape) - table
        for period, begin in starts.items():
            exact = numpy.add.reduceat(table, begin)
            each_error = numpy.array(third(exact.flatten().tolist())).reshape(exact.shape) - exact
            squares["each"][period] += (each_error**2).mean()
            squares["days"][period] += (numpy.add.reduceat(days_error, begin)**2).mean()
    rmse = {way: {period: math.sqrt(sum_ / case["seeds"]) for period, sum_ in by_period.items()}
            for way, by_period in squares.items()}
    draws = numpy.array(third([0] * 200_000), dtype=float)
    json.dump({**rmse, "each_noise": math.sqrt((draws**2).mean()), "epsilon": case["epsilon"],
               "version": importlib.metadata.version("opendp")}, sys.stdout)


if __name__ == "__main__":
    with open(sys.argv[1]) as given:
        main(json.load(given))
