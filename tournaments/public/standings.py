"""The standings of an event as a report, with their notes, and the places round by round as a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Self

from django.utils.formats import date_format
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from clubs.reports.numbers import format_value
from clubs.reports.report import Column, ColumnKind, Fact, Report, ReportTable, Row, Value
from tournaments.agreement.agreement import EventAgreement
from tournaments.core.criterion import EntryTotals, ShownTotal
from tournaments.core.results import ResultKind
from tournaments.core.standings import Placing
from tournaments.core.worth import Worth
from tournaments.models import Entry, EventAdjustment, Round, Tournament
from tournaments.public.event_view import EventView, PlaceHistory
from tournaments.wording.labels import CRITERION_LABELS

_UP, _DOWN, _LEVEL = "\N{UPWARDS ARROW}", "\N{DOWNWARDS ARROW}", "\N{EN DASH}"
# How many entries the plot shows.
_MAX_PLOTTED = 6


def standings_report(view: EventView) -> Report:
    """The standings: place, entry, games, points, difference, and what decided the place."""
    moved, words = _places_gained(view), _PlacingWords.in_language()
    by_own_points = ranks_by_own_points(view)
    return Report(
        title=view.event.name,
        subtitle=standings_title(view),
        facts=event_facts(view),
        tables=(
            ReportTable(
                columns=_standings_columns(view, moves=bool(moved)),
                rows=tuple(
                    _standings_row(view, placing, moved, words, by_own_points=by_own_points)
                    for placing in view.placings
                ),
            ),
        ),
        notes=_standings_notes(view),
        language=current_language(),
    )


def standings_title(view: EventView) -> str:
    """“Standings”, or “Final standings” once they are official."""
    official = view.event.state == Tournament.State.OFFICIAL
    return _("Final standings") if official else _("Standings")


def event_facts(view: EventView) -> tuple[Fact, ...]:
    return (
        Fact(_("Club"), view.event.club.name),
        Fact(_("Date"), date_format(view.event.date, "DATE_FORMAT")),
    )


def _standings_columns(view: EventView, *, moves: bool) -> tuple[Column, ...]:
    return (
        Column(pgettext("rank", "Place"), ColumnKind.NUMBER),
        *((Column(_("Moved"), ColumnKind.NUMBER, short="↕"),) if moves else ()),
        Column(entry_heading(view)),
        Column(_("Won, drawn, lost"), short=_("W–D–L"), minor=True),
        Column(_("Points"), ColumnKind.NUMBER),
        tie_break_column(view),
        Column(_("Decided by"), minor=True),
    )


def tie_break_column(view: EventView) -> Column:
    """The column after the points: own points or difference, whichever is asked first."""
    if ranks_by_own_points(view):
        return Column(_("Own points"), ColumnKind.NUMBER)
    return Column(_("Difference"), ColumnKind.NUMBER, short="+/−")


def ranks_by_own_points(view: EventView) -> bool:
    shown = (criterion.shows for criterion in view.agreement.criteria() if criterion.shows is not None)
    return next(shown, ShownTotal.DIFFERENCE) is ShownTotal.OWN_POINTS


def entry_heading(view: EventView) -> str:
    """The heading of a column of entries: players or pairs."""
    return _("Player") if view.agreement.players == 1 else _("Pair")


def numbered_side_heading(view: EventView, number: int) -> str:
    """The heading of the column of one side; partners who were drawn are no entry, only a side."""
    if view.agreement.draws_partners:
        return _("Side %(number)s") % {"number": number}
    return f"{entry_heading(view)} {number}"


def side_heading(view: EventView) -> str:
    """The heading where each side has a row of its own."""
    return _("Side") if view.agreement.draws_partners else entry_heading(view)


@dataclass(frozen=True, slots=True)
class _PlacingWords:
    """What may stand beside a place, in the language of the page: looked up once for all rows."""

    criteria: Mapping[str, str]
    shared: str
    late: str
    substituted: str

    @classmethod
    def in_language(cls) -> Self:
        return cls(
            {code: str(label) for code, label in CRITERION_LABELS.items()},
            _("shared"),
            _("came late"),
            _("less for a substitute"),
        )


def _standings_row(
    view: EventView,
    placing: Placing,
    moved: Mapping[int, int],
    words: _PlacingWords,
    *,
    by_own_points: bool,
) -> Row:
    total = placing.totals
    return Row(
        (
            placing.place,
            *((_arrow(moved.get(total.entry)),) if moved else ()),
            view.entries[total.entry].name,
            _balance(total),
            scheme_points(view, total.points),
            total.own if by_own_points else total.difference,
            _decided_by(placing, words),
        )
    )


def _balance(total: EntryTotals) -> str:
    return f"{total.wins}–{total.draws}–{total.losses}"


def _decided_by(placing: Placing, words: _PlacingWords) -> str:
    """The criterion that set a place apart from the next, and what else explains it."""
    criterion = words.criteria[placing.decided_by] if placing.decided_by else ""
    reason = words.shared if placing.shared else criterion
    late = words.late if _came_late(placing) else ""
    less = words.substituted if any(_worth_without_substitute(placing)) else ""
    return ", ".join(filter(None, (reason, late, less)))


def _came_late(placing: Placing) -> bool:
    return ResultKind.MISSED in [counted.kind for counted in placing.totals.rounds]


def _worth_without_substitute(placing: Placing) -> list[Worth | None]:
    return [counted.full_worth for counted in placing.totals.rounds]


def current_language() -> str:
    return get_language() or "en"


# Points.


def scheme_points(view: EventView, points: int) -> Value:
    """Points of the event's scheme: a whole number, or a decimal where the scheme counts in hundredths."""
    return points_by_agreement(view.agreement, points)


