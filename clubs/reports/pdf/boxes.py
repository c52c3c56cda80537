"""A place on a page: of a card, or of what stands on it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Box:
    left: float
    low: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.left + self.width

    @property
    def top(self) -> float:
        return self.low + self.height

    def inside(self, margin: float) -> Box:
        """Return the box that leaves a margin within this one."""
        return Box(self.left + margin, self.low + margin, self.width - 2 * margin, self.height - 2 * margin)
