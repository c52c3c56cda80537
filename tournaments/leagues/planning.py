"""The verbs of fixtures: published for a division, withdrawn, and matches moved or postponed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date, time, timedelta
from itertools import count
from uuid import UUID

from django.db.models import Max, Q, QuerySet
from django.utils.translation import gettext as _

from clubs.books.refusals import NotNow, validation_error
from clubs.books.writing import Author, JsonValue, Submission, retried
from tournaments.core.leagues.match import Fixture
from tournaments.leagues.results import change_match, refuse_seals
from tournaments.leagues.session import OpenLeague, open_league
from tournaments.leagues.states import MatchState
from tournaments.models import Division, League, Team, TeamMatch

MAX_MATCHES = 2000
MAX_ROUND = 200


@retried
def publish_fixtures(
    by: Author, division: Division, fixtures: Sequence[Fixture], key: UUID
) -> list[TeamMatch]:
    """Publish the matches of a division; its teams are given by their numbers in the league.

    What was published before for the division goes, unless something has been played of it.
    """
    content: dict[str, JsonValue] = {"division": division.pk, "fixtures": [_facts(one) for one in fixtures]}
    with open_league(division.league, by, submission=Submission(key=key, content=content)) as opened:
        stored = _division(opened, division)
        if opened.writing.earlier is not None:
            return list(TeamMatch.objects.filter(division=stored))
        teams = {team.number: team for team in stored.teams.filter(removed_at=None)}
        _check(fixtures, teams.keys(), opened.league)
        before = _published(stored)
        _delete_matches(stored)
        matches = _store(opened.league, stored, fixtures, teams)
        _set_state(opened.league)
        facts: dict[str, JsonValue] = {"division": stored.pk, "fixtures": [_facts(one) for one in fixtures]}
        old: dict[str, JsonValue] = {"fixtures": [_facts(one) for one in before]}
        opened.writing.log("fixtures.published", stored, before=old, after=facts)
        return matches


@retried
def withdraw_fixtures(by: Author, division: Division) -> None:
    """Take the matches of a division off again, before anything is played."""
    with open_league(division.league, by) as opened:
        stored = _division(opened, division)
        before = _published(stored)
        if not before:
            raise NotNow(_("No match is planned yet."))
        _delete_matches(stored)
        _set_state(opened.league)
        facts: dict[str, JsonValue] = {"division": stored.pk, "fixtures": [_facts(one) for one in before]}
        opened.writing.log("fixtures.withdrawn", stored, before=facts, after={"fixtures": []})


@retried
def add_matches(
    by: Author, division: Division, fixtures: Sequence[Fixture], key: UUID, numbers: Sequence[int] = ()
) -> list[TeamMatch]:
    """Add matches to a division, also once it has begun: a late team, a play-off, a round that was drawn.

    `numbers` are those that they had before they were taken off.
    """
    content: dict[str, JsonValue] = {"division": division.pk, "added": [_facts(one) for one in fixtures]}
    with open_league(division.league, by, submission=Submission(key=key, content=content)) as opened:
        stored = _division(opened, division)
        if opened.writing.earlier is not None:
            return [*_numbered(stored, opened.writing.earlier.facts["match_numbers"])]
        teams = {team.number: team for team in stored.teams.filter(removed_at=None, withdrawn_at=None)}
        _check([*fixtures], teams.keys(), opened.league)
        _refuse_second_match(stored, fixtures)
        if TeamMatch.objects.filter(league=opened.league, number__in=numbers).exists():
            raise NotNow(_("Something has changed since."))
        matches = _store(opened.league, stored, fixtures, teams, numbers)
        _set_state(opened.league)
        opened.writing.log("fixtures.added", stored, after=_facts_of(stored, matches))
        return matches


def add_match(by: Author, division: Division, fixture: Fixture, key: UUID) -> TeamMatch:
    """Add one match to a division."""
    (match,) = add_matches(by, division, [fixture], key)
    return match


@retried
def remove_matches(by: Author, division: Division, numbers: Sequence[int]) -> None:
    """Take single matches off again, by their numbers, before anything is played of them."""
    with open_league(division.league, by) as opened:
        stored = _division(opened, division)
        matches = [*_numbered(stored, numbers)]
        if not matches or len(matches) < len({*numbers}):
            raise NotNow(_("This match has been taken off the fixtures meanwhile."))
        if _numbered(stored, numbers).filter(_begun()).exists():
            raise NotNow(_("The match has begun."))
        facts = _facts_of(stored, matches)
        _numbered(stored, numbers).delete()
        _set_state(opened.league)
        opened.writing.log("fixtures.removed", stored, before=facts)


def _numbered(division: Division, numbers: Sequence[int]) -> QuerySet[TeamMatch]:
    rows = TeamMatch.objects.filter(division=division, number__in=numbers)
    return rows.select_related("home", "away").order_by("number")


def _facts_of(division: Division, matches: Iterable[TeamMatch]) -> dict[str, JsonValue]:
    rows = [*matches]
    return {
        "division": division.pk,
        "fixtures": [_facts(_fixture_of(match)) for match in rows],
        "match_numbers": [match.number for match in rows],
    }


def _refuse_second_match(division: Division, fixtures: Sequence[Fixture]) -> None:
    stored = TeamMatch.objects.filter(division=division)
    playing = {
        (drawn, team)
        for drawn, home, away in stored.values_list("round", "home__number", "away__number")
        for team in (home, away)
    }
    if any((one.round, team) in playing for one in fixtures for team in (one.home, one.away)):
        raise validation_error("round", _("A team plays once in a round."))


def fixtures_from(facts: Iterable[dict[str, object]]) -> list[Fixture]:
    """Return the fixtures that the log has."""
    return [_read(one) for one in facts]


def _division(opened: OpenLeague, division: Division) -> Division:
    found = Division.objects.filter(pk=division.pk, league=opened.league).first()
    if found is None:
        raise NotNow(_("Somebody else has removed this division."))
    return found


def _published(division: Division) -> list[Fixture]:
    matches = TeamMatch.objects.filter(division=division).select_related("home", "away").order_by("number")
    return list(map(_fixture_of, matches))


def _fixture_of(match: TeamMatch) -> Fixture:
    return Fixture(
        round=match.round,
        home=match.home.number,
        away=match.away.number,
        day=match.day,
        at=match.starts,
        place=match.place,
    )


def fixtures_numbered(division: Division, numbers: Sequence[int]) -> list[Fixture]:
    """Return matches as they are planned now, by their numbers."""
    return list(map(_fixture_of, _numbered(division, numbers)))


def published_fixtures(division: Division) -> list[Fixture]:
    """Return the matches of a division as they are planned now."""
    return _published(division)


def _delete_matches(division: Division) -> None:
    matches = TeamMatch.objects.filter(division=division)
    if matches.filter(_begun()).exists():
        raise NotNow(_("Matches of the division have begun: move single ones instead."))
    matches.delete()


def _begun() -> Q:
    sealed = Q(home_sealed_at__isnull=False) | Q(away_sealed_at__isnull=False)
    return sealed | ~Q(kind=None) | Q(tables__isnull=False)


def _store(
    league: League,
    division: Division,
    fixtures: Sequence[Fixture],
    teams: dict[int, Team],
    numbers: Sequence[int] = (),
) -> list[TeamMatch]:
    last = TeamMatch.objects.filter(league=league).aggregate(last=Max("number"))["last"] or 0
    return TeamMatch.objects.bulk_create(
        TeamMatch(
            league=league,
            division=division,
            number=number,
            round=one.round,
            home=teams[one.home],
            away=teams[one.away],
            day=one.day,
            starts=one.at,
            place=one.place or teams[one.home].place,
        )
        for number, one in zip(numbers or count(last + 1), fixtures, strict=False)
    )


def _set_state(league: League) -> None:
    planned = TeamMatch.objects.filter(league=league).exists()
    league.state = League.State.RUNNING if planned else League.State.PLANNED
    league.save(update_fields=["state"])


def _check(fixtures: Sequence[Fixture], teams: Iterable[int], league: League) -> None:
    if not fixtures:
        raise validation_error(None, _("No match is planned yet."))
    known, in_round = {*teams}, set[tuple[int, int]]()
    if len(fixtures) + TeamMatch.objects.filter(league=league).count() > MAX_MATCHES:
        raise validation_error(None, _("A league has at most 2,000 matches."))
    for one in fixtures:
        if not known.issuperset((one.home, one.away)) or one.home == one.away:
            raise validation_error(None, _("A match needs two teams of the division."))
        if not 1 <= one.round <= MAX_ROUND:
            raise validation_error(None, _("Rounds are numbered from 1 to 200."))
        for team in (one.home, one.away):
            if (one.round, team) in in_round:
                raise validation_error(None, _("A team plays once in a round."))
            in_round.add((one.round, team))


def _facts(fixture: Fixture) -> dict[str, JsonValue]:
    return {
        "round": fixture.round,
        "home": fixture.home,
        "away": fixture.away,
        "day": None if fixture.day is None else fixture.day.isoformat(),
        "at": None if fixture.at is None else fixture.at.isoformat(),
        "place": fixture.place,
    }


def _read(stored: dict[str, object]) -> Fixture:
    day, at = stored["day"], stored["at"]
    return Fixture(
        round=int(str(stored["round"])),
        home=int(str(stored["home"])),
        away=int(str(stored["away"])),
        day=date.fromisoformat(day) if isinstance(day, str) else None,
        at=time.fromisoformat(at) if isinstance(at, str) else None,
        place=str(stored["place"]),
    )


# Single matches.


@retried
def move_match(
    by: Author, match: TeamMatch, day: date | None, starts: time | None, place: str, version: int
) -> None:
    """Set when and where a match is played, without postponing it."""

    def moved(state: MatchState) -> MatchState:
        return replace(state, day=day, starts=starts, place=place)

    change_match(by, match, moved, "match.moved", version=version)


@retried
def exchange_sides(by: Author, match: TeamMatch, version: int) -> None:
    """Let the away team of a match without a result be the home team; the match moves to its place."""
    places = {team.pk: team.place for team in (match.home, match.away)}

    def exchanged(state: MatchState) -> MatchState:
        if state.kind is not None or state.tables:
            raise NotNow(_("Something has been entered at its tables already."))
        home, away = state.away_id, state.home_id
        moves = state.place == places.get(away or 0)
        place = places.get(home or 0, "") if moves else state.place
        return replace(state, home_id=home, away_id=away, place=place)

    change_match(by, match, exchanged, "match.sides_exchanged", version=version, also=refuse_seals)


@retried
def postpone_match(by: Author, match: TeamMatch, last_day: date | None, reason: str, version: int) -> None:
    """Postpone a match; without a last day that is so many days after the first one as was agreed on."""

    def postponed(state: MatchState) -> MatchState:
        planned = state.planned_day or state.day or by.at.date()
        last = last_day or planned + timedelta(days=match.league.agreed.postponed_days)
        if last < planned:
            raise validation_error("last_day", _("The last day is before the first one."))
        return replace(state, planned_day=planned, last_day=last, day=None, starts=None)

    change_match(by, match, postponed, "match.postponed", version=version, reason=reason)
