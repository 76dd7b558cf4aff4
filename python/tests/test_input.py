"""What people hand over as values: what works, and what they are told when it does not."""

from __future__ import annotations

import array
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import sourdine as sd


@pytest.mark.parametrize(
    "given",
    [
        [1, 2, 16],
        (1, 2, 16),
        [np.int8(1), 2, np.uint64(16)],
        iter([1, 2, 16]),
        array.array("i", [1, 2, 16]),
        memoryview(array.array("q", [1, 2, 16])),
        np.array([1, 2, 16], ">i4"),
        np.array([1, 9, 2, 9, 16, 9])[::2],
        np.array([16, 2, 1])[::-1],
        np.array([1, 2, 16], dtype=object),
        np.ma.MaskedArray([1, 2, 16]),
        {"place": [1, 2, 16]},
    ],
    ids=lambda given: type(given).__name__,
)
def test_numbers_are_taken_from_anything_that_has_them(oracle: sd.Oracle, given: Any) -> None:
    column = "place" if isinstance(given, dict) else None
    assert oracle.randomize(given, column=column, seed=1) == oracle.randomize(np.array([1, 2, 16]), seed=1)


def test_truth_values_are_zero_and_one() -> None:
    oracle = sd.oracle("grr", k=2, epsilon=1.0)
    expected = oracle.randomize([0, 1, 1], seed=1)
    assert oracle.randomize([False, True, True], seed=1) == expected
    assert oracle.randomize(np.array([False, True, True]), seed=1) == expected
    assert oracle.randomize(np.array([False, True, True])[::1], seed=1) == expected


def test_a_range_is_a_list_of_numbers(oracle: sd.Oracle) -> None:
    assert oracle.randomize(range(16, 0, -2), seed=1) == oracle.randomize(list(range(16, 0, -2)), seed=1)
    assert len(oracle.randomize(range(0))) == 0
    for given, place in (
        (range(20), 18),
        (range(0, 2**70, 3), 7),
        (range(-1, 5), 1),
        (range(4, -5, -3), 3),
        (range(99, 0, -1), 1),
    ):
        with pytest.raises(ValueError, match=rf"\(number {place}\) is outside the domain 0 … 16"):
            oracle.randomize(given)


@pytest.mark.parametrize(
    "given",
    [
        ["red", "blue", "blue"],
        ("red", "blue", "blue"),
        np.array(["red", "blue", "blue"]),
        np.array(["red", "blue", "blue"], dtype=object),
        np.array(["red", "blue", "blue"], dtype=np.dtypes.StringDType()),
        [np.str_("red"), "blue", "blue"],
        (label for label in ["red", "blue", "blue"]),
    ],
    ids=["list", "tuple", "numpy-U", "numpy-O", "numpy-T", "numpy-str", "generator"],
)
def test_labels_are_taken_from_anything_that_has_them(colours: sd.Oracle, given: Any) -> None:
    assert colours.randomize(given, seed=1) == colours.randomize([0, 2, 2], seed=1)


@pytest.mark.parametrize("kind", [np.uint32, np.int64])
def test_read_only_values_are_read(oracle: sd.Oracle, kind: type[np.integer[Any]]) -> None:
    values = np.array([1, 2, 16], kind)
    values.setflags(write=False)
    assert oracle.randomize(values, seed=1) == oracle.randomize([1, 2, 16], seed=1)


def test_values_are_not_copied(oracle: sd.Oracle) -> None:
    from sourdine._input import to_values

    for kind in (np.uint8, np.int16, np.uint32, np.int64, np.bool_):
        values = np.zeros(1000, kind)
        taken = to_values(oracle._core, values)
        assert taken.__array_interface__["data"][0] == values.__array_interface__["data"][0]


NAN = float("nan")


