"""What a command answers: a mapping over its JSON, with the tables in it as data frames."""

from __future__ import annotations

import copy
import difflib
import json
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sourdine import _html
from sourdine._private_files import PrivateFile
from sourdine._tables import FrameKind, Row, frame_of_csv, frame_of_rows, tidy
from sourdine.errors import InputError
from sourdine.guarantees import Guarantee

if TYPE_CHECKING:
    from typing_extensions import Self  # noqa: UP035 (Python 3.10)

__all__ = ["Result", "Table", "main_tables"]


@dataclass(frozen=True)
class Table:
    """Where the rows of a command's main table are."""

    keys: tuple[str, ...]  # the first of these that the answer has; an object is a table of one row
    columns: tuple[str, ...] = ()  # these first
    rows: Callable[[Any], list[Row]] | None = None  # when the rows are not what is there

    def key(self, data: Mapping[str, Any]) -> str | None:
        """The key that the answer has."""
        return next((key for key in self.keys if isinstance(data.get(key), list | dict)), None)


def _forecast_rows(days: Sequence[Mapping[str, Any]]) -> list[Row]:
    """A row for each day and region, and one of all regions together, whose region is None."""
    rows: list[Row] = []
    for day in days:
        when = {"date": day["date"], "days_ahead": day["days_ahead"]}
        rows += [{**when, **region} for region in day["regions"]]
        rows.append({**when, "region": None, **day["total"]})
    return rows


def _survey_rows(estimates: Sequence[Mapping[str, Any]]) -> list[Row]:
    """A row for each value of each attribute in each collection."""
    rows: list[Row] = []
    for one in estimates:
        about = {key: value for key, value in one.items() if key != "values"}
        rows += [{**about, **value} for value in one["values"]]
    return rows


def _leakage_rows(attributes: Sequence[Mapping[str, Any]]) -> list[Row]:
    """A row for each attribute and number of reports."""
    return [
        {"attribute": one["attribute"], "oracle": one["oracle"], **point}
        for one in attributes
        for point in one["curve"]
    ]


_ESTIMATE = ("estimate", "std_error", "lower", "upper", "mostly_noise")
_BUDGET = Table(("budgets",), ("name", "unit", "neighbours", "fits", "releases"))

# For each command, its main table; None has none. A test holds this to the commands that there are.
main_tables: dict[str, Table | None] = {
    "aggregate": None,
    "anonymize": Table(("class_sizes",), ("size", "classes")),
    "anonymize check": Table(("sensitive",), ("column", "values", "distinct_l", "entropy_l", "t_equal", "t_ordered")),
    "audit": Table(("exact", "empirical"), ("kind", "name", "k", "epsilon", "exact_epsilon", "passed")),
    "blur": None,
    "completion": None,
    "demo": None,
    "estimate": Table(("estimates", "candidates"), ("value", "candidate", *_ESTIMATE, "p_value", "significant")),
    "forecast": Table(("days",), ("date", "days_ahead", "region", "mean", "median", "lower", "upper"), _forecast_rows),
    "init": None,
    "inspect": None,
    "ledger check": _BUDGET,
    "ledger plan": _BUDGET,
    "ledger record": None,
    "ledger show": Table(("entries",), ("line", "time", "dataset", "loss", "purpose", "mechanism", "state", "private")),
    "ledger verify": Table(("compared",), ("with", "line")),
    "mechanisms": Table(("mechanisms",), ("name", "title", "loss", "output")),
    "oracles": Table(("oracles",), ("name", "title", "k", "epsilon", "variance", "report_bits")),
    "page": None,
    "plan": Table(
        ("rows", "periods", "equal_tuple"),
        ("solution", "oracle", "period", "epsilon", "reports", "events", "error", "half_width"),
    ),
    "randomize": None,
    "range build": None,
    "range plan": Table(("rows",), ("structure", "degree", "levels", "std_error", "best")),
    "range query": Table(("answers",), ("place", "range", *_ESTIMATE)),
    "range stream append": Table(("total",), ("through", *_ESTIMATE)),
    "range stream new": None,
    "range stream total": Table(("totals", "total"), ("through", *_ESTIMATE)),
    "release": Table(("periods",), ("period", "periods", "events", "typical", "half_width", "below_error")),
    "report": None,
    "reproduce": Table(("table3", "claims"), ("f", "epsilon", "period", "section", "claim", "verdict", "finding")),
    "simulate": None,
    "survey aggregate": Table(("collections",), ("name", "reports", "file")),
    "survey attack": Table(("rows",), ("attack", "on", "about", "measured", "chance", "bound")),
    "survey estimate": Table(
        ("estimates",), ("collection", "attribute", "value", "share", "std_error", "lower", "upper"), _survey_rows
    ),
    "survey generate": None,
    "survey leakage": Table(("attributes",), ("attribute", "oracle", "reports", "epsilon"), _leakage_rows),
    "survey randomize": Table(("collections",), ("name", "reports", "file")),
    "verify": None,
}

