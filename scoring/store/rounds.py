"""The rounds of games that are played in an event.

An app with events registers a function here, so that pages of games name the round without knowing events.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.db.models import QuerySet

from clubs.plugins.hooks import HookList
from scoring.models import Game

RoundFinder = Callable[[QuerySet[Game]], Mapping[int, int]]
round_finders: HookList[RoundFinder] = HookList()


def rounds_of(games: QuerySet[Game]) -> dict[int, int]:
    """The number of the round of each of these games that is played in one."""
    return {pk: number for find in round_finders for pk, number in find(games).items()}


def round_of(game: Game) -> int | None:
    return rounds_of(Game.objects.filter(pk=game.pk)).get(game.pk)
