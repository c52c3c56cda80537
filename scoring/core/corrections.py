"""Corrections: what a difference between two sheets can be, and who may make it when.

`kinds_of` derives the kinds from the sheets, so that nobody chooses what his mistake was; `may` answers from
the rule set's paragraphs (Samba 35, Sitoumussamba 41, Danish Særregler 3) and the state of the game. Knows
sheets and states; must not know who asks, nor how a correction is stored.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from itertools import permutations
from typing import Final, NamedTuple

from scoring.core.deal_sheet import EMPTY_HAND, DealSheet, Hand, Tally
from scoring.core.rulesets.base import CorrectionRules, RuleSet

# What a source leaves open is decided by a ruling.
RULING: Final = "ruling"
DIRECTOR: Final = "director"


class Kind(StrEnum):
    """What a correction is."""

    # Points added up wrongly: of the melded cards, of the cards held.
    ARITHMETIC = "arithmetic"
    # What was written in the wrong column.
    WRONG_SIDE = "wrong_side"
    # What two protocols say differently, or the program and the paper.
    TRANSCRIPTION = "transcription"
    # What nobody wrote down in time: a combination, a red three, going out, a penalty, the contract.
    FORGOTTEN = "forgotten"
    # What the jury or the director has decided.
    RULING = "ruling"


class Answer(StrEnum):
    """Whether a correction may be made."""

    ALLOWED = "allowed"
    NEEDS_OTHER_SIDE = "needs_other_side"
    DIRECTOR_ONLY = "director_only"
    NO = "no"


class Policy(StrEnum):
    """What an event has agreed about mistakes of which the sources say nothing."""

    STRICT = "strict"
    BY_CONSENT = "by_consent"


class State(NamedTuple):
    """How things stand when somebody wants to correct a deal."""

    # The cards of the next deal have been dealt.
    next_dealt: bool = False
    # The other side has approved the deal.
    approved: bool = False
    disputed: bool = False
    signed: bool = False
    # Two protocols were kept, and they differ.
    two_protocols: bool = False
    policy: Policy = Policy.STRICT


class Verdict(NamedTuple):
    """The answer, and the paragraph it rests on ("ruling" where the source is silent)."""

    answer: Answer
    rule: str = RULING


# What a difference is.


def kinds_of(old: DealSheet, new: DealSheet) -> frozenset[Kind]:
    """What the difference between two sheets of a deal can be; nothing when they say the same.

    Totals before the deal and openings are not compared: they follow from other deals.
    """
    old, new = _in_one_order(old), _in_one_order(new)
    if _said(old) == _said(new):
        return frozenset()
    if _said(_without_ruling(old)) == _said(_without_ruling(new)):
        return frozenset({Kind.RULING})
    kinds = {Kind.TRANSCRIPTION, Kind.RULING}
    if _is_arithmetic(old, new):
        return frozenset(kinds | {Kind.ARITHMETIC})
    return frozenset(kinds | {Kind.WRONG_SIDE if _is_wrong_side(old, new) else Kind.FORGOTTEN})


def _in_one_order(sheet: DealSheet) -> DealSheet:
    """The sheet with its named counts by name: a database may give them back in another order."""
    return sheet._replace(hands=tuple(hand and _by_name(hand) for hand in sheet.hands))


def _by_name(hand: Hand) -> Hand:
    tally = hand.tally and hand.tally._replace(combinations=tuple(sorted(hand.tally.combinations)))
    return hand._replace(penalties=tuple(sorted(hand.penalties)), tally=tally)


def _said(sheet: DealSheet) -> tuple[object, ...]:
    """What people wrote down of a deal."""
    return (sheet.ended, sheet.hands, sheet.contract, sheet.opening_raises, sheet.extra_deal)


def _without_ruling(sheet: DealSheet) -> DealSheet:
    """The sheet without the director's adjustments."""
    return sheet._replace(hands=tuple(hand and _without_adjustment(hand) for hand in sheet.hands))


def _without_adjustment(hand: Hand) -> Hand:
    return hand._replace(penalties=tuple(each for each in hand.penalties if each[0] != DIRECTOR))


def _charges(sheet: DealSheet) -> list[int]:
    """The director's adjustment of each side."""
    return [dict((hand or EMPTY_HAND).penalties).get(DIRECTOR, 0) for hand in sheet.hands]


def _is_arithmetic(old: DealSheet, new: DealSheet) -> bool:
    """Whether nothing but points of cards on tallies differs (35b, 41A); melds are not added up by hand."""
    return _said(_without_card_points(old)) == _said(_without_card_points(new))


def _without_card_points(sheet: DealSheet) -> DealSheet:
    return sheet._replace(hands=tuple(hand and _with_no_card_points(hand) for hand in sheet.hands))


