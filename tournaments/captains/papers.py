"""Paper of a league: the slips with the codes of the teams, and the match protocol on one page.

A protocol is blank before the match, with room to write, and filled once its result is entered; both captains
sign it, and the league manager.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from django.urls import reverse
from django.utils.formats import time_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from clubs.people.names import NameOf
from clubs.reports.layouts import GRID, WRITING_GRID, Grid
from clubs.reports.numbers import format_day
from clubs.reports.report import Cards, Column, ColumnKind, Fact, Report, ReportTable, Row, RowKind, Value
from clubs.text.dates import short_datetime
from scoring.wording.labels import ruleset_name
from tournaments.captains.codes import code_of_team, last_day_of, team_path
from tournaments.captains.page import score_of
from tournaments.core.leagues.match import TeamSide
from tournaments.core.leagues.match_results import MatchScore, TableScore
from tournaments.core.leagues.rules import LeagueRules
from tournaments.leagues.match_page import pair_name
from tournaments.leagues.words import points_text, signed
from tournaments.models import League, LineUpPlace, MatchTable, Team, TeamMatch


def _language() -> str:
    return get_language() or "en"


# The slips with codes.


def team_slips(league: League, teams: Iterable[Team], origin: str) -> Cards | None:
    """A slip for each team with a code, in letters and as a QR code; None without any."""
    with_code = [team for team in teams if team.code_set]
    if not with_code:
        return None
    until = format_day(last_day_of(league), _language())
    return Cards(
        title=" · ".join((league.name, _("Slips with codes"))),
        cards=tuple(_slip(league, team, until, origin) for team in with_code),
        language=_language(),
    )


def _slip(league: League, team: Team, until: str, origin: str) -> Report:
    typed_at = f"{origin}{reverse('tournaments:team_code', args=[league.pk])}"
    return Report(
        title=team.name,
        subtitle=f"{league.name} · {team.division.name}".strip(" ·"),
        facts=(Fact(_("Captain"), team.captain_name),) if team.captain_name else (),
        tables=(
            _lines(_("Your code"), [code_of_team(league.book_id, team.pk, team.code_set)]),
            _lines("", _what_to_do(typed_at)),
        ),
        notes=(_("The code is valid until %(day)s or longer.") % {"day": until},),
        address=f"{origin}{team_path(league, team)}",
        language=_language(),
    )


def _what_to_do(typed_at: str) -> list[str]:
    return [
        _("The page of your team: its matches, line-ups and results. Anyone who has the code acts for it."),
        _("Scan the square with the camera of a phone, or type the address and then the code."),
        typed_at,
    ]


def _lines(heading: str, lines: Iterable[str]) -> ReportTable:
    rows = tuple(Row((line,)) for line in lines)
    return ReportTable(columns=(Column(heading),), rows=rows, layout=Grid(heading=bool(heading)))


# The match protocol.

# On an empty page with more games there is no line for the match points.
_ROWS_WITH_POINTS: Final = 6


def match_protocol(match: TeamMatch, name_of: NameOf, address: str, *, shows_sealed: bool = False) -> Report:
    """Return the protocol of a match. Line-ups stand on it once both may be seen, and no sooner.

    A desk that may see them has them on it before, if it `shows_sealed`.
    """
    rules, score = match.league.agreed, score_of(match)
    names = _names(match, name_of, rules) if match.shows_line_ups or shows_sealed else _no_names(rules)
    return Report(
        title=f"{match.home.name} – {match.away.name}",
        subtitle=" · ".join(_subtitle(match)),
        facts=tuple(_facts(match)),
        tables=(_line_ups(match, rules, names), _tables(rules, names, score)),
        notes=tuple(_notes(match)),
        signatures=(
            _("Captain of %(team)s") % {"team": match.home.name},
            _("Captain of %(team)s") % {"team": match.away.name},
            _("Accepted by the league manager"),
        ),
        address=address,
        foot=(match.league.name, f"{match.home.name} – {match.away.name}"),
        language=_language(),
    )


def _subtitle(match: TeamMatch) -> Iterator[str]:
    yield _("Match score sheet")
    yield match.league.name
    if match.division.name:
        yield match.division.name
    yield _("Round %(number)s") % {"number": match.round}


def _facts(match: TeamMatch) -> Iterator[Fact]:
    yield Fact(_("Match"), match.number)
    yield Fact(_("Date"), format_day(match.day, _language()) if match.day else None)
    yield Fact(_("Time"), time_format(match.starts) if match.starts else None)
    yield Fact(_("Venue"), match.place or None)
    yield Fact(_("Game"), ruleset_name(match.league.ruleset))


def _names(match: TeamMatch, name_of: NameOf, rules: LeagueRules) -> list[list[str]]:
    names = _no_names(rules)
    rows = LineUpPlace.objects.filter(match=match).select_related("player").order_by("side", "pair", "seat")
    for place in rows:
        before = names[place.side][place.pair - 1]
        names[place.side][place.pair - 1] = " – ".join(filter(None, [before, name_of(place.player)]))
    return names


def _no_names(rules: LeagueRules) -> list[list[str]]:
    return [[""] * rules.tables for _side in TeamSide]


def _line_ups(match: TeamMatch, rules: LeagueRules, names: Sequence[Sequence[str]]) -> ReportTable:
    return ReportTable(
        columns=(Column(_("Pair"), ColumnKind.NUMBER), Column(match.home.name), Column(match.away.name)),
        rows=tuple(
            Row((pair, *(names[side][pair - 1] or None for side in TeamSide)))
            for pair in range(1, rules.tables + 1)
        ),
        caption=_("Line-ups"),
        layout=GRID if any(map(any, names)) else WRITING_GRID,
    )


def _tables(rules: LeagueRules, names: Sequence[Sequence[str]], score: MatchScore | None) -> ReportTable:
    scored = {one.table.number: one for one in (score.tables if score is not None else ())}
    meetings = [
        (scored[number].table.home_pair, scored[number].table.away_pair) if number in scored else meeting
        for number, meeting in enumerate(rules.meetings(), 1)
    ]
    return ReportTable(
        columns=(
            Column(_("Table")),
            Column(_("Home pair")),
            Column(_("Away pair")),
            Column(_("Points, home"), ColumnKind.NUMBER),
            Column(_("Points, away"), ColumnKind.NUMBER),
            Column(_("Table points")),
            Column(_("Difference"), ColumnKind.NUMBER),
        ),
        rows=(
            *(
                Row((str(number), *_pairs(names, meeting), *_scored(rules, scored.get(number))))
                for number, meeting in enumerate(meetings, 1)
            ),
            *_sums(rules, score),
        ),
        caption=_("Tables"),
        layout=WRITING_GRID,
    )


def _pairs(names: Sequence[Sequence[str]], meeting: tuple[int, int]) -> Iterator[str]:
    return (pair_name(names, side, pair) for side, pair in zip(TeamSide, meeting, strict=True))


def _scored(rules: LeagueRules, one: TableScore | None) -> tuple[Value, ...]:
    """The four last cells of a table: empty to write in while nothing is entered."""
    if one is None:
        return (None,) * 4
    points = "–".join(points_text(rules, worth.points) for worth in one.worths)
    kind = (
        "" if one.table.kind.value == MatchTable.Kind.PLAYED else MatchTable.Kind(one.table.kind.value).label
    )
    totals = one.table.totals or (None, None)
    return (*totals, f"{points} {kind}".strip(), signed(one.worths[TeamSide.HOME].difference))


def _sums(rules: LeagueRules, score: MatchScore | None) -> Iterator[Row]:
    """The result under the tables: table points and difference together, then the match points."""
    empty = ("", "", None, None)
    if score is None:
        yield Row((_("Together"), *empty, None, None), RowKind.TOTAL)
        # With so many games the page ends here; the match points follow from the line above.
        if len(tuple(rules.meetings())) <= _ROWS_WITH_POINTS:
            yield Row((_("Match points"), *empty, None, None))
        return
    home, away = score.sides
    points = "–".join(points_text(rules, one.table_points) for one in (home, away))
    yield Row((_("Together"), *empty, points, signed(home.difference)), RowKind.TOTAL)
    yield Row((_("Match points"), *empty, f"{home.match_points}–{away.match_points}", None))


def _notes(match: TeamMatch) -> Iterator[str]:
    if match.entered_at is not None:
        yield _("Entered on %(time)s.") % {"time": short_datetime(match.entered_at)}
    if match.confirmed_at is not None:
        words = {"time": short_datetime(match.confirmed_at), "who": match.confirmed_how}
        yield _("Confirmed on %(time)s %(who)s.") % words
    if match.accepted_at is not None:
        yield _("Accepted by the league manager on %(time)s.") % {"time": short_datetime(match.accepted_at)}
    if match.state == TeamMatch.State.DISPUTED:
        yield _("The result is disputed: %(reason)s") % {"reason": match.reason}
