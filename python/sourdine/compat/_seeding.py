"""Where the clients' randomness comes from: fresh secure bits, unless a test asks for a seed."""

import itertools
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NamedTuple

from sourdine.errors import NotPrivateWarning

__all__ = ["Stream", "seeded", "stream"]


class Stream(NamedTuple):
    """A seed, and the places in its randomness that have not been used."""

    seed: int
    places: Iterator[int]


# Of this thread and context alone: a seed in one thread must not make another's reports predictable.
stream: ContextVar[Stream | None] = ContextVar("sourdine.compat seed", default=None)


@contextmanager
def seeded(seed: int) -> Iterator[None]:
    """Draw the clients' reports from a seed while the block runs. For tests: such reports are not private.

    ``np.random.seed`` does nothing here: randomness is never numpy's.

    Parameters
    ----------
    seed : int
        From 0 to 2**64 - 1.

    Warns
    -----
    NotPrivateWarning
        Whoever knows the seed knows the values.

    Examples
    --------
    >>> import warnings
    >>> from sourdine.compat.multi_freq_ldpy.pure_frequency_oracles.GRR import GRR_Client
    >>> warnings.simplefilter("ignore", NotPrivateWarning)
    >>> with seeded(7):
    ...     first = [GRR_Client(2, 10, 1.0) for _ in range(20)]
    >>> with seeded(7):
    ...     first == [GRR_Client(2, 10, 1.0) for _ in range(20)]
    True
    """
    if not isinstance(seed, int) or not 0 <= seed < 2**64:
        raise ValueError(f"a seed is a whole number from 0 to 2**64 - 1, not {seed!r}")
    warnings.warn("reports drawn from a seed are not private: use it in tests only", NotPrivateWarning, stacklevel=3)
    before = stream.set(Stream(seed, itertools.count()))
    try:
        yield
    finally:
        stream.reset(before)
