"""stream_job.py FILES CHECKPOINT before|after BATCH: counts the files as a stream, and dies where it is told.

With `before` the driver is killed when a batch has been counted and not yet remembered, with `after` when it has been
remembered and Spark does not know it yet.
"""

from __future__ import annotations

import os
import signal
import sys

from pyspark.sql import SparkSession

import sourdine as sd
import sourdine.spark
from sourdine.spark import states

files, checkpoint, when, batch = sys.argv[1:]
oracle = sd.oracle("oue", k=17, epsilon=1.0)
builder = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").config("spark.log.level", "OFF")
session = builder.getOrCreate()
written = states.write


def die() -> None:
    java = session.sparkContext._gateway.proc.pid  # type: ignore[union-attr]
    os.kill(java, signal.SIGKILL)
    os.kill(os.getpid(), signal.SIGKILL)


def write(folder: str, state: states.State) -> None:
    if (when, batch) == ("before", str(state.batch)):
        die()
    written(folder, state)
    if (when, batch) == ("after", str(state.batch)):
        die()


states.write = write
rows = session.readStream.schema("id LONG, value INT").option("maxFilesPerTrigger", 1).parquet(files)
running = sd.spark.stream(
    rows, "value", oracle, id_column="id", seed=14, checkpoint=checkpoint, trigger={"availableNow": True}
)
running.wait()
