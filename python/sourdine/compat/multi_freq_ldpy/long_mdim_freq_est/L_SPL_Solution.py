"""Several attributes again and again, each with its part of epsilon: SPL."""

from collections.abc import Sequence
from typing import Any

from sourdine.compat._channels import Reports
from sourdine.compat._several import Record, Shares, columns_of, require_record, shares_of, split
from sourdine.compat.multi_freq_ldpy.long_freq_est.L_ADP import L_ADP_Aggregator_MI, L_ADP_Client
from sourdine.compat.multi_freq_ldpy.long_freq_est.L_GRR import L_GRR_Aggregator_MI, L_GRR_Client
from sourdine.compat.multi_freq_ldpy.long_freq_est.L_OSUE import L_OSUE_Aggregator_MI, L_OSUE_Client
from sourdine.compat.multi_freq_ldpy.long_freq_est.L_OUE import L_OUE_Aggregator_MI, L_OUE_Client
from sourdine.compat.multi_freq_ldpy.long_freq_est.L_SOUE import L_SOUE_Aggregator_MI, L_SOUE_Client
from sourdine.compat.multi_freq_ldpy.long_freq_est.L_SUE import L_SUE_Aggregator_MI, L_SUE_Client
from sourdine.compat.multi_freq_ldpy.long_freq_est.dBitFlipPM import dBitFlipPM_Aggregator_MI, dBitFlipPM_Client

__all__ = [
    "SPL_L_ADP_Aggregator_MI",
    "SPL_L_ADP_Client",
    "SPL_L_GRR_Aggregator_MI",
    "SPL_L_GRR_Client",
    "SPL_L_OSUE_Aggregator_MI",
    "SPL_L_OSUE_Client",
    "SPL_L_OUE_Aggregator_MI",
    "SPL_L_OUE_Client",
    "SPL_L_SOUE_Aggregator_MI",
    "SPL_L_SOUE_Client",
    "SPL_L_SUE_Aggregator_MI",
    "SPL_L_SUE_Client",
    "SPL_dBitFlipPM_Aggregator_MI",
    "SPL_dBitFlipPM_Client",
]


def SPL_L_GRR_Client(input_tuple: Record, lst_k: Sequence[int], d: int, eps_perm: float, eps_1: float) -> list[Any]:
    """Randomise every value of a record, with eps_perm / d and eps_1 / d each.

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
    list
        What `L_GRR_Client` gives, of each attribute.

    Examples
    --------
    >>> import warnings; warnings.simplefilter("ignore")
    >>> len(SPL_L_GRR_Client([0, 3, 5], [2, 5, 10], 3, 2.0, 0.5))
    3
    """
    require_record(input_tuple, lst_k, d)
    every, one = split(eps_perm, d), split(eps_1, d)
    return [L_GRR_Client(value, k, every, one) for value, k in zip(input_tuple, lst_k, strict=True)]


def SPL_L_GRR_Aggregator_MI(
    reports_tuple: Reports, lst_k: Sequence[int], d: int, eps_perm: float, eps_1: float
) -> Shares:
    """Shares of every attribute's values, none negative, adding up to 1.

    Parameters
    ----------
    reports_tuple : list
        What `SPL_L_GRR_Client` gave.
    lst_k, d, eps_perm, eps_1
        What it was given.

    Examples
    --------
    >>> import warnings; warnings.simplefilter("ignore")
    >>> reports = [SPL_L_GRR_Client([0, 3], [4, 4], 2, 12.0, 6.0) for _ in range(1000)]
    >>> [int(shares.argmax()) for shares in SPL_L_GRR_Aggregator_MI(reports, [4, 4], 2, 12.0, 6.0)]
    [0, 3]
    """
    every, one = split(eps_perm, d), split(eps_1, d)
    found = columns_of(reports_tuple, d)
    return shares_of([L_GRR_Aggregator_MI(own, k, every, one) for own, k in zip(found, lst_k, strict=True)])


def SPL_L_OUE_Client(input_tuple: Record, lst_k: Sequence[int], d: int, eps_perm: float, eps_1: float) -> list[Any]:
    """Randomise every value of a record, with eps_perm / d and eps_1 / d each.

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
    list
        What `L_OUE_Client` gives, of each attribute.

    Examples
    --------
    >>> import warnings; warnings.simplefilter("ignore")
    >>> len(SPL_L_OUE_Client([0, 3, 5], [2, 5, 10], 3, 2.0, 0.5))
    3
    """
    require_record(input_tuple, lst_k, d)
    every, one = split(eps_perm, d), split(eps_1, d)
    return [L_OUE_Client(value, k, every, one) for value, k in zip(input_tuple, lst_k, strict=True)]


