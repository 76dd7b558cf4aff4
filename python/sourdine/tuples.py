"""Several attributes of a person: protocols, estimates of each attribute and of pairs, plans."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt

from sourdine import _check, _html
from sourdine import _core as native
from sourdine._collected import Collected
from sourdine._input import Array, Bytes, is_arrow, is_pandas, to_ids, to_values
from sourdine.errors import InputError
from sourdine.estimates import Estimate, Floats, _Options
from sourdine.protocols import Protocol, RowSecret, _row_secret
from sourdine.reports import Reports

if TYPE_CHECKING:
    import pandas  # type: ignore[import-untyped, import-not-found, unused-ignore]
    import polars
    from typing_extensions import Self

    from sourdine.tallies import Tally

__all__ = ["AttributeEstimate", "PairEstimate", "TupleEstimate", "TupleProtocol", "tuple_plan", "tuple_protocol"]

Attributes: TypeAlias = Mapping[str, int | Sequence[str]] | Sequence[int | Sequence[str]]
_Parts: TypeAlias = list[tuple[str, int, list[str], str, dict[str, float], list[float]]]

_LARGEST_DOMAIN = 2**26


class TupleProtocol(Protocol):
    """Reports about several attributes of a person: one value of each becomes one report.

    `tuple_protocol` is the same call; `docs/surveys.md` says which solution to take. The epsilon of the protocol is
    the whole tuple's, whichever `level` was asked for: all attributes of a person may be other ones.

    Parameters
    ----------
    attributes : dict or sequence
        Of every attribute its name and its values: a number k (0 … k−1), or labels. Without names: a sequence of these.
    epsilon : float
        What one report may spend, at the `level`.
    solution : str
        ``smp`` (one attribute, drawn; says which), ``spl`` (all, each with ε/d), ``rs+fd`` (one is true, the others are
        fake), ``rs+rfd`` (fake data from public priors) or ``joint`` (the product of small domains).
    level : str
        What epsilon is for: the whole ``tuple``, or one ``attribute``; ``published`` is RS+FD as it was published,
        which spends more than epsilon of a tuple.
    oracle : str
        Of the attributes that name none in `oracles`: ``adp`` chooses. RS+FD: ``grr``, ``oue-z``, ``sue-z``, ``oue-r``,
        ``sue-r`` or ``adp``.
    oracles : dict, optional
        Those of some attributes, by their names; or ``(name, parameters)``.
    priors : dict, optional
        For ``rs+rfd``: public shares of every attribute's values.
    pairs : bool
        With ``spl``: tallies count pairs of attributes, too.
    weak : bool
        An epsilon above 20 protects nobody, and is refused without this.

    Examples
    --------
    >>> import sourdine as sd
    >>> survey = sd.TupleProtocol({"age": 5, "smokes": ["no", "yes"]}, epsilon=1.0)
    >>> survey.attributes, survey.solution, survey.width
    (['age', 'smokes'], 'smp', 2)
    """

    _known: dict[str, Any]

    def __init__(
        self,
        attributes: Attributes,
        *,
        epsilon: float,
        solution: str = "smp",
        level: str = "tuple",
        oracle: str = "adp",
        oracles: Mapping[str, str | tuple[str, Mapping[str, float]]] | None = None,
        priors: Mapping[str, Sequence[float]] | None = None,
        pairs: bool = False,
        weak: bool = False,
    ) -> None:
        from sourdine.kinds import _require_private

        parts = _parts(attributes, oracles or {}, priors or {})
        asked = _check.positive("epsilon", epsilon)
        words = [_check.text("solution", solution), _check.text("level", level), _check.text("oracle", oracle)]
        self._core = native.tuple_protocol(words[0], parts, asked, words[1], words[2], bool(pairs))
        _require_private(self, weak)

    @property
    def _told(self) -> dict[str, Any]:
        """What the library says of the protocol."""
        if "_known" not in self.__dict__:
            self._known = json.loads(native.tuple_facts(self._core))
        return self._known

    @property
    def attributes(self) -> list[str]:
        """What the attributes are called: ``attribute 1`` … where they have no names."""
        return [one["name"] or f"attribute {place + 1}" for place, one in enumerate(self._told["attributes"])]

    @property
    def solution(self) -> str:
        """How several attributes are reported."""
        return str(self._told["solution"])

    @property
    def level(self) -> str:
        """What the epsilon that was asked for is about: the ``tuple``, one ``attribute``, or as ``published``."""
        return str(self._told["level"])

    @property
    def oracles(self) -> dict[str, str]:
        """The oracle, or RS+FD's entry, of every attribute."""
        every = self._told["oracle"] if self.solution == "joint" else ""
        found = self._told["attributes"]
        return {name: one["oracle"] or every for name, one in zip(self.attributes, found, strict=True)}

    @property
    def local_epsilon(self) -> float:
        """What the oracle or local randomiser of one attribute has."""
        return float(self._told["local_epsilon"])

    @property
    def attribute_epsilon(self) -> float:
        """What a report tells of one attribute at most, while the others are as they are."""
        return float(self._told["attribute_epsilon"])

    @property
    def attribute_epsilons(self) -> dict[str, float]:
        """The same of every attribute."""
        return {name: one["epsilon"] for name, one in zip(self.attributes, self._told["attributes"], strict=True)}

    def labels(self, attribute: str | int) -> list[str] | range:
        """What the values of an attribute are called: labels, or the numbers 0 … k−1.

        Examples
        --------
        >>> import sourdine as sd
        >>> survey = sd.tuple_protocol({"age": 3, "smokes": ["no", "yes"]}, epsilon=1.0)
        >>> survey.labels("smokes"), survey.labels("age")
        (['no', 'yes'], range(0, 3))
        """
        one = self._told["attributes"][self.place(attribute)]
        return list(one["labels"]) or range(one["k"])

    def place(self, attribute: str | int) -> int:
        """The number of an attribute, from 0 on.

        Examples
        --------
        >>> import sourdine as sd
        >>> sd.tuple_protocol({"age": 3, "smokes": 2}, epsilon=1.0).place("smokes")
        1
        """
        known = self.attributes
        if not isinstance(attribute, str):
            return _check.whole("attribute", attribute, 0, len(known) - 1)
        if attribute in known:
            return known.index(attribute)
        near = difflib.get_close_matches(attribute, known, 1)
        hint = f"Did you mean '{near[0]}'? " if near else ""
        raise InputError(f"there is no attribute '{attribute}'", f"{hint}There are: {', '.join(known)}.")

    def reader(self, attribute: int) -> native.Protocol:
        """What turns labels of an attribute into numbers."""
        one = self._told["attributes"][attribute]
        return _reader(one["k"], tuple(one["labels"]))

    @property
    def _short(self) -> str:
        return f"'{self.solution}' of {self.width} attributes"

    def randomize(  # type: ignore[override]
        self,
        values: Any,
        *,
        columns: Sequence[str] | Mapping[str, str] | None = None,
        seed: int | None = None,
        threads: int = 0,
        ids: Any = None,
        secret: RowSecret | bytes | None = None,
        out: Bytes | None = None,
        collection: str = "",
    ) -> Reports:
        """One private report for every record.

        Parameters
        ----------
        values : table, dict of columns, array or list of records
            A frame of pandas or polars, a table of pyarrow, a relation of DuckDB, a dict of columns; an array of whole
            numbers, one row per person; a list of records.
        columns : sequence of str or dict, optional
            The columns of a table, in the order of the attributes, or by their names; otherwise those that are called
            as the attributes are.
        seed, threads, ids, secret, out, collection
            As of `Protocol.randomize`.

        Examples
        --------
        >>> import sourdine as sd
        >>> survey = sd.tuple_protocol({"age": 5, "smokes": ["no", "yes"]}, epsilon=1.0)
        >>> survey.randomize({"age": [0, 4, 2], "smokes": ["no", "no", "yes"]})
        <3 reports of 2 bytes by 'smp' of 2 attributes>
        """
        records = self.records(values, columns)
        if self.width == 1:
            records = records.ravel()
        return super().randomize(
            records, seed=seed, threads=threads, ids=ids, secret=secret, out=out, collection=collection
        )

    def records(self, values: Any, columns: Sequence[str] | Mapping[str, str] | None = None) -> Array:
        """Whole numbers, one row per record: what the attributes' values are counted as.

        Examples
        --------
        >>> import sourdine as sd
        >>> survey = sd.tuple_protocol({"age": 5, "smokes": ["no", "yes"]}, epsilon=1.0)
        >>> survey.records({"age": [0, 4], "smokes": ["no", "yes"]}).tolist()
        [[0, 0], [4, 1]]
        """
        width = self.width
        if hasattr(values, "read_all"):  # a stream of Arrow, which is read once
            values = values.read_all()
        if isinstance(values, Mapping) or _is_table(values):
            names = self._columns(columns)
            found = [self._column(place, values, name) for place, name in enumerate(names)]
            return self._joined(found)
        if columns is not None:
            raise TypeError(f"columns= is for tables, not for {_check.name_of(values)}")
        if isinstance(values, np.ndarray):
            if values.ndim != 2 or values.shape[1] != width:
                raise InputError(f"values must have the shape (n, {width}), not {values.shape}")
            if values.dtype.kind in "iub":
                return np.ascontiguousarray(values if values.dtype.kind != "b" else values.view(np.uint8))
            return self._joined([self._column(place, values[:, place], None) for place in range(width)])
        if isinstance(values, str | bytes) or not isinstance(values, Sequence):
            raise TypeError(
                f"values must be a table, a dict of columns, an array or records, not {_check.name_of(values)}"
            )
        for place, record in enumerate(values):
            if not isinstance(record, list | tuple | np.ndarray) or len(record) != width:
                raise InputError(f"record {place + 1} is not one of {width} values")
        return self._joined([self._column(i, [record[i] for record in values], None) for i in range(width)])

    def _columns(self, columns: Any) -> list[str]:
        known = self.attributes
        if columns is None:
            return known
        if isinstance(columns, Mapping):
            for name in columns:
                self.place(name)
            return [_check.text("columns", columns.get(name, name)) for name in known]
        if isinstance(columns, str) or not isinstance(columns, Sequence):
            raise TypeError(f"columns must be a list of names, not {_check.name_of(columns)}")
        if len(columns) != len(known):
            raise InputError(f"there are {len(columns)} columns for {len(known)} attributes")
        return [_check.text("columns", name) for name in columns]

    def _column(self, place: int, values: Any, column: str | None) -> Array:
        try:
            return to_values(self.reader(place), values, column)
        except InputError as error:
            is_told = column is not None and "column" in error.sentence
            where = "" if is_told else f"attribute '{self.attributes[place]}': "
            raise InputError(where + error.sentence, error.hint) from None
        except TypeError as error:
            raise TypeError(f"attribute '{self.attributes[place]}': {error}") from None

    def _joined(self, found: list[Array]) -> Array:
        rows = len(found[0])
        for place, column in enumerate(found):
            if len(column) != rows:
                names = self.attributes
                raise InputError(f"'{names[0]}' has {rows} values and '{names[place]}' {len(column)}")
        kind = np.uint32 if all(column.dtype == np.uint32 for column in found) else np.int64
        table = np.empty((rows, len(found)), kind)
        for place, column in enumerate(found):
            # What no 64 bits with a sign hold is outside any domain, and stays so.
            table[:, place] = column if column.dtype != np.uint64 else np.minimum(column, np.uint64(2**63 - 1))
        return table

    def respond(
        self,
        values: Any,
        *,
        people: Any,
        secret: RowSecret | bytes | None = None,
        columns: Sequence[str] | Mapping[str, str] | None = None,
        survey: str = "",
        collection: str = "",
        seed: int | None = None,
        threads: int = 0,
    ) -> Reports:
        """One report of every person in a repeated collection (``smp`` with memoised oracles).

        Every person answers about one attribute, drawn once and for life from the secret, and through one permanent
        response to each value of it, as `Oracle.respond` has it.

        Parameters
        ----------
        values, columns
            As of `randomize`.
        people : array or column
            The persons' ids, whole numbers.
        secret, collection, seed, threads
            As of `Oracle.respond`.
        survey : str
            Its name; surveys of the same people with other names are answered independently.

        Examples
        --------
        >>> import sourdine as sd
        >>> survey = sd.tuple_protocol({"age": 5, "smokes": 2}, epsilon=2.0, oracle="l-grr")
        >>> monday = survey.respond([[4, 0], [1, 1]], people=[17, 18], secret=bytes(32), collection="monday")
        >>> monday.guarantee.epsilon <= 2.0
        True
        """
        if self.solution != "smp":
            raise InputError(f"'{self.solution}' is not for repeated collections", "'smp' with l-grr or l-osue is.")
        numbers = self.records(values, columns)
        row_secret = _memo_secret(secret, seed)
        ids = to_ids(people, len(numbers))
        if not ids.are_numbers:
            raise TypeError("people must be whole numbers, by which each draws its attribute for life")
        name = _check.text("survey", survey)
        own = native.own_attributes(row_secret, name, self.width, ids)
        each = np.asarray(people)
        moment = _check.text("collection", collection)
        array: Bytes = np.zeros((len(numbers), self.report_bytes), np.uint8)
        array[:, 0] = own
        for place, spec in enumerate(self.spec["attributes"]):
            rows = np.flatnonzero(own == place)
            oracle = native.Protocol.make("oracle", _canonical(spec["oracle"]))
            made = np.empty((len(rows), oracle.report_bytes), np.uint8)
            native.respond_rows(
                oracle,
                np.ascontiguousarray(numbers[rows, place]),
                to_ids(each[rows], len(rows)),
                row_secret,
                json.dumps([name, self.attributes[place]]),
                moment or None,
                made,
                None if seed is None else seed + place,
                _check.threads(threads),
            )
            array[rows, 1 : 1 + oracle.report_bytes] = made
        return Reports(self, array, collection=moment, is_private=row_secret.is_private)

    def estimate_tally(
        self,
        tally: Tally,
        attribute: str | int,
        confidence: float,
        consistency: str,
        population: str,
        simultaneous: bool,
    ) -> AttributeEstimate:
        """The estimate of one attribute: `Tally.estimate` calls it."""
        options = Estimate._options(confidence, consistency, population, simultaneous)
        place = self.place(attribute)
        made = native.estimate_attribute(self._core, tally.reports, tally.cells, place, *options)
        return AttributeEstimate._of(self, tally, place, made, options)

    def __repr__(self) -> str:
        told = self._told
        parts = []
        for name, one in zip(self.attributes, told["attributes"], strict=True):
            texts = one["labels"]
            some = ", ".join(map(repr, texts[:4])) + (f", … {len(texts):,} labels" if len(texts) > 4 else "")
            parts.append(f"{name!r}: {f'[{some}]' if texts else one['k']}")
        rest = [f"epsilon={told['epsilon_asked']!r}", f"solution={told['solution']!r}"]
        rest += [f"level={told['level']!r}"] if told["level"] != "tuple" else []
        rest += ["pairs=True"] if told["pairs"] else []
        return f"sd.tuple_protocol({{{', '.join(parts)}}}, {', '.join(rest)})"

    def _facts(self) -> list[tuple[str, str]]:
        each = [(name, f"{len(self.labels(name)):,} values, by {by}") for name, by in self.oracles.items()]
        levels = [("epsilon of one attribute", f"{self.attribute_epsilon:.6g}")]
        return [("solution", self.solution), *each, *levels, *super()._facts()]


