"""An event at a moment, as mishaps find it: its round, and the entries and tables that dice choose."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TypeVar

from clubs.books.writing import Author
from clubs.models import Player
from tournaments.models import Entry, Pairing, Round
from tournaments.simulating.stage import Stage

_T = TypeVar("_T")


@dataclass(slots=True)
class Scene:
    """An event at a moment: who directs it, the round of the moment, and the dice."""

    stage: Stage
    dice: Random
    # The round that is drawn, played, or was closed last; before the first draw there is none.
    drawn: Round | None = None
    # The next draw lays the remaining rounds out anew.
    lays_out_anew: bool = False
    # How often each mishap has happened, and has been refused.
    happened: dict[str, int] = field(default_factory=dict)
    refused: dict[str, int] = field(default_factory=dict)

    @property
    def by(self) -> Author:
        self.stage.pass_time(1)
        return self.stage.by

    @property
    def round(self) -> Round:
        if self.drawn is None:
            raise LookupError("no round is drawn yet")
        return Round.objects.select_related("tournament__book").get(pk=self.drawn.pk)

    def entries(self, *, here: bool = True) -> list[Entry]:
        """Return the entries that take part, or those that have withdrawn."""
        entries = Entry.objects.select_related("tournament__book").filter(tournament=self.stage.event)
        gone = {"state": Entry.State.WITHDRAWN}
        return list((entries.exclude(**gone) if here else entries.filter(**gone)).order_by("number"))

    def some_entry(self, *, here: bool = True) -> Entry | None:
        return self.one_of(self.entries(here=here))

    def one_of(self, found: Sequence[_T]) -> _T | None:
        return self.dice.choice(found) if found else None

    def coming(self, count: int) -> list[Player] | None:
        """Return players in reserve, if there are so many."""
        if len(self.stage.spare) < count:
            return None
        return [self.stage.spare.pop(0) for _player in range(count)]

    def pairings(self, *, all_rounds: bool = False) -> list[Pairing]:
        """Return the tables of the round, or of all rounds that count."""
        pairings = Pairing.objects.select_related("game__book", "round__tournament__book")
        pairings = pairings.filter(round__tournament=self.stage.event, game__isnull=False)
        if not all_rounds:
            pairings = pairings.filter(round=self.drawn)
        return list(
            pairings.exclude(round__state=Round.State.REMOVED).order_by("round__number", "table", "pk")
        )

    def some_table(self, *, all_rounds: bool = False) -> Pairing | None:
        """Return a table at which what is played counts."""
        pairings = self.pairings(all_rounds=all_rounds)
        return self.one_of(
            [
                pairing
                for pairing in pairings
                if pairing.kind == Pairing.Kind.PLAYED and pairing.at_fault is None
            ]
        )

    def tables_that_play(self) -> list[Pairing]:
        """Return the tables of published rounds whose games go on."""
        pairings = Pairing.objects.select_related("game__book", "round__tournament__book")
        going_on = pairings.filter(
            round__tournament=self.stage.event,
            round__state=Round.State.PUBLISHED,
            kind=Pairing.Kind.PLAYED,
            game__over=False,
        )
        return list(going_on.order_by("round__number", "table"))

    def round_at(self, number: int) -> Round | None:
        """Return the round that is drawn under a number."""
        rounds = Round.objects.exclude(state=Round.State.REMOVED).select_related("tournament__book")
        return rounds.filter(tournament=self.stage.event, number=number).first()
