"""The page that repeats an event: the commonest evening of all."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.books import permissions
from clubs.books.writing import Author, club_book
from clubs.web.actions import run_into_form, say_done
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
    book = club_book(earlier.club)
    permissions.require(request.user, book, permissions.DIRECTORS)
    form = AgainForm(request.POST if request.method == "POST" else None, earlier=earlier, adds=True)
    made: list[running.RepeatedEvent] = []

    def repeat(by: Author) -> None:
        key = form.cleaned_data["key"]
        made.append(running.repeat_event(by, earlier, form.plan(), form.coming(), form.singles(), key))

    by = author_of(request)
    if request.method == "POST" and form.is_valid() and run_into_form(form, repeat, by):
        repeated = made[-1]
        say_done(request, book, _done_sentence(repeated), by)
        return redirect("tournaments:desk", repeated.event.pk)
    context = {"form": form, "earlier": earlier, "ruleset": labels.ruleset_name(earlier.ruleset)}
    return render(request, "tournaments/entries/again.html", context)


def _done_sentence(repeated: running.RepeatedEvent) -> str:
    """What was set up, and whose stationary table is not possible with the entries of today."""
    count = repeated.event.entries.count()
    done = ngettext(
        "%(event)s is set up with %(count)s entry.", "%(event)s is set up with %(count)s entries.", count
    ) % {"event": repeated.event.title, "count": count}
    if not repeated.moving:
        return done
    numbers = ", ".join(str(entry.number) for entry in repeated.moving)
    moving = _("Without the stationary table of last time: number %(numbers)s.") % {"numbers": numbers}
    return f"{done} {moving}"
