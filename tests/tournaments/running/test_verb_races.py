"""Each act of a director twice at the same moment, and a deal beside it: one act is done, no deal is lost."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import cached_property
from inspect import isfunction
from typing import Final
from uuid import UUID, uuid4

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.utils import timezone

from clubs.books.archiving import archive
from clubs.books.refusals import Outdated, Refusal
from clubs.books.verification import verify_log
from clubs.books.words import payload_of
from clubs.books.writing import Author
from clubs.models import Book, LogEntry, Player
from scoring import recording
from scoring.models import DealVersion, Game
from scoring.recording import recheck as recheck_games
from scoring.store.signed_content import protocol_of
from tests.at_once import at_once
from tests.conftest import LONG
from tests.scoring.support.played import a_deal, a_small_body
from tests.tournaments.knock_out.support import a_knock_out
from tests.tournaments.prizes.support import PrizeEvening
from tests.tournaments.support.events import Played, agreed, end_after_this_round
from tournaments import running
from tournaments.core.drawing.proposal import CountsAs
from tournaments.core.movements.swiss import SWISS
from tournaments.core.prize_rows import read_rows
from tournaments.core.prizes import Prize, Sharing
from tournaments.core.programme import DayLayout, LineKind, ProgrammeLine, Template, lay_out
from tournaments.models import (
    Entry,
    EventAdjustment,
    Pairing,
    Round,
    RoundClock,
    Standing,
    TableMinutes,
    Tournament,
)
from tournaments.play.prizes import PrizeTable
from tournaments.play.programme import fingerprint_of_programme
from tournaments.play.screens import HallScreen
from tournaments.play.seating import RoundSeats, get_seats
from tournaments.running import EntryChange, EventCharge, RuledResult, Since, recheck
from tournaments.running.clocks import ACT_OF_CLOCK, clock_facts
from tournaments.running.entries import format_lots

pytestmark = [pytest.mark.engine, pytest.mark.django_db(transaction=True)]
# SQLite has one queue for all who write; PostgreSQL locks rows, and there is more to meet there.
RACES: Final = 500 if LONG else 5 if connection.vendor == "postgresql" else 2
REFUSALS: Final = (Refusal, Outdated, ValidationError, recording.CorrectionNotAllowed)


@dataclass
class Moment:
    """An event of four pairs and two tables at a moment of its first round, or after it."""

    event: Played
    round: Round
    # One form, sent twice.
    key: UUID
    # An entry that was removed.
    gone: int = 0

    @property
    def by(self) -> Author:
        return self.event.by

    @property
    def fresh_event(self) -> Tournament:
        """As each of them has read it: what one act changes of a row in memory, the other does not know."""
        return self.event.fresh

    @property
    def fresh_round(self) -> Round:
        return Round.objects.select_related("tournament__book").get(pk=self.round.pk)

    def entry(self, number: int) -> Entry:
        return self.event.entry(number)

    @cached_property
    def last(self) -> Entry:
        return self.entry(self.event.event.entries.count())

    @property
    def pairing(self) -> Pairing:
        return self.pairing_at(1)

    def pairing_at(self, table: int) -> Pairing:
        pairing = Pairing.objects.select_related("round__tournament__book")
        return pairing.get(round__tournament=self.event.event, round__number=1, table=table)

    def game(self, table: int) -> Game:
        game = Game.objects.select_related("book")
        return game.get(pairing__round__tournament=self.event.event, pairing__round__number=1, label=table)

    @cached_property
    def newcomers(self) -> list[Player]:
        return self.event.players()

    @property
    def first_of_entry_1(self) -> Player:
        return Player.objects.filter(places__entry=self.entry(1)).order_by("places__position")[0]

    @cached_property
    def charge(self) -> EventAdjustment:
        return running.adjust_event(self.by, self.fresh_event, self.new_charge(uuid4()))

    @property
    def fresh_charge(self) -> EventAdjustment:
        return EventAdjustment.objects.select_related("tournament__book").get(pk=self.charge.pk)

    def new_charge(self, key: UUID) -> EventCharge:
        return EventCharge(
            entry=1, unit=EventAdjustment.Unit.POINTS, amount=-1, reason="a phone rang", key=key
        )

    def changed_entry(self, since: Since) -> EntryChange:
        own = Player.objects.filter(places__entry=self.entry(1)).order_by("places__position")
        return EntryChange(players=[own[0], self.newcomers[0]], number=1, since=since)

    @cached_property
    def plan(self) -> running.EventPlan:
        event = self.event.fresh
        return running.EventPlan(
            name="Autumn",
            date=event.date,
            ruleset=event.ruleset,
            options=event.options,
            agreement=event.agreement,
        )

    @cached_property
    def seen_event(self) -> str:
        return running.events.fingerprint_of(self.event.fresh)

    @cached_property
    def programme_seen(self) -> str:
        return fingerprint_of_programme(self.event.fresh)

    @cached_property
    def programme(self) -> tuple[ProgrammeLine, ...]:
        starts_at = timezone.now().replace(second=0, microsecond=0)
        layout = DayLayout(template=Template.DAY, starts_at=starts_at, rounds=3, round_minutes=60)
        return lay_out(layout)

    @property
    def lunch(self) -> ProgrammeLine:
        return replace(self.programme[1], kind=LineKind.LUNCH, round=None)

    @cached_property
    def seats(self) -> RoundSeats:
        return get_seats(self.fresh_round)

    @cached_property
    def digest(self) -> str:
        return protocol_of(self.game(1)).digest

    @cached_property
    def leaving(self) -> Player:
        """Read once: after the first of two substitutions somebody else sits there."""
        seats = self.game(1).sides.get(number=0).seats
        return seats.get(position=0, from_deal=1).player

    @cached_property
    def minutes(self) -> int | None:
        """Read once: after the first of two who take them back there are none."""
        gifts = TableMinutes.objects.filter(pairing=self.pairing).order_by("pk")
        return gifts.values_list("pk", flat=True).last()


def playing() -> Moment:
    event = Played(agreed(SWISS, rounds=2, deals=1, walkover_margin=2000))
    event.enter(4)
    return Moment(event, event.publish(), uuid4())


def finished() -> Moment:
    """Every table has its deal."""
    moment = playing()
    for table in (1, 2):
        recording.record_deal(moment.by, moment.game(table), a_deal())
    return moment


def closed() -> Moment:
    moment = finished()
    moment.event.close(moment.round)
    return moment


def ended() -> Moment:
    """With the round that is over the event is over."""
    moment = closed()
    end_after_this_round(moment.event.event)
    return moment


def drawn() -> Moment:
    moment = closed()
    return replace(moment, round=moment.event.draw())


def with_a_late_pair() -> Moment:
    moment = playing()
    moment.event.enter(1)
    return moment


def with_a_pair_gone() -> Moment:
    moment = playing()
    running.withdraw(moment.by, moment.entry(4), "ill")
    return moment


def with_a_single() -> Moment:
    moment = playing()
    running.add_single(moment.by, moment.fresh_event, moment.newcomers[0])
    return moment


def with_handicaps() -> Moment:
    moment = playing()
    agreed_on = replace(moment.fresh_event.agreement, handicap=50).data()
    Tournament.objects.filter(pk=moment.event.event.pk).update(settings=agreed_on)
    return moment


def with_a_rating_by_hand() -> Moment:
    moment = with_handicaps()
    running.set_handicap_rating(moment.by, moment.entry(1), running.HandRating(rating=1600))
    return moment


def with_a_third() -> Moment:
    """It is the third's turn to rest in round 2."""
    moment = playing()
    running.add_third(moment.by, moment.entry(1), running.ThirdPlayer(moment.newcomers[0]))
    return moment


