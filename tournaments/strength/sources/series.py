"""Strength by the standings of a series."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from django.utils.translation import gettext_lazy as _lazy

from tournaments.models import Series, Tournament
from tournaments.series.counting import count
from tournaments.series.queries import series_of
from tournaments.strength.catalogue import StrengthSource


def _choices(event: Tournament) -> Sequence[tuple[int, str]]:
    return [(series.pk, series.name) for series in series_of(event.club)]


def _places(event: Tournament, row: int) -> Mapping[int, int]:
    """Return the place of each player in the table; of pairs of a player the better one."""
    places: dict[int, int] = {}
    for line in count(Series.objects.select_related("club").get(pk=row, club=event.club_id)).lines:
        if line.place is None:
            continue
        for player in line.key:
            places[player] = min(line.place, places.get(player, line.place))
    return places


SOURCE: Final = StrengthSource(
    code="series",
    label=_lazy("Standings of a series"),
    position=20,
    choices=_choices,
    places=_places,
)
