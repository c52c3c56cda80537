"""The errands that send: to phones by their push services, and to mailboxes by the mail server.

What is to be sent is claimed first, by a compare-and-set on its attempts: of two workers one sends it. A
worker that dies in between leaves it to the next one, which may send it again; a phone then shows it once, by
its tag.
"""

from __future__ import annotations

import json
import logging
import threading
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from smtplib import SMTPDataError, SMTPRecipientsRefused
from typing import Any, Final, TypeVar

from cryptography.fernet import InvalidToken
from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db.models import QuerySet
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from clubs.jobs.errands import Errand
from tournaments.models import NoticeAddress, Outgoing, OutgoingLetter, SentNotice
from tournaments.notices import push
from tournaments.notices.looking import (
    is_anything_unseen,
    live_addresses,
    news_by_address,
    put_news_on_its_way,
)
from tournaments.notices.news import News
from tournaments.notices.outbox import next_attempt, open_letter
from tournaments.notices.push import Phone, PushMessage, PushOutcome
from tournaments.play.personal_codes import personal_path

_State = Outgoing.State
_Way = NoticeAddress.Way
_Row = TypeVar("_Row", SentNotice, OutgoingLetter)
# Longer than an attempt can last: then its worker is dead.
_LEASE: Final = timedelta(minutes=5)
_AT_ONCE: Final = 40
# A mail server may take some seconds for each mail: what it has not taken by then is left for later.
_MAILS_AT_ONCE: Final = 10
_PATIENCE: Final = 120  # seconds
_CONNECTIONS: Final = 8
_LONGEST_TEXT: Final = 400
# From this answer on a mail server means it for good.
_FOR_GOOD: Final = 500

_journal = logging.getLogger(__name__)


# Both.


def _due(rows: QuerySet[_Row], now: datetime) -> QuerySet[_Row]:
    return rows.filter(state=_State.WAITING, next_at__lte=now)


def _claim(row: SentNotice | OutgoingLetter, now: datetime) -> bool:
    """Claim a row for one attempt; return False where another worker has it."""
    same = type(row).objects.filter(pk=row.pk, attempts=row.attempts, state=_State.WAITING)
    row.attempts += 1
    return bool(same.update(attempts=row.attempts, next_at=now + _LEASE))


def _set(row: SentNotice | OutgoingLetter, **values: Any) -> None:
    """Write what came of an attempt, if it is still the last one."""
    type(row).objects.filter(pk=row.pk, attempts=row.attempts).update(**values)


def _end(row: SentNotice | OutgoingLetter, state: str, **values: Any) -> None:
    if isinstance(row, OutgoingLetter):
        values["sealed"] = ""
    _set(row, state=state, **values)


def _try_later(row: SentNotice | OutgoingLetter, now: datetime) -> None:
    """Try it again a while later, unless it is of no use then."""
    later = next_attempt(now, row.attempts)
    if later > row.until:
        _end(row, _State.FAILED)
    else:
        _set(row, next_at=later)


def _claim_notices(way: str, now: datetime, most: int) -> tuple[list[SentNotice], dict[int, News]]:
    """Claim the notices of a way that are due; drop what is no longer so."""
    rows = SentNotice.objects.filter(address__way=way, address__in=live_addresses())
    found = _due(rows, now).select_related(
        "address__entry__tournament__book", "address__entry__tournament__club"
    )
    claimed = [row for row in found.order_by("next_at", "pk")[:most] if _claim(row, now)]
    news = news_by_address(claimed, now)
    for row in claimed:
        if row.pk not in news:
            _end(row, _State.DROPPED)
    return [row for row in claimed if row.pk in news], news


# Phones.


def _phones_due(now: datetime) -> bool:
    rows = SentNotice.objects.filter(address__way=_Way.PHONE, address__in=live_addresses())
    return is_anything_unseen() or _due(rows, now).exists()


def _run_phones(ending: threading.Event) -> None:
    while not ending.is_set():
        now = timezone.now()
        put_news_on_its_way(now)
        rows, news = _claim_notices(_Way.PHONE, now, _AT_ONCE)
        if not rows:
            return
        _send_to_phones(rows, news, now)


def _send_to_phones(rows: Sequence[SentNotice], news: dict[int, News], now: datetime) -> None:
    """Send to many phones at a time; what came of it is written by this thread alone."""
    phones = [Phone(row.address.address, row.address.public_key, row.address.secret) for row in rows]
    texts = [_push_message(row, news[row.pk], now) for row in rows]
    with ThreadPoolExecutor(_CONNECTIONS) as pool:
        outcomes = list(pool.map(push.send, phones, texts, [now] * len(rows)))
    for row, outcome in zip(rows, outcomes, strict=True):
        if outcome is PushOutcome.GONE:
            row.address.delete()
        elif outcome is PushOutcome.LATER:
            _try_later(row, now)
        else:
            _end(row, _State.SENT if outcome is PushOutcome.SENT else _State.FAILED)