class AttributeEstimate(Estimate):
    """How many people have each value of one attribute, among all who reported.

    An `Estimate` whose counts are among `people`; its reports are those that tell of the attribute (with ``smp``: of
    who drew it). Without any of these all numbers are NaN.

    Attributes
    ----------
    attribute : str
        What it is called.
    people : int
        Who reported.

    Examples
    --------
    >>> import sourdine as sd
    >>> survey = sd.tuple_protocol({"age": 5, "smokes": ["no", "yes"]}, epsilon=4.0)
    >>> tally = survey.randomize([[4, 0]] * 3000, seed=1).tally()
    >>> smokes = tally.estimate(attribute="smokes")
    >>> smokes["no"].value > 2500, smokes.people, len(smokes)
    (True, 3000, 2)
    """

    attribute: str
    people: int
    _place: int

    @classmethod
    def _of(
        cls, protocol: TupleProtocol, tally: Tally, place: int, made: dict[str, Any], options: _Options
    ) -> AttributeEstimate:
        size = len(protocol.labels(place))
        found = cls._made(protocol, made["reports"], made, options, tally.collection, tally.is_private)
        if not found.reports:
            nothing = np.full(size, np.nan)
            found.__dict__.update(values=nothing, std_error=nothing, lower=nothing, upper=nothing)
            found.mostly_noise = np.zeros(size, np.bool_)
        found.attribute = protocol.attributes[place]
        found.people = tally.reports
        found._place = place
        return found

    @property
    def _tuple(self) -> TupleProtocol:
        assert isinstance(self.protocol, TupleProtocol)
        return self.protocol

    @property
    def labels(self) -> list[str] | range:
        """What the rows are about: the labels of the attribute, or the numbers 0 … k−1."""
        return self._tuple.labels(self._place)

    @property
    def shares(self) -> Floats:
        """The values as shares of all people."""
        return self.values / self.people if self.people else self.values

    def _number(self, label: str) -> int:
        return int(self._tuple.reader(self._place).label_values([label])[0])

    def _title(self) -> str:
        drew = f", of whom {self.reports:,} drew it" if self.reports != self.people else ""
        interval = f"{100 * self.confidence:g}% intervals{', all at once' if self.simultaneous else ''}"
        return f"'{self.attribute}' of {self.people:,} people{drew}; {interval}"


