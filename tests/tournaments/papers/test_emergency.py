"""The emergency pack: all that a round needs on paper, in every game and language, and for whom it is."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation
from pytest_django import DjangoDbBlocker

from clubs.jobs import worker
from clubs.models import Job, Player, Role
from clubs.people.names import full_name
from clubs.reports.paper import render_document
from clubs.reports.report import Cards, Report
from scoring import recording, rulesets
from scoring.core.game_state import openings_for
from scoring.game import in_play
from scoring.models import Seat
from scoring.printing import blank_forms
from tests.builders import a_user
from tests.documents.every_game import LANGUAGES_OF_GAMES
from tests.documents.test_booklet import outline_of
from tests.documents.test_grids import squeezed
from tests.scoring.support.played import a_deal
from tests.tournaments.papers.test_papers import ADDRESS, LONG, is_long_name_in, name_with_consent_only
from tests.tournaments.papers.test_papers import an_event as an_event_of_one_round
from tests.tournaments.papers.test_printing_protocols import Desk
from tests.tournaments.support.bound import (
    asked,
    documents_in,
    drawn_alone,
    expected,
    facts_of,
    is_form,
    labels_in,
    made,
    pages_of,
    unsaid,
)
from tests.tournaments.support.events import Played, agreed
from tests.tournaments.support.kept import Events, one_of_each_game
from tests.tournaments.support.said import as_drawn
from tournaments import running
from tournaments.core.movements.partners import PARTNERS
from tournaments.core.movements.three_sided import THREE_SIDED
from tournaments.core.schemes.places import PLACES
from tournaments.models import Pairing, Round
from tournaments.papers import emergency_pack
from tournaments.papers.job_descriptions import EMERGENCY_PACK
from tournaments.papers.pack import EmergencyPack
from tournaments.papers.pack_protocols import MIN_SPARE
from tournaments.papers.source import PaperSource
from tournaments.play import queries

pytestmark = pytest.mark.django_db


# Its round is being played.
an_event = partial(an_event_of_one_round, over=False)


@pytest.fixture(scope="module")
def events(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Events]:
    """One of each game, whose round is being played."""
    with django_db_blocker.unblock():
        yield from one_of_each_game(an_event)


def pack_of(event: Played, languages: str = "en", drawn: Round | None = None) -> EmergencyPack:
    drawn = drawn or queries.current_round(event.event)
    assert drawn is not None
    return EmergencyPack(
        PaperSource(event.fresh, lambda path: f"{ADDRESS}{path}"), drawn, languages.split("-")
    )


def documents(pack: EmergencyPack) -> list[tuple[str, str, Report | Cards]]:
    with translation.override(pack.languages[0]):
        return list(documents_in(emergency_pack.pack_sections(pack, Desk())))


def printed(event: Played, languages: str = "en") -> Desk:
    drawn = queries.current_round(event.event)
    assert drawn is not None
    return made(event, EMERGENCY_PACK, {"round": drawn.pk}, languages)


def forms(pack: EmergencyPack) -> list[Report]:
    blank = [one for label, _called, one in documents(pack) if label == "Blank score sheets"]
    return [one for one in blank if isinstance(one, Report)]


def part(pack: EmergencyPack, name: str) -> Report | Cards | None:
    return next((one for label, _called, one in documents(pack) if label == name), None)


# What is in it, and that paper says it.


@LANGUAGES_OF_GAMES
def test_paper_says_what_every_report_of_the_pack_says_in_every_game_and_language(
    events: Events, ruleset: str, languages: str
) -> None:
    event = events[ruleset]
    pack = pack_of(event, languages)
    parts = documents(pack)
    with translation.override(pack.languages[0]):
        front = pack.in_languages(lambda: emergency_pack.front_page(pack, ()))
    inside = [document for _section, _label, document in parts]
    alone = drawn_alone(inside)
    for drawn in alone:
        assert unsaid(drawn) == []
    desk = printed(event, languages)
    pages = pages_of(desk.made.getvalue())
    followers = list(expected(alone, 1, two_sided=True))
    at = len(pages) - len(followers)
    assert pages[at:] == followers
    assert at == 2, "the front page, and its empty back"
    assert all(as_drawn(str(row.values[0])) in pages[0] for row in front.tables[0].rows)
    assert desk.total == desk.steps == len(emergency_pack.PACK_PARTS) - 1 + sum(map(is_form, inside))


def test_in_two_languages_every_part_has_its_headings_in_both_and_its_rows_once(events: Events) -> None:
    event = events["samba"]
    both, alone = documents(pack_of(event, "fi-sv")), documents(pack_of(event, "fi"))
    words = {
        "Pöytälista / Bordslista": "Pöytä / Bord",
        "Nimilista / Namnlista": "Pelaaja / Spelare",
        "Tilanne / Ställning": "Sija / Placering",
    }
    said = {section: document for section, _called, document in both}
    for section, word in words.items():
        document = said[section]
        assert isinstance(document, Report)
        titles = [column.title for table in document.tables for column in table.columns]
        assert word in titles
        (first, _second) = section.split(" / ")
        (rows,) = {len(each.tables[0].rows) for name, _called, each in alone if name == first}  # type: ignore[union-attr]
        assert len(document.tables[0].rows) == rows


@pytest.mark.parametrize("languages", ["en", "da", "fi-sv"])
def test_the_outline_leads_to_every_part_and_to_the_protocol_of_each_table(
    events: Events, languages: str
) -> None:
    event = events["samba"]
    pack = pack_of(event, languages)
    title = f"{event.event.name} · {pack.label(lambda: emergency_pack.pack_title(pack.round))}"
    assert sorted(outline_of(printed(event, languages).made.getvalue())) == sorted(
        [title, *labels_in(documents(pack))]
    )


def test_the_parts_come_in_the_order_in_which_they_are_needed(events: Events) -> None:
    labels = [label for label, _called, _document in documents(pack_of(events["samba"]))]
    assert list(dict.fromkeys(labels)) == [
        *(
            "Pairings by table",
            "Pairings by name",
            "Progress of the tables",
            "Standings",
            "Blank score sheets",
        ),
        *("Result slips", "Rules in force"),
    ]


@pytest.mark.parametrize("languages", ["en", "fi-sv"])
def test_the_same_event_gives_the_same_bytes(events: Events, languages: str) -> None:
    event = events["samba"]
    assert printed(event, languages).made.getvalue() == printed(event, languages).made.getvalue()


def test_the_cover_names_what_is_in_it_and_nothing_else(events: Events) -> None:
    event = events["samba"]
    for game in event.games(event.event.rounds.get()):
        if not game.over:
            recording.end_game(event.by, game, recording.EarlyEnd(recording.GameEnd.TIME), "22:00", uuid4())
        pack = pack_of(event)
        named = [row.values[0] for row in emergency_pack.front_page(pack, ()).tables[0].rows]
        assert named == list(dict.fromkeys(label for label, _called, _one in documents(pack)))
    assert "Blank score sheets" not in named


# How far the tables are.


def test_a_line_of_a_side_has_its_total_and_what_it_needs_and_its_table_the_next_deal_and_its_dealer() -> (
    None
):
    event = an_event(entries=4)
    first, second = event.games(event.event.rounds.get())
    highest = Seat.objects.filter(side__game=second, side__number=0).select_related("player").earliest("pk")
    recording.take_seats(event.by, second, recording.Seats(highest=highest.player_id, key=uuid4()))
    pack = pack_of(event)
    listed = part(pack, "Progress of the tables")
    assert isinstance(listed, Report)
    totals = [side.total for side in first.sides.order_by("number")]
    needs = openings_for(rulesets.find("samba") or pack.rules, totals)
    dealer = in_play.deal_roles(pack.games[second.pk]).dealer
    assert dealer
    rows = [(row.values[0], *row.values[2:]) for row in listed.tables[0].rows]
    assert rows == [
        (1, totals[0], needs[0], 2, ""),
        (None, totals[1], needs[1], None, ""),
        (2, 0, 50, 1, dealer),
        (None, 0, 50, None, ""),
    ]
    names = {str(row.values[1]) for row in listed.tables[0].rows}
    assert f"{LONG} – {LONG}" in names, "with full names"
    fresh = facts_of(forms(pack)[1])
    assert (fresh["First dealer"], fresh["Scorekeeper"]) == (dealer, full_name(highest.player))


def test_a_game_that_is_over_needs_nothing_more_and_gets_no_protocol() -> None:
    event = an_event("royal", entries=4)
    pack = pack_of(event)
    listed = part(pack, "Progress of the tables")
    assert isinstance(listed, Report)
    first = [row.values for row in listed.tables[0].rows][:2]
    assert [(row[2], row[3], row[4]) for row in first] == [(5200, "", "finished"), (1300, "", None)]
    tables = [facts_of(form).get("Table") for form in forms(pack)]
    assert tables == [2, None, None], "the other table, and two to spare"
    slips = part(pack, "Result slips")
    assert isinstance(slips, Cards)
    assert [slip.title for slip in slips.cards] == ["Round 1\nTable 2"]


def test_where_every_game_is_over_nobody_is_told_to_give_out_protocols() -> None:
    event = an_event(entries=4)
    drawn = event.event.rounds.get()
    assert any("score sheet" in step for step in emergency_pack.instructions(pack_of(event)))
    for game in event.games(drawn):
        recording.end_game(event.by, game, recording.EarlyEnd(recording.GameEnd.TIME), "22:00", uuid4())
    pack = pack_of(event)
    assert list(emergency_pack.instructions(pack)) == [
        "All games of this round are over: continue from the standings."
    ]
    assert part(pack, "Result slips") is None


def test_before_it_is_published_a_round_has_pairings_slips_and_protocols_and_no_totals() -> None:
    event = Played(agreed())
    event.enter(4)
    event.draw()
    pack = pack_of(event)
    labels = list(dict.fromkeys(label for label, _called, _document in documents(pack)))
    assert labels == [
        *("Pairings by table", "Pairings by name", "Blank score sheets", "Result slips", "Rules in force")
    ]
    assert [facts_of(form)["Round"] for form in forms(pack)[:2]] == [1, 1]


# Blank protocols.


def test_a_protocol_has_its_head_filled_in_and_goes_on_where_its_game_is() -> None:
    event = an_event(entries=4)
    pack = pack_of(event)
    begun, fresh, spare, _another = forms(pack)
    names = [side.entries for side in pack.tables[0].sides]
    assert len(names) == 2
    head = facts_of(begun)
    assert {"Event": "Spring", "Round": 1, "Table": 1, "Played to": 10000}.items() <= head.items()
    assert head["A"]
    assert head["B"]
    assert begun.subtitle.endswith("Round 1 · Table 1")
    game = event.games(pack.round)[0]
    totals = [side.total for side in game.sides.order_by("number")]
    current = pack.games[game.pk]
    assert list(begun.tables[1].rows[0].values[:4]) == ["Carried forward", *totals, ""]
    assert begun.tables[1].columns[1].title == "2 A"
    assert begun.tables[2].columns[1].title == "6 A"
    assert fresh.tables[1].columns[1].title == "1 A"
    assert set(fresh.tables[1].rows[0].values[1:]) == {""}
    assert head.get("First dealer", "") == in_play.first_dealer(current)
    assert head["Started"]
    assert "Started" not in facts_of(fresh)
    needed = [column.opening for column in in_play.side_columns(current)]
    next_deal = {row.values[0]: row.values[1:4] for row in begun.tables[1].rows}
    assert next_deal["Opening requirement"] == (*needed, "")
    assert sum(map(bool, next_deal["Dealer"])) == (in_play.dealer_seat(current) is not None)
    assert set(facts_of(spare)) == {"Event", "Date", "Played to"}


@pytest.mark.parametrize("languages", ["en", "fi-sv"])
def test_each_further_page_of_a_protocol_says_whose_it_is_and_one_to_spare_has_lines(languages: str) -> None:
    event = an_event(entries=4)
    pack = pack_of(event, languages)
    begun, _fresh, spare, _another = (one for _part, _called, one in documents(pack) if is_form(one))
    assert isinstance(begun, Report)
    assert isinstance(spare, Report)
    known = [fact.value for line in begun.continuation for fact in line]
    assert known[:3] == ["Spring", 1, 1]
    assert all(known[3:])
    _first, *others = pages_of(render_document(begun))
    assert others
    for page in others:
        above = "".join(f"{fact.label}:{fact.value}" for line in begun.continuation for fact in line)
        assert squeezed(above) in page
    assert [fact.value for line in spare.continuation for fact in line] == ["Spring", "", "", "", ""]


def test_where_more_deals_are_agreed_on_than_a_protocol_has_room_for_there_is_a_second_one() -> None:
    event = Played(agreed(deals=10, walkover_margin=2000))
    event.enter(4)
    event.publish()
    heads = [form.tables[1].columns[1].title for form in forms(pack_of(event))]
    assert heads == ["1 A", "9 A", "1 A", "9 A", "1 A", "1 A"]
    assert blank_forms.deals_per_form(pack_of(event).rules, 2, narrow=True) == 6
    assert facts_of(forms(pack_of(event))[0])["Played to"] == "10 deals"


@pytest.mark.parametrize(
    ("fields", "entries", "sides"),
    [
        ({"scheme": PLACES, "sides": 3}, 10, [3, 3, 2, 2, 3, 3]),
        ({"players": 1}, 9, [2, 2, 2, 2]),
    ],
)
def test_three_sides_and_drawn_partners_have_protocols_for_their_tables(
    fields: dict[str, Any], entries: int, sides: list[int]
) -> None:
    movement = THREE_SIDED if "sides" in fields else PARTNERS
    event = Played(agreed(movement, **fields))
    event.enter(entries)
    event.publish()
    pack = pack_of(event)
    made_for = [sum(fact.label in ("A", "B", "C") for fact in form.facts) for form in forms(pack)]
    assert made_for == sides
    assert len(forms(pack)) == len(pack.tables) + MIN_SPARE
    for drawn in drawn_alone(document for _section, _label, document in documents(pack)):
        assert unsaid(drawn) == []


def test_what_is_not_played_gets_no_protocol() -> None:
    event = an_event(entries=4)
    drawn = event.event.rounds.get()
    Pairing.objects.filter(round=drawn, table=2).update(kind=Pairing.Kind.WALKOVER, at_fault=0)
    assert [facts_of(form).get("Table") for form in forms(pack_of(event))] == [1, None, None]


# Who is named, and what is kept back.


def test_in_the_hall_everybody_is_named_unless_the_event_says_otherwise(events: Events) -> None:
    event = events["samba"]
    Player.objects.filter(places__tournament=event.event).update(may_publish=False)
    assert on_the_wall(event) == {"Pairings by table", "Pairings by name", "Standings"}
    name_with_consent_only(event)
    assert on_the_wall(event) == set()


def on_the_wall(event: Played) -> set[str]:
    """The wall papers of a pack that name the player with the long name."""
    wall = ("Pairings by table", "Pairings by name", "Standings", "Rules in force")
    return {
        label
        for label, _called, document in documents(pack_of(event))
        if label in wall and is_long_name_in("".join(pages_of(render_document(document))))
    }


def test_standings_that_are_kept_back_are_in_it_for_the_director_and_say_so() -> None:
    event = an_event(hidden=True)
    report = part(pack_of(event), "Standings")
    assert isinstance(report, Report)
    assert report.notes[0].startswith("These standings are withheld")
    assert len(report.tables[0].rows) == 6


# What is read.


def test_a_pack_takes_as_many_queries_however_many_play() -> None:
    counted = []
    few, many = an_event(entries=4), an_event(entries=12)
    for event, languages in ((few, "fi"), (many, "fi"), (many, "fi-sv")):
        drawn = event.event.rounds.get()
        job = asked(event, EMERGENCY_PACK, {"round": drawn.pk}, languages)
        with CaptureQueriesContext(connection) as seen:
            emergency_pack.print_pack(job, Desk())
        counted.append(len(seen))
    assert counted[0] == counted[1] == counted[2] <= 24, counted


def test_work_that_is_stopped_ends_where_it_is(events: Events) -> None:
    event = events["samba"]
    desk = Desk(most=3)
    job = asked(event, EMERGENCY_PACK, {"round": event.event.rounds.get().pk})
    with pytest.raises(worker.JobStopped):
        emergency_pack.print_pack(job, desk)
    assert desk.steps == 4


# Asked for on the pages.


def client_of(event: Played, kind: Role.Kind = Role.Kind.DIRECTOR) -> Client:
    client = Client()
    client.force_login(a_user(kind, club=event.club))
    return client


@pytest.mark.parametrize("page", ["round", "papers"])
@pytest.mark.parametrize("kind", [Role.Kind.DIRECTOR, Role.Kind.SCORER])
def test_the_pages_of_who_directs_offer_it_and_no_other(events: Events, page: str, kind: Role.Kind) -> None:
    event = events["samba"]
    drawn = event.event.rounds.get()
    address = reverse(f"tournaments:{page}", args=[drawn.pk if page == "round" else event.event.pk])
    action = f'action="{reverse("tournaments:pack", args=[drawn.pk])}"'
    assert (action in client_of(event, kind).get(address).text) == (kind == Role.Kind.DIRECTOR)


def test_a_drawn_round_offers_it_and_a_closed_one_does_not() -> None:
    event = Played(agreed())
    event.enter(4)
    drawn = event.draw()
    client = client_of(event)
    pages = [
        reverse("tournaments:round", args=[drawn.pk]),
        reverse("tournaments:papers", args=[event.event.pk]),
    ]
    action = f'action="{reverse("tournaments:pack", args=[drawn.pk])}"'
    assert all(action in client.get(page).text for page in pages)
    event.play(running.publish_round(event.by, drawn))
    event.close(drawn)
    assert not any(action in client.get(page).text for page in pages)
    sent = {"languages": "sv", "to": "round", "key": str(uuid4())}
    told = client.post(reverse("tournaments:pack", args=[drawn.pk]), sent, follow=True)
    assert "The round is over" in told.text
    assert Job.objects.count() == 0


def test_the_papers_ask_in_the_language_that_was_chosen_there_and_the_job_leads_back(events: Events) -> None:
    event = events["samba"]
    client = client_of(event)
    page = reverse("tournaments:papers", args=[event.event.pk])
    text = client.get(page, {"languages": "fi-sv", "places": "3"}).text
    assert text.count('name="languages" value="fi-sv"') == 4, "pack, booklet, protocols"
    sent = {"languages": "fi-sv", "to": "papers", "key": str(uuid4())}
    address = reverse("tournaments:pack", args=[event.event.rounds.get().pk])
    shown = client.post(address, sent, follow=True).text
    assert "Emergency pack of round 1" in shown
    assert f'href="{page}"' in shown


def test_a_language_that_is_none_is_told(events: Events) -> None:
    event = events["samba"]
    address = reverse("tournaments:pack", args=[event.event.rounds.get().pk])
    sent = {"languages": "xx", "to": "round", "key": str(uuid4())}
    assert "Choose a language" in client_of(event).post(address, sent, follow=True).text
    assert Job.objects.count() == 0


def test_a_deal_that_is_written_changes_what_is_printed() -> None:
    event = an_event(entries=4)
    before = printed(event).made.getvalue()
    _first, second = event.games(event.event.rounds.get())
    recording.record_deal(event.by, second, a_deal(1))
    assert printed(event).made.getvalue() != before
