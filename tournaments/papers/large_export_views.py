"""A whole event in one file, and every line of its deals: at once, or asked for where that takes too long.

What stands in them everybody may read, and gets at once where that takes a second; else a public page says
what there is at once. Work beside the server is asked for by those who work at the event.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.http import require_safe

from clubs.books import permissions
from clubs.books.writing import KeyTaken
from clubs.jobs.queue import Wish, ask
from clubs.web import exports
from clubs.web.decorators import edits
from clubs.web.forms import KeyedForm
from clubs.web.request_author import author_of
from clubs.web.revisions import revised
from tournaments.models import Tournament
from tournaments.papers.job_descriptions import WHO, kind_of_file
from tournaments.papers.large_exports import DEALS, WHOLE, LargeFile, made_at_once
from tournaments.public.event_view import (
    deals_written,
    event_told,
    number_of_deals,
    revision_of_event,
)

_SPREADSHEET = "xlsx"
_CALLED = {
    _SPREADSHEET: _lazy("Spreadsheet"),
    "csv": _lazy("CSV with semicolons"),
    "csv-comma": _lazy("CSV with commas"),
    "json": _lazy("JSON, for programs"),
}


class _FileForm(KeyedForm):
    """Which kind of file it is to be."""

    kind = forms.ChoiceField(label=_lazy("Kind of file"), choices=_CALLED.items)


@require_safe
@revised(revision_of_event)
def event_whole(request: HttpRequest, pk: int) -> HttpResponseBase:
    """All that is told of an event in one file, a sheet for each table."""
    return _at_once(request, pk, WHOLE)


@require_safe
@revised(revision_of_event)
def event_deals(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Every line of every deal, in a file: no page has room for them."""
    return _at_once(request, pk, DEALS)


@edits
def make_whole(request: HttpRequest, pk: int) -> HttpResponse:
    """The same made beside the server, however large it is."""
    return _made_beside(request, pk, WHOLE)


@edits
def make_deals(request: HttpRequest, pk: int) -> HttpResponse:
    """The same of the deals."""
    return _made_beside(request, pk, DEALS)


def _event_of(pk: int) -> Tournament:
    return get_object_or_404(Tournament.objects.select_related("club", "book"), pk=pk)


# At once.


def _at_once(request: HttpRequest, pk: int, file: LargeFile) -> HttpResponseBase:
    """A spreadsheet, if nothing else is asked for."""
    event, wanted = _event_of(pk), _form_in(request)
    deals = number_of_deals(event)
    if wanted not in made_at_once(deals):
        return _too_large(request, event, file, deals)
    report = file.told(event_told(event), partial(deals_written, event))
    return exports.asked(request, lambda: report) or exports.sent(report, exports.FORMS[_SPREADSHEET])


def _form_in(request: HttpRequest) -> str:
    wanted = request.GET.get(exports.PARAMETER, "")
    return wanted if wanted in exports.FORMS or wanted in exports.ON_A4 else _SPREADSHEET


def _too_large(request: HttpRequest, event: Tournament, file: LargeFile, deals: int) -> HttpResponse:
    """The same page for everybody: what there is at once, and where the others are asked for."""
    forms_there, wanted = made_at_once(deals), _form_in(request)
    on_paper = wanted in exports.ON_A4
    context: dict[str, Any] = {
        "event": event,
        "title": file.title,
        "deals": deals,
        "at_once": [
            (label, _address_of(f"event_{file.code}", event, code))
            for code, label in _CALLED.items()
            if code in forms_there
        ],
        "on_paper": on_paper,
        "make": _address_of(f"make_{file.code}", event, _SPREADSHEET if on_paper else wanted),
    }
    return render(request, "tournaments/papers/file_too_large.html", context)


def _address_of(page: str, event: Tournament, form: str) -> str:
    return f"{reverse(f'tournaments:{page}', args=[event.pk])}?{urlencode({exports.PARAMETER: form})}"


# Beside the server.


def _made_beside(request: HttpRequest, pk: int, file: LargeFile) -> HttpResponse:
    event = _event_of(pk)
    permissions.require(request.user, event.book, WHO)
    form = _FileForm(request.POST or None, initial={"kind": _form_in(request)})
    if request.method == "POST" and form.is_valid():
        return _asked(request, event, file, form)
    context = {"event": event, "title": file.title, "deals": number_of_deals(event), "form": form}
    return render(request, "tournaments/papers/file_made.html", context)


def _asked(request: HttpRequest, event: Tournament, file: LargeFile, form: _FileForm) -> HttpResponse:
    said = form.cleaned_data
    wish = Wish(kind=kind_of_file(file, said["kind"]), wanted={"event": event.pk}, key=said["key"])
    try:
        job = ask(author_of(request), event.book, wish)
    except KeyTaken:
        messages.error(request, _("This was sent before with other content. Send it again."))
        return redirect(_address_of(f"make_{file.code}", event, said["kind"]))
    return redirect("clubs:job", job.pk)
