"""Corrections: the kinds that a difference between two sheets can be, and who may make them when.

`correction_kinds` derives the kinds from the sheets, so that no one chooses what a mistake was; `may_correct`
follows the rule set's paragraphs (Samba 35, Sitoumussamba 41, Danish Særregler 3) and the state of the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from itertools import permutations
from typing import Final, NamedTuple

from scoring.core.deal_sheet import DealSheet
from scoring.core.ruleset import CorrectionRules, RuleSet
from scoring.core.vocabulary import DIRECTOR, EMPTY_HAND, HandSheet, Tally

# Cited where the source is silent: a ruling decides.
RULING: Final = "ruling"


class CorrectionKind(StrEnum):
    """The kind of a correction."""

    # Points of the melded cards or of the hand were added up wrongly.
    ARITHMETIC = "arithmetic"
    # An entry was written in the wrong column.
    WRONG_SIDE = "wrong_side"
    # Two protocols differ, or the program and the paper.
    TRANSCRIPTION = "transcription"
    # Something was not written down in time: a combination, a red three, going out, a penalty, the contract.
    FORGOTTEN = "forgotten"
    # The jury or the director has decided.
    RULING = "ruling"


class Answer(StrEnum):
    """Whether a correction may be made."""

    ALLOWED = "allowed"
    NEEDS_OTHER_SIDE = "needs_other_side"
    DIRECTOR_ONLY = "director_only"
    NO = "no"


class CorrectionPolicy(StrEnum):
    """The agreement of an event on mistakes that the sources do not cover."""

    STRICT = "strict"
    BY_CONSENT = "by_consent"


class CorrectionState(NamedTuple):
    """The circumstances of a correction."""

    # The cards of the next deal have been dealt.
    next_dealt: bool = False
    # The other side has approved the deal.
    approved: bool = False
    disputed: bool = False
    signed: bool = False
    # Two protocols were kept, and they differ.
    two_protocols: bool = False
    policy: CorrectionPolicy = CorrectionPolicy.STRICT


class Verdict(NamedTuple):
    """The answer, and the paragraph it rests on ("ruling" where the source is silent)."""

    answer: Answer
    rule: str = RULING


# The kinds of a difference.


def correction_kinds(old: DealSheet, new: DealSheet) -> frozenset[CorrectionKind]:
    """Return the kinds that the difference between two sheets of a deal can be; empty for equal sheets.

    Totals before the deal and openings are not compared, since they follow from other deals.
    """
    old, new = _normalized(old), _normalized(new)
    if _entered(old) == _entered(new):
        return frozenset()
    if _entered(_without_ruling(old)) == _entered(_without_ruling(new)):
        return frozenset({CorrectionKind.RULING})
    kinds = {CorrectionKind.TRANSCRIPTION, CorrectionKind.RULING}
    if _is_arithmetic(old, new):
        return frozenset(kinds | {CorrectionKind.ARITHMETIC})
    return frozenset(
        kinds | {CorrectionKind.WRONG_SIDE if _is_wrong_side(old, new) else CorrectionKind.FORGOTTEN}
    )


def _normalized(sheet: DealSheet) -> DealSheet:
    """Return the sheet with its named counts sorted: a database may return them in another order."""
    return sheet._replace(hands=tuple(hand and _with_sorted_counts(hand) for hand in sheet.hands))


def _with_sorted_counts(hand: HandSheet) -> HandSheet:
    tally = hand.tally and hand.tally._replace(combinations=tuple(sorted(hand.tally.combinations)))
    return hand._replace(penalties=tuple(sorted(hand.penalties)), tally=tally)


def _entered(sheet: DealSheet) -> tuple[object, ...]:
    """Return the entered parts of a deal."""
    return (sheet.ended, sheet.hands, sheet.contract, sheet.opening_raises, sheet.extra_deal)


def _without_ruling(sheet: DealSheet) -> DealSheet:
    """Return the sheet without the director's adjustments."""
    return sheet._replace(hands=tuple(hand and _without_adjustment(hand) for hand in sheet.hands))


def _without_adjustment(hand: HandSheet) -> HandSheet:
    return hand._replace(penalties=tuple((code, times) for code, times in hand.penalties if code != DIRECTOR))


def _director_points(sheet: DealSheet) -> list[int]:
    """Return the director's adjustment of each side."""
    return [dict((hand or EMPTY_HAND).penalties).get(DIRECTOR, 0) for hand in sheet.hands]


def _is_arithmetic(old: DealSheet, new: DealSheet) -> bool:
    """Whether only points of cards on tallies differ (35b, 41A); melds are not added up by hand."""
    return _entered(_without_card_points(old)) == _entered(_without_card_points(new))


