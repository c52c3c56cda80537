"""What the machine of events chooses by chance, and its acts that put right what went wrong in a round."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from random import Random
from typing import Any
from uuid import uuid4

from clubs.books.archiving import archive, bring_back
from scoring import recording
from scoring.models import Deal, Game
from tests.scoring.support.played import a_stock_end
from tests.tournaments.support.events import Played
from tournaments import running
from tournaments.core.drawing.proposal import CountsAs
from tournaments.core.results import MissedValue
from tournaments.core.schemes import SCHEMES
from tournaments.models import Entry, Pairing, Round, Tournament
from tournaments.play.entry_queries import entries_that_may_come
from tournaments.play.seating import get_seats

State = Round.State
PLAYED_ROUNDS = (State.PUBLISHED, State.CLOSED)
WayBack = Callable[[], object]


class ByChance:
    """An event, of which something is chosen by chance; where there is no such thing the act is refused."""

    event: Played

    @property
    def last_round(self) -> Round | None:
        return self.event.event.rounds.exclude(state=State.REMOVED).order_by("number").last()

    def a_round(self, *states: Round.State) -> Round:
        drawn = self.last_round
        if drawn is None or (states and drawn.state not in states):
            raise recording.NotNow("no such round")
        return drawn

    def an_entry(self, chance: Random, **those: Any) -> Entry:
        numbers = list(
            self.event.event.entries.filter(**those).order_by("number").values_list("number", flat=True)
        )
        if not numbers:
            raise recording.NotNow("no such entry")
        return self.event.entry(chance.choice(numbers))

    @property
    def open_games(self) -> list[Game]:
        """Those of a round whose next one was drawn early come first."""
        games = Game.objects.filter(pairing__round__in=self.event.event.rounds.filter(state=State.PUBLISHED))
        going_on = games.filter(over=False, other_result="").select_related("book")
        return list(going_on.order_by("pairing__round__number", "pairing__table"))

    def a_game(self, chance: Random) -> Game:
        """Mostly of the last round."""
        games = Game.objects.filter(
            pairing__round__in=self.event.event.rounds.filter(state__in=PLAYED_ROUNDS)
        )
        found = list(
            games.select_related("book").order_by("-pairing__round", "pk")[: 4 if chance.randrange(4) else 40]
        )
        if not found:
            raise recording.NotNow("no game")
        return chance.choice(found)

    def a_deal(self, chance: Random) -> Deal:
        deals = list(self.a_game(chance).deals.select_related("game__book").order_by("number"))
        if not deals:
            raise recording.NotNow("no deal")
        return chance.choice(deals)

    def a_body(self, chance: Random, game: Game, number: int) -> dict[str, Any]:
        """A deal without melds; a side that is away has no hand."""
        points = [5 * chance.randrange(60) for _side in game.players_per_side]
        away = game.away_in(number)
        return a_stock_end(*(None if side == away else own for side, own in enumerate(points)))

    def totals(self, chance: Random, game: Game) -> list[int]:
        return [5 * chance.randrange(2000) for _side in game.players_per_side]

    def a_pairing(self, chance: Random) -> Pairing:
        pairings = Pairing.objects.filter(round__in=self.event.event.rounds.exclude(state=State.REMOVED))
        found = list(pairings.select_related("round__tournament__book").order_by("-round", "pk")[:6])
        if not found:
            raise recording.NotNow("no pairing")
        return chance.choice(found)

    def plan(self, event: Tournament) -> running.EventPlan:
        return running.EventPlan(
            name=event.name,
            date=date(2026, 5, 2),
            ruleset=event.ruleset,
            options=event.options,
            agreement=event.agreement,
            trial=event.is_trial,
        )


class PutRight(ByChance):
    """Acts of a director after a round was published, removed or set up wrong."""

    def exchange_places(self, chance: Random) -> WayBack:
        """Two entries of a published round exchange their places, with what they had recorded or without."""
        drawn = self.a_round(*PLAYED_ROUNDS)
        before = get_seats(drawn)
        wanted = before.with_exchanged(*chance.sample(before.entries, 2))
        running.exchange_places(self.event.by, drawn, wanted, "they sat there")
        return lambda: running.exchange_places(self.event.by, drawn, before, "they did not")

    def seat_late_entry(self, chance: Random) -> WayBack:
        """An entry that came late, or was to miss the round, sits where another was to sit."""
        drawn = self.a_round(*PLAYED_ROUNDS)
        before, late = get_seats(drawn), entries_that_may_come(drawn)
        if not late:
            raise recording.NotNow("nobody comes late")
        wanted = before.with_exchanged(chance.choice(before.entries), chance.choice(late))
        running.exchange_places(self.event.by, drawn, wanted, "they came late")
        return lambda: running.exchange_places(self.event.by, drawn, before, "they did not")

    def draw_early(self, chance: Random) -> WayBack:
        """The next round is drawn while tables play: how each of their games counts is decided."""
        playing = [game.pairing for game in self.open_games]
        decided = {
            (pairing.round.number, pairing.table or 0): chance.choice(list(CountsAs)) for pairing in playing
        }
        drawn = running.draw_round(self.event.by, self.event.event, going_on=decided)
        return lambda: running.remove_round(self.event.by, drawn)

    def draw_again(self, _chance: Random) -> WayBack:
        """A round that the standings have left behind is drawn from them as they are now."""
        before = self.a_round(State.DRAWN)
        again = running.draw_again(self.event.by, before)

        def back() -> None:
            running.remove_round(self.event.by, again)
            running.put_back_round(self.event.by, before, "as it was")

        return back

    def move_deals(self, chance: Random) -> WayBack:
        one, other = self.a_pairing(chance), self.a_pairing(chance)
        running.move_deals(self.event.by, one, other, "the wrong sheet", uuid4())
        return lambda: running.move_deals(self.event.by, one, other, "the right sheet", uuid4())

    def remove_and_put_back_round(self, _chance: Random) -> WayBack:
        drawn = self.a_round()
        running.remove_round(self.event.by, drawn, "the power is gone")
        return lambda: running.put_back_round(self.event.by, drawn, "the power is back")

    def remove_and_put_back_entry(self, chance: Random) -> WayBack:
        entry = self.an_entry(chance)
        event, pk = entry.tournament, entry.pk
        running.remove_entry(self.event.by, entry)
        return lambda: running.put_back_entry(self.event.by, event, pk, "they came")

    def correct_set_up(self, chance: Random) -> WayBack:
        event = self.event.fresh
        before, agreement = self.plan(event), event.agreement
        if not chance.randrange(3):
            # Deals that end with the stock are counted by every game that its tables have.
            self.set_up(replace(before, ruleset=chance.choice(("samba", "royal", "bolivia")), options={}))
            return lambda: self.set_up(before)
        changed = chance.choice(
            (
                replace(agreement, missed=chance.choice(list(MissedValue)), missed_times=1),
                replace(agreement, walkover_margin=1000 + 500 * chance.randrange(5)),
                replace(agreement, chain=("points", "difference", "lot")),
                replace(agreement, deals=chance.choice((1, 2, 3))),
                replace(agreement, scheme=chance.choice([*SCHEMES.values()])),
            )
        )
        self.set_up(replace(before, agreement=changed))
        return lambda: self.set_up(before)

    def set_up(self, plan: running.EventPlan) -> None:
        correction = running.SetUpCorrection(plan=plan, reason="a wrong tick", key=uuid4())
        running.correct_set_up(self.event.by, self.event.event, correction)

    def archive_and_bring_back(self, _chance: Random) -> WayBack:
        book = self.event.event.book
        archive(self.event.by, book)
        return lambda: bring_back(self.event.by, book)

    def end_and_resume(self, chance: Random) -> WayBack:
        game = self.a_game(chance)
        end = recording.EarlyEnd(recording.GameEnd.TIME, None)
        recording.end_game(self.event.by, game, end, "the hall closes", uuid4())
        return lambda: recording.resume_game(self.event.by, game, "the hall is open", uuid4())

    def revise_official(self, _chance: Random) -> None:
        running.revise_official(self.event.by, self.event.event, "a sheet was found")
