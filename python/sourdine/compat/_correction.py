"""Warnings for what a peer does wrong and this package does not."""

import warnings

__all__ = ["CorrectionWarning", "correct"]

_said: set[str] = set()


class CorrectionWarning(UserWarning):
    """Here the result differs from the other package's on purpose, because that one is wrong.

    Each difference is said once in a process, in one sentence.

    Examples
    --------
    >>> import warnings
    >>> warnings.simplefilter("ignore", CorrectionWarning)  # once they have been read
    """


def correct(sentence: str) -> None:
    """Warn of one difference, unless it was said before."""
    if sentence not in _said:
        _said.add(sentence)
        warnings.warn(sentence, CorrectionWarning, stacklevel=3)
