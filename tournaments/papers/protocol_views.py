"""Asking for the protocols of a round or of an event in one file. They are made beside the server."""

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
from clubs.books.writing import KeyTaken
from clubs.jobs.queue import Wish, ask
from clubs.models import Book
from clubs.web.decorators import acts
from clubs.web.forms import KeyedForm
from clubs.web.request_author import author_of
from tournaments.models import Round, Tournament
from tournaments.papers.catalogue import FEDERATIONS
from tournaments.papers.job_descriptions import BOARD, OF_EVENT, OF_ROUND, PAPERS, ROUND, WHO
from tournaments.papers.protocols import games_of_event, games_of_round


class ProtocolsForm(KeyedForm):
    """In which language, or in which two side by side."""

    languages = forms.ChoiceField(label=_lazy("Language of the protocols"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["languages"].choices = language_choices()  # type: ignore[attr-defined] # a field of choices


class _RoundProtocolsForm(ProtocolsForm):
    """Of a round, and where the form stands: that is where its job leads back to."""

    to = forms.ChoiceField(
        choices=[(place, place) for place in (ROUND, BOARD, PAPERS)], widget=forms.HiddenInput
    )


def language_choices() -> list[tuple[str, str]]:
    """Each language, and any two of them beside each other."""
    names = {code: str(name) for code, name in settings.LANGUAGES}
    pairs = [
        ("-".join(pair), _("%(one)s and %(other)s") % {"one": names[pair[0]], "other": names[pair[1]]})
        for pair in combinations(names, 2)
    ]
    # As the papers offer these two, Finnish first.
    return [*names.items(), *pairs, (FEDERATIONS, _("Finnish and Swedish"))]


def protocols_form(to: str = "", languages: str = "", auto_id: str = "print_%s") -> ProtocolsForm:
    """Of a round with the place that it leads back to; of the whole event without."""
    said = {"languages": languages or get_language()}
    if to:
        return _RoundProtocolsForm(initial={**said, "to": to}, auto_id=auto_id)
    return ProtocolsForm(initial=said, auto_id=auto_id)


@acts
def round_protocols(request: HttpRequest, pk: int) -> HttpResponse:
    """The protocols of a round."""
    drawn = get_object_or_404(Round.objects.select_related("tournament__book"), pk=pk)
    event, form = drawn.tournament, _RoundProtocolsForm(request.POST)
    permissions.require(request.user, event.book, WHO)
    if not form.is_valid() or not games_of_round(drawn).exists():
        return _refused(request, form, event)
    return asked(request, event.book, OF_ROUND, form, {"round": pk, "to": form.cleaned_data["to"]})


@acts
def event_protocols(request: HttpRequest, pk: int) -> HttpResponse:
    """The protocols of all rounds."""
    event = get_object_or_404(Tournament.objects.select_related("book"), pk=pk)
    form = ProtocolsForm(request.POST)
    permissions.require(request.user, event.book, WHO)
    if not form.is_valid() or not games_of_event(event).exists():
        return _refused(request, form, event)
    return asked(request, event.book, OF_EVENT, form, {"event": pk})


def asked(
    request: HttpRequest, book: Book, kind: str, form: KeyedForm, about: dict[str, Any]
) -> HttpResponse:
    said = form.cleaned_data
    origin = request.build_absolute_uri("/").removesuffix("/")
    wish = Wish(
        kind=kind, wanted={**about, "languages": said["languages"], "origin": origin}, key=said["key"]
    )
    try:
        job = ask(author_of(request), book, wish)
    except KeyTaken:
        messages.error(request, _("This was sent before with other content. Send it again."))
        return redirect("tournaments:board", book.tournament.pk)
    return redirect("clubs:job", job.pk)


def _refused(request: HttpRequest, form: ProtocolsForm, event: Tournament) -> HttpResponse:
    """Whoever may ask may see the board and the papers."""
    if form.is_valid():
        messages.error(request, _("There is no game to print yet."))
    else:
        messages.error(request, _("Choose the language of the protocols, then print them."))
    page = "board" if form.cleaned_data.get("to") in (ROUND, BOARD) else "papers"
    return redirect(f"tournaments:{page}", event.pk)
