"""By lot: the entries are paired in the order of their lots."""

from __future__ import annotations

from typing import Final

from tournaments.core.drawing.fixed_tables import pair_in_order
from tournaments.core.drawing.meeting import Meeting, MeetingReason, ReasonCode, sorted_by_lot
from tournaments.core.drawing.movement import Movement
from tournaments.core.drawing.proposal import DrawInput, Proposal, propose
from tournaments.core.movement_checks import check_nothing
from tournaments.core.texts import gettext_noop


def _draw(draw_input: DrawInput) -> Proposal:
    """Pair in the order of lots; with an odd number the last with the fewest sit-outs sits out."""
    fewest = min((entry.sit_outs for entry in draw_input.present), default=0)
    by_entry = {entry.entry: entry for entry in draw_input.present}
    order = [by_entry[entry] for entry in sorted_by_lot(by_entry, draw_input.seed)]
    out: list[Meeting] = []
    if len(order) % 2:
        alone = next(entry for entry in reversed(order) if entry.sit_outs == fewest)
        order.remove(alone)
        out = [
            Meeting(
                (alone.entry,),
                (MeetingReason(ReasonCode.LOT), MeetingReason(ReasonCode.FEWEST_SIT_OUTS, {"had": fewest})),
            )
        ]
    pairs = [
        Meeting((order[at].entry, order[to].entry), (MeetingReason(ReasonCode.LOT),))
        for at, to in pair_in_order(order)
    ]
    return propose([*pairs, *out])


LOT: Final = Movement(
    code="lot", label=gettext_noop("drawn by lot"), position=10, draw=_draw, check=check_nothing
)
