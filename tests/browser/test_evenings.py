"""Five evenings, each from an empty database to the official result.

The director leads them on a desktop from the first start on; who plays looks at a phone. At one table the
last deal of a game is written down by hand on the phone that lies there; the others play through the verbs.
In the long profile the evenings are as large as they are in the clubs.

In the quick profile one is held, by few pairs. The others need no browser to be shown each for itself: every
kind of event is set up on its page and played to its official result (`test_settings`, `test_simulating`),
games that end by their deals are on the pages of their tables (`test_deals_agreed`), sides approve with the
digits of their slips in `test_table_pages`, and contracts, three sides and Danish deals are played by thumbs
(`test_games`).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests import ROOT
from tests.browser.conftest import DESKTOP, PATIENCE, PHONE, listen
from tests.browser.evening import Body, Match
from tests.browser.evening_house import House
from tests.browser.evening_people import Director, Evening, Player
from tests.browser.playing import TablePhone
from tests.conftest import LONG
from tests.house.starting import Talon, running_talon
from tests.house.tables import with_tables
from tests.scoring.support.deal_files import load_cases

CLUB = "Kortklubben"
GIVEN = ("Aino", "Bertil", "Carita", "Dag", "Eva", "Finn", "Gunilla", "Heikki", "Ingrid", "Jørgen")
FAMILIES = (
    "Ahlgren",
    "Backman",
    "Dahl",
    "Forsström",
    "Grönqvist",
    "Hämäläinen",
    "Kjær",
    "Mäkelä",
    "Østergaard",
)
VECTORS = ROOT / "fixtures" / "vectors" / "games.jsonl"


def somebody(at: int) -> str:
    """Names of which no two are the same, nor nearly."""
    given, turn = at % len(GIVEN), at // len(GIVEN)
    return f"{GIVEN[given]} {FAMILIES[(given + 2 * turn) % len(FAMILIES)]}"


def entries(many: int, players: int = 2) -> list[list[str]]:
    return [[somebody(players * at + place) for place in range(players)] for at in range(many)]


def worked(ruleset: str, name: str, people: Sequence[int]) -> Match:
    """A game that somebody has worked out by hand."""
    (found,) = [game for game in load_cases(ruleset)["game"] if game["name"] == name]
    deals: list[Body] = json.loads(found["json"])["deals"]
    return Match(label=name, ruleset=ruleset, people=people, deals=deals)


def dealt(ruleset: str, name: str) -> Match:
    """A game of real packs of cards."""
    games = [json.loads(line) for line in VECTORS.read_text(encoding="utf-8").splitlines()]
    (found,) = [game for game in games if game["id"] == name]
    return Match(label=name, ruleset=ruleset, people=(2, 2), deals=found["game"]["deals"])


REAL_SAMBA = dealt("samba", "p-game-samba-01")
# Of the same game so much as fills a short one, which ends by its number of deals.
THREE_DEALS = replace(REAL_SAMBA, label="three deals", deals=REAL_SAMBA.deals[:3])


# --- the hall -------------------------------------------------------------------------------------------


@dataclass
class Hall:
    """A first start with nothing in it, everybody's devices, and what goes on beside them."""

    chromium: Browser
    talon: Talon
    house: House
    contexts: list[BrowserContext] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def device(self, size: tuple[int, int], *, touch: bool = False) -> Page:
        context = self.chromium.new_context(
            service_workers="block",
            base_url=self.talon.address,
            viewport={"width": size[0], "height": size[1]},
            has_touch=touch,
            is_mobile=touch,
            locale="en",
        )
        context.set_default_timeout(PATIENCE)
        self.contexts.append(context)
        page = context.new_page()
        listen(page, self.talon.address, self.complaints)
        return page

    def director(self) -> Director:
        director = Director(self.device(DESKTOP))
        director.sign_in(self.talon)
        return director

    def player(self) -> Player:
        return Player(self.device(PHONE))

    def play_last_deal(self, event: int, table: int, match: Match) -> None:
        """A game at a table: the last deal is written down on its phone, and the other sides approve it."""
        last, scored = len(match.deals), match.expected.deals[-1]
        assert scored.score is not None
        told, codes = self.house.table(event, table, match.deals[:-1])
        phone = TablePhone(self.device(PHONE, touch=True), told)
        phone.open()
        phone.start(last)
        phone.open_deal(last)
        phone.write(match.deals[-1], writer=told.sides[0][0])
        phone.foresees([side.after for side in scored.score.sides])
        if scored.problems:
            phone.look_again()
        phone.record()
        others = list(range(1, len(told.sides)))
        for at, side in enumerate(others):
            phone.hand_over(last, *others[at:])
            phone.approve(last, told.sides[side][0], code=codes[side])
        phone.shows("The game is over")


@pytest.fixture
def hall(chromium: Browser, tmp_path: Path, shared_folder: Path) -> Iterator[Hall]:
    data = with_tables(shared_folder, tmp_path / "data")
    with running_talon(data, "--no-demo") as talon, House(talon.data) as house:
        hall = Hall(chromium, talon, house)
        yield hall
        for context in hall.contexts:
            context.close()
        assert hall.complaints == []


# --- the evenings ---------------------------------------------------------------------------------------


def prepared(hall: Hall, evening: Evening, tables: int) -> Director:
    """The club is founded, its players and tables are there, the event is set up and everybody has come."""
    director = hall.director()
    director.found(CLUB)
    director.take_in(evening.people)
    director.make_tables(tables)
    director.set_up(evening)
    director.enter(evening.entries)
    director.check_in(len(evening.entries))
    director.open_desk(evening)
    return director


