"""Whether a substitute has played for an entry, as an annotation of entries in their pairings."""

from __future__ import annotations

from django.db.models import BooleanField, Exists, ExpressionWrapper, OuterRef, Q, QuerySet, Value
from django.db.models.expressions import Combinable

from scoring.models import Deal, Seat
from tournaments.models import EntryPlayer, PairingEntry, Round, Tournament


def has_substitute(*, asked: bool) -> Combinable:
    """Annotate whether a substitute played for an entry; reads nothing where nobody asks."""
    return _was_substituted() if asked else Value(False, output_field=BooleanField())


def _was_substituted() -> Combinable:
    """Of drawn partners a substitute plays for the one of the two who did not sit there all through."""
    return ExpressionWrapper(
        Q(Exists(_substitute_seats()), Exists(_absent_players())), output_field=BooleanField()
    )


def _substitute_seats() -> QuerySet[Seat]:
    """Seats at the side of players who are in none of its entries, and who came before the last deal."""
    entered = PairingEntry.objects.filter(
        pairing__game=OuterRef("side__game"),
        side=OuterRef("side__number"),
        entry__places__player=OuterRef("player"),
        entry__places__is_substitute=False,
    )
    dealt = Deal.objects.filter(game=OuterRef("side__game"), number__gte=OuterRef("from_deal"))
    at_side = Seat.objects.filter(side__game=OuterRef("pairing__game"), side__number=OuterRef("side"))
    return at_side.filter(~Exists(entered), Q(from_deal=1) | Exists(dealt))


def _absent_players() -> QuerySet[EntryPlayer]:
    """Players of the entry who have not sat at its table from the first deal to the last."""
    seated_throughout = Seat.objects.filter(
        side__game=OuterRef(OuterRef("pairing__game")),
        side__number=OuterRef(OuterRef("side")),
        player=OuterRef("player"),
        from_deal=1,
        until_deal=None,
    )
    return EntryPlayer.objects.filter(
        ~Exists(seated_throughout),
        entry=OuterRef("entry"),
        from_round__lte=OuterRef("round__number"),
        is_substitute=False,
    )


def tables_with_substitutes(event: Tournament) -> tuple[tuple[int, int | None], ...]:
    """Return the round and the table of each substitute in a closed round."""
    seated = PairingEntry.objects.filter(round__tournament=event, round__state=Round.State.CLOSED)
    substituted = seated.annotate(substituted=_was_substituted()).filter(substituted=True)
    tables = substituted.order_by("round__number", "pairing__table").values_list(
        "round__number", "pairing__table"
    )
    return tuple(tables.distinct())