class TupleEstimate(Collected, Mapping[str, AttributeEstimate]):
    """The estimates of all attributes, by their names.

    Examples
    --------
    >>> import sourdine as sd
    >>> survey = sd.tuple_protocol({"age": 5, "smokes": ["no", "yes"]}, epsilon=4.0)
    >>> every = survey.randomize([[4, 0]] * 3000, seed=1).tally().estimates()
    >>> list(every), every["age"][4].value > 2500
    (['age', 'smokes'], True)
    >>> list(every.to_pandas().columns)
    ['attribute', 'value', 'estimate', 'std_error', 'lower', 'upper', 'mostly_noise']
    """

    def __init__(self, found: Sequence[AttributeEstimate]) -> None:
        self._found = {one.attribute: one for one in found}
        self.protocol, self.collection, self.is_private = found[0].protocol, found[0].collection, found[0].is_private
        self.people = found[0].people

    def __getitem__(self, attribute: str) -> AttributeEstimate:
        if attribute not in self._found:
            self._found[next(iter(self._found))]._tuple.place(attribute)
        return self._found[attribute]

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)

    def _columns(self) -> dict[str, Any]:
        parts = [one._columns() for one in self._found.values()]
        names = [name for name, one in self._found.items() for _ in range(len(one))]
        values: Any = [value for part in parts for value in part["value"]]
        # Labels beside numbers: texts, all of them.
        are_numbers = not any(isinstance(value, str) for value in values)
        rest = {name: np.concatenate([part[name] for part in parts]) for name in list(parts[0])[1:]}
        return {"attribute": names, "value": np.array(values) if are_numbers else [str(v) for v in values], **rest}

    def to_dict(self) -> dict[str, list[Any]]:
        """The columns ``attribute``, ``value``, ``estimate``, ``std_error``, ``lower``, ``upper``, ``mostly_noise``.

        Examples
        --------
        >>> import sourdine as sd
        >>> survey = sd.tuple_protocol({"age": 2, "smokes": 2}, epsilon=1.0)
        >>> survey.randomize([[1, 0]] * 100).tally().estimates().to_dict()["attribute"]
        ['age', 'age', 'smokes', 'smokes']
        """
        return {
            name: list(column) if isinstance(column, list) else column.tolist()
            for name, column in self._columns().items()
        }

    def to_pandas(self) -> pandas.DataFrame:
        """The columns of `to_dict` as a data frame of pandas, which must be installed.

        Examples
        --------
        >>> import sourdine as sd
        >>> survey = sd.tuple_protocol({"age": 2, "smokes": 2}, epsilon=1.0)
        >>> survey.randomize([[1, 0]] * 100).tally().estimates().to_pandas().shape
        (4, 7)
        """
        import pandas

        frame: pandas.DataFrame = pandas.DataFrame(self._columns())
        return frame

    def to_polars(self) -> polars.DataFrame:
        """The columns of `to_dict` as a data frame of polars, which must be installed.

        Examples
        --------
        >>> import sourdine as sd
        >>> survey = sd.tuple_protocol({"age": 2, "smokes": 2}, epsilon=1.0)
        >>> survey.randomize([[1, 0]] * 100).tally().estimates().to_polars().shape
        (4, 7)
        """
        import polars

        return polars.DataFrame(self._columns())

    def __repr__(self) -> str:
        return "\n\n".join(map(repr, self._found.values()))

    def _repr_html_(self) -> str:
        return "".join(one._repr_html_() for one in self._found.values())


