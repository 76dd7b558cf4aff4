"""L-LH (LOLOHA): local hashing in two rounds; a report is a bucket, and the seed of the person's hash function."""

from typing import SupportsIndex

import numpy as np
from numpy.typing import NDArray

from sourdine.compat._channels import Channel, Reports, likeliest, normalised, require_likelihood
from sourdine.compat._correction import correct
from sourdine.compat._rounds import IBU, MEMO, rounds
from sourdine.compat.multi_freq_ldpy.pure_frequency_oracles.LH import pack

__all__ = ["L_LH_Aggregator_IBU", "L_LH_Aggregator_MI", "L_LH_Client"]

Floats = NDArray[np.float64]

_SEED_BYTES = 8
_SECOND_ROUND = (
    "multi_freq_ldpy's L-LH calibrates its second round as its L-GRR: one report tells less than eps_1, and the number "
    "of buckets is the best for that; here it tells eps_1, with the best number of buckets, and reports of the other "
    "package are not to be aggregated."
)


def L_LH_Client(
    input_data: SupportsIndex, k: int, eps_perm: float, eps_1: float, optimal: bool = True
) -> tuple[int, int]:
    """Randomise one value in two rounds.

    Parameters
    ----------
    input_data : int
        The value, from 0 to k - 1.
    k : int
        Number of values.
    eps_perm : float
        What all reports of a person about one value tell together.
    eps_1 : float
        What one report tells, less than `eps_perm`.
    optimal : bool
        The number of buckets with the smallest variance (OLOLOHA), or two (BiLOLOHA).

    Returns
    -------
    (int, int)
        A bucket, and the seed of the person's hash function, 64 bits. The hash functions are Sourdine's.

    Warns
    -----
    CorrectionWarning
        The other package's second round is not calibrated, and its first is not kept.

    Examples
    --------
    >>> import warnings; warnings.simplefilter("ignore")
    >>> bucket, seed = L_LH_Client(2, 10, 2.0, 1.0)
    >>> 0 <= bucket < 4, 0 <= seed < 2**64
    (True, True)
    """
    correct(MEMO)
    correct(_SECOND_ROUND)
    report = _made_by(k, eps_perm, eps_1, optimal).draw(input_data)
    return int.from_bytes(report[_SEED_BYTES:], "little"), int.from_bytes(report[:_SEED_BYTES], "little")


def L_LH_Aggregator_MI(reports: Reports, k: int, eps_perm: float, eps_1: float, optimal: bool = True) -> Floats:
    """Shares of the k values, none negative, adding up to 1.

    Parameters
    ----------
    reports : list
        What `L_LH_Client` gave.
    k, eps_perm, eps_1, optimal
        What it was given.

    Examples
    --------
    >>> import warnings; warnings.simplefilter("ignore")
    >>> int(L_LH_Aggregator_MI([L_LH_Client(2, 10, 5.0, 3.0) for _ in range(1000)], 10, 5.0, 3.0).argmax())
    2
    """
    correct(_SECOND_ROUND)
    made_by = _made_by(k, eps_perm, eps_1, optimal)
    return normalised(made_by.oracle, pack(made_by, reports, _SEED_BYTES))


def L_LH_Aggregator_IBU(
    reports: Reports,
    k: int,
    eps_perm: float,
    eps_1: float,
    optimal: bool = True,
    nb_iter: int = 10_000,
    tol: float = 1e-12,
    err_func: str = "max_abs",
) -> Floats:
    """The most likely shares of the k values.

    Parameters
    ----------
    reports : list
        What `L_LH_Client` gave.
    k, eps_perm, eps_1, optimal
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
    >>> int(L_LH_Aggregator_IBU([L_LH_Client(2, 10, 5.0, 3.0) for _ in range(1000)], 10, 5.0, 3.0).argmax())
    2
    """
    require_likelihood(nb_iter, tol, err_func)
    correct(IBU)
    made_by = _made_by(k, eps_perm, eps_1, optimal)
    return likeliest(made_by.oracle, pack(made_by, reports, _SEED_BYTES))


def _made_by(k: int, eps_perm: float, eps_1: float, optimal: bool) -> Channel:
    return rounds("loloha", k, eps_perm, eps_1, 0 if optimal else 2)
