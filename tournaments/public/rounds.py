"""A round as its public page shows it: its tables, and those that a search has found."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from typing import NamedTuple, Protocol, Self

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.reports.numbers import format_value
from scoring.models import Game
from tournaments.agreement.agreement import EventAgreement
from tournaments.core.results import COUNT_AS_PLAYED, ResultKind, RoundScore, Substitutes
from tournaments.models import Pairing, Round
from tournaments.play.event_record import RoundRecord
from tournaments.play.played_pairings import PlayedPairing
from tournaments.play.unfinished import playing_before
from tournaments.public.charge_notes import value_with_sign
from tournaments.public.event_view import GAME_STATE_LABELS, EventView, GameProgress, NameLink
from tournaments.public.handicaps import handicap_note
from tournaments.public.result_notes import finished_sentence
from tournaments.public.search import find_entries
from tournaments.public.standings import (
    current_language,
    points_by_agreement,
    points_in_words,
    ranks_by_own_points,
    unplaced_entries,
)

_Kind = Pairing.Kind


class Badge(NamedTuple):
    kind: str
    label: str


class SideView(NamedTuple):
    """A side of a table: its entries, its total, the points it is worth, a note, and with what it begins."""

    entries: Sequence[NameLink]
    total: int | None
    points: int | Decimal | None
    note: str
    handicap: int = 0

    @property
    def name(self) -> str:
        return " – ".join([entry.name for entry in self.entries])


class TableView(NamedTuple):
    """A table of a round; `table` is None where an entry sits out."""

    table: int | None
    sides: Sequence[SideView]
    badge: Badge | None
    game: int | None
    dealt: str
    reason: str
    struck: bool
    found: bool
    # Set where tables of several rounds are shown together.
    round: int | None = None


@dataclass(frozen=True, slots=True)
class RoundView:
    number: int
    closed: bool
    tables: Sequence[TableView]
    # The tables that the search has found.
    found: Sequence[TableView]
    # “3 of 8 tables have finished.”
    progress: str

    @property
    def has_points(self) -> bool:
        """Whether a game is worth points in the standings already."""
        return any(side.points is not None for table in self.tables for side in table.sides)


def build_round_view(view: EventView, round_record: RoundRecord, query: str = "") -> RoundView:
    """The tables of a round, and those among them that the search finds."""
    shown = _ShownTables.of_round(view, round_record.round.number, find_entries(view, query))
    tables = [shown.table(meeting) for meeting in round_record.pairings]
    return RoundView(
        round_record.round.number,
        round_record.round.state == Round.State.CLOSED,
        tables,
        [table for table in tables if table.found],
        finished_sentence(round_record),
    )


def _resting_in(view: EventView, number: int) -> dict[int, str]:
    """Say of each entry of three who rests in this round."""
    resting = {entry.number: entry.resting_in(number) for entry in view.entries.values()}
    return {
        entry: _("%(name)s rests") % {"name": ", ".join(map(view.entries[entry].name_of, players))}
        for entry, players in resting.items()
        if players
    }


def counted_in_round(view: EventView, number: int) -> Mapping[int, RoundScore]:
    """The score of each entry in a round; empty while the standings are hidden."""
    return {} if view.hidden else scores_in_round(view, number)


def scores_in_round(view: EventView, number: int) -> Mapping[int, RoundScore]:
    """The score of each entry in a round, as those who direct the event may read it."""
    return {
        placing.totals.entry: score
        for placing in view.everybody
        for score in placing.totals.rounds
        if score.round == number
    }


# A table.


@dataclass(frozen=True, slots=True)
class _ShownTables:
    """Shows the tables of a round; what they have in common is looked up once for all of them."""

    view: EventView
    agreement: EventAgreement
    scores: Mapping[int, RoundScore]
    struck: frozenset[int]
    found: frozenset[int]
    # The tables of those entries that keep theirs.
    fixed_tables: Mapping[int, int]
    # The entries that still play in an earlier round, and in which.
    playing_before: Mapping[int, int]
    # Who of an entry's three players rests.
    resting: Mapping[int, str]
    # Most tables have come equally far, which takes the same words.
    badge: Callable[[str, GameProgress | None, bool, bool], Badge | None]
    deals_label: Callable[[GameProgress | None], str]

    @classmethod
    def of_round(cls, view: EventView, number: int, found: frozenset[int] = frozenset()) -> Self:
        return cls(
            view,
            view.agreement,
            counted_in_round(view, number),
            frozenset() if view.hidden else unplaced_entries(view),
            found,
            {
                number: entry.fixed_table
                for number, entry in view.record.entries.items()
                if entry.fixed_table is not None
            },
            playing_before(view.record.rounds, number),
            _resting_in(view, number),
            cache(_table_badge),
            cache(_deals_label),
        )

    def table(self, meeting: PlayedPairing) -> TableView:
        game = None if meeting.game_id is None else self.view.games[meeting.game_id]
        is_struck_out = _is_at_table(meeting, self.struck)
        return TableView(
            meeting.table,
            [self._side(meeting, index, side) for index, side in enumerate(meeting.sides)],
            self.badge(meeting.kind, game, is_struck_out, meeting.awaits),
            meeting.game_id,
            self.deals_label(game),
            meeting.reason,
            is_struck_out,
            _is_at_table(meeting, self.found),
        )

    def _side(self, meeting: PlayedPairing, index: int, side: Sequence[int]) -> SideView:
        score = self.scores.get(side[0])
        total = _counted_total(meeting, index)
        return SideView(
            [self.view.entry_link(entry) for entry in side],
            total,
            self._points(meeting, score, total),
            self._note(meeting, index, score, total),
            meeting.handicap[index] if meeting.handicap else 0,
        )

    def _points(
        self, meeting: PlayedPairing, score: RoundScore | None, total: int | None
    ) -> int | Decimal | None:
        """What a result is worth, where its total does not say it."""
        if score is None or not (meeting.is_begun or meeting.kind != _Kind.PLAYED):
            return None
        if not differs_from_total(self.agreement, score, total):
            return None
        return points_by_agreement(self.agreement, score.worth.points)

    def _note(self, meeting: PlayedPairing, index: int, score: RoundScore | None, total: int | None) -> str:
        """What else is to be said of a side; mostly nothing."""
        view, side = self.view, meeting.sides[index]
        is_as_played = (
            meeting.kind == _Kind.PLAYED and meeting.at_fault is None and (score is None or score.is_played)
        )
        counts_less = self.agreement.substitutes is not Substitutes.COUNT
        other = (
            ("" if is_as_played else _unplayed_note(view, meeting, index, score, total))
            or (_substitute_note(self.scores, side) if counts_less else "")
            or self._playing_note(meeting, side)
            or (self._fixed_table_note(meeting, side) if self.fixed_tables else "")
            or self.resting.get(side[0], "")
        )
        return ", ".join(filter(None, (handicap_note(meeting, index, total), other)))

    def _playing_note(self, meeting: PlayedPairing, side: Sequence[int]) -> str:
        """That an entry plays in an earlier round still, so that this game waits."""
        before = [self.playing_before[entry] for entry in side if entry in self.playing_before]
        if meeting.is_begun or not before:
            return ""
        return _("plays still in round %(number)s") % {"number": min(before)}

    def _fixed_table_note(self, meeting: PlayedPairing, side: Sequence[int]) -> str:
        """That an entry keeps this table; the reason is private."""
        kept = [self.fixed_tables[entry] for entry in side if entry in self.fixed_tables]
        return _("stationary") if meeting.table in kept else ""


def _is_at_table(meeting: PlayedPairing, entries: frozenset[int]) -> bool:
    """Whether one of these entries sits there."""
    return bool(entries) and any(not entries.isdisjoint(side) for side in meeting.sides)


def _unplayed_note(
    view: EventView, meeting: PlayedPairing, index: int, score: RoundScore | None, total: int | None
) -> str:
    """What is to be said where another result counts than the one that was played."""
    if instead := _instead_note(view, meeting, score):
        return instead
    if meeting.kind == _Kind.PLAYED:
        return fault_label(meeting, index)
    return ", ".join(filter(None, (fault_label(meeting, index), _counted_note(view, meeting, score, total))))


def _instead_note(view: EventView, meeting: PlayedPairing, score: RoundScore | None) -> str:
    """What counts where the opponent has withdrawn."""
    if score is None:
        return ""
    if score.kind is ResultKind.SIT_OUT and len(meeting.sides) > 1:
        return _("counts as sitting out")
    if score.kind is ResultKind.WALKOVER and len(meeting.sides) == 1:
        return _("walkover: %(pair)s has withdrawn") % {"pair": view.entries[score.opponents[0]].name}
    return ""


def _substitute_note(scores: Mapping[int, RoundScore], side: Sequence[int]) -> str:
    """That a result counts less for an entry of the side."""
    of_side = (scores[entry] for entry in side if entry in scores)
    return (
        _("reduced because of a substitute") if any(score.full_worth is not None for score in of_side) else ""
    )


def _counted_note(
    view: EventView, meeting: PlayedPairing, score: RoundScore | None, total: int | None
) -> str:
    """The difference or own points that count, where the totals do not show them."""
    if score is None:
        return ""
    if ranks_by_own_points(view):
        own = score.worth.own
        is_visible = own == total or (view.agreement.scheme.counts_points_made and own == score.worth.points)
        return (
            ""
            if is_visible
            else _("own points %(points)s") % {"points": format_value(own, current_language())}
        )
    difference = score.worth.difference
    if meeting.kind == _Kind.SIT_OUT and not difference:
        return ""
    return _("difference %(points)s") % {"points": value_with_sign(difference, difference)}


def worth_in_words(view: EventView, score: RoundScore) -> str:
    """What a round is worth to an entry: "2 points, difference +4,000"."""
    language = current_language()
    made = points_in_words(view.agreement, score.worth.points)
    if view.agreement.scheme.counts_points_made:
        return made
    if ranks_by_own_points(view):
        own = _("own points %(points)s") % {"points": format_value(score.worth.own, language)}
        return f"{made}, {own}"
    difference = score.worth.difference
    lead = _("difference %(points)s") % {"points": value_with_sign(difference, difference)}
    return f"{made}, {lead}"


def total_once_begun(meeting: PlayedPairing, index: int) -> int | None:
    """The total of a side; None before a deal counts."""
    return meeting.totals[index] if index < len(meeting.totals) and meeting.is_begun else None


def _counted_total(meeting: PlayedPairing, index: int) -> int | None:
    """The total of a side where it counts; None where it is a walkover or a ruling that does."""
    return total_once_begun(meeting, index) if ResultKind(meeting.kind) in COUNT_AS_PLAYED else None


def differs_from_total(agreement: EventAgreement, score: RoundScore, total: int | None) -> bool:
    """Whether a game is worth another number than its total."""
    return not agreement.scheme.counts_points_made or score.worth.points != total


class Ruled(Protocol):
    """A table with the kind of its result, and the side at fault."""

    @property
    def kind(self) -> str: ...

    @property
    def at_fault(self) -> int | None: ...


def fault_label(pairing: Ruled, index: int) -> str:
    """What the side at fault has done; empty for the other side."""
    label = _FAULT_LABELS.get(_Kind(pairing.kind))
    return label() if label is not None and pairing.at_fault == index else ""


_FAULT_LABELS: Mapping[Pairing.Kind, Callable[[], str]] = {
    _Kind.PLAYED: lambda: _("is not there: the others play on"),
    _Kind.WALKOVER: lambda: _("did not come"),
    _Kind.FORFEITED: lambda: _("gave the game up"),
    _Kind.ABANDONED: lambda: _("broke the game off"),
    _Kind.RULED_LOST: lambda: _("lost by ruling"),
}


def _table_badge(kind: str, game: GameProgress | None, struck: bool, awaits: bool) -> Badge | None:
    """The kind of a result that was not played; else the state of the game, and whether it counts."""
    if struck:
        return Badge("pencil", _("struck out"))
    if kind != _Kind.PLAYED:
        return Badge("ink", str(_Kind(kind).label))
    if game is None or (game.state == Game.State.OPEN and not game.over and not game.deals):
        return None
    if awaits and game.over:
        return Badge("pencil", _("does not count yet"))
    if game.over or game.state != Game.State.OPEN:
        return Badge("ink", str(GAME_STATE_LABELS[game.state]))
    return Badge("open", _("being played"))


def _deals_label(game: GameProgress | None) -> str:
    """The number of deals, and of how many while the game goes on; empty where only the result is known."""
    if game is None or not game.deals:
        return ""
    if game.last_agreed is not None and not game.over:
        return _("Deal %(number)s of %(last)s") % {"number": game.deals, "last": game.last_agreed}
    return ngettext("%(count)s deal", "%(count)s deals", game.deals) % {"count": game.deals}
