"""A PostgreSQL server of one's own, for tests of what happens when it ends; see tests/systems/postgresql.sh."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

SKIPPED = 77


def find_postgresql() -> Path | None:
    """The folder of the newest server's programs."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    return found[-1].parent if found else None


class Postgresql:
    """On a Unix socket in a folder."""

    def __init__(self, folder: Path) -> None:
        programs = find_postgresql()
        if programs is None:
            print("no PostgreSQL server is installed")
            sys.exit(SKIPPED)
        self.programs, self.socket = programs, folder / "pg"
        self.socket.mkdir()
        folder.chmod(0o755)
        # The server refuses to run as root.
        self.owner: list[str] = []
        if os.getuid() == 0:
            known = subprocess.run(["id", "postgres"], capture_output=True, check=False)
            user = "postgres" if known.returncode == 0 else "nobody"
            group = subprocess.run(["id", "-gn", user], capture_output=True, text=True, check=True).stdout.strip()
            self.owner = ["setpriv", f"--reuid={user}", f"--regid={group}", "--clear-groups"]
            shutil.chown(self.socket, user)
        self.data = self.socket / "data"
        self.options = f"-c listen_addresses='' -c unix_socket_directories='{self.socket}'"
        self.run("initdb", "-U", "tester", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync")
        self.start()
        self.sql("CREATE DATABASE events", "postgres")
        self.url = f"postgresql://tester@/events?host={self.socket}"

    def run(self, program: str, *options: str) -> None:
        command = [*self.owner, str(self.programs / program), "-D", str(self.data), *options]
        subprocess.run(command, cwd="/", stdout=subprocess.DEVNULL, check=True)

    def start(self) -> None:
        self.run("pg_ctl", "-w", "-t", "60", "-l", str(self.socket / "log"), "-o", self.options, "start")

    def stop(self, how: str = "immediate") -> None:
        self.run("pg_ctl", "-m", how, "-w", "stop")

    def sql(self, statement: str, database: str = "events") -> str:
        command = ["psql", "-qtAX", "-v", "ON_ERROR_STOP=1", f"postgresql://tester@/{database}?host={self.socket}"]
        done = subprocess.run([*command, "-c", statement], capture_output=True, text=True, check=True)
        return done.stdout.strip()


@contextmanager
def postgresql(folder: Path) -> Iterator[Postgresql]:
    server = Postgresql(folder)
    try:
        yield server
    finally:
        subprocess.run(
            [*server.owner, str(server.programs / "pg_ctl"), "-D", str(server.data), "-m", "immediate", "stop"],
            cwd="/",
            capture_output=True,
            check=False,
        )
