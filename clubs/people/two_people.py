"""Players of whom a club has said that they are two people, though their names are nearly the same.

A player who was merged with another one since is that one: what was said of the first goes for both.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import F
from django.db.models.functions import Coalesce

from clubs.models import Club, ToldApart

Pair = frozenset[int]


def pairs_told_apart(club: Club) -> set[Pair]:
    """Return the pairs of players of whom a club knows that they are two people."""
    rows = ToldApart.objects.filter(club=club).values_list(
        Coalesce(F("first__merged_into"), F("first")), Coalesce(F("second__merged_into"), F("second"))
    )
    return {frozenset(pair) for pair in rows}


def store_apart(club: Club, pairs: Iterable[Pair]) -> None:
    """Remember that these are two people each; what is known already stays."""
    sorted_pairs = (sorted(pair) for pair in pairs)
    rows = [ToldApart(club=club, first_id=first, second_id=second) for first, second in sorted_pairs]
    ToldApart.objects.bulk_create(rows, ignore_conflicts=True)
