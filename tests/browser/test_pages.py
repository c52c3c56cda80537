"""Every page as people meet it: on a phone and on a desk, by day and in the evening, with a keyboard alone.

A page that is missing from the list below fails a test: whoever adds an address adds it here.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from io import StringIO
from itertools import product
from time import time
from typing import Any, Literal

import pytest
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from playwright.sync_api import Browser, FilePayload, Page, expect
from pyotp import TOTP

from tests.browser.conftest import DESKTOP, PATIENCE, PHONE, Axe, listen
from tests.browser.signing import draw
from tests.browser.world import APP_SECRET, KEEPER, NAMES, PASSWORD, SCORER, SECURED, World
from tests.house.starting import Talon
from tournaments.agreement.agreement import EventAgreement, Phase
from tournaments.core import schemes
from tournaments.core.movements.by_hand import BY_HAND
from tournaments.core.movements.circle import ROUND_ROBIN
from tournaments.core.movements.mitchell import MITCHELL
from tournaments.core.movements.swiss import SWISS
from tournaments.core.ratings.handicap import PERCENTS
from tournaments.core.results import SitOutValue, Substitutes
from tournaments.core.schemes.places import PLACES
from tournaments.settings.page import DEPENDENT_SETTINGS, is_in_use

Scheme = Literal["light", "dark"]
STRANGER = ""
LANGUAGES = ("sv", "fi", "da", "en")
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
# A phone, and a phone and a desk at 150 %, which leaves two thirds of the width.
WIDTHS = (PHONE[0], PHONE[0] * 2 // 3, DESKTOP[0] * 2 // 3)
Deed = Callable[[Page], None]


# --- what is done on a page before it is looked at --------------------------------------------------------


def send(page: Page) -> None:
    """Presses the page's one button, whatever has been typed."""
    page.locator("main button.primary").click()


def send_and_be_told(page: Page) -> None:
    send(page)
    expect(page.locator(".error-summary li").first).to_be_visible()


def agree_on_no_figure(page: Page) -> None:
    """A setting that is no number, in a form where all the rest is right."""
    page.locator("[name=late_minutes]").fill("soon")
    send_and_be_told(page)


def play_no_round(page: Page) -> None:
    page.locator("[name=rounds]").fill("0")
    send_and_be_told(page)


def count_sit_outs_otherwise(page: Page) -> None:
    """Another worth of a sit-out, and what that would change."""
    page.locator("[name=sit_out][value=fixed]").check()
    page.locator("[name=reason]").fill("Typed in a hurry")
    page.locator("form.plan .actions button.primary").click()
    expect(page.locator("section.step .changes").first).to_be_visible()


def send_the_danger_and_be_told(page: Page) -> None:
    page.locator("main button.danger").click()
    expect(page.locator(".error-summary li").first).to_be_visible()


def refuse_without_a_reason(page: Page) -> None:
    """A player draws, does not sign after all, and says no reason: what was drawn stays."""
    page.get_by_role("radio").first.check()
    draw(page)
    page.locator("details.fold").last.evaluate("fold => { fold.open = true; }")
    page.locator("main button.danger").click()
    expect(page.locator(".error-summary li").first).to_be_visible()
    expect(page.locator(".pen-line")).to_have_attribute("d", re.compile("^M.*L"))


def mistype_a_deal(page: Page) -> None:
    """A mistake in each column, one of them among the penalties, which are folded away."""
    page.locator("[name=ended]").first.check()
    page.locator("[name=side0-meld_points]").fill("12o")
    page.locator("details").last.evaluate("fold => { fold.open = true; }")
    page.locator("[name=side1-penalty_drew_out_of_turn]").fill("x")
    send(page)
    expect(page.locator("[name=side1-penalty_drew_out_of_turn]")).to_be_visible()
    expect(page.locator(".error-summary.whole li")).to_have_count(2)


def say_how_it_ended_alone(page: Page) -> None:
    """A bonus for going out to a side that has laid nothing: the rules refuse it by name."""
    start_afresh(page)
    page.locator("[name=ended][value=out-0]").check()
    send_and_be_told(page)


def lay_cards_down(page: Page) -> None:
    """One side by its cards: a meld that is one, and one that is none."""
    page.locator(".side .way label").nth(1).click()
    page.locator("[name=side0-melds]").fill("KKKKK2*\n44")
    expect(page.locator("#read-0 li.bad")).to_be_visible()


def bid_and_fail(page: Page) -> None:
    """An auction that is over, and a bid that could not open."""
    start_afresh(page)
    page.locator(".auction summary").click()
    for calls, call in enumerate(("#call-2-spades", "#call-pass", "#call-pass", "#call-pass"), 1):
        page.locator(call).click()
        expect(page.locator(".calls li")).to_have_count(calls)
    page.locator("#call-fail").click()
    expect(page.locator(".auction .note")).to_be_visible()
    # What has gone under the bar of totals on the way has no size there.
    page.evaluate("scrollTo(0, 0)")


def bid_at_the_table(page: Page) -> None:
    """An auction that has begun, and an outcome without its level and suit."""
    again = page.locator("#call-again")
    if again.count():  # somebody has looked at it before
        again.click()
    page.locator("[name=contract-dealer]").select_option("1")
    page.locator("button[value=dealer]").click()
    page.locator("#call-2-spades").click()
    expect(page.locator(".calls li")).to_have_count(1)
    page.locator("#outcome summary").click()
    page.locator("#outcome label").filter(has=page.locator("[value='1']")).first.click()
    page.locator("button[value=outcome]").click()
    expect(page.locator("#outcome .errorlist").first).to_be_visible()


def type_a_code(page: Page) -> None:
    """A code that no log knows."""
    page.locator("[name=code]").fill("4F7T-90AB")
    page.locator("main button.primary").click()
    expect(page.locator("#answer")).to_be_visible()


def look_again(page: Page) -> None:
    """A correction with something unlikely in it."""
    page.locator("[name=ended][value=stock]").check()
    page.locator(".side .way label").nth(1).click()
    page.locator("[name=side0-melds]").fill("KKKKK")
    expect(page.locator("#id_looked")).to_be_visible()


def start_afresh(page: Page) -> None:
    """Without what the device has kept of the form, and keeps once more when the form is left.

    The page in between has an icon: for a page without, the full Chromium asks for one that is not there.
    """
    form = page.url
    page.goto("/")
    page.evaluate("localStorage.clear()")
    page.goto(form)


def find_the_paper_wrong(page: Page) -> None:
    """Totals that differ from the paper's, told at the field and asked about before anything is recorded."""
    start_afresh(page)
    page.locator("[name=ended][value=stock]").check()
    page.locator("[name=side0-meld_points]").fill("145")
    page.locator("[name=side0-paper]").fill("154")
    page.locator("[name=side1-paper]").fill("0")
    expect(page.locator("#differences li")).to_have_count(1)
    send(page)
    expect(page.locator(".asks")).to_be_visible()


def record_the_impossible(page: Page) -> None:
    """A side that went out with nothing: the director may decide so, and is asked why."""
    start_afresh(page)
    page.locator("[name=ended][value=out-0]").check()
    page.locator("[name=side0-meld_points]").fill("145")
    send(page)
    page.locator("[name=override]").check()
    send(page)
    expect(page.locator("#id_reason_error")).to_be_visible()


def overrule(page: Page) -> None:
    """Every field of a deal that the rules have closed, opened, and nobody has said why."""
    page.locator(".rights a.button").click()
    page.locator("[name=side1-red_threes]").fill("2")
    send(page)
    expect(page.locator("#id_reason_error")).to_be_visible()


def paste_a_list(page: Page) -> None:
    page.locator("textarea").fill("Bo Ek\nNy Spelare\nBo Eck\n???")
    send(page)
    expect(page.locator("#preview")).to_be_visible()


def make_the_link(page: Page) -> None:
    send(page)
    expect(page.locator(".qr")).to_be_visible()


def open_the_folds(page: Page) -> None:
    """Everything that is one tap away: paragraphs, cards, figures."""
    for fold in page.locator("main details").all():
        fold.evaluate("fold => { fold.open = true; }")


def choose_three_sides(page: Page) -> None:
    """The fields follow what is chosen, and what was typed before stays."""
    page.locator("[name=side0_player0]").fill("Bo Ek")
    page.locator("[name=form]").select_option("6c")
    expect(page.locator("[name=side2_player1]")).to_be_visible()
    expect(page.locator("[name=side0_player0]")).to_have_value("Bo Ek")
    expect(page.locator(".htmx-settling")).to_have_count(0)  # what is new follows no choice before that
    page.locator("[name=ruleset]").select_option("sitoumussamba")
    expect(page.locator("[name=option_false_finish_doubled]").first).to_be_visible()
    expect(page.locator("[name=side2_player1]")).to_have_count(0)


def break_two_rules(page: Page) -> None:
    """What one act costs is told at once."""
    page.locator("[name=penalties][value=touched_pile]").check()
    page.locator("[name=penalties][value=took_pile_into_hand]").check()
    expect(page.locator("#act .note")).to_contain_text("100")


