#!/usr/bin/env python3
"""joined_sources.py BUILD: what clang-tidy is to read of a build with SOURDINE_UNITY, one path a line, the longest first:
with two at a time, a long one at the end would run alone."""
import json
import pathlib
import re
import sys


def length(path):
    """With what it includes from this project: the files of a folder are included by one that has nothing else."""
    text = path.read_text(encoding="utf-8")
    parts = (pathlib.Path(part) for part in re.findall(r'^#include "(/[^"]*)"', text, re.MULTILINE))
    return len(text) + sum(part.stat().st_size for part in parts)


commands = json.loads((pathlib.Path(sys.argv[1]) / "compile_commands.json").read_text(encoding="utf-8"))
files = (pathlib.Path(entry["file"]) for entry in commands if "/embedded_" not in entry["file"])
print(*sorted(files, key=length, reverse=True), sep="\n")
