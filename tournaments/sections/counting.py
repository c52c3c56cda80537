"""The places over all, counted from the sections and finals as they stand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tournaments.agreement.parts import PartKind
from tournaments.core.sections import OverallPlace, overall_places
from tournaments.core.standings import Placing
from tournaments.models import Entry, Tournament
from tournaments.play.parts import parts_of, sources_of_finals
from tournaments.play.standings_sources import count_standings


class EntryOfPart(NamedTuple):
    """An entry of a section or a final: its row, and that of the entry of the section in which it began."""

    row: int
    number: int
    began: int
    # It has no place even if it plays to the end, or has cancelled before it began.
    is_apart: bool


@dataclass(frozen=True, slots=True)
class PlayedPart:
    """A section or a final with its current places, and its entries by their numbers."""

    event: Tournament
    placings: Sequence[Placing]
    entries: Mapping[int, EntryOfPart]

    def listed(self) -> list[Placing | int]:
        """Return the placings, by the rows where the entries began, and then who has played without one."""
        placed = {placing.totals.entry for placing in self.placings}
        without = (entry for number, entry in self.entries.items() if number not in placed)
        return [
            *(
                placing._replace(totals=placing.totals._replace(entry=self.began(placing)))
                for placing in self.placings
            ),
            *(entry.began for entry in without if not entry.is_apart),
        ]

    def began(self, placing: Placing) -> int:
        return self.entries[placing.totals.entry].began


@dataclass(frozen=True, slots=True)
class Overall:
    """The places over all. Their entries are the rows where they began: those of the sections."""

    places: Sequence[OverallPlace]
    sections: Sequence[PlayedPart]
    finals: Sequence[PlayedPart]

    @property
    def parts(self) -> list[PlayedPart]:
        """The sections and then the finals: where an entry is found last, it has played last."""
        return [*self.sections, *self.finals]


def load_overall(event: Tournament) -> Overall:
    """Count the places over all with those of each section and final."""
    sections, finals = sources_of_finals(event), parts_of(event, PartKind.FINAL)
    return count_overall(
        [(one, count_standings(one).placings) for one in sections],
        [(one, count_standings(one).placings) for one in finals],
    )


def count_overall(
    sections: Sequence[tuple[Tournament, Sequence[Placing]]],
    finals: Sequence[tuple[Tournament, Sequence[Placing]]],
) -> Overall:
    """Count the places over all from the places of the sections and finals; loads their entries."""
    entries = _entries_of([event for event, _placings in (*sections, *finals)])
    played = [PlayedPart(event, placings, entries[event.pk]) for event, placings in (*sections, *finals)]
    of_sections, of_finals = played[: len(sections)], played[len(sections) :]
    places = overall_places([one.listed() for one in of_finals], [one.listed() for one in of_sections])
    return Overall(places, of_sections, of_finals)


def _entries_of(events: Iterable[Tournament]) -> dict[int, dict[int, EntryOfPart]]:
    """Load the entries of all these events in one query, by event and number."""
    is_final = {
        event.pk: event.as_part is not None and event.as_part.kind is PartKind.FINAL for event in events
    }
    found: dict[int, dict[int, EntryOfPart]] = {event: {} for event in is_final}
    rows = Entry.objects.filter(tournament__in=is_final).order_by("number")
    columns = ("tournament", "pk", "number", "source", "outside", "until_round")
    for event, row, number, source, outside, until in rows.values_list(*columns):
        began = source if is_final[event] and source is not None else row
        found[event][number] = EntryOfPart(row, number, began, is_apart=outside or until == 0)
    return found
