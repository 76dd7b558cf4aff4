"""Several attributes behind the peer's calls: how epsilon is split, and how one attribute is drawn."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import nextafter
from operator import index as operator_index
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sourdine import _core
from sourdine.compat._channels import Reports, require_numbers
from sourdine.compat._seeding import stream

__all__ = ["Record", "Shares", "by_attribute", "columns_of", "draw_attribute", "require_record", "shares_of", "split"]

Record = Sequence[Any] | NDArray[Any]
Shares = NDArray[np.object_]


def split(epsilon: float, d: int) -> float:
    """What each of d attributes may spend, so that all together spend no more than epsilon."""
    part = float(epsilon) / d
    return part if part * d <= epsilon else nextafter(part, 0)


def require_record(input_tuple: Record, lst_k: Sequence[int], d: int) -> None:
    """One value and one number of values for each attribute."""
    if len(input_tuple) != d or len(lst_k) != d or d < 1:
        raise ValueError(
            f"d = {d} attributes need as many values and domain sizes, not {len(input_tuple)} and {len(lst_k)}"
        )


def draw_attribute(d: int) -> int:
    """The attribute that a person reports, every one as likely."""
    seeded = stream.get()
    if seeded is None:
        return _core.draw_below(operator_index(d))
    return _core.draw_below(operator_index(d), seeded.seed, next(seeded.places))


def columns_of(reports: Sequence[Any] | NDArray[Any], d: int) -> list[list[Any]]:
    """The reports of every attribute, of people who report all of them."""
    if len(reports) == 0:
        raise ValueError("there are no reports")
    if any(len(report) != d for report in reports):
        raise ValueError(f"a report has {d} entries")
    return [[report[place] for report in reports] for place in range(d)]


def by_attribute(reports: Sequence[Any] | NDArray[Any], d: int) -> list[list[Any]]:
    """The reports of every attribute, of people who report one and say which."""
    if len(reports) == 0:
        raise ValueError("there are no reports")
    found: list[list[Any]] = [[] for _ in range(d)]
    for report in reports:
        place = operator_index(report[0])
        if not 0 <= place < d:
            raise ValueError(f"a report begins with the number of its attribute, from 0 to {d - 1}, not with {place}")
        found[place].append(report[-1])
    for place, own in enumerate(found):
        if not own:
            raise ValueError(f"there are no reports of attribute {place}")
    return found


def shares_of(found: Sequence[Any]) -> Shares:
    """What the peer returns: an object array, of rows when all domains have the same size."""
    return np.array(found, dtype="object")


class FakeData:
    """RS+FD: one attribute is true, the others are fake; a report has an entry of each."""

    def __init__(self, sizes: tuple[int, ...], epsilon: float, entries: tuple[str, ...]) -> None:
        parts: list[tuple[str, int, list[str], str, dict[str, float], list[float]]] = [
            ("", size, [], entry, {}, []) for size, entry in zip(sizes, entries, strict=True)
        ]
        self.protocol = _core.tuple_protocol("rs+fd", parts, float(epsilon), "tuple", "adp", False)
        self.sizes = sizes
        self.is_bits = tuple(entry != "grr" for entry in entries)
        bits = [
            size if bits else max(1, (size - 1).bit_length()) for size, bits in zip(sizes, self.is_bits, strict=True)
        ]
        self.bytes = [(count + 7) // 8 for count in bits]

    def draw(self, values: Record) -> list[Any]:
        """One report, an entry for each attribute: a value, or a vector."""
        seeded = stream.get()
        record = [operator_index(value) for value in values]
        if seeded is None:
            report = self.protocol.randomize_record(record)
        else:
            report = self.protocol.randomize_record(record, seeded.seed, next(seeded.places))
        entries: list[Any] = []
        first = 0
        for size, is_bits, width in zip(self.sizes, self.is_bits, self.bytes, strict=True):
            entry = report[first : first + width]
            first += width
            if is_bits:
                bits = np.unpackbits(np.frombuffer(entry, np.uint8), count=size, bitorder="little")
                entries.append(bits.astype(np.float64))
            else:
                entries.append(int.from_bytes(entry, "little"))
        return entries

    def shares(self, reports: Reports) -> Shares:
        """Shares of every attribute's values, none negative, adding up to 1."""
        d = len(self.sizes)
        packed = [self._packed(place, own) for place, own in enumerate(columns_of(reports, d))]
        made = self.protocol.tally(np.ascontiguousarray(np.concatenate(packed, axis=1)))
        assert made is not None
        count, cells = made
        found = []
        for place in range(d):
            counts = _core.estimate_attribute(self.protocol, count, np.frombuffer(cells, np.uint64), place)["estimate"]
            counts = counts.clip(0)
            total = counts.sum()
            found.append(counts / total if total > 0 else counts)
        return shares_of(found)

    def _packed(self, place: int, entries: list[Any]) -> NDArray[np.uint8]:
        size = self.sizes[place]
        given = np.asarray(entries)
        if self.is_bits[place]:
            if given.ndim != 2 or given.shape[1] != size or not np.isin(given, (0, 1)).all():
                raise ValueError(f"entry {place} of a report is a vector of {size} zeros and ones")
            return np.packbits(given == 1, axis=1, bitorder="little")
        if given.ndim != 1 or given.dtype.kind not in "iu" or given.min() < 0 or given.max() >= size:
            raise ValueError(f"entry {place} of a report is a whole number from 0 to {size - 1}")
        return given.astype("<u8").view(np.uint8).reshape(-1, 8)[:, : self.bytes[place]]


@lru_cache(maxsize=256)
def _fake_data(sizes: tuple[int, ...], epsilon: float, entries: tuple[str, ...]) -> FakeData:
    return FakeData(sizes, epsilon, entries)


def fake_data(lst_k: Sequence[int], epsilon: float, entry: Callable[[int], str] | str) -> FakeData:
    """RS+FD of these domains, made once; `entry` is that of every attribute, or chooses by its size."""
    sizes = tuple(require_numbers(k, epsilon) for k in lst_k)
    entries = tuple(entry if isinstance(entry, str) else entry(size) for size in sizes)
    return _fake_data(sizes, float(epsilon), entries)
