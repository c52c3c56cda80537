"""Setting up an event, and the page of its settings: who asks is checked, a verb called, a template shown."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from clubs.books import permissions
from clubs.books.writing import of_club
from clubs.models import Club
from clubs.web.acts import done
from clubs.web.decorators import edits
from clubs.web.request_author import author_of
from scoring.wording import labels
from tournaments import running
from tournaments.models import Tournament
from tournaments.public.rules_in_force import rules_in_force
from tournaments.running.events import ChangedMeanwhile
from tournaments.running.frozen_settings import drawn_rounds
from tournaments.settings import page
from tournaments.settings.forms import SettingsForm
from tournaments.settings.new_event_forms import FREE, EventForm, asked_for


@edits
def event_new(request: HttpRequest, club: int) -> HttpResponse:
    """Set up an event. The kind and the game are chosen first: the house rules follow."""
    host = get_object_or_404(Club, pk=club)
    permissions.require(request.user, of_club(host), permissions.DIRECTORS)
    asked = asked_for(request.POST)
    sent = request.method == "POST" and "show" not in request.POST
    form = EventForm(request.POST if sent else None, club=host, asked=asked, initial=request.POST.dict())
    if sent and form.is_valid() and (made := _founded(request, host, form)):
        more = asked.preset.code == FREE or "more" in request.POST
        return redirect("tournaments:settings" if more else "tournaments:entries", made.pk)
    return render(request, "tournaments/settings/new_event.html", {"form": form, "club": host})


def _founded(request: HttpRequest, host: Club, form: EventForm) -> Tournament | None:
    """The new event; nothing if the verb refuses, and then the form says why."""
    made: list[Tournament] = []
    plan = form.plan()
    done(form, lambda by: made.append(running.create_event(by, host, plan)), author_of(request))
    return made[0] if made else None


@edits
def settings(request: HttpRequest, pk: int) -> HttpResponse:
    """Everything that the event has agreed on; what a result depends on is shown and stays."""
    event = get_object_or_404(Tournament.objects.select_related("club", "book"), pk=pk)
    permissions.require(request.user, event.book, permissions.DIRECTORS)
    asked = request.POST.get("ruleset", "")
    ruleset = asked if asked in labels.RULESETS else event.ruleset
    official = event.state == Tournament.State.OFFICIAL
    sent = request.method == "POST" and "show" not in request.POST and not official
    form = SettingsForm(
        request.POST if sent else None, event=event, ruleset=ruleset, initial=request.POST.dict()
    )
    if sent and form.is_valid() and _changed(request, event, form):
        messages.success(request, _("The settings are saved."))
        return redirect("tournaments:desk", event.pk)
    return render(
        request,
        "tournaments/settings/page.html",
        {
            "event": event,
            "form": form,
            "groups": page.groups_of(form, drawn_rounds(event)),
            "official": official,
            "report": rules_in_force(event),
        },
    )


def _changed(request: HttpRequest, event: Tournament, form: SettingsForm) -> bool:
    """Save it; what the verb refuses, or somebody else has saved meanwhile, is shown at the form."""
    plan, seen = form.plan(), form.cleaned_data["seen"]
    try:
        return done(form, lambda by: running.change_event(by, event, plan, seen), author_of(request))
    except ChangedMeanwhile as meanwhile:
        form.against(meanwhile.now)
        return False
