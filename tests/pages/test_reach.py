"""The page that tells whether phones reach this computer, and its codes."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from clubs.models import Role
from config import reach
from config.serving.certificate import CERTIFICATE_FILE, ensure_certificate, fingerprint
from tests.builders import a_club, a_user

pytestmark = pytest.mark.django_db

HALL, OTHER = "192.168.1.20", "10.0.0.5"


@pytest.fixture
def keeper() -> Client:
    client = Client()
    client.force_login(a_user(Role.Kind.ADMIN, club=a_club(), is_keeper=True))
    return client


def started_for(settings: Settings, *hosts: str) -> None:
    settings.ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1", *hosts]


def has_now(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> None:
    monkeypatch.setattr(reach, "hall_addresses", lambda: list(addresses))


def test_it_shows_every_address_under_which_it_answers(
    keeper: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    started_for(settings, HALL, OTHER)
    has_now(monkeypatch, HALL, OTHER)
    page = keeper.get("/reach/", SERVER_PORT="8000").text
    assert f"http://{HALL}:8000/" in page
    assert f"http://{OTHER}:8000/" in page
    for cause in ("wrong network", "Several addresses", "firewall", "guest Wi-Fi", "sleeps"):
        assert cause in page
    assert reverse("reach") in keeper.get("/account/").text


def test_one_that_was_started_for_itself_alone_says_how_to_start_it(
    keeper: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    started_for(settings)
    has_now(monkeypatch, HALL)
    page = keeper.get("/reach/").text
    assert "bin/run --lan" in page
    assert HALL not in page


@pytest.mark.parametrize("now", [[OTHER], [HALL, OTHER]])
def test_another_address_since_the_start_asks_for_a_new_start(
    keeper: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch, now: list[str]
) -> None:
    started_for(settings, HALL)
    has_now(monkeypatch, *now)
    page = keeper.get("/reach/").text
    assert f"got another address: {OTHER}" in page
    assert f"http://{OTHER}" not in page
    assert "bin/run --lan" not in page


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        (("Hall", "WPA", "ten of; hearts"), r"WIFI:T:WPA;S:Hall;P:ten of\; hearts;;"),
        (("Käpylä klubb", "nopass", ""), "WIFI:T:nopass;S:Käpylä klubb;;"),
        (("Hall", "WPA", ""), "needs its password"),
        (("", "WPA", "x"), "required"),
    ],
)
def test_a_code_for_the_wifi_says_what_was_typed_and_is_not_stored(
    keeper: Client, typed: tuple[str, str, str], says: str
) -> None:
    form = reach.WifiForm(dict(zip(("network", "kind", "password"), typed, strict=True)))
    assert says in (form.code() if form.is_valid() else str(form.errors))
    shown = keeper.post("/reach/", form.data)
    assert (typed[0] in shown.text, shown.headers["Cache-Control"]) == (
        True,
        "max-age=0, no-cache, no-store, must-revalidate, private",
    )


def test_it_has_the_fingerprint_of_which_phones_warn(
    keeper: Client, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started_for(settings, HALL)
    has_now(monkeypatch, HALL)
    assert "fingerprint" not in keeper.get("/reach/").text
    made = ensure_certificate(tmp_path, [HALL], datetime.now(UTC))
    settings.OWN_TLS, settings.TLS_CERTIFICATE = True, str(tmp_path / CERTIFICATE_FILE)
    page = keeper.get("/reach/").text
    assert "Phones warn once" in page
    assert fingerprint(made) in page


def test_pages_with_codes_for_phones_say_so_too(keeper: Client, settings: Settings) -> None:
    club = a_user(Role.Kind.ADMIN, club=a_club()).roles.get().book.club
    client = Client()
    client.force_login(club.books.get(kind="club").roles.get().user)
    cards = reverse("scoring:table_cards", args=[club.pk])
    assert "warn once" not in client.get(cards).text
    settings.OWN_TLS = True
    page = client.get(cards).text
    assert "warn once" in page
    assert reverse("reach") in page
