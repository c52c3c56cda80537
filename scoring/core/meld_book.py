"""The melds of a game by their text, remembered because the same ones come again and again."""

from __future__ import annotations

from functools import cache
from typing import Final

from scoring.core.cards import RANKS
from scoring.core.melds import Meld, read_meld
from scoring.core.ruleset import RuleSet

_MAX_REMEMBERED: Final = 1 << 14
# Longer texts are read each time: no meld is as long, and a line may have a million characters.
_MAX_REMEMBERED_TEXT: Final = 1 + len(RANKS) + 3


class MeldBook(dict[str, Meld]):
    """Melds by their text; a missing one is read and, up to a limit, remembered."""

    def __init__(self, rules: RuleSet, limit: int = _MAX_REMEMBERED) -> None:
        super().__init__()
        self.rules = rules
        self.limit = limit

    def __missing__(self, text: str) -> Meld:
        meld = read_meld(text, self.rules.melds, self.rules.card_values)
        if len(text) <= _MAX_REMEMBERED_TEXT:
            if len(self) >= self.limit:
                self.clear()
            self[text] = meld
        return meld


@cache
def meld_book(rules: RuleSet) -> MeldBook:
    return MeldBook(rules)
