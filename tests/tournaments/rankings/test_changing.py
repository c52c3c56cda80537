"""A ranking is made, changed and removed by its directors; each act is in the log and has its undo."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.test import Client
from django.urls import reverse

from clubs.books.refusals import NotNow
from clubs.books.verification import verify_log
from clubs.books.ways_back import offer_undo
from clubs.books.writing import club_book
from clubs.models import LogEntry, Role
from tests.builders import a_club, a_user, an_author
from tests.pages.world import RANKING
from tests.tournaments.rankings.support import a_ranking
from tests.tournaments.series.support import Season
from tournaments import rankings
from tournaments.core.ranking import Grade, LicenceRule, RankingRules
from tournaments.core.series.result import WayNumbers
from tournaments.core.series.rules import CountedEvenings, SeriesRules
from tournaments.models import Ranking

pytestmark = pytest.mark.django_db


@pytest.fixture
def season() -> Season:
    season = Season()
    season.evening("1 Anna Bo", "2 Cecilia Dan")
    return season


def undo(season: Season) -> None:
    last = LogEntry.objects.filter(book=club_book(season.club)).latest("number")
    offered = offer_undo(last).undo
    assert offered is not None
    offered.run(season.by, "", uuid4())


def fresh(one: Ranking) -> Ranking:
    return Ranking.objects.select_related("club").get(pk=one.pk)


def a_plan(**fields: Any) -> rankings.RankingPlan:
    return rankings.RankingPlan(**{"name": "Autumn", **fields})


def test_what_was_agreed_on_is_read_as_it_was_stored(season: Season) -> None:
    rules = RankingRules(
        counting=SeriesRules(way="share", counted=CountedEvenings.BEST, how_many=4, minimum=2),
        championship=250,
        own=150,
        club=50,
        years=(100, 67, 33),
        rolling=True,
        first_month=8,
        licence=LicenceRule.PLACE,
        grades=(Grade(50_000, "Master"),),
    )
    plan = a_plan(rules=rules, championships=(season.evenings[0].pk,), public=True)
    made = rankings.add_ranking(season.by, season.club, plan, uuid4())
    assert rankings.plan_of_ranking(fresh(made)) == plan
    assert rankings.ranking_plan_from(plan.facts) == plan


def test_one_form_sent_twice_is_one_ranking(season: Season) -> None:
    key = uuid4()
    first, again = (rankings.add_ranking(season.by, season.club, a_plan(), key) for _twice in range(2))
    assert first == again
    assert Ranking.objects.count() == 1


@pytest.mark.parametrize("role", [Role.Kind.JURY, Role.Kind.SCORER])
def test_only_directors_and_admins_change_a_ranking(season: Season, role: Role.Kind) -> None:
    made, by = a_ranking(season), an_author(a_user(role, club=season.club))
    acts = (
        lambda: rankings.add_ranking(by, season.club, a_plan(), uuid4()),
        lambda: rankings.change_ranking(by, made, a_plan(), made.version),
        lambda: rankings.remove_ranking(by, made),
        lambda: rankings.bring_ranking_back(by, made),
    )
    for act in acts:
        with pytest.raises(PermissionDenied):
            act()


@pytest.mark.parametrize(
    ("field", "wrong"),
    [
        ("name", {"name": ""}),
        ("name", {"name": "Ranking"}),
        ("championships", {"championships": (987654321,)}),
        ("left_out", {"left_out": (987654321,)}),
        ("way", {"rules": RankingRules(counting=SeriesRules(way="weight"))}),
        ("how_many", {"rules": RankingRules(counting=SeriesRules(how_many=0))}),
        ("minimum", {"rules": RankingRules(counting=SeriesRules(minimum=501))}),
        ("place_points", {"rules": RankingRules(counting=SeriesRules(numbers=WayNumbers(place_points=())))}),
        ("championship", {"rules": RankingRules(championship=1_001)}),
        ("years", {"rules": RankingRules(years=())}),
        ("years", {"rules": RankingRules(years=(100,) * 11)}),
        ("years", {"rules": RankingRules(years=(-1,))}),
        ("first_month", {"rules": RankingRules(first_month=13)}),
        ("grades", {"rules": RankingRules(grades=(Grade(1, "One"), Grade(2, "One")))}),
        ("grades", {"rules": RankingRules(grades=(Grade(-1, "One"),))}),
    ],
)
def test_what_does_not_go_is_refused_at_its_field(season: Season, field: str, wrong: dict[str, Any]) -> None:
    a_ranking(season)
    with pytest.raises(ValidationError) as refusal:
        rankings.add_ranking(season.by, season.club, a_plan(**wrong), uuid4())
    assert list(refusal.value.error_dict) == [field]


def test_an_event_that_does_not_count_is_no_championship(season: Season) -> None:
    event = season.evenings[0].pk
    with pytest.raises(ValidationError):
        a_ranking(season, championships=(event,), left_out=(event,))


def test_an_event_stays_picked_whose_club_has_left_the_federation() -> None:
    federation = Season()
    club = a_club(federation=federation.club)
    event = federation.store([], club=club)
    made = a_ranking(federation, championships=(event.pk,))
    club.federation = None
    club.save()
    later = replace(rankings.plan_of_ranking(made), name="Later")
    rankings.change_ranking(federation.by, made, later, made.version)
    assert fresh(made).name == "Later"


def test_of_two_who_change_it_the_second_hears_of_the_first(season: Season) -> None:
    made = a_ranking(season)
    rankings.change_ranking(season.by, made, a_plan(name="First"), made.version)
    with pytest.raises(NotNow, match="Somebody else"):
        rankings.change_ranking(season.by, made, a_plan(name="Second"), made.version)
    rankings.change_ranking(season.by, made, a_plan(name="First"), made.version)
    assert fresh(made).name == "First"


def test_each_act_is_undone_from_the_log(season: Season) -> None:
    made = a_ranking(season)
    undo(season)
    assert fresh(made).removed_at is not None
    undo(season)
    assert fresh(made).removed_at is None
    undo(season)
    rankings.bring_ranking_back(season.by, made)
    before = rankings.plan_of_ranking(fresh(made))
    rankings.change_ranking(season.by, fresh(made), a_plan(name="Other"), fresh(made).version)
    undo(season)
    assert rankings.plan_of_ranking(fresh(made)) == before
    assert verify_log().broken == []


def test_the_undo_of_a_change_is_refused_after_a_further_one(season: Season) -> None:
    made = a_ranking(season)
    rankings.change_ranking(season.by, made, a_plan(name="One"), 1)
    entry = LogEntry.objects.filter(book=club_book(season.club)).latest("number")
    rankings.change_ranking(season.by, fresh(made), a_plan(name="Two"), 2)
    assert offer_undo(entry).undo is None


def test_a_name_that_is_taken_by_now_lets_no_removed_ranking_back(season: Season) -> None:
    made = a_ranking(season)
    rankings.remove_ranking(season.by, made)
    a_ranking(season)
    with pytest.raises(NotNow, match="another ranking"):
        rankings.bring_ranking_back(season.by, made)


# The form.


def client_of(season: Season) -> Client:
    client = Client()
    client.force_login(a_user(Role.Kind.DIRECTOR, club=season.club))
    return client


def test_what_is_typed_is_what_is_agreed_on(season: Season) -> None:
    typed = {
        "key": str(uuid4()),
        "name": "Ranking",
        "version": "0",
        **RANKING,
        "years": "100 50 %",
        "grades": "500 Master\r\n99,5 Candidate\r\n",
        "championships": [str(season.evenings[0].pk)],
    }
    answer = client_of(season).post(reverse("tournaments:ranking_new", args=[season.club.pk]), typed)
    (made,) = Ranking.objects.all()
    assert answer.status_code == 302
    rules = made.agreed
    assert rules.years == (100, 50)
    assert rules.grades == (Grade(50_000, "Master"), Grade(9_950, "Candidate"))
    assert rankings.plan_of_ranking(made).championships == (season.evenings[0].pk,)


@pytest.mark.parametrize(
    ("field", "typed"),
    [("years", "100 x"), ("years", ""), ("grades", "Master"), ("grades", "500"), ("championship", "1001")],
)
def test_what_cannot_be_read_stays_in_its_field(season: Season, field: str, typed: str) -> None:
    sent = {"key": str(uuid4()), "name": "Ranking", "version": "0", **RANKING, field: typed}
    answer = client_of(season).post(reverse("tournaments:ranking_new", args=[season.club.pk]), sent)
    assert answer.status_code == 200
    assert list(answer.context["form"].errors) == [field]
    assert answer.context["form"][field].value() == typed


def test_the_form_of_a_ranking_shows_what_is_agreed_on(season: Season) -> None:
    made = a_ranking(season, RankingRules(years=(100, 25), grades=(Grade(50_000, "Master"),)))
    text = client_of(season).get(reverse("tournaments:ranking_change", args=[made.pk])).content.decode()
    assert 'value="100 25"' in text
    assert "500 Master" in text
