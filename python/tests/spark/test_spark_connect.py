"""Spark Connect: the driver is a client that speaks to a server."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from cluster import ENVIRONMENT, own_home


def test_all_of_it_works_through_spark_connect(tmp_path: Path) -> None:
    # A server of its own, on a port that nobody has: that is what Spark does in its own tests.
    environment = os.environ | ENVIRONMENT | {"SPARK_HOME": own_home(tmp_path / "home"), "SPARK_TESTING": "1"}
    job = [sys.executable, str(Path(__file__).with_name("connect_job.py")), str(tmp_path)]
    done = subprocess.run(job, env=environment, cwd=tmp_path, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr[-4000:]
    assert "as on one machine" in done.stdout
