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


def gain(turns, one, two, start=0.0):
    """Median over turns; `start` is what each process takes before and after its work."""
    return statistics.median((turn[one] - start) / (turn[two] - start) for turn in turns)


def row(name, turns, items, limit=None, start=None):
    kept, remark = calm(turns)
    rates = [measure.rates([turn[threads] for turn in kept], items).rate() for threads in ("one", "two")]
    gained = gain(kept, "one", "two", start or 0.0)
    return [name, *rates, f"{gain(kept, 'one', 'two'):.2f} ×", f"{gained:.2f} ×" if start else "",
            f"{gain(kept, 'one', limit):.2f} ×" if limit else "", remark, "yes" if gained >= TARGET else "**no**"]


def library_rows(plan, folder):
    paths = measure.json_of([plan.program("sourdine_bench_scaling"), plan.scaling_seconds, plan.scaling_reports],
                            env={**os.environ, "TMPDIR": str(folder)})
    return [row(f"library: {path['path']}", path["turns"], plan.scaling_reports, limit="apart") for path in paths]


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


def command_rows(plan, folder, start):
    values = folder / "many.txt"
    end_to_end.write_values(values, plan.scaling_reports)
    rows = []
    for oracle in ["grr", "oue"]:
        commands = {threads: {command[1]: command for command in
                              end_to_end.our_commands(plan, folder, values, oracle, threads)[:2]} for threads in (1, 2)}
        turns = [command_turn(number, commands) for number in range(4 * plan.repetitions)]
        rows += [row(f"command line: {verb} {oracle}, k = {end_to_end.K}", [turn[verb] for turn in turns],
                     plan.scaling_reports, start=start) for verb in commands[1]]
    return rows


def section(plan, folder):
    start = measure.Figure([measure.seconds_of([[plan.sourdine, "--version"]]) for _ in range(20)]).median
    return (f"## Two cores against one\n\n{plan.scaling_reports:,} reports; the goal is {TARGET} ×. One and two threads "
            "take turns, the one on either core; the gain is the median over turns. Turns in which the host of this "
            f"virtual machine took more than {STOLEN:.0%} of its cores' time are left out (\"turns\" says how many "
            f"count; all do when fewer than {FEWEST} are left). \"Limit\" is the gain of two threads that share "
            "nothing, each with half of the reports: what the machine allows. Through the library, values come from "
            "memory and made reports are dropped after their checksum; through the command line, values are parsed "
            f"from text and reports written. Files are in memory. A process takes {1e3 * start:.0f} ms to start and "
            "end, whatever the number of threads: \"net\" leaves that out, and is what \"met\" goes by.\n\n"
            + measure.table(["what", "one thread, one core", "two threads", "gain", "net", "limit", "turns", "met"],
                            library_rows(plan, folder) + command_rows(plan, folder, start)))
