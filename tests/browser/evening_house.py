"""What goes on in a hall beside the pages that are looked at: the other tables, the slips, the clock.

`House` asks for it from outside, of the program beside the server; the verbs below `do` run in it, with the
server's own key and database. Must not know any page.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

from django.db.models import F

from clubs.books.writing import Author
from clubs.models import User
from scoring import recording
from scoring.core import sheet_io, simulate
from scoring.models import Game
from scoring.store import sheets
from scoring.store.game_queries import games_with_sides
from tests.browser.beside import inside, leave
from tests.browser.evening import Body, TableSet
from tournaments import running
from tournaments.models import Round, Standing, Tournament


class House:
    """A program inside the installation that keeps its data there: it does what it is asked for."""

    def __init__(self, data: Path) -> None:
        self.data = data

    def __enter__(self) -> House:
        return self

    def __exit__(self, *_why: object) -> None:
        leave(self.data)

    def ask(self, verb: str, **said: object) -> Any:
        asked = json.dumps([verb, said])
        return json.loads(
            inside(self.data, f"from tests.browser import evening_house; evening_house.do({asked!r})")
        )

    def table(self, event: int, table: int, deals: Sequence[Body]) -> tuple[TableSet, list[str]]:
        """A table of the round that is on, at which these deals are played; and the digits of its sides."""
        told = self.ask("sit_down", event=event, table=table, deals=deals)
        codes = told.pop("codes")
        return TableSet(**told), codes


# Inside.


def do(asked: str) -> None:
    """Does what is asked for, and prints what came of it."""
    verb, said = json.loads(asked)
    print(json.dumps(VERBS[verb](**said)))


def keeper() -> Author:
    return Author(user=User.objects.filter(is_keeper=True).earliest("pk"), origin="192.0.2.1")


def games_on(event: int) -> list[Game]:
    """The games of the round that is on and are not over, by table."""
    on = Game.objects.filter(pairing__round__tournament=event, pairing__round__state=Round.State.PUBLISHED)
    return list(on.filter(over=False).select_related("book").order_by("pairing__table"))


def sit_down(event: int, table: int, deals: Sequence[Body]) -> dict[str, object]:
    """Seats are taken at a table, and these deals played there."""
    by = keeper()
    game = Game.objects.select_related("book", "table").get(
        pairing__round__tournament=event, pairing__round__state=Round.State.PUBLISHED, pairing__table=table
    )
    sides = games_with_sides().get(pk=game.pk).sides.all()
    people = [[seat.player for seat in side.seats.all()] for side in sides]
    recording.take_seats(by, game, recording.Seats(highest=people[0][0].pk, key=uuid.uuid4()))
    write_down(by, game, deals)
    return {
        "secret": game.table.secret,
        "game": game.pk,
        "sides": [[player.name for player in side] for side in people],
        "codes": [side.code for side in sides],
    }


def write_down(by: Author, game: Game, deals: Sequence[Body]) -> None:
    """The director writes deals down from a table's paper, and both sides have said that they are right."""
    for number, body in enumerate(deals, 1):
        recording.record_deal(by, game, recording.WrittenDeal(number=number, body=body, key=uuid.uuid4()))
        recording.confirm_deal(by, game, recording.Approval(number=number, version=1, key=uuid.uuid4()))


def play(event: int, but: Sequence[int] = ()) -> int:
    """Every table of the round plays its game, but these; how many games that were."""
    games = [game for game in games_on(event) if int(game.label) not in but]
    for game in games:
        rules = sheets.load_ruleset(game.ruleset, game.edition)
        players, options = tuple(game.players_per_side), sheets.options_of(game)
        dealt = simulate.play_game(
            rules, Random(game.pk), players=players, options=options, deal_limit=game.deals_agreed
        )
        write_down(keeper(), game, [written(deal) for deal in dealt])
    return len(games)


def written(dealt: simulate.SimulatedDeal) -> Body:
    """A deal as it stands on paper."""
    tally: dict[str, Any] = {**sheet_io.sheet_as_data(simulate.tally_sheet(dealt.sheet))}
    return sheets.deal_data(tally)


def go_on(event: int) -> int:
    """The round that is on is closed, and the next one published: its number."""
    on = Round.objects.get(tournament=event, state=Round.State.PUBLISHED)
    running.close_round(keeper(), on)
    drawn = running.draw_round(keeper(), Tournament.objects.get(pk=event), "fedcba9876543210")
    return running.publish_round(keeper(), drawn).number


def pass_time(event: int, minutes: int) -> bool:
    """So many minutes have passed since the results were shown."""
    ago = timedelta(minutes=minutes)
    return bool(Tournament.objects.filter(pk=event).update(shown_at=F("shown_at") - ago))


def places(event: int) -> list[tuple[list[str], int]]:
    """The places that were kept after the last closed round: who, and with how many points."""
    last = Round.objects.filter(tournament=event, state=Round.State.CLOSED).latest("number")
    kept = Standing.objects.filter(round=last).order_by("place", "entry__number")
    return [
        ([one.player.name for one in row.entry.places.order_by("position")], row.points)
        for row in kept.select_related("entry").prefetch_related("entry__places__player")
    ]


def state(event: int) -> str:
    return str(Tournament.objects.get(pk=event).state)


VERBS: Mapping[str, Callable[..., object]] = {
    "sit_down": sit_down,
    "play": play,
    "go_on": go_on,
    "pass_time": pass_time,
    "places": places,
    "state": state,
}
