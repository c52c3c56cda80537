"""Verbs for user accounts: invitations, roles, links to a new password, and the account itself.

An act on an account is logged in every book in which its owner has a role.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from django.contrib.auth.hashers import make_password
from django.contrib.auth.tokens import default_token_generator
from django.core.exceptions import PermissionDenied
from django.core.signing import BadSignature, Signer
from django.db import transaction
from django.db.models import Q
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.accounts import throttling
from clubs.books.permissions import ADMINS, givers_of, kinds_in
from clubs.books.refusals import unique, validation_error
from clubs.books.writing import (
    Author,
    JsonValue,
    Writing,
    books_showing,
    bump_books_showing,
    club_book,
    retried,
    writing,
    writing_together,
)
from clubs.models import Book, Club, Invitation, Player, Role, User
from clubs.text.alphabet import tidy

_LEGIBLE_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
INVITATION_LIFETIME = timedelta(days=7)
_INVITED_ALREADY = _lazy(
    "This address has an open invitation to this role. Show its link again, or withdraw it first."
)
_EMAIL_TAKEN = _lazy("There is already an account with this e-mail. Sign in first, then open the link.")


@dataclass(frozen=True, slots=True, kw_only=True)
class NewAccount:
    """The fields of the account of an invited user."""

    name: str
    password: str
    language: str = ""


class LinkExpired(Exception):
    """A link is wrong, expired, used or withdrawn; the page does not reveal which."""


def create_keeper(email: str, name: str, password: str = "") -> tuple[User, str]:
    """Create the keeper of an installation, its first user. Returns the password if it was generated.

    A second call changes nothing. There is no book yet, so nothing is logged: the first log entry is the
    keeper's creation of a club.
    """
    with transaction.atomic():
        user = User.objects.select_for_update().filter(email=email.strip().lower()).first()
        if user is not None:
            return _make_keeper(user), ""
        chosen = password or legible_secret()
        user = User(
            email=email.strip().lower(), name=tidy(name), is_keeper=True, password=make_password(chosen)
        )
        user.clean_fields(exclude={"player"})
        user.save()
    return user, "" if password else chosen


def legible_secret() -> str:
    """Return sixty random bits in letters and digits that are not confused on paper."""
    return legible(secrets.token_bytes(16))


def legible(digest: bytes) -> str:
    """Return sixty bits of a digest in letters and digits that are not confused on paper."""
    number, letters = int.from_bytes(digest), []
    for _letter in range(12):
        number, at = divmod(number, len(_LEGIBLE_LETTERS))
        letters.append(_LEGIBLE_LETTERS[at])
    return "-".join("".join(letters[start : start + 4]) for start in (0, 4, 8))


def _make_keeper(user: User) -> User:
    """Make a keeper of an existing account; only the console does so."""
    if not user.is_keeper:
        user.is_keeper = True
        user.save(update_fields=["is_keeper"])
    return user


@retried
def invite(by: Author, book: Book, email: str, kind: Role.Kind) -> Invitation:
    """Create an invitation to a role; `invitation_token` signs its link."""
    _refuse_unknown_kind(book, kind)
    with writing(book, by, needs=givers_of(book, kind)) as act:
        _withdraw_expired(act)
        invitation = Invitation(
            book=book,
            kind=kind,
            email=email.strip().lower(),
            nonce=secrets.token_hex(16),
            made_by=require_user(by),
            made_at=by.at,
        )
        invitation.clean_fields(exclude={"book", "made_by", "used_at", "withdrawn_at"})
        with unique("email", _INVITED_ALREADY):
            invitation.save()
        act.log("invitation.made", invitation, after={"role": kind.value})
    return invitation


def _refuse_unknown_kind(book: Book, kind: Role.Kind) -> None:
    if kind not in kinds_in(book):
        raise PermissionDenied


def _withdraw_expired(act: Writing) -> None:
    """Withdraw expired invitations, which would collide with a new one."""
    old = act.book.invitations.filter(
        used_at=None, withdrawn_at=None, made_at__lte=act.by.at - INVITATION_LIFETIME
    )
    old.update(withdrawn_at=act.by.at)


@retried
def withdraw_invitation(by: Author, invitation: Invitation) -> Invitation:
    with writing(invitation.book, by, needs=givers_of(invitation.book, invitation.kind)) as act:
        now = Invitation.objects.select_for_update().get(pk=invitation.pk)
        if now.used_at is not None:
            raise validation_error(
                None, _("The invitation has already been accepted. Remove the role instead.")
            )
        if now.withdrawn_at is not None:
            act.mark_repeat()
            return now
        now.withdrawn_at = by.at
        now.save(update_fields=["withdrawn_at"])
        act.log("invitation.withdrawn", now, before={"role": now.kind})
    return now


@retried
def accept_invitation(by: Author, invitation: Invitation, account: NewAccount | None = None) -> User:
    """Give the role to the signed-in user or to a new account. Raises LinkExpired."""
    with writing(invitation.book, by) as act:
        now = Invitation.objects.select_for_update().get(pk=invitation.pk)
        if not is_open(now, by):
            raise LinkExpired
        user = by.user or _new_account(now.email, account)
        act.by = replace(by, user=user)
        now.used_at = by.at
        now.save(update_fields=["used_at"])
        Role.objects.get_or_create(book=now.book, user=user, kind=now.kind)
        act.log("invitation.accepted", user, after={"role": now.kind, "invitation": now.pk})
    return user


def _new_account(email: str, account: NewAccount | None) -> User:
    if account is None:
        raise PermissionDenied
    user = User(email=email, name=tidy(account.name), language=account.language)
    user.set_password(account.password)
    user.clean_fields(exclude={"player"})
    with unique("email", _EMAIL_TAKEN):
        user.save()
    return user


def is_open(invitation: Invitation, by: Author) -> bool:
    unused = invitation.used_at is None and invitation.withdrawn_at is None
    return unused and by.at < invitation.made_at + INVITATION_LIFETIME


def invitation_token(invitation: Invitation) -> str:
    """Return the signed token of the link, which names the invitation and cannot be forged."""
    return Signer(salt="clubs.invitation").sign(invitation.nonce)


def find_invitation(token: str) -> Invitation | None:
    """Return the invitation of a link's token, open or not; None for a forged token."""
    try:
        nonce = Signer(salt="clubs.invitation").unsign(token)
    except BadSignature:
        return None
    return Invitation.objects.select_related("book__club", "made_by").filter(nonce=nonce).first()


