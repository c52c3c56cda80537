"""What is typed on the pages of sections and finals: how entries are dealt, and who plays where."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.people.names import full_name
from clubs.web.forms import KeyedForm, NameField, set_choices
from tournaments.agreement.parts import letter_of
from tournaments.agreement.validation import MAX_ROUNDS
from tournaments.core.movements import MOVEMENTS
from tournaments.core.sections import CarryOver, DealtBy
from tournaments.models import Entry, Tournament
from tournaments.play.names import entry_name, home_clubs
from tournaments.sections.dividing import DealWish, SectionsPlan
from tournaments.sections.finals import FinalsPlan, Qualifying, count_again, numbered
from tournaments.sections.making import MAX_PARTS, usual_rounds
from tournaments.settings.fields import EventDateField, StartTimeField, WholeNumberField, start_datetime
from tournaments.wording.labels import MOVEMENT_LABELS
from tournaments.wording.sections import CARRY_LABELS, DEALT_LABELS, again_sentence

MAX_FINALS: Final = 6
_MAX_OF_EACH: Final = 60
_MAX_WORD: Final = 30
_HALF: Final = 50
_WHOLE: Final = 100
# How the names of the fields of entries begin.
_ENTRY: Final = "entry"
# Of an entry that plays in no final.
_NOWHERE: Final = ""


class SectionsForm(forms.Form):
    """How entries are dealt to sections; what it proposes is changed one by one below."""

    sections = WholeNumberField(label=_lazy("Number of sections"), min_value=1, max_value=MAX_PARTS)
    dealt_by = forms.ChoiceField(
        label=_lazy("How are they dealt?"), widget=forms.RadioSelect, choices=list(DEALT_LABELS.items())
    )
    clubs_apart = forms.BooleanField(label=_lazy("Spread the members of each club"), required=False)

    def wish(self) -> DealWish:
        cleaned = self.cleaned_data
        return DealWish(cleaned["sections"], DealtBy(cleaned["dealt_by"]), cleaned["clubs_apart"])


class PartRow(NamedTuple):
    """An entry on the page, with the field that says where it plays."""

    number: int
    name: str
    field: forms.BoundField
    # Its home clubs, where they are spread.
    clubs: str = ""


class _PartsForm(KeyedForm):
    """The fields that sections and finals share, and one for each entry."""

    word = NameField(label=_lazy("What are they called?"), max_length=_MAX_WORD)
    rounds = WholeNumberField(
        label=_lazy("Rounds"),
        min_value=1,
        max_value=MAX_ROUNDS,
        help_text=_lazy("A smaller one is over as soon as all have met."),
    )

    def add_entries(
        self, labels: Mapping[int, str], parts: int, chosen: Mapping[int, int], *, needed: bool
    ) -> None:
        """Add a field for each entry, with the part that is proposed."""
        letters = [(str(number), letter_of(number)) for number in range(1, parts + 1)]
        for entry, label in labels.items():
            name = _field_name(entry)
            self.fields[name] = forms.ChoiceField(
                label=label, required=needed, widget=forms.Select(attrs={"aria-label": label})
            )
            set_choices(self, name, letters if needed else [(_NOWHERE, "–"), *letters])
            self.initial[name] = str(chosen.get(entry, _NOWHERE))

    @property
    def shared(self) -> list[forms.BoundField]:
        """The fields that are of no single entry."""
        return [field for field in self.visible_fields() if not field.name.startswith(_ENTRY)]

    def field_of(self, entry: int) -> forms.BoundField:
        return self[_field_name(entry)]

    def part_of(self, entry: int) -> int:
        """Return the number of the part that was chosen for an entry; 0 for none."""
        return int(self.cleaned_data[_field_name(entry)] or 0)


def _field_name(entry: int) -> str:
    return f"{_ENTRY}{entry}"


class DivideForm(_PartsForm):
    """Who plays in which section."""

    field_order = ("key", "word", "rounds")

    def __init__(
        self,
        *args: Any,
        event: Tournament,
        entries: Sequence[Entry],
        dealt: Sequence[Sequence[int]],
        with_clubs: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.dealt, self.with_clubs = dealt, with_clubs
        self.entries = {entry.number: entry for entry in entries}
        self.labels = {entry.number: _label(entry) for entry in entries}
        chosen = {number: at for at, section in enumerate(dealt, 1) for number in section}
        rounds = usual_rounds(event, max(map(len, dealt), default=0))
        self.initial = {"word": _("Section"), "rounds": rounds, **self.initial}
        self.add_entries(self.labels, len(dealt), chosen, needed=True)

    def groups(self) -> Iterator[tuple[str, list[PartRow]]]:
        """Yield each section with its entries as they were dealt."""
        for at, section in enumerate(self.dealt, 1):
            yield letter_of(at), [self._row(self.entries[number]) for number in section]

    def _row(self, entry: Entry) -> PartRow:
        clubs = home_clubs(entry) if self.with_clubs else ""
        return PartRow(entry.number, entry_name(entry, full_name), self.field_of(entry.number), clubs)

    def plan(self) -> SectionsPlan:
        sections = [
            [number for number in self.labels if self.part_of(number) == at]
            for at in range(1, len(self.dealt) + 1)
        ]
        cleaned = self.cleaned_data
        return SectionsPlan(sections=sections, rounds=cleaned["rounds"], word=cleaned["word"])


class CutForm(forms.Form):
    """How many go to which final; what it proposes is changed one by one below."""

    finals = WholeNumberField(label=_lazy("Number of finals"), min_value=1, max_value=MAX_FINALS)
    each = WholeNumberField(
        label=_lazy("From each section to each final"), min_value=1, max_value=_MAX_OF_EACH
    )
    rest = forms.BooleanField(label=_lazy("All others play in the last final"), required=False)

    def __init__(self, *args: Any, is_divided: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not is_divided:
            self.fields["each"].label = _("To each final")


class FinalsForm(_PartsForm):
    """Who plays in which final, what is carried over, and how and when the finals are played."""

    carry = forms.ChoiceField(
        label=_lazy("What is carried over?"),
        widget=forms.RadioSelect,
        choices=list(CARRY_LABELS.items()),
        initial=CarryOver.NONE,
    )
    percent = WholeNumberField(
        label=_lazy("Per cent, where a part is carried over"),
        min_value=1,
        max_value=_WHOLE,
        initial=_HALF,
        help_text=_lazy("Of the result so far; less than a whole point is left out."),
    )
    movement = forms.ChoiceField(label=_lazy("How is a final played?"), required=False)
    on_day = EventDateField(label=_lazy("Date"))
    begins = StartTimeField(label=_lazy("Begins"))
    again = forms.BooleanField(
        label=_lazy("Let them meet again: both games count"),
        required=False,
        help_text=_lazy("Only where two meet again whose game is carried over. It is counted first."),
    )

    field_order = ("key", "word", "carry", "percent", "movement", "rounds", "on_day", "begins", "again")

    def __init__(
        self,
        *args: Any,
        event: Tournament,
        qualifying: Sequence[Qualifying],
        proposed: Sequence[Sequence[int]],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.qualifying, self.parts = qualifying, len(proposed)
        self.initial = {
            "word": _("Final"),
            "rounds": usual_rounds(event, max(map(len, proposed), default=0)),
            "on_day": event.date,
            **self.initial,
        }
        set_choices(self, "movement", [("", _("as before")), *MOVEMENT_LABELS.items()])
        chosen = {row: at for at, final in enumerate(proposed, 1) for row in final}
        labels = {entry.pk: _label(entry) for section in qualifying for entry in section.who_may_go_on}
        self.add_entries(labels, self.parts, chosen, needed=False)

    def groups(self) -> Iterator[tuple[Qualifying, list[tuple[int, PartRow]]]]:
        """Yield each section with its entries by their places."""
        for section in self.qualifying:
            places = section.place_of
            yield (
                section,
                [(places[entry.number], self._row(entry)) for entry in section.who_may_go_on],
            )

    def _row(self, entry: Entry) -> PartRow:
        return PartRow(entry.number, entry_name(entry, full_name), self.field_of(entry.pk))

    def clean(self) -> dict[str, Any]:
        """Say which meetings would count twice; whoever wants that says so."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if not self.errors and not cleaned["again"]:
            plan = self.plan()
            for number, found in enumerate(count_again(self.qualifying, plan), 1):
                if found is not None:
                    self.add_error("again", f"{plan.word} {letter_of(number)}: {again_sentence(found)}")
        return cleaned

    def plan(self) -> FinalsPlan:
        cleaned = self.cleaned_data
        carry = CarryOver(cleaned["carry"])
        movement = MOVEMENTS[cleaned["movement"]] if cleaned["movement"] else None
        return FinalsPlan(
            finals=[
                numbered(self.qualifying, chosen, movement, carry)
                for chosen in map(self._chosen, range(1, self.parts + 1))
                if any(chosen)
            ],
            carry=carry,
            percent=cleaned["percent"] if cleaned["carry"] == CarryOver.SHARE else 0,
            word=cleaned["word"],
            day=cleaned["on_day"],
            starts_at=start_datetime(cleaned["on_day"], cleaned["begins"]),
            rounds=cleaned["rounds"],
            movement=movement,
        )

    def _chosen(self, part: int) -> list[list[int]]:
        """Return the entries of each section that play in a final, by their places."""
        return [
            [entry.pk for entry in section.who_may_go_on if self.part_of(entry.pk) == part]
            for section in self.qualifying
        ]


def _label(entry: Entry) -> str:
    return f"{entry.number} · {entry_name(entry, full_name)}"
