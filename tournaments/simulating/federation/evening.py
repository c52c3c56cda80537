"""An evening played at the desk: pairs enter, rounds are drawn, and the director types every deal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from typing import Final, cast
from uuid import uuid4

from clubs.books.writing import Author, JsonValue
from clubs.models import Club, Player, User
from scoring import recording
from scoring.core import simulate
from scoring.core.ruleset import RuleSet
from scoring.models import Game
from scoring.store import sheets
from tournaments import running
from tournaments.agreement.agreement import EventAgreement, Phase
from tournaments.core.movements.swiss import SWISS
from tournaments.models import Round, Tournament
from tournaments.simulating.stage import ORIGIN

_WALKOVER: Final = 2000
# How long the director is at a deal, and at everything else.
_A_DEAL, _AN_ACT = timedelta(seconds=40), timedelta(seconds=90)


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningPlan:
    """An evening of a club."""

    ruleset: str
    name: str
    starts: datetime
    rounds: int
    deals: int
    seed: str

    @property
    def agreement(self) -> EventAgreement:
        return EventAgreement(
            phases=(Phase(movement=SWISS, rounds=self.rounds),),
            deals=self.deals,
            walkover_margin=_WALKOVER,
            written_on=Game.WrittenOn.PAPER,
        )


@dataclass(slots=True)
class DeskEvening:
    """An evening that is played."""

    club: Club
    director: User
    plan: EveningPlan
    now: datetime = field(init=False)

    def __post_init__(self) -> None:
        self.now = self.plan.starts - _AN_ACT

    @property
    def by(self) -> Author:
        """The director, a moment later."""
        self.now += _AN_ACT
        return Author(user=self.director, origin=ORIGIN, at=self.now)

    def play(self, pairs: Sequence[Sequence[Player]]) -> Tournament:
        """Play the evening to its official result."""
        event = running.create_event(self.by, self.club, self._event_plan())
        for entry in running.enter_pairs(self.by, event, pairs):
            running.check_in(self.by, entry)
        for _round in range(self.plan.rounds):
            self._play_round(event)
        running.show_results(self.by, event)
        self.now += timedelta(minutes=self.plan.agreement.correction_minutes)
        return running.declare_official(self.by, event)

    def _event_plan(self) -> running.EventPlan:
        return running.EventPlan(
            name=self.plan.name,
            date=self.plan.starts.date(),
            starts_at=self.plan.starts,
            ruleset=self.plan.ruleset,
            agreement=self.plan.agreement,
        )

    def _play_round(self, event: Tournament) -> None:
        drawn = running.publish_round(self.by, running.draw_round(self.by, event))
        for game in Game.objects.filter(pairing__round=drawn).select_related("book").order_by("pk"):
            self._play_game(game)
        running.close_round(self.by, Round.objects.select_related("tournament__book").get(pk=drawn.pk))

    def _play_game(self, game: Game) -> None:
        rules = sheets.rules_of_game(game)
        dice = Random(f"{self.plan.seed}/{game.label}/{game.pk}")  # noqa: S311 (play, no secret)
        for number, body in enumerate(_bodies(rules, dice, self.plan.deals), 1):
            self.now += _A_DEAL
            by = Author(user=self.director, origin=ORIGIN, at=self.now)
            recording.record_deal(by, game, recording.WrittenDeal(number=number, body=body, key=uuid4()))


# What follows from the game, and stands in no written deal.
_OF_THE_GAME: Final = frozenset({"ruleset", "options", "players", "before"})


def _bodies(rules: RuleSet, dice: Random, deals: int) -> Iterator[dict[str, JsonValue]]:
    """Yield the deals of a game as they are typed."""
    for played in simulate.play_game(rules, dice, deal_limit=deals):
        body = cast("dict[str, JsonValue]", played.data)
        yield {name: value for name, value in body.items() if name not in _OF_THE_GAME}
