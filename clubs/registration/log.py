"""The log sentences of clubs, players and accounts, and the books of clubs that show a player."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _lazy

from clubs.books.log_wording import FactLabel
from clubs.models import LANGUAGES, Book, Club, Invitation, Player, PlayerName, Role, User
from clubs.people.references import Reference

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise

SENTENCES: Final[Mapping[str, _StrOrPromise]] = {
    "club.created": _lazy("Club created"),
    "club.edited": _lazy("Club changed"),
    "club.joined": _lazy("Club joined a federation"),
    "club.left": _lazy("Club left its federation"),
    "club.codes_sent": _lazy("Where the codes of the log are sent changed"),
    "club.deleted": _lazy("Club deleted"),
    "log.sealed": _lazy("Log sealed with the key of this installation"),
    "book.archived": _lazy("Archived"),
    "book.brought_back": _lazy("Brought back from the archive"),
    "player.added": _lazy("Player added"),
    "player.edited": _lazy("Player details changed"),
    "player.renamed": _lazy("Player's name changed"),
    "player.home_moved": _lazy("Player's home club changed"),
    "player.deleted": _lazy("Player deleted"),
    "player.erased": _lazy("Person erased"),
    "player.merged": _lazy("Two players merged into one"),
    "player.parted": _lazy("Merged players told apart again"),
    "players.told_apart": _lazy("Two players of one name are two people"),
    "players.asked_again": _lazy("Whether two players are one person is asked again"),
    "players.consent": _lazy("Who agrees to be named changed"),
    "player.rating_consent": _lazy("Whether the rating may be shown changed"),
    "register.taken_in": _lazy("Players taken from a file"),
    "register.renewed": _lazy("Licences renewed"),
    "register.taken_back": _lazy("Players from a file, or renewed licences, undone"),
    "member.added": _lazy("Membership started"),
    "member.ended": _lazy("Membership ended"),
    "invitation.made": _lazy("Invitation created"),
    "invitation.withdrawn": _lazy("Invitation withdrawn"),
    "invitation.accepted": _lazy("Invitation accepted"),
    "role.given": _lazy("Role given"),
    "person.is_player": _lazy("Person linked to a player"),
    "role.taken": _lazy("Role removed"),
    "reset_link.made": _lazy("Password reset link created"),
    "password.reset": _lazy("New password set with a reset link"),
    "password.changed": _lazy("Password changed"),
    "session.ended": _lazy("Signed out on one device"),
    "email.asked": _lazy("Another e-mail asked for"),
    "email.changed": _lazy("E-mail of the account changed"),
    "second_step.set_up": _lazy("Second step at sign-in set up"),
    "second_step.removed": _lazy("Second step at sign-in removed"),
    "code_app.removed": _lazy("Codes of an app removed"),
    "passkey.added": _lazy("Passkey added"),
    "passkey.removed": _lazy("Passkey removed"),
    "passkey.refused": _lazy(
        "A passkey was refused: its device counts less than before, as a duplicate of it would"
    ),
    "recovery_codes.made": _lazy("New recovery codes made"),
    "recovery_code.used": _lazy("Signed in with a recovery code"),
    "account.edited": _lazy("Account details changed"),
    "account.closed": _lazy("Account closed"),
}

FACT_LABELS: Final[Mapping[str, FactLabel]] = {
    "name": FactLabel(_lazy("Name")),
    "short_name": FactLabel(_lazy("Short name")),
    "place": FactLabel(_lazy("Place")),
    "language": FactLabel(_lazy("Language"), choices=dict(LANGUAGES)),
    "federation": FactLabel(_lazy("Federation"), Club),
    "club": FactLabel(_lazy("Club"), Club),
    "home_club": FactLabel(_lazy("Home club"), Club),
    "player_name": FactLabel(_lazy("Name and licence number"), PlayerName),
    "player": FactLabel(_lazy("Player"), Player),
    "players": FactLabel(_lazy("Players"), Player),
    "merged": FactLabel(_lazy("The other player"), Player),
    "named": FactLabel(_lazy("May be named"), Player),
    "user": FactLabel(_lazy("Person"), User),
    "may_publish": FactLabel(_lazy("Name may be published")),
    "rating_shown": FactLabel(_lazy("Rating may be shown")),
    "licence_until": FactLabel(_lazy("Licence valid until")),
    "licences_until": FactLabel(_lazy("Licences valid until")),
    "done_at": FactLabel(_lazy("Done at"), is_shown=False),
    "listed_players": FactLabel(_lazy("Players who were added"), Player, is_shown=False),
    "changed_players": FactLabel(_lazy("Players who were changed"), Player, is_shown=False),
    "joined": FactLabel(_lazy("Memberships that began"), is_shown=False),
    "number_added": FactLabel(_lazy("Players added")),
    "number_changed": FactLabel(_lazy("Players changed")),
    "number_joined": FactLabel(_lazy("Memberships begun")),
    "details": FactLabel(_lazy("What of each player has changed"), is_shown=False),
    "since": FactLabel(_lazy("Since")),
    "until": FactLabel(_lazy("Until")),
    "role": FactLabel(_lazy("Role"), choices=dict(Role.Kind.choices)),
    "invitation": FactLabel(_lazy("Invitation"), Invitation),
    "codes_are_sent": FactLabel(_lazy("The codes of the log are sent by mail")),
    "book": FactLabel(_lazy("Book"), is_shown=False),
    "entries": FactLabel(_lazy("Entries of its log")),
    "head": FactLabel(_lazy("Head of its log")),
    "log_key": FactLabel(_lazy("Mark of the key of the log")),
    "stored": FactLabel(_lazy("Digests of what was stored"), is_shown=False),
    "nobody_else": FactLabel(_lazy("Decided by a player of this table: nobody else was there")),
    "name_changed": FactLabel(_lazy("Name changed")),
}


# What holds a club, by the field that refers to it.
HOLDS_CLUBS: Final[Mapping[str, _StrOrPromise]] = {
    "clubs.book.club": _lazy("events and games"),
    "clubs.club.federation": _lazy("member clubs"),
    "clubs.membership.club": _lazy("players"),
    "clubs.player.home_club": _lazy("players"),
    "clubs.player.federation": _lazy("licence numbers that it gave"),
}

# What holds a player.
HOLDS_PLAYERS: Final[Mapping[str, _StrOrPromise]] = {
    "clubs.player.merged_into": _lazy("a player who was merged with this one"),
    "clubs.erasure.player": _lazy("that the name was erased"),
}

REFERENCES: Final[Mapping[str, Reference]] = {
    "clubs.membership.player": Reference(_lazy("Memberships")),
    "clubs.playername.player": Reference(_lazy("Names")),
    "clubs.user.player": Reference(_lazy("Account")),
    # Those who were merged before.
    "clubs.player.merged_into": Reference(),
    # What they say is about the row, not about the person.
    "clubs.playermerge.absorbed": Reference(goes_over=False),
    "clubs.erasure.player": Reference(goes_over=False),
    # What was said of the one goes for the other: `clubs.people.two_people` follows merges.
    "clubs.toldapart.first": Reference(goes_over=False),
    "clubs.toldapart.second": Reference(goes_over=False),
}


def books_of_clubs(players: QuerySet[Player]) -> QuerySet[Book]:
    """Return the books of the clubs that players belong to."""
    return Book.objects.filter(
        Q(club__home_players__in=players) | Q(club__memberships__player__in=players), kind=Book.Kind.CLUB
    )
