"""The kinds of protocols: frequency oracles, and protocols about ranges of ordered values. (Several attributes of a
person: sourdine.tuples.)"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from sourdine import _check
from sourdine import _core as native
from sourdine._input import Bytes, to_ids, to_out, to_values
from sourdine.errors import InputError
from sourdine.guarantees import Guarantee
from sourdine.protocols import Protocol, RowSecret, canonical
from sourdine.reports import Reports

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

    @property
    def is_memoised(self) -> bool:
        """Whether people may report again and again by it, through permanent responses (`respond`)."""
        return native.is_memoised(self._core)

    @property
    def report_epsilon(self) -> float:
        """What one report of a memoised oracle tells; its epsilon is what all about one value tell together."""
        return native.report_epsilon(self._core)

    def leakage(self, reports: Iterable[int] | int) -> npt.NDArray[np.float64]:
        """What t reports of a person about one value tell together, for each t: exact, and never above epsilon.

        Parameters
        ----------
        reports : int or several
            The numbers t; of one number n: 1 … n.

        Examples
        --------
        >>> import sourdine as sd
        >>> sd.oracle("l-grr", k=17, epsilon=2.0, epsilon1=1.0).leakage([1, 2, 5]).round(6)
        array([1.      , 1.805903, 1.999753])
        """
        if not isinstance(reports, Iterable):
            reports = range(1, _check.whole("reports", reports, 1, 1_000_000) + 1)
        asked = [_check.whole("reports", number, 1, 2**62) for number in reports]
        return np.array(native.leakage(self._core, asked))

    def lifetime(self, symbols: int | None = None) -> Guarantee:
        """What everything that one person ever reports promises, of a memoised oracle.

        Against other histories in which the same reports have equal values (hashes, patterns); which ones have is not
        protected.

        Parameters
        ----------
        symbols : int, optional
            How many different values (hashes, patterns) a person reports about at most, where clients see to it;
            otherwise nobody does, and all there are count.

        Examples
        --------
        >>> import sourdine as sd
        >>> oracle = sd.oracle("l-osue", k=20, epsilon=2.0)
        >>> round(oracle.lifetime(3).epsilon, 6), round(oracle.lifetime().epsilon, 6)
        (6.0, 40.0)
        """
        cap = 0 if symbols is None else _check.whole("symbols", symbols, 1, 2**62)
        return Guarantee.from_json(native.lifetime_guarantee(self._core, cap))

    def respond(
        self,
        values: Any,
        *,
        people: Any,
        secret: RowSecret | bytes | None = None,
        attribute: str = "",
        collection: str = "",
        column: str | None = None,
        seed: int | None = None,
        threads: int = 0,
        out: Bytes | None = None,
    ) -> Reports:
        """One report of every person in a repeated collection, by a memoised oracle (``l-grr``, ``l-osue`` …).

        A person's permanent response to a value is a function of the secret, the attribute, the id and the value: the
        same in every collection. All reports about one value together spend at most epsilon.

        Parameters
        ----------
        values, column, threads, out
            As of `Protocol.randomize`.
        people : array or column
            The persons' ids, whole numbers or texts; the same in every collection.
        secret : RowSecret or bytes
            Kept by whoever makes the reports, for as long as they are made: another one spends again.
        attribute : str
            The question: others of the same people have independent responses.
        collection : str
            The name of this collection. With one, the second round is a function of the secret and the name as well:
            computing it again gives the same reports. A name is for one collection at one moment. Without, the second
            round is fresh.
        seed : int, optional
            Instead of the secret: reproducible and NOT PRIVATE, for tests only.

        Examples
        --------
        >>> import sourdine as sd
        >>> oracle = sd.oracle("l-osue", k=20, epsilon=2.0, epsilon1=1.0)
        >>> secret = sd.RowSecret.draw()
        >>> monday = oracle.respond([3, 7], people=["ann", "bob"], secret=secret, collection="monday")
        >>> again = oracle.respond([7, 3], people=["bob", "ann"], secret=secret, collection="monday")
        >>> bool((again.array[::-1] == monday.array).all())
        True
        """
        from sourdine.tuples import _memo_secret

        numbers = to_values(self._core, values, column)
        row_secret = _memo_secret(secret, seed)
        shape = (len(numbers), self.report_bytes)
        array: Bytes = np.empty(shape, np.uint8) if out is None else to_out(out, shape)
        name = _check.text("collection", collection)
        about = _check.text("attribute", attribute)
        ids = to_ids(people, len(numbers))
        workers = _check.threads(threads)
        native.respond_rows(
            self._core, numbers, ids, row_secret, about, name or None, array, _check.seed(seed), workers
        )
        return Reports(self, array, collection=name, is_private=row_secret.is_private)

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
    if core.kind == "tuple":
        from sourdine.tuples import TupleProtocol

        return TupleProtocol._wrap(core)
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
