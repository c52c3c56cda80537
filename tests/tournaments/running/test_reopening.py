"""Rounds closed and opened again, results shown and hidden again, and what official needs."""

from __future__ import annotations

import re
from contextlib import nullcontext
from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.books.writing import Author
from clubs.models import LogEntry, Role
from scoring import recording
from scoring.models import Game
from scoring.recording import NotNow
from tests.builders import a_user, an_author
from tests.scoring.support.played import a_deal
from tests.tournaments.support.events import Played, agreed
from tournaments import running
from tournaments.core.movements.swiss import SWISS
from tournaments.models import EventAdjustment, KeptRound, Pairing, Round, Standing, Tournament
from tournaments.play.audit import check_event_draws
from tournaments.play.complaints import complaints_end
from tournaments.running import RuledResult

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Played:
    played = Played(agreed(SWISS, rounds=2, deals=1, walkover_margin=2000))
    played.enter(4)
    return played


def play_deals(event: Played, drawn: Round) -> None:
    for game in event.games(drawn):
        recording.record_deal(event.by, game, a_deal(1))


def finish_event(event: Played) -> None:
    for _round in range(2):
        event.round()


def test_what_is_open_is_found_by_its_tables(event: Played) -> None:
    drawn = event.publish()
    play_deals(event, drawn)
    first, second = event.games(drawn)
    recording.take_slip(event.by, first, recording.SlipTotals(totals=[5, 10], key=uuid4()))
    recording.confirm_deal(event.by, second, recording.Approval(number=1, version=1, key=uuid4()))
    assert running.find_open_matters(drawn).facts == {
        "unapproved": [1],
        "unsigned": [1, 2],
        "slips_differ": [1],
    }


@pytest.mark.parametrize("written_on", ["paper", "both"])
def test_deals_and_sheets_on_paper_are_not_open(written_on: str) -> None:
    """They are approved and signed on paper: only what the slip says otherwise is asked about."""
    event = Played(agreed(SWISS, rounds=2, deals=1, walkover_margin=2000, written_on=written_on))
    event.enter(4)
    drawn = event.publish()
    play_deals(event, drawn)
    assert not running.find_open_matters(drawn)
    recording.take_slip(event.by, event.games(drawn)[1], recording.SlipTotals(totals=[5, 10], key=uuid4()))
    assert running.find_open_matters(drawn).facts == {"slips_differ": [2]}


def test_closing_asks_where_the_second_entry_is_missing() -> None:
    event = Played(
        agreed(SWISS, rounds=2, deals=1, walkover_margin=2000, written_on="paper", second_entry=True)
    )
    event.enter(4)
    drawn = event.publish()
    play_deals(event, drawn)
    assert running.find_open_matters(drawn).facts == {"second_missing": [1, 2]}
    second = an_author(a_user(Role.Kind.SCORER, club=event.club))
    for game in event.games(drawn):
        totals = [side.result for side in game.sides.order_by("number")]
        recording.take_slip(second, game, recording.SlipTotals(totals=totals, key=uuid4()))
    assert not running.find_open_matters(drawn)


def test_a_deal_that_was_sent_back_is_open(event: Played) -> None:
    drawn = event.publish()
    play_deals(event, drawn)
    words = recording.Approval(number=1, version=1, key=uuid4(), reason="no")
    first, second = event.games(drawn)
    recording.send_back_deal(event.by, first, words)
    recording.dispute_deal(event.by, second, replace(words, key=uuid4()))
    open_matters = running.find_open_matters(drawn)
    assert (open_matters.unapproved, open_matters.disputed) == ([1], [2])


def test_a_walkover_leaves_nothing_open(event: Played) -> None:
    drawn = event.publish()
    play_deals(event, drawn)
    for pairing in drawn.pairings.all():
        walkover = RuledResult(kind=Pairing.Kind.WALKOVER, reason="Late", at_fault=0)
        running.rule_result(event.by, pairing, walkover)
    assert not running.find_open_matters(drawn)


