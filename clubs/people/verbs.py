"""Verbs that add, change and move players.

Each verb takes the author first, checks the right inside the locked book, writes once and logs. A refusal is
a ValidationError at the field; a row that has changed since the form was opened is a `Conflict`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Final
from uuid import UUID

from django.core.exceptions import PermissionDenied, ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.books import permissions
from clubs.books.permissions import ADMINS, DIRECTORS
from clubs.books.refusals import Conflict, unique, validation_error
from clubs.books.writing import (
    Author,
    JsonValue,
    LoggedAct,
    Writing,
    books_showing,
    bump_books_showing,
    club_book,
    retried,
    writing,
    writing_together,
)
from clubs.models import Book, Club, Membership, Player, PlayerName
from clubs.people.consent import date_consent, note_consent
from clubs.people.details import PlayerDetails, refuse_stale, set_fields, tidy_fields
from clubs.people.duplicates import note_two_people_in
from clubs.people.licensing import licensing_club

_BATCH: Final = 500
LICENCE_TAKEN = _lazy("Another player in the federation already has this licence number.")


@dataclass(frozen=True, slots=True, kw_only=True)
class PastedPlayer:
    """A line of a pasted list with its decision: a new player, or a known one."""

    number: int
    details: PlayerDetails
    key: UUID
    known: Player | None = None


class LineRefused(Exception):
    """A line of a pasted list cannot be added, so none of the lines is."""

    def __init__(self, number: int, messages: Sequence[str]) -> None:
        super().__init__()
        self.number, self.messages = number, messages


@retried
def add_player(by: Author, club: Club, details: PlayerDetails, key: UUID | None = None) -> Player:
    """Add a player at home in the club. A second call with the same `key` returns the same player."""
    with writing(club_book(club), by, needs=DIRECTORS) as act:
        before = _player_added_before(club, key)
        if before is not None:
            act.mark_repeat()
            return before
        return _create_player(act, club, details, key)


@retried
def paste_players(by: Author, club: Club, lines: Sequence[PastedPlayer]) -> list[Player]:
    """Add the players of a pasted list, all of them or none. Raises LineRefused.

    Known players of the club who agree to be named are so from now on; none of them loses the consent.
    """
    known = Player.objects.filter(pk__in=[line.known.pk for line in lines if line.known])
    with writing(club_book(club), by, needs=DIRECTORS, also_lock=books_showing(known)) as act:
        players = [_add_pasted_player(act, club, line) for line in lines]
        note_two_people_in(
            club, {one.pk for one in players} - {line.known.pk for line in lines if line.known}
        )
        note_consent(act, club, known_who_agree(club, lines))
        if not act.logged:
            act.mark_repeat()
        return players


def known_who_agree(club: Club, lines: Sequence[PastedPlayer]) -> list[int]:
    """Return the known players of a list, at home in the club, who had not agreed to be named before."""
    return [
        line.known.pk
        for line in lines
        if line.details.may_publish
        and line.known is not None
        and line.known.home_club_id == club.pk
        and not line.known.may_publish
    ]


def _add_pasted_player(act: Writing, club: Club, line: PastedPlayer) -> Player:
    if line.known is not None:
        _join_club(act, club, line.known)
        return line.known
    try:
        return _player_added_before(club, line.key) or _create_player(act, club, line.details, line.key)
    except ValidationError as error:
        raise LineRefused(line.number, error.messages) from error


def _player_added_before(club: Club, key: UUID | None) -> Player | None:
    return Player.objects.filter(home_club=club, key=key).first() if key else None


def _create_player(act: Writing, club: Club, details: PlayerDetails, key: UUID | None) -> Player:
    """Create a player with the first version of the name, at home in the club and a member from today."""
    player = Player(home_club=club, key=key, **tidy_fields(details))
    player.federation = licensing_club(club) if player.licence else None
    player.clean_fields(exclude={"home_club", "federation"})
    refuse_taken_licence(player)
    with unique("licence", LICENCE_TAKEN):
        player.save()
    name = _current_name(player)
    Membership.objects.create(club=club, player=player, since=today(act.by))
    act.log("player.added", player, after=_player_facts(player, name))
    return player


def add_guest_in(act: Writing, club: Club, details: PlayerDetails) -> Player:
    """Add a guest in the open book of a club; nothing of a guest's name is published."""
    return _create_player(act, club, replace(details, may_publish=False), None)


