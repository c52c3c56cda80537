"""The kinds of field on a protocol: a number or a sum, how many of something, a total on paper, cards.

Knows how people type; must not know what a number is worth.
"""

from __future__ import annotations

import re

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _lazy

from scoring.core.rulesets.base import CANASTA, Opening, RuleSet
from scoring.desk.fields import BLANKS
from scoring.entry import cards

_SUM = re.compile(r"\s*\d{1,6}(\s*\+\s*\d{1,6}){0,30}\s*\+?\s*")
_TOTAL = re.compile(r"[+-]?[0-9]{1,6}")
_MOST_OF_A_KIND = 99
_LONGEST_MELDS = 2000


class SumField(forms.CharField):
    """A number, or a sum as people jot it down: 15+20+60. Empty is nothing, so 0."""

    def __init__(self, label: str) -> None:
        attrs = {"inputmode": "tel", "autocomplete": "off", "class": "number"}
        super().__init__(required=False, max_length=200, widget=forms.TextInput(attrs=attrs), label=label)

    def clean(self, value: object) -> int:
        typed = super().clean(value)
        if not typed:
            return 0
        if not _SUM.fullmatch(typed):
            raise ValidationError(_lazy("Write a number, or a sum such as 15+20+60."), code="not_a_sum")
        return sum(int(part) for part in typed.split("+") if part.strip())


class CountField(forms.IntegerField):
    """How many: empty is none."""

    def __init__(self, label: str) -> None:
        attrs = {"inputmode": "numeric", "autocomplete": "off", "class": "number"}
        super().__init__(
            label=label,
            required=False,
            min_value=0,
            max_value=_MOST_OF_A_KIND,
            widget=forms.TextInput(attrs=attrs),
        )

    def clean(self, value: object) -> int:
        return super().clean(value) or 0


class PaperField(forms.CharField):
    """A total as it stands on paper, added up rightly or not. Empty is nothing said."""

    def __init__(self, label: str) -> None:
        attrs = {"inputmode": "text", "autocomplete": "off", "class": "number"}
        super().__init__(required=False, max_length=20, widget=forms.TextInput(attrs=attrs), label=label)

    def clean(self, value: object) -> int | None:
        typed = BLANKS.sub("", super().clean(value)).replace("−", "-").replace("–", "-")
        if not typed:
            return None
        if not _TOTAL.fullmatch(typed):
            raise ValidationError(_lazy("Write points, such as 2450 or −85."), code="no_points")
        return int(typed)


class OpeningField(forms.ChoiceField):
    """A requirement of the rule set's table. Empty is the one that follows from the totals."""

    def __init__(self, label: str, rules: RuleSet, follows: str) -> None:
        needs = dict.fromkeys(str(need) for need in rules.opening_needs)
        named = [(need, _lazy("canasta") if need == CANASTA else need) for need in needs]
        super().__init__(label=label, required=False, choices=[("", follows), *named])

    def clean(self, value: object) -> Opening | None:
        chosen = str(super().clean(value) or "")
        return int(chosen) if chosen.isdecimal() else chosen or None


class CardsField(forms.CharField):
    """Cards in the letters of the reader's language. A mistake quotes the text and names the character."""

    def __init__(self, label: str, help_text: str, widget: forms.Widget, longest: int) -> None:
        super().__init__(
            label=label, help_text=help_text, required=False, max_length=longest, widget=widget, strip=False
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
        super().__init__(label, help_text, forms.Textarea(attrs={"rows": 4}), _LONGEST_MELDS)
        self.rules = rules

    def clean(self, value: object) -> list[str]:
        return cards.melds(super().clean(value), self.rules, get_language() or "en")


class HandField(CardsField):
    """The cards that the players of a side still hold."""

    def __init__(self, label: str, help_text: str) -> None:
        super().__init__(label, help_text, forms.TextInput(), cards.LONGEST_TEXT)

    def clean(self, value: object) -> str:
        return cards.hand(super().clean(value), get_language() or "en")
