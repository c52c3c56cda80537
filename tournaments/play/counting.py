"""What counts of the games of an event: from their first deal, or once it is approved or signed."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, Q, QuerySet

from scoring.models import Deal
from scoring.store.signers import SIGNED_STATES
from tournaments.agreement.agreement import Counting
from tournaments.models import Pairing


def awaits_answer(counting: Counting, game: str) -> Q:
    """Return the condition that something of the game at the path `game` does not count yet.

    A result that was entered without deals is the desk's, which nobody approves.
    """
    if counting is Counting.SIGNED:
        return ~Q(**{f"{game}__state__in": SIGNED_STATES})
    waiting = Deal.objects.filter(game=OuterRef(game), state=Deal.State.ENTERED)
    return Q(Exists(waiting)) & Q(**{f"{game}__entered_result__isnull": True})


def without_result(pairings: QuerySet[Pairing], counting: Counting) -> QuerySet[Pairing]:
    """Return those of the pairings whose played result is still to come, or does not count yet."""
    missing = Q(game__over=False)
    if counting is not Counting.RECORDED:
        missing |= awaits_answer(counting, "game")
    return pairings.filter(missing, kind=Pairing.Kind.PLAYED)
