"""The entry page at the desk and at the table: counted, recorded once, and nothing that was typed is lost."""

from __future__ import annotations

import json
import re
import uuid
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs.books.writing import Author
from clubs.models import Club, Role, User
from scoring import recording
from scoring.models import Deal, DealVersion, Game, OwnProtocol
from tests.builders import a_club, a_player, a_user, an_author
from tests.pages.reading_pages import forms_of
from tests.pages.world import fingerprint

pytestmark = pytest.mark.django_db

# A samba and a mixed canasta against nothing: 1500 + 300 + 200 + 845 - 120 = 2725, and -85.
TYPED = {
    "ended": "out-0",
    "side0-combination_samba": "1",
    "side0-combination_mixed": "1",
    "side0-meld_points": "500+345",
    "side0-hand_points": "120",
    "side1-hand_points": "85",
}
# A side that went out with three cards on the table: that is unlikely.
UNLIKELY = {"ended": "stock", "side0-way": "melds", "side0-melds": "KKKKK", "side1-hand_points": "85"}


class Evening:
    """A club with a table, its director and what is played there."""

    def __init__(self) -> None:
        self.club: Club = a_club()
        self.director: User = a_user(Role.Kind.DIRECTOR, club=self.club)
        self.by: Author = an_author(self.director)
        (self.table,) = recording.create_tables(self.by, self.club, ["1"], uuid.uuid4())

    def game(self, ruleset: str = "samba", sides: int = 2, **plan: Any) -> Game:
        """A game at the table; Berta Ek of the second side drew highest."""
        names = (("Anna Berg", "Arne Dal"), ("Berta Ek", "Bo Falk"), ("Carin Gran", "Carl Holm"))
        players = [[a_player(name, club=self.club) for name in pair] for pair in names[:sides]]
        given: dict[str, Any] = {"ruleset": ruleset, "sides": players, **plan}
        game = recording.open_game(self.by, self.club, recording.GamePlan(**given), uuid.uuid4())
        recording.assign_table(self.by, self.table, game)
        seats = recording.Seats(highest=players[1][0].pk, key=uuid.uuid4())
        return recording.take_seats(self.by, game, seats)

    def at_desk(self) -> Client:
        client = Client()
        client.force_login(self.director)
        return client

    def at_table(self, number: int = 1) -> str:
        return reverse("scoring:table_deal", args=[self.table.secret, number])

    def player(self, game: Game, side: int) -> str:
        seat = game.sides.get(number=side).seats.order_by("position")[0]
        return str(seat.player_id)


@pytest.fixture
def evening() -> Evening:
    return Evening()


def form_values(page: str) -> dict[str, str]:
    """What the form would send as it stands."""
    forms = [form.sent() for form in forms_of(page, "") if "ended" in form.fields]
    return forms[0]


def post_entry(client: Client, address: str, **typed: str) -> tuple[int, str]:
    """Open the form and send it."""
    opened = form_values(client.get(address).content.decode())
    answer = client.post(address, {**opened, **typed})
    return answer.status_code, answer.content.decode()


def totals(game: Game) -> list[int]:
    return [side.total for side in game.sides.order_by("number")]


def text_of(page: str) -> str:
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page)))


# --- at the desk ------------------------------------------------------------------------------------------


def test_a_deal_is_recorded_at_the_desk(evening: Evening) -> None:
    game, client = evening.game(), evening.at_desk()
    status, _page = post_entry(client, reverse("scoring:deal_new", args=[game.pk]), **TYPED)
    assert (status, totals(game)) == (302, [2725, -85])


def test_the_form_is_opened_for_the_deal_that_was_dealt_and_not_written_down(evening: Evening) -> None:
    game, client = evening.game(), evening.at_desk()
    address = reverse("scoring:deal_new", args=[game.pk])
    recording.start_deal(evening.by, game, 1, uuid.uuid4())
    assert form_values(client.get(address).content.decode())["number"] == "1"
    post_entry(client, address, **TYPED)
    assert form_values(client.get(address).content.decode())["number"] == "2"


