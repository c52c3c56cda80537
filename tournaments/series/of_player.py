"""The series in which a player stands, for the player's page: a line each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from clubs.models import Player
from tournaments.core.series.table import SeriesLine
from tournaments.models import Series
from tournaments.series.counting import CountedSeries, count
from tournaments.series.page import key_text
from tournaments.series.queries import series_for_player
from tournaments.series.words import place_words, points_words


@dataclass(frozen=True, slots=True)
class SeriesOfPlayer:
    """A place of a player in a series."""

    series: Series
    key: str
    points: str
    place: str


def lines_of_player(player: Player) -> Sequence[SeriesOfPlayer]:
    """Return the player's places in public series; where pairs are counted, one for each pair."""
    return [
        _line(counted, line)
        for counted in map(count, series_for_player(player.pk))
        for line in counted.lines
        if player.pk in line.key
    ]


def _line(counted: CountedSeries, line: SeriesLine) -> SeriesOfPlayer:
    placed = sum(1 for one in counted.lines if not one.wanting)
    return SeriesOfPlayer(
        counted.series,
        key_text(line.key),
        points_words(line.total),
        place_words(line, counted.series.agreed, placed),
    )
