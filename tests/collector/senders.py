"""Senders whose reports are known one by one, so that what a collector counted can be compared cell by cell."""

from __future__ import annotations

import random
import re
import socket
import struct
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from running_collector import JSON, Answer, Collector, batch_key, fail, json_reports, wait_until

VALUES = 200  # of the collections here: GRR, one byte per report


def free_port() -> int:
    """Below the ports that the kernel gives to clients: those who knock while the server is down must not get it."""
    chance = random.Random()
    while True:
        port = chance.randrange(20000, 32000)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
                return port
            except OSError:
                continue


class Link:
    """One connection, kept alive. Everything that goes wrong is an OSError."""

    def __init__(self, port: int, timeout: float = 20) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.rest = b""

    def ask(self, method: str, path: str, token: str, body: bytes = b"", fields: str = "") -> Answer:
        head = f"{method} {path} HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer {token}\r\n{fields}"
        self.socket.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        while (end := self.rest.find(b"\r\n\r\n")) < 0:
            self.receive()
        length = re.search(rb"\r\ncontent-length: *(\d+)", self.rest[:end].lower())
        size = end + 4 + (int(length[1]) if length else 0)
        while len(self.rest) < size:
            self.receive()
        answer = Answer(int(self.rest[9:12]), {}, self.rest[end + 4 : size])
        self.rest = self.rest[size:]
        return answer

    def receive(self) -> None:
        some = self.socket.recv(1 << 16)
        if not some:
            raise ConnectionError("the server closed the connection")
        self.rest += some

    def close(self) -> None:
        self.socket.close()


class KnownCollector(Collector):
    """A collector on a store and a port that it keeps, and collections whose cells can be read."""

    def __init__(self, sourdine: str, folder: Path, store: str, environment: dict[str, str] | None = None) -> None:
        settings: dict[str, dict[str, Any]] = {
            "server": {"port": free_port()},
            "store": {"url": store},
        }
        super().__init__(sourdine, settings, folder=folder, environment=environment)

    def create(self, name: str, **settings: Any) -> str:
        """A collection of GRR over VALUES values; returns the fingerprint of its spec."""
        made = self.new_collection(name, {"oracle": "grr", "k": VALUES, "epsilon": 1}, **settings)
        if made["report_bytes"] != 1:
            fail(f"a report has {made['report_bytes']} bytes, and these tests write those of one")
        return str(made["fingerprint"])

    def file(self, path: str) -> bytes:
        answer = self.ask("GET", path, self.admin)
        if answer.status != 200:
            fail(f"GET {path}: {answer}")
        return answer.body

    def tally(self, name: str) -> list[int]:
        """The cells of the whole collection, from its .stly file."""
        return tally_cells(self.file(f"/v1/collections/{name}/tally"))

    def kept(self, name: str) -> list[int]:
        """Kept reports by value, from the .srep file."""
        return kept_cells(self.file(f"/v1/collections/{name}/reports"))


def after_header(file: bytes) -> int:
    (size,) = struct.unpack_from("<I", file, 12)
    return 16 + int(size) + 4


def tally_cells(file: bytes) -> list[int]:
    """docs/formats.md: reports, length, cells as varints."""
    at = after_header(file)
    reports, length = struct.unpack_from("<QQ", file, at)
    cells, value, shift = [], 0, 0
    for byte in file[at + 16 : at + 16 + length]:
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            cells.append(value)
            value = shift = 0
    if sum(cells) != reports:
        fail(f"a tally of {reports} reports whose cells add up to {sum(cells)}")
    return cells


def kept_cells(file: bytes) -> list[int]:
    at, cells = after_header(file), [0] * VALUES
    while file[at : at + 1] == b"B":
        (count,) = struct.unpack_from("<I", file, at + 1)
        for value, times in Counter(file[at + 9 : at + 9 + count]).items():
            cells[value] += times
        at += 9 + count + 4
    return cells


@dataclass
class Batch:
    collection: str
    values: bytes
    fingerprint: str
    key: str = field(default_factory=batch_key)
    tries: int = 0

    def send(self, link: Link, token: str) -> Answer:
        body = json_reports(self.fingerprint, [bytes([value]) for value in self.values])
        self.tries += 1
        fields = f"Content-Type: {JSON}\r\nIdempotency-Key: {self.key}\r\n"
        return link.ask("POST", f"/v1/collections/{self.collection}/reports", token, body, fields)

    def read(self, answer: Answer) -> bool:
        """Of a 200: whether it was counted before."""
        said = answer.json
        if said["accepted"] != len(self.values):
            fail(f"a batch of {len(self.values)} reports, and {said['accepted']} accepted")
        return bool(said["repeated"])


def sum_of(batches: list[Batch]) -> list[int]:
    cells = [0] * VALUES
    for batch in batches:
        for value in batch.values:
            cells[value] += 1
    return cells


