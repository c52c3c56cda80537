"""More than 1 500 files: every paper of every game, for two sides and three, in one language and in two.

Each file is opened as a reader, a printer, an archive and a phone would: its letters and fonts, its pages and
sheets, its title, its codes, and the sums that are printed on it.
"""

from __future__ import annotations

import re
import subprocess
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import lru_cache
from io import BytesIO
from itertools import product
from pathlib import Path
from typing import Final

import pikepdf
import pypdfium2
import pytest
import zxingcpp
from django.utils import translation

from clubs.models import Role
from clubs.people.names import full_name
from clubs.reports.numbers import format_value
from clubs.reports.paper import render_document
from clubs.reports.report import Cards, Document, Report, Sheets
from scoring import rulesets
from scoring.models import Deal, Game
from scoring.printing.assembly import protocol_report, two_protocols_report
from scoring.printing.blank_form_views import blank_form_report
from scoring.printing.event_lines import read_event_lines
from scoring.store import printing_queries
from tests.builders import a_club, a_player, a_user
from tests.documents.archival import breaches
from tests.documents.every_game import LANGUAGES
from tests.documents.reading import letter_sizes, text_of
from tests.documents.test_grids import squeezed, words_off_page
from tests.needs import program
from tests.tournaments.papers.test_papers import ADDRESS, an_event, every_paper, source_of
from tests.tournaments.support.bound import made
from tests.tournaments.support.events import Played
from tests.tournaments.support.said import as_drawn, left_over
from tournaments.core.movements.three_sided import THREE_SIDED
from tournaments.core.schemes.places import PLACES
from tournaments.papers.job_descriptions import EMERGENCY_PACK, EVENT_BOOKLET, EVENT_PROTOCOLS
from tournaments.simulating import Simulation, SimulationPlan, build_agreement

pytestmark = [pytest.mark.django_db, pytest.mark.long]

