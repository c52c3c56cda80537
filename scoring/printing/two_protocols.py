"""The protocols that the sides of a game have kept, beside each other on one sheet (000 §35a).

Each side's figures are as that side wrote them; a sign marks the rows that differ, and what counts stands
beside them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.timezone import localtime
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from clubs.people.names import NameOf
from clubs.reports.report import Column, ColumnKind, Report, ReportTable, Row, RowKind, SignatureLine, Value
from clubs.text.dates import short_datetime
from scoring.core.deal_sheet import DealSheet
from scoring.game.differences import ending_text, written_rows
from scoring.game.status import deal_badge
from scoring.models import Deal, Game, OwnProtocol
from scoring.printing.protocol import ProtocolContents, foot_lines, header, ledger_note, ruling_note
from scoring.printing.signature_lines import director_line
from scoring.store import sheets
from scoring.store.deal_queries import DealRow
from scoring.store.game_queries import side_names
from scoring.wording import labels
from scoring.wording.labels import SIDE_LETTERS

# The sign of a row on which the protocols differ; a note explains it.
DIFFERS: Final = "\N{NOT EQUAL TO}"
# A text up to this length stands in a column of figures; a longer one, such as melds, needs its lines.
_MAX_FIGURE: Final = 9


@dataclass(frozen=True, slots=True)
class _ComparedDeal:
    """A deal with the protocols handed in of it, and the rows in which they have anything."""

    row: DealRow
    protocols: Mapping[int, OwnProtocol]
    sheets: Mapping[int, DealSheet]
    rows: tuple[Row, ...]

    @property
    def differing(self) -> int:
        return sum(DIFFERS in row.values for row in self.rows)


def build_two_protocols(
    game: Game,
    rows: Sequence[DealRow],
    handed_in: Mapping[int, Sequence[OwnProtocol]],
    contents: ProtocolContents,
) -> Report:
    """Build the comparison: what was handed in and what counts, then deal by deal, and who signs it."""
    letters = SIDE_LETTERS[: len(game.sides.all())]
    deals = [_compare(game, row, handed_in.get(row.deal.pk, ()), len(letters)) for row in rows]
    return Report(
        title=_("Score sheets side by side"),
        subtitle=labels.ruleset_name(game.ruleset),
        facts=tuple(header(game, rows, contents)),
        tables=(
            _overview(game, deals, letters, contents.name_of),
            *_deal_tables(deals, letters),
        ),
        notes=tuple(_notes(contents)),
        signatures=tuple(_signature_lines(game, contents)),
        address=contents.address,
        foot=tuple(foot_lines(game, side_names(game, contents.name_of), contents)),
        state="" if contents.state is None else contents.state.sentence,
        words=None if contents.state is None else contents.state.words,
        publisher=game.book.club.name,
        as_of=None if contents.state is None else localtime(contents.state.at),
        language=get_language() or "en",
    )


# What was handed in, and what counts.


def _overview(
    game: Game, deals: Sequence[_ComparedDeal], letters: Sequence[str], name_of: NameOf
) -> ReportTable:
    """Say of each deal who handed in what and when, on how many rows that differs, and what counts."""
    ruling_numbers = {ruling.pk: ruling.number for ruling in game.rulings.all()}
    return ReportTable(
        columns=(
            Column(_("Deal"), ColumnKind.NUMBER),
            *(Column(_("Handed in by %(side)s") % {"side": letter}) for letter in letters),
            Column(_("Rows that differ"), ColumnKind.NUMBER),
            Column(_("What counts")),
        ),
        rows=tuple(
            Row(
                (
                    deal.row.deal.number,
                    *(_handed_in(deal.protocols.get(side), name_of) for side in range(len(letters))),
                    deal.differing if len(deal.protocols) > 1 else None,
                    ", ".join(_what_counts(deal, letters, ruling_numbers)),
                )
            )
            for deal in deals
        ),
    )


def _handed_in(protocol: OwnProtocol | None, name_of: NameOf) -> str:
    if protocol is None:
        return _("not handed in")
    parts = [] if protocol.player is None else [name_of(protocol.player)]
    parts.append(short_datetime(protocol.at))
    if protocol.number > 1:
        parts.append(_("version %(number)s") % {"number": protocol.number})
    return ", ".join(parts)


def _what_counts(
    deal: _ComparedDeal, letters: Sequence[str], ruling_numbers: Mapping[int, int]
) -> Iterator[str]:
    """Return what has become of a deal: approved or not, as whose protocol says, and by which ruling."""
    row = deal.row
    if row.version is None and row.deal.state == Deal.State.DRAFT:
        is_whole = len(deal.protocols) == len(letters)
        yield (
            _("nothing yet: the score sheets differ")
            if is_whole
            else _("nothing yet: a score sheet is missing")
        )
        return
    badge = deal_badge(row)
    yield row.deal.get_state_display() if badge is None else badge.label
    if row.version is None or not row.hands:
        return
    if deal.sheets:
        yield _as_written_by(deal, letters)
    if row.version.ruling_id is not None:
        yield _("Ruling %(number)s") % {"number": ruling_numbers[row.version.ruling_id]}


def _as_written_by(deal: _ComparedDeal, letters: Sequence[str]) -> str:
    """Say whose protocol says what counts."""
    agreeing = [
        letters[side]
        for side, sheet in deal.sheets.items()
        if not sheets.sheets_differ(sheet, deal.row.sheet)
    ]
    if not agreeing:
        return _("as nobody wrote it")
    return _("as written by %(sides)s") % {"sides": " + ".join(agreeing)}


# Deal by deal.


def _compare(game: Game, row: DealRow, handed_in: Sequence[OwnProtocol], sides: int) -> _ComparedDeal:
    protocols = {protocol.side: protocol for protocol in handed_in}
    written = {
        side: sheets.stored_sheet(game, protocol.sheet, row.deal.openings)
        for side, protocol in protocols.items()
    }
    return _ComparedDeal(row, protocols, written, tuple(_compared_rows(row, written, sides)))


def _compared_rows(row: DealRow, written: Mapping[int, DealSheet], sides: int) -> Iterator[Row]:
    """Return the rows of a deal: each protocol's value for each side, the sign, and what counts."""
    if not written:
        return
    counts = row.sheet if row.hands else None
    endings = {side: (ending_text(sheet), *[None] * (sides - 1)) for side, sheet in written.items()}
    if len(set(endings.values())) > 1:
        counted = None if counts is None else (ending_text(counts), *[None] * (sides - 1))
        yield _compared_row(_("How the deal ended"), endings, counted, sides)
    together = [*written.values(), *([] if counts is None else [counts])]
    for line in written_rows(together):
        by_keeper = dict(zip(written, line.values, strict=False))
        yield _compared_row(line.label, by_keeper, None if counts is None else line.values[-1], sides)
    totals = {side: sheets.totals_as_written(sheet) or (None,) * sides for side, sheet in written.items()}
    counted_totals = tuple(hand.total for hand in row.hands) or None
    yield _compared_row(_("Deal total"), totals, counted_totals, sides, RowKind.TOTAL)
    if row.hands:
        after = tuple(hand.after for hand in row.hands)
        yield _compared_row(_("Running total"), {}, after, sides, RowKind.TOTAL)


