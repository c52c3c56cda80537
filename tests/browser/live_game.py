"""A game in a running installation that goes on while somebody looks at its page.

The functions below `inside` run in the installation, with the server's own key and database.
"""

from __future__ import annotations

import uuid
from pathlib import Path

from clubs.books.writing import Author, JsonValue
from clubs.models import Club, Player, User
from scoring import recording
from scoring.models import Game
from tests.browser.beside import inside
from tests.browser.world import column


def told(data: Path, call: str) -> str:
    """What a call of a function of this module says in the installation that keeps its data there."""
    return inside(data, f"from tests.browser import live_game; print(live_game.{call})")


def keeper() -> Author:
    return Author(user=User.objects.filter(is_keeper=True).earliest("pk"), origin="192.0.2.1")


def opened() -> int:
    """A game between players of the demo, and its first deal."""
    club = Club.objects.filter(home_players__isnull=False).earliest("pk")
    players = list(Player.objects.filter(home_club=club, may_publish=True).order_by("pk")[:4])
    plan = recording.GamePlan(ruleset="samba", sides=[players[:2], players[2:]])
    game = recording.open_game(keeper(), club, plan, uuid.uuid4())
    recorded(game.pk)
    return game.pk


def recorded(pk: int) -> int:
    """The next deal of a game: a samba and a mixed canasta, 2 725 points, against 85 points in hand."""
    game = Game.objects.get(pk=pk)
    number = game.deals.count() + 1
    out, against = column({"samba": 1, "mixed": 1}, 845, 120, 0), column({}, 0, 85, 0)
    body: dict[str, JsonValue] = {"ended": "out", "hands": [out | {"went_out": True}, against]}
    recording.record_deal(keeper(), game, recording.WrittenDeal(number=number, body=body, key=uuid.uuid4()))
    return number
