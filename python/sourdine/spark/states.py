"""What a stream has counted, in a folder: one file that is replaced whole, and the secret that its rows are keyed by.

    tallies   a line of JSON, and the bytes of the tallies: the last batch that is in them, and what it added up to
    secret    32 bytes, only for the owner's eyes; not there when the caller gave the secret or a seed

A batch is counted and remembered in one step: whoever dies in between has done neither.
"""

from __future__ import annotations

import datetime
import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from sourdine.errors import InputError
from sourdine.files import tally_from_bytes
from sourdine.spark.rows import RowKey, fresh_secret
from sourdine.tallies import Tally

Key: TypeAlias = tuple[Any, ...]
_FORMAT = 1


@dataclass
class State:
    """The running tallies, by group; without groups there is one, whose key is ()."""

    groups: list[str]
    key: str  # what tells the rows' key from others; empty: the reports came as they are
    batch: int = -1  # the last one that was added
    digest: str = ""  # of what it added up to
    tallies: dict[Key, Tally] = field(default_factory=dict)

    def add(self, batch: int, found: Mapping[Key, Tally]) -> None:
        """Count a batch that comes next."""
        for key, tally in found.items():
            self.tallies[key] = self.tallies[key] + tally if key in self.tallies else tally
        self.batch, self.digest = batch, digest(found)


def digest(found: Mapping[Key, Tally]) -> str:
    """The same for the same tallies."""
    whole = hashlib.sha256()
    for name, tally in sorted((json.dumps(_plain(key)), tally) for key, tally in found.items()):
        held = tally.to_bytes()
        whole.update(f"{name} {len(held)} ".encode() + held)
    return whole.hexdigest()


def read(folder: str) -> State | None:
    """What is remembered; None: nothing yet."""
    try:
        with open(os.path.join(folder, "tallies"), "rb") as file:
            head, _, rest = file.read().partition(b"\n")
    except FileNotFoundError:
        return None
    try:
        told = json.loads(head)
        if told["format"] != _FORMAT:
            raise InputError(f"'{folder}' was written by another version", "Go on with the version that wrote it.")
        state = State(list(told["groups"]), told["key"], told["batch"], told["digest"])
        for key, length in told["tallies"]:
            state.tallies[_key(key)] = tally_from_bytes(rest[:length])
            rest = rest[length:]
        if rest:
            raise ValueError
    except (ValueError, KeyError, TypeError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"'{folder}' holds no running tallies, or they are damaged") from None
    return state


def write(folder: str, state: State) -> None:
    """Replace what is remembered: afterwards it is on the disk, whole; before, the old one is."""
    held = [(key, tally.to_bytes()) for key, tally in state.tallies.items()]
    told = {
        "format": _FORMAT,
        "groups": state.groups,
        "key": state.key,
        "batch": state.batch,
        "digest": state.digest,
        "tallies": [[_plain(key), len(one)] for key, one in held],
    }
    _replace(folder, "tallies", [json.dumps(told).encode(), b"\n", *(one for _, one in held)])


def stored_key(folder: str) -> RowKey:
    """The secret that this stream keeps, drawn when there is none."""
    path = os.path.join(folder, "secret")
    if not os.path.exists(path):
        _replace(folder, "secret", [fresh_secret()])
    with open(path, "rb") as file:
        return RowKey.choose(file.read(), None)


def forget_key(folder: str) -> None:
    """Remove the secret, if one is kept."""
    try:
        os.remove(os.path.join(folder, "secret"))
    except FileNotFoundError:
        return
    _sync_folder(folder)


def _replace(folder: str, name: str, parts: Iterable[bytes]) -> None:
    os.makedirs(folder, mode=0o700, exist_ok=True)
    path = os.path.join(folder, name)
    opened = os.open(f"{path}.new", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with open(opened, "wb") as file:
        file.writelines(parts)
        file.flush()
        os.fsync(file.fileno())
    os.replace(f"{path}.new", path)
    _sync_folder(folder)


def _sync_folder(folder: str) -> None:
    opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def _plain(key: Key) -> list[Any]:
    """The key as JSON: days are told apart from texts."""
    return [{"day": value.isoformat()} if isinstance(value, datetime.date) else value for value in key]


def _key(plain: list[Any]) -> Key:
    return tuple(datetime.date.fromisoformat(value["day"]) if isinstance(value, dict) else value for value in plain)