class PairEstimate(Collected):
    """How many people have each pair of values of two attributes.

    Attributes
    ----------
    attributes : tuple of str
        The two.
    values, std_error, lower, upper : numpy.ndarray
        A row for every value of the first attribute, a column for every value of the second.

    Examples
    --------
    >>> import sourdine as sd
    >>> survey = sd.tuple_protocol({"age": 3, "smokes": ["no", "yes"]}, epsilon=8.0, solution="joint")
    >>> pair = survey.randomize([[2, 1]] * 3000, seed=1).tally().pairs("age", "smokes")
    >>> pair.values.shape, pair[2, "yes"] > 2500
    ((3, 2), True)
    """

    attributes: tuple[str, str]
    people: int
    values: Floats
    std_error: Floats
    lower: Floats
    upper: Floats
    confidence: float

    def __init__(self) -> None:
        raise TypeError("a PairEstimate is made by Tally.pairs()")

    @classmethod
    def _of(cls, protocol: TupleProtocol, tally: Tally, first: int, second: int, options: _Options) -> Self:
        made = native.estimate_pair(protocol._core, tally.reports, tally.cells, first, second, *options)
        pair = cls.__new__(cls)
        shape = len(protocol.labels(first)), len(protocol.labels(second))
        nothing = np.full(shape, np.nan)
        for name, given in (("values", "estimate"), *((same, same) for same in ("std_error", "lower", "upper"))):
            setattr(pair, name, made[given].reshape(shape) if tally.reports else nothing)
        names = protocol.attributes
        pair.attributes = names[first], names[second]
        pair.people, pair.confidence = tally.reports, options[0]
        pair.protocol, pair.collection, pair.is_private = protocol, tally.collection, tally.is_private
        return pair

    def _labels(self, side: int) -> list[str] | range:
        assert isinstance(self.protocol, TupleProtocol)
        return self.protocol.labels(self.attributes[side])

    def __getitem__(self, values: tuple[str | int, str | int]) -> float:
        """The count of two values, labels or numbers."""
        row, column = (
            list(map(str, self._labels(side))).index(value)
            if isinstance(value, str)
            else _check.whole("value", value, 0, size - 1)
            for side, (value, size) in enumerate(zip(values, self.values.shape, strict=True))
        )
        return float(self.values[row, column])

    @property
    def shares(self) -> Floats:
        """The values as shares of all people."""
        return self.values / self.people if self.people else self.values

    def _columns(self) -> dict[str, Any]:
        rows, columns = map(list, (self._labels(0), self._labels(1)))
        names = self.attributes if self.attributes[0] != self.attributes[1] else ("first", "second")
        return {
            names[0]: [row for row in rows for _ in columns],
            names[1]: columns * len(rows),
            "estimate": self.values.ravel(),
            "std_error": self.std_error.ravel(),
            "lower": self.lower.ravel(),
            "upper": self.upper.ravel(),
        }

    def to_pandas(self) -> pandas.DataFrame:
        """A row for every pair, as a data frame of pandas, which must be installed.

        Examples
        --------
        >>> import sourdine as sd
        >>> survey = sd.tuple_protocol({"age": 3, "smokes": 2}, epsilon=2.0, solution="spl", pairs=True)
        >>> survey.randomize([[2, 1]] * 100).tally().pairs("age", "smokes").to_pandas().shape
        (6, 6)
        """
        import pandas

        frame: pandas.DataFrame = pandas.DataFrame(self._columns())
        return frame

    def to_polars(self) -> polars.DataFrame:
        """A row for every pair, as a data frame of polars, which must be installed.

        Examples
        --------
        >>> import sourdine as sd
        >>> survey = sd.tuple_protocol({"age": 3, "smokes": 2}, epsilon=2.0, solution="joint")
        >>> survey.randomize([[2, 1]] * 100).tally().pairs("age", "smokes").to_polars().shape
        (6, 6)
        """
        import polars

        return polars.DataFrame(self._columns())

    def __repr__(self) -> str:
        first, second = self.attributes
        return f"<'{first}' × '{second}' of {self.people:,} people, {self.values.size:,} counts>"

    def _repr_html_(self) -> str:
        head = [self.attributes[0], *map(str, self._labels(1))]
        rows = [
            [_html.escape(str(label)), *(f"{count:,.0f}" for count in self.values[place])]
            for place, label in enumerate(self._labels(0))
        ]
        body = _html.table(list(map(_html.escape, head)), rows, "l" + "r" * len(head[1:]))
        title = f"{self.attributes[0]} × {self.attributes[1]}, {self.people:,} people"
        return _html.card(title, body, [], self.guarantee.not_private_because)


