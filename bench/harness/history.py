#!/usr/bin/env python3
"""bench/history/ has a file for each run, with a line for each of its rows; and what became slower since.

history.py: the last run beside those before it. history.py PAGE COMMIT: keeps a page that was measured at COMMIT.

Speed is compared: the ratio to the peer of the same run, where there is one, because a slower machine slows both; the
rate otherwise, or the inverse of a time, of memory or of a number of instructions. Runs on other kinds of machines do
not count.
"""
from __future__ import annotations

import csv
import dataclasses
import io
import math
import pathlib
import statistics
import subprocess
import sys

from page import Key, Row, read_machine, read_rows

FOLDER = pathlib.Path(__file__).resolve().parents[1] / "history"

LATEST = 10          # runs that a new one is compared with, at most
SPREADS = 4          # from the median of three runs or more, in standard deviations estimated by their spread
LEAST = 1.10         # and by this factor at least: three runs can agree by chance
FACTOR = 1.25        # with fewer runs: from the last one
INSTRUCTIONS = 1.03  # from the last one, always: they do not depend on the hour


@dataclasses.dataclass
class Run:
    when: str
    commit: str
    machine: str  # its kind: cores and processor
    tools: str
    rows: dict[Key, Row]


@dataclasses.dataclass
class Change:
    """A row whose speed is not the usual one."""
    row: Row
    last: Row
    usual: float
    speed: float
    beside_peer: bool

    def __str__(self) -> str:
        figures = f"{self.row}, was {self.last}"
        if self.beside_peer:
            figures += f"; {self.speed:,.4g} × {self.row.peer}, was {self.last.ratio:,.4g} ×"
        name = ": ".join(part for part in self.row.key if part)
        return f"{name}: {self.usual / self.speed:.2f} × slower ({figures})"


ABOUT = [field.name for field in dataclasses.fields(Run) if field.name != "rows"]
COLUMNS = ["section", "name", "column", "ratio", "peer", "lowest", "median", "highest", "unit"]


def text_of(run: Run) -> str:
    """What all rows share, then a line per row."""
    out = io.StringIO()
    for name in ABOUT:
        out.write(f"# {name}: {getattr(run, name)}\n")
    lines = csv.writer(out, delimiter="\t", lineterminator="\n", quoting=csv.QUOTE_NONE, quotechar=None)
    lines.writerow(COLUMNS)
    for row in run.rows.values():
        lines.writerow("" if value is None else f"{value:.6g}" if isinstance(value, float) else value
                       for value in (getattr(row, name) for name in COLUMNS))
    return out.getvalue()


def run_of(text: str) -> Run:
    lines = text.splitlines()
    about = dict(line[2:].split(": ", 1) for line in lines[:len(ABOUT)])
    run = Run(**about, rows={})
    for cells in csv.DictReader(lines[len(ABOUT):], delimiter="\t", quoting=csv.QUOTE_NONE):
        row = Row(cells["section"], cells["name"], cells["column"], float(cells["median"]), float(cells["lowest"]),
                  float(cells["highest"]), cells["unit"], float(cells["ratio"]) if cells["ratio"] else None,
                  cells["peer"])
        run.rows[row.key] = row
    return run


def read_runs(folder: pathlib.Path) -> list[Run]:
    """The oldest first."""
    return sorted((run_of(path.read_text(encoding="utf-8")) for path in folder.glob("*.tsv")), key=lambda run: run.when)


def speed(row: Row, beside_peer: bool) -> float:
    """More is better."""
    if beside_peer and row.ratio is not None:
        return row.ratio
    return row.median if row.unit == "/s" else 1 / row.median


def usual(speeds: list[float], unit: str) -> tuple[float, float]:
    """(the usual speed, the factor from which on another one is unusual), of runs with the last one last."""
    if unit == "instructions":
        return speeds[-1], INSTRUCTIONS
    if len(speeds) < 3:
        return speeds[-1], FACTOR
    logarithms = [math.log(value) for value in speeds]
    middle = statistics.median(logarithms)
    deviation = 1.4826 * statistics.median(abs(value - middle) for value in logarithms)
    return math.exp(middle), max(LEAST, math.exp(SPREADS * deviation))


def changes(run: Run, earlier: list[Run]) -> tuple[list[Change], list[Change]]:
    """(what became slower, what became faster), most of all first; `earlier` has the last run last."""
    slower, faster = [], []
    for key, row in run.rows.items():
        known = [old.rows[key] for old in earlier if key in old.rows and old.rows[key].unit == row.unit]
        with_peer = [old for old in known if row.ratio is not None and old.ratio is not None and old.peer == row.peer]
        known = (with_peer or known)[-LATEST:]
        if known:
            usual_speed, factor = usual([speed(old, bool(with_peer)) for old in known], row.unit)
            change = Change(row, known[-1], usual_speed, speed(row, bool(with_peer)), bool(with_peer))
            if change.speed * factor < change.usual:
                slower.append(change)
            elif change.speed > change.usual * factor:
                faster.append(change)
    slower.sort(key=lambda change: change.speed / change.usual)
    faster.sort(key=lambda change: change.usual / change.speed)
    return slower, faster


def verdict(run: Run, runs: list[Run]) -> str:
    """What `make bench` says at its end."""
    earlier = [old for old in runs if old.machine == run.machine and old.when < run.when]
    if not earlier:
        return f"no earlier run was on {run.machine}: nothing to compare with"
    slower, faster = changes(run, earlier)
    last = earlier[-1]
    known = {key for old in earlier for key in old.rows}
    as_before = len(run.rows.keys() & known) - len(slower) - len(faster)
    return "\n".join([
        f"beside {len(earlier)} earlier on {run.machine}, the last of {last.when} at {last.commit}:",
        *(f"  {change}" for change in slower),
        f"{len(slower)} rows became slower, {len(faster)} faster, {as_before} are as before; "
        f"{len(run.rows.keys() - known)} are new, {len(last.rows.keys() - run.rows.keys())} of the last run are gone"])


def commit_of(checkout: pathlib.Path) -> str:
    """The short name, with a + when what is measured was changed since."""
    def git(*arguments: str) -> str:
        command = ["git", "-C", str(checkout), *arguments]
        return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.strip()

    changed = git("status", "--porcelain", "--untracked-files=no", "--", ":/", ":!bench/RESULTS.md")
    return git("rev-parse", "--short", "HEAD") + ("+" if changed else "")


def keep(text: str, commit: str, hour: str, folder: pathlib.Path) -> Run:
    """The rows of a page, in a file that is called by its day and commit; a run never replaces another."""
    day, machine, tools = read_machine(text)
    run = Run(f"{day} {hour}".strip(), commit, machine, tools, read_rows(text))
    names = (f"{day}-{commit}{again}.tsv" for again in ["", *(f"-{count}" for count in range(2, 1000))])
    path = next(folder / name for name in names if not (folder / name).exists())
    folder.mkdir(parents=True, exist_ok=True)
    path.write_text(text_of(run), encoding="utf-8")
    return run


def conclude(text: str, commit: str, hour: str, folder: pathlib.Path | None) -> str:
    """The end of a run: what it says of itself. A quick one has no folder, and is not kept."""
    return verdict(keep(text, commit, hour, folder), read_runs(folder)) if folder else "a quick run is not kept"


def main() -> None:
    if len(sys.argv) == 3:
        keep(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"), sys.argv[2], "", FOLDER)
    runs = read_runs(FOLDER)
    print(verdict(runs[-1], runs) if runs else "no run was kept")


if __name__ == "__main__":
    main()
