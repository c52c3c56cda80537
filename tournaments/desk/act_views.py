"""A page for each act of a director on an entry, a pairing or the standings."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.books import permissions
from clubs.books.writing import Author
from clubs.people.names import full_name
from clubs.web.actions import ActionPage, run_into_form, say_done
from clubs.web.decorators import form_page
from clubs.web.forms import ReasonForm, VerbForm
from clubs.web.request_author import author_of
from clubs.web.viewer_roles import require_role
from tournaments import running
from tournaments.desk.act_forms import EventChargeForm, JudgeForm, late_result, result_so_far
from tournaments.models import Entry, EventAdjustment, Pairing, Round, Tournament
from tournaments.play import queries
from tournaments.play.names import entry_name


@form_page
def withdraw(request: HttpRequest, pk: int) -> HttpResponse:
    """Withdraw an entry from the event."""
    entry = get_object_or_404(
        Entry.objects.select_related("tournament__book", "tournament__club").prefetch_related(
            queries.prefetch_players()
        ),
        pk=pk,
    )
    event = require_director(request, entry.tournament)
    form = ReasonForm(request.POST or None)
    page = ActionPage(
        _("Withdraw %(pair)s") % {"pair": entry_name(entry, full_name)},
        _("Withdraw the entry"),
        _("The entry has been withdrawn."),
        _(
            "It takes part in no further round. A game that is not over is lost; its deals stay. "
            "The list of entries offers to bring it back."
        ),
        danger=True,
    )
    return event_action_page(
        request, event, form, page, lambda by: running.withdraw(by, entry, form.cleaned_data["reason"])
    )


@form_page
def judge(request: HttpRequest, pk: int) -> HttpResponse:
    """Let another result count than the one that was played at a table."""
    pairings = queries.without_draw(Pairing.objects.select_related("round__tournament__book"), "round")
    pairing = get_object_or_404(pairings, pk=pk)
    event = require_director(request, pairing.round.tournament)
    sides = queries.pairing_side_names(pairing, full_name)
    form = JudgeForm(
        request.POST or None,
        sides=sides,
        hundredths=event.agreement.scheme.in_hundredths,
        initial=late_result(pairing) if "late" in request.GET else result_so_far(pairing),
    )
    page = ActionPage(
        _("Table %(number)s: which result counts?") % {"number": pairing.table},
        _("Apply this result"),
        _("The result has been changed."),
        " / ".join(sides),
    )
    return event_action_page(
        request,
        event,
        form,
        page,
        lambda by: running.rule_result(by, pairing, form.judged()),
        template="tournaments/desk/judge.html",
        drawn=pairing.round,
    )


@form_page
def adjust(request: HttpRequest, pk: int) -> HttpResponse:
    """Enter a penalty or an award in the standings."""
    event = require_director(
        request, get_object_or_404(Tournament.objects.select_related("book", "club"), pk=pk)
    )
    entries = [(entry.number, entry_name(entry, full_name)) for entry in queries.get_entries(event)]
    hundredths = event.agreement.scheme.in_hundredths
    form = EventChargeForm(
        request.POST or None, ruleset=event.ruleset, entries=entries, hundredths=hundredths
    )
    page = ActionPage(
        _("Penalty or award in the standings"),
        _("Add it"),
        _("The penalty or award has been added."),
    )
    return event_action_page(
        request, event, form, page, lambda by: running.adjust_event(by, event, form.charge())
    )


@form_page
def adjustment_cancel(request: HttpRequest, pk: int) -> HttpResponse:
    """Cancel a penalty or an award in the standings."""
    adjustment = get_object_or_404(
        EventAdjustment.objects.select_related("tournament__book", "tournament__club"), pk=pk
    )
    event = require_director(request, adjustment.tournament)
    form = ReasonForm(request.POST or None)
    page = ActionPage(
        _("Revoke a penalty or award"),
        _("Revoke it"),
        _("The entry has been revoked."),
        adjustment.reason,
        danger=True,
    )
    return event_action_page(
        request,
        event,
        form,
        page,
        lambda by: running.cancel_event_adjustment(by, adjustment, form.cleaned_data["reason"]),
    )


def require_director(request: HttpRequest, event: Tournament) -> Tournament:
    """Return an event that the user directs; refuse everybody else."""
    require_role(request, event.book, permissions.DIRECTORS)
    return event


def event_action_page(
    request: HttpRequest,
    event: Tournament,
    form: VerbForm,
    page: ActionPage,
    act: Callable[[Author], object],
    *,
    template: str = "tournaments/desk/act.html",
    drawn: Round | None = None,
) -> HttpResponse:
    """Run the act and return to the page of the round that it is about, else to the overview of the event.

    If it is refused, show why and keep what was typed.
    """
    back = reverse("tournaments:desk", args=[event.pk])
    if drawn is not None:
        back = reverse("tournaments:round", args=[drawn.pk])
    by = author_of(request)
    if request.method == "POST" and form.is_valid() and run_into_form(form, act, by):
        say_done(request, event.book, page.done, by)
        return redirect(back)
    return render(request, template, {"event": event, "form": form, "page": page, "back": back})
