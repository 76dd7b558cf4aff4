#!/usr/bin/env python3
"""faults.py SOURDINE LOSSY_DISK CASE…: a running collector, and what else can go wrong; without a case, all of them.

LOSSY_DISK is the library of tests/collector/lossy_disk.cc. Senders know their reports one by one: after each fault
every acknowledged batch is counted once, cell by cell, and of those without an answer all reports or none.
"""

from __future__ import annotations

import inspect
import json
import random
import re
import resource
import shutil
import struct
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from postgresql_server import postgresql
from power_loss import Disk, records
from running_collector import JSON, fail, wait_until
from senders import VALUES, Batch, KnownCollector, Link, Senders, require_exact, resend, sum_of
from system_calls import Trace
from write_ahead_log import WriteAheadLog

SEED = 17
TOLD_TO_WAIT = 503
ALONE, TOGETHER = 20, 150  # batches that are traced: one after the other, and from eight connections at once


class Bench:
    def __init__(self, sourdine: str, library: str, folder: Path) -> None:
        self.sourdine, self.library, self.folder = sourdine, library, folder

    def collector(self, store: str = "", name: str = "collector", **environment: str) -> KnownCollector:
        url = store or f"sqlite:{self.folder}/store.sqlite"
        return KnownCollector(self.sourdine, self.folder / name, url, environment)

    def on_lossy_disk(self) -> tuple[KnownCollector, Path, Path, Path]:
        """(collector, folder of its store, log of what was written, file that makes the disk full)"""
        disk, log, full = self.folder / "disk", self.folder / "written", self.folder / "full"
        disk.mkdir()
        collector = self.collector(
            f"sqlite:{disk}/store.sqlite",
            LD_PRELOAD=self.library,
            LOSSY_DISK_DIR=str(disk),
            LOSSY_DISK_LOG=str(log),
            LOSSY_DISK_FULL=str(full),
        )
        collector.make_first_token()  # on a disk that keeps it: what is noted begins with the server
        return collector, disk, log, full


@contextmanager
def killed_at_the_end(*collectors: KnownCollector) -> Iterator[None]:
    try:
        yield
    finally:
        for one in collectors:
            one.kill()


def postgresql_restarts(bench: Bench) -> str:
    """The database ends without a word under load, or in order, and comes back."""
    with postgresql(bench.folder) as server:
        collector = bench.collector(server.url)
        with killed_at_the_end(collector):
            collector.start()
            fingerprint = collector.create("known", keeps_reports=True)
            senders = Senders(10, SEED, "known", fingerprint, collector.admin, [collector.port])
            for how in ["immediate", "fast", "immediate", "fast"]:
                senders.wait_for(200, "with the database")
                server.stop(how)
                wait_until(lambda: collector.ask("GET", "/readyz").status == TOLD_TO_WAIT, "/readyz notices")
                senders.wait_for_status(TOLD_TO_WAIT, 1, "without the database")
                if collector.ask("GET", "/healthz").status != 200:
                    fail("without its database the collector itself is not healthy")
                server.start()
                wait_until(lambda: collector.ask("GET", "/readyz").status == 200, "/readyz notices its return")
                collector.manage("GET", "/v1/collections/known/periods")  # and so do readers, by another connection
            senders.wait_for(200, "after the last return")
            acknowledged, unknown = senders.end()
            return require_exact(collector, "known", acknowledged, unknown, collector.admin, keeps=True)


