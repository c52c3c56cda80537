"""Mail before a match, and about results that are missing: each once, by day, as the league has set it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime, time, timedelta
from threading import Event
from typing import Any
from uuid import uuid4

import pytest
from django.core import mail
from django.core.mail import EmailMessage
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.timezone import localdate, make_aware
from pytest_django.fixtures import Settings

from clubs.books.writing import club_book
from clubs.models import Club, Role, User
from tests.builders import a_user
from tests.tournaments.captains.support import AWAY, HOME, CaptainsLeague
from tests.tournaments.support.arriving import send_all
from tournaments import captains, leagues
from tournaments.captains import reminders
from tournaments.core.leagues.match import Fixture
from tournaments.core.leagues.rules import LeagueRules
from tournaments.models import League, LeagueReminder, TeamMatch
from tournaments.notices.old import remove_old_notices

pytestmark = pytest.mark.django_db

RULES = LeagueRules(reminder_days=3)
SITE = "https://canasta.example.org"
(ERRAND,) = reminders.ERRANDS


@pytest.fixture(autouse=True)
def _mail_server(settings: Settings) -> None:
    settings.EMAIL_HOST = "mail.example.org"


def a_league(rules: LeagueRules = RULES, **fields: Any) -> CaptainsLeague:
    """A league whose captains have mailboxes and codes that were made at a known address."""
    league = CaptainsLeague(rules=rules, mail=True, **fields)
    Club.objects.filter(pk=league.club.pk).update(language="en")
    League.objects.filter(pk=league.league.pk).update(site=SITE)
    return league


def at(day: date, hour: int = 9) -> datetime:
    return make_aware(datetime.combine(day, time(hour)))


def in_days(days: int) -> date:
    return localdate() + timedelta(days=days)


def look(league: CaptainsLeague, day: date) -> list[EmailMessage]:
    """The mail that a look on a day sends, by the mailboxes; what was on its way before is gone then."""
    send_all()
    mail.outbox.clear()
    reminders.remind(league.league.pk, at(day))
    send_all()
    return sorted(mail.outbox, key=lambda one: one.to)


def mailboxes(sent: list[EmailMessage]) -> list[str]:
    return [box for one in sent for box in one.to]


def stored(match: TeamMatch) -> TeamMatch:
    return TeamMatch.objects.select_related("league__book", "league__club", "division", "home", "away").get(
        pk=match.pk
    )


# Before a match.


def test_both_captains_are_reminded_of_their_match_once() -> None:
    league = a_league()
    match = league.match(day=in_days(10), at=time(18, 30), place="Café Ess")
    assert look(league, in_days(6)) == []
    first, second = look(league, in_days(7))
    assert mailboxes([first, second]) == ["alfa@example.org", "beta@example.org"]
    assert first.subject == f"{league.league.name}: your next match"
    for said in ("Alfa – Beta", "18:30", "Café Ess", "Your line-up is not sealed yet."):
        assert said in first.body
    assert f"{SITE}{league.address('team_match', 'Alfa', match.number)}" in first.body
    assert f"{SITE}{league.address('team_match', 'Beta', match.number)}" in second.body
    for day in (7, 8, 9, 10):
        assert look(league, in_days(day)) == []


def test_nobody_is_reminded_where_the_league_has_set_it_so() -> None:
    league = a_league(LeagueRules())
    league.match(day=in_days(1))
    assert look(league, in_days(0)) == []


def test_several_matches_of_a_team_come_in_one_mail() -> None:
    league = a_league(names=("Alfa", "Beta", "Gamma"))
    fixtures = [
        Fixture(round=number, home=league.teams[home].number, away=league.teams[away].number, day=in_days(2))
        for number, (home, away) in enumerate((("Alfa", "Beta"), ("Gamma", "Alfa")), 1)
    ]
    leagues.publish_fixtures(league.by, league.league.divisions.get(), fixtures, uuid4())
    sent = look(league, in_days(0))
    assert mailboxes(sent) == ["alfa@example.org", "beta@example.org", "gamma@example.org"]
    assert "Alfa – Beta" in sent[0].body
    assert "Gamma – Alfa" in sent[0].body
    assert sent[0].subject.endswith("your next matches")


def test_a_match_that_was_moved_is_another_one_to_be_reminded_of() -> None:
    league = a_league()
    match = league.match(day=in_days(2))
    assert len(look(league, in_days(0))) == 2
    leagues.move_match(league.by, stored(match), in_days(9), None, "", stored(match).version)
    assert look(league, in_days(1)) == []
    assert len(look(league, in_days(6))) == 2


def test_fixtures_that_are_published_again_remind_nobody_twice() -> None:
    league = a_league()
    league.match(day=in_days(2))
    assert len(look(league, in_days(0))) == 2
    league.match(day=in_days(2))
    assert look(league, in_days(1)) == []


def test_captains_are_reminded_of_the_last_day_of_a_postponed_match() -> None:
    league = a_league()
    match = league.match(day=in_days(1))
    leagues.postpone_match(league.by, stored(match), in_days(12), "snow", stored(match).version)
    assert look(league, in_days(0)) == []
    first, _second = look(league, in_days(9))
    assert "postponed, to be played by" in first.body
    assert look(league, in_days(10)) == []


def test_nobody_is_reminded_of_a_match_that_was_played_or_whose_team_has_left() -> None:
    league = a_league()
    match = league.match(day=in_days(2))
    leagues.withdraw_team(league.by, league.teams["Beta"], "too few players")
    assert look(league, in_days(0)) == []
    leagues.return_team(league.by, league.teams["Beta"])
    league.seal(match, HOME, "Alfa")
    league.seal(match, AWAY, "Beta")
    league.post("team_result", "Alfa", match.number, **league.typed_totals(match))
    assert look(league, in_days(0)) == []


def test_a_captain_without_a_code_is_told_whom_to_ask() -> None:
    league = a_league()
    match = league.match(day=in_days(1))
    for team in league.teams.values():
        type(team).objects.filter(pk=team.pk).update(code_set=0)
    first, _second = look(league, in_days(0))
    assert "Ask the league manager for the code of your team." in first.body
    assert f"/{match.number}/" not in first.body


def test_a_mail_is_in_the_language_of_the_team() -> None:
    league = a_league()
    league.match(day=in_days(1))
    Club.objects.filter(pk=league.club.pk).update(language="fi")
    first, _second = look(league, in_days(0))
    assert "Kokoonpanoasi ei ole vielä sinetöity." in first.body


# A result that is missing.


def test_the_league_manager_hears_once_of_a_result_that_is_missing() -> None:
    league = a_league()
    league.match(day=in_days(1))
    look(league, in_days(0))
    assert look(league, in_days(1)) == []
    (sent,) = look(league, in_days(2))
    assert sent.to == [league.user.email]
    assert sent.subject == f"{league.league.name}: a result is missing"
    assert "Alfa – Beta" in sent.body
    assert f"{SITE}/leagues/{league.league.pk}/desk/" in sent.body
    assert look(league, in_days(3)) == []


def test_a_postponed_match_is_missing_after_its_last_day() -> None:
    league = a_league()
    match = league.match(day=in_days(1))
    leagues.postpone_match(league.by, stored(match), in_days(12), "snow", stored(match).version)
    assert league.user.email not in mailboxes(look(league, in_days(12)))
    assert mailboxes(look(league, in_days(13))) == [league.user.email]


def test_who_has_a_role_in_the_league_alone_hears_in_place_of_the_club() -> None:
    league = a_league()
    own = a_user()
    Role.objects.create(book=league.league.book, user=own, kind=Role.Kind.DIRECTOR)
    league.match(day=in_days(0))
    assert mailboxes(look(league, in_days(1))) == [own.email]


def test_an_admin_hears_where_nobody_directs() -> None:
    league = a_league()
    Role.objects.filter(book=club_book(league.club)).update(kind=Role.Kind.ADMIN)
    gone: User = a_user(Role.Kind.DIRECTOR, club=league.club)
    User.objects.filter(pk=gone.pk).update(is_active=False)
    league.match(day=in_days(0))
    assert mailboxes(look(league, in_days(1))) == [league.user.email]


# The errand.


def test_a_league_is_looked_at_once_a_day_and_when_it_has_changed() -> None:
    league = a_league()
    league.match(day=in_days(10))
    morning = at(in_days(0))
    assert ERRAND.is_due(morning)
    reminders.remind(league.league.pk, morning)
    assert not ERRAND.is_due(at(in_days(0), 15))
    assert ERRAND.is_due(at(in_days(1)))
    leagues.withdraw_team(league.by, league.teams["Beta"], "too few players")
    assert ERRAND.is_due(at(in_days(0), 15))


def test_nobody_is_written_to_at_night_or_without_a_mail_server(settings: Settings) -> None:
    league = a_league()
    league.match(day=in_days(1))
    assert not ERRAND.is_due(at(in_days(0), 7))
    assert not ERRAND.is_due(at(in_days(0), 20))
    settings.EMAIL_HOST = ""
    assert not ERRAND.is_due(at(in_days(0)))


def test_the_errand_puts_the_letters_on_their_way(monkeypatch: pytest.MonkeyPatch) -> None:
    league = a_league()
    league.match(day=in_days(1))
    morning = at(in_days(0))
    monkeypatch.setattr(timezone, "now", lambda: morning)
    ERRAND.run(Event())
    assert not ERRAND.is_due(morning)
    send_all()
    assert len(mail.outbox) == 2


def test_a_league_that_is_over_reminds_nobody_and_forgets_whom_it_has_reminded() -> None:
    league = a_league()
    league.match(day=in_days(1))
    look(league, in_days(0))
    remove_old_notices(in_days(40))
    assert LeagueReminder.objects.count() == 2
    League.objects.update(state=League.State.CLOSED)
    assert not ERRAND.is_due(at(in_days(2)))
    assert look(league, in_days(2)) == []
    remove_old_notices(in_days(40))
    assert LeagueReminder.objects.count() == 0


def test_the_links_lead_to_where_the_codes_were_made() -> None:
    league = a_league()
    team = league.teams["Alfa"]
    captains.make_team_codes(league.by, league.league, {team.pk: 1}, "https://elsewhere.example.org")
    assert League.objects.get(pk=league.league.pk).site == "https://elsewhere.example.org"


def test_looking_costs_the_same_for_many_matches() -> None:
    costs = []
    for names in (("Alfa", "Beta"), ("Alfa", "Beta", "Gamma", "Delta")):
        league = a_league(names=names)
        numbers = [team.number for team in league.teams.values()]
        fixtures = [
            Fixture(round=1, home=home, away=away, day=in_days(1))
            for home, away in zip(numbers[::2], numbers[1::2], strict=True)
        ]
        leagues.publish_fixtures(league.by, league.league.divisions.get(), fixtures, uuid4())
        with CaptureQueriesContext(connection) as asked:
            reminders.remind(league.league.pk, at(in_days(0)))
        costs.append(len(asked))
    assert costs[0] == costs[1]


def test_a_rule_that_is_changed_counts_at_once() -> None:
    league = a_league(LeagueRules())
    league.match(day=in_days(1))
    look(league, in_days(0))
    fresh = League.objects.select_related("book", "club").get(pk=league.league.pk)
    plan = leagues.plan_of(fresh)
    plan = replace(plan, rules=replace(plan.rules, reminder_days=2))
    leagues.change_league(league.by, fresh, plan, fresh.version)
    assert ERRAND.is_due(at(in_days(0), 15))
    assert len(look(league, in_days(0))) == 2
