#!/usr/bin/env python3
"""stress_tests.py CHECKOUT: scripts/stress-tests sees what waits, reports what is planted, goes on where it stopped.

A small checkout with the script and planted tests: one that fails every seventh time, one that hangs, one that ends the
whole run in its middle, two that must run side by side, one that looks for the load.
"""
from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

CHECKOUT = Path(sys.argv[1]).resolve()
SOURCES = {
    "tests/base/helper.h": "#include <thread>\ninline void help() { std::jthread helper([] {}); }\n",
    "tests/base/helped_test.cc": '#include "base/helper.h"\nTEST(Helped, ByAThread) { help(); }\n',
    "tests/base/plain_test.cc": "TEST(Plain, Adds) {}\nTEST_P(Each, Adds) {}\n",
    "tests/systems/asks": "#!/bin/sh\n. ./asked.sh\n",
    "tests/systems/asked.sh": "sleep 0\n",
    "tests/systems/guarded.py": "import subprocess\nsubprocess.run(['true'], timeout=300)\n",
    "tests/systems/test_base_fast": "#!/bin/sh\n",
    # Every run is a line of its own file, by which runs are counted.
    "tests/systems/flaky": '#!/bin/sh\nsleep 0; echo >>flaky.runs\n'
                           '[ $(($(wc -l <flaky.runs) % 7)) -ne 0 ] || { echo unlucky; exit 1; }\n',
    "tests/systems/steady": "#!/bin/sh\necho >>steady.runs\n",
    "tests/systems/hangs": "#!/bin/sh\nsleep 600\n",
    "tests/systems/skips": "#!/bin/sh\nexit 77\n",
    # It waits for the end: were it only slower than the end, it would be counted.
    "tests/systems/ends_all": '#!/bin/sh\necho >>ends.runs\n'
                              '[ "$(wc -l <ends.runs)" -ne 3 ] || { kill -TERM "$PPID"; sleep 600; }\n',
    "tests/systems/meets": '#!/bin/sh\ntouch "$1"; until [ -e "$2" ]; do sleep 0.01; done\n',
    "tests/systems/calls": '#!/bin/sh\n"$(dirname "$0")/../../scripts/stress-tests" --build . --minutes 0 2>&1 '
                             "| grep 'another one is running'\n",
    "tests/systems/loaded.py": """import os, pathlib, sys
status = [path.read_text().rpartition(")")[2].split() for path in pathlib.Path("/proc").glob("[0-9]*/stat")]
others = [one for one in status if one[1] == str(os.getppid()) and one[0] == "R"]
sys.exit(len(others) < os.cpu_count())
""",
}
# What ctest knows of them. Programs of GoogleTest are not run here: their sources decide.
TESTS = {
    "classes": """
add_test(base.Helped.ByAThread {tests}/test_base_fast --gtest_filter=Helped.ByAThread)
add_test(base.Plain.Adds {tests}/test_base_fast --gtest_filter=Plain.Adds)
add_test(base.All/Each.Adds/one {tests}/test_base_fast --gtest_filter=All/Each.Adds/0)
add_test(base.Unknown.Adds {tests}/test_base_fast --gtest_filter=Unknown.Adds)
add_test(systems.asks {tests}/asks)
add_test(systems.guarded python3 {tests}/guarded.py)
add_test(systems.command bash -c "exec 3<>/dev/tcp/localhost/80")
add_test(systems.binary /bin/true)
""",
    "flaky": "add_test(systems.flaky {tests}/flaky)\nadd_test(systems.steady {tests}/steady)\n",
    "hangs": "add_test(systems.hangs {tests}/hangs)\nset_tests_properties(systems.hangs PROPERTIES TIMEOUT 1)\n",
    "skips": "add_test(systems.skips {tests}/skips)\n"
             "set_tests_properties(systems.skips PROPERTIES SKIP_RETURN_CODE 77)\n",
    "ends": "add_test(systems.ends_all {tests}/ends_all)\nadd_test(systems.steady {tests}/steady)\n",
    "meets": "add_test(systems.one {tests}/meets one other)\nadd_test(systems.other {tests}/meets other one)\n"
             "set_tests_properties(systems.one systems.other PROPERTIES TIMEOUT 60)\n",
    "loaded": "add_test(systems.loaded python3 {tests}/loaded.py)\n",
    "calls": "add_test(systems.calls {tests}/calls)\n"
             'set_tests_properties(systems.calls PROPERTIES WORKING_DIRECTORY "{tests}/../../build/calls")\n',
    "locked": "add_test(systems.steady {tests}/steady)\n"
              "set_tests_properties(systems.steady PROPERTIES RESOURCE_LOCK all)\n",
}


