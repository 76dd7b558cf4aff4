"""spark_split.py [--rows 1e8] [--oracle oue] [--k 17] [--repeat 1]: what of a job's time on Spark is ours.

Two jobs on local-cluster[2,1,2048], two executors of one core each: values become reports ("randomize"), and values
become reports that are added up ("tally"). Beside each runs the same job with functions that read every batch and
return rows of the same shape, which is Spark's own time: reading, Arrow, pipes, processes. Ours is the difference;
"alone" is what our functions take for as many batches without Spark, on as many cores. Prints JSON.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any


def read_values(report_bytes: int) -> Callable[[Iterator[Any]], Iterator[Any]]:
    """Reads ids and values, returns as many bytes as reports would have."""

    def read(batches: Iterator[Any]) -> Iterator[Any]:
        import numpy as np
        import pyarrow

        made: dict[int, Any] = {}
        for batch in batches:
            for column in batch.columns:
                column.to_numpy().sum()
            rows = batch.num_rows
            if rows not in made:
                offsets = np.arange(rows + 1, dtype=np.int32) * np.int32(report_bytes)
                buffers = [None, pyarrow.py_buffer(offsets), pyarrow.py_buffer(bytes(rows * report_bytes))]
                made[rows] = pyarrow.Array.from_buffers(pyarrow.binary(), rows, buffers, null_count=0)
            yield pyarrow.RecordBatch.from_arrays([made[rows]], ["report"])

    return read


def read_reports(cells: int) -> Callable[[Iterator[Any]], Iterator[Any]]:
    """Reads reports, returns one row that is as long as a tally."""

    def read(batches: Iterator[Any]) -> Iterator[Any]:
        import numpy as np
        import pyarrow

        rows = 0
        for batch in batches:
            np.frombuffer(batch.column(0).buffers()[2], np.uint8).sum()
            rows += batch.num_rows
        arrays = [pyarrow.array([0], pyarrow.int32()), pyarrow.array([rows]), pyarrow.array([bytes(8 * cells)])]
        yield pyarrow.RecordBatch.from_arrays(arrays, ["part", "reports", "cells"])

    return read


def take(batches: Iterator[Any]) -> Iterator[Any]:
    yield from batches


def alone(oracle: Any, rows: int, cores: int) -> dict[str, float]:
    """Seconds that our functions take for so many rows, by the clock of the process."""
    import numpy as np
    import pyarrow

    from sourdine.spark import partials
    from sourdine.spark import rows as spark_rows

    ids = np.arange(10_000, dtype=np.int64)
    batch = pyarrow.record_batch({"value": (ids % oracle.k).astype(np.int32), "id": ids})
    source = spark_rows.KeyedValues(oracle, "value", "id", spark_rows.RowKey.choose(None, None))
    count = partials.CountPartition(spark_rows.ReportColumn(oracle, "report"), [])
    scale = rows / (200 * len(ids)) / cores
    began = time.process_time()
    reports = list(spark_rows.Randomize(source, "report", [])(iter([batch] * 200)))
    randomized = time.process_time()
    list(count(iter(reports)))
    counted = time.process_time()
    return {"randomize": (randomized - began) * scale, "tally": (counted - began) * scale}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rows", type=float, default=1e8)
    parser.add_argument("--oracle", default="oue")
    parser.add_argument("--k", type=int, default=17)
    parser.add_argument("--repeat", type=int, default=1)
    parser.add_argument("--partitions", type=int, default=16)
    options = parser.parse_args()
    rows = int(options.rows)

    import pyspark

    import sourdine as sd
    import sourdine.spark

    oracle = sd.oracle(options.oracle, k=options.k, epsilon=1.0)
    with tempfile.TemporaryDirectory() as folder:
        # Executors write below Spark's home, which may not be ours to write to.
        home = Path(folder, "home")
        home.mkdir()
        for entry in Path(pyspark.__file__).parent.iterdir():
            if entry.name != "work":
                (home / entry.name).symlink_to(entry)
        os.environ.update(SPARK_HOME=str(home), PYSPARK_PYTHON=sys.executable, SPARK_LOCAL_IP="127.0.0.1")
        from pyspark.sql import SparkSession

        spark = (
            SparkSession.builder.master("local-cluster[2,1,2048]")
            .config("spark.ui.enabled", "false")
            .config("spark.local.dir", folder)
            .config("spark.log.level", "OFF")
            .getOrCreate()
        )
        spark.sparkContext.setLogLevel("OFF")

        def table(count: int) -> Any:
            # Spread over the domain by a multiplication, which costs Spark next to nothing.
            people = spark.range(0, count, 1, options.partitions)
            return people.selectExpr("id", f"int(pmod(id * 2654435761, 4294967296) % {options.k}) AS value")

        def randomize(df: Any) -> Any:
            return sd.spark.randomize(df, "value", oracle, id_column="id")

        def shaped(df: Any) -> Any:
            return df.mapInArrow(read_values(oracle.report_bytes), "report binary")

        def run_reports(df: Any) -> int:
            df.write.format("noop").mode("overwrite").save()
            return rows

        def run_tally(df: Any) -> int:
            return int(sd.spark.tally(df, "report", oracle).reports)

        def run_shaped_tally(df: Any) -> int:
            schema = "part int, reports long, cells binary"
            parts = (
                df.mapInArrow(read_reports(oracle.cells), schema).repartition(1, "part").sortWithinPartitions("part")
            )
            return sum(row["reports"] for row in parts.mapInArrow(take, schema).collect())

        jobs: dict[str, dict[str, Callable[[Any], int]]] = {
            "randomize": {"spark": lambda df: run_reports(shaped(df)), "whole": lambda df: run_reports(randomize(df))},
            "tally": {"spark": lambda df: run_shaped_tally(shaped(df)), "whole": lambda df: run_tally(randomize(df))},
        }
        for job in jobs.values():
            for run in job.values():
                run(table(100_000))
        result: dict[str, Any] = {
            "rows": rows,
            "oracle": options.oracle,
            "k": options.k,
            "master": "local-cluster[2,1,2048]",
            "versions": {"pyspark": pyspark.__version__, "sourdine": sd.__version__, "python": sys.version.split()[0]},
        }
        by_itself = alone(oracle, rows, 2)
        for name, job in jobs.items():
            times: dict[str, list[float]] = {"spark": [], "whole": []}
            for _ in range(options.repeat):
                for kind, run in job.items():
                    began = time.perf_counter()
                    found = run(table(rows))
                    times[kind].append(time.perf_counter() - began)
                    assert found == rows, (name, kind, found)
            spark_s, whole_s = min(times["spark"]), min(times["whole"])
            result[name] = {
                "seconds": {kind: [round(one, 2) for one in all_] for kind, all_ in times.items()},
                "spark_s": round(spark_s, 2),
                "ours_s": round(whole_s - spark_s, 2),
                "ours_alone_s": round(by_itself[name], 2),
                "ours_share": round((whole_s - spark_s) / whole_s, 4),
                "rows_per_s": round(rows / whole_s),
            }
        spark.stop()
    print(json.dumps(result, indent=2))


if __name__ == "__main__":
    main()