def rule_on_a_deal(page: Page) -> None:
    """Everything open, and something missing."""
    page.locator(".other-deals a").last.click()
    page.wait_for_url("**?deal=1")
    open_the_folds(page)
    page.locator("[name=points0]").fill("7")
    send_and_be_told(page)
    open_the_folds(page)


def compare_a_slip(page: Page) -> None:
    """A slip that says something else than the protocol."""
    page.locator("[name=total0]").fill("10 090")
    page.locator("[name=total1]").fill("−340")
    page.locator("form.slip button").click()
    expect(page.locator("#slip ~ .note")).to_be_visible()


def mistype_a_lot(page: Page) -> None:
    page.locator("[name=lot]").fill("x")
    send_and_be_told(page)


def check_somebody_in(page: Page) -> None:
    """A tap: the entry is here, and the rest is counted anew without a new page."""
    for pressed in ("#away-2", "#here-2"):
        page.locator(pressed).click()
        expect(page.locator(pressed)).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".counted a").first).to_be_visible()
    expect(page.locator(".htmx-request, .htmx-swapping, .htmx-settling")).to_have_count(0)


def choose_the_first(page: Page) -> None:
    page.locator("[name=q]").fill("ek")
    expect(page.locator(".found li")).to_have_count(1)
    page.locator(".found button").click()
    expect(page.locator(".chosen")).to_be_visible()


def write_a_lot_twice(page: Page) -> None:
    page.locator("[name=entry1-lot]").fill("5")
    page.locator("[name=entry2-lot]").fill("5")
    send_and_be_told(page)


def enter_a_rating_that_nobody_has(page: Page) -> None:
    page.locator("[name=rating]").fill("9999")
    send_and_be_told(page)


def keep_a_table_that_is_not_there(page: Page) -> None:
    page.locator("[name=table]").fill("99")
    send_and_be_told(page)


def ask_for_no_places(page: Page) -> None:
    """A number of places that is none, with two languages side by side."""
    page.locator("select[name=languages]").select_option("fi-sv")
    page.locator("[name=places]").fill("0")
    page.locator("main form button").click()
    expect(page.locator(".error-summary li").first).to_be_visible()


def send_a_filled_in_sheet(page: Page) -> None:
    """What a sheet says that has one total that is none: nothing of it is saved yet."""
    sheet = page.request.get(f"{page.url}?as=csv").text()
    rows = csv.reader(StringIO(sheet.removeprefix("\ufeff")), delimiter=";")
    headings, first, *others = (row for row in rows if not row[0].startswith("#"))
    first[4], first[7] = "5 280", "many"
    changed = StringIO()
    csv.writer(changed, delimiter=";").writerows([headings, first, *others])
    file = FilePayload(name="round.csv", mimeType="text/csv", buffer=changed.getvalue().encode())
    page.locator("[name=file]").set_input_files(file)
    send(page)
    expect(page.locator("#not-taken")).to_be_visible()


def send_past_results(page: Page) -> None:
    """What a list of past results says, with new events, new players and a choice of the game."""
    rows = [
        "Date;Event;Pair;Points",
        "2019-03-05;Spring Cup;Ulla Ny / Ove Ny;12 350",
        ";;Eva Ny / Kaj Ny;900",
    ]
    file = FilePayload(name="past.csv", mimeType="text/csv", buffer="\n".join(rows).encode())
    page.locator("[name=file]").set_input_files(file)
    send(page)
    expect(page.locator("[name=ruleset]")).to_be_visible()


def send_players(page: Page) -> None:
    """What a file with players says: somebody new, somebody known with a change, and a cell that is wrong."""
    rows = [
        "Licens;Förnamn;Efternamn;Licensår",
        "N1;Ulla;Ny;2027",
        "N2;Ove;Ny;soon",
    ]
    file = FilePayload(name="players.csv", mimeType="text/csv", buffer="\n".join(rows).encode())
    page.locator("[name=file]").set_input_files(file)
    send(page)
    expect(page.locator("[value=take]")).to_be_visible()


def make_the_draw_again(page: Page) -> None:
    page.locator("a[href*=again]").click()
    expect(page.locator("#draw ~ .note")).to_be_visible()


def change_two(page: Page) -> None:
    """Two that are to change places: what would be otherwise is shown, and nothing is stored."""
    page.locator("[name=one]").select_option(index=0)
    page.locator("[name=other]").select_option(index=3)
    page.locator("form[method=get] button").first.click()
    expect(page.locator(".changes")).to_be_visible()
    expect(page.locator("button[name=save]")).to_be_focused()


def seat_somebody_twice(page: Page) -> None:
    page.locator("[name=table1-side0]").fill("2")
    page.locator("[name=table1-side1]").fill("2")
    page.locator("#seats button").first.click()
    expect(page.locator(".error-summary li").first).to_be_visible()


def leave_the_slip_empty(page: Page) -> None:
    page.locator("form.slip button").click()
    expect(page.locator(".error-summary li").first).to_be_visible()


def ask_where_to_sit(page: Page) -> None:
    """A name without its marks, as a hurried thumb types it."""
    page.locator("#where").fill("oberg")
    page.locator("form.search button").click()
    expect(page.locator(".answer li")).to_have_count(1)


def follow_one_entry(page: Page) -> None:
    """From its name in the table to its own page, with all its rounds."""
    page.locator("tbody th a").first.click()
    expect(page.locator(".tables li").first).to_be_visible()


def sort_by_name(page: Page) -> None:
    page.locator(".sorted a").last.click()
    expect(page.locator(".seats li").first).to_be_visible()


def make_recovery_codes(page: Page) -> None:
    page.locator("[name=password]").fill(PASSWORD)
    send(page)
    expect(page.locator(".recovery-codes li")).to_have_count(10)


def give_the_password(page: Page) -> None:
    """Somebody with a second step is asked for it."""
    page.locator("[name=username]").fill(SECURED)
    page.locator("[name=password]").fill(PASSWORD)
    send(page)
    expect(page.locator("[name=code]")).to_be_visible()


def open_the_menus(page: Page) -> None:
    for menu in page.locator(".masthead details").all():
        menu.evaluate("menu => { menu.open = true; }")


def show_the_wifi(page: Page) -> None:
    page.locator("[name=network]").fill("Hall")
    page.locator("[name=password]").fill("ten of hearts")
    send(page)
    expect(page.locator("figure.qr").first).to_be_visible()


# --- the pages --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Shown:
    """A page by the name of its address: what it is made of, who looks, what was done there first."""

    name: str
    given: tuple[str, ...] = ()
    viewer: str = KEEPER
    after: Deed | None = None
    status: int = 200

    def __str__(self) -> str:
        viewer = self.viewer.partition("@")[0] or "stranger"
        return "-".join((self.name, *self.given, viewer, *([self.after.__name__] if self.after else [])))

    def address(self, world: World) -> str:
        return reverse(self.name, args=[world[key] for key in self.given])


