"""A release from a table is the release of its rows."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
import pyarrow
import pytest

import sourdine as sd
import sourdine.spark

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

REGIONS = ["North", "South", "West"]


def events(rows: int) -> pd.DataFrame:
    draw = np.random.default_rng(7)
    start = datetime.datetime(2026, 3, 1)
    times = [start + datetime.timedelta(minutes=int(m)) for m in draw.integers(0, 60 * 24 * 60, rows)]
    return pd.DataFrame(
        {
            "number": np.arange(rows),
            "arrived": pd.Series(times, dtype="datetime64[us]"),
            "note": "not for anybody",
            "ward": draw.choice(REGIONS, rows),
            "patient": draw.integers(0, rows // 4, rows),
        }
    )


def config(**more: dict[str, object]) -> dict[str, object]:
    made: dict[str, dict[str, object]] = {
        "events": {"time": "arrived", "place": "ward", "id": "number"},
        "places": {"regions": REGIONS},
        "privacy": {"epsilon": 1.0},
        "publish": {"periods": ["month", "day"]},
    }
    for section, entries in more.items():
        made[section] = {**made[section], **entries}
    return {"dataset": "wards", **made}


def table(spark: SparkSession, frame: pd.DataFrame, partitions: int) -> DataFrame:
    made = spark.createDataFrame(frame).repartition(partitions)
    return made.selectExpr("number", "cast(arrived AS timestamp_ntz) AS arrived", "note", "ward", "patient")


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.suffix == ".csv"}


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # where the ledger is


@pytest.mark.parametrize("privacy", ["local", "persons", "without rows"])
def test_the_release_of_a_table_is_that_of_its_sorted_rows(spark: SparkSession, tmp_path: Path, privacy: str) -> None:
    frame = events(3000)
    chosen = {
        "local": config(),
        "persons": config(
            privacy={"model": "central", "person": "patient", "max_events": 3},
            events={"from": datetime.date(2026, 3, 1), "to": datetime.date(2026, 4, 29)},
        ),
        "without rows": config(publish={"synthetic": False}),
    }[privacy]
    sd.spark.release(table(spark, frame, 4), chosen, out=tmp_path / "spark", seed=5)
    needed = ["arrived", "ward", *(["patient"] if privacy == "persons" else [])]
    if privacy == "without rows":
        frame["arrived"] = frame["arrived"].dt.floor("D")
    sd.release(frame.sort_values(needed), config=chosen, out=tmp_path / "pandas", seed=5)
    assert files(tmp_path / "spark") == files(tmp_path / "pandas")
    assert "estimates.csv" in files(tmp_path / "spark")


def test_columns_that_nobody_asked_for_do_not_reach_the_driver(spark: SparkSession) -> None:
    rows = sd.spark.Table(table(spark, events(100), 2), ["ward", "arrived"])
    read = pyarrow.table(rows)
    assert read.column_names == ["number", "arrived", "note", "ward", "patient"]
    assert read.num_rows == 100
    assert {name: read[name].null_count for name in read.column_names} == {
        "number": 100,
        "arrived": 0,
        "note": 100,
        "ward": 0,
        "patient": 100,
    }


def test_days_are_counted_on_the_cluster(spark: SparkSession) -> None:
    from sourdine.spark.releasing import _events

    frame = table(spark, events(3000), 3)
    by_day = _events(frame, config(publish={"synthetic": False}))._packed()
    batches = [pyarrow.ipc.open_stream(bytes(row["batch"])).read_all() for row in by_day.collect()]
    assert sum(batch.num_rows for batch in batches) <= 60 * 3
    assert sum(sum(batch.column(2).to_pylist()) for batch in batches) == 3000


def test_every_type_is_what_it_was(spark: SparkSession) -> None:
    made = spark.sql(
        "SELECT true AS a, 1Y AS b, 2S AS c, 3 AS d, 4L AS e, 1.5F AS f, 2.5D AS g, 12.50BD AS h, 'ü' AS i,"
        " DATE'2026-01-31' AS j, TIMESTAMP'2026-01-31 08:08:00' AS k, TIMESTAMP_NTZ'2026-01-31 08:08:00' AS l,"
        " null AS `a.m` FROM range(2)"
    )
    read = pyarrow.table(sd.spark.Table(made)).to_pylist()
    noon = datetime.datetime(2026, 1, 31, 8, 8)
    assert len(read) == 2 and read[0] == read[1]
    assert list(read[0].values())[:7] == [True, 1, 2, 3, 4, 1.5, 2.5]
    assert (str(read[0]["h"]), read[0]["i"], read[0]["j"], read[0]["a.m"]) == (
        "12.50",
        "ü",
        datetime.date(2026, 1, 31),
        None,
    )
    assert (read[0]["k"], read[0]["l"]) == (noon.replace(tzinfo=datetime.timezone.utc), noon)
    with pytest.raises(TypeError, match="which has no text"):
        sd.spark.Table(spark.sql("SELECT array(1) AS list"))


def test_what_is_wrong_with_a_release_is_said_in_its_own_words(spark: SparkSession, tmp_path: Path) -> None:
    frame = table(spark, events(50), 2)
    with pytest.raises(sd.InputError, match="'wards'"):
        sd.spark.release(frame, config(events={"place": "wards"}), out=tmp_path / "a")
    with pytest.raises(sd.InputError, match="West"):
        sd.spark.release(frame, config(places={"regions": ["North", "South"]}), out=tmp_path / "b")
    failing = frame.selectExpr("arrived", "string(raise_error('the disk is gone')) AS ward")
    with pytest.raises(Exception, match="the disk is gone"):
        sd.spark.release(failing, config(events={"id": None}), out=tmp_path / "c")
    assert not any((tmp_path / name).exists() for name in "abc")