def points_by_agreement(agreement: EventAgreement, points: int) -> Value:
    return _decimal(points) if agreement.scheme.in_hundredths else points


def _decimal(points: int) -> Decimal:
    """Hundredths as a number with two decimals."""
    return Decimal(points).scaleb(-2)


# Changes since the last round.


def _places_gained(view: EventView) -> dict[int, int]:
    """How many places each entry has gone up since the round before; empty where there is no such round."""
    before = _previous_places(view)
    if before is None:
        return {}
    return {
        placing.totals.entry: before[placing.totals.entry] - placing.place
        for placing in view.placings
        if placing.totals.entry in before
    }


def _previous_places(view: EventView) -> Mapping[int, int] | None:
    """The places before the last public round."""
    if view.last is None:
        return None
    earlier = [number for number in view.history if number < view.last.number]
    return view.history[max(earlier)] if earlier else None


def _arrow(up: int | None) -> str:
    """An arrow with the number of places; empty for an entry that has just come."""
    if up is None:
        return ""
    if not up:
        return _LEVEL
    return f"{_UP if up > 0 else _DOWN}{abs(up)}"


# Notes under the standings.


def _standings_notes(view: EventView) -> tuple[str, ...]:
    return (
        *late_entry_notes(view),
        *_charge_notes(view),
        *_substitute_notes(view),
        *struck_out_notes(view),
        *_withdrawn_notes(view),
    )


def late_entry_notes(view: EventView) -> list[str]:
    """A sentence for each late entry: what the rounds count that it has missed."""
    return [
        _late_sentence(view.agreement)
        % {
            "pair": view.entries[placing.totals.entry].name,
            "round": first_round_of(view, placing.totals.entry),
        }
        for placing in view.placings
        if _came_late(placing)
    ]


def _late_sentence(agreement: EventAgreement) -> str:
    if agreement.missed_as_sit_out:
        return _("%(pair)s came in round %(round)s: the rounds before count as sit-outs.")
    return _("%(pair)s came in round %(round)s: the rounds before are lost, without a difference.")


def first_round_of(view: EventView, entry: int) -> int:
    """The first round of an entry."""
    return view.record.entries[entry].from_round


def late_label() -> str:
    """The word for a round before an entry came."""
    return pgettext("cross table", "late")


def _charge_notes(view: EventView) -> list[str]:
    """Penalties and awards in the standings, which no game shows."""
    return [
        _CHARGE_NOTE_BY_UNIT[unit](view, number, amount)
        for number in view.entries
        for unit in _CHARGE_NOTE_BY_UNIT
        if (amount := view.charges[number, unit])
    ]


def _points_charge_note(view: EventView, number: int, amount: int) -> str:
    return _("%(pair)s: %(points)s in points by ruling.") % {
        "pair": view.entries[number].name,
        "points": value_with_sign(scheme_points(view, amount), amount),
    }


