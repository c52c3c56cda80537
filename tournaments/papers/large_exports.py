"""The large files of an event: all that is told of it, and every line of every deal.

They are as long as the event; up to a size they are made while somebody waits for the page, beyond it as long
work. Knows what they are called and read from; must not know who asks.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy as _lazy

from clubs.reports.tables import Tables
from tournaments.public import exports
from tournaments.public.event_view import Told
from tournaments.public.exports import Written

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

# So many deals take a second: a spreadsheet has every value in a cell of its own, packed at the end. A club's
# evening has fifty of them, a championship a thousand. Paper has the first 2 000 lines, which 200 deals fill:
# of a larger event nobody wants them, since its booklet has every protocol.
MOST_AT_ONCE: Final = {"xlsx": 800, "csv": 4000, "csv-comma": 4000, "json": 4000, "pdf": 400, "print": 400}


@dataclass(frozen=True, slots=True)
class LargeFile:
    code: str
    title: _StrPromise
    told: Callable[[Told, Written], Tables]


WHOLE: Final = LargeFile("whole", _lazy("The whole event"), exports.whole_file)
DEALS: Final = LargeFile("deals", _lazy("All deals, line by line"), exports.deals_file)
LARGE_FILES: Final = (WHOLE, DEALS)


def made_at_once(deals: int) -> frozenset[str]:
    """The forms in which nobody has to wait for so many deals."""
    return frozenset(form for form, most in MOST_AT_ONCE.items() if deals <= most)
