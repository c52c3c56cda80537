"""A simulation from the first entry to the official result, or to the point where it stops.

All tables of a round play at once: the next act is always that of the table whose time comes first. Each act
is a verb, complete in itself, so that an interrupted simulation leaves an event that can be played on.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from heapq import heappop, heappush
from typing import Final

from django.db.models import QuerySet
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.books.refusals import validation_error
from clubs.models import Club, Player, User
from scoring import recording
from scoring.models import Table
from scoring.recording import NotNow
from scoring.wording import labels as scoring_words
from tournaments import running
from tournaments.core.movements import MOVEMENTS, circle
from tournaments.models import Entry, EventAdjustment, Pairing, Round, Tournament
from tournaments.play.entry_queries import free_places, next_round_number
from tournaments.play.seating import RoundSeats
from tournaments.running import EventCharge, RuledResult
from tournaments.simulating import messages
from tournaments.simulating.people import has_running_games
from tournaments.simulating.plan import (
    DOORS,
    ENTRIES,
    MIDDLE_MINUTE,
    ROUND_MINUTES,
    SimulationPlan,
    StopPoint,
)
from tournaments.simulating.scenarios import TableScenario, scenarios_for
from tournaments.simulating.stage import Stage, TimedActs
from tournaments.simulating.tables import MINUTE, TableSimulation

# The minute at which an entry leaves its game, and the last at which the director waits for a late one.
_LEAVES_AT, _MAX_LATE_MINUTES = 35, 50
# The minutes between the draw and the start of a round.
_DRAWN_BEFORE: Final = 8
# One of this many entries has a fixed table.
_ENTRIES_PER_FIXED_TABLE: Final = 8
# The round during which a late entry comes.
_LATE_IN: Final = 1

# Reports the progress: how many games are over, of how many.
ProgressReporter = Callable[[int, int], None]


def _report_nothing(_done: int, _total: int) -> None:
    pass


@dataclass(slots=True)
class Simulation:
    """A simulation of an event."""

    club: Club
    director: User
    plan: SimulationPlan
    # The players, and those in reserve; by default the home players of the club.
    people: Sequence[Player] = ()
    stage: Stage = field(init=False)

    def __post_init__(self) -> None:
        self.people = self.people or list(self.club.home_players.order_by("pk"))
        self.stage = Stage(self.plan, self.club, self.director, now=self.plan.starts - ENTRIES)

    def run(self, report: ProgressReporter = _report_nothing) -> Tournament:
        """Simulate up to the point where it stops; people write in the language of their club."""
        with translation.override(self.club.language):
            self.open()
            for number in self.round_numbers():
                self.play_round(number, report)
            if self.plan.until in (StopPoint.PRELIMINARY, StopPoint.OFFICIAL):
                self.end()
        return Tournament.objects.get(pk=self.stage.event.pk)

    def round_numbers(self) -> Iterator[int]:
        """The rounds to be played; a knock-out that is played to its end has as many as it needs."""
        if self.plan.agreement.bracket is None or not self.plan.is_played_to_the_end:
            yield from range(1, self.plan.last_round + 1)
            return
        number = 1
        while self.event is not None and number <= self.event.agreement.rounds:
            yield number
            number += 1

    @property
    def event(self) -> Tournament | None:
        """The event as it is now, once it has been set up."""
        created = self.stage.created_event
        return None if created is None else Tournament.objects.select_related("book").get(pk=created.pk)

    # Before the first round.

    def open(self) -> None:
        """Set up the event, its tables and entries, and check most of the entries in."""
        _check_no_running_games(self.club)
        stage, plan = self.stage, self.plan
        players = plan.agreement.players
        people = self.people
        if len(people) < plan.entries * players:
            # Lazy, since it is shown in the language of the user and not in that of the club.
            raise validation_error(None, _lazy("The club does not have that many players."))
        stage.created_event = running.create_event(stage.by, self.club, self.event_plan())
        labels = [str(number) for number in range(1, plan.tables + 2)]
        recording.create_tables(stage.by, self.club, labels, stage.key())
        entered = running.enter_pairs(
            stage.by, stage.event, _group_players(people[: plan.entries * players], players)
        )
        stage.spare = list(people[plan.entries * players :])
        stage.now = plan.starts - DOORS
        self.fix_tables(len(entered))
        self.check_in(entered)

    def fix_tables(self, entered: int) -> None:
        """Give some entries fixed tables; at most one where all entries meet."""
        movements = [phase.movement for phase in self.plan.agreement.phases]
        all_meet = any(
            movement.all_meet or movement.is_set_by_hand or movement.bracket for movement in movements
        )
        count = min(entered // _ENTRIES_PER_FIXED_TABLE, 1 if all_meet else entered)
        dice = self.plan.dice("stays")
        for number in sorted(dice.sample(range(1, entered + 1), count)):
            entry = Entry.objects.select_related("tournament__book").get(
                tournament=self.stage.event, number=number
            )
            taken = self.stage.event.entries.exclude(fixed_table=None).values_list("fixed_table", flat=True)
            free = sorted(set(range(1, self.plan.tables + 1)) - set(taken))
            running.set_fixed_table(self.stage.by, entry, dice.choice(free))

    def event_plan(self) -> running.EventPlan:
        return running.EventPlan(
            secret=_secret_of(self.plan),
            name=_free_name(self.club, self.plan),
            date=_day_of(self.plan),
            ruleset=self.plan.ruleset,
            starts_at=self.plan.starts,
            agreement=self.plan.agreement,
            trial=self.plan.trial,
        )

    def check_in(self, entered: Collection[Entry]) -> None:
        """Check all entries in; only the first half where it stops when the doors have opened."""
        present = list(entered)
        if self.plan.until is StopPoint.ENTRIES_OPEN:
            present = present[: len(present) // 2]
        pause = DOORS.total_seconds() / 2 / max(1, len(present))
        for entry in present:
            self.stage.pass_time(pause)
            running.check_in(self.stage.by, entry)

    # Rounds.

    def play_round(self, number: int, report: ProgressReporter) -> None:
        stage, plan = self.stage, self.plan
        begins = plan.starts + timedelta(minutes=(number - 1) * ROUND_MINUTES)
        stage.now = max(stage.now, begins - timedelta(minutes=_DRAWN_BEFORE))
        drawn = self.draw(number)
        if plan.stops(StopPoint.DRAWN, number):
            return
        stage.pass_time(3 * MINUTE)
        drawn = running.publish_round(stage.by, drawn)
        stage.now = max(stage.now, begins)
        self.play_tables(drawn, report)
        if plan.stops(StopPoint.MID_ROUND, number):
            return
        stage.pass_time(MINUTE)
        if number == _LATE_IN < plan.agreement.rounds:
            self.enter_late()
        running.close_round(stage.by, drawn)
        self.charge_for_a_phone(number)

    def enter_late(self) -> None:
        """Add a late entry, where there is a place for it and players in reserve."""
        stage, players = self.stage, self.plan.agreement.players
        free = free_places(stage.event, next_round_number(stage.event))
        if free == 0 or len(stage.spare) < players:
            return
        coming, stage.spare = stage.spare[:players], stage.spare[players:]
        for entry in running.enter_pairs(stage.by, stage.event, [coming]):
            running.check_in(stage.by, entry)

    def draw(self, number: int) -> Round:
        """Draw the round, or set it by hand where that was agreed."""
        stage = self.stage
        drawn = running.draw_round(stage.by, stage.event, _seed_of(self.plan, number))
        if MOVEMENTS[drawn.movement].is_set_by_hand:
            stage.pass_time(2 * MINUTE)
            drawn = running.set_by_hand(stage.by, drawn, _seats_by_hand(stage.event, number))
        return drawn

    def play_tables(self, drawn: Round, report: ProgressReporter) -> None:
        """Play all tables at once, act by act in the order of time, up to the point where it stops."""
        stops = self.plan.stops(StopPoint.MID_ROUND, drawn.number)
        begins, queue = self.stage.now, list[tuple[float, int, TimedActs]]()
        last = MIDDLE_MINUTE * MINUTE if stops else float("inf")
        for order, acts in enumerate(self.tables_of(drawn)):
            heappush(queue, (0, order, acts))
        while queue:
            at, order, acts = heappop(queue)
            if at > last:
                break
            self.stage.now = begins + timedelta(seconds=at)
            wait = next(acts, None)
            if wait is not None:
                heappush(queue, (at + wait, order, acts))
            else:
                self.stage.games += 1
                report(self.stage.games, max(self.stage.games, self.plan.games))
        if stops:
            self.stage.now = begins + timedelta(seconds=last)

    def tables_of(self, drawn: Round) -> list[TimedActs]:
        """Return the acts of a round, table by table."""
        pairings = list(_pairings_of(drawn))
        scenarios = scenarios_for(
            self.plan, drawn.number, [pairing.table for pairing in pairings if pairing.table]
        )
        tables = {table.game_id: table for table in Table.objects.filter(game__pairing__round=drawn)}
        return [
            self.acts_of(pairing, scenarios[pairing.table], tables.get(pairing.game_id))
            for pairing in pairings
            if pairing.table is not None
        ]

    def acts_of(self, pairing: Pairing, scenario: TableScenario, table: Table | None) -> TimedActs:
        if scenario is TableScenario.ABSENT or table is None or pairing.game is None:
            return self.miss_game(pairing)
        dice = self.plan.dice("game", pairing.round.number, pairing.table)
        acts = TableSimulation(self.stage, table, pairing.game, scenario, dice).play()
        return self.leave_event(pairing, acts) if scenario is TableScenario.LEAVES else acts

    # What happens in the event.

    def miss_game(self, pairing: Pairing) -> TimedActs:
        yield min(self.plan.agreement.late_minutes, _MAX_LATE_MINUTES) * MINUTE
        missing = RuledResult(kind=Pairing.Kind.WALKOVER, at_fault=1, reason=messages.did_not_come())
        running.rule_result(self.stage.by, pairing, missing)

    def leave_event(self, pairing: Pairing, acts: TimedActs) -> TimedActs:
        """Play a table until one side leaves it and the event; after the game if that is over by then."""
        passed = 0
        for wait in acts:
            if passed + wait > _LEAVES_AT * MINUTE:
                yield _LEAVES_AT * MINUTE - passed
                break
            passed += wait
            yield wait
        entry = pairing.entered.order_by("-side", "position")[0].entry
        leaving = Entry.objects.select_related("tournament__book").get(pk=entry.pk)
        running.withdraw(self.stage.by, leaving, messages.has_to_leave())

    def charge_for_a_phone(self, number: int) -> None:
        """Charge for a phone in every other round, and cancel the charge in the next one."""
        stage = self.stage
        if number % 2 == 0:
            charged = stage.event.adjustments.filter(cancelled_at=None).first()
            if charged is not None:
                running.cancel_event_adjustment(stage.by, charged, messages.phone_was_another())
            return
        entry = self.plan.dice("phone", number).randint(1, self.plan.entries)
        points = EventAdjustment.Unit.DIFFERENCE
        charge = EventCharge(
            entry=entry, unit=points, amount=-100, reason=messages.phone_rang(), key=stage.key()
        )
        running.adjust_event(stage.by, stage.event, charge)

    # The end.

    def end(self) -> None:
        """Publish the results and declare them official, as a director does who need not wait until noon."""
        stage, plan = self.stage, self.plan
        stage.pass_time(2 * MINUTE)
        running.show_results(stage.by, stage.event)
        if plan.until is StopPoint.OFFICIAL:
            stage.pass_time(plan.agreement.correction_minutes * MINUTE)
            running.declare_official(stage.by, stage.event, early=plan.agreement.official_at_noon)


def _check_no_running_games(club: Club) -> None:
    """Refuse where games are running: a simulated round would take their tables."""
    if has_running_games(club):
        raise NotNow(_("Games are being played at the tables of this club."))


def _group_players(people: Sequence[Player], players: int) -> list[Sequence[Player]]:
    return [people[at : at + players] for at in range(0, len(people), players)]


def _day_of(plan: SimulationPlan) -> date:
    return timezone.localdate(plan.starts)


def _free_name(club: Club, plan: SimulationPlan) -> str:
    """Return the name of the plan, or game and seed; with a number where the club has it on that day."""
    name = plan.name or f"{scoring_words.ruleset_name(plan.ruleset)} {plan.seed}"
    taken = set(club.tournaments.filter(date=_day_of(plan)).values_list("name", flat=True))
    numbered = [name, *(f"{name} ({number})" for number in range(2, len(taken) + 2))]
    return next(candidate for candidate in numbered if candidate not in taken)


def _secret_of(plan: SimulationPlan) -> str:
    """Return the secret of the event: the same plan has the same."""
    return hashlib.sha256(f"{plan.seed}/secret".encode()).hexdigest()


def _seed_of(plan: SimulationPlan, number: int) -> str:
    """Return the seed of a round's draw, as the page makes one."""
    return hashlib.sha256(f"{plan.seed}/{number}".encode()).hexdigest()[:16]


def _seats_by_hand(event: Tournament, number: int) -> RoundSeats:
    """Return the seats that a director sets from a table of the circle on paper."""
    present = event.entries.exclude(state=Entry.State.WITHDRAWN).order_by("number")
    meetings = circle.draw_circle(list(present.values_list("number", flat=True)), number)
    fixed_tables = {entry.number: entry.fixed_table for entry in present if entry.fixed_table is not None}
    return RoundSeats(
        tables=[tuple((entry,) for entry in meeting.entries) for meeting in meetings if not meeting.sits_out],
        out=[meeting.entries[0] for meeting in meetings if meeting.sits_out],
    ).with_fixed_tables(fixed_tables)


def _pairings_of(drawn: Round) -> QuerySet[Pairing]:
    """Return the pairings of a round with games, and with all that playing them needs."""
    with_game = drawn.pairings.filter(kind=Pairing.Kind.PLAYED).exclude(game=None)
    return with_game.select_related("game__book", "round__tournament__book").order_by("table")
