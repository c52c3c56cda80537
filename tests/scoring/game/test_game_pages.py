"""The public pages of games: their content, their readers, their queries and their 304 responses."""

from __future__ import annotations

import gzip
import re
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs import people
from clubs.books.writing import Author, JsonValue, club_book
from clubs.models import Club, Player, Role
from clubs.people.names import public_name
from scoring import recording
from scoring.core.game_state import EarlyEnd, GameEnd
from scoring.game import history
from scoring.models import Adjustment, Deal, Game, Seat
from scoring.printing import protocol
from scoring.store.deal_queries import deal_rows
from scoring.store.game_queries import GameFilter, find_games, games_with_sides, side_names
from scoring.store.ruling_queries import adjustments_of
from tests.builders import a_club, a_player, a_user, an_author
from tests.scoring.support.played import a_body, a_column, a_deal, a_game

pytestmark = pytest.mark.django_db

MAX_BYTES = 60_000


@dataclass(slots=True)
class Evening:
    """A club, its director, and a game."""

    club: Club = field(default_factory=a_club)
    by: Author = field(init=False)
    game: Game = field(init=False)

    def __post_init__(self) -> None:
        self.by = an_author(a_user(Role.Kind.DIRECTOR, club=self.club))
        self.game = self.open()

    def open(self, **plan: Any) -> Game:
        sides = [[a_player(club=self.club) for _ in range(2)] for _ in range(2)]
        wanted = recording.GamePlan(**{"ruleset": "samba", "sides": sides, **plan})
        return recording.open_game(self.by, self.club, wanted, uuid.uuid4())

    def play(self, deals: int = 1, game: Game | None = None) -> None:
        game = game or self.game
        first = game.deals.count() + 1
        for number in range(first, first + deals):
            recording.record_deal(self.by, game, a_deal(number))

    def approve(self, number: int) -> None:
        self.answer(recording.confirm_deal, number)

    def dispute(self, number: int, reason: str) -> None:
        self.answer(recording.dispute_deal, number, reason)

    def answer(
        self, verb: Callable[[Author, Game, recording.Approval], object], number: int, reason: str = ""
    ) -> None:
        version = self.game.deals.get(number=number).version
        approval = recording.Approval(number=number, version=version, key=uuid.uuid4(), reason=reason)
        verb(self.by, self.game, approval)

    def amend(self, number: int, body: dict[str, JsonValue], reason: str = "") -> None:
        version = self.game.deals.get(number=number).version
        amendment = recording.Amendment(
            number=number, version=version, body=body, key=uuid.uuid4(), reason=reason
        )
        recording.amend_deal(self.by, self.game, amendment)

    def charge(self, side: int, points: int, reason: str, **extra: Any) -> Adjustment:
        charge = recording.Charge(side=side, points=points, reason=reason, key=uuid.uuid4(), **extra)
        return recording.adjust(self.by, self.game, charge)

    def page(self, name: str = "game", *args: int) -> str:
        """Return a public page as an anonymous visitor gets it."""
        answer = Client().get(reverse(f"scoring:{name}", args=[self.game.pk, *args]))
        assert answer.status_code == 200
        return answer.content.decode()

    def player(self, side: int = 0, position: int = 0) -> Player:
        return Seat.objects.get(side__game=self.game, side__number=side, position=position).player


@pytest.fixture
def evening() -> Evening:
    return Evening()


def words_in(page: str) -> str:
    """Return the text of a page."""
    return " ".join(re.sub(r"<[^>]*>", " ", page.partition("<main")[2]).split())


# --- a game -----------------------------------------------------------------------------------------------


def test_a_game_shows_its_score_its_rules_and_that_it_goes_on(evening: Evening) -> None:
    evening.play(2)
    text = words_in(evening.page())
    assert "in progress" in text
    assert "5,450" in text
    assert "Played to 10,000" in text


def test_a_total_leads_to_its_lines(evening: Evening) -> None:
    evening.play(2)
    page, address = evening.page(), reverse("scoring:deal", args=[evening.game.pk, 2])
    assert f'<a href="{address}#side-1">2,725</a>' in page
    assert f'<a href="{address}#side-1">5,450</a>' in page
    assert 'id="side-1"' in evening.page("deal", 2)


def test_what_is_not_approved_stands_in_pencil(evening: Evening) -> None:
    evening.play(2)
    evening.approve(1)
    bodies = re.findall(r"<tbody[^>]*>", evening.page().partition("score-sheet")[2].partition("</table>")[0])
    assert bodies == ["<tbody>", '<tbody class="pencil">']


