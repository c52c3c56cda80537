"""A pile of scans files itself: each page at its game, and whatever is in doubt is asked about."""

from __future__ import annotations

import random
from collections import defaultdict
from copy import copy, deepcopy
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any
from uuid import uuid4

import pikepdf
import pypdfium2
import pytest
from django.core.exceptions import PermissionDenied
from PIL import Image

from clubs.books.verification import verify_log
from clubs.jobs import kinds
from clubs.models import LogEntry, Role
from scoring import recording
from scoring.models import Photo, ScannedSheet, ScanUpload
from tests.tournaments.papers.scans.piles import Work, games_of, printed_protocols, read, requested
from tests.tournaments.papers.scans.scanner import Scanner, blank_page, lined_page, two_to_a_page
from tests.tournaments.support.events import Played, agreed
from tournaments.core.movements.swiss import SWISS
from tournaments.papers.job_descriptions import SCANNED_PROTOCOLS
from tournaments.papers.scans.report import Unread

pytestmark = pytest.mark.django_db
Doubt = ScannedSheet.Doubt


def an_event(entries: int = 6, rounds: int = 1) -> Played:
    event = Played(agreed(SWISS, rounds=rounds + 1))
    event.enter(entries)
    for _round in range(rounds - 1):
        event.round()
    event.publish()
    return event


@dataclass
class Sheets:
    """An event with its printed protocols."""

    event: Played = field(default_factory=an_event)

    def __post_init__(self) -> None:
        self.pages = printed_protocols(self.event)
        self.games = list(self.pages)

    def __getitem__(self, at: int) -> Image.Image:
        return self.pages[self.games[at]]


@pytest.fixture(scope="module")
def printed(module_rows: None) -> Sheets:
    """Printed once: no test writes on the sheets of another."""
    return Sheets()


@pytest.fixture
def sheets(printed: Sheets) -> Sheets:
    own = copy(printed)
    own.event = deepcopy(printed.event)
    return own


def photos(*games: int) -> list[int]:
    """How many photographs each game has."""
    return [Photo.objects.filter(game=game).count() for game in games]


def waiting() -> list[tuple[str, int, str, int | None]]:
    rows = ScannedSheet.objects.order_by("pk")
    return list(rows.values_list("source", "page", "doubt", "proposed"))


def test_each_sheet_lies_at_its_game_however_it_went_through_the_feeder(sheets: Sheets) -> None:
    scanner = Scanner(dpi=150)
    first, second, third = sheets.games
    pile = scanner.pdf(
        [
            scanner.scan(sheets[0]),
            scanner.scan(blank_page()),
            scanner.scan(sheets[2], upside_down=True),
            scanner.scan(blank_page(), upside_down=True),
        ]
    )
    report = read(sheets.event, ("pile.pdf", pile), ("two.jpg", scanner.jpeg(scanner.scan(sheets[1]))))
    assert (report.sheets, report.blank, report.asked, report.known) == (5, 2, 0, 0)
    assert report.games == [first, third, second]
    assert photos(first, second, third) == [1, 1, 1]
    assert waiting() == []
    kept = LogEntry.objects.filter(book=sheets.event.event.book, act="photo.kept")
    assert [entry.author_id for entry in kept] == [sheets.event.by.user and sheets.event.by.user.pk] * 3
    assert verify_log().broken == []


def test_a_stored_picture_is_a_jpeg_of_the_whole_page_without_metadata(sheets: Sheets) -> None:
    scanner = Scanner()
    page = scanner.scan(sheets[0])
    marked = BytesIO()
    exif = Image.Exif()
    exif[0x010E] = "taken at home"
    page.save(marked, "JPEG", exif=exif, comment=b"taken at home")
    read(sheets.event, ("photo.jpg", marked.getvalue()))
    with Photo.objects.get().image.open() as stored:
        content = stored.read()
    with Image.open(BytesIO(content)) as picture:
        assert (picture.format, picture.size) == ("JPEG", page.size)
    assert b"taken at home" not in content


def test_a_page_with_two_protocols_lies_at_both(sheets: Sheets) -> None:
    scanner = Scanner(dpi=200)
    report = read(
        sheets.event, ("pile.pdf", scanner.pdf([scanner.scan(two_to_a_page(sheets[0], sheets[1]))]))
    )
    assert sorted(report.games) == sorted(sheets.games[:2])
    assert photos(*sheets.games) == [1, 1, 0]


def test_the_same_pile_uploaded_twice_doubles_nothing(sheets: Sheets) -> None:
    scanner = Scanner()
    pile = ("pile.pdf", scanner.pdf([scanner.scan(sheets[0]), scanner.scan(lined_page())]))
    read(sheets.event, pile)
    entries = LogEntry.objects.count()
    again = read(sheets.event, pile)
    assert (again.games, again.known, again.asked) == ([], 2, 0)
    assert (Photo.objects.count(), ScannedSheet.objects.count()) == (1, 1)
    assert LogEntry.objects.count() == entries