# Commands whose main table is a CSV file, which this key of the answer names.
_files = {"simulate": "file"}


class Result(Mapping[str, Any]):
    """What a command answers.

    A mapping: ``result["events"]``, or ``result.events`` where the name is not one of these here. It can be copied and
    pickled.

    Attributes
    ----------
    ok : bool
        False when an audit, a check or a budget found something; what it found is in the answer.
    messages : str
        What the command said beside its answer, for the eyes of who holds the data: raw counts, unknown places. It is
        not shown in notebooks and not pickled.
    verb : str
        The command: ``"range query"``.

    Examples
    --------
    >>> import sourdine as sd
    >>> answer = sd.plan(domain=17, epsilon=1, reports=100_000)
    >>> answer.ok, answer.k, answer["rows"][0]["oracle"]
    (True, 17, 'ss')
    >>> list(answer.to_pandas().columns[:4])
    ['oracle', 'epsilon', 'reports', 'error']
    """

    def __init__(
        self,
        verb: str,
        data: Mapping[str, Any],
        *,
        ok: bool = True,
        messages: str = "",
        private_file: PrivateFile | None = None,
    ) -> None:
        self.verb = verb
        self.ok = ok
        self.messages = messages
        self._data = dict(data)
        self._private_file = private_file  # lives as long as the result that names it

    def __getitem__(self, key: str) -> Any:
        return self._data[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._data)

    def __len__(self) -> int:
        return len(self._data)

    def __getattr__(self, name: str) -> Any:
        data = self.__dict__.get("_data", {})  # none yet while it is unpickled
        if name in data:
            return data[name]
        near = difflib.get_close_matches(name, data, 1)
        hint = f". Did you mean '{near[0]}'?" if near else ""
        raise AttributeError(f"the answer of '{self.__dict__.get('verb', '')}' has no '{name}'{hint}")

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *(key for key in self._data if key.isidentifier())})

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Result):
            return NotImplemented
        return (self.verb, self.ok, self._data) == (other.verb, other.ok, other._data)

    __hash__ = None  # type: ignore[assignment]

    def __getstate__(self) -> dict[str, Any]:
        # What was said may hold raw data, and a pickle travels.
        return {**self.__dict__, "messages": ""}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        if self._private_file is not None:
            self._data["file"] = self._private_file.path

    def __copy__(self) -> Self:
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__, _data=dict(self._data))
        return other

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__, _data=copy.deepcopy(self._data, memo))
        return other

    @property
    def guarantee(self) -> Guarantee:
        """What is promised; ``result["guarantee"]`` is the same as a dict.

        >>> import sourdine as sd
        >>> sd.oracles("oue", domain=17, epsilon=1).guarantee.model
        'local'
        """
        if "guarantee" not in self._data:
            raise AttributeError(f"the answer of '{self.verb}' has no guarantee")
        return Guarantee.from_json(json.dumps(self._data["guarantee"]), tuple(self._not_private()))

    def _not_private(self) -> list[str]:
        """Why nothing is promised; empty when it is."""
        reasons = list(self._data.get("not_private_because") or [])
        if not reasons and str(self._data.get("randomness", "")).startswith("seeded"):
            reasons.append("made with a seed, for tests")
        return reasons

    def to_dict(self) -> dict[str, Any]:
        """The answer as a dict of its own.

        >>> import sourdine as sd
        >>> sorted(sd.plan(domain=17, epsilon=1, reports=1000).to_dict())
        ['confidence', 'k', 'rows']
        """
        return copy.deepcopy(self._data)

    def to_pandas(self, table: str | None = None) -> Any:
        """The main table, or the one of that name, as a ``pandas.DataFrame``.

        >>> import sourdine as sd
        >>> sd.range.plan(domain=365, epsilon=1).to_pandas()["structure"].iloc[0]
        'tree'
        """
        return self._frame(table, "pandas")

    def to_polars(self, table: str | None = None) -> Any:
        """The main table, or the one of that name, as a ``polars.DataFrame``.

        >>> import sourdine as sd
        >>> sd.range.plan(domain=365, epsilon=1).to_polars()["structure"][0]
        'tree'
        """
        return self._frame(table, "polars")

    def _frame(self, table: str | None, kind: FrameKind | None) -> Any:
        if table is None and self.verb in _files and self._data.get(_files[self.verb]):
            return frame_of_csv(self._data[_files[self.verb]], kind)
        rows, first = self._rows(table)
        return frame_of_rows(rows, first, kind)

    def _rows(self, table: str | None) -> tuple[list[Row], Sequence[str]]:
        """The rows of a table, and its first columns."""
        main = main_tables.get(self.verb)
        main_key = main.key(self._data) if main else None
        key = main_key if table is None else table
        found = self._data.get(key) if key is not None else None
        if isinstance(found, Mapping):
            found = [found]
        if not isinstance(found, list) or not all(isinstance(row, Mapping) for row in found):
            what = f"no table '{table}'" if table is not None else "no table"
            known = ", ".join(self._tables()) or "none"
            raise InputError(f"the answer of '{self.verb}' has {what}", f"Its tables are: {known}.")
        if main and key == main_key:
            return (main.rows(found) if main.rows else found), main.columns
        return found, ()

    def _tables(self) -> list[str]:
        """The names of all tables in the answer."""
        return [
            key
            for key, value in self._data.items()
            if isinstance(value, list) and value and all(isinstance(row, Mapping) for row in value)
        ]

    def _facts(self) -> dict[str, Any]:
        """What is plain: numbers and texts."""
        return {key: value for key, value in self._data.items() if isinstance(value, str | int | float)}

    def __repr__(self) -> str:
        facts = ", ".join(f"{key}={value!r}" for key, value in self._facts().items())
        tables = ", ".join(f"{name}: {len(self._data[name])} rows" for name in self._tables())
        found = "" if self.ok else ", NOT OK"
        return f"<{type(self).__name__} of '{self.verb}'{found}: {'; '.join(part for part in (facts, tables) if part)}>"

    def _repr_html_(self) -> str:
        return _html.card(
            f"sourdine {self.verb}" + ("" if self.ok else ": NOT OK"),
            self._facts_html() + self._table_html(),
            self._html_notes(),
            self._not_private(),
        )

    def _html_notes(self) -> list[str]:
        if "guarantee" not in self._data or self._not_private():
            return []
        return [_promise(self.guarantee)]

    def _facts_html(self) -> str:
        facts = self._facts()
        return facts_html(facts) if facts else ""

    def _table_html(self, shown: int = 10) -> str:
        try:
            rows, first = self._rows(None)
        except InputError:
            return ""
        return rows_html(rows, first, shown)


