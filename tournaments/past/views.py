"""The page on which past results come from a spreadsheet: the list, what it says, and the act."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from django.contrib import messages
from django.core.files.base import ContentFile
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.books import permissions
from clubs.books.writing import Author, club_book
from clubs.files.incoming import forget_incoming, keep_incoming, open_incoming
from clubs.models import Club
from clubs.people.page_access import club_for
from clubs.text.sheet_cells import CellProblem
from clubs.text.sheet_limits import MANY_EVENTS
from clubs.text.sheets import UnreadableSheet, read_sheet
from clubs.web.actions import run_into_form, say_done
from clubs.web.decorators import form_page, signed_in_user
from clubs.web.exports import export_response
from clubs.web.request_author import author_of
from tournaments.past.adding import PastResults, TakenIn, add_past_results
from tournaments.past.forms import PastListForm, TakeInForm
from tournaments.past.known import SortedEvents, sort_events
from tournaments.past.people import ListedPerson, match_people
from tournaments.past.reading import PastReading, read_past_results
from tournaments.past.template import past_template
from tournaments.play.event_order import latest_first

_SUFFIX: Final = ".list"
# So many problems are on the page: who mends these finds the others by sending the list again.
_SHOWN_PROBLEMS: Final = 100
_SHOWN_PEOPLE: Final = 300
_SHOWN_EVENTS: Final = 300


@dataclass(frozen=True, slots=True)
class PastPreview:
    """What a list says, and what of it the club has."""

    reading: PastReading
    events: SortedEvents
    people: Sequence[ListedPerson]

    @property
    def problems(self) -> Sequence[CellProblem]:
        return self.reading.problems[:_SHOWN_PROBLEMS]

    @property
    def further_problems(self) -> int:
        return max(0, len(self.reading.problems) - _SHOWN_PROBLEMS)

    @property
    def shown_events(self) -> Sequence[object]:
        return self.events.new[:_SHOWN_EVENTS]

    @property
    def further_events(self) -> int:
        return max(0, len(self.events.new) - _SHOWN_EVENTS)

    @property
    def known(self) -> Sequence[ListedPerson]:
        return [person for person in self.people if person.known is not None]

    @property
    def new(self) -> Sequence[ListedPerson]:
        return [person for person in self.people if person.is_new]

    @property
    def shown_new(self) -> Sequence[ListedPerson]:
        return self.new[:_SHOWN_PEOPLE]

    @property
    def doubtful(self) -> Sequence[ListedPerson]:
        return [person for person in self.people if person.is_doubtful]


@form_page
def past_results(request: HttpRequest, club: int) -> HttpResponseBase:
    """Offer the list, show what a filled-in one says, and take in what was shown."""
    host = club_for(request, club, permissions.DIRECTORS)
    if request.method != "POST":
        return export_response(request, partial(past_template, host)) or _choose(
            request, host, PastListForm()
        )
    if "token" in request.POST:
        return _take_in(request, host, request.POST["token"])
    form = PastListForm(request.POST, request.FILES)
    if not form.is_valid():
        return _choose(request, host, form)
    data = form.cleaned_data["file"].read()
    try:
        preview = _look_at(host, data)
    except UnreadableSheet as refusal:
        form.add_error("file", refusal.sentence)
        return _choose(request, host, form)
    return _offer(request, host, preview, data)


def _look_at(club: Club, data: bytes) -> PastPreview:
    """Return what a list says. Raises UnreadableSheet."""
    reading = read_past_results(read_sheet(data, MANY_EVENTS))
    events = sort_events(club, reading.events)
    return PastPreview(reading, events, match_people(club, events.new))


def _offer(request: HttpRequest, club: Club, preview: PastPreview, data: bytes) -> HttpResponse:
    """Show what a list says; where it can be taken in, it is kept until it is."""
    if preview.reading.problems or not preview.events.new:
        return _show(request, club, preview, None)
    by, user = author_of(request), signed_in_user(request)
    token = keep_incoming(ContentFile(data), club, user, by.at, _SUFFIX)
    initial = {"token": token, "ruleset": _last_game(club)}
    return _show(request, club, preview, TakeInForm(initial=initial, doubtful=preview.doubtful))


def _last_game(club: Club) -> str:
    """Return the game of the club's last event, which was most often that of the events before it."""
    last = latest_first(club.tournaments.order_by("-date")[:1])
    return last[0].ruleset if last else ""


def _choose(request: HttpRequest, club: Club, form: PastListForm) -> HttpResponse:
    return render(request, "tournaments/past/choose.html", {"club": club, "form": form})


def _show(request: HttpRequest, club: Club, preview: PastPreview, form: TakeInForm | None) -> HttpResponse:
    context = {"club": club, "preview": preview, "form": form}
    return render(request, "tournaments/past/preview.html", context)


def _take_in(request: HttpRequest, club: Club, token: str) -> HttpResponse:
    """Take in what was looked at; it is read again."""
    user = signed_in_user(request)
    with open_incoming(token, club, user) as source:
        if source is None:
            messages.error(request, _("The file is no longer here. Choose it again."))
            return redirect("tournaments:past_results", club.pk)
        data = source.read()
    try:
        preview = _look_at(club, data)
    except UnreadableSheet as refusal:
        messages.error(request, refusal.sentence)
        return redirect("tournaments:past_results", club.pk)
    if preview.reading.problems or not preview.events.new:
        return _show(request, club, preview, None)
    form = TakeInForm(request.POST, doubtful=preview.doubtful)
    if not form.is_valid() or not _run(request, club, form, preview, data):
        return _show(request, club, preview, form)
    forget_incoming(token, club, user)
    return redirect("tournaments:club_events", club.pk)


def _run(request: HttpRequest, club: Club, form: TakeInForm, preview: PastPreview, data: bytes) -> bool:
    """Run the verb; return whether it did anything, and let the form say why not."""
    by, taken = author_of(request), list[TakenIn]()
    results = PastResults(
        events=preview.reading.events,
        ruleset=form.cleaned_data["ruleset"],
        digest=hashlib.sha256(data).hexdigest(),
        may_publish=form.cleaned_data["may_publish"],
    )

    def act(by: Author) -> None:
        taken.append(add_past_results(by, club, results, form.decided()))

    if not run_into_form(form, act, by):
        return False
    count = len(taken[0].events)
    done = ngettext("%(count)s past event is here now.", "%(count)s past events are here now.", count)
    say_done(request, club_book(club), done % {"count": count}, by)
    return True
