"""The crosstable of an event: each entry against each in a small round robin, else round by round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubs.reports.numbers import MINUS, format_value
from clubs.reports.report import Column, ColumnKind, ReportTable, Row, Value
from tournaments.core.results import ResultKind, RoundScore
from tournaments.core.standings import Placing
from tournaments.core.worth import GameOutcome
from tournaments.models import Entry
from tournaments.play.played_pairings import PlayedPairing
from tournaments.public.charge_notes import carried_notes
from tournaments.public.event_view import EventView
from tournaments.public.places import round_column
from tournaments.public.standings import (
    current_language,
    entry_heading,
    first_round_of,
    late_entry_notes,
    late_label,
    scheme_points,
    struck_out_notes,
)

# The most entries for a table of each against each.
_MAX_SQUARE_ENTRIES: Final = 16
# A table with more columns takes the whole width of a screen.
_MAX_NARROW_COLUMNS: Final = 12
# A result given by the jury is neither won nor lost.
_SIGNS: Final = {GameOutcome.WIN: "+", GameOutcome.DRAW: "=", GameOutcome.LOSS: MINUS, GameOutcome.NONE: ""}
# The mark of a result that was not played in the ordinary way, and the cell of an entry against itself.
_NOT_PLAYED_MARK, _DIAGONAL_MARK = "*", "\N{BULLET}"
# The mark of a round after an entry has left.
_LEFT_MARK: Final = "\N{MULTIPLICATION SIGN}"
# Separates opponents at one table.
_SAME_TABLE_SEPARATOR: Final = "/"


@dataclass(frozen=True, slots=True)
class CrossTable:
    """The table, with the meaning of its signs."""

    table: ReportTable
    legend: Sequence[str]

    @property
    def wide(self) -> bool:
        """Whether it needs more room than a page of text has."""
        return len(self.table.columns) > _MAX_NARROW_COLUMNS


def build_cross_table(view: EventView, *, on_paper: bool = False) -> CrossTable:
    """Build the crosstable; on paper its columns of rounds have signs instead of words."""
    return _square_table(view) if _is_square(view) else _rounds_table(view, on_paper=on_paper)


def _is_square(view: EventView) -> bool:
    """Whether it is one round robin of few enough entries."""
    movements = {phase.movement for phase in view.agreement.phases}
    return (
        len(movements) == 1
        and all(movement.all_meet for movement in movements)
        and view.agreement.sides == 2
        and len(view.entries) <= _MAX_SQUARE_ENTRIES
    )


def _first_columns(view: EventView) -> tuple[Column, ...]:
    return Column(_("%(name)s with number") % {"name": entry_heading(view)}, key="label"), Column(
        pgettext("rank", "Place"), ColumnKind.NUMBER, short="#", key="place"
    )


def _entry_label(view: EventView, number: int) -> str:
    return f"{number} {view.entries[number].name}"


# A round robin.


def _square_table(view: EventView) -> CrossTable:
    """The points of each entry against each other, and on the diagonal those of its sit-outs."""
    numbers = [
        number for number in view.entries if number in {placing.totals.entry for placing in view.everybody}
    ]
    results = _results_against(view)
    missed = _missed_games(view, results)
    columns = (
        *_first_columns(view),
        *(Column(str(number), ColumnKind.NUMBER, key=f"against_{number}") for number in numbers),
        Column(_("Points"), ColumnKind.NUMBER, key="points"),
    )
    rows = tuple(
        Row(
            (
                _entry_label(view, placing.totals.entry),
                placing.place or None,
                *(_square_cell(view, placing, opponent, results, missed) for opponent in numbers),
                scheme_points(view, placing.totals.points),
            ),
            address=view.entry_address(placing.totals.entry),
        )
        for placing in sorted(view.everybody, key=lambda placing: numbers.index(placing.totals.entry))
    )
    return CrossTable(ReportTable(columns=columns, rows=rows, key="cross"), _square_legend(view, missed))


# Games of the circle that were not played: of each two entries the round, and the word for the cell.
_MissedGames = Mapping[tuple[int, int], tuple[int, str]]


def _results_against(view: EventView) -> Mapping[tuple[int, int], list[RoundScore]]:
    """The results of each entry against each other, in the order of the rounds."""
    results: dict[tuple[int, int], list[RoundScore]] = {}
    for placing in view.everybody:
        for score in placing.totals.rounds:
            for opponent in score.opponents:
                results.setdefault((placing.totals.entry, opponent), []).append(score)
    return results


def _missed_games(view: EventView, results: Mapping[tuple[int, int], list[RoundScore]]) -> _MissedGames:
    """The games of which one entry had not come yet, so that the other sat out."""
    missed: dict[tuple[int, int], tuple[int, str]] = {}
    for round_record in view.record.rounds:
        number = round_record.round.number
        late = [entry for entry in view.entries if first_round_of(view, entry) > number]
        alone = [meeting.sides[0][0] for meeting in round_record.pairings if len(meeting.sides) == 1]
        # Where several came late, it is unknown which of them it would have been.
        if len(late) == len(alone) == 1 and (late[0], alone[0]) not in results:
            missed[late[0], alone[0]] = number, late_label()
            missed[alone[0], late[0]] = number, _sit_out_label()
    return missed


def _square_cell(
    view: EventView,
    placing: Placing,
    opponent: int,
    results: Mapping[tuple[int, int], list[RoundScore]],
    missed: _MissedGames,
) -> Value:
    entry = placing.totals.entry
    if entry == opponent:
        return _diagonal_cell(view, placing, missed)
    if (entry, opponent) in missed:
        number, word = missed[entry, opponent]
        scores = [score for score in placing.totals.rounds if score.round == number]
        return _word_with_points(view, scores, word)
    return _opponent_cell(view, results.get((entry, opponent), ()))


def _opponent_cell(view: EventView, scores: Sequence[RoundScore]) -> Value:
    """The points of one game that was played; else every result with its mark."""
    if len(scores) == 1 and scores[0].is_played:
        return scheme_points(view, scores[0].worth.points)
    return " ".join(
        f"{_points_text(view, score)}{'' if score.is_played else _NOT_PLAYED_MARK}" for score in scores
    )


def _diagonal_cell(view: EventView, placing: Placing, missed: _MissedGames) -> str:
    """The points of an entry for its sit-outs, except those that another cell shows."""
    shown = {number for (entry, _other), (number, _word) in missed.items() if entry == placing.totals.entry}
    sit_outs = [
        score
        for score in placing.totals.rounds
        if score.kind is ResultKind.SIT_OUT and score.round not in shown
    ]
    return _word_with_points(view, sit_outs, _sit_out_label()) if sit_outs else _DIAGONAL_MARK


def _word_with_points(view: EventView, scores: Sequence[RoundScore], word: str) -> str:
    """The word, after the points that were given for it."""
    return " ".join([*(_points_text(view, score) for score in scores if score.worth.points), word])


def _points_text(view: EventView, score: RoundScore) -> str:
    return format_value(scheme_points(view, score.worth.points), current_language())


def _square_legend(view: EventView, missed: _MissedGames) -> list[str]:
    """The meaning of the signs that occur in the table."""
    kinds = {score.kind for placing in view.everybody for score in placing.totals.rounds}
    has_sit_out = ResultKind.SIT_OUT in kinds
    marked = kinds - {ResultKind.PLAYED, ResultKind.SIT_OUT, ResultKind.MISSED}
    return [
        _("The row's points against the entry whose number is at the top of the column."),
        *(
            [_("* not played normally: a walkover, a game conceded or broken off, or a ruling.")]
            if marked
            else []
        ),
        *([_("In the cell where a row meets itself: the points from sitting out.")] if has_sit_out else []),
        *([_words_note()] if missed else []),
        *_entry_notes(view),
    ]


def _entry_notes(view: EventView) -> list[str]:
    """What else explains the points of an entry."""
    return [*late_entry_notes(view), *carried_notes(view), *struck_out_notes(view)]


# Round by round.


def _rounds_table(view: EventView, *, on_paper: bool) -> CrossTable:
    """The number of the opponent in each round, and the outcome."""
    words = _SIGNS_ON_PAPER if on_paper else _words()
    rounds = [round_record.round.number for round_record in view.record.rounds]
    columns = (
        *_first_columns(view),
        *(round_column(number) for number in rounds),
        Column(_("Points"), ColumnKind.NUMBER, key="points"),
    )
    opponents = _opponents_by_round(view)
    rows = tuple(_row_by_rounds(view, placing, opponents, words) for placing in view.everybody)
    results = [str(cell) for row in rows for cell in row.values[2:-1]]
    legend = [
        *_rounds_legend(results, words, on_paper=on_paper),
        *_entry_notes(view),
    ]
    return CrossTable(ReportTable(columns=columns, rows=rows, key="cross"), legend)


def _row_by_rounds(
    view: EventView, placing: Placing, opponents: Mapping[tuple[int, int], tuple[int, ...]], words: _Words
) -> Row:
    entry = placing.totals.entry
    scores = {score.round: score for score in placing.totals.rounds}
    has_left = view.record.entries[entry].state == Entry.State.WITHDRAWN
    first = first_round_of(view, entry)
    cells = (
        words.late
        if number < first
        else _round_cell(scores.get(number), opponents.get((number, entry)), words, has_left=has_left)
        for number in (played.round.number for played in view.record.rounds)
    )
    return Row(
        (
            _entry_label(view, entry),
            placing.place or None,
            *cells,
            scheme_points(view, placing.totals.points),
        ),
        address=view.entry_address(entry),
    )


def _opponents_by_round(view: EventView) -> dict[tuple[int, int], tuple[int, ...]]:
    """The opponents of each entry in each round; empty where it sat out."""
    return {
        (round_record.round.number, entry): _opponents_of_side(meeting, index)
        for round_record in view.record.rounds
        for meeting in round_record.pairings
        for index, side in enumerate(meeting.sides)
        for entry in side
    }


def _opponents_of_side(meeting: PlayedPairing, index: int) -> tuple[int, ...]:
    return tuple(entry for opponent, side in enumerate(meeting.sides) if opponent != index for entry in side)


def _round_cell(
    score: RoundScore | None, others: tuple[int, ...] | None, words: _Words, *, has_left: bool
) -> str:
    if others is None and score is None:
        return words.left if has_left else ""
    if score is not None and score.kind is ResultKind.MISSED:
        return words.missed
    # Of a walkover against an entry that has left, the round has no opponent.
    numbers = others or (() if score is None else score.opponents)
    if not numbers:
        return words.sat_out
    opponents = _SAME_TABLE_SEPARATOR.join(map(str, numbers))
    if score is None:
        return opponents
    if score.kind is ResultKind.SIT_OUT:
        # Its opponent is struck out.
        return words.sat_out
    mark = "" if score.is_played else _NOT_PLAYED_MARK
    return f"{_SIGNS[score.worth.outcome]}{opponents}{mark}"


def _sit_out_label() -> str:
    return pgettext("cross table", "out")


@dataclass(frozen=True, slots=True)
class _Words:
    """What a cell of a round says of an entry without a game."""

    sat_out: str
    late: str
    missed: str
    left: str


# So a column of a round is no wider than a number.
_SIGNS_ON_PAPER: Final = _Words(sat_out="o", late="\N{MIDDLE DOT}", missed="/", left=_LEFT_MARK)


def _words() -> _Words:
    return _Words(_sit_out_label(), late_label(), pgettext("cross table", "missed"), _LEFT_MARK)


def _rounds_legend(cells: Sequence[str], words: _Words, *, on_paper: bool) -> list[str]:
    """The meaning of the signs; rare ones only where they occur."""
    several = any(_SAME_TABLE_SEPARATOR in cell for cell in cells if cell != words.missed)
    waiting = any(cell[:1].isdecimal() and not cell.endswith(_NOT_PLAYED_MARK) for cell in cells)
    return [
        _("+ won, − lost, = drawn against the entry with this number; * not played normally."),
        *([_several_opponents_note()] if several else []),
        *([_("A number without a sign: no deal of this game counts yet.")] if waiting else []),
        *(_meanings_of_signs(cells, words) if on_paper else [_words_note()]),
        *([_("×: had withdrawn.")] if words.left in cells else []),
    ]


def _meanings_of_signs(cells: Sequence[str], words: _Words) -> list[str]:
    meanings = (
        (words.sat_out, _("o: sat out.")),
        (words.late, _("·: had not come yet.")),
        (words.missed, _("/: missed the round.")),
    )
    return [meaning for sign, meaning in meanings if sign in cells]


def _several_opponents_note() -> str:
    return _(
        "2/5: these entries were opponents at the same table; + ahead of all of them, "
        "= level with the best of them, − behind."
    )


def _words_note() -> str:
    return _("“%(out)s” sat out, “%(late)s” had not come yet.") % {
        "out": _sit_out_label(),
        "late": late_label(),
    }
