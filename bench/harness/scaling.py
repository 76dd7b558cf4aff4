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
    return (kept if len(kept) >= FEWEST else turns), f"{len(kept)} of {len(turns)}"


def row(name, turns, items, limit):
    """`limit` gives the seconds of a turn that no use of two cores goes below."""
    kept, remark = calm(turns)
    one, two = (measure.rates([turn[threads] for turn in kept], items).rate() for threads in ("one", "two"))
    gain = statistics.median(turn["one"] / turn["two"] for turn in kept)
    most = statistics.median(turn["one"] / limit(turn) for turn in kept)
    return [name, one, two, f"{gain:.2f} ×", f"{most:.2f} ×", remark, "yes" if gain >= TARGET else "**no**"]


def library_rows(plan, measured):
    return [row(f"library: {path['path']}", path["turns"], plan.scaling_reports, lambda turn: turn["apart"])
            for path in measured["paths"]]


def stolen():
    """Seconds that the host took from the cores so far."""
    with open("/proc/stat") as file:
        return int(file.readline().split()[8]) / os.sysconf("SC_CLK_TCK")


def command_turn(number, commands):
    """One turn of every command: {verb: turn}."""
    turns = {}
    for verb in commands[1]:
        before, begin = stolen(), time.perf_counter()
        one = measure.seconds_of([[*measure.on_core(number), *commands[1][verb]]])
        two = measure.seconds_of([commands[2][verb]])
        turns[verb] = {"one": one, "two": two, "stolen": stolen() - before, "elapsed": time.perf_counter() - begin}
    return turns


def command_rows(plan, folder, start, thread_start):
    values = folder / "many.txt"
    end_to_end.write_values(values, plan.scaling_reports)

    def limit(turn):
        """Start, then the rest in halves, one of which begins later."""
        return start + (turn["one"] - start + thread_start) / 2

    rows = []
    for oracle in ["grr", "oue"]:
        commands = {threads: {command[1]: command for command in
                              end_to_end.our_commands(plan, folder, values, oracle, threads)[:2]} for threads in (1, 2)}
        turns = [command_turn(number, commands) for number in range(4 * plan.repetitions)]
        rows += [row(f"command line: {verb} {oracle}, k = {end_to_end.K}", [turn[verb] for turn in turns],
                     plan.scaling_reports, limit) for verb in commands[1]]
    return rows


def section(plan, folder):
    start = measure.Figure([measure.seconds_of([[plan.sourdine, "--version"]]) for _ in range(20)]).median
    measured = measure.json_of([plan.program("sourdine_bench_scaling"), plan.scaling_seconds, plan.scaling_reports],
                               env={**os.environ, "TMPDIR": str(folder)})
    thread_start = measured["thread_start"]
    return (f"## Two cores against one\n\n{plan.scaling_reports:,} reports; the goal is {TARGET} ×. One and two threads "
            "take turns, the one on either core; the gain is the median over turns. Turns in which the host of this "
            f"virtual machine took more than {STOLEN:.0%} of its cores' time are left out (\"turns\" says how many "
            f"count; all do when fewer than {FEWEST} are left).\n\nThrough the library, values come from memory and made "
            "reports are dropped after their checksum; the limit is the gain of two threads that share nothing, each "
            "with half of the reports: what the machine allows. Through the command line, values are parsed from text "
            f"and reports written; files are in memory. A process takes {1e3 * start:.0f} ms to start and end, whatever "
            f"the number of threads, and a new thread runs {1e3 * thread_start:.1f} ms after it was made, while the "
            "first one works: the limit is what these leave of two perfect halves.\n\n"
            + measure.table(["what", "one thread, one core", "two threads", "gain", "limit", "turns", "met"],
                            library_rows(plan, measured) + command_rows(plan, folder, start, thread_start)))