def test_closing_asks_once_and_the_log_keeps_what_was_open(event: Played, director: Client) -> None:
    drawn = event.publish()
    play_deals(event, drawn)
    page = reverse("tournaments:close", args=[drawn.pk])
    asked = director.post(page).content.decode()
    assert "Deals are not approved: table 1, 2" in asked
    assert Round.objects.get(pk=drawn.pk).state == Round.State.PUBLISHED
    assert director.post(page, {"sure": "1"}).status_code == 302
    assert Round.objects.get(pk=drawn.pk).state == Round.State.CLOSED
    assert LogEntry.objects.get(act="round.closed").facts["unapproved"] == [1, 2]


def test_a_closed_round_is_opened_again_corrected_and_closed(event: Played) -> None:
    closed = event.round()
    before = event.kept(closed)
    with pytest.raises(ValidationError, match="reason"):
        running.reopen_round(event.by, closed, " ")
    opened = running.reopen_round(event.by, closed, "A sheet was in the wrong pile")
    assert (opened.state, opened.closed_at) == (Round.State.PUBLISHED, None)
    assert not Standing.objects.filter(round=closed).exists()
    assert not KeptRound.objects.filter(round=closed).exists()
    event.close(opened)
    assert event.kept(closed) == before == event.counted()


def test_a_round_is_not_opened_again_once_the_next_is_published(event: Played) -> None:
    closed = event.round()
    following = event.publish()
    with pytest.raises(NotNow, match="Round 2 follows"):
        running.reopen_round(event.by, closed, "why not")
    running.remove_round(event.by, following)
    assert running.reopen_round(event.by, closed, "why not").state == Round.State.PUBLISHED


def test_a_draw_stays_while_the_round_before_is_open_again_and_is_published_after_it(
    event: Played, director: Client
) -> None:
    closed = event.round()
    drawn, before = event.draw(), event.kept(closed)
    desk = reverse("tournaments:desk", args=[event.event.pk])
    reopen = reverse("tournaments:reopen", args=[closed.pk])
    assert reopen in director.get(desk).content.decode()
    assert reopen in director.get(reverse("tournaments:round", args=[closed.pk])).content.decode()
    director.post(reopen, {"reason": "A sheet was in the wrong pile"})
    with pytest.raises(NotNow, match="Round 1 is open again"):
        running.publish_round(event.by, drawn)
    publish = reverse("tournaments:publish", args=[drawn.pk])
    for page in (desk, reverse("tournaments:round", args=[drawn.pk])):
        seen = director.get(page).content.decode()
        assert "Round 1 is open again." in seen
        assert publish not in seen
    assert reverse("tournaments:close", args=[closed.pk]) in director.get(desk).content.decode()
    event.close(Round.objects.get(pk=closed.pk))
    assert event.kept(closed) == before
    assert running.publish_round(event.by, drawn).state == Round.State.PUBLISHED
    assert [check.faults for check in check_event_draws(event.fresh)] == [(), ()]


def test_a_round_that_is_closed_by_mistake_is_opened_by_undo_though_the_next_is_drawn(
    event: Played, director: Client
) -> None:
    closed = event.round()
    event.draw()
    undo = LogEntry.objects.get(act="round.closed")
    page = reverse("clubs:undo", args=[event.event.book_id, undo.number])
    assert director.post(page, {"key": str(uuid4()), "reason": "A slip"}).status_code == 302
    assert Round.objects.get(pk=closed.pk).state == Round.State.PUBLISHED


def test_the_desk_leads_to_opening_a_round_again(event: Played, director: Client) -> None:
    closed = event.round()
    page = reverse("tournaments:reopen", args=[closed.pk])
    desk = reverse("tournaments:desk", args=[event.event.pk])
    assert page in director.get(desk).content.decode()
    director.post(page, {"reason": "A sheet was in the wrong pile"})
    assert "is open again" in director.get(desk).content.decode()


