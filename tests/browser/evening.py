"""Games set at tables of a running installation, and what is stored of them afterwards.

`set_out` asks for them from outside, of the program beside the server; `lay` runs inside the installation and
plays, by the verbs, the deals that came before a test begins. What is stored is read from the installation's
file, past every page. What the deals ought to make is computed by the core from the very same bodies.
"""

from __future__ import annotations

import json
import sqlite3
import uuid
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from clubs import accounts, people
from clubs.books.writing import Author
from clubs.models import Club, Player
from scoring import recording, rulesets
from scoring.core.cards import SUITS
from scoring.core.game import GameResult, evaluate_game
from scoring.core.sheet_io import DealSheet, read_sheet
from scoring.core.vocabulary import HandSheet
from scoring.models import Game, Table
from tests.browser.beside import inside

# At every table sit some of these, in this order.
NAMES = ("Aino Berg", "Bo Ek", "Carita Lind", "Dag Holm", "Eva Salo", "Finn Åberg")


Body = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSet:
    """A table with a game at it: what its QR code holds, which game it is, and who sits at it."""

    secret: str
    game: int
    sides: Sequence[Sequence[str]]

    @property
    def address(self) -> str:
        return f"/t/{self.secret}/"

    def side(self, number: int) -> str:
        """A side as its table calls it."""
        return " – ".join(self.sides[number])


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """A game as it will be played: by which rules, how many on each side, and its deals as written down."""

    label: str
    ruleset: str
    people: Sequence[int]
    deals: Sequence[Body]
    # So many deals have been played when the test begins.
    played: int = 0
    # Who drew highest, by side and place, where seats were taken before the test begins.
    highest: Sequence[int] | None = None
    protocols: str = "one"
    corrections: str = "strict"
    # How many of each side hold cards, where some sit out.
    playing: Sequence[int] = ()

    @property
    def expected(self) -> GameResult:
        """What the core makes of the deals."""
        game = {
            "ruleset": self.ruleset,
            "players": list(self.playing or self.people),
            "deals": [dict(deal) for deal in self.deals],
        }
        folded = evaluate_game(game, rulesets.find)
        assert folded.ok, [deal.problems for deal in folded.deals]
        return folded

    def begun(self, deals: int) -> Match:
        """The same game, of which so many deals have been played; then the seats are taken as well."""
        highest = (self.highest or (0, 0)) if deals else None
        return replace(self, played=deals, highest=highest)


# Outside.


def set_out(data: Path, matches: Sequence[Match]) -> dict[str, TableSet]:
    """Sets the games at tables of the installation that keeps its data there; by their labels."""
    told = json.dumps([asdict(match) for match in matches])
    code = f"import json; from tests.browser import evening; print(json.dumps(evening.lay({told!r})))"
    return {label: TableSet(**table) for label, table in json.loads(inside(data, code)).items()}


def in_order(sheet: DealSheet | None) -> DealSheet:
    """A sheet whose cards are sorted where their order says nothing: in hands, and in melds of one rank."""
    assert sheet is not None
    return sheet._replace(hands=tuple(hand and sorted_hand(hand) for hand in sheet.hands))


def sorted_hand(hand: HandSheet) -> HandSheet:
    melds = tuple(meld if meld[0] in SUITS else "".join(sorted(meld)) for meld in hand.melds)
    return hand._replace(melds=melds, hand="".join(sorted(hand.hand)))


