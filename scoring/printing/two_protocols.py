"""The protocols that the sides of a game have kept, beside each other on one sheet (000 §35a).

Each side's figures are as that side wrote them; a sign marks the rows that differ, and what counts stands
beside them. The names of the sides are in the head alone, and so is who has handed in all of a side's sheets.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, repeat
from typing import Final

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from clubs.people.names import NameOf
from clubs.reports.layouts import GRID, LEDGER, Layout
from clubs.reports.report import (
    Column,
    ColumnKind,
    Fact,
    Report,
    ReportTable,
    Row,
    RowKind,
    SignatureLine,
    Value,
)
from scoring.core.deal_sheet import DealSheet
from scoring.game.differences import compare_protocols, ending_text, written_rows
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
# A text up to this length stands in a column of figures; a longer one, such as melds, has a row of its own.
_MAX_FIGURE: Final = 9
# A strip of a page has room for the figures of two sides, each by each.
_MOST_SIDES_IN_STRIP: Final = 2


@dataclass(frozen=True, slots=True)
class _ComparedDeal:
    """A deal with the newest protocol of each side, its earlier ones, and the rows with anything in them."""

    row: DealRow
    protocols: Mapping[int, OwnProtocol]
    sheets: Mapping[int, DealSheet]
    # Of each side that has handed in several: all of them, the first one first.
    versions: Mapping[int, Sequence[DealSheet]]
    rows: tuple[Row, ...]

    @property
    def differing(self) -> int:
        return sum(any(str(value).startswith(DIFFERS) for value in row.values) for row in self.rows)


def build_two_protocols(
    game: Game,
    rows: Sequence[DealRow],
    handed_in: Mapping[int, Sequence[OwnProtocol]],
    contents: ProtocolContents,
) -> Report:
    """Build the comparison: deal by deal what each side wrote and what counts, and who signs it."""
    letters = SIDE_LETTERS[: len(game.sides.all())]
    deals = [_compare(game, row, handed_in.get(row.deal.pk, ()), len(letters)) for row in rows]
    writers = _writers(deals)
    return Report(
        title=_("Score sheets side by side"),
        subtitle=labels.ruleset_name(game.ruleset),
        facts=(*header(game, rows, contents), *_writer_facts(writers, contents.name_of)),
        tables=(_deals_table(game, deals, letters, writers, contents.name_of),),
        notes=tuple(_notes(deals, contents)),
        signatures=tuple(_signature_lines(game, contents)),
        address=contents.address,
        foot=tuple(foot_lines(game, side_names(game, contents.name_of), contents)),
        state="" if contents.state is None else contents.state.sentence,
        words=None if contents.state is None else contents.state.words,
        publisher=game.book.club.name,
        as_of=None if contents.state is None else localtime(contents.state.at),
        language=get_language() or "en",
    )


# Who handed in what.


def _writers(deals: Sequence[_ComparedDeal]) -> dict[int, OwnProtocol]:
    """Return a protocol of each side of which one player has handed in all of them."""
    by_side: dict[int, list[OwnProtocol]] = {}
    for deal in deals:
        for side, protocol in deal.protocols.items():
            by_side.setdefault(side, []).append(protocol)
    return {
        side: protocols[0]
        for side, protocols in sorted(by_side.items())
        if protocols[0].player is not None and len({protocol.player_id for protocol in protocols}) == 1
    }


def _writer_facts(writers: Mapping[int, OwnProtocol], name_of: NameOf) -> Iterator[Fact]:
    for side, protocol in writers.items():
        if protocol.player is not None:
            yield Fact(_("Handed in by %(side)s") % {"side": SIDE_LETTERS[side]}, name_of(protocol.player))


def _handed_in(
    game: Game, deal: _ComparedDeal, side: int, writers: Mapping[int, OwnProtocol], name_of: NameOf
) -> Iterator[str]:
    """Say when a side has handed in its sheet of a deal; who has, if that is not in the head."""
    letter, protocol = SIDE_LETTERS[side], deal.protocols.get(side)
    if protocol is None:
        yield " ".join([letter, _("not handed in")])
        return
    named = [] if side in writers or protocol.player is None else [name_of(protocol.player)]
    yield " ".join([letter, *named, _moment(game, protocol)])
    if protocol.number > 1:
        yield _("version %(number)s") % {"number": protocol.number}


def _moment(game: Game, protocol: OwnProtocol) -> str:
    """Return the time, with its day if the game has begun on another one."""
    at = localtime(protocol.at)
    time = date_format(at, "TIME_FORMAT")
    is_same_day = at.date() == localtime(game.opened_at).date()
    return time if is_same_day else f"{date_format(at, 'SHORT_DATE_FORMAT')} {time}"


# What counts.


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
    protocols = {protocol.side: protocol for protocol in handed_in if protocol.current}
    versions: dict[int, list[DealSheet]] = {}
    for protocol in handed_in:
        sheet = sheets.stored_sheet(game, protocol.sheet, row.deal.openings)
        versions.setdefault(protocol.side, []).append(sheet)
    newest = {side: versions[side][-1] for side in protocols}
    return _ComparedDeal(row, protocols, newest, versions, tuple(_compared_rows(row, newest, sides)))


def _compared_rows(row: DealRow, written: Mapping[int, DealSheet], sides: int) -> Iterator[Row]:
    """Return the rows of a deal: each protocol's value for each side, the sign, and what counts."""
    if not written:
        return
    counts = row.sheet if row.hands else None
    together = [*written.values(), *([] if counts is None else [counts])]
    yield from _ending_rows(written, counts, sides)
    for line in written_rows(together):
        by_keeper = dict(zip(written, line.values, strict=False))
        counted = None if counts is None else line.values[-1]
        if any(_is_long(value) for values in line.values for value in values):
            yield from _text_rows(line.label, by_keeper, counted, sides)
        else:
            yield _compared_row(line.label, by_keeper, counted, sides)
    totals = {side: sheets.totals_as_written(sheet) or (None,) * sides for side, sheet in written.items()}
    counted_totals = tuple(hand.total for hand in row.hands) or None
    yield _compared_row(_("Deal total"), totals, counted_totals, sides, RowKind.TOTAL)
    if row.hands:
        after = tuple(hand.after for hand in row.hands)
        yield _compared_row(_("Running total"), {}, after, sides, RowKind.TOTAL)


