"""What the tests of the package share."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

import sourdine as sd

# Begun in the background, Python ignores Ctrl-C, and so would the programs that tests send it to.
signal.signal(signal.SIGINT, signal.default_int_handler)

COLOURS = ["red", "green", "blue", "yellow"]


@pytest.fixture
def oracle() -> sd.Oracle:
    return sd.oracle("oue", k=17, epsilon=1.0)


@pytest.fixture
def colours() -> sd.Oracle:
    return sd.oracle("grr", labels=COLOURS, epsilon=2.0)


@pytest.fixture(scope="session")
def values() -> npt.NDArray[np.uint32]:
    """A hundred thousand people: several blocks of reports, so that more than one thread works."""
    return np.random.default_rng(1).integers(0, 17, 100_000, dtype=np.uint32)


@pytest.fixture(scope="session")
def cli() -> Callable[..., str]:
    """Runs the command line, whose executable SOURDINE_CLI names; gives what it prints."""
    executable = os.environ.get("SOURDINE_CLI")
    if not executable or not Path(executable).is_file():
        pytest.skip("SOURDINE_CLI names no command line to compare with")

    def run(*arguments: object, text: str = "") -> str:
        done = subprocess.run(
            [executable, *map(str, arguments)], input=text, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run
