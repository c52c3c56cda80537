"""What a director types about a round: a seed, who sits where, why a round is removed.

Knows labels, numbers of entries and which places a round has; what is unlikely about a round is said beside
the form, and whether it may be changed now is known by the verb.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.web.forms import ReasonField, VerbForm, offer
from tournaments.models import Round
from tournaments.play.seating import Fixed, Seats, without_empty_end

_APART: Final = re.compile(r"[\s,;+]+")
_A_NUMBER: Final = re.compile(r"[0-9]{1,4}")
_SEAL: Final = r"^[0-9a-f]{16}$"
_SEED: Final = r"^[0-9a-f]{16}$"
# As large as the database keeps the number of a table.
_LAST_TABLE: Final = 32_767
Names = Mapping[int, str]


class DrawForm(forms.Form):
    """The seed of a draw, as the page showed it before the draw was made."""

    seed = forms.RegexField(_SEED, widget=forms.HiddenInput)
    by_hand = forms.BooleanField(label=_lazy("Set it by hand"), required=False)


class SeenForm(forms.Form):
    """Which seats a page has shown, by their seal."""

    seen = forms.RegexField(_SEAL, widget=forms.HiddenInput)


class LockForm(SeenForm):
    """The table that is locked, or unlocked: its number in one of the two."""

    lock = forms.IntegerField(label=_lazy("Lock"), required=False, min_value=1, max_value=_LAST_TABLE)
    unlock = forms.IntegerField(label=_lazy("Unlock"), required=False, min_value=1, max_value=_LAST_TABLE)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if bool(cleaned.get("lock")) == bool(cleaned.get("unlock")):
            raise ValidationError(_("Nobody plays at this table."))
        return cleaned

    @property
    def locks(self) -> bool:
        return bool(self.cleaned_data["lock"])

    @property
    def table(self) -> int:
        table: int = self.cleaned_data["lock"] or self.cleaned_data["unlock"]
        return table


class RedrawForm(SeenForm):
    """The seed from which the others are drawn anew, and the seats that the page showed with it."""

    seed = forms.RegexField(_SEED, widget=forms.HiddenInput)


class RemoveForm(VerbForm):
    """Why a round is removed; before its first result nobody need say. It goes as the page showed it."""

    was = forms.ChoiceField(choices=Round.State.choices, widget=forms.HiddenInput)
    reason = ReasonField()

    def __init__(self, *args: Any, begun: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].required = begun


# Two that change places, and a table that is set: what else moves follows by itself.


class SwapForm(forms.Form):
    """Two entries that take each other's place."""

    one = forms.ChoiceField(label=_lazy("Who?"))
    other = forms.ChoiceField(label=_lazy("With whom?"))

    def __init__(self, *args: Any, seats: Seats, names: Names, fixed: Fixed, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.seats, self.names, self.fixed = seats, names, fixed
        choices = _choices_of(seats, names)
        for at, name in enumerate(("one", "other")):
            offer(self, name, choices)
            self.fields[name].initial = choices[at][0] if at < len(choices) else None

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("one") and cleaned.get("one") == cleaned.get("other"):
            self.add_error("other", _("Choose two different ones."))
        elif not self.errors and (why := _what_forbids(self.fixed, self.wanted(), self.names)):
            self.add_error("other", why)
        return cleaned

    def wanted(self) -> Seats:
        """Where one of them keeps its table, the other comes there and the opponents change."""
        one, other = int(self.cleaned_data["one"]), int(self.cleaned_data["other"])
        return self.seats.exchanged(one, other).kept(self.fixed.keeps)


def _what_forbids(fixed: Fixed, wanted: Seats, names: Names) -> str:
    """Why a round cannot be set so, or nothing: two meet who cannot move, or a locked table changes."""
    for one, other in fixed.neither_moves(wanted):
        said = {"one": names[one], "other": names[other]}
        return _("%(one)s and %(other)s cannot meet: neither can move.") % said
    return _("A table that is locked would change. Unlock it first.") if fixed.unlocks(wanted) else ""


class TableForm(forms.Form):
    """Who sits at a table; those who sit there now go to the places that become free."""

    at = forms.ChoiceField(label=_lazy("Table"))

    def __init__(self, *args: Any, seats: Seats, names: Names, fixed: Fixed, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.seats, self.names, self.fixed = seats, names, fixed
        tables = enumerate(seats.tables, start=1)
        alone = [at for at, sides in tables if sides and all(len(side) == 1 for side in sides)]
        offer(self, "at", [(str(number), str(number)) for number in alone])
        choices = _choices_of(seats, names)
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
                self.add_error(name, _("Choose two different ones."))
            chosen.append(cleaned.get(name, ""))
        if not self.errors and (why := _what_forbids(self.fixed, self.wanted(), self.names)):
            self.add_error("at", why)
        return cleaned

    def wanted(self) -> Seats:
        """Each in turn takes the place of whoever sits there."""
        seats, table = self.seats, int(self.cleaned_data["at"]) - 1
        for side in range(len(seats.tables[table])):
            coming = self.cleaned_data.get(f"side{side}")
            if coming:
                (sitting,) = seats.tables[table][side]
                seats = seats.exchanged(sitting, int(coming))
        return seats.kept(self.fixed.keeps)


def _choices_of(seats: Seats, names: Names) -> list[tuple[str, str]]:
    """Everybody who takes part, by number, and where they sit."""
    places = {entry: _("sits out") for entry in seats.out}
    for number, sides in enumerate(seats.tables, start=1):
        place = _("table %(number)s") % {"number": number}
        places |= {entry: place for side in sides for entry in side}
    return [(str(entry), f"{names[entry]} ({places[entry]})") for entry in sorted(places)]


# Every place of the round.


class SeatsForm(VerbForm):
    """A whole round: at each side of each table the number of who sits there, and who sits out."""

    seen = forms.RegexField(_SEAL, widget=forms.HiddenInput)
    # Which seats have been looked at, with what is unlikely about them.
    looked = forms.RegexField(_SEAL, required=False, widget=forms.HiddenInput)
    out = forms.CharField(label=_lazy("Sit out"), required=False)

    def __init__(
        self, *args: Any, seats: Seats, names: Names, fixed: Fixed, tables: int, sides: int, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.names, self.fixed, self.tables, self.sides = names, fixed, tables, sides
        self.read_as = seats
        for name, table, side in self.places():
            label = _("Table %(table)s, side %(side)s") % {"table": table, "side": side + 1}
            self.fields[name] = forms.CharField(label=label, required=False)
        for name in [name for name, _table, _side in self.places()] + ["out"]:
            self.fields[name].widget.attrs |= {"inputmode": "numeric", "autocomplete": "off"}
        self.initial.update(self.numbers_in(seats))
        self.order_fields(["seen", "looked", *(name for name, _table, _side in self.places()), "out"])

    def places(self) -> Iterator[tuple[str, int, int]]:
        for table in range(1, self.tables + 1):
            for side in range(self.sides):
                yield f"table{table}-side{side}", table, side

    def rows(self) -> Iterator[tuple[int, list[tuple[forms.BoundField, str]]]]:
        """Each table with its fields, and who sits there by name as far as it is a number."""
        for table in range(1, self.tables + 1):
            fields = [self[f"table{table}-side{side}"] for side in range(self.sides)]
            yield table, [(field, self.named(field)) for field in fields]

    def side_numbers(self) -> range:
        return range(1, self.sides + 1)

    def out_named(self) -> str:
        return self.named(self["out"])

    def named(self, field: forms.BoundField) -> str:
        numbers = [int(word) for word in _APART.split(str(field.value() or "")) if _A_NUMBER.fullmatch(word)]
        return ", ".join(_name_alone(self.names[number]) for number in numbers if number in self.names)

    @staticmethod
    def numbers_in(seats: Seats) -> dict[str, str]:
        """What stands in the fields when the round is set so."""
        found = {"out": " ".join(map(str, seats.out))}
        for table, sides in enumerate(seats.tables, start=1):
            for side, entries in enumerate(sides):
                found[f"table{table}-side{side}"] = " ".join(map(str, entries))
        return found

    # Read.

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        there: set[int] = set()
        read = {name: self.read(name, there) for name in [*(place[0] for place in self.places()), "out"]}
        self.refuse_half_tables(read)
        missing = [name for number, name in self.names.items() if number not in there]
        if missing and not self.errors:
            self.add_error(None, _("Without a place: %(names)s") % {"names": "; ".join(missing)})
        self.read_as = Seats(
            tables=without_empty_end(list(self.tables_in(read))),
            out=tuple(read["out"]),
        )
        self.refuse_to_move(read)
        return cleaned

    def refuse_to_move(self, read: Mapping[str, tuple[int, ...]]) -> None:
        """Who keeps a table sits there; said at the field where it was typed."""
        away = dict(self.fixed.away(self.read_as))
        for name, _at, _side in self.places():
            for entry in read[name]:
                if entry in away and name not in self.errors:
                    said = {"name": self.names[entry], "table": self.fixed.keeps[entry]}
                    self.add_error(name, _("%(name)s keeps table %(table)s.") % said)
        if not self.errors and (why := _what_forbids(self.fixed, self.read_as, self.names)):
            self.add_error(None, why)

    def read(self, name: str, there: set[int]) -> tuple[int, ...]:
        """The numbers in a field; each stands in the round once."""
        numbers = []
        for word in _APART.split(str(self.cleaned_data.get(name, "")).strip()):
            try:
                if word:
                    numbers.append(self.number_in(word, there))
            except ValidationError as error:
                self.add_error(name, error)
                break
        there.update(numbers)
        return tuple(numbers)

    def number_in(self, word: str, there: set[int]) -> int:
        if not _A_NUMBER.fullmatch(word):
            raise ValidationError(_("Write numbers of this round, such as 5."))
        number = int(word)
        if number not in self.names:
            raise ValidationError(_("Nobody has the number %(number)s in this round.") % {"number": number})
        if number in there:
            raise ValidationError(_("%(name)s sits in two places.") % {"name": self.names[number]})
        return number

    def tables_in(self, read: Mapping[str, tuple[int, ...]]) -> Iterator[tuple[tuple[int, ...], ...]]:
        for table in range(1, self.tables + 1):
            sides = (read[f"table{table}-side{side}"] for side in range(self.sides))
            yield tuple(side for side in sides if side)

    def refuse_half_tables(self, read: Mapping[str, tuple[int, ...]]) -> None:
        """A table is empty, or somebody sits against somebody, as many on each side."""
        for table, sides in enumerate(self.tables_in(read), start=1):
            if len(sides) == 1:
                empty = next(name for name, at, _side in self.places() if at == table and not read[name])
                if empty not in self.errors:
                    self.add_error(empty, _("Nobody sits here. Who sits alone sits out."))
            elif len({len(side) for side in sides}) > 1:
                self.add_error(f"table{table}-side0", _("Each side of a table has as many players."))

    def wanted(self) -> Seats:
        return self.read_as

    # Sent again.

    def shown_again(self, now: Seats, looked: str = "") -> None:
        """The same form to be sent once more: it has seen the round as it stands now."""
        self.data = {**dict(self.data.items()), "seen": now.seal, "looked": looked}


def _name_alone(name: str) -> str:
    """Without the number, which stands in the field."""
    return name.partition(" ")[2]
