"""Two cores against one, for many reports: through the library, and through the command line.

One and two threads take turns, and the single thread runs on each core in turn: a machine that is faster now than a
minute ago, or on one core than on the other, would otherwise show as a gain or a loss.
"""
import os
import statistics

import end_to_end
import measure

TARGET = 1.8


def turns(plan):
    """(threads, pinning) of every run, in pairs."""
    for turn in range(2 * plan.repetitions):
        yield 1, measure.on_core(turn)
        yield 2, []


def row(name, one, two, start=0.0):
    """Of seconds, in pairs; `start` is what each process takes before and after its work."""
    gain = statistics.median(a / b for a, b in zip(one.seconds, two.seconds))
    net = statistics.median((a - start) / (b - start) for a, b in zip(one.seconds, two.seconds))
    return [name, measure.rates(one.seconds, one.items).rate(), measure.rates(two.seconds, two.items).rate(),
            f"{gain:.2f} ×", f"{net:.2f} ×" if start else "", "yes" if gain >= TARGET else "**no**"]


class Runs:
    def __init__(self, items):
        self.items, self.seconds = items, []


def library_rows(plan, folder):
    env = {**os.environ, "TMPDIR": str(folder)}
    runs = {}
    for threads, pin in turns(plan):
        command = [*pin, plan.program("sourdine_bench_scaling"), threads, plan.scaling_reports]
        for name, rate in measure.google_benchmark(command, 1, env=env).items():
            runs.setdefault(name, {}).setdefault(threads, Runs(1)).seconds.append(1 / rate.median)
    return [row(f"library: {name}", of[1], of[2]) for name, of in runs.items()]


def command_rows(plan, folder, start):
    values = folder / "many.txt"
    end_to_end.write_values(values, plan.scaling_reports)
    rows = []
    for oracle in ["grr", "oue"]:
        runs = {}
        for threads, pin in turns(plan):
            for command in end_to_end.our_commands(plan, folder, values, oracle, threads)[:2]:
                of = runs.setdefault(command[1], {}).setdefault(threads, Runs(plan.scaling_reports))
                of.seconds.append(measure.seconds_of([[*pin, *command]]))
        rows += [row(f"command line: {verb} {oracle}, k = {end_to_end.K}", of[1], of[2], start)
                 for verb, of in runs.items()]
    return rows


def section(plan, folder):
    start = measure.Figure([measure.seconds_of([[plan.sourdine, "--version"]]) for _ in range(20)]).median
    return (f"## Two cores against one\n\n{plan.scaling_reports:,} reports (a tenth of them for olh, k = 1024); the "
            f"goal is {TARGET} ×. One and two threads take turns, the one on either core; the gain is the median over "
            "pairs of runs. Through the library, values come from memory and made reports are dropped after their "
            "checksum; through the command line, values are parsed from text and reports written. Files are in "
            f"memory. A process takes {1e3 * start:.0f} ms to start and end, whatever the number of threads: \"net\" "
            "leaves that out.\n\n"
            + measure.table(["what", "one thread, one core", "two threads", "gain", "net", "met"],
                            library_rows(plan, folder) + command_rows(plan, folder, start)))
