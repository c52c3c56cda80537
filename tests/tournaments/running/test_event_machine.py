"""A whole event, in which anybody does anything in any order, and takes back what has a way back.

After every act what is kept is what is counted afresh, nobody sits twice in a round, and every deal that was
acknowledged is there. A refused act leaves the event as it was. An act that is taken back leaves it as it was
before, by its content. At the end the log is whole.

A new act is a method that does it and returns its way back, and a line in one of the rules.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from random import Random
from typing import Any, Final, NamedTuple
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.db import transaction
from hypothesis import Phase, note, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    rule,
    run_state_machine_as_test,
)

from clubs.books.verification import verify_log
from clubs.books.ways_back import acts_done, offer_undo
from clubs.models import Player, Role
from scoring import recording
from scoring.models import Adjustment, Deal, DealVersion, Game, Ruling, Seat, WrittenWarning
from scoring.recording import recheck as recheck_games
from scoring.store.signed_content import protocol_of
from scoring.store.signers import is_signed
from tests.builders import a_player, a_user
from tests.clubs.books.test_log_changes import REASONS
from tests.conftest import LONG
from tests.tournaments.support.events import Played, agreed
from tests.tournaments.support.put_right import PLAYED_ROUNDS, PutRight, State, WayBack
from tournaments import running
from tournaments.agreement.agreement import EntriesUntil, EventAgreement, WithdrawalRule
from tournaments.archive import event_content
from tournaments.core.movements.circle import ROUND_ROBIN
from tournaments.core.movements.danish import DANISH_MODIFIED
from tournaments.core.movements.guided import GUIDED
from tournaments.core.movements.ladder import LADDER, WINNERS_STAY
from tournaments.core.movements.lot import LOT
from tournaments.core.movements.mitchell import MITCHELL
from tournaments.core.movements.partners import PARTNERS
from tournaments.core.movements.partners_by_standing import PARTNERS_BY_STANDING
from tournaments.core.movements.swiss import SWISS
from tournaments.core.movements.three_sided import THREE_SIDED
from tournaments.core.results import MissedValue
from tournaments.core.schemes.places import PLACES
from tournaments.core.schemes.scl import SCL
from tournaments.models import Entry, EventAdjustment, Pairing, PairingEntry, Round
from tournaments.play.audit import check_event_draws
from tournaments.play.entry_queries import next_round_number, players_without_partner
from tournaments.play.seating import get_seats
from tournaments.play.turns import resting_in
from tournaments.running import EntryChange, EventCharge, RuledResult, Since, recheck
from tournaments.running.here import numbers_here

pytestmark = pytest.mark.django_db
Kind = Pairing.Kind
# What an act may be told. `CorrectionNotAllowed` is what the rules of the game say.
REFUSED: Final = (
    recording.NotNow,
    ValidationError,
    recording.AlreadyChanged,
    recording.InvalidDeal,
    recording.CorrectionNotAllowed,
)
MOVEMENTS: Final = (
    SWISS,
    ROUND_ROBIN,
    GUIDED,
    LADDER,
    WINNERS_STAY,
    MITCHELL,
    DANISH_MODIFIED,
    LOT,
    PARTNERS,
    PARTNERS_BY_STANDING,
    THREE_SIDED,
)
seeds = st.integers(min_value=0, max_value=2**32)


class Done(NamedTuple):
    """An act that can be taken back: the content of the event before it, the way there, and when it was."""

    act: str
    before: bytes
    back: WayBack
    at: datetime


def an_agreement(chance: Random) -> EventAgreement:
    """Games of two deals by any movement, and perhaps another one after it."""
    movement = chance.choice(MOVEMENTS)
    is_of_three = movement is THREE_SIDED
    keeps_apart = movement.is_redrawable and not chance.randrange(3)
    alone = is_of_three or movement.draws_partners or chance.randrange(3)
    return agreed(
        *([movement] if alone else [movement, SWISS]),
        rounds=chance.choice((2, 3)),
        players=1 if movement.draws_partners else 2,
        sides=3 if is_of_three else 2,
        deals=2,
        walkover_margin=2000,
        scheme=PLACES if is_of_three else SCL,
        chain=("points", "difference", "lot") if is_of_three else ("points", "opponents", "lot"),
        who_leaves=chance.choice(list(WithdrawalRule)),
        missed=chance.choice(list(MissedValue)),
        missed_times=chance.choice((None, 1)),
        missed_last=chance.choice((False, True)),
        missed_walkover=chance.choice((False, True)),
        entries_until=chance.choice(
            (EntriesUntil.FIRST_ROUND, EntriesUntil.LAST_DRAW, EntriesUntil.LAST_DRAW)
        ),
        written_on=chance.choice(("phones", "paper", "both")),
        apart=((1, 2), (3, 4)) if keeps_apart else (),
        wished=((1, 3), (2, 4)) if movement.grants_wishes and not chance.randrange(3) else (),
        two_play_on=chance.choice((False, True)),
        large_tables=movement.draws_partners and chance.choice((False, True)),
        second_entry=not chance.randrange(4),
    )


class Events(PutRight, RuleBasedStateMachine):
    """An event, and everybody who might do something in it.

    Hypothesis gives a number; which act follows from it, on whom and how is drawn by chance.
    """

    event: Played

    def __init__(self) -> None:
        super().__init__()
        self.world = transaction.atomic()
        self.world.__enter__()
        # What can be taken back now, the last act last.
        self.done: list[Done] = []
        self.tried = 0
        # The sheet of every version of a deal that was acknowledged.
        self.acknowledged: dict[int, Any] = {}

    @initialize(seed=seeds)
    def open(self, seed: int) -> None:
        chance = Random(seed)
        # The draws follow from it, so that a run can be repeated.
        self.event = Played(an_agreement(chance), secret=f"{chance.randrange(2**256):064x}")
        self.second = a_user(Role.Kind.DIRECTOR, club=self.event.club)
        self.event.enter(chance.randint(4, 8))
        recording.create_tables(self.event.by, self.event.club, ["1", "2", "3"], uuid4())
        self.content = event_content(self.event.event)
        for _step in range(chance.randrange(8)):
            self.go_on(chance.randrange(2**32))

    def teardown(self) -> None:
        if hasattr(self, "event"):
            assert verify_log().broken == []
            self.the_log_says_what_was_and_what_is()
            assert list(recheck_games.all_differences()) == []
            self.nobody_is_blamed()
        transaction.set_rollback(True)
        self.world.__exit__(None, None, None)

    def the_log_says_what_was_and_what_is(self) -> None:
        """Of every act that changes something: why the others need no value before them stands there."""
        entries = self.event.event.book.log.exclude(act__in=REASONS).values_list("act", "text")
        for act, text in entries:
            logged = json.loads(text)
            if act == "game.slip_taken" and not logged["before"]:
                continue  # the first slip of a game replaces none
            assert logged["before"].keys() & logged["after"].keys(), act

    # How an act is tried.

    def attempt(self, seed: int, acts: Sequence[Callable[[Random], WayBack | None]]) -> None:
        self.tried += 1
        # The same number leads to something else each time.
        chance = Random(f"{seed}/{self.tried}")
        act = chance.choice(acts)
        self.event.by = replace(self.event.by, at=self.event.by.at + timedelta(minutes=1))
        logged = self.logged
        try:
            with transaction.atomic():
                back = act(chance)
        except REFUSED as refusal:
            note(f"{act.__name__}: {refusal}")
            now = event_content(self.event.event)
            assert not differences(self.content, now), f"{act.__name__} was refused"
            assert self.logged == logged
            return
        before, self.content = self.content, event_content(self.event.event)
        note(act.__name__)
        if self.content == before:
            return
        assert self.logged > logged, f"{act.__name__} is not in the log"
        if back is None:
            self.done.clear()
        else:
            self.done.append(Done(act.__name__, before, back, self.event.by.at))
        self.all_is_well()
        if back is not None and not chance.randrange(3):
            self.undo(from_list=bool(chance.randrange(2)))

    def undo(self, *, from_list: bool) -> None:
        """Take the last act back by the verb, or as the list of the last acts offers it."""
        done = self.done.pop()
        offered = self.offered(done) if from_list else None
        note(f"{done.act} is taken back{' from the list' if offered else ''}")
        logged = self.logged
        self.event.by = replace(self.event.by, at=self.event.by.at + timedelta(minutes=1))
        (offered or done.back)()
        self.content = event_content(self.event.event)
        assert not differences(done.before, self.content), f"{done.act} was taken back"
        assert self.logged > logged
        self.all_is_well()

    def offered(self, done: Done) -> WayBack | None:
        """Return the way back that the list offers; of two acts at once it takes back one at a time."""
        by = self.event.by
        if done.act == self.withdraw_and_replace.__name__:
            return None
        roles = {Role.Kind.DIRECTOR}
        acts = [] if by.user is None else acts_done(self.event.event.book, by.user, roles, done.at)
        undo = offer_undo(acts[0]).undo if len(acts) == 1 else None
        return None if undo is None else lambda: undo.run(self.event.by, "a slip of the hand", uuid4())

    @property
    def logged(self) -> int:
        return self.event.event.book.log.count()

    # What always holds.

    def all_is_well(self) -> None:
        assert recheck.differences_in(self.event.fresh) == []
        self.nobody_sits_twice()
        stored = dict(DealVersion.objects.filter(pk__in=self.acknowledged).values_list("pk", "sheet"))
        assert stored == self.acknowledged
        if LONG:
            self.nobody_is_blamed()

    def nobody_is_blamed(self) -> None:
        """All of it was done by the verbs: the check of the draws finds no fault in any round."""
        checks = check_event_draws(self.event.fresh)
        assert [(check.number, fault) for check in checks for fault in check.faults] == []
        assert all(check.repeats for check in checks)

    def nobody_sits_twice(self) -> None:
        seats = Seat.objects.filter(
            side__game__pairing__round__in=self.event.event.rounds.filter(state__in=PLAYED_ROUNDS),
            until_deal=None,
        )
        seated = Counter(seats.values_list("side__game__pairing__round", "player"))
        assert [twice for twice, times in seated.items() if times > 1] == []
        entered = PairingEntry.objects.filter(round__tournament=self.event.event).exclude(
            round__state=State.REMOVED
        )
        assert max(Counter(entered.values_list("round", "entry")).values(), default=1) == 1

    # What somebody does next.

    @rule(seed=seeds)
    def somebody_acts(self, seed: int) -> None:
        """Hypothesis tries rules of its own choice in each run; all kinds of acts have to come in each."""
        chance = Random(f"act/{seed}/{self.tried}")
        acts = (self.write, self.change_entries, self.change_the_round, self.put_right, self.decide)
        what = chance.choice((self.go_on, self.go_on, self.go_on, self.write, *acts, None))
        if what is not None:
            what(seed)
        elif self.done:
            self.undo(from_list=bool(chance.randrange(2)))

    def go_on(self, seed: int) -> None:
        """The next thing that an event needs."""
        drawn = self.last_round
        if drawn is None or drawn.state == State.CLOSED:
            self.attempt(seed, [self.draw, self.draw, self.draw, self.show])
        elif drawn.state == State.DRAWN:
            self.attempt(seed, [self.publish])
        elif self.open_games:
            results = [self.record, self.enter_result, self.enter_all_results, self.enter_all_results]
            self.attempt(seed, [*results, self.draw_early])
        else:
            self.attempt(seed, [self.close])

    def write(self, seed: int) -> None:
        deals = (self.record, self.record, self.amend, self.void, self.restore, self.confirm, self.dispute)
        results = (self.enter_result, self.correct_result, self.take_result_back, self.take_slip)
        signed = (self.sign_on_paper, self.sign_round_on_paper)
        self.attempt(seed, (*deals, *results, self.end_game, *signed))

    def change_entries(self, seed: int) -> None:
        coming = (self.enter, self.remove_entry, self.check_in, self.withdraw, self.bring_back)
        changed = (self.correct_entry, self.hand_entry_over, self.exchange_players, self.renumber)
        replaced = (self.withdraw_and_replace, self.withdraw_and_replace)
        turns = (self.add_third, self.add_third, self.remove_third, self.say_who_rests)
        alone = (self.enter_guest, self.pair_singles)
        others = (self.draw_lots, self.set_missing, self.fix_table, self.substitute, self.set_outside)
        self.attempt(seed, (*coming, self.check_in_by_list, *changed, *replaced, *turns, *others, *alone))

    def change_the_round(self, seed: int) -> None:
        changed = (self.set_by_hand, self.set_by_hand, self.lock, self.redraw_others)
        drawn = (self.draw_anew, self.draw_by_hand, self.draw_early, self.draw_again)
        self.attempt(seed, (*changed, *drawn, self.remove_round, self.reopen, self.change_settings))

    def put_right(self, seed: int) -> None:
        seats = (self.exchange_places, self.exchange_places, self.seat_late_entry, self.move_deals)
        removed = (
            self.remove_and_put_back_round,
            self.remove_and_put_back_entry,
            self.archive_and_bring_back,
        )
        self.attempt(seed, (*seats, *removed, self.correct_set_up, self.end_and_resume, self.revise_official))

    def decide(self, seed: int) -> None:
        results = (self.rule_result, self.rule_result, self.restore_result, self.two_play_on)
        ledger = (self.charge_entry, self.charge_game, self.charge_deal, self.give_ruling, self.warn)
        self.attempt(seed, (*results, *ledger, self.show, self.hide, self.declare_official))

    # Rounds.

    def draw(self, _chance: Random) -> WayBack:
        return self.drawn(running.draw_round(self.event.by, self.event.event))

    def draw_by_hand(self, _chance: Random) -> WayBack:
        return self.drawn(running.draw_round(self.event.by, self.event.event, by_hand=True))

    def draw_anew(self, _chance: Random) -> WayBack:
        return self.drawn(running.draw_round(self.event.by, self.event.event, anew=True))

    def drawn(self, drawn: Round) -> WayBack:
        return lambda: running.remove_round(self.event.by, drawn)

    def publish(self, _chance: Random) -> None:
        running.publish_round(self.event.by, self.a_round())

    def remove_round(self, _chance: Random) -> None:
        running.remove_round(self.event.by, self.a_round(), "the power is gone")

    def close(self, _chance: Random) -> WayBack | None:
        """The first round that is open: while a table of it plays, the next one may be drawn already."""
        last = self.a_round()
        drawn = self.event.event.rounds.filter(state=State.PUBLISHED).order_by("number").first() or last
        closed = running.close_round(self.event.by, drawn)
        if drawn != last:
            return None
        return lambda: running.reopen_round(self.event.by, closed, "too early")

    def reopen(self, chance: Random) -> WayBack | None:
        """The last round, or the one before it, which may be followed by a draw.

        It cannot be closed again where a result was taken back since.
        """
        last_two = self.event.event.rounds.exclude(state=State.REMOVED).order_by("-number")[:2]
        drawn = chance.choice([*last_two] or [self.a_round()])
        opened = running.reopen_round(self.event.by, drawn, "a sheet was found")
        if opened.pairings.filter(kind=Kind.PLAYED, game__over=False).exists():
            return None
        return lambda: running.close_round(self.event.by, opened)

    def set_by_hand(self, chance: Random) -> WayBack:
        """Two entries change places; in an empty round all sit down in pairs."""
        drawn = self.a_round(State.DRAWN)
        before = get_seats(drawn)
        if any(before.tables):
            seats = before.with_exchanged(*chance.sample(before.entries, 2))
        else:
            entries = [*before.out]
            sides = [(entry,) for entry in entries[: len(entries) // 2 * 2]]
            tables = tuple(zip(sides[::2], sides[1::2], strict=True))
            seats = replace(before, tables=tables, out=entries[len(sides) :])
        running.set_by_hand(self.event.by, drawn, seats)
        return lambda: running.set_by_hand(self.event.by, drawn, before)

    def lock(self, chance: Random) -> WayBack:
        drawn = self.a_round(State.DRAWN)
        pairing = chance.choice(
            list(drawn.pairings.exclude(table=None).order_by("table")) or [Pairing(table=1)]
        )
        table, locked = pairing.table or 1, not pairing.locked
        running.lock_table(self.event.by, drawn, table, locked=locked)
        return lambda: running.lock_table(self.event.by, drawn, table, locked=not locked)

    def redraw_others(self, _chance: Random) -> None:
        running.redraw_others(self.event.by, self.a_round(State.DRAWN))

    # The event.

    def change_settings(self, chance: Random) -> WayBack:
        event = self.event.fresh
        rounds = max(1, event.agreement.rounds + chance.choice((-1, 1)))
        before = self.plan(event)
        agreement = event.agreement.with_rounds(rounds)
        if not chance.randrange(3):
            agreement = replace(agreement, apart=() if agreement.apart else ((1, 2), (3, 4)))
        changed = replace(before, name=f"{event.name}!", agreement=agreement)
        running.change_event(self.event.by, event, changed)
        return lambda: running.change_event(self.event.by, event, before)

    def show(self, _chance: Random) -> WayBack:
        running.show_results(self.event.by, self.event.event)
        return lambda: running.hide_results(self.event.by, self.event.event, "too early")

    def hide(self, _chance: Random) -> None:
        running.hide_results(self.event.by, self.event.event, "a protest")

    def declare_official(self, chance: Random) -> None:
        if chance.randrange(4):
            raise recording.NotNow("the event goes on")
        running.declare_official(self.event.by, self.event.event, early=True)

    # Entries.

    def enter(self, chance: Random) -> WayBack:
        outside, players = not chance.randrange(4), self.event.players()
        (entry,) = running.enter_pairs(self.event.by, self.event.event, [players], outside=outside)
        return lambda: running.remove_entry(self.event.by, entry)

    def pair_singles(self, _chance: Random) -> WayBack:
        """Two who came alone; when their entry is removed they look for a partner again."""
        event, players = self.event.event, self.event.players()
        for player in players:
            running.add_single(self.event.by, event, player)
        assert {*players_without_partner(event)} >= {*players}
        (entry,) = running.enter_pairs(self.event.by, event, [players])
        assert not {*players_without_partner(event)} & {*players}

        def back() -> None:
            running.remove_entry(self.event.by, entry)
            assert {*players_without_partner(event)} >= {*players}

        return back

    def enter_guest(self, _chance: Random) -> WayBack:
        """With a player who is new to the club."""
        guest = Player(given_name="Gunn", family_name=f"Guest {self.tried}")
        (entry,) = running.enter_with_guests(
            self.event.by, self.event.event, [[guest, *self.event.players()[1:]]]
        )
        return lambda: running.remove_entry(self.event.by, entry)

    def set_outside(self, chance: Random) -> WayBack:
        entry = self.an_entry(chance)
        outside = entry.outside
        running.set_outside(self.event.by, entry, outside=not outside)
        return lambda: running.set_outside(self.event.by, entry, outside=outside)

    def remove_entry(self, chance: Random) -> None:
        running.remove_entry(self.event.by, self.an_entry(chance))

    def check_in(self, chance: Random) -> WayBack:
        entry = self.an_entry(chance)
        here = entry.state != Entry.State.PRESENT
        running.check_in(self.event.by, entry, here=here)
        return lambda: running.check_in(self.event.by, entry, here=not here)

    def check_in_by_list(self, chance: Random) -> WayBack:
        event = self.event.event
        entries = list(event.entries.exclude(state=Entry.State.WITHDRAWN).order_by("number"))
        before = numbers_here(entries)
        here = [entry.number for entry in entries if chance.randrange(2)]
        running.set_here(self.event.by, event, here)
        return lambda: running.set_here(self.event.by, event, before)

    def withdraw(self, chance: Random) -> WayBack:
        entry = self.an_entry(chance)
        was_present = entry.state == Entry.State.PRESENT
        running.withdraw(self.event.by, entry, "ill")

        return lambda: running.bring_back(self.event.by, entry, here=was_present)

    def add_third(self, chance: Random) -> WayBack:
        entry, third = self.an_entry(chance), a_player(club=self.event.club)
        running.add_third(self.event.by, entry, running.ThirdPlayer(third))
        return lambda: running.remove_third(self.event.by, entry, third)

    def remove_third(self, chance: Random) -> WayBack:
        entry = self.an_entry(chance)
        place = chance.choice(list(entry.places.filter(until_round=None).order_by("position")))
        third = running.ThirdPlayer(place.player, place.position, place.rests)
        running.remove_third(self.event.by, entry, place.player)
        return lambda: running.add_third(self.event.by, entry, third)

    def say_who_rests(self, chance: Random) -> WayBack:
        """In the next round, or in the one that is played."""
        entry = self.an_entry(chance)
        number = max(1, next_round_number(self.event.event) - chance.randrange(2))
        places = list(entry.places.filter(until_round=None).order_by("position"))
        resting = resting_in(places, number, self.event.agreement.players)
        was_said = any(number in place.rests for place in places)
        running.set_resting(self.event.by, entry, number, chance.choice(places).player)
        before = resting[0].player if was_said else None
        return lambda: running.set_resting(self.event.by, entry, number, before)

    def withdraw_and_replace(self, chance: Random) -> WayBack:
        """An entry leaves, and others take it over; they are taken out again, and it comes back."""
        entry = self.an_entry(chance)
        was_present = entry.state == Entry.State.PRESENT
        if entry.state != Entry.State.WITHDRAWN:
            running.withdraw(self.event.by, entry, "ill")
        was_gone = entry.state == Entry.State.WITHDRAWN
        running.replace_entry(self.event.by, entry, self.event.players())

        def back() -> None:
            running.take_back_replacement(self.event.by, entry)
            if not was_gone:
                running.bring_back(self.event.by, entry, here=was_present)

        return back

    def bring_back(self, chance: Random) -> None:
        """Its way back, another withdrawal, is from now on: what it has missed stays missed."""
        running.bring_back(self.event.by, self.an_entry(chance, state=Entry.State.WITHDRAWN))

    def correct_entry(self, chance: Random) -> WayBack:
        return self.edited(chance, Since.ALWAYS)

    def hand_entry_over(self, chance: Random) -> WayBack:
        return self.edited(chance, Since.NOW)

    def edited(self, chance: Random, since: Since) -> WayBack:
        entry = self.an_entry(chance)
        before = self.as_it_is(entry, since)
        players = [*before.players]
        if chance.randrange(3):
            players[chance.randrange(len(players))] = a_player(club=self.event.club)
        else:
            players.reverse()
        return self.edit(entry, before, replace(before, players=players))

    def exchange_players(self, chance: Random) -> WayBack:
        """A player of one entry for one of another."""
        one, other = self.an_entry(chance), self.an_entry(chance)
        before = self.as_it_is(one, chance.choice(list(Since)))
        players = [*before.players]
        players[0] = chance.choice([*self.as_it_is(other, before.since).players])
        return self.edit(one, before, replace(before, players=players))

    def renumber(self, chance: Random) -> WayBack:
        entry, other = self.an_entry(chance), self.an_entry(chance)
        before = self.as_it_is(entry, Since.ALWAYS)
        return self.edit(entry, before, replace(before, number=other.number))

    def as_it_is(self, entry: Entry, since: Since) -> EntryChange:
        players = Player.objects.filter(places__entry=entry, places__until_round=None).order_by(
            "places__position"
        )
        return EntryChange(
            players=list(players), number=entry.number, lot=entry.lot, since=since, exchanges=True
        )

    def edit(self, entry: Entry, before: EntryChange, change: EntryChange) -> WayBack:
        running.edit_entry(self.event.by, entry, change)
        return lambda: running.edit_entry(self.event.by, entry, before)

    def draw_lots(self, chance: Random) -> WayBack:
        before = dict(self.event.event.entries.order_by("number").values_list("number", "lot"))
        lots: list[int | None] = [*range(1, len(before) + 1)]
        chance.shuffle(lots)
        running.draw_lots(self.event.by, self.event.event, dict(zip(before, lots, strict=True)))
        return lambda: running.draw_lots(self.event.by, self.event.event, before)

    def set_missing(self, chance: Random) -> WayBack:
        number = next_round_number(self.event.event)
        here = self.event.event.entries.exclude(state=Entry.State.WITHDRAWN).order_by("number")
        before = [entry.number for entry in here if number in entry.missed]
        missing = chance.sample([entry.number for entry in here], min(chance.randrange(3), len(here)))
        running.set_missing(self.event.by, self.event.event, number, missing)
        return lambda: running.set_missing(self.event.by, self.event.event, number, before)

    def fix_table(self, chance: Random) -> WayBack:
        entry = self.an_entry(chance)
        before = entry.fixed_table
        running.set_fixed_table(self.event.by, entry, chance.choice((None, 1, 2)))
        return lambda: running.set_fixed_table(self.event.by, entry, before)

    # Games.

    def record(self, chance: Random) -> None:
        games = self.open_games
        game = chance.choice(games) if games and chance.randrange(4) else self.a_game(chance)
        number = game.deals.count() + 1
        written = recording.WrittenDeal(number=number, body=self.a_body(chance, game, number), key=uuid4())
        self.acknowledge(recording.record_deal(self.event.by, game, written))

    def amend(self, chance: Random) -> None:
        deal = self.a_deal(chance)
        amendment = recording.Amendment(
            number=deal.number,
            version=deal.version,
            body=self.a_body(chance, deal.game, deal.number),
            key=uuid4(),
            override=True,
            reason="the jury says so",
        )
        self.acknowledge(recording.amend_deal(self.event.by, deal.game, amendment))

    def acknowledge(self, version: DealVersion) -> None:
        self.acknowledged[version.pk] = version.sheet

    def void(self, chance: Random) -> WayBack | None:
        """Taken back while no other deal was dealt; signatures that it drops do not come back."""
        deal = self.a_deal(chance)
        was_signed = is_signed(deal.game) or deal.game.signings.exists()
        recording.void_deal(self.event.by, deal.game, deal.number, "a card too many", uuid4())
        if was_signed or deal.game.deals.filter(number__gt=deal.number).exists():
            return None
        return lambda: recording.restore_deal(self.event.by, deal.game, deal.number, "it was not", uuid4())

    def restore(self, chance: Random) -> None:
        game = self.a_game(chance)
        last = game.deals.order_by("number").last()
        if last is None:
            raise recording.NotNow("no deal")
        recording.restore_deal(self.event.by, game, last.number, "it was right", uuid4())

    def confirm(self, chance: Random) -> None:
        deal = self.a_deal(chance)
        recording.confirm_deal(self.event.by, deal.game, self.word_on(deal))

    def dispute(self, chance: Random) -> None:
        deal = self.a_deal(chance)
        recording.dispute_deal(self.event.by, deal.game, self.word_on(deal))

    def word_on(self, deal: Deal) -> recording.Approval:
        return recording.Approval(number=deal.number, version=deal.version, key=uuid4(), reason="we think so")

    def enter_result(self, chance: Random) -> WayBack:
        game = chance.choice(self.open_games or [self.a_game(chance)])
        recording.record_result(self.event.by, game, self.result(chance, game))
        return lambda: recording.take_back_result(self.event.by, game, "the wrong slip", uuid4())

    def enter_all_results(self, chance: Random) -> None:
        for game in self.open_games:
            recording.record_result(self.event.by, game, self.result(chance, game))

    def correct_result(self, chance: Random) -> WayBack:
        game = self.a_game(chance)
        before = game.entered_result
        if before is None:
            raise recording.NotNow("no result was entered")
        corrected = replace(self.result(chance, game), version=game.result_version)
        recording.record_result(self.event.by, game, corrected)

        def back() -> Game:
            # A later correction that was taken back itself has made more versions.
            version = Game.objects.get(pk=game.pk).result_version
            as_before = replace(corrected, totals=before, version=version, key=uuid4())
            return recording.record_result(self.event.by, game, as_before)

        return back

    def take_result_back(self, chance: Random) -> WayBack:
        game = self.a_game(chance)
        before = game.entered_result
        if before is None:
            raise recording.NotNow("no result was entered")
        recording.take_back_result(self.event.by, game, "the wrong slip", uuid4())
        entered = recording.FinalResult(totals=before, reason="the right slip", key=uuid4())
        return lambda: recording.record_result(self.event.by, game, entered)

    def result(self, chance: Random, game: Game) -> recording.FinalResult:
        return recording.FinalResult(totals=self.totals(chance, game), reason="the slip says so", key=uuid4())

    def take_slip(self, chance: Random) -> None:
        game = self.a_game(chance)
        totals = [side.result for side in game.sides.order_by("number")]
        if not chance.randrange(3):
            totals = self.totals(chance, game)
        # Where a second entry was agreed on, another person makes it than the first.
        by = replace(self.event.by, user=self.second if chance.randrange(4) else self.event.by.user)
        recording.take_slip(by, game, recording.SlipTotals(totals=totals, key=uuid4()))

    def end_game(self, chance: Random) -> None:
        game = self.a_game(chance)
        end = recording.EarlyEnd(recording.GameEnd.TIME, None)
        recording.end_game(self.event.by, game, end, "the hall closes", uuid4())

    def substitute(self, chance: Random) -> WayBack:
        game = self.a_game(chance)
        seats = Seat.objects.filter(side__game=game, until_deal=None).select_related("player", "side")
        seat = chance.choice(list(seats.order_by("side__number", "position")))
        side, leaving, coming = seat.side.number, seat.player, a_player(club=self.event.club)
        recording.substitute(self.event.by, game, side, leaving, coming, uuid4())
        return lambda: recording.substitute(self.event.by, game, side, coming, leaving, uuid4())

    def sign_on_paper(self, chance: Random) -> WayBack:
        game = self.a_game(chance)
        recording.sign_on_paper(self.event.by, game, protocol_of(game).digest, uuid4())
        return lambda: recording.reopen_game(self.event.by, game, "not signed after all", uuid4())

    def sign_round_on_paper(self, _chance: Random) -> None:
        drawn = self.a_round(*PLAYED_ROUNDS)
        seen = {game.pk: protocol_of(game).digest for game in self.event.games(drawn) if game.over}
        running.sign_round_on_paper(self.event.by, drawn, seen, uuid4())

    # Results and the ledger.

    def rule_result(self, chance: Random) -> WayBack | None:
        pairing = self.a_pairing(chance)
        back = self.ruled_as_before(pairing)
        sides = 1 + max(pairing.entered.values_list("side", flat=True))
        kind = chance.choice(
            [Kind.WALKOVER, Kind.FORFEITED, Kind.RULED_LOST, Kind.BOTH_ABSENT, Kind.ADJUSTED, Kind.ABANDONED]
        )
        ruled = RuledResult(
            kind=kind,
            reason="the jury",
            at_fault=chance.randrange(sides)
            if kind in (Kind.WALKOVER, Kind.FORFEITED, Kind.RULED_LOST)
            else None,
            ruled_points=[(chance.randrange(3), chance.randrange(-500, 500)) for _side in range(sides)]
            if kind == Kind.ADJUSTED
            else (),
        )
        running.rule_result(self.event.by, pairing, ruled)
        return back

    def two_play_on(self, chance: Random) -> WayBack | None:
        """One of three sides has left, or has not come; it comes back until two have played."""
        pairing = self.a_pairing(chance)
        back = self.ruled_as_before(pairing)
        ruled = RuledResult(kind=Kind.PLAYED, reason="ill", at_fault=chance.randrange(3))
        running.rule_result(self.event.by, pairing, ruled)
        return back

    def restore_result(self, chance: Random) -> WayBack | None:
        pairing = self.a_pairing(chance)
        back = self.ruled_as_before(pairing)
        running.restore_played_result(self.event.by, pairing, "they came after all")
        return back

    def ruled_as_before(self, pairing: Pairing) -> WayBack | None:
        """Where an entry has left, what became of its game was no ruling."""
        by_leaving = pairing.kind != Kind.PLAYED or pairing.at_fault is not None
        if by_leaving and not pairing.reason:
            return None
        before = RuledResult(
            kind=Kind(pairing.kind),
            reason=pairing.reason or "they came after all",
            at_fault=pairing.at_fault,
            ruled_points=[(points, lead) for points, lead in pairing.ruled_points],
        )
        return lambda: running.rule_result(self.event.by, pairing, before)

    def charge_entry(self, chance: Random) -> WayBack:
        charge = EventCharge(
            entry=self.an_entry(chance).number,
            unit=chance.choice(list(EventAdjustment.Unit)),
            amount=chance.choice((-2, -1, 1)),
            reason="a phone rang",
            key=uuid4(),
        )
        made = running.adjust_event(self.event.by, self.event.event, charge)
        return lambda: running.cancel_event_adjustment(self.event.by, made, "it was another's")

    def charge_game(self, chance: Random) -> WayBack:
        return self.charged(self.a_game(chance), None)

    def charge_deal(self, chance: Random) -> WayBack | None:
        """A deal with a penalty is approved by the director, and stays so when the penalty is taken back."""
        deal = self.a_deal(chance)
        back = self.charged(deal.game, deal.number)
        return back if deal.state == Deal.State.CONFIRMED else None

    def charged(self, game: Game, deal: int | None) -> WayBack:
        charge = recording.Charge(side=0, points=-500, reason="talk", key=uuid4(), deal=deal)
        made: Adjustment = recording.adjust(self.event.by, game, charge)
        return lambda: recording.cancel_adjustment(self.event.by, made, "it was another's", uuid4())

    def give_ruling(self, chance: Random) -> WayBack:
        decision = recording.Decision(text="It was said aloud.", key=uuid4())
        made: Ruling = recording.give_ruling(self.event.by, self.a_game(chance), decision)
        return lambda: recording.cancel_ruling(self.event.by, made, "not heard", uuid4())

    def warn(self, chance: Random) -> WayBack:
        game = self.a_game(chance)
        player = Seat.objects.filter(side__game=game, until_deal=None).order_by("pk")[0].player_id
        notice = recording.WarningNotice(player=player, text="Talk", key=uuid4())
        made: WrittenWarning = recording.warn_player(self.event.by, game, notice)
        return lambda: recording.cancel_warning(self.event.by, made, "another player", uuid4())


def differences(one: bytes, other: bytes) -> list[str]:
    """The places at which two contents of an event differ, with what stands there."""
    return [] if one == other else [*_differences("", json.loads(one), json.loads(other))]


def _differences(place: str, one: Any, other: Any) -> Iterator[str]:
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        parts: Iterable[Any] = one.keys()
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        parts = range(len(one))
    else:
        parts = ()
        if one != other:
            yield f"{place}: {one} -> {other}"
    for part in parts:
        yield from _differences(f"{place}/{part}", one[part], other[part])


def test_whatever_happens_in_an_event_nothing_is_lost_and_what_is_taken_back_is_as_it_was() -> None:
    run_state_machine_as_test(
        Events,
        settings=settings(
            max_examples=50 if LONG else 5,
            stateful_step_count=200 if LONG else 30,
            # Nothing is made smaller: an event of two hundred acts would take hours.
            phases=(Phase.explicit, Phase.reuse, Phase.generate),
        ),
    )
