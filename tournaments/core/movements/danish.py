"""Danish: neighbours in the standing play, from the top.

`pure` allows rematches; `modified` passes over whom one has met, as long as those below can still be paired
without a rematch, and repeats as few meetings as can be where it must. Two who keep their tables pass each
other over in both. With an odd number the lowest of those
who have sat out least often sits out. Knows what entries have done; nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from tournaments.core.movements.matching import Edge, can_all_be_paired, cheapest
from tournaments.core.movements.meeting import Before, Meeting, Reason, Why, all_stand_alike, in_standing
from tournaments.core.movements.staying import both_stay, in_turn, passed_over


def pure(field: Sequence[Before], seed: str) -> tuple[Meeting, ...]:
    """First against second, third against fourth, whoever has met before."""
    playing, out = _who_plays(in_standing(field, seed))
    return (*_pairs_of(playing, in_turn(playing)), *out)


def modified(field: Sequence[Before], seed: str) -> tuple[Meeting, ...]:
    """The best that is left against the nearest whom he has not met.

    Where everybody cannot be paired without a rematch, as in the last round of a small field, as few as can
    be meet again, those who have met least often, and the nearest of these.
    """
    playing, out = _who_plays(in_standing(field, seed))
    places = list(range(len(playing)))
    if not _can_be_paired(playing, places):
        return (*_pairs_of(playing, _fewest_rematches(playing)), *out)
    chosen: list[tuple[int, int]] = []
    while places:
        first = places.pop(0)
        other = next(other for other in places if _leaves_others_paired(playing, places, first, other))
        places.remove(other)
        chosen.append((first, other))
    return (*_pairs_of(playing, chosen), *out)


def _fewest_rematches(playing: Sequence[Before]) -> list[tuple[int, int]]:
    """Places paired so that they have met as seldom as can be; then by the squares of their distances."""
    again = len(playing) ** 3

    def edges(window: int) -> list[Edge]:
        near = ((one, other) for one, other in combinations(range(len(playing)), 2) if other - one <= window)
        return [
            Edge(one, other, _times_met(playing[one], playing[other]) * again + (other - one) ** 2)
            for one, other in near
            if not both_stay(playing[one], playing[other])
        ]

    return list(cheapest(len(playing), edges).pairs)


def _times_met(one: Before, other: Before) -> int:
    return one.met.get(other.entry, 0)


def _who_plays(standing: Sequence[Before]) -> tuple[list[Before], tuple[Meeting, ...]]:
    """Everybody, but with an odd number the lowest of those who have sat out least often."""
    if len(standing) % 2 == 0:
        return list(standing), ()
    fewest = min(one.sit_outs for one in standing)
    lowest = next(one for one in reversed(standing) if one.sit_outs == fewest)
    reasons = (Reason(Why.FEWEST_SIT_OUTS, {"had": fewest}), Reason(Why.LOWEST))
    return [one for one in standing if one != lowest], (Meeting((lowest.entry,), reasons),)


def _have_met(one: Before, other: Before) -> bool:
    return other.entry in one.met


def _may_meet(one: Before, other: Before) -> bool:
    """They have not met, and one of them can go to the other's table."""
    return not _have_met(one, other) and not both_stay(one, other)


def _leaves_others_paired(playing: Sequence[Before], places: Sequence[int], first: int, other: int) -> bool:
    """They may meet, and everybody who is left can still be paired."""
    if not _may_meet(playing[first], playing[other]):
        return False
    return _can_be_paired(playing, [place for place in places if place != other])


def _can_be_paired(playing: Sequence[Before], places: Sequence[int]) -> bool:
    """Whether these can all meet somebody whom they have not met."""
    if _in_steps(playing, places):
        return True
    still = [playing[place] for place in places]
    couples = combinations(range(len(still)), 2)
    strangers = (couple for couple in couples if _may_meet(*(still[at] for at in couple)))
    return can_all_be_paired(len(still), strangers)


def _in_steps(playing: Sequence[Before], places: Sequence[int]) -> bool:
    """The short way to the same answer, as a rule: each takes the next whom he has not met."""
    left = list(places)
    while left:
        first = left.pop(0)
        other = next((other for other in left if _may_meet(playing[first], playing[other])), None)
        if other is None:
            return False
        left.remove(other)
    return True


def _pairs_of(playing: Sequence[Before], chosen: Sequence[tuple[int, int]]) -> list[Meeting]:
    return [_meeting(playing, one, other) for one, other in chosen]


def _meeting(playing: Sequence[Before], one: int, other: int) -> Meeting:
    """Neighbours once somebody stands above another; who was passed over between them, and who meet again."""
    above, below = playing[one], playing[other]
    reasons = [Reason(Why.NEIGHBOURS, {"above": one + 1, "below": other + 1})]
    if all_stand_alike(playing):
        reasons = [Reason(Why.LOT)]
    if _have_met(above, below):
        reasons.append(Reason(Why.REMATCH, {"times": above.met[below.entry]}))
    passed = [between for between in playing[one + 1 : other] if _have_met(above, between)]
    reasons += [Reason(Why.MET_BEFORE, {"entry": between.entry}) for between in passed]
    reasons += passed_over(playing, one, other)
    return Meeting((above.entry, below.entry), tuple(reasons))
