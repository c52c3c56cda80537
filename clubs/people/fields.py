"""Form fields for a player of a club, by name, and for the end of a licence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import date
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.translation import gettext as _

from clubs.models import Player
from clubs.text.alphabet import folded
from clubs.web.forms import LineField

_MAX_SUGGESTIONS: Final = 5
# The code of the error where nobody has the name.
UNKNOWN: Final = "unknown"
# Between these years a licence may end.
FIRST_YEAR: Final = 1950
LAST_YEAR: Final = 2199


class Roster:
    """The players to choose from in a form, each with a unique label."""

    def __init__(self, players: Iterable[Player]) -> None:
        members = list(players)
        names = Counter(player.name for player in members)
        self.by_label = {_player_label(player, names[player.name] > 1): player for player in members}

    @property
    def labels(self) -> list[str]:
        return list(self.by_label)

    def find(self, typed: str) -> Player:
        """Return the player with this label, or the only one whose name contains these words.

        Raises ValidationError for an unknown or ambiguous name.
        """
        if typed in self.by_label:
            return self.by_label[typed]
        words = folded(typed).split()
        labels = [
            label
            for label, player in self.by_label.items()
            if words and all(word in player.search_text for word in words)
        ]
        if len(labels) == 1:
            return self.by_label[labels[0]]
        if not labels:
            raise ValidationError(
                _("The club has no player with this name. Add the player to the club first."), code=UNKNOWN
            )
        raise ValidationError(
            _("Which of these is it? %(names)s") % {"names": "; ".join(labels[:_MAX_SUGGESTIONS])},
            code="several",
        )


def _player_label(player: Player, shared: bool) -> str:
    """Return the name; with the licence number or the id if two players share the name."""
    return f"{player.name} ({player.licence or player.pk})" if shared else player.name


class PlayerField(LineField):
    """A player of the club by name, with suggestions while the user types."""

    LIST = "players-of-the-club"

    def __init__(self, roster: Roster, **kwargs: Any) -> None:
        widget = forms.TextInput(attrs={"list": self.LIST, "autocomplete": "off", "spellcheck": "false"})
        super().__init__(max_length=150, widget=widget, **kwargs)
        self.roster = roster

    def clean(self, value: Any) -> Player | None:
        typed = super().clean(value)
        return self.roster.find(typed) if typed else None


def licence_day(**kwargs: Any) -> forms.DateField:
    """Return a field for the last day of a licence."""
    return forms.DateField(
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        validators=[MinValueValidator(date(FIRST_YEAR, 1, 1)), MaxValueValidator(date(LAST_YEAR, 12, 31))],
        **kwargs,
    )
