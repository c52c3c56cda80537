"""What a total on paper says beside the computed one: whether they agree, and if not, the likely cause.

A figure on paper is a deal's total or the running total after it; which of them, the figure tells. Knows the
order in which causes are looked for; must not know what a mistake is worth (`mistakes`), nor how a cause is
said.

Causes are looked for in this order, and the first that explains the whole difference is the answer:

1. The figure is another figure: that of another side, the running total before the deal, or one that was
   off before the deal and has been carried on.
2. The ranks of `_RANKS`, for a result slip of `_SLIP_RANKS`: from slips that leave a trace of their own to
   those that fit by chance more often. Within a rank the difference to the nearest figure is looked at
   first, then the causes in the order in which they stand, and of one cause the lines in the order of the
   sheet and of the rule set's tables.

Nothing is put together from two causes: what no single one explains has the cause None.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from itertools import permutations
from typing import Final, NamedTuple

from scoring.core import slip_patterns
from scoring.core.contract import AWARD
from scoring.core.rulesets.base import Line, RuleSet
from scoring.core.score import DealScore, SideScore
from scoring.core.slip_patterns import Counted, Kind


class Cause(StrEnum):
    """Why a figure on paper is another."""

    # The figures of the sides stand in each other's column.
    SIDES_SWAPPED = "sides_swapped"
    # It is the running total before the deal.
    NOT_ADDED = "not_added"
    # The running total was off before the deal, by the same difference.
    CARRIED = "carried"
    # Plus for minus, of the whole figure or of the line named.
    SIGN = "sign"
    DIGITS_SWAPPED = "digits_swapped"
    # Base points or card points are not counted: "base", "cards".
    SUBTOTAL_MISSING = "subtotal_missing"
    HAND_FORGOTTEN = "hand_forgotten"
    HAND_ADDED = "hand_added"
    # A line is not counted, or one too few of it; two lines where two codes are named.
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


class Finding(NamedTuple):
    """A figure on paper that does not agree."""

    side: int
    paper: int
    # What it was held against: the deal's total, or the running one after it.
    counted: int
    # None: no single mistake explains the difference.
    cause: Cause | None = None
    # The line, the two lines (`lines_of`), the subtotal or the number of the deal that it is about.
    code: str = ""
    # The paragraph of the line; of a mistake in the figure itself the one by which it is put right.
    rule: str = ""
    # Whether it was held against the running total.
    running: bool = False
    # What the mistake adds to the figure. Beside a running total that was off before the deal this is not
    # the whole difference.
    off: int = 0


Findings = tuple[Finding, ...]

# Causes of one rank, each with the mistakes of its kind.
_Rank = tuple[tuple[Cause, Kind], ...]

# The figure is the right one, written otherwise.
_WRITTEN_OTHERWISE: Final[_Rank] = (
    (Cause.SIGN, slip_patterns.sign),
    (Cause.DIGITS_SWAPPED, slip_patterns.digits_swapped),
)
_RANKS: Final[tuple[_Rank, ...]] = (
    (*_WRITTEN_OTHERWISE, (Cause.SUBTOTAL_MISSING, slip_patterns.subtotal_missing)),
    # One thing on the sheet was treated otherwise; then one that is not there; then the adding up.
    (
        (Cause.HAND_FORGOTTEN, slip_patterns.hand_forgotten),
        (Cause.HAND_ADDED, slip_patterns.hand_added),
        (Cause.BONUS_MISSING, slip_patterns.line_missing),
        (Cause.BONUS_MISSING, slip_patterns.one_fewer),
        (Cause.BONUS_EXTRA, slip_patterns.one_more),
        (Cause.OTHER_CLASS, slip_patterns.other_class),
        (Cause.BONUS_TWICE, slip_patterns.line_twice),
        (Cause.SIGN, slip_patterns.line_sign),
        (Cause.ADDITION, slip_patterns.carried_over),
    ),
    # Some penalty costs as much in most games, and of the sums of two lines there are many.
    (
        (Cause.CHARGE_EXTRA, slip_patterns.charge_more),
        (Cause.BONUS_MISSING, slip_patterns.two_lines_missing),
        (Cause.DIGIT, slip_patterns.another_digit),
    ),
)
_SLIP_RANKS: Final[tuple[_Rank, ...]] = (
    _WRITTEN_OTHERWISE,
    (
        (Cause.DEAL_MISSING, slip_patterns.deal_missing),
        (Cause.DEAL_TWICE, slip_patterns.deal_twice),
        (Cause.ADDITION, slip_patterns.carried_over),
    ),
    ((Cause.DIGIT, slip_patterns.another_digit),),
)


class _Reading(NamedTuple):
    """What the figures on paper may be: for each side its own figure, and what it would be with another's.

    `figures[side][other]` is what stands with the side when the points of the other were written there.
    """

    figures: tuple[tuple[int, ...], ...]
    counted: tuple[int, ...]
    running: bool = False


Paper = Sequence[int | None]


# A deal.


def findings(rules: RuleSet, score: DealScore, paper: Paper, before: Sequence[int]) -> Findings:
    """What each figure says that agrees neither with the deal's total nor with the running one after it.

    `before` are the running totals on paper before the deal: where the paper agreed so far, or is not known,
    the computed ones.
    """
    readings = _readings_of(score, before)
    found = []
    for side, written in enumerate(paper):
        if written is not None and not _agrees(readings, side, written):
            likely = _causes_of(rules, score, paper, before, side, written)
            found.append(next(likely, _unexplained(side, written, readings)))
    return tuple(found)


def explanations(
    rules: RuleSet, score: DealScore, paper: Paper, before: Sequence[int], side: int
) -> Findings:
    """Every cause that explains the figure of one side, the likeliest first; none for one that agrees."""
    written = paper[side]
    if written is None or _agrees(_readings_of(score, before), side, written):
        return ()
    return tuple(dict.fromkeys(_causes_of(rules, score, paper, before, side, written)))


def _causes_of(
    rules: RuleSet, score: DealScore, paper: Paper, before: Sequence[int], side: int, written: int
) -> Iterator[Finding]:
    """The same one by one, for a figure that does not agree."""
    readings = _readings_of(score, before)
    award = _award_elsewhere(score, side)
    held_against = [
        (reading, slip_patterns.counted_deal(rules, score.sides[side], reading.figures[side][side], award))
        for reading in readings
    ]
    yield from _swapped(rules, readings, paper, side, written)
    yield from _earlier(rules, score.sides[side], before[side], side, written)
    yield from _mistaken(_RANKS, side, written, held_against)


def _earlier(rules: RuleSet, score: SideScore, before: int, side: int, written: int) -> Iterator[Finding]:
    """The running total before the deal; or the deal added to one that was off."""
    mends, after, total = rules.corrections.arithmetic_rule, score.after, score.total
    if written in (before, after - total):
        yield Finding(side, written, after, Cause.NOT_ADDED, "", mends, running=True, off=-total)
    if written == before + total:
        off = written - after
        yield Finding(side, written, after, Cause.CARRIED, "", mends, running=True, off=off)


def running_on_paper(
    rules: RuleSet, score: DealScore, paper: Paper, before: Sequence[int]
) -> tuple[int, ...]:
    """The running totals on paper after the deal, to be asked with in the next: see `findings`.

    A figure that is the deal's total has been added to the total before it; where none stands, the deal's.
    """
    found = {finding.side: finding for finding in findings(rules, score, paper, before)}
    totals: tuple[int, ...] = ()
    for at, (side, written) in enumerate(zip(score.sides, paper, strict=True)):
        points = side.total if written is None else written
        is_running = found[at].running if at in found else points != side.total
        totals += (points if is_running else before[at] + points,)
    return totals


def _readings_of(score: DealScore, before: Sequence[int]) -> tuple[_Reading, ...]:
    """The deal's totals; the running ones; those of the deal added to what stood on the paper."""
    totals = tuple(side.total for side in score.sides)
    after = tuple(side.after for side in score.sides)
    added = tuple(tuple(start + total for total in totals) for start in before)
    return (
        _Reading((totals,) * len(totals), totals),
        _Reading((after,) * len(after), after, running=True),
        _Reading(added, after, running=True),
    )


