"""SQLite's write-ahead log, for tests that tear it."""

from __future__ import annotations

import random
import struct
from pathlib import Path


class WriteAheadLog:
    """As its file format is documented."""

    def __init__(self, path: Path) -> None:
        self.path, self.bytes = path, bytearray(path.read_bytes())
        magic, _, self.page, _, *self.salt, one, two = struct.unpack(">8I", self.bytes[:32])
        self.order = ">" if magic & 1 else "<"
        self.sums, self.end, at = (one, two), 32, 32
        # A kill may come between a log begun anew and its first commit: the size is then that of the database.
        self.database_pages = path.with_name(path.name.removesuffix("-wal")).stat().st_size // self.page
        sums = self.sums
        while at + 24 + self.page <= len(self.bytes):
            number, size, *rest = struct.unpack_from(">6I", self.bytes, at)
            sums = self.checksum(sums, self.bytes[at : at + 8], self.bytes[at + 24 : at + 24 + self.page])
            if rest != [*self.salt, *sums] or number == 0:
                break
            at += 24 + self.page
            if size != 0:  # a commit
                self.end, self.sums, self.database_pages = at, sums, size

    def checksum(self, sums: tuple[int, int], *parts: bytes | bytearray) -> tuple[int, int]:
        one, two = sums
        for part in parts:
            words = struct.unpack(f"{self.order}{len(part) // 4}I", part)
            for i in range(0, len(words), 2):
                one = (one + words[i] + two) & 0xFFFFFFFF
                two = (two + words[i + 1] + one) & 0xFFFFFFFF
        return one, two

    def frames(self, chance: random.Random, count: int, commits: bool) -> bytes:
        """What a transaction would have written next, every checksum right; its pages are noise."""
        written, sums = b"", self.sums
        for i in range(count):
            page = chance.randbytes(self.page)
            head = struct.pack(">2I", 1 + chance.randrange(self.database_pages), 0)
            if commits and i == count - 1:
                head = struct.pack(">2I", 1, self.database_pages)
            sums = self.checksum(sums, head, page)
            written += head + struct.pack(">4I", *self.salt, *sums) + page
        return written

    def tear(self, chance: random.Random, kind: int) -> str:
        """Something that a power cut may leave behind the last commit."""
        if kind == 0:
            said, tail = "noise", chance.randbytes(chance.randrange(1, 20000))
        elif kind == 1:
            said, tail = "whole frames without their commit", self.frames(chance, chance.randrange(1, 6), False)
        elif kind == 2:
            whole = self.frames(chance, chance.randrange(1, 6), True)
            said, tail = "a transaction cut in its last frame", whole[: len(whole) - chance.randrange(1, self.page)]
        else:
            whole = self.frames(chance, chance.randrange(1, 6), True)
            hole = 512 * chance.randrange(len(whole) // 512)
            said, tail = "a transaction with a sector that was never written", whole[:hole] + bytes(512)
            tail += whole[hole + 512 :]
        self.path.write_bytes(bytes(self.bytes[: self.end]) + tail)
        return said
