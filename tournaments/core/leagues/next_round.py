"""The next round of a championship in one day: a Swiss draw of teams by the table of their division."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tournaments.core.drawing.meeting import DrawEntry
from tournaments.core.movements.swiss import draw_swiss


class DrawnTeam(NamedTuple):
    """A team before a round is drawn, with what it has done so far."""

    number: int
    points: int = 0
    place: int = 1
    # The teams it has met, and how often.
    met: Mapping[int, int] = {}
    sit_outs: int = 0
    # How often more it was at home than away.
    at_home: int = 0


class TeamRound(NamedTuple):
    """Who meets whom, the home team first, from the best table on; and who sits out."""

    meetings: tuple[tuple[int, int], ...]
    sits_out: int | None = None


def draw_next_round(teams: Sequence[DrawnTeam], seed: str) -> TeamRound:
    """Draw a round in which teams with equal points meet, and nobody again as far as that can be.

    Of the teams of a table the one that was at home less often is at home; else by turns down the tables.
    """
    by_number = {team.number: team for team in teams}
    # Among equal points those on better places come first, as those with a better difference in an event.
    field = [DrawEntry(one.number, one.points, -one.place, one.met, one.sit_outs) for one in teams]
    drawn = [meeting.entries for meeting in draw_swiss(field, seed).meetings]
    pairs = [(by_number[pair[0]], by_number[pair[1]]) for pair in drawn if len(pair) > 1]
    alone = [pair[0] for pair in drawn if len(pair) == 1]
    meetings = tuple(_sides(*pair, table) for table, pair in enumerate(pairs))
    return TeamRound(meetings, alone[0] if alone else None)


def _sides(one: DrawnTeam, other: DrawnTeam, table: int) -> tuple[int, int]:
    lead = one.at_home - other.at_home
    first_is_home = lead < 0 or (lead == 0 and table % 2 == 0)
    return (one.number, other.number) if first_is_home else (other.number, one.number)
