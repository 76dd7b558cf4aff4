"""Kernels on one core: the performance budget beside the peers, every path of every oracle, the machine's limits."""
import dataclasses

import measure


@dataclasses.dataclass
class Budget:
    """One line of the performance budget: a path and the reports per second it is to reach."""
    title: str
    path: str
    target: float


BUDGET = [
    Budget("GRR randomise, k = 17", "grr/randomize/k=17", 300e6),
    Budget("GRR tally, k = 17", "grr/tally/k=17", 1e9),
    Budget("OUE randomise, k = 17", "oue/randomize/k=17", 150e6),
    Budget("OUE randomise, k = 1024", "oue/randomize/k=1024", 5e6),
    Budget("OUE tally, k = 17", "oue/tally/k=17", 1e9),
    Budget("OUE tally, k = 1024", "oue/tally/k=1024", 100e6),
    Budget("OLH randomise, k = 1024", "olh/randomize/k=1024", 150e6),
    Budget("OLH tally, k = 1024", "olh/tally/k=1024", 5e6),
    Budget("OLH tally, k = 16384", "olh/tally/k=16384", 300e3),
    Budget("SS randomise, k = 1024", "ss/randomize/k=1024", 1e6),
    Budget("SS tally, k = 1024", "ss/tally/k=1024", 100e6),
    Budget("HR tally, k = 1024", "hr/tally/k=1024", 500e6),
    Budget("PGR tally, k = 1024", "pgr/tally/k=1024", 500e6),
]


def measure_ours(plan):
    return measure.google_benchmark([*measure.ONE_CORE, plan.program("sourdine_bench")], plan.repetitions,
                                    f"--benchmark_min_time={plan.kernel_seconds}",
                                    "--benchmark_enable_random_interleaving=true")


def measure_peers(plan):
    """{path: {peer: Figure}}"""
    found = measure.json_of([*measure.ONE_CORE, plan.peers, "bench/peers/oracles.py", plan.peer_seconds,
                             plan.repetitions])
    return {path: {peer: measure.Figure(samples) for peer, samples in peers.items()} for path, peers in found.items()}


def budget_row(line, ours, peers):
    mine = ours[line.path]
    row = [line.title, mine.rate(), f"≥ {measure.quantity(line.target)}/s"]
    if peers.get(line.path):
        name, best = max(peers[line.path].items(), key=lambda item: item[1].median)
        row += [f"{name}: {best.rate()}", measure.ratio(mine.median / best.median)]
    else:
        row += ["none has it", ""]
    return [*row, "yes" if mine.median >= line.target else f"**no**, {mine.median / line.target:.0%}"]


def budget_rows(ours, peers):
    return [budget_row(line, ours, peers) for line in BUDGET]


def limits(ours):
    words, memory = (measure.quantity(ours[f"limit/{name}"].median) for name in ["random_words", "memory_read"])
    return (f"This core draws {words}B/s of secret random words, which bounds `randomise`, and reads {memory}B/s of "
            "memory, which bounds a `tally` of reports that are not in the cache.")


def peers_section(peers):
    rows = [[path, name, figure.rate()] for path, found in peers.items() for name, figure in found.items()]
    return "## The peers, all paths\n\n" + measure.table(["path", "peer", "reports"], rows)


def oracles_section(ours):
    """One line per oracle and domain, one column per path."""
    columns = ["randomize", "rows", "text_rows", "tally", "stream", "simulate", "decode"]
    lines = {}
    for name, figure in ours.items():
        oracle, path, *k = name.split("/")
        if oracle != "limit":
            lines.setdefault((oracle, int(k[0].removeprefix("k="))), {})[path] = figure
    rows = [[oracle, str(k), *(found[c].rate() if c in found else "" for c in columns)]
            for (oracle, k), found in sorted(lines.items())]
    return ("## Every oracle\n\nReports per second; `decode` is whole tallies per second. `rows` are reports keyed "
            "by ids that are numbers, `text_rows` by ids of 16 letters. `tally` finds its reports in "
            "the cache, `stream` reads 64 MiB of them from memory. `simulate` draws the tally of about 4,096 "
            "reports.\n\n"
            + measure.table(["oracle", "k", *columns], rows))
