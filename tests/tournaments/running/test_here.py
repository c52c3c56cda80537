"""Check-in by a list of numbers, a new one before each round, and fillers so that nobody sits out."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.test import Client
from django.urls import reverse

from clubs.books.refusals import NotNow
from clubs.models import LogEntry, Role
from tests.builders import a_user, an_author
from tests.tournaments.support.events import Played, agreed
from tournaments import running
from tournaments.core.drawing.movement import Movement
from tournaments.core.movements.circle import ROUND_ROBIN
from tournaments.core.movements.swiss import SWISS
from tournaments.models import Entry

pytestmark = pytest.mark.django_db


@pytest.fixture
def five() -> Played:
    event = Played(agreed(SWISS))
    event.enter(5)
    return event


def here(event: Played) -> list[int]:
    present = event.event.entries.filter(state=Entry.State.PRESENT).order_by("number")
    return list(present.values_list("number", flat=True))


def test_a_list_says_who_is_here_and_nobody_else_and_with_none_it_begins_anew(five: Played) -> None:
    running.set_here(five.by, five.event, [1, 3, 5])
    running.set_here(five.by, five.event, [1, 3, 5])
    assert here(five) == [1, 3, 5]
    running.set_here(five.by, five.event, [])
    assert here(five) == []
    logged = LogEntry.objects.filter(book=five.event.book, act="event.check_in").order_by("number")
    assert [entry.facts["here"] for entry in logged] == [[1, 3, 5], []]


def test_who_may_say_it_and_of_whom(five: Played) -> None:
    running.withdraw(five.by, five.entry(2), "ill")
    for number in (2, 9):
        with pytest.raises(ValidationError, match="No entry has this number"):
            running.set_here(five.by, five.event, [number])
    running.set_here(five.by, five.event, [1])
    with pytest.raises(NotNow, match="Somebody else has changed"):
        running.set_here(five.by, five.event, [3], "")
    running.set_here(an_author(a_user(Role.Kind.SCORER, club=five.club)), five.event, [3], "1")
    with pytest.raises(PermissionDenied):
        running.set_here(an_author(a_user()), five.event, [])


def test_the_page_takes_numbers_and_spans_and_leads_on_to_who_misses_the_round(five: Played) -> None:
    client = Client()
    assert five.by.user is not None
    client.force_login(five.by.user)
    page = reverse("tournaments:here", args=[five.event.pk])
    for wrong in ("9", "1-", "3-1", "x", "1-99999", "1-2-3"):
        assert "No entry has the number" in client.post(page, {"numbers": wrong, "seen": ""}).content.decode()
    assert "Write the numbers" in client.post(page, {"numbers": "", "seen": ""}).content.decode()
    assert client.post(page, {"numbers": "1, 2-3", "seen": ""}).status_code == 302
    assert client.post(page, {"numbers": "4", "seen": "1 2 3"}).status_code == 302
    assert here(five) == [1, 2, 3, 4]
    presence = reverse("tournaments:presence", args=[five.event.pk])
    assert client.post(presence, {"not_here": "on", "round": "1", "seen": ""}).status_code == 302
    assert [entry.number for entry in five.event.entries.order_by("number") if entry.missed] == [5]
    # Before round 2 a new check-in.
    assert client.post(page, {"alone": "on", "seen": "1 2 3 4"}).status_code == 302
    assert here(five) == []


def test_the_list_of_entries_offers_a_filler_where_their_number_is_odd(five: Played) -> None:
    client = Client()
    assert five.by.user is not None
    client.force_login(five.by.user)
    page = reverse("tournaments:entries", args=[five.event.pk])
    filler = f"{reverse('tournaments:pairs', args=[five.event.pk])}?outside=1"
    assert f'href="{filler}"' in client.get(page).content.decode()
    running.enter_pairs(five.by, five.event, [five.players()], outside=True)
    assert f'href="{filler}"' not in client.get(page).content.decode()


@pytest.mark.parametrize("movement", [SWISS, ROUND_ROBIN], ids=lambda movement: movement.code)
def test_with_a_filler_nobody_sits_out_and_it_has_no_place(movement: Movement) -> None:
    event = Played(agreed(movement, rounds=3))
    event.enter(5)
    (filler,) = running.enter_pairs(event.by, event.event, [event.players()], outside=True)
    for _round in range(3):
        drawn = event.round()
        assert not drawn.pairings.filter(kind="sit_out").exists()
        assert drawn.pairings.filter(entered__entry=filler).exists()
    assert event.counted()[0][0] == 1
    assert sorted(row[1] for row in event.counted()) == [1, 2, 3, 4, 5]
    assert event.kept(drawn) == event.counted()
