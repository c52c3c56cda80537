"""The movements by which a round can be drawn, by their codes."""

from __future__ import annotations

from enum import StrEnum


class Movement(StrEnum):
    """By what a round is drawn."""

    LOT = "lot"
    ROUND_ROBIN = "round_robin"
    MITCHELL = "mitchell"
    DANISH_PURE = "danish_pure"
    DANISH_MODIFIED = "danish_modified"
    SWISS = "swiss"
    THREE_SIDED = "three_sided"
    PARTNERS = "partners"
    BY_HAND = "by_hand"
