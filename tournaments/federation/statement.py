"""The statement of a club: what it has held in a period, and what the federation asks for it.

It is counted from the events each time, so it follows a correction. What is printed is what was known then.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Count, F, Q, QuerySet

from clubs.models import Club, Player
from tournaments.federation.terms import Terms, terms_of
from tournaments.models import Entry, EntryPlayer, Tournament
from tournaments.play.currency import currency_of
from tournaments.play.event_order import next_first
from tournaments.public.event_view import FINISHED_EVENT_STATES


@dataclass(frozen=True, slots=True)
class StatedEvent:
    """An event with its entries and its starts: a start is a player in an event."""

    event: Tournament
    entries: int
    starts: int


@dataclass(frozen=True, slots=True)
class ClubStatement:
    """What a club has held in a period, and what it is to pay, in the smallest unit."""

    club: Club
    terms: Terms
    events: Sequence[StatedEvent]
    licences: int

    @property
    def entries(self) -> int:
        return sum(one.entries for one in self.events)

    @property
    def starts(self) -> int:
        return sum(one.starts for one in self.events)

    @property
    def for_events(self) -> int:
        return len(self.events) * self.terms.per_event

    @property
    def for_starts(self) -> int:
        return self.starts * self.terms.per_start

    @property
    def for_licences(self) -> int:
        return self.licences * self.terms.per_licence

    @property
    def due(self) -> int:
        return self.for_events + self.for_starts + self.for_licences


@dataclass(frozen=True, slots=True, kw_only=True)
class Statements:
    """The statements of the clubs of a federation."""

    federation: Club
    since: date
    until: date
    currency: str
    terms: Terms
    clubs: Sequence[ClubStatement]


def load_statements(federation: Club, since: date, until: date) -> Statements:
    """Load the statements of all clubs of a federation: as many queries for a hundred clubs as for one."""
    clubs = list(federation.clubs.order_by("order", "pk"))
    terms = terms_of(federation)
    events = stated_events(Q(club__federation=federation), since, until)
    licences = count_licences(federation, until)
    return Statements(
        federation=federation,
        since=since,
        until=until,
        currency=currency_of(federation),
        terms=terms,
        clubs=[ClubStatement(club, terms, events.get(club.pk, ()), licences[club.pk]) for club in clubs],
    )


def stated_events(of: Q, since: date, until: date) -> Mapping[int, Sequence[StatedEvent]]:
    """Return the events of a period whose results are shown, by club, with what is counted of them.

    Sections and finals are counted in the event that they are parts of.
    """
    found = Tournament.objects.filter(
        of, book__trial=False, counted_in_whole=False, state__in=FINISHED_EVENT_STATES
    )
    events = next_first(found.filter(date__gte=since, date__lte=until).select_related("club").order_by("pk"))
    entries, starts = _count_entries(events), _count_starts(events)
    by_club: defaultdict[int, list[StatedEvent]] = defaultdict(list)
    for event in events:
        by_club[event.club_id].append(StatedEvent(event, entries[event.pk], starts[event.pk]))
    return by_club


def _took_part(entry: str = "") -> Q:
    """Return the condition that an entry has taken part, and has not withdrawn before its first round."""
    withdrawn = Q(**{f"{entry}state": Entry.State.WITHDRAWN})
    return ~withdrawn | Q(**{f"{entry}until_round__gte": F(f"{entry}from_round")})


def _count_entries(events: Iterable[Tournament]) -> Counter[int]:
    rows = Entry.objects.filter(_took_part(), tournament__in=[event.pk for event in events]).order_by()
    return Counter(
        dict(rows.values("tournament").annotate(count=Count("pk")).values_list("tournament", "count"))
    )


def _count_starts(events: Iterable[Tournament]) -> Counter[int]:
    rows = EntryPlayer.objects.filter(
        _took_part("entry__"), tournament__in=[event.pk for event in events]
    ).order_by()
    counted = rows.values("tournament").annotate(count=Count("player", distinct=True))
    return Counter(dict(counted.values_list("tournament", "count")))


def licensed_players(federation: Club, day: date) -> QuerySet[Player]:
    """Return who has a licence of the federation that is valid on a day."""
    valid = Q(licence_until=None) | Q(licence_until__gte=day)
    licensed = Player.objects.filter(valid, federation=federation, merged_into=None).exclude(licence="")
    return licensed.order_by()


def count_licences(federation: Club, day: date) -> Counter[int]:
    """Return the number of valid licences by home club."""
    counted = licensed_players(federation, day).values("home_club").annotate(count=Count("pk"))
    return Counter(dict(counted.values_list("home_club", "count")))
