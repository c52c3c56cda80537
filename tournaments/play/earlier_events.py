"""Earlier events of a club, as the next one is like one of them: which they are, and who came how often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import Count, Exists, OuterRef, QuerySet, Subquery
from django.utils import timezone

from clubs.models import Club
from tournaments.models import Entry, EntryPlayer, Tournament

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
    return Tournament.objects.filter(book__archived_at=None).order_by("-date", "-pk")


@dataclass(frozen=True, slots=True)
class Regulars:
    """In how many of the last events of a kind each player has come."""

    events: int
    times: Counter[int]


def load_regulars(event: Tournament, players: Collection[int]) -> Regulars:
    """Load how often these players came to events of the club with the game and the entries of this one."""
    same_kind = Tournament.objects.filter(
        club=event.club_id,
        ruleset=event.ruleset,
        settings__players=event.agreement.players,
        date__lte=max(event.date, timezone.localdate()),
        book__trial=event.is_trial,
    )
    last = list(same_kind.order_by("-date", "-pk").values_list("pk", flat=True)[:_LATELY])
    came = EntryPlayer.objects.filter(tournament__in=last, player__in=players, active=True).order_by()
    times = came.values_list("player").annotate(Count("tournament", distinct=True))
    return Regulars(len(last), Counter(dict(times)))
