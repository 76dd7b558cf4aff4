"""Range counting over 2^20 values, beside OpenDP's b-ary tree on the same input."""
import random

import measure

SIZE = 2**20
BUILD_TARGET, QUERY_TARGET, FILE_TARGET = 50e-3, 1e-6, 2.0  # seconds


def write_inputs(counts, queries, number):
    with open(counts, "w", encoding="ascii") as out:
        out.write("value,count\n")
        out.writelines(f"{i},{i % 100}\n" for i in range(SIZE))
    draw = random.Random(1)
    with open(queries, "w", encoding="ascii") as out:
        for _ in range(number):
            first, last = sorted((draw.randrange(SIZE), draw.randrange(SIZE)))
            out.write(f"{first}-{last}\n")


def short(figure):
    """Milliseconds, microseconds or nanoseconds where seconds would be all zeros."""
    unit, name = next((u for u in [(1, "s"), (1e-3, "ms"), (1e-6, "µs")] if figure.median >= u[0]), (1e-9, "ns"))
    low, high = min(figure.samples), max(figure.samples)
    return f"{figure.median / unit:.3g} {name} ({low / unit:.3g}–{high / unit:.3g})"


def run(plan, folder):
    """(rows of the budget table, section)"""
    ours = measure.google_benchmark([*measure.ONE_CORE, plan.program("sourdine_bench_range")], plan.repetitions,
                                    f"--benchmark_min_time={plan.kernel_seconds}")
    counts, queries = folder / "counts.csv", folder / "queries.txt"
    structure, answers = folder / "tree.srng", folder / "answers.csv"
    write_inputs(counts, queries, plan.range_queries)
    measure.output_of([plan.sourdine, "range", "build", counts, "--number", "value", "--from", 0, "--to", SIZE - 1,
                       "--counts", "count", "--epsilon", 1, "--structure", "tree", "--degree", 16, "--out", structure])
    ask = [*measure.ONE_CORE, plan.sourdine, "range", "query", structure, "--queries", queries, "--out", answers]
    from_file = measure.Figure([measure.seconds_of([ask]) for _ in range(plan.repetitions)])
    found = measure.json_of([*measure.ONE_CORE, plan.peers, "bench/peers/ranges.py", queries, plan.repetitions])
    peer = f"OpenDP {found['version']}"
    peer_build, peer_queries = measure.Figure(found["build"]), measure.Figure(found["queries"])

    def row(title, mine, target, other, against):
        return [title, short(mine), f"< {short(measure.Figure([target])).split(' (')[0]}", other,
                measure.ratio(against.median / mine.median) if against else "",
                "yes" if mine.median < target else f"**no**, {mine.median / target:.2f} times it"]

    rows = [
        row("range tree over 2²⁰ values, degree 16: build", ours["range/build/degree:16"], BUILD_TARGET,
            f"{peer}: {short(peer_build)}", peer_build),
        row("range tree over 2²⁰ values, degree 16: one query", ours["range/query/degree:16"], QUERY_TARGET,
            "none has it", None),
        row(f"{measure.quantity(plan.range_queries)} ranges from a file, answers to a file", from_file, FILE_TARGET,
            f"{peer} + numpy: {short(peer_queries)}", peer_queries),
    ]
    table = measure.table(["what", "time"], [
        ["sourdine: build, degree 2", short(ours["range/build/degree:2"])],
        ["sourdine: build, degree 16", short(ours["range/build/degree:16"])],
        ["sourdine: a query with its standard error and interval, degree 2", short(ours["range/query/degree:2"])],
        ["sourdine: a query with its standard error and interval, degree 16", short(ours["range/query/degree:16"])],
        [f"sourdine: {measure.quantity(plan.range_queries)} queries, file to file, the whole process",
         short(from_file)],
        [f"{peer}: tree, Laplace noise and consistency from Python's integers, degree 16", short(peer_build)],
        [f"{peer}: the same queries by running sums with numpy, no standard errors, once built", short(peer_queries)],
    ])
    section = ("## Range counting\n\nCounts of 2²⁰ ordered values, noise on every node of a tree, least squares; ε = 1, "
               "one core.\n\n" + table)
    return rows, section
