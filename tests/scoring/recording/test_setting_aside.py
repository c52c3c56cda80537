"""A game that is set aside: it stays as it was, says so and why, and nothing more is written down of it."""

from __future__ import annotations

from copy import deepcopy
from html import unescape
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from clubs.books.writing import writing
from clubs.models import LogEntry
from scoring import recording
from scoring.models import Call, Deal, Game, Signing, Table
from scoring.overview.needs import build_overview, overview_rows
from scoring.overview.queries import list_games, queued_games
from scoring.printing.assembly import protocol_report
from scoring.printing.event_lines import read_event_lines
from scoring.recording import NotNow
from scoring.store.game_queries import open_games_of
from scoring.store.printing_queries import build_game_papers, games_for_paper
from tests.scoring.entry.test_entry_pages import TYPED, post_entry
from tests.scoring.support import signed
from tests.scoring.support.every_verb import VERBS, PreparedGame
from tests.scoring.support.played import Evening, a_body, a_deal, an_evening

pytestmark = pytest.mark.django_db
WHY = "drawn from the wrong list"
SAID = "This game was set aside on "
# What writes something of a person, or opens another game: a game that is set aside is no hindrance.
STILL_DONE = {"open_game", "create_tables", "warn_player", "cancel_warning"}
HINDERED = sorted(VERBS.keys() - STILL_DONE)


def set_aside(evening: Evening) -> None:
    with writing(evening.game.book, evening.director) as act:
        recording.set_aside_in(act, Game.objects.filter(pk=evening.game.pk), WHY)


@pytest.fixture(scope="module", autouse=True)
def shared_evening(module_rows: None) -> Evening:
    """A deal that counts, one that is disputed, and the table calls."""
    evening = an_evening()
    evening.record(1, by=evening.device(0))
    evening.record(2, by=evening.device(0))
    words = recording.CallRequest(reason=Call.Reason.TIME, key=uuid4())
    recording.call_director(evening.device(0), evening.game, words)
    recording.dispute_deal(evening.device(1), evening.game, evening.approval(1, 2, reason="no"))
    return evening


@pytest.fixture
def evening(shared_evening: Evening) -> Evening:
    return deepcopy(shared_evening)


def test_nothing_is_deleted_the_table_is_free_and_the_log_says_why(evening: Evening) -> None:
    before = evening.totals
    set_aside(evening)
    game = evening.fresh()
    assert (game.state, game.set_aside_because) == (Game.State.SET_ASIDE, WHY)
    assert evening.totals == before
    assert [deal.state for deal in game.deals.order_by("number")] == [Deal.State.ENTERED, Deal.State.DISPUTED]
    assert Table.objects.get(pk=evening.table.pk).game is None
    entry = LogEntry.objects.get(act="game.set_aside")
    assert entry.at == game.set_aside_at
    assert entry.words.reason == WHY


def test_it_is_set_aside_once(evening: Evening) -> None:
    set_aside(evening)
    first = evening.fresh().set_aside_at
    with writing(evening.game.book, evening.director) as act:
        recording.set_aside_in(act, Game.objects.filter(pk=evening.game.pk), "once more")
        act.mark_repeat()
    assert (evening.fresh().set_aside_at, evening.fresh().set_aside_because) == (first, WHY)
    assert LogEntry.objects.filter(act="game.set_aside").count() == 1


@pytest.mark.parametrize("name", HINDERED)
def test_nothing_is_recorded_in_it_any_more_at_the_desk_or_by_its_table(name: str) -> None:
    evening, verb = an_evening(), VERBS[name]
    ids = verb.prepare(evening)
    set_aside(evening)
    entries = LogEntry.objects.count()
    with pytest.raises(NotNow, match="The game has been set aside"):
        verb.act(PreparedGame(evening, uuid4(), ids))
    assert LogEntry.objects.count() == entries


@pytest.mark.parametrize("name", sorted(STILL_DONE))
def test_what_is_no_part_of_the_game_is_done_all_the_same(name: str) -> None:
    evening, verb = an_evening(), VERBS[name]
    ids = verb.prepare(evening)
    set_aside(evening)
    assert verb.act(PreparedGame(evening, uuid4(), ids)).pk is not None


def test_a_sending_that_came_before_is_acknowledged_once_more(evening: Evening) -> None:
    recording.void_deal(evening.director, evening.game, 2, "dealt wrongly", key := uuid4())
    set_aside(evening)
    assert recording.void_deal(evening.director, evening.game, 2, "dealt wrongly", key).number == 2


def test_no_table_is_given_to_it(evening: Evening) -> None:
    set_aside(evening)
    with pytest.raises(NotNow, match="The game has been set aside"):
        recording.assign_table(evening.scorer, Table.objects.get(pk=evening.table.pk), evening.fresh())


def test_what_is_signed_stays_signed_and_becomes_no_official_result() -> None:
    evening = an_evening()
    recording.end_game(
        evening.director, evening.game, recording.EarlyEnd(recording.GameEnd.TIME), "10", uuid4()
    )
    signed.all_sign(evening)
    set_aside(evening)
    with writing(evening.game.book, evening.director) as act:
        recording.make_official_in(act, Game.objects.all())
        act.log("game.rescored", evening.game)
    assert evening.fresh().state == Game.State.SET_ASIDE
    assert evening.fresh().signings.get().state == Signing.State.SIGNED
    page = public(evening)
    assert "Signed on " in page
    assert "Winner" not in page


def test_what_is_stored_follows_from_its_sheets_and_its_log_holds(
    evening: Evening, capsys: pytest.CaptureFixture[str]
) -> None:
    set_aside(evening)
    call_command("rescore", "--check")
    call_command("verify_log")
    assert "All stored values agree with the score sheets." in capsys.readouterr().out


