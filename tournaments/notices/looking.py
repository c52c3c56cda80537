"""What is news is put on its way: looked for when an event has changed, once for each of its addresses."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime

from django.db.models import F, Q, QuerySet

from tournaments.models import NoticeAddress, SentNotice, Signup, Tournament
from tournaments.notices.news import EventNews, News


def live_addresses() -> QuerySet[NoticeAddress]:
    """Return the addresses to which news goes: confirmed, and made with a code that is still valid."""
    return NoticeAddress.objects.filter(
        confirmed_at__isnull=False, code_set=F("entry__tournament__code_set")
    ).order_by("pk")


def _unseen() -> QuerySet[NoticeAddress]:
    return live_addresses().filter(~Q(seen_revision=F("entry__tournament__book__revision")))


def is_anything_unseen() -> bool:
    """Return whether an event with addresses has changed: one query."""
    return _unseen().exists()


def put_news_on_its_way(now: datetime) -> None:
    """Look for news in every event that has changed since it was last looked for."""
    events = Tournament.objects.filter(pk__in=_unseen().order_by().values("entry__tournament"))
    for event in events.select_related("book", "club").order_by("pk"):
        _look_at(event, now)


def _look_at(event: Tournament, now: datetime) -> None:
    """Put what is new on its way; what comes meanwhile has a later revision, and is looked for again."""
    addresses = list(live_addresses().filter(entry__tournament=event).select_related("entry"))
    news, told = EventNews(event, now), _told_by_letter(event)
    rows = [
        _row(address, one)
        for address in addresses
        for one in news.of_entry(address.entry)
        if is_for(address, one) and not (one.topic == "status" and address.address in told)
    ]
    SentNotice.objects.bulk_create(rows, ignore_conflicts=True)
    pks = [address.pk for address in addresses]
    NoticeAddress.objects.filter(pk__in=pks).update(seen_revision=event.book.revision)


def is_for(address: NoticeAddress, news: News) -> bool:
    """Whether an address gets a piece of news: what was true before it asked is no news."""
    return address.way in news.ways and address.confirmed_at is not None and news.at >= address.confirmed_at


def _told_by_letter(event: Tournament) -> set[str]:
    """Return the mailboxes that have a letter of the sign-up about the same."""
    rows = Signup.objects.filter(tournament=event).exclude(email="").order_by()
    return set(rows.values_list("email", flat=True))


def _row(address: NoticeAddress, news: News) -> SentNotice:
    return SentNotice(address=address, tag=news.tag, next_at=news.at + news.after, until=news.until)


def news_by_address(rows: Iterable[SentNotice], now: datetime) -> dict[int, News]:
    """Return the news of rows that are to be sent, by their keys, as it is now.

    What is no longer so, a call that was taken back or a deal that was approved, is not among it.
    """
    by_event = defaultdict[Tournament, list[SentNotice]](list)
    for row in rows:
        by_event[row.address.entry.tournament].append(row)
    found: dict[int, News] = {}
    for event, of_event in by_event.items():
        news = EventNews(event, now)
        for row in of_event:
            tags = {one.tag: one for one in news.of_entry(row.address.entry)}
            if row.tag in tags:
                found[row.pk] = tags[row.tag]
    return found