def played(hall: Hall, director: Director, player: Player, by_hand: Match | None = None) -> None:
    """A round that is published is played and closed; who looks at the standings sees them follow."""
    event = director.event
    if by_hand is not None:
        hall.play_last_deal(event, 1, by_hand)
    hall.house.ask("play", event=event)
    player.open_standings()
    director.close()
    player.sees(hall.house.ask("places", event=event))


def ended(hall: Hall, director: Director, player: Player, button: str = "Declare them official") -> None:
    """The results are shown, nobody complains for half an hour, and they are official: everybody sees it."""
    event = director.event
    director.show()
    director.is_told_to_wait()
    hall.house.ask("pass_time", event=event, minutes=30)
    director.declare(button)
    assert hall.house.ask("state", event=event) == "official"
    player.sees_state("official")
    player.sees(hall.house.ask("places", event=event))


@pytest.mark.long
def test_a_championship_in_sitoumussamba(hall: Hall) -> None:
    """Each side approves with the digits of its slip."""
    pairs, rounds = 40, 7
    evening = Evening(
        name="Mästerskap i Sitoumussamba",
        kind="championship_sitoumussamba",
        ruleset="sitoumussamba",
        rounds=rounds,
        entries=entries(pairs),
    )
    game = worked("sitoumussamba", "a game to 20 000 ends with the deal that reaches it", (2, 2))
    director, player = prepared(hall, evening, pairs // 2), hall.player()
    player.find(CLUB, evening.name)
    for number in range(1, rounds + 1):
        director.draw(number)
        director.publish()
        director.is_playing(pairs // 2)
        player.open_round(number)
        assert player.ask_where_to_sit(*evening.entries[0]).startswith("Table ")
        played(hall, director, player, game if number == 1 else None)
    ended(hall, director, player)


def test_a_club_evening_of_an_odd_number_of_pairs(hall: Hall) -> None:
    """One pair sits out in each round, another one each time. A lost protocol is entered from its slip.

    Nobody looks at a page anew: each follows by itself.
    """
    pairs, rounds = (9, 3) if LONG else (5, 2)
    evening = Evening(
        name="Torsdagsspel", kind="club_evening", ruleset="samba", rounds=rounds, entries=entries(pairs)
    )
    director, player = prepared(hall, evening, pairs // 2), hall.player()
    player.find(CLUB, evening.name)
    director.waits = player.waits = True
    out: list[str] = []
    for number in range(1, rounds + 1):
        director.draw(number)
        director.publish()
        director.is_playing(pairs // 2)
        director.enter_result(2, (10_250, 7_365))
        player.open_round(number)
        out.append(player.who_sits_out())
        played(hall, director, player, REAL_SAMBA if number == 1 else None)
    assert len(set(out)) == rounds
    # They would be official by themselves at noon of the next day.
    ended(hall, director, player, button="Shorten")


@pytest.mark.long
def test_an_evening_of_three_deals_a_game(hall: Hall) -> None:
    """Burraco's way: three deals are a game, whatever the totals, and its margin gives victory points."""
    pairs, rounds = 12, 4
    evening = Evening(
        name="Tre giv", kind="three_deals", ruleset="samba", rounds=rounds, entries=entries(pairs)
    )
    director, player = prepared(hall, evening, pairs // 2), hall.player()
    player.find(CLUB, evening.name)
    for number in range(1, rounds + 1):
        director.draw(number)
        director.publish()
        director.is_playing(pairs // 2)
        player.open_round(number)
        assert player.ask_where_to_sit(*evening.entries[0]).startswith("Table ")
        played(hall, director, player, THREE_DEALS if number == 1 else None)
        player.shares(20, of_tables=pairs // 2, number=number)
    player.open_standings()
    ended(hall, director, player)


@pytest.mark.long
def test_a_three_sided_royal_evening(hall: Hall) -> None:
    """Three pairs at each table."""
    pairs, rounds = 9, 3
    evening = Evening(
        name="Kolmen parin ilta", kind="three_sided", ruleset="royal", rounds=rounds, entries=entries(pairs)
    )
    game = worked(
        "royal", "a shared top is played out between those who share it, the third waits", (2, 2, 2)
    )
    director, player = prepared(hall, evening, pairs // 3), hall.player()
    player.find(CLUB, evening.name)
    for number in range(1, rounds + 1):
        director.draw(number)
        director.publish()
        director.is_playing(pairs // 3)
        player.open_round(number)
        assert player.ask_where_to_sit(*evening.entries[0]).startswith("Table ")
        played(hall, director, player, game if number == 1 else None)
    ended(hall, director, player)


@pytest.mark.long
def test_a_danish_evening_with_drawn_partners(hall: Hall) -> None:
    """Single players, each with another partner in each round."""
    people, rounds = 17, 4
    evening = Evening(
        name="Lodtrukne makkere",
        kind="drawn_partners",
        ruleset="danish",
        rounds=rounds,
        entries=entries(people, players=1),
    )
    game = worked("danish", "a game to 10 000, the opening from 6000 a canasta", (2, 2))
    director, player = prepared(hall, evening, people // 4), hall.player()
    player.find(CLUB, evening.name)
    for number in range(1, rounds + 1):
        director.draw(number)
        director.publish()
        director.is_playing(people // 4)
        player.open_round(number)
        assert player.who_sits_out() in evening.people
        played(hall, director, player, game if number == 1 else None)
    ended(hall, director, player)
