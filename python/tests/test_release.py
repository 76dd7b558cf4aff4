"""Releases from whatever holds rows, by configurations in memory: the same bytes, the same refusals."""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import warnings
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import sourdine as sd

ROOT = Path(__file__).parents[2]
TIMES = ["2024-01-01", "2024-01-01", "2024-01-02 08:00:00", "2024-02-29"]
PLACES = ["north", "south", "south", "NA"]
# The others tell of the ledger, too, which has one entry more for every release.
SAME_FILES = ("estimates.csv", "totals.csv", "synthetic.csv", "PRIVACY.md")


def config(**privacy: Any) -> dict[str, Any]:
    return {
        "dataset": "calls",
        "events": {"time": "when", "place": "where"},
        "places": {"regions": ["north", "south", "NA"]},
        "privacy": {"epsilon": 1, **privacy},
    }


def columns() -> dict[str, list[str]]:
    return {"when": list(TIMES), "where": list(PLACES)}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)  # the ledger of a configuration in memory is in the current folder
    pd.DataFrame(columns()).to_csv("events.csv", index=False)
    return tmp_path


SOURCES: dict[str, Callable[[], Any]] = {
    "path": lambda: Path("events.csv"),
    "text": lambda: "events.csv",
    "dict": columns,
    "pandas": lambda: pd.DataFrame(columns()),
    "pandas with categories": lambda: pd.DataFrame(columns()).astype({"where": "category"}),
    "pandas with an index": lambda: pd.DataFrame(columns(), index=[7, 3, 3, 1]),
    "polars": lambda: pl.DataFrame(columns()),
    "polars lazily": lambda: pl.DataFrame(columns()).lazy(),
    "pyarrow": lambda: pa.table(columns()),
    "pyarrow in batches": lambda: pa.RecordBatchReader.from_batches(
        pa.table(columns()).schema, pa.table(columns()).to_batches(max_chunksize=1)
    ),
    "pyarrow dictionaries": lambda: pa.table({"when": pa.array(TIMES), "where": pa.array(PLACES).dictionary_encode()}),
    "duckdb": lambda: duckdb.sql(
        "select * from (values ('2024-01-01', 'north'), ('2024-01-01', 'south'), ('2024-01-02 08:00:00', 'south'), "
        "('2024-02-29', 'NA')) as t(\"when\", \"where\")"
    ),
    "times as timestamps": lambda: pl.DataFrame(columns()).with_columns(
        pl.Series(
            "when", ["2024-01-01 00:00", "2024-01-01 00:00", "2024-01-02 08:00", "2024-02-29 00:00"]
        ).str.to_datetime()
    ),
}


@pytest.mark.parametrize("name", SOURCES)
def test_every_kind_of_rows_gives_the_bytes_of_the_csv_file(name: str) -> None:
    sd.release("events.csv", config(), out="expected", seed=7)
    made = sd.release(SOURCES[name](), config(), out="made", seed=7)
    assert made.events == 4 and sorted(os.listdir("made")) == sorted(os.listdir("expected"))
    for file in SAME_FILES:
        if name == "times as timestamps" and file == "synthetic.csv":
            continue  # a day has a time of day there
        assert (Path("made") / file).read_bytes() == (Path("expected") / file).read_bytes(), file
    for path in Path("made").iterdir():
        assert b"frame:" not in path.read_bytes() and b"config:" not in path.read_bytes()
    assert "frame:" not in Path("calls.ledger.jsonl").read_text()


def test_the_same_bytes_as_the_command_line(folder: Path) -> None:
    programs = [Path(os.environ["SOURDINE_CLI"])] if "SOURDINE_CLI" in os.environ else []
    programs += sorted((ROOT / "build").glob("*/sourdine"))
    if not programs:
        pytest.skip("there is no program to compare with: build it, or name it by SOURDINE_CLI")
    Path("my.toml").write_text(
        'dataset = "calls"\n[events]\ntime = "when"\nplace = "where"\n[places]\nregions = ["north", "south", "NA"]\n'
        "[privacy]\nepsilon = 1\n"
    )
    words = ["release", "events.csv", "--config", "my.toml", "--seed", "7", "--out", "by-program"]
    subprocess.run([programs[0], *words], check=True, capture_output=True)
    sd.release(pl.DataFrame(columns()), config(), out="by-python", seed=7)
    for file in SAME_FILES:
        assert (folder / "by-python" / file).read_bytes() == (folder / "by-program" / file).read_bytes(), file


def test_a_configuration_is_a_path_a_text_or_a_dict() -> None:
    text = (
        'dataset = "calls"\n[events]\ntime = "when"\nplace = "where"\n[places]\nregions = ["north", "south", "NA"]\n'
        "[privacy]\nepsilon = 1\n"
    )
    Path("my.toml").write_text(text)
    by_path = sd.release(columns(), "my.toml", check=True)
    assert by_path == sd.release(columns(), Path("my.toml"), check=True)
    for given in (text, config()):
        answer = sd.release(columns(), given, check=True)
        assert answer.ready and answer["guarantee"] == by_path["guarantee"] and answer["periods"] == by_path["periods"]


