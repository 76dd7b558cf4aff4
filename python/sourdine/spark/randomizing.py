"""randomize(), respond(): columns of values become a column of reports, where the rows are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from sourdine import _check
from sourdine._collected import SEEDED
from sourdine.errors import InputError
from sourdine.spark import columns
from sourdine.spark.failures import as_ours
from sourdine.spark.rows import KeyedValues, PersonsValues, Randomize, RowKey

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

    from sourdine.protocols import Protocol, RowSecret


def randomize(
    df: DataFrame,
    column: str | Sequence[str],
    protocol: Protocol,
    *,
    id_column: str,
    secret: RowSecret | bytes | None = None,
    seed: int | None = None,
    output: str = "report",
    keep: Iterable[str] | str = (),
    collection: str = "",
    check_ids: bool = False,
) -> DataFrame:
    """One private report for every row of a Spark table, made where the rows are.

    The report of a row depends on the secret, its id and its value alone: a task that is tried again, a second action
    on the result, another number of partitions or another order give the same report, and never a second draw, which
    would spend ε again. A second *call* is a second collection: it draws another secret.

    Parameters
    ----------
    df : pyspark.sql.DataFrame
        Of a classic session or of Spark Connect.
    column : str or several
        The values: whole numbers from 0 on, or labels. Of a protocol about several attributes their columns, in the
        order of the attributes.
    protocol : Protocol
        How values become reports.
    id_column : str
        A column that is different on every row and *stored*: whole numbers, texts or bytes. An id that Spark makes up
        while it computes (``monotonically_increasing_id()``, ``uuid()``) is another one when it computes again.
    secret : RowSecret or bytes, optional
        32 bytes; otherwise one is drawn for this call. Give your own when a program that fails must be able to start
        again without a second draw, and use it for one question at one moment only.
    seed : int, optional
        Reproducible and NOT PRIVATE: for tests only. The column says so ever after.
    output : str
        The name of the column of reports: ``binary``, all of one length.
    keep : str or several
        Columns to keep beside it. Neither the values nor anything that tells them belongs here.
    collection : str
        Its name; only equal names add up.
    check_ids : bool
        Count ids that are on several rows first, and refuse if there are any. That is a job of its own, which reads
        the ids and shuffles them all.

    Returns
    -------
    pyspark.sql.DataFrame
        Nothing is computed yet. A value that is not in the domain makes the *action* fail, with our sentence in it.

    Examples
    --------
    >>> import sourdine as sd, sourdine.spark
    >>> oracle = sd.oracle("oue", labels=["red", "green", "blue"], epsilon=1.0)
    >>> people = spark.createDataFrame([(1, "red"), (2, "blue")], ["id", "colour"])  # doctest: +SKIP
    >>> reports = sd.spark.randomize(people, "colour", oracle, id_column="id")  # doctest: +SKIP
    >>> reports.count(), reports.columns  # doctest: +SKIP
    (2, ['report'])
    """
    values = require_values(df, column, protocol, id_column)
    name = _check.text("collection", collection)
    source = KeyedValues(protocol, values, id_column, RowKey.choose(secret, seed))
    return _reports_of(df, source, output, keep, name, check_ids)


def respond(
    df: DataFrame,
    column: str,
    protocol: Protocol,
    *,
    person_column: str,
    collection: str,
    secret: RowSecret | bytes | None = None,
    seed: int | None = None,
    attribute: str = "",
    output: str = "report",
    keep: Iterable[str] | str = (),
    check_ids: bool = False,
) -> DataFrame:
    """One report of every person in a repeated collection, by a memoised oracle, made where the rows are.

    A person's permanent response to a value depends on the secret, the attribute, the person and the value alone, in
    every collection; the second round on the collection's name as well. A task that is tried again or a second action
    give the same reports. All reports about one value together spend at most the oracle's epsilon.

    Parameters
    ----------
    df : pyspark.sql.DataFrame
        A row for every person.
    column : str
        The values: whole numbers from 0 on, or labels.
    protocol : Oracle
        A memoised one: ``l-grr``, ``l-osue``, ``loloha``, ``dbitflip``, ``rappor`` …
    person_column : str
        Who it is: whole numbers, texts or bytes, the same in every collection.
    collection : str
        Its name, another one at every moment. Only equal names add up.
    secret : RowSecret or bytes
        32 bytes, kept for as long as people report: another one spends again.
    seed : int, optional
        Instead of the secret: reproducible and NOT PRIVATE, for tests only.
    attribute : str
        The question: others of the same people have independent responses.
    output, keep
        As of :func:`randomize`.
    check_ids : bool
        Count persons that are on several rows first, and refuse if there are any.

    Examples
    --------
    >>> import sourdine as sd, sourdine.spark
    >>> oracle = sd.oracle("l-osue", k=20, epsilon=2.0, epsilon1=1.0)
    >>> people = spark.createDataFrame([(1, 3), (2, 7)], ["person", "mood"])  # doctest: +SKIP
    >>> asked = dict(person_column="person", secret=sd.RowSecret.draw(), attribute="mood")
    >>> monday = sd.spark.respond(people, "mood", oracle, collection="monday", **asked)  # doctest: +SKIP
    >>> sd.spark.estimate(monday, "report", oracle).reports  # doctest: +SKIP
    2
    """
    values = require_values(df, column, protocol, person_column, "person_column")
    if not getattr(protocol, "is_memoised", False):
        raise InputError(
            f"{protocol._short} keeps no permanent responses: a second report of a person spends again",
            "Repeated collections take l-grr, l-osue, loloha, dbitflip or rappor.",
        )
    if secret is None and seed is None:
        raise TypeError("secret= is needed: it is kept for as long as people report (sd.RowSecret.draw() makes one)")
    name = _check.text("collection", collection)
    if not name:
        raise InputError("a repeated collection needs a name", "Another one at every moment, such as its date.")
    key = RowKey.choose(secret, seed)
    source = PersonsValues(protocol, values, person_column, key, _check.text("attribute", attribute), name)
    return _reports_of(df, source, output, keep, name, check_ids)


def _reports_of(
    df: DataFrame, source: KeyedValues, output: str, keep: Iterable[str] | str, collection: str, check_ids: bool
) -> DataFrame:
    from pyspark.sql.types import BinaryType, StructField, StructType

    kept = [columns.any_field(df, name, "keep") for name in columns.names("keep", keep)]
    *values, id_column = source.columns
    for field in kept:
        if field.name in values:
            raise InputError(
                f"the values of '{field.name}' cannot be kept beside their reports", "They would tell everything."
            )
    if _check.text("output", output) in (field.name for field in kept):
        raise InputError(f"two columns would be called '{output}'", "output= names the column of reports.")
    if check_ids:
        require_unique(df, id_column)
    told = {
        "fingerprint": source.protocol.fingerprint.hex(),
        "collection": collection,
        "randomness": "secure" if source.is_private else SEEDED,
    }
    schema = StructType([*kept, StructField(output, BinaryType(), False, {"sourdine": told})])
    names = [field.name for field in kept]
    needed = list(dict.fromkeys([*source.columns, *names]))
    return df.select(*map(columns.column, needed)).mapInArrow(Randomize(source, output, names), schema)


def require_values(
    df: DataFrame, column: object, protocol: Protocol, id_column: str, what: str = "id_column"
) -> list[str]:
    """The columns of values, and one of ids, which is none of them."""
    columns.require_frame(df)
    require_protocol(protocol)
    if isinstance(column, str) or not isinstance(column, Sequence):
        names = [column]
    else:
        names = list(columns.names("column", column))
    for name in names:
        columns.find(df, name, "column", columns.VALUES, "Values are whole numbers or labels.")
    if len(names) != protocol.width:
        raise InputError(
            f"{protocol._short} is about {protocol.width} column{'' if protocol.width == 1 else 's'}, not {len(names)}"
        )
    columns.find(df, id_column, what, columns.IDS, "Ids are whole numbers, texts or bytes.")
    if id_column in names:
        raise InputError("the values cannot be the ids as well", f"{what} names a column that differs on every row.")
    return [str(name) for name in names]


def require_protocol(protocol: object) -> None:
    """A protocol, not its name."""
    from sourdine.protocols import Protocol

    if not isinstance(protocol, Protocol):
        raise TypeError(f"protocol must be a Protocol, such as sd.oracle(…), not {_check.name_of(protocol)}")


def require_unique(df: DataFrame, id_column: str) -> None:
    """Refuse ids that several rows have: their reports would tell whether their values agree."""
    from pyspark.sql import functions

    rows = functions.count(functions.lit(1))
    several = df.select(columns.column(id_column).alias("id")).groupBy("id").agg(rows.alias("rows")).where("rows > 1")
    with as_ours():
        found = several.agg(rows.alias("ids"), functions.sum("rows").alias("rows")).first()
    if found is not None and found["ids"]:
        raise InputError(
            f"column '{id_column}' has {found['ids']:,} ids that are on several rows, {found['rows']:,} rows in all",
            "Ids must be unique: rows with the same id and the same value get the same report.",
        )
