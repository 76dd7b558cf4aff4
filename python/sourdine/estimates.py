"""Estimates: counts, never without their error."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from sourdine import _check, _html
from sourdine._collected import Collected
from sourdine.errors import InputError

if TYPE_CHECKING:
    import pandas  # type: ignore[import-untyped, import-not-found, unused-ignore]
    import polars
    import pyarrow  # type: ignore[import-untyped, import-not-found, unused-ignore]
    from matplotlib.axes import Axes
    from typing_extensions import Self

    from sourdine.kinds import Oracle
    from sourdine.protocols import Protocol

__all__ = ["Count", "Estimate"]

Floats: TypeAlias = npt.NDArray[np.float64]
_Options: TypeAlias = tuple[float, str, str, str]

_COLUMNS = ("values", "std_error", "lower", "upper", "mostly_noise")
_NOISE_RULE = "Mostly noise: the standard error is above 1 and above the estimate itself; use the interval."
_SHOWN_AS_TEXT = 20
_SHOWN_AS_HTML = 30


class Count(NamedTuple):
    """One estimated count.

    Examples
    --------
    >>> Count(412.5, 10.0, 393.0, 432.0, False).value
    412.5
    """

    value: float
    std_error: float
    lower: float
    upper: float
    mostly_noise: bool


class Estimate(Collected):
    """How many people have each value: counts with their standard errors and intervals.

    ``estimate["label"]`` and ``estimate[number]`` give one `Count`; the arrays have all of them, in the order of
    the domain. Without any reports there is no estimate: all numbers are NaN then.

    Attributes
    ----------
    reports : int
        How many reports were counted.
    values, std_error, lower, upper : numpy.ndarray
        Of dtype float64. Intervals are cut to what is possible; estimates that are right on average are not.
    mostly_noise : numpy.ndarray
        Where the standard error is larger than the estimate.
    total : float
        The sum of the values.
    confidence : float
        Of the intervals.
    consistency, population : str
        What was asked for.
    simultaneous : bool
        Whether the intervals hold for all values at once.
    is_degenerate : bool
        The consistency method had nothing to go by.
    has_moved_errors : bool
        The standard errors are those of the counts that consistency moved.

    Examples
    --------
    >>> import sourdine as sd
    >>> oracle = sd.oracle("grr", labels=["red", "green", "blue"], epsilon=4.0)
    >>> people = ["red"] * 600 + ["green"] * 300 + ["blue"] * 100
    >>> estimate = oracle.randomize(people, seed=1).tally().estimate()
    >>> red = estimate["red"]
    >>> red.lower <= 600 <= red.upper
    True
    >>> estimate.to_dict()["value"]
    ['red', 'green', 'blue']
    """

    protocol: Oracle
    reports: int
    values: Floats
    std_error: Floats
    lower: Floats
    upper: Floats
    mostly_noise: npt.NDArray[np.bool_]
    total: float
    confidence: float
    consistency: str
    population: str
    simultaneous: bool
    is_degenerate: bool
    has_moved_errors: bool

    def __init__(self) -> None:
        raise TypeError("an Estimate is made by Tally.estimate() or Reports.estimate()")

    @staticmethod
    def _options(confidence: object, consistency: object, population: object, simultaneous: object) -> _Options:
        """The options in the order that the compiled part takes them."""
        level = _check.number("confidence", confidence)
        if not 0 < level < 1:
            raise InputError(f"confidence must lie between 0 and 1, not {level:g}")
        if _check.text("population", population) not in ("fixed", "sampled"):
            raise InputError(f"population must be 'fixed' or 'sampled', not {population!r}")
        coverage = "simultaneous" if simultaneous else "per value"
        return level, coverage, _check.text("population", population), _check.text("consistency", consistency)

    @classmethod
    def _made(
        cls,
        protocol: Protocol,
        reports: int,
        made: dict[str, Any],
        options: _Options,
        collection: str,
        is_private: bool,
    ) -> Self:
        estimate = cls.__new__(cls)
        confidence, coverage, population, consistency = options
        columns = {"values": made["estimate"], **{name: made[name] for name in _COLUMNS[1:]}}
        if reports == 0:
            nothing = np.full(protocol.domain_sizes[0], np.nan)
            columns = {name: nothing for name in _COLUMNS[:-1]} | {"mostly_noise": np.zeros(nothing.size, np.bool_)}
        estimate.__dict__.update(
            columns,
            protocol=protocol,
            reports=reports,
            total=made["total"] if reports else float("nan"),
            confidence=confidence,
            consistency=consistency,
            population=population,
            simultaneous=coverage == "simultaneous",
            is_degenerate=made["is_degenerate"],
            has_moved_errors=made["has_moved_errors"],
            collection=collection,
            is_private=is_private,
        )
        return estimate

    @property
    def labels(self) -> list[str] | range:
        """What the rows are about: the labels of the domain, or the numbers 0 … k−1."""
        return self.protocol.labels or range(self.values.size)

    @property
    def shares(self) -> Floats:
        """The values as shares of all reports."""
        return self.values / self.reports if self.reports else self.values

    def __len__(self) -> int:
        return self.values.size

    def __iter__(self) -> Iterator[str | int]:
        return iter(self.labels)

    def __getitem__(self, value: str | int) -> Count:
        if isinstance(value, str):
            place = self._number(value)
        else:
            place = _check.whole("value", value, 0, self.values.size - 1)
        return Count(
            float(self.values[place]),
            float(self.std_error[place]),
            float(self.lower[place]),
            float(self.upper[place]),
            bool(self.mostly_noise[place]),
        )

    def _number(self, label: str) -> int:
        return int(self.protocol._core.label_values([label])[0])

    def to_dict(self) -> dict[str, list[Any]]:
        """The columns ``value``, ``estimate``, ``std_error``, ``lower``, ``upper`` and ``mostly_noise`` as lists.

        Examples
        --------
        >>> import sourdine as sd
        >>> list(sd.oracle("grr", k=2, epsilon=1.0).randomize([0, 1]).tally().estimate().to_dict())
        ['value', 'estimate', 'std_error', 'lower', 'upper', 'mostly_noise']
        """
        return {
            name: column if isinstance(column, list) else column.tolist() for name, column in self._columns().items()
        }

    def _columns(self) -> dict[str, Any]:
        labels = self.labels
        return {
            "value": labels if isinstance(labels, list) else np.arange(len(labels)),
            "estimate": self.values,
            **{name: getattr(self, name) for name in _COLUMNS[1:]},
        }

    def to_pandas(self) -> pandas.DataFrame:
        """The columns of `to_dict` as a data frame of pandas, which must be installed.

        Examples
        --------
        >>> import sourdine as sd
        >>> sd.oracle("grr", k=2, epsilon=1.0).randomize([0, 1]).tally().estimate().to_pandas().shape
        (2, 6)
        """
        import pandas

        frame: pandas.DataFrame = pandas.DataFrame(self._columns())
        return frame

    def to_polars(self) -> polars.DataFrame:
        """The columns of `to_dict` as a data frame of polars, which must be installed.

        Examples
        --------
        >>> import sourdine as sd
        >>> sd.oracle("grr", k=2, epsilon=1.0).randomize([0, 1]).tally().estimate().to_polars().shape
        (2, 6)
        """
        import polars

        return polars.DataFrame(self._columns())

    def to_arrow(self) -> pyarrow.Table:
        """The columns of `to_dict` as a table of pyarrow, which must be installed.

        Examples
        --------
        >>> import sourdine as sd
        >>> sd.oracle("grr", k=2, epsilon=1.0).randomize([0, 1]).tally().estimate().to_arrow().num_rows
        2
        """
        import pyarrow

        return pyarrow.table(self._columns())

    def plot(self, ax: Axes | None = None, *, largest: int = 40) -> Axes:
        """Bars with their intervals, by matplotlib, which must be installed; what is mostly noise is pale.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, optional
            Where to draw; otherwise a figure is made.
        largest : int
            How many values are shown at most: the largest, in the order of the domain.

        Examples
        --------
        >>> import matplotlib; matplotlib.use("Agg")
        >>> import sourdine as sd
        >>> ax = sd.oracle("grr", k=2, epsilon=1.0).randomize([0, 1]).tally().estimate().plot()
        >>> ax.get_xlabel()
        'estimated count'
        """
        from sourdine._plot import plot_estimate

        return plot_estimate(self, ax, _check.whole("largest", largest, 1, 10_000))

    def _largest(self, count: int) -> npt.NDArray[np.intp]:
        """The places of the largest values, in the order of the domain."""
        if self.values.size <= count:
            return np.arange(self.values.size)
        return np.sort(np.argsort(-self.values, kind="stable")[:count])

    def _title(self) -> str:
        interval = f"{100 * self.confidence:g}% intervals{', all at once' if self.simultaneous else ''}"
        return f"{self.reports:,} reports by {self.protocol._short}; {interval}"

    def _notes(self, shown: int) -> list[str]:
        notes = [f"The {shown} largest of {self.values.size:,} values are shown."] if shown < self.values.size else []
        if not self.reports:
            return [*notes, "No reports, so no estimate."]
        if self.mostly_noise.any():
            notes.append(_NOISE_RULE)
        if self.consistency != "none":
            what = "Intervals are" if self.has_moved_errors else "Standard errors and intervals are"
            notes.append(f"{what} those of the estimates before '{self.consistency}'.")
        elif self.values.min() < 0:
            notes.append("Estimates are right on average: noise can take them below 0. consistency='norm-sub' adds up.")
        if self.is_degenerate:
            notes.append(f"The estimates gave '{self.consistency}' nothing to go by.")
        return notes

    def _rows(self, places: npt.NDArray[np.intp]) -> list[tuple[str, str, str, str, str, str]]:
        labels = self.labels
        decimals = 0 if self.population == "fixed" else 1  # counts are whole, shares of a wider population are not
        return [
            (
                str(labels[i]),
                f"{self.values[i]:,.1f}",
                f"{self.std_error[i]:,.1f}",
                f"{self.lower[i]:,.{decimals}f}",
                f"{self.upper[i]:,.{decimals}f}",
                "mostly noise" if self.mostly_noise[i] else "",
            )
            for i in places
        ]

    def __repr__(self) -> str:
        places = self._largest(_SHOWN_AS_TEXT)
        rows = [("value", "estimate", "std error", "lower", "upper", ""), *self._rows(places)]
        widths = [max(len(row[i]) for row in rows) for i in range(6)]
        lines = [self._title()]
        for row in rows:
            cells = [row[0].ljust(widths[0]), *(row[i].rjust(widths[i]) for i in range(1, 5)), row[5]]
            lines.append("  ".join(cells).rstrip())
        lines += self._notes(places.size)
        lines += [f"NOT PRIVATE: {reason}" for reason in self.guarantee.not_private_because]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        places = self._largest(_SHOWN_AS_HTML)
        top = float(self.upper[places].max()) if self.reports and places.size else 0.0
        rows = [
            (*map(_html.escape, row[:5]), self._bar(i, top), f'<span style="opacity:0.6">{row[5]}</span>')
            for i, row in zip(places, self._rows(places), strict=True)
        ]
        body = _html.table(("value", "estimate", "std error", "lower", "upper", "", ""), rows, "lrrrrll")
        promise = self.guarantee
        notes = [*self._notes(places.size), f"epsilon {promise.epsilon:.6g} for {promise.unit} ({promise.model} model)"]
        return _html.card(self._title(), body, notes, promise.not_private_because)

    def _bar(self, place: np.intp, top: float) -> str:
        if not self.reports:
            return ""
        return _html.bar(float(self.values[place]), float(self.lower[place]), float(self.upper[place]), top)
