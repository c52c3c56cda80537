"""What the page of a table tells of the event of its game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.store.event_news import (
    EntryNews,
    EventOfGame,
    after_the_game,
    before_the_game,
    event_finders,
)
from scoring.table.page import TablePage
from scoring.table.steps import StepKind


@dataclass(frozen=True, slots=True)
class TableNews:
    """The event of the game at a table, and news for those who have played their game there."""

    event: EventOfGame | None
    entries: Sequence[EntryNews]
    # The news is for those who sat here in the round before.
    is_of_round_before: bool


def table_news(page: TablePage) -> TableNews:
    """The event of a game, and its news once the game is signed, or before its first deal."""
    event = next((found for find in event_finders if (found := find(page.game)) is not None), None)
    is_done = page.step.kind in (StepKind.OVER, StepKind.OTHER_RESULT)
    is_before = not is_done and not page.rows and not page.is_dealt and not page.game.over
    if event is None or not (is_done or is_before):
        return TableNews(event, (), is_of_round_before=False)
    finders = after_the_game if is_done else before_the_game
    news = [entry for find in finders for entry in find(page.game)]
    return TableNews(event, news, is_of_round_before=is_before)
