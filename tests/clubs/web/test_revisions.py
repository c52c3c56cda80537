"""Pages that are answered with “nothing new”: by revision, language and release."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from time import sleep

import pytest
from django.conf import settings
from django.contrib import messages
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.sessions.backends.signed_cookies import SessionStore
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.middleware.csrf import get_token
from django.test import RequestFactory
from django.utils import translation
from pytest_django import Settings

from clubs.db.single_row import Revision
from clubs.web.revisions import cached_by_revision, etag_for, kept_by_revision


class Shown:
    """A page that counts how often it was made, and what it shows."""

    def __init__(self, revision: int | None) -> None:
        self.revision, self.made = revision, 0

    def asked(self, tag: str = "") -> HttpResponse:
        request = RequestFactory().get("/", headers={"if-none-match": tag} if tag else {})
        return cached_by_revision(self.number)(self.page)(request, 7)

    def number(self, pk: int) -> int | None:
        assert pk == 7
        return self.revision

    def page(self, _request: HttpRequest, pk: int) -> HttpResponse:
        self.made += 1
        return HttpResponse(f"page {pk}")


def test_the_first_answer_is_the_page_with_its_tag_to_be_asked_for_again_each_time() -> None:
    answer = Shown(3).asked()
    assert (answer.status_code, answer.content) == (200, b"page 7")
    assert answer["ETag"] == etag_for(3)
    assert answer["Cache-Control"] == "no-cache"


def test_whoever_has_the_page_gets_nothing_and_nothing_is_made() -> None:
    shown = Shown(3)
    answer = shown.asked(etag_for(3))
    assert (answer.status_code, answer.content, shown.made) == (304, b"", 0)
    assert answer["ETag"] == etag_for(3)


def test_a_compressing_proxy_may_have_changed_the_tag_to_a_strong_one() -> None:
    assert Shown(3).asked(etag_for(3).removeprefix("W/")).status_code == 304


@pytest.mark.parametrize("tag", [etag_for(2), etag_for(4), "nonsense", 'W/"3"'])
def test_whoever_has_another_page_gets_this_one(tag: str) -> None:
    assert Shown(3).asked(tag).status_code == 200


def test_a_tag_names_revision_language_and_release(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "RELEASE", "9.9")
    with translation.override("da"):
        assert etag_for(12) == 'W/"12-da-9.9"'


def test_what_has_no_revision_is_not_there() -> None:
    shown = Shown(None)
    with pytest.raises(Http404):
        shown.asked()
    assert shown.made == 0


# --- kept pages -------------------------------------------------------------------------------------------


@pytest.fixture
def pages(settings: Settings, tmp_path: Path) -> None:
    """Pages are kept as by the product, and none is there."""
    settings.KEPT_PAGES_DIR = tmp_path / "pages"


class Kept(Shown):
    """A page that is kept, as clients of several kinds ask for it."""

    def asked(self, tag: str = "", *, accepts: str = "gzip, deflate", path: str = "/") -> HttpResponse:
        sent = {"accept-encoding": accepts} | ({"if-none-match": tag} if tag else {})
        response = self.of(RequestFactory().get(path, headers=sent))
        assert isinstance(response, HttpResponse)
        return response

    def of(self, request: HttpRequest) -> HttpResponseBase:
        return kept_by_revision(self.kept_revision, free={"q"})(self.page)(request, 7)

    def kept_revision(self, pk: int) -> Revision | None:
        number = self.number(pk)
        return None if number is None else Revision(number, self.oldest_shown)

    oldest_shown = 0


def shown_in(answer: HttpResponse) -> bytes:
    compressed = answer.get("Content-Encoding") == "gzip"
    return gzip.decompress(answer.content) if compressed else answer.content


@pytest.mark.usefixtures("pages")
def test_a_kept_page_is_made_once_and_sent_as_it_is_kept() -> None:
    page = Kept(3)
    first, second = page.asked(), page.asked()
    assert page.made == 1
    assert first.content == second.content
    assert shown_in(first) == b"page 7"
    for answer in (first, second):
        assert answer["Content-Encoding"] == "gzip"
        assert answer["Vary"] == "Accept-Encoding"
        assert (answer["ETag"], answer["Cache-Control"]) == (etag_for(3), "no-cache")


@pytest.mark.usefixtures("pages")
@pytest.mark.parametrize("accepts", ["", "identity", "br", "gzip;q=0", "deflate, GZIP; Q=0.0", "gzippy"])
def test_who_takes_no_gzip_gets_the_same_page_plain(accepts: str) -> None:
    page = Kept(3)
    assert shown_in(page.asked()) == b"page 7"
    answer = page.asked(accepts=accepts)
    assert (answer.content, page.made) == (b"page 7", 1)
    assert "Content-Encoding" not in answer
    assert (answer["ETag"], answer["Vary"]) == (etag_for(3), "Accept-Encoding")


@pytest.mark.usefixtures("pages")
@pytest.mark.parametrize("accepts", ["gzip", "br;q=1.0, gzip;q=0.8", "deflate,GZIP", "gzip; q=0.001"])
def test_who_takes_gzip_among_others_gets_it(accepts: str) -> None:
    assert Kept(3).asked(accepts=accepts)["Content-Encoding"] == "gzip"


@pytest.mark.usefixtures("pages")
def test_another_state_language_release_or_address_is_another_page(monkeypatch: pytest.MonkeyPatch) -> None:
    page = Kept(3)
    page.asked()
    page.asked(path="/?q=Ek")
    with translation.override("da"):
        page.asked()
    page.revision = 4
    page.asked()
    monkeypatch.setattr(settings, "RELEASE", "9.9")
    page.asked()
    assert page.made == 5
    page.asked()
    assert page.made == 5


@pytest.mark.usefixtures("pages")
def test_who_has_a_kept_page_gets_nothing() -> None:
    page = Kept(3)
    answer = page.asked(etag_for(3))
    assert (answer.status_code, answer.content, page.made) == (304, b"", 0)


@pytest.mark.usefixtures("pages")
def test_head_makes_and_keeps_the_page_as_get_does() -> None:
    page = Kept(3)
    asked = page.of(RequestFactory().head("/", headers={"accept-encoding": "gzip"}))
    assert asked.headers == page.asked().headers
    assert page.made == 1


class Own(Kept):
    """A page that holds something of whoever looks, or is none."""

    def __init__(self, does: Callable[[HttpRequest], HttpResponse]) -> None:
        super().__init__(3)
        self.does = does

    def page(self, request: HttpRequest, pk: int) -> HttpResponse:  # noqa: ARG002
        self.made += 1
        return self.does(request)


def asks_the_session(request: HttpRequest) -> HttpResponse:
    return HttpResponse(str(request.session.get("name")))


def shows_messages(request: HttpRequest) -> HttpResponse:
    return HttpResponse(" ".join(map(str, messages.get_messages(request))))


def has_a_form(request: HttpRequest) -> HttpResponse:
    return HttpResponse(get_token(request))


def sets_a_cookie(_request: HttpRequest) -> HttpResponse:
    response = HttpResponse("page")
    response.set_cookie("name", "value")
    return response


@pytest.mark.usefixtures("pages")
@pytest.mark.parametrize(
    "does",
    [
        asks_the_session,
        shows_messages,
        has_a_form,
        sets_a_cookie,
        lambda _request: HttpResponse("sorry", status=500),
        lambda _request: HttpResponse(status=302, headers={"Location": "/"}),
        lambda _request: HttpResponse("page", headers={"Vary": "Cookie"}),
        lambda _request: StreamingHttpResponse(["page"]),
    ],
)
def test_what_holds_something_of_the_viewer_or_is_no_page_is_not_kept(
    does: Callable[[HttpRequest], HttpResponse],
) -> None:
    page = Own(does)
    for _time in range(2):
        request = RequestFactory().get("/", headers={"accept-encoding": "gzip"})
        request.session = SessionStore()
        request._messages = CookieStorage(request)  # type: ignore[attr-defined]
        assert "Content-Encoding" not in page.of(request)
    assert page.made == 2


@pytest.mark.usefixtures("pages")
def test_two_who_ask_at_once_have_it_made_once() -> None:
    begun = Event()

    class Slow(Kept):
        def page(self, request: HttpRequest, pk: int) -> HttpResponse:
            begun.set()
            sleep(0.05)
            return super().page(request, pk)

    page = Slow(3)
    with ThreadPoolExecutor(2) as threads:
        first = threads.submit(page.asked)
        begun.wait()
        second = threads.submit(page.asked)
        assert shown_in(first.result()) == shown_in(second.result()) == b"page 7"
    assert page.made == 1
