"""Swiss (“hissi”, Monrad): the best pairing over all tables at once.

No rematch, no second sit-out while an entry has had none, club mates apart when asked, and the smallest
differences in points, in this order; then the smallest distances in the standing, in which the point
difference and lots have ordered entries with equal points. Two entries with fixed tables never meet.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final, NamedTuple

from tournaments.core.drawing.matching import Edge, find_cheapest_pairing
from tournaments.core.drawing.meeting import (
    DrawEntry,
    Meeting,
    MeetingReason,
    ReasonCode,
    are_all_tied,
    sorted_by_standing,
)
from tournaments.core.drawing.movement import Movement
from tournaments.core.drawing.proposal import DrawInput, Proposal, propose
from tournaments.core.movement_checks import avoidable_rematches, exchanges
from tournaments.core.played_rounds import FaultCode, Finding, PastRounds, PlayedRound, all_can_meet
from tournaments.core.texts import gettext_noop


class SwissRound(NamedTuple):
    """The meetings of a round, and whether it is proved that no other round is better."""

    meetings: tuple[Meeting, ...]
    exact: bool


def draw_swiss(field: Sequence[DrawEntry], seed: str, *, clubs_apart: bool = False) -> SwissRound:
    """Draw a round; with an odd number one of the entries that have sat out least often sits out."""
    if len(field) < 2:
        return SwissRound(tuple(_sit_out(entry, entry.sit_outs) for entry in field), exact=True)
    costs = costs_for(sorted_by_standing(field, seed), clubs_apart)
    places = len(costs.standing) + len(costs.standing) % 2
    matching = find_cheapest_pairing(places, lambda window: list(costs.edges(window)))
    return SwissRound(tuple(costs.meeting(*pair) for pair in matching.pairs), matching.exact)


@dataclass(frozen=True, slots=True)
class Costs:
    """The costs of a round, packed into one integer: a unit of each outweighs all that come after it.

    Gaps are squared, so that two small ones are better than none and a large one. The place after the last is
    empty: the entry that is paired with it sits out.
    """

    standing: tuple[DrawEntry, ...]
    clubs_apart: bool
    rematch: int
    sit_out: int
    mates: int
    points: int
    fewest_sit_outs: int
    all_tied: bool

    def edges(self, window: int) -> Iterator[Edge]:
        """Yield the edges from each place to those within the window, and to the empty place."""
        standing, last = self.standing, len(self.standing)
        for first, above in enumerate(standing):
            club, is_fixed = above.club if self.clubs_apart else None, above.table is not None
            for second, below in enumerate(standing[first + 1 : first + window + 1], first + 1):
                if is_fixed and below.table is not None:
                    continue
                gap = above.points - below.points
                cost = gap * gap * self.points + (second - first) * (second - first)
                # Inline, not a function call for each pair: there are tens of thousands of them.
                if below.entry in above.met or (club is not None and club == below.club):
                    cost += self.cost_of_rematch(above, below)
                yield Edge(first, second, cost)
            if last % 2:
                yield Edge(first, last, self.cost_of_sitting_out(first, above))

    def cost_of_rematch(self, above: DrawEntry, below: DrawEntry) -> int:
        """Return the cost of their meeting again or being club mates, which outweighs all gaps."""
        cost = above.met.get(below.entry, 0) * self.rematch
        return cost + self.mates if self.clubs_apart and _are_mates(above, below) else cost

    def cost_of_sitting_out(self, place: int, entry: DrawEntry) -> int:
        """Return what earlier sit-outs cost, and then the distance from the last place."""
        extra, above_last = entry.sit_outs - self.fewest_sit_outs, entry.points - self.standing[-1].points
        return extra * self.sit_out + above_last**2 * self.points + (len(self.standing) - place) ** 2

    def meeting(self, first: int, second: int) -> Meeting:
        """Return the meeting of two places with its reasons: the gap, and what could not be avoided."""
        above = self.standing[first]
        if second == len(self.standing):
            return _sit_out(above, self.fewest_sit_outs)
        below = self.standing[second]
        reasons = [self.gap_reason(above, below)]
        if below.entry in above.met:
            reasons.append(MeetingReason(ReasonCode.REMATCH, {"times": above.met[below.entry]}))
        if self.clubs_apart and _are_mates(above, below):
            reasons.append(MeetingReason(ReasonCode.CLUB_MATES))
        return Meeting((above.entry, below.entry), tuple(reasons))

    def gap_reason(self, above: DrawEntry, below: DrawEntry) -> MeetingReason:
        """Return their gap; where all entries are tied there is none, and lots alone have ordered them."""
        if self.all_tied:
            return MeetingReason(ReasonCode.LOT)
        gap = {"points": above.points - below.points, "difference": above.difference - below.difference}
        return MeetingReason(ReasonCode.SMALLEST_GAP, gap)


def costs_for(standing: Sequence[DrawEntry], clubs_apart: bool) -> Costs:
    """Return costs of which each unit is more than all lesser costs of a whole round together."""
    tables = len(standing) // 2 + 1
    points = tables * (len(standing) + 1) ** 2 + 1
    mates = points * (tables * (standing[0].points - standing[-1].points) ** 2 + 1)
    sit_out = mates * (tables + 1)
    sit_outs = [entry.sit_outs for entry in standing]
    return Costs(
        tuple(standing),
        clubs_apart,
        rematch=sit_out * (max(sit_outs) - min(sit_outs) + 1),
        sit_out=sit_out,
        mates=mates,
        points=points,
        fewest_sit_outs=min(sit_outs),
        all_tied=are_all_tied(standing),
    )


def _are_mates(first: DrawEntry, second: DrawEntry) -> bool:
    return first.club is not None and first.club == second.club


def _sit_out(entry: DrawEntry, fewest: int) -> Meeting:
    reasons = [MeetingReason(ReasonCode.FEWEST_SIT_OUTS, {"had": entry.sit_outs})]
    if entry.sit_outs > fewest:
        reasons.append(MeetingReason(ReasonCode.SECOND_SIT_OUT))
    return Meeting((entry.entry,), tuple(reasons))


def _draw(draw_input: DrawInput) -> Proposal:
    drawn = draw_swiss(draw_input.present, draw_input.seed, clubs_apart=draw_input.clubs_apart)
    return propose(drawn.meetings, exact=drawn.exact)


# The check shares no function with the draw.


def _check(played: PlayedRound, before: PastRounds) -> Iterator[Finding]:
    """No avoidable rematch, whichever entry sits out; no better exchange between two tables."""
    yield from avoidable_rematches(played, before)
    rematches = before.rematches_in(played)
    for entry in played.entered if rematches and len(played.out) == 1 else ():
        if all_can_meet(played, before, frozenset(played.entered) - {entry}, rematches - 1):
            yield FaultCode.REMATCH, (*played.out, entry)
            break
    for table, other_table in combinations(played.tables, 2):
        cost = _cost_of(played, before, table).plus(_cost_of(played, before, other_table))
        for first, second in exchanges(table, other_table):
            other_cost = _cost_of(played, before, first).plus(_cost_of(played, before, second))
            if other_cost < cost and played.keeps_fixed_entries_apart(first, second):
                yield FaultCode.NOT_THE_BEST, (*table, *other_table)
                break


class _MeetingCost(NamedTuple):
    """What a meeting costs: the most important first."""

    rematches: int
    mates: int
    gaps: int

    def plus(self, other: _MeetingCost) -> _MeetingCost:
        return _MeetingCost(*(own + added for own, added in zip(self, other, strict=True)))


def _cost_of(played: PlayedRound, before: PastRounds, table: tuple[int, ...]) -> _MeetingCost:
    entry, opponent = table
    clubs = played.clubs
    are_mates = played.clubs_apart and entry in clubs and clubs[entry] == clubs.get(opponent)
    gap = played.points.get(entry, 0) - played.points.get(opponent, 0)
    return _MeetingCost(before.met[frozenset(table)], int(are_mates), gap * gap)


SWISS: Final = Movement(
    code="swiss",
    label=gettext_noop("Swiss"),
    position=60,
    draw=_draw,
    check=_check,
    avoids_rematches=True,
    keeps_clubs_apart=True,
    proves_best=True,
    rematch_outweighs_sit_out=True,
)
