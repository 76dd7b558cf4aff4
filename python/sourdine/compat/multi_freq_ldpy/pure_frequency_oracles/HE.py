"""Histogram encoding: a report is a one-hot vector with Laplace noise. SHE adds the vectors up, THE thresholds them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import lru_cache
from math import exp, floor
from operator import index as operator_index
from typing import SupportsIndex

import numpy as np
from numpy.typing import NDArray

from sourdine import _core
from sourdine.compat._channels import (
    Channel,
    Reports,
    channel,
    likeliest,
    normalised,
    require_likelihood,
    require_numbers,
    rows,
)
from sourdine.compat._correction import correct
from sourdine.compat._seeding import stream

__all__ = ["HE_Aggregator_IBU", "HE_Aggregator_MI", "HE_Client", "find_tresh"]

Floats = NDArray[np.float64]

_grid = 1024  # steps of a report's numbers between 0 and 1: a power of two, so that they are exact floats


def HE_Client(input_data: SupportsIndex, k: int, epsilon: float) -> Floats:
    """Randomise one value.

    Parameters
    ----------
    input_data : int
        The value, from 0 to k - 1.
    k : int
        Number of values.
    epsilon : float
        Privacy parameter; what is spent is the whole number of billionths not above it.

    Returns
    -------
    array of k floats
        1 for the value and 0 for all others, each with independent noise of scale 2 / epsilon: a whole number of
        1/1024 by the discrete Laplace law.

    Warns
    -----
    CorrectionWarning
        The other package's noise can be told from its low digits.

    Examples
    --------
    >>> import warnings; warnings.simplefilter("ignore")
    >>> report = HE_Client(2, k=10, epsilon=1.0)
    >>> report.shape, bool((report * 1024 % 1 == 0).all())
    ((10,), True)
    """
    correct(
        "multi_freq_ldpy's HE_Client adds floating-point noise, whose low digits can tell the value; here the noise is "
        "a whole number of 1/1024, of the same scale (discrete Laplace)."
    )
    k = require_numbers(k, epsilon)
    index = operator_index(input_data)
    if not 0 <= index < k:
        raise ValueError(f"input_data is a whole number from 0 to {k - 1}, not {index}")
    histogram = np.zeros(k, np.int64)
    histogram[index] = _grid
    seeded = stream.get()
    seed = None if seeded is None else _seed_at(seeded.seed, next(seeded.places))
    noisy: Floats = _noise(epsilon).add(histogram, seed) / _grid
    return noisy


def HE_Aggregator_MI(reports: Reports, k: int, epsilon: float, use_thresh: bool = True) -> Floats:
    """Shares of the k values, none negative, adding up to 1.

    Parameters
    ----------
    reports : list of arrays
        What `HE_Client` gave.
    k, epsilon
        What it was given.
    use_thresh : bool
        THE (numbers above the threshold of the smallest variance are counted) or SHE (numbers are added up).

    Examples
    --------
    >>> import warnings; warnings.simplefilter("ignore")
    >>> reports = [HE_Client(2, 10, 4.0) for _ in range(1000)]
    >>> [int(HE_Aggregator_MI(reports, 10, 4.0, use_thresh).argmax()) for use_thresh in (True, False)]
    [2, 2]
    """
    k = require_numbers(k, epsilon)
    if use_thresh:
        threshold, made_by = _thresholded(k, epsilon)
        return normalised(made_by.oracle, made_by.pack_bits(_above(threshold, k, reports)))
    counts: Floats = sum((block.sum(axis=0) for block in _numbers(k, reports)), np.zeros(k)).clip(0)
    total = counts.sum()
    return counts / total if total > 0 else counts


def HE_Aggregator_IBU(
    reports: Reports,
    k: int,
    epsilon: float,
    use_thresh: bool = True,
    nb_iter: int = 10_000,
    tol: float = 1e-12,
    err_func: str = "max_abs",
) -> Floats:
    """The most likely shares of the k values, given which numbers are above the threshold (THE).

    Parameters
    ----------
    reports : list of arrays
        What `HE_Client` gave.
    k, epsilon
        What it was given.
    use_thresh : bool
        True: there is no such estimate for SHE.
    nb_iter, tol, err_func
        Not used: the shares are the most likely ones, whatever the way to them.

    Warns
    -----
    CorrectionWarning
        The other package's result is not the most likely one.

    Examples
    --------
    >>> import warnings; warnings.simplefilter("ignore")
    >>> int(HE_Aggregator_IBU([HE_Client(2, 10, 4.0) for _ in range(1000)], 10, 4.0).argmax())
    2
    """
    require_likelihood(nb_iter, tol, err_func)
    if not use_thresh:
        raise ValueError("the most likely shares are those of thresholded reports: use_thresh is True")
    correct(
        "multi_freq_ldpy's HE_Aggregator_IBU fits the numbers above the threshold with a matrix whose rows do not add "
        "up to 1, which is no likelihood; here the shares are those under which the thresholded reports are likeliest."
    )
    k = require_numbers(k, epsilon)
    threshold, made_by = _thresholded(k, epsilon)
    return likeliest(made_by.oracle, made_by.pack_bits(_above(threshold, k, reports)))


def find_tresh(tresh: float, epsilon: float) -> float:
    """Variance of one share times the number of reports, by THE with this threshold, of a value nobody holds.

    Examples
    --------
    >>> round(find_tresh(0.618553451, 1.0), 6)
    4.807154
    """
    above = exp(epsilon * tresh / 2)
    return (2 * above - 1) / (1 + exp(epsilon * (tresh - 0.5)) - 2 * above) ** 2


@lru_cache(maxsize=1024)
def _noise(epsilon: float) -> _core.CountNoise:
    return _core.CountNoise.laplace(repr(float(epsilon)), 2 * _grid)  # a value moves one cell down and another up


def _seed_at(seed: int, place: int) -> int:
    return int.from_bytes(hashlib.blake2b(b"%d/%d" % (seed, place), digest_size=8).digest(), "little")


@lru_cache(maxsize=1024)
def _thresholded(k: int, epsilon: float) -> tuple[float, Channel]:
    """The threshold of the smallest variance, halfway between two steps, and the law of what is above it."""
    steps = min(floor(channel("the", k, epsilon).parameters["theta"] * _grid), _grid - 1)
    noise = _noise(epsilon)  # as likely above as below 0
    others = noise.tail(steps + 1) / 2
    own = 1 - noise.tail(_grid - steps) / 2
    return (steps + 0.5) / _grid, Channel("ue", k, 0.0, {"p": own, "q": others})


def _numbers(k: int, reports: Reports) -> Iterator[Floats]:
    for block in rows(reports, k):
        numbers = block.astype(np.float64)
        if not np.isfinite(numbers).all():
            raise ValueError("reports are vectors of finite numbers")
        yield numbers


def _above(threshold: float, k: int, reports: Reports) -> Iterator[NDArray[np.bool_]]:
    return (block > threshold for block in _numbers(k, reports))
