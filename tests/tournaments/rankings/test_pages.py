"""The pages of a ranking: who stands where and why, what they cost, and who is named."""

from __future__ import annotations

import gzip
from datetime import date, timedelta
from pathlib import Path
from typing import Any, Final

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from clubs.models import Role
from tests.builders import a_club, a_player, a_user
from tests.tournaments.rankings.support import PLAIN, a_licence, a_ranking, exported_ranking
from tests.tournaments.series.support import Result, Season, page_of, rows
from tournaments.core.ranking import Grade, LicenceRule, RankingRules
from tournaments.core.series.rules import CountedEvenings, SeriesRules
from tournaments.history.errand import forget_memory
from tournaments.models import Entry, ListedResult, Ranking, Tournament
from tournaments.rankings.page import RankingPage, explain_player, load_ranking

pytestmark = pytest.mark.django_db

MOST_BYTES: Final = 60_000
ON: Final = date(2024, 11, 15)
PAGES: Final = ("ranking", "ranking_part", "ranking_on", "ranking_on_part", "ranking_line")


@pytest.fixture(autouse=True)
def pages(settings: Settings, tmp_path: Path) -> None:
    """Pages are kept as by the product, and none is there."""
    settings.KEPT_PAGES_DIR = tmp_path / "pages"


@pytest.fixture
def season() -> Season:
    """Bo was before Anna in September, and Anna is before Bo since October."""
    season = Season()
    season.evening("1 Bo", "2 Anna", "3 Cecilia", day=date(2024, 9, 10))
    season.evening("1 Anna", "2 Cecilia", "3 Bo", day=date(2024, 11, 5))
    return season


def listed(one: Ranking, on: date = ON, part: str = "") -> RankingPage:
    page = load_ranking(Ranking.objects.select_related("club").get(pk=one.pk), on, part=part)
    assert page is not None
    return page


def table(one: Ranking, on: date = ON, part: str = "") -> list[tuple[str, int | None, float]]:
    return [
        (row.name.removesuffix(" Berg"), row.line.place, row.line.total / 100)
        for row in listed(one, on, part).lines
    ]


# Who stands where.


def test_the_list_follows_the_days_and_says_who_has_moved(season: Season) -> None:
    one = a_ranking(season)
    assert table(one, date(2024, 10, 31)) == [("Bo", 1, 10), ("Anna", 2, 8), ("Cecilia", 3, 6)]
    assert table(one) == [("Anna", 1, 18), ("Bo", 2, 16), ("Cecilia", 3, 14)]
    moves = {row.name: row.move for row in listed(one).lines}
    signs = {name: "" if move is None else f"{move.sign} {move.words}" for name, move in moves.items()}
    assert signs == {"Anna Berg": "▲1 up 1", "Bo Berg": "▼1 down 1", "Cecilia Berg": "= unchanged"}


def test_who_was_not_in_the_earlier_list_is_new(season: Season) -> None:
    season.evening("1 Dan", day=date(2024, 11, 6))
    page = listed(a_ranking(season))
    assert {row.name: row.move.places for row in page.lines if row.move}["Dan Berg"] is None
    assert "★" in page_of("ranking_on", page.ranking.pk, "2024-11-15")


def test_the_year_before_counts_half_and_a_championship_three_times(season: Season) -> None:
    old = season.evening("1 Dan", day=date(2023, 5, 1))
    cup = season.evening("1 Eva", day=date(2024, 5, 1))
    season.evening("1 Finn", day=date(2022, 5, 1))
    one = a_ranking(season, championships=(cup.pk,), left_out=(old.pk,))
    assert ("Eva", 1, 30) in table(one)
    assert not {"Dan", "Finn"} & {name for name, _place, _points in table(one)}
    assert ("Dan", 5, 5) in table(a_ranking(season, name="All"))


def test_the_classes_are_those_of_a_federation() -> None:
    federation = Season()
    club = a_club(federation=federation.club)
    anna, bo = a_player("Anna Berg", club=club), a_player("Bo Berg", club=federation.club)
    federation.store([Result([anna], 1, 2)], day=date(2024, 2, 1), club=club)
    federation.store([Result([bo], 1, 2)], day=date(2024, 2, 2))
    federation.store([Result([bo], 1, 2)], day=date(2024, 2, 3), club=a_club())
    rules = RankingRules(counting=SeriesRules(), own=200, club=50)
    assert table(a_ranking(federation, rules)) == [("Bo", 1, 20), ("Anna", 2, 5)]


def test_the_best_of_a_year_count_and_the_line_says_what_is_dropped(season: Season) -> None:
    best = RankingRules(counting=SeriesRules(counted=CountedEvenings.BEST, how_many=1), own=100)
    one = a_ranking(season, best)
    season.evening("1 Bo", day=date(2023, 3, 3))
    explained = explain_player(listed(one), season.player("Bo").pk)
    assert explained is not None
    assert [(row.made, row.weights, row.points, row.state) for row in explained.events] == [
        ("10", "50%", "5", "counts"),
        ("10", "", "10", "counts"),
        ("6", "", "6", "dropped"),
    ]
    assert explained.points == "15 points"


