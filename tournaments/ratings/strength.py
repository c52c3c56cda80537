"""The places of players by their ratings, for whatever goes by strength."""

from __future__ import annotations

from collections.abc import Mapping

from clubs.models import Club
from tournaments.ratings.page import load_list
from tournaments.ratings.queries import scope_of


def scope_with_ratings(club: Club) -> Club:
    """Return the federation of a club, or the club itself: whose ratings its players have."""
    return Club.objects.get(pk=scope_of(club))


def places_by_rating(scope: Club) -> Mapping[int, int]:
    """Return the place of each player whose rating is shown, 1 being the highest.

    Of the others nothing is said: an order tells of ratings too.
    """
    return {line.player.pk: line.place for line in load_list(scope).lines}
