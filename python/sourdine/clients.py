"""The client of a collector: an application's side of a collection."""

from __future__ import annotations

import datetime
import math
import weakref
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sourdine import _check, _core
from sourdine._calls import Path
from sourdine._input import Array, to_values
from sourdine.errors import InputError
from sourdine.kinds import wrap
from sourdine.protocols import Protocol

if TYPE_CHECKING:
    from types import TracebackType

    from typing_extensions import Self

__all__ = ["Client", "ClientNotice", "ClientParameters", "ClientStatus"]

_LONGEST = 10 * 366 * 24 * 3600.0  # of all times here, in seconds


@dataclass(frozen=True)
class ClientParameters:
    """What a client was told about its collection, and made of it.

    Attributes
    ----------
    collection : str
        Its id.
    protocol : Protocol
        How reports are made; ``protocol.guarantee`` is computed here, whatever the collector says of itself.
    is_open : bool
        Whether the collection took reports when the collector was asked.
    period : str or None
        What its tallies are kept by: ``hour``, ``day`` …
    jitter : int
        Batches wait up to so many seconds before they are sent.
    clock_window : int
        A batch that was sent can be sent again for so many seconds.
    """

    collection: str
    protocol: Protocol
    is_open: bool
    period: str | None
    jitter: int
    clock_window: int


@dataclass(frozen=True)
class ClientStatus:
    """Where a client's reports are.

    Attributes
    ----------
    waiting, sending : int
        Reports in the queue; of batches that were sent, or are about to be, and are not acknowledged yet.
    acknowledged, refused, uncertain : int
        Reports, since the client was made.
    refused_batches, uncertain_batches, damaged_files : int
        What lies in the folders of these names.
    last_problem : str
        Why the last attempt failed; empty after one that did not.
    next_due : datetime.datetime or None
        When the next batch is due.

    Examples
    --------
    >>> ClientStatus(waiting=3).is_all_sent
    False
    """

    waiting: int = 0
    sending: int = 0
    acknowledged: int = 0
    refused: int = 0
    uncertain: int = 0
    refused_batches: int = 0
    uncertain_batches: int = 0
    damaged_files: int = 0
    last_problem: str = ""
    next_due: datetime.datetime | None = None

    @property
    def is_all_sent(self) -> bool:
        """Whether nothing waits any more."""
        return self.waiting == 0 and self.sending == 0

    @classmethod
    def _made(cls, told: dict[str, Any]) -> ClientStatus:
        due = told.pop("next_due")
        when = None if due is None else datetime.datetime.fromtimestamp(due, datetime.timezone.utc)
        return cls(**told, next_due=when)


@dataclass(frozen=True)
class ClientNotice:
    """A batch that will not be sent again by itself.

    Attributes
    ----------
    why : str
        ``refused``: it was not counted; ``uncertain``: nobody knows whether it was.
    reports : int
        How many it has.
    period, reason, file : str
        Of when they are, why it is so, and where the batch is kept.
    """

    why: str
    reports: int
    period: str
    reason: str
    file: str


