"""The next round of a division as it is proposed: drawn by its table, for the league manager to look at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, time

from tournaments.core.leagues.match import Fixture
from tournaments.core.leagues.next_round import DrawnTeam, draw_next_round
from tournaments.leagues.counting import CountedDivision, CountedLeague
from tournaments.models import Team

_FEWEST = 2


@dataclass(frozen=True, slots=True)
class ProposedMatch:
    """A match of the next round."""

    home: Team
    away: Team
    # How often both have met.
    met: int


@dataclass(frozen=True, slots=True)
class ProposedRound:
    """The next round of a division."""

    number: int
    matches: Sequence[ProposedMatch]
    sits_out: Team | None
    # Matches of the division that have no result yet: the table does not know them.
    open_matches: int

    @property
    def code(self) -> str:
        """What tells this round from another one: the page sends it back."""
        return ",".join(f"{one.home.number}-{one.away.number}" for one in self.matches)

    def fixtures(self, day: date | None, starts: time | None) -> list[Fixture]:
        return [
            Fixture(round=self.number, home=one.home.number, away=one.away.number, day=day, at=starts)
            for one in self.matches
        ]


def propose_round(counted: CountedLeague, division: CountedDivision) -> ProposedRound | None:
    """Draw the next round of a division by its table; None with fewer than two teams.

    It is the same one until something has changed in the division.
    """
    number = max((one.match.round for one in division.matches), default=0) + 1
    teams = _teams(counted, division)
    if len(teams) < _FEWEST:
        return None
    drawn = draw_next_round([*teams.values()], f"{counted.league.pk}/{division.division.pk}/{number}")
    by_number = {team.number: team for team in division.teams.values()}
    return ProposedRound(
        number=number,
        matches=[
            ProposedMatch(by_number[home], by_number[away], teams[home].met.get(away, 0))
            for home, away in drawn.meetings
        ],
        sits_out=None if drawn.sits_out is None else by_number[drawn.sits_out],
        open_matches=division.table.open_matches,
    )


def _teams(counted: CountedLeague, division: CountedDivision) -> dict[int, DrawnTeam]:
    """Return the teams that play on, by their numbers."""
    pairs = [(one.match.home.number, one.match.away.number) for one in division.matches]
    rounds = {one.match.round for one in division.matches}
    played = {
        (one.match.round, team) for one, pair in zip(division.matches, pairs, strict=True) for team in pair
    }
    met = Counter((one, other) for pair in pairs for one, other in (pair, pair[::-1]))
    home, away = Counter(pair[0] for pair in pairs), Counter(pair[1] for pair in pairs)
    first = "table_points" if counted.rules.chain[0] == "table_points" else "match_points"
    found: dict[int, DrawnTeam] = {}
    for line in division.table.lines:
        team = division.teams[line.team]
        if not team.is_withdrawn:
            found[team.number] = DrawnTeam(
                number=team.number,
                points=getattr(line, first),
                place=line.place or 0,
                met={other: times for (one, other), times in met.items() if one == team.number},
                sit_outs=sum((number, team.number) not in played for number in rounds),
                at_home=home[team.number] - away[team.number],
            )
    return found
