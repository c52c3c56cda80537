"""In whose place a substitute sat, and that the standings say where it counts for less."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags

from clubs.models import Player
from scoring import recording
from scoring.models import Game
from tests.builders import a_player
from tests.scoring.support.played import a_deal
from tests.tournaments.support.events import Played, agreed
from tournaments.core.drawing.movement import Movement
from tournaments.core.movements.partners import PARTNERS
from tournaments.core.results import Substitutes
from tournaments.core.schemes.total import TOTAL
from tournaments.core.schemes.vp_table import VP_TABLE
from tournaments.models import Round
from tournaments.play import event_record, event_results
from tournaments.public.event_view import load_event_view
from tournaments.running.frozen_settings import FrozenBy, get_frozen_settings

pytestmark = [pytest.mark.django_db, pytest.mark.engine]


def an_evening(*movements: Movement, entries: int = 4, **fields: Any) -> tuple[Played, Round]:
    usual: dict[str, Any] = {"substitutes": Substitutes.CAPPED, "scheme": VP_TABLE}
    event = Played(agreed(*movements, **usual | fields))
    event.enter(entries)
    return event, event.publish()


def put_in(event: Played, game: Game, leaving: Player | None = None, side: int = 0) -> Player:
    """Somebody of the club comes for one at the table: its first one, if nobody else is said."""
    seats = game.sides.get(number=side).seats.filter(until_deal=None).select_related("player")
    gone = leaving or seats.order_by("position")[0].player
    coming = a_player(club=event.club)
    recording.substitute(event.by, game, side, gone, coming, uuid4())
    return coming


def sat_for(event: Played) -> set[int]:
    """The entries that have had a substitute; the pages and the places that are kept read the same."""
    told = load_event_view(event.fresh).record
    kept = event_record.load_event(event.fresh)
    found = [
        {entry for met in story.rounds[0].pairings for entry in met.substituted} for story in (told, kept)
    ]
    assert found[0] == found[1]
    return found[0]


def first_entry(event: Played, drawn: Round) -> int:
    return drawn.pairings.get(table=1).entered.get(side=0).entry.number


def page(event: Played) -> str:
    text = Client().get(reverse("tournaments:event", args=[event.event.pk])).content.decode()
    return " ".join(strip_tags(text).split())


def test_who_sat_from_the_first_deal_or_played_a_later_one_was_a_substitute() -> None:
    event, drawn = an_evening()
    one, other = event.games(drawn)
    assert sat_for(event) == set()
    put_in(event, one)
    assert sat_for(event) == {first_entry(event, drawn)}
    recording.record_deal(event.by, other, a_deal(1))
    put_in(event, other, side=1)
    assert sat_for(event) == {first_entry(event, drawn)}, "nothing is dealt since he came"
    recording.record_deal(event.by, other, a_deal(2))
    second = drawn.pairings.get(table=2).entered.get(side=1).entry.number
    assert sat_for(event) == {first_entry(event, drawn), second}


def test_who_comes_back_before_anything_was_dealt_has_had_none() -> None:
    event, drawn = an_evening()
    game = event.games(drawn)[0]
    leaving = game.sides.get(number=0).seats.get(position=0).player
    coming = put_in(event, game, leaving)
    recording.substitute(event.by, game, 0, coming, leaving, uuid4())
    assert sat_for(event) == set()


def test_of_drawn_partners_it_is_the_one_who_was_not_there_whoever_sits_where() -> None:
    event, drawn = an_evening(PARTNERS, entries=8, players=1, substitutes=Substitutes.HALF)
    game = event.games(drawn)[0]
    _first, second = drawn.pairings.get(table=1).entered.filter(side=0).order_by("position")
    coming = put_in(event, game, second.entry.players.get())
    recording.take_seats(event.by, game, recording.Seats(highest=coming.pk, key=uuid4()))
    assert game.sides.get(number=0).seats.get(position=0).player == coming
    recording.record_deal(event.by, game, a_deal(1))
    assert sat_for(event) == {second.entry.number}


def test_nothing_is_read_of_seats_where_all_results_count() -> None:
    event, drawn = an_evening(substitutes=Substitutes.COUNT)
    put_in(event, event.games(drawn)[0])
    assert sat_for(event) == set()


def test_a_win_with_a_substitute_is_capped_kept_and_said_where_it_changes_the_standings() -> None:
    event, drawn = an_evening()
    one, other = event.games(drawn)
    put_in(event, one)
    event.totals(one, 9000, 4000)
    event.totals(other, 5000, 4000)
    closed = event.close(drawn)
    first = first_entry(event, drawn)
    assert event.kept(closed) == event.counted()
    # The winner of the other table is first now, with 17 for a win of 1000; the capped one has 12 of its 20.
    assert [row[2:] for row in event.kept(closed)] == [(17, 1000), (12, 0), (3, -1000), (0, -5000)]
    assert event.kept(closed)[1][1] == first
    text = page(event)
    assert "had a substitute in round 1. Points counted: 12 instead of 20" in text
    assert "difference counted: 0 instead of 5,000." in text
    assert "points, reduced because of a substitute" in text
    assert text.count("reduced because of a substitute") == 2, "in its column, and on a phone under the pair"
    at_tables = Client().get(reverse("tournaments:event_round", args=[event.event.pk, 1])).content.decode()
    assert at_tables.count("<small>reduced because of a substitute</small>") == 1
    assert get_frozen_settings(event.fresh)["substitutes"].frozen_by is FrozenBy.SUBSTITUTES
    assert get_frozen_settings(event.fresh)["substitutes"].tables == ((1, 1),)


def test_beyond_half_of_the_rounds_nothing_is_to_the_good() -> None:
    event, drawn = an_evening(substitutes=Substitutes.HALF, rounds=1, scheme=TOTAL)
    one, other = event.games(drawn)
    put_in(event, one)
    event.totals(one, 9000, 4000)
    event.totals(other, 5000, 4000)
    found = {
        row.totals.entry: row.totals
        for row in event_results.compute_placings(event_record.load_event(event.fresh))
    }
    first = found[first_entry(event, drawn)]
    assert (first.points, first.difference, first.own, first.wins) == (0, 0, 0, 0)
    assert "9,000" in page(event)


@pytest.mark.parametrize("entries", [4, 12])
def test_the_standings_take_five_queries_also_where_substitutes_are_asked_about(
    entries: int, django_assert_num_queries: Any
) -> None:
    event, drawn = an_evening(entries=entries)
    put_in(event, event.games(drawn)[0])
    event.play(drawn)
    event.close(drawn)
    address = reverse("tournaments:event", args=[event.event.pk])
    with django_assert_num_queries(5):
        Client().get(address)
