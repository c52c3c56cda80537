"""Sentences for the causes of a difference between paper and computed figures, in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.reports.numbers import format_value
from scoring.core.reconciliation import Cause, Discrepancy, discrepancy_codes
from scoring.wording.labels import line_name, paragraph_label

if TYPE_CHECKING:
    from scoring.wording.labels import Text

# Mistakes in the figure itself.
FIGURE_SENTENCES: Mapping[Cause, Text] = {
    Cause.SIDES_SWAPPED: _lazy("On paper the two sides are in each other's columns."),
    Cause.NOT_ADDED: _lazy("On paper this deal has not been added in."),
    Cause.CARRIED: _lazy("The difference comes from an earlier deal and has been carried forward on paper."),
    Cause.SIGN: _lazy("Plus and minus have been mixed up on paper."),
    Cause.DIGITS_SWAPPED: _lazy("Two digits have been transposed."),
    Cause.ADDITION: _lazy("A carrying error in the addition: it comes to %(points)s."),
    Cause.CHARGE_EXTRA: _lazy("There is a penalty of %(points)s on paper that has not been entered."),
    Cause.DIGIT: _lazy("One digit has been written as another."),
}

# Missing base points or card points.
SUBTOTAL_SENTENCES: Mapping[str, Text] = {
    "base": _lazy("On the paper the base points have not been added."),
    "cards": _lazy("On the paper the card points have not been added."),
}

# Mistakes about one line, and about two; the paragraph is that of the line.
LINE_SENTENCES: Mapping[Cause, Text] = {
    Cause.SIGN: _lazy(
        "“%(line)s” has been added instead of subtracted on paper, or the other way round (%(rule)s)."
    ),
    Cause.HAND_FORGOTTEN: _lazy("The cards in hand have not been deducted on paper (%(rule)s)."),
    Cause.HAND_ADDED: _lazy("The cards in hand have been added on paper instead of deducted (%(rule)s)."),
    Cause.BONUS_MISSING: _lazy("“%(line)s”: not counted on the paper, or one too few (%(rule)s)."),
    Cause.BONUS_EXTRA: _lazy("“%(line)s”: the paper counts one more than is entered (%(rule)s)."),
    Cause.CHARGE_EXTRA: _lazy("“%(line)s”: the paper has a penalty that is not entered (%(rule)s)."),
    Cause.BONUS_TWICE: _lazy("“%(line)s”: counted twice on the paper (%(rule)s)."),
}
TWO_LINE_SENTENCES: Mapping[Cause, Text] = {
    Cause.BONUS_MISSING: _lazy("“%(line)s” and “%(other)s”: not counted on the paper."),
    Cause.OTHER_CLASS: _lazy(
        "One item entered under “%(line)s” is counted under “%(other)s” on paper (%(rule)s)."
    ),
}

# Mistakes about a whole deal, with its number.
DEAL_SENTENCES: Mapping[Cause, Text] = {
    Cause.DEAL_MISSING: _lazy("Deal %(number)s is missing from the totals on the slip."),
    Cause.DEAL_TWICE: _lazy("Deal %(number)s is counted twice in the totals on the slip."),
}


def cause_sentence(ruleset: str, discrepancy: Discrepancy) -> str:
    """Return why a figure on paper differs."""
    if discrepancy.cause is None:
        return _("No single mistake explains the difference: please add it up again.")
    if discrepancy.cause is Cause.SUBTOTAL_MISSING:
        return str(SUBTOTAL_SENTENCES[discrepancy.code])
    if discrepancy.cause in DEAL_SENTENCES:
        return str(DEAL_SENTENCES[discrepancy.cause]) % {"number": discrepancy.code}
    return _lines_sentence(ruleset, discrepancy, discrepancy.cause)


def _lines_sentence(ruleset: str, discrepancy: Discrepancy, cause: Cause) -> str:
    """Return a sentence that names the one or two lines concerned, if any."""
    names = [line_name(ruleset, code) for code in discrepancy_codes(discrepancy)]
    if not names:
        return str(FIGURE_SENTENCES[cause]) % {"points": _amount(discrepancy)}
    params = {"line": names[0], "other": names[-1], "rule": paragraph_label(discrepancy.rule)}
    return str((LINE_SENTENCES, TWO_LINE_SENTENCES)[len(names) - 1][cause]) % params


def _amount(discrepancy: Discrepancy) -> str:
    return format_value(abs(discrepancy.difference), get_language() or "en")
