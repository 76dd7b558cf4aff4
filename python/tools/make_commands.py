#!/usr/bin/env python3
"""Write python/sourdine/commands: a function for each command, from what the command line says of itself.

    python/tools/make_commands.py            write
    python/tools/make_commands.py --check    fail where what is there is not what would be written

A new command or option appears by running this. What it cannot know is in the tables below; an option whose type has
no row there stops it.
"""

from __future__ import annotations

import argparse
import re
import sys
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from command_examples import EXAMPLES

from sourdine._words import always_given, commands, parameter_name, translate

WIDTH = 120
PACKAGE = Path(__file__).parents[1] / "sourdine" / "commands"

# How a value is given: the method of Call, the annotation, and what the docstring calls it.
KINDS = {
    "config": ("Config", "path, str or dict"),
    "day": ("Day", "str or date"),
    "flag": ("bool", "bool"),
    "lines": ("Lines", "path or list"),
    "number": ("float", "float"),
    "output": ("Path", "path"),
    "parameters": ("Mapping[str, float] | Sequence[str]", "dict or list of str"),
    "path": ("Path", "path"),
    "paths": ("Path | Sequence[Path]", "path or list"),
    "place": ("Place", "str, float or date"),
    "ranges": ("Range | Sequence[Range]", "str, float, date or (first, last)"),
    "share": ("float | str", "float or str"),
    "source": ("Source", "path or data frame"),
    "text": ("str", "str"),
    "texts": ("str | Sequence[str]", "str or list of str"),
    "values": ("Lines", "path, list, array or column"),
    "whole": ("int", "int"),
    "wholes": ("int | Sequence[int]", "int or list of int"),
}
# By what a value is called in the help: a positional's name, an option's type.
KIND_OF_WORD = {
    **dict.fromkeys(["EVENTS", "COUNTS", "TABLE", "PEOPLE"], "source"),
    **dict.fromkeys(["FILE", "DIR", "DIRECTORY", "LEDGER", "FILE.html", "FILES", "HASH|DIR", "DIR|FILE"], "path"),
    **dict.fromkeys(["E", "C", "A", "F", "D", "R", "FLOAT"], "number"),
    **dict.fromkeys(["K", "N", "B", "L", "DAYS", "UINT"], "whole"),
    **dict.fromkeys(["X", "WIDTH"], "share"),
    **dict.fromkeys(["DATE", "DAY", "TIME"], "day"),
    **dict.fromkeys(
        ["TEXT", "NAME", "COLUMN", "PERIOD", "FORMAT", "SQL", "ID", "METHOD", "WHAT", "HOW", "MODEL"], "text"
    ),
    **dict.fromkeys(["LAW", "UNIT", "WHICH", "PLACES", "COUNTRY", "ZONE", "SHA256", "STUDY", "SHELL"], "text"),
    **dict.fromkeys(["COLUMNS", "DISTANCE", "LIST", "NAMES", "RULE", "K,K,…", "LABEL", "URL"], "text"),
    "NAME=NUMBER": "parameters",
    "RANGES": "ranges",
    "VALUE": "place",
    "VALUES": "values",
}
# By what the command reads, when it has a new word for it; text may be anything.
KIND_OF_VALUE = {"number": "number", "whole": "whole"}
# By name, whatever the type: what can be in memory, too.
KIND_OF_NAME = {
    "--config": "config",
    **dict.fromkeys(["--labels", "--places", "--candidates", "--queries", "--lengths"], "lines"),
    "--level": "share",
    "--out": "path",
}
SEVERAL = {"text": "texts", "whole": "wholes", "path": "paths", "ranges": "ranges", "parameters": "parameters"}
# What is said behind the help's own words.
BESIDES = {
    "config": "; or its TOML, or a dict of the same shape: its paths, and its ledger, are in the current folder then",
    "lines": "; or a list",
    "output": "; default: a private file that goes with the result",
    "source": "; or a data frame",
    "values": "; or a list, an array or a column",
}
# Commands that say what they are at.
TELLS_PROGRESS = (
    *("anonymize", "blur", "demo", "forecast", "init", "release", "reproduce"),
    *("range build", "range query", "range stream total"),
    *("survey attack", "survey estimate", "survey randomize"),
)
# What else than a Result is made, and the switch that makes it one after all.
MAKES = {"release": ("Release", "releases", "check")}
# Options that may be given without their keyword, and positionals without which a command would wait for input.
ALSO_POSITIONAL = {
    ("release", "--config"),
    ("blur", "--config"),
    ("anonymize", "--config"),
    ("survey randomize", "--config"),
}
REQUIRED = {("randomize", "VALUES")}
# Positionals that have the name of an option.
RENAMED = {("range stream append", "COUNTS"): "rows", ("survey attack", "PEOPLE"): "table"}
# What is another kind than its word says: a label; a file that is read as it is (values need not touch the disk).
KIND_OF_ARGUMENT = {("survey attack", "PEOPLE"): "path", ("report", "VALUE"): "text", ("report", "--values"): "path"}
# Switches that print something else than JSON.
NO_JSON = ("--markdown",)
# Python has help(), and sourdine.Collector is what serves: a function returns its answer, and a service has none.
LEFT_OUT = ("help", "serve")


