"""The page of a game of an event for staff: its round, what counts, where another result is made to."""

from __future__ import annotations

import re
from html import unescape
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs.models import Player, Role
from scoring import recording
from scoring.models import Game
from scoring.overview.queries import list_games
from tests.builders import a_user
from tests.tournaments.support.events import Played, agreed
from tournaments import running
from tournaments.models import Pairing, Tournament

pytestmark = pytest.mark.django_db

STAFF = Role.Kind.DIRECTOR


@pytest.fixture
def event() -> Played:
    event = Played(agreed(rounds=1))
    event.enter(4)
    event.publish()
    return event


def pairing_of(event: Played, table: int = 1) -> Pairing:
    pairings = Pairing.objects.select_related("round__tournament__book")
    return pairings.get(round__tournament=event.event, table=table)


def desk(event: Played, game: Game | None, kind: Role.Kind = STAFF) -> str:
    assert game is not None
    client = Client()
    client.force_login(a_user(kind, club=event.club))
    answer = client.get(reverse("scoring:game_desk", args=[game.pk]))
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def score(page: str) -> list[str]:
    """What stands beside each side on top of the page."""
    (listed,) = re.findall(r'</header>\s*<dl class="score">.*?</dl>', page, re.DOTALL)
    return [" ".join(re.sub(r"<[^>]+>", " ", dd).split()) for dd in re.findall(r"<dd.*?</dd>", listed)]


def test_the_page_says_round_and_table_and_what_was_played(event: Played) -> None:
    pairing = pairing_of(event)
    page = desk(event, pairing.game)
    assert "<h1>Samba · Round 1 · table 1</h1>" in page
    assert score(page) == ["0", "0"]


def test_what_counts_at_a_walkover_and_not_nought_to_nought(event: Played) -> None:
    pairing = pairing_of(event)
    walkover = running.RuledResult(kind=Pairing.Kind.WALKOVER, at_fault=1, reason="they went home")
    running.rule_result(event.by, pairing, walkover)
    winners, losers = score(desk(event, pairing.game))
    assert winners.startswith("2 points")
    assert losers.startswith("0 points")


def test_what_counts_stands_beside_a_score_that_counts(event: Played) -> None:
    pairing = pairing_of(event)
    assert pairing.game is not None
    event.totals(pairing.game, 10_500, 5_000)
    assert score(desk(event, pairing.game)) == ["10,500", "5,000"]


def test_a_walkover_or_ruling_is_given_from_here_until_the_result_is_official(event: Played) -> None:
    pairing = pairing_of(event)
    link = f'href="/pairings/{pairing.pk}/judge/">Walkover or ruling<'
    assert link in desk(event, pairing.game)
    assert link not in desk(event, pairing.game, Role.Kind.SCORER)
    Tournament.objects.filter(pk=event.event.pk).update(state=Tournament.State.OFFICIAL)
    assert link not in desk(event, pairing.game)


def test_what_is_missing_is_said_once(event: Played) -> None:
    pairing = pairing_of(event)
    assert pairing.game is not None
    event.totals(pairing.game, 10_500, 5_000)
    assert desk(event, pairing.game).count("Signatures missing:") == 1


def test_a_pair_is_named_alike_on_every_page_whoever_drew_the_highest_card(event: Played) -> None:
    game = pairing_of(event).game
    assert game is not None
    for player in Player.objects.filter(seats__side__game=game, seats__side__number=0):
        recording.take_seats(event.by, game, recording.Seats(highest=player.pk, key=uuid4()))
        (listed,) = list_games(Game.objects.filter(pk=game.pk))
        assert " / ".join(listed.names) in desk(event, game)


def test_the_page_asks_no_more_in_a_large_event() -> None:
    def queries(entries: int) -> int:
        event = Played(agreed(rounds=1))
        event.enter(entries)
        event.publish()
        pairing = pairing_of(event)
        walkover = running.RuledResult(kind=Pairing.Kind.WALKOVER, at_fault=1, reason="they went home")
        running.rule_result(event.by, pairing, walkover)
        with CaptureQueriesContext(connection) as counted:
            desk(event, pairing.game)
        return len(counted)

    assert queries(16) == queries(4)
