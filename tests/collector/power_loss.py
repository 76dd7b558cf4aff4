#!/usr/bin/env python3
"""power_loss.py WRITER LOSSY_DISK: what a store in SQLite has promised survives the loss of power and a full disk.

WRITER is tests/collector/store_writer, LOSSY_DISK the library of tests/collector/lossy_disk.cc. SIGKILL leaves the
kernel's memory alone; here everything that was not synced is lost, or any part of it, in any order. After each loss the
store must hold every acknowledged batch, each once, and the next writer goes on from there. A writer that does not sync
(planted) must be caught, or this test sees nothing. And a trace of system calls shows a sync of the log before each
acknowledgement.
"""

from __future__ import annotations

import os
import random
import re
import shutil
import signal
import sqlite3
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

SECTOR = 512  # what a disk writes whole
LOSSES = 14
REPORTS = 3


@dataclass
class File:
    """What of a file is on the disk, and what was written since."""

    lasting: bytearray
    pending: list[tuple[str, int, bytes]] = field(default_factory=list)

    def apply(self, operation: str, offset: int, data: bytes) -> None:
        if operation == "T":
            del self.lasting[offset:]
        end = offset + len(data)
        if len(self.lasting) < end:
            self.lasting.extend(bytes(end - len(self.lasting)))
        self.lasting[offset:end] = data

    def sync(self) -> None:
        for one in self.pending:
            self.apply(*one)
        self.pending.clear()

    def lose(self, chance: random.Random, share: float) -> None:
        """Of what was not synced, each piece is there with probability `share`, perhaps only its first sectors."""
        for operation, offset, data in self.pending:
            if chance.random() < share:
                kept = data
                if operation == "W" and chance.random() < 0.3:
                    kept = data[: SECTOR * chance.randrange(1 + len(data) // SECTOR)]
                self.apply(operation, offset, kept)
        self.pending.clear()


class Disk:
    """A folder as the disk knows it: names last when the folder was synced, bytes when their file was."""

    def __init__(self, folder: Path) -> None:
        self.folder = str(folder)
        self.names = {str(path): File(bytearray(path.read_bytes())) for path in folder.iterdir()}
        self.lasting_names = dict(self.names)
        self.syncs = 0

    def follow(self, log: Path) -> None:
        for operation, name, offset, data in records(log.read_bytes()):
            if operation == "C":
                self.names.setdefault(name, File(bytearray()))
            elif operation in "WT":
                self.names[name].pending.append((operation, offset, data))
            elif operation == "S" and name == self.folder:
                self.lasting_names = dict(self.names)
            elif operation == "S":
                self.syncs += 1
                self.names[name].sync()
            elif operation == "U":
                self.names.pop(name, None)
            elif operation == "R":
                self.names[data.decode()] = self.names.pop(name)

    def lose_power(self, chance: random.Random, share: float | None = None) -> None:
        """The folder becomes what the disk may hold; `share` of what was not synced, a drawn one without it."""
        if share is None:
            share = chance.choice([0.0, 0.0, 0.5, 0.9])
        names = self.lasting_names if chance.random() < 0.5 else self.names
        for path in Path(self.folder).iterdir():
            path.unlink()
        for name, file in names.items():
            file.lose(chance, share)
            Path(name).write_bytes(file.lasting)


def records(log: bytes) -> Iterator[tuple[str, str, int, bytes]]:
    at, head = 0, struct.Struct("<cIQQ")
    while at + head.size <= len(log):
        operation, name_size, offset, size = head.unpack_from(log, at)
        end = at + head.size + name_size + size
        if end > len(log):
            return  # the kill came while it was written down: not done
        name_end = at + head.size + name_size
        yield operation.decode(), log[at + head.size : name_end].decode(), offset, log[name_end:end]
        at = end


class Bench:
    """A folder with a store, and writers that are killed."""

    def __init__(self, writer: str, library: str, scratch: Path) -> None:
        self.writer, self.library = writer, library
        self.folder = scratch / "disk"
        self.folder.mkdir()
        self.log, self.full, self.said = scratch / "log", scratch / "full", scratch / "said"
        self.store = self.folder / "store.sqlite"
        self.acknowledged: set[str] = set()

    def start(self, *options: str) -> subprocess.Popen[bytes]:
        self.log.unlink(missing_ok=True)
        self.disk = Disk(self.folder)
        environment = dict(os.environ, LD_PRELOAD=self.library, LOSSY_DISK_DIR=str(self.folder))
        environment |= {"LOSSY_DISK_LOG": str(self.log), "LOSSY_DISK_FULL": str(self.full)}
        with self.said.open("wb") as said:
            return subprocess.Popen(
                [self.writer, f"sqlite:{self.store}", "crews", "--reports", str(REPORTS), *options],
                stdout=said,
                stderr=subprocess.DEVNULL,
                env=environment,
            )

    def lines(self, word: str) -> list[str]:
        whole = self.said.read_text().rpartition("\n")[0].splitlines()
        return [line.split()[1] for line in whole if line.startswith(word)]

    def wait_for(self, word: str, more_than: int, writer: subprocess.Popen[bytes]) -> None:
        end = time.monotonic() + 180
        while len(self.lines(word)) <= more_than:
            if writer.poll() is not None or time.monotonic() > end:
                sys.exit(f"the writer said '{word}' {len(self.lines(word))} times, and no more")
            time.sleep(0.005)

    def lose_power(self, writer: subprocess.Popen[bytes], chance: random.Random) -> None:
        writer.send_signal(signal.SIGKILL)
        writer.wait()
        self.acknowledged |= set(self.lines("counted"))
        self.disk.follow(self.log)
        self.disk.lose_power(chance)

    def fault(self) -> str:
        """What is wrong with the store: an acknowledged batch that is not there, or sums that do not agree."""
        try:
            database = sqlite3.connect(self.store)
            keys = [row[0] for row in database.execute("SELECT key FROM collector_keys")]
            (check,) = database.execute("PRAGMA integrity_check").fetchone()
            sums = [
                database.execute(f"SELECT coalesce(sum({column}), 0) FROM collector_{table}").fetchone()[0]
                for column, table in [("reports", "tallies"), ("reports", "collections"), ("reports", "activity")]
            ]
            database.close()
        except sqlite3.DatabaseError as error:
            return str(error)
        stored = {re.sub("(.{8})(.{4})(.{4})(.{4})(.{12})", r"\1-\2-\3-\4-\5", key.hex()) for key in keys}
        if check != "ok":
            return f"the file is damaged: {check}"
        if sums != [REPORTS * len(keys)] * len(sums):
            return f"{len(keys)} keys of {REPORTS} reports each, and sums of {sums}"
        if gone := self.acknowledged - stored:
            return f"{len(gone)} of {len(self.acknowledged)} acknowledged batches are gone"
        return ""

    def require_sound(self, when: str) -> None:
        if fault := self.fault():
            sys.exit(f"{when}: {fault}")


def lose_power_often(bench: Bench, chance: random.Random) -> None:
    for loss in range(LOSSES):
        writer = bench.start("--group", str(chance.choice([1, 1, 2, 7, 300])))
        bench.wait_for("counted", chance.choice([0, 0, 20, 2000]), writer)
        time.sleep(chance.random() * 0.1)
        bench.lose_power(writer, chance)
        bench.require_sound(f"loss {loss + 1}")
        if bench.disk.syncs == 0:
            sys.exit("the writer never synced: the library is not at work")
    print(f"{LOSSES} losses of power: all {len(bench.acknowledged)} acknowledged batches are there, each once")


def fill_disk(bench: Bench, chance: random.Random) -> None:
    writer = bench.start("--group", "5")
    for _ in range(4):
        bench.wait_for("counted", len(bench.lines("counted")), writer)
        bench.full.touch()
        bench.wait_for("failed", len(bench.lines("failed")) + 2, writer)
        bench.full.unlink()
        bench.wait_for("counted", len(bench.lines("counted")) + 50, writer)
    failures = len(bench.lines("failed"))
    bench.lose_power(writer, chance)
    bench.require_sound("full disk")
    print(f"a full disk, four times ({failures} failed commits), then a loss of power: nothing is gone")


def catch_planted(bench: Bench, chance: random.Random) -> None:
    """A store that was made well, then written without syncs; the last test, since the store may be damaged after."""
    for _ in range(5):
        writer = bench.start("--group", "5", "--planted-no-sync")
        bench.wait_for("counted", 200, writer)
        bench.lose_power(writer, chance)
        if fault := bench.fault():
            print(f"a writer that does not sync is caught: {fault}")
            return
    sys.exit("a writer that does not sync was not caught: this test sees nothing")


def trace_syncs(writer: str, scratch: Path) -> None:
    """Before each acknowledgement, the log is synced after the last byte was written to it."""
    if shutil.which("strace") is None:
        print("no strace here: syncs are not traced")
        return
    trace = scratch / "trace"
    command = ["strace", "-f", "-o", str(trace), "-e", "trace=openat,close,pwrite64,write,fsync,fdatasync", writer]
    command += [f"sqlite:{scratch}/traced", "crews", "--batches", "30"]
    done = subprocess.run(command, capture_output=True, check=False)
    if done.returncode != 0 and b"ptrace" in done.stderr:
        print("system calls cannot be traced here")
        return
    log, is_synced, has_written, acknowledged = "", False, False, 0
    for line in trace.read_text(errors="replace").splitlines():
        if found := re.search(r'openat\(.*"[^"]*/traced-wal".* = (\d+)$', line):
            log = found[1] if log == "" else log  # the first is the writing connection's
        elif log and re.search(rf"pwrite64\({log}, .* = \d+$", line):
            is_synced, has_written = False, True
        elif log and re.search(rf"(fsync|fdatasync)\({log}\)\s+= 0$", line):
            is_synced = True
        elif 'write(1, "counted ' in line:
            acknowledged += 1
            if not (is_synced and has_written):
                sys.exit(f"acknowledgement {acknowledged} came before the log was synced")
            is_synced = has_written = False
    if acknowledged != 30:
        sys.exit(f"the trace shows {acknowledged} acknowledgements, not 30: {done.stderr.decode()}")
    print(f"{acknowledged} acknowledgements, each after a sync of the log")


def main() -> None:
    writer, library = (str(Path(argument).resolve()) for argument in sys.argv[1:3])
    chance = random.Random(17)
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name).resolve()
        bench = Bench(writer, library, scratch)
        trace_syncs(writer, scratch)
        lose_power_often(bench, chance)
        fill_disk(bench, chance)
        catch_planted(bench, chance)


if __name__ == "__main__":
    main()