def _is_long(value: Value) -> bool:
    return isinstance(value, str) and len(value) > _MAX_FIGURE


def _ending_rows(written: Mapping[int, DealSheet], counts: DealSheet | None, sides: int) -> Iterator[Row]:
    """Say how the deal ended by each protocol, if they do not agree."""
    endings = [(SIDE_LETTERS[keeper], ending_text(sheet)) for keeper, sheet in written.items()]
    if len({ending for _letter, ending in endings}) > 1:
        counted = [] if counts is None else [(_("What counts"), ending_text(counts))]
        yield from _differing_texts(_("How the deal ended"), [*endings, *counted], sides)


def _text_rows(
    label: str, by_keeper: Mapping[int, Sequence[Value]], counted: Sequence[Value] | None, sides: int
) -> Iterator[Row]:
    """Return a row over all columns for each side that has a text, or one for each text if they differ."""
    for side, letter in enumerate(SIDE_LETTERS[:sides]):
        texts = [
            (_by(letter, SIDE_LETTERS[keeper]), str(values[side])) for keeper, values in by_keeper.items()
        ]
        if counted is not None:
            texts.append((_("%(side)s counts") % {"side": letter}, str(counted[side])))
        distinct = {text for _whose, text in texts}
        if len(distinct) > 1:
            yield from _differing_texts(label, texts, sides)
        elif any(map(str.isalnum, "".join(distinct))):
            yield _text_row(f"{label}, {letter}", distinct.pop(), sides)


def _differing_texts(label: str, texts: Sequence[tuple[str, str]], sides: int) -> Iterator[Row]:
    """Return a row for each text, with the sign before the first."""
    for at, (whose, text) in enumerate(texts):
        yield _text_row(f"{label}, {whose}", text if at else f"{DIFFERS} {text}", sides)


