"""An event that is written on paper and typed at the desk: nothing waits for a phone."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Role
from scoring import recording
from scoring.models import Deal, Game, Table
from scoring.overview import needs, queries
from tests.builders import a_user
from tests.scoring.support.played import a_deal
from tests.tournaments.support.events import Played, agreed
from tournaments import running
from tournaments.agreement.agreement import EventAgreement
from tournaments.agreement.presets import PRESETS
from tournaments.core.movements.swiss import SWISS
from tournaments.desk.signed_sheets import load_sheets
from tournaments.models import Round
from tournaments.rounds.tables import load_tables

pytestmark = pytest.mark.django_db


def a_round(tables: int, written_on: str) -> tuple[Played, Round]:
    """A round of games over one deal, in a club that has these tables."""
    event = Played(agreed(SWISS, deals=1, walkover_margin=2000, written_on=written_on, approval="own_code"))
    event.enter(2 * tables)
    labels = [str(number) for number in range(1, tables + 1)]
    recording.create_tables(event.by, event.club, labels, uuid4())
    return event, event.publish()


def type_all(event: Played, drawn: Round) -> None:
    for game in event.games(drawn):
        recording.record_deal(event.by, game, a_deal())


def round_needs(event: Played) -> list[str]:
    desk = load_tables(event.event.rounds.latest("pk"), event.by.at, types=False).desk
    return [str(waiting.need.kind) for waiting in (*desk.needs, *desk.approvals)]


def desk_needs(event: Played) -> list[str]:
    listed = queries.games_on_desk(event.event.book, event.event.date)
    overview = needs.build_overview(needs.overview_rows(listed))
    return [str(waiting.need.kind) for waiting in (*overview.needs, *overview.approvals)]


@pytest.mark.parametrize("written_on", ["paper", "both"])
def test_twenty_tables_from_paper_leave_nothing_that_needs_attention(written_on: str) -> None:
    event, drawn = a_round(20, written_on)
    type_all(event, drawn)
    assert round_needs(event) == desk_needs(event) == []
    sheets = {sheet.row.game.pk: sheet.digest for sheet in load_sheets(drawn).to_sign}
    running.sign_round_on_paper(event.by, drawn, sheets, uuid4())
    assert round_needs(event) == desk_needs(event) == []
    assert {game.state for game in event.games(drawn)} == {Game.State.SIGNED}
    assert set(Deal.objects.values_list("state", flat=True)) == {Deal.State.CONFIRMED}


def test_events_of_before_are_written_on_phones_and_wait_as_they_did() -> None:
    assert EventAgreement.read({}).written_on == "phones"
    event, drawn = a_round(2, "phones")
    type_all(event, drawn)
    assert round_needs(event) == desk_needs(event) == ["unsigned", "unsigned"]


def test_where_both_are_possible_a_phone_still_waits_for_the_other_side() -> None:
    event, drawn = a_round(2, "both")
    game = event.games(drawn)[0]
    phone = recording.AtTable(user=None, origin="192.0.2.7", table=game.table, device="a phone", side=0)
    recording.record_deal(phone, game, a_deal())
    recording.record_deal(event.by, event.games(drawn)[1], a_deal())
    assert round_needs(event) == ["unsigned"]


def test_on_paper_alone_no_table_opens_the_game() -> None:
    event, drawn = a_round(2, "paper")
    assert not Table.objects.exclude(game=None).exists()
    game = event.games(drawn)[0]
    with pytest.raises(recording.NotNow):
        recording.assign_table(event.by, Table.objects.order_by("pk")[0], game)
    assert [row.label for row in needs.overview_rows(queries.list_games(Game.objects.all()))] == ["1", "2"]


def test_on_paper_alone_no_page_speaks_of_codes_or_approvals() -> None:
    event, drawn = a_round(2, "paper")
    type_all(event, drawn)
    client = Client()
    client.force_login(a_user(Role.Kind.DIRECTOR, club=event.club))
    game = event.games(drawn)[0]
    for name, number in (("game", game.pk), ("game_desk", game.pk), ("desk", event.event.book_id)):
        page = client.get(reverse(f"scoring:{name}", args=[number])).content.decode()
        assert "ot approved yet" not in page
        assert "Codes and links for the sides" not in page
    rules = client.get(reverse("tournaments:event_rules", args=[event.event.pk])).content.decode()
    assert "The score is kept on paper. The signed sheet counts." in rules
    assert "digits" not in rules


def test_after_the_last_deal_one_key_signs_the_sheet() -> None:
    event, drawn = a_round(2, "paper")
    type_all(event, drawn)
    client = Client()
    client.force_login(a_user(Role.Kind.DIRECTOR, club=event.club))
    address = reverse("scoring:game_desk", args=[event.games(drawn)[0].pk])
    page = client.get(f"{address}?recorded=1&desk={event.event.book_id}").content.decode()
    assert 'class="primary" autofocus>Signed on paper: on to the next game' in page
    assert page.count("autofocus") == 1


def test_every_kind_of_event_leaves_it_to_the_tables() -> None:
    assert {preset.agreement.written_on for preset in PRESETS} == {"both"}
