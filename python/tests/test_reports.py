"""Reports: bytes of numpy where they lie, and what they mean."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

import sourdine as sd


def address(array: npt.NDArray[np.uint8]) -> int:
    return int(array.__array_interface__["data"][0])


def test_one_report_per_value(oracle: sd.Oracle, values: npt.NDArray[np.uint32]) -> None:
    reports = oracle.randomize(values)
    assert len(reports) == values.size
    assert reports.array.shape == (values.size, 3) and reports.array.dtype == np.uint8
    assert reports.is_private and reports.randomness == "secure"


def test_two_runs_differ_and_a_seed_repeats(oracle: sd.Oracle, values: npt.NDArray[np.uint32]) -> None:
    assert oracle.randomize(values) != oracle.randomize(values)
    assert oracle.randomize(values, seed=4) == oracle.randomize(values, seed=4)
    assert oracle.randomize(values, seed=4) != oracle.randomize(values, seed=5)


def test_reports_do_not_depend_on_the_number_of_threads(oracle: sd.Oracle, values: npt.NDArray[np.uint32]) -> None:
    assert oracle.randomize(values, seed=4, threads=1) == oracle.randomize(values, seed=4, threads=2)


@pytest.mark.parametrize("kind", [np.uint8, np.uint16, np.uint32, np.uint64, np.int8, np.int16, np.int32, np.int64])
def test_the_type_of_the_numbers_does_not_matter(
    oracle: sd.Oracle, values: npt.NDArray[np.uint32], kind: type[np.integer[npt.NBitBase]]
) -> None:
    assert oracle.randomize(values.astype(kind), seed=4) == oracle.randomize(values, seed=4)


def test_reports_are_written_where_out_lies(oracle: sd.Oracle, values: npt.NDArray[np.uint32]) -> None:
    out = np.empty((values.size, oracle.report_bytes), np.uint8)
    reports = oracle.randomize(values, seed=4, out=out)
    assert reports.array is out
    assert reports == oracle.randomize(values, seed=4)


def test_part_of_a_larger_array_may_be_out(oracle: sd.Oracle) -> None:
    room = np.zeros((10, oracle.report_bytes), np.uint8)
    reports = oracle.randomize([1, 2, 3], out=room[4:7])
    assert address(reports.array) == address(room) + 4 * oracle.report_bytes
    assert not room[:4].any() and not room[7:].any()


def test_numpy_reads_the_memory_of_the_reports(oracle: sd.Oracle) -> None:
    reports = oracle.randomize([1, 2, 3])
    assert address(np.asarray(reports)) == address(reports.array)
    assert address(np.array(reports, copy=True)) != address(reports.array)
    assert np.asarray(reports, np.uint16).dtype == np.uint16
    with pytest.raises(ValueError, match="copy"):
        np.asarray(reports, np.uint16, copy=False)


def test_bytes_of_others_are_taken_where_they_lie(oracle: sd.Oracle) -> None:
    sent = oracle.randomize([1, 2, 3]).array.copy()
    reports = oracle.reports(sent, collection="monday", is_private=False)
    assert address(reports.array) == address(sent)
    assert reports.collection == "monday" and not reports.is_private
    assert oracle.reports(reports) is reports


def test_slices_are_views(oracle: sd.Oracle) -> None:
    reports = oracle.randomize(range(17), collection="monday", seed=1)
    part = reports[5:9]
    assert isinstance(part, sd.Reports) and len(part) == 4
    assert address(part.array) == address(reports.array) + 5 * 3
    assert (part.collection, part.is_private) == ("monday", False)
    assert len(reports[reports.array[:, 0] > 300]) == 0
    assert len(reports[[1, 1, 2]]) == 3
    assert len(reports[::2]) == 9 and reports[::2].array.flags.c_contiguous
    assert reports[3] == bytes(reports.array[3]) and list(reports)[3] == reports[3]
    with pytest.raises(IndexError):
        reports[17]
    with pytest.raises(TypeError):
        reports[1, 2]  # type: ignore[index]


def test_seeded_is_said_wherever_reports_are_shown(oracle: sd.Oracle) -> None:
    seeded, fresh = oracle.randomize([1, 2], seed=1), oracle.randomize([1, 2])
    for made in (seeded, seeded[:1], seeded.tally(), seeded.tally() + fresh.tally(), seeded.estimate()):
        assert not made.is_private
        assert made.randomness == "seeded, not private"
        assert "NOT PRIVATE" in repr(made)
        assert "NOT PRIVATE" in made._repr_html_()
        assert not made.guarantee.is_private
    for made in (fresh, fresh[:1], fresh.tally(), fresh.estimate()):
        assert made.is_private and "NOT PRIVATE" not in repr(made) + made._repr_html_()


def test_reports_of_rows_belong_to_their_ids(oracle: sd.Oracle, values: npt.NDArray[np.uint32]) -> None:
    ids = np.arange(values.size, dtype=np.uint64) * 7
    secret = sd.RowSecret.draw()
    whole = oracle.randomize(values, ids=ids, secret=secret)
    order = np.random.default_rng(2).permutation(values.size)
    assert oracle.randomize(values[order], ids=ids[order], secret=secret) == whole[order]
    assert oracle.randomize(values, ids=ids, secret=secret.bytes, threads=1) == whole
    assert oracle.randomize(values, ids=ids.astype(np.int64), secret=secret) == whole
    assert oracle.randomize(values, ids=ids.tolist(), secret=secret) == whole
    assert oracle.randomize(values, ids=ids) != whole
    assert whole.is_private


def test_reports_of_rows_by_a_seed_are_not_private(oracle: sd.Oracle) -> None:
    first = oracle.randomize([1, 2, 3], ids=[10, 20, 30], seed=5)
    assert first == oracle.randomize([1, 2, 3], ids=[10, 20, 30], seed=5)
    assert not first.is_private
    assert not oracle.randomize([1], ids=[1], secret=sd.RowSecret.seeded(5)).is_private


def test_ids_may_be_texts(oracle: sd.Oracle) -> None:
    secret = sd.RowSecret.draw()
    first = oracle.randomize([1, 2, 3], ids=["ann", "bob", "cai"], secret=secret)
    assert first == oracle.randomize([1, 2, 3], ids=np.array(["ann", "bob", "cai"]), secret=secret)
    assert first == oracle.randomize([1, 2, 3], ids=np.array(["ann", "bob", "cai"], dtype=object), secret=secret)
    assert first[1:2] == oracle.randomize([2], ids=["bob"], secret=secret)


@pytest.mark.parametrize(
    ("ids", "kind", "sentence"),
    [
        ([1, 2], ValueError, "2 ids for 3 values"),
        ([1, 2, None], ValueError, "id number 3 is missing"),
        ([1, "2", 3], TypeError, "all whole numbers or all texts"),
        ([1.0, 2.0, 3.0], TypeError, "whole numbers"),
        (np.array([1.0, 2.0, 3.0]), TypeError, "float64"),
        (np.zeros((3, 1), int), ValueError, "one dimension"),
        ([1, 2, 2**70], ValueError, "64 bits"),
        ("abc", TypeError, "not str"),
        (7, TypeError, "not int"),
    ],
)
def test_ids_that_cannot_be_are_refused(oracle: sd.Oracle, ids: object, kind: type[Exception], sentence: str) -> None:
    with pytest.raises(kind, match=sentence):
        oracle.randomize([1, 2, 3], ids=ids)


def test_secrets_that_cannot_be_are_refused(oracle: sd.Oracle) -> None:
    with pytest.raises(TypeError, match="needs ids"):
        oracle.randomize([1], secret=bytes(32))
    with pytest.raises(ValueError, match="32 bytes, not 31"):
        oracle.randomize([1], ids=[1], secret=bytes(31))
    with pytest.raises(TypeError, match="RowSecret or bytes, not str"):
        oracle.randomize([1], ids=[1], secret="x" * 32)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="not both"):
        oracle.randomize([1], ids=[1], secret=bytes(32), seed=1)


def test_a_secret_does_not_show_itself() -> None:
    secret = sd.RowSecret.draw()
    assert secret.bytes.hex() not in repr(secret) + str(secret)
    assert repr(secret.bytes)[2:-1] not in repr(secret)


def test_reports_equal_their_like_only(oracle: sd.Oracle) -> None:
    reports = oracle.randomize([1, 2], seed=1)
    assert reports == oracle.reports(reports.array.copy(), is_private=False)
    assert reports != oracle.reports(reports.array.copy())
    assert reports != oracle.reports(reports.array.copy(), is_private=False, collection="monday")
    assert reports != 3
    with pytest.raises(TypeError):
        hash(reports)


def test_estimates_from_reports_are_those_of_their_tally(oracle: sd.Oracle, values: npt.NDArray[np.uint32]) -> None:
    reports = oracle.randomize(values)
    assert np.array_equal(reports.estimate().values, reports.tally().estimate().values)


def test_maximum_likelihood_needs_the_reports_of_most_oracles(oracle: sd.Oracle) -> None:
    reports = oracle.randomize([3] * 300)
    assert reports.estimate(consistency="mle").values.sum() == pytest.approx(300)
    with pytest.raises(ValueError, match="mle|likelihood"):
        reports.tally().estimate(consistency="mle")
