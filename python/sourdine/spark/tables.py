"""Rows of a Spark table on the driver, as a stream of Arrow batches: what every function of the package takes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from sourdine.spark import columns

if TYPE_CHECKING:
    import pyarrow
    from pyspark.sql import DataFrame
    from pyspark.sql.types import DataType

_BATCH_ROWS = 1 << 16


class Table:
    """A Spark table as a data frame that is read on the driver, some rows at a time.

    Whatever takes a data frame takes it: ``sd.range_tree(sd.spark.Table(df), …)``. The cluster reads the columns that
    are needed, counts rows that are the same and sorts them; the driver gets every different row once, with its number,
    and holds a partition of the sorted rows at a time. Rows come in the order of their columns, whatever the
    partitioning was.

    Parameters
    ----------
    df : pyspark.sql.DataFrame
        The table.
    needed : list of str, optional
        The columns that are read; the others are there, and empty. Default: all of them.

    Examples
    --------
    >>> import pyarrow, sourdine as sd, sourdine.spark
    >>> df = spark.createDataFrame([(2, "b"), (1, "a"), (2, "b")], ["number", "letter"])  # doctest: +SKIP
    >>> pyarrow.table(sd.spark.Table(df)).to_pydict()  # doctest: +SKIP
    {'number': [1, 2, 2], 'letter': ['a', 'b', 'b']}
    """

    def __init__(self, df: DataFrame, needed: Iterable[str] | None = None) -> None:
        columns.require_frame(df)
        self._needed = list(df.columns) if needed is None else columns.names("needed", needed)
        self._fields = {name: columns.any_field(df, name, "needed") for name in self._needed}
        self._types = {name: _arrow_type(name, field.dataType) for name, field in self._fields.items()}
        self._df = df
        self.failure: Exception | None = None  # what Spark raised while the rows were read

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """The rows from the first on: a job starts with every call, when the first row is asked for."""
        import pyarrow

        schema = pyarrow.schema([(name, self._types.get(name, pyarrow.string())) for name in self._df.columns])
        reader = pyarrow.RecordBatchReader.from_batches(schema, self._batches(schema))
        return reader.__arrow_c_stream__(requested_schema)

    def _batches(self, schema: pyarrow.Schema) -> Iterator[pyarrow.RecordBatch]:
        import pyarrow

        try:
            for row in self._packed().toLocalIterator(prefetchPartitions=True):
                with pyarrow.ipc.open_stream(pyarrow.py_buffer(row["batch"])) as reader:
                    for batch in reader:
                        yield from _repeated(batch, schema)
        except Exception as error:
            self.failure = error
            raise

    def _packed(self) -> DataFrame:
        """Rows that are the same as one with their number, sorted, packed into messages of Arrow.

        Rows of Python objects would take a hundred times as long to reach the driver.
        """
        from pyspark.sql import functions
        from pyspark.sql.types import BinaryType, StructField, StructType

        # Names of our own, so that none of the table's means anything to Spark.
        own = {name: f"column{place}" for place, name in enumerate(self._needed)}
        chosen = self._df.select(*(columns.column(name).alias(alias) for name, alias in own.items()))
        counted = chosen.groupBy(*own.values()).agg(functions.count(functions.lit(1)).alias("rows"))
        ordered = counted.orderBy(*own.values())
        schema = StructType([StructField("batch", BinaryType(), False)])
        return ordered.mapInArrow(PackRows(self._needed), schema)


class PackRows:
    """A job's function: each batch becomes one row that holds it, as an Arrow stream."""

    def __init__(self, names: list[str]) -> None:
        self._names = names

    def __call__(self, batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        import pyarrow

        for batch in batches:
            renamed = pyarrow.RecordBatch.from_arrays(batch.columns, [*self._names, ""])
            sink = pyarrow.BufferOutputStream()
            with pyarrow.ipc.new_stream(sink, renamed.schema) as writer:
                writer.write_batch(renamed)
            message = pyarrow.array([sink.getvalue().to_pybytes()], pyarrow.binary())
            yield pyarrow.RecordBatch.from_arrays([message], ["batch"])


def _repeated(batch: pyarrow.RecordBatch, schema: pyarrow.Schema) -> Iterator[pyarrow.RecordBatch]:
    """Every row as often as its last column says, with all columns of the table, some rows at a time."""
    import pyarrow

    counts = batch.column(batch.num_columns - 1).to_numpy(zero_copy_only=False).astype(np.int64)
    ends = np.cumsum(counts)
    total = int(ends[-1]) if ends.size else 0
    given = {name: batch.column(place) for place, name in enumerate(batch.schema.names[:-1])}
    for begin in range(0, total, _BATCH_ROWS):
        wanted = np.arange(begin, min(begin + _BATCH_ROWS, total))
        places = pyarrow.array(np.searchsorted(ends, wanted, side="right"))
        arrays: list[Any] = [
            given[field.name].take(places).cast(field.type)
            if field.name in given
            else pyarrow.nulls(len(wanted), field.type)
            for field in schema
        ]
        yield pyarrow.RecordBatch.from_arrays(arrays, schema=schema)


def _arrow_type(name: str, kind: DataType) -> pyarrow.DataType:
    import pyarrow

    word = kind.typeName().partition(" ")[0].partition("(")[0]
    if word == "decimal":
        return pyarrow.decimal128(kind.precision, kind.scale)  # type: ignore[attr-defined]
    simple = {
        "byte": pyarrow.int8(),
        "short": pyarrow.int16(),
        "integer": pyarrow.int32(),
        "long": pyarrow.int64(),
        "float": pyarrow.float32(),
        "double": pyarrow.float64(),
        "boolean": pyarrow.bool_(),
        "void": pyarrow.null(),
        "string": pyarrow.string(),
        "date": pyarrow.date32(),
        "timestamp": pyarrow.timestamp("us", "UTC"),
        "timestamp_ntz": pyarrow.timestamp("us"),
    }
    if word not in simple:
        raise TypeError(f"column '{name}' is of type {kind.simpleString()}, which has no text")
    return simple[word]
