#!/usr/bin/env python3
"""joined_sources.py BUILD OUT: what clang-tidy is to read of a build with SOURDINE_UNITY, one path a line, the longest
first (with two at a time, a long one at the end would run alone), and OUT/compile_commands.json for it.

The files of the command line share the names of their helpers. Here they become one file, OUT/commands.cc, in which each
has a namespace of its own inside sourdine::cli: that can be read, and not linked. A file that defines members of a class
of a header stays alone: they belong to the header's namespace. So does app.cc, whose functions call each other by the
header's names."""
import json
import pathlib
import re
import sys

OPENING = "\nnamespace sourdine::cli {\n"
MEMBER = re.compile(r"^(?!using)\w[^(=;]*\b[A-Z]\w*::~?\w+\(", re.MULTILINE)


def is_joined(source):
    text = source.read_text(encoding="utf-8")
    is_command = source.parent.name == "cli" and source.name != "app.cc"
    return is_command and text.count(OPENING) == 1 and not MEMBER.search(text)


def with_own_namespace(source):
    text = source.read_text(encoding="utf-8")
    return f'#line 1 "{source}"\n' + text.replace(OPENING, OPENING.replace("cli", f"cli::{source.stem}_file"))


def length(path):
    """With what it includes from this project: the files of a folder are included by one that has nothing else."""
    text = path.read_text(encoding="utf-8")
    parts = (pathlib.Path(part) for part in re.findall(r'^#include "(/[^"]*)"', text, re.MULTILINE))
    return len(text) + sum(part.stat().st_size for part in parts)


def main():
    build, out = (pathlib.Path(argument).resolve() for argument in sys.argv[1:])
    out.mkdir(exist_ok=True)
    joined, read = [], []
    for entry in json.loads((build / "compile_commands.json").read_text(encoding="utf-8")):
        if "/embedded_" not in entry["file"]:
            (joined if is_joined(pathlib.Path(entry["file"])) else read).append(entry)
    if joined:
        file = out / "commands.cc"
        file.write_text("".join(with_own_namespace(pathlib.Path(entry["file"])) for entry in joined), encoding="utf-8")
        model = joined[0]
        read.append({**model, "file": str(file), "command": model["command"].replace(model["file"], str(file))})
    (out / "compile_commands.json").write_text(json.dumps(read, indent=1), encoding="utf-8")
    for entry in sorted(read, key=lambda entry: -length(pathlib.Path(entry["file"]))):
        print(entry["file"])


main()
