"""The last acts of an event: each is taken back, or the list says why not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from io import StringIO
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from clubs.books.verification import verify_log
from clubs.models import LogEntry, Player, Role
from scoring import recording
from scoring.models import Deal, Game, Seat, WrittenWarning
from scoring.recording import EarlyEnd, GameEnd
from tests.builders import a_player, a_user
from tests.scoring.support.played import a_deal
from tests.tournaments.support.events import Played, agreed, end_after_this_round
from tournaments import running
from tournaments.agreement.agreement import Phase
from tournaments.archive import content_hash
from tournaments.core.movements.knock_out import KNOCK_OUT
from tournaments.core.movements.swiss import SWISS
from tournaments.core.prize_rows import read_rows
from tournaments.core.prizes import Prize, Sharing
from tournaments.models import EventAdjustment, Pairing, Round
from tournaments.play.entry_queries import former_places
from tournaments.play.prizes import PrizeTable
from tournaments.play.seating import get_seats
from tournaments.running import EntryChange, RuledResult, Since, recheck

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Played:
    played = Played(agreed(SWISS, rounds=3, deals=1, walkover_margin=2000))
    played.enter(4)
    return played


def the_last(event: Played, act: str) -> LogEntry:
    return LogEntry.objects.filter(book=event.event.book, act=act).latest("number")


def address(event: Played, entry: LogEntry) -> str:
    return reverse("clubs:undo", args=[event.event.book_id, entry.number])


def undo(event: Played, director: Client, act: str) -> None:
    sent = {"key": str(uuid4()), "reason": "A slip of the hand"}
    answer = director.post(address(event, the_last(event, act)), sent)
    assert answer.status_code == 302, answer.content.decode()


def listed(event: Played, director: Client) -> str:
    return director.get(reverse("clubs:last_acts", args=[event.event.book_id])).content.decode()


def first_game(event: Played) -> Game:
    return event.games(event.event.rounds.latest("pk"))[0]


def deal_at_each_table(event: Played) -> None:
    for game in event.games(event.event.rounds.latest("pk")):
        recording.record_deal(event.by, game, a_deal(1))


def nothing(_event: Played) -> None:
    pass


def published(event: Played) -> None:
    event.publish()


def played(event: Played) -> None:
    event.publish()
    deal_at_each_table(event)


def closed(event: Played) -> None:
    played(event)
    running.close_round(event.by, event.event.rounds.get())


def last_closed(event: Played) -> None:
    closed(event)
    end_after_this_round(event.event)


def edited(event: Played, since: Since) -> None:
    entry = event.entry(1)
    kept = entry.players.order_by("places__position").last()
    assert kept is not None
    change = EntryChange(players=[a_player(club=event.club), kept], number=1, since=since)
    running.edit_entry(event.by, entry, change)


def with_third(event: Played) -> None:
    third = running.ThirdPlayer(a_player(club=event.club))
    running.add_third(event.by, event.entry(1), third)


def with_third_after_a_round(event: Played) -> None:
    with_third(event)
    closed(event)


def with_third_at_the_table(event: Played) -> None:
    with_third(event)
    event.publish()


def third_of(event: Played) -> Player:
    return Player.objects.filter(places__entry=event.entry(1)).order_by("-places__position")[0]


def first_of(event: Played) -> Player:
    return Player.objects.filter(places__entry=event.entry(1)).order_by("places__position")[0]


def gone_after_a_round(event: Played) -> None:
    closed(event)
    running.withdraw(event.by, event.entry(1), "Ill")


def taken_over(event: Played) -> None:
    running.replace_entry(event.by, event.entry(1), event.players())


def replaced(event: Played) -> None:
    gone_after_a_round(event)
    taken_over(event)


def taken_back(event: Played) -> None:
    running.take_back_replacement(event.by, event.entry(1))


def set_by_hand(event: Played) -> None:
    drawn = event.event.rounds.get()
    seats = get_seats(drawn)
    first, second = seats.tables[0][0][0], seats.tables[1][0][0]
    running.set_by_hand(event.by, drawn, seats.with_exchanged(first, second))


def give_lots(event: Played) -> None:
    running.draw_lots(event.by, event.event, {1: 2, 2: 1})


def with_a_tie(event: Played) -> None:
    """Everybody who has won has won alike."""
    event.publish()
    for game in event.games(event.event.rounds.get()):
        event.totals(game, 5000, 4000)
    running.close_round(event.by, event.event.rounds.get())
    end_after_this_round(event.event)


def with_prizes(event: Played) -> None:
    with_a_tie(event)
    set_prizes(event)
    running.show_results(event.by, event.fresh)


def set_prizes(event: Played) -> None:
    table = PrizeTable({"": read_rows("50 + cup\n25 + book\n10\n10")}, Sharing.DRAW, currency="EUR")
    running.set_prizes(event.by, event.fresh, table)


def tied(event: Played) -> list[int]:
    return sorted(entry for place, entry, *_rest in event.counted() if place == 1)


def with_decider(event: Played) -> None:
    with_a_tie(event)
    decide(event)


def decide(event: Played) -> None:
    running.record_decider(event.by, event.fresh, running.PlayedDecider("deal", "", tied(event), "9 to 5"))


def with_a_level_game(event: Played) -> None:
    """The event goes on as a knock-out, and its first game ends level."""
    agreement = replace(event.fresh.agreement, phases=(Phase(movement=KNOCK_OUT, rounds=1),))
    running.change_event(event.by, event.fresh, replace(plan_of(event), agreement=agreement))
    drawn = event.publish()
    for game in event.games(drawn):
        event.totals(game, 5000, 5000)
    running.close_round(event.by, event.event.rounds.get())


def decide_level(event: Played) -> None:
    pairing = event.event.rounds.get().pairings.select_related("round__tournament__book").get(table=1)
    winner = pairing.entered.order_by("entry__number")[0].entry.number
    running.decide_level_game(event.by, pairing, running.LevelDecision(winner, "320 to 180"))


def give_third(event: Played) -> None:
    third = next(entry for place, entry, *_rest in event.counted() if place == 3)
    running.give_prize(event.by, event.fresh, "", third, Prize(1000))


def plan_of(event: Played) -> running.EventPlan:
    return running.EventPlan(
        name=event.event.name,
        date=event.event.date,
        ruleset=event.ruleset,
        agreement=event.fresh.agreement,
    )


def rename(event: Played) -> None:
    running.change_event(event.by, event.event, replace(plan_of(event), name="Autumn"))


def penalty() -> running.EventCharge:
    return running.EventCharge(
        entry=1, unit=EventAdjustment.Unit.POINTS, amount=-1, reason="Late", key=uuid4()
    )


def substituted(event: Played) -> None:
    seat = first_game(event).sides.get(number=0).seats.get(position=0)
    recording.substitute(event.by, first_game(event), 0, seat.player, a_player(club=event.club), uuid4())


def judged(event: Played) -> None:
    pairing = event.event.rounds.latest("pk").pairings.get(table=1)
    running.rule_result(
        event.by, pairing, RuledResult(kind=Pairing.Kind.WALKOVER, at_fault=0, reason="Absent")
    )


ACTS: dict[str, tuple[Callable[[Played], object], Callable[[Played], object]]] = {
    "entry.added": (nothing, lambda event: event.enter(1)),
    "entry.checked": (nothing, lambda event: running.check_in(event.by, event.entry(1))),
    "entry.withdrawn": (nothing, lambda event: running.withdraw(event.by, event.entry(1), "Ill")),
    "entry.corrected": (closed, lambda event: edited(event, Since.ALWAYS)),
    "entry.handed_over": (closed, lambda event: edited(event, Since.NOW)),
    "entry.third_added": (closed, lambda event: with_third(event)),
    "entry.third_removed": (
        with_third_after_a_round,
        lambda event: running.remove_third(event.by, event.entry(1), third_of(event)),
    ),
    "entry.resting": (
        with_third_at_the_table,
        lambda event: running.set_resting(event.by, event.entry(1), 1, first_of(event)),
    ),
    "entry.replaced": (gone_after_a_round, taken_over),
    "entry.replacement_taken_back": (replaced, taken_back),
    "entry.outside": (nothing, lambda event: running.set_outside(event.by, event.entry(1), outside=True)),
    "entry.table_kept": (nothing, lambda event: running.set_fixed_table(event.by, event.entry(1), 2)),
    "event.check_in": (nothing, lambda event: running.set_here(event.by, event.event, [1, 3])),
    "event.presence": (nothing, lambda event: running.set_missing(event.by, event.event, 1, [2])),
    "event.lots_drawn": (nothing, give_lots),
    "event.strength_set": (nothing, lambda event: running.set_strength(event.by, event.event, [2, 1])),
    "event.changed": (nothing, rename),
    "prizes.set": (nothing, set_prizes),
    "prizes.drawn": (
        with_prizes,
        lambda event: running.draw_prize_lot(event.by, event.fresh, "", tied(event)),
    ),
    "entry.categories": (
        nothing,
        lambda event: running.set_categories(event.by, event.fresh, {1: ["ladies"], 2: ["junior"]}),
    ),
    "place.decided": (with_a_tie, decide),
    "pairing.level_decided": (with_a_level_game, decide_level),
    "place.decider_withdrawn": (
        with_decider,
        lambda event: running.withdraw_decider(event.by, event.fresh, 1),
    ),
    "prize.given": (with_prizes, give_third),
    "event.adjusted": (published, lambda event: running.adjust_event(event.by, event.event, penalty())),
    "event.results_shown": (last_closed, lambda event: running.show_results(event.by, event.fresh)),
    "round.drawn": (nothing, lambda event: event.draw()),
    "round.set_by_hand": (lambda event: event.draw(), set_by_hand),
    "round.locked": (
        lambda event: event.draw(),
        lambda event: running.lock_table(event.by, event.event.rounds.get(), 1, locked=True),
    ),
    "round.closed": (played, lambda event: running.close_round(event.by, event.event.rounds.get())),
    "pairing.judged": (published, judged),
    "game.substituted": (published, substituted),
    "game.ended": (
        published,
        lambda event: recording.end_game(
            event.by, first_game(event), EarlyEnd(GameEnd.TIME), "Ten o'clock", uuid4()
        ),
    ),
    "game.result_entered": (
        published,
        lambda event: recording.record_result(
            event.by, first_game(event), recording.FinalResult(totals=[500, 400], key=uuid4())
        ),
    ),
    "game.adjusted": (
        played,
        lambda event: recording.adjust(
            event.by,
            first_game(event),
            recording.Charge(side=0, points=-100, reason="Late", key=uuid4()),
        ),
    ),
    "warning.given": (
        published,
        lambda event: recording.warn_player(
            event.by,
            first_game(event),
            recording.WarningNotice(
                player=first_game(event).sides.get(number=0).seats.get(position=0).player_id,
                text="Talked",
                key=uuid4(),
            ),
        ),
    ),
}


@pytest.mark.parametrize("act", ACTS)
def test_an_act_that_is_undone_leaves_the_event_as_it_was(event: Played, director: Client, act: str) -> None:
    prepare, do = ACTS[act]
    prepare(event)
    before = content_hash(event.fresh)
    do(event)
    after = content_hash(event.fresh)
    assert after != before
    number = the_last(event, act).number
    assert address(event, the_last(event, act)) in listed(event, director)
    undo(event, director, act)
    assert content_hash(event.fresh) == before
    assert LogEntry.objects.get(book=event.event.book, number=number).act == act
    assert verify_log().broken == []


def test_a_ruling_that_comes_back_has_its_own_reason(event: Played, director: Client) -> None:
    published(event)
    pairing = event.event.rounds.get().pairings.get(table=1)
    for kind, reason in ((Pairing.Kind.WALKOVER, "They did not come"), (Pairing.Kind.FORFEITED, "They left")):
        running.rule_result(event.by, pairing, RuledResult(kind=kind, reason=reason, at_fault=0))
    undo(event, director, "pairing.judged")
    pairing.refresh_from_db()
    assert (pairing.kind, pairing.reason) == (Pairing.Kind.WALKOVER, "They did not come")
    page = director.get(reverse("clubs:log", args=[event.event.book_id])).content.decode()
    assert "Former reason: <del>They left</del>" in page


def test_a_published_round_goes_while_nothing_is_recorded(event: Played, director: Client) -> None:
    event.publish()
    undo(event, director, "round.published")
    assert event.event.rounds.get().state == Round.State.REMOVED
    page = listed(event, director)
    assert f"Undone by entry {the_last(event, 'round.removed').number} of the log" in page


def test_no_undo_removes_a_recorded_deal(event: Played, director: Client) -> None:
    played(event)
    page = listed(event, director)
    assert "No undo: A deal or a result has been recorded in it since." in page
    assert "Deal recorded" not in page
    sent = {"key": str(uuid4()), "reason": "Away with it"}
    for act in ("round.published", "deal.recorded"):
        answer = director.post(address(event, the_last(event, act)), sent)
        assert "No undo:" in answer.content.decode()
    assert Deal.objects.count() == 2
    assert event.event.rounds.get().state == Round.State.PUBLISHED


def test_what_something_depends_on_says_so(event: Played, director: Client) -> None:
    closed(event)
    event.publish()
    assert "No undo: Round 2 follows. Remove it first." in listed(event, director)
    edited(event, Since.ALWAYS)
    first = the_last(event, "entry.corrected")
    edited(event, Since.ALWAYS)
    answer = director.get(address(event, first)).content.decode()
    assert "No undo: It has been changed since." in answer


def test_an_undo_sent_twice_is_done_once(event: Played, director: Client) -> None:
    published(event)
    running.adjust_event(event.by, event.event, penalty())
    page, sent = address(event, the_last(event, "event.adjusted")), {"key": str(uuid4()), "reason": "Slip"}
    assert director.post(page, sent).status_code == 302
    assert "No undo: It has already been revoked." in director.post(page, sent).content.decode()
    assert LogEntry.objects.filter(act="event.adjustment_cancelled").count() == 1


def test_an_undo_asks_for_its_reason_and_keeps_what_was_typed(event: Played, director: Client) -> None:
    published(event)
    running.adjust_event(event.by, event.event, penalty())
    answer = director.post(address(event, the_last(event, "event.adjusted")), {"reason": "Slip"})
    assert answer.status_code == 200
    assert 'value="Slip"' in answer.content.decode()
    assert EventAdjustment.objects.get().cancelled_at is None


def test_what_was_undone_is_done_again_by_undoing_the_undo(event: Played, director: Client) -> None:
    running.withdraw(event.by, event.entry(1), "Ill")
    undo(event, director, "entry.withdrawn")
    undo(event, director, "entry.brought_back")
    assert event.entry(1).state == "withdrawn"
    page = listed(event, director)
    assert page.count("Undone by entry") == 1
    assert address(event, the_last(event, "entry.withdrawn")) in page


def test_a_warning_that_is_undone_stays_readable(event: Played, director: Client) -> None:
    published(event)
    ACTS["warning.given"][1](event)
    undo(event, director, "warning.given")
    assert WrittenWarning.objects.get().cancelled_because == "A slip of the hand"


def test_a_removed_round_comes_back_as_it_was_with_its_deals(event: Played, director: Client) -> None:
    closed(event)
    before = content_hash(event.fresh)
    running.remove_round(event.by, event.event.rounds.get(), "The wrong event")
    assert content_hash(event.fresh) != before
    page = director.get(address(event, the_last(event, "round.removed"))).content.decode()
    assert "Round 1: closed, with games: 2, deals: 2." in page
    undo(event, director, "round.removed")
    assert content_hash(event.fresh) == before
    assert event.kept(event.event.rounds.get()) == event.counted()
    assert [game.state for game in event.games(event.event.rounds.get())] == ["finished", "finished"]
    call_command("check_draw", str(event.event.pk), stdout=StringIO())
    assert verify_log().broken == []


def test_a_late_entry_has_its_first_round_again_with_the_round(event: Played, director: Client) -> None:
    event.publish()
    event.enter(1)
    before = content_hash(event.fresh)
    running.remove_round(event.by, event.event.rounds.get())
    assert event.entry(5).from_round == 1
    undo(event, director, "round.removed")
    assert event.entry(5).from_round == 2
    assert content_hash(event.fresh) == before


def test_who_took_a_place_over_plays_in_the_replacement_of_a_removed_round(
    event: Played, director: Client
) -> None:
    event.publish()
    edited(event, Since.NOW)
    before = content_hash(event.fresh)
    first = event.event.rounds.get()
    running.remove_round(event.by, first, "no light")
    newcomer = event.entry(1).places.get(until_round=None, position=0)
    assert (newcomer.from_round, newcomer.is_substitute) == (1, False)
    assert former_places(event.event) == {}  # nobody has left: no round was played
    event.by = replace(event.by, at=event.by.at + timedelta(minutes=1))
    again = event.publish()
    seats = get_seats(again)
    running.exchange_places(event.by, again, seats.with_exchanged(1, seats.tables[1][0][0]))
    assert list(recheck.differences_in(event.fresh)) == []
    assert Seat.objects.filter(side__game__pairing__round=again, player=newcomer.player).count() == 1
    running.remove_round(event.by, again)
    undo(event, director, "round.removed")
    running.remove_round(event.by, again)
    running.put_back_round(event.by, first, "the light is back")
    assert content_hash(event.fresh) == before


def test_a_removed_entry_comes_back_under_its_number(event: Played, director: Client) -> None:
    running.draw_lots(event.by, event.event, {2: 7})
    before, row = content_hash(event.fresh), event.entry(2).pk
    running.remove_entry(event.by, event.entry(2))
    undo(event, director, "entry.removed")
    assert event.entry(2).pk == row
    assert content_hash(event.fresh) == before
    undo(event, director, "entry.put_back")
    assert event.event.entries.count() == 3


def test_who_is_entered_under_the_number_of_a_removed_entry_inherits_no_pair(client: Client) -> None:
    agreement = agreed(SWISS, apart=((1, 4), (2, 3)), wished=((3, 4),))
    event = Played(agreement)
    event.enter(4)
    client.force_login(a_user(Role.Kind.DIRECTOR, club=event.club))
    before = content_hash(event.fresh)
    running.remove_entry(event.by, event.entry(4))
    assert (event.fresh.agreement.apart, event.fresh.agreement.wished) == (((2, 3),), ())
    assert "Entries that are not to meet" in listed(event, client)
    undo(event, client, "entry.removed")
    assert content_hash(event.fresh) == before
    assert event.fresh.agreement == agreement
    undo(event, client, "entry.put_back")
    (newcomer,) = event.enter(1)
    assert newcomer.number == 4
    assert event.fresh.agreement.apart == ((2, 3),)


def test_nothing_is_put_back_where_something_else_has_changed(event: Played, director: Client) -> None:
    running.remove_entry(event.by, event.entry(2))
    running.withdraw(event.by, event.entry(1), "Ill")
    sent = {"key": str(uuid4()), "reason": "A slip"}
    answer = director.post(address(event, the_last(event, "entry.removed")), sent)
    assert "Something else has changed since" in answer.content.decode()
    assert event.event.entries.count() == 3


def test_nothing_is_put_back_once_a_deal_was_recorded(event: Played, director: Client) -> None:
    event.publish()
    running.remove_round(event.by, event.event.rounds.get())
    played(event)
    assert "No undo: A deal has been recorded since." in listed(event, director)


def test_a_round_is_not_put_back_beside_another(event: Played, director: Client) -> None:
    running.remove_round(event.by, event.publish())
    event.draw()
    assert "No undo: Round 1 has been drawn since. Remove it first." in listed(event, director)


def test_the_log_names_the_table_the_pairs_and_sides_as_people_count_them(
    event: Played, director: Client
) -> None:
    played(event)
    ACTS["game.adjusted"][1](event)
    page = director.get(reverse("clubs:log", args=[event.event.book_id])).content.decode()
    first, second = (
        " – ".join(seat.player.name for seat in side.seats.order_by("position"))
        for side in first_game(event).sides.order_by("number")
    )
    assert f"<b>Deal recorded</b>: deal 1, table 1: {first} / {second}" in page
    assert "Side: 1" in page
    assert "Side: 0" not in page
    running.withdraw(event.by, event.entry(1), "Ill")
    assert "<b>Entry withdrawn</b>: entry 1: " in listed(event, director)


def test_who_was_checked_in_is_again_when_the_withdrawal_is_undone(event: Played, director: Client) -> None:
    running.check_in(event.by, event.entry(1))
    before = content_hash(event.fresh)
    running.withdraw(event.by, event.entry(1), "Ill")
    undo(event, director, "entry.withdrawn")
    assert event.entry(1).state == "present"
    assert content_hash(event.fresh) == before
