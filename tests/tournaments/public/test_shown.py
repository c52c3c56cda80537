"""A player's pages: whatever changes a shown name makes the books that show it fetch anew."""

import pytest

from clubs.books.writing import books_showing
from clubs.models import Role
from tests.builders import a_club, a_player, a_user, an_author
from tests.tournaments.running.test_running import an_event, pairs_in
from tournaments import running

pytestmark = pytest.mark.django_db


def test_the_book_of_an_event_shows_the_players_that_entered_it() -> None:
    club = a_club()
    by = an_author(a_user(Role.Kind.DIRECTOR, club=club))
    event = an_event(club, by)
    (pair,) = pairs_in(club, 1)
    running.enter_pairs(by, event, [pair])
    assert event.book in books_showing(pair[0])
    assert event.book not in books_showing(a_player(club=club))
