"""The standings of an event as a report, with their notes, and the words that other pages share with them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Self

from django.utils.formats import date_format
from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _

from clubs.reports.numbers import format_value
from clubs.reports.report import Column, ColumnKind, Fact, Note, Reader, Report, ReportTable, Row
from tournaments.agreement.agreement import EventAgreement
from tournaments.core.criterion import Criterion, EntryTotals, ShownTotal
from tournaments.core.results import MissedValue, RoundScore, Substitutes
from tournaments.core.standings import Placing
from tournaments.core.worth import Worth
from tournaments.models import Entry, Tournament
from tournaments.public.charge_notes import charge_notes
from tournaments.public.deciders import decided_among_all
from tournaments.public.event_view import EventView
from tournaments.public.games_of_entries import games_in_signs, games_in_words, sign_notes
from tournaments.public.moves import arrow, places_gained
from tournaments.public.tie_break_figures import figure_column, figure_value
from tournaments.wording.labels import CRITERION_LABELS


def played_report(view: EventView, *, on_paper: bool = False) -> Report:
    """The standings of what is played here: place, entry, games, points, difference, what decided the place.

    On paper the column of games has signs instead of words.
    """
    rows = _StandingsRows.of(view, on_paper=on_paper)
    return Report(
        title=view.event.title,
        subtitle=standings_title(view),
        facts=event_facts(view),
        tables=(
            ReportTable(
                columns=_standings_columns(view, moves=bool(rows.moved)),
                rows=tuple([rows.row(placing) for placing in view.everybody]),
                key="standings",
            ),
        ),
        notes=(*(sign_notes(view.everybody) if on_paper else ()), *_standings_notes(view)),
        language=current_language(),
    )


def standings_title(view: EventView) -> str:
    """“Standings”, or “Final standings” once they are official."""
    official = view.event.state == Tournament.State.OFFICIAL
    return _("Final standings") if official else _("Standings")


def event_facts(view: EventView) -> tuple[Fact, ...]:
    return (
        Fact(_("Club"), view.event.club.name, key="club"),
        Fact(_("Date"), date_format(view.event.date, "DATE_FORMAT"), key="date", exact=view.event.date),
    )


def _standings_columns(view: EventView, *, moves: bool) -> tuple[Column, ...]:
    return (
        Column(pgettext("rank", "Place"), ColumnKind.NUMBER, key="place"),
        *(
            (Column(_("Moved"), ColumnKind.NUMBER, short="↕", key="arrow", reader=Reader.PEOPLE),)
            if moves
            else ()
        ),
        Column(entry_heading(view), key="name"),
        Column(_("Won, drawn, lost"), short=_("W–D–L"), minor=True, key="games", reader=Reader.PEOPLE),
        Column(_("Points"), ColumnKind.NUMBER, key="points"),
        tie_break_column(view),
        *(figure_column(criterion) for criterion in shown_figures(view)),
        Column(_("Decided by"), minor=True, by_sign=True, key="decided_by"),
    )


def shown_figures(view: EventView) -> list[Criterion]:
    """The criteria that have compared entries by a number that no other column has."""
    shown = ShownTotal.OWN_POINTS if ranks_by_own_points(view) else ShownTotal.DIFFERENCE
    compared = {code for placing in view.everybody for code in placing.figures}
    return [
        criterion
        for criterion in view.agreement.criteria()
        if criterion.code in compared and criterion.shows is not shown
    ]


def tie_break_column(view: EventView) -> Column:
    """The column after the points: own points or difference, whichever is asked first."""
    if ranks_by_own_points(view):
        return Column(_("Own points"), ColumnKind.NUMBER, key="own_points")
    return Column(_("Difference"), ColumnKind.NUMBER, short="+/−", key="difference")


def ranks_by_own_points(view: EventView) -> bool:
    shown = (criterion.shows for criterion in view.agreement.criteria() if criterion.shows is not None)
    return next(shown, ShownTotal.DIFFERENCE) is ShownTotal.OWN_POINTS


def entry_heading(view: EventView) -> str:
    """The heading of a column of entries: players or pairs."""
    return _("Player") if view.agreement.players == 1 else _("Pair")


def entry_label(view: EventView, number: int) -> str:
    """An entry by its number: “Pair 3”."""
    return f"{entry_heading(view)} {number}"


def numbered_side_heading(view: EventView, number: int) -> str:
    """The heading of the column of one side; partners who were drawn are no entry, only a side."""
    side = _("Side %(number)s") % {"number": number}
    return side if view.agreement.draws_partners else entry_label(view, number)


def side_heading(view: EventView) -> str:
    """The heading where each side has a row of its own."""
    return _("Side") if view.agreement.draws_partners else entry_heading(view)


@dataclass(frozen=True, slots=True)
class _StandingsRows:
    """Builds the rows of the standings; what they have in common is looked up once for all of them."""

    view: EventView
    agreement: EventAgreement
    # How many places each entry has gone up; empty where nothing is said of it.
    moved: Mapping[int, int]
    by_own_points: bool
    # The criteria with a column for what they have compared.
    figures: Sequence[Criterion]
    # What may stand beside a place, in the language of the page.
    criteria: Mapping[str, str]
    shared: str
    # What else is to be said of an entry, of which there are few.
    remarks: Mapping[int, Sequence[str]]
    # How the games won, drawn and lost are written.
    games: Callable[[EntryTotals], str]

    @classmethod
    def of(cls, view: EventView, *, on_paper: bool) -> Self:
        return cls(
            view,
            view.agreement,
            places_gained(view),
            ranks_by_own_points(view),
            shown_figures(view),
            {"": "", **CRITERION_LABELS},
            _("shared"),
            _remarks(view),
            games_in_signs if on_paper else games_in_words,
        )

    def row(self, placing: Placing) -> Row:
        total = placing.totals
        return Row(
            (
                placing.place or None,
                *((arrow(self.moved.get(total.entry)),) if self.moved else ()),
                self.view.entries[total.entry].name,
                self.games(total),
                points_by_agreement(self.agreement, total.points),
                total.own if self.by_own_points else total.difference,
                *(figure_value(self.agreement, criterion, placing) for criterion in self.figures),
                self._decided_by(placing),
            ),
            address=self.view.entry_address(total.entry),
        )

    def _decided_by(self, placing: Placing) -> str:
        """The criterion that set a place apart from the next, and what else explains it."""
        reason = self.shared if placing.shared else self.criteria.get(placing.decided_by, "")
        remarks = self.remarks.get(placing.totals.entry)
        return ", ".join(filter(None, (reason, *remarks))) if remarks else reason


def _remarks(view: EventView) -> dict[int, list[str]]:
    """What explains the points of an entry besides its games."""
    remarks = {number: [outside_label()] for number, entry in view.record.entries.items() if entry.outside}
    for entry in _late_entries(view):
        remarks.setdefault(entry, []).append(_("came late"))
    for entry, said in decided_among_all(view).items():
        remarks.setdefault(entry, []).append(said)
    for entry in {entry for entry, _counted, _full in _reduced_results(view)}:
        remarks.setdefault(entry, []).append(_("reduced because of a substitute"))
    return remarks


def outside_label() -> str:
    """That an entry has no place."""
    return _("outside the competition")


def _late_entries(view: EventView) -> list[int]:
    """The entries that have missed a round, in the order of their places."""
    if not view.record.rounds or view.agreement.bracket is not None:
        return []
    first = view.record.rounds[0].round.number
    late = {number for number, entry in view.record.entries.items() if entry.from_round > first}
    return [placing.totals.entry for placing in view.everybody if placing.totals.entry in late]


def _reduced_results(view: EventView) -> list[tuple[int, RoundScore, Worth]]:
    """The results that count less because of a substitute: entry, result, and what it would count without."""
    if view.agreement.substitutes is Substitutes.COUNT:
        return []
    return [
        (placing.totals.entry, counted, counted.full_worth)
        for placing in view.everybody
        for counted in placing.totals.rounds
        if counted.full_worth is not None
    ]


def current_language() -> str:
    return get_language() or "en"


# Points.


def scheme_points(view: EventView, points: int) -> int | Decimal:
    """Points of the event's scheme: a whole number, or a decimal where the scheme counts in hundredths."""
    return points_by_agreement(view.agreement, points)