class Planted:
    """A checkout with planted tests, in which the script is run."""

    def __init__(self, folder: Path) -> None:
        self.root = folder
        (folder / "scripts").mkdir()
        shutil.copy(CHECKOUT / "scripts/stress-tests", folder / "scripts")
        for name, text in SOURCES.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            path.chmod(0o755)

    def stress(self, tests: str, *options: str) -> tuple[int, str]:
        """The exit code, and what was said."""
        build = self.root / "build" / tests
        build.mkdir(parents=True, exist_ok=True)
        text = TESTS[tests].format(tests=self.root / "tests/systems")
        (build / "CTestTestfile.cmake").write_text(text, encoding="utf-8")
        done = subprocess.run([self.root / "scripts/stress-tests", "--build", build, *options], check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300)
        return done.returncode, done.stdout

    def runs(self, tests: str, name: str) -> int:
        return len((self.root / "build" / tests / name).read_text(encoding="utf-8").splitlines())


def require(is_so: bool, what: str, said: str) -> None:
    if not is_so:
        sys.exit(f"{what}; it said:\n{said}")


def classes_are_those_of_the_sources(planted: Planted) -> None:
    _, said = planted.stress("classes", "--list")
    listed = {name: times for times, name in re.findall(r"^ ?(\d+)  (\S+)", said, re.MULTILINE)}
    expected = {"base.Helped.ByAThread": "20", "base.Plain.Adds": "3", "base.All/Each.Adds/one": "3",
                "base.Unknown.Adds": "20", "systems.asks": "20", "systems.guarded": "3", "systems.command": "20",
                "systems.binary": "20"}
    require(listed == expected, f"{listed} is not {expected}", said)


def a_flaky_test_is_reported(planted: Planted) -> None:
    code, said = planted.stress("flaky", "--times", "2")
    require(code == 0 and said.endswith("\n4 passed, 0 failed\n"), "two runs of each were to pass", said)
    code, said = planted.stress("flaky")
    require(code == 1 and said.endswith("\n21 passed, 2 failed\n"), "two of twenty runs were to fail", said)
    require(planted.runs("flaky", "flaky.runs") == 20 and planted.runs("flaky", "steady.runs") == 3,
            "twenty runs and three were to be", said)
    logs = re.findall(r"^FAILED systems\.flaky: exit code 1, (\S+)$", said, re.MULTILINE)
    require(len(logs) == 2 and all("unlucky" in (planted.root / log).read_text() for log in logs), "no logs", said)
    code, said = planted.stress("flaky", "--again", "--regex", "flaky")
    require(code == 1 and said.endswith("\n17 passed, 3 failed\n"), "its next twenty runs have three failures", said)
    require(planted.stress("flaky", "--regex", "steady")[1].endswith("\n3 passed, 0 failed\n"), "others stay", said)


def a_hanging_test_is_a_timeout(planted: Planted) -> None:
    code, said = planted.stress("hangs", "--times", "1")
    require(code == 1 and "FAILED systems.hangs: timeout after 1 s" in said, "a timeout was to be told", said)


def a_skipped_test_is_named(planted: Planted) -> None:
    _, said = planted.stress("skips")
    require("nothing was seen of them: systems.skips\n" in said and said.endswith("\n0 passed, 0 failed\n"),
            "what is skipped has not passed", said)


def it_goes_on_where_it_stopped(planted: Planted) -> None:
    code, said = planted.stress("ends")
    require(code == 143 and planted.runs("ends", "ends.runs") == 3, "the third run was to end all", said)
    code, said = planted.stress("ends")
    require(code == 0 and said.endswith("\n23 passed, 0 failed\n"), "it was to go on to the end", said)
    require(planted.runs("ends", "ends.runs") == 21, "only the run in which it stopped was to be run again", said)
    code, said = planted.stress("ends")
    require(code == 0 and "23 runs are done, 0 are ahead" in said, "nothing was to be left", said)
    code, said = planted.stress("ends", "--again", "--minutes", "0")
    require(code == 1 and "0 runs are done, 23 are ahead" in said and "23 are left" in said, "no time, no run", said)


def tests_run_side_by_side(planted: Planted) -> None:
    code, said = planted.stress("meets", "--times", "1", "--jobs", "2")
    require(code == 0 and said.endswith("\n2 passed, 0 failed\n"), "each was to see the other", said)


def the_processors_are_busy(planted: Planted) -> None:
    code, said = planted.stress("loaded", "--times", "1")
    require(code == 0 and said.endswith("\n1 passed, 0 failed\n"), "as many loops as processors were to run", said)


def a_second_one_at_once_is_refused(planted: Planted) -> None:
    code, said = planted.stress("calls", "--times", "1")
    require(code == 0 and said.endswith("\n1 passed, 0 failed\n"), "the second one was to be refused", said)


def an_unknown_property_is_refused(planted: Planted) -> None:
    code, said = planted.stress("locked")
    require(code == 1 and "RESOURCE_LOCK" in said, "a property that means something was to be told", said)


def main() -> None:
    parts = (classes_are_those_of_the_sources, a_flaky_test_is_reported, a_hanging_test_is_a_timeout,
             a_skipped_test_is_named, it_goes_on_where_it_stopped, tests_run_side_by_side,
             the_processors_are_busy, a_second_one_at_once_is_refused, an_unknown_property_is_refused)
    for part in parts:
        with tempfile.TemporaryDirectory() as folder:
            part(Planted(Path(folder).resolve()))
            print(part.__name__.replace("_", " "), flush=True)


if __name__ == "__main__":
    main()
