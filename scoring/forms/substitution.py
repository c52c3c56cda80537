"""The form by which one player takes the seat of another."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.models import Player
from clubs.people.fields import PlayerField, Roster
from clubs.web.forms import KeyedForm, set_choices
from scoring.models import Seat


class SubstituteForm(KeyedForm):
    """The player who leaves, and the player of the club who comes."""

    leaving = forms.ChoiceField(label=_lazy("Who is leaving?"), widget=forms.RadioSelect)

    def __init__(self, *args: Any, seats: Iterable[Seat], roster: Roster, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.seats = {str(seat.player_id): seat for seat in seats}
        self.roster = roster
        set_choices(self, "leaving", [(value, seat.player.name) for value, seat in self.seats.items()])
        self.fields["coming"] = PlayerField(
            roster,
            label=_("Who is coming?"),
            help_text=_("A player of the club; part of the name is enough."),
        )

    def substitution(self) -> tuple[int, Player, Player]:
        """The number of the side, the player who leaves, and the player who comes."""
        seat = self.seats[self.cleaned_data["leaving"]]
        return seat.side.number, seat.player, self.cleaned_data["coming"]
