"""The pages on which somebody says who misses the next round, and who is here."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.books import permissions
from clubs.people.names import full_name
from clubs.web.actions import ActionPage, run_into_form, say_done
from clubs.web.decorators import form_page
from clubs.web.request_author import author_of
from clubs.web.viewer_roles import require_role
from tournaments import running
from tournaments.entries.presence_form import HereForm, PresenceForm
from tournaments.models import Entry, Tournament
from tournaments.play import queries
from tournaments.play.entry_queries import next_round_number


@form_page
def presence(request: HttpRequest, pk: int) -> HttpResponse:
    """Say who misses the next round, by ticks or by numbers."""
    event = get_object_or_404(Tournament.objects.select_related("book", "club"), pk=pk)
    require_role(request, event.book, permissions.RECORDERS)
    entries = queries.get_entries(event).exclude(state=Entry.State.WITHDRAWN)
    number = next_round_number(event)
    form = PresenceForm(request.POST or None, entries=list(entries), number=number, name_of=full_name)
    page = ActionPage(
        _("Who misses round %(number)s?") % {"number": number},
        _("Save"),
        _("Saved: the draw of round %(number)s leaves out who misses it.") % {"number": number},
        _(
            "Who misses a round is back in the next one without doing anything. "
            "What a missed round counts is a setting of the event."
        ),
    )
    back = reverse("tournaments:entries", args=[event.pk])
    by = author_of(request)
    if (
        request.method == "POST"
        and form.is_valid()
        and run_into_form(
            form,
            lambda by: running.set_missing(
                by, event, form.cleaned_data["round"], form.missing(), form.cleaned_data["seen"]
            ),
            by,
        )
    ):
        say_done(request, event.book, page.done, by)
        return redirect(back)
    return render(
        request, "tournaments/desk/act.html", {"event": event, "form": form, "page": page, "back": back}
    )


@form_page
def here(request: HttpRequest, pk: int) -> HttpResponse:
    """Check entries in by a list of numbers, or begin a new check-in."""
    event = get_object_or_404(Tournament.objects.select_related("book", "club"), pk=pk)
    require_role(request, event.book, permissions.RECORDERS)
    entries = list(queries.get_entries(event).exclude(state=Entry.State.WITHDRAWN))
    form = HereForm(request.POST or None, entries=entries)
    page = ActionPage(
        _("Check-in by a list"),
        _("Check in"),
        _("The check-in is saved."),
        _(
            "Paste or type who is here. Before a round a new check-in begins: tick that nobody else is here. "
            "Who is not checked in then misses the round, if you say so under “Who misses the next round?”."
        ),
    )
    by, back = author_of(request), reverse("tournaments:entries", args=[event.pk])
    if request.method == "POST" and form.is_valid():
        seen = form.cleaned_data["seen"]
        if run_into_form(form, lambda by: running.set_here(by, event, form.here(), seen), by):
            say_done(request, event.book, page.done, by)
            return redirect(back)
    return render(
        request, "tournaments/desk/act.html", {"event": event, "form": form, "page": page, "back": back}
    )
