"""Sourdine on Spark: reports, tallies, estimates and releases of tables that outgrow one machine.

Everything runs through `DataFrame.mapInArrow`, which calls the compiled kernels in the executors, on PySpark 3.5 and
4, classic or Spark Connect. Executors need this package; `docs/spark.md` says how it gets there.

>>> import sourdine as sd, sourdine.spark
>>> oracle = sd.oracle("oue", labels=["red", "green", "blue"], epsilon=1.0)
>>> people = spark.createDataFrame([(1, "red"), (2, "blue")], ["id", "colour"])  # doctest: +SKIP
>>> reports = sd.spark.randomize(people, "colour", oracle, id_column="id")  # doctest: +SKIP
>>> sd.spark.estimate(reports, "report", oracle).reports  # doctest: +SKIP
2
"""

from __future__ import annotations

from sourdine.spark.blurring import blur
from sourdine.spark.counting import estimate, tally
from sourdine.spark.randomizing import randomize, respond
from sourdine.spark.releasing import release
from sourdine.spark.streaming import RunningTally, stream
from sourdine.spark.tables import Table

__all__ = ["RunningTally", "Table", "blur", "estimate", "randomize", "release", "respond", "stream", "tally"]