def with_a_pair_replaced() -> Moment:
    moment = with_a_pair_gone()
    running.replace_entry(moment.by, moment.entry(4), moment.event.players())
    return moment


def with_a_charge() -> Moment:
    moment = playing()
    assert moment.charge
    return moment


def with_a_result() -> Moment:
    moment = playing()
    moment.event.totals(moment.game(1), 5_000, 3_000)
    return moment


def with_a_walkover() -> Moment:
    moment = playing()
    walkover(moment)
    return moment


def with_a_sheet_signed() -> Moment:
    moment = finished()
    recording.sign_on_paper(moment.by, moment.game(1), moment.digest, uuid4())
    return moment


def with_a_game_ended() -> Moment:
    moment = playing()
    end = recording.EarlyEnd(recording.GameEnd.TIME, None)
    recording.end_game(moment.by, moment.game(1), end, "the hall closes", uuid4())
    return moment


def with_a_round_removed() -> Moment:
    moment = drawn()
    running.remove_round(moment.by, moment.fresh_round, "the power is gone")
    return moment


def with_an_entry_removed() -> Moment:
    moment = with_a_late_pair()
    moment.gone = moment.last.pk
    running.remove_entry(moment.by, deepcopy(moment.last))
    return moment


def with_a_table_locked() -> Moment:
    moment = drawn()
    running.lock_table(moment.by, moment.fresh_round, 1, locked=True)
    return moment


