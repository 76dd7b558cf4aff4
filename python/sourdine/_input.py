"""Values as people have them: arrays, lists, labels, columns of data frames. What comes out is what the compiled part
takes: whole numbers in one block of memory, used where they lie whenever that is possible."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence, Set
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt

from sourdine._check import name_of, text
from sourdine.errors import InputError

if TYPE_CHECKING:
    from sourdine import _core

Array: TypeAlias = npt.NDArray[Any]
Bytes: TypeAlias = npt.NDArray[np.uint8]

_MEANT = "Values are whole numbers from 0 on, or labels."


def is_arrow(obj: object) -> bool:
    """Whether the object gives its data by Arrow's PyCapsule interface."""
    return hasattr(obj, "__arrow_c_stream__") or hasattr(obj, "__arrow_c_array__")


def is_pandas(obj: object) -> bool:
    """Whether the object is one of pandas, which is not imported for that: without it there are no such objects."""
    pandas = sys.modules.get("pandas")
    # A module that is being imported by another thread may not have its classes yet.
    kinds = (getattr(pandas, name, None) for name in ("DataFrame", "Series", "Index", "Categorical"))
    return pandas is not None and isinstance(obj, tuple(kind for kind in kinds if isinstance(kind, type)))


def to_values(core: _core.Protocol, values: object, column: str | None = None) -> Array:
    """Whole numbers in memory, one row per record; whether they lie in the domain is not looked at."""
    if column is not None:
        text("column", column)
    if is_pandas(values):
        from sourdine import _frames

        return _frames.pandas_values(core, values, column)
    if is_arrow(values):
        return core.values(values, column)
    if column is not None:
        if isinstance(values, Mapping):
            if column not in values:
                raise InputError(f"there is no column {column!r}", f"There are: {', '.join(map(str, values))}.")
            return to_values(core, values[column])
        raise TypeError(f"column= is for tables, not for {name_of(values)}")
    if isinstance(values, np.ndarray):
        return array_values(core, values)
    if isinstance(values, str | bytes | bytearray | Mapping | Set):
        raise TypeError(f"values must be an array, a list or a column, not {name_of(values)}")
    if isinstance(values, list | tuple | range):
        return _sequence_values(core, values)
    if hasattr(values, "__array__") or isinstance(values, memoryview) or type(values).__module__ == "array":
        return array_values(core, np.asarray(values))
    if isinstance(values, Iterable):
        return _sequence_values(core, list(values))
    raise TypeError(f"values must be an array, a list or a column, not {name_of(values)}")


