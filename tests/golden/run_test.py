#!/usr/bin/env python3
"""run_test.py: run.py itself. A case passes when its output is as written, and fails when not, or when it has none."""
import pathlib
import subprocess
import sys
import tempfile

from run import VERSION

RUN = pathlib.Path(__file__).with_name("run.py")


def code(folder, text):
    case = pathlib.Path(folder) / "case.txt"
    case.write_text(text)
    return subprocess.run([sys.executable, RUN, "/bin/true", case], stdout=subprocess.DEVNULL).returncode


def main():
    expected = {"A remark.\n$ echo one\none\n": 0,
                "$ echo one; exit 3\none\n[exit 3]\n": 0,
                "$ echo one\ntwo\n": 1,
                f"$ echo sourdine {VERSION}\nsourdine VERSION\n": 0,
                f"$ echo '\"version\":\"{VERSION}\"'\n\"version\":\"VERSION\"\n": 0,
                f"$ echo sourdine {VERSION}.1\nsourdine VERSION.1\n": 1,
                "$ echo sourdine 0.0.0\nsourdine VERSION\n": 1,
                "$ echo one; exit 3\none\n": 1,
                "Only a remark.\n": 1,
                "": 1}
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        for text, wanted in expected.items():
            if code(folder, text) != wanted:
                failures += 1
                print(f"{text!r} should have ended with {wanted}")
    return failures


if __name__ == "__main__":
    sys.exit(main())
