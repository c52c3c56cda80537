"""The players of an event whose names are hidden outside the hall, and where somebody may change that."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from clubs.books.permissions import DIRECTORS
from clubs.models import Book, Role, User
from clubs.people.consent import consent_address
from tournaments.models import EntryPlayer, Tournament
from tournaments.play.names import is_named_in_hall


class ConsentPage(NamedTuple):
    """Where the consent of the hidden players of a club is noted."""

    club: str
    address: str


@dataclass(frozen=True, slots=True)
class HiddenNames:
    """How many names are hidden, and where a viewer may note consent."""

    count: int
    # In the hall they are not.
    in_hall: bool
    pages: Sequence[ConsentPage]
    # Of so many another club keeps the consent.
    elsewhere: int


class HiddenPlayer(NamedTuple):
    """A player who is not named everywhere, and the club that keeps the consent."""

    player: int
    club: int
    club_name: str


def load_hidden_names(event: Tournament, user: User) -> HiddenNames | None:
    """Load the hidden names of an event; None if there are none."""
    places = EntryPlayer.objects.filter(
        tournament=event, until_round=None, player__may_publish=False, player__erased_at=None
    )
    columns = ("player", "player__home_club", "player__home_club__name")
    rows = places.order_by("player").values_list(*columns).distinct()
    return describe_hidden_names(event, user, [HiddenPlayer(*row) for row in rows])


def describe_hidden_names(
    event: Tournament, user: User, hidden: Sequence[HiddenPlayer]
) -> HiddenNames | None:
    """Describe the hidden names, with a page for each club whose players the user manages."""
    if not hidden:
        return None
    managed = _clubs_managed_by(user, {player.club for player in hidden})
    own = sorted((player for player in hidden if player.club in managed), key=attrgetter("club", "player"))
    pages = [
        ConsentPage(name, consent_address(club, [player.player for player in players]))
        for (club, name), players in groupby(own, attrgetter("club", "club_name"))
    ]
    return HiddenNames(len(hidden), is_named_in_hall(event), pages, len(hidden) - len(own))


def _clubs_managed_by(user: User, clubs: Collection[int]) -> set[int]:
    """Return those of the clubs in which the user may note consent."""
    roles = Role.objects.filter(
        user=user, kind__in=DIRECTORS, book__kind=Book.Kind.CLUB, book__club__in=clubs
    )
    return set(roles.values_list("book__club", flat=True))
