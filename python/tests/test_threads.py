"""Other threads go on while we work, and may do what they like meanwhile."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import numpy.typing as npt
import pytest

import sourdine as sd


def longest_wait_during(work: Callable[[], object]) -> tuple[float, float, int]:
    """How long another thread waited for its turn at most, how long the work took, and how many turns there were."""
    waits: list[float] = []
    ended = threading.Event()

    def count() -> None:
        before = time.perf_counter()
        while not ended.is_set():
            now = time.perf_counter()
            waits.append(now - before)
            before = now

    counter = threading.Thread(target=count)
    counter.start()
    time.sleep(0.02)
    waits.clear()
    began = time.perf_counter()
    work()
    took = time.perf_counter() - began
    turns = len(waits)
    longest = max(waits, default=took)
    ended.set()
    counter.join()
    return longest, took, turns


def test_another_thread_goes_on_during_long_calls() -> None:
    oracle = sd.oracle("olh", k=4096, epsilon=1.0)
    reports = oracle.randomize(np.zeros(2_000_000, np.uint32))
    values = np.zeros(100_000_000, np.uint32)
    for work in (lambda: oracle.tally(reports, threads=1), lambda: oracle.randomize(values, threads=1)):
        longest, took, turns = longest_wait_during(work)
        assert took > 0.05, "too quick to say anything"
        # With the lock held, there would be one wait of all that time. Other programs share the processors.
        assert longest < 0.7 * took or turns > 1000, f"waited {longest:.3f} s of {took:.3f} s"


def test_many_threads_share_a_protocol(values: npt.NDArray[np.uint32]) -> None:
    oracle = sd.oracle("oue", k=17, epsilon=1.0)
    expected = oracle.randomize(values, seed=5)
    whole = expected.tally()

    def work(number: int) -> bool:
        reports = oracle.randomize(values, seed=5, threads=number % 3)
        return reports == expected and oracle.tally(reports) == whole and len(oracle.labels) == 0

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(work, range(32)))


def test_reports_of_many_threads_add_up(oracle: sd.Oracle) -> None:
    with ThreadPoolExecutor(8) as pool:
        tallies = list(pool.map(lambda day: oracle.randomize([day % 17] * 1000).tally(), range(40)))
    assert sum(tallies).reports == 40_000


@pytest.mark.parametrize("kind", [np.uint32, np.int64, np.uint8])
def test_values_that_change_during_the_call_crash_nothing(kind: type[np.integer[npt.NBitBase]]) -> None:
    oracle = sd.oracle("grr", k=17, epsilon=1.0)
    values = np.zeros(2_000_000, kind)
    ended = threading.Event()

    def disturb() -> None:
        bad = np.array(200 if kind is np.uint8 else 2**31 - 1, kind)
        while not ended.is_set():
            values[::7] = bad
            values[::3] = 3

    disturber = threading.Thread(target=disturb)
    disturber.start()
    refused = made = 0
    try:
        deadline = time.monotonic() + 1.5
        while time.monotonic() < deadline:
            try:
                reports = oracle.randomize(values)
            except ValueError as error:
                assert "outside the domain" in str(error)
                refused += 1
            else:
                made += 1
                assert oracle.tally(reports).reports == values.size, "each one is a report of this oracle"
    finally:
        ended.set()
        disturber.join()
    assert refused + made > 0


def test_reports_that_change_during_the_call_crash_nothing() -> None:
    oracle = sd.oracle("grr", k=17, epsilon=1.0)
    array = oracle.randomize(np.zeros(2_000_000, np.uint8)).array
    ended = threading.Event()

    def disturb() -> None:
        while not ended.is_set():
            array[::5] = 255
            array[::3] = 1

    disturber = threading.Thread(target=disturb)
    disturber.start()
    try:
        deadline = time.monotonic() + 1.0
        while time.monotonic() < deadline:
            try:
                tally = oracle.tally(array)
            except ValueError as error:
                assert "is not one that" in str(error)
            else:
                assert int(tally.cells.sum()) == tally.reports == 2_000_000
    finally:
        ended.set()
        disturber.join()


def test_a_thread_of_another_interval_does_not_matter(oracle: sd.Oracle) -> None:
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        test_reports_of_many_threads_add_up(oracle)
    finally:
        sys.setswitchinterval(before)
