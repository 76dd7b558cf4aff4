"""Variance of shares estimated from two rounds of randomised response."""

from sourdine.compat._correction import correct

__all__ = ["VAR_Long_Pure"]


def VAR_Long_Pure(p1: float, q1: float, p2: float, q2: float, n: int = 1, f: float = 0) -> float:
    """The variance of a share.

    Parameters
    ----------
    p1, q1, p2, q2 : float
        Probability of truth and of lie, in the first and in the second round.
    n : int
        Number of people.
    f : float
        Share of those who hold the value.

    Warns
    -----
    CorrectionWarning
        The other package's variance is wrong unless f is 0 or both rounds are symmetric.

    Examples
    --------
    >>> import warnings; warnings.simplefilter("ignore")
    >>> p2 = 0.8033880668
    >>> round(VAR_Long_Pure(0.5, 0.1192029220, p2, 1 - p2, f=0.3), 4)
    4.1927
    """
    yes, no = p1 * p2 + (1 - p1) * q2, q1 * p2 + (1 - q1) * q2
    if f != 0 and abs(yes + no - 1) > 1e-9:
        correct(
            "multi_freq_ldpy's VAR_Long_Pure takes 1 minus the probability of a lie for that of the truth, which holds "
            "when both rounds are symmetric; here the variance is right for all."
        )
    seen = no + f * (yes - no)
    return seen * (1 - seen) / (n * (p1 - q1) ** 2 * (p2 - q2) ** 2)
