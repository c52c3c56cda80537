"""Amounts as each language writes them: 5,00 € in Finnish, 50,00 kr. in Danish, €5.00 in English."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Final

from django.utils.translation import get_language

from clubs.reports.numbers import MINUS, SPACE, format_value
from tournaments.core.cash import PER_WHOLE

_EURO: Final = "EUR"
_CROWN: Final = "kr"
_ENGLISH_SIGNS: Final[Mapping[str, str]] = {"EUR": "€", "SEK": f"SEK{SPACE}", "DKK": f"DKK{SPACE}"}
_CENT: Final = Decimal("0.01")


def as_decimal(amount: int) -> Decimal:
    """Return an amount as spreadsheets have it, exactly."""
    return (Decimal(amount) / PER_WHOLE).quantize(_CENT)


def money(amount: int, currency: str, language: str = "") -> str:
    """Write an amount in the language of the reader."""
    language = language or get_language() or "en"
    figures = format_value(as_decimal(abs(amount)), language)
    sign = MINUS if amount < 0 else ""
    if language == "en":
        return f"{sign}{_ENGLISH_SIGNS[currency]}{figures}"
    unit = "€" if currency == _EURO else _CROWN
    if unit == _CROWN and language == "da":
        unit = "kr."
    if unit != "€" and _is_foreign(currency, language):
        unit = currency
    return f"{sign}{figures}{SPACE}{unit}"


def _is_foreign(currency: str, language: str) -> bool:
    """Whether readers would take the crown for that of another country."""
    return (currency, language) not in {("SEK", "sv"), ("DKK", "da")}
