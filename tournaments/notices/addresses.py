"""Phones and mailboxes for the news of an entry: added by whoever has its code, and removed again.

A mailbox gets nothing but one question until somebody has said yes in it: nobody signs up others. These rows
are no acts of the event, and its log has none of them.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import F, QuerySet
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from clubs.books.refusals import validation_error
from tournaments.models import Entry, NoticeAddress
from tournaments.notices import push
from tournaments.notices.outbox import PostedLetter, put_letters
from tournaments.notices.push import Phone

MOST_PHONES: Final = 8
MOST_MAILBOXES: Final = 4
_Way = NoticeAddress.Way


def add_phone(entry: Entry, code_set: int, phone: Phone, site: str) -> NoticeAddress:
    """Let a phone hear the news of an entry from now on; a phone that is sent again is the same."""
    if push.endpoint_problem(phone.endpoint) or not push.has_usable_keys(phone):
        raise validation_error("endpoint", _("This phone cannot be reached."))
    now = timezone.now()
    values = {
        "public_key": phone.public_key,
        "secret": phone.secret,
        "confirmed_at": now,
        **_values(code_set, site, now),
    }
    return _add(entry, _Way.PHONE, phone.endpoint, values, MOST_PHONES)


def has_phone(entry: int, endpoint: str) -> bool:
    """Whether a phone hears the news of an entry."""
    return _phones(entry, endpoint).filter(code_set=F("entry__tournament__code_set")).exists()


def remove_phone(entry: int, endpoint: str) -> None:
    _phones(entry, endpoint).delete()


def _phones(entry: int, endpoint: str) -> QuerySet[NoticeAddress]:
    return NoticeAddress.objects.filter(entry=entry, way=_Way.PHONE, address=endpoint)


def ask_mailbox(entry: Entry, code_set: int, email: str, site: str) -> NoticeAddress:
    """Ask in a mail whether news may go there. One that has said yes is not asked again."""
    values = _values(code_set, site, timezone.now())
    with transaction.atomic():
        address = _add(entry, _Way.MAIL, email, values, MOST_MAILBOXES)
        if address.confirmed_at is None:
            put_letters(entry.tournament, [_question(entry, address)])
    return address


def find_mailbox(token: UUID) -> NoticeAddress | None:
    """Return the address whose links have this token, while its code is valid."""
    rows = NoticeAddress.objects.select_related("entry__tournament__club").filter(token=token, way=_Way.MAIL)
    found = rows.first()
    return found if found is not None and found.code_set == found.entry.tournament.code_set else None


def confirm_mailbox(address: NoticeAddress) -> None:
    rows = NoticeAddress.objects.filter(pk=address.pk, confirmed_at=None)
    rows.update(confirmed_at=timezone.now())


def remove_mailbox(token: UUID) -> None:
    NoticeAddress.objects.filter(token=token, way=_Way.MAIL).delete()


def mailboxes_of(entry: int, code_set: int) -> list[NoticeAddress]:
    return list(NoticeAddress.objects.filter(entry=entry, way=_Way.MAIL, code_set=code_set))


def _values(code_set: int, site: str, now: datetime) -> dict[str, Any]:
    return {"code_set": code_set, "site": site, "language": get_language() or "en", "asked_at": now}


@transaction.atomic
def _add(entry: Entry, way: str, address: str, values: dict[str, Any], most: int) -> NoticeAddress:
    """Add an address, or bring the one that is there up to date. The entry's row keeps two from passing the
    limit."""
    Entry.objects.select_for_update().get(pk=entry.pk)
    others = NoticeAddress.objects.filter(entry=entry, way=way).exclude(address=address)
    others.exclude(code_set=values["code_set"]).delete()
    if others.count() >= most:
        raise validation_error("", _("So many get the news of this entry already. End it for another first."))
    made, _is_new = NoticeAddress.objects.update_or_create(
        entry=entry, way=way, address=address, defaults=values, create_defaults={**values, "token": uuid4()}
    )
    return made


def _question(entry: Entry, address: NoticeAddress) -> PostedLetter:
    event = entry.tournament
    context = {
        "event": event,
        "link": address.site + reverse("tournaments:notice_confirm", args=[address.token]),
    }
    return PostedLetter(
        to=address.address,
        subject=_("%(event)s: shall news come here?") % {"event": event.title},
        body=render_to_string("tournaments/notices/question.txt", context),
        address=address,
    )
