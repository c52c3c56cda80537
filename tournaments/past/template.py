"""The list of past results to fill in with a spreadsheet program, and the headings by which it is read."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Self

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubs.models import Club
from clubs.reports.report import Column, ColumnKind, Report, ReportTable

# How many names an entry may have: a pair may have a third who took turns.
MAX_PLAYERS = 3


@dataclass(frozen=True, slots=True)
class PastHeadings:
    """The headings of the list in the language of the reader; the first of each stands in the template."""

    date: tuple[str, ...]
    event: tuple[str, ...]
    place: tuple[str, ...]
    # All names of an entry in one cell, or each in a column of its own.
    players: tuple[str, ...]
    player: tuple[tuple[str, ...], ...]
    points: tuple[str, ...]
    wins: tuple[str, ...]
    note: tuple[str, ...]

    @classmethod
    def of_reader(cls) -> Self:
        numbered = (_("Player %(number)s") % {"number": number} for number in range(1, MAX_PLAYERS + 1))
        return cls(
            date=(_("Date"),),
            event=(_("Event"), _("Name of the event"), _("Name")),
            place=(pgettext("rank", "Place"),),
            players=(_("Pair or player"), _("Pair"), _("Player"), _("Players")),
            player=tuple((name,) for name in numbered),
            points=(_("Points"), _("Total")),
            wins=(_("Games won"),),
            note=(_("Remark"),),
        )


def past_template(club: Club) -> Report:
    """Return the empty list."""
    headings = PastHeadings.of_reader()
    columns = [
        Column(getattr(headings, field.name)[0], _KINDS.get(field.name, ColumnKind.TEXT), key=field.name)
        for field in fields(headings)
        if field.name != "player"
    ]
    table = ReportTable(columns=tuple(columns), rows=(), key="past_results")
    return Report(title=club.name, subtitle=_("Past results"), tables=(table,))


_KINDS = dict.fromkeys(("place", "points", "wins"), ColumnKind.NUMBER)