def SPL_L_OUE_Aggregator_MI(reports_tuple: Reports, d: int, eps_perm: float, eps_1: float) -> Shares:
    """Shares of every attribute's values, none negative, adding up to 1.

    Parameters
    ----------
    reports_tuple : list
        What `SPL_L_OUE_Client` gave.
    d, eps_perm, eps_1
        What it was given.

    Examples
    --------
    >>> import warnings; warnings.simplefilter("ignore")
    >>> reports = [SPL_L_OUE_Client([0, 3], [4, 4], 2, 12.0, 6.0) for _ in range(1000)]
    >>> [int(shares.argmax()) for shares in SPL_L_OUE_Aggregator_MI(reports, 2, 12.0, 6.0)]
    [0, 3]
    """
    every, one = split(eps_perm, d), split(eps_1, d)
    found = columns_of(reports_tuple, d)
    return shares_of([L_OUE_Aggregator_MI(own, every, one) for own in found])


def SPL_L_OSUE_Client(input_tuple: Record, lst_k: Sequence[int], d: int, eps_perm: float, eps_1: float) -> list[Any]:
    """Randomise every value of a record, with eps_perm / d and eps_1 / d each.

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
    list
        What `L_OSUE_Client` gives, of each attribute.

    Examples
    --------
    >>> import warnings; warnings.simplefilter("ignore")
    >>> len(SPL_L_OSUE_Client([0, 3, 5], [2, 5, 10], 3, 2.0, 0.5))
    3
    """
    require_record(input_tuple, lst_k, d)
    every, one = split(eps_perm, d), split(eps_1, d)
    return [L_OSUE_Client(value, k, every, one) for value, k in zip(input_tuple, lst_k, strict=True)]


def SPL_L_OSUE_Aggregator_MI(reports_tuple: Reports, d: int, eps_perm: float, eps_1: float) -> Shares:
    """Shares of every attribute's values, none negative, adding up to 1.

    Parameters
    ----------
    reports_tuple : list
        What `SPL_L_OSUE_Client` gave.
    d, eps_perm, eps_1
        What it was given.

    Examples
    --------
    >>> import warnings; warnings.simplefilter("ignore")
    >>> reports = [SPL_L_OSUE_Client([0, 3], [4, 4], 2, 12.0, 6.0) for _ in range(1000)]
    >>> [int(shares.argmax()) for shares in SPL_L_OSUE_Aggregator_MI(reports, 2, 12.0, 6.0)]
    [0, 3]
    """
    every, one = split(eps_perm, d), split(eps_1, d)
    found = columns_of(reports_tuple, d)
    return shares_of([L_OSUE_Aggregator_MI(own, every, one) for own in found])


def SPL_L_SUE_Client(input_tuple: Record, lst_k: Sequence[int], d: int, eps_perm: float, eps_1: float) -> list[Any]:
    """Randomise every value of a record, with eps_perm / d and eps_1 / d each.

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
    list
        What `L_SUE_Client` gives, of each attribute.

    Examples
    --------
    >>> import warnings; warnings.simplefilter("ignore")
    >>> len(SPL_L_SUE_Client([0, 3, 5], [2, 5, 10], 3, 2.0, 0.5))
    3
    """
    require_record(input_tuple, lst_k, d)
    every, one = split(eps_perm, d), split(eps_1, d)
    return [L_SUE_Client(value, k, every, one) for value, k in zip(input_tuple, lst_k, strict=True)]


def SPL_L_SUE_Aggregator_MI(reports_tuple: Reports, d: int, eps_perm: float, eps_1: float) -> Shares:
    """Shares of every attribute's values, none negative, adding up to 1.

    Parameters
    ----------
    reports_tuple : list
        What `SPL_L_SUE_Client` gave.
    d, eps_perm, eps_1
        What it was given.

    Examples
    --------
    >>> import warnings; warnings.simplefilter("ignore")
    >>> reports = [SPL_L_SUE_Client([0, 3], [4, 4], 2, 12.0, 6.0) for _ in range(1000)]
    >>> [int(shares.argmax()) for shares in SPL_L_SUE_Aggregator_MI(reports, 2, 12.0, 6.0)]
    [0, 3]
    """
    every, one = split(eps_perm, d), split(eps_1, d)
    found = columns_of(reports_tuple, d)
    return shares_of([L_SUE_Aggregator_MI(own, every, one) for own in found])


def SPL_L_SOUE_Client(input_tuple: Record, lst_k: Sequence[int], d: int, eps_perm: float, eps_1: float) -> list[Any]:
    """Randomise every value of a record, with eps_perm / d and eps_1 / d each.

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
    list
        What `L_SOUE_Client` gives, of each attribute.

    Examples
    --------
    >>> import warnings; warnings.simplefilter("ignore")
    >>> len(SPL_L_SOUE_Client([0, 3, 5], [2, 5, 10], 3, 2.0, 0.5))
    3
    """
    require_record(input_tuple, lst_k, d)
    every, one = split(eps_perm, d), split(eps_1, d)
    return [L_SOUE_Client(value, k, every, one) for value, k in zip(input_tuple, lst_k, strict=True)]


