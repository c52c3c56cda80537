"""Formats numbers and dates as the Nordic languages do: separated thousands, a real minus sign."""

from collections.abc import Iterable
from datetime import date, datetime
from decimal import Decimal
from typing import Final

from clubs.reports.report import Value

SPACE = "\N{NO-BREAK SPACE}"
MINUS = "\N{MINUS SIGN}"
_SEPARATORS = {"en": ",", "da": "."}
COMMA, POINT = ",", "."
# Most figures of a page are smaller, and written as they are.
_LEAST_SEPARATED: Final = 1000
# The formats of dates and times; Swedish uses ISO 8601, and so do files for machines, without a language.
_DAYS = {"fi": "{0.day}.{0.month}.{0.year}", "da": "{0:%d.%m.%Y}", "en": "{0.day} {month} {0.year}"}
_HOURS = {"fi": " {0.hour}.{0:%M}", "en": ", {0:%H:%M}"}
_ENGLISH_MONTHS: Final = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def format_value(value: Value, language: str) -> str:
    """Format a value: 12 345 in Swedish and Finnish, 12.345 in Danish, 12,345 in English."""
    if value is None:
        return ""
    if type(value) is int and 0 <= value < _LEAST_SEPARATED:
        return str(value)
    if isinstance(value, str):
        return value
    if isinstance(value, date):
        return format_day(value, language)
    digits = _figures(value, language)
    return f"{MINUS}{digits}" if value < 0 else digits


def format_integers(values: Iterable[int], language: str) -> list[str]:
    """Format whole numbers as `format_value` does, in less time."""
    return [
        str(value) if 0 <= value < _LEAST_SEPARATED else format_value(value, language) for value in values
    ]


def _figures(value: int | Decimal, language: str) -> str:
    """Format a number without its sign: 12,50 with its own decimals; English has a point for the comma."""
    whole, _point, decimals = f"{abs(value):,}".partition(POINT)
    separated = whole.replace(",", _SEPARATORS.get(language, SPACE))
    if not decimals:
        return separated
    mark = POINT if language == "en" else COMMA
    return f"{separated}{mark}{decimals}"


def format_day(day: date, language: str = "") -> str:
    """Format a date as on a page: 2.5.2026 9.05 in Finnish, 02.05.2026 09:05 in Danish, 2 May 2026, 09:05 in
    English; else 2026-05-02 09:05."""
    formatted = _DAYS.get(language, "{0:%Y-%m-%d}").format(day, month=_ENGLISH_MONTHS[day.month - 1])
    if isinstance(day, datetime):
        formatted += _HOURS.get(language, " {0:%H:%M}").format(day)
    return formatted
