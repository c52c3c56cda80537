"""Whole games at a table, by thumbs on a small phone, until the page says who has won.

Each is played on the page of its table by the side that writes and those who approve. Deals are worked ones
of `fixtures`, and what they make is computed from the same bodies by the core. In the quick profile the
first deals of a game have been played before, through the verbs; in the long one every deal is played here.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from scoring.core.game_state import sheet_openings
from scoring.core.pipeline import DealResult
from scoring.core.vocabulary import CANASTA, Opening
from scoring.wording.labels import paragraph_label
from tests import ROOT
from tests.browser.conftest import listen
from tests.browser.evening import NAMES, Body, Match, Stored, TableSet, in_order, set_out
from tests.browser.playing import TablePhone, figure, signed
from tests.conftest import LONG
from tests.house.starting import Talon
from tests.scoring.support.deal_files import load_cases

# Who draws the highest card in every game, and mostly writes.
FIRST = NAMES[0]
VECTORS = ROOT / "fixtures" / "vectors" / "games.jsonl"


# --- the games --------------------------------------------------------------------------------------------


def worked_game(ruleset: str, name: str) -> list[Body]:
    """The deals of a game that somebody has worked out by hand."""
    (found,) = [game for game in load_cases(ruleset)["game"] if game["name"] == name]
    deals: list[Body] = json.loads(found["json"])["deals"]
    return deals


def dealt_game(name: str) -> list[Body]:
    """The deals of a game of real packs of cards."""
    games = [json.loads(line) for line in VECTORS.read_text(encoding="utf-8").splitlines()]
    (found,) = [game for game in games if game["id"] == name]
    deals: list[Body] = found["game"]["deals"]
    return deals


def charged(body: Body, **codes: int) -> Body:
    """The same deal, each side charged with these."""
    return {**body, "hands": [{**hand, "penalties": codes} for hand in body["hands"]]}


def uncharged(body: Body) -> Body:
    """The same deal, nobody charged with anything."""
    return {**body, "hands": [{**hand, "penalties": {}} for hand in body["hands"]]}


def contracts() -> list[Body]:
    """A bid made, a doubled one robbed, and an auction whose two highest bids could not be opened with."""
    made, robbed, last = worked_game("sitoumussamba", "a game to 20 000 ends with the deal that reaches it")
    bid = {"side": 0, "level": 3, "strain": "hearts", "doubled": False}
    return [made, robbed, {**charged(last, bid_without_opening=1), "contract": bid}]


SAMBA = Match(
    label="Samba",
    ruleset="samba",
    people=(2, 3),
    playing=(2, 2),
    deals=dealt_game("p-game-samba-01"),
    played=5,
)
ROYAL = Match(
    label="Royal",
    ruleset="royal",
    people=(2, 2, 2),
    deals=worked_game("royal", "a shared top is played out between those who share it, the third waits"),
    played=1,
)
CONTRACTS = Match(label="Contracts", ruleset="sitoumussamba", people=(2, 2), deals=contracts(), played=1)
SAMBOLA = Match(
    label="Sambola",
    ruleset="sambola",
    people=(1, 1),
    deals=[uncharged(body) for body in worked_game("sambola", "five deals to exactly 10 000")],
    played=3,
)
DANISH = Match(
    label="Danish",
    ruleset="danish",
    people=(2, 2),
    deals=worked_game("danish", "a game to 10 000, the opening from 6000 a canasta"),
)
CLASSIC = Match(
    label="Classic",
    ruleset="classic",
    people=(2, 2),
    deals=worked_game("classic", "a game to 5000: the openings follow the totals"),
    played=2,
    protocols="both",
)
MATCHES = (SAMBA, ROYAL, CONTRACTS, SAMBOLA, DANISH, CLASSIC)


# --- at the table -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def tables(talon: Talon) -> dict[str, TableSet]:
    """Every game at a table of its own. Who drew highest is said where the first deal is not played here."""
    return set_out(talon.data, [match.begun(0 if LONG else match.played) for match in MATCHES])


@pytest.fixture
def sat_down(
    touched: Page, talon: Talon, tables: dict[str, TableSet]
) -> Iterator[Callable[[Match], TablePhone]]:
    """Opens the page of a game's table; every complaint of the browser fails the test."""
    complaints: list[str] = []
    listen(touched, talon.address, complaints)

    def opened(match: Match) -> TablePhone:
        phone = TablePhone(touched, tables[match.label])
        phone.open()
        if LONG:
            phone.take_seats(FIRST)
        return phone

    yield opened
    assert complaints == []


