"""Who met whom and how it went: each entry against each in a small round robin, else round by round.

Knows what is told of an event; queries nothing, and must not know how a table looks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubs.reports.numbers import MINUS, written
from clubs.reports.report import Column, Kind, Row, Table, Value
from tournaments.agreement.agreement import Movement
from tournaments.core.results import Counted
from tournaments.core.results import Kind as ResultKind
from tournaments.core.schemes import Outcome
from tournaments.core.standings import Placing
from tournaments.play.event_record import Met
from tournaments.public.event_view import Told
from tournaments.public.standings import (
    came_in,
    entrant,
    language,
    late_told,
    not_there_yet,
    points_written,
    round_column,
    struck_told,
)

# Up to so many each stands against each.
_SQUARE: Final = 16
# With more columns than these a table takes the whole width of a screen.
_WIDE: Final = 12
# What the jury has given is neither won nor lost.
_SIGNS: Final = {Outcome.WIN: "+", Outcome.DRAW: "=", Outcome.LOSS: MINUS, Outcome.NONE: ""}
# Beside a result that was not played in the ordinary way, and in the place of an entry against itself.
_OTHERWISE, _SELF = "*", "\N{BULLET}"
# Between those who were met at one table.
_TOGETHER: Final = "/"


@dataclass(frozen=True, slots=True)
class Cross:
    """The table, and what its signs mean."""

    table: Table
    legend: Sequence[str]
    # The number of the entry of each row, in their order.
    numbers: Sequence[int]

    @property
    def lines(self) -> Iterator[tuple[int, Row]]:
        """Each row with the number of its entry."""
        return zip(self.numbers, self.table.rows, strict=True)

    @property
    def wide(self) -> bool:
        """It needs more room than a page of text has."""
        return len(self.table.columns) > _WIDE


def cross_of(told: Told) -> Cross:
    return _square(told) if _is_square(told) else _by_rounds(told)


def _is_square(told: Told) -> bool:
    """Everybody meets everybody, and there are few enough to stand side by side."""
    movements = {phase.movement for phase in told.agreed.phases}
    return movements == {Movement.ROUND_ROBIN} and told.agreed.sides == 2 and len(told.entries) <= _SQUARE


def _first_columns(told: Told) -> tuple[Column, ...]:
    return Column(_("%(name)s with number") % {"name": entrant(told)}), Column(
        pgettext("rank", "Place"), Kind.NUMBER, short="#"
    )


def _named(told: Told, number: int) -> str:
    return f"{number} {told.entries[number].name}"


# Each against each.


def _square(told: Told) -> Cross:
    """What each has made against each, game by game, and on the diagonal what sitting out has brought."""
    numbers = [number for number in told.entries if number in {one.sum.entry for one in told.placings}]
    made = _against(told)
    empty = _not_played(told, made)
    columns = (
        *_first_columns(told),
        *(Column(str(number), Kind.NUMBER) for number in numbers),
        Column(_("Points"), Kind.NUMBER),
    )
    rows = tuple(
        Row(
            (
                _named(told, placing.sum.entry),
                placing.place,
                *(_cell_of(told, placing, other, made, empty) for other in numbers),
                points_written(told, placing.sum.points),
            )
        )
        for placing in sorted(told.placings, key=lambda one: numbers.index(one.sum.entry))
    )
    return Cross(Table(columns=columns, rows=rows), _legend_of_square(told, empty), numbers)


# What stands where a game of the circle was not played: of each two entries the word, and of which round.
_Empty = Mapping[tuple[int, int], tuple[int, str]]


def _against(told: Told) -> Mapping[tuple[int, int], list[Counted]]:
    """What each entry has from each other, in the order of the rounds."""
    made: dict[tuple[int, int], list[Counted]] = {}
    for placing in told.placings:
        for one in placing.sum.rounds:
            for other in one.opponents:
                made.setdefault((placing.sum.entry, other), []).append(one)
    return made


def _not_played(told: Told, made: Mapping[tuple[int, int], list[Counted]]) -> _Empty:
    """One had not come yet, so the other sat out."""
    empty: dict[tuple[int, int], tuple[int, str]] = {}
    for played in told.story.rounds:
        number = played.round.number
        late = [entry for entry in told.entries if came_in(told, entry) > number]
        alone = [met.sides[0][0] for met in played.met if len(met.sides) == 1]
        # Of several who came later nobody can say which of them it would have been.
        if len(late) == len(alone) == 1 and (late[0], alone[0]) not in made:
            empty[late[0], alone[0]] = number, not_there_yet()
            empty[alone[0], late[0]] = number, _sits_out()
    return empty


def _cell_of(
    told: Told, placing: Placing, other: int, made: Mapping[tuple[int, int], list[Counted]], empty: _Empty
) -> Value:
    entry = placing.sum.entry
    if entry == other:
        return _cell_of_itself(told, placing, empty)
    if (entry, other) in empty:
        number, word = empty[entry, other]
        had = [one for one in placing.sum.rounds if one.round == number]
        return _with_points(told, had, word)
    return _cell_against(told, made.get((entry, other), ()))


def _cell_against(told: Told, had: Sequence[Counted]) -> Value:
    """A number where one game was simply played; else every result with its mark."""
    if len(had) == 1 and had[0].was_played:
        return points_written(told, had[0].worth.points)
    return " ".join(f"{_written_points(told, one)}{'' if one.was_played else _OTHERWISE}" for one in had)


def _cell_of_itself(told: Told, placing: Placing, empty: _Empty) -> str:
    """What an entry has from the rounds that it sat out, as far as these stand nowhere else."""
    elsewhere = {number for (entry, _other), (number, _word) in empty.items() if entry == placing.sum.entry}
    out = [one for one in placing.sum.rounds if one.kind is ResultKind.SIT_OUT and one.round not in elsewhere]
    return _with_points(told, out, _sits_out()) if out else _SELF


def _with_points(told: Told, had: Sequence[Counted], word: str) -> str:
    """The word, and before it what was given for it."""
    return " ".join([*(_written_points(told, one) for one in had if one.worth.points), word])


def _written_points(told: Told, one: Counted) -> str:
    return written(points_written(told, one.worth.points), language())


def _legend_of_square(told: Told, empty: _Empty) -> list[str]:
    """What the signs mean, as far as they stand there."""
    kinds = {one.kind for placing in told.placings for one in placing.sum.rounds}
    sat = ResultKind.SIT_OUT in kinds
    marked = kinds - {ResultKind.PLAYED, ResultKind.SIT_OUT, ResultKind.MISSED}
    return [
        _("The points of each row against the one whose number stands above."),
        *(
            [_("* not played in the ordinary way: a walkover, a game given up or broken off, a ruling.")]
            if marked
            else []
        ),
        *([_("Where a row meets itself stands what sitting out has brought.")] if sat else []),
        *([_signs_told()] if empty else []),
        *late_told(told),
        *struck_told(told),
    ]


# Round by round.


def _by_rounds(told: Told) -> Cross:
    """Of each round: the number of the opponent, and how it went."""
    rounds = [played.round.number for played in told.story.rounds]
    sat = _opponents_of(told)
    columns = (
        *_first_columns(told),
        *(round_column(number) for number in rounds),
        Column(_("Points"), Kind.NUMBER),
    )
    rows = []
    for placing in told.placings:
        number = placing.sum.entry
        had = {one.round: one for one in placing.sum.rounds}
        cells = (_cell_of_round(had.get(one), sat.get((one, number))) for one in rounds)
        rows.append(
            Row((_named(told, number), placing.place, *cells, points_written(told, placing.sum.points)))
        )
    numbers = [placing.sum.entry for placing in told.placings]
    made = [str(cell) for row in rows for cell in row.values[2:-1]]
    legend = [*_legend_of_rounds(made), *late_told(told), *struck_told(told)]
    return Cross(Table(columns=columns, rows=tuple(rows)), legend, numbers)


def _opponents_of(told: Told) -> dict[tuple[int, int], tuple[int, ...]]:
    """Whom each entry met in each round; nobody where it sat out."""
    return {
        (played.round.number, entry): _others_at(met, at)
        for played in told.story.rounds
        for met in played.met
        for at, side in enumerate(met.sides)
        for entry in side
    }


def _others_at(met: Met, at: int) -> tuple[int, ...]:
    return tuple(entry for other, side in enumerate(met.sides) if other != at for entry in side)


def _cell_of_round(had: Counted | None, others: tuple[int, ...] | None) -> str:
    if others is None and had is None:
        return ""
    if had is not None and had.kind is ResultKind.MISSED:
        return not_there_yet()
    # Of a walkover against one that has left, the round has nobody else.
    met = others or (() if had is None else had.opponents)
    if not met:
        return _sits_out()
    numbers = _TOGETHER.join(map(str, met))
    if had is None:
        return numbers
    if had.kind is ResultKind.SIT_OUT:
        # The one that it has met is struck out.
        return _sits_out()
    star = "" if had.was_played else _OTHERWISE
    return f"{_SIGNS[had.worth.outcome]}{numbers}{star}"


def _sits_out() -> str:
    return pgettext("cross table", "out")


def _legend_of_rounds(cells: Sequence[str]) -> list[str]:
    """What the signs mean, those of few tables as far as they stand there."""
    several = any(_TOGETHER in cell for cell in cells)
    waiting = any(cell[:1].isdecimal() and not cell.endswith(_OTHERWISE) for cell in cells)
    return [
        _("+ won, − lost, = drawn against the one of this number; * not played in the ordinary way."),
        *([_several_told()] if several else []),
        *([_("A number without a sign: no deal of this game counts yet.")] if waiting else []),
        _signs_told(),
    ]


def _several_told() -> str:
    return _(
        "2/5: these were met together at one table; + ahead of them all, = level with the best of them, "
        "− behind."
    )


def _signs_told() -> str:
    return _("“%(out)s” sat out, “%(late)s” had not come yet.") % {
        "out": _sits_out(),
        "late": not_there_yet(),
    }
