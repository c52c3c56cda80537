"""Tables in the browser's world: a game at each of its stages, as two pairs around one phone leave it."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any

from clubs.books.writing import Author, JsonValue
from clubs.models import Club, Player
from scoring import recording
from scoring.core.game_state import EarlyEnd, GameEnd
from scoring.models import Game, Table

LABELS = ("11", "12", "13", "14", "15", "16", "17", "18", "19", "20", "51")
Made = dict[str, int | str]


def tables_of(by: Author, club: Club, players: Sequence[Player]) -> Made:
    """The secret of a table for each stage."""
    free, fresh, dealt, written, back, code, both, disputed, over, bidding, auction = recording.create_tables(
        by, club, LABELS, uuid.uuid4()
    )
    pairs, threes = (players[:2], players[2:4]), (players[:1], players[1:2], players[2:3])
    set_up(by, club, fresh, pairs)
    start(by, set_up(by, club, dealt, pairs, ruleset="danish", carried=[6100, -50]))
    contract = set_up(by, club, bidding, pairs, ruleset="sitoumussamba")
    highest = pairs[0][0].pk
    recording.take_seats(by, contract, recording.Seats(highest=highest, key=uuid.uuid4()))
    start(by, set_up(by, club, auction, pairs, ruleset="sitoumussamba"))
    for table, fields in (
        (written, {}),
        (back, {}),
        (disputed, {}),
        (code, {"approval": Game.Approval.OWN_CODE}),
    ):
        write(by, table, set_up(by, club, table, pairs, **fields))
    say(by, back, recording.send_back_deal)
    say(by, disputed, recording.dispute_deal)
    keep_two(by, both, set_up(by, club, both, threes, protocols=Game.Protocols.BOTH))
    ended = set_up(by, club, over, threes)
    recording.end_game(by, ended, EarlyEnd(GameEnd.TIME), "Tiden är slut", uuid.uuid4())
    return {
        "no_secret": "not-a-secret",
        "first_deal": 1,
        "free_table": free.secret,
        "fresh_table": fresh.secret,
        "dealt_table": dealt.secret,
        "written_table": written.secret,
        "sent_back_table": back.secret,
        "code_table": code.secret,
        "both_table": both.secret,
        "disputed_table": disputed.secret,
        "over_table": over.secret,
        "bidding_table": bidding.secret,
        "auction_table": auction.secret,
    }


def set_up(by: Author, club: Club, table: Table, sides: Sequence[Sequence[Player]], **fields: Any) -> Game:
    plan = recording.GamePlan(**{"ruleset": "samba", "sides": sides} | fields)
    game = recording.open_game(by, club, plan, uuid.uuid4())
    recording.assign_table(by, table, game)
    return game


def game_at(table: Table) -> Game:
    return Game.objects.get(table=table.pk)


def device(by: Author, table: Table, side: int = 0) -> recording.AtTable:
    """The table's phone in the hands of the first player of a side."""
    seat = game_at(table).sides.get(number=side).seats.first()
    assert seat is not None
    return recording.AtTable(
        user=None, origin=by.origin, table=table, device="a phone", side=side, player=seat.player_id
    )


def start(by: Author, game: Game) -> None:
    recording.start_deal(by, game, 1, uuid.uuid4())


def a_column(melded: int, held: int = 0, **combinations: JsonValue) -> dict[str, JsonValue]:
    tally: dict[str, JsonValue] = {
        "combinations": combinations,
        "meld_points": melded,
        "hand_points": held,
        "hand_red_threes": 0,
        "hand_black_threes": 0,
    }
    return {"tally": tally, "red_threes": 0, "went_out": bool(combinations), "penalties": {}}


def a_deal(melded: int = 845, sides: int = 2) -> recording.WrittenDeal:
    """The first side goes out with a samba and a mixed canasta."""
    others: list[JsonValue] = [a_column(0, 85) for _ in range(sides - 1)]
    body: dict[str, JsonValue] = {"ended": "out", "hands": [a_column(melded, samba=1, mixed=1), *others]}
    return recording.WrittenDeal(number=1, body=body, key=uuid.uuid4())


def write(by: Author, table: Table, game: Game) -> None:
    recording.record_deal(device(by, table), game, a_deal())


def keep_two(by: Author, table: Table, game: Game) -> None:
    """Three sides have written, one of them otherwise."""
    for side, melded in enumerate((845, 845, 850)):
        recording.hand_in_protocol(device(by, table, side), game, a_deal(melded, sides=3))


def say(by: Author, table: Table, word: Any) -> None:
    """The other side's word on the first deal."""
    speaker = device(by, table, 1)
    approval = recording.Approval(
        number=1, version=1, key=uuid.uuid4(), side=1, player=speaker.player, reason="Samban är vår"
    )
    word(speaker, game_at(table), approval)
