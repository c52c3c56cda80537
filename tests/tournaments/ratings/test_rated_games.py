"""Games outside events in the ratings: which count, in which order, and what the pages say of them."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext

from clubs.books import ways_back
from clubs.books.sealing import create_book
from clubs.books.writing import club_book
from clubs.models import Book, Club, Role
from scoring.models import Game
from tests.builders import a_club, a_user, an_author
from tests.scoring.support.played import Evening
from tests.scoring.support.signed import all_sign, finished_evening, reopen, stopped_evening
from tests.tournaments.ratings.support import FIRST_DAY, League, exported, page_of, rows
from tournaments.ratings import counting
from tournaments.ratings.queries import counted_parts, revision_of_rating, revision_of_ratings, scope_of
from tournaments.ratings.rated_games import let_games_count

pytestmark = pytest.mark.django_db
LINE = "Anna Bo 7000 : Cecilia Dan 5000"


@pytest.fixture
def league() -> League:
    """A club that wishes its games outside events to count."""
    league = League()
    Club.objects.filter(pk=league.club.pk).update(rates_games=True)
    return league


def evening_of(days: int, hour: int = 19) -> datetime:
    """An hour of the day that is so many days after the first one."""
    return datetime(FIRST_DAY.year, FIRST_DAY.month, FIRST_DAY.day, hour, tzinfo=UTC) + timedelta(days=days)


def rated(league: League) -> list[int]:
    """The games that count, in their order."""
    return rated_in(league.club)


def rated_in(club: Club) -> list[int]:
    return [game.key for game in counting.ratings_of(scope_of(club)).games]


# Which count.


def test_a_signed_game_of_a_club_that_wishes_it_counts(league: League) -> None:
    game = league.game_outside(LINE, evening_of(3))
    assert rated(league) == [game.pk]
    known = counting.ratings_of(scope_of(league.club)).known
    assert known[league.player("Anna").pk].skill.mu > 0 > known[league.player("Dan").pk].skill.mu


def test_without_the_wish_none_counts(league: League) -> None:
    league.game_outside(LINE, evening_of(3))
    other = a_club(federation=league.federation)
    league.game_outside(LINE, evening_of(3), club=other)
    assert len(rated(league)) == 1
    Club.objects.filter(pk=league.club.pk).update(rates_games=False)
    assert rated(league) == []


@pytest.mark.parametrize(
    "fields",
    [
        {"state": Game.State.OPEN},
        {"state": Game.State.FINISHED},
        {"state": Game.State.SET_ASIDE},
        {"over": False},
        {"ended_by": Game.EndedBy.FORFEIT},
        {"ended_by": Game.EndedBy.STOPPED},
        {"other_result": "walkover"},
        {"away": 1},
        {"entered_result": None},
    ],
    ids=str,
)
def test_what_is_not_signed_and_played_to_its_end_does_not_count(
    league: League, fields: dict[str, Any]
) -> None:
    league.game_outside(LINE, evening_of(3), **fields)
    assert rated(league) == []


def test_a_game_that_time_has_ended_counts(league: League) -> None:
    league.game_outside(LINE, evening_of(3), ended_by=Game.EndedBy.TIME)
    assert len(rated(league)) == 1


def test_a_game_counts_once_it_is_signed_and_not_while_it_is_open_again() -> None:
    """Through the verbs: each of them changes what the pages say of the ratings."""
    evening, club = in_a_book_of_its_own(finished_evening())
    let_games_count(evening.director, club, counts=True)
    states = [revision_of_ratings(club.pk)]
    assert rated_in(club) == []
    all_sign(evening)
    assert rated_in(club) == [evening.game.pk]
    states.append(revision_of_ratings(club.pk))
    reopen(evening)
    assert rated_in(club) == []
    states.append(revision_of_ratings(club.pk))
    assert len({*states}) == len(states)


def test_a_game_without_a_deal_says_nothing() -> None:
    evening, club = in_a_book_of_its_own(stopped_evening())
    let_games_count(evening.director, club, counts=True)
    all_sign(evening)
    assert evening.fresh().state == Game.State.SIGNED
    assert rated_in(club) == []


def in_a_book_of_its_own(evening: Evening) -> tuple[Evening, Club]:
    """The game of an evening as a club opens one, with its club."""
    club = evening.game.book.club
    evening.game.book = create_book(Book.Kind.GAME, club)
    evening.game.save(update_fields=["book"])
    return evening, club


# In which order.


def test_games_count_in_the_order_of_their_days_with_those_of_events(league: League) -> None:
    late = league.game_outside(LINE, evening_of(9))
    evening = league.evening(LINE, LINE, day=FIRST_DAY + timedelta(days=5))
    same_day = league.game_outside(LINE, evening_of(5, hour=9))
    early = league.game_outside(LINE, evening_of(2, hour=20))
    earlier = league.game_outside(LINE, evening_of(2, hour=18))
    of_event = list(Game.objects.filter(book=evening.book).order_by("pk").values_list("pk", flat=True))
    assert rated(league) == [earlier.pk, early.pk, *of_event, same_day.pk, late.pk]


def test_the_day_is_that_of_the_clock_on_the_wall(league: League) -> None:
    """Half past midnight in the hall it is still the day before in the database."""
    game = league.game_outside(LINE, datetime(2026, 3, 1, 22, 30, tzinfo=UTC))
    (rated_game,) = counting.ratings_of(scope_of(league.club)).games
    assert (rated_game.key, rated_game.day) == (game.pk, date(2026, 3, 2).toordinal())


# Kept, and counted again.


def test_whatever_is_put_right_is_followed(league: League) -> None:
    league.evening(LINE, day=FIRST_DAY + timedelta(days=5))
    first = league.game_outside(LINE, evening_of(2))
    second = league.game_outside("Anna Cecilia 7000 : Bo Dan 5000", evening_of(7))
    before = known(league)
    first.sides.filter(number=0).update(total=100)
    changed(first)
    after = known(league)
    assert after != before
    counting.forget()
    assert known(league) == after
    Game.objects.filter(pk=second.pk).update(state=Game.State.FINISHED)
    changed(second)
    assert len(rated(league)) == 2


def changed(game: Game) -> None:
    """What every verb does to the book of what it has changed."""
    Book.objects.filter(pk=game.book_id).update(revision=F("revision") + 1)


def known(league: League) -> dict[int, float]:
    history = counting.ratings_of(scope_of(league.club))
    return {player: skill.skill.mu for player, skill in history.known.items()}


def test_only_the_days_that_have_changed_are_read_again(league: League) -> None:
    for day in range(20):
        league.game_outside(LINE, evening_of(day))
    rated(league)
    assert len(counted_parts(scope_of(league.club))) == 20
    league.game_outside(LINE, evening_of(30))
    with CaptureQueriesContext(connection) as asked:
        assert len(rated(league)) == 21
    seats = [query["sql"] for query in asked if 'FROM "scoring_seat"' in query["sql"]]
    assert len(seats) <= 1
    assert len(asked) <= 5


def test_the_number_of_queries_does_not_grow(league: League) -> None:
    for day in range(3):
        league.game_outside(LINE, evening_of(day))
    with CaptureQueriesContext(connection) as few:
        rated(league)
    for day in range(3, 30):
        league.game_outside(LINE, evening_of(day))
    counting.forget()
    with CaptureQueriesContext(connection) as many:
        rated(league)
    assert len(many) == len(few)


# The pages.


def test_the_page_of_a_player_explains_them_in_the_same_list(league: League) -> None:
    league.enough()
    game = league.game_outside("Anna Bo 9000 : Cecilia Dan 4000", evening_of(200))
    league.agree("Anna", "Bo", "Cecilia", "Dan")
    anna = league.player("Anna")
    text = page_of("player_rating", anna.pk)
    assert f"/games/{game.pk}/" in text
    assert "outside events" in text
    first = rows(exported("player_rating", anna.pk), "games")[0]
    assert (first["game"], first["event"]) == (game.pk, "outside events")
    assert first["expected"] is not None
    assert first["change"] > 0


def test_a_game_outside_events_tells_of_nobody_who_has_not_agreed(league: League) -> None:
    league.enough()
    league.game_outside("Anna Bo 9000 : Cecilia Dan 4000", evening_of(200))
    league.agree("Anna", "Bo", "Cecilia")
    first = rows(exported("player_rating", league.player("Anna").pk), "games")[0]
    assert (first["expected"], first["change"], first["rating"]) == (None, None, None)


def test_the_state_of_the_pages_follows_a_game(league: League) -> None:
    league.enough()
    league.agree("Anna")
    anna = league.player("Anna")
    before = revision_of_ratings(league.club.pk), revision_of_rating(anna.pk)
    changed(league.game_outside(LINE, evening_of(200)))
    after = revision_of_ratings(league.club.pk), revision_of_rating(anna.pk)
    assert before[0] != after[0]
    assert before[1] != after[1]


# The wish.


def test_directors_say_whether_they_count_and_it_is_taken_back() -> None:
    club = a_club()
    by = an_author(a_user(Role.Kind.DIRECTOR, club=club))
    for _time in range(2):
        let_games_count(by, club, counts=True)
    assert Club.objects.get(pk=club.pk).rates_games
    acts = club_book(club).log.filter(act="club.rated_games")
    assert acts.count() == 1
    undo = ways_back.offer_undo(acts.get()).undo
    assert undo is not None
    undo.run(by, "", uuid4())
    assert not Club.objects.get(pk=club.pk).rates_games


@pytest.mark.parametrize("kind", [Role.Kind.SCORER, Role.Kind.JURY])
def test_others_do_not_say_it(kind: Role.Kind) -> None:
    club = a_club()
    with pytest.raises(PermissionDenied):
        let_games_count(an_author(a_user(kind, club=club)), club, counts=True)


def test_events_alone_count_unless_somebody_says_otherwise() -> None:
    assert not a_club().rates_games