def to_play(match: Match) -> Iterator[tuple[int, Body, DealResult]]:
    """The deals that are played here, each with its number and what the core makes of it."""
    deals = zip(match.deals, match.expected.deals, strict=True)
    for number, (body, scored) in enumerate(deals, 1):
        if LONG or number > match.played:
            yield number, body, scored


def after(scored: DealResult) -> list[int]:
    assert scored.score is not None
    return [side.after for side in scored.score.sides]


def opens(scored: DealResult) -> list[str]:
    """What each side needed to open with when the cards were dealt, as the page of the table says it."""
    assert scored.sheet is not None
    needed = sheet_openings(scored.sheet._replace(opening_raises=()))
    return ["does not play this deal" if each is None else opening_said(each) for each in needed]


def opening_said(needed: Opening) -> str:
    return "to open a canasta" if needed == CANASTA else f"to open {needed}"


def deal_out(phone: TablePhone, number: int, scored: DealResult) -> None:
    """The cards are dealt, and the page says what each side needs."""
    phone.start(number)
    assert phone.openings == opens(scored)


def write_down(phone: TablePhone, number: int, body: Body, scored: DealResult, writer: str) -> None:
    """A deal is written down, and the page has foreseen what it makes."""
    phone.open_deal(number)
    phone.write(body, writer=writer)
    finish_writing(phone, scored)


def finish_writing(phone: TablePhone, scored: DealResult) -> None:
    phone.foresees(after(scored))
    if scored.problems:
        phone.look_again()
    phone.record()


def agree(phone: TablePhone, number: int, writer: int) -> None:
    """Everybody who has not written the deal approves it, by the first of each side."""
    others = [side for side in range(len(phone.table.sides)) if side != writer]
    for at, side in enumerate(others):
        phone.hand_over(number, *others[at:])
        phone.approve(number, phone.table.sides[side][0])


def is_won(phone: TablePhone, match: Match, side: int) -> None:
    """The page of the table says who has won, and what everybody has."""
    phone.shows(f"The game is over: {phone.table.side(side)} won.")
    assert phone.totals == [figure(total) for total in after(match.expected.deals[-1])]


def is_told(phone: TablePhone, match: Match, stored: Stored) -> None:
    """The public page tells every line of every deal, and the file holds what was typed, once."""
    phone.page.get_by_role("link", name="Look at the result").tap()
    for number, scored in enumerate(match.expected.deals, 1):
        phone.page.get_by_role("link", name=f"Deal {number}", exact=True).first.tap()
        expect(phone.page.get_by_role("heading", name=f"Deal {number}", exact=True)).to_be_visible()
        lines_are_told(phone.page, scored)
    assert stored.sheets == [in_order(scored.sheet) for scored in match.expected.deals]
    assert stored.totals == [tuple(after(scored)) for scored in match.expected.deals]
    assert stored.deals == [(number, "confirmed", 1) for number, _body in enumerate(match.deals, 1)]


def lines_are_told(page: Page, scored: DealResult) -> None:
    """Each line of each side with its paragraph and its points, and what they make."""
    assert scored.score is not None
    columns = page.locator(".deal-column")
    for column, side in zip(columns.all(), scored.score.sides, strict=True):
        lines = column.locator(".deal-lines li")
        told = [f"{paragraph_label(line.rule)} {signed(line.points)}" for line in side.lines]
        expect(lines).to_have_count(len(told))
        expect(lines).to_contain_text(told, use_inner_text=True)
        sums = [side.base, side.cards, side.total, side.after]
        expect(column.locator(".deal-sums dd")).to_have_text([figure(points) for points in sums])


@pytest.fixture
def stored(talon: Talon, tables: dict[str, TableSet]) -> Callable[[Match], Stored]:
    """What the installation's file holds of a game."""
    return lambda match: Stored(talon.data, tables[match.label].game)


SatDown = Callable[[Match], TablePhone]
Kept = Callable[[Match], Stored]


# --- the games, played ------------------------------------------------------------------------------------

# Of the three on a side the last begins outside, and then each goes out in turn.
SITTING_OUT = ("Eva Salo", "Carita Lind", "Dag Holm")


