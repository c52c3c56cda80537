"""A rule set: a frozen table of numbers, with the steps and checks that it lists.

Games differ in the values of these fields and in their steps and checks; no code tests which game it is.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, Protocol

from scoring.core.melds import Meld, MeldKinds
from scoring.core.problem import Code, Problem
from scoring.core.vocabulary import (
    Bonus,
    GoingOutRequirements,
    HandSheet,
    LineGroup,
    MadeCombinations,
    Opening,
    OptionValue,
    Penalty,
)

# What most games count for a card; a red three has a line of its own. Each game cites its paragraph for them.
USUAL_CARD_VALUES: Final[Mapping[str, int]] = {
    "*": 50,
    **dict.fromkeys("A2", 20),
    **dict.fromkeys("KQJT98", 10),
    **dict.fromkeys("7654B", 5),
    "R": 0,
}

# What a line is worth, and how many it counts; None where a tally does not give the number.
Amount = tuple[int, int | None]


class CountedSide(Protocol):
    """What the steps and checks of a rule set read of one counted side; `counting.SideCount` has it all."""

    @property
    def side(self) -> int: ...
    @property
    def hand(self) -> HandSheet: ...
    @property
    def combinations(self) -> MadeCombinations: ...
    @property
    def unusual_melds(self) -> tuple[tuple[int, Meld], ...]: ...
    @property
    def melded_cards(self) -> int | None: ...
    @property
    def meld_points(self) -> int: ...
    @property
    def hand_cards(self) -> int | None: ...
    @property
    def hand_points(self) -> int: ...
    @property
    def red_threes(self) -> int: ...
    @property
    def red_in_hand(self) -> int: ...
    @property
    def black_in_hand(self) -> int: ...
    @property
    def opened(self) -> bool: ...


@dataclass(frozen=True, kw_only=True, slots=True)
class LineSource:
    """The source of one line of a side. A line of zero points is not written."""

    code: str
    group: LineGroup
    rule: str
    amount: Callable[[CountedSide], Amount]
    # Whether it counts only penalties and unusual melds: then a side without any need not be asked.
    is_rare: bool = False


class ScoringStep(Protocol):
    """Takes a rule set once and returns the sources of some of its lines."""

    def __call__(self, rules: RuleSet, /) -> Sequence[LineSource]: ...


# Whether a condition is true for a side.
SideCondition = Callable[[CountedSide], bool]
# A check looks at one side of a deal and returns what is wrong with it or unlikely about it.
SideCheck = Callable[[CountedSide], Sequence[Problem]]


@dataclass(frozen=True, kw_only=True, slots=True)
class Combination:
    """A complete meld: its bonus, and what follows for its cards when a tally only names it."""

    code: str
    points: int
    rule: str
    # The minimum value of its cards, and the minimum number of some cards in it.
    min_value: int
    min_cards: Mapping[str, int] = field(default_factory=dict)
    # The number of threes of both colours together.
    threes_needed: int = 0
    min_wild: int = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class CombinationLimit:
    """A maximum for some combinations together, set by the deck; each counts its weight, by default one."""

    codes: tuple[str, ...]
    maximum: int
    weights: tuple[int, ...] = ()

    def find_excess(self, made: Mapping[str, int]) -> tuple[str, int] | None:
        """Return the last of these combinations that was made, and how many of it are too many."""
        weights = self.weights or (1,) * len(self.codes)
        taken = [(code, made[code], weight) for code, weight in zip(self.codes, weights, strict=True)]
        excess = sum(count * weight for _code, count, weight in taken) - self.maximum
        if excess <= 0:
            return None
        code, weight = next((code, weight) for code, count, weight in reversed(taken) if count)
        return code, -(-excess // weight)


@dataclass(frozen=True, kw_only=True, slots=True)
class RedThrees:
    """Red threes on the table: for a side when `earned` is true, against it otherwise."""

    each: int
    rule: str
    full_set: int
    group: LineGroup = LineGroup.BASE
    earned: SideCondition
    # What one in the hand is, in a game that has no line for it: an error or a warning.
    problem_in_hand: Code | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class ThreesInHand:
    """Threes in the hand, where they have their own line."""

    each: int
    rule: str
    group: LineGroup = LineGroup.BASE


@dataclass(frozen=True, kw_only=True, slots=True)
class ContractRules:
    """The rules of contracts. Percentages are of the bid, undoubled and doubled."""

    levels: int
    points_a_level: int
    made: tuple[int, int]
    robbed: tuple[int, int]
    false_finish: tuple[int, int]
    false_finish_penalty: Bonus
    # The lines that come after the charge for a false finish.
    lines_after_false_finish: frozenset[str]
    # The paragraphs of the award, undoubled and doubled.
    award_rules: tuple[str, str]
    # From this level on the melded cards count towards the bid; and whether the cards in the hand then
    # count against it.
    melds_count_from_level: int
    hand_counts_then: bool
    # From this level on the bidder opens by the strain of the bid, whatever the requirement is.
    opens_by_strain_from_level: int
    # The code of the penalty for a bidder who could not open.
    failed_bid: str


@dataclass(frozen=True, kw_only=True, slots=True)
class PrintedRow:
    """A row of a deal on a printed protocol: the sum of the lines with these codes."""

    # The code itself where the row has one, else a name of its own.
    name: str
    codes: tuple[str, ...]
    group: LineGroup = LineGroup.BASE


def row_per_code(*codes: str, group: LineGroup = LineGroup.BASE) -> tuple[PrintedRow, ...]:
    """Return a row for each of these codes."""
    return tuple(PrintedRow(name=code, codes=(code,), group=group) for code in codes)


# The rows with which the base points of most games end, and those of the card points.
DIRECTOR_ROW: Final = row_per_code("director")
CARD_ROWS: Final = row_per_code("melded_cards", "hand_cards", group=LineGroup.CARDS)


def penalty_row(penalties: Sequence[Penalty]) -> tuple[PrintedRow, ...]:
    """Return one row for all penalties of a game."""
    return (PrintedRow(name="penalties", codes=tuple(penalty.code for penalty in penalties)),)


def penalty_rows_by_size(penalties: Sequence[Penalty]) -> tuple[PrintedRow, ...]:
    """Return a row for all penalties of the same size, the smallest first."""
    sizes = sorted({penalty.points for penalty in penalties})
    return tuple(
        PrintedRow(
            name=f"penalties_of_{size}",
            codes=tuple(penalty.code for penalty in penalties if penalty.points == size),
        )
        for size in sizes
    )


class Settlement(StrEnum):
    """How three sides settle a game."""

    PAIRWISE = "pairwise"
    WINNER_ONLY = "winner_only"


@dataclass(frozen=True, kw_only=True, slots=True)
class CorrectionRules:
    """When a deal may be corrected; each rule is a paragraph, or "ruling" where the source is silent."""

    # Whether arithmetic may be corrected at any time, or only until the game is signed.
    arithmetic_after_signing: bool
    arithmetic_rule: str
    # Everything else, once the next deal has been dealt.
    afterwards_rule: str
    # Of two protocols that differ the correct one counts. None where the source does not mention two.
    two_protocols_rule: str | None = None
    # The paragraph by which a count stays open until the other side has approved it.
    open_until_approved_rule: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class OptionChoice:
    """One value of a house rule, and the change that it makes to a rule set."""

    value: OptionValue
    change: Callable[[RuleSet], RuleSet] | None = None

    def apply(self, rules: RuleSet) -> RuleSet:
        return rules if self.change is None else self.change(rules)


@dataclass(frozen=True, kw_only=True, slots=True)
class RuleOption:
    """A house rule. Its first choice is the default."""

    name: str
    choices: tuple[OptionChoice, ...]
    rule: str
    # The numbers of sides, and of players a side, to which it applies; empty: all.
    sides: frozenset[int] = frozenset()
    players: frozenset[int] = frozenset()

    def concerns(self, sides: int, players: int) -> bool:
        """Whether it can make a difference at a table of this many sides of this many players."""
        return (not self.sides or sides in self.sides) and (not self.players or players in self.players)

    def choice(self, value: object) -> OptionChoice | None:
        """Return the choice of exactly this value: 1 is not true."""
        matching = (
            choice for choice in self.choices if type(choice.value) is type(value) and choice.value == value
        )
        return next(matching, None)


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class RuleSet:
    """One game in one edition. Two rule sets are equal only when they are the same object."""

    slug: str
    edition: str
    target: int

    decks: int
    jokers: int
    dealt: int
    # The number of players of each side that play a deal, in every form of the game.
    player_counts: tuple[tuple[int, ...], ...]
    # Its forms at the table (`seats.TABLE_FORMS`), and whether the highest draw deals first or leads.
    table_forms: tuple[str, ...]
    highest_draw_deals: bool = False

    # The value of a card in a meld, and of a black three in the hand.
    card_values: Mapping[str, int]
    black_three_held: int
    melds: MeldKinds
    melded_rule: str
    hand_rule: str

    combinations: tuple[Combination, ...]
    limits: tuple[CombinationLimit, ...]
    going_out: Bonus
    going_out_requirements: GoingOutRequirements
    # Where single players need something else than sides of several.
    going_out_requirements_alone: GoingOutRequirements | None = None
    concealed: Bonus | None = None
    red_threes: RedThrees
    red_threes_in_hand: ThreesInHand | None
    black_threes_in_hand: ThreesInHand | None = None
    penalties: tuple[Penalty, ...] = ()
    # Penalties that follow from the melds and are entered only with a tally, which does not show them.
    tally_penalties: frozenset[str] = frozenset()
    # The paragraph by which only the dearest of several faults of one act is charged; None: all are.
    dearest_of_one_act_rule: str | None = None
    third_wild: Bonus | None = None
    excess_rule: str = ""
    not_opened: Bonus | None = None
    # The melded cards of a side without a combination count against it.
    minus_without_combination: bool = False

    # The totals from which the next requirement applies, and the requirements, one more of them.
    opening_starts: tuple[int, ...]
    opening_needs: tuple[Opening, ...]
    # The amount that a withdrawn opening adds to the requirement; 0 where the game has no such raise.
    opening_raise: int = 0
    combination_opens: bool = False
    concealed_opens: bool = False

    contract: ContractRules | None = None
    # The paragraph on mixing one's own melds, and the one that a claim of the opponents cites, if any.
    forfeit_rule: str | None = None
    claim_rule: str | None = None
    # Whether a shared top at the end is played out in an extra deal.
    extra_deal: bool = False
    settlement: Settlement | None = None
    # Points credited to the others when a game is forfeited.
    forfeit_credit: int = 0
    # Whether far too few cards can show that the stock did not run out.
    stock_is_checked: bool = False

    # By how many points a side leads on average that wins 54 of 100 games: at the end of a game to the
    # target, and after a deal. No rule: `bench/handicap.py` measures it. None where nobody has.
    leads: tuple[int, int] | None = None

    # The steps that produce a side's lines, in their order; and the rows of a printed protocol.
    steps: tuple[ScoringStep, ...]
    printed_rows: tuple[PrintedRow, ...]
    checks: tuple[SideCheck, ...] = ()
    options: tuple[RuleOption, ...] = ()
    corrections: CorrectionRules

    def __repr__(self) -> str:
        return f"<RuleSet {self.slug} {self.edition}>"

    def opening(self, total: int) -> Opening:
        """Return what a side with this total needs to open."""
        return self.opening_needs[bisect_right(self.opening_starts, total)]

    def option(self, name: str) -> RuleOption | None:
        return next((option for option in self.options if option.name == name), None)

    def penalty(self, code: str) -> Penalty | None:
        return next((penalty for penalty in self.penalties if penalty.code == code), None)

    @property
    def deck_size(self) -> int:
        return 52 * self.decks + self.jokers


# Returns a rule set by its slug, in the given edition or the newest; None when there is none. The core is
# given one wherever it reads data, since it has no games of its own.
FindRules = Callable[[str, str | None], RuleSet | None]
