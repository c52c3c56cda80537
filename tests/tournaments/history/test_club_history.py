"""The roll of champions, the records and the year of a club: what counts, who is named, what a page costs."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from datetime import date
from pathlib import Path
from typing import Any, Final

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django import Settings

from clubs import people
from clubs.models import Club, Player, Role
from clubs.people import erasing
from clubs.people.club_verbs import leave_federation
from clubs.people.names import NO_NAME
from scoring import recording
from scoring.models import Deal, Game, Seat
from tests.builders import a_club, a_player, a_user, an_author
from tests.scoring.support.played import a_deal
from tests.tournaments.history.support import Decade, Table
from tests.tournaments.series.support import Result, page_of
from tests.tournaments.support.events import Played, agreed
from tournaments import series as series_verbs
from tournaments.core.movements.swiss import SWISS
from tournaments.history import keeping
from tournaments.history.club_history import load_history
from tournaments.history.errand import forget_memory
from tournaments.history.facts import Made
from tournaments.history.records import RECORD_KINDS, records_of
from tournaments.history.year_page import load_year
from tournaments.models import Pairing, Tournament
from tournaments.series import winners

pytestmark = pytest.mark.django_db

MOST_BYTES: Final = 60_000
PAGES: Final = (
    *(("champions", ()), ("champions_of_year", (2024,))),
    *(("club_records", ()), ("club_records_of", ("2024",)), ("club_records_of", ("2020s",))),
    *(("club_year", ()), ("club_year_of", (2024,))),
)


@pytest.fixture(autouse=True)
def pages(settings: Settings, tmp_path: Path) -> None:
    """Pages are kept as by the product, and none is there."""
    settings.KEPT_PAGES_DIR = tmp_path / "pages"


@pytest.fixture
def decade() -> Decade:
    """A cup of each of two years, and two evenings of one name."""
    decade = Decade()
    pairs = decade.four("Anna", "Bo", "Cecilia", "Dan")
    decade.played(Table(pairs, (9000, 5000), deals=2, sambas=1), day=date(2023, 3, 1), name="Cup 2023")
    decade.played(Table(pairs, (4000, 7000), deals=2, sambas=3), day=date(2024, 3, 1), name="Cup 2024")
    for month in (4, 5):
        decade.played(Table(pairs, (6000, 2000)), day=date(2024, month, 1), name="Evening")
    return decade


def file_of(name: str, *parts: object) -> dict[str, list[dict[str, Any]]]:
    file = json.loads(page_of(name, *parts, query="?as=json"))
    return {table["key"]: table["rows"] for table in file["tables"]}


def best(club: Club) -> dict[str, Made]:
    history = load_history(club)
    return {made.kind: made for made in records_of(history.events, history.facts)}


# The roll.


def test_the_roll_has_a_line_a_year_and_who_was_first_most_often(decade: Decade) -> None:
    text = " ".join(page_of("champions", decade.club.pk).split())
    assert ">Cup</h2>" in text
    assert text.index('>2024</a> <span class="state"><b>Cecilia Berg – Dan Berg') < text.index(
        '>2023</a> <span class="state"><b>Anna Berg – Bo Berg'
    )
    assert "first most often: 2 of 2" in text
    titles = {
        row["name"]: (row["titles"], row["evenings"])
        for row in file_of("champions", decade.club.pk)["titles"]
    }
    assert titles["Anna Berg"] == (1, 2)
    assert titles["Dan Berg"] == (1, 0)


def test_a_year_has_each_event_and_the_lists_of_before_computers(decade: Decade) -> None:
    decade.evening("1 Eva Finn", "1 Gun Hans", day=date(1998, 5, 1), name="Cup 1998")
    (row,) = file_of("champions_of_year", decade.club.pk, 1998)["winners"]
    assert (row["event"], row["winners"], row["remark"]) == (
        "Cup 1998",
        "Eva Berg – Finn Berg, Gun Berg – Hans Berg",
        "shared",
    )
    assert len(file_of("champions_of_year", decade.club.pk, 2024)["winners"]) == 3
    assert (
        Client().get(reverse("tournaments:champions_of_year", args=[decade.club.pk, 1999])).status_code == 404
    )


def test_preliminary_and_trial_events_are_not_in_the_roll(decade: Decade) -> None:
    decade.evening("1 Eva", day=date(2024, 6, 1), name="Soon", state=Tournament.State.PRELIMINARY)
    trial = decade.evening("1 Eva", day=date(2024, 7, 1), name="Rehearsal")
    trial.book.trial = True
    trial.book.save()
    assert "Eva Berg" not in page_of("champions", decade.club.pk)


def test_the_rule_set_is_chosen_and_an_unknown_one_restricts_nothing(decade: Decade) -> None:
    decade.evening("1 Eva", day=date(2024, 6, 1), name="Royal night", ruleset="royal")
    text = page_of("champions", decade.club.pk, query="?game=royal")
    assert "Royal night" in text
    assert "Cup" not in text.partition('id="competitions"')[2]
    assert (
        "Cup" in page_of("champions", decade.club.pk, query="?game=nothing").partition('id="competitions"')[2]
    )


def test_a_closed_series_gives_a_title_and_an_open_or_hidden_one_none(decade: Decade) -> None:
    spring = decade.series(name="Season 2024", since=date(2024, 1, 1), until=date(2024, 12, 31))
    decade.series(name="Open", since=date(2024, 1, 1))
    ours = decade.series(name="Ours", since=date(2024, 1, 1), public=False)
    assert "Season" not in page_of("champions", decade.club.pk)
    series_verbs.close_series(decade.by, spring)
    series_verbs.close_series(decade.by, ours)
    text = page_of("champions", decade.club.pk)
    assert ">Season</h2>" in text
    assert ">Open</h2>" not in text
    assert ">Ours</h2>" not in text
    (row,) = [row for row in file_of("champions", decade.club.pk)["winners"] if row["event"] == "Season 2024"]
    assert row["remark"].startswith("a series")
    assert row["winners"] == "Anna Berg, Bo Berg"


def test_a_corrected_evening_changes_who_has_won_a_closed_series(decade: Decade) -> None:
    spring = decade.series(name="Season", since=date(2024, 1, 1), until=date(2024, 12, 31))
    series_verbs.close_series(decade.by, spring)
    (before,) = winners.winners_of_closed_series(decade.club.pk)
    for event in decade.evenings[1:]:
        for place in event.rounds.get(number=1).standings.all():
            place.place = 3 - place.place
            place.save()
        event.book.revision += 1
        event.book.save()
    (after,) = winners.winners_of_closed_series(decade.club.pk)
    assert {name for (name,) in before.winners} == {decade.known[name].pk for name in ("Anna", "Bo")}
    assert {name for (name,) in after.winners} == {decade.known[name].pk for name in ("Cecilia", "Dan")}


def test_the_roll_on_the_wall_has_titles_alone_in_large_letters(decade: Decade) -> None:
    answer = Client().get(reverse("tournaments:champions", args=[decade.club.pk]) + "?as=print")
    text = answer.content.decode()
    assert "Anna Berg – Bo Berg" in text
    assert "Evening" not in text.partition("<main")[2].partition("Titles")[0]


def test_a_federation_has_the_champions_and_records_of_its_clubs() -> None:
    federation = Decade(a_club("Samba Federation"))
    club = a_club("Kotka Canasta", federation=federation.club)
    pairs = federation.four("Anna", "Bo", "Cecilia", "Dan")
    federation.played(Table(pairs, (9000, 5000)), day=date(2024, 3, 1), club=club, name="Cup")
    federation.played(Table(pairs, (8000, 5000)), day=date(2024, 4, 1), name="Cup")
    federation.played(Table(pairs, (12_000, 5000)), day=date(2024, 5, 1), club=a_club(), name="Elsewhere")
    text = page_of("champions", federation.club.pk)
    assert "Cup · Kotka Canasta" in text
    assert "Elsewhere" not in text
    assert best(federation.club)["game"].figure == 9000
    assert best(club)["game"].figure == 9000
    assert load_year(load_history(federation.club), 2024).counted.figures.events == 2


# Records.


def test_each_kind_of_record_leads_to_the_page_that_explains_it(decade: Decade) -> None:
    made = best(decade.club)
    assert set(made) == set(RECORD_KINDS)
    first, second, *_others = decade.evenings
    figures = {kind: (one.figure, one.event) for kind, one in made.items() if kind not in ("busy", "field")}
    assert figures == {
        "deal": (6000, decade.evenings[2].pk),
        "samba": (3, second.pk),
        "game": (9000, first.pk),
        "margin": (4000, first.pk),
        "evening": (9000, first.pk),
        "run": (2, decade.evenings[3].pk),
    }
    assert (made["field"].figure, made["busy"].figure, made["busy"].year) == (2, 3, 2024)
    for kind in ("evening", "run", "field", "busy"):
        address = RECORD_KINDS[kind].address(made[kind], decade.club.pk)
        assert Client().get(address).status_code == 200, kind
    assert set(made["run"].players) == {decade.known[name].pk for name in ("Anna", "Bo")}


def test_the_record_of_a_deal_leads_to_its_explained_points() -> None:
    event = Played(agreed(SWISS))
    event.enter(4)
    game, other = event.games(event.publish())
    recording.record_deal(event.by, game, a_deal(1))
    event.totals(other, 9125, 6000)
    made = best(event.club)
    for kind, figure in (("deal", "2,725"), ("game", "9,125")):
        address = RECORD_KINDS[kind].address(made[kind], event.club.pk)
        assert f'href="{address}"' in page_of("club_records", event.club.pk)
        assert figure in Client().get(address).content.decode()
    assert (made["deal"].game, made["deal"].deal) == (game.pk, 1)


def test_records_of_a_year_or_a_decade_are_those_of_its_events(decade: Decade) -> None:
    decade.played(
        Table(decade.four("Anna", "Bo", "Cecilia", "Dan"), (11_000, 100)), day=date(2019, 3, 1), name="Old"
    )
    figures = {
        period: [row["amount"] for row in file_of("club_records_of", decade.club.pk, period)["records"]][1]
        for period in ("2019", "2010s", "2023", "2020s")
    }
    assert figures == {"2019": 11_000, "2010s": 11_000, "2023": 1, "2020s": 3}
    for period in ("2018", "1990s", "2015s", "x", "99999"):
        address = reverse("tournaments:club_records_of", args=[decade.club.pk, period])
        assert Client().get(address).status_code == 404, period


def test_what_was_not_played_out_or_does_not_count_is_no_record(decade: Decade) -> None:
    pairs = decade.four("Anna", "Bo", "Cecilia", "Dan")
    before = best(decade.club)
    decade.played(
        Table(pairs, (99_000, 0), deals=0),
        day=date(2024, 6, 1),
        name="Won by walkover",
        kind=Pairing.Kind.WALKOVER,
    )
    Game.objects.filter(pairing__round__tournament=decade.evenings[0]).update(over=False)
    decade.evenings[0].book.revision += 1
    decade.evenings[0].book.save()
    after = best(decade.club)
    assert before["game"].figure == 9000
    assert after["game"].figure == 7000


def test_results_that_are_not_shown_make_no_run_and_no_evening(decade: Decade) -> None:
    event = decade.evenings[3]
    Tournament.objects.filter(pk=event.pk).update(state=Tournament.State.RUNNING)
    event.book.revision += 1
    event.book.save()
    assert "run" not in best(decade.club)
    assert load_year(load_history(decade.club), 2024).counted.figures.events == 2


# A year, counted again in a plain way.


def slow_year(club: Club, year: int) -> dict[str, int]:
    """Count a year event by event, with queries that each ask for one thing."""
    shown = (Tournament.State.PRELIMINARY, Tournament.State.OFFICIAL)
    held = Tournament.objects.filter(club=club, book__trial=False, state__in=shown)
    players: dict[int, set[int]] = {}
    for event in held:
        seats = Seat.objects.filter(side__game__pairing__round__tournament=event)
        players[event.pk] = set(seats.values_list("player", flat=True))
        if event.standings_from == Tournament.StandingsFrom.LIST:
            players[event.pk] |= {
                player.pk for entry in event.entries.all() for player in entry.players.all()
            }
    before = {one for event in held.filter(date__year__lt=year) for one in players[event.pk]}
    now = [players[event.pk] for event in held.filter(date__year=year)]
    times = Counter(one for at_event in now for one in at_event)
    games = Game.objects.filter(pairing__round__tournament__in=held.filter(date__year=year), over=True)
    return {
        "events": len(now),
        "starts": sum(map(len, now)),
        "players": len(times),
        "new_players": len(set(times) - before),
        "games": games.count(),
        "deals": Deal.objects.filter(game__in=games).count(),
    }


def test_the_figures_of_a_year_are_those_of_a_plain_recount(decade: Decade) -> None:
    decade.evening("1 Eva Finn", "2 Anna Gun", day=date(2024, 6, 1), name="From a list")
    decade.evening("1 Eva Finn", day=date(2024, 7, 1), name="Not shown", state=Tournament.State.OPEN)
    decade.played(
        Table([[decade.player(name)] for name in ("Anna", "Hans", "Ida")], (5000, 4000, 6000), deals=3),
        day=date(2024, 8, 1),
        name="Three at a table",
        ruleset="royal",
    )
    history = load_history(decade.club)
    for year in (2023, 2024):
        page = load_year(history, year)
        counted = {one.key: one.now for one in page.figures}
        assert counted == slow_year(decade.club, year)
        before = {one.key: one.before for one in page.figures}
        assert before == slow_year(decade.club, year - 1)
        assert sum(month.starts for month in page.months) == counted["starts"]
        assert sum(month.events for month in page.months) == counted["events"]
        assert len(page.new) + page.unnamed == counted["new_players"]


def test_the_year_has_champions_records_the_faithful_and_round_numbers(decade: Decade) -> None:
    for number in range(47):
        decade.evening("1 Anna Eva", day=date(2022, 1 + number % 12, 1 + number // 12), name=f"List {number}")
    text = page_of("club_year_of", decade.club.pk, 2024)
    assert "event number 50" in text
    page = load_year(load_history(decade.club), 2024)
    assert [(one.player.name, one.number) for one in page.jubilees] == [("Anna Berg", 50)]
    assert page.jubilees[0].event == "Evening"
    assert [one.number for one in page.faithful] == [3, 3, 3, 3]
    labels = [record.label for game in page.records for record in game.records]
    assert "Most sambas in a deal" in labels
    assert "Most points in a game" not in labels
    assert [one.title for one in page.roll] == ["Cup", "Evening"]


def test_games_outside_events_are_counted_by_their_year(decade: Decade) -> None:
    from clubs.books.sealing import create_book
    from clubs.models import Book

    pairs = decade.four("Anna", "Bo", "Cecilia", "Dan")
    for day in (date(2024, 1, 1), date(2024, 12, 31), date(2023, 12, 30)):
        decade.game(Table(pairs, (5000, 4000)), create_book(Book.Kind.GAME, decade.club), "samba", day)
    page = load_year(load_history(decade.club), 2024)
    (others,) = [one for one in page.figures if one.key == "other_games"]
    assert (others.now, others.before) == (2, 1)


# Who is named.


def test_who_has_not_agreed_or_is_erased_is_named_on_no_page_and_in_no_file(decade: Decade) -> None:
    Player.objects.filter(pk=decade.known["Anna"].pk).update(may_publish=False)
    erasing.erase_player(an_author(a_user(Role.Kind.ADMIN, club=decade.club)), decade.known["Bo"], "Bo Berg")
    for name, parts in PAGES:
        for query in ("", "?as=json", "?as=csv", "?as=text", "?as=print"):
            text = page_of(name, decade.club.pk, *parts, query=query)
            assert "Anna" not in text, (name, query)
            assert "Bo Berg" not in text, (name, query)
    text = page_of("champions", decade.club.pk)
    assert f"Player {decade.known['Anna'].pk} – {NO_NAME}" in text


def test_two_who_are_merged_have_their_titles_and_games_together(decade: Decade) -> None:
    decade.evening("1 Anne Eva", day=date(2022, 6, 1), name="Cup 2022")
    anna, anne = decade.known["Anna"], decade.known["Anne"]
    load_history(decade.club)
    choice = people.MergeChoice(
        name_of=anna.pk, licence_of=anna.pk, may_publish=True, versions=(anna.version, anne.version)
    )
    people.merge_players(decade.by, anna, anne, choice)
    rows = {row["name"]: row["titles"] for row in file_of("champions", decade.club.pk)["titles"]}
    assert rows["Anna Berg"] == 2
    assert "Anne Berg" not in rows
    assert load_year(load_history(decade.club), 2023).counted.figures.new == 3


# Pages and files.


@pytest.mark.parametrize("form", ["xlsx", "csv", "csv-comma", "json", "text", "print", "pdf"])
def test_each_page_is_every_file_that_a_list_is(decade: Decade, form: str) -> None:
    for name, parts in PAGES:
        answer = Client().get(reverse(f"tournaments:{name}", args=[decade.club.pk, *parts]) + f"?as={form}")
        assert answer.status_code == 200, name
        assert b"".join(answer) if answer.streaming else answer.content


@pytest.mark.parametrize("language", ["sv", "fi", "da", "en"])
def test_the_paper_of_a_year_is_one_or_two_sheets_in_each_language(decade: Decade, language: str) -> None:
    client = Client()
    client.cookies["django_language"] = language
    answer = client.get(reverse("tournaments:club_year_of", args=[decade.club.pk, 2024]) + "?as=pdf")
    content = answer.content
    assert content.startswith(b"%PDF")
    assert content.count(b"/Type /Page\n") + content.count(b"/Type /Page ") <= 2


def test_a_club_without_events_has_its_pages_and_says_so() -> None:
    club = a_club()
    for name in ("champions", "club_records", "club_year"):
        assert "No event has a" in page_of(name, club.pk)
    for name, parts in PAGES:
        if parts:
            address = reverse(f"tournaments:{name}", args=[club.pk, *parts])
            assert Client().get(address).status_code == 404


def test_the_page_of_the_club_leads_to_its_history(decade: Decade) -> None:
    text = Client().get(reverse("clubs:club", args=[decade.club.pk])).content.decode()
    for name in ("champions", "club_records", "club_year"):
        assert f'href="{reverse(f"tournaments:{name}", args=[decade.club.pk])}"' in text
    federation = a_club()
    a_club(federation=federation)
    text = Client().get(reverse("clubs:club", args=[federation.pk])).content.decode()
    assert f'href="{reverse("tournaments:champions", args=[federation.pk])}"' in text


# What it costs.


def queries(address: str) -> int:
    with CaptureQueriesContext(connection) as asked:
        assert Client().get(address).status_code == 200
    return len(asked)


def test_ten_times_the_events_cost_no_more_queries(decade: Decade, settings: Settings) -> None:
    settings.KEPT_PAGES_DIR = None
    decade.evening("1 Eva Finn", day=date(2024, 6, 1), name="From a list")
    spring = decade.series(name="Season", since=date(2023, 1, 1), until=date(2024, 12, 31))
    series_verbs.close_series(decade.by, spring)

    def asked() -> list[int]:
        counted = []
        for name, parts in PAGES:
            forget_memory()
            counted.append(queries(reverse(f"tournaments:{name}", args=[decade.club.pk, *parts])))
        return counted

    few = asked()
    for number in range(20):
        pairs = decade.four(*(f"{letter}{number}" for letter in "ABCD"))
        decade.played(
            Table(pairs, (9000 - number, 5000)), day=date(2020 + number % 6, 9, 1), name=f"Cup {number}"
        )
        decade.evening("1 Eva Finn", day=date(2020 + number % 6, 8, 1), name=f"List {number}")
    for number in range(3):
        one = decade.series(
            name=f"Season {number}", since=date(2020 + number, 1, 1), until=date(2024, 12, 31)
        )
        series_verbs.close_series(decade.by, one)
    # The latest year is another one, in which no series has ended.
    assert all(many <= before for many, before in zip(asked(), few, strict=True))
    assert max(few) <= 30


def test_what_is_known_of_an_event_is_not_read_again(decade: Decade) -> None:
    load_history(decade.club)
    with CaptureQueriesContext(connection) as asked:
        load_history(decade.club)
    assert len(asked) == 1
    decade.evening("1 Eva Finn", day=date(2024, 6, 1), name="Another")
    kept = {event.pk: keeping.kept_facts[event.pk] for event in decade.evenings[:-1]}
    load_history(decade.club)
    assert all(keeping.kept_facts[pk] is facts for pk, facts in kept.items())


@pytest.mark.parametrize(("name", "parts"), PAGES)
def test_a_page_that_has_not_changed_is_answered_by_one_query(
    decade: Decade, name: str, parts: tuple[object, ...]
) -> None:
    address = reverse(f"tournaments:{name}", args=[decade.club.pk, *parts])
    tag = Client().get(address).headers["ETag"]
    with CaptureQueriesContext(connection) as asked:
        assert Client().get(address, headers={"if-none-match": tag}).status_code == 304
    assert len(asked) == 1
    decade.evening("1 Anna Bo", day=date(2024, 6, 1))
    assert Client().get(address, headers={"if-none-match": tag}).status_code == 200


def test_a_club_that_leaves_changes_the_state_of_its_federation() -> None:
    federation = Decade(a_club())
    club = a_club(federation=federation.club)
    federation.evening("1 Anna Bo", day=date(2024, 6, 1), club=club)
    address = reverse("tournaments:champions", args=[federation.club.pk])
    tag = Client().get(address).headers["ETag"]
    leave_federation(an_author(a_user(Role.Kind.ADMIN, club=club)), club)
    answer = Client().get(address, headers={"if-none-match": tag})
    assert answer.status_code == 200


def test_a_hundred_competitions_are_small_pages() -> None:
    decade = Decade()
    known = [a_player(club=decade.club) for _player in range(60)]
    for number in range(150):
        pair = [known[number % 60], known[(number * 7 + 1) % 60]]
        pair = pair if pair[0] != pair[1] else [known[0], known[1]]
        decade.store(
            [Result(pair, 1, 9)], day=date(2015 + number % 10, 1 + number % 12, 1), name=f"Cup {number}"
        )
    for name, parts in (("champions", ()), ("champions_of_year", (2020,)), ("club_year_of", (2020,))):
        answer = Client().get(
            reverse(f"tournaments:{name}", args=[decade.club.pk, *parts]), headers={"accept-encoding": "gzip"}
        )
        content = answer.content if answer.headers.get("Content-Encoding") else gzip.compress(answer.content)
        assert len(content) < MOST_BYTES
    assert "Page 1 of 5" in page_of("champions", decade.club.pk)
    assert "Page 2 of 5" in page_of("champions", decade.club.pk, query="?page=2")
