"""Protocols of a round or of a whole event in one PDF."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, Final

from django.db.models import QuerySet
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from clubs.jobs.kinds import JobDescription, Progress
from clubs.models import Job
from clubs.people.names import full_name
from clubs.reports.in_languages import join_languages
from scoring.printing.assembly import protocol_report
from scoring.printing.event_lines import EventLineReader
from scoring.store.game_queries import side_names
from scoring.store.printing_queries import GamePaper, load_game_papers
from tournaments.models import Pairing, Round, Tournament
from tournaments.wording.labels import round_label

if TYPE_CHECKING:
    from clubs.reports.pdf.booklet import Chapter

_GAMES_PER_FETCH: Final = 20


@dataclass(frozen=True, slots=True)
class ProtocolGame:
    """A game to be printed, with its table and round."""

    game: int
    table: int | None
    round: int


@dataclass(frozen=True, slots=True)
class ProtocolPrinting:
    """The languages of printed protocols, and the address that their codes lead to."""

    languages: Sequence[str]
    origin: str
    events: EventLineReader

    def label(self, make: Callable[[], str]) -> str:
        """A label in the language or the two languages."""
        return join_languages(self.languages, make)


def round_game_pairings(drawn: Round) -> QuerySet[Pairing]:
    """The pairings of a round with a game."""
    return Pairing.objects.filter(round=drawn, game__isnull=False)


def event_game_pairings(event: Tournament) -> QuerySet[Pairing]:
    """The same of every round that was not removed."""
    pairings = Pairing.objects.filter(round__tournament=event, game__isnull=False)
    return pairings.exclude(round__state=Round.State.REMOVED)


def print_protocols(
    job: Job, work: Progress, pairings: QuerySet[Pairing], describe: Callable[[Job], JobDescription]
) -> None:
    """Print the protocols of pairings under the title of the job."""
    # Imported here: other workers need no PDF.
    from clubs.reports.pdf.booklet import Booklet, Section, write_booklet

    games = protocol_games(pairings)
    printing = ProtocolPrinting(
        job.parameters["languages"].split("-"), job.parameters["origin"], EventLineReader()
    )
    first = printing.languages[0]
    work.set_total(len(games))
    with translation.override(first):
        rounds = [(number, list(chunk)) for number, chunk in groupby(games, key=lambda game: game.round)]
        title = f"{printing.label(lambda: describe(job).title)} · {describe(job).about}"
        sections = (
            Section(printing.label(partial(round_label, number)), protocol_chapters(chunk, printing, work))
            for number, chunk in rounds
        )
        two_sided = job.parameters["two_sided"]
        booklet = Booklet(title=title, sections=sections, language=first, two_sided=two_sided)
        write_booklet(booklet, work.output)


def protocol_games(pairings: QuerySet[Pairing]) -> list[ProtocolGame]:
    """The games of pairings in the order of rounds and tables."""
    rows = pairings.order_by("round__number", "table", "pk").values_list("game", "table", "round__number")
    return [ProtocolGame(game, table, number) for game, table, number in rows if game is not None]


def protocol_chapters(
    games: Sequence[ProtocolGame], printing: ProtocolPrinting, work: Progress
) -> Iterator[Chapter]:
    """The protocols of games, a step of the work each."""
    from clubs.reports.pdf.booklet import Chapter

    for game, paper in _read_in_chunks(games, printing.events):
        address = printing.origin + reverse("scoring:game", args=[paper.game.pk])
        report = protocol_report(printing.languages, paper, printing.events, full_name, address)
        yield Chapter(_outline_label(game, paper, printing), report, own_sheet=True)
        work.advance()


def _read_in_chunks(
    games: Sequence[ProtocolGame], events: EventLineReader
) -> Iterator[tuple[ProtocolGame, GamePaper]]:
    """Read the contents of the protocols, some games at a time."""
    for first in range(0, len(games), _GAMES_PER_FETCH):
        chunk = games[first : first + _GAMES_PER_FETCH]
        papers = load_game_papers([game.game for game in chunk])
        events.load([paper.game for paper in papers])
        yield from zip(chunk, papers, strict=True)


def _outline_label(game: ProtocolGame, paper: GamePaper, printing: ProtocolPrinting) -> str:
    """The label of a game in the outline: its table and its players."""
    table = printing.label(lambda: _("Table %(number)s") % {"number": game.table})
    return f"{table} · {' / '.join(side_names(paper.game, full_name))}"
