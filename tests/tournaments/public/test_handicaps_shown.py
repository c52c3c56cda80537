"""What pages, papers and files say of handicaps, and what they keep back of who shows no rating."""

from __future__ import annotations

import re
from html import unescape
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from clubs.models import Player, Role
from clubs.people.names import full_name
from clubs.reports.report import Report
from scoring import recording
from scoring.models import Game, Table
from scoring.printing.event_lines import read_event_lines
from tests.builders import a_user
from tests.documents.list_schema import valid_list
from tests.tournaments.support import rated
from tests.tournaments.support.events import Played, agreed
from tests.tournaments.support.rated import ShownRatings
from tournaments import running
from tournaments.core.movements.knock_out import KNOCK_OUT
from tournaments.core.movements.lot import LOT
from tournaments.models import Entry, PairingEntry, Round
from tournaments.papers.cards import result_slips
from tournaments.papers.kinds.by_table import pairings_by_table
from tournaments.papers.source import PaperSource
from tournaments.rounds.draw_page import draw_page
from tournaments.running import HandRating

pytestmark = pytest.mark.django_db
WHY = (
    "{name}: 400 points. Ratings together 3,000 against 3,100, 100 lower: expected to lose by 400 points; "
    "100 per cent of that is 400."
)
SHARED = "Nobody begins with points: the rating of somebody there is not shown."


@pytest.fixture
def ratings(monkeypatch: pytest.MonkeyPatch) -> ShownRatings:
    return rated.shown(monkeypatch)


def an_event(ratings: ShownRatings, *shown: int | None, **fields: Any) -> Played:
    """Pairs of which both players show this rating; 100 points of it are worth 400."""
    event = Played(agreed(LOT, **{"rounds": 2, "handicap": 100, "handicap_points": 400, **fields}))
    event.enter(len(shown))
    ratings.of_entries(event, *shown)
    agree(event)
    return event


def agree(event: Played, *, agreed: bool = True) -> None:
    players = Player.objects.filter(places__tournament=event.event)
    consent = timezone.now() if agreed else None
    Player.objects.filter(pk__in=players.values("pk")).update(rating_consent_at=consent, may_publish=True)


def name_of(entry: Entry) -> str:
    places = entry.places.order_by("position").select_related("player")
    return " – ".join(full_name(place.player) for place in places)


def words(address: str, client: Client | None = None) -> str:
    page = (client or Client()).get(address).content.decode()
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", page)).split())


def round_page(event: Played, number: int = 1) -> str:
    return words(reverse("tournaments:event_round", args=[event.event.pk, number]))


def entry_page(event: Played, number: int) -> str:
    return words(reverse("tournaments:event_entry", args=[event.event.pk, number]))


def entries_at(game: Game) -> list[int]:
    """The numbers of the entries at a table, side by side."""
    seats = PairingEntry.objects.filter(pairing__game=game).order_by("side")
    return list(seats.values_list("entry__number", flat=True))


def director(event: Played) -> Client:
    client = Client()
    assert event.by.user is not None
    client.force_login(event.by.user)
    return client


# Pages.


def test_the_page_of_a_round_explains_the_handicaps_of_its_tables(ratings: ShownRatings) -> None:
    event = an_event(ratings, 1550, 1500)
    event.publish()
    page = round_page(event)
    assert WHY.format(name=name_of(event.entry(2))) in page
    assert "handicap +400" in page


def test_the_total_that_was_played_stays_beside_the_one_with_the_handicap(ratings: ShownRatings) -> None:
    event = an_event(ratings, 1550, 1500)
    (game,) = event.games(event.publish())
    totals = {number: 5000 + 10 * number for number in (1, 2)}
    event.totals(game, *(totals[number] for number in entries_at(game)))
    page = round_page(event)
    assert "5,020" in page
    assert "5,420 with the handicap of +400" in page
    assert "5,010 with" not in page


def test_the_page_of_an_entry_explains_its_handicaps_round_by_round(ratings: ShownRatings) -> None:
    event = an_event(ratings, 1550, 1500, 1500, 1500)
    event.round()
    event.publish()
    found = re.findall(r"Round (\d), table \d", entry_page(event, 1))
    assert found == ["1", "2"]


def test_where_players_sit_alone_their_own_ratings_are_compared(ratings: ShownRatings) -> None:
    event = an_event(ratings, 1600, 1500, players=1)
    event.publish()
    name = name_of(event.entry(2))
    assert f"{name}: 400 points. Rating 1,500 against 1,600, 100 lower" in round_page(event)


