"""Roles at one event: whoever has one works there, and the club stays closed."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs import accounts
from clubs.accounts import NewAccount
from clubs.books import permissions
from clubs.books.writing import Author
from clubs.models import Club, Role, User
from tests.builders import a_club, a_user, an_author
from tournaments import running
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def an_event(club: Club, name: str = "Tuesday") -> Tournament:
    plan = running.EventPlan(name=name, date=timezone.localdate(), ruleset="samba")
    return running.create_event(an_author(a_user(Role.Kind.ADMIN, club=club)), club, plan)


@pytest.fixture
def event() -> Tournament:
    return an_event(a_club("Our Club"))


def club_author(event: Tournament, kind: Role.Kind) -> Author:
    return an_author(a_user(kind, club=event.club))


def guest_of(event: Tournament, kind: Role.Kind) -> User:
    """Somebody who has come by an invitation to one event."""
    invitation = accounts.invite(club_author(event, Role.Kind.ADMIN), event.book, "guest@example.org", kind)
    account = NewAccount(name="Gun Guest", password="twelve black canastas")
    return accounts.accept_invitation(Author(user=None, origin="192.0.2.9"), invitation, account)


def browser_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_a_guest_works_at_the_event_and_opens_nothing_of_the_club(event: Tournament) -> None:
    other, guest = an_event(event.club, "Friday"), guest_of(event, Role.Kind.DIRECTOR)
    browser = browser_of(guest)
    status = {
        address: browser.get(address).status_code
        for address in (
            reverse("tournaments:desk", args=[event.pk]),
            reverse("tournaments:desk", args=[other.pk]),
            reverse("clubs:club_players", args=[event.club_id]),
            reverse("clubs:club_people", args=[event.club_id]),
        )
    }
    assert list(status.values()) == [200, 403, 403, 403]
    assert permissions.roles_in(guest, event.book) == {Role.Kind.DIRECTOR}


def test_the_front_page_leads_a_guest_to_the_event(event: Tournament) -> None:
    page = browser_of(guest_of(event, Role.Kind.DIRECTOR)).get(reverse("tournaments:own_part"))
    assert reverse("tournaments:desk", args=[event.pk]) in page.content.decode()


@pytest.mark.parametrize("kind", [Role.Kind.SCORER, Role.Kind.JURY])
def test_a_director_takes_in_who_records_and_judges(event: Tournament, kind: Role.Kind) -> None:
    director = club_author(event, Role.Kind.DIRECTOR)
    invitation = accounts.invite(director, event.book, "guest@example.org", kind)
    accounts.withdraw_invitation(director, invitation)
    invitation.refresh_from_db()
    assert invitation.withdrawn_at is not None


@pytest.mark.parametrize(
    ("who", "kind"), [(Role.Kind.DIRECTOR, Role.Kind.DIRECTOR), (Role.Kind.ADMIN, Role.Kind.ADMIN)]
)
def test_who_directs_is_an_admin_s_choice_and_nobody_is_admin_of_an_event_alone(
    event: Tournament, who: Role.Kind, kind: Role.Kind
) -> None:
    with pytest.raises(PermissionDenied):
        accounts.invite(club_author(event, who), event.book, "guest@example.org", kind)


def test_a_guest_director_gives_no_role_in_the_club(event: Tournament) -> None:
    guest = an_author(guest_of(event, Role.Kind.DIRECTOR))
    with pytest.raises(PermissionDenied):
        accounts.invite(guest, event.club.books.get(kind="club"), "friend@example.org", Role.Kind.SCORER)


def test_the_club_s_page_names_its_guests(event: Tournament) -> None:
    guest_of(event, Role.Kind.SCORER)
    admin = a_user(Role.Kind.ADMIN, club=event.club)
    page = browser_of(admin).get(reverse("clubs:club_people", args=[event.club_id])).content.decode()
    assert "For one event only" in page
    assert f'Gun Guest: scorer, <a href="{reverse("clubs:event_people", args=[event.book_id])}">' in page


def test_an_invitation_to_an_event_names_it_and_leads_there(event: Tournament) -> None:
    admin = club_author(event, Role.Kind.ADMIN)
    made = accounts.invite(admin, event.book, "guest@example.org", Role.Kind.DIRECTOR)
    address, browser = reverse("clubs:invitation", args=[accounts.invitation_token(made)]), Client()
    asked = browser.get(address).content.decode()
    assert "to work at the event Tuesday. The role is valid at this event only." in asked
    sent = {"name": "Gun Guest", "password": "twelve black canastas", "again": "twelve black canastas"}
    answer = browser.post(address, sent, follow=True)
    desk = reverse("tournaments:desk", args=[event.pk])
    assert answer.redirect_chain[0][0] == desk
    assert "You now have your role in Tuesday." in answer.content.decode()
    for page in ("clubs:account", "clubs:account_menu"):
        assert f'<a href="{desk}">Tuesday</a>' in browser.get(reverse(page)).content.decode()
    assert (
        "You do not have a role in a club yet" not in browser.get(reverse("clubs:account")).content.decode()
    )
