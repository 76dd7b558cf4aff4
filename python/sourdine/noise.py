"""Noise for counts of the central model: whole numbers, exactly drawn."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from sourdine import _check
from sourdine import _core as native
from sourdine.accounting import Loss
from sourdine.errors import InputError

__all__ = ["CountNoise", "count_noise"]

_MOST_CHANGE = 10**9
_LARGEST_COUNT = 2**62


class CountNoise:
    """Noise that is added to counts: `count_noise` makes it.

    Examples
    --------
    >>> import sourdine as sd
    >>> noise = sd.count_noise("laplace", epsilon=1.0)
    >>> noise.add([120, 45, 0]).dtype
    dtype('int64')
    """

    _core: native.CountNoise
    _given: dict[str, Any]

    def __init__(self) -> None:
        raise TypeError("a CountNoise is made by sd.count_noise()")

    @classmethod
    def _made(cls, given: dict[str, Any]) -> CountNoise:
        noise = cls.__new__(cls)
        noise._given = given
        noise._core = _native(**given)
        return noise

    @property
    def name(self) -> str:
        """Its name in the table of mechanisms."""
        return self._core.name

    @property
    def variance(self) -> float:
        """Of what is added to one count, or a bound of it."""
        return self._core.variance

    @property
    def std_error(self) -> float:
        """The root of the variance."""
        return float(np.sqrt(self.variance))

    @property
    def loss(self) -> Loss:
        """What is told about one unit, computed from the integers that the sampler uses."""
        sensitivity = self._given["sensitivity"]
        squared = self._given["l2_squared"]
        made = Loss.__new__(Loss)
        made._core = self._core.loss(sensitivity, squared)
        made._text = f"sd.loss.from_json({made.to_json()!r})"
        return made

    def half_width(self, confidence: float = 0.95) -> int:
        """The least x such that count ± x holds the true count with this probability.

        Examples
        --------
        >>> import sourdine as sd
        >>> sd.count_noise("laplace", epsilon=1.0).half_width(0.95)
        3
        """
        level = _check.number("confidence", confidence)
        if not 0 < 1 - level < 1:
            raise InputError(f"confidence must lie between 0 and 1, not {level:g}")
        return self._core.quantile(1 - level)

    def add(self, counts: Any, *, seed: int | None = None) -> npt.NDArray[np.int64]:
        """The counts with fresh noise.

        Parameters
        ----------
        counts : array or list of int
            As they are; they are not changed.
        seed : int, optional
            Reproducible and NOT PRIVATE: for tests only.

        Examples
        --------
        >>> import sourdine as sd
        >>> sd.count_noise("gaussian", rho=0.5).add([[120, 45], [7, 0]]).shape
        (2, 2)
        """
        numbers = np.asarray(counts)
        if numbers.dtype.kind not in "iu" and numbers.size:
            raise TypeError(f"counts must be whole numbers, not {numbers.dtype}")
        if numbers.size and not -_LARGEST_COUNT <= int(numbers.min()) <= int(numbers.max()) <= _LARGEST_COUNT:
            raise InputError("counts must lie between -2^62 and 2^62: with noise they must have 64 bits at most")
        flat = np.ascontiguousarray(numbers, dtype=np.int64).reshape(-1)
        return self._core.add(flat, _check.seed(seed)).reshape(numbers.shape)

    def __eq__(self, other: object) -> bool:
        return self._given == other._given if isinstance(other, CountNoise) else NotImplemented

    def __hash__(self) -> int:
        return hash(repr(self))

    def __getstate__(self) -> dict[str, Any]:
        return self._given

    def __setstate__(self, state: dict[str, Any]) -> None:
        self._given = state
        self._core = _native(**state)

    def __repr__(self) -> str:
        shown = {key: value for key, value in self._given.items() if value is not None}
        law = shown.pop("law")
        return f"sd.count_noise({law!r}, {', '.join(f'{key}={value!r}' for key, value in shown.items())})"


def count_noise(
    law: str,
    *,
    epsilon: float | None = None,
    rho: float | None = None,
    delta: float | None = None,
    sensitivity: int = 1,
    l2_squared: int | None = None,
) -> CountNoise:
    """Whole-number noise for counts.

    Parameters
    ----------
    law : {"laplace", "gaussian"}
        Laplace: pure ε. Gaussian: ρ-zCDP, for many counts per person or many releases.
    epsilon, rho, delta : float, optional
        Laplace takes `epsilon`; Gaussian takes `rho`, or `epsilon` and `delta`.
    sensitivity : int
        By how much one unit changes all counts together: the sum of its changes.
    l2_squared : int, optional
        The sum of the squares of its changes; without it the worst: `sensitivity` squared.

    Examples
    --------
    >>> import sourdine as sd
    >>> sd.count_noise("laplace", epsilon=0.5).std_error > sd.count_noise("laplace", epsilon=1.0).std_error
    True
    """
    if _check.text("law", law) not in ("laplace", "gaussian"):
        raise InputError(f"unknown law '{law}'", "Known: laplace, gaussian.")
    change = _check.whole("sensitivity", sensitivity, 1, _MOST_CHANGE)
    squared = change * change if l2_squared is None else _check.whole("l2_squared", l2_squared, 1, _MOST_CHANGE**2)
    amount = None if epsilon is None else _check.positive("epsilon", epsilon)
    numbers = {
        "rho": None if rho is None else _check.positive("rho", rho),
        "delta": None if delta is None else _check.positive("delta", delta),
    }
    wrong = amount is None or rho is not None or delta is not None
    if law == "laplace" and wrong:
        raise TypeError("Laplace noise takes epsilon=, and neither rho= nor delta=")
    if law == "gaussian" and (rho is None) == (amount is None or delta is None):
        raise TypeError("Gaussian noise takes rho=, or epsilon= and delta=")
    return CountNoise._made({"law": law, "epsilon": amount, **numbers, "sensitivity": change, "l2_squared": squared})


def _native(
    law: str, epsilon: float | None, rho: float | None, delta: float | None, sensitivity: int, l2_squared: int
) -> native.CountNoise:
    if law == "laplace":
        return native.CountNoise.laplace(repr(epsilon), sensitivity)
    if rho is not None:
        return native.CountNoise.gaussian_zcdp(rho, l2_squared)
    assert epsilon is not None and delta is not None
    return native.CountNoise.gaussian_counts(epsilon, delta, l2_squared)
