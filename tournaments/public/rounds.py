"""A round as its public page shows it: its tables, and the search for a table.

The search reads public names only: a player who may not be named is not found by name either.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.people.names import AnyPlayer, public_name
from clubs.reports.numbers import format_value
from clubs.reports.report import Value
from clubs.text.alphabet import folded
from clubs.text.dates import short_datetime
from scoring.models import Game
from tournaments.core.results import ResultKind, RoundScore
from tournaments.models import Pairing, Round, Tournament
from tournaments.play.event_record import RoundRecord
from tournaments.play.played_pairings import PlayedPairing
from tournaments.public.event_view import GAME_STATE_LABELS, EventView, GameProgress
from tournaments.public.standings import (
    current_language,
    ranks_by_own_points,
    scheme_points,
    unplaced_entries,
    value_with_sign,
)
from tournaments.wording.labels import round_label

_Kind = Pairing.Kind


@dataclass(frozen=True, slots=True)
class Badge:
    kind: str
    label: str


@dataclass(frozen=True, slots=True)
class SideView:
    """A side of a table: its names, its total, the points it is worth, and a note."""

    name: str
    total: Value
    points: Value
    note: str


@dataclass(frozen=True, slots=True)
class TableView:
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
    found_entries = find_entries(view, query)
    scores = counted_in_round(view, round_record.round.number)
    struck = unplaced_entries(view)
    tables = [_table_view(view, meeting, scores, struck, found_entries) for meeting in round_record.pairings]
    return RoundView(
        round_record.round.number,
        round_record.round.state == Round.State.CLOSED,
        tables,
        [table for table in tables if table.found],
        _finished_sentence(view, round_record),
    )


def counted_in_round(view: EventView, number: int) -> Mapping[int, RoundScore]:
    """The score of each entry in a round; empty while the standings are hidden."""
    if view.hidden:
        return {}
    return {
        placing.totals.entry: score
        for placing in view.placings
        for score in placing.totals.rounds
        if score.round == number
    }


def _finished_sentence(view: EventView, round_record: RoundRecord) -> str:
    """How many tables have finished; a table with another result than its game's counts as finished."""
    games = [
        (meeting.kind, view.games[meeting.game_id])
        for meeting in round_record.pairings
        if meeting.game_id is not None
    ]
    if round_record.round.state == Round.State.CLOSED or not games:
        return ""
    finished = sum(game.over or kind != _Kind.PLAYED for kind, game in games)
    return ngettext(
        "%(over)s of %(count)s table has finished.", "%(over)s of %(count)s tables have finished.", len(games)
    ) % {"over": finished, "count": len(games)}


def result_state_notes(view: EventView) -> Iterator[str]:
    """Sentences on whether the results can still change, or since when they are official."""
    if view.event.state != Tournament.State.OFFICIAL:
        yield _("The result is not official yet.")
    elif view.event.official_at is not None:
        yield official_since(view.event.official_at)
    if view.record.rounds and (finished := _finished_sentence(view, view.record.rounds[-1])):
        yield f"{round_label(view.record.rounds[-1].round.number)}: {finished}"
    if any(
        _is_under_way(meeting) for round_record in view.record.rounds for meeting in round_record.pairings
    ):
        yield _("Games that are still being played count as they stand.")


def official_since(moment: datetime) -> str:
    return _("Official result since %(moment)s.") % {"moment": short_datetime(moment)}


def _is_under_way(meeting: PlayedPairing) -> bool:
    """Whether its game counts already and is not over."""
    return (
        meeting.kind == _Kind.PLAYED
        and meeting.is_begun
        and meeting.game_id is not None
        and not meeting.game_over
    )


# A table.


def _table_view(
    view: EventView,
    meeting: PlayedPairing,
    scores: Mapping[int, RoundScore],
    struck: frozenset[int],
    found_entries: frozenset[int],
) -> TableView:
    game = None if meeting.game_id is None else view.games[meeting.game_id]
    entries = {entry for side in meeting.sides for entry in side}
    is_struck_out = not view.hidden and not entries.isdisjoint(struck)
    return TableView(
        meeting.table,
        [_side_view(view, meeting, index, scores) for index in range(len(meeting.sides))],
        _table_badge(meeting.kind, game, is_struck_out),
        meeting.game_id,
        _deals_label(game),
        meeting.reason,
        is_struck_out,
        not entries.isdisjoint(found_entries),
    )


