"""In whose place a substitute has sat: for annotating entries in their pairings.

Knows seats and the deals that were dealt; must not know what a result with a substitute is worth.
"""

from __future__ import annotations

from django.db.models import BooleanField, Exists, ExpressionWrapper, OuterRef, Q, QuerySet, Value
from django.db.models.expressions import Combinable

from scoring.models import Deal, Seat
from tournaments.agreement.agreement import Agreed
from tournaments.core.results import Substitutes
from tournaments.models import EntryPlayer, PairingEntry, Round, Tournament


def had_a_substitute(agreed: Agreed) -> Combinable:
    """Whether a substitute sat for an entry. Nothing is read where their results count as all others do."""
    if agreed.substitutes is Substitutes.COUNT:
        return Value(False, output_field=BooleanField())
    return _sat_for_it()


def _sat_for_it() -> Combinable:
    """Where partners were drawn a stranger sits for the one of the two who did not sit there all through."""
    return ExpressionWrapper(Q(Exists(_strangers()), Exists(_not_all_through())), output_field=BooleanField())


def _strangers() -> QuerySet[Seat]:
    """Who sits at the side and is entered for nobody there; who came after the last deal has not played."""
    entered = PairingEntry.objects.filter(
        pairing__game=OuterRef("side__game"), side=OuterRef("side__number"), entry__players=OuterRef("player")
    )
    dealt = Deal.objects.filter(game=OuterRef("side__game"), number__gte=OuterRef("from_deal"))
    at_side = Seat.objects.filter(side__game=OuterRef("pairing__game"), side__number=OuterRef("side"))
    return at_side.filter(~Exists(entered), Q(from_deal=1) | Exists(dealt))


def _not_all_through() -> QuerySet[EntryPlayer]:
    """The players of the entry who have not sat at its table from the first deal to the last."""
    whole = Seat.objects.filter(
        side__game=OuterRef(OuterRef("pairing__game")),
        side__number=OuterRef(OuterRef("side")),
        player=OuterRef("player"),
        from_deal=1,
        until_deal=None,
    )
    return EntryPlayer.objects.filter(~Exists(whole), entry=OuterRef("entry"))


def tables_with_substitutes(event: Tournament) -> tuple[tuple[int, int | None], ...]:
    """The round and the table of each closed round at which a substitute sat."""
    seated = PairingEntry.objects.filter(round__tournament=event, round__state=Round.State.CLOSED)
    found = seated.annotate(substituted=_sat_for_it()).filter(substituted=True)
    tables = found.order_by("round__number", "pairing__table").values_list("round__number", "pairing__table")
    return tuple(tables.distinct())
