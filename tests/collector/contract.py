#!/usr/bin/env python3
"""contract.py SOURDINE: the OpenAPI file against a collector that runs.

Every operation is asked for, and every problem that the file names for it is provoked (but for faults of ours, which
nobody can ask for). Every answer has a status, a type, headers and a body that the file has for this operation; bodies
are held to the whole of their schemas. The routes that the collector counts in its metrics are the operations of the
file. A store that cannot be written is shown too: what was said to be unavailable is sent again, and counted once.
"""

from __future__ import annotations

import datetime
import json
import re
import socket
import sqlite3
import sys
import time
from collections.abc import Mapping
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from typing import Any

from running_collector import (
    JSON,
    SEALED,
    Answer,
    Checks,
    Collector,
    answers_in,
    batch_key,
    json_reports,
    read_all,
    srep,
)

Operation = tuple[str, str]  # "GET", "/v1/collections/{id}"
POST_REPORTS: Operation = ("POST", "/v1/collections/{id}/reports")
TYPES: dict[str, Any] = {
    "object": dict, "array": list, "string": str, "integer": int, "boolean": bool, "null": type(None),
    "number": (int, float),
}  # fmt: skip
BUDGET = 'dataset = "dear"\nunit = "report value"\n[total]\nepsilon = 8\n'
WORDS = {"description", "examples", "default", "contentEncoding"}  # that say nothing about what is allowed
PAGE = "https://app.example"  # from which browsers may send
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")


