"""Several attributes, each reported with its part of epsilon: SPL."""

from collections.abc import Sequence
from typing import Any

from sourdine.compat._channels import Reports
from sourdine.compat._several import Record, Shares, columns_of, require_record, shares_of, split
from sourdine.compat.multi_freq_ldpy.pure_frequency_oracles.ADP import ADP_Aggregator_MI, ADP_Client
from sourdine.compat.multi_freq_ldpy.pure_frequency_oracles.GRR import GRR_Aggregator_MI, GRR_Client
from sourdine.compat.multi_freq_ldpy.pure_frequency_oracles.LH import LH_Aggregator_MI, LH_Client
from sourdine.compat.multi_freq_ldpy.pure_frequency_oracles.SS import SS_Aggregator_MI, SS_Client
from sourdine.compat.multi_freq_ldpy.pure_frequency_oracles.UE import UE_Aggregator_MI, UE_Client

__all__ = [
    "SPL_ADP_Aggregator_MI",
    "SPL_ADP_Client",
    "SPL_GRR_Aggregator_MI",
    "SPL_GRR_Client",
    "SPL_LH_Aggregator_MI",
    "SPL_LH_Client",
    "SPL_SS_Aggregator_MI",
    "SPL_SS_Client",
    "SPL_UE_Aggregator_MI",
    "SPL_UE_Client",
]


def SPL_GRR_Client(input_tuple: Record, lst_k: Sequence[int], d: int, epsilon: float) -> list[Any]:
    """Randomise every value of a record by generalised randomised response, with epsilon / d each.

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
        What `GRR_Client` gives, of each attribute.

    Examples
    --------
    >>> len(SPL_GRR_Client([0, 3, 5], [2, 5, 10], 3, 1.0))
    3
    """
    require_record(input_tuple, lst_k, d)
    part = split(epsilon, d)
    return [GRR_Client(value, k, part) for value, k in zip(input_tuple, lst_k, strict=True)]


def SPL_GRR_Aggregator_MI(reports_tuple: Reports, lst_k: Sequence[int], d: int, epsilon: float) -> Shares:
    """Shares of every attribute's values, none negative, adding up to 1.

    Parameters
    ----------
    reports_tuple : list
        What `SPL_GRR_Client` gave.
    lst_k, d, epsilon
        What it was given.

    Examples
    --------
    >>> reports = [SPL_GRR_Client([0, 3], [4, 4], 2, 8.0) for _ in range(500)]
    >>> [int(shares.argmax()) for shares in SPL_GRR_Aggregator_MI(reports, [4, 4], 2, 8.0)]
    [0, 3]
    """
    part = split(epsilon, d)
    found = columns_of(reports_tuple, d)
    return shares_of([GRR_Aggregator_MI(own, k, part) for own, k in zip(found, lst_k, strict=True)])


def SPL_UE_Client(input_tuple: Record, lst_k: Sequence[int], d: int, epsilon: float, optimal: bool = True) -> list[Any]:
    """Randomise every value of a record by unary encoding, with epsilon / d each.

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
        The optimised form of the oracle.

    Returns
    -------
    list
        What `UE_Client` gives, of each attribute.

    Examples
    --------
    >>> len(SPL_UE_Client([0, 3, 5], [2, 5, 10], 3, 1.0))
    3
    """
    require_record(input_tuple, lst_k, d)
    part = split(epsilon, d)
    return [UE_Client(value, k, part, optimal) for value, k in zip(input_tuple, lst_k, strict=True)]


def SPL_UE_Aggregator_MI(reports_tuple: Reports, d: int, epsilon: float, optimal: bool = True) -> Shares:
    """Shares of every attribute's values, none negative, adding up to 1.

    Parameters
    ----------
    reports_tuple : list
        What `SPL_UE_Client` gave.
    d, epsilon, optimal
        What it was given.

    Examples
    --------
    >>> reports = [SPL_UE_Client([0, 3], [4, 4], 2, 8.0) for _ in range(500)]
    >>> [int(shares.argmax()) for shares in SPL_UE_Aggregator_MI(reports, 2, 8.0)]
    [0, 3]
    """
    part = split(epsilon, d)
    found = columns_of(reports_tuple, d)
    return shares_of([UE_Aggregator_MI(own, part, optimal) for own in found])


