"""Several attributes and repeated collections, from Python, beside multi-freq-ldpy.

surveys.py [--quick]: the section alone, on the standard output.
"""
import pathlib
import sys

import measure

PEER = "multi-freq-ldpy"
# What must be how many times as fast.
TARGETS = {**{f"{path}/{work}": 100
              for path in ("smp-grr/d=5,k=10", "smp-oue/d=5,k=10", "rs+fd-grr/d=5,k=10", "rs+fd-oue-z/d=5,k=10",
                           "l-grr/k=17", "l-osue/k=17")
              for work in ("randomize", "tally")},
           "loloha/k=1024/tally": 1000}


def run(plan, _folder):
    """(rows of the budget table, section)"""
    found = measure.json_of([*measure.ONE_CORE, plan.peers, "python/bench/surveys.py", plan.peer_seconds,
                             plan.repetitions])
    rows, lines = [], []
    for path, libraries in found.items():
        ours = measure.Figure(libraries["sourdine"])
        # People who come back are beside the peer's, who do not: it has no others.
        peer = measure.Figure((libraries if PEER in libraries else found[path.replace("respond", "randomize")])[PEER])
        ratio = ours.median / peer.median
        lines.append([path, ours.rate(), peer.rate(), measure.ratio(ratio)])
        if path in TARGETS:
            rows.append([f"surveys, from Python: {path}", ours.rate(), f"≥ {TARGETS[path]:,} × the peer",
                         f"{PEER}: {peer.rate()}", measure.ratio(ratio),
                         "yes" if ratio >= TARGETS[path] else "**no**"])
    section = ("## Surveys\n\nPeople per second on one core, from Python: ours from an array of 64-bit numbers, one row "
               "per person, to reports, and from reports to estimates with intervals of all attributes; the peer as its "
               "tutorials call it, from lists, in the same process and in turns. ε = 1; RS+FD as it was published "
               "(of a person's whole record both spend 2.26 then); repeated collections with 2 for ever and 1 for one "
               "report. `respond`: people who come back, with permanent responses keyed by their ids, beside the peer's "
               "clients, which keep none.\n\n"
               + measure.table(["path", "sourdine", PEER, "ratio"], lines))
    return rows, section


if __name__ == "__main__":
    import plan as plans
    budget, text = run(plans.QUICK if "--quick" in sys.argv[1:] else plans.FULL, pathlib.Path())
    print(measure.table(["path", "ours", "target", "best peer", "ratio", "met"], budget), text, sep="\n\n")
