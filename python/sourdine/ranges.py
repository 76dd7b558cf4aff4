"""Range trees: built once from records, asked as often as you like."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, TypeGuard, cast

from sourdine import _html
from sourdine._calls import Call, Lines, Place, Range, Source, verb
from sourdine._tables import FrameKind
from sourdine.errors import InputError
from sourdine.results import Result, facts_html

__all__ = ["RangeTree", "range_tree", "read_range_tree"]


class RangeTree(Result):
    """A private structure over dates, ages or amounts that answers any range.

    It is a path, too: ``sd.range.query()`` and ``sd.inspect()`` take it. Copies share its file; pickled, it brings its
    file along when that is a private one.

    Examples
    --------
    >>> import sourdine as sd
    >>> tree = sd.range_tree([19, 23, 24, 40], epsilon=1, from_=0, to=120)
    >>> tree.size, tree.guarantee.epsilon
    (121, 1.0)
    >>> tree.query("18-24", (40, None))["range"].tolist()
    ['18-24', '40..']
    """

    @property
    def path(self) -> Path:
        """The file (.srng)."""
        return Path(self._data["file"])

    def __fspath__(self) -> str:
        return os.fspath(self.path)

    def query(
        self,
        *ranges: Range | Sequence[Range],
        place: str | Sequence[str] | None = None,
        confidence: float | None = None,
        frame: FrameKind | None = None,
    ) -> Any:
        """How many in each range, as a data frame: range, estimate, std_error, lower, upper, mostly_noise.

        Parameters
        ----------
        *ranges
            ``"18-24"``, ``"2014-03"``, a date, a number, or ``(first, last)``, where None is an open end.
        place : str or list of str, optional
            Of a grid: a place, ``"A..B"`` in the order of its list, or ``"A,B"``; default: all together.
        confidence : float, optional
            Of the intervals; default: 0.95.
        frame : {"pandas", "polars"}, optional
            Default: pandas where it is installed.
        """
        return self.ask(*ranges, place=place, confidence=confidence)._frame(None, frame)

    def ask(
        self,
        *ranges: Range | Sequence[Range],
        place: str | Sequence[str] | None = None,
        confidence: float | None = None,
        nodes: bool = False,
    ) -> Result:
        """As `query`, with all that ``sd.range.query()`` answers; ``nodes`` are the parts of each answer."""
        from sourdine.commands import range as commands

        return commands.query(self, *ranges, place=place, confidence=confidence, nodes=nodes)

    def save(self, path: str | os.PathLike[str], *, force: bool = False) -> RangeTree:
        """Write the structure to a file, and give the tree that lives there.

        Parameters
        ----------
        path : str or os.PathLike
            The file (.srng).
        force : bool
            Replace a file that is there.
        """
        if os.path.exists(path) and not force:
            raise InputError(f"'{os.fspath(path)}' exists", "force=True replaces it.")
        target = Path(path)
        beside = target.with_name(f".{target.name}.{os.getpid()}")
        try:
            shutil.copyfile(self.path, beside)
            os.replace(beside, target)
        finally:
            beside.unlink(missing_ok=True)
        return RangeTree(self.verb, {**self._data, "file": os.fspath(path)})

    def _repr_html_(self) -> str:
        domain = self._data["domain"]
        facts = {"values": f"{self._data['size']:,}", "structure": self._data["structure"]}
        ordered = domain.get("columns", domain)  # of a grid; its rows are places
        if "kind" in ordered:
            first, last = ordered.get("from", ordered.get("first")), ordered.get("to", ordered.get("last"))
            facts["domain"] = f"{ordered['kind']} from {first} to {last}"
        if "rows" in domain:
            facts["places"] = f"{len(domain['rows']['names']):,}"
        if "expected_std_error" in self._data:
            facts["standard error to expect"] = f"{self._data['expected_std_error']:.4g}"
        return _html.card("Range tree", facts_html(facts), self._html_notes(), self._not_private())


@verb
def range_tree(
    values: Source | Iterable[object],
    *,
    epsilon: float,
    time: str | None = None,
    number: str | None = None,
    from_: Place | None = None,
    to: Place | None = None,
    by: str | None = None,
    bin: float | str | None = None,
    time_format: str | None = None,
    counts: str | None = None,
    place: str | None = None,
    places: Lines | None = None,
    query: str | None = None,
    on_bad_row: Literal["stop", "skip"] | None = None,
    structure: Literal["auto", "flat", "tree", "haar"] | None = None,
    degree: int | None = None,
    model: Literal["central", "local"] | None = None,
    neighbours: Literal["add-remove", "replace"] | None = None,
    oracle: str | None = None,
    out: str | os.PathLike[str] | None = None,
    ledger: str | os.PathLike[str] | None = None,
    budget: float | None = None,
    budget_file: str | os.PathLike[str] | None = None,
    seed: int | None = None,
    weak: bool = False,
    force: bool = False,
) -> RangeTree:
    """Count records over an ordered domain, privately, once.

    The options are those of ``sd.range.build()``.

    Parameters
    ----------
    values : list, array, column, data frame or path
        Numbers or dates, one for each record; or a table, with the column named by `time` or `number`.
    epsilon : float
        Privacy parameter: smaller is more private.
    from_, to : str, float or date, optional
        First and last of the domain; default: those of the data, which are then public.
    out : path, optional
        The file to write. Without it the tree is in a private file that goes with the object; what a ledger pays for
        needs a file that stays.

    Examples
    --------
    >>> import datetime, sourdine as sd
    >>> days = [datetime.date(2026, 3, 1), datetime.date(2026, 3, 4)]
    >>> tree = sd.range_tree(days, epsilon=1, from_="2026-03", to="2026-03")
    >>> tree.query("2026-03-01..2026-03-07").shape
    (1, 6)
    """
    if out is None and ledger is not None:
        raise InputError("what a ledger pays for needs a file that stays", "Give out=FILE.")
    if _is_list(values):
        values, time, number = _one_column(values, time, number)
    call = Call("range build")
    call.source("EVENTS", cast(Source, values))
    call.text("--time", time).text("--number", number).text("--by", by).share("--bin", bin)
    call.place("--from", from_).place("--to", to).text("--time-format", time_format).text("--counts", counts)
    call.text("--place", place).lines("--places", places).text("--query", query).text("--on-bad-row", on_bad_row)
    call.number("--epsilon", epsilon).text("--structure", structure).whole("--degree", degree)
    call.text("--model", model).text("--neighbours", neighbours).text("--oracle", oracle)
    call.output("--out", out, "tree.srng").path("--ledger", ledger).number("--budget", budget)
    call.path("--budget-file", budget_file).whole("--seed", seed).flag("--weak", weak).flag("--force", force)
    return call.run(RangeTree)


def read_range_tree(path: str | os.PathLike[str]) -> RangeTree:
    """A tree that was saved, or built by the command line; a tally of reports about ranges (.stly), too.

    Examples
    --------
    >>> import sourdine as sd
    >>> tree = sd.range_tree([19, 23, 24, 40], epsilon=1, from_=0, to=120).save("read.srng")
    >>> sd.read_range_tree("read.srng").size
    121
    """
    # One question, whatever it is, tells what the file holds.
    about = Call("range query").path("FILE", path).ranges("RANGES", [(None, None)]).run(Result)
    kept = ("domain", "size", "structure", "guarantee", "randomness")
    return RangeTree("range build", {"file": os.fspath(path), **{key: about[key] for key in kept}})


def _is_list(values: object) -> TypeGuard[Iterable[object]]:
    """Whether these are the values themselves, and not a table."""
    if isinstance(values, str | os.PathLike | Mapping) or hasattr(values, "columns") or hasattr(values, "schema"):
        return False
    return isinstance(values, Iterable)


def _one_column(
    values: Iterable[object], time: str | None, number: str | None
) -> tuple[dict[str, list[object]], str | None, str | None]:
    """A table of one column, and what that column holds: dates or numbers, as the first value tells."""
    if time is not None or number is not None:
        raise InputError("a list has no columns", "Leave out 'time' and 'number', or give a data frame.")
    cells: Any = values
    listed = (
        cells.tolist() if hasattr(cells, "tolist") else cells.to_list() if hasattr(cells, "to_list") else list(cells)
    )
    is_time = getattr(getattr(cells, "dtype", None), "kind", "") == "M" or (
        bool(listed) and (isinstance(listed[0], str) or hasattr(listed[0], "year"))
    )
    if getattr(getattr(cells, "dtype", None), "kind", "") == "M" and hasattr(cells, "astype"):
        listed = [str(cell) for cell in cells.astype("datetime64[s]").tolist()]  # nanoseconds would become numbers
    return ({"time": listed}, "time", None) if is_time else ({"number": listed}, None, "number")
