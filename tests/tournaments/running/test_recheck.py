"""`rescore --check` finds strangers at tables and false winners, and leaves honest events be."""

from __future__ import annotations

from uuid import uuid4

import pytest

from scoring import recording
from scoring.models import Game, Seat
from tests.tournaments.support.events import Played, agreed, show_after_this_round
from tournaments import running
from tournaments.core.movements.circle import ROUND_ROBIN
from tournaments.core.movements.partners import PARTNERS
from tournaments.core.movements.swiss import SWISS
from tournaments.models import EventAdjustment, Pairing, PairingEntry, Round, Standing, Tournament
from tournaments.running import EventCharge, RuledResult, recheck

pytestmark = pytest.mark.django_db


def found(event: Played) -> set[str]:
    return {difference.column for difference in recheck.differences_in(event.fresh)}


def exchange(drawn: Round) -> None:
    """Two entries change tables in the database, and their players do not."""
    one, other = PairingEntry.objects.filter(round=drawn, side=0, position=0, pairing__table__lte=2)
    one_entry, other_entry = one.entry_id, other.entry_id
    PairingEntry.objects.filter(pk=one.pk).delete()
    PairingEntry.objects.filter(pk=other.pk).update(entry=one_entry)
    one.pk, one.entry_id = None, other_entry
    one.save()


def test_players_at_a_table_of_other_entries_are_found() -> None:
    event = Played(agreed(SWISS))
    event.enter(4)
    drawn = event.publish()
    assert found(event) == set()
    exchange(drawn)
    differences = recheck.differences_in(event.fresh)
    assert [difference.column for difference in differences] == ["seats"] * 4
    assert {difference.place.rpartition(" ")[2] for difference in differences} == {"1", "2"}


def test_players_of_partners_who_sit_at_another_table_are_found() -> None:
    event = Played(agreed(PARTNERS, players=1))
    event.enter(8)
    drawn = event.round()
    assert found(event) == set()
    exchange(drawn)
    assert "seats" in found(event)


def test_a_substitute_is_no_stranger() -> None:
    event = Played(agreed(SWISS))
    event.enter(4)
    drawn = event.publish()
    (stranger,) = event.players()[:1]
    seat = Seat.objects.filter(side__game=event.games(drawn)[0], side__number=1).first()
    assert seat is not None
    recording.substitute(event.by, event.games(drawn)[0], 1, seat.player, stranger, uuid4())
    assert found(event) == set()
    Seat.objects.filter(player=stranger).update(player=event.players()[0])
    assert found(event) == {"seats"}


def test_winners_who_are_none_are_found() -> None:
    event = over()
    assert found(event) == set()
    last = Standing.objects.filter(round=event.event.rounds.get(number=2))
    first, second = last.order_by("place")[:2]
    Standing.objects.filter(pk=first.pk).update(place=2)
    Standing.objects.filter(pk=second.pk).update(place=1)
    assert found(event) == {"standings", "winners"}


def over() -> Played:
    event = Played(agreed(ROUND_ROBIN, rounds=2))
    event.enter(4)
    event.round()
    event.round()
    show_after_this_round(event.by, event.event)
    return event


def test_a_removed_round_leaves_no_place_that_a_later_charge_has_moved() -> None:
    """The leader of round 1 is charged after round 2, which is then removed."""
    event = Played(agreed(SWISS, rounds=2))
    event.enter(8)
    first, second = event.round(), event.round()
    leader = Standing.objects.get(round=first, place=1).entry.number
    running.adjust_event(
        event.by,
        event.event,
        EventCharge(entry=leader, unit=EventAdjustment.Unit.POINTS, amount=-9, reason="late", key=uuid4()),
    )
    running.withdraw(event.by, event.entry(2), "ill")
    running.remove_round(event.by, second, "no light")
    assert event.kept(first) == event.counted()
    assert found(event) == set()
    Tournament.objects.filter(pk=event.event.pk).update(state=Tournament.State.OFFICIAL)
    assert found(event) == set()
    assert not Standing.objects.filter(round=first, place=1, entry__number=leader).exists()


def test_a_game_that_is_closed_though_it_counts_as_played_is_found_and_put_right() -> None:
    """And one that goes on although a walkover counts."""
    event = Played(agreed(SWISS))
    event.enter(4)
    drawn = event.publish()
    walkover = RuledResult(kind=Pairing.Kind.WALKOVER, reason="late", at_fault=1)
    running.rule_result(event.by, drawn.pairings.get(table=2), walkover)
    assert found(event) == set()
    first, second = event.games(drawn)
    Game.objects.filter(pk=first.pk).update(other_result="forfeited")
    Game.objects.filter(pk=second.pk).update(other_result="")
    differences = recheck.differences_in(event.fresh)
    assert [(one.column, one.stored, one.computed) for one in differences] == [
        ("game.other_result", "forfeited", ""),
        ("game.other_result", "", "walkover"),
    ]
    assert len(list(recheck.repair(event.by))) == 1
    assert found(event) == set()
