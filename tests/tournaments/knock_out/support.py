"""Knock-outs for tests: the better number wins unless something else is said."""

from __future__ import annotations

from typing import Any

from tests.tournaments.support.events import Played, agreed
from tournaments.core.drawing.movement import Movement
from tournaments.core.movements.knock_out import KNOCK_OUT
from tournaments.models import Entry, Pairing, PairingEntry, Round
from tournaments.play import brackets, event_record
from tournaments.play.brackets import EventBracket

Meetings = list[tuple[int, ...]]


class KnockOut(Played):
    """A knock-out of so many entries."""

    def meetings(self, drawn: Round) -> Meetings:
        """Who meets in a round, by tables."""
        seats = PairingEntry.objects.filter(round=drawn).order_by("pairing__table", "side")
        tables: dict[int | None, list[int]] = {}
        for table, number in seats.values_list("pairing__table", "entry__number"):
            tables.setdefault(table, []).append(number)
        return [tuple(sorted(entries)) for entries in tables.values()]

    def pairing(self, drawn: Round, *entries: int) -> Pairing:
        """The table at which these meet."""
        (pairing,) = [
            each
            for each in Pairing.objects.filter(round=drawn).select_related("round__tournament__book", "game")
            if sorted(each.entered.values_list("entry__number", flat=True)) == sorted(entries)
        ]
        return pairing

    def win(self, drawn: Round, *winners: int, level: tuple[int, ...] = ()) -> None:
        """Every game without a result gets one: the named win, elsewhere the better number."""
        for game in self.games(drawn):
            if game.over:
                continue
            numbers = list(
                PairingEntry.objects.filter(pairing__game=game)
                .order_by("side")
                .values_list("entry__number", flat=True)
            )
            best = next((number for number in numbers if number in winners), min(numbers))
            totals = [5000 if {*numbers} == {*level} or number == best else 3000 for number in numbers]
            self.totals(game, *totals)

    def play_round(self, *winners: int) -> Round:
        drawn = self.publish()
        self.win(drawn, *winners)
        return self.close(drawn)

    def play_to_the_end(self) -> list[Meetings]:
        """Play until nothing is left; return who met in each round."""
        played = []
        while not self.bracket.board.is_over if self.event.rounds.exists() else True:
            played.append(self.meetings(self.play_round()))
        return played

    @property
    def bracket(self) -> EventBracket:
        found = brackets.get_bracket(event_record.load_event(self.fresh))
        assert found is not None
        return found

    @property
    def places(self) -> list[tuple[int, int]]:
        """Place and entry, counted now."""
        return [(place, entry) for place, entry, _points, _difference in self.counted()]

    def entries(self) -> list[Entry]:
        return list(self.fresh.entries.order_by("number"))


def a_knock_out(entries: int, movement: Movement = KNOCK_OUT, **fields: Any) -> KnockOut:
    played = KnockOut(agreed(movement, rounds=1, **fields))
    played.enter(entries)
    return played
