"""Throttling of sign-ins, reset links, side codes and table PINs, across all processes.

Attempts are counted by account and by address, as hashes. An unknown account is treated as a known one, so
that the limits do not reveal which accounts exist.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Min

from clubs.models import Attempt

ATTEMPT_WINDOW = timedelta(minutes=15)
FAILURES_PER_ACCOUNT = 8
FAILURES_PER_ADDRESS = 40  # a whole hall signs in from one address
_LINKS_WINDOW = timedelta(hours=1)
LINKS_PER_ACCOUNT = 3
_LINKS_PER_ADDRESS = 20
CODES_PER_SIDE = 10
# A phone that mistypes stops before the hall does. Beyond the PINs of its address another phone may still try
# one PIN of each beginning: the right one is looked up, and nobody gets more than 180 guesses an hour.
PINS_PER_PHONE = 8
PINS_PER_ADDRESS = 20
_PIN_BEGINNING = 2  # digits
_BEGINNINGS_WINDOW = timedelta(hours=1)
OPENINGS_PER_TABLE = 8
_PAPERS_PER_ADDRESS = 40


class TooManyAttempts(Exception):
    """An attempt is refused until `again_at`."""

    def __init__(self, again_at: datetime) -> None:
        super().__init__()
        self.again_at = again_at


@dataclass(frozen=True, slots=True)
class AttemptLimit:
    """The maximum of attempts for a key within a window of time."""

    key: str
    max_attempts: int
    window: timedelta


def sign_in_limits(account: str, address: str) -> list[AttemptLimit]:
    return [
        AttemptLimit(hashed_key("account", account), FAILURES_PER_ACCOUNT, ATTEMPT_WINDOW),
        AttemptLimit(hashed_key("address", address), FAILURES_PER_ADDRESS, ATTEMPT_WINDOW),
    ]


def reset_limits(account: str, address: str) -> list[AttemptLimit]:
    """Limit the reset links sent by mail, so that no mailbox is flooded."""
    return [
        AttemptLimit(hashed_key("link to account", account), LINKS_PER_ACCOUNT, _LINKS_WINDOW),
        AttemptLimit(hashed_key("link from address", address), _LINKS_PER_ADDRESS, _LINKS_WINDOW),
    ]


def code_limits(side: str, address: str) -> list[AttemptLimit]:
    """Limit the guesses of a side's four digits: ten in a quarter of an hour from all addresses together."""
    return [
        AttemptLimit(hashed_key("code of side", side), CODES_PER_SIDE, ATTEMPT_WINDOW),
        AttemptLimit(hashed_key("codes from address", address), FAILURES_PER_ADDRESS, ATTEMPT_WINDOW),
    ]


def count_pin(pin: str, phone: str, address: str, now: datetime) -> list[AttemptLimit]:
    """Count a guess of a table's six digits, and return the limits under which it counts. Raises
    TooManyAttempts."""
    of_phone = AttemptLimit(hashed_key("pins from phone", phone), PINS_PER_PHONE, ATTEMPT_WINDOW)
    of_hall = AttemptLimit(hashed_key("pins from address", address), PINS_PER_ADDRESS, ATTEMPT_WINDOW)
    begins = hashed_key("pins that begin so", f"{address}\n{pin[:_PIN_BEGINNING]}")
    limits = [of_phone, of_hall]
    try:
        count_attempt(limits, now, pin)
    except TooManyAttempts:
        limits = [of_phone, AttemptLimit(begins, 1, _BEGINNINGS_WINDOW)]
        count_attempt(limits, now, pin)
    return limits


def opening_limits(table: str, address: str) -> list[AttemptLimit]:
    """Limit the games that are opened at a table without an account, and the names tried for them."""
    return [
        AttemptLimit(hashed_key("games opened at table", table), OPENINGS_PER_TABLE, ATTEMPT_WINDOW),
        AttemptLimit(hashed_key("games opened from address", address), FAILURES_PER_ADDRESS, ATTEMPT_WINDOW),
    ]


def paper_limits(address: str) -> list[AttemptLimit]:
    """Limit the codes from paper that are looked up: each reads a whole log."""
    return [AttemptLimit(hashed_key("papers from address", address), _PAPERS_PER_ADDRESS, ATTEMPT_WINDOW)]


def hashed_key(kind: str, name: str) -> str:
    return hashlib.sha256(f"{kind}\n{name.strip().casefold()}".encode()).hexdigest()


def count_attempt(limits: Sequence[AttemptLimit], now: datetime, tried: str = "") -> None:
    """Count one attempt against every limit. Raises TooManyAttempts.

    What is `tried` again, as by a second tap, counts once.

    The attempt is stored first and counted afterwards, so that simultaneous attempts cannot exceed the limit.
    A refused one is deleted again: the time named in the refusal stays true.
    """
    _remove_old(now)
    rows = Attempt.objects.bulk_create(_attempt(limit, now, tried) for limit in limits)
    again_at = [until for limit in limits if (until := _blocked_until(limit, now))]
    if again_at:
        Attempt.objects.filter(pk__in=[row.pk for row in rows]).delete()
        raise TooManyAttempts(max(again_at))


def _attempt(limit: AttemptLimit, now: datetime, tried: str) -> Attempt:
    attempt = Attempt(key=limit.key, at=now)
    if tried:
        attempt.tried = hashed_key(limit.key, tried)
    return attempt


def _blocked_until(limit: AttemptLimit, now: datetime) -> datetime | None:
    """Return when a limit is met again if there are too many attempts now, the present one included."""
    attempts = Attempt.objects.filter(key=limit.key, at__gt=now - limit.window)
    first_tries = attempts.values("tried").annotate(first=Min("at")).order_by("-first")
    latest = list(first_tries.values_list("first", flat=True)[: limit.max_attempts + 1])
    return latest[-1] + limit.window if len(latest) > limit.max_attempts else None


def clear_after_sign_in(account: str, address: str, now: datetime) -> None:
    """Clear the attempts of an account after a sign-in, and this one attempt of the address.

    The address keeps its other failures, or a user with an account could try other accounts without a limit.
    """
    clear_account(account)
    Attempt.objects.filter(key=hashed_key("address", address), at=now).delete()


def uncount_attempt(limits: Sequence[AttemptLimit], now: datetime) -> None:
    """Delete a correct attempt: a whole hall approves from one address."""
    Attempt.objects.filter(key__in=[limit.key for limit in limits], at=now).delete()


def clear_account(account: str) -> None:
    """Delete the attempts of an account whose owner has proved the ownership."""
    Attempt.objects.filter(key=hashed_key("account", account)).delete()


def _remove_old(now: datetime) -> None:
    Attempt.objects.filter(at__lte=now - max(ATTEMPT_WINDOW, _LINKS_WINDOW)).delete()
