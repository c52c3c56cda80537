"""Pages of an event and of a game as they are kept: made once, and never older than what has happened."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries, Settings

from clubs import people
from clubs.db.machine_locks import MachineLock
from clubs.models import Book, Player
from clubs.web import page_cache
from scoring import recording
from scoring.models import Game
from scoring.store.game_queries import revision_of_game
from tests.scoring.support.played import a_deal
from tests.tournaments.support.events import Played, agreed, show_after_this_round
from tournaments.models import Round
from tournaments.public.revisions import revision_of_event, revision_of_round

pytestmark = pytest.mark.django_db

PAGES = ["event", "event_places", "event_cross", "event_statistics", "event_rules"]
BEYOND = 2**63


@pytest.fixture(autouse=True)
def pages(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages are kept as by the product, and none is there. None lags, though other tests write and render."""
    settings.KEPT_PAGES_DIR = tmp_path / "pages"
    monkeypatch.setattr(page_cache, "MAX_LAG", 0.0)


def an_event(**fields: Any) -> Played:
    played = Played(agreed(**fields))
    played.enter(4)
    return played


def addresses(played: Played) -> list[str]:
    """Every public page of the event, of its rounds and of its games."""
    event = played.event.pk
    rounds = Round.objects.filter(tournament=event).exclude(state__in=("drawn", "removed"))
    games = Game.objects.filter(pairing__round__tournament=event)
    return [
        *(reverse(f"tournaments:{name}", args=[event]) for name in PAGES),
        *(reverse("tournaments:event_round", args=[event, one.number]) for one in rounds),
        *(reverse("scoring:game", args=[game.pk]) for game in games),
    ]


def shown(address: str, client: Client | None = None, language: str = "en") -> str:
    headers = {"accept-encoding": "gzip", "accept-language": language}
    answer = (client or Client()).get(address, headers=headers)
    assert (answer.status_code, answer["Content-Encoding"]) == (200, "gzip")
    return gzip.decompress(answer.content).decode()


def test_the_second_who_looks_costs_one_row(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    played = an_event()
    played.round()
    for address in addresses(played):
        first = shown(address)
        with django_assert_num_queries(1):
            assert shown(address) == first


def test_a_kept_page_is_the_one_that_is_made_for_everybody_anew(settings: Settings) -> None:
    played = an_event()
    played.round()
    kept = {address: (shown(address), shown(address))[1] for address in addresses(played)}
    settings.KEPT_PAGES_DIR = None
    assert {address: shown(address) for address in addresses(played)} == kept


def test_a_page_holds_nothing_of_whoever_looked_first() -> None:
    played = an_event()
    played.round()
    director = Client()
    director.force_login(played.by.user)  # type: ignore[arg-type]
    for address in addresses(played):
        page = shown(address, director)
        assert "csrf" not in page
        assert page == shown(address)
        assert director.get(address).cookies == {}


def test_each_language_has_its_own() -> None:
    played = an_event()
    address = addresses(played)[0]
    assert 'lang="sv"' in shown(address, language="sv")
    assert 'lang="fi"' in shown(address, language="fi")
    assert 'lang="sv"' in shown(address, language="sv")


def test_every_page_follows_what_happens() -> None:
    played = an_event()
    drawn = played.publish()
    before = {address: shown(address) for address in addresses(played)}
    played.play(drawn)
    changed = {address for address, page in before.items() if shown(address) != page}
    assert changed >= set(before) - {addresses(played)[4]}  # the rules say nothing of results


def test_standings_that_become_hidden_are_shown_by_no_kept_page() -> None:
    played = an_event(hidden=True)
    played.round()
    hidden = shown(addresses(played)[0])
    assert hidden == shown(addresses(played)[0])
    assert "Decided by" not in hidden
    played.round()
    played.round()
    show_after_this_round(played.by, played.fresh)
    assert "Decided by" in shown(addresses(played)[0])


def test_a_name_is_gone_as_soon_as_its_owner_says_so() -> None:
    played = an_event()
    played.round()
    player = Player.objects.filter(places__tournament=played.event).first()
    assert player is not None

    def say(may: bool) -> None:
        now = Player.objects.get(pk=player.pk)
        card = people.PlayerDetails(given_name="Åsa", family_name="Quist", may_publish=may)
        people.edit_player(played.by, now, card, now.version)

    say(may=True)
    assert "Quist" in shown(addresses(played)[0])
    say(may=False)
    assert not any("Quist" in shown(address) for address in addresses(played))


@pytest.fixture
def somebody_renders(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Another process renders every page for as long as a test lasts, and pages may lag."""
    monkeypatch.setattr(page_cache, "MAX_LAG", 1000.0)
    monkeypatch.setattr(page_cache, "_MAX_WAIT", 0.0)
    monkeypatch.setattr(page_cache, "_LOCKS", 1)
    with MachineLock("rendering-0") as lock:
        assert lock.acquire(10)
        yield


@pytest.mark.usefixtures("somebody_renders")
def test_after_a_deal_the_page_may_lag_but_not_for_who_has_sent_it_and_never_with_a_name() -> None:
    played = an_event()
    played.round()
    address = addresses(played)[0]
    player = Player.objects.filter(places__tournament=played.event).first()
    assert player is not None
    card = people.PlayerDetails(given_name="Åsa", family_name="Quist", may_publish=True)
    people.edit_player(played.by, player, card, player.version)
    before = shown(address)
    assert "Quist" in before
    played.play(played.publish())
    assert shown(address) != before, "a round that is published stands there at once"
    before, drawn = shown(address), played.event.rounds.get(number=2)
    recording.record_deal(played.by, played.games(drawn)[0], a_deal())
    assert shown(address) == before
    sender = Client()
    sender.cookies["talon_sent"] = "1"
    assert shown(address, sender) != before
    player.refresh_from_db()
    people.edit_player(played.by, player, replace(card, may_publish=False), player.version)
    assert "Quist" not in shown(address)


def test_the_one_row_is_that_of_the_book() -> None:
    played = an_event()
    drawn = played.publish()
    Book.objects.filter(pk=played.fresh.book_id).update(revision=4711, oldest_shown=4000)
    assert revision_of_event(played.event.pk) == (4711, 4000)
    assert revision_of_round(played.event.pk, 1) == (4711, 4000)
    assert revision_of_game(played.games(drawn)[0].pk) == (4711, 4000)
    assert revision_of_round(played.event.pk, 2) is None
    played.play(drawn)
    played.close(drawn)
    played.draw()
    assert revision_of_round(played.event.pk, 2) is None  # drawn, and shown to nobody yet


@pytest.mark.parametrize("number", [0, BEYOND - 1, BEYOND, 10**30])
def test_a_number_that_nothing_has_is_not_found(number: int) -> None:
    assert revision_of_event(number) is None
    assert revision_of_round(number, number) is None
    assert revision_of_game(number) is None
    assert Client().get(f"/events/{number}/").status_code == 404


def test_a_search_is_a_page_of_its_own() -> None:
    played = an_event()
    played.publish()
    address = reverse("tournaments:event_round", args=[played.event.pk, 1])
    assert "nobody-of-this-name" in shown(f"{address}?q=nobody-of-this-name")
    assert "nobody-of-this-name" not in shown(address)