def _difference_charge_note(view: EventView, number: int, amount: int) -> str:
    return _("%(pair)s: %(points)s in difference by ruling.") % {
        "pair": view.entries[number].name,
        "points": value_with_sign(amount, amount),
    }


_CHARGE_NOTE_BY_UNIT = {
    EventAdjustment.Unit.POINTS.value: _points_charge_note,
    EventAdjustment.Unit.DIFFERENCE.value: _difference_charge_note,
}


def value_with_sign(value: Value, amount: int) -> str:
    return f"{'+' if amount > 0 else ''}{format_value(value, current_language())}"


def _substitute_notes(view: EventView) -> list[str]:
    """What a result with a substitute counts, and what it would count without."""
    return [
        _(
            "%(pair)s had a substitute in round %(round)s. What counts of it: points %(points)s instead "
            "of %(full)s, difference %(difference)s instead of %(was)s."
        )
        % {
            "pair": view.entries[placing.totals.entry].name,
            "round": counted.round,
            "points": format_value(scheme_points(view, counted.worth.points), current_language()),
            "difference": format_value(counted.worth.difference, current_language()),
            "full": format_value(scheme_points(view, counted.full_worth.points), current_language()),
            "was": format_value(counted.full_worth.difference, current_language()),
        }
        for placing in view.placings
        for counted in placing.totals.rounds
        if counted.full_worth is not None
    ]


def struck_out_notes(view: EventView) -> list[str]:
    return [
        _(
            "%(pair)s has withdrawn with under half of the games played: all its results are struck out. "
            "Whoever has met it, or was still to meet it, sits out that round."
        )
        % {"pair": view.entries[number].name}
        for number in sorted(unplaced_entries(view))
    ]


def unplaced_entries(view: EventView) -> frozenset[int]:
    """The entries whose results are struck out."""
    return frozenset(view.record.entries) - {placing.totals.entry for placing in view.placings}


def _withdrawn_notes(view: EventView) -> list[str]:
    struck = unplaced_entries(view)
    return [
        _("%(pair)s has withdrawn.") % {"pair": view.entries[number].name}
        for number, entry in view.record.entries.items()
        if entry.state == Entry.State.WITHDRAWN and number not in struck
    ]


# Places round by round.


def places_so_far(view: EventView) -> PlaceHistory:
    """The places after each closed round, and the current ones of a round that is being played."""
    if view.last is None or view.last.state == Round.State.CLOSED or not _last_round_counts(view):
        return view.history
    now = {placing.totals.entry: placing.place for placing in view.placings}
    return {**view.history, view.last.number: now}


def _last_round_counts(view: EventView) -> bool:
    return any(meeting.has_result for meeting in view.record.rounds[-1].pairings)


def entries_to_plot(view: EventView, requested: Sequence[int] = ()) -> list[int]:
    """The requested entries, and the first of the standings as far as there is room."""
    first = [placing.totals.entry for placing in view.placings if placing.totals.entry not in requested]
    return [*requested, *first][:_MAX_PLOTTED]


def places_table(view: EventView, places: PlaceHistory, entries: Sequence[int]) -> ReportTable:
    """The places of these entries round by round: the figures of the plot."""
    rounds = sorted(places)
    return ReportTable(
        columns=(
            Column(entry_heading(view)),
            *map(round_column, rounds),
        ),
        rows=tuple(
            Row(
                (
                    view.entries[entry].name,
                    *(_place_after_round(view, places, number, entry) for number in rounds),
                )
            )
            for entry in entries
        ),
    )


def round_column(number: int) -> Column:
    return Column(
        pgettext("heading", "Round %(number)s") % {"number": number}, ColumnKind.NUMBER, short=str(number)
    )


def round_number_column() -> Column:
    """A column of round numbers; its short heading is for languages with a long word."""
    return Column(_("Round"), ColumnKind.NUMBER, short=pgettext("heading", "Round"))


def _place_after_round(view: EventView, places: PlaceHistory, number: int, entry: int) -> Value:
    """The place after a round, or that the entry had not come; None where it is struck out."""
    place = places[number].get(entry)
    return late_label() if place is None and first_round_of(view, entry) > number else place
