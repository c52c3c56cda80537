"""Strength by the ratings of the federation, or of a club without one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from django.utils.translation import gettext_lazy as _lazy

from tournaments.models import Tournament
from tournaments.ratings.queries import shown_players
from tournaments.ratings.strength import places_by_rating, scope_with_ratings
from tournaments.strength.catalogue import StrengthSource


def _choices(event: Tournament) -> Sequence[tuple[int, str]]:
    scope = scope_with_ratings(event.club)
    return [(scope.pk, scope.name)] if shown_players(scope).exists() else []


def _places(event: Tournament, _row: int) -> Mapping[int, int]:
    return places_by_rating(scope_with_ratings(event.club))


SOURCE: Final = StrengthSource(
    code="rating",
    label=_lazy("Ratings of players"),
    position=30,
    choices=_choices,
    places=_places,
)
