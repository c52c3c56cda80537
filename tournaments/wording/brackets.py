"""What the levels of a bracket are called."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournaments.core.brackets.plan import BracketKind, BracketStage, DuelKey

# By the number of duels of a level.
_LAST_LEVELS: Final = {1: _lazy("Final"), 2: _lazy("Semi-finals"), 4: _lazy("Quarter-finals")}


def level_label(kind: BracketKind, key: DuelKey, levels: int) -> str:
    """Name a level of a bracket of so many: "Semi-finals", "Second chance, stage 2"."""
    if key.stage is BracketStage.THIRD:
        return _("Third place")
    if key.stage is BracketStage.AGAIN:
        return _("Final again")
    if key.stage is BracketStage.SECOND:
        return _("Second chance, stage %(number)s") % {"number": key.level}
    if kind is BracketKind.SECOND_CHANCE and key.stage is BracketStage.MAIN:
        return _("Main part, stage %(number)s") % {"number": key.level}
    duels = 1 if key.stage is BracketStage.FINAL else 2 ** (levels - key.level)
    if duels in _LAST_LEVELS:
        return str(_LAST_LEVELS[duels])
    return _("Last %(count)s") % {"count": 2 * duels}
