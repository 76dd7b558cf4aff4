"""Where people wait: the start of the process, estimates of a large domain, one report, a year of hours, an hourly release."""
import random
import subprocess
import time

import measure

START_RATIO, HR_SECONDS, REPORT_SECONDS, YEAR_MEGABYTES, HOURLY_SECONDS = 4, 0.5, 1e-6, 100, 6
HR_DOMAIN = 100_000
HOURLY_EVENTS, HOURLY_PLACES = 3_000_000, 229


def verdict(is_met):
    return "yes" if is_met else "**no**"


def start_row(plan):
    """Processes in turns, so that both see the same machine; the smallest of each is what the machine allows."""
    commands = {"sourdine": [plan.sourdine, "--version"], "true": ["/bin/true"]}
    seconds = {name: [] for name in commands}
    for _ in range(20 if plan.quick else 200):
        for name, command in commands.items():
            begin = time.perf_counter()
            subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
            seconds[name].append(time.perf_counter() - begin)
    ours, bare = (measure.Figure(seconds[name]) for name in ("sourdine", "true"))
    ratio = ours.median / bare.median
    return ["start of the process (`sourdine --version`)", f"{1e3 * ours.median:.2f} ms",
            f"≤ {START_RATIO} × `/bin/true`", f"`/bin/true`: {1e3 * bare.median:.2f} ms", f"{ratio:.1f} × its time",
            verdict(ratio <= START_RATIO)]


def hr_row(plan, folder):
    values = folder / "hr.txt"
    values.write_text("".join(f"{i % HR_DOMAIN}\n" for i in range(1_000_000)))
    reports = folder / "hr.srep"
    measure.output_of([plan.sourdine, "randomize", values, "--oracle", "hr", "--domain", HR_DOMAIN, "--epsilon", 1,
                       "--out", reports])
    tally = folder / "hr.stly"
    measure.output_of([plan.sourdine, "aggregate", reports, "--out", tally])
    ours = measure.Figure([measure.seconds_of([[plan.sourdine, "estimate", tally, "--out", folder / "hr.csv"]])
                           for _ in range(plan.repetitions)])
    return [f"`estimate` with hr, k = {HR_DOMAIN:,}", ours.seconds(), f"≤ {HR_SECONDS} s", "–", "–",
            verdict(ours.median <= HR_SECONDS)]


def hourly_row(plan, folder):
    """A year of hours: 3 M events in 229 places, smoothed, synthetic rows included."""
    if plan.quick:
        return None
    draw = random.Random(2)
    places = [f"Place {i}" for i in range(HOURLY_PLACES)]
    names = draw.choices(places, weights=[1 / (1 + i % 37) for i in range(HOURLY_PLACES)], k=100_003)
    events, config = folder / "hourly.csv", folder / "hourly.toml"
    with events.open("w") as out:
        out.write("time,place\n")
        for i in range(HOURLY_EVENTS):
            minute = i * 525_600 // HOURLY_EVENTS
            day, minute = divmod(minute, 1440)
            month, day = divmod(day, 31)
            last = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month]
            out.write(f"2018-{month + 1:02}-{min(day, last - 1) + 1:02} {minute // 60:02}:{minute % 60:02},"
                      f"{names[i % 100_003]}\n")
    listed = ", ".join(f'"{place}"' for place in places)
    config.write_text(f'[events]\ntime = "time"\nplace = "place"\n[places]\nregions = [{listed}]\n[privacy]\n'
                      'epsilon = 1.0\n[publish]\nperiods = ["hour"]\n')
    samples = []
    for number in range(plan.repetitions):
        out = folder / f"hourly{number}"
        samples.append(measure.seconds_of([[plan.sourdine, "release", events, "--config", config, "--out", out]]))
        subprocess.run(["rm", "-rf", out], check=True)
    ours = measure.Figure(samples)
    return [f"hourly smoothed release, {HOURLY_EVENTS / 1e6:.0f} M events × {HOURLY_PLACES} places", ours.seconds(),
            f"≤ {HOURLY_SECONDS} s", "–", "–", verdict(ours.median <= HOURLY_SECONDS)]


def library(plan):
    """The rows of sourdine_bench_protocol, and a section with all of its figures."""
    run = measure.json_of([*measure.ONE_CORE, plan.program("sourdine_bench_protocol"), "--benchmark_format=json",
                           f"--benchmark_min_time={plan.kernel_seconds}"], stderr=subprocess.DEVNULL)
    unit = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1}
    entries = {entry["name"].split("/iterations")[0]: entry for entry in run["benchmarks"]}
    seconds = {name: entry["cpu_time"] * unit[entry["time_unit"]] for name, entry in entries.items()}
    megabytes = entries["year_of_hours/k=1000"]["megabytes"]
    labelled = seconds["one_report/grr/labels/k=200000"]
    rows = [["one labelled grr report into a tally, k = 200,000", f"{1e9 * labelled:.0f} ns", "≤ 1 µs", "–", "–",
             verdict(labelled <= REPORT_SECONDS)],
            ["a year of hours × 1,000 labels in memory", f"{megabytes:.0f} MB", f"≤ {YEAR_MEGABYTES} MB", "–", "–",
             verdict(megabytes <= YEAR_MEGABYTES)]]
    pairs = []
    for name in seconds:
        if name.startswith("one_report/") and "/labels/" in name:
            _, oracle, _, k = name.split("/")
            plain = seconds[name.replace("/labels/", "/numbers/")]
            pairs.append([oracle, k.removeprefix("k="), f"{1e9 * plain:.0f} ns", f"{1e9 * seconds[name]:.0f} ns"])
    others = [[name, measure.quantity(entry["items_per_second"]) + "/s"] for name, entry in entries.items()
              if "items_per_second" in entry]
    section = ("## One report into a tally\n\nWith a domain of numbers and with one of labels: a spec is compared by its "
               "pointer or its fingerprint, so labels cost nothing.\n\n"
               + measure.table(["oracle", "k", "numbers", "labels"], pairs)
               + "\n\n## Protocols that are no oracles\n\nReports per second, one core.\n\n"
               + measure.table(["path", "rate"], others))
    return rows, section


def run(plan, folder):
    rows, section = library(plan)
    rows = [start_row(plan), hr_row(plan, folder), *rows, hourly_row(plan, folder)]
    return [row for row in rows if row is not None], section
