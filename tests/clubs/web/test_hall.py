"""Who is in the hall, and what is kept and sent there: another page than outside, and for nobody else."""

from __future__ import annotations

import gzip
from ipaddress import ip_network
from pathlib import Path

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from pytest_django import Settings

from clubs.db.single_row import Revision
from clubs.web.hall import is_in_hall
from clubs.web.revisions import etag_for, kept_by_revision, public_tag
from config.environment import PRIVATE_NETWORKS

OUTSIDE, INSIDE = "203.0.113.7", "192.168.1.20"


@pytest.fixture(autouse=True)
def hall(settings: Settings, tmp_path: Path) -> None:
    """A laptop in a hall, which keeps its pages."""
    settings.HALL_NETWORKS = tuple(map(ip_network, PRIVATE_NETWORKS))
    settings.KEPT_PAGES_DIR = tmp_path / "pages"


def asked_from(address: str, **headers: str) -> HttpRequest:
    return RequestFactory().get("/", headers=headers, REMOTE_ADDR=address)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.1.2.3",
        "172.31.0.1",
        INSIDE,
        "169.254.7.7",
        "::1",
        "fe80::1%wlan0",
        "fd00::7",
        "::ffff:10.0.0.9",
    ],
)
def test_private_addresses_are_the_hall(address: str) -> None:
    assert is_in_hall(asked_from(address))


@pytest.mark.parametrize(
    "address", [OUTSIDE, "172.32.0.1", "2001:db8::7", "::ffff:203.0.113.7", "", "unix:", "hall"]
)
def test_all_others_are_outside(address: str) -> None:
    assert not is_in_hall(asked_from(address))


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "X-Real-IP"])
def test_a_tunnel_that_nobody_has_announced_does_not_bring_its_visitors_into_the_hall(header: str) -> None:
    assert not is_in_hall(asked_from("127.0.0.1", **{header: OUTSIDE}))
    assert not is_in_hall(asked_from("127.0.0.1", **{header: INSIDE}))


def test_behind_a_proxy_the_address_counts_that_the_proxy_itself_has_written(settings: Settings) -> None:
    settings.BEHIND_PROXY = True
    settings.HALL_NETWORKS = (ip_network("198.51.100.0/24"),)
    assert is_in_hall(asked_from("127.0.0.1", **{"X-Forwarded-For": "198.51.100.9"}))
    assert is_in_hall(asked_from("127.0.0.1", **{"X-Forwarded-For": f"{OUTSIDE}, 198.51.100.9"}))
    assert not is_in_hall(asked_from("127.0.0.1", **{"X-Forwarded-For": f"198.51.100.9, {OUTSIDE}"}))
    assert not is_in_hall(asked_from("127.0.0.1"))
    assert not is_in_hall(asked_from("198.51.100.9"))  # the proxy itself, which named nobody


def test_without_networks_nobody_is_in_the_hall(settings: Settings) -> None:
    settings.HALL_NETWORKS = ()
    assert not is_in_hall(asked_from("127.0.0.1"))


# What is kept and sent.


def page(request: HttpRequest) -> HttpResponse:
    return HttpResponse("everybody" if is_in_hall(request) else "those who agree")


view = kept_by_revision(lambda: Revision(3, 0))(page)


def sent_to(address: str, tag: str = "") -> HttpResponse:
    headers = {"accept-encoding": "gzip"} | ({"if-none-match": tag} if tag else {})
    response = view(asked_from(address, **headers))
    assert isinstance(response, HttpResponse)
    return response


def text(response: HttpResponse) -> str:
    return gzip.decompress(response.content).decode()


@pytest.mark.parametrize("first", [INSIDE, OUTSIDE])
def test_a_page_that_was_kept_for_the_hall_is_not_sent_outside_nor_the_other_way_round(first: str) -> None:
    sent_to(first)
    for _again in range(2):
        assert text(sent_to(INSIDE)) == "everybody"
        assert text(sent_to(OUTSIDE)) == "those who agree"


def test_no_cache_between_keeps_what_was_sent_into_the_hall() -> None:
    for tag, status in (("", 200), (etag_for(3, "hall"), 304)):
        inside = sent_to(INSIDE, tag)
        assert (inside.status_code, inside["Cache-Control"]) == (status, "private, no-cache")
    assert sent_to(OUTSIDE)["Cache-Control"] == "no-cache"


def test_the_tag_of_one_is_not_that_of_the_other() -> None:
    inside, outside = (public_tag(asked_from(address), 3) for address in (INSIDE, OUTSIDE))
    assert inside != outside
    assert text(sent_to(OUTSIDE, inside)) == "those who agree"
    assert text(sent_to(INSIDE, outside)) == "everybody"
    assert (sent_to(INSIDE, inside).status_code, sent_to(OUTSIDE, outside).status_code) == (304, 304)
