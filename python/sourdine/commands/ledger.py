"""What was spent on a data set: show, check, verify, plan, record.

Made by python/tools/make_commands.py from the command line itself; edit that.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from sourdine._calls import Call, Day, Path, verb
from sourdine.results import Result

__all__ = ["check", "plan", "record", "show", "verify"]


@verb
def show(
    ledger: Path,
    *,
    dataset: str | None = None,
    budget_file: Path | None = None,
    delta: float | None = None,
    max_units: int | None = None,
) -> Result:
    """What was spent, by what, what it comes to and what is left.

    Parameters
    ----------
    ledger : path
        DATASET.ledger.jsonl, sqlite:PATH or postgresql://…
    dataset : str, optional
        The data set; default: the one that the ledger is named after.
    budget_file : path, optional
        The limits (docs/ledger.md); default: budget.toml beside the ledger.
    delta : float, optional
        Add up at this delta by the theorem that gives the least; default: 0, as numbers add up.
    max_units : int, optional
        How many units one person has at most, where it is not said.

    Examples
    --------
    >>> import sourdine as sd
    >>> made = sd.ledger.record("shown.ledger.jsonl", epsilon=0.5, max_units=3, purpose="survey of March")
    >>> sd.ledger.show("shown.ledger.jsonl", delta=1e-6).to_pandas()["purpose"].tolist()
    ['survey of March']
    """
    call = Call("ledger show")
    call.path("LEDGER", ledger)
    call.text("--dataset", dataset)
    call.path("--budget-file", budget_file)
    call.number("--delta", delta)
    call.whole("--max-units", max_units)
    return call.run(Result)


@verb
def check(
    ledger: Path,
    *,
    dataset: str | None = None,
    budget_file: Path | None = None,
    epsilon: float | None = None,
    delta: float | None = None,
    rho: float | None = None,
    law: str | None = None,
    unit: str | None = None,
    neighbours: str | None = None,
    model: Literal["central", "local"] | None = None,
    from_: Day | None = None,
    to: Day | None = None,
    fixed: bool = False,
    basis: str | None = None,
    max_units: int | None = None,
) -> Result:
    """Would this spending fit the budget? ``ok`` says so.

    Parameters
    ----------
    ledger : path
        DATASET.ledger.jsonl, sqlite:PATH or postgresql://…
    dataset : str, optional
        The data set; default: the one that the ledger is named after.
    budget_file : path, optional
        The limits (docs/ledger.md); default: budget.toml beside the ledger.
    epsilon : float, optional
        What it costs: epsilon of pure differential privacy, or with 'delta'.
    delta : float, optional
        Of (epsilon, delta).
    rho : float, optional
        What it costs: rho of zero-concentrated differential privacy.
    law : str, optional
        The noise is known to be 'gaussian' (with 'rho'), or 'laplace' on one number (with 'epsilon'): adds up more
        tightly.
    unit : str, optional
        What is protected: event, person, report value, attribute, tuple or time step; default: as the budget says, else
        as the ledger's entries, else event.
    neighbours : str, optional
        Against which change: replace or add/remove; default: like that of 'unit'.
    model : {"central", "local"}, optional
        central (default) or local.
    from_ : str or date, optional
        Only units from this day on were looked at.
    to : str or date, optional
        Up to this day.
    fixed : bool, optional
        What is replaced is not the time: disjoint periods compose in parallel under 'replace', too.
    basis : str, optional
        What its days are, as 'ledger show json=True' has it of the other entries (column|clock|zone): only periods of
        one basis are disjoint.
    max_units : int, optional
        How many units one person has at most in what was looked at.

    Examples
    --------
    >>> import sourdine as sd
    >>> from pathlib import Path
    >>> written = Path("strict.toml").write_text("[total]\\nepsilon = 1\\n")
    >>> sd.ledger.check("checked.ledger.jsonl", epsilon=3, budget_file="strict.toml").ok
    False
    """
    call = Call("ledger check")
    call.path("LEDGER", ledger)
    call.text("--dataset", dataset)
    call.path("--budget-file", budget_file)
    call.number("--epsilon", epsilon)
    call.number("--delta", delta)
    call.number("--rho", rho)
    call.text("--law", law)
    call.text("--unit", unit)
    call.text("--neighbours", neighbours)
    call.text("--model", model)
    call.place("--from", from_)
    call.place("--to", to)
    call.flag("--fixed", fixed)
    call.text("--basis", basis)
    call.whole("--max-units", max_units)
    return call.run(Result)


@verb
def verify(
    ledger: Path,
    *,
    dataset: str | None = None,
    budget_file: Path | None = None,
    head: Path | Sequence[Path] | None = None,
    restore_head: bool = False,
) -> Result:
    """Is every line there, as it was written?

    Parameters
    ----------
    ledger : path
        DATASET.ledger.jsonl, sqlite:PATH or postgresql://…
    dataset : str, optional
        The data set; default: the one that the ledger is named after.
    budget_file : path, optional
        The limits (docs/ledger.md); default: budget.toml beside the ledger.
    head : path or list, optional
        A line's SHA-256, or the directory of a release, which has it in its manifest: finds a ledger that was rewritten
        together with its head; or a list of them.
    restore_head : bool, optional
        Make the head file again, for a ledger that lost it.

    Examples
    --------
    >>> import sourdine as sd
    >>> made = sd.ledger.record("verified.ledger.jsonl", epsilon=0.5, purpose="survey of March")
    >>> sd.ledger.verify("verified.ledger.jsonl").chain
    'whole'
    """
    call = Call("ledger verify")
    call.path("LEDGER", ledger)
    call.text("--dataset", dataset)
    call.path("--budget-file", budget_file)
    call.paths("--head", head)
    call.flag("--restore-head", restore_head)
    return call.run(Result)


@verb
def plan(
    ledger: Path,
    *,
    dataset: str | None = None,
    budget_file: Path | None = None,
    epsilon: float | None = None,
    delta: float | None = None,
    rho: float | None = None,
    law: str | None = None,
    unit: str | None = None,
    neighbours: str | None = None,
    model: Literal["central", "local"] | None = None,
    from_: Day | None = None,
    to: Day | None = None,
    fixed: bool = False,
    basis: str | None = None,
    max_units: int | None = None,
) -> Result:
    """How many releases like this until the budget ends, and by which theorem.

    Parameters
    ----------
    ledger : path
        DATASET.ledger.jsonl, sqlite:PATH or postgresql://…
    dataset : str, optional
        The data set; default: the one that the ledger is named after.
    budget_file : path, optional
        The limits (docs/ledger.md); default: budget.toml beside the ledger.
    epsilon : float, optional
        What it costs: epsilon of pure differential privacy, or with 'delta'.
    delta : float, optional
        Of (epsilon, delta).
    rho : float, optional
        What it costs: rho of zero-concentrated differential privacy.
    law : str, optional
        The noise is known to be 'gaussian' (with 'rho'), or 'laplace' on one number (with 'epsilon'): adds up more
        tightly.
    unit : str, optional
        What is protected: event, person, report value, attribute, tuple or time step; default: as the budget says, else
        as the ledger's entries, else event.
    neighbours : str, optional
        Against which change: replace or add/remove; default: like that of 'unit'.
    model : {"central", "local"}, optional
        central (default) or local.
    from_ : str or date, optional
        Only units from this day on were looked at.
    to : str or date, optional
        Up to this day.
    fixed : bool, optional
        What is replaced is not the time: disjoint periods compose in parallel under 'replace', too.
    basis : str, optional
        What its days are, as 'ledger show json=True' has it of the other entries (column|clock|zone): only periods of
        one basis are disjoint.
    max_units : int, optional
        How many units one person has at most in what was looked at.

    Examples
    --------
    >>> import sourdine as sd
    >>> from pathlib import Path
    >>> written = Path("planned.toml").write_text("[total]\\nepsilon = 3\\ndelta = 1e-6\\n")
    >>> answer = sd.ledger.plan("planned.ledger.jsonl", epsilon=0.1, budget_file="planned.toml")
    >>> int(answer.to_pandas()["releases"][0])
    46
    """
    call = Call("ledger plan")
    call.path("LEDGER", ledger)
    call.text("--dataset", dataset)
    call.path("--budget-file", budget_file)
    call.number("--epsilon", epsilon)
    call.number("--delta", delta)
    call.number("--rho", rho)
    call.text("--law", law)
    call.text("--unit", unit)
    call.text("--neighbours", neighbours)
    call.text("--model", model)
    call.place("--from", from_)
    call.place("--to", to)
    call.flag("--fixed", fixed)
    call.text("--basis", basis)
    call.whole("--max-units", max_units)
    return call.run(Result)


@verb
def record(
    ledger: Path,
    *,
    dataset: str | None = None,
    budget_file: Path | None = None,
    epsilon: float | None = None,
    delta: float | None = None,
    rho: float | None = None,
    law: str | None = None,
    unit: str | None = None,
    neighbours: str | None = None,
    model: Literal["central", "local"] | None = None,
    from_: Day | None = None,
    to: Day | None = None,
    fixed: bool = False,
    basis: str | None = None,
    max_units: int | None = None,
    purpose: str,
    mechanism: str | None = None,
) -> Result:
    """Remember what another tool has spent on the same people.

    Parameters
    ----------
    ledger : path
        DATASET.ledger.jsonl, sqlite:PATH or postgresql://…
    dataset : str, optional
        The data set; default: the one that the ledger is named after.
    budget_file : path, optional
        The limits (docs/ledger.md); default: budget.toml beside the ledger.
    epsilon : float, optional
        What it costs: epsilon of pure differential privacy, or with 'delta'.
    delta : float, optional
        Of (epsilon, delta).
    rho : float, optional
        What it costs: rho of zero-concentrated differential privacy.
    law : str, optional
        The noise is known to be 'gaussian' (with 'rho'), or 'laplace' on one number (with 'epsilon'): adds up more
        tightly.
    unit : str, optional
        What is protected: event (default), person, report value, attribute, tuple or time step.
    neighbours : str, optional
        Against which change: replace (default) or add/remove.
    model : {"central", "local"}, optional
        central (default) or local.
    from_ : str or date, optional
        Only units from this day on were looked at.
    to : str or date, optional
        Up to this day.
    fixed : bool, optional
        What is replaced is not the time: disjoint periods compose in parallel under 'replace', too.
    basis : str, optional
        What its days are, as 'ledger show json=True' has it of the other entries (column|clock|zone): only periods of
        one basis are disjoint.
    max_units : int, optional
        How many units one person has at most in what was looked at.
    purpose : str
        What it was spent for.
    mechanism : str, optional
        By what.

    Examples
    --------
    >>> import sourdine as sd
    >>> sd.ledger.record("recorded.ledger.jsonl", epsilon=0.5, purpose="survey of March").recorded
    'epsilon 0.500000000'
    """
    call = Call("ledger record")
    call.path("LEDGER", ledger)
    call.text("--dataset", dataset)
    call.path("--budget-file", budget_file)
    call.number("--epsilon", epsilon)
    call.number("--delta", delta)
    call.number("--rho", rho)
    call.text("--law", law)
    call.text("--unit", unit)
    call.text("--neighbours", neighbours)
    call.text("--model", model)
    call.place("--from", from_)
    call.place("--to", to)
    call.flag("--fixed", fixed)
    call.text("--basis", basis)
    call.whole("--max-units", max_units)
    call.text("--purpose", purpose)
    call.text("--mechanism", mechanism)
    return call.run(Result)