def test_a_game_that_is_won_names_the_winner(evening: Evening) -> None:
    evening.play(4)
    winner = " – ".join(public_name(evening.player(0, position)) for position in range(2))
    assert f"The game is over. Winner: {winner}." in words_in(evening.page())


def test_a_disputed_deal_puts_the_game_under_protest_and_counts_nothing(evening: Evening) -> None:
    evening.play(1)
    evening.dispute(1, "We had two canastas")
    text = words_in(evening.page())
    assert "under protest" in text
    assert "Deal 1 is disputed: the director decides." in text
    assert "disputed, does not count yet" in text
    assert "Running total" not in text
    assert "We had two canastas" in words_in(evening.page("deal", 1))


@pytest.mark.parametrize(
    ("end", "sentence"),
    [
        (EarlyEnd(GameEnd.TIME), "Time ended the game."),
        (EarlyEnd(GameEnd.FORFEIT, 0), "Gave up: "),
        (EarlyEnd(GameEnd.STOPPED, 1), "Stopped before the end: "),
    ],
)
def test_a_game_that_ended_early_says_why(evening: Evening, end: EarlyEnd, sentence: str) -> None:
    evening.play(1)
    recording.end_game(evening.by, evening.game, end, "late", uuid.uuid4())
    assert sentence in words_in(evening.page())


def test_a_game_handed_in_as_its_result_says_so(evening: Evening) -> None:
    final = recording.FinalResult(totals=[10_400, 8_200], reason="the paper is lost", key=uuid.uuid4())
    recording.record_result(evening.by, evening.game, final)
    text = words_in(evening.page())
    assert "Only the result was handed in: the deals are not known." in text
    assert "10,400" in text


def test_a_game_whose_result_was_handed_in_after_a_deal_does_not_say_that_none_is_known(
    evening: Evening,
) -> None:
    evening.play(1)
    final = recording.FinalResult(totals=[10_400, 8_200], reason="the rest is lost", key=uuid.uuid4())
    recording.record_result(evening.by, evening.game, final)
    assert "Only the result was handed in: not all deals are known." in words_in(evening.page())


def test_totals_from_paper_stand_above_the_first_deal(evening: Evening) -> None:
    evening.game = evening.open(carried=(1200, 805))
    evening.play(1)
    text = words_in(evening.page())
    assert text.index("Carried forward from paper 1,200 805") < text.index("Running total 3,925 720")


def test_a_deal_that_is_being_played_shows_what_each_side_needs(evening: Evening) -> None:
    evening.play(1)
    recording.start_deal(evening.by, evening.game, 2, uuid.uuid4())
    text = words_in(evening.page())
    assert "Deal 2 being played Opening requirement 90 15" in text
    assert "This deal is being played." in words_in(evening.page("deal", 2))


@pytest.mark.engine
def test_a_correction_carries_on_into_the_running_totals_of_later_deals(evening: Evening) -> None:
    evening.play(2)
    changed = a_body()
    changed["hands"][0]["tally"]["meld_points"] = 945  # type: ignore[index,call-overload] # a body is plain data
    evening.amend(1, changed)
    text = words_in(evening.page())
    assert "Running total 2,825 " in text
    assert "Running total 5,550 " in text


def test_house_rules_that_were_agreed_are_named(evening: Evening) -> None:
    evening.game = evening.open(ruleset="danish", options={"going_out": 100})
    assert "Bonus for going out 100 points" in words_in(evening.page())


def test_a_house_rule_that_is_the_default_goes_without_saying(evening: Evening) -> None:
    evening.game = evening.open(ruleset="danish", options={"going_out": 0})
    assert "Bonus for going out" not in words_in(evening.page())


def test_a_penalty_of_the_game_stands_with_its_reason_and_changes_the_result(evening: Evening) -> None:
    evening.play(4)
    evening.charge(0, -500, "Spoke in Latin", rule="27b1")
    text = words_in(evening.page())
    assert "Penalties and awards −500 0" in text
    assert "Result 10,400 " in text
    assert "Spoke in Latin" in text
    assert "§ 27 b1" in text


def test_a_penalty_that_was_taken_back_is_struck_through(evening: Evening) -> None:
    charge = evening.charge(1, -100, "Late")
    recording.cancel_adjustment(evening.by, charge, "The tram was late", uuid.uuid4())
    page = evening.page()
    assert re.search(r"<s>.*−100.*</s>", page)
    assert "The tram was late" in words_in(page)


