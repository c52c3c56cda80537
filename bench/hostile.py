"""What others feel of clients that send slowly or not at all: python bench/hostile.py [--connections N] …

The product itself, started by `bin/run`. Ordinary requests are made at a steady pace, by turns without and
with each kind of hostile client, all in one run. What must be kept:

    the slowest hundredth   of the ordinary requests at most twice as slow beside each kind as without
    every request           answered
    the disk                nothing in the folder for temporary files
    the lock of writers     free, so that no page waits for somebody who only sends
"""

from __future__ import annotations

import argparse
import fcntl
import re
import secrets
import socket
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlencode, urlsplit

from processes import memory_of

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

if TYPE_CHECKING:
    from tests.house.starting import Talon

MOST_TIMES_AS_SLOW = 2.0
CLIENTS = 4  # that make ordinary requests
TURNS = 6  # of each kind
PATIENCE = 30.0
MEGABYTE = 1 << 20
TOKEN = "a" * 32
FORM = "application/x-www-form-urlencoded"
# What people do: a page, a monitor's question, a form that is refused because its token does not fit.
ORDINARY = (("GET", "/"), ("GET", "/health/"), ("GET", "/sign-in/"), ("POST", "/sign-in/"))
FINE = (200, 403)


@dataclass(frozen=True)
class Asked:
    connections: int
    seconds: float
    rate: float


@dataclass(frozen=True)
class Server:
    talon: Talon
    temporary: Path
    director: str  # the cookies of a user who is signed in

    @property
    def place(self) -> tuple[str, int]:
        address = urlsplit(self.talon.address)
        return str(address.hostname), int(address.port or 0)

    def connect(self, data: bytes, receive_buffer: int = 0) -> socket.socket:
        connection = socket.socket()
        if receive_buffer:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        connection.settimeout(PATIENCE)
        connection.connect(self.place)
        connection.sendall(data)
        return connection

    def head(self, method: str, path: str, *lines: str) -> bytes:
        return "\r\n".join([f"{method} {path} HTTP/1.1", "Host: localhost", *lines, "", ""]).encode()


# --- hostile clients ------------------------------------------------------------------------------------

Attack = Callable[[Server], socket.socket]


def one_byte(server: Server) -> socket.socket:
    lines = [f"Cookie: csrftoken={TOKEN}", f"Content-Type: {FORM}", "Content-Length: 1000"]
    return server.connect(server.head("POST", "/sign-in/", *lines) + b"a")


def half_a_head(server: Server) -> socket.socket:
    return server.connect(b"GET / HTTP/1.1\r\nHost: loc")


def large_form(server: Server) -> socket.socket:
    """Nearly a megabyte of one: as much as a stranger may have in memory."""
    lines = [f"Cookie: csrftoken={TOKEN}", f"Content-Type: {FORM}", f"Content-Length: {MEGABYTE}"]
    return server.connect(server.head("POST", "/sign-in/", *lines) + bytes(MEGABYTE - 1))


def strangers_file(server: Server) -> socket.socket:
    """Part of 400 MB that nobody asked for, and more after the refusal."""
    lines = [f"Cookie: csrftoken={TOKEN}", "Content-Type: multipart/form-data; boundary=x"]
    head = server.head("POST", "/sign-in/", *lines, f"Content-Length: {400 * MEGABYTE}")
    part = b'--x\r\nContent-Disposition: form-data; name="a"; filename="a"\r\n\r\n'
    connection = server.connect(head + part + bytes(MEGABYTE))
    connection.recv(1)
    return connection


def vanished_photograph(server: Server) -> socket.socket:
    """A phone that was asked for the photograph, and has sent half of it."""
    lines = [f"Cookie: {server.director}", "Content-Type: multipart/form-data; boundary=x"]
    lines += ["Expect: 100-continue", f"Content-Length: {4 * MEGABYTE}"]
    connection = server.connect(server.head("POST", "/games/1/desk/photos/new/", *lines))
    connection.recv(1)
    connection.sendall(bytes(2 * MEGABYTE))
    return connection


def no_reader(server: Server) -> socket.socket:
    """Somebody who asks for a large file, and does not read it."""
    return server.connect(server.head("GET", "/static/vendor/htmx.min.js"), receive_buffer=4096)


KINDS: dict[str, Attack] = {
    "one byte of a form": one_byte,
    "half a head": half_a_head,
    "a megabyte but a byte": large_form,
    "a stranger's file": strangers_file,
    "half a photograph": vanished_photograph,
    "a file nobody reads": no_reader,
}


@contextmanager
def held(server: Server, attack: Attack | None, connections: int) -> Iterator[None]:
    with ExitStack() as stack:
        for _connection in range(connections if attack else 0):
            assert attack is not None
            try:
                stack.enter_context(attack(server))
            except OSError:  # the server has closed it: the better
                continue
        time.sleep(0.2)
        yield


# --- ordinary requests ----------------------------------------------------------------------------------


@dataclass
class Noticed:
    """What ordinary requests noticed beside one kind of client."""

    times: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    megabytes: float = 0.0
    in_folder: int = 0
    locked: bool = False

    @property
    def slowest_hundredth(self) -> float:
        """Of which ninety-nine of a hundred are faster; endless where nothing came back."""
        if len(self.times) < 2:
            return float("inf")
        return statistics.quantiles(self.times, n=100, method="inclusive")[98]

    def __str__(self) -> str:
        middle = statistics.median(self.times or [float("inf")])
        slowest = max(self.times, default=float("inf"))
        return f"{len(self.times):7}{middle:8.1f}{self.slowest_hundredth:11.1f}{slowest:9.1f}"


