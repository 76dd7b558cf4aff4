"""The collector: one that runs in this process, and what a collection has so far."""

from __future__ import annotations

import datetime
import json
import os
import threading
import weakref
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from sourdine import _check, _core, _html
from sourdine._calls import Path
from sourdine._collected import Collected
from sourdine._tables import FrameKind, library
from sourdine.clients import require_collector
from sourdine.configs import Config, is_in_memory, text_of
from sourdine.errors import InputError
from sourdine.kinds import wrap
from sourdine.protocols import Protocol
from sourdine.tallies import Tally

if TYPE_CHECKING:
    from types import TracebackType

    from typing_extensions import Self

__all__ = ["Collection", "Collector", "read_collection"]


class Collector:
    """A collector in this process, on threads of its own: for tests, notebooks, and programs that are one.

    ``sourdine serve`` is the same as a program. It begins when this is made and ends with `close`, or with the ``with``.

    Parameters
    ----------
    config : path, str or dict, optional
        collector.toml (``docs/operate.md`` has every key), its text, or a dict of the same shape. Without: this machine
        only, errors alone are logged, and ``collector.sqlite`` in this folder.
    store : str, optional
        Where everything is kept: ``sqlite:PATH`` or ``postgresql://…``.
    address : str, optional
        Address to listen at; default: 127.0.0.1.
    port : int, optional
        Port to listen at; 0: any that is free; default: 8470.
    allow_plain : bool
        Listen without TLS where others can reach it: behind a proxy that encrypts.

    Examples
    --------
    >>> import sourdine as sd
    >>> with sd.Collector(port=0, store="sqlite:served.sqlite") as collector:
    ...     collector.create("moods", sd.oracle("grr", k=3, epsilon=1.0))
    ...     collector.url.startswith("http://127.0.0.1:"), collector.token("reader")[:4]
    (True, 'sdr_')
    """

    def __init__(
        self,
        config: Config | None = None,
        *,
        store: str | None = None,
        address: str | None = None,
        port: int | None = None,
        allow_plain: bool = False,
    ) -> None:
        is_text = config is not None and is_in_memory(config)
        require_collector()
        self._core = _core.Collector(
            "" if is_text else _check.optional_path("config", config),
            text_of(config) if is_text else "",  # type: ignore[arg-type]
            "" if store is None else _check.text("store", store),
            "" if address is None else _check.text("address", address),
            None if port is None else _check.whole("port", port, 0, 65_535),
            bool(allow_plain),
        )
        self._ended = threading.Event()
        # Its threads must not outlive the interpreter.
        self._finalizer = weakref.finalize(self, _end, self._core, self._ended)

    @property
    def url(self) -> str:
        """Where it listens; also the dashboard, which asks for a reader's token."""
        return self._core.url

    def create(
        self,
        id: str,
        protocol: Protocol,
        *,
        period: Literal["hour", "day", "week", "month", "year"] | None = "day",
        title: str = "",
        **conditions: object,
    ) -> None:
        """Create a collection, which is fixed from then on, and enter what its reports spend into the ledger.

        Parameters
        ----------
        id : str
            1 to 64 of a–z, 0–9, - and _.
        protocol : Protocol
            How reports are made: an oracle, ranges, several attributes.
        period : str, optional
            What tallies are kept by; None: one for all time.
        title : str
            For people.
        **conditions
            ``min_reports``, ``jitter_seconds``, ``max_reports`` …: ``docs/collector.md`` has all of them.
        """
        if not isinstance(protocol, Protocol):
            raise TypeError(f"protocol must be a Protocol, not {_check.name_of(protocol)}")
        asked = {"id": _check.text("id", id), "title": _check.text("title", title), **conditions}
        asked |= {"kind": protocol.kind, "spec": protocol.spec}
        if period is not None:
            asked["period"] = _check.text("period", period)
        self._core.create(json.dumps(asked))

    def token(
        self,
        scope: Literal["client", "reader", "admin"],
        collection: str = "",
        *,
        note: str = "",
        expires: datetime.datetime | None = None,
    ) -> str:
        """A new token. The store keeps a hash of it only: it is shown this once.

        Parameters
        ----------
        scope : {"client", "reader", "admin"}
            Sends reports, reads estimates, or may do everything.
        collection : str
            For this one only; default: for all.
        note : str
            What it is for.
        expires : datetime.datetime, optional
            With a time zone; default: never.
        """
        end = ""
        if expires is not None:
            if not isinstance(expires, datetime.datetime) or expires.tzinfo is None:
                raise TypeError("expires must be a datetime with a time zone")
            end = expires.astimezone(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
        about = _check.text("collection", collection), _check.text("note", note)
        return self._core.token(_check.text("scope", scope), *about, end)

    def backup(self, path: Path) -> None:
        """Copy the store into a new file while everything goes on."""
        self._core.backup(_check.optional_path("path", path))

    def wait(self) -> None:
        """Serve until it is closed, or Ctrl-C: for a program that does nothing else."""
        self._ended.wait()

    def close(self) -> None:
        """Answer what was asked, commit what waits, and end."""
        self._finalizer()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _end(core: _core.Collector, ended: threading.Event) -> None:
    core.close()
    ended.set()


class Collection(Collected):
    """What a collection had when it was read: the sums of its reports, period by period.

    ``sd.read_collection()`` makes it.

    Attributes
    ----------
    title : str
        For people.
    period : str or None
        What the tallies are kept by; None: there is one for all time.
    min_reports : int
        A period with fewer reports shows no estimates.
    reports : int
        How many there are.
    """

    title: str
    period: str | None
    min_reports: int

    def __init__(self, id: str, told: dict[str, Any]) -> None:
        self.collection = id
        self.protocol = wrap(told["protocol"])
        self.title, self.period, self.min_reports = told["title"], told["period"], told["min_reports"]
        self._takes_private_only = not told["accepts_seeded"]
        self._tallies = {
            label: Tally._made(self.protocol, reports, cells, id, is_private and self._takes_private_only)
            for label, reports, cells, is_private in told["periods"]
        }
        self.is_private = self._takes_private_only and all(tally.is_private for tally in self._tallies.values())

    @property
    def periods(self) -> list[str]:
        """The periods that have reports, in order."""
        return [label for label in self._tallies if label is not None]

    @property
    def reports(self) -> int:
        return sum(tally.reports for tally in self._tallies.values())

    def tally(self, period: str | None = None, to: str | None = None) -> Tally:
        """The sum of the reports of a period, of the periods from one to another, or of all.

        People who answer again by a memoised protocol repeat their noise: estimate their periods one by one, since the
        errors of a sum would be understated.

        Parameters
        ----------
        period, to : str, optional
            The first and the last, ``"2026-11-17"``; without `to` the one period.
        """
        return sum(self._chosen(period, to).values(), self._empty())

    def _empty(self) -> Tally:
        return self.protocol.empty_tally(collection=self.collection, is_private=self._takes_private_only)

    def _chosen(self, period: str | None, to: str | None) -> dict[str | None, Tally]:
        if period is None:
            if to is not None:
                raise InputError("'to' needs 'period', the first one")
            return self._tallies
        last = period if to is None else to
        chosen: dict[str | None, Tally] = {
            label: tally for label, tally in self._tallies.items() if label is not None and period <= label <= last
        }
        if not chosen:
            what = f"of '{period}'" if to is None else f"from '{period}' to '{to}'"
            known = self.periods
            hint = f"There are {len(known)}, from {known[0]} to {known[-1]}." if known else "It has no periods."
            raise InputError(f"the collection '{self.collection}' has no reports {what}", hint)
        return chosen

    @property
    def withheld(self) -> list[str | None]:
        """The periods that have fewer reports than `min_reports`, and no estimates therefore."""
        return [label for label, tally in self._tallies.items() if tally.reports < self.min_reports]

    def estimates(
        self,
        period: str | None = None,
        to: str | None = None,
        *,
        confidence: float = 0.95,
        consistency: str = "none",
        frame: FrameKind | None = None,
    ) -> Any:
        """The estimates of every period as a data frame: period, value, estimate, std_error, lower, upper, mostly_noise.

        Of several attributes there is the column ``attribute``, too. Periods that are `withheld` have no rows; ranges
        are asked by ``tally().query()``.

        Parameters
        ----------
        period, to : str, optional
            As of `tally`.
        confidence, consistency
            As of `Tally.estimate`.
        frame : {"pandas", "polars"}, optional
            Default: pandas where it is installed.
        """
        parts = {
            label: self._columns(tally, confidence, consistency)
            for label, tally in self._chosen(period, to).items()
            if tally.reports >= max(self.min_reports, 1)
        }
        # Without any, the columns of nothing.
        tables = list(parts.values()) or [
            {name: cells[:0] for name, cells in self._columns(self._empty(), confidence, consistency).items()}
        ]
        labels = [label for label, table in parts.items() for _ in range(len(table["estimate"]))]
        joined = {name: np.concatenate([table[name] for table in tables]) for name in tables[0]}
        return library(frame).DataFrame({"period": labels, **joined})

    def _columns(self, tally: Tally, confidence: float, consistency: str) -> dict[str, Any]:
        if self.protocol.kind == "tuple":
            return tally.estimates(confidence, consistency=consistency)._columns()
        return tally.estimate(confidence, consistency=consistency)._columns()

    def __repr__(self) -> str:
        by = f", {len(self.periods):,} by {self.period}" if self.period else ""
        mark = "" if self.is_private else "; seeded, NOT PRIVATE"
        return f"<collection '{self.collection}': {self.reports:,} reports by {self.protocol._short}{by}{mark}>"

    def _repr_html_(self) -> str:
        rows = [(_html.escape(str(label or "")), f"{tally.reports:,}") for label, tally in self._tallies.items()]
        shown = rows[-10:]
        notes = [f"The last {len(shown)} of {len(rows):,} periods are shown."] if len(shown) < len(rows) else []
        title = f"{self.title or self.collection}: {self.reports:,} reports by {self.protocol._short}"
        body = _html.table((self.period or "", "reports"), shown, "lr")
        return _html.card(title, body, notes, self.guarantee.not_private_because)


def read_collection(
    source: str | os.PathLike[str],
    id: str,
    *,
    token: str | None = None,
    ca: Path | None = None,
    allow_plain: bool = False,
) -> Collection:
    """What a collection has so far, read from its collector or from the store.

    Parameters
    ----------
    source : str or path
        The collector, ``https://…``; or its store, ``sqlite:PATH`` or ``postgresql://…``. A path is one of SQLite.
    id : str
        The collection's id.
    token : str, optional
        Of a collector: a reader's, ``sdr_…``.
    ca : path, optional
        Of a collector: certificates to trust in place of the system's (PEM).
    allow_plain : bool
        Of a collector: take ``http://`` to another machine, too.

    Examples
    --------
    >>> import sourdine as sd
    >>> with sd.Collector(port=0, store="sqlite:read.sqlite") as collector:
    ...     collector.create("fires", sd.oracle("oue", labels=["north", "south"], epsilon=1.0), min_reports=2)
    ...     token = collector.token("client", "fires")
    ...     with sd.Client(collector.url, "fires", token=token, queue="read.queue", max_epsilon=1.0) as client:
    ...         sent = client.report_all(["north", "south"] * 100), client.flush(10)
    ...     fires = sd.read_collection(collector.url, "fires", token=collector.token("reader"))
    >>> fires.reports, fires.period, fires.guarantee.epsilon
    (200, 'day', 1.0)
    >>> fires.tally() == sd.read_collection("sqlite:read.sqlite", "fires").tally()
    True
    >>> fires.estimates().columns.tolist()
    ['period', 'value', 'estimate', 'std_error', 'lower', 'upper', 'mostly_noise']
    """
    where = _check.optional_path("source", source)
    if not isinstance(source, str):
        where = f"sqlite:{where}"
    if where.startswith(("http://", "https://")) and not token:
        raise InputError("a collector asks for token=, a reader's", "It begins with sdr_.")
    require_collector()
    name, secret = _check.text("id", id), "" if token is None else _check.text("token", token)
    told = _core.read_collection(where, name, secret, _check.optional_path("ca", ca), bool(allow_plain))
    return Collection(name, told)
