"""L-GRR: two rounds of generalised randomised response; a report is one value."""

from typing import SupportsIndex

import numpy as np
from numpy.typing import NDArray

from sourdine.compat._channels import Reports, normalised, require_likelihood
from sourdine.compat._correction import correct
from sourdine.compat._rounds import IBU, MEMO, SECOND_ROUND, rounds
from sourdine.compat.multi_freq_ldpy.pure_frequency_oracles.GRR import GRR_Aggregator_IBU, _numbers

__all__ = ["L_GRR_Aggregator_IBU", "L_GRR_Aggregator_MI", "L_GRR_Client"]

Floats = NDArray[np.float64]


def L_GRR_Client(input_data: SupportsIndex, k: int, eps_perm: float, eps_1: float) -> int:
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

    Returns
    -------
    int
        A value.

    Warns
    -----
    CorrectionWarning
        The other package's second round is not calibrated, and its first is not kept.

    Examples
    --------
    >>> import warnings; warnings.simplefilter("ignore")
    >>> 0 <= L_GRR_Client(2, 10, 2.0, 1.0) < 10
    True
    """
    correct(MEMO)
    correct(SECOND_ROUND)
    return int.from_bytes(rounds("l-grr", k, eps_perm, eps_1).draw(input_data), "little")


def L_GRR_Aggregator_MI(reports: Reports, k: int, eps_perm: float, eps_1: float) -> Floats:
    """Shares of the k values, none negative, adding up to 1.

    Parameters
    ----------
    reports : list
        What `L_GRR_Client` gave.
    k, eps_perm, eps_1
        What it was given.

    Examples
    --------
    >>> import warnings; warnings.simplefilter("ignore")
    >>> L_GRR_Aggregator_MI([0] * 40 + [1] * 25 + [2] * 20 + [3] * 15, 4, 2.0, 1.0).round(4)
    array([0.6919, 0.2309, 0.0772, 0.    ])
    """
    correct(SECOND_ROUND)
    made_by = rounds("l-grr", k, eps_perm, eps_1)
    return normalised(made_by.oracle, made_by.pack_numbers(_numbers(made_by, reports)))


def L_GRR_Aggregator_IBU(
    reports: Reports,
    k: int,
    eps_perm: float,
    eps_1: float,
    nb_iter: int = 10_000,
    tol: float = 1e-12,
    err_func: str = "max_abs",
) -> Floats:
    """Shares of the k values by iterative Bayesian update, which climbs to the most likely ones.

    Parameters
    ----------
    reports : list
        What `L_GRR_Client` gave.
    k, eps_perm, eps_1
        What it was given.
    nb_iter, tol, err_func
        As in `GRR_Aggregator_IBU`.

    Examples
    --------
    >>> import warnings; warnings.simplefilter("ignore")
    >>> L_GRR_Aggregator_IBU([0] * 35 + [1] * 25 + [2] * 20 + [3] * 12 + [4] * 8, 5, 2.0, 1.0).round(4)
    array([0.6194, 0.2761, 0.1045, 0.    , 0.    ])
    """
    require_likelihood(nb_iter, tol, err_func)
    correct(SECOND_ROUND)
    correct(IBU)
    rounds("l-grr", k, eps_perm, eps_1)
    return GRR_Aggregator_IBU(reports, k, eps_1, nb_iter, tol, err_func)  # two rounds of GRR are GRR
