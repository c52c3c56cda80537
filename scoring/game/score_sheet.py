"""A game and its deals as their public pages show them: the score sheet, and the lines of one deal.

Knows stored results and sentences; must not add a point, query anything or know a template.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypedDict

from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.people.names import public_name
from clubs.reports.report import Fact
from clubs.text.dates import shortly
from scoring.core import notation
from scoring.core.deal_sheet import Ended
from scoring.core.deal_sheet import Hand as WrittenHand
from scoring.core.game_state import EarlyEnd, GameEnd, ended_early
from scoring.core.rulesets.base import Line
from scoring.game.differences import bid_of
from scoring.models import Deal, Game, Hand, Side
from scoring.store import sheets
from scoring.store.queries import DealRow
from scoring.store.sheets import StoredSide
from scoring.wording import labels
from scoring.wording.citations import Cited, cited

Figures = tuple[int | str | None, ...]


class JudgedContract(TypedDict):
    """What became of a contract, as a result keeps it."""

    needed: int
    reached: int
    outcome: str
    award: int


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A row across the columns: `kind` is empty, "running" or "result"."""

    label: str
    figures: Figures
    kind: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """How something stands, in a word: the kind of a badge, and what it says."""

    kind: str
    label: str


@dataclass(frozen=True, slots=True)
class DealTotal:
    """What a side has of a deal, and whether it went out."""

    points: int
    went_out: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A deal on the score sheet: its totals, what they are made of, and the running totals after it."""

    number: int
    totals: tuple[DealTotal, ...]
    parts: tuple[SheetRow, ...]
    # None while the deal does not count.
    running: Figures | None
    note: str = ""
    state: State | None = None
    # What is not approved yet is written in pencil.
    pencil: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreSheet:
    """A column a side, a block a deal, and below them what the game comes to."""

    sides: tuple[str, ...]
    carried: SheetRow | None
    blocks: tuple[Block, ...]
    result: tuple[SheetRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownLine:
    what: str
    points: int
    cited: Cited | None


@dataclass(frozen=True, slots=True)
class CardsShown:
    """What a side had on the table and held."""

    melds: tuple[str, ...]
    held: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DealColumn:
    """What one side has in a deal, from its lines to its running total."""

    number: int
    name: str
    opening: str
    lines: tuple[ShownLine, ...]
    base: int
    cards: int
    total: int
    # None while the deal does not count.
    after: int | None
    cards_shown: CardsShown | None


# The state of a game.


def state_of_game(game: Game, rows: Sequence[DealRow]) -> State:
    """One word for the game."""
    if game.is_set_aside:
        return State(kind="pencil", label=game.get_state_display())
    if any(row.deal.state == Deal.State.DISPUTED for row in rows):
        return State(kind="red", label=_("under protest"))
    if game.over or game.state != Game.State.OPEN:
        return State(kind="ink", label=game.get_state_display())
    return State(kind="open", label=_("going on"))


_ENDS: Final = {
    GameEnd.TIME: _lazy("Time ended the game."),
    GameEnd.FORFEIT: _lazy("Gave up: %(side)s."),
    GameEnd.STOPPED: _lazy("Stopped before the end: %(side)s."),
}


def sentences_of_game(game: Game, names: Sequence[str], rows: Sequence[DealRow]) -> Iterator[str]:
    """How the game stands, in whole sentences."""
    return sentences_of_aside(game) if game.is_set_aside else sentences_of_play(game, names, rows)


def sentences_of_play(game: Game, names: Sequence[str], rows: Sequence[DealRow]) -> Iterator[str]:
    for row in rows:
        if row.deal.state == Deal.State.DISPUTED:
            yield _("Deal %(number)s is disputed: the director decides.") % {"number": row.deal.number}
    if game.final is not None:
        known = any(row.hands for row in rows)
        yield (
            _("Only the result was handed in: not all deals are known.")
            if known
            else _("Only the result was handed in: the deals are not known.")
        )
    if game.end:
        yield _ENDS[GameEnd(game.end)] % {"side": _name_at(names, game.end_side)}
    if game.draw:
        yield _("The game is over: a draw.")
    elif game.winner is not None:
        yield _("The game is over. Winner: %(side)s.") % {"side": names[game.winner]}
    elif game.extra_deal:
        sides = " / ".join(names[side] for side in game.extra_deal)
        yield _("The top is shared: an extra deal decides between %(sides)s.") % {"sides": sides}


def sentences_of_aside(game: Game) -> Iterator[str]:
    """Since when a game counts for nothing, and why; nothing where it counts."""
    if game.set_aside_at is not None:
        when = shortly(game.set_aside_at)
        yield _(
            "This game was set aside on %(when)s and counts for nothing. What was written down of it stays."
        ) % {"when": when}
    if game.set_aside_because:
        yield _("The reason: %(reason)s") % {"reason": " ".join(game.set_aside_because.split())}


def _name_at(names: Sequence[str], side: int | None) -> str:
    return "" if side is None else names[side]


# The score sheet.


def score_sheet(game: Game, names: Sequence[str], rows: Sequence[DealRow]) -> ScoreSheet:
    """As on paper: base, cards, the deal's total and the running total of each side."""
    carried = SheetRow(_("Carried over from paper"), tuple(game.carried), "running") if game.carried else None
    return ScoreSheet(
        sides=tuple(names),
        carried=carried,
        blocks=tuple(_block(row) for row in rows),
        result=tuple(result_rows(game)),
    )


