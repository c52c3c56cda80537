"""What a league has agreed on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from tournaments.core.leagues.decisions import DECISIONS
from tournaments.core.leagues.match import MatchDecision
from tournaments.core.results import ResultTerms, walkover_margin
from tournaments.core.schemes import SCHEMES
from tournaments.core.worth import AgreedScheme, GameOutcome, SchemeNumbers

# Limits of what can be agreed on.
MAX_TABLES: Final = 12
MAX_PAIR: Final = 3
MAX_LEGS: Final = 4
MAX_MATCH_POINTS: Final = 100
MAX_MARGIN: Final = 100_000
MAX_REMINDER_DAYS: Final = 30
_USUAL_NUMBERS: Final = SchemeNumbers()


class PairsMeeting(StrEnum):
    """Which pairs meet in a match."""

    # Pair 1 meets pair 1, pair 2 meets pair 2.
    TABLE_TO_TABLE = "table_to_table"
    # Each pair meets so many pairs of the other team, one after the other.
    EACH_AGAINST = "each_against"
    # Lots say which pairs meet, after both line-ups are known.
    DRAWN = "drawn"


class WithdrawnTeam(StrEnum):
    """What becomes of the matches of a team that has left in the season."""

    # Under half of its matches played: struck out, all of them; else the others win the rest by walkover.
    BY_HALF = "by_half"
    STRUCK_OUT = "struck_out"
    STANDS = "stands"


class Reserves(StrEnum):
    """Who may play for a team besides its own players."""

    # Those named as reserves of the team.
    NAMED = "named"
    # They, and the players of lower teams of the same club.
    LOWER_TEAMS = "lower_teams"
    NOBODY = "nobody"


# The result at the tables, by the name of the criterion of the standings of events that compares it there:
# a match stands for a game, its match points for the points, its table points for the own points.
CHAIN_CRITERIA: Final = {
    "match_points": "points",
    "table_points": "own_points",
    "difference": "difference",
    "head_to_head": "head_to_head",
    "wins": "wins",
}
USUAL_CHAIN: Final = ("match_points", "table_points", "difference", "head_to_head")


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueRules:
    """How a league is played and counted."""

    # So many pairs a team, of so many players.
    tables: int = 2
    pair_size: int = 2
    meeting: PairsMeeting = PairsMeeting.TABLE_TO_TABLE
    # How many pairs of the other team each pair meets, where it meets several.
    opponents: int = 2
    # Each team meets each other so many times.
    legs: int = 2
    # What a game gives at its table.
    scheme: str = "scl"
    numbers: SchemeNumbers = _USUAL_NUMBERS
    # What counts as the margin of a walkover; None is its share of the target, as for events.
    margin: int | None = None
    walkover_percent: int | None = None
    # What decides a match, and what it gives.
    decision: str = "points_diff"
    win: int = 2
    draw: int = 1
    loss: int = 0
    # What decides the places of the league table, one after the other.
    chain: tuple[str, ...] = USUAL_CHAIN
    withdrawn: WithdrawnTeam = WithdrawnTeam.BY_HALF
    reserves: Reserves = Reserves.NAMED
    # How often a player may play as a reserve; None is no limit.
    reserve_times: int | None = None
    # A postponed match is to be played within so many days.
    postponed_days: int = 14
    # After so many hours without an answer a result counts as confirmed.
    silence_hours: int = 48
    # How many teams change divisions at the end of the season.
    promoted: int = 1
    relegated: int = 1
    # A game is over after so many deals; None is at its target.
    deals: int | None = None
    # How a game that is recorded deal by deal is corrected, and who signs it: by the codes of games.
    corrections: str = "strict"
    signers: str = "all"
    # So many days before a match its captains are reminded by mail; None is never.
    reminder_days: int | None = None

    @property
    def match_decision(self) -> MatchDecision:
        return DECISIONS[self.decision]

    @property
    def agreed_scheme(self) -> AgreedScheme:
        return AgreedScheme(SCHEMES[self.scheme], self.numbers)

    def for_target(self, target: int) -> LeagueRules:
        """Return them as they are counted in a game to this target."""
        return replace(self, margin=walkover_margin(self.margin, target))

    @property
    def terms(self) -> ResultTerms:
        """Return what results are worth, by rules that are for a target."""
        if self.margin is None:
            raise LookupError("the margin of a walkover depends on the target")
        return ResultTerms(
            scheme=self.agreed_scheme,
            margin=self.margin,
            walkover_percent=self.walkover_percent,
        )

    @property
    def times_met(self) -> int:
        """Return how many games each pair plays in a match."""
        return min(self.opponents, self.tables) if self.meeting is PairsMeeting.EACH_AGAINST else 1

    @property
    def games(self) -> int:
        """Return how many games a match has."""
        return self.tables * self.times_met

    def meetings(self) -> Iterator[tuple[int, int]]:
        """Return which pairs meet at each table, as far as no lots decide: home pair and away pair."""
        for shift in range(self.times_met):
            for pair in range(self.tables):
                yield pair + 1, (pair + shift) % self.tables + 1

    def match_points(self, outcome: GameOutcome) -> int:
        return {GameOutcome.WIN: self.win, GameOutcome.DRAW: self.draw, GameOutcome.LOSS: self.loss}.get(
            outcome, 0
        )