def tuple_protocol(
    attributes: Attributes,
    *,
    epsilon: float,
    solution: str = "smp",
    level: str = "tuple",
    oracle: str = "adp",
    oracles: Mapping[str, str | tuple[str, Mapping[str, float]]] | None = None,
    priors: Mapping[str, Sequence[float]] | None = None,
    pairs: bool = False,
    weak: bool = False,
) -> TupleProtocol:
    """A protocol about several attributes of a person, as `TupleProtocol` describes it.

    Examples
    --------
    >>> import sourdine as sd
    >>> sd.tuple_protocol({"age": 10, "town": ["Besançon", "Pontarlier"]}, epsilon=1.0)
    sd.tuple_protocol({'age': 10, 'town': ['Besançon', 'Pontarlier']}, epsilon=1.0, solution='smp')
    >>> fake = sd.tuple_protocol([3, 3], epsilon=1.0, solution="rs+fd", level="published", oracle="oue-z")
    >>> round(fake.epsilon, 6), round(fake.attribute_epsilon, 6)
    (1.48988, 1.0)
    """
    return TupleProtocol(
        attributes,
        epsilon=epsilon,
        solution=solution,
        level=level,
        oracle=oracle,
        oracles=oracles,
        priors=priors,
        pairs=pairs,
        weak=weak,
    )


