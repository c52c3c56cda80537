"""The rows of a deal on a printed protocol, in the reader's language."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import repeat
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.reports.report import Row, RowKind, Value
from scoring.core import protocol_rows
from scoring.core.ruleset import PrintedRow, RuleSet
from scoring.core.vocabulary import LineGroup
from scoring.game.score_sheet import contract_result, deal_ending_label, opening_label
from scoring.game.status import deal_badge
from scoring.models import Deal, Game
from scoring.store import sheets
from scoring.store.deal_queries import DealRow
from scoring.wording import labels
from scoring.wording.bids import bid_text
from scoring.wording.labels import SIDE_LETTERS

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

# Returns the player at a place, given as side and seat, in the deal of this number.
PlayerNameAt = Callable[[Sequence[int], int], str]
# The mark for something that is true of a side.
_TICK: Final = "\N{MULTIPLICATION SIGN}"

# The names of rows with several lines; any other row has the name of its line.
_ROW_NAMES: Final[Mapping[str, _StrPromise]] = {
    "penalties": _lazy("Penalties"),
    "threes_in_hand": _lazy("Threes in hand"),
    "canastas": _lazy("Canastas"),
    "all_the_rest": _lazy("All the rest"),
}
_PENALTY_SIZE_PREFIX: Final = "penalties_of_"


def printed_row_name(ruleset: str, row: PrintedRow) -> str:
    if row.name.startswith(_PENALTY_SIZE_PREFIX):
        return _("Penalties of %(points)s") % {"points": row.name.removeprefix(_PENALTY_SIZE_PREFIX)}
    return str(_ROW_NAMES[row.name]) if row.name in _ROW_NAMES else labels.line_name(ruleset, row.name)


def protocol_deal_rows(
    game: Game, rules: RuleSet, row: DealRow, player_name_at: PlayerNameAt
) -> Iterator[Row]:
    """Return a deal from its heading to the running totals.

    A disputed one ends with what it would score, for the jury to read; a void one is its heading alone.
    """
    if row.version is None:
        return
    sides = sheets.sides_of(row.version.result)
    yield _spanning_row(_deal_heading(row), _deal_summary(row, player_name_at), len(sides), RowKind.HEADING)
    if row.deal.state == Deal.State.VOID:
        return
    yield Row((_("Opening requirement"), *(opening_label(needed) for needed in row.deal.openings)))
    yield from _contract_rows(row, len(sides))
    yield from _scored_rows(game, rules, row, sides)
    if row.hands:
        yield Row((_("Running total"), *(hand.after for hand in row.hands)), RowKind.RUNNING_TOTAL)


def _scored_rows(
    game: Game, rules: RuleSet, row: DealRow, sides: Sequence[sheets.StoredSide]
) -> Iterator[Row]:
    """Return the lines of a deal with their sums, down to what it scores."""
    base = [*_used_rows(game.ruleset, rules, sides, LineGroup.BASE)]
    yield from base
    if rules.minus_without_combination:
        yield from _minus_rows(row)
    if len(base) != 1 or not writes_two_numbers(rules):
        yield Row((_("Base points"), *(side.base for side in sides)), RowKind.TOTAL)
    cards = [*_used_rows(game.ruleset, rules, sides, LineGroup.CARDS)]
    yield from cards
    if not cards or not writes_two_numbers(rules):
        yield Row((_("Card points"), *(side.cards for side in sides)), RowKind.TOTAL)
    yield Row((_("Deal total"), *(side.total for side in sides)))


def writes_two_numbers(rules: RuleSet) -> bool:
    """Return whether the card points are one number on the sheet: a row of their sum would repeat it.

    So are the base points of a deal without penalties (Danish: canastas, and all the rest).
    """
    return sum(printed.group is LineGroup.CARDS for printed in rules.printed_rows) == 1


def _deal_heading(row: DealRow) -> str:
    return _("Deal %(number)s") % {"number": row.deal.number}


def _deal_summary(row: DealRow, player_name_at: PlayerNameAt) -> str:
    """Say who dealt, who sat out, how the deal ended, and the status of one that is not approved."""
    parts = []
    if row.deal.dealer is not None:
        parts.append(_("%(name)s dealt") % {"name": player_name_at(row.deal.dealer, row.deal.number)})
    if row.deal.sits_out:
        names = ", ".join(player_name_at(place, row.deal.number) for place in row.deal.sits_out)
        parts.append(_("sitting out: %(names)s") % {"names": names})
    parts.append(deal_ending_label(SIDE_LETTERS, row))
    badge = deal_badge(row)
    if badge is not None:
        parts.append(badge.label)
    return ", ".join(parts)


def _contract_rows(row: DealRow, sides: int) -> Iterator[Row]:
    """Return the bid under its bidder, the double under who doubled, the needed, the reached, the outcome."""
    contract, result = row.sheet.contract, contract_result(row)
    if contract is None or result is None:
        return
    yield Row((_("Bid"), *_in_column(contract.side, bid_text(contract._replace(doubled=False)), sides)))
    if contract.doubled:
        yield Row((_("Doubled"), *_in_column(1 - contract.side, _TICK, sides)))
    yield Row((_("Needed"), *_in_column(contract.side, result["needed"], sides)))
    yield Row((_("Reached"), *_in_column(contract.side, result["reached"], sides)))
    yield Row((_("Outcome"), *_in_column(contract.side, str(labels.OUTCOME_NAMES[result["outcome"]]), sides)))


def _in_column(side: int, value: Value, sides: int) -> Iterator[Value]:
    return (value if number == side else None for number in range(sides))


def _spanning_row(label: str, text: str, sides: int, kind: RowKind = RowKind.REMARK) -> Row:
    """Return a row whose text spans all columns."""
    return Row((label, text, *repeat(None, sides - 1)), kind)


def _used_rows(
    ruleset: str, rules: RuleSet, sides: Sequence[sheets.StoredSide], group: LineGroup
) -> Iterator[Row]:
    """Return the rows in which any side has a line."""
    columns = [protocol_rows.points_by_row(rules, side.lines) for side in sides]
    for printed in rules.printed_rows:
        if printed.group is group and any(printed in column for column in columns):
            yield Row((printed_row_name(ruleset, printed), *(column.get(printed) for column in columns)))


def _minus_rows(row: DealRow) -> Iterator[Row]:
    """Mark each side without a combination: everything that it melded counts against it."""
    marks = tuple(None if any(hand.combinations.values()) else _TICK for hand in row.hands)
    if any(marks):
        yield Row((_("No canasta: minus"), *marks))