def _award_elsewhere(score: DealScore, side: int) -> Line | None:
    """The award of a contract that went to another side."""
    others = (line for at, other in enumerate(score.sides) if at != side for line in other.lines)
    return next((line for line in others if line.code == AWARD), None)


# A result slip of a whole game.


def slip_findings(
    rules: RuleSet, totals: Sequence[int], slip: Paper, deals: Sequence[Sequence[int]] = ()
) -> Findings:
    """What each total on a result slip says that is not the game's; `deals` are the totals of each deal."""
    reading = _slip_reading(totals)
    found = []
    for side, written in enumerate(slip):
        if written is not None and written != totals[side]:
            likely = slip_explanations(rules, totals, slip, deals, side)
            found.append(likely[0] if likely else _unexplained(side, written, (reading,)))
    return tuple(found)


def slip_explanations(
    rules: RuleSet, totals: Sequence[int], slip: Paper, deals: Sequence[Sequence[int]], side: int
) -> Findings:
    """Every cause that explains the total of one side, the likeliest first; none for one that agrees."""
    written, reading, total = slip[side], _slip_reading(totals), totals[side]
    if written is None or written == total:
        return ()
    counted = Counted(rules, total, total, deals=tuple(deal[side] for deal in deals))
    found = [
        *_swapped(rules, (reading,), slip, side, written),
        *_mistaken(_SLIP_RANKS, side, written, [(reading, counted)]),
    ]
    return tuple(dict.fromkeys(found))


