"""The codes of teams: made for all of them or for one by one act. New ones shut out those before."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Final

from django.utils.translation import gettext as _

from clubs.books.refusals import NotNow
from clubs.books.writing import Author, JsonValue, retried
from tournaments.leagues.session import OpenLeague, keep_site, open_league
from tournaments.models import League, Team

MADE: Final = "captains.codes_made"
PUT_BACK: Final = "captains.codes_put_back"
# How the log names the sets: for each team its number and the set that is valid.
CODE_SETS: Final = "code_sets"


@retried
def make_team_codes(by: Author, league: League, seen: Mapping[int, int], site: str = "") -> list[int]:
    """Make new codes for these teams; return those for which this act made them.

    `seen` has how many sets the page knew of for each: sent twice, it makes one. `put_team_codes_back` takes
    it back. `site` is where the links in mail to captains lead.
    """
    with open_league(league, by) as opened:
        made = [team for team in _teams(opened, seen) if team.code_sets_made == seen[team.pk]]
        if not made:
            opened.writing.mark_repeat()
            return []
        keep_site(opened.league, site)
        before = _sets(made)
        for team in made:
            team.code_set = team.code_sets_made = team.code_sets_made + 1
        Team.objects.bulk_update(made, ["code_set", "code_sets_made"])
        opened.writing.log(MADE, opened.league, before={CODE_SETS: before}, after={CODE_SETS: _sets(made)})
        return [team.pk for team in made]


@retried
def put_team_codes_back(
    by: Author, league: League, before: Mapping[int, int], instead_of: Mapping[int, int]
) -> None:
    """Let the codes of earlier sets be valid instead of these; with 0 a team has none."""
    with open_league(league, by) as opened:
        teams = _teams(opened, before)
        if all(team.code_set == before[team.pk] for team in teams):
            opened.writing.mark_repeat()
            return
        if any(team.code_set != instead_of[team.pk] for team in teams):
            raise NotNow(_("Codes have been made since."))
        now = _sets(teams)
        for team in teams:
            team.code_set = before[team.pk]
        Team.objects.bulk_update(teams, ["code_set"])
        opened.writing.log(PUT_BACK, opened.league, before={CODE_SETS: now}, after={CODE_SETS: _sets(teams)})


def sets_from(stored: Iterable[Iterable[int]]) -> dict[int, int]:
    """Return the sets that the log has."""
    return {team: code_set for team, code_set in stored}  # noqa: C416 - pairs from JSON are lists


def _teams(opened: OpenLeague, teams: Collection[int]) -> list[Team]:
    return list(Team.objects.filter(league=opened.league, pk__in=teams, removed_at=None).order_by("pk"))


def _sets(teams: Iterable[Team]) -> list[JsonValue]:
    return [[team.pk, team.code_set] for team in teams]
