"""Standings that are kept back until the end: no page that anybody may see depends on them before.

Every public page and file is read twice, with the standings turned upside down between the two: by charges in
the ledger, and in the places that were kept. What is the same both times tells nothing of them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from io import BytesIO
from typing import Final
from uuid import uuid4
from zipfile import ZipFile

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Player
from scoring import recording
from scoring.models import Deal, Game, Table
from tests.builders import a_user
from tests.conftest import LONG
from tests.documents.reading import text_of
from tests.pages.test_access import LINES, view_of
from tests.scoring.support.played import a_body
from tests.tournaments.support.events import Played, agreed, show_after_this_round
from tournaments import personal, rankings, running, series
from tournaments.core.schemes.scl import SCL
from tournaments.models import EntryPlayer, EventAdjustment, Ranking, Series, Standing
from tournaments.play.personal_codes import personal_path

pytestmark = pytest.mark.django_db

# Pages for everybody that are no event's, and what a table asks its players for.
BESIDE: Final = {
    *("health", "manifest", "offline", "robots", "service_worker", "clubs:genuine", "clubs:privacy"),
    *("clubs:sign_in", "clubs:invitation", "clubs:reset", "clubs:reset_ask"),
    *("scoring:pin", "scoring:signed", "scoring:table_answer", "scoring:table_call", "scoring:table_compare"),
    "scoring:table_contract",
    "tournaments:now",
    # Before the event there are none.
    *("tournaments:announcement", "tournaments:signup", "tournaments:signup_code"),
    *("tournaments:my_code", "tournaments:my_calendar", "tournaments:event_calendar"),
    "tournaments:event_programme",
    *("tournaments:gathering", "tournaments:gathering_calendar"),
    # `tests/tournaments/sections` has those of parts that hide their standings; leagues are of no event.
    *("tournaments:parts", "tournaments:league_rules", "tournaments:team_table"),
    "tournaments:player_matches",
    *("tournaments:gathering_signup", "tournaments:gathering_own"),
    *("tournaments:my_code", "tournaments:my_calendar", "tournaments:my_mail"),
    *("tournaments:notice_confirm", "tournaments:notice_stop"),
    *("tournaments:own_signup", "tournaments:signup_cancel"),
    # There are none of a year, and nobody has met, before results are shown.
    *("tournaments:champions_of_year", "tournaments:club_records_of", "tournaments:club_year_of"),
    # A knock-out alone has one.
    "tournaments:event_bracket",
    # Of one team, by its code.
    *("tournaments:team_code", "tournaments:team_page", "tournaments:team_match", "tournaments:team_line_up"),
    *("tournaments:team_result", "tournaments:team_answer", "tournaments:team_protocol"),
    "tournaments:public_match_protocol",
    # Their tables are of teams, and no event is in them.
    *("tournaments:league", "tournaments:league_division"),
    *("tournaments:league_team", "tournaments:league_match"),
    # There are none before an evening of the series is over.
    *("tournaments:series_after", "tournaments:series_line"),
    # Dates of no event.
    *("tournaments:calendar", "tournaments:calendar_ics"),
    # Parts of a list, the lists of earlier days, and a line, of which there is none before an event is over.
    *("tournaments:ranking_part", "tournaments:ranking_on", "tournaments:ranking_on_part"),
    "tournaments:ranking_line",
    # Of who has agreed to it; `test_counting` of ratings says that a running event counts for none.
    "tournaments:player_rating",
    *("scoring:table_deal", "scoring:table_open", "scoring:table_seats", "scoring:table_sign"),
}
SIGNED_IN: Final = {
    *(
        "clubs:account",
        "clubs:account_menu",
        "clubs:account_password",
        "clubs:account_email",
        "clubs:account_close",
        "clubs:second_step",
        "clubs:second_step_app",
        "clubs:passkey_new",
        "reach",
        "scoring:attention",
    ),
    "tournaments:own_part",
}
# A frame on another site and a screen of the hall, which have no files.
WITHOUT_FILES: Final = {
    *("tournaments:event_embed", "tournaments:screen", "tournaments:numbered_screen", "tournaments:my_page"),
}
A_TOKEN: Final = "00000000-0000-4000-8000-000000000000"
FORMS: Final = ("", "?as=json", "?as=print", "?as=text")
# What is asked of a page besides: it finds people, and orders them.
ASKED: Final = {"tournaments:event_round": ("?by=name",)}
# Those that tell of standings once they are shown, with their files.
TELLING: Final = {
    *("tournaments:event", "tournaments:event_places", "tournaments:event_cross"),
    *("tournaments:event_whole", "tournaments:player_results", "tournaments:event_embed"),
    *("tournaments:event_entry", "tournaments:entry_now", "tournaments:event_categories"),
    *("tournaments:screen", "tournaments:numbered_screen", "tournaments:my_page"),
}

# Of which state a paper or a page is: that something was done, and nothing of what. The code of what stands
# on a sheet is compared.
STATE: Final = re.compile(r"(?:Revision \d+,|As of) \d[^<·\n]*")
LOG_CODE: Final = re.compile(r"\blog [0-9A-Z]{4}-[0-9A-Z]{4}\b")

PAIRS: Final = 5

Address = tuple[str, str]
Said = Mapping[Address, str]


def an_event(*, hidden: bool) -> Played:
    """Two rounds are over, one is played: a table has finished, one has a deal, and one sits out."""
    event = Played(agreed(hidden=hidden, scheme=SCL, chain=("points", "difference", "lot")))
    recording.create_tables(event.by, event.club, ["1", "2", "3"], uuid4())
    event.enter(PAIRS)
    running.set_categories(event.by, event.event, {number: ["ladies"] for number in (1, 3, PAIRS)})
    personal.make_codes(event.by, event.event, 0)
    season = series.SeriesPlan(name="Season", since=event.event.date, public=True)
    series.add_series(event.by, event.club, season, uuid4())
    of_years = rankings.RankingPlan(name="Ranking", public=True)
    rankings.add_ranking(event.by, event.club, of_years, uuid4())
    event.round()
    event.round()
    first, second = event.games(event.publish())
    event.totals(first, 6180, 4105)
    recording.record_deal(event.by, second, recording.WrittenDeal(number=1, body=a_body(), key=uuid4()))
    return event


def turned_upside_down(event: Played) -> None:
    """The last become the first, by charges of the director and in the places that were kept."""
    places = Standing.objects.filter(round__tournament=event.event)
    for one in places:
        one.place, one.points, one.difference = PAIRS + 1 - one.place, 90 - one.points, -one.difference
        one.save(update_fields=["place", "points", "difference"])
    for number in range(1, PAIRS + 1):
        for unit, amount in ((EventAdjustment.Unit.POINTS, 31), (EventAdjustment.Unit.DIFFERENCE, 27_183)):
            charge = running.EventCharge(
                entry=number, unit=unit, amount=amount * number, reason="As it is", key=uuid4()
            )
            running.adjust_event(event.by, event.event, charge)


def addresses(event: Played) -> Iterator[Address]:
    """Every page of the event that anybody may see, of its games, its players and its club."""
    pk, club = event.event.pk, event.club.pk
    yield from (("home", reverse("home")), ("clubs:clubs", reverse("clubs:clubs")))
    for name in ("club_records", "champions", "club_year", "club_ratings"):
        yield f"tournaments:{name}", reverse(f"tournaments:{name}", args=[club])
    yield "clubs:club", reverse("clubs:club", args=[club])
    for page in (
        "event",
        "event_places",
        "event_cross",
        "event_categories",
        "event_statistics",
        "event_rules",
        "event_whole",
        "event_embed",
        "screen",
    ):
        yield f"tournaments:{page}", reverse(f"tournaments:{page}", args=[pk])
    yield "tournaments:numbered_screen", reverse("tournaments:numbered_screen", args=[pk, 1])
    yield "tournaments:event_deals", reverse("tournaments:event_deals", args=[pk]) + "?as=json"
    yield "tournaments:event_entry", reverse("tournaments:event_entry", args=[pk, PAIRS])
    last = event.event.entries.get(number=PAIRS)
    yield "tournaments:my_page", personal_path(event.fresh, last.pk)
    yield "tournaments:entry_now", reverse("tournaments:entry_now", args=[pk, PAIRS])
    for number in (1, 2, 3):
        yield "tournaments:event_round", reverse("tournaments:event_round", args=[pk, number])
    yield from pages_of_players(event)
    yield from added_up(club)
    yield "scoring:games", reverse("scoring:games")
    for game in Game.objects.filter(pairing__round__tournament=event.event):
        yield from ((name, reverse(name, args=[game.pk])) for name in ("scoring:game", "scoring:protocol"))
    for deal in Deal.objects.filter(game__pairing__round__tournament=event.event):
        yield "scoring:deal", reverse("scoring:deal", args=[deal.game_id, deal.number])
    for table in Table.objects.filter(club=event.club):
        yield "scoring:table", reverse("scoring:table", args=[table.secret])


def added_up(club: int) -> Iterator[Address]:
    """The pages that add up events."""
    for season in Series.objects.filter(club=club):
        yield "tournaments:series", reverse("tournaments:series", args=[season.pk])
    for ranking in Ranking.objects.filter(club=club):
        yield "tournaments:ranking", reverse("tournaments:ranking", args=[ranking.pk])


def pages_of_players(event: Played) -> Iterator[Address]:
    players = list(EntryPlayer.objects.filter(tournament=event.event).values_list("player", flat=True)[:3])
    for player in players:
        yield "tournaments:player_results", reverse("tournaments:player_results", args=[player])
        yield "tournaments:player_met", reverse("tournaments:player_met", args=[player])
    yield "tournaments:head_to_head", reverse("tournaments:head_to_head", args=[players[0], players[2]])


def asked_of(event: Played, name: str, address: str, plain: bool) -> Iterator[str]:
    """A page with what can be asked of it: its files, and somebody who is looked for."""
    if plain or "?" in address or name.startswith("scoring:") or name in WITHOUT_FILES:
        yield address
        return
    somebody = Player.objects.filter(places__tournament=event.event).order_by("pk")[2]
    for asked in (*FORMS, f"?q={somebody.family_name}", *ASKED.get(name, ())):
        yield address + asked


def said_to(
    client: Client, event: Played, *, plain: bool = False, only: Collection[str] = ()
) -> dict[Address, str]:
    """What everything says, or the pages of some names, but for the number of the state that it shows."""
    said = {}
    for name, page in addresses(event):
        if only and name not in only:
            continue
        for address in asked_of(event, name, page, plain):
            response = client.get(address)
            assert response.status_code == 200, address
            said[name, address] = without_state(response)
    return said


def without_state(response: object) -> str:
    content: bytes = response.getvalue()  # type: ignore[attr-defined]
    if content.startswith(b"%PDF"):
        return " ".join(
            without_state_line(text_of(content)).split()
        )  # where words stand moves with the state
    if content.startswith(b"PK"):
        return text_of_workbook(content)
    text = re.sub(r'"as_of": "[^"]*"', "", content.decode())
    text = without_state_line(text)
    text = re.sub(r'(<meta name="live" content=)"[^"]*"', r"\1", text)
    return re.sub(r'(name="(?:csrfmiddlewaretoken|key)" value=)"[^"]*"', r"\1", text)


def without_state_line(text: str) -> str:
    return LOG_CODE.sub("", STATE.sub("", text))


def text_of_workbook(content: bytes) -> str:
    """All that a workbook has but its properties, which say of when it is."""
    with ZipFile(BytesIO(content)) as book:
        parts = [name for name in book.namelist() if name != "docProps/core.xml"]
        return "\n".join(book.read(name).decode() for name in parts)


def a_player_of(event: Played) -> Client:
    """Somebody who plays there and has an account."""
    user = a_user()
    user.player = EntryPlayer.objects.filter(tournament=event.event)[0].player
    user.save()
    client = Client()
    client.force_login(user)
    return client


def telling(before: Said, after: Said) -> set[str]:
    assert before.keys() == after.keys()
    return {name for name, address in before if before[name, address] != after[name, address]}


@pytest.mark.parametrize("signed_in", [False, True], ids=["signed out", "signed in"])
def test_no_page_tells_of_standings_that_are_kept_back(signed_in: bool) -> None:
    event = an_event(hidden=True)
    client = a_player_of(event) if signed_in else Client()
    plain = signed_in and not LONG  # quickly: files and searches are walked by who is signed out
    before = said_to(client, event, plain=plain)
    turned_upside_down(event)
    assert telling(before, said_to(client, event, plain=plain)) == set()


def test_the_same_pages_tell_of_standings_that_are_shown() -> None:
    """Or nothing would be said by the test above."""
    event = an_event(hidden=False)
    before = said_to(Client(), event, only=TELLING)
    turned_upside_down(event)
    assert telling(before, said_to(Client(), event, only=TELLING)) == TELLING


def test_with_the_results_everybody_sees_the_standings() -> None:
    event = an_event(hidden=True)
    kept_back = said_to(Client(), event, only=TELLING)
    drawn = event.fresh.rounds.get(number=3)
    event.play(drawn)
    event.close(drawn)
    show_after_this_round(event.by, event.event)
    shown = said_to(Client(), event, only=TELLING)
    assert telling(kept_back, shown) == TELLING
    page = reverse("tournaments:event", args=[event.event.pk])
    assert "Decided by" not in kept_back["tournaments:event", page]
    assert "Decided by" in shown["tournaments:event", page]


def test_every_page_that_anybody_may_see_is_walked() -> None:
    """Whoever adds one says here whether it is an event's."""
    public = {
        view_of(re.sub(r"\{\w+\}", "1", line.address.replace("{news_token}", A_TOKEN)))
        for line in LINES
        if line.method == "GET" and "200" in (line.answers.get("stranger"), line.answers.get("nobody"))
    }
    walked = {name for name, _address in addresses(an_event(hidden=True))}
    assert public == walked | BESIDE | SIGNED_IN
