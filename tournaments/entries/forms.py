"""Forms about the entries of an event: new entries, check-in, fixed tables, lots and substitutes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.models import Player
from clubs.people.fields import PlayerField, Roster
from clubs.people.queries import search_players
from clubs.web.forms import VerbForm
from scoring.forms.substitution import SubstituteForm
from scoring.models import Seat
from scoring.wording.labels import NameOf
from tournaments.entries.paste import EntryLine, parse_entries
from tournaments.models import Entry, Tournament
from tournaments.play import entry_queries
from tournaments.play.names import entry_name
from tournaments.running.entries import format_lots

# The largest number of an entry, a lot or a table that the database stores.
_MAX_SMALLINT = 32_767


class PasteEntriesForm(VerbForm):
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
        self.fields["names"].label, self.fields["names"].help_text = _list_label(event.agreement.players)

    def clean_names(self) -> str:
        text: str = self.cleaned_data["names"]
        pasted = parse_entries(text, search_players(self.event.club), self.event.agreement.players)
        problems = (*pasted.problems, *self.entered_already(pasted.lines))
        if problems:
            raise ValidationError([ValidationError(problem) for problem in problems])
        self.entries = tuple(line.players for line in pasted.lines)
        return text

    def entered_already(self, lines: Sequence[EntryLine]) -> Iterable[str]:
        entered = entry_queries.entry_numbers_of(
            self.event, [player for line in lines for player in line.players]
        )
        return [
            _("Line %(number)s: %(name)s is entered already, under number %(entry)s.")
            % {"number": line.number, "name": player.name, "entry": entered[player.pk]}
            for line in lines
            for player in line.players
            if player.pk in entered
        ]


def _list_label(size: int) -> tuple[str, str]:
    """The label and the hint of a list of entries of so many players."""
    number = _("Two of the same name are told apart by licence number: “Anna Berg (1234)”.")
    if size == 1:
        return _("Players"), " ".join((_("One player a line, as in “Anna Berg”."), number))
    if size == 2:
        line = _("One pair a line: two names with a dash between them, as in “Anna Berg – Bo Ek”.")
        return _("Pairs"), f"{line} {number}"
    return _("Entries"), " ".join(
        (_("One entry a line: %(count)s names with dashes between them.") % {"count": size}, number)
    )


class ChoosePlayersForm(VerbForm):
    """The players of an entry, chosen one after the other; `coming` is the last one."""

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
        ids = [int(pk) for pk in cleaned["chosen"].split()]
        ids += [cleaned["coming"]] if cleaned["coming"] else []
        members = {player.pk: player for player in search_players(self.event.club).filter(pk__in=ids)}
        if not members.keys() >= set(ids):
            raise ValidationError(_("Choose one of these players."))
        if len(set(ids)) < len(ids):
            raise ValidationError(_("%(name)s is chosen already.") % {"name": members[ids[-1]].name})
        self.players = [members[pk] for pk in ids]
        return cleaned

    @property
    def is_complete(self) -> bool:
        """Whether an entry has as many players."""
        return len(self.players) >= self.event.agreement.players

    def add_entered_errors(self) -> None:
        """Add an error for each player who is entered already."""
        entered = entry_queries.entry_numbers_of(self.event, self.players)
        for player in self.players:
            if player.pk in entered:
                names = {"name": player.name, "entry": entered[player.pk]}
                self.add_error(None, _("%(name)s is entered already, under number %(entry)s.") % names)

    def without_the_last(self) -> list[Player]:
        """The chosen players without the last one, who cannot be taken."""
        return self.players[:-1] if self.cleaned_data.get("coming") else self.players


class CheckInForm(forms.Form):
    """The check-in: the number of an entry in one of two fields."""

    here = forms.IntegerField(label=_lazy("Here"), required=False, min_value=1, max_value=_MAX_SMALLINT)
    away = forms.IntegerField(label=_lazy("Not here"), required=False, min_value=1, max_value=_MAX_SMALLINT)

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


class FixedTableForm(VerbForm):
    """The fixed table of an entry, or none."""

    table = forms.IntegerField(
        label=_lazy("Table that it keeps"),
        help_text=_lazy("Leave it empty where the entry moves like the others."),
        required=False,
        min_value=1,
        max_value=_MAX_SMALLINT,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "class": "number"}),
    )


class LotsForm(VerbForm):
    """The lot of each entry; empty where none was drawn."""

    seen = forms.CharField(required=False, max_length=20_000, widget=forms.HiddenInput)

    def __init__(self, *args: Any, entries: Sequence[Entry], name_of: NameOf, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["seen"] = format_lots(entries)
        self.numbers = {_lot_name(entry.number): entry.number for entry in entries}
        for entry in entries:
            self.initial[_lot_name(entry.number)] = entry.lot
            self.fields[_lot_name(entry.number)] = forms.IntegerField(
                label=f"{entry.number}. {entry_name(entry, name_of)}",
                required=False,
                min_value=1,
                max_value=_MAX_SMALLINT,
                widget=forms.TextInput(
                    attrs={"inputmode": "numeric", "autocomplete": "off", "class": "number"}
                ),
            )

    def clean(self) -> dict[str, Any]:
        """Check that no lot occurs twice; the error is added at both fields."""
        cleaned = super().clean() or {}
        drawn: dict[int, list[str]] = {}
        for name in self.numbers:
            if cleaned.get(name) is not None:
                drawn.setdefault(cleaned[name], []).append(name)
        for names in drawn.values():
            for name in names if len(names) > 1 else ():
                others = ", ".join(str(self.numbers[same]) for same in names if same != name)
                self.add_error(name, _("Number %(entry)s has this lot too.") % {"entry": others})
        return cleaned

    def lots(self) -> Mapping[int, int | None]:
        return {number: self.cleaned_data[name] for name, number in self.numbers.items()}

    def show_stored(self, entries: Sequence[Entry]) -> None:
        """Show lots that another person has stored as hints; sent again, the form replaces them."""
        for entry in entries:
            name = _lot_name(entry.number)
            if name in self.fields and entry.lot != self.cleaned_data.get(name):
                stored = _("none") if entry.lot is None else entry.lot
                self[name].help_text = _("Written now: %(lot)s") % {"lot": stored}
        self.data = {**dict(self.data.items()), "seen": format_lots(entries)}


def _lot_name(number: int) -> str:
    return f"entry{number}-lot"


class EventSubstituteForm(SubstituteForm):
    """The player who leaves a table, and the substitute: players at other tables are not offered."""

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

    def was_sent_before(self, event: Tournament) -> bool:
        """Whether the same form was sent and took effect before."""
        cleaned = self.cleaned_data if self.is_bound else {}
        return entry_queries.was_already_substituted(event, cleaned.get("coming"), cleaned.get("key"))
