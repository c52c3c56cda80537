"""The papers of the prize giving: the prize list and the certificates."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from clubs.people.names import full_name
from clubs.reports.layouts import WRITING_GRID
from clubs.reports.report import (
    Cards,
    Certificate,
    Certificates,
    Column,
    ColumnKind,
    Fact,
    Report,
    ReportTable,
    Row,
    Value,
)
from scoring.wording import labels
from tournaments.core.prizes import Award
from tournaments.core.standings import Placing
from tournaments.models import Round, Tournament
from tournaments.papers.paper import director_line, event_day, join_parts, make_paper
from tournaments.papers.source import PaperSource
from tournaments.play.names import home_clubs
from tournaments.play.prizes import GivenPrize, given_prizes, prize_table_of
from tournaments.public.event_view import EventView
from tournaments.public.official import official_since
from tournaments.public.prizes import (
    WinnersList,
    announced_lists,
    award_in_words,
    given_in_words,
    heading_of,
    lists_of,
    place_in_words,
    second_total,
    sharing_notes,
)
from tournaments.public.result_notes import result_state_notes
from tournaments.public.standings import (
    current_language,
    entry_heading,
    scheme_points,
    tie_break_column,
)


def prize_placings(source: PaperSource, limit: int | None) -> list[Placing]:
    """The first places of the standings, with all who share the last of them; None means all places."""
    if not source.full_name_view.counts:
        return []
    return [placing for placing in source.full_name_view.placings if limit is None or placing.place <= limit]


def prize_list(source: PaperSource, limit: int | None = None) -> Report | None:
    """The first places with names, clubs and points, and a line to sign for each prize.

    Where the event has prizes, those who get one, with what they get; each category has a table of its own.
    """
    view = source.full_name_view
    told = announced_lists(view, limit) if view.counts else []
    if not told:
        return None
    table = prize_table_of(source.event)
    sharing = [] if table is None else sharing_notes(table, lists_of(view))
    return replace(
        make_paper(source.event, _("Prize list"), notes=(*result_state_notes(view), *sharing)),
        # All entries first: on paper nobody waits for the winner.
        tables=tuple(_prizes_of(source, one) for one in (*told[-1:], *told[:-1])),
        signatures=(director_line(source), _("On behalf of %(club)s") % {"club": source.event.club.name}),
    )


def _prizes_of(source: PaperSource, told: WinnersList) -> ReportTable:
    view = source.full_name_view
    placings = {placing.totals.entry: placing for placing in view.placings}
    has_prizes = any(line.prize for line in told.lines)
    rows = (
        (
            line.award.place,
            line.name,
            home_clubs(source.entries[line.award.entry]),
            *(_totals(view, placings[line.award.entry]) if view.source.knows_games else ()),
            *((line.prize,) if has_prizes else ()),
            "",
        )
        for line in reversed(told.lines)
    )
    return ReportTable(
        columns=(
            Column(pgettext("rank", "Place"), ColumnKind.NUMBER),
            Column(entry_heading(view)),
            Column(_("Club")),
            *(
                (Column(_("Points"), ColumnKind.NUMBER), tie_break_column(view))
                if view.source.knows_games
                else ()
            ),
            *((Column(_("Prize")),) if has_prizes else ()),
            Column(_("Prize received")),
        ),
        rows=tuple(map(Row, rows)),
        caption=told.heading,
        layout=WRITING_GRID,
    )


def _totals(view: EventView, placing: Placing) -> tuple[Value, Value]:
    return scheme_points(view, placing.totals.points), second_total(view, placing)


def prize_receipts(source: PaperSource) -> Cards | None:
    """A receipt for each prize, two to a page, which the one who receives it signs.

    What has been handed out is on its receipt as it was then.
    """
    view = source.full_name_view
    table = prize_table_of(source.event)
    is_open = view.counts and not view.hidden and are_all_rounds_closed(source)
    if table is None or not is_open:
        return None
    given = given_prizes(source.event)
    cards = []
    for one in lists_of(view):
        winners = {award.entry: award for award in one.winners}
        kept = {entry: prize for (code, entry), prize in given.items() if code == one.code}
        for entry in dict.fromkeys((*winners, *kept)):
            placed = kept.get(entry) or winners[entry]
            if isinstance(placed, GivenPrize):
                cards.append(_receipt(source, one.code, placed, given_in_words(placed)))
            elif not placed.open:
                # What waits for a lot has no receipt yet.
                shown = award_in_words(placed, table.currency)
                cards.append(_receipt(source, one.code, placed, shown))
    if not cards:
        return None
    title = join_parts(source.event.title, _("Receipts for prizes"))
    return Cards(title=title, cards=tuple(cards), across=1, down=2, language=current_language())


def _receipt(source: PaperSource, code: str, placed: Award | GivenPrize, prize: str) -> Report:
    category = (Fact(_("Category"), heading_of(code)),) if code else ()
    name = source.full_name_view.entries[placed.entry].name
    return Report(
        title=_("Receipt for a prize"),
        subtitle=join_parts(source.event.title, event_day(source.event)),
        facts=(
            *category,
            Fact(pgettext("rank", "Place"), place_in_words(placed), alone=True),
            Fact(entry_heading(source.full_name_view), name, alone=True),
        ),
        tables=(ReportTable(columns=(Column(_("Prize")),), rows=(Row((prize,)),), layout=WRITING_GRID),),
        notes=(_("Received from %(club)s.") % {"club": source.event.club.name},),
        signatures=(_("Date and signature of the one who receives it"),),
        language=current_language(),
    )


def are_all_rounds_closed(source: PaperSource) -> bool:
    """Whether the agreed number of rounds is closed; an event without rounds of its own is over."""
    view = source.full_name_view
    if not view.source.knows_games:
        return True
    last = view.last
    return last is not None and last.number >= view.agreement.rounds and last.state == Round.State.CLOSED


def certificates(source: PaperSource, limit: int | None = None) -> Certificates | None:
    """A certificate for each of the first places; None until all rounds are closed."""
    event, first = source.event, prize_placings(source, limit)
    if not first or not are_all_rounds_closed(source):
        return None
    return Certificates(
        title=_("Certificate"),
        awarded=ngettext("is awarded to", "is awarded to", event.agreement.players),
        certificates=tuple(_certificate(source, placing) for placing in first),
        signatures=(director_line(source), _("On behalf of %(club)s") % {"club": event.club.name}),
        language=current_language(),
    )


def _certificate(source: PaperSource, placing: Placing) -> Certificate:
    event, number = source.event, placing.totals.entry
    return Certificate(
        names=tuple(full_name(player) for player in source.full_name_view.entries[number].players),
        club=home_clubs(source.entries[number]),
        place=place_in_words(placing),
        event=event.title,
        facts=(labels.ruleset_name(event.ruleset), event.club.name, event_day(event), *_revision(event)),
    )


def _revision(event: Tournament) -> Iterator[str]:
    """Which revision of the results it is, where they were official before."""
    if event.revision > 1 and (since := official_since(event)) is not None:
        yield since
