"""The bracket of a knock-out: a list of its duels, and the picture of it as boxes with their coordinates."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubs.reports.drawing import Corner, Picture, PictureBox, PictureLabel, PictureLine
from clubs.reports.numbers import format_value
from clubs.reports.report import Column, ReportTable, Row
from tournaments.core.brackets.board import DuelCourse, DuelGame
from tournaments.core.brackets.plan import BracketStage, DuelKey, count_levels
from tournaments.core.results import NOBODY
from tournaments.models import Pairing
from tournaments.play.brackets import EventBracket, get_bracket, load_decided
from tournaments.play.played_pairings import PlayedPairing
from tournaments.public.event_view import EventView
from tournaments.public.standings import current_language
from tournaments.wording.brackets import level_label

# In units of the picture: a box with two lines, and the ways between boxes.
BOX_WIDTH: Final = 260
BOX_HEIGHT: Final = 48
_COLUMN: Final = BOX_WIDTH + 42
_PITCH: Final = BOX_HEIGHT + 16
_HEADING: Final = 30
_BETWEEN_PARTS: Final = 24
# A name that is longer is cut in a box; the list under the picture has it whole.
_MAX_NAME: Final = 28


class BracketLine(NamedTuple):
    """One of the two of a duel: who it is, what it has made, and whether it goes on."""

    name: str
    address: str
    # Its total, or of several games how many it has won.
    score: str
    wins: bool
    entry: int | None = None

    @property
    def short(self) -> str:
        return self.name if len(self.name) <= _MAX_NAME else f"{self.name[: _MAX_NAME - 1]}…"


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

    boxes: tuple[BracketBox, ...]
    headings: tuple[BracketHeading, ...]
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class ShownDuel:
    """A duel as pages show it."""

    key: DuelKey
    label: str
    lines: tuple[BracketLine, BracketLine]
    # The rounds of its games, and how they ended.
    rounds: tuple[int, ...]
    results: tuple[str, ...]
    winner: str
    is_decided: bool


@dataclass(frozen=True, slots=True)
class BracketView:
    """The bracket of an event with names; what the duels share is looked up once for all of them."""

    view: EventView
    bracket: EventBracket
    levels: int
    pairings: Mapping[tuple[int, frozenset[int]], PlayedPairing]
    decided: Mapping[tuple[int, frozenset[int]], int]

    @classmethod
    def of(cls, view: EventView) -> BracketView | None:
        """The bracket of an event; None where there is none, or before its first round."""
        bracket = get_bracket(view.record)
        if bracket is None:
            return None
        pairings = {
            (played.round.number, frozenset(entry for side in pairing.sides for entry in side)): pairing
            for played in view.record.rounds
            for pairing in played.pairings
        }
        levels = count_levels(len(bracket.seeds))
        return cls(view, bracket, levels, pairings, load_decided(view.event))

    def shown(self) -> list[ShownDuel]:
        """The duels that are played, in the order of their parts: not those without an opponent."""
        return [self._shown(course) for course in self._visible()]

    def _visible(self) -> Iterator[DuelCourse]:
        for course in self.bracket.board.duels.values():
            is_needed = course.key.stage is not BracketStage.AGAIN or course.games or course.is_open
            if NOBODY not in course.entries and is_needed:
                yield course

    def _shown(self, course: DuelCourse) -> ShownDuel:
        first, second = (self._line(course, side) for side in (0, 1))
        winner = "" if not course.winner else self.view.entries[course.winner].name
        return ShownDuel(
            course.key,
            level_label(self.bracket.kind, course.key, self.levels),
            (first, second),
            tuple(played.round for played in course.games),
            tuple(filter(None, (self._result(course, played) for played in course.games))),
            winner or ("" if course.winner is None else _("nobody")),
            course.is_decided,
        )

    def _line(self, course: DuelCourse, side: int) -> BracketLine:
        entry = course.entries[side]
        if not entry:
            return BracketLine("", "", "", wins=False)
        name, address = self.view.entry_link(entry)
        return BracketLine(name, address, self._score(course, entry), course.winner == entry, entry)

    def _score(self, course: DuelCourse, entry: int) -> str:
        if not course.games:
            return ""
        if self.view.agreement.best_of > 1:
            return format_value(course.wins.get(entry, 0), current_language())
        totals = self._totals(course.games[-1])
        return format_value(totals[entry], current_language()) if entry in totals else ""

    def _pairing(self, played: DuelGame) -> PlayedPairing | None:
        return self.pairings.get((played.round, frozenset(played.game.entries)))

    def _totals(self, played: DuelGame) -> Mapping[int, int]:
        """The totals of a game by the entries, with their handicaps, where they say who has won."""
        pairing = self._pairing(played)
        if pairing is None or not pairing.is_begun or pairing.kind != Pairing.Kind.PLAYED:
            return {}
        entries = [entry for side in pairing.sides for entry in side]
        return dict(zip(entries, pairing.with_handicap(pairing.counted_totals), strict=False))

    def _result(self, course: DuelCourse, played: DuelGame) -> str:
        """“5,200–3,100”, or what counts instead; and that an extra deal has decided it."""
        totals, pairing = self._totals(played), self._pairing(played)
        if totals:
            first, second = (totals.get(entry or 0, 0) for entry in course.entries)
            language = current_language()
            result = f"{format_value(first, language)}–{format_value(second, language)}"
            if pairing is not None and any(pairing.handicap):
                result = _("%(result)s with the handicap") % {"result": result}
        elif pairing is None or pairing.kind == Pairing.Kind.PLAYED:
            return ""
        else:
            result = str(Pairing.Kind(pairing.kind).label)
        if (played.round, frozenset(played.game.entries)) in self.decided:
            return _("%(result)s, extra deal") % {"result": result}
        return result

    # The picture.

    def picture(self) -> BracketPicture:
        courses = list(self._visible())
        shown = {course.key for course in courses}
        boxes = tuple(self._box(course, shown) for course in courses)
        headings = tuple(self._headings(shown))
        return BracketPicture(
            boxes,
            headings,
            max((box.x + BOX_WIDTH for box in boxes), default=BOX_WIDTH) + 1,
            max((box.y + BOX_HEIGHT for box in boxes), default=BOX_HEIGHT) + 1,
        )

    def _box(self, course: DuelCourse, shown: set[DuelKey]) -> BracketBox:
        x, y = self._corner(course.key)
        first, second = (self._line(course, side) for side in (0, 1))
        way = course.duel.winner_to
        corners = () if way is None or way.duel not in shown else self._way(course.key, way.duel)
        return BracketBox(x, y, (first, second), corners)

    def _way(self, key: DuelKey, to: DuelKey) -> tuple[Corner, ...]:
        """A step from the middle of a box to the next one."""
        (x, y), (to_x, to_y) = self._corner(key), self._corner(to)
        start, end, middle = x + BOX_WIDTH, to_x, to_x - 20
        from_y, into_y = y + BOX_HEIGHT // 2, to_y + BOX_HEIGHT // 2
        return (start, from_y), (middle, from_y), (middle, into_y), (end, into_y)

    def _headings(self, shown: set[DuelKey]) -> Iterator[BracketHeading]:
        for stage, level in dict.fromkeys((key.stage, key.level) for key in self.bracket.board.duels):
            keys = [key for key in shown if (key.stage, key.level) == (stage, level)]
            if keys:
                x, y = self._corner(DuelKey(stage, level))
                top = self._top_of(stage) if stage in (BracketStage.MAIN, BracketStage.SECOND) else y
                yield BracketHeading(x, top - 10, level_label(self.bracket.kind, keys[0], self.levels))

    def _top_of(self, stage: BracketStage) -> int:
        if stage is not BracketStage.SECOND:
            return _HEADING
        first_level: int = 2 ** (self.levels - 1)
        return 2 * _HEADING + first_level * _PITCH + _BETWEEN_PARTS

    def _corner(self, key: DuelKey) -> tuple[int, int]:
        """The corner of a box: each is in the middle of those that lead to it."""
        if key.stage is BracketStage.MAIN:
            return self._at(key.level - 1, self._top_of(key.stage), 2 ** (key.level - 1), key.number)
        if key.stage is BracketStage.SECOND:
            return self._at(key.level - 1, self._top_of(key.stage), 2 ** ((key.level - 1) // 2), key.number)
        last = self._at(self.levels - 1, _HEADING, 2 ** (self.levels - 1), 0)
        if key.stage is BracketStage.THIRD:
            return last[0], last[1] + _PITCH + _HEADING
        column = max(self.levels, 2 * self.levels - 2) + (key.stage is BracketStage.AGAIN)
        return column * _COLUMN, last[1]

    def _at(self, column: int, top: int, wide: int, number: int) -> tuple[int, int]:
        return column * _COLUMN, top + (2 * number * wide + wide - 1) * _PITCH // 2


def picture_on_paper(picture: BracketPicture) -> Picture:
    """The picture as a report has it."""
    return Picture(
        width=picture.width,
        height=picture.height,
        box_width=BOX_WIDTH,
        line_height=BOX_HEIGHT // 2,
        column=_COLUMN,
        row=_PITCH,
        boxes=tuple(
            PictureBox(
                box.x, box.y, tuple(PictureLine(line.name, line.score, line.wins) for line in box.lines)
            )
            for box in picture.boxes
        ),
        ways=tuple(box.way for box in picture.boxes if box.way),
        labels=tuple(PictureLabel(each.x, each.y, each.text) for each in picture.headings),
    )


def bracket_table(shown: Sequence[ShownDuel]) -> ReportTable:
    """The duels as a list: what the picture says in words."""
    columns = (
        Column(pgettext("bracket", "Level"), key="level"),
        Column(pgettext("heading", "Round"), key="rounds"),
        Column(_("First"), key="first"),
        Column(_("Second"), key="second"),
        Column(_("Result"), key="result"),
        Column(_("Goes on"), key="winner"),
    )
    rows = tuple(
        Row(
            (
                duel.label,
                ", ".join(map(str, duel.rounds)),
                duel.lines[0].name,
                duel.lines[1].name,
                "; ".join(duel.results),
                duel.winner,
            )
        )
        for duel in shown
    )
    return ReportTable(columns=columns, rows=rows, caption=_("Bracket"), key="bracket")
