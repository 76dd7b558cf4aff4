"""Several attributes again and again, one of which is drawn and reported: SMP."""

from collections.abc import Sequence
from typing import Any

from sourdine.compat._channels import Reports
from sourdine.compat._several import Record, Shares, by_attribute, draw_attribute, require_record, shares_of
from sourdine.compat.multi_freq_ldpy.long_freq_est.L_ADP import L_ADP_Aggregator_MI, L_ADP_Client
from sourdine.compat.multi_freq_ldpy.long_freq_est.L_GRR import L_GRR_Aggregator_MI, L_GRR_Client
from sourdine.compat.multi_freq_ldpy.long_freq_est.L_OSUE import L_OSUE_Aggregator_MI, L_OSUE_Client
from sourdine.compat.multi_freq_ldpy.long_freq_est.L_OUE import L_OUE_Aggregator_MI, L_OUE_Client
from sourdine.compat.multi_freq_ldpy.long_freq_est.L_SOUE import L_SOUE_Aggregator_MI, L_SOUE_Client
from sourdine.compat.multi_freq_ldpy.long_freq_est.L_SUE import L_SUE_Aggregator_MI, L_SUE_Client
from sourdine.compat.multi_freq_ldpy.long_freq_est.dBitFlipPM import dBitFlipPM_Aggregator_MI, dBitFlipPM_Client

__all__ = [
    "SMP_L_ADP_Aggregator_MI",
    "SMP_L_ADP_Client",
    "SMP_L_GRR_Aggregator_MI",
    "SMP_L_GRR_Client",
    "SMP_L_OSUE_Aggregator_MI",
    "SMP_L_OSUE_Client",
    "SMP_L_OUE_Aggregator_MI",
    "SMP_L_OUE_Client",
    "SMP_L_SOUE_Aggregator_MI",
    "SMP_L_SOUE_Client",
    "SMP_L_SUE_Aggregator_MI",
    "SMP_L_SUE_Client",
    "SMP_dBitFlipPM_Aggregator_MI",
    "SMP_dBitFlipPM_Client",
]


def SMP_L_GRR_Client(
    input_tuple: Record, lst_k: Sequence[int], d: int, eps_perm: float, eps_1: float
) -> tuple[int, Any]:
    """Draw an attribute of a record, and randomise its value.

    Parameters
    ----------
    input_tuple : sequence of int
        A value of each attribute.
    lst_k : sequence of int
        How many values each attribute has.
    d : int
        How many attributes there are.
    eps_perm, eps_1 : float
        What all reports of a person tell together, and one.

    Returns
    -------
    (int, report)
        The attribute's number, and what `L_GRR_Client` gives.

    Examples
    --------
    >>> import warnings; warnings.simplefilter("ignore")
    >>> len(SMP_L_GRR_Client([0, 3, 5], [2, 5, 10], 3, 2.0, 0.5))
    2
    """
    require_record(input_tuple, lst_k, d)
    drawn = draw_attribute(d)
    return drawn, L_GRR_Client(input_tuple[drawn], lst_k[drawn], eps_perm, eps_1)


def SMP_L_GRR_Aggregator_MI(
    reports_tuple: Reports, lst_k: Sequence[int], d: int, eps_perm: float, eps_1: float
) -> Shares:
    """Shares of every attribute's values, none negative, adding up to 1.

    Parameters
    ----------
    reports_tuple : list
        What `SMP_L_GRR_Client` gave.
    lst_k, d, eps_perm, eps_1
        What it was given.

    Examples
    --------
    >>> import warnings; warnings.simplefilter("ignore")
    >>> reports = [SMP_L_GRR_Client([0, 3], [4, 4], 2, 12.0, 6.0) for _ in range(1000)]
    >>> [int(shares.argmax()) for shares in SMP_L_GRR_Aggregator_MI(reports, [4, 4], 2, 12.0, 6.0)]
    [0, 3]
    """
    found = by_attribute(reports_tuple, d)
    return shares_of([L_GRR_Aggregator_MI(own, k, eps_perm, eps_1) for own, k in zip(found, lst_k, strict=True)])


