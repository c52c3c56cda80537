"""Files that are as long as their event: at once while they take a second, beside the server beyond that."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from clubs.jobs import worker
from clubs.jobs.files import work_folder
from clubs.models import Job, Player, Role
from clubs.web.exports import FILE_FORMATS, PAPER_FORMATS
from scoring import recording
from tests.builders import a_user, own_places
from tests.scoring.support.played import a_deal
from tests.tournaments.papers.test_printing_protocols import Desk
from tests.tournaments.public.test_event_files import event_of, scored, taken
from tests.tournaments.support.events import Played
from tournaments.papers import large_exports
from tournaments.papers.job_kinds import job_kind_of_file, write_file
from tournaments.papers.large_exports import (
    LARGE_FILES,
    MAX_DEALS_AT_ONCE,
    LargeFile,
    formats_at_once,
)
from tournaments.public.queries import EventDeal, all_event_deals

pytestmark = pytest.mark.django_db
DEALS = 6
CODES = [file.code for file in LARGE_FILES if not file.full_names]


@pytest.fixture
def played() -> Played:
    """Two games of three deals each."""
    event = event_of()
    for game in event.games(event.publish()):
        for number in range(1, DEALS // 2 + 1):
            recording.record_deal(event.by, game, a_deal(number))
    return event


@pytest.fixture
def no_spreadsheet_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(large_exports.MAX_DEALS_AT_ONCE, "xlsx", DEALS - 1)


@pytest.fixture
def nothing_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    for form in MAX_DEALS_AT_ONCE:
        monkeypatch.setitem(large_exports.MAX_DEALS_AT_ONCE, form, 0)


def address(played: Played, code: str, page: str = "event") -> str:
    return reverse(f"tournaments:{page}_{code}", args=[played.event.pk])


def client_of(played: Played, kind: Role.Kind = Role.Kind.DIRECTOR) -> Client:
    client = Client()
    client.force_login(a_user(kind, club=played.club))
    return client


def made(file: LargeFile, form: str, played: Played, desk: Desk | None = None) -> Desk:
    desk = desk or Desk()
    write_file(file, FILE_FORMATS[form], Job(parameters={"event": played.event.pk}), desk)
    return desk


# At once.


def test_every_form_has_its_most_paper_the_least_and_then_a_spreadsheet() -> None:
    assert MAX_DEALS_AT_ONCE.keys() == FILE_FORMATS.keys() | PAPER_FORMATS.keys()
    assert formats_at_once(MAX_DEALS_AT_ONCE["pdf"]) == MAX_DEALS_AT_ONCE.keys()
    assert formats_at_once(MAX_DEALS_AT_ONCE["pdf"] + 1) == FILE_FORMATS.keys()
    assert formats_at_once(MAX_DEALS_AT_ONCE["xlsx"] + 1) == FILE_FORMATS.keys() - {"xlsx"}
    assert formats_at_once(max(MAX_DEALS_AT_ONCE.values()) + 1) == frozenset()


@pytest.mark.parametrize("code", CODES)
def test_what_is_small_is_sent_at_once_to_everybody(played: Played, code: str) -> None:
    for form in FILE_FORMATS:
        assert taken(played, f"event_{code}", form=form)
    assert Client().get(address(played, code))["Content-Disposition"].endswith('.xlsx"')


@pytest.mark.usefixtures("no_spreadsheet_at_once")
@pytest.mark.parametrize("code", CODES)
def test_what_is_too_large_is_not_begun_and_the_page_says_what_there_is_at_once(
    played: Played, code: str, django_assert_max_num_queries: Any
) -> None:
    with django_assert_max_num_queries(3):
        page = Client().get(address(played, code)).text
    assert f"The event has {DEALS} deals." in page
    assert f'href="{address(played, code, "make")}?as=xlsx"' in page
    assert f'href="{address(played, code)}?as=csv"' in page
    assert f'href="{address(played, code)}?as=xlsx"' not in page
    assert taken(played, f"event_{code}", form="csv")


@pytest.mark.usefixtures("nothing_at_once")
def test_where_nothing_is_there_at_once_the_page_leads_to_the_pages_of_the_event(played: Played) -> None:
    page = Client().get(address(played, "deals"), {"as": "csv"}).text
    assert "Each page of the event can be downloaded as a file" in page
    assert "?as=csv" in page, "what was asked for goes on to the desk"
    assert f'href="{address(played, "deals")}?as=' not in page


@pytest.mark.parametrize("form", PAPER_FORMATS)
def test_paper_of_a_small_event_is_drawn_and_of_a_large_one_it_is_the_booklet(
    played: Played, form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    booklet = "On paper an event of this size is a booklet"
    assert booklet not in Client().get(address(played, "deals"), {"as": form}).content.decode(
        errors="replace"
    )
    monkeypatch.setitem(large_exports.MAX_DEALS_AT_ONCE, form, DEALS - 1)
    page = Client().get(address(played, "deals"), {"as": form}).text
    assert booklet in page
    assert f'href="{address(played, "deals", "make")}?as=xlsx"' in page
    assert f'href="{address(played, "deals")}?as=csv"' in page
    assert booklet not in Client().get(address(played, "deals"), {"as": "csv"}).text


@pytest.mark.usefixtures("nothing_at_once")
def test_the_page_is_the_same_for_everybody(played: Played) -> None:
    seen = {
        client.get(address(played, "whole")).content
        for client in (Client(), client_of(played), client_of(played, Role.Kind.SCORER))
    }
    assert len(seen) == 1
    assert b"csrf" not in seen.pop().lower()


# Beside the server.


@pytest.mark.parametrize("form", FILE_FORMATS)
@pytest.mark.parametrize("file", [LARGE_FILES[code] for code in CODES], ids=CODES)
def test_what_is_made_beside_the_server_is_what_is_sent_at_once(
    played: Played, file: LargeFile, form: str
) -> None:
    Player.objects.filter(places__entry__number=1).update(may_publish=False)
    desk = made(file, form, played)
    assert desk.made.getvalue() == taken(played, f"event_{file.code}", form=form)
    assert desk.steps == desk.total == DEALS


@pytest.mark.parametrize("form", FILE_FORMATS)
def test_work_that_is_stopped_ends_where_it_is(played: Played, form: str) -> None:
    desk = Desk(most=2)
    with pytest.raises(worker.JobStopped):
        made(LARGE_FILES["deals"], form, played, desk)
    assert (desk.steps, desk.total) == (3, DEALS)


def test_deals_are_read_some_at_a_time_and_written_as_they_come(
    played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody holds them all: when a deal is read, what came before it is written already."""
    desk, lengths = Desk(), []
    read = all_event_deals

    def noted(event: Any) -> Iterator[EventDeal]:
        for deal in read(event):
            lengths.append(desk.made.tell())
            yield deal

    monkeypatch.setattr("tournaments.papers.job_kinds.all_event_deals", noted)
    made(LARGE_FILES["deals"], "csv", played, desk)
    assert len(set(lengths)) == DEALS
    assert lengths == sorted(lengths)