@pytest.mark.long
def test_samba_of_five_until_somebody_has_won(sat_down: SatDown, stored: Kept) -> None:
    """The three take turns to sit out, and the page says who. All melds are laid down by thumb."""
    phone = sat_down(SAMBA)
    phone.by_keypad = True
    for number, body, scored in to_play(SAMBA):
        deal_out(phone, number, scored)
        assert phone.turn("Sits out") == SITTING_OUT[(number - 1) % len(SITTING_OUT)]
        write_down(phone, number, body, scored, writer=FIRST)
        agree(phone, number, writer=0)
    is_won(phone, SAMBA, 1)
    is_told(phone, SAMBA, stored(SAMBA))
    assert sitting_out_told(phone.page, SAMBA) == [SITTING_OUT[at % 3] for at in range(len(SAMBA.deals))]


def sitting_out_told(page: Page, match: Match) -> list[str]:
    """Who sat out in each deal, as the public pages of the deals say it, from the last back to the first."""
    told: list[str] = []
    for number in range(len(match.deals), 0, -1):
        expect(page.get_by_role("heading", name=f"Deal {number}", exact=True)).to_be_visible()
        facts = page.locator(".facts div").filter(has=page.get_by_text("Sits out", exact=True))
        told.insert(0, facts.locator("dd").inner_text())
        if number > 1:
            page.get_by_role("link", name=f"Deal {number - 1}", exact=True).tap()
    return told


def test_royal_with_a_tie_that_two_of_three_sides_play_out(sat_down: SatDown, stored: Kept) -> None:
    phone = sat_down(ROYAL)
    for number, body, scored in to_play(ROYAL):
        if number == len(ROYAL.deals):
            first, second, _third = (phone.table.side(side) for side in range(3))
            phone.shows(f"Tied for the lead: an extra deal is played between {first} / {second}.")
        deal_out(phone, number, scored)
        write_down(phone, number, body, scored, writer="Carita Lind")
        agree(phone, number, writer=1)
    is_won(phone, ROYAL, 0)
    is_told(phone, ROYAL, stored(ROYAL))


def test_a_doubled_contract_is_robbed_and_two_bids_cannot_open(sat_down: SatDown, stored: Kept) -> None:
    phone = sat_down(CONTRACTS)
    for number, body, scored in to_play(CONTRACTS):
        deal_out(phone, number, scored)
        if number in AUCTIONS:
            AUCTIONS[number](phone)
            body = without_bids(body)
        else:
            phone.open_deal(number)
        phone.write(body, writer=FIRST)
        finish_writing(phone, scored)
        agree(phone, number, writer=0)
    is_won(phone, CONTRACTS, 0)
    is_told(phone, CONTRACTS, stored(CONTRACTS))
    phone.page.get_by_role("link", name="Deal 2", exact=True).tap()
    for fact in ("4 clubs ♣, doubled", "robbed"):
        expect(phone.page.locator(".facts").get_by_text(fact)).to_be_visible()


def doubled(phone: TablePhone) -> None:
    """Before the deal is played the player on the dealer's left begins to speak; whoever doubles leads."""
    phone.go_to_contract(2)
    phone.call(("Carita Lind", "Pass"), ("Bo Ek", "4 clubs ♣"), ("Dag Holm", "Double"))
    phone.contract_is("Bo Ek", "4 clubs ♣, doubled", leader="Dag Holm")
    phone.play()
    assert phone.turn("Plays first") == "Dag Holm"
    phone.shows("4 clubs ♣, doubled, by Aino Berg – Bo Ek, deal 2")
    phone.open_deal(2)


def walked_down(phone: TablePhone) -> None:
    """Two bids cannot be opened with: one touch each, and the third is the contract.

    The page is opened anew in the middle of the auction, which goes on where it was.
    """
    phone.open_deal(3)
    phone.open_auction()
    phone.call(("Bo Ek", "3 hearts ♥"), ("Dag Holm", "3 canasta"))
    phone.page.reload()
    phone.is_back()
    phone.call(("Aino Berg", "4 clubs ♣"), ("Carita Lind", "Pass"), ("Bo Ek", "Pass"), ("Dag Holm", "Pass"))
    phone.cannot_open("Aino Berg", "4 clubs ♣")
    phone.cannot_open("Dag Holm", "3 canasta")
    phone.contract_is("Bo Ek", "3 hearts ♥", leader="Bo Ek")


AUCTIONS = {2: doubled, 3: walked_down}


def without_bids(body: Body) -> Body:
    """What is left to be typed when the auction has said who bids what and who could not open."""
    return {**uncharged(body), "contract": None}


