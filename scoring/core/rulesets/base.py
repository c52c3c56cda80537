"""What a rule set is: a frozen table of numbers, and the steps it shares with the others.

A game differs from another in the values of these fields and in which steps and checks it lists; nothing asks
which game it is. Knows the vocabulary of all games; must not know any one of them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Final, NamedTuple

from scoring.core.melds import MeldKinds

if TYPE_CHECKING:
    from scoring.core.counting import CountedDeal, SideCount
    from scoring.core.problem import Problem
    from scoring.core.steps import Source

CANASTA: Final = "canasta"

# What a side needs to open: so many points, or a canasta.
Opening = int | str
# A value that a house rule can have.
Setting = bool | int | str


class Group(StrEnum):
    """The two subtotals of a side."""

    BASE = "base"
    CARDS = "cards"


class Line(NamedTuple):
    """Points of a side with where they come from. `count` is None where a tally does not tell it."""

    code: str
    group: Group
    count: int | None  # type: ignore[assignment] # the contract's word; nobody counts the items of a line
    points: int
    rule: str


# A step is given a rule set, and says where lines of a side come from.
Step = Callable[["RuleSet"], Sequence["Source"]]
# Whether something holds for a side.
Condition = Callable[["SideCount"], bool]
# A check looks at one side of a deal, and says what is wrong with it or unlikely about it.
Check = Callable[["CountedDeal", "SideCount"], Sequence["Problem"]]


@dataclass(frozen=True, kw_only=True, slots=True)
class Bonus:
    points: int
    rule: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Combination:
    """A complete meld: what it earns, and what is known of one that a tally only names."""

    code: str
    points: int
    rule: str
    # The least that its cards are worth, and the fewest of some cards that it takes.
    least_worth: int
    takes: Mapping[str, int] = field(default_factory=dict)
    # How many threes of both colours together.
    takes_threes: int = 0
    least_wild: int = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class Limit:
    """What some combinations together can take of the deck: each its weight, one where none is said."""

    codes: tuple[str, ...]
    most: int
    weights: tuple[int, ...] = ()

    def beyond(self, made: Mapping[str, int]) -> tuple[str, int] | None:
        """The last of these combinations that was made, and how many of it are too many."""
        weights = self.weights or (1,) * len(self.codes)
        taken = [(code, made[code], weight) for code, weight in zip(self.codes, weights, strict=True)]
        excess = sum(count * weight for _code, count, weight in taken) - self.most
        if excess <= 0:
            return None
        code, weight = next((code, weight) for code, count, weight in reversed(taken) if count)
        return code, -(-excess // weight)


@dataclass(frozen=True, kw_only=True, slots=True)
class Least:
    """At least so many of these combinations."""

    codes: frozenset[str]
    number: int


# What going out asks for: all of it, in one of several ways. No way at all: nothing is asked.
Ways = tuple[tuple[Least, ...], ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class RedThrees:
    """Red threes on the table: for a side when `earned` says so, against it otherwise."""

    each: int
    rule: str
    full_set: int
    group: Group = Group.BASE
    earned: Condition


@dataclass(frozen=True, kw_only=True, slots=True)
class ThreesInHand:
    """Threes still held, where they have a line of their own."""

    each: int
    rule: str
    group: Group = Group.BASE


@dataclass(frozen=True, kw_only=True, slots=True)
class Penalty:
    code: str
    points: int
    rule: str


@dataclass(frozen=True, kw_only=True, slots=True)
class ContractRules:
    """Promises and what becomes of them. Percentages are of the bid, undoubled and doubled."""

    levels: int
    a_level: int
    made: tuple[int, int]
    robbed: tuple[int, int]
    false_finish: tuple[int, int]
    false_finish_penalty: Bonus
    # The lines that stand after the charge for a false finish.
    charged_before: frozenset[str]
    # What pays it, undoubled and doubled.
    award_rules: tuple[str, str]
    # From this level on the melded cards count towards the bid; and whether the cards held then count
    # against it.
    melds_count_from: int
    hand_counts_then: bool
    # From this level on the bidder opens by the strain of the bid, whatever the requirement is.
    opens_by_strain_from: int
    # The penalty for a bid whose maker could not open.
    failed_bid: str


@dataclass(frozen=True, kw_only=True, slots=True)
class PrintedRow:
    """A row of a deal on a printed protocol: the lines of these codes, added up."""

    # The code itself where the row holds one, else what the row is called.
    name: str
    codes: tuple[str, ...]
    group: Group = Group.BASE


def one_each(*codes: str, group: Group = Group.BASE) -> tuple[PrintedRow, ...]:
    """A row for each of these codes."""
    return tuple(PrintedRow(name=code, codes=(code,), group=group) for code in codes)


# The rows with which the base points of most games end, and those of the card points.
DIRECTOR_ROW: Final = one_each("director")
CARD_ROWS: Final = one_each("melded_cards", "hand_cards", group=Group.CARDS)


def penalty_row(penalties: Sequence[Penalty]) -> tuple[PrintedRow, ...]:
    """One row for all penalties of a game."""
    return (PrintedRow(name="penalties", codes=tuple(penalty.code for penalty in penalties)),)


def penalty_rows_by_size(penalties: Sequence[Penalty]) -> tuple[PrintedRow, ...]:
    """A row for all penalties of the same size, the smallest first."""
    sizes = sorted({penalty.points for penalty in penalties})
    return tuple(
        PrintedRow(
            name=f"penalties_of_{size}",
            codes=tuple(penalty.code for penalty in penalties if penalty.points == size),
        )
        for size in sizes
    )


class Settlement(StrEnum):
    """How three sides settle a game among themselves."""

    PAIRWISE = "pairwise"
    WINNER_ONLY = "winner_only"


@dataclass(frozen=True, kw_only=True, slots=True)
class CorrectionRules:
    """Until when what was written down may be mended; a paragraph, or "ruling" where the source is silent."""

    # Arithmetic by right: at any time, or only until the game is signed.
    arithmetic_after_signing: bool
    arithmetic_rule: str
    # Everything else, once the next deal has been dealt.
    afterwards_rule: str
    # Two protocols that differ: the correct one holds. None where the source does not know two.
    two_protocols_rule: str | None = None
    # The paragraph by which a count stays open until the other side has approved it.
    open_until_approved_rule: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Choice:
    """One value of a house rule, and the rule set that it makes of another."""

    value: Setting
    change: Callable[[RuleSet], RuleSet] | None = None

    def applied(self, rules: RuleSet) -> RuleSet:
        return rules if self.change is None else self.change(rules)


@dataclass(frozen=True, kw_only=True, slots=True)
class Option:
    """A house rule by name. The first choice is the default."""

    name: str
    choices: tuple[Choice, ...]
    rule: str
    # Of how many sides a table is, and of how many players a side, where it says something; empty: wherever.
    sides: frozenset[int] = frozenset()
    players: frozenset[int] = frozenset()

    def is_about(self, sides: int, players: int) -> bool:
        """Whether it can make a difference at a table of so many sides of so many players."""
        return (not self.sides or sides in self.sides) and (not self.players or players in self.players)

    def choice(self, value: object) -> Choice | None:
        """The choice of exactly this value: 1 is not true."""
        matching = (c for c in self.choices if type(c.value) is type(value) and c.value == value)
        return next(matching, None)


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class RuleSet:
    """One game, in one edition. Two rule sets are the same only when they are the same object."""

    slug: str
    edition: str
    target: int

    decks: int
    jokers: int
    dealt: int
    # How many players of each side hold cards.
    forms: tuple[tuple[int, ...], ...]
    # How people sit down to it (`seats.TABLES`), and whether the highest draw deals first instead of leading.
    tables: tuple[str, ...]
    highest_deals: bool = False

    # What a card is worth melded, and what the three kinds of threes are worth held.
    values: Mapping[str, int]
    black_three_held: int
    melds: MeldKinds
    melded_rule: str
    hand_rule: str

    combinations: tuple[Combination, ...]
    limits: tuple[Limit, ...]
    going_out: Bonus
    ways_out: Ways
    # Where single players go out otherwise than sides of several.
    ways_out_alone: Ways | None = None
    concealed: Bonus | None = None
    red_threes: RedThrees
    red_threes_in_hand: ThreesInHand | None
    black_threes_in_hand: ThreesInHand | None = None
    penalties: tuple[Penalty, ...] = ()
    # Penalties that follow from the melds and are entered only beside a tally, which does not show them.
    tally_penalties: frozenset[str] = frozenset()
    # The paragraph by which of several faults of one act only the dearest is charged; None: each of them is.
    dearest_of_one_act_rule: str | None = None
    third_wild: Bonus | None = None
    excess_rule: str = ""
    not_opened: Bonus | None = None
    # A side without a combination counts its melded cards and red threes against itself.
    minus_without_combination: bool = False

    # The totals from which another requirement holds, and the requirements, one more of them.
    opening_starts: tuple[int, ...]
    opening_needs: tuple[Opening, ...]
    # What a withdrawn opening adds to the requirement; 0 where the game has no such raise.
    opening_raise: int = 0
    a_combination_opens: bool = False
    concealed_opens: bool = False

    contract: ContractRules | None = None
    # The paragraph on mixing one's own melds, and what a claim of the opponents cites; None where there is
    # none.
    forfeit_rule: str | None = None
    claim_rule: str | None = None
    # A shared top at the end is played out in an extra deal.
    extra_deal: bool = False
    settlement: Settlement | None = None
    # Points credited to the others when a game is forfeited.
    forfeit_credit: int = 0
    # Whether far too few cards can show that the stock did not run out.
    stock_is_checked: bool = False

    # The steps to a side's lines, in their order; and the rows in which a printed protocol has them.
    steps: tuple[Step, ...]
    printed: tuple[PrintedRow, ...]
    checks: tuple[Check, ...] = ()
    options: tuple[Option, ...] = ()
    corrections: CorrectionRules

    def __repr__(self) -> str:
        return f"<RuleSet {self.slug} {self.edition}>"

    def opening(self, total: int) -> Opening:
        """What a side with this total needs to open."""
        return self.opening_needs[bisect_right(self.opening_starts, total)]

    def option(self, name: str) -> Option | None:
        return next((option for option in self.options if option.name == name), None)

    def penalty(self, code: str) -> Penalty | None:
        return next((penalty for penalty in self.penalties if penalty.code == code), None)

    @property
    def deck_size(self) -> int:
        return 52 * self.decks + self.jokers