def test_what_three_sides_win_from_each_other_stands_below_the_game() -> None:
    evening = Evening()
    sides = [[a_player(club=evening.club)] for _ in range(3)]
    evening.game = evening.open(sides=sides)
    final = recording.FinalResult(totals=[10_000, 5_000, 2_000], reason="paper", key=uuid.uuid4())
    recording.record_result(evening.by, evening.game, final)
    assert "Settlement 13,000 −2,000 −11,000" in words_in(evening.page())


def test_the_progress_is_drawn_and_stands_in_figures_too(evening: Evening) -> None:
    evening.play(3)
    page = evening.page()
    assert page.count("<polyline") == 2
    assert "plot-target" in page
    assert "Before 0 0 Deal 1 2,725 −85 Deal 2 5,450 −170 Deal 3 8,175 −255" in words_in(page)


@pytest.mark.parametrize("language", ["sv", "fi", "da", "en"])
def test_a_drawing_is_spelled_alike_in_every_language(evening: Evening, language: str) -> None:
    evening.play(3)
    address = reverse("scoring:game", args=[evening.game.pk])
    page = Client(headers={"accept-language": language}).get(address).content.decode()
    drawing = page.partition('class="plot"')[2].partition("</figure>")[0]
    assert re.findall(r'(?:points|x|y|y1)="[^"]*[^-\d.,% "][^"]*"', drawing) == []
    assert re.findall(r'(?:x|y|y1)="[^"]*,[^"]*"', drawing) == []


def test_what_the_sides_have_done_is_counted(evening: Evening) -> None:
    evening.play(2)
    text = words_in(evening.page())
    assert "Sambas 2 0" in text
    assert "Mixed canastas 2 0" in text
    assert "Biggest deal 2,725 (deal 1) −85 (deal 1)" in text
    assert "Average points per deal 2,725 −85" in text
    assert "Times gone out 2 0" in text


# --- names ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["game", "deal"])
def test_a_name_is_shown_only_with_its_owners_consent(evening: Evening, name: str) -> None:
    evening.play(1)
    silent = evening.player(1, 1)
    Player.objects.filter(pk=silent.pk).update(may_publish=False)
    page = evening.page(name, *([1] if name == "deal" else []))
    assert silent.family_name not in page
    assert f"Player {silent.pk}" in page


def test_who_works_at_the_desk_is_not_named(evening: Evening) -> None:
    evening.play(1)
    assert evening.by.user is not None
    page = evening.page("deal", 1)
    assert evening.by.user.name not in page
    assert "Recorded · the desk" in words_in(page)


# --- a deal -----------------------------------------------------------------------------------------------


def test_a_deal_shows_what_how_many_how_much_and_which_paragraph(evening: Evening) -> None:
    evening.play(1)
    text = words_in(evening.page("deal", 1))
    assert "1 samba § 15 b +1,500" in text
    assert "Base points 2,000 Card points 725 Deal total 2,725 Running total 2,725" in text
    assert "needs 50 to open" in text
    assert "went out" in text


@pytest.mark.parametrize(
    ("language", "text"), [("en", "500 for a natural canasta"), ("sv", "500 för en naturlig canasta")]
)
def test_the_text_of_a_paragraph_is_one_tap_away(evening: Evening, language: str, text: str) -> None:
    evening.play(1)
    client = Client(headers={"accept-language": language})
    page = client.get(reverse("scoring:deal", args=[evening.game.pk, 1])).content.decode()
    match = re.search(r"<details id=\"line-1-1\">.*?</details>", page, re.DOTALL)
    assert match
    assert f'<div lang="{language}"><p>{text}' in match[0]


def test_a_paragraph_that_is_told_in_english_alone_says_so(evening: Evening) -> None:
    evening.play(1)
    evening.charge(0, -100, "Looked at the stock", rule="10a", deal=1)
    client = Client(headers={"accept-language": "sv"})
    page = client.get(reverse("scoring:deal", args=[evening.game.pk, 1])).content.decode()
    assert "Reglerna med våra ord, på engelska:" in page
    assert '<div lang="en"><p>Two cards are drawn' in page


@pytest.mark.engine
def test_the_history_of_a_deal_says_what_was_changed_by_whom_and_why(evening: Evening) -> None:
    evening.play(1)
    changed = a_body()
    changed["hands"][0]["tally"]["hand_points"] = 20  # type: ignore[index,call-overload] # a body is plain data
    evening.amend(1, changed, "counted again")
    text = words_in(evening.page("deal", 1))
    assert "Corrected: addition error" in text
    assert "counted again" in text
    assert re.search(r"Cards in hand: before: 120 → now: 20", text)
    assert text.index("Recorded") < text.index("Corrected")


