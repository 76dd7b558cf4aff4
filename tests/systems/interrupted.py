#!/usr/bin/env python3
"""interrupted.py SOURDINE [--every N] [--kind KIND]: what becomes of money, state and files when a publication is killed, is
told to stop, or finds the disk full, at each call of it that changes something on the disk (strace): for every kind.

Whenever it ends: nothing of it can be read that the ledger does not name; what is there is whole; the ledger can be read
and holds one entry for each attempt at most; the state that it keeps is as it was, or as the entry says. Then the command
runs again, undisturbed, and publishes; what it had kept (a key, symbols that people used) is still the same. --every N:
only each Nth call, the first one by the kind. Exit code 77 (skipped) where strace is missing or not permitted.
"""
import argparse
import dataclasses
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SOURDINE = None
EXAMPLES = pathlib.Path(__file__).resolve().parent.parent.parent / "examples"
CHANGES = ("openat", "mkdir", "rename", "renameat2", "link", "linkat", "unlink", "unlinkat", "rmdir", "chmod", "fchmod",
           "write", "pwrite64", "fsync", "fdatasync", "ftruncate")
# A disk that is full refuses to take bytes and names; what removes them goes on.
FILLING = ("mkdir", "rename", "renameat2", "link", "linkat", "write", "pwrite64", "fsync", "fdatasync")
FAULTS = {"kill": "signal=SIGKILL", "stop": "signal=SIGTERM", "full": "error=ENOSPC"}
PATIENCE = 120  # seconds until a command counts as one that hangs


class Failure(Exception):
    pass


def require(is_so, what):
    if not is_so:
        raise Failure(what)


@dataclasses.dataclass
class Scenario:
    kind: str
    files: str  # a folder of examples, in a copy of which it runs
    command: tuple
    out: str = "out"
    ledger: str = ""  # empty: it costs nothing
    entries: int = 1  # of one publication
    kept: tuple = ()  # files of state that are never lost
    prepare: tuple = ()  # commands that come before
    edit: tuple = ()  # (file, text, text in place of it)
    more: tuple = ()  # (file, text): that the examples have not


def run(arguments, folder, prefix=()):
    done = subprocess.run([*prefix, SOURDINE, *arguments], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True, timeout=PATIENCE, stdin=subprocess.DEVNULL)
    return done.returncode, done.stdout, done.stderr


def done(arguments, folder):
    code, out, err = run(arguments, folder)
    require(code == 0, f"{' '.join(map(str, arguments))} ended with {code}: {err}")
    return out


def strace(log, *options):
    return ("strace", "-f", "-qq", "-y", "-s", "0", "-o", str(log), *options)


def made_ready(scenario, folder):
    shutil.copytree(EXAMPLES / scenario.files, folder)
    for name, text, other in scenario.edit:
        path = folder / name
        require(text in path.read_text(), f"'{text}' is not in {name}")
        path.write_text(path.read_text().replace(text, other))
    for name, text in scenario.more:
        (folder / name).write_text(text)
    for command in scenario.prepare:
        done(command, folder)


