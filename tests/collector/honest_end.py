#!/usr/bin/env python3
"""honest_end.py SOURDINE CLIENT_PEOPLE CLIENT_FOLDER BROWSER_MODULE: what all clients send, and what is shown of it.

One collector; reports of the C++ client (tests/collector/client_people and `sourdine report`), of the command line
(`sourdine randomize`, posted as files), of the TypeScript client in Node and in chromium, all into the same
collections. Each hour of a collection is a run with counts that are known. The server's 95 % intervals must hold the
true counts in at least 93 % of the pairs of a value and a run. If they do in 95 %, fewer than 93 % of 3,800 pairs are
5.6 standard deviations away, 5.2 with the dependence of values within a run: a false alarm has a probability below
10^-6.

CLIENT_FOLDER is web/client, built; BROWSER_MODULE tests/browser/browser.mjs. Without chromium the test is skipped (77).
"""

from __future__ import annotations

import datetime
import json
import random
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from running_collector import Checks, Collector, srep

EPSILON = 1.5
LABELS = ["Besançon", "Baume-les-Dames", "Dole", 'Lons "le" Saunier', "Montbéliard", "Morteau", "Pontarlier", "東京"]
PARTS = ["c++", "command line", "node", "browser"]
RUNS = 150
MEMOISED_RUNS = 25
CONFIDENCE, LEAST = 0.95, 0.93


class Study:
    """A collection of one oracle: what each client reports in each hour."""

    def __init__(self, collector: Collector, oracle: str, runs: int, people: bool, now: datetime.datetime) -> None:
        self.collector, self.people = collector, people
        spec = {"oracle": oracle, "k": len(LABELS), "epsilon": EPSILON, "labels": LABELS}
        self.made = collector.new_collection(oracle, spec, period="hour", min_reports=1)
        self.token = collector.new_token("client", oracle)
        chance = random.Random(oracle)  # of what is true, which is no secret here
        self.hours = [now - datetime.timedelta(hours=1 + run) for run in range(runs)]
        sizes = {part: 40 if people and part != "command line" else 80 for part in PARTS}
        self.values: list[dict[str, list[int]]] = []
        for _ in self.hours:
            # From nearly equal to nearly one value, and often a value that nobody has.
            weights = [chance.random() ** chance.choice([0.5, 2, 8]) for _ in LABELS]
            weights[chance.randrange(len(LABELS))] = 0
            self.values.append({part: chance.choices(range(len(LABELS)), weights, k=sizes[part]) for part in PARTS})

    @property
    def name(self) -> str:
        return str(self.made["id"])

    def period(self, run: int) -> str:
        return self.hours[run].strftime("%Y-%m-%dT%H")

    def truth(self, run: int) -> list[int]:
        everybody = [value for part in PARTS for value in self.values[run][part]]
        return [everybody.count(value) for value in range(len(LABELS))]

    def reports(self, part: str) -> int:
        return sum(len(run[part]) for run in self.values)

    def plan(self) -> dict[str, Any]:
        """For honest_clients.mjs."""
        runs = {
            part: [
                {"at": hour.isoformat(), "values": [LABELS[value] for value in run[part]]}
                for hour, run in zip(self.hours, self.values, strict=True)
            ]
            for part in ("node", "browser")
        }
        return {
            "url": self.collector.url,
            "collection": self.name,
            "token": self.token,
            "people": self.people,
            **runs,
        }

    def send_sealed(self) -> int:
        """The command line: a file of reports for each hour, posted."""

        def send(run: int) -> int:
            body = srep(self.collector, self.made, self.values[run]["command line"])
            answer = self.collector.post(self.name, self.token, body, period=self.period(run))
            if answer.status != 200:
                raise SystemExit(f"{self.name}: {answer}")
            return int(answer.json["accepted"])

        with ThreadPoolExecutor(2) as threads:
            return sum(threads.map(send, range(len(self.hours))))

    def send_by_client(self, program: str) -> int:
        """The C++ client: one for all hours (or for each person), and `sourdine report` for every fifteenth hour."""
        by_report = [] if self.people else list(range(0, len(self.hours), 15))
        (self.collector.folder / "token").write_text(self.token)
        sent = 0
        for run in by_report:
            given = "".join(f"{LABELS[value]}\n" for value in self.values[run]["c++"])
            words = ["report", "--values", "-", "--to", self.collector.url, "--collection", self.name]
            words += ["--token-file", "token", "--period", self.period(run), "--max-epsilon", str(EPSILON), "--json"]
            done = self.collector.command(*words, given=given)
            if done.returncode != 0:
                raise SystemExit(f"sourdine report: {done.stderr}")
            sent += int(json.loads(done.stdout)["acknowledged"])
        lines = [
            f"{self.period(run)} {value}\n"
            for run in range(len(self.hours))
            if run not in by_report
            for value in self.values[run]["c++"]
        ]
        words = [program, self.collector.url, self.name, self.token, str(self.collector.folder / f"people-{self.name}")]
        if self.people:
            words.append("--people")
        done = subprocess.run(words, input="".join(lines), capture_output=True, text=True)
        if done.returncode != 0:
            raise SystemExit(done.stderr)
        return sent + int(done.stdout)


