"""Clients that send slowly, too much, half of it or not at all: the others notice nothing of them.

Real connections to the product as `bin/run` starts it. The figures are in bench/hostile.py; here every other
request has to be answered while the hostile ones are held.
"""

from __future__ import annotations

import fcntl
import re
import secrets
import signal
import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pytest

from tests.house.starting import THIS_VENV, Talon, running_talon
from tests.house.tables import with_tables

LIMIT = 120  # seconds; ends a hanging test, and measures nothing
HELD = 200  # connections: twelve times the threads that run Django
PHOTOGRAPH = "/games/1/desk/photos/new/"
MEGABYTE = 1 << 20


@dataclass(frozen=True)
class Hall:
    """A server that runs, and the folder in which its temporary files would be."""

    talon: Talon
    temporary: Path

    @property
    def place(self) -> tuple[str, int]:
        address = urlsplit(self.talon.address)
        return str(address.hostname), int(address.port or 0)

    def send(self, method: str, path: str, *lines: str, body: bytes = b"") -> socket.socket:
        """Send a request, and leave the connection open."""
        connection = socket.create_connection(self.place, timeout=LIMIT)
        head = "\r\n".join([f"{method} {path} HTTP/1.1", f"Host: {self.place[0]}", *lines, "", ""])
        connection.sendall(head.encode() + body)
        return connection

    def begin(self, path: str, *lines: str, body: bytes) -> socket.socket:
        """Send a form, or a part of it, when the server has asked for it: so it is under way."""
        connection = self.send("POST", path, *lines, "Expect: 100-continue")
        asked = b"HTTP/1.1 100 Continue\r\n\r\n"
        assert connection.recv(len(asked), socket.MSG_WAITALL) == asked
        connection.sendall(body)
        return connection

    def ask(self, path: str, form: dict[str, str] | None = None, cookie: str = "") -> HTTPResponse:
        with closing(HTTPConnection(*self.place, timeout=LIMIT)) as connection:
            headers = {"Content-Type": "application/x-www-form-urlencoded"} if form else {}
            body = urlencode(form) if form else None
            connection.request("POST" if form else "GET", path, body, headers | {"Cookie": cookie})
            response = connection.getresponse()
            response.read()
            return response

    @property
    def log(self) -> str:
        """What was printed since it was ready to be used."""
        return self.talon.words.partition("Ctrl-C stops it.")[2]


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory, shared_folder: Path) -> Iterator[Hall]:
    folder = tmp_path_factory.mktemp("hostile")
    (folder / "temporary").mkdir()
    extra = {**THIS_VENV, "TMPDIR": str(folder / "temporary")}
    with running_talon(with_tables(shared_folder, folder / "data"), "--no-demo", extra=extra) as talon:
        yield Hall(talon, folder / "temporary")


@pytest.fixture(scope="module")
def director(hall: Hall) -> str:
    """The cookies of a user who is signed in."""
    response = sign_in(hall)
    return "; ".join(
        re.findall(r"(?:csrftoken|sessionid)=\w+", "\n".join(response.headers.get_all("Set-Cookie") or []))
    )


def sign_in(hall: Hall) -> HTTPResponse:
    email, password = hall.talon.credentials()
    token = secrets.token_hex(16)
    form = {"csrfmiddlewaretoken": token, "username": email, "password": password}
    response = hall.ask("/sign-in/", form, f"csrftoken={token}")
    assert response.status == 302
    return response


def answer_to(connection: socket.socket) -> HTTPResponse:
    response = HTTPResponse(connection)
    response.begin()
    return response


def one_byte_of_a_form(hall: Hall) -> socket.socket:
    lines = [f"Cookie: csrftoken={'a' * 32}", "Content-Length: 1000", "Content-Type: text/plain"]
    return hall.send("POST", "/any/", *lines, body=b"a")


def half_of_a_photograph(hall: Hall, director: str) -> socket.socket:
    lines = [f"Cookie: {director}", "Content-Type: multipart/form-data; boundary=x"]
    connection = hall.send("POST", PHOTOGRAPH, *lines, f"Content-Length: {4 * MEGABYTE}")
    connection.sendall(b'--x\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n')
    connection.sendall(bytes(2 * MEGABYTE))
    return connection


def holds_the_lock_of_writers(hall: Hall) -> bool:
    """Whether pages would wait for somebody who writes."""
    folder = hall.talon.data / "turns"
    folder.mkdir(exist_ok=True)
    with (folder / "writers").open("ab") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def test_forms_of_which_one_byte_has_come_hold_no_thread_and_no_lock(hall: Hall) -> None:
    with ExitStack() as held:
        for _connection in range(HELD):
            held.enter_context(one_byte_of_a_form(hall))
        assert {hall.ask("/sign-in/").status for _request in range(20)} == {200}
        assert {hall.ask("/sign-in/", {"a": "form"}).status for _request in range(20)} == {403}
        assert not holds_the_lock_of_writers(hall)


def test_phones_that_vanish_in_the_middle_of_a_photograph_hold_nothing(hall: Hall, director: str) -> None:
    with ExitStack() as held:
        for _phone in range(20):
            held.enter_context(half_of_a_photograph(hall, director))
        assert {hall.ask("/sign-in/").status for _request in range(20)} == {200}
        assert not holds_the_lock_of_writers(hall)
        assert [*hall.temporary.iterdir()] == []
    assert hall.ask("/sign-in/").status == 200


