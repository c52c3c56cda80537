"""Championships in sections and finals, for tests: divided, played by their results, through the verbs."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from datetime import date
from uuid import uuid4

from clubs.books.writing import Author
from clubs.models import Club, Role
from scoring import recording
from scoring.models import Game
from tests.builders import a_club, a_player, a_user, an_author
from tests.tournaments.support.events import agreed, declare_official
from tournaments import running, sections
from tournaments.agreement.agreement import EventAgreement
from tournaments.core.drawing.movement import Movement
from tournaments.core.movements.circle import ROUND_ROBIN
from tournaments.core.sections import CarryOver, choose_finalists
from tournaments.core.standings import Placing
from tournaments.models import Entry, Tournament
from tournaments.play.standings_sources import count_standings
from tournaments.sections.dividing import coming_entries
from tournaments.sections.finals import load_qualifying

DAY = date(2026, 5, 2)


@dataclass
class Championship:
    """An event with so many entries, its director, and the dice that decide its games."""

    entries: int = 8
    agreement: EventAgreement = field(default_factory=lambda: agreed(ROUND_ROBIN, rounds=3))
    seed: int = 1

    def __post_init__(self) -> None:
        self.club: Club = a_club()
        self.by: Author = an_author(a_user(Role.Kind.DIRECTOR, club=self.club))
        self.dice = random.Random(self.seed)
        plan = running.EventPlan(
            name="Championship", date=DAY, ruleset="samba", agreement=self.agreement, secret="1" * 32
        )
        self.event = running.create_event(self.by, self.club, plan)
        size = self.agreement.players
        pairs = [[a_player(club=self.club) for _player in range(size)] for _entry in range(self.entries)]
        running.enter_pairs(self.by, self.event, pairs)

    @property
    def fresh(self) -> Tournament:
        return fresh(self.event)

    def plan(self, number: int = 2) -> sections.SectionsPlan:
        entries = [entry.number for entry in coming_entries(self.fresh)]
        dealt = [entries[at::number] for at in range(number)]
        return sections.SectionsPlan(sections=dealt, rounds=self.agreement.rounds, word="Section")

    def divide(self, number: int = 2) -> list[Tournament]:
        return sections.divide(self.by, self.fresh, self.plan(number), uuid4())

    def play(self, event: Tournament, rounds: int | None = None) -> None:
        """Play the rounds that are left, or so many of them, by the dice."""
        left = fresh(event).agreement.rounds - event.rounds.filter(state="closed").count()
        for _round in range(left if rounds is None else rounds):
            drawn = running.publish_round(self.by, running.draw_round(self.by, fresh(event)))
            games = (
                Game.objects.filter(pairing__round=drawn).select_related("book").order_by("pairing__table")
            )
            for game in games:
                totals = tuple(self.dice.randrange(2000, 12000, 5) for _side in game.sides.all())
                self.set_totals(game, *totals)
            running.close_round(self.by, drawn)

    def set_totals(self, game: Game, *totals: int) -> None:
        result = recording.FinalResult(totals=totals, reason="slip", key=uuid4())
        recording.record_result(self.by, game, result)

    def end(self, *events: Tournament) -> None:
        """Play these events to their end, and show their results."""
        for event in events:
            self.play(event)
            running.show_results(self.by, fresh(event))

    def declare(self, *events: Tournament) -> None:
        for event in events:
            declare_official(self.by, fresh(event))

    def finals_plan(
        self,
        *sizes: int,
        carry: CarryOver = CarryOver.NONE,
        percent: int = 0,
        movement: Movement | None = None,
        rounds: int = 3,
    ) -> sections.FinalsPlan:
        who = [[entry.pk for entry in one.who_may_go_on] for one in load_qualifying(self.fresh)]
        return sections.FinalsPlan(
            finals=choose_finalists(who, sizes or (2, 2)),
            carry=carry,
            percent=percent,
            word="Final",
            day=DAY,
            rounds=rounds,
            movement=movement,
        )

    def make_finals(
        self, *sizes: int, carry: CarryOver = CarryOver.NONE, percent: int = 0, rounds: int = 3
    ) -> list[Tournament]:
        plan = self.finals_plan(*sizes, carry=carry, percent=percent, rounds=rounds)
        return sections.make_finals(self.by, self.fresh, plan, uuid4())


def fresh(event: Tournament) -> Tournament:
    return Tournament.objects.select_related("book", "club").get(pk=event.pk)


def placings(event: Tournament) -> tuple[Placing, ...]:
    return count_standings(fresh(event)).placings


def numbers(event: Tournament) -> list[int]:
    """Return the numbers of the entries, in the whole event or the section, that play in a part."""
    entries = Entry.objects.filter(tournament=event).select_related("source").order_by("number")
    return [entry.source.number for entry in entries if entry.source is not None]
