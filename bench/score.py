"""Measures how fast deals are scored: python bench/score.py [--deals N] [--lines N] [--played N]

The floor is a bare loop over the same deals as tuples of numbers, which adds card values and bonuses and
checks nothing. Each rate is printed as deals a second and as a part of the floor of the same run. Processor
time is measured, runs are taken in turn and the best of each counts. The bounds, on deals of Samba with ten
melds:

    with lines        1/16 of the floor    data read, every check, lines and totals
    manage.py score   2 times the cost of scoring, `json.loads` and `json.dumps` of the same lines

Then, without a bound, simulated deals of every rule set, about twenty melds each.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scoring import rulesets
from scoring.core import simulate
from scoring.core.pipeline import evaluate
from scoring.core.ruleset import FindRules, RuleSet
from scoring.core.serialize import deal_result_as_data

SEED = 20_261_121
RANKS = "456789TJQKA"
MELDS_A_SIDE = 5
REPEATS = 15
MIN_PARTS = {"with lines": 16}
MAX_COMMAND_FACTOR = 2
Data = Mapping[str, object]
Floor = tuple[tuple[tuple[tuple[tuple[int, ...], int], ...], tuple[int, ...]], ...]


# Deals of Samba: five melds a side, the first two complete, so that either side can have gone out.


class Pack:
    """Three packs, from which melds are taken as long as there are cards."""

    def __init__(self, dice: random.Random) -> None:
        self.dice = dice
        self.suited = Counter({suit + rank: 3 for suit in "shdc" for rank in RANKS})
        self.others = Counter({"2": 12, "*": 6})

    def left(self, rank: str) -> int:
        return sum(self.suited[suit + rank] for suit in "shdc")

    def sequence(self, length: int) -> str | None:
        suit, start = self.dice.choice("shdc"), self.dice.randrange(len(RANKS) - length + 1)
        cards = RANKS[start : start + length]
        if any(not self.suited[suit + rank] for rank in cards):
            return None
        self.suited.subtract(suit + rank for rank in cards)
        return suit + cards

    def of_a_rank(self, naturals: int, wild: int) -> str | None:
        rank = self.dice.choice(RANKS)
        if self.left(rank) < naturals or self.others.total() < wild:
            return None
        self.take(rank, naturals)
        return rank * naturals + "".join(self.wild() for _ in range(wild))

    def take(self, rank: str, number: int) -> None:
        for _ in range(number):
            self.suited[max("shdc", key=lambda suit: self.suited[suit + rank]) + rank] -= 1

    def wild(self) -> str:
        card = self.dice.choice([*self.others.elements()])
        self.others[card] -= 1
        return card

    def hand(self, number: int) -> str:
        cards = self.dice.sample([*self.suited.elements(), *self.others.elements()], number)
        self.suited.subtract(card for card in cards if len(card) == 2)
        self.others.subtract(card for card in cards if len(card) == 1)
        return "".join(card[-1] for card in cards)


def meld(pack: Pack, complete: bool) -> str:
    dice = pack.dice
    while True:
        if dice.random() < 0.35:
            made = pack.sequence(7 if complete else dice.randint(3, 6))
        elif complete:
            wild = dice.choice((0, 0, 1, 2))
            made = pack.of_a_rank(7 - wild + dice.choice((0, 0, 1)), wild)
        else:
            made = pack.of_a_rank(dice.randint(3, 5), dice.choice((0, 0, 0, 1, 2)))
        if made is not None:
            return made


def deal(dice: random.Random) -> Data:
    pack = Pack(dice)
    hands: list[Data] = []
    out = dice.randrange(2)
    for side in range(2):
        melds = [meld(pack, complete=at < 2) for at in range(MELDS_A_SIDE)]
        red = dice.randint(0, 3)
        held = pack.hand(dice.randint(8, 22)) + "B" * dice.choice((0, 0, 1))
        hands.append({"melds": melds, "red_threes": red, "hand": held, "went_out": side == out})
    before = [5 * dice.randint(-100, 1900) for _ in range(2)]
    return {"ruleset": "samba", "players": [2, 2], "before": before, "ended": "out", "hands": hands}


def deals(number: int) -> list[Data]:
    """Return this many different deals, the same in every run."""
    dice = random.Random(SEED)
    by_hands: dict[str, Data] = {}
    while len(by_hands) < number:
        data = deal(dice)
        by_hands.setdefault(json.dumps(data["hands"]), data)
    return list(by_hands.values())


# The floor.


def as_numbers(data: Data, card_values: Mapping[str, int]) -> Floor:
    hands = data["hands"]
    assert isinstance(hands, list)
    values = {**card_values, "3": card_values["B"]}
    return tuple(
        (
            tuple((numbers(cards.lstrip("shdc"), values), bonus(cards)) for cards in hand["melds"]),
            numbers(hand["hand"], values),
        )
        for hand in hands
    )


def numbers(cards: str, values: Mapping[str, int]) -> tuple[int, ...]:
    return tuple(values[card] for card in cards)


def bonus(cards: str) -> int:
    if len(cards.lstrip("shdc")) < 7:
        return 0
    if cards[0] in "shdc":
        return 1500
    return 300 if "2" in cards or "*" in cards else 500


def floor(deals: Sequence[Floor]) -> int:
    total = 0
    for sides in deals:
        for melds, hand in sides:
            for cards, extra in melds:
                total += extra
                for value in cards:
                    total += value
            for value in hand:
                total -= value
    return total


# Measuring.


def call_for_all(work: Callable[[Data, FindRules], object], deals: Sequence[Data]) -> None:
    for data in deals:
        work(data, rulesets.find)


def best_of(works: Mapping[str, Callable[[], object]], repeats: int = REPEATS) -> dict[str, float]:
    """Return the best time of each, with the runs taken in turn."""
    best = dict.fromkeys(works, float("inf"))
    for _ in range(repeats):
        for name, work in works.items():
            start = processor_time()
            work()
            best[name] = min(best[name], processor_time() - start)
    return best


def processor_time() -> float:
    """Return the processor time of this process and of those that it has started."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def seconds(deals: Sequence[Data], rules: RuleSet) -> dict[str, float]:
    """Return the seconds for all deals: of the floor, and with lines."""
    plain = [as_numbers(data, rules.card_values) for data in deals]
    return best_of(
        {
            "floor": lambda: floor(plain),
            "with lines": lambda: call_for_all(evaluate, deals),
        }
    )


