"""By hand: what is unlikely about a round that a director has set or changed.

Only the impossible is refused; everything else is a remark, and the director decides.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
            sit_outs = by_entry[meeting.entries[0]].sit_outs
            if sit_outs > fewest:
                reason = MeetingReason(ReasonCode.SECOND_SIT_OUT, {"had": sit_outs})
                yield Remark(meeting.entries, reason)
        for first, second in combinations(meeting.entries, 2):
            if times := by_entry[first].met.get(second, 0):
                yield Remark((first, second), MeetingReason(ReasonCode.REMATCH, {"times": times}))
            if by_entry[first].club is not None and by_entry[first].club == by_entry[second].club:
                yield Remark((first, second), MeetingReason(ReasonCode.CLUB_MATES))


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
