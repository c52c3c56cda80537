"""The bracket of a knock-out with names: a list of its duels, and the picture of it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubs.reports.numbers import format_value
from clubs.reports.report import Column, ReportTable, Row
from tournaments.core.brackets.board import DuelCourse, DuelGame
from tournaments.core.brackets.plan import BracketStage, DuelKey, count_levels
from tournaments.core.results import NOBODY
from tournaments.models import Pairing
from tournaments.play.brackets import EventBracket, get_bracket, load_decided
from tournaments.play.played_pairings import PlayedPairing
from tournaments.public.bracket_picture import (
    BracketBox,
    BracketGrid,
    BracketHeading,
    BracketLine,
    BracketPicture,
    BracketShape,
)
from tournaments.public.event_view import EventView
from tournaments.public.standings import current_language
from tournaments.wording.brackets import level_label


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
        entry_view = self.view.entries[entry]
        names = tuple(entry_view.name_of(player) for player in entry_view.players)
        return BracketLine(name, address, self._score(course, entry), course.winner == entry, entry, names)

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

    def shown_keys(self, part: Collection[DuelKey] | None = None) -> frozenset[DuelKey]:
        """Return which duels of a part are in the picture; without a part, of all."""
        return frozenset(course.key for course in self._visible() if part is None or course.key in part)

    def picture(
        self, part: Collection[DuelKey] | None = None, shape: BracketShape | None = None
    ) -> BracketPicture:
        """Draw a part of the bracket, or the whole of it."""
        drawn = self.bracket.board.duels.keys() if part is None else part
        shown = self.shown_keys(drawn)
        grid = BracketGrid.of(shape or BracketShape(), drawn, shown)
        boxes = tuple(self._box(course, grid, shown) for course in self._visible() if course.key in shown)
        return BracketPicture(grid.shape, boxes, tuple(self._headings(grid, shown)), *grid.size(shown))

    def _box(self, course: DuelCourse, grid: BracketGrid, shown: Collection[DuelKey]) -> BracketBox:
        x, y = grid.corner(course.key)
        first, second = (self._line(course, side) for side in (0, 1))
        way = course.duel.winner_to
        corners = () if way is None or way.duel not in shown else grid.way(course.key, way.duel)
        return BracketBox(x, y, (first, second), corners)

    def _headings(self, grid: BracketGrid, shown: Collection[DuelKey]) -> Iterator[BracketHeading]:
        for stage, level in dict.fromkeys((key.stage, key.level) for key in self.bracket.board.duels):
            keys = [key for key in shown if (key.stage, key.level) == (stage, level)]
            if keys:
                text = level_label(self.bracket.kind, keys[0], self.levels)
                yield BracketHeading(*grid.heading(keys), text)


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
