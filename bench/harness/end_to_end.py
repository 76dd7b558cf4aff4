"""A text file of values to a file of estimates: through the command line, beside a peer doing the same."""
import random

import measure

K = 17


def write_values(path, count):
    """Values of 0 … 16, one per line, without order."""
    draw = random.Random(1)
    some = [f"{draw.randrange(K)}\n" for _ in range(99_991)]
    with path.open("w") as out:
        for begin in range(0, count, len(some)):
            out.write("".join(some[:count - begin]))


def our_commands(plan, folder, values, oracle, threads):
    reports, tally, estimates = folder / "e.srep", folder / "e.stly", folder / "e.csv"
    return [
        [plan.sourdine, "randomize", values, "--oracle", oracle, "--domain", K, "--epsilon", 1, "--threads", threads,
         "--out", reports, "--force"],
        [plan.sourdine, "aggregate", reports, "--threads", threads, "--out", tally],
        [plan.sourdine, "estimate", tally, "--out", estimates],
    ]


def section(plan, folder):
    values, fewer = folder / "values.txt", folder / "fewer.txt"
    write_values(values, plan.file_values)
    write_values(fewer, plan.peer_file_values)
    rows = []
    for oracle in ["grr", "oue"]:
        def ours(threads, pin):
            commands = [[*pin, *command] for command in our_commands(plan, folder, values, oracle, threads)]
            return measure.rates([measure.seconds_of(commands) for _ in range(plan.repetitions)], plan.file_values)

        one, two = ours(1, measure.ONE_CORE), ours(2, [])
        seconds = measure.json_of([*measure.ONE_CORE, plan.peers, "bench/peers/pipeline.py", fewer, oracle, K, "1.0",
                                   folder / "peer.csv", plan.repetitions])
        peer = measure.rates(seconds, plan.peer_file_values)
        gain = measure.ratio(one.median / peer.median)
        rows.append([f"{oracle}, k = {K}", one.rate(), two.rate(), peer.rate(), gain])
    return ("## From a file of values to estimates\n\nOurs: `randomize`, `aggregate`, `estimate` as three processes on "
            f"{plan.file_values:,} values, one per line, reports written and read again. The peer: pandas + "
            f"multi-freq-ldpy on {plan.peer_file_values:,} values, one process that has already started, reports in "
            "memory. Values per second.\n\n"
            + measure.table(["oracle", "ours, one core", "ours, two threads", "peer, one core", "ratio on one core"],
                            rows))
