"""A forecast from a release as a person waits for it: 58 regions × 597 days, through the command line."""
import datetime
import random

import measure

TARGET = 5.0  # seconds
REGIONS, DAYS, EVENTS_A_DAY = 58, 597, 74
CONFIG = """[events]
time = "date"
place = "room"
[places]
regions = [{regions}]
[privacy]
f = 0.6
[publish]
synthetic = false
smooth = "none"
periods = ["day"]
"""


def write_release(plan, folder):
    """Rooms of unlike size, the same every time; the directory of their release."""
    draw = random.Random(1)
    rooms = [f"room {i + 1:02}" for i in range(REGIONS)]
    events, config, release = folder / "rooms.csv", folder / "rooms.toml", folder / "rooms"
    with events.open("w") as out:
        out.write("date,room\n")
        for day in range(DAYS):
            date = datetime.date(2018, 1, 1) + datetime.timedelta(day)
            for room in draw.choices(rooms, weights=range(20, 20 + REGIONS), k=EVENTS_A_DAY + 9 * (day % 7 == 0)):
                out.write(f"{date},{room}\n")
    config.write_text(CONFIG.format(regions=", ".join(f'"{room}"' for room in rooms)))
    measure.output_of([plan.sourdine, "release", events, "--config", config, "--out", release, "--seed", 1])
    return release


def row(plan, folder):
    """Of the budget table."""
    release = write_release(plan, folder)
    ours = measure.Figure([measure.seconds_of([[plan.sourdine, "forecast", release]])
                           for _ in range(plan.repetitions)])
    return [f"`forecast` of a release of {REGIONS} regions × {DAYS} days", ours.seconds(), f"≤ {TARGET:.0f} s", "–",
            "–",
            "yes" if ours.median <= TARGET else "**no**"]