def full_disk(bench: Bench) -> str:
    """No byte can be written for a while: 503, and estimates can be read all the same."""
    collector, _, _, full = bench.on_lossy_disk()
    with killed_at_the_end(collector):
        collector.start()
        fingerprint = collector.create("known", keeps_reports=True)
        senders = Senders(10, SEED, "known", fingerprint, collector.admin, [collector.port])
        for _ in range(5):
            senders.wait_for(200, "with room on the disk")
            full.touch()
            senders.wait_for_status(TOLD_TO_WAIT, 20, "without room on the disk")
            if collector.ask("GET", "/readyz").status != TOLD_TO_WAIT:
                fail("ready, and no room on the disk")
            if collector.ask("GET", "/v1/collections/known/periods", collector.admin).status != 200:
                fail("nothing can be read while the disk is full")
            full.unlink()
            wait_until(lambda: collector.ask("GET", "/readyz").status == 200, "ready again")
        senders.wait_for(200, "with room again")
        full.touch()
        time.sleep(0.2)
        collector.kill()
        full.unlink()
        collector.start()
        acknowledged, unknown = senders.end()
        told = senders.statuses()[TOLD_TO_WAIT]
        said = require_exact(collector, "known", acknowledged, unknown, collector.admin, keeps=True)
        return f"{said}; {told} times 503"


