"""Long work of an event: the protocols of a round or of all of them in one file, the emergency pack of a
round, the booklet of the whole event, and the files that are as long as the event.

Protocols are the desk's: by full names, with the signatures as they were drawn. Games are read some at a time
and forgotten once they are drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby, product
from typing import TYPE_CHECKING, Final

from django.db.models import QuerySet
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from clubs.books import permissions
from clubs.jobs.kinds import Kind, Told, Work, register
from clubs.models import Job
from clubs.people.names import full_name
from clubs.reports.in_languages import beside_each_other
from clubs.web.exports import FORMS, Form
from scoring.printing.assembly import report_in
from scoring.printing.event_lines import Events
from scoring.store.printing_queries import Paper, papers_of
from scoring.store.queries import side_names
from tournaments.models import Pairing, Round, Tournament
from tournaments.papers.large_exports import LARGE_FILES, LargeFile
from tournaments.public.event_view import DealWritten, deals_written, event_told, number_of_deals
from tournaments.wording.labels import round_called

if TYPE_CHECKING:
    from clubs.reports.booklet import Chapter

OF_ROUND: Final = "protocols_of_round"
OF_EVENT: Final = "protocols_of_event"
PACK: Final = "emergency_pack"
BOOK: Final = "booklet_of_event"
# Whoever may print one protocol of the desk may print them all.
WHO: Final = permissions.ANY_ROLE
AT_ONCE: Final = 20
# Where it is asked for.
ROUND, BOARD, PAPERS = "round", "board", "papers"


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
    print_protocols(job, work, games_of_round(Round.objects.get(pk=job.wanted["round"])))


def print_event(job: Job, work: Work) -> None:
    print_protocols(job, work, games_of_event(Tournament.objects.get(pk=job.wanted["event"])))


def print_protocols(job: Job, work: Work, games: QuerySet[Pairing]) -> None:
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

    for sheet, paper in read(sheets, printed.events):
        address = printed.origin + reverse("scoring:game", args=[paper.game.pk])
        report = report_in(printed.languages, paper, printed.events, full_name, address)
        yield Chapter(called(sheet, paper, printed), report)
        work.step()


def print_pack(job: Job, work: Work) -> None:
    from tournaments.papers import emergency_pack

    emergency_pack.print_pack(job, work)


def print_book(job: Job, work: Work) -> None:
    from tournaments.papers import booklet

    booklet.print_book(job, work)


def read(sheets: Sequence[Sheet], events: Events) -> Iterator[tuple[Sheet, Paper]]:
    """What stands on each sheet, read for some of them at a time."""
    for first in range(0, len(sheets), AT_ONCE):
        some = sheets[first : first + AT_ONCE]
        papers = papers_of([sheet.game for sheet in some])
        events.read([paper.game for paper in papers])
        yield from zip(some, papers, strict=True)


def called(sheet: Sheet, paper: Paper, printed: Printed) -> str:
    """A game in the outline: its table, and who plays."""
    table = printed.called(lambda: _("Table %(number)s") % {"number": sheet.table})
    return f"{table} · {' / '.join(side_names(paper.game, full_name))}"


# What is not paper.


def kind_of_file(file: LargeFile, form: str) -> str:
    """Each file is another kind of work in each form."""
    return f"event_{file.code}_{form}"


def write_file(file: LargeFile, form: Form, job: Job, work: Work) -> None:
    """A file of an event, a step of the work each deal."""
    event = Tournament.objects.select_related("club", "book").get(pk=job.wanted["event"])
    work.out_of(number_of_deals(event))
    form.write(file.told(event_told(event), lambda: step_by_step(event, work)), work.into)


def step_by_step(event: Tournament, work: Work) -> Iterator[DealWritten]:
    for deal in deals_written(event):
        yield deal
        work.step()


def told_of_file(file: LargeFile, job: Job) -> Told:
    event = Tournament.objects.get(pk=job.wanted["event"])
    return Told(str(file.title), event.name, reverse("tournaments:event", args=[event.pk]), _("Event"))


# What is said of it.


def told(job: Job) -> Told:
    if job.kind == OF_EVENT:
        event = Tournament.objects.get(pk=job.wanted["event"])
        return Told(_("All protocols"), event.name, *to_papers(event.pk))
    if job.kind == BOOK:
        event = Tournament.objects.get(pk=job.wanted["event"])
        return Told(_("The whole event"), event.name, *to_papers(event.pk))
    drawn = Round.objects.select_related("tournament").get(pk=job.wanted["round"])
    said = _("Emergency pack of round %(number)s") if job.kind == PACK else _("Protocols of round %(number)s")
    return Told(said % {"number": drawn.number}, drawn.tournament.name, *way_back(job, drawn))


def way_back(job: Job, drawn: Round) -> tuple[str, str]:
    """Where it was asked for, and what that is called."""
    if job.wanted["to"] == PAPERS:
        return to_papers(drawn.tournament_id)
    if job.wanted["to"] == BOARD:
        return reverse("tournaments:board", args=[drawn.tournament_id]), _("Board of the round")
    return reverse("tournaments:round", args=[drawn.pk]), round_called(drawn.number)


def to_papers(event: int) -> tuple[str, str]:
    return reverse("tournaments:papers", args=[event]), _("Papers")


PDF: Final = "application/pdf"
register(OF_ROUND, Kind(needs=WHO, told=told, do=print_round, ending="pdf", media_type=PDF))
register(OF_EVENT, Kind(needs=WHO, told=told, do=print_event, ending="pdf", media_type=PDF))
# A round that is not published yet, and standings that are kept back, are the director's alone.
register(PACK, Kind(needs=permissions.DIRECTORS, told=told, do=print_pack, ending="pdf", media_type=PDF))
register(BOOK, Kind(needs=permissions.IN_CHARGE, told=told, do=print_book, ending="pdf", media_type=PDF))
for file, (code, form) in product(LARGE_FILES, FORMS.items()):
    register(
        kind_of_file(file, code),
        Kind(
            needs=WHO,
            told=partial(told_of_file, file),
            do=partial(write_file, file, form),
            ending=form.ending,
            media_type=form.media_type,
        ),
    )
