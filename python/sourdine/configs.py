"""Configurations of releases: a file, TOML text, or a dict that is written as TOML."""

from __future__ import annotations

import datetime
import math
import os
import re
from collections.abc import Mapping, Sequence
from typing import Union

from sourdine.errors import InputError

__all__ = ["Config", "to_toml"]

# A path, TOML text (it has more than one line), or a dict of the same shape.
Config = Union[str, "os.PathLike[str]", Mapping[str, object]]

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}


def to_toml(config: Mapping[str, object]) -> str:
    """The dict as TOML.

    Paths become text, dates stay dates, and what is None is left out, since TOML has no word for it.

    Examples
    --------
    >>> print(to_toml({"dataset": "calls", "privacy": {"epsilon": 1, "shares": {"North": 0.7}}}))
    dataset = "calls"
    <BLANKLINE>
    [privacy]
    epsilon = 1
    shares = { North = 0.7 }
    <BLANKLINE>
    """
    plain: list[str] = []
    tables: list[str] = []
    for key, value in _entries(config, ""):
        if isinstance(value, Mapping):
            lines = [f"{_key(inner)} = {_value(entry, f'{key}.{inner}')}" for inner, entry in _entries(value, key)]
            tables.append("\n".join([f"[{_key(key)}]", *lines, ""]))
        else:
            plain.append(f"{_key(key)} = {_value(value, key)}")
    head = "\n".join([*plain, ""]) if plain else ""
    return "\n".join(part for part in [head, *tables] if part)


def _entries(table: Mapping[str, object], where: str) -> list[tuple[str, object]]:
    for key in table:
        if not isinstance(key, str):
            of_whom = f" in '{where}'" if where else ""
            raise TypeError(f"the keys of a configuration are text, and {key!r}{of_whom} is none")
    return [(key, value) for key, value in table.items() if value is not None]


def _key(key: str) -> str:
    return key if _BARE_KEY.fullmatch(key) else _text(key)


def _text(text: str) -> str:
    def escaped(letter: str) -> str:
        if letter in _ESCAPES:
            return _ESCAPES[letter]
        return f"\\u{ord(letter):04X}" if ord(letter) < 0x20 or ord(letter) == 0x7F else letter

    return '"' + "".join(map(escaped, text)) + '"'


def _number(number: float) -> str:
    if math.isnan(number):
        return "nan"
    if math.isinf(number):
        return "inf" if number > 0 else "-inf"
    return repr(float(number))


def _moment(moment: datetime.datetime) -> str:
    # Frames know dates as midnights.
    at_midnight = moment.time() == datetime.time() and moment.tzinfo is None
    return moment.date().isoformat() if at_midnight else moment.isoformat(timespec="seconds")


def _value(value: object, where: str) -> str:
    if hasattr(value, "item") and getattr(value, "shape", None) == ():  # a number of numpy's
        value = value.item()
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return _number(value)
    if isinstance(value, (str, os.PathLike)):
        return _text(os.fspath(value))
    if isinstance(value, datetime.datetime):
        return _moment(value)
    if isinstance(value, datetime.date):
        return value.isoformat()
    if isinstance(value, Mapping):
        entries = [f"{_key(key)} = {_value(entry, f'{where}.{key}')}" for key, entry in _entries(value, where)]
        return f"{{ {', '.join(entries)} }}" if entries else "{}"
    if hasattr(value, "tolist"):  # arrays and columns of frames
        value = value.tolist()
    if isinstance(value, (Sequence, set, frozenset)) and not isinstance(value, (bytes, bytearray)):
        entries = list(value) if isinstance(value, Sequence) else sorted(value, key=str)
        return "[" + ", ".join(_value(entry, where) for entry in entries) + "]"
    raise TypeError(f"'{where}' of the configuration is of type {type(value).__name__}, which TOML has no word for")


def text_of(config: Mapping[str, object] | str) -> str:
    """The TOML of a configuration that is in memory."""
    if isinstance(config, str):
        return config
    if not config:
        raise InputError("the configuration is empty", "It says at least: dataset, events, places and privacy.")
    return to_toml(config)


def is_in_memory(config: Config) -> bool:
    """Whether it is TOML text or a dict: text with a line break is no path that anybody means.

    >>> is_in_memory("my.toml"), is_in_memory("[events]\\ntime = 'when'")
    (False, True)
    """
    return isinstance(config, Mapping) or (isinstance(config, str) and "\n" in config)