def add_players_in(act: Writing, club: Club, listed: Sequence[PlayerDetails]) -> list[Player]:
    """Add players without licence numbers in the open book of a club, all of them together."""
    players, names = create_players_in(act, club, listed)
    act.log_all(
        LoggedAct("player.added", player, after=_player_facts(player, name))
        for player, name in zip(players, names, strict=True)
    )
    return players


def create_players_in(
    act: Writing, club: Club, listed: Sequence[PlayerDetails]
) -> tuple[list[Player], list[PlayerName]]:
    """Create players at home in the club with their names, members from today; the caller logs it."""
    players = [Player(home_club=club, **tidy_fields(details)) for details in listed]
    for player in players:
        player.federation = licensing_club(club) if player.licence else None
        player.clean_fields(exclude={"home_club", "federation"})
    with unique("", LICENCE_TAKEN):
        Player.objects.bulk_create(players, batch_size=_BATCH)
    spelled = [
        PlayerName(
            player=player,
            given_name=player.given_name,
            family_name=player.family_name,
            licence=player.licence,
        )
        for player in players
    ]
    names = PlayerName.objects.bulk_create(spelled, batch_size=_BATCH)
    since = today(act.by)
    Membership.objects.bulk_create(
        [Membership(club=club, player=player, since=since) for player in players], batch_size=_BATCH
    )
    return players, names


@retried
def edit_player(by: Author, player: Player, details: PlayerDetails, version: int) -> Player:
    """Change a player. Raises Conflict if the player has changed since `version`."""
    with writing(club_book(player.home_club), by, needs=DIRECTORS, also_lock=books_showing(player)) as act:
        now = Player.objects.select_for_update().get(pk=player.pk)
        if now.erased_at is not None:
            raise validation_error(None, _("This person is erased already."))
        refuse_stale(now, version)
        old_name = _current_name(now)
        before = _player_facts(now, old_name)
        had_consent = now.may_publish
        set_fields(now, tidy_fields(details))
        date_consent(now, had_consent, by.at)
        _relicense(now, old_name.licence)
        now.clean_fields(exclude={"home_club", "federation"})
        refuse_taken_licence(now)
        after = _player_facts(now, _current_name(now))
        if before == after:
            act.mark_repeat()
            return now
        _save_player(now)
        act.log(edit_act_code(old_name, now), now, before=before, after=after)
    return now


def _relicense(player: Player, licence_before: str) -> None:
    """Set the federation of a new licence number: the one of the home club."""
    if player.licence != licence_before:
        player.federation = licensing_club(player.home_club) if player.licence else None


def edit_act_code(old_name: PlayerName, player: Player) -> str:
    same = (old_name.given_name, old_name.family_name) == (player.given_name, player.family_name)
    return "player.edited" if same else "player.renamed"


def _save_player(player: Player) -> None:
    """Save a changed player and bump every book that shows the name, the club or the consent."""
    player.version += 1
    with unique("licence", LICENCE_TAKEN):
        player.save()
    bump_books_showing(player)


@retried
def add_member(by: Author, club: Club, player: Player) -> Membership:
    """Make a player of another club a member of this one too; the home club does not change."""
    with writing(club_book(club), by, needs=DIRECTORS, also_lock=books_showing(player)) as act:
        membership, new = _join_club(act, club, player)
        if not new:
            act.mark_repeat()
    return membership


