"""What the program says of an event otherwise than the second count."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from tests.tournaments.support.second_count.meetings import wrong_meetings
from tests.tournaments.support.second_count.places import Count, Place
from tests.tournaments.support.second_count.rows import read_event
from tournaments.agreement.agreement import EventAgreement
from tournaments.core.standings import Placing
from tournaments.models import Tournament
from tournaments.play import event_record, event_results

# What may decide a place. Each is asked alone too: at the end of a chain few are still tied.
_ALONE: Final = (
    *(
        "points",
        "difference",
        "own_points",
        "wins",
        "average",
        "all_but_worst",
        "better_half",
        "head_to_head",
    ),
    *("opponents", "opponents_cut", "opponents_median", "opponents_mean", "sonneborn_berger"),
    *("combinations", "lot", "seeded_lot"),
)


def wrong_draws(event: Tournament) -> Iterator[str]:
    """Yield what was proposed against the rule of its movement."""
    for drawn in read_event(event, event.settings).rounds:
        yield from (f"round {drawn.number}: {wrong}" for wrong in wrong_meetings(drawn))


def differences(event: Tournament, agreement: EventAgreement) -> Iterator[str]:
    """Yield each row of the standings that differs, as if this had been agreed on for what was played."""
    as_agreed = Tournament.objects.get(pk=event.pk)
    # The program reads combinations and the like only where a tie-break asks for them.
    as_agreed.settings = replace(agreement, chain=_ALONE).data()
    record = event_record.load_event(as_agreed)
    count = Count(read_event(event, agreement.data()))
    for chain in (agreement.chain, *((code,) for code in _ALONE)):
        placings = event_results.compute_placings(replace(record, agreement=replace(agreement, chain=chain)))
        yield from _different(chain, [_as_place(row) for row in placings], count.places(chain))


def _different(chain: Sequence[str], said: Sequence[Place], counted: Sequence[Place]) -> Iterator[str]:
    for one in sorted({*said} ^ {*counted}, key=lambda row: (row.entry, row in said)):
        yield f"{' '.join(chain)}, {'said' if one in said else 'counted'}: {one}"


def _as_place(row: Placing) -> Place:
    return Place(
        row.place,
        row.totals.entry,
        row.shared,
        row.decided_by,
        row.totals.points,
        row.totals.difference,
        row.totals.own,
        row.totals.wins,
        row.totals.draws,
        row.totals.losses,
    )
