"""blur(): places of a Spark table, moved by exact noise where the rows are."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from sourdine import _check
from sourdine._collected import SEEDED
from sourdine.configs import Config, is_in_memory, text_of
from sourdine.errors import InputError
from sourdine.spark import columns
from sourdine.spark.failures import as_ours
from sourdine.spark.randomizing import require_unique
from sourdine.spark.rows import RowKey, row_ids
from sourdine.spark.settings import Travelling

if TYPE_CHECKING:
    import pyarrow
    from pyspark.sql import DataFrame
    from pyspark.sql.types import StructField

    from sourdine import _core
    from sourdine.protocols import RowSecret


def blur(
    df: DataFrame,
    config: Config,
    *,
    id_column: str | None = None,
    secret: RowSecret | bytes | None = None,
    seed: int | None = None,
    check_ids: bool = False,
    check_repeats: bool = True,
    purpose: str = "a Spark table",
) -> DataFrame:
    """The rows of a Spark table with their places blurred, by a configuration as :func:`sourdine.blur` takes it.

    With the memo, as by default, a place's point depends on the secret and the place alone; with ``memo = false`` a
    row's point depends on the secret, its id and its place. So a task that is tried again, a second action on the
    result, another number of partitions or another order give the same points, and never a second draw, which would
    tell more. A second *call* draws another secret and is charged again.

    Parameters
    ----------
    df : pyspark.sql.DataFrame
        Of a classic session or of Spark Connect.
    config : path, str or dict
        A configuration (docs/geo.md), as a file, as TOML or as a dict; its ``source`` is not used. The maps and tables
        that it names are read on the driver and travel with the job.
    id_column : str, optional
        For ``memo = false``: a column that is different on every row and *stored*: whole numbers, texts or bytes.
    secret : RowSecret or bytes, optional
        32 bytes; otherwise the configuration's ``memo_key``, or one that is drawn for this call. Under the secret of an
        earlier call and the same configuration places with the memo are published at the same points, and the ledger
        counts them once.
    seed : int, optional
        Reproducible and NOT PRIVATE: for tests only. The columns say so ever after.
    check_ids : bool
        Count ids that are on several rows first, and refuse if there are any: a job that shuffles all ids.
    check_repeats : bool
        With ``memo = false``, refuse a table in which a place is reported more often than ``repeats`` says, which is
        what the ledger is charged for: a job that reads all places and counts them.
    purpose : str
        What the ledger says that it was for.

    Returns
    -------
    pyspark.sql.DataFrame
        The columns that the configuration keeps, the two of the place, and what is computed from the blurred one
        (region, station, distance). Nothing is computed yet, but the ledger is charged. Rows are sorted by what is
        published of them, since their order may tell places (``order = "input"`` leaves them as they are).

    Examples
    --------
    >>> import sourdine as sd, sourdine.spark
    >>> config = {
    ...     "dataset": "blurred-calls",
    ...     "events": {"latitude": "lat", "longitude": "lon", "keep": ["day"]},
    ...     "area": {"box": [5.8, 47.1, 6.2, 47.4]},
    ...     "privacy": {"level": "ln 4", "within": "200 m"},
    ... }
    >>> calls = spark.sql("SELECT DATE'2026-03-01' AS day, 47.24 AS lat, 6.02 AS lon")  # doctest: +SKIP
    >>> sd.spark.blur(calls, config).columns  # doctest: +SKIP
    ['day', 'lat', 'lon']
    """
    columns.require_frame(df)
    plan = _plan(config)
    key, is_kept = _key(plan, secret, seed)
    source = _Places(Travelling(config, plan.dataset), plan, _id_column(df, plan, id_column))
    kept = _kept(df, plan)
    for name in source.coordinates:
        meant = "Coordinates are numbers: cast texts before."
        columns.find(df, name, "the configuration", columns.NUMBERS, meant)
    if check_ids and id_column is not None:
        require_unique(df, id_column)
    if check_repeats and plan.repeats is not None:
        _require_repeats(df, source, plan.repeats)
    plan.charge(_check.text("purpose", purpose), key.row_secret(), is_kept)
    names = [field.name for field in kept]
    schema, order = _published(plan, kept, key)
    moved = source.of(df, names).mapInArrow(_Move(source, key, names), schema)
    return moved if plan.keeps_order else moved.orderBy(*map(columns.column, order))


def _plan(config: Config) -> _core.KeyedBlur:
    """The configuration, checked on the driver, where its words are found again."""
    from sourdine import _core

    if is_in_memory(config):
        assert not isinstance(config, os.PathLike)
        named = _core.NamedConfig(text_of(config))  # for as long as it is read
        return _core.KeyedBlur(named.name)
    if not isinstance(config, str | os.PathLike):
        raise TypeError(f"config must be a path, TOML text or a dict, not {_check.name_of(config)}")
    return _core.KeyedBlur(os.fspath(config))


def _key(plan: _core.KeyedBlur, secret: object, seed: object) -> tuple[RowKey, bool]:
    """What the noise is drawn from, and whether it may be used again."""
    if seed is not None or secret is not None:
        return RowKey.choose(secret, seed), secret is not None
    kept = plan.memo_key()
    return RowKey.choose(None if kept is None else bytes(kept.bytes), None), kept is not None


def _id_column(df: DataFrame, plan: _core.KeyedBlur, id_column: str | None) -> str | None:
    if plan.has_memo:
        if id_column is not None:
            raise InputError(
                "with the memo places are moved by where they are, not by ids of rows",
                "Leave id_column out, or give [privacy] memo = false and repeats.",
            )
        return None
    if id_column is None:
        raise InputError("without the memo every row has noise of its own, and needs an id", "Give id_column.")
    columns.find(df, id_column, "id_column", columns.IDS, "Ids are whole numbers, texts or bytes.")
    return id_column


def _kept(df: DataFrame, plan: _core.KeyedBlur) -> list[StructField]:
    for name in plan.locating:  # a name misspelt protects nothing
        columns.any_field(df, name, "locating")
    return [columns.any_field(df, name, "keep") for name in plan.keep]


def _published(plan: _core.KeyedBlur, kept: list[StructField], key: RowKey) -> tuple[Any, list[str]]:
    """The schema of what is published; and by which columns it is sorted, of those that can be."""
    from pyspark.sql.types import DoubleType, StringType, StructField, StructType

    told = {"blur": plan.promise, "randomness": SEEDED if not key.is_private else "secure"}
    places = [StructField(name, DoubleType(), False, {"sourdine": told}) for name in _coordinates(plan)]
    own = [*places]
    if plan.regions:
        own.append(StructField(plan.region_column, StringType(), True))
    if plan.stations:
        own.append(StructField(plan.station_column, StringType(), False))
        own.append(StructField(plan.distance_column, DoubleType(), False))
    sortable = [field.name for field in kept if field.dataType.typeName() not in ("map", "variant", "interval")]
    return StructType([*kept, *own]), [*_coordinates(plan), *sortable]


def _coordinates(plan: _core.KeyedBlur) -> list[str]:
    """In the order in which they are published."""
    return [plan.east, plan.north] if plan.is_plane else [plan.north, plan.east]


class _Places:
    """Where the rows of a table are: which columns say so, and how they are read on an executor."""

    def __init__(self, settings: Travelling, plan: _core.KeyedBlur, id_column: str | None) -> None:
        self._settings = settings
        self._identity = plan.identity
        self.coordinates = (plan.north, plan.east)
        self.id_column = id_column

    def of(self, df: DataFrame, kept: Iterable[str]) -> DataFrame:
        """The columns that are needed, coordinates as numbers under names of their own."""
        chosen = [columns.column(name) for name in kept]
        if self.id_column is not None:
            chosen.append(columns.column(self.id_column).alias(_ID))
        places = [
            columns.column(name).cast("double").alias(alias)
            for name, alias in zip(self.coordinates, (_NORTH, _EAST), strict=True)
        ]
        return df.select(*chosen, *places)

    def opened(self) -> _core.KeyedBlur:
        """Where the rows are. Another version there might measure the plane otherwise, and draw other noise."""
        plan = self._settings.opened()
        if plan.identity != self._identity:
            raise InputError(
                "an executor would move places otherwise than the driver", "Install the same package on all machines."
            )
        return plan


_ID, _NORTH, _EAST = "sourdine id", "sourdine north", "sourdine east"


def _numbers(batch: pyarrow.RecordBatch, name: str) -> Any:
    """A column of numbers; where there is none it has a NaN, which is refused."""
    return np.ascontiguousarray(batch.column(name).to_numpy(zero_copy_only=False), dtype=np.float64)


class _Move:
    """A job's function: batches with places in, batches with blurred ones out."""

    def __init__(self, source: _Places, key: RowKey, kept: list[str]) -> None:
        self._source = source
        self._key = key
        self._kept = kept

    def __call__(self, batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        import pyarrow

        plan, secret = self._source.opened(), self._key.row_secret()
        for batch in batches:
            ids = None if self._source.id_column is None else row_ids(batch.column(_ID), self._source.id_column)
            rows, *places = plan.blur(_numbers(batch, _NORTH), _numbers(batch, _EAST), ids, secret)
            north, east, regions, stations, distances = places
            made = [batch.column(name).take(pyarrow.array(rows)) for name in self._kept]
            made += [pyarrow.array(numbers) for numbers in ((east, north) if plan.is_plane else (north, east))]
            names = [*self._kept, *_coordinates(plan)]
            if plan.regions:
                made.append(_texts(regions, plan.regions))
                names.append(plan.region_column)
            if plan.stations:
                made += [_texts(stations, plan.stations), pyarrow.array(distances)]
                names += [plan.station_column, plan.distance_column]
            yield pyarrow.RecordBatch.from_arrays(made, names)


def _texts(indices: Any, names: list[str]) -> pyarrow.Array:
    """The names that the indices stand for; none where one is below zero."""
    import pyarrow

    return pyarrow.array(names, pyarrow.string()).take(pyarrow.array(indices, mask=indices < 0))


class _Cells:
    """A job's function: batches with places in, their cells out, which stay on the cluster."""

    def __init__(self, source: _Places) -> None:
        self._source = source

    def __call__(self, batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        import pyarrow

        plan = self._source.opened()
        for batch in batches:
            x, y = plan.cells(_numbers(batch, _NORTH), _numbers(batch, _EAST))
            yield pyarrow.RecordBatch.from_arrays([pyarrow.array(x), pyarrow.array(y)], ["x", "y"])


def _require_repeats(df: DataFrame, source: _Places, repeats: int) -> None:
    """Refuse places that are reported more often than the ledger is charged for."""
    from pyspark.sql import functions

    cells = source.of(df, ()).mapInArrow(_Cells(source), "x LONG, y LONG")
    counted = cells.groupBy("x", "y").agg(functions.count(functions.lit(1)).alias("reports"))
    with as_ours():
        found = counted.where(columns.column("reports") > repeats).agg(functions.count(functions.lit(1))).first()
    if found is not None and found[0]:
        raise InputError(
            f"{found[0]:,} {'places are' if found[0] > 1 else 'place is'} reported more often than 'repeats' allows, "
            f"{repeats} times",
            "Every further report of a place tells more about it: raise 'repeats', which costs as much, or use the memo.",
        )
