"""The roll of champions: each competition with its years, and how many titles each player has.

A competition that was held once in a year gives a title, and so does a series or a league. Of one that was
held several times in a year, such as the evening of the club, the line says who won it most often.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import NamedTuple

from tournaments.core.history.competitions import competition_of

# The players of an entry, in its order.
Champions = tuple[int, ...]


class Winner(NamedTuple):
    """Who was in the first place: the players of an entry, or those of a team with its name."""

    players: Champions
    team: str = ""


class VictoryKind(StrEnum):
    """What was won."""

    EVENT = "event"
    SERIES = "series"
    # A division of a league of teams.
    LEAGUE = "league"


class Victory(NamedTuple):
    """What is over, with those in the first place; several where they share it."""

    club: int
    name: str
    day: date
    ruleset: str
    winners: tuple[Champions, ...]
    number: int
    kind: VictoryKind = VictoryKind.EVENT
    # Of a league the names of the teams that have won, and the number of their division.
    teams: tuple[str, ...] = ()
    division: int = 0

    @property
    def is_shared(self) -> bool:
        return len(self.winners) > 1

    @property
    def named_winners(self) -> Iterator[Winner]:
        """Yield those in the first place, with the name of their team where they are one."""
        teams = self.teams or ("",) * len(self.winners)
        return map(Winner, self.winners, teams)


# A competition: the club, its name in small letters, and what it is.
_Key = tuple[int, str, VictoryKind]


@dataclass(frozen=True, slots=True)
class RollYear:
    """What happened in a competition in a year, the latest victory first."""

    year: int
    victories: Sequence[Victory]
    # Whether whoever won has a title of it.
    gives_title: bool

    @property
    def champions(self) -> Sequence[Winner]:
        """Return who won, or who won most often; of a pair that changed its order the latest counts."""
        return self._most_often()[0]

    @property
    def times(self) -> int:
        """How often they won."""
        return self._most_often()[1]

    def _most_often(self) -> tuple[Sequence[Winner], int]:
        won = Counter[Winner]()
        shown: dict[Winner, Winner] = {}
        for winner in (winner for victory in self.victories for winner in victory.named_winners):
            known = winner._replace(players=tuple(sorted(winner.players)))
            won[known] += 1
            shown.setdefault(known, winner)
        most = max(won.values(), default=0)
        return [shown[known] for known, times in won.items() if times == most], most


@dataclass(frozen=True, slots=True)
class Competition:
    """A competition of a club with its years, the latest first."""

    club: int
    name: str
    kind: VictoryKind
    years: Sequence[RollYear]


def roll_of(victories: Iterable[Victory], ruleset: str = "") -> list[Competition]:
    """Return the competitions, those with titles and of the most years first; of a rule set, if one is given.

    Whether a competition was held once in a year does not depend on that choice.
    """
    held = _by_competition(victories)
    found = [_competition(key, years, ruleset) for key, years in held.items()]
    return sorted((one for one in found if one.years), key=_order)


def _by_competition(victories: Iterable[Victory]) -> Mapping[_Key, Mapping[int, list[Victory]]]:
    held: dict[_Key, dict[int, list[Victory]]] = {}
    for one in sorted(victories, key=lambda one: (one.day, one.number), reverse=True):
        key = (one.club, competition_of(one.name).casefold(), one.kind)
        held.setdefault(key, {}).setdefault(one.day.year, []).append(one)
    return held


def _competition(key: _Key, years: Mapping[int, Sequence[Victory]], ruleset: str) -> Competition:
    club, _name, kind = key
    latest = next(iter(years.values()))[0]
    lines = [
        RollYear(year, kept, kind is not VictoryKind.EVENT or len(all_held) == 1)
        for year, all_held in years.items()
        if (kept := [one for one in all_held if ruleset in ("", one.ruleset)])
    ]
    return Competition(club, competition_of(latest.name), kind, lines)


def _order(one: Competition) -> tuple[bool, int, int, str]:
    gives_titles = any(line.gives_title for line in one.years)
    return not gives_titles, -len(one.years), -one.years[0].year, one.name.casefold()


@dataclass(frozen=True, slots=True)
class TitleCount:
    """How often a player was first."""

    player: int
    titles: int
    # So many of them with others.
    shared: int
    # Evenings of competitions that were held several times in a year.
    evenings: int


def count_titles(roll: Iterable[Competition]) -> list[TitleCount]:
    """Return who was ever first, those with the most titles first."""
    titles, shared, evenings = Counter[int](), Counter[int](), Counter[int]()
    for line in (line for one in roll for line in one.years):
        for victory in line.victories:
            players = {player for team in victory.winners for player in team}
            (titles if line.gives_title else evenings).update(players)
            if line.gives_title and victory.is_shared:
                shared.update(players)
    counts = (TitleCount(one, titles[one], shared[one], evenings[one]) for one in titles | evenings)
    return sorted(counts, key=lambda one: (-one.titles, -one.evenings, one.shared, one.player))
