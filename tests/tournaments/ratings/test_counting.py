"""Which games count for ratings, and how ratings follow what is put right."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext

from clubs import people
from clubs.models import Book, Club, Role
from clubs.people import erasing
from scoring.models import Game, Seat, Side
from tests.builders import a_club, a_user, an_author
from tests.tournaments.ratings.support import BEGIN, FIRST_DAY, League
from tests.tournaments.support.events import Played, agreed, show_after_this_round
from tournaments.core.ratings.chosen import MODEL, NUMBERS
from tournaments.core.ratings.history import RatingHistory
from tournaments.core.ratings.rating import Skill, rate
from tournaments.models import Pairing, Round, Tournament
from tournaments.ratings import counting
from tournaments.ratings.queries import DAY, EVENT, counted_parts, load_games, load_games_of_days, scope_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def league() -> League:
    return League()


def ratings(league: League) -> RatingHistory:
    return counting.ratings_of(scope_of(league.club))


def mu(league: League, name: str) -> float:
    known = ratings(league).known.get(league.player(name).pk)
    return 0.0 if known is None else known.skill.mu


def changed(event: Tournament) -> None:
    """What every verb does to the book of what it has changed."""
    Book.objects.filter(pk=event.book_id).update(revision=F("revision") + 1)


def test_a_game_of_pairs_is_rated_as_the_model_says(league: League) -> None:
    league.evening("Anna Bo 7000 : Cecilia Dan 5000")
    new = NUMBERS.new
    (first, _), (second, _) = rate(MODEL, [[new, new], [new, new]], (0, 1), NUMBERS)
    assert mu(league, "Anna") == mu(league, "Bo") == first.mu > 0
    assert mu(league, "Cecilia") == mu(league, "Dan") == second.mu < 0


def test_three_sides_are_rated_by_their_places(league: League) -> None:
    league.evening("Anna 7000 : Bo 5000 : Cecilia 6000")
    assert mu(league, "Anna") > mu(league, "Cecilia") > mu(league, "Bo")
    assert mu(league, "Cecilia") == pytest.approx(0)


def test_penalties_count_in_the_result_and_equal_totals_are_a_draw(league: League) -> None:
    event = league.evening("Anna Bo 7000 : Cecilia Dan 5000", "Eva Finn 6000 : Gun Hans 6000")
    assert mu(league, "Eva") == pytest.approx(0)
    Side.objects.filter(seats__player=league.player("Anna")).update(adjustment=-3000)
    changed(event)
    assert mu(league, "Anna") < 0


@pytest.mark.parametrize("state", [Tournament.State.OPEN, Tournament.State.RUNNING])
def test_an_event_counts_once_its_results_are_shown(league: League, state: Tournament.State) -> None:
    event = league.evening("Anna Bo 7000 : Cecilia Dan 5000", state=state)
    assert not ratings(league).games
    Tournament.objects.filter(pk=event.pk).update(state=Tournament.State.PRELIMINARY)
    changed(event)
    assert len(ratings(league).games) == 1


def test_a_trial_counts_nowhere(league: League) -> None:
    league.evening("Anna Bo 7000 : Cecilia Dan 5000", trial=True)
    assert not ratings(league).games


@pytest.mark.parametrize("kind", [kind for kind in Pairing.Kind if kind not in Pairing.WITHOUT_TABLE])
def test_of_all_kinds_of_results_games_that_were_played_count(league: League, kind: Pairing.Kind) -> None:
    event = league.evening()
    league.game(event, 1, "Anna Bo 7000 : Cecilia Dan 5000", kind=kind)
    counts = kind in (Pairing.Kind.PLAYED, Pairing.Kind.CUT_SHORT)
    assert len(ratings(league).games) == counts


def test_a_game_counts_not_where_it_is_set_aside_or_a_side_was_away_or_its_round_is_no_longer_there(
    league: League,
) -> None:
    event = league.evening(*["Anna 7000 : Bo 5000 : Cecilia 6000"] * 4)
    first, second, third, _fourth = Game.objects.filter(book=event.book).order_by("pk")
    Game.objects.filter(pk=first.pk).update(set_aside_at=BEGIN)
    Game.objects.filter(pk=second.pk).update(away=1)
    Round.objects.filter(pairings__game=third).update(state=Round.State.REMOVED)
    assert len(ratings(league).games) == 1


def test_of_a_seat_the_last_player_counts(league: League) -> None:
    league.evening("Anna Bo 7000 : Cecilia Dan 5000")
    seat = Seat.objects.get(player=league.player("Bo"))
    Seat.objects.filter(pk=seat.pk).update(until_deal=3)
    Seat.objects.create(side=seat.side, player=league.player("Eva"), position=1, from_deal=4)
    assert mu(league, "Eva") == mu(league, "Anna") > 0
    assert mu(league, "Bo") == 0


def test_games_count_by_day_then_event_then_round(league: League) -> None:
    late = league.evening("Anna Bo 1 : Cecilia Dan 0", day=FIRST_DAY + timedelta(days=9))
    tenth = league.evening(
        "Anna Bo 1 : Cecilia Dan 0", "Anna Bo 1 : Cecilia Dan 0", name="Evening 10", day=FIRST_DAY
    )
    second = league.evening("Anna Bo 1 : Cecilia Dan 0", name="Evening 2", day=FIRST_DAY)
    played = {pairing.game_id: pairing for pairing in Pairing.objects.select_related("round")}
    order = [
        (played[game.key].round.tournament_id, played[game.key].round.number)
        for game in ratings(league).games
    ]
    assert order == [(second.pk, 1), (tenth.pk, 1), (tenth.pk, 2), (late.pk, 1)]


# The scope.


def test_a_federation_rates_the_games_of_all_its_clubs_together(league: League) -> None:
    other = a_club(federation=league.federation)
    league.evening("Anna Bo 7000 : Cecilia Dan 5000")
    league.evening("Anna Bo 7000 : Cecilia Dan 5000", club=other)
    league.evening("Anna Bo 7000 : Cecilia Dan 5000", club=league.federation)
    league.evening("Anna Bo 7000 : Cecilia Dan 5000", club=a_club())
    assert len(ratings(league).games) == 3
    assert scope_of(other) == scope_of(league.club) == scope_of(league.federation) == league.federation.pk


def test_a_club_that_leaves_its_federation_is_rated_by_its_own_games(league: League) -> None:
    league.evening("Anna Bo 7000 : Cecilia Dan 5000")
    league.evening("Anna Bo 7000 : Cecilia Dan 5000", club=league.federation)
    assert len(ratings(league).games) == 2
    Club.objects.filter(pk=league.club.pk).update(federation=None)
    league.club.refresh_from_db()
    assert len(ratings(league).games) == 1


# What is kept.


def counted_whole(league: League) -> dict[int, Skill]:
    """The ratings from nothing but the database."""
    scope = scope_of(league.club)
    history, games = RatingHistory(MODEL, NUMBERS), load_games(None, scope)
    parts = counted_parts(scope)
    outside = load_games_of_days({part.pk for part in parts if part.kind == DAY}, scope)
    for part in parts:
        history.add((games if part.kind == EVENT else outside).get(part.pk, ()))
    return {player: known.skill for player, known in history.known.items()}


def kept(league: League) -> dict[int, Skill]:
    return {player: known.skill for player, known in ratings(league).known.items()}


def test_whatever_is_put_right_is_followed(league: League) -> None:
    first = league.evening("Anna Bo 7000 : Cecilia Dan 5000")
    league.evening("Anna Cecilia 7000 : Bo Dan 5000")
    assert kept(league) == counted_whole(league)
    Side.objects.filter(game__book=first.book, number=0).update(total=100)
    changed(first)
    assert kept(league) == counted_whole(league)
    league.evening("Anna Dan 7000 : Bo Cecilia 5000")
    assert kept(league) == counted_whole(league)
    league.evening("Anna Dan 7000 : Bo Cecilia 5000", day=FIRST_DAY - timedelta(days=30))
    assert kept(league) == counted_whole(league)
    Tournament.objects.filter(pk=first.pk).update(state=Tournament.State.RUNNING)
    changed(first)
    assert kept(league) == counted_whole(league)


def test_who_has_the_ratings_of_before_keeps_them_as_they_were(league: League) -> None:
    league.evening("Anna Bo 7000 : Cecilia Dan 5000")
    before = ratings(league)
    skills = {player: known.skill for player, known in before.known.items()}
    league.evening("Anna Bo 7000 : Cecilia Dan 5000")
    assert len(ratings(league).games) == 2
    assert len(before.games) == 1
    assert {player: known.skill for player, known in before.known.items()} == skills


def test_what_is_known_is_not_read_again(league: League) -> None:
    league.enough()
    ratings(league)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        ratings(league)
    assert len(queries) == 3
    league.evening("Anna Bo 7000 : Cecilia Dan 5000")
    with CaptureQueriesContext(connection) as queries:
        ratings(league)
    assert len(queries) == 4


def test_two_players_who_are_one_have_one_rating(league: League) -> None:
    league.evening("Anna Bo 7000 : Cecilia Dan 5000")
    league.evening("Eva Bo 7000 : Cecilia Dan 5000")
    assert ratings(league).known[league.player("Anna").pk].games == 1
    by = an_author(a_user(Role.Kind.ADMIN, club=league.club))
    anna, eva = league.player("Anna"), league.player("Eva")
    choice = people.MergeChoice(
        name_of=anna.pk, licence_of=anna.pk, may_publish=True, versions=(anna.version, eva.version)
    )
    people.merge_players(by, anna, eva, choice)
    assert ratings(league).known[anna.pk].games == 2
    assert eva.pk not in ratings(league).known
    people.part_players(by, anna, eva)
    assert ratings(league).known[anna.pk].games == 1


def test_the_games_of_an_erased_person_still_count_for_the_others(league: League) -> None:
    league.evening("Anna Bo 7000 : Cecilia Dan 5000")
    before = mu(league, "Anna")
    bo = league.player("Bo")
    erasing.erase_player(an_author(a_user(Role.Kind.ADMIN, club=league.club)), bo, bo.name)
    assert mu(league, "Anna") == before


def test_games_that_were_played_through_the_product_count() -> None:
    event = Played(agreed(rounds=2))
    event.enter(4)
    event.round()
    event.round()
    show_after_this_round(event.by, event.event)
    found = counting.ratings_of(event.club.pk)
    assert len(found.games) == 4
    assert all(known.games == 2 for known in found.known.values())
    results = {
        game.pk: [side.result for side in game.sides.order_by("number")]
        for game in Game.objects.filter(book=event.event.book)
    }
    for game in found.games:
        first, second = results[game.key]
        assert game.ranks == ((0, 1) if first > second else (1, 0) if second > first else (0, 0))
