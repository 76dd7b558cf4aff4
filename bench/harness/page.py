"""The figures of a page of results that are ours, row by row: what is kept and compared from run to run."""
from __future__ import annotations

import dataclasses
import re

# unit on a page: (in plain units, the plain unit)
UNITS = {"/s": (1.0, "/s"), "s": (1.0, "s"), "ms": (1e-3, "s"), "µs": (1e-6, "s"), "ns": (1e-9, "s"),
         "MB": (1e6, "B"), "MiB": (2.0**20, "B"), "instructions": (1.0, "instructions")}
PREFIXES = {"": 1.0, "k": 1e3, "M": 1e6, "G": 1e9}
NUMBER = r"(\d[\d,]*\.?\d*)(?: ([kMG]))?"
FIGURE = re.compile(rf"{NUMBER} ?({'|'.join(UNITS)})(?: \({NUMBER}–{NUMBER}\))?(?:, .*)?$")
RATIO = re.compile(r"(\d[\d,]*\.?\d*) ×$")
OTHERS = re.compile("multi-freq-ldpy|pure-ldp|OpenDP|numpy|pandas|anjana|privkit|GeoPrivacy|dp-accounting|best peer"
                    "|peer\\b|Spark's own")  # rows and columns that are not ours
HEADED = {"seconds (median)": "s", "MB": "MB"}  # units that stand in the heading of their column
COUNTED = "Instructions per report"             # the section of numbers without a unit
LEFT_OUT = "The peers, all paths"

Key = tuple[str, str, str]


@dataclasses.dataclass(frozen=True)
class Row:
    """One figure: a median with its smallest and largest repetition, where the page has them, in plain units."""
    section: str
    name: str
    column: str
    median: float
    lowest: float
    highest: float
    unit: str                   # /s, s, B or instructions
    ratio: float | None = None  # how many times faster than the peer
    peer: str = ""

    @property
    def key(self) -> Key:
        return self.section, self.name, self.column

    def __str__(self) -> str:
        """As on the page: 1.23 M/s, 45 ms."""
        if self.unit == "instructions":
            return f"{self.median:,.6g} instructions"
        for factor, prefix in ((1e9, "G"), (1e6, "M"), (1e3, "k"), (1, ""), (1e-3, "m"), (1e-6, "µ"), (1e-9, "n")):
            if self.median >= 0.9995 * factor:
                return f"{self.median / factor:.3g} {prefix}{self.unit}".replace(" /s", "/s")
        return f"{self.median:.3g} {self.unit}"


def number(text: str, prefix: str | None) -> float:
    return float(text.replace(",", "")) * PREFIXES[prefix or ""]


def figure(cell: str, heading: str, section: str) -> tuple[float, float, float, str] | None:
    """(median, smallest, largest, unit) of a cell; None when it has no figure that is compared."""
    if re.fullmatch(NUMBER, cell) and heading != "k":
        cell += f" {HEADED.get(heading) or ('instructions' if section == COUNTED else '')}"
    found = FIGURE.match(cell)
    if not found:
        return None
    median, prefix, unit, low, low_prefix, high, high_prefix = found.groups()
    values = [number(median, prefix)] * 3
    if low:
        values[1:] = number(low, low_prefix), number(high, high_prefix)
    scale, plain = UNITS[unit]
    return values[0] * scale, values[1] * scale, values[2] * scale, plain


def rows_of_table(section: str, heads: list[str], lines: list[list[str]]) -> list[Row]:
    """A row is named by its cells before the first figure; the ratio belongs to that figure."""
    found = []
    for cells in lines:
        figures = [figure(cell, head, section) for head, cell in zip(heads, cells)]
        if OTHERS.match(cells[0]) or not any(figures):
            continue
        first = next(place for place, value in enumerate(figures) if value)
        name = ", ".join([cells[0], *(f"{head} = {cell}" for head, cell in list(zip(heads, cells))[1:first])])
        ratio, peer, best = None, "", 0.0
        for head, cell, value in zip(heads, cells, figures):
            if head.startswith("ratio") and (match := RATIO.match(cell)):
                ratio = number(match[1], None)
            elif head == "best peer":
                peer = cell.split(":")[0]
            elif value and OTHERS.match(head) and value[0] > best:  # ratios are to the faster one, of rates
                peer, best = head, value[0]
        for place, (head, value) in enumerate(zip(heads, figures)):
            if value and not OTHERS.match(head):
                column = "" if head in ("ours", "sourdine", "rate", "time") else head
                beside = (ratio, peer) if place == first and ratio and peer else (None, "")
                found.append(Row(section, name, column, *value, *beside))
    return found


def read_rows(text: str) -> dict[Key, Row]:
    rows: dict[Key, Row] = {}
    section = ""
    table: list[list[str]] = []
    for line in [*text.splitlines(), ""]:
        if line.startswith("## "):
            section = line[3:]
        if line.startswith("|"):
            table.append([cell.strip() for cell in line.strip("|").split("|")])
        elif table:
            for row in rows_of_table(section, table[0], table[2:]) if section != LEFT_OUT else ():
                if rows.setdefault(row.key, row) is not row:
                    raise ValueError(f"two rows are called {row.key}")
            table = []
    return rows


def read_machine(text: str) -> tuple[str, str, str]:
    """(day, kind of machine, tools) from the head of a page."""
    found = re.search(r"^- (\d{4}-\d\d-\d\d), (\d+ cores of [^,]*), .*\n- (.*)$", text, re.MULTILINE)
    if not found:
        raise ValueError("the page does not say when and on what it was measured")
    return found[1], found[2], found[3]
