"""The pages of an event. They check who asks, call a verb or a query, and show a template."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubs.books import permissions
from scoring.wording import labels
from tournaments import running
from tournaments.access import done_or_told, event_worked_at, led_event
from tournaments.models import Entry, Tournament
from tournaments.papers.protocol_views import protocols_form
from tournaments.play import queries
from tournaments.play.seating import seats_of
from tournaments.running.standings import SHORTEST_MINUTES, complaints_end

# What the two buttons say that declare a result official.
_EARLY = {"0": False, "1": True}


@login_required
@require_safe
def desk(request: HttpRequest, pk: int) -> HttpResponse:
    """The director's page: what there is, and the one next step. Who works there otherwise has the board."""
    led, roles = event_worked_at(request, pk)
    if roles.isdisjoint(permissions.DIRECTORS):
        return redirect("tournaments:board", led.pk)
    drawn = queries.current_round(led)
    tables = list(queries.tables_of(drawn)) if drawn else []
    at_tables = [table for table in tables if table.pairing.game is not None]
    entries = list(queries.entries_of(led))
    return render(
        request,
        "tournaments/desk/desk.html",
        {
            "event": led,
            "ruleset": labels.ruleset_name(led.ruleset),
            "entries": entries,
            "missing": _missing(entries),
            "round": drawn,
            "tables": tables,
            "over": sum(not table.is_waited_for for table in at_tables),
            "playing": len(at_tables),
            "next_number": 1 if drawn is None else drawn.number + 1,
            "more": drawn is None or drawn.number < led.agreed.rounds,
            "rounds": led.agreed.rounds,
            "ledger": queries.ledger_of(led),
            "seed": secrets.token_hex(8),
            "history": queries.rounds_of(led),
            "protocols": protocols_form(),
            "seal": seats_of(drawn).seal if drawn else "",
            **_complaints(led),
        },
    )


def _complaints(event: Tournament) -> dict[str, object]:
    """Until when the results that are shown can be complained of: the day too where it is another one."""
    if event.shown_at is None:
        return {}
    until = complaints_end(event.shown_at, event.agreed.correction_minutes)
    other_day = timezone.localdate(until) != timezone.localdate(event.shown_at)
    return {
        "complaints_until": date_format(
            timezone.localtime(until), "SHORT_DATETIME_FORMAT" if other_day else "TIME_FORMAT"
        ),
        "complaints_over": timezone.now() >= until,
        "shortest": SHORTEST_MINUTES,
    }


def _missing(entries: Sequence[Entry]) -> int:
    """How many are not here; none where nobody is asked."""
    states = [entry.state for entry in entries]
    return states.count(Entry.State.ENTERED) if Entry.State.PRESENT in states else 0


@login_required
@require_POST
def show(request: HttpRequest, pk: int) -> HttpResponse:
    """The last round is over: the results are shown, and may be complained of."""
    led = led_event(request, pk)
    return done_or_told(request, led, lambda by: running.show_results(by, led))


@login_required
@require_POST
def official(request: HttpRequest, pk: int) -> HttpResponse:
    """Nobody can complain any more."""
    led = led_event(request, pk)
    early = request.POST.get("early", "")
    if early not in _EARLY:
        messages.error(request, _("Press one of the two buttons."))
        return redirect("tournaments:desk", led.pk)
    return done_or_told(request, led, lambda by: running.declare_official(by, led, early=_EARLY[early]))
