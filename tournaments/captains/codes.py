"""The codes by which captains open the pages of their teams, and the team of a code.

A code follows from the secret of the installation, the league, the team and the set of codes that is valid:
it is stored nowhere, as those of entries are not (`tournaments.play.personal_codes`).
"""

from __future__ import annotations

import hashlib
import hmac
from datetime import date, timedelta
from typing import Final, NamedTuple

from django.conf import settings
from django.urls import reverse
from django.utils.timezone import localdate

from clubs.accounts.verbs import legible
from clubs.db.single_row import fetch_row
from tournaments.models import League, Team
from tournaments.play.personal_codes import KEPT_DAYS
from tournaments.signup.codes import tidy_code

_ROW: Final = """
    SELECT team.number, league.book_id, team.code_set, book.revision, league.until,
        (SELECT MAX(COALESCE(played.last_day, played.day)) FROM tournaments_teammatch AS played
            WHERE played.league_id = league.id)
    FROM tournaments_team AS team
    JOIN tournaments_league AS league ON league.id = team.league_id
    JOIN clubs_book AS book ON book.id = league.book_id
    WHERE league.id = %s AND team.id = %s AND team.removed_at IS NULL AND league.removed_at IS NULL
"""


class Captain(NamedTuple):
    """The team of a right code, and the state that its pages depend on."""

    league: int
    team: int
    number: int
    code: str
    code_set: int
    revision: int
    last_day: date

    @property
    def has_ended(self) -> bool:
        return self.last_day < localdate()

    def path(self, name: str = "team_page", *args: object) -> str:
        """Return the path of a page of this captain."""
        return reverse(f"tournaments:{name}", args=[self.league, self.team, self.code, *args])


def code_of_team(book: int, team: int, code_set: int) -> str:
    """Return the code of a team: three groups of four letters and digits."""
    text = f"talon page of a team {book}/{team}/{code_set}".encode()
    return legible(hmac.new(settings.SECRET_KEY.encode(), text, hashlib.sha256).digest())


def team_path(league: League, team: Team) -> str:
    """Return the path of the page of a team; empty where it has no code."""
    if not team.code_set:
        return ""
    code = code_of_team(league.book_id, team.pk, team.code_set)
    return reverse("tournaments:team_page", args=[league.pk, team.pk, code])


def find_captain(league: int, team: int, typed: str) -> Captain | None:
    """Return the captain if this is the code of the team, with one row."""
    row = fetch_row(_ROW, league, team)
    if row is None:
        return None
    number, book, code_set, revision, until, latest = row
    code = code_of_team(book, team, code_set)
    if not code_set or not hmac.compare_digest(code, tidy_code(typed)):
        return None
    last = max(day for day in (_as_day(until), _as_day(latest)) if day is not None)
    return Captain(league, team, number, code, code_set, revision, last + timedelta(days=KEPT_DAYS))


def _as_day(day: date | str | None) -> date | None:
    """Return a day: SQLite has texts for them."""
    return date.fromisoformat(day) if isinstance(day, str) else day


def team_of_code(league: League, typed: str) -> Team | None:
    """Return the team of a code that was typed without its address; all codes of the league are compared."""
    found = None
    for team in Team.objects.filter(league=league, removed_at=None).order_by("pk"):
        code = code_of_team(league.book_id, team.pk, team.code_set)
        if team.code_set and hmac.compare_digest(code, tidy_code(typed)):
            found = team
    return found


def last_day_of(league: League) -> date:
    """Return the last day on which the codes of a league open anything, as far as is known now."""
    days = [day for row in league.matches.values_list("day", "last_day") for day in row if day is not None]
    return max([league.until, *days]) + timedelta(days=KEPT_DAYS)