def shown_until_noon() -> Moment:
    """Since the day before yesterday, where results are official by themselves, and every sheet is signed."""
    moment = finished()
    for table in (1, 2):
        game = moment.game(table)
        recording.sign_on_paper(moment.by, game, protocol_of(game).digest, uuid4())
    moment.event.close(moment.round)
    end_after_this_round(moment.event.event)
    event = moment.event.fresh
    event.settings = replace(event.agreement, official_at_noon=True).data()
    event.save(update_fields=["settings"])
    running.show_results(replace(moment.by, at=moment.by.at - timedelta(days=2)), moment.fresh_event)
    return moment


def with_a_result_put_right() -> Moment:
    """Between the draw of a round and its publication, so that it would be drawn otherwise now."""
    moment = drawn()
    ruled = RuledResult(kind=Pairing.Kind.RULED_LOST, reason="the jury", at_fault=0)
    running.rule_result(moment.by, moment.pairing, ruled)
    return moment


def with_a_table_that_plays() -> Moment:
    moment = playing()
    recording.record_deal(moment.by, moment.game(1), a_deal())
    return moment


def official() -> Moment:
    moment = shown()
    running.declare_official(moment.by, moment.event.event)
    return moment


def shown() -> Moment:
    """For two hours already."""
    moment = ended()
    before = replace(moment.by, at=moment.by.at - timedelta(hours=2))
    running.show_results(before, moment.event.event)
    return moment


def walkover(moment: Moment) -> object:
    ruled = RuledResult(kind=Pairing.Kind.WALKOVER, reason="late", at_fault=1)
    return running.rule_result(moment.by, moment.pairing, ruled)


def substitute(moment: Moment) -> object:
    coming = moment.newcomers[0]
    return recording.substitute(moment.by, moment.game(1), 0, moment.leaving, coming, moment.key)


def set_by_hand(moment: Moment) -> object:
    seats = get_seats(moment.round)
    one, other = seats.tables[0][0][0], seats.tables[1][0][0]
    exchanged = seats.with_exchanged(one, other)
    return running.set_by_hand(moment.by, moment.fresh_round, exchanged, seats.fingerprint)


def result(moment: Moment) -> object:
    final = recording.FinalResult(totals=(5_000, 3_000), reason="the slip", key=moment.key)
    return recording.record_result(moment.by, moment.game(1), final)


def lots(moment: Moment) -> object:
    drawn_lots = {1: 3, 2: 1, 3: 4, 4: 2}
    return running.draw_lots(moment.by, moment.fresh_event, drawn_lots, format_lots([]))


def exchange(moment: Moment) -> object:
    """The sides of the first table exchange their places."""
    (one,), (other,) = moment.seats.tables[0]
    exchanged, seen = moment.seats.with_exchanged(one, other), moment.seats.fingerprint
    return running.exchange_places(moment.by, moment.fresh_round, exchanged, "they did", seen)


def seat_late_pair(moment: Moment) -> object:
    """It sits where the first one was to sit."""
    (one,), _other = moment.seats.tables[0]
    seated, seen = moment.seats.with_exchanged(one, moment.last.number), moment.seats.fingerprint
    return running.exchange_places(moment.by, moment.fresh_round, seated, "they came", seen)


def enter_a_guest(moment: Moment) -> object:
    guest = Player(given_name="Gunn", family_name="Holm")
    return running.enter_with_guests(moment.by, moment.fresh_event, [[guest, moment.newcomers[0]]])


def put_set_up_right(moment: Moment) -> object:
    agreement = replace(moment.plan.agreement, walkover_margin=3000)
    plan = replace(moment.plan, agreement=agreement, name=moment.event.event.name)
    correction = running.SetUpCorrection(
        plan=plan, reason="a wrong number", key=moment.key, seen=moment.seen_event
    )
    return running.correct_set_up(moment.by, moment.fresh_event, correction)


