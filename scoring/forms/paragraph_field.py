"""The field in which somebody names a paragraph of the rules that are played by."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from clubs.web.forms import LineField
from scoring.wording import labels
from scoring.wording.citations import (
    ParagraphOption,
    find_paragraph,
    paragraph_options,
    similar_paragraph,
)


class ParagraphField(LineField):
    """A paragraph as people write it, with suggestions from the game's rules; one they lack is refused."""

    LIST = "paragraphs-of-the-rules"

    def __init__(self, ruleset: str) -> None:
        super().__init__(
            max_length=40,
            required=False,
            label=_("Paragraph"),
            help_text=_("The paragraph of the rules in use, if there is one."),
        )
        self.widget.attrs |= {"list": self.LIST, "autocomplete": "off", "spellcheck": "false"}
        self.ruleset = ruleset

    @property
    def options(self) -> list[ParagraphOption]:
        """The paragraphs that are suggested while one types."""
        return paragraph_options(self.ruleset)

    def clean(self, value: Any) -> str:
        typed = super().clean(value)
        if not typed:
            return ""
        rule = find_paragraph(self.ruleset, typed)
        if rule is None:
            raise ValidationError(self._refusal(typed), code="unknown_paragraph")
        return rule

    def _refusal(self, typed: str) -> str:
        named = {"rules": labels.ruleset_name(self.ruleset), "typed": typed}
        similar = similar_paragraph(self.ruleset, typed)
        if similar is None:
            return _("The rules of %(rules)s have no “%(typed)s”.") % named
        named["similar"] = labels.paragraph_label(similar)
        return _("The rules of %(rules)s have no “%(typed)s”. Do you mean %(similar)s?") % named
