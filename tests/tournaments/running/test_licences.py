"""An event in which everybody needs a valid licence, and one in which that is only a warning."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError

from clubs.models import Player
from tests.builders import a_player
from tests.tournaments.support.events import Played, agreed
from tournaments import running
from tournaments.agreement.agreement import EventAgreement, Licences
from tournaments.core.movements.swiss import SWISS
from tournaments.models import Entry

pytestmark = pytest.mark.django_db


def an_event(licences: Licences = Licences.NEEDED) -> Played:
    return Played(agreed(SWISS, rounds=4, licences=licences))


def licensed(event: Played, number: str, *, days: int | None = 0) -> Player:
    """A player whose licence ends so many days after the event; None: nobody knows when."""
    until = None if days is None else event.event.date + timedelta(days=days)
    return a_player(club=event.club, licence=number, federation=event.club, licence_until=until)


def refused(event: Played, *players: Player) -> str:
    with pytest.raises(ValidationError) as refusal:
        running.enter_pairs(event.by, event.event, [players])
    assert not Entry.objects.filter(tournament=event.event).exists()
    return " ".join(refusal.value.messages)


def test_who_has_none_or_one_that_has_run_out_is_not_entered() -> None:
    event = an_event()
    valid = licensed(event, "1")
    assert "has no licence" in refused(event, valid, a_player(club=event.club))
    assert "is valid until" in refused(event, valid, licensed(event, "2", days=-1))
    running.enter_pairs(event.by, event.event, [(valid, licensed(event, "3", days=None))])
    assert Entry.objects.filter(tournament=event.event).count() == 1


def test_usually_anybody_is_entered() -> None:
    assert EventAgreement().licences is Licences.WARN
    event = an_event(Licences.WARN)
    running.enter_pairs(event.by, event.event, [(a_player(club=event.club), licensed(event, "2", days=-1))])
    assert Entry.objects.filter(tournament=event.event).count() == 1


def test_nobody_comes_in_another_way_and_who_is_in_stays() -> None:
    event = an_event()
    first, second = licensed(event, "1"), licensed(event, "2")
    running.enter_pairs(event.by, event.event, [(first, second)])
    entry, without = event.entry(1), a_player(club=event.club)
    change = running.EntryChange(
        players=[first, without], number=1, lot=None, since=running.Since.ALWAYS, exchanges=False
    )
    with pytest.raises(ValidationError, match="has no licence"):
        running.edit_entry(event.by, entry, change)
    with pytest.raises(ValidationError, match="has no licence"):
        running.add_single(event.by, event.event, without)
    # A licence that runs out later, or is taken away, changes no entry.
    Player.objects.filter(pk=second.pk).update(licence_until=event.event.date - timedelta(days=1))
    swapped = running.EntryChange(
        players=[second, first], number=1, lot=None, since=running.Since.ALWAYS, exchanges=False
    )
    running.edit_entry(event.by, entry, swapped)
