"""Piles of scans for tests: printed protocols of an event, uploaded and read by the job."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import IO
from uuid import uuid4

from django.core.files.base import ContentFile
from django.utils import timezone
from PIL import Image

from clubs.jobs import kinds, queue
from clubs.models import Job
from scoring.models import Game, ScanUpload
from tests.tournaments.papers.scans.scanner import printed_pages
from tests.tournaments.support.events import Played
from tournaments.papers.job_descriptions import EVENT_PROTOCOLS, SCANNED_PROTOCOLS
from tournaments.papers.scans.report import ScanReport

HOST = "http://192.168.1.7:8000"


class Work:
    """Takes what a job makes, and its steps."""

    def __init__(self) -> None:
        self.made = BytesIO()
        self.output: IO[bytes] = self.made
        self.total = self.steps = 0

    def set_total(self, total: int) -> None:
        self.total = total

    def advance(self) -> None:
        self.steps += 1


def games_of(event: Played) -> list[Game]:
    rounds = event.event.rounds.exclude(state="removed").order_by("number")
    return [game for drawn in rounds for game in event.games(drawn)]


def printed_protocols(event: Played) -> dict[int, Image.Image]:
    """The first page of each protocol of an event, by its game."""
    wanted = {"event": event.event.pk, "languages": "sv", "origin": HOST, "two_sided": False}
    request = queue.JobRequest(kind=EVENT_PROTOCOLS, parameters=wanted, key=uuid4())
    work = Work()
    kinds.job_kinds[EVENT_PROTOCOLS].run(queue.request_job(event.by, event.event.book, request), work)
    pages = list(printed_pages(work.made.getvalue()))
    games = games_of(event)
    assert len(pages) == len(games), "each has one page"
    return {game.pk: page for game, page in zip(games, pages, strict=True)}


def requested(event: Played, files: Sequence[tuple[str, bytes]]) -> Job:
    uploads = [
        ScanUpload.objects.create(
            book=event.event.book, file=ContentFile(content, name), name=name, at=timezone.now()
        ).pk
        for name, content in files
    ]
    wanted = {"event": event.event.pk, "uploads": uploads}
    return queue.request_job(
        event.by,
        event.event.book,
        queue.JobRequest(kind=SCANNED_PROTOCOLS, parameters=wanted, key=uuid4()),
    )


def read(event: Played, *files: tuple[str, bytes]) -> ScanReport:
    """Upload files and let the job read them."""
    work = Work()
    kinds.job_kinds[SCANNED_PROTOCOLS].run(requested(event, files), work)
    assert work.steps <= work.total
    return ScanReport.read(work.made.getvalue())
