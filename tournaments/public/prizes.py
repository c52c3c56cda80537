"""Categories and prizes in words: places within each category, who gets what, and what is read aloud."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol, Self

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import pgettext

from clubs.reports.report import Column, ColumnKind, Note, ReportTable, Row, Value
from clubs.reports.tables import ExportReport
from tournaments.core.prizes import Award, Sharing
from tournaments.core.standings import Placing
from tournaments.play.prizes import (
    ALL,
    Category,
    GivenPrize,
    PrizeList,
    PrizeTable,
    prize_lists,
    prize_table_of,
    read_categories,
)
from tournaments.public import tables as event_tables
from tournaments.public.deciders import decided_by_list
from tournaments.public.event_view import FINISHED_EVENT_STATES, EventView
from tournaments.public.result_notes import result_state_notes
from tournaments.public.standings import (
    entry_heading,
    points_in_words,
    ranks_by_own_points,
    scheme_points,
    tie_break_column,
)
from tournaments.wording.money import money

# Places with a word; lower ones have a number.
_PLACE_NAMES: Final = {1: _lazy("First place"), 2: _lazy("Second place"), 3: _lazy("Third place")}


class Placed(Protocol):
    """What has a place: in the standings, in a category, or of a prize."""

    @property
    def place(self) -> int: ...

    @property
    def shared(self) -> bool: ...


def place_in_words(placed: Placed) -> str:
    """The place in words, and whether it is shared."""
    name = _PLACE_NAMES.get(placed.place)
    place = str(name) if name else _("Place %(number)s") % {"number": placed.place}
    return _("%(place)s, shared") % {"place": place} if placed.shared else place


# The lists.


def members_in(view: EventView) -> dict[str, frozenset[int]]:
    """The entries of each category that somebody is in."""
    tagged = {
        number: read_categories(entry.categories)
        for number, entry in view.record.entries.items()
        if entry.categories
    }
    found = {
        code: frozenset(number for number, codes in tagged.items() if code in codes)
        for code in Category.values
    }
    return {code: members for code, members in found.items() if members}


def lists_of(view: EventView) -> list[PrizeList]:
    """The list of all and those of the categories, each with its places and prizes."""
    after = 0 if view.last is None else view.last.number
    return prize_lists(view.event, view.placings, members_in(view), after)


def is_over(view: EventView) -> bool:
    """Whether the final standings are shown: prizes follow from nothing else."""
    return view.event.state in FINISHED_EVENT_STATES and view.counts


def shows_prizes(view: EventView) -> bool:
    """Whether everybody may see the prizes now."""
    table = prize_table_of(view.event)
    return table is not None and table.public and not table.is_empty and is_over(view) and not view.hidden


def has_public_page(view: EventView) -> bool:
    """Whether there are categories or prizes that everybody may see."""
    if view.hidden or not view.counts:
        return False
    return shows_prizes(view) or any(entry.categories for entry in view.record.entries.values())


def heading_of(code: str) -> str:
    """What a list is called where it stands among others."""
    return str(Category(code).label) if code else _("All entries")


def second_total(view: EventView, placing: Placing) -> int:
    """What stands in the column after the points."""
    return placing.totals.own if ranks_by_own_points(view) else placing.totals.difference


# Prizes.


def prize_in_words(amount: int, thing: str, currency: str) -> str:
    """“€50.00 and a cup”."""
    if amount and thing:
        return _("%(money)s and %(thing)s") % {"money": money(amount, currency), "thing": thing}
    return money(amount, currency) if amount else thing


def given_in_words(given: GivenPrize) -> str:
    """What was handed out, as it was then."""
    return prize_in_words(given.amount, given.thing, given.currency)


def award_in_words(award: Award, currency: str) -> str:
    """What an entry gets; what a lot still has to give is said as such."""
    own = prize_in_words(award.amount, award.thing, currency)
    if not award.open:
        return own
    to_draw = ", ".join(prize_in_words(prize.amount, prize.thing, currency) for prize in award.open)
    lot = _("by lot: %(prizes)s") % {"prizes": to_draw}
    return f"{own}, {lot}" if own else lot


def sharing_notes(table: PrizeTable, lists: Sequence[PrizeList]) -> Iterator[str]:
    """How shared places are dealt with, the unit of the rounding, and what is left over of it."""
    if not any(award.shared for one in lists for award in one.winners):
        return
    if table.sharing is Sharing.DRAW:
        yield _("Prizes of shared places go by lot.")
        return
    yield _(
        "Prizes of shared places are added up and divided, rounded down to %(unit)s. "
        "What cannot be divided goes by lot."
    ) % {"unit": money(table.unit, table.currency)}
    left = sum(one.allotment.remainder for one in lists)
    if left:
        yield _("%(money)s is left over of it, and stays with the club.") % {
            "money": money(left, table.currency)
        }


# Read aloud.


@dataclass(frozen=True, slots=True)
class PrizeWinner:
    """What is said of one entry at the prize giving."""

    award: Award
    place: str
    names: tuple[str, ...]
    clubs: str
    points: str
    points_alone: Value
    prize: str
    # How a shared place was decided.
    decided: str = ""

    @property
    def name(self) -> str:
        return " – ".join(self.names)

    @property
    def sentence(self) -> str:
        """Everything in the order in which it is read."""
        said = [self.place, self.name, *filter(None, (self.clubs, self.points, self.decided))]
        if self.prize:
            said.append(_("prize: %(prize)s") % {"prize": self.prize})
        first, *others = said
        return f"{first}: {', '.join(others)}."


@dataclass(frozen=True, slots=True)
class WinnersList:
    """A list at the prize giving, the last place first."""

    code: str
    heading: str
    lines: tuple[PrizeWinner, ...]


def announced_lists(view: EventView, places: int | None, *, with_prizes: bool = True) -> list[WinnersList]:
    """What is read aloud: the categories first, then all; in each the last place first.

    A list has so many places, None for all, and never fewer than its prizes.
    """
    teller = _Teller.of(view, with_prizes=with_prizes)
    lists = lists_of(view)
    found = []
    for one in (*lists[1:], *lists[:1]):
        told = teller.awards_told(one, places)
        if told:
            lines = tuple(teller.announced(award, one.code) for award in reversed(told))
            found.append(WinnersList(one.code, heading_of(one.code) if len(lists) > 1 else "", lines))
    return found


@dataclass(frozen=True, slots=True)
class _Teller:
    """Says what entries get; what they have in common is looked up once for all of them."""

    view: EventView
    table: PrizeTable
    placings: Mapping[int, Placing]
    # What decided places, by category and entry.
    decided: Mapping[str, Mapping[int, str]]
    with_prizes: bool

    @classmethod
    def of(cls, view: EventView, *, with_prizes: bool) -> Self:
        return cls(
            view,
            prize_table_of(view.event) or PrizeTable(),
            {placing.totals.entry: placing for placing in view.placings},
            decided_by_list(view),
            with_prizes,
        )

    def awards_told(self, one: PrizeList, places: int | None) -> list[Award]:
        """Those of a list who are called."""
        awards = one.allotment.awards
        if places is None:
            return list(awards)
        winners = one.winners if self.with_prizes else []
        last = max([places, *(award.place for award in winners)])
        return [award for award in awards if award.place <= last]

    def announced(self, award: Award, code: str) -> PrizeWinner:
        view, entry = self.view, self.view.entries[award.entry]
        points = self.placings[award.entry].totals.points
        clubs = dict.fromkeys(view.clubs_and_licences[player.pk].club for player in entry.players)
        return PrizeWinner(
            award,
            place_in_words(award),
            tuple(entry.name_of(player) for player in entry.players),
            ", ".join(clubs),
            points_in_words(view.agreement, points),
            scheme_points(view, points),
            award_in_words(award, self.table.currency) if self.with_prizes else "",
            self._decided(award, code),
        )

    def _decided(self, award: Award, code: str) -> str:
        return "" if award.shared else self.decided.get(code, {}).get(award.entry, "")

    def table_of(self, one: PrizeList) -> ReportTable:
        """The places of a list; of all entries those alone that have a prize."""
        view, awards = self.view, one.winners if one.code == ALL else one.allotment.awards
        shows_award = self.with_prizes and bool(one.winners)
        return ReportTable(
            columns=(
                Column(pgettext("rank", "Place"), ColumnKind.NUMBER, key="place"),
                Column(entry_heading(view), key="name"),
                Column(_("Points"), ColumnKind.NUMBER, key="points"),
                tie_break_column(view),
                *((Column(_("Prize"), minor=True, key="prize"),) if shows_award else ()),
                Column(_("Decided by"), minor=True, by_sign=True, key="decided_by"),
            ),
            rows=tuple(
                Row(
                    self._values(award, one.code, shows_award=shows_award),
                    address=view.entry_address(award.entry),
                )
                for award in awards
            ),
            caption=heading_of(one.code),
            key=one.code or "all",
        )

    def _values(self, award: Award, code: str, *, shows_award: bool) -> tuple[Value, ...]:
        placing = self.placings[award.entry]
        return (
            award.place,
            self.view.entries[award.entry].name,
            scheme_points(self.view, placing.totals.points),
            second_total(self.view, placing),
            *((award_in_words(award, self.table.currency),) if shows_award else ()),
            _("shared") if award.shared else self._decided(award, code),
        )


# Tables.


def category_tables(view: EventView, *, with_prizes: bool) -> tuple[ReportTable, ...]:
    """A table for each category, and with prizes one of all who have one."""
    teller = _Teller.of(view, with_prizes=with_prizes)
    return tuple(teller.table_of(one) for one in lists_of(view) if one.code or (with_prizes and one.winners))


def public_tables(view: EventView) -> tuple[ReportTable, ...]:
    """What everybody may see of categories and prizes now; empty where there is nothing."""
    return category_tables(view, with_prizes=shows_prizes(view)) if has_public_page(view) else ()


def public_notes(view: EventView) -> list[str]:
    """How prizes of shared places are dealt with, where everybody sees them."""
    table = prize_table_of(view.event)
    if table is None or not shows_prizes(view):
        return []
    return list(sharing_notes(table, lists_of(view)))


def categories_title(view: EventView) -> str:
    """The title of the public page: what there is on it."""
    has_categories = any(entry.categories for entry in view.record.entries.values())
    if not has_categories:
        return _("Prizes")
    return _("Categories and prizes") if shows_prizes(view) else _("Categories")


def categories_file(view: EventView) -> ExportReport | None:
    """The places in the categories, and the prizes where everybody may see them; None without any."""
    tables = public_tables(view)
    if not tables:
        return None
    notes = [Note(sentence, "sharing") for sentence in public_notes(view)]
    file = event_tables.event_file(view, categories_title(view), *tables)
    return replace(file, notes=(*result_state_notes(view), *notes))