def tuple_plan(
    attributes: Attributes,
    *,
    people: int,
    epsilon: float,
    priors: Mapping[str, Sequence[float]] | None = None,
    shares: Mapping[str, Sequence[float]] | None = None,
) -> dict[str, list[dict[str, Any]]]:
    """What error to expect of every way to report several attributes, before there is any data.

    Parameters
    ----------
    attributes, epsilon
        As of `tuple_protocol`.
    people : int
        How many report.
    priors : dict, optional
        For ``rs+rfd``: public shares of every attribute's values.
    shares : dict, optional
        A public guess of the shares, of every attribute; otherwise all values alike.

    Returns
    -------
    dict
        ``tuple``: all ways at equal epsilon of the whole tuple, the smallest mean squared error of a share first;
        ``attribute``: the same at equal epsilon of one attribute. pandas.DataFrame takes either.

    Examples
    --------
    >>> import sourdine as sd
    >>> plan = sd.tuple_plan({"age": 10, "smokes": 2}, people=10_000, epsilon=1.0)
    >>> best = plan["tuple"][0]
    >>> best["solution"], best["mse"] < 0.001
    ('smp', True)
    """
    parts = _parts(attributes, {}, priors or {})
    count = _check.whole("people", people, 1, 2**62)
    asked = _check.positive("epsilon", epsilon)
    names = [part[0] for part in parts]
    guessed = [] if shares is None else [_numbers("shares", shares.get(name)) for name in names]
    found: dict[str, list[dict[str, Any]]] = json.loads(native.tuple_plan(parts, count, asked, guessed))
    return found


