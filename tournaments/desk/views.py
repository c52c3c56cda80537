"""The director's desk of an event, and the buttons that show its results and declare them official."""

from __future__ import annotations

import secrets

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubs.books import permissions
from scoring.wording import labels
from tournaments import running
from tournaments.access import event_for_director, event_for_staff, run_and_return_to_desk
from tournaments.desk.page import load_desk_page
from tournaments.papers.protocol_views import protocols_form

# What the two buttons send that declare a result official.
_EARLY_BY_VALUE = {"0": False, "1": True}


@login_required
@require_safe
def desk(request: HttpRequest, pk: int) -> HttpResponse:
    """The director's page with the next step; other staff of the event are sent to the board."""
    event, roles = event_for_staff(request, pk)
    if roles.isdisjoint(permissions.DIRECTORS):
        return redirect("tournaments:board", event.pk)
    context = {
        "event": event,
        "ruleset": labels.ruleset_name(event.ruleset),
        "page": load_desk_page(event, request.GET.get("tables", ""), request.GET.get("entries", "")),
        "seed": secrets.token_hex(8),
        "protocols": protocols_form(),
    }
    return render(request, "tournaments/desk/desk.html", context)


@login_required
@require_POST
def show_results(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the results after the last round; complaints are taken from then on."""
    event = event_for_director(request, pk)
    return run_and_return_to_desk(request, event, lambda by: running.show_results(by, event))


@login_required
@require_POST
def declare_official(request: HttpRequest, pk: int) -> HttpResponse:
    """Declare the results official."""
    event = event_for_director(request, pk)
    early = request.POST.get("early", "")
    if early not in _EARLY_BY_VALUE:
        messages.error(request, _("Press one of the two buttons."))
        return redirect("tournaments:desk", event.pk)
    return run_and_return_to_desk(
        request, event, lambda by: running.declare_official(by, event, early=_EARLY_BY_VALUE[early])
    )