def coverage(study: Study, checks: Checks) -> tuple[int, int]:
    """Pairs that the intervals hold, and all of them."""
    path = f"/v1/collections/{study.name}/estimates?confidence={CONFIDENCE}&together=false"
    shown = {one["period"]: one for one in study.collector.manage("GET", path)["periods"]}
    held = pairs = 0
    for run in range(len(study.hours)):
        one, truth = shown[study.period(run)], study.truth(run)
        checks.that(one["reports"] == sum(truth), f"{study.name} {one['period']}: {one['reports']} of {sum(truth)}")
        checks.that([value["value"] for value in one["values"]] == LABELS, f"{study.name}: the labels")
        for value, count in zip(one["values"], truth, strict=True):
            pairs += 1
            held += value["lower"] <= count <= value["upper"]
    return held, pairs


def main() -> int:
    if len(sys.argv) != 5:
        print(__doc__, file=sys.stderr)
        return 2
    sourdine, people_program, client_folder, browser_module = sys.argv[1:]
    checks = Checks()
    began = time.monotonic()
    with Collector(sourdine) as collector:
        now = datetime.datetime.now(datetime.timezone.utc).replace(minute=0, second=0, microsecond=0)
        studies = [Study(collector, oracle, RUNS, False, now) for oracle in ("oue", "grr", "olh")]
        studies.append(Study(collector, "l-osue", MEMOISED_RUNS, True, now))
        scripts = Path(__file__).parent / "honest_clients.mjs"
        browser = subprocess.Popen(
            ["node", str(scripts), client_folder, browser_module],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        said: list[str] = []
        plan = json.dumps([study.plan() for study in studies])
        talking = threading.Thread(target=lambda: said.append(browser.communicate(plan)[0]))
        talking.start()
        sent = {"command line": 0, "c++": 0}
        try:
            for study in studies:
                sent["command line"] += study.send_sealed()
                sent["c++"] += study.send_by_client(people_program)
        except BaseException:
            browser.kill()
            raise
        talking.join()
        if browser.returncode != 0:
            print(said[0])
            return browser.returncode
        of_script = json.loads(said[0])
        sent |= {"node": of_script["node"], "browser": of_script["browser"]}
        for part in PARTS:
            expected = sum(study.reports(part) for study in studies)
            checks.that(sent[part] == expected, f"{part}: {sent[part]} acknowledged, {expected} were made")
        print(f"reports: {', '.join(f'{part} {sent[part]:,}' for part in PARTS)}; chromium {of_script['version']}")
        all_held = all_pairs = 0
        for study in studies:
            held, pairs = coverage(study, checks)
            print(f"{study.name:>7}: {held / pairs:.2%} of {pairs} pairs")
            all_held, all_pairs = all_held + held, all_pairs + pairs
            screening = collector.manage("GET", f"/v1/collections/{study.name}/screening")
            odd = [check["detail"] for check in screening["checks"] if check["is_odd"]]
            checks.that(not odd, f"{study.name}: honest reports raise a warning: {odd}")
        checks.that(all_pairs >= 1000, f"only {all_pairs} pairs")
        checks.that(all_held / all_pairs >= LEAST, f"{all_held / all_pairs:.2%} are below {LEAST:.0%}")
        seconds = time.monotonic() - began
    return checks.end(f"95 % intervals hold {all_held / all_pairs:.2%} of {all_pairs} true counts ({seconds:.0f} s)")


if __name__ == "__main__":
    sys.exit(main())