@pytest.mark.parametrize(
    ("path", "status", "says"),
    [
        ("/sign-in/", 413, "What you sent is larger than 1 MB."),
        ("/no/such/page/", 404, "There is no such page"),
        (PHOTOGRAPH, 302, ""),
    ],
)
def test_a_stranger_is_refused_before_anything_is_sent(hall: Hall, path: str, status: int, says: str) -> None:
    with hall.send("POST", path, f"Content-Length: {400 * MEGABYTE}", "Expect: 100-continue") as connection:
        response = answer_to(connection)
        assert response.status == status
        assert says in response.read().decode()
        assert connection.recv(1) == b""


def test_what_a_stranger_sends_all_the_same_is_stored_nowhere(hall: Hall) -> None:
    """Nor does the page of a refusal get lost: a browser reads it when it has sent everything."""
    lines = [f"Content-Length: {4 * MEGABYTE}", "Content-Type: multipart/form-data; boundary=x"]
    with hall.send("POST", "/sign-in/", *lines, f"Cookie: csrftoken={'a' * 32}") as connection:
        connection.sendall(b'--x\r\nContent-Disposition: form-data; name="a"; filename="a"\r\n\r\n')
        connection.sendall(bytes(3 * MEGABYTE))
        assert [*hall.temporary.iterdir()] == []
        connection.sendall(bytes(MEGABYTE))
        assert answer_to(connection).status == 413


def test_a_body_of_unknown_length_is_counted_as_it_comes(hall: Hall) -> None:
    before = hall.log
    chunk = b"10000\r\n" + bytes(0x10000) + b"\r\n"
    with hall.send("POST", "/sign-in/", "Transfer-Encoding: chunked") as connection:
        for _chunk in range(40):
            connection.sendall(chunk)
        connection.sendall(b"0\r\n\r\n")
        assert answer_to(connection).status == 413
    with hall.send("POST", "/sign-in/", "Transfer-Encoding: chunked", body=b"1\r\na\r\n0\r\n\r\n") as small:
        assert answer_to(small).status == 403
    refusals = hall.log.removeprefix(before).splitlines()
    assert [line.partition(" at ")[0] for line in refusals][:1] == [
        "Refused a body larger than 1048576 bytes"
    ]
    assert "Traceback" not in hall.log


def test_a_photograph_has_a_limit_for_those_who_may_send_it(hall: Hall, director: str) -> None:
    lines = [f"Cookie: {director}", "Accept-Language: sv", "Expect: 100-continue"]
    with hall.send("POST", PHOTOGRAPH, f"Content-Length: {20 * MEGABYTE}", *lines) as connection:
        response = answer_to(connection)
        assert response.status == 413
        assert "Bilden är större än 12 MB." in response.read().decode()


def test_refusals_are_one_line_each_in_the_log(hall: Hall) -> None:
    before = len(hall.log.splitlines())
    with hall.send("GET", "/", "Host: talon.elsewhere.example") as connection:
        assert answer_to(connection).status == 400
    lines = ["Content-Type: application/x-www-form-urlencoded", f"Cookie: csrftoken={'a' * 32}"]
    fields = "&".join(f"a{number}=1" for number in range(1100)).encode()
    with hall.send("POST", "/sign-in/", *lines, f"Content-Length: {len(fields)}", body=fields) as connection:
        assert answer_to(connection).status == 400
    written = hall.log.splitlines()[before:]
    assert ["elsewhere.example" in written[0], "FIELDS" in written[1]] == [True, True]
    assert len(written) == 2


def test_a_stop_finishes_what_it_has_and_waits_for_nobody(hall: Hall, director: str) -> None:
    """Signing in takes a while, because passwords are costly to check: it is under way at the signal."""
    email, password = hall.talon.credentials()
    token = "a" * 32
    form = urlencode({"csrfmiddlewaretoken": token, "username": email, "password": password}).encode()
    lines = [f"Cookie: csrftoken={token}", "Content-Type: application/x-www-form-urlencoded"]
    with ExitStack() as held:
        photograph = [f"Cookie: {director}", f"Content-Length: {4 * MEGABYTE}"]
        halves = [
            hall.begin("/sign-in/", *lines, "Content-Length: 1000", body=b"a"),
            hall.begin(PHOTOGRAPH, *photograph, body=bytes(MEGABYTE)),
        ]
        under_way = hall.begin("/sign-in/", *lines, f"Content-Length: {len(form)}", body=form)
        refused = hall.send("POST", "/sign-in/", f"Content-Length: {4 * MEGABYTE}", body=b"a")
        for connection in (*halves, under_way, refused):
            held.enter_context(connection)
        assert refused.recv(1, socket.MSG_PEEK) == b"H"
        assert hall.talon.stop(signal.SIGTERM) == 0
        assert answer_to(under_way).status == 302
        # A worker that was killed would have answered none of them.
        assert [answer_to(half).status for half in halves] == [503, 503]
        assert b"</html>" in answer_to(refused).read()
