"""The variance of an estimated share."""

__all__ = ["VAR_Pure"]


def VAR_Pure(p: float, q: float, n: int = 1, f: float = 0) -> float:
    """Variance of one estimated share, the people's values being fixed.

    Parameters
    ----------
    p, q : float
        Probability that a report supports the value that is held, and one that is not.
    n : int
        Number of people.
    f : float
        The value's true share.

    Examples
    --------
    >>> round(VAR_Pure(0.5, 0.268941421370), 6)  # OUE at epsilon 1
    3.682694
    """
    return q * (1 - q) / (n * (p - q) ** 2) + f * (1 - p - q) / (n * (p - q))
