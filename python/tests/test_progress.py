"""Progress: by tqdm where it is, on a line otherwise, and not at all where nobody looks."""

from __future__ import annotations

import io
import sys
from typing import Any

import pytest

import sourdine as sd
from sourdine import _core
from sourdine.progress import is_watched, shown


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What the commands are given to tell their progress to."""
    given: list[Any] = []

    def run(arguments: list[str], progress: Any) -> tuple[int, str, str]:
        given.append(progress)
        if progress is not None:
            for words in ("reading the events", "0 % forecasting: improved", "50 % forecasting: improved", "0 % again"):
                progress(words)
        return 0, '{"days": []}', ""

    monkeypatch.setattr(_core, "run", run)
    return given


def test_nobody_looks(told: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    assert not is_watched()
    sd.forecast("x")
    sd.forecast("x", progress=False)
    assert told == [None, None]


def test_a_terminal_sees_a_bar(told: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    assert is_watched()
    sd.forecast("x")
    assert told[0] is not None and "%|" in terminal.getvalue()


def test_without_tqdm_there_is_a_line(told: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(sys.modules):
        if name.startswith("tqdm"):
            monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    sd.forecast("x", progress=True)
    assert "50 % forecasting: improved …" in terminal.getvalue() and terminal.getvalue().endswith("\r\033[K")
    file = io.StringIO()
    monkeypatch.setattr(sys, "stderr", file)
    sd.forecast("x", progress=True)
    assert file.getvalue().splitlines()[0] == "reading the events …"


def test_a_process_without_a_standard_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    with shown(None) as say:
        assert say is None


def test_what_progress_raises_ends_the_work(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    import sourdine.progress

    class Broken:
        def say(self, words: str) -> None:
            raise ZeroDivisionError(words)

        def close(self) -> None:
            pass

    monkeypatch.setattr(sourdine.progress, "_tqdm_bar", Broken)
    monkeypatch.chdir(tmp_path)
    config = {
        "dataset": "calls",
        "events": {"time": "when", "place": "where"},
        "places": {"regions": ["north"]},
        "privacy": {"epsilon": 1},
    }
    with pytest.raises(ZeroDivisionError):
        sd.release({"when": ["2024-01-01"], "where": ["north"]}, config, out="made", progress=True)
    assert not (tmp_path / "made").exists()
    assert sd.release({"when": ["2024-01-01"], "where": ["north"]}, config, out="made", progress=False).events == 1
