"""What the pages of a ranking show: the list of a day with names, and why somebody has so many points."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.people.names import NameOf, is_named, public_name
from clubs.reports.report import RowPlayer
from clubs.web.addresses import address_of
from tournaments.core.ranking import RankingRules, earlier_days
from tournaments.core.series.result import EveningResult
from tournaments.core.series.table import SeriesKey, SeriesLine, with_places
from tournaments.models import Ranking
from tournaments.play.prizes import Category, list_label
from tournaments.rankings.counting import CountedRanking, RankedEvent, RankedPlayer, count_ranking
from tournaments.rankings.words import CLASS_LABELS, ranking_remark, weight_text
from tournaments.series.words import figure, points_words

# The categories that a single player may be in.
_OF_PLAYERS: Final = tuple(code for code in Category if code is not Category.MIXED)
_SEVERAL: Final = 2


@dataclass(frozen=True, slots=True)
class ListPart:
    """A part of the list with places of its own: a category, a club, or the clubs of a place."""

    # As it stands in an address.
    code: str
    label: str
    has: Callable[[CountedRanking, SeriesLine], bool]


@dataclass(frozen=True, slots=True)
class RankingMove:
    """How many places somebody has gone up since the earlier list; None for somebody new there."""

    places: int | None

    @property
    def sign(self) -> str:
        if self.places is None:
            return "★"
        if self.places == 0:
            return "="
        return f"▲{self.places}" if self.places > 0 else f"▼{-self.places}"

    @property
    def words(self) -> str:
        if self.places is None:
            return _("new")
        if self.places == 0:
            return _("unchanged")
        sentence = _("up %(count)s") if self.places > 0 else _("down %(count)s")
        return sentence % {"count": abs(self.places)}


@dataclass(frozen=True, slots=True)
class RankingRow:
    """A line of the list with its name."""

    line: SeriesLine
    person: RankedPlayer
    name: str
    is_named: bool
    remark: str
    grade: str
    # None where the line has no place.
    move: RankingMove | None
    # The address of the page that says why it has so many points.
    address: str

    @property
    def total(self) -> str:
        return figure(self.line.total)

    @property
    def key(self) -> int:
        return self.line.key[0]

    @property
    def players(self) -> tuple[RowPlayer, ...]:
        return (RowPlayer(self.key if self.is_named else None, self.name),)

    @property
    def counting(self) -> int:
        """How many of the events count."""
        return sum(1 for one in self.line.evenings if one.counts)


@dataclass(frozen=True, slots=True)
class RankingPage:
    """A ranking on a day, or a part of it."""

    counted: CountedRanking
    before: CountedRanking
    parts: Sequence[ListPart]
    part: ListPart | None
    lines: Sequence[RankingRow]

    @property
    def ranking(self) -> Ranking:
        return self.counted.ranking

    @property
    def on(self) -> date:
        return self.counted.on

    @property
    def is_today(self) -> bool:
        return self.on == timezone.localdate()

    @property
    def compared_with(self) -> date:
        return self.before.on

    @property
    def has_grades(self) -> bool:
        return bool(self.ranking.agreed.grades)

    @property
    def earlier(self) -> Sequence[date]:
        """The days of the year before whose lists the page leads to."""
        return earlier_days(self.on)


def load_ranking(
    ranking: Ranking, on: date, name_of: NameOf = public_name, part: str = ""
) -> RankingPage | None:
    """Load the list of a day, or a part of it; None if there is no such part."""
    counted, before = count_ranking(ranking, on)
    parts = list(_parts(counted))
    chosen = next((one for one in parts if one.code == part), None)
    if part and chosen is None:
        return None
    lines = _lines_of(counted, chosen)
    places = _earlier_places(before, lines, chosen)
    rules = ranking.agreed
    rows = [_row(counted, line, rules, name_of, places) for line in lines]
    return RankingPage(counted, before, parts, chosen, rows)


def _lines_of(counted: CountedRanking, part: ListPart | None) -> Sequence[SeriesLine]:
    if part is None:
        return counted.lines
    return with_places(line for line in counted.lines if part.has(counted, line))


def _earlier_places(
    before: CountedRanking, lines: Sequence[SeriesLine], part: ListPart | None
) -> Mapping[SeriesKey, int]:
    """Return the places in the earlier list; of a part those among the ones who are in it now."""
    found = before.lines
    if part is not None:
        present = {line.key for line in lines}
        found = with_places(line for line in found if line.key in present)
    return {line.key: line.place for line in found if line.place is not None}


def _row(
    counted: CountedRanking,
    line: SeriesLine,
    rules: RankingRules,
    name_of: NameOf,
    places: Mapping[SeriesKey, int],
) -> RankingRow:
    person = counted.sources.people[line.key[0]]
    return RankingRow(
        line=line,
        person=person,
        name=name_of(person.named),
        is_named=is_named(person.named, name_of),
        remark=ranking_remark(line, rules),
        grade=rules.grade(line.total),
        move=_move(line, places),
        address=address_of("tournaments:ranking_line", counted.ranking.pk, line.key[0]),
    )


def _move(line: SeriesLine, places: Mapping[SeriesKey, int]) -> RankingMove | None:
    if line.place is None:
        return None
    earlier = places.get(line.key)
    return RankingMove(None if earlier is None else earlier - line.place)


# Parts of a list.


def _parts(counted: CountedRanking) -> Iterator[ListPart]:
    """Yield the parts that somebody stands in: categories, clubs, and places with several clubs."""
    tagged = {tag for line in counted.lines for tag in counted.categories(line)}
    for code in _OF_PLAYERS:
        if code in tagged:
            yield _category(code.value)
    clubs = {person.club: person for person in map(counted.sources.people.__getitem__, _players(counted))}
    ordered = sorted(clubs.values(), key=lambda person: (person.club_name, person.club))
    if len(ordered) >= _SEVERAL:
        yield from map(_club, ordered)
        yield from _places(ordered)


def _players(counted: CountedRanking) -> Iterator[int]:
    return (line.key[0] for line in counted.lines)


def _category(code: str) -> ListPart:
    return ListPart(code, list_label(code), lambda counted, line: code in counted.categories(line))


def _club(person: RankedPlayer) -> ListPart:
    def has(counted: CountedRanking, line: SeriesLine) -> bool:
        return counted.sources.people[line.key[0]].club == person.club

    return ListPart(f"club-{person.club}", person.club_name, has)


def _places(people: Sequence[RankedPlayer]) -> Iterator[ListPart]:
    clubs: defaultdict[str, list[int]] = defaultdict(list)
    for person in people:
        clubs[person.place].append(person.club)
    for place, found in sorted(clubs.items()):
        if place and len(found) >= _SEVERAL:
            yield _place(place, min(found))


def _place(place: str, first: int) -> ListPart:
    def has(counted: CountedRanking, line: SeriesLine) -> bool:
        return counted.sources.people[line.key[0]].place == place

    return ListPart(f"place-{first}", place, has)


# Why somebody has so many points.


@dataclass(frozen=True, slots=True)
class ExplainedEvent:
    """What an event gave, and why."""

    ranked: RankedEvent
    place: str
    # Before its weights, and these.
    made: str
    weights: str
    points: str
    # What it is, and whether it counts.
    event_class: str
    counts: bool
    state: str


@dataclass(frozen=True, slots=True)
class ExplainedRanking:
    """A line of the list, event by event."""

    page: RankingPage
    shown: RankingRow
    events: Sequence[ExplainedEvent]

    @property
    def line(self) -> SeriesLine:
        return self.shown.line

    @property
    def points(self) -> str:
        return points_words(self.line.total)

    @property
    def place(self) -> str:
        """The place among those who have one, or why there is none."""
        if self.line.place is None:
            return self.shown.remark
        of = sum(1 for line in self.page.lines if line.line.place is not None)
        sentence = (
            _("place %(place)s of %(of)s, shared") if self.line.shared else _("place %(place)s of %(of)s")
        )
        return sentence % {"place": self.line.place, "of": of}


def explain_player(page: RankingPage, player: int) -> ExplainedRanking | None:
    """Explain the line of a player; None if there is no such line."""
    found = next((line for line in page.lines if line.key == player), None)
    if found is None:
        return None
    return ExplainedRanking(page, found, list(_explained_events(page, found)))


def _explained_events(page: RankingPage, row: RankingRow) -> Iterator[ExplainedEvent]:
    """Yield the events of a line in their order, with those for which a licence was missing."""
    rules, played = page.ranking.agreed, {one.evening: one for one in row.line.evenings}
    aside = {one.event: one.result for one in page.counted.without_licence.get(row.line.key, ())}
    for number in sorted({*played, *aside}):
        ranked = page.counted.events[number]
        if number in aside:
            yield _explained(page, ranked, aside[number], rules.counting.points(aside[number]))
        else:
            one = played[number]
            yield _explained(page, ranked, one.result, one.made, one.points, counts=one.counts)


def _explained(
    page: RankingPage,
    ranked: RankedEvent,
    result: EveningResult,
    made: int,
    points: int | None = None,
    *,
    counts: bool = False,
) -> ExplainedEvent:
    rules = page.ranking.agreed
    sentence = _("%(place)s of %(of)s, shared") if result.sharing > 1 else _("%(place)s of %(of)s")
    return ExplainedEvent(
        ranked,
        sentence % {"place": result.place, "of": result.of},
        figure(made),
        weight_text((rules.weight_of(ranked.event_class), rules.years[ranked.terms.period])),
        figure(points or 0),
        str(CLASS_LABELS[ranked.event_class]),
        counts,
        _state(points, counts=counts),
    )


def _state(points: int | None, *, counts: bool) -> str:
    if points is None:
        return _("no valid licence on the day")
    return _("counts") if counts else _("dropped")