class Client:
    """Randomises values on the spot, keeps the reports in a folder, and sends each exactly once.

    A value is in memory until `report` returns, and never anywhere else; the report is on the disk then. Reports that a
    process leaves behind are sent by the next client of the same folder. ``docs/collector-client.md`` says what is kept,
    refused and sent, and what the time of sending tells.

    As a context manager it sends from a thread of its own (`start`), and ends with `close`: what was not sent by then
    waits in the folder, so call `flush` first where nobody comes back.

    Parameters
    ----------
    url : str
        The collector: ``https://…``, or ``http://`` on this machine.
    collection : str
        The collection's id.
    token : str
        A client's token, ``sdc_…``.
    queue : path
        The folder in which reports wait. One process uses it at a time.
    max_epsilon : float
        What users were promised: a collection that asks for more gets no report.
    min_jitter : int
        Batches wait up to so many seconds, where the collection asks for less.
    secret : path, optional
        Of memoised protocols: the file of this person's secret; default: ``secret`` in the folder.
    durable : bool
        Whether a power cut loses nothing that `report` returned for, either; False is faster.
    ca : path, optional
        Certificates to trust in place of the system's (PEM).
    allow_plain : bool
        Take ``http://`` to another machine: the token goes in the clear.
    timeout : float
        Of one request, in seconds.

    Examples
    --------
    >>> import sourdine as sd
    >>> with sd.Collector(port=0, store="sqlite:client.sqlite") as collector:
    ...     collector.create("fires", sd.oracle("oue", labels=["north", "south"], epsilon=1.0), min_reports=2)
    ...     token = collector.token("client", "fires")
    ...     with sd.Client(collector.url, "fires", token=token, queue="fires.queue", max_epsilon=1.0) as client:
    ...         client.report("north")
    ...         client.report_all(["south", "south"])
    ...         client.flush(10).acknowledged
    2
    3
    """

    def __init__(
        self,
        url: str,
        collection: str,
        *,
        token: str,
        queue: Path,
        max_epsilon: float,
        min_jitter: int = 0,
        secret: Path | None = None,
        durable: bool = True,
        ca: Path | None = None,
        allow_plain: bool = False,
        timeout: float = 60.0,
    ) -> None:
        require_collector()
        self._core = _core.Client(
            _check.text("url", url),
            _check.text("token", token),
            _check.text("collection", collection),
            _check.optional_path("queue", queue),
            _check.positive("max_epsilon", max_epsilon),
            _check.whole("min_jitter", min_jitter, 0, int(_LONGEST)),
            _check.optional_path("secret", secret),
            bool(durable),
            _check.optional_path("ca", ca),
            bool(allow_plain),
            max(_milliseconds("timeout", timeout), 1),
        )
        # The thread must not outlive the interpreter.
        self._finalizer = weakref.finalize(self, self._core.close)
        self._known: ClientParameters | None = None

    def parameters(self) -> ClientParameters:
        """The collection's protocol and settings: from the folder, or from the collector the first time.

        Ask early, when the application is installed: the question itself tells that somebody is about to report.
        """
        if self._known is None:
            told = self._core.parameters()
            told["protocol"] = wrap(told["protocol"])
            self._known = ClientParameters(**told)
        return self._known

    def report(self, value: Any, *, period: str | None = None) -> None:
        """Randomise one person's value and queue the report, which is on the disk when this returns.

        Every call spends the collection's epsilon again, but for memoised protocols.

        Parameters
        ----------
        value : str, int, tuple or dict
            A label, or a whole number from 0 on; of several attributes a value of each, in order or by name.
        period : str, optional
            The period that it is of, ``"2026-11-17"``; default: the present one.
        """
        if isinstance(value, Mapping):
            self.report_all({name: [one] for name, one in value.items()}, period=period)
        else:
            self.report_all([value], period=period)

    def report_all(self, values: Any, *, column: str | None = None, period: str | None = None) -> int:
        """Report every value, each a report of its own, with one visit to the disk; all of them are valid, or none is.

        Parameters
        ----------
        values : list, array, column or table
            As `Protocol.randomize` takes them; of several attributes as `TupleProtocol.randomize` does.
        column : str, optional
            Which column of a table.
        period : str, optional
            The period that they are of; default: the present one.

        Returns
        -------
        int
            How many reports were made.
        """
        records = self._records(values, column)
        return self._core.report(records, None if period is None else _check.text("period", period))

    def _records(self, values: Any, column: str | None) -> Array:
        from sourdine.tuples import TupleProtocol

        protocol = self.parameters().protocol
        if not isinstance(protocol, TupleProtocol):
            return to_values(protocol._core, values, column)
        if column is not None:
            raise TypeError("column= is for one attribute; records have a column for each")
        records = protocol.records(values)
        return records.ravel() if protocol.width == 1 else records

    def flush(self, timeout: float = 60.0) -> ClientStatus:
        """Send what is due, wait for what is not, and try again, until nothing waits or the time is up.

        Ctrl-C ends it after the request that is under way; what was not sent still waits.

        Parameters
        ----------
        timeout : float
            In seconds.

        Raises
        ------
        sourdine.InputError
            When the collector refuses the token, has no such collection, or asks for something else than before. A
            collector that cannot be reached raises nothing: ``last_problem`` says why.
        """
        return ClientStatus._made(self._core.flush(_milliseconds("timeout", timeout)))

    def send_due(self) -> ClientStatus:
        """Send what is due once, without waiting for anything."""
        return ClientStatus._made(self._core.send_due())

    def status(self) -> ClientStatus:
        """Where the reports are; asks nobody."""
        return ClientStatus._made(self._core.status())

    def notices(self) -> list[ClientNotice]:
        """The batches that were set aside since the client was made."""
        return [ClientNotice(**told) for told in self._core.notices()]

    def take_back_refused(self) -> int:
        """Let what was refused wait again, for a token that has been replaced; the number of batches."""
        return self._core.take_back_refused()

    def start(self) -> None:
        """Send what is due from a thread, for as long as the client is there."""
        self._core.start()

    def close(self) -> None:
        """Stop sending, and leave the folder to others. What was not acknowledged waits there."""
        self._finalizer()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def require_collector() -> None:
    """Refuse where the compiled part has no collector: it is a part that a build may leave out."""
    if not hasattr(_core, "Client"):
        raise NotImplementedError("this sourdine was built without the collector")


def _milliseconds(what: str, seconds: object) -> int:
    number = _check.number(what, seconds)
    if math.isnan(number) or number < 0:
        raise InputError(f"{what} must be a number of seconds from 0 on, not {number:g}")
    return math.ceil(min(number, _LONGEST) * 1000)
