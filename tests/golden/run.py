#!/usr/bin/env python3
"""Runs the golden command-line cases: run.py SOURDINE CASE.txt [--update]

A case is a text file. A line "$ COMMAND" is run by bash in an empty directory that all commands of the file share,
with `sourdine` on the PATH; the lines below it, up to the next "$ ", are what it must print (standard output and
error together). A fingerprint, which depends on the date, is written FINGERPRINT, a time in UTC of the last hour TIME,
and the version of the checkout, where a program names itself, VERSION. A last line "[exit N]" stands for an exit code
other than 0. Lines before the first "$ " are remarks. A case without a command fails: it would test nothing.
"""
import datetime
import difflib
import os
import pathlib
import re
import subprocess
import sys
import tempfile

# The one place that has the version. A program built from another one does not print what is expected.
CHECKOUT = pathlib.Path(__file__).resolve().parents[2]
VERSION = re.search(r"^project\(sourdine VERSION ([0-9.]+)", (CHECKOUT / "CMakeLists.txt").read_text(), re.MULTILINE)[1]
NAMED_VERSION = re.compile(r'(\bsourdine |"version":")' + re.escape(VERSION) + r"(?![\w.])")


def of_today(match):
    """TIME for a time of the last hour or the next; others are part of the case."""
    time = datetime.datetime.strptime(match[0], "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=datetime.timezone.utc)
    return "TIME" if abs((datetime.datetime.now(datetime.timezone.utc) - time).total_seconds()) < 3600 else match[0]


def run(command, folder, binary):
    environment = {"PATH": f"{binary.parent}:/usr/bin:/bin", "LC_ALL": "C.UTF-8", "HOME": folder}
    done = subprocess.run(["bash", "-c", command], cwd=folder, env=environment, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, timeout=300)
    text = re.sub(r"\b[0-9a-f]{64}\b", "FINGERPRINT", done.stdout.decode())
    text = NAMED_VERSION.sub(r"\1VERSION", text)
    text = re.sub(r"\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", of_today, text)
    if text and not text.endswith("\n"):
        text += "\n"
    return text + (f"[exit {done.returncode}]\n" if done.returncode else "")


def main():
    binary, case = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
    expected = case.read_text()
    actual = ""
    with tempfile.TemporaryDirectory() as folder:
        before_first = True
        for line in expected.splitlines(keepends=True):
            if line.startswith("$ "):
                before_first = False
                actual += line + run(line[2:], folder, binary)
            elif before_first:
                actual += line
    if before_first:
        print(f"{case} has no command: a line that begins with '$ '")
        return 1
    if actual == expected:
        return 0
    if "--update" in sys.argv:
        case.write_text(actual)
        print(f"updated {case}")
        return 0
    sys.stdout.writelines(difflib.unified_diff(expected.splitlines(True), actual.splitlines(True), "expected", "actual"))
    return 1


if __name__ == "__main__":
    sys.exit(main())
