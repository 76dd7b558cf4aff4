"""Files that only this user can read and that go when nobody holds them any more."""

from __future__ import annotations

import os
import shutil
import tempfile
import weakref
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from sourdine.errors import InputError

__all__ = ["PrivateFile", "written_lines"]


def _remove(folder: str, owner: int) -> None:
    # A process that was forked has the object, too, but the file is not its own.
    if os.getpid() == owner:
        shutil.rmtree(folder, ignore_errors=True)


class PrivateFile:
    """A place for one file in a directory of its own, which is removed with this object or at the end of the process.

    Its bytes travel when it is pickled; a copy is the same file.

    >>> file = PrivateFile("ages.srng", b"bytes")
    >>> with open(file.path, "rb") as stream:
    ...     stream.read()
    b'bytes'
    >>> path = file.path
    >>> del file
    >>> os.path.exists(path)
    False
    """

    def __init__(self, name: str, content: bytes | None = None) -> None:
        folder = tempfile.mkdtemp(prefix="sourdine-")  # 0700
        self._finalizer = weakref.finalize(self, _remove, folder, os.getpid())
        self.path = os.path.join(folder, name)
        if content is not None:
            with open(os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(content)

    def __fspath__(self) -> str:
        return self.path

    def __reduce__(self) -> tuple[type[PrivateFile], tuple[str, bytes | None]]:
        content = None
        if os.path.exists(self.path):
            with open(self.path, "rb") as file:
                content = file.read()
        return PrivateFile, (os.path.basename(self.path), content)

    def __copy__(self) -> PrivateFile:
        return self

    def __deepcopy__(self, memo: object) -> PrivateFile:
        return self

    def remove(self) -> None:
        """Remove it now."""
        self._finalizer()


@contextmanager
def written_lines(values: Iterable[object], what: str) -> Iterator[str]:
    """The path of a private file that has each of the values on a line of its own.

    >>> with written_lines(["north", "south"], "labels") as path, open(path) as file:
    ...     file.read()
    'north\\nsouth\\n'
    """
    lines = []
    for value in values:
        line = str(value)
        if "\n" in line or "\r" in line:
            raise InputError(f"one of '{what}' has a line break in it: {line!r}")
        lines.append(line + "\n")
    file = PrivateFile(f"{what}.txt", "".join(lines).encode())
    try:
        yield file.path
    finally:
        file.remove()
