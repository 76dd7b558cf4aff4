#!/usr/bin/env python3
"""strangers.py SOURDINE: a collector that runs, and everything that strangers may send to it.

Slow senders and readers, floods of connections, headers and bodies that are too large, bodies that grow when they are
decompressed, requests that two readers could read differently, damaged reports, paths that mean another, wrong types,
tokens that are none, and noise. Each is refused with the documented status, and logged once in a minute by address
and reason; meanwhile and afterwards the collector is healthy, counts good reports and nothing else, and holds hardly
more memory and no more files than before.
"""

from __future__ import annotations

import gzip
import json
import os
import random
import select
import signal
import socket
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta, timezone

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

BODY_BYTES = 1 << 20
BODIES_BYTES = 8 << 20
HEADER_SECONDS, BODY_SECONDS, IDLE_SECONDS = 1.0, 2.0, 3.0
PER_ADDRESS = 150
MEMORY_GROWTH = 12 << 20
STRANGER = "127.0.0.2"  # another address of this machine
LIMITS = {
    "body_bytes": BODY_BYTES,
    "bodies_bytes": BODIES_BYTES,
    "header_seconds": HEADER_SECONDS,
    "body_seconds": BODY_SECONDS,
    "idle_seconds": IDLE_SECONDS,
    "connections_per_address": PER_ADDRESS,
}