NOON: Final = datetime(2026, 5, 2, 12, tzinfo=UTC)
# Every game for each number of sides that may play it, with the most players of a side.
TABLES: Final = [
    (rules.slug, sides, max(counts[0] for counts in rules.player_counts if len(counts) == sides))
    for rules in rulesets.newest_editions()
    for sides in sorted({len(players) for players in rules.player_counts})
]
FILES: Final = 1500
FILES_OF_A_GAME: Final = -(-FILES // len(TABLES))
# Small print that its design allows: of which state the data is, below a card or a certificate; the rules of
# a game in two languages, one page for the wall, and the booklet and the pack that contain them;
# nine columns of three protocols in two languages.
SMALLEST: Final = 8.0
SMALL_PRINT: Final = {
    **dict.fromkeys(("cards", "place-cards", "badges", "slips", "empty-slips"), 6.0),
    **dict.fromkeys(("certificates", "rules", "three protocols", EVENT_BOOKLET, EMERGENCY_PACK), 7.0),
}
SCORE_SHEETS: Final = ("protocol", "two protocols", "three protocols", "blank form")
# Dots an inch: as a phone sees a code on a table.
DOTS: Final = 110
QR_CODES: Final = zxingcpp.barcode_formats_from_str("QRCode")


@dataclass
class Shelf:
    """The files of a game, what is wrong with any of them, and the titles that are taken."""

    # For programs that read no stream.
    folder: Path
    languages: str = ""
    counted: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    titles: dict[str, str] = field(default_factory=dict)

    def add(self, kind: str, document: Document | bytes, called: str = "") -> bytes:
        """Look at a file from all sides; return it."""
        drawn = document if isinstance(document, bytes) else render_document(document)
        self.counted[kind] += 1
        found = [*self.look_at(kind, drawn)]
        if not isinstance(document, bytes):
            found += self.compare(kind, document, drawn)
        self.faults += [f"{kind} {called} {self.languages}: {fault}" for fault in found]
        return drawn

    def look_at(self, kind: str, drawn: bytes) -> Iterator[str]:
        yield from breaches(drawn)
        yield from checked_by_qpdf(drawn, self.folder)
        yield from (f"off its page: {word}" for word in words_off_page(text_of(drawn, "-bbox")))
        smallest = min(letter_sizes(drawn))
        if smallest < SMALL_PRINT.get(kind, SMALLEST):
            yield f"letters of {smallest} points"
        with pikepdf.open(BytesIO(drawn)) as pdf:
            yield from unused_fonts(pdf)
            title = f"{pdf.docinfo.Title} {self.languages}"
            if any(page.get("/MediaBox") is None for page in pdf.pages):
                yield "a page without a size"
        if title in self.titles:
            yield f"its title is that of another {self.titles[title]}: {title}"
        self.titles[title] = kind

    def compare(self, kind: str, document: Document, drawn: bytes) -> Iterator[str]:
        """Say what a file lacks of its document."""
        text = squeezed(read(drawn))
        if isinstance(document, Report) and kind in SCORE_SHEETS:
            yield from missing_rows(document, text)
        elif left := left_over(document, text):
            yield f"besides what it says: {left[:2]}"
        yield from wrong_counts(document, drawn)
        if sorted(codes_on(drawn)) != sorted(addresses_of(document)):
            yield f"codes {codes_on(drawn)} for {addresses_of(document)}"


def missing_rows(report: Report, text: str) -> Iterator[str]:
    """Name the first row of a score sheet that is not printed in its place."""
    at = 0
    for row in (row for table in report.tables for row in table.rows):
        values = [format_value(value, report.language) for value in row.values]
        # Between the label of a heading and its remark stands what its layout has there.
        for part in filter(None, values if row.spans_columns else ["".join(values)]):
            at = text.find(as_drawn(part), at)
            if at < 0:
                yield f"not printed: {values}"
                return


@lru_cache(1)
def read(drawn: bytes) -> str:
    """Return the text of a file in the order of drawing: each of its checks reads the same."""
    return text_of(drawn, "-raw")


def checked_by_qpdf(drawn: bytes, folder: Path) -> Iterator[str]:
    path = folder / "one.pdf"
    path.write_bytes(drawn)
    command = [program("qpdf", "qpdf"), "--check", "--warning-exit-0", str(path)]
    checked = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    if checked.returncode or "WARNING" in checked.stderr:
        yield f"qpdf: {checked.stderr[:200]}"


def unused_fonts(pdf: pikepdf.Pdf) -> Iterator[str]:
    """Name the fonts that no page and no form that is drawn sets."""
    forms = [part for part in pdf.objects if isinstance(part, pikepdf.Stream) and "/BBox" in part]
    used = {
        (holder.Resources.Font[str(name)].objgen)
        for holder in (*pdf.pages, *forms)
        for name in (one.operands[0] for one in pikepdf.parse_content_stream(holder, "Tf"))
    }
    listed = {font.objgen for page in pdf.pages for _name, font in page.Resources.get("/Font", {}).items()}
    yield from (f"a font that nothing uses: {number}" for number in listed - used)


def codes_on(drawn: bytes) -> list[str]:
    """Read the codes of a file as a phone does, from its pages as pictures."""
    found = []
    document = pypdfium2.PdfDocument(drawn)
    for page in document:
        picture = page.render(scale=DOTS / 72, grayscale=True).to_pil()
        found += [code.text for code in zxingcpp.read_barcodes(picture, formats=QR_CODES)]
    document.close()
    return found


def addresses_of(document: Document) -> list[str]:
    match document:
        case Report():
            reports: Sequence[Report] = (document,)
        case Cards():
            reports = document.cards
        case Sheets():
            reports = document.sheets
        case _:
            reports = ()
    return [report.address for report in reports if report.address]


def wrong_counts(document: Document, drawn: bytes) -> Iterator[str]:
    """Say where pages do not count themselves, and where what is handed out shares a sheet."""
    pages = read(drawn).split("\f")[:-1]
    if isinstance(document, Report):
        for at, page in enumerate(pages, start=1):
            if f"{at}/{len(pages)}" not in page.split():
                yield f"page {at} of {len(pages)} does not say so"
    if isinstance(document, Sheets):
        begin = [at for at, page in enumerate(pages) if re.search(r"(?m)^1/\d+$", page)]
        if len(begin) != len(document.sheets) or any(at % 2 for at in begin):
            yield f"{len(document.sheets)} sheets begin on pages {begin}"


# What is printed.


def put_event_papers(shelf: Shelf, played: Played) -> None:
    source = source_of(played)
    for code, document in every_paper(source, shelf.languages):
        shelf.add(code, document)


def put_bound_papers(shelf: Shelf, played: Played) -> None:
    """Add what is one file of many papers: the booklet, the pack, and all score sheets."""
    drawn = played.event.rounds.get().pk
    for kind, about in (
        (EVENT_BOOKLET, {"event": played.event.pk}),
        (EMERGENCY_PACK, {"round": drawn}),
        (EVENT_PROTOCOLS, {"event": played.event.pk}),
    ):
        shelf.add(kind, made(played, kind, about, shelf.languages).made.getvalue())


def put_protocols(shelf: Shelf, games: Sequence[Game]) -> None:
    """Add the score sheet of each game, and what both sides have kept of it on one sheet."""
    codes = shelf.languages.split("-")
    events = read_event_lines(games)
    for paper in printing_queries.build_game_papers(games, with_directors=True):
        address = f"{ADDRESS}/games/{paper.game.pk}/"
        report = protocol_report(codes, paper, events, full_name, address)
        drawn = shelf.add("protocol", report, str(paper.game.pk))
        with translation.override(codes[0]):
            wrong = [*wrong_sums(drawn, paper.game)]
        shelf.faults += [f"protocol {paper.game.pk} {codes}: {fault}" for fault in wrong]
        handed_in = printing_queries.own_protocols_of(paper.game)
        if handed_in:
            both = two_protocols_report(codes, paper, handed_in, events, address)
            kind = "two protocols" if len(paper.game.sides.all()) == 2 else "three protocols"
            shelf.add(kind, both, str(paper.game.pk))


def wrong_sums(drawn: bytes, game: Game) -> Iterator[str]:
    """Add up the printed totals of the deals: they are the printed running total, and the stored one."""
    text = read(drawn)
    sides = [side.total for side in game.sides.all()]
    deals = rows_called("Deal total", text, len(sides))
    *_before, running = rows_called("Running total", text, len(sides)) or [[]]
    counted = Deal.objects.filter(game=game, hands__isnull=False).distinct().count()
    if len(deals) != counted:
        yield f"{len(deals)} of {counted} totals are read"
    elif sides not in running:
        yield f"{sides} are printed as {running}"
    elif not any([sum(column) for column in zip(*read, strict=True)] == sides for read in product(*deals)):
        yield f"{deals} are not {sides}"


def rows_called(label: str, text: str, number: int) -> list[list[list[int]]]:
    """Return of each row with this label, in the reader's own language, how its figures may be read."""
    named = re.escape(translation.gettext(label))
    rows = re.findall(rf"(?m)^{named}\b[^\d−\n]*((?: −?[\d.,]+)+)$", text)
    return [[*readings(row.split(), number)] for row in rows]


def readings(words: Sequence[str], number: int) -> Iterator[list[int]]:
    """Read words as so many figures: a blank may also stand before three digits of one."""
    if not number:
        yield from [] if words else [[]]
        return
    for end in range(1, len(words) + 1):
        if all(len(word) == 3 and word.isdecimal() for word in words[1:end]):
            figure = int(re.sub(r"[.,]", "", "".join(words[:end])).replace("−", "-"))
            yield from ([figure, *others] for others in readings(words[end:], number - 1))


def simulated_games(ruleset: str, sides: int, players: int) -> list[Game]:
    """Return the games of a round that was played to its end; each side has kept a score sheet."""
    preset = {2: "club_evening", 3: "three_sided"}[sides]
    agreement = build_agreement(ruleset, preset=preset, rounds=1, protocols=Game.Protocols.BOTH)
    agreement = replace(agreement, players=players)
    club = a_club()
    for _player in range(8 * sides):
        a_player(club=club)
    plan = SimulationPlan(ruleset=ruleset, entries=2 * sides, agreement=agreement, ends=NOON)
    event = Simulation(club, a_user(Role.Kind.DIRECTOR, club=club), plan).run()
    games = printing_queries.games_for_paper().filter(pairing__round__tournament=event)
    return list(games.order_by("pairing__table"))


@pytest.mark.parametrize(("ruleset", "sides", "players"), TABLES)
def test_every_file_of_a_game_is_whole_legible_archived_and_adds_up(
    ruleset: str, sides: int, players: int, tmp_path: Path
) -> None:
    played = (
        an_event(ruleset, 6, 3, THREE_SIDED, sides=3, scheme=PLACES, players=players)
        if sides == 3
        else an_event(ruleset, 6, 3)
    )
    games = simulated_games(ruleset, sides, players)
    shelf = Shelf(tmp_path)
    for shelf.languages in LANGUAGES:
        put_event_papers(shelf, played)
        put_bound_papers(shelf, played)
        put_protocols(shelf, games)
        form = blank_form_report(shelf.languages.split("-"), ruleset, sides, played.club.name)
        shelf.add("blank form", form)
    assert not shelf.faults, "\n".join(shelf.faults)
    assert shelf.counted.total() >= FILES_OF_A_GAME, shelf.counted
    assert {"protocol", {2: "two protocols", 3: "three protocols"}[sides]} <= set(shelf.counted)
