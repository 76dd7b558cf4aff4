"""Running tallies have every row once, whatever dies in between."""

from __future__ import annotations

import datetime
import os
import signal
import stat
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pyarrow
import pyarrow.parquet
import pytest
from cluster import ENVIRONMENT, SECRET, People

import sourdine as sd
import sourdine.spark
from sourdine.spark.streaming import CountBatch

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

ORACLE = sd.oracle("oue", k=17, epsilon=1.0)
NOW = {"availableNow": True}


def write_files(folder: Path, people: People, numbers: range, rows: int = 500) -> None:
    folder.mkdir(exist_ok=True)
    for number in numbers:
        part = slice(number * rows, (number + 1) * rows)
        days = [datetime.date(2026, 1, 1 + int(day)) for day in people.days[part]]
        table = pyarrow.table({"id": people.ids[part], "value": people.values[part].astype(np.int32), "day": days})
        pyarrow.parquet.write_table(table, folder / f"{number}.parquet")


def one_machine(people: People, rows: int, **key: object) -> sd.Reports:
    return ORACLE.randomize(people.values[:rows], ids=people.ids[:rows], **key)  # type: ignore[arg-type]


def test_a_driver_that_is_killed_and_started_again_counts_each_row_once(
    spark: SparkSession, people: People, tmp_path: Path
) -> None:
    write_files(tmp_path / "files", people, range(5))

    def kill(*fate: str) -> sd.spark.RunningTally:
        job = [
            sys.executable,
            str(Path(__file__).with_name("stream_job.py")),
            str(tmp_path / "files"),
            str(tmp_path / "point"),
        ]
        done = subprocess.run(
            [*job, *fate], env=os.environ | ENVIRONMENT, cwd=tmp_path, capture_output=True, text=True, timeout=600
        )
        assert done.returncode == -signal.SIGKILL, done.stderr
        return sd.spark.RunningTally(tmp_path / "point" / "sourdine")

    # Remembered, and Spark plays the batch again; counted, and nobody remembers.
    assert kill("after", "1").batches == 2
    running = kill("before", "3")
    assert (running.batches, running.tally().reports) == (3, 1500)
    rows = streamed(spark, tmp_path / "files", 1).select("id", "value")
    running = sd.spark.stream(
        rows, "value", ORACLE, id_column="id", seed=14, checkpoint=tmp_path / "point", trigger=NOW
    )
    assert running.wait(600)
    assert running.batches == 5
    assert running.tally().to_bytes() == one_machine(people, 2500, seed=14).tally().to_bytes()


def streamed(spark: SparkSession, folder: Path, files: int = 2) -> DataFrame:
    rows = spark.readStream.schema("id LONG, value INT, day DATE").option("maxFilesPerTrigger", files)
    return rows.parquet(str(folder))


def test_a_stream_goes_on_under_the_secret_that_it_keeps(spark: SparkSession, people: People, tmp_path: Path) -> None:
    def count() -> sd.spark.RunningTally:
        rows = streamed(spark, tmp_path / "files")
        running = sd.spark.stream(
            rows, "value", ORACLE, id_column="id", group_by="day", checkpoint=tmp_path / "point", trigger=NOW
        )
        assert running.wait(600)
        return running

    write_files(tmp_path / "files", people, range(2))
    assert count().tally().reports == 1000
    kept = tmp_path / "point" / "sourdine" / "secret"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    write_files(tmp_path / "files", people, range(2, 4))
    running = count()
    reports = one_machine(people, 2000, secret=kept.read_bytes())
    assert running.tally() == reports.tally()
    assert running.tallies() == {
        datetime.date(2026, 1, 1 + day): reports[people.days[:2000] == day].tally() for day in range(5)
    }
    assert running.estimate().to_dict() == reports.tally().estimate().to_dict()
    running.forget_secret()
    assert not kept.exists()


def test_a_stream_of_reports_needs_no_ids(spark: SparkSession, people: People, tmp_path: Path) -> None:
    write_files(tmp_path / "files", people, range(2))
    rows = streamed(spark, tmp_path / "files")
    reports = sd.spark.randomize(rows, "value", ORACLE, id_column="id", secret=SECRET)
    running = sd.spark.stream(reports, "report", ORACLE, checkpoint=tmp_path / "point", trigger=NOW)
    assert running.wait(600)
    assert running.tally() == one_machine(people, 1000, secret=SECRET).tally()
    assert not (tmp_path / "point" / "sourdine" / "secret").exists()


def test_what_stops_a_stream_is_said_in_one_sentence(spark: SparkSession, people: People, tmp_path: Path) -> None:
    write_files(tmp_path / "files", people, range(1))
    small = sd.oracle("grr", k=3, epsilon=1.0)
    rows = streamed(spark, tmp_path / "files")
    running = sd.spark.stream(rows, "value", small, id_column="id", checkpoint=tmp_path / "point", trigger=NOW)
    with pytest.raises(sd.InputError, match="column 'value': .*outside the domain") as caught:
        running.wait(600)
    assert "Traceback" not in str(caught.value)
    assert running.batches == 0


def test_batches_that_cannot_be_the_next_are_refused(spark: SparkSession, people: People, tmp_path: Path) -> None:
    table = people.table(spark, 2)
    counter = CountBatch(str(tmp_path / "state"), ORACLE, ["value"], "id", None, [], "", True)
    counter(table, 0)
    counter(table, 0)
    counter(table.limit(10), 1)
    running = sd.spark.RunningTally(tmp_path / "state")
    assert (running.batches, running.tally().reports) == (2, 12_010)
    with pytest.raises(sd.InputError, match="counted before, and is another one now"):
        counter(table.limit(9), 1)
    with pytest.raises(sd.InputError, match="has batch 1 already"):
        counter(table, 0)
    with pytest.raises(sd.InputError, match="ends with batch 1"):
        counter(table, 3)
    assert (running.batches, running.tally().reports) == (2, 12_010)
    running.forget_secret()
    with pytest.raises(sd.InputError, match="another secret"):
        counter(table, 2)


def test_a_folder_of_another_stream_is_refused(spark: SparkSession, people: People, tmp_path: Path) -> None:
    CountBatch(str(tmp_path / "state"), ORACLE, ["value"], "id", None, [], "", True)(people.table(spark, 1), 0)
    write_files(tmp_path / "files", people, range(1))
    rows = streamed(spark, tmp_path / "files")
    places = {"checkpoint": tmp_path / "point", "state": tmp_path / "state", "id_column": "id"}
    with pytest.raises(sd.InputError, match="another protocol"):
        sd.spark.stream(rows, "value", sd.oracle("oue", k=18, epsilon=1.0), **places)  # type: ignore[arg-type]
    with pytest.raises(sd.InputError, match="another collection"):
        sd.spark.stream(rows, "value", ORACLE, collection="may", **places)  # type: ignore[arg-type]
    with pytest.raises(sd.InputError, match="another secret or seed"):
        sd.spark.stream(rows, "value", ORACLE, seed=3, **places)  # type: ignore[arg-type]
    with pytest.raises(sd.InputError, match="tallies by no column"):
        sd.spark.stream(rows, "value", ORACLE, group_by="day", **places)  # type: ignore[arg-type]
    with pytest.raises(sd.InputError, match="not on the driver's disk"):
        sd.spark.stream(rows, "value", ORACLE, id_column="id", checkpoint="hdfs://name/point")
    (tmp_path / "state" / "tallies").write_bytes(b"{}\n")
    with pytest.raises(sd.InputError, match="damaged"):
        sd.spark.RunningTally(tmp_path / "state").tally()
