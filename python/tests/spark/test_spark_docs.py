"""What the documentation shows, works as shown."""

from __future__ import annotations

import doctest
import importlib
import os
import pkgutil
import re
import runpy
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import sourdine.spark

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

ROOT = Path(__file__).parents[3]
MODULES = [f"sourdine.spark.{module.name}" for module in pkgutil.iter_modules(sourdine.spark.__path__)]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_examples_in_docstrings(spark: SparkSession, folder: Path) -> None:
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.IGNORE_EXCEPTION_DETAIL)
    for name in ["sourdine.spark", *MODULES]:
        module = importlib.import_module(name)
        for test in doctest.DocTestFinder().find(module, globs={"spark": spark}):
            for example in test.examples:
                # They are left out where there is no Spark, which there is here.
                example.options.pop(doctest.SKIP, None)
            runner.run(test)
    assert runner.tries > 20
    assert runner.failures == 0


def test_examples_in_the_guide(spark: SparkSession, folder: Path) -> None:
    text = (ROOT / "docs" / "spark.md").read_text()
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    assert blocks
    names: dict[str, Any] = {"spark": spark, "display": print}
    for block in blocks:
        exec(compile(block, "docs/spark.md", "exec"), names)


@pytest.mark.parametrize("path", sorted((ROOT / "python" / "examples").glob("spark_*.py")), ids=lambda path: path.stem)
def test_examples_that_are_programs(
    spark: SparkSession, folder: Path, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # They take the session that there is, and do not stop it.
    runpy.run_path(os.fspath(path), run_name="__main__")
    assert capsys.readouterr().out
