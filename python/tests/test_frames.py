"""Columns of pandas, with and without pyarrow."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import sourdine as sd

pd = pytest.importorskip("pandas")


@pytest.mark.parametrize(
    "series",
    [
        pd.Series([1, 2, 16]),
        pd.Series([1, 2, 16], dtype="uint8"),
        pd.Series([1, 2, 16], dtype="Int64"),
        pd.Series([1, 2, 16], dtype="UInt16"),
        pd.Series([1, 2, 16], dtype="int64[pyarrow]"),
        pd.Series([1, 2, 16], dtype=object),
        pd.Series([1, 2, 16], index=["x", "y", "z"]),
        pd.Index([1, 2, 16]),
        pd.Series([1, 2, 16], dtype="category"),
        pd.Categorical([1, 2, 16]),
        pd.Categorical([1, 2, 16], categories=[16, 99, 2, 1]),
    ],
    ids=lambda series: f"{type(series).__name__}-{series.dtype}",
)
def test_numbers_of_pandas(oracle: sd.Oracle, series: Any) -> None:
    assert oracle.randomize(series, seed=1) == oracle.randomize([1, 2, 16], seed=1)


@pytest.mark.parametrize("kind", ["object", "str", "string", "string[python]", "string[pyarrow]", "category"])
def test_labels_of_pandas(colours: sd.Oracle, kind: str) -> None:
    labels = ["red", "blue", "blue"]
    expected = colours.randomize([0, 2, 2], seed=1)
    assert colours.randomize(pd.Series(labels, dtype=kind), seed=1) == expected
    assert (
        colours.randomize(pd.DataFrame({"colour": pd.Series(labels, dtype=kind)}), column="colour", seed=1) == expected
    )
    assert colours.randomize(pd.Index(labels, dtype=kind), seed=1) == expected


def test_categories_that_no_row_has_need_not_be_known(colours: sd.Oracle) -> None:
    column = pd.Series(pd.Categorical(["red", "blue"], categories=["mauve", "blue", "red", "ochre"]))
    assert colours.randomize(column, seed=1) == colours.randomize([0, 2], seed=1)


def test_a_column_without_rows_has_no_reports(colours: sd.Oracle) -> None:
    for kind in ("object", "str", "category", "int64"):
        assert len(colours.randomize(pd.Series([], dtype=kind))) == 0


@pytest.mark.parametrize("kind", ["object", "str", "string", "category"])
def test_missing_labels_are_refused_with_their_row(colours: sd.Oracle, kind: str) -> None:
    with pytest.raises(ValueError) as caught:
        colours.randomize(pd.Series(["red", "red", None], dtype=kind))
    assert "3" in str(caught.value).splitlines()[0] and "missing" in str(caught.value)


@pytest.mark.parametrize("kind", ["float64", "Int64", "int64[pyarrow]", "object", "category"])
def test_missing_numbers_are_refused_with_their_row(oracle: sd.Oracle, kind: str) -> None:
    with pytest.raises(ValueError, match="value number 2 is missing"):
        oracle.randomize(pd.Series([1, None, 3], dtype=kind))


@pytest.mark.parametrize("kind", ["object", "str", "string", "category"])
def test_unknown_labels_are_refused_with_their_row(colours: sd.Oracle, kind: str) -> None:
    with pytest.raises(sd.InputError) as caught:
        colours.randomize(pd.Series(["red", "blue", "gren", "red"], dtype=kind))
    assert "'gren'" in caught.value.sentence and "3" in caught.value.sentence and "green" in caught.value.hint


def test_other_types_are_type_errors(oracle: sd.Oracle) -> None:
    for bad in (pd.Series([1.5]), pd.Series([1.5], dtype="Float64"), pd.to_datetime(pd.Series(["2014-03-01"]))):
        with pytest.raises(TypeError, match="whole numbers or labels"):
            oracle.randomize(bad)


def test_a_table_needs_the_name_of_its_column(oracle: sd.Oracle) -> None:
    table = pd.DataFrame({"place": [1, 2], "time": [3, 4]})
    with pytest.raises(sd.InputError) as caught:
        oracle.randomize(table)
    assert "column" in caught.value.sentence and "place, time" in caught.value.hint
    with pytest.raises(sd.InputError) as caught:
        oracle.randomize(table, column="palce")
    assert "Did you mean 'place'?" in caught.value.hint
    with pytest.raises(ValueError, match="several columns"):
        oracle.randomize(pd.DataFrame([[1, 2]], columns=["place", "place"]), column="place")
    with pytest.raises(TypeError, match="column= is for tables"):
        oracle.randomize(table["place"], column="place")


def test_numbers_of_a_column_are_not_copied(oracle: sd.Oracle) -> None:
    from sourdine._input import to_values

    column = pd.Series(np.zeros(1000, np.int64))
    taken = to_values(oracle._core, column)
    assert taken.__array_interface__["data"][0] == column.to_numpy().__array_interface__["data"][0]


def test_ids_may_be_a_column(oracle: sd.Oracle) -> None:
    secret = sd.RowSecret.draw()
    numbers = oracle.randomize([1, 2, 3], ids=[5, 6, 7], secret=secret)
    texts = oracle.randomize([1, 2, 3], ids=["ann", "bob", "cai"], secret=secret)
    assert oracle.randomize([1, 2, 3], ids=pd.Series([5, 6, 7]), secret=secret) == numbers
    assert oracle.randomize([1, 2, 3], ids=pd.Series([5, 6, 7], dtype="Int64"), secret=secret) == numbers
    assert oracle.randomize([1, 2, 3], ids=pd.Index(["ann", "bob", "cai"]), secret=secret) == texts
    with pytest.raises(ValueError, match="id number 2 is missing"):
        oracle.randomize([1, 2], ids=pd.Series([5, None]))
    with pytest.raises(TypeError, match="one column"):
        oracle.randomize([1, 2], ids=pd.DataFrame({"id": [1, 2]}))
