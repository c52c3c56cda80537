"""Games that not everybody may see: they are in no public list, and have no page for a stranger.

An app whose games can be hidden registers the condition on them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.db.models import Q

from clubs.plugins.hooks import HookList

hidden_games: Final[HookList[Callable[[], Q]]] = HookList()


def is_hidden() -> Q:
    """Return the condition on games that not everybody may see."""
    condition = Q(pk__in=())
    for hidden in hidden_games:
        condition |= hidden()
    return condition
