"""What a director types to set up an event and to enter its pairs."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubs.models import Club, Player
from scoring import words
from tournaments import running
from tournaments.agreed import PRESETS as EVERY_PRESET
from tournaments.agreed import Agreed, Phase
from tournaments.models import EntryPlayer, Tournament
from tournaments.pasting import Pair, read_pairs
from tournaments.words import PRESETS

# Entries are pasted as pairs.
OFFERED: Final = tuple(one for one in EVERY_PRESET if one.agreed.players == 2 and one.code != "free")

# Django's forms are generic for the type checker alone.
if TYPE_CHECKING:
    EventModelForm = forms.ModelForm[Tournament]
else:
    EventModelForm = forms.ModelForm


class EventForm(EventModelForm):
    """A new event. Its name and day are unique in the club, so that a second click founds no second one."""

    ruleset = forms.ChoiceField(label=_("Game"), choices=words.ruleset_choices)
    preset = forms.ChoiceField(
        label=_("How is it played?"),
        choices=lambda: [(one.code, PRESETS[one.code]) for one in OFFERED],
        initial="club_evening",
        widget=forms.RadioSelect,
    )
    rounds = forms.IntegerField(
        label=_("Rounds"),
        required=False,
        min_value=1,
        max_value=99,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "class": "number"}),
        help_text=_("Empty: as many as stand above. More can be drawn at any time."),
    )

    class Meta:
        model = Tournament
        fields = ["name", "on_day", "ruleset"]
        widgets = {"on_day": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")}

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["on_day"].initial = timezone.localdate()
        self.club = club

    def plan(self) -> running.EventPlan:
        """What was asked for, with the settings of its kind."""
        said = self.cleaned_data
        agreed = next(one.agreed for one in OFFERED if one.code == said["preset"])
        if said["rounds"]:
            agreed = with_rounds(agreed, said["rounds"])
        return running.EventPlan(
            name=said["name"], on_day=said["on_day"], ruleset=said["ruleset"], agreed=agreed
        )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        name, on_day = cleaned.get("name"), cleaned.get("on_day")
        if name and on_day and self.club.tournaments.filter(name=name, on_day=on_day).exists():
            self.add_error("name", _("The club has an event of this name on this day already."))
        return cleaned


def with_rounds(agreed: Agreed, rounds: int) -> Agreed:
    """The same with so many rounds: those of the last phase are more or fewer, earlier ones go first."""
    phases: list[Phase] = []
    for phase in agreed.phases:
        left = rounds - sum(one.rounds for one in phases)
        if left > 0:
            phases.append(replace(phase, rounds=min(phase.rounds, left)))
    missing = rounds - sum(one.rounds for one in phases)
    phases[-1] = replace(phases[-1], rounds=phases[-1].rounds + missing)
    return replace(agreed, phases=tuple(phases))


class PairsForm(forms.Form):
    """Pairs by pasted names, one pair a line."""

    names = forms.CharField(
        label=_("Pairs"),
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false"}),
        help_text=_("One pair a line: two names with a dash between them, as in “Anna Berg – Bo Ek”."),
        max_length=60_000,
    )

    def __init__(self, *args: Any, event: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.event = event
        self.pairs: tuple[Pair, ...] = ()

    def clean_names(self) -> str:
        text: str = self.cleaned_data["names"]
        pasted = read_pairs(text, Player.objects.filter(memberships__club=self.event.club).distinct())
        complaints = pasted.complaints or self.entered_already(pasted.pairs)
        if complaints:
            raise ValidationError([ValidationError(complaint) for complaint in complaints])
        self.pairs = pasted.pairs
        return text

    def entered_already(self, pairs: tuple[Pair, ...]) -> tuple[str, ...]:
        players = [player.pk for pair in pairs for player in pair]
        entered = EntryPlayer.objects.filter(tournament=self.event, player__in=players)
        return tuple(
            _("%(name)s is entered already, in pair %(number)s.")
            % {"name": place.player.name, "number": place.entry.number}
            for place in entered.select_related("player", "entry")
        )


class DrawForm(forms.Form):
    """The seed of a draw, as the page showed it before the draw was made."""

    seed = forms.RegexField(r"^[0-9a-f]{16}$", widget=forms.HiddenInput)
