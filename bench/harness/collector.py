"""The collector: a server and a load generator on this machine, over loopback; SQLite, and PostgreSQL beside it.

collector.py [--quick] [--build DIR] [--soak SECONDS]: the section alone, on the standard output; --soak runs only that,
and fails when memory grows.
"""
import argparse
import contextlib
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import measure
import plan as plans

sys.path.insert(0, str(plans.ROOT / "tests/collector"))
from postgresql_server import find_postgresql, postgresql  # pylint: disable=wrong-import-position
from senders import KnownCollector  # pylint: disable=wrong-import-position

IDLE = 2000
BATCHES = ["--connections", "32", "--reports", "1000"]
SINGLES = ["--connections", "256", "--reports", "1"]
FEW = ["--connections", "32", "--reports", "1"]
# Those of one group take turns on one server.
CASES = [[("batches of 1,000 reports, 32 connections", BATCHES)],
         [("single reports, 256 connections", SINGLES),
          (f"the same beside {IDLE:,} idle connections", [*SINGLES, "--idle", IDLE])],
         [("single reports, 32 connections", FEW)]]


@contextlib.contextmanager
def served(plan, store):
    """A collector on a disk (a file system in memory would forget to wait), and PostgreSQL that waits for its own."""
    with tempfile.TemporaryDirectory(dir="/var/tmp") as name, contextlib.ExitStack() as stack:
        folder = pathlib.Path(name)
        url = f"sqlite:{folder}/store.sqlite"
        if store == "PostgreSQL":
            url = stack.enter_context(postgresql(folder)).url
        collector = KnownCollector(str(plan.sourdine), folder / "collector", url)
        stack.callback(collector.kill)
        collector.start(*measure.on_cores(measure.TWO_CORES))
        collector.new_collection("load", {"oracle": "oue", "k": 17, "epsilon": 1})
        yield collector


def megabytes(number):
    return f"{number / 1e6:.1f} MB"


def command(plan, collector, seconds, options):
    return [*measure.on_cores(measure.TWO_CORES), plan.program("sourdine_collector_load"), "--to",
            f"127.0.0.1:{collector.port}", "--token", collector.admin, "--collection", "load", "--seconds", seconds,
            *options]


def load(plan, collector, seconds, options):
    result = measure.json_of(command(plan, collector, seconds, options))
    if result["unacknowledged"] or result["refused_requests"] or result["idle_closed"]:
        sys.exit(f"bench: the collector did not take the load: {json.dumps(result)}")
    return result


def measure_group(plan, store, group):
    """{name: (reports per second, p50, p99, memory)}"""
    seconds = 1 if plan.quick else 4
    runs, used = {name: [] for name, _ in group}, {}
    with served(plan, store) as collector:
        load(plan, collector, 1, group[0][1])
        for _ in range(plan.repetitions):
            for name, options in group:
                runs[name].append(load(plan, collector, seconds, options))
                used[name] = collector.memory()
        counted = collector.reports("load")
    if counted < sum(run["acknowledged_reports"] for some in runs.values() for run in some):
        sys.exit(f"bench: {counted} reports are counted, and more were acknowledged")

    def middle(name, share):
        return f"{statistics.median(run['latency_ms'][share] for run in runs[name]):.3g} ms"

    return {name: (measure.Figure([run["reports_per_second"] for run in runs[name]]), middle(name, "p50"),
                   middle(name, "p99"), megabytes(used[name])) for name, _ in group}