@dataclass(frozen=True)
class Race:
    """When two do the same, what they do, and whether the second is told of the first."""

    moment: Callable[[], Moment]
    act: Callable[[Moment], object]
    # Otherwise it is told the same: an act that says again what stands is no other act.
    is_refused: bool = True
    # A deal that was first forbids it to both.
    gives_way_to_deals: bool = False


TERMS: Final = running.ClockTerms(minutes=50, more_minutes=10)


def with_a_clock() -> Moment:
    moment = playing()
    running.start_clock(moment.by, moment.fresh_round, TERMS)
    return moment


def with_a_clock_that_stands() -> Moment:
    moment = with_a_clock()
    running.pause_clock(moment.by, moment.fresh_round)
    return moment


def with_more_minutes() -> Moment:
    moment = with_a_clock()
    running.give_minutes(moment.by, moment.pairing, 3, uuid4())
    return moment


def with_a_game_that_goes_on() -> Moment:
    event = Played(agreed(SWISS, rounds=2, deals=4, walkover_margin=2000))
    event.enter(4)
    moment = Moment(event, event.publish(), uuid4())
    recording.record_deal(moment.by, moment.game(1), a_deal())
    return moment


def with_time_up() -> Moment:
    moment = with_a_game_that_goes_on()
    running.end_round_by_time(moment.by, moment.fresh_round, [moment.game(1).pk], uuid4())
    return moment


def with_a_notice() -> Moment:
    moment = playing()
    running.announce(moment.by, moment.fresh_event, {"en": "Coffee"}, minutes=30)
    return moment


def with_a_notice_ended() -> Moment:
    moment = with_a_notice()
    running.end_notice(moment.by, moment.fresh_event, 1)
    return moment


def with_a_screen() -> Moment:
    moment = playing()
    running.set_screen(moment.by, moment.fresh_event, HallScreen.usual(2))
    return moment


# The prizes: two share the first place after the last round.
TYPED: Final = PrizeTable({"": read_rows("50")}, Sharing.DIVIDE, 100, public=True, currency="EUR")


def tied() -> Moment:
    evening = PrizeEvening()
    return Moment(evening, evening.drawn, uuid4())


def level() -> Moment:
    """The first table of a knock-out has ended level."""
    played = a_knock_out(4)
    drawn = played.publish()
    played.win(drawn, level=(1, 4))
    played.close(drawn)
    return Moment(played, drawn, uuid4())


def decide_level(moment: Moment) -> object:
    pairing = moment.fresh_round.pairings.select_related("round__tournament__book").get(table=1)
    return running.decide_level_game(moment.by, pairing, running.LevelDecision(4))


def tied_and_shown() -> Moment:
    evening = PrizeEvening()
    evening.prizes(Sharing.DRAW, all="50\n25", ladies="10")
    running.set_categories(evening.by, evening.fresh, {1: ["ladies"]})
    evening.show()
    return Moment(evening, evening.drawn, uuid4())


def with_a_decider() -> Moment:
    moment = tied()
    decide(moment)
    return moment


def with_a_decider_withdrawn() -> Moment:
    moment = with_a_decider()
    running.withdraw_decider(moment.by, moment.fresh_event, 1)
    return moment


def with_a_prize_given() -> Moment:
    moment = tied_and_shown()
    give(moment)
    return moment


def winners(moment: Moment) -> list[int]:
    """Who has won a game: these share the first place until it is decided."""
    first = Standing.objects.filter(round=moment.round, wins=1).order_by("entry__number")
    return list(first.values_list("entry__number", flat=True))


def decide(moment: Moment) -> object:
    played = running.PlayedDecider("deal", "", winners(moment))
    return running.record_decider(moment.by, moment.fresh_event, played)


def give(moment: Moment) -> object:
    return running.give_prize(moment.by, moment.fresh_event, "ladies", 1, Prize(1000))


def time_up(moment: Moment) -> object:
    return running.end_round_by_time(moment.by, moment.fresh_round, [moment.game(1).pk], moment.key)


def give_back(moment: Moment) -> object:
    assert moment.minutes
    return running.take_minutes_back(moment.by, moment.pairing, moment.minutes)


