"""What a type checker makes of programs that use the package, in its strict mode."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("mypy")

PROGRAM = '''
from collections.abc import Iterable

import numpy as np
import numpy.typing as npt
from typing_extensions import assert_type

import sourdine as sd


class Survey(sd.Oracle):
    """An oracle with a question."""

    def __init__(self, question: str, labels: list[str]) -> None:
        super().__init__("oue", labels=labels, epsilon=1.0)
        self.question = question


class DayTally(sd.Tally):
    day: str


def total(tallies: Iterable[DayTally], first: DayTally) -> DayTally:
    for tally in tallies:
        first = first + tally
    return first


survey = Survey("colour", ["red", "blue"])
reports = survey.randomize(np.array([0, 1]), seed=1)
assert_type(reports, sd.Reports)
assert_type(reports[0], bytes)
assert_type(reports[1:], sd.Reports)
assert_type(reports.array, npt.NDArray[np.uint8])
tally = survey.tally(reports)
assert_type(tally, sd.Tally)
assert_type(tally + tally, sd.Tally)
estimate = tally.estimate(confidence=0.9)
assert_type(estimate, sd.Estimate)
assert_type(estimate["red"], sd.Count)
assert_type(estimate["red"].lower, float)
assert_type(sd.accountant().add(survey).total(0.0), sd.Total)
assert_type(sd.read_tally("x.stly"), sd.Tally)
assert_type(sd.protocol("oracle", survey.spec), sd.Protocol)
assert_type(survey.guarantee.caveats, tuple[str, ...])
sd.plan(domain=17, epsilon=1, reports=100_000)
client = sd.Client("https://x", "fires", token="sdc_x", queue="queue", max_epsilon=1.0)
assert_type(client.flush(1.0), sd.ClientStatus)
assert_type(client.report_all(["red"]), int)
assert_type(client.parameters().protocol, sd.Protocol)
assert_type(sd.read_collection("sqlite:x", "fires").tally("2026-11-17"), sd.Tally)
with sd.Collector({"server": {"port": 0}}) as collector:
    assert_type(collector.token("reader"), str)
sd.report("red", to="https://x", collection="fires", token_file="token")
sd.range.query
sd.ledger.show
'''

WRONG = """
import sourdine as sd

sd.oracle("oue", k=17, epsilon="1")
sd.oracle("oue", k="17", epsilon=1.0)
sd.oracle("oue", k=17, epsilon=1.0).tally([]) + 1
sd.nothing
"""


def check(program: str, folder: Path) -> subprocess.CompletedProcess[str]:
    file = folder / "program.py"
    file.write_text(program, encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "mypy",
        "--strict",
        "--cache-dir",
        str(folder / "cache"),
        "--no-error-summary",
        file.name,
    ]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_programs_are_typed_through_and_wrong_types_are_seen(tmp_path: Path) -> None:
    good = check(PROGRAM, tmp_path)
    assert good.returncode == 0, good.stdout + good.stderr
    wrong = check(WRONG, tmp_path)
    lines = {int(line.split(":")[1]) for line in wrong.stdout.splitlines() if ": error:" in line}
    assert lines == {4, 5, 6, 7}, wrong.stdout
