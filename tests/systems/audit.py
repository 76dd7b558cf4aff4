#!/usr/bin/env python3
"""audit.py SOURDINE [OPTION…]: reads `sourdine audit --all --json OPTION…` as a privacy engineer's script would, and holds
it to the promise."""
import json
import subprocess
import sys

binary, *options = sys.argv[1:]
done = subprocess.run([binary, "audit", "--all", "--json", *options], capture_output=True, text=True)
report = json.loads(done.stdout)
table = {row["name"]: row for row in json.loads(subprocess.run([binary, "oracles", "--json"], capture_output=True, text=True).stdout)["oracles"]}

grid = {(name, k, epsilon) for name in table for k in (2, 3, 5) for epsilon in (0.1, 0.5, 1, 2, 4)}
seen = {(row["name"], row["k"], row["epsilon"]) for row in report["exact"] if row["kind"] == "oracle"}
assert grid <= seen, f"not audited: {sorted(grid - seen)}"
assert {row["name"] for row in report["empirical"] if row["kind"] == "oracle"} == set(table)
# Whatever else reports is audited too: every name by enumeration and by sampling.
others = {row["name"] for row in report["exact"] if row["kind"] != "oracle"}
assert others and others == {row["name"] for row in report["empirical"] if row["kind"] != "oracle"}, others

# Mechanisms that spend less than asked by nature; every other must spend it all.
spends_less = {"the", "rappor", "cms", "hcms"}
for row in report["exact"]:
    assert row["exact_epsilon"] <= row["epsilon"], row
    if row["name"] in spends_less:
        assert row["exact_epsilon"] >= 0.999 * row["epsilon"] or row["note"], row
    else:
        assert row["exact_epsilon"] >= 0.999 * row["epsilon"], row

# Every mechanism of the central model; the exact delta does not exceed the stated one, and is proved to a millionth.
mechanisms = {row["name"] for row in json.loads(subprocess.run([binary, "mechanisms", "--json"], capture_output=True, text=True).stdout)["mechanisms"]}
assert mechanisms and mechanisms == {row["name"] for row in report["mechanisms"]}, mechanisms
for row in report["mechanisms"]:
    assert row["delta_lower"] <= row["delta"] and row["delta_upper"] <= row["delta"] + 1e-6, row

planted = {row["name"]: row for row in report["planted"]}
wanted = {"skipped-last-bit", "doubled-epsilon", "one-bit-never-cleared", "lies-over-all-values", "disjoint-supports",
          "length-leak", "cancelling-noise", "wrong-sensitivity", "bound-after-counting", "threshold-without-delta",
          "sparse-vector-prints", "sparse-vector-goes-on", "flip-in-fixed-order"}
assert wanted <= set(planted), f"not planted: {sorted(wanted - set(planted))}"
for row in planted.values():
    assert row["caught"] and row["twin_passed"], row

assert report["passed"] and done.returncode == 0
print(f"{len(report['exact'])} exact, {len(report['empirical'])} empirical, {len(report['mechanisms'])} mechanism cases, {len(planted)} planted: all hold")
