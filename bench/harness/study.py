"""The published study's Table 3, ours beside Python's."""
import measure

TARGET = 1.0  # seconds


def run(plan, folder):
    """(row of the budget table, section)"""
    ours = measure.google_benchmark([*measure.ONE_CORE, plan.program("sourdine_bench_study")], plan.repetitions,
                                    f"--benchmark_min_time={plan.kernel_seconds}")
    events, towns = folder / "doubs.csv", folder / "towns.csv"
    measure.output_of([plan.sourdine, "simulate", "doubs", "--out", events, "--towns", towns])
    found = measure.json_of([*measure.ONE_CORE, plan.peers, "bench/peers/study.py", events, towns, plan.repetitions])
    reports, binomials = measure.Figure(found["reports"]), measure.Figure(found["binomials"])
    mine = ours["study/paper"]
    row = ["whole Table 3 study (9 f × 4,748 days) by `simulate`", mine.seconds(), f"< {TARGET:.0f} s",
           f"multi-freq-ldpy + pandas: {reports.seconds()}", measure.ratio(reports.median / mine.median),
           "yes" if mine.median < TARGET else "**no**"]
    rows = [
        ["sourdine: draw all tallies by `simulate`", ours["study/draws"].seconds()],
        ["sourdine: the same, estimates with intervals and error rates", mine.seconds()],
        ["multi-freq-ldpy + pandas, a report per event", reports.seconds()],
        ["numpy + pandas, binomials per day, no intervals (floating-point probabilities, no secret bits)",
         binomials.seconds()],
    ]
    section = ("## The study's Table 3\n\nError rates by year, month and day of 382,046 events at nine levels of "
               "noise; reading the events is not counted.\n\n" + measure.table(["what", "time"], rows))
    return row, section
