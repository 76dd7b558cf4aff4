"""L-ADP: L-GRR or L-OSUE, whichever has the smaller variance (ALLOMFREE)."""

from math import exp
from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from sourdine.compat._channels import Reports, require_numbers
from sourdine.compat.multi_freq_ldpy.long_freq_est.L_GRR import L_GRR_Aggregator_IBU, L_GRR_Aggregator_MI, L_GRR_Client
from sourdine.compat.multi_freq_ldpy.long_freq_est.L_OSUE import (
    L_OSUE_Aggregator_IBU,
    L_OSUE_Aggregator_MI,
    L_OSUE_Client,
)

__all__ = ["L_ADP_Aggregator_IBU", "L_ADP_Aggregator_MI", "L_ADP_Client"]

Floats = NDArray[np.float64]


def L_ADP_Client(input_data: SupportsIndex, k: int, eps_perm: float, eps_1: float) -> Any:
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
    int or array of k floats
        What `L_GRR_Client` or `L_OSUE_Client` gives.

    Examples
    --------
    >>> import warnings; warnings.simplefilter("ignore")
    >>> type(L_ADP_Client(2, 10, 2.0, 1.0)), type(L_ADP_Client(2, 11, 2.0, 1.0))
    (<class 'int'>, <class 'numpy.ndarray'>)
    """
    if _takes_grr(k, eps_1):
        return L_GRR_Client(input_data, k, eps_perm, eps_1)
    return L_OSUE_Client(input_data, k, eps_perm, eps_1)


def L_ADP_Aggregator_MI(reports: Reports, k: int, eps_perm: float, eps_1: float) -> Floats:
    """Shares of the k values, none negative, adding up to 1.

    Parameters
    ----------
    reports : list
        What `L_ADP_Client` gave.
    k, eps_perm, eps_1
        What it was given.

    Examples
    --------
    >>> import warnings; warnings.simplefilter("ignore")
    >>> int(L_ADP_Aggregator_MI([L_ADP_Client(2, 30, 5.0, 3.0) for _ in range(1000)], 30, 5.0, 3.0).argmax())
    2
    """
    if _takes_grr(k, eps_1):
        return L_GRR_Aggregator_MI(reports, k, eps_perm, eps_1)
    return L_OSUE_Aggregator_MI(reports, eps_perm, eps_1)


def L_ADP_Aggregator_IBU(
    reports: Reports,
    k: int,
    eps_perm: float,
    eps_1: float,
    nb_iter: int = 10_000,
    tol: float = 1e-12,
    err_func: str = "max_abs",
) -> Floats:
    """The most likely shares of the k values.

    Parameters
    ----------
    reports : list
        What `L_ADP_Client` gave.
    k, eps_perm, eps_1
        What it was given.
    nb_iter, tol, err_func
        As in `L_GRR_Aggregator_IBU` and `L_OSUE_Aggregator_IBU`.

    Examples
    --------
    >>> import warnings; warnings.simplefilter("ignore")
    >>> int(L_ADP_Aggregator_IBU([L_ADP_Client(2, 30, 5.0, 3.0) for _ in range(1000)], 30, 5.0, 3.0).argmax())
    2
    """
    if _takes_grr(k, eps_1):
        return L_GRR_Aggregator_IBU(reports, k, eps_perm, eps_1, nb_iter, tol, err_func)
    return L_OSUE_Aggregator_IBU(reports, k, eps_perm, eps_1, nb_iter, tol, err_func)


def _takes_grr(k: int, eps_1: float) -> bool:
    """Whether GRR has at most the variance of OUE at eps_1, which is what two rounds of each come to."""
    return require_numbers(k, eps_1) <= 3 * exp(min(float(eps_1), 700)) + 2
