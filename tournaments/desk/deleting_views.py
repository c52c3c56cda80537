"""The page that deletes an event: what goes with it, and what to do instead where it stays."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from clubs.books import permissions
from clubs.books.writing import club_book
from clubs.models import Club
from clubs.web.actions import run_into_form
from clubs.web.decorators import form_page
from clubs.web.forms import VerbForm
from clubs.web.request_author import author_of
from tournaments import running
from tournaments.access import event_for_director


@form_page
def event_delete(request: HttpRequest, pk: int) -> HttpResponse:
    """Delete a trial with its games, or an event without any, after a page that names what goes."""
    event = event_for_director(request, pk)
    form = VerbForm(request.POST if request.method == "POST" else None)
    sent = request.method == "POST" and form.is_valid()
    if sent and run_into_form(form, lambda by: running.delete_event(by, event), author_of(request)):
        messages.success(request, _("%(event)s is deleted.") % {"event": event.name})
        return _after(request, event.club)
    context = {
        "event": event,
        "form": form,
        "may_go": running.may_be_deleted(event),
        "goes": running.what_goes(event),
    }
    return render(request, "tournaments/desk/delete.html", context)


def _after(request: HttpRequest, club: Club) -> HttpResponse:
    """Go to the desk of the club; who had a role in the event alone goes to its public page."""
    book = club_book(club)
    if permissions.has_role(request.user, book, permissions.ANY_ROLE):
        return redirect("scoring:desk", book.pk)
    return redirect("clubs:club", club.pk)
