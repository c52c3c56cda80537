"""Events for tests: entered, drawn and played by their results, through the verbs."""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import Any
from uuid import uuid4

from django.utils import timezone

from clubs.books.writing import Author
from clubs.models import Book, Club, Player, Role
from scoring import recording
from scoring.models import Game
from tests.builders import a_club, a_player, a_user, an_author
from tournaments import running
from tournaments.agreement.agreement import EntriesUntil, EventAgreement, Phase
from tournaments.core.drawing.movement import Movement
from tournaments.core.drawing.seeds import new_secret
from tournaments.core.movements.swiss import SWISS
from tournaments.core.standings import Placing
from tournaments.models import Entry, Round, Standing, Tournament
from tournaments.play import event_record, event_results
from tournaments.running.kept_places import recompute_standings


def agreed(*movements: Movement, rounds: int = 3, **fields: Any) -> EventAgreement:
    phases = tuple(Phase(movement=movement, rounds=rounds) for movement in movements or (SWISS,))
    """An agreement on these movements, in which entries come as long as a round is left."""
    return EventAgreement(phases=phases, **{"entries_until": EntriesUntil.LAST_DRAW, **fields})


@dataclass
class Played:
    """An event, its director, and the dice that decide its games."""

    agreement: EventAgreement = field(default_factory=EventAgreement)
    ruleset: str = "samba"
    seed: int = 1
    # What its draws follow from; without one each event has another.
    secret: str = field(default_factory=new_secret)

    def __post_init__(self) -> None:
        self.club: Club = a_club()
        self.by: Author = an_author(a_user(Role.Kind.DIRECTOR, club=self.club))
        self.dice = random.Random(self.seed)
        plan = running.EventPlan(
            name="Spring",
            date=date(2026, 5, 2),
            ruleset=self.ruleset,
            agreement=self.agreement,
            secret=self.secret,
        )
        self.event: Tournament = running.create_event(self.by, self.club, plan)

    @property
    def fresh(self) -> Tournament:
        return Tournament.objects.select_related("book", "club").get(pk=self.event.pk)

    def players(self) -> list[Player]:
        return [a_player(club=self.club) for _player in range(self.agreement.players)]

    def enter(self, entries: int) -> list[Entry]:
        return running.enter_pairs(self.by, self.event, [self.players() for _entry in range(entries)])

    def entry(self, number: int) -> Entry:
        return Entry.objects.select_related("tournament__book").get(tournament=self.event, number=number)

    def draw(self) -> Round:
        number = self.event.rounds.exclude(state=Round.State.REMOVED).count() + 1
        return running.draw_round(self.by, self.event, f"{self.seed}/{number}")

    def publish(self) -> Round:
        return running.publish_round(self.by, self.draw())

    def games(self, drawn: Round) -> list[Game]:
        return list(
            Game.objects.filter(pairing__round=drawn).select_related("book").order_by("pairing__table")
        )

    def totals(self, game: Game, *totals: int) -> None:
        result = recording.FinalResult(totals=totals, reason="slip", key=uuid4())
        recording.record_result(self.by, game, result)

    def play(self, drawn: Round) -> None:
        """Every game of a round gets its result from the dice."""
        for game in self.games(drawn):
            if not game.over:
                self.totals(game, *(self.dice.randrange(2000, 12000, 5) for _side in game.sides.all()))

    def close(self, drawn: Round) -> Round:
        return running.close_round(self.by, drawn)

    def round(self) -> Round:
        drawn = self.publish()
        self.play(drawn)
        return self.close(drawn)

    def kept(self, drawn: Round) -> list[tuple[int, int, int, int]]:
        """Place, entry, points and difference, as they are kept after a round."""
        rows = Standing.objects.filter(round=drawn).order_by("place", "entry__number")
        return list(rows.values_list("place", "entry__number", "points", "difference"))

    def counted(self, until: int | None = None) -> list[tuple[int, int, int, int]]:
        """The same, counted from nothing but games and pairings."""
        return [
            shown(row) for row in event_results.compute_placings(event_record.load_event(self.fresh, until))
        ]


def shown(row: Placing) -> tuple[int, int, int, int]:
    return row.place, row.totals.entry, row.totals.points, row.totals.difference


def put_away_all_events() -> None:
    """Archive what other tests of this process have left, for a test that looks at all events."""
    Book.objects.filter(kind=Book.Kind.TOURNAMENT).update(archived_at=timezone.now())


def show_after_this_round(by: Author, event: Tournament) -> Tournament:
    """End the event with the last closed round, and show its results."""
    end_after_this_round(event)
    return running.show_results(by, event)


def declare_official(by: Author, event: Tournament) -> Tournament:
    """Declare shown results official when the time for complaints is over."""
    return running.declare_official(replace(by, at=by.at + timedelta(days=2)), event)


def end_after_this_round(event: Tournament) -> None:
    """Let the last closed round be the last one agreed on."""
    stored = Tournament.objects.get(pk=event.pk)
    closed = stored.rounds.filter(state=Round.State.CLOSED).count()
    if closed < stored.agreement.rounds:
        stored.settings = stored.agreement.with_rounds(closed).data()
        stored.save(update_fields=["settings"])
        recompute_standings(stored, since=1)
