"""The pages to set up an event and to change its settings."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from clubs.books import permissions
from clubs.books.writing import club_book
from clubs.models import Club
from clubs.web.actions import run_into_form
from clubs.web.decorators import form_page
from clubs.web.request_author import author_of
from scoring.wording import labels
from tournaments import running
from tournaments.models import Tournament
from tournaments.public.rules_in_force import rules_report
from tournaments.running.events import ChangedMeanwhile
from tournaments.running.frozen_settings import drawn_round_numbers
from tournaments.settings import page
from tournaments.settings.forms import SettingsForm
from tournaments.settings.new_event_forms import FREE_KIND, NewEventForm, requested_kind_and_game


@form_page
def event_new(request: HttpRequest, club: int) -> HttpResponse:
    """Set up an event. The house rules follow from the kind and the game, which are chosen first."""
    host = get_object_or_404(Club, pk=club)
    permissions.require(request.user, club_book(host), permissions.DIRECTORS)
    is_sent = request.method == "POST" and "show" not in request.POST
    chosen = requested_kind_and_game(request.POST)
    form = NewEventForm(
        request.POST if is_sent else None, club=host, chosen=chosen, initial=request.POST.dict()
    )
    if is_sent and form.is_valid() and (event := _create_event(request, host, form)):
        has_more = chosen.preset.code == FREE_KIND or "more" in request.POST
        return redirect("tournaments:settings" if has_more else "tournaments:entries", event.pk)
    return render(request, "tournaments/settings/new_event.html", {"form": form, "club": host})


def _create_event(request: HttpRequest, host: Club, form: NewEventForm) -> Tournament | None:
    """Create the event; None if the verb refuses, and then the form says why."""
    created: list[Tournament] = []
    plan = form.plan()
    run_into_form(form, lambda by: created.append(running.create_event(by, host, plan)), author_of(request))
    return created[0] if created else None


@form_page
def settings(request: HttpRequest, pk: int) -> HttpResponse:
    """Change the settings of an event; frozen settings are shown without fields."""
    event = get_object_or_404(Tournament.objects.select_related("club", "book"), pk=pk)
    permissions.require(request.user, event.book, permissions.DIRECTORS)
    requested = request.POST.get("ruleset", "")
    ruleset = requested if requested in labels.ruleset_names() else event.ruleset
    is_official = event.state == Tournament.State.OFFICIAL
    is_sent = request.method == "POST" and "show" not in request.POST and not is_official
    form = SettingsForm(
        request.POST if is_sent else None, event=event, ruleset=ruleset, initial=request.POST.dict()
    )
    if is_sent and form.is_valid() and _change_event(request, event, form):
        messages.success(request, _("The settings are saved."))
        return redirect("tournaments:desk", event.pk)
    return render(
        request,
        "tournaments/settings/page.html",
        {
            "event": event,
            "form": form,
            "groups": page.setting_groups(form, drawn_round_numbers(event)),
            "official": is_official,
            "report": rules_report(event),
        },
    )


def _change_event(request: HttpRequest, event: Tournament, form: SettingsForm) -> bool:
    """Save the settings; the form shows a refusal, or what another person has saved meanwhile."""
    plan, seen = form.plan(), form.cleaned_data["seen"]
    try:
        return run_into_form(form, lambda by: running.change_event(by, event, plan, seen), author_of(request))
    except ChangedMeanwhile as meanwhile:
        form.show_conflict(meanwhile.now)
        return False