def show(times: Mapping[str, float], number: int, bounds: Mapping[str, int]) -> bool:
    """Print a line for each, and return whether all bounds are kept."""
    is_kept = True
    for name, time_taken in times.items():
        factor = time_taken / times["floor"]
        bound = f"   at least 1/{bounds[name]}" if name in bounds else ""
        rate, microseconds = number / time_taken, time_taken / number * 1e6
        print(f"  {name:<13}{rate:>10,.0f} deals/s{microseconds:>8.2f} µs   1/{factor:.1f}{bound}")
        is_kept = is_kept and factor <= bounds.get(name, factor)
    return is_kept


def show_played(number: int) -> None:
    for rules in rulesets.newest_editions():
        made = [simulate.play_deal(rules, random.Random(seed)).data for seed in range(number)]
        print(f"{len(made)} deals of {rules.slug}, played")
        show(seconds(made, rules), len(made), {})


# The command.


def run(lines: str) -> None:
    with tempfile.TemporaryFile() as out:
        arguments = [sys.executable, str(ROOT / "manage.py"), "score", lines]
        subprocess.run(arguments, stdout=out, check=True, cwd=ROOT, timeout=600)


def show_command(made: Sequence[Data], number: int) -> bool:
    """Compare the command with its parts, without its start, which is measured with an empty file."""
    texts = [json.dumps(made[at % len(made)]) for at in range(number)]
    answers = [
        deal_result_as_data(evaluate(data, rulesets.find), lambda problem: problem.code.value)
        for data in made[:1000]
    ]
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as file:
        file.write("\n".join(texts) + "\n")
        file.flush()
        times = best_of(
            {
                "command": lambda: run(file.name),
                "empty": lambda: run(os.devnull),
                "loads": lambda: [None for text in texts if json.loads(text) is None],
                "dumps": lambda: [None for data in answers if json.dumps(data) == ""],
                "scoring": lambda: call_for_all(evaluate, made),
            },
            repeats=3,
        )
    parts = {
        "scoring": times["scoring"] / len(made) * number,
        "json.loads": times["loads"],
        "json.dumps": times["dumps"] / len(answers) * number,
    }
    factor = (times["command"] - times["empty"]) / sum(parts.values())
    print(f"manage.py score, {number} lines: {times['command']:.2f} s, {times['empty']:.2f} s of it to start")
    print(f"  {', '.join(f'{name} {part:.2f} s' for name, part in parts.items())}")
    print(f"  {factor:.2f} times the sum of these   at most {MAX_COMMAND_FACTOR}")
    return factor <= MAX_COMMAND_FACTOR


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--deals", type=int, default=4000)
    parser.add_argument("--lines", type=int, default=100_000, help="lines given to manage.py score; 0: none")
    parser.add_argument("--played", type=int, default=300, help="deals of every rule set, played; 0: none")
    arguments = parser.parse_args()
    rules = rulesets.find("samba")
    assert rules is not None
    made = deals(arguments.deals)
    assert all(evaluate(data, rulesets.find).score is not None for data in made)
    print(f"{len(made)} deals of Samba, ten melds each, no two alike")
    is_kept = show(seconds(made, rules), len(made), MIN_PARTS)
    if arguments.played:
        show_played(arguments.played)
    if arguments.lines:
        is_kept = show_command(made, arguments.lines) and is_kept
    print("All bounds are kept." if is_kept else "A bound is missed.")
    return 0 if is_kept else 1


if __name__ == "__main__":
    sys.exit(main())
