"""Announcements and calls: where they stand, who may make them, how they are taken back."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.books.refusals import NotNow
from clubs.books.verification import verify_log
from clubs.models import LogEntry, Role
from scoring import recording
from scoring.models import Table
from tests.builders import a_user, an_author
from tests.tournaments.support.events import Played, agreed
from tournaments import running
from tournaments.core.movements.swiss import SWISS
from tournaments.play.notices import MAX_NOTICES, Notice, NoticeKind, notices_of, standing_notices
from tournaments.play.screens import HallScreen, screens_of
from tournaments.running import CalledPlayers

pytestmark = pytest.mark.django_db

BOTH = {"sv": "Kaffe klockan tre", "fi": "Kahvia kello kolme"}


@pytest.fixture
def event() -> Played:
    played = Played(agreed(SWISS))
    recording.create_tables(played.by, played.club, ["1", "2"], uuid4())
    played.enter(4)
    return played


@pytest.fixture
def director(event: Played) -> Client:
    client = Client()
    client.force_login(event.by.user)  # type: ignore[arg-type]
    return client


def standing(event: Played, kind: NoticeKind = NoticeKind.ANNOUNCEMENT) -> list[Notice]:
    return standing_notices(event.fresh, kind, timezone.now())


def test_an_announcement_stands_on_the_tables_phone_and_on_the_event_in_the_readers_language(
    event: Played,
) -> None:
    event.publish()
    running.announce(event.by, event.event, BOTH, 30)
    pages = [
        reverse("scoring:table", args=[Table.objects.filter(club=event.club)[0].secret]),
        reverse("tournaments:event", args=[event.event.pk]),
        reverse("tournaments:event_round", args=[event.event.pk, 1]),
    ]
    for page in pages:
        finnish = Client().get(page, headers={"accept-language": "fi"}).content.decode()
        assert "<b>Kahvia kello kolme</b>" in finnish, page
    running.end_notice(event.by, event.event, 1)
    for page in pages:
        assert "Kahvia" not in Client().get(page, headers={"accept-language": "fi"}).content.decode()


def test_it_ends_by_itself(event: Played) -> None:
    early = replace(event.by, at=timezone.now() - timedelta(minutes=31))
    running.announce(early, event.event, BOTH, 30)
    assert standing(event) == []
    with pytest.raises(NotNow):
        running.end_notice(event.by, event.event, 1)


@pytest.mark.parametrize(
    ("texts", "minutes"), [({}, 30), ({"": ""}, 30), ({"": "x" * 121}, 30), ({"": "Coffee"}, 0)]
)
def test_an_announcement_without_words_or_with_too_many_is_refused(
    event: Played, texts: dict[str, str], minutes: int
) -> None:
    with pytest.raises(ValidationError):
        running.announce(event.by, event.event, texts, minutes)
    assert event.fresh.notices == []


def test_a_scorer_calls_players_and_announces_nothing(event: Played) -> None:
    scorer = an_author(a_user(Role.Kind.SCORER, club=event.club))
    running.call_players(scorer, event.event, CalledPlayers(1, None, 2))
    running.end_notice(scorer, event.event, 1)
    with pytest.raises(PermissionDenied):
        running.announce(scorer, event.event, BOTH, 30)
    running.announce(event.by, event.event, BOTH, 30)
    with pytest.raises(PermissionDenied):
        running.end_notice(scorer, event.event, 2)


def test_nobody_outside_the_event_is_called(event: Played) -> None:
    with pytest.raises(ValidationError):
        running.call_players(event.by, event.event, CalledPlayers(99))


def test_no_more_are_kept_than_somebody_would_look_for(event: Played) -> None:
    for number in range(MAX_NOTICES + 3):
        running.announce(event.by, event.event, {"": f"Coffee {number}"}, 30)
    kept = notices_of(event.fresh)
    assert (len(kept), kept[-1].number) == (MAX_NOTICES, MAX_NOTICES + 3)


def undo(event: Played, director: Client, act: str) -> None:
    entry = LogEntry.objects.filter(book=event.event.book, act=act).latest("number")
    address = reverse("clubs:undo", args=[event.event.book_id, entry.number])
    answer = director.post(address, {"key": str(uuid4())})
    assert answer.status_code == 302, answer.content.decode()


def test_an_announcement_is_taken_back_and_shown_again(event: Played, director: Client) -> None:
    running.announce(event.by, event.event, BOTH, 30)
    undo(event, director, "notice.announced")
    assert standing(event) == []
    undo(event, director, "notice.ended")
    assert [notice.texts for notice in standing(event)] == [BOTH]
    undo(event, director, "notice.brought_back")
    assert standing(event) == []
    assert verify_log(event.event.book_id).broken == []


def test_a_call_is_taken_back(event: Played, director: Client) -> None:
    running.call_players(event.by, event.event, CalledPlayers(2, 0, 1))
    undo(event, director, "notice.called")
    assert standing(event, NoticeKind.CALL) == []


def test_the_log_names_who_was_called_and_what_was_announced(event: Played, director: Client) -> None:
    running.announce(event.by, event.event, BOTH, 30)
    running.call_players(event.by, event.event, CalledPlayers(2, 0, 1))
    running.set_screen(event.by, event.event, HallScreen(1, {"names": 8}))
    text = director.get(reverse("clubs:log", args=[event.event.book_id])).content.decode()
    assert "Kaffe klockan tre / Kahvia kello kolme" in text
    assert "Players called on the screens" in text
    assert "Where to sit, by name (8 s)" in text


def test_a_screen_is_set_back_and_one_that_was_added_removed(event: Played, director: Client) -> None:
    running.set_screen(event.by, event.event, HallScreen(1, {"names": 8}))
    undo(event, director, "screen.set")
    assert screens_of(event.fresh) == [HallScreen.usual(1)]
    running.set_screen(event.by, event.event, HallScreen(2, {"names": 8}))
    undo(event, director, "screen.set")
    assert len(screens_of(event.fresh)) == 1
    running.set_screen(event.by, event.event, HallScreen(2, {"names": 8}))
    running.remove_screen(event.by, event.event, 2)
    undo(event, director, "screen.removed")
    assert screens_of(event.fresh)[1] == HallScreen(2, {"names": 8})


def test_the_page_of_the_hall_offers_what_the_viewer_may_do(event: Played, director: Client) -> None:
    running.announce(event.by, event.event, BOTH, 30)
    page = reverse("tournaments:hall", args=[event.event.pk])
    assert "Take it back" in director.get(page).content.decode()
    scorer = Client()
    scorer.force_login(a_user(Role.Kind.SCORER, club=event.club))
    text = scorer.get(page).content.decode()
    assert "Take it back" not in text
    assert "Call players" in text


def test_a_call_from_a_table_has_its_number(event: Played, director: Client) -> None:
    page = reverse("tournaments:call_players", args=[event.event.pk])
    drawn = event.publish()
    text = director.get(page, {"table": "2"}).content.decode()
    assert 'name="table" value="2"' in text
    first, second = (
        drawn.pairings.get(table=2).entered.order_by("side").values_list("entry__number", flat=True)
    )
    offered = [value for value in re.findall(r'<option value="([^"]+)"', text) if "." not in value]
    assert set(offered[:2]) == {str(first), str(second)}
    for wrong in ("x", "9" * 30, "-1"):
        assert director.get(page, {"table": wrong}).status_code == 200
    sent = {"key": str(uuid4()), "who": "2.1", "table": "2"}
    assert director.post(page, sent).status_code == 302
    assert [call[7:] for call in standing(event, NoticeKind.CALL)] == [(1, 2)]
