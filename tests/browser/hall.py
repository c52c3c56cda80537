"""An event in a running installation whose hall is told something while a screen hangs there.

The functions below `told` run in the installation, with the server's own key and database.
"""

from __future__ import annotations

from datetime import date
from itertools import chain
from pathlib import Path
from random import Random
from uuid import uuid4

from clubs.models import Club, Player, Role
from scoring import recording
from scoring.models import Game
from tests.browser.beside import inside
from tests.browser.live_game import keeper
from tests.builders import a_player
from tests.tournaments.knock_out.support import KnockOut
from tests.tournaments.support.events import agreed
from tournaments import running
from tournaments.core.movements.knock_out import KNOCK_OUT, KNOCK_OUT_SECOND, KNOCK_OUT_THIRD
from tournaments.models import Tournament
from tournaments.play.screens import HallScreen
from tournaments.simulating.people import names


def told(data: Path, call: str) -> str:
    """What a call of a function of this module says in the installation that keeps its data there."""
    return inside(data, f"from tests.browser import hall; print(hall.{call})")


def large(name: str, pairs: int) -> int:
    """An event of so many pairs whose first round is published; one pair has very long names."""
    club = Club.objects.filter(home_players__isnull=False).earliest("pk")
    plan = running.EventPlan(name=name, date=date(2026, 5, 2), ruleset="samba")
    event = running.create_event(keeper(), club, plan)
    names = [[f"Player{at} Number{at}", f"Partner{at} Number{at}"] for at in range(pairs - 1)]
    names.append(["Alexandra-Wilhelmina von Essen-Mannerheim", "Bo Ek"])
    entered = [[a_player(name, club=club) for name in pair] for pair in names]
    running.enter_pairs(keeper(), event, entered)
    running.publish_round(keeper(), running.draw_round(keeper(), event, "0123456789abcdef"))
    return event.pk


_MOVEMENTS = {each.code: each for each in (KNOCK_OUT, KNOCK_OUT_SECOND, KNOCK_OUT_THIRD)}


class _WithNames(KnockOut):
    """A knock-out of people with names of usual length, which the keeper directs too."""

    def __post_init__(self) -> None:
        super().__post_init__()
        user = keeper().user
        assert user is not None
        Role.objects.create(book=self.event.book, user=user, kind=Role.Kind.DIRECTOR)
        usual = (f"{card.given_name} {card.family_name}" for card in names(Random(self.seed)))
        self.known = chain(["Alexandra-Wilhelmina von Essen-Mannerheim"], usual)

    def players(self) -> list[Player]:
        return [a_player(next(self.known), club=self.club) for _player in range(self.agreement.players)]


def knock_out(pairs: int, rounds: int = 1, movement: str = "knock_out", language: str = "") -> int:
    """A knock-out after so many rounds, and in the next one if there is one; its screen shows the bracket.

    Every third entry wins whatever it plays. One player has a very long name.
    """
    played = _WithNames(agreed(_MOVEMENTS[movement], rounds=1), seed=pairs)
    played.enter(pairs)
    played.publish()
    for _round in range(rounds):
        last = played.fresh.rounds.latest("number")
        played.win(last, *range(0, pairs + 1, 3))
        played.close(last)
        if played.bracket.board.is_over:
            break
        played.publish()
    shows(played.event.pk, language, bracket=600)
    return played.event.pk


def played_on(event: int) -> None:
    """The first table of the round that is played has its result."""
    game = Game.objects.filter(pairing__round__tournament=event, over=False).earliest("pairing__table")
    result = recording.FinalResult(totals=(7345, 2105), reason="slip", key=uuid4())
    recording.record_result(keeper(), game, result)


def announced(event: int, text: str) -> None:
    running.announce(keeper(), Tournament.objects.get(pk=event), {"": text}, 30)


def taken_back(event: int, number: int) -> None:
    running.end_notice(keeper(), Tournament.objects.get(pk=event), number)


def shows(event: int, language: str = "", dark: bool = False, **pages: int) -> None:
    running.set_screen(keeper(), Tournament.objects.get(pk=event), HallScreen(1, pages, dark, language))
