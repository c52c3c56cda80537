"""The currency of a club."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from clubs.models import Club
from tournaments.models import ClubCash

_USUAL: Final[Mapping[str, ClubCash.Currency]] = {"sv": ClubCash.Currency.SEK, "da": ClubCash.Currency.DKK}


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
