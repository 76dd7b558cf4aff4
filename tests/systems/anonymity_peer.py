#!/usr/bin/env python3
"""anonymity_peer.py SOURDINE DATA_FOLDER [--whole]: generalised tables of Adult and Nursery beside pycanon 1.3, an
independent check.

Every table that `sourdine anonymize` makes at k = 2, 5, 10, 50, 100 (the optimum over whole columns; Mondrian with at
least two sensitive values in a class) is handed to pycanon and to `sourdine anonymize check`: k, distinct l, entropy l
rounded down as pycanon prints it, and t must be the same, and k and l at least what was asked. Ours are also held to their
definitions, computed here.

c of recursive (c, l)-diversity is another matter. r_1 ≥ r_2 ≥ … are the numbers of a class's sensitive values, the
largest first, and (c, l) holds where r_1 < c·(r_l + … + r_m). pycanon 1.3 sorts them the other way (numpy's sort rises),
so that its r_1 is the smallest: for a class with 2, 1, 1 and l = 3 it says c = 1, and 2 < 1·1 does not hold; the least
whole c is 3. It is right where all values of a class are equally many. So ours is held to the definition and, on a table
where they are, to pycanon's; and pycanon's everywhere to the definition with the order turned: that is all they differ by.

pycanon takes milliseconds for each class. Distinct l, entropy l, c and t depend on the distribution of a class's values and
on the table's alone: classes of one distribution are one class for pycanon here, which changes none of them (at k = 100 it
is asked both ways, with --whole everywhere: two minutes).

It runs by a Python that has pycanon (`python/tests/run peer`).
"""
import collections
import json
import math
import pathlib
import subprocess
import sys
import tempfile

import pandas
from pycanon import anonymity as peer

ADULT = ("age,workclass,fnlwgt,education,education-num,marital-status,occupation,relationship,race,sex,capital-gain,"
         "capital-loss,hours-per-week,native-country,salary\n")
EXAMPLE = pathlib.Path(__file__).resolve().parents[2] / "examples/anonymize/adult"
NURSERY = ["parents", "has_nurs", "form", "children", "housing", "finance", "social", "health"]


def adult(data, folder):
    text = subprocess.run(["zstd", "-dcq", data / "adult.data.zst"], check=True, capture_output=True, text=True).stdout
    table = folder / "adult.csv"
    table.write_text(ADULT + "".join(line.replace(", ", ",") + "\n" for line in text.splitlines() if line))
    lines = (EXAMPLE / "salary.toml").read_text().split("[sensitive.salary]")[0]
    for name in ["education", "marital-status", "native-country", "occupation", "workclass"]:
        lines = lines.replace(f'"{name}.csv"', json.dumps(str(EXAMPLE / f"{name}.csv")))
    return table, lines, "salary"


def nursery(data, folder):
    table = folder / "nursery.csv"
    with open(table, "wb") as out:
        subprocess.run(["zstd", "-dcq", data / "db_nursery.csv.zst"], check=True, stdout=out)
    return table, 'dataset = "nursery"\n' + "".join(f'[quasi.{name}]\nkind = "flat"\n' for name in NURSERY), "NURSERY"


def least_c(counts_of_classes, l, is_falling):
    """The least whole c for which (c, l) holds in all classes; the order is the definition's when it falls."""
    worst = 0
    for counts in counts_of_classes:
        counts = sorted(counts, reverse=is_falling)
        worst = max(worst, math.floor(counts[0] / sum(counts[l - 1:]) + 1))
    return worst


def peer_facts(frame, quasi, sensitive):
    """What pycanon says of a table, but for k."""
    l = peer.l_diversity(frame, quasi, [sensitive])
    return {"l": l, "entropy": peer.entropy_l_diversity(frame, quasi, [sensitive]),
            "t": peer.t_closeness(frame, quasi, [sensitive]),
            "c": int(peer.recursive_c_l_diversity(frame, quasi, [sensitive])[0]) if l > 1 else None}


def classes_of(frame, quasi, sensitive):
    """By row its class; by class how often each value is there."""
    keys = list(zip(*(frame[column] for column in quasi)))
    counts = collections.defaultdict(collections.Counter)
    for key, value in zip(keys, frame[sensitive]):
        counts[key][value] += 1
    return keys, counts