class Sender(threading.Thread):
    """Sends batch after batch until it is told to end; what gets no answer is sent again under its key, or, now and
    then, left as it is: `open`, of which nobody knows whether it was counted."""

    def __init__(self, seed: int, collection: str, fingerprint: str, token: str, ports: list[int]) -> None:
        super().__init__(daemon=True)
        self.chance = random.Random(seed)
        self.collection, self.fingerprint, self.token, self.ports = collection, fingerprint, token, ports
        self.acknowledged: list[Batch] = []
        self.open: list[Batch] = []
        self.faults: list[str] = []
        self.answers: Counter[int] = Counter()
        self.ending = threading.Event()
        self.gives_up = 0.3  # of those without an answer

    def new_batch(self) -> Batch:
        values = bytes(self.chance.randrange(VALUES) for _ in range(self.chance.randrange(1, 24)))
        return Batch(self.collection, values, self.fingerprint)

    def run(self) -> None:
        link: Link | None = None
        batch: Batch | None = None
        while not self.ending.is_set():
            batch = batch or self.new_batch()
            try:
                link = link or Link(self.chance.choice(self.ports))
                answer = batch.send(link, self.token)
            except OSError:
                if link is not None:
                    link.close()
                # One that was never sent is no case of its own.
                if link is not None and self.chance.random() < self.gives_up:
                    self.open.append(batch)
                    batch = None
                link = None
                time.sleep(self.chance.random() * 0.02)
                continue
            self.answers[answer.status] += 1
            if answer.status == 200:
                if batch.read(answer) and batch.tries == 1:
                    self.faults.append(f"{batch.key} was 'repeated' when it was sent for the first time")
                self.acknowledged.append(batch)
                batch = None
            elif answer.status in (408, 429) or answer.status >= 500:
                time.sleep(self.chance.random() * 0.05)
            else:
                self.faults.append(f"{answer.status} {answer.body!r}")
                batch = None
        if batch is not None and batch.tries > 0:
            self.open.append(batch)
        if link is not None:
            link.close()

    def end(self) -> None:
        self.ending.set()
        self.join(60)
        if self.is_alive():
            fail("a sender waits for an answer that does not come")


class Senders:
    def __init__(self, count: int, seed: int, collection: str, fingerprint: str, token: str, ports: list[int]) -> None:
        self.all = [Sender(seed * 1000 + i, collection, fingerprint, token, ports) for i in range(count)]
        for one in self.all:
            one.start()

    def acknowledged(self) -> list[Batch]:
        return [batch for one in self.all for batch in list(one.acknowledged)]

    def end(self) -> tuple[list[Batch], list[Batch]]:
        """(acknowledged, open)"""
        for one in self.all:
            one.end()
        faults = [fault for one in self.all for fault in one.faults]
        if faults:
            fail(f"{len(faults)} answers that no sender should get, the first: {faults[0]}")
        return self.acknowledged(), [batch for one in self.all for batch in one.open]

    def statuses(self) -> Counter[int]:
        total: Counter[int] = Counter()
        for one in self.all:
            total += one.answers
        return total

    def wait_for_status(self, status: int, more: int, what: str) -> None:
        enough = self.statuses()[status] + more
        wait_until(lambda: self.statuses()[status] >= enough, f"{more} answers {status}, {what}")

    def wait_for(self, more: int, what: str) -> None:
        begin, end = len(self.acknowledged()), time.monotonic() + 180
        while len(self.acknowledged()) < begin + more:
            if time.monotonic() > end:
                fail(f"{what}: {len(self.acknowledged()) - begin} batches in three minutes, not {more}")
            time.sleep(0.01)


def resend(collector: KnownCollector, batches: list[Batch], token: str) -> tuple[list[Batch], list[Batch]]:
    """(those that were counted before, those that are counted now)"""
    link = Link(collector.port)
    before: list[Batch] = []
    now: list[Batch] = []
    for batch in batches:
        answer = batch.send(link, token)
        if answer.status != 200:
            told = [line for line in collector.log_lines() if line["level"] == "error"]
            fail(f"a batch that was sent again: {answer}; the log: {told[-3:]}")
        (before if batch.read(answer) else now).append(batch)
    link.close()
    return before, now


def require_exact(
    collector: KnownCollector,
    name: str,
    acknowledged: list[Batch],
    unknown: list[Batch],
    token: str,
    keeps: bool = False,
) -> str:
    """The collection holds every acknowledged batch once, of the others all or nothing, and nothing else."""
    reports, cells = collector.reports(name), collector.tally(name)
    kept = collector.kept(name) if keeps else []
    before, now = resend(collector, unknown, token)
    expected = sum_of(acknowledged + before)
    if reports != sum(expected):
        fail(
            f"{reports} reports, but {sum_of_counts(acknowledged)} were acknowledged and {sum_of_counts(before)} "
            "counted without an answer"
        )
    if cells != expected:
        wrong = [f"{i}: {cells[i]} for {expected[i]}" for i in range(VALUES) if cells[i] != expected[i]]
        fail(f"{len(wrong)} cells are wrong: {wrong[:5]}")
    if keeps and kept != expected:
        fail("the kept reports are not those that were counted")
    sample = random.Random(1).sample(acknowledged, min(1000, len(acknowledged)))
    _, lost = resend(collector, sample, token)
    if lost:
        fail(f"{len(lost)} acknowledged batches of {len(sample)} were counted again")
    if collector.tally(name) != sum_of(acknowledged + before + now):
        fail("batches that were sent again changed the tally otherwise than by those that were new")
    return (
        f"{len(acknowledged)} acknowledged batches counted once; of {len(unknown)} without an answer {len(before)} "
        f"whole, {len(now)} not at all"
    )


def sum_of_counts(batches: list[Batch]) -> int:
    return sum(len(batch.values) for batch in batches)