def points_by_agreement(agreement: EventAgreement, points: int) -> int | Decimal:
    return agreement.scheme.shown(points)


def points_in_words(agreement: EventAgreement, points: int) -> str:
    """“1 point”, “4 points”."""
    shown = points_by_agreement(agreement, points)
    # A number with decimals is never one point.
    count = shown if isinstance(shown, int) else 0
    return ngettext("%(points)s point", "%(points)s points", count) % {
        "points": format_value(shown, current_language())
    }


# Notes under the standings.


def _standings_notes(view: EventView) -> tuple[str, ...]:
    return (
        *late_entry_notes(view),
        *charge_notes(view),
        *_substitute_notes(view),
        *struck_out_notes(view),
        *_missed_notes(view),
        *_withdrawn_notes(view),
    )


def late_entry_notes(view: EventView) -> list[str]:
    """A sentence for each late entry: what the rounds count that it has missed."""
    return [
        Note(
            _late_sentence(view.agreement)
            % {"pair": view.entries[entry].name, "round": first_round_of(view, entry)},
            "late",
        )
        for entry in _late_entries(view)
    ]


def _late_sentence(agreement: EventAgreement) -> str:
    if agreement.missed is MissedValue.LOST:
        return _(
            "%(pair)s joined in round %(round)s: the earlier rounds count as losses, without a difference."
        )
    if agreement.missed is MissedValue.SIT_OUT and agreement.missed_times is None:
        return _("%(pair)s joined in round %(round)s: the earlier rounds count as sit-outs.")
    return _("%(pair)s came in round %(round)s: the rounds before count as missed.")


