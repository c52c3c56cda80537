"""Big events for measuring: entries by the verbs, rounds drawn by the verb and played by rows at once."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from datetime import date
from typing import Final

from django.utils import timezone

from clubs.books.writing import Author
from clubs.models import Club, Player, Role
from scoring.models import Game, Side
from scoring.store import sheets
from tests.builders import a_club, a_user, an_author
from tournaments import running
from tournaments.agreement.agreement import EventAgreement, Phase
from tournaments.core.movements.swiss import SWISS
from tournaments.models import Pairing, Round, Tournament
from tournaments.running.kept_places import store_standings

RULESET: Final = "samba"
CLUBS: Final = 12
WALKOVER: Final = 2000  # points, in a game without a target
# Names as long as people have them, so that a page is no shorter than in life.
GIVEN: Final = ("Anna-Liisa", "Åsa", "Bo", "Eeva-Kaarina", "Jørgen", "Kim", "Nils", "Pirkko", "Søren", "Ulla")
FAMILY: Final = ("Öberg-Wahlström", "Ek", "Kjærgaard", "Mäkelä-Koskinen", "Ääri", "Hämäläinen", "Sjöström")


@dataclass
class BigEvent:
    """A Swiss event of so many pairs, who are at home in a dozen clubs."""

    pairs: int
    rounds: int = 7
    clubs_apart: bool = False
    # Of a game, instead of its target.
    deals: int | None = None
    dice: random.Random = field(default_factory=lambda: random.Random(20_261_122))

    def __post_init__(self) -> None:
        self.club: Club = a_club()
        self.by: Author = an_author(a_user(Role.Kind.DIRECTOR, club=self.club))
        agreed = EventAgreement(
            phases=(Phase(movement=SWISS, rounds=self.rounds),),
            clubs_apart=self.clubs_apart,
            deals=self.deals,
            walkover_margin=None if self.deals is None else WALKOVER,
        )
        plan = running.EventPlan(
            name=f"{self.pairs} pairs", date=date(2026, 11, 22), ruleset=RULESET, agreement=agreed
        )
        self.event: Tournament = running.create_event(self.by, self.club, plan)
        players = self.players()
        running.enter_pairs(self.by, self.event, [players[at : at + 2] for at in range(0, len(players), 2)])

    def players(self) -> list[Player]:
        homes = [a_club() for _club in range(CLUBS)]
        return Player.objects.bulk_create(
            Player(
                given_name=self.dice.choice(GIVEN),
                family_name=f"{self.dice.choice(FAMILY)} {at}",
                home_club=homes[at // 2 % CLUBS],
                may_publish=True,
            )
            for at in range(2 * self.pairs)
        )

    @property
    def fresh(self) -> Tournament:
        return Tournament.objects.select_related("book", "club").get(pk=self.event.pk)

    def draw(self) -> Round:
        return running.draw_round(self.by, self.event, f"{self.event.rounds.count()}")

    def play(self, rounds: int) -> None:
        """So many rounds, each to its end."""
        for _round in range(rounds):
            drawn = self.draw()
            self.give_results(drawn)
            drawn.state, drawn.published_at, drawn.closed_at = Round.State.CLOSED, self.by.at, timezone.now()
            drawn.save(update_fields=["state", "published_at", "closed_at"])
            store_standings(self.event, drawn)

    def give_results(self, drawn: Round) -> None:
        """A game for each pairing, known by its result only."""
        pairings = list(drawn.pairings.filter(kind=Pairing.Kind.PLAYED).order_by("table"))
        games = Game.objects.bulk_create(self.game(pairing) for pairing in pairings)
        Side.objects.bulk_create(
            Side(game=game, number=number, total=total)
            for game in games
            for number, total in enumerate(game.entered_result or ())
        )
        for pairing, game in zip(pairings, games, strict=True):
            pairing.game = game
        Pairing.objects.bulk_update(pairings, ["game"], batch_size=400)

    def game(self, pairing: Pairing) -> Game:
        totals = [self.dice.randrange(2000, 12_000, 5) for _side in range(2)]
        return Game(
            book=self.event.book,
            label=str(pairing.table),
            ruleset=RULESET,
            edition=sheets.newest_edition(RULESET),
            players_per_side=[2, 2],
            opened_at=self.by.at,
            entered_result=totals,
            over=True,
            winner=totals.index(max(totals)),
            state=Game.State.FINISHED,
        )