def SMP_L_OUE_Client(
    input_tuple: Record, lst_k: Sequence[int], d: int, eps_perm: float, eps_1: float
) -> tuple[int, Any]:
    """Draw an attribute of a record, and randomise its value.

    Parameters
    ----------
    input_tuple : sequence of int
        A value of each attribute.
    lst_k : sequence of int
        How many values each attribute has.
    d : int
        How many attributes there are.
    eps_perm, eps_1 : float
        What all reports of a person tell together, and one.

    Returns
    -------
    (int, report)
        The attribute's number, and what `L_OUE_Client` gives.

    Examples
    --------
    >>> import warnings; warnings.simplefilter("ignore")
    >>> len(SMP_L_OUE_Client([0, 3, 5], [2, 5, 10], 3, 2.0, 0.5))
    2
    """
    require_record(input_tuple, lst_k, d)
    drawn = draw_attribute(d)
    return drawn, L_OUE_Client(input_tuple[drawn], lst_k[drawn], eps_perm, eps_1)


def SMP_L_OUE_Aggregator_MI(reports_ue_tuple: Reports, d: int, eps_perm: float, eps_1: float) -> Shares:
    """Shares of every attribute's values, none negative, adding up to 1.

    Parameters
    ----------
    reports_ue_tuple : list
        What `SMP_L_OUE_Client` gave.
    d, eps_perm, eps_1
        What it was given.

    Examples
    --------
    >>> import warnings; warnings.simplefilter("ignore")
    >>> reports = [SMP_L_OUE_Client([0, 3], [4, 4], 2, 12.0, 6.0) for _ in range(1000)]
    >>> [int(shares.argmax()) for shares in SMP_L_OUE_Aggregator_MI(reports, 2, 12.0, 6.0)]
    [0, 3]
    """
    found = by_attribute(reports_ue_tuple, d)
    return shares_of([L_OUE_Aggregator_MI(own, eps_perm, eps_1) for own in found])


def SMP_L_OSUE_Client(
    input_tuple: Record, lst_k: Sequence[int], d: int, eps_perm: float, eps_1: float
) -> tuple[int, Any]:
    """Draw an attribute of a record, and randomise its value.

    Parameters
    ----------
    input_tuple : sequence of int
        A value of each attribute.
    lst_k : sequence of int
        How many values each attribute has.
    d : int
        How many attributes there are.
    eps_perm, eps_1 : float
        What all reports of a person tell together, and one.

    Returns
    -------
    (int, report)
        The attribute's number, and what `L_OSUE_Client` gives.

    Examples
    --------
    >>> import warnings; warnings.simplefilter("ignore")
    >>> len(SMP_L_OSUE_Client([0, 3, 5], [2, 5, 10], 3, 2.0, 0.5))
    2
    """
    require_record(input_tuple, lst_k, d)
    drawn = draw_attribute(d)
    return drawn, L_OSUE_Client(input_tuple[drawn], lst_k[drawn], eps_perm, eps_1)


def SMP_L_OSUE_Aggregator_MI(reports_ue_tuple: Reports, d: int, eps_perm: float, eps_1: float) -> Shares:
    """Shares of every attribute's values, none negative, adding up to 1.

    Parameters
    ----------
    reports_ue_tuple : list
        What `SMP_L_OSUE_Client` gave.
    d, eps_perm, eps_1
        What it was given.

    Examples
    --------
    >>> import warnings; warnings.simplefilter("ignore")
    >>> reports = [SMP_L_OSUE_Client([0, 3], [4, 4], 2, 12.0, 6.0) for _ in range(1000)]
    >>> [int(shares.argmax()) for shares in SMP_L_OSUE_Aggregator_MI(reports, 2, 12.0, 6.0)]
    [0, 3]
    """
    found = by_attribute(reports_ue_tuple, d)
    return shares_of([L_OSUE_Aggregator_MI(own, eps_perm, eps_1) for own in found])


