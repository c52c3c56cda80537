"""A club's tables and their cards, and games that are opened outside any event."""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Sequence
from typing import Any

import pytest
from django.http import HttpResponse
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from clubs.books.refusals import NotNow
from clubs.books.ways_back import offer_undo
from clubs.books.writing import Author
from clubs.models import Book, Club, LogEntry, Role
from clubs.web.qr import qr_svg
from clubs.web.request_author import is_loopback_host
from scoring import recording, rulesets
from scoring.core.ruleset import RuleSet
from scoring.game.list import number_or_name
from scoring.models import Game, Table
from scoring.store.table_queries import label_sort_key
from scoring.wording import options
from tests.builders import a_club, a_player, a_user, an_author
from tests.pages.reading_pages import forms_of
from tests.scoring.desk.test_game_desk import Desk, browser, errors_of, send, text_of
from tests.scoring.support.played import a_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return a_club("Canasta Åbo")


@pytest.fixture
def director(club: Club) -> Author:
    return an_author(a_user(Role.Kind.DIRECTOR, club=club))


@pytest.fixture
def scorer(club: Club) -> Author:
    return an_author(a_user(Role.Kind.SCORER, club=club))


def page(by: Author, name: str, *given: object, **query: str) -> str:
    return text_of(browser(by).get(reverse(f"scoring:{name}", args=given), query_params=query))


def sent(by: Author, name: str, *given: object, **typed: Any) -> HttpResponse:
    return send(by, reverse(f"scoring:{name}", args=given), **typed)


def made(by: Author, club: Club, *labels: str) -> list[Table]:
    recording.create_tables(by, club, labels, uuid.uuid4())
    return [club.tables.get(label=label) for label in labels]


def labels_of(club: Club) -> list[str]:
    return list(club.tables.order_by("pk").values_list("label", flat=True))


# --- tables -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "labels"),
    [
        ("1-3", ["1", "2", "3"]),
        ("1 – 3, Bar , Window", ["1", "2", "3", "Bar", "Window"]),
        ("2-3, 3, 1", ["2", "3", "1"]),
        ("A-1", ["A-1"]),
    ],
)
def test_tables_are_made_by_a_range_or_by_their_names(
    club: Club, director: Author, typed: str, labels: Sequence[str]
) -> None:
    answer = sent(director, "tables_new", club.pk, labels=typed)
    assert answer.headers["Location"] == reverse("scoring:tables", args=[club.pk])
    assert labels_of(club) == labels


@pytest.mark.parametrize(
    ("typed", "error"),
    [
        ("", "Tables: This field is required."),
        (" , ,", "It does not contain a table name."),
        ("1-200", "At most 100 tables at a time."),
        (", ".join(f"t{number}" for number in range(101)), "At most 100 tables at a time."),
        ("5-2", "The range 5-2 is in the wrong order."),
        ("x" * 31, "A table name can have at most 30 characters."),
        ("Bar\u202e", "Write one line, without tabs or other invisible characters."),
    ],
)
def test_what_names_no_tables_is_refused(club: Club, director: Author, typed: str, error: str) -> None:
    assert error in errors_of(sent(director, "tables_new", club.pk, labels=typed))
    assert labels_of(club) == []


def test_tables_that_are_there_stay_as_they_are(club: Club, director: Author) -> None:
    (table,) = made(director, club, "2")
    sent(director, "tables_new", club.pk, labels="1-3")
    assert labels_of(club) == ["2", "1", "3"]
    assert club.tables.get(label="2").secret == table.secret


def test_the_list_shows_each_table_in_its_order_with_its_pin_and_its_game(
    club: Club, director: Author, scorer: Author
) -> None:
    tables = made(director, club, "10", "2", "Bar")
    game = a_game(club, scorer)
    recording.assign_table(scorer, tables[1], game)
    seen = page(scorer, "tables", club.pk)
    assert re.findall(r"<h3>Table (\w+)", seen) == ["2", "10", "Bar"]
    for table in tables:
        assert f"{table.pin[:4]} {table.pin[4:]}" in seen
    assert reverse("scoring:game_desk", args=[game.pk]) in seen