def client(server: Server, asked: Asked, start: float, noticed: Noticed) -> None:
    """Make ordinary requests, each on a connection of its own and at its own moment."""
    for at in range(round(asked.rate * asked.seconds / CLIENTS)):
        due = start + at * CLIENTS / asked.rate
        time.sleep(max(0.0, due - time.monotonic()))
        method, path = ORDINARY[at % len(ORDINARY)]
        connection = HTTPConnection(*server.place, timeout=PATIENCE)
        began = time.monotonic()
        try:
            body = urlencode({"a": "form"}) if method == "POST" else None
            connection.request(method, path, body, {"Content-Type": FORM} if body else {})
            answer = connection.getresponse()
            answer.read()
        except (OSError, HTTPException) as error:
            noticed.wrong.append(f"{method} {path}: {error!r}")
            continue
        finally:
            connection.close()
        noticed.times.append(1000 * (time.monotonic() - began))
        if answer.status not in FINE:
            noticed.wrong.append(f"{method} {path}: {answer.status}")


def turn(server: Server, asked: Asked, noticed: Noticed) -> None:
    start = time.monotonic() + 0.05
    threads = [
        threading.Thread(target=client, args=[server, asked, start + at / asked.rate, noticed])
        for at in range(CLIENTS)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def look(server: Server, noticed: Noticed) -> None:
    """At what the hostile clients, who are still there, take of the machine."""
    noticed.megabytes = max(noticed.megabytes, memory_of(server.talon.process.pid))
    noticed.in_folder = max(noticed.in_folder, sum(1 for _file in server.temporary.rglob("*")))
    folder = server.talon.data / "turns"
    folder.mkdir(exist_ok=True)
    with (folder / "writers").open("ab") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            noticed.locked = True


# --- one run --------------------------------------------------------------------------------------


def main() -> int:
    asked = options()
    with tempfile.TemporaryDirectory(prefix="talon-hostile-") as folder, running(Path(folder)) as server:
        for _warm_up in range(2):
            turn(server, asked, Noticed())
        before = memory_of(server.talon.process.pid)
        noticed = {name: Noticed() for name in ("", *KINDS)}
        for _turn in range(TURNS):
            for name, found in noticed.items():
                with held(server, KINDS.get(name), asked.connections):
                    turn(server, asked, found)
                    look(server, found)
    print(f"{before:.0f} MB before, of all processes of the product")
    return report(asked, noticed)


def options() -> Asked:
    given = argparse.ArgumentParser(description="Ordinary requests beside clients that send slowly.")
    given.add_argument("--connections", type=int, default=200, help="that are held (%(default)s)")
    given.add_argument("--seconds", type=float, default=4, help="of each turn (%(default)s)")
    given.add_argument("--rate", type=float, default=60, help="ordinary requests a second (%(default)s)")
    return Asked(**vars(given.parse_args()))


@contextmanager
def running(folder: Path) -> Iterator[Server]:
    from tests.house.starting import THIS_VENV, running_talon

    temporary = folder / "temporary"
    temporary.mkdir()
    extra = {**THIS_VENV, "TMPDIR": str(temporary)}
    with running_talon(folder / "data", "--no-demo", extra=extra) as talon:
        yield Server(talon, temporary, signed_in(talon))


def signed_in(talon: Talon) -> str:
    address, (email, password) = urlsplit(talon.address), talon.credentials()
    token = secrets.token_hex(16)
    connection = HTTPConnection(str(address.hostname), address.port, timeout=PATIENCE)
    form = urlencode({"csrfmiddlewaretoken": token, "username": email, "password": password})
    connection.request("POST", "/sign-in/", form, {"Content-Type": FORM, "Cookie": f"csrftoken={token}"})
    cookies = "\n".join(connection.getresponse().headers.get_all("Set-Cookie") or [])
    connection.close()
    return "; ".join(re.findall(r"(?:csrftoken|sessionid)=\w+", cookies))


def report(asked: Asked, noticed: dict[str, Noticed]) -> int:
    print(f"{asked.connections} connections of each kind, {asked.rate:g} ordinary requests a second\n")
    print(f"{'milliseconds':24}{'count':>7}{'median':>8}{'99 of 100':>11}{'slowest':>9}{'times':>7}{'MB':>6}")
    alone, missed = noticed[""].slowest_hundredth, list[str]()
    for name, found in noticed.items():
        times = found.slowest_hundredth / alone
        print(f"{name or 'nobody':24}{found}{times:7.2f}{found.megabytes:6.0f}")
        missed += [f"beside {name or 'nobody'}: {words}" for words in found.wrong[:5]]
        if times > MOST_TIMES_AS_SLOW:
            missed.append(f"{name}: the slowest hundredth is {times:.1f} times as slow")
        if found.in_folder:
            missed.append(f"{name}: {found.in_folder} temporary files")
        if found.locked:
            missed.append(f"{name}: the lock of writers was held")
    for words in missed:
        print(f"MISSED: {words}")
    print(f"{len(missed)} missed." if missed else "All bounds are kept.")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
