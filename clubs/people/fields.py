"""A field for a player of a club, found by name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from clubs.models import Player
from clubs.text.alphabet import folded
from clubs.web.forms import LineField

_MOST_NAMED: Final = 5


class Roster:
    """The players who may be named in a form, each under a label of his own."""

    def __init__(self, players: Iterable[Player]) -> None:
        members = list(players)
        names = Counter(player.name for player in members)
        self.by_label = {_label_of(player, names[player.name] > 1): player for player in members}

    @property
    def labels(self) -> list[str]:
        return list(self.by_label)

    def find(self, typed: str) -> Player:
        """The player of this label, or the only one whose name holds these words."""
        if typed in self.by_label:
            return self.by_label[typed]
        words = folded(typed).split()
        found = [
            label
            for label, player in self.by_label.items()
            if words and all(word in player.found_by for word in words)
        ]
        if len(found) == 1:
            return self.by_label[found[0]]
        if not found:
            raise ValidationError(_("The club has no player of this name. Add the player to the club first."))
        raise ValidationError(
            _("Which of these is it? %(names)s") % {"names": "; ".join(found[:_MOST_NAMED])}, code="several"
        )


def _label_of(player: Player, shared: bool) -> str:
    """The name; where two are called the same, with what tells them apart."""
    return f"{player.name} ({player.licence or player.pk})" if shared else player.name


class PlayerField(LineField):
    """A player of the club by name, with the club's players to choose from as one types."""

    LIST = "players-of-the-club"

    def __init__(self, roster: Roster, **kwargs: Any) -> None:
        widget = forms.TextInput(attrs={"list": self.LIST, "autocomplete": "off", "spellcheck": "false"})
        super().__init__(max_length=150, widget=widget, **kwargs)
        self.roster = roster

    def clean(self, value: Any) -> Player | None:
        typed = super().clean(value)
        return self.roster.find(typed) if typed else None
