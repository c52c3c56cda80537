"""Pairings made from rows of plain values are those that the ORM reads."""

from __future__ import annotations

import pytest
from django.db import models

from tests.tournaments.support.events import Played, agreed
from tournaments.models import Pairing, PairingEntry
from tournaments.play.event_record import load_event

pytestmark = [pytest.mark.django_db, pytest.mark.engine]


@pytest.fixture
def event() -> Played:
    """Five pairs: two tables played and one pair that sits out, then a round that has only been published."""
    played = Played(agreed())
    played.enter(5)
    played.round()
    played.publish()
    return played


def facts(pairing: Pairing) -> dict[str, object]:
    loaded = {name: value for name, value in vars(pairing).items() if not name.startswith("_")}
    return {**loaded, "adding": pairing._state.adding, "db": pairing._state.db}


def plain_totals(pairing: Pairing) -> tuple[int, ...]:
    return tuple(side.result for side in pairing.game.sides.all()) if pairing.game else ()


def test_a_pairing_from_rows_is_the_one_that_the_orm_reads(event: Played) -> None:
    pairings = [pairing for record in load_event(event.fresh).rounds for pairing in record.pairings]
    assert {pairing.pairing.kind for pairing in pairings} >= {Pairing.Kind.PLAYED, Pairing.Kind.SIT_OUT}
    assert len(pairings) == Pairing.objects.filter(round__tournament=event.event).count()
    for pairing in pairings:
        plain = Pairing.objects.only(*loaded_fields(pairing.pairing)).get(pk=pairing.pairing.pk)
        assert facts(pairing.pairing) == facts(plain)
        assert pairing.totals == plain_totals(plain)
        entries = PairingEntry.objects.filter(pairing=plain).order_by("side", "position")
        in_sides = [(side, number) for side, numbers in enumerate(pairing.sides) for number in numbers]
        assert in_sides == list(entries.values_list("side", "entry__number"))


def test_what_the_rows_left_out_is_read_when_it_is_asked_for(event: Played) -> None:
    pairing = load_event(event.fresh).rounds[0].pairings[0].pairing
    left_out = pairing.get_deferred_fields()
    assert left_out
    plain = Pairing.objects.get(pk=pairing.pk)
    assert {name: getattr(pairing, name) for name in left_out} == {
        name: getattr(plain, name) for name in left_out
    }


def loaded_fields(row: models.Model) -> list[str]:
    deferred = row.get_deferred_fields()
    return [field.name for field in row._meta.concrete_fields if field.attname not in deferred]
