"""The ledger's verbs: what was spent, whether more would fit, and whether the record is whole."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

import sourdine as sd


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    (tmp_path / "budget.toml").write_text("[total]\nepsilon = 1\n")
    return tmp_path / "visits.ledger.jsonl"


def test_what_is_recorded_is_shown(ledger: Path) -> None:
    made = sd.ledger.record(ledger, epsilon=0.5, purpose="survey of March", mechanism="laplace", max_units=3)
    assert made.recorded == "epsilon 0.500000000" and made.within_budget
    shown = sd.ledger.show(ledger)
    frame = shown.to_pandas()
    assert frame["purpose"].tolist() == ["survey of March"] and frame["private"].tolist() == [True]
    assert shown.to_polars()["loss"].to_list() == ["epsilon 0.500000000"]
    assert len(shown.to_pandas("datasets")) == 1


@pytest.mark.parametrize("tenth", [0.1, Decimal("0.1")])
def test_ten_times_a_tenth_is_one(ledger: Path, tenth: Any) -> None:
    for _ in range(9):
        sd.ledger.record(ledger, epsilon=tenth, purpose="daily")
    fits = sd.ledger.check(ledger, epsilon=tenth)
    assert fits.ok and fits.fits and len(fits.to_pandas()) == 1
    sd.ledger.record(ledger, epsilon=tenth, purpose="daily")
    refused = sd.ledger.check(ledger, epsilon=1e-9)
    assert not refused.ok and not refused.fits and "epsilon 1.000000000 is spent" in refused.refusal


def test_small_deltas_are_told_exactly(ledger: Path) -> None:
    made = sd.ledger.record(ledger, epsilon=0.5, delta=1e-06, purpose="gauss")
    assert "1e-6" in made.recorded or "0.000001" in made.recorded
    assert sd.ledger.record(ledger, rho=0.05, law="gaussian", purpose="mean", from_="2026-01-01", to="2026-01-31").ok


def test_how_many_more(ledger: Path) -> None:
    frame = sd.ledger.plan(ledger, epsilon=0.1).to_pandas()
    assert frame["releases"].tolist() == [10] and frame["name"].tolist() == ["total"]


def test_a_line_that_was_changed_is_found(ledger: Path) -> None:
    sd.ledger.record(ledger, epsilon=0.5, purpose="survey")
    assert sd.ledger.verify(ledger).chain == "whole"
    text = ledger.read_text()
    ledger.write_text(text.replace("survey", "SURVEY"))
    with pytest.raises(sd.InputError):
        sd.ledger.verify(ledger)


def test_refusals(ledger: Path) -> None:
    with pytest.raises(sd.InputError, match="what it costs is missing") as raised:
        sd.ledger.record(ledger, purpose="x")
    assert raised.value.hint == "Give epsilon=E, epsilon=E with delta=D, or rho=R."
    with pytest.raises(TypeError, match="purpose"):
        sd.ledger.record(ledger, epsilon=1)  # type: ignore[call-arg]
    with pytest.raises((sd.InputError, OSError)):
        sd.ledger.show(ledger)
    with pytest.raises(sd.InputError, match="'from_' and 'to' go together"):
        sd.ledger.record(ledger, epsilon=0.1, purpose="x", from_="2026-01-01")
