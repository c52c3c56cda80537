"""A game that exists only as a folder, from the choice of the game to the files of an event."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoDbBlocker

from clubs.books.writing import Author
from clubs.models import Club
from scoring import recording
from scoring.entry.field_values import values_from_deal
from scoring.models import Game, Table
from tests.documents.reading import text_of
from tests.pages.reading_pages import forms_of
from tests.scoring.support.made_up import also_listed, copy_parlour
from tests.tournaments.support.events import Played, agreed
from tests.tournaments.support.kept import made_for_module

pytestmark = pytest.mark.django_db

# 1000 + 200 + 150 for going out + 200 for red threes - 50 for talking, and 845 - 20 in cards: 2325; and -85.
BY_TALLY: dict[str, Any] = {
    "ended": "out",
    "hands": [
        {
            "tally": {"combinations": {"ladder": 1, "dirty": 1}, "meld_points": 845, "hand_points": 20},
            "red_threes": 2,
            "penalties": {"talked": 1},
            "went_out": True,
        },
        {"tally": {"combinations": {}, "meld_points": 0, "hand_points": 85}},
    ],
}
# 1000 + 600 + 150 = 1750; 50 + 70 + 40 + 40 - 30 = 170 in cards; and 26 cards held, with 2 red threes: -200.
BY_CARDS: dict[str, Any] = {
    "ended": "out",
    "hands": [
        {"hand": "444455556666777788889999TT", "red_threes": 2},
        {"melds": ["s456789T", "KKKKKKK", "QQQQ", "JJJJ"], "hand": "8877", "went_out": True},
    ],
}
HELD = 16 * 5 + 10 * 10
TOTALS = [2325 - 200 - HELD, -85 + 1750 + 170]

# A sentence of the paragraph on ladders in each language.
LADDER = {
    "en": "A ladder is seven cards of a suit in a row",
    "sv": "En stege är sju kort i rad i en färg",
    "fi": "Tikkaat ovat seitsemän peräkkäistä saman maan korttia",
    "da": "En stige er syv kort på rad i en kulør",
}


@dataclass
class Parlour:
    """An event of one table in Parlour canasta over two deals, whose round is closed."""

    club: Club
    by: Author
    event: int
    game: Game
    table: Table
    preview: str

    def browser(self, language: str = "en") -> Client:
        client = Client(headers={"accept-language": language})
        assert self.by.user is not None
        client.force_login(self.by.user)
        return client

    def page(self, name: str, *given: object, language: str = "en", **query: str) -> str:
        answer = self.browser(language).get(reverse(name, args=given), query_params=query)
        assert answer.status_code == 200
        return answer.content.decode()

    def document(self, name: str, *given: object, **query: str) -> str:
        answer = self.browser().get(reverse(name, args=given), query_params=query)
        assert answer["Content-Type"] == "application/pdf"
        return text_of(b"".join(answer) if answer.streaming else answer.content)


@pytest.fixture(scope="module")
def listed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    place = tmp_path_factory.mktemp("games")
    copy_parlour(place)
    with also_listed(place):
        yield


@pytest.fixture(scope="module")
def parlour(listed: None, django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Parlour]:
    """Everything is made once, for tests that only read."""
    with django_db_blocker.unblock(), made_for_module():
        yield an_event_of_parlour()


def an_event_of_parlour() -> Parlour:
    played = Played(agreement=agreed(rounds=1, players=2, deals=2, walkover_margin=2000), ruleset="parlour")
    (table,) = recording.create_tables(played.by, played.club, ["1"], uuid4())
    played.enter(2)
    drawn = played.publish()
    (game,) = played.games(drawn)
    parlour = Parlour(played.club, played.by, played.event.pk, game, table, "")
    for number, deal in enumerate((BY_TALLY, BY_CARDS), 1):
        enter_at_desk(parlour, number, deal)
    played.close(drawn)
    return parlour


def enter_at_desk(parlour: Parlour, number: int, deal: dict[str, Any]) -> None:
    """Type a deal, look at its preview and record it."""
    client, address = parlour.browser(), reverse("scoring:deal_new", args=[parlour.game.pk])
    page = client.get(address).content.decode()
    (opened,) = (form.sent() for form in forms_of(page, "") if "ended" in form.fields)
    typed = {**opened, **values_from_deal(deal, "en")}
    preview = client.post(reverse("scoring:preview", args=[parlour.game.pk]), typed).content.decode()
    parlour.preview += preview
    assert client.post(address, typed).status_code == 302, preview
    version = parlour.game.deals.get(number=number).version
    approval = recording.Approval(number=number, version=version, side=None, player=None, key=uuid4())
    recording.confirm_deal(parlour.by, parlour.game, approval)


def test_it_can_be_chosen_for_a_game_and_asks_for_its_house_rules(parlour: Parlour) -> None:
    page = parlour.page("scoring:game_new", parlour.club.pk, ruleset="parlour")
    assert "Parlour canasta" in page
    assert "How long the evening is" in page
    assert "to 8,000, with supper" in page


def test_deals_are_entered_by_tally_and_by_cards(parlour: Parlour) -> None:
    game = Game.objects.get(pk=parlour.game.pk)
    assert [side.total for side in game.sides.order_by("number")] == TOTALS
    assert game.over


def test_the_preview_counts_with_its_words(parlour: Parlour) -> None:
    for words in ("1 ladder", "Talked at the table", "2 threes by the fire", "2 threes in the cold"):
        assert words in parlour.preview


@pytest.mark.parametrize("language", LADDER)
def test_a_deal_cites_the_rules_in_the_language_of_the_reader(parlour: Parlour, language: str) -> None:
    page = parlour.page("scoring:deal", parlour.game.pk, 1, language=language)
    assert "1 ladder" in page
    assert "2 threes by the fire" in page
    assert LADDER[language] in page


def test_its_protocol_is_printed(parlour: Parlour) -> None:
    text = parlour.document("scoring:desk_protocol", parlour.game.pk)
    assert "Parlour canasta" in text
    assert "Ladders" in text
    assert "Clean canastas" in text


def test_its_blank_form_is_printed(parlour: Parlour) -> None:
    text = parlour.document("scoring:blank", parlour.club.pk, ruleset="parlour", sides="2", languages="en")
    for words in ("Parlour canasta", "Ladders", "Dirty canastas", "Penalties"):
        assert words in text


def test_its_values_stand_on_the_card_of_a_table(parlour: Parlour) -> None:
    text = parlour.document("tournaments:paper", parlour.event, "cards")
    assert "Parlour canasta" in text
    assert "Ladders" in text


def test_its_games_count_in_the_standings(parlour: Parlour) -> None:
    for name in ("event", "event_places", "event_statistics", "event_rules"):
        page = parlour.page(f"tournaments:{name}", parlour.event)
        assert "Parlour canasta" in page or name != "event_rules"
    assert "Ladders" in parlour.page("tournaments:event_statistics", parlour.event)


def test_its_deals_are_in_the_files(parlour: Parlour) -> None:
    answer = parlour.browser().get(reverse("tournaments:event_deals", args=[parlour.event]), {"as": "csv"})
    lines = b"".join(answer).decode() if answer.streaming else answer.content.decode()
    assert "Ladders" in lines
    assert "Talked at the table" in lines


@pytest.mark.usefixtures("listed")
def test_the_command_scores_and_explains_it(tmp_path: Path) -> None:
    file, said, told = tmp_path / "deals.jsonl", StringIO(), StringIO()
    file.write_text(json.dumps({"ruleset": "parlour", **BY_CARDS}) + "\n", encoding="utf-8")
    call_command("score", str(file), "--explain", "--lang", "en", stdout=said)
    call_command("score", str(file), stdout=told)
    assert "1 ladder (§ 2 a)" in said.getvalue()
    assert "2 threes in the cold (§ 5)" in said.getvalue()
    assert [side["total"] for side in json.loads(told.getvalue())["sides"]] == [-200 - HELD, 1750 + 170]