def _compared_row(
    label: str,
    by_keeper: Mapping[int, Sequence[Value]],
    counted: Sequence[Value] | None,
    sides: int,
    kind: RowKind = RowKind.PLAIN,
) -> Row:
    """Return a row; where a protocol was not handed in, nothing differs from it."""
    empty: Sequence[Value] = (None,) * sides
    written = [value for keeper in range(sides) for value in by_keeper.get(keeper, empty)]
    differs = len({tuple(values) for values in by_keeper.values()}) > 1
    return Row((label, *written, DIFFERS if differs else None, *(counted or empty)), kind)


def _deal_tables(deals: Sequence[_ComparedDeal], letters: Sequence[str]) -> Iterator[ReportTable]:
    """Return a table for each deal of which a protocol was handed in; all have the same columns."""
    compared = [deal for deal in deals if deal.rows]
    has_texts = any(_has_long_texts(deal.rows) for deal in compared)
    columns = tuple(_columns(letters, ColumnKind.TEXT if has_texts else ColumnKind.NUMBER))
    for deal in compared:
        yield ReportTable(columns=columns, rows=deal.rows, caption=_caption(deal))


def _has_long_texts(rows: Sequence[Row]) -> bool:
    return any(
        isinstance(value, str) and len(value) > _MAX_FIGURE for row in rows for value in row.values[1:]
    )


def _columns(letters: Sequence[str], kind: ColumnKind) -> Iterator[Column]:
    yield Column("", per_language=True)
    for keeper in letters:
        for side in letters:
            yield Column(_("%(side)s by %(keeper)s") % {"side": side, "keeper": keeper}, kind)
    yield Column(DIFFERS)
    for side in letters:
        yield Column(_("%(side)s counts") % {"side": side}, kind)


def _caption(deal: _ComparedDeal) -> str:
    """Name a deal, and say how it ended where the protocols agree about it."""
    number = _("Deal %(number)s") % {"number": deal.row.deal.number}
    endings = {ending_text(sheet) for sheet in deal.sheets.values()}
    return f"{number}: {endings.pop()}" if len(endings) == 1 else number


# Below the tables.


def _notes(contents: ProtocolContents) -> Iterator[str]:
    yield _("%(sign)s marks a row on which the score sheets differ.") % {"sign": DIFFERS}
    yield _("“%(first)s by %(second)s”: the figures of side %(first)s as side %(second)s wrote them.") % {
        "first": SIDE_LETTERS[0],
        "second": SIDE_LETTERS[1],
    }
    yield from (ruling_note(ruling) for ruling in contents.rulings)
    yield from (ledger_note(entry) for entry in contents.ledger)


def _signature_lines(game: Game, contents: ProtocolContents) -> Iterator[SignatureLine]:
    """Return a line for each side, which signs this paper by hand, and the director's."""
    for letter, name in zip(SIDE_LETTERS, side_names(game, contents.name_of), strict=False):
        yield SignatureLine(_("Signature, %(side)s") % {"side": f"{letter}: {name}"})
    yield director_line(contents.directors)
