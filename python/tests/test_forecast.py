"""Forecasts from a release, by the function and by the object."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import sourdine as sd

CONFIG: dict[str, Any] = {
    "dataset": "calls",
    "events": {"time": "when", "place": "where"},
    "places": {"regions": ["north", "south"]},
    "privacy": {"epsilon": 4},
}


def events() -> pd.DataFrame:
    draw = np.random.default_rng(3)
    days = np.repeat(pd.date_range("2023-01-01", periods=400), draw.poisson(20, 400))
    return pd.DataFrame({"when": days, "where": draw.choice(["north", "south"], len(days), p=[0.3, 0.7])})


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> sd.Release:
    monkeypatch.chdir(tmp_path)
    return sd.release(events(), CONFIG, out="made", seed=1)


def test_days_to_come(made: sd.Release) -> None:
    before = made.fingerprint
    answer = made.forecast(horizon=3, test_from=datetime.date(2024, 1, 1), confidence=0.9, progress=False)
    frame = answer.to_pandas()
    assert frame.columns.tolist() == ["date", "days_ahead", "region", "mean", "median", "lower", "upper"]
    assert frame["date"].unique().tolist() == ["2024-02-05", "2024-02-06", "2024-02-07"]
    assert len(frame) == 3 * (2 + 1) and frame["region"].isna().sum() == 3
    by_region = frame.dropna(subset="region").set_index(["date", "region"])["mean"].unstack()
    assert (by_region["south"] > by_region["north"]).all()
    assert answer.test_from == "2024-01-01" and answer.confidence == 0.9
    assert made.fingerprint == before and made.verify().ok and made.verify().derived[0]["sums"] == "forecast.sums"
    assert set(made.forecasts()["region"].dropna()) >= {"north", "south"}
    assert len(answer.to_polars()) == len(frame)


def test_the_function_takes_the_object_and_the_directory(made: sd.Release) -> None:
    by_object = sd.forecast(made)
    assert by_object.to_pandas().equals(sd.forecast("made").to_pandas())


def test_beside_the_raw_events_in_memory(made: sd.Release) -> None:
    answer = sd.forecast(made, compare_raw=events(), config=CONFIG, test_from="2024-01-15")
    assert {"release", "raw data"} == set(answer.to_pandas("models")["learnt_from"])


def test_refusals(made: sd.Release) -> None:
    with pytest.raises(sd.InputError, match="'compare_raw' and 'config' go together"):
        made.forecast(compare_raw=events())
    with pytest.raises(sd.InputError, match="'test_from' is a day like"):
        made.forecast(test_from="soon")
    with pytest.raises(sd.InputError):
        made.forecast(horizon=99)
    with pytest.raises((sd.InputError, OSError)):
        sd.forecast("nowhere")
