#!/usr/bin/env python3
"""stop_signals.py SOURDINE: programs that are told to stop in the middle of their work leave nothing behind.

SIGTERM at 50 random moments of a release of a million events: afterwards there are whole releases and a ledger that
has a reservation, committed, for each of them, and nothing else, neither there nor in TMPDIR. SIGINT likewise for an append to a report
file and for a simulation. Programs that wait for a pipe stop, too.
"""
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

SOURDINE = pathlib.Path(sys.argv[1]).resolve()
MOMENTS = 50
PATIENCE = 30  # seconds until a program that was told to stop counts as one that does not
FILES = {"PRIVACY.md", "SHA256SUMS", "estimates.csv", "index.html", "manifest.json", "page.json", "synthetic.csv",
         "totals.csv"}
CONFIG = """
title = "stopped"
dataset = "stopped"
[events]
time = "SDate"
place = "Town"
id = "ID"
[places]
table = "towns.csv"
[privacy]
epsilon = 1
[publish]
periods = ["day", "month"]
"""
rng = random.Random(20261116)


class Failure(Exception):
    pass


def require(is_so, what):
    if not is_so:
        raise Failure(what)


class Scratch:
    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.temporary = self.folder / "tmp"
        self.temporary.mkdir()
        self.latencies = []

    def start(self, *arguments, **streams):
        """A program with the default reaction to signals, whatever this one was started with."""
        def restore():
            for number in (signal.SIGINT, signal.SIGTERM):
                signal.signal(number, signal.SIG_DFL)
        streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, **streams}
        return subprocess.Popen([SOURDINE, *arguments], cwd=self.folder, preexec_fn=restore,
                                env={**os.environ, "TMPDIR": str(self.temporary)}, **streams)

    def run(self, *arguments):
        code = self.start(*arguments).wait()
        require(code == 0, f"{arguments} ended with {code}")

    def stop(self, program, number):
        """Sends the signal and waits. The exit code; 128 + the signal also when it came before main() did."""
        program.send_signal(number)
        asked = time.monotonic()
        try:
            code = program.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            program.kill()
            raise Failure(f"{program.args[1]} went on for {PATIENCE} seconds after signal {number}")
        self.latencies.append(time.monotonic() - asked)
        code = 128 - code if code < 0 else code
        require(code in (0, 128 + number), f"{program.args[1]} ended with {code} after signal {number}")
        require(not list(self.temporary.iterdir()), f"files are left in TMPDIR: {list(self.temporary.iterdir())}")
        return code

    def stop_at(self, moment, number, *arguments):
        program = self.start(*arguments)
        try:
            program.wait(moment)  # to no avail when it has ended before
        except subprocess.TimeoutExpired:
            pass
        return self.stop(program, number)


def duration(scratch, *arguments):
    begin = time.monotonic()
    scratch.run(*arguments)
    return time.monotonic() - begin


def make_events(scratch):
    """A million events: simulated years, thrice."""
    lines = []
    for seed in (1, 2, 3):
        scratch.run("simulate", "doubs", "--seed", str(seed), "--out", "one.csv", "--towns", "towns.csv")
        header, rows = (scratch.folder / "one.csv").read_text().split("\n", 1)
        lines.append(rows)
    (scratch.folder / "events.csv").write_text(header + "\n" + "".join(lines))


def releases_are_stopped(scratch):
    make_events(scratch)
    (scratch.folder / "release.toml").write_text(CONFIG)
    out = scratch.folder / "out"
    out.mkdir()
    ledger = scratch.folder / "stopped.ledger.jsonl"
    release = ("release", "events.csv", "--config", "release.toml", "--out")
    whole = duration(scratch, *release, "out/0")
    stopped = 0
    for i in range(1, MOMENTS + 1):
        code = scratch.stop_at(rng.uniform(0, 1.2 * whole), signal.SIGTERM, *release, f"out/{i}")
        stopped += code != 0
        require((out / str(i)).exists() == (code == 0), f"release {i} ended with {code} and is there, or is not")
        there = {entry.name for entry in out.iterdir()}
        require(all(name.isdigit() for name in there), f"something is left behind: {sorted(there)}")
        for name in there:
            require({entry.name for entry in (out / name).iterdir()} == FILES, f"release {name} is not whole")
        lines = [json.loads(line) for line in ledger.read_text().splitlines()]
        entries = [line for line in lines if line["step"] == "reserve"]
        paid = {entry["purpose"] for entry in entries}
        require(paid == {f"out/{name}" for name in there} and len(entries) == len(there),
                f"paid for {sorted(paid)}, published {sorted(there)}")
        committed = [line["of"] for line in lines if line["step"] == "commit"]
        require(len(set(committed)) == len(there) and len(lines) == 2 * len(there), f"open reservations: {lines}")
    require(stopped > 0, "no release was stopped")
    print(f"releases: {stopped} of {MOMENTS} stopped, {MOMENTS - stopped} had ended; one takes {whole:.1f} s")


