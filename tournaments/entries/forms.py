"""What people type and tap about the entries of an event: who comes, who is here, which lots were drawn.

Knows labels, hints and what belongs together; what an act does, and whether it may be done now, is known by
the verbs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.models import Player
from clubs.people.fields import PlayerField, Roster
from clubs.people.queries import players_found
from clubs.web.forms import VerbForm
from scoring.desk.game_forms import SubstituteForm
from scoring.models import Seat
from tournaments.entries.paste import Complaint, Read, read_entries
from tournaments.models import Entry, Tournament
from tournaments.play import entry_queries
from tournaments.play.names import pair_name
from tournaments.running.entries import lots_written

# As large as the database keeps an entry's number and its lot.
_LARGEST = 32_767


class PasteForm(VerbForm):
    """Entries by pasted names, one a line."""

    names = forms.CharField(
        label=_lazy("Entries"),
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false"}),
        max_length=60_000,
    )

    def __init__(self, *args: Any, event: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.event = event
        self.entries: tuple[tuple[Player, ...], ...] = ()
        self.fields["names"].label, self.fields["names"].help_text = _asked_for(event.agreed.players)

    def clean_names(self) -> str:
        text: str = self.cleaned_data["names"]
        pasted = read_entries(text, players_found(self.event.club), self.event.agreed.players)
        complaints = (*pasted.complaints, *self.entered_already(pasted.lines))
        if complaints:
            raise ValidationError([ValidationError(complaint) for complaint in complaints])
        self.entries = tuple(line.players for line in pasted.lines)
        return text

    def entered_already(self, lines: Sequence[Read]) -> Iterable[Complaint]:
        entered = entry_queries.entered_among(self.event, [one for line in lines for one in line.players])
        return [
            _("Line %(number)s: %(name)s is entered already, under number %(entry)s.")
            % {"number": line.number, "name": player.name, "entry": entered[player.pk]}
            for line in lines
            for player in line.players
            if player.pk in entered
        ]


def _asked_for(size: int) -> tuple[str, str]:
    """What a list of entries of so many players is called, and how it is written."""
    number = _("Two of the same name are told apart by licence number: “Anna Berg (1234)”.")
    if size == 1:
        return _("Players"), " ".join((_("One player a line, as in “Anna Berg”."), number))
    if size == 2:
        line = _("One pair a line: two names with a dash between them, as in “Anna Berg – Bo Ek”.")
        return _("Pairs"), f"{line} {number}"
    return _("Entries"), " ".join(
        (_("One entry a line: %(count)s names with dashes between them.") % {"count": size}, number)
    )


class ChosenForm(VerbForm):
    """The players of an entry, chosen one after the other; `coming` is the one who was tapped last."""

    chosen = forms.RegexField(
        r"^[0-9]{1,9}( [0-9]{1,9}){0,9}$",
        label=_lazy("Players"),
        required=False,
        max_length=100,
        widget=forms.HiddenInput,
    )
    coming = forms.IntegerField(label=_lazy("Who comes?"), required=False, min_value=1, max_value=2**31 - 1)

    def __init__(self, *args: Any, event: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.event = event
        self.players: list[Player] = []

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if self.errors:
            raise ValidationError(_("Choose one of these players."))
        wanted = [int(one) for one in cleaned["chosen"].split()]
        wanted += [cleaned["coming"]] if cleaned["coming"] else []
        members = {one.pk: one for one in players_found(self.event.club).filter(pk__in=wanted)}
        if not members.keys() >= set(wanted):
            raise ValidationError(_("Choose one of these players."))
        if len(set(wanted)) < len(wanted):
            raise ValidationError(_("%(name)s is chosen already.") % {"name": members[wanted[-1]].name})
        self.players = [members[one] for one in wanted]
        return cleaned

    @property
    def is_whole(self) -> bool:
        """Whether these are all players of an entry."""
        return len(self.players) >= self.event.agreed.players

    def refuse_entered(self) -> None:
        """Say who of them is entered, and where."""
        entered = entry_queries.entered_among(self.event, self.players)
        for player in self.players:
            if player.pk in entered:
                said = {"name": player.name, "entry": entered[player.pk]}
                self.add_error(None, _("%(name)s is entered already, under number %(entry)s.") % said)

    def without_the_last(self) -> list[Player]:
        """Whom one keeps where the last one cannot be taken."""
        return self.players[:-1] if self.cleaned_data.get("coming") else self.players


class CheckForm(forms.Form):
    """Who is here, or is not: the number of an entry in one of the two."""

    here = forms.IntegerField(label=_lazy("Here"), required=False, min_value=1, max_value=_LARGEST)
    away = forms.IntegerField(label=_lazy("Not here"), required=False, min_value=1, max_value=_LARGEST)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if bool(cleaned.get("here")) == bool(cleaned.get("away")):
            raise ValidationError(_("No entry has this number."))
        return cleaned

    @property
    def is_here(self) -> bool:
        return bool(self.cleaned_data["here"])

    @property
    def number(self) -> int:
        number: int = self.cleaned_data["here"] or self.cleaned_data["away"]
        return number


class KeepTableForm(VerbForm):
    """The table that an entry keeps, or none."""

    table = forms.IntegerField(
        label=_lazy("Table that it keeps"),
        help_text=_lazy("Leave it empty where the entry moves like the others."),
        required=False,
        min_value=1,
        max_value=_LARGEST,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "class": "number"}),
    )


class LotsForm(VerbForm):
    """The lot of each entry; empty where none was drawn."""

    seen = forms.CharField(required=False, max_length=20_000, widget=forms.HiddenInput)

    def __init__(self, *args: Any, entries: Sequence[Entry], call: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["seen"] = lots_written(entries)
        self.numbers = {_lot_name(entry.number): entry.number for entry in entries}
        for entry in entries:
            self.initial[_lot_name(entry.number)] = entry.lot
            self.fields[_lot_name(entry.number)] = forms.IntegerField(
                label=f"{entry.number}. {pair_name(entry, call)}",
                required=False,
                min_value=1,
                max_value=_LARGEST,
                widget=forms.TextInput(
                    attrs={"inputmode": "numeric", "autocomplete": "off", "class": "number"}
                ),
            )

    def clean(self) -> dict[str, Any]:
        """The same lot twice is said at both fields."""
        cleaned = super().clean() or {}
        drawn: dict[int, list[str]] = {}
        for name in self.numbers:
            if cleaned.get(name) is not None:
                drawn.setdefault(cleaned[name], []).append(name)
        for names in drawn.values():
            for name in names if len(names) > 1 else ():
                others = ", ".join(str(self.numbers[other]) for other in names if other != name)
                self.add_error(name, _("Number %(entry)s has this lot too.") % {"entry": others})
        return cleaned

    def lots(self) -> Mapping[int, int | None]:
        return {number: self.cleaned_data[name] for name, number in self.numbers.items()}

    def beside(self, entries: Sequence[Entry]) -> None:
        """What somebody else has written stands beside what was typed; sent once more, that holds."""
        for entry in entries:
            name = _lot_name(entry.number)
            if name in self.fields and entry.lot != self.cleaned_data.get(name):
                written = _("none") if entry.lot is None else entry.lot
                self[name].help_text = _("Written now: %(lot)s") % {"lot": written}
        self.data = {**dict(self.data.items()), "seen": lots_written(entries)}


def _lot_name(number: int) -> str:
    return f"entry{number}-lot"


class AtTableForm(SubstituteForm):
    """Who leaves a table of the round, and who of the club comes; who plays elsewhere is not offered."""

    def __init__(
        self, *args: Any, seats: Iterable[Seat], roster: Roster, busy: Mapping[int, int], **kwargs: Any
    ) -> None:
        super().__init__(*args, seats=seats, roster=roster, **kwargs)
        seated = {seat.player_id for seat in self.seats.values()}
        self.offered = [
            label
            for label, player in roster.by_label.items()
            if player.pk not in busy and player.pk not in seated
        ]
        self.fields["coming"] = PlayerField(
            roster,
            label=_("Who comes?"),
            help_text=_("A player of the club who plays at no other table in this round."),
        )

    def sent_before(self, event: Tournament) -> bool:
        """Whether this came a second time, when the first one was done."""
        said = self.cleaned_data if self.is_bound else {}
        return entry_queries.was_put_in(event, said.get("coming"), said.get("key"))