# It stands in the page of another site, without the menu of ours.
FRAMED = "tournaments:event_embed"
# They hang on a wall, and nobody clicks there.
SCREENS = {"tournaments:screen", "tournaments:numbered_screen"}
PAGES = (
    Shown("home", viewer=STRANGER),
    Shown("home", after=open_the_menus),
    Shown("styleguide"),
    Shown("clubs:sign_in", viewer=STRANGER),
    Shown("clubs:sign_in", viewer=STRANGER, after=send_and_be_told),
    Shown("clubs:account"),
    Shown("clubs:account", viewer=SCORER),
    Shown("clubs:account_password"),
    Shown("clubs:account_close"),
    Shown("clubs:account_email"),
    Shown("clubs:second_step"),
    Shown("clubs:second_step", after=send_and_be_told),
    Shown("clubs:second_step", viewer=SECURED),
    Shown("clubs:second_step_app"),
    Shown("clubs:second_step_off", viewer=SECURED),
    Shown("clubs:recovery_codes", viewer=SECURED),
    Shown("clubs:recovery_codes", viewer=SECURED, after=make_recovery_codes),
    Shown("clubs:sign_in", viewer=STRANGER, after=give_the_password),
    Shown("clubs:copies"),
    Shown("reach"),
    Shown("reach", after=show_the_wifi),
    Shown("clubs:job", ("working_job",)),
    Shown("clubs:job", ("done_job",)),
    Shown("clubs:job", ("lost_job",)),
    Shown("clubs:job", ("cancelled_job",)),
    Shown("clubs:job", ("failed_job",)),
    Shown("clubs:invitation", ("token",), viewer=STRANGER),
    Shown("clubs:invitation", ("known_token",), viewer=STRANGER),
    Shown("clubs:invitation", ("token",), viewer=SCORER),
    Shown("clubs:invitation", ("uid",), viewer=STRANGER, status=410),
    Shown("clubs:reset_ask", viewer=STRANGER),
    Shown("clubs:reset", ("uid", "reset_token"), viewer=STRANGER),
    Shown("clubs:privacy", viewer=STRANGER),
    Shown("clubs:genuine", viewer=STRANGER),
    Shown("clubs:genuine", viewer=STRANGER, after=type_a_code),
    Shown("clubs:clubs", viewer=STRANGER),
    Shown("clubs:club_new"),
    Shown("clubs:club_new", after=send_and_be_told),
    Shown("clubs:club", ("club",)),
    Shown("clubs:club", ("federation",), viewer=STRANGER),
    Shown("clubs:club", ("other_club",), viewer=STRANGER),
    Shown("clubs:club", ("nothing",), viewer=STRANGER, status=404),
    Shown("clubs:club_edit", ("club",)),
    Shown("clubs:club_delete", ("club",)),
    Shown("clubs:club_delete", ("empty_club",)),
    Shown("clubs:archived", ("club",)),
    Shown("clubs:book_archive", ("desk_book",)),
    Shown("clubs:federation", ("club",)),
    Shown("clubs:federation", ("other_club",)),
    Shown("clubs:club_settings", ("club",)),
    Shown("tournaments:club_events", ("club",)),
    Shown("tournaments:club_events", ("club",), viewer=SCORER),
    Shown("clubs:club_players", ("club",)),
    Shown("clubs:club_players", ("club",), viewer=SCORER),
    Shown("clubs:club_players", ("federation",)),
    Shown("clubs:player_new", ("club",)),
    Shown("clubs:player_new", ("club",), after=send_and_be_told),
    Shown("clubs:players_paste", ("club",)),
    Shown("clubs:players_paste", ("club",), after=paste_a_list),
    Shown("clubs:players_consent", ("club",)),
    Shown("clubs:players_register", ("club",)),
    Shown("clubs:players_register", ("club",), after=send_players),
    Shown("clubs:players_licences", ("club",)),
    Shown("clubs:member_new", ("club",)),
    Shown("clubs:player", ("player",)),
    Shown("clubs:player", ("moving_player",)),
    Shown("clubs:player_edit", ("player",)),
    Shown("clubs:rating_consent", ("player",)),
    Shown("clubs:home_move", ("moving_player",)),
    Shown("clubs:players_duplicates", ("club",)),
    Shown("clubs:codes_mail", ("club",)),
    Shown("clubs:player_merge", ("moving_player", "player")),
    Shown("clubs:player_file", ("player",)),
    Shown("clubs:player_erase", ("player",)),
    Shown("clubs:player_delete", ("player",)),
    Shown("clubs:player_delete", ("moving_player",)),
    Shown("clubs:club_people", ("club",)),
    Shown("clubs:club_people", ("club",), viewer=SCORER, status=403),
    Shown("clubs:club_invite", ("club",)),
    Shown("clubs:club_invitation_link", ("club", "invitation")),
    Shown("clubs:club_role_give", ("club", "scorer")),
    Shown("clubs:person_player", ("club", "scorer")),
    Shown("clubs:reset_link", ("club", "scorer")),
    Shown("clubs:person_close", ("club", "scorer")),
    Shown("clubs:club_role_take", ("club", "role")),
    Shown("clubs:event_people", ("event_book",)),
    Shown("clubs:event_invite", ("event_book",)),
    Shown("clubs:event_invitation_link", ("event_book", "event_invitation")),
    Shown("clubs:event_role_give", ("event_book", "guest")),
    Shown("clubs:event_role_take", ("event_book", "guest_role")),
    Shown("clubs:person_email", ("club", "scorer")),
    Shown("clubs:person_second_step", ("club", "secured")),
    Shown("clubs:log", ("book",)),
    Shown("clubs:log", ("event_book",)),
    Shown("clubs:last_acts", ("event_book",)),
    Shown("clubs:undo", ("event_book", "charge_number"), after=send_and_be_told),
    Shown("scoring:game", ("game",), viewer=STRANGER),
    Shown("scoring:game", ("over_game",), after=open_the_folds),
    Shown("scoring:game", ("fresh_game",)),
    Shown("scoring:games", viewer=STRANGER),
    Shown("scoring:games", after=open_the_folds),
    Shown("scoring:deal", ("over_game", "deal"), viewer=STRANGER),
    Shown("scoring:deal", ("game", "deal"), after=open_the_folds),
    Shown("scoring:deal_new", ("game",)),
    Shown("scoring:deal_new", ("fresh_game",), after=say_how_it_ended_alone),
    Shown("scoring:deal_new", ("game",), after=mistype_a_deal),
    Shown("scoring:deal_new", ("game",), after=find_the_paper_wrong),
    Shown("scoring:deal_new", ("fresh_game",), after=record_the_impossible),
    Shown("scoring:deal_new", ("signed_game",)),
    Shown("scoring:deal_new", ("signed_game",), viewer=SCORER),
    Shown("scoring:deal_amend", ("desk_game", "first_deal")),
    Shown("scoring:deal_amend", ("desk_game", "first_deal"), viewer=SCORER),
    Shown("scoring:deal_amend", ("game", "deal")),
    Shown("scoring:deal_amend", ("game", "deal"), after=overrule),
    Shown("scoring:deal_amend", ("over_game", "deal"), viewer=SCORER),
    Shown("scoring:table_deal", ("dealt_table", "first_deal"), viewer=STRANGER),
    Shown("scoring:table_deal", ("dealt_table", "first_deal"), viewer=STRANGER, after=lay_cards_down),
    Shown("scoring:table_deal", ("bidding_table", "first_deal"), viewer=STRANGER, after=bid_and_fail),
    Shown("scoring:table_deal", ("written_table", "first_deal"), viewer=STRANGER, after=look_again),
    Shown("scoring:table_contract", ("auction_table", "first_deal"), viewer=STRANGER),
    Shown("scoring:table_contract", ("auction_table", "first_deal"), viewer=STRANGER, after=bid_at_the_table),
    Shown("scoring:table", ("auction_table",), viewer=STRANGER),
    Shown("scoring:pin", viewer=STRANGER),
    Shown("scoring:pin", viewer=STRANGER, after=send_and_be_told),
    Shown("scoring:table", ("free_table",), viewer=STRANGER),
    Shown("scoring:table", ("fresh_table",), viewer=STRANGER),
    Shown("scoring:table", ("dealt_table",), viewer=STRANGER),
    Shown("scoring:table", ("written_table",), viewer=STRANGER),
    Shown("scoring:table", ("sent_back_table",), viewer=STRANGER),
    Shown("scoring:table", ("both_table",), viewer=STRANGER),
    Shown("scoring:table", ("disputed_table",), viewer=STRANGER),
    Shown("scoring:table", ("over_table",)),
    Shown("scoring:table", ("no_secret",), viewer=STRANGER, status=404),
    Shown("scoring:table", ("sign_table",), viewer=STRANGER),
    Shown("scoring:table", ("refused_table",), viewer=STRANGER),
    Shown("scoring:table", ("signed_table",), viewer=STRANGER),
    Shown("scoring:table_sign", ("sign_table",), viewer=STRANGER),
    Shown("scoring:table_sign", ("sign_table",), viewer=STRANGER, after=refuse_without_a_reason),
    Shown("scoring:game", ("signed_game",), viewer=STRANGER),
    Shown("scoring:game", ("reopened_game",), viewer=STRANGER, after=open_the_folds),
    Shown("scoring:signed", ("reopened_game", "first_signed"), viewer=STRANGER),
    Shown("scoring:game_desk", ("refused_game",)),
    Shown("scoring:game_desk", ("signed_game",)),
    Shown("scoring:sign_director", ("refused_game",)),
    Shown("scoring:sign_director", ("refused_game",), after=send_and_be_told),
    Shown("scoring:sign_absent", ("sign_game",)),
    Shown("scoring:sign_paper", ("sign_game",)),
    Shown("scoring:reopen", ("signed_game",), after=send_the_danger_and_be_told),
    Shown("scoring:table_seats", ("fresh_table",), viewer=STRANGER),
    Shown("scoring:table_seats", ("fresh_table",), viewer=STRANGER, after=send_and_be_told),
    Shown("scoring:table_seats", ("written_table",), viewer=STRANGER, status=409),
    Shown("scoring:table_call", ("fresh_table",), viewer=STRANGER),
    Shown("scoring:table_answer", ("written_table", "first_deal"), viewer=STRANGER),
    Shown("scoring:table_answer", ("code_table", "first_deal"), viewer=STRANGER, after=send_and_be_told),
    Shown("scoring:table_answer", ("sent_back_table", "first_deal"), viewer=STRANGER),
    Shown("scoring:table_compare", ("both_table", "first_deal"), viewer=STRANGER),
    Shown("scoring:game_desk", ("desk_game",)),
    Shown("scoring:game_desk", ("desk_game",), viewer=SCORER),
    Shown("scoring:game_desk", ("over_game",)),
    Shown("scoring:game_desk", ("fresh_game",)),
    Shown("scoring:attention"),
    Shown("scoring:desk", ("book",)),
    Shown("scoring:desk", ("book",), viewer=SCORER, after=open_the_folds),
    Shown("scoring:game_check", ("desk_game",)),
    Shown("scoring:game_check", ("over_game",), after=compare_a_slip),
    Shown("scoring:game_check", ("desk_game",), viewer=SCORER, after=leave_the_slip_empty),
    Shown("scoring:game_sides", ("desk_game",)),
    Shown("scoring:game_sides", ("phones_game",)),
    Shown("scoring:game_sides", ("game",)),
    Shown("scoring:adjust", ("desk_game",)),
    Shown("scoring:adjust", ("desk_game",), after=send_and_be_told),
    Shown("scoring:adjust", ("royal_game",), after=break_two_rules),
    Shown("scoring:adjustment_cancel", ("adjustment",)),
    Shown("scoring:ruling_new", ("desk_game",)),
    Shown("scoring:ruling_new", ("ruled_game",), after=rule_on_a_deal),
    Shown("scoring:ruling_cancel", ("ruling",)),
    Shown("scoring:game", ("ruled_game",), viewer=STRANGER, after=open_the_folds),
    Shown("scoring:deal", ("ruled_game", "first_deal"), viewer=STRANGER),
    Shown("scoring:game_desk", ("ruled_game",)),
    Shown("scoring:table", ("ruled_table",), viewer=STRANGER),
    Shown("scoring:warning_new", ("ruled_game",)),
    Shown("scoring:warning_new", ("ruled_game",), after=send_and_be_told),
    Shown("scoring:warning_cancel", ("warning",)),
    Shown("scoring:warnings", ("club",)),
    Shown("scoring:warnings", ("club",), viewer=SCORER, status=403),
    Shown("scoring:deal_confirm", ("desk_game", "first_deal"), after=send_and_be_told),
    Shown("scoring:deal_void", ("desk_game", "first_deal")),
    Shown("scoring:game_end", ("desk_game",)),
    Shown("scoring:game_result", ("desk_game",)),
    Shown("scoring:game_resume", ("desk_game",)),
    Shown("scoring:result_take_back", ("desk_game",)),
    Shown("scoring:substitute", ("desk_game",)),
    Shown("scoring:game_set_aside", ("desk_game",)),
    Shown("scoring:photo_new", ("desk_game",)),
    Shown("scoring:photo_new", ("desk_game",), after=send_and_be_told),
    Shown("scoring:photo_remove", ("desk_game", "photo")),
    Shown("scoring:tables", ("club",)),
    Shown("scoring:tables", ("club",), viewer=SCORER),
    Shown("scoring:tables", ("other_club",)),
    Shown("scoring:tables_new", ("club",), after=send_and_be_told),
    Shown("scoring:tables_pins", ("club",)),
    Shown("scoring:table_delete", ("desk_table",)),
    Shown("scoring:tables_opening", ("club",)),
    Shown("scoring:table_open", ("open_table",), viewer=STRANGER),
    Shown("scoring:table_open", ("open_table",), viewer=STRANGER, after=send_and_be_told),
    Shown("scoring:table_cards", ("club",)),
    Shown("scoring:blank", ("club",)),
    Shown("scoring:table_game", ("desk_table",)),
    Shown("scoring:game_new", ("club",)),
    Shown("scoring:game_new", ("club",), after=send_and_be_told),
    Shown("scoring:game_new", ("club",), after=choose_three_sides),
    Shown("tournaments:event_new", ("club",)),
    Shown("tournaments:event_bring_in", ("club",)),
    Shown("tournaments:past_results", ("club",)),
    Shown("tournaments:past_results", ("club",), after=send_past_results),
    Shown("tournaments:event_export", ("event",)),
    Shown("tournaments:event_again", ("event",)),
    Shown("tournaments:event_new", ("club",), after=send_and_be_told),
    Shown("tournaments:settings", ("empty_event",)),
    Shown("tournaments:event_delete", ("event",)),
    Shown("tournaments:event_delete", ("empty_event",)),
    Shown("tournaments:settings", ("event",)),
    Shown("tournaments:settings", ("event",), after=agree_on_no_figure),
    Shown("tournaments:settings_correct", ("event",)),
    Shown("tournaments:settings_correct", ("event",), after=count_sit_outs_otherwise),
    Shown("tournaments:event", ("empty_event",), viewer=STRANGER),
    Shown("tournaments:event", ("drawn_event",)),
    Shown("tournaments:event", ("event",), viewer=STRANGER),
    Shown("tournaments:event", ("told_event",), viewer=STRANGER, after=open_the_folds),
    Shown("tournaments:event_round", ("told_event", "round_told"), viewer=STRANGER),
    Shown("tournaments:event_round", ("told_event", "round_told"), viewer=STRANGER, after=ask_where_to_sit),
    Shown("tournaments:event_round", ("event", "deal"), viewer=STRANGER, after=sort_by_name),
    Shown("tournaments:event_places", ("told_event",), viewer=STRANGER, after=open_the_folds),
    Shown("tournaments:event_places", ("empty_event",), viewer=STRANGER),
    Shown("tournaments:event_entry", ("told_event", "round_told"), viewer=STRANGER),
    Shown("tournaments:event_cross", ("told_event",), viewer=STRANGER),
    Shown(FRAMED, ("told_event",), viewer=STRANGER),
    Shown("tournaments:screen", ("event",), viewer=STRANGER),
    Shown("tournaments:numbered_screen", ("event", "one"), viewer=STRANGER),
    Shown("tournaments:cash", ("event",)),
    Shown("tournaments:cash_person", ("event", "player")),
    Shown("tournaments:cash_sale", ("event",)),
    Shown("tournaments:cash_drawer", ("event",), viewer=SCORER),
    Shown("tournaments:cash_prices", ("event",)),
    Shown("tournaments:club_cash", ("club",)),
    Shown("tournaments:cash_currency", ("club",)),
    Shown("tournaments:prizes", ("event",)),
    Shown("tournaments:prizes", ("told_event",), viewer=SCORER),
    Shown("tournaments:prize_table", ("event",)),
    Shown("tournaments:prizes_aloud", ("told_event",)),
    Shown("tournaments:place_decide", ("told_event", "one")),
    Shown("tournaments:entry_categories", ("event",)),
    Shown("tournaments:event_categories", ("told_event",), viewer=STRANGER),
    Shown("tournaments:calendar", ("federation",), viewer=STRANGER),
    Shown("tournaments:club_dates", ("federation",)),
    Shown("tournaments:date_new", ("club",)),
    Shown("tournaments:date_desk", ("date",)),
    Shown("tournaments:date_change", ("date",)),
    Shown("tournaments:date_answer", ("date",)),
    Shown("tournaments:closed_day_new", ("federation",)),
    Shown("tournaments:federation_terms", ("federation",)),
    Shown("tournaments:club_statements", ("federation",)),
    Shown("tournaments:club_statement", ("federation", "club")),
    Shown("tournaments:statement_issue", ("federation",)),
    Shown("tournaments:issued_statements", ("federation",)),
    Shown("tournaments:issued_statement", ("statement",)),
    Shown("tournaments:statement_credit", ("statement",)),
    Shown("tournaments:federation_year", ("federation", "this_year")),
    Shown("tournaments:club_rankings", ("club",)),
    Shown("tournaments:ranking_new", ("club",)),
    Shown("tournaments:ranking", ("ranking",), viewer=STRANGER),
    Shown("tournaments:ranking_part", ("ranking", "ranked_part"), viewer=STRANGER),
    Shown("tournaments:ranking_on", ("ranking", "ranked_day"), viewer=STRANGER),
    Shown("tournaments:ranking_on_part", ("ranking", "ranked_day", "ranked_part"), viewer=STRANGER),
    Shown("tournaments:ranking_line", ("ranking", "in_series"), viewer=STRANGER),
    Shown("tournaments:ranking_desk", ("ranking",)),
    Shown("tournaments:ranking_change", ("ranking",)),
    Shown("tournaments:club_leagues", ("club",)),
    Shown("tournaments:league_new", ("club",)),
    Shown("tournaments:league", ("league",), viewer=STRANGER),
    Shown("tournaments:league_division", ("league", "one"), viewer=STRANGER),
    Shown("tournaments:league_team", ("league", "one"), viewer=STRANGER),
    Shown("tournaments:league_match", ("league", "one"), viewer=STRANGER),
    Shown("tournaments:league_desk", ("league",)),
    Shown("tournaments:league_change", ("league",)),
    Shown("tournaments:league_rules", ("league",), viewer=STRANGER),
    Shown("tournaments:player_matches", ("league_player",), viewer=STRANGER),
    Shown("tournaments:league_rules_change", ("league",)),
    Shown("tournaments:league_what_if", ("league",)),
    Shown("tournaments:league_next", ("league",)),
    Shown("tournaments:league_fixtures", ("league",)),
    Shown("tournaments:fixtures_plan", ("league", "one")),
    Shown("tournaments:fixtures_add", ("league", "one")),
    Shown("tournaments:fixtures_next", ("league", "one")),
    Shown("tournaments:league_teams", ("league",)),
    Shown("tournaments:team_new", ("league",)),
    Shown("tournaments:team_change", ("team",)),
    Shown("tournaments:team_withdraw", ("team",)),
    Shown("tournaments:team_charge", ("team",)),
    Shown("tournaments:match_desk", ("played_match",)),
    Shown("tournaments:match_when", ("planned_match",)),
    Shown("tournaments:match_postpone", ("planned_match",)),
    Shown("tournaments:match_line_up", ("planned_match", "away")),
    Shown("tournaments:match_break_seal", ("planned_match", "away")),
    Shown("tournaments:match_open", ("planned_match",)),
    Shown("tournaments:match_result", ("played_match",)),
    Shown("tournaments:match_table", ("lined_up_match", "one")),
    Shown("tournaments:match_table_leave", ("lined_up_match", "one")),
    Shown("tournaments:match_rule", ("played_match",)),
    Shown("tournaments:match_clear", ("played_match",)),
    Shown("tournaments:match_dispute", ("played_match",)),
    Shown("tournaments:team_code", ("league",), viewer=STRANGER),
    Shown("tournaments:team_page", ("league", "team", "team_code"), viewer=STRANGER),
    Shown("tournaments:team_match", ("league", "team", "team_code", "number_of_answered"), viewer=STRANGER),
    Shown("tournaments:team_line_up", ("league", "team", "team_code", "number_of_planned"), viewer=STRANGER),
    Shown(
        "tournaments:team_result",
        ("league", "other_team", "other_code", "number_of_planned"),
        viewer=STRANGER,
    ),
    Shown(
        "tournaments:team_answer",
        ("league", "other_team", "other_code", "number_of_answered"),
        viewer=STRANGER,
    ),
    Shown(
        "tournaments:team_table",
        ("league", "team", "team_code", "number_of_lined_up", "one"),
        viewer=STRANGER,
    ),
    Shown("tournaments:team_codes", ("league",)),
    Shown("tournaments:club_series", ("club",)),
    Shown("tournaments:series_new", ("club",)),
    Shown("tournaments:series_what_if", ("series",)),
    Shown("tournaments:event_what_if", ("event",)),
    Shown("tournaments:series", ("series",), viewer=STRANGER),
    Shown("tournaments:series_after", ("series", "one"), viewer=STRANGER),
    Shown("tournaments:series_line", ("series", "in_series"), viewer=STRANGER),
    Shown("tournaments:series_desk", ("series",)),
    Shown("tournaments:series_change", ("series",)),
    Shown("tournaments:hall", ("event",)),
    Shown("tournaments:hall_announce", ("event",), after=send_and_be_told),
    Shown("tournaments:call_players", ("event",), viewer=SCORER),
    Shown("tournaments:screen_change", ("event", "one")),
    Shown("tournaments:event_cross", ("told_event",), viewer=STRANGER, after=follow_one_entry),
    Shown("tournaments:event_statistics", ("event",), viewer=STRANGER),
    Shown("tournaments:event_statistics", ("told_event",), viewer=STRANGER),
    Shown("tournaments:event_rules", ("told_event",), viewer=STRANGER),
    Shown("tournaments:event_programme", ("event",), viewer=STRANGER),
    Shown("tournaments:programme", ("event",)),
    Shown("tournaments:programme", ("empty_event",)),
    Shown("tournaments:programme_template", ("event",)),
    Shown("tournaments:programme_line", ("event", "one")),
    Shown("tournaments:programme_line_new", ("event",)),
    Shown("tournaments:make_whole", ("event",)),
    Shown("tournaments:make_deals", ("event",), viewer=SCORER),
    Shown("tournaments:standings", ("told_event",)),
    Shown("tournaments:player_results", ("player",), viewer=STRANGER, after=open_the_folds),
    Shown("tournaments:player_results", ("nothing",), viewer=STRANGER, status=404),
    Shown("tournaments:club_ratings", ("club",), viewer=STRANGER),
    Shown("tournaments:club_rated_games", ("club",)),
    Shown("tournaments:player_rating", ("rated",), viewer=STRANGER, after=open_the_folds),
    Shown("tournaments:club_records", ("club",), viewer=STRANGER),
    Shown("tournaments:club_records", ("other_club",), viewer=STRANGER),
    Shown("tournaments:club_records_of", ("club", "year"), viewer=STRANGER),
    Shown("tournaments:champions", ("club",), viewer=STRANGER),
    Shown("tournaments:champions", ("other_club",), viewer=STRANGER),
    Shown("tournaments:champions_of_year", ("club", "year"), viewer=STRANGER),
    Shown("tournaments:club_year", ("club",), viewer=STRANGER, after=open_the_folds),
    Shown("tournaments:club_year_of", ("club", "year"), viewer=STRANGER),
    Shown("tournaments:player_met", ("in_series",), viewer=STRANGER),
    Shown("tournaments:head_to_head", ("in_series", "opponent"), viewer=STRANGER, after=open_the_folds),
    Shown("tournaments:desk", ("empty_event",)),
    Shown("tournaments:desk", ("entered_event",)),
    Shown("tournaments:desk", ("drawn_event",)),
    Shown("tournaments:desk", ("event",)),
    Shown("tournaments:pairs", ("entered_event",)),
    Shown("tournaments:pairs", ("singles_event",)),
    Shown("tournaments:entries", ("entered_event",)),
    Shown("tournaments:entries", ("entered_event",), after=check_somebody_in),
    Shown("tournaments:entries", ("event",)),
    Shown("tournaments:entries", ("event",), viewer=SCORER),
    Shown("tournaments:entries", ("empty_event",)),
    Shown("tournaments:entries", ("singles_event",)),
    Shown("tournaments:entry_new", ("empty_event",)),
    Shown("tournaments:entry_new", ("empty_event",), after=choose_the_first),
    Shown("tournaments:entry_new", ("singles_event",)),
    Shown("tournaments:lots", ("entered_event",)),
    Shown("tournaments:lots", ("entered_event",), after=write_a_lot_twice),
    Shown("tournaments:lots", ("empty_event",)),
    Shown("tournaments:handicaps", ("handicap_event",)),
    Shown("tournaments:handicaps", ("empty_event",)),
    Shown("tournaments:entry_handicap", ("handicap_entry",)),
    Shown("tournaments:entry_handicap", ("handicap_entry",), after=enter_a_rating_that_nobody_has),
    Shown("tournaments:event_round", ("handicap_event", "deal"), viewer=STRANGER),
    Shown("scoring:game", ("handicap_game",), viewer=STRANGER),
    Shown("tournaments:round", ("handicap_round",)),
    Shown("tournaments:strength", ("entered_event",)),
    Shown("tournaments:strength", ("empty_event",)),
    Shown("tournaments:substitute", ("pairing",)),
    Shown("tournaments:substitute", ("pairing",), after=send_and_be_told),
    Shown("tournaments:current_round", ("event",)),
    Shown("tournaments:current_round", ("event",), viewer=SCORER),
    Shown("tournaments:current_round", ("empty_event",)),
    Shown("tournaments:papers", ("told_event",)),
    Shown("tournaments:papers", ("event",), viewer=SCORER),
    Shown("tournaments:papers", ("drawn_event",)),
    Shown("tournaments:papers", ("empty_event",), after=ask_for_no_places),
    Shown("tournaments:scans", ("event",)),
    Shown("tournaments:round", ("round",)),
    Shown("tournaments:round", ("round",), after=make_the_draw_again),
    Shown("tournaments:round", ("changed_round",)),
    Shown("tournaments:round", ("published_round",)),
    Shown("tournaments:round_change", ("round",)),
    Shown("tournaments:round_change", ("round",), after=change_two),
    Shown("tournaments:round_change", ("round",), after=seat_somebody_twice),
    Shown("tournaments:round_draw", ("published_round",)),
    Shown("tournaments:round_sheet", ("published_round",)),
    Shown("tournaments:round_sheet", ("published_round",), after=send_a_filled_in_sheet),
    Shown("tournaments:round_signed", ("published_round",)),
    Shown("tournaments:clock", ("published_round",)),
    Shown("tournaments:minutes", ("pairing",)),
    Shown("tournaments:time_up", ("published_round",)),
    Shown("tournaments:remove", ("published_round",)),
    Shown("tournaments:close", ("published_round",)),
    Shown("tournaments:reopen", ("published_round",)),
    Shown("tournaments:draw_early", ("event",)),
    Shown("tournaments:hide", ("event",)),
    Shown("tournaments:revise", ("event",)),
    Shown("tournaments:remove", ("published_round",), after=send_the_danger_and_be_told),
    Shown("tournaments:withdraw", ("entry",)),
    Shown("tournaments:entry_edit", ("entry",)),
    Shown("tournaments:entry_edit", ("entry",), after=mistype_a_lot),
    Shown("tournaments:entry_remove", ("entry",)),
    Shown("tournaments:entry_back", ("entry",)),
    Shown("tournaments:presence", ("entered_event",)),
    Shown("tournaments:singles", ("entered_event",)),
    Shown("tournaments:announcement", ("announced_event",), viewer=STRANGER),
    Shown("tournaments:signup", ("announced_event",), viewer=STRANGER),
    Shown("tournaments:signup", ("announced_event",), viewer=STRANGER, after=send_and_be_told),
    Shown("tournaments:signup_code", ("announced_event",), viewer=STRANGER),
    Shown(
        "tournaments:own_signup", ("announced_event", "signup_code"), viewer=STRANGER, after=open_the_folds
    ),
    Shown("tournaments:signup_cancel", ("announced_event", "signup_code"), viewer=STRANGER),
    Shown("tournaments:parts", ("cut_event",), viewer=STRANGER),
    Shown("tournaments:event_parts", ("cut_event",)),
    Shown("tournaments:divide", ("entered_event",)),
    Shown("tournaments:divide", ("entered_event",), after=play_no_round),
    Shown("tournaments:make_finals", ("divided_event",)),
    Shown("tournaments:overall_open", ("cut_event",)),
    Shown("tournaments:overall_open", ("cut_event",), after=send_and_be_told),
    Shown("tournaments:gathering", ("gathering",), viewer=STRANGER),
    Shown("tournaments:gathering_signup", ("gathering",), viewer=STRANGER),
    Shown("tournaments:gathering_signup", ("gathering",), viewer=STRANGER, after=send_and_be_told),
    Shown("tournaments:gathering_own", ("gathering", "gathering_key"), viewer=STRANGER),
    Shown("tournaments:gathering_new", ("club",)),
    Shown("tournaments:gathering_desk", ("gathering",), after=open_the_folds),
    Shown("tournaments:my_code", ("event",), viewer=STRANGER),
    Shown("tournaments:my_code", ("event",), viewer=STRANGER, after=send_and_be_told),
    Shown("tournaments:my_page", ("event", "own_entry", "own_code"), viewer=STRANGER),
    Shown("tournaments:my_page", ("told_event", "told_entry", "told_code"), viewer=STRANGER),
    Shown("tournaments:my_mail", ("event", "own_entry", "own_code"), viewer=STRANGER),
    Shown("tournaments:notice_confirm", ("news",), viewer=STRANGER),
    Shown("tournaments:notice_stop", ("news",), viewer=STRANGER),
    Shown("tournaments:personal_codes", ("event",), after=open_the_folds),
    Shown("tournaments:personal_codes", ("entered_event",)),
    Shown("tournaments:announce", ("announced_event",)),
    Shown("tournaments:announce", ("empty_event",)),
    Shown("tournaments:announce_status", ("announced_event",)),
    Shown("tournaments:signups", ("announced_event",)),
    Shown("tournaments:signups_enter", ("announced_event",)),
    Shown("tournaments:here", ("entered_event",)),
    Shown("tournaments:entry_outside", ("entry",)),
    Shown("tournaments:entry_replace", ("entry",)),
    Shown("tournaments:entry_third", ("entry",)),
    Shown("tournaments:keep_table", ("entry",)),
    Shown("tournaments:keep_table", ("entry",), after=keep_a_table_that_is_not_there),
    Shown("tournaments:move_deals", ("pairing",)),
    Shown("tournaments:event_bracket", ("level_event",), viewer=STRANGER),
    Shown("tournaments:level_decide", ("level_pairing",)),
    Shown("tournaments:level_decide", ("level_pairing",), after=send_and_be_told),
    Shown("tournaments:judge", ("pairing",)),
    Shown("tournaments:judge", ("pairing",), after=send_and_be_told),
    Shown("tournaments:adjust", ("event",), after=send_and_be_told),
    Shown("tournaments:adjustment_cancel", ("event_adjustment",)),
    Shown("tournaments:pairs", ("empty_event",), after=send_and_be_told),
    Shown("offline", viewer=STRANGER),
    Shown("tournaments:make_full", ("event",)),
)

