"""The dates of a federation's calendar, what is in their way, and what waits for somebody."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from clubs.books.permissions import ADMINS, DIRECTORS
from clubs.db.single_row import MAX_BIGINT, Revision
from clubs.models import Book, Club, Role, User
from clubs.text.alphabet import folded
from tournaments.core.clashes import ClosedDays, DateClash, Days, PlannedDate, find_clashes
from tournaments.federation.terms import terms_of
from tournaments.models import CalendarDate, ClosedDay, Tournament
from tournaments.play.drafts import without_drafts
from tournaments.series.queries import revision_of_clubs

_State = CalendarDate.State
# What a date is in the way of others in.
STANDING: Final = (_State.ASKED, _State.APPROVED)


@dataclass(frozen=True, slots=True)
class ListedDate:
    """A date with what is in its way, and the event that was made of it."""

    date: CalendarDate
    clashes: Sequence[DateClash] = ()
    event: Tournament | None = None

    @property
    def waits(self) -> bool:
        return self.date.state == _State.ASKED


def dates_of(federation: Club) -> QuerySet[CalendarDate]:
    """Return all dates of a federation, the first one first."""
    found = CalendarDate.objects.filter(federation=federation).select_related("club", "federation")
    return found.order_by("first_day", "name", "pk")


def public_dates(federation: int, since: date) -> Sequence[ListedDate]:
    """Return the approved dates from a day on, with their events."""
    found = CalendarDate.objects.filter(
        federation=federation, state=_State.APPROVED, last_day__gte=since
    ).select_related("club")
    return with_events(found.order_by("first_day", "name", "pk"))


def closed_days_of(federation: Club) -> QuerySet[ClosedDay]:
    return ClosedDay.objects.filter(federation=federation, removed_at=None)


def with_events(dates: Iterable[CalendarDate]) -> Sequence[ListedDate]:
    """Return dates with the event of the same club, name and day, where there is one that everybody sees."""
    listed = list(dates)
    events = _events_of(listed, without_drafts(Tournament.objects.filter(book__trial=False)))
    return [ListedDate(one, event=events.get(_same(one))) for one in listed]


def with_clashes(
    federation: Club, dates: Iterable[CalendarDate], shown: Iterable[CalendarDate] | None = None
) -> Sequence[ListedDate]:
    """Return dates, or some of them, with what is in their way."""
    listed = list(dates)
    apart = terms_of(federation).days_apart
    standing = [_planned(one) for one in listed if one.state in STANDING]
    closed = [ClosedDays(one.name, Days(one.first_day, one.last_day)) for one in closed_days_of(federation)]
    events = _events_of(listed, Tournament.objects.filter(book__trial=False))
    return [
        ListedDate(one, find_clashes(_planned(one), standing, closed, apart), events.get(_same(one)))
        for one in (listed if shown is None else shown)
    ]


def _planned(one: CalendarDate) -> PlannedDate:
    return PlannedDate(
        number=one.pk,
        name=f"{one.name} ({one.club.name})",
        days=Days(one.first_day, one.last_day),
        club=one.club_id,
        place=folded(one.place),
        is_championship=one.kind == CalendarDate.Kind.CHAMPIONSHIP,
    )


_Same = tuple[int, str, date]


def _same(one: CalendarDate) -> _Same:
    return one.club_id, one.name, one.first_day


def _events_of(dates: Sequence[CalendarDate], events: QuerySet[Tournament]) -> Mapping[_Same, Tournament]:
    found = events.filter(
        club__in={one.club_id for one in dates}, date__in={one.first_day for one in dates}
    ).select_related("book")
    return {(event.club_id, event.name, event.date): event for event in found}


def revision_of_calendar(pk: int) -> Revision | None:
    """Return the state of a calendar: it is another one with each act of its clubs, and each day."""
    if pk > MAX_BIGINT:
        return None
    found = revision_of_clubs(Subquery(Club.objects.filter(pk=pk).values("pk")))
    if found is None:
        return None
    number = found.number + timezone.localdate().toordinal()
    return Revision(number, number)


def has_calendar(club: Club) -> bool:
    return CalendarDate.objects.filter(federation=club, state=_State.APPROVED).exists()


# What waits for somebody.


def waiting_for(user: User) -> Mapping[int, int]:
    """Return how many dates wait for a user, by club: for the board, or for a club that is to move one."""
    mine = Role.objects.filter(user=user, book__kind=Book.Kind.CLUB)
    for_board = Q(Exists(mine.filter(book__club=OuterRef("federation"), kind__in=ADMINS)), state=_State.ASKED)
    for_club = Q(Exists(mine.filter(book__club=OuterRef("club"), kind__in=DIRECTORS)), state=_State.OTHER)
    waiting = CalendarDate.objects.filter(for_board | for_club, last_day__gte=timezone.localdate())
    counts: defaultdict[int, int] = defaultdict(int)
    for one in waiting.only("state", "federation", "club").order_by():
        counts[one.federation_id if one.state == _State.ASKED else one.club_id] += 1
    return counts
