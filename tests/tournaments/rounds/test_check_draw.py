"""The command that repeats draws: what it says of rounds that are in order, and of those that are not."""

from __future__ import annotations

from io import StringIO
from itertools import chain

import pytest
from django.core.management import CommandError, call_command

from tests.tournaments.support.events import Played, agreed
from tournaments import running
from tournaments.core.drawing.movement import Movement
from tournaments.core.movements import MOVEMENTS
from tournaments.core.movements.by_hand import BY_HAND
from tournaments.core.movements.circle import ROUND_ROBIN
from tournaments.core.movements.danish import DANISH_PURE
from tournaments.core.movements.lot import LOT
from tournaments.core.movements.mitchell import MITCHELL
from tournaments.core.movements.partners import PARTNERS
from tournaments.core.movements.swiss import SWISS
from tournaments.core.movements.three_sided import THREE_SIDED
from tournaments.core.schemes.places import PLACES
from tournaments.core.schemes.scl import SCL
from tournaments.models import Pairing, PairingEntry, Round
from tournaments.running import RoundSeats

pytestmark = pytest.mark.django_db
DRAWN = [one for one in MOVEMENTS.values() if one is not BY_HAND]


def checked(event: Played) -> str:
    out = StringIO()
    call_command("check_draw", str(event.event.pk), stdout=out)
    return out.getvalue()


@pytest.mark.parametrize("movement", DRAWN, ids=str)
def test_every_movement_is_drawn_the_same_again(movement: Movement) -> None:
    players = 1 if movement is PARTNERS else 2
    sides = 3 if movement is THREE_SIDED else 2
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
    drawn.proposal = [table | {"reasons": [{"why": "smallest_gap", "points": 0}]} for table in drawn.proposal]
    drawn.save(update_fields=["proposal"])
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


def test_an_event_that_is_not_there_is_said() -> None:
    with pytest.raises(CommandError) as refused:
        call_command("check_draw", "999999")
    assert refused.value.returncode == 2
