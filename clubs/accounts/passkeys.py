"""Passkeys: the second step at sign-in without a code, where the site has TLS and a name.

A browser uses a passkey at the site for which it was made, and nowhere else: nobody can be talked into giving
it away. Each answer is to a challenge of this session, and is taken once.
"""

from __future__ import annotations

import secrets
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from django.conf import settings
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.accounts.second_step import first_recovery_codes
from clubs.accounts.verbs import books_of_user, lock_user, require_user
from clubs.books.refusals import NotNow, unique, validation_error
from clubs.books.writing import Author, retried, writing_together
from clubs.models import CodeApp, Passkey, User

if TYPE_CHECKING:
    from clubs.accounts.passkey_answers import Question

_ASKED: Final = "asked_passkey"
_PATIENCE: Final = timedelta(minutes=10)
_BYTES: Final = 32
_MOST: Final = 10
_NOT_MADE: Final = _lazy("The passkey could not be added. Please try again.")
_KNOWN_ALREADY: Final = _lazy("This passkey is in use already.")


# Where.


def site() -> str:
    """Return the name to which passkeys belong here; empty where there are none."""
    return urlsplit(settings.PASSKEY_ORIGIN).hostname or ""


def are_offered(request: HttpRequest) -> bool:
    """Tell whether passkeys work under the address that is asked: a browser accepts no other."""
    asked = f"{request.scheme}://{request.get_host()}".lower()
    return bool(settings.PASSKEY_ORIGIN) and asked == settings.PASSKEY_ORIGIN


def usable(user: User) -> QuerySet[Passkey]:
    """Return the passkeys of a user that belong to this site; others were made for another name of it."""
    return user.passkeys.filter(site=site())


# What is asked.


def ask_to_make(request: HttpRequest, user: User) -> str:
    """Ask for a new passkey in this session; return the question for the browser."""
    from clubs.accounts import passkey_answers as answers  # a hall has no use for it: loaded by who has

    handle = salted_hmac("clubs.passkey", str(user.pk), algorithm="sha256").digest()
    known = [passkey.credential for passkey in usable(user)]
    return answers.creation_options(_ask(request), handle, user.email, known)


def ask_to_use(request: HttpRequest, user: User) -> str:
    """Ask for one of the passkeys of a user in this session; return the question for the browser."""
    from clubs.accounts import passkey_answers as answers

    return answers.request_options(_ask(request), [passkey.credential for passkey in usable(user)])


def _ask(request: HttpRequest) -> Question:
    challenge = secrets.token_bytes(_BYTES)
    request.session[_ASKED] = {"challenge": challenge.hex(), "at": datetime.now().astimezone().isoformat()}
    return _question(challenge)


def taken_question(request: HttpRequest, now: datetime) -> Question | None:
    """Return what this session was asked some minutes ago, once."""
    asked: dict[str, Any] | None = request.session.pop(_ASKED, None)
    if not asked or datetime.fromisoformat(asked["at"]) + _PATIENCE < now:
        return None
    return _question(bytes.fromhex(asked["challenge"]))


def _question(challenge: bytes) -> Question:
    from clubs.accounts.passkey_answers import Question

    return Question(challenge=challenge, origin=settings.PASSKEY_ORIGIN, site=site())


# Verbs.


@retried
def add_passkey(by: Author, name: str, answer: str, question: Question | None) -> list[str]:
    """Add a passkey to the author's account; the password was asked for. Returns new recovery codes."""
    from clubs.accounts import passkey_answers as answers

    user = require_user(by)
    if question is None:
        raise validation_error(None, _NOT_MADE)
    try:
        key = answers.new_key(answer, question)
    except answers.WrongAnswer as wrong:
        raise validation_error(None, _NOT_MADE) from wrong
    with writing_together(books_of_user(user), by) as acts:
        now = lock_user(user)
        if now.passkeys.count() >= _MOST:
            raise NotNow(_("An account has ten passkeys at most. Remove one first."))
        with unique("name", _KNOWN_ALREADY):
            Passkey.objects.create(
                user=now,
                name=name,
                site=question.site,
                credential=key.credential,
                public_key=key.public_key,
                sign_count=key.sign_count,
                since=by.at,
            )
        for act in acts.values():
            act.log("passkey.added", now)
        return first_recovery_codes(now)


@retried
def remove_passkey(by: Author, pk: int) -> None:
    """Remove a passkey of the author; the form has checked the password. The last way in is turned off."""
    user = require_user(by)
    with writing_together(books_of_user(user), by) as acts:
        now = lock_user(user)
        if not now.passkeys.filter(pk=pk).exists():
            raise NotNow(_("This passkey is removed already."))
        if is_only_way(now):
            raise NotNow(
                _("Without it nothing is left but recovery codes: turn the second step off instead.")
            )
        now.passkeys.filter(pk=pk).delete()
        for act in acts.values():
            act.log("passkey.removed", now)


def is_only_way(user: User) -> bool:
    """Tell whether an account has one passkey, and no codes of an app."""
    return user.passkeys.count() == 1 and not CodeApp.objects.filter(user=user).exists()


@retried
def remove_app(by: Author) -> None:
    """Remove the codes of an app where a passkey is enough; the form has checked the password."""
    user = require_user(by)
    with writing_together(books_of_user(user), by) as acts:
        now = lock_user(user)
        if not CodeApp.objects.filter(user=now).exists():
            raise NotNow(_("The codes of an app are removed already."))
        if not usable(now).exists():
            raise NotNow(
                _("Without it nothing is left but recovery codes: turn the second step off instead.")
            )
        CodeApp.objects.filter(user=now).delete()
        for act in acts.values():
            act.log("code_app.removed", now)


def use_passkey(by: Author, user: User, answer: str, question: Question | None) -> bool:
    """Take the answer of a passkey of the user, once; tell whether it is good."""
    from clubs.accounts import passkey_answers as answers

    if question is None:
        return False
    try:
        passkey = usable(user).get(credential=answers.named_credential(answer))
        count = answers.proven_count(answer, question, passkey.public_key)
    except (answers.WrongAnswer, Passkey.DoesNotExist):
        return False
    rows = Passkey.objects.filter(pk=passkey.pk)
    # One statement each: of two who send the same answer at once, one is let in.
    fresh = rows.exclude(last_answered=answers.digest_of(question.challenge))
    counted = fresh.filter(sign_count__lt=count) if count else fresh.filter(sign_count=0)
    if counted.update(sign_count=count, last_used=by.at, last_answered=answers.digest_of(question.challenge)):
        return True
    if fresh.exists():
        _log_copy(replace(by, user=user), user)
    return False


@retried
def _log_copy(by: Author, user: User) -> None:
    """Log that a device has counted backwards: somebody may have copied its key."""
    with writing_together(books_of_user(user), by) as acts:
        for act in acts.values():
            act.log("passkey.refused", user)
