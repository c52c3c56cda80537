"""How many table PINs may be guessed, from wherever they come (docs/decisions/0041-guessing.md).

A guess that is looked up may hit any table of the installation. So there are so few of them in a day that,
with all addresses of the world, the first hit is expected after more than a year. Half of them are for
anybody; the other half for phones that were right before and for networks from which somebody was right.
So whoever uses up the first half shuts out neither the hall nor the phones at its tables.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from clubs.accounts.throttling import (
    ATTEMPT_WINDOW,
    AttemptLimit,
    count_first,
    hashed_key,
)
from clubs.models import Attempt

# A phone that mistypes stops before the hall does.
PINS_PER_PHONE: Final = 8
# Forty people behind one address who mistype twice.
PINS_PER_NETWORK: Final = 100
_DAY: Final = timedelta(days=1)
# Days until the first hit that is to be expected: more than a year.
_EXPECTED_DAYS: Final = 366
_MOST_A_DAY: Final = 2000
# A network in which somebody was right is the hall for so long.
_HALL_FOR: Final = timedelta(hours=12)


@dataclass(frozen=True, slots=True, kw_only=True)
class Guesser:
    """Who types a PIN: the phone, its network, whether that is the hall's, and a table it was right at."""

    phone: str
    network: str
    in_hall: bool = False
    right_at: str = ""


def looked_up_a_day(tables: int, space: int) -> int:
    """Return how many wrong PINs of `space` are looked up in a day while so many tables have one.

    Without repetition the first of n PINs in M is expected at guess (M + 1) / (n + 1).
    """
    return min(_MOST_A_DAY, (space + 1) // ((tables + 1) * _EXPECTED_DAYS))


def count_pin(pin: str, by: Guesser, tables: int, now: datetime) -> list[AttemptLimit]:
    """Count a guess of a PIN, and return the limits under which it counts. Raises TooManyAttempts."""
    half = looked_up_a_day(tables, 10 ** len(pin)) // 2
    choices = [_of_anybody(by, half), _of_known_phone(by, half), _of_hall(by, half, now)]
    return count_first([limits for limits in choices if limits], now, pin)


def _of_anybody(by: Guesser, half: int) -> list[AttemptLimit]:
    return [
        _of_phone(by),
        AttemptLimit(hashed_key("pins from network", by.network), PINS_PER_NETWORK, _DAY),
        AttemptLimit(hashed_key("pins of anybody", ""), half, _DAY),
    ]


def _of_known_phone(by: Guesser, half: int) -> list[AttemptLimit]:
    """Return the limits of a phone that was right: one table's phones cannot use up those of the others."""
    if not by.right_at:
        return []
    of_table = AttemptLimit(hashed_key("pins of phones at table", by.right_at), max(half // 8, 10), _DAY)
    return [_of_phone(by), of_table, _of_known(half)]


def _of_hall(by: Guesser, half: int, now: datetime) -> list[AttemptLimit]:
    """Return the limits in a network in which somebody was right; the phones that were right have a rest."""
    if not by.in_hall and not _right_in_network(by.network, now):
        return []
    return [
        _of_phone(by),
        AttemptLimit(hashed_key("pins in halls", ""), half * 3 // 4, _DAY),
        _of_known(half),
    ]


def _of_phone(by: Guesser) -> AttemptLimit:
    return AttemptLimit(hashed_key("pins from phone", by.phone), PINS_PER_PHONE, ATTEMPT_WINDOW)


def _of_known(half: int) -> AttemptLimit:
    return AttemptLimit(hashed_key("pins of known", ""), half, _DAY)


def note_right_pin(by: Guesser, now: datetime) -> None:
    """Note that somebody was right in a network: the hall is there."""
    if not _right_in_network(by.network, now):
        Attempt.objects.create(key=_hall_key(by.network), at=now)


def _right_in_network(network: str, now: datetime) -> bool:
    return Attempt.objects.filter(key=_hall_key(network), at__gt=now - _HALL_FOR).exists()


def _hall_key(network: str) -> str:
    return hashed_key("right pin from network", network)
