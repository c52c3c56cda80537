"""The league matches of a player as a file."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from clubs.models import Player
from clubs.reports.report import Report, ReportTable, Row
from clubs.reports.tables import ExportReport
from clubs.web.tables import text_columns
from tournaments.leagues.of_player import MatchesOfPlayers, MatchOfPlayer


def player_report(player: Player, matches: MatchesOfPlayers) -> Report:
    """Return the matches that a player has still to play, and those that were played."""
    return ExportReport(
        title=player.name,
        subtitle=_("League matches"),
        tables=(
            _table(matches.coming, _("To come"), "coming"),
            _table(matches.played, _("Played"), "played"),
        ),
        language=get_language() or "en",
    )


def _table(matches: Iterable[MatchOfPlayer], caption: str, key: str) -> ReportTable:
    return ReportTable(
        columns=text_columns(
            date=_("Date"),
            league=_("League"),
            home=_("Home team"),
            away=_("Away team"),
            place=_("Venue"),
            result=_("Result"),
            own=_("Own points"),
            remark=_("Remark"),
        ),
        rows=tuple(
            Row(
                (
                    *(one.match.day, one.match.league.name, one.match.home.name, one.match.away.name),
                    *(one.match.place, one.result, one.own_points, one.remark),
                )
            )
            for one in matches
        ),
        caption=caption,
        key=key,
    )