class Strangers:
    def __init__(self, collector: Collector, checks: Checks) -> None:
        self.collector, self.checks = collector, checks
        spec = {"oracle": "oue", "k": 17, "epsilon": 1}
        self.fires = collector.new_collection("fires", spec, min_reports=1)
        self.other = collector.new_collection("other", spec, min_reports=1)
        self.token = collector.new_token("client", "fires")
        self.good = srep(collector, self.fires, [3] * 4)
        self.counted = 0
        self.expected: set[str] = set()  # the reasons that the log must name

    # ---- what holds all the time

    def post_good(self, what: str) -> float:
        """A good batch is taken; returns how long it took."""
        began = time.monotonic()
        answer = self.collector.post("fires", self.token, self.good)
        if self.checks.that(answer.status == 200, f"a good batch, {what}: {answer}"):
            self.counted += 4
        return time.monotonic() - began

    def is_well(self, what: str) -> None:
        health = self.collector.ask("GET", "/healthz")
        self.checks.that(health.status == 200 and health.body == b"ok", f"health, {what}: {health}")
        self.post_good(what)
        counted = self.collector.reports("fires")
        self.checks.that(counted == self.counted, f"{what}: {counted} reports are counted, not {self.counted}")

    def refused(self, answer: Answer, status: int, slug: str, what: str) -> None:
        self.expected.add(slug)
        self.checks.answers(answer, status, slug, what)

    def send(self, data: bytes, timeout: float = 10) -> list[Answer]:
        """Bytes on a connection of their own, and what comes back until it is closed."""
        with self.collector.raw(timeout) as connection:
            try:
                connection.sendall(data)
            except ConnectionError:
                pass  # the answer was given before all was sent
            return answers_in(read_all(connection))

    def send_refused(self, data: bytes, status: int, slug: str, what: str) -> None:
        """One answer, whatever else the bytes hold, and the end of the connection."""
        answers = self.send(data)
        if self.checks.that(len(answers) == 1, f"{what}: {len(answers)} answers: {[str(one) for one in answers]}"):
            self.refused(answers[0], status, slug, what)
            self.checks.that(answers[0].headers.get("connection") == "close", f"{what}: the connection goes on")

    def post_head(self, length: str, *more: str) -> bytes:
        lines = [
            "POST /v1/collections/fires/reports HTTP/1.1",
            "Host: collector",
            f"Authorization: Bearer {self.token}",
            f"Content-Type: {SEALED}",
            f"Idempotency-Key: {batch_key()}",
            length,
            *more,
        ]
        return ("\r\n".join(line for line in lines if line) + "\r\n\r\n").encode()

    # ---- what strangers do

    def slow_senders(self) -> None:
        """Headers and bodies that arrive byte by byte, many at once, from another address."""
        head = b"GET /healthz HTTP/1.1\r\nHost: collector\r\nX-Slow: " + b"a" * 1000
        body = self.post_head("Content-Length: 1000")
        connections: list[tuple[socket.socket, bytes, int]] = []
        for i in range(PER_ADDRESS):
            data, start = (head, 1) if i % 2 == 0 else (body + b"a" * 1000, len(body))
            connection = socket.create_connection(
                ("127.0.0.1", self.collector.port), timeout=10, source_address=(STRANGER, 0)
            )
            connection.sendall(data[:start])
            connections.append((connection, data, start))
        began, step, slowest = time.monotonic(), 0, 0.0
        while time.monotonic() - began < BODY_SECONDS + 1:
            for connection, data, start in connections:
                try:
                    connection.send(data[start + step : start + step + 1])
                except OSError:
                    pass
            slowest = max(slowest, self.post_good("while others are slow"))
            step += 1
            time.sleep(0.2)
        self.checks.that(slowest < 30, f"a good batch took {slowest:.1f} s while others were slow")
        for connection, _, _ in connections:
            answers = answers_in(read_all(connection))
            connection.close()
            if self.checks.that(len(answers) == 1, "a slow sender is answered once"):
                self.refused(answers[0], 408, "request-timeout", "a slow sender")
        self.is_well("after slow senders")

    def flood_of_connections(self) -> None:
        """One address may have so many connections; the others of the machine do not notice."""
        for _ in range(20):
            began = time.monotonic()
            held = [
                socket.create_connection(("127.0.0.1", self.collector.port), 10, source_address=(STRANGER, 0))
                for _ in range(2 * PER_ADDRESS)
            ]
            closed: set[socket.socket] = set()
            while len(closed) < PER_ADDRESS and time.monotonic() - began < HEADER_SECONDS:
                readable, _, _ = select.select([one for one in held if one not in closed], [], [], 0.2)
                closed.update(readable)
            if time.monotonic() - began < HEADER_SECONDS:
                break
            # A busy machine: meanwhile those that say nothing may have been closed for that.
            for connection in held:
                read_all(connection)
                connection.close()
        self.checks.that(len(closed) == PER_ADDRESS, f"{len(closed)} connections were closed at once")
        self.expected.add("busy")
        self.is_well("while one address has all the connections it may have")
        # Those that say nothing are closed without a word.
        for connection in held:
            self.checks.that(read_all(connection) == b"", "a connection that says nothing is told nothing")
            connection.close()
        self.is_well("after a flood of connections")

    def slow_reader(self) -> None:
        """Asks for much and reads nothing: the server neither waits for ever nor keeps the answers."""
        asked = b"GET /v1/openapi.json HTTP/1.1\r\nHost: collector\r\n\r\n" * 400
        connections = []
        for _ in range(20):
            connection = socket.socket()
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            connection.connect(("127.0.0.1", self.collector.port))
            connection.settimeout(10)
            connection.sendall(asked)
            connections.append(connection)
        time.sleep(BODY_SECONDS + 1)
        for connection in connections:
            whole = len(answers_in(read_all(connection)))
            connection.close()
            self.checks.that(whole < 400, f"a reader who does not read has {whole} answers")
        self.is_well("after slow readers")

    def large_headers(self) -> None:
        line, host = b"GET /healthz HTTP/1.1\r\n", b"Host: collector\r\n"
        large = {
            "a long field": line + host + b"X: " + b"a" * 100_000 + b"\r\n\r\n",
            "many fields": line + host + b"".join(b"X-%d: 1\r\n" % i for i in range(5000)) + b"\r\n",
            "a long path": b"GET /" + b"a" * 50_000 + b" HTTP/1.1\r\n" + host + b"\r\n",
            "a header without an end": line + b"a" * 50_000,
            "a long method": b"A" * 50_000,
        }
        for what, data in large.items():
            self.send_refused(data, 431, "headers-too-large", what)
        self.is_well("after large headers")

    def large_bodies(self) -> None:
        self.send_refused(self.post_head(f"Content-Length: {BODY_BYTES + 1}"), 413, "too-large", "one byte too many")
        self.send_refused(self.post_head("Content-Length: 999999999999999"), 413, "too-large", "a petabyte")
        self.send_refused(self.post_head("Content-Length: " + "9" * 40), 400, "malformed-request", "10^40 bytes")
        chunk = b"10000\r\n" + b"a" * 0x10000 + b"\r\n"
        endless = self.post_head("Transfer-Encoding: chunked") + chunk * 40
        self.send_refused(endless, 413, "too-large", "chunks without an end")
        # A large body is not even waited for when its header is refused.
        nobody = self.post_head("Content-Length: 1000000").replace(self.token.encode(), b"sdc_nobody")
        self.send_refused(nobody, 401, "token-unknown", "a large body of nobody's")
        for line in ("GET /healthz", "GET /", "OPTIONS /v1/collections/fires/reports"):
            head = f"{line} HTTP/1.1\r\nHost: collector\r\nContent-Length: 1000000\r\n\r\n".encode()
            self.send_refused(head, 413, "too-large", f"a large body with {line}")
        many = srep(self.collector, self.fires, [1] * 200_000)
        exact = self.collector.post("fires", self.token, many)
        self.checks.that(exact.status == 200, f"200,000 reports in {len(many)} bytes: {exact}")
        self.counted += 200_000
        self.is_well("after large bodies")

    def hoarders(self) -> None:
        """Large bodies that never end, many at once, by somebody with a token."""
        before = self.collector.memory()
        begun = self.post_head(f"Content-Length: {BODY_BYTES}") + b"a" * (BODY_BYTES - 1000)
        for _ in range(20):
            began = time.monotonic()
            held = [self.collector.raw() for _ in range(60)]
            for connection in held:
                try:
                    connection.sendall(begun)
                except ConnectionError:
                    pass  # it was refused before all was sent
            if time.monotonic() - began < BODY_SECONDS:
                break
            # A busy machine: the first may have lost their place already, and others have it.
            for connection in held:
                read_all(connection)
                connection.close()
        grown = self.collector.memory() - before
        self.checks.that(grown < 3 * BODIES_BYTES, f"{len(held)} bodies take {grown >> 20} MB")
        self.post_good("while large bodies are under way")
        many = srep(self.collector, self.fires, [1] * 200_000)
        other = self.collector.post("fires", self.collector.new_token("client", "fires"), many)
        if self.checks.that(other.status == 200, f"a large batch of another sender meanwhile: {other}"):
            self.counted += 200_000
        told = Counter(one.slug for connection in held for one in answers_in(read_all(connection)))
        for connection in held:
            connection.close()
        most = BODIES_BYTES // 4 // BODY_BYTES
        self.checks.that(told["request-timeout"] == most, f"{most} large bodies of one are waited for: {told}")
        self.checks.that(told["request-timeout"] + told["busy"] == len(held), f"the others come back later: {told}")
        # And the place is given back.
        self.checks.that(self.collector.post("fires", self.token, many).status == 200, "a large batch afterwards")
        self.counted += 200_000
        self.is_well("after hoarders")

    def bombs(self) -> None:
        """Bodies of a few kilobytes that would fill the memory."""
        zeros = gzip.compress(bytes(10 << 20), 9)
        text = gzip.compress(b'{"fingerprint":"' + b"a" * (300 << 20) + b'"}', 1)
        magic, no_seal = b"\x28\xb5\x2f\xfd", (1 << 3 | 1 << 1).to_bytes(3, "little")
        repeat = ((131072 << 3) | 1 << 1).to_bytes(3, "little") + b"\0"  # 128 KiB of zeros in four bytes
        end = (1 | 1 << 3 | 1 << 1).to_bytes(3, "little") + b"\0"
        window = bytes([0x00, 7 << 3])  # of 128 KiB
        zstd = magic + window + repeat * 8000 + end
        bombs = {
            "gzip, 900 MB": ("gzip", SEALED, zeros * 90),
            "gzip, 300 MB of JSON": ("gzip", JSON, text[: BODY_BYTES - 10]),
            "zstd, 1 GB": ("zstd", SEALED, zstd),
            "zstd, 64 frames": ("zstd", JSON, (magic + window + repeat * 200 + end) * 64),
        }
        before = self.collector.memory()
        for what, (encoding, kind, body) in bombs.items():
            self.checks.that(len(body) <= BODY_BYTES, f"{what} has {len(body)} bytes")
            answer = self.collector.post("fires", self.token, body, kind, headers={"Content-Encoding": encoding})
            self.refused(answer, 413, "too-large", what)
        # What the header of a compressed body says is not believed.
        liars = {
            "a window of 2 TB": ("zstd", magic + bytes([0x00, 0xF8]) + repeat + end),
            "a size of 2^63": ("zstd", magic + bytes([0xE0]) + (1 << 63).to_bytes(8, "little") + no_seal + b"\0"),
            "gzip that ends early": ("gzip", zeros[:500]),
            "zstd that ends early": ("zstd", zstd[:500]),
            "gzip that is zstd": ("gzip", zstd),
            "zstd that is nothing": ("zstd", b"hello"),
            "gzip with a wrong sum": ("gzip", zeros[:-8] + bytes(8)),
        }
        for what, (encoding, body) in liars.items():
            answer = self.collector.post("fires", self.token, body, headers={"Content-Encoding": encoding})
            self.checks.that(answer.status in (400, 413), f"{what}: {answer}")
        grown = self.collector.memory() - before
        self.checks.that(grown < 2 * MEMORY_GROWTH, f"bombs take {grown >> 20} MB")
        for nested in (b"[" * 500_000, b'{"reports":' * 90_000, b'{"reports":[' + b"[" * 900_000, b'{"a":1' * 9):
            answer = self.collector.post("fires", self.token, nested, JSON)
            self.refused(answer, 400, "malformed-json", "JSON in JSON in JSON")
        manager = {"Content-Type": JSON}
        for body in (b"[" * 500_000, b'{"id":' * 90_000, b'{"spec":' + b"[" * 1000 + b"]" * 1000 + b"}"):
            answer = self.collector.ask("POST", "/v1/collections", self.collector.admin, body, manager)
            self.refused(answer, 400, "malformed-json", "a collection in a collection")
        self.is_well("after bombs")

    def smuggling(self) -> None:
        """What a proxy could read otherwise: one refusal, and nothing behind it is looked at."""
        inner = b"GET /healthz HTTP/1.1\r\nHost: collector\r\n\r\n"
        chunked = "Transfer-Encoding: chunked"
        bodies: dict[str, bytes] = {
            "both lengths": self.post_head("Content-Length: 6", chunked) + b"0\r\n\r\n" + inner,
            "both lengths, the other way": self.post_head(chunked, "Content-Length: 6") + b"0\r\n\r\n" + inner,
            "two lengths": self.post_head("Content-Length: 3", "Content-Length: 4") + b"abc" + inner,
            "two equal lengths": self.post_head("Content-Length: 3", "Content-Length: 3") + b"abc" + inner,
            "a list of lengths": self.post_head("Content-Length: 3, 3") + b"abc" + inner,
            "a length with a sign": self.post_head("Content-Length: +3") + b"abc" + inner,
            "a negative length": self.post_head("Content-Length: -3") + b"abc" + inner,
            "a hexadecimal length": self.post_head("Content-Length: 0x3") + b"abc" + inner,
            "an empty length": self.post_head("Content-Length: ") + inner,
            "a space before the colon": self.post_head("Content-Length : 3") + b"abc" + inner,
            "another transfer coding": self.post_head("Transfer-Encoding: xchunked") + b"0\r\n\r\n" + inner,
            "two transfer codings": self.post_head("Transfer-Encoding: gzip, chunked") + b"0\r\n\r\n" + inner,
            "chunked twice": self.post_head(chunked, chunked) + b"0\r\n\r\n" + inner,
            "chunked and identity": self.post_head(chunked, "Transfer-Encoding: identity") + b"0\r\n\r\n" + inner,
            "chunked after a tab": self.post_head("Transfer-Encoding:\x0bchunked") + b"0\r\n\r\n" + inner,
            "a folded field": self.post_head("X: a\r\n chunked", "Content-Length: 3") + b"abc" + inner,
            "a line feed alone": b"POST / HTTP/1.1\nHost: collector\nContent-Length: 3\n\nabc" + inner,
            "a carriage return alone": b"GET / HTTP/1.1\r\nHost: a\rX: b\r\n\r\n" + inner,
            "a zero byte": b"GET / HTTP/1.1\r\nHost: a\0b\r\n\r\n" + inner,
            "a chunk's size that is none": self.post_head(chunked) + b"zz\r\nabc\r\n0\r\n\r\n" + inner,
            "a chunk's size with a sign": self.post_head(chunked) + b"-1\r\nabc\r\n0\r\n\r\n" + inner,
            "a chunk's size with 0x": self.post_head(chunked) + b"0x3\r\nabc\r\n0\r\n\r\n" + inner,
            "a chunk that is longer": self.post_head(chunked) + b"3\r\nabcdef\r\n0\r\n\r\n" + inner,
            "a name that is none": b"GET / HTTP/1.1\r\nHost: a\r\nX Y: b\r\n\r\n" + inner,
            "no host": b"GET /healthz HTTP/1.1\r\n\r\n" + inner,
            "two hosts": b"GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n" + inner,
            "two tokens": self.post_head("Content-Length: 3", "Authorization: Bearer x") + b"abc" + inner,
            "two keys": self.post_head("Content-Length: 3", f"Idempotency-Key: {batch_key()}") + b"abc" + inner,
            "two spaces": b"GET  /healthz HTTP/1.1\r\nHost: a\r\n\r\n" + inner,
            "a space in the path": b"GET /health z HTTP/1.1\r\nHost: a\r\n\r\n" + inner,
            "an old request": b"GET /healthz\r\n\r\n" + inner,
            "another version": b"GET /healthz HTTP/1.2\r\nHost: a\r\n\r\n" + inner,
            "version 2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
            "another server's address": b"GET http://elsewhere/healthz HTTP/1.1\r\nHost: a\r\n\r\n" + inner,
            "a tunnel": b"CONNECT elsewhere:443 HTTP/1.1\r\nHost: elsewhere:443\r\n\r\n" + inner,
            "an expectation": b"GET /healthz HTTP/1.1\r\nHost: a\r\nExpect: gold\r\n\r\n" + inner,
        }
        for what, data in bodies.items():
            self.send_refused(data, 400, "malformed-request", what)
        huge = self.post_head(chunked) + b"FFFFFFFFFFFFFFFF\r\nabc"
        answers = self.send(huge)
        self.checks.that(len(answers) == 1 and answers[0].status in (400, 413), f"a huge chunk: {answers}")
        # A request inside a body is a body.
        answers = self.send(self.post_head(f"Content-Length: {len(inner)}", "Connection: close") + inner)
        self.checks.that(len(answers) == 1, f"a request in a body: {len(answers)} answers")
        self.refused(answers[0], 400, "malformed-reports", "a request in a body")
        # And what is behind a whole request is the next one.
        last = b"GET /healthz HTTP/1.1\r\nHost: collector\r\nConnection: close\r\n\r\n"
        answers = self.send(self.post_head("Content-Length: 3") + b"abc" + last)
        self.checks.that(
            [one.status for one in answers] == [400, 200], f"two requests: {[str(one) for one in answers]}"
        )
        self.is_well("after smuggling")

    def damaged_reports(self) -> None:
        """Every beginning of a file of reports, every byte of it changed, and more behind it."""
        good = self.good
        connection = self.collector.connection()
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": SEALED}

        def post(body: bytes) -> Answer:
            headers["Idempotency-Key"] = batch_key()
            connection.request("POST", "/v1/collections/fires/reports", body, headers)
            response = connection.getresponse()
            return Answer(response.status, {k.lower(): v for k, v in response.getheaders()}, response.read())

        for size in range(len(good)):
            self.refused(post(good[:size]), 400, "malformed-reports", f"the first {size} of {len(good)} bytes")
        for place in range(len(good)):
            for change in (0x01, 0x80, 0xFF):
                changed = bytearray(good)
                changed[place] ^= change
                self.refused(post(bytes(changed)), 400, "malformed-reports", f"byte {place} changed by {change}")
        chance = random.Random(17)
        for tail in (b"\0", b"S", b"B", chance.randbytes(40), good):
            self.refused(post(good + tail), 400, "malformed-reports", "bytes behind the seal")
        for _ in range(200):
            mixed = bytearray(good)
            begin, end = sorted(chance.randrange(len(good)) for _ in range(2))
            mixed[begin:end] = chance.randbytes(chance.randrange(64))
            if mixed != good:
                self.refused(post(bytes(mixed)), 400, "malformed-reports", "a part that is noise")
        connection.close()
        self.refused(self.collector.post("fires", self.token, b""), 400, "malformed-reports", "an empty body")
        elsewhere = srep(self.collector, self.other, [3])
        self.refused(self.collector.post("fires", self.token, elsewhere), 422, "wrong-spec", "another's reports")
        for spec in ({"k": 18}, {"epsilon": 2}, {"oracle": "sue"}):
            made = {**self.fires, "spec": {**self.fires["spec"], **spec}}
            answer = self.collector.post("fires", self.token, srep(self.collector, made, [3]))
            self.refused(answer, 422, "wrong-spec", f"reports of another spec, {spec}")
        fingerprint = self.fires["fingerprint"]
        bad = {
            "no base64": json.dumps({"fingerprint": fingerprint, "reports": ["!!!"]}).encode(),
            "a report too short": json_reports(fingerprint, [b"\0\0"]),
            "a report too long": json_reports(fingerprint, [bytes(4)]),
            "bits beyond the last value": json_reports(fingerprint, [b"\0\0\xfe"]),
            "one impossible of many": json_reports(fingerprint, [bytes(3)] * 99 + [b"\0\0\xff"]),
            "no report": json_reports(fingerprint, []),
        }
        for what, body in bad.items():
            self.refused(self.collector.post("fires", self.token, body, JSON), 400, "malformed-reports", what)
        for body in (b"", b"{}", b"null", b"[]", b'{"fingerprint":1}', b"\xff\xfe", json_reports(fingerprint, [], a=1)):
            self.refused(self.collector.post("fires", self.token, body, JSON), 400, "malformed-json", repr(body[:20]))
        wrong = json_reports("0" * 64, [bytes(3)])
        self.refused(self.collector.post("fires", self.token, wrong, JSON), 422, "wrong-spec", "a wrong fingerprint")
        self.is_well("after damaged reports")

    def paths(self) -> None:
        admin = self.collector.admin
        head = f"Host: collector\r\nAuthorization: Bearer {admin}\r\nConnection: close\r\n\r\n"
        two_meanings = [
            "/../etc/passwd", "/v1/../v1/collections", "/%2e%2e/%2e%2e/etc/passwd", "/%2E%2E/", "/..", "/.",
            "/./healthz", "/v1/%2e/collections", "//healthz", "///", "/v1//collections", "/v1%2fcollections",
            "/v1/collections%2ffires", "/v1/collections/..%2fother", "/v1/collections/%2e%2e/tokens",
            "/v1/collections/fires%00", "/v1/collections/fires%0d%0aX:%20y", "/%c0%ae%c0%ae/", "/v1\\collections",
            "/v1%5ccollections", "/%", "/%4", "/%zz", "/%ff", "healthz", "*", "?", "/v1/collections#fires",
        ]  # fmt: skip
        for path in two_meanings:
            self.send_refused(f"GET {path} HTTP/1.1\r\n{head}".encode(), 400, "malformed-request", f"the path {path}")
        nothing = [
            "/healthz/", "/HEALTHZ", "/etc/passwd", "/collector.sqlite", "/collector.toml", "/.git/config", "/v1",
            "/v1/", "/v1/collections/", "/v1/collections/fires/", "/v1/collections/fires/reports/", "/v2/collections",
            "/v1/collections/fires/nothing", "/index.html", "/favicon.ico",
            "/" + "a" * 15_000, "/...", "/v1/tokens/", "/admin",
        ]  # fmt: skip
        for path in nothing:
            self.send_refused(f"GET {path} HTTP/1.1\r\n{head}".encode(), 404, "not-found", f"the path {path[:40]}")
        for name in ("nothing", "Fires", "fires;x=1", "fires;x=1/reports", "...", "'%20or%201=1--"):
            path = f"/v1/collections/{name}"
            self.send_refused(f"GET {path} HTTP/1.1\r\n{head}".encode(), 404, "no-such-collection", f"the path {path}")
        for path in ("/healthz?x=1", "/v1/collections?limit=1", "/v1/collections/fires/estimates?period=../..",
                     "/v1/collections/fires/estimates?confidence=nan", "/v1/collections/fires/activity?minutes=-1",
                     "/v1/collections/fires/estimates?confidence=0.9&confidence=0.9"):  # fmt: skip
            self.send_refused(f"GET {path} HTTP/1.1\r\n{head}".encode(), 400, "bad-parameter", f"the path {path}")
        for method in ("PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "get", "PROPFIND"):
            answers = self.send(f"{method} /healthz HTTP/1.1\r\n{head}".encode())
            self.refused(answers[0], 405, "method-not-allowed", method)
            self.checks.that(answers[0].headers.get("allow") == "GET, HEAD", f"{method}: {answers[0].headers}")
        self.is_well("after odd paths")

    def types(self) -> None:
        post, good = self.collector.post, self.good
        for kind in ("text/plain", "application/octet-stream", "multipart/form-data; boundary=x", "application/xml",
                     "application/x-www-form-urlencoded", "a", "application/json2"):  # fmt: skip
            self.refused(post("fires", self.token, good, kind), 415, "unsupported-media-type", f"the type {kind}")
        bare = {"Idempotency-Key": batch_key()}
        answer = self.collector.ask("POST", "/v1/collections/fires/reports", self.token, good, bare)
        self.refused(answer, 415, "unsupported-media-type", "no type")
        for encoding in ("br", "deflate", "compress", "gzip, gzip", "x-gzip", "zip", "gzip;q=1"):
            answer = post("fires", self.token, good, headers={"Content-Encoding": encoding})
            self.refused(answer, 415, "unsupported-encoding", f"the encoding {encoding}")
        self.refused(post("fires", self.token, good, JSON), 400, "malformed-json", "a file that is said to be JSON")
        body = json_reports(self.fires["fingerprint"], [bytes(3)])
        self.refused(post("fires", self.token, body), 400, "malformed-reports", "JSON that is said to be a file")
        answer = self.collector.ask("POST", "/v1/tokens", self.collector.admin, b"{}", {"Content-Type": "text/plain"})
        self.refused(answer, 415, "unsupported-media-type", "a token asked for in plain text")
        given = {"Content-Type": JSON, "Content-Encoding": "gzip"}
        answer = self.collector.ask("POST", "/v1/tokens", self.collector.admin, gzip.compress(b"{}"), given)
        self.refused(answer, 415, "unsupported-encoding", "a token asked for in gzip")
        for key in ("", "1", "00000000-0000-0000-0000-000000000000", "fires", batch_key()[:-1], batch_key() + "0"):
            given = {"Content-Type": SEALED, "Idempotency-Key": key}
            answer = self.collector.ask("POST", "/v1/collections/fires/reports", self.token, good, given)
            self.refused(answer, 422, "key-missing", f"the key '{key}'")
        self.is_well("after wrong types")

    def tokens(self) -> None:
        # One that is taken before it expires: on a busy machine that may need longer.
        for seconds in (1.5, 5.0, 20.0, 60.0):
            end = datetime.now(timezone.utc) + timedelta(seconds=seconds)
            expires = end.strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"
            expiring = self.collector.new_token("client", "fires", expires=expires)
            answer = self.collector.post("fires", expiring, self.good)
            if answer.status == 200:
                break
        self.checks.that(answer.status == 200, f"a token that has not expired: {answer}")
        self.counted += 4
        revoked = self.collector.manage("POST", "/v1/tokens", {"scope": "client", "collection": "fires"})
        foreign = self.collector.new_token("client", "other")
        answer = self.collector.post("fires", revoked["secret"], self.good)
        self.checks.that(answer.status == 200, f"a token of the collection: {answer}")
        self.counted += 4
        self.collector.manage("DELETE", f"/v1/tokens/{revoked['id']}")
        self.refused(self.collector.post("fires", revoked["secret"], self.good), 401, "token-revoked", "a revoked one")
        self.refused(self.collector.post("fires", foreign, self.good), 403, "token-scope", "another collection's")
        time.sleep(max(0.0, (end - datetime.now(timezone.utc)).total_seconds()) + 0.1)
        self.refused(self.collector.post("fires", expiring, self.good), 401, "token-expired", "an expired one")
        answer = self.collector.post("fires", None, self.good)
        self.refused(answer, 401, "token-missing", "none")
        self.checks.that(answer.headers.get("www-authenticate") == "Bearer", f"none: {answer.headers}")
        known = self.token
        wrong = [
            "",
            "sdc_",
            known[:-1],
            known + "a",
            known.upper(),
            "sda_" + known[4:],
            "a" * 5000,
            "\xc3\xa9",
            known[4:],
        ]
        for token in wrong:
            answer = self.collector.ask("GET", "/v1/collections/fires", token)
            self.refused(answer, 401, "token-unknown", f"the token {token[:9]}…")
        for field in (f"Basic {known}", known, f"Bearer  {known}", f"Bearer\t{known}", f"Bearer {known} {known}"):
            answer = self.collector.ask("GET", "/v1/collections/fires", None, None, {"Authorization": field})
            self.refused(answer, 401, "token-unknown", f"the field {field[:9]}…")
        answer = self.collector.ask("GET", f"/v1/collections/fires?token={known}")
        self.refused(answer, 401, "token-missing", "a token in the address")
        self.is_well("after tokens that are none")

    def noise(self) -> None:
        chance = random.Random(17)
        hello = bytes.fromhex("16030100c8010000c40303") + chance.randbytes(194)
        for data in (hello, b"SSH-2.0-OpenSSH_9.2\r\n", b"\0" * 4000, b"\r\n" * 2000, b"EHLO a\r\n", b"\xff" * 100):
            answers = self.send(data)
            self.checks.that(all(one.status in (0, 400, 408, 431) for one in answers), f"{data[:9]!r}: {answers}")
        for _ in range(300):
            with self.collector.raw() as connection:
                connection.sendall(chance.randbytes(chance.randrange(1, 3000)))
                if chance.random() < 0.5:
                    connection.settimeout(0.05)
                    read_all(connection)
        good = self.post_head(f"Content-Length: {len(self.good)}") + self.good
        for _ in range(300):  # a good request, somewhere of which something is changed, and that is cut off
            changed = bytearray(good[: chance.randrange(20, 150)])
            changed[chance.randrange(len(changed))] ^= chance.randrange(1, 256)
            with self.collector.raw() as connection:
                connection.sendall(changed)
        self.is_well("after noise")

    def all(self) -> Iterable[Callable[[], None]]:
        return (
            self.slow_senders, self.flood_of_connections, self.slow_reader, self.large_headers, self.large_bodies,
            self.hoarders, self.bombs, self.smuggling, self.damaged_reports, self.paths, self.types, self.tokens,
            self.noise,
        )  # fmt: skip

    def check_log(self) -> None:
        """Every reason is there, once in a minute for an address; nothing in it is a fault of the collector's."""
        lines = self.collector.log_lines()
        refused = [line for line in lines if line["event"] == "refused"]
        named = {line["reason"] for line in refused}
        self.checks.that(self.expected <= named, f"not in the log: {self.expected - named}")
        for (minute, peer, reason), times in Counter(
            (line["time"][:16], line["peer"], line["reason"]) for line in refused
        ).items():
            self.checks.that(times == 1, f"the log says {times} times in {minute} that {reason} of {peer} was refused")
        faults = [line for line in lines if line["level"] == "error"]
        self.checks.that(not faults, f"faults in the log: {faults[:3]}")
        text = self.collector.log.read_text()
        self.checks.that(self.token not in text and self.collector.admin not in text, "a token is in the log")


def open_files(collector: Collector) -> int:
    assert collector.process
    return len(os.listdir(f"/proc/{collector.process.pid}/fd"))


def main() -> int:
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    checks = Checks()
    began = time.monotonic()
    with Collector(sys.argv[1], {"limits": LIMITS}) as collector:
        strangers = Strangers(collector, checks)
        # What a collector that has work to do holds: buffers, threads, libraries that are loaded on use.
        many = srep(collector, strangers.fires, [1] * 200_000)
        for encoding in ("gzip", "identity"):
            body = gzip.compress(many) if encoding == "gzip" else many
            answer = collector.post("fires", strangers.token, body, headers={"Content-Encoding": encoding})
            checks.that(answer.status == 200, f"200,000 reports: {answer}")
            strangers.counted += 200_000
        strangers.hoarders()  # as many large bodies at once as there may be
        strangers.is_well("at first")
        memory, files = collector.memory(), open_files(collector)
        for part in strangers.all():
            before = time.monotonic()
            part()
            name, grown = part.__name__.replace("_", " "), (collector.memory() - memory) / 2**20
            print(f"{name}: {time.monotonic() - before:.1f} s, {grown:+.1f} MB")
        # Until the connections that we closed have gone.
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            if collector.memory() - memory < MEMORY_GROWTH and open_files(collector) <= files + 2:
                break
            time.sleep(0.2)
        grown = collector.memory() - memory
        checks.that(grown < MEMORY_GROWTH, f"the collector holds {grown / 2**20:.1f} MB more than before")
        checks.that(open_files(collector) <= files + 2, f"{open_files(collector)} files are open, before {files}")
        strangers.check_log()
        checks.that(collector.end(signal.SIGTERM) == 0, "the collector ends well")
        errors = (collector.folder / "errors").read_text()
        checks.that(errors == "", f"on the standard error: {errors}")
    return checks.end(f"strangers ({time.monotonic() - began:.0f} s)")


if __name__ == "__main__":
    sys.exit(main())
