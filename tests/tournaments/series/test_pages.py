"""The pages of a series: who sees what, what they cost, and what counts."""

from __future__ import annotations

import gzip
from datetime import date, timedelta
from pathlib import Path
from typing import Final
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django import Settings

from clubs import people
from clubs.models import Role
from clubs.people import erasing
from clubs.people.names import NO_NAME
from tests.builders import a_club, a_player, a_user, an_author
from tests.tournaments.series.support import FIRST_DAY, Result, Season, exported, page_of, rows
from tournaments import series as of_series
from tournaments.agreement.agreement import EventAgreement
from tournaments.core.series.rules import CountedEvenings, SeriesRules
from tournaments.history.errand import forget_memory
from tournaments.models import Tournament
from tournaments.series.page import MAX_COLUMNS, load_page
from tournaments.series.results import kept_results

pytestmark = pytest.mark.django_db

# Compressed: the page of forty evenings and a hundred and twenty players.
MOST_BYTES: Final = 60_000
EVENINGS, PLAYERS = 40, 120


@pytest.fixture(autouse=True)
def pages(settings: Settings, tmp_path: Path) -> None:
    """Pages are kept as by the product, and none is there."""
    settings.KEPT_PAGES_DIR = tmp_path / "pages"


@pytest.fixture
def season() -> Season:
    season = Season()
    season.evening("1 Anna Bo", "2 Cecilia Dan")
    season.evening("1 Cecilia Bo", "2 Anna Dan")
    return season


# What counts.


def test_what_is_not_shown_yet_does_not_count_and_nothing_of_it_leaks(season: Season) -> None:
    spring = season.series()
    for state in (Tournament.State.OPEN, Tournament.State.RUNNING):
        season.evening("1 Eva Finn", state=state)
    text = page_of("series", spring.pk)
    assert "Eva Berg" not in text
    assert "Evening 3" not in text
    shown = season.evening("1 Eva Finn", state=Tournament.State.PRELIMINARY)
    assert shown.name in page_of("series", spring.pk)


def test_hidden_standings_count_from_the_moment_they_are_shown(season: Season) -> None:
    spring = season.series()
    hidden = season.evening(
        "1 Eva Finn", state=Tournament.State.RUNNING, agreement=EventAgreement(hidden=True)
    )
    assert "Eva Berg" not in page_of("series", spring.pk)
    Tournament.objects.filter(pk=hidden.pk).update(state=Tournament.State.PRELIMINARY)
    hidden.book.revision += 1
    hidden.book.save()
    assert "Eva Berg" in page_of("series", spring.pk)


def test_a_trial_does_not_count(season: Season) -> None:
    spring = season.series()
    trial = season.evening("1 Eva Finn")
    trial.book.trial = True
    trial.book.save()
    assert len(load_page(spring).evenings) == 2


def test_only_the_days_of_the_series_count_and_picked_events_whatever_their_day(season: Season) -> None:
    late = season.evening("1 Eva Finn", day=FIRST_DAY + timedelta(days=300))
    first = season.series(name="First", until=FIRST_DAY)
    picked = season.series(name="Picked", since=None, events=(late.pk, season.evenings[0].pk))
    assert [one.event.name for one in load_page(first).evenings] == ["Evening 1"]
    assert [one.event.name for one in load_page(picked).evenings] == ["Evening 1", "Evening 3"]


def test_a_series_of_a_federation_counts_the_events_of_its_clubs() -> None:
    federation = Season()
    club = a_club(federation=federation.club)
    ours, theirs = a_player("Anna Berg", club=club), a_player("Bo Ek", club=a_club())
    federation.store([Result([ours], 1, 2), Result([theirs], 2, 0)])
    federation.store([Result([theirs], 1, 2)], club=club)
    federation.store([Result([theirs], 1, 2)], club=a_club())
    table = load_page(federation.series())
    assert [(line.name, len(line.line.evenings)) for line in table.lines] == [("Bo Ek", 2), ("Anna Berg", 1)]


def test_an_event_counts_in_several_series(season: Season) -> None:
    both = [season.series(name=name) for name in ("One", "Two")]
    assert [len(load_page(one).evenings) for one in both] == [2, 2]


def test_the_evenings_of_a_day_are_in_the_order_of_their_names(season: Season) -> None:
    for name in ("Evening 10", "Evening 9"):
        season.evening("1 Anna", day=FIRST_DAY, name=name)
    ordered = [one.event.name for one in load_page(season.series()).evenings]
    assert ordered == ["Evening 1", "Evening 9", "Evening 10", "Evening 2"]


