"""How many so far, told step by step: new, append, total.

Made by python/tools/make_commands.py from the command line itself; edit that.
"""

from __future__ import annotations

from typing import Literal

from sourdine._calls import Call, Day, Path, Source, verb
from sourdine.results import Result

__all__ = ["append", "new", "total"]


@verb
def new(
    file: Path,
    *,
    epsilon: float,
    steps: int | None = None,
    start: Day | None = None,
    by: str | None = None,
    ledger: Path | None = None,
    budget: float | None = None,
    budget_file: Path | None = None,
    seed: int | None = None,
    weak: bool = False,
) -> Result:
    """Begin a stream, and pay for all it will ever answer.

    The file is made for its owner alone. No number in it is exact, but whoever sees it twice, or sees it once and then
    later answers, can tell exact counts of the steps in between: keep it like the data, publish answers only, and never
    put an older copy back. A stream whose file got out is over; begin a new one.

    Parameters
    ----------
    file : path
        The stream (.srng): keep it like the data.
    epsilon : float
        Privacy parameter, > 0: smaller is more private.
    steps : int, optional
        How many steps there will be at most: less noise; default: not known, it never ends.
    start : str or date, optional
        Date of the first step; default: steps are numbers from 1 on.
    by : str, optional
        The step: hour, day (default), week, month or year.
    ledger : path, optional
        Ledger that adds up what is spent on these records: DATASET.ledger.jsonl, sqlite:PATH or postgresql://…; a
        budget.toml beside it holds.
    budget : float, optional
        Refuse (exit code 3) what brings the total above E, now and until another budget is given.
    budget_file : path, optional
        Limits as docs/ledger.md has them, instead of those beside the ledger.
    seed : int, optional
        Reproducible and NOT PRIVATE: for tests only.
    weak : bool, optional
        Allow an epsilon above 20 or a delta above 0.001; what is made is marked as NOT private.

    Examples
    --------
    >>> import sourdine as sd
    >>> sd.range.stream.new("new.srng", epsilon=1, start="2026-01-01").next_step
    '2026-01-01'
    """
    call = Call("range stream new")
    call.path("FILE", file)
    call.number("--epsilon", epsilon)
    call.whole("--steps", steps)
    call.place("--start", start)
    call.text("--by", by)
    call.path("--ledger", ledger)
    call.number("--budget", budget)
    call.path("--budget-file", budget_file)
    call.whole("--seed", seed)
    call.flag("--weak", weak)
    return call.run(Result)


@verb
def append(
    file: Path,
    rows: Source,
    *,
    query: str | None = None,
    counts: str | None = None,
    time: str | None = None,
    time_format: str | None = None,
    to: Day | None = None,
    after: int | None = None,
    on_bad_row: Literal["stop", "skip"] | None = None,
    confidence: float | None = None,
    seed: int | None = None,
) -> Result:
    """Count the next steps: all that are given, or none.

    The file is made for its owner alone. No number in it is exact, but whoever sees it twice, or sees it once and then
    later answers, can tell exact counts of the steps in between: keep it like the data, publish answers only, and never
    put an older copy back. A stream whose file got out is over; begin a new one.

    Parameters
    ----------
    file : path
        The stream (.srng): keep it like the data.
    rows : path or data frame
        One count per line, or a table: a CSV file, sqlite:PATH or postgresql://…; or a data frame.
    query : str, optional
        For databases: the query that gives the rows.
    counts : str, optional
        Column of the counts; with 'time' the default is one record each.
    time : str, optional
        Column of dates: every period from the next step to 'to' is appended, 0 where there are no rows.
    time_format : str, optional
        Format of the dates, such as '%d/%m/%Y %H:%M'.
    to : str or date, optional
        With 'time': the last period to append; later rows wait for the next time.
    after : int, optional
        Append only if the stream has seen N steps: a script that runs twice counts once.
    on_bad_row : {"stop", "skip"}, optional
        With 'time': stop (default), or skip and count.
    confidence : float, optional
        Confidence of the intervals (0.95).
    seed : int, optional
        Reproducible and NOT PRIVATE: for tests only.

    Examples
    --------
    >>> import sourdine as sd
    >>> made = sd.range.stream.new("appended.srng", epsilon=1, start="2026-01-01")
    >>> sd.range.stream.append("appended.srng", {"visits": [12, 0, 7]}, counts="visits").steps
    3
    """
    call = Call("range stream append")
    call.path("FILE", file)
    call.source("COUNTS", rows)
    call.text("--query", query)
    call.text("--counts", counts)
    call.text("--time", time)
    call.text("--time-format", time_format)
    call.place("--to", to)
    call.whole("--after", after)
    call.text("--on-bad-row", on_bad_row)
    call.number("--confidence", confidence)
    call.whole("--seed", seed)
    return call.run(Result)


@verb
def total(
    file: Path,
    *,
    each: bool = False,
    confidence: float | None = None,
    publish: Path | None = None,
    ledger: Path | None = None,
    force: bool = False,
    title: str | None = None,
    language: Literal["en", "fr"] | None = None,
    check: bool = False,
    progress: bool | None = None,
) -> Result:
    """How many so far, with an interval; 'range query' asks past steps.

    Parameters
    ----------
    file : path
        The stream (.srng): keep it like the data.
    each : bool, optional
        The total after each step, not only after the last.
    confidence : float, optional
        Confidence of the intervals (0.95).
    publish : path, optional
        Publish the answers in this directory, which must not exist, with statement, page and sums; what they are
        computed from was paid for, they cost nothing.
    ledger : path, optional
        With 'publish': the ledger that paid; the answers then name its entry.
    force : bool, optional
        With 'publish': replace answers that are there.
    title : str, optional
        Of the page (the file's name).
    language : {"en", "fr"}, optional
        That the page opens in; it has both (en).
    check : bool, optional
        Say what would be published, and what would be refused; nothing is written.
    progress : bool, optional
        Show what it is at; default: on a terminal, and in a notebook.

    Examples
    --------
    >>> import sourdine as sd
    >>> made = sd.range.stream.new("total.srng", epsilon=1, start="2026-01-01")
    >>> made = sd.range.stream.append("total.srng", {"visits": [12, 0, 7]}, counts="visits")
    >>> sd.range.stream.total("total.srng", each=True).to_pandas()["through"].tolist()
    ['2026-01-01', '2026-01-02', '2026-01-03']
    """
    call = Call("range stream total")
    call.path("FILE", file)
    call.flag("--each", each)
    call.number("--confidence", confidence)
    call.path("--publish", publish)
    call.path("--ledger", ledger)
    call.flag("--force", force)
    call.text("--title", title)
    call.text("--language", language)
    call.flag("--check", check)
    return call.run(Result, progress=progress)
