"""The places and the ratings of players, for whatever goes by strength."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from clubs.models import Club
from tournaments.ratings.counting import ratings_of
from tournaments.ratings.page import load_list, rating_in
from tournaments.ratings.queries import scope_of, shown_players
from tournaments.ratings.words import shown


def scope_with_ratings(club: Club) -> Club:
    """Return the federation of a club, or the club itself: whose ratings its players have."""
    return Club.objects.get(pk=scope_of(club))


def places_by_rating(scope: Club) -> Mapping[int, int]:
    """Return the place of each player whose rating is shown, 1 being the highest.

    Of the others nothing is said: an order tells of ratings too.
    """
    return {line.player.pk: line.place for line in load_list(scope).lines}


def ratings_of_those_shown(club: Club, players: Collection[int]) -> Mapping[int, int]:
    """Return the rating of each of these players that the pages of the club show, as they show it."""
    scope = scope_with_ratings(club)
    agreed = shown_players(scope).filter(pk__in=players).order_by().values_list("pk", flat=True)
    history = ratings_of(scope.pk)
    found = {player: rating_in(history, player) for player in agreed}
    return {player: shown(skill) for player, skill in found.items() if skill is not None}
