"""The statement of a club: what it has held in a period, and what the federation asks for it.

It is counted from the events and leagues each time, so it follows a correction. What is issued of it stays as
it was (`tournaments.federation.issuing`).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Count, F, Q, QuerySet

from clubs.models import Club, Player
from clubs.text.alphabet import sort_key
from tournaments.core.statements import (
    Fees,
    StatedEvent,
    StatedKey,
    StatedKind,
    StatementContent,
    corrections_of,
    new_licences,
)
from tournaments.federation.content import standing_of
from tournaments.federation.terms import terms_of
from tournaments.leagues.played import closed_seasons
from tournaments.models import Entry, EntryPlayer, IssuedStatement, League, Tournament
from tournaments.play.currency import currency_of
from tournaments.public.event_view import FINISHED_EVENT_STATES


@dataclass(frozen=True, slots=True)
class ClubStatement:
    """The statement of a club as it is counted now."""

    club: Club
    content: StatementContent
    # Those that stand and are about some of these days: then none is issued of these days, and nothing is
    # corrected.
    issued: Sequence[IssuedStatement]

    @property
    def can_be_issued(self) -> bool:
        return not self.issued and self.content.says_something

    @property
    def numbers(self) -> str:
        return ", ".join(one.label for one in self.issued)


@dataclass(frozen=True, slots=True, kw_only=True)
class Statements:
    """The statements of the clubs of a federation."""

    federation: Club
    since: date
    until: date
    currency: str
    clubs: Sequence[ClubStatement]


def load_statements(federation: Club, since: date, until: date) -> Statements:
    """Load the statements of all clubs of a federation: as many queries for a hundred clubs as for one."""
    clubs = list(federation.clubs.order_by("order", "pk"))
    terms, currency = terms_of(federation), currency_of(federation)
    fees = Fees(terms.per_event, terms.per_start, terms.per_licence)
    standing = _standing_by_club(federation)
    days = [day for found in standing.values() for one in found for day in (one.since, one.until)]
    held = _held(Q(club__federation=federation), min([since, *days]), max([until, *days]))
    licences = count_licences(federation, until)

    def counted(club: Club) -> ClubStatement:
        rows, events = standing.get(club.pk, ()), held.get(club.pk, ())
        issued = [one for one in rows if one.since <= until and one.until >= since]
        stands = [] if issued else list(map(standing_of, rows))
        content = StatementContent(
            federation=federation.name,
            club=club.name,
            currency=currency,
            fees=fees,
            events=tuple(event for event in events if since <= event.day <= until),
            licences=new_licences(licences[club.pk], until.year, stands),
            corrections=tuple(corrections_of(stands, events)),
        )
        return ClubStatement(club, content, issued)

    return Statements(
        federation=federation,
        since=since,
        until=until,
        currency=currency,
        clubs=[counted(club) for club in clubs],
    )


def standing_statements() -> QuerySet[IssuedStatement]:
    """Return the statements that were issued and not taken back, without credit notes."""
    return IssuedStatement.objects.filter(credits=None, credit_note=None)


def _standing_by_club(federation: Club) -> Mapping[int, Sequence[IssuedStatement]]:
    by_club: defaultdict[int, list[IssuedStatement]] = defaultdict(list)
    for one in standing_statements().filter(federation=federation).order_by("year", "number"):
        by_club[one.club_id].append(one)
    return by_club


def _held(of: Q, since: date, until: date) -> Mapping[int, Sequence[StatedEvent]]:
    """Return the events and the leagues of a period by club, in the order of their days."""
    events, leagues = stated_events(of, since, until), stated_leagues(of, since, until)
    return {
        club: sorted((*events.get(club, ()), *leagues.get(club, ())), key=_order)
        for club in {*events, *leagues}
    }


def stated_leagues(of: Q, since: date, until: date) -> Mapping[int, Sequence[StatedEvent]]:
    """Return the closed public leagues whose last match was in a period, by club."""
    shown = League.objects.filter(of, public=True, removed_at=None, book__trial=False)
    by_club: defaultdict[int, list[StatedEvent]] = defaultdict(list)
    for pk, club, day, name, teams, players in closed_seasons(shown):
        if since <= day <= until:
            by_club[club].append(StatedEvent(pk, day, name, teams, players, StatedKind.LEAGUE))
    return by_club


def stated_events(of: Q, since: date, until: date) -> Mapping[int, Sequence[StatedEvent]]:
    """Return the events of a period whose results are shown, by club, with what is counted of them.

    Sections and finals are counted in the event that they are parts of.
    """
    found = Tournament.objects.filter(
        of,
        book__trial=False,
        counted_in_whole=False,
        state__in=FINISHED_EVENT_STATES,
        date__gte=since,
        date__lte=until,
    ).order_by()
    entries, starts = _count_entries(found), _count_starts(found)
    by_club: defaultdict[int, list[StatedEvent]] = defaultdict(list)
    for club, pk, day, name in found.values_list("club", "pk", "date", "name"):
        by_club[club].append(StatedEvent(pk, day, name, entries[pk], starts[pk]))
    return {club: sorted(events, key=_order) for club, events in by_club.items()}


def _order(event: StatedEvent) -> tuple[date, str, StatedKey]:
    return event.day, sort_key(event.name, "sv"), event.key


def _took_part(entry: str = "") -> Q:
    """Return the condition that an entry has taken part, and has not withdrawn before its first round."""
    withdrawn = Q(**{f"{entry}state": Entry.State.WITHDRAWN})
    return ~withdrawn | Q(**{f"{entry}until_round__gte": F(f"{entry}from_round")})


def _count_entries(events: QuerySet[Tournament]) -> Counter[int]:
    rows = Entry.objects.filter(_took_part(), tournament__in=events.values("pk")).order_by()
    return Counter(
        dict(rows.values("tournament").annotate(count=Count("pk")).values_list("tournament", "count"))
    )


def _count_starts(events: QuerySet[Tournament]) -> Counter[int]:
    rows = EntryPlayer.objects.filter(_took_part("entry__"), tournament__in=events.values("pk")).order_by()
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
