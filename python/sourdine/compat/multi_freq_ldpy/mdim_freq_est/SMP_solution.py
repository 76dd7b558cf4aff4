"""Several attributes, one of which is drawn and reported: SMP."""

from collections.abc import Sequence
from typing import Any

from sourdine.compat._channels import Reports
from sourdine.compat._several import Record, Shares, by_attribute, draw_attribute, require_record, shares_of
from sourdine.compat.multi_freq_ldpy.pure_frequency_oracles.ADP import ADP_Aggregator_MI, ADP_Client
from sourdine.compat.multi_freq_ldpy.pure_frequency_oracles.GRR import GRR_Aggregator_MI, GRR_Client
from sourdine.compat.multi_freq_ldpy.pure_frequency_oracles.LH import LH_Aggregator_MI, LH_Client
from sourdine.compat.multi_freq_ldpy.pure_frequency_oracles.SS import SS_Aggregator_MI, SS_Client
from sourdine.compat.multi_freq_ldpy.pure_frequency_oracles.UE import UE_Aggregator_MI, UE_Client

__all__ = [
    "SMP_ADP_Aggregator_MI",
    "SMP_ADP_Client",
    "SMP_GRR_Aggregator_MI",
    "SMP_GRR_Client",
    "SMP_LH_Aggregator_MI",
    "SMP_LH_Client",
    "SMP_SS_Aggregator_MI",
    "SMP_SS_Client",
    "SMP_UE_Aggregator_MI",
    "SMP_UE_Client",
]


def SMP_GRR_Client(input_tuple: Record, lst_k: Sequence[int], d: int, epsilon: float) -> tuple[int, Any]:
    """Draw an attribute of a record, and randomise its value by generalised randomised response.

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
    (int, report)
        The attribute's number, and what `GRR_Client` gives.

    Examples
    --------
    >>> attribute, report = SMP_GRR_Client([0, 3, 5], [2, 5, 10], 3, 1.0)
    >>> 0 <= attribute < 3
    True
    """
    require_record(input_tuple, lst_k, d)
    drawn = draw_attribute(d)
    return drawn, GRR_Client(input_tuple[drawn], lst_k[drawn], epsilon)


def SMP_GRR_Aggregator_MI(reports_tuple: Reports, lst_k: Sequence[int], d: int, epsilon: float) -> Shares:
    """Shares of every attribute's values, none negative, adding up to 1.

    Parameters
    ----------
    reports_tuple : list
        What `SMP_GRR_Client` gave.
    lst_k, d, epsilon
        What it was given.

    Examples
    --------
    >>> reports = [SMP_GRR_Client([0, 3], [4, 4], 2, 4.0) for _ in range(1000)]
    >>> [int(shares.argmax()) for shares in SMP_GRR_Aggregator_MI(reports, [4, 4], 2, 4.0)]
    [0, 3]
    """
    found = by_attribute(reports_tuple, d)
    return shares_of([GRR_Aggregator_MI(own, k, epsilon) for own, k in zip(found, lst_k, strict=True)])


def SMP_UE_Client(
    input_tuple: Record, lst_k: Sequence[int], d: int, epsilon: float, optimal: bool = True
) -> tuple[int, Any]:
    """Draw an attribute of a record, and randomise its value by unary encoding.

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
    (int, report)
        The attribute's number, and what `UE_Client` gives.

    Examples
    --------
    >>> attribute, report = SMP_UE_Client([0, 3, 5], [2, 5, 10], 3, 1.0)
    >>> 0 <= attribute < 3
    True
    """
    require_record(input_tuple, lst_k, d)
    drawn = draw_attribute(d)
    return drawn, UE_Client(input_tuple[drawn], lst_k[drawn], epsilon, optimal)


def SMP_UE_Aggregator_MI(reports_tuple: Reports, d: int, epsilon: float, optimal: bool = True) -> Shares:
    """Shares of every attribute's values, none negative, adding up to 1.

    Parameters
    ----------
    reports_tuple : list
        What `SMP_UE_Client` gave.
    d, epsilon, optimal
        What it was given.

    Examples
    --------
    >>> reports = [SMP_UE_Client([0, 3], [4, 4], 2, 4.0) for _ in range(1000)]
    >>> [int(shares.argmax()) for shares in SMP_UE_Aggregator_MI(reports, 2, 4.0)]
    [0, 3]
    """
    found = by_attribute(reports_tuple, d)
    return shares_of([UE_Aggregator_MI(own, epsilon, optimal) for own in found])


