"""The emergency pack of a round: all that is needed to play it on paper, in one file.

It has lists for the wall, the progress of each table, the standings, a protocol and a slip for each table,
and the rules. It is for the director: protocols, slips and the progress have full names, and hidden standings
are in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Final

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.jobs.kinds import Progress
from clubs.models import Job
from clubs.reports.in_languages import in_each_language
from clubs.reports.report import Cards, Column, ColumnKind, Fact, Report, ReportTable, Row, Value
from clubs.reports.side_by_side import combine_documents
from clubs.text.dates import short_datetime
from scoring.game import in_play
from scoring.game.score_sheet import opening_label
from tournaments.models import Round
from tournaments.papers.cards import result_slips
from tournaments.papers.catalogue import PAPER_KINDS
from tournaments.papers.pack import EmergencyPack, PartDocuments
from tournaments.papers.pack_protocols import blank_protocols, protocols_in_pack
from tournaments.papers.paper import (
    join_parts,
    make_paper,
    paper_facts,
)
from tournaments.papers.source import PaperSource
from tournaments.play.queries import PairingWithSides
from tournaments.public import tables as event_tables
from tournaments.wording.labels import round_label

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

    from clubs.reports.pdf.booklet import Chapter, ContentsEntry, Section

# The steps when the machines fail.
_STEPS: Final = (
    _lazy("Put up the pairings, and give each table its score sheet and slip."),
    _lazy(
        "A table that has started continues from its totals: its score sheet begins "
        "with the first deal not yet recorded."
    ),
    _lazy(
        "Write every deal on the score sheet. After the game the sides sign it and the "
        "slip, and the slip goes to the desk."
    ),
    _lazy(
        "Once Talon is running again, the deals are typed in from paper, starting with the first one missing."
    ),
)


@dataclass(frozen=True, slots=True)
class PackPart:
    """A part of the pack: its label, its purpose, and the function that makes its documents."""

    label: _StrPromise
    purpose: _StrPromise
    make: Callable[[EmergencyPack], PartDocuments]
    # Whether it has a document, as far as is known without making it.
    is_available: Callable[[EmergencyPack], bool] = lambda _pack: True
    # Its documents are handed out: each has its sheet for itself.
    is_handed_out: bool = False


def print_pack(job: Job, work: Progress) -> None:
    # Imported here: other workers need no PDF.
    from clubs.reports.pdf.booklet import Booklet, write_booklet

    drawn = Round.objects.select_related("tournament__book", "tournament__club").get(
        pk=job.parameters["round"]
    )
    source = PaperSource(drawn.tournament, lambda path: job.parameters["origin"] + path)
    pack = EmergencyPack(source, drawn, job.parameters["languages"].split("-"))
    work.set_total(len(PACK_PARTS) - 1 + sum(1 for _form in protocols_in_pack(pack)))
    with translation.override(pack.languages[0]):
        booklet = Booklet(
            title=join_parts(source.event.title, pack.label(lambda: pack_title(drawn))),
            contents=lambda entries: pack.in_languages(lambda: front_page(pack, entries)),
            sections=pack_sections(pack, work),
            language=pack.languages[0],
            two_sided=job.parameters["two_sided"],
            publisher=source.event.club.name,
            as_of=source.as_of,
        )
        write_booklet(booklet, work.output)


def pack_title(drawn: Round) -> str:
    return _("Emergency pack of round %(number)s") % {"number": drawn.number}


def pack_sections(pack: EmergencyPack, work: Progress) -> Iterator[Section]:
    """The parts in the order in which they are needed, without empty documents."""
    from clubs.reports.pdf.booklet import Chapter, Section

    def chapters(part: PackPart) -> Iterator[Chapter]:
        for label, document in part.make(pack):
            if document is not None:
                yield Chapter(label, document, own_sheet=part.is_handed_out)
            work.advance()

    return (Section(pack.label(partial(str, part.label)), chapters(part)) for part in PACK_PARTS)


# The front page.


def front_page(pack: EmergencyPack, entries: Sequence[ContentsEntry]) -> Report:
    """The contents of the pack with their pages, the time of its data, and the steps to take."""
    event = pack.source.event
    pages = {entry.label: entry.page for entry in entries if entry.is_section}
    contents = ReportTable(
        columns=(Column(_("Contents")), Column(_("Purpose")), Column(_("Page"), ColumnKind.NUMBER)),
        rows=tuple(
            Row((str(part.label), str(part.purpose), pages.get(pack.label(partial(str, part.label)))))
            for part in PACK_PARTS
            if part.is_available(pack)
        ),
    )
    steps = ReportTable(
        columns=(Column("", ColumnKind.NUMBER), Column("")),
        rows=tuple(Row((number, step)) for number, step in enumerate(instructions(pack), start=1)),
        caption=_("If the computers fail"),
    )
    report = make_paper(event, pack_title(pack.round))
    as_of = Fact(_("Status at"), short_datetime(pack.source.as_of))
    return replace(report, facts=(*paper_facts(event), as_of), tables=(contents, steps))


def instructions(pack: EmergencyPack) -> Iterator[str]:
    """The steps to take with the pack."""
    if pack.is_to_be_played:
        return map(str, _STEPS)
    return iter((_("All games of this round are over: continue from the standings."),))


# Lists.


def _paper_of_event(code: str) -> Callable[[EmergencyPack], PartDocuments]:
    return lambda pack: iter([("", pack.paper(code))])


def _is_published(pack: EmergencyPack) -> bool:
    return bool(pack.games)


def _progress(pack: EmergencyPack) -> PartDocuments:
    """The progress of the tables; None before the round is published."""
    yield "", pack.in_languages(lambda: _progress_report(pack)) if _is_published(pack) else None


def _progress_report(pack: EmergencyPack) -> Report:
    """A row for each side of each table: its total, its opening requirement, the next deal and its dealer."""
    table = ReportTable(
        columns=(
            Column(_("Table"), ColumnKind.NUMBER),
            Column(_("Side")),
            Column(_("Running total"), ColumnKind.NUMBER),
            Column(_("Opening requirement"), ColumnKind.NUMBER, short=_("Needed")),
            # A finished game shows its state here.
            Column(_("Deal")),
            Column(_("Dealer")),
        ),
        rows=tuple(row for table in pack.tables for row in _progress_rows(pack, table)),
    )
    subtitle = join_parts(round_label(pack.round.number), str(_PROGRESS))
    return make_paper(pack.source.event, subtitle, table)


def _progress_rows(pack: EmergencyPack, table: PairingWithSides) -> Iterator[Row]:
    """The rows of a table; the first has its number, deal and dealer."""
    current = pack.game_at(table)
    if current is None:
        return
    columns, is_over = in_play.side_columns(current), current.game.over
    dealer = "" if is_over else in_play.deal_roles(current).dealer
    deal: Value = str(current.game.get_state_display()) if is_over else in_play.current_number(current)
    for index, column in enumerate(columns):
        needed = "" if is_over else opening_label(column.opening)
        is_first = index == 0
        yield Row(
            (
                table.pairing.table if is_first else None,
                column.name,
                column.total,
                needed,
                deal if is_first else None,
                dealer if is_first else "",
            )
        )


def _counts(pack: EmergencyPack) -> bool:
    return pack.source.view.counts


def _standings(pack: EmergencyPack) -> PartDocuments:
    """The standings; hidden ones with a note that they are for the director."""
    source = pack.source
    are_hidden = source.view.hidden and source.view.counts
    yield "", pack.in_languages(lambda: _hidden_standings(source)) if are_hidden else pack.paper("standings")


def _hidden_standings(source: PaperSource) -> Report:
    report = event_tables.standings_tables(source.full_name_view, on_paper=True)
    tables = (replace(table, caption="") for table in report.tables)
    notes = (_("These standings are withheld: they are for the director only, not for the wall."),)
    return make_paper(source.event, report.subtitle, *tables, notes=(*notes, *report.notes))


# Protocols.


def _slips(pack: EmergencyPack) -> PartDocuments:
    """Slips for the tables whose results are still to come."""
    tables = pack.tables_to_play
    slips = combine_documents(
        in_each_language(pack.languages, lambda: result_slips(pack.source, pack.round, tables))
    )
    yield "", slips if isinstance(slips, Cards) else None


_PROGRESS: Final = _lazy("Progress of the tables")
PACK_PARTS: Final = (
    *(
        PackPart(PAPER_KINDS[code].label, PAPER_KINDS[code].purpose, _paper_of_event(code))
        for code in ("by-table", "by-name")
    ),
    PackPart(
        _PROGRESS,
        _lazy(
            "Totals; for games still in progress also each side's opening requirement, the "
            "next deal and its dealer: for the desk."
        ),
        _progress,
        _is_published,
    ),
    PackPart(
        PAPER_KINDS["standings"].label,
        _lazy("The current standings, for drawing the next round."),
        _standings,
        _counts,
    ),
    PackPart(
        _lazy("Blank score sheets"),
        _lazy("One for each table with its head filled in, and some to spare."),
        blank_protocols,
        lambda pack: pack.is_to_be_played,
        is_handed_out=True,
    ),
    PackPart(
        PAPER_KINDS["slips"].label,
        PAPER_KINDS["slips"].purpose,
        _slips,
        lambda pack: pack.is_to_be_played,
        is_handed_out=True,
    ),
    PackPart(PAPER_KINDS["rules"].label, PAPER_KINDS["rules"].purpose, _paper_of_event("rules")),
)
