"""The forms in which an entry is put right or replaced: its players, its number, its lot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.models import Player
from clubs.people.fields import PlayerField, Roster
from clubs.web.forms import VerbForm
from tournaments.entries.forms import MAX_SMALLINT
from tournaments.entries.guest_fields import OffersGuests
from tournaments.models import Entry
from tournaments.play.queries import entry_players
from tournaments.running import EntryChange, Since
from tournaments.running.entry_changes import fingerprint_of
from tournaments.settings.fields import explained_choice


class EntryPlayersForm(OffersGuests, VerbForm):
    """A field for each player of an entry, by name."""

    def __init__(self, *args: Any, entry: Entry, roster: Roster, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.entry, self.roster = entry, roster
        players = entry_players(entry)
        self.names = [f"player{position}" for position in range(len(players))]
        for position, name in enumerate(self.names, start=1):
            label = _("Player %(number)s") % {"number": position} if len(players) > 1 else _("Player")
            self.fields[name] = PlayerField(roster, label=label)

    def players(self) -> list[Player]:
        return [self.cleaned_data[name] for name in self.names]

    def refuse(self, refusal: ValidationError) -> None:
        """Show what is wrong with the players at the first of them."""
        errors = dict(getattr(refusal, "error_dict", {}))
        if "players" not in errors:
            super().refuse(refusal)
            return
        for error in errors["players"]:
            self.add_error(self.names[0], error)


class EditEntryForm(EntryPlayersForm):
    """The players, the number and the lot of an entry; after the first draw also since when they are so."""

    number = forms.IntegerField(
        label=_lazy("Number"),
        help_text=_lazy("Where another entry has this number, the two swap their numbers."),
        min_value=1,
        max_value=MAX_SMALLINT,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "class": "number"}),
    )
    lot = forms.IntegerField(
        label=_lazy("Lot"),
        help_text=_lazy("Leave it empty if none was drawn."),
        required=False,
        min_value=1,
        max_value=MAX_SMALLINT,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "class": "number"}),
    )
    exchanges = forms.BooleanField(
        label=_lazy("Swap players with another entry"),
        help_text=_lazy("If the new player is in another entry, the player who leaves goes there."),
        required=False,
    )
    seen = forms.CharField(required=False, max_length=200, widget=forms.HiddenInput)

    def __init__(self, *args: Any, entry: Entry, roster: Roster, is_drawn: bool, **kwargs: Any) -> None:
        super().__init__(*args, entry=entry, roster=roster, **kwargs)
        labels = {player.pk: label for label, player in roster.by_label.items()}
        for name, player in zip(self.names, entry_players(entry), strict=True):
            self.initial[name] = labels[player.pk]
        self.initial.update(number=entry.number, lot=entry.lot, seen=fingerprint_of(entry))
        if is_drawn:
            del self.fields["number"]
            self.fields["since"] = forms.ChoiceField(
                label=_("Why are the players others?"),
                widget=forms.RadioSelect,
                choices=[
                    (since.value, explained_choice(name, meaning))
                    for since, (name, meaning) in _SINCE_CHOICES.items()
                ],
            )
        self.order_fields([*self.names, "since", "exchanges", "number", "lot"])

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        # Where the players stay, nobody has to say since when; what is said must be one of the choices.
        is_unsaid = "since" in self.fields and not self.data.get(self.add_prefix("since"))
        if is_unsaid and not self._changes_players(cleaned):
            self.errors.pop("since", None)
            cleaned["since"] = Since.ALWAYS.value
        return cleaned

    def _changes_players(self, cleaned: Mapping[str, Any]) -> bool:
        return [cleaned.get(name) for name in self.names] != entry_players(self.entry)

    def change(self, players: Sequence[Player]) -> EntryChange:
        cleaned = self.cleaned_data
        return EntryChange(
            players=players,
            number=cleaned.get("number", self.entry.number),
            lot=cleaned["lot"],
            since=Since(cleaned.get("since", Since.ALWAYS)),
            exchanges=cleaned["exchanges"],
        )


_SINCE_CHOICES: Final = {
    Since.ALWAYS: (
        _lazy("The entry was typed wrong"),
        _lazy(
            "These players have sat there all the time. "
            "Games played so far, signatures and papers get their names."
        ),
    ),
    Since.NOW: (
        _lazy("Other players from now on"),
        _lazy(
            "They play from the next round on, and their results count by the event's rule for substitutes. "
            "What was played stays with those who played it."
        ),
    ),
}