# Addresses that show no page of their own: a deed sent by a form, a part of a page, a file, a way back.
DEEDS = {
    "clubs:sign_out": (),
    "clubs:session_end": ("club",),
    "clubs:federation_leave": ("club",),
    "clubs:book_bring_back": ("desk_book",),
    "clubs:membership_end": ("player",),
    "clubs:players_apart": ("club", "moving_player", "player"),
    "clubs:players_ask_again": ("club", "moving_player", "player"),
    "clubs:club_invitation_withdraw": ("club", "invitation"),
    "clubs:event_invitation_withdraw": ("event_book", "event_invitation"),
    "clubs:job_cancel": ("done_job",),
    "scoring:call_answer": ("call",),
    "scoring:deal_look": ("desk_game", "first_deal"),
    "scoring:game_read_back": ("desk_game",),
    "scoring:preview": ("game",),
    "scoring:table_preview": ("dealt_table",),
    "scoring:table_start": ("fresh_table",),
    "tournaments:check_in": ("entered_event",),
    "tournaments:draw": ("entered_event",),
    "tournaments:event_protocols": ("event",),
    "tournaments:round_protocols": ("round",),
    "tournaments:pack": ("round",),
    "tournaments:booklet": ("event",),
    "tournaments:scan_answer": ("scan",),
    "tournaments:notice_end": ("event", "one"),
    "tournaments:codes_send": ("event",),
    "tournaments:my_here": ("event", "own_entry", "own_code"),
    "tournaments:my_phone": ("event", "own_entry", "own_code"),
    "tournaments:my_mail_stop": ("event", "own_entry", "own_code"),
    "tournaments:cash_back": ("event", "one"),
    "tournaments:date_approve": ("date",),
    "tournaments:date_event": ("date",),
    "tournaments:date_withdraw": ("date",),
    "tournaments:closed_day_remove": ("closed_day",),
    "tournaments:ranking_remove": ("ranking",),
    "tournaments:team_undo": ("league", "team", "team_code", "number_of_answered"),
    "tournaments:league_close": ("league",),
    "tournaments:league_reopen": ("league",),
    "tournaments:league_remove": ("league",),
    "tournaments:fixtures_withdraw": ("league", "one"),
    "tournaments:team_remove": ("team",),
    "tournaments:team_return": ("team",),
    "tournaments:charge_cancel": ("charge",),
    "tournaments:match_confirm": ("played_match",),
    "tournaments:match_exchange": ("planned_match",),
    "tournaments:match_remove": ("planned_match",),
    "tournaments:match_accept": ("played_match",),
    "tournaments:match_reopen": ("played_match",),
    "tournaments:series_close": ("series",),
    "tournaments:series_reopen": ("series",),
    "tournaments:series_remove": ("series",),
    "tournaments:screen_remove": ("event", "one"),
    "tournaments:sections_back": ("cut_event",),
    "tournaments:finals_back": ("divided_event",),
    "tournaments:carry_again": ("event",),
    "tournaments:overall_record": ("cut_event",),
    "tournaments:gathering_people": ("gathering",),
    "tournaments:gathering_dissolve": ("gathering",),
    "tournaments:programme_move": ("event",),
    "tournaments:programme_line_remove": ("event", "one"),
    "tournaments:prize_lot": ("told_event",),
    "tournaments:prize_give": ("told_event",),
    "tournaments:prize_back": ("told_event", "one"),
    "tournaments:decider_withdraw": ("told_event", "one"),
    "tournaments:publish": ("round",),
    "tournaments:lock": ("round",),
    "tournaments:redraw": ("round",),
    "tournaments:draw_again": ("round",),
    "tournaments:show": ("event",),
    "tournaments:announce_show": ("event",),
    "tournaments:official": ("event",),
}
NO_PAGES = {
    *(
        "health",
        "set_language",
        "metrics",
        "manifest",
        "service_worker",
        "robots",
        "clubs:workspace",
        "clubs:account_menu",
        "clubs:sign_in_code",  # after the password alone
        "clubs:passkey_new",  # where there is TLS: test_passkeys looks at it
        "clubs:passkey_remove",
        "clubs:second_step_app_remove",
        "clubs:email_proof",
        "tournaments:own_part",
        "tournaments:entry_now",
        "clubs:copy_file",
        "clubs:job_file",
    ),
    *("scoring:own_phone", "scoring:photo", "scoring:protocol", "scoring:desk_protocol", "scoring:desk_next"),
    "scoring:two_protocols",
    *("tournaments:event_whole", "tournaments:event_deals", "tournaments:event_full"),
    *("tournaments:paper", "tournaments:round_paper", "tournaments:board", "tournaments:round_results"),
    *("tournaments:team_protocol", "tournaments:match_protocol", "tournaments:public_match_protocol"),
    "tournaments:team_slips",
    *("tournaments:scan_picture", "tournaments:event_origin", "tournaments:event_heads"),
    *("tournaments:now", "tournaments:clock_pause", "tournaments:my_calendar", "tournaments:cash_receipt"),
    *("tournaments:event_calendar", "tournaments:gathering_calendar", "tournaments:calendar_ics"),
    *("tournaments:make_tables", "scoring:table_call_take_back", "scoring:table_start_take_back"),
}


