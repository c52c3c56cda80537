"""Dates and times in the short format of each language."""

from __future__ import annotations

from datetime import datetime

from django.utils.formats import date_format
from django.utils.timezone import localtime


def short_datetime(at: datetime) -> str:
    """Return a moment in the short format of the active language, in the club's time zone."""
    return date_format(localtime(at), "SHORT_DATETIME_FORMAT")
