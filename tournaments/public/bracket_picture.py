"""The picture of a bracket: where the boxes of its duels stand, and the ways between them.

A page, a paper and a screen have the same picture in a shape of their own, of the whole bracket or a part.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple, Self

from clubs.reports.drawing import Corner, Picture, PictureBox, PictureLabel, PictureLine
from tournaments.core.brackets.plan import BracketStage, DuelKey

# From the foot of a heading to the boxes under it.
_UNDER_HEADING: Final = 10
# Between the main part and the second chance.
_BETWEEN_PARTS: Final = 24
# From the end of a way to the step in it.
_STEP: Final = 20


class BracketShape(NamedTuple):
    """The sizes of a picture, in its own units: by default those of the page and the paper."""

    box_width: int = 260
    # Of a line of words, and from its top to the foot of its letters.
    line: int = 24
    base: int = 17
    # How many lines an entry has: one for all its players, or one for each.
    lines: int = 1
    # Between boxes: across, and at least down.
    across: int = 42
    down: int = 16
    # How much farther apart the boxes are than they need to be.
    more_down: int = 0
    heading: int = 30
    # A longer name is cut; the list under the picture has it whole. None: whoever shows it makes it fit.
    max_name: int | None = 28

    @property
    def entry_height(self) -> int:
        return self.lines * self.line

    @property
    def box_height(self) -> int:
        return 2 * self.entry_height

    @property
    def column(self) -> int:
        return self.box_width + self.across

    @property
    def row(self) -> int:
        """From a box to the next one below it, at least."""
        return self.box_height + self.down

    @property
    def pitch(self) -> int:
        return self.row + self.more_down


class BracketLine(NamedTuple):
    """One of the two of a duel: who it is, what it has made, and whether it goes on."""

    name: str
    address: str
    # Its total, or of several games how many it has won.
    score: str
    wins: bool
    entry: int | None = None
    # Its players by themselves.
    names: tuple[str, ...] = ()

    def in_lines(self, shape: BracketShape) -> tuple[str, ...]:
        """Its name as it stands in a box of this shape."""
        if 1 < len(self.names) <= shape.lines:
            return self.names
        if shape.max_name is None or len(self.name) <= shape.max_name:
            return (self.name,)
        return (f"{self.name[: shape.max_name - 1]}…",)


class BracketBox(NamedTuple):
    """A duel in the picture, with the corner of its box and the ways that lead from it."""

    x: int
    y: int
    lines: tuple[BracketLine, BracketLine]
    # The corners of the way to the next duel; empty where there is none.
    way: tuple[Corner, ...]


class BracketHeading(NamedTuple):
    """The name of a level, above its boxes."""

    x: int
    y: int
    text: str


@dataclass(frozen=True, slots=True)
class BracketPicture:
    """The boxes of a bracket, and how large it is."""

    shape: BracketShape
    boxes: tuple[BracketBox, ...]
    headings: tuple[BracketHeading, ...]
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class BracketGrid:
    """Where the duels of a part of a bracket stand: each in the middle of those that lead to it."""

    shape: BracketShape
    # The first duel of each stage in the part, and how many levels each has there.
    firsts: Mapping[BracketStage, DuelKey]
    spans: Mapping[BracketStage, int]
    # The level of the main part whose duels stand one below the other.
    base: int
    # How many duels of the first level of a stage stand one below the other.
    downs: Mapping[BracketStage, int]

    @classmethod
    def of(cls, shape: BracketShape, part: Collection[DuelKey], shown: Collection[DuelKey]) -> Self:
        """Lay out a part, of which these duels are shown: the others have no opponent."""
        firsts: dict[BracketStage, DuelKey] = {}
        spans: dict[BracketStage, int] = {}
        for key in sorted(part, key=lambda key: (key.level, key.number)):
            first = firsts.setdefault(key.stage, key)
            spans[key.stage] = key.level - first.level + 1
        base = _base_of(firsts[BracketStage.MAIN], part, shown) if BracketStage.MAIN in firsts else 1
        downs = {
            stage: sum(
                key.stage is stage and key.level == (base if stage is BracketStage.MAIN else first.level)
                for key in part
            )
            for stage, first in firsts.items()
        }
        return cls(shape, firsts, spans, base, downs)

    @property
    def rows(self) -> int:
        """How many boxes stand one below the other in all."""
        return max(1, sum(self.downs.get(stage, 0) for stage in (BracketStage.MAIN, BracketStage.SECOND)))

    def size(self, shown: Collection[DuelKey]) -> tuple[int, int]:
        """Return the width and the height of the boxes, with the ends of their lines."""
        corners = [self.corner(key) for key in shown] or [(0, 0)]
        width = max(x for x, _y in corners) + self.shape.box_width + 1
        return width, max(y for _x, y in corners) + self.shape.box_height + 1

    def top_of(self, stage: BracketStage) -> int:
        if stage is not BracketStage.SECOND or BracketStage.MAIN not in self.firsts:
            return self.shape.heading
        main: int = self.downs[BracketStage.MAIN]
        return 2 * self.shape.heading + main * self.shape.pitch + _BETWEEN_PARTS

    def corner(self, key: DuelKey) -> Corner:
        """Return the upper left corner of a box."""
        if key.stage in (BracketStage.MAIN, BracketStage.SECOND):
            first = self.firsts[key.stage]
            return (key.level - first.level) * self.shape.column, self._down(key)
        column, y = self._last()
        if key.stage is BracketStage.THIRD:
            return (column - 1) * self.shape.column, y + self.shape.row + self.shape.heading
        column = max(column, self.spans.get(BracketStage.SECOND, 0)) + (key.stage is BracketStage.AGAIN)
        return column * self.shape.column, y

    def _last(self) -> tuple[int, int]:
        """Return how many levels of the main part there are, and the top of its last duel."""
        first = self.firsts.get(BracketStage.MAIN)
        if first is None:
            return 1, self.shape.heading
        levels = self.spans[BracketStage.MAIN]
        return levels, self._down(DuelKey(BracketStage.MAIN, first.level + levels - 1))

    def _down(self, key: DuelKey) -> int:
        first = self.firsts[key.stage]
        if key.stage is BracketStage.MAIN:
            if key.level < self.base:
                return self._down(DuelKey(key.stage, key.level + 1, key.number // 2))
            above, doublings = first.number >> (key.level - first.level), key.level - self.base
        else:
            doublings = (key.level - 1) // 2 - (first.level - 1) // 2
            above = first.number >> doublings
        wide: int = 2**doublings
        return self.top_of(key.stage) + (2 * (key.number - above) * wide + wide - 1) * self.shape.pitch // 2

    def way(self, key: DuelKey, to: DuelKey) -> tuple[Corner, ...]:
        """Return a step from the middle of a box to the next one."""
        (x, y), (to_x, to_y) = self.corner(key), self.corner(to)
        half = self.shape.box_height // 2
        start, middle = x + self.shape.box_width, to_x - min(_STEP, self.shape.across // 2)
        return (start, y + half), (middle, y + half), (middle, to_y + half), (to_x, to_y + half)

    def heading(self, keys: Collection[DuelKey]) -> Corner:
        """Return where the name of a level begins, above its boxes."""
        x, y = self.corner(min(keys))
        stage = min(keys).stage
        top = self.top_of(stage) if stage in (BracketStage.MAIN, BracketStage.SECOND) else y
        return x, top - _UNDER_HEADING


def _base_of(first: DuelKey, part: Collection[DuelKey], shown: Collection[DuelKey]) -> int:
    """Return the level whose duels stand one below the other.

    It is the second where so many have no opponent in the first that no two of its games lead to the same
    duel: each stands beside the next one then, and the picture is half as high.
    """
    following = [
        key.number // 2 for key in shown if key.stage is BracketStage.MAIN and key.level == first.level
    ]
    has_second = any(key.stage is BracketStage.MAIN and key.level == first.level + 1 for key in part)
    return first.level + (has_second and len(following) == len({*following}))


def picture_on_paper(picture: BracketPicture) -> Picture:
    """The picture as a report has it."""
    shape = picture.shape
    return Picture(
        width=picture.width,
        height=picture.height,
        box_width=shape.box_width,
        line_height=shape.entry_height,
        column=shape.column,
        row=shape.pitch,
        boxes=tuple(
            PictureBox(
                box.x, box.y, tuple(PictureLine(line.name, line.score, line.wins) for line in box.lines)
            )
            for box in picture.boxes
        ),
        ways=tuple(box.way for box in picture.boxes if box.way),
        labels=tuple(PictureLabel(each.x, each.y, each.text) for each in picture.headings),
    )
