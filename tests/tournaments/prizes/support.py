"""An evening with a tie: two have won alike and share the first place, two have lost alike."""

from __future__ import annotations

from uuid import uuid4

from tests.tournaments.support.events import Played, agreed
from tournaments import running
from tournaments.core.movements.swiss import SWISS
from tournaments.core.prize_rows import read_rows
from tournaments.core.prizes import Prize, Sharing
from tournaments.models import EventAdjustment, Round
from tournaments.play.prizes import PrizeTable

TYPED = "1. 50 + cup\n2. 25"


class PrizeEvening(Played):
    """Four pairs who have played one round; the winners are `tied`, the first number first."""

    def __init__(self, *, hidden: bool = False) -> None:
        super().__init__(agreed(SWISS, rounds=1, hidden=hidden))
        self.enter(4)
        self.drawn: Round = self.publish()
        for game in self.games(self.drawn):
            self.totals(game, 5000, 4000)
        self.close(self.drawn)
        self.tied = sorted(entry for place, entry, _points, _difference in self.counted() if place == 1)

    def show(self) -> None:
        running.show_results(self.by, self.fresh)

    def prizes(self, sharing: Sharing = Sharing.DIVIDE, **lists: str) -> None:
        """Say which prizes there are: of all, or by the code of a category."""
        typed = lists or {"all": TYPED}
        rows = {code.removeprefix("all"): read_rows(text) for code, text in typed.items()}
        table = PrizeTable(rows, sharing, 100, public=True, currency="EUR")
        running.set_prizes(self.by, self.fresh, table)

    def correct(self) -> None:
        """A penalty for the second of the tied sets them apart."""
        charge = running.EventCharge(
            entry=self.tied[1],
            unit=EventAdjustment.Unit.DIFFERENCE,
            amount=-100,
            reason="Late",
            key=uuid4(),
        )
        running.adjust_event(self.by, self.fresh, charge)

    def decide(self, *order: int, code: str = "", words: str = "320 to 180") -> int:
        played = running.PlayedDecider("deal", code, order or self.tied, words)
        return running.record_decider(self.by, self.fresh, played)

    def give(self, entry: int, amount: int, thing: str = "", code: str = "") -> int:
        return running.give_prize(self.by, self.fresh, code, entry, Prize(amount, thing))
