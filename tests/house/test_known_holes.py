"""Known holes in the packages: what a service says of them, and what its silence is worth."""

import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tests.lint.test_requirements import EVERY
from tests.needs import unavailable
from tests.steps.holes import FULL_OF_HOLES, NoAnswer, known_holes

PINS = ["segno==1.6.6", "sqlparse==0.6.1"]
HOLE = "PYSEC-2022-43012"


class Advisor(BaseHTTPRequestHandler):
    """Speaks as OSV does, and knows one hole in each package of `holed`."""

    holed: tuple[str, ...] = ()

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["queries"]
        known = [{"vulns": [{"id": HOLE, "modified": "2023-01-01T00:00:00Z"}]}, {}]
        self._answer({"results": [known[each["package"]["name"] not in self.holed] for each in asked]})

    def do_GET(self) -> None:
        self._answer(
            {"id": HOLE, "modified": "2023-01-01T00:00:00Z", "summary": "It never ends.", "affected": []}
        )

    def _answer(self, content: object) -> None:
        body = json.dumps(content).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments: object) -> None:
        """Say nothing between the lines of the tests."""


@contextmanager
def advisor(*holed: str) -> Iterator[str]:
    handler = type("AdvisorOfSome", (Advisor,), {"holed": holed})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}/"
        finally:
            server.shutdown()  # a thread that waits on a closed socket keeps a whole core busy


def holes_of(pins: list[str], *holed: str) -> str:
    """Ask a service that knows holes of these packages; uv needs the registry for it."""
    with advisor(*holed) as service:
        try:
            return known_holes(pins, service)
        except NoAnswer as reason:
            if "knows of no hole" not in str(reason):
                unavailable(str(reason))
            raise


def test_a_known_hole_is_named() -> None:
    told = holes_of(PINS, "setuptools", "segno")
    assert "segno 1.6.6" in told
    assert HOLE in told
    assert "sqlparse" not in told


def test_packages_without_a_known_hole_have_nothing_to_tell() -> None:
    assert holes_of(PINS, "setuptools") == ""


def test_who_knows_of_no_hole_at_all_has_not_answered() -> None:
    with pytest.raises(NoAnswer, match=re.escape(FULL_OF_HOLES)):
        holes_of(PINS)


def test_who_cannot_be_reached_has_not_answered() -> None:
    with pytest.raises(NoAnswer, match=r"127\.0\.0\.1:9"):
        known_holes(PINS, "http://127.0.0.1:9/")


def test_no_pinned_package_has_a_known_hole() -> None:
    try:
        told = known_holes([f"{line.name}{line.specifier}" for line in EVERY])
    except NoAnswer as reason:
        pytest.skip(f"nobody could be asked for known holes: {reason}")
    assert told == ""
