"""From when on results count: as they are recorded, once deals are approved, or once games are signed."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from scoring import recording
from scoring.models import Deal, Game
from scoring.store.signed_content import protocol_of
from tests.scoring.support.played import a_deal, a_stock_end
from tests.tournaments.support.events import Played, agreed, show_after_this_round
from tournaments import running
from tournaments.agreement.agreement import Counting
from tournaments.models import Pairing, Round, Tournament
from tournaments.play import event_record, event_results
from tournaments.play.audit import check_event_draws
from tournaments.public import result_notes
from tournaments.public.event_view import load_event_view
from tournaments.running.recheck import differences_in

pytestmark = pytest.mark.django_db

APPROVED, SIGNED = Counting.APPROVED, Counting.SIGNED


def a_round(
    counting: Counting, deals: int = 2, written_on: str = "phones"
) -> tuple[Played, Round, list[Game]]:
    """Two tables; at the first all deals are recorded, each 100 to the first side, and none is approved."""
    event = Played(
        agreed(rounds=2, deals=deals, walkover_margin=2000, counting=counting, written_on=written_on)
    )
    event.enter(4)
    drawn = event.publish()
    first, second = event.games(drawn)
    for number in range(1, deals + 1):
        recording.record_deal(event.by, first, a_deal(number, body=a_stock_end(0, 100)))
    return event, drawn, [first, second]


def approve(event: Played, game: Game, *numbers: int) -> None:
    for number in numbers:
        deal = Deal.objects.get(game=game, number=number)
        approval = recording.Approval(number=number, version=deal.version, key=uuid4())
        recording.confirm_deal(event.by, game, approval)


def sign(event: Played, *games: Game) -> None:
    for game in games:
        recording.sign_on_paper(event.by, game, protocol_of(game).digest, uuid4())


def play_the_other(event: Played, game: Game) -> None:
    for number in (1, 2):
        recording.record_deal(event.by, game, a_deal(number, body=a_stock_end(0, 50)))


def points(event: Played) -> dict[int, tuple[int, int]]:
    """Points and difference of each entry in the standings."""
    placings = event_results.compute_placings(event_record.load_event(event.fresh))
    return {row.totals.entry: (row.totals.points, row.totals.difference) for row in placings}


def of_table(event: Played, number: int) -> list[tuple[int, int]]:
    """The same of the entries at a table, side by side."""
    seats = Pairing.objects.get(round__tournament=event.event, table=number).entered.order_by("side")
    return [points(event)[entry] for entry in seats.values_list("entry__number", flat=True)]


def test_a_deal_counts_once_it_is_approved() -> None:
    event, _drawn, (game, _other) = a_round(APPROVED)
    assert of_table(event, 1) == [(0, 0), (0, 0)]
    approve(event, game, 1)
    assert of_table(event, 1) == [(2, 100), (0, -100)]
    approve(event, game, 2)
    assert of_table(event, 1) == [(2, 200), (0, -200)]


def test_a_game_counts_once_it_is_signed() -> None:
    event, _drawn, (game, _other) = a_round(SIGNED)
    approve(event, game, 1, 2)
    assert of_table(event, 1) == [(0, 0), (0, 0)]
    sign(event, game)
    assert of_table(event, 1) == [(2, 200), (0, -200)]


def test_by_default_everything_counts_and_is_shown_as_such() -> None:
    event, _drawn, (game, _other) = a_round(Counting.RECORDED)
    assert of_table(event, 1) == [(2, 200), (0, -200)]
    said = "Games that are over count also where they are not signed or not approved yet."
    assert said in notes(event)
    sign(event, game)
    assert said not in notes(event)


def test_an_unsigned_game_of_a_closed_round_is_said_though_the_page_does_not_read_it() -> None:
    event = Played(agreed(rounds=3))
    event.enter(4)
    closed = event.round()
    event.publish()
    said = "Games that are over count also where they are not signed or not approved yet."

    def noted() -> bool:
        return said in result_notes.going_on_notes(load_event_view(event.fresh, games_of=()))

    assert (
        load_event_view(event.fresh, games_of=())
        .games.keys()
        .isdisjoint(game.pk for game in event.games(closed))
    )
    assert noted()
    _one, other = event.games(closed)
    running.rule_result(
        event.by, closed.pairings.get(table=1), running.RuledResult(kind=Pairing.Kind.VOID, reason="So")
    )
    assert noted()
    sign(event, other)
    assert not noted(), "what another result counts for needs no signature"


def notes(event: Played) -> list[str]:
    return list(result_notes.result_state_notes(load_event_view(event.fresh)))


@pytest.mark.parametrize(
    ("counting", "playing", "over"),
    [
        (
            APPROVED,
            "count with the deals that are approved.",
            "those deals do not count that are not approved",
        ),
        (
            SIGNED,
            "Games that are still being played do not count yet.",
            "do not count before they are signed.",
        ),
    ],
)
def test_standings_and_the_page_of_the_round_say_what_does_not_count(
    client: Client, counting: Counting, playing: str, over: str
) -> None:
    event, drawn, (_game, other) = a_round(counting)
    recording.record_deal(event.by, other, a_deal(1, body=a_stock_end(0, 50)))
    approve(event, other, 1)
    said = " ".join(notes(event))
    assert (playing in said, over in said) == (True, True)
    page = client.get(reverse("tournaments:event_round", args=[event.event.pk, drawn.number]))
    assert "does not count yet" in page.content.decode()
    assert "200" in page.content.decode()


def test_a_result_that_was_ruled_waits_for_nobody() -> None:
    event, drawn, (game, _other) = a_round(SIGNED)
    ruled = running.RuledResult(kind=Pairing.Kind.WALKOVER, at_fault=1, reason="went home")
    running.rule_result(event.by, drawn.pairings.get(table=1), ruled)
    assert of_table(event, 1) == [(2, 2000), (0, -2000)]
    assert game.state != Game.State.SIGNED


@pytest.mark.parametrize("counting", [APPROVED, SIGNED])
def test_a_result_without_deals_is_the_desks(counting: Counting) -> None:
    event, _drawn, (_game, other) = a_round(counting)
    event.totals(other, 500, 0)
    assert of_table(event, 2) == ([(2, 500), (0, -500)] if counting is APPROVED else [(0, 0), (0, 0)])


@pytest.mark.parametrize(
    ("counting", "refusal"),
    [(APPROVED, "have those of table 1, 2 approved"), (SIGNED, "have table 1, 2 sign")],
)
def test_a_round_is_closed_when_every_result_counts(client: Client, counting: Counting, refusal: str) -> None:
    event, drawn, games = a_round(counting)
    play_the_other(event, games[1])
    with pytest.raises(recording.NotNow, match=refusal):
        event.close(drawn)
    assert event.by.user is not None
    client.force_login(event.by.user)
    page = client.get(reverse("tournaments:close", args=[drawn.pk])).content.decode()
    assert (refusal in page, "Close the round" in page) == (True, False)
    for game in games:
        approve(event, game, 1, 2)
    if counting is SIGNED:
        sign(event, *games)
    event.close(drawn)
    assert event.kept(drawn) == event.counted()
    assert differences_in(event.fresh) == []


@pytest.mark.parametrize("counting", [APPROVED, SIGNED])
def test_on_paper_nobody_speaks_of_approval(counting: Counting) -> None:
    event, drawn, games = a_round(counting, written_on="paper")
    play_the_other(event, games[1])
    with pytest.raises(recording.NotNow, match="A game counts once it is signed: have table 1, 2 sign"):
        event.close(drawn)
    assert "Games that are over do not count before they are signed." in notes(event)
    sign(event, *games)
    assert of_table(event, 1) == [(2, 200), (0, -200)]
    event.close(drawn)


def test_on_paper_a_game_counts_before_it_is_signed() -> None:
    event, _drawn, (game, _other) = a_round(Counting.RECORDED, written_on="paper")
    assert "Games that are over count before they are signed." in notes(event)
    sign(event, game)
    assert "Games that are over count before they are signed." not in notes(event)


@pytest.mark.parametrize("counting", [APPROVED, SIGNED])
def test_a_closed_round_follows_what_its_sides_answer(counting: Counting) -> None:
    event, drawn, games = a_round(counting)
    play_the_other(event, games[1])
    sign(event, *games)
    event.close(drawn)
    kept = event.kept(drawn)
    recording.reopen_game(event.by, games[0], "a deal is wrong", uuid4())
    # What the paper had approved waits again.
    assert event.kept(drawn) == event.counted() != kept
    assert differences_in(event.fresh) == []
    show_after_this_round(event.by, event.event)
    with pytest.raises(recording.NotNow, match="table 1 in round 1 does not count yet"):
        running.declare_official(replace(event.by, at=event.by.at + timedelta(hours=1)), event.fresh)
    if counting is APPROVED:
        approve(event, games[0], 1, 2)
    else:
        sign(event, games[0])
    assert event.kept(drawn) == event.counted() == kept
    assert differences_in(event.fresh) == []
    assert [check.faults for check in check_event_draws(event.fresh)] == [()]


def test_it_is_put_right_and_back_when_it_was_set_up_wrong() -> None:
    event, drawn, games = a_round(Counting.RECORDED)
    play_the_other(event, games[1])
    event.close(drawn)
    before = event.kept(drawn)
    for counting in (SIGNED, Counting.RECORDED):
        now = event.fresh
        plan = running.EventPlan(
            name=now.name,
            date=now.date,
            ruleset=now.ruleset,
            agreement=agreed(rounds=2, deals=2, walkover_margin=2000, counting=counting),
        )
        running.correct_set_up(
            event.by, now, running.SetUpCorrection(plan=plan, reason="as the jury wants", key=uuid4())
        )
        assert event.kept(drawn) == event.counted()
        assert (event.kept(drawn) == before) == (counting is Counting.RECORDED)
    assert Tournament.objects.get().agreement.counting is Counting.RECORDED
