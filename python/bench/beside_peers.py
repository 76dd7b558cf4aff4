"""Randomise and tally from Python: sourdine beside multi-freq-ldpy and pure-ldp, in one process, taking turns.

beside_peers.py SECONDS REPETITIONS: one JSON object {path: {library: [reports per second, …]}}, paths named as those of
bench/peers/oracles.py, whose calls are the peers' side: value i is i mod k, ε = 1. Ours begins with what a data frame
has, an array of 64-bit numbers (the paths "…/list": a list of Python's numbers), and ends with reports, or with
estimates and their intervals; the peers begin with a list, which they are faster with, and end with reports, or with
estimates (multi-freq-ldpy) or counts (pure-ldp). Conversions are counted. Peers have about SECONDS for a turn.
"""
import json
import pathlib
import sys
import time
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

import sourdine as sd

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "bench/peers"))
import oracles  # noqa: E402  # pylint: disable=wrong-import-position

COUNT = 1_000_000
PATHS = [("grr", 17), ("oue", 17), ("oue", 1024), ("olh", 1024)]


def seconds_of(work: Callable[[Any], Any], items: Any) -> float:
    begin = time.perf_counter()
    result = work(items)
    taken = time.perf_counter() - begin
    del result  # giving memory back is not counted, on either side
    return taken


def our_paths(name: str, k: int) -> Iterable[tuple[str, Callable[[], float]]]:
    """(path, reports per second of one turn)"""
    oracle = sd.oracle(name, k=k, epsilon=1.0)
    values = np.arange(COUNT, dtype=np.int64) % k
    numbers = values.tolist()
    reports = oracle.randomize(values, threads=1)

    def randomize(items: Any) -> Any:
        return oracle.randomize(items, threads=1)

    def tally(items: Any) -> Any:
        return oracle.tally(items, threads=1).estimate()

    yield f"{name}/randomize/k={k}", lambda: COUNT / seconds_of(randomize, values)
    yield f"{name}/randomize/k={k}/list", lambda: COUNT / seconds_of(randomize, numbers)
    yield f"{name}/tally/k={k}", lambda: COUNT / seconds_of(tally, reports.array)


def peer_paths(name: str, k: int, seconds: float) -> Iterable[tuple[str, str, Callable[[], float]]]:
    """(path, peer, reports per second of one turn)"""
    for peer, make in oracles.PEERS.items():
        randomise, aggregate = make(name, k)
        values = [i % k for i in range(oracles.DISTINCT)]
        reports = randomise(values)
        yield f"{name}/randomize/k={k}", peer, lambda r=randomise, v=values: oracles.rates(r, v, seconds, 1)[0]
        yield f"{name}/tally/k={k}", peer, lambda a=aggregate, r=reports: oracles.rates(a, r, seconds, 1)[0]


def main(seconds: float, repetitions: int) -> None:
    results: dict[str, dict[str, list[float]]] = {}
    for name, k in PATHS:
        turns = [(path, "sourdine", turn) for path, turn in our_paths(name, k)]
        turns += list(peer_paths(name, k, seconds))
        for path, library, turn in turns:
            turn()  # compiles what numba compiles, and brings memory in
            results.setdefault(path, {})[library] = []
        for _ in range(repetitions):
            for path, library, turn in turns:
                results[path][library].append(turn())
    json.dump(results, sys.stdout)


if __name__ == "__main__":
    main(float(sys.argv[1]), int(sys.argv[2]))