def test_the_list_is_a_file_in_which_a_pin_keeps_its_zeros(club: Club, director: Author) -> None:
    free, _taken = made(director, club, "=9", "10")
    Table.objects.filter(pk=free.pk).update(pin="012345")
    data = json.loads(page(director, "tables", club.pk, **{"as": "json"}))
    assert {"table": "=9", "pin": "012345", "game": ""} in data["tables"][0]["rows"]


@pytest.mark.parametrize(("label", "in_file"), [("2", 2), ("10", 10), ("A1", "A1"), ("07", "07"), ("", "")])
def test_a_tables_number_is_a_number_in_a_file_and_its_name_a_text(label: str, in_file: object) -> None:
    assert number_or_name(label) == in_file


def test_the_list_says_which_table_calls_and_where_a_deal_is_disputed() -> None:
    desk = Desk()
    desk.written_at_the_table()
    assert "calls the director" not in page(desk.scorer, "tables", desk.club.pk)
    recording.dispute_deal(desk.device(1), desk.game, desk.approval("Eight cards"))
    assert "disputed" in page(desk.scorer, "tables", desk.club.pk)
    assert "calls the director" in page(desk.scorer, "tables", desk.club.pk), "a dispute is a call too"


@pytest.mark.parametrize(
    ("first", "after"), [("2", "10"), ("10", "Bar"), ("A2", "A10"), ("1", "1b"), ("Bar", "Window")]
)
def test_tables_stand_in_the_order_of_their_numbers(first: str, after: str) -> None:
    assert label_sort_key(first) < label_sort_key(after)


def test_a_scorer_looks_at_the_tables_and_makes_none(club: Club, director: Author, scorer: Author) -> None:
    assert reverse("scoring:tables_new", args=[club.pk]) not in page(scorer, "tables", club.pk)
    assert reverse("scoring:tables_new", args=[club.pk]) in page(director, "tables", club.pk)
    assert sent(scorer, "tables_new", club.pk, labels="1").status_code == 403


def test_the_tabs_of_a_club_lead_those_to_the_tables_who_may_go_there(club: Club, scorer: Author) -> None:
    address = reverse("clubs:club_players", args=[club.pk])
    tables = f'<a href="{reverse("scoring:tables", args=[club.pk])}">'
    jury = an_author(a_user(Role.Kind.JURY, club=club))
    assert tables in text_of(browser(scorer).get(address))
    assert tables not in text_of(browser(jury).get(address))


def test_new_cards_are_made_once(club: Club, director: Author) -> None:
    (table,) = made(director, club, "1")
    key = str(uuid.uuid4())
    sent(director, "tables_pins", club.pk, key=key)
    renewed = Table.objects.get()
    assert renewed.secret != table.secret
    assert renewed.pin != table.pin
    sent(director, "tables_pins", club.pk, key=key)
    assert (Table.objects.get().pin, Table.objects.get().secret) == (renewed.pin, renewed.secret)
    assert "This field is required" in errors_of(sent(director, "tables_pins", club.pk, key=""))


def test_a_card_says_the_table_the_short_address_and_the_pin(club: Club, director: Author) -> None:
    tables = made(director, club, "1", "2")
    seen = page(director, "table_cards", club.pk)
    assert seen.count("<article") == 2
    for table in tables:
        assert f">Table {table.label}<" in seen
        assert f"{table.pin[:4]} {table.pin[4:]}" in seen
    assert "http://testserver/t/" in seen


def test_the_code_on_a_card_holds_the_address_of_the_table(
    club: Club, director: Author, monkeypatch: pytest.MonkeyPatch
) -> None:
    (table,) = made(director, club, "1")
    drawn: list[str] = []
    monkeypatch.setattr("scoring.setup.views.qr_svg", drawn.append)
    page(director, "table_cards", club.pk)
    assert drawn == [f"http://testserver/t/{table.secret}/"]


@pytest.mark.parametrize(
    ("host", "alone"),
    [
        ("localhost", True),
        ("localhost:8000", True),
        ("127.0.0.1:8000", True),
        ("[::1]:8000", True),
        ("192.168.1.20:8000", False),
        ("talon.example.org", False),
    ],
)
def test_codes_that_no_phone_can_follow_are_known(host: str, alone: bool) -> None:
    assert is_loopback_host(host) is alone


