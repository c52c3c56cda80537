"""What the pages of a series show: its table with names, and why an entry has its points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from clubs.models import Player
from clubs.people.names import NamedPlayer, NameOf, is_named, public_name
from clubs.reports.report import RowPlayer
from clubs.web.addresses import address_pattern
from tournaments.core.series.rules import SeriesRules
from tournaments.core.series.table import EveningPoints, SeriesKey, SeriesLine
from tournaments.models import Series, Tournament
from tournaments.series.counting import CountedSeries, count
from tournaments.series.words import figure, place_words, points_words, remark

# With more evenings the table has none of them: the line of each player or pair has.
MAX_COLUMNS: Final = 60


@dataclass(frozen=True, slots=True)
class ShownEvening:
    """An evening of the series, and its number there."""

    number: int
    event: Tournament


@dataclass(frozen=True, slots=True)
class SeriesRow:
    """A line of the table with its names."""

    line: SeriesLine
    key: str
    name: str
    players: tuple[RowPlayer, ...]
    remark: str
    # The address of the page that says why it has so many points.
    address: str
    # After so many evenings.
    after: int

    @property
    def cells(self) -> Sequence[EveningPoints | None]:
        """For each evening what it gave; None where it was not played."""
        played = {one.evening: one for one in self.line.evenings}
        return [played.get(evening) for evening in range(self.after)]

    @property
    def total(self) -> str:
        return figure(self.line.total)

    @property
    def bonus(self) -> str:
        return figure(self.line.bonus)


@dataclass(frozen=True, slots=True)
class SeriesPage:
    """A series after an evening."""

    counted: CountedSeries
    evenings: Sequence[ShownEvening]
    lines: Sequence[SeriesRow]

    @property
    def series(self) -> Series:
        return self.counted.series

    @property
    def has_bonus(self) -> bool:
        return bool(self.series.agreed.bonus)

    @property
    def shows_evenings(self) -> bool:
        """Whether each evening has a column: those of a federation are too many to look at side by side."""
        return self.counted.after <= MAX_COLUMNS

    @property
    def counted_evenings(self) -> Sequence[ShownEvening]:
        return self.evenings[: self.counted.after]

    @property
    def last(self) -> ShownEvening | None:
        """The last evening of the table."""
        return self.counted_evenings[-1] if self.counted_evenings else None

    @property
    def is_latest(self) -> bool:
        return self.counted.after == len(self.evenings)

    @property
    def unplaced(self) -> int:
        return sum(1 for line in self.lines if line.line.wanting)

    @property
    def has_dropped(self) -> bool:
        return any(not evening.counts for line in self.lines for evening in line.line.evenings)


def load_page(series: Series, name_of: NameOf = public_name, after: int | None = None) -> SeriesPage:
    """Load the table after the last evening, or after one by its number, if there are as many."""
    return page_of(count(series, after), name_of)


def page_of(counted: CountedSeries, name_of: NameOf = public_name) -> SeriesPage:
    """Return the table of a series that was counted, with its names."""
    names = _load_names({player for line in counted.lines for player in counted.players[line.key]})
    rules = counted.series.agreed
    lines = [_shown_line(counted, line, rules, names, name_of) for line in counted.lines]
    evenings = [ShownEvening(number, event) for number, event in enumerate(counted.evenings, 1)]
    return SeriesPage(counted, evenings, lines)


def _load_names(players: set[int]) -> Mapping[int, NamedPlayer]:
    rows = Player.objects.filter(pk__in=players).order_by().values_list(*NamedPlayer._fields)
    return {row[0]: NamedPlayer._make(row) for row in rows}


def _shown_line(
    counted: CountedSeries,
    line: SeriesLine,
    rules: SeriesRules,
    names: Mapping[int, NamedPlayer],
    name_of: NameOf,
) -> SeriesRow:
    players, key = [names[player] for player in counted.players[line.key]], key_text(line.key)
    return SeriesRow(
        line=line,
        key=key,
        name=" – ".join(map(name_of, players)),
        players=tuple(
            RowPlayer(player.pk if is_named(player, name_of) else None, name_of(player)) for player in players
        ),
        remark=remark(line, rules),
        address=address_pattern("tournaments:series_line", 2).format(counted.series.pk, key),
        after=counted.after,
    )


def key_text(key: SeriesKey) -> str:
    """Return who it is as a part of an address: 12, or 12-45."""
    return "-".join(map(str, key))


# Why somebody has so many points.


@dataclass(frozen=True, slots=True)
class ExplainedEvening:
    """What an evening gave, and why."""

    evening: ShownEvening
    place: str
    made: str
    points: str
    counts: bool

    @property
    def state(self) -> str:
        return _("counts") if self.counts else _("dropped")


@dataclass(frozen=True, slots=True)
class ExplainedLine:
    """A line of the table, evening by evening."""

    page: SeriesPage
    shown: SeriesRow
    evenings: Sequence[ExplainedEvening]

    @property
    def line(self) -> SeriesLine:
        return self.shown.line

    @property
    def points(self) -> str:
        return points_words(self.line.total)

    @property
    def place(self) -> str:
        """The place among those who have one, or why there is none."""
        return place_words(self.line, self.page.series.agreed, len(self.page.lines) - self.page.unplaced)

    @property
    def counted(self) -> str:
        return figure(self.line.counted)

    @property
    def played(self) -> int:
        return len(self.line.evenings)

    @property
    def counting(self) -> int:
        return sum(1 for one in self.line.evenings if one.counts)


def explain(page: SeriesPage, key: str) -> ExplainedLine | None:
    """Explain the line of an entry; None if there is no such line."""
    found = next((line for line in page.lines if line.key == key), None)
    if found is None:
        return None
    return ExplainedLine(page, found, [_explained(page, one) for one in found.line.evenings])


def _explained(page: SeriesPage, one: EveningPoints) -> ExplainedEvening:
    result = one.result
    sentence = _("%(place)s of %(of)s, shared") if result.sharing > 1 else _("%(place)s of %(of)s")
    return ExplainedEvening(
        page.evenings[one.evening],
        sentence % {"place": result.place, "of": result.of},
        points_words(result.points),
        figure(one.points),
        one.counts,
    )
