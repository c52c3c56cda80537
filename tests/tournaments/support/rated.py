"""Ratings that the players of an event show, as a test says."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import pytest

from clubs.models import Club
from clubs.plugins.hooks import HookList
from tests.tournaments.support.events import Played


class ShownRatings(dict[int, int]):
    """What each player shows, by the row of the player; a test may change it."""

    def of_players(self, _club: Club, players: Collection[int]) -> Mapping[int, int]:
        return {player: rating for player, rating in self.items() if player in players}

    def of_entries(self, event: Played, *ratings: int | None) -> None:
        """Let both players of each entry, in the order of the numbers, show this rating; or show none."""
        places = event.event.entries.order_by("number")
        for entry, rating in zip(places, ratings, strict=True):
            for player in entry.players.all():
                self.pop(player.pk, None)
                if rating is not None:
                    self[player.pk] = rating


def shown(patch: pytest.MonkeyPatch) -> ShownRatings:
    """Let handicaps be given by what the test says."""
    ratings = ShownRatings()
    patch.setattr("tournaments.play.shown_ratings.shown_ratings", HookList([ratings.of_players]))
    return ratings
