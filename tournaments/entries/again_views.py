"""The page that repeats an event: the commonest evening of all."""

from __future__ import annotations

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from clubs.books import permissions
from clubs.books.writing import Author, club_book
from clubs.web.actions import run_into_form
from clubs.web.body_limits import takes_import
from clubs.web.decorators import form_page
from clubs.web.request_author import author_of
from scoring.wording import labels
from tournaments import running
from tournaments.entries.again_form import AgainForm
from tournaments.models import Tournament


@takes_import
@form_page
def event_again(request: HttpRequest, pk: int) -> HttpResponse:
    """Set an event up as an earlier one, and enter those of last time who are ticked, with whoever is new."""
    earlier = get_object_or_404(Tournament.objects.select_related("club", "book"), pk=pk)
    permissions.require(request.user, club_book(earlier.club), permissions.DIRECTORS)
    form = AgainForm(request.POST if request.method == "POST" else None, earlier=earlier, adds=True)
    made: list[Tournament] = []

    def repeat(by: Author) -> None:
        with transaction.atomic():
            event = running.create_event(by, earlier.club, form.plan())
            if form.lines:
                running.enter_with_guests(by, event, form.lines)
        made.append(event)

    if request.method == "POST" and form.is_valid() and run_into_form(form, repeat, author_of(request)):
        return redirect("tournaments:desk", made[-1].pk)
    context = {"form": form, "earlier": earlier, "ruleset": labels.ruleset_name(earlier.ruleset)}
    return render(request, "tournaments/entries/again.html", context)
