"""People who sign in: invitations, roles, links to a new password, and the account itself.

Knows accounts, roles and books; must not know players beyond that, nor what the books are about. What is done
to an account is logged in every book where its owner holds a role.
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
from clubs.books.permissions import ADMINS
from clubs.books.refusals import refused, unique
from clubs.books.writing import (
    Author,
    Value,
    Writing,
    bump_where_shown,
    of_club,
    retried,
    where_shown,
    writing,
    writing_together,
)
from clubs.models import Book, Club, Invitation, Player, Role, User
from clubs.text.alphabet import tidy

_LEGIBLE = "abcdefghijkmnpqrstuvwxyz23456789"
INVITATION_LASTS = timedelta(days=7)
_INVITED_ALREADY = _lazy(
    "This address has an open invitation to this role. Show its link again, or withdraw it first."
)
_EMAIL_TAKEN = _lazy("There is an account with this e-mail already. Sign in first, then open the link.")


@dataclass(frozen=True, slots=True, kw_only=True)
class NewAccount:
    """What somebody without an account types when accepting an invitation."""

    name: str
    password: str
    language: str = ""


class NoLongerValid(Exception):
    """A link that is wrong, too old, used or withdrawn: which of them is not told."""


def found_installation(email: str, name: str, password: str = "") -> tuple[User, str]:
    """The first person of an installation: its keeper. Returns the password if one was made up.

    Done again, it finds the keeper there and changes nothing. There is no book yet, so nothing is logged:
    the first log entry is the keeper's founding of a club.
    """
    with transaction.atomic():
        known = User.objects.select_for_update().filter(email=email.strip().lower()).first()
        if known is not None:
            return _keeper_again(known), ""
        chosen = password or _made_up_password()
        user = User(
            email=email.strip().lower(), name=tidy(name), is_keeper=True, password=make_password(chosen)
        )
        user.clean_fields(exclude={"player"})
        user.save()
    return user, "" if password else chosen


def _made_up_password() -> str:
    """Sixty bits in letters and figures that nobody mistakes for each other on paper."""
    groups = ("".join(secrets.choice(_LEGIBLE) for _letter in range(4)) for _group in range(3))
    return "-".join(groups)


def _keeper_again(user: User) -> User:
    """Only the console makes a keeper of somebody who has an account already."""
    if not user.is_keeper:
        user.is_keeper = True
        user.save(update_fields=["is_keeper"])
    return user


@retried
def invite(by: Author, book: Book, email: str, kind: Role.Kind) -> Invitation:
    """Invite somebody to a role, by a link that `invitation_token` signs."""
    with writing(book, by, needs=ADMINS) as act:
        _withdraw_expired(act)
        invitation = Invitation(
            book=book,
            kind=kind,
            email=email.strip().lower(),
            nonce=secrets.token_hex(16),
            made_by=signed_in(by),
            made_at=by.at,
        )
        invitation.clean_fields(exclude={"book", "made_by", "used_at", "withdrawn_at"})
        with unique("email", _INVITED_ALREADY):
            invitation.save()
        act.log("invitation.made", invitation, after={"role": kind.value})
    return invitation


def _withdraw_expired(act: Writing) -> None:
    """What nobody can use any more stands in no new invitation's way."""
    old = act.book.invitations.filter(
        used_at=None, withdrawn_at=None, made_at__lte=act.by.at - INVITATION_LASTS
    )
    old.update(withdrawn_at=act.by.at)


@retried
def withdraw_invitation(by: Author, invitation: Invitation) -> Invitation:
    with writing(invitation.book, by, needs=ADMINS) as act:
        now = Invitation.objects.select_for_update().get(pk=invitation.pk)
        if now.used_at is not None:
            raise refused(None, _("The invitation has been accepted already. Take the role away instead."))
        if now.withdrawn_at is not None:
            act.was_done_before()
            return now
        now.withdrawn_at = by.at
        now.save(update_fields=["withdrawn_at"])
        act.log("invitation.withdrawn", now, before={"role": now.kind})
    return now


@retried
def accept_invitation(by: Author, invitation: Invitation, account: NewAccount | None = None) -> User:
    """Take the role that the link gives, with the account that is signed in or with a new one."""
    with writing(invitation.book, by) as act:
        now = Invitation.objects.select_for_update().get(pk=invitation.pk)
        if not is_open(now, by):
            raise NoLongerValid
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
    return unused and by.at < invitation.made_at + INVITATION_LASTS


def invitation_token(invitation: Invitation) -> str:
    """What the link carries: it names the invitation and cannot be made up."""
    return Signer(salt="clubs.invitation").sign(invitation.nonce)


def invitation_of(token: str) -> Invitation | None:
    """The invitation that a link names. Whether it may still be used is asked when it is used."""
    try:
        nonce = Signer(salt="clubs.invitation").unsign(token)
    except BadSignature:
        return None
    return Invitation.objects.select_related("book__club", "made_by").filter(nonce=nonce).first()


@retried
def give_role(by: Author, book: Book, user: User, kind: Role.Kind) -> Role:
    """Give a role to somebody who has one in the book already; everybody else is invited."""
    with writing(book, by, needs=ADMINS) as act:
        if not Role.objects.filter(book=book, user=user).exists():
            raise PermissionDenied
        role, new = Role.objects.get_or_create(book=book, user=user, kind=kind)
        if not new:
            act.was_done_before()
            return role
        act.log("role.given", user, after={"role": kind.value})
    return role


@retried
def take_role(by: Author, role: Role) -> User:
    """Take a role away. A club keeps at least one admin, or nobody could ever invite one."""
    with writing(role.book, by, needs=ADMINS) as act:
        now = Role.objects.filter(pk=role.pk).first()
        if now is None:
            act.was_done_before()
            return role.user
        if _is_last_admin(now):
            raise refused(None, _("This is the last admin of the club. Make somebody else an admin first."))
        now.delete()
        act.log("role.taken", role.user, before={"role": role.kind})
    return role.user