@pytest.mark.engine
def test_a_void_deal_says_why_and_keeps_its_lines(evening: Evening) -> None:
    evening.play(2)
    recording.void_deal(evening.by, evening.game, 2, "A card lay under the table", uuid.uuid4())
    text = words_in(evening.page("deal", 2))
    assert "Declared void · the director" in text
    assert "A card lay under the table" in text
    assert "1 samba" in text
    assert "void, does not count" in words_in(evening.page())


def test_a_deal_by_cards_shows_them_in_the_readers_letters(evening: Evening) -> None:
    body: dict[str, JsonValue] = {
        "ended": "stock",
        "hands": [
            {"melds": ["KKKK2"], "hand": "QJ", "red_threes": 0, "went_out": False},
            a_column(hand_points=85),
        ],
    }
    recording.record_deal(evening.by, evening.game, a_deal(body=body))
    address = reverse("scoring:deal", args=[evening.game.pk, 1])
    page = Client(headers={"accept-language": "fi"}).get(address).content.decode()
    assert "K×4 2" in page
    assert "R S" in page


def test_the_substitute_stands_only_in_the_deals_that_he_played(evening: Evening) -> None:
    evening.play(1)
    leaving, coming = evening.player(0, 1), a_player(club=evening.club)
    recording.substitute(evening.by, evening.game, 0, leaving, coming, uuid.uuid4())
    evening.play(1)
    assert leaving.name in evening.page("deal", 1)
    assert coming.name not in evening.page("deal", 1)
    assert coming.name in evening.page("deal", 2)
    assert coming.name in evening.page()


def test_a_deal_leads_to_the_deals_beside_it(evening: Evening) -> None:
    evening.play(3)
    links = {number: re.findall(r'rel="(prev|next)"', evening.page("deal", number)) for number in (1, 2, 3)}
    assert links == {1: ["next"], 2: ["prev", "next"], 3: ["prev"]}


def test_a_deal_that_was_not_dealt_is_not_there(evening: Evening) -> None:
    address = reverse("scoring:deal", args=[evening.game.pk, 9])
    assert Client().get(address).status_code == 404


def test_the_protocol_holds_the_ledger_and_the_result(evening: Evening) -> None:
    evening.play(4)
    evening.charge(0, -500, "Spoke in Latin", rule="27b1")
    game = games_with_sides().get(pk=evening.game.pk)
    names = side_names(game)
    charged = history.ledger_entries(game, names, adjustments_of(game))
    contents = protocol.ProtocolContents(ledger=charged)
    report = protocol.build_protocol(game, names, deal_rows(game), contents)
    assert [row.values for row in report.tables[0].rows[-4:]] == [
        ("Running total", 10_900, -340),
        ("Penalties and awards", -500, 0),
        ("Result", 10_400, -340),
        ("Point difference", 10_740, -10_740),
    ]
    assert report.notes == (
        f"The game is over. Winner: {names[0]}.",
        f"Penalty or award: {names[0]}, −500, Spoke in Latin (§ 27 b1)",
    )


def test_the_protocol_is_a_pdf(evening: Evening) -> None:
    evening.play(1)
    evening.charge(0, -500, "Spoke in Latin")
    answer = Client().get(reverse("scoring:protocol", args=[evening.game.pk]))
    assert answer["Content-Type"] == "application/pdf"
    assert answer.content.startswith(b"%PDF")


# --- nothing new ------------------------------------------------------------------------------------------

LIVE = pytest.mark.parametrize(("name", "number"), [("game", None), ("deal", 1)])


def address_of(evening: Evening, name: str, number: int | None) -> str:
    return reverse(f"scoring:{name}", args=[evening.game.pk, *([] if number is None else [number])])


def get_with_queries(client: Client, address: str, tag: str) -> tuple[HttpResponse, list[str]]:
    """Return a response, and the queries that it took."""
    with CaptureQueriesContext(
        connection,
    ) as queries:
        answer = client.get(address, headers={"if-none-match": tag})
    return answer, [query["sql"] for query in queries]  # type: ignore[return-value] # the test client's response