@pytest.mark.parametrize("code", CODES)
def test_who_works_there_chooses_the_form_and_is_led_to_the_work(played: Played, code: str) -> None:
    client, make = client_of(played, Role.Kind.SCORER), address(played, code, "make")
    page = client.get(make, {"as": "csv-comma"}).text
    assert f"The event has {DEALS} deals." in page
    assert '<option value="csv-comma" selected>' in page
    assert client.post(make, {"kind": "json", "key": str(uuid4())}).status_code == 302
    assert Job.objects.get().kind == job_kind_of_file(LARGE_FILES[code], "json")


def test_whoever_works_there_gets_full_names_and_licences_and_others_nothing(played: Played) -> None:
    Player.objects.filter(places__entry__number=1).update(may_publish=False)
    player = Player.objects.filter(places__entry__number=1)[0]
    hidden = player.name
    assert hidden not in taken(played, "event_whole", form="json").decode()
    told = json.loads(taken(played, "event_full", form="json", client=client_of(played, Role.Kind.SCORER)))
    (standings,) = (table for table in told["tables"] if table["key"] == "standings")
    (row,) = (row for row in standings["rows"] if row["entry"] == 1)
    assert hidden in (row["player_1"], row["player_2"])
    assert row["licence_1"] == row["licence_2"] == ""
    assert Client().get(address(played, "full")).status_code == 302
    desk = made(LARGE_FILES["full"], "json", played)
    assert json.loads(desk.made.getvalue()) == told


def test_asked_for_again_while_it_is_made_it_is_the_same_work_and_another_form_is_not(played: Played) -> None:
    client, make = client_of(played), address(played, "deals", "make")
    first, again, other = (
        client.post(make, {"kind": kind, "key": str(uuid4())})["Location"] for kind in ("csv", "csv", "json")
    )
    assert first == again != other


def test_what_is_no_kind_of_file_is_told_and_a_key_of_another_too(played: Played) -> None:
    client, make, key = client_of(played), address(played, "deals", "make"), str(uuid4())
    assert "error-summary" in client.post(make, {"kind": "doc", "key": key}).text
    client.post(make, {"kind": "csv", "key": key})
    again = client.post(make, {"kind": "json", "key": key}, follow=True)
    assert "sent with different content" in again.text
    assert Job.objects.count() == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.engine
def test_what_is_asked_for_is_made_in_the_language_of_who_asked_and_taken(
    tmp_path: Path, settings: Any
) -> None:
    own_places(settings, tmp_path)
    event = event_of()
    scored(event)
    client = client_of(event, Role.Kind.JURY)
    with translation.override("sv"):
        at_once = taken(event, "event_whole", form="csv", client=Client(headers={"accept-language": "sv"}))
    sent = {"kind": "csv", "key": str(uuid4())}
    page = client.post(address(event, "whole", "make"), sent, headers={"accept-language": "sv"})["Location"]
    assert worker.run_next_job(threading.Event())
    shown = client.get(page).text
    assert f'href="{reverse("tournaments:event", args=[event.event.pk])}"' in shown
    got = client.get(f"{page}file/")
    assert got["Content-Disposition"] == 'attachment; filename="hela-tavlingen-spring.csv"'
    assert got["Content-Type"] == "text/csv; charset=utf-8"
    assert got.getvalue() == at_once
    assert len(list(work_folder().iterdir())) == 1
