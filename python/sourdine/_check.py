"""Arguments of public calls: the type that was meant, or the exception and the sentence that a Python user expects."""

from __future__ import annotations

import errno
import os
import stat
from numbers import Real
from operator import index
from typing import SupportsFloat, SupportsIndex

import numpy as np

from sourdine.errors import InputError


def name_of(value: object) -> str:
    """What a value is, for messages: ``numpy.ndarray`` rather than ``ndarray``, but ``str``."""
    kind = type(value)
    module = kind.__module__.partition(".")[0]
    return kind.__qualname__ if module == "builtins" else f"{module}.{kind.__qualname__}"


def number(what: str, value: object) -> float:
    """A number, not a text that looks like one, and not a truth value."""
    if isinstance(value, Real) and not isinstance(value, bool):
        return float(value)
    if isinstance(value, SupportsFloat) and type(value).__module__ == "decimal":  # which is not imported for this
        return float(value)
    raise TypeError(f"{what} must be a number, not {name_of(value)}")


def positive(what: str, value: object) -> float:
    """A number above zero."""
    result = number(what, value)
    if not result > 0:
        raise InputError(f"{what} must be greater than 0, not {result:g}")
    return result


def whole(what: str, value: object, low: int, high: int) -> int:
    """A whole number from `low` to `high`."""
    if type(value) is int and low <= value <= high:  # nearly always; asking for the protocol below takes microseconds
        return value
    if isinstance(value, bool | np.bool_) or not isinstance(value, SupportsIndex):
        raise TypeError(f"{what} must be a whole number, not {name_of(value)}")
    result = index(value)
    if not low <= result <= high:
        raise InputError(f"{what} must be from {low} to {high}, not {result}")
    return result


def seed(value: object) -> int | None:
    """A seed, or nothing."""
    return None if value is None else whole("seed", value, 0, 2**64 - 1)


def threads(value: object) -> int:
    """How many threads, 0 being all cores."""
    return whole("threads", value, 0, 1024)


def text(what: str, value: object) -> str:
    """A text, which can be written as UTF-8."""
    if not isinstance(value, str):
        raise TypeError(f"{what} must be a str, not {name_of(value)}")
    if not is_utf8(value):
        raise InputError(f"{what} has characters that no UTF-8 text has: {ascii(value)}")
    return value


def is_utf8(text: str) -> bool:
    """Whether there are no halves of surrogate pairs in the text."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def input_path(value: object) -> str:
    """The name of a file to read. What is not there is a FileNotFoundError, as everywhere in Python."""
    name = _path(value)
    if stat.S_ISDIR(os.stat(name).st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), name)
    return name


def output_path(value: object) -> str:
    """The name of a file to write; its folder is there."""
    name = _path(value)
    os.stat(os.path.dirname(name) or ".")
    if os.path.isdir(name):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), name)
    return name


def optional_path(what: str, value: object) -> str:
    """The name of a file or folder that may be missing; nothing is empty."""
    if value is None:
        return ""
    if not isinstance(value, str | os.PathLike):
        raise TypeError(f"{what} must be a path, not {name_of(value)}")
    return text(what, os.fsdecode(value))


def _path(value: object) -> str:
    if not isinstance(value, str | os.PathLike):
        raise TypeError(f"path must be a str or os.PathLike, not {name_of(value)}")
    return text("path", os.fsdecode(value))
