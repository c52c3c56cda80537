"""Reads a deal key by key and finds everything that cannot be read, with its place.

What cannot be read gets a neutral value, so that the rest can be checked all the same.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from scoring.core.deal_sheet import DealSheet
from scoring.core.house_rules import ChosenOptions, with_options
from scoring.core.problem import Code, Problem, quoted
from scoring.core.ruleset import FindRules, RuleSet
from scoring.core.schema import (
    CONTRACT_KEYS,
    DEAL_KEYS,
    ENDING_BY_NAME,
    HAND_KEYS,
    MAX_MELDS,
    MIN_NUMBER,
    SIDE_COUNTS,
    STRAIN_BY_NAME,
    TALLY_KEYS,
    USUAL_PLAYERS,
    Json,
    is_whole_number,
    number_fault,
    quote_key,
    quote_value,
)
from scoring.core.vocabulary import (
    DIRECTOR,
    EMPTY_HAND,
    Contract,
    DealEnding,
    HandSheet,
    OptionValue,
    Strain,
    Tally,
)

# Takes the place of a meld that is not a text.
_UNREAD_MELD: Final = "?"
_MAX_SIDES: Final = max(SIDE_COUNTS)


class DealParser:
    """Reads the data of a deal once; what cannot be read goes to `problems`."""

    def __init__(self, data: dict[str, Json], find: FindRules) -> None:
        self.data = data
        self.find = find
        self.problems: list[Problem] = []
        # The parts with something unreadable: sides by their number, other parts by their key.
        self.unread: set[int | str] = set()

    def deal(self, edition: str | None) -> DealSheet | None:
        data = self.data
        if not DEAL_KEYS.issuperset(data):
            self.unknown_keys(data, DEAL_KEYS, None)
        rules = self.rules(edition)
        options = self.options(rules) if "options" in data else ()
        hands = self.hands()
        ended = self.ended()
        sides = self.sides(rules)
        players = self.players(rules, sides)
        before = self.totals(sides)
        contract = self.contract() if "contract" in data else None
        raises = self.raises(sides) if "opening_raises" in data else ()
        extra_deal = "extra_deal" in data and self.flag(data, "extra_deal", None)
        away = self.away(sides) if "away" in data else None
        if rules is None or hands is None or sides is None:
            return None
        if options:
            rules = with_options(rules, options)
        return DealSheet(
            rules, ended, hands, players, before, options, contract, raises, extra_deal, away=away
        )

    # Problems.

    def add_bad_value(self, path: str, side: int | None, reason: str, value: object = None) -> None:
        """Note a value that does not fit its place, is missing or is too large."""
        params = {"reason": reason} if value is None else {"reason": reason, "value": quote_value(value)}
        self.problems.append(Problem(Code.BAD_VALUE, side, path, params))
        self.unread.add(path.partition(".")[0].partition("[")[0] if side is None else side)

    def add_problem(self, code: Code, path: str, key: str, **params: str | int) -> None:
        self.problems.append(Problem(code, None, path, params))
        self.unread.add(key)

    def unknown_keys(
        self, data: dict[str, Json], known: Collection[str], side: int | None, path: str = ""
    ) -> None:
        for key in data:
            if key not in known:
                self.add_bad_value(f"{path}{quote_key(key)}", side, "unknown_key")

    # The deal.

    def rules(self, edition: str | None) -> RuleSet | None:
        slug = self.data.get("ruleset")
        if not isinstance(slug, str):
            self.add_bad_value("ruleset", None, "missing" if "ruleset" not in self.data else "type", slug)
            return None
        rules = self.find(slug, edition)
        if rules is None:
            self.add_problem(Code.UNKNOWN_RULESET, "ruleset", "ruleset", ruleset=quoted(slug))
        return rules

    def options(self, rules: RuleSet | None) -> ChosenOptions:
        options = self.data.get("options", {})
        if not isinstance(options, dict):
            self.add_bad_value("options", None, "type", options)
            return ()
        if rules is None or not options:
            return ()
        return tuple(chosen for name, value in options.items() for chosen in self.option(rules, name, value))

    def option(self, rules: RuleSet, name: str, value: Json) -> Iterable[tuple[str, OptionValue]]:
        path = f"options.{quote_key(name)}"
        option = rules.option(name)
        if option is None:
            self.add_problem(Code.UNKNOWN_OPTION, path, "options", option=quote_key(name))
            return ()
        choice = option.choice(value)
        if choice is None:
            self.add_problem(
                Code.BAD_OPTION, path, "options", option=quote_key(name), value=quote_value(value)
            )
            return ()
        return ((name, choice.value),)

    def hands(self) -> tuple[HandSheet | None, ...] | None:
        hands = self.data.get("hands")
        if not isinstance(hands, list):
            self.add_bad_value("hands", None, "missing" if "hands" not in self.data else "type", hands)
            return None
        read: list[HandSheet | None] = []
        for side, hand in enumerate(hands[:_MAX_SIDES]):
            read.append(None if hand is None else self.hand(hand, side))
        return tuple(read)

    def ended(self) -> DealEnding:
        value = self.data.get("ended")
        ended = ENDING_BY_NAME.get(value) if isinstance(value, str) else None
        if ended is None:
            self.add_bad_value("ended", None, "missing" if "ended" not in self.data else "choice", value)
            return DealEnding.CLOCK
        return ended

    def sides(self, rules: RuleSet | None) -> int | None:
        """Return the number of sides, where it fits the players and the game."""
        hands, players = self.data.get("hands"), self.data.get("players")
        if not isinstance(hands, list):
            return None
        count = len(hands)
        if isinstance(players, list):
            fits = count in SIDE_COUNTS and count == len(players)
        else:
            fits = count in ({len(counts) for counts in rules.player_counts} if rules else SIDE_COUNTS)
        if fits:
            return count
        self.add_problem(Code.WRONG_SIDES, "hands", "hands", count=count)
        return None

    def away(self, sides: int | None) -> int | None:
        """Return the side of three that does not play on."""
        problems_before = len(self.problems)
        away = self.number(self.data, "away", "", None)
        if len(self.problems) > problems_before:
            return None
        if sides is not None and (sides != max(SIDE_COUNTS) or away >= sides):
            self.add_bad_value("away", None, "too_large", away)
            return None
        return away

    def players(self, rules: RuleSet | None, sides: int | None) -> tuple[int, ...]:
        players = self.whole_numbers("players", sides, (USUAL_PLAYERS,) * (sides or 0), minimum=1)
        if rules and sides and "players" not in self.unread and players not in rules.player_counts:
            shape = "-".join(map(str, players))
            self.add_problem(Code.BAD_PLAYERS, "players", "players", players=shape)
        return players

    def totals(self, sides: int | None) -> tuple[int, ...]:
        totals = self.whole_numbers("before", sides, (0,) * (sides or 0), minimum=MIN_NUMBER)
        for side, total in enumerate(totals):
            if total % 5:
                path = f"before[{side}]"
                self.problems.append(Problem(Code.NOT_MULTIPLE_OF_5, side, path, {"value": total}))
                self.unread.add("before")
        return totals

    def raises(self, sides: int | None) -> tuple[int, ...]:
        return self.whole_numbers("opening_raises", sides, (), minimum=0)

    def whole_numbers(
        self, key: str, sides: int | None, default: tuple[int, ...], *, minimum: int
    ) -> tuple[int, ...]:
        """Return a list with a whole number for each side."""
        values = self.data.get(key, default)
        if values is default:
            return default
        if not isinstance(values, list):
            self.add_bad_value(key, None, "type", values)
            return default
        if sides is not None and len(values) != sides:
            self.add_problem(Code.WRONG_SIDES, key, key, count=len(values))
            return default
        numbers = []
        for at, value in enumerate(values):
            if is_whole_number(value, minimum):
                numbers.append(value)
            else:
                self.add_bad_value(f"{key}[{at}]", None, number_fault(value, minimum), value)
        return default if key in self.unread or sides is None else tuple(numbers)

    def contract(self) -> Contract | None:
        data = self.data.get("contract")
        if data is None:
            return None
        if not isinstance(data, dict):
            self.add_bad_value("contract", None, "type", data)
            return None
        self.unknown_keys(data, CONTRACT_KEYS, None, "contract.")
        side = self.number(data, "side", "contract", None)
        level = self.number(data, "level", "contract", None)
        doubled = self.flag(data, "doubled", "contract")
        strain = data.get("strain")
        if not isinstance(strain, str):
            self.add_bad_value("contract.strain", None, "missing" if "strain" not in data else "type", strain)
        elif strain not in STRAIN_BY_NAME:
            self.add_problem(Code.BAD_CONTRACT, "contract.strain", "contract", value=quoted(strain))
        named_strain = STRAIN_BY_NAME.get(strain if isinstance(strain, str) else "", Strain.CLUBS)
        return Contract(side, level, named_strain, doubled)

    # One hand.

    def hand(self, data: Json, side: int) -> HandSheet:
        path = f"hands[{side}]"
        if not isinstance(data, dict):
            self.add_bad_value(path, side, "type", data)
            return EMPTY_HAND
        if not HAND_KEYS.issuperset(data):
            self.unknown_keys(data, HAND_KEYS, side, f"{path}.")
        melds = self.melds(data, path, side)
        red_threes = self.number(data, "red_threes", path, side) if "red_threes" in data else 0
        hand = self.text(data, "hand", path, side)
        went_out = self.flag(data, "went_out", path, side)
        concealed = "concealed" in data and self.flag(data, "concealed", path, side)
        penalties = self.penalties(data, path, side) if "penalties" in data else ()
        forfeits = "forfeits_card_points" in data and self.flag(data, "forfeits_card_points", path, side)
        tally = self.tally(data["tally"], f"{path}.tally", side) if "tally" in data else None
        claimed = self.claimed(data, path, side) if "claimed" in data or "tally" in data else None
        return HandSheet(melds, red_threes, hand, went_out, concealed, penalties, forfeits, tally, claimed)

    def claimed(self, data: dict[str, Json], path: str, side: int) -> str | None:
        """Read a claim, which is in the hand or in its tally."""
        claimant = data if "claimed" in data else data.get("tally")
        if not isinstance(claimant, dict) or "claimed" not in claimant:
            return None
        return self.text(claimant, "claimed", path, side)

    def melds(self, data: dict[str, Json], path: str, side: int) -> tuple[str, ...]:
        melds = data.get("melds", [])
        if not isinstance(melds, list):
            self.add_bad_value(f"{path}.melds", side, "type", melds)
            return ()
        if len(melds) > MAX_MELDS:
            self.add_bad_value(f"{path}.melds", side, "too_large", len(melds))
            return ()
        texts: list[str] = []
        for meld in melds:
            if isinstance(meld, str):
                texts.append(meld)
            else:
                self.add_bad_value(f"{path}.melds[{len(texts)}]", side, "type", meld)
                # An unreadable meld keeps its place, so that the others keep theirs.
                texts.append(_UNREAD_MELD)
        return tuple(texts)

    def text(self, data: dict[str, Json], key: str, path: str, side: int) -> str:
        value = data.get(key, "")
        if isinstance(value, str):
            return value
        self.add_bad_value(f"{path}.{key}", side, "type", value)
        return ""

    def flag(self, data: dict[str, Json], key: str, path: str | None, side: int | None = None) -> bool:
        value = data.get(key, False)
        if isinstance(value, bool):
            return value
        self.add_bad_value(key if path is None else f"{path}.{key}", side, "type", value)
        return False

    def number(self, data: dict[str, Json], key: str, path: str, side: int | None) -> int:
        """Read a required whole number of at least zero."""
        value = data.get(key)
        if is_whole_number(value, 0):
            return value
        fault = number_fault(value, 0) if key in data else "missing"
        self.add_bad_value(f"{path}.{key}", side, fault, value)
        return 0

    def penalties(self, data: dict[str, Json], path: str, side: int) -> tuple[tuple[str, int], ...]:
        """Read how often each penalty was entered; the director's number is signed."""
        penalties = data["penalties"]
        if not isinstance(penalties, dict):
            self.add_bad_value(f"{path}.penalties", side, "type", penalties)
            return ()
        return self.counts(penalties, f"{path}.penalties", side, signed=DIRECTOR)

    def counts(
        self, data: dict[str, Json], path: str, side: int, signed: str | None = None
    ) -> tuple[tuple[str, int], ...]:
        counted = []
        for code, count in data.items():
            minimum = MIN_NUMBER if code == signed else 0
            if is_whole_number(count, minimum):
                counted.append((code, count))
            else:
                fault = number_fault(count, minimum)
                self.add_bad_value(f"{path}.{quote_key(code)}", side, fault, count)
        return tuple(counted)

    def tally(self, data: Json, path: str, side: int) -> Tally:
        if not isinstance(data, dict):
            self.add_bad_value(path, side, "type", data)
            return Tally()
        if not TALLY_KEYS.issuperset(data):
            self.unknown_keys(data, TALLY_KEYS, side, f"{path}.")
        combinations = data.get("combinations")
        if not isinstance(combinations, dict):
            reason = "type" if "combinations" in data else "missing"
            self.add_bad_value(f"{path}.combinations", side, reason, combinations)
            combinations = {}
        return Tally(
            combinations=self.counts(combinations, f"{path}.combinations", side),
            meld_points=self.number(data, "meld_points", path, side),
            hand_points=self.number(data, "hand_points", path, side),
            hand_red_threes=self.number(data, "hand_red_threes", path, side),
            hand_black_threes=self.number(data, "hand_black_threes", path, side),
        )
