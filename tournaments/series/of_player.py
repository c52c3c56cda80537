"""The series in which a player stands, for the player's page: a line each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from clubs.models import Player
from tournaments.models import Series
from tournaments.series.kept import KeptLine, tables_of
from tournaments.series.page import key_text
from tournaments.series.queries import series_for_player
from tournaments.series.words import place_words, points_words

# The page shows so many series, the latest; the others are on the pages of the clubs.
_MAX_SHOWN: Final = 8


@dataclass(frozen=True, slots=True)
class SeriesOfPlayer:
    """A place of a player in a series."""

    series: Series
    key: str
    points: str
    place: str


def lines_of_player(player: Player) -> Sequence[SeriesOfPlayer]:
    """Return the player's places in public series; where pairs are counted, one for each pair."""
    latest = series_for_player(player.pk)[:_MAX_SHOWN]
    tables = tables_of(latest)
    return [
        _line(one, line, tables[one.pk].placed)
        for one in latest
        for line in tables[one.pk].lines
        if player.pk in line.players
    ]


def _line(series: Series, line: KeptLine, placed: int) -> SeriesOfPlayer:
    return SeriesOfPlayer(
        series,
        key_text(line.key),
        points_words(line.total),
        place_words(line, series.agreed, placed),
    )