def test_totals_that_have_come_to_differ_are_mended_in_it_too(evening: Evening) -> None:
    set_aside(evening)
    before = evening.totals
    evening.game.sides.update(total=5)
    call_command("rescore")
    assert evening.totals == before
    assert evening.fresh().is_set_aside


# What is said of it.


def public(evening: Evening, *deal: int) -> str:
    address = reverse("scoring:deal" if deal else "scoring:game", args=[evening.game.pk, *deal])
    return unescape(Client().get(address).content.decode())


def desk_of(evening: Evening) -> Client:
    client = Client()
    assert evening.director.user is not None
    client.force_login(evening.director.user)
    return client


def at_the_desk(evening: Evening) -> str:
    page = desk_of(evening).get(reverse("scoring:game_desk", args=[evening.game.pk]))
    return unescape(page.content.decode())


def test_its_page_says_so_and_why_and_asks_for_no_deal(evening: Evening) -> None:
    assert SAID not in public(evening)
    set_aside(evening)
    page = public(evening)
    assert SAID in page
    assert f"The reason: {WHY}" in page
    assert "the director decides" not in page
    assert reverse("scoring:deal_new", args=[evening.game.pk]) not in page
    assert "under protest" not in page


def test_the_page_of_a_deal_says_so_and_leads_to_no_correction(evening: Evening) -> None:
    evening.amend(2, a_body(meld_points=840), by=evening.director, reason="looked at the cards")
    evening.start(3)
    amend = reverse("scoring:deal_amend", args=[evening.game.pk, 3])
    assert amend in public(evening, 3)
    assert "This deal is being played." in public(evening, 3)
    set_aside(evening)
    page = public(evening, 3)
    assert SAID in page
    assert amend not in page
    assert "This deal is being played." not in page


def test_its_desk_says_so_and_offers_nothing_to_write(evening: Evening) -> None:
    assert "Needs attention" in at_the_desk(evening)
    set_aside(evening)
    page = at_the_desk(evening)
    assert "The game is set aside" in page
    assert f"The reason: {WHY}" in page
    for act in ("deal_new", "game_end", "game_result", "substitute", "adjust", "ruling_new", "photo_new"):
        assert reverse(f"scoring:{act}", args=[evening.game.pk]) not in page, act
    for act in ("deal_amend", "deal_confirm", "deal_void"):
        assert reverse(f"scoring:{act}", args=[evening.game.pk, 1]) not in page, act
    assert "Done" not in page
    assert reverse("scoring:warning_new", args=[evening.game.pk]) in page


def test_a_deal_typed_at_the_desk_is_refused_with_the_reason(evening: Evening) -> None:
    set_aside(evening)
    client, address = desk_of(evening), reverse("scoring:deal_new", args=[evening.game.pk])
    _code, page = post_entry(client, address, **TYPED)
    assert "The game has been set aside: nothing more can be recorded in it." in page


@pytest.mark.parametrize(
    ("languages", "said"),
    [
        (["sv"], "Det här partiet ströks"),
        (["fi"], "Tämä peli siirrettiin sivuun"),
        (["da"], "Dette spil blev lagt til side"),
        (["fi", "sv"], "Det här partiet ströks"),
    ],
)
def test_its_protocol_says_so_before_the_first_deal_in_each_language(
    evening: Evening, languages: list[str], said: str
) -> None:
    set_aside(evening)
    (paper,) = build_game_papers([games_for_paper().get(pk=evening.game.pk)])
    report = protocol_report(languages, paper, read_event_lines([evening.game]), str, "")
    assert said in report.notice
    assert WHY in report.notice
    assert not any(WHY in note for note in report.notes)


def test_the_list_of_games_says_so_and_finds_it_by_its_state(evening: Evening) -> None:
    set_aside(evening)
    games = reverse("scoring:games")
    for asked, is_found in (({}, True), ({"state": "set_aside"}, True), ({"state": "open"}, False)):
        page = Client().get(games, asked).content.decode()
        assert (WHY in page) is is_found, asked
    assert f"set aside: {WHY}" in Client().get(games, {"as": "csv"}).content.decode()


def test_nobody_waits_for_it(evening: Evening) -> None:
    games = Game.objects.filter(pk=evening.game.pk)
    assert build_overview(overview_rows(list_games(games))).pressing
    set_aside(evening)
    (row,) = build_overview(overview_rows(list_games(games))).rows
    assert (row.needs, row.marks, row.may_be_typed, row.may_be_checked) == ([], [], False, False)
    assert build_overview(overview_rows(list_games(games))).over == 1
    today = evening.fresh().opened_at.date()
    (place,) = queued_games(evening.game.book, today)
    assert (place.to_type, place.to_read, place.to_compare) == (False, False, False)
    assert not open_games_of(evening.table.club).exists()


def test_it_stands_on_the_desk_after_those_that_are_signed(evening: Evening) -> None:
    signed_at_it = an_evening()
    Game.objects.filter(pk=signed_at_it.game.pk).update(state=Game.State.SIGNED)
    one, other = evening.game.pk, signed_at_it.game.pk
    games = Game.objects.filter(pk__in=(one, other))
    assert [game.pk for game in list_games(games)] == [one, other]
    set_aside(evening)
    assert [game.pk for game in list_games(games)] == [other, one]


def test_a_table_that_is_written_at_meanwhile_hears_why(evening: Evening) -> None:
    phone = evening.device(0)
    set_aside(evening)
    with pytest.raises(NotNow, match="The game has been set aside"):
        recording.record_deal(phone, evening.game, a_deal(3))