def test_a_game_with_totals_from_paper_goes_on_from_them(evening: Evening) -> None:
    game, client = evening.game(carried=[1200, 3450]), evening.at_desk()
    address = reverse("scoring:deal_new", args=[game.pk])
    assert re.findall(r"<small>([^<]+) so far</small>", client.get(address).content.decode()) == [
        "1,200",
        "3,450",
    ]
    post_entry(client, address, **TYPED)
    assert totals(game) == [3925, 3365]


def test_a_deal_stopped_by_the_clock_is_recorded(evening: Evening) -> None:
    game, client = evening.game(), evening.at_desk()
    typed = {**TYPED, "ended": "clock"}
    assert post_entry(client, reverse("scoring:deal_new", args=[game.pk]), **typed)[0] == 302
    assert totals(game) == [2525, -85]


TWICE = {"side0-combination_red": "2", "side1-combination_red": "2"}
EQUAL = {**TWICE, "ended": "clock", "side0-meld_points": "160", "side1-meld_points": "160"}


def test_a_side_that_does_not_play_the_extra_deal_has_no_column(evening: Evening) -> None:
    game = evening.game("royal", sides=3, carried=[17000, 17000, 200])
    client, address = evening.at_desk(), reverse("scoring:deal_new", args=[game.pk])
    assert post_entry(client, address, **EQUAL)[0] == 302
    assert totals(game) == [18160, 18160, 200]
    page = client.get(address).content.decode()
    assert re.findall(r'data-side="(\d)"', page) == ["0", "1"]
    assert post_entry(client, address, **{**EQUAL, "side0-hand_points": "10"})[0] == 302
    assert Deal.objects.get(game=game, number=2).versions.get().sheet["hands"][2] is None
    assert totals(game) == [19310, 19320, 200]


# --- counted and not stored -------------------------------------------------------------------------------


def post_preview(client: Client, address: str, **typed: str) -> str:
    answer = client.post(address, typed)
    assert answer.status_code == 200
    return text_of(answer.content.decode())


def test_the_preview_says_each_line_with_its_paragraph_and_stores_nothing(evening: Evening) -> None:
    game, client = evening.game(carried=[1200, 3450]), evening.at_desk()
    before = fingerprint()
    text = post_preview(client, reverse("scoring:preview", args=[game.pk]), **TYPED, number="1")
    assert "1 samba (§ 15 b)" in text
    assert "Opening requirement 50 120" in text
    assert "Opening met none" in text
    assert "Base points 2,000 0" in text
    assert "Running total 3,925 3,365" in text
    in_sight = "Anna – Arne Before the deal: 1,200 Deal total: +2,725 After the deal: 3,925"
    assert in_sight in text, "the totals that stay in sight on a phone"
    assert "Berta – Bo Before the deal: 3,450 Deal total: −85 After the deal: 3,365" in text
    assert fingerprint() == before


def test_the_preview_at_the_table_is_the_same(evening: Evening) -> None:
    evening.game(carried=[1200, 3450])
    text = post_preview(
        Client(), reverse("scoring:table_preview", args=[evening.table.secret]), **TYPED, number="1"
    )
    assert "Running total 3,925 3,365" in text


def test_the_preview_counts_before_it_is_said_how_the_deal_ended(evening: Evening) -> None:
    game = evening.game()
    address = reverse("scoring:preview", args=[game.pk])
    text = post_preview(evening.at_desk(), address, **{**TYPED, "ended": ""}, number="1")
    assert "Choose how the deal ended." in text
    assert "Deal total 2,525 −85" in text


