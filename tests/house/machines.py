"""Two servers as on two machines: a data folder each, one PostgreSQL, and nginx before them."""

from __future__ import annotations

import json
import re
import secrets
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from ssl import SSLContext
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPCookieProcessor, HTTPSHandler, Request, build_opener

from config.serving.__main__ import build_environment
from tests import ROOT
from tests.house.proxy import HOST, Proxy, quiet_port
from tests.house.starting import THIS_VENV, Talon, clean_environment, launch, stop_talon, wait_for_address

LIMIT = 300  # ends what hangs, and measures nothing
# Of forms that are sent through the proxy, which hands on the name of the site without a port.
ORIGIN = f"https://{HOST}"
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')


def shared_settings(database: str) -> dict[str, str]:
    """What the servers of one database have in common."""
    return {
        **THIS_VENV,
        "TALON_DATABASE_URL": database,
        "TALON_FILES": "database",
        "TALON_LOG_KEY": "of-the-logs-of-all-servers-" + "l" * 40,
        "TALON_SECRET_KEY": secrets.token_urlsafe(64),
        "TALON_BEHIND_PROXY": "yes",
    }


@contextmanager
def running_together(folder: Path, names: Sequence[str], extra: dict[str, str]) -> Iterator[list[Talon]]:
    """Start servers at the same moment, each with a data folder of its own, and stop them at once."""
    started: list[Talon] = []
    try:
        for name in names:
            started.append(launch(folder / name / "data", ["--port", "0", "--no-demo"], ROOT, extra))
        for talon in started:
            wait_for_address(talon, LIMIT)
        yield started
    finally:
        for talon in started:
            if talon.process.poll() is None:
                talon.process.send_signal(signal.SIGTERM)
        for talon in started:
            stop_talon(talon)


@contextmanager
def running_proxy(folder: Path, talons: Sequence[Talon]) -> Iterator[Proxy]:
    """Start the proxy of `deploy/` before two servers."""
    first, second = (port_of(talon) for talon in talons)
    proxy = Proxy(folder, quiet_port(), quiet_port(), (first, second))
    proxy.prepare()
    process = subprocess.Popen(proxy.command, stdin=subprocess.DEVNULL)
    try:
        yield proxy
    finally:
        process.terminate()
        process.wait(LIMIT)


def port_of(talon: Talon) -> int:
    port = urlsplit(talon.address).port
    assert port is not None
    return port


def in_process_of(talon: Talon, program_name: str) -> Any:
    """Run a program of the tests with the settings of a server; it prints an answer as JSON."""
    environment = {**clean_environment(), **build_environment(talon.data, hall=[]), **talon.extra}
    done = subprocess.run(
        [sys.executable, "-m", program_name],
        cwd=ROOT,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=LIMIT,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@dataclass(frozen=True)
class Answer:
    status: int
    address: str
    content: bytes

    @property
    def text(self) -> str:
        return self.content.decode()


class Browser:
    """A browser that keeps its cookies, whichever server it asks."""

    def __init__(self, trust: SSLContext | None = None) -> None:
        self._opener = build_opener(HTTPSHandler(context=trust), HTTPCookieProcessor())

    def get(self, address: str, **headers: str) -> Answer:
        return self._ask(address, None, headers)

    def post(self, address: str, fields: dict[str, str], image: bytes | None = None) -> Answer:
        """Send the form at an address; to another server than the one that it came from if need be."""
        return self.send(address, self.get(address).text, fields, image)

    def send(self, address: str, form: str, fields: dict[str, str], image: bytes | None = None) -> Answer:
        """Send a form that was seen before, with its token."""
        token = TOKEN.search(form)
        assert token is not None, form
        fields = {"csrfmiddlewaretoken": token[1], **fields}
        headers = {"Origin": ORIGIN} if urlsplit(address).scheme == "https" else {}
        if image is None:
            return self._ask(address, urlencode(fields).encode(), headers)
        boundary = secrets.token_hex(16)
        body = b"".join(_parts(fields, image, boundary))
        kind = f"multipart/form-data; boundary={boundary}"
        return self._ask(address, body, {**headers, "Content-Type": kind})

    def _ask(self, address: str, body: bytes | None, headers: dict[str, str]) -> Answer:
        request = Request(address, body, headers)  # noqa: S310 (a server of ours)
        try:
            response = self._opener.open(request, timeout=LIMIT)
        except HTTPError as refusal:
            response = refusal
        with closing(response):
            return Answer(response.status, response.url, response.read())


def _parts(fields: dict[str, str], image: bytes, boundary: str) -> Iterator[bytes]:
    for name, value in fields.items():
        yield f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
    head = 'Content-Disposition: form-data; name="image"; filename="paper.jpg"\r\nContent-Type: image/jpeg'
    yield f"--{boundary}\r\n{head}\r\n\r\n".encode() + image + f"\r\n--{boundary}--\r\n".encode()