@retried
def give_role(by: Author, book: Book, user: User, kind: Role.Kind) -> Role:
    """Give a role to a user who has one in the book already; other users are invited."""
    _refuse_unknown_kind(book, kind)
    with writing(book, by, needs=givers_of(book, kind)) as act:
        if not Role.objects.filter(book=book, user=user).exists():
            raise PermissionDenied
        role, new = Role.objects.get_or_create(book=book, user=user, kind=kind)
        if not new:
            act.mark_repeat()
            return role
        act.log("role.given", user, after={"role": kind.value})
    return role


@retried
def revoke_role(by: Author, role: Role) -> User:
    """Remove a role. A club keeps at least one admin, who can invite others."""
    with writing(role.book, by, needs=givers_of(role.book, role.kind)) as act:
        now = Role.objects.filter(pk=role.pk).first()
        if now is None:
            act.mark_repeat()
            return role.user
        if is_last_admin(now):
            raise validation_error(
                None, _("This is the last admin of the club. Make somebody else an admin first.")
            )
        now.delete()
        act.log("role.taken", role.user, before={"role": role.kind})
    return role.user


def is_last_admin(role: Role) -> bool:
    """Whether nobody else is an admin of the club."""
    if role.kind != Role.Kind.ADMIN or role.book.kind != Book.Kind.CLUB:
        return False
    others = Role.objects.filter(book=role.book, kind=Role.Kind.ADMIN, user__is_active=True)
    return not others.exclude(user=role.user_id).exists()


@retried
def link_player(by: Author, club: Club, user: User, player: Player | None) -> User:
    """Link a user with a role in the club to a player, or to none.

    A user rules on no game of their own, and the jury is named in public as a player is.
    """
    player_now = None if player is None else player.pk
    affected = Player.objects.filter(Q(user=user) | Q(pk=player_now))
    with writing(club_book(club), by, needs=ADMINS, also_lock=books_showing(affected)) as act:
        if not Role.objects.filter(book__club=club, user=user).exists():
            raise PermissionDenied
        now = User.objects.select_for_update(of=("self",)).get(pk=user.pk)
        if now.player_id == player_now:
            act.mark_repeat()
            return now
        before, changed = now.player_id, [pk for pk in (now.player_id, player_now) if pk is not None]
        now.player = player
        with unique("player", _("This player is already linked to another person.")):
            now.save(update_fields=["player"])
        act.log("person.is_player", now, before={"player": before}, after={"player": player_now})
        bump_books_showing(Player.objects.filter(pk__in=changed))
    return now


