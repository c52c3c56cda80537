"""Halves: the first of the upper half against the first of the lower half, and so on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tournaments.core.drawing.meeting import Meeting, MeetingReason, ReasonCode, sorted_by_standing
from tournaments.core.drawing.movement import Movement
from tournaments.core.drawing.proposal import DrawInput, Proposal, propose
from tournaments.core.played_rounds import FaultCode, Finding, PastRounds, PlayedRound
from tournaments.core.texts import gettext_noop

_OTHER_HALF: Final = "other_half"


def _draw(draw_input: DrawInput) -> Proposal:
    """Pair by halves; with an odd number the lowest of those with the fewest sit-outs sits out."""
    standing = sorted_by_standing(draw_input.present, draw_input.seed)
    out: list[Meeting] = []
    if len(standing) % 2:
        fewest = min(entry.sit_outs for entry in standing)
        alone = next(entry for entry in reversed(standing) if entry.sit_outs == fewest)
        standing.remove(alone)
        out = [Meeting((alone.entry,), (MeetingReason(ReasonCode.LOWEST),))]
    half = len(standing) // 2
    pairs = [
        Meeting((above.entry, below.entry), (MeetingReason(_OTHER_HALF),))
        for above, below in zip(standing[:half], standing[half:], strict=True)
    ]
    return propose([*pairs, *out])


def _check(played: PlayedRound, _before: PastRounds) -> Iterator[Finding]:
    playing = [entry for entry in played.standing if entry not in played.out]
    for table in played.tables:
        first, second = sorted(playing.index(entry) for entry in table)
        if second - first != len(playing) // 2:
            yield FaultCode.NOT_THE_MOVEMENT, table


HALVES: Final = Movement(
    code="halves",
    label=gettext_noop("the upper half against the lower"),
    draw=_draw,
    check=_check,
    reasons={_OTHER_HALF: gettext_noop("from the other half of the standings")},
)