def _parts(attributes: Any, oracles: Mapping[str, Any], priors: Mapping[str, Any]) -> _Parts:
    """The attributes as the compiled part takes them."""
    from sourdine.kinds import _labels

    if isinstance(attributes, str | bytes) or not isinstance(attributes, Mapping | Sequence):
        raise TypeError(f"attributes must be a dict or a list, not {_check.name_of(attributes)}")
    named: list[tuple[str, Any]]
    if isinstance(attributes, Mapping):
        named = [(_check.text("the name of an attribute", name), given) for name, given in attributes.items()]
    else:
        named = [("", given) for given in attributes]
    if not named:
        raise InputError("a tuple has at least one attribute")
    titles = [name or f"attribute {place + 1}" for place, (name, _) in enumerate(named)]
    for what, given in (("oracles", oracles), ("priors", priors)):
        if not isinstance(given, Mapping):
            raise TypeError(f"{what} must be a dict, not {_check.name_of(given)}")
        for name in given:
            if name not in titles:
                raise InputError(f"{what} has '{name}', which is no attribute", f"There are: {', '.join(titles)}.")
    parts: _Parts = []
    for title, (name, given) in zip(titles, named, strict=True):
        is_size = not isinstance(given, Sequence | np.ndarray)
        size = _check.whole(f"the values of '{title}'", given, 1, _LARGEST_DOMAIN) if is_size else 0
        oracle, parameters = _oracle(oracles.get(title, ""))
        prior = _numbers(f"the prior of '{title}'", priors[title]) if title in priors else []
        parts.append((name, size, [] if is_size else _labels(given), oracle, parameters, prior))
    return parts