def test_nothing_is_said_of_an_event_without_handicaps(ratings: ShownRatings) -> None:
    event = an_event(ratings, 1550, 1500, handicap=0)
    event.publish()
    assert "andicap" not in round_page(event)
    assert "andicap" not in entry_page(event, 1)


def test_equal_sides_begin_with_nothing_and_are_told_so(ratings: ShownRatings) -> None:
    event = an_event(ratings, 1500, 1500)
    event.publish()
    assert "Nobody begins with points: the sides are equally strong, or nearly." in round_page(event)


def test_a_share_that_is_rounded_says_so(ratings: ShownRatings) -> None:
    event = an_event(ratings, 1555, 1500)
    event.publish()
    page = round_page(event)
    assert "100 per cent of that is 440." in page
    assert "That is rounded to the nearest 50." in page


def test_the_draw_names_the_tables_without_handicaps_before_it_is_published(ratings: ShownRatings) -> None:
    event = an_event(ratings, 1550, None)
    drawn = event.draw()
    (remark,) = [one for one in draw_page(drawn).remarks if "rating" in one]
    assert remark == (
        "Nobody begins with points at table 1: a rating is missing there. It can be entered by hand on the "
        "page of the handicaps before the round is published."
    )
    running.set_handicap_rating(event.by, event.entry(2), HandRating(rating=1500))
    assert [one for one in draw_page(Round.objects.get(pk=drawn.pk)).remarks if "rating" in one] == []


def test_more_than_the_most_is_not_given_and_that_is_said(ratings: ShownRatings) -> None:
    event = an_event(ratings, 1900, 1500, handicap_most=1_000)
    event.publish()
    page = round_page(event)
    assert "1,000 points. Ratings together 3,000 against 3,800, 800 lower" in page
    assert "More than 1,000 is not given." in page


# What is kept back.


def test_where_a_rating_is_not_shown_no_number_is_told_and_words_say_why(ratings: ShownRatings) -> None:
    event = an_event(ratings, 1550, None)
    event.publish()
    page = round_page(event)
    assert SHARED in page
    assert "3,100" not in page
    assert "1,550" not in page


def test_once_somebody_withdraws_the_handicap_alone_is_told(ratings: ShownRatings) -> None:
    event = an_event(ratings, 1550, 1500)
    event.publish()
    one = Player.objects.filter(places__entry=event.entry(1)).first()
    assert one is not None
    Player.objects.filter(pk=one.pk).update(rating_consent_at=None)
    page = round_page(event)
    assert f"{name_of(event.entry(2))}: 400 points, by the ratings at that time." in page
    assert "3,100" not in page
    assert "3,000" not in page
    assert "expected" not in page


def test_what_was_entered_by_hand_is_told_and_that_it_was(ratings: ShownRatings) -> None:
    event = an_event(ratings, 1550, None)
    Player.objects.filter(places__entry=event.entry(2)).update(rating_consent_at=None)
    running.set_handicap_rating(event.by, event.entry(2), HandRating(rating=1500))
    running.set_handicap_rating(event.by, event.entry(1), HandRating(rating=1550))
    event.publish()
    page = round_page(event)
    assert WHY.format(name=name_of(event.entry(2))) in page
    assert "A rating there was entered by hand." in page


def test_beside_one_entered_by_hand_the_rating_of_who_withdraws_is_kept_back(ratings: ShownRatings) -> None:
    event = an_event(ratings, 1550, None)
    running.set_handicap_rating(event.by, event.entry(2), HandRating(rating=1500))
    event.publish()
    agree(event, agreed=False)
    page = round_page(event)
    assert "400 points, by the ratings at that time." in page
    assert "3,100" not in page
    assert "3,000" not in page


# At the table.


def test_players_read_on_their_own_page_who_begins_with_what(ratings: ShownRatings) -> None:
    event = an_event(ratings, 1550, 1500)
    event.publish()
    now = [words(reverse("tournaments:entry_now", args=[event.event.pk, number])) for number in (1, 2)]
    assert "The other side begins with a handicap of 400." in now[0]
    assert "You begin with a handicap of 400." in now[1]