def _join_club(act: Writing, club: Club, player: Player) -> tuple[Membership, bool]:
    """Return the membership of a player, and whether it is new. Raises PermissionDenied."""
    membership = Membership.objects.filter(club=club, player=player, until=None).first()
    if membership is not None:
        return membership, False
    if not may_join(act.by, club, player):
        raise PermissionDenied
    membership = Membership.objects.create(club=club, player=player, since=today(act.by))
    act.log("member.added", player, after={"club": club.pk, "since": membership.since.isoformat()})
    bump_books_showing(player)
    return membership, True


def may_join(by: Author, club: Club, player: Player) -> bool:
    """Allow players of the same federation, former members, and players of another club of the author."""
    home, federation = player.home_club, licensing_club(club)
    return (
        federation.pk in (licensing_club(home).pk, player.federation_id)
        or player.memberships.filter(club=club).exists()
        or permissions.has_role(by.user, club_book(home), permissions.ANY_ROLE)
    )


@retried
def end_membership(by: Author, membership: Membership) -> Membership:
    """End a membership today. A player with other memberships changes the home club first."""
    shown_in = books_showing(membership.player)
    with writing(club_book(membership.club), by, needs=ADMINS, also_lock=shown_in) as act:
        now = Membership.objects.select_for_update().select_related("player").get(pk=membership.pk)
        if now.until is not None:
            act.mark_repeat()
            return now
        _refuse_to_leave_home(now)
        now.until = max(today(by), now.since)
        now.save(update_fields=["until"])
        act.log("member.ended", now.player, after={"club": now.club_id, "until": now.until.isoformat()})
        bump_books_showing(now.player)
    return now


def _refuse_to_leave_home(membership: Membership) -> None:
    player = membership.player
    elsewhere = player.memberships.filter(until=None).exclude(pk=membership.pk).exists()
    if player.home_club_id == membership.club_id and elsewhere:
        raise validation_error(None, _("This is the player's home club. Change the home club first."))


@retried
def move_home_club(by: Author, player: Player, club: Club) -> Player:
    """Move a player's home to another club of which the player is a member, by the old home's admin."""
    old, new = club_book(player.home_club), club_book(club)
    with writing_together([old, new], by, also_lock=books_showing(player)) as acts:
        permissions.require(by.user, old, ADMINS)
        now = Player.objects.select_for_update().get(pk=player.pk)
        if now.home_club_id == club.pk:
            for act in acts.values():
                act.mark_repeat()
            return now
        _refuse_to_move(now, old, club)
        now.home_club = club
        _save_player(now)
        for act in acts.values():
            act.log("player.home_moved", now, before={"home_club": old.club_id}, after={"home_club": club.pk})
    return now


def _refuse_to_move(player: Player, old: Book, club: Club) -> None:
    if player.home_club_id != old.club_id:
        raise Conflict(player)
    if not player.memberships.filter(club=club, until=None).exists():
        raise validation_error("club", _("The player is not a member of this club."))


def refuse_taken_licence(player: Player) -> None:
    """Refuse a licence number in use; the message names the holder's club, which may be another one, not the
    name."""
    same = Player.objects.filter(federation=player.federation, licence=player.licence).exclude(pk=player.pk)
    holder = same.select_related("home_club").first() if player.licence else None
    if holder is not None:
        message = _("This licence number belongs to another player, whose home club is %(club)s.")
        raise validation_error("licence", message % {"club": holder.home_club}, code="taken")


def _current_name(player: Player) -> PlayerName:
    """Return the row with the present name and licence number, to which the log refers by id."""
    spelling = {
        "given_name": player.given_name,
        "family_name": player.family_name,
        "licence": player.licence,
    }
    return player.names.filter(**spelling).order_by("pk").first() or player.names.create(**spelling)


def _player_facts(player: Player, name: PlayerName) -> dict[str, JsonValue]:
    return {
        "player_name": name.pk,
        "home_club": player.home_club_id,
        "language": player.language,
        "may_publish": player.may_publish,
        "licence_until": _iso_day(player.licence_until),
    }


def _iso_day(day: date | None) -> str | None:
    return day.isoformat() if day else None


def today(by: Author) -> date:
    return timezone.localdate(by.at)
