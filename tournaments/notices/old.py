"""Phones, mailboxes and letters are kept no longer than the codes of their event, or 30 days."""

from __future__ import annotations

from datetime import date, timedelta

from django.db.models import Max, Q

from tournaments.models import League, LeagueReminder, NoticeAddress, OutgoingLetter, Tournament
from tournaments.play.personal_codes import KEPT_DAYS, last_day


def remove_old_notices(today: date) -> int:
    """Delete what events have of them whose codes have ended; return of how many events."""
    kept = Q(pk__in=NoticeAddress.objects.order_by().values("entry__tournament"))
    kept |= Q(pk__in=OutgoingLetter.objects.order_by().values("tournament"))
    events = Tournament.objects.filter(kept, date__lt=today - timedelta(days=KEPT_DAYS))
    latest = events.annotate(latest=Max("rounds__published_at")).values_list("pk", "date", "latest")
    over = [pk for pk, day, published in latest if last_day(day, published) < today]
    NoticeAddress.objects.filter(entry__tournament__in=over).delete()
    OutgoingLetter.objects.filter(tournament__in=over).delete()
    OutgoingLetter.objects.filter(
        league__isnull=False, made_at__date__lt=today - timedelta(days=KEPT_DAYS)
    ).delete()
    _remove_old_reminders(today)
    return len(over)


def _remove_old_reminders(today: date) -> None:
    """Delete who was reminded of what in leagues that are over: until then nobody is reminded twice."""
    before = today - timedelta(days=KEPT_DAYS)
    over = Q(league__state=League.State.CLOSED) | Q(league__removed_at__isnull=False)
    LeagueReminder.objects.filter(over, made_at__date__lt=before).delete()
