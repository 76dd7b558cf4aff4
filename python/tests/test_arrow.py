"""Arrow's PyCapsule interface, in and out: pyarrow, polars, pandas and DuckDB, and no pyarrow of our own."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import sourdine as sd

pa = pytest.importorskip("pyarrow")
pl = pytest.importorskip("polars")
duckdb = pytest.importorskip("duckdb")
pd = pytest.importorskip("pandas")

NUMBERS = [1, 2, 16, 0, 5]
LABELS = ["red", "blue", "blue", "yellow", "green"]


class Capsules:
    """Something that has Arrow's interface and nothing else."""

    def __init__(self, source: Any, method: str) -> None:
        setattr(self, method, getattr(source, method))


def column_table(column: Any) -> Any:
    return pa.table({"other": list(range(len(column))), "value": column})


@pytest.mark.parametrize("kind", ["uint8", "int8", "uint16", "int16", "uint32", "int32", "uint64", "int64"])
def test_numbers_of_every_width(oracle: sd.Oracle, kind: str) -> None:
    expected = oracle.randomize(NUMBERS, seed=1)
    column = pa.array(NUMBERS, getattr(pa, kind)())
    assert oracle.randomize(column, seed=1) == expected
    assert oracle.randomize(pa.chunked_array([column[:2], column[2:2], column[2:]]), seed=1) == expected
    assert oracle.randomize(column_table(column), column="value", seed=1) == expected
    assert oracle.randomize(pa.record_batch({"value": column}), column="value", seed=1) == expected
    assert (
        oracle.randomize(
            pl.Series(NUMBERS, dtype=getattr(pl, kind.replace("uint", "UInt").replace("int", "Int"))), seed=1
        )
        == expected
    )


@pytest.mark.parametrize(
    "kind",
    [
        pa.string(),
        pa.large_string(),
        pa.string_view(),
        pa.dictionary(pa.int8(), pa.string()),
        pa.dictionary(pa.uint32(), pa.large_string()),
    ],
    ids=str,
)
def test_labels_of_every_type(colours: sd.Oracle, kind: Any) -> None:
    expected = colours.randomize(LABELS, seed=1)
    column = pa.array(LABELS).cast(kind) if pa.types.is_string_view(kind) else pa.array(LABELS, kind)
    assert colours.randomize(column, seed=1) == expected
    assert colours.randomize(column[1:4], seed=1) == colours.randomize(LABELS[1:4], seed=1)
    assert colours.randomize(pa.chunked_array([column[:2], column[2:]]), seed=1) == expected
    assert colours.randomize(column_table(column), column="value", seed=1) == expected


@pytest.mark.parametrize("kind", [pl.String, pl.Categorical, pl.Enum(["yellow", "red", "green", "blue"])], ids=str)
def test_labels_of_polars(colours: sd.Oracle, kind: Any) -> None:
    expected = colours.randomize(LABELS, seed=1)
    column = pl.Series("value", LABELS, dtype=kind)
    assert colours.randomize(column, seed=1) == expected
    assert colours.randomize(column.to_frame(), column="value", seed=1) == expected
    parts = pl.concat([column[:2], column[2:]], rechunk=False)
    assert parts.n_chunks() == 2
    assert colours.randomize(parts, seed=1) == expected


def test_relations_of_duckdb(oracle: sd.Oracle, colours: sd.Oracle) -> None:
    with duckdb.connect() as database:
        database.execute("create table calls(place integer, colour varchar)")
        database.executemany("insert into calls values (?, ?)", list(zip(NUMBERS, LABELS, strict=True)))
        relation = database.sql("select * from calls")
        assert oracle.randomize(relation, column="place", seed=1) == oracle.randomize(NUMBERS, seed=1)
        relation = database.sql("select colour from calls")
        assert colours.randomize(relation, column="colour", seed=1) == colours.randomize(LABELS, seed=1)
        kinds = "enum('green', 'red', 'yellow', 'blue')"
        relation = database.sql(f"select colour::{kinds} as colour from calls")
        assert colours.randomize(relation, column="colour", seed=1) == colours.randomize(LABELS, seed=1)


