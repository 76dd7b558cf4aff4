"""Privacy losses: how much is told about one unit, as ``sd.loss.pure(0.5)``, ``sd.loss.gaussian(4.0)`` …

>>> import sourdine as sd
>>> sd.accountant().add(sd.loss.gaussian(sigma=20.0), times=100).total(delta=1e-6).accountant
'PLD'
"""

from __future__ import annotations

from collections.abc import Sequence

from sourdine import _check, _core
from sourdine.accounting import Loss
from sourdine.errors import InputError

__all__ = [
    "Loss",
    "approximate",
    "from_json",
    "gaussian",
    "laplace",
    "pure",
    "rdp",
    "subsampled_gaussian",
    "zcdp",
]


def pure(epsilon: float) -> Loss:
    """Pure ε: every mechanism that is ε-DP.

    >>> pure(0.5)
    sd.loss.pure(epsilon=0.5)
    """
    amount = _amount("epsilon", epsilon)
    return Loss._made(_core.Loss.pure(amount), "pure", epsilon=amount)


def approximate(epsilon: float, delta: float) -> Loss:
    """(ε, δ): every mechanism that is (ε, δ)-DP.

    >>> approximate(0.5, 1e-6).kind
    '(ε, δ)'
    """
    amount, chance = _amount("epsilon", epsilon), _amount("delta", delta)
    return Loss._made(_core.Loss.approximate(amount, chance), "approximate", epsilon=amount, delta=chance)


def zcdp(rho: float) -> Loss:
    """ρ-zCDP.

    >>> zcdp(0.1).kind
    'zCDP'
    """
    amount = _amount("rho", rho)
    return Loss._made(_core.Loss.zcdp(amount), "zcdp", rho=amount)


def rdp(orders: Sequence[float], epsilons: Sequence[float]) -> Loss:
    """An RDP curve: the Rényi divergence of each order, which ascend from above 1.

    >>> rdp([2, 4, 8], [0.1, 0.2, 0.4]).kind
    'RDP'
    """
    first = [_check.number("an order", order) for order in orders]
    second = [_check.number("an epsilon", epsilon) for epsilon in epsilons]
    if len(first) != len(second):
        raise InputError(f"there are {len(first)} orders for {len(second)} epsilons")
    return Loss._made(_core.Loss.rdp(first, second), "rdp", orders=first, epsilons=second)


def laplace(scale: float, sensitivity: float = 1.0) -> Loss:
    """Laplace noise on one number that one unit changes by `sensitivity` at most.

    >>> laplace(scale=2.0)
    sd.loss.laplace(scale=2.0, sensitivity=1.0)
    """
    width, change = _check.positive("scale", scale), _check.positive("sensitivity", sensitivity)
    return Loss._made(_core.Loss.laplace(width, change), "laplace", scale=width, sensitivity=change)


def gaussian(sigma: float, sensitivity: float = 1.0) -> Loss:
    """Gaussian noise on numbers that one unit moves by `sensitivity` at most (L2), in any dimension.

    >>> gaussian(sigma=4.0).kind
    'privacy loss distribution'
    """
    width, change = _check.positive("sigma", sigma), _check.positive("sensitivity", sensitivity)
    return Loss._made(_core.Loss.gaussian(width, change), "gaussian", sigma=width, sensitivity=change)


def subsampled_gaussian(sigma: float, rate: float, sensitivity: float = 1.0) -> Loss:
    """Gaussian noise on the sum over a hidden Poisson sample; neighbours add or remove one unit.

    >>> subsampled_gaussian(sigma=1.0, rate=0.01).kind
    'privacy loss distribution'
    """
    width, change = _check.positive("sigma", sigma), _check.positive("sensitivity", sensitivity)
    share = _check.positive("rate", rate)
    made = _core.Loss.subsampled_gaussian(width, share, change)
    return Loss._made(made, "subsampled_gaussian", sigma=width, rate=share, sensitivity=change)


def from_json(text: str) -> Loss:
    """A loss as ledgers record it.

    >>> from_json(pure(0.5).to_json()) == pure(0.5)
    True
    """
    given = _check.text("text", text)
    return Loss._made(_core.Loss.from_json(given), "from_json", text=given)


def _amount(what: str, value: object) -> float:
    result = _check.number(what, value)
    if not result >= 0:
        raise InputError(f"{what} must not be below 0, and is {result:g}")
    return result
