"""Errors that happen on executors, as the exceptions that they are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from sourdine import errors

_RAISED = re.compile(r"sourdine\.errors\.(InputError|BudgetError): ([^\n]+)(?:\n(?!\s|SQLSTATE)([^\n]+))?")


def told(error: BaseException) -> errors.InputError | errors.BudgetError | None:
    """The exception of ours that made Spark raise this one, if one did."""
    found = _RAISED.search(str(error))
    if found is None:
        return None
    return getattr(errors, found[1])(found[2].strip(), (found[3] or "").strip())  # type: ignore[no-any-return]


@contextmanager
def as_ours() -> Iterator[None]:
    """Spark wraps what executors raise into pages of traces: what comes out of here is the one sentence."""
    try:
        yield
    except Exception as error:
        if isinstance(error, errors.InputError | errors.BudgetError):
            raise
        ours = told(error)
        if ours is None:
            raise
        raise ours from None