def _push_message(row: SentNotice, news: News, now: datetime) -> PushMessage:
    """What a phone shows, in its language; it leads to the own page."""
    address, event = row.address, row.address.entry.tournament
    with translation.override(address.language):
        shown = {
            "title": event.title,
            "body": news.text()[:_LONGEST_TEXT],
            "tag": f"{event.pk}/{news.topic}",
            "lang": address.language,
            "url": personal_path(event, address.entry_id),
        }
    text = json.dumps(shown, ensure_ascii=False).encode()
    seconds = max(0, int((news.until - now).total_seconds()))
    return PushMessage(text, seconds, f"{address.entry_id}/{news.topic}", news.is_urgent)


# Mailboxes.


def _mail_due(now: datetime) -> bool:
    if not settings.EMAIL_HOST:
        return False
    notices = SentNotice.objects.filter(address__way=_Way.MAIL, address__in=live_addresses())
    return _due(OutgoingLetter.objects.all(), now).exists() or _due(notices, now).exists()


def _run_mail(ending: threading.Event) -> None:
    while not ending.is_set():
        now = timezone.now()
        found = _due(OutgoingLetter.objects.order_by("next_at", "pk"), now)
        letters = [row for row in found[:_MAILS_AT_ONCE] if _claim(row, now)]
        notices, news = _claim_notices(_Way.MAIL, now, _MAILS_AT_ONCE)
        if not letters and not notices:
            return
        _send_mails([*_letters(letters), *((row, _news_mail(row, news[row.pk])) for row in notices)], now)


def _letters(rows: Iterable[OutgoingLetter]) -> list[tuple[OutgoingLetter, EmailMessage]]:
    found = []
    for row in rows:
        try:
            found.append((row, open_letter(row).message))
        except InvalidToken:  # the secret of the installation is another one now
            _end(row, _State.FAILED)
    return found


def _send_mails(mails: Sequence[tuple[SentNotice | OutgoingLetter, EmailMessage]], now: datetime) -> None:
    """Send over one connection. A server that does not answer, or no longer, gets the rest later."""
    connection, patience = get_connection(), time.monotonic() + _PATIENCE
    is_answering = True
    try:
        for row, mail in mails:
            if is_answering and time.monotonic() < patience:
                is_answering = _send_mail(row, mail, connection, now)
            else:
                _try_later(row, now)
    finally:
        connection.close()


def _send_mail(
    row: SentNotice | OutgoingLetter, mail: EmailMessage, connection: BaseEmailBackend, now: datetime
) -> bool:
    """Send a mail, or note that it was not taken; return whether the server answers."""
    try:
        connection.open()
        connection.send_messages([mail])
    except SMTPRecipientsRefused as error:
        is_for_good = all(code >= _FOR_GOOD for code, _answer in error.recipients.values())
        _refuse(row) if is_for_good else _try_later(row, now)
    except SMTPDataError as error:
        _refuse(row) if error.smtp_code >= _FOR_GOOD else _try_later(row, now)
    except ValueError:  # an address or a heading that no mail can have
        _refuse(row)
    except OSError:
        _journal.warning("the mail server does not answer; mail is tried again")
        _try_later(row, now)
        return False
    else:
        _end(row, _State.SENT)
    return True


def _refuse(row: SentNotice | OutgoingLetter) -> None:
    if isinstance(row, OutgoingLetter):
        _end(row, _State.FAILED, refused=True)
    else:
        _end(row, _State.FAILED)


def _news_mail(row: SentNotice, news: News) -> EmailMessage:
    """A mail with a piece of news, and the link that ends them in one click (RFC 8058)."""
    address, event = row.address, row.address.entry.tournament
    stop = address.site + reverse("tournaments:notice_stop", args=[address.token])
    with translation.override(address.language):
        context = {
            "event": event,
            "sentence": news.text(),
            "link": address.site + personal_path(event, address.entry_id),
            "stop": stop,
        }
        body = render_to_string("tournaments/notices/news.txt", context)
        subject = _("%(event)s: news for you") % {"event": event.title}
    headers = {
        "List-Unsubscribe": f"<{stop}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        # The same again is the same mail.
        "Message-ID": f"<talon-{address.token.hex}-{row.pk}@{_host_of(address.site)}>",
    }
    return EmailMessage(subject, body, to=[address.address], headers=headers)


def _host_of(site: str) -> str:
    return site.partition("://")[2].partition(":")[0].partition("/")[0] or "localhost"


ERRANDS: Final = (
    Errand("news for phones", _phones_due, _run_phones),
    Errand("mail", _mail_due, _run_mail),
)