def test_what_was_answered_is_not_asked_again(sheets: Sheets) -> None:
    scanner = Scanner()
    pile = ("pile.pdf", scanner.pdf([scanner.scan(lined_page())]))
    read(sheets.event, pile)
    sheet = ScannedSheet.objects.select_related("book").get()
    recording.file_sheet(sheets.event.by, sheet, games_of(sheets.event)[1], uuid4())
    again = read(sheets.event, pile)
    assert (again.known, again.asked, waiting()) == (1, 0, [])
    assert photos(*sheets.games) == [0, 1, 0]


def test_a_page_without_a_code_is_asked_about_and_the_game_before_it_is_proposed(sheets: Sheets) -> None:
    scanner = Scanner()
    pile = [lined_page(), sheets[1], lined_page("page two"), sheets[0]]
    read(sheets.event, ("pile.pdf", scanner.pdf([scanner.scan(page) for page in pile])))
    assert waiting() == [
        ("pile.pdf", 1, Doubt.NO_CODE, None),
        ("pile.pdf", 3, Doubt.FOLLOWS, sheets.games[1]),
    ]
    assert photos(*sheets.games) == [1, 1, 0]


def test_a_file_of_several_pages_begins_anew(sheets: Sheets) -> None:
    """The first page of another file is no second page of the last sheet before it."""
    scanner = Scanner()
    one = scanner.pdf([scanner.scan(sheets[0]), scanner.scan(sheets[1])])
    other = scanner.pdf([scanner.scan(lined_page()), scanner.scan(sheets[2])])
    read(sheets.event, ("one.pdf", one), ("other.pdf", other))
    assert waiting() == [("other.pdf", 1, Doubt.NO_CODE, None)]


def test_a_code_of_another_event_is_asked_about(sheets: Sheets) -> None:
    others, scanner = Sheets(), Scanner()
    read(sheets.event, ("pile.pdf", scanner.pdf([scanner.scan(others[0])])))
    assert waiting() == [("pile.pdf", 1, Doubt.ELSEWHERE, None)]
    assert photos(*sheets.games, *others.games) == [0] * 6


def test_a_page_with_one_code_of_this_event_and_one_of_another_is_asked_about(sheets: Sheets) -> None:
    others, scanner = Sheets(), Scanner()
    page = scanner.scan(two_to_a_page(sheets[0], others[0]))
    read(sheets.event, ("pile.pdf", scanner.pdf([page])))
    assert waiting() == [("pile.pdf", 1, Doubt.ELSEWHERE, sheets.games[0])]
    assert photos(*sheets.games, *others.games) == [0] * 6