def _side_view(
    view: EventView, meeting: PlayedPairing, index: int, scores: Mapping[int, RoundScore]
) -> SideView:
    side = meeting.sides[index]
    score = scores.get(side[0])
    counts = score is not None and (meeting.is_begun or meeting.kind != _Kind.PLAYED)
    total = total_once_begun(meeting, index)
    is_shown = score is not None and counts and differs_from_total(view, score, total)
    return SideView(
        " – ".join(view.entries[entry].name for entry in side),
        total,
        scheme_points(view, score.worth.points) if score is not None and is_shown else None,
        _instead_note(view, meeting, score)
        or ", ".join(filter(None, (fault_label(meeting, index), _counted_note(view, meeting, score, total))))
        or _substitute_note(scores, side)
        or _fixed_table_note(view, meeting, index),
    )


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
    return _("less for a substitute") if any(score.full_worth is not None for score in of_side) else ""


def _counted_note(
    view: EventView, meeting: PlayedPairing, score: RoundScore | None, total: int | None
) -> str:
    """The difference or own points that count, where the totals do not show them."""
    if score is None or meeting.kind == _Kind.PLAYED:
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


def _fixed_table_note(view: EventView, meeting: PlayedPairing, index: int) -> str:
    """That an entry keeps this table; the reason is private."""
    fixed_tables = {view.record.entries[entry].fixed_table for entry in meeting.sides[index]}
    return _("keeps its table") if meeting.table in fixed_tables - {None} else ""


def total_once_begun(meeting: PlayedPairing, index: int) -> int | None:
    """The total of a side; None before a deal counts."""
    return meeting.totals[index] if index < len(meeting.totals) and meeting.is_begun else None


def differs_from_total(view: EventView, score: RoundScore, total: int | None) -> bool:
    """Whether a game is worth another number than its total."""
    return not view.agreement.scheme.counts_points_made or score.worth.points != total


def fault_label(pairing: Pairing | PlayedPairing, index: int) -> str:
    """What the side at fault has done; empty for the other side."""
    label = _FAULT_LABELS.get(_Kind(pairing.kind))
    return label() if label is not None and pairing.at_fault == index else ""


_FAULT_LABELS: Mapping[Pairing.Kind, Callable[[], str]] = {
    _Kind.WALKOVER: lambda: _("did not come"),
    _Kind.FORFEITED: lambda: _("gave the game up"),
    _Kind.ABANDONED: lambda: _("broke the game off"),
    _Kind.RULED_LOST: lambda: _("lost by ruling"),
}


def _table_badge(kind: str, game: GameProgress | None, struck: bool) -> Badge | None:
    """The kind of a result that was not played; else the state of the game."""
    if struck:
        return Badge("pencil", _("struck out"))
    if kind != _Kind.PLAYED:
        return Badge("ink", str(_Kind(kind).label))
    if game is None or (game.state == Game.State.OPEN and not game.over and not game.deals):
        return None
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


# The rounds of one entry.


@dataclass(frozen=True, slots=True)
class EntryRounds:
    """An entry with its tables round by round, and its place."""

    name: str
    standing: str
    tables: Sequence[TableView]


def entry_rounds(view: EventView, query: str) -> list[EntryRounds]:
    """The rounds of the entries that the search finds."""
    found_entries = find_entries(view, query)
    return [_rounds_of_entry(view, entry) for entry in sorted(found_entries)]


def _rounds_of_entry(view: EventView, entry: int) -> EntryRounds:
    struck = unplaced_entries(view)
    tables = [
        replace(
            _table_view(
                view, meeting, counted_in_round(view, round_record.round.number), struck, frozenset()
            ),
            round=round_record.round.number,
        )
        for round_record in view.record.rounds
        for meeting in round_record.pairings
        if any(entry in side for side in meeting.sides)
    ]
    return EntryRounds(f"{entry} {view.entries[entry].name}", _standing_sentence(view, entry), tables)


def _standing_sentence(view: EventView, entry: int) -> str:
    """The current place and points of an entry; empty where it is struck out."""
    placing = next((placing for placing in view.placings if placing.totals.entry == entry), None)
    if placing is None:
        return ""
    return _("Place %(place)s, %(points)s points, difference %(difference)s") % {
        "place": placing.place,
        "points": format_value(scheme_points(view, placing.totals.points), current_language()),
        "difference": format_value(placing.totals.difference, current_language()),
    }


# Search.


def find_entries(view: EventView, query: str) -> frozenset[int]:
    """Find entries by the names of a player, in any order and without diacritics, or by their number."""
    words = folded(query).split()
    by_number = [number for number in view.entries if [str(number)] == words]
    if by_number:
        return frozenset(by_number)
    return frozenset(
        number
        for number, entry in view.entries.items()
        if words and any(matches_name(player, words) for player in entry.players)
    )


def matches_name(player: AnyPlayer, words: Sequence[str]) -> bool:
    name = folded(public_name(player)).split()
    return all(any(_matches_part(part, word) for part in name) for word in words)


def _matches_part(part: str, word: str) -> bool:
    """Names match by their beginning; numbers as a whole, or 1 would find 12 and 123."""
    return part == word if word.isdecimal() else part.startswith(word)
