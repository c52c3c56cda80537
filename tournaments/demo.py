"""The demo evening: what somebody sees who starts Talon for the first time.

Everything comes about through the verbs, as if people had done it; nothing is written past them.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence

from clubs import demo
from clubs.books import Author, Value
from clubs.models import Player
from scoring import recording
from scoring.models import Game
from tournaments import running
from tournaments.models import Tournament

PAIRS = 8
SEED = "7a6c6f6e20323031"
# A side of a deal as a table might have written it: samba, natural, mixed, melded, in hand, red threes.
Column = tuple[int, int, int, int, int, int]


def evening(by: Author, played: demo.Demo) -> Tournament:
    """A club evening of eight pairs in the middle of its first round."""
    club = played.clubs[0]
    plan = running.EventPlan(name=demo_name(), on_day=by.at.date(), ruleset="samba")
    event = running.create_event(by, club, plan)
    running.enter_pairs(by, event, couples(list(club.home_players.order_by("pk")[: 2 * PAIRS])))
    drawn = running.publish_round(by, running.draw_round(by, event, SEED))
    for pairing, deals in zip(drawn.pairings.order_by("table"), DEALS, strict=True):
        if pairing.game is not None:
            play(by, pairing.game, deals)
    return event


def demo_name() -> str:
    return "Talon Open"


def couples(players: Sequence[Player]) -> list[tuple[Player, Player]]:
    return [(players[at], players[at + 1]) for at in range(0, len(players) - 1, 2)]


def play(by: Author, game: Game, deals: Sequence[tuple[str, Column, Column]]) -> None:
    for number, (ended, *columns) in enumerate(deals, start=1):
        hands: list[Value] = [hand(column, ended == f"out-{at}") for at, column in enumerate(columns)]
        body: dict[str, Value] = {"ended": ended.partition("-")[0], "hands": hands}
        written = recording.WrittenDeal(number=number, body=body, key=uuid.uuid4())
        recording.record_deal(by, game, written)


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
