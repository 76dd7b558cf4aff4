"""Plans before there are data, and audits of what is promised."""

from __future__ import annotations

import math
from pathlib import Path

import pandas as pd
import pytest

import sourdine as sd


def test_a_plan_solves_for_what_is_missing() -> None:
    by_reports = sd.plan(domain=17, epsilon=1, reports=100_000).to_pandas()
    error = by_reports["error"][0]
    by_error = sd.plan(domain=17, epsilon=1, error=float(error)).to_pandas()
    assert by_error["oracle"][0] == by_reports["oracle"][0]
    assert by_error["reports"][0] == pytest.approx(100_000, rel=1e-3)
    assert sd.plan(domain=17, epsilon=1, error="1%") == sd.plan(domain=17, epsilon=1, error=0.01)
    epsilon = sd.plan(domain=17, reports=100_000, error=float(error)).to_pandas()
    assert epsilon["epsilon"].min() == pytest.approx(1, rel=0.01)


def test_labels_may_be_in_memory(tmp_path: Path) -> None:
    labels = ["north", "south", "east"]
    (tmp_path / "labels.txt").write_text("north\nsouth\neast\n")
    expected = sd.plan(labels=tmp_path / "labels.txt", epsilon=1, reports=1000)
    assert sd.plan(labels=labels, epsilon=1, reports=1000) == expected
    assert sd.plan(labels=pd.Series(labels), epsilon=1, reports=1000) == expected


def test_oracles_and_mechanisms() -> None:
    table = sd.oracles(domain=100, epsilon=2).to_pandas()
    assert table.columns[:6].tolist() == ["name", "title", "k", "epsilon", "variance", "report_bits"]
    assert set(table["k"]) == {100} and {"grr", "oue", "olh"} <= set(table["name"])
    one = sd.oracles("oue", domain=100, epsilon=2)
    assert one.name == "oue" and one.guarantee.epsilon == 2
    assert "discrete-laplace" in set(sd.mechanisms().to_polars()["name"])
    assert sd.mechanisms("discrete-laplace").title


def test_one_oracle_is_audited() -> None:
    answer = sd.audit(oracle="grr", domain=3, epsilon=1, trials=1000)
    assert answer.ok and answer.passed
    assert answer.to_pandas()["exact_epsilon"].tolist() == [pytest.approx(1)]
    large = sd.audit(oracle="oue", domain=1000, epsilon=1, trials=1000)
    assert large["exact"] is None and large.to_pandas()["trials"].tolist() == [1000]
    assert math.isfinite(large.empirical["epsilon_lower"])


def test_bad_questions() -> None:
    with pytest.raises(sd.InputError, match=r"did you mean 'oue'|oue"):
        sd.audit(oracle="ouee", domain=3, epsilon=1)
    with pytest.raises(sd.InputError, match="100"):
        sd.audit(oracle="oue", domain=3, epsilon=1, trials=1)
    with pytest.raises(sd.InputError, match="share of all reports"):
        sd.plan(domain=17, epsilon=1, error=5)
