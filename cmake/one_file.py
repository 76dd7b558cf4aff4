#!/usr/bin/env python3
"""one_file.py OUT TEST.cc…: the tests as one file, so that their headers are compiled once. Every test file keeps its
helpers in an anonymous namespace; here each has a name, so that helpers of different files do not meet."""
import pathlib
import sys

out, *sources = sys.argv[1:]
pieces = []
for source in sources:
    text = pathlib.Path(source).read_text(encoding="utf-8")
    if text.count("\nnamespace {\n") != 1:
        sys.exit(f"{source}: a test file has one anonymous namespace, with everything in it")
    named = text.replace("\nnamespace {\n", f"\nnamespace {pathlib.Path(source).stem} {{\n")
    pieces.append(f'#line 1 "{source}"\n{named}')
pathlib.Path(out).write_text("".join(pieces), encoding="utf-8")
