"""The careful way to read a deal, key by key: everything that cannot be read is found, with its place.

What cannot be read gets a neutral value, so that the rest can be looked at all the same. Knows the data
contract of a deal; must not know what is wrong with a deal that can be read.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from scoring.core import rulesets
from scoring.core.deal_sheet import EMPTY_HAND, Contract, DealSheet, Ended, Hand, Strain, Tally
from scoring.core.problem import Code, Problem, quoted
from scoring.core.rulesets.base import RuleSet, Setting
from scoring.core.schema import (
    CONTRACT_KEYS,
    DEAL_KEYS,
    DIRECTOR,
    ENDINGS,
    HAND_KEYS,
    MOST_MELDS,
    SIDES,
    STRAINS,
    TALLY_KEYS,
    TALLY_NUMBERS,
    TWO_A_SIDE,
    Charges,
    Json,
    named,
    shown,
    wrong_number,
)

# Stands in the place of a meld that is no text.
_UNREAD_MELD: Final = "?"


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
            [None if hand is None else self.hand(hand, side) for side, hand in enumerate(hands[: max(SIDES)])]
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
            self.claimed(data, here, side),
        )

    def claimed(self, data: dict[str, Json], here: str, side: int) -> str | None:
        tally = data.get("tally")
        if "claimed" not in data and isinstance(tally, dict) and "claimed" in tally:
            return self.text(tally, "claimed", here, side)
        return self.text(data, "claimed", here, side) if "claimed" in data else None

    def melds(self, data: dict[str, Json], here: str, side: int) -> tuple[str, ...]:
        melds = data.get("melds", [])
        if not isinstance(melds, list):
            self.bad(f"{here}.melds", side, "type", melds)
            return ()
        if len(melds) > MOST_MELDS:
            self.bad(f"{here}.melds", side, "too_large", len(melds))
            return ()
        for at, meld in enumerate(melds):
            if not isinstance(meld, str):
                self.bad(f"{here}.melds[{at}]", side, "type", meld)
        # A meld that cannot be read keeps its place, so that the others keep theirs.
        return tuple(meld if isinstance(meld, str) else _UNREAD_MELD for meld in melds)

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
            elif isinstance(count, int):
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
