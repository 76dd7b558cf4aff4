"""release(): a whole release from a Spark table."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, Union, overload

from sourdine.spark import columns
from sourdine.spark.failures import told
from sourdine.spark.settings import read, section
from sourdine.spark.tables import Table

Path: TypeAlias = Union[str, "os.PathLike[str]"]

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame

    from sourdine.configs import Config
    from sourdine.releases import Release
    from sourdine.results import Result


@overload
def release(
    df: DataFrame, config: Config, *, out: Path | None = None, check: Literal[False] = False, **options: Any
) -> Release: ...
@overload
def release(
    df: DataFrame, config: Config, *, out: Path | None = None, check: Literal[True], **options: Any
) -> Result: ...
def release(
    df: DataFrame, config: Config, *, out: Path | None = None, check: bool = False, **options: Any
) -> Release | Result:
    """A release directory from a Spark table of events: as :func:`sourdine.release`, which says what is in it.

    The cluster reads the columns that the configuration names, counts the events that are the same (by day and place,
    where neither synthetic rows nor hours are asked for and times have no zone; otherwise by time and place), and
    sorts them. The driver randomises every event once, adds up by period, smooths, and writes. So events pass through
    the driver, as counts, and nothing is drawn on the cluster: a task that is tried again draws nothing again.

    Parameters
    ----------
    df : pyspark.sql.DataFrame
        The events, one row each.
    config : path, str or dict
        A configuration, as a file, as TOML or as a dict; its ``source`` is not used.
    out : path
        The directory to make, on the driver.
    check : bool
        Read everything and say what a release would do; nothing is written or spent.
    **options
        What else :func:`sourdine.release` takes.

    Examples
    --------
    >>> import sourdine as sd, sourdine.spark
    >>> config = {"dataset": "calls", "events": {"time": "day", "place": "town"},
    ...           "places": {"regions": ["North", "South"]}, "privacy": {"epsilon": 1.0}}
    >>> calls = spark.sql("SELECT DATE'2026-03-01' AS day, 'North' AS town FROM range(500)")  # doctest: +SKIP
    >>> sd.spark.release(calls, config, out="calls-release").ok  # doctest: +SKIP
    True
    """
    from sourdine import commands

    columns.require_frame(df)
    table = _events(df, dict(read(config)))
    try:
        return commands.release(table, config=config, out=out, check=check, **options)  # type: ignore[call-overload,no-any-return]
    except Exception as error:
        if table.failure is None:
            raise
        # What Spark said, rather than that a stream failed.
        raise told(table.failure) or table.failure from error


def _events(df: DataFrame, config: Mapping[str, Any]) -> Table:
    """The columns of the table that a release by this configuration reads, times no finer than it publishes."""
    events, privacy, publish = (section(config, name) for name in ("events", "privacy", "publish"))
    named = [
        events.get("time"),
        events.get("clock"),
        events.get("place"),
        privacy.get("person"),
        *_list(events.get("keep")),
    ]
    # A name that the table does not have is refused by the release itself, in its own words.
    needed = [name for name in dict.fromkeys(named) if isinstance(name, str) and name in df.columns]
    time = events.get("time")
    if publish.get("synthetic", True) or time not in needed:
        return Table(df, needed)
    field = columns.any_field(df, str(time), "time")
    if field.dataType.typeName() == "timestamp_ntz" and "hour" not in _list(publish.get("periods")):
        df = df.select(*(_midnight(name) if name == time else columns.column(name) for name in df.columns))
    return Table(df, needed)


def _midnight(name: str) -> Column:
    """The day, still as a time; without the session's time zone, in which some midnights are missing."""
    return columns.column(name).cast("date").cast("timestamp_ntz").alias(name)


def _list(found: object) -> Iterator[Any]:
    return iter(found) if isinstance(found, list | tuple) else iter(() if found is None else (found,))
