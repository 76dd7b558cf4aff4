"""Whole-number noise with OpenDP: discrete Laplace of scale 10 and discrete Gaussian of σ = 10 on lists of integers.

mechanisms.py REPETITIONS: one JSON object {"laplace": [numbers a second, …], "gaussian": […], "version": …}. The list
is a Python list, which is what OpenDP takes; turning it into its own form and back is part of the call.
"""
import importlib.metadata
import json
import sys
import time

import opendp.prelude as dp

COUNT, SCALE = 65536, 10.0


def main(repetitions):
    dp.enable_features("contrib")
    numbers = [0] * COUNT
    domain = dp.vector_domain(dp.atom_domain(T=int))
    release = {"laplace": dp.m.make_laplace(domain, dp.l1_distance(T=int), SCALE),
               "gaussian": dp.m.make_gaussian(domain, dp.l2_distance(T=int), SCALE)}
    rates = {}
    for name, add in release.items():
        rates[name] = []
        for _ in range(repetitions):
            begin = time.perf_counter()
            add(numbers)
            rates[name].append(COUNT / (time.perf_counter() - begin))
    json.dump({**rates, "version": importlib.metadata.version("opendp")}, sys.stdout)


if __name__ == "__main__":
    main(int(sys.argv[1]))
