"""An event in a running installation that goes from round to round while a phone remembers one of its pairs.

The functions below `told` run in the installation, with the server's own key and database.
"""

from __future__ import annotations

import uuid
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

from django.utils import timezone

from clubs.models import Club
from scoring import recording
from scoring.models import Game
from tests.browser.beside import inside
from tests.browser.live_game import keeper
from tests.builders import a_player
from tournaments import personal, running
from tournaments.models import Round, Tournament
from tournaments.play.clock import stored_clock
from tournaments.play.personal_codes import personal_path
from tournaments.public.clock_face import ClockFace

PAIRS = (("Agda Fors", "Birger Fors"), ("Cilla Hed", "David Hed"), ("Edit Moe", "Folke Moe"))


def told(data: Path, call: str) -> str:
    """What a call of a function of this module says in the installation that keeps its data there."""
    return inside(data, f"from tests.browser import live_event; print(live_event.{call})")


def published(name: str) -> int:
    """An event of three pairs whose first round is published."""
    club = Club.objects.filter(home_players__isnull=False).earliest("pk")
    plan = running.EventPlan(name=name, date=date(2026, 5, 2), ruleset="samba")
    event = running.create_event(keeper(), club, plan)
    players = [[a_player(player, club=club) for player in pair] for pair in PAIRS]
    running.enter_pairs(keeper(), event, players)
    running.publish_round(keeper(), running.draw_round(keeper(), event, "0123456789abcdef"))
    return event.pk


def own_page(name: str) -> str:
    """The address of the own page of the first pair of such an event."""
    event = Tournament.objects.select_related("book", "club").get(pk=published(name))
    personal.make_codes(keeper(), event, 0)
    event.refresh_from_db()
    return personal_path(event, event.entries.get(number=1).pk)


def at_tables(name: str, ruleset: str) -> str:
    """An event of four pairs whose first round is published, its games at tables; the PIN of the first."""
    club = Club.objects.filter(home_players__isnull=False).earliest("pk")
    plan = running.EventPlan(name=name, date=timezone.localdate(), ruleset=ruleset)
    event = running.create_event(keeper(), club, plan)
    pairs = (*PAIRS, ("Gun Dal", "Hugo Dal"))
    running.enter_pairs(keeper(), event, [[a_player(each, club=club) for each in pair] for pair in pairs])
    running.publish_round(keeper(), running.draw_round(keeper(), event, "0123456789abcdef"))
    labels = [f"{event.pk}-{number}" for number in (1, 2)]
    tables = recording.create_tables(keeper(), club, labels, uuid.uuid4())
    games = Game.objects.filter(pairing__round__tournament=event).order_by("pairing__table")
    for table, game in zip(tables, games, strict=True):
        recording.assign_table(keeper(), table, game)
    return f"{event.pk} {tables[0].pin}"


def clock(event: int, act: str, ago: float = 0) -> int:
    """The clock of the last round is started or paused, or goes on; returns when time is up (ms)."""
    last = Round.objects.filter(tournament=event).latest("number")
    by = replace(keeper(), at=timezone.now() - timedelta(minutes=ago))
    if act == "start":
        stored = running.start_clock(by, last, running.ClockTerms(minutes=50, more_minutes=10))
    else:
        stored = (running.pause_clock if act == "pause" else running.resume_clock)(by, last)
    return ClockFace(stored_clock(stored)).stops


def announced(event: int, text: str) -> None:
    running.announce(keeper(), Tournament.objects.get(pk=event), {"": text}, 30)


def next_round(event: int) -> None:
    """The games of the last round are over, it is closed, and the next one is published."""
    last = Round.objects.filter(tournament=event).latest("number")
    for game in Game.objects.filter(pairing__round=last):
        result = recording.FinalResult(totals=(6000, 5000), reason="slip", key=uuid.uuid4())
        recording.record_result(keeper(), game, result)
    running.close_round(keeper(), last)
    following = running.draw_round(keeper(), Tournament.objects.get(pk=event), "fedcba9876543210")
    running.publish_round(keeper(), following)
