"""The page on which the director says who goes on after a level game of a knock-out."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.people.names import full_name
from clubs.web.actions import ActionPage
from clubs.web.decorators import form_page
from clubs.web.forms import LineField, VerbForm, set_choices
from tournaments import running
from tournaments.desk.act_views import event_action_page, require_director
from tournaments.models import Pairing
from tournaments.play import queries
from tournaments.play.brackets import find_level_tables
from tournaments.play.event_record import load_event
from tournaments.play.names import entry_name
from tournaments.play.prizes import MAX_WORDS


class LevelForm(VerbForm):
    """Who goes on, and how the extra deal ended."""

    winner = forms.TypedChoiceField(label=_lazy("Who goes on"), coerce=int, widget=forms.RadioSelect)
    words = LineField(
        label=_lazy("How the extra deal ended"),
        max_length=MAX_WORDS,
        required=False,
        help_text=_lazy("For example: 320 to 180. It counts for this alone."),
    )

    def decision(self) -> running.LevelDecision:
        return running.LevelDecision(self.cleaned_data["winner"], self.cleaned_data["words"])


@form_page
def level_decide(request: HttpRequest, pk: int) -> HttpResponse:
    """Say who goes on after a level game."""
    pairings = queries.without_draw(Pairing.objects.select_related("round__tournament__book"), "round")
    pairing = get_object_or_404(pairings, pk=pk)
    event = require_director(request, pairing.round.tournament)
    entries = _level_entries(pairing)
    if not entries:
        messages.error(request, _("This game is not level, or it is known already who goes on."))
        return redirect("tournaments:desk", event.pk)
    form = LevelForm(request.POST or None)
    set_choices(form, "winner", [(str(entry), name) for entry, name in entries])
    page = ActionPage(
        _("Round %(number)s, table %(table)s: who goes on?")
        % {"number": pairing.round.number, "table": pairing.table},
        _("Save"),
        _("The extra deal is entered."),
        _("The game has ended level: the two play an extra deal, and who leads after it goes on."),
    )
    return event_action_page(
        request,
        event,
        form,
        page,
        lambda by: running.decide_level_game(by, pairing, form.decision()),
        drawn=pairing.round,
    )


def _level_entries(pairing: Pairing) -> list[tuple[int, str]]:
    """The two at a table of which nobody has said who goes on, by name; empty where that is known."""
    event = pairing.round.tournament
    if event.agreement.bracket is None:
        return []
    place = pairing.round.number, pairing.table
    level = [each for each in find_level_tables(load_event(event)) if (each.round, each.table) == place]
    entries = [entry for each in level for entry in each.entries]
    names = {entry.number: entry_name(entry, full_name) for entry in queries.get_entries(event)}
    return [(entry, f"{entry}. {names[entry]}") for entry in entries]
