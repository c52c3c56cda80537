"""Earlier events of a club, as the next one is like one of them: which they are, and who came how often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Final

from django.db.models import Count, Exists, OuterRef, QuerySet, Subquery
from django.utils import timezone

from clubs.models import Club
from tournaments.models import Entry, EntryPlayer, Tournament
from tournaments.play.queries import prefetch_players

# So many events of a kind say who comes regularly.
_LATELY: Final = 10
# So many events are read to find a few with different names.
_READ: Final = 30


def last_events(clubs: QuerySet[Club]) -> Mapping[int, Tournament]:
    """Return the last event with entries of each of these clubs before today, by the club."""
    earlier = _repeatable().filter(
        Exists(Entry.objects.filter(tournament=OuterRef("pk"))),
        club=OuterRef("pk"),
        book__trial=False,
        date__lt=timezone.localdate(),
    )
    last = clubs.order_by().annotate(last=Subquery(earlier.values("pk")[:1])).values("last")
    return {
        event.club_id: event for event in Tournament.objects.filter(pk__in=last).only("name", "date", "club")
    }


def last_of_each_name(club: Club, most: int) -> Sequence[Tournament]:
    """Return the last event of each name in a club, the latest first, and no more than so many."""
    by_name: dict[str, Tournament] = {}
    for event in (
        _repeatable().filter(club=club, date__lte=timezone.localdate()).select_related("book")[:_READ]
    ):
        by_name.setdefault(event.name, event)
    return list(by_name.values())[:most]


def _repeatable() -> QuerySet[Tournament]:
    """Events that can be held again: of one from a list nobody knows how it was played."""
    played = Tournament.objects.filter(book__archived_at=None, standings_from=Tournament.StandingsFrom.GAMES)
    return played.order_by("-date", "-pk")


def last_of_kind(event: Tournament) -> list[int]:
    """Return the last events of the club with the game and the entries of this one, the latest first."""
    same_kind = Tournament.objects.filter(
        club=event.club_id,
        ruleset=event.ruleset,
        settings__players=event.agreement.players,
        date__lte=max(event.date, timezone.localdate()),
        book__trial=event.is_trial,
    )
    return list(same_kind.order_by("-date", "-pk").values_list("pk", flat=True)[:_LATELY])


def times_come(events: Collection[int], players: Collection[int]) -> Counter[int]:
    """Return to how many of these events each of these players came."""
    came = EntryPlayer.objects.filter(tournament__in=events, player__in=players, active=True).order_by()
    return Counter(dict(came.values_list("player").annotate(Count("tournament", distinct=True))))


def entries_in(events: Collection[int]) -> list[Entry]:
    """Return the entries of these events that have not withdrawn, those of the latest event first."""
    entries = Entry.objects.filter(tournament__in=events).exclude(state=Entry.State.WITHDRAWN)
    in_order = entries.order_by("-tournament__date", "-tournament", "number")
    return list(in_order.prefetch_related(prefetch_players()))
