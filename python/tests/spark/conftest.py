"""One small cluster for all tests of Spark: two executors, each a process of its own, as on a real cluster."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from cluster import ENVIRONMENT, People, own_home

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "spark: starts Spark, which needs Java")
    config.addinivalue_line("filterwarnings", "ignore:PySpark does not yet fully support pandas:FutureWarning")
    config.addinivalue_line("filterwarnings", "ignore:The copy keyword is deprecated")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker("spark")


@pytest.fixture(scope="session")
def spark(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SparkSession]:
    folder = tmp_path_factory.mktemp("spark")
    os.environ.update(ENVIRONMENT, SPARK_HOME=own_home(folder / "home"))
    from pyspark.sql import SparkSession

    # Names without a folder are looked up where Spark was started.
    began = os.getcwd()
    os.chdir(folder)
    session = (
        SparkSession.builder.master("local-cluster[2,1,1024]")
        .appName("sourdine")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.memory", "1g")
        .config("spark.local.dir", str(folder / "local"))
        .config("spark.sql.warehouse.dir", str(folder / "warehouse"))
        .config("spark.sql.session.timeZone", "UTC")
        .config("spark.sql.shuffle.partitions", "3")
        # Several batches in a partition of a small table.
        .config("spark.sql.execution.arrow.maxRecordsPerBatch", "1000")
        # Who is killed is replaced; what is wrong stays wrong.
        .config("spark.task.maxFailures", "2")
        .config("spark.log.level", "OFF")
        .getOrCreate()
    )
    os.chdir(began)
    session.sparkContext.setLogLevel("OFF")
    yield session
    session.stop()


@pytest.fixture(scope="session")
def people() -> People:
    return People(12_000, 17)
