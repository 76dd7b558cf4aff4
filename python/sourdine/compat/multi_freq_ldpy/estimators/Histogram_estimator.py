"""The two estimators: matrix inversion and iterative Bayesian update."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sourdine.compat._channels import require_likelihood
from sourdine.compat._correction import correct

__all__ = ["IBU", "MI", "MI_long"]

Floats = NDArray[np.float64]

# How far one step moved the shares; the iteration ends when it is less than the tolerance.
_moves: dict[str, Callable[[Floats], Any]] = {
    "max_abs": lambda step: np.abs(step).max(),
    "mse": lambda step: np.square(step).mean(),
    "mae": lambda step: np.abs(step).mean(),
    "max_squared": lambda step: np.square(step).max(),
}


def MI(count_report: ArrayLike, n: int, p: float, q: float) -> Floats:
    """Matrix inversion: unbiased counts, negative ones set to 0, scaled to a sum of 1.

    Parameters
    ----------
    count_report : array of k numbers
        How many reports support each value.
    n : int
        Number of reports.
    p, q : float
        Probability that a report supports the value that is held, and one that is not.

    Returns
    -------
    array of k floats
        Shares; all 0 when no count is positive.

    Examples
    --------
    >>> MI([40, 25, 20, 15], 100, 0.475366886419, 0.174877704527).round(4)
    array([0.6919, 0.2309, 0.0772, 0.    ])
    """
    counts = ((np.asarray(count_report, np.float64) - n * q) / (p - q)).clip(0)
    total = counts.sum()
    return counts / total if total > 0 else counts


def MI_long(count_report: ArrayLike, n: int, p1: float, q1: float, p2: float, q2: float) -> Floats:
    """The same of two rounds: unbiased counts, negative ones set to 0, scaled to a sum of 1.

    Parameters
    ----------
    count_report : array of k numbers
        How many reports support each value.
    n : int
        Number of reports.
    p1, q1, p2, q2 : float
        Probability of truth and of lie, in the first and in the second round.

    Examples
    --------
    >>> MI_long([55, 35, 30, 25], 100, 0.5, 0.1192029220, 0.8033880668, 0.1966119332).round(4)
    array([0.7148, 0.2062, 0.079 , 0.    ])
    """
    return MI(count_report, n, p1 * p2 + (1 - p1) * q2, q1 * p2 + (1 - q1) * q2)


def IBU(
    k: int, A: ArrayLike, obs_freq: ArrayLike, nb_iter: int = 10_000, tol: float = 1e-12, err_func: str = "max_abs"
) -> Floats:
    """Iterative Bayesian update: expectation maximisation from equal shares.

    Parameters
    ----------
    k : int
        Number of values.
    A : array of k rows
        ``A[v, y]`` is the probability of report y of a person with value v; every row adds up to 1.
    obs_freq : array
        Share of each report.
    nb_iter, tol, err_func
        Most steps; it ends earlier when ``err_func`` (max_abs, mse, mae, max_squared) of a step is below ``tol``.

    Returns
    -------
    array of k floats
        Shares.

    Examples
    --------
    >>> IBU(2, [[0.75, 0.25], [0.25, 0.75]], [0.6, 0.4]).round(6)
    array([0.7, 0.3])
    """
    require_likelihood(nb_iter, tol, err_func)
    channel = np.asarray(A, np.float64)
    observed = np.asarray(obs_freq, np.float64)
    if channel.shape != (k, len(observed)):
        raise ValueError(f"A has a row for each of {k} values and a column for each of {len(observed)} reports")
    if not (channel >= 0).all() or not np.allclose(channel.sum(axis=1), 1, rtol=0, atol=1e-9):
        raise ValueError("every row of A is a probability distribution: numbers of at least 0 that add up to 1")
    if channel.shape[0] != channel.shape[1] or not np.array_equal(channel, channel.T):
        correct(
            "multi_freq_ldpy's IBU takes a matrix for its own transpose, which is wrong unless it is symmetric; here "
            "rows are values and columns are reports."
        )

    def expected(shares: Floats) -> Floats:
        seen = channel.T @ shares
        gains: Floats = channel @ np.divide(observed, seen, out=np.zeros_like(seen), where=observed > 0)
        return gains

    return iterate(k, expected, nb_iter, tol, err_func)


def iterate(k: int, gains: Callable[[Floats], Floats], nb_iter: int, tol: float, err_func: str) -> Floats:
    """Multiply equal shares by what the reports make of them, again and again."""
    move = _moves[err_func]
    shares = np.full(k, 1 / k)
    for _ in range(nb_iter):
        updated = shares * gains(shares)
        step = updated - shares
        shares = updated
        if move(step) < tol:
            break
    return shares
