"""Blurred places from data frames, with what the wheel brings along."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pandas as pd

import sourdine as sd

CONFIG = {
    "dataset": "calls",
    "events": {"latitude": "lat", "longitude": "lon", "keep": ["when"]},
    "area": {"box": [6.02, 47.24, 6.03, 47.25], "projection": "EPSG:2154"},
    "privacy": {"level": "ln 4", "within": "200 m"},
}


def test_systems_of_the_database_are_known_whatever_the_environment_says(tmp_path: Path) -> None:
    """Another program's PROJ_DATA leads to a database of another version."""
    program = f"""
import sourdine as sd
calls = {{"when": ["2024-01-01"], "lat": [47.245], "lon": [6.025]}}
print(sd.blur(calls, {CONFIG!r}, out="out").projection)
"""
    environment = {**os.environ, "PROJ_DATA": "/nowhere", "PROJ_LIB": "/nowhere"}
    ended = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout == "EPSG:2154\n"


def test_a_frame_is_blurred_by_a_prior_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "homes.csv").write_text("latitude,longitude,weight\n47.245,6.025,1\n")
    calls = pd.DataFrame({"when": ["2024-01-01"], "lat": [47.2455], "lon": [6.0255]})
    said = {**CONFIG, "publish": {"prior": str(tmp_path / "homes.csv")}}
    said["privacy"] = {**CONFIG["privacy"], "ledger": str(tmp_path / "calls.ledger.jsonl")}  # type: ignore[dict-item]
    sd.blur(calls, said, out=tmp_path / "out")
    found = pd.read_csv(tmp_path / "out" / "blurred.csv")
    assert abs(found["lat"][0] - 47.245) < 1e-5  # one home: a metre or so of the grid
    assert abs(found["lon"][0] - 6.025) < 2e-5
