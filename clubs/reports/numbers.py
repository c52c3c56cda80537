"""Numbers as people in the North write them: thousands set apart, a real minus sign; and days."""

from datetime import date, datetime
from decimal import Decimal

from clubs.reports.report import Value

SPACE = "\N{NO-BREAK SPACE}"
MINUS = "\N{MINUS SIGN}"
_SEPARATORS = {"en": ",", "da": "."}
COMMA, POINT = ",", "."
# How a day and an hour are written; else in the order of time.
_DAYS = {"fi": "{0.day}.{0.month}.{0.year}", "da": "{0:%d.%m.%Y}"}
_HOURS = {"fi": "{0.hour}.{0:%M}"}


def written(value: Value, language: str) -> str:
    """A value as its language writes it: 12 345 in Swedish and Finnish, 12.345 in Danish, else 12,345."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, date):
        return day_written(value, language)
    digits = _figures(value, language)
    return f"{MINUS}{digits}" if value < 0 else digits


def _figures(value: int | Decimal, language: str) -> str:
    """12,50 with as many decimals as the number has, without its sign; English has a point for the comma."""
    whole, _point, decimals = f"{value:,}".removeprefix("-").partition(POINT)
    apart = whole.replace(",", _SEPARATORS.get(language, SPACE))
    mark = POINT if language == "en" else COMMA
    return f"{apart}{mark}{decimals}" if decimals else apart


def day_written(day: date, language: str = "") -> str:
    """2.5.2026 9.05 in Finnish, 02.05.2026 09:05 in Danish, else 2026-05-02 09:05; of a day no hour."""
    said = _DAYS.get(language, "{0:%Y-%m-%d}").format(day)
    if isinstance(day, datetime):
        said += " " + _HOURS.get(language, "{0:%H:%M}").format(day)
    return said