@pytest.mark.parametrize(
    ("given", "kind", "sentence"),
    [
        (np.array([1.0, 2.0]), TypeError, "whole numbers or labels, not float64"),
        (np.array([1.0, NAN]), ValueError, "value number 2 is missing (NaN)"),
        (np.array([1 + 2j]), TypeError, "not complex128"),
        (np.array(["2014-03-01"], "M8[D]"), TypeError, "not datetime64[D]"),
        (np.array([b"red"]), TypeError, "not |S3"),
        (np.zeros(2, [("a", int)]), TypeError, "whole numbers or labels"),
        (np.array(3), ValueError, "one dimension, not 0"),
        (np.zeros((3, 1), int), ValueError, "one dimension, not 2"),
        (np.ma.MaskedArray([1, 2, 3], [False, False, True]), ValueError, "value number 3 is missing (masked)"),
        ([1, 2.0], TypeError, "value number 2 is of type float"),
        ([1.5], TypeError, "value number 1 is of type float"),
        ([1, NAN], ValueError, "value number 2 is missing (nan)"),
        ([1, None], ValueError, "value number 2 is missing (None)"),
        ([None], ValueError, "value number 1 is missing (None)"),
        ([1, "2"], TypeError, "value number 2 is of type str, the first of int"),
        ([1, b"2"], TypeError, "value number 2 is of type bytes"),
        ([1, object()], TypeError, "value number 2 is of type object"),
        ([[1, 2], [3]], ValueError, "one list"),
        ([[1], [2]], ValueError, "one dimension, not 2"),
        ([["a"]], TypeError, "value number 1 is of type list"),
        (np.array([1, None, 2], dtype=object), ValueError, "value number 2 is missing (None)"),
        ([0, 17], ValueError, "value 17 (number 2) is outside the domain 0 … 16"),
        ([0, 1, -1], ValueError, "-1"),
        (np.array([2**32 + 1]), ValueError, "4294967297"),
        (np.array([2**64 - 1], np.uint64), ValueError, "18446744073709551615"),
        ([2**70], ValueError, "(number 1) is outside the domain 0 … 16"),
        ([-(2**70)], ValueError, "(number 1) is outside the domain 0 … 16"),
        ("red", TypeError, "a column, not str"),
        (b"red", TypeError, "a column, not bytes"),
        ({1, 2}, TypeError, "a column, not set"),
        ({"a": 1}, TypeError, "a column, not dict"),
        (3, TypeError, "a column, not int"),
        (3.5, TypeError, "a column, not float"),
        (None, TypeError, "a column, not NoneType"),
        (object(), TypeError, "a column, not object"),
    ],
)
def test_values_that_cannot_be_are_refused(oracle: sd.Oracle, given: Any, kind: type[Exception], sentence: str) -> None:
    with pytest.raises(kind) as caught:
        oracle.randomize(given)
    assert sentence in str(caught.value)
    assert str(caught.value).count("\n") <= 1, "one sentence, and perhaps one hint"


def test_a_label_that_is_not_known_is_refused_with_its_place_and_the_nearest(colours: sd.Oracle) -> None:
    with pytest.raises(sd.InputError) as caught:
        colours.randomize(["red", "gren"])
    assert "'gren'" in caught.value.sentence and "2" in caught.value.sentence
    assert "green" in caught.value.hint


def test_labels_are_refused_where_values_are_numbers(oracle: sd.Oracle) -> None:
    with pytest.raises(ValueError, match="red"):
        oracle.randomize(["red"])


def test_text_that_is_no_utf8_is_refused(colours: sd.Oracle) -> None:
    half = "\ud800"
    for what, call in (
        ("value number 2", lambda: colours.randomize(["red", half])),
        ("id number 1", lambda: colours.randomize(["red"], ids=[half])),
        ("collection", lambda: colours.randomize(["red"], collection=half)),
        ("column", lambda: colours.randomize({"a": ["red"]}, column=half)),
        ("name", lambda: sd.oracle(half, k=2, epsilon=1.0)),
        ("spec", lambda: sd.protocol("oracle", half)),
        ("spec", lambda: sd.protocol("oracle", {"oracle": half})),
        ("consistency", lambda: colours.randomize(["red"]).estimate(consistency=half)),
        ("path", lambda: sd.read_tally(half)),
    ):
        with pytest.raises(sd.InputError, match=f"{what} has characters that no UTF-8 text has"):
            call()


