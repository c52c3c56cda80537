"""The job that reads uploaded scans: each page is filed at its games, dropped if blank, or asked about."""

from __future__ import annotations

import shutil
from dataclasses import dataclass, field
from tempfile import TemporaryFile
from typing import IO, Final

from clubs.books import permissions
from clubs.books.refusals import NotNow
from clubs.books.writing import Author
from clubs.jobs.files import work_folder
from clubs.jobs.kinds import Progress
from clubs.models import Job, User
from scoring import recording
from scoring.models import Game, ScannedSheet, ScanUpload
from tournaments.models import Tournament
from tournaments.papers.protocols import event_game_pairings
from tournaments.papers.scans.reading import ScannedPage, UnreadableFile, open_scan
from tournaments.papers.scans.report import ScanReport, Unread
from tournaments.papers.scans.sorting import Placement, place_page

MAX_PAGES: Final = 500


def file_scans(job: Job, work: Progress) -> None:
    """Read the uploaded files of a job, write the report, and delete the files."""
    event = Tournament.objects.select_related("book").get(pk=job.parameters["event"])
    permissions.require(job.requested_by, event.book, permissions.DIRECTORS)
    uploads = list(ScanUpload.objects.filter(book=event.book_id, pk__in=job.parameters["uploads"]))
    games = {game.pk: game for game in filable_games(event)}
    pile = _Pile(event, job.requested_by, work, games, unopened=len(uploads))
    for upload in uploads:
        pile.file_upload(upload)
    if len(uploads) < len(job.parameters["uploads"]):
        pile.report.unread.append(Unread(event.title, 0, "gone"))
    work.output.write(pile.report.write())
    for upload in uploads:
        recording.remove_upload(upload)


def filable_games(event: Tournament) -> list[Game]:
    """Return the games of an event at which a sheet can be filed."""
    games = Game.objects.select_related("book").filter(
        pk__in=event_game_pairings(event).values("game"), book=event.book_id
    )
    return [game for game in games if not game.is_set_aside]


@dataclass(slots=True)
class _Pile:
    """The files of one upload while they are read."""

    event: Tournament
    director: User
    work: Progress
    games: dict[int, Game]
    unopened: int
    report: ScanReport = field(default_factory=ScanReport)
    # Of the files that were opened.
    pages: int = 0
    # The games of the last page that had a code: what follows without one may belong to them.
    previous: tuple[int, ...] = ()

    @property
    def by(self) -> Author:
        """The author, at this moment."""
        return Author(user=self.director, origin="job")

    def file_upload(self, upload: ScanUpload) -> None:
        with TemporaryFile(dir=work_folder()) as local:
            with upload.file.open() as stored:
                shutil.copyfileobj(stored, local)
            local.seek(0)
            self._file_pages(upload, local)

    def _file_pages(self, upload: ScanUpload, local: IO[bytes]) -> None:
        done = 0
        self.unopened -= 1
        try:
            with open_scan(local, MAX_PAGES - self.pages) as scan:
                self.pages += scan.count
                # A file counts as one step until its pages are known.
                self.work.set_total(self.pages + self.unopened)
                if scan.count > 1:  # pictures of the pages of one protocol are files of their own
                    self.previous = ()
                for page in scan.pages:
                    self._file_page(upload, done + 1, page)
                    done += 1
                    self.work.advance()
        except UnreadableFile as refused:
            self.report.unread.append(Unread(upload.name, done + 1 if done else 0, refused.why))

    def _file_page(self, upload: ScanUpload, number: int, page: ScannedPage | UnreadableFile) -> None:
        self.report.sheets += 1
        if isinstance(page, UnreadableFile):
            self.report.unread.append(Unread(upload.name, number, page.why))
            return
        placement = place_page(page, self.games, self.previous)
        if placement.games and not self._file(placement.games, page):  # set aside since the job began
            placement = Placement(doubt=ScannedSheet.Doubt.ELSEWHERE)
        if page.codes or page.has_unreadable_code:
            self.previous = placement.games
        if placement.doubt is not None:
            self._ask(upload, number, page, placement)
        elif not placement.games:
            self.report.blank += 1

    def _file(self, games: tuple[int, ...], page: ScannedPage) -> bool:
        """File a page at its games; return False if one of them takes no sheet any more."""
        try:
            is_new = recording.file_scan(
                self.by, self.event.book, [self.games[game] for game in games], page.picture
            )
        except NotNow:
            return False
        if is_new:
            self.report.games.extend(games)
        else:
            self.report.known += 1
        return True

    def _ask(self, upload: ScanUpload, number: int, page: ScannedPage, placement: Placement) -> None:
        if placement.doubt is None:
            raise ValueError("nothing is in doubt")
        sheet = recording.DoubtfulSheet(
            picture=page.picture,
            source=upload.name,
            page=number,
            doubt=placement.doubt,
            proposed=placement.proposed,
            at=self.by.at,
        )
        if recording.ask_about_sheet(self.event.book, sheet):
            self.report.asked += 1
        else:
            self.report.known += 1
