"""A simulation in which much goes wrong: games of which only the totals are known, and mishaps all along."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from random import Random
from typing import Final

from django.core.exceptions import ValidationError

from scoring import recording
from scoring.core import sheet_io, simulate
from scoring.models import Game
from scoring.recording import NotNow
from scoring.store import sheets
from tournaments import running
from tournaments.core.movements import MOVEMENTS
from tournaments.models import Pairing, Round
from tournaments.play.seating import RoundSeats, get_seats
from tournaments.simulating import messages, mishaps
from tournaments.simulating.mishaps import Mishap
from tournaments.simulating.plan import ROUND_MINUTES, StopPoint
from tournaments.simulating.playing import ProgressReporter, Simulation
from tournaments.simulating.scene import Scene
from tournaments.simulating.tables import MINUTE, DealBody

# The most mishaps at each moment of a round.
_MOST_AT_ONCE: Final = 2
# During one of so many rounds the next is drawn; one of so many of these draws waits for its time.
_ROUNDS_TO_AN_EARLY_DRAW, _EARLY_DRAWS_TO_ONE_THAT_WAITS = 4, 4
# Of so many rounds one is removed when it is over and played again; of so many games one is played by deals.
_ROUNDS_TO_A_REMOVAL, _GAMES_TO_ONE_OF_DEALS, _MAX_DEALS = 8, 5, 4


@dataclass(slots=True)
class TangledSimulation(Simulation):
    """An event with mishaps before each draw, before its publication, in play and afterwards."""

    scene: Scene = field(init=False)

    def __post_init__(self) -> None:
        # Without arguments `super` does not find the class that the slots have replaced.
        Simulation.__post_init__(self)
        self.scene = Scene(self.stage, self.plan.dice("mishaps"))

    def play_round(self, number: int, report: ProgressReporter) -> None:
        begins = self.plan.starts + timedelta(minutes=(number - 1) * ROUND_MINUTES)
        self.stage.now = max(self.stage.now, begins)
        self.play_until_closed(number, report)
        is_over = self.scene.round.state == Round.State.CLOSED
        is_last = self.scene.round_at(number + 1) is None
        if is_over and is_last and self.scene.dice.randrange(_ROUNDS_TO_A_REMOVAL) == 0:
            running.remove_round(self.scene.by, self.scene.round, messages.written_right())
            self.play_until_closed(number, report)

    def play_until_closed(self, number: int, report: ProgressReporter) -> None:
        """Play a round to its end, or to the point where it stops."""
        scene, plan = self.scene, self.plan
        self.draw_until_it_stands(number)
        if plan.stops(StopPoint.DRAWN, number):
            return
        if scene.round.state == Round.State.DRAWN:
            scene.drawn = running.publish_round(scene.by, scene.round)
        self.let_happen(mishaps.IN_PLAY, twice=True)
        if plan.stops(StopPoint.MID_ROUND, number):
            return
        self.draw_the_next_early(number)
        self.play_games(report)
        self.stage.pass_time(MINUTE)
        scene.drawn = running.close_round(scene.by, scene.round)
        self.let_happen(mishaps.AFTERWARDS)
        # What was ruled may count as played again, so that a result is missing.
        self.play_games(report)
        if scene.round.state == Round.State.PUBLISHED:
            scene.drawn = running.close_round(scene.by, scene.round)

    def draw_until_it_stands(self, number: int) -> None:
        """Draw the round, unless that was done while the one before was played."""
        scene = self.scene
        scene.drawn = scene.round_at(number)
        if scene.drawn is None:
            self.let_happen(mishaps.BEFORE_A_DRAW)
            scene.drawn = self.draw_with_mishaps()
        scene.drawn = self.set_by_hand_where_agreed(scene.round)
        if scene.round.state == Round.State.DRAWN:
            self.let_happen(mishaps.BEFORE_IT_IS_PUBLISHED)
        if scene.round.state == Round.State.REMOVED:
            scene.drawn = self.draw_with_mishaps()

    def draw_the_next_early(self, number: int) -> None:
        """Draw the next round while tables play, and mostly publish it too."""
        if self.scene.dice.randrange(_ROUNDS_TO_AN_EARLY_DRAW):
            return
        self.let_one_happen(mishaps.EARLY[0])
        following = self.scene.round_at(number + 1)
        if following is not None and self.scene.dice.randrange(_EARLY_DRAWS_TO_ONE_THAT_WAITS):
            following = self.set_by_hand_where_agreed(following)
            running.publish_round(self.scene.by, following)

    def let_happen(self, possible: Sequence[Mishap], *, twice: bool = False) -> None:
        """Let some of these happen; what a verb refuses is counted and has not happened."""
        dice = self.scene.dice
        for mishap in dice.choices(possible, k=dice.randint(0, _MOST_AT_ONCE * (1 + twice))):
            self.let_one_happen(mishap)

    def let_one_happen(self, mishap: Mishap) -> None:
        scene = self.scene
        try:
            happened = mishap.happens(scene)
        except (NotNow, ValidationError):
            scene.refused[mishap.name] = scene.refused.get(mishap.name, 0) + 1
        else:
            scene.happened[mishap.name] = scene.happened.get(mishap.name, 0) + happened

    def draw_with_mishaps(self) -> Round:
        """Draw the round; where the program cannot, the director lays it out anew, or sets it."""
        scene, event = self.scene, self.stage.event
        anew, scene.lays_out_anew = scene.lays_out_anew, False
        drawn = (
            (None if anew else self.try_to_draw())
            or self.try_to_draw(anew=True)
            or running.draw_round(scene.by, event, by_hand=True, anew=True)
        )
        return self.set_by_hand_where_agreed(drawn)

    def set_by_hand_where_agreed(self, drawn: Round) -> Round:
        is_empty = drawn.state == Round.State.DRAWN and not get_seats(drawn).tables
        if MOVEMENTS[drawn.movement].is_set_by_hand and is_empty:
            drawn = running.set_by_hand(self.scene.by, drawn, self.seats_by_hand(drawn))
        return drawn

    def try_to_draw(self, *, anew: bool = False) -> Round | None:
        try:
            return running.draw_round(self.scene.by, self.stage.event, anew=anew)
        except NotNow:
            return None

    def seats_by_hand(self, drawn: Round) -> RoundSeats:
        """Return seats by dice: who keeps a table sits there, and as many as possible play."""
        agreement = self.plan.agreement
        present = [entry["entry"] for entry in drawn.draw_input["present"]]
        fixed = {entry["entry"]: entry["table"] for entry in drawn.draw_input["present"] if "table" in entry}
        movement = agreement.phase_of(drawn.number)[0].movement
        per_side, per_table = movement.entries_per_side, movement.entries_per_side * agreement.sides
        free = [entry for entry in present if entry not in fixed]
        self.scene.dice.shuffle(free)
        tables = []
        leading = [*fixed, *free]
        while len(leading) >= min(per_table, 2 * per_side):
            size = min(per_table, len(leading) - len(leading) % per_side)
            at_table = [leading.pop(0), *(leading.pop() for _entry in range(size - 1))]
            tables.append(
                tuple(tuple(at_table[at : at + per_side]) for at in range(0, len(at_table), per_side))
            )
        return RoundSeats(tables=tables, out=leading).with_fixed_tables(fixed)

    # Games.

    def play_games(self, report: ProgressReporter) -> None:
        """Every game until this round at which what is played counts comes to its end."""
        missing = Pairing.objects.filter(
            round__tournament=self.stage.event,
            round__number__lte=self.scene.round.number,
            kind=Pairing.Kind.PLAYED,
            game__over=False,
        ).exclude(round__state__in=(Round.State.REMOVED, Round.State.DRAWN))
        for pairing in missing.select_related("game__book").order_by("round__number", "table", "pk"):
            if pairing.game is None:
                continue
            dice = self.scene.dice
            if dice.randrange(_GAMES_TO_ONE_OF_DEALS) == 0 and _is_untouched(pairing.game):
                self.play_deals(pairing.game, dice)
            mishaps.enter_totals(self.scene, pairing.game)
            self.stage.games += 1
            report(self.stage.games, max(self.stage.games, self.plan.games))

    def play_deals(self, game: Game, dice: Random) -> None:
        """Play the first deals of a game; time ends it where it is not over by then."""
        rules = sheets.load_ruleset(game.ruleset, game.edition)
        dealt = simulate.play_game(
            rules,
            dice,
            players=tuple(game.players_per_side),
            options=sheets.options_of(game),
            deal_limit=game.deals_agreed or _MAX_DEALS,
        )
        for number, deal in enumerate(dealt[: game.deals_agreed or _MAX_DEALS], start=1):
            game.refresh_from_db()
            if game.over:
                return
            data: DealBody = {**sheet_io.sheet_as_data(simulate.tally_sheet(deal.sheet))}
            body = sheets.deal_data(data)
            written = recording.WrittenDeal(number=number, body=body, key=self.stage.key())
            recording.record_deal(self.scene.by, game, written)
        game.refresh_from_db()
        if not game.over:
            end = recording.EarlyEnd(recording.GameEnd.TIME)
            recording.end_game(self.scene.by, game, end, messages.has_to_leave(), self.stage.key())
            game.refresh_from_db()


def _is_untouched(game: Game) -> bool:
    return game.entered_result is None and game.away is None and not game.deals.exists()
