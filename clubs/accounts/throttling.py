"""Throttling of sign-ins, reset links and side codes, across all processes; of table PINs see `pin_limits`.

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
from clubs.web.origin import network_of

ATTEMPT_WINDOW = timedelta(minutes=15)
FAILURES_PER_ACCOUNT = 8
FAILURES_PER_ADDRESS = 40  # a whole hall signs in from one address
# Beyond that anybody else at this address may still try an account or two.
_FAILURES_PER_ACCOUNT_THERE = 3
_FAILURES_BEYOND = 400
_LINKS_WINDOW = timedelta(hours=1)
_LONGEST_WINDOW = timedelta(days=1)
LINKS_PER_ACCOUNT = 3
_LINKS_PER_ADDRESS = 20
CODES_PER_SIDE = 10
CODES_IN_A_DAY = 48
OPENINGS_PER_TABLE = 8
_PAPERS_PER_ADDRESS = 40
# A club signs its members up from one address; a flood comes from many.
SIGNUPS_PER_ADDRESS = 30
SIGNUPS_PER_EVENT = 240
LETTERS_PER_MAILBOX = 3
# A whole hall has one address.
NEWS_PER_ENTRY = 20
NEWS_PER_ADDRESS = 600
_SIGNUPS_WINDOW = timedelta(hours=1)


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


def count_sign_in(account: str, address: str, device: str, now: datetime) -> list[AttemptLimit]:
    """Count a sign-in, and return the limits under which it counts. Raises TooManyAttempts.

    Nobody locks another out: a `device` that has signed in to this account before has a counter of its own,
    and where one address has too many failures, others there may still try each account a few times.
    """
    of_account = AttemptLimit(hashed_key("account", account), FAILURES_PER_ACCOUNT, ATTEMPT_WINDOW)
    of_address = AttemptLimit(_address_key("address", address), FAILURES_PER_ADDRESS, ATTEMPT_WINDOW)
    there = hashed_key("account from address", f"{account}\n{network_of(address)}")
    beyond = AttemptLimit(_address_key("address beyond", address), _FAILURES_BEYOND, ATTEMPT_WINDOW)
    choices = [
        [of_account, of_address],
        [of_account, AttemptLimit(there, _FAILURES_PER_ACCOUNT_THERE, ATTEMPT_WINDOW), beyond],
    ]
    if device:
        own = hashed_key("account on device", f"{account}\n{device}")
        choices.append([AttemptLimit(own, FAILURES_PER_ACCOUNT, ATTEMPT_WINDOW)])
    return count_first(choices, now)


def count_second_step(account: str, session: str, device: str, now: datetime) -> list[AttemptLimit]:
    """Count a code after the password, and return the limits under which it counts. Raises TooManyAttempts.

    A code has six digits: beyond so many in a day nobody guesses on. A known `device` has its own counter.
    """
    in_session = AttemptLimit(hashed_key("code in session", session), FAILURES_PER_ACCOUNT, ATTEMPT_WINDOW)
    of_account = AttemptLimit(hashed_key("code of account", account), FAILURES_PER_ACCOUNT, ATTEMPT_WINDOW)
    in_a_day = AttemptLimit(hashed_key("codes in a day", account), CODES_IN_A_DAY, _LONGEST_WINDOW)
    choices = [[in_session, of_account, in_a_day]]
    if device:
        own = hashed_key("code on device", f"{account}\n{device}")
        choices.append([AttemptLimit(own, FAILURES_PER_ACCOUNT, ATTEMPT_WINDOW)])
    return count_first(choices, now)


def password_limits(session: str) -> list[AttemptLimit]:
    """Limit the guesses of the present password by whoever has a session of its owner."""
    return [AttemptLimit(hashed_key("password in session", session), FAILURES_PER_ACCOUNT, ATTEMPT_WINDOW)]


def reset_limits(account: str, address: str) -> list[AttemptLimit]:
    """Limit the reset links sent by mail, so that no mailbox is flooded."""
    return [
        AttemptLimit(hashed_key("link to account", account), LINKS_PER_ACCOUNT, _LINKS_WINDOW),
        AttemptLimit(_address_key("link from address", address), _LINKS_PER_ADDRESS, _LINKS_WINDOW),
    ]


def code_limits(side: str, address: str) -> list[AttemptLimit]:
    """Limit the guesses of a side's four digits: ten in a quarter of an hour from all addresses together."""
    return [
        AttemptLimit(hashed_key("code of side", side), CODES_PER_SIDE, ATTEMPT_WINDOW),
        AttemptLimit(_address_key("codes from address", address), FAILURES_PER_ADDRESS, ATTEMPT_WINDOW),
    ]


