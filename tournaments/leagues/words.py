"""A league in words: how it is counted, why a match ended as it did, and what is wrong with a line-up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final

from django.utils.dateparse import parse_date
from django.utils.formats import date_format
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.reports.numbers import format_value
from scoring.models import Game
from scoring.wording.labels import joined_totals
from tournaments.agreement.league_rules import read_rules
from tournaments.core.leagues.eligibility import LineUpProblem
from tournaments.core.leagues.match import MatchKind, TeamSide
from tournaments.core.leagues.match_results import MatchScore
from tournaments.core.leagues.rules import LeagueRules, PairsMeeting, Reserves, WithdrawnTeam
from tournaments.core.leagues.table import LeagueCharge, MatchCounting, TeamLine
from tournaments.leagues.counting import PlayedMatch
from tournaments.leagues.frozen import RuleFrozenBy
from tournaments.leagues.states import MatchState
from tournaments.models import MatchSide, MatchTable, TeamMatch

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

SIDES: Final[Mapping[Any, _StrPromise]] = dict(MatchSide.choices)

MEETINGS: Final[Mapping[PairsMeeting, _StrPromise]] = {
    PairsMeeting.TABLE_TO_TABLE: _lazy("pair 1 against pair 1, pair 2 against pair 2"),
    PairsMeeting.EACH_AGAINST: _lazy("each pair against several pairs of the other team"),
    PairsMeeting.DRAWN: _lazy("lots say which pairs meet"),
}
WITHDRAWN: Final[Mapping[WithdrawnTeam, _StrPromise]] = {
    WithdrawnTeam.BY_HALF: _lazy("struck out if it has played under half of its matches, else walkovers"),
    WithdrawnTeam.STRUCK_OUT: _lazy("always struck out"),
    WithdrawnTeam.STANDS: _lazy("what it has played stands, the rest are walkovers"),
}
RESERVES: Final[Mapping[Reserves, _StrPromise]] = {
    Reserves.NAMED: _lazy("those named as reserves of the team"),
    Reserves.LOWER_TEAMS: _lazy("they, and players of lower teams of the same club"),
    Reserves.NOBODY: _lazy("nobody"),
}
FROZEN: Final[Mapping[RuleFrozenBy, _StrPromise]] = {
    RuleFrozenBy.PLAYED: _lazy("It stays: matches have been played."),
    RuleFrozenBy.ACCEPTED: _lazy("It stays: results have been accepted by it."),
    RuleFrozenBy.WALKOVERS: _lazy("It stays: walkovers have been accepted by it."),
    RuleFrozenBy.WITHDRAWN: _lazy("It stays: a team has withdrawn by it."),
}
CRITERIA: Final[Mapping[str, _StrPromise]] = {
    "match_points": _lazy("match points"),
    "table_points": _lazy("table points"),
    "difference": _lazy("difference"),
    "head_to_head": _lazy("head-to-head results"),
    "wins": _lazy("matches won"),
}
COUNTING: Final[Mapping[MatchCounting, _StrPromise]] = {
    MatchCounting.COUNTS: _lazy("counts"),
    MatchCounting.OPEN: _lazy("not played yet"),
    MatchCounting.LEFT: _lazy("walkover, since a team has withdrawn"),
    MatchCounting.STRUCK_OUT: _lazy("struck out, since a team has withdrawn"),
}
PROBLEMS: Final[Mapping[LineUpProblem, _StrPromise]] = {
    LineUpProblem.EMPTY: _lazy("nobody sits here, although a pair plays"),
    LineUpProblem.TWICE: _lazy("is named twice"),
    LineUpProblem.NOT_IN_TEAM: _lazy("is not in the team"),
    LineUpProblem.NO_RESERVES: _lazy("is a reserve, and there are none in this league"),
    LineUpProblem.RESERVE_TOO_OFTEN: _lazy("has played as a reserve as often as is allowed"),
    LineUpProblem.HIGHER_TEAM: _lazy("belongs to a team that does not play lower"),
    LineUpProblem.PLAYED_ELSEWHERE: _lazy("has played for another team in this round"),
}


def figure(number: int | Decimal) -> str:
    return format_value(number, get_language() or "en")


def signed(number: int) -> str:
    """Return a difference with its sign."""
    return f"+{figure(number)}" if number > 0 else figure(number)


def shown_points(rules: LeagueRules, points: int) -> int | Decimal:
    """Return table points as they are written: hundredths with their decimals."""
    return rules.agreed_scheme.scheme.shown(points)


def points_text(rules: LeagueRules, points: int) -> str:
    return figure(shown_points(rules, points))


# How it is counted.


def describe(rules: LeagueRules) -> list[str]:
    """Say how a league is played and counted."""
    return [
        *match_rules(rules),
        *game_worth_rules(rules),
        *walkover_rules(rules),
        *place_rules(rules),
        *reserve_rules(rules),
        *time_rules(rules),
    ]


def match_rules(rules: LeagueRules) -> Iterator[str]:
    """Say who meets in a match, and what decides it."""
    pairs = ngettext(
        "A team plays with %(count)s pair", "A team plays with %(count)s pairs", rules.tables
    ) % {"count": rules.tables}
    yield f"{pairs}: {MEETINGS[rules.meeting]}."
    if rules.meeting is PairsMeeting.EACH_AGAINST and rules.times_met > 1:
        yield ngettext(
            "Each pair meets %(count)s pair of the other team.",
            "Each pair meets %(count)s pairs of the other team.",
            rules.times_met,
        ) % {"count": rules.times_met}
    yield from (_(one.text) % one.params for one in rules.match_decision.describe())
    yield _("A match won gives %(win)s points, a draw %(draw)s, a match lost %(loss)s.") % {
        "win": rules.win,
        "draw": rules.draw,
        "loss": rules.loss,
    }


def game_worth_rules(rules: LeagueRules) -> Iterator[str]:
    """Say when a game ends, if that is not its target, and what it gives at its table."""
    if rules.deals is not None:
        yield ngettext(
            "A game ends after %(count)s deal.", "A game ends after %(count)s deals.", rules.deals
        ) % {"count": rules.deals}
    scheme = rules.agreed_scheme
    yield from (_(one.text) % one.params for one in scheme.scheme.describe(scheme.numbers, figure))


def walkover_rules(rules: LeagueRules) -> Iterator[str]:
    """Say what becomes of a game to which a pair does not come, and of the matches of a team that leaves."""
    yield _("A pair that is missing loses at the last table. A team that does not come loses at all tables.")
    yield _walkover_sentence(rules)
    yield _("A team that withdraws: %(rule)s.") % {"rule": WITHDRAWN[rules.withdrawn]}


def _walkover_sentence(rules: LeagueRules) -> str:
    if rules.margin is None:
        return _("A walkover counts 40 per cent of the target.")
    scheme, margin = rules.agreed_scheme, figure(rules.margin)
    if scheme.max_points is None:
        given = {"margin": figure(scheme.capped(rules.margin))}
        return _("A walkover is worth %(margin)s points; the absent side gets nothing.") % given
    if rules.walkover_percent is None:
        return _(
            "A walkover counts as a win by %(margin)s; the absent side gets no points and "
            "the same difference as a minus."
        ) % {"margin": margin}
    return _(
        "A walkover is worth %(percent)s per cent of the maximum for a game and a "
        "difference of %(margin)s; the absent side gets nothing and the same "
        "difference as a minus."
    ) % {"percent": rules.walkover_percent, "margin": margin}


def place_rules(rules: LeagueRules) -> Iterator[str]:
    """Say what decides the places."""
    yield _("The places are decided by %(criteria)s.") % {
        "criteria": ", ".join(str(CRITERIA[code]) for code in rules.chain)
    }


def move_rules(rules: LeagueRules) -> Iterator[str]:
    """Say how many teams change divisions after the season."""
    if rules.promoted:
        yield ngettext(
            "%(count)s team of a lower division goes up after the season.",
            "%(count)s teams of a lower division go up after the season.",
            rules.promoted,
        ) % {"count": rules.promoted}
    if rules.relegated:
        yield ngettext(
            "%(count)s team of a higher division goes down after the season.",
            "%(count)s teams of a higher division go down after the season.",
            rules.relegated,
        ) % {"count": rules.relegated}


def reserve_rules(rules: LeagueRules) -> Iterator[str]:
    """Say who may play besides the players of a team."""
    yield _("Reserves: %(rule)s.") % {"rule": RESERVES[rules.reserves]}
    if rules.reserve_times is not None and rules.reserves is not Reserves.NOBODY:
        yield ngettext(
            "A player may play as a reserve once.",
            "A player may play as a reserve %(count)s times.",
            rules.reserve_times,
        ) % {"count": rules.reserve_times}


def time_rules(rules: LeagueRules) -> Iterator[str]:
    """Say until when a match is played and a result answered, and when captains are reminded."""
    yield ngettext(
        "A postponed match is to be played within %(count)s day.",
        "A postponed match is to be played within %(count)s days.",
        rules.postponed_days,
    ) % {"count": rules.postponed_days}
    yield ngettext(
        "A result without an answer counts as confirmed after %(count)s hour.",
        "A result without an answer counts as confirmed after %(count)s hours.",
        rules.silence_hours,
    ) % {"count": rules.silence_hours}
    if rules.reminder_days is not None:
        yield ngettext(
            "The captains are reminded by mail %(count)s day before a match.",
            "The captains are reminded by mail %(count)s days before a match.",
            rules.reminder_days,
        ) % {"count": rules.reminder_days}


# A line of the table.


def remark(line: TeamLine) -> str:
    """Say that a team is struck out, has left or was charged, and what has decided its place."""
    found = [*_remarks(line)]
    return ", ".join(found)


def _remarks(line: TeamLine) -> Iterator[str]:
    if line.struck_out:
        yield _("withdrawn and struck out")
        return
    if line.withdrawn:
        yield _("withdrawn")
    if line.shared:
        yield _("shared")
    elif line.decided_by and line.decided_by != "match_points":
        yield _("by %(criterion)s") % {"criterion": CRITERIA[line.decided_by]}
    if any(line.charge):
        yield charge_text([*line.charge])


def charge_text(stored: Sequence[int] | None) -> str:
    """Say what was added to a team: match points, table points, difference."""
    if not stored:
        return ""
    charge = LeagueCharge(*stored)
    words = (
        (charge.match_points, _("match points")),
        (charge.table_points, _("table points")),
        (charge.difference, _("difference")),
    )
    return ", ".join(f"{signed(points)} {name}" for points, name in words if points)


# A match.


def result_text(rules: LeagueRules, score: MatchScore | None) -> str:
    """Return the table points of both teams, such as “3–1”."""
    if score is None:
        return ""
    home, away = score.sides
    return f"{points_text(rules, home.table_points)}–{points_text(rules, away.table_points)}"


def standing_text(played: PlayedMatch) -> str:
    """Say what is to be known of a match besides its result."""
    match, state, counting = played.match, played.state, played.counted.counting
    if counting in (MatchCounting.LEFT, MatchCounting.STRUCK_OUT):
        return str(COUNTING[counting])
    if state.state == TeamMatch.State.DISPUTED:
        return _("disputed: it counts when the league manager has decided")
    if match.is_postponed:
        return _("postponed, to be played by %(day)s") % {"day": _day(match.last_day)}
    said = [str(match.get_kind_display())] if match.kind not in (None, MatchKind.PLAYED) else []
    if state.state == TeamMatch.State.ENTERED:
        said.append(_("not confirmed yet"))
    return ", ".join(said)


def _day(day: date | None) -> str:
    return date_format(day, "SHORT_DATE_FORMAT") if day else ""


def decision_sentence(played: PlayedMatch) -> str:
    """Say why a match gave its points."""
    score = played.counted.score
    if score is None:
        return ""
    points = {
        "home": score.of(TeamSide.HOME).match_points,
        "away": score.of(TeamSide.AWAY).match_points,
    }
    return " ".join([_why(played, score), _("Match points: %(home)s–%(away)s.") % points])


def _why(played: PlayedMatch, score: MatchScore) -> str:
    kind = played.counted.match.kind
    if played.counted.counting is MatchCounting.LEFT:
        return _("A team has withdrawn, so that the match is a walkover.")
    if kind is MatchKind.RULED:
        return _("The league manager has ruled.")
    if kind is MatchKind.VOID:
        return _("The match counts nothing.")
    if kind is not MatchKind.PLAYED:
        return _("A team did not come: it has lost at all tables.")
    if score.decided_by == "points":
        return _("The table points decide.")
    if score.decided_by == "difference":
        return _("The differences decide.")
    return _("Nothing decides: it is a draw.")


# The log.


def league_rules_text(stored: Mapping[str, Any] | None) -> str:
    """Say what was agreed on; the page of the rules has more words on how games are corrected."""
    if not stored:
        return ""
    rules = read_rules(stored)
    kept = _("Corrections: %(how)s; signatures: %(who)s.") % {
        "how": Game.Corrections(rules.corrections).label,
        "who": Game.Signers(rules.signers).label,
    }
    return " ".join([*describe(rules), kept])


def ruled_text(stored: Sequence[Sequence[int]] | None) -> str:
    return " / ".join(charge_text(side) or "0" for side in stored) if stored else ""


def tables_text(stored: Sequence[Mapping[str, Any]] | None) -> str:
    """Say what was entered at the tables: “1: 5,200 : 4,800”."""
    return ", ".join(f"{table['number']}: {_table_text(table)}" for table in stored or ())


def _table_text(table: Mapping[str, Any]) -> str:
    totals = [table["home_total"], table["away_total"]]
    if "game" in table and None in totals and table["kind"] == "played":
        return _("played as a game")
    made = "" if None in totals else joined_totals(totals)
    kind = str(MatchTable.Kind(table["kind"]).label)
    return made if table["kind"] == "played" else f"{made} ({kind})".strip()


def fixtures_text(stored: Sequence[Mapping[str, Any]] | None) -> str:
    """Say how many matches there are, and on which days."""
    if not stored:
        return _("none")
    days = sorted({one["day"] for one in stored if one["day"]})
    count = ngettext("%(count)s match", "%(count)s matches", len(stored)) % {"count": len(stored)}
    if not days:
        return count
    first, last = (_day(parse_date(day)) for day in (days[0], days[-1]))
    return f"{count}, {first} – {last}" if first != last else f"{count}, {first}"


def closed_places_text(stored: Mapping[str, Sequence[str]] | None) -> str:
    """Say at which places nobody can be at home, and on which days."""
    said = (
        f"{place}: {', '.join(_day(parse_date(day)) for day in days)}"
        for place, days in (stored or {}).items()
    )
    return "; ".join(said)


def state_text(state: MatchState) -> str:
    return str(TeamMatch.State(state.state).label)


# Years.


def league_start_sentence() -> str:
    return _(
        "A start in a league is a player who stood in the line-up of a match that was played, once in each "
        "league."
    )
