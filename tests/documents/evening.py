"""One evening that is the same on every machine, and a page of each kind of document that it prints.

The simulated event has its seed, its clock and its names here. What a club draws by lot (PINs, addresses with
the numbers of rows) is replaced by constants.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cached_property
from io import BytesIO
from typing import Final

from django.utils import translation

from clubs.books.state import BookState
from clubs.models import Role
from clubs.people.names import full_name
from clubs.reports.in_languages import in_each_language
from clubs.reports.paper import render_document
from clubs.reports.pdf.booklet import Booklet, write_booklet
from clubs.reports.report import (
    Certificate,
    Certificates,
    Column,
    ColumnKind,
    Document,
    Fact,
    Report,
    ReportTable,
    Row,
    RowKind,
    SignatureLine,
)
from clubs.reports.side_by_side import combine_covers
from scoring.models import Table
from scoring.printing.assembly import protocol_report
from scoring.printing.blank_form_views import blank_form_report
from scoring.printing.event_lines import EventLineReader
from scoring.store.printing_queries import load_game_papers
from tests.builders import a_club, a_player, a_user
from tests.tournaments.papers.test_printing_protocols import Desk
from tournaments.models import Tournament
from tournaments.papers import booklet, emergency_pack
from tournaments.papers.booklet import EventBooklet, FullNameSource
from tournaments.papers.catalogue import PAPER_KINDS, PaperRequest, make_document
from tournaments.papers.pack import EmergencyPack
from tournaments.papers.protocols import event_game_pairings, protocol_games
from tournaments.simulating import Simulation, SimulationPlan, StopPoint, build_agreement

ADDRESS: Final = "http://192.0.2.1/games/1/"
_ENDS: Final = datetime(2026, 5, 2, 18, tzinfo=UTC)
# Of which the pictures are, however many acts it took.
STATE: Final = BookState(412, _ENDS)
_SEED: Final = 7
_ENTRIES: Final = 6
# Pairs, a pair that comes late, and substitutes.
_PLAYERS: Final = (
    *("Åsa Söderlund", "Örjan Gyllenberg", "Väinö Kangasniemi", "Hilkka Väisänen", "Øyvind Damsgaard"),
    *("Åge Østergaard", "Sigrid Törnqvist", "Kyllikki Lappalainen", "Bo Ek", "Aila Koivisto"),
    *("Æbbe Bjerregaard", "Lars Ågren", "Inga Ädel", "Pirjo Ojala", "Ole Ravn", "Lone Bach"),
    *("Sten Lilja", "Taru Rautio"),
)


@dataclass(frozen=True, slots=True)
class DrawnPage:
    """A document, and which of its pages is kept as a picture."""

    document: bytes
    page: int


class Evening:
    """An event in the middle of its second round."""

    def __init__(self) -> None:
        club = a_club("Pohjolan Canasta", place="Vaasa", language="sv")
        for name in _PLAYERS:
            a_player(name, club=club)
        director = a_user(Role.Kind.DIRECTOR, club=club, name="Maj Ström")
        plan = SimulationPlan(
            ruleset="samba",
            entries=_ENTRIES,
            agreement=build_agreement("samba", preset="club_evening", rounds=3),
            seed=_SEED,
            until=StopPoint.MID_ROUND,
            stop_in_round=2,
            ends=_ENDS,
            name="Vårträffen",
        )
        self.event = Simulation(club, director, plan).run()
        for number, table in enumerate(Table.objects.filter(club=club).order_by("pk"), start=1):
            Table.objects.filter(pk=table.pk).update(pin=f"{number}47110")

    @cached_property
    def source(self) -> FullNameSource:
        event = Tournament.objects.select_related("book", "club").get(pk=self.event.pk)
        source = FullNameSource(event, lambda _path: ADDRESS)
        source.state = STATE
        return source

    def paper(self, code: str, languages: str, page: int = 1) -> DrawnPage:
        """A paper of the event, or of its second round."""
        drawn, *_before = self.source.rounds
        document = make_document(PAPER_KINDS[code], self.source, PaperRequest(drawn, places=3), languages)
        assert document is not None
        return drawn_page(document, page)

    def protocol(self, languages: str, page: int = 1) -> DrawnPage:
        """The protocol of a game of the first round, with its signatures."""
        first, *_others = protocol_games(event_game_pairings(self.event))
        events = EventLineReader()
        (paper,) = load_game_papers([first.game])
        events.load([paper.game])
        paper = replace(paper, state=STATE)
        report = protocol_report(languages.split("-"), paper, events, full_name, ADDRESS)
        return drawn_page(replace(report, notes=tuple(map(_with_the_same_digest, report.notes))), page)

    def booklet(self, languages: str, page: int) -> DrawnPage:
        """The booklet of the event: its cover, and its last part, with the rulings and penalties."""
        event_booklet = EventBooklet(self.source, languages.split("-"), ADDRESS, ())
        with translation.override(event_booklet.languages[0]):
            covers = in_each_language(event_booklet.languages, lambda: booklet.booklet_cover(event_booklet))
            *_others, rulings = booklet.booklet_sections(event_booklet, Desk())
            return _bound(Booklet(title="", cover=combine_covers(*covers), sections=(rulings,)), page)

    def pack(self, languages: str) -> DrawnPage:
        """The front page of the emergency pack of the second round."""
        drawn, *_before = self.source.rounds
        pack = EmergencyPack(self.source, drawn, languages.split("-"))
        with translation.override(pack.languages[0]):
            front = pack.in_languages(lambda: emergency_pack.front_page(pack, ()))
            return _bound(Booklet(title="", cover=front, sections=()))


def _with_the_same_digest(note: str) -> str:
    """What was signed names its rows by their numbers, which are others in each run."""
    return re.sub(r"\b[0-9a-f]{8}\b", "4f7a90bc", note)


def drawn_page(document: Document, page: int = 1) -> DrawnPage:
    return DrawnPage(render_document(document), page)


def _bound(reports: Booklet, page: int = 1) -> DrawnPage:
    target = BytesIO()
    write_booklet(reports, target)
    return DrawnPage(target.getvalue(), page)


def blank_form(languages: Sequence[str], ruleset: str, sides: int, page: int = 1) -> DrawnPage:
    return drawn_page(blank_form_report(list(languages), ruleset, sides, "Pohjolan Canasta"), page)


def certificate() -> DrawnPage:
    """A certificate is printed when all rounds are closed: this one is made by hand."""
    winner = Certificate(
        names=("Åse Østergaard", "Æbbe Bjerregaard"),
        place="Førsteplads, delt",
        event="Nordisk mesterskab i samba",
        club="Pohjolan Canasta",
        facts=("Samba", "Pohjolan Canasta, Vaasa", "2. maj 2026"),
    )
    return drawn_page(
        Certificates(
            title="Diplom",
            awarded="tildeles",
            certificates=(winner,),
            signatures=("Turneringslederen", "For Pohjolan Canasta"),
            language="da",
        )
    )


def wide_list() -> DrawnPage:
    """A list too wide for a page in portrait, with totals, a notice, and signatures drawn with a pen."""
    rounds = [Column(f"Rond {number}", ColumnKind.NUMBER) for number in range(1, 13)]
    rows = [
        Row((name, *(place * 1000 - number * 35 for number in range(12))))
        for place, name in enumerate(("Åsa Söderlund – Örjan Gyllenberg", "Bo Ek – Aila Koivisto"), start=1)
    ]
    table = ReportTable(
        columns=(Column("Par"), *rounds),
        rows=(*rows, Row(("Summa", *(3000 - number * 70 for number in range(12))), RowKind.TOTAL)),
        caption="Poäng rond för rond",
    )
    pen = (((40, 150), (90, 20), (140, 150)), ((60, 100), (120, 100)), ((200, 150), (420, 60)))
    return drawn_page(
        Report(
            title="Vårträffen",
            facts=(Fact("Klubb", "Pohjolan Canasta"),),
            tables=(table,),
            notice="Papperet har de första raderna av en lista.",
            signatures=(SignatureLine("Åsa Söderlund har skrivit under.", pen), "Tävlingsledaren"),
            language="sv",
        )
    )


# The name of each picture, and how its page is drawn.
PAGES: Final[Mapping[str, Callable[[Evening], DrawnPage]]] = {
    "protocol": lambda evening: evening.protocol("sv"),
    "protocol-side-by-side": lambda evening: evening.protocol("fi-sv"),
    "blank-form": lambda _evening: blank_form(["en"], "samba", 2),
    "blank-form-next-page": lambda _evening: blank_form(["fi", "sv"], "sitoumussamba", 2, page=2),
    "table-cards": lambda evening: evening.paper("cards", "da"),
    "slips": lambda evening: evening.paper("slips", "fi"),
    "pairings-by-name": lambda evening: evening.paper("by-name", "sv"),
    "results": lambda evening: evening.paper("results", "fi-sv"),
    "standings": lambda evening: evening.paper("standings", "fi-sv"),
    "cross-table": lambda evening: evening.paper("cross-table", "en"),
    "statistics": lambda evening: evening.paper("statistics", "da"),
    "rules-in-force": lambda evening: evening.paper("rules", "sv"),
    "rules-in-force-side-by-side": lambda evening: evening.paper("rules", "fi-sv"),
    "minutes": lambda evening: evening.booklet("en", page=2),
    "prize-list": lambda evening: evening.paper("prizes", "sv"),
    "certificate": lambda _evening: certificate(),
    "wide-list": lambda _evening: wide_list(),
    "booklet-cover": lambda evening: evening.booklet("fi-sv", page=1),
    "emergency-pack": lambda evening: evening.pack("en"),
}
