"""Why a correction is not allowed: each kind that it can be, with its paragraph, in the reader's language.

Knows verdicts of the core; must not know a form.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy as _

from scoring import words
from scoring.core.corrections import RULING, Answer
from scoring.models import DealVersion
from scoring.recording import NotAllowed

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

    Text = str | _StrPromise

ANSWERS: Final[Mapping[Answer, Text]] = {
    Answer.ALLOWED: _("allowed"),
    Answer.NEEDS_OTHER_SIDE: _("only if the other side agrees"),
    Answer.DIRECTOR_ONLY: _("the director decides, saying why"),
    Answer.NO: _("not any more"),
}


@dataclass(frozen=True, slots=True)
class Refusal:
    """One kind of correction, what is said of it, and by which paragraph."""

    kind: str
    answer: str
    paragraph: str
    asks_consent: bool


def refusals_of(refusal: NotAllowed) -> tuple[Refusal, ...]:
    return tuple(
        Refusal(
            str(DealVersion.Kind(kind.value).label),
            str(ANSWERS[verdict.answer]),
            "" if verdict.rule == RULING else words.paragraph(verdict.rule),
            verdict.answer is Answer.NEEDS_OTHER_SIDE,
        )
        for kind, verdict in refusal.verdicts.items()
    )
