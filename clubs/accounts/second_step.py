"""The second step at sign-in: a code that an app shows, or a recovery code on paper; beside it `passkeys`.

After the password somebody types the code of this half minute. Each code is taken once. Whoever has lost the
app takes a recovery code; who has lost these too is helped by an admin of the club, or from the console.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from datetime import datetime
from typing import Final

import pyotp
from django.core.exceptions import PermissionDenied
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.accounts.verbs import books_of_user, legible_secret, lock_user, may_reset, require_user
from clubs.books.permissions import ADMINS
from clubs.books.refusals import NotNow, validation_error
from clubs.books.writing import Author, club_book, retried, writing, writing_together
from clubs.models import Club, CodeApp, Passkey, RecoveryCode, User

_NAME: Final = "Talon"
_HALF_MINUTE: Final = 30
_DIGITS: Final = 6
_CODES: Final = 10
# The letters of a recovery code, and of a group of the app's secret.
_CODE_LENGTH: Final = 12
_GROUP: Final = 4
# One digest takes some milliseconds, which nobody notices who types one code.
_ROUNDS: Final = 20_000
_WRONG_CODE: Final = _lazy(
    "This is not the code of the app. Type the one that it shows now; the clock of the phone must be right."
)


def new_secret() -> str:
    return pyotp.random_base32()


def app_address(secret: str, email: str) -> str:
    """Return what the QR code for the app says."""
    return pyotp.TOTP(secret).provisioning_uri(name=email, issuer_name=_NAME)


def in_groups(secret: str) -> str:
    """Return a secret as somebody types it: in groups of four letters."""
    return " ".join(secret[at : at + _GROUP] for at in range(0, len(secret), _GROUP))


@retried
def set_up_app(by: Author, secret: str, code: str) -> list[str]:
    """Ask for codes of an app from now on, after a first one that is right. Returns new recovery codes."""
    user = require_user(by)
    step = _half_minute_of(secret, _tidy(code), by.at)
    if step is None:
        raise validation_error("code", _WRONG_CODE)
    with writing_together(books_of_user(user), by) as acts:
        now = lock_user(user)
        if CodeApp.objects.filter(user=now).exists():
            raise NotNow(_("The codes of an app are set up already."))
        CodeApp.objects.create(user=now, secret=secret, last_used=step, since=by.at)
        for act in acts.values():
            act.log("second_step.set_up", now)
        return first_recovery_codes(now)


def first_recovery_codes(user: User) -> list[str]:
    """Make recovery codes with the first way of the second step; those that there are stay good."""
    return [] if user.recovery_codes.exists() else _store_new_codes(user)


@retried
def renew_recovery_codes(by: Author) -> list[str]:
    """Make ten new recovery codes; the form has checked the password. Those before are good no longer."""
    user = require_user(by)
    with writing_together(books_of_user(user), by) as acts:
        now = lock_user(user)
        if not now.has_second_step:
            raise NotNow(_("There is no second step to recover."))
        for act in acts.values():
            act.log("recovery_codes.made", now)
        return _store_new_codes(now)


def _store_new_codes(user: User) -> list[str]:
    codes = [legible_secret() for _number in range(_CODES)]
    RecoveryCode.objects.filter(user=user).delete()
    RecoveryCode.objects.bulk_create(
        RecoveryCode(user=user, digest=_digest(user, _tidy(code))) for code in codes
    )
    return codes


def use_code(by: Author, user: User, typed: str) -> bool:
    """Take a code that the user has typed, once; tell whether it is good."""
    code = _tidy(typed)
    if len(code) == _DIGITS and code.isdecimal():
        return _use_app_code(user, code, by.at)
    return len(code) == _CODE_LENGTH and _use_recovery_code(by, user, code)


def _use_app_code(user: User, code: str, at: datetime) -> bool:
    app = CodeApp.objects.filter(user=user).first()
    step = app and _half_minute_of(app.secret, code, at)
    if step is None:
        return False
    # One statement: of two who send the same code at once, one is let in.
    return CodeApp.objects.filter(user=user, last_used__lt=step).update(last_used=step) == 1


def _half_minute_of(secret: str, code: str, at: datetime) -> int | None:
    """Return the half minute whose code this is: the present one, that before or that after."""
    app, present = (
        pyotp.TOTP(secret, digits=_DIGITS, interval=_HALF_MINUTE),
        int(at.timestamp()) // _HALF_MINUTE,
    )
    near = (present, present - 1, present + 1)
    return next((step for step in near if constant_time_compare(app.generate_otp(step), code)), None)


@retried
def _use_recovery_code(by: Author, user: User, code: str) -> bool:
    digest = _digest(user, code)
    if not RecoveryCode.objects.filter(user=user, digest=digest).exists():
        return False
    with writing_together(books_of_user(user), replace(by, user=user)) as acts:
        deleted, _rows = RecoveryCode.objects.filter(user=lock_user(user), digest=digest).delete()
        for act in acts.values():
            if deleted:
                act.log("recovery_code.used", user)
            else:
                act.mark_repeat()
    return deleted == 1


def _digest(user: User, code: str) -> str:
    return hashlib.pbkdf2_hmac("sha256", code.encode(), f"clubs.recovery {user.pk}".encode(), _ROUNDS).hex()


def _tidy(typed: str) -> str:
    """Return a code without the blanks and hyphens that make it easier to read."""
    return "".join(letter for letter in typed.casefold() if letter.isalnum())


@retried
def remove_own(by: Author) -> None:
    """Ask the author for no second step any more; the form has checked the password and a code."""
    user = require_user(by)
    with writing_together(books_of_user(user), by) as acts:
        forget(lock_user(user))
        for act in acts.values():
            act.log("second_step.removed", user)


@retried
def remove_of(by: Author, club: Club, user: User) -> None:
    """Remove the second step of somebody who has lost it, under the rules of a link to a new password."""
    with writing(club_book(club), by, needs=ADMINS) as act:
        if not may_reset(by.user, club, user):
            raise PermissionDenied
        now = lock_user(user)
        if not now.has_second_step:
            raise NotNow(_("There is no second step to remove."))
        forget(now)
        act.log("second_step.removed", now)


@retried
def remove_on_console(by: Author, user: User) -> None:
    """Remove the second step of whoever nobody else can help."""
    with writing_together(books_of_user(user), by) as acts:
        forget(lock_user(user))
        for act in acts.values():
            act.log("second_step.removed", user)


def forget(user: User) -> None:
    """Delete everything of a second step; the caller holds the lock."""
    CodeApp.objects.filter(user=user).delete()
    Passkey.objects.filter(user=user).delete()
    RecoveryCode.objects.filter(user=user).delete()