def names(patterns: Iterable[URLPattern | URLResolver], space: str = "") -> Iterator[str]:
    """The names of all addresses."""
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            inner = f"{space}{pattern.namespace}:" if pattern.namespace else space
            yield from names(pattern.url_patterns, inner)
        else:
            yield f"{space}{pattern.name}"


def test_every_address_is_looked_at() -> None:
    listed = {page.name for page in PAGES}
    assert sorted(names(get_resolver().url_patterns)) == sorted(listed | DEEDS.keys() | NO_PAGES)


# --- who looks, and how -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Look:
    """A language, a size of the window, and the light of the room."""

    language: str
    size: tuple[int, int]
    scheme: Scheme

    def __str__(self) -> str:
        return f"{self.language}-{self.size[0]}-{self.scheme}"


VIEWS = list(product((PHONE, DESKTOP), SCHEMES))
# What stores in the browser, follows while somebody types, or draws: done in the full Chromium too.
IN_EITHER_BROWSER = (
    start_afresh,
    find_the_paper_wrong,
    bid_and_fail,
    record_the_impossible,
    refuse_without_a_reason,
)
DRAWN = refuse_without_a_reason  # the one of them that the quick profile does there


def seen_quickly() -> set[Shown]:
    """Each act once, on the first page that has it, and each page once, if no act has shown it."""
    by_act: dict[Deed, Shown] = {}
    by_name: dict[str, Shown] = {}
    for page in PAGES:
        if page.after:
            by_act.setdefault(page.after, page)
        by_name.setdefault(page.name, page)
    shown = {page.name for page in by_act.values()}
    return {*by_act.values(), *(page for name, page in by_name.items() if name not in shown)}