def opening_limits(table: str, address: str) -> list[AttemptLimit]:
    """Limit the games that are opened at a table without an account, and the names tried for them."""
    return [
        AttemptLimit(hashed_key("games opened at table", table), OPENINGS_PER_TABLE, ATTEMPT_WINDOW),
        AttemptLimit(
            _address_key("games opened from address", address), FAILURES_PER_ADDRESS, ATTEMPT_WINDOW
        ),
    ]


def paper_limits(address: str) -> list[AttemptLimit]:
    """Limit the codes from paper that are looked up: each reads a whole log."""
    return [AttemptLimit(hashed_key("papers from address", address), _PAPERS_PER_ADDRESS, ATTEMPT_WINDOW)]


def signup_limits(event: str, address: str) -> list[AttemptLimit]:
    """Limit the sign-ups for events without an account: from an address, and for an event from everywhere."""
    return [
        AttemptLimit(_address_key("sign-ups from address", address), SIGNUPS_PER_ADDRESS, _SIGNUPS_WINDOW),
        AttemptLimit(hashed_key("sign-ups for event", event), SIGNUPS_PER_EVENT, _SIGNUPS_WINDOW),
    ]


def letter_limits(email: str) -> list[AttemptLimit]:
    """Limit the letters to an address that somebody typed: it may be that of somebody else."""
    return [AttemptLimit(hashed_key("letters to address", email), LETTERS_PER_MAILBOX, _SIGNUPS_WINDOW)]


def news_limits(entry: str, address: str) -> list[AttemptLimit]:
    """Limit the phones and mailboxes that are added to an entry, and the mailboxes typed from an address."""
    return [
        AttemptLimit(hashed_key("news of entry", entry), NEWS_PER_ENTRY, _SIGNUPS_WINDOW),
        AttemptLimit(_address_key("news from address", address), NEWS_PER_ADDRESS, _SIGNUPS_WINDOW),
    ]


def signup_code_limits(address: str) -> list[AttemptLimit]:
    """Limit the codes of sign-ups that are looked up: one that is right is not counted."""
    key = _address_key("codes of sign-ups from address", address)
    return [AttemptLimit(key, FAILURES_PER_ADDRESS, ATTEMPT_WINDOW)]


def personal_code_limits(address: str) -> list[AttemptLimit]:
    """Limit the wrong codes of the pages of entries: a right one is not counted."""
    key = _address_key("personal codes from address", address)
    return [AttemptLimit(key, FAILURES_PER_ADDRESS, ATTEMPT_WINDOW)]


def hashed_key(kind: str, name: str) -> str:
    return hashlib.sha256(f"{kind}\n{name.strip().casefold()}".encode()).hexdigest()


def _address_key(kind: str, address: str) -> str:
    return hashed_key(kind, network_of(address))


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


def count_first(choices: Sequence[list[AttemptLimit]], now: datetime, tried: str = "") -> list[AttemptLimit]:
    """Count one attempt against the first limits that allow it, and return them. Raises TooManyAttempts."""
    refusals = []
    for limits in choices:
        try:
            count_attempt(limits, now, tried)
        except TooManyAttempts as refusal:
            refusals.append(refusal)
        else:
            return limits
    raise min(refusals, key=lambda refusal: refusal.again_at)


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


def clear_after_sign_in(account: str, limits: Sequence[AttemptLimit], now: datetime) -> None:
    """Clear the attempts of an account after a sign-in, and this one attempt of the address.

    The address keeps its other failures, or a user with an account could try other accounts without a limit.
    """
    clear_account(account)
    uncount_attempt(limits, now)


def uncount_attempt(limits: Sequence[AttemptLimit], now: datetime) -> None:
    """Delete a correct attempt: a whole hall approves from one address."""
    Attempt.objects.filter(key__in=[limit.key for limit in limits], at=now).delete()


def clear_account(account: str) -> None:
    """Delete the attempts of an account whose owner has proved the ownership."""
    Attempt.objects.filter(key=hashed_key("account", account)).delete()


def _remove_old(now: datetime) -> None:
    Attempt.objects.filter(at__lte=now - _LONGEST_WINDOW).delete()
