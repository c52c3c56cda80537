"""An event in a running installation whose round is drawn, changed and played while somebody looks at it.

The functions below `told` run in the installation, with the server's own key and database.
"""

from __future__ import annotations

import uuid
from datetime import date, timedelta
from pathlib import Path

from django.utils import timezone
from playwright.sync_api import Page

from clubs.books.writing import JsonValue
from clubs.models import Club, Player, Role
from scoring import recording
from scoring.models import Call, Game
from tests.browser import evening_house
from tests.browser.beside import inside
from tests.browser.live_game import keeper
from tests.browser.world import column
from tests.builders import PASSWORD, a_club, a_player, a_user, an_author
from tournaments import running
from tournaments.agreement.agreement import EventAgreement
from tournaments.agreement.presets import PRESETS
from tournaments.models import Round
from tournaments.play.seating import get_seats

PAIRS = 6


def told(data: Path, call: str) -> str:
    """What a call of a function of this module says in the installation that keeps its data there."""
    return inside(data, f"from tests.browser import live_round; print(live_round.{call})")


def drawn(name: str) -> int:
    """A round of six pairs of the demo's players, drawn and not published; and who directs it."""
    club = Club.objects.filter(home_players__isnull=False).earliest("pk")
    players = list(Player.objects.filter(home_club=club).order_by("pk")[: 2 * PAIRS])
    plan = running.EventPlan(name=name, date=date(2026, 5, 2), ruleset="samba")
    event = running.create_event(keeper(), club, plan)
    running.enter_pairs(keeper(), event, [players[at : at + 2] for at in range(0, 2 * PAIRS, 2)])
    made = running.draw_round(keeper(), event, "0123456789abcdef")
    a_user(Role.Kind.DIRECTOR, book=event.book, email=director_of(made.pk), password=PASSWORD)
    return made.pk


def playing(name: str, tables: int, written_on: str = Game.WrittenOn.PAPER) -> int:
    """A published round of pairs at so many tables, run from paper, with nothing recorded; who directs it."""
    club = Club.objects.filter(home_players__isnull=False).earliest("pk")
    agreement = EventAgreement(written_on=Game.WrittenOn(written_on))
    plan = running.EventPlan(name=name, date=date(2026, 5, 2), ruleset="samba", agreement=agreement)
    event = running.create_event(keeper(), club, plan)
    pairs = [[a_player(club=club), a_player(club=club)] for _pair in range(2 * tables)]
    running.enter_pairs(keeper(), event, pairs)
    made = running.publish_round(keeper(), running.draw_round(keeper(), event, "0123456789abcdef"))
    a_user(Role.Kind.DIRECTOR, book=event.book, email=director_of(made.pk), password=PASSWORD)
    return made.pk


def cards(pk: int) -> str:
    """Tables for the games of a round; the secrets of their cards, in the order of the tables."""
    games = Game.objects.filter(pairing__round=pk).order_by("pairing__table")
    club = games[0].book.club
    labels = [f"{pk}-{number}" for number in range(1, games.count() + 1)]
    tables = recording.create_tables(keeper(), club, labels, uuid.uuid4())
    for table, game in zip(tables, games, strict=True):
        recording.assign_table(keeper(), table, game)
    return " ".join(table.secret for table in tables)


def event_of(pk: int) -> int:
    return Round.objects.get(pk=pk).tournament_id


def last_week(name: str, pairs: int) -> str:
    """An evening of so many pairs in a club of its own, a week ago; the e-mail of who directs that club."""
    club = a_club(name)
    director = a_user(Role.Kind.DIRECTOR, club=club, password=PASSWORD)
    by, day = an_author(director, at=timezone.now()), timezone.localdate() - timedelta(days=7)
    event = running.create_event(by, club, running.EventPlan(name="Thursday", date=day, ruleset="samba"))
    running.enter_pairs(by, event, [[a_player(club=club), a_player(club=club)] for _pair in range(pairs)])
    return director.email


def club_named(name: str) -> int:
    return Club.objects.get(name=name).pk


def calling(pk: int) -> str:
    """Every table of the round calls."""
    for game in Game.objects.filter(pairing__round=pk):
        Call.objects.create(game=game, reason=Call.Reason.TIME, device="a phone", at=timezone.now())
    return "done"


def results(pk: int) -> str:
    """The totals of the tables of a round, as numbers: tables set apart by blanks."""
    games = Game.objects.filter(pairing__round=pk).order_by("pairing__table")
    return " ".join("-".join(map(str, game.entered_result or ())) or "none" for game in games)


def held(kind: str, entries: int) -> int:
    """An event of a kind, of which one of at least two rounds has been played and closed."""
    (preset,) = [preset for preset in PRESETS if preset.code == kind]
    club = Club.objects.filter(home_players__isnull=False).earliest("pk")
    size = preset.agreement.players
    named = Player.objects.filter(home_club=club, may_publish=True).order_by("pk")
    players = list(named[: entries * size])
    plan = running.EventPlan(
        name=kind, date=date(2026, 5, 2), ruleset=preset.ruleset or "samba", agreement=preset.agreement
    )
    event = running.create_event(keeper(), club, plan)
    running.enter_pairs(keeper(), event, [players[at : at + size] for at in range(0, entries * size, size)])
    made = running.publish_round(keeper(), running.draw_round(keeper(), event, "0123456789abcdef"))
    evening_house.play(event.pk)
    running.close_round(keeper(), made)
    return event.pk


def director_of(drawn: int) -> str:
    """By what the director of a round signs in."""
    return f"round-{drawn}@example.org"


def sign_in(page: Page, drawn: int) -> None:
    """The director of a round signs in."""
    page.goto("/sign-in/")
    page.locator("[name=username]").fill(director_of(drawn))
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("main button.primary").click()
    page.wait_for_url(lambda url: "/sign-in/" not in url)


def seats(pk: int) -> str:
    """Who sits where, as numbers: tables set apart by blanks."""
    tables = get_seats(Round.objects.get(pk=pk)).tables
    return " ".join("-".join(str(side[0]) for side in sides) for sides in tables)


def published(pk: int) -> int:
    """The event of a round that is published now."""
    return running.publish_round(keeper(), Round.objects.get(pk=pk)).tournament_id


def disputed(pk: int, table: int) -> str:
    """A deal is written and disputed at a table of the round."""
    game = Game.objects.get(pairing__round=pk, pairing__table=table)
    out, against = column({"samba": 1, "mixed": 1}, 845, 120, 0), column({}, 0, 85, 0)
    body: dict[str, JsonValue] = {"ended": "out", "hands": [out | {"went_out": True}, against]}
    recording.record_deal(keeper(), game, recording.WrittenDeal(number=1, body=body, key=uuid.uuid4()))
    word = recording.Approval(number=1, version=1, reason="Seven cards", key=uuid.uuid4())
    recording.dispute_deal(keeper(), game, word)
    return "done"
