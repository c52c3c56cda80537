"""The page on which players open a game at a free table: the game, the form of the table, and the names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubs.accounts import throttling
from clubs.accounts.forms import count_or_refuse
from clubs.text.alphabet import folded
from clubs.web.actions import run_into_form
from clubs.web.forms import KeyedForm, LineField, set_choices
from clubs.web.origin import origin_of
from scoring import recording
from scoring.core.seats import TableForm
from scoring.models import Table
from scoring.store import seating
from scoring.table import device
from scoring.table.outbox import back_to_table, is_stored
from scoring.wording import labels
from scoring.wording import options as option_wording

_DEFAULT_RULESET, _DEFAULT_FORM = "samba", "4"
_MAX_NAME: Final = 100


@dataclass(frozen=True, slots=True)
class OpeningChoice:
    """The game and the form of the table, on which the names depend."""

    ruleset: str
    form: str

    @property
    def table(self) -> TableForm:
        return seating.forms_of_ruleset(self.ruleset)[self.form]


def opening_choice(data: Mapping[str, str]) -> OpeningChoice:
    """Return the choice in an address, without one the usual one. Raises Http404 for a game there is not."""
    sent = data.get("ruleset")
    if sent is None:
        return OpeningChoice(_DEFAULT_RULESET, _DEFAULT_FORM)
    choice = _choices().get(sent)
    if choice is None:
        raise Http404
    return choice


def _choices() -> dict[str, OpeningChoice]:
    """Return every game with every form of its table, by what stands in the address."""
    return {
        f"{ruleset}-{form}": OpeningChoice(ruleset, form)
        for ruleset in labels.ruleset_names()
        for form in seating.forms_of_ruleset(ruleset)
    }


class ChoiceForm(forms.Form):
    """The game and the form of the table in one choice: another one shows other fields for names."""

    ruleset = forms.ChoiceField(label=_lazy("Game"))

    def __init__(self, choice: OpeningChoice) -> None:
        super().__init__(initial={"ruleset": f"{choice.ruleset}-{choice.form}"})
        set_choices(self, "ruleset", [(code, _label(each)) for code, each in _choices().items()])


def _label(choice: OpeningChoice) -> str:
    return f"{labels.ruleset_name(choice.ruleset)}: {option_wording.FORM_LABELS[choice.form]}"


class OpeningForm(KeyedForm):
    """The names of those who play, side by side; no list of the club's members is shown here."""

    guests = forms.BooleanField(
        label=_lazy("Who is no member of the club is a guest"),
        required=False,
        help_text=_lazy("Names of guests are shown on no public page."),
    )

    def __init__(
        self, data: QueryDict | None, *, table: Table, choice: OpeningChoice, address: str = ""
    ) -> None:
        super().__init__(data)
        self.table, self.choice, self.address = table, choice, address
        guests = self.fields.pop("guests")
        for side, people in enumerate(choice.table.people):
            for seat in range(people):
                self.fields[_name_of(side, seat)] = LineField(
                    label=_("Side %(side)s, player %(number)s") % {"side": side + 1, "number": seat + 1},
                    max_length=_MAX_NAME,
                    widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
                )
        self.fields["guests"] = guests

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        count_or_refuse(throttling.opening_limits(str(self.table.pk), self.address), timezone.now())
        names = [folded(name) for side in self.names(cleaned) for name in side]
        if not self.errors and len(set(names)) < len(names):
            self.add_error(None, _("Each player has one seat: a name is here twice."))
        return cleaned

    def names(self, cleaned: Mapping[str, Any]) -> list[list[str]]:
        return [
            [cleaned.get(_name_of(side, seat), "") for seat in range(people)]
            for side, people in enumerate(self.choice.table.people)
        ]

    def plan(self) -> recording.TablePlan:
        return recording.TablePlan(
            ruleset=self.choice.ruleset,
            sides=self.names(self.cleaned_data),
            players_per_side=self.choice.table.playing,
            key=self.cleaned_data["key"],
            guests=self.cleaned_data["guests"],
        )


def _name_of(side: int, seat: int) -> str:
    return f"side{side}_player{seat}"


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def table_open(request: HttpRequest, secret: str) -> HttpResponse:
    """Open a game at a free table, where the club lets players do so."""
    table = device.table_or_404(secret)
    if not recording.may_open_game(table):
        away = (
            back_to_table(request, table) if is_stored(request) else redirect("scoring:table", table.secret)
        )
        return device.remember_device(away, request)
    choice = opening_choice(request.GET)
    form = OpeningForm(
        request.POST if request.method == "POST" else None,
        table=table,
        choice=choice,
        address=origin_of(request),
    )
    if request.method == "POST" and form.is_valid() and _open(request, table, form):
        messages.success(request, _("The game is open. Have a good evening."))
        return device.remember_device(back_to_table(request, table), request)
    context = {"table": table, "form": form, "choice": ChoiceForm(choice)}
    return device.remember_device(render(request, "scoring/table/open.html", context), request)


def _open(request: HttpRequest, table: Table, form: OpeningForm) -> bool:
    by = device.author_at(request, table)
    return run_into_form(form, lambda _by: recording.open_game_at_table(by, form.plan()), by)
