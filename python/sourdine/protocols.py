"""Protocols: how values become reports, and how reports add up. (The kinds there are: sourdine.kinds.)"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from sourdine import _check, _html
from sourdine import _core as native
from sourdine._input import Bytes, is_arrow, tally_reports, to_ids, to_out, to_reports, to_values
from sourdine.errors import InputError
from sourdine.guarantees import Guarantee
from sourdine.reports import Reports
from sourdine.tallies import Tally

if TYPE_CHECKING:
    from typing_extensions import Self

    from sourdine._input import Array

__all__ = ["Protocol", "RowSecret"]

RowSecret = native.RowSecret


class Protocol:
    """How one person's value becomes one report, and how reports add up: any kind that the library knows.

    `oracle` and `range_protocol` make the usual ones. Protocols are immutable; two are equal when their
    reports may be added up.

    Parameters
    ----------
    kind : str
        A row of the table of protocols: ``oracle``, ``range`` …
    spec : dict or str
        The spec, as files record it, or its canonical JSON.

    Examples
    --------
    >>> import sourdine as sd
    >>> first = sd.oracle("oue", k=17, epsilon=1.0)
    >>> sd.Protocol("oracle", first.spec) == first
    True
    """

    _core: native.Protocol

    def __init__(self, kind: str, spec: Mapping[str, Any] | str) -> None:
        self._core = native.Protocol.make(_check.text("kind", kind), canonical(spec))

    @classmethod
    def _wrap(cls, core: native.Protocol) -> Self:
        """The protocol that the compiled part made."""
        made = cls.__new__(cls)
        made._core = core
        return made

    @property
    def kind(self) -> str:
        """The word for this kind in files."""
        return self._core.kind

    @property
    def spec(self) -> dict[str, Any]:
        """Everything that decides what a report means."""
        return dict(json.loads(self._core.json))

    @property
    def fingerprint(self) -> bytes:
        """SHA-256 of kind and spec: reports of equal ones may be added up."""
        return self._core.fingerprint

    @property
    def epsilon(self) -> float:
        """What one report spends, computed back from the integers in use; at most what was asked for."""
        return self._core.epsilon

    @property
    def width(self) -> int:
        """How many values a record has."""
        return self._core.width

    @property
    def domain_sizes(self) -> list[int]:
        """How many values each attribute of a record can take."""
        return self._core.domain_sizes

    @property
    def report_bytes(self) -> int:
        """The size of every report."""
        return self._core.report_bytes

    @property
    def cells(self) -> int:
        """How many counters a tally has."""
        return self._core.cells

    @property
    def guarantee(self) -> Guarantee:
        """What one report promises."""
        return self._guarantee(False)

    def _guarantee(self, is_seeded: bool) -> Guarantee:
        reasons = tuple(self._core.not_private_reasons(is_seeded))
        return Guarantee.from_json(self._core.guarantee_json, reasons)

    @property
    def _short(self) -> str:
        """For messages."""
        return self._core.title

    def randomize(
        self,
        values: Any,
        *,
        column: str | None = None,
        seed: int | None = None,
        threads: int = 0,
        ids: Any = None,
        secret: RowSecret | bytes | None = None,
        out: Bytes | None = None,
        collection: str = "",
    ) -> Reports:
        """One private report for every value.

        Parameters
        ----------
        values : array, list, column or table
            Whole numbers from 0 on, or labels: numpy arrays, lists, Series and Categoricals of pandas, Series of
            polars, arrays of pyarrow, relations of DuckDB, anything with Arrow's PyCapsule interface.
        column : str, optional
            Which column of a table.
        seed : int, optional
            Reproducible and NOT PRIVATE: for tests only. The reports say so ever after.
        threads : int
            0: all cores. The reports do not depend on it.
        ids : array or column, optional
            One id per row, unique: a row's report then depends on the secret, its id and its value alone, so that
            computing it again gives the same report, and never a second draw.
        secret : RowSecret or bytes, optional
            With `ids`: for one question at one moment; otherwise one is drawn and forgotten.
        out : numpy.ndarray, optional
            Where to write: n × report_bytes of dtype uint8.
        collection : str
            Its name; only equal names add up.

        Examples
        --------
        >>> import sourdine as sd
        >>> oracle = sd.oracle("oue", labels=["red", "green", "blue"], epsilon=1.0)
        >>> oracle.randomize(["red", "blue", "blue"])
        <3 reports of 1 byte by 'oue'>
        """
        numbers = to_values(self._core, values, column)
        shape = (len(numbers), self.report_bytes)
        array: Bytes = np.empty(shape, np.uint8) if out is None else to_out(out, shape)
        if out is not None and np.may_share_memory(out, numbers):
            raise InputError("out must not share memory with the values")
        workers = _check.threads(threads)
        chosen = _check.seed(seed)
        name = _check.text("collection", collection)
        if ids is None:
            if secret is not None:
                raise TypeError("secret= needs ids=: it is for the reports of rows")
            self._core.randomize(numbers, array, chosen, workers, 0)
            return Reports(self, array, collection=name, is_private=chosen is None)
        row_secret = _row_secret(secret, chosen)
        self._core.randomize_rows(numbers, to_ids(ids, len(numbers)), row_secret, array, workers)
        return Reports(self, array, collection=name, is_private=row_secret.is_private)

    def reports(
        self, array: Any, *, column: str | None = None, collection: str = "", is_private: bool = True
    ) -> Reports:
        """Reports that somebody else keeps, where they lie.

        Parameters
        ----------
        array : numpy.ndarray or column
            n × report_bytes of dtype uint8, or a column of Arrow of binary values.
        column : str, optional
            Which column of a table.
        collection : str
            Its name.
        is_private : bool
            False when a seed made any of them.

        Examples
        --------
        >>> import numpy as np, sourdine as sd
        >>> oracle = sd.oracle("grr", k=4, epsilon=1.0)
        >>> sent = np.array([[0], [3], [1]], np.uint8)
        >>> oracle.reports(sent).array is sent
        True
        """
        if isinstance(array, Reports):
            _require_protocol(self, array)
            return array
        if column is not None:
            _check.text("column", column)
        name = _check.text("collection", collection)
        return Reports(self, to_reports(self._core, array, column), collection=name, is_private=bool(is_private))

    def empty_tally(self, *, collection: str = "", is_private: bool = True) -> Tally:
        """The tally of no reports.

        Examples
        --------
        >>> import sourdine as sd
        >>> sd.oracle("grr", k=4, epsilon=1.0).empty_tally()
        <tally of 0 reports by 'grr', 4 cells>
        """
        name = _check.text("collection", collection)
        cells = np.zeros(self.cells, np.uint64)
        cells.setflags(write=False)
        return Tally._made(self, 0, cells, name, bool(is_private))

    def tally(self, reports: Any, *, threads: int = 0) -> Tally:
        """What reports add up to.

        Parameters
        ----------
        reports : Reports, array, column, or several of them
            Of this protocol; an iterable is read once, one part after another.
        threads : int
            0: all cores. The tally does not depend on it.

        Examples
        --------
        >>> import sourdine as sd
        >>> oracle = sd.oracle("oue", k=3, epsilon=1.0)
        >>> parts = (oracle.randomize([day % 3] * 10) for day in range(7))
        >>> oracle.tally(parts).reports
        70
        """
        workers = _check.threads(threads)
        if isinstance(reports, Reports):
            _require_protocol(self, reports)
            count, cells = tally_reports(self._core, reports.array, workers)
            return Tally._made(self, count, cells, reports.collection, reports.is_private)
        if isinstance(reports, np.ndarray) or is_arrow(reports):
            count, cells = tally_reports(self._core, reports, workers)
            return Tally._made(self, count, cells, "", True)
        if not isinstance(reports, Iterable) or isinstance(reports, str | bytes):
            raise TypeError(f"reports must be Reports, an array, or several of them, not {_check.name_of(reports)}")
        total: Tally | None = None
        for part in reports:
            tally = part if isinstance(part, Tally) else self.tally(part, threads=workers)
            if total is None:
                _require_protocol(self, tally)
            total = tally if total is None else total + tally
        return total if total is not None else self.empty_tally()

    def _require_oracle(self) -> native.Protocol:
        if self.kind == "tuple":
            raise TypeError("reports about several attributes need attribute=; tally.estimates() has all of them")
        if not self._core.is_oracle:
            raise TypeError(f"{self._short} has no estimate() of single values; tally.query() asks for ranges")
        return self._core

    def __eq__(self, other: object) -> bool:
        return self.fingerprint == other.fingerprint if isinstance(other, Protocol) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.fingerprint)

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_core": (self._core.kind, self._core.json)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._core = native.Protocol.make(*state["_core"])

    def __repr__(self) -> str:
        return f"sd.protocol({self.kind!r}, {self._core.json!r})"

    def _facts(self) -> list[tuple[str, str]]:
        """What the HTML shows."""
        return [
            ("epsilon", f"{self.epsilon:.6g}"),
            ("report", f"{self.report_bytes} byte{'' if self.report_bytes == 1 else 's'}"),
            ("cells of a tally", f"{self.cells:,}"),
            ("fingerprint", f"{self.fingerprint.hex()[:16]}…"),
        ]

    def _repr_html_(self) -> str:
        promise = self.guarantee
        rows = [(_html.escape(name), _html.escape(value)) for name, value in self._facts()]
        title = self._core.title[:1].upper() + self._core.title[1:]
        return _html.card(title, _html.table(("", ""), rows, "ll"), promise.caveats, promise.not_private_because)


def canonical(spec: Mapping[str, Any] | str) -> str:
    """The JSON of a spec as files record it: sorted keys, and numbers that are not counted with their point."""
    if isinstance(spec, str):
        return _check.text("spec", spec)
    if not isinstance(spec, Mapping):
        raise TypeError(f"spec must be a dict or a str, not {_check.name_of(spec)}")
    try:
        text = json.dumps(_pointed(spec), sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise InputError(f"the spec is not JSON: {error}") from None
    return _check.text("spec", text)


def _pointed(spec: Any, is_real: bool = False) -> Any:
    if isinstance(spec, Mapping):
        return {key: _pointed(value, is_real or key in ("epsilon", "parameters")) for key, value in spec.items()}
    if isinstance(spec, list | tuple):
        return [_pointed(value, is_real) for value in spec]
    return float(spec) if is_real and isinstance(spec, int) else spec


def _row_secret(secret: Any, seed: int | None) -> RowSecret:
    if secret is not None and seed is not None:
        raise TypeError("give secret= or seed=, not both")
    if seed is not None:
        return RowSecret.seeded(seed)
    if secret is None:
        return RowSecret.draw()
    if isinstance(secret, RowSecret):
        return secret
    if not isinstance(secret, bytes):
        raise TypeError(f"secret must be a RowSecret or bytes, not {_check.name_of(secret)}")
    if len(secret) != 32:
        raise InputError(f"a secret has 32 bytes, not {len(secret)}")
    return RowSecret.of(secret)


def _require_protocol(protocol: Protocol, given: Reports | Tally) -> None:
    if given.protocol is not protocol and given.protocol != protocol:
        field = protocol._core.first_difference(given.protocol._core)
        raise InputError(f"the reports are another protocol's: they differ in '{field}'")
