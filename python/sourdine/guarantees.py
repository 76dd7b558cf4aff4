"""What is promised, in numbers and in words."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

from sourdine import _html

__all__ = ["Guarantee"]


@dataclass(frozen=True)
class Guarantee:
    """What one report, tally or estimate promises to the person it is about.

    Attributes
    ----------
    epsilon : float
        What is spent, computed back from the integers that the randomiser uses; never above `epsilon_asked`.
    epsilon_asked, delta : float
        What was asked for; the chance that epsilon does not hold.
    model : str
        ``local`` (nobody sees the value) or ``central`` (who holds the data is trusted).
    unit, neighbours : str
        What is protected, and against which change of it, for people.
    protects, against : str
        The same as words that programs compare.
    caveats : tuple of str
        What is not protected.
    not_private_because : tuple of str
        Why nothing is promised at all, whatever epsilon says; empty when the guarantee holds.
    levels : dict
        What smaller things are told, where the unit has parts: ``{"attribute": 1.0}`` of reports about several.

    Examples
    --------
    >>> import sourdine as sd
    >>> promise = sd.oracle("grr", k=4, epsilon=1.0).guarantee
    >>> promise.model, promise.protects, promise.is_private
    ('local', 'report value', True)
    """

    epsilon: float
    epsilon_asked: float
    delta: float
    model: str
    unit: str
    neighbours: str
    protects: str
    against: str
    caveats: tuple[str, ...] = field(repr=False)
    not_private_because: tuple[str, ...] = ()
    levels: dict[str, float] = field(default_factory=dict, hash=False)

    @property
    def is_private(self) -> bool:
        """Whether the guarantee holds."""
        return not self.not_private_because

    @classmethod
    def from_json(cls, text: str, not_private_because: tuple[str, ...] = ()) -> Guarantee:
        """The guarantee that the library wrote; `not_private_because` replaces the reasons it has.

        >>> import sourdine as sd
        >>> promise = sd.oracle("oue", k=4, epsilon=1.0).guarantee
        >>> import json, dataclasses
        >>> Guarantee.from_json(json.dumps(dataclasses.asdict(promise))) == promise
        True
        """
        given = json.loads(text)
        levels = given.get("levels", {})
        if isinstance(levels, list):
            levels = {level["protects"]: level["epsilon"] for level in levels}
        return cls(
            epsilon=given["epsilon"],
            epsilon_asked=given["epsilon_asked"],
            delta=given["delta"],
            model=given["model"],
            unit=given["unit"],
            neighbours=given["neighbours"],
            protects=given["protects"],
            against=given["against"],
            caveats=tuple(given["caveats"]),
            not_private_because=not_private_because or tuple(given.get("not_private_because", ())),
            levels=levels,
        )

    def __str__(self) -> str:
        delta = f", delta {self.delta:g}" if self.delta else ""
        lines = [f"epsilon {self.epsilon:.6g}{delta} ({self.model} model)"]
        lines += [f"protects {self.unit}: {self.neighbours}"]
        lines += [f"NOT PRIVATE: {reason}" for reason in self.not_private_because]
        lines += list(self.caveats)
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        rows = [
            ("epsilon", f"{self.epsilon:.6g}"),
            *((f"epsilon of one {part}", f"{epsilon:.6g}") for part, epsilon in self.levels.items()),
            *([("delta", f"{self.delta:g}")] if self.delta else []),
            ("model", self.model),
            ("protects", self.unit),
            ("against", self.neighbours),
        ]
        body = _html.table(("", ""), [tuple(map(_html.escape, row)) for row in rows], "ll")
        return _html.card("What is promised", body, self.caveats, self.not_private_because)