def _slip_reading(totals: Sequence[int]) -> _Reading:
    return _Reading((tuple(totals),) * len(totals), tuple(totals))


# Both.


def _agrees(readings: Sequence[_Reading], side: int, written: int) -> bool:
    """Whether a figure is one that was computed."""
    return any(written == reading.counted[side] for reading in readings)


def _swapped(
    rules: RuleSet, readings: Sequence[_Reading], paper: Paper, side: int, written: int
) -> Iterator[Finding]:
    """Figures that stand in each other's column, of two sides or around three; told once.

    A side without a figure may be among them; a figure that contradicts it may not.
    """
    rule = rules.corrections.afterwards_rule
    orders = [order for order in permutations(range(len(paper))) if order[side] != side]
    for reading in readings:
        own = reading.figures[side][side]
        if written != own and any(_stands_so(reading, paper, order) for order in orders):
            counted = reading.counted[side]
            about = Cause.SIDES_SWAPPED, "", rule, reading.running, written - counted
            yield Finding(side, written, counted, *about)
            return


def _stands_so(reading: _Reading, paper: Paper, order: Sequence[int]) -> bool:
    """Whether the figures stand as they would with the sides in this order."""
    changed = [(at, other) for at, other in enumerate(order) if at != other]
    return all(paper[at] in (None, reading.figures[at][other]) for at, other in changed)


# A computed figure that one on paper is held against, and how the paper is read then.
_HeldAgainst = tuple[_Reading, Counted]


def _mistaken(
    ranks: Sequence[_Rank], side: int, written: int, held_against: Sequence[_HeldAgainst]
) -> Iterator[Finding]:
    """Single mistakes by their ranks, the nearest figure first."""
    for rank in ranks:
        for reading, counted in _nearest_first(written, held_against):
            mends = counted.rules.corrections.arithmetic_rule
            off = written - counted.figure
            for cause, code, rule in _fitting(rank, counted, off):
                about = cause, code, rule or mends, reading.running, off
                yield Finding(side, written, reading.counted[side], *about)


def _nearest_first(written: int, held_against: Sequence[_HeldAgainst]) -> list[_HeldAgainst]:
    """Each computed figure once, as the first reads it that comes to it."""
    figures: dict[int, _HeldAgainst] = {}
    for each in held_against:
        figures.setdefault(each[1].figure, each)
    return sorted(figures.values(), key=lambda each: abs(written - each[1].figure))


def _fitting(rank: _Rank, counted: Counted, off: int) -> Iterator[tuple[Cause, str, str]]:
    """Causes of a rank that come to exactly this difference, with what they are about."""
    for cause, kind in rank:
        for mistake in kind(counted):
            if off and mistake.off == off:
                yield cause, mistake.code, mistake.rule


def _unexplained(side: int, written: int, readings: Sequence[_Reading]) -> Finding:
    """A figure that is off, beside the nearest that was computed."""
    nearest = min(readings, key=lambda reading: abs(written - reading.counted[side]))
    counted = nearest.counted[side]
    return Finding(side, written, counted, running=nearest.running, off=written - counted)


def lines_of(finding: Finding) -> list[str]:
    """The codes of the lines that a finding is about."""
    return finding.code.split(slip_patterns.AND) if finding.code else []