def _oracle(given: Any) -> tuple[str, dict[str, float]]:
    if isinstance(given, tuple) and len(given) == 2 and isinstance(given[1], Mapping):
        return _check.text("oracles", given[0]), {
            str(key): _check.number(key, value) for key, value in given[1].items()
        }
    return _check.text("oracles", given), {}


def _numbers(what: str, given: Any) -> list[float]:
    if given is None or isinstance(given, str | bytes) or not isinstance(given, Sequence | np.ndarray):
        raise TypeError(f"{what} must be a list of numbers, not {_check.name_of(given)}")
    return [_check.number(what, value) for value in given]


def _memo_secret(secret: Any, seed: int | None) -> RowSecret:
    """The secret of people who come back: never one that is drawn and forgotten."""
    if secret is None and seed is None:
        raise TypeError("secret= is needed: it is kept for as long as people report (sd.RowSecret.draw() makes one)")
    return _row_secret(secret, _check.seed(seed))


def _canonical(spec: Any) -> str:
    from sourdine.protocols import canonical

    return canonical(spec)


def _is_table(values: Any) -> bool:
    if is_pandas(values):
        return hasattr(values, "columns")
    return is_arrow(values)


@lru_cache(maxsize=256)
def _reader(k: int, labels: tuple[str, ...]) -> native.Protocol:
    """A protocol that only reads values of a domain."""
    return native.Protocol.oracle("grr", 0 if labels else k, list(labels), 1.0, {})
