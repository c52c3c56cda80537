"""The demo evening: what somebody sees who starts Talon for the first time.

Everything comes about through the verbs, as if people had done it; nothing is written past them.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence

from django.core.exceptions import PermissionDenied

from clubs import demo
from clubs.books.writing import Author, Value
from scoring import recording
from scoring.models import Game
from tournaments.models import Tournament
from tournaments.simulating import Moment, Simulation, Wanted, agreement

_PAIRS = 8
# In the round that is shown: one table has signed, one calls, one is disputed, one plays.
_ROUNDS, _SHOWN, _SEED = 3, 2, 4
# Who comes late, and who may be asked as a substitute.
_RESERVE = 6
# The table at which a game is over, and what its sides had on paper before the last deal.
_TO_SIGN, _CARRIED = "5", (18_650, 17_985)


def evening(by: Author, played: demo.Demo) -> Tournament:
    """A club evening of eight pairs, and one that came late, in the middle of its second round."""
    club = played.clubs[0]
    if by.user is None:
        raise PermissionDenied
    wanted = Wanted(
        ruleset="samba",
        entries=_PAIRS,
        agreed=agreement("samba", preset="club_evening", rounds=_ROUNDS),
        seed=_SEED,
        until=Moment.MID_ROUND,
        stops_in=_SHOWN,
        ends=by.at,
        name=_demo_name(),
    )
    people = list(club.home_players.order_by("pk")[: 2 * _PAIRS + _RESERVE])
    return Simulation(club, by.user, wanted, people).run()


def game_apart(by: Author, played: demo.Demo) -> Game:
    """A game of Sitoumussamba outside the event, between four who are not entered."""
    club = played.clubs[0]
    one, two, three, four = club.home_players.order_by("pk")[
        2 * _PAIRS + _RESERVE : 2 * _PAIRS + _RESERVE + 4
    ]
    plan = recording.GamePlan(ruleset="sitoumussamba", sides=[[one, two], [three, four]])
    game = recording.open_game(by, club, plan, uuid.uuid4())
    recording.take_seats(by, game, recording.Seats(highest=one.pk, key=uuid.uuid4()))
    play(by, game, CONTRACTS)
    return game


def game_to_sign(by: Author, played: demo.Demo) -> Game:
    """A game of Sitoumussamba at a table, over its target by the last deal: it is to be signed."""
    club = played.clubs[0]
    one, two, three, four = club.home_players.order_by("pk")[
        2 * _PAIRS + _RESERVE + 4 : 2 * _PAIRS + _RESERVE + 8
    ]
    plan = recording.GamePlan(
        ruleset="sitoumussamba", sides=[[one, two], [three, four]], label=_TO_SIGN, carried=_CARRIED
    )
    game = recording.open_game(by, club, plan, uuid.uuid4())
    (table,) = recording.make_tables(by, club, [_TO_SIGN], uuid.uuid4())
    recording.set_table(by, table, game)
    recording.take_seats(by, game, recording.Seats(highest=three.pk, key=uuid.uuid4()))
    play(by, game, CONTRACTS[:1])
    return game


def _demo_name() -> str:
    return "Talon Open"


def play(by: Author, game: Game, deals: Sequence[Mapping[str, Value]]) -> None:
    for number, body in enumerate(deals, start=1):
        recording.record_deal(by, game, recording.WrittenDeal(number=number, body=body, key=uuid.uuid4()))


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
