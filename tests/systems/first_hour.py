#!/usr/bin/env python3
"""first_hour.py SOURDINE FOLDER: from events never seen to a release and a forecast, without an editor.

For a small file that is made here, and for each file of FOLDER that holds events: init, which must refuse in one
sentence what it cannot know and take it as an option, release --check, which must leave nothing behind, release,
inspect, verify, forecast. Files of FOLDER that hold something else must be refused in one sentence. Without FOLDER only
the small file is tried.
"""
import datetime
import gzip
import json
import pathlib
import random
import subprocess
import sys
import tempfile

# File, what must be said beside what is found, what must be found.
SETS = [
    ("sf_fire_calls_2000_2013", {"--time": "CallDate", "--place": "Battalion"}, {"clock": ""}),
    ("sf_fire_calls_2000_2013", {"--time": "AvailableDtTm", "--place": "Neighborhood"}, {"clock": ""}),
    ("portugal_fires_1980_1988", {"--place": "district"}, {"time": "date", "clock": "time", "regions": 18}),
    ("portugal_fires_1980_1988", {"--place": "municipality"}, {"time": "date"}),
    ("berlin_thinned_SEMISYNTHETIC_2018_2023", {}, {"time": "date", "place": "planning_room_id"}),
]
# Files without a time and a place, and what must be said of them.
OTHERS = [
    ("adult.data.zst", "no header row"),
    ("db_nursery.csv.zst", "no column has times"),
    ("PWGTP_Montana.csv.zst", "no column has times"),
    ("msfimu_relational.csv.zst", "no column has times"),
    ("communes_doubs_2018.csv.zst", "no column has times"),
    ("fremont_hourly_2012_2018.csv.zst", "place"),
    ("berlin_mission_data_daily_2018_2023.csv.zst", "place"),
]


def run(sourdine, folder, *arguments, code=0):
    done = subprocess.run([sourdine, *arguments], cwd=folder, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert done.returncode == code, f"{arguments}: exit {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done


def entries(folder):
    return sorted(path.name for path in folder.iterdir())


def refused(sourdine, folder, *arguments):
    """One sentence and what to do, and nothing left behind."""
    before = entries(folder)
    said = run(sourdine, folder, *arguments, code=2).stderr
    assert said.count("\n") <= 2, said
    assert entries(folder) == before, entries(folder)
    return said


def first_hour(sourdine, events, said, found, folder, has_forecast):
    # One option after the other: whoever follows what is said gets on.
    options = []
    for option, answer in said.items():
        what = refused(sourdine, folder, "init", str(events), *options, "--yes")
        assert option in what and f"'{answer}'" in what, what
        options += [option, answer]
    made = json.loads(run(sourdine, folder, "init", str(events), *options, "--public-places", "--yes", "--json").stdout)
    for key, value in found.items():
        assert made[key] == value, (key, made)
    before = entries(folder)
    check = json.loads(run(sourdine, folder, "release", "--config", made["config"], "--check", "--json").stdout)
    assert check["ready"] and check["events"] + made["without_time"] == made["rows"], check
    assert check["rows"]["skipped"] == made["without_time"], check
    assert entries(folder) == before, "--check wrote something"
    released = json.loads(run(sourdine, folder, "release", "--config", made["config"], "--out", "out", "--json").stdout)
    assert released["events"] == check["events"], released
    assert released["ledger"]["epsilon"] == check["ledger"]["after"], released
    assert (released["first"], released["last"]) == (check["first"], check["last"]), released
    inspected = json.loads(run(sourdine, folder, "inspect", "out", "--json").stdout)
    assert inspected["private"] and inspected["facts"]["events"] == check["events"], inspected
    run(sourdine, folder, "verify", "out")
    days = [period for period in check["periods"] if period["period"] == "day"][0]
    print(f"{events.name} by {made['place']}: {check['events']} events, {check['regions']} regions, days of "
          f"{days['events']['median']} events +- {days['half_width']:.1f}", flush=True)
    if has_forecast:
        run(sourdine, folder, "forecast", "out")


def small_file(path):
    """Two years in four towns: a title above the header, semicolons, the time of day in a column of its own."""
    luck = random.Random(12)
    lines = ["Calls of the brigade", "", "Day;Hour;Town;Kind"]
    day = datetime.date(2022, 1, 1)
    for _ in range(730):
        for _ in range(luck.randint(5, 20)):
            town = luck.choices(["Besançon", "Ornans", "Pontarlier", "Vercel"], [5, 3, 2, 1])[0]
            lines.append(f"{day:%d/%m/%Y};{luck.randint(0, 23):02}:{luck.randint(0, 59):02};{town};fire")
        day += datetime.timedelta(1)
    lines.append("31/12/2023;23:00;Somewhere;fire")
    path.write_bytes(gzip.compress("\n".join(lines).encode()))


def main():
    sourdine, data = str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2])
    has_forecast = "forecast" in subprocess.run([sourdine, "help"], capture_output=True, text=True).stdout
    with tempfile.TemporaryDirectory() as source, tempfile.TemporaryDirectory() as folder:
        events = pathlib.Path(source) / "calls.csv.gz"
        small_file(events)
        found = {"time": "Day", "clock": "Hour", "place": "Town", "regions": 5, "skip_lines": 2}
        first_hour(sourdine, events, {}, found, pathlib.Path(folder), has_forecast)
        # Who does not say that the places are a public list gets a release, and no promise.
        unsaid = json.loads(run(sourdine, folder, "init", str(events), "--out", "unsaid.toml", "--json").stdout)
        assert unsaid["regions"] == 4 and unsaid["left_out"] == {"places": 1, "rows": 1}, unsaid
        run(sourdine, folder, "release", "--config", "unsaid.toml", "--out", "unsaid")
        assert not json.loads(run(sourdine, folder, "inspect", "unsaid", "--json").stdout)["private"]
    if not data.is_dir():
        return 0
    forecast_once = set()
    for name, said, found in SETS:
        with tempfile.TemporaryDirectory() as folder:
            is_first = name not in forecast_once
            forecast_once.add(name)
            first_hour(sourdine, data.resolve() / f"{name}.csv.zst", said, found, pathlib.Path(folder),
                       has_forecast and is_first)
    for name, what in OTHERS:
        with tempfile.TemporaryDirectory() as folder:
            said = refused(sourdine, pathlib.Path(folder), "init", str(data.resolve() / name), "--yes")
            assert what in said, said
    return 0


if __name__ == "__main__":
    sys.exit(main())