def test_what_could_be_made_is_known_of_games_and_not_of_a_list(season: Season) -> None:
    season.store([Result([season.player("Anna")], 1, 4)], rounds=3)
    found = [
        row["possible"] for row in rows(exported(season.series()), "results") if row["name"] == "Anna Berg"
    ]
    assert found == [None, None, 6]


# Who is named.


def test_who_has_not_agreed_is_named_nowhere_but_at_the_desk(season: Season) -> None:
    anna = season.known["Anna"]
    anna.may_publish = False
    anna.save()
    spring = season.series()
    for name, parts in (("series", ()), ("series_after", (1,)), ("series_line", (anna.pk,))):
        for query in ("", "?as=json", "?as=csv", "?as=text"):
            text = page_of(name, spring.pk, *parts, query=query)
            assert "Anna" not in text, (name, query)
            assert f"Player {anna.pk}" in text, (name, query)
    (row,) = [row for row in rows(exported(spring), "standings") if str(anna.pk) in row["name"]]
    assert row["players"][0]["id"] is None
    client = Client()
    client.force_login(a_user(Role.Kind.SCORER, club=season.club))
    assert "Anna Berg" in page_of("series_desk", spring.pk, client=client)


def test_two_who_are_merged_are_one_line_and_who_is_erased_has_no_name(season: Season) -> None:
    spring = season.series()
    season.evening("1 Anne Dan")
    anna, anne = season.known["Anna"], season.known["Anne"]
    people_by_key = {line.key: line for line in load_page(spring).lines}
    assert len(people_by_key[str(anna.pk)].line.evenings) == 2
    choice = people.MergeChoice(
        name_of=anna.pk, licence_of=anna.pk, may_publish=True, versions=(anna.version, anne.version)
    )
    people.merge_players(season.by, anna, anne, choice)
    people_by_key = {line.key: line for line in load_page(spring).lines}
    assert len(people_by_key[str(anna.pk)].line.evenings) == 3
    erasing.erase_player(an_author(a_user(Role.Kind.ADMIN, club=season.club)), season.known["Bo"], "Bo Berg")
    text = page_of("series", spring.pk)
    assert "Bo Berg" not in text
    assert NO_NAME in text


def test_what_is_not_public_has_no_page_and_stands_on_none(season: Season) -> None:
    ours = season.series(public=False, name="Only ours")
    for name, parts in (("series", ()), ("series_after", (1,)), ("series_line", (season.known["Bo"].pk,))):
        assert Client().get(reverse(f"tournaments:{name}", args=[ours.pk, *parts])).status_code == 404
    assert "Only ours" not in page_of("player_results", season.known["Bo"].pk)
    assert "Only ours" not in Client().get(reverse("clubs:club", args=[season.club.pk])).content.decode()


def test_the_page_of_the_club_leads_to_its_public_series(season: Season) -> None:
    spring = season.series()
    text = Client().get(reverse("clubs:club", args=[season.club.pk])).content.decode()
    assert f'href="{reverse("tournaments:series", args=[spring.pk])}"' in text


# What it costs.


def queries(address: str) -> int:
    with CaptureQueriesContext(connection) as counted:
        assert Client().get(address).status_code == 200
    return len(counted)


def test_a_long_season_costs_no_more_queries_than_a_short_one(season: Season) -> None:
    spring = season.series()
    asked = [
        reverse("tournaments:series", args=[spring.pk]),
        reverse("tournaments:series_after", args=[spring.pk, 1]),
        reverse("tournaments:series_line", args=[spring.pk, season.known["Bo"].pk]),
        reverse("tournaments:player_results", args=[season.known["Bo"].pk]),
    ]
    forget_memory()
    short = [queries(address) for address in asked]
    for _evening in range(6):
        season.evening("1 Anna Bo", "2 Cecilia Dan", "3 Eva Finn", rounds=3)
    forget_memory()
    long = [queries(address) for address in asked]
    # Evenings of games are read beside those of lists.
    assert [most - least for least, most in zip(short, long, strict=True)] <= [2, 2, 2, 4]
    assert max(long[:3]) <= 10