def first_round_of(view: EventView, entry: int) -> int:
    """The first round of an entry."""
    return view.record.entries[entry].from_round


def late_label() -> str:
    """The word for a round before an entry came."""
    return pgettext("cross table", "late")


def _substitute_notes(view: EventView) -> list[str]:
    """What a result with a substitute counts, and what it would count without."""
    return [
        Note(
            _(
                "%(pair)s had a substitute in round %(round)s. Points counted: %(points)s "
                "instead of %(full)s; difference counted: %(difference)s instead of %(was)s."
            )
            % {
                "pair": view.entries[entry].name,
                "round": counted.round,
                "points": format_value(scheme_points(view, counted.worth.points), current_language()),
                "difference": format_value(counted.worth.difference, current_language()),
                "full": format_value(scheme_points(view, full.points), current_language()),
                "was": format_value(full.difference, current_language()),
            },
            "substitute",
        )
        for entry, counted, full in _reduced_results(view)
    ]


def struck_out_notes(view: EventView) -> list[str]:
    return [
        Note(
            _(
                "%(pair)s withdrew with fewer than half of the games played: all its results "
                "are struck out. Anyone who has met it, or was still to meet it, sits out that "
                "round."
            )
            % {"pair": view.entries[number].name},
            "struck_out",
        )
        for number in sorted(unplaced_entries(view))
    ]


def unplaced_entries(view: EventView) -> frozenset[int]:
    """The entries whose results are struck out."""
    return frozenset(view.record.entries) - {placing.totals.entry for placing in view.everybody}


def _missed_notes(view: EventView) -> list[str]:
    """A sentence for each entry that has missed rounds between others."""
    played = {played.round.number for played in view.record.rounds}
    missed = {
        number: sorted(played.intersection(entry.missed)) for number, entry in view.record.entries.items()
    }
    return [
        Note(
            ngettext(
                "%(pair)s missed round %(rounds)s.", "%(pair)s missed rounds %(rounds)s.", len(missed[entry])
            )
            % {"pair": view.entries[entry].name, "rounds": ", ".join(map(str, missed[entry]))},
            "missed",
        )
        for entry in missed
        if missed[entry]
    ]


def _withdrawn_notes(view: EventView) -> list[str]:
    struck = unplaced_entries(view)
    return [
        Note(_("%(pair)s has withdrawn.") % {"pair": view.entries[number].name}, "withdrawn")
        for number, entry in view.record.entries.items()
        if entry.state == Entry.State.WITHDRAWN and number not in struck
    ]


# Columns of rounds.


def round_number_column() -> Column:
    """A column of round numbers; its short heading is for languages with a long word."""
    return Column(_("Round"), ColumnKind.NUMBER, short=pgettext("heading", "Round"), key="round")
