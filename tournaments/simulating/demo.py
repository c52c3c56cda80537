"""The demo evening, which a new user of Talon sees first. All writing is done by verbs."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence

from django.core.exceptions import PermissionDenied

from clubs import demo
from clubs.books.writing import Author, JsonValue
from scoring import recording
from scoring.models import Game
from tournaments.models import Tournament
from tournaments.simulating import Simulation, SimulationPlan, StopPoint, build_agreement

_PAIRS = 8
# In the last round one table has signed, one calls, one is disputed, one plays.
_ROUNDS, _LAST_ROUND, _SEED = 3, 2, 4
# Players for a late pair and for substitutes.
_RESERVE = 6
# The table at which a game is over, and the totals of its sides on paper before the last deal.
_TO_SIGN, _CARRIED = "5", (18_650, 17_985)


def create_evening(by: Author, played: demo.DemoFederation) -> Tournament:
    """Create a club evening of eight pairs and a late one, in the middle of its second round."""
    club = played.clubs[0]
    if by.user is None:
        raise PermissionDenied
    plan = SimulationPlan(
        ruleset="samba",
        entries=_PAIRS,
        agreement=build_agreement("samba", preset="club_evening", rounds=_ROUNDS),
        seed=_SEED,
        until=StopPoint.MID_ROUND,
        stop_in_round=_LAST_ROUND,
        ends=by.at,
        name=_demo_name(),
        trial=True,
    )
    people = list(club.home_players.order_by("pk")[: 2 * _PAIRS + _RESERVE])
    return Simulation(club, by.user, plan, people).run()


def create_friendly_game(by: Author, played: demo.DemoFederation) -> Game:
    """Create a game of Sitoumussamba outside the event, between four players who are not entered."""
    club = played.clubs[0]
    first, second, third, fourth = club.home_players.order_by("pk")[
        2 * _PAIRS + _RESERVE : 2 * _PAIRS + _RESERVE + 4
    ]
    plan = recording.GamePlan(ruleset="sitoumussamba", sides=[[first, second], [third, fourth]])
    game = recording.open_game(by, club, plan, uuid.uuid4())
    recording.take_seats(by, game, recording.Seats(highest=first.pk, key=uuid.uuid4()))
    record_deals(by, game, CONTRACTS)
    return game


def create_game_to_sign(by: Author, played: demo.DemoFederation) -> Game:
    """Create a game of Sitoumussamba at a table that is over by its last deal and is to be signed."""
    club = played.clubs[0]
    first, second, third, fourth = club.home_players.order_by("pk")[
        2 * _PAIRS + _RESERVE + 4 : 2 * _PAIRS + _RESERVE + 8
    ]
    plan = recording.GamePlan(
        ruleset="sitoumussamba", sides=[[first, second], [third, fourth]], label=_TO_SIGN, carried=_CARRIED
    )
    game = recording.open_game(by, club, plan, uuid.uuid4())
    (table,) = recording.create_tables(by, club, [_TO_SIGN], uuid.uuid4())
    recording.assign_table(by, table, game)
    recording.take_seats(by, game, recording.Seats(highest=third.pk, key=uuid.uuid4()))
    record_deals(by, game, CONTRACTS[:1])
    return game


def _demo_name() -> str:
    return "Talon Open"


def record_deals(by: Author, game: Game, deals: Sequence[Mapping[str, JsonValue]]) -> None:
    for number, body in enumerate(deals, start=1):
        recording.record_deal(by, game, recording.WrittenDeal(number=number, body=body, key=uuid.uuid4()))


# A bid that was made, one that was doubled and robbed, one that the end of the stock left open.
CONTRACTS: tuple[Mapping[str, JsonValue], ...] = (
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