def _is_last_admin(role: Role) -> bool:
    if role.kind != Role.Kind.ADMIN or role.book.kind != Book.Kind.CLUB:
        return False
    others = Role.objects.filter(book=role.book, kind=Role.Kind.ADMIN, user__is_active=True)
    return not others.exclude(user=role.user_id).exists()


@retried
def say_player(by: Author, club: Club, user: User, player: Player | None) -> User:
    """Say which player somebody with a role in the club is, or that it is none: who plays judges no game of
    his own, and the jury is named in public as a player is."""
    player_now = None if player is None else player.pk
    shown = Player.objects.filter(Q(user=user) | Q(pk=player_now))
    with writing(of_club(club), by, needs=ADMINS, along=where_shown(shown)) as act:
        if not Role.objects.filter(book__club=club, user=user).exists():
            raise PermissionDenied
        now = User.objects.select_for_update(of=("self",)).get(pk=user.pk)
        if now.player_id == player_now:
            act.was_done_before()
            return now
        before, changed = now.player_id, [pk for pk in (now.player_id, player_now) if pk is not None]
        now.player = player
        with unique("player", _("Somebody else is this player.")):
            now.save(update_fields=["player"])
        act.log("person.is_player", now, before={"player": before}, after={"player": player_now})
        bump_where_shown(Player.objects.filter(pk__in=changed))
    return now


@retried
def make_reset_link(by: Author, club: Club, user: User) -> str:
    """A token with which `user` chooses a new password: for an admin to hand over.

    Only for people all of whose roles are in books of clubs that the admin administers: otherwise an admin
    of one club could take over the account of another club's admin, or the keeper's.
    """
    with writing(of_club(club), by, needs=ADMINS) as act:
        if not may_reset(by.user, club, user):
            raise PermissionDenied
        act.log("reset_link.made", user)
    return default_token_generator.make_token(user)


@retried
def make_reset_link_on_console(by: Author, user: User) -> str:
    """The same for whoever has the machine in his hands: when a last admin is locked out."""
    with writing_together(_books_of(user), by) as acts:
        for act in acts.values():
            act.log("reset_link.made", user)
    return default_token_generator.make_token(user)


def may_reset(admin: User | None, club: Club, user: User) -> bool:
    return admin is not None and user.pk in resettable(admin, club, [user])


def resettable(admin: User, club: Club, people: Sequence[User]) -> set[int]:
    """Whose password the admin may open: they hold a role in this club, and none beyond the admin's clubs.

    One's own is changed on the page of one's account, by who knows the old one.
    """
    administered = set(
        Role.objects.filter(user=admin, kind=Role.Kind.ADMIN, book__kind=Book.Kind.CLUB).values_list(
            "book__club", flat=True
        )
    )
    if club.pk not in administered:
        return set()
    clubs_of: dict[int, set[int]] = {}
    for user, held_in in Role.objects.filter(user__in=people).values_list("user", "book__club"):
        clubs_of.setdefault(user, set()).add(held_in)
    return {
        user.pk
        for user in people
        if user.is_active
        and user != admin
        and (not user.is_keeper or admin.is_keeper)
        and club.pk in clubs_of.get(user.pk, set())
        and clubs_of[user.pk] <= administered
    }


def reset_uid(user: User) -> str:
    return urlsafe_base64_encode(force_bytes(user.pk))


def user_of_reset_link(uid: str, token: str) -> User | None:
    """Whose password a link opens: valid for a day, until it is used or its owner signs in."""
    try:
        pk = int(urlsafe_base64_decode(uid))
    except ValueError:
        return None
    user = User.objects.filter(pk=pk, is_active=True).first()
    return user if user is not None and default_token_generator.check_token(user, token) else None


@retried
def reset_password(by: Author, user: User, token: str, password: str) -> User:
    """Set a new password with a link. The link proves the right, and the user becomes the author."""
    with writing_together(_books_of(user), replace(by, user=user)) as acts:
        now = _locked(user)
        if not default_token_generator.check_token(now, token):
            raise NoLongerValid
        _set_password(now, password)
        throttling.forget_account(now.email)
        for act in acts.values():
            act.log("password.reset", now)
    return now


@retried
def change_password(by: Author, password: str) -> User:
    """Set one's own new password; the form has asked for the old one."""
    user = signed_in(by)
    with writing_together(_books_of(user), by) as acts:
        now = _locked(user)
        _set_password(now, password)
        for act in acts.values():
            act.log("password.changed", now)
    return now


@retried
def edit_account(by: Author, name: str, language: str) -> User:
    """Change one's own name and language. The log says that the name was changed, not what it was."""
    user = signed_in(by)
    with writing_together(_books_of(user), by) as acts:
        now = _locked(user)
        before, was_called = now.language, now.name
        now.name, now.language = tidy(name), language
        now.clean_fields(exclude={"player"})
        now.save(update_fields=["name", "language"])
        after: dict[str, Value] = {"language": language, "name_changed": now.name != was_called}
        for act in acts.values():
            act.log("account.edited", now, before={"language": before}, after=after)
    return now


def _set_password(user: User, password: str) -> None:
    user.set_password(password)
    user.save(update_fields=["password"])


def _books_of(user: User) -> list[Book]:
    """Where the owner of an account is known: an act upon the account is logged there."""
    return list(Book.objects.filter(roles__user=user).distinct())


def _locked(user: User) -> User:
    return User.objects.select_for_update().get(pk=user.pk)


def signed_in(by: Author) -> User:
    if by.user is None:
        raise PermissionDenied
    return by.user
