"""The pages of an event's handicaps: by which ratings they are given, and one that is entered by hand."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.people.names import full_name
from clubs.web import exports
from clubs.web.actions import ActionPage, run_into_form, say_done
from clubs.web.decorators import form_page, page
from clubs.web.request_author import author_of
from tournaments import running
from tournaments.access import event_for_director
from tournaments.desk.act_views import require_director
from tournaments.entries.handicaps import HandicapForm, handicap_list, handicap_report
from tournaments.models import Entry
from tournaments.play import queries
from tournaments.play.names import entry_name


@page
def handicaps(request: HttpRequest, pk: int) -> HttpResponseBase:
    """The entries with the ratings by which they get handicaps, and what was entered by hand."""
    event = event_for_director(request, pk)
    listed = handicap_list(event)
    report = handicap_report(event, listed)
    file = exports.export_response(request, lambda: report, lambda: event.book)
    if file is not None:
        return file
    context = {"event": event, "listed": listed, "report": report}
    return render(request, "tournaments/entries/handicaps.html", context)


@form_page
def entry_handicap(request: HttpRequest, pk: int) -> HttpResponse:
    """Enter the rating of an entry by hand, from the next round on or in published rounds too."""
    entries = Entry.objects.select_related("tournament__book", "tournament__club")
    entry = get_object_or_404(entries.prefetch_related(queries.prefetch_players()), pk=pk)
    event = require_director(request, entry.tournament)
    form = HandicapForm(request.POST if request.method == "POST" else None, entry=entry)
    name = entry_name(entry, full_name)
    words = ActionPage(
        _("%(name)s: rating for handicaps") % {"name": name},
        _("Save"),
        _("The rating has been saved."),
        _(
            "For who shows no rating, or where another one is right. Everybody reads that it was "
            "entered by hand."
        ),
    )
    back, by = reverse("tournaments:handicaps", args=[event.pk]), author_of(request)
    if request.method == "POST" and form.is_valid():
        seen = form.cleaned_data["seen"]
        if run_into_form(form, lambda by: running.set_handicap_rating(by, entry, form.wanted(), seen), by):
            say_done(request, event.book, words.done, by)
            return redirect(back)
    context = {"event": event, "form": form, "page": words, "back": back}
    return render(request, "tournaments/desk/act.html", context)
