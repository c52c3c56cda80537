"""Two people of nearly one name: said once, remembered by the club, and taken back."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.urls import reverse

from clubs import people
from clubs.books.refusals import NotNow
from clubs.books.ways_back import offer_undo
from clubs.books.writing import Author, club_book
from clubs.models import Club, LogEntry, Player, ToldApart
from clubs.people.matching import MatchStatus, match_lines
from clubs.people.paste import parse_players
from clubs.people.two_people import pairs_told_apart
from tests.builders import a_club, a_player, an_author
from tests.clubs.support.desk import Desk

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Desk:
    return Desk()


@pytest.fixture
def by(desk: Desk) -> Author:
    return an_author(desk.people["director"])


@pytest.fixture
def other(desk: Desk) -> Player:
    return a_player("Åsa Bergstrom", club=desk.club)


def proposed(club: Club) -> set[frozenset[int]]:
    return {frozenset((pair.kept.pk, pair.other.pk)) for pair in people.find_duplicates(club)}


def statuses(club: Club, text: str) -> list[MatchStatus]:
    return [match.status for match in match_lines(club, parse_players(text))]


def test_two_people_are_not_proposed_again_until_that_is_taken_back(
    desk: Desk, by: Author, other: Player
) -> None:
    pair = frozenset((desk.player.pk, other.pk))
    assert proposed(desk.club) == {pair}
    for _time in range(2):
        people.tell_apart(by, desk.club, other, desk.player)
    assert proposed(desk.club) == set()
    (entry,) = LogEntry.objects.filter(book=club_book(desk.club), act="players.told_apart")
    undo = offer_undo(entry).undo
    assert undo is not None
    undo.run(by, "", uuid4())
    assert proposed(desk.club) == {pair}
    again = offer_undo(LogEntry.objects.get(book=club_book(desk.club), act="players.asked_again")).undo
    assert again is not None
    again.run(by, "", uuid4())
    assert proposed(desk.club) == set()


def test_a_pasted_list_and_a_file_do_not_ask_whom_an_exact_name_means(
    desk: Desk, by: Author, other: Player
) -> None:
    text = f"{desk.player.name}\n{other.name}\nÅsa Bergströn"
    assert statuses(desk.club, text) == [MatchStatus.DOUBTFUL] * 3
    people.tell_apart(by, desk.club, desk.player, other)
    # Somebody with a third spelling may be either of them.
    assert statuses(desk.club, text) == [MatchStatus.KNOWN, MatchStatus.KNOWN, MatchStatus.DOUBTFUL]
    (match,) = match_lines(desk.club, parse_players(other.name))
    assert list(match.candidates) == [other]


def test_two_of_the_very_same_name_are_still_asked_about(desk: Desk, by: Author) -> None:
    namesake = a_player(desk.player.name, club=desk.club)
    people.tell_apart(by, desk.club, desk.player, namesake)
    assert proposed(desk.club) == set()
    assert statuses(desk.club, desk.player.name) == [MatchStatus.DOUBTFUL]


def test_who_was_added_as_somebody_new_is_not_proposed_as_the_one_who_was_there(
    desk: Desk, by: Author
) -> None:
    details = people.PlayerDetails(given_name="Åsa", family_name="Bergstrom")
    lines = [people.PastedPlayer(number=1, details=details, key=uuid4())]
    (added,) = people.paste_players(by, desk.club, lines)
    assert pairs_told_apart(desk.club) == {frozenset((desk.player.pk, added.pk))}
    assert proposed(desk.club) == set()
    people.delete_player(by, added)
    assert not ToldApart.objects.exists()


def test_what_was_said_of_a_player_goes_for_the_one_who_is_merged_with_it(
    desk: Desk, by: Author, other: Player
) -> None:
    people.tell_apart(by, desk.club, desk.player, other)
    kept = a_player(other.name, club=desk.club)
    choice = people.MergeChoice(
        name_of=kept.pk, licence_of=kept.pk, may_publish=False, versions=(kept.version, other.version)
    )
    people.merge_players(by, kept, other, choice)
    assert pairs_told_apart(desk.club) == {frozenset((desk.player.pk, kept.pk))}
    assert proposed(desk.club) == set()
    people.ask_again(by, desk.club, desk.player, Player.objects.get(pk=kept.pk))
    assert proposed(desk.club) == {frozenset((desk.player.pk, kept.pk))}


def test_the_page_takes_the_answer_and_lists_it(desk: Desk, other: Player) -> None:
    browser = desk.as_("director")
    page = reverse("clubs:players_duplicates", args=[desk.club.pk])
    both = [desk.club.pk, desk.player.pk, other.pk]
    assert reverse("clubs:players_apart", args=both) in browser.get(page).content.decode()
    answer = browser.post(reverse("clubs:players_apart", args=both), follow=True).content.decode()
    assert "1 pair is known to be two people" in answer
    assert "Undo" in answer
    answer = browser.post(reverse("clubs:players_ask_again", args=both), follow=True).content.decode()
    assert "Compare and merge" in answer
    stranger = a_player(club=a_club())
    assert browser.post(reverse("clubs:players_apart", args=[*both[:2], stranger.pk])).status_code == 404


def test_one_player_is_not_two(desk: Desk, by: Author) -> None:
    with pytest.raises(NotNow):
        people.tell_apart(by, desk.club, desk.player, desk.player)
