"""The page of prizes as one value: who gets what, what is shared, and what is handed out."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from clubs.people.names import full_name
from tournaments.core.prize_rows import write_rows
from tournaments.core.prizes import Award, tied_groups
from tournaments.models import PlaceDecider, Tournament
from tournaments.play.prizes import (
    GivenPrize,
    PrizeList,
    PrizeTable,
    deciders_of,
    given_prizes,
    orders_of,
    prize_table_of,
    standing_deciders,
)
from tournaments.public.event_view import EventView, load_event_view
from tournaments.public.prizes import (
    award_in_words,
    given_in_words,
    heading_of,
    is_over,
    lists_of,
    place_in_words,
    sharing_notes,
)

# Shared places from here on are shown where no prize depends on them.
_TITLES: Final = 3


@dataclass(frozen=True, slots=True)
class Handed:
    """A prize that is handed out: what, when and by whom; and what it would be now."""

    given: GivenPrize
    what: str
    at: datetime
    by: str
    # Empty while it still is what the entry gets.
    is_now: str = ""
    changed: bool = False


@dataclass(frozen=True, slots=True)
class PrizeLine:
    """An entry with a prize, or with one that was handed out."""

    number: int
    name: str
    place: str
    prize: str
    award: Award | None
    handed: Handed | None

    @property
    def may_be_given(self) -> bool:
        return self.handed is None and self.award is not None and not self.award.open


@dataclass(frozen=True, slots=True)
class SharedPlace:
    """A place that is shared, with those who share it; `needs_lot` where a prize waits for a lot."""

    code: str
    place: str
    first: int
    names: Sequence[str]
    needs_lot: bool


@dataclass(frozen=True, slots=True)
class PrizeSection:
    """A list with its prizes."""

    code: str
    heading: str
    entries: int
    lines: Sequence[PrizeLine]
    shared: Sequence[SharedPlace]
    # What was recorded, and the names in its order.
    deciders: Sequence[tuple[PlaceDecider, Sequence[str]]]
    # The list has prizes, and none for so few or so many entries.
    has_no_row: bool


@dataclass(frozen=True, slots=True)
class PrizesPage:
    """Everything on the page."""

    table: PrizeTable | None
    # Each list of the table with its lines as they were typed.
    typed: Sequence[tuple[str, Sequence[str]]]
    sections: Sequence[PrizeSection]
    notes: Sequence[str]
    is_over: bool
    counts: bool

    @property
    def has_changed(self) -> bool:
        """Whether something that was handed out is no longer what the standings say."""
        return any(line.handed and line.handed.changed for one in self.sections for line in one.lines)


def load_prizes_page(event: Tournament, *, directs: bool) -> PrizesPage:
    """Load the page, with full names: it is for the staff.

    While the standings are hidden only who directs the event sees who would get what.
    """
    view = load_event_view(event, full_name, games_of=())
    table = prize_table_of(event)
    lists = lists_of(view) if view.counts and (directs or not view.hidden) else []
    builder = _Builder(view, table or PrizeTable(), given_prizes(event), _givers(event))
    return PrizesPage(
        table,
        []
        if table is None
        else [(heading_of(code), write_rows(rows).splitlines()) for code, rows in table.rows.items()],
        [builder.section(one) for one in lists],
        [] if table is None else list(sharing_notes(table, lists)),
        is_over(view),
        view.counts,
    )


def tied_with(view: EventView, code: str, entry: int) -> tuple[int, ...]:
    """Return who shares a place with an entry in a list, itself among them; empty where nobody does."""
    groups = (tied for one in lists_of(view) if one.code == code for _place, tied in tied_groups(one.places))
    return next((tied for tied in groups if entry in tied), ())


def _givers(event: Tournament) -> Mapping[int, str]:
    """Return who ticked each prize, by its number: the log knows."""
    if not event.prizes_given:
        return {}
    rows = event.book.log.filter(act="prize.given").select_related("author").order_by("number")
    return {
        json.loads(row.text)["after"]["prize_number"]: "" if row.author is None else row.author.name
        for row in rows
    }


@dataclass(frozen=True, slots=True)
class _Builder:
    view: EventView
    table: PrizeTable
    given: Mapping[tuple[str, int], GivenPrize]
    givers: Mapping[int, str]

    def section(self, one: PrizeList) -> PrizeSection:
        after = 0 if self.view.last is None else self.view.last.number
        deciders = [each for each in deciders_of(self.view.event) if each.category == one.code]
        lots = orders_of(standing_deciders(self.view.event, after), one.code, lots=True)
        return PrizeSection(
            one.code,
            heading_of(one.code),
            len(one.places),
            list(self._lines(one)),
            list(self._shared(one, frozenset(lots))),
            [
                (each, [self._name(number) for number in each.order])
                for each in deciders
                if not each.withdrawn
            ],
            bool(self.table.rows.get(one.code)) and not self.table.prizes(one.code, len(one.places)),
        )

    def _name(self, number: int) -> str:
        entry = self.view.entries.get(number)
        return str(number) if entry is None else entry.name

    def _lines(self, one: PrizeList) -> Iterator[PrizeLine]:
        """Who gets something, and who has got something that is due to nobody or another now."""
        winners = {award.entry: award for award in one.winners}
        kept = [number for code, number in self.given if code == one.code and number not in winners]
        for number in (*winners, *kept):
            award, given = winners.get(number), self.given.get((one.code, number))
            placed = given or award
            prize = "" if award is None else award_in_words(award, self.table.currency)
            yield PrizeLine(
                number,
                self._name(number),
                "" if placed is None else place_in_words(placed),
                prize,
                award,
                None if given is None else self._handed(given, award, prize),
            )

    def _handed(self, given: GivenPrize, award: Award | None, prize: str) -> Handed:
        changed = award is None or not given.is_of(award)
        is_now = f"{place_in_words(award)}, {prize}" if changed and award is not None else ""
        return Handed(
            given, given_in_words(given), given.given_at, self.givers.get(given.number, ""), is_now, changed
        )

    def _shared(self, one: PrizeList, lots: frozenset[frozenset[int]]) -> Iterator[SharedPlace]:
        awards = {award.entry: award for award in one.allotment.awards}
        for place, tied in tied_groups(one.places):
            first = awards[tied[0]]
            matters = place <= _TITLES or not first.is_empty or frozenset(tied) in lots
            if matters:
                names = [self._name(number) for number in tied]
                yield SharedPlace(one.code, place_in_words(first), tied[0], names, bool(first.open))