def test_a_release_is_an_object() -> None:
    made = sd.release(columns(), {"title": "Calls", **config()}, out=Path("made"))
    assert isinstance(made, sd.Release) and made.ok
    assert made.path == Path("made") and os.fspath(made) == "made"
    assert made.guarantee.epsilon == 1 and made.guarantee.is_private
    estimates = made.estimates()
    assert estimates.columns[:6].tolist() == ["period", "region", "estimate", "std_error", "lower", "upper"]
    assert made.to_pandas().equals(estimates) and len(made.to_polars()) == len(estimates)
    yearly = made.estimates(by="year")
    assert yearly["period"].tolist() == ["2024"] * 3 and set(yearly["region"]) == {"north", "south", "NA"}
    assert set(made.estimates(by="month", frame="polars")["period"]) == {"2024-01", "2024-02"}
    assert made.totals(by="day")["total"].sum() == 4
    assert made.synthetic().columns.tolist() == ["when", "where"] and len(made.synthetic(frame="polars")) == 4
    assert made.manifest["title"] == "Calls" and made.privacy.startswith("# Privacy statement: Calls")
    with pytest.raises(sd.InputError, match="there are no periods 'days'"):
        made.estimates(by="days")
    with pytest.raises(sd.InputError, match=r"has no forecast\.csv"):
        made.forecasts()


def test_verify_and_page_and_reading_again() -> None:
    made = sd.release(columns(), config(), out="made")
    assert made.verify().is_named
    before = made.fingerprint
    assert made.page() == Path("made/index.html") and made.fingerprint == before
    assert made.page(language="fr", title="Appels") == Path("made/index.fr.html")
    assert made.fingerprint == before and made.verify().ok
    again = sd.read_release("made")
    assert again.fingerprint == made.fingerprint and again.estimates().equals(made.estimates())
    assert again.guarantee == made.guarantee and again.events == 4
    with pytest.raises(sd.InputError, match="another one"):
        made.verify(fingerprint=before[::-1])
    with (made.path / "totals.csv").open("a") as file:
        file.write("2030,1,whole\n")
    with pytest.raises(sd.InputError):
        sd.read_release("made")
    with pytest.raises((sd.InputError, OSError)):
        sd.read_release("nowhere")


def test_whatever_takes_a_directory_takes_a_release() -> None:
    made = sd.release(columns(), config(), out="made")
    assert sd.inspect(made).kind == "counts" and sd.verify(made).ok and sd.page(made).page == "made/index.html"
    assert sd.ledger.verify("calls.ledger.jsonl", head=made).compared[0]["line"] >= 1


def test_releases_are_pickled_and_copied() -> None:
    made = sd.release(columns(), config(), out="made")
    for other in (pickle.loads(pickle.dumps(made)), copy.copy(made), copy.deepcopy(made)):
        assert isinstance(other, sd.Release) and other == made and other.estimates().equals(made.estimates())


def test_notebooks_see_what_was_made() -> None:
    made = sd.release(columns(), {"title": "<Calls>", **config()}, out="made")
    shown = made._repr_html_()
    assert "&lt;Calls&gt;" in shown and "<Calls>" not in shown and "NA" in shown and "NOT PRIVATE" not in shown
    seeded = sd.release(columns(), config(), out="seeded", seed=1)
    assert "NOT PRIVATE" in seeded._repr_html_() and not seeded.guarantee.is_private


def test_the_simulated_department() -> None:
    simulated = sd.simulate("doubs", towns="towns.csv")
    made = sd.release(
        simulated.to_polars(),
        {
            "dataset": "doubs",
            "events": {"time": "SDate", "place": "Town", "from": "2006-01-01", "to": "2006-12-31"},
            "places": {"table": "towns.csv", "place": "town", "region": "region"},
            "privacy": {"epsilon": 1},
        },
        out="doubs",
        seed=1,
    )
    assert made.events == 17333 and made.regions == 17
    assert abs(made.estimates(by="year")["estimate"].sum() - 17333) < 1


# What is refused


def test_out_is_required_in_the_words_of_python() -> None:
    with pytest.raises(sd.InputError, match="'out' is required") as raised:
        sd.release(columns(), config())
    assert raised.value.hint == "Say where it goes, or give check=True to make nothing."
    with pytest.raises(sd.InputError, match="'config' is required"):
        sd.release(columns())


def test_a_column_that_is_not_there() -> None:
    with pytest.raises(sd.InputError, match="'when'"):
        sd.release({"whem": TIMES, "where": PLACES}, config(), out="made")
    assert not Path("made").exists() and not Path("calls.ledger.jsonl").exists()


@pytest.mark.parametrize("kind", ["pandas", "polars", "dict"])
def test_a_time_that_is_missing_names_its_row(kind: str) -> None:
    times: list[Any] = [TIMES[0], None, *TIMES[2:]]
    rows: Any = {"when": times, "where": PLACES}
    rows = {"pandas": pd.DataFrame, "polars": pl.DataFrame, "dict": dict}[kind](rows)
    with pytest.raises(sd.InputError, match="row 2"):
        sd.release(rows, config(), out="made")
    answer = sd.release(rows, config(), check=True)
    assert not answer.ok and not answer.ready and "row 2" in answer.problems[0]
    skipping = config()
    skipping["events"]["on_bad_row"] = "skip"
    assert sd.release(rows, skipping, out="made").rows["skipped"] == 1


