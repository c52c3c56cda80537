"""What an event stores of its prizes: the table, categories of entries, deciders and lots, what was given."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, NamedTuple, Self

from django.db import models
from django.utils.translation import gettext_lazy as _lazy

from tournaments.core.prizes import (
    Allotment,
    Award,
    Orders,
    Prize,
    PrizeRow,
    RankedEntry,
    Sharing,
    allot,
    places_among,
    row_for,
)
from tournaments.core.standings import Placing
from tournaments.models import Entry, PlaceDecider, Tournament

# The list of all entries; the others have the code of their category.
ALL: Final = ""
MAX_WORDS: Final = 120
_SEPARATOR: Final = ","


class Category(models.TextChoices):
    """A tag of an entry, with places and prizes of its own."""

    LADIES = "ladies", _lazy("Ladies")
    MIXED = "mixed", _lazy("Mixed pairs")
    SENIOR = "senior", _lazy("Seniors")
    JUNIOR = "junior", _lazy("Juniors")
    BEGINNER = "beginner", _lazy("Beginners")


# Every list that may have prizes, that of all entries first.
LISTS: Final = (ALL, *Category.values)


def list_label(code: str) -> str:
    return str(Category(code).label) if code else ""


def read_categories(stored: str) -> tuple[str, ...]:
    """Read the categories of an entry as they are stored."""
    return tuple(filter(None, stored.split(_SEPARATOR)))


def stored_categories(codes: Iterable[str]) -> str:
    chosen = frozenset(codes)
    return _SEPARATOR.join(code for code in Category.values if code in chosen)


def members_of(event: Tournament) -> dict[str, frozenset[int]]:
    """Return the numbers of the entries of each category that has any."""
    found: dict[str, set[int]] = {}
    tagged = Entry.objects.filter(tournament=event).exclude(categories="").order_by("number")
    for number, stored in tagged.values_list("number", "categories"):
        for code in read_categories(stored):
            found.setdefault(code, set()).add(number)
    return {code: frozenset(found[code]) for code in Category.values if code in found}


# The table of prizes.


@dataclass(frozen=True, slots=True)
class PrizeTable:
    """The prizes of an event by list, and how they are shared."""

    rows: Mapping[str, tuple[PrizeRow, ...]] = field(default_factory=dict)
    sharing: Sharing = Sharing.DIVIDE
    unit: int = 100
    # Whether everybody sees them once the final standings are shown.
    public: bool = True
    currency: str = ""

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> Self:
        rows = {
            code: tuple(
                PrizeRow(tuple(Prize(amount, thing) for amount, thing in prizes), least, most)
                for least, most, prizes in listed
            )
            for code, listed in stored["rows"].items()
        }
        return cls(rows, Sharing(stored["sharing"]), stored["unit"], stored["public"], stored["currency"])

    @property
    def data(self) -> dict[str, Any]:
        return {
            "rows": {
                code: [[row.least, row.most, [[*prize] for prize in row.prizes]] for row in self.rows[code]]
                for code in LISTS
                if self.rows.get(code)
            },
            "sharing": self.sharing.value,
            "unit": self.unit,
            "public": self.public,
            "currency": self.currency,
        }

    @property
    def is_empty(self) -> bool:
        return not any(self.rows.values())

    def prizes(self, code: str, entries: int) -> tuple[Prize, ...]:
        """Return the prizes of a list with so many entries."""
        row = row_for(self.rows.get(code, ()), entries)
        return () if row is None else row.prizes


def prize_table_of(event: Tournament) -> PrizeTable | None:
    """Return the table of an event; None before it is typed."""
    return PrizeTable.read(event.prizes) if event.prizes else None


def earlier_prize_table(event: Tournament) -> tuple[Tournament, PrizeTable] | None:
    """Return the club's event before with prizes, and these: the form of the next one begins with them."""
    earlier = Tournament.objects.filter(club=event.club_id, date__lte=event.date, book__trial=False)
    found = (
        earlier.exclude(pk=event.pk)
        .exclude(prizes={})
        .select_related("book")
        .order_by("-date", "-pk")
        .first()
    )
    return None if found is None else (found, PrizeTable.read(found.prizes))


# Deciders, and lots for prizes.


def deciders_of(event: Tournament) -> list[PlaceDecider]:
    """Return every decider and lot of an event, also those that were withdrawn; most events have none."""
    return list(event.deciders.order_by("number")) if event.deciders_recorded else []


def standing_deciders(event: Tournament, after: int) -> list[PlaceDecider]:
    """Return those that count after a round."""
    return [one for one in deciders_of(event) if not one.withdrawn and one.after_round == after]


def orders_of(deciders: Iterable[PlaceDecider], code: str, *, lots: bool) -> Orders:
    """Return the order of each group in a list; of two among the same the last one counts."""
    return {
        frozenset(one.order): tuple(one.order)
        for one in deciders
        if one.category == code and one.is_lot == lots
    }


# Who gets what.


class PrizeList(NamedTuple):
    """A list with its places, and what each gets."""

    code: str
    places: tuple[RankedEntry, ...]
    allotment: Allotment

    @property
    def label(self) -> str:
        return list_label(self.code)

    @property
    def winners(self) -> list[Award]:
        return [award for award in self.allotment.awards if not award.is_empty]


def prize_lists(
    event: Tournament, placings: Sequence[Placing], members: Mapping[str, frozenset[int]], after: int
) -> list[PrizeList]:
    """Return the list of all, then those of the categories that somebody with a place is in."""
    standings = [(placing.totals.entry, placing.place) for placing in placings if placing.place]
    everybody = frozenset(entry for entry, _place in standings)
    table = prize_table_of(event) or PrizeTable()
    deciders = standing_deciders(event, after)
    found = []
    for code, of_list in ((ALL, everybody), *members.items()):
        orders = orders_of(deciders, code, lots=False)
        places = places_among(standings, of_list, orders if code else {})
        if not places:
            continue
        lots = orders_of(deciders, code, lots=True)
        prizes = table.prizes(code, len(places))
        found.append(PrizeList(code, places, allot(places, prizes, table.sharing, table.unit, lots)))
    return found


# What was handed out.


class GivenPrize(NamedTuple):
    """A prize that was handed out, as it was then."""

    number: int
    code: str
    entry: int
    place: int
    shared: bool
    amount: int
    thing: str
    currency: str
    at: str
    withdrawn: bool = False

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> Self:
        return cls(**stored)

    @property
    def data(self) -> dict[str, Any]:
        return self._asdict()

    @property
    def given_at(self) -> datetime:
        return datetime.fromisoformat(self.at)

    def is_of(self, award: Award) -> bool:
        """Whether the award still is what was handed out."""
        return (self.place, self.shared, self.amount, self.thing, ()) == (
            award.place,
            award.shared,
            award.amount,
            award.thing,
            award.open,
        )


def all_given(event: Tournament) -> list[GivenPrize]:
    """Return what was handed out, also what was ticked by mistake and withdrawn."""
    return [GivenPrize.read(stored) for stored in event.prizes_given]


def given_prizes(event: Tournament) -> dict[tuple[str, int], GivenPrize]:
    """Return what is handed out, by list and entry."""
    return {(one.code, one.entry): one for one in all_given(event) if not one.withdrawn}
