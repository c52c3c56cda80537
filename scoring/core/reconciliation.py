"""Compares a total on paper with the computed one: whether they agree, and if not, the likely cause.

A figure on paper is a deal's total or the running total after it; the figure itself shows which.

Causes are looked for in this order, and the first that explains the whole difference is the answer:

1. The figure is another figure: that of another side, the running total before the deal, or one that was
   off before the deal and has been carried on.
2. The ranks of `_RANKS`, for a result slip of `_SLIP_RANKS`: from slips that leave a trace of their own to
   those that fit by chance more often. Within a rank the difference to the nearest figure is looked at
   first, then the causes in their order, and of one cause the lines in the order of the sheet and of the
   rule set's tables.

Two causes are never combined: a difference that no single one explains has the cause None.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from itertools import permutations
from typing import Final, NamedTuple

from scoring.core import slip_patterns
from scoring.core.contract import CONTRACT_AWARD
from scoring.core.ruleset import RuleSet
from scoring.core.score import DealScore, SideScore
from scoring.core.slip_patterns import ComputedFigure, SlipPattern
from scoring.core.vocabulary import ScoreLine


class Cause(StrEnum):
    """Why a figure on paper is another."""

    # The figures of the sides are in each other's column.
    SIDES_SWAPPED = "sides_swapped"
    # It is the running total before the deal.
    NOT_ADDED = "not_added"
    # The running total was off before the deal, by the same difference.
    CARRIED = "carried"
    # Plus for minus, of the whole figure or of the line named.
    SIGN = "sign"
    DIGITS_SWAPPED = "digits_swapped"
    # Base points or card points are missing: "base", "cards".
    SUBTOTAL_MISSING = "subtotal_missing"
    HAND_FORGOTTEN = "hand_forgotten"
    HAND_ADDED = "hand_added"
    # A line is missing, or one too few of it; two lines where two codes are named.
    BONUS_MISSING = "bonus_missing"
    # One more than was entered.
    BONUS_EXTRA = "bonus_extra"
    # A penalty that was not entered, named where no other costs as much.
    CHARGE_EXTRA = "charge_extra"
    # A combination entered as the first counts as the second of the two named.
    OTHER_CLASS = "other_class"
    BONUS_TWICE = "bonus_twice"
    # Deals of a game, by their number.
    DEAL_MISSING = "deal_missing"
    DEAL_TWICE = "deal_twice"
    # One carried too many or too few: off by 10, 100, 1000 or 10 000.
    ADDITION = "addition"
    # One digit is another.
    DIGIT = "digit"


class Discrepancy(NamedTuple):
    """A figure on paper that does not agree."""

    side: int
    paper: int
    # The computed figure: the deal's total, or the running one after it.
    computed: int
    # None: no single slip explains the difference.
    cause: Cause | None = None
    # The line, the two lines (`discrepancy_codes`), the subtotal or the number of the deal in question.
    code: str = ""
    # The paragraph of the line; of a slip in the figure itself the one by which it is corrected.
    rule: str = ""
    # Whether it was compared with the running total.
    running: bool = False
    # The amount that the slip adds to the figure. Where the running total was off before the deal this is
    # not the whole difference.
    difference: int = 0


Discrepancies = tuple[Discrepancy, ...]

# Causes of one rank, each with its pattern.
_Rank = tuple[tuple[Cause, SlipPattern], ...]

# The right figure, written wrongly.
_MISWRITTEN: Final[_Rank] = (
    (Cause.SIGN, slip_patterns.wrong_sign),
    (Cause.DIGITS_SWAPPED, slip_patterns.digits_swapped),
)
_RANKS: Final[tuple[_Rank, ...]] = (
    (*_MISWRITTEN, (Cause.SUBTOTAL_MISSING, slip_patterns.subtotal_missing)),
    # One entry on the sheet was treated wrongly; then one that is missing; then the addition.
    (
        (Cause.HAND_FORGOTTEN, slip_patterns.hand_forgotten),
        (Cause.HAND_ADDED, slip_patterns.hand_added),
        (Cause.BONUS_MISSING, slip_patterns.line_missing),
        (Cause.BONUS_MISSING, slip_patterns.missing_entry),
        (Cause.BONUS_EXTRA, slip_patterns.extra_entry),
        (Cause.OTHER_CLASS, slip_patterns.wrong_class),
        (Cause.BONUS_TWICE, slip_patterns.line_twice),
        (Cause.SIGN, slip_patterns.wrong_line_sign),
        (Cause.ADDITION, slip_patterns.wrong_carry),
    ),
    # In most games some penalty costs this much, and there are many sums of two lines.
    (
        (Cause.CHARGE_EXTRA, slip_patterns.extra_charge),
        (Cause.BONUS_MISSING, slip_patterns.two_lines_missing),
        (Cause.DIGIT, slip_patterns.wrong_digit),
    ),
)
_SLIP_RANKS: Final[tuple[_Rank, ...]] = (
    _MISWRITTEN,
    (
        (Cause.DEAL_MISSING, slip_patterns.deal_missing),
        (Cause.DEAL_TWICE, slip_patterns.deal_twice),
        (Cause.ADDITION, slip_patterns.wrong_carry),
    ),
    ((Cause.DIGIT, slip_patterns.wrong_digit),),
)


class _PaperReading(NamedTuple):
    """One meaning of the figures on paper.

    `figures[side][other]` is the figure in the column of `side` when the points of `other` were written
    there.
    """

    figures: tuple[tuple[int, ...], ...]
    computed: tuple[int, ...]
    running: bool = False


PaperFigures = Sequence[int | None]


# A deal.


def compare_paper(
    rules: RuleSet, score: DealScore, paper: PaperFigures, before: Sequence[int]
) -> Discrepancies:
    """Return the discrepancies of figures that match neither the deal's total nor the running one after it.

    `before` are the running totals on paper before the deal: the computed ones where the paper agreed so far
    or is not known.
    """
    readings = _readings_of(score, before)
    discrepancies = []
    for side, written in enumerate(paper):
        if written is not None and not _agrees(readings, side, written):
            explanations = explain_paper(rules, score, paper, before, side, written)
            discrepancies.append(next(explanations, _unexplained(side, written, readings)))
    return tuple(discrepancies)


def explain_paper(
    rules: RuleSet, score: DealScore, paper: PaperFigures, before: Sequence[int], side: int, written: int
) -> Iterator[Discrepancy]:
    """Yield every cause that explains a figure that does not agree, the likeliest first."""
    readings = _readings_of(score, before)
    award = _award_elsewhere(score, side)
    comparisons = [
        (reading, slip_patterns.deal_figure(rules, score.sides[side], reading.figures[side][side], award))
        for reading in readings
    ]
    yield from _swapped(rules, readings, paper, side, written)
    yield from _carried_from_before(rules, score.sides[side], before[side], side, written)
    yield from _slips(_RANKS, side, written, comparisons)


def _carried_from_before(
    rules: RuleSet, score: SideScore, before: int, side: int, written: int
) -> Iterator[Discrepancy]:
    """The figure is the running total before the deal, or the deal added to one that was off."""
    rule, after, total = rules.corrections.arithmetic_rule, score.after, score.total
    if written in (before, after - total):
        yield Discrepancy(side, written, after, Cause.NOT_ADDED, "", rule, running=True, difference=-total)
    if written == before + total:
        difference = written - after
        yield Discrepancy(side, written, after, Cause.CARRIED, "", rule, running=True, difference=difference)


def running_totals_on_paper(
    rules: RuleSet, score: DealScore, paper: PaperFigures, before: Sequence[int]
) -> tuple[int, ...]:
    """Return the running totals on paper after the deal, which are `before` of the next: see `compare_paper`.

    A figure that is the deal's total is added to the total before it; a missing one is the computed total.
    """
    discrepancies = {
        discrepancy.side: discrepancy for discrepancy in compare_paper(rules, score, paper, before)
    }
    totals: tuple[int, ...] = ()
    for at, (side, written) in enumerate(zip(score.sides, paper, strict=True)):
        points = side.total if written is None else written
        is_running = discrepancies[at].running if at in discrepancies else points != side.total
        totals += (points if is_running else before[at] + points,)
    return totals


def _readings_of(score: DealScore, before: Sequence[int]) -> tuple[_PaperReading, ...]:
    """Return three meanings: the deal's totals, the running ones, the deal added to the totals on paper."""
    totals = tuple(side.total for side in score.sides)
    after = tuple(side.after for side in score.sides)
    added = tuple(tuple(start + total for total in totals) for start in before)
    return (
        _PaperReading((totals,) * len(totals), totals),
        _PaperReading((after,) * len(after), after, running=True),
        _PaperReading(added, after, running=True),
    )


