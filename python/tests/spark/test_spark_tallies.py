"""Tallies of a table are those of one machine, byte for byte, and so is what is estimated from them."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from cluster import SECRET, People
from killing import killing, was_killed

import sourdine as sd
import sourdine.spark

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

ORACLE = sd.oracle("olh", k=17, epsilon=1.0)


def reports_of(table: DataFrame, protocol: sd.Protocol = ORACLE, keep: list[str] | None = None) -> DataFrame:
    return sd.spark.randomize(table, "value", protocol, id_column="id", secret=SECRET, keep=keep or [])


@pytest.mark.parametrize("name", ["grr", "oue", "olh", "ss", "hr"])
def test_the_tally_has_the_bytes_of_one_machine(spark: SparkSession, people: People, name: str) -> None:
    oracle = sd.oracle(name, k=17, epsilon=1.0)
    one_machine = oracle.tally(oracle.randomize(people.values, ids=people.ids, secret=SECRET))
    tally = sd.spark.tally(reports_of(people.table(spark, 5), oracle), "report", oracle)
    assert tally.to_bytes() == one_machine.to_bytes()


def test_an_executor_that_is_killed_does_not_change_the_tally(
    spark: SparkSession, people: People, tmp_path: Path
) -> None:
    table = killing(people.table(spark, 4), tmp_path / "killed", "executor")
    tally = sd.spark.tally(reports_of(table), "report", ORACLE)
    assert was_killed(tmp_path / "killed")
    one_machine = ORACLE.tally(ORACLE.randomize(people.values, ids=people.ids, secret=SECRET))
    assert tally.to_bytes() == one_machine.to_bytes()


@pytest.mark.parametrize("kind", ["range", "large"])
def test_tallies_of_many_cells_travel_in_parts(spark: SparkSession, kind: str) -> None:
    protocol = sd.range_protocol(5000, epsilon=1.0) if kind == "range" else sd.oracle("grr", k=3000, epsilon=4.0)
    table = spark.range(0, 3000, 1, 3).selectExpr("id", "id AS value", "int(id % 2) AS half")
    one_machine = protocol.randomize(np.arange(3000), ids=np.arange(3000), secret=SECRET)
    reports = reports_of(table, protocol, ["half"])
    assert sd.spark.tally(reports, "report", protocol).to_bytes() == one_machine.tally().to_bytes()
    found = {
        row["half"]: bytes(row["tally"])
        for row in sd.spark.tally(reports, "report", protocol, group_by="half").collect()
    }
    assert found == {half: one_machine[half::2].tally().to_bytes() for half in (0, 1)}


def test_groups_have_the_tallies_that_their_rows_have(spark: SparkSession, people: People) -> None:
    table = people.table(spark, 3).selectExpr(
        "id", "value", "nullif(day, 4) AS day", "date_add(DATE'2026-01-01', int(day)) AS date", "day % 2 = 0 AS even"
    )
    reports = reports_of(table, keep=["day", "date", "even"])
    frame = sd.spark.tally(reports, "report", ORACLE, group_by=["date", "even", "day"])
    assert frame.columns == ["date", "even", "day", "reports", "tally"]
    one_machine = ORACLE.randomize(people.values, ids=people.ids, secret=SECRET)
    expected = {}
    for day in range(5):
        key = (datetime.date(2026, 1, 1 + day), day % 2 == 0, None if day == 4 else day)
        expected[key] = one_machine[people.days == day].tally()
    rows = frame.collect()
    assert {tuple(row[:3]): sd.tally_from_bytes(bytes(row["tally"])) for row in rows} == expected
    assert {tuple(row[:3]): row["reports"] for row in rows} == {key: tally.reports for key, tally in expected.items()}


def test_more_groups_than_an_executor_holds_at_once(
    spark: SparkSession, people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sourdine.spark import partials
    from sourdine.spark.rows import ReportColumn

    # The same function that executors call, with memory for two groups.
    monkeypatch.setattr(partials, "_HELD_BYTES", 2 * (8 * 17 + 1024))
    import pyarrow

    reports = ORACLE.randomize(people.values, ids=people.ids, secret=SECRET)
    batch = pyarrow.record_batch({"report": pyarrow.array(list(reports)), "day": people.days})
    counted = partials.CountPartition(ReportColumn(ORACLE, "report"), ["day"])
    parts = [part for made in counted(iter([batch])) for part in partials.read_parts(made, 1)]
    assert len(parts) == 5
    found = partials.whole_tallies(partials.add_equal(iter(sorted(parts, key=lambda part: part.key))))
    for key, count, cells in found:
        tally = reports[people.days == key[0]].tally()
        assert count == tally.reports and np.array_equal(cells, tally.cells)


def test_an_hour_that_comes_twice_is_two_groups() -> None:
    import pyarrow

    from sourdine.spark import partials
    from sourdine.spark.rows import ReportColumn

    reports = ORACLE.randomize(np.zeros(4, np.int64), seed=1)
    half_past_two = [1792888200, 1792891800]  # in Paris, on 25 October 2026: by summer time, and an hour later
    times = pyarrow.array([1_000_000 * half_past_two[i % 2] for i in range(4)]).cast(
        pyarrow.timestamp("us", "Europe/Paris")
    )
    batch = pyarrow.record_batch({"report": pyarrow.array(list(reports)), "hour": times})
    made = list(partials.CountPartition(ReportColumn(ORACLE, "report"), ["hour"])(iter([batch])))
    assert [one.schema.field("hour").type for one in made] == [times.type]
    assert sorted(made[0].column("hour").cast(pyarrow.int64()).to_pylist()) == [1_000_000 * t for t in half_past_two]
    assert made[0].column("reports").to_pylist() == [2, 2]


def test_estimates_are_those_of_one_machine(spark: SparkSession, people: People) -> None:
    reports = reports_of(people.table(spark, 3), keep=["day"])
    one_machine = ORACLE.randomize(people.values, ids=people.ids, secret=SECRET)
    estimate = sd.spark.estimate(reports, "report", ORACLE, confidence=0.9, consistency="norm-sub")
    assert estimate.to_dict() == one_machine.tally().estimate(0.9, consistency="norm-sub").to_dict()
    frame = sd.spark.estimate(reports, "report", ORACLE, group_by="day", confidence=0.9)
    found: Any = frame.where("day = 3").orderBy("value").toPandas()
    expected = one_machine[people.days == 3].tally().estimate(0.9).to_pandas()
    assert found["reports"].unique().tolist() == [int((people.days == 3).sum())]
    for name in expected.columns:
        assert found[name].tolist() == expected[name].tolist(), name


def test_labels_are_in_the_table_of_estimates(spark: SparkSession) -> None:
    oracle = sd.oracle("grr", labels=["no", "yes"], epsilon=20.0)
    table = spark.range(100).selectExpr("id", "if(id < 30, 'yes', 'no') AS value", "'all' AS `the group`")
    frame = sd.spark.estimate(reports_of(table, oracle, ["the group"]), "report", oracle, group_by="the group")
    assert {(row["the group"], row["value"]): round(row["estimate"]) for row in frame.collect()} == {
        ("all", "no"): 70,
        ("all", "yes"): 30,
    }


def test_a_table_without_rows_has_the_empty_tally(spark: SparkSession) -> None:
    table = spark.createDataFrame([], "id long, value int, day int")
    assert sd.spark.tally(reports_of(table), "report", ORACLE) == ORACLE.empty_tally()
    assert sd.spark.tally(reports_of(table, keep=["day"]), "report", ORACLE, group_by="day").count() == 0
