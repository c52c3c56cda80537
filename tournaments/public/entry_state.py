"""What a player wants to know of the own entry: where it sits now, how that went, and its place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple, Self

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from clubs.people.names import NameOf
from clubs.reports.numbers import format_value
from tournaments.core.standings import Placing
from tournaments.models import Entry, Pairing, Round, Tournament
from tournaments.play.brackets import EventBracket, get_bracket
from tournaments.play.event_record import RoundRecord, takes_part
from tournaments.play.played_pairings import PlayedPairing
from tournaments.public import own_bracket
from tournaments.public.charge_notes import carried_amounts
from tournaments.public.event_view import FINISHED_EVENT_STATES, EventView, NameLink, load_event_view
from tournaments.public.rounds import total_once_begun
from tournaments.public.search import find_entries
from tournaments.public.standings import (
    current_language,
    entry_label,
    outside_label,
    points_in_words,
)
from tournaments.wording.labels import after_round_label, during_round_label

_Kind = Pairing.Kind
# Of so many states of events, in a language each, a process remembers how their entries stand.
_MAX_EVENTS: Final = 8
# A search that finds more is of one letter or two.
_MOST_FOUND: Final = 12


@dataclass(frozen=True, slots=True)
class EntryState:
    """An entry as its players are told of it."""

    # “Pair 3”.
    label: str
    link: NameLink
    # Where it sits, and what comes next; empty once the event is over.
    seats: tuple[str, ...]
    # “Place 2 of 9 · 4 points · after round 1”; empty while there is none or it is hidden.
    standing: str


class _EntrySeat(NamedTuple):
    """A table of the last round, and the side of an entry there."""

    meeting: PlayedPairing
    side: int


@dataclass(frozen=True, slots=True)
class EntryStates:
    """Says of each entry of an event where it sits and how it stands; what they share is looked up once."""

    view: EventView
    last: RoundRecord | None
    seats: Mapping[int, _EntrySeat]
    placings: Mapping[int, Placing]
    stage: str
    # Where it is a knock-out.
    bracket: EventBracket | None = None

    @classmethod
    def of(cls, view: EventView) -> Self:
        last = view.record.rounds[-1] if view.record.rounds else None
        pairings = () if last is None else last.pairings
        seats = {
            entry: _EntrySeat(meeting, index)
            for meeting in pairings
            for index, side in enumerate(meeting.sides)
            for entry in side
        }
        shows_places = view.counts and not view.hidden
        placings = {placing.totals.entry: placing for placing in view.everybody} if shows_places else {}
        return cls(view, last, seats, placings, stage_label(view), get_bracket(view.record))

    def is_last_round(self, number: int) -> bool:
        """Whether no later round is public."""
        return self.last is not None and self.last.round.number == number

    def of_entry(self, number: int) -> EntryState:
        return EntryState(
            entry_label(self.view, number),
            self.view.entry_link(number),
            tuple(self._seat_sentences(number)),
            self._standing(number),
        )

    def _seat_sentences(self, number: int) -> Iterator[str]:
        """Where the entry sits in the last public round, and whether another one comes."""
        entry = self.view.record.entries[number]
        if self.view.event.state in FINISHED_EVENT_STATES:
            return
        if entry.state == Entry.State.WITHDRAWN:
            yield _("%(pair)s has withdrawn.") % {"pair": self.view.entries[number].name}
            return
        upcoming = 1
        if self.last is not None:
            yield from self._in_round(self.last.round.number, number)
            upcoming = self.last.round.number + 1
        awaits_next = self.last is None or self._is_done(self.last, number)
        if self.bracket is not None:
            if awaits_next:
                yield from own_bracket.next_sentences(self.view, self.bracket, number)
            return
        if awaits_next and upcoming <= self.view.agreement.rounds and takes_part(entry, upcoming):
            yield _("Round %(number)s is not out yet.") % {"number": upcoming}

    def _is_done(self, last: RoundRecord, number: int) -> bool:
        """Whether the entry has nothing left to play in the last round."""
        seat = self.seats.get(number)
        is_over = seat is None or seat.meeting.game_over or seat.meeting.kind != _Kind.PLAYED
        return is_over or last.round.state == Round.State.CLOSED

    def _in_round(self, played: int, number: int) -> Iterator[str]:
        """Where the entry sits in a round, and who of its players rests."""
        seat = self.seats.get(number)
        if seat is None and self.bracket is not None:
            return
        if seat is None:
            yield _("You are not playing in round %(number)s.") % {"number": played}
            return
        if seat.meeting.table is None:
            yield _("You sit out round %(number)s.") % {"number": played}
            return
        yield self._at_table(played, number, seat)
        yield from _handicap_sentences(seat)
        entry = self.view.entries[number]
        if resting := entry.resting_in(played):
            names = ", ".join(map(entry.name_of, resting))
            yield _("%(name)s rests in round %(number)s.") % {"name": names, "number": played}

    def _at_table(self, played: int, number: int, seat: _EntrySeat) -> str:
        meeting, partners = seat.meeting, self._names(seat, number)
        facts = {
            "number": played,
            "table": meeting.table,
            "partner": partners,
            "opponents": self._opponents(seat),
        }
        if meeting.kind != _Kind.PLAYED:
            return _("Round %(number)s, table %(table)s: %(result)s.") % {
                **facts,
                "result": _Kind(meeting.kind).label,
            }
        if meeting.is_begun and meeting.game_over:
            sentence = _("Round %(number)s, table %(table)s: %(result)s against %(opponents)s.")
            return sentence % {**facts, "result": _result(seat)}
        if meeting.is_begun:
            return _("You are playing round %(number)s at table %(table)s, against %(opponents)s.") % facts
        if partners:
            sentence = _("Round %(number)s is out: table %(table)s, with %(partner)s against %(opponents)s.")
            return sentence % facts
        return _("Round %(number)s is out: table %(table)s, against %(opponents)s.") % facts

    def _names(self, seat: _EntrySeat, number: int) -> str:
        """The partners that an entry was given for this round; empty where a pair is an entry."""
        side = seat.meeting.sides[seat.side]
        return " – ".join([self.view.entries[entry].name for entry in side if entry != number])

    def _opponents(self, seat: _EntrySeat) -> str:
        others = [side for index, side in enumerate(seat.meeting.sides) if index != seat.side]
        return " / ".join(" – ".join(self.view.entries[entry].name for entry in side) for side in others)

    def _standing(self, number: int) -> str:
        placing = self.placings.get(number)
        if placing is None:
            return ""
        place = _("Place %(place)s of %(count)s") % {
            "place": placing.place,
            "count": len(self.view.placings),
        }
        points = points_in_words(self.view.agreement, placing.totals.points)
        carried = carried_amounts(self.view, number)
        of_it = _("carried over: %(amounts)s") % {"amounts": carried} if carried else ""
        parts = (place if placing.place else outside_label(), points, of_it, self.stage)
        return " · ".join(filter(None, parts))


def states_now(event: Tournament, name_of: NameOf, *, with_games: bool = False) -> EntryStates:
    """Return how the entries of an event stand, counted once for each state of the event and language: the
    phones of a hall ask for all of them after each deal. `with_games`: its view has those of all rounds."""
    state = event.book.revision, event.book.head, get_language()
    return _states_at(event, state, name_of, None if with_games else ())


@lru_cache(maxsize=_MAX_EVENTS)
def _states_at(
    event: Tournament, _state: tuple[int, str, str | None], name_of: NameOf, games_of: tuple[int, ...] | None
) -> EntryStates:
    return EntryStates.of(load_event_view(event, name_of, games_of=games_of))


def find_states(view: EventView, query: str) -> list[EntryState]:
    """The entries that a search finds, the first of them if there are many."""
    found = sorted(find_entries(view, query))[:_MOST_FOUND]
    if not found:
        return []
    states = EntryStates.of(view)
    return [states.of_entry(number) for number in found]


def _handicap_sentences(seat: _EntrySeat) -> Iterator[str]:
    """With how many points sides begin, before the game counts and while it is played."""
    meeting = seat.meeting
    if meeting.kind != _Kind.PLAYED or not meeting.handicap or (meeting.is_begun and meeting.game_over):
        return
    for index, points in enumerate(meeting.handicap):
        if points:
            words = {"points": format_value(points, current_language())}
            yield (
                _("You begin with a handicap of %(points)s.") % words
                if index == seat.side
                else _("The other side begins with a handicap of %(points)s.") % words
            )


def _result(seat: _EntrySeat) -> str:
    """The totals of a game, the own one first: “5,200–3,100”, with the handicaps where there are any."""
    meeting = seat.meeting
    sides = [seat.side, *(index for index in range(len(meeting.sides)) if index != seat.side)]
    played = [total_once_begun(meeting, index) or 0 for index in range(len(meeting.sides))]
    totals = meeting.with_handicap(played)
    result = "–".join(format_value(totals[index], current_language()) for index in sides)
    if not any(meeting.handicap):
        return result
    return _("%(result)s with the handicap") % {"result": result}


def stage_label(view: EventView) -> str:
    """After which round the standings are, or during which; empty once the event is over."""
    if view.last is None or view.event.state in FINISHED_EVENT_STATES:
        return ""
    last = view.record.rounds[-1]
    if last.round.state == Round.State.CLOSED:
        return after_round_label(last.round.number)
    if any(meeting.has_result for meeting in last.pairings if meeting.table is not None):
        return during_round_label(last.round.number)
    earlier = [played.round.number for played in view.record.rounds[:-1]]
    return after_round_label(earlier[-1]) if earlier else ""
