"""The Python package: beside the peers, what a call adds to the library's own, the import, and Spark.

from_python.py [--quick]: the section alone, on the standard output.
"""
import pathlib
import statistics
import subprocess
import sys
import time

import measure

PEER_RATIOS = {"olh/tally/k=1024": 1000, "oue/randomize/k=1024": 50, "oue/tally/k=1024": 50, "grr/randomize/k=17": 50,
               "grr/tally/k=17": 50}
OVERHEAD, IMPORT_SECONDS, SPARK_SHARE = 0.05, 0.05, 0.2


def verdict(is_met):
    return "yes" if is_met else "**no**"


def beside_peers(plan):
    """(rows of the budget table, lines of the section)"""
    found = measure.json_of([*measure.ONE_CORE, plan.peers, "python/bench/beside_peers.py", plan.peer_seconds,
                             plan.repetitions])
    rows, lines = [], []
    for path, libraries in found.items():
        ours = measure.Figure(libraries.pop("sourdine"))
        peers = {name: measure.Figure(samples)
                 for name, samples in (libraries or found[path.removesuffix("/list")]).items() if name != "sourdine"}
        best = max(peers, key=lambda name: peers[name].median)
        ratio = ours.median / peers[best].median
        lines.append([path, ours.rate(), *(peers[name].rate() for name in sorted(peers)), measure.ratio(ratio)])
        if path in PEER_RATIOS:
            rows.append([f"from Python: {path}", ours.rate(), f"≥ {PEER_RATIOS[path]:,} × the best peer",
                         f"{best}: {peers[best].rate()}", measure.ratio(ratio), verdict(ratio >= PEER_RATIOS[path])])
    return rows, lines


def overhead_of(pair):
    """Median over turns of what Python took more, as a share of what the library took."""
    return statistics.median(python / cpp for cpp, python in zip(pair["cpp"], pair["python"])) - 1


def calls(plan):
    found = measure.json_of([*measure.ONE_CORE, plan.peers, "python/bench/calls.py",
                             plan.build / "bench/libsourdine_bench_calls.so", 5 if plan.quick else 101])
    lines, worst, where = [], -1., ""
    for path, pair in found.items():
        share = overhead_of(pair)
        median = {side: 1e3 * statistics.median(pair[side]) for side in pair}
        lines.append([path, f"{median['cpp']:.3f} ms", f"{median['python']:.3f} ms", f"{100 * share:+.1f} %"])
        if share > worst:
            worst, where = share, path
    row = ["from Python: a call on 10⁶ values over the library's own", f"at most {100 * worst:+.1f} % ({where})",
           f"≤ {100 * OVERHEAD:.0f} %", "–", "–", verdict(worst <= OVERHEAD)]
    return [row], lines


def import_row(plan):
    """Processes in turns, so that all see the same machine."""
    programs = {"numpy": "import numpy", "sourdine": "import numpy, sourdine"}
    seconds = {name: [] for name in programs}
    for _ in range(3 if plan.quick else 40):
        for name, program in programs.items():
            begin = time.perf_counter()
            subprocess.run([*measure.ONE_CORE, plan.peers, "-c", program], check=True)
            seconds[name].append(time.perf_counter() - begin)
    bare, ours = (statistics.median(seconds[name]) for name in programs)
    return ["`import sourdine` beyond numpy", f"{1e3 * (ours - bare):.1f} ms", f"≤ {1e3 * IMPORT_SECONDS:.0f} ms",
            f"`import numpy`: {1e3 * bare:.0f} ms", "–", verdict(ours - bare <= IMPORT_SECONDS)]


def spark(plan):
    """Two executors of one core each, on both cores."""
    found = measure.json_of([plan.peers, "python/bench/spark_split.py", "--rows", plan.spark_rows, "--repeat",
                             1 if plan.quick else 3], stderr=subprocess.DEVNULL)
    lines, rows = [], []
    for job in ("randomize", "tally"):
        times, share = found[job]["seconds"], found[job]["ours_share"]
        lines.append([f"{found['oracle']}/{job}/k={found['k']}", measure.Figure(times["whole"]).seconds(),
                      measure.Figure(times["spark"]).seconds(), f"{100 * share:.1f} %",
                      measure.quantity(found[job]["rows_per_s"]) + "/s"])
        rows.append([f"on Spark: {job} of {measure.quantity(found['rows'])} rows, our part of the time",
                     f"{100 * share:.1f} %", f"≤ {100 * SPARK_SHARE:.0f} %",
                     f"the same job without us: {found[job]['spark_s']:.3g} s", "–", verdict(share <= SPARK_SHARE)])
    return rows, lines, found


def run(plan, _folder):
    """(rows of the budget table, section)"""
    peer_rows, peer_lines = beside_peers(plan)
    call_rows, call_lines = calls(plan)
    spark_rows, spark_lines, job = spark(plan)
    section = ("## From Python\n\nReports per second on one core, conversions included: ours from an array of 64-bit "
               "numbers to reports, and from reports to estimates with intervals; `list`: from a list of Python's "
               "numbers. The peers as their documentation calls them, from lists, in the same process and in turns. The "
               "ratio is that to the faster one.\n\n"
               + measure.table(["path", "sourdine", "multi-freq-ldpy", "pure-ldp", "ratio"], peer_lines)
               + "\n\nA call on 10⁶ values, one thread: the C++ library on the arrays that the Python call gets, in one "
               "process and in turns; the difference is the median over turns. `int64`: the array has 64-bit numbers, "
               "which the call narrows; on the library's side a plain loop narrows and checks them before its call.\n\n"
               + measure.table(["call", "C++", "Python", "more"], call_lines)
               + f"\n\nOn Spark {job['versions']['pyspark']}, `{job['master']}`: {measure.quantity(job['rows'])} rows, "
               "beside the same job with a function that reads every batch and returns rows of the same shape; our part "
               "is the difference of the smallest.\n\n"
               + measure.table(["job", "whole", "Spark's own", "our part", "rows"], spark_lines))
    return [*peer_rows, *call_rows, import_row(plan), *spark_rows], section


if __name__ == "__main__":
    import plan as plans
    budget, text = run(plans.QUICK if "--quick" in sys.argv[1:] else plans.FULL, pathlib.Path())
    print(measure.table(["path", "ours", "target", "best peer", "ratio", "met"], budget), text, sep="\n\n")