def _with_no_card_points(hand: Hand) -> Hand:
    if hand.tally is None:
        return hand
    return hand._replace(tally=hand.tally._replace(meld_points=0, hand_points=0))


def _is_wrong_side(old: DealSheet, new: DealSheet) -> bool:
    """Whether what differs has only changed columns: each such entry stands with another side now.

    What the director has charged a side stands in no column of the paper, and has to be as it was.
    """
    if len(old.hands) != len(new.hands) or old.ended is not new.ended:
        return False
    if (old.contract is None) is not (new.contract is None) or _charges(old) != _charges(new):
        return False
    before, after = _entries(_without_ruling(old)), _entries(_without_ruling(new))
    return all(_moved(one, other) for one, other in zip(before, after, strict=True))


def _moved(one: Sequence[object], other: Sequence[object]) -> bool:
    return any(tuple(other) == order for order in permutations(one))


def _entries(sheet: DealSheet) -> list[tuple[object, ...]]:
    """Every row of the protocol across the columns."""
    hands = [hand or EMPTY_HAND for hand in sheet.hands]
    rows = [tuple(getattr(hand, name) for hand in hands) for name in _ROWS]
    rows += [tuple(getattr(hand.tally or Tally(), name) for hand in hands) for name in Tally._fields]
    rows.append(tuple(hand.tally is None for hand in hands))
    rows.append(tuple(sheet.opening_raises) or (0,) * len(hands))
    rows.append((sheet.extra_deal,))
    if sheet.contract is not None:
        rows += [tuple(side == sheet.contract.side for side in range(len(hands)))]
        rows.append((sheet.contract._replace(side=0),))
    return rows


_ROWS: Final = tuple(name for name in Hand._fields if name != "tally")


# Who may make it.


def may(rules: RuleSet, kind: Kind, state: State) -> Verdict:
    """Whether a correction of this kind may be made now, by whom, and by which paragraph."""
    corrections = rules.corrections
    if kind is Kind.RULING:
        return Verdict(Answer.DIRECTOR_ONLY)
    if state.signed:
        return _after_signing(corrections, kind, state)
    if state.disputed:
        return Verdict(Answer.DIRECTOR_ONLY)
    if corrections.open_until_approved_rule is not None and not state.approved:
        return Verdict(Answer.ALLOWED, corrections.open_until_approved_rule)
    if not state.next_dealt:
        return Verdict(Answer.ALLOWED, corrections.afterwards_rule)
    return _AFTERWARDS[kind](corrections, state)


def _after_signing(corrections: CorrectionRules, kind: Kind, state: State) -> Verdict:
    """A signed game is changed by the director alone: in arithmetic where that has no end, and to what the
    correct one of two protocols says, which holds always (35a)."""
    of_two = corrections.two_protocols_rule
    if kind is Kind.TRANSCRIPTION and state.two_protocols and of_two is not None:
        return Verdict(Answer.DIRECTOR_ONLY, of_two)
    if kind is not Kind.ARITHMETIC:
        return Verdict(Answer.NO, corrections.afterwards_rule)
    answer = Answer.DIRECTOR_ONLY if corrections.arithmetic_after_signing else Answer.NO
    return Verdict(answer, corrections.arithmetic_rule)


def _arithmetic(corrections: CorrectionRules, _state: State) -> Verdict:
    """By right, without anybody's consent."""
    return Verdict(Answer.ALLOWED, corrections.arithmetic_rule)


def _transcription(corrections: CorrectionRules, state: State) -> Verdict:
    """Of two protocols the correct one holds (35a); of a single one the event's policy decides."""
    if state.two_protocols and corrections.two_protocols_rule is not None:
        return Verdict(Answer.ALLOWED, corrections.two_protocols_rule)
    return _wrong_side(corrections, state)


def _wrong_side(corrections: CorrectionRules, state: State) -> Verdict:
    """The sources do not know it: with the other side's consent where the event allows it."""
    if state.policy is Policy.BY_CONSENT:
        return Verdict(Answer.NEEDS_OTHER_SIDE)
    return Verdict(Answer.NO, corrections.afterwards_rule)


def _forgotten(corrections: CorrectionRules, _state: State) -> Verdict:
    """What was forgotten stays forgotten once the next deal has been dealt (35c, 41B)."""
    return Verdict(Answer.NO, corrections.afterwards_rule)


_AFTERWARDS: Final = {
    Kind.ARITHMETIC: _arithmetic,
    Kind.TRANSCRIPTION: _transcription,
    Kind.WRONG_SIDE: _wrong_side,
    Kind.FORGOTTEN: _forgotten,
}
