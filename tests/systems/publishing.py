#!/usr/bin/env python3
"""publishing.py SOURDINE: the order in which a release is published, as the system sees it (strace).

A refused release makes no file and no directory, and opens none for writing. One that is published makes a directory
that only its owner can enter, charges the ledger, writes into the directory, gives it its name, and only then opens it
to others. Exit code 77 (skipped) without strace.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SOURDINE = pathlib.Path(sys.argv[1]).resolve()
CONFIG = """
[events]
time = "when"
place = "where"
[places]
regions = ["north", "south"]
[privacy]
epsilon = 1
budget = 1.5
"""
CALLS = "openat,open,creat,mkdir,mkdirat,rename,renameat,renameat2,link,linkat,chmod,fchmod,fchmodat,write,pwrite64,fsync"


def traced(folder, name):
    """The exit code, and the calls that succeeded, one a line, in order."""
    log = folder / f"{name}.strace"
    code = subprocess.run(["strace", "-f", "-y", "-qq", "-s", "0", "-e", f"trace={CALLS}", "-o", str(log), SOURDINE,
                           "release", "events.csv", "--config", "my.toml", "--out", name], cwd=folder,
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode
    lines = [re.sub(r"^\d+ +", "", line) for line in log.read_text().splitlines()]
    return code, [line for line in lines if " = -1 " not in line]


def first(lines, pattern, what):
    for number, line in enumerate(lines):
        if re.search(pattern, line):
            return number
    raise SystemExit(f"not seen: {what}\n" + "\n".join(lines))


def require(is_so, what, lines):
    if not is_so:
        raise SystemExit(f"{what}\n" + "\n".join(lines))


def main():
    if shutil.which("strace") is None:
        print("there is no strace here")
        return 77
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "events.csv").write_text("when,where\n2024-01-01,north\n2024-01-02,south\n")
        (folder / "my.toml").write_text(CONFIG)
        code, calls = traced(folder, "published")
        if code != 0 and not calls:
            print("strace is not permitted here")
            return 77
        require(code == 0, f"the release ended with {code}", calls)
        made = first(calls, r'mkdir.*/\.published\.\w+", 0700', "a directory of its owner alone")
        charged = first(calls, r"fsync\(\d+<.*my\.ledger\.jsonl>", "the charge, on the disk")
        wrote = first(calls, r"\.published\.\w+.*O_(TMPFILE|CREAT)", "the first file")
        named = first(calls, r'rename.*\.published\.\w+", .*"[^"]*/published"', "the release gets its name")
        opened = first(calls, r'chmod.*/published"', "others may read it")
        require(made < charged < wrote < named < opened, "the order is wrong", calls)
        code, calls = traced(folder, "refused")
        require(code == 3, f"the release above the budget ended with {code}", calls)
        for call in calls:
            is_output = re.match(r"write\([12]<|(openat|open)\(.*(/dev/|O_RDONLY)|write\(\d+<anon_inode", call)
            require(is_output, f"a refused release did this: {call}", calls)
        require(not (folder / "refused").exists(), "a refused release is there", calls)
    print("published in order; refused without a trace")
    return 0


if __name__ == "__main__":
    sys.exit(main())
