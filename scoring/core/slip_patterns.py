"""What a slip of the pen does to a total: every single mistake that is looked for, with the points it makes.

Each amount is a line of the deal, an entry of the rule set's tables or follows from the digits; what an
entry more or less brings about besides (red threes that now count for the side) is asked of the rule set's
own steps. What it would do to a contract is not followed. Knows how people err; must not know what stands on
any paper, nor which mistake is the likeliest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from scoring.core.counting import count_tally, tables_of
from scoring.core.deal_sheet import Hand, Tally
from scoring.core.rulesets.base import Group, Line, RuleSet
from scoring.core.score import SideScore, side_sums, sources_of
from scoring.core.steps import DIRECTOR

# Lines that are no number of things: a tally knows their points alone.
_MELDED: Final = "melded_cards"
_HELD: Final = ("excess_wild", "hand_cards")
# Lines without a price of their own; and those that can count for a side as well as against it.
_NO_PRICE: Final = frozenset({_MELDED, *_HELD, DIRECTOR})
_EITHER_WAY: Final = frozenset({"red_threes", DIRECTOR})

_THREES: Final = frozenset({"red_threes", "red_threes_in_hand", "black_threes_in_hand"})

# Between the codes of two lines.
AND: Final = "+"
# A ten, a hundred, a thousand, ten thousand: what one carried too many or too few comes to.
_CARRIED_OVER: Final = (10, 100, 1000, 10_000)
_DIGITS: Final = "0123456789"


class Counted(NamedTuple):
    """A computed figure, and what it came about from."""

    rules: RuleSet
    figure: int
    # What was added last: the deal's total where the figure is the running one.
    added: int
    lines: tuple[Line, ...] = ()
    base: int = 0
    cards: int = 0
    # The award of a contract that went to another side.
    award: Line | None = None
    # The totals of the deals that the figure is the sum of.
    deals: tuple[int, ...] = ()


class Mistake(NamedTuple):
    """By how much a mistake changes the figure, and which line, lines or deal it is about."""

    off: int
    code: str = ""
    rule: str = ""


Mistakes = Iterator[Mistake]
# Every mistake of one kind that can have been made.
Kind = Callable[[Counted], Mistakes]


def counted_deal(rules: RuleSet, side: SideScore, figure: int, award: Line | None) -> Counted:
    return Counted(rules, figure, side.total, side.lines, side.base, side.cards, award)


# The figure itself.


def sign(counted: Counted) -> Mistakes:
    """Minus for plus: the whole figure, or what was added."""
    for value in (counted.figure, counted.added):
        yield Mistake(-2 * value)


def digits_swapped(counted: Counted) -> Mistakes:
    """Two neighbouring digits in each other's place."""
    for value in (counted.figure, counted.added):
        digits = str(abs(value))
        for at in range(len(digits) - 1):
            swapped = digits[:at] + digits[at + 1] + digits[at] + digits[at + 2 :]
            if swapped[0] != "0":
                yield Mistake(_rewritten(value, swapped))


def another_digit(counted: Counted) -> Mistakes:
    """One digit that is another."""
    digits = str(abs(counted.figure))
    for at in range(len(digits)):
        for digit in _DIGITS:
            changed = digits[:at] + digit + digits[at + 1 :]
            if changed[0] != "0":
                yield Mistake(_rewritten(counted.figure, changed))


def _rewritten(value: int, digits: str) -> int:
    """The difference that other digits make, the sign being the same."""
    return int(digits) - value if value >= 0 else -int(digits) - value


def carried_over(_counted: Counted) -> Mistakes:
    """One too many or too few carried from a column to the next."""
    for amount in _CARRIED_OVER:
        yield Mistake(-amount)
        yield Mistake(amount)


# Deals of a game.


def deal_missing(counted: Counted) -> Mistakes:
    for number, points in enumerate(counted.deals, start=1):
        yield Mistake(-points, str(number))


def deal_twice(counted: Counted) -> Mistakes:
    for number, points in enumerate(counted.deals, start=1):
        yield Mistake(points, str(number))


# Lines of a deal.


def subtotal_missing(counted: Counted) -> Mistakes:
    """Base points or card points left out, where they are more than one line."""
    for group, points in ((Group.BASE, counted.base), (Group.CARDS, counted.cards)):
        if sum(line.group is group for line in counted.lines) > 1:
            yield Mistake(-points, group.value)


def hand_forgotten(counted: Counted) -> Mistakes:
    """Cards in hand not taken off."""
    yield from _held(counted, times=1)


def hand_added(counted: Counted) -> Mistakes:
    """Cards in hand added."""
    yield from _held(counted, times=2)