@pytest.mark.engine
@LIVE
def test_nothing_new_costs_one_query_that_reads_one_row(
    evening: Evening, name: str, number: int | None
) -> None:
    evening.play(2)
    address = address_of(evening, name, number)
    client = Client()
    assert evening.by.user is not None
    client.force_login(evening.by.user)
    tag = client.get(address)["ETag"]
    answer, captured = get_with_queries(client, address, tag)
    assert (answer.status_code, answer.content) == (304, b"")
    assert len(captured) == 1
    assert "clubs_book" in captured[0]
    assert f'"scoring_game"."id" = {evening.game.pk}' in captured[0]
    assert (answer["ETag"], answer["Cache-Control"]) == (tag, "no-cache")


@LIVE
def test_whatever_is_recorded_is_news(evening: Evening, name: str, number: int | None) -> None:
    evening.play(1)
    address = address_of(evening, name, number)
    tag = Client().get(address)["ETag"]
    evening.approve(1)
    answer, _queries = get_with_queries(Client(), address, tag)
    assert answer.status_code == 200
    assert answer["ETag"] != tag


@LIVE
def test_another_language_and_another_release_are_other_pages(
    evening: Evening, name: str, number: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening.play(1)
    address = address_of(evening, name, number)
    tag = Client().get(address)["ETag"]
    danish, _queries = get_with_queries(Client(headers={"accept-language": "da"}), address, tag)
    assert (danish.status_code, danish["Content-Language"]) == (200, "da")
    monkeypatch.setattr(settings, "RELEASE", "next")
    assert get_with_queries(Client(), address, tag)[0].status_code == 200


def test_a_name_that_may_no_longer_be_shown_is_news(evening: Evening) -> None:
    address = address_of(evening, "game", None)
    tag = Client().get(address)["ETag"]
    player = evening.player()
    admin = an_author(a_user(Role.Kind.ADMIN, club=evening.club))
    card = people.PlayerDetails(
        given_name=player.given_name, family_name=player.family_name, may_publish=False
    )
    people.edit_player(admin, player, card, player.version)
    answer, _queries = get_with_queries(Client(), address, tag)
    assert answer.status_code == 200
    assert player.family_name not in answer.content.decode()


def test_another_name_of_the_club_is_news(evening: Evening) -> None:
    address = address_of(evening, "game", None)
    tag = Client().get(address)["ETag"]
    admin = an_author(a_user(Role.Kind.ADMIN, club=evening.club))
    people.edit_club(admin, evening.club, people.ClubDetails(name="Renamed Club"), evening.club.version)
    answer, _queries = get_with_queries(Client(), address, tag)
    assert answer.status_code == 200
    assert "Renamed Club" in answer.content.decode()


@LIVE
def test_the_page_knows_its_tag(evening: Evening, name: str, number: int | None) -> None:
    evening.play(1)
    answer = Client().get(address_of(evening, name, number))
    tag = answer["ETag"].replace('"', "&quot;")
    assert f'<meta name="live" content="{tag}">' in answer.content.decode()


def test_a_game_that_is_not_there_is_no_news() -> None:
    assert Client().get("/games/987654321/", headers={"if-none-match": 'W/"1-en-0.1.0"'}).status_code == 404


def queries_of(address: str) -> int:
    with CaptureQueriesContext(connection) as captured:
        assert Client().get(address).status_code == 200
    return len(captured)


@LIVE
def test_a_page_costs_the_same_after_many_deals(evening: Evening, name: str, number: int | None) -> None:
    evening.play(1)
    address = address_of(evening, name, number)
    after_one = queries_of(address)
    evening.play(2)
    assert queries_of(address) == after_one <= 14


# --- the list ---------------------------------------------------------------------------------------------

GAMES = "/games/"


def listed(query: str = "") -> list[str]:
    page = Client().get(f"{GAMES}{query}").content.decode()
    return re.findall(r'<a href="/games/(\d+)/">', page)


def test_the_newest_game_stands_first(evening: Evening) -> None:
    later = evening.open()
    assert listed() == [str(later.pk), str(evening.game.pk)]


def test_games_of_events_are_listed_too(evening: Evening) -> None:
    of_event = a_game(evening.club, evening.by)
    assert str(of_event.pk) in listed()


@pytest.fixture
def several(evening: Evening) -> dict[str, Game]:
    """Games that each differ in one thing from the first."""
    elsewhere = Evening()
    over = evening.open()
    evening.play(4, over)
    return {
        "ours": evening.game,
        "theirs": elsewhere.game,
        "royal": evening.open(ruleset="royal"),
        "over": over,
    }


@pytest.mark.parametrize(
    ("query", "match"),
    [
        ("", {"ours", "theirs", "royal", "over"}),
        ("?club={club}", {"ours", "royal", "over"}),
        ("?ruleset=royal", {"royal"}),
        ("?state=finished", {"over"}),
        ("?state=open&club={club}&ruleset=samba", {"ours"}),
        ("?state=nonsense&club=x", {"ours", "theirs", "royal", "over"}),
        ("?club=99999999", {"ours", "theirs", "royal", "over"}),
    ],
)
def test_games_are_filtered(several: dict[str, Game], evening: Evening, query: str, match: set[str]) -> None:
    assert set(listed(query.format(club=evening.club.pk))) == {str(several[name].pk) for name in match}


def test_a_list_of_a_game_that_there_is_not_is_no_page(evening: Evening) -> None:
    assert Client().get(reverse("scoring:games"), {"ruleset": "whist"}).status_code == 404


@pytest.mark.engine
def test_a_name_is_found_in_part_without_marks_and_in_any_order(evening: Evening) -> None:
    player = evening.player()
    Player.objects.get(pk=player.pk)
    player.given_name, player.family_name = "Åsa", "Öberg"
    player.save()
    evening.open()
    for typed in ("åsa", "ASA", "oberg asa", "öber"):
        assert listed(f"?q={typed}") == [str(evening.game.pk)], typed
    assert listed("?q=nobody") == []


@pytest.mark.engine
def test_two_names_are_looked_for_at_one_table(evening: Evening) -> None:
    first, second = evening.player(0), evening.player(1)
    for player, name in ((first, "Aino"), (second, "Bertta")):
        player.given_name = name
        player.save()
    assert listed("?q=bertta aino") == [str(evening.game.pk)]


def test_a_name_that_may_not_be_shown_is_not_found(evening: Evening) -> None:
    player = evening.player()
    player.given_name, player.may_publish = "Zacharias", False
    player.save()
    assert listed("?q=zacharias") == []


@pytest.mark.engine
def test_a_licence_number_is_not_found_out(evening: Evening) -> None:
    player = evening.player()
    player.licence, player.federation = "QX731731", a_club()
    player.save()
    assert listed("?q=731") == listed("?q=31") == listed("?q=1") == []
    assert listed("?q=qx731") == []
    assert listed("?q=qx") == []


def test_while_somebody_types_only_the_list_comes(evening: Evening) -> None:
    answer = Client().get(GAMES, headers={"hx-request": "true"})
    assert "<html" not in answer.content.decode()
    assert str(evening.game.pk) in answer.content.decode()
    assert "HX-Request" in answer["Vary"]


def test_an_empty_list_says_what_to_do() -> None:
    page = Client().get(GAMES, {"q": "nobody"}).content.decode()
    assert "No games found. Remove a filter." in page


def test_a_list_of_forty_games_takes_as_many_queries_as_one_of_four(evening: Evening) -> None:
    for _ in range(3):
        evening.open()
    with_four = queries_of(GAMES)
    for _ in range(36):
        evening.open()
    assert Game.objects.count() == 40
    assert queries_of(GAMES) == with_four <= 6


def test_a_full_page_of_games_is_small_on_the_wire(evening: Evening) -> None:
    for _ in range(50):
        evening.open(label="Långa bordet")
    page = Client().get(GAMES).content
    assert page.count(b'<a href="/games/') >= 50
    assert len(gzip.compress(page)) < MAX_BYTES


def test_a_long_game_is_small_on_the_wire(evening: Evening) -> None:
    nothing: dict[str, JsonValue] = {"ended": "stock", "hands": [a_column(hand_points=85), a_column()]}
    for number in range(1, 31):
        recording.record_deal(evening.by, evening.game, a_deal(number, nothing))
    assert Deal.objects.count() == 30
    assert len(gzip.compress(evening.page().encode())) < MAX_BYTES


def test_there_are_fifty_games_on_a_page(evening: Evening) -> None:
    for _ in range(50):
        evening.open()
    assert len(listed()) == 50
    assert listed("?page=2") == [str(evening.game.pk)]
    assert club_book(evening.club)


def plan_of(query: GameFilter) -> str:
    """Return how SQLite reads the first page of the list; it names the indexes that it uses."""
    return find_games(query)[:50].explain()


def test_the_list_of_games_is_read_in_its_order_by_an_index() -> None:
    plan = plan_of(GameFilter())
    assert "games_by_opening" in plan
    assert "ORDER BY" not in plan


def test_a_search_looks_for_players_once_and_not_for_each_game() -> None:
    assert "CORRELATED" not in plan_of(GameFilter(text="berg anna"))
