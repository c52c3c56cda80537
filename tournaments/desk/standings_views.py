"""The standings at the director's desk: by full names, and also while the public page keeps them back."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubs.people.names import full_name
from clubs.reports.tables import Tables
from clubs.web import exports
from tournaments.access import led_event
from tournaments.public import standings as public_standings
from tournaments.public import tables
from tournaments.public.event_view import Told, event_told, history_of


@login_required
@require_safe
def standings(request: HttpRequest, pk: int) -> HttpResponseBase:
    led = led_event(request, pk)
    told = event_told(led, full_name)
    if (taken := exports.asked(request, lambda: _standings_file(told))) is not None:
        return taken
    context = {
        "event": led,
        "hidden": told.hidden,
        "counted": told.counts,
        "report": public_standings.standings(told, history_of(led)),
    }
    return render(request, "tournaments/desk/standings.html", context)


def _standings_file(told: Told) -> Tables | None:
    return tables.standings(told, history_of(told.event)) if told.counts else None