def _text_row(label: str, text: str, sides: int) -> Row:
    """Return a row whose text spans all columns."""
    return Row((label, text, *repeat(None, _columns_besides(sides) - 1)), RowKind.REMARK)


def _columns_besides(sides: int) -> int:
    """Return how many columns follow that of the labels."""
    return sides * sides + 1 + sides


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


def _by(side: str, keeper: str) -> str:
    return _("%(side)s by %(keeper)s") % {"side": side, "keeper": keeper}


def _columns(letters: Sequence[str]) -> Iterator[Column]:
    yield Column("", per_language=True)
    for keeper in letters:
        for side in letters:
            yield Column(_by(side, keeper), ColumnKind.NUMBER)
    yield Column(DIFFERS, ColumnKind.NUMBER)
    for side in letters:
        yield Column(_("%(side)s counts") % {"side": side}, ColumnKind.NUMBER)


def _deals_table(
    game: Game,
    deals: Sequence[_ComparedDeal],
    letters: Sequence[str],
    writers: Mapping[int, OwnProtocol],
    name_of: NameOf,
) -> ReportTable:
    """Return the table of all deals, each under its heading."""
    columns = tuple(_columns(letters))
    ruling_numbers = {ruling.pk: ruling.number for ruling in game.rulings.all()}
    rows: list[Row] = []
    for deal in deals:
        remark = [*_endings(deal)]
        for side in range(len(letters)):
            remark += _handed_in(game, deal, side, writers, name_of)
        if deal.differing:
            label = _("Rows that differ")
            remark.append(f"{label}: {deal.differing}")
        remark += _what_counts(deal, letters, ruling_numbers)
        values = _("Deal %(number)s") % {"number": deal.row.deal.number}, ", ".join(remark)
        rows += [Row((*values, *repeat(None, len(columns) - 2)), RowKind.HEADING), *deal.rows]
    layout: Layout = GRID if len(letters) > _MOST_SIDES_IN_STRIP else LEDGER
    return ReportTable(columns=columns, rows=tuple(rows), layout=layout)


def _endings(deal: _ComparedDeal) -> Iterator[str]:
    """Say how a deal ended, where the protocols agree about it."""
    endings = {ending_text(sheet) for sheet in deal.sheets.values()}
    if len(endings) == 1:
        yield endings.pop()


# Below the table.


def _notes(deals: Sequence[_ComparedDeal], contents: ProtocolContents) -> Iterator[str]:
    yield _("%(sign)s marks a row on which the score sheets differ.") % {"sign": DIFFERS}
    yield _("“%(first)s by %(second)s”: the figures of side %(first)s as side %(second)s wrote them.") % {
        "first": SIDE_LETTERS[0],
        "second": SIDE_LETTERS[1],
    }
    for deal in deals:
        yield from _version_notes(deal)
    yield from (ruling_note(ruling) for ruling in contents.rulings)
    yield from (ledger_note(entry) for entry in contents.ledger)


def _version_notes(deal: _ComparedDeal) -> Iterator[str]:
    """Say what a side has changed each time that it handed in its sheet of a deal again."""
    for side, versions in deal.versions.items():
        for number, pair in enumerate(pairwise(versions), start=2):
            changes = [
                f"{difference.label}{'' if difference.side is None else f', {SIDE_LETTERS[difference.side]}'}"
                f" {difference.values[0]} → {difference.values[1]}"
                for difference in compare_protocols(pair)
            ]
            if changes:
                values = {"number": deal.row.deal.number, "side": SIDE_LETTERS[side], "version": number}
                yield _("Deal %(number)s, changed by %(side)s in version %(version)s: %(changes)s") % {
                    **values,
                    "changes": "; ".join(changes),
                }


def _signature_lines(game: Game, contents: ProtocolContents) -> Iterator[SignatureLine]:
    """Return a line for each side, which signs this paper by hand, and the director's."""
    for letter, name in zip(SIDE_LETTERS, side_names(game, contents.name_of), strict=False):
        yield SignatureLine(_("Signature, %(side)s") % {"side": f"{letter}: {name}"})
    yield director_line(contents.directors)