def _award_elsewhere(score: DealScore, side: int) -> ScoreLine | None:
    """Return the award of a contract that went to another side."""
    other_lines = (line for at, other in enumerate(score.sides) if at != side for line in other.lines)
    return next((line for line in other_lines if line.code == CONTRACT_AWARD), None)


# A result slip of a whole game.


def compare_result_slip(
    rules: RuleSet, totals: Sequence[int], slip: PaperFigures, deals: Sequence[Sequence[int]] = ()
) -> Discrepancies:
    """Return the discrepancies of a result slip from the totals; `deals` are the totals of each deal."""
    reading = _slip_reading(totals)
    discrepancies = []
    for side, written in enumerate(slip):
        if written is not None and written != totals[side]:
            explanations = explain_result_slip(rules, totals, slip, deals, side)
            discrepancies.append(explanations[0] if explanations else _unexplained(side, written, (reading,)))
    return tuple(discrepancies)


def explain_result_slip(
    rules: RuleSet, totals: Sequence[int], slip: PaperFigures, deals: Sequence[Sequence[int]], side: int
) -> Discrepancies:
    """Return every cause that explains the total of one side, the likeliest first; empty if it agrees."""
    written, reading, total = slip[side], _slip_reading(totals), totals[side]
    if written is None or written == total:
        return ()
    computed = ComputedFigure(rules, total, total, deals=tuple(deal[side] for deal in deals))
    explanations = [
        *_swapped(rules, (reading,), slip, side, written),
        *_slips(_SLIP_RANKS, side, written, [(reading, computed)]),
    ]
    return tuple(dict.fromkeys(explanations))


