"""Several attributes, one of which is true and the others fake: RS+FD.

The other package's clients randomise with ln(d(e^epsilon - 1) + 1), which is what they spend of a person's record; here
they randomise with epsilon. Reports are made and read with the same package.
"""

from collections.abc import Callable, Sequence
from math import exp
from typing import Any

from sourdine.compat._channels import Reports
from sourdine.compat._correction import correct
from sourdine.compat._several import Record, Shares, fake_data, require_record
from sourdine.compat.multi_freq_ldpy.mdim_freq_est.Variance_RSpFD import VAR_RSpFD_GRR, VAR_RSpFD_UE_zero

__all__ = [
    "RSpFD_ADP_Aggregator_MI",
    "RSpFD_ADP_Client",
    "RSpFD_GRR_Aggregator_MI",
    "RSpFD_GRR_Client",
    "RSpFD_UE_rnd_Aggregator_MI",
    "RSpFD_UE_rnd_Client",
    "RSpFD_UE_zero_Aggregator_MI",
    "RSpFD_UE_zero_Client",
]

CALIBRATION = (
    "multi_freq_ldpy's RS+FD spends ln(d(e^epsilon - 1) + 1) of a person's record, not epsilon; here the record has "
    "epsilon, and reports of the other package are not to be aggregated (sourdine.tuple_protocol has the other levels)."
)


def RSpFD_GRR_Client(input_tuple: Record, lst_k: Sequence[int], d: int, epsilon: float) -> list[Any]:
    """Randomise one value of a record, drawn in secret, by generalised randomised response; fake values are uniform.

    Parameters
    ----------
    input_tuple : sequence of int
        A value of each attribute.
    lst_k : sequence of int
        How many values each attribute has.
    d : int
        How many attributes there are.
    epsilon : float
        Privacy parameter of the whole record.

    Returns
    -------
    list
        An entry for each attribute, one of which is true.

    Warns
    -----
    CorrectionWarning
        The other package spends more than epsilon.

    Examples
    --------
    >>> import warnings; warnings.simplefilter("ignore")
    >>> len(RSpFD_GRR_Client([0, 3, 5], [2, 5, 10], 3, 1.0))
    3
    """
    require_record(input_tuple, lst_k, d)
    correct(CALIBRATION)
    return fake_data(lst_k, epsilon, "grr").draw(input_tuple)


def RSpFD_GRR_Aggregator_MI(reports_tuple: Reports, lst_k: Sequence[int], d: int, epsilon: float) -> Shares:
    """Shares of every attribute's values, none negative, adding up to 1.

    Parameters
    ----------
    reports_tuple : list
        What `RSpFD_GRR_Client` of this module gave.
    lst_k, d, epsilon
        What it was given.

    Examples
    --------
    >>> import warnings; warnings.simplefilter("ignore")
    >>> reports = [RSpFD_GRR_Client([0, 3], [4, 4], 2, 6.0) for _ in range(2000)]
    >>> [int(shares.argmax()) for shares in RSpFD_GRR_Aggregator_MI(reports, [4, 4], 2, 6.0)]
    [0, 3]
    """
    if len(lst_k) != d:
        raise ValueError(f"d = {d} attributes need as many domain sizes, not {len(lst_k)}")
    correct(CALIBRATION)
    return fake_data(lst_k, epsilon, "grr").shares(reports_tuple)


def RSpFD_UE_zero_Client(
    input_tuple: Record, lst_k: Sequence[int], d: int, epsilon: float, optimal: bool = True
) -> list[Any]:
    """Randomise one value of a record, drawn in secret, by unary encoding; fake data are encodings of nothing.

    Parameters
    ----------
    input_tuple : sequence of int
        A value of each attribute.
    lst_k : sequence of int
        How many values each attribute has.
    d : int
        How many attributes there are.
    epsilon : float
        Privacy parameter of the whole record.
    optimal : bool
        Whether unary encoding is OUE or SUE.

    Returns
    -------
    list
        An entry for each attribute, one of which is true.

    Warns
    -----
    CorrectionWarning
        The other package spends more than epsilon.

    Examples
    --------
    >>> import warnings; warnings.simplefilter("ignore")
    >>> len(RSpFD_UE_zero_Client([0, 3, 5], [2, 5, 10], 3, 1.0))
    3
    """
    require_record(input_tuple, lst_k, d)
    correct(CALIBRATION)
    return fake_data(lst_k, epsilon, "oue-z" if optimal else "sue-z").draw(input_tuple)


def RSpFD_UE_zero_Aggregator_MI(
    reports_tuple: Reports, lst_k: Sequence[int], d: int, epsilon: float, optimal: bool = True
) -> Shares:
    """Shares of every attribute's values, none negative, adding up to 1.

    Parameters
    ----------
    reports_tuple : list
        What `RSpFD_UE_zero_Client` of this module gave.
    lst_k, d, epsilon, optimal
        What it was given.

    Examples
    --------
    >>> import warnings; warnings.simplefilter("ignore")
    >>> reports = [RSpFD_UE_zero_Client([0, 3], [4, 4], 2, 6.0) for _ in range(2000)]
    >>> [int(shares.argmax()) for shares in RSpFD_UE_zero_Aggregator_MI(reports, [4, 4], 2, 6.0)]
    [0, 3]
    """
    if len(lst_k) != d:
        raise ValueError(f"d = {d} attributes need as many domain sizes, not {len(lst_k)}")
    correct(CALIBRATION)
    return fake_data(lst_k, epsilon, "oue-z" if optimal else "sue-z").shares(reports_tuple)


