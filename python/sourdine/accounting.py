"""What several losses about the same units come to together."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from sourdine import _check, _html
from sourdine import _core as native
from sourdine._collected import Collected
from sourdine.errors import InputError
from sourdine.protocols import Protocol

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["Accountant", "Loss", "Total", "accountant"]

_MOST_TIMES = 10**12


class Loss:
    """How much is told about one unit, in one of five forms. The functions of ``sd.loss`` make them.

    Examples
    --------
    >>> import sourdine as sd
    >>> loss = sd.loss.gaussian(sigma=4.0)
    >>> loss.epsilon(delta=1e-6) < 1.3
    True
    """

    _core: native.Loss
    _text: str

    def __init__(self) -> None:
        raise TypeError("a Loss is made by sd.loss.pure(), sd.loss.gaussian() …")

    @classmethod
    def _made(cls, core: native.Loss, name: str, **given: object) -> Self:
        loss = cls.__new__(cls)
        loss._core = core
        loss._text = f"sd.loss.{name}({', '.join(f'{key}={value!r}' for key, value in given.items())})"
        return loss

    @property
    def kind(self) -> str:
        """``pure ε``, ``(ε, δ)``, ``zCDP``, ``RDP`` or ``privacy loss distribution``."""
        return self._core.kind

    def to_json(self) -> str:
        """The loss as ledgers record it.

        Examples
        --------
        >>> import sourdine as sd
        >>> sd.loss.from_json(sd.loss.zcdp(0.5).to_json()) == sd.loss.zcdp(0.5)
        True
        """
        return self._core.to_json()

    def epsilon(self, delta: float) -> float:
        """The least ε that goes with a δ, as far as a theorem says.

        Examples
        --------
        >>> import sourdine as sd
        >>> sd.loss.pure(0.5).epsilon(delta=1e-6)
        0.5
        """
        return self._core.approximate_at(_delta(delta))[0]

    def group(self, size: int) -> Loss:
        """The loss about so many units together: a person with that many events.

        Examples
        --------
        >>> import sourdine as sd
        >>> sd.loss.pure(0.5).group(3).epsilon(delta=0)
        1.5
        """
        units = _check.whole("size", size, 1, _MOST_TIMES)
        made = Loss.__new__(Loss)
        made._core, made._text = self._core.grouped(units), f"{self!r}.group({units})"
        return made

    def __eq__(self, other: object) -> bool:
        return self.to_json() == other.to_json() if isinstance(other, Loss) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.to_json())

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_core": self.to_json()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._core = native.Loss.from_json(state["_core"])

    def __repr__(self) -> str:
        return self._text


class Total(NamedTuple):
    """What losses come to together.

    Examples
    --------
    >>> import sourdine as sd
    >>> sd.accountant().add(sd.loss.pure(0.1), times=10).total(delta=0)
    Total(epsilon=1.0, delta=0.0, accountant='basic', lower=None)
    """

    epsilon: float
    delta: float
    accountant: str
    lower: float | None = None


class Accountant:
    """Adds up losses about the same units, one after another, each chosen in view of the others' results.

    Every total is an upper bound, rounded up; the least of all theorems that apply is given, with its name.

    Examples
    --------
    >>> import sourdine as sd
    >>> budget = sd.accountant()
    >>> budget.add(sd.loss.gaussian(sigma=20.0), times=100).add(sd.oracle("grr", k=4, epsilon=0.1))
    <accountant of 101 losses>
    >>> total = budget.total(delta=1e-6)
    >>> 2 < total.epsilon < 4, total.accountant
    (True, 'PLD')
    """

    def __init__(self) -> None:
        self._losses: list[tuple[Loss, int]] = []

    def add(self, loss: Loss | Protocol | Collected, times: int = 1) -> Self:
        """Add a loss, or what one report of a protocol tells.

        Parameters
        ----------
        loss : Loss, Protocol, Reports, Tally or Estimate
            Of the last three, what one person's report tells.
        times : int
            How often.

        Examples
        --------
        >>> import sourdine as sd
        >>> sd.accountant().add(sd.loss.pure(0.5), times=2).total(delta=0).epsilon
        1.0
        """
        count = _check.whole("times", times, 1, _MOST_TIMES)
        self._losses.append((_loss_of(loss), count))
        return self

    def total(self, delta: float, *, accountant: str | None = None) -> Total:
        """The least ε at a δ.

        Parameters
        ----------
        delta : float
            From 0 to below 1; at 0 only pure losses have a total.
        accountant : str, optional
            By one theorem alone: ``basic``, ``advanced``, ``zCDP``, ``RDP`` or ``PLD``.

        Examples
        --------
        >>> import sourdine as sd
        >>> sd.accountant().add(sd.loss.zcdp(0.1)).total(delta=1e-6, accountant="zCDP").accountant
        'zCDP'
        """
        limit = _delta(delta)
        if accountant is not None and _check.text("accountant", accountant) not in native.accountants():
            raise InputError(f"unknown accountant '{accountant}'", f"Known: {', '.join(native.accountants())}.")
        found = native.total([(loss._core, times) for loss, times in self._losses], limit, accountant)
        if found is None:
            raise InputError(f"the {accountant} accountant has no total of these losses at delta {limit:g}")
        return Total(found["epsilon"], found["delta"], found["accountant"], found["lower"])

    def table(self, delta: float) -> list[Total]:
        """The totals by all theorems that apply, the least ε first.

        Examples
        --------
        >>> import sourdine as sd
        >>> [row.accountant for row in sd.accountant().add(sd.loss.pure(0.1), times=10).table(delta=0)]
        ['basic']
        """
        limit = _delta(delta)
        losses = [(loss._core, times) for loss, times in self._losses]
        found = [native.total(losses, limit, name) for name in native.accountants()]
        totals = [
            Total(row["epsilon"], row["delta"], row["accountant"], row["lower"]) for row in found if row is not None
        ]
        return sorted(totals, key=lambda total: total.epsilon)

    def __iter__(self) -> Iterator[tuple[Loss, int]]:
        return iter(self._losses)

    def __len__(self) -> int:
        return sum(times for _, times in self._losses)

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        return self.__copy__()  # losses do not change

    def __copy__(self) -> Self:
        made = type(self).__new__(type(self))
        made.__dict__.update(self.__dict__, _losses=list(self._losses))
        return made

    def __repr__(self) -> str:
        return f"<accountant of {len(self):,} loss{'' if len(self) == 1 else 'es'}>"

    def _repr_html_(self) -> str:
        rows = [(_html.escape(repr(loss)), _html.escape(loss.kind), f"{times:,}") for loss, times in self._losses]
        notes = ["total(delta) has what they come to; table(delta) by each theorem."]
        return _html.card(
            f"Accountant of {len(self):,} losses", _html.table(("loss", "form", "times"), rows, "llr"), notes
        )


def accountant() -> Accountant:
    """An accountant that has added nothing yet.

    Examples
    --------
    >>> import sourdine as sd
    >>> len(sd.accountant())
    0
    """
    return Accountant()


def _loss_of(loss: object) -> Loss:
    if isinstance(loss, Loss):
        return loss
    protocol = loss.protocol if isinstance(loss, Collected) else loss
    if not isinstance(protocol, Protocol):
        raise TypeError(f"a loss is made by sd.loss.pure(), sd.loss.gaussian() …; this is {_check.name_of(loss)}")
    return Loss._made(native.Loss.of_protocol(protocol._core), "pure", epsilon=protocol.epsilon)


def _delta(delta: object) -> float:
    value = _check.number("delta", delta)
    if not 0 <= value < 1:
        raise InputError(f"delta must be from 0 to below 1, not {value:g}")
    return value
