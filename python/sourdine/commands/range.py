"""How many between two dates, ages or amounts: build, query, stream, plan.

Made by python/tools/make_commands.py from the command line itself; edit that.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from sourdine._calls import Call, Lines, Path, Place, Range, Source, verb
from sourdine.commands import range_stream as stream
from sourdine.results import Result

__all__ = ["build", "plan", "query", "stream"]


@verb
def build(
    events: Source,
    *,
    query: str | None = None,
    time: str | None = None,
    by: str | None = None,
    time_format: str | None = None,
    number: str | None = None,
    bin: float | str | None = None,
    from_: Place | None = None,
    to: Place | None = None,
    counts: str | None = None,
    place: str | None = None,
    places: Lines | None = None,
    on_bad_row: Literal["stop", "skip"] | None = None,
    epsilon: float,
    structure: Literal["auto", "flat", "tree", "haar"] | None = None,
    degree: int | None = None,
    model: Literal["central", "local"] | None = None,
    neighbours: Literal["add-remove", "replace"] | None = None,
    oracle: str | None = None,
    out: Path | None = None,
    publish: Path | None = None,
    title: str | None = None,
    language: Literal["en", "fr"] | None = None,
    force: bool = False,
    ledger: Path | None = None,
    budget: float | None = None,
    budget_file: Path | None = None,
    seed: int | None = None,
    weak: bool = False,
    check: bool = False,
    progress: bool | None = None,
) -> Result:
    """Rows in, a private structure that answers any range out (.srng).

    model='local' reads the records and randomises each as its owner would: a simulation, to learn what error to expect.
    Whoever runs it sees the records.

    Parameters
    ----------
    events : path or data frame
        A CSV file, sqlite:PATH or postgresql://…; or a data frame.
    query : str, optional
        For databases: the query that gives the rows.
    time : str, optional
        Column of dates: the ordered values are calendar periods.
    by : str, optional
        The period: hour, day (default), week, month or year.
    time_format : str, optional
        Format of the dates, such as '%d/%m/%Y %H:%M'.
    number : str, optional
        Column of numbers: ages, amounts, durations; with decimals by bin=0.5.
    bin : float or str, optional
        Width of bins of numbers (1); its decimals are those that numbers are cut to.
    from_ : str, float or date, optional
        First date or number of the domain; default: that of the data, which is then public.
    to : str, float or date, optional
        Last date or number of the domain, likewise.
    counts : str, optional
        Column with the number of records of a row; default: one each.
    place : str, optional
        Column of places: a grid, which answers places x dates (or numbers); central model.
    places : path or list, optional
        File with the places, one per line; default: those of the data, which are then public; or a list.
    on_bad_row : {"stop", "skip"}, optional
        stop (default), or skip and count.
    epsilon : float
        Privacy parameter, > 0: smaller is more private.
    structure : {"auto", "flat", "tree", "haar"}, optional
        auto (default: the best over all ranges), flat, tree, or haar (local).
    degree : int, optional
        Degree of the tree; default: the best.
    model : {"central", "local"}, optional
        central (default): a trusted curator; local: what it would be if nobody were trusted, simulated here.
    neighbours : {"add-remove", "replace"}, optional
        Central model: add-remove (default) one record, or replace one: the total is then public.
    oracle : str, optional
        Local model: frequency oracle of the levels (adp).
    out : path, optional
        Range file to write.
    publish : path, optional
        In place of 'out': a directory with the range file, a table, a page, statement and sums.
    title : str, optional
        Of the page (the directory's name).
    language : {"en", "fr"}, optional
        Of the page and the statement (en).
    force : bool, optional
        Replace ranges that are there; what was spent stays spent.
    ledger : path, optional
        Ledger that adds up what is spent on these records: DATASET.ledger.jsonl, sqlite:PATH or postgresql://…; a
        budget.toml beside it holds.
    budget : float, optional
        Refuse (exit code 3) what brings the total above E, now and until another budget is given.
    budget_file : path, optional
        Limits as docs/ledger.md has them, instead of those beside the ledger.
    seed : int, optional
        Reproducible randomness for tests: the result is NOT private.
    weak : bool, optional
        Allow an epsilon above 20 or a delta above 0.001; what is made is marked as NOT private.
    check : bool, optional
        Read everything and say what would come of it, what it would cost, and what would be refused; nothing is written
        or spent.
    progress : bool, optional
        Show what it is at; default: on a terminal, and in a notebook.

    Examples
    --------
    >>> import sourdine as sd
    >>> people = {"age": [19, 23, 24, 40]}
    >>> answer = sd.range.build(people, number="age", from_=0, to=120, epsilon=1, out="built.srng")
    >>> answer.size, answer.guarantee.epsilon
    (121, 1.0)
    """
    call = Call("range build")
    call.source("EVENTS", events)
    call.text("--query", query)
    call.text("--time", time)
    call.text("--by", by)
    call.text("--time-format", time_format)
    call.text("--number", number)
    call.share("--bin", bin)
    call.place("--from", from_)
    call.place("--to", to)
    call.text("--counts", counts)
    call.text("--place", place)
    call.lines("--places", places)
    call.text("--on-bad-row", on_bad_row)
    call.number("--epsilon", epsilon)
    call.text("--structure", structure)
    call.whole("--degree", degree)
    call.text("--model", model)
    call.text("--neighbours", neighbours)
    call.text("--oracle", oracle)
    call.path("--out", out)
    call.path("--publish", publish)
    call.text("--title", title)
    call.text("--language", language)
    call.flag("--force", force)
    call.path("--ledger", ledger)
    call.number("--budget", budget)
    call.path("--budget-file", budget_file)
    call.whole("--seed", seed)
    call.flag("--weak", weak)
    call.flag("--check", check)
    return call.run(Result, progress=progress)


@verb
def query(
    file: Path,
    *ranges: Range | Sequence[Range],
    place: str | Sequence[str] | None = None,
    queries: Lines | None = None,
    confidence: float | None = None,
    nodes: bool = False,
    out: Path | None = None,
    page: Path | None = None,
    publish: Path | None = None,
    ledger: Path | None = None,
    force: bool = False,
    title: str | None = None,
    language: Literal["en", "fr"] | None = None,
    check: bool = False,
    progress: bool | None = None,
) -> Result:
    """Ask a range file: counts with intervals, as often as you like.

    Parameters
    ----------
    file : path
        Range file (.srng), published ranges, or a tally (.stly) of reports made with randomize range=True.
    *ranges : str, float, date or (first, last)
        Such as 2014-03-01..2014-05-31, 2014-03, 2014.., 18-24, 40.
    place : str or list of str, optional
        Of a grid: a place, A..B in the order of its list, or several with commas; or a list of them; default: all.
    queries : path or list, optional
        File with one range per line (of a grid: a CSV file with columns place and range); or a list.
    confidence : float, optional
        Confidence of the intervals (0.95).
    nodes : bool, optional
        Show the parts that an answer is made of.
    out : path, optional
        Write the answers as CSV.
    page : path, optional
        Write a page that shows the series, the answers and their parts, and answers any other range.
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
    >>> people = {"age": [19, 23, 24, 40]}
    >>> made = sd.range.build(people, number="age", from_=0, to=120, epsilon=1, out="queried.srng")
    >>> sd.range.query("queried.srng", "18-24", (40, None)).to_pandas()["range"].tolist()
    ['18-24', '40..']
    """
    call = Call("range query")
    call.path("FILE", file)
    call.ranges("RANGES", ranges)
    call.texts("--place", place)
    call.lines("--queries", queries)
    call.number("--confidence", confidence)
    call.flag("--nodes", nodes)
    call.path("--out", out)
    call.path("--page", page)
    call.path("--publish", publish)
    call.path("--ledger", ledger)
    call.flag("--force", force)
    call.text("--title", title)
    call.text("--language", language)
    call.flag("--check", check)
    return call.run(Result, progress=progress)


@verb
def plan(
    *,
    domain: int,
    epsilon: float,
    model: Literal["central", "local"] | None = None,
    reports: int | None = None,
    neighbours: Literal["add-remove", "replace"] | None = None,
    length: int | None = None,
    lengths: Lines | None = None,
    degree: int | Sequence[int] | None = None,
) -> Result:
    """What error to expect of every structure, before there are data.

    Parameters
    ----------
    domain : int
        Number of ordered values.
    epsilon : float
        Privacy parameter, > 0: smaller is more private.
    model : {"central", "local"}, optional
        central (default): a trusted curator; local: nobody is trusted.
    reports : int, optional
        Local model: how many people report.
    neighbours : {"add-remove", "replace"}, optional
        Central model: add-remove (default) one record, or replace one: the total is then public.
    length : int, optional
        Ranges of this many values will be asked; default: all ranges.
    lengths : path or list, optional
        File with lengths that will be asked, one per line; or a list.
    degree : int or list of int, optional
        Only trees of this degree; or a list of them.

    Examples
    --------
    >>> import sourdine as sd
    >>> sd.range.plan(domain=365, epsilon=1).to_pandas()["structure"][0]
    'tree'
    """
    call = Call("range plan")
    call.whole("--domain", domain)
    call.number("--epsilon", epsilon)
    call.text("--model", model)
    call.whole("--reports", reports)
    call.text("--neighbours", neighbours)
    call.whole("--length", length)
    call.lines("--lengths", lengths)
    call.wholes("--degree", degree)
    return call.run(Result)
