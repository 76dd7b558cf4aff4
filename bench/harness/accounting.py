"""Privacy accounting beside dp-accounting: speed of one case, and ε on a grid of mechanisms and numbers of steps."""
import measure
import ranges

TARGET, RATIO = 0.1, 3  # seconds; times the peer


def run(plan, _folder):
    """(rows of the budget table, section)"""
    ours = measure.json_of([*measure.ONE_CORE, plan.program("sourdine_bench_accounting"), plan.repetitions])
    theirs = measure.json_of([*measure.ONE_CORE, plan.peers, "bench/peers/accounting.py", plan.repetitions])
    peer = f"dp-accounting {theirs['version']}"
    mine, other = measure.Figure(ours["seconds"]), measure.Figure(theirs["seconds"])
    is_met = (mine.median < TARGET and other.median / mine.median >= RATIO
              and ours["timed"]["upper"] <= theirs["timed"])
    row = ["ε of a sampled Gaussian, 10,000 steps, both bounds", ranges.short(mine),
           f"< {TARGET} s, ≥ {RATIO} × at no coarser a result", f"{peer}, upper bound: {ranges.short(other)}",
           measure.ratio(other.median / mine.median), "yes" if is_met else "**no**"]

    peer_upper = {(each["name"], each["times"]): each["upper"] for each in theirs["grid"]}
    lines = []
    for each in ours["grid"]:
        against = peer_upper[each["name"], each["times"]]
        lines.append([each["name"], f"{each['times']:,}", f"{each['lower']:.6g}", f"{each['upper']:.6g}",
                      f"{each['rdp']:.6g}", f"{against:.6g}", f"{100 * (each['upper'] / against - 1):+.3f} %"])
    years = [[f"a year of releases, per {unit}", "", "", f"{ours['year'][unit]:.6g}", "",
              f"{theirs['year'][unit]:.6g}", f"{100 * (ours['year'][unit] / theirs['year'][unit] - 1):+.3f} %"]
             for unit in ("event", "person")]
    section = (f"## Privacy accounting\n\nε at δ = 10⁻⁵ (the year: 10⁻⁶), beside {peer} on grids of "
               "its own. The timed case, q = 256/60000 and σ = 1.1: "
               f"[{ours['timed']['lower']:.6f}, {ours['timed']['upper']:.6f}], the peer {theirs['timed']:.6f}.\n\n"
               + measure.table(["mechanism", "steps", "lower", "upper", "RDP", peer, "upper against it"],
                               [*lines, *years]))
    return [row], section