@dataclass
class Parameter:
    """One argument of a command."""

    command: str
    option: dict[str, Any]

    @property
    def flagged(self) -> str:
        """How the command line calls it: ``--out``, ``EVENTS``."""
        names: list[str] = self.option["names"]
        return next((name for name in names if name.startswith("--")), names[0])

    @property
    def name(self) -> str:
        return RENAMED.get((self.command, self.flagged)) or parameter_name(self.option)

    @property
    def is_variadic(self) -> bool:
        return bool(self.option["positional"] and self.option["many"])

    @property
    def is_positional(self) -> bool:
        return bool(self.option["positional"]) or (self.command, self.flagged) in ALSO_POSITIONAL

    @property
    def is_required(self) -> bool:
        if (self.command, self.flagged) in ALSO_POSITIONAL:
            return False  # behind one that may be left out; the command says that it is missing
        return bool(self.option["required"]) or (self.command, self.flagged) in REQUIRED

    @property
    def kind(self) -> str:
        if self.option["flag"]:
            return "flag"
        word = self.flagged if self.option["positional"] else self.option["type"]
        kind = KIND_OF_ARGUMENT.get((self.command, self.flagged)) or KIND_OF_NAME.get(self.flagged)
        kind = kind or KIND_OF_WORD.get(word) or KIND_OF_VALUE.get(self.option["value"])
        if kind is None:
            raise SystemExit(f"'{self.command}': of what kind is {self.flagged} {word}? Add it to KIND_OF_WORD")
        if kind == "path" and self.option["default"] == "-":
            return "output"
        return SEVERAL[kind] if self.option["many"] else kind

    @property
    def annotation(self) -> str:
        words = self.option.get("words") or []
        return (
            f"Literal[{', '.join(repr(word).replace(chr(39), chr(34)) for word in words)}]"
            if words
            else KINDS[self.kind][0]
        )

    def declared(self, *, check: str | None = None) -> str:
        """Its line in the signature; of `check`, the truth value that the overload is about."""
        if self.is_variadic:
            return f"*{self.name}: {self.annotation}"
        if self.kind == "flag":
            if check is None or check == "bool":
                return f"{self.name}: bool = False"
            return f"{self.name}: Literal[True]" if check == "True" else f"{self.name}: Literal[False] = False"
        return (
            f"{self.name}: {self.annotation}" if self.is_required else f"{self.name}: {self.annotation} | None = None"
        )

    def passed(self) -> str:
        """The method that hands it to the command."""
        method = "place" if self.kind == "day" else self.kind
        if self.kind == "output":
            return f'.output("{self.flagged}", {self.name}, "{EVENTS_FILE}")'
        if self.kind == "values":
            return f'.values("{self.flagged}", {self.name}, column)'
        return f'.{method}("{self.flagged}", {self.name})'

    def explained(self) -> list[str]:
        """Its lines in the docstring."""
        title = f"*{self.name}" if self.is_variadic else self.name
        optional = "" if self.is_required or self.is_variadic else ", optional"
        text = without_streams(translate(self.option["description"])) + BESIDES.get(self.kind, "")
        allowed = ", ".join(f'"{word}"' for word in self.option.get("words") or [])
        kind = f"{{{allowed}}}" if allowed else KINDS[self.kind][1]
        return [f"{title} : {kind}{optional}", *wrapped(sentence(text), 4)]


