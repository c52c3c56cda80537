"""The command that repeats draws: what it says of rounds that are in order, and of those that are not."""

from __future__ import annotations

import json
from io import StringIO
from itertools import chain
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command

from clubs.books.writing import canonical_json
from clubs.models import LogEntry
from tests.tournaments.support.events import Played, agreed
from tournaments import running
from tournaments.agreement.agreement import PlacesBy
from tournaments.core.drawing.movement import Movement
from tournaments.core.movements import MOVEMENTS
from tournaments.core.movements.by_hand import BY_HAND
from tournaments.core.movements.circle import ROUND_ROBIN
from tournaments.core.movements.danish import DANISH_PURE
from tournaments.core.movements.lot import LOT
from tournaments.core.movements.mitchell import MITCHELL
from tournaments.core.movements.swiss import SWISS
from tournaments.core.played_rounds import FaultCode
from tournaments.core.schemes.places import PLACES
from tournaments.core.schemes.scl import SCL
from tournaments.models import EventAdjustment, Pairing, PairingEntry, Round
from tournaments.play.audit import check_event_draws
from tournaments.running import EventCharge, RoundSeats
from tournaments.wording.draw_faults import fault_label

pytestmark = pytest.mark.django_db
DRAWN = [one for one in MOVEMENTS.values() if one is not BY_HAND]


def checked(event: Played) -> str:
    out = StringIO()
    call_command("check_draw", str(event.event.pk), stdout=out)
    return out.getvalue()


@pytest.mark.parametrize("movement", DRAWN, ids=str)
def test_every_movement_is_drawn_the_same_again(movement: Movement) -> None:
    players = 1 if movement.draws_partners else 2
    sides = movement.sides
    scheme = PLACES if sides == 3 else SCL
    event = Played(agreed(movement, players=players, sides=sides, scheme=scheme))
    event.enter(9)
    for _round in range(3):
        event.round()
    assert checked(event).count("the same draw again") == 3


@pytest.mark.parametrize("movement", [ROUND_ROBIN, MITCHELL], ids=str)
def test_who_has_left_a_circle_or_the_lines_is_no_fault_of_the_draw(movement: Movement) -> None:
    event = Played(agreed(movement))
    event.enter(8)
    event.round()
    running.withdraw(event.by, event.entry(2), "ill")
    event.round()
    event.round()
    assert checked(event).count("the same draw again") == 3


def test_a_correction_afterwards_changes_nothing_about_a_draw() -> None:
    event = Played(agreed(SWISS))
    event.enter(6)
    first = event.round()
    event.round()
    pairing = first.pairings.get(table=1)
    running.rule_result(
        event.by, pairing, running.RuledResult(kind=Pairing.Kind.BOTH_ABSENT, reason="nobody came")
    )
    assert checked(event).count("the same draw again") == 2


def test_a_round_that_was_changed_by_hand_says_so() -> None:
    event = Played(agreed(SWISS))
    event.enter(4)
    drawn = event.draw()
    (one, other), (third, fourth) = [tuple(chain(*table["sides"])) for table in drawn.proposal]
    wanted = RoundSeats(tables=[((one,), (third,)), ((other,), (fourth,))])
    running.publish_round(event.by, running.set_by_hand(event.by, drawn, wanted))
    assert "changed by hand" in checked(event)


def test_the_lines_move_on_from_a_round_that_was_changed_by_hand() -> None:
    event = Played(agreed(MITCHELL))
    event.enter(8)
    drawn = event.draw()
    sides = [tuple((entry,) for (entry,) in table["sides"]) for table in drawn.proposal]
    (one, other), (third, fourth), *rest = sides
    wanted = RoundSeats(tables=[(one, fourth), (third, other), *rest])
    event.play(running.publish_round(event.by, running.set_by_hand(event.by, drawn, wanted)))
    event.close(drawn)
    event.round()
    assert checked(event).count("the same draw again") == 2


def test_reasons_that_were_told_otherwise_in_their_day_are_no_other_draw() -> None:
    event = Played(agreed(SWISS))
    event.enter(4)
    drawn = event.publish()
    reasons = [{"why": "smallest_gap", "points": 0}]
    drawn.proposal = [table | {"reasons": reasons} for table in drawn.proposal]
    drawn.save(update_fields=["proposal"])
    drawn.pairings.update(reasons=reasons)
    assert "the same draw again" in checked(event)


