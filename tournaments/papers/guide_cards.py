"""Guide cards: where each entry goes from round to round, and who comes to each table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.reports.numbers import format_day
from clubs.reports.report import Cards, Column, ColumnKind, Fact, Report, ReportTable, Row
from scoring.wording.labels import SIDE_LETTERS
from tournaments.core.guides import GuideLine, count_table_changes
from tournaments.models import Round
from tournaments.papers.catalogue import PaperRequest
from tournaments.papers.paper import join_parts
from tournaments.papers.source import PaperSource
from tournaments.play.guides import Guide, can_guide, guide_from
from tournaments.play.names import entry_name
from tournaments.public.standings import current_language
from tournaments.wording.guides import next_step

# Up to so many rounds are legible on a quarter of a page, and on half of one.
_ROUNDS_ON_A_QUARTER: Final = 12
_ROUNDS_ON_A_HALF: Final = 26


def has_guide(source: PaperSource, _request: PaperRequest) -> bool:
    """Whether the rounds from the last one that was drawn on are laid out."""
    return _last_drawn(source) is not None


def _last_drawn(source: PaperSource) -> Round | None:
    """Return the last round, if it and those after it are laid out."""
    last = next(iter(source.rounds), None)
    return last if last is not None and can_guide(source.event.agreement, last) else None


def _guide(source: PaperSource) -> Guide | None:
    last = _last_drawn(source)
    if last is None:
        return None
    return guide_from(source.event.agreement, last, source.entries)


def guide_cards(source: PaperSource) -> Cards | None:
    """A card for each entry: round, table, side, opponent, and where it goes then."""
    guide = _guide(source)
    if guide is None:
        return None
    changes = count_table_changes(guide.rounds)
    cards = [_card(source, guide, entry, changes[entry]) for entry in guide.entries]
    return _cards(source, _("Guide cards"), cards, len(guide.rounds))


def table_guides(source: PaperSource) -> Cards | None:
    """A card for each table: who meets whom at it in each round."""
    guide = _guide(source)
    if guide is None:
        return None
    cards = [_table_card(source, guide, table) for table in guide.tables]
    return _cards(source, _("Guide cards for the tables"), cards, len(guide.rounds))


def _cards(source: PaperSource, title: str, cards: Sequence[Report], rounds: int) -> Cards:
    return Cards(
        title=join_parts(source.event.title, title),
        cards=tuple(cards),
        across=2 if rounds <= _ROUNDS_ON_A_HALF else 1,
        down=2 if rounds <= _ROUNDS_ON_A_QUARTER else 1,
        language=current_language(),
    )


def _card(source: PaperSource, guide: Guide, entry: int, changes: int) -> Report:
    columns = (
        Column(_("Round"), ColumnKind.NUMBER),
        Column(_("Table"), ColumnKind.NUMBER),
        Column(_("Side")),
        Column(_("Against")),
        Column(_("Then")),
    )
    rows = tuple(Row(_values(source, line)) for line in guide.lines(entry))
    heading = _("Player") if source.event.agreement.players == 1 else _("Pair")
    return Report(
        title=_name(source, entry),
        subtitle=_subtitle(source),
        facts=(Fact(heading, entry),),
        tables=(ReportTable(columns=columns, rows=rows),),
        notes=tuple(_notes(changes)),
        language=current_language(),
    )


def _values(source: PaperSource, line: GuideLine) -> tuple[int | str | None, ...]:
    if line.side is None or line.opponent is None:
        return line.round, None, "", _("sits out"), next_step(line)
    return (
        line.round,
        line.table,
        SIDE_LETTERS[line.side - 1],
        join_parts(str(line.opponent), _name(source, line.opponent)),
        next_step(line),
    )


def _table_card(source: PaperSource, guide: Guide, table: int) -> Report:
    columns = (
        Column(_("Round"), ColumnKind.NUMBER),
        *(Column(_("Side %(number)s") % {"number": letter}) for letter in SIDE_LETTERS[:2]),
    )
    rows = tuple(
        Row(
            (number, *(join_parts(str(entry), _name(source, entry)) for entry in meeting.entries))
            if meeting is not None
            else (number, "–", "–")
        )
        for number, meeting in guide.meetings_at(table)
    )
    return Report(
        title=_("Table %(number)s") % {"number": table},
        subtitle=_subtitle(source),
        tables=(ReportTable(columns=columns, rows=rows),),
        notes=(_list_counts(),),
        language=current_language(),
    )


def _notes(changes: int) -> Iterator[str]:
    if changes:
        yield ngettext("You change tables %(count)s time.", "You change tables %(count)s times.", changes) % {
            "count": changes
        }
    else:
        yield _("You stay at your table all the time.")
    yield _list_counts()


def _list_counts() -> str:
    return _("Where the list of a round says otherwise, the list counts.")


def _name(source: PaperSource, entry: int) -> str:
    return entry_name(source.entries[entry], source.name_of)


def _subtitle(source: PaperSource) -> str:
    event = source.event
    return join_parts(event.title, format_day(event.date, current_language()))