def RSpFD_UE_rnd_Client(
    input_tuple: Record, lst_k: Sequence[int], d: int, epsilon: float, optimal: bool = True
) -> list[Any]:
    """Randomise one value of a record, drawn in secret, by unary encoding; fake data are encodings of uniform values.

    Parameters
    ----------
    input_tuple : sequence of int
        A value of each attribute.
    lst_k : sequence of int
        How many values each attribute has.
    d : int
        How many attributes there are.
    epsilon : float
        Privacy parameter of the whole record.
    optimal : bool
        Whether unary encoding is OUE or SUE.

    Returns
    -------
    list
        An entry for each attribute, one of which is true.

    Warns
    -----
    CorrectionWarning
        The other package spends more than epsilon.

    Examples
    --------
    >>> import warnings; warnings.simplefilter("ignore")
    >>> len(RSpFD_UE_rnd_Client([0, 3, 5], [2, 5, 10], 3, 1.0))
    3
    """
    require_record(input_tuple, lst_k, d)
    correct(CALIBRATION)
    return fake_data(lst_k, epsilon, "oue-r" if optimal else "sue-r").draw(input_tuple)


def RSpFD_UE_rnd_Aggregator_MI(
    reports_tuple: Reports, lst_k: Sequence[int], d: int, epsilon: float, optimal: bool = True
) -> Shares:
    """Shares of every attribute's values, none negative, adding up to 1.

    Parameters
    ----------
    reports_tuple : list
        What `RSpFD_UE_rnd_Client` of this module gave.
    lst_k, d, epsilon, optimal
        What it was given.

    Examples
    --------
    >>> import warnings; warnings.simplefilter("ignore")
    >>> reports = [RSpFD_UE_rnd_Client([0, 3], [4, 4], 2, 6.0) for _ in range(2000)]
    >>> [int(shares.argmax()) for shares in RSpFD_UE_rnd_Aggregator_MI(reports, [4, 4], 2, 6.0)]
    [0, 3]
    """
    if len(lst_k) != d:
        raise ValueError(f"d = {d} attributes need as many domain sizes, not {len(lst_k)}")
    correct(CALIBRATION)
    return fake_data(lst_k, epsilon, "oue-r" if optimal else "sue-r").shares(reports_tuple)


def RSpFD_ADP_Client(
    input_tuple: Record, lst_k: Sequence[int], d: int, epsilon: float, optimal: bool = True
) -> list[Any]:
    """Randomise one value of a record, drawn in secret, by GRR or UE-zero, whichever has the smaller variance.

    Parameters
    ----------
    input_tuple : sequence of int
        A value of each attribute.
    lst_k : sequence of int
        How many values each attribute has.
    d : int
        How many attributes there are.
    epsilon : float
        Privacy parameter of the whole record.
    optimal : bool
        Whether unary encoding is OUE or SUE.

    Returns
    -------
    list
        An entry for each attribute, one of which is true.

    Warns
    -----
    CorrectionWarning
        The other package spends more than epsilon.

    Examples
    --------
    >>> import warnings; warnings.simplefilter("ignore")
    >>> len(RSpFD_ADP_Client([0, 3, 5], [2, 5, 10], 3, 1.0))
    3
    """
    require_record(input_tuple, lst_k, d)
    correct(CALIBRATION)
    return fake_data(lst_k, epsilon, _adaptive(d, epsilon, optimal)).draw(input_tuple)


def RSpFD_ADP_Aggregator_MI(
    reports_tuple: Reports, lst_k: Sequence[int], d: int, epsilon: float, optimal: bool = True
) -> Shares:
    """Shares of every attribute's values, none negative, adding up to 1.

    Parameters
    ----------
    reports_tuple : list
        What `RSpFD_ADP_Client` of this module gave.
    lst_k, d, epsilon, optimal
        What it was given.

    Examples
    --------
    >>> import warnings; warnings.simplefilter("ignore")
    >>> reports = [RSpFD_ADP_Client([0, 3], [4, 4], 2, 6.0) for _ in range(2000)]
    >>> [int(shares.argmax()) for shares in RSpFD_ADP_Aggregator_MI(reports, [4, 4], 2, 6.0)]
    [0, 3]
    """
    if len(lst_k) != d:
        raise ValueError(f"d = {d} attributes need as many domain sizes, not {len(lst_k)}")
    correct(CALIBRATION)
    return fake_data(lst_k, epsilon, _adaptive(d, epsilon, optimal)).shares(reports_tuple)


def _adaptive(d: int, epsilon: float, optimal: bool) -> Callable[[int], str]:
    """The entry of an attribute with k values, by the variances of the local randomisers at epsilon."""
    half = exp(min(float(epsilon), 700) / 2)
    p, q = (0.5, 1 / (half**2 + 1)) if optimal else (half / (half + 1), 1 / (half + 1))

    def entry(k: int) -> str:
        truth = half**2 / (half**2 + k - 1)
        lie = 1 / (half**2 + k - 1)
        takes_grr = VAR_RSpFD_GRR(truth, lie, k, d) <= VAR_RSpFD_UE_zero(p, q, d)
        return "grr" if takes_grr else "oue-z" if optimal else "sue-z"

    return entry