def test_a_place_that_is_not_in_the_list() -> None:
    with pytest.raises(sd.InputError, match="wset"):
        sd.release({"when": TIMES, "where": ["wset", *PLACES[1:]]}, config(), out="made")


def test_a_key_that_a_configuration_does_not_have() -> None:
    wrong = config()
    wrong["privacy"]["epsilom"] = 2
    with pytest.raises(sd.InputError, match="epsilom") as raised:
        sd.release(columns(), wrong, out="made")
    assert "epsilon" in str(raised.value)
    with pytest.raises(sd.InputError, match="configuration is empty"):
        sd.release(columns(), {}, out="made")
    nameless = config()
    del nameless["dataset"]
    with pytest.raises(sd.InputError, match="no 'dataset'"):
        sd.release(columns(), nameless, out="made")


def test_a_budget_refuses_before_anything_is_written() -> None:
    sd.release(columns(), config(budget=1.5), out="first")
    with pytest.raises(sd.BudgetError) as raised:
        sd.release(columns(), config(budget=1.5), out="second")
    assert not Path("second").exists() and "1.5" in str(raised.value) and raised.value.hint
    answer = sd.release(columns(), config(budget=1.5), check=True)
    assert not answer.ok and not answer.ledger["within_budget"]
    assert "budget" in answer.messages


def test_a_directory_that_is_there_stays_as_it_is() -> None:
    Path("made").mkdir()
    Path("made/mine.txt").write_text("mine")
    with pytest.raises(sd.InputError, match="'made'"):
        sd.release(columns(), config(), out="made")
    assert os.listdir("made") == ["mine.txt"]


@pytest.mark.parametrize("rows", [3, 3.5, ["2024-01-01"], b"events.csv", object()])
def test_what_is_no_table(rows: Any) -> None:
    with pytest.raises(TypeError, match="events must be a path, a data frame or a dict of columns"):
        sd.release(rows, config(), out="made")


def test_columns_of_several_lengths_or_kinds() -> None:
    with pytest.raises(sd.InputError, match="of one length"):
        sd.release({"when": TIMES, "where": PLACES[:2]}, config(), out="made")
    with pytest.raises(sd.InputError, match="several kinds"):
        sd.release({"when": ["2024-01-01", 3], "where": PLACES[:2]}, config(), out="made")


def test_rows_that_can_be_read_once_are_checked_once() -> None:
    table = pa.table(columns())
    reader = pa.RecordBatchReader.from_batches(table.schema, table.to_batches())
    assert sd.release(reader, config(), check=True).ready


def test_pandas_without_pyarrow_goes_through_a_private_file(monkeypatch: pytest.MonkeyPatch) -> None:
    from sourdine import _sources

    monkeypatch.setattr(_sources, "_has", lambda module: module != "pyarrow")
    sd.release("events.csv", config(), out="expected", seed=7)
    sd.release(pd.DataFrame(columns()), config(), out="made", seed=7)
    monkeypatch.setattr(_sources, "_has", lambda module: False)
    sd.release(columns(), config(), out="from-dict", seed=7)
    for file in SAME_FILES:
        expected = Path("expected", file).read_bytes()
        assert Path("made", file).read_bytes() == expected == Path("from-dict", file).read_bytes()


def test_a_source_in_the_configuration() -> None:
    by_file = config()
    by_file["events"]["source"] = Path("events.csv")
    assert sd.release(config=by_file, out="made").events == 4


def test_a_first_configuration_from_a_frame() -> None:
    with pytest.raises(sd.InputError, match="'out' is required"):
        sd.init(pd.DataFrame(columns()))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        answer = sd.init(pd.DataFrame(columns()), out="first.toml", rare=1, public_places=True)
    assert answer.time == "when" and answer.place == "where" and answer.regions == 3
    assert sd.release(columns(), "first.toml", check=True).ready


def test_the_plan_of_a_configuration() -> None:
    answer = sd.plan(config=config(), reports=30_000)
    assert answer.to_pandas()["period"].tolist() == ["day", "month", "year"]
    assert len(answer.to_pandas("models")) >= 2


def test_an_index_with_a_name_is_a_column() -> None:
    sd.release("events.csv", config(), out="expected", seed=7)
    sd.release(pd.DataFrame(columns()).set_index("when"), config(), out="made", seed=7)
    for file in SAME_FILES:
        assert Path("made", file).read_bytes() == Path("expected", file).read_bytes()


def test_threads_release_side_by_side(folder: Path) -> None:
    def make(i: int) -> int:
        own = {**config(), "dataset": f"calls-{i}"}
        return int(sd.release(pl.DataFrame(columns()), own, out=f"made-{i}", seed=i).events)

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(make, range(8))) == [4] * 8
