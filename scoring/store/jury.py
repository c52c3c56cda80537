"""Members of the jury of a game: who may take part in a ruling, and who is recused."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import QuerySet

from clubs.books import permissions
from clubs.models import Role, User
from scoring.models import Game, Juror, Seat

_Status = Juror.Status


def jury_of(game: Game) -> QuerySet[User]:
    """Return the active users with the role of juror in the game's own book or in its club's."""
    roles = permissions.roles_valid_in(game.book).filter(kind=Role.Kind.JURY)
    people = User.objects.filter(is_active=True, roles__in=roles).distinct()
    return people.select_related("player").order_by("name", "pk")


def statuses_of(game: Game, people: Iterable[User]) -> dict[int, Juror.Status]:
    """Return for each user's id whether that user may rule on the game, or why not.

    A player of the game does not rule on it, nor does a player of a side's club. Where players of one club
    sit on every side, members of that club may rule: on a club evening there would be no other juror.
    """
    clubs: dict[int, set[int]] = {}
    playing = set()
    seats = Seat.objects.filter(side__game=game).order_by()
    for side, player, club in seats.values_list("side__number", "player", "player__home_club"):
        clubs.setdefault(side, set()).add(club)
        playing.add(player)
    return {person.pk: _status_of(person, playing, clubs) for person in people}


def _status_of(person: User, playing: set[int], clubs: Mapping[int, set[int]]) -> Juror.Status:
    if person.player is None:
        return _Status.SAT
    if person.player.pk in playing:
        return _Status.PLAYS
    represented = [person.player.home_club_id in clubs_of_side for clubs_of_side in clubs.values()]
    return _Status.CLUB if any(represented) and not all(represented) else _Status.SAT


@dataclass(frozen=True, slots=True)
class RecusedJuror:
    """A member of the jury who may not rule on a game, with the reason."""

    person: User
    reason: str


def split_jury(game: Game) -> tuple[list[User], list[RecusedJuror]]:
    """Return the jurors who may rule on a game, and those who may not."""
    jurors = list(jury_of(game))
    statuses = statuses_of(game, jurors)
    eligible = [person for person in jurors if statuses[person.pk] is _Status.SAT]
    recused = [
        RecusedJuror(person, str(statuses[person.pk].label))
        for person in jurors
        if statuses[person.pk] is not _Status.SAT
    ]
    return eligible, recused


def is_recused(game: Game, person: User) -> bool:
    return statuses_of(game, [person])[person.pk] is not _Status.SAT


def plays_at(game: Game, person: User) -> bool:
    """Whether the account of a person is that of a player who sits, or has sat, at the table of a game."""
    if person.player_id is None:
        return False
    return Seat.objects.filter(side__game=game, player=person.player_id).exists()


def who_else_decides(game: Game, person: User) -> list[User]:
    """Return the others who direct or judge here and do not play at the table, by name."""
    roles = permissions.roles_valid_in(game.book).filter(kind__in=permissions.IN_CHARGE)
    people = User.objects.filter(is_active=True, roles__in=roles).exclude(pk=person.pk)
    seated = Seat.objects.filter(side__game=game).values("player")
    return list(people.exclude(player__in=seated).distinct().order_by("name", "pk"))
