"""Planning a season: which team takes which place of the pattern, and which day each round.

Each start takes days, deals the places out to the teams by the cheapest assignment for these days, and
betters both by turns: it exchanges two teams, and chooses the days anew by dynamic programming. It ends when
a bound proves that no plan has fewer clashes. One seed gives one plan.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import combinations
from typing import Final, NamedTuple

from tournaments.core.drawing.matching import Edge, match_edges
from tournaments.core.leagues.fixtures import (
    MatchDay,
    PlannedMatch,
    SeasonPlan,
    SeasonTemplate,
    find_clashes,
)
from tournaments.core.leagues.pattern import HomeAndAway, pattern_of

# So many starts are tried while the bound is not reached.
_STARTS: Final = 24


class _Venue(IntEnum):
    """Where a team plays in a round."""

    NOWHERE = 0
    AWAY = 1
    HOME = 2


_Pattern = Sequence[Sequence[HomeAndAway]]
# What it costs to play a round on a day, both by their positions.
_CostOfDay = Callable[[int, int], int]


class _Draft(NamedTuple):
    """The place of each team in a pattern, the day of each round, and the clashes that this makes."""

    pattern: _Pattern
    places: Sequence[int]
    days: Sequence[int]
    cost: int


@dataclass(frozen=True, slots=True)
class _Puzzle:
    """A template as numbers: teams, places, rounds and days by their positions."""

    pattern: _Pattern
    # By place and round.
    venues: Sequence[Sequence[_Venue]]
    # By team, venue and day.
    costs: Sequence[Sequence[Sequence[int]]]
    # The rounds in which a place is at home, a bit each.
    homes: Sequence[int]
    # Teams that are at home at the same place.
    sharing: Sequence[Sequence[int]]

    @property
    def size(self) -> int:
        return len(self.costs)

    @property
    def days(self) -> int:
        return len(self.costs[0][0])

    def at(self, team: int, place: int, number: int, day: int) -> int:
        return self.costs[team][self.venues[place][number]][day]

    def own_costs(self, days: Sequence[int]) -> list[list[int]]:
        """What each place costs each team, others apart."""
        return [
            [
                sum(self.at(team, place, number, day) for number, day in enumerate(days))
                for place in range(self.size)
            ]
            for team in range(self.size)
        ]

    def taken(self, places: Sequence[int]) -> int:
        """How often one more team is at home where another one is."""
        return sum(_overlap([self.homes[places[team]] for team in teams]) for teams in self.sharing)

    def cost(self, places: Sequence[int], days: Sequence[int]) -> int:
        return self.taken(places) + sum(
            self.at(team, place, number, day)
            for team, place in enumerate(places)
            for number, day in enumerate(days)
        )


def _overlap(homes: Sequence[int]) -> int:
    together = 0
    for rounds in homes:
        together |= rounds
    return sum(map(int.bit_count, homes)) - together.bit_count()


def plan_season(template: SeasonTemplate) -> SeasonPlan:
    """Plan a season with as few clashes as are found."""
    puzzles = list(_puzzles(template))
    bound = min(map(_bound, puzzles))
    draft = _best(puzzles, bound, random.Random(template.seed))  # noqa: S311 - for variety alone
    matches = tuple(_matches(template, draft))
    clashes = find_clashes(matches, template.teams, template.blocked_places, template.taken)
    return SeasonPlan(matches, tuple(clashes), bound)


def _matches(template: SeasonTemplate, draft: _Draft) -> Iterator[PlannedMatch]:
    number_at = {place: team.number for team, place in zip(template.teams, draft.places, strict=True)}
    for number, (meetings, day) in enumerate(zip(draft.pattern, draft.days, strict=True), 1):
        for home, away in meetings:
            when, teams = template.days[day], (number_at[home], number_at[away])
            yield PlannedMatch(number, when, *teams, lasting=template.lasting)


# The template as numbers.


def _puzzles(template: SeasonTemplate) -> Iterator[_Puzzle]:
    """The pattern as it is, and with all sides changed."""
    pattern = pattern_of(len(template.teams), template.legs, template.order)
    costs = [_costs_of(template, position) for position in range(len(template.teams))]
    sharing = _sharing(template)
    for one in (pattern, tuple(tuple(meeting.returned for meeting in round_) for round_ in pattern)):
        venues = _venues(one, len(template.teams))
        yield _Puzzle(one, venues, costs, list(map(_homes, venues)), sharing)


def _venues(pattern: _Pattern, size: int) -> list[list[_Venue]]:
    venues = [[_Venue.NOWHERE] * len(pattern) for _place in range(size)]
    for number, meetings in enumerate(pattern):
        for home, away in meetings:
            venues[home][number], venues[away][number] = _Venue.HOME, _Venue.AWAY
    return venues


def _homes(venues: Sequence[_Venue]) -> int:
    return sum(1 << number for number, venue in enumerate(venues) if venue is _Venue.HOME)


def _costs_of(template: SeasonTemplate, position: int) -> list[list[int]]:
    team = template.teams[position]
    closed = template.blocked_places.get(team.place, frozenset())
    taken = [one for one in template.taken if one.place == team.place] if team.place else []
    away = [int(when.day in team.blocked) for when in template.days]
    home = [
        cost + (when.day in closed) + _is_taken(template, when, taken)
        for cost, when in zip(away, template.days, strict=True)
    ]
    return [[0] * len(template.days), away, home]


def _is_taken(template: SeasonTemplate, when: MatchDay, taken: Iterable[PlannedMatch]) -> bool:
    there = PlannedMatch(0, when, 0, 0, lasting=template.lasting)
    return any(there.is_during(other) for other in taken)


def _sharing(template: SeasonTemplate) -> list[list[int]]:
    teams_at: dict[str, list[int]] = defaultdict(list)
    for position, team in enumerate(template.teams):
        if team.place:
            teams_at[team.place].append(position)
    return [teams for teams in teams_at.values() if len(teams) > 1]


# The bound.


def _bound(puzzle: _Puzzle) -> int:
    """Return so many clashes that no plan has fewer: by the days alone, or with own days for each team.

    What several teams of one place cost comes on top: they are at home more often than there are rounds.
    """
    return max(_bound_by_days(puzzle), _bound_by_teams(puzzle)) + sum(
        _least_taken(puzzle, len(teams)) for teams in puzzle.sharing
    )


def _least_taken(puzzle: _Puzzle, teams: int) -> int:
    fewest = sorted(map(int.bit_count, puzzle.homes))[:teams]
    return max(0, sum(fewest) - len(puzzle.pattern))


def _bound_by_days(puzzle: _Puzzle) -> int:
    """In each round all but one of an odd number play, and half of them are at home."""
    least = sorted(_least_on(puzzle, day) for day in range(puzzle.days))
    return sum(least[: len(puzzle.pattern)])


def _least_on(puzzle: _Puzzle, day: int) -> int:
    matches = puzzle.size // 2
    away = [costs[_Venue.AWAY][day] for costs in puzzle.costs]
    closed = [costs[_Venue.HOME][day] > costs[_Venue.AWAY][day] for costs in puzzle.costs]
    return max(0, sum(away) - puzzle.size % 2) + max(0, matches - (puzzle.size - sum(closed)))


def _bound_by_teams(puzzle: _Puzzle) -> int:
    """Each team has the days that are best for it alone."""

    def least(team: int, place: int) -> int:
        return _cheapest_days(puzzle, lambda number, day: puzzle.at(team, place, number, day))[0]

    costs = [[least(team, place) for place in range(puzzle.size)] for team in range(puzzle.size)]
    return sum(costs[team][place] for team, place in enumerate(_assigned(costs)))


# The search.


def _best(puzzles: Sequence[_Puzzle], bound: int, dice: random.Random) -> _Draft:
    best = _improved(puzzles[0], _first_days(puzzles[0], 0, dice), dice)
    for start in range(_STARTS):
        for puzzle in puzzles:
            if best.cost <= bound:
                return best
            draft = _improved(puzzle, _first_days(puzzle, start, dice), dice)
            best = min(best, draft, key=lambda one: one.cost)
    return best


def _first_days(puzzle: _Puzzle, start: int, dice: random.Random) -> list[int]:
    """The days that suit most teams, and after that days by lot."""
    if start == 0:
        return _cheapest_days(puzzle, lambda _number, day: _least_on(puzzle, day))[1]
    return sorted(dice.sample(range(puzzle.days), len(puzzle.pattern)))


def _improved(puzzle: _Puzzle, days: list[int], dice: random.Random) -> _Draft:
    """Better places and days by turns as long as there are fewer clashes."""
    places = _assigned(puzzle.own_costs(days), dice)
    cost = puzzle.cost(places, days)
    while True:
        _exchange(puzzle, places, days, dice)
        days = _days_for(puzzle, places, days)
        now = puzzle.cost(places, days)
        if now >= cost:
            return _Draft(puzzle.pattern, places, days, now)
        cost = now


def _assigned(costs: Sequence[Sequence[int]], dice: random.Random | None = None) -> list[int]:
    """Return the place of each team so that all together are cheapest; of several ways one by lot."""
    size = len(costs)
    order = list(range(size))
    if dice is not None:
        dice.shuffle(order)
    edges = [
        Edge(team, size + at, costs[team][place]) for team in range(size) for at, place in enumerate(order)
    ]
    matching = match_edges(2 * size, edges)
    if matching is None:
        raise LookupError("no assignment")
    found = {min(pair): order[max(pair) - size] for pair in matching.pairs}
    return [found[team] for team in range(size)]


def _exchange(puzzle: _Puzzle, places: list[int], days: Sequence[int], dice: random.Random) -> None:
    """Exchange the places of two teams as long as that saves a clash."""
    own = puzzle.own_costs(days)

    def cost() -> int:
        return puzzle.taken(places) + sum(map(list.__getitem__, own, places))

    pairs, least, saved = list(combinations(range(puzzle.size), 2)), cost(), True
    while saved:
        saved = False
        dice.shuffle(pairs)
        for one, other in pairs:
            places[one], places[other] = places[other], places[one]
            now = cost()
            if now < least:
                least, saved = now, True
            else:
                places[one], places[other] = places[other], places[one]


def _days_for(puzzle: _Puzzle, places: Sequence[int], days: list[int]) -> list[int]:
    """Choose the days for these places; those at hand stay unless others are better."""

    def cost(number: int, day: int) -> int:
        return sum(puzzle.at(team, place, number, day) for team, place in enumerate(places))

    least, found = _cheapest_days(puzzle, cost)
    return found if least < sum(map(cost, range(len(days)), days)) else days


def _cheapest_days(puzzle: _Puzzle, cost: _CostOfDay) -> tuple[int, list[int]]:
    """Return the days in their order for all rounds that cost least together, the earlier ones of equals."""
    rounds, spare = len(puzzle.pattern), puzzle.days - len(puzzle.pattern)
    # The least cost of all rounds up to this one, the last of them on a day or before it.
    rows: list[list[int]] = []
    for number in range(rounds):
        row: list[int] = []
        for skipped in range(spare + 1):
            before = rows[-1][skipped] if rows else 0
            now = before + cost(number, number + skipped)
            row.append(now if not row else min(now, row[-1]))
        rows.append(row)
    return rows[-1][-1], _traced(rows)


def _traced(rows: Sequence[Sequence[int]]) -> list[int]:
    skipped, days = len(rows[0]) - 1, []
    for number in reversed(range(len(rows))):
        while skipped and rows[number][skipped - 1] == rows[number][skipped]:
            skipped -= 1
        days.append(number + skipped)
    return days[::-1]
