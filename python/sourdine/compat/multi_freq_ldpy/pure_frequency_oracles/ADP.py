"""Adaptive: GRR or UE, whichever has the smaller variance."""

from math import exp
from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from sourdine.compat._channels import Reports, require_numbers
from sourdine.compat.multi_freq_ldpy.pure_frequency_oracles.GRR import (
    GRR_Aggregator_IBU,
    GRR_Aggregator_MI,
    GRR_Client,
)
from sourdine.compat.multi_freq_ldpy.pure_frequency_oracles.UE import UE_Aggregator_IBU, UE_Aggregator_MI, UE_Client

__all__ = ["ADP_Aggregator_IBU", "ADP_Aggregator_MI", "ADP_Client"]

Floats = NDArray[np.float64]


def ADP_Client(input_data: SupportsIndex, k: int, epsilon: float, optimal: bool = True) -> Any:
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
        Whether UE is OUE or SUE.

    Returns
    -------
    int or array of k floats
        What `GRR_Client` or `UE_Client` gives.

    Examples
    --------
    >>> type(ADP_Client(2, 10, 1.0)), type(ADP_Client(2, 11, 1.0))
    (<class 'int'>, <class 'numpy.ndarray'>)
    """
    if _takes_grr(k, epsilon, optimal):
        return GRR_Client(input_data, k, epsilon)
    return UE_Client(input_data, k, epsilon, optimal)


def ADP_Aggregator_MI(reports: Reports, k: int, epsilon: float, optimal: bool = True) -> Floats:
    """Shares of the k values, none negative, adding up to 1.

    Parameters
    ----------
    reports : list
        What `ADP_Client` gave.
    k, epsilon, optimal
        What it was given.

    Examples
    --------
    >>> shares = ADP_Aggregator_MI([ADP_Client(2, 30, 4.0) for _ in range(1000)], 30, 4.0)
    >>> int(shares.argmax())
    2
    """
    if _takes_grr(k, epsilon, optimal):
        return GRR_Aggregator_MI(reports, k, epsilon)
    return UE_Aggregator_MI(reports, epsilon, optimal)


def ADP_Aggregator_IBU(
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
    reports : list
        What `ADP_Client` gave.
    k, epsilon, optimal
        What it was given.
    nb_iter, tol, err_func
        As in `GRR_Aggregator_IBU` and `UE_Aggregator_IBU`.

    Examples
    --------
    >>> shares = ADP_Aggregator_IBU([ADP_Client(2, 30, 4.0) for _ in range(1000)], 30, 4.0)
    >>> int(shares.argmax())
    2
    """
    if _takes_grr(k, epsilon, optimal):
        return GRR_Aggregator_IBU(reports, k, epsilon, nb_iter, tol, err_func)
    return UE_Aggregator_IBU(reports, k, epsilon, optimal, nb_iter, tol, err_func)


def _takes_grr(k: int, epsilon: float, optimal: bool) -> bool:
    """Whether VAR_Pure of GRR is at most that of UE, with what both have in common taken out."""
    k = require_numbers(k, epsilon)
    half = exp(min(epsilon, 700) / 2)
    return bool(half**2 + k - 2 <= (4 * half**2 if optimal else half * (half + 1) ** 2))
