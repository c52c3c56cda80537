"""The core's answers on corrections held against the book of rules, for every game and every situation."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any, Final

import pytest

from scoring.core import rulesets
from scoring.core.corrections import Answer, Kind, Policy, State, Verdict, may
from scoring.core.rulesets.base import RuleSet
from tests.scoring.support.book_of_rules import BOOK, Change, Correction, Way, deeds

# What each change can be, in the order in which the kinds are tried.
KINDS: Final = {
    Change.ARITHMETIC: (Kind.ARITHMETIC, Kind.TRANSCRIPTION),
    Change.WRONG_SIDE: (Kind.WRONG_SIDE, Kind.TRANSCRIPTION),
    Change.FORGOTTEN: (Kind.TRANSCRIPTION, Kind.FORGOTTEN),
    Change.TRANSCRIPTION: (Kind.TRANSCRIPTION, Kind.FORGOTTEN),
}
ANSWERS: Final = {
    Way.BY_RIGHT: Answer.ALLOWED,
    Way.WITH_CONSENT: Answer.NEEDS_OTHER_SIDE,
    Way.DIRECTOR: Answer.DIRECTOR_ONLY,
}
FLAGS: Final = ("by_consent", "as_a_protocol_says", "next_dealt", "approved", "disputed", "signed")


def corrections(ruleset: str) -> Iterator[Correction]:
    for change in KINDS:
        for held in product((False, True), repeat=len(FLAGS)):
            how: dict[str, Any] = dict(zip(FLAGS, held, strict=True))
            yield Correction(ruleset=ruleset, change=change, moves_points=True, **how)


def easiest_of_the_core(rules: RuleSet, tried: Correction) -> Verdict | None:
    """What the core asks for the least; none where it forbids the change whatever it is."""
    state = State(
        next_dealt=tried.next_dealt,
        approved=tried.approved,
        disputed=tried.disputed,
        signed=tried.signed,
        two_protocols=tried.as_a_protocol_says,
        policy=Policy.BY_CONSENT if tried.by_consent else Policy.STRICT,
    )
    verdicts = [may(rules, kind, state) for kind in KINDS[tried.change]]
    in_order = [one for answer in ANSWERS.values() for one in verdicts if one.answer is answer]
    return in_order[0] if in_order else None


def easiest_of_the_book(tried: Correction) -> Verdict | None:
    ways = [deed for way in ANSWERS for deed in deeds(tried) if deed.way is way]
    return Verdict(ANSWERS[ways[0].way], ways[0].paragraph) if ways else None


@pytest.mark.parametrize("rules", rulesets.all(), ids=lambda rules: rules.slug)
def test_the_core_lets_be_corrected_what_the_book_does_and_by_the_same_paragraph(rules: RuleSet) -> None:
    for tried in corrections(rules.slug):
        assert easiest_of_the_core(rules, tried) == easiest_of_the_book(tried), tried


def test_every_rule_set_has_its_page_in_the_book() -> None:
    assert BOOK.keys() == {rules.slug for rules in rulesets.all()}
