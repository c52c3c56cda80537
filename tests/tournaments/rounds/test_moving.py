"""A sheet typed into the wrong table: its deals move to the right one, with everything said of them."""

from __future__ import annotations

import uuid
from io import StringIO

import pytest
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from clubs.models import LogEntry
from clubs.people.names import full_name
from scoring import recording
from scoring.models import Deal, DealVersion, Game
from scoring.printing.assembly import protocol_report
from scoring.printing.event_lines import read_event_lines
from scoring.recording import NotNow
from scoring.store.printing_queries import load_game_papers
from tests.scoring.support.played import a_body, a_deal
from tests.tournaments.rounds.test_round_page import director, seen
from tests.tournaments.support.events import Played, agreed
from tournaments import running
from tournaments.core.movements.swiss import SWISS
from tournaments.models import Pairing, Round

pytestmark = pytest.mark.django_db
WHY = "It lay in the wrong pile"


@pytest.fixture
def event() -> Played:
    played = Played(agreed(SWISS, deals=2, walkover_margin=2000))
    played.enter(4)
    return played


def totals(game: Game) -> list[int]:
    return list(game.sides.order_by("number").values_list("total", flat=True))


def two(drawn: Round) -> tuple[Pairing, Pairing]:
    one, other = drawn.pairings.select_related("round__tournament__book", "game__book").order_by("table")
    return one, other


def move(event: Played, one: Pairing, other: Pairing, reason: str = WHY) -> None:
    running.move_deals(event.by, one, other, reason, uuid.uuid4())


def recheck(event: Played) -> None:
    call_command("rescore", "--check", stdout=StringIO())
    call_command("check_draw", str(event.event.pk), stdout=StringIO())
    call_command("verify_log", stdout=StringIO())


def test_all_deals_move_with_their_versions_and_the_same_act_takes_them_back(event: Played) -> None:
    one, other = two(event.publish())
    assert one.game is not None
    assert other.game is not None
    recording.record_deal(event.by, one.game, a_deal(1))
    recording.record_deal(event.by, one.game, a_deal(2, a_body(meld_points=100)))
    before, versions = totals(one.game), set(DealVersion.objects.values_list("pk", flat=True))
    move(event, one, other)
    assert (totals(one.game), totals(other.game)) == ([0, 0], before)
    assert set(Deal.objects.values_list("game", "number")) == {(other.game_id, 1), (other.game_id, 2)}
    assert set(DealVersion.objects.values_list("pk", flat=True)) == versions
    assert [Game.objects.get(pk=game.pk).over for game in (one.game, other.game)] == [False, True]
    assert LogEntry.objects.filter(act="game.deals_moved").count() == 2
    recheck(event)
    move(event, other, one)
    assert (totals(one.game), totals(other.game)) == (before, [0, 0])
    recheck(event)


def test_two_crossed_sheets_are_exchanged_after_closing_and_the_places_follow(event: Played) -> None:
    drawn = event.publish()
    one, other = two(drawn)
    for pairing, points in ((one, 100), (other, 700)):
        assert pairing.game is not None
        for number in (1, 2):
            recording.record_deal(event.by, pairing.game, a_deal(number, a_body(meld_points=points)))
    event.close(drawn)
    assert one.game is not None
    assert other.game is not None
    before = [totals(one.game), totals(other.game)]
    assert before[0] != before[1]
    kept = event.kept(drawn)
    move(event, one, other)
    assert [totals(one.game), totals(other.game)] == before[::-1]
    assert event.kept(drawn) == event.counted()
    assert event.kept(drawn) != kept
    recheck(event)


def test_totals_entered_at_the_wrong_table_move_too(event: Played) -> None:
    one, other = two(event.publish())
    assert one.game is not None
    assert other.game is not None
    event.totals(one.game, 5000, 3000)
    move(event, one, other)
    assert Game.objects.get(pk=one.game.pk).entered_result is None
    assert Game.objects.get(pk=other.game.pk).entered_result == [5000, 3000]
    assert (totals(one.game), totals(other.game)) == ([0, 0], [5000, 3000])
    recheck(event)


def test_what_is_being_played_signed_or_ruled_does_not_move(event: Played) -> None:
    one, other = two(event.publish())
    assert one.game is not None
    with pytest.raises(NotNow, match="Nothing is recorded"):
        move(event, one, other)
    recording.start_deal(event.by, one.game, 1, uuid.uuid4())
    with pytest.raises(NotNow, match="A deal is being played"):
        move(event, one, other)
    recording.record_deal(event.by, one.game, a_deal(1))
    with pytest.raises(ValidationError, match="Give a reason"):
        move(event, one, other, " ")
    with pytest.raises(ValidationError, match="another table"):
        move(event, one, one)
    ruled = running.RuledResult(kind=Pairing.Kind.WALKOVER, reason="late", at_fault=0)
    running.rule_result(event.by, other, ruled)
    with pytest.raises(NotNow):
        move(event, one, other)
    running.restore_played_result(event.by, other, "they came")
    Game.objects.filter(pk=one.game.pk).update(state=Game.State.SIGNED)
    with pytest.raises(NotNow, match="has signed"):
        move(event, one, other)


def test_the_page_names_the_tables_and_moves_once(event: Played) -> None:
    drawn = event.publish()
    one, other = two(drawn)
    assert one.game is not None
    assert other.game is not None
    recording.record_deal(event.by, one.game, a_deal(1))
    address = reverse("tournaments:move_deals", args=[one.pk])
    assert address in seen(event, drawn)
    client = director(event)
    assert "Round 1, table 2" in client.get(address).content.decode()
    sent = {"to": str(other.pk), "reason": WHY, "key": str(uuid.uuid4())}
    refused = client.post(address, sent | {"to": "x"})
    assert WHY in refused.content.decode()
    for _twice in range(2):
        assert client.post(address, sent).status_code == 302
    assert Deal.objects.get().game_id == other.game_id
    assert LogEntry.objects.filter(act="game.deals_moved").count() == 2


def protocol_of(game: Game) -> str:
    (paper,) = load_game_papers([game.pk])
    return " ".join(protocol_report(["en"], paper, read_event_lines([game]), full_name, "").notes)


def test_deals_move_to_a_table_of_another_round_and_page_protocol_and_log_say_so(event: Played) -> None:
    first = event.round()
    second = event.publish()
    one, other = two(first)[0], two(second)[0]
    assert one.game is not None
    assert other.game is not None
    for number in (1, 2):
        recording.record_deal(event.by, other.game, a_deal(number))
    played, typed = totals(one.game), totals(other.game)
    move(event, one, other)
    assert (totals(one.game), totals(other.game)) == (typed, played)
    assert event.kept(first) == event.counted(1)
    recheck(event)
    said = f"All deals were exchanged with those of round 2, {other.game}, on "
    for text in (
        protocol_of(one.game),
        Client().get(reverse("scoring:game", args=[one.game.pk])).content.decode(),
    ):
        assert said in text
        assert WHY in text
    move(event, other, one, "No, they were right")
    assert "All deals were exchanged" not in protocol_of(one.game)
