"""What accounts and jobs have of a person who is erased."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import F
from django.utils.translation import gettext_lazy as _lazy

from clubs.accounts.closing import empty_account, refuse_to_close
from clubs.books.writing import Author, Writing
from clubs.models import Invitation, Job, User
from clubs.people.erasing import ErasedPerson, Wipe
from clubs.people.names import NO_NAME


def wipes_of_person(person: ErasedPerson, _by: Author) -> Iterator[Wipe]:
    """Yield the account, which is closed, and the files of jobs in which the name may stand."""
    accounts = User.objects.filter(player__in=person.ids)
    for user in accounts:
        refuse_to_close(user)
    yield Wipe(_lazy("Account with e-mail and roles"), accounts, {"last_login": None})
    # Their address is replaced when the account is closed.
    invited = Invitation.objects.filter(email__in=accounts.values("email"))
    yield Wipe(_lazy("Invitations to this address"), invited, {"kind": F("kind")})
    yield Wipe(
        _lazy("Files that jobs have made"),
        Job.objects.filter(book__in=person.books, state__in=(Job.State.DONE, Job.State.FAILED)),
    )


def close_account_of(act: Writing, person: ErasedPerson) -> None:
    for user in User.objects.select_for_update(of=("self",)).filter(player__in=person.ids):
        empty_account(user, act.by.at, NO_NAME)
