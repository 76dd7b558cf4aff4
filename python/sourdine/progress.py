"""How long work is shown: by tqdm where it is installed, on a line of the terminal otherwise."""

from __future__ import annotations

import re
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

__all__ = ["is_watched", "shown"]

Say = Callable[[str], None]

# What a command says of itself: "reading the events", or "42 % day 3 of 7".
_PERCENT = re.compile(r"(\d+) % (.*)", re.DOTALL)


def is_watched() -> bool:
    """Whether a person sees what goes to the standard error: on a terminal, in a notebook.

    >>> is_watched() in (True, False)
    True
    """
    shell = sys.modules.get("IPython")
    if shell is not None and type(shell.get_ipython()).__name__ == "ZMQInteractiveShell":
        return True
    return sys.stderr is not None and sys.stderr.isatty()


@contextmanager
def shown(wanted: bool | None) -> Iterator[Say | None]:
    """What to call with the words of a command; nothing when nobody wants them.

    Parameters
    ----------
    wanted : bool, optional
        None: where somebody watches.

    Examples
    --------
    >>> with shown(False) as say:
    ...     print(say)
    None
    """
    if not (is_watched() if wanted is None else wanted):
        yield None
        return
    bar = _tqdm_bar() or _Line()
    try:
        yield bar.say
    finally:
        bar.close()


class _Line:
    """One line of the terminal, written over."""

    def __init__(self) -> None:
        self._last = ""

    def say(self, words: str) -> None:
        if words == self._last:
            return
        self._last = words
        sys.stderr.write(f"\r\033[K{words} …" if sys.stderr.isatty() else f"{words} …\n")
        sys.stderr.flush()

    def close(self) -> None:
        if self._last and sys.stderr.isatty():
            sys.stderr.write("\r\033[K")
            sys.stderr.flush()


class _Bar:
    """A bar of tqdm, from 0 to 100."""

    def __init__(self, make: Callable[..., Any]) -> None:
        self._bar = make(total=100, leave=False, bar_format="{desc} {percentage:3.0f}%|{bar}| {elapsed}")

    def say(self, words: str) -> None:
        match = _PERCENT.fullmatch(words)
        percent = int(match[1]) if match else 0
        self._bar.set_description_str(match[2] if match else words, refresh=False)
        # Several parts of the work each begin at 0 again.
        self._bar.update(percent - self._bar.n)

    def close(self) -> None:
        self._bar.close()


def _tqdm_bar() -> _Bar | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a notebook without widgets gets the bar of text, and no advice
            return _Bar(import_module("tqdm.auto").tqdm)
    except ImportError:
        return None
