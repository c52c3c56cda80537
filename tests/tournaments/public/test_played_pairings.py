"""Pairings made from rows of plain values have what the ORM reads."""

from __future__ import annotations

import pytest

from tests.tournaments.support.events import Played, agreed
from tournaments.models import Pairing, PairingEntry
from tournaments.play.event_record import load_event

pytestmark = [pytest.mark.django_db, pytest.mark.engine]

COLUMNS = ("pk", "table", "kind", "at_fault", "reason", "by_hand", "game_id")


@pytest.fixture
def event() -> Played:
    """Five pairs: two tables played and one pair that sits out, then a round that has only been published."""
    played = Played(agreed())
    played.enter(5)
    played.round()
    played.publish()
    return played


def plain_totals(pairing: Pairing) -> tuple[int, ...]:
    return tuple(side.result for side in pairing.game.sides.all()) if pairing.game else ()


def test_a_pairing_from_rows_is_the_one_that_the_orm_reads(event: Played) -> None:
    pairings = [pairing for record in load_event(event.fresh).rounds for pairing in record.pairings]
    assert {pairing.kind for pairing in pairings} >= {Pairing.Kind.PLAYED, Pairing.Kind.SIT_OUT}
    assert len(pairings) == Pairing.objects.filter(round__tournament=event.event).count()
    for pairing in pairings:
        plain = Pairing.objects.get(pk=pairing.pk)
        assert {name: getattr(pairing, name) for name in COLUMNS} == {
            name: getattr(plain, name) for name in COLUMNS
        }
        assert [list(side) for side in pairing.ruled_points] == plain.ruled_points
        assert pairing.game_over == (plain.game is not None and plain.game.over)
        assert pairing.totals == plain_totals(plain)
        entries = PairingEntry.objects.filter(pairing=plain).order_by("side", "position")
        in_sides = [(side, number) for side, numbers in enumerate(pairing.sides) for number in numbers]
        assert in_sides == list(entries.values_list("side", "entry__number"))
