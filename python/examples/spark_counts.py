"""Counts by day from a table on Spark: reports where the rows are, tallies on the cluster, estimates to read.

spark-submit spark_counts.py        or plainly        python spark_counts.py
"""

from __future__ import annotations

from pyspark.sql import SparkSession

import sourdine as sd
import sourdine.spark

spark = SparkSession.builder.appName("counts").getOrCreate()

# A table of calls. On a real cluster: spark.read.parquet("…"), with an id that is stored beside the values.
calls = spark.range(100_000).selectExpr(
    "id AS call",
    "date_add(DATE'2026-03-01', int(id % 7)) AS day",
    "element_at(array('fire', 'fire', 'road', 'help', 'help', 'help'), int(id % 6) + 1) AS reason",
)

oracle = sd.oracle("oue", labels=["fire", "help", "road"], epsilon=1.0)

# Every value becomes a report where it lies; the secret that keys them was drawn for this call.
reports = sd.spark.randomize(calls, "reason", oracle, id_column="call", keep=["day"])

# All days together: one tally, and an estimate as on one machine.
print(sd.spark.estimate(reports, "report", oracle))

# By day: a table of Spark, to be written or shown.
by_day = sd.spark.estimate(reports, "report", oracle, group_by="day")
for row in by_day.where("value = 'fire'").orderBy("day").collect():
    print(row["day"], f"{row['estimate']:,.0f} ± {row['std_error']:,.0f}")

# Tallies are a few bytes per day, and add up wherever they are: on another cluster, on a laptop, next year.
rows = sd.spark.tally(reports, "report", oracle, group_by="day").collect()
week = oracle.tally(sd.tally_from_bytes(bytes(row["tally"])) for row in rows)
print(week)