def test_a_seed_that_somebody_has_changed_is_found() -> None:
    event = Played(agreed(LOT))
    event.enter(8)
    drawn = event.publish()
    Round.objects.filter(pk=drawn.pk).update(seed="another")
    with pytest.raises(CommandError) as refused:
        checked(event)
    assert refused.value.returncode == 1


def test_seats_that_somebody_has_changed_are_found() -> None:
    event = Played(agreed(DANISH_PURE))
    event.enter(8)
    drawn = event.publish()
    one, other = (PairingEntry.objects.get(round=drawn, pairing__table=table, side=1) for table in (1, 4))
    one_entry, other_entry = one.entry_id, other.entry_id
    PairingEntry.objects.filter(pk=one.pk).delete()
    PairingEntry.objects.filter(pk=other.pk).update(entry=one_entry)
    one.pk, one.entry_id = None, other_entry
    one.save()
    with pytest.raises(CommandError):
        checked(event)


def faults(event: Played) -> dict[int, set[FaultCode]]:
    """What is found in each round that is not as it should be."""
    checks = check_event_draws(event.fresh)
    return {check.number: {fault.code for fault in check.faults} for check in checks if check.faults}


def of(movement: Movement, entries: int = 8, rounds: int = 2) -> Played:
    """An event after some rounds, the last of them being played."""
    sides = movement.sides
    agreement = agreed(
        movement,
        rounds=4,
        players=1 if movement.draws_partners else 2,
        sides=sides,
        scheme=PLACES if sides == 3 else SCL,
    )
    event = Played(agreement)
    event.enter(entries)
    for _round in range(rounds - 1):
        event.round()
    event.publish()
    return event


def seats_of(drawn: Round, *places: tuple[int, int]) -> list[PairingEntry]:
    """The rows at these tables and sides."""
    rows = PairingEntry.objects.filter(round=drawn, position=0)
    return [rows.get(pairing__table=table, side=side) for table, side in places]


def exchange(one: PairingEntry, other: PairingEntry) -> None:
    """In the database alone, past every verb."""
    one_entry, other_entry = one.entry_id, other.entry_id
    PairingEntry.objects.filter(pk=one.pk).delete()
    PairingEntry.objects.filter(pk=other.pk).update(entry=one_entry)
    one.pk, one.entry_id = None, other_entry
    one.save()


@pytest.mark.parametrize("movement", DRAWN, ids=str)
def test_two_who_have_changed_tables_in_the_database_are_found(movement: Movement) -> None:
    """Also with the mark of a change by hand, which nobody has made."""
    event = of(movement, 12)
    drawn = event.event.rounds.get(number=2)
    exchange(*seats_of(drawn, (1, 1), (2, 1)))
    assert FaultCode.NOT_THE_SEATS in faults(event)[2]
    drawn.pairings.filter(table__lte=2).update(by_hand=True)
    assert FaultCode.NOT_THE_SEATS in faults(event)[2]


def test_sides_that_have_changed_at_one_table_are_found() -> None:
    event = of(SWISS)
    exchange(*seats_of(event.event.rounds.get(number=2), (1, 0), (1, 1)))
    assert faults(event) == {2: {FaultCode.NOT_THE_SEATS}}
    out = StringIO()
    with pytest.raises(CommandError):
        call_command("check_draw", str(event.event.pk), stdout=out)
    assert "; other seats than were drawn or set by hand (" in out.getvalue()


def test_every_fault_has_words_of_its_own() -> None:
    assert len({fault_label(code) for code in FaultCode}) == len(FaultCode)


def test_a_mark_that_is_missing_is_found() -> None:
    event = Played(agreed(SWISS))
    event.enter(4)
    drawn = event.draw()
    (one, other), (third, fourth) = [tuple(chain(*table["sides"])) for table in drawn.proposal]
    wanted = RoundSeats(tables=[((one,), (third,)), ((other,), (fourth,))])
    running.publish_round(event.by, running.set_by_hand(event.by, drawn, wanted))
    assert faults(event) == {}
    drawn.pairings.update(by_hand=False)
    assert FaultCode.NOT_MARKED in faults(event)[1]


@pytest.mark.parametrize("movement", DRAWN, ids=str)
def test_a_draw_made_whole_from_another_seed_is_not_the_one_of_the_log(movement: Movement) -> None:
    """Also where lots decide nothing: the log has the seed."""
    event = of(movement, rounds=1)
    Round.objects.filter(tournament=event.event).update(seed="another")
    assert FaultCode.NOT_THE_SEED in faults(event)[1]


