"""Tables on their way out: rows of JSON and CSV files of ours as frames of pandas or polars, whichever is wanted."""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias

from sourdine.errors import InputError

__all__ = ["FrameKind", "Row", "frame_of_csv", "frame_of_rows", "tidy"]

FrameKind: TypeAlias = Literal["pandas", "polars"]
Row: TypeAlias = Mapping[str, Any]

# Of all the CSV files that a command writes. Other columns are text, whatever they look like: a region may be called
# "01" or "NA".
_NUMBERS = (
    *("estimate", "std_error", "lower", "upper", "plain_estimate", "plain_std_error", "total", "mean", "median"),
    *("p_value",),
)


def library(kind: FrameKind | None) -> Any:
    """The library of frames that is asked for; pandas, else polars, when none is."""
    if kind not in (None, "pandas", "polars"):
        raise InputError(f"there are no frames of {kind!r}", "Known: pandas, polars.")
    for name in (kind,) if kind else ("pandas", "polars"):
        if importlib.util.find_spec(name) is not None:
            return importlib.import_module(name)
    raise ImportError(f"a data frame needs {kind or 'pandas or polars'}: pip install {kind or 'pandas'}")


def tidy(rows: Sequence[Row], first: Sequence[str] = ()) -> dict[str, list[Any]]:
    """The columns of the rows, `first` in front; an object that all rows have alike becomes columns of its own.

    >>> tidy([{"b": 1, "a": {"x": 2, "y": 3}}, {"b": 4, "a": {"x": 5, "y": 6}, "c": 7}], ["a"])
    {'a_x': [2, 5], 'a_y': [3, 6], 'b': [1, 4], 'c': [None, 7]}
    """
    names = [name for name in first if any(name in row for row in rows)]
    names += [name for name in dict.fromkeys(name for row in rows for name in row) if name not in names]
    columns: dict[str, list[Any]] = {}
    for name in names:
        cells: list[Any] = [row.get(name) for row in rows]
        fields = _fields(cells)
        if fields:
            columns |= {f"{name}_{field}": [cell[field] for cell in cells] for field in fields}
        else:
            columns[name] = cells
    return columns


def _fields(cells: Sequence[Any]) -> list[str]:
    """The keys of the objects in the cells, when all of them are objects with the same keys and plain values."""
    if not all(isinstance(cell, Mapping) for cell in cells):
        return []
    fields = list(cells[0]) if cells else []
    alike = all(list(cell) == fields for cell in cells)
    plain = all(not isinstance(value, Mapping | list) for cell in cells for value in cell.values())
    return fields if alike and plain else []


def frame_of_rows(rows: Sequence[Row], first: Sequence[str] = (), kind: FrameKind | None = None) -> Any:
    """A frame of rows that came as JSON."""
    frames = library(kind)
    columns = tidy(rows, first)
    if frames.__name__ == "polars":
        return frames.DataFrame(columns, strict=False)
    return frames.DataFrame(columns)


def frame_of_csv(path: str, kind: FrameKind | None = None, numbers: Sequence[str] = _NUMBERS) -> Any:
    """A frame of a CSV file of ours; empty cells are missing, and nothing else is."""
    frames = library(kind)
    if frames.__name__ == "polars":
        frame = frames.read_csv(path, infer_schema=False)
        return frame.with_columns(frames.col(name).cast(frames.Float64) for name in numbers if name in frame.columns)
    frame = frames.read_csv(path, dtype="str", keep_default_na=False, na_values=[""])
    present = [name for name in numbers if name in frame.columns]
    return frame.astype(dict.fromkeys(present, "float64"))
