"""By hand: what is unlikely about a round that a director has set or changed.

Only the impossible is refused; everything else is a remark, and the director decides.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from tournaments.core.drawing.meeting import DrawEntry, Meeting, MeetingReason, ReasonCode
from tournaments.core.drawing.movement import Movement
from tournaments.core.drawing.proposal import DrawInput, Proposal
from tournaments.core.movement_checks import check_nothing
from tournaments.core.texts import gettext_noop


class Remark(NamedTuple):
    """What is unlikely about a meeting, and about which of its entries."""

    entries: tuple[int, ...]
    reason: MeetingReason


def find_remarks(field: Sequence[DrawEntry], meetings: Sequence[Meeting]) -> Iterator[Remark]:
    """Yield rematches, club mates who meet, and entries that sit out again while another has not."""
    by_entry = {entry.entry: entry for entry in field}
    fewest = min((entry.sit_outs for entry in field), default=0)
    for meeting in meetings:
        if meeting.sits_out:
            alone = by_entry.get(meeting.entries[0])
            if alone is not None and (sit_outs := alone.sit_outs) > fewest:
                reason = MeetingReason(ReasonCode.SECOND_SIT_OUT, {"had": sit_outs})
                yield Remark(meeting.entries, reason)
        for first, second in combinations(meeting.entries, 2):
            if times := _times_met(by_entry, first, second):
                yield Remark((first, second), MeetingReason(ReasonCode.REMATCH, {"times": times}))
            if (
                first in by_entry
                and second in by_entry
                and _are_club_mates(by_entry[first], by_entry[second])
            ):
                yield Remark((first, second), MeetingReason(ReasonCode.CLUB_MATES))


def _times_met(by_entry: Mapping[int, DrawEntry], first: int, second: int) -> int:
    """How often they have met; of one that came after the draw only the other knows."""
    known = [(by_entry[one], other) for one, other in ((first, second), (second, first)) if one in by_entry]
    return max((entry.met.get(other, 0) for entry, other in known), default=0)


def _are_club_mates(first: DrawEntry, second: DrawEntry) -> bool:
    return first.club is not None and first.club == second.club


def _draw(_draw_input: DrawInput) -> Proposal:
    """Propose nothing: the director sets the round."""
    return Proposal([])


BY_HAND: Final = Movement(
    code="by_hand",
    label=gettext_noop("set by hand"),
    position=100,
    draw=_draw,
    check=check_nothing,
    is_set_by_hand=True,
    keeps_clubs_apart=True,
)
