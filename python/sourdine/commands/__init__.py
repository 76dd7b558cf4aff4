"""Count sensitive events under differential privacy, and prove what was promised.

Made by python/tools/make_commands.py from the command line itself; edit that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, overload

from sourdine._calls import Call, Config, Day, Lines, Path, Source, verb
from sourdine.commands import ledger as ledger
from sourdine.commands import range as range
from sourdine.commands import survey as survey
from sourdine.releases import Release
from sourdine.results import Result

__all__ = [
    "aggregate",
    "anonymize",
    "anonymize_check",
    "audit",
    "blur",
    "completion",
    "demo",
    "estimate",
    "forecast",
    "init",
    "inspect",
    "ledger",
    "mechanisms",
    "oracles",
    "page",
    "plan",
    "randomize",
    "release",
    "report",
    "reproduce",
    "simulate",
    "survey",
    "verify",
]


@verb
def init(
    events: Source,
    *,
    out: Path | None = None,
    time: str | None = None,
    clock: str | None = None,
    time_format: str | None = None,
    time_zone: str | None = None,
    place: str | None = None,
    epsilon: float | None = None,
    public_places: bool = False,
    rare: int | None = None,
    skip_lines: int | None = None,
    progress: bool | None = None,
) -> Result:
    """Look at events, and write a first configuration and a table of places.

    Parameters
    ----------
    events : path or data frame
        A CSV file, plain or compressed by gzip or zstd; or a data frame.
    out : path, optional
        The configuration to write; default: the events' name with .toml, in this folder.
    time : str, optional
        Column with the time of an event.
    clock : str, optional
        Column with the time of day, when 'time' has only the date.
    time_format : str, optional
        Format of the times, such as '%d/%m/%Y %H:%M'.
    time_zone : str, optional
        Whose days are counted, where times have a zone, such as Europe/Paris.
    place : str, optional
        Column with the place of an event.
    epsilon : float, optional
        Privacy parameter to write down (1).
    public_places : bool, optional
        All places in the events are on a public list: keep them all, and promise privacy.
    rare : int, optional
        Places in fewer rows are left out of the table and count as 'other' (10).
    skip_lines : int, optional
        Lines before the header; default: found.
    progress : bool, optional
        Show what it is at; default: on a terminal, and in a notebook.

    Examples
    --------
    >>> import sourdine as sd
    >>> calls = {"when": ["2024-01-01", "2024-01-01", "2024-01-02"], "town": ["north", "south", "south"]}
    >>> answer = sd.init(calls, out="first.toml", rare=1)
    >>> answer.time, answer.place, answer.regions
    ('when', 'town', 2)
    """
    call = Call("init", "--yes")
    call.source("EVENTS", events)
    call.path("--out", out)
    call.text("--time", time)
    call.text("--clock", clock)
    call.text("--time-format", time_format)
    call.text("--time-zone", time_zone)
    call.text("--place", place)
    call.number("--epsilon", epsilon)
    call.flag("--public-places", public_places)
    call.whole("--rare", rare)
    call.whole("--skip-lines", skip_lines)
    return call.run(Result, progress=progress)


@verb
def demo(
    *,
    out: Path | None = None,
    language: Literal["en", "fr"] | None = None,
    draws: int | None = None,
    progress: bool | None = None,
) -> Result:
    """The whole path on bundled data: releases, error rates, forecasts, page.

    Parameters
    ----------
    out : path, optional
        A directory that must not exist.
    language : {"en", "fr"}, optional
        Of page and statement.
    draws : int, optional
        Draws of all reports that the error rates are averaged over.
    progress : bool, optional
        Show what it is at; default: on a terminal, and in a notebook.

    Examples
    --------
    >>> import sourdine as sd
    >>> sd.demo(out="my-demo", draws=1)  # takes a minute  # doctest: +SKIP
    """
    call = Call("demo")
    call.path("--out", out)
    call.text("--language", language)
    call.whole("--draws", draws)
    return call.run(Result, progress=progress)


@verb
def simulate(
    name: str,
    *,
    seed: int | None = None,
    out: Path | None = None,
    towns: Path | None = None,
    regions: Path | None = None,
) -> Result:
    """A bundled synthetic data set, as events in CSV.

    Parameters
    ----------
    name : str
        doubs: 382,046 interventions of a fire brigade in 17 regions, 2006 to 2018; none of them is real.
    seed : int, optional
        Another seed gives other events with the same yearly figures.
    out : path, optional
        File to write; default: a private file that goes with the result.
    towns : path, optional
        Also write the table town, region here.
    regions : path, optional
        Also write the table of the regions' seats here, for maps.

    Examples
    --------
    >>> import sourdine as sd
    >>> events = sd.simulate("doubs").to_pandas()
    >>> len(events), events.columns.tolist()
    (382046, ['ID', 'SDate', 'Station', 'Town', 'Location'])
    """
    call = Call("simulate")
    call.text("NAME", name)
    call.whole("--seed", seed)
    call.output("--out", out, "events.csv")
    call.path("--towns", towns)
    call.path("--regions", regions)
    return call.run(Result)


@verb
def completion(shell: Literal["bash", "zsh", "fish"]) -> Result:
    """Print the completion script of a shell.

    Parameters
    ----------
    shell : {"bash", "zsh", "fish"}
        bash, zsh or fish.

    Examples
    --------
    >>> import sourdine as sd
    >>> sd.completion("fish").text.startswith("complete -c sourdine")
    True
    """
    call = Call("completion")
    call.text("SHELL", shell)
    return call.run(Result, json=False)


@overload
def release(
    events: Source | None = None,
    config: Config | None = None,
    *,
    out: Path | None = None,
    force: bool = False,
    ledger: Path | None = None,
    seed: int | None = None,
    weak: bool = False,
    from_: str | None = None,
    collection: str | None = None,
    token_file: Path | None = None,
    ca: Path | None = None,
    allow_plain: bool = False,
    check: Literal[False] = False,
    progress: bool | None = None,
) -> Release: ...


@overload
def release(
    events: Source | None = None,
    config: Config | None = None,
    *,
    out: Path | None = None,
    force: bool = False,
    ledger: Path | None = None,
    seed: int | None = None,
    weak: bool = False,
    from_: str | None = None,
    collection: str | None = None,
    token_file: Path | None = None,
    ca: Path | None = None,
    allow_plain: bool = False,
    check: Literal[True],
    progress: bool | None = None,
) -> Result: ...


@verb
def release(
    events: Source | None = None,
    config: Config | None = None,
    *,
    out: Path | None = None,
    force: bool = False,
    ledger: Path | None = None,
    seed: int | None = None,
    weak: bool = False,
    from_: str | None = None,
    collection: str | None = None,
    token_file: Path | None = None,
    ca: Path | None = None,
    allow_plain: bool = False,
    check: bool = False,
    progress: bool | None = None,
) -> Release | Result:
    """Publish events: estimates, synthetic rows, statement and page.

    Parameters
    ----------
    events : path or data frame, optional
        A CSV file, sqlite:PATH or postgresql://…; default: 'source' in the configuration; or a data frame.
    config : path, str or dict, optional
        The TOML file that says how (docs/configuration.md); or its TOML, or a dict of the same shape: its paths, and
        its ledger, are in the current folder then.
    out : path, optional
        Where the files of a release go; must not exist.
    force : bool, optional
        Replace files of a release that are there; what was spent stays spent.
    ledger : path, optional
        The ledger to charge; default: the configuration's, or DATASET.ledger.jsonl beside it.
    seed : int, optional
        Reproducible randomness for tests: the result is NOT private.
    weak : bool, optional
        Allow an epsilon above 20 or a delta above 0.001; what is made is marked as NOT private.
    from_ : str, optional
        Publish a collection's reports instead of events: of a collector (https://HOST) or of its store (sqlite:PATH,
        postgresql://...); costs nothing more.
    collection : str, optional
        With 'from_': the collection's id.
    token_file : path, optional
        With 'from_' a collector: a reader's token.
    ca : path, optional
        With 'from_' a collector: certificates to trust in place of the system's (PEM).
    allow_plain : bool, optional
        With 'from_' a collector: http:// to another machine, too.
    check : bool, optional
        Read everything and say what would come of it, what it would cost, and what would be refused; nothing is written
        or spent.
    progress : bool, optional
        Show what it is at; default: on a terminal, and in a notebook.

    Examples
    --------
    >>> import sourdine as sd
    >>> calls = {"when": ["2024-01-01", "2024-01-01", "2024-01-02"], "where": ["north", "south", "south"]}
    >>> config = {
    ...     "dataset": "calls",
    ...     "events": {"time": "when", "place": "where"},
    ...     "places": {"regions": ["north", "south"]},
    ...     "privacy": {"epsilon": 1},
    ... }
    >>> sd.release(calls, config, check=True).ready
    True
    >>> made = sd.release(calls, config, out="release")
    >>> made.events, made.estimates(by="year")["region"].tolist()
    (3, ['north', 'south'])
    """
    call = Call("release")
    call.source("EVENTS", events)
    call.config("--config", config)
    call.path("--out", out)
    call.flag("--force", force)
    call.path("--ledger", ledger)
    call.whole("--seed", seed)
    call.flag("--weak", weak)
    call.text("--from", from_)
    call.text("--collection", collection)
    call.path("--token-file", token_file)
    call.path("--ca", ca)
    call.flag("--allow-plain", allow_plain)
    call.flag("--check", check)
    return call.run(Result if check else Release, progress=progress)


@verb
def blur(
    events: Source | None = None,
    config: Config | None = None,
    *,
    out: Path | None = None,
    force: bool = False,
    level: float | str | None = None,
    within: str | None = None,
    per_km: float | None = None,
    ledger: Path | None = None,
    seed: int | None = None,
    weak: bool = False,
    check: bool = False,
    progress: bool | None = None,
) -> Result:
    """Publish where events were, each place moved by exact noise.

    Parameters
    ----------
    events : path or data frame, optional
        A CSV file, sqlite:PATH or postgresql://…; default: 'source' in the configuration; or a data frame.
    config : path, str or dict, optional
        The TOML file that says how (docs/geo.md); or its TOML, or a dict of the same shape: its paths, and its ledger,
        are in the current folder then.
    out : path, optional
        Where the blurred places go; must not exist.
    force : bool, optional
        Replace blurred places that are there; what was spent stays spent.
    level : float or str, optional
        ln of the factor between places within the distance: ln4, 1.4.
    within : str, optional
        The distance: 200m, 0.5km.
    per_km : float, optional
        Epsilon per kilometre, in place of both.
    ledger : path, optional
        The ledger to charge; default: the configuration's, or DATASET.ledger.jsonl beside it.
    seed : int, optional
        Reproducible randomness for tests: the result is NOT private.
    weak : bool, optional
        Allow an epsilon above 20 or a delta above 0.001; what is made is marked as NOT private.
    check : bool, optional
        Read everything and say what would come of it, what it would cost, and what would be refused; nothing is written
        or spent.
    progress : bool, optional
        Show what it is at; default: on a terminal, and in a notebook.

    Examples
    --------
    >>> import sourdine as sd
    >>> calls = {"when": ["2024-01-01", "2024-01-02"], "lat": [47.24, 47.23], "lon": [6.02, 6.03]}
    >>> config = {
    ...     "dataset": "blurred-calls",
    ...     "events": {"latitude": "lat", "longitude": "lon", "keep": ["when"]},
    ...     "area": {"box": [5.8, 47.1, 6.2, 47.4]},
    ...     "privacy": {"level": "ln 4", "within": "200 m"},
    ... }
    >>> sd.blur(calls, config, out="blurred").events
    2
    """
    call = Call("blur")
    call.source("EVENTS", events)
    call.config("--config", config)
    call.path("--out", out)
    call.flag("--force", force)
    call.share("--level", level)
    call.text("--within", within)
    call.number("--per-km", per_km)
    call.path("--ledger", ledger)
    call.whole("--seed", seed)
    call.flag("--weak", weak)
    call.flag("--check", check)
    return call.run(Result, progress=progress)


@verb
def anonymize(
    table: Source | None = None,
    config: Config | None = None,
    *,
    out: Path | None = None,
    force: bool = False,
    ledger: Path | None = None,
    compare_with: Path | Sequence[Path] | None = None,
    check: bool = False,
    progress: bool | None = None,
) -> Result:
    """Make a table coarser until rows look alike: k-anonymity and its kin.

    Parameters
    ----------
    table : path or data frame, optional
        A CSV file, sqlite:PATH or postgresql://…; default: 'source' in the configuration; or a data frame.
    config : path, str or dict, optional
        The TOML file that says what each column is (docs/anonymity.md); or its TOML, or a dict of the same shape: its
        paths, and its ledger, are in the current folder then.
    out : path, optional
        Where the generalised tables go; must not exist.
    force : bool, optional
        Replace generalised tables that are there; what was spent stays spent.
    ledger : path, optional
        The ledger to charge; default: the configuration's, or DATASET.ledger.jsonl beside it.
    compare_with : path or list, optional
        The directory of an earlier table of the same people: what the two tell together.
    check : bool, optional
        Read everything and say what would come of it, what it would cost, and what would be refused; nothing is written
        or spent.
    progress : bool, optional
        Show what it is at; default: on a terminal, and in a notebook.

    Examples
    --------
    >>> import sourdine as sd
    >>> people = {"age": [28, 29, 21, 23], "zip": ["13053", "13068", "13068", "13053"], "ill": list("hhvv")}
    >>> config = {
    ...     "dataset": "people",
    ...     "quasi": {"age": {"kind": "intervals", "widths": [5, 10]}, "zip": {"kind": "masked"}},
    ...     "sensitive": {"ill": {"distinct_l": 2}},
    ...     "privacy": {"k": 2},
    ... }
    >>> sd.anonymize(people, config, out="anonymous").classes
    2
    """
    call = Call("anonymize")
    call.source("TABLE", table)
    call.config("--config", config)
    call.path("--out", out)
    call.flag("--force", force)
    call.path("--ledger", ledger)
    call.paths("--compare-with", compare_with)
    call.flag("--check", check)
    return call.run(Result, progress=progress)


@verb
def anonymize_check(
    table: Source,
    *,
    query: str | None = None,
    quasi: str | Sequence[str],
    sensitive: str | Sequence[str] | None = None,
    population: Source | None = None,
    population_query: str | None = None,
    compare_with: Source | None = None,
    compare_query: str | None = None,
    threshold: float | None = None,
) -> Result:
    """What a generalised table keeps and what it gives away, whoever made it: models, risks, attacks.

    Parameters
    ----------
    table : path or data frame
        A CSV file, sqlite:PATH or postgresql://…; or a data frame.
    query : str, optional
        Of a database: the SELECT that gives the table.
    quasi : str or list of str
        Columns that somebody else may know as well, with commas between them.
    sensitive : str or list of str, optional
        Columns that nobody should learn about a person.
    population : path or data frame, optional
        A table of everybody, generalised alike, with the quasi-identifiers' columns: risks against it; or a data frame.
    population_query : str, optional
        Of a database: the SELECT that gives it.
    compare_with : path or data frame, optional
        Another table about some of the same people: what the two tell together; or a data frame.
    compare_query : str, optional
        Of a database: the SELECT that gives it.
    threshold : float, optional
        Of risk: rows above it are counted.

    Examples
    --------
    >>> import sourdine as sd
    >>> theirs = {"age": ["2*", "2*", "3*", "3*"], "disease": ["heart", "viral", "cancer", "cancer"]}
    >>> sd.anonymize_check(theirs, quasi="age", sensitive="disease").classes
    2
    """
    call = Call("anonymize check")
    call.source("TABLE", table)
    call.text("--query", query)
    call.texts("--quasi", quasi)
    call.texts("--sensitive", sensitive)
    call.source("--population", population)
    call.text("--population-query", population_query)
    call.source("--compare-with", compare_with)
    call.text("--compare-query", compare_query)
    call.number("--threshold", threshold)
    return call.run(Result)


@verb
def page(dir: Path, *, language: Literal["en", "fr"] | None = None, title: str | Sequence[str] | None = None) -> Result:
    """Make a publication's page again, at no cost: another language or title, or as it was.

    Parameters
    ----------
    dir : path
        The directory of a publication, or a range file (.srng), whose page is FILE.srng.html.
    language : {"en", "fr"}, optional
        That the page opens in; it has both. Makes index.en.html or index.fr.html: index.html stays.
    title : str or list of str, optional
        Of that page (default: as it was).

    Examples
    --------
    >>> import sourdine as sd
    >>> calls = {"when": ["2024-01-01", "2024-01-01", "2024-01-02"], "where": ["north", "south", "south"]}
    >>> config = {
    ...     "dataset": "page-calls",
    ...     "events": {"time": "when", "place": "where"},
    ...     "places": {"regions": ["north", "south"]},
    ...     "privacy": {"epsilon": 1},
    ... }
    >>> made = sd.release(calls, config, out="page-release")
    >>> sd.page(made, language="fr").page
    'page-release/index.fr.html'
    """
    call = Call("page")
    call.path("DIR", dir)
    call.text("--language", language)
    call.texts("--title", title)
    return call.run(Result)


@verb
def forecast(
    dir: Path,
    *,
    horizon: int | None = None,
    test_from: Day | None = None,
    holidays: str | None = None,
    confidence: float | None = None,
    compare: bool = False,
    compare_raw: Source | None = None,
    config: Config | None = None,
    progress: bool | None = None,
) -> Result:
    """Forecast each region's next days from a release.

    Parameters
    ----------
    dir : path
        The release's directory; forecast.csv and forecast.html are put beside what was published.
    horizon : int, optional
        Forecast so many days after the last, 1 to 28 (1).
    test_from : str or date, optional
        Learn from the days before, test on the others (default: the last 365 days, a quarter of fewer than four years).
    holidays : str, optional
        The country whose public holidays matter: none, DE, FR, PT, US (what the release says, or none).
    confidence : float, optional
        Confidence of the intervals (0.95).
    compare : bool, optional
        Run a published study's model too: one per region, which takes long.
    compare_raw : path or data frame, optional
        The raw events: scores the forecasts, and trains the same models, the study's too, beside them; or a data frame.
    config : path, str or dict, optional
        The TOML file of the release, for 'compare_raw'; or its TOML, or a dict of the same shape: its paths, and its
        ledger, are in the current folder then.
    progress : bool, optional
        Show what it is at; default: on a terminal, and in a notebook.

    Examples
    --------
    >>> import sourdine as sd
    >>> import pandas
    >>> days = pandas.date_range("2024-01-01", periods=300).repeat(6)
    >>> calls = pandas.DataFrame({"when": days, "where": ["north", "south", "south"] * 600})
    >>> config = {
    ...     "dataset": "forecast-calls",
    ...     "events": {"time": "when", "place": "where"},
    ...     "places": {"regions": ["north", "south"]},
    ...     "privacy": {"epsilon": 4},
    ... }
    >>> made = sd.release(calls, config, out="forecast-release")
    >>> sd.forecast(made, horizon=2).to_pandas()["date"].unique().tolist()
    ['2024-10-27', '2024-10-28']
    """
    call = Call("forecast")
    call.path("DIR", dir)
    call.whole("--horizon", horizon)
    call.place("--test-from", test_from)
    call.text("--holidays", holidays)
    call.number("--confidence", confidence)
    call.flag("--compare", compare)
    call.source("--compare-raw", compare_raw)
    call.config("--config", config)
    return call.run(Result, progress=progress)


@verb
def estimate(
    *files: Path | Sequence[Path],
    consistency: str | None = None,
    confidence: float | None = None,
    simultaneous: bool = False,
    population: Literal["fixed", "sampled"] | None = None,
    candidates: Lines | None = None,
    false_alarm: float | None = None,
    out: Path | None = None,
    keep_torn: bool = False,
    threads: int | None = None,
) -> Result:
    """Tallies or reports in, counts with intervals out.

    Parameters
    ----------
    *files : path or list
        Tally files (.stly) or report files (.srep).
    consistency : str, optional
        Make the counts consistent: none, base-pos, base-cut, norm, norm-mul, norm-sub, norm-cut, mle.
    confidence : float, optional
        Confidence of the intervals (0.95).
    simultaneous : bool, optional
        Intervals that hold for all values at once.
    population : {"fixed", "sampled"}, optional
        fixed (default): count these users; sampled: a wider population.
    candidates : path or list, optional
        For rappor: strings to look for, one per line; or a list.
    false_alarm : float, optional
        With 'candidates': chance that any absent string is reported (0.05).
    out : path, optional
        Write the estimates as CSV.
    keep_torn : bool, optional
        Read the whole blocks of a file that was cut short, and say so.
    threads : int, optional
        Number of threads (0: all cores).

    Examples
    --------
    >>> import sourdine as sd
    >>> made = sd.randomize([0, 1, 2, 1] * 100, oracle="grr", domain=3, epsilon=1, out="estimated.srep")
    >>> sd.estimate("estimated.srep", consistency="norm-sub").to_pandas()["value"].tolist()
    ['0', '1', '2']
    """
    call = Call("estimate")
    call.paths("FILES", files)
    call.text("--consistency", consistency)
    call.number("--confidence", confidence)
    call.flag("--simultaneous", simultaneous)
    call.text("--population", population)
    call.lines("--candidates", candidates)
    call.number("--false-alarm", false_alarm)
    call.path("--out", out)
    call.flag("--keep-torn", keep_torn)
    call.whole("--threads", threads)
    return call.run(Result)


@verb
def randomize(
    values: Lines,
    *,
    oracle: str,
    domain: int | None = None,
    labels: Lines | None = None,
    epsilon: float | None = None,
    f: float | None = None,
    param: Mapping[str, float] | Sequence[str] | None = None,
    range: bool = False,
    degree: int | None = None,
    out: Path,
    column: str | None = None,
    on_bad_row: Literal["stop", "skip"] | None = None,
    append: bool = False,
    force: bool = False,
    collection: str | None = None,
    seed: int | None = None,
    threads: int | None = None,
    weak: bool = False,
) -> Result:
    """Values in, private reports out (.srep).

    Parameters
    ----------
    values : path, list, array or column
        File with one value per line, or CSV with 'column'; or a list, an array or a column.
    oracle : str
        Frequency oracle; sourdine.oracles() lists them.
    domain : int, optional
        Number of different values k; values are 0 … k-1.
    labels : path or list, optional
        File with the labels of the domain, one per line, instead of 'domain'; or a list.
    epsilon : float, optional
        Privacy parameter, > 0: smaller is more private.
    f : float, optional
        For sue and rappor: probability that a bit is replaced by a fair coin, instead of 'epsilon'.
    param : dict or list of str, optional
        Parameter of the oracle, such as param={"p": 0.6}; or a list of them.
    range : bool, optional
        Reports that answer ranges of ordered values; 'oracle' is that of the tree's levels: adp, oue, olh, hrr, ss or
        haar.
    degree : int, optional
        With range=True: children of a node of the tree (16; 2 with haar).
    out : path
        Report file to write.
    column : str, optional
        Read this column of a CSV file.
    on_bad_row : {"stop", "skip"}, optional
        stop (default), or skip and count.
    append : bool, optional
        Add to the report file if it exists.
    force : bool, optional
        Write over a report file that is there.
    collection : str, optional
        Name of the collection; only equal names are added up.
    seed : int, optional
        Reproducible and NOT PRIVATE: for tests only; another seed for every part.
    threads : int, optional
        Number of threads (0: all cores).
    weak : bool, optional
        Allow an epsilon above 20 or a delta above 0.001; what is made is marked as NOT private.

    Examples
    --------
    >>> import sourdine as sd
    >>> labels = ["north", "south"]
    >>> sd.randomize(["north", "south", "south"], oracle="grr", labels=labels, epsilon=1, out="day.srep").reports
    3
    """
    call = Call("randomize")
    call.values("VALUES", values, column)
    call.text("--oracle", oracle)
    call.whole("--domain", domain)
    call.lines("--labels", labels)
    call.number("--epsilon", epsilon)
    call.number("--f", f)
    call.parameters("--param", param)
    call.flag("--range", range)
    call.whole("--degree", degree)
    call.path("--out", out)
    call.text("--on-bad-row", on_bad_row)
    call.flag("--append", append)
    call.flag("--force", force)
    call.text("--collection", collection)
    call.whole("--seed", seed)
    call.whole("--threads", threads)
    call.flag("--weak", weak)
    return call.run(Result)


@verb
def aggregate(*files: Path | Sequence[Path], out: Path, threads: int | None = None, keep_torn: bool = False) -> Result:
    """Reports and tallies in, one tally out (.stly).

    Parameters
    ----------
    *files : path or list
        Report files (.srep) and tally files (.stly).
    out : path
        Tally file to write.
    threads : int, optional
        Number of threads (0: all cores).
    keep_torn : bool, optional
        Read the whole blocks of a file that was cut short, and say so.

    Examples
    --------
    >>> import sourdine as sd
    >>> monday = sd.randomize([0, 1, 2, 1], oracle="grr", domain=3, epsilon=1, out="monday.srep")
    >>> tuesday = sd.randomize([2, 2], oracle="grr", domain=3, epsilon=1, out="tuesday.srep")
    >>> sd.aggregate("monday.srep", "tuesday.srep", out="week.stly").reports
    6
    """
    call = Call("aggregate")
    call.paths("FILES", files)
    call.path("--out", out)
    call.whole("--threads", threads)
    call.flag("--keep-torn", keep_torn)
    return call.run(Result)


@verb
def report(
    *value: str | Sequence[str],
    values: Path | None = None,
    to: str | None = None,
    collection: str | None = None,
    token_file: Path | None = None,
    queue: Path | None = None,
    period: str | None = None,
    at: Day | None = None,
    max_epsilon: float | None = None,
    ca: Path | None = None,
    secret: Path | None = None,
    allow_plain: bool = False,
    send: bool = False,
    again: bool = False,
    status: bool = False,
    no_wait: bool = False,
) -> Result:
    """Randomise values here and send the reports to a collector.

    Parameters
    ----------
    *value : str or list of str
        What to report, each a report of its own; of several attributes as one CSV row.
    values : path, optional
        Values from a file, one per line.
    to : str, optional
        The collector, https://host or http://localhost:8470.
    collection : str, optional
        Which collection.
    token_file : path, optional
        File with the client's token (sdc_…).
    queue : path, optional
        Folder in which reports wait until they are acknowledged (ID.queue).
    period : str, optional
        The period that the values are of (now).
    at : str or date, optional
        The time that the values are of, UTC: 2026-11-17T13:05:00Z.
    max_epsilon : float, optional
        Refuse a collection that asks for more (20).
    ca : path, optional
        Certificates to trust in place of the system's (PEM).
    secret : path, optional
        Of memoised reports: the file of this client's secret (DIR/secret).
    allow_plain : bool, optional
        Take http:// to another machine: the token goes in the clear.
    send : bool, optional
        Send what waits in the queue.
    again : bool, optional
        Send what was refused again, too.
    status : bool, optional
        Say what waits in the queue, and ask nobody.
    no_wait : bool, optional
        Send what is due, and wait for nothing.

    Examples
    --------
    >>> import sourdine as sd
    >>> from pathlib import Path
    >>> with sd.Collector(port=0, store="sqlite:reported.sqlite") as collector:
    ...     collector.create("fires", sd.oracle("oue", labels=["north", "south"], epsilon=1.0))
    ...     written = Path("client.token").write_text(collector.token("client", "fires"))
    ...     sd.report("north", "south", to=collector.url, collection="fires", token_file="client.token").acknowledged
    2
    """
    call = Call("report")
    call.texts("VALUE", value)
    call.path("--values", values)
    call.text("--to", to)
    call.text("--collection", collection)
    call.path("--token-file", token_file)
    call.path("--queue", queue)
    call.text("--period", period)
    call.place("--at", at)
    call.number("--max-epsilon", max_epsilon)
    call.path("--ca", ca)
    call.path("--secret", secret)
    call.flag("--allow-plain", allow_plain)
    call.flag("--send", send)
    call.flag("--again", again)
    call.flag("--status", status)
    call.flag("--no-wait", no_wait)
    return call.run(Result)


@verb
def plan(
    *,
    config: Config | None = None,
    domain: int | None = None,
    labels: Lines | None = None,
    epsilon: float | None = None,
    reports: int | None = None,
    error: float | str | None = None,
    confidence: float | None = None,
    attributes: str | None = None,
    people: int | None = None,
) -> Result:
    """What error to expect: give any two of epsilon, reports and error.

    Parameters
    ----------
    config : path, str or dict, optional
        Of a release: its regions and epsilon; 'reports' are the events of a year, and the answer is in events per day,
        month and year (of a central release: per period that it publishes); or its TOML, or a dict of the same shape:
        its paths, and its ledger, are in the current folder then.
    domain : int, optional
        Number of different values k.
    labels : path or list, optional
        File with the labels, one per line, instead of 'domain'; or a list.
    epsilon : float, optional
        Privacy parameter, > 0: smaller is more private.
    reports : int, optional
        How many reports will be collected.
    error : float or str, optional
        The error to reach, as a share of all reports: 0.01 or 1%.
    confidence : float, optional
        Confidence of the interval (0.95, or the configuration's).
    attributes : str, optional
        Of a survey: how many values each attribute has, 2,4,16; with 'epsilon' and 'people'.
    people : int, optional
        Of a survey: how many will answer.

    Examples
    --------
    >>> import sourdine as sd
    >>> sd.plan(domain=17, epsilon=1, error="1%").to_pandas()["oracle"][0]
    'ss'
    """
    call = Call("plan")
    call.config("--config", config)
    call.whole("--domain", domain)
    call.lines("--labels", labels)
    call.number("--epsilon", epsilon)
    call.whole("--reports", reports)
    call.share("--error", error)
    call.number("--confidence", confidence)
    call.text("--attributes", attributes)
    call.whole("--people", people)
    return call.run(Result)


@verb
def oracles(
    name: str | None = None,
    *,
    domain: int | None = None,
    epsilon: float | None = None,
    markdown: bool = False,
) -> Result:
    """List the frequency oracles, or explain one.

    Parameters
    ----------
    name : str, optional
        The oracle to explain.
    domain : int, optional
        Number of values k the figures are for (17).
    epsilon : float, optional
        Epsilon the figures are for (1).
    markdown : bool, optional
        The table as a documentation page.

    Examples
    --------
    >>> import sourdine as sd
    >>> sd.oracles("oue", domain=100, epsilon=2).report_bits
    100
    """
    call = Call("oracles")
    call.text("NAME", name)
    call.whole("--domain", domain)
    call.number("--epsilon", epsilon)
    call.flag("--markdown", markdown)
    return call.run(Result, json=not markdown)


@verb
def mechanisms(name: str | None = None, *, markdown: bool = False) -> Result:
    """List the mechanisms of the central model, or explain one.

    Parameters
    ----------
    name : str, optional
        The mechanism to explain.
    markdown : bool, optional
        The table as a documentation page.

    Examples
    --------
    >>> import sourdine as sd
    >>> "sparse-vector" in sd.mechanisms().to_pandas()["name"].tolist()
    True
    """
    call = Call("mechanisms")
    call.text("NAME", name)
    call.flag("--markdown", markdown)
    return call.run(Result, json=not markdown)


@verb
def audit(
    *,
    oracle: str | None = None,
    domain: int | None = None,
    labels: Lines | None = None,
    epsilon: float | None = None,
    f: float | None = None,
    param: Mapping[str, float] | Sequence[str] | None = None,
    all: bool = False,
    trials: int | None = None,
) -> Result:
    """Check the privacy promise: exactly, empirically, and against planted violations.

    Parameters
    ----------
    oracle : str, optional
        Frequency oracle; sourdine.oracles() lists them.
    domain : int, optional
        Number of different values k; values are 0 … k-1.
    labels : path or list, optional
        File with the labels of the domain, one per line, instead of 'domain'; or a list.
    epsilon : float, optional
        Privacy parameter, > 0: smaller is more private.
    f : float, optional
        For sue and rappor: probability that a bit is replaced by a fair coin, instead of 'epsilon'.
    param : dict or list of str, optional
        Parameter of the oracle, such as param={"p": 0.6}; or a list of them.
    all : bool, optional
        Every protocol and mechanism of the tables, and every planted violation.
    trials : int, optional
        Draws per value of the empirical audit, from 100 to 10^12 (200000).

    Examples
    --------
    >>> import sourdine as sd
    >>> answer = sd.audit(oracle="ss", domain=5, epsilon=1, trials=1000)
    >>> answer.ok, answer["exact"]["passed"]
    (True, True)
    """
    call = Call("audit")
    call.text("--oracle", oracle)
    call.whole("--domain", domain)
    call.lines("--labels", labels)
    call.number("--epsilon", epsilon)
    call.number("--f", f)
    call.parameters("--param", param)
    call.flag("--all", all)
    call.whole("--trials", trials)
    return call.run(Result)


@verb
def inspect(file: Path) -> Result:
    """What a file or directory of ours is, and what it promises.

    Parameters
    ----------
    file : path
        A .srep, .stly or .srng file, or the directory of a publication or of reports.

    Examples
    --------
    >>> import sourdine as sd
    >>> made = sd.randomize([0, 16, 5], oracle="oue", domain=17, epsilon=1, out="inspected.srep")
    >>> sd.inspect("inspected.srep").kind
    'reports'
    """
    call = Call("inspect")
    call.path("FILE", file)
    return call.run(Result)


@verb
def verify(directory: Path, *, fingerprint: str | None = None) -> Result:
    """Check that a publication is as it was published.

    Parameters
    ----------
    directory : path
        What was received: a release, blurred places, a survey or a generalised table.
    fingerprint : str, optional
        What the publisher says it is; fails for any other.

    Examples
    --------
    >>> import sourdine as sd
    >>> calls = {"when": ["2024-01-01", "2024-01-01", "2024-01-02"], "where": ["north", "south", "south"]}
    >>> config = {
    ...     "dataset": "verified-calls",
    ...     "events": {"time": "when", "place": "where"},
    ...     "places": {"regions": ["north", "south"]},
    ...     "privacy": {"epsilon": 1},
    ... }
    >>> made = sd.release(calls, config, out="received")
    >>> sd.verify("received", fingerprint=made.fingerprint).is_named
    True
    """
    call = Call("verify")
    call.path("DIRECTORY", directory)
    call.text("--fingerprint", fingerprint)
    return call.run(Result)


@verb
def reproduce(
    study: str,
    *,
    seed: int | None = None,
    seeds: int | None = None,
    page: Path | None = None,
    data: Path | None = None,
    quick: bool = False,
    progress: bool | None = None,
) -> Result:
    """A published study beside ours.

    Parameters
    ----------
    study : str
        arcolezi2020: Tables 3 and 4; arcolezi2022: surveys, every claim with a verdict; arcolezi2022-background:
        k-anonymity, noise on places; friis2021: range counting, every claim with a verdict.
    seed : int, optional
        Of all draws.
    seeds : int, optional
        arcolezi2020: draws to average, 20.
    page : path, optional
        arcolezi2022, friis2021: also write a page with the charts.
    data : path, optional
        arcolezi2022: directory with adult.data and adult.test, db_nursery.csv, msfimu_relational.csv,
        PWGTP_Montana.csv, plain or compressed; without it synthetic data alone.
    quick : bool, optional
        arcolezi2022, friis2021: few draws of few settings, to see the form of it.
    progress : bool, optional
        Show what it is at; default: on a terminal, and in a notebook.

    Examples
    --------
    >>> import sourdine as sd
    >>> sd.reproduce("friis2021", quick=True).to_pandas()["verdict"].value_counts()  # doctest: +SKIP
    """
    call = Call("reproduce")
    call.text("STUDY", study)
    call.whole("--seed", seed)
    call.whole("--seeds", seeds)
    call.path("--page", page)
    call.path("--data", data)
    call.flag("--quick", quick)
    return call.run(Result, progress=progress)
