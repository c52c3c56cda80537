"""The large files of an event: all that is public of it, and every line of every deal.

Up to a number of deals they are made in the request, beyond it by a job.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy as _lazy

from clubs.reports.tables import ExportReport
from tournaments.public import exports
from tournaments.public.event_view import EventView
from tournaments.public.exports import DealReader

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

# So many deals take a second: a spreadsheet has every value in a cell of its own, packed at the end. A club's
# evening has fifty of them, a championship a thousand. Paper has the first 2 000 lines, which 200 deals fill:
# a larger event has the booklet with every protocol instead.
MAX_DEALS_AT_ONCE: Final = {
    "xlsx": 800,
    "csv": 4000,
    "csv-comma": 4000,
    "json": 4000,
    "pdf": 400,
    "print": 400,
}


@dataclass(frozen=True, slots=True)
class LargeFile:
    code: str
    title: _StrPromise
    build: Callable[[EventView, DealReader], ExportReport]


WHOLE_EVENT: Final = LargeFile("whole", _lazy("The whole event"), exports.whole_event_file)
ALL_DEALS: Final = LargeFile("deals", _lazy("All deals, line by line"), exports.all_deals_file)
LARGE_FILES: Final = (WHOLE_EVENT, ALL_DEALS)


def formats_at_once(deals: int) -> frozenset[str]:
    """The formats that are made in the request for so many deals."""
    return frozenset(code for code, limit in MAX_DEALS_AT_ONCE.items() if deals <= limit)
