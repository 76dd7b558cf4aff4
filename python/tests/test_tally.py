"""Tallies add up, in any order and any split."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

import sourdine as sd


def test_any_split_gives_the_same_tally(oracle: sd.Oracle, values: npt.NDArray[np.uint32]) -> None:
    reports = oracle.randomize(values)
    whole = oracle.tally(reports)
    parts = [reports[:1], reports[1:60_000], reports[60_000:]]
    assert whole.reports == values.size
    assert sum(oracle.tally(part) for part in parts) == whole
    assert oracle.tally(parts) == oracle.tally(part for part in reversed(parts)) == whole
    assert oracle.tally([part.tally() for part in parts]) == whole
    assert oracle.tally([part.array for part in parts]) == whole
    assert oracle.tally(reports, threads=1) == whole
    assert oracle.tally(reports.array) == whole
    assert oracle.tally(np.asfortranarray(reports.array)) == whole


def test_no_reports_add_up_to_the_empty_tally(oracle: sd.Oracle) -> None:
    assert oracle.tally([]) == oracle.empty_tally() == oracle.tally(oracle.randomize([]))
    tally = oracle.tally(oracle.randomize([1, 2]))
    assert tally + oracle.empty_tally() == tally


def test_cells_are_the_sums_of_the_bits() -> None:
    oracle = sd.oracle("oue", k=16, epsilon=1.0)
    reports = oracle.randomize(np.arange(1600) % 16)
    bits = np.unpackbits(reports.array, axis=1, bitorder="little")
    assert oracle.tally(reports).cells.tolist() == bits.sum(axis=0).tolist()


def test_cells_are_read_only(oracle: sd.Oracle) -> None:
    tally = oracle.tally(oracle.randomize([1]))
    for made in (tally, tally + tally, oracle.empty_tally()):
        with pytest.raises(ValueError, match="read-only"):
            made.cells[0] = 7


def test_sums_are_private_only_if_all_are(oracle: sd.Oracle) -> None:
    fresh, seeded = oracle.tally(oracle.randomize([1])), oracle.tally(oracle.randomize([1], seed=1))
    assert (fresh + fresh).is_private
    assert not (fresh + seeded).is_private and not (seeded + fresh).is_private


def test_what_does_not_belong_together_is_not_added(oracle: sd.Oracle) -> None:
    tally = oracle.tally(oracle.randomize([1], collection="monday"))
    with pytest.raises(ValueError, match="differ in 'epsilon'"):
        tally + sd.oracle("oue", k=17, epsilon=2.0).empty_tally(collection="monday")
    with pytest.raises(ValueError, match="differ in 'k'"):
        tally + sd.oracle("oue", k=18, epsilon=1.0).empty_tally(collection="monday")
    with pytest.raises(ValueError, match="another collection: 'tuesday', not 'monday'"):
        tally + oracle.empty_tally(collection="tuesday")
    with pytest.raises(ValueError, match="another protocol's"):
        oracle.tally(sd.oracle("oue", k=17, epsilon=2.0).randomize([1]))
    with pytest.raises(ValueError, match="another protocol's"):
        oracle.tally([sd.oracle("oue", k=17, epsilon=2.0).randomize([1])])
    with pytest.raises(ValueError, match="another collection"):
        oracle.tally([oracle.randomize([1]), oracle.randomize([1], collection="x")])
    with pytest.raises(TypeError):
        tally + 3  # type: ignore[operator]
    with pytest.raises(TypeError):
        tally + oracle.randomize([1])  # type: ignore[operator]
    with pytest.raises(TypeError):
        np.zeros(3, np.int64) + tally


def test_more_reports_than_a_tally_holds_are_refused() -> None:
    oracle = sd.oracle("grr", k=2, epsilon=1.0)
    half = sd.Tally(oracle, 2**61, np.array([2**61, 0], np.uint64))
    assert (half + half).reports == 2**62
    with pytest.raises(ValueError, match="at most 2\\^62 reports"):
        half + half + half
    with pytest.raises(ValueError, match="reports must be from 0"):
        sd.Tally(oracle, 2**63, np.array([2**63, 0], np.uint64))


def test_cells_that_no_reports_add_up_to_are_refused() -> None:
    oracle = sd.oracle("grr", k=2, epsilon=1.0)
    assert sd.Tally(oracle, 3, np.array([1, 2])) == sd.Tally(oracle, 3, np.array([1, 2], np.uint8))
    with pytest.raises(ValueError, match="cannot add up"):
        sd.Tally(oracle, 3, np.array([1, 1]))
    with pytest.raises(ValueError, match="negative"):
        sd.Tally(oracle, 3, np.array([4, -1]))
    with pytest.raises(ValueError, match="2 cells"):
        sd.Tally(oracle, 3, np.array([1, 1, 1]))
    with pytest.raises(TypeError, match="float64"):
        sd.Tally(oracle, 3, np.array([1.0, 2.0]))


@pytest.mark.parametrize("bad", [3, None, "reports", b"reports", [1, 2], [[1, 2]], ["a"], 3.5, {"a": 1}])
def test_what_is_no_reports_is_a_type_error(oracle: sd.Oracle, bad: object) -> None:
    with pytest.raises(TypeError):
        oracle.tally(bad)


def test_arrays_of_another_shape_or_type_are_refused(oracle: sd.Oracle) -> None:
    with pytest.raises(ValueError, match=r"the shape \(n, 3\), not \(5, 2\)"):
        oracle.tally(np.zeros((5, 2), np.uint8))
    with pytest.raises(ValueError, match=r"the shape \(n, 3\), not \(5,\)"):
        oracle.tally(np.zeros(5, np.uint8))
    with pytest.raises(TypeError, match="uint8, not int64"):
        oracle.tally(np.zeros((5, 3), np.int64))


def test_reports_that_the_protocol_cannot_make_are_refused_with_their_number(oracle: sd.Oracle) -> None:
    array = oracle.randomize(range(17)).array
    array[11, 2] = 0xFF  # 17 bits, the padding is zero
    with pytest.raises(ValueError, match="report 12 is not one that oracle 'oue' makes"):
        oracle.tally(array)


def test_read_only_reports_are_added_up(oracle: sd.Oracle) -> None:
    array = oracle.randomize(range(17)).array
    expected = oracle.tally(array)
    array.setflags(write=False)
    assert oracle.tally(array) == expected


def test_equal_tallies_have_equal_bytes(oracle: sd.Oracle) -> None:
    reports = oracle.randomize(range(17))
    a, b = oracle.tally(reports), oracle.tally([reports[:5], reports[5:]])
    assert a == b and a.to_bytes() == b.to_bytes()
    assert sd.tally_from_bytes(a.to_bytes()) == a
    assert sd.tally_from_bytes(memoryview(a.to_bytes())) == a
    assert a != oracle.empty_tally() and a != 1
    with pytest.raises(TypeError):
        hash(a)


def test_bytes_that_are_no_tally_are_refused(oracle: sd.Oracle) -> None:
    data = oracle.tally(oracle.randomize(range(17))).to_bytes()
    for broken in (b"", data[:-1], data + b"x", bytes(len(data)), data[:40] + b"\0" + data[41:]):
        with pytest.raises(ValueError):
            sd.tally_from_bytes(broken)
    with pytest.raises(TypeError, match="data must be bytes, not str"):
        sd.tally_from_bytes("tally")  # type: ignore[arg-type]


def test_a_tally_about_ranges_answers_ranges() -> None:
    ages = sd.range_protocol(120, epsilon=4.0)
    people = np.repeat(np.arange(120), 100)
    tally = ages.tally(ages.randomize(people, seed=1))
    answers = tally.query("18-24", (40, None), 7, confidence=1 - 1e-6)
    assert len(answers) == 3
    for truth, lower, upper in zip([700, 8000, 100], answers["lower"], answers["upper"], strict=True):
        assert lower <= truth <= upper
    assert tally.query("0-9", frame="polars").shape == (1, 6)


def test_a_tally_of_an_oracle_has_no_ranges(oracle: sd.Oracle) -> None:
    with pytest.raises(TypeError, match="not about ranges"):
        oracle.empty_tally().query("0-3")
