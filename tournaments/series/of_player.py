"""The series in which a player stands, for the player's page: a line each.

A season of a federation has hundreds of evenings and a thousand players, of whom the page asks for one: what
is counted of a series is in the memory of this process, under the state of its books.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from clubs.db.single_row import Revision
from clubs.models import Player
from tournaments.core.series.table import SeriesLine
from tournaments.models import Series
from tournaments.series.counting import count
from tournaments.series.page import key_text
from tournaments.series.queries import revision_of_series, series_for_player
from tournaments.series.words import place_words, points_words

# The page shows so many series, the latest; the others are on the pages of the clubs.
_MAX_SHOWN: Final = 8
# Of so many series the places are kept.
_MAX_KEPT: Final = 100


@dataclass(frozen=True, slots=True)
class SeriesOfPlayer:
    """A place of a player in a series."""

    series: Series
    key: str
    points: str
    place: str


@dataclass(frozen=True, slots=True)
class _Places:
    """The lines of a series by their players, without the evenings, and how many have a place."""

    of_player: Mapping[int, Sequence[SeriesLine]]
    placed: int


_kept: Final[dict[int, tuple[Revision | None, _Places]]] = {}


def lines_of_player(player: Player) -> Sequence[SeriesOfPlayer]:
    """Return the player's places in public series; where pairs are counted, one for each pair."""
    latest = [(series, _places_in(series)) for series in series_for_player(player.pk)[:_MAX_SHOWN]]
    return [
        _line(series, line, places.placed)
        for series, places in latest
        for line in places.of_player.get(player.pk, ())
    ]


def _places_in(series: Series) -> _Places:
    state = revision_of_series(series.pk)
    kept_state, places = _kept.pop(series.pk, (None, None))
    if places is None or state is None or kept_state != state:
        places = _count(series)
    # Those that were asked for longest ago are forgotten first.
    _kept[series.pk] = state, places
    if len(_kept) > _MAX_KEPT:
        del _kept[next(iter(_kept))]
    return places


def _count(series: Series) -> _Places:
    lines: defaultdict[int, list[SeriesLine]] = defaultdict(list)
    counted = count(series).lines
    for line in counted:
        for player in line.key:
            lines[player].append(replace(line, evenings=()))
    return _Places(lines, sum(1 for one in counted if not one.wanting))


def _line(series: Series, line: SeriesLine, placed: int) -> SeriesOfPlayer:
    return SeriesOfPlayer(
        series,
        key_text(line.key),
        points_words(line.total),
        place_words(line, series.agreed, placed),
    )
