"""The page of an event's scanned protocols: what came of the last pile, and the sheets that wait."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from django.utils.translation import gettext as _

from clubs.jobs.files import has_output, open_output
from clubs.models import Job
from clubs.people.names import full_name
from scoring.models import ScannedSheet
from scoring.store.game_queries import games_with_sides, side_names
from tournaments.models import Pairing, Tournament
from tournaments.papers.job_descriptions import SCANNED_PROTOCOLS
from tournaments.papers.protocols import event_game_pairings
from tournaments.papers.scans.forms import ScanAnswerForm
from tournaments.papers.scans.report import ScanReport
from tournaments.wording.labels import round_label

# Each has its picture and a list of all games.
_SHOWN: Final = 10


@dataclass(frozen=True, slots=True)
class FiledGame:
    """A game at which sheets of the last pile were filed."""

    game: int
    label: str


@dataclass(frozen=True, slots=True)
class LastPile:
    """What came of the last pile, with the games at which its sheets were filed."""

    job: Job
    report: ScanReport
    games: Sequence[FiledGame]


@dataclass(frozen=True, slots=True)
class WaitingSheet:
    """A sheet that waits for an answer, with its form."""

    sheet: ScannedSheet
    form: ScanAnswerForm


@dataclass(frozen=True, slots=True)
class ScansPage:
    """What the page shows."""

    unfinished: Sequence[Job]
    last: LastPile | None
    waiting: Sequence[WaitingSheet]
    # Of all that wait.
    count: int


@dataclass(frozen=True, slots=True)
class EventGame:
    """A game of the event with its round and its label."""

    game: int
    round: int
    table: int | None
    names: str

    @property
    def label(self) -> str:
        table = _("Table %(number)s") % {"number": self.table}
        return f"{table} · {self.names}"


GroupedChoices = list[tuple[str, list[tuple[str, str]]]]


def build_scans_page(event: Tournament) -> ScansPage:
    jobs = Job.objects.filter(kind=SCANNED_PROTOCOLS, book=event.book_id).order_by("-pk")
    sheets = list(event.book.scanned_sheets.select_related("proposed")[:_SHOWN])
    last = _last_report(jobs.filter(state=Job.State.DONE).first())
    games = load_game_choices(event) if sheets or last else []
    choices = grouped_choices(games)
    return ScansPage(
        unfinished=list(jobs.filter(state__in=Job.UNFINISHED)),
        last=None if last is None else _last_pile(*last, games),
        waiting=[WaitingSheet(sheet, answer_form(sheet, choices)) for sheet in sheets],
        count=event.book.scanned_sheets.count() if len(sheets) == _SHOWN else len(sheets),
    )


def answer_form(sheet: ScannedSheet, choices: GroupedChoices) -> ScanAnswerForm:
    """The form for a sheet, with the proposed game first and chosen."""
    proposed = str(sheet.proposed_id or "")
    groups = [
        (_("Proposed"), [(f"{name}", f"{group} · {label}")])
        for group, options in choices
        for name, label in options
        if name == proposed
    ]
    return ScanAnswerForm(
        games=[*groups, *choices], initial={"game": proposed}, auto_id=f"sheet{sheet.pk}_%s"
    )


def load_game_choices(event: Tournament) -> list[EventGame]:
    """The games of an event that take a sheet, in the order of rounds and tables."""
    pairings = event_game_pairings(event).select_related("round").order_by("round__number", "table", "pk")
    rows: list[Pairing] = list(pairings)
    games = {
        game.pk: game
        for game in games_with_sides().filter(pk__in=[pairing.game_id for pairing in rows])
        if not game.is_set_aside
    }
    return [
        EventGame(game.pk, pairing.round.number, pairing.table, " / ".join(side_names(game, full_name)))
        for pairing in rows
        if pairing.game_id is not None and (game := games.get(pairing.game_id)) is not None
    ]


def grouped_choices(games: Sequence[EventGame]) -> GroupedChoices:
    """The choices of a list of games, by round."""
    return [
        (round_label(number), [(str(game.game), game.label) for game in chunk])
        for number, chunk in groupby(games, key=lambda game: game.round)
    ]


def _last_report(job: Job | None) -> tuple[Job, ScanReport] | None:
    """The report of a job, which is kept for a day."""
    if job is None or not has_output(job):
        return None
    with open_output(job) as stored:
        return job, ScanReport.read(stored.read())


def _last_pile(job: Job, report: ScanReport, games: Sequence[EventGame]) -> LastPile:
    filed = set(report.games)
    return LastPile(
        job,
        report,
        [
            FiledGame(game.game, f"{round_label(game.round)} · {game.label}")
            for game in games
            if game.game in filed
        ],
    )
