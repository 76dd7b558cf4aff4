"""What strace wrote down."""

from __future__ import annotations

import re
from pathlib import Path


class Trace:
    """Finished system calls in the order in which they ended: (line at the beginning, line at the end, text)."""

    CALLS = "openat,socket,connect,pwrite64,fsync,fdatasync,recvfrom,recvmsg,sendto,sendmsg,read,readv,write,writev"

    def __init__(self, path: Path) -> None:
        self.calls: list[tuple[int, int, str]] = []
        begun: dict[str, tuple[int, str]] = {}
        for number, line in enumerate(path.read_text(errors="replace").splitlines()):
            thread, _, text = line.partition(" ")
            text = text.strip()
            if text.endswith("<unfinished ...>"):
                begun[thread] = (number, text.removesuffix("<unfinished ...>").strip())
            elif resumed := re.match(r"<\.\.\. \w+ resumed>(.*)", text):
                begin, first = begun.pop(thread)
                self.calls.append((begin, number, f"{first} {resumed[1]}"))
            else:
                self.calls.append((number, number, text))

    def descriptors(self, pattern: str) -> set[str]:
        return {found[1] for *_, text in self.calls if (found := re.search(pattern, text))}

    def find(self, pattern: str) -> list[tuple[int, int, str]]:
        return [call for call in self.calls if re.match(pattern, call[2])]
