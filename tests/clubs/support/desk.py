"""A club with everybody in it, for the tests of its pages."""

from __future__ import annotations

from dataclasses import dataclass, field
from uuid import uuid4

from django.test import Client
from django.urls import reverse

from clubs.books.writing import club_book
from clubs.models import Book, Club, Invitation, Player, Role, User
from tests.builders import a_club, a_player, a_user, an_author


@dataclass(slots=True)
class Desk:
    """A club of a federation, a player of it, and people of every kind."""

    federation: Club = field(default_factory=a_club)
    club: Club = field(init=False)
    player: Player = field(init=False)
    people: dict[str, User] = field(init=False)
    invitation: Invitation = field(init=False)

    def __post_init__(self) -> None:
        self.club = a_club(federation=self.federation, place="Åbo")
        self.player = a_player("Åsa Bergström", club=self.club, licence="77", federation=self.federation)
        self.people = {kind.value: a_user(kind, club=self.club) for kind in Role.Kind}
        self.people |= {
            "federation": a_user(Role.Kind.ADMIN, club=self.federation),
            "elsewhere": a_user(Role.Kind.ADMIN),
            "nobody": a_user(),
            "keeper": a_user(is_keeper=True),
        }
        self.invitation = Invitation.objects.create(
            book=self.book,
            kind=Role.Kind.SCORER,
            email="new@example.org",
            nonce=uuid4().hex,
            made_by=self.people["admin"],
            made_at=an_author().at,
        )

    @property
    def book(self) -> Book:
        return club_book(self.club)

    def role_of(self, who: str) -> Role:
        return Role.objects.get(user=self.people[who], book=self.book)

    def as_(self, who: str) -> Client:
        """A browser of somebody; "stranger" is signed in nowhere."""
        client = Client()
        if who != "stranger":
            client.force_login(self.people[who])
        return client

    def pages(self) -> dict[str, str]:
        """The addresses of the desk pages, by name."""
        club, scorer = self.club.pk, self.people["scorer"].pk
        numbers: dict[str, list[object]] = {
            "club_edit": [club],
            "federation": [club],
            "club_players": [club],
            "player_new": [club],
            "players_paste": [club],
            "players_consent": [club],
            "players_register": [club],
            "players_licences": [club],
            "players_duplicates": [club],
            "codes_mail": [club],
            "member_new": [club],
            "player": [self.player.pk],
            "player_edit": [self.player.pk],
            "rating_consent": [self.player.pk],
            "home_move": [self.player.pk],
            "player_file": [self.player.pk],
            "player_erase": [self.player.pk],
            "player_delete": [self.player.pk],
            "club_people": [club],
            "club_invite": [club],
            "club_invitation_link": [club, self.invitation.pk],
            "club_role_give": [club, scorer],
            "person_player": [club, scorer],
            "club_role_take": [club, self.role_of("scorer").pk],
            "reset_link": [club, scorer],
            "person_email": [club, scorer],
            "person_second_step": [club, scorer],
            "log": [self.book.pk],
            "person_close": [club, scorer],
            "account": [],
            "account_close": [],
            "account_password": [],
            "account_email": [],
            "second_step": [],
            "second_step_app": [],
            "passkey_new": [],
        }
        return {name: reverse(f"clubs:{name}", args=args) for name, args in numbers.items()}
