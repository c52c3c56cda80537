"""The buttons that request the protocols of a round or of an event as jobs."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.books import permissions
from clubs.books.writing import KeyReused
from clubs.jobs.queue import JobRequest, request_job
from clubs.models import Book
from clubs.web.decorators import post_only
from clubs.web.forms import KeyedForm
from clubs.web.printed_addresses import printed_origin
from clubs.web.request_author import author_of
from tournaments.models import Round, Tournament
from tournaments.papers.catalogue import FINNISH_AND_SWEDISH
from tournaments.papers.job_descriptions import (
    EVENT_PROTOCOLS,
    FROM_PAPERS,
    FROM_ROUND,
    MAY_PRINT,
    ROUND_PROTOCOLS,
)
from tournaments.papers.protocols import event_game_pairings, round_game_pairings


def two_sided_field() -> forms.BooleanField:
    return forms.BooleanField(
        label=_lazy("For printing on both sides: each score sheet begins on a sheet of its own"),
        required=False,
        initial=True,
    )


class ProtocolsForm(KeyedForm):
    """The language of the protocols, or two side by side."""

    languages = forms.ChoiceField(label=_lazy("Language of the score sheets"))
    two_sided = two_sided_field()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["languages"].choices = language_choices()  # type: ignore[attr-defined] # a field of choices


class _RoundProtocolsForm(ProtocolsForm):
    """The form for a round, with the page that its job leads back to."""

    to = forms.ChoiceField(
        choices=[(place, place) for place in (FROM_ROUND, FROM_PAPERS)], widget=forms.HiddenInput
    )


def language_choices() -> list[tuple[str, str]]:
    """Each language, and any two of them side by side."""
    names = {code: str(name) for code, name in settings.LANGUAGES}
    pairs = [
        ("-".join(pair), _("%(one)s and %(other)s") % {"one": names[pair[0]], "other": names[pair[1]]})
        for pair in combinations(names, 2)
    ]
    # The papers offer these two with Finnish first.
    return [*names.items(), *pairs, (FINNISH_AND_SWEDISH, _("Finnish and Swedish"))]


def protocols_form(to: str = "", languages: str = "", auto_id: str = "print_%s") -> ProtocolsForm:
    """The form for a round, with the page that its job leads back to; for an event without one."""
    initial = {"languages": languages or get_language()}
    if to:
        return _RoundProtocolsForm(initial={**initial, "to": to}, auto_id=auto_id)
    return ProtocolsForm(initial=initial, auto_id=auto_id)


@post_only
def round_protocols(request: HttpRequest, pk: int) -> HttpResponse:
    """Request the protocols of a round."""
    drawn = get_object_or_404(Round.objects.select_related("tournament__book"), pk=pk)
    event, form = drawn.tournament, _RoundProtocolsForm(request.POST)
    permissions.require(request.user, event.book, MAY_PRINT)
    if not form.is_valid() or not round_game_pairings(drawn).exists():
        return _redirect_with_error(request, form, event)
    return queue_job(request, event.book, ROUND_PROTOCOLS, form, {"round": pk, "to": form.cleaned_data["to"]})


@post_only
def event_protocols(request: HttpRequest, pk: int) -> HttpResponse:
    """Request the protocols of all rounds."""
    event = get_object_or_404(Tournament.objects.select_related("book"), pk=pk)
    form = ProtocolsForm(request.POST)
    permissions.require(request.user, event.book, MAY_PRINT)
    if not form.is_valid() or not event_game_pairings(event).exists():
        return _redirect_with_error(request, form, event)
    return queue_job(request, event.book, EVENT_PROTOCOLS, form, {"event": pk})


def queue_job(
    request: HttpRequest, book: Book, kind: str, form: KeyedForm, about: dict[str, Any]
) -> HttpResponse:
    cleaned = form.cleaned_data
    job_request = JobRequest(
        kind=kind,
        parameters={
            **about,
            "languages": cleaned["languages"],
            "two_sided": cleaned.get("two_sided", False),
            "origin": printed_origin(request),
        },
        key=cleaned["key"],
    )
    try:
        job = request_job(author_of(request), book, job_request)
    except KeyReused:
        messages.error(request, _("This has already been sent with different content. Send it again."))
        return redirect("tournaments:current_round", book.tournament.pk)
    return redirect("clubs:job", job.pk)


def _redirect_with_error(request: HttpRequest, form: ProtocolsForm, event: Tournament) -> HttpResponse:
    """Return to the round or the papers, which everybody may see who may request a file."""
    if form.is_valid():
        messages.error(request, _("There is no game to print yet."))
    else:
        messages.error(request, _("Choose the language of the score sheets, then print them."))
    page = "current_round" if form.cleaned_data.get("to") == FROM_ROUND else "papers"
    return redirect(f"tournaments:{page}", event.pk)
