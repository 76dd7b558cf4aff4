"""What a call from Python adds to the same call of the C++ library: both in this process, on the same arrays, in turns.

calls.py LIBRARY REPETITIONS: LIBRARY is libsourdine_bench_calls.so (bench/calls.cc). One JSON object {path: {"cpp":
[seconds, …], "python": [seconds, …]}}, for 10⁶ values and one thread. Both sides begin with an array and end with fresh
memory: reports, or the cells of a tally. From 64-bit numbers the C++ side narrows them first, as its caller would. Whoever comes first in a turn is second in the next.
"""
import ctypes
import json
import sys
import time
from collections.abc import Callable

import numpy as np

import sourdine as sd

COUNT = 1_000_000
ORACLES = [("grr", 17), ("oue", 17), ("oue", 1024), ("olh", 1024)]
WARM_UP = 3


def native(library: ctypes.CDLL, function: str, name: str, k: int, items: np.ndarray) -> Callable[[], float]:
    call = library[function]
    call.restype = ctypes.c_double
    call.argtypes = [ctypes.c_char_p, ctypes.c_uint32, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_size_t]

    def turn() -> float:
        seconds = float(call(name.encode(), k, items.ctypes.data, COUNT, 1))
        if seconds < 0:
            raise RuntimeError(f"{function} of {name} failed")
        return seconds

    return turn


def timed(work: Callable[[], object]) -> Callable[[], float]:
    def turn() -> float:
        begin = time.perf_counter()
        result = work()
        taken = time.perf_counter() - begin
        del result
        return taken

    return turn


def main(path: str, repetitions: int) -> None:
    library = ctypes.CDLL(path)
    results: dict[str, dict[str, list[float]]] = {}
    for name, k in ORACLES:
        oracle = sd.oracle(name, k=k, epsilon=1.0)
        values = (np.arange(COUNT) % k).astype(np.uint32)
        wide = values.astype(np.int64)
        reports = oracle.randomize(values, threads=1).array
        randomize = native(library, "sourdine_bench_randomize", name, k, values)
        randomize_wide = native(library, "sourdine_bench_randomize_wide", name, k, wide)
        tally = native(library, "sourdine_bench_tally", name, k, reports)
        pairs = {
            "randomize": (randomize, timed(lambda: oracle.randomize(values, threads=1))),
            "randomize int64": (randomize_wide, timed(lambda: oracle.randomize(wide, threads=1))),
            "tally": (tally, timed(lambda: oracle.tally(reports, threads=1))),
        }
        for what, (cpp, python) in pairs.items():
            sides = [("cpp", cpp), ("python", python)]
            found: dict[str, list[float]] = {"cpp": [], "python": []}
            for turn in range(WARM_UP + repetitions):
                for side, run in sides if turn % 2 == 0 else reversed(sides):
                    seconds = run()
                    if turn >= WARM_UP:
                        found[side].append(seconds)
            results[f"{name}/{what}/k={k}"] = found
    json.dump(results, sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
