"""tally() and estimate(): what the reports of a table add up to, and what that says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, overload

import numpy as np

from sourdine._collected import SEEDED
from sourdine.errors import InputError
from sourdine.spark import columns
from sourdine.spark.failures import as_ours
from sourdine.spark.partials import (
    AddParts,
    GroupTypes,
    Key,
    Part,
    count,
    group_columns,
    in_lots,
    part_count,
    whole_tallies,
)
from sourdine.spark.randomizing import require_protocol
from sourdine.spark.rows import KeyedValues, ReportColumn
from sourdine.tallies import Tally

if TYPE_CHECKING:
    import pyarrow
    from pyspark.sql import DataFrame
    from pyspark.sql.types import StructField

    from sourdine.estimates import Estimate
    from sourdine.protocols import Protocol
    from sourdine.tuples import TupleEstimate, TupleProtocol


@overload
def tally(df: DataFrame, column: str, protocol: Protocol, *, group_by: None = None) -> Tally: ...
@overload
def tally(df: DataFrame, column: str, protocol: Protocol, *, group_by: str | Iterable[str]) -> DataFrame: ...
def tally(
    df: DataFrame, column: str, protocol: Protocol, *, group_by: str | Iterable[str] | None = None
) -> Tally | DataFrame:
    """What the reports of a Spark table add up to: the same tally, byte for byte, as on one machine.

    Every partition is counted where it is, and what is counted is added up on the cluster.

    Parameters
    ----------
    df : pyspark.sql.DataFrame
        With a column of reports.
    column : str
        The reports: ``binary``.
    protocol : Protocol
        What they were made by.
    group_by : str or several, optional
        Columns; then there is one tally for every group.

    Returns
    -------
    Tally or pyspark.sql.DataFrame
        The tally. With `group_by` a table, which is not computed yet: the columns to group by, ``reports``, and
        ``tally``, the bytes of a tally file, which ``sd.tally_from_bytes()`` reads.

    Examples
    --------
    >>> import sourdine as sd, sourdine.spark
    >>> oracle = sd.oracle("oue", labels=["red", "green", "blue"], epsilon=1.0)
    >>> people = spark.createDataFrame([(1, "red"), (2, "blue")], ["id", "colour"])  # doctest: +SKIP
    >>> reports = sd.spark.randomize(people, "colour", oracle, id_column="id")  # doctest: +SKIP
    >>> sd.spark.tally(reports, "report", oracle).reports  # doctest: +SKIP
    2
    """
    told = reports_told(df, column, protocol)
    source = ReportColumn(protocol, column)
    if group_by is None:
        return collect_tally(df, source, *told)
    from pyspark.sql.types import BinaryType, LongType, StructField, StructType

    groups = columns.group_fields(df, group_by, ("part", "reports", "cells", "tally"))
    schema = StructType([*groups, StructField("reports", LongType(), False), StructField("tally", BinaryType(), False)])
    return count(df, source, groups, last=MakeTallies(len(groups), protocol, *told), schema=schema)


@overload
def estimate(  # type: ignore[overload-overlap]
    df: DataFrame,
    column: str,
    protocol: TupleProtocol,
    *,
    group_by: None = None,
    confidence: float = 0.95,
    consistency: str = "none",
    population: str = "fixed",
    simultaneous: bool = False,
) -> TupleEstimate: ...
@overload
def estimate(
    df: DataFrame,
    column: str,
    protocol: Protocol,
    *,
    group_by: None = None,
    confidence: float = 0.95,
    consistency: str = "none",
    population: str = "fixed",
    simultaneous: bool = False,
) -> Estimate: ...
@overload
def estimate(
    df: DataFrame,
    column: str,
    protocol: Protocol,
    *,
    group_by: str | Iterable[str],
    confidence: float = 0.95,
    consistency: str = "none",
    population: str = "fixed",
    simultaneous: bool = False,
) -> DataFrame: ...
def estimate(
    df: DataFrame,
    column: str,
    protocol: Protocol,
    *,
    group_by: str | Iterable[str] | None = None,
    confidence: float = 0.95,
    consistency: str = "none",
    population: str = "fixed",
    simultaneous: bool = False,
) -> Estimate | TupleEstimate | DataFrame:
    """How many people have each value, from the reports of a Spark table.

    Parameters
    ----------
    df, column, protocol, group_by
        As of :func:`tally`.
    confidence, consistency, population, simultaneous
        As of :meth:`sourdine.Tally.estimate`.

    Returns
    -------
    Estimate, TupleEstimate or pyspark.sql.DataFrame
        The estimate; of a protocol about several attributes those of all of them. With `group_by` a table, which is not
        computed yet: the columns to group by, ``value``, ``estimate``, ``std_error``, ``lower``, ``upper``,
        ``mostly_noise`` and ``reports``, before them ``attribute`` where there are several; intervals hold for one
        group each.

    Examples
    --------
    >>> import sourdine as sd, sourdine.spark
    >>> oracle = sd.oracle("grr", k=2, epsilon=3.0)
    >>> people = spark.range(1000).selectExpr("id", "int(id % 2) AS smokes")  # doctest: +SKIP
    >>> reports = sd.spark.randomize(people, "smokes", oracle, id_column="id")  # doctest: +SKIP
    >>> abs(sd.spark.estimate(reports, "report", oracle)[1].value - 500) < 200  # doctest: +SKIP
    True
    """
    from sourdine.estimates import Estimate as Made

    options = Made._options(confidence, consistency, population, simultaneous)
    told = reports_told(df, column, protocol)
    # What cannot be estimated is refused here, before anything is counted.
    trial = Tally._made(protocol, 0, np.zeros(protocol.cells, np.uint64), *told)
    asked = dict(confidence=options[0], consistency=consistency, population=population, simultaneous=simultaneous)
    is_several = protocol.kind == "tuple"
    estimated(trial, asked)
    source = ReportColumn(protocol, column)
    if group_by is None:
        return estimated(collect_tally(df, source, *told), asked)
    from pyspark.sql.types import BooleanType, DoubleType, IntegerType, LongType, StringType, StructField, StructType

    groups = columns.group_fields(df, group_by, ("part", "cells", "attribute", *_ESTIMATE_COLUMNS))
    has_texts = isinstance(trial_values(protocol)[0], str)
    types = (StringType() if has_texts else IntegerType(), *[DoubleType()] * 4, BooleanType(), LongType())
    made = [StructField("attribute", StringType(), False)] if is_several else []
    made += [StructField(name, kind, False) for name, kind in zip(_ESTIMATE_COLUMNS, types, strict=True)]
    last = MakeEstimates(len(groups), protocol, *told, asked)
    return count(df, source, groups, last=last, schema=StructType([*groups, *made]))


def estimated(tally: Tally, asked: dict[str, object]) -> Estimate | TupleEstimate:
    """The estimate of one attribute, or of all there are."""
    if tally.protocol.kind == "tuple":
        return tally.estimates(**asked)  # type: ignore[arg-type]
    return tally.estimate(**asked)  # type: ignore[arg-type]


def trial_values(protocol: Protocol) -> list[object]:
    """What the column of values will hold."""
    empty = estimated(protocol.empty_tally(), {})
    return list(empty.to_dict()["value"])


_ESTIMATE_COLUMNS = ("value", "estimate", "std_error", "lower", "upper", "mostly_noise", "reports")


def reports_told(df: DataFrame, column: str, protocol: Protocol) -> tuple[str, bool]:
    """The collection of the reports and whether they are private, as far as the column says."""
    columns.require_frame(df)
    require_protocol(protocol)
    field = columns.find(df, column, "column", ("binary",), "Reports are binary: randomize() makes them of values.")
    told = columns.metadata(field)
    if told.get("fingerprint", protocol.fingerprint.hex()) != protocol.fingerprint.hex():
        raise InputError(f"the reports in column '{column}' are another protocol's")
    return str(told.get("collection", "")), told.get("randomness") != SEEDED


def collect_tally(df: DataFrame, source: ReportColumn, collection: str, is_private: bool) -> Tally:
    """The tally of all rows."""
    found = collect_tallies(df, source, [], collection, is_private)
    return found.get((), source.protocol.empty_tally(collection=collection, is_private=is_private))


def collect_tallies(
    df: DataFrame,
    source: ReportColumn | KeyedValues,
    groups: Sequence[StructField],
    collection: str,
    is_private: bool,
) -> dict[Key, Tally]:
    """The tally of every group, on the driver."""
    tasks = min(part_count(source.protocol.cells), 64) if not groups else 1
    with as_ours():
        rows = count(df, source, groups, tasks=tasks).collect()
    parts = [
        Part(tuple(row[: len(groups)]), row["part"], row["reports"], np.frombuffer(row["cells"], np.uint64))
        for row in rows
    ]
    # Parts of one tally come from several tasks; groups come whole from one.
    if not groups:
        parts.sort(key=lambda part: part.number)
    return {
        key: Tally(source.protocol, reports, cells, collection=collection, is_private=is_private)
        for key, reports, cells in whole_tallies(iter(parts))
    }


class MakeTallies(AddParts):
    """A job's function: parts in, the bytes of tallies out."""

    def __init__(self, groups: int, protocol: Protocol, collection: str, is_private: bool) -> None:
        super().__init__(groups)
        self._protocol = protocol
        self._told = {"collection": collection, "is_private": is_private}

    def finished(self, parts: Iterator[Part], types: GroupTypes) -> Iterator[pyarrow.RecordBatch]:
        import pyarrow

        lot = max(1, (1 << 20) // max(1, self._protocol.cells))
        for some in in_lots(whole_tallies(parts), lot):
            tallies = [Tally(self._protocol, reports, cells, **self._told) for _, reports, cells in some]  # type: ignore[arg-type]
            made = [
                *group_columns([key for key, _, _ in some], types),
                pyarrow.array([reports for _, reports, _ in some], pyarrow.int64()),
                pyarrow.array([one.to_bytes() for one in tallies], pyarrow.binary()),
            ]
            yield pyarrow.RecordBatch.from_arrays(made, [*types, "reports", "tally"])


class MakeEstimates(AddParts):
    """A job's function: parts in, estimates out, a row for every value of a group."""

    def __init__(
        self, groups: int, protocol: Protocol, collection: str, is_private: bool, asked: dict[str, object]
    ) -> None:
        super().__init__(groups)
        self._protocol = protocol
        self._told = {"collection": collection, "is_private": is_private}
        self._asked = asked

    def finished(self, parts: Iterator[Part], types: GroupTypes) -> Iterator[pyarrow.RecordBatch]:
        import pyarrow

        for key, reports, cells in whole_tallies(parts):
            tally = Tally(self._protocol, reports, cells, **self._told)  # type: ignore[arg-type]
            found = estimated(tally, self._asked).to_dict()
            length = len(found["value"])
            attribute = [pyarrow.array(found["attribute"], pyarrow.string())] if "attribute" in found else []
            value = pyarrow.string() if isinstance(found["value"][0], str) else pyarrow.int32()
            made = [
                *group_columns([key] * length, types),
                *attribute,
                pyarrow.array(found["value"], value),
                *(pyarrow.array(found[name], pyarrow.float64()) for name in _ESTIMATE_COLUMNS[1:5]),
                pyarrow.array(found["mostly_noise"], pyarrow.bool_()),
                pyarrow.array([reports] * length, pyarrow.int64()),
            ]
            names = [*types, *(["attribute"] if attribute else []), *_ESTIMATE_COLUMNS]
            yield pyarrow.RecordBatch.from_arrays(made, names)