EVENTS_FILE = "events.csv"  # a command's output that may be private: rows


def without_streams(text: str) -> str:
    """The help without the standard input and output, which are not a function's."""
    text = re.sub(r"(?:[;,] )?- (?:is|for) (?:reports on )?standard (?:in|out)put", "", text)
    return text.replace(" Exit code 0 or 3", " ``ok`` says so").replace(" (repeatable)", "; or a list of them")


def sentence(text: str) -> str:
    """The text with a full stop."""
    return text if text.endswith((".", "?", "…")) else f"{text}."


def wrapped(text: str, indent: int) -> list[str]:
    """Lines that fit into a docstring inside a function."""
    return textwrap.wrap(
        text, WIDTH - 4, initial_indent=" " * indent, subsequent_indent=" " * indent, break_on_hyphens=False
    )


def remarks(footer: str) -> Iterator[str]:
    """What the help says beside its examples; a function has no exit code."""
    for paragraph in footer.split("\n\n"):
        if paragraph.strip() and not paragraph.startswith(("Example", "Exit code")):
            yield " ".join(paragraph.split())


class Function:
    """One command as the source of a function."""

    def __init__(self, path: Sequence[str], node: dict[str, Any], called: str = "") -> None:
        self.command = " ".join(path)
        self.node = node
        self.called = called or node["name"]
        options = [option for option in node["options"] if not set(option["names"]) & {*always_given, "--help", "-h"}]
        self.parameters = [Parameter(self.command, option) for option in options]
        names = [parameter.name for parameter in self.parameters]
        if twice := {name for name in names if names.count(name) > 1}:
            raise SystemExit(f"'{self.command}' has two arguments called {twice}: add one to RENAMED")
        self.has_json = any("--json" in option["names"] for option in node["options"])
        self.always = [name for name in always_given[1:] if any(name in option["names"] for option in node["options"])]

    @property
    def name(self) -> str:
        return parameter_name({"names": [self.called]})

    def signature(self, made: str, check: str | None = None) -> list[str]:
        positionals = [parameter for parameter in self.parameters if parameter.is_positional]
        keywords = [parameter for parameter in self.parameters if not parameter.is_positional]
        lines = [parameter.declared() for parameter in positionals]
        if keywords and not any(parameter.is_variadic for parameter in positionals):
            lines.append("*")
        switch = MAKES[self.command][2] if self.command in MAKES else ""
        lines += [parameter.declared(check=check if parameter.name == switch else None) for parameter in keywords]
        if self.command in TELLS_PROGRESS:
            lines.append("progress: bool | None = None")
        joined = f"def {self.name}({', '.join(lines)}) -> {made}:"
        if len(joined) <= WIDTH:
            return [joined]
        return [f"def {self.name}(", *(f"    {line}," for line in lines), f") -> {made}:"]

    def overloads(self) -> list[str]:
        if self.command not in MAKES:
            return []
        lines: list[str] = []
        for value, made in (("False", MAKES[self.command][0]), ("True", "Result")):
            *head, last = self.signature(made, value)
            lines += ["@overload", *head, f"{last} ...", "", ""]
        return lines

    def docstring(self) -> list[str]:
        description = sentence(translate(without_streams(self.node["description"])))
        head, *rest = wrapped(description, 0)
        lines = [f'"""{head}', *rest, ""]
        lines += [
            line for text in remarks(self.node["footer"]) for line in [*wrapped(sentence(translate(text)), 0), ""]
        ]
        explained = [line for parameter in self.parameters for line in parameter.explained()]
        if self.command in TELLS_PROGRESS:
            explained += [
                "progress : bool, optional",
                "    Show what it is at; default: on a terminal, and in a notebook.",
            ]
        if explained:
            lines += ["Parameters", "----------", *explained, ""]
        lines += ["Examples", "--------", *textwrap.dedent(EXAMPLES[self.command]).strip().splitlines(), '"""']
        return [f"    {line}" if line else "" for line in lines]

    def body(self) -> list[str]:
        always = "".join(f', "{name}"' for name in self.always)
        # The column of values goes with them.
        takes_column = any(parameter.kind == "values" for parameter in self.parameters)
        passed = [
            f"    call{parameter.passed()}"
            for parameter in self.parameters
            if not (takes_column and parameter.flagged == "--column")
        ]
        given = ["progress=progress"] if self.command in TELLS_PROGRESS else []
        switches = [parameter.name for parameter in self.parameters if parameter.flagged in NO_JSON]
        if not self.has_json:
            given.append("json=False")
        given += [f"json=not {name}" for name in switches]
        made, _, switch = MAKES.get(self.command, ("Result", "", ""))
        chosen = f"Result if {switch} else {made}" if switch else made
        return [
            f'    call = Call("{self.command}"{always})',
            *passed,
            f"    return call.run({', '.join([chosen, *given])})",
        ]

    def source(self) -> list[str]:
        made = f"{MAKES[self.command][0]} | Result" if self.command in MAKES else "Result"
        return [*self.overloads(), "@verb", *self.signature(made), *self.docstring(), *self.body()]