def put_clock_back(moment: Moment) -> object:
    started = RoundClock(minutes=TERMS.minutes, more_minutes=TERMS.more_minutes, started_at=moment.by.at)
    facts = {**clock_facts(started), "number": 1, ACT_OF_CLOCK: moment.by.at.isoformat()}
    return running.put_clock_back(moment.by, moment.fresh_round, {}, facts)


def with_a_programme() -> Moment:
    moment = playing()
    running.make_programme(moment.by, moment.fresh_event, moment.programme, moment.programme_seen)
    del moment.programme_seen
    assert moment.programme_seen
    return moment


def put_programme_back(moment: Moment) -> object:
    entry = LogEntry.objects.filter(book=moment.event.event.book, act="programme.made").get()
    facts = payload_of(entry)
    return running.put_programme_back(moment.by, moment.fresh_event, facts["before"], facts["after"])


RACES_OF: Final = {
    "start_clock": Race(
        playing, lambda at: running.start_clock(at.by, at.fresh_round, TERMS), is_refused=False
    ),
    "pause_clock": Race(
        with_a_clock, lambda at: running.pause_clock(at.by, at.fresh_round), is_refused=False
    ),
    "resume_clock": Race(
        with_a_clock_that_stands, lambda at: running.resume_clock(at.by, at.fresh_round), is_refused=False
    ),
    "change_clock": Race(
        with_a_clock,
        lambda at: running.change_clock(at.by, at.fresh_round, running.ClockTerms(minutes=40), TERMS),
        is_refused=False,
    ),
    "put_clock_back": Race(with_a_clock, put_clock_back),
    "give_minutes": Race(
        with_a_clock, lambda at: running.give_minutes(at.by, at.pairing, 3, at.key), is_refused=False
    ),
    "take_minutes_back": Race(with_more_minutes, give_back),
    "end_round_by_time": Race(with_a_game_that_goes_on, time_up, is_refused=False),
    "let_round_go_on": Race(
        with_time_up, lambda at: running.let_round_go_on(at.by, at.fresh_round, [at.game(1).pk])
    ),
    "end_notice": Race(
        with_a_notice, lambda at: running.end_notice(at.by, at.fresh_event, 1), is_refused=False
    ),
    "bring_notice_back": Race(
        with_a_notice_ended, lambda at: running.bring_notice_back(at.by, at.fresh_event, 1), is_refused=False
    ),
    "set_screen": Race(
        playing, lambda at: running.set_screen(at.by, at.fresh_event, HallScreen.usual(2)), is_refused=False
    ),
    "remove_screen": Race(
        with_a_screen, lambda at: running.remove_screen(at.by, at.fresh_event, 2), is_refused=False
    ),
    "make_programme": Race(
        playing,
        lambda at: running.make_programme(at.by, at.fresh_event, at.programme, at.programme_seen),
        is_refused=False,
    ),
    "set_programme_line": Race(
        with_a_programme,
        lambda at: running.set_programme_line(at.by, at.fresh_event, at.lunch, at.programme_seen),
        is_refused=False,
    ),
    "remove_programme_line": Race(
        with_a_programme,
        lambda at: running.remove_programme_line(at.by, at.fresh_event, 2, at.programme_seen),
        is_refused=False,
    ),
    "move_programme": Race(
        with_a_programme,
        lambda at: running.move_programme(at.by, at.fresh_event, 2, 15, at.programme_seen, at.key),
        is_refused=False,
    ),
    "put_programme_back": Race(with_a_programme, put_programme_back),
    "set_prizes": Race(
        playing, lambda at: running.set_prizes(at.by, at.fresh_event, TYPED), is_refused=False
    ),
    "set_categories": Race(
        playing,
        lambda at: running.set_categories(at.by, at.fresh_event, {1: ["ladies"]}),
        is_refused=False,
    ),
    "record_decider": Race(tied, decide),
    "decide_level_game": Race(level, decide_level),
    "withdraw_decider": Race(
        with_a_decider, lambda at: running.withdraw_decider(at.by, at.fresh_event, 1), is_refused=False
    ),
    "bring_decider_back": Race(
        with_a_decider_withdrawn,
        lambda at: running.bring_decider_back(at.by, at.fresh_event, 1),
        is_refused=False,
    ),
    "draw_prize_lot": Race(
        tied_and_shown, lambda at: running.draw_prize_lot(at.by, at.fresh_event, "", winners(at))
    ),
    "give_prize": Race(tied_and_shown, give),
    "take_prize_back": Race(
        with_a_prize_given, lambda at: running.take_prize_back(at.by, at.fresh_event, 1), is_refused=False
    ),
    "enter_pairs": Race(playing, lambda at: running.enter_pairs(at.by, at.fresh_event, [at.newcomers])),
    "enter_with_guests": Race(playing, enter_a_guest),
    "check_in": Race(playing, lambda at: running.check_in(at.by, at.entry(1)), is_refused=False),
    "withdraw": Race(playing, lambda at: running.withdraw(at.by, at.entry(1), "ill")),
    "bring_back": Race(with_a_pair_gone, lambda at: running.bring_back(at.by, at.entry(4)), is_refused=False),
    "add_single": Race(
        playing, lambda at: running.add_single(at.by, at.fresh_event, at.newcomers[0]), is_refused=False
    ),
    "remove_single": Race(
        with_a_single,
        lambda at: running.remove_single(at.by, at.fresh_event, at.newcomers[0]),
        is_refused=False,
    ),
    "add_third": Race(
        playing, lambda at: running.add_third(at.by, at.entry(1), running.ThirdPlayer(at.newcomers[0]))
    ),
    "remove_third": Race(with_a_third, lambda at: running.remove_third(at.by, at.entry(1), at.newcomers[0])),
    "set_resting": Race(
        with_a_third,
        lambda at: running.set_resting(at.by, at.entry(1), 2, at.first_of_entry_1),
        is_refused=False,
    ),
    "replace_entry": Race(
        with_a_pair_gone,
        lambda at: running.replace_entry(at.by, at.entry(4), at.newcomers),
    ),
    "take_back_replacement": Race(
        with_a_pair_replaced, lambda at: running.take_back_replacement(at.by, at.entry(4))
    ),
    "edit_entry": Race(
        playing,
        lambda at: running.edit_entry(at.by, at.entry(1), at.changed_entry(Since.ALWAYS)),
        is_refused=False,
    ),
    "edit_entry from now on": Race(
        playing,
        lambda at: running.edit_entry(at.by, at.entry(1), at.changed_entry(Since.NOW)),
        is_refused=False,
    ),
    "draw_lots": Race(playing, lots, is_refused=False),
    "set_strength": Race(
        playing, lambda at: running.set_strength(at.by, at.fresh_event, [2, 1], ""), is_refused=False
    ),
    "set_handicap_rating": Race(
        with_handicaps,
        lambda at: running.set_handicap_rating(at.by, at.entry(1), running.HandRating(rating=1600)),
        is_refused=False,
    ),
    "put_handicap_rating_back": Race(
        with_a_rating_by_hand,
        lambda at: running.put_handicap_rating_back(
            at.by, at.entry(1), {"handicap_rating": None, "handicap_rounds": []}
        ),
        is_refused=False,
    ),
    "set_here": Race(playing, lambda at: running.set_here(at.by, at.fresh_event, [1, 3]), is_refused=False),
    "set_missing": Race(
        playing, lambda at: running.set_missing(at.by, at.fresh_event, 2, [1]), is_refused=False
    ),
    "set_outside": Race(
        playing, lambda at: running.set_outside(at.by, at.entry(1), outside=True), is_refused=False
    ),
    "set_fixed_table": Race(
        playing, lambda at: running.set_fixed_table(at.by, at.entry(1), 2), is_refused=False
    ),
    "change_event": Race(
        playing, lambda at: running.change_event(at.by, at.fresh_event, at.plan, at.seen_event)
    ),
    "draw_round": Race(closed, lambda at: running.draw_round(at.by, at.fresh_event)),
    "draw_round while a table plays": Race(
        with_a_table_that_plays,
        lambda at: running.draw_round(at.by, at.fresh_event, going_on={(1, 2): CountsAs.DRAW}),
        gives_way_to_deals=True,
    ),
    "draw_again": Race(
        with_a_result_put_right,
        lambda at: running.draw_again(at.by, at.fresh_round),
        gives_way_to_deals=True,
    ),
    "redraw_others": Race(
        with_a_table_locked, lambda at: running.redraw_others(at.by, at.fresh_round), is_refused=False
    ),
    "publish_round": Race(drawn, lambda at: running.publish_round(at.by, at.fresh_round)),
    "remove_round": Race(playing, lambda at: running.remove_round(at.by, at.fresh_round, "no power")),
    "close_round": Race(finished, lambda at: running.close_round(at.by, at.fresh_round)),
    "reopen_round": Race(closed, lambda at: running.reopen_round(at.by, at.fresh_round, "a sheet")),
    "set_by_hand": Race(drawn, set_by_hand, is_refused=False),
    "lock_table": Race(
        drawn, lambda at: running.lock_table(at.by, at.fresh_round, 1, locked=True), is_refused=False
    ),
    "rule_result": Race(playing, walkover, is_refused=False),
    "restore_played_result": Race(
        with_a_walkover,
        lambda at: running.restore_played_result(at.by, at.pairing, "they came"),
        is_refused=False,
    ),
    "adjust_event": Race(
        playing,
        lambda at: running.adjust_event(at.by, at.fresh_event, at.new_charge(at.key)),
        is_refused=False,
    ),
    "cancel_event_adjustment": Race(
        with_a_charge, lambda at: running.cancel_event_adjustment(at.by, at.fresh_charge, "another's")
    ),
    "show_results": Race(ended, lambda at: running.show_results(at.by, at.fresh_event)),
    "hide_results": Race(shown, lambda at: running.hide_results(at.by, at.fresh_event, "a protest")),
    "declare_official_when_due": Race(
        shown_until_noon,
        lambda at: running.declare_official_when_due(at.by, at.fresh_event),
        gives_way_to_deals=True,
    ),
    "declare_official": Race(shown, lambda at: running.declare_official(at.by, at.fresh_event)),
    "sign_round_on_paper": Race(
        finished,
        lambda at: running.sign_round_on_paper(at.by, at.fresh_round, {at.game(1).pk: at.digest}, at.key),
        is_refused=False,
    ),
    "reopen_game": Race(
        with_a_sheet_signed,
        lambda at: recording.reopen_game(at.by, at.game(1), "not signed", at.key),
        is_refused=False,
    ),
    "record_result": Race(playing, result, is_refused=False),
    "take_back_result": Race(
        with_a_result,
        lambda at: recording.take_back_result(at.by, at.game(1), "wrong", at.key),
        is_refused=False,
    ),
    "substitute": Race(playing, substitute, is_refused=False),
    "exchange_places": Race(playing, exchange, is_refused=False),
    "exchange_places with a late entry": Race(with_a_late_pair, seat_late_pair, is_refused=False),
    "move_deals": Race(
        with_a_result,
        lambda at: running.move_deals(at.by, at.pairing, at.pairing_at(2), "the wrong sheet", at.key),
        is_refused=False,
    ),
    "put_back_round": Race(
        with_a_round_removed,
        lambda at: running.put_back_round(at.by, at.fresh_round, "the power is back"),
        gives_way_to_deals=True,
    ),
    "put_back_entry": Race(
        with_an_entry_removed,
        lambda at: running.put_back_entry(at.by, at.fresh_event, at.gone, "they came"),
        gives_way_to_deals=True,
    ),
    "correct_set_up": Race(playing, put_set_up_right, is_refused=False),
    "resume_game": Race(
        with_a_game_ended,
        lambda at: recording.resume_game(at.by, at.game(1), "the hall is open", at.key),
        is_refused=False,
    ),
    "revise_official": Race(
        official, lambda at: running.revise_official(at.by, at.fresh_event, "a sheet was found")
    ),
    "archive": Race(playing, lambda at: archive(at.by, at.fresh_event.book), is_refused=False),
    "remove_entry": Race(with_a_late_pair, lambda at: running.remove_entry(at.by, deepcopy(at.last))),
}

