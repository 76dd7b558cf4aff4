"""What executors do with the rows of a partition, batch by batch of Arrow: reports from values, reports from bytes.

These objects travel with the job: they are made on the driver, pickled, and called where the rows are. Executors need
the package installed; the objects hold nothing but names, the protocol and what keys the randomness.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt

from sourdine import _check
from sourdine.errors import InputError

if TYPE_CHECKING:
    import pyarrow

    from sourdine import _core
    from sourdine.protocols import Protocol

Bytes: TypeAlias = npt.NDArray[np.uint8]

_PIECE_BYTES = 1 << 24
_PLACE = re.compile(r"^the column, row [0-9]+: | \((?:number|row) [0-9]+\)")


class RowKey:
    """What the randomness of rows is drawn from: a secret, or a seed, which is not private.

    It goes to the executors within the job's function, and nowhere else: it is in no text, no plan and no result.
    """

    __slots__ = ("_secret", "_seed")

    def __init__(self, secret: bytes | None, seed: int | None) -> None:
        self._secret = secret
        self._seed = seed

    @classmethod
    def choose(cls, secret: object, seed: object) -> RowKey:
        """The caller's secret or seed; a fresh secret without either."""
        chosen = _check.seed(seed)
        if secret is None:
            return cls(None, chosen) if chosen is not None else cls(fresh_secret(), None)
        if chosen is not None:
            raise TypeError("give secret= or seed=, not both")
        from sourdine.protocols import RowSecret

        if isinstance(secret, RowSecret):
            if not secret.is_private:
                raise TypeError("a secret that a seed made is told as seed=")
            return cls(bytes(secret.bytes), None)
        if not isinstance(secret, bytes):
            raise TypeError(f"secret must be a RowSecret or bytes, not {_check.name_of(secret)}")
        if len(secret) != 32:
            raise InputError(f"a secret has 32 bytes, not {len(secret)}", "secrets.token_bytes(32) makes one.")
        return cls(secret, None)

    @property
    def is_private(self) -> bool:
        return self._seed is None

    def row_secret(self) -> _core.RowSecret:
        from sourdine import _core

        if self._secret is not None:
            return _core.RowSecret.of(self._secret)
        assert self._seed is not None
        return _core.RowSecret.seeded(self._seed)

    def fingerprint(self) -> str:
        """Tells keys apart without telling them: a hash of what nobody can guess, or of a seed, which is public."""
        import hashlib

        told = b"secret" + self._secret if self._secret is not None else f"seed {self._seed}".encode()
        return hashlib.sha256(b"sourdine row key: " + told).hexdigest()

    def __getstate__(self) -> tuple[bytes | None, int | None]:
        return self._secret, self._seed

    def __setstate__(self, state: tuple[bytes | None, int | None]) -> None:
        self._secret, self._seed = state

    def __repr__(self) -> str:
        return "<key of rows>" if self.is_private else f"<key of rows, seed {self._seed}>"


def fresh_secret() -> bytes:
    """A secret that nobody had before, from the library's own source of randomness."""
    from sourdine import _core

    return bytes(_core.RowSecret.draw().bytes)


class ReportColumn:
    """Reports that a column holds."""

    def __init__(self, protocol: Protocol, column: str) -> None:
        self.protocol = protocol
        self.columns = [column]

    def opened(self) -> ReportColumn:
        return self

    def reports(self, batch: pyarrow.RecordBatch) -> Bytes:
        """n × report_bytes, where they lie."""
        from sourdine import _core

        column = batch.column(self.columns[0])
        reports: Bytes = within(
            self.columns[0], lambda: _core.report_bytes_of(column, None, self.protocol.report_bytes)
        )
        return reports


class KeyedValues:
    """Reports that are made of columns of values, by the row's key and its id: for a row always the same one."""

    def __init__(self, protocol: Protocol, values: list[str], id_column: str, key: RowKey) -> None:
        self.protocol = protocol
        self.columns = [*values, id_column]
        self._key = key

    @property
    def is_private(self) -> bool:
        return self._key.is_private

    def opened(self) -> OpenedValues:
        return OpenedValues(self.protocol, self.columns, self._key.row_secret())


class PersonsValues(KeyedValues):
    """Reports of people who report again and again, by their permanent responses: for a person, a value and the name of
    a collection always the same one."""

    def __init__(
        self, protocol: Protocol, values: list[str], id_column: str, key: RowKey, attribute: str, collection: str
    ) -> None:
        super().__init__(protocol, values, id_column, key)
        self._attribute = attribute
        self._collection = collection

    def opened(self) -> OpenedValues:
        return OpenedPersons(self.protocol, self.columns, self._key.row_secret(), self._attribute, self._collection)


