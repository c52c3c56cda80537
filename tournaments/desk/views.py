"""The director's desk of an event, and the buttons that show its results and declare them official."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.books import permissions
from clubs.web.actions import ActionPage
from clubs.web.decorators import form_page, page, post_only
from clubs.web.forms import KeyedForm, ReasonForm
from scoring.overview.rights import game_rights
from scoring.wording import labels
from tournaments import running
from tournaments.access import event_for_director, event_for_staff, run_and_return_to_desk
from tournaments.desk.act_views import event_action_page
from tournaments.desk.page import load_overview
from tournaments.papers.protocol_views import protocols_form
from tournaments.play.entry_queries import new_layout_of

# What the two buttons send that declare a result official.
_EARLY_BY_VALUE = {"0": False, "1": True}


@page
def desk(request: HttpRequest, pk: int) -> HttpResponse:
    """The overview of the event, with its next step; staff who do not direct it are sent to its round."""
    event, roles = event_for_staff(request, pk)
    if roles.isdisjoint(permissions.DIRECTORS):
        return redirect("tournaments:current_round", event.pk)
    rights = game_rights(roles)
    context = {
        "event": event,
        "ruleset": labels.ruleset_name(event.ruleset),
        "overview": load_overview(event),
        "book": event.book,
        "rights": {event.book_id: rights},
        "today": timezone.localdate(),
        "answer": KeyedForm(),
        "layout": new_layout_of(event),
        "protocols": protocols_form(),
    }
    return render(request, "tournaments/desk/desk.html", context)


@post_only
def show_results(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the results after the last round; complaints are taken from then on."""
    event = event_for_director(request, pk)
    return run_and_return_to_desk(
        request, event, lambda by: running.show_results(by, event), _("The results are shown.")
    )


@form_page
def hide_results(request: HttpRequest, pk: int) -> HttpResponse:
    """Take back that the results were shown, with a reason."""
    event = event_for_director(request, pk)
    form = ReasonForm(request.POST or None)
    page = ActionPage(
        _("No longer show the results"),
        _("No longer show them"),
        _("The results are no longer shown."),
        _("The event is running again: rounds can be drawn, opened again or removed."),
        danger=True,
    )
    return event_action_page(
        request, event, form, page, lambda by: running.hide_results(by, event, form.cleaned_data["reason"])
    )


@form_page
def revise_official(request: HttpRequest, pk: int) -> HttpResponse:
    """Open official results again, with a reason."""
    event = event_for_director(request, pk)
    form = ReasonForm(request.POST or None)
    page = ActionPage(
        _("Correct official results"),
        _("Open the results again"),
        _("The results are open: correct them, and declare them official again."),
        _(
            "They are preliminary again: penalties, rulings and corrections go on, and no entry comes or "
            "leaves. Declared official again they are a new revision, which says when and why."
        ),
        danger=True,
    )
    return event_action_page(
        request, event, form, page, lambda by: running.revise_official(by, event, form.cleaned_data["reason"])
    )


@post_only
def declare_official(request: HttpRequest, pk: int) -> HttpResponse:
    """Declare the results official."""
    event = event_for_director(request, pk)
    early = request.POST.get("early", "")
    if early not in _EARLY_BY_VALUE:
        messages.error(request, _("Press one of the two buttons."))
        return redirect("tournaments:desk", event.pk)
    return run_and_return_to_desk(
        request,
        event,
        lambda by: running.declare_official(by, event, early=_EARLY_BY_VALUE[early]),
        _("The results are official."),
    )
