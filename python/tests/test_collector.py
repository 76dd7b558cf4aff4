"""Clients, collections and collectors: reports go through a real process of `sourdine serve`, and are counted once."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest

import sourdine as sd
from sourdine import _core

TOWNS = ["Besançon", "Montbéliard", "Pontarlier"]


@dataclass
class Served:
    """A collector that runs, whose first collection is 'fires'."""

    url: str
    admin: str
    reader: str
    client: str

    def ask(self, path: str, token: str, body: object = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        asked = urllib.request.Request(self.url + path, data, {"Authorization": f"Bearer {token}"})
        asked.add_header("Content-Type", "application/json")
        with urllib.request.urlopen(asked, timeout=20) as answer:
            return json.loads(answer.read())

    def create(self, name: str, protocol: sd.Protocol, **conditions: object) -> str:
        """A collection of a test's own, and a token for its clients."""
        asked = {"id": name, "kind": protocol.kind, "spec": protocol.spec, "min_reports": 1, **conditions}
        self.ask("/v1/collections", self.admin, asked)
        made = self.ask("/v1/tokens", self.admin, {"scope": "client", "collection": name})
        return str(made["secret"])

    def read(self, name: str = "fires") -> sd.Collection:
        return sd.read_collection(self.url, name, token=self.reader)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    executable = os.environ.get("SOURDINE_CLI")
    if not executable or not Path(executable).is_file():
        pytest.skip("SOURDINE_CLI names no command line that could serve")
    folder = tmp_path_factory.mktemp("collector")
    (folder / "towns").write_text("".join(f"{town}\n" for town in TOWNS))
    words = [executable, "serve", "--port", "0", "--id", "fires", "--labels", "towns", "--oracle", "grr"]
    with (folder / "log").open("w") as log:
        running = subprocess.Popen(words, cwd=folder, stdout=subprocess.PIPE, stderr=log, text=True)
    try:
        assert running.stdout is not None
        told = ""
        while "collector at " not in told:
            line = running.stdout.readline()
            assert line, (folder / "log").read_text()
            told += line
        tokens = {scope: re.search(rf"{scope}: +(\S+)", told)[1] for scope in ("admin", "reader", "client")}  # type: ignore[index]
        yield Served(told.split("collector at ")[1].strip(), **tokens)
    finally:
        running.terminate()
        running.wait(20)


def client_of(served: Served, folder: Path, name: str = "fires", token: str = "", **options: Any) -> sd.Client:
    options = {"max_epsilon": 4.0, "durable": False, **options}
    return sd.Client(served.url, name, token=token or served.client, queue=folder / f"{name}.queue", **options)


def test_reports_are_counted_once(served: Served, tmp_path: Path) -> None:
    before = served.read().reports
    with client_of(served, tmp_path) as client:
        client.report("Besançon")
        client.report(2)
        assert client.report_all(["Pontarlier"] * 40) == 40
        assert client.report_all(np.zeros(30, np.uint8)) == 30
        assert client.report_all(pd.DataFrame({"town": TOWNS}), column="town") == 3
        assert client.report_all(pl.Series(TOWNS)) == 3
        assert client.report_all([]) == 0
        status = client.flush(20)
        assert status.acknowledged == 78 and status.is_all_sent and status.last_problem == ""
        assert client.flush(20).acknowledged == 78
    assert served.read().reports == before + 78


def test_a_client_says_what_its_collection_is(served: Served, tmp_path: Path) -> None:
    with client_of(served, tmp_path, min_jitter=7) as client:
        known = client.parameters()
    assert known.collection == "fires" and known.period == "day" and known.is_open
    assert known.protocol == sd.oracle("grr", labels=TOWNS, epsilon=1.0)
    assert known.protocol.guarantee.epsilon <= 1.0
    assert known.jitter == 7 and known.clock_window == 72 * 3600


