"""Forms on which a third player comes to a pair or leaves it, and what the list says of who rests."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _lazy

from clubs.models import Player
from clubs.people.fields import PlayerField, Roster
from clubs.people.names import NameOf
from clubs.web.forms import VerbForm, set_choices
from tournaments.entries.guest_fields import OffersGuests
from tournaments.models import Entry
from tournaments.play.queries import entry_players
from tournaments.play.turns import resting_in


class AddThirdForm(OffersGuests, VerbForm):
    """The third player of a pair."""

    def __init__(self, *args: Any, roster: Roster, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.roster = roster
        self.fields["player"] = PlayerField(roster, label=_lazy("Third player"))


class RemoveThirdForm(VerbForm):
    """Which of three leaves."""

    player = forms.ChoiceField(label=_lazy("Who is leaving?"), widget=forms.RadioSelect)

    def __init__(self, *args: Any, entry: Entry, name_of: NameOf, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.players = {str(player.pk): player for player in entry_players(entry)}
        set_choices(self, "player", [(pk, name_of(player)) for pk, player in self.players.items()])

    def chosen(self) -> Player:
        return self.players[self.cleaned_data["player"]]


@dataclass(frozen=True, slots=True)
class Turns:
    """Who of three rests in a round, and who could instead."""

    number: int
    # Each player with the value of the button, and whether it is this one who rests.
    players: Sequence[tuple[str, str, bool]]


def turns_of(
    entry: Entry, number: int, open_games: Collection[int], playing: int, name_of: NameOf
) -> Turns | None:
    """Return who of three rests; None where no more are entered than play.

    It is about the next round, whose number is given, or about the one before it while its game is not begun:
    `open_games` has the entries of which that is so.
    """
    places = [place for place in entry.places.all() if place.until_round is None]
    if len(places) <= playing or entry.state == Entry.State.WITHDRAWN:
        return None
    number -= entry.pk in open_games
    resting = resting_in(places, number, playing)
    return Turns(
        number,
        [
            (f"{entry.number}-{number}-{place.player_id}", name_of(place.player), place in resting)
            for place in places
        ],
    )


class RestingForm(forms.Form):
    """The entry, the round and the player of a tap."""

    resting = forms.RegexField(r"^[0-9]{1,5}-[0-9]{1,3}-[0-9]{1,9}$", label=_lazy("Who rests?"))

    def values(self) -> tuple[int, int, int]:
        entry, number, player = map(int, self.cleaned_data["resting"].split("-"))
        return entry, number, player
