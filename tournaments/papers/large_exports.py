"""The large files of an event: all that is public of it, and every line of every deal.

Up to a number of deals they are made in the request, beyond it by a job. A file is a module in
`tournaments/papers/files` with its `FILE`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.utils.functional import Promise

from clubs.people.names import NameOf, full_name, public_name
from clubs.plugins.catalogue import Catalogue
from clubs.reports.tables import ExportReport
from tournaments.public.event_view import EventView
from tournaments.public.exports import DealReader

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

_CODE: Final = re.compile(r"[a-z]{1,20}")
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
    "text": 400,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class LargeFile:
    """A large file of an event. Its code is the end of its address, and a part of the kinds of its jobs."""

    code: str
    title: _StrPromise
    # The link on the public pages of the event.
    link: _StrPromise
    # Where the link stands among the others.
    position: int
    build: Callable[[EventView, DealReader], ExportReport]
    # It names everybody, and is for the staff of the event.
    full_names: bool = False

    @property
    def name_of(self) -> NameOf:
        """How names are written in it."""
        return full_name if self.full_names else public_name

    @property
    def url_name(self) -> str:
        return f"event_{self.code}"

    @property
    def make_url_name(self) -> str:
        """The page on which the file is requested as a job."""
        return f"make_{self.code}"

    def problems(self) -> Iterator[str]:
        """Yield what the file lacks."""
        if not _CODE.fullmatch(self.code):
            yield f"the code {self.code!r} is not made of small letters"
        for name in ("title", "link"):
            if not isinstance(getattr(self, name), Promise):
                yield f"{name} is not a translated text: write _lazy(...)"
            elif not str(getattr(self, name)):
                yield f"{name} is empty"


# One a module, in the folder `files`.
LARGE_FILES: Final = Catalogue("tournaments.papers.files", "FILE", LargeFile)


def formats_at_once(deals: int) -> frozenset[str]:
    """The formats that are made in the request for so many deals."""
    return frozenset(code for code, limit in MAX_DEALS_AT_ONCE.items() if deals <= limit)