def SMP_LH_Client(
    input_tuple: Record, lst_k: Sequence[int], d: int, epsilon: float, optimal: bool = True
) -> tuple[int, Any]:
    """Draw an attribute of a record, and randomise its value by local hashing.

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
    (int, report)
        The attribute's number, and what `LH_Client` gives.

    Examples
    --------
    >>> attribute, report = SMP_LH_Client([0, 3, 5], [2, 5, 10], 3, 1.0)
    >>> 0 <= attribute < 3
    True
    """
    require_record(input_tuple, lst_k, d)
    drawn = draw_attribute(d)
    return drawn, LH_Client(input_tuple[drawn], lst_k[drawn], epsilon, optimal)


def SMP_LH_Aggregator_MI(
    reports_tuple: Reports, lst_k: Sequence[int], d: int, epsilon: float, optimal: bool = True
) -> Shares:
    """Shares of every attribute's values, none negative, adding up to 1.

    Parameters
    ----------
    reports_tuple : list
        What `SMP_LH_Client` gave.
    lst_k, d, epsilon, optimal
        What it was given.

    Examples
    --------
    >>> reports = [SMP_LH_Client([0, 3], [4, 4], 2, 4.0) for _ in range(1000)]
    >>> [int(shares.argmax()) for shares in SMP_LH_Aggregator_MI(reports, [4, 4], 2, 4.0)]
    [0, 3]
    """
    found = by_attribute(reports_tuple, d)
    return shares_of([LH_Aggregator_MI(own, k, epsilon, optimal) for own, k in zip(found, lst_k, strict=True)])


def SMP_SS_Client(input_tuple: Record, lst_k: Sequence[int], d: int, epsilon: float) -> tuple[int, Any]:
    """Draw an attribute of a record, and randomise its value by subset selection.

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
    (int, report)
        The attribute's number, and what `SS_Client` gives.

    Examples
    --------
    >>> attribute, report = SMP_SS_Client([0, 3, 5], [2, 5, 10], 3, 1.0)
    >>> 0 <= attribute < 3
    True
    """
    require_record(input_tuple, lst_k, d)
    drawn = draw_attribute(d)
    return drawn, SS_Client(input_tuple[drawn], lst_k[drawn], epsilon)


def SMP_SS_Aggregator_MI(reports_tuple: Reports, lst_k: Sequence[int], d: int, epsilon: float) -> Shares:
    """Shares of every attribute's values, none negative, adding up to 1.

    Parameters
    ----------
    reports_tuple : list
        What `SMP_SS_Client` gave.
    lst_k, d, epsilon
        What it was given.

    Examples
    --------
    >>> reports = [SMP_SS_Client([0, 3], [4, 4], 2, 4.0) for _ in range(1000)]
    >>> [int(shares.argmax()) for shares in SMP_SS_Aggregator_MI(reports, [4, 4], 2, 4.0)]
    [0, 3]
    """
    found = by_attribute(reports_tuple, d)
    return shares_of([SS_Aggregator_MI(own, k, epsilon) for own, k in zip(found, lst_k, strict=True)])


def SMP_ADP_Client(
    input_tuple: Record, lst_k: Sequence[int], d: int, epsilon: float, optimal: bool = True
) -> tuple[int, Any]:
    """Draw an attribute of a record, and randomise its value by GRR or UE, whichever has the smaller variance.

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
    (int, report)
        The attribute's number, and what `ADP_Client` gives.

    Examples
    --------
    >>> attribute, report = SMP_ADP_Client([0, 3, 5], [2, 5, 10], 3, 1.0)
    >>> 0 <= attribute < 3
    True
    """
    require_record(input_tuple, lst_k, d)
    drawn = draw_attribute(d)
    return drawn, ADP_Client(input_tuple[drawn], lst_k[drawn], epsilon, optimal)


def SMP_ADP_Aggregator_MI(
    reports_tuple: Reports, lst_k: Sequence[int], d: int, epsilon: float, optimal: bool = True
) -> Shares:
    """Shares of every attribute's values, none negative, adding up to 1.

    Parameters
    ----------
    reports_tuple : list
        What `SMP_ADP_Client` gave.
    lst_k, d, epsilon, optimal
        What it was given.

    Examples
    --------
    >>> reports = [SMP_ADP_Client([0, 3], [4, 4], 2, 4.0) for _ in range(1000)]
    >>> [int(shares.argmax()) for shares in SMP_ADP_Aggregator_MI(reports, [4, 4], 2, 4.0)]
    [0, 3]
    """
    found = by_attribute(reports_tuple, d)
    return shares_of([ADP_Aggregator_MI(own, k, epsilon, optimal) for own, k in zip(found, lst_k, strict=True)])
