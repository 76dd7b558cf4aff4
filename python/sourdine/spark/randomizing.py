"""randomize(): a column of values becomes a column of reports, where the rows are."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sourdine import _check
from sourdine._collected import SEEDED
from sourdine.errors import InputError
from sourdine.spark import columns
from sourdine.spark.failures import as_ours
from sourdine.spark.rows import KeyedValues, Randomize, RowKey

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

    from sourdine.protocols import Protocol, RowSecret


def randomize(
    df: DataFrame,
    column: str,
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
    column : str
        The values: whole numbers from 0 on, or labels.
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
    from pyspark.sql.types import BinaryType, StructField, StructType

    require_values(df, column, protocol, id_column)
    source = KeyedValues(protocol, column, id_column, RowKey.choose(secret, seed))
    kept = [columns.any_field(df, name, "keep") for name in columns.names("keep", keep)]
    if column in (field.name for field in kept):
        raise InputError(f"the values of '{column}' cannot be kept beside their reports", "They would tell everything.")
    if _check.text("output", output) in (field.name for field in kept):
        raise InputError(f"two columns would be called '{output}'", "output= names the column of reports.")
    if check_ids:
        require_unique(df, id_column)
    told = {
        "fingerprint": protocol.fingerprint.hex(),
        "collection": _check.text("collection", collection),
        "randomness": SEEDED if seed is not None else "secure",
    }
    schema = StructType([*kept, StructField(output, BinaryType(), False, {"sourdine": told})])
    names = [field.name for field in kept]
    needed = list(dict.fromkeys([*source.columns, *names]))
    return df.select(*map(columns.column, needed)).mapInArrow(Randomize(source, output, names), schema)


def require_values(df: DataFrame, column: str, protocol: Protocol, id_column: str) -> None:
    """Columns of values and of ids, which are not the same one."""
    columns.require_frame(df)
    require_protocol(protocol)
    columns.find(df, column, "column", columns.VALUES, "Values are whole numbers or labels.")
    columns.find(df, id_column, "id_column", columns.IDS, "Ids are whole numbers, texts or bytes.")
    if column == id_column:
        raise InputError("the values cannot be the ids as well", "id_column names a column that differs on every row.")


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
