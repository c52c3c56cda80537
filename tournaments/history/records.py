"""The records of a club or a federation, each kind a value: of all years, of some years, and as they were."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.urls import reverse
from django.utils.translation import gettext_lazy as _lazy

from tournaments.core.history.evenings import PlayedEvening, busiest_year
from tournaments.core.history.runs import longest_run
from tournaments.history.facts import EventFacts, HeldEvent, Made
from tournaments.history.reading import DEAL, GAME, MARGIN, SAMBA, TOGETHER

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise

_RUN, _FIELD, _BUSY = "run", "field", "busy"
# Stands for records of all games together.
ALL_GAMES: Final = ""
# The best figure first; of equal ones whoever was first.
_Rank = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class RecordKind:
    """A kind of record: what it is called, and the page that explains one."""

    label: _StrOrPromise
    address: Callable[[Made, int], str]


def _deal_page(made: Made, _club: int) -> str:
    return reverse("scoring:deal", args=[made.game, made.deal])


def _game_page(made: Made, _club: int) -> str:
    return reverse("scoring:game", args=[made.game])


def _entry_page(made: Made, _club: int) -> str:
    return reverse("tournaments:event_entry", args=[made.event, made.entry])


def _event_page(made: Made, _club: int) -> str:
    return reverse("tournaments:event", args=[made.event])


def _year_page(made: Made, club: int) -> str:
    return reverse("tournaments:club_year_of", args=[club, made.year])


# In the order in which they are shown.
RECORD_KINDS: Final[Mapping[str, RecordKind]] = {
    DEAL: RecordKind(_lazy("Biggest deal"), _deal_page),
    SAMBA: RecordKind(_lazy("Most sambas in a deal"), _deal_page),
    GAME: RecordKind(_lazy("Most points in a game"), _game_page),
    MARGIN: RecordKind(_lazy("Biggest difference in a game"), _game_page),
    TOGETHER: RecordKind(_lazy("Most points in all games of an event"), _entry_page),
    _RUN: RecordKind(_lazy("Most games won in a row"), _entry_page),
    _FIELD: RecordKind(_lazy("Most entries in an event"), _event_page),
    _BUSY: RecordKind(_lazy("Most events of a player in a year"), _year_page),
}
_ORDER: Final = {kind: at for at, kind in enumerate(RECORD_KINDS)}


def records_of(events: Sequence[HeldEvent], facts: Mapping[int, EventFacts]) -> list[Made]:
    """Return the records of these events, rule set by rule set; those of all games come last."""
    at = {event.pk: place for place, event in enumerate(events)}
    best: dict[tuple[str, str], Made] = {}
    for made in (*_of_events(events, facts), *_runs(events, facts), *_of_all_games(events, facts)):
        other = best.get((made.ruleset, made.kind))
        if other is None or _rank(made, at) < _rank(other, at):
            best[made.ruleset, made.kind] = made
    return sorted(
        best.values(), key=lambda made: (made.ruleset == ALL_GAMES, made.ruleset, _ORDER[made.kind])
    )


def _rank(made: Made, at: Mapping[int, int]) -> _Rank:
    return -made.figure, at[made.event], made.game or 0


def _of_events(events: Sequence[HeldEvent], facts: Mapping[int, EventFacts]) -> Iterator[Made]:
    for event in events:
        yield from facts[event.pk].best


def _runs(events: Sequence[HeldEvent], facts: Mapping[int, EventFacts]) -> Iterator[Made]:
    """Yield the longest run of each rule set; one game won is none."""
    finished = [event for event in events if event.is_finished]
    for ruleset in {event.ruleset for event in finished}:
        courses = ((event.pk, facts[event.pk].courses) for event in finished if event.ruleset == ruleset)
        run = longest_run(courses)
        if run is not None and run.length > 1:
            yield Made(_RUN, ruleset, run.length, run.players, run.until, entry=run.entry, since=run.since)


def _of_all_games(events: Sequence[HeldEvent], facts: Mapping[int, EventFacts]) -> Iterator[Made]:
    """Yield the largest field, and the most events of a player in a year."""
    for event in (event for event in events if event.is_evening):
        if facts[event.pk].entries:
            yield Made(_FIELD, ALL_GAMES, facts[event.pk].entries, (), event.pk)
    busy = busiest_year(played_evenings(events, facts))
    if busy is not None and busy.evenings > 1:
        last = max(at for at, event in enumerate(events) if event.day.year == busy.year)
        yield Made(_BUSY, ALL_GAMES, busy.evenings, busy.players, events[last].pk, year=busy.year)


def played_evenings(events: Iterable[HeldEvent], facts: Mapping[int, EventFacts]) -> Iterator[PlayedEvening]:
    """Yield the events whose results are shown, with those who played."""
    for event in events:
        if event.is_evening:
            yield PlayedEvening(event.pk, event.day.year, facts[event.pk].players)


def records_set_in(year: int, events: Sequence[HeldEvent], facts: Mapping[int, EventFacts]) -> list[Made]:
    """Return the records of all years as they were at the end of a year, of those that were set in it."""
    until = [event for event in events if event.day.year <= year]
    years = {event.pk: event.day.year for event in until}
    return [made for made in records_of(until, facts) if years[made.event] == year]
