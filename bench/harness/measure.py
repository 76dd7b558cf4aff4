"""Measured figures: run a program, keep every repetition, print a median with its spread."""
import dataclasses
import json
import os
import statistics
import subprocess
import sys
import time

CORES = sorted(os.sched_getaffinity(0))
TWO_CORES = CORES[-2:]  # the first one serves most interrupts


def on_core(number):
    """Pins a command to one of the two cores, in turn."""
    return on_cores([TWO_CORES[number % len(TWO_CORES)]])


def on_cores(cores):
    return ["taskset", "--cpu-list", ",".join(map(str, cores))]


ONE_CORE = on_core(-1)


@dataclasses.dataclass
class Figure:
    """Repetitions of one measurement: seconds, or items per second."""
    samples: list

    @property
    def median(self):
        return statistics.median(self.samples)

    def rate(self):
        return f"{quantity(self.median)}/s ({quantity(min(self.samples))}–{quantity(max(self.samples))})"

    def seconds(self):
        return f"{self.median:.3g} s ({min(self.samples):.3g}–{max(self.samples):.3g})"


def rates(seconds, items):
    return Figure([items / sample for sample in seconds])


def quantity(number):
    """Three significant digits and a prefix: 1.23 M."""
    for factor, prefix in [(1e9, " G"), (1e6, " M"), (1e3, " k")]:
        if number >= 0.9995 * factor:
            return f"{number / factor:.3g}{prefix}"
    return f"{number:.3g}"


def ratio(number):
    return f"{number:,.0f} ×" if number >= 10 else f"{number:.2f} ×"


def output_of(command, **options):
    """Standard output of a program that must succeed."""
    done = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, text=True, check=False, **options)
    if done.returncode != 0:
        sys.exit(f"bench: {' '.join(map(str, command))} failed with {done.returncode}")
    return done.stdout


def json_of(command, **options):
    return json.loads(output_of(command, **options))


def seconds_of(commands):
    """Wall time of several programs, one after the other."""
    begin = time.perf_counter()
    for command in commands:
        output_of(command)
    return time.perf_counter() - begin


def google_benchmark(command, repetitions, *options, env=None):
    """{name: Figure}: items or bytes per second where the benchmark counts them, seconds otherwise."""
    run = json_of([*command, f"--benchmark_repetitions={repetitions}", "--benchmark_format=json", *options],
                  stderr=subprocess.DEVNULL, env=env)
    unit = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1}
    figures = {}
    for entry in run["benchmarks"]:
        if entry["run_type"] != "iteration":
            continue
        rate = entry.get("items_per_second", entry.get("bytes_per_second"))
        sample = rate if rate is not None else entry["real_time"] * unit[entry["time_unit"]]
        # Google Benchmark adds what was asked of the run to the name: /iterations:1/real_time
        name = "/".join(part for part in entry["run_name"].split("/")
                        if part != "real_time" and not part.startswith(("iterations:", "repeats:")))
        figures.setdefault(name, []).append(sample)
    return {name: Figure(samples) for name, samples in figures.items()}


def table(heads, rows):
    lines = ["| " + " | ".join(row) + " |" for row in [heads, *rows]]
    lines.insert(1, "|" + "---|" * len(heads))
    return "\n".join(lines)
