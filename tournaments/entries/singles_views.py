"""The page of those who look for a partner: two of them become a pair."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.books.writing import Author
from clubs.models import Player
from clubs.people.fields import PlayerField, Roster
from clubs.people.names import full_name
from clubs.web.actions import run_into_form, say_done
from clubs.web.decorators import form_page
from clubs.web.forms import VerbForm, set_choices
from clubs.web.request_author import author_of
from tournaments import running
from tournaments.desk.act_views import require_director
from tournaments.entries.guest_fields import OffersGuests
from tournaments.entries.views import may_add_players
from tournaments.models import Tournament
from tournaments.play import entry_queries, queries

_PAIR, _REMOVE = "pair", "remove"
_A_PAIR = 2


class AddSingleForm(OffersGuests, VerbForm):
    """A player who looks for a partner."""

    def __init__(self, *args: Any, roster: Roster, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.roster = roster
        self.fields["player"] = PlayerField(roster, label=_lazy("Who looks for a partner?"))


class SinglesForm(VerbForm):
    """Those who look for a partner: two become a pair, or somebody leaves the list."""

    chosen = forms.MultipleChoiceField(
        label=_lazy("Looking for a partner"), widget=forms.CheckboxSelectMultiple
    )
    act = forms.ChoiceField(
        label=_lazy("What becomes of them?"),
        widget=forms.RadioSelect,
        choices=[(_PAIR, _lazy("The two become a pair")), (_REMOVE, _lazy("They leave the list"))],
        initial=_PAIR,
    )

    def __init__(self, *args: Any, singles: Sequence[Player], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.singles = {str(player.pk): player for player in singles}
        set_choices(self, "chosen", [(pk, full_name(player)) for pk, player in self.singles.items()])

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.errors and cleaned["act"] == _PAIR and len(cleaned["chosen"]) != _A_PAIR:
            self.add_error("chosen", _("Choose the two who become a pair."))
        return cleaned

    def players(self) -> list[Player]:
        return [self.singles[pk] for pk in self.cleaned_data["chosen"]]

    def run(self, by: Author, event: Tournament) -> None:
        if self.cleaned_data["act"] == _PAIR:
            running.enter_pairs(by, event, [self.players()])
            return
        for player in self.players():
            running.remove_single(by, event, player)

    def refuse(self, refusal: ValidationError) -> None:
        """Show what is wrong with the players of a pair at those who were chosen."""
        errors = dict(getattr(refusal, "error_dict", {}))
        if "players" not in errors:
            super().refuse(refusal)
            return
        for error in errors["players"]:
            self.add_error("chosen", error)


@form_page
def singles(request: HttpRequest, pk: int) -> HttpResponse:
    """List those who look for a partner, add one, and let two of them become a pair."""
    event = get_object_or_404(Tournament.objects.select_related("book", "club"), pk=pk)
    event = require_director(request, event)
    listed, by = entry_queries.players_without_partner(event), author_of(request)
    sent = request.POST if request.method == "POST" else None
    adds = sent is not None and "player" in sent
    free = [player for player in queries.members_without_entry(event) if player not in listed]
    add = AddSingleForm(sent if adds else None, roster=Roster(free))
    add.adds_guests = may_add_players(request, event)
    form = SinglesForm(None if adds else sent, singles=listed)
    if done := _add(by, event, add) or _run(by, event, form):
        say_done(request, event.book, done, by)
        return redirect("tournaments:singles", event.pk)
    context = {"event": event, "add": add, "form": form, "listed": listed}
    return render(request, "tournaments/entries/singles.html", context)


def _add(by: Author, event: Tournament, form: AddSingleForm) -> str:
    """Put a player on the list; return what was done, empty where nothing was."""
    if not form.is_bound or not form.is_valid():
        return ""
    lines = [[form.cleaned_data["player"]]]

    def put_on_list(by: Author) -> object:
        return running.with_guests(
            by, event, lines, lambda stored: running.add_single(by, event, stored[0][0])
        )

    is_done = run_into_form(form, put_on_list, by)
    return _("The player is on the list.") if is_done else ""


def _run(by: Author, event: Tournament, form: SinglesForm) -> str:
    """Let two become a pair, or somebody leave the list; return what was done."""
    if (
        not form.is_bound
        or not form.is_valid()
        or not run_into_form(form, lambda by: form.run(by, event), by)
    ):
        return ""
    is_pair = form.cleaned_data["act"] == _PAIR
    return _("The pair is entered.") if is_pair else _("The list is changed.")
