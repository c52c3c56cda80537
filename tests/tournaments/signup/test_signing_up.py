"""Strangers sign up, change and cancel; the waiting list moves up by itself."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from clubs.books.refusals import NotNow
from clubs.books.writing import KeyReused
from clubs.models import LogEntry, Player
from tests.builders import a_player, an_author
from tests.tournaments.signup.support import (
    STRANGER,
    an_announced_event,
    announcement_of,
    sign_up,
    sign_up_with_code,
    state_of,
    states,
    typed,
)
from tests.tournaments.support.events import Played
from tournaments import running, signup
from tournaments.models import Announcement, Entry, Signup
from tournaments.signup import signing_up
from tournaments.signup.codes import digest_of_code, tidy_code

pytestmark = pytest.mark.django_db

IN, ASKED, WAITING, LOOKING, CANCELLED = (
    Signup.State.IN,
    Signup.State.ASKED,
    Signup.State.WAITING,
    Signup.State.LOOKING,
    Signup.State.CANCELLED,
)


def test_a_pair_that_signs_up_has_a_place_and_is_no_entry_and_no_player() -> None:
    event, players = an_announced_event(), Player.objects.count()
    made = sign_up(event, "Anna Berg", "Bo Ek")
    assert state_of(made) == IN
    assert not Entry.objects.filter(tournament=event.event).exists()
    assert Player.objects.count() == players


def test_the_database_has_the_digest_of_a_code_alone() -> None:
    event = an_announced_event()
    made, code = sign_up_with_code(event, "Anna Berg", "Bo Ek")
    assert made.code_digest == digest_of_code(event.event.pk, code)
    texts = [entry.text for entry in LogEntry.objects.filter(book=event.event.book)]
    assert not [text for text in texts if code in text or "Anna" in text]
    assert tidy_code(f" {code.upper().replace('-', ' ')} ") == code


def test_the_same_form_sent_twice_is_one_sign_up_with_one_code() -> None:
    event, key = an_announced_event(), uuid4()
    first = sign_up_with_code(event, "Anna Berg", "Bo Ek", key=key)
    assert sign_up_with_code(event, "Anna Berg", "Bo Ek", key=key) == first
    assert Signup.objects.filter(tournament=event.event).count() == 1
    with pytest.raises(KeyReused):
        sign_up(event, "Anna Berg", "Dan Frid", key=key)


def test_who_comes_when_all_places_are_taken_is_on_the_waiting_list_and_moves_up() -> None:
    event = an_announced_event(number_of_places=1)
    first, second = sign_up(event, "Anna Berg", "Bo Ek"), sign_up(event, "Dan Frid", "Eva Gran")
    third = sign_up(event, "Finn Holm", "Gun Ip")
    assert states(event) == [IN, WAITING, WAITING]
    signup.cancel_signup(STRANGER, first)
    assert [state_of(one) for one in (first, second, third)] == [CANCELLED, IN, WAITING]


def test_more_places_let_the_longest_waiting_move_up() -> None:
    event = an_announced_event(number_of_places=1)
    for number in range(4):
        sign_up(event, f"Anna Berg{number}", f"Bo Ek{number}")
    plan = replace(signup.plan_of(announcement_of(event)), number_of_places=3)
    signup.change_announcement(event.by, event.event, plan)
    assert states(event) == [IN, IN, IN, WAITING]


def test_entries_of_the_director_take_places_too_and_one_that_leaves_frees_its_place() -> None:
    event = an_announced_event(number_of_places=2)
    entry, _other = event.enter(2)
    waiting = sign_up(event, "Anna Berg", "Bo Ek")
    assert state_of(waiting) == WAITING
    running.remove_entry(event.by, entry)
    assert state_of(waiting) == IN


def test_an_entry_that_withdraws_before_the_event_frees_its_place() -> None:
    event = an_announced_event(number_of_places=1)
    (entry,) = event.enter(1)
    waiting = sign_up(event, "Anna Berg", "Bo Ek")
    running.withdraw(event.by, entry, "ill")
    assert state_of(waiting) == IN


def test_where_the_director_approves_nobody_is_let_in_at_once() -> None:
    event = an_announced_event(lets_in=False)
    assert state_of(sign_up(event, "Anna Berg", "Bo Ek")) == ASKED


@pytest.mark.parametrize("who", [Announcement.Who.CLUB, Announcement.Who.LICENCE])
def test_where_members_or_licences_are_asked_for_a_member_is_answered_as_a_stranger_is(who: str) -> None:
    event = an_announced_event(players=1, who=who)
    a_player("Anna Member", club=event.club, licence="77", federation=event.club)
    people = [
        signup.TypedPlayer(given_name=given, family_name=family, licence="77")
        for given, family in (("Anna", "Member"), ("Nobody", "Atall"))
    ]
    made = [
        signup.sign_up(STRANGER, event.fresh, replace(typed(), people=[one]), uuid4())[0] for one in people
    ]
    assert [one.state for one in made] == [ASKED, ASKED]


def test_everybody_needs_a_licence_number_where_it_is_for_players_with_a_licence() -> None:
    event = an_announced_event(who=Announcement.Who.LICENCE)
    with pytest.raises(ValidationError):
        sign_up(event, "Anna Berg", "Bo Ek")


def test_three_sign_up_where_an_entry_has_three() -> None:
    event = an_announced_event(players=3)
    with pytest.raises(ValidationError):
        sign_up(event, "Anna Berg", "Bo Ek")
    made = sign_up(event, "Anna Berg", "Bo Ek", "Dan Frid")
    assert [person.name for person in made.people.all()] == ["Anna Berg", "Bo Ek", "Dan Frid"]


def closed_events() -> list[tuple[str, dict[str, Any]]]:
    now = timezone.now()
    return [
        ("not yet", {"opens_at": now + timedelta(hours=1)}),
        ("over", {"closes_at": now - timedelta(hours=1)}),
    ]


@pytest.mark.parametrize(("name", "fields"), closed_events())
def test_nobody_signs_up_before_and_after_the_time_for_it(name: str, fields: dict[str, Any]) -> None:
    with pytest.raises(NotNow):
        sign_up(an_announced_event(**fields), "Anna Berg", "Bo Ek")


def test_nobody_signs_up_for_a_draft_nor_for_a_cancelled_event_nor_when_it_has_begun() -> None:
    draft = an_announced_event()
    signup.take_down(draft.by, draft.event)
    cancelled = an_announced_event()
    signup.say_status(
        cancelled.by, cancelled.event, signup.EventStatus(Announcement.Status.CANCELLED, "No hall")
    )
    begun = an_announced_event()
    begun.enter(4)
    begun.publish()
    for event in (draft, cancelled, begun):
        with pytest.raises(NotNow):
            sign_up(event, "Anna Berg", "Bo Ek")


def test_other_players_wait_for_approval_again_where_the_director_approves() -> None:
    event = an_announced_event(lets_in=False)
    made = sign_up(event, "Anna Berg", "Bo Ek")
    signup.approve(event.by, event.event, [made.pk])
    signup.change_signup(STRANGER, made, typed("Anna Berg", "Bo Ek", email="a@example.org"))
    assert state_of(made) == IN
    signup.change_signup(STRANGER, made, typed("Anna Berg", "Dan Frid", email="a@example.org"))
    assert state_of(made) == ASKED


def test_a_sign_up_that_is_cancelled_is_cancelled_once_and_changed_no_more() -> None:
    event = an_announced_event()
    made = sign_up(event, "Anna Berg", "Bo Ek")
    signup.cancel_signup(STRANGER, made)
    entries = event.fresh.book.entries
    signup.cancel_signup(STRANGER, made)
    assert event.fresh.book.entries == entries
    with pytest.raises(NotNow):
        signup.change_signup(STRANGER, made, typed("Anna Berg", "Dan Frid"))


def test_no_more_sign_up_than_the_page_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signing_up, "MAX_SIGNUPS", 2)
    event = an_announced_event()
    for number in range(2):
        sign_up(event, f"Anna Berg{number}", "Bo Ek")
    with pytest.raises(NotNow):
        sign_up(event, "Dan Frid", "Eva Gran")


class AnyOrder(TestCase):
    """However people come and go: places are given out in the order in which they were asked for."""

    @given(st.integers(1, 4), st.lists(st.integers(0, 9), min_size=4, max_size=14))
    def test_no_place_is_free_while_somebody_waits_and_nobody_passes_another(
        self, places: int, acts: list[int]
    ) -> None:
        event: Played = an_announced_event(players=1, number_of_places=places)
        made: list[Signup] = []
        for number, act in enumerate(acts):
            if act < len(made):
                signup.cancel_signup(an_author(), made[act])
            else:
                made.append(sign_up(event, f"Anna Berg{number}"))
        coming = [state for state in states(event) if state != CANCELLED]
        assert coming == [IN] * min(places, len(coming)) + [WAITING] * max(len(coming) - places, 0)
