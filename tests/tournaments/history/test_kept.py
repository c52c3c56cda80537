"""What pages over years count from is kept, is never another truth than the events, and can be made again."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Collection, Mapping
from datetime import date
from typing import Final

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from clubs import people
from clubs.models import Book, Player, Role
from clubs.people import erasing
from clubs.people.club_verbs import leave_federation
from scoring.models import Game
from tests.builders import a_club, a_user, an_author
from tests.tournaments.history.support import Decade, Table
from tests.tournaments.series.support import page_of
from tests.tournaments.support.events import Played, agreed, declare_official, show_after_this_round
from tournaments import series as series_verbs
from tournaments.core.movements.swiss import SWISS
from tournaments.history import errand, keeping, reading
from tournaments.history.errand import ERRAND, differences, forget_history, forget_memory, keep_history
from tournaments.models import KeptOfEvent, KeptSeries, KeptUpTo, Series, Standing, Tournament
from tournaments.play.kept_values import KeptKind
from tournaments.running.keeping import keep_values
from tournaments.series.kept import tables_of
from tournaments.series.winners import winners_of_closed_series

pytestmark = [pytest.mark.django_db, pytest.mark.engine]

PAGES: Final = ("champions", "club_records", "club_year")
# What is read of an event where nothing is kept of it.
ROWS: Final = ("scoring_hand", "scoring_seat", "tournaments_standing", "tournaments_entryplayer")


@pytest.fixture(autouse=True)
def pages(settings: Settings) -> None:
    """Each page is rendered anew, as by a process that has just begun."""
    settings.KEPT_PAGES_DIR = None
    forget_memory()


@pytest.fixture
def decade() -> Decade:
    """Events of three years with games and one of a list, and a closed and an open series of them."""
    decade = Decade()
    pairs = decade.four("Anna", "Bo", "Cecilia", "Dan")
    decade.played(Table(pairs, (9000, 5000), deals=2, sambas=1), day=date(2023, 3, 1), name="Cup 2023")
    decade.played(Table(pairs, (4000, 7000), deals=2, sambas=3), day=date(2024, 3, 1), name="Cup 2024")
    decade.played(
        Table([[decade.player(name)] for name in ("Anna", "Eva", "Finn")], (5000, 4000, 6000), deals=3),
        day=date(2024, 8, 1),
        name="Three at a table",
        ruleset="royal",
    )
    decade.evening("1 Eva Finn", "1 Anna Gun", "3 Bo", day=date(2025, 5, 1), name="From a list")
    closed = decade.series(name="Season 2024", since=date(2023, 1, 1), until=date(2024, 12, 31))
    series_verbs.close_series(decade.by, closed)
    decade.series(name="Always", since=date(2023, 1, 1))
    return decade


def texts(decade: Decade) -> Mapping[str, str]:
    """Return the pages over years of the club and of Anna, as a process that has just begun shows them."""
    asked = dict.fromkeys(PAGES, (decade.club.pk,)) | {"player_results": (decade.known["Anna"].pk,)}
    found = {}
    for name, parts in asked.items():
        forget_memory()
        found[name] = page_of(name, *parts)
    return found


def reads_events(address: str) -> bool:
    """Tell whether a process that has just begun reads the rows of events for a page."""
    forget_memory()
    with CaptureQueriesContext(connection) as asked:
        assert Client().get(address).status_code == 200
    return any(row in query["sql"] for query in asked for row in ROWS)


def addresses(decade: Decade) -> list[str]:
    return [reverse(f"tournaments:{name}", args=[decade.club.pk]) for name in PAGES]


def changed_by_hand(event: Tournament) -> None:
    """Let the book of an event go on, as an act does that the test has written by hand."""
    Book.objects.filter(pk=event.book_id).update(revision=event.book.revision + 1)


# What is kept is what the events say.


def test_pages_are_the_same_with_and_without_what_is_kept(decade: Decade) -> None:
    before = texts(decade)
    assert all(map(reads_events, addresses(decade)))
    assert keep_history() == 2 * 4 + 2
    assert not any(map(reads_events, addresses(decade)))
    assert texts(decade) == before
    forget_history()
    assert not KeptOfEvent.objects.exists()
    assert not KeptSeries.objects.exists()
    assert texts(decade) == before


def test_facts_are_read_back_as_they_were_counted(decade: Decade) -> None:
    held = keeping.held_events(decade.club.pk)
    counted = reading.read_facts(held)
    keep_history()
    forget_memory()
    assert keeping.facts_of(held) == counted
    assert any(known.best and known.courses and known.winners for known in counted.values())


def test_an_event_that_was_played_through_the_verbs_is_kept_when_its_results_are_shown() -> None:
    event = Played(agreed(SWISS, rounds=2))
    event.enter(4)
    event.round()
    drawn = event.round()
    keep_history()
    assert not KeptOfEvent.objects.exists()
    show_after_this_round(event.by, event.event)
    assert keep_history() == 2
    # Declared official it is in another state, and so is what is kept of it.
    declare_official(event.by, event.fresh)
    address = reverse("tournaments:club_records", args=[event.club.pk])
    assert reads_events(address)
    assert keep_history() == 2
    assert not reads_events(address)
    assert drawn.number == 2
    assert list(differences()) == []


def test_nothing_is_kept_of_trials_and_of_events_that_are_not_over(decade: Decade) -> None:
    trial = decade.evening("1 Eva", day=date(2024, 7, 1), name="Rehearsal")
    Book.objects.filter(pk=trial.book_id).update(trial=True)
    going_on = decade.evening("1 Eva", day=date(2024, 7, 2), name="Now", state=Tournament.State.RUNNING)
    keep_history()
    kept = set(KeptOfEvent.objects.values_list("tournament", flat=True))
    assert kept == {event.pk for event in decade.evenings} - {trial.pk, going_on.pk}


# It is believed in the state in which it was counted, and in no other.


def test_a_result_that_is_put_right_is_on_the_page_at_once_and_kept_again(decade: Decade) -> None:
    keep_history()
    cup = decade.evenings[1]
    game = Game.objects.get(pairing__round__tournament=cup)
    game.sides.filter(number=0).update(total=19_000)
    Standing.objects.filter(round__tournament=cup).update(place=1)
    changed_by_hand(cup)
    forget_memory()
    assert "19,000" in page_of("club_records", decade.club.pk)
    assert [one.pk for one in without_present_value()] == [cup.pk]
    before = texts(decade)
    assert "Anna Berg – Bo Berg, Cecilia Berg – Dan Berg" in before["champions"]
    # The facts and the results of the event, and both series.
    assert keep_history() == 4
    assert texts(decade) == before
    assert list(differences()) == []


def without_present_value() -> list[Tournament]:
    present = {
        (one.tournament_id, one.revision) for one in KeptOfEvent.objects.filter(kind=keeping.FACTS.code)
    }
    events = Tournament.objects.select_related("book")
    return [event for event in events if (event.pk, event.book.revision) not in present]


def test_what_was_kept_of_a_revision_with_another_head_is_not_believed(decade: Decade) -> None:
    keep_history()
    KeptOfEvent.objects.update(head="another", value="[]")
    assert all(map(reads_events, addresses(decade)))


def test_what_is_written_while_it_is_counted_is_not_kept(decade: Decade) -> None:
    cup = decade.evenings[0]

    def count_and_change(events: Collection[int]) -> Mapping[int, str]:
        changed_by_hand(cup)
        return keeping.FACTS.count(events)

    assert keep_values(KeptKind(keeping.FACTS.code, count_and_change)) == 3
    assert not KeptOfEvent.objects.filter(tournament=cup).exists()


def test_results_that_are_hidden_again_are_neither_shown_nor_kept_as_the_present(decade: Decade) -> None:
    keep_history()
    cup = decade.evenings[0]
    Tournament.objects.filter(pk=cup.pk).update(state=Tournament.State.RUNNING)
    changed_by_hand(cup)
    forget_memory()
    assert "Cup 2023" not in page_of("champions", decade.club.pk)
    # Only the series have changed.
    assert keep_history() == 2


def test_an_event_that_is_deleted_takes_along_what_is_kept_of_it(decade: Decade) -> None:
    event = decade.evenings[3]
    keep_history()
    assert KeptOfEvent.objects.filter(tournament=event.pk).count() == 2
    Tournament.objects.filter(pk=event.pk).delete()
    assert not KeptOfEvent.objects.filter(tournament=event.pk).exists()
    forget_memory()
    assert "From a list" not in page_of("club_year_of", decade.club.pk, 2024)


# Series.


def test_who_stands_where_is_the_same_kept_and_counted(decade: Decade) -> None:
    series = list(Series.objects.order_by("pk"))
    counted = tables_of(series)
    winners = winners_of_closed_series(decade.club.pk)
    keep_history()
    forget_memory()
    with CaptureQueriesContext(connection) as asked:
        assert tables_of(series) == counted
        assert winners_of_closed_series(decade.club.pk) == winners
    assert not any("tournaments_standing" in query["sql"] for query in asked)
    assert [one.name for one in winners] == ["Season 2024"]
    assert winners_of_closed_series(decade.club.pk, 2024) == winners
    assert winners_of_closed_series(decade.club.pk, 2023) == []
    assert winners[0].winners


def test_a_series_without_days_of_its_own_ends_in_the_year_of_its_last_evening(decade: Decade) -> None:
    picked = decade.series(name="Picked", since=None, events=(decade.evenings[1].pk, decade.evenings[3].pk))
    series_verbs.close_series(decade.by, Series.objects.select_related("club").get(name="Always"))
    series_verbs.close_series(decade.by, picked)
    names = {
        year: {one.name for one in winners_of_closed_series(decade.club.pk, year)} for year in (2024, 2025)
    }
    assert names == {2024: {"Season 2024"}, 2025: {"Always", "Picked"}}


def test_another_evening_another_rule_or_the_way_back_makes_another_table(decade: Decade) -> None:
    always = Series.objects.get(name="Always")
    keep_history()
    assert keep_history() == 0
    decade.evening("1 Hans", day=date(2025, 6, 1))
    forget_memory()
    assert "Always" in page_of("player_results", decade.known["Hans"].pk)
    # The facts and the results of the evening, and the open series.
    assert keep_history() == 3
    plan = series_verbs.plan_of(always)
    changed = series_verbs.SeriesPlan(name=plan.name, since=date(2025, 1, 1), public=True, rules=plan.rules)
    series_verbs.change_series(decade.by, always, changed, always.version)
    assert [len(table.lines) for table in tables_of([fresh(always)]).values()] == [6]
    assert keep_history() == 1
    assert list(differences()) == []


def fresh(series: Series) -> Series:
    return Series.objects.select_related("club").get(pk=series.pk)


def test_a_club_that_leaves_its_federation_takes_its_evenings_out_of_the_season() -> None:
    federation = Decade()
    club = a_club(federation=federation.club)
    federation.evening("1 Anna", day=date(2025, 5, 1), club=club)
    federation.evening("1 Bo", day=date(2025, 6, 1))
    season = federation.series(name="Year", since=date(2025, 1, 1))
    keep_history()
    leave_federation(an_author(a_user(Role.Kind.ADMIN, club=club)), club)
    assert [len(table.lines) for table in tables_of([fresh(season)]).values()] == [1]
    # With the club all its events have changed: the facts and the results of one, and the series.
    assert keep_history() == 3


# People.


def test_two_who_are_merged_are_one_before_and_after_it_is_kept_again(decade: Decade) -> None:
    decade.evening("1 Anne Hans", day=date(2022, 6, 1), name="Cup 2022")
    keep_history()
    anna, anne = (Player.objects.get(pk=decade.known[name].pk) for name in ("Anna", "Anne"))
    choice = people.MergeChoice(
        name_of=anna.pk, licence_of=anna.pk, may_publish=True, versions=(anna.version, anne.version)
    )
    people.merge_players(decade.by, anna, anne, choice)
    before = texts(decade)
    assert "Anne Berg" not in "".join(before.values())
    keep_history()
    assert texts(decade) == before
    assert list(differences()) == []
    (kept,) = KeptOfEvent.objects.filter(tournament__name="Cup 2022", kind=keeping.FACTS.code)
    numbers = re.findall(r"\d+", kept.value)
    assert str(anna.pk) in numbers
    assert str(anne.pk) not in numbers


def test_an_erased_person_is_in_nothing_that_is_kept(decade: Decade) -> None:
    keep_history()
    by = an_author(a_user(Role.Kind.ADMIN, club=decade.club))
    erasing.erase_player(by, Player.objects.get(pk=decade.known["Bo"].pk), "Bo Berg")
    for _kept_again in range(2):
        for text in texts(decade).values():
            assert "Bo Berg" not in text
        for row in (
            *KeptOfEvent.objects.values_list("value"),
            *KeptSeries.objects.values_list("first", "lines"),
        ):
            assert "Bo" not in "".join(row)
        keep_history()


# What is kept wrongly is found.

PLANTED: Final[dict[str, Callable[[], object]]] = {
    "kept.facts.1": lambda: KeptOfEvent.objects.filter(kind="facts.1").update(value="[[],9,[],0,0,[],[]]"),
    "kept.results.1": lambda: KeptOfEvent.objects.filter(kind="results.1").update(value="[]"),
    "kept.first": lambda: KeptSeries.objects.update(first="[]"),
    "kept.lines": lambda: KeptSeries.objects.update(lines="[]"),
}


@pytest.mark.parametrize("column", PLANTED)
def test_what_is_kept_wrongly_is_found_and_made_again(
    decade: Decade, column: str, capsys: pytest.CaptureFixture[str]
) -> None:
    keep_history()
    assert list(differences()) == []
    call_command("keep_history", "--check")
    PLANTED[column]()
    forget_memory()
    assert column in {one.column for one in differences()}
    for command in ("keep_history", "rescore"):
        with pytest.raises(CommandError):
            call_command(command, "--check")
        assert f": {column} is " in capsys.readouterr().out
    call_command("keep_history", "--again")
    forget_memory()
    assert list(differences()) == []


def test_the_command_for_all_that_is_stored_makes_it_again() -> None:
    event = Played(agreed(SWISS, rounds=1))
    event.enter(4)
    event.round()
    show_after_this_round(event.by, event.event)
    keep_history()
    PLANTED["kept.facts.1"]()
    forget_memory()
    call_command("rescore")
    call_command("rescore", "--check")
    assert KeptOfEvent.objects.count() == 2


# The errand.


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> Callable[[], bool]:
    """Let the errand look whenever it is asked."""
    monkeypatch.setattr(errand, "_BETWEEN_LOOKS", 0.0)
    return lambda: ERRAND.is_due(timezone.now())


def test_it_is_due_when_an_event_has_ended_or_changed_and_not_before(
    decade: Decade, looks: Callable[[], bool]
) -> None:
    assert looks()
    ERRAND.run(threading.Event())
    assert not looks()
    event = decade.evening("1 Anna", day=date(2025, 7, 1), state=Tournament.State.RUNNING)
    assert not looks()
    Tournament.objects.filter(pk=event.pk).update(state=Tournament.State.OFFICIAL)
    assert looks()
    ERRAND.run(threading.Event())
    assert not looks()
    changed_by_hand(decade.evenings[0])
    assert looks()


def test_it_is_not_due_where_nothing_was_ever_played(looks: Callable[[], bool]) -> None:
    a_club()
    assert not looks()


def test_it_looks_once_in_a_while(decade: Decade) -> None:
    ERRAND.is_due(timezone.now())
    with CaptureQueriesContext(connection) as asked:
        assert not ERRAND.is_due(timezone.now())
    assert len(asked) == 0
    assert decade.evenings


def test_a_look_costs_four_queries_however_many_events_there_are(
    decade: Decade, looks: Callable[[], bool]
) -> None:
    keep_history()
    for month in range(1, 13):
        decade.evening("1 Anna Bo", day=date(2021, month, 1))
    with CaptureQueriesContext(connection) as asked:
        assert looks()
    assert len(asked) == 4


def test_a_worker_that_is_stopped_goes_on_later(decade: Decade, looks: Callable[[], bool]) -> None:
    stopping = threading.Event()
    stopping.set()
    ERRAND.run(stopping)
    assert not KeptOfEvent.objects.exists()
    assert not KeptUpTo.objects.exists()
    assert looks()


# What it costs.


def test_the_pages_of_many_events_cost_as_many_queries_as_those_of_few(decade: Decade) -> None:
    def asked() -> list[int]:
        keep_history()
        counts = []
        for address in (
            *addresses(decade),
            reverse("tournaments:player_results", args=[decade.known["Anna"].pk]),
        ):
            forget_memory()
            with CaptureQueriesContext(connection) as captured:
                assert Client().get(address).status_code == 200
            counts.append(len(captured))
        return counts

    few = asked()
    pairs = decade.four("Anna", "Bo", "Cecilia", "Dan")
    for number in range(12):
        decade.played(
            Table(pairs, (9000 - number, 5000)), day=date(2020, 1 + number, 1), name=f"Old {number}"
        )
    for number in range(3):
        made = decade.series(name=f"Year {number}", since=date(2020 + number, 1, 1), until=date(2024, 12, 31))
        series_verbs.close_series(decade.by, made)
    assert asked() == few
    assert max(few[:-1]) <= 9
