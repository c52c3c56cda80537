"""What is typed about prizes: the table, categories of entries, and how a shared place was decided."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.models import without_control_characters
from clubs.web.forms import LineField, VerbForm
from tournaments.cash.forms import MoneyField
from tournaments.core.prize_rows import (
    MAX_THING,
    ROWS_OVERLAP,
    TOO_LONG,
    TOO_MANY,
    WRONG_PLACE,
    BadLine,
    read_rows,
    write_rows,
)
from tournaments.core.prizes import PrizeRow, Sharing
from tournaments.models import Entry, PlaceDecider
from tournaments.play.prizes import LISTS, MAX_WORDS, Category, PrizeTable, list_label, read_categories
from tournaments.running.prizes import format_categories

_MAX_TEXT: Final = 6000
_WHY: Final = {
    ROWS_OVERLAP: _lazy(
        "Line %(line)s: each row is for more entries than the row before, such as 1-10: and 11-:"
    ),
    WRONG_PLACE: _lazy("Line %(line)s: the places are numbered from 1 on, without a gap."),
    TOO_LONG: _lazy("Line %(line)s: at most %(count)s characters for one thing."),
    TOO_MANY: _lazy("Line %(line)s: these are too many places or rows."),
}


class PrizeRowsField(forms.CharField):
    """A table of prizes as it is typed; its value is its rows."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.Textarea(attrs={"rows": 4, "autocomplete": "off", "spellcheck": "false"})
        super().__init__(required=False, max_length=_MAX_TEXT, widget=widget, **kwargs)

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        for line in text.splitlines():
            without_control_characters(line.strip())
        try:
            return read_rows(text)
        except BadLine as refusal:
            words = {"line": refusal.line, "count": MAX_THING}
            raise ValidationError(str(_WHY[refusal.why]) % words) from refusal

    def prepare_value(self, value: Any) -> Any:
        return value if isinstance(value, str) or value is None else write_rows(value)


class PrizeTableForm(VerbForm):
    """The table of prizes of an event, and how shared places are dealt with."""

    sharing = forms.ChoiceField(
        label=_lazy("Where a place is shared"),
        choices=(
            (Sharing.DIVIDE.value, _lazy("the money is added up and divided, things go by lot")),
            (Sharing.DRAW.value, _lazy("a lot says who gets which prize")),
        ),
        widget=forms.RadioSelect,
        help_text=_lazy("An extra deal or game may decide instead: then the place is shared no longer."),
    )
    unit = MoneyField(
        label=_lazy("What is divided is rounded down to"),
        help_text=_lazy("Such as 1 or 0,50. What is left over stays with the club."),
    )
    public = forms.BooleanField(
        label=_lazy("Everybody sees the prizes once the final standings are shown"), required=False
    )
    seen = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)

    def __init__(self, *args: Any, table: PrizeTable, seen: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.currency = table.currency
        self.initial["sharing"] = table.sharing.value
        self.initial["unit"] = table.unit
        self.initial["public"] = table.public
        self.initial["seen"] = seen
        for code in LISTS:
            self.initial[_rows_name(code)] = table.rows.get(code, ())
            self.fields[_rows_name(code)] = PrizeRowsField(
                label=list_label(code) or _("All entries"), help_text="" if code else _help_of_rows()
            )
        self.order_fields([_rows_name(code) for code in LISTS])

    def table(self) -> PrizeTable | None:
        """What was typed; None where there is no prize at all."""
        data = self.cleaned_data
        rows: dict[str, tuple[PrizeRow, ...]] = {code: data[_rows_name(code)] for code in LISTS}
        table = PrizeTable(
            {code: typed for code, typed in rows.items() if typed},
            Sharing(data["sharing"]),
            data["unit"],
            data["public"],
            self.currency,
        )
        return None if table.is_empty else table


def _rows_name(code: str) -> str:
    return f"rows_{code or 'all'}"


def _help_of_rows() -> str:
    return _(
        "A line for each place: 50, or 50 + cup, or a thing in words; - for none. "
        "A line such as 1-10: or 11-: begins the prizes for so many entries."
    )


class CategoriesForm(VerbForm):
    """The categories of each entry."""

    seen = forms.CharField(required=False, max_length=20_000, widget=forms.HiddenInput)

    def __init__(self, *args: Any, entries: Sequence[Entry], names: Mapping[int, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["seen"] = format_categories(entries)
        self.numbers = {f"entry{entry.number}-in": entry.number for entry in entries}
        for entry in entries:
            name = f"entry{entry.number}-in"
            self.initial[name] = read_categories(entry.categories)
            self.fields[name] = forms.MultipleChoiceField(
                label=f"{entry.number}. {names[entry.number]}",
                choices=Category.choices,
                required=False,
                widget=forms.CheckboxSelectMultiple,
            )

    def chosen(self) -> Mapping[int, Sequence[str]]:
        return {number: self.cleaned_data[name] for name, number in self.numbers.items()}


class DeciderForm(VerbForm):
    """How a shared place was decided: by what, in which order, and with which result."""

    kind = forms.ChoiceField(
        label=_lazy("What was played"),
        choices=(
            (PlaceDecider.Kind.DEAL.value, PlaceDecider.Kind.DEAL.label),
            (PlaceDecider.Kind.GAME.value, PlaceDecider.Kind.GAME.label),
            (PlaceDecider.Kind.OTHER.value, _lazy("something else")),
        ),
        widget=forms.RadioSelect,
        initial=PlaceDecider.Kind.DEAL.value,
    )
    words = LineField(
        label=_lazy("Result"),
        max_length=MAX_WORDS,
        required=False,
        help_text=_lazy("In your own words, such as 320 to 180. It stands beside the places."),
    )

    def __init__(self, *args: Any, tied: Sequence[int], names: Mapping[int, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tied = tied
        self.ranks = {f"entry{number}-rank": number for number in tied}
        places = [(str(rank), str(rank)) for rank in range(1, len(tied) + 1)]
        for name, number in self.ranks.items():
            self.fields[name] = forms.ChoiceField(
                label=names[number],
                choices=[("", "–"), *places],
                error_messages={"required": _("Choose the place in this decider.")},
            )
        self.order_fields(["kind", *self.ranks, "words"])

    def clean(self) -> dict[str, Any]:
        """Check that everybody has a rank of his own."""
        cleaned = super().clean() or {}
        given = [cleaned[name] for name in self.ranks if cleaned.get(name)]
        if len(given) == len(self.ranks) and len(set(given)) < len(given):
            self.add_error(None, _("Give each of them another place: nobody shares it any longer."))
        return cleaned

    def order(self) -> list[int]:
        """The entries, the best first."""
        return sorted(self.tied, key=lambda number: int(self.cleaned_data[f"entry{number}-rank"]))


class GiveForm(VerbForm):
    """A prize that is ticked as handed out, with what the page showed."""

    code = forms.ChoiceField(choices=[("", ""), *Category.choices], required=False, widget=forms.HiddenInput)
    entry = forms.IntegerField(min_value=1, max_value=32_767, widget=forms.HiddenInput)
    amount = forms.IntegerField(min_value=0, max_value=10_000_000, widget=forms.HiddenInput)
    thing = forms.CharField(max_length=MAX_THING, required=False, widget=forms.HiddenInput)


class LotForm(VerbForm):
    """Among whom a lot is drawn: the list, and one of those who share the place."""

    code = forms.ChoiceField(choices=[("", ""), *Category.choices], required=False, widget=forms.HiddenInput)
    entry = forms.IntegerField(min_value=1, max_value=32_767, widget=forms.HiddenInput)