@pytest.mark.long
def test_sambola_of_two_written_down_by_its_cards_in_letters(sat_down: SatDown, stored: Kept) -> None:
    phone = sat_down(SAMBOLA)
    for number, body, scored in to_play(SAMBOLA):
        deal_out(phone, number, scored)
        write_down(phone, number, body, scored, writer=FIRST)
        agree(phone, number, writer=0)
    is_won(phone, SAMBOLA, 0)
    is_told(phone, SAMBOLA, stored(SAMBOLA))


def test_two_protocols_of_classic_differ_in_a_canasta_and_are_settled(
    sat_down: SatDown, stored: Kept
) -> None:
    """Each side writes its own; of the last deal the second side has counted a canasta too few."""
    phone = sat_down(CLASSIC)
    for number, body, scored in to_play(CLASSIC):
        deal_out(phone, number, scored)
        is_last = number == len(CLASSIC.deals)
        for side, protocol in enumerate((body, one_canasta_less(body) if is_last else body)):
            phone.open_protocol(number, side)
            phone.write(protocol, writer=phone.table.sides[side][0])
            phone.record()
        if is_last:
            assert phone.compare(number) == [["Natural canastas Aino – Bo", "4", "3"]]
            phone.take(0, "Carita Lind")
            phone.shows(f"The score sheets agree: deal {number} has been recorded.")
    is_won(phone, CLASSIC, 0)
    is_told(phone, CLASSIC, stored(CLASSIC))
    assert stored(CLASSIC).protocols(len(CLASSIC.deals)) == [(0, 1), (1, 1), (1, 2)]


def one_canasta_less(body: Body) -> Body:
    """The same deal, in which the first side has a natural canasta less."""
    first, *others = body["hands"]
    combinations = {**first["tally"]["combinations"]}
    combinations["natural"] -= 1
    return {**body, "hands": [{**first, "tally": {**first["tally"], "combinations": combinations}}, *others]}


def test_danish_with_the_network_cut_in_the_middle_of_three_deals(
    touched: Page, talon: Talon, tables: dict[str, TableSet], stored: Kept
) -> None:
    """Whatever is cut, and whenever the page is opened anew: what was entered is stored once."""
    complaints: list[str] = []
    listen(touched, talon.address, complaints)
    phone = TablePhone(touched, tables[DANISH.label])
    phone.open()
    phone.take_seats(FIRST, left="Carita Lind")
    for (number, body, scored), cut in zip(
        to_play(DANISH), (kept_until_it_is_back, answer_lost, opened_anew), strict=True
    ):
        deal_out(phone, number, scored)
        cut(phone, number, body, scored)
        agree(phone, number, writer=0)
    is_won(phone, DANISH, 0)
    is_told(phone, DANISH, stored(DANISH))
    acts = ("deal.started", "deal.recorded", "deal.approved")
    assert [stored(DANISH).acts(act) for act in acts] == [len(DANISH.deals)] * len(acts)
    unheard = ("net::ERR_", "htmx:sendError")
    assert [each for each in complaints if not any(what in each for what in unheard)] == []


def kept_until_it_is_back(phone: TablePhone, number: int, body: Body, scored: DealResult) -> None:
    """The network goes while the second side's column is typed, and comes back after the deal was sent."""
    phone.open_deal(number)
    phone.write({**body, "hands": [body["hands"][0], None]}, writer=FIRST)
    phone.lose_the_network()
    phone.write_side(1, body["hands"][1])
    phone.try_to_record()
    phone.find_the_network()
    phone.is_at()


def answer_lost(phone: TablePhone, number: int, body: Body, scored: DealResult) -> None:
    """The deal arrives and its answer does not; then the page is opened anew."""
    phone.open_deal(number)
    phone.write(body, writer=FIRST)
    phone.foresees(after(scored))
    phone.lose_the_answer()
    phone.try_to_record()
    phone.page.reload()
    phone.is_at()


def opened_anew(phone: TablePhone, number: int, body: Body, scored: DealResult) -> None:
    """The page is opened anew while the deal is typed; then the network goes before it is sent."""
    phone.open_deal(number)
    phone.write({**body, "hands": [body["hands"][0], None]}, writer=FIRST)
    phone.page.reload()
    phone.is_back()
    phone.write_side(1, body["hands"][1])
    phone.foresees(after(scored))
    phone.lose_the_network()
    phone.try_to_record()
    phone.find_the_network()
    phone.is_at()
