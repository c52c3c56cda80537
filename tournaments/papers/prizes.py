"""The papers of the prize giving: the prize list and the certificates."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext, pgettext

from clubs.people.names import full_name
from clubs.reports.layouts import WRITING_GRID
from clubs.reports.report import (
    Certificate,
    Certificates,
    Column,
    ColumnKind,
    Report,
    ReportTable,
    Row,
    Value,
)
from scoring.wording import labels
from tournaments.core.standings import Placing
from tournaments.models import Round, Tournament
from tournaments.papers.paper import director_line, event_day, make_paper
from tournaments.papers.source import PaperSource
from tournaments.play.names import home_clubs
from tournaments.public.official import official_since
from tournaments.public.result_notes import result_state_notes
from tournaments.public.standings import (
    current_language,
    entry_heading,
    ranks_by_own_points,
    scheme_points,
    tie_break_column,
)

# Places with a word; lower ones have a number.
_PLACE_NAMES: Final = {1: _lazy("First place"), 2: _lazy("Second place"), 3: _lazy("Third place")}


def prize_placings(source: PaperSource, limit: int | None) -> list[Placing]:
    """The first places of the standings, with all who share the last of them; None means all places."""
    if not source.full_name_view.counts:
        return []
    return [placing for placing in source.full_name_view.placings if limit is None or placing.place <= limit]


def prize_list(source: PaperSource, limit: int | None = None) -> Report | None:
    """The first places with names, clubs and points, and a line to sign for each prize."""
    view, first = source.full_name_view, prize_placings(source, limit)
    if not first:
        return None
    table = ReportTable(
        columns=(
            Column(pgettext("rank", "Place"), ColumnKind.NUMBER),
            Column(entry_heading(view)),
            Column(_("Club")),
            Column(_("Points"), ColumnKind.NUMBER),
            tie_break_column(view),
            Column(_("Prize received")),
        ),
        rows=tuple(Row(_prize_line(source, placing)) for placing in first),
        layout=WRITING_GRID,
    )
    return replace(
        make_paper(source.event, _("Prize list"), notes=result_state_notes(view)),
        tables=(table,),
        signatures=(director_line(source), _("On behalf of %(club)s") % {"club": source.event.club.name}),
    )


def _prize_line(source: PaperSource, placing: Placing) -> tuple[Value, ...]:
    view, number = source.full_name_view, placing.totals.entry
    return (
        placing.place,
        view.entries[number].name,
        home_clubs(source.entries[number]),
        scheme_points(view, placing.totals.points),
        placing.totals.own if ranks_by_own_points(view) else placing.totals.difference,
        "",
    )


def are_all_rounds_closed(source: PaperSource) -> bool:
    """Whether the agreed number of rounds is closed."""
    view = source.full_name_view
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


def place_in_words(placing: Placing) -> str:
    """The place in words, and whether it is shared."""
    name = _PLACE_NAMES.get(placing.place)
    place = str(name) if name else _("Place %(number)s") % {"number": placing.place}
    return _("%(place)s, shared") % {"place": place} if placing.shared else place
