"""Handicaps in an event: noted with the round, added to the result once, and put right."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError

from clubs.books import ways_back
from clubs.books.refusals import NotNow
from scoring import recording
from scoring.models import Side
from tests.tournaments.support import rated
from tests.tournaments.support.events import Played, agreed
from tests.tournaments.support.rated import ShownRatings
from tournaments import running
from tournaments.archive import content_hash
from tournaments.core.movements.knock_out import KNOCK_OUT
from tournaments.core.movements.lot import LOT
from tournaments.core.movements.partners import PARTNERS
from tournaments.core.played_rounds import FaultCode
from tournaments.core.schemes.total import TOTAL
from tournaments.core.schemes.vp_table import VP_TABLE
from tournaments.models import Pairing, Round
from tournaments.play import event_record
from tournaments.play.audit import check_event_draws
from tournaments.play.seating import get_seats
from tournaments.public.event_view import load_event_view
from tournaments.running import HandRating, RuledResult, recheck
from tournaments.running.frozen_settings import get_frozen_settings

pytestmark = pytest.mark.django_db
ALL: dict[str, Any] = {"handicap": 100, "handicap_points": 400}


@pytest.fixture
def ratings(monkeypatch: pytest.MonkeyPatch) -> ShownRatings:
    return rated.shown(monkeypatch)


def an_event(ratings: ShownRatings, *shown: int | None, **fields: Any) -> Played:
    """Pairs of which both players show this rating, drawn by lot; two are one table."""
    event = Played(agreed(LOT, **{"rounds": 2, **ALL, **fields}))
    event.enter(len(shown))
    ratings.of_entries(event, *shown)
    return event


def handicaps(event: Played, number: int = 1) -> dict[int, int]:
    """With how many points each entry begins in a round."""
    played = event_record.load_event(event.fresh).rounds[number - 1]
    return {
        entry: points
        for pairing in played.pairings
        for side, points in zip(pairing.sides, pairing.handicap, strict=bool(pairing.handicap))
        for entry in side
    }


def totals(event: Played, drawn: Round, by_entry: dict[int, int]) -> None:
    """Let the game of each table end so."""
    for pairing in drawn.pairings.exclude(game=None).select_related("game__book"):
        seats = pairing.entered.order_by("side").values_list("entry__number", flat=True)
        if pairing.game is not None:
            event.totals(pairing.game, *(by_entry[number] for number in seats))


def places(event: Played) -> dict[int, tuple[int, int, int]]:
    """Place, points and difference of each entry."""
    return {entry: (place, points, more) for place, entry, points, more in event.counted()}


# Given.


def test_the_weaker_side_begins_with_points_and_the_result_counts_with_them(ratings: ShownRatings) -> None:
    # 60 points a player are 120 a pair: 480 points, to the nearest 50.
    event = an_event(ratings, 1560, 1500)
    drawn = event.publish()
    assert handicaps(event) == {1: 0, 2: 500}
    totals(event, drawn, {1: 10_200, 2: 9_900})
    event.close(drawn)
    assert places(event) == {2: (1, 2, 200), 1: (2, 0, -200)}


def test_the_game_itself_and_its_winner_know_nothing_of_it(ratings: ShownRatings) -> None:
    event = an_event(ratings, 1560, 1500)
    drawn = event.publish()
    totals(event, drawn, {1: 10_200, 2: 9_900})
    assert sorted(Side.objects.filter(game__pairing__round=drawn).values_list("total", flat=True)) == [
        9_900,
        10_200,
    ]
    (game,) = event.games(drawn)
    assert game.winner is not None
    assert game.sides.get(number=game.winner).total == 10_200


def test_a_handicap_counts_from_the_first_deal_and_not_before(ratings: ShownRatings) -> None:
    event = an_event(ratings, 1560, 1500)
    event.publish()
    assert all(points == more == 0 for _place, points, more in places(event).values())


@pytest.mark.parametrize(
    ("scheme", "expected"),
    [(VP_TABLE, {1: (8, -200), 2: (12, 200)}), (TOTAL, {1: (10_200, -200), 2: (10_400, 200)})],
    ids=str,
)
def test_every_scheme_counts_with_it(
    ratings: ShownRatings, scheme: Any, expected: dict[int, tuple[int, int]]
) -> None:
    event = an_event(ratings, 1560, 1500, scheme=scheme)
    drawn = event.publish()
    totals(event, drawn, {1: 10_200, 2: 9_900})
    assert {entry: row[1:] for entry, row in places(event).items()} == expected


def test_a_walkover_and_a_ruling_have_none(ratings: ShownRatings) -> None:
    event = an_event(ratings, 1560, 1500)
    drawn = event.publish()
    pairing = drawn.pairings.get()
    running.rule_result(event.by, pairing, RuledResult(kind=Pairing.Kind.WALKOVER, at_fault=0, reason="away"))
    assert sorted(more for _place, _points, more in places(event).values()) == [-4000, 4000]


def test_drawn_partners_are_weighed_together(ratings: ShownRatings) -> None:
    event = Played(agreed(PARTNERS, rounds=1, players=1, scheme=TOTAL, **ALL))
    event.enter(4)
    ratings.of_entries(event, 1500, 1600, 1700, 1900)
    drawn = event.publish()
    strength = dict(enumerate((0, 100, 200, 400), 1))
    (sides,) = [pairing.sides for pairing in event_record.load_event(event.fresh).rounds[0].pairings]
    one, other = (sum(strength[entry] for entry in side) for side in sides)
    behind = {entry: max(other - one, 0) for entry in sides[0]}
    behind |= {entry: max(one - other, 0) for entry in sides[1]}
    assert handicaps(event) == {entry: 4 * less for entry, less in behind.items()}
    assert drawn.handicap_ratings


def test_who_goes_on_in_a_knock_out_is_decided_with_it(ratings: ShownRatings) -> None:
    event = Played(agreed(KNOCK_OUT, rounds=1, **ALL))
    event.enter(2)
    ratings.of_entries(event, 1560, 1500)
    drawn = event.publish()
    totals(event, drawn, {1: 10_200, 2: 9_900})
    event.close(drawn)
    assert {entry: place for entry, (place, _points, _more) in places(event).items()} == {2: 1, 1: 2}


def test_a_game_that_ends_level_with_it_needs_an_extra_deal(ratings: ShownRatings) -> None:
    event = Played(agreed(KNOCK_OUT, rounds=1, **ALL))
    event.enter(2)
    ratings.of_entries(event, 1560, 1500)
    drawn = event.publish()
    totals(event, drawn, {1: 10_400, 2: 9_900})
    with pytest.raises(NotNow):
        event.draw()
    pairing = drawn.pairings.get()
    running.decide_level_game(event.by, pairing, running.LevelDecision(winner=2, words="100 to 50"))
    event.close(drawn)
    assert places(event)[2][0] == 1


# Not given.


def test_where_somebody_shows_no_rating_nobody_at_the_table_begins_with_points(ratings: ShownRatings) -> None:
    event = an_event(ratings, 1560, None)
    event.publish()
    assert handicaps(event) == {}
    (stored,) = {str(each.handicap_ratings) for each in event.event.rounds.all()}
    # Nothing follows from a rating that is not shown.
    assert stored == str({"1": [120, None], "2": [None, None]})


def test_one_of_two_who_shows_none_is_enough(ratings: ShownRatings) -> None:
    event = an_event(ratings, 1560, 1500)
    del ratings[event.entry(2).players.all()[0].pk]
    assert not handicaps_after_publishing(event)


def handicaps_after_publishing(event: Played) -> dict[int, int]:
    event.publish()
    return handicaps(event)


def test_an_event_without_handicaps_notes_no_rating(ratings: ShownRatings) -> None:
    event = an_event(ratings, 1560, 1500, handicap=0)
    drawn = event.publish()
    assert handicaps(event) == {}
    assert drawn.handicap_ratings == {}
    assert not event.event.book.log.filter(act="round.ratings_noted").exists()


# By hand.


def test_a_rating_entered_by_hand_counts_instead(ratings: ShownRatings) -> None:
    event = an_event(ratings, 1560, None)
    running.set_handicap_rating(event.by, event.entry(2), HandRating(rating=1500))
    assert handicaps_after_publishing(event) == {1: 0, 2: 500}


def test_a_rating_by_hand_counts_in_a_round_that_is_drawn_at_once(ratings: ShownRatings) -> None:
    event = an_event(ratings, 1560, None)
    drawn = event.draw()
    running.set_handicap_rating(event.by, event.entry(2), HandRating(rating=1500))
    running.publish_round(event.by, drawn)
    assert handicaps(event) == {1: 0, 2: 500}


def test_in_published_rounds_it_counts_from_the_one_that_is_named_with_a_reason(
    ratings: ShownRatings,
) -> None:
    event = an_event(ratings, 1560, None, rounds=3)
    for _number in range(2):
        drawn = event.publish()
        totals(event, drawn, {1: 10_200, 2: 9_900})
        event.close(drawn)
    third = event.publish()
    entry = event.entry(2)
    running.set_handicap_rating(event.by, entry, HandRating(rating=1500))
    assert [handicaps(event, number) for number in (1, 2, 3)] == [{}, {}, {}]
    with pytest.raises(ValidationError, match="say why"):
        running.set_handicap_rating(event.by, entry, HandRating(rating=1490, from_round=2))
    corrected = HandRating(rating=1490, from_round=2, reason="had been forgotten")
    running.set_handicap_rating(event.by, entry, corrected)
    assert [handicaps(event, number).get(2) for number in (1, 2, 3)] == [None, 550, 550]
    kept = {row[1]: row[3] for row in event.kept(event.event.rounds.get(number=2))}
    assert kept == {1: 300 - 250, 2: -300 + 250}
    assert third.state == Round.State.PUBLISHED


def test_what_was_entered_by_hand_is_taken_back_in_each_round(ratings: ShownRatings) -> None:
    event = an_event(ratings, 1560, None, rounds=3)
    entry = event.entry(2)
    running.set_handicap_rating(event.by, entry, HandRating(rating=1400))
    drawn = event.publish()
    totals(event, drawn, {1: 10_200, 2: 9_900})
    event.close(drawn)
    running.set_handicap_rating(event.by, entry, HandRating(rating=1500))
    before = content_hash(event.fresh), places(event)
    running.set_handicap_rating(
        event.by, entry, HandRating(rating=1300, from_round=1, reason="a slip of the pen")
    )
    assert (content_hash(event.fresh), places(event)) != before
    act = event.event.book.log.filter(act="entry.handicap_rating").latest("number")
    undo = ways_back.offer_undo(act).undo
    assert undo is not None
    assert undo.asks_reason
    undo.run(event.by, "it was right", uuid4())
    assert (content_hash(event.fresh), places(event)) == before
    assert event.entry(2).handicap_rating == 1500


def test_the_same_rating_twice_is_one_act(ratings: ShownRatings) -> None:
    event = an_event(ratings, 1560, None)
    for _time in range(2):
        running.set_handicap_rating(event.by, event.entry(2), HandRating(rating=1500))
    assert event.event.book.log.filter(act="entry.handicap_rating").count() == 1


@pytest.mark.parametrize("rating", [499, 2501])
def test_a_rating_by_hand_is_one_that_somebody_could_have(ratings: ShownRatings, rating: int) -> None:
    event = an_event(ratings, 1560, None)
    with pytest.raises(ValidationError, match="500"):
        running.set_handicap_rating(event.by, event.entry(2), HandRating(rating=rating))


def test_without_handicaps_none_is_entered(ratings: ShownRatings) -> None:
    event = an_event(ratings, 1560, None, handicap=0)
    with pytest.raises(NotNow, match="no handicaps"):
        running.set_handicap_rating(event.by, event.entry(2), HandRating(rating=1500))


def test_what_somebody_else_has_entered_meanwhile_is_not_overwritten(ratings: ShownRatings) -> None:
    event = an_event(ratings, 1560, None)
    running.set_handicap_rating(event.by, event.entry(2), HandRating(rating=1500))
    with pytest.raises(NotNow, match="Somebody else"):
        running.set_handicap_rating(event.by, event.entry(2), HandRating(rating=1600), seen="")


# Frozen.


def test_what_is_published_stays_whatever_becomes_of_the_ratings(ratings: ShownRatings) -> None:
    event = an_event(ratings, 1560, 1500)
    drawn = event.publish()
    totals(event, drawn, {1: 10_200, 2: 9_900})
    event.close(drawn)
    before = content_hash(event.fresh), places(event)
    ratings.of_entries(event, 1900, None)
    running.reopen_round(event.by, event.event.rounds.get(), "look again")
    event.close(event.event.rounds.get())
    assert (content_hash(event.fresh), places(event)) == before
    assert not recheck.differences_in(event.fresh)
    second = event.publish()
    assert second.handicap_ratings == {"1": [800, None], "2": [None, None]}


def test_who_plays_is_looked_at_again_when_the_round_is_published(ratings: ShownRatings) -> None:
    event = an_event(ratings, 1560, 1500)
    drawn = event.draw()
    assert drawn.handicap_ratings == {"1": [120, None], "2": [0, None]}
    ratings.of_entries(event, 1560, 1540)
    published = running.publish_round(event.by, drawn)
    assert published.handicap_ratings == {"1": [120, None], "2": [80, None]}
    assert handicaps(event) == {1: 0, 2: 150}


def test_exchanged_sides_keep_their_handicaps_and_who_comes_late_gets_one(ratings: ShownRatings) -> None:
    event = an_event(ratings, 1560, 1500, 1530)
    drawn = event.publish()
    before = handicaps(event)
    playing = {*before}
    ratings.of_entries(event, 1900, 1900, 1900)
    seats = get_seats(drawn)
    (sides,) = seats.tables
    running.exchange_places(event.by, drawn, replace(seats, tables=(sides[::-1],)))
    assert handicaps(event) == before
    (out,) = seats.out
    staying = min(playing)
    wanted = replace(seats, tables=(((staying,), (out,)),), out=tuple(playing - {staying}))
    running.exchange_places(event.by, drawn, wanted)
    noted = {number: rated for number, (rated, _hand) in stored(event).items()}
    assert noted == {"1": 120, "2": 0, "3": 60}


def stored(event: Played, number: int = 1) -> dict[str, list[int | None]]:
    ratings: dict[str, list[int | None]] = event.event.rounds.get(number=number).handicap_ratings
    return ratings


def test_players_who_were_typed_wrong_have_the_ratings_of_the_right_ones(ratings: ShownRatings) -> None:
    event = an_event(ratings, 1560, 1500)
    event.publish()
    entry, others = event.entry(2), event.players()
    for player in others:
        ratings[player.pk] = 1540
    change = running.EntryChange(players=others, number=2)
    running.edit_entry(event.by, entry, change)
    assert stored(event)["2"] == [80, None]
    assert handicaps(event) == {1: 0, 2: 150}


# Agreed on.


def test_the_settings_are_frozen_by_a_published_round_and_put_right_by_a_correction(
    ratings: ShownRatings,
) -> None:
    event = an_event(ratings, 1560, 1500, handicap=0)
    assert "handicap" not in get_frozen_settings(event.fresh)
    drawn = event.publish()
    totals(event, drawn, {1: 10_200, 2: 9_900})
    event.close(drawn)
    assert {"handicap", "handicap_points", "handicap_most"} <= get_frozen_settings(event.fresh).keys()
    without = content_hash(event.fresh), places(event)
    correct(event, handicap=50)
    assert handicaps(event) == {1: 0, 2: 250}
    assert places(event) == {1: (1, 2, 50), 2: (2, 0, -50)}
    noted = stored(event)
    # The ratings of then count from now on, also where somebody corrects it again.
    ratings.of_entries(event, 1500, 1500)
    correct(event, handicap=100)
    assert places(event) == {2: (1, 2, 200), 1: (2, 0, -200)}
    correct(event, handicap=0)
    assert places(event) == without[1]
    assert stored(event) == noted


def correct(event: Played, **settings: Any) -> None:
    right = replace(event.fresh.agreement, **settings)
    plan = running.EventPlan(name="Spring", date=event.event.date, ruleset="samba", agreement=right)
    correction = running.SetUpCorrection(plan=plan, reason="agreed on so", key=uuid4())
    preview = running.preview_set_up(event.by, event.fresh, correction)
    assert len(preview.tables) == 1
    running.correct_set_up(event.by, event.fresh, correction)


def test_agreed_on_after_the_draw_they_are_given_in_it(ratings: ShownRatings) -> None:
    event = an_event(ratings, 1560, 1500, handicap=0)
    event.draw()
    right = replace(event.fresh.agreement, handicap=100)
    plan = running.EventPlan(name="Spring", date=event.event.date, ruleset="samba", agreement=right)
    running.change_event(event.by, event.event, plan)
    assert stored(event) == {"1": [120, None], "2": [0, None]}


@pytest.mark.parametrize(
    ("setting", "value"),
    [("handicap", 60), ("handicap_points", 0), ("handicap_most", 0), ("handicap_most", 1_000_001)],
)
def test_what_makes_no_sense_is_not_agreed_on(ratings: ShownRatings, setting: str, value: int) -> None:
    event = an_event(ratings, 1560, 1500)
    change: dict[str, Any] = {setting: value}
    wrong = replace(event.fresh.agreement, **change)
    plan = running.EventPlan(name="Spring", date=event.event.date, ruleset="samba", agreement=wrong)
    with pytest.raises(ValidationError) as refusal:
        running.change_event(event.by, event.event, plan)
    assert [*refusal.value.error_dict] == [setting]


# Checked.


def test_pages_and_the_record_say_the_same(ratings: ShownRatings) -> None:
    event = an_event(ratings, 1560, 1500, 1540, 1480)
    drawn = event.publish()
    for closed in (False, True):
        if closed:
            event.play(drawn)
            event.close(drawn)
        record = event_record.load_event(event.fresh)
        for games_of in ((), None):
            view = load_event_view(event.fresh, games_of=games_of)
            assert view.record.rounds[0].results == record.rounds[0].results
            assert [pairing.handicap for pairing in view.record.rounds[0].pairings] == [
                pairing.handicap for pairing in record.rounds[0].pairings
            ]


def test_other_ratings_than_were_noted_are_found(ratings: ShownRatings) -> None:
    event = an_event(ratings, 1560, 1500)
    drawn = event.publish()
    totals(event, drawn, {1: 10_200, 2: 9_900})
    event.close(drawn)
    assert not faults(event)
    Round.objects.filter(pk=drawn.pk).update(handicap_ratings={"1": [120, None], "2": [120, None]})
    assert FaultCode.NOT_THE_RATINGS in faults(event)
    assert {one.column for one in recheck.differences_in(event.fresh)} >= {"kept.tables", "standings"}


def faults(event: Played) -> list[FaultCode]:
    return [fault.code for check in check_event_draws(event.fresh) for fault in check.faults]


def test_a_deal_in_a_game_with_a_handicap_opens_by_what_was_played(ratings: ShownRatings) -> None:
    event = an_event(ratings, 1900, 1500)
    (game,) = event.games(event.publish())
    deal = recording.start_deal(event.by, game, 1, uuid4())
    first, second = deal.openings
    assert first == second
    assert sorted(handicaps(event).values()) == [0, 2000]
