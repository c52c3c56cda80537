"""The bracket on a screen: the picture of it on as many sheets as its names need to be read from the back.

The whole bracket where that can be read on one sheet; otherwise each part of it from the level on that is
still played, in halves or quarters where that is needed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from tournaments.core.brackets.plan import BracketStage, DuelKey
from tournaments.public.bracket import BracketView
from tournaments.public.bracket_picture import BracketGrid, BracketPicture, BracketShape

# The room for a picture in a window of 16 to 9, in heights of the window.
_ROOM_ACROSS: Final = 1.72
_ROOM_DOWN: Final = 0.8
# Letters of a usual name, as a part of the height of the window: smaller ones are not read from the back.
_LEAST_LETTERS: Final = 1 / 55
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


def bracket_sheets(bracket: BracketView) -> list[BracketPicture]:
    """Return the pictures of the sheets; none where they would be too many."""
    whole = bracket.bracket.board.duels.keys()
    if (picture := _drawn(bracket, whole)) is not None:
        return [picture]
    parts = [part for part in _parts(bracket) if _has_names(bracket, part)]
    drawn = [_drawn(bracket, part) for part in parts]
    pictures = [picture for picture in drawn if picture is not None]
    return pictures if len(pictures) == len(parts) <= _MAX_SHEETS else []


def _parts(bracket: BracketView) -> Iterator[Part]:
    yield from _parts_of(bracket, BracketStage.MAIN)
    yield from _parts_of(bracket, BracketStage.SECOND)


def _parts_of(bracket: BracketView, stage: BracketStage) -> Sequence[Part]:
    """Divide a stage into as few parts as can be read; the finals belong to the main one."""
    duels = bracket.bracket.board.duels
    own = [key for key in duels if key.stage is stage]
    if not own:
        return []
    ends = [key for key in duels if stage is BracketStage.MAIN and key.stage not in _LONG_STAGES]
    last = max(key.level for key in own)
    first = min((key.level for key in own if not duels[key].is_decided), default=last)
    for start in (1, first):
        everything = [*(key for key in own if key.level >= start), *ends]
        if _drawn(bracket, everything) is not None:
            return [everything]
    step = 1 if stage is BracketStage.MAIN else 2
    for level in range(last - step, first - 1, -step):
        parts = [_leading_to(bracket, key, first) for key in own if key.level == level]
        if all(_drawn(bracket, part) is not None for part in parts):
            return [*parts, [*(key for key in own if key.level > level), *ends]]
    return [everything]


_LONG_STAGES: Final = (BracketStage.MAIN, BracketStage.SECOND)


def _leading_to(bracket: BracketView, root: DuelKey, first: int) -> list[DuelKey]:
    """Return a duel and those of its stage that lead to it, from a level on."""
    duels = bracket.bracket.board.duels
    found = [root]
    for key in found:
        found += [
            each
            for each, course in duels.items()
            if each.stage is root.stage
            and each.level == key.level - 1 >= first
            and course.duel.winner_to is not None
            and course.duel.winner_to.duel == key
        ]
    return found


def _has_names(bracket: BracketView, part: Part) -> bool:
    duels = bracket.bracket.board.duels
    return any(entry for key in bracket.shown_keys(part) for entry in duels[key].entries)


# The shape of a picture.


def _drawn(bracket: BracketView, part: Part) -> BracketPicture | None:
    """Return the picture of a part in the shape with the largest letters; None if they are too small."""
    shown = bracket.shown_keys(part)
    shapes = [_narrowest(bracket, lines) for lines in sorted({1, _most_players(bracket)})]
    letters, shape = max(
        ((_letters_of(BracketGrid.of(shape, part, shown).size(shown)), shape) for shape in shapes),
        key=lambda each: each[0],
    )
    if letters < _LEAST_LETTERS:
        return None
    return bracket.picture(part, _filling(BracketGrid.of(shape, part, shown), shown))


def _letters_of(size: tuple[int, int]) -> float:
    width, height = size
    return _LETTERS * min(_ROOM_ACROSS / width, _ROOM_DOWN / height)


def _most_players(bracket: BracketView) -> int:
    return max(len(bracket.view.entries[entry].players) for entry in bracket.bracket.seeds)


def _narrowest(bracket: BracketView, lines: int) -> BracketShape:
    """Return the shape in which names of the usual length fit, with so many lines for each entry."""
    entries = [bracket.view.entries[entry] for entry in bracket.bracket.seeds]
    names = [[entry.name_of(player) for player in entry.players] for entry in entries]
    lengths = sorted(
        max(map(len, each), default=0) if 1 < len(each) <= lines else len(entry.name)
        for entry, each in zip(entries, names, strict=True)
    )
    many = len(lengths)
    usual = min(max(_LONG * lengths[-1], lengths[many * 9 // 10]), _WIDER * lengths[many // 2])
    figures = _WINS if bracket.view.agreement.best_of > 1 else _TOTAL
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
    more_across = max(0.0, height * _ROOM_ACROSS / _ROOM_DOWN - width)
    more_down = max(0.0, width * _ROOM_DOWN / _ROOM_ACROSS - height)
    return grid.shape._replace(
        box_width=grid.shape.box_width + int(more_across / columns),
        more_down=int(more_down / grid.rows),
    )