def storm(ports: list[int], connections: int, batches: list[Batch], token: str) -> Counter[str]:
    """Everybody sends everything at once, each in an order of its own. How often each key was said to be new."""
    new: Counter[str] = Counter()
    faults: list[str] = []
    barrier = threading.Barrier(connections)

    def send_all(number: int) -> None:
        chance = random.Random(SEED + number)
        mine = chance.sample(batches, len(batches))
        link = Link(ports[number % len(ports)], timeout=60)
        barrier.wait()
        try:
            for batch in mine:
                answer = batch.send(link, token)
                while answer.status == TOLD_TO_WAIT:
                    time.sleep(chance.random() * 0.1)
                    answer = batch.send(link, token)
                if answer.status != 200:
                    faults.append(f"{answer.status} {answer.body!r}")
                elif not batch.read(answer):
                    new[batch.key] += 1
        except OSError as error:
            faults.append(str(error))
        link.close()

    threads = [threading.Thread(target=send_all, args=(i,)) for i in range(connections)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if faults:
        fail(f"{len(faults)} faults in the storm, the first: {faults[0]}")
    return new


def known_batches(count: int, fingerprint: str) -> list[Batch]:
    chance = random.Random(SEED)
    return [
        Batch("known", bytes(chance.randrange(VALUES) for _ in range(chance.randrange(1, 30))), fingerprint)
        for _ in range(count)
    ]


def require_stormed(collector: KnownCollector, batches: list[Batch], new: Counter[str], connections: int) -> str:
    if set(new.values()) != {1} or len(new) != len(batches):
        fail(f"{len(batches)} keys, of which {len(new)} were new to somebody, {max(new.values())} times at most")
    if collector.tally("known") != sum_of(batches):
        fail("the tally is not that of the batches, each once")
    return f"{connections} connections, each with the same {len(batches)} keys: each counted once"


def retry_storm_on(bench: Bench, store: str) -> str:
    collector = bench.collector(store)
    with killed_at_the_end(collector):
        collector.start()
        batches = known_batches(50, collector.create("known"))
        new = storm([collector.port], 200, batches, collector.admin)
        return require_stormed(collector, batches, new, 200)


def retry_storm(bench: Bench) -> str:
    """200 connections send the same 50 keys at once."""
    return retry_storm_on(bench, "")


def retry_storm_postgresql(bench: Bench) -> str:
    """The same with PostgreSQL."""
    with postgresql(bench.folder) as server:
        return retry_storm_on(bench, server.url)


def two_collectors(bench: Bench) -> str:
    """One database: the same keys to both in different orders; then new ones to either, which are killed in turn."""
    with postgresql(bench.folder) as server:
        first, second = bench.collector(server.url, "first"), bench.collector(server.url, "second")
        with killed_at_the_end(first, second):
            first.start()
            fingerprint = first.create("known", keeps_reports=True)
            second.admin = first.admin
            second.start()
            batches = known_batches(200, fingerprint)
            print(require_stormed(second, batches, storm([first.port, second.port], 40, batches, first.admin), 40))
            senders = Senders(12, SEED, "known", fingerprint, first.admin, [first.port, second.port])
            chance = random.Random(SEED)
            for _ in range(6):
                senders.wait_for(100, "to two collectors")
                one = chance.choice([first, second])
                one.kill()
                time.sleep(chance.random() * 0.1)
                one.start()
            senders.wait_for(100, "after the last kill")
            acknowledged, unknown = senders.end()
            if not all(one.reports("known") == first.reports("known") for one in (first, second)):
                fail("the two do not say the same")
            return require_exact(second, "known", batches + acknowledged, unknown, first.admin, keeps=True)


def shared_budget(bench: Bench) -> str:
    """Two collectors on one database share what may be spent."""
    with postgresql(bench.folder) as server:
        first, second = bench.collector(server.url, "first"), bench.collector(server.url, "second")
        for one in (first, second):
            (one.folder / "budget.toml").write_text('unit = "report value"\n[total]\nepsilon = 1.5\n')
            with (one.folder / "collector.toml").open("a") as config:
                config.write('[ledger]\nbudget_file = "budget.toml"\n')
        with killed_at_the_end(first, second):
            first.start()
            first.create("one", dataset="crews")
            second.admin = first.admin
            second.start()
            asked = {"id": "two", "dataset": "crews", "spec": {"oracle": "grr", "k": 2, "epsilon": 1}}
            answer = second.ask(
                "POST", "/v1/collections", second.admin, json.dumps(asked).encode(), {"Content-Type": JSON}
            )
            if answer.slug != "budget-refused":
                fail(f"ε = 1 was spent twice of 1.5: {answer}")
            return "what one has spent, the other cannot"


def torn_log(bench: Bench) -> str:
    """A write behind the last commit that did not come through, of four kinds."""
    collector, chance = bench.collector(), random.Random(SEED)
    acknowledged: list[Batch] = []
    said = ""
    with killed_at_the_end(collector):
        collector.start()
        fingerprint = collector.create("known", keeps_reports=True)
        for turn in range(12):
            senders = Senders(8, SEED + turn, "known", fingerprint, collector.admin, [collector.port])
            senders.wait_for(chance.randrange(1, 300), "before the tear")
            collector.kill()
            more, unknown = senders.end()
            acknowledged += more
            kind = WriteAheadLog(bench.folder / "store.sqlite-wal").tear(chance, turn % 4)
            collector.start()
            said = require_exact(collector, "known", acknowledged, unknown, collector.admin, keeps=True)
            acknowledged += unknown  # sent again by now
            if turn < 4:
                print(f"  {kind}: nothing is lost")
    return f"12 torn writes; {said}"


def power_loss(bench: Bench) -> str:
    """Everything that was not synced is lost, or any part of it, whenever the whole server ends."""
    collector, folder, log, _ = bench.on_lossy_disk()
    chance = random.Random(SEED)
    acknowledged: list[Batch] = []
    unknown: list[Batch] = []
    fingerprint, said = "", ""
    with killed_at_the_end(collector):
        for loss in range(12):
            log.unlink(missing_ok=True)
            disk = Disk(folder)
            collector.start()
            if loss == 0:
                fingerprint = collector.create("known", keeps_reports=True)
            else:
                said = require_exact(collector, "known", acknowledged, unknown, collector.admin, keeps=True)
                acknowledged += unknown
            senders = Senders(8, SEED + loss, "known", fingerprint, collector.admin, [collector.port])
            senders.wait_for(chance.choice([1, 20, 400]), "before the power is lost")
            time.sleep(chance.random() * 0.1)
            collector.kill()
            more, unknown = senders.end()
            acknowledged += more
            disk.follow(log)
            if disk.syncs == 0:
                fail("nothing was synced: the library is not at work")
            disk.lose_power(chance)
        # The same as if the server had never synced: this must be seen, or the test sees nothing.
        collector.start()
        said = require_exact(collector, "known", acknowledged, unknown, collector.admin, keeps=True)
        acknowledged += unknown
        collector.kill()
        log.unlink()
        disk = Disk(folder)
        collector.start()
        senders = Senders(8, SEED, "known", fingerprint, collector.admin, [collector.port])
        senders.wait_for(100, "before the planted loss")
        collector.kill()
        more, _ = senders.end()
        unsynced = bench.folder / "unsynced"
        unsynced.write_bytes(b"".join(raw_records(log)))
        disk.follow(unsynced)
        disk.lose_power(random.Random(0), share=0.0)  # with a part of it the store may be damaged, and say so
        collector.start()
        _, lost = resend(collector, more, collector.admin)
        if not lost:
            fail("a server that does not sync was not caught: this test sees nothing")
    return f"12 losses of power; {said}; without syncs {len(lost)} of {len(more)} acknowledged batches would be gone"


def raw_records(log: Path) -> Iterator[bytes]:
    for operation, name, offset, data in records(log.read_bytes()):
        if operation != "S":
            yield struct.pack("<cIQQ", operation.encode(), len(name), offset, len(data)) + name.encode() + data


def traced(bench: Bench, store: str) -> Trace:
    if shutil.which("strace") is None:
        print("no strace here")
        sys.exit(77)
    trace = bench.folder / "trace"
    collector = bench.collector(store)
    with killed_at_the_end(collector):
        collector.start()
        fingerprint = collector.create("known")
        collector.stop()
        collector.start("strace", "-D", "-f", "-s", "96", "-o", str(trace), "-e", f"trace={Trace.CALLS}")
        link = Link(collector.port)
        alone = known_batches(ALONE, fingerprint)
        for batch in alone:
            if batch.send(link, collector.admin).status != 200:
                fail("refused while it was traced")
        together = known_batches(TOGETHER, fingerprint)
        storm([collector.port], 8, together, collector.admin)
        assert collector.process is not None
        last = rf"{collector.process.pid} +\+\+\+ exited"
        collector.stop()
        wait_until(lambda: re.search(last, trace.read_text(errors="replace")) is not None, "the trace is whole")
    return Trace(trace)


def answered_posts(trace: Trace) -> list[tuple[int, int]]:
    """(when its last part had arrived, when the answer began to be sent), of each batch that was counted then."""
    arrived: dict[str, int] = {}
    posts = []
    for begin, end, text in trace.calls:
        if found := re.match(r"(?:recvmsg|recvfrom|read|readv)\((\d+), .* = \d{2,}$", text):
            arrived[found[1]] = end
        elif found := re.match(r"(?:sendmsg|sendto|write|writev)\((\d+), .*HTTP/1\.1 200.*repeated\W+false", text):
            posts.append((arrived[found[1]], begin))
    if len(posts) != ALONE + TOGETHER:
        fail(f"the trace shows {len(posts)} answers to new batches, not {ALONE + TOGETHER}")
    return posts


def synced_before_answer(bench: Bench) -> str:
    """Between the arrival of each batch and its 200 the log was written and, after that, synced to the end."""
    trace = traced(bench, "")
    logs = trace.descriptors(r'openat\(.*"[^"]*store\.sqlite-wal".* = (\d+)$')
    if not logs:
        fail("the trace does not show the log")
    log = "|".join(logs)
    writes = [(begin, end) for begin, end, _ in trace.find(rf"pwrite64\((?:{log}), .* = \d+$")]
    syncs = [(begin, end) for begin, end, _ in trace.find(rf"(?:fsync|fdatasync)\((?:{log})\s*\)\s+= 0$")]
    for arrived, answered in answered_posts(trace):
        synced = [sync for sync in syncs if arrived < sync[0] and sync[1] < answered]
        if not synced or not any(arrived < write[0] and write[1] < synced[-1][0] for write in writes):
            fail("an answer to a batch that was not synced after it had arrived")
    return f"{ALONE + TOGETHER} batches, each answered after the log was written and synced; {len(syncs)} syncs"


def committed_before_answer(bench: Bench) -> str:
    """PostgreSQL: the session asks for synchronous commits, and each 200 follows the server's word on one."""
    with postgresql(bench.folder) as server:
        trace = traced(bench, server.url)
        setting = trace.find(r".*SET synchronous_commit TO on")
        if not setting:
            fail("the session does not ask for synchronous commits")
        asked = [(begin, end) for begin, end, _ in trace.find(r'(?:sendto|sendmsg|write)\(\d+, .*"?.*COMMIT')]
        told = [(begin, end) for begin, end, text in trace.find(r"(?:recvfrom|recvmsg|read)\(.*COMMIT")]
        for arrived, answered in answered_posts(trace):
            if not any(arrived < ask[0] < word[1] < answered for ask in asked for word in told):
                fail("an answer before the database had said that the batch is committed")
        return f"{ALONE + TOGETHER} batches, each answered after a commit; {len(setting)} sessions, synchronous ones"


def stopped_under_load(bench: Bench) -> str:
    """SIGTERM: what is under way is answered, and what was not counts not."""
    collector = bench.collector()
    with killed_at_the_end(collector):
        collector.start()
        fingerprint = collector.create("known", keeps_reports=True)
        senders = Senders(10, SEED, "known", fingerprint, collector.admin, [collector.port])
        for _ in range(5):
            senders.wait_for(100, "between two stops")
            begin = time.monotonic()
            collector.stop()
            if time.monotonic() - begin > 9.5:  # what is under way was answered before the grace of ten seconds ended
                fail(f"it took {time.monotonic() - begin:.1f} s to stop")
            collector.start()
        acknowledged, unknown = senders.end()
        return require_exact(collector, "known", acknowledged, unknown, collector.admin, keeps=True)


def is_closed(link: Link) -> bool:
    link.socket.setblocking(False)
    try:
        return link.socket.recv(1) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True


def idle_connections(bench: Bench) -> str:
    """2,000 that say nothing, where a process begins with 256 descriptors; then more than the system has at all."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (4096, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    collector = bench.collector()
    with killed_at_the_end(collector):
        collector.start("prlimit", "--nofile=256:8192")
        fingerprint = collector.create("known", keeps_reports=True)
        idle = [Link(collector.port) for _ in range(2000)]
        senders = Senders(10, SEED, "known", fingerprint, collector.admin, [collector.port])
        senders.wait_for(500, "beside idle connections")
        acknowledged, unknown = senders.end()
        if closed := sum(is_closed(link) for link in idle):
            fail(f"{closed} of 2,000 idle connections were closed")
        said = require_exact(collector, "known", acknowledged, unknown, collector.admin, keeps=True)
        for link in idle:
            link.close()
        collector.stop()

        collector.start("prlimit", "--nofile=300:300")
        known = Link(collector.port)
        crowd = [Link(collector.port) for _ in range(400)]
        wait_until(lambda: sum(is_closed(link) for link in crowd) > 200, "the crowd is too large")
        more = known_batches(20, fingerprint)
        if not all(batch.send(known, collector.admin).status == 200 for batch in more):
            fail("no batch is taken while strangers hold all connections")
        kept = known.ask("GET", "/v1/collections/known/reports", collector.admin)
        if kept.status != 200:
            fail(f"reports cannot be read while strangers hold all connections: {kept.status}")
        for link in crowd:
            link.close()
        wait_until(lambda: not is_closed(Link(collector.port)), "room again")
        acknowledged += more + unknown  # those were sent again by now
        require_exact(collector, "known", acknowledged, [], collector.admin, keeps=True)
        return said


CASES = [
    stopped_under_load,
    idle_connections,
    full_disk,
    retry_storm,
    torn_log,
    power_loss,
    synced_before_answer,
    committed_before_answer,
    postgresql_restarts,
    retry_storm_postgresql,
    two_collectors,
    shared_budget,
]


def main() -> None:
    sourdine, library = (str(Path(argument).resolve()) for argument in sys.argv[1:3])
    names = sys.argv[3:] or [case.__name__ for case in CASES]
    for name in names:
        case = next(case for case in CASES if case.__name__ == name)
        print(f"{name}: {inspect.getdoc(case)} (seed {SEED})", flush=True)
        begin = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            print(f"  {case(Bench(sourdine, library, Path(folder).resolve()))} ({time.monotonic() - begin:.1f} s)")


if __name__ == "__main__":
    main()
