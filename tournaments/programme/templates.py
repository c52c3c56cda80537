"""What a programme is made from: a layout with usual figures, or the programme of an earlier event."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, time
from typing import Final, NamedTuple

from django.utils.timezone import localtime, make_aware
from django.utils.translation import gettext_lazy as _lazy

from tournaments.core.programme import LineKind, ProgrammeLine, Template, as_written, shift_to
from tournaments.models import Tournament
from tournaments.play.programme import lines_of

TEMPLATE_LABELS: Final[Mapping[Template, tuple[object, object]]] = {
    Template.EVENING: (
        _lazy("Club evening"),
        _lazy("The rounds follow each other, with coffee in the middle."),
    ),
    Template.DAY: (_lazy("One day"), _lazy("Pauses between the rounds, and lunch towards noon.")),
    Template.WEEKEND: (_lazy("Weekend"), _lazy("The rounds are shared between two days, each with lunch.")),
}
_USUAL_MINUTES: Final = 60
_EARLIER: Final = 8
_EVENING_FROM: Final = time(16)
_MORNING, _EVENING = time(10), time(18)
# So many rounds are no evening, and so many no day.
_MOST_OF_EVENING, _MOST_OF_DAY = 4, 7


class UsualLayout(NamedTuple):
    """What the form begins with."""

    template: Template
    starts_at: datetime
    round_minutes: int
    pause_minutes: int
    lunch_minutes: int


def usual_layout(event: Tournament) -> UsualLayout:
    """Return what is likely, from when the event begins, its rounds and their clock."""
    agreed = event.agreement
    minutes = _USUAL_MINUTES if agreed.clock_minutes is None else agreed.clock_minutes + agreed.clock_more
    begins = None if event.starts_at is None else localtime(event.starts_at)
    is_evening = begins.time() >= _EVENING_FROM if begins else agreed.rounds <= _MOST_OF_EVENING
    template = Template.EVENING
    if not is_evening:
        template = Template.DAY if agreed.rounds <= _MOST_OF_DAY else Template.WEEKEND
    if begins is None:
        begins = make_aware(datetime.combine(event.date, _EVENING if is_evening else _MORNING))
    return UsualLayout(template, begins, minutes, 0 if is_evening else 10, 45)


def earlier_programmes(event: Tournament) -> Sequence[Tournament]:
    """Return the last events of the club that had a programme, the latest first."""
    events = Tournament.objects.filter(club=event.club_id, date__lte=event.date, book__trial=False)
    found = events.exclude(pk=event.pk).exclude(programme=[]).order_by("-date", "-pk")
    return list(found.select_related("book")[:_EARLIER])


def as_last_time(earlier: Tournament, event: Tournament, starts_at: datetime) -> list[ProgrammeLine]:
    """Return the programme of an earlier event as it was written, with its first round at this time.

    What was typed in words stays; a round that this event does not have is left out.
    """
    lines = as_written(lines_of(earlier))
    rounds = event.agreement.rounds
    kept = [line for line in lines if line.kind is not LineKind.ROUND or (line.round or 0) <= rounds]
    first = next((line.at for line in kept if line.kind is LineKind.ROUND), kept[0].at if kept else starts_at)
    return list(_renumbered(shift_to(kept, first, starts_at)))


def _renumbered(lines: Sequence[ProgrammeLine]) -> Iterator[ProgrammeLine]:
    return (replace(line, number=number) for number, line in enumerate(lines, start=1))