def test_a_problem_is_named_with_the_field_that_it_is_about(evening: Evening) -> None:
    game = evening.game()
    address = reverse("scoring:preview", args=[game.pk])
    typed = {**TYPED, "side0-meld_points": "843", "side1-hand_points": "x"}
    page = evening.at_desk().post(address, {**typed, "number": "1"}).content.decode()
    assert re.findall(r'data-field="([^"]+)"', page) == ["id_side1-hand_points"]
    page = evening.at_desk().post(address, {**typed, "side1-hand_points": "", "number": "1"}).content.decode()
    assert re.findall(r'data-field="([^"]+)"', page) == ["id_side0-meld_points"]
    assert "843 is not" in text_of(page)


def test_the_preview_tells_what_a_contract_has_reached_and_what_is_missing(evening: Evening) -> None:
    game = evening.game("sitoumussamba")
    bid = {"contract-side": "0", "contract-level": "3", "contract-strain": "spades"}
    typed = {"ended": "stock", "side0-combination_samba": "1", "side0-meld_points": "100", "number": "1"}
    text = post_preview(evening.at_desk(), reverse("scoring:preview", args=[game.pk]), **typed, **bid)
    assert "Contract 3,000, reached 1,500: void. Still missing: 1,500." in text


def test_the_preview_asks_as_little_after_many_deals_as_before_the_first(evening: Evening) -> None:
    game, client = evening.game(), evening.at_desk()
    address = reverse("scoring:preview", args=[game.pk])
    few = count_queries(client, address, number="1")
    play_nothing(evening, game, 8)
    assert count_queries(client, address, number="9") <= few
    assert few <= 10


HELD = "AAAATTTT99998888"
BY_CARDS = {"side0-way": "melds", "side0-melds": "KKKKK\nQQQQQ\nJJJJJ", "side0-hand": f"{HELD}R"}
BY_TALLY = {"side0-meld_points": "150", "side0-hand_points": "200", "side0-hand_red_threes": "1"}


@pytest.mark.parametrize(
    ("held", "laid"),
    [(BY_CARDS, {"side0-hand": HELD}), (BY_TALLY, {"side0-hand_red_threes": ""})],
    ids=["by cards", "as totals"],
)
def test_a_red_three_in_the_hand_is_refused_until_it_is_laid(
    evening: Evening, held: dict[str, str], laid: dict[str, str]
) -> None:
    game, client = evening.game("bolivia"), evening.at_desk()
    typed = {"ended": "clock", **held, "side1-hand_points": "85"}
    preview, new = (reverse(f"scoring:{name}", args=[game.pk]) for name in ("preview", "deal_new"))
    assert "A red three is still held. Lay it on the table" in post_preview(
        client, preview, **typed, number="1"
    )
    status, page = post_entry(client, new, **typed)
    assert (status, "A red three is still held." in page, Deal.objects.count()) == (200, True, 0)
    typed |= {**laid, "side0-red_threes": "1"}
    assert "Base points −100 0" in post_preview(client, preview, **typed, number="1")
    assert post_entry(client, new, **typed)[0] == 302
    assert totals(game) == [-150, -85]


EMPTY = {"combinations": {}, "meld_points": 0, "hand_points": 0, "hand_red_threes": 0, "hand_black_threes": 0}


def count_queries(client: Client, address: str, **typed: str) -> int:
    with CaptureQueriesContext(connection) as captured:
        assert client.post(address, {**TYPED, **typed}).status_code == 200
    return len(captured)


# --- by cards ---------------------------------------------------------------------------------------------

CARDS = {
    "number": "1",
    "ended": "stock",
    "side0-way": "melds",
    "side0-melds": "KKKKK2*\ns456789T\nQQ",
    "side0-hand": "AK",
    "side0-red_threes": "2",
    "side1-hand_red_threes": "1",
}


def preview_page(evening: Evening, game: Game, **typed: str) -> str:
    answer = evening.at_desk().post(reverse("scoring:preview", args=[game.pk]), {**CARDS, **typed})
    return answer.content.decode()


