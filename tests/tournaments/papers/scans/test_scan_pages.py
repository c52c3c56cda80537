"""The page of the scanned protocols: a pile is uploaded once, and each sheet that waits is answered."""

from __future__ import annotations

import threading
from uuid import UUID, uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from clubs.jobs import files, worker
from clubs.models import Job
from scoring import recording
from scoring.models import Photo, ScannedSheet, ScanUpload
from tests.tournaments.papers.scans.piles import games_of
from tests.tournaments.papers.scans.scanner import Scanner, lined_page
from tests.tournaments.papers.scans.test_filing import an_event, empty_pages
from tests.tournaments.support.events import Played

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Played:
    return an_event(entries=4)


@pytest.fixture
def director(event: Played) -> Client:
    client = Client()
    assert event.by.user is not None
    client.force_login(event.by.user)
    return client


def address(event: Played) -> str:
    return reverse("tournaments:scans", args=[event.event.pk])


def uploaded(
    event: Played, client: Client, *contents: tuple[str, bytes], key: UUID | None = None
) -> HttpResponse:
    scans = [SimpleUploadedFile(name, content) for name, content in contents]
    answer = client.post(address(event), {"scans": scans, "key": str(key or uuid4())})
    assert isinstance(answer, HttpResponse)
    return answer


def a_sheet(event: Played, picture: bytes = b"sheet") -> ScannedSheet:
    asked = recording.DoubtfulSheet(
        picture=picture,
        source="pile.pdf",
        page=1,
        doubt=ScannedSheet.Doubt.FOLLOWS,
        proposed=games_of(event)[0].pk,
        at=timezone.now(),
    )
    recording.ask_about_sheet(event.event.book, asked)
    return ScannedSheet.objects.latest("pk")


def answered(client: Client, sheet: ScannedSheet, **sent: object) -> str:
    answer = client.post(
        reverse("tournaments:scan_answer", args=[sheet.pk]), {"key": str(uuid4()), **sent}, follow=True
    )
    return answer.content.decode()


def test_a_pile_is_uploaded_and_its_page_shows_what_came_of_it(event: Played, director: Client) -> None:
    scanner = Scanner()
    pile = scanner.pdf([scanner.scan(lined_page())])
    answer = uploaded(event, director, ("höst/../pile.pdf", pile), ("locked.pdf", b"%PDF-1.7"))
    job = Job.objects.get()
    assert answer["Location"] == reverse("clubs:job", args=[job.pk])
    with files.partial_file(job).open("wb") as output:
        worker.run_job(job, worker.JobProgress(job, threading.Event(), output))
    files.store_output(job)
    Job.objects.filter(pk=job.pk).update(state=Job.State.DONE, ended_at=timezone.now())
    page = director.get(address(event)).content.decode()
    assert "1 sheet to be asked about." in page
    assert "locked.pdf: It is damaged" in page
    assert "pile.pdf, page 1" in page
    done = director.get(reverse("clubs:job", args=[job.pk])).content.decode()
    assert "It is done." in done
    assert director.get(reverse("clubs:job_file", args=[job.pk])).status_code == 404


def test_a_form_that_is_sent_twice_is_one_pile(event: Played, director: Client) -> None:
    key = uuid4()
    first, second = (uploaded(event, director, ("a.pdf", empty_pages(1)), key=key) for _time in range(2))
    assert first["Location"] == second["Location"]
    assert (Job.objects.count(), ScanUpload.objects.count()) == (1, 1)


def test_what_is_no_scan_is_refused_by_its_name_and_nothing_is_stored(
    event: Played, director: Client
) -> None:
    answer = uploaded(event, director, ("a.pdf", empty_pages(1)), ("table.ods", b"PK\x03\x04"))
    assert "table.ods is neither a PDF nor a JPEG or PNG." in answer.content.decode()
    assert "Choose a file." in uploaded(event, director).content.decode()
    assert not ScanUpload.objects.exists()


def test_a_sheet_is_filed_at_the_game_that_is_chosen_and_the_page_offers_the_way_back(
    event: Played, director: Client
) -> None:
    sheet, game = a_sheet(event), games_of(event)[1]
    page = director.get(address(event)).content.decode()
    assert page.index(f'<option value="{games_of(event)[0].pk}" selected>') < page.index(f'value="{game.pk}"')
    page = answered(director, sheet, game=game.pk, answer="file")
    assert "The sheet has been filed at its game." in page
    assert reverse("clubs:undo", args=[event.event.book_id, event.fresh.book.entries]) in page
    assert Photo.objects.get().game == game


def test_a_sheet_is_dropped_whatever_game_is_chosen(event: Played, director: Client) -> None:
    assert "The sheet has been dropped." in answered(director, a_sheet(event), game="", answer="drop")
    assert not ScannedSheet.objects.exists()
    assert not Photo.objects.exists()


@pytest.mark.parametrize(
    "sent", [{"answer": "file"}, {"answer": "burn"}, {"answer": "file", "game": "999999"}]
)
def test_an_answer_that_says_nothing_changes_nothing(
    event: Played, director: Client, sent: dict[str, str]
) -> None:
    answered(director, a_sheet(event), **sent)
    assert (ScannedSheet.objects.count(), Photo.objects.count()) == (1, 0)


def test_the_page_asks_as_often_for_one_sheet_as_for_five(event: Played, director: Client) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            assert director.get(address(event)).status_code == 200
        return len(asked)

    a_sheet(event)
    queries()
    one = queries()
    for number in range(4):
        a_sheet(event, b"%d" % number)
    assert queries() == one
