"""Spark Connect: the driver is a client that speaks to a server."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from cluster import ENVIRONMENT, own_home


# Of a stream's Python process Spark wants to hear within ten seconds, and nothing can tell it otherwise.
LATE = "Timed out while waiting for the Python worker to connect back"


def run_job(folder: Path) -> subprocess.CompletedProcess[str]:
    # A server of its own, on a port that nobody has: that is what Spark does in its own tests.
    folder.mkdir()
    environment = os.environ | ENVIRONMENT | {"SPARK_HOME": own_home(folder / "home"), "SPARK_TESTING": "1"}
    job = [sys.executable, str(Path(__file__).with_name("connect_job.py")), str(folder)]
    return subprocess.run(job, env=environment, cwd=folder, capture_output=True, text=True, timeout=600)


def test_all_of_it_works_through_spark_connect(tmp_path: Path) -> None:
    done = run_job(tmp_path / "first")
    for attempt in ("second", "third"):
        if LATE in done.stderr:
            done = run_job(tmp_path / attempt)
    assert done.returncode == 0, done.stderr[-4000:]
    assert "as on one machine" in done.stdout
