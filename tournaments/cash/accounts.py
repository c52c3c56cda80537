"""What people have with a club over all its evenings: debts, punches left, season cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date

from django.db.models import F, Max, Q, Sum
from django.db.models.functions import Coalesce

from clubs.models import Club
from tournaments.core.cash import Account
from tournaments.models import CashEntry

_STANDS = Q(taken_back_at=None)


@dataclass(frozen=True, slots=True)
class ClubAccount:
    """The account of a person; `last` is the newest entry about the person, also one that was taken back."""

    sums: Account = field(default_factory=Account)
    card_until: date | None = None
    last: int = 0

    def has_season_card(self, day: date) -> bool:
        return self.card_until is not None and self.card_until >= day


def accounts_of(
    club: Club, players: Iterable[int] | None = None, day: date | None = None
) -> Mapping[int, ClubAccount]:
    """Return the accounts of these players, or of all who have one: one query.

    With a day, season cards that were bought at a later event are left out: they do not cover it.
    """
    cards = _STANDS if day is None else _STANDS & Q(tournament__date__lte=day)
    rows = CashEntry.objects.filter(tournament__club=club).exclude(player=None)
    if players is not None:
        rows = rows.filter(player__in=list(players))
    sums = (
        rows.order_by()
        .values("player")
        .annotate(
            owed_sum=Coalesce(Sum(F("charge") - F("taken") + F("given"), filter=_STANDS), 0),
            paid_sum=Coalesce(Sum(F("taken") - F("given"), filter=_STANDS), 0),
            uses_sum=Coalesce(Sum("uses", filter=_STANDS), 0),
            until=Max("card_until", filter=cards),
            last=Max("pk"),
        )
    )
    return {
        row["player"]: ClubAccount(
            Account(owed=row["owed_sum"], paid=row["paid_sum"], uses=row["uses_sum"]),
            row["until"],
            row["last"],
        )
        for row in sums
    }


def account_of_player(club: Club, player: int, day: date | None = None) -> ClubAccount:
    return accounts_of(club, [player], day).get(player, ClubAccount())
