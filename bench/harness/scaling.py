"""Two cores against one, for many reports: through the library, and through the command line."""
import os

import end_to_end
import measure

TARGET = 1.8


def row(name, one, two):
    gain = two.median / one.median
    return [name, one.rate(), two.rate(), f"{gain:.2f} ×", "yes" if gain >= TARGET else "**no**"]


def library_rows(plan, folder):
    program = [plan.program("sourdine_bench_scaling")]
    env = {**os.environ, "TMPDIR": str(folder)}

    def run(threads, pin):
        return measure.google_benchmark([*pin, *program, threads, plan.scaling_reports], plan.repetitions, env=env)

    one, two = run(1, measure.ONE_CORE), run(2, [])
    return [row(f"library: {name}", one[name], two[name]) for name in one]


def command_rows(plan, folder):
    values = folder / "many.txt"
    end_to_end.write_values(values, plan.scaling_reports)
    rows = []
    for oracle in ["grr", "oue"]:
        figures = {}
        for threads, pin in [(1, measure.ONE_CORE), (2, [])]:
            for command in end_to_end.our_commands(plan, folder, values, oracle, threads)[:2]:
                figures[command[1], threads] = measure.rates(
                    [measure.seconds_of([[*pin, *command]]) for _ in range(plan.repetitions)], plan.scaling_reports)
        rows += [row(f"command line: {verb} {oracle}, k = {end_to_end.K}", figures[verb, 1], figures[verb, 2])
                 for verb in ["randomize", "aggregate"]]
    return rows


def start_seconds(plan):
    return measure.Figure([measure.seconds_of([[plan.sourdine, "--version"]]) for _ in range(20)]).median


def section(plan, folder):
    return (f"## Two cores against one\n\n{plan.scaling_reports:,} reports (a tenth of them for olh, k = 1024); the "
            f"goal is {TARGET} ×. Through the library, values come from memory and made reports are dropped after "
            "their checksum; through the command line, values are parsed from text and reports written. Files are in "
            f"memory. A process of the command line takes {1e3 * start_seconds(plan):.0f} ms to start and end, on one "
            "core whatever the number of threads.\n\n"
            + measure.table(["what", "one thread, one core", "two threads", "gain", "met"],
                            library_rows(plan, folder) + command_rows(plan, folder)))
