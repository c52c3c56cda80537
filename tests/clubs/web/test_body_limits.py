"""How much a page takes, whoever serves it, and what somebody reads who has sent more."""

from __future__ import annotations

from typing import Any, cast

import pytest
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, path

from clubs.web.body_limits import (
    ASKS_FOR_LIMIT,
    FORM_BYTES,
    LIMIT_HEADER,
    MEGABYTE,
    body_limit_of,
    takes_import,
    takes_up_to,
)
from clubs.web.decorators import form_page
from config import urls
from tests.builders import a_user

pytestmark = pytest.mark.django_db


def form(request: HttpRequest) -> HttpResponse:
    return HttpResponse(str(len(request.body)))


@takes_up_to(2 * MEGABYTE, "The picture is too large.")
@form_page
def photograph(request: HttpRequest) -> HttpResponse:
    return HttpResponse(str(len(request.body)))


urlpatterns = [path("form/", form), path("photograph/", photograph), *urls.urlpatterns]
with_these_addresses = pytest.mark.urls(__name__)


@pytest.fixture
def signed_in(client: Client) -> Client:
    client.force_login(a_user())
    return client


def send(client: Client, address: str, size: int) -> HttpResponse:
    return cast("HttpResponse", client.post(address, bytes(size), content_type="application/octet-stream"))


def ask(client: Client, address: str, size: int) -> HttpResponse:
    """Ask as the server does, which has not received the body."""
    asks: dict[str, Any] = {"CONTENT_LENGTH": str(size), ASKS_FOR_LIMIT: True}
    return cast("HttpResponse", client.generic("POST", address, **asks))


@with_these_addresses
def test_a_form_has_a_megabyte(client: Client) -> None:
    assert send(client, "/form/", FORM_BYTES).content == b"1048576"
    refusal = send(client, "/form/", FORM_BYTES + 1)
    assert refusal.status_code == 413
    assert "What you sent is larger than 1 MB." in refusal.content.decode()


@with_these_addresses
def test_a_page_that_takes_more_says_what_was_too_large(signed_in: Client) -> None:
    assert send(signed_in, "/photograph/", 2 * MEGABYTE).content == b"2097152"
    refusal = send(signed_in, "/photograph/", 2 * MEGABYTE + 1)
    assert refusal.status_code == 413
    assert "The picture is too large." in refusal.content.decode()


@with_these_addresses
def test_a_stranger_signs_in_first(client: Client) -> None:
    assert send(client, "/photograph/", 2 * MEGABYTE)["Location"] == "/sign-in/?next=/photograph/"


@with_these_addresses
@pytest.mark.parametrize(
    ("address", "size", "limit"), [("form", 9, FORM_BYTES), ("photograph", 0, 2 * MEGABYTE)]
)
def test_the_server_is_told_the_limit_and_no_view_runs(
    signed_in: Client, address: str, size: int, limit: int
) -> None:
    answer = ask(signed_in, f"/{address}/", size)
    assert (answer.status_code, answer[LIMIT_HEADER], answer.content) == (100, str(limit), b"")


@with_these_addresses
def test_the_server_is_told_the_page_for_somebody_who_may_not_send_so_much(client: Client) -> None:
    assert ask(client, "/form/", FORM_BYTES + 1).status_code == 413
    assert ask(client, "/photograph/", 2 * MEGABYTE).status_code == 302
    assert ask(client, "/no/such/page/", 2 * MEGABYTE).status_code == 404


def views(patterns: list[URLPattern | URLResolver]) -> dict[str, int]:
    """The limit of every view of the product that takes more than a form."""
    found: dict[str, int] = {}
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            found |= views(pattern.url_patterns)
        elif (limit := body_limit_of(pattern.callback).max_bytes) > FORM_BYTES:
            found[str(pattern.name)] = limit
    return found


def test_few_pages_take_more_than_a_form_and_django_reads_as_much_into_memory() -> None:
    limits = views(get_resolver("config.urls").url_patterns)
    imports = settings.IMPORT_BYTES
    photograph = 13 * MEGABYTE
    assert limits == {
        "photo_new": photograph,
        "sign_paper": photograph,
        "players_paste": imports,
        "pairs": imports,
        "event_again": imports,
        "scans": 41 * MEGABYTE,
        "event_bring_in": 41 * MEGABYTE,
    }
    assert max(limits.values()) <= settings.FILE_UPLOAD_MAX_MEMORY_SIZE
    assert imports <= settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    assert settings.FILE_UPLOAD_HANDLERS == ["django.core.files.uploadhandler.MemoryFileUploadHandler"]


def test_imports_have_at_least_a_form(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "IMPORT_BYTES", 0)
    assert body_limit_of(takes_import(lambda _request: HttpResponse())).max_bytes == FORM_BYTES
