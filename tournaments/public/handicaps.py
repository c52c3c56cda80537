"""Handicaps as pages, papers and files show them: beside the totals that were played, and why.

Nobody's rating is told of who does not show it now. What a side begins with stands as the result does.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from clubs.models import Player
from clubs.people.rating_consent import SHOWS_RATING
from clubs.reports.numbers import format_value
from clubs.reports.report import Column, ColumnKind, Reader, ReportTable, Row
from clubs.reports.tables import Values
from clubs.web.tables import number_columns, text_columns
from scoring.models import Seat
from tournaments.core.ratings.handicap import STEP, Handicap, HandicapTerms
from tournaments.core.ratings.rating import MEAN
from tournaments.core.results import COUNT_AS_PLAYED
from tournaments.models import Pairing
from tournaments.play.event_record import RoundRecord
from tournaments.play.handicaps import RoundHandicaps, handicaps_of_round, handicaps_of_rounds
from tournaments.play.played_pairings import PlayedPairing
from tournaments.public.charge_notes import value_with_sign
from tournaments.public.event_view import EventView
from tournaments.public.standings import current_language, round_number_column, side_heading

# Beside a result.


def handicap_note(meeting: PlayedPairing, index: int, total: int | None) -> str:
    """Say with how many points a side begins, and its total with them once it counts; mostly nothing."""
    points = meeting.handicap[index] if meeting.handicap else 0
    if not points:
        return ""
    words = {"points": signed_points(points)}
    if total is None:
        return _("handicap %(points)s") % words
    return _("%(total)s with the handicap of %(points)s") % {**words, "total": _figure(total + points)}


def signed_points(points: int) -> str:
    return value_with_sign(points, points)


def _figure(number: int) -> str:
    return format_value(number, current_language())


def handicap_sentences(pairing: Pairing, names: Sequence[str], totals: Sequence[int] = ()) -> list[str]:
    """Say with how many points the sides of a game begin, and what its totals come to with them."""
    given, sides = handicaps_of_round(pairing.round), _sides_of(pairing)
    points = () if given is None else given.points_of_sides(sides)
    if not any(points) or pairing.kind not in COUNT_AS_PLAYED or len(points) != len(names):
        return []
    begin = [
        _("%(side)s begins with a handicap of %(points)s.") % {"side": name, "points": _figure(one)}
        for name, one in zip(names, points, strict=True)
        if one
    ]
    if not totals:
        return [*begin, _("It is added to the result of the game, which is played as always.")]
    made = [f"{name} {_figure(total + one)}" for name, total, one in zip(names, totals, points, strict=True)]
    return [*begin, _("With that the game counts: %(result)s.") % {"result": ", ".join(made)}]


def _sides_of(pairing: Pairing) -> list[list[int]]:
    """Load the numbers of the entries, side by side."""
    sides: dict[int, list[int]] = {}
    for side, number in pairing.entered.order_by("side", "position").values_list("side", "entry__number"):
        sides.setdefault(side, []).append(number)
    return [sides[side] for side in sorted(sides)]


# Why.


@dataclass(frozen=True, slots=True)
class ShownHandicap:
    """What a side begins with; its rating, that of its players together, where everybody shows it."""

    name: str
    handicap: Handicap
    rating: int | None
    players: int


@dataclass(frozen=True, slots=True)
class TableHandicaps:
    """The handicaps at a table; no sides where none are given."""

    round: int
    table: int
    sides: Sequence[ShownHandicap]
    terms: HandicapTerms
    # A rating there was entered by hand.
    by_hand: bool = False

    @property
    def sentences(self) -> list[str]:
        """Say for each side that begins with points how that has come about."""
        if not self.sides:
            return [_("Nobody begins with points: the rating of somebody there is not shown.")]
        found = [self._sentence(side) for side in self.sides if side.handicap.points]
        if not found:
            return [_("Nobody begins with points: the sides are equally strong, or nearly.")]
        return [*found, *self._remarks()]

    def _remarks(self) -> Iterator[str]:
        given = [side.handicap for side in self.sides if side.rating is not None]
        if any(one.points and one.shared % STEP and not one.is_bounded(self.terms) for one in given):
            yield _("That is rounded to the nearest %(step)s.") % {"step": STEP}
        if any(side.handicap.is_bounded(self.terms) for side in self.sides):
            yield _("More than %(most)s is not given.") % {"most": _figure(self.terms.most)}
        if self.by_hand:
            yield _("A rating there was entered by hand.")

    def _sentence(self, side: ShownHandicap) -> str:
        strongest = max((other.rating or 0) for other in self.sides)
        words = {
            "side": side.name,
            "points": _figure(side.handicap.points),
            "rating": _figure(side.rating or 0),
            "strongest": _figure(strongest),
            "behind": _figure(side.handicap.behind),
            "expected": _figure(side.handicap.expected),
            "percent": self.terms.percent,
            "share": _figure(side.handicap.shared),
        }
        if side.rating is None:
            return _("%(side)s: %(points)s points, by the ratings at that time.") % words
        if side.players > 1:
            return (
                _(
                    "%(side)s: %(points)s points. Ratings together %(rating)s against %(strongest)s, "
                    "%(behind)s lower: expected to lose by %(expected)s points; %(percent)s per cent of "
                    "that is %(share)s."
                )
                % words
            )
        return (
            _(
                "%(side)s: %(points)s points. Rating %(rating)s against %(strongest)s, %(behind)s lower: "
                "expected to lose by %(expected)s points; %(percent)s per cent of that is %(share)s."
            )
            % words
        )


def table_handicaps(view: EventView, rounds: Sequence[RoundRecord]) -> list[TableHandicaps]:
    """Return the handicaps of rounds, table by table; none where the event gives none."""
    given = handicaps_of_rounds(view.event, [played.round for played in rounds])
    hidden = _games_with_hidden_ratings(rounds) if given else ()
    return [
        _of_table(view, played.round.number, meeting, given[played.round.pk], hidden)
        for played in rounds
        if played.round.pk in given
        for meeting in played.pairings
        if meeting.table is not None
    ]


def _games_with_hidden_ratings(rounds: Sequence[RoundRecord]) -> Collection[int]:
    """Return the games at which somebody has sat who does not show a rating now."""
    in_rounds = Seat.objects.filter(side__game__pairing__round__in=[played.round.pk for played in rounds])
    seats = in_rounds.exclude(player__in=Player.objects.filter(SHOWS_RATING))
    return frozenset(seats.order_by().values_list("side__game", flat=True))


def _of_table(
    view: EventView, number: int, meeting: PlayedPairing, given: RoundHandicaps, hidden: Collection[int]
) -> TableHandicaps:
    is_shown = meeting.game_id not in hidden
    by_hand = any(entry in given.by_hand for side in meeting.sides for entry in side)
    sides = [
        ShownHandicap(
            " – ".join(view.entries[entry].name for entry in side),
            handicap,
            # What was entered by hand is nobody's rating, and what is shown may be told.
            _rating_of(view, given, side) if is_shown or given.by_hand.issuperset(side) else None,
            view.agreement.players * len(side),
        )
        for side, handicap in zip(meeting.sides, given.of_sides(meeting.sides), strict=False)
    ]
    if any(side.rating is None for side in sides):
        sides = [replace(side, rating=None) for side in sides]
    return TableHandicaps(number, meeting.table or 0, sides, given.terms, by_hand and bool(sides))


def _rating_of(view: EventView, given: RoundHandicaps, side: Sequence[int]) -> int:
    """Return the ratings of a side's players together."""
    return given.rating_of(side) + MEAN * view.agreement.players * len(side)


# In files.


def handicaps_table(view: EventView, rounds: Sequence[RoundRecord]) -> ReportTable | None:
    """The handicaps of rounds, a row for each side of each table; None where the event gives none."""
    if not view.agreement.handicap:
        return None
    return ReportTable(
        columns=(
            round_number_column(),
            *number_columns(table=_("Table")),
            *text_columns(side=side_heading(view)),
            *number_columns(rating=_("Rating"), behind=_("Rating lower by")),
            *number_columns(expected=_("Expected to lose by"), share=_("Share"), handicap=_("Handicap")),
            Column("", ColumnKind.NUMBER, key="percent", reader=Reader.PROGRAMS),
        ),
        rows=tuple(map(Row, _lines(view, rounds))),
        caption=_("Handicaps"),
        key="handicaps",
    )


def _lines(view: EventView, rounds: Sequence[RoundRecord]) -> Iterator[Values]:
    for table in table_handicaps(view, rounds):
        for side in table.sides:
            told = (
                (None, None, None, None)
                if side.rating is None
                else (side.rating, side.handicap.behind, side.handicap.expected, side.handicap.shared)
            )
            yield (
                *(table.round, table.table, side.name),
                *(*told, side.handicap.points, table.terms.percent),
            )
