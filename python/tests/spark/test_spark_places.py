"""Blurred places of a table are those of its rows, wherever and however often they are made."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from cluster import SECRET
from killing import killing, was_killed

import sourdine as sd
import sourdine.spark
from sourdine import _core

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

BOX = [6.0, 47.2, 6.04, 47.22]
DRAW = np.random.default_rng(15)
IDS = DRAW.permutation(np.arange(600) * 7919 - 10**6)
# 200 places, each three times.
LATITUDES = np.tile(DRAW.uniform(47.2, 47.22, 200).round(6), 3)
LONGITUDES = np.tile(DRAW.uniform(6.0, 6.04, 200).round(6), 3)


def config(folder: Path, **privacy: Any) -> dict[str, Any]:
    return {
        "dataset": "calls",
        "events": {"latitude": "lat", "longitude": "lon", "keep": ["id"], "locating": ["street"]},
        "area": {"box": BOX},
        "privacy": {"level": "ln 4", "within": "200 m", "ledger": str(folder / "calls.ledger.jsonl"), **privacy},
    }


BY_ROWS = {"memo": False, "repeats": 3}


@pytest.fixture(scope="module")
def calls(spark: SparkSession) -> DataFrame:
    import pandas as pd

    columns = {"id": IDS, "lat": LATITUDES, "lon": LONGITUDES, "street": "a street"}
    return spark.createDataFrame(pd.DataFrame(columns)).cache()


def points(frame: DataFrame) -> dict[int, tuple[float, float]]:
    rows = frame.collect()
    found = {row["id"]: (row["lat"], row["lon"]) for row in rows}
    assert len(found) == len(rows)
    return found


def expected(said: dict[str, Any], by_rows: bool) -> dict[int, tuple[float, float]]:
    """The points as one machine makes them."""
    named = _core.NamedConfig(sd.configs.to_toml(said))
    ids = _core.RowIds.of(IDS) if by_rows else None
    rows, north, east, *_ = _core.KeyedBlur(named.name).blur(LATITUDES, LONGITUDES, ids, _core.RowSecret.of(SECRET))
    assert len(rows) == len(IDS)
    return dict(zip(IDS.tolist(), zip(north.tolist(), east.tolist(), strict=True), strict=True))


@pytest.mark.parametrize("partitions", [1, 2, 7])
def test_any_number_of_partitions_gives_the_points_of_one_machine(
    calls: DataFrame, tmp_path: Path, partitions: int
) -> None:
    table = calls.repartition(partitions)
    memo, rows = config(tmp_path), config(tmp_path, **BY_ROWS)
    assert points(sd.spark.blur(table, memo, secret=SECRET)) == expected(memo, False)
    by_rows = sd.spark.blur(table, rows, id_column="id", secret=SECRET, check_repeats=partitions == 7)
    assert points(by_rows) == expected(rows, True)


def test_a_second_action_gives_the_points_of_the_first_and_a_second_call_others(
    calls: DataFrame, tmp_path: Path
) -> None:
    blurred = sd.spark.blur(calls, config(tmp_path, **BY_ROWS), id_column="id", check_repeats=False)
    first = points(blurred)
    assert first == points(blurred.repartition(5))
    again = sd.spark.blur(calls, config(tmp_path, **BY_ROWS), id_column="id", check_repeats=False)
    assert first != points(again)
    # Redrawn noise for every row, one point for every place with the memo.
    assert len(set(first.values())) > 590
    assert len(set(points(sd.spark.blur(calls, config(tmp_path))).values())) == 200


def test_a_task_that_is_killed_draws_nothing_twice(spark: SparkSession, calls: DataFrame, tmp_path: Path) -> None:
    said = config(tmp_path, **BY_ROWS)
    rows = "spark.sql.execution.arrow.maxRecordsPerBatch"
    before = spark.conf.get(rows)
    spark.conf.set(rows, "50")  # who is killed is at the third batch
    try:
        table = killing(calls.repartition(3), tmp_path / "killed", "worker")
        blurred = sd.spark.blur(table, said, id_column="id", secret=SECRET, check_repeats=False)
        assert points(blurred) == expected(said, True)
    finally:
        spark.conf.set(rows, before or "1000")
    assert was_killed(tmp_path / "killed")


def test_everything_after_the_noise_is_that_of_one_machine(calls: DataFrame, tmp_path: Path) -> None:
    """Maps and tables travel to the executors; rows come in no order of theirs; the ledger counts one draw."""
    half = [[6.0, 47.2], [6.02, 47.2], [6.02, 47.22], [6.0, 47.22], [6.0, 47.2]]
    feature = {"properties": {"name": "west"}, "geometry": {"type": "Polygon", "coordinates": [half]}}
    (tmp_path / "regions.geojson").write_text(json.dumps({"type": "FeatureCollection", "features": [feature]}))
    (tmp_path / "stations.csv").write_text("name,latitude,longitude\nnorth,47.219,6.02\nsouth,47.201,6.02\n")
    (tmp_path / "homes.csv").write_text("latitude,longitude,weight\n47.21,6.01,5\n47.215,6.03,1\n47.205,6.02,2\n")
    said = config(tmp_path, memo_key=str(tmp_path / "calls.key"))
    said["publish"] = {"regions": "regions.geojson", "region_property": "name", "stations": "stations.csv"}
    said["publish"] |= {"prior": "homes.csv", "truncate": True, "grid": 10}
    path = tmp_path / "calls.toml"
    path.write_text(sd.configs.to_toml(said))
    table = {"id": IDS.tolist(), "lat": LATITUDES.tolist(), "lon": LONGITUDES.tolist(), "street": ["a"] * 600}
    one = sd.blur(table, path, out=tmp_path / "out")
    with open(tmp_path / "out" / "blurred.csv", newline="") as file:
        lines = sorted(csv.reader(file))
    blurred = sd.spark.blur(calls.repartition(4), path)
    assert blurred.columns == ["id", "lat", "lon", "region", "station", "distance_m"]
    rows = [[*map(str, row[:1]), *(f"{x:.7f}" for x in row[1:3]), row[3] or "", row[4], f"{row[5]:.0f}"]
            for row in blurred.collect()]  # fmt: skip
    assert sorted([blurred.columns, *rows]) == lines
    assert [row[1:3] for row in rows] == sorted(row[1:3] for row in rows)
    ledger = sd.ledger.show(tmp_path / "calls.ledger.jsonl")
    sums = ledger.datasets[0]["sums"]
    assert (sums["releases"], sums["repeated"]) == (2, 1)
    assert sums["per_metre"] == one.ledger["per_metre"]


def test_what_is_not_paid_for_is_not_made(calls: DataFrame, tmp_path: Path) -> None:
    (tmp_path / "budget.toml").write_text('neighbours = "nearby"\nwithin = 200\n[total]\nepsilon = 2\n')
    sd.spark.blur(calls, config(tmp_path), secret=SECRET)
    sd.spark.blur(calls, config(tmp_path), secret=SECRET)
    with pytest.raises(sd.BudgetError, match="the budget .total. of data set 'calls' is epsilon 2"):
        sd.spark.blur(calls, config(tmp_path))
    seeded = sd.spark.blur(calls, config(tmp_path), seed=1)
    assert seeded.schema["lat"].metadata["sourdine"]["randomness"] == "seeded, not private"


def test_what_cannot_be_blurred_is_refused_in_a_sentence(
    spark: SparkSession, calls: DataFrame, tmp_path: Path
) -> None:
    by_rows = config(tmp_path, memo=False, repeats=2)
    with pytest.raises(sd.InputError, match="200 places are reported more often than 'repeats' allows, 2 times"):
        sd.spark.blur(calls, by_rows, id_column="id")
    with pytest.raises(sd.InputError, match="needs an id"):
        sd.spark.blur(calls, by_rows)
    with pytest.raises(sd.InputError, match="not by ids of rows"):
        sd.spark.blur(calls, config(tmp_path), id_column="id")
    with pytest.raises(sd.InputError, match="no column 'street'"):
        sd.spark.blur(calls.drop("street"), config(tmp_path))
    with pytest.raises(TypeError, match="'lat' is of type string"):
        sd.spark.blur(calls.withColumn("lat", calls["lat"].cast("string")), config(tmp_path))
    with pytest.raises(sd.InputError, match="tells where an event was"):
        sd.spark.blur(calls, config(tmp_path) | {"events": {"latitude": "lat", "longitude": "lon", "keep": ["lat"]}})
    assert not (tmp_path / "calls.ledger.jsonl").exists(), "who is refused has paid nothing"
    far = spark.sql("SELECT 1L AS id, 48.9D AS lat, 2.3D AS lon, 'x' AS street")
    with pytest.raises(Exception, match="latitude 48.9, longitude 2.3 is outside of the declared area"):
        sd.spark.blur(far, config(tmp_path)).collect()
    inside = config(tmp_path) | {"area": {"box": BOX, "outside": "drop"}}
    some = calls.orderBy("id").limit(3)  # without an order, each plan picks its own three
    left = points(sd.spark.blur(far.union(some), inside, secret=SECRET))
    assert left.keys() == {row["id"] for row in some.select("id").collect()}
