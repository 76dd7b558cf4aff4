"""Generalised randomised response: a report is one value."""

from math import exp
from typing import SupportsIndex

import numpy as np
from numpy.typing import NDArray

from sourdine.compat._channels import Channel, Reports, channel, normalised, require_likelihood, require_numbers
from sourdine.compat.multi_freq_ldpy.estimators.Histogram_estimator import iterate

__all__ = ["GRR_Aggregator_IBU", "GRR_Aggregator_MI", "GRR_Client"]

Floats = NDArray[np.float64]


def GRR_Client(input_data: SupportsIndex, k: int, epsilon: float) -> int:
    """Randomise one value.

    Parameters
    ----------
    input_data : int
        The value, from 0 to k - 1.
    k : int
        Number of values.
    epsilon : float
        Privacy parameter.

    Returns
    -------
    int
        The value with probability e^epsilon / (e^epsilon + k - 1), else one of the others.

    Examples
    --------
    >>> 0 <= GRR_Client(2, k=10, epsilon=1.0) < 10
    True
    """
    return int.from_bytes(channel("grr", k, epsilon).draw(input_data), "little")


def GRR_Aggregator_MI(reports: Reports, k: int, epsilon: float) -> Floats:
    """Shares of the k values, none negative, adding up to 1.

    Parameters
    ----------
    reports : list of int
        What `GRR_Client` gave.
    k, epsilon
        What it was given.

    Examples
    --------
    >>> GRR_Aggregator_MI([0] * 40 + [1] * 25 + [2] * 20 + [3] * 15, 4, 1.0).round(4)
    array([0.6919, 0.2309, 0.0772, 0.    ])
    """
    made_by = channel("grr", k, epsilon)
    return normalised(made_by.oracle, made_by.pack_numbers(_numbers(made_by, reports)))


def GRR_Aggregator_IBU(
    reports: Reports, k: int, epsilon: float, nb_iter: int = 10_000, tol: float = 1e-12, err_func: str = "max_abs"
) -> Floats:
    """Shares of the k values by iterative Bayesian update, which climbs to the most likely ones.

    Parameters
    ----------
    reports : list of int
        What `GRR_Client` gave.
    k, epsilon
        What it was given.
    nb_iter, tol, err_func
        Most steps; it ends earlier when ``err_func`` (max_abs, mse, mae, max_squared) of a step is below ``tol``.

    Examples
    --------
    >>> GRR_Aggregator_IBU([0] * 35 + [1] * 25 + [2] * 20 + [3] * 12 + [4] * 8, 5, 1.0).round(4)
    array([0.6194, 0.2761, 0.1045, 0.    , 0.    ])
    """
    require_likelihood(nb_iter, tol, err_func)
    k = require_numbers(k, epsilon)
    counts = np.bincount(_numbers(channel("grr", k, epsilon), reports).astype(np.int64), minlength=k)
    observed = counts / counts.sum()
    lie = exp(-epsilon) / (1 + (k - 1) * exp(-epsilon))
    truth = 1 / (1 + (k - 1) * exp(-epsilon))

    # The matrix is `lie` everywhere and `truth` on its diagonal: its products need no matrix.
    def gains(shares: Floats) -> Floats:
        ratios = observed / (lie + (truth - lie) * shares)
        updated: Floats = (truth - lie) * ratios + lie * ratios.sum()
        return updated

    return iterate(k, gains, nb_iter, tol, err_func)


def _numbers(made_by: Channel, reports: Reports) -> NDArray[np.uint64]:
    numbers = np.asarray(reports)
    if numbers.size == 0:
        raise ValueError("there are no reports")
    if numbers.ndim != 1 or not np.issubdtype(numbers.dtype, np.integer):
        raise TypeError("reports are a list of whole numbers")
    if numbers.min() < 0 or numbers.max() >= made_by.k:
        raise ValueError(f"reports are whole numbers from 0 to {made_by.k - 1}")
    return numbers.astype(np.uint64)
