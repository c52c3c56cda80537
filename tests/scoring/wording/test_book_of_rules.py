"""The core's verdicts on corrections compared with the book of rules, for every rule set and situation."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any, Final

import pytest

from scoring import rulesets
from scoring.core.corrections import (
    Answer,
    CorrectionKind,
    CorrectionPolicy,
    CorrectionState,
    Verdict,
    may_correct,
)
from scoring.core.ruleset import RuleSet
from tests.scoring.support.book_of_rules import Authority, Change, Correction, permissions_for

# What each change can be, in the order in which the kinds are tried.
KINDS: Final = {
    Change.ARITHMETIC: (CorrectionKind.ARITHMETIC, CorrectionKind.TRANSCRIPTION),
    Change.WRONG_SIDE: (CorrectionKind.WRONG_SIDE, CorrectionKind.TRANSCRIPTION),
    Change.FORGOTTEN: (CorrectionKind.TRANSCRIPTION, CorrectionKind.FORGOTTEN),
    Change.TRANSCRIPTION: (CorrectionKind.TRANSCRIPTION, CorrectionKind.FORGOTTEN),
}
ANSWERS: Final = {
    Authority.BY_RIGHT: Answer.ALLOWED,
    Authority.WITH_CONSENT: Answer.NEEDS_OTHER_SIDE,
    Authority.DIRECTOR: Answer.DIRECTOR_ONLY,
}
FLAGS: Final = ("by_consent", "as_a_protocol_says", "next_dealt", "approved", "disputed", "signed")


def corrections(ruleset: str) -> Iterator[Correction]:
    for change in KINDS:
        for values in product((False, True), repeat=len(FLAGS)):
            flags: dict[str, Any] = dict(zip(FLAGS, values, strict=True))
            yield Correction(ruleset=ruleset, change=change, moves_points=True, **flags)


def easiest_of_the_core(rules: RuleSet, tried: Correction) -> Verdict | None:
    """Return the core's easiest verdict; None if it forbids the change whatever its kind."""
    state = CorrectionState(
        next_dealt=tried.next_dealt,
        approved=tried.approved,
        disputed=tried.disputed,
        signed=tried.signed,
        two_protocols=tried.as_a_protocol_says,
        policy=CorrectionPolicy.BY_CONSENT if tried.by_consent else CorrectionPolicy.STRICT,
    )
    verdicts = [may_correct(rules, kind, state) for kind in KINDS[tried.change]]
    in_order = [verdict for answer in ANSWERS.values() for verdict in verdicts if verdict.answer is answer]
    return in_order[0] if in_order else None


def easiest_of_the_book(tried: Correction) -> Verdict | None:
    permissions = [
        permission
        for authority in ANSWERS
        for permission in permissions_for(tried)
        if permission.authority is authority
    ]
    return Verdict(ANSWERS[permissions[0].authority], permissions[0].paragraph) if permissions else None


@pytest.mark.parametrize("rules", rulesets.newest_editions(), ids=lambda rules: rules.slug)
def test_the_core_lets_be_corrected_what_the_book_does_and_by_the_same_paragraph(rules: RuleSet) -> None:
    for tried in corrections(rules.slug):
        assert easiest_of_the_core(rules, tried) == easiest_of_the_book(tried), tried
