"""Randomise and aggregate with multi-freq-ldpy and pure-ldp, on the inputs of our own benchmarks: i mod k, ε = 1.

oracles.py SECONDS REPETITIONS: one JSON object {path: {peer: [reports per second, …]}}, paths named as ours. Each
library is used as its documentation does: a call per user on the client's side; on the server's side all reports at
once where that is offered. Every repetition takes about SECONDS; compiling (numba) and making the reports to aggregate
are not counted. multi-freq-ldpy aggregates and estimates in one call; pure-ldp's servers estimate later, which is not
counted either, although the one of Hadamard response only stores the reports until then.
"""
import json
import sys
import time

from multi_freq_ldpy.pure_frequency_oracles import GRR, LH, SS, UE
from pure_ldp.frequency_oracles.direct_encoding import DEClient, DEServer
from pure_ldp.frequency_oracles.hadamard_response import HadamardResponseClient, HadamardResponseServer
from pure_ldp.frequency_oracles.local_hashing import LHClient, LHServer
from pure_ldp.frequency_oracles.unary_encoding import UEClient, UEServer

EPSILON = 1.0
DISTINCT = 2000  # reports made for aggregation; repeated as often as the time allows


def identity(value):
    return value


def multi_freq_ldpy(name, k):
    """(randomise a list of values, aggregate a list of reports)"""
    client, aggregate = {
        "grr": (lambda v: GRR.GRR_Client(v, k, EPSILON), lambda r: GRR.GRR_Aggregator_MI(r, k, EPSILON)),
        "oue": (lambda v: UE.UE_Client(v, k, EPSILON, True), lambda r: UE.UE_Aggregator_MI(r, EPSILON, True)),
        "olh": (lambda v: LH.LH_Client(v, k, EPSILON, True), lambda r: LH.LH_Aggregator_MI(r, k, EPSILON, True)),
        "ss": (lambda v: SS.SS_Client(v, k, EPSILON), lambda r: SS.SS_Aggregator_MI(r, k, EPSILON)),
    }[name]
    return lambda values: [client(v) for v in values], aggregate


def pure_ldp(name, k):
    if name == "hr":
        server = HadamardResponseServer(EPSILON, k, index_mapper=identity)
        client = HadamardResponseClient(EPSILON, k, server.get_hash_funcs(), index_mapper=identity)
    else:
        make_client, make_server, options = {
            "grr": (DEClient, DEServer, {}),
            "oue": (UEClient, UEServer, {"use_oue": True}),
            "olh": (LHClient, LHServer, {"use_olh": True}),
        }[name]
        client = make_client(EPSILON, k, index_mapper=identity, **options)
        server = make_server(EPSILON, k, index_mapper=identity, **options)

    def aggregate(reports):
        server.reset()
        server.aggregate_all(reports)

    return lambda values: [client.privatise(v) for v in values], aggregate


PEERS = {"multi-freq-ldpy": multi_freq_ldpy, "pure-ldp": pure_ldp}
PATHS = [  # path, oracle, k, who has it
    ("randomize", "grr", 17, PEERS),
    ("tally", "grr", 17, PEERS),
    ("randomize", "oue", 17, PEERS),
    ("randomize", "oue", 1024, PEERS),
    ("tally", "oue", 17, PEERS),
    ("tally", "oue", 1024, PEERS),
    ("randomize", "olh", 1024, PEERS),
    ("tally", "olh", 1024, PEERS),
    ("tally", "olh", 16384, PEERS),
    ("randomize", "ss", 1024, ["multi-freq-ldpy"]),
    ("tally", "ss", 1024, ["multi-freq-ldpy"]),
    ("randomize", "hr", 1024, ["pure-ldp"]),
    ("tally", "hr", 1024, ["pure-ldp"]),
]


def seconds_of(work, items):
    begin = time.perf_counter()
    work(items)
    return time.perf_counter() - begin


def rates(work, items, seconds, repetitions):
    """Items per second of work(items), with `items` repeated or cut so that a repetition takes about `seconds`."""
    few = items[:1]
    while True:  # also compiles what numba compiles
        work(few)
        taken = seconds_of(work, few)
        if taken > seconds / 20:
            break
        few = (few * 4) if len(few) >= len(items) else items[:4 * len(few)]
    count = max(1, int(len(few) * seconds / taken))
    enough = (items * (count // len(items) + 1))[:count]
    return [count / seconds_of(work, enough) for _ in range(repetitions)]


def main(seconds, repetitions):
    results = {}
    for path, oracle, k, names in PATHS:
        for name in names:
            randomise, aggregate = PEERS[name](oracle, k)
            values = [i % k for i in range(DISTINCT)]
            if path == "randomize":
                measured = rates(randomise, values, seconds, repetitions)
            else:
                measured = rates(aggregate, randomise(values), seconds, repetitions)
            results.setdefault(f"{oracle}/{path}/k={k}", {})[name] = measured
    json.dump(results, sys.stdout)


if __name__ == "__main__":
    main(float(sys.argv[1]), int(sys.argv[2]))
