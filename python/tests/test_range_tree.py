"""Range trees: built from whatever holds values, asked in whatever way people write ranges."""

from __future__ import annotations

import copy
import datetime
import os
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import sourdine as sd

AGES = [19, 23, 24, 40]
DAYS = [datetime.date(2026, 3, 1), datetime.date(2026, 3, 4), datetime.date(2026, 3, 4)]

NUMBERS: dict[str, Callable[[], Any]] = {
    "list": lambda: AGES,
    "tuple": lambda: tuple(AGES),
    "numpy": lambda: np.array(AGES, dtype=np.uint8),
    "pandas": lambda: pd.Series(AGES),
    "polars": lambda: pl.Series(AGES),
    "generator": lambda: iter(AGES),
}


@pytest.mark.parametrize("name", NUMBERS)
def test_values_in_memory_give_the_bytes_of_a_file(name: str, tmp_path: Path) -> None:
    pd.DataFrame({"age": AGES}).to_csv(tmp_path / "ages.csv", index=False)
    options: dict[str, Any] = {"from_": 0, "to": 120, "epsilon": 1, "seed": 5}
    sd.range.build(tmp_path / "ages.csv", number="age", out=tmp_path / "expected.srng", **options)
    tree = sd.range_tree(NUMBERS[name](), **options)
    assert tree.path.read_bytes() == (tmp_path / "expected.srng").read_bytes()
    in_frame = sd.range_tree(pa.table({"age": AGES}), number="age", **options)
    assert in_frame.path.read_bytes() == tree.path.read_bytes()


@pytest.mark.parametrize(
    "days",
    [
        DAYS,
        [day.isoformat() for day in DAYS],
        np.array(DAYS, dtype="datetime64[D]"),
        np.array(DAYS, dtype="datetime64[ns]"),
        pd.Series(pd.to_datetime(DAYS)),
        pl.Series(DAYS),
    ],
    ids=["dates", "texts", "numpy days", "numpy nanoseconds", "pandas", "polars"],
)
def test_dates_are_told_from_numbers(days: Any) -> None:
    tree = sd.range_tree(days, epsilon=1, from_="2026-03", to=datetime.date(2026, 3, 31), seed=5)
    expected = sd.range_tree({"day": DAYS}, time="day", epsilon=1, from_="2026-03-01", to="2026-03-31", seed=5)
    assert tree.path.read_bytes() == expected.path.read_bytes()


def test_ranges_as_people_write_them() -> None:
    tree = sd.range_tree(DAYS, epsilon=1, from_="2026-03", to="2026-03")
    first = datetime.date(2026, 3, 1)
    frame = tree.query(
        "2026-03-01..2026-03-07", (first, datetime.date(2026, 3, 7)), first, (None, first), [("2026-03-02", None)]
    )
    assert frame["range"].tolist() == [
        "2026-03-01..2026-03-07",
        "2026-03-01..2026-03-07",
        "2026-03-01",
        "..2026-03-01",
        "2026-03-02..",
    ]
    assert frame["estimate"][0] == frame["estimate"][1]
    polars = tree.query("2026-03", frame="polars", confidence=0.5)
    assert isinstance(polars, pl.DataFrame)
    assert tree.ask("2026-03", nodes=True)["answers"][0]["nodes"]
    with pytest.raises(sd.InputError, match=r"a range is \(first, last\)"):
        tree.query((1, 2, 3))
    with pytest.raises(sd.InputError, match="no range is asked for"):
        tree.query()


def test_an_answer_is_within_its_error_of_the_truth() -> None:
    ages = np.repeat(np.arange(100), 50)
    tree = sd.range_tree(ages, epsilon=1, from_=0, to=99, seed=11)
    answer = tree.query("18-24").iloc[0]
    assert abs(answer["estimate"] - 350) < 6 * answer["std_error"]


def test_a_grid_of_places() -> None:
    calls = {"day": ["2026-03-01", "2026-03-04"], "town": ["Dole", "Ornans"]}
    tree = sd.range_tree(
        calls, time="day", place="town", places=["Dole", "Ornans"], epsilon=1, from_="2026-03", to="2026-03"
    )
    assert tree.structure == "grid"
    frame = tree.query("2026-03", place=["Dole", "Dole..Ornans"])
    assert frame["place"].tolist() == ["Dole", "Dole..Ornans"]


def test_a_private_file_goes_with_its_tree_and_travels_with_a_pickle() -> None:
    tree = sd.range_tree(AGES, epsilon=1, from_=0, to=120)
    path = tree.path
    assert oct(path.parent.stat().st_mode & 0o777) == "0o700"
    answers = tree.query("18-24")
    shared = copy.copy(tree)
    travelled = pickle.loads(pickle.dumps(tree))
    assert shared.path == path and travelled.path != path
    del tree
    assert path.exists()
    assert shared.query("18-24").equals(answers) and copy.deepcopy(shared).query("18-24").equals(answers)
    del shared
    assert not path.exists()
    assert travelled.query("18-24").equals(answers)


