"""L-SUE: two rounds of unary encoding, symmetric twice, basic RAPPOR; a report is a vector of k zeros and ones."""

from typing import SupportsIndex

import numpy as np
from numpy.typing import NDArray

from sourdine.compat._channels import Reports, likeliest, normalised, require_likelihood
from sourdine.compat._correction import correct
from sourdine.compat._rounds import IBU, MEMO, rounds
from sourdine.compat.multi_freq_ldpy.pure_frequency_oracles.UE import _bits

__all__ = ["L_SUE_Aggregator_IBU", "L_SUE_Aggregator_MI", "L_SUE_Client"]

Floats = NDArray[np.float64]


def L_SUE_Client(input_data: SupportsIndex, k: int, eps_perm: float, eps_1: float) -> Floats:
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
    array of k floats
        Zeros and ones.

    Warns
    -----
    CorrectionWarning
        The other package does not keep the first round.

    Examples
    --------
    >>> import warnings; warnings.simplefilter("ignore")
    >>> L_SUE_Client(2, 10, 2.0, 1.0).shape
    (10,)
    """
    correct(MEMO)
    made_by = rounds("l-sue", k, eps_perm, eps_1)
    return made_by.bits(made_by.draw(input_data), k).astype(np.float64)


def L_SUE_Aggregator_MI(reports: Reports, eps_perm: float, eps_1: float) -> Floats:
    """Shares of the values, none negative, adding up to 1.

    Parameters
    ----------
    reports : list
        What `L_SUE_Client` gave.
    eps_perm, eps_1
        What it was given.

    Examples
    --------
    >>> import warnings; warnings.simplefilter("ignore")
    >>> int(L_SUE_Aggregator_MI([L_SUE_Client(2, 10, 5.0, 3.0) for _ in range(1000)], 5.0, 3.0).argmax())
    2
    """
    if len(reports) == 0:
        raise ValueError("there are no reports")
    made_by = rounds("l-sue", np.size(next(iter(reports))), eps_perm, eps_1)
    return normalised(made_by.oracle, made_by.pack_bits(_bits(made_by, reports)))


def L_SUE_Aggregator_IBU(
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
        What `L_SUE_Client` gave.
    k, eps_perm, eps_1
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
    >>> int(L_SUE_Aggregator_IBU([L_SUE_Client(2, 10, 5.0, 3.0) for _ in range(1000)], 10, 5.0, 3.0).argmax())
    2
    """
    require_likelihood(nb_iter, tol, err_func)
    correct(IBU)
    made_by = rounds("l-sue", k, eps_perm, eps_1)
    return likeliest(made_by.oracle, made_by.pack_bits(_bits(made_by, reports)))
