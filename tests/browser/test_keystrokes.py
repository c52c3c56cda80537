"""Ten protocols typed by keys alone: under twenty strokes a deal besides the digits of its numbers.

What is pressed is counted, but for the digits of a number; what is stored afterwards is the very same.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scoring.core.deal_sheet import DealSheet
from scoring.core.pipeline import DealResult
from tests.browser.conftest import Open
from tests.browser.evening import Body, Match, Stored, TableSet, in_order, set_out
from tests.conftest import LONG
from tests.house.starting import Talon
from tests.scoring.support.strokes import TOO_MANY_STROKES, strokes

HOST, PASSWORD = "ida.host@example.org", "eleven red canastas"
# In the quick profile every third of the ten papers is typed.
QUICK_SHARE = 3
# The keyboard of the test has no keys but those of the United States.
NORDIC_KEY = """key => document.activeElement.dispatchEvent(
    new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }))"""
ENDS = {"stock": "3", "clock": "4"}
STRAINS = ("clubs", "diamonds", "hearts", "spades", "canasta", "twos")


# --- what the papers say ----------------------------------------------------------------------------------


def side(made: Mapping[str, int], melded: int, held: int, **more: Any) -> Body:
    """A side as its paper has it: what it made, the points of its cards, and what else there is."""
    threes = {name: more.pop(name, 0) for name in ("hand_red_threes", "hand_black_threes")}
    tally = {"combinations": dict(made), "meld_points": melded, "hand_points": held, **threes}
    return {"tally": tally, **more}


def deal(ended: str, *hands: Body, **more: Any) -> Body:
    return {"ended": ended, "hands": list(hands), **more}


def out(hand: Body, **more: Any) -> Body:
    return {**hand, "went_out": True, **more}


def bid(side: int, level: int, strain: str, *, doubled: bool = False) -> Mapping[str, Any]:
    return {"side": side, "level": level, "strain": strain, "doubled": doubled}


SAMBA = deal(
    "out",
    out(side({"samba": 1, "natural": 1, "mixed": 2}, 1045, 0, red_threes=2)),
    side({"mixed": 1}, 310, 185, red_threes=1, penalties={"drew_out_of_turn": 1}),
)
PAPERS: Mapping[str, tuple[str, Body]] = {
    "1": ("samba", SAMBA),
    "2": (
        "samba",
        deal(
            "stock",
            side({"samba": 2, "natural": 1}, 835, 60, hand_red_threes=1, red_threes=3),
            side({"natural": 2, "mixed": 1}, 715, 95),
        ),
    ),
    "3": (
        "royal",
        deal(
            "out",
            side({"bolivia": 1, "red": 1, "black": 2}, 805, 145, red_threes=2),
            out(side({"samba": 1, "red": 2, "black": 1}, 790, 0, red_threes=1), concealed=True),
        ),
    ),
    "4": (
        "royal",
        deal(
            "stock",
            side({"red": 2, "black": 1}, 720, 75, hand_black_threes=1),
            side({"samba": 1, "black": 2}, 840, 110, red_threes=1, hand_red_threes=1),
        ),
    ),
    "5": (
        "sitoumussamba",
        deal(
            "out",
            out(side({"samba": 1, "red": 1, "black": 2}, 1210, 0, red_threes=1)),
            side({"black": 1}, 340, 215, hand_black_threes=2),
            contract=bid(0, 3, "hearts"),
        ),
    ),
    "6": (
        "sitoumussamba",
        deal(
            "out",
            side({"red": 1}, 405, 160),
            out(side({"samba": 2, "red": 1, "black": 1}, 1215, 0)),
            contract=bid(0, 4, "twos", doubled=True),
        ),
    ),
    "7": (
        "sambola",
        deal(
            "out",
            out(side({"red_canasta": 1, "black_canasta": 2, "red_samba": 1}, 1180, 0, red_threes=2)),
            side({"black_canasta": 1, "black_samba": 1}, 555, 130, red_threes=1),
        ),
    ),
    "8": (
        "danish",
        deal(
            "out",
            out(side({"red": 2, "black": 2}, 700, 0, red_threes=1)),
            side({"black": 1}, 265, 190, red_threes=2),
        ),
    ),
    "9": (
        "classic",
        deal(
            "out",
            side({"mixed": 1}, 305, 140, red_threes=1),
            out(side({"natural": 1, "mixed": 2}, 730, 0, red_threes=2)),
        ),
    ),
    "10": ("classic", deal("stock", side({"mixed": 2}, 540, 65), side({"natural": 1}, 380, 85))),
}


# --- the one who types ------------------------------------------------------------------------------------


@dataclass
class Typist:
    """Somebody at the desk who never touches the mouse, and knows of a form what can be seen there."""

    page: Page
    strokes: int = 0
    spent: list[int] = field(default_factory=list)

    def press(self, key: str) -> None:
        if key.isascii():
            self.page.keyboard.press(key)
        else:
            self.page.evaluate(NORDIC_KEY, key)
        self.strokes += 1

    def number(self, written: int) -> None:
        """The digits of a number, which somebody has to type in any case. How many of a line leads on."""
        self.page.keyboard.type(str(written))

    def done(self) -> None:
        self.spent.append(self.strokes)
        self.strokes = 0

    @property
    def at(self) -> str:
        """The field that has the focus."""
        return str(self.page.evaluate("document.activeElement.name ?? ''"))

    def is_ready(self) -> None:
        """The page has put the focus where the keys begin."""
        expect(self.page.locator("#entry :focus")).to_have_count(1)

    def is_at(self, name: str) -> None:
        expect(self.page.locator(f"[name='{name}']:focus")).to_have_count(1)

    def lines(self, *, folded: bool = False) -> list[str]:
        """The number fields from top to bottom: those that are seen, or the folded ones too."""
        every = "[...document.querySelectorAll('.side input.number')]"
        seen = every if folded else f"{every}.filter((one) => one.checkVisibility())"
        names: list[str] = self.page.evaluate(f"{seen}.map((one) => one.name)")
        return names

    def letter_of(self, name: str) -> str:
        return self.page.locator(f"[name='{name}']").get_attribute("data-letter") or ""

    def go_to(self, name: str) -> None:
        """The next line by an arrow, any other by its letter; what is folded away is opened first."""
        lines = self.lines()
        if name not in lines:
            start = name.partition("-")[0].removeprefix("side")
            fold = self.page.locator(f".side[data-side='{start}'] summary")
            self.press(fold.get_attribute("data-letter") or "")
            lines = self.lines()
        if self.at != name:
            here = lines.index(self.at)
            is_next = lines[here + 1 : here + 2] == [name]
            self.press("ArrowDown" if is_next else self.letter_of(name))
        self.is_at(name)

    # A deal.

    def type(self, body: Body, totals: tuple[int, ...]) -> None:
        """A whole deal, with what the paper makes of it last in each column."""
        self.begin(body)
        for side, hand in enumerate(body["hands"]):
            for name, value in self.column(hand, totals[side]).items():
                if value:
                    self.go_to(f"side{side}-{name}")
                    self.number(value)
        expect(self.page.locator("#preview tr.running td")).to_have_count(len(body["hands"]))
        with self.page.expect_navigation():
            self.press("Enter")

    def begin(self, body: Body) -> None:
        """What was bid, and how the deal ended, by digits; what is ticked now and then by its letter."""
        contract = body.get("contract")
        if contract:
            self.is_at("contract-side")
            self.press(str(contract["side"] + 1))
            self.press(str(contract["level"]))
            self.press(str(STRAINS.index(contract["strain"]) + 1))
        self.is_at("ended")
        went_out = [side for side, hand in enumerate(body["hands"]) if hand.get("went_out")]
        if contract and contract["doubled"]:
            self.tick("contract-doubled")
        if any(hand.get("concealed") for hand in body["hands"]):
            self.tick("concealed")
        self.press(str(went_out[0] + 1) if went_out else ENDS[body["ended"]])

    def tick(self, name: str) -> None:
        """Among choices a letter ticks its line at once."""
        self.press(self.letter_of(name))
        expect(self.page.locator(f"[name={name}]")).to_be_checked()
        self.is_at("ended")

    def column(self, hand: Body, total: int) -> Mapping[str, int]:
        """What the paper has of a side, in the order of its lines."""
        tally = hand["tally"]
        written = {
            **{f"combination_{code}": count for code, count in tally["combinations"].items()},
            "red_threes": hand.get("red_threes", 0),
            **{name: tally[name] for name in ("hand_red_threes", "hand_black_threes")},
            **{f"penalty_{code}": times for code, times in (hand.get("penalties") or {}).items()},
            "meld_points": tally["meld_points"],
            "hand_points": tally["hand_points"],
            "paper": total,
        }
        order = [line.partition("-")[2] for line in self.lines(folded=True)]
        return dict(sorted(written.items(), key=lambda one: order.index(one[0])))


def sign_in(page: Page) -> None:
    page.goto("/sign-in/")
    page.locator("[name=username]").fill(HOST)
    page.locator("[name=password]").fill(PASSWORD)
    with page.expect_navigation(url=lambda url: "/sign-in/" not in url):
        page.locator("main button.primary").click()


def desk_of(talon: Talon, table: TableSet) -> int:
    """The book of the club in which a game is played."""
    ((book,),) = Stored(talon.data, table.game).rows(
        "SELECT b.id FROM clubs_book b JOIN clubs_book g ON g.club_id = b.club_id "
        "JOIN scoring_game s ON s.book_id = g.id WHERE s.id = :game AND b.kind = 'club'"
    )
    return int(book)


def sheet_of(deal: DealResult) -> DealSheet:
    assert deal.sheet is not None
    return deal.sheet


def totals_of(deal: DealResult) -> tuple[int, ...]:
    """What each side has of a deal, as somebody adds it up on paper."""
    assert deal.score is not None
    return tuple(side.total for side in deal.score.sides)


@pytest.mark.parametrize(
    "language", ["sv", *(pytest.param(language, marks=pytest.mark.long) for language in ("fi", "da", "en"))]
)
def test_protocols_are_typed_without_the_mouse(open_page: Open, talon: Talon, language: str) -> None:
    papers = PAPERS if LONG else dict(list(PAPERS.items())[::QUICK_SHARE])
    matches = {
        label: Match(label=label, ruleset=ruleset, people=(2, 2), deals=(body,), highest=(0, 0))
        for label, (ruleset, body) in papers.items()
    }
    tables = set_out(talon.data, list(matches.values()))
    page = open_page(language=language)
    sign_in(page)
    typist = Typist(page)
    desk = desk_of(talon, tables["1"])
    page.goto(f"/desk/{desk}/next/")
    for label, match in matches.items():
        # The list leads from one table to the next in their order.
        entry = f"/games/{tables[label].game}/deals/new/?desk={desk}"
        expect(page).to_have_url(re.compile(f"{re.escape(entry)}$"))
        scored = match.expected.deals[0]
        typist.type(match.deals[0], totals_of(scored))
        typist.done()
        assert Stored(talon.data, tables[label].game).sheets == [in_order(scored.sheet)]
        assert typist.spent[-1] == strokes(sheet_of(scored), totals_of(scored)), label
        # An empty form leads on to the next game.
        typist.is_ready()
        with page.expect_navigation():
            page.keyboard.press("Enter")
    assert max(typist.spent) < TOO_MANY_STROKES, dict(zip(matches, typist.spent, strict=True))


# --- what else the keys do --------------------------------------------------------------------------------


@pytest.fixture
def entry(talon: Talon) -> tuple[TableSet, str]:
    """A game of samba that nobody has typed, and where its next deal is entered."""
    table = set_out(talon.data, [Match(label="1", ruleset="samba", people=(2, 2), deals=(), highest=(0, 0))])
    return table["1"], f"/games/{table['1'].game}/deals/new/"


def test_a_difference_from_the_paper_is_answered_by_two_strokes(
    page: Page, talon: Talon, entry: tuple[TableSet, str]
) -> None:
    table, address = entry
    sign_in(page)
    page.goto(address)
    typist = Typist(page)
    typist.is_at("ended")
    typist.press("3")
    for name, value in (("side0-meld_points", 145), ("side0-paper", 154)):
        typist.go_to(name)
        typist.number(value)
    expect(page.locator("#differences li")).to_have_count(1)
    typist.press("Enter")
    typist.is_at("miscounted")
    assert Stored(talon.data, table.game).deals == []
    typist.press("Space")
    with page.expect_navigation():
        typist.press("Enter")
    assert len(Stored(talon.data, table.game).deals) == 1


def test_a_key_that_leads_nowhere_is_typed_or_it_is_said_what_would(
    page: Page, entry: tuple[TableSet, str]
) -> None:
    sign_in(page)
    page.goto(entry[1])
    typist, said = Typist(page), page.locator("#keys-said")
    typist.is_at("ended")
    typist.press("9")
    expect(said).to_have_text("Press the digit beside a choice to select it.")
    typist.press("1")
    expect(said).to_be_empty()
    typist.is_at("side0-combination_samba")
    typist.press("z")
    expect(page.locator("[name=side0-combination_samba]")).to_have_value("z")


def test_a_digit_leads_on_and_the_next_key_acts_from_there(page: Page, entry: tuple[TableSet, str]) -> None:
    """An empty line is passed by with an arrow or Tab, also right after the digit that has led to it."""
    sign_in(page)
    page.goto(entry[1])
    typist = Typist(page)
    typist.is_at("ended")
    typist.press("3")
    first, second, third, *_rest = typist.lines()
    for key in ("ArrowDown", "Tab"):
        typist.is_at(first)
        typist.number(2)
        typist.is_at(second)
        typist.press(key)
        typist.is_at(third)
        typist.press("ArrowUp")
        typist.press("ArrowUp")
    # Its letter calls for the line on which one stands already.
    typist.number(2)
    typist.press(typist.letter_of(second))
    typist.is_at(second)
    # A digit that was wrong is gone back to, and written over.
    typist.press("ArrowDown")
    typist.number(4)
    typist.press("Backspace")
    typist.is_at(third)
    typist.number(1)
    expect(page.locator(f"[name={third}]")).to_have_value("1")
    expect(page.locator(f"[name={second}]")).to_have_value("")


def test_a_number_after_an_arrow_is_whole_and_where_it_was_typed(
    page: Page, entry: tuple[TableSet, str]
) -> None:
    """Two red threes, none in the hand, 450 points in melds."""
    sign_in(page)
    page.goto(entry[1])
    typist = Typist(page)
    typist.is_at("ended")
    typist.press("3")
    lines = typist.lines()
    threes = next(name for name in lines if name.endswith("-red_threes"))
    hand, melded = lines[lines.index(threes) + 1], lines[lines.index(threes) + 2]
    typist.go_to(threes)
    for key in ("2", "ArrowDown", "4", "5", "0"):
        page.keyboard.press(key)
    for name, value in ((threes, "2"), (hand, ""), (melded, "450")):
        expect(page.locator(f"[name={name}]")).to_have_value(value)


def test_the_same_letter_again_leads_to_the_next_column(page: Page, entry: tuple[TableSet, str]) -> None:
    sign_in(page)
    page.goto(entry[1])
    typist = Typist(page)
    typist.is_ready()
    typist.press("2")
    for name in ("side0-combination_samba", "side1-combination_samba", "side0-combination_samba"):
        typist.press("s")
        typist.is_at(name)
    typist.press("ArrowUp")
    typist.is_at("ended")


def test_an_arrow_passes_by_the_opening_on_the_paper_and_leaves_it_as_it_is(
    page: Page, talon: Talon, entry: tuple[TableSet, str]
) -> None:
    """It stands in the fold among the penalties: there an arrow would choose another one."""
    sign_in(page)
    page.goto(entry[1])
    typist = Typist(page)
    typist.is_at("ended")
    typist.press("3")
    typist.press(page.locator(".side[data-side='0'] summary").get_attribute("data-letter") or "")
    for _line in typist.lines():
        if typist.at == "side0-meld_points":
            break
        typist.press("ArrowDown")
    typist.is_at("side0-meld_points")
    expect(page.locator("[name=side0-opening]")).to_have_value("")
    typist.press("Shift+Tab")
    typist.is_at("side0-opening")


def test_without_a_script_a_deal_is_typed_with_tab_alone(
    open_page: Open, talon: Talon, entry: tuple[TableSet, str]
) -> None:
    table, address = entry
    page = open_page(scripts=False)
    sign_in(page)
    page.goto(address)
    expect(page.locator(".keys").first).to_be_hidden()
    typist = Typist(page)
    typist.is_at("ended")
    typist.press("ArrowDown")
    typist.press("ArrowDown")
    for name, value in (("side0-meld_points", 145), ("side1-hand_points", 85)):
        while typist.at != name:
            typist.press("Tab")
        typist.number(value)
    with page.expect_navigation():
        typist.press("Enter")
    ((_number, state, version),) = Stored(talon.data, table.game).deals
    assert (state, version) == ("entered", 1)
    assert Stored(talon.data, table.game).totals == [(145, -85)]
