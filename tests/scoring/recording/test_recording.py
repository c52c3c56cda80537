"""Recording a deal: stored once, with everything that follows from it, or not at all."""

from __future__ import annotations

import json
import uuid

import pytest
from django.core.exceptions import PermissionDenied

from clubs.books.log import changed_facts
from clubs.books.writing import Author, JsonValue, KeyReused
from clubs.models import Club, LogEntry, Role
from scoring import recording
from scoring.models import Deal, DealVersion, Game, Hand
from tests.builders import a_club, a_user, an_author
from tests.scoring.support.played import a_column, a_deal, a_game, a_stock_end

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return a_club()


@pytest.fixture
def scorer(club: Club) -> Author:
    return an_author(a_user(Role.Kind.SCORER, club=club))


def test_a_recorded_deal_gives_the_sides_their_hands_and_totals(club: Club, scorer: Author) -> None:
    game = a_game(club, scorer)
    recording.record_deal(scorer, game, a_deal())
    assert [side.total for side in game.sides.order_by("number")] == [2725, -85]
    assert list(Hand.objects.order_by("side").values_list("base", "cards", "total", "after")) == [
        (2000, 725, 2725, 2725),
        (0, -85, -85, -85),
    ]
    assert Hand.objects.order_by("side")[0].combinations == {"samba": 1, "mixed": 1}


def test_the_next_deal_begins_where_the_last_one_ended_and_freezes_its_openings(
    club: Club, scorer: Author
) -> None:
    game = a_game(club, scorer)
    recording.record_deal(scorer, game, a_deal(1))
    version = recording.record_deal(scorer, game, a_deal(2))
    assert version.sheet["before"] == [2725, -85]
    assert version.deal.openings == [90, 15]
    assert [side.total for side in game.sides.order_by("number")] == [5450, -170]


def test_the_same_sending_twice_stores_one_deal_and_one_log_entry(club: Club, scorer: Author) -> None:
    game, sent = a_game(club, scorer), a_deal()
    first = recording.record_deal(scorer, game, sent)
    again = recording.record_deal(scorer, game, sent)
    assert first == again
    assert LogEntry.objects.filter(act="deal.recorded").count() == 1


def test_a_key_with_other_content_is_refused(club: Club, scorer: Author) -> None:
    game, key = a_game(club, scorer), uuid.uuid4()
    recording.record_deal(scorer, game, a_deal(key=key))
    other: dict[str, JsonValue] = a_stock_end(5, 0)
    with pytest.raises(KeyReused):
        recording.record_deal(scorer, game, a_deal(key=key, body=other))
    assert DealVersion.objects.count() == 1


def test_the_second_of_two_devices_that_enter_the_same_deal_is_told_so(club: Club, scorer: Author) -> None:
    game = a_game(club, scorer)
    recording.record_deal(scorer, game, a_deal(1))
    with pytest.raises(recording.AlreadyChanged):
        recording.record_deal(scorer, game, a_deal(1))
    assert Deal.objects.count() == 1


def test_what_cannot_have_happened_is_refused_by_name_and_stores_nothing(club: Club, scorer: Author) -> None:
    game = a_game(club, scorer)
    body: dict[str, JsonValue] = {
        "ended": "out",
        "hands": [a_column(combinations={"samba": 1}, meld_points=845, went_out=True), a_column()],
    }
    revision = game.book.revision
    with pytest.raises(recording.InvalidDeal) as refusal:
        recording.record_deal(scorer, game, a_deal(body=body))
    assert [problem.code for problem in refusal.value.problems] == ["not_entitled_to_go_out"]
    game.book.refresh_from_db()
    assert not Deal.objects.exists()
    assert game.book.revision == revision


def test_a_game_that_reaches_its_target_is_over(club: Club, scorer: Author) -> None:
    game = a_game(club, scorer)
    for number in range(1, 5):
        recording.record_deal(scorer, game, a_deal(number))
    game.refresh_from_db()
    assert (game.over, game.winner, game.state) == (True, 0, Game.State.FINISHED)


@pytest.mark.parametrize("kind", [None, Role.Kind.JURY])
def test_only_those_who_record_may_record(club: Club, scorer: Author, kind: Role.Kind | None) -> None:
    game = a_game(club, scorer)
    somebody = an_author(a_user(kind, club=club if kind else None))
    with pytest.raises(PermissionDenied):
        recording.record_deal(somebody, game, a_deal())
    assert not Deal.objects.exists()


def test_the_log_keeps_the_sheet_for_the_proof_and_tells_the_points(club: Club, scorer: Author) -> None:
    game = a_game(club, scorer)
    recording.record_deal(scorer, game, a_deal())
    entry = LogEntry.objects.get(act="deal.recorded")
    said = json.loads(entry.text)
    assert said["after"]["sheet"]["ended"] == "out"
    told = [(change.label, change.after) for change in changed_facts(said["before"], said["after"], {})]
    assert told == [
        ("Number", "1"),
        ("Points", "2,725 · −85"),
        ("Version", "1"),
    ]
