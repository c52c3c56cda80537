"""The ratings that players show, as the app's higher floors know them: what handicaps are given by."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Final

from clubs.models import Club
from clubs.plugins.hooks import HookList

# From a club and players the rating of each of them who shows one there; of the others nothing.
shown_ratings: Final[HookList[Callable[[Club, Collection[int]], Mapping[int, int]]]] = HookList()


def ratings_shown_of(club: Club, players: Collection[int]) -> Mapping[int, int]:
    return {player: rating for find in shown_ratings for player, rating in find(club, players).items()}
