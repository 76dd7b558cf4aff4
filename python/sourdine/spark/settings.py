"""What a configuration says, read on the driver; and the public files it names, which travel to the executors."""

from __future__ import annotations

import functools
import importlib
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sourdine.configs import Config, is_in_memory, to_toml
from sourdine.errors import InputError

if TYPE_CHECKING:
    from sourdine import _core

# Public files that blurring reads: section, key.
_MAPS = (("area", "polygons"), ("publish", "regions"), ("publish", "stations"), ("publish", "prior"))
# What stays with the driver.
_DRIVERS_OWN = {"events": ("source", "query"), "privacy": ("memo_key", "ledger", "budget")}


def read(config: Config) -> Mapping[str, Any]:
    """What the configuration says, whoever wrote it. Whether that is sound is the command's business."""
    if isinstance(config, Mapping):
        return config
    toml = _toml_reader()
    if not isinstance(config, str | os.PathLike):
        return {}
    try:
        if is_in_memory(config):
            return dict(toml.loads(str(config)))
        with open(config, "rb") as file:
            return dict(toml.load(file))
    except (toml.TOMLDecodeError, UnicodeDecodeError):
        return {}


def _toml_reader() -> Any:
    for name in ("tomllib", "tomli"):  # Python 3.10 has none of its own
        try:
            return importlib.import_module(name)
        except ImportError:
            continue
    raise InputError("to read a configuration for Spark, Python 3.10 needs tomli", "Or give a dict.")


def section(config: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """A table of the configuration; empty where there is none."""
    found = config.get(name, {})
    return found if isinstance(found, Mapping) else {}


class Travelling:
    """A configuration of blurring, as executors read it: its text, and the content of the files that it names."""

    def __init__(self, config: Config, dataset: str) -> None:
        said = read(config)
        folder = Path(".") if isinstance(config, Mapping) or is_in_memory(config) else Path(config).parent
        sections = {name: dict(value) for name, value in said.items() if isinstance(value, Mapping)}
        for name, keys in _DRIVERS_OWN.items():
            for key in keys:
                sections.get(name, {}).pop(key, None)
        self.files: tuple[tuple[str, bytes], ...] = ()
        for name, key in _MAPS:
            path = sections.get(name, {}).get(key)
            if path is None or (key == "prior" and path == "uniform"):
                continue
            inside = f"{key}{Path(path).suffix}"
            self.files += ((inside, (folder / path).read_bytes()),)
            sections[name][key] = inside
        plain = {name: value for name, value in said.items() if not isinstance(value, Mapping)}
        self.text = to_toml({**plain, **sections, "dataset": dataset})

    def opened(self) -> _core.KeyedBlur:
        """The plane and what lies on it: made once in a process, which has many partitions."""
        return _opened(self.text, self.files)


@functools.lru_cache(maxsize=4)
def _opened(text: str, files: tuple[tuple[str, bytes], ...]) -> _core.KeyedBlur:
    from sourdine import _core

    with tempfile.TemporaryDirectory(prefix="sourdine-") as folder:
        for name, content in files:
            Path(folder, name).write_bytes(content)
        path = Path(folder, "blur.toml")
        path.write_text(text, encoding="utf-8")
        return _core.KeyedBlur(str(path))
