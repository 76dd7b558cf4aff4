"""connect_job.py FOLDER: everything through Spark Connect, held to one machine. Prints what was compared."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
from pyspark.sql import SparkSession

import sourdine as sd
import sourdine.spark

folder = Path(sys.argv[1])
secret = bytes(range(32))
oracle = sd.oracle("oue", k=17, epsilon=1.0)
session = SparkSession.builder.remote("local[2]").getOrCreate()
assert "connect" in type(session).__module__

people = session.range(0, 3000, 1, 3).selectExpr("id", "int(id % 17) AS value", "int(id % 2) AS half")
one_machine = oracle.randomize(np.arange(3000) % 17, ids=np.arange(3000), secret=secret)
reports = sd.spark.randomize(
    people, "value", oracle, id_column="id", secret=secret, keep=["id", "half"], check_ids=True
)
assert {row["id"]: bytes(row["report"]) for row in reports.collect()} == dict(enumerate(one_machine))
assert sd.spark.tally(reports, "report", oracle).to_bytes() == one_machine.tally().to_bytes()
groups = sd.spark.tally(reports, "report", oracle, group_by="half").collect()
assert {row["half"]: sd.tally_from_bytes(bytes(row["tally"])) for row in groups} == {
    half: one_machine[half::2].tally() for half in (0, 1)
}
assert sd.spark.estimate(reports, "report", oracle).to_dict() == one_machine.tally().estimate().to_dict()
wrong = sd.spark.randomize(people, "value", sd.oracle("grr", k=3, epsilon=1.0), id_column="id")
try:
    sd.spark.tally(wrong, "report", sd.oracle("grr", k=3, epsilon=1.0))
except sd.InputError as error:
    assert "outside the domain" in error.sentence and "\n" not in error.sentence, error
else:
    raise AssertionError("a value outside the domain went through")

people.select("id", "value").write.parquet(str(folder / "people"))
rows = session.readStream.schema("id LONG, value INT").parquet(str(folder / "people"))
running = sd.spark.stream(
    rows, "value", oracle, id_column="id", secret=secret, checkpoint=folder / "point", trigger={"availableNow": True}
)
assert running.wait(600)
assert running.tally() == one_machine.tally()

calls = session.sql("SELECT DATE'2026-03-01' AS day, if(id < 300, 'North', 'South') AS town FROM range(500)")
config = {
    "dataset": "calls",
    "events": {"time": "day", "place": "town"},
    "places": {"regions": ["North", "South"]},
    "privacy": {"epsilon": 1.0},
}
sd.spark.release(calls, config, out=folder / "release")
assert (folder / "release" / "estimates.csv").exists()
print("reports, tallies, estimates, errors, stream, release: as on one machine")