def test_many_chunks_of_duckdb(oracle: sd.Oracle) -> None:
    with duckdb.connect() as database:
        relation = database.sql("select (i % 17)::integer as place from range(300000) as t(i)")
        expected = oracle.randomize(np.arange(300_000) % 17, seed=1)
        assert oracle.randomize(relation, column="place", seed=1) == expected


def test_tables_of_pandas_by_arrow_or_not(oracle: sd.Oracle) -> None:
    table = pd.DataFrame({"value": NUMBERS})
    expected = oracle.randomize(NUMBERS, seed=1)
    assert oracle.randomize(table, column="value", seed=1) == expected
    assert oracle.randomize(Capsules(table, "__arrow_c_stream__"), column="value", seed=1) == expected


@pytest.mark.parametrize("method", ["__arrow_c_array__", "__arrow_c_stream__"])
def test_anything_with_the_interface(oracle: sd.Oracle, method: str) -> None:
    column = pa.array(NUMBERS) if method == "__arrow_c_array__" else pa.chunked_array([NUMBERS[:2], NUMBERS[2:]])
    assert oracle.randomize(Capsules(column, method), seed=1) == oracle.randomize(NUMBERS, seed=1)


def test_one_chunk_of_uint32_is_used_where_it_lies(oracle: sd.Oracle) -> None:
    column = pa.array(NUMBERS, pa.uint32())
    taken = oracle._core.values(column, None)
    assert taken.__array_interface__["data"][0] == column.buffers()[1].address
    del column
    assert taken.tolist() == NUMBERS, "the memory is kept"


@pytest.mark.parametrize(
    "column",
    [
        pa.array([1, 2, None]),
        pa.chunked_array([[1], [2, None]]),
        pa.array([0, 1, 2, None])[1:],
        pa.array([1, 2, None], pa.uint32()),
        pa.nulls(3)[2:],
    ],
    ids=["array", "chunks", "offset", "uint32", "null type"],
)
def test_nulls_are_refused_with_their_row(oracle: sd.Oracle, column: Any) -> None:
    with pytest.raises(ValueError) as caught:
        oracle.randomize(column)
    assert f"row {len(column)}: there is no value" in str(caught.value)


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string(), pa.dictionary(pa.int8(), pa.string())], ids=str)
def test_null_labels_are_refused_with_their_row(colours: sd.Oracle, kind: Any) -> None:
    with pytest.raises(ValueError) as caught:
        colours.randomize(pa.array(["red", "red", None], kind))
    assert "3" in str(caught.value).splitlines()[0]


@pytest.mark.parametrize("make", [pa.array, pl.Series, lambda x: pa.array(x, pa.dictionary(pa.int8(), pa.string()))])
def test_unknown_labels_are_refused_with_their_row(colours: sd.Oracle, make: Any) -> None:
    with pytest.raises(sd.InputError) as caught:
        colours.randomize(make(["red", "blue", "gren", "red"]))
    assert "'gren'" in caught.value.sentence and "3" in caught.value.sentence and "green" in caught.value.hint


@pytest.mark.parametrize(
    ("column", "kind"),
    [
        (pa.array([1.0, 2.0]), TypeError),
        (pa.array([b"red"]), TypeError),
        (pa.array([[1]]), TypeError),
        (pa.array([0], pa.timestamp("s")), TypeError),
        (pa.array([0, -1]), ValueError),
        (pa.array([17]), ValueError),
        (pa.array([2**40]), ValueError),
        (pa.array([2**64 - 1], pa.uint64()), ValueError),
        (pa.chunked_array([[1], [17]]), ValueError),
    ],
    ids=str,
)
def test_columns_that_cannot_be_are_refused(oracle: sd.Oracle, column: Any, kind: type[Exception]) -> None:
    with pytest.raises(kind):
        oracle.randomize(column)


def test_a_table_needs_the_name_of_its_column(oracle: sd.Oracle) -> None:
    table = column_table(pa.array(NUMBERS))
    with pytest.raises(ValueError) as caught:
        oracle.randomize(table)
    assert "other" in str(caught.value) and "value" in str(caught.value)
    with pytest.raises(ValueError, match="valeu"):
        oracle.randomize(table, column="valeu")


