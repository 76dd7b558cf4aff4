"""Same seed, same inputs: the same bytes from the command line and from Python."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

import sourdine as sd

Cli = Callable[..., str]


def lines(values: object) -> str:
    return "".join(f"{value}\n" for value in values)  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", ["grr", "oue", "sue", "olh", "ss", "hr", "the", "cms", "hcms", "adp", "pgr"])
def test_oracles(cli: Cli, tmp_path: Path, values: npt.NDArray[np.uint32], name: str) -> None:
    people = values[:40_000] if name in ("cms", "hcms") else values
    cli(
        "randomize",
        "--oracle",
        name,
        "--domain",
        17,
        "--epsilon",
        1,
        "--seed",
        7,
        "--out",
        tmp_path / "cli.srep",
        text=lines(people),
    )
    cli("aggregate", tmp_path / "cli.srep", "--out", tmp_path / "cli.stly")
    oracle = sd.oracle(name, k=17, epsilon=1.0)
    reports = oracle.randomize(people, seed=7)
    reports.to_file(tmp_path / "python.srep")
    assert (tmp_path / "python.srep").read_bytes() == (tmp_path / "cli.srep").read_bytes()
    assert reports.tally().to_bytes() == (tmp_path / "cli.stly").read_bytes()
    assert sd.read_reports(tmp_path / "cli.srep") == reports
    assert not sd.read_tally(tmp_path / "cli.stly").is_private


def test_labels_and_parameters(cli: Cli, tmp_path: Path) -> None:
    labels = ["red", "green", "blue", "déjà vu"]
    people = [labels[i % 4] for i in range(5000)]
    (tmp_path / "labels.txt").write_text(lines(labels), encoding="utf-8")
    cli(
        "randomize",
        "--oracle",
        "ue",
        "--param",
        "p=0.75",
        "--param",
        "q=0.25",
        "--labels",
        tmp_path / "labels.txt",
        "--seed",
        3,
        "--collection",
        "monday",
        "--out",
        tmp_path / "cli.srep",
        text=lines(people),
    )
    oracle = sd.oracle("ue", labels=labels, p=0.75, q=0.25)
    oracle.randomize(people, seed=3, collection="monday").to_file(tmp_path / "python.srep")
    assert (tmp_path / "python.srep").read_bytes() == (tmp_path / "cli.srep").read_bytes()


@pytest.mark.parametrize("oracle", ["adp", "oue", "haar"])
def test_ranges(cli: Cli, tmp_path: Path, oracle: str) -> None:
    people = np.arange(50_000) % 365
    cli(
        "randomize",
        "--range",
        "--oracle",
        oracle,
        "--domain",
        365,
        "--epsilon",
        1,
        "--seed",
        3,
        "--out",
        tmp_path / "cli.srep",
        text=lines(people),
    )
    days = sd.range_protocol(365, epsilon=1.0, oracle=oracle)
    days.randomize(people, seed=3).to_file(tmp_path / "python.srep")
    assert (tmp_path / "python.srep").read_bytes() == (tmp_path / "cli.srep").read_bytes()


def test_estimates(cli: Cli, tmp_path: Path, oracle: sd.Oracle, values: npt.NDArray[np.uint32]) -> None:
    tally = oracle.randomize(values).tally()
    tally.to_file(tmp_path / "python.stly")
    for consistency in ("none", "norm-sub"):
        cli("estimate", tmp_path / "python.stly", "--consistency", consistency, "--out", tmp_path / "cli.csv")
        numbers = np.loadtxt(tmp_path / "cli.csv", delimiter=",", skiprows=1)
        estimate = tally.estimate(consistency=consistency)
        ours = np.stack([np.arange(17), estimate.values, estimate.std_error, estimate.lower, estimate.upper], axis=1)
        assert np.array_equal(numbers, ours)


def test_the_command_line_reads_what_python_wrote(cli: Cli, tmp_path: Path, oracle: sd.Oracle) -> None:
    reports = oracle.randomize(range(17))
    reports[:5].to_file(tmp_path / "a.srep")
    reports[5:].tally().to_file(tmp_path / "b.stly")
    cli("aggregate", tmp_path / "a.srep", tmp_path / "b.stly", "--out", tmp_path / "all.stly")
    assert sd.read_tally(tmp_path / "all.stly") == reports.tally()