@dataclass(frozen=True, slots=True)
class Stored:
    """What the file holds of a game."""

    data: Path
    game: int

    def rows(self, question: str, **asked: object) -> list[tuple[Any, ...]]:
        with closing(sqlite3.connect(f"file:{self.data / 'talon.sqlite3'}?mode=ro", uri=True)) as file:
            return file.execute(question, {"game": self.game, **asked}).fetchall()

    @property
    def deals(self) -> list[tuple[Any, ...]]:
        """Number, state and version of every deal."""
        return self.rows(
            "SELECT number, state, version FROM scoring_deal WHERE game_id = :game ORDER BY number"
        )

    @property
    def sheets(self) -> list[DealSheet]:
        """Every sheet that was ever written down, in its order."""
        rows = self.rows(
            "SELECT v.sheet FROM scoring_dealversion v JOIN scoring_deal d ON d.id = v.deal_id "
            "WHERE d.game_id = :game ORDER BY d.number, v.number"
        )
        return [in_order(read_sheet(json.loads(sheet), rulesets.find)[0]) for (sheet,) in rows]

    @property
    def totals(self) -> list[tuple[int, ...]]:
        """What the sides have after each deal."""
        rows = self.rows(
            "SELECT d.number, h.after FROM scoring_hand h JOIN scoring_deal d ON d.id = h.deal_id "
            "WHERE d.game_id = :game ORDER BY d.number, h.side"
        )
        numbers = sorted({number for number, _after in rows})
        return [tuple(after for deal, after in rows if deal == number) for number in numbers]

    def protocols(self, number: int) -> list[tuple[Any, ...]]:
        """The protocols of a deal that the sides have handed in: whose, and its number."""
        return self.rows(
            "SELECT p.side, p.number FROM scoring_ownprotocol p JOIN scoring_deal d ON d.id = p.deal_id "
            "WHERE d.game_id = :game AND d.number = :number ORDER BY p.side, p.number",
            number=number,
        )

    def acts(self, act: str) -> int:
        """How often the log tells of an act in this game's book."""
        ((times,),) = self.rows(
            "SELECT COUNT(*) FROM clubs_logentry l JOIN scoring_game g ON g.book_id = l.book_id "
            "WHERE g.id = :game AND l.act = :act",
            act=act,
        )
        return int(times)

    @property
    def log(self) -> list[str]:
        """The acts that the log of this game's book tells of, in their order."""
        rows = self.rows(
            "SELECT l.act FROM clubs_logentry l JOIN scoring_game g ON g.book_id = l.book_id "
            "WHERE g.id = :game ORDER BY l.number"
        )
        return [act for (act,) in rows]


# Inside.


def lay(told: str) -> dict[str, dict[str, Any]]:
    """Founds a club, sets every game at a table of its own, and plays what was played before."""
    keeper, _made_up = accounts.create_keeper("ida.host@example.org", "Ida Host", "eleven red canastas")
    by = Author(user=keeper, origin="192.0.2.1")
    card = people.ClubDetails(name=f"Spelkvällen {uuid.uuid4().hex[:6]}", language="en")
    club = people.create_club(by, card)
    matches = [Match(**match) for match in json.loads(told)]
    tables = recording.create_tables(by, club, [match.label for match in matches], uuid.uuid4())
    named = {table.label: table for table in tables}
    return {match.label: asdict(laid(by, club, named[match.label], match)) for match in matches}


def laid(by: Author, club: Club, table: Table, match: Match) -> TableSet:
    names = iter(NAMES)
    sides = [[player(by, club, next(names)) for _ in range(count)] for count in match.people]
    plan = recording.GamePlan(
        ruleset=match.ruleset,
        sides=sides,
        label=match.label,
        protocols=Game.Protocols(match.protocols),
        corrections=Game.Corrections(match.corrections),
    )
    game = recording.open_game(by, club, plan, uuid.uuid4())
    recording.assign_table(by, table, game)
    if match.highest is not None:
        side, place = match.highest
        seats = recording.Seats(highest=sides[side][place].pk, key=uuid.uuid4())
        recording.take_seats(by, game, seats)
    for number, body in enumerate(match.deals[: match.played], 1):
        recording.record_deal(by, game, recording.WrittenDeal(number=number, body=body, key=uuid.uuid4()))
        word = recording.Approval(number=number, version=1, key=uuid.uuid4())
        recording.confirm_deal(by, game, word)
    called = [[player.name for player in side] for side in sides]
    return TableSet(secret=table.secret, game=game.pk, sides=called)


def player(by: Author, club: Club, name: str) -> Player:
    given, _blank, family = name.partition(" ")
    return people.add_player(
        by, club, people.PlayerDetails(given_name=given, family_name=family, may_publish=True)
    )
