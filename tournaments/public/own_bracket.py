"""What an entry of a knock-out is told: when it plays again, or that it is out."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from tournaments.core.brackets.board import DuelCourse
from tournaments.core.brackets.plan import BracketStage, count_levels
from tournaments.core.results import NOBODY
from tournaments.play.brackets import EventBracket
from tournaments.public.event_view import EventView
from tournaments.wording.brackets import level_label


def next_sentences(view: EventView, bracket: EventBracket, entry: int) -> Iterator[str]:
    """Say in which round an entry plays again and for what; that it is out, or has won."""
    if entry in bracket.board.out:
        is_first = bracket.board.is_over and bracket.board.out[entry] == max(bracket.board.out.values())
        yield _("You have won the knock-out.") if is_first else _("You are out: nothing is left to play.")
        return
    course = bracket.board.duel_of(entry)
    if course is None:
        yield _("The next draw says when you play.")
        return
    yield _when(view, bracket, course)
    opponent = next((other for other in course.entries if other not in (None, NOBODY, entry)), None)
    if opponent is not None:
        yield _("You will play against %(opponents)s.") % {"opponents": view.entries[opponent].name}


def _when(view: EventView, bracket: EventBracket, course: DuelCourse) -> str:
    last = 0 if view.last is None else view.last.number
    facts = {
        "number": last + 1 + bracket.board.count_rounds_before()[course.key],
        "level": level_label(bracket.kind, course.key, count_levels(len(bracket.seeds))),
    }
    if course.key.stage is BracketStage.SECOND:
        return _("You have lost once. You play again in round %(number)s at the earliest: %(level)s.") % facts
    return _("You play again in round %(number)s at the earliest: %(level)s.") % facts