def looks_at(place: int) -> list[Look]:
    """Each language once and each size in each light once, in other pairs from page to page."""
    return [
        Look(language, *VIEWS[(number + place) % len(VIEWS)]) for number, language in enumerate(LANGUAGES)
    ]


def every_look() -> Iterator[object]:
    """Each state of each page in four looks; in the quick profile in one look, and not every state."""
    quick_pages = seen_quickly()
    for place, page in enumerate(PAGES):
        for number, look in enumerate(looks_at(place)):
            # The looks take turns: after sixteen pages each language has been in each size and light.
            quick = page in quick_pages and number == place // len(VIEWS) % len(LANGUAGES)
            yield pytest.param(page, look, id=f"{page}-{look}", marks=[] if quick else [pytest.mark.long])
            if quick and page.after in IN_EITHER_BROWSER:
                marks = [pytest.mark.either_browser, *([] if page.after is DRAWN else [pytest.mark.long])]
                yield pytest.param(page, look, id=f"{page}-{look}-full", marks=marks)


Visit = Callable[[str, Look], Page]


@pytest.fixture(scope="session")
def window_of(talon: Talon, axe_source: str) -> Callable[[Browser, str], Page]:
    """Somebody's window, in which page after page is opened: a new window costs more than a page.

    Each signs in once, and keeps what was fetched before.
    """
    kept: dict[tuple[Browser, str], Page] = {}

    def of(browser: Browser, viewer: str) -> Page:
        if (browser, viewer) not in kept:
            context = browser.new_context(service_workers="block", base_url=talon.address)
            context.set_default_timeout(PATIENCE)
            if viewer != STRANGER:
                sign_in(context.new_page(), viewer)
            context.add_init_script(axe_source)
            kept[browser, viewer] = context.new_page()
        return kept[browser, viewer]

    return of


