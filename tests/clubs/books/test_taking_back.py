"""The acts on clubs, players and roles are taken back from the list of last acts."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from clubs import accounts, people
from clubs.books.verification import verify_log
from clubs.books.writing import Author, club_book
from clubs.models import Club, Invitation, LogEntry, Membership, Player, Role, ToldApart, User
from clubs.people.details import ClubDetails, PlayerDetails
from tests.builders import a_club, a_player, a_user, an_author

pytestmark = pytest.mark.django_db


class Office:
    """A club of a federation with a player, and its admin, who is an admin of the federation too."""

    def __init__(self) -> None:
        self.federation = a_club()
        self.club = a_club(place="Åbo", federation=self.federation)
        self.free_club = a_club()
        self.admin = a_user(Role.Kind.ADMIN, club=self.club)
        for other in (self.federation, self.free_club):
            Role.objects.create(user=self.admin, book=club_book(other), kind=Role.Kind.ADMIN)
        self.by: Author = an_author(self.admin)
        self.scorer = a_user(Role.Kind.SCORER, club=self.club)
        self.player = a_player("Åsa Bergström", club=self.club)
        self.other = a_player(club=self.club)
        self.guest = a_player(club=self.free_club)

    @property
    def state(self) -> list[Any]:
        """Everything of clubs and people that an act changes."""
        clubs = Club.objects.order_by("pk").values_list("name", "place", "language", "federation")
        of_player = ("given_name", "licence", "language", "home_club", "may_publish", "rating_consent_at")
        players = Player.objects.order_by("pk").values_list(*of_player)
        members = Membership.objects.filter(until=None).order_by("club", "player")
        roles = Role.objects.order_by("book", "user", "kind").values_list("book", "user", "kind")
        invited = Invitation.objects.filter(withdrawn_at=None, used_at=None).values_list("email")
        named = User.objects.order_by("pk").values_list("pk", "player")
        apart = ToldApart.objects.order_by("pk").values_list("club", "first", "second")
        rows = [clubs, players, members.values_list("club", "player"), roles, invited, named, apart]
        return [list(part) for part in rows]

    def details(self, **changes: Any) -> PlayerDetails:
        now: dict[str, Any] = {"given_name": "Åsa", "family_name": "Bergström", "may_publish": True}
        return PlayerDetails(**now | changes)

    def edit(self, **changes: Any) -> None:
        people.edit_player(self.by, self.player, self.details(**changes), self.player.version)

    def hide_the_other(self) -> None:
        people.change_consent(self.by, self.club, withdrawn=[self.other.pk])

    def join(self) -> None:
        people.add_member(self.by, self.free_club, self.player)

    def invite(self) -> Invitation:
        return accounts.invite(self.by, club_book(self.club), "new@example.org", Role.Kind.JURY)

    def give(self, kind: Role.Kind) -> None:
        accounts.give_role(self.by, club_book(self.club), self.scorer, kind)

    def take(self, kind: Role.Kind) -> None:
        role = Role.objects.get(user=self.scorer, book=club_book(self.club), kind=kind)
        accounts.revoke_role(self.by, role)

    def rename_club(self) -> None:
        details = ClubDetails(name=self.club.name, place="Nagu", language="sv")
        people.edit_club(self.by, self.club, details, self.club.version)

    def end(self) -> None:
        membership = Membership.objects.select_related("club", "player").get(
            club=self.free_club, player=self.player
        )
        people.end_membership(self.by, membership)


@pytest.fixture
def office() -> Office:
    return Office()


def nothing(_office: Office) -> None:
    pass


def the_last(act: str, club: Club) -> LogEntry:
    return LogEntry.objects.filter(act=act, book=club_book(club)).latest("number")


def address(entry: LogEntry) -> str:
    return reverse("clubs:undo", args=[entry.book_id, entry.number])


def browser(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


# What each act needs before it, the act, and the club in whose book it stands.
ACTS: dict[str, tuple[Callable[[Office], object], Callable[[Office], object], str]] = {
    "club.edited": (nothing, Office.rename_club, "club"),
    "club.joined": (
        nothing,
        lambda office: people.join_federation(office.by, office.free_club, office.federation),
        "free_club",
    ),
    "player.added": (
        nothing,
        lambda office: people.add_player(office.by, office.club, office.details(given_name="Nils")),
        "club",
    ),
    "player.edited": (nothing, lambda office: office.edit(licence="77", language="fi"), "club"),
    "player.renamed": (nothing, lambda office: office.edit(given_name="Anna"), "club"),
    "players.consent": (
        Office.hide_the_other,
        lambda office: people.change_consent(
            office.by, office.club, agreed=[office.other.pk], withdrawn=[office.player.pk]
        ),
        "club",
    ),
    "player.rating_consent": (
        nothing,
        lambda office: people.change_rating_consent(office.by, office.player, agreed=True),
        "club",
    ),
    "players.told_apart": (
        nothing,
        lambda office: people.tell_apart(office.by, office.club, office.player, office.other),
        "club",
    ),
    "players.asked_again": (
        lambda office: people.tell_apart(office.by, office.club, office.player, office.other),
        lambda office: people.ask_again(office.by, office.club, office.player, office.other),
        "club",
    ),
    "player.home_moved": (
        Office.join,
        lambda office: people.move_home_club(office.by, office.player, office.free_club),
        "free_club",
    ),
    "member.added": (nothing, Office.join, "free_club"),
    "member.ended": (Office.join, Office.end, "free_club"),
    "invitation.made": (nothing, Office.invite, "club"),
    "role.given": (nothing, lambda office: office.give(Role.Kind.JURY), "club"),
    "role.taken": (
        lambda office: office.give(Role.Kind.JURY),
        lambda office: office.take(Role.Kind.JURY),
        "club",
    ),
    "person.is_player": (
        nothing,
        lambda office: accounts.link_player(office.by, office.club, office.scorer, office.player),
        "club",
    ),
}


@pytest.mark.parametrize("act", ACTS)
def test_an_act_that_is_undone_leaves_everything_as_it_was(office: Office, act: str) -> None:
    prepare, do, where = ACTS[act]
    prepare(office)
    before = office.state
    do(office)
    assert office.state != before
    entry = the_last(act, getattr(office, where))
    client, sent = browser(office.admin), {"key": str(uuid4())}
    listed = reverse("clubs:last_acts", args=[entry.book_id])
    assert address(entry) in client.get(listed).content.decode()
    assert client.post(address(entry), sent).status_code == 302
    assert office.state == before
    assert address(entry) not in client.get(listed).content.decode()
    assert "No undo: " in client.post(address(entry), sent).content.decode()
    assert office.state == before
    assert verify_log().broken == []


def test_an_accepted_invitation_is_taken_back_with_its_role(office: Office) -> None:
    """The invitation itself stays used."""
    invitation = office.invite()
    accounts.accept_invitation(an_author(office.scorer), invitation)
    accepted = the_last("invitation.accepted", office.club)
    client = browser(office.admin)
    assert "It has been accepted. Remove the role instead." in (
        client.get(address(the_last("invitation.made", office.club))).content.decode()
    )
    assert client.post(address(accepted), {"key": str(uuid4())}).status_code == 302
    kinds = Role.objects.filter(user=office.scorer).values_list("kind", flat=True)
    assert [*kinds] == [Role.Kind.SCORER]


def test_of_several_roles_the_one_that_was_taken_is_marked(office: Office) -> None:
    office.give(Role.Kind.JURY)
    office.give(Role.Kind.DIRECTOR)
    office.take(Role.Kind.JURY)
    page = browser(office.admin).get(reverse("clubs:last_acts", args=[club_book(office.club).pk]))
    text = page.content.decode()
    given = LogEntry.objects.filter(act="role.given", book=club_book(office.club)).order_by("number")
    assert [address(entry) in text for entry in given] == [False, True]
    said = f"Undone by entry {the_last('role.taken', office.club).number} of the log."
    assert text.count(said) == 1
    log = browser(office.admin).get(reverse("clubs:log", args=[club_book(office.club).pk]))
    assert log.content.decode().count(said) == 1


@pytest.mark.parametrize(
    ("act", "then", "reason"),
    [
        (
            "player.renamed",
            lambda office: people.edit_player(office.by, office.player, office.details(given_name="Eva"), 2),
            "It has been changed since.",
        ),
        (
            "players.consent",
            lambda office: people.change_consent(office.by, office.club, agreed=[office.player.pk]),
            "It has been changed since.",
        ),
        (
            "person.is_player",
            lambda office: accounts.link_player(office.by, office.club, office.scorer, None),
            "It has already been revoked.",
        ),
        (
            "member.added",
            lambda office: people.move_home_club(office.by, office.player, office.free_club),
            "This is the player&#x27;s home club by now.",
        ),
    ],
)
def test_what_something_depends_on_says_why_it_stays(
    office: Office, act: str, then: Callable[[Office], object], reason: str
) -> None:
    prepare, do, where = ACTS[act]
    prepare(office)
    do(office)
    entry = the_last(act, getattr(office, where))
    then(office)
    page = browser(office.admin).get(address(entry)).content.decode()
    assert f"No undo: {reason}" in page


def test_a_name_that_was_erased_is_not_written_again(office: Office) -> None:
    office.edit(given_name="Anna")
    office.player.names.filter(given_name="Åsa").delete()
    page = browser(office.admin).get(address(the_last("player.renamed", office.club)))
    assert "No undo: The name of that time has been erased." in page.content.decode()


def test_several_that_were_added_together_are_taken_back_one_by_one(office: Office) -> None:
    page, client = reverse("clubs:players_paste", args=[office.club.pk]), browser(office.admin)
    names = {"names": "Pia Pasted\nNils Pasted", "order": "family", "key": str(uuid4())}
    text = client.post(page, names).content.decode()
    lines = dict.fromkeys(re.findall(r'name="(line-\d-\w+)"', text), "new:new")
    answer = client.post(page, {**names, **lines, "step": "add"}, follow=True).content.decode()
    assert "2 players have been added." in answer
    acts = reverse("clubs:last_acts", args=[club_book(office.club).pk])
    assert f'<a href="{acts}">Undo one of them</a>' in answer


def test_a_change_that_was_changed_back_is_marked_and_the_one_that_did_it_is_not(office: Office) -> None:
    for given in ("Anna", "Eva"):
        people.edit_player(
            office.by,
            Player.objects.get(pk=office.player.pk),
            office.details(given_name=given),
            Player.objects.get(pk=office.player.pk).version,
        )
    client, last = browser(office.admin), the_last("player.renamed", office.club)
    assert client.post(address(last), {"key": str(uuid4())}).status_code == 302
    taker = the_last("player.renamed", office.club)
    listed = client.get(reverse("clubs:last_acts", args=[taker.book_id])).content.decode()
    assert f"Undone by entry {taker.number} of the log." in listed
    assert address(taker) in listed
    assert listed.count("Undone by entry") == 1


def test_who_may_not_take_an_act_back_is_not_offered_it(office: Office) -> None:
    """A director takes in a member, and an admin alone ends a membership."""
    sister = a_club(federation=office.federation)
    director = a_user(Role.Kind.DIRECTOR, club=sister)
    people.add_member(an_author(director), sister, office.player)
    entry = the_last("member.added", sister)
    client = browser(director)
    text = client.get(reverse("clubs:last_acts", args=[entry.book_id])).content.decode()
    assert "Membership started" in text
    assert "An admin can take it back." in text
    assert address(entry) not in text
    assert client.post(address(entry), {"key": str(uuid4())}).status_code == 403
