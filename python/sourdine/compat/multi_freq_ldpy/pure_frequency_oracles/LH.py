"""Local hashing: a report is a bucket and the seed of the hash function that it is of. BLH and OLH."""

from typing import SupportsIndex

import numpy as np
from numpy.typing import NDArray

from sourdine.compat._channels import Channel, Reports, channel, likeliest, normalised, require_likelihood
from sourdine.compat._correction import correct

__all__ = ["LH_Aggregator_IBU", "LH_Aggregator_MI", "LH_Client"]

Floats = NDArray[np.float64]


def LH_Client(input_data: SupportsIndex, k: int, epsilon: float, optimal: bool = True) -> tuple[int, int]:
    """Randomise one value.

    Parameters
    ----------
    input_data : int
        The value, from 0 to k - 1.
    k : int
        Number of values.
    epsilon : float
        Privacy parameter.
    optimal : bool
        OLH (about e^epsilon + 1 buckets, 32768 at most up to 131072 values) or BLH (2 buckets).

    Returns
    -------
    (int, int)
        A bucket, and the seed of the person's hash function (64 bits; 128 for more than 131072 values). The hash
        functions are Sourdine's, not the other package's.

    Examples
    --------
    >>> bucket, seed = LH_Client(2, k=10, epsilon=1.0)
    >>> 0 <= bucket < 4, 0 <= seed < 2**64
    (True, True)
    """
    report = channel("olh" if optimal else "blh", k, epsilon).draw(input_data)
    size = _seed_bytes(k)
    return int.from_bytes(report[size:], "little"), int.from_bytes(report[:size], "little")


def LH_Aggregator_MI(reports: Reports, k: int, epsilon: float, optimal: bool = True) -> Floats:
    """Shares of the k values, none negative, adding up to 1.

    Parameters
    ----------
    reports : list of (int, int)
        What `LH_Client` gave.
    k, epsilon, optimal
        What it was given.

    Examples
    --------
    >>> shares = LH_Aggregator_MI([LH_Client(2, 10, 4.0) for _ in range(1000)], 10, 4.0)
    >>> int(shares.argmax())
    2
    """
    made_by = channel("olh" if optimal else "blh", k, epsilon)
    return normalised(made_by.oracle, pack(made_by, reports, _seed_bytes(made_by.k)))


def LH_Aggregator_IBU(
    reports: Reports,
    k: int,
    epsilon: float,
    optimal: bool = True,
    nb_iter: int = 10_000,
    tol: float = 1e-12,
    err_func: str = "max_abs",
) -> Floats:
    """The most likely shares of the k values.

    Parameters
    ----------
    reports : list of (int, int)
        What `LH_Client` gave.
    k, epsilon, optimal
        What it was given.
    nb_iter, tol, err_func
        Not used: the shares are the most likely ones, whatever the way to them.

    Warns
    -----
    CorrectionWarning
        The other package's result is not the most likely one.

    Examples
    --------
    >>> import warnings; warnings.simplefilter("ignore")
    >>> shares = LH_Aggregator_IBU([LH_Client(2, 10, 4.0) for _ in range(1000)], 10, 4.0)
    >>> int(shares.argmax())
    2
    """
    require_likelihood(nb_iter, tol, err_func)
    correct(
        "multi_freq_ldpy's LH_Aggregator_IBU fits the numbers of supporting reports with a matrix whose rows do not "
        "add up to 1, which is no likelihood; here the shares are those under which the reports are most likely."
    )
    made_by = channel("olh" if optimal else "blh", k, epsilon)
    return likeliest(made_by.oracle, pack(made_by, reports, _seed_bytes(made_by.k)))


def _seed_bytes(k: int) -> int:
    return 8 if k <= 1 << 17 else 16


def pack(made_by: Channel, reports: Reports, size: int) -> NDArray[np.uint8]:
    """Reports as Sourdine's kernels take them; `size`: bytes of a seed."""
    if len(reports) == 0:
        raise ValueError("there are no reports")
    answer_bytes = made_by.oracle.report_bytes - size
    # Every other seed of ours has its top bit, none of the peer's has: 64 without one are the peer's.
    if len(reports) >= 64 and not any(int(report[1]) >> (8 * size - 1) for report in reports):
        raise ValueError("these reports are not from LH_Client of this module: the hash functions are others")
    try:
        spelled = b"".join(
            int(seed).to_bytes(size, "little") + int(bucket).to_bytes(answer_bytes, "little")
            for bucket, seed in reports
        )
    except OverflowError:
        raise ValueError("a report is a bucket and the seed of a hash function, as LH_Client gives them") from None
    return np.frombuffer(spelled, np.uint8).reshape(len(reports), -1)