def SMP_L_SUE_Client(
    input_tuple: Record, lst_k: Sequence[int], d: int, eps_perm: float, eps_1: float
) -> tuple[int, Any]:
    """Draw an attribute of a record, and randomise its value.

    Parameters
    ----------
    input_tuple : sequence of int
        A value of each attribute.
    lst_k : sequence of int
        How many values each attribute has.
    d : int
        How many attributes there are.
    eps_perm, eps_1 : float
        What all reports of a person tell together, and one.

    Returns
    -------
    (int, report)
        The attribute's number, and what `L_SUE_Client` gives.

    Examples
    --------
    >>> import warnings; warnings.simplefilter("ignore")
    >>> len(SMP_L_SUE_Client([0, 3, 5], [2, 5, 10], 3, 2.0, 0.5))
    2
    """
    require_record(input_tuple, lst_k, d)
    drawn = draw_attribute(d)
    return drawn, L_SUE_Client(input_tuple[drawn], lst_k[drawn], eps_perm, eps_1)


def SMP_L_SUE_Aggregator_MI(reports_ue_tuple: Reports, d: int, eps_perm: float, eps_1: float) -> Shares:
    """Shares of every attribute's values, none negative, adding up to 1.

    Parameters
    ----------
    reports_ue_tuple : list
        What `SMP_L_SUE_Client` gave.
    d, eps_perm, eps_1
        What it was given.

    Examples
    --------
    >>> import warnings; warnings.simplefilter("ignore")
    >>> reports = [SMP_L_SUE_Client([0, 3], [4, 4], 2, 12.0, 6.0) for _ in range(1000)]
    >>> [int(shares.argmax()) for shares in SMP_L_SUE_Aggregator_MI(reports, 2, 12.0, 6.0)]
    [0, 3]
    """
    found = by_attribute(reports_ue_tuple, d)
    return shares_of([L_SUE_Aggregator_MI(own, eps_perm, eps_1) for own in found])


def SMP_L_SOUE_Client(
    input_tuple: Record, lst_k: Sequence[int], d: int, eps_perm: float, eps_1: float
) -> tuple[int, Any]:
    """Draw an attribute of a record, and randomise its value.

    Parameters
    ----------
    input_tuple : sequence of int
        A value of each attribute.
    lst_k : sequence of int
        How many values each attribute has.
    d : int
        How many attributes there are.
    eps_perm, eps_1 : float
        What all reports of a person tell together, and one.

    Returns
    -------
    (int, report)
        The attribute's number, and what `L_SOUE_Client` gives.

    Examples
    --------
    >>> import warnings; warnings.simplefilter("ignore")
    >>> len(SMP_L_SOUE_Client([0, 3, 5], [2, 5, 10], 3, 2.0, 0.5))
    2
    """
    require_record(input_tuple, lst_k, d)
    drawn = draw_attribute(d)
    return drawn, L_SOUE_Client(input_tuple[drawn], lst_k[drawn], eps_perm, eps_1)


def SMP_L_SOUE_Aggregator_MI(reports_ue_tuple: Reports, d: int, eps_perm: float, eps_1: float) -> Shares:
    """Shares of every attribute's values, none negative, adding up to 1.

    Parameters
    ----------
    reports_ue_tuple : list
        What `SMP_L_SOUE_Client` gave.
    d, eps_perm, eps_1
        What it was given.

    Examples
    --------
    >>> import warnings; warnings.simplefilter("ignore")
    >>> reports = [SMP_L_SOUE_Client([0, 3], [4, 4], 2, 12.0, 6.0) for _ in range(1000)]
    >>> [int(shares.argmax()) for shares in SMP_L_SOUE_Aggregator_MI(reports, 2, 12.0, 6.0)]
    [0, 3]
    """
    found = by_attribute(reports_ue_tuple, d)
    return shares_of([L_SOUE_Aggregator_MI(own, eps_perm, eps_1) for own in found])


