"""Closing an account: its name and address go, its roles end, and nobody signs in with it any more.

The row stays, since the log names it by its number. A club is not left without an admin, nor an installation
without a keeper.
"""

from __future__ import annotations

import secrets
from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils.translation import gettext as _

from clubs.accounts import second_step, verbs
from clubs.books.refusals import NotNow
from clubs.books.writing import Author, books_showing, bump, bump_books_showing, retried, writing_together
from clubs.models import Book, Club, Invitation, Player, Role, User

# Of a name without a player: no letter of it is of anybody's name.
_CLOSED = "N.N."


def refuse_to_close(user: User) -> None:
    """Raise NotNow where somebody would be missed: the last admin of a club, the last keeper."""
    alone = [
        role.book.club.name
        for role in Role.objects.filter(user=user, kind=Role.Kind.ADMIN).select_related("book__club")
        if verbs.is_last_admin(role)
    ]
    if alone:
        message = _("The only admin of %(clubs)s. Make somebody else an admin first.")
        raise NotNow(message % {"clubs": ", ".join(alone)})
    if (
        user.is_keeper
        and not User.objects.filter(is_keeper=True, is_active=True).exclude(pk=user.pk).exists()
    ):
        raise NotNow(_("The only keeper of this installation: nobody else could look after it."))


@retried
def close_own_account(by: Author) -> None:
    """Close the account of the author; the form has checked the password."""
    _close(by, verbs.require_user(by))


@retried
def close_account(by: Author, club: Club, user: User) -> None:
    """Close the account of somebody whose roles are all in clubs of the admin."""
    if not verbs.may_reset(by.user, club, user):
        raise PermissionDenied
    _close(by, user)


def _close(by: Author, user: User) -> None:
    books = list(Book.objects.filter(roles__user=user).distinct())
    players = Player.objects.filter(user=user)
    if not books:
        with transaction.atomic():
            _close_locked(user, by.at)
        return
    with writing_together(books, by, also_lock=books_showing(players)) as acts:
        bump_books_showing(players)
        _close_locked(user, by.at)
        for act in acts.values():
            act.log("account.closed", user)


def _close_locked(user: User, at: datetime) -> None:
    now = User.objects.select_for_update(of=("self",)).get(pk=user.pk)
    refuse_to_close(now)
    empty_account(now, at, f"{_CLOSED} {secrets.token_hex(3).upper()}")


def empty_account(user: User, at: datetime, name: str) -> None:
    """Take everything from an account that leads to a person; the caller holds the lock."""
    nowhere = f"{secrets.token_hex(12)}@closed.invalid"
    invited = Invitation.objects.filter(email=user.email)
    invited.filter(used_at=None, withdrawn_at=None).update(withdrawn_at=at)
    invited.update(email=nowhere)
    bump(Book.objects.filter(roles__user=user))
    Role.objects.filter(user=user).delete()
    second_step.forget(user)
    user.email, user.name, user.language = nowhere, name, ""
    user.player = user.last_login = None
    user.is_active = user.is_keeper = False
    user.closed_at = at
    user.set_unusable_password()
    user.save()
