"""Drawn partners by standing: four neighbours at each table, and the partners among them.

Of the three ways to pair four players the one counts that repeats the fewest partners, then opponents; lots
decide. Places are exchanged with another table only where two would meet who cannot or are not to, or where
two who wish to be partners would not be at one table: then as near as possible.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Final

from tournaments.core.drawing.apart import APART_TIMES, are_apart
from tournaments.core.drawing.fixed_tables import both_fixed
from tournaments.core.drawing.meeting import (
    DrawEntry,
    MeetingReason,
    ReasonCode,
    are_all_tied,
    sorted_by_standing,
)
from tournaments.core.drawing.movement import Movement
from tournaments.core.drawing.partner_tables import PLAYERS_PER_TABLE, PartnerTables
from tournaments.core.drawing.proposal import DrawInput, DrawTable, PartnerCounts, Proposal, propose
from tournaments.core.movements.partners import check_partners, sitting_out
from tournaments.core.played_rounds import FaultCode, Finding, PastRounds, PlayedRound, fours_at
from tournaments.core.texts import gettext_noop

_Table = list[DrawEntry]
# What a table costs at which everybody may meet everybody, before distances.
_ALL_WELL: Final = (0, 0)


@dataclass(frozen=True, slots=True)
class _TableCosts:
    """What it costs to seat four at a table: two who cannot meet, two who are not to, then distances."""

    places: dict[int, int]
    counts: PartnerCounts

    def cost(self, *tables: _Table) -> tuple[int, int, int]:
        fixed, wrong, gaps = 0, 0, 0
        for table in tables:
            for first, second in combinations(table, 2):
                fixed += both_fixed(first, second)
                wrong += are_apart(first, second)
                gaps += (self.places[first.entry] - self.places[second.entry]) ** 2
            wrong += self._fewest_wrong_partners(table)
        return fixed, wrong, gaps

    def _fewest_wrong_partners(self, table: _Table) -> int:
        """Return how many are partners at the best who are not to be."""
        a, b, c, d = (player.entry for player in table)
        ways = (((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c)))
        return min(sum(self.counts.get(side, 0) // APART_TIMES for side in sides) for sides in ways)


def _seat(playing: Sequence[DrawEntry], counts: PartnerCounts) -> list[_Table]:
    """Seat neighbours together, and exchange two players at a time while that is better."""
    costs = _TableCosts({player.entry: place for place, player in enumerate(playing)}, counts)
    tables = [[*playing[at : at + PLAYERS_PER_TABLE]] for at in range(0, len(playing), PLAYERS_PER_TABLE)]
    improved = any(costs.cost(table)[:2] > _ALL_WELL for table in tables)
    while improved:
        improved = False
        for one, other in combinations(tables, 2):
            for at, to in product(range(PLAYERS_PER_TABLE), repeat=2):
                before = costs.cost(one, other)
                one[at], other[to] = other[to], one[at]
                if costs.cost(one, other) < before:
                    improved = True
                else:
                    one[at], other[to] = other[to], one[at]
    return tables


def _draw(draw_input: DrawInput) -> Proposal:
    standing = sorted_by_standing(draw_input.present, draw_input.seed)
    out = sitting_out(standing, draw_input.seed)
    alone = {meeting.entries[0] for meeting in out}
    playing = [player for player in standing if player.entry not in alone]
    sides = PartnerTables(
        seed=draw_input.seed,
        partnered=draw_input.partner_counts,
        met={player.entry: player.met for player in playing},
    )
    code = ReasonCode.LOT if are_all_tied(playing) else ReasonCode.NEIGHBOURS
    tables = []
    for table in _seat(playing, draw_input.partner_counts):
        seated = sides.seat([player.entry for player in table])
        reasons = [MeetingReason(code)]
        if seated.cost.partners:
            reasons.append(MeetingReason(ReasonCode.SAME_PARTNER, {"times": seated.cost.partners}))
        tables += [DrawTable(four, tuple(reasons)) for four in seated.tables]
    return Proposal([*tables, *propose(out).tables])


# The check shares no function with the draw.


def _check(played: PlayedRound, before: PastRounds) -> Iterator[Finding]:
    """Places one to four sit together, five to eight, and so on; partners as where they are drawn by lot.

    Where somebody keeps a table, is not to meet another or has a wish, others are at a table in between.
    """
    yield from check_partners(played, before)
    if played.fixed_tables or played.apart or played.wished:
        return
    ways = list(product(*(fours_at(table) for table in played.tables)))
    strangers = [_not_of_neighbours(played, fours) for fours in ways]
    if strangers and all(strangers):
        for at in strangers[0]:
            yield FaultCode.NOT_NEIGHBOURS, played.tables[at]


def _not_of_neighbours(played: PlayedRound, fours: Sequence[tuple[int, ...]]) -> list[int]:
    """Return at which tables no neighbours sit, if these were the fours before others joined."""
    drawn = {entry for four in fours for entry in four}
    playing = [entry for entry in played.standing if entry in drawn]
    wanted = [{*playing[at : at + 4]} for at in range(0, len(playing), 4)]
    return [at for at, four in enumerate(fours) if {*four} not in wanted]


PARTNERS_BY_STANDING: Final = Movement(
    code="partners_ranked",
    label=gettext_noop("drawn partners, neighbours in the standings at a table"),
    position=85,
    draw=_draw,
    check=_check,
    entries_per_side=2,
    rule=gettext_noop(
        "Four neighbours in the standings sit at a table, and partners are drawn among them so that as few "
        "as possible are repeated."
    ),
)
