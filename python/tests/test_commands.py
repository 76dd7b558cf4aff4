"""Every command of the command line is a function: all of its options, its help, its errors."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import sourdine as sd
from sourdine import _core
from sourdine._words import commands, parameter_name, translate
from sourdine.results import main_tables

ROOT = Path(__file__).parents[2]


def leaves(node: Mapping[str, Any], path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Mapping[str, Any]]]:
    for child in node["subcommands"]:
        if child["name"] in ("help", "serve"):  # as docs/python.md says
            continue
        if not child["subcommands"] or any(option["positional"] for option in child["options"]):
            yield (*path, child["name"]), child
        yield from leaves(child, (*path, child["name"]))


def function_of(path: tuple[str, ...]) -> Any:
    found: Any = sd
    for i, name in enumerate(path):
        # A function lends its name to its verbs.
        found = getattr(sd, "_".join(path[: i + 1])) if inspect.isfunction(found) else getattr(found, name)
    return found


COMMANDS = dict(leaves(commands()))
NAMES = [" ".join(path) for path in COMMANDS]


def test_the_functions_are_what_the_command_line_says_of_itself() -> None:
    tool = ROOT / "python" / "tools" / "make_commands.py"
    made = subprocess.run([sys.executable, str(tool), "--check"], capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stderr


@pytest.mark.parametrize("path", COMMANDS, ids=NAMES)
def test_every_option_is_a_keyword(path: tuple[str, ...]) -> None:
    parameters = inspect.signature(function_of(path)).parameters
    options = [option for option in COMMANDS[path]["options"] if option["names"] not in (["--json"], ["--yes"])]
    wanted = {parameter_name(option) for option in options}
    if path == ("range", "stream", "append"):
        wanted.add("rows")  # COUNTS, whose name the option --counts has
    if path == ("survey", "attack"):
        wanted.add("table")  # PEOPLE, and --people
    assert set(parameters) - {"progress"} == wanted
    for option in options:
        if option["flag"]:
            assert parameters[parameter_name(option)].default is False


@pytest.mark.parametrize("path", COMMANDS, ids=NAMES)
def test_every_docstring_speaks_python(path: tuple[str, ...]) -> None:
    text = inspect.getdoc(function_of(path)) or ""
    assert re.search(r">>> .*\bsd\.", text)
    assert not re.search(r"(?<!-)--[a-z]", text), text
    assert "'sourdine " not in text and "standard output" not in text and "standard input" not in text


def test_every_command_has_a_row_for_its_main_table() -> None:
    assert sorted(main_tables) == sorted(NAMES)


def test_long_commands_have_progress() -> None:
    telling = set()
    for source in (ROOT / "cli").glob("*.cc"):
        if "Progress progress(" in source.read_text():
            telling.add(source.stem.split("_")[0])
    having = {path[0] for path in COMMANDS if "progress" in inspect.signature(function_of(path)).parameters}
    assert having == telling


def test_groups_are_modules_and_a_star_hides_nothing_of_python() -> None:
    assert sd.range.stream.new is not None
    assert sd.ledger.show is not None
    assert "range" not in sd.commands.__all__ and "range" not in sd.__all__


def test_an_unknown_keyword_names_the_one_that_was_meant() -> None:
    with pytest.raises(TypeError, match=r"plan\(\) has no keyword argument 'epsilom'\. Did you mean 'epsilon'\?"):
        sd.plan(domain=17, epsilom=1)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="known: name, domain, epsilon, markdown"):
        sd.oracles(wombat=1)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="Did you mean 'from_'"):
        sd.range_tree([1], epsilon=1, **{"from": 0})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("options", "kind"),
    [
        ({"domain": 17, "epsilon": "1", "reports": 100}, TypeError),
        ({"domain": True, "epsilon": 1, "reports": 100}, TypeError),
        ({"domain": 17, "epsilon": 1, "reports": [100]}, TypeError),
        ({"labels": 3, "epsilon": 1, "reports": 100}, TypeError),
        ({"config": 3, "reports": 100}, TypeError),
        ({"domain": 17, "epsilon": float("nan"), "reports": 100}, sd.InputError),
        ({"domain": 17, "epsilon": -1, "reports": 100}, sd.InputError),
        ({"domain": 0, "epsilon": 1, "reports": 100}, sd.InputError),
        ({"domain": 17.5, "epsilon": 1, "reports": 100}, sd.InputError),
        ({"domain": 17, "labels": ["a"], "epsilon": 1, "reports": 100}, sd.InputError),
        ({"labels": ["a\nb"], "epsilon": 1, "reports": 100}, sd.InputError),
        ({}, sd.InputError),
    ],
)
def test_wrong_arguments_raise_what_a_python_user_expects(options: dict[str, Any], kind: type[Exception]) -> None:
    with pytest.raises(kind) as raised:
        sd.plan(**options)
    assert "--" not in str(raised.value)


def test_numbers_of_numpy_are_numbers() -> None:
    plain = sd.plan(domain=17, epsilon=0.5, reports=100_000)
    assert sd.plan(domain=np.int64(17), epsilon=np.float64(0.5), reports=np.float32(1e5)) == plain  # type: ignore[arg-type]


def test_messages_name_keywords_and_functions(tmp_path: Path) -> None:
    with pytest.raises(sd.InputError) as missing:
        sd.release({"when": ["2024-01-01"]}, "dataset = 'x'\n[events]\ntime = 'when'\n")
    assert "--" not in str(missing.value)
    with pytest.raises(sd.InputError, match="'domain' and 'labels' exclude each other") as both:
        sd.plan(domain=3, labels=["a", "b"], epsilon=1)
    assert both.value.hint == "Give domain=K (values 0 … K-1) or labels=FILE (one label per line)."
    with pytest.raises(sd.InputError, match=r"audit needs either all=True or oracle=NAME") as neither:
        sd.audit(epsilon=1)
    assert neither.value.hint == "For example: sourdine.audit(all=True)"
    with pytest.raises(sd.InputError) as word:
        sd.range.plan(domain=3, epsilon=1, model="central " + "x")  # type: ignore[arg-type]
    assert "'model'" in word.value.sentence and "help(sourdine.range.plan)" in word.value.hint


def test_only_what_the_command_line_has_is_turned() -> None:
    assert translate("a file called --wombat") == "a file called --wombat"
    assert translate("'sourdine wombat' is none") == "'sourdine wombat' is none"
    assert translate("--model local, --bin 0.5, '--out', --param p=0.6") == (
        "model='local', bin=0.5, 'out', param={\"p\": 0.6}"
    )


def test_errors_come_without_a_chain_of_causes() -> None:
    with pytest.raises(sd.InputError) as raised:
        sd.oracles("ouee")
    assert "oue" in str(raised.value) and raised.value.__cause__ is None and raised.value.__context__ is None


def test_warnings_are_warnings(tmp_path: Path) -> None:
    with pytest.warns(UserWarning, match="no record was counted"):
        sd.range.build({"age": [500]}, number="age", from_=0, to=9, epsilon=1, out=tmp_path / "a.srng")


def test_the_pipeline_on_files(tmp_path: Path) -> None:
    column = pd.Series(["north", "south", "south"])
    made = sd.randomize(
        column, oracle="grr", labels=np.array(["north", "south"]), epsilon=1, out=tmp_path / "a.srep", seed=1
    )
    assert made.reports == 3 and not made.guarantee.is_private
    frame = pd.DataFrame({"where": column})
    again = sd.randomize(
        frame, column="where", oracle="grr", labels=["north", "south"], epsilon=1, out=tmp_path / "b.srep", seed=1
    )
    assert again.reports == 3
    assert (tmp_path / "a.srep").read_bytes() == (tmp_path / "b.srep").read_bytes()
    summed = sd.aggregate([tmp_path / "a.srep", tmp_path / "b.srep"], out=tmp_path / "c.stly")
    assert summed.reports == 6
    estimated = sd.estimate(tmp_path / "c.stly", simultaneous=True).to_pandas()
    assert estimated["value"].tolist() == ["north", "south"]
    assert estimated.columns[:5].tolist() == ["value", "estimate", "std_error", "lower", "upper"]
    assert sd.inspect(tmp_path / "c.stly").kind == "tally"


def test_values_that_cannot_be_taken_out_of_a_frame_say_what_can(tmp_path: Path) -> None:
    with pytest.raises(sd.InputError, match="there is no column 'wher'") as raised:
        sd.randomize(
            pd.DataFrame({"where": ["a"]}), column="wher", oracle="grr", domain=2, epsilon=1, out=tmp_path / "a"
        )
    assert "sourdine.oracle" in raised.value.hint


def test_parameters_as_a_dict(tmp_path: Path) -> None:
    options: dict[str, Any] = {"oracle": "sue", "domain": 4, "trials": 1000}
    as_dict, as_list = sd.audit(**options, param={"f": 0.5}), sd.audit(**options, param=["f=0.5"])
    assert as_dict["exact"] == as_list["exact"] == sd.audit(**options, f=0.5)["exact"]


def test_text_where_there_is_no_json() -> None:
    assert "| `oue` |" in sd.oracles(markdown=True).text
    assert "complete" in sd.completion("bash").text


def test_arguments_are_never_taken_for_options(tmp_path: Path) -> None:
    tree = sd.range_tree([-4, 3], epsilon=1, from_=-10, to=10)
    assert tree.query("-5..3", (-10, -1), -4)["range"].tolist() == ["-5..3", "-10..-1", "-4"]
    with pytest.raises((sd.InputError, OSError)):
        sd.inspect("--json")
    for name in ("a\0b", "\udcff"):
        with pytest.raises(sd.InputError, match="file must be text that can be written"):
            sd.inspect(name)


def test_calls_leave_no_file_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import tempfile

    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    sd.plan(labels=["a", "b"], epsilon=1, reports=100)
    with pytest.raises(sd.InputError):
        sd.plan(labels=["a", "a"], epsilon=1, reports=100)
    tree = sd.range_tree([1, 2], epsilon=1, from_=0, to=9)
    assert len(list(tmp_path.iterdir())) == 1
    del tree
    assert not list(tmp_path.iterdir())


def test_code_of_a_finding_is_no_exception(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_core, "run", lambda arguments, progress: (1, '{"passed": false, "exact": []}', ""))
    answer = sd.audit(all=True)
    assert not answer.ok and answer.passed is False
