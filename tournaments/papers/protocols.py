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

from clubs.jobs.kinds import Work
from clubs.models import Job
from clubs.people.names import full_name
from clubs.reports.in_languages import beside_each_other
from scoring.printing.assembly import report_in
from scoring.printing.event_lines import Events
from scoring.store.printing_queries import Paper, papers_of
from scoring.store.queries import side_names
from tournaments.models import Pairing, Round, Tournament
from tournaments.papers.job_descriptions import told
from tournaments.wording.labels import round_called

if TYPE_CHECKING:
    from clubs.reports.booklet import Chapter

_AT_ONCE: Final = 20


@dataclass(frozen=True, slots=True)
class Sheet:
    """A game to be printed: where it is played."""

    game: int
    table: int | None
    round: int


@dataclass(frozen=True, slots=True)
class Printed:
    """How protocols are printed: in one language or in two, and where their codes lead."""

    languages: Sequence[str]
    origin: str
    events: Events

    def called(self, say: Callable[[], str]) -> str:
        """A label in the language, or in both of them."""
        return beside_each_other(self.languages, say)


def games_of_round(drawn: Round) -> QuerySet[Pairing]:
    """The tables of a round at which a game is played."""
    return Pairing.objects.filter(round=drawn, game__isnull=False)


def games_of_event(event: Tournament) -> QuerySet[Pairing]:
    """The same of every round that was not taken back."""
    there = Pairing.objects.filter(round__tournament=event, game__isnull=False)
    return there.exclude(round__state=Round.State.REMOVED)


def print_round(job: Job, work: Work) -> None:
    _print_protocols(job, work, games_of_round(Round.objects.get(pk=job.wanted["round"])))


def print_event(job: Job, work: Work) -> None:
    _print_protocols(job, work, games_of_event(Tournament.objects.get(pk=job.wanted["event"])))


def _print_protocols(job: Job, work: Work, games: QuerySet[Pairing]) -> None:
    # Loaded by who prints: a worker has other things to do too.
    from clubs.reports.booklet import Booklet, Section, bind

    sheets = sheets_of(games)
    printed = Printed(job.wanted["languages"].split("-"), job.wanted["origin"], Events())
    first = printed.languages[0]
    work.out_of(len(sheets))
    with translation.override(first):
        rounds = [(number, list(some)) for number, some in groupby(sheets, key=lambda sheet: sheet.round)]
        title = f"{printed.called(lambda: told(job).title)} · {told(job).about}"
        sections = (
            Section(printed.called(partial(round_called, number)), chapters_of(some, printed, work))
            for number, some in rounds
        )
        bind(Booklet(title=title, sections=sections, language=first), work.into)


def sheets_of(games: QuerySet[Pairing]) -> list[Sheet]:
    """In the order of rounds and tables."""
    found = games.order_by("round__number", "table", "pk").values_list("game", "table", "round__number")
    return [Sheet(game, table, number) for game, table, number in found if game is not None]


def chapters_of(sheets: Sequence[Sheet], printed: Printed, work: Work) -> Iterator[Chapter]:
    """The protocols of some games, a step of the work each."""
    from clubs.reports.booklet import Chapter

    for sheet, paper in _read(sheets, printed.events):
        address = printed.origin + reverse("scoring:game", args=[paper.game.pk])
        report = report_in(printed.languages, paper, printed.events, full_name, address)
        yield Chapter(_called(sheet, paper, printed), report)
        work.step()


def _read(sheets: Sequence[Sheet], events: Events) -> Iterator[tuple[Sheet, Paper]]:
    """What stands on each sheet, read for some of them at a time."""
    for first in range(0, len(sheets), _AT_ONCE):
        some = sheets[first : first + _AT_ONCE]
        papers = papers_of([sheet.game for sheet in some])
        events.read([paper.game for paper in papers])
        yield from zip(some, papers, strict=True)


def _called(sheet: Sheet, paper: Paper, printed: Printed) -> str:
    """A game in the outline: its table, and who plays."""
    table = printed.called(lambda: _("Table %(number)s") % {"number": sheet.table})
    return f"{table} · {' / '.join(side_names(paper.game, full_name))}"
