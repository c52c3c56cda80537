"""Sign-ins that fail too often are refused for a while, in every process alike.

Counts attempts by account and by address, as hashes; must not know whether an account exists, so that an
unknown one is treated as a known one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from clubs.models import FailedSignIn

WINDOW = timedelta(minutes=15)
FAILURES_PER_ACCOUNT = 8
FAILURES_PER_ADDRESS = 40  # a whole hall signs in from one address
_LINKS_WINDOW = timedelta(hours=1)
LINKS_PER_ACCOUNT = 3
_LINKS_PER_ADDRESS = 20
CODES_PER_SIDE = 10
PINS_PER_ADDRESS = 20


class TooMany(Exception):
    """Refused for now. `again_at` is when the next attempt will be looked at."""

    def __init__(self, again_at: datetime) -> None:
        super().__init__()
        self.again_at = again_at


@dataclass(frozen=True, slots=True)
class Limit:
    """How many attempts a key may have within a window."""

    key: str
    most: int
    window: timedelta


def sign_in_limits(account: str, address: str) -> list[Limit]:
    return [
        Limit(hashed("account", account), FAILURES_PER_ACCOUNT, WINDOW),
        Limit(hashed("address", address), FAILURES_PER_ADDRESS, WINDOW),
    ]


def reset_limits(account: str, address: str) -> list[Limit]:
    """Reset links sent by mail: few, so that nobody's mailbox is filled."""
    return [
        Limit(hashed("link to account", account), LINKS_PER_ACCOUNT, _LINKS_WINDOW),
        Limit(hashed("link from address", address), _LINKS_PER_ADDRESS, _LINKS_WINDOW),
    ]


def code_limits(side: str, address: str) -> list[Limit]:
    """A side's four digits: tried ten times in a quarter of an hour, from wherever."""
    return [
        Limit(hashed("code of side", side), CODES_PER_SIDE, WINDOW),
        Limit(hashed("codes from address", address), FAILURES_PER_ADDRESS, WINDOW),
    ]


def pin_limits(address: str) -> list[Limit]:
    """A table's six digits, typed by hand."""
    return [Limit(hashed("pins from address", address), PINS_PER_ADDRESS, WINDOW)]


def hashed(kind: str, name: str) -> str:
    return hashlib.sha256(f"{kind}\n{name.strip().casefold()}".encode()).hexdigest()


def count(limits: Sequence[Limit], now: datetime) -> None:
    """Count one attempt against every limit, or refuse it.

    It is written down first and then counted, so that of many attempts at the same moment none slips
    through. A refused one is taken out again: the time that was told stays true.
    """
    _remove_old(now)
    rows = FailedSignIn.objects.bulk_create(FailedSignIn(key=limit.key, at=now) for limit in limits)
    again_at = [until for limit in limits if (until := _refused_until(limit, now))]
    if again_at:
        FailedSignIn.objects.filter(pk__in=[row.pk for row in rows]).delete()
        raise TooMany(max(again_at))


def _refused_until(limit: Limit, now: datetime) -> datetime | None:
    """When enough attempts will have grown old, if there are too many now: one of them is the present one."""
    earlier = FailedSignIn.objects.filter(key=limit.key, at__gt=now - limit.window).order_by("-at", "-pk")
    latest = list(earlier.values_list("at", flat=True)[: limit.most + 1])
    return latest[-1] + limit.window if len(latest) > limit.most else None


def forget(account: str, address: str, now: datetime) -> None:
    """A sign-in that succeeded: the account starts afresh, the address loses this one attempt.

    The address keeps its other failures, or whoever has an account could try on other people's for ever.
    """
    forget_account(account)
    FailedSignIn.objects.filter(key=hashed("address", address), at=now).delete()


def take_back(limits: Sequence[Limit], now: datetime) -> None:
    """An attempt that was right is none: a whole hall approves from one address."""
    FailedSignIn.objects.filter(key__in=[limit.key for limit in limits], at=now).delete()


def forget_account(account: str) -> None:
    """Its owner has proved to be the owner."""
    FailedSignIn.objects.filter(key=hashed("account", account)).delete()


def _remove_old(now: datetime) -> None:
    FailedSignIn.objects.filter(at__lte=now - max(WINDOW, _LINKS_WINDOW)).delete()
