"""What the league manager does next: the one obvious step, and the matches that wait for something."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.books.writing import Author
from tournaments.core.leagues.table import MatchCounting
from tournaments.leagues.page import LeaguePage, MatchRow
from tournaments.leagues.results import is_silent
from tournaments.models import TeamMatch

_SOON: Final = timedelta(days=7)
State = TeamMatch.State


@dataclass(frozen=True, slots=True)
class WaitingMatches:
    """Matches that wait for the same, with a heading that says for what."""

    key: str
    heading: str
    matches: Sequence[MatchRow]
    # A result that may be accepted with one tap.
    acceptable: bool = False


@dataclass(frozen=True, slots=True)
class LeagueDesk:
    """The next step, and what waits."""

    step: str
    address: str
    waiting: Sequence[WaitingMatches]
    # Whether all of it was played, so that it can be closed.
    can_close: bool


def load_desk(page: LeaguePage) -> LeagueDesk:
    waiting = [one for one in _waiting(page) if one.matches]
    step, address = _next_step(page, waiting)
    return LeagueDesk(step, address, waiting, _can_close(page))


def _can_close(page: LeaguePage) -> bool:
    """Whether closing would be done: every match is accepted, or one of its teams has withdrawn."""
    return not page.league.is_closed and page.has_matches and all(map(_is_settled, page.matches))


def _is_settled(row: MatchRow) -> bool:
    match = row.match
    return match.state == State.ACCEPTED or match.home.is_withdrawn or match.away.is_withdrawn


def _waiting(page: LeaguePage) -> list[WaitingMatches]:
    today, by = timezone.localdate(), Author(user=None, origin="")
    rules, rows = page.counted.rules, [row for row in page.matches if _is_alive(row)]

    def of_state(state: State) -> list[MatchRow]:
        return [row for row in rows if row.match.state == state]

    entered = of_state(State.ENTERED)
    silent = [row for row in entered if is_silent(rules, row.played.state, by)]
    planned = of_state(State.PLANNED)
    late = [row for row in planned if _is_late(row, today)]
    clashes = [row for row in planned if row.clashes and not _is_late(row, today)]
    soon = [
        row
        for row in planned
        if row.match.day is not None and today <= row.match.day <= today + _SOON and not row.match.opened_at
    ]
    return [
        WaitingMatches("disputed", _("Disputed"), of_state(State.DISPUTED)),
        WaitingMatches(
            "confirmed", _("Confirmed: to be accepted"), of_state(State.CONFIRMED), acceptable=True
        ),
        WaitingMatches("silent", _("No answer in time: to be accepted"), silent, acceptable=True),
        WaitingMatches("late", _("Played by now, without a result"), late),
        WaitingMatches(
            "entered", _("Waits for the away captain"), [row for row in entered if row not in silent]
        ),
        WaitingMatches("clashes", _("Clashes"), clashes),
        WaitingMatches("soon", _("Soon, without both line-ups"), soon),
    ]


def _is_alive(row: MatchRow) -> bool:
    return row.played.counted.counting in (MatchCounting.OPEN, MatchCounting.COUNTS)


def _is_late(row: MatchRow, today: date) -> bool:
    due = row.match.last_day or row.match.day
    return due is not None and due < today


def _next_step(page: LeaguePage, waiting: Sequence[WaitingMatches]) -> tuple[str, str]:
    """Return the one thing to do next, and where; nothing where everything is in order."""
    league = page.league
    if league.is_closed:
        return _("Make the next season"), reverse("tournaments:league_next", args=[league.pk])
    if not page.counted.teams:
        return _("Add the teams"), reverse("tournaments:league_teams", args=[league.pk])
    if not page.has_matches:
        return _("Plan the fixtures"), reverse("tournaments:league_fixtures", args=[league.pk])
    for one in waiting:
        if one.key in ("disputed", "confirmed", "silent", "late"):
            return _step_words(one), reverse("tournaments:match_desk", args=[one.matches[0].match.pk])
    return "", ""


def _step_words(waiting: WaitingMatches) -> str:
    count = {"count": len(waiting.matches)}
    if waiting.key == "disputed":
        return ngettext("Settle %(count)s dispute", "Settle %(count)s disputes", count["count"]) % count
    if waiting.key == "late":
        return (
            ngettext(
                "Enter %(count)s result that is missing",
                "Enter %(count)s results that are missing",
                count["count"],
            )
            % count
        )
    return ngettext("Accept %(count)s result", "Accept %(count)s results", count["count"]) % count
