"""What may be corrected in a deal now, by kind of correction, with paragraphs in the reader's language.

The page shows the same list before a user types and, after a refusal, as its explanation.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy as _lazy

from scoring.core.corrections import RULING, Answer, CorrectionKind, Verdict
from scoring.entry.parts import EditableFields
from scoring.wording import labels

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

    _Text = str | _StrPromise

Verdicts = Mapping[CorrectionKind, Verdict]

_KIND_LABELS: Final[Mapping[CorrectionKind, _Text]] = {
    CorrectionKind.ARITHMETIC: _lazy("Card points added up wrongly"),
    CorrectionKind.WRONG_SIDE: _lazy("Written in the wrong column"),
    CorrectionKind.TRANSCRIPTION: _lazy("Recorded incorrectly"),
    CorrectionKind.FORGOTTEN: _lazy(
        "Forgotten: a combination, a red three, going out, a penalty, the contract"
    ),
    CorrectionKind.RULING: _lazy("What the jury or the director has decided"),
}
_ANSWER_LABELS: Final[Mapping[Answer, _Text]] = {
    Answer.ALLOWED: _lazy("allowed"),
    Answer.NEEDS_OTHER_SIDE: _lazy("only if the other side agrees"),
    Answer.DIRECTOR_ONLY: _lazy("the director decides and gives a reason"),
    Answer.NO: _lazy("no longer"),
}
_SILENT: Final = _lazy("the rules do not say; our ruling")


@dataclass(frozen=True, slots=True)
class KindAnswer:
    """A kind of correction, whether it is allowed, and by which paragraph."""

    kind: str
    answer: str
    paragraph: str
    is_allowed: bool


@dataclass(frozen=True, slots=True)
class CorrectionRights:
    """What a user may correct in a deal now, and by what right."""

    answers: tuple[KindAnswer, ...] = ()
    editable: EditableFields = EditableFields.ALL
    # The other side's consent would make something possible.
    asks_consent: bool = False
    # The director decides and must give a reason.
    requires_reason: bool = False
    # The user may open fields that the rules close; `overruled` lists the paragraphs against that.
    may_overrule: bool = False
    overrules: bool = False
    overruled: str = ""
    is_by_ruling: bool = False
    # Every field may be edited by right.
    is_open: bool = False


def answers_by_kind(verdicts: Verdicts) -> tuple[KindAnswer, ...]:
    """Each kind of correction with its verdict in words."""
    return tuple(
        KindAnswer(
            str(_KIND_LABELS[kind]),
            str(_ANSWER_LABELS[verdict.answer]),
            _paragraph_label(verdict),
            verdict.answer is Answer.ALLOWED,
        )
        for kind, verdict in verdicts.items()
    )


def lacks_paragraph(rule: str) -> bool:
    """Whether the rules are silent and a ruling of ours, numbered or not, fills the gap."""
    return rule.partition(" ")[0] == RULING


def _paragraph_label(verdict: Verdict) -> str:
    """The paragraph; where the rules are silent, a note that says so if it forbids the correction."""
    if not lacks_paragraph(verdict.rule):
        return labels.paragraph_label(verdict.rule)
    return "" if verdict.answer is Answer.DIRECTOR_ONLY else str(_SILENT)


def correction_rights(
    verdicts: Verdicts, *, directs: bool, overrules: bool, by_ruling: bool
) -> CorrectionRights:
    """What a user may correct now. A right to rule opens no field: that takes a ruling, or overruling."""
    rules: Verdicts = {
        kind: verdict for kind, verdict in verdicts.items() if kind is not CorrectionKind.RULING
    }
    granted: set[CorrectionKind] = {
        kind for kind, verdict in rules.items() if _is_granted(verdict.answer, directs=directs)
    }
    by_right = _editable_fields(granted)
    is_opened = (overrules or by_ruling) and by_right is not EditableFields.ALL
    refused = dict.fromkeys(
        labels.paragraph_label(verdict.rule)
        for kind, verdict in rules.items()
        if kind not in granted and not lacks_paragraph(verdict.rule)
    )
    return CorrectionRights(
        answers_by_kind(verdicts),
        EditableFields.ALL if is_opened else by_right,
        any(verdict.answer is Answer.NEEDS_OTHER_SIDE for verdict in rules.values()),
        requires_reason=is_opened or (directs and is_director_only(rules)),
        may_overrule=directs and not is_opened and by_right is not EditableFields.ALL,
        overrules=is_opened and not by_ruling,
        overruled=", ".join(refused),
        is_by_ruling=by_ruling,
        is_open=not is_opened and all(verdict.answer is Answer.ALLOWED for verdict in rules.values()),
    )


def is_director_only(verdicts: Verdicts) -> bool:
    """Whether some correction is up to the director and none is allowed by right."""
    answers = {verdict.answer for kind, verdict in verdicts.items() if kind is not CorrectionKind.RULING}
    return Answer.DIRECTOR_ONLY in answers and Answer.ALLOWED not in answers


def _is_granted(answer: Answer, *, directs: bool) -> bool:
    if answer is Answer.DIRECTOR_ONLY:
        return directs
    return answer in (Answer.ALLOWED, Answer.NEEDS_OTHER_SIDE)


def _editable_fields(granted: set[CorrectionKind]) -> EditableFields:
    """The fields that a form opens, so that every change is of a granted kind."""
    if granted - {CorrectionKind.ARITHMETIC}:
        return EditableFields.ALL
    return EditableFields.POINTS if granted else EditableFields.NOTHING
