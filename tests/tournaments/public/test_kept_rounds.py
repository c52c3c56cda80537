"""What is kept of closed rounds is what their games say, whatever has happened since they were closed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import deepcopy
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django import DjangoDbBlocker

from clubs.models import LogEntry
from scoring import recording
from scoring.models import Adjustment, Deal, Game, Ruling
from tests.scoring.support.played import a_body, a_deal
from tests.tournaments.support.events import Played, agreed, show_after_this_round
from tests.tournaments.support.kept import made_for_module
from tournaments import running
from tournaments.core.movements.circle import ROUND_ROBIN
from tournaments.core.movements.swiss import SWISS
from tournaments.core.results import SitOutValue, Substitutes
from tournaments.models import Entry, EventAdjustment, KeptRound, Pairing, Round, Standing
from tournaments.play import event_record, event_results, kept_rounds
from tournaments.play.handicaps import RoundHandicaps
from tournaments.play.played_pairings import PlayedPairing, SeatRow
from tournaments.public.event_view import load_event_view
from tournaments.running import EventCharge, RuledResult, recheck

pytestmark = pytest.mark.django_db
Kind, Unit = Pairing.Kind, EventAdjustment.Unit


def an_event(**fields: Any) -> Played:
    """Two rounds of evenings of one deal are closed, the third one is played."""
    event = Played(
        agreed(fields.pop("movement", SWISS), **{"rounds": 5, "deals": 1, "walkover_margin": 500} | fields)
    )
    event.enter(5)
    for _round in range(2):
        drawn = event.publish()
        for game in event.games(drawn):
            recording.record_deal(
                event.by, game, a_deal(1, a_body(meld_points=event.dice.randrange(500, 900, 5)))
            )
        event.close(drawn)
    event.publish()
    return event


def nothing_is_stale(event: Played) -> None:
    """Pages read what is kept, and get what is read and counted anew."""
    kept, anew = load_event_view(event.fresh, games_of=()), load_event_view(event.fresh)
    assert [record.pairings for record in kept.record.rounds] == [
        record.pairings for record in anew.record.rounds
    ]
    counted = event_record.load_event(event.fresh)
    assert [record.pairings for record in counted.rounds] == [
        record.pairings for record in kept.record.rounds
    ]
    assert [record.results for record in counted.rounds] == [record.results for record in kept.record.rounds]
    assert kept.placings == event_results.compute_placings(counted)
    assert kept.history == stored_places(event)
    assert recheck.differences_in(event.fresh) == []


def stored_places(event: Played) -> dict[int, dict[int, int]]:
    closed = event.event.rounds.filter(state=Round.State.CLOSED)
    return {
        drawn.number: dict(Standing.objects.filter(round=drawn).values_list("entry__number", "place"))
        for drawn in closed
    }


# Every act that may change a round that is closed.


def a_game(event: Played, number: int = 1) -> Game:
    games = Game.objects.filter(pairing__round__tournament=event.event, pairing__round__number=number)
    return games.select_related("book").order_by("pk")[0]


def a_pairing(event: Played, number: int = 1) -> Pairing:
    return Pairing.objects.select_related("round__tournament__book").get(game=a_game(event, number))


def charge(event: Played) -> None:
    recording.adjust(
        event.by, a_game(event), recording.Charge(side=0, points=-5000, reason="found", key=uuid4())
    )


def charge_and_cancel(event: Played) -> None:
    charge(event)
    entry = Adjustment.objects.select_related("game__book").get(game=a_game(event))
    recording.cancel_adjustment(event.by, entry, "a mistake", uuid4())


def amend(event: Played) -> None:
    amendment = recording.Amendment(
        number=1,
        version=1,
        body=a_body(meld_points=300),
        key=uuid4(),
        reason="the slip says so",
        override=True,
    )
    recording.amend_deal(event.by, a_game(event), amendment)


def void(event: Played) -> None:
    recording.void_deal(event.by, a_game(event), 1, "dealt wrongly", uuid4())


def void_and_play_again(event: Played) -> None:
    void(event)
    nothing_is_stale(event)
    assert KeptRound.objects.get(round__tournament=event.event, round__number=1).left_out
    recording.record_deal(event.by, a_game(event), a_deal(2, a_body(meld_points=100)))


def rule_void(event: Played) -> None:
    decision = recording.Decision(
        deal=1, outcome=Ruling.Outcome.VOID, text="dealt wrongly", rule="000 §9", key=uuid4()
    )
    recording.give_ruling(event.by, a_game(event), decision)


def rule_void_and_cancel(event: Played) -> None:
    rule_void(event)
    nothing_is_stale(event)
    ruling = Ruling.objects.select_related("game__book").get(game=a_game(event))
    recording.cancel_ruling(event.by, ruling, "heard again", uuid4())


def dispute(event: Played) -> None:
    approval = recording.Approval(number=1, version=1, side=None, player=None, reason="no", key=uuid4())
    recording.dispute_deal(event.by, a_game(event), approval)


def end_and_enter_result(event: Played) -> None:
    void(event)
    event.totals(a_game(event), 700, 5)


def add_deals_to_result(event: Played) -> None:
    """The deals that make a result are added after it: with them come the combinations."""
    void(event)
    event.totals(a_game(event), 1980, -85)
    recording.record_deal(event.by, a_game(event), a_deal(2, a_body(meld_points=100)))


def rederive(event: Played) -> None:
    Deal.objects.get(game=a_game(event)).hands.all().delete()
    recording.rederive_game(event.by, a_game(event))


def ruled(kind: Pairing.Kind, **fields: Any) -> Callable[[Played], object]:
    return lambda event: running.rule_result(
        event.by, a_pairing(event), RuledResult(kind=kind, reason="the jury", **fields)
    )


def ruled_and_restored(event: Played) -> None:
    ruled(Kind.RULED_LOST, at_fault=0)(event)
    running.restore_played_result(event.by, a_pairing(event), "heard again")


def event_charge(event: Played) -> None:
    charge = EventCharge(entry=2, unit=Unit.POINTS, amount=-3, reason="phone rang", key=uuid4())
    running.adjust_event(event.by, event.event, charge)


def event_charge_cancelled(event: Played) -> None:
    event_charge(event)
    running.cancel_event_adjustment(event.by, EventAdjustment.objects.get(), "a mistake")


def withdraw(event: Played) -> None:
    running.withdraw(event.by, event.entry(1), "ill")


def withdraw_and_remove(event: Played) -> None:
    event_charge(event)
    withdraw(event)
    running.remove_round(event.by, last_round(event), "drawn wrongly")


def remove_closed(event: Played) -> None:
    running.remove_round(event.by, last_round(event), "drawn wrongly")
    event_charge(event)
    running.remove_round(event.by, last_round(event), "it did not count")


def last_round(event: Played) -> Round:
    drawn = event.event.rounds.exclude(state=Round.State.REMOVED).order_by("-number")
    return drawn.select_related("tournament__book")[0]


def lots(event: Played) -> None:
    running.draw_lots(event.by, event.event, {entry: 6 - entry for entry in range(1, 6)})


def late_entry(event: Played) -> None:
    running.enter_pairs(event.by, event.event, [event.players()])


def change_agreement(event: Played) -> None:
    now = event.fresh
    plan = running.EventPlan(
        name="Autumn",
        date=now.date,
        ruleset=now.ruleset,
        agreement=agreed(SWISS, rounds=6, deals=1, walkover_margin=800, substitutes=Substitutes.HALF),
    )
    running.change_event(event.by, now, plan)


def record_in_open_round(event: Played) -> None:
    recording.record_deal(event.by, a_game(event, 3), a_deal(1))


def close_next(event: Played) -> None:
    for game in event.games(last_round(event)):
        if not game.deals.exists() and not game.other_result:
            recording.record_deal(event.by, game, a_deal(1))
    event.close(last_round(event))


def official(event: Played) -> None:
    close_next(event)
    show_after_this_round(event.by, event.fresh)


ACTS: dict[str, Callable[[Played], object]] = {
    "charge": charge,
    "charge and cancel": charge_and_cancel,
    "amend": amend,
    "void": void,
    "void and play again": void_and_play_again,
    "rule void": rule_void,
    "rule void and cancel": rule_void_and_cancel,
    "dispute": dispute,
    "enter a result": end_and_enter_result,
    "add deals to a result": add_deals_to_result,
    "rederive": rederive,
    "walkover": ruled(Kind.WALKOVER, at_fault=1),
    "nobody came": ruled(Kind.BOTH_ABSENT),
    "given up": ruled(Kind.FORFEITED, at_fault=0),
    "broken off": ruled(Kind.ABANDONED),
    "broken off by nobody": ruled(Kind.BROKEN_OFF),
    "counts nothing": ruled(Kind.VOID),
    "as ruled": ruled(Kind.ADJUSTED, ruled_points=((3, 40), (1, -40))),
    "ruled and restored": ruled_and_restored,
    "charge in the standings": event_charge,
    "charge in the standings cancelled": event_charge_cancelled,
    "withdraw": withdraw,
    "withdraw and remove the round": withdraw_and_remove,
    "remove a closed round": remove_closed,
    "lots": lots,
    "late entry": late_entry,
    "another agreement": change_agreement,
    "a deal of the open round": record_in_open_round,
    "close": close_next,
    "official": official,
}
AGREEMENTS: dict[str, dict[str, Any]] = {
    "swiss": {},
    "everything asked": {
        "chain": ("points", "head_to_head", "opponents", "combinations", "lot"),
        "sit_out": SitOutValue.OWN_AVERAGE,
        "substitutes": Substitutes.HALF,
    },
    "round robin": {"movement": ROUND_ROBIN},
}


@pytest.fixture(scope="module")
def shared_events(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[dict[str, Played]]:
    with django_db_blocker.unblock(), made_for_module():
        yield {name: an_event(**fields) for name, fields in AGREEMENTS.items()}


@pytest.fixture
def event(shared_events: dict[str, Played]) -> Played:
    return deepcopy(shared_events["swiss"])


@pytest.mark.parametrize("act", ACTS)
def test_after_every_act_what_is_kept_is_what_the_games_say(event: Played, act: str) -> None:
    ACTS[act](event)
    nothing_is_stale(event)


@pytest.mark.parametrize("agreement", AGREEMENTS)
def test_whatever_was_agreed_it_is_what_the_games_say(
    shared_events: dict[str, Played], agreement: str
) -> None:
    event = deepcopy(shared_events[agreement])
    nothing_is_stale(event)
    for act in (
        add_deals_to_result,
        record_in_open_round,
        withdraw,
        ruled(Kind.WALKOVER, at_fault=0),
        close_next,
    ):
        act(event)
        nothing_is_stale(event)


# What is planted is found, and stored anew.

PLANTED: dict[str, tuple[Callable[[KeptRound], object], str]] = {
    "a total": (lambda kept: change_total(kept), "kept.tables"),
    "a table": (
        lambda kept: KeptRound.objects.filter(pk=kept.pk).update(tables=kept.tables[1:]),
        "kept.tables",
    ),
    "a table left out": (
        lambda kept: KeptRound.objects.filter(pk=kept.pk).update(left_out=[1]),
        "kept.left_out",
    ),
    "a place": (
        lambda kept: KeptRound.objects.filter(pk=kept.pk).update(places=kept.places[::-1]),
        "kept.places",
    ),
    "a standing": (lambda kept: Standing.objects.filter(round=kept.pk).update(points=77), "standings"),
}


def change_total(kept: KeptRound) -> None:
    kept.tables[0][10][0] += 5
    kept.save()


@pytest.mark.parametrize("name", PLANTED)
def test_what_is_kept_wrongly_is_found_and_stored_anew(
    event: Played, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    plant, column = PLANTED[name]
    plant(KeptRound.objects.get(round__tournament=event.event, round__number=1))
    assert {difference.column for difference in recheck.differences()} == {column}
    with pytest.raises(CommandError):
        call_command("rescore", "--check")
    assert f"Event {event.event.pk}, round 1: {column} is " in capsys.readouterr().out
    call_command("rescore")
    nothing_is_stale(event)
    assert LogEntry.objects.get(act="event.rescored").book == event.event.book


def test_nothing_kept_at_all_is_found_too(event: Played) -> None:
    KeptRound.objects.filter(round__tournament=event.event).delete()
    assert {difference.column for difference in recheck.differences()} >= {"kept.tables", "kept.places"}
    # Pages read such a round as they read one that is played.
    assert [record.results for record in load_event_view(event.fresh, games_of=()).record.rounds] == [
        record.results for record in event_record.load_event(event.fresh).rounds
    ]


# What pages read.


@pytest.mark.parametrize("name", ["event", "event_places", "event_cross", "event_statistics"])
def test_pages_read_no_table_of_a_closed_round(
    event: Played, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[SeatRow] = []

    def noted(
        seats: Iterable[SeatRow], handicaps: Mapping[int, RoundHandicaps]
    ) -> dict[int, list[PlayedPairing]]:
        read.extend(rows := list(seats))
        return event_record.pairings_by_round(rows, handicaps)

    monkeypatch.setattr("tournaments.public.event_view.pairings_by_round", noted)
    assert Client().get(reverse(f"tournaments:{name}", args=[event.event.pk])).status_code == 200
    assert {row.round_id for row in read} == {last_round(event).pk}


@pytest.mark.parametrize("size", [pytest.param(4, marks=pytest.mark.long), 24])
def test_the_number_of_queries_does_not_grow(size: int) -> None:
    event = Played(agreed(SWISS, rounds=4))
    event.enter(size)
    event.round()
    event.play(event.publish())
    event.enter(1)
    pk = event.event.pk
    addresses = [
        reverse(f"tournaments:{name}", args=[pk]) for name in ("event", "event_places", "event_cross")
    ]
    addresses += [reverse("tournaments:event_round", args=[pk, number]) for number in (1, 2)]
    for address in addresses:
        with CaptureQueriesContext(
            connection,
        ) as asked:
            assert Client().get(address).status_code == 200
        assert len(asked) <= 5, [query["sql"] for query in asked]


def test_a_round_is_read_once_for_all_pages(event: Played) -> None:
    first, second = (kept_rounds.load_rounds(event.event) for _time in range(2))
    assert first[0].kept is not None
    assert first[0].kept is second[0].kept
    charge(event)
    assert kept_rounds.load_rounds(event.event)[0].kept != first[0].kept
    assert Entry.objects.filter(tournament=event.event).count() == 5
