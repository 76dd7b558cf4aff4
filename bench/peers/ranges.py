"""Range counting with OpenDP's b-ary tree: 2^20 values, degree 16, ε = 1, counts i mod 100.

ranges.py QUERIES.txt REPETITIONS: one JSON object {"build": [seconds, …], "queries": [seconds, …], "version": …}.
"build" is tree, Laplace noise and consistency, from lists of Python integers, which is what OpenDP takes. It answers no
ranges itself: "queries" reads the file (lines "a-b"), takes differences of running sums with numpy and writes them as
text; the answers have no standard errors.
"""
import importlib.metadata
import json
import os
import sys
import time

import numpy as np
import opendp.prelude as dp

SIZE, DEGREE, EPSILON = 2**20, 16, 1.0


def make_release():
    dp.enable_features("contrib")
    space = dp.vector_domain(dp.atom_domain(T=int), SIZE), dp.l1_distance(T=int)
    tree = dp.t.make_b_ary_tree(*space, leaf_count=SIZE, branching_factor=DEGREE)
    scale = tree.map(1) / EPSILON
    return tree >> dp.m.make_laplace(tree.output_domain, tree.output_metric, scale)


def seconds_of(work, *inputs):
    begin = time.perf_counter()
    result = work(*inputs)
    return time.perf_counter() - begin, result


def main(path, repetitions):
    release, consistent = make_release(), dp.t.make_consistent_b_ary_tree(DEGREE)
    counts = [i % 100 for i in range(SIZE)]

    def build():
        return consistent(release(counts))

    def answer(leaves):
        sums = np.concatenate([[0.0], np.cumsum(leaves)])
        with open(path, encoding="ascii") as file:
            ends = np.array(file.read().replace("-", " ").split(), dtype=np.int64).reshape(-1, 2)
        answers = sums[ends[:, 1] + 1] - sums[ends[:, 0]]
        with open(os.devnull, "w", encoding="ascii") as out:
            out.write("\n".join(map("{:.2f}".format, answers.tolist())))

    builds, leaves = zip(*(seconds_of(build) for _ in range(repetitions)))
    queries = [seconds_of(answer, leaves[-1])[0] for _ in range(repetitions)]
    json.dump({"build": builds, "queries": queries, "version": importlib.metadata.version("opendp")}, sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
