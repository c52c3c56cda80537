"""How fast deals are scored, beside a floor: python bench/score.py [--deals N]

The floor is a bare loop over the same deals as tuples of numbers, which adds card values and bonuses and
checks nothing. Each figure is given as deals a second and as a part of the floor of the same run. What must
be reached:

    with lines      1/10 of the floor   reading, every check, lines and totals
    totals only     1/7 of the floor    the same without lines
    manage.py score 1.5 times the cost of scoring, `json.loads` and `json.dumps` of the same lines at the most
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scoring.core.counting import tables_of  # noqa: E402 - the repository is put on the path first
from scoring.core.result import answer  # noqa: E402
from scoring.core.rulesets import find  # noqa: E402
from scoring.core.scored import scored, totals  # noqa: E402

SEED = 20_261_121
RANKS = "456789TJQKA"
VALUES = {"*": 50, **dict.fromkeys("A2", 20), **dict.fromkeys("KQJT98", 10), **dict.fromkeys("7654RB3", 5)}
MELDS_A_SIDE = 5
REPEATS = 5
Data = dict[str, object]
Floor = tuple[tuple[tuple[tuple[tuple[int, ...], int], ...], tuple[int, ...]], ...]


# Deals of Samba: five melds a side, the first two of them complete, so that either side may have gone out.


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
        held = pack.hand(dice.randint(4, 12)) + "B" * dice.choice((0, 0, 1))
        hands.append({"melds": melds, "red_threes": red, "hand": held, "went_out": side == out})
    before = [5 * dice.randint(-100, 1900) for _ in range(2)]
    return {"ruleset": "samba", "players": [2, 2], "before": before, "ended": "out", "hands": hands}


def deals(number: int) -> list[Data]:
    """So many deals, no two alike, the same in every run."""
    dice = random.Random(SEED)
    found: dict[str, Data] = {}
    while len(found) < number:
        made = deal(dice)
        found.setdefault(json.dumps(made["hands"]), made)
    return list(found.values())


# The floor.


def as_numbers(made: Data) -> Floor:
    hands = made["hands"]
    assert isinstance(hands, list)
    return tuple(
        (
            tuple(
                (tuple(VALUES[card] for card in cards.lstrip("shdc")), bonus(cards))
                for cards in hand["melds"]
            ),
            values(hand["hand"]),
        )
        for hand in hands
    )


def values(cards: str) -> tuple[int, ...]:
    return tuple(VALUES[card] for card in cards)


def bonus(cards: str) -> int:
    if len(cards.lstrip("shdc")) < 7:
        return 0
    if cards[0] in "shdc":
        return 1500
    return 300 if "2" in cards or "*" in cards else 500


def floor(numbers: Sequence[Floor]) -> int:
    total = 0
    for sides in numbers:
        for melds, hand in sides:
            for cards, extra in melds:
                total += extra
                for value in cards:
                    total += value
            for value in hand:
                total -= value
    return total


# Measuring.


def each(work: Callable[[Data], object], made: Sequence[Data]) -> None:
    for one in made:
        work(one)


def seconds(work: Callable[[], object]) -> float:
    """The best of a few runs."""
    best = float("inf")
    for _ in range(REPEATS):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return best


def show(name: str, number: int, took: float, least: float) -> None:
    rate, part = number / took, least / took
    print(f"{name:<34}{rate:>12,.0f} deals/s {took / number * 1e6:>9.2f} µs   1/{1 / part:.1f} of the floor")


def command(lines: Path) -> float:
    """What `manage.py score` takes, and what starting it takes without a line."""
    return seconds(lambda: run(lines)) - seconds(lambda: run(Path(os.devnull)))


def run(lines: Path) -> None:
    with tempfile.TemporaryFile() as out:
        arguments = [sys.executable, str(ROOT / "manage.py"), "score", str(lines)]
        subprocess.run(arguments, stdout=out, check=True, cwd=ROOT, timeout=600)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--deals", type=int, default=20_000)
    parser.add_argument("--lines", type=int, default=100_000, help="lines given to manage.py score; 0: none")
    arguments = parser.parse_args()
    made = deals(arguments.deals)
    unscored = sum(scored(one).score is None for one in made)
    print(f"{len(made)} deals of Samba, ten melds each, {unscored} of them refused")
    numbers = [as_numbers(one) for one in made]
    least = seconds(lambda: floor(numbers))
    show("floor", len(made), least, least)
    with_lines = seconds(lambda: each(scored, made))
    show("with lines", len(made), with_lines, least)
    show("totals only", len(made), seconds(lambda: each(totals, made)), least)
    show_memo(made)
    if arguments.lines:
        show_command(made, arguments.lines, with_lines / len(made))


def show_memo(made: Sequence[Data]) -> None:
    rules = find("samba")
    assert rules is not None
    book = tables_of(rules).melds
    book.clear()
    before = book.read
    for one in made:
        scored(one)
    melds = 2 * MELDS_A_SIDE * len(made)
    print(f"melds found in the memo{1 - (book.read - before) / melds:>23.2%} of {melds}")


def show_command(made: Sequence[Data], number: int, scoring: float) -> None:
    texts = [json.dumps(made[at % len(made)]) for at in range(number)]
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as file:
        file.write("\n".join(texts) + "\n")
        file.flush()
        took = command(Path(file.name))
    answers = [answer(scored(one), lambda problem: problem.code.value) for one in made]
    parsing = seconds(lambda: [json.loads(text) for text in texts])
    writing = seconds(lambda: [json.dumps(one) for one in answers]) / len(made) * number
    least = scoring * number + parsing + writing
    print(f"manage.py score, {number} lines {took:>14.2f} s   {took / least:.2f} times the sum of its parts")
    print(f"  scoring {scoring * number:.2f} s, json.loads {parsing:.2f} s, json.dumps {writing:.2f} s")


if __name__ == "__main__":
    main()