def test_a_day_without_a_licence_gives_nothing_and_the_line_says_so(season: Season) -> None:
    one = a_ranking(season, RankingRules(counting=SeriesRules(), own=100, licence=LicenceRule.POINTS))
    a_licence(season.player("Anna"), season.club, date(2024, 9, 30))
    a_licence(season.player("Bo"), season.club)
    a_licence(season.player("Cecilia"), a_club())
    assert table(one) == [("Bo", 1, 16), ("Anna", 2, 8)]
    explained = explain_player(listed(one), season.player("Anna").pk)
    assert explained is not None
    assert [row.state for row in explained.events] == ["counts", "no valid licence on the day"]


def test_who_has_no_licence_today_stands_without_a_place(season: Season) -> None:
    one = a_ranking(season, RankingRules(counting=SeriesRules(), own=100, licence=LicenceRule.PLACE))
    for name in ("Bo", "Cecilia"):
        a_licence(season.player(name), season.club, date(2024, 12, 31))
    assert table(one) == [("Bo", 1, 16), ("Cecilia", 2, 14), ("Anna", None, 18)]
    assert "no place: no valid licence" in page_of("ranking_on", one.pk, ON.isoformat())


def test_a_category_has_places_of_its_own_and_follows_the_latest_year(season: Season) -> None:
    tag(season.evenings[1], season, "Cecilia", "Anna")
    tag(season.evening("1 Bo", day=date(2023, 3, 3)), season, "Bo")
    one = a_ranking(season)
    assert table(one, part="junior") == [("Anna", 1, 18), ("Cecilia", 2, 14)]
    assert load_ranking(one, ON, part="senior") is None
    assert [part.code for part in listed(one).parts] == ["junior"]
    assert [row.move.places for row in listed(one, part="junior").lines if row.move] == [0, 0]


def tag(event: Tournament, season: Season, *names: str) -> None:
    players = [season.player(name) for name in names]
    Entry.objects.filter(tournament=event, players__in=players).update(categories="junior")


def test_clubs_and_places_have_lists_of_their_own(season: Season) -> None:
    first, second, elsewhere = (a_club(place=place) for place in ("Lund", "Lund", "Umeå"))
    for name, club in (("Anna", first), ("Bo", second), ("Cecilia", elsewhere)):
        season.player(name).home_club = club
        season.player(name).save()
    one = a_ranking(season)
    assert table(one, part=f"club-{second.pk}") == [("Bo", 1, 16)]
    assert table(one, part=f"place-{min(first.pk, second.pk)}") == [("Anna", 1, 18), ("Bo", 2, 16)]
    assert [part.label for part in listed(one).parts][-1] == "Lund"


def test_a_title_is_what_the_points_reach(season: Season) -> None:
    rules = RankingRules(
        counting=SeriesRules(), own=100, grades=(Grade(1600, "Master"), Grade(100, "Novice"))
    )
    page = listed(a_ranking(season, rules))
    assert [row.grade for row in page.lines] == ["Master", "Master", "Novice"]


def test_what_is_not_shown_yet_and_a_trial_do_not_count(season: Season) -> None:
    one = a_ranking(season)
    season.evening("1 Eva", day=date(2024, 6, 1), state=Tournament.State.RUNNING)
    trial = season.evening("1 Finn", day=date(2024, 6, 2))
    trial.book.trial = True
    trial.book.save()
    assert {name for name, _place, _points in table(one)} == {"Anna", "Bo", "Cecilia"}


def test_a_result_that_is_put_right_is_right_in_the_list(season: Season) -> None:
    one = a_ranking(season)
    listed(one)
    event = season.evenings[1]
    ListedResult.objects.filter(tournament=event, place=1).update(place=3)
    event.book.revision += 1
    event.book.save()
    assert table(one)[0][0] != "Anna"


# Who is named, and who sees it.


def addresses(one: Ranking, part: str, player: int) -> dict[str, str]:
    day = ON.isoformat()
    parts: dict[str, tuple[Any, ...]] = {
        "ranking": (),
        "ranking_part": (part,),
        "ranking_on": (day,),
        "ranking_on_part": (day, part),
        "ranking_line": (player,),
    }
    return {name: reverse(f"tournaments:{name}", args=[one.pk, *parts[name]]) for name in PAGES}


@pytest.fixture
def current() -> Season:
    """Events of this year and the last one, of players of two clubs."""
    season, today = Season(), timezone.localdate()
    season.player("Bo").home_club = a_club()
    season.player("Bo").save()
    season.evening("1 Bo", "2 Anna", day=today - timedelta(days=40))
    season.evening("1 Anna", "2 Bo", day=today)
    return season


