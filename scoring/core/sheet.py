"""From data to a sheet and back: the one reader of deals, for storage, the command line, the interface and
imports.

`read` takes whatever a JSON parser gives and never raises: what cannot be read is listed with its place,
and what can is checked all the same, so that one answer names every error. Knows the data contract of a
deal; must not know where the data came from.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from scoring.core import rulesets
from scoring.core.checks import problems_of
from scoring.core.counting import count_deal
from scoring.core.problem import Code, Problem, Problems, errors_of, in_order_of_the_deal, quoted
from scoring.core.rulesets.base import Opening, RuleSet, Setting
from scoring.core.written import (
    EMPTY_HAND,
    ORDINARY,
    UNCHARGED,
    Contract,
    DealSheet,
    Ended,
    Hand,
    Strain,
    Tally,
)

# Concealed, penalties, forfeits_card_points, tally, claimed: the rest of a hand, in its order.
Charges = tuple[bool, tuple[tuple[str, int], ...], bool, Tally | None, str | None]
Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]

LARGEST_DIGITS: Final = 9
LARGEST: Final = 10**LARGEST_DIGITS
TWO_A_SIDE: Final = 2

DEAL_KEYS: Final = frozenset(
    {
        "ruleset",
        "options",
        "players",
        "before",
        "ended",
        "contract",
        "hands",
        "opening_raises",
        "extra_deal",
        "auction",
        "director_reasons",
    }
)
CONTRACT_KEYS: Final = frozenset({"side", "level", "strain", "doubled"})
TALLY_KEYS: Final = frozenset(Tally._fields)
HAND_KEYS: Final = frozenset(Hand._fields)
ORDINARY_KEYS: Final = frozenset(ORDINARY)
# What ordinary deals and hands say; whoever says more is read key by key.
ORDINARY_DEAL_KEYS: Final = DEAL_KEYS - {"opening_raises", "extra_deal", "auction", "director_reasons"}
CHARGED_KEYS: Final = ORDINARY_KEYS | {"concealed", "penalties"}
TALLY_NUMBERS: Final = ("meld_points", "hand_points", "hand_red_threes", "hand_black_threes")
DIRECTOR: Final = "director"
SIDES: Final = (2, 3)
MOST_SIDES: Final = 3
TWO_A_SIDE_EACH: Final[list[Json]] = [TWO_A_SIDE] * MOST_SIDES
NO_POINTS: Final[list[Json]] = [0] * MOST_SIDES
# A named tuple made without the constructor that it has in Python, which takes three times as long.
new: Final = tuple.__new__
# Reads as a remarkable meld without cards; its place is in the list of errors already.
UNREAD_MELD: Final = "?"

NOTHING: Final[Problems] = ()
NO_MELDS: Final[list[Json]] = []
NO_OPTIONS: Final[dict[str, Json]] = {}
NO_PENALTIES: Final[dict[str, Json]] = {}
ENDINGS: Final = {ended.value: ended for ended in Ended}
STRAINS: Final = {strain.value: strain for strain in Strain}


def read(
    data: object, *, openings: tuple[Opening | None, ...] | None = None, edition: str | None = None
) -> tuple[DealSheet | None, Problems]:
    """A sheet of data, or every error that can be found.

    `openings` are the requirements as they were frozen when the deal was dealt; `edition` is that of the
    game.
    """
    if not isinstance(data, dict):
        return None, (Problem(Code.NOT_A_DEAL),)
    sheet = ordinary_deal(data) if edition is None else None
    if sheet is None:
        reading = Reading(data)
        sheet = reading.deal(edition)
        if reading.found:
            return None, problems_with(reading, sheet)
    return (sheet if openings is None or sheet is None else sheet._replace(openings=openings)), NOTHING


def problems_with(reading: Reading, sheet: DealSheet | None) -> Problems:
    """What could not be read, and what is wrong with the rest all the same."""
    if sheet is not None:
        reading.found += errors_of(problems_of(count_deal(sheet), frozenset(reading.unread)))
    return in_order_of_the_deal(reading.found)


# The quick way. Most deals say the same few things, and rightly; any other deal takes the walk below.


def ordinary_deal(data: dict[str, Json]) -> DealSheet | None:
    """The sheet of a deal that says only what most deals say; None where it says more, or otherwise."""
    slug, end, hands = data.get("ruleset"), data.get("ended"), data.get("hands")
    if (
        not isinstance(slug, str)
        or not isinstance(end, str)
        or not isinstance(hands, list)
        or not ORDINARY_DEAL_KEYS.issuperset(data)
        or data.get("options", NO_OPTIONS) != NO_OPTIONS
    ):
        return None
    rules, ended, sides = rulesets.find(slug), ENDINGS.get(end), len(hands)
    contract = ordinary_contract(data["contract"]) if "contract" in data else None
    form = ordinary_numbers(data.get("players", TWO_A_SIDE_EACH[:sides]), 1)
    before = ordinary_numbers(data.get("before", NO_POINTS[:sides]), 5)
    written = [ordinary_hand(hand) for hand in hands]
    if rules is None or ended is None or None in written or len(form) != sides or len(before) != sides:
        return None
    if form not in rules.forms or (contract is None and data.get("contract") is not None):
        return None
    return new(DealSheet, (rules, ended, tuple(written), form, before, (), contract, (), False, None))


def ordinary_contract(data: Json) -> Contract | None:
    if not isinstance(data, dict) or not CONTRACT_KEYS.issuperset(data):
        return None
    side, level = data.get("side"), data.get("level")
    strain, doubled = data.get("strain"), data.get("doubled", False)
    if type(side) is not int or type(level) is not int or type(doubled) is not bool:
        return None
    if not isinstance(strain, str) or strain not in STRAINS:
        return None
    if not 0 <= side <= LARGEST or not 0 <= level <= LARGEST:
        return None
    return Contract(side, level, STRAINS[strain], doubled)


def ordinary_numbers(values: Json, step: int) -> tuple[int, ...]:
    """The whole numbers of a list, if it holds nothing else; otherwise fewer than it has."""
    if not isinstance(values, list):
        return ()
    return tuple(
        [value for value in values if type(value) is int and not value % step and abs(value) <= LARGEST]
    )


def ordinary_hand(data: Json) -> Hand | None:
    """A hand of melds, cards, red threes and little else."""
    if not isinstance(data, dict):
        return None
    rest: Charges | None = UNCHARGED if ORDINARY_KEYS.issuperset(data) else ordinary_charges(data)
    if rest is None:
        return None
    melds, cards = data.get("melds", NO_MELDS), data.get("hand", "")
    red_threes, went_out = data.get("red_threes", 0), data.get("went_out", False)
    if type(melds) is not list or type(cards) is not str or type(went_out) is not bool:
        return None
    if type(red_threes) is not int or not 0 <= red_threes <= LARGEST:
        return None
    try:
        # Joining refuses what is no text, and asks all of them in one go.
        "".join(melds)  # type: ignore[arg-type] # what is no text is what it is asked about
    except TypeError:
        return None
    return new(Hand, (tuple(melds), red_threes, cards, went_out, *rest))


def ordinary_charges(data: dict[str, Json]) -> Charges | None:
    """What a hand says besides, if it is concealed or pays penalties and nothing more."""
    concealed, penalties = data.get("concealed", False), data.get("penalties", NO_PENALTIES)
    if type(concealed) is not bool or type(penalties) is not dict or not CHARGED_KEYS.issuperset(data):
        return None
    charged = []
    for code, times in penalties.items():
        if type(times) is not int or not (-LARGEST if code == DIRECTOR else 0) <= times <= LARGEST:
            return None
        if times:
            charged.append((code, times))
    return concealed, tuple(charged), False, None, None


# The walk.


class Reading:
    """One walk through the data of a deal.

    What cannot be read gets a place in `found` and a neutral value.
    """

    def __init__(self, data: dict[str, Json]) -> None:
        self.data = data
        self.found: list[Problem] = []
        # Sides by their number and other parts by their key, of which something could not be read.
        self.unread: set[int | str] = set()

    def deal(self, edition: str | None) -> DealSheet | None:
        data = self.data
        if not DEAL_KEYS.issuperset(data):
            self.unknown_keys(data, DEAL_KEYS, None)
        rules = self.rules(edition)
        options = self.options(rules)
        hands = self.hands()
        ended = self.ended()
        sides = self.sides(rules)
        players = self.players(rules, sides)
        before = self.totals(sides)
        contract, raises = self.contract(), self.raises(sides)
        extra_deal = self.flag(data, "extra_deal", None)
        if rules is None or hands is None or sides is None:
            return None
        if options:
            rules = rulesets.with_options(rules, options)
        return DealSheet(rules, ended, hands, players, before, options, contract, raises, extra_deal)

    # Problems.

    def bad(self, where: str, side: int | None, reason: str, value: object = None) -> None:
        """Something that is not a value of its place, or missing, or too much."""
        params = {"reason": reason} if value is None else {"reason": reason, "value": shown(value)}
        self.found.append(Problem(Code.BAD_VALUE, side, where, params))
        self.unread.add(where.partition(".")[0].partition("[")[0] if side is None else side)

    def problem(self, code: Code, where: str, key: str, **params: str | int) -> None:
        self.found.append(Problem(code, None, where, params))
        self.unread.add(key)

    def unknown_keys(
        self, data: dict[str, Json], known: Collection[str], side: int | None, path: str = ""
    ) -> None:
        for key in data:
            if key not in known:
                self.bad(f"{path}{named(key)}", side, "unknown_key")

    # The deal.

    def rules(self, edition: str | None) -> RuleSet | None:
        slug = self.data.get("ruleset")
        if not isinstance(slug, str):
            self.bad("ruleset", None, "missing" if "ruleset" not in self.data else "type", slug)
            return None
        rules = rulesets.find(slug, edition)
        if rules is None:
            self.problem(Code.UNKNOWN_RULESET, "ruleset", "ruleset", ruleset=quoted(slug))
        return rules

    def options(self, rules: RuleSet | None) -> rulesets.Options:
        options = self.data.get("options", {})
        if not isinstance(options, dict):
            self.bad("options", None, "type", options)
            return ()
        if rules is None or not options:
            return ()
        return tuple(chosen for name, value in options.items() for chosen in self.option(rules, name, value))

    def option(self, rules: RuleSet, name: str, value: Json) -> Iterable[tuple[str, Setting]]:
        where = f"options.{named(name)}"
        option = rules.option(name)
        if option is None:
            self.problem(Code.UNKNOWN_OPTION, where, "options", option=named(name))
            return ()
        choice = option.choice(value)
        if choice is None:
            self.problem(Code.BAD_OPTION, where, "options", option=named(name), value=shown(value))
            return ()
        return ((name, choice.value),)

    def hands(self) -> tuple[Hand | None, ...] | None:
        hands = self.data.get("hands")
        if not isinstance(hands, list):
            self.bad("hands", None, "missing" if "hands" not in self.data else "type", hands)
            return None
        return tuple(
            [None if hand is None else self.hand(hand, side) for side, hand in enumerate(hands[:MOST_SIDES])]
        )

    def ended(self) -> Ended:
        value = self.data.get("ended")
        ended = ENDINGS.get(value) if isinstance(value, str) else None
        if ended is None:
            self.bad("ended", None, "missing" if "ended" not in self.data else "choice", value)
            return Ended.CLOCK
        return ended

    def sides(self, rules: RuleSet | None) -> int | None:
        """How many sides the deal has: as many hands as sides of players, and as many as its game has."""
        hands, players = self.data.get("hands"), self.data.get("players")
        if not isinstance(hands, list):
            return None
        count = len(hands)
        if isinstance(players, list):
            fits = count in SIDES and count == len(players)
        else:
            fits = count in ({len(form) for form in rules.forms} if rules else SIDES)
        if fits:
            return count
        self.problem(Code.WRONG_SIDES, "hands", "hands", count=count)
        return None

    def players(self, rules: RuleSet | None, sides: int | None) -> tuple[int, ...]:
        players = self.whole_numbers("players", sides, (TWO_A_SIDE,) * (sides or 0), least=1)
        if rules and sides and "players" not in self.unread and players not in rules.forms:
            shape = "-".join(map(str, players))
            self.problem(Code.BAD_PLAYERS, "players", "players", players=shape)
        return players

    def totals(self, sides: int | None) -> tuple[int, ...]:
        totals = self.whole_numbers("before", sides, (0,) * (sides or 0), least=None)
        for side, total in enumerate(totals):
            if total % 5:
                where = f"before[{side}]"
                self.found.append(Problem(Code.NOT_MULTIPLE_OF_5, side, where, {"value": total}))
                self.unread.add("before")
        return totals

    def raises(self, sides: int | None) -> tuple[int, ...]:
        return self.whole_numbers("opening_raises", sides, (), least=0)

    def whole_numbers(
        self, key: str, sides: int | None, default: tuple[int, ...], *, least: int | None
    ) -> tuple[int, ...]:
        """A list with a whole number for each side."""
        values = self.data.get(key, default)
        if values is default:
            return default
        if not isinstance(values, list):
            self.bad(key, None, "type", values)
            return default
        if sides is not None and len(values) != sides:
            self.problem(Code.WRONG_SIDES, key, key, count=len(values))
            return default
        for at, value in enumerate(values):
            wrong = wrong_number(value, least)
            if wrong:
                self.bad(f"{key}[{at}]", None, wrong, value)
        numbers = tuple(value for value in values if isinstance(value, int))
        return default if key in self.unread or sides is None else numbers

    def contract(self) -> Contract | None:
        data = self.data.get("contract")
        if data is None:
            return None
        if not isinstance(data, dict):
            self.bad("contract", None, "type", data)
            return None
        self.unknown_keys(data, CONTRACT_KEYS, None, "contract.")
        side = self.number(data, "side", "contract", None)
        level = self.number(data, "level", "contract", None)
        doubled = self.flag(data, "doubled", "contract")
        strain = data.get("strain")
        if not isinstance(strain, str):
            self.bad("contract.strain", None, "missing" if "strain" not in data else "type", strain)
        elif strain not in STRAINS:
            self.problem(Code.BAD_CONTRACT, "contract.strain", "contract", value=quoted(strain))
        named_strain = STRAINS.get(strain if isinstance(strain, str) else "", Strain.CLUBS)
        return Contract(side, level, named_strain, doubled)

    # One hand.

    def hand(self, data: Json, side: int) -> Hand:
        here = f"hands[{side}]"
        if not isinstance(data, dict):
            self.bad(here, side, "type", data)
            return EMPTY_HAND
        self.unknown_keys(data, HAND_KEYS, side, f"{here}.")
        return Hand(
            self.melds(data, here, side),
            self.number(data, "red_threes", here, side) if "red_threes" in data else 0,
            self.text(data, "hand", here, side),
            self.flag(data, "went_out", here, side),
            *self.charges(data, here, side),
        )

    def charges(self, data: dict[str, Json], here: str, side: int) -> Charges:
        """What few hands say, in the order of a hand."""
        return (
            self.flag(data, "concealed", here, side),
            self.penalties(data["penalties"], f"{here}.penalties", side) if "penalties" in data else (),
            self.flag(data, "forfeits_card_points", here, side),
            self.tally(data["tally"], f"{here}.tally", side) if "tally" in data else None,
            self.text(data, "claimed", here, side) if "claimed" in data else None,
        )

    def melds(self, data: dict[str, Json], here: str, side: int) -> tuple[str, ...]:
        melds = data.get("melds", NO_MELDS)
        if not isinstance(melds, list):
            self.bad(f"{here}.melds", side, "type", melds)
            return ()
        for at, meld in enumerate(melds):
            if not isinstance(meld, str):
                self.bad(f"{here}.melds[{at}]", side, "type", meld)
        # A meld that cannot be read keeps its place, so that the others keep theirs.
        return tuple(meld if isinstance(meld, str) else UNREAD_MELD for meld in melds)

    def text(self, data: dict[str, Json], key: str, here: str, side: int) -> str:
        value = data.get(key, "")
        if isinstance(value, str):
            return value
        self.bad(f"{here}.{key}", side, "type", value)
        return ""

    def flag(self, data: dict[str, Json], key: str, here: str | None, side: int | None = None) -> bool:
        value = data.get(key, False)
        if isinstance(value, bool):
            return value
        self.bad(key if here is None else f"{here}.{key}", side, "type", value)
        return False

    def number(self, data: dict[str, Json], key: str, here: str, side: int | None) -> int:
        """A whole number from nothing upward that must be there."""
        value = data.get(key)
        wrong = wrong_number(value, 0) if key in data else "missing"
        if wrong:
            self.bad(f"{here}.{key}", side, wrong, value)
            return 0
        return value if isinstance(value, int) else 0

    def penalties(self, data: Json, where: str, side: int) -> tuple[tuple[str, int], ...]:
        """How many times each; the director's number is signed."""
        if not isinstance(data, dict):
            self.bad(where, side, "type", data)
            return ()
        return self.counts(data, where, side, signed=DIRECTOR)

    def counts(
        self, data: dict[str, Json], where: str, side: int, signed: str | None = None
    ) -> tuple[tuple[str, int], ...]:
        counted = []
        for code, count in data.items():
            wrong = wrong_number(count, None if code == signed else 0)
            if wrong:
                self.bad(f"{where}.{named(code)}", side, wrong, count)
            elif isinstance(count, int) and count:
                counted.append((code, count))
        return tuple(counted)

    def tally(self, data: Json, where: str, side: int) -> Tally:
        if not isinstance(data, dict):
            self.bad(where, side, "type", data)
            return Tally()
        if not TALLY_KEYS.issuperset(data):
            self.unknown_keys(data, TALLY_KEYS, side, f"{where}.")
        combinations = data.get("combinations")
        if not isinstance(combinations, dict):
            reason = "type" if "combinations" in data else "missing"
            self.bad(f"{where}.combinations", side, reason, combinations)
            combinations = {}
        return Tally(
            self.counts(combinations, f"{where}.combinations", side),
            *(self.number(data, key, where, side) for key in TALLY_NUMBERS),
        )


