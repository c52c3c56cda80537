"""Why a total on paper differs, in the reader's language: one sentence for each cause.

Knows every cause of the core and the names of lines; must not know how a cause was found, nor where its
sentence stands. A test holds the table against the core's enum.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.reports.numbers import written
from scoring.core.reconciliation import Cause, Finding, lines_of
from scoring.wording.labels import line_name, paragraph

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

    Text = str | _StrPromise

# Of a mistake in the figure itself.
OF_THE_FIGURE: Mapping[Cause, Text] = {
    Cause.SIDES_SWAPPED: _lazy("On the paper the sides stand in each other's columns."),
    Cause.NOT_ADDED: _lazy("On the paper this deal has not been added."),
    Cause.CARRIED: _lazy("The difference comes from an earlier deal: on the paper it has been carried on."),
    Cause.SIGN: _lazy("Plus and minus are confused on the paper."),
    Cause.DIGITS_SWAPPED: _lazy("Two digits have changed places."),
    Cause.ADDITION: _lazy("A wrong carry in the addition: it makes %(points)s."),
    Cause.CHARGE_EXTRA: _lazy("The paper has a penalty of %(points)s that is not entered."),
    Cause.DIGIT: _lazy("One digit has been written as another."),
}

# Of base points or card points.
OF_A_SUBTOTAL: Mapping[str, Text] = {
    "base": _lazy("On the paper the base points have not been added."),
    "cards": _lazy("On the paper the card points have not been added."),
}

# Of a line, and of two; the paragraph is the line's.
OF_A_LINE: Mapping[Cause, Text] = {
    Cause.SIGN: _lazy("“%(line)s” counts plus for minus or minus for plus on the paper (%(rule)s)."),
    Cause.HAND_FORGOTTEN: _lazy("The cards in hand have not been taken off on the paper (%(rule)s)."),
    Cause.HAND_ADDED: _lazy("The cards in hand have been added on the paper, not taken off (%(rule)s)."),
    Cause.BONUS_MISSING: _lazy("“%(line)s”: not counted on the paper, or one too few (%(rule)s)."),
    Cause.BONUS_EXTRA: _lazy("“%(line)s”: the paper counts one more than is entered (%(rule)s)."),
    Cause.CHARGE_EXTRA: _lazy("“%(line)s”: the paper has a penalty that is not entered (%(rule)s)."),
    Cause.BONUS_TWICE: _lazy("“%(line)s”: counted twice on the paper (%(rule)s)."),
}
OF_TWO_LINES: Mapping[Cause, Text] = {
    Cause.BONUS_MISSING: _lazy("“%(line)s” and “%(other)s”: not counted on the paper."),
    Cause.OTHER_CLASS: _lazy(
        "One entered under “%(line)s” counts under “%(other)s” on the paper (%(rule)s)."
    ),
}

# Of a deal, by its number.
OF_A_DEAL: Mapping[Cause, Text] = {
    Cause.DEAL_MISSING: _lazy("Deal %(number)s is missing from the totals on the slip."),
    Cause.DEAL_TWICE: _lazy("Deal %(number)s is counted twice in the totals on the slip."),
}


def cause_sentence(ruleset: str, finding: Finding) -> str:
    """Why a figure on paper differs, in one sentence."""
    if finding.cause is None:
        return _("No single mistake explains the difference: add up once more.")
    if finding.cause is Cause.SUBTOTAL_MISSING:
        return str(OF_A_SUBTOTAL[finding.code])
    if finding.cause in OF_A_DEAL:
        return str(OF_A_DEAL[finding.cause]) % {"number": finding.code}
    return _of_lines(ruleset, finding, finding.cause)


def _of_lines(ruleset: str, finding: Finding, cause: Cause) -> str:
    """A sentence that names as many lines as the finding does."""
    names = [line_name(ruleset, code) for code in lines_of(finding)]
    if not names:
        return str(OF_THE_FIGURE[cause]) % {"points": _amount(finding)}
    said = {"line": names[0], "other": names[-1], "rule": paragraph(finding.rule)}
    return str((OF_A_LINE, OF_TWO_LINES)[len(names) - 1][cause]) % said


def _amount(finding: Finding) -> str:
    return written(abs(finding.off), get_language() or "en")
