"""The standings at the director's desk: with full names, also while the public page hides them."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render

from clubs.people.names import full_name
from clubs.reports.tables import ExportReport
from clubs.web import exports
from clubs.web.decorators import page, signed_in_user
from tournaments.access import event_for_director
from tournaments.play.hidden_names import load_hidden_names
from tournaments.public import result_notes, tables
from tournaments.public.event_view import EventView, load_event_view
from tournaments.public.standings_report import standings_report


@page
def standings(request: HttpRequest, pk: int) -> HttpResponseBase:
    event = event_for_director(request, pk)
    view = load_event_view(event, full_name, games_of=())
    response = exports.export_response(request, lambda: _standings_file(view), lambda: event.book)
    if response is not None:
        return response
    context = {
        "event": event,
        "hidden": view.hidden,
        "counted": view.counts,
        "report": standings_report(view),
        "hidden_names": load_hidden_names(event, signed_in_user(request)),
        "so_far": list(result_notes.going_on_notes(view)),
        "asks_what_if": view.source.knows_games,
    }
    return render(request, "tournaments/desk/standings.html", context)


def _standings_file(view: EventView) -> ExportReport | None:
    return tables.standings_tables(view) if view.counts else None