def test_a_queue_survives_a_killed_process(served: Served, tmp_path: Path) -> None:
    before = served.read().reports
    program = f"""
import os, signal, sourdine as sd
client = sd.Client({served.url!r}, "fires", token={served.client!r}, queue="fires.queue", max_epsilon=1.0)
client.report_all(["Besançon"] * 20)
client.report("Pontarlier")
os.kill(os.getpid(), signal.SIGKILL)
"""
    killed = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, timeout=60, check=False)
    assert killed.returncode == -signal.SIGKILL
    with client_of(served, tmp_path) as client:
        assert client.status().waiting + client.status().sending + client.status().acknowledged == 21
        assert client.flush(20).acknowledged == 21
    assert served.read().reports == before + 21


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"token": "sdc_" + "A" * 43}, "the collector does not describe 'fires'"),
        ({"max_epsilon": 0.5}, "0.5"),
        ({"name": "floods"}, "the collector does not describe 'floods'"),
    ],
)
def test_a_refusal_is_one_sentence(served: Served, tmp_path: Path, options: dict[str, Any], sentence: str) -> None:
    with client_of(served, tmp_path, **options) as client, pytest.raises(sd.InputError) as raised:
        client.report("Besançon")
    assert sentence in raised.value.sentence and "\n" not in raised.value.sentence


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"token": "two words"}, sd.InputError),
        ({"name": "No Id"}, sd.InputError),
        ({"max_epsilon": 0}, sd.InputError),
        ({"max_epsilon": "1"}, TypeError),
        ({"min_jitter": 0.5}, TypeError),
        ({"timeout": -1}, sd.InputError),
        ({"ca": 3}, TypeError),
    ],
)
def test_wrong_options_are_refused(
    served: Served, tmp_path: Path, options: dict[str, Any], error: type[Exception]
) -> None:
    with pytest.raises(error):
        client_of(served, tmp_path, **options)


def test_what_would_go_in_the_clear_or_be_trusted_blindly_is_refused(tmp_path: Path) -> None:
    options: dict[str, Any] = {"token": "sdc_x", "queue": tmp_path / "queue", "max_epsilon": 1.0}
    with pytest.raises(sd.InputError, match="http"):
        sd.Client("http://collector.example", "fires", **options)
    with pytest.raises(sd.InputError, match="nothing.pem"):
        sd.Client("https://127.0.0.1:9", "fires", ca=tmp_path / "nothing.pem", **options)


@pytest.mark.parametrize(
    ("value", "error"),
    [("Pontarlié", sd.InputError), (3, sd.InputError), (-1, sd.InputError), (1.5, TypeError), (None, sd.InputError)],
)
def test_what_is_no_value_is_not_reported(served: Served, tmp_path: Path, value: Any, error: type[Exception]) -> None:
    with client_of(served, tmp_path) as client:
        with pytest.raises(error):
            client.report(value)
        with pytest.raises(error):
            client.report_all(["Besançon", value] if isinstance(value, str) else [0, value])
        assert client.status() == sd.ClientStatus()


def test_a_collector_that_cannot_be_reached_is_an_os_error_or_patience(served: Served, tmp_path: Path) -> None:
    with client_of(served, tmp_path) as known:
        known.parameters()
    away = Served("http://127.0.0.1:9", "", "", served.client)
    with client_of(away, tmp_path, "floods") as client, pytest.raises(OSError, match="127.0.0.1"):
        client.report("Besançon")
    with client_of(away, tmp_path) as client:  # whose folder knows the collection
        client.report("Besançon")
        status = client.flush(0.01)
        assert status.waiting + status.sending == 1 and "127.0.0.1" in status.last_problem
        assert status.acknowledged == 0


def test_refused_batches_are_told_and_can_be_taken_back(served: Served, tmp_path: Path) -> None:
    with client_of(served, tmp_path) as client:
        client.report_all(["Besançon"] * 3, period="2001-01-01")
        status = client.flush(20)
        (notice,) = client.notices()
        assert status.refused == 3 and status.refused_batches == 1
        assert notice.why == "refused" and notice.reports == 3 and notice.period == "2001-01-01"
        assert notice.reason and Path(notice.file).is_file()
        assert client.take_back_refused() == 1
        with pytest.raises(sd.InputError, match="is no day"):
            client.report("Besançon", period="2001")


def test_one_client_uses_a_folder_and_leaves_it(served: Served, tmp_path: Path) -> None:
    client = client_of(served, tmp_path)
    with pytest.raises(sd.InputError, match="queue"):
        client_of(served, tmp_path)
    client.close()
    client.close()
    with pytest.raises(sd.InputError, match="the client is closed"):
        client.status()
    client_of(served, tmp_path)  # which is gone at once, and leaves the folder
    client_of(served, tmp_path).close()


