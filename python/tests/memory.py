"""Many calls, good and bad, of everything that crosses into the compiled part: the same memory at the end.

Run by test_memory.py, which looks at the process's memory, and by `run memory`, under AddressSanitizer."""

from __future__ import annotations

import copy
import ctypes
import gc
import pickle
import sys
from collections.abc import Callable
from tempfile import TemporaryDirectory

import numpy as np

import sourdine as sd


def bytes_in_use() -> int:
    """What is allocated, to the byte, where AddressSanitizer counts; the resident memory otherwise."""
    count = getattr(ctypes.CDLL(None), "__sanitizer_get_current_allocated_bytes", None)
    if count is not None:
        gc.collect()
        count.restype = ctypes.c_size_t
        return int(count())
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * 4096


def refused(call: Callable[[], object]) -> Callable[[], object]:
    def run() -> None:
        try:
            call()
        except (TypeError, ValueError):
            return
        raise AssertionError("was not refused")

    return run


def arrow_calls(oracle: sd.Oracle, texts: list[str]) -> list[Callable[[], object]]:
    try:
        import pyarrow as pa
    except ImportError:
        return []
    column = pa.array(texts)
    coded = column.dictionary_encode()
    chunks = pa.chunked_array([column[:50], column[50:]])
    table = pa.table({"place": chunks})
    numbers = pa.array(range(50), pa.uint32())
    reports = pa.array(oracle.randomize(texts))
    parts = pa.chunked_array([reports[:50], reports[50:]])
    return [
        lambda: oracle.randomize(column),
        lambda: oracle.randomize(coded),
        lambda: oracle.randomize(chunks),
        lambda: oracle.randomize(table, column="place"),
        lambda: oracle.randomize(numbers, ids=numbers),
        lambda: oracle.randomize(column, ids=column),
        lambda: oracle.reports(reports),
        lambda: oracle.tally(parts),
        lambda: pa.array(oracle.randomize([1, 2, 3])),
        refused(lambda: oracle.randomize(pa.array(["place 1", None]))),
        refused(lambda: oracle.randomize(pa.array(["nowhere"]))),
        refused(lambda: oracle.randomize(pa.array([1.5]))),
        refused(lambda: oracle.randomize(table, column="time")),
        refused(lambda: oracle.tally(pa.array([b"too long to be one"]))),
    ]


def survey_calls(secret: sd.RowSecret) -> list[Callable[[], object]]:
    survey = sd.tuple_protocol({"age": 5, "town": ["here", "there"]}, epsilon=1.0)
    people = {"age": [0, 4, 2] * 20, "town": ["here", "there", "here"] * 20}
    pairs = sd.tuple_protocol([3, 2], epsilon=1.0, solution="joint")
    tally, table = survey.randomize(people).tally(), pairs.randomize([[2, 1]] * 60).tally()
    memoised = sd.oracle("l-osue", k=9, epsilon=2.0)
    ids, moods = np.arange(60), np.arange(60) % 9
    return [
        lambda: survey.randomize(people),
        lambda: survey.randomize(people, ids=ids, secret=secret).tally(),
        lambda: tally.estimates(),
        lambda: table.pairs(0, 1),
        lambda: pickle.loads(pickle.dumps(survey)).attributes,
        lambda: sd.tuple_protocol([3, 2], epsilon=1.0, solution="rs+fd", oracle="grr"),
        lambda: memoised.respond(moods, people=ids, secret=secret, collection="a"),
        lambda: memoised.respond(moods, people=[str(i) for i in ids], secret=secret),
        lambda: memoised.leakage([1, 2]),
        refused(lambda: survey.randomize({"age": [9], "town": ["here"]})),
        refused(lambda: survey.randomize({"age": [1], "town": ["nowhere"]})),
        refused(lambda: tally.pairs(0, 1)),
        refused(lambda: memoised.respond([9], people=[1], secret=secret)),
    ]


def client_calls(folder: str) -> list[Callable[[], object]]:
    if not hasattr(sd._core, "Client"):
        return []
    with sd.Collector(port=0, store=f"sqlite:{folder}/collector.sqlite") as collector:
        collector.create("towns", sd.oracle("grr", labels=["here", "there"], epsilon=1.0))
        token = collector.token("client", "towns")
        client = sd.Client(collector.url, "towns", token=token, queue=f"{folder}/queue", max_epsilon=1.0)
        client.parameters()
    return [
        lambda: client.status(),
        lambda: client.notices(),
        lambda: client._core.parameters(),
        lambda: client.report_all([]),
        refused(lambda: client.report("nowhere")),
        refused(lambda: client.report(2)),
        refused(lambda: sd.Client("ftp://x", "towns", token=token, queue=f"{folder}/other", max_epsilon=1.0)),
    ]


def calls(folder: str) -> list[Callable[[], object]]:
    oracle = sd.oracle("oue", labels=[f"place {i}" for i in range(50)], epsilon=1.0)
    values = np.arange(200) % 50
    texts = [f"place {i % 50}" for i in range(200)]
    reports = oracle.randomize(values)
    tally = reports.tally()
    out = np.empty((200, oracle.report_bytes), np.uint8)
    secret = sd.RowSecret.draw()
    days = sd.range_protocol(100, epsilon=1.0)

    return [
        lambda: oracle.randomize(values),
        lambda: oracle.randomize(values, out=out, seed=3),
        lambda: oracle.randomize(texts),
        lambda: oracle.randomize(values, ids=values, secret=secret),
        lambda: oracle.randomize(values, ids=texts),
        lambda: days.randomize(values).tally(),
        lambda: oracle.tally(reports),
        lambda: oracle.reports(reports.array.copy()),
        lambda: tally + tally,
        lambda: tally.estimate(),
        lambda: sd.tally_from_bytes(tally.to_bytes()),
        lambda: pickle.loads(pickle.dumps(reports)),
        lambda: copy.deepcopy(tally),
        lambda: sd.oracle("grr", k=9, epsilon=1.0),
        lambda: oracle.guarantee,
        lambda: reports.__arrow_c_array__(),
        refused(lambda: oracle.randomize(["nowhere"])),
        refused(lambda: oracle.randomize([50])),
        refused(lambda: oracle.randomize(values.astype(float))),
        refused(lambda: oracle.tally(np.full((3, oracle.report_bytes), 255, np.uint8))),
        refused(lambda: oracle.tally(np.zeros((3, 1), np.uint8))),
        refused(lambda: sd.oracle("nothing", k=9, epsilon=1.0)),
        refused(lambda: sd.tally_from_bytes(b"nothing")),
        refused(lambda: tally + days.empty_tally()),
        *arrow_calls(oracle, texts),
        *survey_calls(secret),
        *client_calls(folder),
    ]


def main(count: int) -> int:
    """How much memory grew during `count` calls, after as many as it takes to fill what is kept."""
    with TemporaryDirectory() as folder:
        todo = calls(folder)
        rounds = count // len(todo)
        for _ in range(max(rounds // 10, 20)):
            for call in todo:
                call()
        before = bytes_in_use()
        for _ in range(rounds):
            for call in todo:
                call()
        return bytes_in_use() - before


if __name__ == "__main__":
    print(main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000))