class OpenedValues:
    """The same where the rows are, with the secret as the kernels take it."""

    def __init__(self, protocol: Protocol, columns: list[str], secret: _core.RowSecret) -> None:
        self.protocol = protocol
        self.columns = columns
        self._secret = secret

    def reports(self, batch: pyarrow.RecordBatch) -> Bytes:
        """n × report_bytes, made here."""
        *names, id_column = self.columns
        values = self._values(batch, names)
        ids = row_ids(batch.column(id_column), id_column)
        out = np.empty((batch.num_rows, self.protocol.report_bytes), np.uint8)
        within(names[0] if len(names) == 1 else None, lambda: self._make(values, ids, out))
        return out

    def _values(self, batch: pyarrow.RecordBatch, names: list[str]) -> npt.NDArray[Any]:
        if self.protocol.kind != "tuple":
            column = names[0]
            alone: npt.NDArray[Any] = within(column, lambda: self.protocol._core.values(batch.column(column), None))
            return alone
        from sourdine.tuples import TupleProtocol

        assert isinstance(self.protocol, TupleProtocol)
        table = np.empty((batch.num_rows, len(names)), np.uint32)
        for place, name in enumerate(names):
            reader = self.protocol.reader(place)
            found = within(name, partial(reader.values, batch.column(name), None))
            size = self.protocol.domain_sizes[place]
            if found.size and int(found.max()) >= size:
                raise InputError(f"column '{name}': value {int(found.max())} is outside the domain 0 … {size - 1}")
            table[:, place] = found
        return table

    def _make(self, values: npt.NDArray[Any], ids: _core.RowIds, out: Bytes) -> None:
        self.protocol._core.randomize_rows(values, ids, self._secret, out, 1)


class OpenedPersons(OpenedValues):
    """The same of people who report again and again."""

    def __init__(
        self, protocol: Protocol, columns: list[str], secret: _core.RowSecret, attribute: str, collection: str
    ) -> None:
        super().__init__(protocol, columns, secret)
        self._told = attribute, collection

    def _make(self, values: npt.NDArray[Any], ids: _core.RowIds, out: Bytes) -> None:
        from sourdine import _core

        attribute, collection = self._told
        _core.respond_rows(self.protocol._core, values, ids, self._secret, attribute, collection, out, None, 1)


def row_ids(ids: pyarrow.Array, column: str) -> _core.RowIds:
    """The ids of a batch; `column` is what the table calls them."""
    from sourdine import _core

    if ids.null_count:
        raise InputError(f"column '{column}': there is no id on some row", "Every row needs an id of its own.")
    found: _core.RowIds = within(column, lambda: _core.RowIds.of(ids))
    return found


def within(column: str | None, work: Callable[[], Any]) -> Any:
    """What is wrong is told with its column. Kernels tell the row as well, from the first one of a batch on, which
    means nothing to the owner of a table."""
    try:
        return work()
    except InputError as error:
        where = "" if column is None else f"column '{column}': "
        raise InputError(where + _PLACE.sub("", error.sentence), error.hint) from None


class Randomize:
    """A job's function: batches of values in, batches of reports out, beside the columns to keep."""

    def __init__(self, source: KeyedValues, output: str, keep: list[str]) -> None:
        self._source = source
        self._output = output
        self._keep = keep

    def __call__(self, batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        import pyarrow

        source = self._source.opened()
        names = [*self._keep, self._output]
        for batch in pieces(batches, source.protocol.report_bytes):
            kept = [batch.column(name) for name in self._keep]
            yield pyarrow.RecordBatch.from_arrays([*kept, report_column(source.reports(batch))], names)


def pieces(batches: Iterator[pyarrow.RecordBatch], report_bytes: int) -> Iterator[pyarrow.RecordBatch]:
    """The batches, cut where their reports would take much memory: Spark counts rows, whatever a report takes."""
    rows = max(1, _PIECE_BYTES // max(1, report_bytes))
    for batch in batches:
        if batch.num_rows <= rows:
            yield batch
        else:
            yield from (batch.slice(first, rows) for first in range(0, batch.num_rows, rows))


def report_column(reports: Bytes) -> pyarrow.Array:
    """The reports as the only kind of bytes that Spark takes back, without a copy: `binary`, every offset alike."""
    import pyarrow

    count, width = reports.shape
    offsets = np.arange(count + 1, dtype=np.int32) * np.int32(width)
    return pyarrow.Array.from_buffers(
        pyarrow.binary(), count, [None, pyarrow.py_buffer(offsets), pyarrow.py_buffer(reports)], null_count=0
    )
