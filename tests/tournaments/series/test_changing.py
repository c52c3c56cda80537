"""A series is made, changed, closed and removed by its directors; each act is in the log and has its undo."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
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
from tests.at_once import at_once
from tests.builders import a_club, a_player, a_user, an_author
from tests.pages.world import SERIES
from tests.tournaments.series.support import FIRST_DAY, Result, Season, page_of
from tournaments import series
from tournaments.core.series.result import WayNumbers
from tournaments.core.series.rules import CountedEvenings, SeriesRules
from tournaments.models import Series
from tournaments.series.page import load_page

pytestmark = pytest.mark.django_db


@pytest.fixture
def season() -> Season:
    season = Season()
    season.evening("1 Anna Bo", "2 Cecilia Dan")
    return season


def last_entry(season: Season) -> LogEntry:
    return LogEntry.objects.filter(book=club_book(season.club)).latest("number")


def undo(season: Season) -> None:
    offered = offer_undo(last_entry(season)).undo
    assert offered is not None
    offered.run(season.by, "", uuid4())


def fresh(one: Series) -> Series:
    return Series.objects.select_related("club").get(pk=one.pk)


def a_plan(**fields: Any) -> series.SeriesPlan:
    return series.SeriesPlan(**{"name": "Autumn", "since": FIRST_DAY, **fields})


# The verbs.


def test_what_was_agreed_on_is_read_as_it_was_stored(season: Season) -> None:
    rules = SeriesRules(
        way="share",
        numbers=WayNumbers(
            place_points=(1000, 650), others=0, shares_points=False, full=500, of_possible=True
        ),
        counted=CountedEvenings.BUT_WORST,
        how_many=2,
        average=True,
        minimum=3,
        bonus=25,
    )
    plan = a_plan(rules=rules, who=Series.Who.ENTRIES, events=(season.evenings[0].pk,), since=None)
    made = series.add_series(season.by, season.club, plan, uuid4())
    assert series.plan_of(fresh(made)) == plan
    assert series.plan_from(plan.facts) == plan


def test_one_form_sent_twice_is_one_series(season: Season) -> None:
    key = uuid4()
    first, again = (series.add_series(season.by, season.club, a_plan(), key) for _twice in range(2))
    assert first == again
    assert Series.objects.count() == 1


@pytest.mark.parametrize("role", [Role.Kind.JURY, Role.Kind.SCORER])
def test_only_directors_and_admins_change_a_series(season: Season, role: Role.Kind) -> None:
    made, by = season.series(), an_author(a_user(role, club=season.club))
    acts = (
        lambda: series.add_series(by, season.club, a_plan(), uuid4()),
        lambda: series.change_series(by, made, a_plan(), made.version),
        lambda: series.close_series(by, made),
        lambda: series.reopen_series(by, made),
        lambda: series.remove_series(by, made),
        lambda: series.bring_series_back(by, made),
    )
    for act in acts:
        with pytest.raises(PermissionDenied):
            act()


@pytest.mark.parametrize(
    ("field", "wrong"),
    [
        ("name", {"name": ""}),
        ("name", {"name": "Spring"}),
        ("since", {"since": None}),
        ("until", {"until": FIRST_DAY - timedelta(days=1)}),
        ("events", {"events": ()}),
        ("events", {"events": (987654321,)}),
        ("way", {"rules": SeriesRules(way="weight")}),
        ("how_many", {"rules": SeriesRules(how_many=0)}),
        ("minimum", {"rules": SeriesRules(minimum=501)}),
        ("bonus", {"rules": SeriesRules(bonus=-1)}),
        ("place_points", {"rules": SeriesRules(numbers=WayNumbers(place_points=()))}),
        ("place_points", {"rules": SeriesRules(numbers=WayNumbers(place_points=(-1,)))}),
        ("full", {"rules": SeriesRules(numbers=WayNumbers(full=10**9))}),
    ],
)
def test_what_does_not_go_is_refused_at_its_field(season: Season, field: str, wrong: dict[str, Any]) -> None:
    season.series()
    with pytest.raises(ValidationError) as refusal:
        series.add_series(season.by, season.club, a_plan(**wrong), uuid4())
    assert list(refusal.value.error_dict) == [field]


def test_an_event_of_another_club_cannot_be_picked(season: Season) -> None:
    theirs = Season().evening("1 Eva Finn")
    with pytest.raises(ValidationError):
        series.add_series(season.by, season.club, a_plan(events=(theirs.pk,)), uuid4())


def test_an_event_stays_picked_whose_club_has_left_the_federation() -> None:
    federation = Season()
    club = a_club(federation=federation.club)
    event = federation.store([Result([a_player("Anna Berg", club=club)], 1, 2)], club=club)
    made = federation.series(since=None, events=(event.pk,))
    club.federation = None
    club.save()
    series.change_series(federation.by, made, replace(series.plan_of(made), name="Later"), made.version)
    assert [line.name for line in load_page(fresh(made)).lines] == ["Anna Berg"]


def test_of_two_who_change_it_the_second_hears_of_the_first(season: Season) -> None:
    made = season.series()
    series.change_series(season.by, made, a_plan(name="First"), made.version)
    with pytest.raises(NotNow, match="Somebody else"):
        series.change_series(season.by, made, a_plan(name="Second"), made.version)
    series.change_series(season.by, made, a_plan(name="First"), made.version)
    assert fresh(made).name == "First"


def test_no_evening_comes_into_a_closed_series_and_corrections_do(season: Season) -> None:
    made = season.series()
    series.close_series(season.by, made)
    season.evening("1 Eva Finn")
    assert len(load_page(fresh(made)).evenings) == 1
    assert "Final standings" in page_of("series", made.pk)
    listed = season.evenings[0].listed_results.get(place=2)
    listed.place = 1
    listed.save()
    season.evenings[0].book.revision += 1
    season.evenings[0].book.save()
    assert [line.line.place for line in load_page(fresh(made)).lines] == [1, 1, 1, 1]
    with pytest.raises(NotNow, match="closed"):
        series.change_series(season.by, made, a_plan(), fresh(made).version)
    series.reopen_series(season.by, made)
    assert len(load_page(fresh(made)).evenings) == 2


def test_a_series_without_an_evening_is_not_closed() -> None:
    season = Season()
    with pytest.raises(NotNow, match="No evening"):
        series.close_series(season.by, season.series())


def test_what_was_removed_has_no_page_and_comes_back_as_it_was(season: Season) -> None:
    made = season.series()
    series.remove_series(season.by, made)
    assert Client().get(reverse("tournaments:series", args=[made.pk])).status_code == 404
    with pytest.raises(NotNow):
        series.close_series(season.by, made)
    other = season.series()
    with pytest.raises(NotNow, match="another series of this name"):
        series.bring_series_back(season.by, made)
    series.remove_series(season.by, other)
    series.bring_series_back(season.by, made)
    assert "Anna Berg" in page_of("series", made.pk)


# The log.


def test_each_act_is_undone_and_the_undo_too(season: Season) -> None:
    made = season.series()
    undo(season)
    assert fresh(made).removed_at is not None
    undo(season)
    assert fresh(made).removed_at is None
    before = series.plan_of(fresh(made))
    series.change_series(season.by, made, a_plan(events=(season.evenings[0].pk,), since=None), made.version)
    undo(season)
    assert series.plan_of(fresh(made)) == before
    series.close_series(season.by, made)
    undo(season)
    assert not fresh(made).is_closed
    undo(season)
    assert fresh(made).is_closed
    series.remove_series(season.by, made)
    undo(season)
    assert fresh(made).removed_at is None
    assert verify_log().broken == []


def test_what_was_changed_since_is_not_undone(season: Season) -> None:
    made = season.series()
    entry = last_entry(season)
    series.change_series(season.by, made, a_plan(name="Later"), made.version)
    assert offer_undo(entry).why_not == "It has been changed since."


def test_the_log_says_in_words_what_has_changed(season: Season) -> None:
    made = season.series()
    rules = SeriesRules(counted=CountedEvenings.BEST, how_many=3)
    series.change_series(season.by, made, replace(series.plan_of(made), rules=rules), made.version)
    client = Client()
    client.force_login(a_user(Role.Kind.ADMIN, club=season.club))
    text = client.get(reverse("clubs:log", args=[club_book(season.club).pk])).content.decode()
    assert "Series changed" in text
    assert "The 3 best evenings count; the others are dropped." in text


# The pages.


def test_a_series_is_made_and_changed_on_its_page(season: Season) -> None:
    client = Client()
    client.force_login(a_user(Role.Kind.DIRECTOR, club=season.club))
    new = reverse("tournaments:series_new", args=[season.club.pk])
    sent = {**SERIES, "name": "Whole year", "key": str(uuid4()), "version": "0"}
    answer = client.post(new, {**sent, "place_points": "ten"})
    assert "Write points with blanks between them" in answer.content.decode()
    answer = client.post(new, sent, follow=True)
    assert "The series has been made." in answer.content.decode()
    made = Series.objects.get()
    assert (made.agreed.numbers.place_points, made.agreed.bonus) == ((1000, 800, 650), 50)
    change = reverse("tournaments:series_change", args=[made.pk])
    text = client.get(change).content.decode()
    assert 'value="10 8 6.5"' in text
    picked = {**sent, "source": "picked", "events": [str(season.evenings[0].pk)], "version": "1"}
    client.post(change, {**picked, "key": str(uuid4())})
    assert series.plan_of(fresh(made)).events == (season.evenings[0].pk,)
    listed = client.get(reverse("tournaments:club_series", args=[season.club.pk])).content.decode()
    assert "picked evenings" in listed


# Two at once.


@pytest.mark.engine
@pytest.mark.django_db(transaction=True)
def test_of_two_who_make_or_close_one_series_at_once_one_does_it() -> None:
    season = Season()
    season.evening("1 Anna Bo")
    at_once(
        lambda: series.add_series(season.by, season.club, a_plan(), uuid4()),
        lambda: series.add_series(season.by, season.club, a_plan(), uuid4()),
        refusals=(ValidationError,),
    )
    made = Series.objects.select_related("club").get()
    first, second = fresh(made), fresh(made)
    at_once(
        lambda: series.close_series(season.by, first),
        lambda: series.close_series(season.by, second),
        refusals=(NotNow,),
    )
    at_once(
        lambda: series.remove_series(season.by, first),
        lambda: series.reopen_series(season.by, second),
        refusals=(NotNow,),
    )
    assert LogEntry.objects.filter(act="series.closed").count() == 1
    assert verify_log().broken == []