# Verbs of which two are two acts, with the reason; what only asks has no race either.
WITHOUT_A_RACE: Final = {
    "create_event": "each of two who set up an event has one of his own",
    "repeat_event": "each of two who repeat an event has one of his own; one who taps twice has one",
    "announce": "each of two who announce something has said something; one who taps twice has said it once",
    "call_players": "each of two who call players has called; one who taps twice has called once",
    "check_in_by_code": "a check-in has a race, and this is one by somebody else",
    "with_guests": "what is done with the guests has a race of its own",
    "delete_event": "the event is gone afterwards: it has a test of its own below",
}
# The acts of an evening without a mishap: in the quick profile one race shows that it is still run.
ONCE: Final = {
    *("enter_pairs", "check_in", "withdraw", "draw_lots", "set_fixed_table", "change_event"),
    *("draw_round", "publish_round", "close_round", "set_by_hand", "lock_table", "redraw_others"),
    *("rule_result", "adjust_event", "cancel_event_adjustment", "show_results", "declare_official"),
}
QUESTIONS: Final = {
    *(
        "check_removable",
        "events_due",
        "find_open_matters",
        "is_large_table",
        "may_be_deleted",
        "not_counted_yet",
        "preview_set_up",
    ),
    *("refuse_put_back", "what_goes"),
}


