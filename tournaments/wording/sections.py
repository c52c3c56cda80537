"""Words for sections and finals: how entries are dealt to sections, and what is carried over to finals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy as _lazy

from tournaments.core.sections import CarryOver, DealtBy

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

CARRY_LABELS: Final[Mapping[str, _StrPromise]] = {
    CarryOver.NONE: _lazy("nothing: everybody begins at 0"),
    CarryOver.SHARE: _lazy("a part of the points"),
    CarryOver.AMONG: _lazy("the games among those who are in the same final"),
}
DEALT_LABELS: Final[Mapping[str, _StrPromise]] = {
    DealtBy.NUMBER: _lazy("by their numbers, to and fro (A B, B A)"),
    DealtBy.LOT: _lazy("by lot"),
    DealtBy.STRENGTH: _lazy("by strength, to and fro (A B, B A): the strongest are spread evenly"),
}
