"""Evenings with a cash desk for tests."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID, uuid4

from clubs.models import Player
from tests.builders import a_player
from tests.tournaments.support.events import Played
from tournaments import cash, running
from tournaments.cash.accounts import ClubAccount, account_of_player
from tournaments.cash.page import load_desk
from tournaments.core.cash import Drawer
from tournaments.models import CashEntry, Tournament

Kind = CashEntry.Kind
PRICES = cash.Prices(fee=500, guest=800, punch_card=4000, punches=10, goods=(cash.Goods("Coffee", 150),))


class CashEvening(Played):
    """An event whose desk is open, with its entries under the names of their players."""

    def __post_init__(self) -> None:
        super().__post_init__()
        cash.set_prices(self.by, self.event, PRICES)

    def come(self, *names: str) -> list[Player]:
        """Enter these people, two by two."""
        people = [a_player(name, club=self.club) for name in names]
        pairs = [people[at : at + 2] for at in range(0, len(people), 2)]
        running.enter_pairs(self.by, self.event, pairs)
        return people

    def enters(self, player: Player | None, kind: str, key: UUID | None = None, **fields: object) -> int:
        """Enter an act of somebody who has seen the newest entries."""
        seen = load_desk(self.fresh).last_drawer if player is None else self.account(player).last
        act = {"seen": seen, "player": None if player is None else player.pk, **fields}
        return cash.enter_cash(self.by, self.event, cash.CashAct(kind=Kind(kind), **act), key or uuid4())  # type: ignore[arg-type]

    def account(self, player: Player) -> ClubAccount:
        return account_of_player(self.club, player.pk)

    @property
    def drawer(self) -> Drawer:
        return load_desk(self.fresh).drawer


def next_evening(evening: CashEvening, days: int = 7) -> Tournament:
    plan = running.EventPlan(
        name="Next",
        date=evening.event.date + timedelta(days=days),
        ruleset="samba",
        agreement=evening.agreement,
        secret=evening.secret,
    )
    return running.create_event(evening.by, evening.club, plan)
