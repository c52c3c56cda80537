"""What everybody sees of an event in sections and finals: the places of each, and those over all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Count, Q, Sum
from django.utils.translation import gettext as _

from clubs.db.single_row import MAX_BIGINT, Revision
from clubs.models import Book
from tournaments.agreement.parts import PartKind
from tournaments.models import Tournament
from tournaments.play.parts import part_of, parts_of, sources_of_finals
from tournaments.public.event_view import EventView, load_event_view
from tournaments.sections.counting import Overall, PlayedPart, count_overall

# The whole event's own book weighs so much that the state grows also when its parts are deleted.
_WEIGHT = 10**9


def revision_of_parts(pk: int) -> Revision | None:
    """Return the state of an event with its sections and finals: whatever is done in one makes it grow."""
    if pk > MAX_BIGINT:
        return None
    books = Book.objects.filter(Q(tournament=pk) | Q(tournament__whole=pk))
    sums = books.aggregate(
        all=Sum("revision"), own=Sum("revision", filter=Q(tournament=pk)), books=Count("pk")
    )
    if sums["own"] is None:
        return None
    number = sums["own"] * _WEIGHT + sums["all"] + sums["books"]
    return Revision(number, number)


@dataclass(frozen=True, slots=True)
class ShownPart:
    """A section or a final with its places, and where the entries of a section go on."""

    view: EventView
    # The letter of the final of each entry, by its number.
    goes_on: Mapping[int, str]

    @property
    def event(self) -> Tournament:
        return self.view.event

    @property
    def name(self) -> str:
        return short_name(self.event)


@dataclass(frozen=True, slots=True)
class OverallRow:
    """A place over all: the name, where the entry has played last, and its place there."""

    place: int
    shared: bool
    name: str
    address: str
    part: str
    place_there: int | None


@dataclass(frozen=True, slots=True)
class PartsPage:
    """The sections and finals of an event."""

    event: Tournament
    sections: Sequence[ShownPart]
    finals: Sequence[ShownPart]
    overall: Sequence[OverallRow]

    @property
    def lists(self) -> list[tuple[Sequence[ShownPart], str]]:
        """The finals and the sections, each under its heading."""
        both = (self.finals, _("Finals")), (self.sections, _("Sections"))
        return [(parts, heading) for parts, heading in both if parts]

    @property
    def hides_places(self) -> bool:
        """Whether the places of a part, and so those over all, are shown when it is over."""
        return any(part.view.hidden for part in (*self.sections, *self.finals))


def load_parts_page(event: Tournament) -> PartsPage:
    """Load the parts of an event with public names; each takes as many queries as its own page."""
    divided = bool(parts_of(event, PartKind.SECTION))
    sections = [load_event_view(one, games_of=()) for one in sources_of_finals(event)]
    finals = [load_event_view(one, games_of=()) for one in parts_of(event, PartKind.FINAL)]
    overall = count_overall(
        [(view.event, view.placings) for view in sections], [(view.event, view.placings) for view in finals]
    )
    final_of = {
        entry.began: part_of(part.event).letter for part in overall.finals for entry in part.entries.values()
    }
    shown = [
        ShownPart(view, _goes_on(part, final_of))
        for view, part in zip(sections, overall.sections, strict=True)
        if divided
    ]
    page = PartsPage(event, shown, [ShownPart(view, {}) for view in finals], ())
    if not finals or any(view.hidden for view in (*sections, *finals)):
        return page
    return PartsPage(event, shown, page.finals, tuple(_overall_rows(overall, [*sections, *finals])))


def _goes_on(part: PlayedPart, final_of: Mapping[int, str]) -> Mapping[int, str]:
    return {
        number: final_of[entry.began] for number, entry in part.entries.items() if entry.began in final_of
    }


def _overall_rows(overall: Overall, views: Sequence[EventView]) -> Iterator[OverallRow]:
    last = {
        entry.began: (view, number)
        for view, part in zip(views, overall.parts, strict=True)
        for number, entry in part.entries.items()
    }
    for place in overall.places:
        view, number = last[place.entry]
        name, address = view.entry_link(number)
        part = short_name(view.event)
        yield OverallRow(place.place, place.shared, name, address, part, place.place_there)


def short_name(part: Tournament) -> str:
    """Return “Final A” of “Club championship, Final A”."""
    return part.name if part.whole is None else part.name.removeprefix(f"{part.whole.name}, ")
