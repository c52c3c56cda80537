"""The charges of an event: penalties and awards in its standings, and what was carried over to it."""

from __future__ import annotations

from collections import Counter

from django.db.models import Q, QuerySet

from tournaments.models import EventAdjustment, Round, Tournament


def load_charges(event: Tournament, until: int | None = None) -> Counter[tuple[int, str]]:
    """Load the charges of each entry; with `until` those before the round after it was over."""
    adjustments = event.adjustments.filter(cancelled_at=None)
    if until is not None:
        following = event.rounds.filter(state=Round.State.CLOSED, number=until + 1).first()
        if following is not None:
            # What was carried over counts from the beginning, also where it was put right later.
            is_carried = Q(kind=EventAdjustment.Kind.CARRIED)
            adjustments = adjustments.filter(is_carried | Q(at__lt=following.closed_at))
    return sum_charges(adjustments)


def sum_charges(adjustments: QuerySet[EventAdjustment]) -> Counter[tuple[int, str]]:
    """Return the sum of these charges for each entry and unit."""
    charged: Counter[tuple[int, str]] = Counter()
    for number, unit, amount in adjustments.values_list("entry__number", "unit", "amount"):
        charged[number, unit] += amount
    return charged
