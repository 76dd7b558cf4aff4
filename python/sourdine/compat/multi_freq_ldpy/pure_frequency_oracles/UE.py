"""Unary encoding: a report is a vector of k zeros and ones. SUE (basic one-time RAPPOR) and OUE."""

from collections.abc import Iterator
from typing import SupportsIndex

import numpy as np
from numpy.typing import NDArray

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

__all__ = ["UE_Aggregator_IBU", "UE_Aggregator_MI", "UE_Client"]

Floats = NDArray[np.float64]


def UE_Client(input_data: SupportsIndex | None, k: int, epsilon: float, optimal: bool = True) -> Floats:
    """Randomise one value.

    Parameters
    ----------
    input_data : int
        The value, from 0 to k - 1; None for nobody's: the encoding of nothing.
    k : int
        Number of values.
    epsilon : float
        Privacy parameter.
    optimal : bool
        OUE (the value's bit is 1 with probability 1/2) or SUE (bits are flipped with one probability).

    Returns
    -------
    array of k floats
        Zeros and ones.

    Examples
    --------
    >>> report = UE_Client(2, k=10, epsilon=1.0)
    >>> report.shape, set(report.tolist()) <= {0.0, 1.0}
    ((10,), True)
    """
    if input_data is None:
        # One value more, which is held, and whose bit is left out: bits do not depend on how many there are.
        held_by_nobody = channel("oue" if optimal else "sue", require_numbers(k, epsilon) + 1, epsilon)
        return held_by_nobody.bits(held_by_nobody.draw(k), k).astype(np.float64)
    made_by = channel("oue" if optimal else "sue", k, epsilon)
    return made_by.bits(made_by.draw(input_data), k).astype(np.float64)


def UE_Aggregator_MI(reports: Reports, epsilon: float, optimal: bool = True) -> Floats:
    """Shares of the values, none negative, adding up to 1.

    Parameters
    ----------
    reports : list of arrays
        What `UE_Client` gave.
    epsilon, optimal
        What it was given.

    Examples
    --------
    >>> import numpy as np
    >>> UE_Aggregator_MI(np.eye(4)[[0] * 60 + [1] * 30 + [2] * 10], epsilon=1.0).round(4)
    array([0.9142, 0.0858, 0.    , 0.    ])
    """
    if len(reports) == 0:
        raise ValueError("there are no reports")
    made_by = channel("oue" if optimal else "sue", np.size(next(iter(reports))), epsilon)
    return normalised(made_by.oracle, made_by.pack_bits(_bits(made_by, reports)))


def UE_Aggregator_IBU(
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
    reports : list of arrays
        What `UE_Client` gave.
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
    >>> import numpy as np
    >>> UE_Aggregator_IBU(np.eye(4)[[0] * 60 + [1] * 30 + [2] * 10], k=4, epsilon=1.0).round(4)
    array([0.8607, 0.1393, 0.    , 0.    ])
    """
    require_likelihood(nb_iter, tol, err_func)
    correct(
        "multi_freq_ldpy's UE_Aggregator_IBU fits the number of ones with a matrix whose rows do not add up to 1, "
        "which is no likelihood; here the shares are those under which the whole vectors are most likely."
    )
    made_by = channel("oue" if optimal else "sue", k, epsilon)
    return likeliest(made_by.oracle, made_by.pack_bits(_bits(made_by, reports)))


def _bits(made_by: Channel, reports: Reports) -> Iterator[NDArray[np.bool_]]:
    for block in rows(reports, made_by.k):
        ones = block == 1
        if not (ones | (block == 0)).all():
            raise ValueError("reports are vectors of zeros and ones")
        yield ones
