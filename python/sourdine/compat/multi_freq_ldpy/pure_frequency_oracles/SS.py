"""Subset selection: a report is a set of values."""

from functools import lru_cache
from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from sourdine.compat._channels import Channel, Reports, channel, likeliest, normalised, require_likelihood, rows
from sourdine.compat._correction import correct

__all__ = ["SS_Aggregator_IBU", "SS_Aggregator_MI", "SS_Client"]

Floats = NDArray[np.float64]


def SS_Client(input_data: SupportsIndex, k: int, epsilon: float) -> NDArray[np.int64]:
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
    array of int64
        About k / (e^epsilon + 1) different values, sorted: the order says nothing.

    Warns
    -----
    CorrectionWarning
        The other package's order gives the value away.

    Examples
    --------
    >>> import warnings; warnings.simplefilter("ignore")
    >>> SS_Client(2, k=10, epsilon=1.0).shape
    (3,)
    """
    correct(
        "multi_freq_ldpy's SS_Client puts the true value first whenever it is in the set, so that the order of a "
        "report excludes all its other values (epsilon is infinite); here sets are sorted."
    )
    made_by, size, places = _spelled(k, epsilon)
    report = made_by.draw(input_data)
    if len(places) == 0:
        return made_by.bits(report, made_by.k).nonzero()[0]
    return made_by.bits(report, size * len(places)).reshape(size, -1) @ places


def SS_Aggregator_MI(reports: Reports, k: int, epsilon: float) -> Floats:
    """Shares of the k values, none negative, adding up to 1.

    Parameters
    ----------
    reports : list of arrays
        What `SS_Client` gave; the order within a set does not matter.
    k, epsilon
        What it was given.

    Examples
    --------
    >>> SS_Aggregator_MI([[0, 1, 2]] * 60 + [[0, 3, 4]] * 40, 10, 1.0)[:5].round(4)
    array([0.4451, 0.2   , 0.2   , 0.0775, 0.0775])
    """
    return normalised(channel("ss", k, epsilon).oracle, _packed(k, epsilon, reports))


def SS_Aggregator_IBU(
    reports: Reports, k: int, epsilon: float, nb_iter: int = 10_000, tol: float = 1e-12, err_func: str = "max_abs"
) -> Floats:
    """The most likely shares of the k values.

    Parameters
    ----------
    reports : list of arrays
        What `SS_Client` gave; the order within a set does not matter.
    k, epsilon
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
    >>> SS_Aggregator_IBU([[0, 1, 2]] * 60 + [[0, 3, 4]] * 40, 10, 1.0).round(4)
    array([1., 0., 0., 0., 0., 0., 0., 0., 0., 0.])
    """
    require_likelihood(nb_iter, tol, err_func)
    correct(
        "multi_freq_ldpy's SS_Aggregator_IBU fits the numbers of supporting reports with a matrix whose rows do not "
        "add up to 1, which is no likelihood; here the shares are those under which the whole sets are most likely."
    )
    return likeliest(channel("ss", k, epsilon).oracle, _packed(k, epsilon, reports))


@lru_cache(maxsize=1024)
def _spelled(k: int, epsilon: float) -> tuple[Channel, int, NDArray[np.int64]]:
    """The oracle, the values in a set, and the bits' places in one when a report lists them (none: a bit for each)."""
    made_by = channel("ss", k, epsilon)
    size = int(made_by.parameters["omega"])
    width = (made_by.k - 1).bit_length()
    return made_by, size, 1 << np.arange(width if size * width < made_by.k else 0)


def _packed(k: int, epsilon: float, reports: Reports) -> NDArray[np.uint8]:
    made_by, size, places = _spelled(k, epsilon)

    def bits(block: NDArray[np.integer[Any]]) -> NDArray[np.uint8]:
        if not np.issubdtype(block.dtype, np.integer):
            raise TypeError("reports are arrays of whole numbers")
        if block.min() < 0 or block.max() >= made_by.k:
            raise ValueError(f"a report is a set of whole numbers from 0 to {made_by.k - 1}")
        members = np.sort(block, axis=1)
        if (members[:, 1:] == members[:, :-1]).any():
            raise ValueError(f"a report is a set of {size} different values")
        if len(places):
            listed: NDArray[np.uint8] = (members[:, :, None] & places != 0).reshape(len(members), -1).astype(np.uint8)
            return listed
        flags = np.zeros((len(members), made_by.k), np.uint8)
        np.put_along_axis(flags, members.astype(np.int64), 1, axis=1)
        return flags

    return np.concatenate([np.packbits(bits(block), axis=1, bitorder="little") for block in rows(reports, size)])
