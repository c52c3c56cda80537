"""The prize list as plain text for a mail or a newspaper, with the names that may be published."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from django.http import HttpResponse
from django.utils.translation import gettext as _

from clubs.people.names import public_name
from clubs.reports import plain
from clubs.reports.tables import ExportReport
from clubs.web.exports import with_state
from tournaments.models import Tournament
from tournaments.public.event_view import EventView, load_event_view
from tournaments.public.in_brief import places_in_brief
from tournaments.public.tables import standings_tables

# The code of the paper.
PRIZE_LIST: Final = "prizes"


def prize_text(event: Tournament, limit: int | None) -> HttpResponse | None:
    """The first places with all who share the last of them; None before a game counts."""
    view = load_event_view(event, public_name, games_of=())
    if not view.counts:
        return None
    text = plain.plain_text(with_state(_prizes(view, limit), event.book))
    return HttpResponse(text, content_type=plain.PLAIN_MEDIA_TYPE)


def _prizes(view: EventView, limit: int | None) -> ExportReport:
    first = [placing for placing in view.placings if limit is None or placing.place <= limit]
    report = standings_tables(view)
    # Those outside the competition come after all who have a place.
    tables = (replace(table, rows=table.rows[: len(first)]) for table in report.tables)
    return replace(
        report,
        subtitle=_("Prize list"),
        tables=tuple(replace(table, caption="") for table in tables),
        brief=places_in_brief(view, first),
    )
