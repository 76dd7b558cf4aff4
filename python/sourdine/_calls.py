"""How a function of Python becomes one call of a command: its arguments as text, frames and configurations by name."""

from __future__ import annotations

import datetime
import difflib
import functools
import os
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from decimal import Decimal
from operator import index
from typing import Any, Protocol, SupportsIndex, TypeAlias, TypeVar, Union

from sourdine import _check
from sourdine._private_files import PrivateFile, written_lines
from sourdine._words import translate
from sourdine.configs import Config, is_in_memory, text_of
from sourdine.errors import BudgetError, InputError
from sourdine.progress import shown
from sourdine.results import Result, parse

__all__ = ["Call", "Config", "Day", "Lines", "Path", "Place", "Range", "Source", "verb"]


class ArrowStream(Protocol):
    """A data frame: whatever has Arrow's PyCapsule interface (pandas, polars, pyarrow, DuckDB)."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...


Path: TypeAlias = Union[str, "os.PathLike[str]"]
# A file, a database, a data frame, or a dict of columns.
Source: TypeAlias = Path | ArrowStream | Mapping[str, Sequence[object]]
# A file with one on each line, or all of them.
Lines: TypeAlias = Path | Iterable[object]
Day: TypeAlias = str | datetime.date
Place: TypeAlias = str | float | datetime.date  # in an ordered domain
# "18-24", a date, a number, or (first, last) with None for an open end.
Range: TypeAlias = Place | tuple[Place | None, Place | None]

_Function = TypeVar("_Function", bound=Callable[..., Any])
_Made = TypeVar("_Made", bound=Result)


def verb(function: _Function) -> _Function:
    """A function that names the keyword that was meant when it is given one that it does not have."""
    code = function.__code__
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]

    @functools.wraps(function)
    def call(*arguments: Any, **options: Any) -> Any:
        for name in options:
            if name not in names:
                near = difflib.get_close_matches(name, names, 1)
                hint = f". Did you mean '{near[0]}'?" if near else f"; known: {', '.join(names)}"
                raise TypeError(f"{function.__qualname__}() has no keyword argument '{name}'{hint}")
        return function(*arguments, **options)

    return call  # type: ignore[return-value]


class Call:
    """One call of a command. Each method adds an argument unless it is None; `run` runs the command.

    >>> Call("plan").number("--epsilon", 1).whole("--domain", 17).words
    ['--epsilon', '1', '--domain', '17']
    """

    def __init__(self, command: str, *always: str) -> None:
        self.command = command
        self.words: list[str] = list(always)
        self._positionals: list[str] = []
        self._held = ExitStack()  # what must live until the command is done
        self._private_file: PrivateFile | None = None

    def _add(self, name: str, text: str) -> Call:
        if "\0" in text or any("\ud800" <= letter <= "\udfff" for letter in text):
            raise InputError(f"{_keyword(name)} must be text that can be written: {text!r}")
        if name.startswith("-"):
            self.words += [name, text]
        else:
            self._positionals.append(text)
        return self

    def flag(self, name: str, is_given: bool) -> Call:
        """A switch."""
        if is_given:
            self.words.append(name)
        return self

    def text(self, name: str, value: str | None) -> Call:
        """Text."""
        return self if value is None else self._add(name, _check.text(_keyword(name), value))

    def number(self, name: str, value: float | None) -> Call:
        """A number."""
        return self if value is None else self._add(name, _number_text(name, value))

    def whole(self, name: str, value: float | None) -> Call:
        """A whole number; 1e5 is one, too."""
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        return self.number(name, value)

    def share(self, name: str, value: float | str | None) -> Call:
        """A number, or text like ``"1%"``."""
        return self.text(name, value) if isinstance(value, str) else self.number(name, value)

    def place(self, name: str, value: Place | None) -> Call:
        """A date, a number, or text that says either."""
        return self if value is None else self._add(name, _place_text(name, value))

    def path(self, name: str, value: Path | None) -> Call:
        """The name of a file or of a database."""
        return self if value is None else self._add(name, _path_text(name, value))

    def paths(self, name: str, values: Path | Iterable[Path | Iterable[Path]] | None) -> Call:
        """Names of files: one, several, or lists of them."""
        if values is None or isinstance(values, str | os.PathLike) or not isinstance(values, Iterable):
            return self.path(name, values)
        for value in values:
            self.paths(name, value)
        return self

    def texts(self, name: str, values: str | Iterable[str | Iterable[str]] | None) -> Call:
        """Texts: one, several, or lists of them."""
        for value in [] if values is None else [values] if isinstance(values, str) else values:
            if isinstance(value, list | tuple):
                self.texts(name, value)
            else:
                self.text(name, os.fspath(value) if isinstance(value, os.PathLike) else value)  # type: ignore[arg-type]
        return self

    def wholes(self, name: str, values: int | Iterable[int] | None) -> Call:
        """Whole numbers: one, or several."""
        for value in [] if values is None else values if isinstance(values, Iterable) else [values]:
            self.whole(name, value)
        return self

    def parameters(self, name: str, values: Mapping[str, float] | Iterable[str] | str | None) -> Call:
        """``{"p": 0.6}``, or texts like ``"p=0.6"``."""
        if not isinstance(values, Mapping):
            return self.texts(name, values)
        for key, value in values.items():
            self._add(name, f"{key}={_number_text(f'{name}-{key}', value)}")
        return self

    def ranges(self, name: str, values: Iterable[Range | Sequence[Range]]) -> Call:
        """Ranges of an ordered domain: texts, places, ``(first, last)``, or lists of these."""
        for value in values:
            if isinstance(value, list):
                self.ranges(name, value)
            elif isinstance(value, tuple):
                if len(value) != 2:
                    raise InputError(f"a range is (first, last), not {value!r}", "None is an open end.")
                first, last = ("" if end is None else _place_text("ranges", end) for end in value)
                self._add(name, f"{first}..{last}")
            else:
                self._add(name, _place_text("ranges", value))
        return self

    def lines(self, name: str, value: Lines | None) -> Call:
        """A file with one on each line, or the lines themselves, which are written to a private file."""
        if value is None or isinstance(value, str | os.PathLike):
            return self.path(name, value)
        if hasattr(value, "tolist"):  # arrays, columns of frames
            value = value.tolist()
        elif hasattr(value, "to_list"):
            value = value.to_list()
        if not isinstance(value, Iterable) or isinstance(value, bytes | bytearray | Mapping):
            raise TypeError(f"{_keyword(name)} must be a path or a list, not {_check.name_of(value)}")
        return self._add(name, self._held.enter_context(written_lines(value, _keyword(name))))

    def values(self, name: str, value: Lines | None, column: str | None) -> Call:
        """Like lines; a column of a frame in memory is taken out of it."""
        if column is not None and value is not None and not isinstance(value, str | os.PathLike):
            table: Any = value
            try:
                value = table[column]
            except (KeyError, TypeError, IndexError):
                raise InputError(
                    f"there is no column '{column}' to take out of {_check.name_of(value)}",
                    "sourdine.oracle(…).randomize(frame, column=…) takes whatever speaks Arrow.",
                ) from None
            return self.lines(name, value)
        return self.lines(name, value).text("--column", column)

    def source(self, name: str, value: Source | None) -> Call:
        """Where rows come from: a file, a database, a data frame."""
        if value is None or isinstance(value, str | os.PathLike):
            return self.path(name, value)
        from sourdine import _sources

        return self._add(name, self._held.enter_context(_sources.named(value, _keyword(name))))

    def config(self, name: str, value: Config | None) -> Call:
        """A configuration: a file, TOML text, or a dict."""
        if value is None or not is_in_memory(value):
            if value is not None and not isinstance(value, str | os.PathLike):
                raise TypeError(f"{_keyword(name)} must be a path, TOML text or a dict, not {_check.name_of(value)}")
            return self.path(name, value)
        from sourdine import _core

        assert isinstance(value, str | Mapping)
        named = _core.NamedConfig(text_of(value))
        self._held.callback(lambda: named)
        return self._add(name, named.name)

    def output(self, name: str, value: Path | None, otherwise: str) -> Call:
        """A file to write; when none is named, a private one that lives with the result."""
        if value is not None:
            return self.path(name, value)
        self._private_file = PrivateFile(otherwise)
        return self._add(name, self._private_file.path)

    def run(self, made: type[_Made], *, progress: bool | None = None, json: bool = True) -> _Made:
        """Run the command, and give what it answers."""
        code, out, err = self._run(["--json"] if json else [], progress)
        data = parse(out) if json else {"text": out}
        for line in err.splitlines():
            if line.startswith("sourdine: warning: "):
                warnings.warn(translate(line.removeprefix("sourdine: warning: ")), UserWarning, stacklevel=4)
        return made(self.command, data, ok=code == 0, messages=err, private_file=self._private_file)

    def _run(self, more: list[str], wanted: bool | None) -> tuple[int, str, str]:
        from sourdine import _core

        # What follows "--" is no option, whatever it looks like: -5..3 is a range.
        words = [*self.command.split(), *self.words, *more, "--", *self._positionals]
        with self._held, shown(wanted) as say:
            try:
                return _core.run(words, say)
            except (InputError, BudgetError) as error:
                told = type(error)(translate(error.sentence), translate(error.hint))
            raise told


def _keyword(name: str) -> str:
    return name.lstrip("-").replace("-", "_").lower()


def _number_text(name: str, value: object) -> str:
    number = _check.number(_keyword(name), value)
    # Numbers are told as they are written: 0.1 is a tenth in a ledger, and not what is nearest to it.
    if isinstance(value, SupportsIndex):
        return str(index(value))
    return format(value, "f") if isinstance(value, Decimal) else repr(number)


def _path_text(name: str, value: object) -> str:
    if not isinstance(value, str | os.PathLike):
        raise TypeError(f"{_keyword(name)} must be a path, not {_check.name_of(value)}")
    path = os.fspath(value)
    return os.fsdecode(path)


def _place_text(name: str, value: object) -> str:
    if isinstance(value, str):
        return value
    if getattr(getattr(value, "dtype", None), "kind", "") == "M":  # of numpy
        value = value.astype("datetime64[s]").item()  # type: ignore[attr-defined]
    if isinstance(value, datetime.datetime):
        # As the commands write hours; frames know days as midnights.
        if value.time() == datetime.time():
            return value.date().isoformat()
        is_hour = value.time() == datetime.time(value.hour)
        return value.isoformat(timespec="hours" if is_hour else "seconds")
    if isinstance(value, datetime.date):
        return value.isoformat()
    return _number_text(name, value)
