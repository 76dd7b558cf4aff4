"""Blurred places: exact planar Laplace noise beside privkit and GeoPrivacy, which draw it in floating point."""
import measure

TARGET = 2e6  # points a second
PEER_POINTS = 20_000
AXIS = 1.273  # 4/π: the mean displacement along an axis, over 1/ε


def run(plan, _folder):
    """(rows of the budget table, section)"""
    ours = measure.google_benchmark([*measure.ONE_CORE, plan.program("sourdine_bench_places")], plan.repetitions,
                                    f"--benchmark_min_time={plan.kernel_seconds}")
    count = PEER_POINTS // (100 if plan.quick else 1)
    theirs = measure.json_of([*measure.ONE_CORE, plan.peers, "bench/peers/places.py", plan.repetitions, count])
    move = next(figure for name, figure in ours.items() if name.startswith("places/move"))
    estimate = next(figure for name, figure in ours.items() if name.startswith("places/estimate"))
    figures = {name: measure.Figure(peer["points"]) for name, peer in theirs.items()}
    best = max(figures, key=lambda name: figures[name].median)
    rows = [["exact planar Laplace noise, ln 4 within 200 m", move.rate(), f"≥ {measure.quantity(TARGET)}/s",
             f"{best} {theirs[best]['version']}: {figures[best].rate()}",
             measure.ratio(move.median / figures[best].median), "yes" if move.median >= TARGET else "**no**"]]
    lines = [["sourdine: grid of 1 m, whole numbers decide", move.rate(), f"{AXIS}", f"{AXIS}", ""]]
    lines += [[f"{name} {peer['version']}: polar, floating point", figures[name].rate(), f"{peer['north']:.3f}",
               f"{peer['east']:.3f}", measure.ratio(move.median / figures[name].median)] for name, peer in theirs.items()]
    section = ("## Blurred places\n\nOne core, ε = ln 4 / 200 m; points a second, and how far a point at latitude 47.24 is "
               f"moved along an axis on average, over 1/ε: {AXIS} by the law, for ours as computed. privkit's points are "
               "degrees in and out, the others' are metres. privkit adds its noise to two of three coordinates of a globe: "
               "north and south it moves sin(latitude) times as far as asked, and on the equator not at all. (Of both only "
               "the noise is used; what else they need is not installed.)\n\n"
               + measure.table(["", "points", "north", "east", "ratio"], lines)
               + f"\n\nA density estimated from 100,000 blurred points over 6 km: {estimate.seconds()}.")
    return rows, section
