"""Reports of a table are the reports of its rows, wherever and however often they are made."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from cluster import SECRET, People, reports_by_id
from killing import killing, was_killed

import sourdine as sd
import sourdine.spark

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

ORACLE = sd.oracle("oue", k=17, epsilon=1.0)


def expected(people: People, protocol: sd.Protocol = ORACLE) -> dict[object, bytes]:
    """The reports as one machine makes them."""
    reports = protocol.randomize(people.values, ids=people.ids, secret=SECRET)
    return dict(zip(people.ids.tolist(), reports, strict=True))


@pytest.mark.parametrize("partitions", [1, 2, 7])
def test_any_number_of_partitions_gives_the_reports_of_one_machine(
    spark: SparkSession, people: People, partitions: int
) -> None:
    table = people.table(spark, partitions)
    reports = sd.spark.randomize(table, "value", ORACLE, id_column="id", secret=SECRET, keep="id")
    assert reports_by_id(reports) == expected(people)


def test_a_second_action_gives_the_reports_of_the_first_under_a_secret_that_nobody_gave(
    spark: SparkSession, people: People
) -> None:
    reports = sd.spark.randomize(people.table(spark, 3), "value", ORACLE, id_column="id", keep="id")
    first = reports_by_id(reports)
    assert first == reports_by_id(reports.repartition(5))
    assert first != expected(people)
    again = sd.spark.randomize(people.table(spark, 3), "value", ORACLE, id_column="id", keep="id")
    assert first != reports_by_id(again), "a second call is a second collection"


@pytest.mark.parametrize("victim", ["worker", "executor"])
def test_a_task_that_is_killed_draws_nothing_twice(
    spark: SparkSession, people: People, tmp_path: Path, victim: str
) -> None:
    table = killing(people.table(spark, 3), tmp_path / "killed", victim)
    reports = sd.spark.randomize(table, "value", ORACLE, id_column="id", secret=SECRET, keep="id")
    assert reports_by_id(reports) == expected(people)
    assert was_killed(tmp_path / "killed")


def test_every_kind_of_value_and_id_is_what_it_is_on_one_machine(spark: SparkSession) -> None:
    labels = ["rot", "grün", "blau"]
    oracle = sd.oracle("grr", labels=labels, epsilon=2.0)
    table = spark.range(500).selectExpr(
        "id",
        "int(id) AS small",
        "concat('Ä', id) AS text",
        "cast(concat('Ä', id) AS binary) AS bytes",
        "element_at(array('rot', 'grün', 'blau'), int(id % 3) + 1) AS label",
        "cast(id % 3 AS tinyint) AS number",
    )
    numbers = np.arange(500) % 3
    ids = np.arange(500)
    texts = [f"Ä{i}" for i in range(500)]
    by_number = oracle.randomize(numbers, ids=ids, secret=SECRET)
    by_text = oracle.randomize(numbers, ids=texts, secret=SECRET)
    for values, id_column, keys, reports in (
        ("label", "small", ids.tolist(), by_number),
        ("number", "text", texts, by_text),
        ("label", "bytes", [text.encode() for text in texts], by_text),
    ):
        made = sd.spark.randomize(table, values, oracle, id_column=id_column, secret=SECRET, keep=[id_column])
        found = {row[0] if isinstance(row[0], int | str) else bytes(row[0]): bytes(row[1]) for row in made.collect()}
        assert found == dict(zip(keys, reports, strict=True)), (values, id_column)


def test_reports_of_any_protocol_go_through(spark: SparkSession) -> None:
    values = np.arange(40) % 8
    for protocol in (
        sd.range_protocol(8, epsilon=1.0),
        sd.oracle("olh", k=8, epsilon=1.0),
        sd.oracle("grr", k=1, epsilon=1.0),
        sd.oracle("grr", k=100_000, epsilon=3.0),
        sd.oracle("oue", k=100_000, epsilon=3.0),
    ):
        size = protocol.domain_sizes[0]
        table = spark.range(40).selectExpr("id", f"id % {min(8, size)} AS value")
        made = sd.spark.randomize(table, "value", protocol, id_column="id", secret=SECRET, keep="id")
        reports = protocol.randomize(values % size, ids=np.arange(40), secret=SECRET)
        assert reports_by_id(made) == dict(enumerate(reports)), protocol


def test_the_column_says_how_it_was_made_also_after_a_file(spark: SparkSession, people: People, tmp_path: Path) -> None:
    made = sd.spark.randomize(people.table(spark, 2), "value", ORACLE, id_column="id", seed=1, collection="may")
    assert made.columns == ["report"]
    made.write.parquet(str(tmp_path / "reports"))
    tally = sd.spark.tally(spark.read.parquet(str(tmp_path / "reports")), "report", ORACLE)
    assert (tally.collection, tally.is_private, tally.reports) == ("may", False, 12_000)
    private = sd.spark.randomize(people.table(spark, 2), "value", ORACLE, id_column="id")
    assert sd.spark.tally(private, "report", ORACLE).is_private


def test_a_secret_is_in_no_text(spark: SparkSession, people: People) -> None:
    import contextlib
    import io

    secret = b"this is a secret of 32 bytes ..."
    made = sd.spark.randomize(people.table(spark, 1), "value", ORACLE, id_column="id", secret=secret)
    shown = io.StringIO()
    with contextlib.redirect_stdout(shown):
        made.explain(mode="extended")
    assert "MapInArrow" in shown.getvalue()
    assert "secret of" not in shown.getvalue() + repr(made) + repr(made.schema.json())
