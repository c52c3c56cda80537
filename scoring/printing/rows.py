"""The rows of a deal on a printed protocol, in the reader's language.

Knows stored results and what each printed row is called; must not query, add a point or know how paper looks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import repeat
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.reports.report import Row, Value
from scoring.core import protocol_rows
from scoring.core.rulesets.base import Group, PrintedRow, RuleSet
from scoring.game.differences import bid_of
from scoring.game.score_sheet import deal_ended, judged_of, opening, state_of_deal
from scoring.models import Game
from scoring.store import sheets
from scoring.store.queries import DealRow
from scoring.wording import labels
from scoring.wording.labels import LETTERS

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

# Who sat at a side and a place in a deal of this number.
Sitter = Callable[[Sequence[int], int], str]
# A tick where something holds for a side.
_TICK: Final = "\N{MULTIPLICATION SIGN}"

# Rows that hold several lines; any other is called as its one line is.
_NAMES: Final[Mapping[str, _StrPromise]] = {
    "penalties": _lazy("Penalties"),
    "threes_in_hand": _lazy("Threes in hand"),
    "canastas": _lazy("Canastas"),
    "all_the_rest": _lazy("All the rest"),
}
_BY_SIZE: Final = "penalties_of_"


def row_name(ruleset: str, row: PrintedRow) -> str:
    """What a printed row is called."""
    if row.name.startswith(_BY_SIZE):
        return _("Penalties of %(points)s") % {"points": row.name.removeprefix(_BY_SIZE)}
    return str(_NAMES[row.name]) if row.name in _NAMES else labels.line_name(ruleset, row.name)


def deal_rows(game: Game, rules: RuleSet, row: DealRow, sitter: Sitter) -> Iterator[Row]:
    """A deal from its number to the running totals; of one that does not count, how it stands."""
    if row.version is None:
        return
    sides = sheets.sides_of(row.version.result)
    yield _across(_heading(row), _heading_told(row, sitter), len(sides), opens=True)
    if not row.hands:
        return
    yield Row((_("Opening requirement"), *(opening(needed) for needed in row.deal.openings)))
    yield from _contract_rows(row, len(sides))
    yield from _used_rows(game.ruleset, rules, sides, Group.BASE)
    if rules.minus_without_combination:
        yield from _minus_rows(row)
    yield Row((_("Base points"), *(hand.base for hand in row.hands)), total=True)
    yield from _used_rows(game.ruleset, rules, sides, Group.CARDS)
    yield Row((_("Card points"), *(hand.cards for hand in row.hands)), total=True)
    yield Row((_("Deal total"), *(hand.total for hand in row.hands)))
    yield Row((_("Running total"), *(hand.after for hand in row.hands)), total=True, running=True)


def _heading(row: DealRow) -> str:
    return _("Deal %(number)s") % {"number": row.deal.number}


def _heading_told(row: DealRow, sitter: Sitter) -> str:
    """Who dealt, who sat out and how the deal ended, and how it stands where it is not approved."""
    told = []
    if row.deal.dealer is not None:
        told.append(_("%(name)s dealt") % {"name": sitter(row.deal.dealer, row.deal.number)})
    if row.deal.sits_out:
        names = ", ".join(sitter(place, row.deal.number) for place in row.deal.sits_out)
        told.append(_("sitting out: %(names)s") % {"names": names})
    told.append(deal_ended(LETTERS, row))
    state = state_of_deal(row.deal)
    if state is not None:
        told.append(state.label)
    return ", ".join(told)


def _contract_rows(row: DealRow, sides: int) -> Iterator[Row]:
    """Who bid what and who doubled it, what it asked for, what was reached and what became of it."""
    contract, judged = row.sheet.contract, judged_of(row)
    if contract is None or judged is None:
        return
    yield _across(_("Bid"), bid_of(contract._replace(doubled=False)), sides)
    yield _across(_("Bidder"), LETTERS[contract.side], sides)
    if contract.doubled:
        yield _across(_("Doubled by"), LETTERS[1 - contract.side], sides)
    yield Row((_("Needed"), *_in_column(contract.side, judged["needed"], sides)))
    yield Row((_("Reached"), *_in_column(contract.side, judged["reached"], sides)))
    yield _across(_("Outcome"), str(labels.OUTCOMES[judged["outcome"]]), sides)


def _in_column(side: int, value: Value, sides: int) -> Iterator[Value]:
    return (value if at == side else None for at in range(sides))


def _across(label: str, text: str, sides: int, *, opens: bool = False) -> Row:
    """A text that has the room of all columns."""
    return Row((label, text, *repeat(None, sides - 1)), opens=opens, wide=True)


def _used_rows(
    ruleset: str, rules: RuleSet, sides: Sequence[sheets.StoredSide], group: Group
) -> Iterator[Row]:
    """The rows in which some side has a line."""
    columns = [protocol_rows.points_by_row(rules, side.lines) for side in sides]
    for one in rules.printed:
        if one.group is group and any(one in column for column in columns):
            yield Row((row_name(ruleset, one), *(column.get(one) for column in columns)))


def _minus_rows(row: DealRow) -> Iterator[Row]:
    """The mark of a side without a combination: all that it has melded counts against it."""
    marks = tuple(None if any(hand.combinations.values()) else _TICK for hand in row.hands)
    if any(marks):
        yield Row((_("No canasta: minus"), *marks))
