"""What the tests of Spark share: how it is started, and the people of their tables."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt
    from pyspark.sql import DataFrame, SparkSession

# What processes of Spark that tests start find in their environment.
ENVIRONMENT = {
    "PYSPARK_PYTHON": sys.executable,
    "PYSPARK_DRIVER_PYTHON": sys.executable,
    "SPARK_LOCAL_IP": "127.0.0.1",
    # Java compiles less: its processes live for seconds here.
    "JDK_JAVA_OPTIONS": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
}
SECRET = bytes(range(32))


def own_home(folder: Path) -> str:
    """Spark as it is installed, through links: executors write their logs below its home, which is not ours."""
    import pyspark

    folder.mkdir()
    for entry in Path(pyspark.__file__).parent.iterdir():
        if entry.name != "work":
            (folder / entry.name).symlink_to(entry)
    return str(folder)


class People:
    """The same people as arrays and as a table."""

    def __init__(self, count: int, k: int) -> None:
        draw = np.random.default_rng(14)
        self.ids: npt.NDArray[np.int64] = draw.permutation(np.arange(count, dtype=np.int64) * 7919 - 10**9)
        self.values: npt.NDArray[np.int64] = draw.integers(0, k, count)
        self.days: npt.NDArray[np.int64] = draw.integers(0, 5, count)

    def table(self, spark: SparkSession, partitions: int) -> DataFrame:
        import pandas as pd

        frame = pd.DataFrame({"id": self.ids, "value": self.values, "day": self.days})
        return spark.createDataFrame(frame).repartition(partitions)


def reports_by_id(frame: DataFrame) -> dict[object, bytes]:
    """What the table of ids and reports holds."""
    rows = frame.select("id", "report").collect()
    found = {row["id"]: bytes(row["report"]) for row in rows}
    assert len(found) == len(rows)
    return found
