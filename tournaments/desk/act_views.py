"""One page for each thing that a director does to an entry, a pairing or the standings.

They check who asks, call a verb and show a template; if the act cannot be done, the page says why and keeps
what was typed.
"""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from clubs.books import permissions
from clubs.books.writing import Author
from clubs.people.names import full_name
from clubs.web.acts import Act, done
from clubs.web.decorators import edits
from clubs.web.forms import ReasonForm, VerbForm
from clubs.web.request_author import author_of
from tournaments import running
from tournaments.agreement.agreement import SchemeCode
from tournaments.desk.act_forms import EventChargeForm, JudgeForm
from tournaments.models import Entry, EventAdjustment, Pairing, Tournament
from tournaments.play import queries
from tournaments.play.names import pair_name


@edits
def withdraw(request: HttpRequest, pk: int) -> HttpResponse:
    """An entry leaves the event."""
    entry = get_object_or_404(
        Entry.objects.select_related("tournament__book", "tournament__club").prefetch_related(
            queries.with_players()
        ),
        pk=pk,
    )
    event = directed(request, entry.tournament)
    form = ReasonForm(request.POST or None)
    page = Act(
        _("Withdraw %(pair)s") % {"pair": pair_name(entry, full_name)},
        _("Withdraw the entry"),
        _("The entry is withdrawn."),
        _("It takes part in no further round. A game that is not over is lost; its deals stay."),
        danger=True,
    )
    return acted(
        request, event, form, page, lambda by: running.withdraw(by, entry, form.cleaned_data["reason"])
    )


@edits
def judge(request: HttpRequest, pk: int) -> HttpResponse:
    """Let something else count than what was played at a table."""
    pairing = get_object_or_404(Pairing.objects.select_related("round__tournament__book"), pk=pk)
    event = directed(request, pairing.round.tournament)
    sides = queries.side_names(pairing, full_name)
    form = JudgeForm(
        request.POST or None,
        sides=sides,
        hundredths=event.agreed.scheme is SchemeCode.VP_CONTINUOUS,
        initial={"kind": pairing.kind, "at_fault": "" if pairing.at_fault is None else pairing.at_fault},
    )
    page = Act(
        _("Table %(number)s: what counts?") % {"number": pairing.table},
        _("Let this count"),
        _("The result is changed."),
        " / ".join(sides),
    )
    return acted(
        request,
        event,
        form,
        page,
        lambda by: running.judge(by, pairing, form.judged()),
        template="tournaments/desk/judge.html",
    )


@edits
def adjust(request: HttpRequest, pk: int) -> HttpResponse:
    """A penalty or an award in the standings."""
    event = directed(request, get_object_or_404(Tournament.objects.select_related("book", "club"), pk=pk))
    entries = [(entry.number, pair_name(entry, full_name)) for entry in queries.entries_of(event)]
    hundredths = event.agreed.scheme is SchemeCode.VP_CONTINUOUS
    form = EventChargeForm(request.POST or None, entries=entries, hundredths=hundredths)
    page = Act(
        _("Penalty or award in the standings"),
        _("Enter it in the ledger"),
        _("The ledger has a new entry."),
    )
    return acted(request, event, form, page, lambda by: running.adjust_event(by, event, form.charge()))


@edits
def adjustment_cancel(request: HttpRequest, pk: int) -> HttpResponse:
    """Take a penalty or an award in the standings back."""
    made = get_object_or_404(
        EventAdjustment.objects.select_related("tournament__book", "tournament__club"), pk=pk
    )
    event = directed(request, made.tournament)
    form = ReasonForm(request.POST or None)
    page = Act(
        _("Take a penalty or award back"),
        _("Take it back"),
        _("The entry is taken back."),
        made.reason,
        danger=True,
    )
    return acted(
        request,
        event,
        form,
        page,
        lambda by: running.cancel_event_adjustment(by, made, form.cleaned_data["reason"]),
    )


def directed(request: HttpRequest, event: Tournament) -> Tournament:
    """An event that this person directs; refused to everybody else."""
    permissions.require(request.user, event.book, permissions.DIRECTORS)
    return event


def acted(
    request: HttpRequest,
    event: Tournament,
    form: VerbForm,
    page: Act,
    act: Callable[[Author], object],
    template: str = "tournaments/desk/act.html",
) -> HttpResponse:
    """Do it and go back to the desk; if it cannot be done, the page says why and keeps what was typed."""
    if request.method == "POST" and form.is_valid() and done(form, act, author_of(request)):
        messages.success(request, page.done)
        return redirect("tournaments:desk", event.pk)
    return render(request, template, {"event": event, "form": form, "page": page})
