"""How balanced rounds are that are drawn one after the other; `movements.py` writes them into the page.

Evenings of dice with fixed seeds: what is counted here is counted by nothing of the product. Nothing is read
but this repository, so the same figures come out on every machine.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT)]

from tournaments.core.drawing.meeting import DrawEntry
from tournaments.core.drawing.movement import Movement
from tournaments.core.drawing.proposal import DrawInput, DrawTable
from tournaments.core.movements.danish import DANISH_MODIFIED, DANISH_PURE
from tournaments.core.movements.ladder import LADDER, WINNERS_STAY
from tournaments.core.movements.partners import PARTNERS
from tournaments.core.movements.partners_by_standing import PARTNERS_BY_STANDING
from tournaments.core.movements.swiss import SWISS
from tournaments.core.movements.three_sided import THREE_SIDED

DRAWN: Final = (
    PARTNERS,
    PARTNERS_BY_STANDING,
    SWISS,
    DANISH_MODIFIED,
    DANISH_PURE,
    THREE_SIDED,
    LADDER,
    WINNERS_STAY,
)
SIZES: Final = (8, 9, 10, 11, 16, 20, 30, 40, 60)
PARTS: Final = (5, 10)
# So many evenings of each; the worst one is shown.
EVENINGS: Final = 3
_TWO: Final = 2
_OF_A_PART: Final = ("repeated", "at best", "most", "at best", "sit-outs", "at best")


class Figures(NamedTuple):
    """What is counted of an evening, or the best that can be: lower is better."""

    # Meetings of two who have met before; of drawn partners, partners who have been partners before.
    repeated: int
    # How often those two have met who have met most often.
    most: int
    # The fewest and the most sit-outs of an entry; at three sides its tables of two.
    least_out: int
    most_out: int

    @property
    def out(self) -> str:
        return str(self.least_out) if self.least_out == self.most_out else f"{self.least_out}–{self.most_out}"


class Evening:
    """Rounds of a movement, whose games the dice decide."""

    def __init__(self, movement: Movement, entries: int, seed: int) -> None:
        self.movement, self.seed = movement, seed
        self.dice = Random(f"{movement.code}/{entries}/{seed}")
        self.field = [DrawEntry(entry) for entry in range(1, entries + 1)]
        self.met: Counter[tuple[int, int]] = Counter()
        self.partners: Counter[tuple[int, int]] = Counter()
        self.rounds = 0

    def play(self) -> None:
        self.rounds += 1
        drawn = self.movement.draw(
            DrawInput(
                present=self.field,
                all_entries=[entry.entry for entry in self.field],
                turn=self.rounds,
                clubs_apart=False,
                partner_counts=self.partners,
                seed=f"{self.seed}/{self.rounds}",
            )
        )
        playing = [table for table in drawn.tables if not table.sits_out]
        for table in playing:
            for one, other in combinations(table.sides, _TWO):
                self.met.update(_both_ways((mine, theirs) for mine in one for theirs in other))
            for side in table.sides:
                self.partners.update(_both_ways(combinations(side, _TWO)))
        seated = {entry: (at, table) for at, table in enumerate(playing, 1) for entry in table.entries}
        leads = {at: self._lead() for at in range(1, len(playing) + 1)}
        self.field = [
            self._sits_out(entry)
            if entry.entry not in seated
            else self._after(entry, *seated[entry.entry], leads[seated[entry.entry][0]])
            for entry in self.field
        ]

    def _lead(self) -> int:
        return self.dice.choice((-1, 1)) * self.dice.randrange(5, 8000, 5)

    def _sits_out(self, entry: DrawEntry) -> DrawEntry:
        return entry._replace(sit_outs=entry.sit_outs + 1, last_table=None, last_outcome="")

    def _after(self, entry: DrawEntry, at: int, table: DrawTable, lead: int) -> DrawEntry:
        """Return an entry after its game: the first side has this lead; of three the third is between."""
        side = next(number for number, side in enumerate(table.sides) if entry.entry in side)
        own = (lead, -lead, 0)[side]
        return entry._replace(
            points=entry.points + 1 + (own > 0) - (own < 0),
            difference=entry.difference + own,
            met={other.entry: self.met[entry.entry, other.entry] for other in self.field},
            small_tables=entry.small_tables + (len(table.sides) < self.movement.sides),
            last_table=at,
            last_outcome="win" if own > 0 else "loss",
        )

    def figures(self) -> Figures:
        counted = self.partners if self.movement.draws_partners else self.met
        repeated = sum(times - 1 for (one, other), times in counted.items() if one < other)
        out = [entry.small_tables if _has_three(self.movement) else entry.sit_outs for entry in self.field]
        return Figures(repeated, max(counted.values()), min(out), max(out))


def _both_ways(pairs: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    for one, other in pairs:
        yield one, other
        yield other, one


def _has_three(movement: Movement) -> bool:
    return movement.sides > _TWO


def at_best(movement: Movement, entries: int, rounds: int) -> Figures:
    """Return what no rounds can do better: all meetings, and all sit-outs, spread evenly."""
    if _has_three(movement):
        out = -entries % movement.sides * _TWO * rounds
        meetings = (entries - -entries % movement.sides) * rounds
    else:
        seats = movement.sides * movement.entries_per_side
        out = entries % seats * rounds
        meetings = entries // seats * (_TWO if movement.draws_partners else 1) * rounds
    pairs = entries * (entries - 1) // 2
    return Figures(max(0, meetings - pairs), -(-meetings // pairs), out // entries, -(-out // entries))


def worst_of_evenings(movement: Movement, entries: int, rounds: int) -> Figures:
    """Return the worst of the evenings in each figure."""
    played = [_played(movement, entries, seed, rounds) for seed in range(1, EVENINGS + 1)]
    return Figures(
        max(each.repeated for each in played),
        max(each.most for each in played),
        min(each.least_out for each in played),
        max(each.most_out for each in played),
    )


def _played(movement: Movement, entries: int, seed: int, rounds: int) -> Figures:
    evening = Evening(movement, entries, seed)
    for _round in range(rounds):
        evening.play()
    return evening.figures()


# The table.


def headings() -> Iterator[str]:
    titles = ["movement", "entries"]
    for part in PARTS:
        first, *others = _OF_A_PART
        titles += [f"{part} rounds: {first}", *others]
    yield f"| {' | '.join(titles)} |"
    yield f"|{'---|' * len(titles)}"


def line(movement: Movement, entries: int, parts: Sequence[int] = PARTS) -> str:
    """Return the line of a movement and a size; a test that has no time asks for the first part alone."""
    cells = [movement.label, str(entries)]
    for rounds in parts:
        found, best = worst_of_evenings(movement, entries, rounds), at_best(movement, entries, rounds)
        cells += [str(found.repeated), str(best.repeated), str(found.most), str(best.most)]
        cells += [found.out, best.out]
    return f"| {' | '.join(cells)} |"


def table_lines() -> Iterator[str]:
    yield from headings()
    for movement in DRAWN:
        for entries in SIZES:
            yield line(movement, entries)