def test_the_phone_of_the_table_says_who_begins_with_what(ratings: ShownRatings) -> None:
    event = an_event(ratings, 1550, 1500)
    recording.create_tables(event.by, event.club, ["1"], uuid4())
    event.publish()
    page = words(reverse("scoring:table", args=[Table.objects.get(club=event.club).secret]))
    assert f"{name_of(event.entry(2))} begins with a handicap of 400." in page
    assert "It is added to the result of the game, which is played as always." in page


def test_the_page_of_a_game_says_it_and_what_the_result_comes_to(ratings: ShownRatings) -> None:
    event = an_event(ratings, 1550, 1500)
    (game,) = event.games(event.publish())
    address = reverse("scoring:game", args=[game.pk])
    assert "begins with a handicap of 400." in words(address)
    event.totals(game, 6_000, 5_000)
    page = words(address)
    assert "With that the game counts:" in page
    assert page.count("begins with a handicap") == 1


def test_a_game_outside_handicaps_says_nothing(ratings: ShownRatings) -> None:
    event = an_event(ratings, 1550, 1500, handicap=0)
    (game,) = event.games(event.publish())
    assert "andicap" not in words(reverse("scoring:game", args=[game.pk]))


# On paper.


def test_a_protocol_has_the_handicap_and_the_result_with_it(ratings: ShownRatings) -> None:
    event = an_event(ratings, 1550, 1500)
    (game,) = event.games(event.publish())
    given = tuple(400 if number == 2 else 0 for number in entries_at(game))
    assert rows_of(game) == [("Handicap", *given)]
    event.totals(game, 6_000, 5_000)
    made = tuple(total + points for total, points in zip((6_000, 5_000), given, strict=True))
    assert [("Handicap", *given), ("Result with the handicap", *made)] == rows_of(game)[:2]


def rows_of(game: Game) -> list[tuple[object, ...]]:
    game = Game.objects.select_related("book").get(pk=game.pk)
    return [row.values for row in read_event_lines([game]).lines_for(game).rows]


def test_slips_and_the_list_of_tables_have_it_behind_the_name(ratings: ShownRatings) -> None:
    event = an_event(ratings, 1550, 1500)
    drawn = event.publish()
    weaker = f"{name_of(event.entry(2))} (+400)"
    source = PaperSource(event.fresh, str)
    listed = pairings_by_table(source, drawn)
    assert weaker in cells_of(listed)
    assert "In brackets: the handicap, which is added to the result of the game." in notes_of(listed)
    slips = result_slips(source, drawn)
    assert slips is not None
    assert weaker in cells_of(slips.cards[0])
    assert "The total is written without it." in notes_of(slips.cards[0])[0]


def test_without_handicaps_papers_say_nothing_of_them(ratings: ShownRatings) -> None:
    event = an_event(ratings, 1500, 1500)
    drawn = event.publish()
    listed = pairings_by_table(PaperSource(event.fresh, str), drawn)
    assert notes_of(listed) == []
    assert name_of(event.entry(2)) in cells_of(listed)
    slips = result_slips(PaperSource(event.fresh, str), drawn)
    assert slips is not None
    assert "handicap" not in "".join(notes_of(slips.cards[0]))


def cells_of(report: Report | None) -> list[object]:
    assert report is not None
    return [cell for table in report.tables for row in table.rows for cell in row.values]


def notes_of(report: Report | None) -> list[str]:
    assert report is not None
    return [str(note) for note in report.notes]


# On the screen, in the bracket, in files.


def test_a_screen_of_the_hall_has_it_behind_the_name(ratings: ShownRatings) -> None:
    event = an_event(ratings, 1550, 1500)
    event.publish()
    assert f"{name_of(event.entry(2))} (+400)" in words(reverse("tournaments:screen", args=[event.event.pk]))


def test_a_bracket_says_that_a_result_is_one_with_the_handicap(ratings: ShownRatings) -> None:
    event = Played(agreed(KNOCK_OUT, rounds=1, handicap=100, handicap_points=400))
    event.enter(2)
    ratings.of_entries(event, 1550, 1500)
    (game,) = event.games(event.publish())
    event.totals(game, *({1: 10_200, 2: 9_900}[number] for number in entries_at(game)))
    page = words(reverse("tournaments:event_bracket", args=[event.event.pk]))
    assert re.search(r"(10,300–10,200|10,200–10,300) with the handicap", page)


