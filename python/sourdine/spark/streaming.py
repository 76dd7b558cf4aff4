"""stream(): running tallies of a Structured Streaming query, every row in them once whatever dies in between."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sourdine import _check
from sourdine.errors import InputError
from sourdine.spark import columns, states
from sourdine.spark.counting import collect_tallies, reports_told
from sourdine.spark.failures import as_ours, told
from sourdine.spark.partials import PART_COLUMNS
from sourdine.spark.randomizing import require_values
from sourdine.spark.rows import KeyedValues, ReportColumn, RowKey
from sourdine.tallies import Tally

if TYPE_CHECKING:
    from pyspark.sql import DataFrame
    from pyspark.sql.streaming.query import StreamingQuery
    from pyspark.sql.types import StructField

    from sourdine.estimates import Estimate
    from sourdine.protocols import Protocol, RowSecret

_GROUPS = (*columns.WHOLE_NUMBERS, "string", "boolean", "date")


def stream(
    df: DataFrame,
    column: str | Sequence[str],
    protocol: Protocol,
    *,
    checkpoint: str | os.PathLike[str],
    id_column: str | None = None,
    secret: RowSecret | bytes | None = None,
    seed: int | None = None,
    group_by: str | Iterable[str] | None = None,
    state: str | os.PathLike[str] | None = None,
    trigger: Mapping[str, Any] | None = None,
    query_name: str | None = None,
    collection: str = "",
) -> RunningTally:
    """Running tallies of a streaming table: a query starts that counts what comes, every row once.

    Batches that Spark plays again after a failure are recognised by their number, and by what they add up to; they are
    not counted again. The tally and the number of the last batch are in one file that is replaced whole.

    Parameters
    ----------
    df : pyspark.sql.DataFrame
        A streaming table (``df.isStreaming``), from a source that can be read again: files, Kafka, Delta.
    column : str or several
        Values, when `id_column` is given, as of :func:`randomize`; otherwise reports.
    protocol : Protocol
        How values become reports.
    checkpoint : path
        Spark's checkpoint of this query. A path without a scheme is a folder of the driver's own disk.
    id_column : str, optional
        A column that is different on every row of the whole stream, as of :func:`randomize`: values are then randomised
        where the rows are, and no report leaves its executor.
    secret, seed : optional
        As of :func:`randomize`. Without them a secret is drawn, kept beside the state (for the owner's eyes only) and
        used again after a restart, so that a batch that is played again gives the same reports.
    group_by : str or several, optional
        Whole numbers, texts, truth values or days; then there is one running tally for every group.
    state : path, optional
        A folder on a disk that the driver reaches, also after a restart elsewhere. Default: ``sourdine`` in the
        checkpoint, when that is a folder of the driver's.
    trigger : dict, optional
        As of Spark's ``DataStreamWriter.trigger``: ``{"availableNow": True}``, ``{"processingTime": "10 seconds"}``.
    query_name : str, optional
        As Spark calls the query.
    collection : str
        Its name, where values are randomised.

    Examples
    --------
    >>> import sourdine as sd, sourdine.spark
    >>> oracle = sd.oracle("grr", k=2, epsilon=3.0)
    >>> spark.range(1000).selectExpr("id", "int(id % 2) AS smokes").write.parquet("people")  # doctest: +SKIP
    >>> people = spark.readStream.schema("id LONG, smokes INT").parquet("people")  # doctest: +SKIP
    >>> running = sd.spark.stream(people, "smokes", oracle, id_column="id", checkpoint="checkpoint",
    ...                           trigger={"availableNow": True})  # doctest: +SKIP
    >>> running.wait(), running.tally().reports  # doctest: +SKIP
    (True, 1000)
    """
    columns.require_frame(df)
    if not df.isStreaming:
        raise InputError("the table is not a streaming one", "tally() counts a table; spark.readStream makes a stream.")
    location, folder = _places(checkpoint, state)
    counter = _counter(df, column, protocol, id_column, secret, seed, group_by, folder, collection)
    counter.require_continuable()
    writer = df.writeStream.foreachBatch(counter).option("checkpointLocation", location)
    if query_name is not None:
        writer = writer.queryName(_check.text("query_name", query_name))
    if trigger is not None:
        writer = writer.trigger(**trigger)
    return RunningTally(folder, writer.start())


def _path(value: object) -> str:
    if not isinstance(value, str | os.PathLike):
        raise TypeError(f"a path must be a str or os.PathLike, not {_check.name_of(value)}")
    return os.fsdecode(value)


def _places(checkpoint: object, state: object) -> tuple[str, str]:
    """Where Spark's checkpoint is, as Spark is told, and where our state is."""
    told = _path(checkpoint)
    has_scheme = re.match(r"[A-Za-z][A-Za-z0-9+.-]+:", told) is not None
    if state is not None:
        return told, os.path.abspath(_path(state))
    if has_scheme and not told.startswith("file:"):
        raise InputError(
            f"the checkpoint '{told}' is not on the driver's disk, so the tallies need a folder of their own",
            "state= names one that is there after a restart as well.",
        )
    folder = os.path.abspath(re.sub("^file:/*", "/", told))
    return f"file://{folder}", os.path.join(folder, "sourdine")


def _counter(
    df: DataFrame,
    column: str | Sequence[str],
    protocol: Protocol,
    id_column: str | None,
    secret: object,
    seed: object,
    group_by: object,
    folder: str,
    collection: object,
) -> CountBatch:
    name = _check.text("collection", collection)
    names = [] if group_by is None else columns.names("group_by", group_by)
    meant = "Groups of a stream are whole numbers, texts, truth values or days."
    groups = [columns.find(df, group, "group_by", _GROUPS, meant) for group in names]
    columns.require_plain(groups, PART_COLUMNS)
    if id_column is None:
        if secret is not None or seed is not None:
            raise TypeError("secret= and seed= need id_column=: they are for values, and these are reports")
        if not isinstance(column, str):
            raise TypeError(f"column must be the name of a column of reports, not {_check.name_of(column)}")
        found, is_private = reports_told(df, column, protocol)
        return CountBatch(folder, protocol, [column], None, None, groups, name or found, is_private)
    values = require_values(df, column, protocol, id_column)
    key = None if secret is None and seed is None else RowKey.choose(secret, seed)
    return CountBatch(folder, protocol, values, id_column, key, groups, name, key is None or key.is_private)


class CountBatch:
    """What Spark calls for every batch. (With Spark Connect that is on the server, where `folder` then is.)

    Values without a key are keyed by the secret that is kept in the folder.
    """

    def __init__(
        self,
        folder: str,
        protocol: Protocol,
        read: list[str],
        id_column: str | None,
        key: RowKey | None,
        groups: list[StructField],
        collection: str,
        is_private: bool,
    ) -> None:
        self._folder = folder
        self._protocol = protocol
        self._columns = read
        self._id_column = id_column
        self._key = key
        self._groups = groups
        self._collection = collection
        self._is_private = is_private

    def __call__(self, batch: DataFrame, number: int) -> None:
        source, key = self._keyed()
        state = states.read(self._folder) or self._empty(key)
        self._require_same(state, key)
        if number > state.batch + 1:
            raise InputError(
                f"batch {number} comes next, but '{self._folder}' ends with batch {state.batch}",
                "The checkpoint is older than the tallies, or the folder of the tallies was lost.",
            )
        if number < state.batch:
            raise InputError(
                f"batch {number} comes next, but '{self._folder}' has batch {state.batch} already",
                "The checkpoint began anew: give it a new folder of tallies as well.",
            )
        found = collect_tallies(batch, source, self._groups, self._collection, self._is_private)
        if number == state.batch:
            if states.digest(found) != state.digest:
                raise InputError(
                    f"batch {number} was counted before, and is another one now",
                    "Rows must be the same when Spark plays a batch again: is the checkpoint another stream's?",
                )
            return
        state.add(number, found)
        states.write(self._folder, state)

    def require_continuable(self) -> None:
        """Refuse a folder that another stream counts in, before the query starts."""
        state = states.read(self._folder)
        if state is not None:
            self._require_same(state, None if self._key is None else self._key.fingerprint())

    def _keyed(self) -> tuple[ReportColumn | KeyedValues, str]:
        """Where the reports come from, and what tells the key that they are made by."""
        if self._id_column is None:
            return ReportColumn(self._protocol, self._columns[0]), ""
        key = self._key or states.stored_key(self._folder)
        return KeyedValues(self._protocol, self._columns, self._id_column, key), key.fingerprint()

    def _empty(self, key: str) -> states.State:
        return states.State([field.name for field in self._groups], key)

    def _require_same(self, state: states.State, key: str | None) -> None:
        if state.groups != [field.name for field in self._groups]:
            raise InputError(f"'{self._folder}' has tallies by {state.groups or 'no column'}")
        if key is not None and state.key != key:
            raise InputError(
                f"'{self._folder}' has tallies of rows with another secret or seed",
                "A stream keeps one from its beginning to its end.",
            )
        for tally in state.tallies.values():
            self._protocol.empty_tally(collection=self._collection)._require_same(tally)
            break


class RunningTally:
    """What a stream has counted so far. Made by :func:`stream`; from a folder of tallies it reads what is there.

    Parameters
    ----------
    folder : path
        The state of the stream: ``CHECKPOINT/sourdine``, unless `stream` was given another.

    Attributes
    ----------
    query : pyspark.sql.streaming.StreamingQuery or None
        Spark's own handle of the query.
    folder : str
        Where the state is.

    Examples
    --------
    >>> import sourdine as sd, sourdine.spark
    >>> sd.spark.RunningTally("nowhere").batches
    0
    """

    def __init__(self, folder: str | os.PathLike[str], query: StreamingQuery | None = None) -> None:
        self.folder = _path(folder)
        self.query = query

    @property
    def batches(self) -> int:
        """How many batches have been counted."""
        state = states.read(self.folder)
        return 0 if state is None else state.batch + 1

    def tally(self) -> Tally:
        """The tally of all rows so far, those of all groups together.

        Examples
        --------
        >>> import sourdine as sd, sourdine.spark
        >>> sd.spark.RunningTally("nowhere").tally()
        Traceback (most recent call last):
        ...
        sourdine.errors.InputError: 'nowhere' has no tallies yet
        """
        tallies = list(self.tallies().values())
        if not tallies:
            raise InputError(f"'{self.folder}' has no tallies yet")
        return sum(tallies[1:], start=tallies[0])

    def tallies(self) -> dict[Any, Tally]:
        """The tally of every group: by its value, or by a tuple where several columns group.

        Examples
        --------
        >>> import sourdine as sd, sourdine.spark
        >>> sd.spark.RunningTally("nowhere").tallies()
        {}
        """
        state = states.read(self.folder)
        if state is None:
            return {}
        return {key[0] if len(state.groups) == 1 else key: tally for key, tally in state.tallies.items()}

    def estimate(self, confidence: float = 0.95, **options: Any) -> Estimate:
        """The estimate of all rows so far, as :meth:`sourdine.Tally.estimate`.

        Examples
        --------
        >>> import sourdine as sd, sourdine.spark
        >>> sd.spark.RunningTally("nowhere").estimate()
        Traceback (most recent call last):
        ...
        sourdine.errors.InputError: 'nowhere' has no tallies yet
        """
        return self.tally().estimate(confidence, **options)

    def wait(self, timeout: int | None = None) -> bool:
        """Wait until the query ends, at most so many seconds; whether it has. What made it fail is raised."""
        if self.query is None:
            return True
        with as_ours():
            # Spark answers nothing when it was not told how long.
            ended = self.query.awaitTermination(timeout) if timeout is not None else self.query.awaitTermination()
        return ended is not False

    def stop(self) -> None:
        """Stop the query; a stream that is started again with the same checkpoint goes on where it ended."""
        if self.query is None:
            return
        self.query.stop()
        failed = self.query.exception()
        if failed is not None:
            raise told(failed) or failed

    def forget_secret(self) -> None:
        """Remove the secret that an ended stream keeps: whoever has it can undo the reports."""
        states.forget_key(self.folder)

    def __repr__(self) -> str:
        state = states.read(self.folder)
        if state is None:
            return f"<running tally in '{self.folder}', nothing yet>"
        counted = sum(tally.reports for tally in state.tallies.values())
        return f"<running tally in '{self.folder}': {counted:,} reports in {state.batch + 1} batches>"
