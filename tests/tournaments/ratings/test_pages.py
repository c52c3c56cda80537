"""The pages of ratings: who is shown, what is told of a game, and that nothing tells of the others."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django import Settings

from clubs import people
from clubs.models import Player, Role
from clubs.people import erasing
from tests.builders import a_club, a_player, a_user, an_author
from tests.tournaments.ratings.support import League, exported, file_of, page_of, rows
from tournaments.core.ratings.rating import MEAN
from tournaments.ratings import counting
from tournaments.ratings.page import load_list, load_rating
from tournaments.ratings.queries import scope_of
from tournaments.ratings.words import MIN_GAMES, shown

pytestmark = pytest.mark.django_db

MOST_BYTES: Final = 60_000
FILES: Final = ("json", "csv", "xlsx")


@pytest.fixture(autouse=True)
def nothing_is_kept(settings: Settings, tmp_path: Path) -> Iterator[None]:
    """Pages are kept as by the product, and none is there."""
    settings.KEPT_PAGES_DIR = tmp_path / "pages"
    counting.forget()
    yield
    counting.forget()


@pytest.fixture
def league() -> League:
    league = League()
    league.enough()
    return league


def rating_of(league: League, name: str) -> int:
    history = counting.ratings_of(scope_of(league.club))
    return shown(history.known[league.player(name).pk].skill)


# Who is shown.


def test_nobody_is_shown_who_has_not_agreed(league: League) -> None:
    text = page_of("club_ratings", league.club.pk)
    assert "Berg" not in text
    assert rows(exported("club_ratings", league.club.pk), "ratings") == []
    for name in ("Anna", "Bo"):
        address = reverse("tournaments:player_rating", args=[league.player(name).pk])
        assert Client().get(address).status_code == 404


def test_who_agrees_is_shown_with_the_uncertainty_and_the_others_are_not(league: League) -> None:
    league.agree("Anna", "Cecilia")
    text = page_of("club_ratings", league.club.pk)
    assert "Anna Berg" in text
    assert "Bo Berg" not in text
    lines = load_list(league.club).lines
    assert [line.player.given_name for line in lines] == ["Anna", "Cecilia"]
    assert [line.place for line in lines] == [1, 2]
    assert lines[0].rating == rating_of(league, "Anna") > MEAN > lines[1].rating
    assert f"<b>{lines[0].rating}</b> ± {lines[0].uncertainty}" in text
    page = page_of("player_rating", league.player("Anna").pk)
    assert f"<b>{lines[0].rating} ± {lines[0].uncertainty}</b>" in page


@pytest.mark.parametrize(
    "fields", [{"rating_consent_at": None}, {"may_publish": False}], ids=["the consent", "the name"]
)
def test_what_is_withdrawn_goes_at_once(league: League, fields: dict[str, object]) -> None:
    league.agree("Anna")
    anna = league.player("Anna")
    by = an_author(a_user(Role.Kind.DIRECTOR, club=league.club))
    assert "Anna Berg" in page_of("club_ratings", league.club.pk)
    if "may_publish" in fields:
        people.change_consent(by, league.club, withdrawn=[anna.pk])
    else:
        people.change_rating_consent(by, anna, agreed=False)
    assert "Anna Berg" not in page_of("club_ratings", league.club.pk)
    for suffix in ("", "?format=json"):
        address = reverse("tournaments:player_rating", args=[anna.pk]) + suffix
        assert Client().get(address).status_code == 404


def test_who_is_erased_or_merged_is_not_shown(league: League) -> None:
    league.agree("Anna", "Bo", "Cecilia", "Dan")
    by = an_author(a_user(Role.Kind.ADMIN, club=league.club))
    bo, dan, other = league.player("Bo"), league.player("Dan"), a_player("Dan Berg", club=league.club)
    erasing.erase_player(by, Player.objects.get(pk=bo.pk), bo.name)
    choice = people.MergeChoice(name_of=other.pk, licence_of=other.pk, may_publish=True, versions=(1, 1))
    people.merge_players(by, other, dan, choice)
    shown_names = [line.player.name for line in load_list(league.club).lines]
    # Of two who are one the narrower consent counts: the other one had not agreed.
    assert shown_names == ["Anna Berg", "Cecilia Berg"]
    text = page_of("player_rating", league.player("Anna").pk)
    assert "Bo Berg" not in text
    for gone in (bo, dan, other):
        assert Client().get(reverse("tournaments:player_rating", args=[gone.pk])).status_code == 404


def test_nothing_is_shown_before_enough_games() -> None:
    league = League()
    league.agree("Anna", "Bo", "Cecilia", "Dan")
    league.evening(*["Anna Bo 7000 : Cecilia Dan 5000"] * (MIN_GAMES - 1))
    assert load_list(league.club).lines == []
    assert load_list(league.club).waiting == 4
    text = page_of("player_rating", league.player("Anna").pk)
    assert "The rating is shown after 1 more game." in text
    assert "±" not in text.split('id="rules"')[0]
    assert "expected" not in text.split('id="rules"')[0]
    assert rows(exported("player_rating", league.player("Anna").pk), "course") == []


def test_a_federation_lists_the_players_of_all_its_clubs_and_a_club_its_own(league: League) -> None:
    guest = a_player("Eva Berg", club=a_club(federation=league.federation))
    league.known["Eva"] = guest
    league.agree("Anna", "Eva")
    league.evening(*["Eva Bo 7000 : Cecilia Dan 5000"] * MIN_GAMES)
    assert {line.player.pk for line in load_list(league.federation).lines} == {
        league.player("Anna").pk,
        guest.pk,
    }
    assert [line.player.pk for line in load_list(league.club).lines] == [league.player("Anna").pk]
    assert guest.home_club.name in page_of("club_ratings", league.federation.pk)


# What is told of a game.


def test_a_game_says_what_was_expected_what_came_of_it_and_what_that_changed(league: League) -> None:
    league.agree("Anna", "Bo", "Cecilia", "Dan")
    anna = league.player("Anna")
    rating = load_rating(anna)
    _page, (last, *_earlier) = rating.page(None)
    history = rating.history
    step = history.step(len(history.games) - 1)
    own = next(at for at, side in enumerate(step.game.sides) if anna.pk in side)
    assert last.expected == step.expected[own]
    assert last.change == shown(step.after[own][0]) - shown(step.before[own][0]) > 0
    assert last.after == rating_of(league, "Anna")
    text = page_of("player_rating", anna.pk)
    assert f"expected {last.expected:.2f}, won, +{last.change}" in text
    before = {
        player: shown(skill)
        for side, skills in zip(step.game.sides, step.before, strict=True)
        for player, skill in zip(side, skills, strict=True)
    }
    dan, bo = league.player("Dan").pk, league.player("Bo").pk
    assert f"with Dan Berg ({before[dan]}) against Bo Berg ({before[bo]})" in text


def test_the_shown_changes_add_up_to_the_shown_rating(league: League) -> None:
    league.agree("Anna", "Bo", "Cecilia", "Dan")
    for _evening in range(3):
        league.evening("Anna Bo 7000 : Cecilia Dan 5000", "Anna Cecilia 4000 : Bo Dan 5000")
    rating = load_rating(league.player("Anna"))
    steps = [
        step for step in rating.steps(rating.places) if step.change is not None and step.after is not None
    ]
    first, *_rest, last = reversed(steps)
    assert first.after is not None
    assert last.after == rating_of(league, "Anna")
    assert last.after == first.after + sum(step.change or 0 for step in steps if step is not first)
    assert rating.course[-1].rating == rating_of(league, "Anna")


@pytest.mark.parametrize("hidden", ["Bo", "Cecilia", "Dan"])
def test_where_one_of_the_others_has_not_agreed_a_game_says_only_what_came_of_it(
    league: League, hidden: str
) -> None:
    league.agree(*{"Anna", "Bo", "Cecilia", "Dan"} - {hidden})
    steps = load_rating(league.player("Anna")).page(None)[1]
    assert {(step.expected, step.change, step.after) for step in steps} == {(None, None, None)}
    assert {step.sentence for step in steps} <= {"won", "lost"}
    text = page_of("player_rating", league.player("Anna").pk)
    assert f"{hidden} Berg" in text
    assert f"{hidden} Berg (" not in text


@pytest.mark.parametrize("hidden", ["Bo", "Cecilia", "Dan"])
def test_no_page_and_no_file_has_the_rating_of_somebody_who_has_not_agreed(
    league: League, hidden: str
) -> None:
    """Walks all pages of ratings in all their forms, and looks for each figure that the rating ever was."""
    # So that the figure is nobody else's.
    league.evening(f"{hidden} Eva 7000 : Finn Gun 5000", f"{hidden} Eva 7000 : Finn Gun 5000")
    league.agree(*{"Anna", "Bo", "Cecilia", "Dan"} - {hidden})
    history = counting.ratings_of(scope_of(league.club))
    secret = league.player(hidden).pk
    figures = {rating_of(league, hidden)}
    others = {
        shown(skill)
        for at in range(len(history.games))
        for side, skills in zip(history.step(at).game.sides, history.step(at).after, strict=True)
        for player, skill in zip(side, skills, strict=True)
        if player != secret
    }
    open_names = sorted({"Anna", "Bo", "Cecilia", "Dan"} - {hidden})
    pages = [("club_ratings", league.club.pk), ("club_ratings", league.federation.pk)]
    pages += [("player_rating", league.player(name).pk) for name in open_names]
    assert figures - others, "the figure must be one that only this player has"
    for name, pk in pages:
        for text in (page_of(name, pk), file_of(name, pk, kind="json"), file_of(name, pk, kind="csv")):
            words = set(re.findall(r"\d+", _without_drawing(text)))
            assert words.isdisjoint({str(figure) for figure in figures - others}), (name, pk)
            assert f"{hidden} Berg (" not in text


def _without_drawing(text: str) -> str:
    """The words of a page, without the scale of the plot, which has round figures."""
    return re.sub(r"<text[^>]*>[^<]*</text>|<[^>]*>", " ", text)


def test_each_page_can_be_taken_along(league: League) -> None:
    league.agree("Anna", "Bo", "Cecilia", "Dan")
    listed = exported("club_ratings", league.club.pk)
    assert len(rows(listed, "ratings")) == 4
    mine = exported("player_rating", league.player("Anna").pk)
    assert len(rows(mine, "course")) > 1
    assert len(rows(mine, "games")) == MIN_GAMES + 1
    for name, pk in (("club_ratings", league.club.pk), ("player_rating", league.player("Anna").pk)):
        for kind in (*FILES, "pdf"):
            address = reverse(f"tournaments:{name}", args=[pk])
            assert Client().get(address, {"as": kind}).status_code == 200, (name, kind)


def test_the_page_of_results_leads_to_the_rating_where_it_is_shown(league: League) -> None:
    address = reverse("tournaments:player_rating", args=[league.player("Anna").pk])
    assert address not in page_of("player_results", league.player("Anna").pk)
    by = an_author(a_user(Role.Kind.DIRECTOR, club=league.club))
    people.change_rating_consent(by, league.player("Anna"), agreed=True)
    assert address in page_of("player_results", league.player("Anna").pk)
    club = Client().get(reverse("clubs:club", args=[league.club.pk])).text
    assert reverse("tournaments:club_ratings", args=[league.club.pk]) in club


# What they cost.


def test_nothing_new_is_one_query_for_a_list_and_for_a_player(league: League) -> None:
    league.agree("Anna")
    for name, pk, most in (
        ("club_ratings", league.club.pk, 2),
        ("player_rating", league.player("Anna").pk, 2),
    ):
        address = reverse(f"tournaments:{name}", args=[pk])
        tag = Client().get(address)["ETag"]
        with CaptureQueriesContext(connection) as queries:
            assert Client().get(address, headers={"If-None-Match": tag}).status_code == 304
        assert len(queries) <= most


def test_the_pages_ask_as_much_with_many_players_and_games(league: League) -> None:
    def asked(name: str, pk: int) -> int:
        with CaptureQueriesContext(connection) as queries:
            page_of(name, pk, query={"page": "1"})
        return len(queries)

    league.agree("Anna", "Bo", "Cecilia", "Dan")
    anna = league.player("Anna").pk
    counting.ratings_of(scope_of(league.club))
    before = asked("club_ratings", league.club.pk), asked("player_rating", anna)
    league.agree(*(f"P{number}" for number in range(12)))
    league.evening(*(f"Anna P{number} 7000 : Bo P{(number + 1) % 12} 5000" for number in range(12)))
    counting.ratings_of(scope_of(league.club))
    assert (asked("club_ratings", league.club.pk), asked("player_rating", anna)) == before


def test_a_list_of_hundreds_comes_in_pages_of_a_bearable_size(league: League) -> None:
    players = [a_player(f"Pirkko-Liisa Hämäläinen{number}", club=league.club) for number in range(250)]
    league.known |= {f"P{number}": player for number, player in enumerate(players)}
    league.agree(*(f"P{number}" for number in range(250)))
    history = counting.ratings_of(scope_of(league.club))
    for number, player in enumerate(players):
        history.known[player.pk] = history.known[league.player("Anna").pk]._replace(games=20 + number)
    answer = Client().get(reverse("tournaments:club_ratings", args=[league.club.pk]))
    assert len(gzip.compress(answer.content)) < MOST_BYTES
    assert answer.text.count("Hämäläinen") == 200
    assert page_of("club_ratings", league.club.pk, query={"page": "2"}).count("Hämäläinen") == 50
