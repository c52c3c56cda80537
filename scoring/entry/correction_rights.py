"""What may be changed of a deal now, kind by kind, with the paragraph, in the reader's language.

The same list says it before anybody types, and why not after somebody has. Knows verdicts of the core; must
not know a form, nor who asks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy as _lazy

from scoring.core.corrections import RULING, Answer, Kind, Verdict
from scoring.entry.parts import Mending
from scoring.wording import labels

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

    _Text = str | _StrPromise

Verdicts = Mapping[Kind, Verdict]

_KINDS: Final[Mapping[Kind, _Text]] = {
    Kind.ARITHMETIC: _lazy("Points of cards added up wrongly"),
    Kind.WRONG_SIDE: _lazy("Written in the wrong column"),
    Kind.TRANSCRIPTION: _lazy("Written down otherwise than it was"),
    Kind.FORGOTTEN: _lazy("Forgotten: a combination, a red three, going out, a penalty, the contract"),
    Kind.RULING: _lazy("What the jury or the director has decided"),
}
_ANSWERS: Final[Mapping[Answer, _Text]] = {
    Answer.ALLOWED: _lazy("allowed"),
    Answer.NEEDS_OTHER_SIDE: _lazy("only if the other side agrees"),
    Answer.DIRECTOR_ONLY: _lazy("the director decides, saying why"),
    Answer.NO: _lazy("not any more"),
}
_SILENT: Final = _lazy("the rules are silent; by ruling")


@dataclass(frozen=True, slots=True)
class Ruled:
    """One kind of correction, what is said of it, and by which paragraph."""

    kind: str
    answer: str
    paragraph: str
    is_allowed: bool


@dataclass(frozen=True, slots=True)
class Rights:
    """What may be changed now, and by what right."""

    ruled: tuple[Ruled, ...] = ()
    mending: Mending = Mending.ALL
    # The other side's consent would make something possible.
    asks_consent: bool = False
    # The director decides, and says why.
    asks_why: bool = False
    # Whoever looks may open what is closed; the paragraphs against which that is.
    may_overrule: bool = False
    overrules: bool = False
    overruled: str = ""
    is_by_ruling: bool = False
    # Everything that people write down may be changed by right.
    is_open: bool = False


def ruled_by(verdicts: Verdicts) -> tuple[Ruled, ...]:
    """Each kind in words."""
    return tuple(
        Ruled(
            str(_KINDS[kind]),
            str(_ANSWERS[verdict.answer]),
            _basis_of(verdict),
            verdict.answer is Answer.ALLOWED,
        )
        for kind, verdict in verdicts.items()
    )


def is_silent(rule: str) -> bool:
    """Whether there is no paragraph, but a ruling of ours, numbered or not."""
    return rule.partition(" ")[0] == RULING


def _basis_of(verdict: Verdict) -> str:
    """The paragraph; of what the sources leave open that it is so, where that stands in somebody's way."""
    if not is_silent(verdict.rule):
        return labels.paragraph(verdict.rule)
    return "" if verdict.answer is Answer.DIRECTOR_ONLY else str(_SILENT)


def rights_of(verdicts: Verdicts, *, directs: bool, overrules: bool, by_ruling: bool) -> Rights:
    """What somebody may write now. Rulings do not open a field: they come with a ruling, or overrule."""
    rules: Verdicts = {kind: verdict for kind, verdict in verdicts.items() if kind is not Kind.RULING}
    granted: set[Kind] = {
        kind for kind, verdict in rules.items() if _may_try(verdict.answer, directs=directs)
    }
    by_right = _mending_of(granted)
    opened = (overrules or by_ruling) and by_right is not Mending.ALL
    refused = dict.fromkeys(
        labels.paragraph(verdict.rule)
        for kind, verdict in rules.items()
        if kind not in granted and not is_silent(verdict.rule)
    )
    return Rights(
        ruled_by(verdicts),
        Mending.ALL if opened else by_right,
        any(verdict.answer is Answer.NEEDS_OTHER_SIDE for verdict in rules.values()),
        asks_why=opened or (directs and only_director(rules)),
        may_overrule=directs and not opened and by_right is not Mending.ALL,
        overrules=opened and not by_ruling,
        overruled=", ".join(refused),
        is_by_ruling=by_ruling,
        is_open=not opened and all(verdict.answer is Answer.ALLOWED for verdict in rules.values()),
    )


def only_director(verdicts: Verdicts) -> bool:
    """Whether the director alone may change something, and nobody by right."""
    answers = {verdict.answer for kind, verdict in verdicts.items() if kind is not Kind.RULING}
    return Answer.DIRECTOR_ONLY in answers and Answer.ALLOWED not in answers


def _may_try(answer: Answer, *, directs: bool) -> bool:
    if answer is Answer.DIRECTOR_ONLY:
        return directs
    return answer in (Answer.ALLOWED, Answer.NEEDS_OTHER_SIDE)


def _mending_of(granted: set[Kind]) -> Mending:
    """What a form lets people write, so that it is of a kind that is granted."""
    if granted - {Kind.ARITHMETIC}:
        return Mending.ALL
    return Mending.POINTS if granted else Mending.NOTHING
