"""Central releases that protect a person, beside OpenDP at the same ε and δ: errors, and coverage of ours.

central.py FOLDER SEEDS SOURDINE BENCH PEER_PYTHON: the section alone, on the standard output.
Real events come from ../shared/data; what is not there is left out. Persons are made up everywhere: each event is a new
person's with probability 0.6, else one of the person of an earlier event (Yule, Simon), so that few come very often.
"""
import csv
import io
import json
import pathlib
import random
import subprocess
import sys

import measure

DATA = pathlib.Path("../shared/data")
# ε, δ, at most so many events of a person
SETTINGS = [(1., 0, 3), (1., 1e-6, 3), (0.3, 0, 1)]


def zstd_rows(name):
    text = subprocess.run(["zstd", "-dqc", str(DATA / name)], check=True, capture_output=True, text=True).stdout
    return list(csv.DictReader(io.StringIO(text)))


def san_francisco(_sourdine, _folder):
    rows = zstd_rows("sf_fire_calls_2000_2013.csv.zst")
    for row in rows:
        if row["Battalion"] != "B99":
            yield row["CallDate"], row["Battalion"]


def portugal(_sourdine, _folder):
    for row in zstd_rows("portugal_fires_1980_1988.csv.zst"):
        yield row["date"][:10], row["district"]


def berlin(_sourdine, _folder):
    for row in zstd_rows("berlin_thinned_SEMISYNTHETIC_2018_2023.csv.zst"):
        yield row["date"][:10], row["planning_room_id"][:2]


def doubs(sourdine, folder):
    events, towns = folder / "doubs.csv", folder / "towns.csv"
    measure.output_of([sourdine, "simulate", "doubs", "--out", events, "--towns", towns])
    with open(towns, newline="") as file:
        regions = {row["town"]: row["region"] for row in csv.DictReader(file)}
    with open(events, newline="") as file:
        for row in csv.DictReader(file):
            yield row["SDate"][:10].replace("/", "-"), regions[row["Town"]]


SETS = {"San Francisco": (san_francisco, "sf_fire_calls_2000_2013.csv.zst"),
        "Portugal": (portugal, "portugal_fires_1980_1988.csv.zst"),
        "Berlin (semi-synthetic)": (berlin, "berlin_thinned_SEMISYNTHETIC_2018_2023.csv.zst"),
        "Doubs (synthetic)": (doubs, None)}


def made_up_persons(number):
    """Who each event is about, in random order of time."""
    generator = random.Random(11)
    order = list(range(number))
    generator.shuffle(order)
    earlier, persons, people = [], [0] * number, 0
    for event in order:
        if not earlier or generator.random() < 0.6:
            people += 1
            person = people
        else:
            person = generator.choice(earlier)
        earlier.append(person)
        persons[event] = person
    return persons


def write_case(name, folder, sourdine):
    events = list(SETS[name][0](sourdine, folder))
    path = folder / (name.split(" ")[0] + ".csv")
    with open(path, "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["when", "where", "who"])
        writer.writerows((when, where, f"p{who}") for (when, where), who in zip(events, made_up_persons(len(events))))
    return {"events": str(path), "regions": sorted({where for _, where in events}),
            "from": min(when for when, _ in events), "to": max(when for when, _ in events)}


def config_text(case, periods, smooth):
    noise = f'noise = "gaussian"\ndelta = {case["delta"]}\n' if case["delta"] else ""
    return (f'[events]\nsource = "{case["events"]}"\ntime = "when"\nplace = "where"\nfrom = {case["from"]}\n'
            f'to = {case["to"]}\n[places]\nregions = {json.dumps(case["regions"], ensure_ascii=False)}\n'
            f'[privacy]\nmodel = "central"\nepsilon = {case["epsilon"]}\n{noise}person = "who"\n'
            f'max_events = {case["max_events"]}\n[publish]\nsynthetic = false\nperiods = {json.dumps(periods)}\n'
            f'smooth = "{"auto" if smooth else "none"}"\n')


def ours(case, folder, bench, periods, smooth=False, seeds=None):
    config = folder / "central.toml"
    config.write_text(config_text(case, periods, smooth))
    result = measure.json_of([bench, config, seeds or case["seeds"]])
    return {each["period"]: each for each in result["periods"]}


def lines_of(name, case, folder, bench, peers):
    (folder / "case.json").write_text(json.dumps(case))
    theirs = measure.json_of([peers, "bench/peers/central.py", folder / "case.json"])
    all_periods = ["year", "month", "day"]
    together = ours(case, folder, bench, all_periods)
    alone = ours(case, folder, bench, ["day"])
    smoothed = ours(case, folder, bench, all_periods, smooth=True, seeds=1)
    setting = f"ε = {case['epsilon']:g}" + (f", δ = {case['delta']:g}" if case["delta"] else "")
    lines = []
    for period in all_periods:
        mine = together[period]
        day_alone = f"{alone['day']['rmse']:.2f}" if period == "day" else ""
        lines.append([name, f"{setting}, {case['max_events']}", period, f"{mine['rmse']:.2f}",
                      f"{theirs['each'][period]:.2f}",
                      f"{mine['std_error']:.2f} / {theirs['each_noise']:.2f}",
                      f"{100 * (mine['std_error'] / theirs['each_noise'] - 1):+.1f} %",
                      f"{100 * mine['coverage']:.1f} %", f"{100 * mine['totals_coverage']:.1f} %",
                      f"{smoothed[period]['rmse']:.2f}", f"{100 * smoothed[period]['coverage']:.1f} %", day_alone,
                      f"{theirs['days'][period]:.2f}"])
    is_met = all(together[period]["std_error"] <= theirs["each_noise"] for period in all_periods)
    return lines, is_met, theirs["version"]


def section_of(folder, seeds, sourdine, bench, peers):
    """(whether every expected error is at or below the peer's; section)"""
    lines, met, version = [], True, ""
    for name, (_, file) in SETS.items():
        if file is not None and not (DATA / file).exists():
            continue
        case = write_case(name, folder, sourdine)
        for epsilon, delta, max_events in SETTINGS:
            case.update(epsilon=epsilon, delta=delta, max_events=max_events, seeds=seeds)
            more, is_met, version = lines_of(name, case, folder, bench, peers)
            lines += more
            met = met and is_met
    heads = ["events", "budget, events of a person", "period", "ours", "OpenDP, each", "expected", "against it",
             "coverage", "of totals", "ours, smoothed", "coverage", "ours, days alone", "OpenDP, days and sums"]
    return met, ("## Central releases that protect a person\n\nRoot mean squared error of a region's count, in events, "
                 f"against the bounded counts, over {seeds} releases; OpenDP {version}. *Each*: years, months and days "
                 "measured with a third of the budget each; *days and sums*: only days. *Expected*: our "
                 "standard error, which is exact, / the standard deviation of OpenDP's noise over 200,000 draws. Of our "
                 "budget 2.5 % goes to "
                 "what bounding removed, which OpenDP's side does not tell.\n\n" + measure.table(heads, lines))


def run(plan, folder):
    """(rows of the budget table, section)"""
    is_met, section = section_of(folder, 2 if plan.quick else 20, plan.sourdine,
                                 plan.program("sourdine_bench_central"), plan.peers)
    row = ["error of central counts that protect a person", "see below", "at or below OpenDP", "OpenDP", "",
           "yes" if is_met else "**no**"]
    return [row], section


if __name__ == "__main__":
    print(section_of(pathlib.Path(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:6])[1])