def sign_in(page: Page, viewer: str) -> None:
    page.goto("/sign-in/")
    page.locator("[name=username]").fill(viewer)
    page.locator("[name=password]").fill(PASSWORD)
    send(page)
    if viewer == SECURED:
        give_a_code(page)
    page.wait_for_url(lambda url: "/sign-in/" not in url)
    page.close()


def give_a_code(page: Page) -> None:
    """That of this half minute, or of the next one: each is good once, and there may be two browsers."""
    app = TOTP(APP_SECRET)
    for code in (app.at(int(time())), app.at(int(time()) + 30)):
        if page.url.endswith("/sign-in/code/"):
            page.locator("[name=code]").fill(code)
            send(page)


@pytest.fixture
def visit(
    request: pytest.FixtureRequest, window_of: Callable[[Browser, str], Page], talon: Talon
) -> Iterator[Visit]:
    """Goes to somebody's window, in which nothing is open."""
    is_full = request.node.get_closest_marker("either_browser")
    browser = request.getfixturevalue("full_chromium" if is_full else "chromium")
    windows: list[Page] = []

    def opened(viewer: str, look: Look) -> Page:
        page = window_of(browser, viewer)
        windows.append(page)
        language = {"name": "django_language", "value": look.language, "url": talon.address}
        page.context.add_cookies([language])  # type: ignore[list-item] # a literal
        page.set_viewport_size({"width": look.size[0], "height": look.size[1]})
        page.emulate_media(color_scheme=look.scheme, reduced_motion="reduce")
        return page

    yield opened
    for window in windows:
        window.goto("about:blank")


# --- what is asked of every page --------------------------------------------------------------------------

# Everything that Tab can reach shows that it has the focus, and lets it go on.
FOCUS_FAULTS = """() => {
  const faults = [];
  const keeps = (element, shiftKey) => {
    const tab = new KeyboardEvent("keydown", { key: "Tab", shiftKey, bubbles: true, cancelable: true });
    return !element.dispatchEvent(tab) && document.activeElement === element;
  };
  const reachable = "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex='0']";
  for (const element of document.querySelectorAll(reachable)) {
    if (element.disabled || !element.checkVisibility()) continue;
    element.focus({focusVisible: true});
    const style = getComputedStyle(element);
    const seen = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
    const shown = element.outerHTML.slice(0, 120);
    if (document.activeElement !== element || !seen) faults.push(`unseen focus: ${shown}`);
    if (element.tabIndex > 0) faults.push(`out of order: ${shown}`);
    if (keeps(element, false) || keeps(element, true)) faults.push(`keeps the focus: ${shown}`);
  }
  return faults;
}"""

HEADING = """() => ({
  title: document.title,
  language: document.documentElement.lang,
  count: [...document.querySelectorAll("h1")].filter((heading) => heading.checkVisibility()).length,
})"""

# What makes a page wider than its window.
STICKING_OUT = """() => [...document.querySelectorAll("body *")]
  .filter((element) => element.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
  .slice(0, 5).map((element) => element.outerHTML.slice(0, 120))"""


def faults(page: Page, look: Look, axe: Axe) -> list[str]:
    """Everything that is wrong with the page that is shown, in a sentence each."""
    found = [f"breaks {rule}" for rule in axe(page)]
    found += page.evaluate(FOCUS_FAULTS)
    found += heading_faults(page.evaluate(HEADING), look.language)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": PHONE[1]})
        if page.evaluate("document.documentElement.scrollWidth") > width:
            found += [f"sticks out at {width}: {element}" for element in page.evaluate(STICKING_OUT)]
    return found


def heading_faults(heading: dict[str, Any], language: str) -> Iterator[str]:
    title, spoken, count = heading["title"], heading["language"], heading["count"]
    if count != 1:
        yield f"{count} headings of the first rank"
    if not title.removesuffix(" · Talon").strip() or not title.endswith(" · Talon"):
        yield f"is called {title!r}"
    if spoken != language:
        yield f"says that it speaks {spoken}"


@pytest.mark.parametrize(("shown", "look"), list(every_look()))
def test_everybody_can_use(
    visit: Visit, world: World, axe: Axe, talon: Talon, shown: Shown, look: Look
) -> None:
    page, complaints = visit(shown.viewer, look), list[str]()
    stop = listen(page, talon.address, complaints)
    answer = page.goto(shown.address(world))
    assert answer is not None
    assert answer.status == shown.status
    if shown.name not in {FRAMED, *SCREENS}:
        expect(page.locator("#account-menu").locator("summary, a[href*='sign-in']")).to_be_visible()
    if shown.after:
        shown.after(page)
    assert faults(page, look, axe) == []
    stop()
    # The browser takes every answer but 200 for an error; the one that is meant is none.
    assert [each for each in complaints if f"status of {shown.status} " not in each] == []


def test_a_deed_is_done_by_no_link(visit: Visit, world: World) -> None:
    """Who opens the address of a deed, or a program that follows links, has done nothing."""
    page = visit(KEEPER, Look("sv", PHONE, "light"))
    for name, given in DEEDS.items():
        answer = page.request.get(reverse(name, args=[world[key] for key in given]))
        assert answer.status == 405, name


def test_the_standings_fit_a_phone(visit: Visit, world: World) -> None:
    """Place, pair, points and difference are seen without pushing the table aside."""
    page = visit(STRANGER, Look("sv", PHONE, "light"))
    page.goto(reverse("tournaments:event", args=[world["event"]]))
    frame = page.locator(".table-frame")
    assert frame.evaluate("frame => frame.scrollWidth <= frame.clientWidth")
    assert frame.locator("tbody tr").first.locator("> :visible").count() == 4


@pytest.mark.parametrize(
    ("name", "key"), [("clubs:federation", "club"), ("tournaments:event_rules", "event")]
)
def test_the_tabs_of_a_club_and_of_an_event_are_one_row_on_a_phone(
    visit: Visit, world: World, name: str, key: str
) -> None:
    """The open one is in sight, and the others come into sight with the focus."""
    page = visit(KEEPER, Look("fi", PHONE, "light"))
    page.goto(reverse(name, args=[world[key]]))
    tabs = page.locator(".tabs")
    assert tabs.evaluate("row => row.scrollWidth > row.clientWidth")
    assert len({box["y"] for tab in tabs.locator("a").all() if (box := tab.bounding_box())}) == 1
    # A row ends at a whole pixel, its last tab perhaps not.
    expect(tabs.locator("[aria-current]")).to_be_in_viewport(ratio=0.99)
    first = tabs.locator("a").first
    expect(first).not_to_be_in_viewport()
    page.keyboard.press("Tab")
    reach(page, ".tabs a:first-child")
    expect(first).to_be_in_viewport(ratio=1)


