"""Running counts of what arrives in a folder, every row once also after a crash: start it again, and it goes on."""

from __future__ import annotations

import tempfile
from pathlib import Path

from pyspark.sql import SparkSession

import sourdine as sd
import sourdine.spark

spark = SparkSession.builder.appName("running counts").getOrCreate()
oracle = sd.oracle("grr", labels=["no", "yes"], epsilon=2.0)

with tempfile.TemporaryDirectory() as folder:
    arrivals, checkpoint = Path(folder, "arrivals"), Path(folder, "checkpoint")

    for day in range(3):
        # What a day brings. On a real cluster: Kafka, or files that others write.
        answers = spark.range(day * 1000, (day + 1) * 1000).selectExpr(
            "id", f"DATE'2026-03-0{day + 1}' AS day", "if(id % 4 = 0, 'yes', 'no') AS answer"
        )
        answers.write.mode("append").parquet(str(arrivals))

        # A query that counts what is new and ends; without a trigger it would go on for ever.
        rows = spark.readStream.schema("id LONG, day DATE, answer STRING").parquet(str(arrivals))
        running = sd.spark.stream(
            rows,
            "answer",
            oracle,
            id_column="id",
            group_by="day",
            checkpoint=checkpoint,
            trigger={"availableNow": True},
        )
        running.wait()
        print(f"{running.tally().reports:,} answers so far, 'yes': {running.estimate()['yes'].value:,.0f}")

    for date, tally in sorted(running.tallies().items()):
        print(date, tally)