def _slip_reading(totals: Sequence[int]) -> _PaperReading:
    return _PaperReading((tuple(totals),) * len(totals), tuple(totals))


# For deals and result slips.


def _agrees(readings: Sequence[_PaperReading], side: int, written: int) -> bool:
    """Whether a figure is a computed one."""
    return any(written == reading.computed[side] for reading in readings)


def _swapped(
    rules: RuleSet, readings: Sequence[_PaperReading], paper: PaperFigures, side: int, written: int
) -> Iterator[Discrepancy]:
    """Figures in each other's column, of two sides or around three; yields at most one.

    A side may lack a figure, but no figure may contradict the exchange.
    """
    rule = rules.corrections.afterwards_rule
    orders = [order for order in permutations(range(len(paper))) if order[side] != side]
    for reading in readings:
        own = reading.figures[side][side]
        if written != own and any(_fits_order(reading, paper, order) for order in orders):
            computed = reading.computed[side]
            details = Cause.SIDES_SWAPPED, "", rule, reading.running, written - computed
            yield Discrepancy(side, written, computed, *details)
            return


def _fits_order(reading: _PaperReading, paper: PaperFigures, order: Sequence[int]) -> bool:
    """Whether the figures are those of the sides in this order."""
    changed = [(at, other) for at, other in enumerate(order) if at != other]
    return all(paper[at] in (None, reading.figures[at][other]) for at, other in changed)


# A computed figure to compare with one on paper, and the meaning of the paper then.
_Comparison = tuple[_PaperReading, ComputedFigure]


def _slips(
    ranks: Sequence[_Rank], side: int, written: int, comparisons: Sequence[_Comparison]
) -> Iterator[Discrepancy]:
    """Yield single slips by their ranks, the nearest figure first."""
    for rank in ranks:
        for reading, computed in _nearest_first(written, comparisons):
            arithmetic_rule = computed.rules.corrections.arithmetic_rule
            difference = written - computed.figure
            for cause, code, rule in _matching_slips(rank, computed, difference):
                details = cause, code, rule or arithmetic_rule, reading.running, difference
                yield Discrepancy(side, written, reading.computed[side], *details)


def _nearest_first(written: int, comparisons: Sequence[_Comparison]) -> list[_Comparison]:
    """Return each computed figure once, with the first meaning that has it."""
    figures: dict[int, _Comparison] = {}
    for reading, computed in comparisons:
        figures.setdefault(computed.figure, (reading, computed))
    return sorted(figures.values(), key=lambda comparison: abs(written - comparison[1].figure))


def _matching_slips(
    rank: _Rank, computed: ComputedFigure, difference: int
) -> Iterator[tuple[Cause, str, str]]:
    """Yield the causes of a rank that make exactly this difference, with their codes and paragraphs."""
    for cause, pattern in rank:
        for slip in pattern(computed):
            if difference and slip.difference == difference:
                yield cause, slip.code, slip.rule


def _unexplained(side: int, written: int, readings: Sequence[_PaperReading]) -> Discrepancy:
    """Return the discrepancy of a figure without an explanation, from the nearest computed one."""
    nearest = min(readings, key=lambda reading: abs(written - reading.computed[side]))
    computed = nearest.computed[side]
    return Discrepancy(side, written, computed, running=nearest.running, difference=written - computed)


def discrepancy_codes(discrepancy: Discrepancy) -> list[str]:
    """Return the codes of the lines in question."""
    return discrepancy.code.split(slip_patterns.CODE_SEPARATOR) if discrepancy.code else []
