"""Which events count in a series, and the state that its pages depend on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from django.db.models import Count, Q, QuerySet, Subquery, Sum, Value
from django.db.models.functions import Coalesce

from clubs.db.single_row import MAX_BIGINT, Revision
from clubs.models import Book, Club
from tournaments.models import EntryPlayer, Series, Tournament
from tournaments.play.event_order import next_first
from tournaments.public.event_view import FINISHED_EVENT_STATES

# The club's own book weighs so much that the state grows also when another club leaves the federation.
_WEIGHT: Final = 10**9
_KINDS: Final = (Book.Kind.CLUB, Book.Kind.TOURNAMENT)


def shown_series() -> QuerySet[Series]:
    """Return the series that everybody may see."""
    return Series.objects.filter(public=True, removed_at=None).select_related("club")


def series_of(club: Club) -> QuerySet[Series]:
    """Return the series of a club that are in its list, the latest first."""
    return Series.objects.filter(club=club, removed_at=None).order_by("-since", "-pk")


def public_series_of(club: Club) -> list[Series]:
    return list(shown_series().filter(club=club).order_by("-since", "-pk"))


# Events.


def events_of_club(club: int) -> QuerySet[Tournament]:
    """Return the events of a club and, of a federation, of all its clubs.

    A trial counts nowhere, and a section or a final in the event that it is a part of.
    """
    of_club = Q(club=club) | Q(club__federation=club)
    return Tournament.objects.filter(of_club, book__trial=False, counted_in_whole=False)


def counted_events(series: Series) -> list[Tournament]:
    """Return the events that count now, in their order: those whose results are shown."""
    found = _chosen(series).filter(state__in=FINISHED_EVENT_STATES).select_related("book", "club")
    return next_first(found.order_by("pk"))


class EveningState(NamedTuple):
    """An evening that counts, and the state of its book: its revision, and the hash of its last act."""

    event: int
    revision: int
    head: str


def states_of_evenings(series: Series) -> list[EveningState]:
    """Return the evenings that count now, without more of them than their states."""
    found = _chosen(series).filter(state__in=FINISHED_EVENT_STATES).order_by("pk")
    return [EveningState(*row) for row in found.values_list("pk", "book__revision", "book__head")]


def _chosen(series: Series) -> QuerySet[Tournament]:
    if series.is_closed:
        return Tournament.objects.filter(pk__in=series.closed_events, book__trial=False)
    if series.picked:
        return Tournament.objects.filter(picked_in=series, book__trial=False)
    chosen = events_of_club(series.club_id)
    if series.since is not None:
        chosen = chosen.filter(date__gte=series.since)
    if series.until is not None:
        chosen = chosen.filter(date__lte=series.until)
    return chosen


# States.


def revision_of_series(pk: int) -> Revision | None:
    """Return the state of a public series: whatever is done in the club and its events makes it grow.

    What is deleted with an event goes over to the book of its club, and who joins or leaves a federation
    changes the book of that.
    """
    if pk > MAX_BIGINT:
        return None
    return revision_of_clubs(
        Subquery(Series.objects.filter(pk=pk, public=True, removed_at=None).values("club"))
    )


def revision_of_clubs(club: Subquery) -> Revision | None:
    """Return the state of all books of a club and, of a federation, of its clubs."""
    books = Book.objects.filter(Q(club=club) | Q(club__federation=club), kind__in=_KINDS)
    sums = books.aggregate(all=Sum("revision"), own=Sum("revision", filter=Q(club=club, kind=Book.Kind.CLUB)))
    if sums["all"] is None:
        return None
    number = sums["own"] * _WEIGHT + sums["all"]
    return Revision(number, number)


def revision_of_table(pk: int, number: int) -> Revision | None:  # noqa: ARG001 - what the address has
    return revision_of_series(pk)


def revision_of_line(pk: int, key: str) -> Revision | None:  # noqa: ARG001
    return revision_of_series(pk)


def state_for_player(pk: int) -> Subquery:
    """Return the state of the public series in which a player may stand, as a part of another query."""
    clubs = EntryPlayer.objects.filter(player=pk).order_by().values("tournament__club")
    found = Series.objects.filter(public=True, removed_at=None)
    of_series = found.filter(Q(club__in=clubs) | Q(club__clubs__in=clubs)).order_by().values("club")
    books = Book.objects.filter(Q(club__in=of_series) | Q(club__federation__in=of_series), kind__in=_KINDS)
    together = books.order_by().annotate(one=Value(1)).values("one")
    return Subquery(together.annotate(sum=Coalesce(Sum("revision"), 0) * 1000 + Count("pk")).values("sum"))


def series_for_player(pk: int) -> Sequence[Series]:
    """Return the public series of the clubs whose events a player has entered, and of their federations."""
    clubs = EntryPlayer.objects.filter(player=pk).order_by().values("tournament__club")
    found = shown_series().filter(Q(club__in=clubs) | Q(club__clubs__in=clubs)).distinct()
    return list(found.order_by("-since", "-pk"))


def choices_of_events(club: Club, picked: Iterable[int], most: int) -> list[Tournament]:
    """Return the events to pick from, the latest first: so many, and those that are picked already."""
    events = events_of_club(club.pk).select_related("book", "club").order_by("-date", "-pk")
    latest = list(events[:most])
    known = {event.pk for event in latest}
    return [*latest, *events.filter(pk__in=[pk for pk in picked if pk not in known])]