def wrong_number(value: Json, least: int | None) -> str | None:
    """Why a value is not a whole number of its place, if it is not. True and 1.0 are no numbers here."""
    if type(value) is not int:
        return "type"
    if not -LARGEST <= value <= LARGEST:
        return "too_large"
    return "too_small" if least is not None and value < least else None


def named(key: object) -> str:
    """A key as a path may carry it."""
    return quoted(key if isinstance(key, str) else repr(key))


def shown(value: object) -> str:
    """A value as a message may repeat it, however large it is."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > LARGEST:
        return f"±10^{LARGEST_DIGITS}…"
    if isinstance(value, list | dict):
        return "[…]" if isinstance(value, list) else "{…}"
    return quoted(value if isinstance(value, str) else str(value))


# Back to data.


def as_data(sheet: DealSheet) -> dict[str, Json]:
    """The sheet as the data that `read` takes, without what is absent or default."""
    data: dict[str, Json] = {
        "ruleset": sheet.rules.slug,
        "options": dict(sheet.options),
        "players": list(sheet.players),
        "before": list(sheet.before),
        "ended": sheet.ended.value,
    }
    if sheet.contract is not None:
        data["contract"] = {**sheet.contract._asdict(), "strain": sheet.contract.strain.value}
    data["hands"] = [None if hand is None else hand_as_data(hand) for hand in sheet.hands]
    if sheet.opening_raises:
        data["opening_raises"] = list(sheet.opening_raises)
    if sheet.extra_deal:
        data["extra_deal"] = True
    return data


def hand_as_data(hand: Hand) -> dict[str, Json]:
    data: dict[str, Json] = {"went_out": hand.went_out, "red_threes": hand.red_threes}
    if hand.tally is None:
        data |= {"melds": list(hand.melds), "hand": hand.hand}
    else:
        data["tally"] = {**hand.tally._asdict(), "combinations": dict(hand.tally.combinations)}
    flags = {"concealed": hand.concealed, "forfeits_card_points": hand.forfeits_card_points}
    data |= {name: True for name, value in flags.items() if value}
    if hand.penalties:
        data["penalties"] = dict(hand.penalties)
    if hand.claimed is not None:
        data["claimed"] = hand.claimed
    return data
