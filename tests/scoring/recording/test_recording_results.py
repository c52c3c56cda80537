"""Results entered without deals: corrected, taken back, replaced by the deals from the paper."""

from __future__ import annotations

import json
from copy import deepcopy
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.models import LogEntry
from scoring import recording
from scoring.models import Game
from scoring.overview.queries import queued_games
from scoring.recording import AlreadyChanged, FinalResult, NotNow
from tests.scoring.support.played import Evening, an_evening

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module", autouse=True)
def shared_evening(module_rows: None) -> Evening:
    return an_evening()


@pytest.fixture
def evening(shared_evening: Evening) -> Evening:
    return deepcopy(shared_evening)


def enter(evening: Evening, *totals: int, version: int = 0, reason: str = "") -> Game:
    result = FinalResult(totals=totals, version=version, reason=reason, key=uuid4())
    return recording.record_result(evening.director, evening.game, result)


def take_back(evening: Evening, reason: str = "The deals were found") -> Game:
    return recording.take_back_result(evening.director, evening.game, reason, uuid4())


def director_of(evening: Evening) -> Client:
    client = Client()
    assert evening.director.user is not None
    client.force_login(evening.director.user)
    return client


def test_a_mistyped_result_is_corrected_and_the_log_has_both() -> None:
    evening = an_evening()
    enter(evening, 105_000, 8_000)
    enter(evening, 10_500, 8_000, version=1)
    game = evening.fresh()
    assert (game.entered_result, game.result_version, game.winner) == ([10_500, 8_000], 2, 0)
    entry = LogEntry.objects.get(act="game.result_corrected")
    assert json.loads(entry.text)["before"] == {"points": [105_000, 8_000]}
    assert entry.facts["points"] == [10_500, 8_000]


def test_a_correction_by_a_page_that_saw_an_older_result_is_refused(evening: Evening) -> None:
    enter(evening, 105_000, 8_000)
    enter(evening, 10_500, 8_000, version=1)
    with pytest.raises(AlreadyChanged):
        enter(evening, 10_500, 8_005, version=1)


def test_the_same_form_sent_twice_corrects_once(evening: Evening) -> None:
    enter(evening, 105_000, 8_000)
    result = FinalResult(totals=[10_500, 8_000], version=1, key=uuid4())
    for _time in range(2):
        recording.record_result(evening.director, evening.game, result)
    assert evening.fresh().result_version == 2


def test_a_signed_result_is_corrected_with_a_reason_alone(evening: Evening) -> None:
    enter(evening, 105_000, 8_000)
    Game.objects.filter(pk=evening.game.pk).update(state=Game.State.SIGNED)
    with pytest.raises(ValidationError, match="reason"):
        enter(evening, 10_500, 8_000, version=1)
    enter(evening, 10_500, 8_000, version=1, reason="A nought too many")
    assert evening.fresh().state == Game.State.SIGNED
    assert evening.totals == [10_500, 8_000]


def test_a_result_is_taken_back_with_a_reason_and_the_game_goes_on(evening: Evening) -> None:
    with pytest.raises(NotNow):
        take_back(evening)
    enter(evening, 10_500, 8_000)
    with pytest.raises(ValidationError, match="reason"):
        take_back(evening, " ")
    take_back(evening)
    game = evening.fresh()
    assert (game.over, game.entered_result, evening.totals) == (False, None, [0, 0])
    evening.record(1)
    enter(evening, 10_505, 8_000, version=1)
    assert evening.fresh().result_version == 2


def test_a_scorer_takes_no_result_back(evening: Evening) -> None:
    enter(evening, 10_500, 8_000)
    with pytest.raises(PermissionDenied):
        recording.take_back_result(evening.scorer, evening.game, "why not", uuid4())


def test_deals_from_the_paper_replace_the_result_when_they_make_the_same_totals(evening: Evening) -> None:
    enter(evening, 2_725, -85)
    assert evening.fresh().over
    evening.record(1)
    game = evening.fresh()
    assert (game.entered_result, game.over, evening.totals) == (None, True, [2_725, -85])


def test_the_page_asks_about_an_unlikely_result_once() -> None:
    evening = an_evening()
    client, page = director_of(evening), reverse("scoring:game_result", args=[evening.game.pk])
    typed = {"total0": "105000", "total1": "8000", "version": "0", "key": str(uuid4())}
    asked = client.post(page, typed)
    assert "Is there a digit too many?" in asked.content.decode()
    assert evening.fresh().entered_result is None
    assert client.post(page, typed | {"sure": "on"}).status_code == 302
    assert evening.fresh().entered_result == [105_000, 8_000]


@pytest.mark.parametrize(
    ("typed", "question"),
    [
        ((105_000, 8_000), "Is there a digit too many?"),
        ((590, 400), "Is a digit missing?"),
        ((5_900, 4_000), None),
    ],
)
def test_a_game_over_a_number_of_deals_is_asked_about_too(
    typed: tuple[int, int], question: str | None
) -> None:
    evening = an_evening(deals=3)
    client, page = director_of(evening), reverse("scoring:game_result", args=[evening.game.pk])
    sent = {"total0": typed[0], "total1": typed[1], "version": "0", "key": str(uuid4())}
    answer = client.post(page, sent)
    if question is None:
        assert evening.fresh().entered_result == [*typed]
    else:
        assert question in answer.content.decode()
        assert evening.fresh().entered_result is None


def test_over_a_number_of_deals_the_last_one_must_make_the_result_that_was_entered() -> None:
    evening = an_evening(deals=2)
    enter(evening, 5_450, -165)
    evening.record(1)
    assert evening.fresh().entered_result == [5_450, -165]
    with pytest.raises(NotNow, match="The deals make 5,450 : −170, and the result was entered as"):
        evening.record(2)
    enter(evening, 5_450, -170, version=1)
    evening.record(2)
    assert (evening.fresh().entered_result, evening.totals) == (None, [5_450, -170])


def test_nothing_is_dealt_where_a_result_was_entered_and_no_list_leads_there() -> None:
    evening = an_evening()
    enter(evening, 10_500, 8_000)
    with pytest.raises(NotNow, match="The game is over"):
        recording.start_deal(evening.scorer, evening.game, 1, uuid4())
    assert [game.to_type for game in queued_games(evening.game.book, timezone.localdate())] in ([], [False])
    client = director_of(evening)
    desk = " ".join(client.get(reverse("scoring:game_desk", args=[evening.game.pk])).content.decode().split())
    assert "Only the totals were entered: 10,500 : 8,000" in desk
    assert "Deal 1 is next" not in desk


def test_the_desk_leads_to_the_correction_and_to_the_deals_from_the_paper() -> None:
    evening = an_evening()
    enter(evening, 10_500, 8_000)
    client = director_of(evening)
    desk = client.get(reverse("scoring:game_desk", args=[evening.game.pk])).content.decode()
    for name in ("game_result", "result_take_back", "deal_new"):
        assert reverse(f"scoring:{name}", args=[evening.game.pk]) in desk
    page = client.get(reverse("scoring:game_result", args=[evening.game.pk])).content.decode()
    assert 'value="10500"' in page
    assert "The totals are right" not in page
