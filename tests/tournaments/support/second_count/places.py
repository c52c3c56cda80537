"""Totals, tie-breaks and places (rulings 3, 5, 6, 14, 16)."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from tests.tournaments.support.second_count.games import DRAWN, LOST, WON, Outcome, most_of
from tests.tournaments.support.second_count.rounds import (
    InRound,
    average,
    count_rounds,
    game_scores,
    has_cancelled,
)
from tests.tournaments.support.second_count.rows import Event

NOBODY_MET: Final = ("sit_out", "missed", "walkover", "both_absent", "void")
DRAW_PARTNERS: Final = ("partners", "partners_ranked")
NO_GAME: Final = ("sit_out", "missed", "broken_off", "void")


@dataclass(frozen=True)
class Place:
    """A row of the standings."""

    place: int
    entry: int
    shared: bool
    decided_by: str
    points: int
    difference: int
    own: int
    wins: int
    draws: int
    losses: int


class Count:
    """The standings of an event."""

    def __init__(self, event: Event) -> None:
        self.event = event
        self.rows, self.outcomes, self.gone = count_rounds(event)
        self.everybody = [number for number, entry in event.entries.items() if not has_cancelled(entry)]
        self.in_circle = {drawn.number: drawn.movement == "round_robin" for drawn in event.rounds}

    def of(self, entry: int) -> list[InRound]:
        return self.rows.get(entry, [])

    def points(self, entry: int) -> int:
        return sum(row.score.points for row in self.of(entry)) + self.event.points[entry]

    def difference(self, entry: int) -> int:
        return sum(row.score.difference for row in self.of(entry)) + self.event.difference[entry]

    def own(self, entry: int) -> int:
        return sum(row.score.own for row in self.of(entry))

    def outcomes_like(self, entry: int, outcome: str) -> int:
        return sum(row.score.outcome == outcome for row in self.of(entry))

    # What a round can give.

    def half_and_middle(self, outcomes: Sequence[Outcome]) -> tuple[Fraction, Fraction]:
        agreed = self.event.agreed
        most = most_of(agreed)
        if most is None:
            mean = Fraction(average(game_scores(self.event, outcomes)).points)
            return mean, mean
        middle = Fraction(most, 2)
        if agreed["scheme"] == "places":
            middle = Fraction(100 * agreed["place_points"][1])
        return Fraction(most, 2), middle

    # Opponents.

    def as_opponent(self, entry: int) -> Fraction:
        """Who has gone home has the middle of what was left to make."""
        row, points = self.event.entries[entry], Fraction(self.points(entry))
        if row["state"] != "withdrawn" or row["until_round"] is None:
            return points
        had = {each.number for each in self.of(entry)}
        for number, outcomes in self.outcomes.items():
            if number > row["until_round"] and number not in had and not self.in_circle[number]:
                points += self.half_and_middle(outcomes)[1]
        return points

    def faced(self, entry: int) -> Iterator[tuple[Fraction, int]]:
        """The points of each opponent, and what was scored against it."""
        for row in self.of(entry):
            if row.in_circle or row.outcome.kind not in NOBODY_MET:
                for other in row.opponents:
                    if other in self.everybody:
                        yield self.as_opponent(other), row.score.points
            else:
                for points in self.virtual(entry, row):
                    yield points, row.score.points

    def virtual(self, entry: int, row: InRound) -> list[Fraction]:
        """Ruling 6: as many as a full table has, none with more than the entry itself."""
        own, number = Fraction(self.points(entry)), self.at_full_table()
        if row.outcome.kind == "walkover" and row.at != row.outcome.at_fault:
            away = self.away(row)
            if away:
                return ([min(own, self.as_opponent(other)) for other in away] * number)[:number]
        half = sum((self.half_and_middle(outcomes)[0] for outcomes in self.outcomes.values()), Fraction())
        return [min(own, half)] * number

    def away(self, row: InRound) -> list[int]:
        """Those of the absent side, all of them where partners are drawn."""
        table = (
            row.opponents
            if len(row.outcome.entries) < 3
            else (row.outcome.entries[row.outcome.at_fault or 0],)
        )
        return [other for other in table if other in self.everybody]

    def at_full_table(self) -> int:
        agreed = self.event.agreed
        per_side = 2 if any(phase["movement"] in DRAW_PARTNERS for phase in agreed["phases"]) else 1
        return int((agreed["sides"] - 1) * per_side)

    def together(self, opponents: Sequence[tuple[Fraction, int]]) -> Fraction:
        """The sum; on average for each where tables differ in size."""
        sizes = {
            len(row.opponents)
            for entry in self.everybody
            for row in self.of(entry)
            if row.outcome.kind not in NOBODY_MET and row.opponents
        }
        added = sum((points for points, _scored in opponents), Fraction())
        return added / len(opponents) if len(sizes) > 1 and opponents else added

    # Tie-breaks.

    def head_to_head(self, tied: Sequence[int]) -> Mapping[int, Any] | None:
        met = Counter(
            (entry, other)
            for entry in tied
            for row in self.of(entry)
            for other in row.opponents
            if other in tied
        )
        times = {met[one, other] for one in tied for other in tied if one != other}
        if times == {0} or len(times) > 1:
            return None
        return {
            entry: sum(row.score.points for row in self.of(entry) if {*row.opponents} & {*tied})
            for entry in tied
        }

    def combinations(self, entry: int) -> tuple[int, int]:
        made: Counter[str] = Counter()
        for drawn in self.event.rounds:
            for table in drawn.tables:
                entries = {each for side in table.sides for each in side}
                if drawn.movement == "round_robin" and entries & self.gone:
                    continue
                for side, combinations in zip(table.sides, table.combinations, strict=False):
                    if entry in side:
                        made.update(combinations)
        return made["samba"], made.total()

    def lots(self, tied: Sequence[int]) -> Mapping[int, Any] | None:
        drawn = {entry: self.event.entries[entry]["lot"] for entry in tied}
        return None if None in drawn.values() else {entry: -lot for entry, lot in drawn.items()}

    def seeded(self, tied: Sequence[int]) -> Mapping[int, Any]:
        seed = hmac.new(self.event.secret.encode(), b"lots", "sha256").hexdigest()[:32]
        order = sorted(
            self.everybody, key=lambda entry: hashlib.sha256(f"{seed}/{entry}".encode()).hexdigest()
        )
        return {entry: -order.index(entry) for entry in tied}

    def compared(self, code: str, tied: Sequence[int]) -> Mapping[int, Any] | None:
        match code:
            case "head_to_head":
                return self.head_to_head(tied)
            case "lot":
                return self.lots(tied)
            case "seeded_lot":
                return self.seeded(tied)
        return {entry: self.alone(code, entry) for entry in tied}

    def alone(self, code: str, entry: int) -> Any:
        by_code: Mapping[str, Callable[[], Any]] = {
            "points": lambda: self.points(entry),
            "difference": lambda: self.difference(entry),
            "own_points": lambda: self.own(entry),
            "wins": lambda: self.outcomes_like(entry, WON),
            "combinations": lambda: self.combinations(entry),
        }
        if code in by_code:
            return by_code[code]()
        rows = self.of(entry)
        if code == "average":
            made = [row.score.points for row in rows if row.outcome.kind not in NO_GAME]
            return Fraction(sum(made), len(made) or 1)
        if code == "all_but_worst":
            made = [row.score.points for row in rows]
            return sum(made) - min(made, default=0)
        if code == "better_half":
            return sum(sorted(row.score.points for row in rows)[len(rows) // 2 :])
        faced = sorted(self.faced(entry))
        if code == "sonneborn_berger":
            return sum((points * scored for points, scored in faced), Fraction())
        if code == "opponents_mean":
            return sum((points for points, _scored in faced), Fraction()) / (len(faced) or 1)
        chosen = {"opponents": faced, "opponents_cut": faced[1:], "opponents_median": faced[1:-1]}
        return self.together(chosen[code])

    # Places.

    def places(self, chain: Sequence[str]) -> list[Place]:
        outside = {number for number, entry in self.event.entries.items() if entry["outside"]}
        tied = [entry for entry in self.everybody if entry not in self.gone | outside]
        places: list[Place] = []
        for decided_by, group in self.split(tied, [*chain], ""):
            first = len(places) + 1
            places += [self.row(first, entry, len(group) > 1, decided_by) for entry in group]
        return places

    def row(self, place: int, entry: int, shared: bool, decided_by: str) -> Place:
        return Place(
            place,
            entry,
            shared,
            decided_by,
            self.points(entry),
            self.difference(entry),
            self.own(entry),
            *(self.outcomes_like(entry, outcome) for outcome in (WON, DRAWN, LOST)),
        )

    def split(self, tied: Sequence[int], chain: list[str], decided_by: str) -> list[tuple[str, list[int]]]:
        if len(tied) < 2 or not chain:
            return [(decided_by, sorted(tied))] if tied else []
        values = self.compared(chain[0], tied)
        if values is None:
            return self.split(tied, chain[1:], decided_by)
        found: list[tuple[str, list[int]]] = []
        for value in sorted(set(values.values()), reverse=True):
            group = [entry for entry in tied if values[entry] == value]
            again = chain[0] == "head_to_head" and len(group) < len(tied)
            why = chain[0] if found else decided_by
            found += self.split(group, chain if again else chain[1:], why)
        return found