def test_closing_ends_a_call_of_another_thread(served: Served, tmp_path: Path) -> None:
    token = served.create("closing", sd.oracle("grr", k=3, epsilon=1.0), jitter_seconds=3600)
    client = client_of(served, tmp_path, "closing", token)
    client.report(1)
    assert client.status().next_due is not None
    raised: list[BaseException] = []

    def flush() -> None:
        try:
            client.flush(3600)
        except sd.InputError as error:
            raised.append(error)

    waiting = threading.Thread(target=flush)
    waiting.start()
    time.sleep(0.1)
    client.close()
    waiting.join(20)
    assert not waiting.is_alive() and str(raised[0]).startswith("the client is closed")


def test_ctrl_c_ends_flush_and_wait_and_both_live_on(served: Served, tmp_path: Path) -> None:
    token = served.create("patient", sd.oracle("grr", k=3, epsilon=1.0), jitter_seconds=3600)
    program = f"""
import os, signal, threading, sourdine as sd
with sd.Client({served.url!r}, "patient", token={token!r}, queue="queue", max_epsilon=1.0) as client:
    client.report(1)
    try:
        threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
        client.flush(3600)
    except KeyboardInterrupt:
        print("interrupted")
    client.report(2)
    print(client.flush(0).waiting)
with sd.Collector(port=0, store="sqlite:own.sqlite") as collector:
    try:
        threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
        collector.wait()
    except KeyboardInterrupt:
        print(collector.token("reader")[:4])
"""
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.stdout == "interrupted\n2\nsdr_\n", done.stderr


def test_a_forked_child_leaves_the_client_alone(served: Served, tmp_path: Path) -> None:
    program = f"""
import os, sys, sourdine as sd
client = sd.Client({served.url!r}, "fires", token={served.client!r}, queue="queue", max_epsilon=1.0)
client.start()
child = os.fork()
if child == 0:
    try:
        client.report("Besançon")
    except sd.InputError as error:
        print(error.sentence, flush=True)
    sys.exit(0)
print(os.waitpid(child, 0)[1], client.report_all([0, 1]), client.flush(20).acknowledged)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.stdout == "the client is another process's\n0 2 2\n", done.stderr


def test_an_interpreter_that_ends_takes_its_threads_along(served: Served, tmp_path: Path) -> None:
    program = f"""
