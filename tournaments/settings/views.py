"""The pages to set up an event and to change its settings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from clubs.books import permissions
from clubs.books.writing import Author, club_book
from clubs.models import Club
from clubs.web.actions import run_into_form, say_done
from clubs.web.decorators import form_page
from clubs.web.request_author import author_of
from clubs.web.viewer_roles import require_role
from scoring.wording import labels
from tournaments import running
from tournaments.models import EntryPlayer, Tournament
from tournaments.play.earlier_events import last_of_each_name
from tournaments.public.event_view import Field
from tournaments.public.rules_in_force import rules_report
from tournaments.running.events import ChangedMeanwhile
from tournaments.running.frozen_settings import drawn_round_numbers
from tournaments.running.set_up_corrections import correctable_settings
from tournaments.settings import page
from tournaments.settings.correction_form import CorrectionForm, CorrectionPreview, build_preview
from tournaments.settings.forms import SettingsForm
from tournaments.settings.new_event_forms import FREE_KIND, NewEventForm, requested_kind_and_game

# So many earlier events are offered to be repeated.
_REPEATED: Final = 3


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
        return redirect("tournaments:settings" if has_more else "tournaments:pairs", event.pk)
    earlier = last_of_each_name(host, _REPEATED)
    context = {"form": form, "club": host, "earlier": earlier}
    return render(request, "tournaments/settings/new_event.html", context)


def _create_event(request: HttpRequest, host: Club, form: NewEventForm) -> Tournament | None:
    """Create the event; None if the verb refuses, and then the form says why."""
    created: list[Tournament] = []
    plan, by = form.plan(), author_of(request)
    if not run_into_form(form, lambda by: created.append(running.create_event(by, host, plan)), by):
        return None
    say_done(request, club_book(host), _("%(event)s is set up.") % {"event": created[0].title}, by)
    return created[0]


@form_page
def settings(request: HttpRequest, pk: int) -> HttpResponse:
    """Change the settings of an event; frozen settings are shown without fields."""
    event = get_object_or_404(Tournament.objects.select_related("club", "book"), pk=pk)
    require_role(request, event.book, permissions.DIRECTORS)
    ruleset = _requested_ruleset(request, event)
    is_official = event.state == Tournament.State.OFFICIAL
    is_sent = request.method == "POST" and "show" not in request.POST and not is_official
    form = SettingsForm(
        request.POST if is_sent else None, event=event, ruleset=ruleset, initial=request.POST.dict()
    )
    by = author_of(request)
    if is_sent and form.is_valid() and _change_event(by, event, form):
        say_done(request, event.book, _("Settings saved."), by)
        return redirect("tournaments:desk", event.pk)
    return render(
        request,
        "tournaments/settings/page.html",
        {
            "event": event,
            "form": form,
            "groups": page.setting_groups(form, drawn_round_numbers(event)),
            "official": is_official,
            "correctable": bool(correctable_settings(event)),
            "report": rules_report(event, _field_of(event)),
        },
    )


def _field_of(event: Tournament) -> Field:
    """What the rules are about that the agreement does not know."""
    thirds = EntryPlayer.objects.filter(
        tournament=event, until_round=None, position__gte=event.agreement.players
    )
    return Field(event.entries.filter(outside=True).exists(), thirds.exists())


def _requested_ruleset(request: HttpRequest, event: Tournament) -> str:
    """Return the game whose house rules the page shows: the one that was chosen, or that of the event."""
    requested = request.POST.get("ruleset", "")
    return requested if requested in labels.ruleset_names() else event.ruleset


def _change_event(by: Author, event: Tournament, form: SettingsForm) -> bool:
    """Save the settings; the form shows a refusal, or what another person has saved meanwhile."""
    plan, seen = form.plan(), form.cleaned_data["seen"]
    try:
        return run_into_form(form, lambda by: running.change_event(by, event, plan, seen), by)
    except ChangedMeanwhile as meanwhile:
        form.show_conflict(meanwhile.now)
        return False


@form_page
def settings_correct(request: HttpRequest, pk: int) -> HttpResponse:
    """Put settings right that were wrong from the start: first what that changes, then the change."""
    event = get_object_or_404(Tournament.objects.select_related("club", "book"), pk=pk)
    require_role(request, event.book, permissions.DIRECTORS)
    is_sent = request.method == "POST" and "show" not in request.POST
    form = CorrectionForm(
        request.POST if is_sent else None,
        event=event,
        ruleset=_requested_ruleset(request, event),
        initial={} if is_sent else request.POST.dict(),
    )
    by = author_of(request)
    preview: CorrectionPreview | None = None
    if is_sent and form.has_settings and form.is_valid():
        preview = _preview_correction(by, event, form)
        if preview and form.cleaned_data["previewed"] == preview.digest:
            if _correct(by, event, form):
                done = _("The settings are corrected, and everything is counted again.")
                say_done(request, event.book, done, by)
                return redirect("tournaments:desk", event.pk)
            preview = None
    context = {
        "event": event,
        "form": form,
        "groups": [group for group in page.setting_groups(form, drawn_round_numbers(event)) if group.blocks],
        "preview": preview,
        "official": event.state == Tournament.State.OFFICIAL,
    }
    return render(request, "tournaments/settings/correct.html", context)


def _preview_correction(by: Author, event: Tournament, form: CorrectionForm) -> CorrectionPreview | None:
    """Return what the correction would change; None if it is refused, and then the form says why."""
    previews: list[CorrectionPreview] = []

    def look(by: Author) -> None:
        previews.append(build_preview(form, running.preview_set_up(by, event, form.correction())))

    return previews[0] if _run_correction(by, form, look) else None


def _correct(by: Author, event: Tournament, form: CorrectionForm) -> bool:
    return _run_correction(by, form, lambda by: running.correct_set_up(by, event, form.correction()))


def _run_correction(by: Author, form: CorrectionForm, act: Callable[[Author], object]) -> bool:
    """Run the verb; the form shows a refusal, or what another person has saved meanwhile."""
    try:
        return run_into_form(form, act, by)
    except ChangedMeanwhile as meanwhile:
        form.show_conflict(meanwhile.now)
        return False
