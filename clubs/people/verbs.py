"""Clubs and players: the verbs that found, add, change and move them.

Knows clubs, players, their names and memberships; must not know accounts, nor that games and events exist.
Each verb takes who acts first, checks the right inside the locked book, writes once and logs; what cannot be
done is a ValidationError at the field, what somebody else changed meanwhile a `Conflict`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import date
from uuid import UUID

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import models, transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.books import permissions
from clubs.books.permissions import ADMINS, DIRECTORS
from clubs.books.refusals import Conflict, refused, unique
from clubs.books.writing import (
    Author,
    Facts,
    Value,
    Writing,
    among,
    bump,
    bump_where_shown,
    of_club,
    retried,
    where_shown,
    writing,
    writing_together,
)
from clubs.models import Book, Club, Membership, Player, PlayerName, Role
from clubs.text.alphabet import tidy

_NAME_TAKEN = _lazy("There is a club of this name already.")
_LICENCE_TAKEN = _lazy("Another player of the federation has this licence number.")


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubCard:
    """What is written down about a club."""

    name: str
    short_name: str = ""
    place: str = ""
    language: str = "sv"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerCard:
    """What is written down about a player."""

    given_name: str
    family_name: str
    licence: str = ""
    language: str = ""
    may_publish: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PastedPlayer:
    """A line of a pasted list, decided: a new player, or the one it was found to be."""

    number: int
    card: PlayerCard
    key: UUID
    known: Player | None = None


class LineRefused(Exception):
    """A line of a pasted list cannot be added as it stands, so none is."""

    def __init__(self, number: int, messages: Sequence[str]) -> None:
        super().__init__()
        self.number, self.messages = number, messages


@retried
def found_club(by: Author, card: ClubCard, federation: Club | None = None) -> Club:
    """Found a club: the keeper one of its own, a federation's admin one within the federation.

    Whoever founds it is its first admin, and may invite others and step back.
    """
    if federation is None:
        return _found_free_club(by, card)
    with writing(of_club(federation), by, needs=ADMINS) as act:
        _refuse_as_federation(federation)
        club = founded(by, card, federation)
        act.log("club.created", club, after=_club_facts(club))
    return club


def _found_free_club(by: Author, card: ClubCard) -> Club:
    if by.user is None or not by.user.is_active or not by.user.is_keeper:
        raise PermissionDenied
    with transaction.atomic():
        return founded(by, card, None)


def founded(by: Author, card: ClubCard, federation: Club | None) -> Club:
    club = Club(federation=federation, **_tidied(card))
    club.clean_fields(exclude={"federation"})
    with unique("name", _NAME_TAKEN):
        club.save()
    book = Book.objects.create(kind=Book.Kind.CLUB, club=club)
    with writing(book, by) as act:
        act.log("club.created", club, after=_club_facts(club))
        if by.user is not None:
            Role.objects.create(book=book, user=by.user, kind=Role.Kind.ADMIN)
            act.log("role.given", by.user, after={"role": Role.Kind.ADMIN.value})
    return club


@retried
def edit_club(by: Author, club: Club, card: ClubCard, version: int) -> Club:
    """Change what is written about a club, if nobody else has since `version` was shown."""
    with writing(of_club(club), by, needs=ADMINS, along=_showing(club)) as act:
        now = Club.objects.select_for_update().get(pk=club.pk)
        _refuse_changed(now, version)
        before = _club_facts(now)
        _set_fields(now, _tidied(card))
        now.clean_fields(exclude={"federation"})
        if before == _club_facts(now):
            act.was_done_before()
            return now
        _save_club(now)
        act.log("club.edited", now, before=before, after=_club_facts(now))
        _put_in_order_again(now)
    return now


def _save_club(club: Club) -> None:
    """Save a changed club and make every page fetch anew that shows it, or a player of it."""
    club.version += 1
    with unique("name", _NAME_TAKEN):
        club.save()
    bump(_showing(club))


def _showing(club: Club) -> models.QuerySet[Book]:
    """The books that show a club: its own, those of its federation and its clubs, and its players'."""
    near = models.Q(club=club) | models.Q(club__federation=club) | models.Q(club__clubs=club)
    players = Player.objects.filter(home_club=club)
    return among(Book.objects.filter(near)) | where_shown(players)


def _put_in_order_again(club: Club) -> None:
    """The order of names depends on the club's language."""
    players = list(Player.objects.filter(home_club=club))
    for player in players:
        player.home_club = club
        player.order = player.place_in_alphabet()
    Player.objects.bulk_update(players, ["order"], batch_size=500)