def changing_calls(scenario, base):
    """What the command does to files, in order: (call, how often its thread has made that call). None: no strace."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name) / "work"
        shutil.copytree(base, folder)
        log = pathlib.Path(name) / "log"
        code, _, err = run(scenario.command, folder, strace(log, "-e", "trace=" + ",".join(CHANGES)))
        text = log.read_text() if log.exists() else ""
        if code != 0 and not text:
            return None
        require(code == 0, f"the command ended with {code}: {err}")
    calls, counts = [], {}
    main_thread = text.split(maxsplit=1)[0]
    for line in text.splitlines():
        thread, call = line.split(maxsplit=1)
        match = re.match(r"(\w+)\(", call)
        if not match or thread != main_thread:
            continue
        name = match[1]
        counts[name] = counts.get(name, 0) + 1
        makes = name != "openat" or "O_CREAT" in call or "O_TMPFILE" in call
        is_file = name not in ("write", "pwrite64") or "/work/" in call
        if makes and is_file and " = -1 " not in call:
            calls.append((name, counts[name]))
    require(len(calls) >= 10, f"{len(calls)} changing calls were seen")
    return calls


def entries_of(scenario, folder):
    """How many the ledger has: it can be read whatever happened."""
    if not scenario.ledger or not (folder / scenario.ledger).exists():
        return 0
    entries = json.loads(done(["ledger", "show", scenario.ledger, "--json"], folder))["entries"]
    return sum(entry["state"] != "cancelled" for entry in entries)


def is_published(scenario, folder):
    """Whether something is there; then it is whole."""
    path = folder / scenario.out
    if not path.exists():
        return False
    done(["verify" if (path / "manifest.json").exists() else "inspect", scenario.out], folder)
    return True


def require_nothing_left(scenario, folder, before, fault):
    allowed = {name for name in (scenario.out, scenario.ledger, *scenario.kept) if name}
    names = {path.name for path in folder.iterdir()} - before - allowed
    # The ledger's head, and its lock. What a killed program could not remove, no verb takes for a publication.
    names = {name for name in names if not scenario.ledger or not name.startswith(scenario.ledger + ".")}
    if fault == "kill":
        names = {name for name in names if not re.fullmatch(r"\..*|.*\.tmp|.*\.key\.\w{6}", name)}
    require(not names, f"left behind: {names}")


def contents(scenario, folder):
    """Of the state that it keeps: files, and directories of files."""
    paths = [path for name in scenario.kept for path in [folder / name, *(folder / name).glob("*")]]
    return {str(path.relative_to(folder)): path.read_bytes() for path in paths if path.is_file()}


def is_key(name):
    return name.endswith(".key")


def interrupt(scenario, base, fault, call, number):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name) / "work"
        shutil.copytree(base, folder)
        before, kept = {path.name for path in folder.iterdir()}, contents(scenario, folder)
        inject = f"inject={call}:{FAULTS[fault]}:when={number}{'+' if fault == 'full' else ''}"
        code, _, err = run(scenario.command, folder,
                           strace(pathlib.Path(name) / "log", "-e", f"trace={call}", "-e", inject))
        require("exception" not in err and "terminate" not in err, f"it said: {err}")
        if fault == "full":
            require(code in (0, 1), f"exit code {code}: {err}")
        published, spent = is_published(scenario, folder), entries_of(scenario, folder)
        require(published or code != 0, "it said that it is done, and nothing is there")
        if fault == "stop" and scenario.ledger:
            require(bool(spent) == published, f"stopped, with {spent} entries, and published: {published}")
        require(spent in (0, scenario.entries), f"{spent} entries for one publication")
        require(spent or not published or not scenario.ledger, "something is there that was not paid for")
        require_nothing_left(scenario, folder, before, fault)
        after = contents(scenario, folder)
        require(set(kept) <= set(after), "state was lost")
        again = [word for word in scenario.command if word != "--new-key" or not any(map(is_key, after))]
        done([*again, "--force"], folder)
        require(is_published(scenario, folder), "nothing is there after another attempt")
        total = entries_of(scenario, folder)
        require(total <= spent + scenario.entries, f"{total} entries of two attempts")
        for key in filter(is_key, after):
            require((folder / key).read_bytes() == after[key], f"another {key} was drawn")


def scenarios():
    survey = "survey"
    return [
        Scenario("counts", "csv", ("release", "--config", "release.toml", "--out", "out"), ledger="release.ledger.jsonl"),
        Scenario("central", "persons", ("release", "--config", "release.toml", "--out", "out"),
                 ledger="release.ledger.jsonl"),
        Scenario("blur", "blur", ("blur", "--config", "calls.toml", "--out", "out"), ledger="calls.ledger.jsonl",
                 kept=("calls.key",), edit=(("calls.toml", "[privacy]", '[privacy]\nmemo_key = "calls.key"'),)),
        Scenario("tables", "anonymize/people", ("anonymize", "people.csv", "--config", "people.toml", "--out", "out"),
                 ledger="people.ledger.jsonl"),
        Scenario("reports", survey, ("survey", "randomize", "--config", "once.toml", "--out", "out"),
                 ledger="commuting-april.ledger.jsonl"),
        Scenario("panel", survey, ("survey", "randomize", "--config", "panel.toml", "--new-key", "--out", "out"),
                 ledger="commuting.ledger.jsonl", entries=3, kept=("commuting.key", "commuting.state")),
        Scenario("survey", survey, ("survey", "estimate", "once.srep", "--config", "once.toml", "--out", "out"),
                 prepare=(("survey", "randomize", "--config", "once.toml", "--out", "once.srep"),)),
        Scenario("ranges", "range", ("range", "build", "people.csv", "--number", "age", "--from", "0", "--to", "120",
                                     "--epsilon", "1", "--ledger", "ages.ledger.jsonl", "--out", "out"),
                 ledger="ages.ledger.jsonl"),
        Scenario("grids", "range", ("range", "build", "calls.csv", "--time", "day", "--from", "2026-03", "--to",
                                    "2026-03", "--place", "town", "--places", "towns.txt", "--epsilon", "1", "--ledger",
                                    "calls.ledger.jsonl", "--out", "out"), ledger="calls.ledger.jsonl",
                 more=(("calls.csv", "day,town\n2026-03-01,Dole\n2026-03-04,Ornans\n"), ("towns.txt", "Dole\nOrnans\n"))),
        Scenario("ranges-page", "range", ("range", "build", "people.csv", "--number", "age", "--from", "0", "--to", "120",
                                          "--epsilon", "1", "--ledger", "ages.ledger.jsonl", "--publish", "out"),
                 ledger="ages.ledger.jsonl"),
        Scenario("answers", "range", ("range", "query", "ages.srng", "18-24", "65..", "--publish", "out"),
                 prepare=(("range", "build", "people.csv", "--number", "age", "--from", "0", "--to", "120", "--epsilon",
                           "1", "--out", "ages.srng"),)),
    ]


def main():
    global SOURDINE
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sourdine", type=pathlib.Path)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--kind", action="append")
    options = parser.parse_args()
    SOURDINE = options.sourdine.resolve()
    if shutil.which("strace") is None:
        print("there is no strace here")
        return 77
    failed = 0
    for number, scenario in enumerate(scenarios()):
        if options.kind and scenario.kind not in options.kind:
            continue
        with tempfile.TemporaryDirectory() as name:
            base = pathlib.Path(name) / "work"
            made_ready(scenario, base)
            calls = changing_calls(scenario, base)
            if calls is None:
                print("strace is not permitted here")
                return 77
            tried = 0
            for place, (call, count) in enumerate(calls):
                for fault_number, fault in enumerate(FAULTS):
                    if (place + fault_number + number) % options.every or (fault == "full" and call not in FILLING):
                        continue
                    tried += 1
                    try:
                        interrupt(scenario, base, fault, call, count)
                    except Failure as failure:
                        failed += 1
                        print(f"{scenario.kind}, {fault} at {call} {count}: {failure}")
            print(f"{scenario.kind}: {len(calls)} calls, {tried} interrupted")
    print(f"{failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
