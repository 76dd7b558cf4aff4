"""Streams: steps are appended once, and a copy of a stream is the same file."""

from __future__ import annotations

import copy
import datetime
import pickle
from pathlib import Path

import numpy as np
import polars as pl
import pytest

import sourdine as sd


@pytest.fixture
def visits(tmp_path: Path) -> sd.Stream:
    return sd.stream(tmp_path / "visits.srng", epsilon=1, start=datetime.date(2026, 1, 1))


def test_steps_add_up(visits: sd.Stream) -> None:
    assert visits.steps == 0 and visits.next_step == "2026-01-01"
    answer = visits.append([12, 0, 7])
    assert answer.appended == 3 and visits.steps == 3 and visits.next_step == "2026-01-04"
    assert answer.to_pandas()["through"].tolist() == ["2026-01-03"]
    visits.append(np.array([5], dtype=np.uint16))
    each = visits.total(each=True)
    assert each["through"].tolist() == ["2026-01-01", "2026-01-02", "2026-01-03", "2026-01-04"]
    assert visits.total(frame="polars")["through"].to_list() == ["2026-01-04"]
    assert visits.query("2026-01-02..2026-01-03", confidence=0.5).shape == (1, 6)


def test_counts_in_a_frame_and_records_with_dates(visits: sd.Stream) -> None:
    visits.append(pl.DataFrame({"n": [12, 0]}), column="n")
    days = ["2026-01-03", "2026-01-03", "2026-01-05", "2026-01-09"]
    answer = visits.append({"day": days}, time="day", to="2026-01-06")
    assert visits.steps == 6 and "3 records in 4 steps" in answer.messages
    with pytest.raises(sd.InputError):
        visits.append([1], after=2)
    visits.append([1], after=6)
    assert visits.steps == 7


def test_the_truth_is_near(tmp_path: Path) -> None:
    stream = sd.stream(tmp_path / "a.srng", epsilon=1, steps=64, seed=3)
    stream.append([100] * 64, seed=4)
    total = stream.total().iloc[0]
    assert abs(total["estimate"] - 6400) < 6 * total["std_error"]
    assert not stream.guarantee.is_private and "NOT PRIVATE" in stream._repr_html_()


def test_a_copy_is_the_same_stream(visits: sd.Stream) -> None:
    travelled = pickle.loads(pickle.dumps(visits))
    travelled.append([3])
    assert copy.copy(visits).path == visits.path == travelled.path
    assert len(visits.total(each=True)) == 1
    again = sd.read_stream(visits)
    assert again.steps == 1 and again.guarantee == visits.guarantee
    assert b"visits" in pickle.dumps(visits) and len(pickle.dumps(visits)) < 3000


def test_a_ledger_and_its_budget(tmp_path: Path) -> None:
    ledger = tmp_path / "visits.ledger.jsonl"
    sd.stream(tmp_path / "a.srng", epsilon=1, ledger=ledger, budget=1.5)
    with pytest.raises(sd.BudgetError):
        sd.stream(tmp_path / "b.srng", epsilon=1, ledger=ledger)
    assert not (tmp_path / "b.srng").exists()


def test_refusals(visits: sd.Stream, tmp_path: Path) -> None:
    with pytest.raises(sd.InputError, match="not begun twice"):
        sd.stream(visits, epsilon=1)
    with pytest.raises(sd.InputError, match="has not seen a step yet"):
        visits.total()
    with pytest.raises(sd.InputError, match="has not seen a step yet"):
        sd.read_stream(visits)
    with pytest.raises(sd.InputError, match="'by' is for streams of dates"):
        sd.stream(tmp_path / "b.srng", epsilon=1, by="week")
    with pytest.raises(sd.InputError, match="no step"):
        visits.append([])
    with pytest.raises(TypeError, match="a count is a whole number"):
        visits.append([1.5])  # type: ignore[list-item]
    with pytest.raises(TypeError, match="a count is a whole number"):
        visits.append([None])  # type: ignore[list-item]
    with pytest.raises(sd.InputError):
        visits.append([3, -1])
    with pytest.raises(sd.InputError, match="a list has no columns"):
        visits.append([3], column="n")
    with pytest.raises(sd.InputError):
        visits.append({"n": [1, 2]}, column="m")
    assert visits.steps == 0 and "Stream" in visits._repr_html_()


def test_the_functions_of_the_group(tmp_path: Path) -> None:
    path = tmp_path / "a.srng"
    assert sd.range.stream.new(path, epsilon=1).next_step == "1"
    assert sd.range.stream.append(path, {"n": [1, 2]}, counts="n").steps == 2
    assert sd.range.stream.total(path, each=True).to_pandas()["through"].tolist() == ["1", "2"]
