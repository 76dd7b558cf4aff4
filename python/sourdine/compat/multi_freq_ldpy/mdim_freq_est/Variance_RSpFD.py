"""Variances of shares estimated from RS+FD."""

__all__ = ["VAR_RSpFD_GRR", "VAR_RSpFD_UE_rnd", "VAR_RSpFD_UE_zero"]


def VAR_RSpFD_GRR(p: float, q: float, k: int, d: int, n: int = 1, f: float = 0) -> float:
    """The variance of a share by GRR with uniform fake values.

    Parameters
    ----------
    p, q : float
        Probability that the local randomiser gives the value that is held, and another one.
    k, d : int
        Number of values and of attributes.
    n : int
        Number of people.
    f : float
        Share of those who hold the value.

    Examples
    --------
    >>> round(VAR_RSpFD_GRR(0.4141273873, 0.0366170383, 17, 6), 4)
    13.1568
    """
    return _variance((q + f * (p - q) + (d - 1) / k) / d, p, q, d, n)


def VAR_RSpFD_UE_zero(p: float, q: float, d: int, n: int = 1, f: float = 0) -> float:
    """The variance of a share by unary encoding, fake data being encodings of nothing.

    Parameters
    ----------
    p, q, d, n, f
        As of `VAR_RSpFD_GRR`, p and q of a bit.

    Examples
    --------
    >>> round(VAR_RSpFD_UE_zero(0.5, 0.0812368078, 6), 4)
    15.3222
    """
    return _variance((d * q + f * (p - q)) / d, p, q, d, n)


def VAR_RSpFD_UE_rnd(p: float, q: float, k: int, d: int, n: int = 1, f: float = 0) -> float:
    """The variance of a share by unary encoding, fake data being encodings of uniform values.

    Parameters
    ----------
    p, q, k, d, n, f
        As of `VAR_RSpFD_GRR`, p and q of a bit.

    Examples
    --------
    >>> round(VAR_RSpFD_UE_rnd(0.5, 0.0812368078, 17, 6), 4)
    18.7651
    """
    return _variance((f * (p - q) + q + (d - 1) * (p / k + (k - 1) / k * q)) / d, p, q, d, n)


def _variance(seen: float, p: float, q: float, d: int, n: int) -> float:
    return d**2 * seen * (1 - seen) / (n * (p - q) ** 2)
