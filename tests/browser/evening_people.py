"""Who leads an evening and who plays in it: the director at a desktop, a player with a phone in the hall.

Pages and links are found by their words in English, as by somebody who sees them for the first time.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as TooLate

from tests.browser.conftest import follows
from tests.house.starting import Talon


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """What is to be held: what it is called, of which kind, for how long, and who enters."""

    name: str
    kind: str
    ruleset: str
    rounds: int
    entries: Sequence[Sequence[str]]

    @property
    def people(self) -> list[str]:
        return [name for entry in self.entries for name in entry]


class Visitor:
    """Somebody before a page, who touches what stands there."""

    def __init__(self, page: Page) -> None:
        self.page = page
        # Whether a page is left to follow what happens by itself, or looked at anew.
        self.waits = False

    def look(self) -> None:
        """See what has happened meanwhile."""
        if not self.waits:
            self.page.reload()
            self.page.evaluate("window.stayed = true")

    def link(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.locator("main").get_by_role("link", name=name)

    def follow(self, name: str | re.Pattern[str], to: str) -> None:
        self.go(self.link(name).first, to)

    def press(self, name: str | re.Pattern[str], to: str) -> None:
        self.go(self.page.get_by_role("button", name=name), to)

    def go(self, target: Locator, to: str) -> None:
        """Click what leads to a page, and wait until it is there: the page before may have its address."""
        try:
            with self.page.expect_navigation(url=re.compile(to)):
                target.click()
        except TooLate:
            told = self.page.locator("main").inner_text()
            raise AssertionError(f"{self.page.url}, not {to}, says:\n{told}") from None
        self.fits()

    def fits(self) -> None:
        """Nothing is pushed out of the window."""
        assert self.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), self.page.url


class Director(Visitor):
    """Who founds the club, sets up the event and leads it to its result."""

    event = 0

    def sign_in(self, talon: Talon) -> None:
        self.page.goto("/sign-in/")
        self.page.get_by_label("E-mail").fill(talon.email)
        self.page.get_by_label("Password").fill(talon.password)
        self.page.locator("main").get_by_role("button", name="Sign in").click()
        self.page.wait_for_url(lambda url: "/sign-in/" not in url)

    def found(self, club: str) -> None:
        self.page.goto("/clubs/new/")
        self.page.locator("[name=name]").fill(club)
        self.press("Create the club", r"/clubs/\d+/")
        self.club = self.page.url.partition("/clubs/")[2].partition("/")[0]

    def take_in(self, names: Sequence[str]) -> None:
        """Everybody becomes a member, and may be named in public."""
        self.page.goto(f"/clubs/{self.club}/players/paste/")
        self.page.locator("textarea").fill("\n".join(names))
        self.page.get_by_label("All of these players have agreed").check()
        self.press("Look at the list", "/players/paste/")
        self.press("Add these players", r"/players/$")
        expect(self.page.locator("main")).to_contain_text(f"{len(names)} players have been added.")

    def make_tables(self, many: int) -> None:
        self.page.goto(f"/clubs/{self.club}/tables/new/")
        self.page.get_by_label("Tables").fill(f"1-{many}")
        self.press("Add the tables", r"/tables/$")

    def set_up(self, evening: Evening) -> None:
        """On one page: the kind brings its game and all other settings."""
        self.page.goto(f"/clubs/{self.club}/events/")
        self.follow("Set up an event", "/events/new/")
        kind = self.page.locator(f"[name=preset][value={evening.kind}]")
        if not kind.is_checked():
            kind.check()
        # While the fields of the kind are fetched, what is typed above them stays.
        self.page.get_by_role("textbox", name="Name").fill(evening.name)
        expect(self.page.locator(".htmx-request")).to_have_count(0)
        expect(self.page.locator("[name=ruleset]")).to_have_value(evening.ruleset)
        self.page.get_by_role("textbox", name="Rounds").fill(str(evening.rounds))
        self.press("Set up the event", r"/events/\d+/pairs/")
        self.event = int(self.page.url.partition("/events/")[2].partition("/")[0])

    def enter(self, entries: Sequence[Sequence[str]]) -> None:
        """By the list that lay at the door."""
        assert "/pairs/" in self.page.url
        self.page.locator("textarea").fill("\n".join(" – ".join(entry) for entry in entries))
        self.press("Enter these", r"/desk/$")

    def check_in(self, many: int) -> None:
        """Everybody has come."""
        self.follow("Check-in", "/entries/")
        for number in range(1, many + 1):
            self.page.locator(f"#here-{number}").click()
            expect(self.page.locator(f"#here-{number}")).to_have_attribute("aria-pressed", "true")
        expect(self.page.locator(".counted")).to_contain_text(f"{many} of {many} present.")

    def open_desk(self, evening: Evening) -> None:
        """By the name of the event, above every page of it."""
        self.go(self.page.locator(".breadcrumb").get_by_role("link", name=evening.name), r"/desk/$")

    def draw(self, number: int) -> None:
        """Drawn, looked at, and the draw made again from its seed."""
        self.press(f"Draw round {number}", r"/rounds/\d+/")
        expect(self.page.get_by_role("heading", name=f"Round {number}", exact=True)).to_be_visible()
        self.follow("Check the draw", "again=1")
        expect(self.page.get_by_text("the draw is identical to the proposal")).to_be_visible()

    def publish(self) -> None:
        self.press("Publish the round", r"/rounds/\d+/$")

    def is_playing(self, tables: int) -> None:
        """The page of the round has a row for each table."""
        expect(self.page.locator(".result-rows > li")).to_have_count(tables)

    def enter_result(self, table: int, totals: Sequence[int]) -> None:
        """The protocol of a table is lost: its result is typed from the slip."""
        row = self.page.locator(".result-rows > li").nth(table - 1)
        self.go(row.get_by_role("link", name="Go to the game"), r"/games/\d+/desk/")
        self.follow("Enter totals", "/result/")
        for side, total in enumerate(totals):
            self.page.get_by_label(re.compile("^Total, ")).nth(side).fill(str(total))
        self.page.get_by_label("Reason").fill("The score sheet is lost")
        self.go(self.page.locator("main button.primary"), r"/games/\d+/desk/(?!result/)")
        self.page.goto(f"/events/{self.event}/round/")

    def close(self) -> None:
        """The round can be closed on its page once every table has finished.

        Nobody has signed: that is asked about once.
        """
        self.look()
        self.press("Close the round", r"/close/$")
        expect(self.page.locator("main")).to_contain_text("The game is not signed")
        self.press("Close the round all the same", r"/rounds/\d+/$")

    def show(self) -> None:
        self.press("Show the results", r"/desk/$")
        expect(self.page.get_by_text(re.compile("Complaints are taken (for|until)"))).to_be_visible()

    def is_told_to_wait(self) -> None:
        """Nobody can cut the time to complain down to nothing."""
        expect(self.page.locator("main")).to_contain_text("the time can be cut short from")
        expect(self.page.get_by_role("button", name="Shorten")).to_have_count(0)

    def declare(self, button: str) -> None:
        """The button is there once the time is over, or can be cut short."""
        self.page.reload()
        self.press(button, r"/desk/$")
        expect(self.page.locator("main")).to_contain_text("The result is official.")


class Player(Visitor):
    """Somebody in the hall with a phone, who is signed in nowhere."""

    def find(self, club: str, event: str) -> None:
        """From the front page, as somebody who has only the address."""
        self.page.goto("/")
        self.follow(club, r"/clubs/\d+/$")
        self.follow(event, r"/events/\d+/$")
        self.page.evaluate("window.stayed = true")

    def open_round(self, number: int) -> None:
        """The round that has just been published is among the pages of the event."""
        self.look()
        pages = self.page.get_by_role("navigation", name="Pages of the event")
        self.go(pages.get_by_role("link", name=f"Round {number}"), rf"/rounds/{number}/$")

    def who_sits_out(self) -> str:
        table = self.page.locator("ol.tables li").filter(
            has=self.page.get_by_role("heading", name="Sits out")
        )
        # The name alone: what sitting out counts stands behind it.
        name: str = table.locator("dt").evaluate("side => side.firstChild.textContent.trim()")
        return name

    def ask_where_to_sit(self, name: str, others: Sequence[str] = ()) -> str:
        """“Where do I sit?”: the answer, with the player's own name in it."""
        self.page.get_by_label(re.compile("^Where do I sit")).fill(name)
        self.press("Search", "q=")
        answer = self.page.locator(".answer")
        for each in (name, *others):
            expect(answer).to_contain_text(each)
        return answer.locator("h3").first.inner_text()

    def shares(self, points: int, *, of_tables: int, number: int) -> None:
        """At every table of a round the two sides share so many points, whoever has won."""
        self.open_round(number)
        worths = [int(told.split()[0]) for told in self.page.locator(".worth").all_inner_texts()]
        assert [sum(pair) for pair in zip(worths[::2], worths[1::2], strict=True)] == [points] * of_tables

    def open_standings(self) -> None:
        pages = self.page.get_by_role("navigation", name="Pages of the event")
        self.go(pages.get_by_role("link").first, r"/events/\d+/$")
        self.page.evaluate("window.stayed = true")
        follows(self.page)

    def sees(self, places: Sequence[tuple[Sequence[str], int]]) -> None:
        """The standings follow by themselves: everybody in the order of the places."""
        rows = self.page.locator("#standings ~ .table-frame table.sheet tbody tr")
        told = [re.compile(".*".join(map(re.escape, names)), re.DOTALL) for names, _points in places]
        expect(rows).to_have_text(told)
        assert self.page.evaluate("window.stayed")
        self.fits()

    def sees_state(self, state: str) -> None:
        """How far the event has got."""
        self.look()
        expect(self.page.locator(".page-header .badge")).to_have_text(state)