def test_each_typed_meld_says_what_it_is(evening: Evening) -> None:
    read = preview_page(evening, evening.game()).partition('id="read-0"')[2].partition("</ul>")[0]
    assert [text_of(item).strip() for item in re.findall(r"<span>.*?</span>", read)] == [
        "K×5 2 * 1 mixed canasta, with wild cards: 300 + 120",
        "♠ 4 5 6 7 8 9 10 1 samba: 1,500 + 50",
        "Q×2 “QQ” is not a valid meld: it has too few cards.",
    ]


def test_an_unfinished_meld_says_what_its_cards_are_worth(evening: Evening) -> None:
    page = preview_page(evening, evening.game("royal"), **{"side0-melds": "KKKK, RRR"})
    assert "K×4 unfinished: 40" in text_of(page)
    assert "3r×3 red threes on the table" in text_of(page)


def test_the_cards_that_are_left_are_counted_by_rank_and_in_sequences_by_suit(evening: Evening) -> None:
    page = preview_page(evening, evening.game())
    match = re.search(r'id="deck" hidden data-left="([^"]+)"', page)
    assert match
    left = json.loads(unescape(match[1]))
    # Of twelve kings five are melded and one is held, of twelve eights one lies in the sequence.
    assert {card: left[card] for card in ("K", "8", "s8", "h8", "2", "*", "R", "B")} == {
        "K": 6,
        "8": 11,
        "s8": 2,
        "h8": 3,
        "2": 11,
        "*": 5,
        "R": 3,
        "B": 6,
    }


def test_a_mistake_elsewhere_does_not_hide_what_the_melds_are(evening: Evening) -> None:
    page = preview_page(evening, evening.game(), **{"side1-hand_points": "x"})
    assert "1 samba: 1,500 + 50" in text_of(page)


# --- warnings ---------------------------------------------------------------------------------------------


def warnings_digest(page: str) -> str:
    match = re.search(r'name="looked" id="id_looked" value="(\w+)"', page)
    assert match
    return match[1]


def test_what_is_unlikely_is_recorded_once_somebody_has_looked_at_it(evening: Evening) -> None:
    game, client = evening.game(), evening.at_desk()
    address = reverse("scoring:deal_new", args=[game.pk])
    status, page = post_entry(client, address, **UNLIKELY)
    assert (status, Deal.objects.count()) == (200, 0)
    assert "fewer cards than it was dealt" in text_of(page)
    assert "KKKKK" in page
    status, _page = post_entry(client, address, **UNLIKELY, looked=warnings_digest(page))
    assert status == 302
    assert DealVersion.objects.get().warnings == ["fewer_cards_than_dealt", "empty_hand"]


def test_a_tick_beside_other_warnings_does_not_count(evening: Evening) -> None:
    game, client = evening.game(), evening.at_desk()
    address = reverse("scoring:deal_new", args=[game.pk])
    _status, page = post_entry(client, address, **UNLIKELY)
    ticked = warnings_digest(page)
    status, page = post_entry(client, address, **{**UNLIKELY, "side0-melds": "KKKK"}, looked=ticked)
    assert (status, Deal.objects.count()) == (200, 0)
    assert warnings_digest(page) != ticked
    assert "checked" not in page.partition('id="id_looked"')[2][:60]


# --- one touch, without a script --------------------------------------------------------------------------


def test_the_sides_change_places_by_a_button_of_the_form(evening: Evening) -> None:
    game, client = evening.game(), evening.at_desk()
    status, page = post_entry(client, reverse("scoring:deal_new", args=[game.pk]), **TYPED, act="swap")
    assert (status, Deal.objects.count()) == (200, 0)
    assert re.search(r'name="side1-meld_points" value="500\+345"', page)
    assert re.search(r'name="side0-hand_points" value="85"', page)
    assert re.search(r'value="out-1"[^>]*checked', page)
    assert "Deal total −85 2,725" in text_of(page)