@pytest.mark.parametrize(
    ("options", "kind", "sentence"),
    [
        ({"seed": "1"}, TypeError, "seed must be a whole number, not str"),
        ({"seed": 1.0}, TypeError, "seed must be a whole number, not float"),
        ({"seed": -1}, ValueError, "seed must be from 0 to"),
        ({"seed": 2**64}, ValueError, "seed must be from 0 to"),
        ({"threads": -1}, ValueError, "threads must be from 0 to 1024"),
        ({"threads": None}, TypeError, "threads must be a whole number"),
        ({"collection": 3}, TypeError, "collection must be a str, not int"),
        ({"column": "place"}, TypeError, "column= is for tables, not for list"),
        ({"column": 3}, TypeError, "column must be a str, not int"),
        ({"out": [0, 0]}, TypeError, "out must be an array of dtype uint8, not list"),
        ({"out": np.zeros((2, 3), np.int8)}, TypeError, "out must be an array of dtype uint8, not int8"),
        ({"out": np.zeros((2, 4), np.uint8)}, ValueError, "out must have the shape (2, 3), not (2, 4)"),
        ({"out": np.zeros((2, 6), np.uint8)[:, ::2]}, ValueError, "out must be C-contiguous"),
        ({"out": np.frombuffer(bytes(6), np.uint8).reshape(2, 3)}, ValueError, "out is read-only"),
    ],
)
def test_options_that_cannot_be_are_refused(
    oracle: sd.Oracle, options: dict[str, Any], kind: type[Exception], sentence: str
) -> None:
    with pytest.raises(kind) as caught:
        oracle.randomize([1, 2], **options)
    assert sentence in str(caught.value)


def test_out_must_not_be_the_memory_of_the_values() -> None:
    oracle = sd.oracle("grr", k=4, epsilon=1.0)
    values = np.zeros(5, np.uint8)
    with pytest.raises(ValueError, match="share memory"):
        oracle.randomize(values, out=values.reshape(5, 1))


def test_nothing_is_left_in_out_when_a_value_is_bad(oracle: sd.Oracle, values: npt.NDArray[np.uint32]) -> None:
    bad = values.copy()
    bad[99_000] = 17
    out = np.full((bad.size, oracle.report_bytes), 0xAB, np.uint8)
    with pytest.raises(ValueError, match="number 99001"):
        oracle.randomize(bad, out=out)
    # What was made of the others must not be taken for reports.
    assert not out.any() or (out == 0xAB).all()


def test_a_missing_column_names_those_there_are(oracle: sd.Oracle) -> None:
    with pytest.raises(sd.InputError) as caught:
        oracle.randomize({"place": [1]}, column="palce")
    assert caught.value.sentence == "there is no column 'palce'" and "place" in caught.value.hint


def test_the_same_error_comes_from_one_thread_and_from_many(oracle: sd.Oracle, values: npt.NDArray[np.uint32]) -> None:
    bad = values.astype(np.int64)
    bad[[70_000, 99_000]] = [-5, 400]
    texts = set()
    for threads in (1, 2, 0):
        with pytest.raises(ValueError, match="number 70001") as caught:
            oracle.randomize(bad, threads=threads)
        texts.add(str(caught.value))
    assert len(texts) == 1


def test_errors_say_one_sentence_and_one_hint() -> None:
    calls: list[Callable[[], object]] = [
        lambda: sd.oracle("nothing", k=2, epsilon=1.0),
        lambda: sd.oracle("grr", k=2, epsilon=1.0).randomize([2]),
        lambda: sd.oracle("grr", labels=["a", "b"], epsilon=1.0).randomize(["c"]),
    ]
    for call in calls:
        with pytest.raises(sd.InputError) as caught:
            call()
        error = caught.value
        assert str(error) == (f"{error.sentence}\n{error.hint}" if error.hint else error.sentence)
