"""The booklet of a whole event: cover, rules in force, entries, rounds, standings, protocols, rulings.

Those in charge keep it: everybody is called by the full name, and the protocols bear their signatures.
Standings that are kept back are not in it before they are shown. Knows what a `Source` reads; adds no point,
writes nothing, must not know how paper looks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import groupby
from typing import TYPE_CHECKING

from django.utils import translation
from django.utils.translation import gettext as _

from clubs.jobs.kinds import Work
from clubs.models import Job
from clubs.people.names import full_name
from clubs.reports.in_languages import beside_each_other, in_each
from clubs.reports.report import Column, Cover, Fact, Kind, Report, Row, Table, Value
from clubs.reports.side_by_side import beside, cover_beside
from clubs.text.dates import shortly
from clubs.web.tables import named
from scoring.game.rulings import at_the_desk, decided_by
from scoring.models import Adjustment, Ruling
from scoring.printing.event_lines import Events
from tournaments.models import EventAdjustment, Tournament
from tournaments.papers import papers
from tournaments.papers.catalogue import BY_CODE
from tournaments.papers.papers import day_of, paper, together
from tournaments.papers.protocols import Printed, Sheet, chapters_of, games_of_event, sheets_of
from tournaments.papers.source import Source
from tournaments.play.event_record import Met
from tournaments.public import event_view, rules_in_force, standings
from tournaments.public.event_view import Told
from tournaments.public.rounds import official_since
from tournaments.public.rulings import is_removed
from tournaments.public.standings import column_of_rounds, language, points_in
from tournaments.public.statistics import side_name
from tournaments.public.tables import paragraph
from tournaments.wording.labels import round_called

if TYPE_CHECKING:
    from clubs.reports.booklet import Chapter, Section


class AtDesk(Source):
    """An event of which everything is told by full names."""

    @cached_property
    def told(self) -> Told:
        return event_view.event_told(self.event, full_name)

    @cached_property
    def rulings(self) -> Sequence[Ruling]:
        """What was decided, and who sat."""
        return list(event_view.rulings_of(self.event).prefetch_related("jurors__user"))


@dataclass
class Book:
    """What is bound: of which event, in one language or in two side by side."""

    source: AtDesk
    languages: Sequence[str]
    origin: str
    sheets: Sequence[Sheet]

    @property
    def event(self) -> Tournament:
        return self.source.event

    def said(self, make: Callable[[], Report | None]) -> Report | None:
        """A report in the language of the book, or in both of them; nothing where there is nothing to say."""
        made = [report for report in in_each(self.languages, make) if report is not None]
        return beside(*made) if made else None

    def called(self, say: Callable[[], str]) -> str:
        """A label in the language of the book, or in both of them."""
        return beside_each_other(self.languages, say)


# A report when its turn has come, and what the outline calls it; nothing where its part says it.
_Leaf = tuple[str, Callable[[], Report | None]]


def print_book(job: Job, work: Work) -> None:
    # Loaded by who prints: a worker has other things to do too.
    from clubs.reports.booklet import Booklet, bind

    event = Tournament.objects.select_related("book", "club").get(pk=job.wanted["event"])
    languages, origin = job.wanted["languages"].split("-"), job.wanted["origin"]
    source = AtDesk(event, lambda path: origin + path)
    book = Book(source, languages, origin, sheets_of(games_of_event(event)))
    with translation.override(languages[0]):
        work.out_of(len(book.sheets) + sum(len(leaves) for _label, leaves in _before(book) + _after(book)))
        booklet = Booklet(
            title=together(event.name, book.called(lambda: _("The whole event"))),
            cover=cover_beside(*in_each(languages, lambda: cover(book))),
            sections=sections_of(book, work),
            language=languages[0],
        )
        bind(booklet, work.into)


# The parts.

_Part = tuple[str, Sequence[_Leaf]]


def sections_of(book: Book, work: Work) -> Iterator[Section]:
    """The parts in their order; what there is nothing to say of is left out."""
    yield from _bound(_before(book), work)
    yield from _protocols(book, work)
    yield from _bound(_after(book), work)


def _before(book: Book) -> list[_Part]:
    """What stands before the protocols."""
    source = book.source
    beside_standings = (
        (BY_CODE["places"], papers.places),
        (BY_CODE["cross-table"], papers.cross),
        (BY_CODE["statistics"], papers.statistics),
    )
    summed = [_leaf(partial(str, one.label), make, book) for one, make in beside_standings]
    return [
        (book.called(lambda: _("Rules in force")), [_unnamed(papers.rules, book)]),
        (book.called(lambda: _("Entries")), [_unnamed(_entries, book)]),
        (book.called(lambda: _("Rounds")), [_round_leaf(book, number) for number in _rounds_in(source.told)]),
        (
            book.called(partial(standings.standings_called, source.told)),
            [_unnamed(papers.standings, book), *summed],
        ),
    ]


def _after(book: Book) -> list[_Part]:
    return [(book.called(lambda: _("Rulings and penalties")), [_unnamed(_rulings, book)])]


def _leaf(label: Callable[[], str], make: Callable[[AtDesk], Report | None], book: Book) -> _Leaf:
    return book.called(label), lambda: book.said(lambda: make(book.source))


def _unnamed(make: Callable[[AtDesk], Report | None], book: Book) -> _Leaf:
    """What is called as its part is."""
    return "", lambda: book.said(lambda: make(book.source))


def _rounds_in(told: Told) -> list[int]:
    return [played.round.number for played in told.story.rounds]


def _round_leaf(book: Book, number: int) -> _Leaf:
    drawn = next(one for one in book.source.rounds if one.number == number)
    return _leaf(partial(round_called, number), lambda source: papers.results(source, drawn), book)


def _bound(parts: Iterable[_Part], work: Work) -> Iterator[Section]:
    from clubs.reports.booklet import Section

    return (Section(label, _chapters(leaves, work)) for label, leaves in parts)


def _chapters(leaves: Iterable[_Leaf], work: Work) -> Iterator[Chapter]:
    """What there is something to say of."""
    from clubs.reports.booklet import Chapter

    for label, make in leaves:
        report = make()
        if report is not None:
            yield Chapter(label, report)
        work.step()


def _entries(source: Source) -> Report | None:
    report = papers.start_list(source)
    return None if report is None else replace(report, subtitle=_("Entries"))


def _protocols(book: Book, work: Work) -> Iterator[Section]:
    """Every game, round by round, with the signatures as they were drawn."""
    from clubs.reports.booklet import Section

    printed = Printed(book.languages, book.origin, Events())
    for number, sheets in groupby(book.sheets, key=lambda sheet: sheet.round):
        label = book.called(partial(_protocols_called, number))
        yield Section(label, chapters_of(list(sheets), printed, work))


def _protocols_called(number: int) -> str:
    return _("Protocols of round %(number)s") % {"number": number}


# The cover.


def cover(book: Book) -> Cover:
    event = book.event
    place = event.club.place
    return Cover(
        whose=event.club.name,
        title=event.name,
        subtitle=_("The whole event"),
        when=", ".join(filter(None, (place, day_of(event)))),
        facts=tuple(_facts(book.source)),
        said=tuple(_said_of_state(book.source)),
        language=language(),
    )


def _facts(source: Source) -> Iterator[Fact]:
    event, told = source.event, source.told
    game, *_others = rules_in_force.rules_of_the_end(event, told.agreed.deals)
    yield Fact(_("Game"), game.sentence)
    yield Fact(_("Format"), " ".join(_format_told(told)))
    yield Fact(_("Entries"), len(told.entries))
    if source.directors:
        yield Fact(_("The director"), ", ".join(source.directors))


def _format_told(told: Told) -> Iterator[str]:
    """Who sits at a table, and how the rounds are made."""
    form = told.agreed.players, told.agreed.sides
    if form in rules_in_force.TABLES:
        yield str(rules_in_force.TABLES[form])
    first = 1
    for phase in told.agreed.phases:
        yield rules_in_force.rounds_sentence(first, first + phase.rounds - 1, phase.movement)
        first += phase.rounds


def _said_of_state(source: Source) -> Iterator[str]:
    """How final it is, by the moment of the event and not of the paper: the same event is the same file."""
    event = source.event
    if event.official_at is not None:
        yield official_since(event.official_at)
    elif event.shown_at is not None:
        yield _("Preliminary result, shown %(moment)s.") % {"moment": shortly(event.shown_at)}
    else:
        stood = shortly(source.stood_at)
        yield _("The event is not over: this is how it stood %(moment)s.") % {"moment": stood}
    if source.told.hidden:
        yield _("The standings are hidden until the results are shown.")


# Rulings, and what was charged: each with its paragraph and its reason.


def _rulings(source: AtDesk) -> Report | None:
    told = source.told
    played = {met.pairing.game_id: (one.round.number, met) for one in told.story.rounds for met in one.met}
    tables = [
        _rulings_table(source.rulings),
        _charges_table(told, played, source.charged.in_games),
        *([] if told.hidden else [_in_standings_table(told, source.charged.in_standings)]),
    ]
    there = [table for table in tables if table.rows]
    return paper(source.event, _("Rulings and penalties"), *there) if there else None


# Where a game was played: the round, and the pairing with who met there.
_Seats = Mapping[int | None, tuple[int, Met]]


def _where_columns() -> tuple[Column, ...]:
    return column_of_rounds(), *(Column(title, Kind.NUMBER) for title in (_("Table"), _("Deal")))


def _rulings_table(given: Iterable[Ruling]) -> Table:
    """What the jury or the director has decided, and who sat; in rounds that were removed too."""
    return Table(
        columns=(*_where_columns(), *named(_("Decision"), _("Paragraph"), _("Who decided"), _("When"))),
        rows=tuple(
            Row(
                (
                    one.game.pairing.round.number,
                    one.game.pairing.table,
                    one.deal.number if one.deal else None,
                    _decided(one),
                    paragraph(one.rule),
                    decided_by(one, at_the_desk),
                    shortly(one.at),
                )
            )
            for one in given
        ),
        caption=_("Rulings"),
    )


def _decided(ruling: Ruling) -> str:
    if is_removed(ruling.game.pairing):
        return _("%(decision)s (the round was removed)") % {"decision": ruling.text}
    return ruling.text


def _charges_table(told: Told, played: _Seats, charges: Iterable[Adjustment]) -> Table:
    return Table(
        columns=(
            *_where_columns(),
            Column(_("Side")),
            Column(_("Points"), Kind.NUMBER),
            *named(_("Reason"), _("Paragraph"), _("When")),
        ),
        rows=tuple(
            Row(
                (
                    *_place(played, one.game_id, one.deal.number if one.deal else None),
                    side_name(told, played[one.game_id][1], one.side.number),
                    one.points,
                    one.reason,
                    paragraph(one.rule),
                    shortly(one.at),
                )
            )
            for one in charges
            if one.game_id in played
        ),
        caption=_("Penalties and awards in games"),
    )


def _place(played: _Seats, game: int, deal: int | None) -> tuple[Value, ...]:
    number, met = played[game]
    return number, met.pairing.table, deal


def _in_standings_table(told: Told, charges: Iterable[EventAdjustment]) -> Table:
    return Table(
        columns=(
            Column(_("Entry")),
            Column(_("How much"), Kind.NUMBER),
            *named(_("Counted in"), _("Reason"), _("Paragraph"), _("When")),
        ),
        rows=tuple(
            Row(
                (
                    told.entries[one.entry.number].name,
                    _amount_of(told, one),
                    str(one.get_unit_display()),
                    one.reason,
                    paragraph(one.rule),
                    shortly(one.at),
                )
            )
            for one in charges
        ),
        caption=_("Penalties and awards in the standings"),
    )


def _amount_of(told: Told, charge: EventAdjustment) -> Value:
    in_points = charge.unit == EventAdjustment.Unit.POINTS
    return points_in(told.event, told.agreed, charge.amount) if in_points else charge.amount