def in_file(event: Played, name: str, *args: object) -> list[dict[str, Any]]:
    """The handicaps in the file for programs of a page."""
    address = reverse(f"tournaments:{name}", args=[event.event.pk, *args])
    answer: Any = Client().get(address, {"as": "json"})
    tables = {table["key"]: table["rows"] for table in valid_list(answer.getvalue())["tables"]}
    rows: list[dict[str, Any]] = tables["handicaps"]
    return rows


@pytest.mark.parametrize("page", [("event_round", 1), ("event_entry", 2), ("event_whole",)])
def test_a_file_has_each_number_of_each_side(ratings: ShownRatings, page: tuple[str, ...]) -> None:
    event = an_event(ratings, 1550, 1500)
    event.publish()
    rows = in_file(event, *page)
    weaker = next(row for row in rows if row["handicap"])
    told = [weaker[key] for key in ("rating", "behind", "expected", "share", "handicap", "percent")]
    assert told == [3000, 100, 400, 400, 400, 100]
    assert weaker["side"] == name_of(event.entry(2))


def test_a_file_keeps_back_what_the_page_does(ratings: ShownRatings) -> None:
    event = an_event(ratings, 1550, 1500)
    event.publish()
    agree(event, agreed=False)
    rows = in_file(event, "event_round", 1)
    assert sorted(row["handicap"] for row in rows) == [0, 400]
    assert {row[key] for row in rows for key in ("rating", "behind", "expected", "share")} == {None}


# Queries.


def test_the_queries_do_not_grow_with_the_tables(ratings: ShownRatings) -> None:
    counts = []
    for pairs in (4, 12):
        event = an_event(ratings, *range(1500, 1500 + 10 * pairs, 10))
        event.publish()
        with CaptureQueriesContext(connection) as asked:
            round_page(event)
        counts.append(len(asked))
    assert counts[0] == counts[1]


# The pages of the director.


def listed(event: Played, client: Client) -> str:
    return words(reverse("tournaments:handicaps", args=[event.event.pk]), client)


def test_the_list_says_by_which_rating_each_entry_is_drawn(ratings: ShownRatings) -> None:
    event = an_event(ratings, 1550, 1500, None, 1480)
    running.set_handicap_rating(event.by, event.entry(4), HandRating(rating=1620))
    page = listed(event, director(event))
    assert f"{name_of(event.entry(2))} 1,500 1,500" in page
    assert "1 entry has no rating that counts." in page
    assert "1,480 1,620 1,620" in page


def test_an_event_without_handicaps_leads_to_its_settings(ratings: ShownRatings) -> None:
    event = an_event(ratings, 1550, 1500, handicap=0)
    assert "This event gives no handicaps." in listed(event, director(event))


def test_the_director_enters_a_rating_by_hand_and_takes_it_back(ratings: ShownRatings) -> None:
    event = an_event(ratings, 1550, None)
    client, entry = director(event), event.entry(2)
    address = reverse("tournaments:entry_handicap", args=[entry.pk])
    sent = client.post(address, {"seen": "", "rating": "1480"})
    assert sent.status_code == 302
    assert event.entry(2).handicap_rating == 1480
    late = client.post(address, {"seen": "", "rating": "1490"})
    assert "Somebody else has changed it in the meantime." in late.content.decode()
    assert event.entry(2).handicap_rating == 1480
    client.post(address, {"seen": "1480", "rating": ""})
    assert event.entry(2).handicap_rating is None


def test_in_a_published_round_the_form_asks_why(ratings: ShownRatings) -> None:
    event = an_event(ratings, 1550, None)
    event.publish()
    client, entry = director(event), event.entry(2)
    address = reverse("tournaments:entry_handicap", args=[entry.pk])
    wanted = {"seen": "", "rating": "1500", "from_round": "1"}
    assert "say why" in client.post(address, wanted).content.decode()
    assert SHARED in round_page(event)
    client.post(address, {**wanted, "reason": "They have none yet"})
    assert WHY.format(name=name_of(event.entry(2))) in round_page(event)


def test_a_scorer_reads_neither_the_list_nor_the_form(ratings: ShownRatings) -> None:
    event = an_event(ratings, 1550, None)
    client = Client()
    client.force_login(a_user(Role.Kind.SCORER, club=event.club))
    for address in (
        reverse("tournaments:handicaps", args=[event.event.pk]),
        reverse("tournaments:entry_handicap", args=[event.entry(2).pk]),
    ):
        assert client.get(address).status_code == 403