@retried
def make_reset_link(by: Author, club: Club, user: User) -> str:
    """Return a token with which `user` chooses a new password, for an admin to hand over.

    All roles of the user must be in clubs of the admin: otherwise an admin of one club could take over the
    account of another club's admin, or the keeper's.
    """
    with writing(club_book(club), by, needs=ADMINS) as act:
        if not may_reset(by.user, club, user):
            raise PermissionDenied
        act.log("reset_link.made", user)
    return str(default_token_generator.make_token(user))


@retried
def make_reset_link_on_console(by: Author, user: User) -> str:
    """Return such a token on the console, for a last admin who is locked out."""
    with writing_together(books_of_user(user), by) as acts:
        for act in acts.values():
            act.log("reset_link.made", user)
    return str(default_token_generator.make_token(user))


def may_reset(admin: User | None, club: Club, user: User) -> bool:
    return admin is not None and user.pk in resettable_users(admin, club, [user])


def resettable_users(admin: User, club: Club, people: Sequence[User]) -> set[int]:
    """Return the ids of users whose password the admin may reset: all their roles are in the admin's clubs.

    The admin's own password is changed on the account page, with the old one.
    """
    administered = set(
        Role.objects.filter(user=admin, kind=Role.Kind.ADMIN, book__kind=Book.Kind.CLUB).values_list(
            "book__club", flat=True
        )
    )
    if club.pk not in administered:
        return set()
    clubs_by_user: dict[int, set[int]] = {}
    for user, club_pk in Role.objects.filter(user__in=people).values_list("user", "book__club"):
        clubs_by_user.setdefault(user, set()).add(club_pk)
    return {
        user.pk
        for user in people
        if user.is_active
        and user != admin
        and (not user.is_keeper or admin.is_keeper)
        and club.pk in clubs_by_user.get(user.pk, set())
        and clubs_by_user[user.pk] <= administered
    }


def reset_uid(user: User) -> str:
    return urlsafe_base64_encode(force_bytes(user.pk))


def user_for_reset_link(uid: str, token: str) -> User | None:
    """Return the user of a reset link: valid for a day, until it is used or the user signs in."""
    try:
        pk = int(urlsafe_base64_decode(uid))
    except ValueError:
        return None
    user = User.objects.filter(pk=pk, is_active=True).first()
    return user if user is not None and default_token_generator.check_token(user, token) else None


@retried
def reset_password(by: Author, user: User, token: str, password: str) -> User:
    """Set a new password by a link, which proves the right; the user is the author. Raises LinkExpired."""
    with writing_together(books_of_user(user), replace(by, user=user)) as acts:
        now = lock_user(user)
        if not default_token_generator.check_token(now, token):
            raise LinkExpired
        _set_password(now, password)
        throttling.clear_account(now.email)
        for act in acts.values():
            act.log("password.reset", now)
    return now


@retried
def change_password(by: Author, password: str) -> User:
    """Set the author's own password; the form has checked the old one."""
    user = require_user(by)
    with writing_together(books_of_user(user), by) as acts:
        now = lock_user(user)
        _set_password(now, password)
        for act in acts.values():
            act.log("password.changed", now)
    return now


@retried
def edit_account(by: Author, name: str, language: str) -> User:
    """Change the author's own name and language. The log contains that the name changed, not the names."""
    user = require_user(by)
    with writing_together(books_of_user(user), by) as acts:
        now = lock_user(user)
        before, old_name = now.language, now.name
        now.name, now.language = tidy(name), language
        now.clean_fields(exclude={"player"})
        now.save(update_fields=["name", "language"])
        after: dict[str, JsonValue] = {"language": language, "name_changed": now.name != old_name}
        for act in acts.values():
            act.log("account.edited", now, before={"language": before}, after=after)
    return now


def _set_password(user: User, password: str) -> None:
    user.set_password(password)
    user.save(update_fields=["password"])


def books_of_user(user: User) -> list[Book]:
    """Return the books in which a user has a role: acts on the account are logged there."""
    return list(Book.objects.filter(roles__user=user).distinct())


def lock_user(user: User) -> User:
    return User.objects.select_for_update().get(pk=user.pk)


def require_user(by: Author) -> User:
    if by.user is None:
        raise PermissionDenied
    return by.user