class Schemas:
    """As much of JSON Schema as the file uses; a keyword that is not known here is a failure, not a pass."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.document = document

    def faults(self, value: Any, schema: Mapping[str, Any], where: str = "") -> list[str]:
        found: list[str] = []
        for word, rule in schema.items():
            if word in WORDS or word == "items" and not isinstance(value, list):
                continue
            if word in ("properties", "required", "additionalProperties") and not isinstance(value, dict):
                continue
            if word in ("pattern", "maxLength", "format") and not isinstance(value, str):
                continue
            if word == "minimum" and (isinstance(value, bool) or not isinstance(value, (int, float))):
                continue
            found += self.by_word(word, rule, value, schema, where)
        return found

    def by_word(self, word: str, rule: Any, value: Any, schema: Mapping[str, Any], where: str) -> list[str]:
        if word == "$ref":
            target: Any = self.document
            for step in str(rule).removeprefix("#/").split("/"):
                target = target[step]
            return self.faults(value, target, where)
        if word == "type":
            names = rule if isinstance(rule, list) else [rule]
            is_one = any(isinstance(value, TYPES[name]) for name in names)
            if isinstance(value, bool):
                is_one = "boolean" in names
            return [] if is_one else [f"{where}: {value!r:.40} is no {rule}"]
        if word == "properties":
            return [
                fault
                for name, inner in rule.items()
                if name in value
                for fault in self.faults(value[name], inner, f"{where}.{name}")
            ]
        if word == "required":
            return [f"{where}.{name} is missing" for name in rule if name not in value]
        if word == "additionalProperties" and rule is False:
            return [f"{where}.{name} is not documented" for name in value if name not in schema["properties"]]
        if word == "items":
            return [fault for i, one in enumerate(value) for fault in self.faults(one, rule, f"{where}[{i}]")]
        if word == "enum":
            return [] if value in rule else [f"{where}: {value!r:.40} is none of {rule}"]
        if word == "pattern":
            return [] if re.search(rule, value) else [f"{where}: {value!r:.40} does not match {rule}"]
        if word == "minimum":
            return [] if value >= rule else [f"{where}: {value} is below {rule}"]
        if word == "maxLength":
            return [] if len(value) <= rule else [f"{where} is longer than {rule}"]
        if word == "oneOf":
            good = sum(not self.faults(value, one, where) for one in rule)
            return [] if good == 1 else [f"{where}: {value!r:.60} is {good} of the kinds"]
        if word == "format" and rule == "date-time":
            return [] if MOMENT.fullmatch(value) else [f"{where}: {value!r} is no moment"]
        return [f"{where}: the test does not know '{word}': {rule}"]


class Contract:
    def __init__(self, collector: Collector, checks: Checks) -> None:
        self.collector, self.checks = collector, checks
        self.document = collector.ask("GET", "/v1/openapi.json").json
        self.schemas = Schemas(self.document)
        self.operations: dict[Operation, Any] = {
            (method.upper(), path): operation
            for path, methods in self.document["paths"].items()
            for method, operation in methods.items()
        }
        self.seen: set[tuple[Operation, str]] = set()  # and the status, or the problem's name

    def documented(self) -> set[tuple[Operation, str]]:
        found = set()
        for operation, described in self.operations.items():
            for status, response in described["responses"].items():
                if status[0] == "2":
                    found.add((operation, status))
                found.update((operation, slug) for slug in response.get("x-problems", []))
        return found

    def hold(self, operation: Operation, answer: Answer, what: str = "") -> Answer:
        """The answer is one that the file has for the operation."""
        name = f"{' '.join(operation)} {what}".strip()
        responses = self.operations[operation]["responses"]
        if not self.checks.that(str(answer.status) in responses, f"{name}: not documented: {answer}"):
            return answer
        response = responses[str(answer.status)]
        kind = answer.headers.get("content-type", "").split(";")[0]
        content = response.get("content", {})
        if not content:
            self.checks.that(answer.body == b"", f"{name}: a body that is not documented: {answer}")
        elif self.checks.that(kind in content, f"{name}: the type '{kind}' is not documented"):
            if kind.endswith("json") and answer.body:
                faults = self.schemas.faults(answer.json, content[kind]["schema"])
                self.checks.that(not faults, f"{name}: {faults[:3]}")
        for header in response.get("headers", {}):
            self.checks.that(header.lower() in answer.headers, f"{name}: the header {header} is missing")
        if answer.slug:
            listed = self.document["x-problems"][answer.slug]
            self.checks.that(answer.slug in response["x-problems"], f"{name}: {answer.slug} is not documented here")
            same = (listed["status"], listed["title"]) == (answer.status, answer.json["title"])
            self.checks.that(same and answer.json["status"] == answer.status, f"{name}: {answer}")
        self.seen.add((operation, answer.slug or str(answer.status)))
        return answer

    def ask(self, operation: Operation, token: str | None = None, name: str = "fires", query: str = "",
            body: bytes | None = None, headers: Mapping[str, str] | None = None) -> Answer:  # fmt: skip
        method, path = operation
        answer = self.collector.ask(method, path.replace("{id}", name) + query, token, body, headers)
        return self.hold(operation, answer, f"{name}{query}")

    def expect(self, status: int, slug: str, operation: Operation, *given: Any, **named: Any) -> Answer:
        answer = self.ask(operation, *given, **named)
        self.checks.answers(answer, status, slug, f"{' '.join(operation)} {given} {named}"[:200])
        self.checks.that(b"exception" not in answer.body, f"words of the program's own: {answer}")
        return answer

    def send(self, data: bytes, operation: Operation, what: str) -> None:
        with self.collector.raw() as connection:
            connection.sendall(data)
            answers = answers_in(read_all(connection))
        if self.checks.that(len(answers) == 1, f"{' '.join(operation)}: {what}: {len(answers)} answers"):
            self.hold(operation, answers[0], what)

    # ---- what can go wrong with any operation

    def refuse_all(self, tokens: Mapping[str, str]) -> None:
        waiting: list[tuple[Operation, socket.socket]] = []
        for operation, described in self.operations.items():
            method, path = operation
            line = f"{method} {path.replace('{id}', 'fires')} HTTP/1.1\r\nHost: collector\r\n".encode()
            slow = self.collector.raw()
            slow.sendall(line)
            waiting.append((operation, slow))
            self.send(line + b"Host: two\r\n\r\n", operation, "two hosts")
            self.send(line + b"X: " + b"a" * 40_000 + b"\r\n\r\n", operation, "a large header")
            self.send(line + b"Content-Length: 99999999999\r\n\r\n", operation, "a large body")
            self.send(line.replace(method.encode(), b"TRACE", 1) + b"Connection: close\r\n\r\n", operation, "a method")
            if operation != POST_REPORTS:
                self.expect(400, "bad-parameter", operation, tokens["admin"], query="?nonsense=1")
            if not described["security"]:
                continue
            self.expect(401, "token-missing", operation)
            for state in ("unknown", "expired", "revoked"):
                self.expect(401, f"token-{state}", operation, tokens[state])
            scopes = re.fullmatch(r"Tokens: ([a-z, ]+)\.", described["description"])
            assert scopes, described["description"]
            for scope in ("client", "reader", "admin"):
                if scope not in scopes[1].split(", "):
                    self.expect(403, "token-scope", operation, tokens[scope])
            if "{id}" not in path:
                continue
            slug = "no-such-token" if "tokens" in path else "no-such-collection"
            self.expect(404, slug, operation, tokens["admin"], name="nowhere")
            if slug == "no-such-collection":
                self.expect(403, "token-scope", operation, tokens["admin-of-plain"])
        for operation, slow in waiting:
            for answer in answers_in(read_all(slow)):
                self.hold(operation, answer, "a slow one")
            slow.close()

    # ---- each for itself

    def read_all_ways(self, tokens: Mapping[str, str], today: str) -> None:
        reader = tokens["reader"]
        for path in ("/healthz", "/readyz", "/", "/v1/openapi.json"):
            self.expect(200, "", ("GET", path))
        for path in ("/metrics", "/v1/collections"):
            self.expect(200, "", ("GET", path), reader)
        one = "/v1/collections/{id}"
        for scope in ("client", "reader", "admin"):
            made = self.expect(200, "", ("GET", one), tokens[scope]).json
            hidden = {"reports", "updated", "budget"} & set(made)
            self.checks.that(len(hidden) == (0 if scope == "client" else 3), f"{scope} sees {hidden}")
        for below in ("periods", "estimates", "tally", "screening", "activity", "map"):
            self.expect(200, "", ("GET", f"{one}/{below}"), reader)
        for below in ("estimates", "tally", "screening"):
            for query in (f"?period={today}", f"?period=2026-01-01&to={today}"):
                self.expect(200, "", ("GET", f"{one}/{below}"), reader, query=query)
            for query in ("?period=yesterday", "?period=2026-W47", f"?to={today}", f"?period={today}&to=2026-01-01"):
                self.expect(400, "bad-parameter", ("GET", f"{one}/{below}"), reader, query=query)
            self.expect(400, "bad-parameter", ("GET", f"{one}/{below}"), reader, name="plain", query=f"?period={today}")
        estimates = ("GET", f"{one}/estimates")
        for query in ("?confidence=0.5&together=false", "?consistency=norm-sub", "?together=true"):
            self.expect(200, "", estimates, reader, query=query)
        for query in ("?confidence=1", "?confidence=0", "?confidence=x", "?consistency=x", "?together=perhaps"):
            self.expect(400, "bad-parameter", estimates, reader, query=query)
        for name in ("plain", "survey", "ages"):
            self.expect(200, "", estimates, reader, name=name)
            self.expect(200, "", ("GET", f"{one}/screening"), reader, name=name)
        few = self.expect(200, "", estimates, reader, name="few").json
        self.checks.that(not few["together"]["is_shown"] and "values" not in few["together"], f"too few: {few}")
        for query in ("?minutes=1", "?minutes=1440"):
            self.expect(200, "", ("GET", f"{one}/activity"), reader, query=query)
        for query in ("?minutes=0", "?minutes=x", "?minutes=1&minutes=2"):
            self.expect(400, "bad-parameter", ("GET", f"{one}/activity"), reader, query=query)
        self.expect(404, "no-map", ("GET", f"{one}/map"), reader, name="plain")
        self.expect(404, "reports-not-kept", ("GET", f"{one}/reports"), tokens["admin"], name="plain")
        kept = self.expect(200, "", ("GET", f"{one}/reports"), tokens["admin"], query=f"?period={today}")
        self.checks.that(kept.body.startswith(b"\x89SREP"), "kept reports are a file of reports")
        tally = self.expect(200, "", ("GET", f"{one}/tally"), reader)
        self.checks.that(tally.body.startswith(b"\x89STLY"), "a tally is a file of its kind")
        for path in (one, f"{one}/reports"):
            page = {"Origin": PAGE, "Access-Control-Request-Method": "GET"}
            self.expect(204, "", ("OPTIONS", path), query="" if path == one else f"?period={today}", headers=page)
            self.expect(
                403, "origin-not-allowed", ("OPTIONS", path), headers=page | {"Origin": "https://other.example"}
            )
        self.heads(tokens)
        self.events(reader)

    def heads(self, tokens: Mapping[str, str]) -> None:
        """Every GET may be a HEAD: the same answer, without its body."""
        for method, path in self.operations:
            if method != "GET":
                continue
            address = path.replace("{id}", "fires")
            answer = self.collector.ask("HEAD", address, tokens["admin"])
            self.checks.that(answer.status == 200 and answer.body == b"", f"HEAD {address}: {answer}")

    def events(self, reader: str) -> None:
        connection = self.collector.connection()
        connection.request("GET", "/v1/collections/fires/events", headers={"Authorization": f"Bearer {reader}"})
        response = connection.getresponse()
        self.hold(
            ("GET", "/v1/collections/{id}/events"),
            Answer(response.status, {name.lower(): value for name, value in response.getheaders()}, b""),
        )
        lines = [response.readline().decode().strip() for _ in range(2)]
        self.checks.that(lines[0] == "event: update", f"the first event: {lines}")
        told = json.loads(lines[1].removeprefix("data: "))
        is_whole = set(told) == {"reports", "updated", "state"} and told["state"] == "open"
        self.checks.that(is_whole and MOMENT.fullmatch(told["updated"]) is not None, f"an event: {told}")
        connection.close()

    def manage_all_ways(self, admin: str) -> None:
        create, given = ("POST", "/v1/collections"), {"Content-Type": JSON}
        spec = {"oracle": "grr", "k": 3, "epsilon": 0.25}

        def new(status: int, slug: str, body: bytes | Mapping[str, Any], **headers: str) -> None:
            data = body if isinstance(body, bytes) else json.dumps(body).encode()
            self.expect(status, slug, create, admin, body=data, headers=given | headers)

        new(201, "", {"id": "made", "spec": spec, "title": "Made", "dataset": "made"})
        new(201, "", {"id": "named", "spec": {"oracle": "grr", "epsilon": 0.25, "labels": ["north", "south"]}})
        new(409, "collection-exists", {"id": "made", "spec": spec})
        bad: tuple[dict[str, Any], ...] = (
            {"id": "?"}, {"id": ""}, {"id": 1}, {"id": "a/b"}, {"spec": {}}, {"spec": {**spec, "epsilon": -1}},
            {"spec": {**spec, "epsilon": 1e9}}, {"spec": {**spec, "oracle": "none"}}, {"kind": "none"}, {"unknown": 1},
            {"min_reports": -1}, {"period": "century"}, {"retention_days": "x"}, {"title": 5}, {"spec": None},
        )  # fmt: skip
        for changed in bad:
            new(422, "bad-collection", {"id": "bad", "spec": spec, **changed})
        for text in (b"", b"{", b"[]", b"\xff", b"[" * 100):
            new(400, "malformed-json", text)
        new(409, "budget-refused", {"id": "dear", "dataset": "dear", "spec": {**spec, "epsilon": 9.5}})
        self.expect(415, "unsupported-media-type", create, admin, body=b"{}", headers={"Content-Type": "text/plain"})
        new(415, "unsupported-encoding", b"{}", **{"Content-Encoding": "gzip"})
        close = ("POST", "/v1/collections/{id}/close")
        for _ in range(2):
            closed = self.expect(200, "", close, admin, name="made").json
            self.checks.that(closed["state"] == "closed" and closed["closed"], f"closed: {closed}")

        tokens = ("POST", "/v1/tokens")
        wanted = {"scope": "client", "collection": "fires", "note": "a tablet", "expires": "2030-01-01T00:00:00Z"}
        made = self.expect(201, "", tokens, admin, body=json.dumps(wanted).encode(), headers=given).json
        long = b'{"scope":"client","note":"%s"}' % (b"a" * 300)
        for text in (b"{", b"[]", b"{}", b'{"scope":"king"}', b'{"scope":"client","a":1}', b'{"scope":1}', long,
                     b'{"scope":"client","expires":"soon"}'):  # fmt: skip
            self.expect(400, "malformed-json", tokens, admin, body=text, headers=given)
        nowhere = b'{"scope":"client","collection":"nowhere"}'
        self.expect(404, "no-such-collection", tokens, admin, body=nowhere, headers=given)
        self.expect(415, "unsupported-media-type", tokens, admin, body=b"{}", headers={"Content-Type": "text/plain"})
        self.expect(
            415, "unsupported-encoding", tokens, admin, body=b"{}", headers=given | {"Content-Encoding": "zstd"}
        )
        listed = self.expect(200, "", ("GET", "/v1/tokens"), admin).json["tokens"]
        self.checks.that(made["id"] in [one["id"] for one in listed], "the new token is listed")
        self.checks.that(all("secret" not in one for one in listed), "and no secret")
        self.expect(204, "", ("DELETE", "/v1/tokens/{id}"), admin, name=made["id"])

    def post_all_ways(self, tokens: Mapping[str, str], made: Mapping[str, Any], today: str) -> None:
        client, fires, day = tokens["client"], made["fires"], f"?period={today}"
        good = srep(self.collector, fires, [1, 2, 3])

        def post(status: int, slug: str, body: bytes = good, query: str = day, key: str | None = None,
                 kind: str = SEALED, name: str = "fires", token: str = client,
                 encoding: str = "identity") -> Answer:  # fmt: skip
            given = {"Content-Type": kind, "Idempotency-Key": batch_key() if key is None else key}
            given["Content-Encoding"] = encoding
            return self.expect(status, slug, POST_REPORTS, token, name=name, query=query, body=body, headers=given)

        key = batch_key()
        for repeated in (False, True, True):
            answer = post(200, "", key=key).json
            self.checks.that(answer == {"accepted": 3, "repeated": repeated}, f"a batch and its retries: {answer}")
        post(409, "key-reused", srep(self.collector, fires, [1]), key=key)
        in_json = json_reports(fires["fingerprint"], [bytes(1)] * 2)
        post(200, "", in_json, kind=JSON)
        post(200, "", in_json, kind="Application/JSON; charset=utf-8")
        post(400, "malformed-json", b"{", kind=JSON)
        post(400, "malformed-reports", good[:-1])
        post(422, "wrong-spec", srep(self.collector, made["plain"], [1]))
        post(422, "seeded-reports", srep(self.collector, fires, [1], "--seed", "1"))
        post(
            422,
            "seeded-reports",
            json_reports(fires["fingerprint"], [bytes(1)], randomness="seeded, not private"),
            kind=JSON,
        )
        post(422, "key-missing", key="")
        post(422, "batch-too-old", key=batch_key(time.time() - 4 * 86400))
        post(422, "batch-from-the-future", key=batch_key(time.time() + 3600))
        post(422, "period-missing", query="")
        post(422, "period-out-of-window", query="?period=2020-01-01")
        post(422, "period-out-of-window", query="?period=2099-01-01")
        for query in ("?period=x", "?period=2026-W47", day + "&x=1", day + day.replace("?", "&")):
            post(400, "bad-parameter", query=query)
        post(415, "unsupported-media-type", kind="text/plain")
        post(415, "unsupported-encoding", encoding="br")
        admin = tokens["admin"]
        post(400, "bad-parameter", srep(self.collector, made["plain"], [1]), name="plain", token=admin)
        post(409, "collection-full", srep(self.collector, made["few"], [1] * 50), "", name="few", token=admin)
        closed = srep(self.collector, made["closed"], [1])
        post(409, "collection-closed", closed, "", name="closed", token=admin)
        slow = srep(self.collector, made["slow"], [1] * 60)
        post(200, "", slow, "", name="slow", token=admin)
        post(429, "too-many", slow, "", name="slow", token=admin)


def while_locked(contract: Contract, made: Mapping[str, Any]) -> None:
    """Somebody else holds the database: batches wait, too many are refused, those that waited too long are told so."""
    collector, checks = contract.collector, contract.checks
    body = srep(collector, made["wide"], [1] * 1_000_000)
    keys = [batch_key() for _ in range(6)]

    def post(key: str) -> Answer:
        return contract.hold(POST_REPORTS, collector.post("wide", collector.admin, body, key=key))

    lock = sqlite3.connect(collector.folder / "collector.sqlite", isolation_level=None)
    lock.execute("BEGIN IMMEDIATE")
    with ThreadPoolExecutor(len(keys) + 1) as threads:
        answers = [threads.submit(post, key) for key in keys]
        time.sleep(1)
        ready = threads.submit(collector.ask, "GET", "/readyz")
        checks.that(collector.ask("GET", "/healthz").status == 200, "healthy while the store is locked")
        done, _ = wait([*answers, ready], timeout=25, return_when=FIRST_COMPLETED)
        while not any(answer in done and answer.result().slug == "store-unavailable" for answer in answers):
            waiting = [one for one in [*answers, ready] if one not in done]
            done |= wait(waiting, timeout=25, return_when=FIRST_COMPLETED).done
        lock.execute("ROLLBACK")
        first = [answer.result() for answer in answers]
        contract.hold(("GET", "/readyz"), ready.result())
    lock.close()
    print(f"a locked store: {sorted(answer.slug or '200' for answer in first)}, ready: {ready.result().status}")
    for slug in ("busy", "store-unavailable"):
        checks.that(slug in {answer.slug for answer in first}, f"nobody was told {slug}: {[str(one) for one in first]}")
    for key in keys + keys:
        answer = post(key)
        checks.that(answer.status == 200, f"sent again: {answer}")
    counted = collector.reports("wide")
    checks.that(counted == len(keys) * 1_000_000, f"{counted} reports of {len(keys)} batches are counted")


def rates(sourdine: str, contract: Contract) -> None:
    """Too many requests of one token, of any operation that needs one."""
    with Collector(sourdine, {"limits": {"requests_per_second": 1}}) as collector:
        for operation, described in contract.operations.items():
            if described["security"]:
                method, path = operation
                for _ in range(100):  # the second is one too many, where it comes within a second of the first
                    answer = collector.ask(method, path.replace("{id}", "none"), collector.admin)
                    if answer.status == 429:
                        break
                contract.hold(operation, answer)
                contract.checks.answers(answer, 429, "too-many", f"{method} {path} again")


def main() -> int:
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    checks = Checks()
    began = time.monotonic()
    settings: dict[str, dict[str, Any]] = {"server": {"allowed_origins": [PAGE]}, "limits": {"header_seconds": 1}}
    with Collector(sys.argv[1], settings, {"budget.toml": BUDGET}) as collector:
        contract = Contract(collector, checks)
        oracle = {"oracle": "oue", "k": 8, "epsilon": 0.25}
        place = {"regions": [{"name": "0", "lat": 47.2, "lon": 6.0}]}
        made = {
            "fires": collector.new_collection(
                "fires", oracle, period="day", keeps_reports=True, map=place, min_reports=1
            ),
            "plain": collector.new_collection("plain", oracle, min_reports=1),
            "few": collector.new_collection("few", oracle, max_reports=10),
            "closed": collector.new_collection("closed", oracle),
            "slow": collector.new_collection("slow", oracle, max_reports_per_minute=60),
            "wide": collector.new_collection("wide", {"oracle": "oue", "k": 100, "epsilon": 0.25}),
        }
        pair = [{"name": name, "oracle": {"oracle": "grr", "k": 3, "epsilon": 1}} for name in ("car", "pet")]
        survey = {"solution": "smp", "epsilon": 1, "level": "tuple", "attributes": pair}
        ranges = ("randomize", "-", "--range", "--oracle", "oue", "--domain", "16", "--epsilon", "1", "--json")
        ages = json.loads(collector.command(*ranges, "--out", "ages.srep", given="3\n").stdout)["spec"]
        collector.new_collection("survey", survey, kind="tuple", min_reports=0)
        collector.new_collection("ages", ages, kind="range", min_reports=0)
        collector.manage("POST", "/v1/collections/closed/close")
        tokens = {scope: collector.new_token(scope) for scope in ("client", "reader", "admin", "unknown")[:3]}
        tokens["unknown"] = "sda_nobody"
        tokens["admin-of-plain"] = collector.new_token("admin", "plain")
        soon = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(milliseconds=200)
        tokens["expired"] = collector.new_token("admin", expires=soon.strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z")
        revoked = collector.manage("POST", "/v1/tokens", {"scope": "admin"})
        tokens["revoked"] = revoked["secret"]
        collector.manage("DELETE", f"/v1/tokens/{revoked['id']}")
        time.sleep(0.3)
        today = time.strftime("%Y-%m-%d", time.gmtime())
        contract.post_all_ways(tokens, made, today)
        contract.read_all_ways(tokens, today)
        contract.manage_all_ways(collector.admin)
        contract.refuse_all(tokens)
        metrics = collector.ask("GET", "/metrics", collector.admin).body.decode()
        routes = set(re.findall(r'route="([A-Z]+ [^"]+)"', metrics))
        documented = {" ".join(operation) for operation in contract.operations}
        checks.that(documented >= routes and len(routes) > 15, f"routes that are not documented: {routes - documented}")
        missing = collector.ask("GET", "/v1/nothing", collector.admin)
        checks.answers(missing, 404, "not-found", "an address that is not in the file")
        while_locked(contract, made)
        rates(sys.argv[1], contract)
        not_seen = {
            (operation, what)
            for operation, what in contract.documented() - contract.seen
            if what not in ("internal", "busy", "store-unavailable")
        }
        for operation, what in sorted(not_seen):
            checks.that(False, f"documented and never seen: {' '.join(operation)}: {what}")
        faults = [
            line for line in collector.log_lines() if line["level"] == "error" and line["event"] != "commit-failed"
        ]
        checks.that(not faults, f"faults in the log: {faults[:3]}")
    kinds = len(contract.seen)
    return checks.end(
        f"{len(contract.operations)} operations, {kinds} answers of theirs ({time.monotonic() - began:.0f} s)"
    )


if __name__ == "__main__":
    sys.exit(main())
