"""Past results from a list: looked at, taken in once, shown wherever an event is, and taken back."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from clubs import people
from clubs.books.archiving import archive
from clubs.books.refusals import NotNow
from clubs.books.verification import verify_log
from clubs.books.ways_back import offer_undo
from clubs.books.writing import club_book
from clubs.models import Club, LogEntry, Player, Role
from tests.builders import a_player, an_author, own_places
from tests.tournaments.past.lists import ROWS, Desk, a_desk, a_list
from tests.tournaments.transfer.travelling import Home, a_home, changed, forged, forget
from tournaments import past, running
from tournaments.archive import content_hash
from tournaments.history import queries
from tournaments.history.club_history import load_history, revision_of_history
from tournaments.models import ListedResult, Round, Tournament
from tournaments.past.adding import ADDED
from tournaments.play.standings_sources import load_final_places
from tournaments.transfer import FileRefused

pytestmark = pytest.mark.django_db
Query = dict[str, str]
PUBLIC = ("event", "event_embed")
OF_GAMES = ("event_places", "event_cross", "event_categories", "event_statistics", "event_rules")
AT_THE_DESK = ("desk", "standings", "papers", "settings", "entries", "current_round", "event_export")


@pytest.fixture(autouse=True)
def files_of_this_test(settings: Any, tmp_path: Path) -> None:
    own_places(settings, tmp_path)


@pytest.fixture
def desk() -> Desk:
    return a_desk()


@pytest.fixture
def cup(desk: Desk) -> Tournament:
    """An event of three pairs, of which one had a remark; Anna Berg was in the club before."""
    a_player("Anna Berg", club=desk.club)
    desk.take_in(a_list(), may_publish="on")
    return Tournament.objects.select_related("book", "club").get(name="Spring Cup")


def listed(event: Tournament) -> list[tuple[int, bool, int, int | None, str]]:
    rows = ListedResult.objects.filter(tournament=event).order_by("place", "entry__number")
    return list(rows.values_list("place", "shared", "points", "wins", "note"))


def page(name: str, of: Tournament | Club, client: Client | None = None, query: Query | None = None) -> str:
    answer = (client or Client()).get(reverse(f"tournaments:{name}", args=[of.pk]), query)
    assert answer.status_code == 200, name
    return answer.getvalue().decode()


# Taken in.


def test_a_list_becomes_official_events_with_the_places_as_they_were_listed(desk: Desk) -> None:
    a_player("Anna Berg", club=desk.club)
    shown = desk.send(a_list())
    assert "2 new events" in shown
    assert "1 player is known here" in shown
    assert not Tournament.objects.exists()
    answer = desk.take_in(a_list())
    assert answer["Location"] == reverse("tournaments:club_events", args=[desk.club.pk])
    singles, cup = Tournament.objects.order_by("-date")
    assert (cup.name, cup.state, cup.agreement.players) == ("Spring Cup", "official", 2)
    assert listed(cup) == [(1, False, 12350, 4, ""), (2, True, 11200, 3, "late"), (2, True, 11200, 3, "")]
    assert singles.agreement.players == 1
    assert [row[:3] for row in listed(singles)] == [(1, False, 950), (2, True, 900), (2, True, 900)]
    assert not Round.objects.exists()
    assert Player.objects.filter(given_name="Anna", family_name="Berg").count() == 1
    assert verify_log().broken == []


def test_who_is_new_is_named_in_public_only_if_that_is_said(desk: Desk, cup: Tournament) -> None:
    assert "Ida Jern" in page("event", cup)
    more = a_list(("2018-01-02", "Winter", 1, "Olle Nord", 5, None, ""))
    desk.take_in(more)
    assert "Olle Nord" not in page("event", Tournament.objects.get(name="Winter"))


def test_the_same_list_again_changes_nothing_and_says_so(desk: Desk, cup: Tournament) -> None:
    before = LogEntry.objects.count(), Player.objects.count(), Tournament.objects.count()
    shown = desk.send(a_list())
    assert "2 events of the list are already here. They stay as they are." in shown
    assert 'name="token"' not in shown
    assert (LogEntry.objects.count(), Player.objects.count(), Tournament.objects.count()) == before


def test_an_event_with_other_results_stays_and_is_named_and_the_new_ones_come(
    desk: Desk, cup: Tournament
) -> None:
    other = (*ROWS[0][:4], 99, None, "")
    desk.take_in(a_list(other, ("2021-06-01", "June", 1, "Anna Berg / Bo Ek", 7, None, "")))
    assert listed(cup)[0][2] == 12350
    assert Tournament.objects.filter(name="June").exists()
    assert "Already here with other results" in desk.send(a_list(other))


def test_a_doubtful_name_is_asked_about_and_is_who_was_chosen(desk: Desk) -> None:
    anna = a_player("Anna Bergh", club=desk.club)
    shown = desk.send(a_list())
    assert "Who is Anna Berg?" in shown
    field = re.search(r'name="(person-\d+)"', shown)
    assert field is not None
    refused = desk.take_in(a_list())
    assert refused.status_code == 200
    assert not Tournament.objects.exists()
    desk.take_in(a_list(), **{field[1]: str(anna.pk)})
    assert anna.places.count() == 2
    assert Player.objects.filter(family_name="Berg").count() == 0


def test_two_names_cannot_become_one_player(desk: Desk) -> None:
    anna = a_player("Anna Berg", club=desk.club)
    rows = a_list(*ROWS, ("2018-01-02", "Winter", 1, "Anna Bergg", 5, None, ""))
    field = re.search(r'name="(person-\d+)"', desk.send(rows))
    assert field is not None
    answer = desk.take_in(rows, **{field[1]: str(anna.pk)})
    assert "cannot both be Anna Berg" in answer.content.decode()
    assert not Tournament.objects.exists()


@pytest.mark.parametrize("role", [Role.Kind.SCORER, Role.Kind.JURY])
def test_only_directors_and_admins_take_results_in(role: Role.Kind) -> None:
    desk = a_desk(role=role)
    assert desk.client.get(desk.address).status_code == 403


# Shown.


def test_its_standings_are_on_every_page_and_no_page_is_about_games(desk: Desk, cup: Tournament) -> None:
    for name in PUBLIC:
        shown = page(name, cup)
        assert "12,350" in shown
        assert "Difference" not in shown
    for name in AT_THE_DESK:
        page(name, cup, desk.client)
    for name in OF_GAMES:
        assert Client().get(reverse(f"tournaments:{name}", args=[cup.pk])).status_code == 404
    assert "Gun Holm" in page("event", cup, query={"q": "holm"})
    assert f'href="/events/{cup.pk}/rules/"' not in page("event", cup)
    papers = page("papers", cup, desk.client)
    assert papers.count("/papers/standings/") == 1
    assert "/papers/slips/" not in papers


@pytest.mark.parametrize("form", ["xlsx", "csv", "pdf", "text"])
def test_its_standings_are_files(cup: Tournament, form: str) -> None:
    file = Client().get(reverse("tournaments:event", args=[cup.pk]), {"as": form})
    assert file.status_code == 200
    if form == "csv":
        assert "2;2;Cia Dahl – Eva Falk;" in file.getvalue().decode()


def test_programs_read_the_figures_that_the_list_has(cup: Tournament) -> None:
    data = json.loads(page("event", cup, query={"as": "json"}))
    first = data["tables"][0]["rows"][0]
    assert (first["place"], first["points"], first["wins"], first["remark"]) == (1, 12350, 4, "")
    assert (data["about"]["round"], data["about"]["rounds"]) == (None, 0)


def test_a_player_and_the_club_have_it_in_their_history(desk: Desk, cup: Tournament) -> None:
    anna = Player.objects.get(family_name="Berg")
    results = queries.results_of_player(anna)
    assert [(one.event.name, one.standing.place, one.of) for one in results] == [
        ("April Singles", 2, 3),
        ("Spring Cup", 1, 3),
    ]
    assert [one.name for one in load_history(desk.club).victories] == ["April Singles", "Spring Cup"]
    assert "Bo Ek" in page("champions", cup.club)
    assert "Spring Cup" in desk.client.get(f"/clubs/{desk.club.pk}/events/").content.decode()


def test_final_places_are_read_alike_for_events_of_both_sources(
    cup: Tournament, django_assert_num_queries: Any
) -> None:
    """What a series counts: one call for all of its events."""
    events = list(Tournament.objects.all())
    with django_assert_num_queries(2):
        places = load_final_places(events)
    assert [(one.standing.place, one.standing.points, one.of) for one in places if one.event == cup.pk] == [
        (1, 12350, 3),
        (2, 11200, 3),
        (2, 11200, 3),
    ]


# Only read, and taken back.


def test_nothing_in_it_is_changed(desk: Desk, cup: Tournament) -> None:
    by = an_author(desk.user)
    for act in (
        lambda: running.revise_official(by, cup, "mistake"),
        lambda: running.withdraw(by, cup.entries.get(number=1), "ill"),
        lambda: running.draw_round(by, cup),
    ):
        with pytest.raises(NotNow, match="comes from a list"), translation.override("en"):
            act()


def the_act(desk: Desk) -> LogEntry:
    return LogEntry.objects.select_related("book").get(book=club_book(desk.club), act=ADDED)


def undo(desk: Desk) -> None:
    offered = offer_undo(the_act(desk)).undo
    assert offered is not None
    offered.run(an_author(desk.user), "", uuid4())


def test_one_undo_takes_back_the_events_and_the_players_who_came_with_them(
    desk: Desk, cup: Tournament
) -> None:
    shown = desk.client.get(f"/clubs/{desk.club.pk}/events/")
    assert "2 past events are here now." in shown.content.decode()
    assert "undo/" in shown.content.decode()
    stayed = people.add_player(
        an_author(desk.user), desk.club, people.PlayerDetails(given_name="Bo", family_name="Lind")
    )
    revision = revision_of_history(desk.club.pk)
    undo(desk)
    assert not Tournament.objects.exists()
    assert {player.name for player in Player.objects.all()} == {"Anna Berg", stayed.name}
    assert verify_log().broken == []
    after = revision_of_history(desk.club.pk)
    assert revision is not None
    assert after is not None
    assert after.number > revision.number
    assert offer_undo(the_act(desk)).undo is None
    desk.take_in(a_list())
    assert Tournament.objects.count() == 2


def test_the_log_of_the_club_keeps_what_went(desk: Desk, cup: Tournament) -> None:
    head = cup.book.head
    undo(desk)
    entry = LogEntry.objects.filter(book=club_book(desk.club)).order_by("-number")[0]
    (of_cup,) = [one for one in json.loads(entry.text)["before"]["removed_events"] if one["head"] == head]
    assert (of_cup["day"], of_cup["entries"]) == ("2019-03-05", 1)


def test_a_player_who_is_in_something_else_by_now_stays(desk: Desk, cup: Tournament) -> None:
    desk.take_in(a_list(("2018-01-02", "Winter", 1, "Kaj Lund", 5, None, "")))
    first = LogEntry.objects.filter(act=ADDED).order_by("number")[0]
    offered = offer_undo(first).undo
    assert offered is not None
    offered.run(an_author(desk.user), "", uuid4())
    assert [event.name for event in Tournament.objects.all()] == ["Winter"]
    assert Player.objects.filter(family_name="Lund").exists()


def test_it_is_not_taken_back_once_something_was_done_in_an_event(desk: Desk, cup: Tournament) -> None:
    archive(an_author(desk.user), cup.book)
    offered = offer_undo(the_act(desk))
    assert offered.undo is None
    assert "Spring Cup" in offered.why_not
    with pytest.raises(NotNow):
        past.remove_past_results(an_author(desk.user), desk.club, [cup.pk], [], "")


# It travels.


def test_it_leaves_as_a_file_and_comes_in_elsewhere_with_the_same_content(
    desk: Desk, cup: Tournament
) -> None:
    before, results = content_hash(cup), listed(cup)
    data = Home(desk.club, desk.user).send(cup)
    running.delete_event(
        an_author(desk.user), Tournament.objects.select_related("book", "club").get(pk=cup.pk)
    )
    here = Home(desk.club, desk.user).receive(data)
    assert (content_hash(here), listed(here)) == (before, results)
    assert not here.takes_entries
    assert "12,350" in page("event", here)


def test_a_file_that_mixes_a_list_with_an_open_event_is_refused(desk: Desk, cup: Tournament) -> None:
    def reopened(record: dict[str, Any]) -> None:
        record["rows"]["Tournament"][0]["state"] = "running"

    data = forged(changed(Home(desk.club, desk.user).send(cup), "record.json", reopened))
    forget(Home(desk.club, desk.user), cup)
    with pytest.raises(FileRefused, match=r"Tournament\.standings_from"):
        a_home("Elsewhere").receive(data)
