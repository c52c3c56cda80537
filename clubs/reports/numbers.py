"""Numbers as people in the North write them: thousands set apart, a real minus sign."""

from datetime import date, datetime
from decimal import Decimal

from clubs.reports.report import Value

SPACE = "\N{NO-BREAK SPACE}"
MINUS = "\N{MINUS SIGN}"
SEPARATORS = {"en": ",", "da": "."}
COMMA, POINT = ",", "."


def written(value: Value, language: str) -> str:
    """A value as its language writes it: 12 345 in Swedish and Finnish, 12.345 in Danish, else 12,345."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, date):
        return day_written(value)
    digits = figures(value, language)
    return f"{MINUS}{digits}" if value < 0 else digits


def figures(value: int | Decimal, language: str) -> str:
    """12,50 with as many decimals as the number has, without its sign; English has a point for the comma."""
    whole, _point, decimals = f"{value:,}".removeprefix("-").partition(POINT)
    apart = whole.replace(",", SEPARATORS.get(language, SPACE))
    mark = POINT if language == "en" else COMMA
    return f"{apart}{mark}{decimals}" if decimals else apart


def day_written(day: date) -> str:
    """The same in all languages, and in the order of time: 2026-11-22, or 2026-11-22 18:30."""
    return f"{day:%Y-%m-%d %H:%M}" if isinstance(day, datetime) else day.isoformat()
