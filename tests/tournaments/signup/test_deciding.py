"""The director approves, declines, joins and enters sign-ups; each act has one undo."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.test import Client
from django.urls import reverse

from clubs.books.refusals import NotNow
from clubs.models import Player, Role
from tests.builders import a_club, a_player, a_user, an_author
from tests.tournaments.signup.support import (
    STRANGER,
    an_announced_event,
    announcement_of,
    logged,
    sign_up,
    state_of,
    states,
)
from tests.tournaments.support.events import Played
from tournaments import running, signup
from tournaments.models import Announcement, Entry, EntryPlayer, Signup
from tournaments.signup.matching import EligiblePlayers
from tournaments.signup.people import people_of, with_people

pytestmark = pytest.mark.django_db

State = Signup.State


def undo(event: Played, act: str) -> None:
    client = Client()
    assert event.by.user is not None
    client.force_login(event.by.user)
    address = reverse("clubs:undo", args=[event.event.book_id, logged(event, act).number])
    assert client.post(address, {"key": str(uuid4()), "reason": "A slip"}).status_code == 302


def test_who_is_approved_has_the_place_and_waits_again_when_it_is_undone() -> None:
    event = an_announced_event(lets_in=False)
    made = sign_up(event, "Anna Berg", "Bo Ek")
    signup.approve(event.by, event.event, [made.pk])
    assert state_of(made) == State.IN
    undo(event, "signups.approved")
    assert state_of(made) == State.ASKED


def test_who_is_declined_frees_the_place_and_waits_again_when_it_is_undone() -> None:
    event = an_announced_event(number_of_places=1)
    first, second = sign_up(event, "Anna Berg", "Bo Ek"), sign_up(event, "Dan Frid", "Eva Gran")
    signup.decline(event.by, event.event, [first.pk])
    assert [state_of(first), state_of(second)] == [State.DECLINED, State.IN]
    undo(event, "signups.declined")
    assert [state_of(first), state_of(second)] == [State.WAITING, State.IN]


def test_two_who_come_alone_are_joined_and_look_again_when_it_is_undone() -> None:
    event = an_announced_event(number_of_places=1)
    first = sign_up(event, "Anna Berg", is_alone=True)
    second = sign_up(event, "Bo Ek", is_alone=True)
    pair = signup.join(event.by, event.event, second.pk, first.pk)
    assert pair == first
    assert states(event) == [State.IN, State.JOINED]
    found = with_people(Signup.objects.filter(pk=pair.pk)).get()
    assert [person.name for person in people_of(found)] == ["Anna Berg", "Bo Ek"]
    undo(event, "signups.joined")
    assert states(event) == [State.LOOKING, State.LOOKING]
    assert not Signup.objects.exclude(joined=None).filter(tournament=event.event).exists()


@pytest.mark.parametrize("leaving", [0, 1])
def test_the_partner_of_somebody_who_cancels_looks_again_and_the_next_moves_up(leaving: int) -> None:
    event = an_announced_event(number_of_places=1)
    two = [sign_up(event, name, is_alone=True) for name in ("Anna Berg", "Bo Ek")]
    signup.join(event.by, event.event, *[one.pk for one in two])
    waiting = sign_up(event, "Dan Frid", "Eva Gran")
    signup.cancel_signup(STRANGER, two[leaving])
    assert state_of(two[leaving]) == State.CANCELLED
    assert state_of(two[1 - leaving]) == State.LOOKING
    assert state_of(waiting) == State.IN


def test_only_two_who_look_are_joined() -> None:
    event = an_announced_event()
    alone, pair = sign_up(event, "Anna Berg", is_alone=True), sign_up(event, "Dan Frid", "Eva Gran")
    for other in (alone, pair):
        with pytest.raises(ValidationError):
            signup.join(event.by, event.event, alone.pk, other.pk)


def entered(event: Played, made: list[Signup]) -> list[Entry]:
    """Enter these, known players as themselves and all others as new ones."""
    members = EligiblePlayers(event.event)
    lines = []
    for row in with_people(Signup.objects.filter(pk__in=[one.pk for one in made]).order_by("pk")):
        players = [
            one.player or Player(given_name=one.person.given_name, family_name=one.person.family_name)
            for one in members.match_all(people_of(row))
        ]
        lines.append(signup.EnteredSignup(row.pk, players))
    return signup.enter_signups(event.by, event.event, lines)


def test_sign_ups_become_entries_by_one_act_and_sign_ups_again_by_one_undo() -> None:
    event = an_announced_event()
    anna = a_player("Anna Berg", club=event.club)
    made = [sign_up(event, "Anna Berg", "Bo Ek"), sign_up(event, "Dan Frid", "Eva Gran")]
    players = Player.objects.filter(home_club=event.club).count()
    entries = entered(event, made)
    assert [entry.number for entry in entries] == [1, 2]
    assert EntryPlayer.objects.filter(entry=entries[0], player=anna).exists()
    assert Player.objects.filter(home_club=event.club).count() == players + 3
    assert states(event) == [State.ENTERED, State.ENTERED]
    undo(event, "signups.entered")
    assert states(event) == [State.IN, State.IN]
    assert not Entry.objects.filter(tournament=event.event).exists()
    assert Player.objects.filter(home_club=event.club).count() == players


def test_a_sign_up_that_was_cancelled_meanwhile_is_not_entered_nor_are_the_others() -> None:
    event = an_announced_event()
    made = [sign_up(event, "Anna Berg", "Bo Ek"), sign_up(event, "Dan Frid", "Eva Gran")]
    signup.cancel_signup(STRANGER, made[1])
    players = Player.objects.count()
    with pytest.raises(NotNow):
        entered(event, made)
    assert not Entry.objects.filter(tournament=event.event).exists()
    assert Player.objects.count() == players
    assert state_of(made[0]) == State.IN


def test_who_cancels_after_being_entered_stays_an_entry_until_the_director_acts() -> None:
    event = an_announced_event()
    made = sign_up(event, "Anna Berg", "Bo Ek")
    (entry,) = entered(event, [made])
    signup.cancel_signup(STRANGER, made)
    assert state_of(made) == State.CANCELLED
    assert Entry.objects.get(pk=entry.pk).state == Entry.State.ENTERED


def test_entries_that_were_drawn_are_no_longer_turned_into_sign_ups() -> None:
    event = an_announced_event()
    entry_rows = [entry.pk for entry in entered(event, [sign_up(event, "Anna Berg", "Bo Ek")])]
    event.enter(3)
    event.publish()
    with pytest.raises(NotNow):
        signup.find_entered(event.event, entry_rows)


def test_a_person_is_known_new_or_doubtful_as_in_a_pasted_list() -> None:
    event = an_announced_event()
    a_player("Anna Berg", club=event.club)
    a_player("Anna Elsewhere", club=a_club())
    for same in range(2):
        a_player("Twin Same", club=event.club, licence=f"9{same}", federation=event.club)
    made = sign_up(event, "anna berg", "Ana Berg")
    other = sign_up(event, "Twin Same", "Anna Elsewhere")
    members = EligiblePlayers(event.event)
    found = [one.status.value for row in (made, other) for one in members.match_all(row.people.all())]
    assert found == ["known", "doubtful", "doubtful", "new"]


@pytest.mark.parametrize("role", [None, Role.Kind.SCORER, Role.Kind.JURY])
def test_only_directors_decide(role: Role.Kind | None) -> None:
    event = an_announced_event(lets_in=False)
    made = sign_up(event, "Anna Berg", "Bo Ek")
    by = an_author(a_user(role, club=event.club) if role else a_user())
    acts = (
        lambda: signup.approve(by, event.event, [made.pk]),
        lambda: signup.decline(by, event.event, [made.pk]),
        lambda: signup.join(by, event.event, made.pk, made.pk),
        lambda: signup.enter_signups(by, event.event, [signup.EnteredSignup(made.pk, event.players())]),
        lambda: signup.announce(by, event.event),
        lambda: signup.take_down(by, event.event),
        lambda: signup.change_announcement(by, event.event, signup.AnnouncementPlan()),
        lambda: signup.say_status(by, event.event, signup.EventStatus(Announcement.Status.CANCELLED, "")),
    )
    for act in acts:
        with pytest.raises(PermissionDenied):
            act()


def test_what_is_announced_and_said_is_undone_by_one_tap_each() -> None:
    event = an_announced_event(fee="20 €")
    signup.change_announcement(event.by, event.event, signup.AnnouncementPlan(fee="30 €", contact="Anna"))
    undo(event, "announcement.changed")
    assert announcement_of(event).fee == "20 €"
    signup.say_status(event.by, event.event, signup.EventStatus(Announcement.Status.POSTPONED, "Snow"))
    undo(event, "announcement.status")
    assert announcement_of(event).status == Announcement.Status.PLANNED
    undo(event, "announcement.made")
    assert not announcement_of(event).is_announced
    undo(event, "announcement.taken_down")
    assert announcement_of(event).is_announced


def test_an_entry_that_was_removed_leaves_its_sign_up_without_one() -> None:
    event = an_announced_event()
    made = sign_up(event, "Anna Berg", "Bo Ek")
    (entry,) = entered(event, [made])
    running.remove_entry(event.by, entry)
    assert Signup.objects.get(pk=made.pk).entry is None
