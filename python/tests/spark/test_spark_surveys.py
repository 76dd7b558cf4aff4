"""Several columns and repeated collections: the reports of a table are those of its rows, as on one machine."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from cluster import SECRET, reports_by_id
from killing import killing, was_killed

import sourdine as sd
import sourdine.spark

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

TOWNS = ["Besançon", "Dole", "Vesoul"]
SURVEYS = {
    "smp": sd.tuple_protocol({"age": 6, "town": TOWNS}, epsilon=3.0),
    "rs+fd": sd.tuple_protocol({"age": 6, "town": TOWNS}, epsilon=3.0, solution="rs+fd", oracle="oue-z"),
    "joint": sd.tuple_protocol({"age": 6, "town": TOWNS}, epsilon=3.0, solution="joint"),
}
ROWS = 6000
IDS = np.arange(ROWS)
RECORDS = np.stack([IDS * 7 % 6, IDS * IDS % 3], axis=1)


def table(spark: SparkSession, partitions: int) -> DataFrame:
    towns = ", ".join(f"'{town}'" for town in TOWNS)
    columns = ["id", "int(id * 7 % 6) AS age", f"element_at(array({towns}), int(id * id % 3) + 1) AS town"]
    return spark.range(0, ROWS, 1, partitions).selectExpr(*columns, "int(id % 2) AS half")


@pytest.mark.parametrize("name", SURVEYS)
@pytest.mark.parametrize("partitions", [1, 5])
def test_any_number_of_partitions_gives_the_reports_of_one_machine(
    spark: SparkSession, name: str, partitions: int
) -> None:
    survey = SURVEYS[name]
    people = table(spark, partitions)
    reports = sd.spark.randomize(people, ["age", "town"], survey, id_column="id", secret=SECRET, keep="id")
    expected = survey.randomize(RECORDS, ids=IDS, secret=SECRET)
    assert reports_by_id(reports) == dict(zip(IDS.tolist(), expected, strict=True))
    tally = sd.spark.tally(reports, "report", survey)
    assert tally.to_bytes() == expected.tally().to_bytes()


def test_estimates_of_all_attributes_are_those_of_one_machine(spark: SparkSession) -> None:
    survey = SURVEYS["smp"]
    reports = sd.spark.randomize(table(spark, 3), ["age", "town"], survey, id_column="id", secret=SECRET, keep="half")
    found = sd.spark.estimate(reports, "report", survey)
    expected = survey.randomize(RECORDS, ids=IDS, secret=SECRET)
    assert found.to_dict() == expected.tally().estimates().to_dict()
    grouped = sd.spark.estimate(reports, "report", survey, group_by="half").collect()
    half = expected[IDS % 2 == 1].tally().estimates().to_dict()
    rows = sorted((row for row in grouped if row["half"] == 1), key=lambda row: (row["attribute"], row["value"]))
    wanted = sorted(zip(half["attribute"], half["value"], half["estimate"], strict=True))
    assert [(row["attribute"], row["value"], row["estimate"]) for row in rows] == wanted


def test_a_task_that_is_killed_draws_nothing_twice(spark: SparkSession, tmp_path: Path) -> None:
    survey = SURVEYS["smp"]
    people = killing(table(spark, 2), tmp_path / "killed", "worker")
    reports = sd.spark.randomize(people, ["age", "town"], survey, id_column="id", secret=SECRET, keep="id")
    expected = survey.randomize(RECORDS, ids=IDS, secret=SECRET)
    assert reports_by_id(reports) == dict(zip(IDS.tolist(), expected, strict=True))
    assert was_killed(tmp_path / "killed")


@pytest.mark.parametrize("name", ["l-grr", "l-osue", "loloha", "dbitflip"])
def test_people_who_report_again_keep_their_permanent_responses(spark: SparkSession, name: str) -> None:
    oracle = sd.oracle(name, k=6, epsilon=2.0)
    asked = dict(person_column="id", secret=SECRET, attribute="age", keep="id")
    days = {}
    for day, partitions in (("monday", 2), ("tuesday", 5)):
        reports = sd.spark.respond(table(spark, partitions), "age", oracle, collection=day, **asked)
        days[day] = reports_by_id(reports)
        own = oracle.respond(RECORDS[:, 0], people=IDS, secret=SECRET, attribute="age", collection=day)
        assert days[day] == dict(zip(IDS.tolist(), own, strict=True))
        assert sd.spark.tally(reports, "report", oracle) == own.tally()
    same = np.mean([days["monday"][i] == days["tuesday"][i] for i in IDS.tolist()])
    assert same == 1 if name == "dbitflip" else 0 < same < 1


def test_people_may_have_names(spark: SparkSession) -> None:
    oracle = sd.oracle("l-osue", k=6, epsilon=2.0)
    people = table(spark, 2).selectExpr("concat('Ä', id) AS person", "age")
    made = sd.spark.respond(
        people, "age", oracle, person_column="person", secret=SECRET, collection="monday", keep="person"
    )
    names = [f"Ä{i}" for i in IDS]
    own = oracle.respond(RECORDS[:, 0], people=names, secret=SECRET, collection="monday")
    assert {row[0]: bytes(row[1]) for row in made.collect()} == dict(zip(names, own, strict=True))


def test_streams_take_several_columns(spark: SparkSession, tmp_path: Path) -> None:
    survey = SURVEYS["smp"]
    table(spark, 2).write.parquet(str(tmp_path / "people"))
    people = spark.readStream.schema("id LONG, age INT, town STRING, half INT").parquet(str(tmp_path / "people"))
    running = sd.spark.stream(
        people,
        ["age", "town"],
        survey,
        id_column="id",
        secret=SECRET,
        checkpoint=tmp_path / "checkpoint",
        trigger={"availableNow": True},
    )
    assert running.wait()
    assert running.tally() == survey.randomize(RECORDS, ids=IDS, secret=SECRET).tally()


def test_what_is_wrong_is_told(spark: SparkSession) -> None:
    survey, people = SURVEYS["smp"], table(spark, 2)
    asked = dict(id_column="id", secret=SECRET)
    with pytest.raises(sd.InputError, match="is about 2 columns, not 1"):
        sd.spark.randomize(people, "age", survey, **asked)
    with pytest.raises(sd.InputError, match="no column 'village'"):
        sd.spark.randomize(people, ["age", "village"], survey, **asked)
    with pytest.raises(sd.InputError, match="cannot be kept"):
        sd.spark.randomize(people, ["age", "town"], survey, keep="town", **asked)
    with pytest.raises(sd.InputError, match="cannot be the ids"):
        sd.spark.randomize(people, ["id", "town"], survey, **asked)
    with pytest.raises(sd.InputError, match="keeps no permanent responses"):
        oracle = sd.oracle("oue", k=6, epsilon=1.0)
        sd.spark.respond(people, "age", oracle, person_column="id", secret=SECRET, collection="monday")
    memoised = sd.oracle("l-osue", k=6, epsilon=1.0)
    with pytest.raises(sd.InputError, match="needs a name"):
        sd.spark.respond(people, "age", memoised, person_column="id", secret=SECRET, collection="")
    with pytest.raises(TypeError, match="secret= is needed"):
        sd.spark.respond(people, "age", memoised, person_column="id", collection="monday")
    old = people.selectExpr("id", "age + 1 AS age", "town")
    with pytest.raises(sd.InputError, match=r"column 'age': value 6 .*outside the domain"):
        sd.spark.tally(sd.spark.randomize(old, ["age", "town"], survey, **asked), "report", survey)
    lost = people.selectExpr("id", "age", "concat(town, '!') AS town")
    with pytest.raises(sd.InputError, match="column 'town': "):
        sd.spark.tally(sd.spark.randomize(lost, ["age", "town"], survey, **asked), "report", survey)
