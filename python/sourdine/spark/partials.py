"""Tallies of a table's partitions, added up on the cluster.

A tally travels as rows of (group …, part, reports, cells): part p holds the cells from p · PART_CELLS on, as 64-bit
numbers, so that no row is long whatever the protocol, and the parts of one large tally are added up side by side. Sums
are exact and commutative: which executor counted what, and how often it had to try, does not show.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from sourdine._input import tally_reports
from sourdine.spark.rows import Bytes, KeyedValues, ReportColumn, pieces, within

if TYPE_CHECKING:
    import pyarrow
    from pyspark.sql import DataFrame
    from pyspark.sql.types import StructField, StructType

    from sourdine.protocols import Protocol

Cells: TypeAlias = npt.NDArray[np.uint64]
Key: TypeAlias = tuple[Any, ...]
GroupTypes: TypeAlias = "dict[str, pyarrow.DataType]"  # by the names of the columns, in their order
Item = TypeVar("Item")

PART_CELLS = 1024
# What no column to group by may be called.
PART_COLUMNS = ("part", "reports", "cells")
# Of tallies of many groups, and as much of reports that wait to be counted together.
_HELD_BYTES = 1 << 26
_COUNTER_BYTES = 1024  # what a counter takes beside its cells


class Part(NamedTuple):
    """Some cells of the tally of one group."""

    key: Key
    number: int
    reports: int
    cells: Cells


def count(
    df: DataFrame,
    source: ReportColumn | KeyedValues,
    groups: Sequence[StructField],
    *,
    last: AddParts | None = None,
    schema: StructType | None = None,
    tasks: int | None = None,
) -> DataFrame:
    """The tallies of the table: its partitions are counted, and what they add up to becomes what `last` makes of it,
    with that `schema`; without them the parts themselves. `last` gets all parts of a group together.

    `tasks` is how many tasks add up; None: as Spark is configured.
    """
    from pyspark.sql.types import BinaryType, IntegerType, LongType, StructField, StructType

    from sourdine.spark.columns import column

    names = [field.name for field in groups]
    partial_schema = StructType(
        [
            *(StructField(field.name, field.dataType) for field in groups),
            StructField("part", IntegerType(), False),
            StructField("reports", LongType(), False),
            StructField("cells", BinaryType(), False),
        ]
    )
    needed = list(dict.fromkeys([*names, *source.columns]))
    partial = df.select(*map(column, needed)).mapInArrow(CountPartition(source, names), partial_schema)
    keys = [column(name) for name in names] or [column("part")]
    spread = partial.repartition(*keys) if tasks is None else partial.repartition(tasks, *keys)
    sorted_parts = spread.sortWithinPartitions(*map(column, [*names, "part"]))
    return sorted_parts.mapInArrow(last or AddParts(len(names)), schema or partial_schema)


class Counter:
    """Counts reports of one group, some batches at once: a tally may have far more cells than a batch has rows."""

    def __init__(self, protocol: Protocol, column: str) -> None:
        self._core = protocol._core
        self._column = column  # for messages
        self._waiting: list[Bytes] = []
        self._rows = 0
        self._enough = max(1, min(max(1 << 14, self._core.cells), _HELD_BYTES // max(1, self._core.report_bytes)))
        self.reports = 0
        self.cells: Cells = np.zeros(self._core.cells, np.uint64)

    def add(self, reports: Bytes) -> None:
        self._waiting.append(reports)
        self._rows += len(reports)
        if self._rows >= self._enough:
            self.finish()

    def finish(self) -> None:
        if not self._rows:
            return
        together = self._waiting[0] if len(self._waiting) == 1 else np.concatenate(self._waiting)
        reports, cells = within(self._column, lambda: tally_reports(self._core, together, 1))
        self.reports += reports
        self.cells += np.frombuffer(cells, np.uint64)
        self._waiting, self._rows = [], 0


class CountPartition:
    """A job's function: the rows of a partition in, the parts of its tallies out."""

    def __init__(self, source: ReportColumn | KeyedValues, groups: list[str]) -> None:
        self._source = source
        self._groups = groups

    def __call__(self, batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        source = self._source.opened()
        protocol = source.protocol
        counters: dict[Key, Counter] = {}
        most = max(1, _HELD_BYTES // (8 * protocol.cells + _COUNTER_BYTES))
        waiting = 0
        types: GroupTypes = {}
        for batch in pieces(batches, protocol.report_bytes):
            columns = [batch.column(name) for name in self._groups]
            types.update((name, column.type) for name, column in zip(self._groups, columns, strict=True))
            reports = source.reports(batch)
            waiting += reports.nbytes
            if waiting > _HELD_BYTES:
                for counter in counters.values():
                    counter.finish()
                waiting = reports.nbytes
            for key, places in split_groups(columns, batch.num_rows):
                if key not in counters and len(counters) >= most:
                    yield from part_batches(_all_parts(counters), types)
                    counters.clear()
                if key not in counters:
                    counters[key] = Counter(protocol, source.columns[0])
                counters[key].add(reports if places is None else reports[places])
        yield from part_batches(_all_parts(counters), types)


def split_groups(columns: Sequence[pyarrow.Array], rows: int) -> Iterator[tuple[Key, npt.NDArray[np.intp] | None]]:
    """The groups of a batch, and where their rows are; None: all of them."""
    if rows == 0:
        return
    if not columns:
        yield (), None
        return
    codes = np.zeros(rows, np.int64)
    for column in columns:
        encoded = column.dictionary_encode(null_encoding="encode")
        codes = codes * len(encoded.dictionary) + encoded.indices.to_numpy(zero_copy_only=False)
    _, first, inverse = np.unique(codes, return_index=True, return_inverse=True)
    keys = list(zip(*(key_values(column.take(first)) for column in columns), strict=True))
    if len(keys) == 1:
        yield keys[0], None
        return
    order = np.argsort(inverse, kind="stable")
    ends = np.cumsum(np.bincount(inverse)).tolist()
    for key, begin, end in zip(keys, [0, *ends[:-1]], ends, strict=True):
        yield key, order[begin:end]


def key_values(column: pyarrow.Array) -> list[Any]:
    """Keys to compare: points in time as numbers, since Python takes the two 02:30 of an autumn night for the same."""
    import pyarrow

    return list((column.cast(pyarrow.int64()) if pyarrow.types.is_timestamp(column.type) else column).to_pylist())


def group_columns(keys: Sequence[Key], types: GroupTypes) -> list[pyarrow.Array]:
    """The columns to group by, one row per key."""
    import pyarrow

    def made(place: int, kind: pyarrow.DataType) -> pyarrow.Array:
        plain = pyarrow.int64() if pyarrow.types.is_timestamp(kind) else kind
        return pyarrow.array([key[place] for key in keys], plain).cast(kind)

    return [made(place, kind) for place, kind in enumerate(types.values())]


def part_count(cells: int) -> int:
    """How many rows a tally has."""
    return max(1, -(-cells // PART_CELLS))


def _all_parts(counters: dict[Key, Counter]) -> Iterator[Part]:
    for key, counter in counters.items():
        counter.finish()
        for number in range(part_count(counter.cells.size)):
            cells = counter.cells[number * PART_CELLS : (number + 1) * PART_CELLS]
            yield Part(key, number, counter.reports, cells)


def part_batches(parts: Iterator[Part], types: GroupTypes) -> Iterator[pyarrow.RecordBatch]:
    """Parts as batches of Arrow, of no more than a few megabytes."""
    import pyarrow

    for some in in_lots(parts, 512):
        columns = group_columns([part.key for part in some], types)
        columns += [
            pyarrow.array([part.number for part in some], pyarrow.int32()),
            pyarrow.array([part.reports for part in some], pyarrow.int64()),
            pyarrow.array([part.cells.tobytes() for part in some], pyarrow.binary()),
        ]
        yield pyarrow.RecordBatch.from_arrays(columns, [*types, *PART_COLUMNS])


def in_lots(items: Iterator[Item], size: int) -> Iterator[list[Item]]:
    """The items, at most so many at a time."""
    while some := list(islice(items, size)):
        yield some


def read_parts(batch: pyarrow.RecordBatch, groups: int) -> Iterator[Part]:
    """The parts that the batch holds; their cells lie in it."""
    keys = [key_values(batch.column(place)) for place in range(groups)]
    numbers, reports = (batch.column(groups + place).to_pylist() for place in range(2))
    cells = batch.column(groups + 2)
    for row in range(batch.num_rows):
        key = tuple(key[row] for key in keys)
        yield Part(key, numbers[row], reports[row], np.frombuffer(cells[row].as_buffer(), np.uint64))


def add_equal(parts: Iterator[Part]) -> Iterator[Part]:
    """Parts of the same group and number, which follow each other, become one."""
    sum_: Part | None = None
    for part in parts:
        if sum_ is not None and (part.key, part.number) == (sum_.key, sum_.number):
            np.add(sum_.cells, part.cells, out=sum_.cells)
            sum_ = sum_._replace(reports=sum_.reports + part.reports)
            continue
        if sum_ is not None:
            yield sum_
        sum_ = part._replace(cells=part.cells.copy())
    if sum_ is not None:
        yield sum_


class AddParts:
    """A job's function: parts, sorted by group and number, in; every one once out."""

    def __init__(self, groups: int) -> None:
        self._groups = groups

    def __call__(self, batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        types: GroupTypes = {}

        def parts() -> Iterator[Part]:
            for batch in batches:
                types.update((field.name, field.type) for field in list(batch.schema)[: self._groups])
                yield from read_parts(batch, self._groups)

        yield from self.finished(add_equal(parts()), types)

    def finished(self, parts: Iterator[Part], types: GroupTypes) -> Iterator[pyarrow.RecordBatch]:
        """What is made of the parts; the types are known with the first of them."""
        yield from part_batches(parts, types)


def whole_tallies(parts: Iterator[Part]) -> Iterator[tuple[Key, int, Cells]]:
    """Group, reports and cells of tallies whose parts follow each other in their order."""
    held: list[Part] = []
    for part in parts:
        if held and part.key != held[0].key:
            yield held[0].key, held[0].reports, np.concatenate([one.cells for one in held])
            held = []
        held.append(part)
    if held:
        yield held[0].key, held[0].reports, np.concatenate([one.cells for one in held])
