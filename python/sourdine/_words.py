"""The command line's sentences for people who write Python: ``--out FILE`` is ``out=FILE``, a command is a function.

Help texts, messages and hints are written once, for the command line; this is the one place that turns them.
"""

from __future__ import annotations

import json
import keyword
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, TypeAlias

__all__ = ["command_at", "commands", "parameter_name", "translate"]

Node: TypeAlias = Mapping[str, Any]

# What the functions give by themselves: machines read their answer, nobody is asked on a terminal.
always_given = ("--json", "--yes")


def parameter_name(option: Node) -> str:
    """The keyword of an option, the name of a positional.

    >>> parameter_name({"names": ["--test-from"]}), parameter_name({"names": ["--from"]}), parameter_name({"names": ["EVENTS"]})
    ('test_from', 'from_', 'events')
    """
    long_names = [name for name in option["names"] if name.startswith("--")]
    name = (long_names or list(option["names"]))[0].lstrip("-").replace("-", "_").lower()
    return f"{name}_" if keyword.iskeyword(name) else name


@cache
def commands() -> Node:
    """All commands with their options, as the command line describes itself."""
    from sourdine import _core

    tree: Node = json.loads(_core.command_tree())
    return tree


def command_at(verbs: Sequence[str], tree: Node) -> Node | None:
    """The command ``["range", "build"]``; None when there is none."""
    for verb in verbs:
        found = next((command for command in tree["subcommands"] if command["name"] == verb), None)
        if found is None:
            return None
        tree = found
    return tree


def _options(node: Node) -> Iterator[Node]:
    yield from node["options"]
    for command in node["subcommands"]:
        yield from _options(command)


@cache
def _known_options() -> dict[str, Node]:
    """Every option of every command by its long name; where two commands share a name, it means the same kind."""
    return {name: option for option in _options(commands()) for name in option["names"] if name.startswith("--")}


# --out, --out FILE, --epsilon 0.1, --model local, '--out'
_OPTION = re.compile(
    r"(?P<quote>'?)(?P<name>--[a-z][a-z-]*)(?P=quote)(?:(?P<colon>:)|(?:=| )(?P<value>[A-Z][A-Z.|]*(?:=[A-Z]+)?\b|-?[0-9][0-9.e%-]*|'[^']*'|[a-z]+=[0-9.]+|[a-z-]+))?"
)
# 'sourdine range build …' in quotes, or up to the end of the text after a colon.
_COMMAND = re.compile(r"'sourdine (?P<quoted>[^']+)'|(?<=: )sourdine (?P<rest>[^\n]+)$")
_SEE_HELP = re.compile(r"See 'sourdine help(?P<verbs>[a-z ]*)'")


def translate(text: str) -> str:
    """The text with options as keywords and commands as functions.

    >>> translate("--out is required")
    "'out' is required"
    >>> translate("Give the release's directory, or --check to make none.")
    "Give the release's directory, or check=True to make none."
    >>> translate("Give --domain K (values 0 … K-1) or --labels FILE (one label per line).")
    'Give domain=K (values 0 … K-1) or labels=FILE (one label per line).'
    >>> translate("For example: sourdine audit --all")
    'For example: sourdine.audit(all=True)'
    >>> translate("'sourdine ledger show --delta D' adds up all")
    'sourdine.ledger.show(delta=D) adds up all'
    """
    text = _SEE_HELP.sub(lambda match: f"See help({'.'.join(['sourdine', *match['verbs'].split()])})", text)
    text = _COMMAND.sub(_call, text)
    return _OPTION.sub(_keyword, text)


def _keyword(match: re.Match[str]) -> str:
    option = _known_options().get(match["name"])
    if option is None:
        return match[0]
    name = parameter_name(option)
    value = match["value"] or ""
    if option["flag"]:
        return f"{name}=True" + (match["colon"] or (value and f" {value}"))
    if match["colon"]:
        return f"'{name}':"
    if "=" in value and value.islower():
        parameter, _, number = value.partition("=")
        return f'{name}={{"{parameter}": {number}}}'
    if value and (not value.islower() or value in option.get("words", ())):
        return f"{name}={value!r}" if value.islower() else f"{name}={value}"
    return f"'{name}'" + (f" {value}" if value else "")


def _call(match: re.Match[str]) -> str:
    words = (match["quoted"] or match["rest"]).split()
    tree: Node = commands()
    verbs: list[str] = []
    while len(verbs) < len(words) and (node := command_at([words[len(verbs)]], tree)) is not None:
        tree = node
        verbs.append(words[len(verbs)])
    if not verbs:
        return match[0]
    arguments = _arguments(words[len(verbs) :], tree)
    return f"{'.'.join(['sourdine', *verbs])}({', '.join(arguments)})"


def _arguments(words: Sequence[str], command: Node) -> list[str]:
    arguments: list[str] = []
    rest = list(words)
    while rest:
        word = rest.pop(0)
        option = next((option for option in command["options"] if word in option["names"]), None)
        if option is None or option["positional"]:
            arguments.append(word)
        elif word not in always_given:
            value = "True" if option["flag"] else (rest.pop(0) if rest else "…")
            arguments.append(f"{parameter_name(option)}={value}")
    return arguments
