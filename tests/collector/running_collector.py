"""A collector that runs, and somebody who talks to it: what the tests of whole collectors have in common."""

from __future__ import annotations

import base64
import http.client
import json
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn
from urllib.parse import urlsplit

SEALED = "application/vnd.sourdine.reports"
JSON = "application/json"


def fail(why: str) -> NoReturn:
    sys.exit(f"failed: {why}")


def wait_until(is_so: Callable[[], bool], what: str, seconds: float = 120) -> None:
    end = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > end:
            fail(f"not within {seconds:.0f} s: {what}")
        time.sleep(0.01)


@dataclass
class Answer:
    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def slug(self) -> str:
        """The problem's name, "" when it is none."""
        if not self.headers.get("content-type", "").startswith("application/problem+json"):
            return ""
        return str(self.json["type"]).removeprefix("urn:sourdine:problem:")

    def __str__(self) -> str:
        return f"{self.status} {self.body[:300].decode(errors='replace').strip()}"


def answers_in(data: bytes) -> list[Answer]:
    """The answers that these bytes hold, one behind the other."""
    found: list[Answer] = []
    while data:
        head, _, rest = data.partition(b"\r\n\r\n")
        lines = head.decode("latin-1").split("\r\n")
        status = re.fullmatch(r"HTTP/1\.1 (\d{3}) .*", lines[0])
        if not status:
            return [*found, Answer(0, {}, data)]
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:])}
        size = int(headers.get("content-length", 0))
        found.append(Answer(int(status[1]), headers, rest[:size]))
        data = rest[size:]
    return found


def read_all(connection: socket.socket) -> bytes:
    """Until the other side closes, or says nothing for a while."""
    data = b""
    try:
        while part := connection.recv(65536):
            data += part
    except (ConnectionError, TimeoutError):
        pass
    return data


class Checks:
    """Counts what holds; a failure is said at once, and the next one is still looked at."""

    def __init__(self) -> None:
        self.held = self.failed = 0

    def that(self, holds: bool, sentence: str) -> bool:
        if holds:
            self.held += 1
        else:
            self.failed += 1
            print(f"FAILED: {sentence}", file=sys.stderr)
        return holds

    def answers(self, answer: Answer, status: int, slug: str, what: str) -> bool:
        return self.that((answer.status, answer.slug) == (status, slug), f"{what}: {status} {slug}, not {answer}")

    def end(self, said: str) -> int:
        print(f"{said}: {self.held} checks held" + (f", {self.failed} FAILED" if self.failed else ""))
        return 1 if self.failed else 0


def batch_key(at: float | None = None) -> str:
    """A UUID of version 7 of this time (seconds since 1970)."""
    moment = round((time.time() if at is None else at) * 1000)
    number = bytearray(moment.to_bytes(6, "big") + os.urandom(10))
    number[6] = number[6] & 0x0F | 0x70
    number[8] = number[8] & 0x3F | 0x80
    text = number.hex()
    return "-".join((text[:8], text[8:12], text[12:16], text[16:20], text[20:]))


def json_reports(fingerprint: str, reports: list[bytes], **more: Any) -> bytes:
    """The body of a batch."""
    texts = [base64.b64encode(report).decode() for report in reports]
    return json.dumps({"fingerprint": fingerprint, "reports": texts, **more}).encode()