def write_a_deal(moment: Moment) -> DealVersion:
    """At the second table: its first deal, or that deal put right."""
    game = moment.game(2)
    if not game.deals.exists():
        return recording.record_deal(moment.by, game, a_deal())
    amendment = recording.Amendment(
        number=1, version=1, body=a_small_body(), key=uuid4(), override=True, reason="the jury says so"
    )
    return recording.amend_deal(moment.by, game, amendment)


def test_every_verb_has_a_race_or_a_reason_why_not() -> None:
    verbs = {name for name in running.__all__ if isfunction(getattr(running, name))}
    raced = {name.partition(" ")[0] for name in RACES_OF}
    others = {*recording.__all__, "archive"}
    assert verbs == (raced - others) | WITHOUT_A_RACE.keys() | QUESTIONS


@pytest.mark.parametrize("name", RACES_OF)
def test_of_two_who_do_the_same_one_does_it_and_the_deal_beside_it_is_kept(name: str) -> None:
    for _race in range(RACES if LONG or name not in ONCE else 1):
        run_race(RACES_OF[name])
    assert list(recheck_games.all_differences()) == []
    assert verify_log().broken == []


def test_a_trial_is_deleted_once_though_a_deal_is_recorded_beside_it() -> None:
    for _race in range(RACES):
        delete_twice()
    assert verify_log().broken == []


