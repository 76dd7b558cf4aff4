"""Tallies: what reports add up to."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from sourdine import _check, _core, _html
from sourdine._collected import Collected
from sourdine.errors import InputError

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence

    from typing_extensions import Self

    from sourdine._calls import Range
    from sourdine._tables import FrameKind
    from sourdine.estimates import Estimate
    from sourdine.protocols import Protocol
    from sourdine.tuples import PairEstimate, TupleEstimate, TupleProtocol

__all__ = ["Tally"]

_MAX_REPORTS = 2**62


class Tally(Collected):
    """How many reports there are, and whole numbers that they add up to.

    Any split of the reports over threads, files, machines or days gives the same tally, bit for bit: tallies of one
    collection add up by ``+`` and ``sum()``.

    Attributes
    ----------
    reports : int
        How many were added up.
    cells : numpy.ndarray
        Counters of dtype uint64, read-only; what they count is the protocol's business.

    Examples
    --------
    >>> import sourdine as sd
    >>> oracle = sd.oracle("grr", labels=["red", "green", "blue"], epsilon=2.0)
    >>> monday = oracle.tally(oracle.randomize(["red"] * 500 + ["blue"] * 500, seed=1))
    >>> tuesday = oracle.tally(oracle.randomize(["green"] * 1000, seed=2))
    >>> week = monday + tuesday
    >>> week.reports, week == sum([tuesday, monday])
    (2000, True)
    """

    reports: int
    _bytes: bytes

    @cached_property
    def cells(self) -> npt.NDArray[np.uint64]:
        return np.frombuffer(self._bytes, np.uint64)  # when somebody asks for them

    def __init__(
        self,
        protocol: Protocol,
        reports: int,
        cells: npt.NDArray[np.uint64],
        *,
        collection: str = "",
        is_private: bool = True,
    ) -> None:
        self.protocol = protocol
        self.reports = _check.whole("reports", reports, 0, _MAX_REPORTS)
        kept = np.array(cells)
        if kept.dtype != np.uint64 and kept.dtype.kind not in "iu":
            raise TypeError(f"cells must be whole numbers, not {kept.dtype}")
        if kept.shape != (protocol.cells,):
            raise InputError(f"a tally of {protocol._short} has {protocol.cells} cells, not {kept.shape}")
        if kept.dtype.kind == "i" and kept.size and kept.min() < 0:
            raise InputError("cells are counts, and none is negative")
        self.cells = kept.astype(np.uint64)
        self.cells.setflags(write=False)
        if not protocol._core.is_consistent(self.reports, self.cells):
            raise InputError(f"reports of {protocol._short} cannot add up to these cells")
        self.collection = collection
        self.is_private = is_private

    @classmethod
    def _made(
        cls, protocol: Protocol, reports: int, cells: npt.NDArray[np.uint64] | bytes, collection: str, is_private: bool
    ) -> Self:
        """A tally that the library made, which need not be checked; its cells are read-only, or bytes."""
        tally = cls.__new__(cls)
        tally.protocol = protocol
        tally.reports = reports
        tally.collection = collection
        tally.is_private = is_private
        if isinstance(cells, bytes):
            tally._bytes = cells
        else:
            tally.cells = cells
        return tally

    def estimate(
        self,
        confidence: float = 0.95,
        *,
        consistency: str = "none",
        population: str = "fixed",
        simultaneous: bool = False,
        attribute: str | int | None = None,
    ) -> Estimate:
        """How many people have each value: counts with standard errors and intervals.

        Parameters
        ----------
        confidence : float
            Of the intervals.
        consistency : str
            ``none`` (right on average, perhaps negative), ``norm-sub`` (nothing below 0, and all add up), ``base-pos``,
            ``base-cut``, ``norm``, ``norm-mul``, ``norm-cut`` or ``mle``.
        population : str
            ``fixed``: these people are counted; ``sampled``: they stand for a wider population.
        simultaneous : bool
            Intervals that hold for all values at once.
        attribute : str or int, optional
            Which one, of reports about several; `estimates` has all of them.

        Examples
        --------
        >>> import sourdine as sd
        >>> oracle = sd.oracle("oue", k=4, epsilon=1.0)
        >>> tally = oracle.randomize([0] * 900 + [3] * 100, seed=3).tally()
        >>> estimate = tally.estimate(consistency="norm-sub")
        >>> estimate.values.sum().round()
        np.float64(1000.0)
        """
        from sourdine.estimates import Estimate

        if attribute is not None:
            several = self._require_several()
            return several.estimate_tally(self, attribute, confidence, consistency, population, simultaneous)
        core = self.protocol._require_oracle()
        options = Estimate._options(confidence, consistency, population, simultaneous)
        made = core.estimate(self.reports, self.cells, *options)
        return Estimate._made(self.protocol, self.reports, made, options, self.collection, self.is_private)

    def estimates(
        self,
        confidence: float = 0.95,
        *,
        consistency: str = "none",
        population: str = "fixed",
        simultaneous: bool = False,
    ) -> TupleEstimate:
        """The estimates of all attributes, of reports about several; options are those of `estimate`.

        Examples
        --------
        >>> import sourdine as sd
        >>> survey = sd.tuple_protocol({"age": 5, "smokes": ["no", "yes"]}, epsilon=4.0)
        >>> tally = survey.randomize([[4, 0]] * 3000, seed=1).tally()
        >>> {name: len(one) for name, one in tally.estimates().items()}
        {'age': 5, 'smokes': 2}
        """
        from sourdine.tuples import TupleEstimate

        several = self._require_several()
        options = confidence, consistency, population, simultaneous
        return TupleEstimate([several.estimate_tally(self, name, *options) for name in several.attributes])

    def pairs(
        self, first: str | int, second: str | int, confidence: float = 0.95, *, population: str = "fixed"
    ) -> PairEstimate:
        """How many people have each pair of values of two attributes (``spl`` with pairs, or ``joint``).

        Examples
        --------
        >>> import sourdine as sd
        >>> survey = sd.tuple_protocol({"age": 5, "smokes": ["no", "yes"]}, epsilon=4.0, solution="joint")
        >>> survey.randomize([[4, 0]] * 3000, seed=1).tally().pairs("age", "smokes").values.shape
        (5, 2)
        """
        from sourdine.estimates import Estimate
        from sourdine.tuples import PairEstimate

        several = self._require_several()
        options = Estimate._options(confidence, "none", population, False)
        return PairEstimate._of(several, self, several.place(first), several.place(second), options)

    def _require_several(self) -> TupleProtocol:
        from sourdine.tuples import TupleProtocol

        if not isinstance(self.protocol, TupleProtocol):
            raise TypeError(f"reports by {self.protocol._short} are not about several attributes")
        return self.protocol

    def query(
        self, *ranges: Range | Sequence[Range], confidence: float | None = None, frame: FrameKind | None = None
    ) -> Any:
        """How many people there are in each range, of reports about ranges, as a data frame.

        Parameters
        ----------
        *ranges
            ``"18-24"``, a number, or ``(first, last)``, where None is an open end.
        confidence : float, optional
            Of the intervals; default: 0.95.
        frame : {"pandas", "polars"}, optional
            Default: pandas where it is installed.

        Examples
        --------
        >>> import sourdine as sd
        >>> ages = sd.range_protocol(120, epsilon=4.0)
        >>> tally = ages.tally(ages.randomize([31, 47, 52] * 1000))
        >>> list(tally.query("18-24", (40, None)).columns)
        ['range', 'estimate', 'std_error', 'lower', 'upper', 'mostly_noise']
        """
        from tempfile import TemporaryDirectory

        from sourdine.commands import range as commands

        if self.protocol.kind != "range":
            raise TypeError(f"reports by {self.protocol._short} are not about ranges; estimate() counts single values")
        with TemporaryDirectory(prefix="sourdine-") as folder:
            file = f"{folder}/tally.stly"
            self.to_file(file)
            return commands.query(file, *ranges, confidence=confidence)._frame(None, frame)

    def to_bytes(self) -> bytes:
        """The bytes of a tally file: equal tallies have equal bytes.

        Examples
        --------
        >>> import sourdine as sd
        >>> tally = sd.oracle("grr", k=4, epsilon=1.0).empty_tally()
        >>> sd.tally_from_bytes(tally.to_bytes()) == tally
        True
        """
        return _core.tally_bytes(self.protocol._core, self.reports, self.cells, self.collection, self.is_private)

    def to_file(self, path: str | os.PathLike[str]) -> None:
        """Write a tally file (.stly), as the command line does; it is there whole, or not at all.

        Examples
        --------
        >>> import sourdine as sd, tempfile, os
        >>> tally = sd.oracle("grr", k=4, epsilon=1.0).randomize([0, 1, 2, 3]).tally()
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = os.path.join(folder, "day.stly")
        ...     tally.to_file(file)
        ...     sd.read_tally(file) == tally
        True
        """
        core = self.protocol._core
        _core.write_tally(_check.output_path(path), core, self.reports, self.cells, self.collection, self.is_private)

    def __add__(self, other: Tally) -> Self:
        if not isinstance(other, Tally):
            return NotImplemented
        self._require_same(other)
        if self.reports + other.reports > _MAX_REPORTS:
            raise InputError("a tally holds at most 2^62 reports")
        cells = self.cells + other.cells  # none exceeds the number of reports, so that none overflows
        cells.setflags(write=False)
        is_private = self.is_private and other.is_private
        return type(self)._made(self.protocol, self.reports + other.reports, cells, self.collection, is_private)

    def __radd__(self, other: int) -> Self:
        return self if isinstance(other, int) and other == 0 else NotImplemented  # sum() begins with 0

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tally):
            return NotImplemented
        return (
            self.protocol == other.protocol
            and self.reports == other.reports
            and self.collection == other.collection
            and self.is_private == other.is_private
            and np.array_equal(self.cells, other.cells)
        )

    __hash__ = None  # type: ignore[assignment]
    __array_ufunc__ = None  # a tally is not a number that numpy could add to those of an array

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.cells.setflags(write=False)  # which pickle forgets

    def __repr__(self) -> str:
        collection = f", collection '{self.collection}'" if self.collection else ""
        mark = "" if self.is_private else "; seeded, NOT PRIVATE"
        counted = f"{self.reports:,} report{'' if self.reports == 1 else 's'}"
        return f"<tally of {counted} by {self.protocol._short}, {self.cells.size:,} cells{collection}{mark}>"

    def _repr_html_(self) -> str:
        shown = min(self.cells.size, 8)
        rest = ["…"] if shown < self.cells.size else []
        head = [str(i) for i in range(shown)] + rest
        counts = [f"{count:,}" for count in self.cells[:shown]]
        body = _html.table(["cell", *head], [["count", *counts, *rest]], "l" + "r" * len(head))
        notes = ["Cells are noisy: .estimate() makes counts of them."]
        title = f"Tally of {self.reports:,} reports by {self.protocol._short}"
        return _html.card(title, body, notes, self.guarantee.not_private_because)
