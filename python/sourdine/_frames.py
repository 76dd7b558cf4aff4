"""Columns of pandas, with or without pyarrow. (polars, pyarrow and DuckDB speak Arrow's PyCapsule interface.)"""

from __future__ import annotations

import difflib
import sys
from typing import TYPE_CHECKING, Any

import numpy as np

from sourdine._check import name_of
from sourdine._input import Array, array_values, missing
from sourdine.errors import InputError

if TYPE_CHECKING:
    from sourdine import _core


def pandas_column(table: Any, column: str | None) -> Any:
    """One column of a DataFrame."""
    known = [str(name) for name in table.columns]
    if column is None:
        raise InputError("a table needs column=", f"Its columns are: {', '.join(known)}.")
    if column not in table.columns:
        near = difflib.get_close_matches(column, known, 1)
        hint = f"Did you mean '{near[0]}'? " if near else ""
        raise InputError(f"there is no column '{column}'", f"{hint}Its columns are: {', '.join(known)}.")
    found = table[column]
    if found.ndim != 1:
        raise InputError(f"there are several columns '{column}'")
    return found


def pandas_values(core: _core.Protocol, values: Any, column: str | None) -> Array:
    """The values of a Series, an Index, a Categorical, or of one column of a DataFrame."""
    pandas: Any = sys.modules["pandas"]
    if isinstance(values, pandas.DataFrame):
        values = pandas_column(values, column)
    elif column is not None:
        raise TypeError(f"column= is for tables, not for {name_of(values)}")
    dtype = values.dtype
    if isinstance(dtype, pandas.CategoricalDtype):
        return _category_values(core, values)
    if isinstance(dtype, np.dtype):
        return array_values(core, values.to_numpy())
    is_missing = np.asarray(values.isna())
    if is_missing.any():
        raise missing(int(np.argmax(is_missing)), "NA")
    if dtype.kind in "iub":
        return array_values(core, values.to_numpy(dtype={"i": np.int64, "u": np.uint64, "b": np.bool_}[dtype.kind]))
    if hasattr(values, "__arrow_c_stream__") and "pyarrow" in sys.modules and dtype.kind in "OUST":
        return core.values(values, None)  # without a Python object for every text
    if dtype.kind in "OUT":
        return array_values(core, values.to_numpy(dtype=object))
    raise TypeError(f"values must be whole numbers or labels, not {dtype}")


def _category_values(core: _core.Protocol, values: Any) -> Array:
    """Categories are looked up once each, whatever the number of rows; those that no row has need not be known."""
    codes = np.asarray(values.codes if hasattr(values, "codes") else values.cat.codes)
    categories = (values if hasattr(values, "categories") else values.cat).categories
    used = np.unique(codes)
    if used.size and used[0] < 0:
        raise missing(int(np.argmax(codes < 0)), "NA")
    if not used.size:
        return np.zeros(0, np.uint32)
    try:
        known = array_values(core, categories.take(used).to_numpy(dtype=object))
    except InputError:
        # The categories of the rows as they are, so that the message has the row.
        return array_values(core, np.asarray(categories.take(codes), dtype=object))
    table = np.zeros(int(used[-1]) + 1, known.dtype)
    table[used] = known
    return np.ascontiguousarray(table[codes])


def pandas_ids(ids: Any) -> Any:
    """Ids of rows from a Series or an Index: numbers as an array, anything else as a list."""
    pandas: Any = sys.modules["pandas"]
    if isinstance(ids, pandas.DataFrame | pandas.MultiIndex):
        raise TypeError("ids must be one column, not several")
    is_missing = np.asarray(ids.isna())
    if is_missing.any():
        raise InputError(f"id number {int(np.argmax(is_missing)) + 1} is missing", "Every row needs an id of its own.")
    if ids.dtype.kind in "iu":
        return ids.to_numpy(dtype={"i": np.int64, "u": np.uint64}[ids.dtype.kind])
    return list(ids)
