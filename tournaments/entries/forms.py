"""Forms about the entries of an event: new entries, check-in, fixed tables, lots and substitutes."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext, pgettext

from clubs.models import Player
from clubs.people.fields import PlayerField, Roster
from clubs.people.forms import consent_of_all
from clubs.people.names import NameOf
from clubs.text.alphabet import folded
from clubs.web.forms import VerbForm
from scoring.forms.substitution import SubstituteForm
from scoring.models import Seat
from tournaments.entries.guest_fields import OffersGuests
from tournaments.entries.paste import EntryLine, PastedEntries, UnknownName, parse_entries
from tournaments.models import Entry, Tournament
from tournaments.play import entry_queries, queries
from tournaments.play.names import entry_name
from tournaments.running.entries import format_lots

# The largest number of an entry, a lot or a table that the database stores.
MAX_SMALLINT = 32_767


_MAX_LIST_LENGTH: Final = 60_000
# More unknown names than these are asked about in turn.
_MAX_ASKED_NAMES: Final = 200
_GUEST: Final = "guest"
_ASKED: Final = "-asked"


def _outside_field() -> forms.BooleanField:
    return forms.BooleanField(
        label=_lazy("Outside the competition"),
        help_text=_lazy("The games count for the opponents; there is no place and no prize."),
        required=False,
    )


def _name_of(player: Player | None) -> str:
    return "" if player is None else folded(player.name)


def _stored_names(unknown: Iterable[UnknownName]) -> dict[str, str]:
    """Return who of these is stored although not eligible, by the name: the home club."""
    families = {one.guest.family_name for one in unknown if one.guest is not None}
    stored = Player.objects.filter(family_name__in=families).select_related("home_club") if families else ()
    return {_name_of(player): player.home_club.name for player in stored}


def _unknown_name_field(name: str) -> str:
    """The field of a name: what was chosen for another name is not valid for this one."""
    return f"name-{zlib.crc32(name.casefold().encode()):08x}"


class _NewNameTick(forms.CheckboxInput):
    """The tick that adds a new name to the club.

    It is set when the name is shown for the first time, unless somebody of that name is stored elsewhere.
    """

    def __init__(self, *, is_stored_elsewhere: bool) -> None:
        super().__init__()
        self.at_first = not is_stored_elsewhere

    def render(self, name: str, value: Any, *args: Any, **kwargs: Any) -> SafeString:
        tick = super().render(name, value, *args, **kwargs)
        return format_html('{}<input type="hidden" name="{}{}" value="1">', tick, name, _ASKED)

    def value_from_datadict(self, data: Any, files: Any, name: str) -> bool:
        if not _was_asked(data, name):
            return self.at_first
        return bool(super().value_from_datadict(data, files, name))


def _was_asked(data: Mapping[str, Any], field: str) -> bool:
    return f"{field}{_ASKED}" in data


class PasteEntriesForm(VerbForm):
    """Entries by pasted names, one a line. Names that nobody has are shown first, then added to the club."""

    names = forms.CharField(
        label=_lazy("Entries"),
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false"}),
        max_length=_MAX_LIST_LENGTH,
    )
    outside = _outside_field()
    # Nothing is wrong with the list: it has new names, which are shown before they are added.
    only_asks = False

    def __init__(self, *args: Any, event: Tournament, adds: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.event, self.adds = event, adds
        self.entries: tuple[tuple[Player, ...], ...] = ()
        self.fields["names"].label, self.fields["names"].help_text = _list_label(event.agreement.players)
        self.unknown = {_unknown_name_field(unknown.name): unknown for unknown in self._unknown_names()}
        # Doubtful names come first: they need a choice.
        by_need = sorted(self.unknown, key=lambda name: not self.unknown[name].suggestions)
        elsewhere = _stored_names(self.unknown.values())
        for name in by_need:
            self.fields[name] = self._field_of(self.unknown[name], elsewhere)
        if any(map(self._is_guest, self.unknown.values())):
            self.fields["may_publish"] = consent_of_all()
        self.order_fields(["names", *by_need, "may_publish", "outside"])

    def _field_of(self, unknown: UnknownName, elsewhere: Mapping[str, str]) -> forms.Field:
        if not unknown.suggestions:
            club = elsewhere.get(_name_of(unknown.guest), "")
            return forms.BooleanField(
                label=_("%(name)s is new: add this name to the club") % {"name": unknown.name},
                help_text=_("There is a player of this name in %(club)s.") % {"club": club} if club else "",
                widget=_NewNameTick(is_stored_elsewhere=bool(club)),
                required=False,
            )
        return forms.ChoiceField(
            label=_("Who is “%(name)s”?") % {"name": unknown.name},
            choices=self._choices_of(unknown),
            widget=forms.RadioSelect,
            required=False,
        )

    def _unknown_names(self) -> Sequence[UnknownName]:
        """The names in the list that nobody has, as many as are asked about at a time."""
        text = self.data.get("names", "")
        if not self.is_bound or len(text) > _MAX_LIST_LENGTH:
            return ()
        unknown = [name for name in self._parse(text).unknown if name.suggestions or self._is_guest(name)]
        return unknown[:_MAX_ASKED_NAMES]

    def _parse(self, text: str, decided: Mapping[str, Player] | None = None) -> PastedEntries:
        players = queries.eligible_players(self.event)
        return parse_entries(text, players, self.event.agreement.players, decided)

    def _is_guest(self, unknown: UnknownName) -> bool:
        return self.adds and unknown.guest is not None

    def _choices_of(self, unknown: UnknownName) -> list[tuple[str, str]]:
        known = [(str(player.pk), player.name) for player in unknown.suggestions]
        guest = [(_GUEST, _("Somebody new: add this name to the club"))] if self._is_guest(unknown) else []
        return [*known, *guest, ("", _("Neither: I correct the list"))]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        pasted = self._parse(cleaned["names"], dict(self._decided(cleaned)))
        problems, new = (*pasted.problems, *self.entered_already(pasted.lines)), tuple(self._to_look_at())
        self.only_asks = bool(new) and not problems
        for problem in (*problems, *new):
            self.add_error("names", problem)
        self.entries = tuple(line.players for line in pasted.lines)
        for player in (player for players in self.entries for player in players if player.pk is None):
            player.may_publish = cleaned.get("may_publish", False)
        return cleaned

    def _to_look_at(self) -> Iterator[str]:
        """Say that names are new which have not been shown yet."""
        new = [unknown.name for name, unknown in self.unknown.items() if not self._is_shown(name, unknown)]
        if new:
            yield ngettext(
                "%(count)s name is new to the club. Look at it below, then enter all.",
                "%(count)s names are new to the club. Look at them below, then enter all.",
                len(new),
            ) % {"count": len(new)}

    def _is_shown(self, field: str, unknown: UnknownName) -> bool:
        return bool(unknown.suggestions) or _was_asked(self.data, field)

    def _decided(self, cleaned: Mapping[str, Any]) -> Iterator[tuple[str, Player]]:
        """Yield the names on which something was decided, each with its player."""
        for field, unknown in self.unknown.items():
            choice = cleaned.get(field)
            if choice in (_GUEST, True) and unknown.guest is not None:
                yield unknown.name, unknown.guest
            elif choice:
                yield unknown.name, next(one for one in unknown.suggestions if str(one.pk) == choice)

    def entered_already(self, lines: Sequence[EntryLine]) -> Iterable[str]:
        entered = entry_queries.entry_numbers_of(
            self.event, [player for line in lines for player in line.players if player.pk is not None]
        )
        return [
            _("Line %(number)s: %(name)s is already entered as number %(entry)s.")
            % {"number": line.number, "name": player.name, "entry": entered[player.pk]}
            for line in lines
            for player in line.players
            if player.pk in entered
        ]


def _list_label(size: int) -> tuple[str, str]:
    """The label and the hint of a list of entries of so many players."""
    number = _("Players with the same name are told apart by licence number: “Anna Berg (1234)”.")
    if size == 1:
        return _("Players"), " ".join((_("One player per line, for example “Anna Berg”."), number))
    if size == 2:
        line = _("One pair per line: two names with a dash between them, for example “Anna Berg – Bo Ek”.")
        third = _("A third name after another dash takes turns with them.")
        return _("Pairs"), f"{line} {third} {number}"
    return _("Entries"), " ".join(
        (_("One entry per line: %(count)s names with dashes between them.") % {"count": size}, number)
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
    coming = forms.IntegerField(
        label=_lazy("Who is coming?"), required=False, min_value=1, max_value=2**31 - 1
    )

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
        members = {player.pk: player for player in queries.eligible_players(self.event).filter(pk__in=ids)}
        if not members.keys() >= set(ids):
            raise ValidationError(_("Choose one of these players."))
        if len(set(ids)) < len(ids):
            raise ValidationError(_("%(name)s has already been chosen.") % {"name": members[ids[-1]].name})
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
                self.add_error(None, _("%(name)s is already entered as number %(entry)s.") % names)

    def without_the_last(self) -> list[Player]:
        """The chosen players without the last one, who cannot be taken."""
        return self.players[:-1] if self.cleaned_data.get("coming") else self.players


class CheckInForm(forms.Form):
    """The check-in: the number of an entry in one of two fields."""

    here = forms.IntegerField(label=_lazy("Here"), required=False, min_value=1, max_value=MAX_SMALLINT)
    away = forms.IntegerField(label=_lazy("Not here"), required=False, min_value=1, max_value=MAX_SMALLINT)

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


class OutsideForm(VerbForm):
    """Whether an entry plays outside the competition."""

    outside = _outside_field()


class FixedTableForm(VerbForm):
    """The fixed table of an entry, or none."""

    table = forms.IntegerField(
        label=_lazy("Stationary table"),
        help_text=_lazy("Leave empty if the entry moves like the others."),
        required=False,
        min_value=1,
        max_value=MAX_SMALLINT,
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
                max_value=MAX_SMALLINT,
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
                stored = pgettext("lot", "none") if entry.lot is None else entry.lot
                self[name].help_text = _("Currently entered: %(lot)s") % {"lot": stored}
        self.data = {**dict(self.data.items()), "seen": format_lots(entries)}


def _lot_name(number: int) -> str:
    return f"entry{number}-lot"


class EventSubstituteForm(OffersGuests, SubstituteForm):
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
            label=_("Who is coming?"),
            help_text=_("A player of the club who plays at no other table in this round."),
        )

    def was_sent_before(self, event: Tournament) -> bool:
        """Whether the same form was sent and took effect before."""
        cleaned = self.cleaned_data if self.is_bound else {}
        return entry_queries.was_already_substituted(event, cleaned.get("coming"), cleaned.get("key"))
