"""Amounts as each language writes them: 5,00 € in Finnish, 50,00 kr. in Danish, €5.00 in English."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Final

from django.utils.translation import get_language

from clubs.models import Club
from clubs.reports.numbers import MINUS, SPACE, format_value
from tournaments.core.cash import PER_WHOLE
from tournaments.models import ClubCash

_CROWN: Final = "kr"
_ENGLISH_SIGNS: Final[Mapping[str, str]] = {"EUR": "€", "SEK": f"SEK{SPACE}", "DKK": f"DKK{SPACE}"}
_USUAL: Final[Mapping[str, ClubCash.Currency]] = {"sv": ClubCash.Currency.SEK, "da": ClubCash.Currency.DKK}
_CENT: Final = Decimal("0.01")


def currency_of(club: Club) -> str:
    """Return the currency of a club; before it is chosen that of most clubs like it."""
    chosen = ClubCash.objects.filter(club=club).values_list("currency", flat=True).first()
    return str(chosen or _usual_currency(club))


def _usual_currency(club: Club) -> ClubCash.Currency:
    """That of the country of its language; who speaks Swedish in a Finnish federation is in Finland."""
    federation = club.federation
    if federation is not None and federation.language == "fi":
        return ClubCash.Currency.EUR
    return _USUAL.get(club.language, ClubCash.Currency.EUR)


def keep_currency(club: Club) -> None:
    """Store the currency of a club whose cash is used: a new language of the club must not change amounts."""
    ClubCash.objects.get_or_create(club=club, defaults={"currency": _usual_currency(club)})


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
    unit = "€" if currency == ClubCash.Currency.EUR else _CROWN
    if unit == _CROWN and language == "da":
        unit = "kr."
    if unit != "€" and _is_foreign(currency, language):
        unit = currency
    return f"{sign}{figures}{SPACE}{unit}"


def _is_foreign(currency: str, language: str) -> bool:
    """Whether readers would take the crown for that of another country."""
    return (currency, language) not in {("SEK", "sv"), ("DKK", "da")}
