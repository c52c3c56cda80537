"""The booklet of a whole event: cover, rules in force, entries, rounds, standings, protocols, rulings.

It has full names and signatures, for those in charge. Hidden standings are not in it before they are shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import groupby
from typing import TYPE_CHECKING, Final

from django.utils import translation
from django.utils.translation import gettext as _

from clubs.jobs.kinds import Progress
from clubs.models import Job
from clubs.people.names import NameOf, full_name
from clubs.reports.in_languages import in_each_language, join_languages
from clubs.reports.report import Cover, Fact, Report
from clubs.reports.side_by_side import combine_covers, combine_reports
from clubs.text.dates import short_datetime
from scoring.models import Ruling
from scoring.printing.event_lines import EventLineReader
from tournaments.models import Tournament
from tournaments.papers.booklet_rulings import rulings_report
from tournaments.papers.catalogue import PAPER_KINDS, PaperRequest, of_state
from tournaments.papers.contents import contents_report
from tournaments.papers.paper import event_day, join_parts, make_paper
from tournaments.papers.protocols import (
    ProtocolGame,
    ProtocolPrinting,
    event_game_pairings,
    protocol_chapters,
    protocol_games,
)
from tournaments.papers.source import PaperSource
from tournaments.public import rule_groups, standings
from tournaments.public.event_view import EventView
from tournaments.public.official import official_since
from tournaments.public.queries import event_rulings
from tournaments.public.standings import current_language
from tournaments.wording.labels import round_label

if TYPE_CHECKING:
    from clubs.reports.pdf.booklet import Chapter, Section


class FullNameSource(PaperSource):
    """The data of an event with full names everywhere."""

    @cached_property
    def name_of(self) -> NameOf:
        return full_name

    @cached_property
    def rulings(self) -> Sequence[Ruling]:
        """The rulings, with their jurors."""
        return list(event_rulings(self.event).prefetch_related("jurors__user"))


@dataclass
class EventBooklet:
    """The booklet of an event, in one language or in two side by side."""

    source: FullNameSource
    languages: Sequence[str]
    origin: str
    games: Sequence[ProtocolGame]

    @property
    def event(self) -> Tournament:
        return self.source.event

    def in_languages(self, make: Callable[[], Report | None]) -> Report | None:
        """A report in the language or the two languages of the booklet; None where it is empty."""
        made = in_each_language(self.languages, lambda: of_state(make(), self.source))
        reports = [report for report in made if isinstance(report, Report)]
        return combine_reports(*reports) if reports else None

    def label(self, make: Callable[[], str]) -> str:
        """A label in the language or the two languages of the booklet."""
        return join_languages(self.languages, make)


@dataclass(frozen=True, slots=True)
class _ChapterPlan:
    """A chapter that is made when its turn comes, and its label in the outline."""

    label: str
    make: Callable[[], Report | None]
    # Its tables are in the outline instead.
    lists_tables: bool = False


def print_booklet(job: Job, work: Progress) -> None:
    # Imported here: other workers need no PDF.
    from clubs.reports.pdf.booklet import Booklet, write_booklet

    event = Tournament.objects.select_related("book", "club").get(pk=job.parameters["event"])
    languages, origin = job.parameters["languages"].split("-"), job.parameters["origin"]
    source = FullNameSource(event, lambda path: origin + path)
    event_booklet = EventBooklet(source, languages, origin, protocol_games(event_game_pairings(event)))
    with translation.override(languages[0]):
        parts = _parts_before_protocols(event_booklet) + _parts_after_protocols(event_booklet)
        work.set_total(len(event_booklet.games) + sum(len(chapters) for _label, chapters in parts))
        booklet = Booklet(
            title=join_parts(event.title, event_booklet.label(lambda: _("The whole event"))),
            cover=combine_covers(*in_each_language(languages, lambda: booklet_cover(event_booklet))),
            contents=lambda entries: combine_reports(
                *in_each_language(languages, lambda: contents_report(event, entries))
            ),
            sections=booklet_sections(event_booklet, work),
            language=languages[0],
            # It is bound: nothing of it is handed out.
            two_sided=False,
        )
        write_booklet(booklet, work.output)


# The parts.

_NO_ROUND: Final = PaperRequest()
_PartPlan = tuple[str, Sequence[_ChapterPlan]]


def booklet_sections(event_booklet: EventBooklet, work: Progress) -> Iterator[Section]:
    """The parts in their order, without empty chapters."""
    yield from _sections(_parts_before_protocols(event_booklet), work)
    yield from _protocol_sections(event_booklet, work)
    yield from _sections(_parts_after_protocols(event_booklet), work)


def _parts_before_protocols(event_booklet: EventBooklet) -> list[_PartPlan]:
    """The parts before the protocols."""
    source = event_booklet.source
    summaries = [
        _chapter_plan(partial(str, PAPER_KINDS[code].label), partial(_paper, code), event_booklet)
        for code in ("places", "cross-table", "statistics")
    ]
    return [
        (
            event_booklet.label(lambda: _("Rules in force")),
            [_untitled_chapter(partial(_paper, "rules"), event_booklet)],
        ),
        (event_booklet.label(lambda: _("Entries")), [_untitled_chapter(_entries_report, event_booklet)]),
        (
            event_booklet.label(lambda: _("Rounds")),
            [replace(_untitled_chapter(_rounds_report, event_booklet), lists_tables=True)],
        ),
        (
            event_booklet.label(partial(standings.standings_title, source.view)),
            [_untitled_chapter(partial(_paper, "standings"), event_booklet), *summaries],
        ),
    ]


def _parts_after_protocols(event_booklet: EventBooklet) -> list[_PartPlan]:
    return [
        (
            event_booklet.label(lambda: _("Rulings and penalties")),
            [_untitled_chapter(_rulings_report, event_booklet)],
        )
    ]


def _chapter_plan(
    label: Callable[[], str], make: Callable[[FullNameSource], Report | None], event_booklet: EventBooklet
) -> _ChapterPlan:
    return replace(_untitled_chapter(make, event_booklet), label=event_booklet.label(label))


def _untitled_chapter(
    make: Callable[[FullNameSource], Report | None], event_booklet: EventBooklet
) -> _ChapterPlan:
    """A chapter without a label of its own: that of its part is enough."""
    return _ChapterPlan("", lambda: event_booklet.in_languages(lambda: make(event_booklet.source)))


def _rounds_report(source: PaperSource) -> Report | None:
    """The results of all rounds, under each other: short rounds share a page."""
    published = {round_record.round.number for round_record in source.view.record.rounds}
    reports = [
        (drawn.number, _paper("results", source, PaperRequest(drawn)))
        for drawn in sorted(source.rounds, key=lambda drawn: drawn.number)
        if drawn.number in published
    ]
    tables = tuple(
        replace(table, caption=round_label(number))
        for number, report in reports
        if report is not None
        for table in report.tables
    )
    return make_paper(source.event, _("Results"), *tables) if tables else None


def _paper(code: str, source: PaperSource, request: PaperRequest = _NO_ROUND) -> Report | None:
    """A paper of the catalogue in the active language; None where it is empty."""
    document = PAPER_KINDS[code].make(source, request)
    return document if isinstance(document, Report) else None


def _sections(parts: Iterable[_PartPlan], work: Progress) -> Iterator[Section]:
    from clubs.reports.pdf.booklet import Section

    return (Section(label, _chapters(chapters, work)) for label, chapters in parts)


def _chapters(chapters: Iterable[_ChapterPlan], work: Progress) -> Iterator[Chapter]:
    """The chapters that are not empty."""
    from clubs.reports.pdf.booklet import Chapter

    for plan in chapters:
        report = plan.make()
        if report is not None:
            yield Chapter(plan.label, report, lists_tables=plan.lists_tables)
        work.advance()


def _rulings_report(source: FullNameSource) -> Report | None:
    return rulings_report(source, source.rulings)


def _entries_report(source: PaperSource) -> Report | None:
    report = _paper("start-list", source)
    return None if report is None else replace(report, subtitle=_("Entries"))


def _protocol_sections(event_booklet: EventBooklet, work: Progress) -> Iterator[Section]:
    """The protocol of every game, round by round, with the signatures."""
    from clubs.reports.pdf.booklet import Section

    printing = ProtocolPrinting(event_booklet.languages, event_booklet.origin, EventLineReader())
    for number, games in groupby(event_booklet.games, key=lambda game: game.round):
        label = event_booklet.label(partial(_protocols_label, number))
        yield Section(label, protocol_chapters(list(games), printing, work))


def _protocols_label(number: int) -> str:
    return _("Score sheets of round %(number)s") % {"number": number}


# The cover.


def booklet_cover(event_booklet: EventBooklet) -> Cover:
    event = event_booklet.event
    place = event.club.place
    return Cover(
        organizer=event.club.name,
        title=event.title,
        subtitle=_("The whole event"),
        place_and_date=", ".join(filter(None, (place, event_day(event)))),
        facts=tuple(_cover_facts(event_booklet.source)),
        status=tuple(_state_sentences(event_booklet.source)),
        language=current_language(),
    )


def _cover_facts(source: PaperSource) -> Iterator[Fact]:
    event, view = source.event, source.view
    game, *_others = rule_groups.end_of_game_rules(event, view.agreement.deals)
    yield Fact(_("Game"), game.sentence)
    yield Fact(_("Format"), " ".join(_format_sentences(view)))
    yield Fact(_("Entries"), len(view.entries))
    if source.officials.directors:
        yield Fact(_("The director"), ", ".join(source.officials.directors))


def _format_sentences(view: EventView) -> Iterator[str]:
    """The sides at a table, and the movements of the rounds."""
    table_format = view.agreement.players, view.agreement.sides
    if table_format in rule_groups.TABLE_FORMATS:
        yield str(rule_groups.TABLE_FORMATS[table_format])
    first = 1
    for phase in view.agreement.phases:
        yield rule_groups.rounds_sentence(first, first + phase.rounds - 1, phase.movement)
        first += phase.rounds


def _state_sentences(source: PaperSource) -> Iterator[str]:
    """How final the result is, with a time of the event: the same event always makes the same file."""
    event = source.event
    if (since := official_since(event)) is not None:
        yield since
    elif event.shown_at is not None:
        yield _("Preliminary result, shown on %(moment)s.") % {"moment": short_datetime(event.shown_at)}
    else:
        as_of = short_datetime(source.as_of)
        yield _("The event is not over: standings as of %(moment)s.") % {"moment": as_of}
    if source.view.hidden:
        yield _("The standings are hidden until the results are shown.")
