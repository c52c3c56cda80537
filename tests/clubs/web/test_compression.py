"""Pages that no cache keeps come compressed, to whoever accepts it."""

from __future__ import annotations

import gzip

import pytest
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse

from clubs.web.compression import CompressPagesMiddleware
from tests.builders import a_user
from tests.scoring.support.played import an_evening

LONG = "<p>samba</p>" * 200


def sent(response: HttpResponseBase, accepts: str = "gzip, br") -> HttpResponseBase:
    def answer(_request: HttpRequest) -> HttpResponseBase:
        return response

    return CompressPagesMiddleware(answer)(RequestFactory().get("/", headers={"accept-encoding": accepts}))


def test_a_page_is_compressed_and_says_so() -> None:
    response = sent(HttpResponse(LONG))
    assert isinstance(response, HttpResponse)
    assert response["Content-Encoding"] == "gzip"
    assert response["Vary"] == "Accept-Encoding"
    assert int(response["Content-Length"]) == len(response.content) < len(LONG) / 2
    assert gzip.decompress(response.content).decode() == LONG


def test_its_size_tells_nothing_exact() -> None:
    sizes = {sent(HttpResponse(LONG))["Content-Length"] for _time in range(40)}
    assert len(sizes) > 1


@pytest.mark.parametrize("accepts", ["", "identity", "gzip;q=0"])
def test_who_does_not_accept_it_gets_it_plain(accepts: str) -> None:
    response = sent(HttpResponse(LONG), accepts)
    assert "Content-Encoding" not in response
    assert response["Vary"] == "Accept-Encoding"


@pytest.mark.parametrize(
    "response",
    [
        HttpResponse("short"),
        HttpResponse(LONG, content_type="application/pdf"),
        HttpResponse(LONG, headers={"Content-Encoding": "br"}),
        HttpResponse(LONG, status=304),
        StreamingHttpResponse([LONG.encode()]),
    ],
    ids=["short", "a file", "compressed already", "not modified", "streamed"],
)
def test_anything_else_is_sent_as_it_is(response: HttpResponseBase) -> None:
    before = dict(response.items())
    assert dict(sent(response).items()) == before


@pytest.mark.django_db
def test_lists_tables_and_pages_of_signed_in_users_are_compressed() -> None:
    evening = an_evening()
    signed_in = Client()
    signed_in.force_login(a_user())
    pages = [
        (Client(), reverse("scoring:games")),
        (Client(), reverse("scoring:table", args=[evening.table.secret])),
        (Client(), reverse("tournaments:player_results", args=[evening.player(0).pk])),
        (signed_in, reverse("clubs:account")),
    ]
    for client, address in pages:
        answer = client.get(address, headers={"accept-encoding": "gzip"})
        assert (answer.status_code, answer.get("Content-Encoding")) == (200, "gzip"), address
