"""A league opened for one act: its book and its row locked, the author's role checked."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.utils.translation import gettext as _

from clubs.books.permissions import DIRECTORS
from clubs.books.refusals import NotNow
from clubs.books.writing import Author, Submission, Writing, writing
from clubs.models import Role
from tournaments.core.leagues.rules import LeagueRules
from tournaments.models import League, Team, TeamMatch


@dataclass(frozen=True, slots=True)
class OpenLeague:
    """A league opened for one act."""

    writing: Writing
    league: League

    @property
    def rules(self) -> LeagueRules:
        return self.league.agreed

    @property
    def key_of_earlier(self) -> bool:
        """Whether the same submission came before."""
        return self.writing.earlier is not None

    def get_team(self, team: Team) -> Team:
        """Load a team of the league as it is now."""
        found = Team.objects.select_related("division", "club").filter(pk=team.pk, league=self.league).first()
        if found is None:
            raise NotNow(_("Somebody else has removed this team."))
        return found

    def get_match(self, match: TeamMatch) -> TeamMatch:
        """Load a match of the league as it is now; its fixtures may have been withdrawn."""
        rows = TeamMatch.objects.select_related("home", "away", "division")
        found = rows.filter(pk=match.pk, league=self.league).first()
        if found is None:
            raise NotNow(_("This match has been taken off the fixtures meanwhile."))
        found.league = self.league
        return found


@contextmanager
def open_league(
    league: League,
    by: Author,
    *,
    needs: Collection[Role.Kind] | None = DIRECTORS,
    submission: Submission | None = None,
    closed: bool = False,
    removed: bool = False,
) -> Iterator[OpenLeague]:
    """Open a league for an act of an author who has one of the roles `needs` in its book.

    With `needs=None` the caller has checked the right, by the code of a captain. A closed league is not
    changed, except by an act for which it may be `closed`.
    """
    with writing(league.book, by, needs=needs, submission=submission) as act:
        locked = League.objects.select_for_update(of=("self",)).select_related("club").get(pk=league.pk)
        locked.book = act.book
        if (locked.removed_at is not None) != removed:
            raise NotNow(
                _("The league is in the list.") if removed else _("The league has been removed meanwhile.")
            )
        if locked.is_closed and not closed:
            raise NotNow(_("The league is closed. Open it again first."))
        yield OpenLeague(act, locked)


def keep_site(league: League, site: str) -> None:
    """Keep where the links in mail of a locked league lead; empty is not known."""
    if site and league.site != site:
        league.site = site
        league.save(update_fields=["site"])