def test_cards_opened_on_the_laptop_itself_say_that_no_phone_can_follow_them(
    club: Club, director: Author
) -> None:
    address = reverse("scoring:table_cards", args=[club.pk])
    warned = text_of(browser(director).get(address, headers={"Host": "127.0.0.1:8000"}))
    assert "bin/run --lan" in warned
    assert "bin/run --lan" not in page(director, "table_cards", club.pk)


def test_cards_lead_to_the_public_address_whoever_prints_them(
    club: Club, director: Author, settings: Any
) -> None:
    (table,) = made(director, club, "1")
    settings.PUBLIC_ADDRESS = "https://talon.example"
    address = reverse("scoring:table_cards", args=[club.pk])
    cards = text_of(browser(director).get(address, headers={"Host": "127.0.0.1:8000"}))
    assert f"talon.example{reverse('scoring:pin')}" in cards
    assert qr_svg(f"https://talon.example{reverse('scoring:table', args=[table.secret])}") in cards
    assert "bin/run --lan" not in cards


# --- which game is played at a table ----------------------------------------------------------------------


def test_a_game_is_set_to_a_table_moved_and_taken_away(club: Club, director: Author, scorer: Author) -> None:
    first, second = made(director, club, "1", "2")
    game = a_game(club, scorer)
    for table, chosen, at in ((first, game.pk, first.pk), (second, game.pk, second.pk), (second, "", None)):
        answer = sent(scorer, "table_game", table.pk, game=chosen)
        assert answer.status_code == 302
        assert Table.objects.filter(game=game).values_list("pk", flat=True).first() == at


def test_the_message_of_a_table_that_was_set_takes_it_back(
    club: Club, director: Author, scorer: Author
) -> None:
    (table,) = made(director, club, "1")
    former, chosen = a_game(club, scorer), a_game(club, scorer)
    sent(scorer, "table_game", table.pk, game=former.pk)
    client, address = browser(director), reverse("scoring:table_game", args=[table.pk])
    # A scorer may set a table, and not open the page that takes acts back.
    plain = browser(scorer).post(address, {"game": former.pk}, follow=True).content.decode()
    assert "The game has been assigned to the table." in plain
    assert "Undo</a>" not in plain
    seen = client.post(address, {"game": chosen.pk}, follow=True).content.decode()
    undo = re.search(r'The game has been assigned to the table\. <a href="([^"]+)">Undo', seen)
    assert undo is not None
    key = re.search(r'name="key" value="([^"]+)"', client.get(undo[1]).content.decode())
    assert key is not None
    client.post(undo[1], {"key": key[1]})
    assert Table.objects.get(pk=table.pk).game == former


def test_only_open_games_of_the_club_are_offered_and_found_by_a_players_name(
    club: Club, director: Author, scorer: Author
) -> None:
    (table,) = made(director, club, "1")
    ours, another, over = a_game(club, scorer), a_game(club, scorer), a_game(club, scorer)
    Game.objects.filter(pk=over.pk).update(over=True)
    elsewhere = a_club()
    theirs = a_game(elsewhere, an_author(a_user(Role.Kind.SCORER, club=elsewhere)))
    seated = ours.sides.get(number=0).seats.get(position=0).player
    assert offered(page(scorer, "table_game", table.pk)) == {"", str(ours.pk), str(another.pk)}
    assert offered(page(scorer, "table_game", table.pk, q=seated.family_name)) == {"", str(ours.pk)}
    assert offered(page(scorer, "table_game", table.pk, q="nobody at all")) == {""}
    for refused in (over, theirs):
        answer = sent(scorer, "table_game", table.pk, game=refused.pk)
        assert "Select a valid choice." in errors_of(answer)
    assert Table.objects.get().game is None


def offered(seen: str) -> set[str]:
    return set(re.findall(r'type="radio" name="game" value="(\d*)"', seen))


