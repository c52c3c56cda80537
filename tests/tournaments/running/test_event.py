"""An event from its first round to the official result: what each verb does, and what it refuses."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from itertools import chain
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from clubs.books import log
from clubs.books.verification import verify_log
from clubs.models import LogEntry, Role
from scoring import recording
from scoring.models import Game
from scoring.recording import NotNow
from tests.builders import a_user, an_author
from tests.conftest import LONG
from tests.scoring.support.played import a_deal
from tests.tournaments.support.events import Played, agreed, show_after_this_round
from tournaments import running
from tournaments.agreement.agreement import EventAgreement, Phase, WithdrawalRule
from tournaments.agreement.presets import PRESETS
from tournaments.core.drawing.movement import Movement
from tournaments.core.movements import MOVEMENTS
from tournaments.core.movements.by_hand import BY_HAND
from tournaments.core.movements.circle import ROUND_ROBIN
from tournaments.core.movements.danish import DANISH_PURE
from tournaments.core.movements.lot import LOT
from tournaments.core.movements.mitchell import MITCHELL
from tournaments.core.movements.partners import PARTNERS
from tournaments.core.movements.swiss import SWISS
from tournaments.core.results import Result, ResultKind, SitOutValue
from tournaments.core.schemes import SCHEMES
from tournaments.core.schemes.places import PLACES
from tournaments.core.schemes.scl import SCL
from tournaments.models import Entry, EventAdjustment, Pairing, PairingEntry, Round, Tournament
from tournaments.play import event_record, event_results
from tournaments.play.seating import get_seats
from tournaments.running import EventCharge, RoundSeats, RuledResult, SeatsChanged, recheck

pytestmark = pytest.mark.django_db
Unit, Kind = EventAdjustment.Unit, Pairing.Kind


@pytest.fixture
def swiss() -> Played:
    event = Played(agreed(SWISS))
    event.enter(8)
    return event


# Rounds.


def test_an_evening_of_three_deals_goes_from_the_draw_to_the_closed_round_at_its_tables() -> None:
    """The third deal ends each game: no director ends one."""
    event = Played(next(one for one in PRESETS if one.code == "three_deals").agreement)
    event.enter(8)
    drawn = event.publish()
    for game in event.games(drawn):
        assert game.deals_agreed == 3
        for number in (1, 2, 3):
            assert not Game.objects.get(pk=game.pk).over
            recording.record_deal(event.by, game, a_deal(number))
    closed = event.close(drawn)
    assert not LogEntry.objects.filter(act__in=("game.ended", "game.result_entered")).exists()
    # 8175 against -255 at each table: beyond the last band.
    assert sorted(row[2] for row in event.kept(closed)) == [0, 0, 0, 0, 20, 20, 20, 20]
    assert event.kept(closed) == event.counted()


def test_a_deal_declared_void_after_its_round_was_closed_takes_the_result_out_until_it_is_dealt_again() -> (
    None
):
    event = Played(agreed(deals=1, walkover_margin=2000))
    event.enter(2)
    drawn = event.publish()
    (game,) = event.games(drawn)
    recording.record_deal(event.by, game, a_deal(1))
    closed = event.close(drawn)
    before = event.kept(closed)
    recording.void_deal(event.by, game, 1, "dealt wrongly", uuid4())
    assert not Game.objects.get(pk=game.pk).over
    assert event.kept(closed) == event.counted() != before
    recording.record_deal(event.by, game, a_deal(2))
    assert event.kept(closed) == event.counted() == before


def test_a_round_is_drawn_published_played_and_closed(swiss: Played) -> None:
    drawn = swiss.draw()
    assert (drawn.state, drawn.movement, drawn.exact) == (Round.State.DRAWN, "swiss", True)
    published = running.publish_round(swiss.by, drawn)
    assert swiss.fresh.state == Tournament.State.RUNNING
    assert [game.label for game in swiss.games(published)] == ["1", "2", "3", "4"]
    swiss.play(published)
    closed = swiss.close(published)
    assert closed.closed_at is not None
    assert len(swiss.kept(closed)) == 8


def test_a_round_is_not_closed_while_a_result_is_missing(swiss: Played) -> None:
    drawn = swiss.publish()
    swiss.totals(swiss.games(drawn)[0], 10000, 5000)
    with pytest.raises(NotNow, match="2, 3, 4"):
        swiss.close(drawn)


def test_the_games_of_an_event_are_played_as_it_has_agreed() -> None:
    event = Played(agreed(LOT, approval="own_code", corrections="by_consent", signers="one"))
    event.enter(4)
    (game, _other) = event.games(event.publish())
    assert (game.approval, game.corrections, game.signers) == ("own_code", "by_consent", "one")


def test_a_pairing_keeps_why_it_was_made(swiss: Played) -> None:
    swiss.round()
    drawn = swiss.draw()
    assert all("smallest_gap" in [reason["why"] for reason in one.reasons] for one in drawn.pairings.all())
    assert drawn.proposal == [
        {"sides": [[entry] for entry in entries_of(one)], "reasons": one.reasons}
        for one in drawn.pairings.order_by("table")
    ]


def entries_of(pairing: Pairing) -> list[int]:
    return list(pairing.entered.order_by("side", "position").values_list("entry__number", flat=True))


# By hand.


def test_a_drawn_round_may_be_set_otherwise_and_the_proposal_stays_beside_it(swiss: Played) -> None:
    drawn = swiss.draw()
    proposed = drawn.proposal
    wanted = RoundSeats(tables=[((1,), (2,)), ((3,), (4,)), ((5,), (6,)), ((7,), (8,))])
    drawn = running.set_by_hand(swiss.by, drawn, wanted)
    assert [entries_of(one) for one in drawn.pairings.order_by("table")] == [[1, 2], [3, 4], [5, 6], [7, 8]]
    assert Round.objects.get(pk=drawn.pk).proposal == proposed
    for one in drawn.pairings.all():
        as_proposed = any(sorted(chain(*each["sides"])) == entries_of(one) for each in proposed)
        assert one.by_hand is not as_proposed


@pytest.mark.parametrize(
    "wanted",
    [
        RoundSeats(tables=[((1,), (2,)), ((3,), (4,)), ((5,), (6,))]),
        RoundSeats(tables=[((1,), (2,)), ((1,), (4,)), ((5,), (6,)), ((7,), (8,))]),
        RoundSeats(tables=[((1,), (2,), (3,)), ((4,), (5,), (6,))], out=[7, 8]),
        RoundSeats(tables=[((1,), (99,)), ((3,), (4,)), ((5,), (6,)), ((7,), (8,))]),
        RoundSeats(tables=[((1, 2), (3,)), ((4,), (5,)), ((6,), (7,))], out=[8]),
    ],
    ids=["somebody missing", "somebody twice", "too many sides", "a stranger", "uneven sides"],
)
def test_a_round_that_cannot_be_is_refused(swiss: Played, wanted: RoundSeats) -> None:
    drawn = swiss.draw()
    before = list(PairingEntry.objects.values_list("pairing", "entry"))
    with pytest.raises(ValidationError):
        running.set_by_hand(swiss.by, drawn, wanted)
    assert list(PairingEntry.objects.values_list("pairing", "entry")) == before


def test_a_published_round_is_not_changed_by_hand(swiss: Played) -> None:
    drawn = swiss.publish()
    with pytest.raises(NotNow):
        running.set_by_hand(swiss.by, drawn, RoundSeats(tables=[], out=range(1, 9)))


def test_a_pairing_set_back_to_the_proposal_is_the_programs_again(swiss: Played) -> None:
    drawn = swiss.draw()
    proposed, wanted = (
        get_seats(drawn),
        RoundSeats(tables=[((1,), (2,)), ((3,), (4,)), ((5,), (6,)), ((7,), (8,))]),
    )
    running.set_by_hand(swiss.by, drawn, wanted)
    own = set(drawn.pairings.filter(by_hand=True).values_list("table", flat=True))
    running.set_by_hand(swiss.by, drawn, RoundSeats(tables=list(reversed(wanted.tables))))
    assert drawn.pairings.filter(by_hand=True).count() == len(own) > 0
    assert all(one.reasons == [{"why": "by_hand"}] for one in drawn.pairings.filter(by_hand=True))
    running.set_by_hand(swiss.by, drawn, proposed)
    assert not drawn.pairings.filter(by_hand=True).exists()
    assert {one.reasons[0]["why"] for one in drawn.pairings.all()} == {"lot"}


def test_of_two_directors_neither_overwrites_what_the_other_has_set(swiss: Played) -> None:
    drawn = swiss.draw()
    seen = get_seats(drawn)
    one, other = (seen.with_exchanged(first, second) for first, second in two_exchanges(seen))
    running.set_by_hand(swiss.by, drawn, one, seen.fingerprint)
    with pytest.raises(SeatsChanged):
        running.set_by_hand(swiss.by, drawn, other, seen.fingerprint)
    assert get_seats(drawn).fingerprint == one.fingerprint
    with pytest.raises(NotNow):
        running.publish_round(swiss.by, drawn, seen.fingerprint)
    revision = swiss.fresh.book.revision
    running.set_by_hand(swiss.by, drawn, one, seen.fingerprint)  # sent a second time
    assert swiss.fresh.book.revision == revision
    running.publish_round(swiss.by, drawn, one.fingerprint)


def two_exchanges(seats: RoundSeats) -> list[tuple[int, int]]:
    """Two ways to have others meet."""
    (first, *_others), (second, *_more), (third, *_rest) = (table for table in seats.tables[:3])
    return [(first[0], second[0]), (second[0], third[0])]


def test_a_round_may_be_opened_empty_and_set_by_hand(swiss: Played) -> None:
    drawn = running.draw_round(swiss.by, swiss.event, "seed", by_hand=True)
    assert (drawn.movement, drawn.pairings.count()) == ("by_hand", 0)
    with pytest.raises(NotNow):
        running.publish_round(swiss.by, drawn)
    wanted = RoundSeats(tables=[((1,), (2,)), ((3,), (4,)), ((5,), (6,))], out=[7, 8])
    running.set_by_hand(swiss.by, drawn, wanted)
    assert [one.label for one in swiss.games(running.publish_round(swiss.by, drawn))] == ["1", "2", "3"]


def test_a_mitchell_that_has_come_round_is_not_drawn_again_in_silence() -> None:
    event = Played(agreed(MITCHELL, rounds=5))
    event.enter(6)
    for _round in range(3):
        event.round()
    with pytest.raises(NotNow, match="rematches"):
        event.draw()
    assert running.draw_round(event.by, event.event, "seed", by_hand=True).number == 4


# Removed.


def test_the_last_round_may_be_removed_until_a_deal_is_dealt_and_then_with_a_reason(swiss: Played) -> None:
    drawn = swiss.publish()
    game = swiss.games(drawn)[0]
    recording.record_deal(swiss.by, game, a_deal())
    with pytest.raises(ValidationError):
        running.remove_round(swiss.by, drawn)
    running.remove_round(swiss.by, drawn, "drawn from the wrong list")
    assert Game.objects.filter(pk=game.pk, deals__number=1).exists()
    assert swiss.counted() == [(1, number, 0, 0) for number in range(1, 9)]
    again = swiss.draw()
    assert again.number == drawn.number


def test_the_games_of_a_removed_round_are_set_aside_with_its_reason_and_their_tables_are_free(
    swiss: Played,
) -> None:
    recording.create_tables(swiss.by, swiss.club, ["1", "2"], uuid4())
    drawn = swiss.publish()
    assert swiss.club.tables.filter(game=None).count() == 0
    swiss.play(drawn)
    running.remove_round(swiss.by, drawn, "drawn from the wrong list")
    for game in swiss.games(drawn):
        assert (game.state, game.set_aside_because) == (Game.State.SET_ASIDE, "drawn from the wrong list")
        with pytest.raises(NotNow, match="The game has been set aside"):
            recording.record_deal(swiss.by, game, a_deal())
    assert swiss.club.tables.filter(game=None).count() == 2
    swiss.round()
    show_after_this_round(swiss.by, swiss.event)
    Tournament.objects.update(shown_at=swiss.by.at - timedelta(days=1))
    running.declare_official(swiss.by, swiss.event)
    states = Game.objects.filter(book=swiss.event.book).order_by("pk").values_list("state", flat=True)
    assert list(states) == ["set_aside"] * 4 + ["official"] * 4


def test_a_result_that_was_handed_in_or_ruled_is_not_removed_without_a_reason(swiss: Played) -> None:
    """Though no deal has been dealt."""
    drawn = swiss.publish()
    swiss.totals(swiss.games(drawn)[0], 9000, 6000)
    with pytest.raises(ValidationError, match="deals or results"):
        running.remove_round(swiss.by, drawn)
    running.remove_round(swiss.by, drawn, "drawn from the wrong list")
    again = swiss.publish()
    walked = running.RuledResult(kind=Pairing.Kind.WALKOVER, at_fault=0, reason="did not come")
    running.rule_result(swiss.by, again.pairings.get(table=1), walked)
    with pytest.raises(ValidationError, match="deals or results"):
        running.remove_round(swiss.by, again)


def test_an_earlier_round_is_not_removed(swiss: Played) -> None:
    first = swiss.round()
    swiss.draw()
    with pytest.raises(NotNow):
        running.remove_round(swiss.by, first, "no")


def test_who_came_while_a_removed_round_was_on_plays_in_the_one_that_takes_its_place(swiss: Played) -> None:
    first = swiss.publish()
    running.enter_pairs(swiss.by, swiss.event, [swiss.players()])
    running.withdraw(swiss.by, swiss.entry(2), "ill")
    running.remove_round(swiss.by, first, "drawn too early")
    again = swiss.draw()
    here = sorted(one for pairing in again.pairings.all() for one in entries_of(pairing))
    assert here == [1, 3, 4, 5, 6, 7, 8, 9]


def test_the_log_says_whose_first_and_last_rounds_moved_with_a_removed_round(swiss: Played) -> None:
    first = swiss.publish()
    running.enter_pairs(swiss.by, swiss.event, [swiss.players()])
    running.withdraw(swiss.by, swiss.entry(2), "ill")
    running.remove_round(swiss.by, first, "drawn too early")
    said = list(log.log_lines(LogEntry.objects.filter(book=swiss.event.book).order_by("number")))
    removed = [one.sentence for one in said].index("Round removed")
    assert [
        (
            one.subject.partition(":")[0],
            [(change.label, change.before, change.after) for change in one.changes],
        )
        for one in said[removed + 1 :]
    ] == [
        ("entry 9", [("From round", "2", "1")]),
        ("entry 2", [("Until round", "1", "0")]),
    ]
    assert [(one.from_round, one.until_round) for one in (swiss.entry(9), swiss.entry(2))] == [
        (1, None),
        (1, 0),
    ]


# Coming and going.


def test_who_comes_late_has_missed_the_rounds_before_and_plays_from_the_next(swiss: Played) -> None:
    swiss.round()
    (late,) = running.enter_pairs(swiss.by, swiss.event, [swiss.players()])
    assert (late.number, late.from_round) == (9, 2)
    drawn = swiss.publish()
    assert PairingEntry.objects.filter(round=drawn, entry=late).exists()
    (row,) = [
        one
        for one in event_results.compute_placings(event_record.load_event(swiss.fresh))
        if one.totals.entry == 9
    ]
    assert row.totals.losses == 1


def test_who_withdraws_has_lost_the_game_and_is_drawn_no_more(swiss: Played) -> None:
    drawn = swiss.publish()
    pairing = drawn.pairings.get(table=1)
    one, other = entries_of(pairing)
    recording.record_deal(swiss.by, swiss.games(drawn)[0], a_deal())
    running.withdraw(swiss.by, swiss.entry(other), "has to catch the train")
    pairing.refresh_from_db()
    assert (pairing.kind, pairing.at_fault) == (Kind.FORFEITED, 1)
    swiss.play(drawn)
    closed = swiss.close(drawn)
    worth = {entry: (points, difference) for _place, entry, points, difference in swiss.kept(closed)}
    # 2725 – −85 is a lead of 2810, the walkover in Samba is worth 4000: the better counts.
    assert (worth[one], worth[other]) == ((2, 4000), (0, -4000))
    following = swiss.draw()
    assert not PairingEntry.objects.filter(round=following, entry__number=other).exists()


def test_who_withdraws_before_the_first_deal_gives_a_walkover(swiss: Played) -> None:
    drawn = swiss.publish()
    pairing = drawn.pairings.get(table=2)
    running.withdraw(swiss.by, swiss.entry(entries_of(pairing)[0]), "ill")
    pairing.refresh_from_db()
    assert (pairing.kind, pairing.at_fault) == (Kind.WALKOVER, 0)


@pytest.mark.parametrize(
    ("minutes", "checked_in", "kind"),
    [
        # Before the late limit of half an hour neither will be there when it comes.
        (20, (), Kind.BOTH_ABSENT),
        (20, (1,), Kind.BOTH_ABSENT),
        # After it the other one was there, unless others have been checked in and it has not.
        (40, (), Kind.WALKOVER),
        (40, (1,), Kind.WALKOVER),
        (40, (0,), Kind.BOTH_ABSENT),
    ],
)
def test_where_both_sides_have_gone_nobody_wins_and_who_was_there_keeps_its_walkover(
    swiss: Played, minutes: int, checked_in: tuple[int, ...], kind: Pairing.Kind
) -> None:
    drawn = swiss.publish()
    pairing = drawn.pairings.get(table=2)
    sides = entries_of(pairing)
    for side in checked_in:
        running.check_in(swiss.by, swiss.entry(sides[side]))
    other = next(entry for entry in range(1, 9) if entry not in sides)
    if checked_in == (0,):
        running.check_in(swiss.by, swiss.entry(other))
    running.withdraw(swiss.by, swiss.entry(sides[0]), "ill")
    swiss.by = replace(swiss.by, at=swiss.by.at + timedelta(minutes=minutes))
    running.withdraw(swiss.by, swiss.entry(sides[1]), "ill too")
    pairing.refresh_from_db()
    assert (pairing.kind, pairing.at_fault) == (kind, 0 if kind == Kind.WALKOVER else None)
    # The game has the same, for the lists that read games only.
    assert Game.objects.get(pairing=pairing).other_result == kind


def test_where_deals_were_played_the_first_to_leave_has_given_up_and_the_other_has_not(
    swiss: Played,
) -> None:
    drawn = swiss.publish()
    pairing = drawn.pairings.get(table=1)
    assert pairing.game is not None
    recording.record_deal(swiss.by, pairing.game, a_deal(1))
    for side in (1, 0):
        running.withdraw(swiss.by, swiss.entry(entries_of(pairing)[side]), "the train")
    pairing.refresh_from_db()
    assert (pairing.kind, pairing.at_fault) == (Kind.FORFEITED, 1)


def test_who_cancels_before_its_first_round_is_in_no_standings(swiss: Played) -> None:
    running.withdraw(swiss.by, swiss.entry(8), "cannot come")
    drawn = swiss.round()
    assert {entry for _place, entry, *_sums in swiss.kept(drawn)} == set(range(1, 8))
    late = swiss.enter(1)[0]
    running.withdraw(swiss.by, late, "cannot come either")
    assert {entry for _place, entry, *_sums in swiss.counted()} == set(range(1, 8))


def test_games_of_a_phase_before_the_round_robin_stand() -> None:
    """Who leaves the round robin is struck out there; what others won against it before stays theirs."""
    phases = (Phase(movement=SWISS, rounds=1), Phase(movement=ROUND_ROBIN, rounds=5))
    event = Played(replace(agreed(), phases=phases))
    event.enter(6)
    first = event.round()
    opponent = next(
        entry
        for pairing in first.pairings.all()
        if 3 in (here := entries_of(pairing))
        for entry in here
        if entry != 3
    )
    event.round()
    running.withdraw(event.by, event.entry(3), "ill")
    record = event_record.load_event(event.fresh)
    assert event_results.struck_out_entries(record) == {3}
    in_swiss, in_robin = event_results.round_results(record)
    assert {(3, opponent), (opponent, 3)} & {result.entries for result in in_swiss}
    assert all(3 not in result.entries for result in in_robin)


@pytest.mark.parametrize(
    ("policy", "left"), [(WithdrawalRule.STRUCK_UNDER_HALF, 0), (WithdrawalRule.STAND, 1)]
)
def test_in_a_round_robin_who_leaves_early_is_struck_out_or_not_as_agreed(
    policy: WithdrawalRule, left: int
) -> None:
    event = Played(agreed(ROUND_ROBIN, rounds=5, who_leaves=policy))
    event.enter(6)
    event.round()
    running.withdraw(event.by, event.entry(3), "ill")
    places = event_results.compute_placings(event_record.load_event(event.fresh))
    assert sum(row.totals.entry == 3 for row in places) == left
    assert sum(row.totals.played for row in places) == (6 if left else 4)


def test_who_leaves_a_round_robin_late_has_lost_its_other_games_by_walkover() -> None:
    event = Played(agreed(ROUND_ROBIN, rounds=5))
    event.enter(6)
    for _round in range(3):
        event.round()
    running.withdraw(event.by, event.entry(3), "ill")
    for _round in range(2):
        last = event.round()
    had = {
        placing.totals.entry: placing.totals.rounds
        for placing in event_results.compute_placings(event_record.load_event(event.fresh))
    }
    walked = [(one.round, one.worth.points, one.worth.difference) for one in had[3][3:]]
    assert walked == [(4, 0, -4000), (5, 0, -4000)]
    for one in had[3][3:]:
        (winner,) = one.opponents
        (won,) = (other for other in had[winner] if other.round == one.round)
        assert (won.kind.value, won.worth.points, won.worth.difference) == ("walkover", 2, 4000)
    assert event.kept(last) == event.counted(last.number)


def test_who_comes_after_a_round_robin_changes_nobodys_walkovers() -> None:
    """The circle had no place for it: in one of seven others would have been to meet who had left."""
    phases = (Phase(movement=ROUND_ROBIN, rounds=5), Phase(movement=SWISS, rounds=1))
    event = Played(replace(agreed(), phases=phases))
    event.enter(6)
    for _round in range(3):
        event.round()
    running.withdraw(event.by, event.entry(3), "ill")
    for _round in range(2):
        event.round()
    before = walkovers(event)
    assert [len(some) for some in before] == [0, 0, 0, 1, 1]
    event.enter(1)
    assert walkovers(event) == before


def walkovers(event: Played) -> list[list[Result]]:
    """Those of each round."""
    rounds = event_results.round_results(event_record.load_event(event.fresh))
    return [[one for one in results if one.kind is ResultKind.WALKOVER] for results in rounds]


def test_an_entry_is_checked_in_and_out(swiss: Played) -> None:
    entry = running.check_in(swiss.by, swiss.entry(1))
    assert entry.state == Entry.State.PRESENT
    revision = swiss.fresh.book.revision
    running.check_in(swiss.by, swiss.entry(1))
    assert swiss.fresh.book.revision == revision
    assert running.check_in(swiss.by, swiss.entry(1), here=False).state == Entry.State.ENTERED


def test_nobody_withdraws_while_a_drawn_round_waits_to_be_published(swiss: Played) -> None:
    swiss.draw()
    with pytest.raises(NotNow):
        running.withdraw(swiss.by, swiss.entry(1), "ill")
    assert swiss.entry(1).state == Entry.State.ENTERED


@pytest.mark.parametrize("movement", [ROUND_ROBIN, MITCHELL], ids=str)
def test_who_comes_late_takes_the_empty_place_and_moves_nobody_else(movement: Movement) -> None:
    event = Played(agreed(movement, rounds=5))
    event.enter(5)
    event.round()
    event.draw()
    alone = tables_of(event.event.rounds.get(number=2))
    running.remove_round(event.by, event.event.rounds.get(number=2))
    running.enter_pairs(event.by, event.event, [event.players()])
    joined = tables_of(event.draw())
    assert {table - {6} for table in joined} == set(alone)
    with pytest.raises(NotNow):
        running.enter_pairs(event.by, event.event, [event.players()])


def tables_of(drawn: Round) -> list[frozenset[int]]:
    return [frozenset(entries_of(pairing)) for pairing in drawn.pairings.all()]


def test_several_who_come_late_come_together_or_not_at_all(swiss: Played) -> None:
    swiss.round()
    again = [player.player for player in swiss.entry(1).places.select_related("player")]
    with pytest.raises(ValidationError):
        running.enter_pairs(swiss.by, swiss.event, [swiss.players(), again])
    assert swiss.event.entries.count() == 8


# Other results.


@pytest.mark.parametrize(
    ("judged", "expected"),
    [
        (RuledResult(kind=Kind.WALKOVER, at_fault=1, reason="did not come"), [(2, 4000), (0, -4000)]),
        (RuledResult(kind=Kind.BOTH_ABSENT, reason="nobody came"), [(0, -4000), (0, -4000)]),
        (RuledResult(kind=Kind.RULED_LOST, at_fault=0, reason="15C"), [(0, -4450), (2, 4450)]),
        (
            RuledResult(kind=Kind.ADJUSTED, ruled_points=[(1, 50), (1, -50)], reason="the jury"),
            [(1, 50), (1, -50)],
        ),
        (RuledResult(kind=Kind.VOID, reason="the wrong cards"), [(0, 0), (0, 0)]),
    ],
)
def test_something_else_counts_than_what_was_played(
    swiss: Played, judged: RuledResult, expected: list[tuple[int, int]]
) -> None:
    closed = swiss.round()
    pairing = closed.pairings.get(table=1)
    running.rule_result(swiss.by, pairing, judged)
    worth = {entry: (points, difference) for _place, entry, points, difference in swiss.kept(closed)}
    assert [worth[entry] for entry in entries_of(pairing)] == expected
    running.restore_played_result(swiss.by, pairing, "a mistake")
    assert swiss.kept(closed) == swiss.counted()


def test_a_game_broken_off_with_nobody_at_fault_stands_from_its_half_on(swiss: Played) -> None:
    published = swiss.publish()
    short, long = published.pairings.select_related("game__book").order_by("table")[:2]
    assert long.game is not None
    swiss.totals(long.game, 6000, 4000)
    powerless = RuledResult(kind=Kind.BROKEN_OFF, reason="no power")
    for pairing in (short, long):
        running.rule_result(swiss.by, pairing, powerless)
    found = dict(published.pairings.filter(table__in=(1, 2)).values_list("table", "kind"))
    assert found == {short.table: Kind.BROKEN_OFF, long.table: Kind.CUT_SHORT}
    worth = {entry: (points, difference) for _place, entry, points, difference in swiss.counted()}
    assert [worth[entry] for entry in entries_of(short)] == [(2, 0), (2, 0)]
    assert sorted(points for points, _difference in (worth[entry] for entry in entries_of(long))) == [0, 2]


def test_a_penalty_changes_the_score_of_a_game_cut_short_and_not_that_it_stands(swiss: Played) -> None:
    pairing = swiss.publish().pairings.select_related("game__book").order_by("table")[0]
    assert pairing.game is not None
    swiss.totals(pairing.game, 5000, 4000)
    running.rule_result(swiss.by, pairing, RuledResult(kind=Kind.BROKEN_OFF, reason="no power"))
    charge = recording.Charge(side=0, points=-3000, reason="the jury", key=uuid4())
    recording.adjust(swiss.by, pairing.game, charge)
    pairing.refresh_from_db()
    assert pairing.kind == Kind.CUT_SHORT
    worth = {entry: (points, difference) for _place, entry, points, difference in swiss.counted()}
    assert [worth[entry] for entry in entries_of(pairing)] == [(0, -2000), (2, 2000)]


def test_a_game_cut_short_counts_as_broken_off_when_too_few_of_its_deals_are_left() -> None:
    """Ruling 9: from half of the deals on the score stands; before that all get the value of a sit-out."""
    event = Played(agreed(SWISS, deals=4, walkover_margin=2000, sit_out=SitOutValue.OWN_AVERAGE))
    event.enter(2)
    drawn = event.publish()
    (game,) = event.games(drawn)
    for number in (1, 2):
        recording.record_deal(event.by, game, a_deal(number))
    pairing = drawn.pairings.get()
    running.rule_result(event.by, pairing, RuledResult(kind=Kind.BROKEN_OFF, reason="no power"))
    closed = event.close(drawn)
    stands = event.kept(closed)
    assert [row[2:] for row in stands] == [(2, 5620), (0, -5620)]
    recording.void_deal(event.by, game, 2, "dealt wrongly", uuid4())
    pairing.refresh_from_db()
    assert pairing.kind == Kind.BROKEN_OFF
    assert Game.objects.get(pk=game.pk).other_result == Kind.BROKEN_OFF
    # Nothing that it has played says what its own average is.
    assert [row[2:] for row in event.kept(closed)] == [(0, 0), (0, 0)]
    recording.void_deal(event.by, game, 1, "dealt wrongly", uuid4())
    assert event.kept(closed) == event.counted()
    assert [row[2:] for row in event.kept(closed)] == [(0, 0), (0, 0)]


@pytest.mark.parametrize(
    "judged",
    [
        RuledResult(kind=Kind.WALKOVER, reason="no side"),
        RuledResult(kind=Kind.WALKOVER, at_fault=2, reason="no such side"),
        RuledResult(kind=Kind.BOTH_ABSENT, at_fault=0, reason="a side too many"),
        RuledResult(kind=Kind.ADJUSTED, ruled_points=[(1, 50)], reason="half of it"),
        RuledResult(kind=Kind.FORFEITED, at_fault=0, reason=" "),
    ],
)
def test_a_result_that_does_not_fit_is_refused(swiss: Played, judged: RuledResult) -> None:
    closed = swiss.round()
    before = swiss.kept(closed)
    with pytest.raises(ValidationError):
        running.rule_result(swiss.by, closed.pairings.get(table=1), judged)
    assert swiss.kept(closed) == before


def test_a_penalty_of_the_event_stands_in_the_standings_and_can_be_taken_back(swiss: Played) -> None:
    closed = swiss.round()
    before = swiss.kept(closed)
    charge = EventCharge(entry=3, unit=Unit.DIFFERENCE, amount=-500, reason="late", key=uuid4())
    made = running.adjust_event(swiss.by, swiss.event, charge)
    changed = {entry: difference for _place, entry, _points, difference in swiss.kept(closed)}
    assert changed[3] == {entry: difference for _p, entry, _o, difference in before}[3] - 500
    assert running.adjust_event(swiss.by, swiss.event, charge) == made
    assert EventAdjustment.objects.count() == 1
    running.cancel_event_adjustment(swiss.by, made, "was there in time")
    assert swiss.kept(closed) == before


def test_lots_drawn_by_hand_decide_where_they_are_asked() -> None:
    event = Played(agreed(LOT, chain=("points", "lot")))
    event.enter(2)
    drawn = event.publish()
    event.totals(event.games(drawn)[0], 8000, 8000)
    assert [row[0] for row in event.counted()] == [1, 1]
    running.draw_lots(event.by, event.event, {1: 2, 2: 1})
    assert [(row[0], row[1]) for row in event.counted()] == [(1, 2), (2, 1)]


# What scoring changes.


def test_a_game_corrected_after_its_round_was_closed_moves_the_places_that_were_kept(swiss: Played) -> None:
    first = swiss.round()
    second = swiss.round()
    game = swiss.games(first)[0]
    charge = recording.Charge(side=0, points=-3000, reason="found out later", key=uuid4())
    recording.adjust(swiss.by, game, charge)
    assert swiss.kept(first) == swiss.counted(until=1)
    assert swiss.kept(second) == swiss.counted()
    assert LogEntry.objects.filter(act="round.drawn").count() == 2


# The end.


def finished(event: Played) -> None:
    for _round in range(event.agreement.rounds):
        event.round()


def test_results_are_preliminary_until_nobody_can_complain(swiss: Played) -> None:
    finished(swiss)
    shown = show_after_this_round(swiss.by, swiss.event)
    assert shown.state == Tournament.State.PRELIMINARY
    with pytest.raises(NotNow):
        running.declare_official(swiss.by, swiss.event)
    in_time = replace(swiss.by, at=swiss.by.at + timedelta(minutes=40))
    done = running.declare_official(in_time, swiss.event)
    assert (done.state, done.official_at) == (Tournament.State.OFFICIAL, in_time.at)
    assert set(Game.objects.values_list("state", flat=True)) == {Game.State.OFFICIAL}


def test_the_time_to_complain_may_be_cut_short_but_never_below_five_minutes(swiss: Played) -> None:
    finished(swiss)
    show_after_this_round(swiss.by, swiss.event)
    for minutes, official in ((4, False), (6, True)):
        later = replace(swiss.by, at=swiss.by.at + timedelta(minutes=minutes))
        if official:
            assert running.declare_official(later, swiss.event, early=True).official_at is not None
        else:
            with pytest.raises(NotNow):
                running.declare_official(later, swiss.event, early=True)


def test_no_round_is_drawn_or_removed_when_the_results_have_been_shown(swiss: Played) -> None:
    finished(swiss)
    last = swiss.event.rounds.get(number=3)
    show_after_this_round(swiss.by, swiss.event)
    for act in (swiss.draw, lambda: running.remove_round(swiss.by, last, "no")):
        with pytest.raises(NotNow, match="have been shown"):
            act()
    running.declare_official(replace(swiss.by, at=swiss.by.at + timedelta(hours=1)), swiss.event)
    for act in (swiss.draw, lambda: running.remove_round(swiss.by, last, "no")):
        with pytest.raises(NotNow, match="official"):
            act()
    assert swiss.event.rounds.count() == 3


def test_nothing_is_changed_in_an_official_event(swiss: Played) -> None:
    finished(swiss)
    show_after_this_round(swiss.by, swiss.event)
    later = replace(swiss.by, at=swiss.by.at + timedelta(hours=1))
    running.declare_official(later, swiss.event)
    pairing = Pairing.objects.filter(round__tournament=swiss.event).select_related("round__tournament__book")[
        0
    ]
    charge = EventCharge(entry=1, unit=Unit.POINTS, amount=-1, reason="late", key=uuid4())
    for act in (
        lambda: swiss.draw(),
        lambda: running.rule_result(swiss.by, pairing, RuledResult(kind=Kind.BOTH_ABSENT, reason="no")),
        lambda: running.adjust_event(swiss.by, swiss.event, charge),
        lambda: running.withdraw(swiss.by, swiss.entry(1), "no"),
        lambda: running.enter_pairs(swiss.by, swiss.event, [swiss.players()]),
        lambda: running.draw_lots(swiss.by, swiss.event, {1: 1}),
    ):
        with pytest.raises(NotNow):
            act()


# What was agreed.


def test_what_depends_on_a_setting_holds_it_fast(swiss: Played) -> None:
    plan = running.EventPlan(
        name="Spring", date=swiss.event.date, ruleset="samba", agreement=agreed(DANISH_PURE)
    )
    running.change_event(swiss.by, swiss.event, plan)
    assert swiss.fresh.agreement.phases[0].movement is DANISH_PURE
    with pytest.raises(ValidationError):
        running.change_event(
            swiss.by, swiss.event, replace(plan, agreement=replace(plan.agreement, players=1))
        )
    running.change_event(swiss.by, swiss.event, replace(plan, ruleset="royal"))
    swiss.publish()
    with pytest.raises(ValidationError):
        running.change_event(swiss.by, swiss.event, plan)


settings_of = st.builds(
    EventAgreement,
    phases=st.lists(
        st.builds(Phase, movement=st.sampled_from([*MOVEMENTS.values()]), rounds=st.integers(1, 9)),
        min_size=1,
        max_size=3,
    ).map(tuple),
    players=st.integers(1, 3),
    deals=st.none() | st.integers(1, 9),
    clubs_apart=st.booleans(),
    scheme=st.sampled_from([*SCHEMES.values()]),
    chain=st.permutations(["points", "wins", "lot"]).map(tuple),
    walkover_margin=st.none() | st.integers(0, 9000),
)


@given(settings_of)
def test_what_was_agreed_is_read_as_it_was_kept(wanted: EventAgreement) -> None:
    assert EventAgreement.read(wanted.data()) == wanted


# Quickly those that `test_simulating` does not play quickly.
@pytest.mark.parametrize("preset", PRESETS if LONG else PRESETS[:3], ids=lambda preset: preset.code)
def test_a_preset_can_be_drawn_and_played(preset: object) -> None:
    found = next(one for one in PRESETS if one is preset)
    event = Played(found.agreement, ruleset=found.ruleset or "samba")
    event.enter(9)
    for _round in range(2):
        event.round()
    assert len(event.kept(event.event.rounds.get(number=2))) == 9


@pytest.mark.parametrize(
    ("ruleset", "margin"), [("samba", 4000), ("royal", 7200), ("sitoumussamba", 8000), ("danish", 4000)]
)
def test_a_walkover_counts_two_fifths_of_the_target(ruleset: str, margin: int) -> None:
    assert EventAgreement().result_terms(ruleset).margin == margin


def test_nobody_else_runs_an_event(swiss: Played) -> None:
    drawn = swiss.draw()
    for kind in (Role.Kind.SCORER, Role.Kind.JURY):
        other = an_author(a_user(kind, club=swiss.club))
        with pytest.raises(PermissionDenied):
            running.publish_round(other, drawn)
        with pytest.raises(PermissionDenied):
            running.withdraw(other, swiss.entry(1), "no")
    with pytest.raises(PermissionDenied):
        running.draw_lots(an_author(a_user(Role.Kind.DIRECTOR)), swiss.event, {1: 1})


def test_every_act_is_in_the_log_and_the_log_holds(swiss: Played) -> None:
    finished(swiss)
    show_after_this_round(swiss.by, swiss.event)
    assert verify_log().broken == []


# Whatever happens.


class RandomEvents(TestCase):
    """Events of every movement in which everything happens that can."""

    @settings(
        max_examples=60 if LONG else 4,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
    @given(
        movement=st.sampled_from([one for one in MOVEMENTS.values() if one is not BY_HAND]),
        size=st.integers(5, 60 if LONG else 9),
        seed=st.integers(0, 9999),
        happens=st.lists(st.sampled_from(["late", "leaves", "judged", "charged", "corrected"]), max_size=6),
    )
    def test_places_that_are_kept_are_those_counted_from_nothing(
        self, movement: Movement, size: int, seed: int, happens: list[str]
    ) -> None:
        players = 1 if movement.draws_partners else 2
        sides = movement.sides
        scheme = PLACES if sides == 3 else SCL
        event = Played(agreed(movement, players=players, sides=sides, scheme=scheme), seed=seed)
        event.enter(size)
        for number in range(1, 4):
            drawn = event.publish()
            for what in happens[2 * number - 2 : 2 * number]:
                HAPPEN[what](event, drawn)
            event.play(drawn)
            event.close(drawn)
            for closed in event.event.rounds.filter(state=Round.State.CLOSED).order_by("number"):
                if closed.number == number:
                    assert event.kept(closed) == event.counted(until=number)
        assert seated_once(event)
        assert verify_log().broken == []


def seated_once(event: Played) -> bool:
    """Everybody who takes part in a round stands in it once."""
    return all(
        sorted(PairingEntry.objects.filter(round=drawn).values_list("entry__number", flat=True))
        == sorted(
            entry.number
            for entry in event.event.entries.all()
            if entry.from_round <= drawn.number
            and (entry.until_round is None or entry.until_round >= drawn.number)
        )
        for drawn in event.event.rounds.all()
    )


def late(event: Played, _drawn: Round) -> None:
    """Where all rounds are set and no place is free, nobody comes, and it is said."""
    entries = event.event.entries.count()
    is_set = event.agreement.phases[0].movement in (ROUND_ROBIN, MITCHELL)
    if is_set and entries % 2 == 0:
        with pytest.raises(NotNow):
            running.enter_pairs(event.by, event.event, [event.players()])
        assert event.event.entries.count() == entries
    else:
        running.enter_pairs(event.by, event.event, [event.players()])


def leaves(event: Played, drawn: Round) -> None:
    here = event.event.entries.exclude(state=Entry.State.WITHDRAWN).order_by("number")
    if here.count() > 5:
        running.withdraw(event.by, event.entry(here[event.seed % here.count()].number), "leaves")


def judged(event: Played, drawn: Round) -> None:
    pairing = drawn.pairings.filter(kind=Kind.PLAYED).order_by("table").first()
    if pairing is not None:
        running.rule_result(event.by, pairing, RuledResult(kind=Kind.WALKOVER, at_fault=0, reason="late"))


def charged(event: Played, drawn: Round) -> None:
    charge = EventCharge(entry=1, unit=Unit.POINTS, amount=-1, reason="phone rang", key=uuid4())
    running.adjust_event(event.by, event.event, charge)


def corrected(event: Played, drawn: Round) -> None:
    """A game of an earlier round, or of this one, is charged."""
    game = Game.objects.filter(pairing__round__tournament=event.event).order_by("pk").first()
    if game is not None:
        charge = recording.Charge(side=0, points=-500, reason="late", key=uuid4())
        recording.adjust(event.by, Game.objects.select_related("book").get(pk=game.pk), charge)


HAPPEN = {
    "late": late,
    "leaves": leaves,
    "judged": judged,
    "charged": charged,
    "corrected": corrected,
}


def test_a_round_in_which_nobody_meets_is_not_drawn() -> None:
    event = Played(agreed(PARTNERS, players=1, rounds=2))
    event.enter(4)
    running.set_missing(event.by, event.event, 1, [4])
    with pytest.raises(NotNow, match="too few are here"):
        event.draw()


def test_an_entry_whose_seat_a_late_one_has_taken_can_be_removed() -> None:
    """Its place in the circle is empty from then on."""
    event = Played(agreed(ROUND_ROBIN, rounds=2, missed_walkover=True, walkover_margin=2000))
    event.enter(3)
    drawn = event.publish()
    event.enter(1)
    seats = get_seats(drawn)
    gone = seats.tables[0][0][0]
    running.exchange_places(event.by, drawn, seats.with_exchanged(gone, 4))
    running.remove_entry(event.by, event.entry(gone))
    assert recheck.differences_in(event.fresh) == []
    assert gone not in {row[1] for row in event.counted()}
