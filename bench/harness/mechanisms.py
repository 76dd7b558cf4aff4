"""Mechanisms of the central model: every bench case of their table, and whole-number noise beside OpenDP."""
import measure

TARGET = 10e6  # numbers a second
NOISE = {"laplace": ("discrete-laplace/scale=10", "discrete Laplace noise, scale 10"),
         "gaussian": ("discrete-gaussian/sigma=10", "discrete Gaussian noise, σ = 10")}


def run(plan, _folder):
    """(rows of the budget table, section)"""
    ours = measure.google_benchmark([*measure.ONE_CORE, plan.program("sourdine_bench_mechanism")], plan.repetitions,
                                    f"--benchmark_min_time={plan.kernel_seconds}")
    theirs = measure.json_of([*measure.ONE_CORE, plan.peers, "bench/peers/mechanisms.py", plan.repetitions])
    peer = f"OpenDP {theirs['version']}"
    rows = []
    against = {}
    for kind, (name, title) in NOISE.items():
        mine, other = ours[name], measure.Figure(theirs[kind])
        rows.append([title, mine.rate(), f"≥ {measure.quantity(TARGET)}/s", f"{peer}: {other.rate()}",
                     measure.ratio(mine.median / other.median), "yes" if mine.median >= TARGET else "**no**"])
        for each in (name, f"{name}/few"):
            against[each] = [other.rate(), measure.ratio(ours[each].median / other.median)]
    lines = [[name, figure.rate(), *against.get(name, ["", ""])] for name, figure in ours.items()]
    section = ("## Mechanisms of the central model\n\nOne core; numbers, choices, questions or places a second. Noise on "
               "65,536 numbers at once, by table; \"few\" are 1,000, drawn one by one. The law is the same, and exact.\n\n"
               + measure.table(["mechanism", "ours", peer, "ratio"], lines))
    return rows, section