def SPL_L_SOUE_Aggregator_MI(reports_tuple: Reports, d: int, eps_perm: float, eps_1: float) -> Shares:
    """Shares of every attribute's values, none negative, adding up to 1.

    Parameters
    ----------
    reports_tuple : list
        What `SPL_L_SOUE_Client` gave.
    d, eps_perm, eps_1
        What it was given.

    Examples
    --------
    >>> import warnings; warnings.simplefilter("ignore")
    >>> reports = [SPL_L_SOUE_Client([0, 3], [4, 4], 2, 12.0, 6.0) for _ in range(1000)]
    >>> [int(shares.argmax()) for shares in SPL_L_SOUE_Aggregator_MI(reports, 2, 12.0, 6.0)]
    [0, 3]
    """
    every, one = split(eps_perm, d), split(eps_1, d)
    found = columns_of(reports_tuple, d)
    return shares_of([L_SOUE_Aggregator_MI(own, every, one) for own in found])


def SPL_L_ADP_Client(input_tuple: Record, lst_k: Sequence[int], d: int, eps_perm: float, eps_1: float) -> list[Any]:
    """Randomise every value of a record, with eps_perm / d and eps_1 / d each.

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
    list
        What `L_ADP_Client` gives, of each attribute.

    Examples
    --------
    >>> import warnings; warnings.simplefilter("ignore")
    >>> len(SPL_L_ADP_Client([0, 3, 5], [2, 5, 10], 3, 2.0, 0.5))
    3
    """
    require_record(input_tuple, lst_k, d)
    every, one = split(eps_perm, d), split(eps_1, d)
    return [L_ADP_Client(value, k, every, one) for value, k in zip(input_tuple, lst_k, strict=True)]


def SPL_L_ADP_Aggregator_MI(
    reports_tuple: Reports, lst_k: Sequence[int], d: int, eps_perm: float, eps_1: float
) -> Shares:
    """Shares of every attribute's values, none negative, adding up to 1.

    Parameters
    ----------
    reports_tuple : list
        What `SPL_L_ADP_Client` gave.
    lst_k, d, eps_perm, eps_1
        What it was given.

    Examples
    --------
    >>> import warnings; warnings.simplefilter("ignore")
    >>> reports = [SPL_L_ADP_Client([0, 3], [4, 4], 2, 12.0, 6.0) for _ in range(1000)]
    >>> [int(shares.argmax()) for shares in SPL_L_ADP_Aggregator_MI(reports, [4, 4], 2, 12.0, 6.0)]
    [0, 3]
    """
    every, one = split(eps_perm, d), split(eps_1, d)
    found = columns_of(reports_tuple, d)
    return shares_of([L_ADP_Aggregator_MI(own, k, every, one) for own, k in zip(found, lst_k, strict=True)])


def SPL_dBitFlipPM_Client(
    input_tuple: Record, lst_k: Sequence[int], lst_b: Sequence[int], d_bits: int, d: int, eps_perm: float
) -> list[Any]:
    """Sample and randomise bits of every value of a record, with eps_perm / d each.

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
    >>> len(SPL_dBitFlipPM_Client([0, 3, 5], [2, 5, 10], [2, 3, 5], 2, 3, 2.0))
    3
    """
    require_record(input_tuple, lst_k, d)
    require_record(input_tuple, lst_b, d)
    every = split(eps_perm, d)
    return [
        dBitFlipPM_Client(value, k, b, d_bits, every) for value, k, b in zip(input_tuple, lst_k, lst_b, strict=True)
    ]


def SPL_dBitFlipPM_Aggregator_MI(
    reports_tuple: Reports, lst_b: Sequence[int], d_bits: int, d: int, eps_perm: float
) -> Shares:
    """Shares of every attribute's buckets, none negative, adding up to 1.

    Parameters
    ----------
    reports_tuple : list
        What `SPL_dBitFlipPM_Client` gave.
    lst_b, d_bits, d, eps_perm
        What it was given.

    Examples
    --------
    >>> import warnings; warnings.simplefilter("ignore")
    >>> reports = [SPL_dBitFlipPM_Client([0, 3], [4, 4], [4, 4], 2, 2, 8.0) for _ in range(2000)]
    >>> [int(shares.argmax()) for shares in SPL_dBitFlipPM_Aggregator_MI(reports, [4, 4], 2, 2, 8.0)]
    [0, 3]
    """
    every = split(eps_perm, d)
    found = columns_of(reports_tuple, d)
    return shares_of([dBitFlipPM_Aggregator_MI(own, b, d_bits, every) for own, b in zip(found, lst_b, strict=True)])