def test_a_deal_is_counted_by_a_button_of_the_form(evening: Evening) -> None:
    game, client = evening.game(), evening.at_desk()
    status, page = post_entry(client, reverse("scoring:deal_new", args=[game.pk]), **TYPED, act="count")
    assert (status, Deal.objects.count()) == (200, 0)
    assert "Deal total 2,725 −85" in text_of(page)


# --- at the table -----------------------------------------------------------------------------------------


def test_the_keeper_of_the_protocol_writes_unless_it_is_said_otherwise(evening: Evening) -> None:
    game, client = evening.game(), Client()
    page = client.get(evening.at_table()).content.decode()
    assert re.search(rf'<option value="{game.keeper_id}" selected>Berta Ek</option>', page)
    status, _page = post_entry(client, evening.at_table(), **TYPED, player=str(game.keeper_id))
    assert status == 302
    version = DealVersion.objects.get()
    assert (version.side, version.player_id) == (1, game.keeper_id)
    assert version.device


def test_a_deal_that_is_not_the_next_one_has_no_page(evening: Evening) -> None:
    evening.game()
    assert [Client().get(evening.at_table(number)).status_code for number in (1, 2, 7)] == [200, 404, 404]


def test_a_table_without_a_game_has_nothing_to_enter(evening: Evening) -> None:
    assert Client().get(evening.at_table()).status_code == 404
    preview = reverse("scoring:table_preview", args=[evening.table.secret])
    assert Client().post(preview, TYPED).status_code == 404


def test_a_side_s_digits_are_asked_with_its_own_protocol_and_wrong_ones_told_at_the_field(
    evening: Evening,
) -> None:
    game = evening.game(protocols=Game.Protocols.BOTH, approval=Game.Approval.OWN_CODE)
    code = game.sides.get(number=1).code
    wrong, writer = f"{(int(code) + 1) % 10000:04}", evening.player(game, 1)
    page = post_entry(Client(), evening.at_table(), **TYPED, player=writer, code=wrong)[1]
    assert "This is not the side's four-digit code." in text_of(page)
    assert wrong not in page
    assert not OwnProtocol.objects.exists()
    assert post_entry(Client(), evening.at_table(), **TYPED, player=writer, code=code)[0] == 302
    assert OwnProtocol.objects.get().side == 1


def test_each_side_hands_in_its_own_protocol_where_two_are_kept(evening: Evening) -> None:
    game = evening.game(protocols=Game.Protocols.BOTH)
    first, second = evening.player(game, 0), evening.player(game, 1)
    assert post_entry(Client(), evening.at_table(), **TYPED, player=first)[0] == 302
    assert (OwnProtocol.objects.count(), totals(game)) == (1, [0, 0])
    assert post_entry(Client(), evening.at_table(), **TYPED, player=second)[0] == 302
    assert totals(game) == [2725, -85]


def test_a_side_finds_its_own_protocol_again(evening: Evening) -> None:
    game = evening.game(protocols=Game.Protocols.BOTH)
    post_entry(Client(), evening.at_table(), **TYPED, player=evening.player(game, 0))
    own = Client().get(evening.at_table(), {"side": "0"}).content.decode()
    assert re.search(r'name="side0-meld_points" value="845"', own)
    other = Client().get(evening.at_table(), {"side": "1"}).content.decode()
    assert not re.search(r'name="side0-meld_points" value="845"', other)


# --- written anew -----------------------------------------------------------------------------------------


def test_a_deal_is_written_anew_from_what_is_written_down(evening: Evening) -> None:
    game, client = evening.game(), evening.at_desk()
    post_entry(client, reverse("scoring:deal_new", args=[game.pk]), **TYPED)
    address = reverse("scoring:deal_amend", args=[game.pk, 1])
    page = client.get(address).content.decode()
    assert re.search(r'name="side0-meld_points" value="845"', page)
    again = {**TYPED, "side0-meld_points": "855", "reason": "added up again"}
    assert post_entry(client, address, **again)[0] == 302
    version = DealVersion.objects.get(current=True)
    assert (version.number, version.kind, version.reason) == (2, "arithmetic", "added up again")
    assert totals(game) == [2735, -85]


