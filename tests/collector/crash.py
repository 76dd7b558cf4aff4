#!/usr/bin/env python3
"""crash.py SOURDINE LOAD_GENERATOR sqlite|postgresql [--kills N] [--seed S]: a collector that is killed under load.

SIGKILL at random moments, some of them while it starts, and a new start each time. Senders whose reports are known send
on, and so does the generator (bench/collector_load.cc), which retries every batch until it is acknowledged. Then every
acknowledged batch is in the collection once, cell by cell, and of those without an answer either all reports or none.
"""

from __future__ import annotations

import argparse
import json
import random
import signal
import subprocess
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from postgresql_server import postgresql
from running_collector import fail
from senders import KnownCollector, Senders, require_exact

GENERATED = 50  # reports in a batch of the generator


def start_generator(program: str, collector: KnownCollector, out: Path) -> subprocess.Popen[bytes]:
    command = [program, "--to", f"127.0.0.1:{collector.port}", "--token", collector.admin, "--collection", "generated"]
    command += ["--connections", "12", "--reports", str(GENERATED), "--seconds", "3600", "--drain", "60"]
    return subprocess.Popen([*command, "--out", str(out), "--record", str(out) + ".keys"])


def kill_often(collector: KnownCollector, kills: int, chance: random.Random) -> int:
    """Returns how many of the kills came before the server answered."""
    early = 0
    for _ in range(kills):
        if chance.random() < 0.15:
            collector.launch()
            time.sleep(chance.random() * 0.06)
            early += 1
        else:
            collector.start()
            time.sleep(chance.random() * 0.35)
        collector.kill()
    return early


def require_generated(collector: KnownCollector, generator: subprocess.Popen[bytes], out: Path) -> str:
    """All batches of the generator are acknowledged in the end, and nothing else is there."""
    generator.send_signal(signal.SIGTERM)
    if generator.wait(90) != 0:
        fail("the load generator failed")
    result = json.loads(out.read_text())
    if result["unacknowledged"] != 0 or result["refused_requests"] != 0:
        fail(f"the generator's batches: {result}")
    keys = Path(str(out) + ".keys").read_text().splitlines()
    if len(set(keys)) != result["acknowledged_requests"]:
        fail(f"{len(set(keys))} keys and {result['acknowledged_requests']} acknowledged batches")
    counted, cells = collector.reports("generated"), sum(collector.tally("generated"))
    if counted != GENERATED * len(keys) or cells != counted:
        fail(f"{len(keys)} batches of {GENERATED} reports, and {counted} are counted (cells: {cells})")
    return (
        f"{len(keys)} batches of the generator, {result['repeated_requests']} of them counted before their answer "
        f"({result['broken_connections']} broken connections): each once"
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("sourdine")
    parser.add_argument("generator")
    parser.add_argument("store", choices=["sqlite", "postgresql"])
    parser.add_argument("--kills", type=int, default=110)
    parser.add_argument("--seed", type=int, default=17)
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)
        url = f"sqlite:{folder}/store.sqlite"
        if options.store == "postgresql":
            url = stack.enter_context(postgresql(folder)).url
        collector = KnownCollector(str(Path(options.sourdine).resolve()), folder / "collector", url)
        stack.callback(collector.kill)
        collector.start()
        fingerprint = collector.create("known", keeps_reports=True)
        collector.create("generated")
        begin = time.monotonic()
        generator = start_generator(options.generator, collector, folder / "generated.json")
        stack.callback(generator.kill)
        senders = Senders(10, options.seed, "known", fingerprint, collector.admin, [collector.port])
        senders.wait_for(50, "before the first kill")
        collector.kill()
        early = kill_often(collector, options.kills - 1, random.Random(options.seed))
        seconds = time.monotonic() - begin
        collector.start()
        acknowledged, unknown = senders.end()
        print(require_generated(collector, generator, folder / "generated.json"))
        print(require_exact(collector, "known", acknowledged, unknown, collector.admin, keeps=True))
        print(f"{options.kills} kills in {seconds:.0f} s, {early} of them while it started, on {options.store}")
        collector.stop()


if __name__ == "__main__":
    main()
