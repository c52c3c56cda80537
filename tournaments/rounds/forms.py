"""Forms about a round: its draw, its locked tables, its seats, its removal."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.web.forms import ReasonField, VerbForm, set_choices
from tournaments.core.drawing.proposal import CountsAs
from tournaments.models import Round
from tournaments.play.seating import RoundSeats, SeatConstraints, Sides, strip_empty_tables
from tournaments.rounds.draw_page import Names
from tournaments.wording.labels import COUNTS_AS_LABELS

_SEPARATORS: Final = re.compile(r"[\s,;+]+")
_NUMBER: Final = re.compile(r"[0-9]{1,4}")
_FINGERPRINT: Final = r"^[0-9a-f]{16}$"
# The largest number of a table that the database stores.
_MAX_SMALLINT: Final = 32_767


class DrawForm(forms.Form):
    """How the next round is drawn: by hand, or laid out anew."""

    by_hand = forms.BooleanField(label=_lazy("Pair by hand"), required=False)
    # Lay the remaining rounds of a movement that is set beforehand out for those who take part.
    anew = forms.BooleanField(label=_lazy("Remaining rounds laid out again"), required=False)


class DrawEarlyForm(VerbForm):
    """How each game that goes on counts for the draw of the next round."""

    def __init__(self, *args: Any, tables: Mapping[tuple[int, int], str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tables = tables
        for (number, table), label in tables.items():
            self.fields[f"counts{number}-{table}"] = forms.ChoiceField(
                label=label, choices=list(COUNTS_AS_LABELS.items()), initial=CountsAs.AS_IT_STANDS
            )

    def decided(self) -> dict[tuple[int, int], CountsAs]:
        """How each game counts, by its round and table."""
        return {
            (number, table): CountsAs(self.cleaned_data[f"counts{number}-{table}"])
            for number, table in self.tables
        }


class SeenSeatsForm(forms.Form):
    """The fingerprint of the seats that the page has shown."""

    seen = forms.RegexField(_FINGERPRINT, widget=forms.HiddenInput)


class PublishForm(SeenSeatsForm):
    """The seats that the page has shown, and the tables of which it has said that others play there."""

    taken = forms.CharField(required=False, max_length=2000, widget=forms.HiddenInput)

    def taken_tables(self) -> list[int]:
        words = _SEPARATORS.split(self.cleaned_data["taken"])
        return [int(word) for word in words if _NUMBER.fullmatch(word)]


class LockForm(SeenSeatsForm):
    """The table to lock or to unlock: its number in one of two fields."""

    lock = forms.IntegerField(label=_lazy("Lock"), required=False, min_value=1, max_value=_MAX_SMALLINT)
    unlock = forms.IntegerField(label=_lazy("Unlock"), required=False, min_value=1, max_value=_MAX_SMALLINT)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if bool(cleaned.get("lock")) == bool(cleaned.get("unlock")):
            raise ValidationError(_("Nobody is playing at this table."))
        return cleaned

    @property
    def locks(self) -> bool:
        return bool(self.cleaned_data["lock"])

    @property
    def table(self) -> int:
        table: int = self.cleaned_data["lock"] or self.cleaned_data["unlock"]
        return table


class RemoveRoundForm(VerbForm):
    """The reason to remove a round, required once it has results, and the state that the page has shown."""

    was = forms.ChoiceField(choices=Round.State.choices, widget=forms.HiddenInput)
    reason = ReasonField()

    def __init__(self, *args: Any, begun: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].required = begun


# Changes of some seats; the other entries follow.


class SwapForm(forms.Form):
    """Two entries that exchange their seats."""

    one = forms.ChoiceField(label=_lazy("Who?"))
    other = forms.ChoiceField(label=_lazy("With whom?"))

    def __init__(
        self, *args: Any, seats: RoundSeats, names: Names, constraints: SeatConstraints, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.seats, self.names, self.constraints = seats, names, constraints
        choices = _entry_choices(seats, names)
        for index, name in enumerate(("one", "other")):
            set_choices(self, name, choices)
            self.fields[name].initial = choices[index][0] if index < len(choices) else None

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("one") and cleaned.get("one") == cleaned.get("other"):
            self.add_error("other", _("Choose two different entries."))
        elif not self.errors and (
            why := _why_forbidden(self.constraints, self.requested_seats(), self.names)
        ):
            self.add_error("other", why)
        return cleaned

    def requested_seats(self) -> RoundSeats:
        """The seats after the exchange; where one of them has a fixed table, the opponents change instead."""
        one, other = int(self.cleaned_data["one"]), int(self.cleaned_data["other"])
        return self.seats.with_exchanged(one, other).with_fixed_tables(self.constraints.tables_by_entry)


def _why_forbidden(constraints: SeatConstraints, requested: RoundSeats, names: Names) -> str:
    """Why seats are impossible: two fixed tables would meet, or a locked table would change; else empty."""
    for one, other in constraints.fixed_meetings(requested):
        pair = {"one": names[one], "other": names[other]}
        return _("%(one)s and %(other)s cannot meet: neither can move.") % pair
    return (
        _("A table that is locked would change. Unlock it first.") if constraints.unlocks(requested) else ""
    )


class SetTableForm(forms.Form):
    """The entries of a table; those who sit there now take the seats that become free."""

    at = forms.ChoiceField(label=_lazy("Table"))

    def __init__(
        self, *args: Any, seats: RoundSeats, names: Names, constraints: SeatConstraints, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.seats, self.names, self.constraints = seats, names, constraints
        tables = enumerate(seats.tables, start=1)
        single = [number for number, sides in tables if sides and all(len(side) == 1 for side in sides)]
        set_choices(self, "at", [(str(number), str(number)) for number in single])
        choices = _entry_choices(seats, names)
        sitting = [entry for sides in seats.tables[:1] for side in sides for entry in side]
        for side in range(self.sides):
            self.fields[f"side{side}"] = forms.ChoiceField(
                label=_("Side %(number)s") % {"number": side + 1},
                choices=choices,
                required=side < 2,
                initial=sitting[side] if side < len(sitting) else None,
            )

    @property
    def sides(self) -> int:
        return max((len(sides) for sides in self.seats.tables), default=0)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        chosen: list[str] = []
        for name in (f"side{side}" for side in range(self.sides)):
            if cleaned.get(name) and cleaned[name] in chosen:
                self.add_error(name, _("Choose two different entries."))
            chosen.append(cleaned.get(name, ""))
        if not self.errors and (why := _why_forbidden(self.constraints, self.requested_seats(), self.names)):
            self.add_error("at", why)
        return cleaned

    def requested_seats(self) -> RoundSeats:
        """The seats after each entry in turn has exchanged its seat with the one who sits there."""
        seats, table = self.seats, int(self.cleaned_data["at"]) - 1
        for side in range(len(seats.tables[table])):
            coming = self.cleaned_data.get(f"side{side}")
            if coming:
                (sitting,) = seats.tables[table][side]
                seats = seats.with_exchanged(sitting, int(coming))
        return seats.with_fixed_tables(self.constraints.tables_by_entry)


def _entry_choices(seats: RoundSeats, names: Names) -> list[tuple[str, str]]:
    """The entries of the round by number, with their places."""
    places = {entry: _("not in this round") for entry in names}
    places |= {entry: _("sits out") for entry in seats.out}
    for number, sides in enumerate(seats.tables, start=1):
        place = _("table %(number)s") % {"number": number}
        places |= {entry: place for side in sides for entry in side}
    return [(str(entry), f"{names[entry]} ({places[entry]})") for entry in sorted(places)]


# All seats of a round.


class RoundSeatsForm(VerbForm):
    """A whole round: the numbers of the entries at each side of each table, and of those who sit out."""

    seen = forms.RegexField(_FINGERPRINT, widget=forms.HiddenInput)
    # The fingerprint of the seats that were shown with their remarks.
    looked = forms.RegexField(_FINGERPRINT, required=False, widget=forms.HiddenInput)
    out = forms.CharField(label=_lazy("Sitting out"), required=False)

    def __init__(
        self,
        *args: Any,
        seats: RoundSeats,
        names: Names,
        constraints: SeatConstraints,
        tables: int,
        sides: int,
        is_public: bool,
        may_be_uneven: Callable[[Sides], bool],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.names, self.constraints, self.tables, self.sides = names, constraints, tables, sides
        self.seats, self.is_public, self.may_be_uneven = seats, is_public, may_be_uneven
        if is_public:
            self.fields["away"] = forms.CharField(
                label=_("Not in this round"),
                required=False,
                help_text=_("Who did not come, and who has come late and is not seated yet."),
            )
            self.fields["reason"] = ReasonField(required=False)
            # It stands beside the button that saves, above the form.
            self.fields["reason"].widget.attrs["form"] = "seats"
        for name, table, side in self.places():
            label = _("Table %(table)s, side %(side)s") % {"table": table, "side": side + 1}
            self.fields[name] = forms.CharField(label=label, required=False)
        for name in [name for name, _table, _side in self.places()] + self.other_places:
            self.fields[name].widget.attrs |= {"inputmode": "numeric", "autocomplete": "off"}
        self.initial.update(self.numbers_in(seats))
        if is_public:
            self.initial["away"] = " ".join(
                str(number) for number in sorted(names) if number not in seats.entries
            )
        self.order_fields(
            ["seen", "looked", *(name for name, _table, _side in self.places()), *self.other_places]
        )

    @property
    def other_places(self) -> list[str]:
        """The fields of those who sit at no table."""
        return ["out", "away"] if self.is_public else ["out"]

    def places(self) -> Iterator[tuple[str, int, int]]:
        for table in range(1, self.tables + 1):
            for side in range(self.sides):
                yield f"table{table}-side{side}", table, side

    def rows(self) -> Iterator[tuple[int, list[tuple[forms.BoundField, str]]]]:
        """Each table with its fields and the names of the entries in them."""
        for table in range(1, self.tables + 1):
            fields = [self[f"table{table}-side{side}"] for side in range(self.sides)]
            yield table, [(field, self.names_in(field)) for field in fields]

    def side_numbers(self) -> range:
        return range(1, self.sides + 1)

    def others(self) -> Iterator[tuple[forms.BoundField, str]]:
        """The fields of those who sit at no table, with their names."""
        return ((self[name], self.names_in(self[name])) for name in self.other_places)

    def names_in(self, field: forms.BoundField) -> str:
        numbers = [
            int(word) for word in _SEPARATORS.split(str(field.value() or "")) if _NUMBER.fullmatch(word)
        ]
        return ", ".join(_name_alone(self.names[number]) for number in numbers if number in self.names)

    @staticmethod
    def numbers_in(seats: RoundSeats) -> dict[str, str]:
        """The values of the fields for these seats."""
        values = {"out": " ".join(map(str, seats.out))}
        for table, sides in enumerate(seats.tables, start=1):
            for side, entries in enumerate(sides):
                values[f"table{table}-side{side}"] = " ".join(map(str, entries))
        return values

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        seated: set[int] = set()
        names = [*(place[0] for place in self.places()), *self.other_places]
        entries = {name: self.read(name, seated) for name in names}
        self.check_half_tables(entries)
        missing = [name for number, name in self.names.items() if number not in seated]
        if missing and not self.errors:
            self.add_error(None, _("Without a place: %(names)s") % {"names": "; ".join(missing)})
        self.seats = RoundSeats(
            tables=strip_empty_tables(list(self.tables_in(entries))),
            out=tuple(entries["out"]),
        )
        self.check_fixed_tables(entries)
        return cleaned

    def check_fixed_tables(self, entries: Mapping[str, tuple[int, ...]]) -> None:
        """An entry with a fixed table sits there; the error is added where it was typed."""
        away = dict(self.constraints.entries_away(self.seats))
        for name, _at, _side in self.places():
            for entry in entries[name]:
                if entry in away and name not in self.errors:
                    names = {"name": self.names[entry], "table": self.constraints.tables_by_entry[entry]}
                    self.add_error(name, _("%(name)s is stationary at table %(table)s.") % names)
        if not self.errors and (why := _why_forbidden(self.constraints, self.seats, self.names)):
            self.add_error(None, why)

    def read(self, name: str, seated: set[int]) -> tuple[int, ...]:
        """The numbers in a field; each may occur once in the round."""
        numbers = []
        for word in _SEPARATORS.split(str(self.cleaned_data.get(name, "")).strip()):
            try:
                if word:
                    numbers.append(self.number_in(word, seated))
            except ValidationError as error:
                self.add_error(name, error)
                break
        seated.update(numbers)
        return tuple(numbers)

    def number_in(self, word: str, seated: set[int]) -> int:
        if not _NUMBER.fullmatch(word):
            raise ValidationError(_("Enter numbers from this round, for example 5."))
        number = int(word)
        if number not in self.names:
            raise ValidationError(_("Nobody has the number %(number)s in this round.") % {"number": number})
        if number in seated:
            raise ValidationError(_("%(name)s sits in two places.") % {"name": self.names[number]})
        return number

    def tables_in(self, entries: Mapping[str, tuple[int, ...]]) -> Iterator[tuple[tuple[int, ...], ...]]:
        for table in range(1, self.tables + 1):
            sides = (entries[f"table{table}-side{side}"] for side in range(self.sides))
            yield tuple(side for side in sides if side)

    def check_half_tables(self, entries: Mapping[str, tuple[int, ...]]) -> None:
        """A table is empty, or has sides with as many entries each; at a table of five two and three."""
        for table, sides in enumerate(self.tables_in(entries), start=1):
            if len(sides) == 1:
                empty = next(name for name, at, _side in self.places() if at == table and not entries[name])
                if empty not in self.errors:
                    self.add_error(empty, _("Nobody is seated here. Anyone without an opponent sits out."))
            elif len({len(side) for side in sides}) > 1 and not self.may_be_uneven(sides):
                self.add_error(
                    f"table{table}-side0", _("Each side of a table must have the same number of players.")
                )

    def requested_seats(self) -> RoundSeats:
        return self.seats

    def demand_reason(self, *, is_needed: bool) -> None:
        """Say that the reason may not be left empty, where deals are recorded at a changed table."""
        if "reason" in self.fields:
            self.fields["reason"].required = is_needed

    def mark_as_seen(self, current: RoundSeats, looked: str = "") -> None:
        """Set the fingerprints to the current seats, so that the form can be sent again."""
        self.data = {**dict(self.data.items()), "seen": current.fingerprint, "looked": looked}


def _name_alone(name: str) -> str:
    """The name without its number, which is in the field."""
    return name.partition(" ")[2]
