"""Several attributes and repeated collections with multi-freq-ldpy, as its tutorials call it: a call per person on the
client's side, all reports at once on the server's, where it aggregates and estimates in one call.

Imported by python/bench/surveys.py, which runs it beside ours: `paths()` has what randomises a list, and what aggregates
one. Attribute j of person i holds (i + j) mod k, a single one i mod k; ε = 1, of repeated collections 2 for ever and 1
for one report. Its clients of repeated collections draw the first round anew at every call.
"""
from multi_freq_ldpy.long_freq_est import L_GRR, L_LH, L_OSUE
from multi_freq_ldpy.mdim_freq_est import RSpFD_solution, SMP_solution

EPSILON, FOREVER, ONE = 1.0, 2.0, 1.0
ATTRIBUTES, SIZE = 5, 10
SIZES = [SIZE] * ATTRIBUTES


def records(count):
    return [[(i + j) % SIZE for j in range(ATTRIBUTES)] for i in range(count)]


def values(count, k):
    return [i % k for i in range(count)]


def several(client, aggregate, *options, has_sizes=True):
    asked = (SIZES, ATTRIBUTES, EPSILON, *options)
    read = asked if has_sizes else asked[1:]
    return lambda rows: [client(row, *asked) for row in rows], lambda reports: aggregate(reports, *read)


def again(client, aggregate, k, has_size=True):
    read = (k, FOREVER, ONE) if has_size else (FOREVER, ONE)
    return lambda rows: [client(row, k, FOREVER, ONE) for row in rows], lambda reports: aggregate(reports, *read)


def paths():
    """{path: (randomise, aggregate)}; the paths are named as ours."""
    fake, one = RSpFD_solution, SMP_solution
    where = f"d={ATTRIBUTES},k={SIZE}"
    return {
        f"smp-grr/{where}": several(one.SMP_GRR_Client, one.SMP_GRR_Aggregator_MI),
        f"smp-oue/{where}": several(one.SMP_UE_Client, one.SMP_UE_Aggregator_MI, True, has_sizes=False),
        f"rs+fd-grr/{where}": several(fake.RSpFD_GRR_Client, fake.RSpFD_GRR_Aggregator_MI),
        f"rs+fd-oue-z/{where}": several(fake.RSpFD_UE_zero_Client, fake.RSpFD_UE_zero_Aggregator_MI, True),
        "l-grr/k=17": again(L_GRR.L_GRR_Client, L_GRR.L_GRR_Aggregator_MI, 17),
        "l-osue/k=17": again(L_OSUE.L_OSUE_Client, L_OSUE.L_OSUE_Aggregator_MI, 17, has_size=False),
        "l-osue/k=1024": again(L_OSUE.L_OSUE_Client, L_OSUE.L_OSUE_Aggregator_MI, 1024, has_size=False),
        "loloha/k=1024": again(L_LH.L_LH_Client, L_LH.L_LH_Aggregator_MI, 1024),
    }
