"""How balanced rounds are: python bench/movements.py [--write] [--search PLAYERS]

Prints, for 4 to 60 players, what the rounds of `individual` and `triples` bring: a whole set, and its first
five and ten rounds; and for some numbers of entries what rounds bring that are drawn one after the other
(`drawn_movements.py`). With `--write` the tables of `docs/movements.md` are written anew; a test compares
them.

`--search` looks for the starter of a whist tournament of 4k or 4k+1 players: the tables of the first round,
to which 1, 2, 3 and so on is added modulo 4k-1 or 4k+1. Two players change places, and an exchange that makes
it worse is kept the more seldom the worse it is, until each difference occurs once between partners and twice
between opponents. It takes seconds up to 20 players, and minutes to hours up to 33.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from math import exp
from pathlib import Path
from random import Random
from typing import Final

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "bench")]

import drawn_movements

from tournaments.core.designs.triples import get_triple_rounds
from tournaments.core.designs.whist import get_whist_rounds
from tournaments.core.drawing.balance import RoundsBalance, Spread, count_balance
from tournaments.core.drawing.layout import count_places
from tournaments.core.drawing.movement import Movement
from tournaments.core.movements.individual import INDIVIDUAL
from tournaments.core.movements.triples import TRIPLES

PAGE: Final = ROOT / "docs" / "movements.md"
SIZES: Final = range(4, 61)
PARTS: Final = (5, 10)
_TABLES: Final = (
    (INDIVIDUAL, get_whist_rounds, "partners"),
    (TRIPLES, get_triple_rounds, "threes"),
)


# The tables.


def table_lines(movement: Movement, sizes: Sequence[int] = SIZES) -> Iterator[str]:
    """Yield the lines of the table of a movement."""
    yield from _headings(movement)
    for players in sizes:
        yield _line(movement, players)


def _headings(movement: Movement) -> Iterator[str]:
    if movement is INDIVIDUAL:
        titles = [
            "players",
            "rounds",
            "partners of each",
            "as partners",
            "as opponents",
            "at best",
            "sit-outs",
        ]
    else:
        titles = ["entries", "rounds", "opponents of each", "times met", "at best", "tables of two"]
    last = titles[-1]
    for part in PARTS:
        titles += [f"{part} rounds: met", "at best", last]
    yield f"| {' | '.join(titles)} |"
    yield f"|{'---|' * len(titles)}"


def _line(movement: Movement, players: int) -> str:
    rounds = _rounds_of(movement)(count_places(movement, players))
    whole = _counted(movement, players, len(rounds))
    if movement is INDIVIDUAL:
        cells = [_label(whole.partners), _label(whole.times_partnered)]
    else:
        cells = [_label(whole.opponents)]
    cells += _met_cells(movement, players, whole)
    for part in PARTS:
        cells += _met_cells(movement, players, _counted(movement, players, part))
    return f"| {' | '.join([str(players), str(len(rounds)), *cells])} |"


def _met_cells(movement: Movement, players: int, balance: RoundsBalance) -> list[str]:
    often = balance.sit_outs if movement is INDIVIDUAL else balance.small_tables
    return [_label(balance.times_met), _label(_at_best(movement, players, balance.rounds)), _label(often)]


def _at_best(movement: Movement, players: int, rounds: int) -> Spread:
    """The meetings spread evenly over all pairs: no rounds of as many tables can do better."""
    if movement is INDIVIDUAL:
        meetings = players // 4 * 4 * rounds
    else:
        twos = -players % 3
        meetings = ((players - 2 * twos) + twos) * rounds
    pairs = players * (players - 1) // 2
    return Spread(meetings // pairs, -(-meetings // pairs))


def _counted(movement: Movement, players: int, rounds: int) -> RoundsBalance:
    balance = count_balance(movement, players, rounds)
    assert balance is not None, "there are rounds for each of these sizes"
    return balance


def _rounds_of(movement: Movement) -> Callable[[int], Sequence[object]]:
    return next(rounds for each, rounds, _name in _TABLES if each is movement)


def _label(spread: Spread) -> str:
    return str(spread.least) if spread.least == spread.most else f"{spread.least}–{spread.most}"


def written(page: str) -> str:
    """Return the page with its tables as they are now."""
    for movement, _rounds, name in _TABLES:
        page = _with_table(page, name, table_lines(movement))
    return _with_table(page, "drawn", drawn_movements.table_lines())


def _with_table(page: str, name: str, lines: Iterable[str]) -> str:
    before, begin, rest = page.partition(f"<!-- {name} -->\n")
    _old, end, after = rest.partition(f"<!-- end of {name} -->\n")
    return before + begin + "\n".join(lines) + "\n" + end + after


# The search.


def search_starter(players: int, seed: int = 1, heat: float = 0.75) -> list[tuple[int, ...]]:
    """Return the tables of a first round, the last place being the one that stays where all play."""
    modulus = players - 1 if players % 4 == 0 else players
    seats = list(range(1, modulus)) if players % 4 else [modulus, *range(modulus)]
    dice = Random(seed)
    counted = Counter(key for table in range(len(seats) // 4) for key in _keys(seats, table, modulus))
    while any(counted[key] != key[0] for key in _wanted(players, modulus)):
        one, other = dice.sample(range(len(seats)), 2)
        tables = {one // 4, other // 4}
        before = [key for table in tables for key in _keys(seats, table, modulus)]
        seats[one], seats[other] = seats[other], seats[one]
        after = [key for table in tables for key in _keys(seats, table, modulus)]
        worse = _change(counted, before, after)
        if worse > 0 and dice.random() >= exp(-worse / heat):
            seats[one], seats[other] = seats[other], seats[one]
            _change(counted, after, before)
    return [tuple(seats[at : at + 4]) for at in range(0, len(seats), 4)]


def _keys(seats: Sequence[int], table: int, modulus: int) -> Iterator[tuple[int, int]]:
    """Yield the differences at a table, each with how often it is wanted: 0 with the place that stays."""
    a, b, c, d = seats[4 * table : 4 * table + 4]
    for wanted, pairs in ((1, ((a, b), (c, d))), (2, tuple(product((a, b), (c, d))))):
        for one, other in pairs:
            gap = 0 if modulus in (one, other) else min((one - other) % modulus, (other - one) % modulus)
            yield wanted, gap


def _wanted(players: int, modulus: int) -> Iterator[tuple[int, int]]:
    yield from product((1, 2), range(players % 4, modulus // 2 + 1))


def _change(
    counted: Counter[tuple[int, int]], before: Sequence[tuple[int, int]], after: Sequence[tuple[int, int]]
) -> int:
    """Count these differences in place of those; return by how much the squared errors grow."""
    concerned = {*before, *after}
    old = sum((counted[key] - key[0]) ** 2 for key in concerned)
    counted.subtract(before)
    counted.update(after)
    return sum((counted[key] - key[0]) ** 2 for key in concerned) - old


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--search", type=int)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    if asked.search:
        tables = search_starter(asked.search, asked.seed)
        sys.stdout.write(", ".join(" ".join(map(str, table)) for table in tables) + "\n")
    elif asked.write:
        PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    else:
        for movement, _rounds, _name in _TABLES:
            sys.stdout.write("\n".join(table_lines(movement)) + "\n\n")
        sys.stdout.write("\n".join(drawn_movements.table_lines()) + "\n")


if __name__ == "__main__":
    main()
