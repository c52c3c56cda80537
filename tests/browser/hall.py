"""An event in a running installation whose hall is told something while a screen hangs there.

The functions below `told` run in the installation, with the server's own key and database.
"""

from __future__ import annotations

from datetime import date
from pathlib import Path

from clubs.models import Club
from tests.browser.beside import inside
from tests.browser.live_game import keeper
from tests.builders import a_player
from tournaments import running
from tournaments.models import Tournament
from tournaments.play.screens import HallScreen


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


def announced(event: int, text: str) -> None:
    running.announce(keeper(), Tournament.objects.get(pk=event), {"": text}, 30)


def taken_back(event: int, number: int) -> None:
    running.end_notice(keeper(), Tournament.objects.get(pk=event), number)


def shows(event: int, language: str = "", dark: bool = False, **pages: int) -> None:
    running.set_screen(keeper(), Tournament.objects.get(pk=event), HallScreen(1, pages, dark, language))
