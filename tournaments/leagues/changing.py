"""The verbs of a league: made, changed, closed, reopened, taken off the list and brought back."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from clubs.books.permissions import DIRECTORS
from clubs.books.refusals import NotNow, validation_error
from clubs.books.sealing import create_book
from clubs.books.writing import Author, Submission, club_book, retried, writing
from clubs.models import Book, Club
from clubs.text.alphabet import tidy
from scoring.models import Game
from scoring.recording import MAX_DEALS
from scoring.wording import labels
from tournaments.agreement.league_rules import store_rules
from tournaments.core.leagues.decisions import DECISIONS
from tournaments.core.leagues.rules import (
    CHAIN_CRITERIA,
    MAX_LEGS,
    MAX_MARGIN,
    MAX_MATCH_POINTS,
    MAX_PAIR,
    MAX_REMINDER_DAYS,
    MAX_TABLES,
    LeagueRules,
)
from tournaments.core.schemes import SCHEMES
from tournaments.leagues.frozen import changed_names, find_frozen
from tournaments.leagues.plans import LeaguePlan
from tournaments.leagues.session import OpenLeague, keep_site, open_league
from tournaments.leagues.words import FROZEN
from tournaments.models import Division, League, TeamMatch

MAX_DIVISIONS: Final = 12
_MAX_NAME: Final = 100
_MAX_DAYS: Final = 366
_MAX_HOURS: Final = 24 * 31
_MAX_TEAMS: Final = 12
_TWO_SIDES: Final = 2


@retried
def add_league(by: Author, club: Club, plan: LeaguePlan, key: UUID, *, site: str = "") -> League:
    """Make a league with a book of its own. Sent twice with one key, it is one league."""
    check_plan(plan)
    submission = Submission(key=key, content={"club": club.pk, **plan.facts})
    with writing(club_book(club), by, needs=DIRECTORS, submission=submission) as in_club:
        if in_club.earlier is not None:
            return League.objects.get(book=in_club.earlier.facts["book"])
        league = store_new_league(club, plan)
        keep_site(league, site)
        in_club.log("league.made", league, after={"book": league.book_id})
        with writing(league.book, by) as in_league:
            in_league.log("league.made", league, after=plan.facts)
        return league


def store_new_league(club: Club, plan: LeaguePlan, follows: League | None = None) -> League:
    """Store a league with its book and its divisions; the book of the club is locked."""
    _refuse_taken_name(club, plan.name)
    league = League(club=club, book=create_book(Book.Kind.LEAGUE, club), follows=follows)
    _store(league, plan)
    _store_divisions(league, plan.divisions)
    return league


@retried
def change_league(by: Author, league: League, plan: LeaguePlan, version: int, *, site: str = "") -> None:
    """Change what is agreed on. `version` is the one that the author has seen.

    `site` is where the links in mail of the league lead.
    """
    check_plan(plan)
    with open_league(league, by) as opened:
        stored, before = opened.league, LeaguePlan.of(opened.league)
        if before == plan:
            opened.writing.mark_repeat()
            return
        if stored.version != version:
            raise NotNow(_("Somebody else has changed the league meanwhile. Open its page again."))
        _refuse_taken_name(stored.club, plan.name, stored.pk)
        _check_frozen(opened, before, plan)
        stored.version += 1
        _store(stored, plan)
        _store_divisions(stored, plan.divisions)
        keep_site(stored, site)
        opened.writing.log("league.changed", stored, before=before.facts, after=plan.facts)


def _check_frozen(opened: OpenLeague, before: LeaguePlan, plan: LeaguePlan) -> None:
    """What matches depend on stays; and a division with teams is not taken out."""
    used = Division.objects.filter(league=opened.league, teams__isnull=False)
    if used.filter(position__gt=len(plan.divisions)).exists():
        raise validation_error("divisions", _("There are teams in the last division."))
    changed = changed_names(before, plan)
    frozen = find_frozen(opened.league) if changed else {}
    for name in changed:
        if name in frozen:
            raise validation_error(name, FROZEN[frozen[name]])


def _store(league: League, plan: LeaguePlan) -> None:
    league.name, league.ruleset, league.options = plan.name, plan.ruleset, dict(plan.options)
    league.since, league.until, league.public = plan.since, plan.until, plan.public
    league.closed_places = plan.stored_places
    league.rules = store_rules(plan.rules)
    league.save()


def _store_divisions(league: League, names: tuple[str, ...]) -> None:
    for position, name in enumerate(names, 1):
        Division.objects.update_or_create(league=league, position=position, defaults={"name": name})
    Division.objects.filter(league=league, position__gt=len(names)).delete()


# Closing.


@retried
def close_league(by: Author, league: League) -> None:
    """Close a league: every match has a result that was accepted, or is not played any more."""
    with open_league(league, by, closed=True) as opened:
        stored = opened.league
        if stored.is_closed:
            raise NotNow(_("The league is closed already."))
        matches = TeamMatch.objects.filter(league=stored)
        if not matches.exists():
            raise NotNow(_("No match is planned yet."))
        waiting = matches.exclude(state=TeamMatch.State.ACCEPTED).filter(
            home__withdrawn_at=None, away__withdrawn_at=None
        )
        if waiting.exists():
            raise NotNow(_("Some matches have no accepted result yet."))
        _set_state(stored, League.State.CLOSED)
        opened.writing.log("league.closed", stored, after={"league_state": League.State.CLOSED.value})


@retried
def reopen_league(by: Author, league: League) -> None:
    """Open a closed league again."""
    with open_league(league, by, closed=True) as opened:
        stored = opened.league
        if not stored.is_closed:
            raise NotNow(_("The league is not closed."))
        _set_state(stored, League.State.RUNNING)
        opened.writing.log("league.reopened", stored, after={"league_state": League.State.RUNNING.value})


def _set_state(league: League, state: League.State) -> None:
    league.state = state
    league.version += 1
    league.save(update_fields=["state", "version"])


# Taking off the list.


@retried
def remove_league(by: Author, league: League) -> None:
    """Take a league off the list of its club. Its pages are gone until it is brought back."""
    with open_league(league, by, closed=True) as opened:
        opened.league.removed_at = by.at
        opened.league.save(update_fields=["removed_at"])
        opened.writing.log("league.removed", opened.league, before={"name": opened.league.name})


@retried
def bring_league_back(by: Author, league: League) -> None:
    """Bring a league that was removed back into the list."""
    with open_league(league, by, closed=True, removed=True) as opened:
        stored = opened.league
        if _same_name(stored.club, stored.name).exists():
            raise NotNow(_("The club has another league of this name by now."))
        stored.removed_at = None
        stored.save(update_fields=["removed_at"])
        opened.writing.log("league.brought_back", stored, after={"name": stored.name})


# Checks.


def check_plan(plan: LeaguePlan) -> None:
    if not plan.name or len(plan.name) > _MAX_NAME or plan.name != tidy(plan.name):
        raise validation_error("name", _("Give the league a name."))
    if plan.ruleset not in labels.ruleset_names():
        raise validation_error("ruleset", _("Choose a game."))
    if plan.until < plan.since:
        raise validation_error("until", _("The last day is before the first one."))
    if not 1 <= len(plan.divisions) <= MAX_DIVISIONS or len({*plan.divisions}) < len(plan.divisions):
        raise validation_error("divisions", _("Name 1 to 12 divisions, each by a name of its own."))
    _check_rules(plan.rules)


def _check_rules(rules: LeagueRules) -> None:
    if rules.scheme not in SCHEMES or _TWO_SIDES not in SCHEMES[rules.scheme].sides:
        raise validation_error("scheme", _("Choose what a game gives."))
    if rules.decision not in DECISIONS:
        raise validation_error("decision", _("Choose what decides a match."))
    if (
        not rules.chain
        or not {*rules.chain} <= CHAIN_CRITERIA.keys()
        or len({*rules.chain}) < len(rules.chain)
    ):
        raise validation_error("chain", _("Choose what decides the places, each once."))
    _check_games(rules)
    if not rules.win >= rules.draw >= rules.loss:
        raise validation_error("win", _("A win gives no less than a draw, and a draw no less than a loss."))
    for field, number, least, most in _limits(rules):
        if not least <= number <= most:
            limits = {"least": least, "most": most}
            raise validation_error(field, _("Between %(least)s and %(most)s.") % limits)


def _check_games(rules: LeagueRules) -> None:
    if rules.corrections not in Game.Corrections or rules.signers not in Game.Signers:
        raise validation_error("corrections", _("Choose how games are corrected and signed."))
    if rules.deals is not None and rules.margin is None:
        raise validation_error(
            "margin",
            _("A game with a fixed number of deals has no target: enter a number, for example 2000."),
        )


def _limits(rules: LeagueRules) -> list[tuple[str, int, int, int]]:
    return [
        ("tables", rules.tables, 1, MAX_TABLES),
        ("pair_size", rules.pair_size, 1, MAX_PAIR),
        ("opponents", rules.opponents, 1, MAX_TABLES),
        ("legs", rules.legs, 1, MAX_LEGS),
        ("cap", _or(rules.numbers.cap, 1), 1, MAX_MARGIN),
        ("margin", _or(rules.margin, 0), 0, MAX_MARGIN),
        ("walkover_percent", _or(rules.walkover_percent, 0), 0, 100),
        ("win", rules.win, 0, MAX_MATCH_POINTS),
        ("draw", rules.draw, 0, MAX_MATCH_POINTS),
        ("loss", rules.loss, 0, MAX_MATCH_POINTS),
        ("reserve_times", _or(rules.reserve_times, 0), 0, _MAX_DAYS),
        ("postponed_days", rules.postponed_days, 0, _MAX_DAYS),
        ("silence_hours", rules.silence_hours, 1, _MAX_HOURS),
        ("promoted", rules.promoted, 0, _MAX_TEAMS),
        ("relegated", rules.relegated, 0, _MAX_TEAMS),
        ("deals", _or(rules.deals, 1), 1, MAX_DEALS),
        ("reminder_days", _or(rules.reminder_days, 1), 1, MAX_REMINDER_DAYS),
    ]


def _or(number: int | None, usual: int) -> int:
    return usual if number is None else number


def _refuse_taken_name(club: Club, name: str, own: int = 0) -> None:
    if _same_name(club, name).exclude(pk=own).exists():
        raise validation_error("name", _("The club has a league of this name already."))


def _same_name(club: Club, name: str) -> QuerySet[League]:
    return League.objects.filter(club=club, name=name, removed_at=None)