def _without_card_points(sheet: DealSheet) -> DealSheet:
    return sheet._replace(hands=tuple(hand and _with_no_card_points(hand) for hand in sheet.hands))


def _with_no_card_points(hand: HandSheet) -> HandSheet:
    if hand.tally is None:
        return hand
    return hand._replace(tally=hand.tally._replace(meld_points=0, hand_points=0))


def _is_wrong_side(old: DealSheet, new: DealSheet) -> bool:
    """Whether every entry that differs has moved to the column of another side.

    The director's adjustment is in no column of the paper and must be unchanged.
    """
    if len(old.hands) != len(new.hands) or old.ended is not new.ended:
        return False
    if (old.contract is None) is not (new.contract is None) or _director_points(old) != _director_points(new):
        return False
    old_rows, new_rows = _protocol_rows(_without_ruling(old)), _protocol_rows(_without_ruling(new))
    return all(_is_permutation(old_row, new_row) for old_row, new_row in zip(old_rows, new_rows, strict=True))


def _is_permutation(old_row: Sequence[object], new_row: Sequence[object]) -> bool:
    return any(tuple(new_row) == order for order in permutations(old_row))


def _protocol_rows(sheet: DealSheet) -> list[tuple[object, ...]]:
    """Return every row of the protocol, across the columns."""
    hands = [hand or EMPTY_HAND for hand in sheet.hands]
    rows = [tuple(getattr(hand, name) for hand in hands) for name in _ROW_FIELDS]
    rows += [tuple(getattr(hand.tally or Tally(), name) for hand in hands) for name in Tally._fields]
    rows.append(tuple(hand.tally is None for hand in hands))
    rows.append(tuple(sheet.opening_raises) or (0,) * len(hands))
    rows.append((sheet.extra_deal,))
    if sheet.contract is not None:
        rows += [tuple(side == sheet.contract.side for side in range(len(hands)))]
        rows.append((sheet.contract._replace(side=0),))
    return rows


_ROW_FIELDS: Final = tuple(name for name in HandSheet._fields if name != "tally")


# Who may make a correction.


def may_correct(rules: RuleSet, kind: CorrectionKind, state: CorrectionState) -> Verdict:
    """Return whether a correction of this kind may be made now, by whom, and by which paragraph."""
    corrections = rules.corrections
    if kind is CorrectionKind.RULING:
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


def _after_signing(corrections: CorrectionRules, kind: CorrectionKind, state: CorrectionState) -> Verdict:
    """Only the director changes a signed game: its arithmetic where the rules allow that at any time, and to
    what the correct one of two protocols says, which always counts (35a)."""
    two_protocols_rule = corrections.two_protocols_rule
    if kind is CorrectionKind.TRANSCRIPTION and state.two_protocols and two_protocols_rule is not None:
        return Verdict(Answer.DIRECTOR_ONLY, two_protocols_rule)
    if kind is not CorrectionKind.ARITHMETIC:
        return Verdict(Answer.NO, corrections.afterwards_rule)
    answer = Answer.DIRECTOR_ONLY if corrections.arithmetic_after_signing else Answer.NO
    return Verdict(answer, corrections.arithmetic_rule)


def _arithmetic(corrections: CorrectionRules, _state: CorrectionState) -> Verdict:
    """By right, without the consent of the other side."""
    return Verdict(Answer.ALLOWED, corrections.arithmetic_rule)


def _transcription(corrections: CorrectionRules, state: CorrectionState) -> Verdict:
    """Of two protocols the correct one counts (35a); for a single one the event's policy decides."""
    if state.two_protocols and corrections.two_protocols_rule is not None:
        return Verdict(Answer.ALLOWED, corrections.two_protocols_rule)
    return _wrong_side(corrections, state)


def _wrong_side(corrections: CorrectionRules, state: CorrectionState) -> Verdict:
    """Not covered by the sources: with the other side's consent where the event allows it."""
    if state.policy is CorrectionPolicy.BY_CONSENT:
        return Verdict(Answer.NEEDS_OTHER_SIDE)
    return Verdict(Answer.NO, corrections.afterwards_rule)


def _forgotten(corrections: CorrectionRules, _state: CorrectionState) -> Verdict:
    """What was forgotten may not be added once the next deal has been dealt (35c, 41B)."""
    return Verdict(Answer.NO, corrections.afterwards_rule)


_AFTERWARDS: Final = {
    CorrectionKind.ARITHMETIC: _arithmetic,
    CorrectionKind.TRANSCRIPTION: _transcription,
    CorrectionKind.WRONG_SIDE: _wrong_side,
    CorrectionKind.FORGOTTEN: _forgotten,
}
