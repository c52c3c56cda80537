"""What the pages of an event's desk read, at two sizes of the event: nothing grows faster than the event.

A query that a thousand pairings share may still parse the same column a thousand times, so the models, the
rows and the bytes are counted, not the queries.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import date
from typing import Final
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.books.writing import Author
from clubs.models import Player, Role
from scoring import recording
from scoring.models import Game, Side
from tests.builders import a_club, a_player, a_user, an_author
from tests.conftest import LONG
from tests.scoring.support.played import a_deal
from tests.tournaments.support.events import agreed
from tests.tournaments.support.reading import Reading, counted_reading
from tournaments import running, signup, urls
from tournaments.core.movements.swiss import SWISS
from tournaments.core.programme import DayLayout, Template, lay_out
from tournaments.models import EventAdjustment, Round, Tournament
from tournaments.play.programme import fingerprint_of_programme

pytestmark = pytest.mark.django_db

SMALL, BIG = 20, 200 if LONG else 60
# A big event may read so much for each pair as a small one, and little more: numbers get longer.
LINEAR: Final = 1.1 * BIG / SMALL
# A page of one thing reads as much in any event: of names and numbers some are longer.
FLAT: Final = 1.1

# How fast a page of the desk may grow, by its address: models, and everything.
PAGES: Final[Mapping[str, tuple[float, float]]] = {
    "tournaments:adjust": (LINEAR, LINEAR),
    "tournaments:adjustment_cancel": (FLAT, FLAT),
    "tournaments:clock": (FLAT, LINEAR),
    "tournaments:close": (LINEAR, LINEAR),
    "tournaments:desk": (LINEAR, LINEAR),
    "tournaments:draw_early": (LINEAR, LINEAR),
    "tournaments:entries": (LINEAR, LINEAR),
    "tournaments:entry_back": (FLAT, FLAT),
    "tournaments:entry_edit": (LINEAR, LINEAR),
    "tournaments:entry_new": (LINEAR, LINEAR),
    "tournaments:entry_outside": (FLAT, FLAT),
    "tournaments:entry_remove": (FLAT, FLAT),
    "tournaments:entry_replace": (LINEAR, LINEAR),
    "tournaments:entry_third": (LINEAR, LINEAR),
    "tournaments:event_again": (LINEAR, LINEAR),
    "tournaments:event_delete": (FLAT, FLAT),
    "tournaments:event_export": (FLAT, FLAT),
    "tournaments:here": (LINEAR, LINEAR),
    "tournaments:hide": (FLAT, FLAT),
    "tournaments:revise": (FLAT, FLAT),
    "tournaments:cash": (LINEAR, LINEAR),
    "tournaments:cash_person": (FLAT, FLAT),
    "tournaments:cash_sale": (FLAT, FLAT),
    "tournaments:cash_drawer": (FLAT, FLAT),
    "tournaments:cash_prices": (FLAT, FLAT),
    "tournaments:programme": (FLAT, FLAT),
    "tournaments:programme_template": (FLAT, FLAT),
    "tournaments:programme_line": (FLAT, FLAT),
    "tournaments:programme_line_new": (FLAT, FLAT),
    "tournaments:hall": (FLAT, FLAT),
    "tournaments:hall_announce": (FLAT, FLAT),
    "tournaments:call_players": (LINEAR, LINEAR),
    "tournaments:prizes": (LINEAR, LINEAR),
    "tournaments:prize_table": (FLAT, FLAT),
    "tournaments:prizes_aloud": (LINEAR, LINEAR),
    "tournaments:place_decide": (LINEAR, LINEAR),
    "tournaments:entry_categories": (LINEAR, LINEAR),
    "tournaments:screen_change": (FLAT, FLAT),
    "tournaments:judge": (FLAT, FLAT),
    "tournaments:keep_table": (FLAT, FLAT),
    "tournaments:lots": (LINEAR, LINEAR),
    "tournaments:strength": (LINEAR, LINEAR),
    "tournaments:handicaps": (LINEAR, LINEAR),
    "tournaments:entry_handicap": (FLAT, FLAT),
    "tournaments:minutes": (FLAT, FLAT),
    "tournaments:move_deals": (LINEAR, LINEAR),
    "tournaments:pairs": (LINEAR, LINEAR),
    "tournaments:papers": (LINEAR, LINEAR),
    "tournaments:personal_codes": (FLAT, FLAT),
    "tournaments:presence": (LINEAR, LINEAR),
    "tournaments:remove": (FLAT, LINEAR),
    "tournaments:reopen": (FLAT, LINEAR),
    "tournaments:round": (LINEAR, LINEAR),
    "tournaments:round_draw": (LINEAR, LINEAR),
    "tournaments:round_sheet": (LINEAR, LINEAR),
    "tournaments:round_signed": (LINEAR, LINEAR),
    "tournaments:scans": (FLAT, FLAT),
    "tournaments:settings": (FLAT, LINEAR),
    "tournaments:settings_correct": (FLAT, FLAT),
    "tournaments:event_what_if": (FLAT, FLAT),
    "tournaments:signups": (LINEAR, LINEAR),
    "tournaments:signups_enter": (LINEAR, LINEAR),
    "tournaments:announce": (FLAT, FLAT),
    "tournaments:announce_status": (FLAT, FLAT),
    "tournaments:singles": (LINEAR, LINEAR),
    "tournaments:standings": (LINEAR, LINEAR),
    "tournaments:substitute": (LINEAR, LINEAR),
    "tournaments:time_up": (FLAT, LINEAR),
    "tournaments:withdraw": (FLAT, FLAT),
    "scoring:deal_new": (FLAT, FLAT),
    "scoring:game_check": (FLAT, FLAT),
    "scoring:game_desk": (FLAT, FLAT),
    "clubs:log": (LINEAR, LINEAR),
}
# The pages of a round that is drawn and not published.
DRAWN_PAGES: Final[Mapping[str, tuple[float, float]]] = {
    "tournaments:desk": (LINEAR, LINEAR),
    "tournaments:round": (LINEAR, LINEAR),
    "tournaments:round_change": (LINEAR, LINEAR),
    "tournaments:remove": (FLAT, LINEAR),
}
# Pages that everybody sees, forms without a page, files: they are measured elsewhere or show nothing.
PUBLIC = {
    "parts",
    *("event", "event_round", "event_places", "event_cross", "event_statistics", "event_rules"),
    *("event_programme", "event_calendar", "event_bracket"),
    "event_categories",
    *("event_entry", "entry_now", "event_embed", "now", "screen", "numbered_screen"),
    *("my_page", "my_code", "my_calendar", "my_here"),
    *("my_phone", "my_mail", "my_mail_stop", "notice_confirm", "notice_stop"),
    *("announcement", "signup", "signup_code", "own_signup", "signup_cancel"),
}
ACTS = {"check_in", "draw", "draw_again", "lock", "official", "publish", "redraw", "show", "announce_show"}
ACTS |= {
    "clock_pause",
    "make_tables",
    "round_results",
    "scan_answer",
    # A page only of a knock-out with a level game.
    "level_decide",
    "notice_end",
    "screen_remove",
    "programme_move",
    "programme_line_remove",
    "my_here",
    "cash_back",
    "codes_send",
    *("prize_give", "prize_back", "prize_lot", "decider_withdraw"),
}
# Addresses that lead to the page of a round.
WAYS = {"board", "current_round"}
FILES = {"booklet", "event_protocols", "pack", "paper", "round_paper", "round_protocols"}
FILES |= {"cash_receipt", "event_heads", "event_origin", "scan_picture"}
LARGE_FILES = {"event_deals", "event_whole", "event_full", "make_deals", "make_whole", "make_full"}
OF_A_GAME = ("scoring:deal_new", "scoring:game_check", "scoring:game_desk")
OF_AN_ENTRY = (
    *("tournaments:entry_back", "tournaments:entry_edit", "tournaments:entry_remove"),
    *("tournaments:entry_replace", "tournaments:entry_third"),
    *("tournaments:entry_outside", "tournaments:keep_table", "tournaments:withdraw"),
    "tournaments:entry_handicap",
)
OF_NO_EVENT = {"event_bring_in", "club_events", "club_records", "event_new", "own_part", "player_results"}
OF_NO_EVENT |= {"cash_currency", "club_cash", "past_results"}
OF_NO_EVENT |= {"calendar", "calendar_ics", "club_dates", "date_answer", "date_approve", "date_change"}
OF_NO_EVENT |= {"date_desk", "date_event", "date_new", "date_withdraw", "closed_day_new", "closed_day_remove"}
OF_NO_EVENT |= {"club_statement", "club_statements", "federation_terms", "federation_year"}
OF_NO_EVENT |= {"issued_statement", "issued_statements", "statement_credit", "statement_issue"}
OF_NO_EVENT |= {"club_rankings", "ranking", "ranking_change", "ranking_desk", "ranking_line", "ranking_new"}
OF_NO_EVENT |= {"ranking_on", "ranking_on_part", "ranking_part", "ranking_remove"}
OF_NO_EVENT |= {"club_series", "series", "series_after", "series_change", "series_close", "series_desk"}
OF_NO_EVENT |= {"club_ratings", "club_rated_games", "player_rating", "player_matches"}
OF_NO_EVENT |= {"series_line", "series_new", "series_remove", "series_reopen", "series_what_if"}
OF_NO_EVENT |= {"champions", "champions_of_year", "club_records_of", "club_year", "club_year_of"}
OF_NO_EVENT |= {"head_to_head", "player_met"}
OF_NO_EVENT |= {
    *("club_leagues", "league", "league_division", "league_team", "league_match", "league_new"),
    *("league_desk", "league_change", "league_close", "league_reopen", "league_remove", "league_next"),
    *("league_fixtures", "fixtures_plan", "fixtures_withdraw", "league_teams", "team_new", "team_change"),
    *("team_remove", "team_withdraw", "team_return", "team_charge", "charge_cancel", "match_desk"),
    *("match_exchange", "match_remove", "fixtures_add", "fixtures_next"),
    *("match_when", "match_postpone", "match_line_up", "match_break_seal", "match_open", "match_result"),
    *("match_rule", "match_clear", "match_dispute", "match_confirm", "match_accept", "match_reopen"),
}
OF_NO_EVENT |= {
    *("league_rules", "league_rules_change", "league_what_if"),
    *("match_table", "match_table_leave", "team_table"),
    *("team_code", "team_page", "team_match", "team_line_up", "team_result", "team_answer", "team_undo"),
    *("team_protocol", "team_codes", "team_slips", "match_protocol", "public_match_protocol"),
}
# Of events in sections and finals: `tests/tournaments/sections/test_pages.py` counts what these read.
OF_PARTS = {
    *("event_parts", "divide", "make_finals", "sections_back", "finals_back"),
    *("carry_again", "overall_record", "overall_open"),
}
OF_NO_EVENT |= {
    *("gathering", "gathering_calendar", "gathering_signup", "gathering_own", "gathering_new"),
    *("gathering_desk", "gathering_people", "gathering_dissolve"),
}


@dataclass
class BigEvent:
    """An event of so many pairs with one round closed; players are rows, everything else goes by verbs."""

    pairs: int

    def __post_init__(self) -> None:
        self.club = a_club()
        self.by: Author = an_author(a_user(Role.Kind.DIRECTOR, club=self.club))
        plan = running.EventPlan(
            name="Spring", date=date(2026, 5, 2), ruleset="samba", agreement=agreed(SWISS)
        )
        self.event: Tournament = running.create_event(self.by, self.club, plan)
        players = Player.objects.bulk_create(
            Player(given_name="Anna", family_name=f"Berg{at:04}", home_club=self.club, may_publish=True)
            for at in range(2 * self.pairs)
        )
        signup.change_announcement(self.by, self.event, signup.AnnouncementPlan())
        running.enter_pairs(self.by, self.event, [players[at : at + 2] for at in range(0, len(players), 2)])
        self.end(self.publish(self.draw("1")))
        charge = running.EventCharge(
            entry=1, unit=EventAdjustment.Unit.POINTS, amount=-1, reason="Late", key=uuid4()
        )
        running.adjust_event(self.by, self.event, charge)
        lines = lay_out(
            DayLayout(template=Template.DAY, starts_at=timezone.now(), rounds=3, round_minutes=60)
        )
        running.make_programme(self.by, self.event, lines, fingerprint_of_programme(self.event))

    def draw(self, seed: str) -> Round:
        return running.draw_round(self.by, self.event, seed)

    def publish(self, drawn: Round) -> Round:
        return running.publish_round(self.by, drawn)

    def end(self, played: Round) -> None:
        """Every game has the same result."""
        games = Game.objects.filter(pairing__round=played)
        games.update(entered_result=[5000, 3000], over=True, winner=0, state=Game.State.FINISHED)
        for number, total in enumerate((5000, 3000)):
            Side.objects.filter(game__in=games, number=number).update(total=total)
        running.close_round(self.by, played)

    def play(self, drawn: Round) -> None:
        """A deal at each table, and a substitute at every fifth."""
        games = list(Game.objects.filter(pairing__round=drawn).select_related("book"))
        for game in games:
            recording.record_deal(self.by, game, a_deal())
        for game in games[1::5]:
            leaving = game.sides.get(number=0).seats.get(position=0).player
            recording.substitute(self.by, game, 0, leaving, a_player(club=self.club), uuid4())

    def addresses(self) -> dict[str, str]:
        """The pages of the desk: of the event, and of the first round, table and entry."""
        last = self.event.rounds.order_by("-number")[0]
        pairing, entry = last.pairings.order_by("table")[0], self.event.entries.order_by("number")[0]
        acts = ("clock", "time_up", "close", "remove", "reopen", "round", "round_change", "round_draw")
        of_last = [f"tournaments:{act}" for act in (*acts, "round_sheet", "round_signed")]
        numbers: dict[str, int | None] = {
            "tournaments:adjustment_cancel": self.event.adjustments.get().pk,
            **dict.fromkeys(OF_AN_ENTRY, entry.pk),
            **dict.fromkeys(
                (
                    "tournaments:judge",
                    "tournaments:minutes",
                    "tournaments:move_deals",
                    "tournaments:substitute",
                ),
                pairing.pk,
            ),
            **dict.fromkeys(of_last, last.pk),
            "clubs:log": self.event.book_id,
            **dict.fromkeys(OF_A_GAME, pairing.game_id),
        }
        written = {name: numbers.get(name, self.event.pk) for name in (*PAGES, *DRAWN_PAGES)}
        person = entry.places.order_by("pk")[0].player_id
        more = {"tournaments:screen_change": [1], "tournaments:cash_person": [person]}
        more |= {"tournaments:programme_line": [1]}
        more["tournaments:place_decide"] = [1]
        return {
            name: reverse(name, args=[pk, *more.get(name, [])])
            for name, pk in written.items()
            if pk is not None
        }

    def read(self, names: Mapping[str, object]) -> dict[str, Reading]:
        """What each page reads, as the director gets it."""
        client, addresses = Client(), self.addresses()
        assert self.by.user is not None
        client.force_login(self.by.user)
        found = {}
        for name in names:
            with counted_reading() as reading:
                assert client.get(addresses[name]).status_code == 200, name
            found[name] = reading
        return found


def both_readings(pairs: int) -> Iterator[tuple[str, Reading]]:
    """What each page reads in an event of so many pairs: while a round is drawn, and while it is played."""
    big = BigEvent(pairs)
    drawn = big.draw("2")
    for name, reading in big.read(DRAWN_PAGES).items():
        yield f"{name}, drawn", reading
    big.play(big.publish(drawn))
    yield from big.read(PAGES).items()


def too_fast(small: Reading, large: Reading, growth: tuple[float, float]) -> Iterator[str]:
    """What grows faster than it may."""
    models, everything = growth
    before, after = asdict(small), asdict(large)
    for what in before:
        allowed = models if what == "models" else everything
        if after[what] > allowed * max(before[what], 1):
            yield f"{before[what]} → {after[what]} {what}, allowed {allowed:.1f} times"


def test_no_page_of_the_desk_reads_more_than_in_proportion_to_the_event() -> None:
    small, large = dict(both_readings(SMALL)), dict(both_readings(BIG))
    growth = {f"{name}, drawn": bound for name, bound in DRAWN_PAGES.items()} | dict(PAGES)
    found = {name: list(too_fast(small[name], large[name], growth[name])) for name in growth}
    assert {name: faults for name, faults in found.items() if faults} == {}


def test_every_page_of_an_event_is_among_them() -> None:
    named = {name.removeprefix("tournaments:") for name in (*PAGES, *DRAWN_PAGES) if "tournaments:" in name}
    listed = {pattern.name for pattern in urls.urlpatterns}
    assert listed == named | PUBLIC | ACTS | FILES | LARGE_FILES | OF_NO_EVENT | OF_PARTS | WAYS


@pytest.mark.parametrize(
    ("read", "fault"),
    [
        (lambda pairs: Reading(json_bytes=pairs * pairs), "json_bytes"),
        (lambda pairs: Reading(models=pairs), "models"),
    ],
    ids=["a column for each pairing that grows with them", "a model for each pairing of a page of one thing"],
)
def test_what_grows_too_fast_is_found(read: Callable[[int], Reading], fault: str) -> None:
    (found,) = too_fast(read(SMALL), read(BIG), (FLAT, LINEAR))
    assert fault in found