# What somebody walks through at a desk: a heading that moves from page to page is looked for anew each time.
WORKSPACES: dict[str, list[tuple[str, str]]] = {
    "club": [
        ("clubs:federation", "club"),
        ("clubs:club_players", "club"),
        ("clubs:club_people", "club"),
        ("clubs:log", "book"),
        ("scoring:desk", "book"),
        ("scoring:tables", "club"),
    ],
    "event": [
        ("clubs:log", "event_book"),
        ("tournaments:board", "event"),
        ("tournaments:desk", "event"),
        ("tournaments:entries", "event"),
        ("tournaments:event", "event"),
        ("tournaments:papers", "event"),
        ("tournaments:settings", "event"),
    ],
    "game": [
        ("scoring:deal_new", "game"),
        ("scoring:game", "game"),
        ("scoring:game_desk", "game"),
        ("scoring:game_end", "game"),
    ],
}


@pytest.mark.parametrize("workspace", WORKSPACES)
def test_nothing_moves_aside_between_the_pages_of_a_workspace(
    visit: Visit, world: World, workspace: str
) -> None:
    """The heading, what leads to it and the masthead begin at the same place on each page."""
    page = visit(KEEPER, Look("sv", DESKTOP, "light"))
    edges: dict[str, list[str]] = {}
    for name, given in WORKSPACES[workspace]:
        page.goto(reverse(name, args=[world[given]]))
        edge = page.evaluate(
            "[...document.querySelectorAll('.masthead .name, .breadcrumb a:first-child, h1')]"
            ".map((element) => Math.round(element.getBoundingClientRect().left)).join()"
        )
        edges.setdefault(edge, []).append(name)
    assert len(edges) == 1, edges


def test_the_opening_on_paper_is_read_whole_on_a_phone(visit: Visit, world: World) -> None:
    """What is chosen there has room beside the arrow of its list."""
    for language in ("sv", "fi", "da", "en"):
        page = visit(KEEPER, Look(language, PHONE, "light"))
        page.goto(reverse("scoring:deal_new", args=[world["game"]]))
        page.locator(".side summary").first.click()
        room = page.locator("[name=side0-opening]").evaluate(
            """list => {
              const pen = document.createElement("canvas").getContext("2d");
              pen.font = getComputedStyle(list).font;
              return list.clientWidth - pen.measureText(list.selectedOptions[0].text).width;
            }"""
        )
        assert room > 48, language


# What is chosen on the page of settings, and what it would then be agreed on.
CHOSEN: list[tuple[str, str, EventAgreement]] = [
    *(
        ("scheme", one.code, EventAgreement(scheme=one))
        for one in schemes.SCHEMES.values()
        if one is not PLACES
    ),
    *(("sit_out", one.value, EventAgreement(sit_out=one)) for one in SitOutValue),
    *(
        ("substitutes", one.value, EventAgreement(substitutes=one))
        for one in Substitutes
        if one is not Substitutes.CAPPED
    ),
    *(("handicap", str(percent), EventAgreement(handicap=percent)) for percent in PERCENTS),
    *(
        ("movement0", one.code, EventAgreement(phases=(Phase(movement=one, rounds=7),)))
        for one in (ROUND_ROBIN, BY_HAND, MITCHELL, SWISS)
    ),
]


def test_of_the_settings_those_are_seen_that_belong_to_what_is_chosen(visit: Visit, world: World) -> None:
    """At once, whatever is chosen; and what was typed before is there when it is chosen again."""
    page = visit(KEEPER, Look("da", PHONE, "light"))
    page.goto(reverse("tournaments:settings", args=[world["entered_event"]]))
    choose(page, "scheme", "vp_table")
    page.locator("[name=bands]").fill("not yet")
    choose(page, "scheme", "scl")
    for name, value, agreed in CHOSEN:
        before = agreed_value(name)
        choose(page, name, value)
        seen = {setting for setting in DEPENDENT_SETTINGS if page.locator(f".of-{setting}").is_visible()}
        assert seen == {setting for setting in DEPENDENT_SETTINGS if is_in_use(setting, agreed)}, (
            name,
            value,
        )
        choose(page, name, before)
    expect(page.locator("[name=substitutes][value=capped]")).to_be_hidden()
    choose(page, "scheme", "vp_table")
    expect(page.locator("[name=bands]")).to_have_value("not yet")
    choose(page, "substitutes", "capped")
    expect(page.locator(".of-substitute_percent")).to_be_visible()


def agreed_value(name: str) -> str:
    """What stands there before anything is chosen."""
    usual = EventAgreement()
    if name == "movement0":
        return usual.phases[0].movement.code
    agreed = getattr(usual, name)
    return agreed.code if name == "scheme" else str(getattr(agreed, "value", agreed))


def choose(page: Page, name: str, value: str) -> None:
    if name == "movement0":
        page.locator(f"[name={name}]").select_option(value)
    else:
        page.locator(f"[name={name}][value='{value}']").check()


def test_of_the_choices_those_are_seen_that_go_together(visit: Visit, world: World) -> None:
    """One that is chosen already stays in sight, and what is refused is seen at its field."""
    page = visit(KEEPER, Look("sv", PHONE, "light"))
    page.goto(reverse("tournaments:settings", args=[world["typed_event"]]))

    def seen(name: str) -> set[str]:
        choices = page.locator(f"[name={name}]").all()
        return {str(one.get_attribute("value")) for one in choices if one.is_visible()}

    assert "places" not in seen("scheme")
    choose(page, "sides", "3")
    assert seen("scheme") == {"scl", "total", "wins_total", "places"}
    choose(page, "scheme", "places")
    assert seen("scheme") == {"total", "wins_total", "places"}
    choose(page, "substitutes", "capped")
    choose(page, "scheme", "total")
    assert "percent_of_most" not in seen("sit_out")
    assert seen("substitutes") == {"count", "capped", "half"}
    choose(page, "sides", "2")
    page.locator("[name=place_points]").evaluate("field => { field.value = 'three'; }")
    send_and_be_told(page)
    expect(page.locator("[name=place_points]")).to_be_visible()


# --- with a keyboard alone --------------------------------------------------------------------------------

MOST_TABS = 80


def reach(page: Page, wanted: str) -> None:
    """Tab until the wanted element has the focus."""
    for _ in range(MOST_TABS):
        if page.evaluate("wanted => document.activeElement.matches(wanted)", wanted):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{page.url}: {MOST_TABS} times Tab do not lead to {wanted}")


def enter(page: Page, wanted: str, leads_to: str) -> None:
    """Press Enter on a link or button, and wait for the page that it leads to."""
    reach(page, wanted)
    with page.expect_navigation(url=f"**{leads_to}"):
        page.keyboard.press("Enter")


def type_into(page: Page, name: str, text: str) -> None:
    reach(page, f"[name='{name}']")
    page.keyboard.type(text)


def test_the_first_tab_offers_to_skip_to_the_content(visit: Visit) -> None:
    page = visit(STRANGER, Look("sv", PHONE, "light"))
    page.goto("/clubs/")
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_in_viewport()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('main') !== null")


def test_an_evening_with_a_keyboard_alone(page: Page, world: World) -> None:
    """From the front page to the first recorded deal."""
    desk = reverse("tournaments:desk", args=[world["typed_event"]])
    page.goto("/")
    sign_in_by_keyboard(page)
    walk_to_the_desk(page, world, desk)
    enter_two_pairs(page, desk)
    enter(page, "form[action$='/draw/'] button", "/rounds/*/")
    enter(page, "form[action$='/publish/'] button", "/rounds/*/")
    enter(page, "main a[href*='/desk/?desk=']", "/games/*/desk/**")
    record_a_deal(page)
    expect(page.locator(".messages")).to_contain_text("deal 1 is recorded, −85 : 2,725")


def sign_in_by_keyboard(page: Page) -> None:
    enter(page, ".account a[href^='/sign-in/']", "/sign-in/**")
    type_into(page, "username", KEEPER)
    type_into(page, "password", PASSWORD)
    with page.expect_navigation(url=lambda url: "/sign-in/" not in url):
        page.keyboard.press("Enter")


def walk_to_the_desk(page: Page, world: World, desk: str) -> None:
    club = reverse("tournaments:club_events", args=[world["club"]])
    expect(page.locator(f"main a[href='{club}']").first).to_be_visible()  # the user's part has come
    for link in (club, desk):
        enter(page, f"main a[href='{link}']", link)


def enter_two_pairs(page: Page, desk: str) -> None:
    enter(page, "main a.primary", "/pairs/")
    type_into(page, "names", f"{NAMES[0]} – {NAMES[1]}\n{NAMES[2]} – {NAMES[3]}")
    enter(page, "main button.primary", desk)


def record_a_deal(page: Page) -> None:
    """The second side goes out, with a samba and a mixed canasta, against a hand of 85."""
    enter(page, "a[href$='/deals/new/']", "/deals/new/")
    reach(page, "[name=ended]")
    page.keyboard.press("ArrowDown")
    type_into(page, "side0-hand_points", "85")
    type_into(page, "side1-combination_samba", "1")
    type_into(page, "side1-combination_mixed", "1")
    type_into(page, "side1-meld_points", "500+345")
    type_into(page, "side1-hand_points", "120")
    enter(page, "main button.primary", "/deals/new/")
    expect(page.locator("[name=ended]").first).to_be_focused()
