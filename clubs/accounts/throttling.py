"""Throttling of sign-ins, reset links, side codes and table PINs, across all processes.

Attempts are counted by account and by address, as hashes. An unknown account is treated as a known one, so
that the limits do not reveal which accounts exist.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from clubs.models import Attempt

ATTEMPT_WINDOW = timedelta(minutes=15)
FAILURES_PER_ACCOUNT = 8
FAILURES_PER_ADDRESS = 40  # a whole hall signs in from one address
_LINKS_WINDOW = timedelta(hours=1)
LINKS_PER_ACCOUNT = 3
_LINKS_PER_ADDRESS = 20
CODES_PER_SIDE = 10
PINS_PER_ADDRESS = 20
OPENINGS_PER_TABLE = 8


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


def pin_limits(address: str) -> list[AttemptLimit]:
    """Limit the guesses of a table's six digits."""
    return [AttemptLimit(hashed_key("pins from address", address), PINS_PER_ADDRESS, ATTEMPT_WINDOW)]


def opening_limits(table: str, address: str) -> list[AttemptLimit]:
    """Limit the games that are opened at a table without an account, and the names tried for them."""
    return [
        AttemptLimit(hashed_key("games opened at table", table), OPENINGS_PER_TABLE, ATTEMPT_WINDOW),
        AttemptLimit(hashed_key("games opened from address", address), FAILURES_PER_ADDRESS, ATTEMPT_WINDOW),
    ]


def hashed_key(kind: str, name: str) -> str:
    return hashlib.sha256(f"{kind}\n{name.strip().casefold()}".encode()).hexdigest()


def count_attempt(limits: Sequence[AttemptLimit], now: datetime) -> None:
    """Count one attempt against every limit. Raises TooManyAttempts.

    The attempt is stored first and counted afterwards, so that simultaneous attempts cannot exceed the limit.
    A refused one is deleted again: the time named in the refusal stays true.
    """
    _remove_old(now)
    rows = Attempt.objects.bulk_create(Attempt(key=limit.key, at=now) for limit in limits)
    again_at = [until for limit in limits if (until := _blocked_until(limit, now))]
    if again_at:
        Attempt.objects.filter(pk__in=[row.pk for row in rows]).delete()
        raise TooManyAttempts(max(again_at))


def _blocked_until(limit: AttemptLimit, now: datetime) -> datetime | None:
    """Return when a limit is met again if there are too many attempts now, the present one included."""
    earlier = Attempt.objects.filter(key=limit.key, at__gt=now - limit.window).order_by("-at", "-pk")
    latest = list(earlier.values_list("at", flat=True)[: limit.max_attempts + 1])
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
