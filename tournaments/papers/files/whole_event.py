"""All that is public of an event in one file, a sheet for each table."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _lazy

from tournaments.papers.large_exports import LargeFile
from tournaments.public.exports import whole_event_file

FILE: Final = LargeFile(
    code="whole",
    title=_lazy("The whole event"),
    link=_lazy("The whole event as a spreadsheet"),
    position=10,
    build=whole_event_file,
)
