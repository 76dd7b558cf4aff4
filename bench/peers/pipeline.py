"""A file of values to a file of estimates with pandas and multi-freq-ldpy: parse, randomise, aggregate, write.

pipeline.py VALUES ORACLE K EPSILON OUT REPETITIONS: one JSON list of seconds. Reports stay in memory (ours are written
to a file and read again); starting Python, importing and compiling are not counted.
"""
import json
import sys
import time

import pandas as pd
from multi_freq_ldpy.pure_frequency_oracles.GRR import GRR_Aggregator_MI, GRR_Client
from multi_freq_ldpy.pure_frequency_oracles.UE import UE_Aggregator_MI, UE_Client


def estimates(oracle, values, k, epsilon):
    if oracle == "grr":
        return GRR_Aggregator_MI([GRR_Client(value, k, epsilon) for value in values], k, epsilon)
    return UE_Aggregator_MI([UE_Client(value, k, epsilon, True) for value in values], epsilon, True)


def run(source, oracle, k, epsilon, out):
    begin = time.perf_counter()
    values = pd.read_csv(source, header=None)[0].to_list()
    frequency = estimates(oracle, values, k, epsilon)
    pd.DataFrame({"value": range(k), "estimate": frequency * len(values)}).to_csv(out, index=False)
    return time.perf_counter() - begin


def main(source, oracle, k, epsilon, out, repetitions):
    estimates(oracle, [0], k, epsilon)
    json.dump([run(source, oracle, k, epsilon, out) for _ in range(repetitions)], sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), float(sys.argv[4]), sys.argv[5], int(sys.argv[6]))