def test_the_list_of_tables_asks_as_many_questions_for_ten_as_for_two(
    club: Club, director: Author, scorer: Author, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    seat_games(club, director, scorer, range(2))
    client, address = browser(scorer), reverse("scoring:tables", args=[club.pk])
    client.get(address)
    with django_assert_max_num_queries(20) as few:
        client.get(address)
    seat_games(club, director, scorer, range(2, 10))
    with django_assert_max_num_queries(len(few)):
        client.get(address)


def seat_games(club: Club, director: Author, scorer: Author, numbers: range) -> None:
    for table in made(director, club, *(str(number) for number in numbers)):
        recording.assign_table(scorer, table, a_game(club, scorer))


# --- a game outside any event -----------------------------------------------------------------------------

NAMES = ("Anna Ek", "Bo Lind", "Siv Berg", "Ulf Ask", "Åke Östman", "Göran Å")
PLAN: dict[str, Any] = {
    "ruleset": "samba",
    "form": "4",
    "side0_player0": "Anna Ek",
    "side0_player1": "Bo Lind",
    "side1_player0": "Siv Berg",
    "side1_player1": "Ulf Ask",
    "option_settlement": "0",
    "option_cards_dealt": "0",
    "approval": "shared",
    "protocols": "one",
    "signers": "one",
    "director_signs": "on",
    "corrections": "strict",
}


@pytest.fixture
def members(club: Club) -> Club:
    for name in NAMES:
        a_player(name, club=club)
    return club


def test_a_game_is_opened_with_everything_that_was_agreed(
    members: Club, director: Author, scorer: Author
) -> None:
    (table,) = made(director, members, "7")
    agreed = {"option_cards_dealt": "1", "approval": "own_code", "protocols": "both", "table": table.pk}
    totals = {"corrections": "by_consent", "carried0": "1 250", "carried1": "-85"}
    answer = sent(scorer, "game_new", members.pk, **PLAN | agreed | totals)
    game = Game.objects.get()
    assert answer.headers["Location"] == reverse("scoring:game_desk", args=[game.pk])
    assert (game.ruleset, game.options, game.label) == ("samba", {"cards_dealt": 13}, "7")
    assert (game.approval, game.protocols, game.corrections) == ("own_code", "both", "by_consent")
    assert (game.signers, game.director_signs) == ("one", True)
    carried = [side.carried for side in game.sides.order_by("number")]
    assert (carried, game.players_per_side) == ([1250, -85], [2, 2])
    assert [str(side) for side in game.sides.order_by("number")] == [
        "Anna Ek – Bo Lind",
        "Siv Berg – Ulf Ask",
    ]
    assert (game.book.kind, game.table) == (Book.Kind.GAME, table)
    assert "The game began on paper." in page(scorer, "game_desk", game.pk)


def test_a_game_over_a_number_of_deals_is_opened_so(members: Club, scorer: Author) -> None:
    sent(scorer, "game_new", members.pk, **PLAN | {"deals": "3"})
    assert Game.objects.get().deals_agreed == 3
    sent(scorer, "game_new", members.pk, **PLAN | {"deals": ""})
    assert Game.objects.latest("pk").deals_agreed is None


def test_five_players_sit_down_two_against_three(members: Club, scorer: Author) -> None:
    sent(scorer, "game_new", members.pk, **PLAN | {"form": "5", "side1_player2": "goran"})
    game = Game.objects.get()
    assert [side.seats.count() for side in game.sides.order_by("number")] == [2, 3]
    assert game.players_per_side == [2, 2]


def test_six_players_are_three_pairs_or_two_sides_of_three(members: Club, scorer: Author) -> None:
    three_pairs = {"form": "6c", "side2_player0": "Åke", "side2_player1": "Göran"}
    sent(scorer, "game_new", members.pk, **PLAN | three_pairs)
    assert Game.objects.get().players_per_side == [2, 2, 2]
    Game.objects.all().delete()
    for form, players in (("6a", [2, 2]), ("6b", [3, 3])):
        two_sides = {"form": form, "side0_player2": "Åke", "side1_player2": "Göran"}
        sent(scorer, "game_new", members.pk, **PLAN | two_sides)
        assert Game.objects.latest("pk").players_per_side == players


@pytest.mark.parametrize(
    ("typed", "error"),
    [
        ({"side0_player1": ""}, "Player 2: This field is required."),
        ({"side0_player1": "Nobody"}, "The club has no player with this name."),
        ({"side0_player1": "Siv Berg"}, "Siv Berg is already sitting at this table."),
        ({"carried0": "1200"}, "Total so far, side 2: Enter a total for each side."),
        ({"carried0": "1203", "carried1": "5"}, "Points must be divisible by five."),
        ({"deals": "0"}, "From 1 to 99 deals, or leave empty to play to the target."),
        ({"deals": "-3"}, "From 1 to 99 deals, or leave empty to play to the target."),
        ({"deals": "three"}, "Enter a whole number."),
        ({"approval": "shouting"}, "Select a valid choice."),
        ({"table": "99"}, "Table: Select a valid choice."),
        ({"option_settlement": "7"}, "Select a valid choice."),
        ({"key": ""}, "This field is required."),
    ],
)
def test_a_game_that_cannot_be_is_refused_and_what_was_typed_stays(
    members: Club, scorer: Author, typed: dict[str, Any], error: str
) -> None:
    answer = sent(scorer, "game_new", members.pk, **PLAN | typed)
    assert error in errors_of(answer)
    assert 'value="Anna Ek"' in text_of(answer)
    assert not Game.objects.exists()


def test_totals_that_were_typed_or_are_wrong_are_not_folded_away(members: Club, scorer: Author) -> None:
    folded = '<details class="fold">'
    assert folded in page(scorer, "game_new", members.pk)
    answer = sent(scorer, "game_new", members.pk, **PLAN | {"carried0": "1200"})
    assert folded not in text_of(answer)


def test_another_game_brings_its_own_fields_and_nothing_that_was_typed_is_lost(
    members: Club, scorer: Author
) -> None:
    query = PLAN | {"ruleset": "sitoumussamba", "show": "1", "approval": "own_phone"}
    seen = text_of(sent(scorer, "game_new", members.pk, **query))
    assert "error-summary" not in seen
    assert 'name="option_false_finish_doubled"' in seen
    assert 'name="option_settlement"' not in seen
    assert 'value="Anna Ek"' in seen
    assert re.search(r'value="own_phone"[^>]* checked', seen)
    assert not Game.objects.exists()


def test_a_game_that_there_is_not_cannot_be_chosen(members: Club, scorer: Author) -> None:
    client, address = browser(scorer), reverse("scoring:game_new", args=[members.pk])
    assert client.get(address, {"ruleset": "whist"}).status_code == 404
    assert "error-summary" in text_of(client.post(address, PLAN | {"ruleset": "whist"}))


def test_a_form_of_another_game_falls_back_to_four_players(members: Club, scorer: Author) -> None:
    seen = text_of(sent(scorer, "game_new", members.pk, ruleset="danish", form="6a", show="1"))
    assert 'value="4" selected' in seen
    assert 'name="side1_player2"' not in seen


def test_the_same_form_sent_twice_opens_one_game_at_its_table(
    members: Club, director: Author, scorer: Author
) -> None:
    (table,) = made(director, members, "7")
    plan = PLAN | {"key": str(uuid.uuid4()), "table": table.pk}
    first, again = (sent(scorer, "game_new", members.pk, **plan) for _time in range(2))
    assert first.headers["Location"] == again.headers["Location"]
    assert LogEntry.objects.filter(act="table.set").count() == 1
    another = sent(scorer, "game_new", members.pk, **plan | {"side0_player1": "Göran"})
    assert "This has already been sent with different content." in errors_of(another)
    assert Game.objects.count() == 1


def test_a_table_where_a_game_is_going_on_says_so_and_gets_the_new_one(
    members: Club, director: Author, scorer: Author
) -> None:
    (table,) = made(director, members, "7")
    earlier = a_game(members, scorer)
    recording.assign_table(scorer, table, earlier)
    offer = "table 7, replacing the game in progress there"
    assert offer in page(scorer, "game_new", members.pk)
    sent(scorer, "game_new", members.pk, **PLAN | {"table": table.pk})
    assert Table.objects.get().game == Game.objects.latest("pk") != earlier
    Game.objects.update(over=True)
    assert offer not in page(scorer, "game_new", members.pk)


def test_a_new_game_asks_as_many_questions_with_forty_players_as_with_six(
    members: Club, scorer: Author, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    client, address = browser(scorer), reverse("scoring:game_new", args=[members.pk])
    client.get(address)
    with django_assert_max_num_queries(20) as few:
        client.get(address)
    for _more in range(34):
        a_player(club=members)
    with django_assert_max_num_queries(len(few)):
        client.get(address)


# --- words ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", rulesets.newest_editions(), ids=lambda rules: rules.slug)
def test_every_house_rule_and_every_form_is_said_in_plain_words(rules: RuleSet) -> None:
    for option in rules.options:
        error = [options.value_label(rules.slug, option.name, choice.value) for choice in option.choices]
        assert options.option_label(rules.slug, option.name)
        assert len(set(map(str, error))) == len(option.choices)
    assert set(rules.table_forms) <= options.FORM_LABELS.keys()


@pytest.mark.parametrize("rules", rulesets.newest_editions(), ids=lambda rules: rules.slug)
def test_no_words_are_left_of_house_rules_that_are_gone(rules: RuleSet) -> None:
    assert rulesets.labels_by_slug()[rules.slug].options.keys() == {option.name for option in rules.options}


def test_a_table_is_deleted_once_no_game_is_at_it(director: Author, club: Club) -> None:
    one, other = made(director, club, "1", "2")
    recording.assign_table(director, one, a_game(club, director))
    assert "A game is at this table" in errors_of(sent(director, "table_delete", one.pk))
    recording.assign_table(director, one, None)
    assert sent(director, "table_delete", one.pk).status_code == 302
    assert labels_of(club) == [other.label]
    with pytest.raises(NotNow):
        recording.delete_table(director, one)
    with pytest.raises(NotNow):
        recording.assign_table(director, one, Game.objects.get())


def undo_of(entry: LogEntry) -> str:
    return reverse("clubs:undo", args=[entry.book_id, entry.number])


def test_tables_that_were_made_are_taken_back_together_with_one_tap(director: Author, club: Club) -> None:
    made(director, club, "1")
    client, typed = browser(director), {"key": str(uuid.uuid4()), "labels": "2-4"}
    said = client.post(reverse("scoring:tables_new", args=[club.pk]), typed, follow=True).content.decode()
    last = LogEntry.objects.filter(act="tables.made").latest("pk")
    assert undo_of(last) in said
    (form,) = [
        form for form in forms_of(client.get(undo_of(last)).content.decode(), "") if "key" in form.fields
    ]
    assert client.post(undo_of(last), form.sent()).status_code == 302
    assert labels_of(club) == ["1"]
    assert LogEntry.objects.filter(act="tables.deleted").count() == 1
    assert "These tables have been deleted." in client.get(undo_of(last)).content.decode()


def test_of_tables_that_were_made_only_those_without_a_game_go(director: Author, club: Club) -> None:
    one, _two = made(director, club, "1", "2")
    recording.assign_table(director, one, a_game(club, director))
    entry = LogEntry.objects.select_related("book__club", "words").get(act="tables.made")
    offered = offer_undo(entry)
    assert offered.undo is not None
    assert offered.undo.preview == "2"
    offered.undo.run(director, "", uuid.uuid4())
    assert labels_of(club) == ["1"]
    assert offer_undo(entry).why_not == "Games are at these tables."


def test_a_table_that_was_made_again_is_not_that_of_the_earlier_act(director: Author, club: Club) -> None:
    (one,) = made(director, club, "1")
    earlier = LogEntry.objects.select_related("book__club", "words").get(act="tables.made")
    recording.delete_table(director, one)
    made(director, club, "1")
    assert offer_undo(earlier).why_not == "These tables have been deleted."
    assert labels_of(club) == ["1"]
    with pytest.raises(NotNow):
        recording.delete_tables(director, club, ["2"])
