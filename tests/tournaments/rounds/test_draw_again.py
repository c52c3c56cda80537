"""A result corrected between draw and publication: the page says so, and the round can be drawn again."""

from __future__ import annotations

import pytest
from django.urls import reverse

from scoring.recording import NotNow
from tests.tournaments.rounds.test_round_page import director, seen
from tests.tournaments.support.events import Played, agreed
from tournaments import running
from tournaments.core.movements.lot import LOT
from tournaments.core.movements.swiss import SWISS
from tournaments.models import Pairing, Round
from tournaments.play.audit import check_event_draws
from tournaments.play.seating import get_seats
from tournaments.running.rounds import draw_round

pytestmark = pytest.mark.django_db

CHANGED = "The standings have changed since this draw."


def drawn_twice(event: Played, entries: int = 8) -> tuple[Round, Round]:
    """A first round in which the first side of each table has won, and a drawn second one."""
    event.enter(entries)
    first = event.publish()
    for game in event.games(first):
        event.totals(game, 9000, 1000)
    return event.close(first), draw_round(event.by, event.event)


def turn_round(event: Played, first: Round) -> None:
    """The winners of tables 1 and 2 have lost."""
    for table in (1, 2):
        lost = running.RuledResult(kind=Pairing.Kind.RULED_LOST, at_fault=0, reason="a wrong sheet")
        running.rule_result(event.by, first.pairings.get(table=table), lost)


def again(event: Played, drawn: Round) -> Round:
    address = reverse("tournaments:draw_again", args=[drawn.pk])
    director(event).post(address, {"seen": get_seats(drawn).fingerprint})
    return event.event.rounds.get(number=2, state=Round.State.DRAWN)


def test_a_correction_is_said_and_the_round_drawn_again_from_the_next_seed() -> None:
    event = Played(agreed(SWISS))
    first, drawn = drawn_twice(event)
    assert CHANGED not in seen(event, drawn)
    assert again(event, drawn).pk == drawn.pk, "nothing has changed: it stays"
    turn_round(event, first)
    assert CHANGED in seen(event, drawn)
    desk = director(event).get(reverse("tournaments:desk", args=[event.event.pk])).content.decode()
    assert CHANGED in desk
    replaced = again(event, drawn)
    assert (replaced.attempt, replaced.again) == (drawn.attempt + 1, {"other_results": True})
    assert Round.objects.get(pk=drawn.pk).state == Round.State.REMOVED
    assert CHANGED not in seen(event, replaced)
    running.publish_round(event.by, replaced)
    assert [check.faults for check in check_event_draws(event.fresh)] == [(), ()]


def test_after_publication_nothing_is_drawn_again() -> None:
    event = Played(agreed(SWISS))
    first, drawn = drawn_twice(event)
    running.publish_round(event.by, drawn)
    turn_round(event, first)
    assert CHANGED not in seen(event, drawn)
    with pytest.raises(NotNow, match="published"):
        running.draw_again(event.by, drawn)


def test_a_draw_by_lot_depends_on_no_standings() -> None:
    event = Played(agreed(LOT))
    first, drawn = drawn_twice(event)
    turn_round(event, first)
    assert CHANGED not in seen(event, drawn)
    with pytest.raises(NotNow, match="would give the same round"):
        running.draw_again(event.by, drawn)


def test_a_round_that_somebody_has_changed_meanwhile_is_looked_at_first() -> None:
    event = Played(agreed(SWISS))
    first, drawn = drawn_twice(event)
    turn_round(event, first)
    with pytest.raises(running.SeatsChanged):
        running.draw_again(event.by, drawn, seen="0" * 16)
