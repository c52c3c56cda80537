"""Who of the jury may sit in judgement on a game, and who is passed over, and why.

Knows roles, seats and home clubs; must not know what is decided.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import QuerySet

from clubs.books import permissions
from clubs.models import Role, User
from scoring.models import Game, Juror, Seat

Passed = Juror.Passed


def jury_of(game: Game) -> QuerySet[User]:
    """Everybody in the jury, by a role in the game's own book or in its club's."""
    roles = permissions.roles_held(game.book).filter(kind=Role.Kind.JURY)
    people = User.objects.filter(is_active=True, roles__in=roles).distinct()
    return people.select_related("player").order_by("name", "pk")


def judged(game: Game, people: Iterable[User]) -> dict[int, Passed]:
    """Each by id: whether this person may sit, or why not.

    Who plays at the table does not rule on it, nor who plays for a side's club. Where players of one club sit
    on every side its members may rule: on a club evening nobody else would be there.
    """
    clubs: dict[int, set[int]] = {}
    playing = set()
    seats = Seat.objects.filter(side__game=game).order_by()
    for side, player, club in seats.values_list("side__number", "player", "player__home_club"):
        clubs.setdefault(side, set()).add(club)
        playing.add(player)
    return {person.pk: _one_judged(person, playing, clubs) for person in people}


def _one_judged(person: User, playing: set[int], clubs: Mapping[int, set[int]]) -> Passed:
    if person.player is None:
        return Passed.SAT
    if person.player.pk in playing:
        return Passed.PLAYS
    represented = [person.player.home_club_id in of_side for of_side in clubs.values()]
    return Passed.CLUB if any(represented) and not all(represented) else Passed.SAT


@dataclass(frozen=True, slots=True)
class Partial:
    """One of the jury who would be passed over at a game, and why."""

    person: User
    why: str


def sorted_out(game: Game) -> tuple[list[User], list[Partial]]:
    """Who of the jury may sit at a game, and who would be passed over."""
    everybody = list(jury_of(game))
    found = judged(game, everybody)
    free = [person for person in everybody if not found[person.pk]]
    return free, [Partial(one, str(found[one.pk].label)) for one in everybody if found[one.pk]]


def why_passed_over(game: Game, person: User) -> Passed:
    return judged(game, [person])[person.pk]
