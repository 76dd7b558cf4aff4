"""dBitFlipPM: some bits of a one-hot vector of buckets, randomised once; a report is a vector, -1 where not sampled."""

from math import exp
from typing import SupportsIndex

import numpy as np
from numpy.typing import NDArray

from sourdine._input import tally_reports
from sourdine.compat._channels import Channel, Reports, require_numbers, rows
from sourdine.compat._correction import correct
from sourdine.compat._rounds import MEMO

__all__ = ["dBitFlipPM_Aggregator_MI", "dBitFlipPM_Client"]

Floats = NDArray[np.float64]

_made: dict[tuple[int, int, float], Channel] = {}


def dBitFlipPM_Client(input_data: SupportsIndex, k: int, b: int, d_bits: int, eps_perm: float) -> Floats:
    """Sample some buckets, and randomise their bits of the value's one-hot vector.

    Parameters
    ----------
    input_data : int
        The value, from 0 to k - 1.
    k, b : int
        Number of values, and of buckets, at most as many.
    d_bits : int
        How many buckets are sampled; all of them, or few enough to number their sets by 63 bits.
    eps_perm : float
        What all reports of a person about one pattern of the sampled bits tell.

    Returns
    -------
    array of b floats
        0 or 1 where a bucket was sampled, else -1.

    Warns
    -----
    CorrectionWarning
        The other package does not keep its sample and its bits.

    Examples
    --------
    >>> import warnings; warnings.simplefilter("ignore")
    >>> report = dBitFlipPM_Client(2, k=10, b=5, d_bits=3, eps_perm=1.0)
    >>> report.shape, int((report >= 0).sum())
    ((5,), 3)
    """
    k = require_numbers(k, eps_perm)
    buckets, bits = _require(b, d_bits)
    if buckets > k:
        raise ValueError(f"there are at most as many buckets as values: b = {buckets} is more than k = {k}")
    value = int(input_data.__index__())
    if not 0 <= value < k:
        raise ValueError(f"input_data is a whole number from 0 to {k - 1}, not {value}")
    correct(MEMO)
    key = buckets, bits, float(eps_perm)
    if key not in _made:
        _made[key] = Channel("dbitflip", buckets, float(eps_perm), {"bits": float(bits)})
    made_by = _made[key]
    report = np.frombuffer(made_by.draw(value * buckets // k), np.uint8)
    # The tally of one report tells which buckets were sampled, and which of them are 1.
    cells = np.frombuffer(tally_reports(made_by.oracle, report[np.newaxis], 1)[1], np.uint64).astype(np.float64)
    return np.where(cells[:buckets] == 1, cells[buckets:], -1.0)


def dBitFlipPM_Aggregator_MI(reports: Reports, b: int, d_bits: int, eps_perm: float) -> Floats:
    """Shares of the buckets, none negative, adding up to 1.

    Parameters
    ----------
    reports : list of arrays
        What `dBitFlipPM_Client` gave.
    b, d_bits, eps_perm
        What it was given.

    Examples
    --------
    >>> import warnings; warnings.simplefilter("ignore")
    >>> reports = [dBitFlipPM_Client(2, 10, 5, 3, 4.0) for _ in range(2000)]
    >>> int(dBitFlipPM_Aggregator_MI(reports, 5, 3, 4.0).argmax())
    1
    """
    buckets, bits = _require(b, d_bits)
    require_numbers(max(buckets, 2), eps_perm)
    sampled, ones, people = np.zeros(buckets), np.zeros(buckets), 0
    for block in rows(reports, buckets):
        if not np.isin(block, (-1, 0, 1)).all() or not ((block >= 0).sum(axis=1) == bits).all():
            raise ValueError(f"a report has {bits} zeros and ones, and -1 for the other buckets")
        sampled += (block >= 0).sum(axis=0)
        ones += (block == 1).sum(axis=0)
        people += len(block)
    half = exp(min(float(eps_perm), 1400) / 2)
    shares: Floats = ((ones * (half + 1) - sampled) / (half - 1) * buckets / (people * bits)).clip(0)
    total = shares.sum()
    return shares / total if total > 0 else shares


def _require(b: object, d_bits: object) -> tuple[int, int]:
    for what, number in (("b", b), ("d_bits", d_bits)):
        if not isinstance(number, int | np.integer) or number < 1:
            raise ValueError(f"{what} is a whole number of at least 1, not {number!r}")
    assert isinstance(b, int | np.integer) and isinstance(d_bits, int | np.integer)
    if d_bits > b:
        raise ValueError(f"at most all {b} buckets are sampled, not {d_bits}")
    return int(b), int(d_bits)
