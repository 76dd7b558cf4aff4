#!/usr/bin/env python3
"""mobility.py SOURDINE DATA.csv.zst: people made again from the 28 unions of seven days of MS-FIMU.

Exit code 77 (skipped) without the data.
"""
import csv
import json
import resource
import subprocess
import sys

import real_data

DAYS = range(1, 8)


def unions_of(people_by_day):
    runs = [(i, j) for i in DAYS for j in DAYS if i <= j]
    return {(i, j): len(set().union(*(people_by_day[day] for day in range(i, j + 1)))) for i, j in runs}


def read_visits(path, person, day):
    people_by_day = {number: set() for number in DAYS}
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            people_by_day[int(row[day])].add(row[person])
    return people_by_day


def test(sourdine, rows, folder, check):
    given = unions_of(read_visits(rows, "Person ID", "Date ID"))
    check(given[(1, 7)] == 88935 and given[(1, 2)] == 34066, "the unions of the table are those published")
    durations = {}
    with open(rows, newline="") as file:
        for row in csv.DictReader(file):
            key = (row["Visit Duration"], row["Date ID"])
            durations[key] = durations.get(key, 0) + 1
    unions, marginals = folder / "unions.csv", folder / "durations.csv"
    unions.write_text("from,to,people\n" + "".join(f"{i},{j},{n}\n" for (i, j), n in given.items()))
    marginals.write_text("attribute,value,day,people\n" + "".join(f"duration,{value},{day},{n}\n"
                                                                   for (value, day), n in sorted(durations.items())))

    def generate(name, *more):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run([sourdine, "survey", "generate", "--unions", str(unions), "--out", str(folder / name),
                               "--json", *more], capture_output=True, text=True, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return json.loads(done.stdout), after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    for rule in ("entropy", "max-min"):
        made, seconds = generate(rule, "--rule", rule, "--marginals", str(marginals), "--seed", "1")
        check(made["scenario_mean_relative_error"] < 1e-6 and not made["moved"],
              f"{rule}: the scenario has all 28 statistics ({made['scenario_mean_relative_error']:.1e} off on average)")
        check(made["people"] == 88935, f"{rule}: {made['people']} people")
        check(made["quality"]["days"] < 0.01 and made["quality"]["unions"] < 0.01,
              f"{rule}: off by {made['quality']['days']:.2%} per day, {made['quality']['unions']:.2%} over unions")
        check(seconds < 5, f"{rule}: {seconds:.2f} s of a processor in all")
        # The table says the same as the command.
        again = unions_of(read_visits(folder / rule / "visits.csv", "person", "day"))
        error = sum(abs(again[run] - given[run]) / given[run] for run in given) / len(given)
        check(abs(error - made["quality"]["unions"]) < 1e-12, f"{rule}: counted in its table, off by {error:.2%}")

    # A union below one of its parts is refused; another contradiction is moved, and said.
    unions.write_text(unions.read_text().replace(f"1,3,{given[(1, 3)]}\n", "1,3,30000\n"))
    done = subprocess.run([sourdine, "survey", "generate", "--unions", str(unions), "--out", str(folder / "refused")],
                          capture_output=True, text=True)
    check(done.returncode == 2 and "days 1 to 3" in done.stderr and "days 1 to 2" in done.stderr,
          f"refused: {done.stderr.splitlines()[0]}")
    check(not (folder / "refused").exists(), "nothing is left of what was refused")
    unions.write_text(unions.read_text().replace("1,3,30000\n", "1,3,56000\n"))
    made, _ = generate("moved")
    check([(one["from"], one["to"]) for one in made["moved"]] == [("1", "3")], f"moved: {made['moved']}")


if __name__ == "__main__":
    sys.exit(real_data.run(test))
