"""What the phone of a table tells of the event: the round, and after a game the places and the next seats."""

from __future__ import annotations

import re
from html import unescape
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs.models import Player
from scoring import recording
from scoring.models import Table
from scoring.store.signed_content import protocol_of
from tests.scoring.support.played import a_deal
from tests.tournaments.support.events import Played, agreed
from tournaments.models import Pairing, Round

pytestmark = pytest.mark.django_db

TABLES = ("1", "2")


def an_evening(pairs: int = 4, **fields: Any) -> Played:
    """An event of so many pairs at tables with phones."""
    played = Played(agreed(**fields))
    recording.create_tables(played.by, played.club, list(TABLES), uuid4())
    played.enter(pairs)
    return played


def page(played: Played, label: str = "1") -> str:
    table = Table.objects.get(club=played.club, label=label)
    return Client().get(reverse("scoring:table", args=[table.secret])).content.decode()


def words(text: str) -> str:
    main = text[text.index("<main") : text.index("</main>")]
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", main)).split())


def names_at(played: Played, drawn: Round, table: int) -> list[str]:
    """The names of the pairs at a table, side by side."""
    seats = Pairing.objects.get(round=drawn, table=table).entered.order_by("side")
    entries = [played.entry(seat.entry.number) for seat in seats.select_related("entry")]
    return [
        " – ".join(place.player.name for place in entry.places.order_by("position").select_related("player"))
        for entry in entries
    ]


def where(played: Played, drawn: Round, name: str) -> int:
    """The table at which a pair sits in a round."""
    return next(at for at in (1, 2) if name in names_at(played, drawn, at))


def over(played: Played, drawn: Round) -> None:
    """All games of a round are over and signed."""
    for game in played.games(drawn):
        played.totals(game, 6000, 5000)
        game.refresh_from_db()
        recording.sign_on_paper(played.by, game, protocol_of(game).digest, uuid4())


def test_the_page_of_a_table_names_the_event_and_the_round_with_their_pages() -> None:
    played = an_evening()
    drawn = played.publish()
    text = page(played)
    assert "Samba · Spring · Round 1" in words(text)
    assert reverse("tournaments:event", args=[played.event.pk]) in text
    assert reverse("tournaments:event_round", args=[played.event.pk, drawn.number]) in text
    recording.record_deal(played.by, played.games(drawn)[0], a_deal())
    assert "What comes next" not in page(played)


def test_after_the_game_both_sides_are_told_their_place_and_what_comes() -> None:
    played = an_evening()
    drawn = played.publish()
    over(played, drawn)
    told = words(page(played))
    news = told[told.index("What comes next") :]
    winner, loser = names_at(played, drawn, 1)
    for name in (winner, loser):
        assert f"{name} Round 2 is not out yet. Place" in news
    assert re.search(r"Place 1 of 4 · 2 points · round 1 is being played", news)
    assert "against" not in news, "the result is on the page"


def test_the_next_round_tells_those_who_played_here_where_they_sit_now() -> None:
    played = an_evening()
    first = played.publish()
    over(played, first)
    before = names_at(played, first, 1)
    played.close(first)
    second = played.publish()
    told = words(page(played))
    news = told[told.index("For those who played here before") : told.index("Go to the event")]
    for name in before:
        assert f"{name} Round 2 is out: table {where(played, second, name)}, against " in news
    recording.record_deal(played.by, played.games(second)[0], a_deal())
    assert "For those who played here before" not in page(played)


def test_hidden_standings_are_not_told_at_the_table() -> None:
    played = an_evening(hidden=True)
    over(played, played.publish())
    told = words(page(played))
    assert "Round 2 is not out yet." in told
    assert "Place" not in told


def test_at_the_table_everybody_is_named() -> None:
    played = an_evening()
    Player.objects.filter(places__tournament=played.event).update(may_publish=False)
    drawn = played.publish()
    over(played, drawn)
    assert names_at(played, drawn, 1)[0] in words(page(played))


@pytest.mark.parametrize("is_over", [True, False])
def test_the_news_cost_as_much_however_many_play(*, is_over: bool) -> None:
    assert queries_of(4, is_over=is_over) == queries_of(12, is_over=is_over)


def queries_of(pairs: int, *, is_over: bool) -> int:
    played = an_evening(pairs)
    first = played.publish()
    over(played, first)
    if not is_over:
        played.close(first)
        played.publish()
    with CaptureQueriesContext(connection) as asked:
        assert "Go to the event" in page(played)
    return len(asked)