def test_who_has_not_agreed_is_named_nowhere_but_at_the_desk(current: Season) -> None:
    anna, one = current.player("Anna"), a_ranking(current, replace_years())
    anna.may_publish = False
    anna.save()
    found = addresses(one, f"club-{current.club.pk}", anna.pk)
    for name in ("ranking", "ranking_part", "ranking_line"):
        for query in ("", "?as=json", "?as=csv", "?as=text"):
            answer = Client().get(found[name] + query)
            assert answer.status_code == 200
            text = b"".join(answer).decode() if answer.streaming else answer.content.decode()
            assert "Anna" not in text, (name, query)
            assert f"Player {anna.pk}" in text, (name, query)
    client = Client()
    client.force_login(a_user(Role.Kind.SCORER, club=current.club))
    assert "Anna Berg" in page_of("ranking_desk", one.pk, client=client)


def replace_years() -> RankingRules:
    """Years that go back from today: no test of today depends on the calendar."""
    return RankingRules(counting=SeriesRules(), own=100, rolling=True)


def test_what_is_not_public_has_no_page(current: Season) -> None:
    one = a_ranking(current, public=False, name="Only ours")
    for address in addresses(one, "junior", current.player("Bo").pk).values():
        assert Client().get(address).status_code == 404
    assert "Only ours" not in Client().get(reverse("clubs:club", args=[current.club.pk])).content.decode()


def test_the_page_of_the_club_leads_to_its_public_rankings(current: Season) -> None:
    one = a_ranking(current)
    text = Client().get(reverse("clubs:club", args=[current.club.pk])).content.decode()
    assert f'href="{reverse("tournaments:ranking", args=[one.pk])}"' in text


@pytest.mark.parametrize("day", ["2024-1-1", "x", "2199-01-01", "1949-12-31", "20240101"])
def test_a_day_that_is_none_has_no_list(season: Season, day: str) -> None:
    one = a_ranking(season)
    assert Client().get(reverse("tournaments:ranking_on", args=[one.pk, day])).status_code == 404


# What it costs.


def queries(address: str) -> int:
    with CaptureQueriesContext(connection) as counted:
        assert Client().get(address).status_code == 200
    return len(counted)


def test_many_events_cost_no_more_queries_than_few(current: Season) -> None:
    one = a_ranking(current, replace_years())
    asked = addresses(one, f"club-{current.club.pk}", current.player("Bo").pk)
    forget_memory()
    few = [queries(address) for address in asked.values() if "/on/" not in address]
    for days in range(1, 7):
        current.evening("1 Anna Bo", "2 Cecilia Dan", day=timezone.localdate() - timedelta(days=days))
    forget_memory()
    many = [queries(address) for address in asked.values() if "/on/" not in address]
    assert few == many
    assert max(many) <= 9


def test_a_page_that_has_not_changed_is_answered_by_one_query(current: Season) -> None:
    one = a_ranking(current)
    address = reverse("tournaments:ranking", args=[one.pk])
    tag = Client().get(address).headers["ETag"]
    with CaptureQueriesContext(connection) as counted:
        answer = Client().get(address, headers={"if-none-match": tag})
    assert answer.status_code == 304
    assert len(counted) == 1


def test_another_day_is_another_page(current: Season, monkeypatch: pytest.MonkeyPatch) -> None:
    one = a_ranking(current)
    address = reverse("tournaments:ranking", args=[one.pk])
    tag = Client().get(address).headers["ETag"]
    tomorrow = timezone.localdate() + timedelta(days=1)
    monkeypatch.setattr("tournaments.rankings.queries.timezone.localdate", lambda: tomorrow)
    assert Client().get(address, headers={"if-none-match": tag}).status_code == 200


def test_a_list_of_many_players_is_a_small_page_with_others_after_it() -> None:
    season = Season()
    known = [a_player(club=season.club) for _player in range(420)]
    season.store([Result([player], place, 500 - place) for place, player in enumerate(known, 1)], day=ON)
    one = a_ranking(season)
    address = reverse("tournaments:ranking_on", args=[one.pk, ON.isoformat()])
    answer = Client().get(address, headers={"accept-encoding": "gzip"})
    content = answer.content if answer.headers.get("Content-Encoding") else gzip.compress(answer.content)
    assert len(content) < MOST_BYTES
    assert 'href="?page=2#list"' in page_of("ranking_on", one.pk, ON.isoformat())
    assert len(rows(exported_ranking(one, ON), "list")) == 420


@pytest.mark.parametrize("form", ["xlsx", "csv", "csv-comma", "json", "text", "print", "pdf"])
def test_it_is_every_file_that_a_list_is(current: Season, form: str) -> None:
    one = a_ranking(current, replace_years())
    for name, address in addresses(one, f"club-{current.club.pk}", current.player("Bo").pk).items():
        if "_on" in name:
            continue
        answer = Client().get(f"{address}?as={form}")
        assert answer.status_code == 200
        assert b"".join(answer) if answer.streaming else answer.content


def test_a_ranking_before_its_first_event_says_so() -> None:
    assert "It begins with the first event whose results are shown." in page_of(
        "ranking", a_ranking(Season(), PLAIN).pk
    )