def delete_twice() -> None:
    event = Played(agreed(SWISS, rounds=2))
    Book.objects.filter(pk=event.event.book_id).update(trial=True)
    event.enter(4)
    moment, stale = Moment(event, event.publish(), uuid4()), event.fresh
    game = moment.game(2)
    *twice, _written = at_once(
        lambda: running.delete_event(event.by, stale),
        lambda: running.delete_event(event.by, stale),
        lambda: recording.record_deal(event.by, game, a_deal()),
        refusals=REFUSALS,
    )
    assert [answer for answer in twice if answer is None] == [None]
    assert not Tournament.objects.filter(pk=stale.pk).exists()
    assert not Game.objects.filter(book=stale.book_id).exists()


def run_race(race: Race) -> None:
    moment = race.moment()
    prepare(moment)
    logged = moment.event.event.book.log.count()
    last = moment.event.event.book.log.latest("number").number
    *twice, written = at_once(
        lambda: race.act(moment),
        lambda: race.act(moment),
        lambda: write_a_deal(moment),
        refusals=REFUSALS,
    )
    refused = [answer for answer in twice if isinstance(answer, Exception)]
    is_late = race.gives_way_to_deals and len(refused) == 2 and isinstance(written, DealVersion)
    assert len(refused) == race.is_refused or is_late, refused
    if is_late:
        acts = moment.event.event.book.log.filter(number__gt=last).values_list("act", flat=True)
        assert not [act for act in acts if act.startswith(("entry.", "round."))], "the deal was not first"
    if isinstance(written, DealVersion):
        assert DealVersion.objects.get(pk=written.pk).sheet == written.sheet
    else:
        assert isinstance(written, REFUSALS)
    assert moment.event.event.book.log.count() > logged
    assert recheck.differences_in(moment.event.fresh) == []


def prepare(moment: Moment) -> None:
    """What both send was on their pages before."""
    _ = moment.minutes  # of a moment with a clock
    assert moment.newcomers
    assert moment.plan
    assert moment.seen_event
    assert moment.digest
    assert moment.last
    assert moment.seats
    assert moment.leaving
