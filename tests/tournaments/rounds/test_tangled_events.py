"""Events in which much goes wrong: every mishap comes about, and a second count comes to the same places."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime
from io import StringIO
from random import Random

import pytest
from django.core.management import call_command

from clubs.accounts.verbs import create_keeper
from clubs.books.verification import verify_log
from clubs.models import Club, Player, Role, User
from tests.builders import a_club, a_player, a_user, an_author
from tests.conftest import LONG
from tests.tournaments.support import rated
from tests.tournaments.support.second_count.compare import differences, wrong_draws
from tournaments import running
from tournaments.agreement.agreement import EventAgreement
from tournaments.archive import event_content
from tournaments.models import Tournament
from tournaments.play.audit import check_event_draws
from tournaments.play.event_record import load_event
from tournaments.running import HandRating, recheck
from tournaments.simulating import SimulationPlan, TangledSimulation, draw_agreement, draw_other_terms
from tournaments.simulating.mishaps import ALL_MISHAPS

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 5, 2, 12, tzinfo=UTC)
SEEDS = range(400) if LONG else range(6)
PEOPLE = 60
# Under so many other agreements the same rows are counted too.
OTHER_TERMS = 6 if LONG else 2


@pytest.fixture
def club() -> Club:
    club = a_club()
    for _player in range(PEOPLE):
        a_player(club=club)
    return club


@pytest.fixture
def director(club: Club) -> User:
    return a_user(Role.Kind.DIRECTOR, club=club)


def tangled(club: Club, director: User, seed: int, handicaps: Random | None = None) -> TangledSimulation:
    dice = Random(f"tangled/{seed}")
    agreement = draw_agreement(dice, "samba")
    if handicaps is not None:
        agreement = with_other_handicap(agreement, handicaps)
    plan = SimulationPlan(
        ruleset="samba", entries=dice.randint(5, 10), agreement=agreement, seed=seed, ends=NOON
    )
    return TangledSimulation(club, director, plan)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_tangled_event_is_counted_the_same_by_others(club: Club, director: User, seed: int) -> None:
    event = tangled(club, director, seed).run()
    assert [*wrong_draws(event)] == []
    dice = Random(f"terms/{seed}")
    agreements = [draw_other_terms(dice, "samba", event.agreement) for _agreement in range(OTHER_TERMS)]
    for agreement in (event.agreement, *agreements):
        assert [*differences(event, agreement)] == []
    assert recheck.differences_in(event) == []
    checks = check_event_draws(event)
    assert [(check.number, fault) for check in checks for fault in check.faults] == []
    assert all(check.repeats for check in checks)
    assert verify_log().broken == []


@pytest.mark.parametrize("seed", range(100) if LONG else range(3))
def test_a_tangled_event_with_handicaps_is_counted_the_same_by_others(
    club: Club, director: User, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some players show no rating, and of some entries one is entered by hand when all is played."""
    ratings = rated.shown(monkeypatch)
    shows = Random(f"ratings/{seed}")
    for player in Player.objects.filter(home_club=club).order_by("pk"):
        if shows.random() < 0.97:
            ratings[player.pk] = shows.randrange(1300, 1700)
    event = tangled(club, director, seed, shows).run()
    dice = Random(f"terms/{seed}")
    agreements = [
        with_other_handicap(draw_other_terms(dice, "samba", event.agreement), dice)
        for _agreement in range(OTHER_TERMS)
    ]
    for agreement in (event.agreement, *agreements):
        assert [*differences(event, agreement)] == []
    given = points_given(event)
    running.revise_official(an_author(director), event, "nobody knew them")
    for entry in event.entries.order_by("number"):
        by_hand = HandRating(rating=dice.randrange(1000, 1300), from_round=1, reason="now they do")
        running.set_handicap_rating(an_author(director), entry, by_hand)
    assert given != points_given(event)
    assert [*differences(event, event.agreement)] == []
    assert recheck.differences_in(event) == []
    checks = check_event_draws(event)
    assert [(check.number, fault) for check in checks for fault in check.faults] == []
    assert verify_log().broken == []


def points_given(event: Tournament) -> list[tuple[int, ...]]:
    return [pairing.handicap for played in load_event(event).rounds for pairing in played.pairings]


def with_other_handicap(agreement: EventAgreement, dice: Random) -> EventAgreement:
    return replace(
        agreement,
        handicap=dice.choice((50, 75, 100)),
        handicap_points=dice.choice((None, None, 300, 1100)),
        handicap_most=dice.choice((None, None, 620)),
    )


@pytest.mark.long
def test_every_mishap_comes_about(club: Club, director: User) -> None:
    happened: Counter[str] = Counter()
    for seed in range(60):
        simulation = tangled(club, director, seed)
        simulation.run()
        happened.update(simulation.scene.happened)
    assert {mishap.name for mishap in ALL_MISHAPS if not happened[mishap.name]} == set()


def test_the_same_seed_plays_the_same_mishaps(club: Club, director: User) -> None:
    first, second = (tangled(club, director, seed=1) for _time in range(2))
    events = [first.run(), second.run()]
    assert first.scene.happened == second.scene.happened
    assert first.scene.refused == second.scene.refused
    # Two events of a club have two names on one day.
    one, other = (json.loads(event_content(event)) | {"name": ""} for event in events)
    assert one == other


def test_the_command_lets_much_go_wrong_and_says_what() -> None:
    create_keeper("director@example.org", "Director", "eleven red canastas")
    out = StringIO()
    call_command("simulate_event", "--mishaps", "--seed", "1", "--entries", "6", "--rounds", "3", stdout=out)
    names = {mishap.name for mishap in ALL_MISHAPS}
    said = {one.partition(" ")[0] for one in out.getvalue().splitlines()[1].split(", ")}
    assert said
    assert said <= names
