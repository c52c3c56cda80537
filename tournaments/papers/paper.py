"""What all papers of an event have in common: their head, and the names on them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from clubs.people.names import NameOf
from clubs.reports.layouts import Grid
from clubs.reports.report import Column, Fact, Report, ReportTable, Row
from clubs.reports.tables import without_empty_columns
from tournaments.models import Round, Tournament
from tournaments.papers.source import PaperSource
from tournaments.play.names import entry_name
from tournaments.play.queries import PairingWithSides
from tournaments.public.handicaps import signed_points
from tournaments.public.standings import current_language


def make_paper(event: Tournament, subtitle: str, *tables: ReportTable, notes: Iterable[str] = ()) -> Report:
    """A paper under the name of the event, without empty columns."""
    return Report(
        title=event.title,
        subtitle=subtitle,
        facts=paper_facts(event),
        tables=tuple(without_empty_columns(table) for table in tables),
        notes=tuple(notes),
        language=current_language(),
    )


def paper_of_table(
    source: PaperSource, table: ReportTable | None, notes: Iterable[str] = ()
) -> Report | None:
    """A paper of one table, with its caption as the title; None without a table."""
    if table is None:
        return None
    return make_paper(source.event, table.caption, replace(table, caption=""), notes=notes)


def text_table(caption: str, text: str) -> ReportTable:
    """A text under its caption, a row for each of its paragraphs."""
    paragraphs = filter(None, map(str.strip, text.splitlines()))
    return ReportTable(
        columns=(Column(""),),
        rows=tuple(Row((paragraph,)) for paragraph in paragraphs),
        caption=caption,
        layout=Grid(heading=False),
    )


def paper_facts(event: Tournament) -> tuple[Fact, ...]:
    return Fact(_("Club"), event.club.name), Fact(_("Date"), event_day(event))


def event_day(event: Tournament) -> str:
    return date_format(event.date, "DATE_FORMAT")


def join_parts(*parts: str) -> str:
    return " · ".join(parts)


def occupied_tables(source: PaperSource, drawn: Round) -> list[PairingWithSides]:
    return [table for table in source.tables(drawn) if table.pairing.table is not None]


def names_of_sides(table: PairingWithSides, name_of: NameOf) -> list[str]:
    return [" – ".join(entry_name(entry, name_of) for entry in side.entries) for side in table.sides]


def sides_with_handicaps(table: PairingWithSides, name_of: NameOf) -> list[str]:
    """The names of the sides, each with the points with which it begins, if any."""
    names = names_of_sides(table, name_of)
    return [
        f"{name} ({signed_points(side.handicap)})" if side.handicap else name
        for name, side in zip(names, table.sides, strict=True)
    ]


def handicap_notes(tables: Iterable[PairingWithSides]) -> Iterator[str]:
    """What the points behind names are, where there are any."""
    if any(side.handicap for table in tables for side in table.sides):
        yield _("In brackets: the handicap, which is added to the result of the game.")


def director_line(source: PaperSource) -> str:
    """Where the director signs, with the names of those who direct."""
    names = source.officials.directors
    return _("The director: %(name)s") % {"name": ", ".join(names)} if names else _("The director")


def director_facts(source: PaperSource) -> Iterator[Fact]:
    """Who directs, if that is known."""
    if source.officials.directors:
        yield Fact(_("The director"), ", ".join(source.officials.directors))


def chair_line(source: PaperSource) -> str:
    """Where the chair of the jury signs, with the names of the jury."""
    names = source.officials.jury
    if not names:
        return _("Chair of the jury")
    return _("Chair of the jury (members: %(names)s)") % {"names": ", ".join(names)}
