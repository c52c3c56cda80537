"""The demo evening: what somebody sees who starts Talon for the first time.

Everything comes about through the verbs, as if people had done it; nothing is written past them.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence

from clubs import demo
from clubs.books import Author, Value
from clubs.models import Player
from scoring import recording
from scoring.models import Game
from tournaments import running
from tournaments.models import Tournament

PAIRS = 8
TABLES = ("1", "2", "3", "4")
# The table at which a game is over, and what its sides had on paper before the last deal.
TO_SIGN, CARRIED = "5", (18_650, 17_985)
SEED = "7a6c6f6e20323031"
# A side of a deal as a table might have written it: samba, natural, mixed, melded, in hand, red threes.
Column = tuple[int, int, int, int, int, int]


def evening(by: Author, played: demo.Demo) -> Tournament:
    """A club evening of eight pairs in the middle of its first round."""
    club = played.clubs[0]
    plan = running.EventPlan(name=demo_name(), on_day=by.at.date(), ruleset="samba")
    event = running.create_event(by, club, plan)
    recording.make_tables(by, club, TABLES, uuid.uuid4())
    running.enter_pairs(by, event, couples(list(club.home_players.order_by("pk")[: 2 * PAIRS])))
    drawn = running.publish_round(by, running.draw_round(by, event, SEED))
    for pairing, deals in zip(drawn.pairings.order_by("table"), DEALS, strict=True):
        if pairing.game is not None:
            play(by, pairing.game, [tallied(deal) for deal in deals])
    return event


def game_apart(by: Author, played: demo.Demo) -> Game:
    """A game of Sitoumussamba outside the event, between four who are not entered."""
    club = played.clubs[0]
    one, two, three, four = club.home_players.order_by("pk")[2 * PAIRS : 2 * PAIRS + 4]
    plan = recording.GamePlan(ruleset="sitoumussamba", sides=[[one, two], [three, four]])
    game = recording.open_game(by, club, plan, uuid.uuid4())
    recording.take_seats(by, game, recording.Seats(highest=one.pk, key=uuid.uuid4()))
    play(by, game, CONTRACTS)
    return game


def game_to_sign(by: Author, played: demo.Demo) -> Game:
    """A game of Sitoumussamba at a table, over its target by the last deal: it is to be signed."""
    club = played.clubs[0]
    one, two, three, four = club.home_players.order_by("pk")[2 * PAIRS + 4 : 2 * PAIRS + 8]
    plan = recording.GamePlan(
        ruleset="sitoumussamba", sides=[[one, two], [three, four]], label=TO_SIGN, carried=CARRIED
    )
    game = recording.open_game(by, club, plan, uuid.uuid4())
    (table,) = recording.make_tables(by, club, [TO_SIGN], uuid.uuid4())
    recording.set_table(by, table, game)
    recording.take_seats(by, game, recording.Seats(highest=three.pk, key=uuid.uuid4()))
    play(by, game, CONTRACTS[:1])
    return game


def demo_name() -> str:
    return "Talon Open"


def couples(players: Sequence[Player]) -> list[tuple[Player, Player]]:
    return [(players[at], players[at + 1]) for at in range(0, len(players) - 1, 2)]


def play(by: Author, game: Game, deals: Sequence[Mapping[str, Value]]) -> None:
    for number, body in enumerate(deals, start=1):
        recording.record_deal(by, game, recording.WrittenDeal(number=number, body=body, key=uuid.uuid4()))


def tallied(deal: tuple[str, Column, Column]) -> dict[str, Value]:
    ended, *columns = deal
    hands: list[Value] = [hand(column, ended == f"out-{at}") for at, column in enumerate(columns)]
    return {"ended": ended.partition("-")[0], "hands": hands}


def hand(column: Column, went_out: bool) -> dict[str, Value]:
    samba, natural, mixed, melded, held, red_threes = column
    combinations = {"samba": samba, "natural": natural, "mixed": mixed}
    return {
        "tally": {
            "combinations": {code: count for code, count in combinations.items() if count},
            "meld_points": melded,
            "hand_points": held,
            "hand_red_threes": 0,
            "hand_black_threes": 0,
        },
        "red_threes": red_threes,
        "went_out": went_out,
    }


DEALS: tuple[tuple[tuple[str, Column, Column], ...], ...] = (
    (
        ("out-0", (1, 1, 0, 345, 40, 2), (0, 0, 1, 205, 160, 1)),
        ("out-1", (0, 0, 1, 180, 210, 3), (1, 0, 1, 410, 35, 0)),
        ("out-0", (0, 1, 2, 520, 25, 4), (0, 1, 0, 190, 145, 2)),
    ),
    (
        ("out-1", (0, 0, 1, 150, 185, 0), (0, 2, 0, 430, 55, 3)),
        ("stock", (1, 0, 1, 390, 60, 2), (1, 0, 0, 260, 115, 2)),
    ),
    (
        ("out-0", (2, 0, 0, 370, 20, 1), (0, 0, 0, 0, 285, 2)),
        ("out-0", (0, 1, 1, 355, 70, 3), (0, 1, 0, 215, 130, 1)),
        ("out-1", (0, 0, 2, 310, 90, 1), (1, 1, 0, 405, 15, 4)),
    ),
    (("out-0", (0, 1, 2, 480, 45, 1), (1, 0, 0, 165, 190, 3)),),
)

# A bid that was made, one that was doubled and robbed, one that the end of the stock left open.
CONTRACTS: tuple[Mapping[str, Value], ...] = (
    {
        "ended": "out",
        "contract": {"side": 0, "level": 2, "strain": "spades", "doubled": False},
        "hands": [
            {"melds": ["s456789T", "KKKKKKK", "QQQQQ2*", "JJJJ", "AAA"], "hand": "Q5", "went_out": True},
            {"melds": ["8888", "99992", "TTTTT"], "red_threes": 1, "hand": "AAJJ77666554444B"},
        ],
    },
    {
        "ended": "out",
        "contract": {"side": 0, "level": 3, "strain": "hearts", "doubled": True},
        "hands": [
            {"melds": ["h456789", "TTTTT2", "AAAAA*"], "red_threes": 1, "hand": "KKJ7777644442B"},
            {
                "melds": ["dTJQKA23", "8888888", "999999*", "JJJJ", "QQQ"],
                "hand": "Q54",
                "went_out": True,
            },
        ],
    },
    {
        "ended": "stock",
        "contract": {"side": 1, "level": 3, "strain": "clubs", "doubled": False},
        "hands": [
            {
                "tally": {
                    "combinations": {"red": 1, "black_aces": 1},
                    "meld_points": 415,
                    "hand_points": 90,
                    "hand_red_threes": 0,
                    "hand_black_threes": 0,
                },
                "red_threes": 1,
            },
            {
                "tally": {
                    "combinations": {"samba": 1, "black": 2},
                    "meld_points": 520,
                    "hand_points": 135,
                    "hand_red_threes": 0,
                    "hand_black_threes": 1,
                },
                "red_threes": 0,
            },
        ],
    },
)
