"""The cash of a club over a season: a line for each evening, and what people owe or have."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from clubs.models import Club, Player
from clubs.people.names import full_name
from tournaments.cash.accounts import ClubAccount, accounts_of
from tournaments.cash.page import drawer_from
from tournaments.core.cash import Drawer
from tournaments.models import CashEntry, Tournament


@dataclass(frozen=True, slots=True)
class EveningSums:
    """An evening with its line to the cashier."""

    event: Tournament
    drawer: Drawer


@dataclass(frozen=True, slots=True)
class DebtRow:
    """Somebody who owes, has something to the good, or has a card."""

    player: int
    name: str
    account: ClubAccount


def load_season(club: Club, since: date | None, until: date | None) -> Sequence[EveningSums]:
    """Return the evenings of a season that have entries, the latest first: two queries."""
    entries = CashEntry.objects.filter(tournament__club=club)
    if since is not None:
        entries = entries.filter(tournament__date__gte=since)
    if until is not None:
        entries = entries.filter(tournament__date__lte=until)
    by_event: defaultdict[int, list[CashEntry]] = defaultdict(list)
    for row in entries.order_by("tournament", "number"):
        by_event[row.tournament_id].append(row)
    events = Tournament.objects.filter(pk__in=by_event).select_related("book").order_by("-date", "-pk")
    return [EveningSums(event, drawer_from(by_event[event.pk])) for event in events]


def load_debts(club: Club, today: date) -> Sequence[DebtRow]:
    """Return who owes, has something to the good, punches left or a season card that is valid."""
    accounts = {
        pk: account
        for pk, account in accounts_of(club).items()
        if account.sums.owed or account.sums.uses or account.has_season_card(today)
    }
    players = Player.objects.filter(pk__in=accounts).order_by("order", "pk")
    return [DebtRow(player.pk, full_name(player), accounts[player.pk]) for player in players]