def test_a_deal_that_is_opened_again_is_counted_as_it_is_written_down(evening: Evening) -> None:
    game, client = evening.game(), evening.at_desk()
    post_entry(client, reverse("scoring:deal_new", args=[game.pk]), **TYPED)
    page = client.get(reverse("scoring:deal_amend", args=[game.pk, 1])).content.decode()
    assert "Running total 2,725 −85" in text_of(page)
    assert "Running total" not in client.get(reverse("scoring:deal_new", args=[game.pk])).content.decode()


def test_the_page_asks_as_little_after_many_deals_as_before_the_first(evening: Evening) -> None:
    game, client = evening.game(), Client()
    few = opening_requirement(client, evening.at_table(1))
    play_nothing(evening, game, 6)
    assert opening_requirement(client, evening.at_table(7)) == few
    assert opening_requirement(client, evening.at_table(6)) <= 11


def play_nothing(evening: Evening, game: Game, deals: int) -> None:
    """Deals in which nobody melds and nobody holds anything."""
    for number in range(1, deals + 1):
        nothing = {"ended": "stock", "hands": [{"tally": EMPTY}, {"tally": EMPTY}]}
        written = recording.WrittenDeal(number=number, body=nothing, key=uuid.uuid4())  # type: ignore[arg-type] # a body
        recording.record_deal(evening.by, game, written)