def SMP_L_ADP_Client(
    input_tuple: Record, lst_k: Sequence[int], d: int, eps_perm: float, eps_1: float
) -> tuple[int, Any]:
    """Draw an attribute of a record, and randomise its value.

    Parameters
    ----------
    input_tuple : sequence of int
        A value of each attribute.
    lst_k : sequence of int
        How many values each attribute has.
    d : int
        How many attributes there are.
    eps_perm, eps_1 : float
        What all reports of a person tell together, and one.

    Returns
    -------
    (int, report)
        The attribute's number, and what `L_ADP_Client` gives.

    Examples
    --------
    >>> import warnings; warnings.simplefilter("ignore")
    >>> len(SMP_L_ADP_Client([0, 3, 5], [2, 5, 10], 3, 2.0, 0.5))
    2
    """
    require_record(input_tuple, lst_k, d)
    drawn = draw_attribute(d)
    return drawn, L_ADP_Client(input_tuple[drawn], lst_k[drawn], eps_perm, eps_1)


def SMP_L_ADP_Aggregator_MI(
    reports_ue_tuple: Reports, lst_k: Sequence[int], d: int, eps_perm: float, eps_1: float
) -> Shares:
    """Shares of every attribute's values, none negative, adding up to 1.

    Parameters
    ----------
    reports_ue_tuple : list
        What `SMP_L_ADP_Client` gave.
    lst_k, d, eps_perm, eps_1
        What it was given.

    Examples
    --------
    >>> import warnings; warnings.simplefilter("ignore")
    >>> reports = [SMP_L_ADP_Client([0, 3], [4, 4], 2, 12.0, 6.0) for _ in range(1000)]
    >>> [int(shares.argmax()) for shares in SMP_L_ADP_Aggregator_MI(reports, [4, 4], 2, 12.0, 6.0)]
    [0, 3]
    """
    found = by_attribute(reports_ue_tuple, d)
    return shares_of([L_ADP_Aggregator_MI(own, k, eps_perm, eps_1) for own, k in zip(found, lst_k, strict=True)])


def SMP_dBitFlipPM_Client(
    input_tuple: Record, lst_k: Sequence[int], lst_b: Sequence[int], d_bits: int, d: int, eps_perm: float
) -> tuple[int, Any]:
    """Draw an attribute of a record, and sample and randomise bits of its value.

    Parameters
    ----------
    input_tuple : sequence of int
        A value of each attribute.
    lst_k, lst_b : sequence of int
        How many values and how many buckets each attribute has.
    d_bits : int
        How many buckets are sampled.
    d : int
        How many attributes there are.
    eps_perm : float
        What all reports of a person about one pattern tell.

    Examples
    --------
    >>> import warnings; warnings.simplefilter("ignore")
    >>> len(SMP_dBitFlipPM_Client([0, 3, 5], [2, 5, 10], [2, 3, 5], 2, 3, 2.0))
    2
    """
    require_record(input_tuple, lst_k, d)
    require_record(input_tuple, lst_b, d)
    drawn = draw_attribute(d)
    return drawn, dBitFlipPM_Client(input_tuple[drawn], lst_k[drawn], lst_b[drawn], d_bits, eps_perm)


def SMP_dBitFlipPM_Aggregator_MI(
    reports_ue_tuple: Reports, lst_b: Sequence[int], d_bits: int, d: int, eps_perm: float
) -> Shares:
    """Shares of every attribute's buckets, none negative, adding up to 1.

    Parameters
    ----------
    reports_ue_tuple : list
        What `SMP_dBitFlipPM_Client` gave.
    lst_b, d_bits, d, eps_perm
        What it was given.

    Examples
    --------
    >>> import warnings; warnings.simplefilter("ignore")
    >>> reports = [SMP_dBitFlipPM_Client([0, 3], [4, 4], [4, 4], 2, 2, 8.0) for _ in range(2000)]
    >>> [int(shares.argmax()) for shares in SMP_dBitFlipPM_Aggregator_MI(reports, [4, 4], 2, 2, 8.0)]
    [0, 3]
    """
    found = by_attribute(reports_ue_tuple, d)
    return shares_of([dBitFlipPM_Aggregator_MI(own, b, d_bits, eps_perm) for own, b in zip(found, lst_b, strict=True)])
