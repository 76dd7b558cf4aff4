"""Several attributes per person, asked once or again and again.

Made by python/tools/make_commands.py from the command line itself; edit that.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from sourdine._calls import Call, Config, Path, Source, verb
from sourdine.results import Result

__all__ = ["aggregate", "attack", "estimate", "generate", "leakage", "randomize"]


@verb
def randomize(
    people: Source | None = None,
    config: Config | None = None,
    *,
    out: Path | None = None,
    force: bool = False,
    collection: str | None = None,
    ledger: Path | None = None,
    seed: int | None = None,
    weak: bool = False,
    new_key: bool = False,
    state_lost: bool = False,
    check: bool = False,
    progress: bool | None = None,
) -> Result:
    """A table of people in, private reports out (.srep).

    Parameters
    ----------
    people : path or data frame, optional
        A CSV file, sqlite:PATH or postgresql://…; default: 'source' in the configuration; or a data frame.
    config : path, str or dict, optional
        The TOML file that describes the survey (docs/surveys.md); or its TOML, or a dict of the same shape: its paths,
        and its ledger, are in the current folder then.
    out : path, optional
        Where the reports go; must not exist.
    force : bool, optional
        Replace reports that are there; what was spent stays spent.
    collection : str, optional
        Take this collection only; its name where no column of the table says it.
    ledger : path, optional
        The ledger to charge; default: the configuration's, or DATASET.ledger.jsonl beside it.
    seed : int, optional
        Reproducible randomness for tests: the result is NOT private.
    weak : bool, optional
        Allow an epsilon above 20 or a delta above 0.001; what is made is marked as NOT private.
    new_key : bool, optional
        Draw the memo's key, before the first collection.
    state_lost : bool, optional
        Begin again after it was lost which answers people have used: the cap then bounds nothing.
    check : bool, optional
        Read everything and say what would come of it, what it would cost, and what would be refused; nothing is written
        or spent.
    progress : bool, optional
        Show what it is at; default: on a terminal, and in a notebook.

    Examples
    --------
    >>> import sourdine as sd
    >>> people = {"sex": ["f", "m", "f"], "age": [17, 40, 70]}
    >>> config = {
    ...     "dataset": "randomized",
    ...     "attribute": [{"name": "sex", "labels": ["f", "m"]}, {"name": "age", "bins": [0, 18, 65, float("inf")]}],
    ...     "privacy": {"epsilon": 1.0},
    ... }
    >>> sd.survey.randomize(people, config, out="randomized.srep").collections[0]["reports"]
    3
    """
    call = Call("survey randomize")
    call.source("PEOPLE", people)
    call.config("--config", config)
    call.path("--out", out)
    call.flag("--force", force)
    call.text("--collection", collection)
    call.path("--ledger", ledger)
    call.whole("--seed", seed)
    call.flag("--weak", weak)
    call.flag("--new-key", new_key)
    call.flag("--state-lost", state_lost)
    call.flag("--check", check)
    return call.run(Result, progress=progress)


@verb
def aggregate(
    *files: Path | Sequence[Path],
    out: Path,
    threads: int | None = None,
    keep_torn: bool = False,
    force: bool = False,
) -> Result:
    """Reports of a survey in, a tally for each collection out (.stly).

    Parameters
    ----------
    *files : path or list
        Report files (.srep), tally files (.stly), directories of them.
    out : path
        Tally file to write; a directory where there are several collections.
    threads : int, optional
        Number of threads (0: all cores).
    keep_torn : bool, optional
        Read the whole blocks of a file that was cut short, and say so.
    force : bool, optional
        Replace a directory of tallies that is there.

    Examples
    --------
    >>> import sourdine as sd
    >>> people = {"sex": ["f", "m", "f"], "age": [17, 40, 70]}
    >>> config = {
    ...     "dataset": "added",
    ...     "attribute": [{"name": "sex", "labels": ["f", "m"]}, {"name": "age", "bins": [0, 18, 65, float("inf")]}],
    ...     "privacy": {"epsilon": 1.0},
    ... }
    >>> made = sd.survey.randomize(people, config, out="added.srep")
    >>> sd.survey.aggregate("added.srep", out="added.stly").collections[0]["reports"]
    3
    """
    call = Call("survey aggregate")
    call.paths("FILES", files)
    call.path("--out", out)
    call.whole("--threads", threads)
    call.flag("--keep-torn", keep_torn)
    call.flag("--force", force)
    return call.run(Result)


@verb
def estimate(
    *files: Path | Sequence[Path],
    config: Config,
    out: Path | None = None,
    force: bool = False,
    confidence: float | None = None,
    threads: int | None = None,
    keep_torn: bool = False,
    check: bool = False,
) -> Result:
    """Reports or tallies of a survey in, a directory of estimates with a page out.

    Parameters
    ----------
    *files : path or list
        Report files (.srep), tally files (.stly), directories of them.
    config : path, str or dict
        The TOML file that describes the survey (docs/surveys.md); or its TOML, or a dict of the same shape: its paths,
        and its ledger, are in the current folder then.
    out : path, optional
        Where the estimates go; must not exist.
    force : bool, optional
        Replace estimates that are there; what was spent stays spent.
    confidence : float, optional
        Confidence of the intervals (0.95).
    threads : int, optional
        Number of threads (0: all cores).
    keep_torn : bool, optional
        Read the whole blocks of a file that was cut short, and say so.
    check : bool, optional
        Read everything and say what would come of it, what it would cost, and what would be refused; nothing is written
        or spent.

    Examples
    --------
    >>> import sourdine as sd
    >>> people = {"sex": ["f", "m", "f"] * 100, "age": [17, 40, 70] * 100}
    >>> config = {
    ...     "dataset": "asked",
    ...     "attribute": [{"name": "sex", "labels": ["f", "m"]}, {"name": "age", "bins": [0, 18, 65, float("inf")]}],
    ...     "privacy": {"epsilon": 1.0},
    ... }
    >>> made = sd.survey.randomize(people, config, out="asked.srep")
    >>> sd.survey.estimate("asked.srep", config=config, out="asked").to_pandas()["attribute"].unique().tolist()
    ['sex', 'age']
    """
    call = Call("survey estimate")
    call.paths("FILES", files)
    call.config("--config", config)
    call.path("--out", out)
    call.flag("--force", force)
    call.number("--confidence", confidence)
    call.whole("--threads", threads)
    call.flag("--keep-torn", keep_torn)
    call.flag("--check", check)
    return call.run(Result)


@verb
def leakage(*, config: Config, reports: str | None = None) -> Result:
    """What many reports of one person tell, before they are made.

    Parameters
    ----------
    config : path, str or dict
        The TOML file that describes the survey (docs/surveys.md); or its TOML, or a dict of the same shape: its paths,
        and its ledger, are in the current folder then.
    reports : str, optional
        For how many reports, like 1,2,5,10.

    Examples
    --------
    >>> import sourdine as sd
    >>> config = {
    ...     "dataset": "moods",
    ...     "people": {"id": "who", "collection": "day"},
    ...     "attribute": [{"name": "mood", "labels": ["good", "bad"]}],
    ...     "privacy": {"solution": "allomfree", "epsilon": 2.0, "epsilon1": 1.0, "memo_key": "moods.key"},
    ... }
    >>> sd.survey.leakage(config=config, reports="1,2").to_pandas()["epsilon"].round(4).tolist()
    [1.0, 1.6417]
    """
    call = Call("survey leakage")
    call.config("--config", config)
    call.text("--reports", reports)
    return call.run(Result)


@verb
def generate(
    *,
    unions: Path,
    marginals: Path | Sequence[Path] | None = None,
    rule: Literal["entropy", "max-min"] | None = None,
    seed: int | None = None,
    out: Path,
) -> Result:
    """Synthetic people and their days, from statistics of unions of consecutive days; no guarantee.

    Parameters
    ----------
    unions : path
        Table from, to, people: how many different people in every run of days (docs/mobility.md).
    marginals : path or list, optional
        Table attribute, value, day, people: what the people are like; may be given again.
    rule : {"entropy", "max-min"}, optional
        Which of the solutions: entropy says nothing beyond the statistics, max-min leaves no set of days empty that
        need not be.
    seed : int, optional
        The same seed gives the same people.
    out : path
        A directory to make (people.csv, visits.csv, quality.json), or NAME.csv for one table of visits.

    Examples
    --------
    >>> import sourdine as sd
    >>> import pandas
    >>> unions = pandas.DataFrame({"from": [1, 1, 2], "to": [1, 2, 2], "people": [120, 190, 100]})
    >>> unions.to_csv("unions.csv", index=False)
    >>> made = sd.survey.generate(unions="unions.csv", out="visits.csv")
    >>> made.people, made.visits
    (190, 220)
    """
    call = Call("survey generate")
    call.path("--unions", unions)
    call.paths("--marginals", marginals)
    call.text("--rule", rule)
    call.whole("--seed", seed)
    call.path("--out", out)
    return call.run(Result)


@verb
def attack(
    table: Path | None = None,
    *,
    columns: str | None = None,
    attributes: str | None = None,
    people: int | None = None,
    epsilon: float,
    epsilon1: float | None = None,
    reports: int | None = None,
    targets: int | None = None,
    seed: int | None = None,
    progress: bool | None = None,
) -> Result:
    """What attackers find out, beside what the guarantee allows.

    Parameters
    ----------
    table : path, optional
        CSV with a row for each person; or give 'attributes'.
    columns : str, optional
        The attributes among its columns: a,b,c (default: all).
    attributes : str, optional
        Draw people instead: how many values each attribute has, 2,4,16.
    people : int, optional
        How many to draw.
    epsilon : float
        Of the whole tuple; of repeated collections, for ever.
    epsilon1 : float, optional
        Of one report of repeated collections (epsilon / 2).
    reports : int, optional
        Of one person, to average.
    targets : int, optional
        Persons to profile.
    seed : int, optional
        Of all draws.
    progress : bool, optional
        Show what it is at; default: on a terminal, and in a notebook.

    Examples
    --------
    >>> import sourdine as sd
    >>> attacks = sd.survey.attack(attributes="2,4", epsilon=1, people=500, targets=50).to_pandas()
    >>> bool((attacks["chance"] <= attacks["bound"]).all())
    True
    """
    call = Call("survey attack")
    call.path("PEOPLE", table)
    call.text("--columns", columns)
    call.text("--attributes", attributes)
    call.whole("--people", people)
    call.number("--epsilon", epsilon)
    call.number("--epsilon1", epsilon1)
    call.whole("--reports", reports)
    call.whole("--targets", targets)
    call.whole("--seed", seed)
    return call.run(Result, progress=progress)
