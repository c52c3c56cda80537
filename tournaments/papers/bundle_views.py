"""The buttons that request the emergency pack of a round and the booklet of an event as jobs."""

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
from clubs.web.decorators import post_only
from clubs.web.forms import KeyedForm
from tournaments.access import round_for_director
from tournaments.models import Round, Tournament
from tournaments.papers.job_descriptions import (
    EMERGENCY_PACK,
    EVENT_BOOKLET,
    FROM_PAPERS,
    FROM_ROUND,
)
from tournaments.papers.protocol_views import language_choices, queue_job, two_sided_field

# A pack is for a round that is not over.
_UNFINISHED_STATES = (Round.State.DRAWN, Round.State.PUBLISHED)


class BundleForm(KeyedForm):
    """The language, or two side by side, and the page that the form is on."""

    languages = forms.ChoiceField(label=_lazy("Language"))
    to = forms.ChoiceField(
        choices=[(place, place) for place in (FROM_ROUND, FROM_PAPERS)], widget=forms.HiddenInput
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["languages"].choices = language_choices()  # type: ignore[attr-defined] # a field of choices


class PackForm(BundleForm):
    """The form for an emergency pack, which is handed out sheet by sheet."""

    two_sided = two_sided_field()


def bundle_form(to: str, languages: str = "", auto_id: str = "pack_%s") -> BundleForm:
    return BundleForm(initial={"to": to, "languages": languages or get_language()}, auto_id=auto_id)


def pack_form(to: str, languages: str = "") -> PackForm:
    return PackForm(initial={"to": to, "languages": languages or get_language()}, auto_id="pack_%s")


def pack_form_of(drawn: Round, to: str, languages: str = "") -> PackForm | None:
    """The form for the pack of a round; None once the round is over."""
    return pack_form(to, languages) if drawn.state in _UNFINISHED_STATES else None


@post_only
def pack(request: HttpRequest, pk: int) -> HttpResponse:
    """Request the emergency pack of a round that is drawn or being played."""
    drawn = round_for_director(request, pk)
    event, form = drawn.tournament, PackForm(request.POST)
    if not form.is_valid():
        return _redirect_with_error(request, event)
    if drawn.state not in _UNFINISHED_STATES:
        messages.error(request, _("The round is over: there is nothing to play on paper."))
        return redirect("tournaments:papers", event.pk)
    return queue_job(request, event.book, EMERGENCY_PACK, form, {"round": pk, "to": form.cleaned_data["to"]})


@post_only
def booklet(request: HttpRequest, pk: int) -> HttpResponse:
    """Request the booklet of the event as it is now."""
    event = get_object_or_404(Tournament.objects.select_related("book"), pk=pk)
    permissions.require(request.user, event.book, permissions.IN_CHARGE)
    form = BundleForm(request.POST)
    if not form.is_valid():
        return _redirect_with_error(request, event)
    return queue_job(request, event.book, EVENT_BOOKLET, form, {"event": pk})


def _redirect_with_error(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Return to the papers, which everybody may see who may request a file."""
    messages.error(request, _("Choose a language, then print it."))
    return redirect("tournaments:papers", event.pk)
