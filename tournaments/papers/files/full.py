"""The whole event with full names and licence numbers, for those who work at it."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _lazy

from tournaments.papers.large_exports import LargeFile
from tournaments.public.exports import whole_event_file

FILE: Final = LargeFile(
    code="full",
    title=_lazy("The whole event with full names"),
    link=_lazy("The whole event with full names"),
    position=30,
    build=whole_event_file,
    full_names=True,
)