def _held(counted: Counted, times: int) -> Mistakes:
    lines = [line for line in counted.lines if line.code in _HELD]
    if lines:
        yield Mistake(-times * sum(line.points for line in lines), lines[-1].code, lines[-1].rule)


def line_missing(counted: Counted) -> Mistakes:
    """A whole line left out; of the cards in hand `hand_forgotten` speaks."""
    for line in counted.lines:
        if line.code != _HELD[-1]:
            yield Mistake(-line.points, line.code, line.rule)


def two_lines_missing(counted: Counted) -> Mistakes:
    for at, one in enumerate(counted.lines):
        for other in counted.lines[at + 1 :]:
            yield Mistake(-one.points - other.points, one.code + AND + other.code, one.rule)


def line_twice(counted: Counted) -> Mistakes:
    for line in counted.lines:
        yield Mistake(line.points, line.code, line.rule)


def line_sign(counted: Counted) -> Mistakes:
    """A charge counted for the side, or what can be either counted the other way round."""
    for line in counted.lines:
        if (line.points < 0 and line.code != _HELD[-1]) or line.code in _EITHER_WAY:
            yield Mistake(-2 * line.points, line.code, line.rule)


def other_class(counted: Counted) -> Mistakes:
    """A combination taken for one of another class: the code of the one entered, then that on the paper."""
    made = {line.code for line in counted.lines}
    for one in counted.rules.combinations:
        for other in counted.rules.combinations:
            if one.code in made and other is not one:
                yield Mistake(other.points - one.points, one.code + AND + other.code, one.rule)


def one_more(counted: Counted) -> Mistakes:
    """What was not entered: the award that another side has, a combination, a three, going out."""
    if counted.award is not None:
        yield Mistake(counted.award.points, counted.award.code, counted.award.rule)
    for combination in counted.rules.combinations:
        yield Mistake(combination.points, combination.code, combination.rule)
    yield from _entry_changed(counted, by=1, but=_charges_of(counted.rules))


def one_fewer(counted: Counted) -> Mistakes:
    """One of what was entered left out: its price alone, or with all that follows from it."""
    made = {line.code for line in counted.lines}
    for combination in counted.rules.combinations:
        if combination.code in made:
            yield Mistake(-combination.points, combination.code, combination.rule)
    yield from _entry_changed(counted, by=-1)


def charge_more(counted: Counted) -> Mistakes:
    """A penalty that was not entered: by its name where no other costs as much."""
    for points in sorted({penalty.points for penalty in counted.rules.penalties}):
        named = [penalty for penalty in counted.rules.penalties if penalty.points == points]
        yield Mistake(-points, named[0].code if len(named) == 1 else "", named[0].rule)


def _charges_of(rules: RuleSet) -> frozenset[str]:
    return rules.tally_penalties.union(penalty.code for penalty in rules.penalties)


# The deal with one entry more or less.


def _entry_changed(counted: Counted, by: int, but: frozenset[str] = frozenset()) -> Mistakes:
    """What each entry does to the total, one more or less of it being there; some are left out."""
    rules, entered = counted.rules, _entries_of(counted)
    now = _worth(counted, entered)
    for code, rule in _countable(rules):
        number = entered.get(code, 0) + by
        if code not in but and _there_can_be(rules, code, number):
            yield Mistake(_worth(counted, {**entered, code: number}) - now, code, rule)


def _countable(rules: RuleSet) -> Iterator[tuple[str, str]]:
    """Lines of which there can be one more, with their paragraphs."""
    for combination in rules.combinations:
        yield combination.code, combination.rule
    for source in sources_of(rules).steps:
        if source.code not in _NO_PRICE:
            yield source.code, source.rule


def _there_can_be(rules: RuleSet, code: str, number: int) -> bool:
    return number >= 0 and (code not in _THREES or number <= 2 * rules.decks)


def _entries_of(counted: Counted) -> dict[str, int]:
    return {line.code: line.count or 0 for line in counted.lines if line.code not in _NO_PRICE}


def _worth(counted: Counted, entered: dict[str, int]) -> int:
    """What these entries are worth to the side, the cards in its hand and a contract left out."""
    rules = counted.rules
    tally = Tally(
        combinations=tuple((one.code, entered.get(one.code, 0)) for one in rules.combinations),
        meld_points=sum(abs(line.points) for line in counted.lines if line.code == _MELDED),
        hand_red_threes=entered.get("red_threes_in_hand", 0),
        hand_black_threes=entered.get("black_threes_in_hand", 0),
    )
    hand = Hand(
        tally=tally,
        red_threes=entered.get("red_threes", 0),
        went_out=bool(entered.get("going_out")),
        concealed=bool(entered.get("concealed")),
        penalties=tuple(entered.items()),
    )
    return sum(side_sums(sources_of(rules), count_tally(tables_of(rules), 0, hand, tally, 1)))
