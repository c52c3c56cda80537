"""The sheets of a round, recorded as signed on paper for many tables at once."""

from __future__ import annotations

from uuid import UUID, uuid4

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from clubs.models import LogEntry, Role
from scoring import recording
from scoring.models import Game
from scoring.recording import NotNow
from scoring.store.signed_content import protocol_of
from tests.builders import a_user, an_author
from tests.tournaments.support.events import Played
from tournaments import running
from tournaments.desk.signed_sheets import load_sheets
from tournaments.models import Round

pytestmark = pytest.mark.django_db


def an_event(entries: int = 6) -> tuple[Played, Round]:
    event = Played()
    event.enter(entries)
    drawn = event.publish()
    event.play(drawn)
    return event, drawn


def seen_in(event: Played, drawn: Round) -> dict[int, str]:
    return {game.pk: protocol_of(game).digest for game in event.games(drawn)}


def states(event: Played, drawn: Round) -> set[str]:
    return {game.state for game in event.games(drawn)}


def client_of(event: Played, kind: Role.Kind = Role.Kind.DIRECTOR) -> Client:
    client = Client()
    client.force_login(a_user(kind, club=event.club))
    return client


def test_one_act_signs_all_sheets_once() -> None:
    event, drawn = an_event()
    seen, key = seen_in(event, drawn), UUID(int=7)
    for _time in range(2):
        running.sign_round_on_paper(event.by, drawn, seen, key)
    assert states(event, drawn) == {Game.State.SIGNED}
    entry = LogEntry.objects.get(act="round.signed_on_paper")
    assert entry.facts["tables"] == [1, 2, 3]
    assert LogEntry.objects.filter(act="game.signed_on_paper").count() == 3


def test_one_table_that_has_changed_leaves_all_unsigned() -> None:
    event, drawn = an_event()
    seen = seen_in(event, drawn)
    game = event.games(drawn)[1]
    charge = recording.Charge(side=0, points=-500, reason="late", key=uuid4())
    recording.adjust(event.by, game, charge)
    with pytest.raises(NotNow, match="Table 2 has changed since the page was shown"):
        running.sign_round_on_paper(event.by, drawn, seen, uuid4())
    assert states(event, drawn) == {Game.State.FINISHED}


def test_only_tables_of_the_round_are_signed_and_only_by_a_director() -> None:
    event, drawn = an_event()
    _other, their_round = an_event()
    theirs = seen_in(_other, their_round)
    for seen in ({}, theirs):
        with pytest.raises(ValidationError):
            running.sign_round_on_paper(event.by, drawn, seen, uuid4())
    scorer = an_author(a_user(Role.Kind.SCORER, club=event.club))
    with pytest.raises(PermissionDenied):
        running.sign_round_on_paper(scorer, drawn, seen_in(event, drawn), uuid4())


def test_a_table_whose_slip_says_something_else_is_not_ticked() -> None:
    event, drawn = an_event()
    slip = recording.SlipTotals(totals=[5, 10], key=uuid4())
    recording.take_slip(event.by, event.games(drawn)[2], slip)
    doubts = {sheet.row.label: sheet.doubts for sheet in load_sheets(drawn).to_sign}
    assert doubts == {"1": [], "2": [], "3": ["The result slip shows something different"]}
    page = client_of(event).get(reverse("tournaments:round_signed", args=[drawn.pk])).content.decode()
    assert page.count(" checked") == 2


def test_the_page_signs_what_is_ticked_and_says_how_many() -> None:
    event, drawn = an_event()
    address, client = reverse("tournaments:round_signed", args=[drawn.pk]), client_of(event)
    sheets = [f"{game}:{digest}" for game, digest in seen_in(event, drawn).items()]
    answer = client.post(address, {"sheets": sheets[:2], "key": str(uuid4())}, follow=True)
    assert "2 sheets are signed on paper." in answer.content.decode()
    assert [game.state for game in event.games(drawn)] == ["signed", "signed", "finished"]
    page = client.get(address).content.decode()
    assert "2 tables have signed already." in page
    assert "open that game again" in page


def test_the_page_costs_no_more_for_more_tables(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    _event, drawn = an_event(16)
    with django_assert_max_num_queries(16):
        assert len(load_sheets(drawn).to_sign) == 8


def test_the_last_typed_game_of_a_round_leads_to_its_signatures_and_to_closing_it() -> None:
    event = Played()
    event.enter(4)
    drawn = event.publish()
    book, (one, other) = event.event.book_id, event.games(drawn)
    sign, close = (reverse(f"tournaments:{name}", args=[drawn.pk]) for name in ("round_signed", "close"))

    def steps(kind: Role.Kind = Role.Kind.DIRECTOR) -> list[str]:
        page = client_of(event, kind).get(reverse("tournaments:round", args=[drawn.pk])).content.decode()
        return [address for address in (sign, close) if f'="{address}"' in page]

    assert steps() == []
    event.totals(one, 11000, 4000)
    assert steps() == [sign]
    event.totals(other, 11000, 4000)
    after = client_of(event).get(reverse("scoring:desk_next", args=[book]), {"after": other.pk}, follow=True)
    assert after.redirect_chain[-1][0] == reverse("tournaments:round", args=[drawn.pk])
    assert (steps(), steps(Role.Kind.SCORER)) == ([sign, close], [])
    running.sign_round_on_paper(event.by, drawn, seen_in(event, drawn), uuid4())
    assert steps() == [close]
    event.close(drawn)
    assert steps() == []
