#!/usr/bin/env python3
"""threats.py SOURDINE OPERATE.md: the threat table of docs/operate.md, row by row, against collectors that run.

What a row says somebody can do is shown to work, and what it says they cannot do is shown to be refused. The rows of
the page are those of this file.
"""

from __future__ import annotations

import base64
import json
import math
import random
import re
import socket
import ssl
import subprocess
import sys
import time
import warnings
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from running_collector import JSON, Answer, Checks, Collector, answers_in, batch_key, json_reports, read_all, srep
from wire import Wire

REGIONS = 17
OUE = {"oracle": "oue", "k": REGIONS, "epsilon": 1}


class Threats:
    def __init__(self, sourdine: str, checks: Checks) -> None:
        self.sourdine, self.checks = sourdine, checks

    def can(self, answer: Answer, what: str, status: int = 200) -> Answer:
        self.checks.that(answer.status == status, f"can {what}: {answer}")
        return answer

    def cannot(self, answer: Answer, status: int, slug: str, what: str) -> None:
        self.checks.answers(answer, status, slug, f"cannot {what}")

    def cannot_but(self, collector: Collector, token: str, scope: str) -> None:
        """Of all documented operations, those of other scopes are refused."""
        for path, methods in collector.ask("GET", "/v1/openapi.json").json["paths"].items():
            for method, operation in methods.items():
                allowed = operation.get("description", "").removeprefix("Tokens: ").removesuffix(".").split(", ")
                if operation["security"] and scope not in allowed:
                    answer = collector.ask(method.upper(), path.replace("{id}", "fires"), token)
                    self.cannot(answer, 403, "token-scope", f"{method} {path} with a token of scope {scope}")

    # ---- the rows

    def client_token(self) -> None:
        with Collector(self.sourdine) as collector:
            fires = collector.new_collection(
                "fires", OUE, min_reports=1, keeps_reports=True, max_reports_per_minute=125
            )
            collector.new_collection("other", OUE)
            made = collector.manage("POST", "/v1/tokens", {"scope": "client", "collection": "fires"})
            token, reports = made["secret"], srep(collector, fires, [3] * 40)
            shown = self.can(collector.ask("GET", "/v1/collections/fires", token), "see the parameters").json
            self.checks.that(not {"reports", "updated", "budget"} & set(shown), "a client sees how much was collected")
            key = batch_key()
            self.can(collector.post("fires", token, reports, key=key), "send reports")
            again = self.can(collector.post("fires", token, reports, key=key), "send them again").json
            self.checks.that(again["repeated"] and collector.reports("fires") == 40, f"counted twice: {again}")
            self.cannot_but(collector, token, "client")
            for method, path in (("GET", ""), ("POST", "/reports"), ("GET", "/estimates")):
                answer = collector.ask(method, f"/v1/collections/other{path}", token)
                self.cannot(answer, 403, "token-scope", f"{method} another collection{path}")
            # A retry costs nothing: three times forty are as much as the limit allows.
            for _ in range(2):
                self.can(collector.post("fires", token, reports), "send as much as the limit allows")
            fast = collector.post("fires", token, reports)
            self.cannot(fast, 429, "too-many", "send faster than the collection allows")
            self.checks.that(int(fast.headers["retry-after"]) >= 1, "when to come back")
            collector.manage("DELETE", f"/v1/tokens/{made['id']}")
            self.cannot(collector.post("fires", token, reports), 401, "token-revoked", "send when it is revoked")
            self.cannot(collector.ask("GET", "/v1/collections/fires", token), 401, "token-revoked", "ask then")

    def reader_token(self) -> None:
        with Collector(self.sourdine) as collector:
            place = {"regions": [{"name": "0", "lat": 47.2, "lon": 6.0}]}
            fires = collector.new_collection("fires", OUE, min_reports=1, keeps_reports=True, map=place)
            collector.new_collection("other", OUE)
            self.can(collector.post("fires", collector.admin, srep(collector, fires, [3] * 40)), "be reported to")
            token, limited = collector.new_token("reader"), collector.new_token("reader", "fires")
            for below in ("", "/estimates", "/tally", "/screening", "/activity", "/periods", "/map"):
                for one in (token, limited):
                    self.can(collector.ask("GET", f"/v1/collections/fires{below}", one), f"see {below}")
                answer = collector.ask("GET", f"/v1/collections/other{below}", limited)
                self.cannot(answer, 403, "token-scope", f"see another collection's {below}")
            listed = collector.ask("GET", "/v1/collections", limited).json["collections"]
            self.checks.that([one["id"] for one in listed] == ["fires"], f"a limited reader sees {listed}")
            self.can(collector.ask("GET", "/metrics", token), "see the metrics")
            self.cannot(collector.ask("GET", "/metrics", limited), 403, "token-scope", "see what is counted of others")
            self.cannot_but(collector, token, "reader")
            answer = collector.post("fires", token, srep(collector, fires, [3]))
            self.cannot(answer, 403, "token-scope", "send reports")
            self.checks.that(collector.reports("fires") == 40, "a reader's report is counted")

    def administrator_token(self) -> None:
        budget = 'unit = "report value"\n[total]\nepsilon = 3\n'
        with Collector(self.sourdine, files={"budget.toml": budget}) as collector:
            admin, given = collector.admin, {"Content-Type": JSON}
            fires = collector.new_collection("fires", OUE, min_reports=1, keeps_reports=True)
            reports = srep(collector, fires, [3] * 40)
            self.can(collector.post("fires", admin, reports), "send reports")
            kept = self.can(collector.ask("GET", "/v1/collections/fires/reports", admin), "see kept reports")
            self.checks.that(kept.body.startswith(b"\x89SREP"), "kept reports are a file")
            made = collector.manage("POST", "/v1/tokens", {"scope": "admin", "collection": "fires"})
            # One of one collection cannot make itself one of all.
            for wanted in ({"scope": "admin"}, {"scope": "client", "collection": "other"}, {"scope": "reader"}):
                answer = collector.ask("POST", "/v1/tokens", made["secret"], json.dumps(wanted).encode(), given)
                self.cannot(answer, 403, "token-scope", f"make {wanted} with a token of one collection")
            body = json.dumps({"id": "other", "spec": OUE}).encode()
            answer = collector.ask("POST", "/v1/collections", made["secret"], body, given)
            self.cannot(answer, 403, "token-scope", "create collections with a token of one")
            seen = collector.ask("GET", "/v1/tokens", made["secret"]).json["tokens"]
            self.checks.that({one["collection"] for one in seen} == {"fires"}, f"it sees {seen}")
            # ε, domain and protocol stay what they are: there is nothing that would change them.
            for spec in ({**OUE, "epsilon": 2}, {**OUE, "k": 5}, {**OUE, "oracle": "grr"}):
                body = json.dumps({"id": "fires", "spec": spec}).encode()
                answer = collector.ask("POST", "/v1/collections", admin, body, given)
                self.cannot(answer, 409, "collection-exists", f"replace the collection by {spec}")
                for method in ("PUT", "PATCH", "POST", "DELETE"):
                    answer = collector.ask(method, "/v1/collections/fires", admin, body, given)
                    self.cannot(answer, 405, "method-not-allowed", f"{method} the collection")
            answer = collector.ask("DELETE", "/v1/collections/fires/reports", admin)
            self.cannot(answer, 405, "method-not-allowed", "take back what was counted")
            after = collector.manage("GET", "/v1/collections/fires")
            same = all(after[key] == fires[key] for key in ("spec", "fingerprint", "guarantee"))
            self.checks.that(same and after["reports"] == 40, "the collection is what it was")
            # Others within the budget of their data set, and not beyond it.
            more = {"id": "more", "dataset": "fires", "spec": {**OUE, "epsilon": 1.5}}
            self.can(collector.ask("POST", "/v1/collections", admin, json.dumps(more).encode(), given), "create", 201)
            body = json.dumps(more | {"id": "most"}).encode()
            answer = collector.ask("POST", "/v1/collections", admin, body, given)
            self.cannot(answer, 409, "budget-refused", "create beyond the budget")
            self.above_max_epsilon(collector)
            closed = collector.manage("POST", "/v1/collections/fires/close")
            self.checks.that(closed["state"] == "closed", "can close")
            self.cannot(collector.post("fires", admin, reports), 409, "collection-closed", "send to what is closed")
            self.can(collector.ask("DELETE", f"/v1/tokens/{made['id']}", admin), "revoke tokens", 204)

    def above_max_epsilon(self, collector: Collector) -> None:
        """A client's own bound holds, whatever the collector asks for."""
        (collector.folder / "token").write_text(collector.new_token("client", "fires"))
        to = ["--to", collector.url, "--collection", "fires", "--token-file", "token"]
        first = collector.command("report", "3", *to, "--queue", "first", "--max-epsilon", "0.5")
        self.checks.that(first.returncode == 2 and "0.5" in first.stderr, f"above its bound: {first}")
        second = collector.command("report", "3", *to, "--queue", "second", "--max-epsilon", "1")
        self.checks.that(second.returncode == 0, f"at its bound: {second.stderr}")
        self.checks.that(collector.reports("fires") == 41, "what was refused by the client is counted")
        # Another collector in its place, which asks for more under the same name.
        with Collector(self.sourdine) as other:
            other.new_collection("fires", {**OUE, "epsilon": 9})
            (collector.folder / "token").write_text(other.new_token("client", "fires"))
            words = ["--to", other.url, "--queue", "second", "--max-epsilon", "20", "--token-file", "token"]
            third = collector.command("report", "3", *words)
            self.checks.that(third.returncode == 2, f"another ε under the same name: {third.returncode} {third.stderr}")
            self.checks.that(other.reports("fires") == 0, "it got a report")

    def malicious_client(self) -> None:
        with Collector(self.sourdine) as collector:
            names = ("one-bit", "picked", "plausible", "honest")
            made = {name: collector.new_collection(name, OUE, min_reports=1) for name in names}
            token = collector.new_token("client")
            truth = [value for value in range(REGIONS) for _ in range(100 + 30 * value)]
            target, fakes, chance = 4, 400, random.Random(4)
            one_bit = (1 << target).to_bytes(3, "little")
            bodies = {
                "one-bit": [one_bit] * fakes,
                "picked": [self.picked_report(target, chance) for _ in range(fakes)],
            }
            most = 2 + 2 / (math.e - 1)  # what a report adds to its target at most: (1 - q)/(p - q) at ε = 1
            for name, collection in made.items():
                self.can(collector.post(name, token, srep(collector, collection, truth)), "send honest reports")
                before = self.estimate(collector, name, target)
                self.checks.that(not self.warnings(collector, name), f"{name}: honest reports raise a warning")
                if name in bodies:
                    body = json_reports(collection["fingerprint"], bodies[name])
                    self.can(collector.post(name, token, body, JSON), "send fake reports")
                elif name == "plausible":
                    body = srep(collector, collection, [target] * fakes)
                    self.can(collector.post(name, token, body), "send reports about a value that was made up")
                shift = self.estimate(collector, name, target) - before
                odd = self.warnings(collector, name)
                print(f"  {fakes} fake reports, {name}: {shift / fakes:.3f} each, warnings: {odd}")
                self.checks.that(
                    shift <= fakes * most + 1e-6, f"{name}: a fake report adds {shift / fakes}, {most} at most"
                )
                self.checks.that(bool(odd) == (name == "one-bit"), f"{name}: warnings {odd}")
            everything = self.warnings(collector, "one-bit")
            self.checks.that("ones" in everything, f"only the target's bit: {everything}")
            self.checks.that(collector.reports("one-bit") == len(truth) + fakes, "and nothing is dropped in silence")
            self.refused_batches(collector, made["honest"], token)

    def picked_report(self, target: int, chance: random.Random) -> bytes:
        """As many ones as honest reports have, the target's bit among them whenever there is one."""
        q = 1 / (math.e + 1)
        ones = sum(chance.random() < q for _ in range(REGIONS - 1)) + (chance.random() < 0.5)
        others = [value for value in range(REGIONS) if value != target]
        bits = [target, *chance.sample(others, ones - 1)] if ones else []
        return sum(1 << bit for bit in bits).to_bytes(3, "little")

    def estimate(self, collector: Collector, name: str, value: int) -> float:
        answer = collector.manage("GET", f"/v1/collections/{name}/estimates?consistency=none")
        return float(answer["together"]["values"][value]["estimate"])

    def warnings(self, collector: Collector, name: str) -> list[str]:
        checks = collector.manage("GET", f"/v1/collections/{name}/screening")["checks"]
        return [check["name"] for check in checks if check["is_odd"]]

    def refused_batches(self, collector: Collector, honest: Mapping[str, Any], token: str) -> None:
        before, name = collector.reports("honest"), "honest"
        good, key = srep(collector, honest, [1, 2, 3]), batch_key()
        self.can(collector.post(name, token, good, key=key), "send a batch")
        before += 3
        cannot = self.cannot
        cannot(collector.post(name, token, srep(collector, honest, [1]), key=key), 409, "key-reused", "reuse its key")
        mixed = json_reports(honest["fingerprint"], [bytes(3)] * 99 + [b"\0\0\x02"])
        cannot(collector.post(name, token, mixed, JSON), 400, "malformed-reports", "hide an impossible report among 99")
        old, ahead = batch_key(time.time() - 73 * 3600), batch_key(time.time() + 600)
        cannot(collector.post(name, token, good, key=old), 422, "batch-too-old", "send what is too old")
        cannot(collector.post(name, token, good, key=ahead), 422, "batch-from-the-future", "send from the future")
        seeded = srep(collector, honest, [1] * 50, "--seed", "7")
        cannot(collector.post(name, token, seeded), 422, "seeded-reports", "send seeded reports")
        self.checks.that(collector.reports(name) == before, "something that was refused is counted")

    def curious_operator(self) -> None:
        with Collector(self.sourdine, {"log": {"level": "debug"}}) as collector:
            many = {"oracle": "grr", "k": 100_000, "epsilon": 1}
            fires = collector.new_collection("fires", OUE, keeps_reports=True, min_reports=1)
            collector.new_collection("towns", many, keeps_reports=True, min_reports=1)
            tokens = [collector.admin, *(collector.new_token(scope) for scope in ("client", "reader", "admin"))]
            (collector.folder / "token").write_text(tokens[1])
            value = 87_654
            to = ["--to", collector.url, "--collection", "towns", "--token-file", "token", "--queue", "queue"]
            done = collector.command("report", "--values", "-", *to, given=f"{value}\n" * 5)
            self.checks.that(done.returncode == 0, f"reports of the value: {done.stderr}")
            sealed = srep(collector, fires, [3] * 40)
            self.can(collector.post("fires", tokens[1], sealed), "be reported to")
            single = json_reports(fires["fingerprint"], [b"\x55\xaa\x01"] * 3)
            self.can(collector.post("fires", tokens[1], single, JSON), "be reported to in JSON")
            # What strangers write is not written down either.
            mark = "Mark4a7f"
            collector.ask(
                "GET", f"/v1/collections/{mark}/estimates?period={mark}", tokens[2], headers={"User-Agent": mark}
            )
            collector.ask("GET", f"/{mark}?{mark}={mark}", f"sdc_{mark}", headers={"Cookie": mark, "Referer": mark})
            collector.post("fires", tokens[1], f'{{"{mark}":"{mark}"}}'.encode(), JSON)
            collector.ask("POST", "/v1/tokens", collector.admin, f'{{"{mark}":1}}'.encode(), {"Content-Type": JSON})
            # All files there are: while it runs, with the log of the database, and after it has ended.
            for moment in ("running", "ended"):
                if moment == "ended":
                    collector.stop()
                files = [path for path in collector.folder.iterdir() if path.is_file() and path.name != "token"]
                names = {path.name for path in files}
                self.checks.that({"collector.sqlite", "collector.log"} <= names, f"files: {names}")
                if moment == "running":
                    self.checks.that("collector.sqlite-wal" in names, f"files: {names}")
                for path in files:
                    data = path.read_bytes()
                    for token in tokens:
                        self.checks.that(token[4:].encode() not in data, f"a token is in {path.name}, {moment}")
                    found = mark.encode() in data
                    self.checks.that(not found, f"what a stranger wrote is in {path.name}, {moment}")
                    self.checks.that(str(value).encode() not in data, f"a value is in {path.name}, {moment}")
                    self.checks.that(value.to_bytes(4, "little") not in data, f"a value is in {path.name} as bytes")
                log = collector.log.read_bytes()
                for text in (base64.b64encode(b"\x55\xaa\x01"), b"55aa01", b"\x55\xaa\x01", sealed[-40:], b"Bearer"):
                    self.checks.that(text not in log, f"{text!r} is in the log")
                # Who sent what is nowhere on the disk.
                for path in files:
                    if path.name.startswith("collector.sqlite"):
                        self.checks.that(b"127.0.0.1" not in path.read_bytes(), f"an address is in {path.name}")
            # Reports are what it can see, if they are kept.
            collector.start()
            kept = self.can(collector.ask("GET", "/v1/collections/fires/reports", collector.admin), "see kept reports")
            self.checks.that(b"\x55\xaa\x01" * 3 in kept.body, "kept reports are those that were sent")

    def network_observer(self) -> None:
        folder_files = self.certificate()
        tls = {"certificate": "certificate.pem", "key": "key.pem"}
        with (
            Collector(self.sourdine, files=folder_files) as plain,
            Collector(self.sourdine, {"server": tls}, folder_files) as collector,
        ):
            collector.trust = ssl.create_default_context(cafile=str(collector.folder / "certificate.pem"))
            # Without TLS everything is on the wire: this is what the observer would see.
            self.checks.that(self.wire_tells(plain, "http"), "the observer sees nothing even without TLS")
            self.checks.that(not self.wire_tells(collector, "https"), "the observer sees something in spite of TLS")
            self.old_versions(collector)
            self.changed_bytes(collector)
            with collector.raw() as connection:
                connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: collector\r\n\r\n")
                answers = answers_in(read_all(connection))
            self.checks.that(all(one.status != 200 for one in answers), f"plain words are answered: {answers}")
            self.checks.that("malformed-request" in collector.refusals(), "handshakes that failed are not in the log")
            # A stranger's certificate gets no token.
            wire = Wire(collector.port)
            to = ["--to", f"https://localhost:{wire.port}", "--collection", "fires", "--token-file", "token"]
            done = collector.command("report", "3", *to, "--queue", "distrust")
            self.checks.that(done.returncode == 2 or "certificate" in done.stderr, f"an unknown certificate: {done}")
            self.checks.that(not wire.saw("sdc_") and not wire.saw("POST"), "it was told something")
            wire.close()
            self.public_addresses(collector)

    def certificate(self) -> dict[str, str]:
        words = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost"
        more = ["-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", "-", "-out", "-"]
        done = subprocess.run([*words.split(), *more], capture_output=True, text=True, check=True)
        blocks = re.findall(r"-----BEGIN (.+?)-----.+?-----END \1-----\n", done.stdout, re.DOTALL)
        texts = re.findall(r"-----BEGIN .+?-----END [A-Z ]+-----\n", done.stdout, re.DOTALL)
        by_kind = dict(zip(blocks, texts, strict=True))
        return {"key.pem": by_kind["PRIVATE KEY"], "certificate.pem": by_kind["CERTIFICATE"]}

    def wire_tells(self, collector: Collector, scheme: str) -> bool:
        """Whether any of what a client says is on the wire; it must all be there, or nothing."""
        labels = ["Quingey", "Ornans", "Amancey"]
        spec = {"oracle": "grr", "k": 3, "epsilon": 1, "labels": labels}
        fires = collector.new_collection("fires", spec, min_reports=1)
        token = collector.new_token("client", "fires")
        (collector.folder / "token").write_text(token)
        wire, key = Wire(collector.port), batch_key()
        to = ["--to", f"{scheme}://localhost:{wire.port}", "--collection", "fires", "--token-file", "token"]
        trust = ["--ca", "certificate.pem"] if scheme == "https" else []
        done = collector.command("report", "Ornans", *to, *trust, "--queue", "queue")
        self.checks.that(done.returncode == 0, f"sourdine report by {scheme}: {done.stderr}")
        through = Collector.__new__(Collector)
        through.port, through.trust = wire.port, collector.trust
        body = srep(collector, fires, [0, 1, 2] * 100)
        self.can(through.post("fires", token, body, key=key), f"send by {scheme}")
        self.can(through.ask("GET", "/v1/collections/fires/estimates", collector.admin), f"read by {scheme}")
        wire.close()
        secrets: list[str | bytes] = [
            token,
            collector.admin,
            key,
            body,
            body[-60:],
            "SREP",
            "Ornans",
            "Quingey",
            "fires",
        ]
        secrets += ["Bearer", "estimate", "accepted", "/v1/"]
        seen = [text for text in secrets if wire.saw(text)]
        self.checks.that(len(seen) in (0, len(secrets)), f"{scheme}: of what was said, {seen} is on the wire")
        self.checks.that(len(wire.sent) > len(body), "its size is on the wire")
        self.checks.that(collector.reports("fires") == 301, "and all of it is counted")
        return bool(seen)

    def old_versions(self, collector: Collector) -> None:
        versions = {
            "TLS 1.0": ssl.TLSVersion.TLSv1,
            "TLS 1.1": ssl.TLSVersion.TLSv1_1,
            "TLS 1.2": ssl.TLSVersion.TLSv1_2,
            "TLS 1.3": ssl.TLSVersion.TLSv1_3,
        }
        warnings.simplefilter("ignore", DeprecationWarning)
        for name, version in versions.items():
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
            context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
            context.set_ciphers("ALL:@SECLEVEL=0")
            context.minimum_version = ssl.TLSVersion.TLSv1
            context.maximum_version = version
            if name > "TLS 1.1":
                context.minimum_version = version
            with collector.raw() as connection:
                try:
                    with context.wrap_socket(connection, server_hostname="localhost") as encrypted:
                        reached = encrypted.version()
                except (ssl.SSLError, ConnectionError) as error:
                    reached = f"refused: {error}"
            is_taken = reached == name.replace("TLS ", "TLSv")
            self.checks.that(is_taken == (name > "TLS 1.1"), f"{name}: {reached}")
            if name == "TLS 1.1":
                self.checks.that(
                    "PROTOCOL_VERSION" in str(reached).upper(), f"{name} is refused by the server: {reached}"
                )

    def changed_bytes(self, collector: Collector) -> None:
        """A bit changed on the way: the connection ends, and nothing of it counts."""
        before, token = collector.reports("fires"), collector.new_token("client", "fires")
        body = srep(collector, collector.manage("GET", "/v1/collections/fires"), [0, 1, 2] * 100)
        for place in (700, 1200):
            wire = Wire(collector.port)
            wire.change_at = place
            through = Collector.__new__(Collector)
            through.port, through.trust = wire.port, collector.trust
            try:
                answer = through.post("fires", token, body)
                self.checks.that(False, f"a changed bit at {place}: {answer}")
            except (OSError, ssl.SSLError, ValueError) as error:
                self.checks.that(True, str(error))
            except Exception as error:  # http.client says in many ways that nothing came back
                self.checks.that("Remote" in repr(error) or "Incomplete" in repr(error), repr(error))
            wire.close()
        self.checks.that(collector.reports("fires") == before, "a changed batch is counted")

    def public_addresses(self, collector: Collector) -> None:
        for address in ("0.0.0.0", "::"):
            words = ["serve", "--address", address, "--port", "0", "--store", "sqlite:public.sqlite"]
            done = collector.command(*words)
            told = done.stdout + done.stderr
            self.checks.that(done.returncode == 2 and "TLS" in told, f"a public address without TLS: {done}")
            self.checks.that("sda_" not in told, "a token is made for a collector that does not start")
        (collector.folder / "token").write_text("sdc_secret")
        to = ["--to", "http://192.0.2.1", "--collection", "fires", "--token-file", "token", "--queue", "elsewhere"]
        began = time.monotonic()
        done = collector.command("report", "3", *to)
        quick = time.monotonic() - began < 14  # it would wait 15 seconds for a connection
        self.checks.that(done.returncode == 2 and quick, f"a client that would send its token in the clear: {done}")

    def replays(self) -> None:
        with Collector(self.sourdine) as collector:
            fires = collector.new_collection("fires", OUE, min_reports=1)
            token, wire = collector.new_token("client", "fires"), Wire(collector.port)
            through = Collector.__new__(Collector)
            through.port, through.trust = wire.port, None
            self.can(through.post("fires", token, srep(collector, fires, [3] * 40)), "listen")
            wire.close()
            recorded = bytes(wire.sent).replace(b"HTTP/1.1\r\n", b"HTTP/1.1\r\nConnection: close\r\n", 1)

            def replay(_: int = 0) -> Answer:
                with collector.raw() as connection:
                    connection.sendall(recorded)
                    return answers_in(read_all(connection))[0]

            with ThreadPoolExecutor(8) as threads:
                for answer in threads.map(replay, range(50)):
                    repeated = self.can(answer, "send it again").json["repeated"]
                    self.checks.that(repeated, "a replay is counted")
            collector.kill()
            collector.start()
            self.checks.that(replay().json == {"accepted": 40, "repeated": True}, "a replay after a crash is counted")
            self.checks.that(collector.reports("fires") == 40, f"{collector.reports('fires')} reports are counted")
            # When keys are forgotten, batches of that time are not taken any more.
            short = collector.new_collection("short", OUE, min_reports=1, clock_window_seconds=2)
            body = srep(collector, short, [3] * 40)
            for _ in range(20):  # a busy machine may be late
                key = batch_key()
                sent = collector.post("short", collector.admin, body, key=key)
                if sent.slug != "batch-too-old":
                    break
            self.can(sent, "send in time")
            time.sleep(2.1)
            answer = collector.post("short", collector.admin, body, key=key)
            self.cannot(answer, 422, "batch-too-old", "send it when the key is forgotten")
            self.checks.that(collector.reports("short") == 40, f"{collector.reports('short')} reports are counted")
            # With another key it is another batch, for which one needs the token: what was seen on the wire has it.
            self.can(collector.post("fires", token, srep(collector, fires, [3])), "send of one's own with its token")

    def page_of_a_stranger(self) -> None:
        named, stranger = "https://app.example", "https://evil.example"
        with Collector(self.sourdine, {"server": {"allowed_origins": [named]}}) as collector:
            collector.new_collection("fires", OUE, min_reports=1)
            paths = collector.ask("GET", "/v1/openapi.json").json["paths"]
            for path, method in [(path, method.upper()) for path, methods in paths.items() for method in methods]:
                if path.endswith("/events") or method in ("POST", "DELETE"):
                    continue
                for origin in (stranger, named):
                    address = path.replace("{id}", "fires")
                    answer = collector.ask(method, address, collector.admin, headers={"Origin": origin})
                    is_open = origin == named and path in ("/v1/collections/{id}", "/v1/collections/{id}/reports")
                    is_seen = answer.headers.get("access-control-allow-origin") == origin
                    may_see = is_open and (method, path) != ("GET", "/v1/collections/{id}/reports")
                    self.checks.that(is_seen == may_see, f"{origin} sees {method} {path}: {answer.headers}")
                    self.checks.that("set-cookie" not in answer.headers, f"a cookie from {path}")
                    self.checks.that("access-control-allow-credentials" not in answer.headers, f"{path}: credentials")
            body, given = b'{"scope":"client"}', {"Content-Type": JSON, "Origin": named}
            made = collector.ask("POST", "/v1/tokens", collector.admin, body, given)
            self.checks.that("access-control-allow-origin" not in made.headers, "a page sees a new token")
            for origin in (stranger, named):
                answer = collector.ask("POST", "/v1/collections/fires/reports", None, b"x", {"Origin": origin})
                self.cannot(answer, 401, "token-missing", f"{origin} sends without a token")

    def floods(self) -> None:
        limits = {"requests_per_second": 40, "connections_per_address": 60, "header_seconds": 1}
        with Collector(self.sourdine, {"limits": limits}) as collector:
            fires = collector.new_collection("fires", OUE, min_reports=1)
            small = collector.new_collection("small", OUE, max_reports=100)
            token, flooding = collector.new_token("client", "fires"), collector.new_token("client", "small")
            good = srep(collector, fires, [3] * 4)
            self.can(collector.post("fires", token, good), "send")
            store = [collector.folder / f"collector.sqlite{end}" for end in ("", "-wal")]
            memory, sizes = collector.memory(), [path.stat().st_size for path in store]
            acknowledged, refused = 1, 0
            held = [
                socket.create_connection(("127.0.0.1", collector.port), 10, source_address=("127.0.0.3", 0))
                for _ in range(200)
            ]
            for _ in range(1500):
                refused += collector.ask("POST", "/v1/collections/fires/reports", None, b"a" * 2000).status == 401
            self.checks.that(refused == 1500, f"{refused} of 1500 requests without a token were refused")
            self.checks.that([path.stat().st_size for path in store] == sizes, "the store grows without a token")
            grown = collector.memory() - memory
            self.checks.that(grown < 4 << 20, f"the memory grows by {grown} bytes without a token")
            lines = [line for line in collector.log_lines() if line.get("reason") == "token-missing"]
            self.checks.that(len(lines) <= 2, f"{len(lines)} lines of log for 1500 requests")
            # With one: as fast as it may, and up to what the collection holds; others are not held up.
            body, answers = srep(collector, small, [1] * 30), []
            for _ in range(100):
                answers.append(collector.post("small", flooding, body))
                if len(answers) % 20 == 0:
                    acknowledged += self.can(collector.post("fires", token, good), "send meanwhile").status == 200
            slugs = {answer.slug for answer in answers}
            self.checks.that(slugs == {"", "collection-full", "too-many"}, f"a flood with a token: {slugs}")
            self.checks.that(collector.reports("small") == 90, f"{collector.reports('small')} reports where 100 may be")
            for connection in held:
                connection.close()
            collector.kill()
            collector.start()
            counted = collector.reports("fires")
            self.checks.that(counted == 4 * acknowledged, f"{counted} reports of {acknowledged} acknowledged batches")

    def rows(self) -> dict[str, Callable[[], None]]:
        """By what the first column has in bold."""
        return {
            "client's token": self.client_token,
            "reader's token": self.reader_token,
            "administrator's token": self.administrator_token,
            "malicious client": self.malicious_client,
            "curious operator": self.curious_operator,
            "network": self.network_observer,
            "replays": self.replays,
            "page": self.page_of_a_stranger,
            "floods": self.floods,
        }


def main() -> int:
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    checks = Checks()
    threats = Threats(sys.argv[1], checks)
    table = Path(sys.argv[2]).read_text().partition("| who | can | cannot |")[2].partition("\n\n")[0]
    named = re.findall(r"^\| [^|]*\*\*(.+?)\*\*", table, re.MULTILINE)
    checks.that(named == list(threats.rows()), f"the rows of the page are {named}")
    for name, row in threats.rows().items():
        began, before = time.monotonic(), checks.held
        row()
        print(f"{name}: {checks.held - before} checks, {time.monotonic() - began:.1f} s")
    return checks.end("the threat table")


if __name__ == "__main__":
    sys.exit(main())
