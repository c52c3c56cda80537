"""Danish: neighbours in the standing play, from the top.

`draw_pure_danish` allows rematches. `draw_modified_danish` passes over opponents met before, as long as the
entries below can still be paired without a rematch, and repeats as few meetings as possible where it must.
Two entries with fixed tables pass each other over in both. With an odd number the lowest of the entries that
have sat out least often sits out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from tournaments.core.drawing.fixed_tables import both_fixed, pair_in_order, passed_over_reasons
from tournaments.core.drawing.matching import Edge, can_all_be_paired, find_cheapest_pairing
from tournaments.core.drawing.meeting import (
    DrawEntry,
    Meeting,
    MeetingReason,
    ReasonCode,
    are_all_tied,
    sorted_by_standing,
)
from tournaments.core.drawing.movement import Movement
from tournaments.core.drawing.proposal import propose
from tournaments.core.movement_checks import avoidable_rematches, nearer_passed_over
from tournaments.core.played_rounds import FaultCode, Finding, PastRounds, PlayedRound
from tournaments.core.texts import gettext_noop


def draw_pure_danish(field: Sequence[DrawEntry], seed: str) -> tuple[Meeting, ...]:
    """First against second, third against fourth, whether they have met before or not."""
    playing, out = _split_sit_out(sorted_by_standing(field, seed))
    return (*_meetings_of(playing, pair_in_order(playing)), *out)


def draw_modified_danish(field: Sequence[DrawEntry], seed: str) -> tuple[Meeting, ...]:
    """The highest entry left against the nearest that it has not met.

    Where all cannot be paired without a rematch, as in the last round of a small field, as few as possible
    meet again: those that have met least often, and the nearest of these.
    """
    playing, out = _split_sit_out(sorted_by_standing(field, seed))
    places = list(range(len(playing)))
    if not _can_be_paired(playing, places):
        return (*_meetings_of(playing, _fewest_rematches(playing)), *out)
    pairs: list[tuple[int, int]] = []
    while places:
        first = places.pop(0)
        second = next(place for place in places if _leaves_others_paired(playing, places, first, place))
        places.remove(second)
        pairs.append((first, second))
    return (*_meetings_of(playing, pairs), *out)


def _fewest_rematches(playing: Sequence[DrawEntry]) -> list[tuple[int, int]]:
    """Pair places that have met as seldom as possible; then by the squares of their distances."""
    rematch_cost = len(playing) ** 3

    def edges(window: int) -> list[Edge]:
        pairs = combinations(range(len(playing)), 2)
        near = ((first, second) for first, second in pairs if second - first <= window)
        return [
            Edge(
                first,
                second,
                _times_met(playing[first], playing[second]) * rematch_cost + (second - first) ** 2,
            )
            for first, second in near
            if not both_fixed(playing[first], playing[second])
        ]

    return list(find_cheapest_pairing(len(playing), edges).pairs)


def _times_met(first: DrawEntry, second: DrawEntry) -> int:
    return first.met.get(second.entry, 0)


def _split_sit_out(standing: Sequence[DrawEntry]) -> tuple[list[DrawEntry], tuple[Meeting, ...]]:
    """Split off, with an odd number, the lowest of the entries that have sat out least often."""
    if len(standing) % 2 == 0:
        return list(standing), ()
    fewest = min(entry.sit_outs for entry in standing)
    lowest = next(entry for entry in reversed(standing) if entry.sit_outs == fewest)
    reasons = (
        MeetingReason(ReasonCode.FEWEST_SIT_OUTS, {"had": fewest}),
        MeetingReason(ReasonCode.LOWEST),
    )
    return [entry for entry in standing if entry != lowest], (Meeting((lowest.entry,), reasons),)


def _have_met(first: DrawEntry, second: DrawEntry) -> bool:
    return second.entry in first.met


def _may_meet(first: DrawEntry, second: DrawEntry) -> bool:
    """They have not met, and one of them can go to the table of the other."""
    return not _have_met(first, second) and not both_fixed(first, second)


def _leaves_others_paired(
    playing: Sequence[DrawEntry], places: Sequence[int], first: int, second: int
) -> bool:
    """They may meet, and all others can still be paired."""
    if not _may_meet(playing[first], playing[second]):
        return False
    return _can_be_paired(playing, [place for place in places if place != second])


def _can_be_paired(playing: Sequence[DrawEntry], places: Sequence[int]) -> bool:
    """Whether these can all be paired without a rematch."""
    if _can_be_paired_in_order(playing, places):
        return True
    unpaired = [playing[place] for place in places]
    pairs = combinations(range(len(unpaired)), 2)
    allowed = (pair for pair in pairs if _may_meet(*(unpaired[at] for at in pair)))
    return can_all_be_paired(len(unpaired), allowed)


def _can_be_paired_in_order(playing: Sequence[DrawEntry], places: Sequence[int]) -> bool:
    """The short way that usually succeeds: each takes the next that it has not met."""
    left = list(places)
    while left:
        first = left.pop(0)
        second = next((place for place in left if _may_meet(playing[first], playing[place])), None)
        if second is None:
            return False
        left.remove(second)
    return True


def _meetings_of(playing: Sequence[DrawEntry], pairs: Sequence[tuple[int, int]]) -> list[Meeting]:
    return [_meeting(playing, first, second) for first, second in pairs]


def _meeting(playing: Sequence[DrawEntry], first: int, second: int) -> Meeting:
    """Return the meeting of two places with its reasons: neighbours, a rematch, who was passed over."""
    above, below = playing[first], playing[second]
    reasons = [MeetingReason(ReasonCode.NEIGHBOURS, {"above": first + 1, "below": second + 1})]
    if are_all_tied(playing):
        reasons = [MeetingReason(ReasonCode.LOT)]
    if _have_met(above, below):
        reasons.append(MeetingReason(ReasonCode.REMATCH, {"times": above.met[below.entry]}))
    passed_over = [entry for entry in playing[first + 1 : second] if _have_met(above, entry)]
    reasons += [MeetingReason(ReasonCode.MET_BEFORE, {"entry": entry.entry}) for entry in passed_over]
    reasons += passed_over_reasons(playing, first, second)
    return Meeting((above.entry, below.entry), tuple(reasons))


# The checks share no function with the draws.


def _check_pure(played: PlayedRound, _before: PastRounds) -> Iterator[Finding]:
    """Of those who play, first and second, third and fourth; passing over where two have fixed tables.

    Where some are not to meet the nearest meet over all tables, and no exchange of two tables is nearer.
    """
    if played.apart:
        yield from _farther_than_needed(played)
        return
    if played.fixed_tables:
        yield from nearer_passed_over(played, Counter())
        return
    playing = [entry for entry in played.standing if entry not in played.out]
    expected = [set(playing[at : at + 2]) for at in range(0, len(playing), 2)]
    for table in played.tables:
        if set(table) not in expected:
            yield FaultCode.NOT_NEIGHBOURS, table


def _farther_than_needed(played: PlayedRound) -> Iterator[Finding]:
    place = {entry: at for at, entry in enumerate(e for e in played.standing if e not in played.out)}

    def cost(*tables: tuple[int, int]) -> tuple[int, int]:
        apart = sum(frozenset(table) in played.apart for table in tables)
        return apart, sum((place[first] - place[second]) ** 2 for first, second in tables)

    for (a, b), (c, d) in combinations(played.tables, 2):
        for tables in (((a, c), (b, d)), ((a, d), (b, c))):
            if cost(*tables) < cost((a, b), (c, d)) and played.keeps_fixed_entries_apart(*tables):
                yield FaultCode.NOT_NEIGHBOURS, (a, b)
                break


def _check_modified(played: PlayedRound, before: PastRounds) -> Iterator[Finding]:
    """No rematch where exchanging two opponents would have avoided it, and no nearer one passed over."""
    yield from avoidable_rematches(played, before)
    if not any(before.met[frozenset(table)] for table in played.tables):
        yield from nearer_passed_over(played, before.met)


DANISH_PURE: Final = Movement(
    code="danish_pure",
    label=gettext_noop("neighbours in the standings, rematches too"),
    position=40,
    draw=lambda draw_input: propose(draw_pure_danish(draw_input.present, draw_input.seed)),
    check=_check_pure,
)
DANISH_MODIFIED: Final = Movement(
    code="danish_modified",
    label=gettext_noop("neighbours in the standings who have not met"),
    position=50,
    draw=lambda draw_input: propose(draw_modified_danish(draw_input.present, draw_input.seed)),
    check=_check_modified,
    avoids_rematches=True,
)
