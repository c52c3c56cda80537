"""The emergency pack of a round: all that is needed to play it on paper when the machines fail, in one file.

Lists for the wall, how far each table is, the standings, a protocol and a slip for each table, the rules. It
is the director's: protocols, slips and the list of tables have full names, and standings that are kept back
are in it too. Knows what a `Source` reads; adds no point, writes nothing, must not know how paper looks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from math import ceil
from typing import TYPE_CHECKING, Final

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.jobs.kinds import Work
from clubs.models import Job
from clubs.people.names import full_name
from clubs.reports.in_languages import beside_each_other, in_each
from clubs.reports.report import Cards, Column, Fact, Kind, Report, Row, Table, Value
from clubs.reports.side_by_side import beside, documents_beside
from clubs.text.dates import shortly
from scoring.core import rulesets
from scoring.core.rulesets.base import RuleSet
from scoring.game.score_sheet import opening
from scoring.printing import blank_forms
from scoring.store.printing_queries import games_now
from scoring.store.queries import GameNow
from scoring.store.sheets import rules_of
from scoring.table import page
from scoring.wording import labels
from scoring.wording.labels import LETTERS
from tournaments.models import Pairing, Round
from tournaments.papers import catalogue, papers
from tournaments.papers.catalogue import BY_CODE, Asked
from tournaments.papers.papers import (
    day_of,
    facts_of,
    paper,
    seated,
    sides_called,
    slip_title,
    together,
)
from tournaments.papers.source import Source
from tournaments.play.queries import TableOfRound
from tournaments.public import rules_in_force
from tournaments.public import tables as event_tables
from tournaments.wording.labels import round_called

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

    from clubs.reports.booklet import Chapter, Section

# For so many tables there is one protocol to spare.
TABLES_TO_A_SPARE: Final = 4
# What to do, in this order.
_STEPS: Final = (
    _lazy("Hang up the pairings, and give each table its protocol and its slip."),
    _lazy(
        "A table that has begun goes on from its totals: its protocol begins with the first deal that is not "
        "written down yet."
    ),
    _lazy(
        "Every deal is written on the protocol. After the game the sides sign it and the slip, and the slip "
        "comes to the desk."
    ),
    _lazy(
        "Once Talon runs again, the deals are typed in as they stand on paper, from the first one missing."
    ),
)


@dataclass
class Pack:
    """What is printed: of which round, in one language or in two side by side."""

    source: Source
    round: Round
    languages: Sequence[str]

    @cached_property
    def tables(self) -> list[TableOfRound]:
        return seated(self.source, self.round)

    @cached_property
    def now(self) -> Mapping[int, GameNow]:
        """How far the games of the round are, by their numbers."""
        games = (table.pairing.game_id for table in self.tables)
        return games_now([game for game in games if game is not None])

    def game_at(self, table: TableOfRound) -> GameNow | None:
        game = table.pairing.game_id
        return None if game is None else self.now[game]

    @cached_property
    def rules(self) -> RuleSet:
        """The event's game with its house rules."""
        event = self.source.event
        return rulesets.with_options(rules_of(event.ruleset), tuple(sorted(event.options.items())))

    @property
    def is_narrow(self) -> bool:
        return len(self.languages) > 1

    def said(self, make: Callable[[], Report]) -> Report:
        """A report in the language of the pack, or in both of them."""
        return beside(*in_each(self.languages, make))

    def called(self, say: Callable[[], str]) -> str:
        """A label in the language of the pack, or in both of them."""
        return beside_each_other(self.languages, say)

    def listed(self, code: str) -> Report | Cards | None:
        """A paper of the event's list, as it is printed there."""
        asked, languages = Asked(self.round), "-".join(self.languages)
        document = catalogue.document(BY_CODE[code], self.source, asked, languages)
        return document if isinstance(document, Report | Cards) else None