def _promise(guarantee: Guarantee) -> str:
    delta = f", delta {guarantee.delta:g}" if guarantee.delta > 0 else ""
    return (
        f"{guarantee.model} differential privacy, epsilon {guarantee.epsilon:.6g}{delta} for {guarantee.unit} "
        f"({guarantee.neighbours})"
    )


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = f"{value:.6g}" if isinstance(value, float) else str(value)
    return _html.escape(text if len(text) <= 80 else text[:79] + "…")


def facts_html(facts: Mapping[str, object]) -> str:
    """Names and what they are, in two columns."""
    return _html.table(["", ""], [(_html.escape(key), _cell(value)) for key, value in facts.items()], "ll")


def rows_html(rows: Sequence[Row], first: Sequence[str], shown: int = 10) -> str:
    """The first rows as a table of HTML."""
    columns = {name: cells for name, cells in tidy(rows, first).items() if not isinstance(cells[0], dict | list)}
    if not columns:
        return ""
    is_number = [isinstance(cells[0], float | int) and not isinstance(cells[0], bool) for cells in columns.values()]
    align = "".join("r" if number else "l" for number in is_number)
    lines = zip(*([_cell(cell) for cell in cells[:shown]] for cells in columns.values()), strict=True)
    more = f"<div>… {len(rows) - shown} more rows</div>" if len(rows) > shown else ""
    made = _html.table([_html.escape(name) for name in columns], list(lines), align)
    return f'<div style="margin-top:0.5em">{made}{more}</div>'


def parse(text: str) -> dict[str, Any]:
    """The object that a command printed; JSON has no infinity, and an unbounded epsilon is the word.

    >>> parse('{"exact_epsilon": "infinity", "label": "infinity"}')
    {'exact_epsilon': inf, 'label': 'infinity'}
    """

    def numbers(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        return {key: math.inf if value == "infinity" and "epsilon" in key else value for key, value in pairs}

    found: dict[str, Any] = json.loads(text, object_pairs_hook=numbers)
    return found
