"""The kinds of protocols: frequency oracles, and protocols about ranges of ordered values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sourdine import _check
from sourdine import _core as native
from sourdine.errors import InputError
from sourdine.protocols import Protocol, canonical

__all__ = ["Oracle", "RangeProtocol", "oracle", "protocol", "range_protocol", "wrap"]

_LARGEST_DOMAIN = 2**26


class Oracle(Protocol):
    """A frequency oracle: one value of a domain becomes one report, and reports become counts.

    `oracle` is the same call; ``sd.oracles()`` has the table of those there are.

    Parameters
    ----------
    name : str
        ``grr``, ``oue``, ``olh``, ``hr``, ``ss`` …, or ``adp``, which chooses.
    k : int, optional
        The values are 0 … k−1.
    labels : sequence of str, optional
        What the values are called, in the place of `k`.
    epsilon : float, optional
        What one report may spend; some parameters take its place.
    weak : bool
        An epsilon above 20 protects nobody, and is refused without this.
    **parameters : float
        Of the oracle: ``p=``, ``q=``, ``f=``, ``g=`` …

    Examples
    --------
    >>> import sourdine as sd
    >>> oracle = sd.Oracle("oue", k=17, epsilon=1.0)
    >>> oracle.name, oracle.k, oracle.report_bytes
    ('oue', 17, 3)
    """

    def __init__(
        self,
        name: str,
        *,
        k: int | None = None,
        labels: Sequence[str] | None = None,
        epsilon: float | None = None,
        weak: bool = False,
        **parameters: float,
    ) -> None:
        texts = [] if labels is None else _labels(labels)
        if (k is None) == (labels is None):
            raise TypeError("give k= or labels=, one of them")
        size = 0 if k is None else _check.whole("k", k, 1, _LARGEST_DOMAIN)
        asked = 0.0 if epsilon is None else _check.positive("epsilon", epsilon)
        numbers = {key: _check.number(key, value) for key, value in parameters.items()}
        self._core = native.Protocol.oracle(_check.text("name", name), size, texts, asked, numbers)
        _require_private(self, weak)

    @property
    def name(self) -> str:
        """Its name in the table of oracles."""
        return self._core.name

    @property
    def k(self) -> int:
        """How many values there are."""
        return self._core.k

    @property
    def labels(self) -> list[str]:
        """What the values are called; empty when they are numbers."""
        return self._core.labels

    @property
    def _short(self) -> str:
        return f"'{self.name}'"

    def variance(self, share: float, reports: int) -> float:
        """The exact variance of one estimated count.

        Parameters
        ----------
        share : float
            Of the people who have the value, from 0 to 1.
        reports : int
            How many people report.

        Examples
        --------
        >>> import sourdine as sd
        >>> round(sd.oracle("oue", k=17, epsilon=1.0).variance(0.0, 10_000) ** 0.5)
        192
        """
        part = _check.number("share", share)
        if not 0 <= part <= 1:
            raise InputError(f"share must be from 0 to 1, not {part:g}")
        return self._core.variance(part, _check.whole("reports", reports, 0, 2**62))

    def __repr__(self) -> str:
        spec, texts = self.spec, self.labels
        some = ", ".join(map(repr, texts[:4])) + (f", … {len(texts):,} labels" if len(texts) > 4 else "")
        domain = f"labels=[{some}]" if texts else f"k={self.k}"
        epsilon = [f"epsilon={spec['epsilon']!r}"] if spec.get("epsilon") else []
        rest = [f"{key}={value!r}" for key, value in spec.get("parameters", {}).items()]
        return f"sd.oracle({', '.join([repr(self.name), domain, *epsilon, *rest])})"

    def _facts(self) -> list[tuple[str, str]]:
        texts = self.labels
        some = ", ".join(texts[:5]) + (", …" if len(texts) > 5 else "") if texts else f"0 … {self.k - 1}"
        parameters = [(key, f"{value:g}") for key, value in self.spec.get("parameters", {}).items()]
        return [("values", f"{self.k:,}: {some}"), *parameters, *super()._facts()]


class RangeProtocol(Protocol):
    """Reports that answer ranges of ordered values: how many between a and b, for any a and b.

    `range_protocol` is the same call.

    Parameters
    ----------
    size : int
        The values are 0 … size−1.
    epsilon : float
        What one report may spend.
    degree : int, optional
        Children of a node of the tree.
    oracle : str
        That of the tree's levels: ``adp``, ``oue``, ``olh``, ``hrr``, ``ss`` or ``haar``.
    weak : bool
        An epsilon above 20 protects nobody, and is refused without this.

    Examples
    --------
    >>> import sourdine as sd
    >>> ages = sd.RangeProtocol(120, epsilon=2.0)
    >>> ages.tally(ages.randomize([31, 47, 52])).reports
    3
    """

    def __init__(
        self, size: int, *, epsilon: float, degree: int | None = None, oracle: str = "adp", weak: bool = False
    ) -> None:
        values = _check.whole("size", size, 1, _LARGEST_DOMAIN)
        asked = _check.positive("epsilon", epsilon)
        children = 0 if degree is None else _check.whole("degree", degree, 2, _LARGEST_DOMAIN)
        self._core = native.Protocol.range(values, children, asked, _check.text("oracle", oracle))
        _require_private(self, weak)

    @property
    def size(self) -> int:
        """How many values there are."""
        return self.domain_sizes[0]

    def __repr__(self) -> str:
        spec = self.spec
        rest = f"epsilon={spec['epsilon']!r}, degree={spec['degree']}, oracle={spec['oracle']!r}"
        return f"sd.range_protocol({spec['size']}, {rest})"

    def _facts(self) -> list[tuple[str, str]]:
        tree = f"{len(self.spec['levels'])} levels of {self.spec['degree']} children, by {self.spec['oracle']}"
        return [("values", f"{self.size:,}"), ("tree", tree), *super()._facts()]


def oracle(
    name: str,
    *,
    k: int | None = None,
    labels: Sequence[str] | None = None,
    epsilon: float | None = None,
    weak: bool = False,
    **parameters: float,
) -> Oracle:
    """A frequency oracle, as `Oracle` describes it.

    Examples
    --------
    >>> import sourdine as sd
    >>> sd.oracle("oue", k=17, epsilon=1.0)
    sd.oracle('oue', k=17, epsilon=1.0)
    >>> sd.oracle("ue", labels=["yes", "no"], p=0.75, q=0.25).name
    'ue'
    """
    return Oracle(name, k=k, labels=labels, epsilon=epsilon, weak=weak, **parameters)


def range_protocol(
    size: int, *, epsilon: float, degree: int | None = None, oracle: str = "adp", weak: bool = False
) -> RangeProtocol:
    """A protocol about ranges of ordered values, as `RangeProtocol` describes it.

    Examples
    --------
    >>> import sourdine as sd
    >>> sd.range_protocol(365, epsilon=1.0)
    sd.range_protocol(365, epsilon=1.0, degree=16, oracle='adp')
    """
    return RangeProtocol(size, epsilon=epsilon, degree=degree, oracle=oracle, weak=weak)


def protocol(kind: str, spec: Mapping[str, Any] | str) -> Protocol:
    """The protocol of a spec, as files record it: any row of the table of protocols.

    Examples
    --------
    >>> import sourdine as sd
    >>> sd.protocol("oracle", {"oracle": "grr", "k": 4, "epsilon": 1.0})
    sd.oracle('grr', k=4, epsilon=1.0)
    """
    return wrap(native.Protocol.make(_check.text("kind", kind), canonical(spec)))


def wrap(core: native.Protocol) -> Protocol:
    """The class for what the compiled part made; kinds without one of their own are Protocols."""
    kinds: dict[str, type[Protocol]] = {"oracle": Oracle, "range": RangeProtocol}
    return kinds.get(core.kind, Protocol)._wrap(core)


def _labels(labels: Any) -> list[str]:
    if isinstance(labels, str | bytes) or not isinstance(labels, Iterable):
        raise TypeError(f"labels must be a list of str, not {_check.name_of(labels)}")
    texts: list[str] = []
    for place, label in enumerate(labels):
        if not isinstance(label, str):
            raise TypeError(f"labels must be str; number {place + 1} is of type {_check.name_of(label)}")
        texts.append(_check.text(f"label number {place + 1}", str(label)))
    if not texts:
        raise InputError("a domain needs at least one label")
    return texts


def _require_private(protocol: Protocol, weak: bool) -> None:
    if not weak and not protocol.guarantee.is_private:
        raise InputError(
            f"epsilon {protocol.epsilon:.6g} protects nobody",
            "Common choices are 0.1 to 4; above 20 only with weak=True, and marked as NOT private.",
        )