def test_shown_results_are_taken_back_until_they_are_official(event: Played, director: Client) -> None:
    finish_event(event)
    running.show_results(replace(event.by, at=event.by.at - timedelta(hours=2)), event.fresh)
    page = reverse("tournaments:hide", args=[event.event.pk])
    desk = reverse("tournaments:desk", args=[event.event.pk])
    assert page in director.get(desk).content.decode()
    director.post(page, {"reason": "A protest came in"})
    shown = event.fresh
    assert (shown.state, shown.shown_at) == (Tournament.State.RUNNING, None)
    running.show_results(replace(event.by, at=event.by.at - timedelta(hours=2)), event.fresh)
    running.declare_official(event.by, event.fresh)
    with pytest.raises(NotNow, match="official"):
        running.hide_results(event.by, event.fresh, "expired")


def test_a_round_is_opened_again_only_after_showing_was_taken_back(event: Played) -> None:
    finish_event(event)
    running.show_results(event.by, event.fresh)
    last = event.event.rounds.get(number=2)
    with pytest.raises(NotNow, match="shown"):
        running.reopen_round(event.by, last, "why not")
    running.hide_results(event.by, event.fresh, "A protest came in")
    assert running.reopen_round(event.by, last, "why not").state == Round.State.PUBLISHED


def test_results_are_not_official_while_one_is_missing(event: Played) -> None:
    """A walkover is taken back after the round was closed, and its game was never played."""
    drawn = event.publish()
    pairing = drawn.pairings.get(table=1)
    walkover = RuledResult(kind=Pairing.Kind.WALKOVER, reason="Late", at_fault=0)
    running.rule_result(event.by, pairing, walkover)
    event.totals(event.games(drawn)[1], 8_000, 2_000)
    event.close(drawn)
    running.restore_played_result(event.by, pairing, "They came")
    event.round()
    running.show_results(replace(event.by, at=event.by.at - timedelta(hours=2)), event.fresh)
    with pytest.raises(NotNow, match="table 1 in round 1 is missing"):
        running.declare_official(event.by, event.fresh)
    running.rule_result(event.by, pairing, walkover)
    assert running.declare_official(event.by, event.fresh).state == Tournament.State.OFFICIAL


def test_only_the_last_round_offers_to_be_removed_or_opened_again(event: Played, director: Client) -> None:
    finish_event(event)
    for number, is_offered in ((1, False), (2, True)):
        drawn = event.event.rounds.get(number=number)
        page = director.get(reverse("tournaments:round", args=[drawn.pk])).content.decode()
        for act in ("remove", "reopen"):
            assert (reverse(f"tournaments:{act}", args=[drawn.pk]) in page) is is_offered


# Official, and after.


def official(event: Played) -> None:
    finish_event(event)
    running.show_results(replace(event.by, at=event.by.at - timedelta(hours=2)), event.fresh)
    running.declare_official(event.by, event.fresh)


def test_what_is_changed_after_the_results_are_official_makes_a_revision(
    event: Played, director: Client
) -> None:
    official(event)
    page = reverse("tournaments:revise", args=[event.event.pk])
    desk = reverse("tournaments:desk", args=[event.event.pk])
    assert page in director.get(desk).content.decode()
    signed = Game.objects.filter(pairing__round__tournament=event.event)
    assert {game.state for game in signed} == {Game.State.OFFICIAL}
    director.post(page, {"reason": "A sheet was added up wrongly"})
    assert {game.state for game in signed.all()} == {Game.State.FINISHED}
    assert "being corrected: A sheet" in public_page(event)
    charge = running.EventCharge(
        entry=1, unit=EventAdjustment.Unit.POINTS, amount=-1, reason="late", key=uuid4()
    )
    running.adjust_event(event.by, event.fresh, charge)
    with pytest.raises(NotNow, match="official already"):
        running.hide_results(event.by, event.fresh, "back to before")
    director.post(reverse("tournaments:official", args=[event.event.pk]), {"early": "0"})
    assert (event.fresh.state, event.fresh.revision) == (Tournament.State.OFFICIAL, 2)
    assert re.search("revision 2 of .*Reason: A sheet was added up wrongly", public_page(event))


def public_page(event: Played) -> str:
    return Client().get(reverse("tournaments:event", args=[event.event.pk])).content.decode()


