"""Two cores against one, for many reports: through the library, and through the command line.

One and two threads take turns, and the single thread runs on each core in turn: a machine that is faster now than a
minute ago, or on one core than on the other, would otherwise show as a gain or a loss. Turns in which the host of a
virtual machine took more than a little of its time away are left out, unless few are left: they show the host's other
guests.
"""
import os
import statistics
import time

import end_to_end
import measure

TARGET = 1.8
STOLEN = 0.02  # of the cores' time: more, and a turn is left out
FEWEST = 5


def calm(turns):
    """The turns the host left alone, and a remark on how many they are."""
    kept = [turn for turn in turns if turn["stolen"] <= STOLEN * 2 * turn["elapsed"]]
    if len(kept) < FEWEST:
        return turns, f"all {len(turns)}, {len(kept)} calm"
    return kept, f"{len(kept)} of {len(turns)}"


def row(name, turns, items, apart=None, ideal=None):
    """`apart` and `ideal` give the seconds of a turn to compare the gain with."""
    kept, remark = calm(turns)

    def gain(seconds):
        return statistics.median(turn["one"] / seconds(turn) for turn in kept)

    one, two = (measure.rates([turn[threads] for turn in kept], items).rate() for threads in ("one", "two"))
    gained = gain(lambda turn: turn["two"])
    compared = [f"{gain(other):.2f} ×" if other else "" for other in (apart, ideal)]
    return [name, one, two, f"{gained:.2f} ×", *compared, remark, "yes" if gained >= TARGET else "**no**"]


def library_rows(plan, paths):
    return [row(f"library: {path['path']}", path["turns"], plan.scaling_reports, apart=lambda turn: turn["apart"])
            for path in paths]


def stolen():
    """Seconds that the host took from the cores so far."""
    with open("/proc/stat") as file:
        return int(file.readline().split()[8]) / os.sysconf("SC_CLK_TCK")


def command_turn(plan, number, commands):
    """One turn of every command: {verb: turn}."""
    one_core, two_cores = measure.on_core(number), measure.on_cores(measure.TWO_CORES)
    turns = {}
    for verb in commands[1]:
        before, begin = stolen(), time.perf_counter()
        turn = {"one": measure.seconds_of([[*one_core, *commands[1][verb]]]),
                "two": measure.seconds_of([[*two_cores, *commands[2][verb]]]),
                "start": measure.seconds_of([[*two_cores, plan.sourdine, "--version"]])}
        turns[verb] = {**turn, "stolen": stolen() - before, "elapsed": time.perf_counter() - begin}
    return turns


def command_rows(plan, folder, thread_start):
    """The rows, and the median of the seconds that a process takes to start and end."""
    values = folder / "many.txt"
    end_to_end.write_values(values, plan.scaling_reports)

    def ideal(turn):
        """Start, then the rest in halves, one of which begins later."""
        return turn["start"] + (turn["one"] - turn["start"] + thread_start) / 2

    rows, starts = [], []
    for oracle in ["grr", "oue"]:
        commands = {threads: {command[1]: command for command in
                              end_to_end.our_commands(plan, folder, values, oracle, threads)[:2]} for threads in (1, 2)}
        turns = [command_turn(plan, number, commands) for number in range(4 * plan.repetitions)]
        rows += [row(f"command line: {verb} {oracle}, k = {end_to_end.K}", [turn[verb] for turn in turns],
                     plan.scaling_reports, ideal=ideal) for verb in commands[1]]
        starts += [turn[verb]["start"] for turn in turns for verb in turn]
    return rows, statistics.median(starts)


def section(plan, folder):
    scaling = plan.program("sourdine_bench_scaling")
    paths = measure.json_of([scaling, plan.scaling_seconds, plan.scaling_reports],
                            env={**os.environ, "TMPDIR": str(folder)})
    thread_start = statistics.mean(
        measure.json_of([*measure.on_cores(measure.TWO_CORES), scaling]) for _ in range(10 * plan.repetitions))
    commands, start = command_rows(plan, folder, thread_start)
    return (f"## Two cores against one\n\n{plan.scaling_reports:,} reports; the goal is {TARGET} ×. One and two "
            "threads take turns, the one on either core; the gain is the median over turns. Turns in which the host of "
            f"this virtual machine took more than {STOLEN:.0%} of its cores' time are left out (\"turns\" says how many "
            f"count; all do when fewer than {FEWEST} are left).\n\n"
            "Through the library, values come from memory and made reports are dropped after their checksum. \"Apart\" "
            "is the gain, in the same turns, of two threads that share nothing, each with half of the reports: what "
            "the machine allows when nobody waits for anybody, up to its noise.\n\n"
            "Through the command line, values are parsed from text and reports written; files are in memory. A process "
            f"takes {1e3 * start:.0f} ms to start and end, whatever the number of threads, and a new thread runs "
            f"{1e3 * thread_start:.1f} ms after it was made, on average (the kernel leaves it on the busy core until "
            "its next tick). \"Ideal\" is the gain that these leave to two perfect halves.\n\n"
            + measure.table(["what", "one thread, one core", "two threads", "gain", "apart", "ideal", "turns", "met"],
                            library_rows(plan, paths) + commands))