@retried
def join_federation(by: Author, club: Club, federation: Club) -> Club:
    """Make a club one of a federation's: its admin and the federation's must agree, so it takes both roles.

    From then on the federation's admins may read the club's list of players.
    """
    with writing_together([of_club(club), of_club(federation)], by, along=_showing(club)) as acts:
        for act in acts.values():
            permissions.require(by.user, act.book, ADMINS)
        now = Club.objects.select_for_update().get(pk=club.pk)
        _refuse_to_join(now, federation)
        now.federation = federation
        _save_club(now)
        for act in acts.values():
            act.log("club.joined", now, after={"federation": federation.pk})
    return now


@retried
def leave_federation(by: Author, club: Club) -> Club:
    """A club leaves its federation. Licence numbers stay what they are: the federation gave them."""
    federation = Club.objects.filter(clubs=club).first()
    if federation is None:
        raise refused(None, _("The club belongs to no federation."))
    own, other = of_club(club), of_club(federation)
    with writing_together([own, other], by, along=_showing(club)) as acts:
        permissions.require(by.user, own, ADMINS)
        now = Club.objects.select_for_update().get(pk=club.pk)
        if now.federation_id != federation.pk:
            raise Conflict(now)
        now.federation = None
        _save_club(now)
        for act in acts.values():
            act.log("club.left", now, before={"federation": federation.pk})
    return now


def _refuse_to_join(club: Club, federation: Club) -> None:
    _refuse_as_federation(federation)
    if club.federation_id is not None:
        raise refused("federation", _("The club belongs to a federation already."))
    if club.pk == federation.pk or club.clubs.exists():
        raise refused("federation", _("A federation cannot belong to a federation."))


def _refuse_as_federation(club: Club) -> None:
    """Federations are one level high: a club within a federation has no clubs of its own."""
    if club.federation_id is not None:
        raise refused("federation", _("A club that belongs to a federation cannot have clubs."))


@retried
def add_player(by: Author, club: Club, card: PlayerCard, key: UUID | None = None) -> Player:
    """Add a player at home in the club. `key` is the form's own: sent twice, it adds once."""
    with writing(of_club(club), by, needs=DIRECTORS) as act:
        before = _added_before(club, key)
        if before is not None:
            act.was_done_before()
            return before
        return _admitted(act, club, card, key)


@retried
def paste_players(by: Author, club: Club, lines: Sequence[PastedPlayer]) -> list[Player]:
    """Add the players of a pasted list: all of them or none, a log entry each."""
    known = Player.objects.filter(pk__in=[line.known.pk for line in lines if line.known])
    with writing(of_club(club), by, needs=DIRECTORS, along=where_shown(known)) as act:
        players = [_pasted(act, club, line) for line in lines]
        if not act.logged:
            act.was_done_before()
        return players


def _pasted(act: Writing, club: Club, line: PastedPlayer) -> Player:
    if line.known is not None:
        _joined(act, club, line.known)
        return line.known
    try:
        return _added_before(club, line.key) or _admitted(act, club, line.card, line.key)
    except ValidationError as error:
        raise LineRefused(line.number, error.messages) from error


def _added_before(club: Club, key: UUID | None) -> Player | None:
    return Player.objects.filter(home_club=club, key=key).first() if key else None


def _admitted(act: Writing, club: Club, card: PlayerCard, key: UUID | None) -> Player:
    """A new player with the first version of the name, at home in the club and member of it from today."""
    player = Player(home_club=club, key=key, **_tidied(card))
    player.federation = licensing(club) if player.licence else None
    player.clean_fields(exclude={"home_club", "federation"})
    refuse_taken_licence(player)
    with unique("licence", _LICENCE_TAKEN):
        player.save()
    called = _name_version(player)
    Membership.objects.create(club=club, player=player, since=today(act.by))
    act.log("player.added", player, after=_player_facts(player, called))
    return player


@retried
def edit_player(by: Author, player: Player, card: PlayerCard, version: int) -> Player:
    """Change what is written about a player, if nobody else has since `version` was shown."""
    with writing(of_club(player.home_club), by, needs=DIRECTORS, along=where_shown(player)) as act:
        now = Player.objects.select_for_update().get(pk=player.pk)
        _refuse_changed(now, version)
        was_called = _name_version(now)
        before = _player_facts(now, was_called)
        _set_fields(now, _tidied(card))
        _relicense(now, was_called.licence)
        now.clean_fields(exclude={"home_club", "federation"})
        refuse_taken_licence(now)
        after = _player_facts(now, _name_version(now))
        if before == after:
            act.was_done_before()
            return now
        _save_player(now)
        act.log(edit_act(was_called, now), now, before=before, after=after)
    return now


def _relicense(player: Player, licence_before: str) -> None:
    """A new licence number is one of the federation that the home club belongs to now."""
    if player.licence != licence_before:
        player.federation = licensing(player.home_club) if player.licence else None


def edit_act(was_called: PlayerName, player: Player) -> str:
    same = (was_called.given_name, was_called.family_name) == (player.given_name, player.family_name)
    return "player.edited" if same else "player.renamed"


