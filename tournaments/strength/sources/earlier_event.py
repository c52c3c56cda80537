"""Strength by the final standings of an earlier event."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from django.utils.translation import gettext_lazy as _lazy

from clubs.reports.numbers import format_day
from tournaments.models import EntryPlayer, Tournament
from tournaments.play.standings_sources import load_final_places
from tournaments.public.event_view import FINISHED_EVENT_STATES
from tournaments.public.standings import current_language
from tournaments.strength.catalogue import StrengthSource

# The latest ones: nobody looks for the strength of today further back.
_MOST_EVENTS: Final = 40


def _choices(event: Tournament) -> Sequence[tuple[int, str]]:
    """Return the events of the club whose results are shown, the latest first; no trials."""
    earlier = Tournament.objects.filter(
        club=event.club_id, state__in=FINISHED_EVENT_STATES, book__trial=False
    ).exclude(pk=event.pk)
    latest = earlier.select_related("book").order_by("-date", "-pk")[:_MOST_EVENTS]
    return [(one.pk, f"{one.title} · {format_day(one.date, current_language())}") for one in latest]


def _places(_event: Tournament, row: int) -> Mapping[int, int]:
    """Return the place of each player there; of two entries of a player the better one."""
    final = load_final_places(Tournament.objects.filter(pk=row))
    by_entry = {place.standing.entry_id: place.standing.place for place in final}
    seats = EntryPlayer.objects.filter(entry__in=by_entry, until_round=None).values_list("player", "entry")
    places: dict[int, int] = {}
    for player, entry in seats:
        places[player] = min(by_entry[entry], places.get(player, by_entry[entry]))
    return places


SOURCE: Final = StrengthSource(
    code="earlier_event",
    label=_lazy("Final standings of an earlier event"),
    position=10,
    choices=_choices,
    places=_places,
)
