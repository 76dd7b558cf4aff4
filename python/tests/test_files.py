"""Report and tally files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

import sourdine as sd


def test_reports_come_back(oracle: sd.Oracle, values: npt.NDArray[np.uint32], tmp_path: Path) -> None:
    for reports in (oracle.randomize(values, collection="monday"), oracle.randomize(values[:3], seed=1)):
        reports.to_file(tmp_path / "day.srep")
        assert sd.read_reports(tmp_path / "day.srep") == reports
        assert sd.read_reports(str(tmp_path / "day.srep")).protocol.spec == oracle.spec


def test_appended_reports_come_behind(oracle: sd.Oracle, tmp_path: Path) -> None:
    file = tmp_path / "day.srep"
    reports = oracle.randomize(range(17))
    reports[:5].to_file(file, append=True)
    reports[5:].to_file(file, append=True)
    assert sd.read_reports(file) == reports
    with pytest.raises(ValueError, match="collection"):
        oracle.randomize([1], collection="tuesday").to_file(file, append=True)
    with pytest.raises(ValueError):
        oracle.randomize([1], seed=1).to_file(file, append=True)
    with pytest.raises(ValueError, match="epsilon"):
        sd.oracle("oue", k=17, epsilon=2.0).randomize([1]).to_file(file, append=True)
    assert sd.read_reports(file) == reports


def test_tallies_come_back(oracle: sd.Oracle, tmp_path: Path) -> None:
    for protocol in (oracle, sd.range_protocol(100, epsilon=1.0), sd.oracle("hr", k=9, epsilon=1.0)):
        tally = protocol.tally(protocol.randomize(range(9), collection="monday"))
        tally.to_file(tmp_path / "day.stly")
        assert sd.read_tally(tmp_path / "day.stly") == tally
        assert (tmp_path / "day.stly").read_bytes() == tally.to_bytes()
        assert type(sd.read_tally(tmp_path / "day.stly").protocol) is type(protocol)


def test_empty_ones_too(oracle: sd.Oracle, tmp_path: Path) -> None:
    oracle.randomize([]).to_file(tmp_path / "none.srep")
    assert len(sd.read_reports(tmp_path / "none.srep")) == 0
    oracle.empty_tally().to_file(tmp_path / "none.stly")
    assert sd.read_tally(tmp_path / "none.stly") == oracle.empty_tally()


def test_reports_of_no_bytes_come_back(tmp_path: Path) -> None:
    reports = sd.oracle("oue", k=1, epsilon=1.0).randomize([0, 0, 0])
    reports.to_file(tmp_path / "one.srep")
    assert len(sd.read_reports(tmp_path / "one.srep")) == 3


@pytest.mark.parametrize("read", [sd.read_reports, sd.read_tally])
def test_files_that_cannot_be_read_are_errors(read: Callable[[object], object], tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="nothing.here"):
        read(tmp_path / "nothing.here")
    with pytest.raises(IsADirectoryError):
        read(tmp_path)
    (tmp_path / "text").write_text("hello")
    with pytest.raises(ValueError, match="text"):
        read(tmp_path / "text")
    with pytest.raises(TypeError, match="path must be a str or os.PathLike, not int"):
        read(3)
    with pytest.raises(ValueError, match="null"):
        read("a\0b")


def test_damage_is_found(oracle: sd.Oracle, tmp_path: Path) -> None:
    file = tmp_path / "day.srep"
    oracle.randomize(range(17)).to_file(file)
    data = bytearray(file.read_bytes())
    data[-20] ^= 1
    file.write_bytes(data)
    with pytest.raises(ValueError, match="day.srep"):
        sd.read_reports(file)


def test_files_that_cannot_be_written_are_errors(oracle: sd.Oracle, tmp_path: Path) -> None:
    for made in (oracle.randomize([1]), oracle.empty_tally()):
        with pytest.raises(FileNotFoundError, match="no such folder"):
            made.to_file(tmp_path / "no such folder" / "day")
        with pytest.raises(IsADirectoryError):
            made.to_file(tmp_path)
        with pytest.raises(TypeError):
            made.to_file(3)  # type: ignore[arg-type]