def array_values(core: _core.Protocol, array: Array) -> Array:
    """The values of a numpy array."""
    width = core.width
    if width == 1 and array.ndim != 1:
        raise InputError(f"values must have one dimension, not {array.ndim}", "values.ravel() makes one of several.")
    if width > 1 and (array.ndim != 2 or array.shape[1] != width):
        raise InputError(f"values must have the shape (n, {width}), not {array.shape}")
    mask = getattr(array, "mask", None)  # of a numpy.ma.MaskedArray
    if mask is not None and np.any(mask):
        raise missing(int(np.flatnonzero(mask)[0]) // width, "masked")
    kind = array.dtype.kind
    if kind in "iu":
        # Another order of bytes, or gaps between the numbers: a copy. Read-only memory stays where it is.
        return np.ascontiguousarray(array, dtype=array.dtype.newbyteorder("="))
    if kind == "b":
        return np.ascontiguousarray(array).view(np.uint8)
    if kind in "UOT":
        return _sequence_values(core, array.tolist())
    if kind == "f" and (is_nan := np.isnan(array)).any():
        raise missing(int(np.flatnonzero(is_nan)[0]) // width, "NaN")
    raise TypeError(f"values must be whole numbers or labels, not {array.dtype}")


def missing(place: int, what: str) -> InputError:
    """The error for a value that is not there, `place` being counted from 0."""
    return InputError(f"value number {place + 1} is missing ({what})", "Leave such rows out, or give them a label.")


def _sequence_values(core: _core.Protocol, values: Sequence[Any]) -> Array:
    """The values of a list: all of one kind, whole numbers or labels."""
    if isinstance(values, range):
        return _range_values(core, values)
    if type(values) is list:
        from sourdine import _core as native

        numbers = native.list_numbers(values)
        if numbers is not None and len(numbers):
            return array_values(core, numbers)
    kinds = set(map(type, values))
    if not kinds:
        return np.zeros((0,) if core.width == 1 else (0, core.width), np.uint32)
    if all(issubclass(kind, str) for kind in kinds):
        return _label_values(core, list(values))
    if all(issubclass(kind, int | np.integer | np.bool_) for kind in kinds):
        try:
            return array_values(core, np.array(values, dtype=np.int64))
        except OverflowError:
            huge = next(i for i, value in enumerate(values) if not -(2**63) <= int(value) < 2**63)
            raise _outside(core, values[huge], huge) from None
    if all(issubclass(kind, list | tuple | np.ndarray) for kind in kinds):
        try:
            nested = np.array(values)
        except ValueError:
            raise InputError("values must be one list, or records of one length") from None
        if nested.dtype.kind not in "OUT":
            return array_values(core, nested)
    raise _bad_kind(values)


def _range_values(core: _core.Protocol, values: range) -> Array:
    size = core.domain_sizes[0]
    if values and not (0 <= values[0] < size and 0 <= values[-1] < size):
        # The first bad one, found without making all of them.
        first, step = values[0], values.step
        place = 0 if not 0 <= first < size else -((first - size) // step) if step > 0 else first // -step + 1
        raise _outside(core, values[place], place)
    return np.arange(values.start, values.stop, values.step)


def _outside(core: _core.Protocol, value: int, place: int) -> InputError:
    return InputError(f"value {value} (number {place + 1}) is outside the domain 0 … {core.domain_sizes[0] - 1}")


def _label_values(core: _core.Protocol, labels: list[str]) -> Array:
    try:
        return core.label_values(labels)
    except TypeError:
        for place, label in enumerate(labels):
            text(f"value number {place + 1}", label)
        raise


def _bad_kind(values: Sequence[Any]) -> Exception:
    """What to raise about the first value that is no whole number and no label, or not what the first one is."""
    first_is_text = isinstance(values[0], str)
    for place, value in enumerate(values):
        # NaN, NaT and pandas.NA are not equal to themselves, or do not say.
        if (
            value is None
            or type(value).__name__ in ("NAType", "NaTType")
            or (isinstance(value, float) and value != value)
        ):
            return missing(place, str(value))
        is_text = isinstance(value, str)
        if not is_text and not isinstance(value, int | np.integer | np.bool_):
            return TypeError(f"value number {place + 1} is of type {name_of(value)}. {_MEANT}")
        if is_text != first_is_text:
            return TypeError(f"value number {place + 1} is of type {name_of(value)}, the first of {name_of(values[0])}")
    return TypeError(_MEANT)


def to_reports(core: _core.Protocol, reports: object, column: str | None = None) -> Bytes:
    """Bytes of reports, one row per report, where they lie if they lie well."""
    bytes_each = core.report_bytes
    if not isinstance(reports, np.ndarray):
        if is_arrow(reports) and not is_pandas(reports):
            from sourdine import _core

            return _core.report_bytes_of(reports, column, bytes_each)
        raise TypeError(f"reports must be Reports, an array of bytes or a column of Arrow, not {name_of(reports)}")
    if reports.dtype != np.uint8:
        raise TypeError(f"reports must be of dtype uint8, not {reports.dtype}")
    if reports.ndim != 2 or reports.shape[1] != bytes_each:
        shape = reports.shape
        raise InputError(
            f"reports must have the shape (n, {bytes_each}), not {shape}", "Is it the protocol they were made by?"
        )
    return np.ascontiguousarray(reports)


def tally_reports(core: _core.Protocol, reports: object, threads: int) -> tuple[int, bytes]:
    """How many reports there are, and the bytes of the cells that they add up to."""
    made = core.tally(reports, threads)  # nearly always
    if made is None:
        made = core.tally(to_reports(core, reports), threads)
        assert made is not None
    return made


def to_ids(ids: object, rows: int) -> _core.RowIds:
    """Ids of rows: whole numbers or texts."""
    from sourdine import _core

    if is_pandas(ids):
        from sourdine import _frames

        ids = _frames.pandas_ids(ids)
    if isinstance(ids, np.ndarray) and ids.dtype.kind in "UOT":
        ids = ids.tolist()
    if isinstance(ids, range):
        ids = ids[: rows + 1]  # one too many is as bad as all of them
    if isinstance(ids, list | tuple | range):
        ids = _listed_ids(list(ids))
    if isinstance(ids, np.ndarray):
        if ids.ndim != 1:
            raise InputError(f"ids must have one dimension, not {ids.ndim}")
        if ids.dtype.kind not in "iu":
            raise TypeError(f"ids must be whole numbers or texts, not {ids.dtype}")
        ids = np.ascontiguousarray(ids, dtype=np.uint64 if ids.dtype.kind == "u" else np.int64)
    elif not is_arrow(ids) and not isinstance(ids, list):
        raise TypeError(f"ids must be an array, a list or a column, not {name_of(ids)}")
    if isinstance(ids, list):
        for place, value in enumerate(ids):
            if isinstance(value, str) and not value.isascii():
                text(f"id number {place + 1}", value)
    made = _core.RowIds.of(ids)
    if len(made) != rows:
        raise InputError(f"there are {len(made)} ids for {rows} values")
    return made


def _listed_ids(ids: list[Any]) -> Array | list[str]:
    kinds = set(map(type, ids))
    if all(issubclass(kind, str) for kind in kinds) and kinds:
        return ids
    if all(issubclass(kind, int | np.integer) and kind is not bool for kind in kinds):
        try:
            return np.array(ids, dtype=np.int64)
        except OverflowError:
            raise InputError("ids must be whole numbers of 64 bits, or texts") from None
    for place, value in enumerate(ids):
        if value is None or value != value:
            raise InputError(f"id number {place + 1} is missing ({value})", "Every row needs an id of its own.")
    raise TypeError("ids must be all whole numbers or all texts")


def to_out(out: object, shape: tuple[int, int]) -> Bytes:
    """Memory to write reports into."""
    if not isinstance(out, np.ndarray) or out.dtype != np.uint8:
        kind = out.dtype if isinstance(out, np.ndarray) else name_of(out)
        raise TypeError(f"out must be an array of dtype uint8, not {kind}")
    if out.shape != shape:
        raise InputError(f"out must have the shape {shape}, not {out.shape}")
    if not out.flags.c_contiguous:
        raise InputError("out must be C-contiguous: reports are written where it lies")
    if not out.flags.writeable:
        raise InputError("out is read-only")
    return out