def test_reports_leave_as_fixed_size_binary_without_a_copy(oracle: sd.Oracle) -> None:
    reports = oracle.randomize(NUMBERS)
    column = pa.array(reports)
    assert column.type == pa.binary(oracle.report_bytes)
    assert column.buffers()[1].address == reports.array.__array_interface__["data"][0]
    assert column.to_pylist() == list(reports)
    expected = list(reports)
    del reports
    assert column.to_pylist() == expected, "the memory is kept"


def test_reports_become_columns_of_polars_and_duckdb(oracle: sd.Oracle) -> None:
    reports = oracle.randomize(NUMBERS)
    assert pl.Series(reports).to_list() == list(reports)
    assert pl.DataFrame({"report": reports})["report"].to_list() == list(reports)
    sent = pa.table({"report": pa.array(reports)})
    with duckdb.connect() as database:
        assert database.from_arrow(sent).distinct().count("report").fetchall()[0][0] == len(set(reports))


@pytest.mark.parametrize("kind", [pa.binary(3), pa.binary(), pa.large_binary(), pa.binary_view()], ids=str)
def test_columns_of_bytes_are_reports(oracle: sd.Oracle, kind: Any) -> None:
    reports = oracle.randomize(NUMBERS)
    column = pa.array(list(reports), kind)
    assert oracle.reports(column) == reports
    assert oracle.tally(column) == reports.tally()
    assert oracle.tally(pa.chunked_array([column[:2], column[2:]])) == reports.tally()
    assert oracle.reports(pa.table({"report": column}), column="report") == reports
    assert oracle.tally([column[:2], column[2:]]) == reports.tally()
    with pytest.raises(ValueError, match="2"):
        oracle.reports(pa.array([bytes(3), None], kind))


def test_bytes_of_an_arrow_column_are_used_where_they_lie(oracle: sd.Oracle) -> None:
    column = pa.array(list(oracle.randomize(NUMBERS)), pa.binary(3))
    assert oracle.reports(column).array.__array_interface__["data"][0] == column.buffers()[1].address


def test_reports_of_polars(oracle: sd.Oracle) -> None:
    reports = oracle.randomize(NUMBERS)
    assert oracle.tally(pl.Series(list(reports))) == reports.tally()


def test_reports_of_another_length_are_refused_with_their_row(oracle: sd.Oracle) -> None:
    with pytest.raises(ValueError, match="2"):
        oracle.tally(pa.array([bytes(3), bytes(4)]))
    with pytest.raises(ValueError):
        oracle.tally(pa.array([bytes(4)], pa.binary(4)))
    with pytest.raises(TypeError):
        oracle.tally(pa.array(["abc"]))


@pytest.mark.parametrize("make", [pa.array, pl.Series, lambda ids: pa.chunked_array([ids[:2], ids[2:]])])
def test_ids_of_arrow_are_those_of_lists(oracle: sd.Oracle, make: Any) -> None:
    secret = sd.RowSecret.draw()
    for ids in ([7, 8, 9], ["ann", "bob", "cai"]):
        expected = oracle.randomize([1, 2, 3], ids=ids, secret=secret)
        assert oracle.randomize([1, 2, 3], ids=make(ids), secret=secret) == expected
    with pytest.raises(ValueError):
        oracle.randomize([1, 2, 3], ids=make([7, 8, None]), secret=secret)


def test_empty_columns_have_no_reports(oracle: sd.Oracle) -> None:
    for column in (pa.array([], pa.int64()), pa.chunked_array([], pa.int32()), pl.Series([], dtype=pl.UInt8)):
        assert len(oracle.randomize(column)) == 0


def test_polars_needs_no_pyarrow() -> None:
    program = """
import sys
sys.modules["pyarrow"] = None
import polars as pl, sourdine as sd
oracle = sd.oracle("grr", labels=["red", "blue"], epsilon=1.0)
column = pl.Series("colour", ["red", "blue", "blue"])
for kind in (pl.String, pl.Categorical):
    reports = oracle.randomize(column.cast(kind).to_frame(), column="colour", seed=1)
    assert reports == oracle.randomize([0, 1, 1], seed=1)
assert oracle.randomize([0, 1], ids=pl.Series(["a", "b"]), seed=1) == oracle.randomize([0, 1], ids=["a", "b"], seed=1)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
