"""Games for tests of recording: a table of four, its scorer and director, and deals to record."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from clubs.books.writing import Author, JsonValue, club_book, writing
from clubs.models import Club, Player, Role
from scoring import recording
from scoring.models import Deal, DealVersion, Game, Side, Table
from scoring.store.deal_queries import latest_deals
from scoring.store.game_queries import game_with_sides
from tests.builders import a_club, a_player, a_user, an_author

TWO_PAIRS = (2, 2)


def a_column(**fields: JsonValue) -> dict[str, JsonValue]:
    """One side's column of a paper protocol."""
    tally: dict[str, JsonValue] = {
        "combinations": {},
        "meld_points": 0,
        "hand_points": 0,
        "hand_red_threes": 0,
        "hand_black_threes": 0,
    }
    given = {name: fields.pop(name) for name in list(fields) if name in tally}
    column: dict[str, JsonValue] = {
        "tally": {**tally, **given},
        "red_threes": 0,
        "penalties": {},
        "went_out": False,
    }
    return {**column, **fields}


def a_body(meld_points: int = 845, hand_points: int = 85, **first: JsonValue) -> dict[str, JsonValue]:
    """A samba and a mixed canasta against nothing: 1500 + 300 + 200 + 845 - 120 = 2725, and -85."""
    combinations: JsonValue = {"samba": 1, "mixed": 1}
    out: dict[str, JsonValue] = {"combinations": combinations, "hand_points": 120, "went_out": True, **first}
    return {
        "ended": "out",
        "hands": [a_column(meld_points=meld_points, **out), a_column(hand_points=hand_points)],
    }


def a_stock_end(*hand_points: int | None) -> dict[str, JsonValue]:
    """A deal without melds that ended with the stock; None for a side that does not play."""
    return {
        "ended": "stock",
        "hands": [None if points is None else a_column(hand_points=points) for points in hand_points],
    }


def a_small_body(hand_points: int = 5) -> dict[str, JsonValue]:
    return a_stock_end(hand_points, 0)


# A side goes out with so few cards that there is a warning.
FEW_CARDS: dict[str, JsonValue] = {
    "ended": "out",
    "hands": [{"melds": ["KKKKKKK", "QQQQQ2*"], "hand": "4", "went_out": True}, {"hand": "5"}],
}


def a_deal(
    number: int = 1, body: Mapping[str, JsonValue] | None = None, key: uuid.UUID | None = None
) -> recording.WrittenDeal:
    return recording.WrittenDeal(number=number, body=body or a_body(), key=key or uuid.uuid4())


def a_game(club: Club, by: Author, people: Sequence[int] = TWO_PAIRS, **fields: Any) -> Game:
    """A game in the club's own book; as in an event, a book may have several games."""
    sides = [[a_player(club=club) for _ in range(count)] for count in people]
    plan = recording.GamePlan(**{"ruleset": "samba", "sides": sides} | fields)
    with writing(club_book(club), by) as act:
        return recording.open_game_in(act, plan)


@dataclass
class Evening:
    """A game at a table, with a scorer and a director."""

    game: Game
    table: Table
    scorer: Author
    director: Author
    # What a second person has read of its score sheet.
    read_digest: str = ""

    @property
    def sides(self) -> list[Side]:
        return list(self.game.sides.order_by("number"))

    @property
    def totals(self) -> list[int]:
        return [side.total for side in self.sides]

    def deal(self, number: int = 1) -> Deal:
        return Deal.objects.get(game=self.game, number=number)

    def current(self, number: int = 1) -> DealVersion:
        return DealVersion.objects.get(deal__game=self.game, deal__number=number, current=True)

    def fresh(self) -> Game:
        return Game.objects.get(pk=self.game.pk)

    def player(self, side: int, position: int = 0) -> Player:
        return self.sides[side].seats.filter(until_deal=None).order_by("position")[position].player

    def as_read(self, number: int = 1) -> recording.GameAsRead:
        """The game as a request reads it that records a deal."""
        game = game_with_sides(self.game.pk)
        assert game is not None
        return recording.GameAsRead(game, number, latest_deals(game, number))

    def device(self, side: int | None = 0, **fields: Any) -> recording.AtTable:
        """The table's phone, used by the first player of a side."""
        player = None if side is None else self.player(side).pk
        defaults = {"user": None, "origin": "192.0.2.7", "table": self.table, "device": "phone1"}
        return recording.AtTable(**defaults | {"side": side, "player": player} | fields)

    def start(self, number: int = 1) -> Deal:
        return recording.start_deal(self.scorer, self.game, number, uuid.uuid4())

    def record(
        self, number: int = 1, body: Mapping[str, JsonValue] | None = None, by: Author | None = None
    ) -> DealVersion:
        return recording.record_deal(by or self.scorer, self.game, a_deal(number, body))

    def amend(
        self, number: int, body: Mapping[str, JsonValue], by: Author | None = None, **fields: Any
    ) -> DealVersion:
        version = fields.pop("version", None) or self.deal(number).version
        amendment = recording.Amendment(number=number, version=version, body=body, key=uuid.uuid4(), **fields)
        return recording.amend_deal(by or self.scorer, self.game, amendment)

    def approval(self, side: int | None = 1, number: int = 1, **fields: Any) -> recording.Approval:
        """An answer to the current version by a side's first player."""
        player = None if side is None else self.player(side).pk
        defaults = {"number": number, "version": self.deal(number).version, "side": side, "player": player}
        return recording.Approval(**defaults | {"key": uuid.uuid4()} | fields)

    def charge(self, side: int = 0, points: int = -500, **fields: Any) -> recording.Charge:
        defaults: dict[str, Any] = {"side": side, "points": points, "reason": "late", "key": uuid.uuid4()}
        return recording.Charge(**defaults | fields)


def an_evening(people: Sequence[int] = TWO_PAIRS, **fields: Any) -> Evening:
    """A game at a table, with a scorer and a director of its club."""
    club = a_club()
    scorer = an_author(a_user(Role.Kind.SCORER, club=club))
    director = an_author(a_user(Role.Kind.DIRECTOR, club=club))
    game = a_game(club, scorer, people, **fields)
    (table,) = recording.create_tables(director, club, ["1"], uuid.uuid4())
    recording.assign_table(scorer, table, game)
    return Evening(game, table, scorer, director)


def load_evening(table: int) -> Evening:
    """Load the evening at a table, in another process."""
    loaded = Table.objects.select_related("game__book", "club").get(pk=table)
    assert loaded.game is not None
    by = {role.kind: role.user for role in club_book(loaded.club).roles.select_related("user")}
    scorer, director = (an_author(by[kind]) for kind in (Role.Kind.SCORER, Role.Kind.DIRECTOR))
    return Evening(loaded.game, loaded, scorer, director)