def test_a_code_that_is_torn_is_asked_about(sheets: Sheets) -> None:
    scanner = Scanner()
    page = sheets[0].copy()
    width = page.width
    page.paste(255, (round(width * 0.86), 0, width, page.height // 5))  # the corner with the code is gone
    read(sheets.event, ("pile.pdf", scanner.pdf([scanner.scan(page)])))
    assert [row[2] for row in waiting()] in ([Doubt.UNREADABLE], [Doubt.NO_CODE])
    assert photos(*sheets.games) == [0, 0, 0]


def test_a_page_with_a_signature_alone_is_not_blank(sheets: Sheets) -> None:
    scanner = Scanner()
    page = blank_page()
    page.paste(60, (900, 1500, 1250, 1506))
    page.paste(60, (950, 1440, 956, 1500))
    report = read(sheets.event, ("pile.pdf", scanner.pdf([scanner.scan(page)])))
    assert (report.blank, report.asked) == (0, 1)


def test_a_sheet_of_a_game_that_is_set_aside_is_asked_about(sheets: Sheets) -> None:
    scanner = Scanner()
    game = games_of(sheets.event)[0]
    game.state = game.State.SET_ASIDE
    game.save()
    read(sheets.event, ("pile.pdf", scanner.pdf([scanner.scan(sheets[0])])))
    assert [row[2] for row in waiting()] == [Doubt.ELSEWHERE]


def encrypted_pdf() -> bytes:
    made = BytesIO()
    with pikepdf.new() as pdf:
        pdf.add_blank_page()
        pdf.save(made, encryption=pikepdf.Encryption(owner="o", user="u"))
    return made.getvalue()


def empty_pages(number: int, size: tuple[float, float] = (595, 842)) -> bytes:
    made = BytesIO()
    pdf = pypdfium2.PdfDocument.new()
    for _page in range(number):
        pdf.new_page(*size)
    pdf.save(made)
    pdf.close()
    return made.getvalue()


def a_bomb() -> bytes:
    """A small PNG of a hundred million dots."""
    made = BytesIO()
    Image.new("1", (10_000, 10_000)).save(made, "PNG")
    return made.getvalue()


HARMFUL = {
    "locked.pdf": (encrypted_pdf, "encrypted"),
    "cut.pdf": (lambda: empty_pages(2)[:200], "broken"),
    "nonsense.pdf": (lambda: b"%PDF-1.7\n" + bytes(range(256)) * 400, "broken"),
    "long.pdf": (lambda: empty_pages(501), "too_many_pages"),
    "bomb.png": (a_bomb, "too_large"),
    "cut.jpg": (lambda: Scanner().jpeg(blank_page())[:3000], "broken"),
}


@pytest.mark.parametrize("name", HARMFUL)
def test_a_file_that_cannot_be_read_is_named_and_the_others_are_read(sheets: Sheets, name: str) -> None:
    scanner = Scanner()
    make, why = HARMFUL[name]
    good = ("good.pdf", scanner.pdf([scanner.scan(sheets[0])]))
    report = read(sheets.event, (name, make()), good)
    assert report.unread == [Unread(name, 0, why)]
    assert name in report.unread[0].sentence
    assert report.games == [sheets.games[0]]


def test_a_page_as_large_as_a_house_is_drawn_small(sheets: Sheets) -> None:
    report = read(sheets.event, ("wall.pdf", empty_pages(1, (14_000, 14_000))))
    assert (report.blank, report.unread) == (1, [])


def test_what_was_uploaded_is_gone_when_it_has_been_read(
    sheets: Sheets,
    django_capture_on_commit_callbacks: Any,
) -> None:
    scanner = Scanner()
    job = requested(sheets.event, [("pile.pdf", scanner.pdf([scanner.scan(sheets[0])]))])
    stored = ScanUpload.objects.get().file
    assert stored.storage.exists(stored.name)
    with django_capture_on_commit_callbacks(execute=True):
        kinds.job_kinds[SCANNED_PROTOCOLS].run(job, Work())
    assert not ScanUpload.objects.exists()
    assert not stored.storage.exists(stored.name)


def test_who_is_no_director_any_more_files_nothing(sheets: Sheets) -> None:
    scanner = Scanner()
    job = requested(sheets.event, [("pile.pdf", scanner.pdf([scanner.scan(sheets[0])]))])
    Role.objects.filter(user=sheets.event.by.user).delete()
    with pytest.raises(PermissionDenied):
        kinds.job_kinds[SCANNED_PROTOCOLS].run(job, Work())
    assert not Photo.objects.exists()


@dataclass
class Pile:
    """Sheets as a secretary feeds them to a scanner, and what is known of them."""

    sheets: Sheets
    dice: random.Random
    wanted: defaultdict[int, int] = field(default_factory=lambda: defaultdict(int))
    blank: int = 0
    without_code: int = 0
    next_game: int = 0

    def take_page(self) -> Image.Image:
        kind = self.dice.random()
        if kind < 0.12:
            self.blank += 1
            return blank_page()
        if kind < 0.16:
            self.without_code += 1
            return lined_page(str(self.next_game))
        if kind < 0.24:
            return two_to_a_page(self.take_protocol(), self.take_protocol())
        return self.take_protocol()

    def take_protocol(self) -> Image.Image:
        game = self.sheets.games[self.next_game % len(self.sheets.games)]
        self.next_game += 1
        self.wanted[game] += 1
        return self.sheets.pages[game]

    def file_of(self, scanner: Scanner, count: int) -> tuple[str, bytes]:
        pages = [
            scanner.scan(self.take_page(), upside_down=self.dice.random() < 0.4) for _page in range(count)
        ]
        return f"{scanner.dpi}-{scanner.quality}.pdf", scanner.pdf(pages)


@pytest.mark.long
def test_of_three_hundred_scanned_sheets_none_is_filed_wrongly(capsys: pytest.CaptureFixture[str]) -> None:
    """At 150 and 200 dots per inch: skewed, upside down, with blank backs, two to a page."""
    pile = Pile(Sheets(an_event(entries=60, rounds=10)), random.Random(8))
    scanners = [
        Scanner(dpi=dpi, quality=quality, seed=dpi + quality) for dpi in (150, 200) for quality in (35, 60)
    ]
    report = read(pile.sheets.event, *(pile.file_of(scanner, 75) for scanner in scanners))
    games = pile.sheets.games
    filed = {game: count for game in games if (count := Photo.objects.filter(game=game).count())}
    assert (report.sheets, report.blank) == (300, pile.blank)
    assert all(count <= pile.wanted[game] for game, count in filed.items()), "none is filed wrongly"
    assert sum(filed.values()) >= 0.95 * sum(pile.wanted.values())
    with capsys.disabled():
        print(
            f"{sum(filed.values())} of {sum(pile.wanted.values())} protocols filed, {report.blank} blank, "
            f"{report.asked} asked about, {pile.without_code} of them without a code"
        )
