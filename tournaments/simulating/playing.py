"""From the first entry to the official result, or to the moment at which it is to stop.

All tables of a round play at once: the next act is always that of the table whose time comes first. Each act
is a verb, whole in itself, so that a simulation that is interrupted leaves an event that can be played on.
Knows the order of an event; must not know what happens at a table.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from heapq import heappop, heappush
from typing import Final

from django.db.models import QuerySet
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.books.refusals import refused
from clubs.models import Club, Player, User
from scoring import recording
from scoring.models import Table
from scoring.recording import NotNow
from scoring.wording import labels as scoring_words
from tournaments import running
from tournaments.agreement.agreement import Movement
from tournaments.core.movements import circle
from tournaments.models import Entry, EventAdjustment, Pairing, Round, Tournament
from tournaments.play.entry_queries import next_number, places_free
from tournaments.play.seating import Seats
from tournaments.running import EventCharge, Judged
from tournaments.simulating import messages
from tournaments.simulating.people import is_playing
from tournaments.simulating.plan import DOORS, ENTRIES, MIDDLE_MINUTE, ROUND_MINUTES, Moment, Wanted
from tournaments.simulating.scenarios import Course, courses_of
from tournaments.simulating.stage import Acts, Stage
from tournaments.simulating.tables import MINUTE, Sitting

# Somebody leaves in the middle of a game; the director waits no longer than so for who does not come.
_LEAVES_AT, _LATEST = 35, 50
# A round is drawn and looked at so long before it begins.
_DRAWN_BEFORE: Final = 8
# Of so many entries one cannot move.
_ENTRIES_TO_ONE_WHO_STAYS: Final = 8
# Who comes late comes when the first round is over.
_LATE_BEFORE: Final = 2

# What is told of it while it goes on: how many games are over, of how many.
Tell = Callable[[int, int], None]


def _tell_nobody(_done: int, _of: int) -> None:
    pass


@dataclass(slots=True)
class Simulation:
    """An event that is played by itself."""

    club: Club
    director: User
    wanted: Wanted
    # Who plays, and who is in reserve; the players at home in the club where it is not said.
    people: Sequence[Player] = ()
    stage: Stage = field(init=False)

    def __post_init__(self) -> None:
        self.people = self.people or list(self.club.home_players.order_by("pk"))
        self.stage = Stage(self.wanted, self.club, self.director, now=self.wanted.starts - ENTRIES)

    def run(self, tell: Tell = _tell_nobody) -> Tournament:
        """Play until the moment at which it is to stop; people write in the language of their club."""
        with translation.override(self.club.language):
            self.open()
            for number in range(1, self.wanted.last_round + 1):
                self.play_round(number, tell)
            if self.wanted.until in (Moment.PRELIMINARY, Moment.OFFICIAL):
                self.end()
        return Tournament.objects.get(pk=self.stage.event.pk)

    @property
    def begun(self) -> Tournament | None:
        """The event as it stands, once it has been set up."""
        made = self.stage.begun
        return None if made is None else Tournament.objects.select_related("book").get(pk=made.pk)

    # Before the first round.

    def open(self) -> None:
        """The event is set up and entered, tables are there, and most have come."""
        _refuse_where_people_play(self.club)
        stage, wanted = self.stage, self.wanted
        players = wanted.agreed.players
        people = self.people
        if len(people) < wanted.entries * players:
            # Said to whoever asked for it, not in the language of the club.
            raise refused(None, _lazy("The club has not so many players."))
        stage.begun = running.create_event(stage.by, self.club, self.plan())
        labels = [str(number) for number in range(1, wanted.tables + 2)]
        recording.make_tables(stage.by, self.club, labels, stage.key())
        entered = running.enter_pairs(
            stage.by, stage.event, _in_entries(people[: wanted.entries * players], players)
        )
        stage.spare = list(people[wanted.entries * players :])
        stage.now = wanted.starts - DOORS
        self.let_some_stay(len(entered))
        self.check_in(entered)

    def let_some_stay(self, entered: int) -> None:
        """Now and then somebody cannot move; one at most where everybody meets everybody."""
        phases = {phase.movement for phase in self.wanted.agreed.phases}
        all_meet = not phases.isdisjoint({Movement.ROUND_ROBIN, Movement.BY_HAND})
        wished = min(entered // _ENTRIES_TO_ONE_WHO_STAYS, 1 if all_meet else entered)
        dice = self.wanted.dice("stays")
        for number in sorted(dice.sample(range(1, entered + 1), wished)):
            entry = Entry.objects.select_related("tournament__book").get(
                tournament=self.stage.event, number=number
            )
            taken = self.stage.event.entries.exclude(keeps_table=None).values_list("keeps_table", flat=True)
            free = sorted(set(range(1, self.wanted.tables + 1)) - set(taken))
            running.keep_table(self.stage.by, entry, dice.choice(free))

    def plan(self) -> running.EventPlan:
        return running.EventPlan(
            name=_free_name(self.club, self.wanted),
            on_day=_day_of(self.wanted),
            ruleset=self.wanted.ruleset,
            starts_at=self.wanted.starts,
            agreed=self.wanted.agreed,
        )

    def check_in(self, entered: Collection[Entry]) -> None:
        """Everybody who is there by now; where the doors have just opened, the first half."""
        here = list(entered)
        if self.wanted.until is Moment.ENTRIES_OPEN:
            here = here[: len(here) // 2]
        pause = DOORS.total_seconds() / 2 / max(1, len(here))
        for entry in here:
            self.stage.pass_time(pause)
            running.check_in(self.stage.by, entry)

    # Rounds.

    def play_round(self, number: int, tell: Tell) -> None:
        stage, wanted = self.stage, self.wanted
        begins = wanted.starts + timedelta(minutes=(number - 1) * ROUND_MINUTES)
        stage.now = max(stage.now, begins - timedelta(minutes=_DRAWN_BEFORE))
        if number == _LATE_BEFORE:
            self.come_late()
        drawn = self.draw(number)
        if wanted.stops(Moment.DRAWN, number):
            return
        stage.pass_time(3 * MINUTE)
        drawn = running.publish_round(stage.by, drawn)
        stage.now = max(stage.now, begins)
        self.play_tables(drawn, tell)
        if wanted.stops(Moment.MID_ROUND, number):
            return
        stage.pass_time(MINUTE)
        running.close_round(stage.by, drawn)
        self.talk_about_a_phone(number)

    def come_late(self) -> None:
        """One entry more, where there is a place for it and anybody to come."""
        stage, players = self.stage, self.wanted.agreed.players
        free = places_free(stage.event, next_number(stage.event))
        if free == 0 or len(stage.spare) < players:
            return
        coming, stage.spare = stage.spare[:players], stage.spare[players:]
        for entry in running.enter_pairs(stage.by, stage.event, [coming]):
            running.check_in(stage.by, entry)

    def draw(self, number: int) -> Round:
        """The round as the program proposes it; set by the director where that was agreed."""
        stage = self.stage
        drawn = running.draw_round(stage.by, stage.event, _seed_of(self.wanted, number))
        if drawn.movement == Movement.BY_HAND:
            stage.pass_time(2 * MINUTE)
            drawn = running.set_by_hand(stage.by, drawn, _seats_by_hand(stage.event, number))
        return drawn

    def play_tables(self, drawn: Round, tell: Tell) -> None:
        """All tables at once, act by act in the order of time; until its middle where it stops there."""
        stops = self.wanted.stops(Moment.MID_ROUND, drawn.number)
        begins, queue = self.stage.now, list[tuple[float, int, Acts]]()
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
                tell(self.stage.games, max(self.stage.games, self.wanted.games))
        if stops:
            self.stage.now = begins + timedelta(seconds=last)

    def tables_of(self, drawn: Round) -> list[Acts]:
        """What happens in a round, table by table; who leaves does so beside the game that is played."""
        pairings = list(_pairings_of(drawn))
        courses = courses_of(self.wanted, drawn.number, [one.table for one in pairings if one.table])
        tables = {table.game_id: table for table in Table.objects.filter(game__pairing__round=drawn)}
        return [
            self.acts_of(one, courses[one.table], tables.get(one.game_id))
            for one in pairings
            if one.table is not None
        ]

    def acts_of(self, pairing: Pairing, course: Course, table: Table | None) -> Acts:
        if course is Course.ABSENT or table is None or pairing.game is None:
            return self.does_not_come(pairing)
        dice = self.wanted.dice("game", pairing.round.number, pairing.table)
        acts = Sitting(self.stage, table, pairing.game, course, dice).play()
        return self.leaves(pairing, acts) if course is Course.LEAVES else acts

    # What happens in the event.

    def does_not_come(self, pairing: Pairing) -> Acts:
        yield min(self.wanted.agreed.late_minutes, _LATEST) * MINUTE
        missing = Judged(kind=Pairing.Kind.WALKOVER, at_fault=1, reason=messages.did_not_come())
        running.judge(self.stage.by, pairing, missing)

    def leaves(self, pairing: Pairing, acts: Acts) -> Acts:
        """The table plays until one side leaves it and the event; unless its game is over by then."""
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

    def talk_about_a_phone(self, number: int) -> None:
        """A phone rings in every other round; in the second it proves to have been another one."""
        stage = self.stage
        if number % 2 == 0:
            made = stage.event.adjustments.filter(cancelled_at=None).first()
            if made is not None:
                running.cancel_event_adjustment(stage.by, made, messages.phone_was_another())
            return
        entry = self.wanted.dice("phone", number).randint(1, self.wanted.entries)
        points = EventAdjustment.Unit.DIFFERENCE
        charge = EventCharge(
            entry=entry, unit=points, amount=-100, reason=messages.phone_rang(), key=stage.key()
        )
        running.adjust_event(stage.by, stage.event, charge)

    # The end.

    def end(self) -> None:
        """The results are shown, nobody complains, and they are official."""
        stage, wanted = self.stage, self.wanted
        stage.pass_time(2 * MINUTE)
        running.show_results(stage.by, stage.event)
        if wanted.until is Moment.OFFICIAL:
            stage.pass_time(wanted.agreed.correction_minutes * MINUTE)
            running.declare_official(stage.by, stage.event)


def _refuse_where_people_play(club: Club) -> None:
    """A round of a simulation would take the tables at which somebody plays."""
    if is_playing(club):
        raise NotNow(_("Games are being played at the tables of this club."))


def _in_entries(people: Sequence[Player], players: int) -> list[Sequence[Player]]:
    return [people[at : at + players] for at in range(0, len(people), players)]


def _day_of(wanted: Wanted) -> date:
    return timezone.localdate(wanted.starts)


def _free_name(club: Club, wanted: Wanted) -> str:
    """The name that is wished, or the game with the seed; with a number where the club has it that day."""
    name = wanted.name or f"{scoring_words.ruleset_name(wanted.ruleset)} {wanted.seed}"
    taken = set(club.tournaments.filter(on_day=_day_of(wanted)).values_list("name", flat=True))
    numbered = [name, *(f"{name} ({number})" for number in range(2, len(taken) + 2))]
    return next(one for one in numbered if one not in taken)


def _seed_of(wanted: Wanted, number: int) -> str:
    """The seed of a round's draw, as the page makes one."""
    return hashlib.sha256(f"{wanted.seed}/{number}".encode()).hexdigest()[:16]


def _seats_by_hand(event: Tournament, number: int) -> Seats:
    """As a director has it who keeps a table of the circle on paper."""
    here = event.entries.exclude(state=Entry.State.WITHDRAWN).order_by("number")
    meetings = circle.circle(list(here.values_list("number", flat=True)), number)
    keeps = {entry.number: entry.keeps_table for entry in here if entry.keeps_table is not None}
    return Seats(
        tables=[tuple((entry,) for entry in one.entries) for one in meetings if not one.sits_out],
        out=[one.entries[0] for one in meetings if one.sits_out],
    ).kept(keeps)


def _pairings_of(drawn: Round) -> QuerySet[Pairing]:
    """The pairings of a round at which a game is played, with all that a sitting asks."""
    with_game = drawn.pairings.filter(kind=Pairing.Kind.PLAYED).exclude(game=None)
    return with_game.select_related("game__book", "round__tournament__book").order_by("table")
