"""The order of entries by ratings: of those who have agreed, and of nobody else."""

from __future__ import annotations

from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Role
from tests.builders import a_user, an_author
from tests.tournaments.ratings.support import League
from tests.tournaments.support.events import agreed
from tournaments import running
from tournaments.agreement.agreement import PlacesBy
from tournaments.core.movements.mitchell import MITCHELL
from tournaments.models import Tournament
from tournaments.ratings.strength import places_by_rating, scope_with_ratings

pytestmark = pytest.mark.django_db


@pytest.fixture
def league() -> League:
    league = League()
    league.enough()
    return league


def test_only_those_who_are_shown_have_a_place(league: League) -> None:
    assert scope_with_ratings(league.club) == league.federation
    assert places_by_rating(league.federation) == {}
    league.agree("Anna", "Dan")
    anna, dan = league.player("Anna").pk, league.player("Dan").pk
    assert sorted(places_by_rating(league.federation).values()) == [1, 2]
    assert places_by_rating(league.federation).keys() == {anna, dan}


def test_the_order_of_an_event_is_taken_from_the_ratings(league: League) -> None:
    director = a_user(Role.Kind.DIRECTOR, club=league.club)
    by = an_author(director)
    agreement = agreed(MITCHELL, rounds=2, places_by=PlacesBy.STRENGTH)
    plan = running.EventPlan(name="Tonight", date=date(2026, 5, 9), ruleset="samba", agreement=agreement)
    event = running.create_event(by, league.club, plan)
    pairs = [("Bo", "Eva"), ("Cecilia", "Finn"), ("Anna", "Gun"), ("Hans", "Ida")]
    running.enter_pairs(by, event, [[league.player(name) for name in pair] for pair in pairs])
    client = Client()
    client.force_login(director)
    address = reverse("tournaments:strength", args=[event.pk])
    # Nobody has agreed: there is nothing to choose.
    assert "Ratings of players" not in client.get(address).text
    league.agree("Anna", "Cecilia", "Eva", "Hans")
    assert "Ratings of players" in client.get(address).text
    client.post(address, {"source": f"rating:{league.federation.pk}", "seen": ""})
    places = places_by_rating(league.federation)
    stored = Tournament.objects.get(pk=event.pk).agreement.strength
    # Eva and Hans have agreed and have played too little; Bo has played, and has not agreed.
    known = {2: places[league.player("Cecilia").pk], 3: places[league.player("Anna").pk]}
    assert [*stored] == sorted(known, key=lambda number: known[number])
