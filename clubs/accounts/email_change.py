"""A new e-mail of an account: proved by a link to the new address, or confirmed by another admin.

Whoever asks has typed the present password. Without a mail server an admin who may reset the password of the
account confirms; where there is no such admin, as with the only person of an installation, the password is
enough. The log says that the e-mail has changed, and names none.
"""

from __future__ import annotations

from typing import Final

from django.core import signing
from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.accounts import throttling
from clubs.accounts.verbs import LinkExpired, books_of_user, lock_user, may_reset, require_user
from clubs.books.permissions import ADMINS
from clubs.books.refusals import NotNow, unique
from clubs.books.writing import Author, Writing, club_book, retried, writing, writing_together
from clubs.models import Club, Role, User

_SALT: Final = "clubs.email"
_ONE_DAY: Final = 24 * 60 * 60
_TAKEN: Final = _lazy("There is already an account with this e-mail.")


def email_token(user: User, email: str) -> str:
    """Return the token of a link that gives a user this e-mail, as long as the present one stays."""
    return signing.dumps([user.pk, user.email, email.strip().lower()], salt=_SALT)


def wanted_by_token(user: User, token: str) -> str:
    """Return the e-mail that the link of this user proves. Raises LinkExpired."""
    try:
        pk, before, email = signing.loads(token, salt=_SALT, max_age=_ONE_DAY)
    except signing.BadSignature as wrong:
        raise LinkExpired from wrong
    if (pk, before) != (user.pk, user.email):
        raise LinkExpired
    return str(email)


def has_who_confirms(user: User) -> bool:
    """Tell whether another admin may confirm the e-mail of a user."""
    clubs = Club.objects.filter(books__roles__user=user).distinct()
    admins = User.objects.filter(roles__kind=Role.Kind.ADMIN, roles__book__club__in=clubs).exclude(pk=user.pk)
    return any(may_reset(admin, club, user) for admin in admins.distinct() for club in clubs)


@retried
def change_email(by: Author, email: str) -> User:
    """Give the author another e-mail, which a link or the lack of anybody else has proved."""
    user = require_user(by)
    with writing_together(books_of_user(user), by) as acts:
        return _set_email(lock_user(user), email, list(acts.values()))


@retried
def ask_for_email(by: Author, email: str) -> User:
    """Note the e-mail that the author wants, for an admin to confirm."""
    user = require_user(by)
    with writing_together(books_of_user(user), by) as acts:
        now = lock_user(user)
        now.wanted_email = email.strip().lower()
        now.clean_fields(exclude={"player"})
        now.save(update_fields=["wanted_email"])
        for act in acts.values():
            act.log("email.asked", now)
    return now


@retried
def confirm_email(by: Author, club: Club, user: User, email: str) -> User:
    """Give a user the e-mail that the user has asked for; the admin has seen it."""
    with writing(club_book(club), by, needs=ADMINS) as act:
        if not may_reset(by.user, club, user):
            raise PermissionDenied
        now = lock_user(user)
        if not now.wanted_email or now.wanted_email != email:
            raise NotNow(_("Another e-mail is asked for by now, or none."))
        return _set_email(now, now.wanted_email, [act])


def _set_email(user: User, email: str, acts: list[Writing]) -> User:
    before, user.email, user.wanted_email = user.email, email.strip().lower(), ""
    user.clean_fields(exclude={"player"})
    with unique("email", _TAKEN):
        user.save(update_fields=["email", "wanted_email"])
    throttling.clear_account(before)
    for act in acts:
        act.log("email.changed", user)
    return user
