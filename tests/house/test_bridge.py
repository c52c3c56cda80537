"""What the bridge between the server and Django hands over, in both directions."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Mapping, Sequence
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryFile
from types import SimpleNamespace
from typing import IO, Any, cast

import pytest
from django.core.handlers.wsgi import WSGIRequest
from django.http import FileResponse, HttpResponse
from granian.rsgi import Scope
from whitenoise.responders import SlicedFile

from config.serving import bridge

LARGE = b"0123456789abcdef" * 8192


class Headers:
    """The headers of a request as Granian has them: names in small letters, some of them twice."""

    def __init__(self, *pairs: tuple[str, str]) -> None:
        self.pairs = pairs

    def items(self) -> Sequence[tuple[str, str]]:
        return self.pairs

    def get(self, name: str, default: Any = None) -> Any:
        return dict(self.pairs).get(name, default)

    def __contains__(self, name: str) -> bool:
        return name in dict(self.pairs)


def a_scope(*headers: tuple[str, str], **given: object) -> Scope:
    usual: Mapping[str, object] = {
        "method": "POST",
        "path": "/",
        "query_string": "",
        "http_version": "1.1",
        "scheme": "http",
        "server": "127.0.0.1:8000",
        "client": "192.0.2.7:51234",
        "authority": None,
        "headers": Headers(*headers),
    }
    return cast("Scope", SimpleNamespace(**{**usual, **given}))


def test_django_reads_a_request_as_it_was_sent() -> None:
    scope = a_scope(
        ("host", "talon.example"),
        ("content-type", "application/x-www-form-urlencoded"),
        ("content-length", "8"),
        ("cookie", "a=1"),
        ("cookie", "b=2"),
        path="/clubs/Åbo/",
        query_string="q=%C3%A4",
    )
    request = WSGIRequest(bridge.environ_of(scope, b"name=%C3%A4"))
    assert (request.method, request.path, request.GET["q"]) == ("POST", "/clubs/Åbo/", "ä")
    assert (request.POST["name"], request.COOKIES) == ("ä", {"a": "1", "b": "2"})
    assert (request.META["REMOTE_ADDR"], request.META["SERVER_PORT"]) == ("192.0.2.7", "8000")
    assert (request.META["HTTP_HOST"], request.scheme) == ("talon.example", "http")


def test_addresses_of_the_sixth_version_have_no_brackets() -> None:
    environ = bridge.environ_of(a_scope(server="[::1]:8000", client="[2001:db8::7]:51234"))
    assert (environ["SERVER_NAME"], environ["REMOTE_ADDR"]) == ("::1", "2001:db8::7")


def test_what_several_proxies_have_written_stays_in_order() -> None:
    environ = bridge.environ_of(a_scope(("x-forwarded-for", "192.0.2.1"), ("x-forwarded-for", "192.0.2.2")))
    assert environ["HTTP_X_FORWARDED_FOR"] == "192.0.2.1,192.0.2.2"


def test_no_header_with_an_underscore_poses_as_what_the_proxy_says() -> None:
    environ = bridge.environ_of(a_scope(("x-forwarded-proto", "http"), ("x_forwarded_proto", "https")))
    assert environ["HTTP_X_FORWARDED_PROTO"] == "http"


def test_a_body_of_unknown_length_has_one_for_django() -> None:
    request = WSGIRequest(bridge.environ_of(a_scope(("transfer-encoding", "chunked")), b"12345"))
    assert (request.META["CONTENT_LENGTH"], request.body) == ("5", b"12345")


def test_the_variables_of_the_process_are_none_of_a_request(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TALON_SECRET_KEY", "secret")
    assert "secret" not in bridge.environ_of(a_scope()).values()


class Sent:
    """What Granian was told to send."""

    def __init__(self) -> None:
        self.status, self.content, self.path = 0, b"", ""

    def response_bytes(self, status: int, _headers: bridge.Headers, body: bytes) -> None:
        self.status, self.content = status, body

    def response_file(self, status: int, _headers: bridge.Headers, file: str) -> None:
        self.status, self.path, self.content = status, file, Path(file).read_bytes()


def sent(response: HttpResponse | FileResponse) -> Sent:
    """Send a response of Django's, which is closed before Granian opens what it was told."""

    def application(environ: bridge.Environ, start: Any) -> Any:
        start(f"{response.status_code} {response.reason_phrase}", [*response.items()])
        file = getattr(response, "file_to_stream", None)
        return environ["wsgi.file_wrapper"](file) if file is not None else response

    async def scene() -> Sent:
        recorded = Sent()
        answer = bridge.WSGIAnswer(application, bridge.environ_of(a_scope()))
        answer.send(cast("bridge.HTTPProtocol", recorded), asyncio.get_running_loop())
        answer.close()
        return recorded

    return asyncio.run(scene())


def test_a_page_is_sent_from_memory() -> None:
    page = sent(HttpResponse(b"page", status=404))
    assert (page.status, page.content, page.path) == (404, b"page", "")


def test_a_large_file_is_sent_from_the_disk(tmp_path: Path) -> None:
    file = tmp_path / "booklet.pdf"
    file.write_bytes(LARGE)
    assert sent(FileResponse(file.open("rb"))).path == str(file)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux gives an open file without a name a path")
def test_an_export_without_a_name_is_sent_from_the_disk_too() -> None:
    export = TemporaryFile()  # noqa: SIM115 (the response closes it)
    export.write(LARGE)
    export.seek(0)
    answer = sent(FileResponse(cast("IO[bytes]", export)))
    assert answer.path
    assert answer.content == LARGE
    assert export.closed


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux gives an open file without a name a path")
def test_a_large_file_that_is_on_no_disk_is_not_kept_in_memory_for_a_slow_client() -> None:
    chunks = BytesIO(LARGE * 16)  # as a file in the database: it has no number of the system
    answer = sent(FileResponse(chunks))
    assert answer.path
    assert answer.content == LARGE * 16
    assert chunks.closed


def part_of_a_file(folder: Path) -> IO[bytes]:
    (folder / "font").write_bytes(LARGE)
    return cast("IO[bytes]", SlicedFile((folder / "font").open("rb"), 16, 31))


def rest_of_a_file(folder: Path) -> IO[bytes]:
    (folder / "font").write_bytes(LARGE + b"0123456789abcdef")
    file = (folder / "font").open("rb")
    file.seek(len(LARGE))
    return file


def small_file(folder: Path) -> IO[bytes]:
    (folder / "font").write_bytes(b"0123456789abcdef")
    return (folder / "font").open("rb")


def file_in_memory(_folder: Path) -> IO[bytes]:
    return BytesIO(b"0123456789abcdef")


@pytest.mark.parametrize("file", [part_of_a_file, rest_of_a_file, small_file, file_in_memory])
def test_no_more_of_a_file_is_sent_than_the_response_has(file: Any, tmp_path: Path) -> None:
    answer = sent(FileResponse(file(tmp_path)))
    assert (answer.content, answer.path) == (b"0123456789abcdef", "")
