"""The bracket on a screen: the picture of it on as many sheets as its names need to be read from the back.

The whole bracket where that can be read on one sheet; otherwise each part of it from the level on that is
still played, in halves or quarters where that is needed.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final, Self

from tournaments.core.brackets.plan import BracketStage, DuelKey
from tournaments.public.bracket import BracketView
from tournaments.public.bracket_picture import BracketGrid, BracketPicture, BracketShape
from tournaments.public.event_view import EntryView

# The room for a picture in a window of 16 to 9, in heights of the window.
_ROOM_ACROSS: Final = 1.72
_ROOM_DOWN: Final = 0.8
# Letters of a usual name, as a part of the height of the window: smaller ones are not read from the back.
_LEAST_LETTERS: Final = 1 / 55
# As large as those of rows on a screen: levels that are over are shown beside it as long as it stays so.
_EASY_LETTERS: Final = 1 / 36
# Of few duels they are no larger than that: the boxes have more room instead.
_MOST_LETTERS: Final = 1 / 14
# Nobody waits for more sheets than so many until their own comes.
_MAX_SHEETS: Final = 8

# In units of a picture (`.turn-bracket text` of screen.css): its letters, and how wide one is.
_LETTERS: Final = 20
_WIDE: Final = 0.52 * _LETTERS
_LINE: Final = 22
_BASE: Final = 17
_ACROSS: Final = 28
_DOWN: Final = 8
# Beside a name: the margins of its box, and the total, or how many games are won.
_MARGINS: Final = 16
_TOTAL: Final = 72
_WINS: Final = 24
# Longer names get smaller letters, down to these; they do not make all boxes wide.
_LONG: Final = 0.6
_WIDER: Final = 1.4

Part = Collection[DuelKey]
# Those that are divided.
_STAGES: Final = (BracketStage.MAIN, BracketStage.SECOND)


def bracket_sheets(bracket: BracketView) -> list[BracketPicture]:
    """Return the pictures of the sheets; none where they would be too many."""
    drawing = _Drawing.of(bracket)
    whole = bracket.bracket.board.duels.keys()
    if drawing.is_read(whole):
        return [drawing.picture(whole)]
    stages = (_parts_of(drawing, stage) for stage in _STAGES)
    parts = [part for part in chain.from_iterable(stages) if drawing.has_names(part)]
    if len(parts) > _MAX_SHEETS or not all(map(drawing.is_read, parts)):
        return []
    return [drawing.picture(part) for part in parts]


@dataclass(frozen=True, slots=True)
class _Drawing:
    """A bracket that is drawn, with what its sheets share."""

    bracket: BracketView
    # The duels that have an opponent, and of those of a stage which lead to a duel of it.
    shown: frozenset[DuelKey]
    leading: Mapping[DuelKey, Sequence[DuelKey]]
    shapes: Sequence[BracketShape]

    @classmethod
    def of(cls, bracket: BracketView) -> Self:
        leading: dict[DuelKey, list[DuelKey]] = {}
        for key, course in bracket.bracket.board.duels.items():
            way = course.duel.winner_to
            if way is not None and way.duel.stage is key.stage:
                leading.setdefault(way.duel, []).append(key)
        entries = [bracket.view.entries[entry] for entry in bracket.bracket.seeds]
        lines = {1, max(len(entry.players) for entry in entries)}
        figures = _WINS if bracket.view.agreement.best_of > 1 else _TOTAL
        shapes = [_narrowest(entries, each, figures) for each in sorted(lines)]
        return cls(bracket, bracket.shown_keys(), leading, shapes)

    def is_read(self, part: Part, least: float = _LEAST_LETTERS) -> bool:
        """Whether the letters of a picture of a part can be read."""
        return self._best(part)[0] >= least

    def _best(self, part: Part) -> tuple[float, BracketShape]:
        """Return the shape with the largest letters."""
        shown = self.shown.intersection(part)
        sizes = ((BracketGrid.of(shape, part, shown).size(shown), shape) for shape in self.shapes)
        return max(((_letters_of(size), shape) for size, shape in sizes), key=lambda each: each[0])

    def picture(self, part: Part) -> BracketPicture:
        shown = self.shown.intersection(part)
        grid = BracketGrid.of(self._best(part)[1], part, shown)
        return self.bracket.picture(part, _filling(grid, shown))

    def has_names(self, part: Part) -> bool:
        duels = self.bracket.bracket.board.duels
        return any(entry for key in self.shown.intersection(part) for entry in duels[key].entries)

    def leading_to(self, root: DuelKey, first: int) -> list[DuelKey]:
        """Return a duel and those of its stage that lead to it, from a level on."""
        found = [root]
        for key in found:
            found += [each for each in self.leading.get(key, ()) if each.level >= first]
        return found


def _parts_of(drawing: _Drawing, stage: BracketStage) -> Sequence[Part]:
    """Divide a stage into as few parts as can be read; the finals belong to the main one."""
    duels = drawing.bracket.bracket.board.duels
    own = [key for key in duels if key.stage is stage]
    if not own:
        return []
    ends = [key for key in duels if stage is BracketStage.MAIN and key.stage not in _STAGES]
    last = max(key.level for key in own)
    first = min((key.level for key in own if not duels[key].is_decided), default=last)
    for start in range(1, first + 1):
        everything = [*(key for key in own if key.level >= start), *ends]
        if drawing.is_read(everything, _LEAST_LETTERS if start in {1, first} else _EASY_LETTERS):
            return [everything]
    step = 1 if stage is BracketStage.MAIN else 2
    for level in range(last - step, first - 1, -step):
        parts = [drawing.leading_to(key, first) for key in own if key.level == level]
        if all(map(drawing.is_read, parts)):
            return [*parts, [*(key for key in own if key.level > level), *ends]]
    return [everything]


# The shape of a picture.


def _letters_of(size: tuple[int, int]) -> float:
    width, height = size
    return _LETTERS * min(_ROOM_ACROSS / width, _ROOM_DOWN / height)


def _narrowest(entries: Sequence[EntryView], lines: int, figures: int) -> BracketShape:
    """Return the shape in which names of the usual length fit, with so many lines for each entry."""
    names = [[entry.name_of(player) for player in entry.players] for entry in entries]
    lengths = sorted(
        max(map(len, each), default=0) if 1 < len(each) <= lines else len(entry.name)
        for entry, each in zip(entries, names, strict=True)
    )
    many = len(lengths)
    usual = min(max(_LONG * lengths[-1], lengths[many * 9 // 10]), _WIDER * lengths[many // 2])
    return BracketShape(
        box_width=round(usual * _WIDE) + figures + _MARGINS,
        line=_LINE,
        base=_BASE,
        lines=lines,
        across=_ACROSS,
        down=_DOWN,
        max_name=None,
    )


def _filling(grid: BracketGrid, shown: Part) -> BracketShape:
    """Return the shape drawn out to the proportions of the room, so that no edge of it is left empty."""
    width, height = grid.size(shown)
    columns = (width + grid.shape.across) // grid.shape.column
    across = max(width, height * _ROOM_ACROSS / _ROOM_DOWN, _LETTERS * _ROOM_ACROSS / _MOST_LETTERS)
    more_down = across * _ROOM_DOWN / _ROOM_ACROSS - height
    return grid.shape._replace(
        box_width=grid.shape.box_width + int((across - width) / columns),
        more_down=int(more_down / grid.rows),
    )