def _block(row: DealRow) -> Block:
    out = _side_out(row)
    return Block(
        number=row.deal.number,
        totals=tuple(DealTotal(part.total, at == out) for at, part in enumerate(_parts_of(row))),
        parts=tuple(_part_rows(row)),
        running=tuple(hand.after for hand in row.hands) or None,
        note=_deal_note(row),
        state=state_of_deal(row.deal),
        pencil=row.deal.state in (Deal.State.ENTERED, Deal.State.DISPUTED, Deal.State.VOID),
    )


def state_of_deal(deal: Deal) -> State | None:
    """What is to be said of a deal; of one that is approved, nothing."""
    return {
        Deal.State.DRAFT: State(kind="open", label=_("being played")),
        Deal.State.ENTERED: State(kind="pencil", label=_("not approved yet")),
        Deal.State.DISPUTED: State(kind="red", label=_("disputed, counts nothing yet")),
        Deal.State.VOID: State(kind="pencil", label=_("void, counts nothing")),
    }.get(Deal.State(deal.state))


def _part_rows(row: DealRow) -> Iterator[SheetRow]:
    """What a deal's totals are made of; before it is written down, what each side needs to open with."""
    if row.version is None:
        yield SheetRow(_("Opening requirement"), tuple(opening(needed) for needed in row.deal.openings))
        return
    yield SheetRow(_("Base points"), tuple(part.base for part in _parts_of(row)))
    yield SheetRow(_("Card points"), tuple(part.cards for part in _parts_of(row)))


def _parts_of(row: DealRow) -> Sequence[Hand | StoredSide]:
    """The sides' parts of a deal: as they count, or as they were written down where they do not."""
    if row.hands or row.version is None:
        return row.hands
    return sheets.sides_of(row.version.result)


def opening(needed: int | str | None) -> int | str:
    """What a side needs to open with."""
    if needed is None:
        return _("sits out")
    return needed if isinstance(needed, int) else _("a canasta")


_ENDED: Final = {
    Ended.OUT: _lazy("%(side)s went out"),
    Ended.STOCK: _lazy("the stock ran out"),
    Ended.CLOCK: _lazy("time stopped the deal"),
}


def _deal_note(row: DealRow) -> str:
    """What became of the deal's contract, and how the deal ended unless a side went out."""
    if row.version is None:
        return ""
    sheet, judged = row.sheet, judged_of(row)
    notes = [] if sheet.ended is Ended.OUT else [str(_ENDED[sheet.ended])]
    if sheet.contract is not None and judged is not None:
        notes.append(f"{bid_of(sheet.contract)}: {labels.OUTCOMES[judged['outcome']]}")
    return " · ".join(notes)


def _side_out(row: DealRow) -> int | None:
    """The side that went out."""
    if row.version is None:
        return None
    hands = row.sheet.hands
    return next((at for at, hand in enumerate(hands) if hand is not None and hand.went_out), None)


def deal_ended(names: Sequence[str], row: DealRow) -> str:
    ended = _ENDED[row.sheet.ended]
    return str(ended % {"side": _name_at(names, _side_out(row))})