def _save_player(player: Player) -> None:
    """Save a changed player and make every page fetch anew that shows the name, the club or the consent."""
    player.version += 1
    with unique("licence", _LICENCE_TAKEN):
        player.save()
    bump_where_shown(player)


@retried
def add_member(by: Author, club: Club, player: Player) -> Membership:
    """Make a player of another club a member of this one too; the home club stays."""
    with writing(of_club(club), by, needs=DIRECTORS, along=where_shown(player)) as act:
        membership, new = _joined(act, club, player)
        if not new:
            act.was_done_before()
    return membership


def _joined(act: Writing, club: Club, player: Player) -> tuple[Membership, bool]:
    """The membership of a player, new or as it stands."""
    membership = Membership.objects.filter(club=club, player=player, until=None).first()
    if membership is not None:
        return membership, False
    if not _may_join(act.by, club, player):
        raise PermissionDenied
    membership = Membership.objects.create(club=club, player=player, since=today(act.by))
    act.log("member.added", player, after={"club": club.pk, "since": membership.since.isoformat()})
    bump_where_shown(player)
    return membership, True


def _may_join(by: Author, club: Club, player: Player) -> bool:
    """Players of the same federation, those who were here before, and those one has at hand elsewhere."""
    home, federation = player.home_club, licensing(club)
    return (
        federation.pk in (licensing(home).pk, player.federation_id)
        or player.memberships.filter(club=club).exists()
        or permissions.holds(by.user, of_club(home), permissions.ANY_ROLE)
    )


@retried
def end_membership(by: Author, membership: Membership) -> Membership:
    """A player leaves a club today. Who leaves the home club and stays elsewhere moves home first."""
    shown = where_shown(membership.player)
    with writing(of_club(membership.club), by, needs=ADMINS, along=shown) as act:
        now = Membership.objects.select_for_update().select_related("player").get(pk=membership.pk)
        if now.until is not None:
            act.was_done_before()
            return now
        _refuse_to_leave_home(now)
        now.until = max(today(by), now.since)
        now.save(update_fields=["until"])
        act.log("member.ended", now.player, after={"club": now.club_id, "until": now.until.isoformat()})
        bump_where_shown(now.player)
    return now


def _refuse_to_leave_home(membership: Membership) -> None:
    player = membership.player
    elsewhere = player.memberships.filter(until=None).exclude(pk=membership.pk).exists()
    if player.home_club_id == membership.club_id and elsewhere:
        raise refused(None, _("This is the player's home club. Move the home to another club first."))


@retried
def move_home_club(by: Author, player: Player, club: Club) -> Player:
    """The home club lets a player go to another club of which the player is a member."""
    old, new = of_club(player.home_club), of_club(club)
    with writing_together([old, new], by, along=where_shown(player)) as acts:
        permissions.require(by.user, old, ADMINS)
        now = Player.objects.select_for_update().get(pk=player.pk)
        if now.home_club_id == club.pk:
            for act in acts.values():
                act.was_done_before()
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
        raise refused("club", _("The player is not a member of this club."))


def licensing(club: Club) -> Club:
    """Who gives licence numbers to players of a club: its federation, or the club itself."""
    return club.federation or club


def refuse_taken_licence(player: Player) -> None:
    """Say whose number it is by club, not by name: the club may not be the asker's own."""
    same = Player.objects.filter(federation=player.federation, licence=player.licence).exclude(pk=player.pk)
    holder = same.select_related("home_club").first() if player.licence else None
    if holder is not None:
        message = _("This licence number belongs to another player, at home in %(club)s.")
        raise refused("licence", message % {"club": holder.home_club}, code="taken")


def _refuse_changed(now: Club | Player, version: int) -> None:
    if now.version != version:
        raise Conflict(now)


def _name_version(player: Player) -> PlayerName:
    """The row that holds this spelling of the name and licence number; the log speaks of it by id."""
    spelling = {
        "given_name": player.given_name,
        "family_name": player.family_name,
        "licence": player.licence,
    }
    return player.names.filter(**spelling).order_by("pk").first() or player.names.create(**spelling)


def _player_facts(player: Player, called: PlayerName) -> dict[str, Value]:
    return {
        "player_name": called.pk,
        "home_club": player.home_club_id,
        "language": player.language,
        "may_publish": player.may_publish,
    }


def _club_facts(club: Club) -> Facts:
    """Clubs are not people: the log says their names."""
    return {
        "name": club.name,
        "short_name": club.short_name,
        "place": club.place,
        "language": club.language,
        "federation": club.federation_id,
    }


def _tidied(card: ClubCard | PlayerCard) -> dict[str, str | bool]:
    return {name: tidy(value) if isinstance(value, str) else value for name, value in asdict(card).items()}


def _set_fields(row: Club | Player, values: dict[str, str | bool]) -> None:
    for name, value in values.items():
        setattr(row, name, value)


def today(by: Author) -> date:
    return timezone.localdate(by.at)