def test_an_evening_that_is_known_is_not_read_again(season: Season) -> None:
    spring = season.series()
    load_page(spring)
    with CaptureQueriesContext(connection) as counted:
        load_page(spring)
    assert len(counted) == 2  # its events, and the names


def test_a_page_that_has_not_changed_is_answered_by_one_query(season: Season) -> None:
    spring = season.series()
    address = reverse("tournaments:series", args=[spring.pk])
    tag = Client().get(address).headers["ETag"]
    with CaptureQueriesContext(connection) as counted:
        answer = Client().get(address, headers={"if-none-match": tag})
    assert answer.status_code == 304
    assert len(counted) == 1
    season.evening("1 Anna Bo").book.save()
    player = season.known["Anna"]
    people.edit_player(
        season.by, player, people.PlayerDetails(given_name="Annika", family_name="Berg", may_publish=True), 1
    )
    answer = Client().get(address, headers={"if-none-match": tag})
    assert answer.status_code == 200
    assert "Annika Berg" in answer.content.decode()


def test_a_deal_elsewhere_counts_no_evening_again(season: Season) -> None:
    """While an evening of the club is played, the table of its series is read from memory."""
    spring = season.series()
    load_page(spring)
    kept = dict(kept_results)
    season.evening("1 Anna Bo", state=Tournament.State.RUNNING)
    load_page(spring)
    assert {pk: kept_results[pk] for pk in kept} == kept


def test_a_long_season_is_a_small_page() -> None:
    season = Season()
    known = [a_player(club=season.club) for _player in range(PLAYERS)]
    for evening in range(EVENINGS):
        turned = known[evening:] + known[:evening]
        pairs = [turned[at : at + 2] for at in range(0, PLAYERS, 2)]
        season.store([Result(pair, place, 200 - place) for place, pair in enumerate(pairs, 1)])
    spring = season.series(
        SeriesRules(way="share", counted=CountedEvenings.BEST, how_many=25, minimum=3, bonus=50)
    )
    address = reverse("tournaments:series", args=[spring.pk])
    answer = Client().get(address, headers={"accept-encoding": "gzip"})
    assert answer.status_code == 200
    content = answer.content if answer.headers.get("Content-Encoding") else gzip.compress(answer.content)
    assert len(content) < MOST_BYTES
    assert len(page_of("series", spring.pk, query="?as=csv")) > 0


# Its files, and evenings of before.


@pytest.mark.parametrize("form", ["xlsx", "csv", "csv-comma", "json", "text", "print", "pdf"])
def test_it_is_every_file_that_a_list_is(season: Season, form: str) -> None:
    spring = season.series()
    for name, parts in (("series", ()), ("series_after", (1,)), ("series_line", (season.known["Bo"].pk,))):
        answer = Client().get(reverse(f"tournaments:{name}", args=[spring.pk, *parts]) + f"?as={form}")
        assert answer.status_code == 200
        assert b"".join(answer) if answer.streaming else answer.content


def test_after_an_earlier_evening_the_table_is_as_it_was(season: Season) -> None:
    spring = season.series()
    assert [line.line.total for line in load_page(spring, after=1).lines] == [1000, 1000, 800, 800]
    assert Client().get(reverse("tournaments:series_after", args=[spring.pk, 3])).status_code == 404


def test_a_line_that_is_not_there_leads_nowhere(season: Season) -> None:
    shown = season.series()
    for key in ("0", "007", "x"):
        assert (
            Client().get(reverse("tournaments:series_line", args=[shown.pk, key]), follow=True).status_code
            == 404
        )


def test_a_series_before_its_first_evening_says_so() -> None:
    text = page_of("series", Season().series(since=date(2030, 1, 1)).pk)
    assert "It begins with the first evening whose results are shown." in text


def test_with_very_many_evenings_the_table_has_no_column_for_each(client: Client) -> None:
    season = Season()
    for number in range(MAX_COLUMNS + 1):
        season.evening("1 Anna Bo", "2 Cia Dan", day=date(2026, 2, 1) + timedelta(days=number))
    made = of_series.add_series(
        season.by,
        season.club,
        of_series.SeriesPlan(name="Year", since=date(2026, 1, 1), public=True),
        uuid4(),
    )
    page = client.get(reverse("tournaments:series", args=[made.pk])).content.decode()
    assert "So many evenings are on the page of each line." in page
    assert page.count('<th scope="col"') == 3
    assert load_page(made).lines[0].cells[0] is not None