def soak(plan, seconds):
    """[(seconds, bytes of memory)] every ten seconds under load, and what the generator says."""
    step = min(10, max(1, seconds // 6))
    samples = []
    with served(plan, "SQLite") as collector:
        words = [str(word) for word in command(plan, collector, seconds, FEW)]
        with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as generator:
            begin = time.monotonic()
            while generator.poll() is None:
                samples.append((time.monotonic() - begin, collector.memory()))
                with contextlib.suppress(subprocess.TimeoutExpired):
                    generator.wait(step)
            result = json.loads(generator.stdout.read())
    if result["unacknowledged"] or result["refused_requests"]:
        sys.exit(f"bench: the collector did not take the load: {json.dumps(result)}")
    return samples, result


def soak_text(seconds, samples, result):
    """(is it flat, a paragraph). Flat: in the second half never a tenth more than the most of the first half."""
    half = len(samples) // 2
    first, second = max(used for _, used in samples[:half]), max(used for _, used in samples[half:])
    every = max(1, len(samples) // 6)
    points = ", ".join(f"{megabytes(used)} after {at:.0f} s" for at, used in samples[::every])
    return second <= 1.1 * first, (
        f"Soak: {seconds:,} seconds of single reports from 32 connections, "
        f"{result['acknowledged_requests']:,} acknowledged ({measure.quantity(result['requests_per_second'])}/s, p99 "
        f"{result['latency_ms']['p99']:.3g} ms). Memory of the server: {points}; at most {megabytes(first)} in the "
        f"first half and {megabytes(second)} in the second. What grows at first is SQLite's cache of pages, up to its "
        "bound.")


def run(plan, _folder):
    """(rows of the budget table, section)"""
    if not plan.program("sourdine_collector_load").exists():
        return [], "## The collector\n\nLeft out: it was not built."
    lines, found = [], {}
    for store in ("SQLite", "PostgreSQL") if find_postgresql() else ("SQLite",):
        for group in CASES:
            for name, (rate, *rest) in measure_group(plan, store, group).items():
                found[store, name] = rate
                lines.append([store, name, rate.rate(), *rest])
    seconds = 6 if plan.quick else 600
    samples, result = soak(plan, seconds)
    is_flat, paragraph = soak_text(seconds, samples, result)

    def row(what, figure, target, is_met):
        return [f"collector, durable: {what}", figure, target, "none has one", "", "yes" if is_met else "**no**"]

    batches, singles, idle = (found["SQLite", name] for group in CASES[:2] for name, _ in group)
    turns = statistics.median(with_idle / alone for with_idle, alone in zip(idle.samples, singles.samples))
    rows = [row("reports in batches of 1,000, OUE, k = 17", batches.rate(), "≥ 1 M/s", batches.median >= 1e6),
            row("posts of a single report", singles.rate(), "≥ 10 k/s", singles.median >= 1e4),
            row(f"the same beside {IDLE:,} idle connections", f"{idle.rate()}, {turns:.2f} × without",
                "≥ 0.9 × without", turns >= 0.9),
            row(f"memory in a soak of {seconds} s", megabytes(max(used for _, used in samples)), "flat", is_flat)]
    section = ("## The collector\n\nReports per second that `sourdine serve` acknowledges, each 2xx after its batch is "
               "on the disk; the server and the generator share two cores and a loopback, and every batch has a key of "
               "its own. OUE, k = 17. Time from the first byte of a request to the whole answer; memory of the server "
               "at the end. PostgreSQL runs on the same machine, with the settings of its installation.\n\n"
               + measure.table(["store", "load", "reports", "p50", "p99", "memory"], lines) + "\n\n" + paragraph)
    return rows, section


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--build", type=pathlib.Path, help="folder with sourdine and bench/sourdine_collector_load")
    parser.add_argument("--soak", type=int, metavar="SECONDS")
    options = parser.parse_args()
    plan = plans.QUICK if options.quick else plans.FULL
    if options.build:
        plan.build = options.build
    if options.soak:
        samples, result = soak(plan, options.soak)
        print(*(f"{at:.0f} s: {megabytes(used)}" for at, used in samples), sep="\n")
        is_flat, paragraph = soak_text(options.soak, samples, result)
        print(paragraph)
        if not is_flat:
            sys.exit("bench: the memory of the collector grows")
        return
    budget, text = run(plan, None)
    print(measure.table(["path", "ours", "target", "best peer", "ratio", "met"], budget), text, sep="\n\n")


if __name__ == "__main__":
    main()
