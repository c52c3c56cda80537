"""The rules of a league: changed by its manager until matches depend on them, and read by everybody."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation

from clubs.books.ways_back import offer_undo
from clubs.models import Role
from scoring.store import sheets
from tests.builders import a_user
from tests.tournaments.leagues.support import LeagueOfClub, three_teams
from tournaments import leagues
from tournaments.agreement.agreement import EventAgreement
from tournaments.agreement.league_rules import read_rules, store_rules
from tournaments.core.leagues.match import MatchKind, TeamSide
from tournaments.core.leagues.rules import LeagueRules
from tournaments.core.worth import SchemeNumbers
from tournaments.leagues.forms import LeagueForm, about_initial
from tournaments.leagues.frozen import RuleFrozenBy, find_frozen
from tournaments.leagues.plans import LeaguePlan
from tournaments.leagues.rule_forms import LeagueRulesForm, league_rules_initial, rules_initial
from tournaments.leagues.rules_page import rule_groups

pytestmark = pytest.mark.django_db


def accepted(league: LeagueOfClub, number: int) -> None:
    leagues.accept_result(league.by, league.match(number), league.match(number).version)


def change(league: LeagueOfClub, **rules: Any) -> LeaguePlan:
    """Change some of the rules of a league; return what was agreed on before."""
    before = leagues.plan_of(league.fresh())
    plan = replace(before, rules=replace(before.rules, **rules))
    leagues.change_league(league.by, league.fresh(), plan, league.fresh().version)
    return before


def refused(league: LeagueOfClub, **rules: Any) -> list[str]:
    """At which fields a change is refused."""
    with pytest.raises(ValidationError) as refusal:
        change(league, **rules)
    return [*refusal.value.error_dict]


def typed(league: LeagueOfClub, **changes: str) -> dict[str, str]:
    """What the page of the rules sends, with some fields typed otherwise."""
    plan, stored = leagues.plan_of(league.fresh()), league.fresh()
    form = LeagueRulesForm(
        plan=plan, frozen=find_frozen(stored), initial=league_rules_initial(plan, stored.version)
    )
    shown = {name: form[name].value() for name in form.fields}
    return {**{name: "" if value is None else str(value) for name, value in shown.items()}, **changes}


def post(league: LeagueOfClub, **changes: str) -> int:
    client = Client()
    client.force_login(a_user(Role.Kind.DIRECTOR, club=league.club))
    address = reverse("tournaments:league_rules_change", args=[league.league.pk])
    return client.post(address, typed(league, **changes)).status_code


def sentences(league: LeagueOfClub) -> str:
    groups = rule_groups(league.fresh())
    return " ".join(rule.sentence for group in groups for rule in group.rules)


# Changing.


def test_the_page_of_the_rules_sets_every_rule_that_there_is() -> None:
    league = LeagueOfClub()
    league.team("Alfa")
    changed = {
        "scheme": "total",
        "cap": "7000",
        "margin": "3000",
        "deals": "4",
        "signers": "one",
        "corrections": "by_consent",
        "reminder_days": "5",
    }
    assert post(league, **changed) == 302
    rules = league.fresh().agreed
    assert rules.numbers.cap == 7000
    assert (rules.deals, rules.signers, rules.corrections, rules.reminder_days) == (
        *(4, "one"),
        *("by_consent", 5),
    )
    assert post(league, scheme="vp_table", walkover_percent="60") == 302
    assert league.fresh().agreed.walkover_percent == 60


def test_each_rule_has_a_field() -> None:
    league = LeagueOfClub()
    plan = leagues.plan_of(league.fresh())
    form = LeagueRulesForm(plan=plan, frozen={}, initial=league_rules_initial(plan, 1))
    rules = {name for name in LeagueRules.__dataclass_fields__ if name != "numbers"}
    assert rules <= form.fields.keys()


def test_points_without_a_maximum_have_no_share_of_it() -> None:
    league = LeagueOfClub()
    assert post(league, scheme="total", walkover_percent="60") == 302
    assert league.fresh().agreed.walkover_percent is None


def test_a_house_rule_is_agreed_on_and_said() -> None:
    league = LeagueOfClub()
    before = sentences(league)
    option = next(one for one in sheets.load_ruleset("samba").options if one.concerns(2, 2))
    assert post(league, **{f"option_{option.name}": "1"}) == 302
    assert league.fresh().options == {option.name: option.choices[1].value}
    assert sentences(league) != before


def test_another_game_is_played_without_the_house_rules_of_the_one_before() -> None:
    league = LeagueOfClub()
    option = next(name for name in typed(league) if name.startswith("option_"))
    post(league, **{option: "1"})
    client = Client()
    client.force_login(a_user(Role.Kind.DIRECTOR, club=league.club))
    stored = league.fresh()
    address = reverse("tournaments:league_change", args=[stored.pk])
    sent = {
        "key": "5b0cf8f4-7e0c-4a3e-9a59-4c84bb1a36a5",
        "version": stored.version,
        "name": stored.name,
        "ruleset": "royal",
        "since": stored.since.isoformat(),
        "until": stored.until.isoformat(),
        "divisions": "Division 1",
        "public": "on",
    }
    assert client.post(address, sent).status_code == 302
    assert (league.fresh().ruleset, league.fresh().options) == ("royal", {})


def test_a_league_that_was_stored_before_there_was_a_rule_has_its_usual_value() -> None:
    stored = store_rules(LeagueRules(deals=4, reminder_days=2))
    for name in ("deals", "corrections", "signers", "reminder_days"):
        del stored[name]
    assert read_rules(stored) == LeagueRules()


# Walkovers.


@pytest.mark.parametrize(
    ("ruleset", "margin", "said"),
    [
        ("samba", 4000, "4,000"),
        ("royal", 7200, "7,200"),
        ("sitoumussamba", 8000, "8,000"),
        ("danish", 4000, "4,000"),
    ],
)
def test_a_walkover_counts_two_fifths_of_the_target_as_in_an_event(
    ruleset: str, margin: int, said: str
) -> None:
    league = LeagueOfClub()
    before = leagues.plan_of(league.fresh())
    leagues.change_league(league.by, league.fresh(), replace(before, ruleset=ruleset), 1)
    stored = league.fresh()
    assert stored.agreed.margin == margin == EventAgreement().result_terms(ruleset).margin
    assert f"A walkover counts as a win by {said};" in sentences(league)
    assert leagues.plan_of(stored).rules.margin is None
    client = Client()
    client.force_login(a_user(Role.Kind.DIRECTOR, club=league.club))
    address = reverse("tournaments:league_rules_change", args=[stored.pk])
    assert f"In this game that is {said}." in client.get(address).content.decode()


def test_a_league_with_a_number_keeps_it_until_the_field_is_emptied() -> None:
    league = LeagueOfClub(rules=LeagueRules(margin=2000))
    assert league.fresh().agreed.margin == 2000
    assert post(league, margin="") == 302
    assert (league.fresh().agreed.margin, leagues.plan_of(league.fresh()).rules.margin) == (4000, None)


def test_games_of_so_many_deals_need_a_number() -> None:
    league = LeagueOfClub()
    assert refused(league, deals=4) == ["margin"]
    change(league, deals=4, margin=0)
    assert league.fresh().agreed.margin == 0


def test_a_new_league_counts_walkovers_by_its_game_unless_a_number_is_typed() -> None:
    plan = leagues.plan_of(LeagueOfClub().fresh())
    shown = {**rules_initial(plan.rules), **about_initial(plan), "divisions": "Division 1"}
    sent = {name: "" if value is None else value for name, value in shown.items()}
    for margin, agreed in (("", None), ("500", 500)):
        form = LeagueForm({**sent, "margin": margin, "key": str(uuid4())})
        assert form.is_valid(), form.errors
        assert form.plan().rules.margin == agreed


# Frozen.


def test_what_matches_depend_on_stays() -> None:
    league = three_teams()
    assert find_frozen(league.fresh()) == {}
    league.enter(1, "5000-4000", "5000-4000")
    assert refused(league, tables=3) == ["tables"]
    assert refused(league, deals=4, margin=2000) == ["deals"]
    change(league, scheme="total", numbers=SchemeNumbers(cap=6000))
    accepted(league, 1)
    assert refused(league, numbers=SchemeNumbers(cap=5000)) == ["cap"]
    assert refused(league, win=3) == ["win"]
    change(league, margin=1000, walkover_percent=70, withdrawn=LeagueRules().withdrawn)
    leagues.rule_match(
        league.by,
        league.match(2),
        MatchKind.WALKOVER,
        "absent",
        league.match(2).version,
        at_fault=TeamSide.AWAY,
    )
    change(league, margin=1500)
    accepted(league, 2)
    assert refused(league, margin=2000) == ["margin"]
    assert refused(league, margin=None) == ["margin"]
    assert refused(league, walkover_percent=50) == ["walkover_percent"]
    change(league, silence_hours=24, reminder_days=None)


def test_how_a_team_withdraws_stays_once_one_has() -> None:
    league = three_teams()
    league.enter(1, "5000-4000", "5000-4000")
    accepted(league, 1)
    leagues.withdraw_team(league.by, league.teams["Gamma"], "too few players")
    frozen = find_frozen(league.fresh())
    assert (frozen["withdrawn"], frozen["margin"]) == (RuleFrozenBy.WITHDRAWN, RuleFrozenBy.WITHDRAWN)


def test_a_frozen_rule_is_shown_and_not_sent() -> None:
    league = three_teams(rules=LeagueRules(scheme="vp_table"))
    league.enter(1, "5000-4000", "5000-4000")
    accepted(league, 1)
    assert post(league, tables="5", scheme="total", bands="1, 2", silence_hours="24") == 302
    rules = league.fresh().agreed
    assert (rules.tables, rules.scheme, rules.silence_hours) == (2, "vp_table", 24)
    assert rules.numbers == SchemeNumbers()


def test_a_change_of_rules_is_undone() -> None:
    league = LeagueOfClub()
    before = change(league, reminder_days=3, walkover_percent=70)
    offered = offer_undo(league.last_act()).undo
    assert offered is not None
    offered.run(league.by, "", uuid4())
    assert leagues.plan_of(league.fresh()) == before


def test_what_is_frozen_costs_the_same_for_many_matches() -> None:
    league = three_teams()
    costs = []
    for number in (1, 2, 3):
        league.enter(number, "5000-4000", "5000-4000")
        accepted(league, number)
        stored = league.fresh()
        with CaptureQueriesContext(connection) as asked:
            find_frozen(stored)
        costs.append(len(asked))
    assert costs == [3, 3, 3]


# Reading.


def test_everybody_reads_the_rules_in_plain_words() -> None:
    rules = LeagueRules(
        scheme="total", numbers=SchemeNumbers(cap=6000), margin=9000, deals=4, reminder_days=2
    )
    league = LeagueOfClub(rules=rules)
    said = sentences(league)
    assert "A side gets the points it scores, at most 6,000 per game." in said
    assert "A walkover is worth 6,000 points; the absent side gets nothing." in said
    assert "Samba, 4 deals per game" in said
    assert "The captains are reminded by mail 2 days before a match." in said
    share = LeagueOfClub(name="Share", rules=LeagueRules(scheme="vp_table", walkover_percent=70))
    assert "A walkover is worth 70 per cent of the maximum for a game" in sentences(share)


def test_the_page_of_the_rules_is_kept_and_has_its_file() -> None:
    league = LeagueOfClub()
    address = reverse("tournaments:league_rules", args=[league.league.pk])
    first = Client().get(address)
    assert "Rules of the league" in first.content.decode()
    with CaptureQueriesContext(connection) as asked:
        again = Client().get(address, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, len(asked)) == (304, 1)
    assert Client().get(f"{address}?as=xlsx").status_code == 200


@pytest.mark.parametrize("language", ["sv", "fi", "da"])
def test_the_rules_are_in_each_language(language: str) -> None:
    league = LeagueOfClub(
        rules=LeagueRules(walkover_percent=70, reminder_days=1, deals=4, margin=900, reserve_times=2)
    )
    english = set(sentences(league).split(". "))
    with translation.override(language):
        assert not english & set(sentences(league).split(". "))
