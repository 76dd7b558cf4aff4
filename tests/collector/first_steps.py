#!/usr/bin/env python3
"""first_steps.py SOURDINE: `sourdine serve` as whoever runs a collector for the first time meets it."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

from running_collector import Checks


class Operator:
    """Somebody at a terminal in a folder."""

    def __init__(self, sourdine: str, folder: Path) -> None:
        self.sourdine, self.folder = sourdine, folder
        folder.mkdir(exist_ok=True)

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([self.sourdine, *words], cwd=self.folder, capture_output=True, text=True, timeout=60)

    def serve(self, *words: str) -> tuple[subprocess.Popen[str], str, str]:
        """A collector that runs, what it said, and its address."""
        process = subprocess.Popen(
            [self.sourdine, "serve", "--port", "0", *words],
            cwd=self.folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert process.stdout
        said = ""
        for line in process.stdout:
            said += line
            if found := re.search(r"collector at (\S+)", line):
                return process, said, found[1]
        raise SystemExit(f"{words}: {said}{process.stderr.read() if process.stderr else ''}")


def end(process: subprocess.Popen[str], how: int = signal.SIGTERM) -> tuple[int, str]:
    process.send_signal(how)
    _, errors = process.communicate(timeout=60)
    return process.returncode, errors


def ask(address: str, token: str, path: str = "/v1/collections") -> int:
    request = urllib.request.Request(address + path, headers={"Authorization": f"Bearer {token}"})
    try:
        with urllib.request.urlopen(request) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


def tokens_in(text: str) -> list[str]:
    return re.findall(r"sd[acr]_[\w-]+", text)


def first_run(operator: Operator, checks: Checks) -> None:
    # A place where it must not listen is refused before anything is made.
    for wrong in (["--address", "0.0.0.0"], ["--address", "nowhere"]):
        done = operator.run("serve", "--port", "0", *wrong)
        checks.that(done.returncode == 2, f"{wrong}: {done}")
        checks.that(not list(operator.folder.iterdir()), f"{wrong} left {list(operator.folder.iterdir())}")
    # What is wrong with the first collection is said, and the store is still a new one.
    for wrong in (["--oracle", "none"], ["--labels", "nowhere"], ["--epsilon", "50"], ["--id", "A B"]):
        done = operator.run("serve", "--port", "0", *wrong)
        checks.that(done.returncode == 2 and not tokens_in(done.stdout), f"{wrong}: {done}")
        checks.that("inside" not in done.stderr, f"{wrong}: {done.stderr}")
    process, said, address = operator.serve()
    tokens = tokens_in(said)
    checks.that([token[:4] for token in tokens] == ["sda_", "sdr_", "sdc_"], f"three tokens: {said}")
    checks.that("epsilon 1" in said and "dashboard" in said, f"the guarantee, and where to look: {said}")
    # What the page says one does next.
    for name, token in zip(("reader", "client"), tokens[1:], strict=True):
        (operator.folder / f"{name}.token").write_text(token)
    to = ["--collection", "doubs"]
    done = operator.run("report", "CC Loue-Lison", "--to", address, *to, "--token-file", "client.token")
    checks.that(done.returncode == 0, f"sourdine report: {done.stderr}")
    publish = ["release", "--from", address, *to, "--token-file", "reader.token", "--out", "release"]
    done = operator.run(*publish)
    is_refused = done.returncode == 2 and not (operator.folder / "release").exists()
    checks.that(is_refused and "nothing to publish" in done.stderr, f"a release of one report: {done}")
    (operator.folder / "hundred").write_text("CC Loue-Lison\n" * 100)
    operator.run("report", "--values", "hundred", "--to", address, *to, "--token-file", "client.token")
    done = operator.run(*publish)
    checks.that(done.returncode == 0 and (operator.folder / "release/index.html").exists(), f"release: {done.stderr}")
    # Somebody else has the port.
    port = address.rpartition(":")[2]
    other = Operator(operator.sourdine, operator.folder / "other")
    done = other.run("serve", "--port", port)
    is_told = done.returncode == 1 and "port" in done.stderr and not tokens_in(done.stdout)
    checks.that(is_told, f"a port that is taken: {done}")
    # A token for whoever lost theirs, beside the collector that runs.
    made = operator.run("serve", "--new-token", "reader", "--collection", "doubs", "--note", "lost").stdout.strip()
    deadline = time.monotonic() + 120
    while ask(address, made) != 200 and time.monotonic() < deadline:
        time.sleep(0.2)
    checks.that(ask(address, made) == 200, "a new token is known to the collector that runs")
    done = operator.run("serve", "--new-token", "client", "--collection", "nowhere")
    checks.that(done.returncode == 2 and "nowhere" in done.stderr, f"a token for what is not there: {done}")
    done = operator.run("serve", "--new-token", "client", "--expires", "tomorrow")
    checks.that(done.returncode == 2 and "2026" in done.stderr, f"a token until tomorrow: {done}")
    done = operator.run("report", "Dole", "--to", address, *to, "--token-file", "reader.token")
    checks.that(done.returncode == 2 and "a reader's" in done.stderr, f"a reader's token: {done}")
    # In a wrong folder there is nothing to copy and nobody to give a token to; and nothing is left there.
    elsewhere = Operator(operator.sourdine, operator.folder / "elsewhere")
    for words in (["--backup", "copy.sqlite"], ["--new-token", "reader"]):
        done = elsewhere.run("serve", *words)
        checks.that(done.returncode == 2 and "there is no store" in done.stderr, f"{words} of nothing: {done}")
        checks.that(not list(elsewhere.folder.iterdir()), f"{words} left {list(elsewhere.folder.iterdir())}")
    # A copy, which is a store.
    checks.that(operator.run("serve", "--backup", "copy.sqlite").returncode == 0, "a copy")
    done = operator.run("serve", "--backup", "copy.sqlite")
    checks.that(done.returncode == 2, f"a copy over a copy: {done}")
    checks.that(end(process)[0] == 0, "it ends in order")
    process, said, address = operator.serve("--store", "sqlite:copy.sqlite")
    checks.that(not tokens_in(said) and ask(address, tokens[1]) == 200, f"the copy has the same tokens: {said}")
    checks.that(end(process, signal.SIGINT)[0] in (0, 130), "Ctrl-C ends it")


def later_runs(operator: Operator, checks: Checks) -> None:
    # Without its ledger a store does not know what was spent: it says so, and spends no more from there.
    lost = Operator(operator.sourdine, operator.folder / "lost")
    operator.run("serve", "--backup", str(lost.folder / "collector.sqlite"))
    process, _, address = lost.serve()
    admin = json.loads(lost.run("serve", "--new-token", "admin", "--json").stdout)["secret"]
    deadline = time.monotonic() + 120
    while ask(address, admin, "/v1/tokens") != 200 and time.monotonic() < deadline:
        time.sleep(0.2)
    asked = {"id": "more", "dataset": "doubs", "spec": {"oracle": "grr", "k": 2, "epsilon": 1}}
    given = {"Authorization": f"Bearer {admin}", "Content-Type": "application/json"}
    request = urllib.request.Request(address + "/v1/collections", json.dumps(asked).encode(), given)
    try:
        urllib.request.urlopen(request)
        checks.that(False, "a store without its ledger spends again")
    except urllib.error.HTTPError as error:
        checks.that(error.code == 409 and b"knows nothing of 'doubs'" in error.read(), f"without its ledger: {error}")
    checks.that("the ledger does not know" in end(process)[1], "a lost ledger is told at the start")
    process, said, _ = operator.serve("--epsilon", "3")
    code, errors = end(process)
    checks.that(code == 0 and not tokens_in(said), f"a second start: {said}")
    checks.that("no collection is made" in errors, f"an ε that is not used: {errors}")


def documented(address: str, token: str, checks: Checks) -> None:
    """What docs/collector.md has one paste makes collections, with what their reports spend in the ledger."""
    page = (Path(__file__).parents[2] / "docs/collector.md").read_text()
    examples = re.findall(r"--json '(\{.*?\})'$", page, re.MULTILINE | re.DOTALL)
    checks.that(len(examples) == 4, f"{len(examples)} examples")
    given = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    for example in examples:
        request = urllib.request.Request(address + "/v1/collections", example.encode(), given)
        try:
            with urllib.request.urlopen(request) as answer:
                checks.that(answer.status == 201, example)
        except urllib.error.HTTPError as error:
            checks.that(False, f"{error.code} {error.read().decode()}: {example}")


def configured(operator: Operator, checks: Checks) -> None:
    (operator.folder / "collector.toml").write_text(operator.run("serve", "--print-config").stdout)
    process, said, address = operator.serve("--config", "collector.toml")
    checks.that(not tokens_in(said), f"what a service prints goes to logs: {said}")
    checks.that("--new-token admin" in said, f"and what to do: {said}")
    made = operator.run("serve", "--config", "collector.toml", "--new-token", "admin", "--json")
    token = json.loads(made.stdout)
    checks.that(token["scope"] == "admin" and token["secret"].startswith("sda_"), f"the first token: {made}")
    deadline = time.monotonic() + 120
    while ask(address, token["secret"], "/v1/tokens") != 200 and time.monotonic() < deadline:
        time.sleep(0.2)
    checks.that(ask(address, token["secret"], "/v1/tokens") == 200, "it is known to the collector that runs")
    documented(address, token["secret"], checks)
    checks.that(end(process)[0] == 0, "it ends in order")
    process, said, _ = operator.serve("--config", "collector.toml")
    checks.that("--new-token" not in said, f"a second start: {said}")
    checks.that(end(process)[0] == 0, "it ends in order again")
    (operator.folder / "wrong.toml").write_text('[server]\nport = 1\nadress = "::1"\n')
    done = operator.run("serve", "--config", "wrong.toml")
    checks.that(done.returncode == 2 and "line 3" in done.stderr and "'address'" in done.stderr, f"a wrong key: {done}")


def main() -> int:
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    checks = Checks()
    # Begun in the background, this program would ignore Ctrl-C, and so would the collector.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sourdine = str(Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory(prefix="sourdine-first-steps-") as name:
        operator = Operator(sourdine, Path(name) / "plain")
        first_run(operator, checks)
        later_runs(operator, checks)
        configured(Operator(sourdine, Path(name) / "configured"), checks)
    return checks.end("first steps")


if __name__ == "__main__":
    sys.exit(main())