def _contract_facts(names: Sequence[str], row: DealRow) -> Iterator[Fact]:
    """Who promised what, and what became of it."""
    contract, judged = row.sheet.contract, judged_of(row)
    if contract is None or judged is None:
        return
    yield Fact(_("Bidder"), names[contract.side])
    yield Fact(_("Bid"), bid_of(contract))
    yield Fact(_("Needed"), judged["needed"])
    yield Fact(_("Reached"), judged["reached"])
    yield Fact(_("Outcome"), str(labels.OUTCOMES[judged["outcome"]]))


def judged_of(row: DealRow) -> JudgedContract | None:
    """What the stored result says of the contract."""
    return None if row.version is None else row.version.result["contract"]


def result_rows(game: Game) -> Iterator[SheetRow]:
    """What is added to the deals, and what the game comes to."""
    sides = list(game.sides.all())
    adjusted = any(side.adjustment for side in sides)
    if adjusted:
        yield SheetRow(_("Penalties and awards"), tuple(side.adjustment for side in sides))
    if game.over or game.final is not None:
        yield SheetRow(_("Result"), _results(sides), "result")
    elif adjusted:
        yield SheetRow(_("Total so far"), _results(sides), "result")
    if game.over:
        yield from _settlement_rows(game, sides)


def _results(sides: Sequence[Side]) -> tuple[int, ...]:
    return tuple(side.result for side in sides)


def _settlement_rows(game: Game, sides: Sequence[Side]) -> Iterator[SheetRow]:
    """What three sides win from each other, and what is credited where a side gave the game up."""
    settled = sheets.settlement_of(game, _results(sides))
    if settled is not None:
        yield SheetRow(_("Settlement"), settled)
    if game.end == GameEnd.FORFEIT:
        end = EarlyEnd(GameEnd.FORFEIT, game.end_side)
        credit = ended_early(sheets.rules_of_game(game), _results(sides), end).credit
        if credit is not None:
            yield SheetRow(_("Credited for the forfeit"), credit)


# One deal.


def columns(game: Game, names: Sequence[str], row: DealRow) -> list[DealColumn]:
    """What each side has in a deal, line by line."""
    if row.version is None:
        return []
    stored, sheet = sheets.sides_of(row.version.result), row.sheet
    afters: list[int | None] = [hand.after for hand in row.hands] or [None] * len(stored)
    return [
        DealColumn(
            number=at + 1,
            name=names[at],
            opening=_words_of_opening(row.deal.openings[at]),
            lines=tuple(_shown_line(game.ruleset, line) for line in side.lines),
            base=side.base,
            cards=side.cards,
            total=side.total,
            after=afters[at],
            cards_shown=_cards_shown(sheet.hands[at]),
        )
        for at, side in enumerate(stored)
    ]


def _words_of_opening(needed: int | str | None) -> str:
    if needed is None:
        return _("does not play this deal")
    if isinstance(needed, str):
        return _("opens with a canasta")
    return _("opens with %(points)s") % {"points": needed}


def _shown_line(ruleset: str, line: Line) -> ShownLine:
    return ShownLine(what=labels.phrase(ruleset, line), points=line.points, cited=cited(ruleset, line.rule))


def _cards_shown(hand: WrittenHand | None) -> CardsShown | None:
    """The cards themselves, where the deal was written down by its melds."""
    if hand is None or hand.tally is not None:
        return None
    return CardsShown(tuple(_printed(meld) for meld in hand.melds), _printed(hand.hand))


def _printed(cards: str) -> str:
    return notation.printed(cards, get_language() or "en")


def facts_of_deal(game: Game, names: Sequence[str], row: DealRow) -> Iterator[Fact]:
    """Who dealt and who sat out, how the deal ended, and its contract."""
    if row.deal.dealer is not None:
        yield Fact(_("Dealer"), _player_at(game, row.deal.dealer))
    if row.deal.leader is not None:
        yield Fact(_("Leads"), _player_at(game, row.deal.leader))
    if row.deal.sits_out:
        yield Fact(_("Sits out"), ", ".join(_player_at(game, place) for place in row.deal.sits_out))
    if row.version is not None:
        yield Fact(_("How the deal ended"), deal_ended(names, row))
        yield from _contract_facts(names, row)


def _player_at(game: Game, place: Sequence[int]) -> str:
    """Who sits at a side and a place, as everybody may read it."""
    side, seat = place
    seats = list(game.sides.all()[side].seats.all())
    return public_name(seats[seat].player) if seat < len(seats) else ""