def test_results_are_revised_with_a_reason_and_only_when_they_are_official(event: Played) -> None:
    finish_event(event)
    with pytest.raises(NotNow, match="not official"):
        running.revise_official(event.by, event.fresh, "too early")
    running.show_results(replace(event.by, at=event.by.at - timedelta(hours=2)), event.fresh)
    running.declare_official(event.by, event.fresh)
    with pytest.raises(ValidationError):
        running.revise_official(event.by, event.fresh, " ")
    with pytest.raises(PermissionDenied):
        running.revise_official(an_author(a_user(club=event.club)), event.fresh, "mine")


def test_results_are_not_shown_before_the_last_round(event: Played, director: Client) -> None:
    event.round()
    answer = director.post(reverse("tournaments:show", args=[event.event.pk]), follow=True)
    assert "Round 1 of 2 is over." in answer.content.decode()
    assert event.fresh.state == Tournament.State.RUNNING


@pytest.mark.parametrize(("hours", "is_due"), [(-1, False), (1, True)])
def test_a_club_evening_is_official_at_noon_of_the_next_day(event: Played, hours: int, is_due: bool) -> None:
    plan = replace_agreement(event, official_at_noon=True)
    running.change_event(event.by, event.fresh, plan)
    finish_event(event)
    running.show_results(event.by, event.fresh)
    noon = complaints_end(event.by.at, None)
    assert timezone.localtime(noon).hour == 12
    assert timezone.localdate(noon) - timezone.localdate(event.by.at) == timedelta(days=1)
    now = noon + timedelta(hours=hours)
    sign_all(event)
    assert [due.pk for due in running.events_due(now)] == ([event.event.pk] if is_due else [])
    with nullcontext() if is_due else pytest.raises(NotNow):
        running.declare_official_when_due(Author(user=None, origin="console", at=now), event.fresh)
    assert (event.fresh.state == Tournament.State.OFFICIAL) is is_due


def test_what_is_open_keeps_results_from_becoming_official_by_themselves(event: Played) -> None:
    """No sheet is signed."""
    running.change_event(event.by, event.fresh, replace_agreement(event, official_at_noon=True))
    finish_event(event)
    running.show_results(event.by, event.fresh)
    later = event.by.at + timedelta(days=3)
    assert running.events_due(later) == []
    with pytest.raises(NotNow):
        running.declare_official_when_due(Author(user=None, origin="console", at=later), event.fresh)
    assert event.fresh.state == Tournament.State.PRELIMINARY


def replace_agreement(event: Played, **settings: Any) -> running.EventPlan:
    stored = event.fresh
    agreement = replace(stored.agreement, **settings)
    return running.EventPlan(name=stored.name, date=stored.date, ruleset=stored.ruleset, agreement=agreement)


def sign_all(event: Played) -> None:
    Game.objects.filter(pairing__round__tournament=event.event).update(state=Game.State.SIGNED)


def test_results_are_not_shown_before_the_last_round_by_any_way(event: Played) -> None:
    event.round()
    with pytest.raises(NotNow, match=r"Round 1 of 2 is over. Lower the number of rounds"):
        running.show_results(event.by, event.event)
    assert event.fresh.state == Tournament.State.RUNNING


def test_once_the_results_are_shown_no_page_offers_that_somebody_comes_or_leaves(
    event: Played, director: Client
) -> None:
    finish_event(event)
    page = reverse("tournaments:entries", args=[event.event.pk])
    offered = reverse("tournaments:withdraw", args=[event.entry(1).pk])
    assert offered in director.get(page).content.decode()
    running.show_results(event.by, event.event)
    assert offered not in director.get(page).content.decode()


def test_an_official_event_leads_to_the_prize_list(event: Played, director: Client) -> None:
    official(event)
    text = director.get(reverse("tournaments:desk", args=[event.event.pk])).content.decode()
    papers = reverse("tournaments:papers", args=[event.event.pk])
    assert f'<a class="button primary" href="{papers}#after">Prize list and booklet</a>' in text
