"""What is wrong is said in one sentence, by an exception that Python has for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from cluster import SECRET, People

import sourdine as sd
import sourdine.spark

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession


def untyped(value: Any) -> Any:
    """What a caller without types may give."""
    return value


ORACLE = sd.oracle("grr", k=17, epsilon=1.0)
COLOURS = sd.oracle("grr", labels=["red", "green", "blue"], epsilon=1.0)


@pytest.fixture(scope="module")
def table(spark: SparkSession) -> DataFrame:
    return spark.range(10).selectExpr(
        "id", "id AS value", "id * 0.5D AS half", "array(id) AS list", "id % 3 AS day", "id AS part"
    )


@pytest.mark.parametrize(
    ("call", "kind", "sentence"),
    [
        (lambda t: sd.spark.randomize(t, "valeu", ORACLE, id_column="id"), sd.InputError, "there is no column 'valeu'"),
        (lambda t: sd.spark.randomize(t, "value", ORACLE, id_column="ids"), sd.InputError, "Did you mean 'id'"),
        (lambda t: sd.spark.randomize(t, "half", ORACLE, id_column="id"), TypeError, "'half' is of type double"),
        (lambda t: sd.spark.randomize(t, "value", ORACLE, id_column="half"), TypeError, "Ids are whole numbers"),
        (lambda t: sd.spark.randomize(t, "list", ORACLE, id_column="id"), TypeError, "'list' is of type array"),
        (lambda t: sd.spark.randomize(t, "id", ORACLE, id_column="id"), sd.InputError, "cannot be the ids"),
        (lambda t: sd.spark.randomize(t, untyped(3), ORACLE, id_column="id"), TypeError, "not int"),
        (lambda t: sd.spark.randomize(t, "value", untyped("grr"), id_column="id"), TypeError, "must be a Protocol"),
        (lambda t: sd.spark.randomize(t.toPandas(), "value", ORACLE, id_column="id"), TypeError, "Spark DataFrame"),
        (lambda t: sd.spark.randomize(t, "value", ORACLE, id_column="id", secret=b"short"), sd.InputError, "32 bytes"),
        (
            lambda t: sd.spark.randomize(t, "value", ORACLE, id_column="id", secret=untyped("x" * 32)),
            TypeError,
            "not str",
        ),
        (
            lambda t: sd.spark.randomize(t, "value", ORACLE, id_column="id", secret=SECRET, seed=1),
            TypeError,
            "not both",
        ),
        (lambda t: sd.spark.randomize(t, "value", ORACLE, id_column="id", seed=untyped("1")), TypeError, "seed"),
        (
            lambda t: sd.spark.randomize(t, "value", ORACLE, id_column="id", keep="value"),
            sd.InputError,
            "cannot be kept",
        ),
        (lambda t: sd.spark.randomize(t, "value", ORACLE, id_column="id", keep=["id", "id"]), sd.InputError, "twice"),
        (
            lambda t: sd.spark.randomize(t, "value", ORACLE, id_column="id", keep="id", output="id"),
            sd.InputError,
            "two columns",
        ),
        (
            lambda t: sd.spark.randomize(t, "value", ORACLE, id_column="day", check_ids=True),
            sd.InputError,
            "3 ids that are on",
        ),
        (lambda t: sd.spark.tally(t, "value", ORACLE), TypeError, "Reports are binary"),
        (lambda t: sd.spark.tally(made(t), "report", COLOURS), sd.InputError, "another protocol's"),
        (lambda t: sd.spark.tally(made(t), "report", ORACLE, group_by="half"), TypeError, "Groups are"),
        (
            lambda t: sd.spark.tally(made(t), "report", ORACLE, group_by="part"),
            sd.InputError,
            "cannot be called 'part'",
        ),
        (lambda t: sd.spark.estimate(made(t), "report", ORACLE, consistency="nrm"), sd.InputError, "nrm"),
        (lambda t: sd.spark.estimate(made(t), "report", ORACLE, confidence=2), sd.InputError, "between 0 and 1"),
        (
            lambda t: sd.spark.stream(t, "value", ORACLE, id_column="id", checkpoint="c"),
            sd.InputError,
            "not a streaming",
        ),
    ],
)
def test_what_is_wrong_is_said_before_a_job_starts(
    table: DataFrame, call: Callable[[Any], object], kind: type[Exception], sentence: str
) -> None:
    with pytest.raises(kind, match=sentence):
        call(table)


def made(table: DataFrame) -> DataFrame:
    return sd.spark.randomize(table, "value", ORACLE, id_column="id", keep=["half", "part"])


def test_ids_that_are_unique_pass_the_check(table: DataFrame) -> None:
    assert sd.spark.randomize(table, "value", ORACLE, id_column="id", check_ids=True).count() == 10


@pytest.mark.parametrize(
    ("columns", "protocol", "sentence"),
    [
        (["id", "'mauve' AS value"], COLOURS, "column 'value': .*'mauve'"),
        (["id", "id + 10 AS value"], ORACLE, "column 'value': .*outside the domain"),
        (["id", "if(id = 5, null, id) AS value"], ORACLE, "column 'value': there is no value"),
        (["if(id = 5, null, id) AS id", "id AS value"], ORACLE, "column 'id': there is no id"),
    ],
)
def test_what_executors_find_comes_to_the_driver_in_our_words(
    spark: SparkSession, columns: list[str], protocol: sd.Protocol, sentence: str
) -> None:
    reports = sd.spark.randomize(spark.range(0, 10, 1, 1).selectExpr(*columns), "value", protocol, id_column="id")
    with pytest.raises(sd.InputError, match=sentence) as caught:
        sd.spark.tally(reports, "report", protocol)
    assert "Traceback" not in str(caught.value)


def test_the_callers_own_action_fails_with_our_sentence_as_well(spark: SparkSession) -> None:
    from pyspark.errors import PySparkException

    reports = sd.spark.randomize(
        spark.range(0, 40, 1, 1).selectExpr("id", "id AS value"), "value", ORACLE, id_column="id"
    )
    with pytest.raises(PySparkException, match="InputError: column 'value': .*outside the domain"):
        reports.collect()


@pytest.mark.parametrize("bytes_", ["X'0102'", "X'FF'", "null"])
def test_bytes_that_are_no_reports_are_refused(spark: SparkSession, bytes_: str) -> None:
    table = spark.range(0, 10, 1, 1).selectExpr(f"cast({bytes_} AS binary) AS report")
    with pytest.raises(sd.InputError, match="column 'report'"):
        sd.spark.tally(table, "report", ORACLE)


def test_ids_that_are_not_unique_are_counted(spark: SparkSession, people: People) -> None:
    table = people.table(spark, 2)
    twice = table.union(table.limit(5))
    with pytest.raises(sd.InputError, match="5 ids that are on several rows, 10 rows"):
        sd.spark.randomize(twice, "value", ORACLE, id_column="id", check_ids=True)
