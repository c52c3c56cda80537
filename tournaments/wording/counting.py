"""Sentences on results that do not count yet, where an event lets them count later than they are recorded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy as _lazy

from tournaments.agreement.agreement import Counting

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

NOT_COUNTED_YET: Final[Mapping[Counting, _StrPromise]] = {
    Counting.APPROVED: _lazy(
        "Deals count once they are approved: have those of table %(tables)s approved, or their sheets signed."
    ),
    Counting.SIGNED: _lazy("A game counts once it is signed: have table %(tables)s sign."),
}