def test_a_process_that_was_forked_leaves_the_file_alone() -> None:
    tree = sd.range_tree(AGES, epsilon=1, from_=0, to=120)
    path = tree.path
    child = os.fork()
    if child == 0:
        del tree
        os._exit(0 if path.exists() else 1)
    assert os.waitpid(child, 0)[1] == 0 and path.exists()


def test_saving_and_reading(tmp_path: Path) -> None:
    tree = sd.range_tree(AGES, epsilon=1, from_=0, to=120)
    saved = tree.save(tmp_path / "ages.srng")
    assert saved.path == tmp_path / "ages.srng" and saved.query("18-24").equals(tree.query("18-24"))
    with pytest.raises(sd.InputError, match="exists"):
        tree.save(tmp_path / "ages.srng")
    sd.range_tree([5], epsilon=1, from_=0, to=9).save(tmp_path / "ages.srng", force=True)
    read = sd.read_range_tree(tmp_path / "ages.srng")
    assert read.size == 10 and read.guarantee.epsilon == 1
    assert os.listdir(tmp_path) == ["ages.srng"]
    assert sd.inspect(read).kind == "ranges"


def test_a_tally_about_ranges_is_read_like_a_tree(tmp_path: Path) -> None:
    sd.randomize(list(range(100)), oracle="adp", range=True, domain=100, epsilon=2, out=tmp_path / "a.srep")
    sd.aggregate(tmp_path / "a.srep", out=tmp_path / "a.stly")
    assert sd.read_range_tree(tmp_path / "a.stly").query("0-49").shape == (1, 6)


def test_a_ledger_pays_for_a_file_that_stays(tmp_path: Path) -> None:
    ledger = tmp_path / "people.ledger.jsonl"
    with pytest.raises(sd.InputError, match="needs a file that stays"):
        sd.range_tree(AGES, epsilon=1, from_=0, to=120, ledger=ledger)
    options: dict[str, Any] = {"epsilon": 1, "from_": 0, "to": 120, "ledger": ledger, "budget": 1.5}
    sd.range_tree(AGES, out=tmp_path / "a.srng", **options)
    with pytest.raises(sd.BudgetError):
        sd.range_tree(AGES, out=tmp_path / "b.srng", **options)
    assert not (tmp_path / "b.srng").exists()


def test_notebooks_see_what_it_is() -> None:
    shown = sd.range_tree(AGES, epsilon=1, from_=0, to=120)._repr_html_()
    assert "Range tree" in shown and "121" in shown and "NOT PRIVATE" not in shown
    assert "NOT PRIVATE" in sd.range_tree(AGES, epsilon=1, from_=0, to=120, seed=1)._repr_html_()


def test_refusals() -> None:
    with pytest.raises(sd.InputError, match="a list has no columns"):
        sd.range_tree(AGES, number="age", epsilon=1)
    with pytest.raises(TypeError, match="epsilon must be a number"):
        sd.range_tree(AGES, epsilon="1")  # type: ignore[arg-type]
    with pytest.raises(sd.InputError, match="time=COLUMN"):
        sd.range_tree({"age": AGES}, epsilon=1)
    with pytest.raises(sd.InputError, match="'bin' is for numbers"):
        sd.range_tree(DAYS, epsilon=1, bin=5)
    with pytest.raises(sd.InputError):
        sd.range_tree([], epsilon=1)
    with pytest.raises(TypeError):
        sd.range_tree(3, epsilon=1)  # type: ignore[arg-type]
    with pytest.raises(sd.InputError):
        sd.range_tree([1.5, None], epsilon=1, bin=0.5, from_=0, to=9)
    with pytest.raises(sd.InputError, match="20"):
        sd.range_tree(AGES, epsilon=30, from_=0, to=120)
    assert not sd.range_tree(AGES, epsilon=30, from_=0, to=120, weak=True).guarantee.epsilon <= 20


def test_the_plan_of_ranges() -> None:
    central = sd.range.plan(domain=365, epsilon=1, lengths=[7, 30], degree=[4, 16]).to_pandas()
    assert set(central["degree"]) >= {4, 16} and central["best"][0]
    local = sd.range.plan(domain=365, epsilon=1, model="local", reports=1e5)  # type: ignore[arg-type]
    assert "oracle" in local.to_polars().columns
    with pytest.raises(sd.InputError, match=r"Give reports=N\."):
        sd.range.plan(domain=365, epsilon=1, model="local")
