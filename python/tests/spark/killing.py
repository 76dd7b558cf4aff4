"""Processes of Spark that die in the middle of their work."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pyspark.sql import DataFrame


def killing(df: DataFrame, marker: Path, victim: str) -> DataFrame:
    """The same table, but who reads the third batch of its second partition is killed; once, which `marker` remembers.

    `victim` is "executor", a JVM with all its workers, or "worker", the Python process of one task.
    """
    path = str(marker)

    def read(batches: Iterator[Any]) -> Iterator[Any]:
        import os
        import signal

        from pyspark import TaskContext

        context = TaskContext.get()
        assert context is not None
        for number, batch in enumerate(batches):
            if context.partitionId() == 1 and number == 2 and not os.path.exists(path):
                pid = os.getpid()
                if victim == "executor":
                    # A worker is the child of a daemon, which is the executor's.
                    for _ in range(2):
                        with open(f"/proc/{pid}/stat") as file:
                            pid = int(file.read().rpartition(")")[2].split()[1])
                    with open(f"/proc/{pid}/cmdline") as file:
                        assert "CoarseGrainedExecutorBackend" in file.read()
                with open(path, "x") as file:
                    file.write(str(pid))
                os.kill(pid, signal.SIGKILL)
            yield batch

    return df.mapInArrow(read, df.schema)


def was_killed(marker: Path) -> bool:
    """Whether somebody was, and is gone."""
    return marker.exists() and not os.path.exists(f"/proc/{marker.read_text()}")
