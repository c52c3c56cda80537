"""Days and times in short, as each language writes them."""

from __future__ import annotations

from datetime import datetime

from django.utils.formats import date_format
from django.utils.timezone import localtime


def shortly(at: datetime) -> str:
    """Two languages that write it alike say it once."""
    return date_format(localtime(at), "SHORT_DATETIME_FORMAT")
