"""What came of a pile of scans, as the job leaves it for the page."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

_REASONS: dict[str, _StrPromise] = {
    "encrypted": _lazy("It is protected by a password. Save it without one, then upload it again."),
    "broken": _lazy("It is damaged, or not what its name says."),
    "too_many_pages": _lazy("It has too many pages: 500 in one upload at the most."),
    "too_large": _lazy("The picture has too many dots."),
    "too_slow": _lazy("It took too long to read. Scan it again in 150 or 200 dots per inch."),
    "gone": _lazy("It was not read in time. Upload it again."),
}


@dataclass(frozen=True, slots=True)
class Unread:
    """A file that was not read, or not further than a page; 0 is the whole file."""

    source: str
    page: int
    why: str

    @property
    def sentence(self) -> str:
        reason = _REASONS.get(self.why, _REASONS["broken"])
        if not self.page:
            return f"{self.source}: {reason}"
        return _("%(file)s, page %(number)s: %(reason)s") % {
            "file": self.source,
            "number": self.page,
            "reason": reason,
        }


@dataclass(slots=True)
class ScanReport:
    """How many sheets of a pile were filed, lay there already, were blank or are asked about."""

    sheets: int = 0
    # The games at which sheets were filed, in the order of the pile.
    games: list[int] = field(default_factory=list)
    known: int = 0
    blank: int = 0
    asked: int = 0
    unread: list[Unread] = field(default_factory=list)

    def write(self) -> bytes:
        return json.dumps(asdict(self)).encode()

    @classmethod
    def read(cls, content: bytes) -> ScanReport:
        stored = json.loads(content)
        return cls(**{**stored, "unread": [Unread(**each) for each in stored["unread"]]})
