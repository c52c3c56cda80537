"""An event as it would count, beside how it does, as a report."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.reports.numbers import format_value
from clubs.reports.report import Column, ColumnKind, Fact, Note, Reader, Report, ReportTable, Row
from clubs.reports.tables import ExportReport
from scoring.core.replay import NotKnown
from scoring.store.replaying import ReplayedGame
from tournaments.agreement.agreement import EventAgreement
from tournaments.core.criterion import ShownTotal
from tournaments.core.standings import Placing
from tournaments.play.what_if import SupposedEvent, SupposedTable
from tournaments.public.moves import arrow
from tournaments.settings.result_settings_form import ChangedSetting

_SENTENCES: Final[Mapping[NotKnown, Promise]] = {
    NotKnown.NO_DEALS: _lazy("only its totals are known, not its deals"),
    NotKnown.NO_CARDS: _lazy("deal %(deal)s has numbers on its sheet, and this asks which cards they were"),
    NotKnown.REFUSED: _lazy("deal %(deal)s could not have been played so"),
    NotKnown.GOES_ON: _lazy("it would have gone on, and nobody knows how"),
    NotKnown.OVER_BEFORE: _lazy("it would have been over before a side gave it up or left it"),
    NotKnown.WAITING: _lazy("not all of its deals are approved"),
}


def supposed_report(
    supposed: SupposedEvent, changes: Sequence[ChangedSetting], names: Mapping[int, str]
) -> Report:
    """Return the places and the totals as they would be, with what nobody knows."""
    return ExportReport(
        title=supposed.event.title,
        subtitle=_("What if something else had been agreed on"),
        club=supposed.event.club.name,
        facts=tuple(_change_fact(change) for change in changes),
        tables=(_places(supposed, names), *_games(supposed, names)),
        notes=tuple(_notes(supposed)),
        language=get_language() or "en",
    )


def _change_fact(change: ChangedSetting) -> Fact:
    words = {"after": change.after or "–", "before": change.before or "–"}
    return Fact(change.label, _("%(after)s, in place of %(before)s") % words)


# Places.


def _places(supposed: SupposedEvent, names: Mapping[int, str]) -> ReportTable:
    before = {placing.totals.entry: placing for placing in supposed.before.everybody}
    after = {placing.totals.entry: placing for placing in supposed.after.everybody}
    others = [placing for entry, placing in before.items() if entry not in after]
    own = _ranks_by_own_points(supposed.agreement)
    return ReportTable(
        columns=(
            Column(pgettext("rank", "Place"), ColumnKind.NUMBER, key="place"),
            Column(_("Moved"), ColumnKind.NUMBER, short="↕", key="moved", reader=Reader.PEOPLE),
            Column(_("Player") if supposed.agreement.players == 1 else _("Pair"), key="name"),
            Column(_("Points"), ColumnKind.NUMBER, key="points"),
            Column(_("Own points") if own else _("Difference"), ColumnKind.NUMBER, key="next"),
            Column(_("Place as it counts"), ColumnKind.NUMBER, key="real_place"),
            Column(_("Points as they count"), ColumnKind.NUMBER, key="real_points"),
        ),
        rows=(
            *(_row(supposed, names, before.get(entry), placing) for entry, placing in after.items()),
            *(_row(supposed, names, placing, None) for placing in others),
        ),
        key="places",
    )


def _row(
    supposed: SupposedEvent, names: Mapping[int, str], before: Placing | None, after: Placing | None
) -> Row:
    counted = after or before
    own = _ranks_by_own_points(supposed.agreement)
    return Row(
        (
            _place(after),
            _moved(before, after),
            names.get(counted.totals.entry, "") if counted else "",
            _points(supposed.agreement, after),
            (after.totals.own if own else after.totals.difference) if after else None,
            _place(before),
            _points(supposed.event.agreement, before),
        )
    )


def _place(placing: Placing | None) -> int | None:
    return placing.place or None if placing else None


def _moved(before: Placing | None, after: Placing | None) -> str:
    has_places = before is not None and after is not None and before.place and after.place
    return arrow(before.place - after.place) if has_places and before and after else ""


def _points(agreement: EventAgreement, placing: Placing | None) -> int | Decimal | None:
    return agreement.scheme.shown(placing.totals.points) if placing else None


def _ranks_by_own_points(agreement: EventAgreement) -> bool:
    shown = (criterion.shows for criterion in agreement.criteria() if criterion.shows is not None)
    return next(shown, ShownTotal.DIFFERENCE) is ShownTotal.OWN_POINTS


# Games.


def _games(supposed: SupposedEvent, names: Mapping[int, str]) -> Iterator[ReportTable]:
    """Yield the games that would have come to something else, or of which that is not known."""
    rows = [_game_row(table, names) for table in supposed.tables if table.changes or table.not_known]
    if rows:
        columns = (
            Column(_("Round"), ColumnKind.NUMBER, key="round"),
            Column(_("Table"), ColumnKind.NUMBER, key="table"),
            Column(_("Sides"), key="sides"),
            Column(_("Totals as played"), key="played"),
            Column(_("Totals as supposed"), key="supposed"),
            Column(_("Remark"), key="remark"),
        )
        yield ReportTable(columns=columns, rows=tuple(rows), caption=_("Games"), key="games")


def _game_row(table: SupposedTable, names: Mapping[int, str]) -> Row:
    sides = (" + ".join(names.get(entry, "") for entry in side) for side in table.played.sides)
    supposed = _("not known") if table.not_known else _totals(table.supposed.totals)
    return Row(
        (
            table.round,
            table.played.table,
            " : ".join(sides),
            _totals(table.played.totals),
            supposed,
            remark_on(table.game),
        )
    )


def _totals(totals: Sequence[int]) -> str:
    return " : ".join(format_value(total, get_language() or "en") for total in totals)


def remark_on(game: ReplayedGame) -> str:
    """Say why nobody knows what a game would have come to, or that it would have been shorter."""
    if game.not_known is not None:
        return str(_SENTENCES[game.not_known]) % {"deal": game.deal}
    if game.deals < game.dealt:
        return _("over after %(deals)s of %(dealt)s deals") % {"deals": game.deals, "dealt": game.dealt}
    return ""


# Notes.


def _notes(supposed: SupposedEvent) -> Iterator[Note]:
    yield Note(
        _(
            "Counted as it was played: the tables are those that were drawn, and nobody knows how people "
            "would have played. Nothing of this is stored."
        ),
        "as_played",
    )
    yield from (Note(sentence, key) for key, sentence in _not_known(supposed))


def _not_known(supposed: SupposedEvent) -> Iterator[tuple[str, str]]:
    """Yield what nobody knows, and how it is counted here."""
    yield from not_known_of_games(
        len(supposed.not_known), [table.game for table in supposed.tables if not table.not_known]
    )
    if supposed.rulings_in_points:
        yield "rulings", rulings_sentence()
    if games := supposed.without_combinations:
        yield (
            "combinations",
            ngettext(
                "Of %(games)s game only the totals are known: no combinations of it are counted.",
                "Of %(games)s games only the totals are known: no combinations of them are counted.",
                games,
            )
            % {"games": games},
        )


def not_known_of_games(unknown: int, others: Iterable[ReplayedGame]) -> Iterator[tuple[str, str]]:
    """Yield of how many games it is not known what they would be, and what was not followed in the others."""
    if unknown:
        yield (
            "not_known",
            ngettext(
                "Of %(tables)s game it is not known what it would have come to: it counts as it was played.",
                "Of %(tables)s games it is not known what they would have come to: they count as they were "
                "played.",
                unknown,
            )
            % {"tables": unknown},
        )
    if deals := sum(len(game.other_openings) for game in others):
        yield (
            "openings",
            ngettext(
                "In %(deals)s deal a side would have had another opening requirement. It counts as it was "
                "played.",
                "In %(deals)s deals a side would have had another opening requirement. They count as they "
                "were played.",
                deals,
            )
            % {"deals": deals},
        )


def rulings_sentence() -> str:
    return _("Rulings and penalties count the points that they name, although another scheme counts here.")
