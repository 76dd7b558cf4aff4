"""Sourdine's oracles behind the peer's calls: one report at a time, and lists of them read back.

The clients are called once a person, in Python loops: oracles are kept by their parameters, and one call does no more
than check the value, draw, and spell the report as the peer does.
"""

import json
import warnings
from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import inf
from operator import index as operator_index
from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from sourdine import _core
from sourdine._input import tally_reports
from sourdine.compat._seeding import stream
from sourdine.errors import NotPrivateWarning

__all__ = ["Channel", "Reports", "channel", "likeliest", "normalised", "require_likelihood", "require_numbers", "rows"]

Reports = Sequence[Any] | NDArray[Any]
Floats = NDArray[np.float64]
Bytes = NDArray[np.uint8]

_kept = 1024  # oracles; a study has a few epsilons and domains
_block = 16_384  # reports converted at once: lists of arrays become no table of all people


def require_numbers(k: object, epsilon: float) -> int:
    """Check the two numbers every call has, and give k as an int."""
    if isinstance(k, np.integer):
        k = int(k)
    if not isinstance(k, int) or k < 2:
        raise ValueError(f"k, the number of values, is a whole number of at least 2, not {k!r}")
    if not 0 < epsilon < inf:
        raise ValueError(f"epsilon is a finite number greater than 0, not {epsilon!r}")
    return k


def require_likelihood(nb_iter: object, tol: float, err_func: str) -> None:
    """Check what the peer's iteration takes, although only that of GRR uses it."""
    if not isinstance(nb_iter, int) or nb_iter <= 0 or not tol > 0:
        raise ValueError("nb_iter is a whole number and tol a number, both greater than 0")
    if err_func not in ("max_abs", "mse", "mae", "max_squared"):
        raise ValueError(f"err_func is max_abs, mse, mae or max_squared, not {err_func!r}")


class Channel:
    """An oracle, and how its reports are spelled."""

    __slots__ = ("k", "oracle", "parameters", "report_bytes")

    def __init__(self, name: str, k: int, epsilon: float, parameters: dict[str, float]) -> None:
        self.oracle = _core.Protocol.oracle(name, k, [], epsilon, parameters)
        self.report_bytes = self.oracle.report_bytes
        self.k = k
        self.parameters: dict[str, float] = json.loads(self.oracle.json).get("parameters", {})

    def draw(self, value: SupportsIndex) -> bytes:
        """One report of one value."""
        index = operator_index(value)
        if not 0 <= index < self.k:
            raise ValueError(f"input_data is a whole number from 0 to {self.k - 1}, not {index}")
        seeded = stream.get()
        if seeded is None:
            return self.oracle.randomize_one(index)
        return self.oracle.randomize_one(index, seeded.seed, next(seeded.places))

    def bits(self, report: bytes, count: int) -> Bytes:
        """The first bits of a report, one a byte."""
        return np.unpackbits(np.frombuffer(report, np.uint8), count=count, bitorder="little")

    def pack_numbers(self, numbers: NDArray[np.uint64]) -> Bytes:
        """Reports that are one number each."""
        return np.ascontiguousarray(numbers.astype("<u8").view(np.uint8).reshape(-1, 8)[:, : self.report_bytes])

    def pack_bits(self, blocks: Iterator[NDArray[np.bool_]]) -> Bytes:
        """Reports that are a bit for each value."""
        return np.concatenate([np.packbits(bits, axis=1, bitorder="little") for bits in blocks])


@lru_cache(maxsize=_kept)
def channel(name: str, k: int, epsilon: float) -> Channel:
    """The oracle of these parameters, made once."""
    k = require_numbers(k, epsilon)
    if epsilon > 20:
        warnings.warn(f"an epsilon of {epsilon:g} promises next to nothing", NotPrivateWarning, stacklevel=4)
    return Channel(name, k, float(epsilon), {})


def rows(reports: Reports, width: int) -> Iterator[NDArray[Any]]:
    """Give a list of vectors, or the rows of an array, as arrays of at most some thousand rows."""
    if not isinstance(reports, np.ndarray):
        reports = list(reports)
    if len(reports) == 0:
        raise ValueError("there are no reports")
    for first in range(0, len(reports), _block):
        block = np.asarray(reports[first : first + _block])
        if block.ndim != 2 or block.shape[1] != width:
            raise ValueError(
                f"a report is a vector of {width} numbers; reports from {first} on are not all of that form"
            )
        yield block


def normalised(oracle: _core.Protocol, reports: Bytes) -> Floats:
    """Shares as the peer's MI gives them: unbiased counts, negative ones set to 0, scaled to 1 if any is left."""
    count, cells = tally_reports(oracle, reports, 0)
    counts: Floats = oracle.estimate(count, np.frombuffer(cells, np.uint64))["estimate"].clip(0)
    total = counts.sum()
    return counts / total if total > 0 else counts


def likeliest(oracle: _core.Protocol, reports: Bytes) -> Floats:
    """The shares under which these reports are most likely."""
    counts: Floats = oracle.estimate_reports(reports, consistency="mle")["estimate"]
    shares: Floats = counts / counts.sum()
    return shares
