"""Which events count in a ranking, and the state that its pages depend on."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Final

from django.db.models import Exists, OuterRef, QuerySet, Subquery
from django.utils import timezone

from clubs.db.single_row import MAX_BIGINT, Revision
from clubs.models import Club
from tournaments.models import Ranking, Tournament
from tournaments.play.event_order import next_first
from tournaments.public.event_view import FINISHED_EVENT_STATES
from tournaments.series.queries import events_of_club, revision_of_clubs

_PICKED: Final = "is_championship"


def shown_rankings() -> QuerySet[Ranking]:
    """Return the rankings that everybody may see."""
    return Ranking.objects.filter(public=True, removed_at=None).select_related("club")


def rankings_of(club: Club) -> QuerySet[Ranking]:
    """Return the rankings of a club that are in its list."""
    return Ranking.objects.filter(club=club, removed_at=None).order_by("name", "pk")


def public_rankings_of(club: Club) -> list[Ranking]:
    return list(shown_rankings().filter(club=club).order_by("name", "pk"))


def counted_events(ranking: Ranking, since: date, until: date) -> Sequence[Tournament]:
    """Return the events between two days whose results are shown, in their order, without those left out."""
    picked = Ranking.championships.through.objects.filter(ranking=ranking.pk, tournament=OuterRef("pk"))
    found = events_of_club(ranking.club_id).filter(
        date__gte=since, date__lte=until, state__in=FINISHED_EVENT_STATES
    )
    found = found.exclude(pk__in=ranking.left_out.order_by().values("pk"))
    return next_first(
        found.annotate(**{_PICKED: Exists(picked)}).select_related("book", "club").order_by("pk")
    )


def is_championship(event: Tournament) -> bool:
    """Tell whether an event that was read by `counted_events` was picked as a championship."""
    return bool(getattr(event, _PICKED))


# States.


def revision_of_ranking(pk: int) -> Revision | None:
    """Return the state of a public ranking: it is another one with each act of its clubs, and each day."""
    if pk > MAX_BIGINT:
        return None
    shown = Ranking.objects.filter(pk=pk, public=True, removed_at=None)
    found = revision_of_clubs(Subquery(shown.values("club")))
    if found is None:
        return None
    number = found.number + timezone.localdate().toordinal()
    return Revision(number, number)


def revision_of_part(pk: int, part: str) -> Revision | None:  # noqa: ARG001 - what the address has
    return revision_of_ranking(pk)


def revision_of_day(pk: int, day: str) -> Revision | None:  # noqa: ARG001
    return revision_of_ranking(pk)


def revision_of_day_part(pk: int, day: str, part: str) -> Revision | None:  # noqa: ARG001
    return revision_of_ranking(pk)


def revision_of_player_line(pk: int, player: int) -> Revision | None:  # noqa: ARG001
    return revision_of_ranking(pk)
