"""Every line of every deal of an event."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _lazy

from tournaments.papers.large_exports import LargeFile
from tournaments.public.exports import all_deals_file

FILE: Final = LargeFile(
    code="deals",
    title=_lazy("All deals, line by line"),
    link=_lazy("All deals, line by line"),
    position=20,
    build=all_deals_file,
)
