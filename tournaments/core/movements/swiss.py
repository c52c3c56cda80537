"""Swiss (“hissi”, Monrad): the best pairing over all tables at once.

No rematch, no second sit-out while somebody has had none, club mates apart when asked, and the smallest
differences in points, in this order; then the smallest distances in the standing, in which the point
difference and lots have ordered those of equal points. Two who keep their tables never meet. Knows what
entries have done; must not know how the cheapest pairing is found.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tournaments.core.movements.matching import Edge, cheapest
from tournaments.core.movements.meeting import Before, Meeting, Reason, Why, all_stand_alike, in_standing


class Drawn(NamedTuple):
    """A round, and whether it is proved that no other is better."""

    meetings: tuple[Meeting, ...]
    exact: bool


def swiss(field: Sequence[Before], seed: str, *, clubs_apart: bool = False) -> Drawn:
    """Draw a round. With an odd number one sits out: somebody who has done so least often."""
    if len(field) < 2:
        return Drawn(tuple(_sits_out(one, one.sit_outs) for one in field), exact=True)
    scales = scales_of(in_standing(field, seed), clubs_apart)
    places = len(scales.standing) + len(scales.standing) % 2
    found = cheapest(places, lambda window: list(scales.edges(window)))
    return Drawn(tuple(scales.told(*pair) for pair in found.pairs), found.exact)


@dataclass(frozen=True, slots=True)
class Scales:
    """What everything costs, packed into one integer: a unit of each outweighs all that comes after it.

    Gaps are squared, so that two small ones are better than none and a large one. The place after the last is
    nobody's: who is paired with it sits out.
    """

    standing: tuple[Before, ...]
    clubs_apart: bool
    rematch: int
    sit_out: int
    mates: int
    points: int
    fewest: int
    alike: bool

    def edges(self, window: int) -> Iterator[Edge]:
        """From each place to those within the window, and from everybody to nobody's place."""
        standing, last = self.standing, len(self.standing)
        for one, above in enumerate(standing):
            club, stays = above.club if self.clubs_apart else None, above.table is not None
            for other, below in enumerate(standing[one + 1 : one + window + 1], one + 1):
                if stays and below.table is not None:
                    continue
                gap = above.points - below.points
                cost = gap * gap * self.points + (other - one) * (other - one)
                # Asked here, and not for each pair by a function: there are ten thousands of them.
                if below.entry in above.met or (club is not None and club == below.club):
                    cost += self.shunned(above, below)
                yield Edge(one, other, cost)
            if last % 2:
                yield Edge(one, last, self.cost_of_sitting_out(one, above))

    def shunned(self, above: Before, below: Before) -> int:
        """What it costs beside all gaps that these meet again, or are club mates."""
        cost = above.met.get(below.entry, 0) * self.rematch
        return cost + self.mates if self.clubs_apart and _are_mates(above, below) else cost

    def cost_of_sitting_out(self, place: int, one: Before) -> int:
        """Who has sat out more often than others, and then who stands far from the last place."""
        again, above_last = one.sit_outs - self.fewest, one.points - self.standing[-1].points
        return again * self.sit_out + above_last**2 * self.points + (len(self.standing) - place) ** 2

    def told(self, one: int, other: int) -> Meeting:
        """The meeting with its reasons: what was weighed, and what could not be avoided."""
        above = self.standing[one]
        if other == len(self.standing):
            return _sits_out(above, self.fewest)
        below = self.standing[other]
        reasons = [self.weighed(above, below)]
        if below.entry in above.met:
            reasons.append(Reason(Why.REMATCH, {"times": above.met[below.entry]}))
        if self.clubs_apart and _are_mates(above, below):
            reasons.append(Reason(Why.CLUB_MATES))
        return Meeting((above.entry, below.entry), tuple(reasons))

    def weighed(self, above: Before, below: Before) -> Reason:
        """Their gap; where nobody stands above another there is none, and lots alone have ordered them."""
        if self.alike:
            return Reason(Why.LOT)
        gap = {"points": above.points - below.points, "difference": above.difference - below.difference}
        return Reason(Why.SMALLEST_GAP, gap)


def scales_of(standing: Sequence[Before], clubs_apart: bool) -> Scales:
    """Each unit is more than everything that is weighed after it can come to in a whole round."""
    tables = len(standing) // 2 + 1
    points = tables * (len(standing) + 1) ** 2 + 1
    mates = points * (tables * (standing[0].points - standing[-1].points) ** 2 + 1)
    sit_out = mates * (tables + 1)
    had = [one.sit_outs for one in standing]
    return Scales(
        tuple(standing),
        clubs_apart,
        rematch=sit_out * (max(had) - min(had) + 1),
        sit_out=sit_out,
        mates=mates,
        points=points,
        fewest=min(had),
        alike=all_stand_alike(standing),
    )


def _are_mates(one: Before, other: Before) -> bool:
    return one.club is not None and one.club == other.club


def _sits_out(one: Before, fewest: int) -> Meeting:
    reasons = [Reason(Why.FEWEST_SIT_OUTS, {"had": one.sit_outs})]
    if one.sit_outs > fewest:
        reasons.append(Reason(Why.SECOND_SIT_OUT))
    return Meeting((one.entry,), tuple(reasons))