@pytest.mark.parametrize("is_logged", [True, False], ids=["by its digest", "by the standings"])
def test_points_that_nobody_has_made_are_found(is_logged: bool) -> None:
    """Logs of older versions have no digest of what was known."""
    event = of(SWISS)
    if not is_logged:
        without_digests(event)
    drawn = event.event.rounds.get(number=2)
    first, second, *others = drawn.draw_input["present"]
    drawn.draw_input["present"] = [
        first | {"points": second["points"]},
        second | {"points": first["points"]},
        *others,
    ]
    drawn.draw_input["present"][0]["difference"] += 5
    drawn.save()
    assert FaultCode.NOT_THE_BASIS in faults(event)[2]


def without_digests(event: Played) -> None:
    for entry in LogEntry.objects.filter(book=event.event.book_id, act="round.drawn"):
        facts = json.loads(entry.text)
        del facts["after"]["basis"]
        LogEntry.objects.filter(pk=entry.pk).update(text=canonical_json(facts))


def test_honest_events_are_not_blamed_for_what_was_put_right_since() -> None:
    """A charge, a ruling and a late entry between, each before or after a draw."""
    event = of(SWISS)
    first, drawn = event.event.rounds.order_by("number")
    charge = EventCharge(entry=1, unit=EventAdjustment.Unit.POINTS, amount=-1, reason="late", key=uuid4())
    made = running.adjust_event(event.by, event.event, charge)
    event.play(drawn)
    event.close(drawn)
    event.enter(2)
    event.round()
    running.cancel_event_adjustment(event.by, made, "a mistake")
    event.round()
    assert faults(event) == {}
    without_digests(event)
    assert faults(event) == {}
    pairing = first.pairings.get(table=1)
    running.rule_result(
        event.by, pairing, running.RuledResult(kind=Pairing.Kind.BOTH_ABSENT, reason="nobody came")
    )
    assert faults(event) == {}


@pytest.mark.parametrize(
    "movements", [(SWISS, ROUND_ROBIN), (ROUND_ROBIN, SWISS, ROUND_ROBIN), (MITCHELL, LOT, MITCHELL)]
)
def test_a_circle_or_lines_after_other_rounds_are_not_blamed(movements: tuple[Movement, ...]) -> None:
    event = Played(agreed(*movements, rounds=2))
    event.enter(8)
    for _round in range(2 * len(movements)):
        event.round()
    assert faults(event) == {}


def test_the_rounds_of_a_circle_after_one_that_was_changed_by_hand_are_not_blamed() -> None:
    event = Played(agreed(ROUND_ROBIN, rounds=5))
    event.enter(6)
    drawn = event.draw()
    (one, other), (third, fourth), rest = [tuple(chain(*table["sides"])) for table in drawn.proposal]
    wanted = RoundSeats(tables=[((one,), (third,)), ((other,), (fourth,)), ((rest[0],), (rest[1],))])
    running.publish_round(event.by, running.set_by_hand(event.by, drawn, wanted))
    event.play(drawn)
    event.close(drawn)
    for _round in range(4):
        event.round()
    assert faults(event) == {}


def test_an_event_that_is_not_there_is_said() -> None:
    with pytest.raises(CommandError) as refused:
        call_command("check_draw", "999999")
    assert refused.value.returncode == 2


@pytest.mark.parametrize("first", [LOT, SWISS], ids=str)
def test_who_sits_out_in_a_circle_after_having_sat_out_before_is_not_blamed(first: Movement) -> None:
    """The circle says who sits out: it knows nothing of the rounds before it."""
    event = Played(agreed(first, ROUND_ROBIN, rounds=3))
    event.enter(5)
    for _round in range(6):
        event.round()
    assert faults(event) == {}


def test_a_table_that_an_entry_keeps_since_is_no_fault_of_lots_for_the_places() -> None:
    """In the lines those who keep a table sit: the places follow from who kept one at the draw."""
    event = Played(agreed(MITCHELL, LOT, rounds=2, places_by=PlacesBy.SEED))
    event.enter(8)
    running.set_fixed_table(event.by, event.entry(3), 2)
    for _round in range(2):
        event.round()
    running.set_fixed_table(event.by, event.entry(3), None)
    for entry in event.event.rounds.get(number=2).places[-2:]:
        running.set_fixed_table(event.by, event.entry(entry), entry % 4 + 1)
    assert faults(event) == {}
