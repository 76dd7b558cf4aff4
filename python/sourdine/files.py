"""Report files (.srep) and tally files (.stly), the same as those of the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sourdine import _check, _core
from sourdine.kinds import wrap
from sourdine.reports import Reports
from sourdine.tallies import Tally

if TYPE_CHECKING:
    import os

__all__ = ["read_reports", "read_tally", "tally_from_bytes"]


def read_reports(path: str | os.PathLike[str]) -> Reports:
    """The reports of a file, all of them in memory. (``sd.aggregate`` and ``sd.estimate`` read files of any size.)

    Examples
    --------
    >>> import sourdine as sd, tempfile, os
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = os.path.join(folder, "day.srep")
    ...     sd.oracle("grr", k=4, epsilon=1.0).randomize([0, 1, 2, 3], collection="monday").to_file(file)
    ...     sd.read_reports(file)
    <4 reports of 1 byte by 'grr', collection 'monday'>
    """
    kind, spec, array, collection, is_private = _core.read_reports(_check.input_path(path))
    return Reports(wrap(_core.Protocol.make(kind, spec)), array, collection=collection, is_private=is_private)


def read_tally(path: str | os.PathLike[str]) -> Tally:
    """The tally of a file.

    Examples
    --------
    >>> import sourdine as sd, tempfile, os
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = os.path.join(folder, "day.stly")
    ...     sd.oracle("grr", k=4, epsilon=1.0).randomize([0, 1, 2, 3]).tally().to_file(file)
    ...     sd.read_tally(file)
    <tally of 4 reports by 'grr', 4 cells>
    """
    kind, spec, reports, cells, collection, is_private = _core.read_tally(_check.input_path(path))
    return Tally._made(wrap(_core.Protocol.make(kind, spec)), reports, cells, collection, is_private)


def tally_from_bytes(data: bytes | bytearray | memoryview) -> Tally:
    """The tally of bytes that `Tally.to_bytes` made, or of a tally file's.

    Examples
    --------
    >>> import sourdine as sd
    >>> tally = sd.oracle("grr", k=4, epsilon=1.0).randomize([0, 1, 2, 3]).tally()
    >>> sd.tally_from_bytes(tally.to_bytes()) == tally
    True
    """
    if not isinstance(data, bytes | bytearray | memoryview):
        raise TypeError(f"data must be bytes, not {_check.name_of(data)}")
    kind, spec, reports, cells, collection, is_private = _core.tally_of_bytes(bytes(data))
    return Tally._made(wrap(_core.Protocol.make(kind, spec)), reports, cells, collection, is_private)
