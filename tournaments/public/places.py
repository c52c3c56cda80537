"""The places of entries round by round, as a table and for a plot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.utils.translation import pgettext

from clubs.reports.report import Column, ColumnKind, ReportTable, Row
from tournaments.models import Round
from tournaments.public.event_view import EventView, PlaceHistory
from tournaments.public.standings import entry_heading, first_round_of, late_label

# How many entries the plot shows.
_MAX_PLOTTED: Final = 6


def round_column(number: int) -> Column:
    return Column(
        pgettext("heading", "Round %(number)s") % {"number": number},
        ColumnKind.NUMBER,
        short=str(number),
        key=f"round_{number}",
    )


def places_so_far(view: EventView) -> PlaceHistory:
    """The places after each closed round, and the current ones of a round that is being played."""
    counting = [
        played.round.number
        for played in view.record.rounds
        if played.round.state != Round.State.CLOSED and any(meeting.has_result for meeting in played.pairings)
    ]
    if not counting:
        return view.history
    now = {placing.totals.entry: placing.place for placing in view.placings}
    return {**view.history, counting[-1]: now}


def entries_to_plot(view: EventView, requested: Sequence[int] = ()) -> list[int]:
    """The requested entries, and the first of the standings as far as there is room."""
    first = [placing.totals.entry for placing in view.placings if placing.totals.entry not in requested]
    return [*requested, *first][:_MAX_PLOTTED]


def places_table(view: EventView, places: PlaceHistory, entries: Sequence[int]) -> ReportTable:
    """The places of these entries round by round: the figures of the plot."""
    rounds = sorted(places.items())
    return ReportTable(
        columns=(
            Column(entry_heading(view), key="name"),
            *(round_column(number) for number, _placed in rounds),
        ),
        rows=tuple(
            [
                Row(
                    (
                        view.entries[entry].name,
                        *[
                            placed[entry] if entry in placed else _without_place(view, number, entry)
                            for number, placed in rounds
                        ],
                    ),
                    address=view.entry_address(entry),
                )
                for entry in entries
            ]
        ),
        key="places",
    )


def _without_place(view: EventView, number: int, entry: int) -> str | None:
    """That the entry had not come by this round; None where it is struck out."""
    return late_label() if first_round_of(view, entry) > number else None
