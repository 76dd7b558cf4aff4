"""Somebody between two who talk, for tests of what the network tells."""

from __future__ import annotations

import socket
import threading


class Wire:
    """Somebody between a client and a collector who writes down every byte, and may change one."""

    def __init__(self, port: int) -> None:
        self.port_behind = port
        self.sent = bytearray()
        self.answered = bytearray()
        self.change_at: int | None = None  # of what a client sends
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self) -> None:
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            server = socket.create_connection(("127.0.0.1", self.port_behind))
            for one, other, log in ((client, server, self.sent), (server, client, self.answered)):
                threading.Thread(target=self.pass_on, args=(one, other, log), daemon=True).start()

    def pass_on(self, one: socket.socket, other: socket.socket, log: bytearray) -> None:
        try:
            while part := bytearray(one.recv(65536)):
                place = None if log is self.answered or self.change_at is None else self.change_at - len(log)
                log += part
                if place is not None and 0 <= place < len(part):
                    part[place] ^= 1
                other.sendall(part)
        except OSError:
            pass
        for end in (one, other):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def close(self) -> None:
        self.listener.close()

    def saw(self, text: str | bytes) -> bool:
        data = text.encode() if isinstance(text, str) else text
        return data in self.sent or data in self.answered
