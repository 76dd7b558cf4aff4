"""Columns of a Spark table: looked up by their names on the driver, before a job starts."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from sourdine._check import name_of
from sourdine.errors import InputError

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame
    from pyspark.sql.types import StructField

# Spark's names of types, as `typeName()` has them.
WHOLE_NUMBERS = ("byte", "short", "integer", "long")
VALUES = (*WHOLE_NUMBERS, "string")
IDS = (*WHOLE_NUMBERS, "string", "binary")
NUMBERS = (*WHOLE_NUMBERS, "float", "double", "decimal")
# Equal keys are one group: no floating point, where a NaN is not equal to itself, and nothing nested.
GROUPS = (*WHOLE_NUMBERS, "string", "boolean", "date", "timestamp", "timestamp_ntz")


def require_frame(df: object) -> None:
    """A Spark table, of a classic session or of Spark Connect: these share no class in Spark 3.5."""
    if not (hasattr(df, "mapInArrow") and hasattr(df, "schema")):
        raise TypeError(f"df must be a Spark DataFrame, not {name_of(df)}")


def find(df: DataFrame, name: object, what: str, types: Sequence[str], meant: str) -> StructField:
    """The field of that name, whose type must be one of `types`; `what` and `meant` are for messages."""
    if not isinstance(name, str):
        raise TypeError(f"{what} must be the name of a column, not {name_of(name)}")
    found = [field for field in df.schema.fields if field.name == name]
    if not found:
        known = df.columns
        near = difflib.get_close_matches(name, known, 1)
        hint = f"Did you mean '{near[0]}'? " if near else ""
        raise InputError(f"there is no column '{name}'", f"{hint}Its columns are: {', '.join(known)}.")
    if len(found) > 1:
        raise InputError(f"there are several columns '{name}'", "Rename or select them before.")
    kind = found[0].dataType.typeName()
    # Spark 4 has "string collate …" as well.
    if kind.partition(" ")[0] not in types:
        raise TypeError(f"column '{name}' is of type {kind}. {meant}")
    return found[0]


def names(what: str, given: object) -> list[str]:
    """One name, or several."""
    if isinstance(given, str):
        return [given]
    if not isinstance(given, Iterable):
        raise TypeError(f"{what} must be the names of columns, not {name_of(given)}")
    found = list(given)
    for name in found:
        if not isinstance(name, str):
            raise TypeError(f"{what} must be the names of columns, not {name_of(name)}")
    if len(set(found)) < len(found):
        raise InputError(f"{what} names a column twice")
    return found


def any_field(df: DataFrame, name: str, what: str) -> StructField:
    """The field of that name, whatever its type."""
    return find(df, name, what, [field.dataType.typeName().partition(" ")[0] for field in df.schema.fields], "")


def column(name: str) -> Column:
    """The column of exactly that name: dots in it do not lead into structures."""
    from pyspark.sql import functions

    return functions.col("`" + name.replace("`", "``") + "`")


def group_fields(df: DataFrame, group_by: object, taken: Iterable[str]) -> list[StructField]:
    """The fields to group by, none of which may be called as what is added to them is."""
    meant = "Groups are whole numbers, texts, dates, times or truth values."
    fields = [find(df, name, "group_by", GROUPS, meant) for name in names("group_by", group_by)]
    require_plain(fields, taken)
    return fields


def require_plain(fields: Iterable[StructField], taken: Iterable[str]) -> None:
    """Refuse columns to group by that are called as what is added to them, or whose texts are equal in several ways."""
    for field in fields:
        if getattr(field.dataType, "collation", "UTF8_BINARY") != "UTF8_BINARY":
            raise TypeError(f"column '{field.name}' has a collation: group by lower(…), or by a text without one")
        if field.name in taken:
            raise InputError(
                f"a column to group by cannot be called '{field.name}'", "The result has one of that name."
            )


def metadata(field: StructField) -> dict[str, Any]:
    """What randomize() wrote beside the column, if it is one of its columns."""
    found = field.metadata.get("sourdine") if field.metadata else None
    return dict(found) if isinstance(found, dict) else {}
