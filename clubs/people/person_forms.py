"""Forms about a whole person: two players who are one, and a person who is erased."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.models import Player
from clubs.people.merging import MergeChoice
from clubs.web.forms import NameField, VerbForm

_NARROW, _WIDE = "no", "yes"


class MergeForm(VerbForm):
    """What stays where two players differ: the name, the licence number, the consent."""

    kept_version = forms.IntegerField(widget=forms.HiddenInput, min_value=1)
    other_version = forms.IntegerField(widget=forms.HiddenInput, min_value=1)

    def __init__(self, *args: Any, kept: Player, other: Player, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.kept, self.other = kept, other
        self.initial.update(kept_version=kept.version, other_version=other.version)
        if kept.name != other.name:
            self._ask("name_of", _("Which name stays?"), kept.name, other.name)
        if kept.licence and other.licence:
            self._ask("licence_of", _("Which licence number stays?"), *map(_licence, (kept, other)))
        if kept.may_publish != other.may_publish:
            self._ask_consent()

    def _ask(self, name: str, label: str, of_kept: str, of_other: str) -> None:
        choices = [(str(self.kept.pk), of_kept), (str(self.other.pk), of_other)]
        self.fields[name] = forms.ChoiceField(
            label=label, choices=choices, widget=forms.RadioSelect, initial=str(self.kept.pk)
        )

    def _ask_consent(self) -> None:
        self.fields["consent"] = forms.ChoiceField(
            label=_("May the name be published?"),
            choices=[(_NARROW, _("no")), (_WIDE, _("yes, the player has agreed"))],
            widget=forms.RadioSelect,
            initial=_NARROW,
            help_text=_("One of the two has agreed, the other has not."),
        )

    def choice(self) -> MergeChoice:
        """Return what was chosen; where nothing differs there was nothing to ask."""
        chosen, kept, other = self.cleaned_data, self.kept, self.other
        licensed = other if other.licence and not kept.licence else kept
        agreed = chosen.get("consent", _WIDE) == _WIDE if kept.may_publish != other.may_publish else None
        return MergeChoice(
            name_of=int(chosen.get("name_of", kept.pk)),
            licence_of=int(chosen.get("licence_of", licensed.pk)),
            may_publish=kept.may_publish if agreed is None else agreed,
            versions=(chosen["kept_version"], chosen["other_version"]),
        )


class EraseForm(VerbForm):
    """The name, written once more by whoever erases it for good."""

    name = NameField(label=_lazy("Write the name to confirm"), max_length=200)


def _licence(player: Player) -> str:
    given_by = player.federation
    return f"{player.licence} ({given_by.name})" if given_by else player.licence
