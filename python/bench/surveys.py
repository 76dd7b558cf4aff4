"""Several attributes and repeated collections from Python: sourdine beside multi-freq-ldpy, in one process, in turns.

surveys.py SECONDS REPETITIONS: one JSON object {path: {library: [people per second, …]}}. Ours begins with an array of
64-bit numbers, one row per person, and ends with reports, or with estimates and their intervals; the peer begins with
lists, which it is faster with. Both at the same ε; RS+FD as it was published. "…/respond" are people who come back,
with their permanent responses, keyed by their ids: the peer keeps none. Conversions are counted. The peer has about
SECONDS for a turn.
"""
import json
import pathlib
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import sourdine as sd

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "bench/peers"))
import surveys as peer  # noqa: E402  # pylint: disable=wrong-import-position

COUNT = 1_000_000
DISTINCT = 2000  # of the peer's; repeated as often as the time allows
FEW = 200  # of those that it takes minutes for


def rate(work: Callable[[], Any]) -> float:
    begin = time.perf_counter()
    result = work()
    taken = time.perf_counter() - begin
    del result  # giving memory back is not counted, on either side
    return COUNT / taken


def tuple_of(path: str) -> sd.TupleProtocol:
    solution, _, oracle = path.partition("/")[0].partition("-")
    is_fake = solution == "rs+fd"
    return sd.tuple_protocol([peer.SIZE] * peer.ATTRIBUTES, epsilon=peer.EPSILON, solution=solution, oracle=oracle,
                             level="published" if is_fake else "tuple")


def our_paths(path: str) -> Iterator[tuple[str, Callable[[], float]]]:
    """(path, people per second of one turn)"""
    people = np.arange(COUNT, dtype=np.int64)
    if "d=" in path:
        several = tuple_of(path)
        rows = (people[:, None] + np.arange(peer.ATTRIBUTES)) % peer.SIZE
        made = several.randomize(rows, threads=1).array
        yield f"{path}/randomize", lambda: rate(lambda: several.randomize(rows, threads=1))
        yield f"{path}/tally", lambda: rate(lambda: several.tally(made, threads=1).estimates())
        return
    name, _, size = path.partition("/k=")
    oracle = sd.oracle(name, k=int(size), epsilon=peer.FOREVER, epsilon1=peer.ONE)
    values = people % int(size)
    secret = sd.RowSecret.draw()
    reports = oracle.randomize(values, threads=1).array
    yield f"{path}/randomize", lambda: rate(lambda: oracle.randomize(values, threads=1))
    yield f"{path}/respond", lambda: rate(lambda: oracle.respond(values, people=people, secret=secret, threads=1))
    yield f"{path}/tally", lambda: rate(lambda: oracle.tally(reports, threads=1).estimate())


def peer_rate(work: Callable[[Any], Any], items: list[Any], seconds: float) -> float:
    """People per second, with `items` repeated so that a turn takes about `seconds`. Never one alone: the peer refuses
    to aggregate when an attribute has no reports."""
    begin = time.perf_counter()
    work(items)
    once = time.perf_counter() - begin
    enough = items * max(1, round(seconds / once))
    begin = time.perf_counter()
    work(enough)
    return len(enough) / (time.perf_counter() - begin)


def peer_paths(path: str, seconds: float) -> Iterator[tuple[str, Callable[[], float]]]:
    randomise, aggregate = peer.paths()[path]
    count = FEW if path.startswith("loloha") else DISTINCT
    given: list[Any] = peer.records(count) if "d=" in path else peer.values(count, int(path.partition("/k=")[2]))
    reports = randomise(given)
    yield f"{path}/randomize", lambda: peer_rate(randomise, given, seconds)
    yield f"{path}/tally", lambda: peer_rate(aggregate, reports, seconds)


def main(seconds: float, repetitions: int) -> None:
    results: dict[str, dict[str, list[float]]] = {}
    for path in peer.paths():
        turns = [(name, "sourdine", turn) for name, turn in our_paths(path)]
        turns += [(name, "multi-freq-ldpy", turn) for name, turn in peer_paths(path, seconds)]
        for name, library, turn in turns:
            turn()  # compiles what numba compiles, and brings memory in
            results.setdefault(name, {})[library] = []
        for _ in range(repetitions):
            for name, library, turn in turns:
                results[name][library].append(turn())
    json.dump(results, sys.stdout)


if __name__ == "__main__":
    main(float(sys.argv[1]), int(sys.argv[2]))