def SPL_LH_Client(input_tuple: Record, lst_k: Sequence[int], d: int, epsilon: float, optimal: bool = True) -> list[Any]:
    """Randomise every value of a record by local hashing, with epsilon / d each.

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
        The optimised form of the oracle.

    Returns
    -------
    list
        What `LH_Client` gives, of each attribute.

    Examples
    --------
    >>> len(SPL_LH_Client([0, 3, 5], [2, 5, 10], 3, 1.0))
    3
    """
    require_record(input_tuple, lst_k, d)
    part = split(epsilon, d)
    return [LH_Client(value, k, part, optimal) for value, k in zip(input_tuple, lst_k, strict=True)]


def SPL_LH_Aggregator_MI(
    reports_tuple: Reports, lst_k: Sequence[int], d: int, epsilon: float, optimal: bool = True
) -> Shares:
    """Shares of every attribute's values, none negative, adding up to 1.

    Parameters
    ----------
    reports_tuple : list
        What `SPL_LH_Client` gave.
    lst_k, d, epsilon, optimal
        What it was given.

    Examples
    --------
    >>> reports = [SPL_LH_Client([0, 3], [4, 4], 2, 8.0) for _ in range(500)]
    >>> [int(shares.argmax()) for shares in SPL_LH_Aggregator_MI(reports, [4, 4], 2, 8.0)]
    [0, 3]
    """
    part = split(epsilon, d)
    found = columns_of(reports_tuple, d)
    return shares_of([LH_Aggregator_MI(own, k, part, optimal) for own, k in zip(found, lst_k, strict=True)])


def SPL_SS_Client(input_tuple: Record, lst_k: Sequence[int], d: int, epsilon: float) -> list[Any]:
    """Randomise every value of a record by subset selection, with epsilon / d each.

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
        What `SS_Client` gives, of each attribute.

    Examples
    --------
    >>> len(SPL_SS_Client([0, 3, 5], [2, 5, 10], 3, 1.0))
    3
    """
    require_record(input_tuple, lst_k, d)
    part = split(epsilon, d)
    return [SS_Client(value, k, part) for value, k in zip(input_tuple, lst_k, strict=True)]


def SPL_SS_Aggregator_MI(reports_tuple: Reports, lst_k: Sequence[int], d: int, epsilon: float) -> Shares:
    """Shares of every attribute's values, none negative, adding up to 1.

    Parameters
    ----------
    reports_tuple : list
        What `SPL_SS_Client` gave.
    lst_k, d, epsilon
        What it was given.

    Examples
    --------
    >>> reports = [SPL_SS_Client([0, 3], [4, 4], 2, 8.0) for _ in range(500)]
    >>> [int(shares.argmax()) for shares in SPL_SS_Aggregator_MI(reports, [4, 4], 2, 8.0)]
    [0, 3]
    """
    part = split(epsilon, d)
    found = columns_of(reports_tuple, d)
    return shares_of([SS_Aggregator_MI(own, k, part) for own, k in zip(found, lst_k, strict=True)])


def SPL_ADP_Client(
    input_tuple: Record, lst_k: Sequence[int], d: int, epsilon: float, optimal: bool = True
) -> list[Any]:
    """Randomise every value of a record by GRR or UE, whichever has the smaller variance, with epsilon / d each.

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
        The optimised form of the oracle.

    Returns
    -------
    list
        What `ADP_Client` gives, of each attribute.

    Examples
    --------
    >>> len(SPL_ADP_Client([0, 3, 5], [2, 5, 10], 3, 1.0))
    3
    """
    require_record(input_tuple, lst_k, d)
    part = split(epsilon, d)
    return [ADP_Client(value, k, part, optimal) for value, k in zip(input_tuple, lst_k, strict=True)]


def SPL_ADP_Aggregator_MI(
    reports_tuple: Reports, lst_k: Sequence[int], d: int, epsilon: float, optimal: bool = True
) -> Shares:
    """Shares of every attribute's values, none negative, adding up to 1.

    Parameters
    ----------
    reports_tuple : list
        What `SPL_ADP_Client` gave.
    lst_k, d, epsilon, optimal
        What it was given.

    Examples
    --------
    >>> reports = [SPL_ADP_Client([0, 3], [4, 4], 2, 8.0) for _ in range(500)]
    >>> [int(shares.argmax()) for shares in SPL_ADP_Aggregator_MI(reports, [4, 4], 2, 8.0)]
    [0, 3]
    """
    part = split(epsilon, d)
    found = columns_of(reports_tuple, d)
    return shares_of([ADP_Aggregator_MI(own, k, part, optimal) for own, k in zip(found, lst_k, strict=True)])