def imports(text: str) -> list[str]:
    """The import lines that a module needs for its text."""

    def used(names: Sequence[str]) -> list[str]:
        return [name for name in names if re.search(rf"\b{name}\b", text)]

    lines = ["from __future__ import annotations", ""]
    if names := used(["Mapping", "Sequence"]):
        lines.append(f"from collections.abc import {', '.join(names)}")
    if names := used(["Literal", "overload"]):
        lines.append(f"from typing import {', '.join(names)}")
    called = used(["Call", "Config", "Day", "Lines", "Path", "Place", "Range", "Source", "verb"])
    lines += ["", f"from sourdine._calls import {', '.join(called)}"]
    lines += [f"from sourdine.{module} import {name}" for name, module, _ in MAKES.values() if used([name])]
    return [*lines, "from sourdine.results import Result"]


def is_group(node: dict[str, Any]) -> bool:
    """Whether a command has verbs and does nothing by itself."""
    return bool(node["subcommands"]) and not any(option["positional"] for option in node["options"])


def functions_of(path: Sequence[str], node: dict[str, Any]) -> Iterator[Function]:
    """The functions of a group. One that does something by itself lends its name to its verbs: anonymize_check."""
    for child in node["subcommands"]:
        if is_group(child) or child["name"] in LEFT_OUT:
            continue
        here = [*path, child["name"]]
        yield Function(here, child)
        for verb in child["subcommands"]:
            yield Function([*here, verb["name"]], verb, f"{child['name']}_{verb['name']}")


def module(path: Sequence[str], node: dict[str, Any]) -> str:
    """The source of a group of commands."""
    functions = list(functions_of(path, node))
    groups = [child["name"] for child in node["subcommands"] if is_group(child)]
    text = "\n".join("\n".join(["", "", *function.source()]) for function in functions)
    title = sentence(translate(node["description"]))
    head = [
        f'"""{title}',
        "",
        "Made by python/tools/make_commands.py from the command line itself; edit that.",
        '"""',
        "",
    ]
    head += imports(text)
    if groups:
        inner = [f"from sourdine.commands import {'_'.join([*path, group])} as {group}" for group in sorted(groups)]
        at = next(i for i, line in enumerate(head) if line.startswith("from sourdine._calls"))
        head[at + 1 : at + 1] = inner
    # A star must not hide what Python has.
    exported = sorted({*(function.name for function in functions), *groups} - {"range"})
    head += ["", f"__all__ = {[*exported]!r}".replace("'", '"')]
    if len(head[-1]) > WIDTH:
        head[-1:] = ["__all__ = [", *(f'    "{name}",' for name in exported), "]"]
    return "\n".join(head) + "\n" + text + "\n"


def modules(path: Sequence[str], node: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The files and what they hold."""
    yield ("_".join(path) or "__init__") + ".py", module(path, node)
    for child in node["subcommands"]:
        if is_group(child):
            yield from modules([*path, child["name"]], child)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing; exit code 1 where something would change")
    check = parser.parse_args().check
    made = dict(modules([], dict(commands())))
    there = {path.name: path.read_text() for path in PACKAGE.glob("*.py")}
    if check:
        different = sorted(name for name in {*made, *there} if made.get(name) != there.get(name))
        for name in different:
            print(f"{PACKAGE / name} is not what make_commands.py writes", file=sys.stderr)
        return 1 if different else 0
    PACKAGE.mkdir(exist_ok=True)
    for name in there.keys() - made.keys():
        (PACKAGE / name).unlink()
    for name, text in made.items():
        (PACKAGE / name).write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