def opening_requirement(client: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as captured:
        assert client.get(address).status_code == 200
    return len(captured)


def test_melds_are_added_later_to_a_deal_that_was_recorded_as_a_tally(evening: Evening) -> None:
    game, client = evening.game(), evening.at_desk()
    tally = {
        "ended": "stock",
        "side0-combination_mixed": "1",
        "side0-meld_points": "120",
        "side1-hand_points": "20",
    }
    post_entry(client, reverse("scoring:deal_new", args=[game.pk]), **tally)
    by_cards = {**tally, "side0-way": "melds", "side0-melds": "KKKKK2*"}
    address = reverse("scoring:deal_amend", args=[game.pk, 1])
    _status, page = post_entry(client, address, **by_cards)
    assert post_entry(client, address, **by_cards, looked=warnings_digest(page))[0] == 302
    version = DealVersion.objects.get(current=True)
    assert (version.kind, version.sheet["hands"][0]["melds"]) == ("detail", ["KKKKK2*"])
    assert re.search(r"K×5 2 \*</textarea>", client.get(address).content.decode())


def test_a_correction_that_is_not_allowed_says_what_it_could_be_and_why_not(evening: Evening) -> None:
    game = evening.game(corrections=Game.Corrections.BY_CONSENT)
    for number in (1, 2):
        post_entry(Client(), evening.at_table(number), **TYPED, player=str(game.keeper_id))
    forgotten = {**TYPED, "side1-red_threes": "1"}
    status, page = post_entry(Client(), evening.at_table(1), **forgotten)
    text = text_of(page)
    assert (status, DealVersion.objects.count()) == (200, 2)
    assert "going out, a penalty, the contract : no longer § 35 c" in text
    assert "Recorded incorrectly : only if the other side agrees" in text
    assert re.search(r'name="side1-red_threes" value="1"', page)
    assert post_entry(Client(), evening.at_table(1), **forgotten, consent="on")[0] == 302
    assert DealVersion.objects.filter(kind="transcription").count() == 1


# --- somebody else was first ------------------------------------------------------------------------------


def test_two_who_write_the_same_deal_lose_nothing_of_what_they_typed(evening: Evening) -> None:
    game, client = evening.game(), evening.at_desk()
    address = reverse("scoring:deal_new", args=[game.pk])
    opened = form_values(client.get(address).content.decode())
    post_entry(
        Client(), evening.at_table(), **{**TYPED, "side1-hand_points": "90"}, player=str(game.keeper_id)
    )
    answer = client.post(address, {**opened, **TYPED})
    page = answer.content.decode()
    assert (answer.status_code, totals(game)) == (200, [2725, -90])
    assert "What is recorded" in page
    assert re.search(r'name="side1-hand_points" value="85"', page)
    again = form_values(page)
    assert again["version"] == "1"
    assert again["key"] != opened["key"]
    assert client.post(address, {**again, **TYPED}).status_code == 302
    assert totals(game) == [2725, -85]


def test_the_same_sending_twice_is_answered_as_the_first_time(evening: Evening) -> None:
    game, client = evening.game(), evening.at_desk()
    address = reverse("scoring:deal_new", args=[game.pk])
    opened = form_values(client.get(address).content.decode())
    assert client.post(address, {**opened, **TYPED}).status_code == 302
    assert client.post(address, {**opened, **TYPED}).status_code == 302
    assert (DealVersion.objects.count(), totals(game)) == (1, [2725, -85])


def test_a_key_that_said_something_else_before_shows_both(evening: Evening) -> None:
    game, client = evening.game(), evening.at_desk()
    address = reverse("scoring:deal_new", args=[game.pk])
    opened = form_values(client.get(address).content.decode())
    client.post(address, {**opened, **TYPED})
    page = client.post(address, {**opened, **TYPED, "side1-hand_points": "95"}).content.decode()
    assert "What is recorded" in page
    assert re.search(r'name="side1-hand_points" value="95"', page)


def test_a_correction_of_a_version_that_is_no_longer_the_current_one_shows_both(evening: Evening) -> None:
    game, client = evening.game(), evening.at_desk()
    post_entry(client, reverse("scoring:deal_new", args=[game.pk]), **TYPED)
    address = reverse("scoring:deal_amend", args=[game.pk, 1])
    opened = form_values(client.get(address).content.decode())
    post_entry(client, address, **{**TYPED, "side1-hand_points": "95"})
    page = client.post(address, {**opened, **TYPED, "side1-hand_points": "105"}).content.decode()
    assert "What is recorded" in page
    assert form_values(page)["version"] == "2"
    assert totals(game) == [2725, -95]


def test_a_deal_that_was_declared_void_meanwhile_says_so(evening: Evening) -> None:
    game, client = evening.game(), evening.at_desk()
    post_entry(client, reverse("scoring:deal_new", args=[game.pk]), **TYPED)
    address = reverse("scoring:deal_amend", args=[game.pk, 1])
    opened = form_values(client.get(address).content.decode())
    recording.void_deal(evening.by, game, 1, "a card was missing", uuid.uuid4())
    page = client.post(address, {**opened, **TYPED, "side1-hand_points": "105"}).content.decode()
    assert "This deal has been declared void." in text_of(page)
    assert re.search(r'name="side1-hand_points" value="105"', page)


def test_a_device_keeps_the_two_protocols_of_a_deal_apart(evening: Evening) -> None:
    evening.game(protocols=Game.Protocols.BOTH)
    slots = []
    for side in ("0", "1"):
        page = Client().get(evening.at_table(), {"side": side}).content.decode()
        slots += re.findall(r'data-slot="([^"]+)"', page)
    assert len(set(slots)) == 2


# --- a phone that keeps what it has not sent --------------------------------------------------------------


def test_a_phone_that_keeps_its_sendings_is_told_in_a_word(evening: Evening) -> None:
    game, client = evening.game(), Client()
    opened = form_values(client.get(evening.at_table()).content.decode())
    body = {**opened, **TYPED, "player": str(game.keeper_id)}
    answer = client.post(evening.at_table(), body, headers={"Talon-Outbox": "1"})
    assert (answer.status_code, answer.headers["Location"]) == (
        201,
        reverse("scoring:table", args=[evening.table.secret]),
    )
    again = client.post(evening.at_table(), body, headers={"Talon-Outbox": "1"})
    assert again.status_code == 201
    assert DealVersion.objects.count() == 1
