"""Games that are over in the browser's world: to be signed, refused, signed, and changed after that."""

from __future__ import annotations

import uuid
from collections.abc import Sequence

from clubs.books.writing import Author, JsonValue
from clubs.models import Club, Player, Role
from scoring import recording
from scoring.models import Game, Table
from tests.browser.tables import Made, a_column, set_up
from tests.builders import PASSWORD, a_club, a_player, a_user, an_author
from tests.scoring.support import signed
from tests.scoring.support.played import Evening

LABELS = ("21", "22", "23", "24")
# A hand that writes: two loops and a line.
A_NAME = [
    [[40, 150], [90, 40], [130, 60], [110, 150], [160, 90], [210, 150], [250, 80], [300, 150]],
    [[330, 60], [360, 160], [420, 70], [470, 150], [560, 120]],
    [[60, 175], [540, 165]],
]
FOUR = ("Anna Berg", "Bo Ek", "Siv Ask", "Ulf Lind")
Sides = Sequence[Sequence[Player]]


def signatures_of(by: Author, club: Club, players: Sequence[Player]) -> Made:
    """A game at each stage of its signatures."""
    to_sign, refused, closed, changed = recording.create_tables(by, club, LABELS, uuid.uuid4())
    pairs = players[:2], players[2:4]
    over(by, club, to_sign, pairs, ruleset="sitoumussamba")
    waiting = over(by, club, refused, pairs)
    signed.refuse(waiting, reason="En samba saknas i giv 1")
    signed.all_sign(waiting, signed.EVERYBODY[1:])
    done = over(by, club, closed, pairs)
    signed.sign(done, strokes=A_NAME, typed="")
    signed.sign_for_absent(done, 0, 1, reason="Sista bussen gick")
    signed.all_sign(done, signed.EVERYBODY[2:])
    return {
        "sign_table": to_sign.secret,
        "sign_game": game_pk(to_sign),
        "refused_table": refused.secret,
        "refused_game": game_pk(refused),
        "signed_table": closed.secret,
        "signed_game": game_pk(closed),
        "reopened_game": reopened(over(by, club, changed, pairs)),
        "first_signed": 1,
    }


def over(by: Author, club: Club, table: Table, pairs: Sides, ruleset: str = "samba") -> Evening:
    """A game that time has ended after its first deal, which the other side has not approved yet."""
    game = set_up(by, club, table, pairs, ruleset=ruleset)
    evening = Evening(game, table, by, by)
    recording.record_deal(evening.device(0), game, a_deal(ruleset))
    end = recording.EarlyEnd(recording.GameEnd.TIME)
    recording.end_game(by, game, end, "Klockan är tio", uuid.uuid4())
    return evening


def a_deal(ruleset: str, melded: int = 845) -> recording.WrittenDeal:
    """The stock runs out; the first side has a samba."""
    hands: list[JsonValue] = [{**a_column(melded, 40, samba=1), "went_out": False}, a_column(0, 85)]
    body: dict[str, JsonValue] = {"ended": "stock", "hands": hands}
    if ruleset == "sitoumussamba":
        body["contract"] = {"side": 0, "level": 2, "strain": "spades", "doubled": False}
    return recording.WrittenDeal(number=1, body=body, key=uuid.uuid4())


def reopened(evening: Evening) -> int:
    """Signed, opened again, corrected, signed once more, and changed against the rules after that."""
    signed.all_sign(evening)
    signed.reopen(evening, "Giv 1 är felräknad")
    evening.amend(1, a_deal("samba", 840).body, by=evening.director)
    signed.all_sign(evening)
    hands: list[JsonValue] = [{**a_column(540, 40, natural=1), "went_out": False}, a_column(0, 85)]
    without: dict[str, JsonValue] = {"ended": "stock", "hands": hands}
    evening.amend(1, without, by=evening.director, reason="Sjuan låg i högen", override=True)
    return evening.game.pk


def game_pk(table: Table) -> int:
    return Game.objects.get(table=table.pk).pk


def a_game_to_sign(name: str) -> Made:
    """A table of a new club with a game that is over, and the club's director."""
    club = a_club(name)
    director = a_user(
        Role.Kind.DIRECTOR, club=club, email=f"{uuid.uuid4().hex}@example.org", password=PASSWORD
    )
    by = an_author(director)
    players = [a_player(one, club=club) for one in FOUR]
    (table,) = recording.create_tables(by, club, ["1"], uuid.uuid4())
    evening = over(by, club, table, (players[:2], players[2:]))
    return {"secret": table.secret, "game": evening.game.pk, "email": director.email}
