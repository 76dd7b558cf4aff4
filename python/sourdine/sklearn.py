"""Local randomisation as a scikit-learn transformer.

`LocalRandomizer` stands at the head of a pipeline: what follows it sees randomised records only, so whatever is trained
on them is as private as they are, and needs no privacy of its own.
"""

from __future__ import annotations

import hashlib
import math
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, OneToOneFeatureMixin, TransformerMixin  # type: ignore[import-untyped, unused-ignore]
from sklearn.utils import _safe_indexing, check_array, check_random_state  # type: ignore[import-untyped, unused-ignore]
from sklearn.utils._set_output import _get_output_config  # type: ignore[import-untyped, unused-ignore]
from sklearn.utils.validation import check_is_fitted, validate_data  # type: ignore[import-untyped, unused-ignore]

import sourdine
from sourdine.errors import NotPrivateWarning
from sourdine.guarantees import Guarantee

if TYPE_CHECKING:
    from sourdine.kinds import Oracle

__all__ = ["LocalRandomizer"]

Column: TypeAlias = NDArray[Any]
Pair: TypeAlias = tuple[float, float]

_default_bins = 10


class LocalRandomizer(OneToOneFeatureMixin, TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """Randomise every column of every record by itself, before anybody sees it.

    A number becomes one of `bins` equal parts of its public `bounds`, a category one of its public `categories`. Then
    each is kept with some probability and replaced by any of its column otherwise (generalised randomised response),
    and what comes out are values again: the middles of bins, and categories. There is no way back.

    `epsilon` is a record's: it is split evenly, each of d columns is randomised with epsilon / d, and the shares add up
    to epsilon whatever the columns have to do with each other. Few columns and few bins keep more of the data.

    Parameters
    ----------
    epsilon : float
        Privacy parameter of one record, greater than 0.
    bounds : (low, high), or a list or dict of them by column, or None
        Public range of the numbers; what lies outside is moved to the nearer bound. A pair is for all numeric columns;
        a list has one entry a column (None: no number); a dict has names or positions. Columns without bounds learn
        them from the data, which is not private.
    bins : int, or a list or dict of them by column
        Number of bins of a numeric column; 10 for columns that a dict does not name.
    categories : list or dict of lists by column, or None
        Public categories of the columns that have some. Columns that are neither numbers nor named here learn their
        categories from the data, which is not private; truth values need none.
    random_state : None, int or RandomState
        None: fresh secure randomness. Anything else is for tests: every `transform` is the same, and not private.

    Attributes
    ----------
    guarantee_ : `sourdine.Guarantee`
        What is promised to a record; print it.
    is_private_ : bool
        Whether it is promised: False when a domain was learnt from the data or `random_state` was given.
    epsilon_per_column_ : float
        What each column is randomised with.
    domains_ : list of arrays
        The values that can come out, for each column.
    learnt_ : list
        The columns, by name or position, whose domain was learnt.
    n_features_in_, feature_names_in_
        As everywhere in scikit-learn.

    Warns
    -----
    NotPrivateWarning
        By `fit`, when it learns a domain.

    Notes
    -----
    `y` is not randomised, and neither is what does not pass through: sensitive labels belong among the columns. Every
    `transform` of the same records draws again and spends epsilon again: keep what it gave. fit_transform draws once.

    Examples
    --------
    >>> import numpy as np
    >>> from sourdine.sklearn import LocalRandomizer
    >>> people = np.array([[34.0, 0], [71.0, 1], [55.0, 1]])
    >>> randomizer = LocalRandomizer(epsilon=4.0, bounds={0: (0, 120)}, bins=6, categories={1: [0, 1]})
    >>> randomizer.fit(people).domains_
    [array([ 10.,  30.,  50.,  70.,  90., 110.]), array([0, 1])]
    >>> randomizer.is_private_, randomizer.epsilon_per_column_
    (True, 2.0)
    >>> randomizer.transform(people).shape
    (3, 2)
    """

    def __init__(
        self,
        epsilon: float = 1.0,
        *,
        bounds: Pair | Sequence[Pair | None] | Mapping[Any, Pair] | None = None,
        bins: int | Sequence[int] | Mapping[Any, int] = _default_bins,
        categories: Sequence[Sequence[Any] | None] | Mapping[Any, Sequence[Any]] | None = None,
        random_state: Any = None,
    ) -> None:
        self.epsilon = epsilon
        self.bounds = bounds
        self.bins = bins
        self.categories = categories
        self.random_state = random_state

    def fit(self, X: Any, y: Any = None) -> LocalRandomizer:
        """Make the domains, from the parameters where they say, else from the data.

        Parameters
        ----------
        X : array or data frame of n rows and d columns
            Only looked at where a domain is missing.
        y : ignored

        Returns
        -------
        LocalRandomizer
            Itself.
        """
        columns = self._columns(X, reset=True)
        names = self._names()
        categories = _by_column(self.categories, names, "categories", lambda given: False)
        bounds = _by_column(self.bounds, names, "bounds", _is_pair)
        if _is_pair(self.bounds):  # for all numbers, which categories are not
            bounds = [pair if given is None else None for pair, given in zip(bounds, categories, strict=True)]
        bins = _by_column(self.bins, names, "bins", np.isscalar)
        made = [
            _domain(name, column, *given)
            for name, column, *given in zip(names, columns, categories, bounds, bins, strict=True)
        ]
        self._domains = [domain for domain, _ in made]
        self.learnt_ = [name for name, (_, is_learnt) in zip(names, made, strict=True) if is_learnt]
        self.domains_ = [domain.values for domain in self._domains]
        self.epsilon_per_column_ = _share(self.epsilon, len(names))
        self.oracles_ = [_oracle(len(values), self.epsilon_per_column_) for values in self.domains_]
        self.guarantee_ = self._guarantee()
        self.is_private_ = self.guarantee_.is_private
        if self.learnt_:
            warnings.warn(
                f"the domain of {_listed(self.learnt_)} was learnt from the data, so the result is not private: give "
                "public bounds or categories",
                NotPrivateWarning,
                stacklevel=2,
            )
        return self

    def transform(self, X: Any) -> Any:
        """Randomise records.

        Parameters
        ----------
        X : array or data frame of n rows and d columns
            As in `fit`; other rows, or the same.

        Returns
        -------
        array or data frame of n rows and d columns
            Floats when all columns are numbers, else objects; what set_output says.
        """
        check_is_fitted(self)
        columns = self._columns(X, reset=False)
        seed = None if self.random_state is None else int(check_random_state(self.random_state).randint(2**31))
        drawn = [
            domain.values[_randomised(oracle, domain.codes(name, column), _column_seed(seed, j))]
            for j, (name, column, domain, oracle) in enumerate(
                zip(self._names(), columns, self._domains, self.oracles_, strict=True)
            )
        ]
        return self._joined(X, drawn)

    def _columns(self, X: Any, *, reset: bool) -> list[Column]:
        """The columns as arrays without missing numbers. A frame's are taken one by one: each has its own type."""
        if not (hasattr(X, "columns") and hasattr(X, "shape")):
            table = validate_data(self, X, dtype=None, reset=reset)
            return [_typed(table[:, j]) for j in range(table.shape[1])]
        validate_data(self, X, skip_check_array=True, reset=reset)
        if X.shape[0] == 0:
            raise ValueError(f"Found array with 0 sample(s) (shape={X.shape}) while a minimum of 1 is required.")
        taken = [_safe_indexing(X, j, axis=1) for j in range(X.shape[1])]
        return [_typed(check_array(column, ensure_2d=False, dtype=None)) for column in taken]

    def _names(self) -> list[Any]:
        return list(getattr(self, "feature_names_in_", range(self.n_features_in_)))

    def _joined(self, X: Any, drawn: list[Column]) -> Any:
        """One table of the columns; in a data frame each keeps its type."""
        if all(column.dtype.kind in "fiu" for column in drawn):
            return np.column_stack(drawn).astype(np.float64, copy=False)
        names = self.get_feature_names_out()
        container = _get_output_config("transform", estimator=self)["dense"]
        if container == "pandas":
            import pandas as pd  # type: ignore[import-untyped, unused-ignore]

            return pd.DataFrame(dict(zip(names, drawn, strict=True)), index=getattr(X, "index", None))
        if container == "polars":
            import polars as pl

            return pl.DataFrame({name: column.tolist() for name, column in zip(names, drawn, strict=True)})
        table = np.empty((len(drawn[0]), len(drawn)), dtype=object)
        for j, column in enumerate(drawn):
            table[:, j] = column
        return table

    def _guarantee(self) -> Guarantee:
        reasons = []
        if self.learnt_:
            reasons.append(f"the domain of {_listed(self.learnt_)} was learnt from the data")
        if self.random_state is not None:
            reasons.append("randomness is drawn from a seed")
        spent = [oracle.epsilon for oracle in self.oracles_ if oracle is not None]
        return Guarantee(
            epsilon=min(math.fsum(spent), self.epsilon),
            epsilon_asked=self.epsilon,
            delta=0.0,
            model="local",
            unit="one record, all its columns together",
            neighbours="replace the record by any other record of the domains",
            protects="tuple",
            against="replace",
            caveats=(
                f"epsilon is split evenly: each of {len(self.oracles_)} columns is randomised with "
                f"{self.epsilon_per_column_:g}, and they add up",
                "not protected: that a record is there, how many there are, and what does not pass through, as y",
                "every transform of the same record spends this epsilon again",
            ),
            not_private_because=tuple(reasons),
        )

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.non_deterministic = True  # what comes out is random, and a row's own randomness depends on its place
        tags.input_tags.categorical = True
        tags.input_tags.string = True
        return tags


@dataclass(frozen=True)
class _Bins:
    """Equal parts of an interval, and their middles."""

    low: float
    high: float
    values: NDArray[np.float64]

    def codes(self, name: object, column: Column) -> NDArray[np.uint32]:
        if column.dtype.kind not in "fiub":
            raise ValueError(f"column {name!r} has bounds, and values that are no numbers")
        if len(self.values) == 1:
            return np.zeros(len(column), np.uint32)
        # Divided before it is multiplied: bounds may be as far apart as floats go.
        part = (np.clip(column.astype(np.float64), self.low, self.high) - self.low) / (self.high - self.low)
        return np.minimum(part * len(self.values), len(self.values) - 1).astype(np.uint32)


@dataclass(frozen=True)
class _Categories:
    """Different values of any kind."""

    values: Column
    places: dict[Any, int]

    def codes(self, name: object, column: Column) -> NDArray[np.uint32]:
        try:
            return np.fromiter(map(self.places.__getitem__, column.tolist()), np.uint32, len(column))
        except (KeyError, TypeError):
            row = next(i for i, value in enumerate(column.tolist()) if not _is_in(value, self.places))
            known = _listed(list(self.places))
            raise ValueError(f"row {row} of column {name!r} has none of its categories: {known}") from None


def _is_in(value: object, places: dict[Any, int]) -> bool:
    try:
        return value in places
    except TypeError:
        return False


def _domain(
    name: object, column: Column, categories: Any, bounds: Pair | None, bins: int
) -> tuple[_Bins | _Categories, bool]:
    """The domain of a column, and whether it was learnt from the data."""
    if categories is not None:
        if bounds is not None:
            raise ValueError(f"column {name!r} has categories and bounds: give one of them")
        return _categories(name, categories), False
    if column.dtype.kind == "b":
        return _categories(name, [False, True]), False
    if column.dtype.kind not in "fiu":
        return _categories(name, np.unique(column)), True
    if isinstance(bins, bool) or not isinstance(bins, (int, np.integer)) or bins < 1:
        raise ValueError(f"bins of column {name!r} is a whole number of at least 1, not {bins!r}")
    is_learnt = bounds is None
    low, high = map(float, (column.min(), column.max()) if bounds is None else bounds)
    if not is_learnt and not (math.isfinite(high - low) and low < high):
        raise ValueError(f"bounds of column {name!r} are two numbers, the lower one first, not {bounds!r}")
    if not low < high:
        return _Bins(low, high, np.array([low])), is_learnt
    middles = (np.arange(bins) + 0.5) / bins
    return _Bins(low, high, low * (1 - middles) + high * middles), is_learnt


def _categories(name: object, given: Sequence[Any] | Column) -> _Categories:
    values = _typed(np.asarray(given))
    if values.dtype.kind in "US":
        values = values.astype(object)
    places = {value: place for place, value in enumerate(values.tolist())}
    if values.ndim != 1 or len(places) != len(values) or not places:
        raise ValueError(f"categories of column {name!r} are a list of different values")
    return _Categories(values, places)


def _typed(column: Column) -> Column:
    """Numbers in an array of objects are numbers; text stays text, also where it could be read as a number."""
    if column.dtype.kind != "O":
        return column
    values = column.tolist()
    if any(value is None for value in values):
        raise ValueError("Input contains NaN: None is no value here.")
    return column if any(isinstance(value, str) for value in values) else column.astype(np.float64)


def _by_column(given: Any, names: list[Any], what: str, is_common: Any) -> list[Any]:
    """One entry a column, from one for all, a sequence or a mapping."""
    if given is None or is_common(given):
        return [given] * len(names)
    if isinstance(given, Mapping):
        known = {name: j for j, name in enumerate(names)}
        entries: list[Any] = [_default_bins if what == "bins" else None] * len(names)
        for key, entry in given.items():
            place = known.get(key, key)
            if isinstance(place, bool) or not isinstance(place, (int, np.integer)) or not 0 <= place < len(names):
                raise ValueError(f"{what} names column {key!r}, which is not there; there are {_listed(names)}")
            entries[place] = entry
        return entries
    if not _is_collection(given) or len(given) != len(names):
        raise ValueError(f"{what} has one entry for each of {len(names)} columns, or names them in a dict")
    return list(given)


def _is_collection(given: Any) -> bool:
    return isinstance(given, (Sequence, Mapping, np.ndarray)) and not isinstance(given, str)


def _is_pair(given: Any) -> bool:
    return _is_collection(given) and not isinstance(given, Mapping) and len(given) == 2 and all(map(np.isscalar, given))


def _share(epsilon: float, columns: int) -> float:
    """What each column may spend: all of them together not a bit more than epsilon."""
    if isinstance(epsilon, str) or not (math.isfinite(epsilon) and epsilon > 0):
        raise ValueError(f"epsilon is a number greater than 0, not {epsilon!r}")
    share = epsilon / columns
    while Fraction(share) * columns > Fraction(epsilon):
        share = math.nextafter(share, 0)
    return share


def _oracle(k: int, epsilon: float) -> Oracle | None:
    """None for a column that has one value only and says nothing."""
    return None if k == 1 else sourdine.oracle("grr", k=k, epsilon=epsilon)


def _randomised(oracle: Oracle | None, codes: NDArray[np.uint32], seed: int | None) -> NDArray[np.int64]:
    if oracle is None:
        return codes.astype(np.int64)
    reports = oracle.randomize(codes, seed=seed).array
    numbers = np.zeros((len(reports), 8), np.uint8)
    numbers[:, : reports.shape[1]] = reports
    return numbers.view("<i8")[:, 0]


def _column_seed(seed: int | None, column: int) -> int | None:
    """A seed of its own for each column: shared ones would move columns together."""
    if seed is None:
        return None
    return int.from_bytes(hashlib.blake2b(b"%d/%d" % (seed, column), digest_size=8).digest(), "little")


def _listed(names: Sequence[Any]) -> str:
    shown = ", ".join(repr(name) for name in names[:8])
    return shown if len(names) <= 8 else f"{shown} and {len(names) - 8} more"
