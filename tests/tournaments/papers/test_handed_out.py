"""Papers that are signed, handed out or sent: rulings, warnings, name cards, the prize giving, the report."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Player, Role
from clubs.people.names import full_name
from clubs.reports.paper import render_document
from clubs.reports.report import Cards, Report, Sheets
from scoring import recording
from scoring.models import Game, WrittenWarning
from tests.builders import a_club, a_user
from tests.documents.reading import pages_in
from tests.tournaments.support.events import Played, agreed
from tournaments import running
from tournaments.papers.catalogue import (
    PAPER_KINDS,
    PaperRequest,
    PaperStage,
    available_papers,
    make_document,
)
from tournaments.papers.source import PaperSource

pytestmark = pytest.mark.django_db
AT_THE_END = PaperStage.AFTER, PaperStage.SENT


def played_event(entries: int = 4, *, close: bool = True, **fields: Any) -> Played:
    """One round; the first of two sides wins every game, so that places are shared."""
    played = Played(agreed(rounds=1, **fields))
    played.enter(entries)
    drawn = played.publish()
    for game in played.games(drawn):
        played.totals(game, 5000, 3000)
    if close:
        played.close(drawn)
    return played


def source_of(played: Played) -> PaperSource:
    return PaperSource(played.fresh, lambda path: path)


def made(played: Played, code: str, places: int | None = None) -> Any:
    return make_document(PAPER_KINDS[code], source_of(played), PaperRequest(None, places), "en")


def offered(played: Played, *stages: PaperStage) -> set[str]:
    source = source_of(played)
    return {kind.code for stage in stages or AT_THE_END for kind in available_papers(source, stage)}


def first_game(played: Played) -> Game:
    first, *_others = played.games(played.event.rounds.get())
    return first


def facts_of(report: Report) -> dict[str, Any]:
    return {fact.label: fact.value for fact in report.facts}


def director_of(played: Played) -> str:
    assert played.by.user is not None
    return played.by.user.name


def client_of(played: Played) -> Client:
    """The director of an event, signed in."""
    client = Client()
    assert played.by.user is not None
    client.force_login(played.by.user)
    return client


def seated(game: Game, side: int = 0) -> Player:
    return game.sides.get(number=side).seats.get(position=0).player


def warn(played: Played, text: str, game: Game | None = None) -> WrittenWarning:
    at = game or first_game(played)
    notice = recording.WarningNotice(player=seated(at).pk, text=text, key=uuid4())
    return recording.warn_player(played.by, at, notice)


def rule(played: Played, text: str, **fields: Any) -> Any:
    decision = recording.Decision(text=text, key=uuid4(), **fields)
    return recording.give_ruling(played.by, first_game(played), decision)


# Rulings.


def test_each_ruling_is_on_a_sheet_of_its_own_with_a_line_for_everybody_who_decided() -> None:
    played = played_event()
    jurors = [a_user(Role.Kind.JURY, club=played.club, name=name) for name in ("Kai Kurki", "Stina Ståhl")]
    points = [recording.RulingPoints(side=1, points=-100)]
    rule(
        played, "Two cards were seen.\nThe deal remains.", jurors=[each.pk for each in jurors], points=points
    )
    rule(played, "The clock had stopped.")
    sheets = made(played, "ruling-sheets")
    assert isinstance(sheets, Sheets)
    by_jury, by_director = sheets.sheets
    assert by_jury.subtitle == "Ruling 1 · Round 1 · Table 1"
    text, charges = by_jury.tables
    assert [row.values for row in text.rows] == [("Two cards were seen.",), ("The deal remains.",)]
    assert [row.values[1:] for row in charges.rows] == [("−100", "points of the game")]
    assert facts_of(by_jury)["Decided by"] == "the jury: Kai Kurki, Stina Ståhl"
    director = f"The director: {director_of(played)}"
    assert by_jury.signatures == (
        *(f"Member of the jury: {each.name}" for each in jurors),
        director,
    )
    assert facts_of(by_director)["Decided by"] == "the director"
    assert by_director.signatures == (director,)


def test_nothing_is_on_the_back_of_a_ruling() -> None:
    played = played_event()
    for text in ("The first one.", "The second one."):
        rule(played, text)
    first, back, second = pages_in(render_document(made(played, "ruling-sheets")))
    assert "The first one." in first
    assert back.strip() == ""
    assert "The second one." in second


def test_a_revoked_ruling_has_no_sheet() -> None:
    played = played_event()
    ruling = rule(played, "A mistake.")
    assert "ruling-sheets" in offered(played)
    recording.cancel_ruling(played.by, ruling, "Another table was meant", uuid4())
    assert "ruling-sheets" not in offered(played)
    assert made(played, "ruling-sheets") is None


# Warnings.


def test_a_warning_names_the_player_the_grounds_and_who_gave_it() -> None:
    played = played_event()
    warning = warn(played, "Talked during the deal.")
    (sheet,) = made(played, "warning-sheets").sheets
    name = full_name(warning.player)
    assert facts_of(sheet)["Player"] == f"{name} ({warning.player.home_club.name})"
    assert [row.values for row in sheet.tables[0].rows] == [("Talked during the deal.",)]
    assert sheet.signatures == (f"Given by: {warning.author.name}", f"Received by: {name}")


def test_a_revoked_warning_and_those_of_another_event_have_no_sheet() -> None:
    played, other = played_event(), played_event()
    warning = warn(played, "Talked during the deal.")
    warn(other, "Came late.", first_game(other))
    assert len(made(played, "warning-sheets").sheets) == 1
    recording.cancel_warning(played.by, warning, "It was somebody else", uuid4())
    assert made(played, "warning-sheets") is None
    assert "warning-sheets" not in offered(played)


@pytest.mark.parametrize(
    ("kind", "opens"), [(Role.Kind.JURY, True), (Role.Kind.DIRECTOR, True), (Role.Kind.SCORER, False)]
)
@pytest.mark.parametrize("code", ["warning-sheets", "ruling-sheets", "federation"])
def test_only_who_is_in_charge_prints_what_is_personal(code: str, kind: Role.Kind, opens: bool) -> None:
    played = played_event()
    warn(played, "Talked during the deal.")
    rule(played, "The deal remains.")
    client = Client()
    client.force_login(a_user(kind, club=played.club))
    address = reverse("tournaments:paper", args=[played.event.pk, code])
    assert client.get(address).status_code == (200 if opens else 403)
    assert (address in client.get(reverse("tournaments:papers", args=[played.event.pk])).text) is opens


# Name cards.


def test_every_player_who_takes_part_has_a_card_with_the_number_and_the_table_of_the_first_round() -> None:
    played = Played(agreed())
    played.enter(5)
    leaving = played.entry(5)
    running.withdraw(played.by, leaving, "Ill")
    before = made(played, "badges")
    assert isinstance(before, Cards)
    assert [fact.label for fact in before.cards[0].facts] == ["Pair"]
    drawn = played.draw()
    for code in ("badges", "place-cards"):
        cards = made(played, code).cards
        assert [card.title for card in cards] == [
            full_name(place.player)
            for number in range(1, 5)
            for place in played.entry(number).places.order_by("position")
        ]
        tables = {
            entry.number: table.pairing.table
            for table in source_of(played).tables(drawn)
            for side in table.sides
            for entry in side.entries
        }
        said = [tuple(fact.value for fact in card.facts) for card in cards[::2]]
        assert said == [(number, tables[number]) for number in range(1, 5)]


def test_a_place_card_is_read_from_both_sides_of_the_table_and_a_badge_from_one() -> None:
    played = Played(agreed())
    played.enter(6)
    name = full_name(played.entry(1).places.get(position=0).player)
    for code, pages, times in (("place-cards", 6, 2), ("badges", 2, 1)):
        drawn = pages_in(render_document(made(played, code)))
        assert len(drawn) == pages
        assert " ".join(" ".join(drawn).split()).count(name) == times


def test_a_table_that_nobody_may_know_yet_is_for_directors_alone() -> None:
    played = Played(agreed())
    played.enter(4)
    played.draw()
    client = Client()
    client.force_login(a_user(Role.Kind.SCORER, club=played.club))
    for code in ("place-cards", "badges"):
        assert client.get(reverse("tournaments:paper", args=[played.event.pk, code])).status_code == 403


# The prize giving.


def test_the_prize_giving_begins_with_the_last_place_and_says_who_shares_one() -> None:
    played = played_event()
    page = made(played, "announcer")
    assert isinstance(page, Report)
    places = [row.values[0] for row in page.tables[0].rows]
    assert places == ["Third place, shared"] * 2 + ["First place, shared"] * 2
    assert page.hangs_on_wall, "in large letters"
    assert [row.values[0] for row in made(played, "announcer", 1).tables[0].rows] == places[2:]


def test_nobody_reads_aloud_what_is_kept_back_or_not_over() -> None:
    for played in (played_event(hidden=True), played_event(close=False)):
        assert not offered(played) & {"announcer", "federation"}
    assert made(played_event(hidden=True), "announcer") is None
    assert offered(played_event()) >= {"announcer", "federation"}


# The report to the federation.


def report_of(played: Played) -> Report:
    report = made(played, "federation")
    assert isinstance(report, Report)
    return report


def licensed(played: Played) -> Sequence[Player]:
    """The players of the first entry, with licence numbers of a federation."""
    federation = a_club("Suomen Canastaliitto")
    played.club.federation = federation
    played.club.save()
    players = [place.player for place in played.entry(1).places.order_by("position")]
    for number, player in enumerate(players, start=1):
        Player.objects.filter(pk=player.pk).update(federation=federation, licence=f"FI-{number}")
    return players


def test_the_report_has_licences_clubs_standings_rulings_and_who_signs() -> None:
    played = played_event()
    a_user(Role.Kind.JURY, club=played.club, name="Kai Kurki")
    players = licensed(played)
    rule(played, "The deal remains.")
    report = report_of(played)
    facts = facts_of(report)
    assert (facts["Organiser"], facts["Federation"]) == (played.club.name, "Suomen Canastaliitto")
    assert (facts["Entries"], facts["Rounds"]) == (4, 1)
    standings, entries, charges = report.tables
    assert [row.values[0] for row in standings.rows] == [1, 1, 3, 3]
    assert [row.values[:3] for row in entries.rows[:2]] == [
        (1, full_name(player), f"FI-{number}") for number, player in enumerate(players, start=1)
    ]
    assert len(entries.rows) == 8
    assert "The deal remains." in charges.rows[0].values
    assert report.signatures == (
        f"The director: {director_of(played)}",
        "Chair of the jury (members: Kai Kurki)",
    )


def test_the_report_is_also_files_and_the_page_leads_to_them() -> None:
    played = played_event()
    licensed(played)
    client = client_of(played)
    page = client.get(reverse("tournaments:papers", args=[played.event.pk])).text
    address = reverse("tournaments:paper", args=[played.event.pk, "federation"])
    for name, media_type in (("xlsx", "spreadsheetml"), ("csv", "text/csv"), ("json", "application/json")):
        assert f"{address}?languages=en&amp;places=3&amp;as={name}" in page
        answer = client.get(address, {"languages": "en", "as": name})
        assert media_type in answer["Content-Type"]
        assert answer["Content-Disposition"].startswith("attachment")
    data = json.loads(client.get(address, {"languages": "en", "as": "json"}).content)
    assert "FI-1" in json.dumps(data)
    assert (data["club"], data["about"]["event"]) == (played.club.name, played.event.pk)
    day = played.event.date.isoformat()
    assert data["about"]["date"] == day
    assert {"key": "date", "label": "Date", "value": day} in data["facts"]
    assert client.get(address, {"languages": "en"})["Content-Type"] == "application/pdf"


def test_a_paper_that_is_no_file_stays_a_paper() -> None:
    played = played_event()
    client = client_of(played)
    address = reverse("tournaments:paper", args=[played.event.pk, "start-list"])
    assert client.get(address, {"as": "csv"})["Content-Type"] == "application/pdf"


# Who is responsible.


def test_who_directs_is_named_where_he_signs() -> None:
    played = played_event()
    line = f"The director: {director_of(played)}"
    for code in ("prizes", "certificates", "federation"):
        assert line in made(played, code).signatures, code
    assert facts_of(made(played, "rules"))["The director"] == director_of(played)


def test_the_directors_of_the_event_come_before_those_of_the_club() -> None:
    played = played_event()
    own = a_user(Role.Kind.DIRECTOR, book=played.event.book, name="Ulla Own")
    assert f"The director: {own.name}" in made(played, "prizes").signatures
    Role.objects.filter(kind=Role.Kind.DIRECTOR).delete()
    assert "The director" in made(played, "prizes").signatures