class Collector:
    """`sourdine serve` in a folder (one of its own unless it is given); `settings` are sections of its configuration,
    `files` are there too."""

    def __init__(
        self,
        sourdine: str,
        settings: Mapping[str, Mapping[str, Any]] | None = None,
        files: Mapping[str, str] | None = None,
        folder: Path | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.sourdine = str(Path(sourdine).resolve())
        self.environment = {**os.environ, **(environment or {})}
        self.folder = folder or Path(tempfile.mkdtemp(prefix="sourdine-collector-"))
        self.folder.mkdir(exist_ok=True)
        self.log = self.folder / "collector.log"
        given: dict[str, dict[str, Any]] = {"server": {"port": 0}, "log": {"file": str(self.log)}}
        for section, values in (settings or {}).items():
            given.setdefault(section, {}).update(values)
        lines = [
            f"[{section}]\n" + "".join(f"{key} = {json.dumps(value)}\n" for key, value in values.items())
            for section, values in given.items()
        ]
        (self.folder / "collector.toml").write_text("\n".join(lines))
        for name, text in (files or {}).items():
            (self.folder / name).write_text(text)
        self.admin = ""
        self.port = int(given["server"]["port"])
        self.trust: ssl.SSLContext | None = None
        self.process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Collector:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def make_first_token(self) -> None:
        """The administrator's, and with it the store; nothing where there is one."""
        if not self.admin:
            self.admin = self.command("serve", "--config", "collector.toml", "--new-token", "admin").stdout.strip()

    def launch(self, *before: str) -> None:
        """Starts it and does not wait. `before`: what runs it, strace for instance."""
        self.make_first_token()
        command = [*before, self.sourdine, "serve", "--config", "collector.toml"]
        if self.port:
            command += ["--port", str(self.port)]
        with (self.folder / "errors").open("a") as errors:
            self.process = subprocess.Popen(
                command, cwd=self.folder, stdout=subprocess.PIPE, stderr=errors, text=True, env=self.environment
            )

    def start(self, *before: str) -> None:
        """Returns when it listens."""
        self.launch(*before)
        assert self.process and self.process.stdout
        for line in self.process.stdout:
            if found := re.search(r"collector at (\S+)", line):
                self.url = found[1]
                self.port = urlsplit(self.url).port or 0
                return
        fail(f"the collector did not start: {(self.folder / 'errors').read_text()[-2000:]}")

    def end(self, how: signal.Signals) -> int:
        if self.process is None:
            return 0
        self.process.send_signal(how)
        code = self.process.wait(timeout=60)
        assert self.process.stdout
        self.process.stdout.close()
        self.process = None
        return code

    def stop(self) -> None:
        if code := self.end(signal.SIGTERM):
            fail(f"the collector ended with {code} when it was asked to")

    def kill(self) -> None:
        self.end(signal.SIGKILL)

    def command(self, *words: str, given: str | None = None) -> subprocess.CompletedProcess[str]:
        """`sourdine WORDS` in the collector's folder."""
        return subprocess.run([self.sourdine, *words], cwd=self.folder, input=given, capture_output=True, text=True)

    # ---- requests

    def connection(self, timeout: float = 120) -> http.client.HTTPConnection:
        if self.trust is not None:
            return http.client.HTTPSConnection("localhost", self.port, timeout=timeout, context=self.trust)
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)

    def ask(
        self,
        method: str,
        path: str,
        token: str | None = None,
        body: bytes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        sent = dict(headers or {})
        if token is not None:
            sent["Authorization"] = f"Bearer {token}"
        connection = self.connection()
        try:
            connection.request(method, path, body, sent)
            response = connection.getresponse()
            given = {name.lower(): value for name, value in response.getheaders()}
            return Answer(response.status, given, response.read())
        finally:
            connection.close()

    def manage(self, method: str, path: str, body: Any = None) -> Any:
        """As the administrator; what comes back, if it is good."""
        given = None if body is None else json.dumps(body).encode()
        answer = self.ask(method, path, self.admin, given, {"Content-Type": JSON} if given else {})
        if answer.status >= 300:
            raise SystemExit(f"{method} {path}: {answer}")
        return answer.json if answer.body else None

    def new_collection(self, name: str, spec: Mapping[str, Any], **more: Any) -> Any:
        return self.manage("POST", "/v1/collections", {"id": name, "spec": spec, **more})

    def new_token(self, scope: str, collection: str | None = None, **more: Any) -> str:
        return str(self.manage("POST", "/v1/tokens", {"scope": scope, "collection": collection, **more})["secret"])

    def post(
        self,
        collection: str,
        token: str | None,
        body: bytes,
        kind: str = SEALED,
        key: str | None = None,
        period: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """A batch of reports."""
        path = f"/v1/collections/{collection}/reports" + (f"?period={period}" if period else "")
        given = {"Content-Type": kind, "Idempotency-Key": key or batch_key(), **(headers or {})}
        return self.ask("POST", path, token, body, given)

    def reports(self, collection: str) -> int:
        return int(self.manage("GET", f"/v1/collections/{collection}")["reports"])

    # ---- what the operator sees

    def log_lines(self) -> list[dict[str, Any]]:
        if not self.log.exists():
            return []
        return [json.loads(line) for line in self.log.read_text().splitlines()]

    def refusals(self) -> Counter[str]:
        """How many lines of the log say what was refused, by reason."""
        return Counter(line["reason"] for line in self.log_lines() if line["event"] == "refused")

    def memory(self) -> int:
        """Bytes that the process holds."""
        assert self.process
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) * 1024
        raise SystemExit("there is no VmRSS")

    def raw(self, timeout: float = 10) -> socket.socket:
        """A connection on which anything can be sent."""
        return socket.create_connection(("127.0.0.1", self.port), timeout=timeout)


def srep(collector: Collector, collection: Mapping[str, Any], values: list[int], *more: str) -> bytes:
    """Reports about these values, made by `sourdine randomize` for the collection."""
    spec = collection["spec"]
    words = ["randomize", "-", "--oracle", spec["oracle"], "--epsilon", str(spec["epsilon"]), "--out", "-"]
    if "labels" in spec:
        labels = collector.folder / f"{collection['id']}.{threading.get_ident()}.labels"  # threads do not share it
        labels.write_text("".join(f"{label}\n" for label in spec["labels"]))
        words += ["--labels", str(labels)]
        given = "".join(f"{spec['labels'][value]}\n" for value in values)
    else:
        words += ["--domain", str(spec["k"])]
        given = "".join(f"{value}\n" for value in values)
    for name, number in spec.get("parameters", {}).items():
        words += ["--param", f"{name}={number}"]
    words += ["--collection", collection["id"], *more]
    done = subprocess.run([collector.sourdine, *words], cwd=collector.folder, input=given.encode(), capture_output=True)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(words)}: {done.stderr.decode()}")
    return done.stdout
