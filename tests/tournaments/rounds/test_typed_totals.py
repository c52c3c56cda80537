"""Totals typed on the page of a round: by one person, by two, for the first time and put right."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.http import HttpResponse, HttpResponseBase
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from clubs.models import LogEntry
from scoring import recording
from scoring.models import Game, Slip
from tests.scoring.support.played import a_deal
from tests.tournaments.support.events import Played, agreed
from tournaments import running
from tournaments.core.movements.three_sided import THREE_SIDED
from tournaments.core.schemes.places import PLACES
from tournaments.models import Pairing, Round

pytestmark = pytest.mark.django_db

Totals = tuple[int | str, ...]


@pytest.fixture
def event() -> Played:
    played = Played(agreed(rounds=2))
    played.enter(6)
    played.publish()
    return played


def drawn_in(event: Played) -> Round:
    return event.event.rounds.exclude(state=Round.State.REMOVED).latest("number")


def page_of(event: Played) -> str:
    return f"/rounds/{drawn_in(event).pk}/"


def address_of(event: Played) -> str:
    """Where what was typed is sent."""
    return f"{page_of(event)}results/"


def director(event: Played) -> Client:
    client = Client()
    client.force_login(event.by.user)  # type: ignore[arg-type]
    return client


def typed(page: str, totals: dict[int, Totals], **more: str) -> dict[str, str]:
    """The form of a page as a browser sends it, with totals for some games typed into it."""
    fields = dict(re.findall(r'<input type="hidden" name="(g\d+-\w+)" value="([^"]*)"', page))
    fields |= dict(re.findall(r'<input type="text" name="(g\d+-total\d)" value="([^"]*)"', page))
    for game, of_game in totals.items():
        fields |= {f"g{game}-total{side}": str(total) for side, total in enumerate(of_game)}
    return fields | more


def send(event: Played, totals: dict[int, Totals], **more: str) -> HttpResponse:
    client, address = director(event), address_of(event)
    body = typed(client.get(page_of(event)).content.decode(), totals, **more)
    answer: HttpResponse = client.post(address, body)  # type: ignore[assignment]
    return answer


def words(answer: HttpResponseBase) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", getattr(answer, "content", b"").decode()).split())


def stored(event: Played) -> list[list[int] | None]:
    return [game.entered_result for game in event.games(drawn_in(event))]


# The first time.


def test_all_tables_are_saved_at_once_and_no_reason_is_asked(event: Played) -> None:
    games = event.games(drawn_in(event))
    totals: dict[int, Totals] = {game.pk: (10_000 + 5 * at, "5 000") for at, game in enumerate(games)}
    answer = send(event, totals)
    assert answer.status_code == 302
    assert stored(event) == [[10_000, 5_000], [10_005, 5_000], [10_010, 5_000]]
    page = words(director(event).get(page_of(event)))
    assert "3 of 3 tables have finished." in page
    assert "Close the round" in page


@pytest.mark.parametrize("row", ["9" * 5000, "x", "-1", "²"])
def test_a_row_that_no_game_has_saves_nothing(event: Played, row: str) -> None:
    first, *_others = event.games(drawn_in(event))
    assert send(event, {first.pk: (10_000, 5_000)}, row=row).status_code == 404
    assert stored(event) == [None, None, None]


def test_a_row_is_saved_by_itself_and_the_others_stay_as_they_are(event: Played) -> None:
    first, second, _third = event.games(drawn_in(event))
    totals: dict[int, Totals] = {first.pk: (10_000, 5_000), second.pk: (10_000, 6_000)}
    answer = send(event, totals, row=str(first.pk))
    assert answer.status_code == 200
    assert stored(event) == [[10_000, 5_000], None, None]
    row = answer.content.decode()
    assert row.count("<li") == 1
    assert "1 of 3 tables have finished." in row
    assert "Close the round" not in row
    last = send(event, totals | {_third.pk: (10_000, 7_000)})
    assert last.status_code == 302
    assert stored(event) == [[10_000, 5_000], [10_000, 6_000], [10_000, 7_000]]


def test_a_row_that_makes_the_round_complete_offers_to_close_it(event: Played) -> None:
    *others, last = event.games(drawn_in(event))
    for game in others:
        event.totals(game, 10_000, 5_000)
    assert "Close the round" in words(send(event, {last.pk: (10_000, 5_000)}, row=str(last.pk)))


def test_a_table_of_three_sides_has_three_fields() -> None:
    event = Played(agreed(THREE_SIDED, sides=3, players=1, scheme=PLACES))
    event.enter(6)
    event.publish()
    first, _second = event.games(drawn_in(event))
    send(event, {first.pk: (10_000, 5_000, 300)})
    assert stored(event) == [[10_000, 5_000, 300], None]


# What is asked, and what is refused.


def test_what_is_unlikely_is_saved_once_somebody_is_sure(event: Played) -> None:
    game, other, _third = event.games(drawn_in(event))
    totals: dict[int, Totals] = {game.pk: (105_000, 8_000), other.pk: (10_000, 5_000)}
    answer = send(event, totals)
    assert answer.status_code == 200
    assert stored(event) == [None, [10_000, 5_000], None]
    page = words(answer)
    assert "Is there a digit too many?" in page
    assert "1 table has a question. It is not saved yet." in page
    assert 'value="105000"' in answer.content.decode()
    sure = {f"g{game.pk}-sure": "on"}
    assert send(event, {game.pk: (105_000, 8_000)}, **sure).status_code == 302
    assert stored(event)[0] == [105_000, 8_000]


def test_a_result_slip_that_says_something_else_is_asked_about(event: Played) -> None:
    game, *_others = event.games(drawn_in(event))
    assert event.by.user is not None
    slip = Slip(game=game, author=event.by.user, totals=[10_000, 5_050], at=timezone.now(), current=True)
    slip.save()
    assert "The result slip says 10,000 : 5,050" in words(send(event, {game.pk: (10_000, 5_500)}))
    assert send(event, {game.pk: (10_000, 5_050)}).status_code == 302


@pytest.mark.parametrize("totals", [(10_000, ""), (10_000, "many"), (10_000, 5_003)])
def test_a_row_that_is_refused_says_why_and_the_others_are_saved(event: Played, totals: Totals) -> None:
    game, other, _third = event.games(drawn_in(event))
    answer = send(event, {game.pk: totals, other.pk: (10_000, 5_000)})
    assert 'class="errorlist"' in answer.content.decode()
    assert f'value="{totals[1]}"' in answer.content.decode() or not totals[1]
    assert stored(event) == [None, [10_000, 5_000], None]


def test_nothing_typed_is_nothing_saved(event: Played) -> None:
    before = event.event.book.log.count()
    assert send(event, {}).status_code == 302
    assert stored(event) == [None, None, None]
    assert event.event.book.log.count() == before


def test_the_same_form_sent_twice_is_saved_once(event: Played) -> None:
    game, *_others = event.games(drawn_in(event))
    client, address = director(event), address_of(event)
    body = typed(client.get(page_of(event)).content.decode(), {game.pk: (10_000, 5_000)})
    for _time in range(2):
        client.post(address, body)
    assert LogEntry.objects.filter(act="game.result_entered").count() == 1
    assert stored(event)[0] == [10_000, 5_000]


def test_of_two_who_correct_one_result_the_second_is_told(event: Played) -> None:
    game, *_others = event.games(drawn_in(event))
    event.totals(game, 10_000, 5_000)
    client, address = director(event), address_of(event)
    old = client.get(page_of(event)).content.decode()
    send(event, {game.pk: (10_000, 6_000)})
    answer = client.post(address, typed(old, {game.pk: (10_000, 7_000)}))
    assert "Somebody else has changed this meanwhile. You typed 10000 : 7000." in words(answer)
    assert 'value="6000"' in answer.content.decode()
    assert stored(event)[0] == [10_000, 6_000]


def test_of_two_who_type_the_first_result_the_second_is_told(event: Played) -> None:
    game, *_others = event.games(drawn_in(event))
    client, old = director(event), director(event).get(page_of(event)).content.decode()
    send(event, {game.pk: (10_000, 6_000)})
    answer = client.post(address_of(event), typed(old, {game.pk: (10_000, 7_000)}))
    assert "Somebody else has changed this meanwhile. You typed 10000 : 7000." in words(answer)
    assert stored(event)[0] == [10_000, 6_000]


def test_a_result_is_put_right_without_a_reason(event: Played) -> None:
    game, *_others = event.games(drawn_in(event))
    event.totals(game, 10_000, 5_000)
    assert send(event, {game.pk: (10_000, 6_000)}).status_code == 302
    assert stored(event)[0] == [10_000, 6_000]


# What is not typed here.


def test_deals_and_rulings_have_no_field(event: Played) -> None:
    first, second, third = event.games(drawn_in(event))
    recording.record_deal(event.by, first, a_deal())
    pairing = Pairing.objects.select_related("round__tournament__book").get(game=second)
    running.rule_result(
        event.by, pairing, running.RuledResult(kind=Pairing.Kind.WALKOVER, at_fault=0, reason="ill")
    )
    page = director(event).get(page_of(event)).content.decode()
    assert set(re.findall(r'name="g(\d+)-total0"', page)) == {str(third.pk)}
    assert "walkover" in page


def test_what_a_second_person_types_blind_is_not_shown() -> None:
    event = Played(agreed(rounds=2, deals=1, walkover_margin=2000, written_on="paper", second_entry=True))
    event.enter(4)
    drawn = event.publish()
    game, _other = event.games(drawn)
    send(event, {game.pk: (835, 445)})
    assert Game.objects.get(pk=game.pk).entered_result == [835, 445]
    page = director(event).get(page_of(event)).content.decode()
    assert not re.search(r"\b835\b", page)
    assert "Second entry" in page


def test_a_round_that_is_not_published_has_no_results() -> None:
    event = Played(agreed(rounds=2))
    event.enter(4)
    drawn = event.draw()
    answer = director(event).get(f"/rounds/{drawn.pk}/results/")
    assert (answer.status_code, answer["Location"]) == (302, f"/rounds/{drawn.pk}/#totals")
    assert 'name="g' not in director(event).get(page_of(event)).content.decode()


def test_the_queries_of_a_row_do_not_grow_with_the_tables() -> None:
    counted = []
    for entries in (8, 80):
        event = Played(agreed())
        event.enter(entries)
        event.publish()
        game, client = event.games(drawn_in(event))[0], director(event)
        body = typed(
            client.get(page_of(event)).content.decode(), {game.pk: (10_000, 5_000)}, row=str(game.pk)
        )
        with CaptureQueriesContext(connection) as queries:
            assert client.post(address_of(event), body).status_code == 200
        counted.append(len(queries))
    assert counted[0] == counted[1]


def test_a_correction_of_a_signed_game_is_made_at_its_own_desk(event: Played) -> None:
    game, *_others = event.games(drawn_in(event))
    event.totals(game, 10_000, 5_000)
    Game.objects.filter(pk=game.pk).update(state=Game.State.SIGNED)
    page = director(event).get(page_of(event)).content.decode()
    assert f'name="g{game.pk}-total0"' not in page
    assert f"/games/{game.pk}/desk/" in page
