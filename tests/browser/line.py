"""A line between a browser and Talon that can be cut.

The browser's own switch lets slip what a page asks for in its first moment (seen with Chromium 156): what is
to be said of a page that is opened without a line is tried with a line that is cut.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from urllib.parse import urlsplit

CHUNK = 65_536


@dataclass
class Line:
    """Carries what is said on a port of its own to Talon and back, until it is cut."""

    to: tuple[str, int]
    listener: socket.socket
    is_cut: bool = False
    open: set[socket.socket] = field(default_factory=set)

    @property
    def address(self) -> str:
        host, port = self.listener.getsockname()
        return f"http://{host}:{port}"

    def cut(self) -> None:
        self.is_cut = True
        for one in [*self.open]:
            self._hang_up(one)

    def mend(self) -> None:
        self.is_cut = False

    def carry(self) -> None:
        """Takes one call after the other, until nobody listens any more."""
        with suppress(OSError):
            while True:
                caller, _from = self.listener.accept()
                self._connect(caller)

    def _connect(self, caller: socket.socket) -> None:
        if self.is_cut:
            caller.close()
            return
        talon = socket.create_connection(self.to)
        self.open |= {caller, talon}
        for one, other in ((caller, talon), (talon, caller)):
            threading.Thread(target=self._copy, args=(one, other), daemon=True).start()

    def _copy(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):  # one of them has hung up, or the line was cut
            while heard := one.recv(CHUNK):
                other.sendall(heard)
        self._hang_up(one)
        self._hang_up(other)

    def _hang_up(self, one: socket.socket) -> None:
        self.open.discard(one)
        with suppress(OSError):  # it was hung up at the other end
            one.shutdown(socket.SHUT_RDWR)
        one.close()


@contextmanager
def line_to(address: str) -> Iterator[Line]:
    parts = urlsplit(address)
    assert parts.hostname
    assert parts.port
    with socket.create_server(("127.0.0.1", 0)) as listener:
        line = Line((parts.hostname, parts.port), listener)
        threading.Thread(target=line.carry, daemon=True).start()
        yield line
        line.cut()
        listener.shutdown(socket.SHUT_RDWR)
