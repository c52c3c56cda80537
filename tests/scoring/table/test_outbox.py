"""What a table's pages answer a phone that keeps what it sends until it has heard that it is stored."""

from __future__ import annotations

import json
import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import LogEntry
from scoring import recording
from scoring.models import Signature
from tests.scoring.support import signed
from tests.scoring.support.played import Evening, a_game, an_evening

pytestmark = pytest.mark.django_db

CREATED = 201


@pytest.fixture
def evening() -> Evening:
    return an_evening()


def address(evening: Evening, name: str = "table", *args: object) -> str:
    return reverse(f"scoring:{name}", args=[evening.table.secret, *args])


def send(evening: Evening, name: str, *args: object, **fields: Any) -> Any:
    sent = {"game": evening.game.pk, "key": uuid.uuid4(), **fields}
    return Client().post(address(evening, name, *args), sent, headers={"Talon-Outbox": "1"})


def acts(name: str) -> int:
    return LogEntry.objects.filter(act=name).count()


def test_every_act_is_acknowledged_each_time_it_is_sent_and_done_once(evening: Evening) -> None:
    someone, other = evening.player(0).pk, evening.player(1).pk
    sent: list[tuple[str, dict[str, Any], str]] = [
        ("table_seats", {"highest": someone, "left": other, "keeper": ""}, "game.seats_taken"),
        ("table_start", {"number": 1}, "deal.started"),
        ("table_call", {"why": "other", "text": ""}, "director.called"),
    ]
    for name, fields, logged in sent:
        key = uuid.uuid4()
        answers = [send(evening, name, key=key, **fields) for _ in range(2)]
        assert [answer.status_code for answer in answers] == [CREATED, CREATED]
        assert {answer.headers["Location"] for answer in answers} == {address(evening)}
        assert acts(logged) == 1


@pytest.mark.parametrize("said", ["approved", "sent_back", "disputed"])
def test_an_answer_to_a_deal_is_acknowledged_each_time_and_stored_once(evening: Evening, said: str) -> None:
    evening.record(1, by=evening.device(0))
    fields = {"version": 1, "player": evening.player(1).pk, "said": said, "reason": "Eight cards"}
    key = uuid.uuid4()
    answers = [send(evening, "table_answer", 1, key=key, **fields) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [CREATED, CREATED]
    assert acts(f"deal.{said}") == 1


def test_what_is_refused_is_no_acknowledgement(evening: Evening) -> None:
    assert send(evening, "table_start", number="x").status_code == 409
    evening.start()
    refused = send(evening, "table_start", number=1)
    assert refused.status_code == 409
    assert "Deal 1 has been started in the meantime." in refused.content.decode()


def test_what_was_stored_is_acknowledged_although_the_table_has_gone_on(evening: Evening) -> None:
    key = uuid.uuid4()
    assert send(evening, "table_start", number=1, key=key).status_code == CREATED
    recording.assign_table(evening.scorer, evening.table, a_game(evening.table.club, evening.scorer))
    again, never = (send(evening, "table_start", number=1, key=each) for each in (key, uuid.uuid4()))
    assert [again.status_code, never.status_code] == [CREATED, 409]
    assert "This game is no longer at this table" in never.content.decode()


def test_a_recorded_deal_is_acknowledged_although_its_game_has_left_the_table(evening: Evening) -> None:
    key = uuid.uuid4()
    written = {
        "version": 0,
        "number": 1,
        "player": evening.player(0).pk,
        "ended": "stock",
        "side0-way": "tally",
        "side0-hand_points": 40,
        "side1-way": "tally",
        "side1-hand_points": 85,
    }
    assert send(evening, "table_deal", 1, key=key, **written).status_code == CREATED
    recording.assign_table(evening.scorer, evening.table, None)
    again = send(evening, "table_deal", 1, key=key, **written)
    assert (again.status_code, again.headers["Location"]) == (CREATED, address(evening))
    assert acts("deal.recorded") == 1


def test_a_signature_is_acknowledged_each_time_and_given_once() -> None:
    evening = signed.finished_evening()
    fields = {
        "digest": signed.digest_of(evening),
        "player": evening.player(0).pk,
        "said": "signed",
        "strokes": json.dumps(signed.A_CROSS),
    }
    key = uuid.uuid4()
    answers = [send(evening, "table_sign", key=key, **fields) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [CREATED, CREATED]
    assert Signature.objects.get().strokes == signed.A_CROSS
