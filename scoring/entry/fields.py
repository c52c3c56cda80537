"""The form fields of a protocol: sums, counts, totals on paper, opening requirements and cards."""

from __future__ import annotations

import re

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _lazy

from scoring.core.ruleset import RuleSet
from scoring.core.vocabulary import CANASTA, Opening
from scoring.entry import cards
from scoring.forms.totals import joined_figures

_SUM = re.compile(r"\s*\d{1,6}(\s*\+\s*\d{1,6}){0,30}\s*\+?\s*")
_TOTAL = re.compile(r"[+-]?[0-9]{1,6}")
_MAX_COUNT = 99
_MAX_MELDS_LENGTH = 2000


class SumField(forms.CharField):
    """A number or a sum such as 15+20+60. Empty is 0."""

    def __init__(self, label: str) -> None:
        attrs = {"inputmode": "tel", "autocomplete": "off", "class": "number"}
        super().__init__(required=False, max_length=200, widget=forms.TextInput(attrs=attrs), label=label)

    def clean(self, value: object) -> int:
        typed = super().clean(value)
        if not typed:
            return 0
        if not _SUM.fullmatch(typed):
            raise ValidationError(_lazy("Enter a number, or a sum such as 15+20+60."), code="not_a_sum")
        return sum(int(part) for part in typed.split("+") if part.strip())


class TallyCountField(forms.IntegerField):
    """A count. Empty is 0."""

    def __init__(self, label: str) -> None:
        attrs = {"inputmode": "numeric", "autocomplete": "off", "class": "number"}
        super().__init__(
            label=label,
            required=False,
            min_value=0,
            max_value=_MAX_COUNT,
            widget=forms.TextInput(attrs=attrs),
        )

    def clean(self, value: object) -> int:
        return super().clean(value) or 0


class PaperTotalField(forms.CharField):
    """A total as written on paper, whether correct or not. Empty is None."""

    def __init__(self, label: str) -> None:
        attrs = {"inputmode": "text", "autocomplete": "off", "class": "number"}
        super().__init__(required=False, max_length=20, widget=forms.TextInput(attrs=attrs), label=label)

    def clean(self, value: object) -> int | None:
        typed = joined_figures(super().clean(value))
        if not typed:
            return None
        if not _TOTAL.fullmatch(typed):
            raise ValidationError(_lazy("Enter points, for example 2450 or −85."), code="no_points")
        return int(typed)


class OpeningField(forms.ChoiceField):
    """An opening requirement of the rule set. Empty is None: it follows from the totals."""

    def __init__(self, label: str, rules: RuleSet, empty_label: str) -> None:
        needs = dict.fromkeys(str(need) for need in rules.opening_needs)
        named = [(need, _lazy("canasta") if need == CANASTA else need) for need in needs]
        super().__init__(label=label, required=False, choices=[("", empty_label), *named])

    def clean(self, value: object) -> Opening | None:
        chosen = str(super().clean(value) or "")
        return int(chosen) if chosen.isdecimal() else chosen or None


class CardsField(forms.CharField):
    """Cards in the letters of the reader's language. An error quotes the text and names the character."""

    def __init__(self, label: str, help_text: str, widget: forms.Widget, max_length: int) -> None:
        super().__init__(
            label=label,
            help_text=help_text,
            required=False,
            max_length=max_length,
            widget=widget,
            strip=False,
        )
        self.widget.attrs |= {
            "autocomplete": "off",
            "autocapitalize": "characters",
            "autocorrect": "off",
            "spellcheck": "false",
            "class": "cards",
        }


class MeldsField(CardsField):
    """All melds of a side."""

    def __init__(self, label: str, help_text: str, rules: RuleSet) -> None:
        super().__init__(label, help_text, forms.Textarea(attrs={"rows": 4}), _MAX_MELDS_LENGTH)
        self.rules = rules

    def clean(self, value: object) -> list[str]:
        return cards.parse_melds(super().clean(value), self.rules, get_language() or "en")


class HandField(CardsField):
    """The cards left in the hands of a side."""

    def __init__(self, label: str, help_text: str) -> None:
        super().__init__(label, help_text, forms.TextInput(), cards.MAX_TYPED_TEXT)

    def clean(self, value: object) -> str:
        return cards.parse_hand(super().clean(value), get_language() or "en")
