"""Dicts as TOML: what is written is read back as it was."""

from __future__ import annotations

import datetime
import random
import string
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from sourdine.configs import is_in_memory, to_toml

WHOLE = {
    "title": 'Interventions "2006" – 2018',
    "dataset": "interventions",
    "events": {
        "source": "postgresql://user@host/database",
        "query": "select *\nfrom events\twhere a = 'b'\\",
        "time": "SDate",
        "skip_lines": 0,
        "keep": [],
        "from": datetime.date(2006, 1, 1),
        "missing": [datetime.date(2010, 3, 1), "2012-07-01 to 2012-07-14"],
    },
    "places": {"table": ["a.csv", "b.csv"], "regions": ["Val d'Oise", "Côte-d’Or"], "other": "stop"},
    "privacy": {
        "epsilon": 1.0,
        "delta": 1e-6,
        "shares": {"North": 0.7, "Val d'Oise": 0.1, "ça": 0},
        "parameters": {},
        "budget": 5,
    },
    "publish": {"periods": ["year", "day"], "synthetic": True},
}


def test_all_that_a_configuration_has() -> None:
    assert tomllib.loads(to_toml(WHOLE)) == WHOLE


def random_value(draw: random.Random, depth: int) -> Any:
    letters = string.printable + "éß漢🙂\x00\x1f\x7f\u2028"
    text = "".join(draw.choices(letters, k=draw.randrange(8)))
    scalars: list[Any] = [text, draw.randrange(-(2**63), 2**63), draw.gauss(0, 1e6), draw.random() < 0.5, 1e-300]
    if depth > 0 and draw.random() < 0.4:
        if draw.random() < 0.5:
            return [random_value(draw, depth - 1) for _ in range(draw.randrange(4))]
        return {"".join(draw.choices(letters, k=draw.randrange(4))): random_value(draw, depth - 1) for _ in range(3)}
    return draw.choice(scalars)


def test_whatever_is_written_is_read_back() -> None:
    draw = random.Random(7)
    for _ in range(500):
        config = {f"k{i}": random_value(draw, 3) for i in range(6)}
        assert tomllib.loads(to_toml(config)) == config


def test_what_frames_and_paths_are_made_of() -> None:
    config = {
        "a": Path("x/y.csv"),
        "b": np.int64(3),
        "c": np.float64(0.5),
        "d": pd.Timestamp("2024-01-31"),
        "e": datetime.datetime(2024, 1, 31, 8, 5),
        "f": pd.Series(["north", "south"]),
        "g": ("x", "y"),
        "h": None,
        "i": {"j": None},
        "k": np.bool_(True),
    }
    assert tomllib.loads(to_toml(config)) == {
        "a": "x/y.csv",
        "b": 3,
        "c": 0.5,
        "d": datetime.date(2024, 1, 31),
        "e": datetime.datetime(2024, 1, 31, 8, 5),
        "f": ["north", "south"],
        "g": ["x", "y"],
        "i": {},
        "k": True,
    }


@pytest.mark.parametrize(
    "config", [{"a": object()}, {"a": b"bytes"}, {3: "a"}, {"a": {"b": {4: 1}}}, {"a": [object()]}]
)
def test_what_toml_has_no_word_for(config: Any) -> None:
    with pytest.raises(TypeError, match="configuration"):
        to_toml(config)


def test_text_with_a_line_break_is_no_path() -> None:
    assert is_in_memory("dataset = 'a'\n") and is_in_memory({})
    assert not is_in_memory("a.toml") and not is_in_memory(Path("a.toml"))
