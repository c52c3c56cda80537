"""All that the pages of a club's history count from, loaded at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.db.models import OuterRef, Q, Subquery, Sum
from django.db.models.functions import Coalesce

from clubs.db.single_row import MAX_BIGINT, Revision
from clubs.models import Book, Club
from tournaments.core.history.roll import Victory
from tournaments.history.champions import victories_of
from tournaments.history.facts import EventFacts, HeldEvent
from tournaments.history.keeping import facts_of, held_events
from tournaments.history.periods import years_of
from tournaments.leagues.played import PlayedYear, played_by_year, together
from tournaments.leagues.queries import leagues_over_years

# The club's own book weighs so much that the state grows also when another club leaves the federation.
_WEIGHT = 10**9


def revision_of_history(pk: int) -> Revision | None:
    """Return the state of a club's history, from all its books and, of a federation, those of its clubs.

    What is deleted with an event goes over to the book of its club, so the state never comes back.
    """
    if pk > MAX_BIGINT:
        return None
    of_clubs = Book.objects.filter(club__federation=OuterRef("pk")).order_by()
    together = of_clubs.values("club__federation").annotate(sum=Sum("revision")).values("sum")
    clubs = Club.objects.filter(pk=pk).annotate(
        own=Coalesce(Sum("books__revision", filter=Q(books__kind=Book.Kind.CLUB)), 0),
        together=Coalesce(Sum("books__revision"), 0) + Coalesce(Subquery(together), 0),
    )
    state = clubs.values_list("own", "together").first()
    if state is None:
        return None
    number = state[0] * _WEIGHT + state[1]
    return Revision(number, number)


def revision_of_year(pk: int, year: int) -> Revision | None:  # noqa: ARG001 - what the address has
    return revision_of_history(pk)


def revision_of_period(pk: int, period: str) -> Revision | None:  # noqa: ARG001
    return revision_of_history(pk)


@dataclass(frozen=True)
class ClubHistory:
    """The events of a club or federation in their order, and what is known of them."""

    club: Club
    events: Sequence[HeldEvent]
    facts: Mapping[int, EventFacts]

    @cached_property
    def by_pk(self) -> Mapping[int, HeldEvent]:
        return {event.pk: event for event in self.events}

    @cached_property
    def years_of_events(self) -> list[int]:
        """The years in which there was an event whose results are shown, the latest first."""
        return years_of(event for event in self.events if event.is_finished)

    @cached_property
    def years_of_roll(self) -> list[int]:
        """These years, and those in which a series or a league was won."""
        return sorted({*self.years_of_events, *(one.day.year for one in self.victories)}, reverse=True)

    @cached_property
    def years(self) -> list[int]:
        """The years of events, and those in which matches of leagues were played."""
        return sorted({*self.years_of_events, *self.played_in_leagues}, reverse=True)

    @cached_property
    def played_in_leagues(self) -> Mapping[int, PlayedYear]:
        """How much was played in public leagues, by year."""
        by_year = played_by_year(leagues_over_years(self.club.pk))
        return {year: together(by_club.values()) for year, by_club in by_year.items()}

    def name_of(self, club: int) -> str:
        """Return the name of a club of a federation; empty for the federation itself, and for a club."""
        return "" if club == self.club.pk else self._club_names.get(club, "")

    @cached_property
    def _club_names(self) -> Mapping[int, str]:
        return dict(Club.objects.filter(federation=self.club).order_by().values_list("pk", "name"))

    @cached_property
    def victories(self) -> list[Victory]:
        return victories_of(self.club.pk, self.events, self.facts)


def load_history(club: Club) -> ClubHistory:
    events = held_events(club.pk)
    return ClubHistory(club, events, facts_of(events))