# Reports or cards, with what the outline calls each; nothing where its part is all that it is called.
Made = Iterator[tuple[str, Report | Cards | None]]


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the pack: what it is called, what it is for, and what lies in it."""

    label: _StrPromise
    purpose: _StrPromise
    make: Callable[[Pack], Made]
    # Whether anything lies in it, as far as that is known without making it.
    there: Callable[[Pack], bool] = lambda _pack: True


def print_pack(job: Job, work: Work) -> None:
    # Loaded by who prints: a worker has other things to do too.
    from clubs.reports.booklet import Booklet, bind

    drawn = Round.objects.select_related("tournament__book", "tournament__club").get(pk=job.wanted["round"])
    source = Source(drawn.tournament, lambda path: job.wanted["origin"] + path)
    pack = Pack(source, drawn, job.wanted["languages"].split("-"))
    work.out_of(len(PARTS) - 1 + sum(1 for _form in _forms_wanted(pack)))
    with translation.override(pack.languages[0]):
        booklet = Booklet(
            title=together(source.event.name, pack.called(lambda: title_of(drawn))),
            cover=pack.said(lambda: front(pack)),
            sections=sections_of(pack, work),
            language=pack.languages[0],
        )
        bind(booklet, work.into)


def title_of(drawn: Round) -> str:
    return _("Emergency pack of round %(number)s") % {"number": drawn.number}


def sections_of(pack: Pack, work: Work) -> Iterator[Section]:
    """The parts in the order in which they are needed; what there is nothing to say of is left out."""
    from clubs.reports.booklet import Chapter, Section

    def chapters(part: Part) -> Iterator[Chapter]:
        for label, document in part.make(pack):
            if document is not None:
                yield Chapter(label, document)
            work.step()

    return (Section(pack.called(partial(str, part.label)), chapters(part)) for part in PARTS)


# What lies on top.


def front(pack: Pack) -> Report:
    """What is in the pack, how things stood when it was printed, and what to do with it."""
    event = pack.source.event
    contents = Table(
        columns=(Column(_("What is in here")), Column(_("What it is for"))),
        rows=tuple(Row((str(part.label), str(part.purpose))) for part in PARTS if part.there(pack)),
    )
    steps = Table(
        columns=(Column("", Kind.NUMBER), Column("")),
        rows=tuple(Row((at, step)) for at, step in enumerate(steps_of(pack), start=1)),
        caption=_("When the machines fail"),
    )
    report = paper(event, title_of(pack.round))
    stood = Fact(_("As it stood"), shortly(pack.source.stood_at))
    return replace(report, facts=(*facts_of(event), stood), tables=(contents, steps))


def steps_of(pack: Pack) -> Iterator[str]:
    """What is done with what lies in the pack."""
    if _is_played_on(pack):
        return map(str, _STEPS)
    return iter((_("Every game of this round is over: go on from the standings."),))


# Lists.


def _listed(code: str) -> Callable[[Pack], Made]:
    return lambda pack: iter([("", pack.listed(code))])


def _is_published(pack: Pack) -> bool:
    return bool(pack.now)


def _progress(pack: Pack) -> Made:
    """How far the tables are; nothing before the round is published."""
    yield "", pack.said(lambda: _tables_now(pack)) if _is_published(pack) else None


def _tables_now(pack: Pack) -> Report:
    """A line for each side of each table: its total, what it needs to open, the next deal and its dealer."""
    table = Table(
        columns=(
            Column(_("Table"), Kind.NUMBER),
            Column(_("Side")),
            Column(_("Running total"), Kind.NUMBER),
            Column(_("Opening requirement"), Kind.NUMBER, short=_("Needed")),
            # Of a game that is over it says so.
            Column(_("Deal")),
            Column(_("Dealer")),
        ),
        rows=tuple(row for table in pack.tables for row in _rows_of(pack, table)),
    )
    subtitle = together(round_called(pack.round.number), str(_PROGRESS))
    return paper(pack.source.event, subtitle, table)


def _rows_of(pack: Pack, table: TableOfRound) -> Iterator[Row]:
    """What stands once for a table stands beside its first side."""
    now = pack.game_at(table)
    if now is None:
        return
    columns, over = page.columns_of(now), now.game.over
    dealer = "" if over else page.people_of(now).dealer
    deal: Value = str(now.game.get_state_display()) if over else page.current_number(now)
    for at, column in enumerate(columns):
        needed = "" if over else opening(column.opening)
        first = at == 0
        yield Row(
            (
                table.pairing.table if first else None,
                column.name,
                column.total,
                needed,
                deal if first else None,
                dealer if first else "",
            )
        )


def _counts(pack: Pack) -> bool:
    return pack.source.told.counts


def _standings(pack: Pack) -> Made:
    """As they are told; those that are kept back as the director alone reads them."""
    source = pack.source
    kept_back = source.told.hidden and source.told.counts
    yield "", pack.said(lambda: _standings_kept_back(source)) if kept_back else pack.listed("standings")


def _standings_kept_back(source: Source) -> Report:
    report = event_tables.standings(source.at_desk, source.history)
    tables = (replace(table, caption="") for table in report.tables)
    notes = (_("These standings are kept back: they are the director's alone, and not for the wall."),)
    return paper(source.event, report.subtitle, *tables, notes=(*notes, *report.notes))


# Protocols.


@dataclass(frozen=True, slots=True)
class _Wanted:
    """A blank protocol: for which table, from which deal on; or one to spare."""

    table: TableOfRound | None = None
    now: GameNow | None = None
    first: int = 1
    carried: tuple[int, ...] = ()


def _blank_protocols(pack: Pack) -> Made:
    for wanted in _forms_wanted(pack):
        report = pack.said(partial(_filled, pack, wanted))
        yield (
            _called(pack, wanted),
            replace(report, subtitle=together(report.subtitle, *_places_of(pack, wanted))),
        )


def _places_of(pack: Pack, wanted: _Wanted) -> Iterator[str]:
    """The round and the table: they stand on every page of a protocol."""
    if wanted.table is not None:
        yield pack.called(partial(slip_title, pack.round, wanted.table))


def _called(pack: Pack, wanted: _Wanted) -> str:
    """A protocol in the outline: its table, and who plays."""
    if wanted.table is None:
        return pack.called(lambda: _("To spare"))
    table = {"number": wanted.table.pairing.table}
    number = pack.called(lambda: _("Table %(number)s") % table)
    return together(number, " / ".join(sides_called(wanted.table, full_name)))


def _forms_wanted(pack: Pack) -> Iterator[_Wanted]:
    """One for each table, more where more deals were agreed on than one has room for; then those to spare."""
    to_play = _played_on(pack)
    for table in to_play:
        yield from _forms_of(pack, table)
    for _spare in range(ceil(len(to_play) / TABLES_TO_A_SPARE)):
        yield _Wanted()


def _is_played_on(pack: Pack) -> bool:
    return bool(_played_on(pack))


def _played_on(pack: Pack) -> list[TableOfRound]:
    return [table for table in pack.tables if _is_to_play(table)]


def _is_to_play(table: TableOfRound) -> bool:
    game = table.pairing.game
    return table.pairing.kind == Pairing.Kind.PLAYED and (game is None or not game.over)


def _slips(pack: Pack) -> Made:
    """For the tables whose results are still to come."""
    tables = _played_on(pack)
    made = documents_beside(in_each(pack.languages, lambda: papers.slips(pack.source, pack.round, tables)))
    yield "", made if isinstance(made, Cards) else None


def _forms_of(pack: Pack, table: TableOfRound) -> Iterator[_Wanted]:
    now = pack.game_at(table)
    first = 1 if now is None else page.current_number(now)
    last = pack.source.event.agreed.deals if now is None else table.last_agreed
    room = blank_forms.deals_on(pack.rules, len(table.sides), narrow=pack.is_narrow)
    starts = [first] if last is None else range(first, max(first, last) + 1, room)
    carried = _totals_of(now) if now is not None and (first > 1 or now.game.carried) else ()
    for start in starts:
        yield _Wanted(table, now, start, carried if start == first else ())


def _totals_of(now: GameNow) -> tuple[int, ...]:
    return tuple(column.total for column in page.columns_of(now))


def _filled(pack: Pack, wanted: _Wanted) -> Report:
    """A blank protocol with what is known of its head."""
    event, table = pack.source.event, wanted.table
    sides = event.agreed.sides if table is None else len(table.sides)
    form = blank_forms.form(
        pack.rules,
        sides,
        event.club.name,
        narrow=pack.is_narrow,
        first=wanted.first,
        carried=wanted.carried,
    )
    known = dict(_head_of(pack, wanted))
    further = tuple(_told_in(known, line) for line in form.further)
    return replace(form, facts=_told_in(known, form.facts), further=further)


def _told_in(known: Mapping[str, Value], facts: Sequence[Fact]) -> tuple[Fact, ...]:
    """The facts with what is known of them, by what they are called."""
    return tuple(replace(fact, value=known.get(fact.label, fact.value)) for fact in facts)


def _head_of(pack: Pack, wanted: _Wanted) -> Iterator[tuple[str, Value]]:
    """The lines of the head that are known, by what they are called."""
    event, deals = pack.source.event, pack.source.event.agreed.deals
    yield _("Event"), event.name
    yield _("Date"), day_of(event)
    yield _("Played to"), rules_in_force.target_of(event) if deals is None else labels.number_of_deals(deals)
    if wanted.table is None:
        return
    yield _("Round"), pack.round.number
    yield _("Table"), wanted.table.pairing.table
    yield from zip(LETTERS, sides_called(wanted.table, full_name), strict=False)
    if wanted.now is not None:
        yield _("Keeper of the protocol"), page.keeper_of(wanted.now)
        if wanted.first == 1:
            yield _("First dealer"), page.people_of(wanted.now).dealer


_PROGRESS: Final = _lazy("How far the tables are")
PARTS: Final = (
    *(Part(BY_CODE[code].label, BY_CODE[code].purpose, _listed(code)) for code in ("by-table", "by-name")),
    Part(
        _PROGRESS,
        _lazy(
            "Totals; where play goes on also what each side needs to open, which deal is next and who deals: "
            "for the desk."
        ),
        _progress,
        _is_published,
    ),
    Part(
        BY_CODE["standings"].label,
        _lazy("As they are now, to draw the next round from."),
        _standings,
        _counts,
    ),
    Part(
        _lazy("Blank protocols"),
        _lazy("One for each table with its head filled in, and some to spare."),
        _blank_protocols,
        _is_played_on,
    ),
    Part(BY_CODE["slips"].label, BY_CODE["slips"].purpose, _slips, _is_played_on),
    Part(BY_CODE["rules"].label, BY_CODE["rules"].purpose, _listed("rules")),
)
