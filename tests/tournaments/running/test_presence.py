"""Presence by round: who misses a round is not drawn, has its value, and is back in the next."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.test import Client
from django.urls import reverse

from clubs.models import LogEntry, Role
from scoring.recording import NotNow
from tests.builders import a_user, an_author
from tests.tournaments.support.events import Played, agreed
from tournaments import running
from tournaments.core.movements.circle import ROUND_ROBIN
from tournaments.core.movements.swiss import SWISS
from tournaments.core.results import MissedValue, SitOutValue
from tournaments.models import Round, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def swiss() -> Played:
    event = Played(agreed(SWISS))
    event.enter(6)
    return event


def drawn_in(drawn: Round) -> set[int]:
    return set(drawn.pairings.values_list("entered__entry__number", flat=True))


def points_of(event: Played, entry: int) -> int:
    return next(row[2] for row in event.counted() if row[1] == entry)


def test_who_misses_a_round_is_back_in_the_next(swiss: Played) -> None:
    first = swiss.round()
    running.set_missing(swiss.by, swiss.event, 2, [2, 5])
    before = points_of(swiss, 2)
    second = swiss.round()
    third = swiss.publish()
    assert [drawn_in(played) for played in (first, second, third)] == [
        {1, 2, 3, 4, 5, 6},
        {1, 3, 4, 6},
        {1, 2, 3, 4, 5, 6},
    ]
    assert points_of(swiss, 2) == before
    assert swiss.kept(second) == swiss.counted(2)


def test_the_public_pages_say_what_was_missed(swiss: Played) -> None:
    running.set_missing(swiss.by, swiss.event, 1, [2, 3])
    swiss.round()
    client = Client()
    page = client.get(reverse("tournaments:event", args=[swiss.event.pk])).content.decode()
    assert page.count("missed round 1.") == 2
    cross = client.get(reverse("tournaments:event_cross", args=[swiss.event.pk])).content.decode()
    assert "missed" in cross


def test_a_missed_round_counts_as_the_event_has_agreed() -> None:
    """The two points of a sit-out, where a missed round counts as one."""
    event = Played(agreed(SWISS, missed=MissedValue.SIT_OUT, sit_out=SitOutValue.FIXED, sit_out_points=2))
    event.enter(4)
    running.set_missing(event.by, event.event, 1, [3, 4])
    event.round()
    assert points_of(event, 3) == points_of(event, 4) == 2


def test_in_a_round_robin_the_opponent_sits_out_and_all_others_meet() -> None:
    event = Played(agreed(ROUND_ROBIN, rounds=3))
    event.enter(4)
    event.round()
    running.set_missing(event.by, event.event, 2, [1])
    second = event.publish()
    assert drawn_in(second) == {2, 3, 4}
    assert second.pairings.filter(kind="sit_out").count() == 1
    event.play(second)
    event.close(second)
    assert drawn_in(event.publish()) == {1, 2, 3, 4}


def test_it_is_taken_back_until_the_round_is_drawn(swiss: Played) -> None:
    running.set_missing(swiss.by, swiss.event, 1, [2])
    running.set_missing(swiss.by, swiss.event, 1, [])
    assert all(entry.missed == [] for entry in swiss.event.entries.all())
    running.set_missing(swiss.by, swiss.event, 1, [2])
    drawn = swiss.draw()
    with pytest.raises(NotNow, match="not published"):
        running.set_missing(swiss.by, swiss.event, 1, [])
    running.publish_round(swiss.by, drawn)
    with pytest.raises(NotNow, match="Round 1 is drawn already"):
        running.set_missing(swiss.by, swiss.event, 1, [])


def test_the_log_tells_before_and_after_and_a_repeat_nothing(swiss: Played) -> None:
    for _time in range(2):
        running.set_missing(swiss.by, swiss.event, 1, [2])
    running.set_missing(swiss.by, swiss.event, 1, [2, 3])
    logged = LogEntry.objects.filter(book=swiss.event.book, act="event.presence").order_by("number")
    assert [entry.facts["missing"] for entry in logged] == [[2], [2, 3]]
    with pytest.raises(NotNow, match="Somebody else has changed who plays"):
        running.set_missing(swiss.by, swiss.event, 1, [4], "2")


def test_who_has_withdrawn_or_is_not_entered_misses_nothing(swiss: Played) -> None:
    running.withdraw(swiss.by, swiss.entry(2), "ill")
    for number in (2, 9):
        with pytest.raises(ValidationError, match="No entry has this number"):
            running.set_missing(swiss.by, swiss.event, 1, [number])


def test_a_scorer_may_say_it_and_nobody_else_who_has_no_role(swiss: Played) -> None:
    running.set_missing(an_author(a_user(Role.Kind.SCORER, club=swiss.club)), swiss.event, 1, [2])
    with pytest.raises(PermissionDenied):
        running.set_missing(an_author(a_user()), swiss.event, 1, [])


def test_nobody_misses_a_round_once_the_results_are_shown(swiss: Played) -> None:
    Tournament.objects.filter(pk=swiss.event.pk).update(state=Tournament.State.PRELIMINARY)
    with pytest.raises(NotNow, match="no entry comes, leaves or returns"):
        running.set_missing(swiss.by, swiss.event, 1, [2])


def test_the_page_takes_ticks_and_numbers(swiss: Played) -> None:
    client, page = Client(), reverse("tournaments:presence", args=[swiss.event.pk])
    assert swiss.by.user is not None
    client.force_login(swiss.by.user)
    sent = {"missing_entries": ["2"], "numbers": "5, 6", "round": "1", "seen": ""}
    assert "No entry has the number 77." in client.post(page, {**sent, "numbers": "77"}).content.decode()
    assert client.post(page, sent).status_code == 302
    assert [entry.number for entry in swiss.event.entries.order_by("number") if entry.missed] == [2, 5, 6]
    listed = client.get(reverse("tournaments:entries", args=[swiss.event.pk])).content.decode()
    assert listed.count("misses round 1") == 3
    assert client.get(page).content.decode().count(" checked>") == 3
