"""Streams: how many so far, told step by step, paid for once."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from sourdine import _html
from sourdine._calls import Call, Day, Range, Source, verb
from sourdine._tables import FrameKind
from sourdine.errors import InputError
from sourdine.results import Result, facts_html

__all__ = ["Stream", "read_stream", "stream"]


class Stream(Result):
    """A count over time, in a file that is kept like the data.

    Whoever sees the file twice can tell exact counts: publish answers only, and never put an older copy back. That is
    why a copy of this object, pickled or not, is the same file.

    Examples
    --------
    >>> import sourdine as sd
    >>> visits = sd.stream("visits.srng", epsilon=1, start="2026-01-01")
    >>> visits.append([12, 0, 7]).next_step
    '2026-01-04'
    >>> visits.total().columns.tolist()
    ['through', 'estimate', 'std_error', 'lower', 'upper']
    >>> visits.query("2026-01-02..2026-01-03")["range"].tolist()
    ['2026-01-02..2026-01-03']
    """

    @property
    def path(self) -> Path:
        """The file (.srng)."""
        return Path(self._data["file"])

    def __fspath__(self) -> str:
        return os.fspath(self.path)

    def append(
        self,
        counts: Source | Iterable[int],
        *,
        column: str | None = None,
        time: str | None = None,
        time_format: str | None = None,
        to: Day | None = None,
        after: int | None = None,
        query: str | None = None,
        on_bad_row: str | None = None,
        confidence: float | None = None,
        seed: int | None = None,
    ) -> Result:
        """Count the next steps: all that are given, or none.

        Parameters
        ----------
        counts : list of int, data frame or path
            One count for each step; or a table with the counts in `column`, or with a row for each record, whose dates
            are in `time`.
        column : str, optional
            The column of the counts.
        time, time_format : str, optional
            Column of dates: every period from the next step to `to` is appended, 0 where there are no rows.
        to : str or date, optional
            With `time`: the last period to append.
        after : int, optional
            Append only if the stream has seen so many steps: a script that runs twice counts once.
        query : str, optional
            Of a database: the query that gives the rows.
        on_bad_row : {"stop", "skip"}, optional
            With `time`: what to do about a row without a date.
        confidence : float, optional
            Of the interval of the total; default: 0.95.
        seed : int, optional
            For tests; only for a stream that began with one.
        """
        rows: Any = counts
        if not isinstance(rows, str | os.PathLike | Mapping) and not hasattr(rows, "columns") and _is_list(rows):
            if column is not None or time is not None:
                raise InputError("a list has no columns", "Leave out 'column' and 'time', or give a data frame.")
            rows = {"count": [_whole(count) for count in rows]}
            column = "count"
            if not rows["count"]:
                raise InputError("there is no step to append")
        call = Call("range stream append").path("FILE", self).source("COUNTS", rows).text("--query", query)
        call.text("--counts", column).text("--time", time).text("--time-format", time_format).place("--to", to)
        call.whole("--after", after).text("--on-bad-row", on_bad_row).number("--confidence", confidence)
        made = call.whole("--seed", seed).run(Result)
        for key in ("steps", "horizon", "next_step"):
            self._data[key] = made[key]
        return made

    def total(self, *, each: bool = False, confidence: float | None = None, frame: FrameKind | None = None) -> Any:
        """How many so far, with an interval: one row, or with `each` one after every step."""
        call = Call("range stream total").path("FILE", self).flag("--each", each).number("--confidence", confidence)
        return call.run(Result)._frame(None, frame)

    def query(
        self, *ranges: Range | Sequence[Range], confidence: float | None = None, frame: FrameKind | None = None
    ) -> Any:
        """How many in past steps; ranges as `sourdine.RangeTree.query` has them."""
        from sourdine.commands import range as commands

        return commands.query(self, *ranges, confidence=confidence)._frame(None, frame)

    def _repr_html_(self) -> str:
        steps = f"{self._data['steps']:,}"
        if self._data.get("horizon"):
            steps += f" of at most {self._data['horizon']:,}"
        facts = {"steps": steps, "next step": self._data["next_step"], "file": self.path}
        return _html.card("Stream", facts_html(facts), self._html_notes(), self._not_private())


@verb
def stream(
    file: str | os.PathLike[str],
    *,
    epsilon: float,
    steps: int | None = None,
    start: Day | None = None,
    by: str | None = None,
    ledger: str | os.PathLike[str] | None = None,
    budget: float | None = None,
    budget_file: str | os.PathLike[str] | None = None,
    seed: int | None = None,
    weak: bool = False,
) -> Stream:
    """Begin a stream, and pay for all it will ever answer.

    Parameters
    ----------
    file : path
        The stream (.srng), which must not exist: keep it like the data.
    epsilon : float
        Privacy parameter: smaller is more private.
    steps : int, optional
        How many steps there will be at most: less noise; default: it never ends.
    start : str or date, optional
        Date of the first step; default: steps are numbers from 1 on.
    by : str, optional
        The step: hour, day (default), week, month or year.
    ledger, budget, budget_file, seed, weak
        As ``sd.range.stream.new()`` has them.

    Examples
    --------
    >>> import sourdine as sd
    >>> sd.stream("calls.srng", epsilon=0.5, steps=365).horizon
    365
    """
    call = Call("range stream new").path("FILE", file).number("--epsilon", epsilon).whole("--steps", steps)
    call.place("--start", start).text("--by", by).path("--ledger", ledger).number("--budget", budget)
    call.path("--budget-file", budget_file).whole("--seed", seed).flag("--weak", weak)
    return call.run(Stream)


def read_stream(file: str | os.PathLike[str]) -> Stream:
    """A stream that began before and has seen a step.

    Examples
    --------
    >>> import sourdine as sd
    >>> begun = sd.stream("begun.srng", epsilon=0.5).append([3])
    >>> sd.read_stream("begun.srng").steps
    1
    """
    about = Call("range stream total").path("FILE", file).run(Result)
    kept = ("file", "steps", "horizon", "next_step", "randomness", "guarantee")
    return Stream("range stream new", {key: about[key] for key in kept})


def _is_list(values: object) -> bool:
    return isinstance(values, Iterable) and not hasattr(values, "schema")


def _whole(count: object) -> int:
    from operator import index

    try:
        return index(count)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"a count is a whole number, not {count!r}") from None
