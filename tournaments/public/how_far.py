"""How far the entries of a knock-out have come, in words."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _

from tournaments.core.brackets.board import DuelCourse
from tournaments.core.brackets.plan import BracketStage, count_levels
from tournaments.play.brackets import EventBracket, get_bracket
from tournaments.public.event_view import EventView
from tournaments.wording.brackets import level_label


def how_far(view: EventView) -> Mapping[int, str]:
    """In which level each entry is out, or that it has won; elsewhere than in a knock-out nothing."""
    bracket = get_bracket(view.record)
    if bracket is None:
        return {}
    return {entry: _words(bracket, entry) for entry in bracket.seeds if entry in bracket.board.out}


def _words(bracket: EventBracket, entry: int) -> str:
    last = last_duel_of(bracket, entry)
    if last is None:
        return ""
    is_winner = last.winner == entry and last.key.stage is not BracketStage.THIRD
    return _("Winner") if is_winner else level_label(bracket.kind, last.key, count_levels(len(bracket.seeds)))


def last_duel_of(bracket: EventBracket, entry: int) -> DuelCourse | None:
    """Return the last duel to which an entry came; the final that was not needed again is none."""
    came = [
        course
        for course in bracket.board.duels.values()
        if entry in course.entries and (course.key.stage is not BracketStage.AGAIN or course.games)
    ]
    return came[-1] if came else None
