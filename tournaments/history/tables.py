"""A player's results and a club's events as tables: events, partners, and the share of the field behind.

Everybody but the player has the public name.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubs.models import Player
from clubs.people.names import public_name
from clubs.reports.report import Column, ColumnKind, Reader, ReportTable, Row
from clubs.reports.tables import ExportReport, LongTable, Values
from clubs.web.tables import number_columns, text_columns
from scoring.wording import labels
from tournaments.history.games_of_player import games_table
from tournaments.history.queries import PlayerResult
from tournaments.models import Tournament
from tournaments.public.games_of_entries import balance_columns, balance_in_words
from tournaments.public.standings import current_language, points_by_agreement, points_in_words

_ALL = 100


@dataclass(frozen=True, slots=True)
class ResultLine:
    """A result on a player's page."""

    event: Tournament
    ruleset: str
    place: str
    # After or during which round; empty once the event is over.
    stage: str
    partners: str
    balance: str
    points: str
    behind: int


def result_lines(results: Sequence[PlayerResult]) -> list[ResultLine]:
    return [
        ResultLine(
            result.event,
            labels.ruleset_name(result.event.ruleset),
            _place_sentence(result),
            result.place.stage,
            _joined_names(result.partners),
            _balance(result),
            points_in_words(result.event.agreement, result.standing.points),
            share_behind(result),
        )
        for result in results
    ]


def _place_sentence(result: PlayerResult) -> str:
    sentence = (
        _("place %(place)s of %(of)s, shared") if result.standing.shared else _("place %(place)s of %(of)s")
    )
    return sentence % {"place": result.standing.place, "of": result.of}


def _balance(result: PlayerResult) -> str:
    """The games won, drawn and lost; empty where nobody knows them."""
    if not result.place.knows_games:
        return ""
    return balance_in_words(result.standing, result.place.kinds)


def _remark(result: PlayerResult) -> str:
    """Whether a place is shared, and after or during which round it is."""
    return ", ".join(filter(None, (_("shared") if result.standing.shared else "", result.place.stage)))


def _joined_names(players: Sequence[Player]) -> str:
    return " – ".join(public_name(player) for player in players)


def share_behind(result: PlayerResult) -> int:
    """The share of the field with a lower place, in per cent: 100 for the first, 0 for the last."""
    if result.of < 2:
        return _ALL
    return (_ALL * (result.of - result.standing.place)) // (result.of - 1)


def shares_over_time(results: Sequence[PlayerResult]) -> list[tuple[date, int]]:
    """The share behind in each event, from the oldest to the newest."""
    return [(result.event.date, share_behind(result)) for result in reversed(results)]


def shares_table(results: Sequence[PlayerResult]) -> ReportTable:
    """The figures of the plot."""
    return ReportTable(
        columns=(
            Column(_("Event")),
            Column(_("Points"), ColumnKind.NUMBER),
            Column(_("Share beaten (per cent)"), ColumnKind.NUMBER, short=_("per cent")),
        ),
        rows=tuple(
            Row(
                (
                    f"{date_format(result.event.date, 'DATE_FORMAT')} {result.event.name}",
                    points_by_agreement(result.event.agreement, result.standing.points),
                    share_behind(result),
                )
            )
            for result in reversed(results)
        ),
    )


def partners_table(results: Sequence[PlayerResult]) -> ReportTable | None:
    """The partners of a player, how often, and the best place together; None without partners."""
    together: dict[int, list[PlayerResult]] = {}
    names: dict[int, str] = {}
    for result in results:
        for partner in result.partners:
            together.setdefault(partner.pk, []).append(result)
            names[partner.pk] = public_name(partner)
    if not together:
        return None
    order = sorted(together, key=lambda pk: (-len(together[pk]), names[pk]))
    return ReportTable(
        columns=(
            Column(_("Partner"), key="partner"),
            Column(_("Events"), ColumnKind.NUMBER, key="events"),
            Column(_("Best place"), ColumnKind.NUMBER, short=_("Best"), key="best_place"),
        ),
        rows=tuple(
            Row((names[pk], len(together[pk]), min(result.standing.place for result in together[pk])))
            for pk in order
        ),
        key="partners",
    )


def results_file(player: Player, results: Sequence[PlayerResult]) -> ExportReport:
    """A player's results and partners as a file."""
    partners = partners_table(results)
    return ExportReport(
        title=player.name,
        subtitle=_("Results"),
        tables=(
            _results_table(results),
            *([replace(partners, caption=_("Partners"))] if partners else []),
        ),
        long=(games_table(player),),
        language=current_language(),
    )


def _results_table(results: Sequence[PlayerResult]) -> ReportTable:
    return ReportTable(
        columns=(
            *text_columns(event=_("Event"), date=_("Date"), game=_("Game")),
            *number_columns(place=pgettext("rank", "Place"), entries=_("Entries")),
            *text_columns(remark=_("Remark"), partners=_("Partners")),
            Column(_("Won, drawn, lost"), key="games", reader=Reader.PEOPLE),
            *(replace(column, reader=Reader.FILES) for column in balance_columns()),
            *number_columns(points=_("Points"), share_beaten=_("Share beaten (per cent)")),
        ),
        rows=tuple(Row(_result_row(result)) for result in results),
        caption=_("Events"),
        key="events",
    )


def _result_row(result: PlayerResult) -> Values:
    event, standing = result.event, result.standing
    return (
        *(event.name, event.date, labels.ruleset_name(event.ruleset)),
        *(standing.place, result.of, _remark(result)),
        *(_joined_names(result.partners), _balance(result)),
        *((standing.wins, standing.draws, standing.losses) if result.place.knows_games else (None,) * 3),
        *(points_by_agreement(event.agreement, standing.points), share_behind(result)),
    )


def events_table(events: Iterable[Tournament]) -> LongTable:
    """Events with their states, one a row."""
    return LongTable(
        columns=text_columns(event=_("Event"), date=_("Date"), game=_("Game"), state=_("State")),
        lines=lambda: map(_event_row, events),
        caption=_("Events"),
        key="events",
    )


def _event_row(event: Tournament) -> Values:
    return event.title, event.date, labels.ruleset_name(event.ruleset), str(event.get_state_display())
