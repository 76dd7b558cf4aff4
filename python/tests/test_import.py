"""`import sourdine` is quick, and brings along nothing that was not asked for."""

from __future__ import annotations

import statistics
import subprocess
import sys

import pytest

import sourdine as sd

HEAVY = ("pandas", "polars", "pyarrow", "pyspark", "sklearn", "matplotlib", "tqdm", "duckdb", "scipy", "IPython")
OTHERS = ("spark", "sklearn", "compat", "commands")


def run(program: str) -> str:
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_import_takes_at_most_50_ms_beyond_numpy() -> None:
    # In time of the processor: other programs may have it meanwhile.
    program = "import numpy, time; began = time.process_time(); import sourdine; print(time.process_time() - began)"
    seconds = [float(run(program)) for _ in range(5)]
    assert statistics.median(seconds) <= 0.050


def test_nothing_heavy_is_imported_by_import_or_by_use() -> None:
    program = f"""
import sys, sourdine as sd
oracle = sd.oracle("oue", k=17, epsilon=1.0)
estimate = oracle.randomize([1, 2, 3]).tally().estimate()
repr(estimate), estimate._repr_html_(), oracle._repr_html_()
print([name for name in {HEAVY!r} if name in sys.modules])
print([name for name in {OTHERS!r} if "sourdine." + name in sys.modules])
"""
    assert run(program).splitlines() == ["[]", "[]"]


@pytest.mark.parametrize("name", sd.__all__)
def test_every_public_name_is_there(name: str) -> None:
    assert getattr(sd, name) is not None
    assert name in dir(sd)


def test_all_verbs_of_the_command_line_are_public() -> None:
    from sourdine import commands

    missing = set(commands.__all__) - set(sd.__all__) - {"range"}
    assert not missing, f"to be listed in sourdine.__all__: {missing}"


def test_star_import_hides_nothing_of_python() -> None:
    assert run("from sourdine import *; print(range is __builtins__.range, type(oracle).__name__)") == "True function"


def test_range_and_modules_are_there_by_name() -> None:
    assert hasattr(sd.range, "build") and hasattr(sd.range, "query")
    assert sd.loss.__name__ == "sourdine.loss"


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'sourdine' has no attribute 'orcale'"):
        sd.orcale  # noqa: B018
    assert not hasattr(sd, "_nothing")


def test_version_is_that_of_the_library() -> None:
    assert sd.__version__.count(".") >= 1
