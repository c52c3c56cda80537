"""The forms of past results: the file, and what is decided about what it says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.models import Player
from clubs.web.forms import VerbForm, set_choices
from scoring.wording import labels
from tournaments.past.people import ListedPerson

_NEW: Final = "new"


class PastListForm(VerbForm):
    """A filled-in list."""

    file = forms.FileField(
        label=_lazy("The filled-in list"),
        help_text=_lazy("XLSX, ODS or CSV. You see everything before it is saved."),
        widget=forms.FileInput(attrs={"accept": ".xlsx,.ods,.csv,.txt"}),
    )


class TakeInForm(VerbForm):
    """What was looked at is taken in; who in it is in doubt is decided here."""

    token = forms.CharField(widget=forms.HiddenInput)
    ruleset = forms.ChoiceField(
        label=_lazy("Which game was played?"), help_text=_lazy("One game for the whole list.")
    )
    may_publish = forms.BooleanField(
        label=_lazy("Those who are new have agreed that their names are published"),
        required=False,
        help_text=_lazy("Otherwise public pages do not name them until they agree."),
    )

    def __init__(self, *args: Any, doubtful: Sequence[ListedPerson], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_choices(self, "ruleset", [(code, str(name)) for code, name in labels.ruleset_names().items()])
        self._doubtful = {f"person-{person.number}": person for person in doubtful}
        for name, person in self._doubtful.items():
            self.fields[name] = forms.ChoiceField(
                label=_("Who is %(name)s?") % {"name": person.name},
                choices=_choices(person),
                widget=forms.RadioSelect,
            )

    def decided(self) -> dict[str, Player | None]:
        """Return who each doubtful person of the list is, by the key; None for somebody new."""
        return {
            person.key: next(
                (one for one in person.candidates if str(one.pk) == self.cleaned_data[name]), None
            )
            for name, person in self._doubtful.items()
        }


def _choices(person: ListedPerson) -> list[tuple[str, str]]:
    known = [(str(one.pk), _candidate(one)) for one in person.candidates]
    return [*known, (_NEW, _("add as a new player"))]


def _candidate(player: Player) -> str:
    number = f" ({player.licence})" if player.licence else ""
    same = _("is %(name)s") % {"name": player.name}
    return f"{same}{number}, {player.home_club.name}"