def joined_by_distribution(frame, keys, counts, sensitive):
    """The same rows; classes whose values are distributed alike are one."""
    def distribution(values):
        common = math.gcd(*values.values())
        return str(sorted((value, n // common) for value, n in values.items()))
    label = {key: distribution(values) for key, values in counts.items()}
    return pandas.DataFrame({"class": [label[key] for key in keys], sensitive: frame[sensitive]})


def check_by_definition(found, counts, table, faults):
    """Ours beside what the definitions give."""
    def near(what, mine, defined):
        if abs(mine - defined) > 1e-9:
            faults.append(f"{what}: ours {mine}, by the definition {defined}")
    rows = sum(table.values())
    entropies, distances = [], []
    for values in counts:
        size = sum(values.values())
        entropies.append(-sum(n / size * math.log(n / size) for n in values.values()))
        distances.append(sum(abs(values.get(value, 0) / size - n / rows) for value, n in table.items()) / 2)
    near("distinct l", found["distinct_l"], min(map(len, counts)))
    near("entropy l", found["entropy_l"], math.exp(min(entropies)))
    near("t", found["t_equal"], max(distances))


def compare(sourdine, table, quasi, sensitive, asked, is_whole):
    frame = pandas.read_csv(table, dtype=str, keep_default_na=False)
    ours = json.loads(subprocess.run(
        [sourdine, "anonymize", "check", table, "--quasi", ",".join(quasi), "--sensitive", sensitive, "--json"],
        check=True, capture_output=True, text=True).stdout)
    found = ours["sensitive"][0]
    faults = []

    def same(what, mine, theirs):
        if mine != theirs:
            faults.append(f"{what}: ours {mine}, pycanon {theirs}")

    keys, counts_of = classes_of(frame, quasi, sensitive)
    counts = list(counts_of.values())
    check_by_definition(found, counts, collections.Counter(frame[sensitive]), faults)
    theirs = peer_facts(joined_by_distribution(frame, keys, counts_of, sensitive), ["class"], sensitive)
    if is_whole:
        same("classes of one distribution as one", theirs, peer_facts(frame, quasi, sensitive))
    same("k", ours["k"], peer.k_anonymity(frame, quasi))
    same("distinct l", found["distinct_l"], theirs["l"])
    # Where l is whole, its logarithm's rounding decides what pycanon prints: one less is then the same number.
    entropy, printed = found["entropy_l"], theirs["entropy"]
    if printed not in {math.floor(entropy * (1 - 1e-12)), math.floor(entropy * (1 + 1e-12))}:
        faults.append(f"entropy l: ours {entropy}, pycanon {printed}")
    if abs(found["t_equal"] - theirs["t"]) > 1e-9:
        faults.append(f"t: ours {found['t_equal']}, pycanon {theirs['t']}")
    l = found["distinct_l"]
    if l > 1:
        above = next(row["c_above"] for row in found["recursive"] if row["l"] == l)
        numbers = [list(values.values()) for values in counts]
        same("c by the definition", math.floor(above) + 1, least_c(numbers, l, True))
        same("pycanon's c, which turns the order", least_c(numbers, l, False), theirs["c"])
        if all(min(each) == max(each) for each in numbers):
            same("c", math.floor(above) + 1, theirs["c"])
    if ours["k"] < asked:
        faults.append(f"k is {ours['k']}, and {asked} was asked for")
    return faults, (ours["k"], l, entropy, found["t_equal"])


def compare_made_up(sourdine, folder):
    """A table on which pycanon's c is right, and the class on which it is wrong."""
    faults = []
    for name, rows, expected in [("even", "aabbcc" "ddee", (2, 2)), ("uneven", "aabc", (3, 1))]:
        classes = "xxxxxxyyyy" if name == "even" else "xxxx"
        (folder / f"{name}.csv").write_text("class,ill\n" + "".join(f"{c},{v}\n" for c, v in zip(classes, rows)))
        found, _ = compare(sourdine, folder / f"{name}.csv", ["class"], "ill", 1, True)
        frame = pandas.read_csv(folder / f"{name}.csv", dtype=str)
        numbers = [list(values.values()) for values in classes_of(frame, ["class"], "ill")[1].values()]
        l = min(map(len, numbers))
        got = least_c(numbers, l, True), int(peer.recursive_c_l_diversity(frame, ["class"], ["ill"])[0])
        if got != expected:
            found.append(f"c by the definition and by pycanon: {got}, not {expected}")
        print(f"{name}: c {expected[0]}, by pycanon {expected[1]}", *found, sep="\n  FAILED: ")
        faults += found
    return faults


def main(sourdine, data, is_whole):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        failed = bool(compare_made_up(sourdine, folder))
        for make in [adult, nursery]:
            table, lines, sensitive = make(data, folder)
            quasi = [line[len("[quasi."):-1] for line in lines.splitlines() if line.startswith("[quasi.")]
            for k in [2, 5, 10, 50, 100]:
                for algorithm, least in [("optimal", 1), ("mondrian", 2)]:
                    what = f"{make.__name__}-{k}-{algorithm}"
                    (folder / f"{what}.toml").write_text(
                        f'{lines}\n[sensitive.{sensitive}]\ndistinct_l = {least}\n[privacy]\nk = {k}\n'
                        f'[search]\nalgorithm = "{algorithm}"\n')
                    subprocess.run([sourdine, "anonymize", table, "--config", folder / f"{what}.toml", "--out",
                                    folder / what, "--ledger", folder / f"{what}.ledger.jsonl"], check=True,
                                   stdout=subprocess.DEVNULL)
                    faults, numbers = compare(sourdine, folder / what / "table.csv", quasi, sensitive, k,
                                              is_whole or k == 100)
                    if numbers[1] < least:
                        faults.append(f"distinct l is {numbers[1]}, and {least} was asked for")
                    print(f"{what}: k {numbers[0]}, l {numbers[1]}, entropy l {numbers[2]:.6f}, t {numbers[3]:.6f}",
                          *faults, sep="\n  FAILED: ", flush=True)
                    failed = failed or bool(faults)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], pathlib.Path(sys.argv[2]), "--whole" in sys.argv[3:]))