import sourdine as sd
client = sd.Client({served.url!r}, "fires", token={served.client!r}, queue="queue", max_epsilon=1.0)
client.start()
client.report("Besançon")
collector = sd.Collector(port=0, store="sqlite:own.sqlite")
"""
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0 and done.stderr == ""


def test_records_of_several_attributes(served: Served, tmp_path: Path) -> None:
    survey = sd.tuple_protocol({"age": 5, "smokes": ["no", "yes"]}, epsilon=2.0)
    token = served.create("survey", survey, period="month")
    with client_of(served, tmp_path, "survey", token) as client:
        client.report((4, "yes"))
        client.report({"smokes": "no", "age": 0})
        assert client.report_all([(0, "no"), (1, "yes")] * 50) == 100
        assert client.report_all(pd.DataFrame({"age": [1, 2], "smokes": ["no", "yes"]})) == 2
        for wrong in [(4,), (5, "yes"), (4, "perhaps"), {"age": 1}, "yes"]:
            with pytest.raises(sd.InputError):
                client.report(wrong)
        assert client.flush(20).acknowledged == 104
    read = served.read("survey")
    assert read.protocol == survey and read.reports == 104 and read.period == "month"
    frame = read.estimates()
    assert frame["attribute"].tolist() == ["age"] * 5 + ["smokes"] * 2
    assert frame["period"].unique().tolist() == read.periods
    assert read.tally().estimates()["smokes"].values.tolist() == frame["estimate"].tolist()[5:]


def test_memoised_answers_are_by_the_secret(served: Served, tmp_path: Path) -> None:
    token = served.create("moods", sd.oracle("l-grr", k=3, epsilon=2.0, epsilon1=1.0))
    secret = tmp_path / "person"
    with client_of(served, tmp_path, "moods", token, secret=secret) as client:
        client.report_all([1, 1, 2])
        assert client.flush(20).acknowledged == 3
    assert len(secret.read_bytes()) >= 32 and secret.stat().st_mode & 0o077 == 0


def test_estimates_are_those_of_the_collector(served: Served, tmp_path: Path) -> None:
    oracle = sd.oracle("oue", labels=TOWNS, epsilon=2.0)
    token = served.create("counted", oracle, period="day", min_reports=100, late_window_seconds=10**9)
    days = {"2026-01-01": 400, "2026-01-02": 99, "2026-01-03": 300}
    with client_of(served, tmp_path, "counted", token) as client:
        for day, reports in days.items():
            client.report_all(np.arange(reports) % 3, period=day)
        assert client.flush(20).acknowledged == sum(days.values())
    read = served.read("counted")
    assert read.periods == list(days) and read.withheld == ["2026-01-02"] and read.reports == 799
    assert read.min_reports == 100 and read.is_private and read.guarantee == oracle.guarantee
    told = served.ask("/v1/collections/counted/estimates?confidence=0.9", served.reader)
    rows = [
        (one["period"], value["value"], *(value[name] for name in ("estimate", "std_error", "lower", "upper")))
        for one in told["periods"]
        for value in one.get("values", [])
    ]
    frame = read.estimates(confidence=0.9)
    assert len(rows) == 6
    for row, expected in zip(frame.itertuples(index=False), rows, strict=True):
        assert tuple(row)[:2] == expected[:2]
        assert tuple(row)[2:6] == pytest.approx(expected[2:], rel=1e-12)
    assert read.estimates("2026-01-02").empty
    assert read.estimates("2026-01-02").columns.tolist() == frame.columns.tolist()
    assert read.estimates(confidence=0.9, frame="polars").shape == frame.shape
    assert read.tally("2026-01-02", "2026-01-03").reports == 399
    assert read.tally("2026-01-01") + read.tally("2026-01-02", "2026-01-03") == read.tally()
    with pytest.raises(sd.InputError, match="has no reports of '2026-02-01'"):
        read.tally("2026-02-01")
    made = sd.release(
        from_=served.url, collection="counted", token_file=written(tmp_path, served.reader), out=tmp_path / "made"
    )
    assert isinstance(made, sd.Release) and made.events == 799 and made.verify().ok


def written(folder: Path, token: str) -> Path:
    path = folder / "reader.token"
    path.write_text(token)
    return path


def test_a_collection_without_periods(served: Served, tmp_path: Path) -> None:
    ages = sd.range_protocol(16, epsilon=2.0)
    token = served.create("ages", ages)
    assert served.read("ages").reports == 0 and served.read("ages").tally() == ages.empty_tally(collection="ages")
    with client_of(served, tmp_path, "ages", token) as client:
        client.report_all(np.arange(400) % 16)
        assert client.flush(20).is_all_sent
    read = served.read("ages")
    assert read.period is None and read.periods == [] and read.reports == 400
    assert len(read.tally().query("0-7", "8-15")) == 2
    with pytest.raises(TypeError, match="query"):
        read.estimates()


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({}, "a collector asks for token="),
        ({"token": "sdr_" + "A" * 43}, "401"),
        ({"token": "a b"}, "the token has something in it"),
    ],
)
def test_reading_says_what_is_wrong(served: Served, options: dict[str, str], sentence: str) -> None:
    with pytest.raises(sd.InputError, match=re.escape(sentence)):
        sd.read_collection(served.url, "fires", **options)  # type: ignore[arg-type]


def test_reading_what_is_not_there(served: Served, tmp_path: Path) -> None:
    with pytest.raises(sd.InputError, match="404"):
        served.read("floods")
    with pytest.raises(sd.InputError, match="there is no store"):
        sd.read_collection(tmp_path / "nothing.sqlite", "fires")
    with pytest.raises(OSError):
        sd.read_collection("http://127.0.0.1:9", "fires", token="sdr_x")


def test_the_command_reports(served: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("token").write_text(served.client)
    made = sd.report("Besançon", ["Pontarlier"], to=served.url, collection="fires", token_file="token")
    assert made.ok and made.acknowledged == 2 and made.guarantee.epsilon <= 1.0
    assert sd.report(queue="fires.queue", send=True).reports == 0
    assert sd.report(queue="fires.queue", status=True).waiting == 0
    with pytest.raises(sd.InputError, match="value 1"):
        sd.report("Pontarlié", queue="fires.queue")


# What the wheel must bring along: the store (SQLite), the dashboard, the description of the interface.
def test_a_collector_in_this_process(tmp_path: Path) -> None:
    store = tmp_path / "collector.sqlite"
    with sd.Collector(port=0, store=f"sqlite:{store}") as collector:
        oracle = sd.oracle("ss", labels=TOWNS, epsilon=1.0)
        collector.create("towns", oracle, title="Towns", min_reports=10)
        with pytest.raises(sd.InputError, match="towns"):
            collector.create("towns", oracle)
        with pytest.raises(sd.InputError, match="min_report"):
            collector.create("others", oracle, min_report=3)
        served = Served(
            collector.url, collector.token("admin"), collector.token("reader"), collector.token("client", "towns")
        )
        assert served.ask("/v1/openapi.json", "")["openapi"]
        with urllib.request.urlopen(collector.url, timeout=20) as page:
            assert b"<html" in page.read()
        with client_of(served, tmp_path, "towns") as client:
            client.report_all(TOWNS * 4)
            assert client.flush(20).acknowledged == 12
        read = served.read("towns")
        collector.backup(tmp_path / "copy.sqlite")
    collector.close()
    with pytest.raises(sd.InputError, match="closed"):
        collector.token("reader")
    collector.wait()
    for kept in (store, tmp_path / "copy.sqlite"):
        again = sd.read_collection(kept, "towns")
        assert again.tally() == read.tally() and again.title == "Towns" and again.guarantee == read.guarantee
    with pytest.raises(sd.InputError, match="It has: towns"):
        sd.read_collection(store, "others")
    assert "12 reports" in repr(read) and "12 reports" in read._repr_html_()


def test_reports_and_tallies_travel_encrypted(tmp_path: Path) -> None:
    words = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost"
    words += " -addext subjectAltName=IP:127.0.0.1 -keyout key.pem -out cert.pem"
    subprocess.run(words.split(), cwd=tmp_path, capture_output=True, check=True)
    server = {"port": 0, "certificate": tmp_path / "cert.pem", "key": tmp_path / "key.pem"}
    with sd.Collector({"server": server, "store": {"url": f"sqlite:{tmp_path}/tls.sqlite"}}) as collector:
        assert collector.url.startswith("https://")
        collector.create("towns", sd.oracle("grr", labels=TOWNS, epsilon=1.0))
        known = Served(collector.url, "", collector.token("reader"), collector.token("client", "towns"))
        with client_of(known, tmp_path, "towns", ca=tmp_path / "cert.pem") as client:
            client.report_all(TOWNS)
            assert client.flush(20).acknowledged == 3
        read = sd.read_collection(known.url, "towns", token=known.reader, ca=tmp_path / "cert.pem")
        assert read.reports == 3
        with pytest.raises(OSError, match="certificate"):  # nobody vouches for it
            known.read("towns")


def test_a_collector_of_a_configuration(tmp_path: Path) -> None:
    config = {"server": {"port": 0}, "store": {"url": f"sqlite:{tmp_path / 'own.sqlite'}"}, "log": {"level": "error"}}
    with sd.Collector(config) as collector:
        assert (tmp_path / "own.sqlite").exists() and collector.url
    with pytest.raises(sd.InputError, match="stor"):
        sd.Collector({"stor": {}})


def test_seeded_reports_stay_marked(tmp_path: Path) -> None:
    oracle = sd.oracle("grr", k=3, epsilon=1.0)
    with sd.Collector(port=0, store=f"sqlite:{tmp_path / 'seeded.sqlite'}") as collector:
        collector.create("tests", oracle, accepts_seeded=True, min_reports=1)
        read = sd.read_collection(collector.url, "tests", token=collector.token("reader"))
    assert not read.is_private and read.guarantee.not_private_because and "NOT PRIVATE" in repr(read)
    assert not read.tally().is_private


def test_a_build_without_the_collector_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("Client", "Collector", "read_collection"):
        monkeypatch.delattr(_core, name)
    for call in (
        lambda: sd.Client("http://127.0.0.1:9", "fires", token="sdc_x", queue=tmp_path / "queue", max_epsilon=1.0),
        lambda: sd.Collector(port=0),
        lambda: sd.read_collection("sqlite:x", "fires"),
    ):
        with pytest.raises(NotImplementedError, match="built without the collector"):
            call()
