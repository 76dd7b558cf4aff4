"""Privacy loss distributions with dp-accounting: what bench/accounting_bench.cc computes, upper bounds only.

accounting.py REPETITIONS: one JSON object {"seconds": [seconds, …] of the case that is timed, "timed": its ε, "grid":
[{"name", "times", "delta", "upper"}, …], "year": {"event": …, "person": …}, "version": …}.
The timed case is what its documentation shows: a grid of 10^-4, connect the dots. On the grid of cases each has a step
of its own, a two-hundredth of its loss's standard deviation (a thousandth where losses are rounded up), or a large T would
need more memory than there is and a small loss would be rounded to the step.
"""
import importlib.metadata
import json
import math
import sys
import time

from dp_accounting.pld import privacy_loss_distribution as pld

DELTA, STEPS, RATE, NOISE = 1e-5, 10000, 256 / 60000, 1.1


def response(epsilon, step):
    return pld.from_randomized_response(2 / (math.exp(epsilon) + 1), 2, value_discretization_interval=step)


def laplace(epsilon, step):
    return pld.from_laplace_mechanism(1 / epsilon, value_discretization_interval=step, use_connect_dots=True)


def gaussian(shift, step):
    return pld.from_gaussian_mechanism(1 / shift, value_discretization_interval=step, use_connect_dots=True)


def sampled(rate, noise, step):
    return pld.from_gaussian_mechanism(noise, value_discretization_interval=step, sampling_prob=rate,
                                       use_connect_dots=True)


def law(name):
    kind, *numbers = name.split()
    numbers = [float(number) for number in numbers]
    if kind == "response":
        return response(*numbers, numbers[0] / 1000)
    if kind == "sampled":
        rate, noise = numbers
        return sampled(rate, noise, rate * math.sqrt(math.expm1(noise**-2)) / 200)
    return {"laplace": laplace, "gaussian": gaussian}[kind](*numbers, numbers[0] / 200)


NAMES = ["response 0.1", "response 1", "laplace 0.1", "laplace 1", "gaussian 0.01", "gaussian 0.5", "sampled 0.01 1",
         "sampled 0.0042666666666666667 1.1", "sampled 0.001 0.5"]


def year(step=1e-4):
    event = response(0.5, step).compose(response(1, step)).compose(gaussian(math.sqrt(0.1), step))
    person = response(0.5, step).self_compose(12).compose(response(12, step)).compose(
        gaussian(12 * math.sqrt(0.1), step))
    return {"event": event.get_epsilon_for_delta(1e-6), "person": person.get_epsilon_for_delta(1e-6)}


def main(repetitions):
    seconds = []
    for _ in range(repetitions):
        begin = time.perf_counter()
        timed = sampled(RATE, NOISE, 1e-4).self_compose(STEPS).get_epsilon_for_delta(DELTA)
        seconds.append(time.perf_counter() - begin)
    grid = [{"name": name, "times": times, "delta": DELTA,
             "upper": law(name).self_compose(times).get_epsilon_for_delta(DELTA)}
            for name in NAMES for times in (1, 10, 100, 1000, 10000)]
    json.dump({"seconds": seconds, "timed": timed, "grid": grid, "year": year(),
               "version": importlib.metadata.version("dp-accounting")}, sys.stdout)


if __name__ == "__main__":
    main(int(sys.argv[1]))
