"""Of three sides one leaves, or does not come: the two others play on, and no deal is lost."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from scoring import recording
from scoring.models import Deal, Game
from scoring.recording import InvalidDeal, NotNow
from scoring.recording.recheck import differences_in
from tests.scoring.support.played import a_column, a_deal
from tests.tournaments.support.events import Played, agreed
from tournaments import running
from tournaments.archive import content_hash
from tournaments.core.movements.three_sided import THREE_SIDED
from tournaments.core.schemes.places import PLACES
from tournaments.core.schemes.total import TOTAL
from tournaments.models import Pairing, Round
from tournaments.play.changed_standings import would_be_drawn_otherwise
from tournaments.running import RuledResult

pytestmark = pytest.mark.django_db
Kind = Pairing.Kind


def an_event(**fields: Any) -> Played:
    settings: dict[str, Any] = {
        "sides": 3,
        "scheme": PLACES,
        "two_play_on": True,
        "walkover_margin": 4000,
    } | fields
    played = Played(agreed(THREE_SIDED, **settings))
    played.enter(3)
    return played


@pytest.fixture
def event() -> Played:
    return an_event()


def a_body(*points: int | None) -> dict[str, Any]:
    """A deal in which each side melds so many points; None stands for a side that does not play."""
    hands = [None if own is None else a_column(meld_points=own) for own in points]
    return {"ended": "stock", "hands": hands}


def game_of(drawn: Round) -> Game:
    return Game.objects.select_related("book").get(pairing__round=drawn)


def record(event: Played, game: Game, number: int, *points: int | None) -> None:
    recording.record_deal(event.by, game, a_deal(number, a_body(*points)))


def leave(event: Played, drawn: Round, side: int = 1) -> Pairing:
    rule = RuledResult(kind=Kind.PLAYED, at_fault=side, reason="Ill")
    return running.rule_result(event.by, drawn.pairings.get(), rule)


def worth(event: Played, drawn: Round) -> list[tuple[int, int, int]]:
    """Points and difference of the side 0, 1 and 2."""
    counted = {entry: (points, difference) for _place, entry, points, difference in event.counted()}
    sides = drawn.pairings.get().entered.order_by("side").values_list("entry__number", flat=True)
    return [(side, *counted[entry]) for side, entry in enumerate(sides)]


def test_two_play_on_and_who_has_left_is_last(event: Played) -> None:
    drawn = event.publish()
    game = game_of(drawn)
    record(event, game, 1, 300, 500, 200)
    leave(event, drawn)
    record(event, game, 2, 100, None, 400)
    sides = [side.total for side in game.sides.order_by("number")]
    assert sides == [400, 500, 600]
    # The third leads with 600 to 400; who has left with 500 is last, and a walkover behind.
    assert worth(event, drawn) == [(0, 100, -200), (1, 0, -4000), (2, 300, 200)]
    recording.end_game(event.by, game, recording.EarlyEnd(recording.GameEnd.TIME), "time", uuid4())
    game.refresh_from_db()
    assert (game.over, game.winner) == (True, 2)
    assert differences_in(game) == []
    closed = event.close(drawn)
    assert event.kept(closed) == event.counted()


def test_who_never_came_has_nothing_and_the_two_play_for_the_first_two_places() -> None:
    event = an_event(place_points=(5, 3, 1), two_play_on=False, last_of_two=True)
    drawn = event.publish()
    leave(event, drawn)
    assert event.counted()[0][2:] == (0, 0)
    record(event, game_of(drawn), 1, 300, None, 300)
    assert worth(event, drawn) == [(0, 400, 0), (1, 0, -4000), (2, 400, 0)]
    record(event, game_of(drawn), 2, 100, None, 0)
    assert worth(event, drawn) == [(0, 500, 100), (1, 0, -4000), (2, 300, -100)]


def test_where_points_are_counted_two_have_what_they_make() -> None:
    event = an_event(scheme=TOTAL)
    drawn = event.publish()
    record(event, game_of(drawn), 1, 300, 500, 200)
    leave(event, drawn)
    record(event, game_of(drawn), 2, 100, None, 400)
    assert [made for _side, made, _lead in worth(event, drawn)] == [400, 0, 600]


def test_who_has_left_wins_no_game_whatever_it_had() -> None:
    """Over an agreed number of deals the best of the two has won, though the third had more."""
    event = an_event(deals=2)
    drawn = event.publish()
    game = game_of(drawn)
    record(event, game, 1, 300, 900, 200)
    leave(event, drawn)
    record(event, game, 2, 100, None, 150)
    game.refresh_from_db()
    assert (game.over, game.winner, game.is_draw) == (True, 0, False)
    assert differences_in(game) == []


def test_a_deal_that_is_being_played_is_dealt_again_to_two(event: Played) -> None:
    drawn = event.publish()
    game = game_of(drawn)
    highest = game.sides.get(number=0).seats.get(position=0).player_id
    recording.take_seats(event.by, game, recording.Seats(highest=highest, key=uuid4()))
    record(event, game, 1, 300, 500, 200)
    recording.start_deal(event.by, game, 2, uuid4())
    before = Deal.objects.get(game=game, number=2)
    # The lowest draw deals first: side 2, then side 0; if side 0 leaves it is the turn of side 1.
    assert before.dealer == (0, 0)
    leave(event, drawn, 0)
    dealt = Deal.objects.get(game=game, number=2)
    assert (dealt.openings, dealt.dealer, dealt.leader) == ([None, 50, 50], (1, 0), (2, 0))
    record(event, game, 2, None, 100, 200)
    recording.start_deal(event.by, game, 3, uuid4())
    assert Deal.objects.get(game=game, number=3).dealer == (2, 0)


def test_a_deal_of_two_has_no_hand_of_the_third(event: Played) -> None:
    drawn = event.publish()
    game = game_of(drawn)
    leave(event, drawn)
    with pytest.raises(InvalidDeal):
        record(event, game, 1, 100, 100, 100)
    record(event, game, 1, 100, None, 100)


def test_it_is_taken_back_until_two_have_played(event: Played) -> None:
    drawn = event.publish()
    game = game_of(drawn)
    record(event, game, 1, 300, 500, 200)
    before = content_hash(event.fresh)
    pairing = leave(event, drawn)
    running.restore_played_result(event.by, pairing, "He has come back")
    assert content_hash(event.fresh) == before
    record(event, game, 2, 100, 100, 400)
    leave(event, drawn)
    record(event, game, 3, 100, None, 400)
    with pytest.raises(NotNow, match="has missed a deal"):
        running.restore_played_result(event.by, pairing, "He has come back")
    assert game.deals.count() == 3


def test_a_second_side_that_leaves_is_for_the_jury(event: Played) -> None:
    drawn = event.publish()
    leave(event, drawn)
    with pytest.raises(NotNow, match="the jury"):
        leave(event, drawn, 2)
    ruled = RuledResult(
        kind=Kind.ADJUSTED, reason="Two have left", ruled_points=((300, 4000), (0, -4000), (0, -4000))
    )
    running.rule_result(event.by, drawn.pairings.get(), ruled)
    assert worth(event, drawn)[0] == (0, 300, 4000)


def test_the_event_says_whether_two_play_on_or_are_placed_by_their_totals(event: Played) -> None:
    otherwise = an_event(two_play_on=False)
    for one, kind in ((event, Kind.FORFEITED), (otherwise, Kind.PLAYED)):
        drawn = one.publish()
        record(one, game_of(drawn), 1, 300, 500, 200)
        with pytest.raises(NotNow, match="This event has agreed"):
            running.rule_result(
                one.by, drawn.pairings.get(), RuledResult(kind=kind, at_fault=1, reason="Ill")
            )


def test_who_withdraws_in_the_middle_leaves_two_who_play_on(event: Played) -> None:
    drawn = event.publish()
    game = game_of(drawn)
    record(event, game, 1, 300, 500, 200)
    number = drawn.pairings.get().entered.get(side=1).entry.number
    running.withdraw(event.by, event.entry(number), "ill")
    pairing = drawn.pairings.get()
    game.refresh_from_db()
    assert (pairing.kind, pairing.at_fault, game.away, game.away_after) == (Kind.PLAYED, 1, 1, 1)
    running.bring_back(event.by, event.entry(number))
    game.refresh_from_db()
    assert (drawn.pairings.get().at_fault, game.away) == (None, None)
    running.withdraw(event.by, event.entry(number), "ill again")
    record(event, game, 2, 100, None, 400)
    running.bring_back(event.by, event.entry(number))
    assert drawn.pairings.get().at_fault == 1


def test_the_table_of_a_second_one_who_withdraws_waits_for_the_jury(event: Played) -> None:
    drawn = event.publish()
    record(event, game_of(drawn), 1, 300, 500, 200)
    first, second = (drawn.pairings.get().entered.get(side=side).entry.number for side in (1, 2))
    running.withdraw(event.by, event.entry(first), "ill")
    before = content_hash(event.fresh)
    running.withdraw(event.by, event.entry(second), "tired")
    assert (drawn.pairings.get().kind, drawn.pairings.get().at_fault) == (Kind.PLAYED, 1)
    with pytest.raises(NotNow, match="Results are missing at: table 1"):
        event.close(drawn)
    running.bring_back(event.by, event.entry(second))
    assert content_hash(event.fresh) == before
    running.withdraw(event.by, event.entry(second), "tired")
    ruled = RuledResult(
        kind=Kind.ADJUSTED, reason="Two have left", ruled_points=((300, 4000), (0, -4000), (0, -4000))
    )
    running.rule_result(event.by, drawn.pairings.get(), ruled)
    event.close(drawn)


def test_only_one_of_three_leaves_two(event: Played) -> None:
    two = Played(agreed())
    two.enter(2)
    drawn = two.publish()
    with pytest.raises(ValidationError, match="Choose a side"):
        leave(two, drawn)


def test_the_director_chooses_it_on_the_page_and_takes_it_back(event: Played, client: Client) -> None:
    assert event.by.user is not None
    client.force_login(event.by.user)
    drawn = event.publish()
    pairing = drawn.pairings.get()
    page = reverse("tournaments:judge", args=[pairing.pk])
    assert "The other two play on" in client.get(page).content.decode()
    nobody = client.post(page, {"kind": "two_play_on", "at_fault": "", "reason": "Ill"})
    assert "at_fault" in nobody.context["form"].errors
    client.post(page, {"kind": "two_play_on", "at_fault": "1", "reason": "Ill"})
    pairing.refresh_from_db()
    assert (pairing.kind, pairing.at_fault) == (Kind.PLAYED, 1)
    assert client.get(page).context["form"].initial["kind"] == "two_play_on"
    shown = client.get(reverse("tournaments:round", args=[drawn.pk])).content.decode()
    assert "is not there: the others play on" in shown
    entry = client.get(reverse("scoring:deal_new", args=[game_of(drawn).pk])).content.decode()
    assert 'name="side0-' in entry
    assert 'name="side1-' not in entry
    public = client.get(reverse("tournaments:event_round", args=[event.event.pk, 1])).content.decode()
    assert "is not there: the others play on" in public
    client.post(page, {"kind": "played", "at_fault": "", "reason": "He has come"})
    assert game_of(drawn).away is None


def test_no_draw_is_thought_old_for_it(event: Played) -> None:
    drawn = event.publish()
    leave(event, drawn)
    record(event, game_of(drawn), 1, 100, None, 400)
    event.totals(game_of(drawn), 500, 0, 900)
    event.close(drawn)
    assert not would_be_drawn_otherwise(event.draw())
