"""Rows in memory under a name that commands take for a file."""

from __future__ import annotations

import csv
import importlib.util
import io
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from sourdine import _check
from sourdine._private_files import PrivateFile
from sourdine.errors import InputError

__all__ = ["named"]


@contextmanager
def named(rows: object, what: str) -> Iterator[str]:
    """The name of a data frame, for as long as a command runs.

    Nothing is copied where the frame gives Arrow's stream. A dict of columns becomes a frame of whatever is installed;
    where nothing is, and for pandas without pyarrow, the rows go through a private file that is removed at once.
    """
    frame = _frame(rows, what)
    if isinstance(frame, PrivateFile):
        try:
            yield frame.path
        finally:
            frame.remove()
        return
    from sourdine import _core

    named_frame = _core.NamedFrame(frame, _can_be_read_again(frame))
    yield named_frame.name
    del named_frame


def _can_be_read_again(frame: object) -> bool:
    """Readers and iterators give their rows once."""
    return not hasattr(frame, "read_next_batch") and not hasattr(frame, "__next__")


def _frame(rows: Any, what: str) -> Any:
    """A table with Arrow's stream, or a private CSV file."""
    if type(rows).__name__ == "LazyFrame" and hasattr(rows, "collect"):
        rows = rows.collect()
    if type(rows).__name__ == "Series" and hasattr(rows, "to_frame"):
        rows = rows.to_frame()
    pandas = sys.modules.get("pandas")
    if pandas is not None and isinstance(rows, pandas.DataFrame):
        rows = _without_index(rows)
        if not _has("pyarrow"):
            return PrivateFile("frame.csv", rows.to_csv(index=False).encode())
    if hasattr(rows, "__arrow_c_stream__"):
        return rows
    if isinstance(rows, Mapping):
        return _frame_of_columns(rows)
    raise TypeError(f"{what} must be a path, a data frame or a dict of columns, not {_check.name_of(rows)}")


def _without_index(frame: Any) -> Any:
    """An index with a name is a column; without one it numbers the rows, and a release must not hold it."""
    named = [name for name in frame.index.names if name is not None]
    return frame.reset_index(level=named).reset_index(drop=True) if named else frame.reset_index(drop=True)


def _has(module: str) -> bool:
    return importlib.util.find_spec(module) is not None


def _frame_of_columns(columns: Mapping[str, Any]) -> Any:
    lists = {str(name): cells.tolist() if hasattr(cells, "tolist") else list(cells) for name, cells in columns.items()}
    if len({len(cells) for cells in lists.values()}) > 1:
        lengths = ", ".join(f"'{name}' has {len(cells)}" for name, cells in lists.items())
        raise InputError("the columns must be of one length", f"{lengths}.")
    try:
        if _has("polars"):
            return importlib.import_module("polars").DataFrame(lists)
        if _has("pyarrow"):
            return importlib.import_module("pyarrow").table(lists)
    except (TypeError, ValueError, OverflowError) as error:
        raise InputError(f"a column has values of several kinds: {error}") from None
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(lists)
    writer.writerows(zip(*lists.values(), strict=True))
    return PrivateFile("frame.csv", text.getvalue().encode())