def appends_are_stopped(scratch):
    count = 2_000_000
    (scratch.folder / "values.txt").write_text("".join(f"{i % 100}\n" for i in range(count)))
    scratch.run("randomize", "values.txt", "--oracle", "oue", "--domain", "100", "--epsilon", "1", "--out", "r.srep")
    append = ("randomize", "values.txt", "--oracle", "oue", "--domain", "100", "--epsilon", "1", "--append", "--out")
    whole = duration(scratch, *append, "r.srep")
    size = (scratch.folder / "r.srep").stat().st_size
    for _ in range(8):
        code = scratch.stop_at(rng.uniform(0, whole), signal.SIGINT, *append, "r.srep")
        grown = (scratch.folder / "r.srep").stat().st_size
        require((grown > size) == (code == 0), f"an append ended with {code}: {size} bytes before, {grown} after")
        size = grown
    program = scratch.start("aggregate", "r.srep", "--out", "t.stly", "--json", stdout=subprocess.PIPE)
    reports = json.loads(program.communicate()[0])["reports"]
    require(program.returncode == 0 and reports % count == 0, f"{reports} reports after stopped appends of {count}")


def simulations_are_stopped(scratch):
    whole = duration(scratch, "simulate", "doubs", "--out", "s.csv")
    before = (scratch.folder / "s.csv").read_bytes()
    names = set(os.listdir(scratch.folder))
    for _ in range(8):
        scratch.stop_at(rng.uniform(0, whole), signal.SIGINT, "simulate", "doubs", "--out", "s.csv")
        require((scratch.folder / "s.csv").read_bytes() == before, "a stopped simulation touched the older file")
        require(set(os.listdir(scratch.folder)) == names, "a stopped simulation left a file behind")


def waits_are_stopped(scratch):
    randomize = ("randomize", "-", "--oracle", "oue", "--domain", "100", "--epsilon", "1", "--out")
    program = scratch.start(*randomize, "w.srep", stdin=subprocess.PIPE)
    time.sleep(0.5)
    require(scratch.stop(program, signal.SIGTERM) == 128 + signal.SIGTERM, "a program that waits for its input ended")
    require(not (scratch.folder / "w.srep").exists(), "reports are left behind")
    with open(scratch.folder / "values.txt") as values:
        program = scratch.start(*randomize, "-", stdin=values, stdout=subprocess.PIPE)
        time.sleep(0.5)
        require(scratch.stop(program, signal.SIGTERM) == 128 + signal.SIGTERM, "a program with an unread output ended")
    scratch.run("randomize", "values.txt", "--oracle", "grr", "--domain", "20000", "--epsilon", "1", "--out", "l.srep")
    program = scratch.start("estimate", "l.srep", stdout=subprocess.PIPE)
    time.sleep(1)
    require(scratch.stop(program, signal.SIGTERM) == 128 + signal.SIGTERM, "a program with an unread table ended")


def main():
    with tempfile.TemporaryDirectory() as folder:
        scratch = Scratch(folder)
        try:
            for part in (releases_are_stopped, appends_are_stopped, simulations_are_stopped, waits_are_stopped):
                part(scratch)
        except Failure as failure:
            print(failure)
            return 1
        late = sorted(scratch.latencies)
        print(f"from signal to exit: {1000 * late[len(late) // 2]:.0f} ms in the middle, {1000 * late[-1]:.0f} ms at worst")
    return 0


if __name__ == "__main__":
    sys.exit(main())
