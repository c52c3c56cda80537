"""Asking for the emergency pack of a round and for the booklet of an event: made beside the server."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.books import permissions
from clubs.web.decorators import acts
from clubs.web.forms import KeyedForm
from tournaments.access import led_round
from tournaments.models import Round, Tournament
from tournaments.papers.job_descriptions import BOARD, BOOK, PACK, PAPERS, ROUND
from tournaments.papers.protocol_views import asked, language_choices

# A pack is for a round that is still to be played.
_TO_COME = (Round.State.DRAWN, Round.State.PUBLISHED)


class BoundForm(KeyedForm):
    """In which language, or in which two side by side; and where the form stands."""

    languages = forms.ChoiceField(label=_lazy("Language"))
    to = forms.ChoiceField(
        choices=[(place, place) for place in (ROUND, BOARD, PAPERS)], widget=forms.HiddenInput
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["languages"].choices = language_choices()  # type: ignore[attr-defined] # a field of choices


def bound_form(to: str, languages: str = "", auto_id: str = "pack_%s") -> BoundForm:
    return BoundForm(initial={"to": to, "languages": languages or get_language()}, auto_id=auto_id)


def pack_form(drawn: Round, to: str, languages: str = "") -> BoundForm | None:
    """What asks for the pack of a round; nothing once the round is over."""
    return bound_form(to, languages) if drawn.state in _TO_COME else None


@acts
def pack(request: HttpRequest, pk: int) -> HttpResponse:
    """The emergency pack of a round that is drawn or being played."""
    drawn = led_round(request, pk)
    event, form = drawn.tournament, BoundForm(request.POST)
    if not form.is_valid():
        return _refused(request, event)
    if drawn.state not in _TO_COME:
        messages.error(request, _("The round is over: there is nothing to play on paper."))
        return redirect("tournaments:papers", event.pk)
    return asked(request, event.book, PACK, form, {"round": pk, "to": form.cleaned_data["to"]})


@acts
def booklet(request: HttpRequest, pk: int) -> HttpResponse:
    """The booklet of the whole event, as it stands."""
    event = get_object_or_404(Tournament.objects.select_related("book"), pk=pk)
    permissions.require(request.user, event.book, permissions.IN_CHARGE)
    form = BoundForm(request.POST)
    if not form.is_valid():
        return _refused(request, event)
    return asked(request, event.book, BOOK, form, {"event": pk})


def _refused(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Whoever may ask may see the papers."""
    messages.error(request, _("Choose a language, then print it."))
    return redirect("tournaments:papers", event.pk)
