"""The papers of an event: lists for the wall, slips and cards for the tables, the prize giving.

Each function gives one paper as a report, in the language that is on, or None where there is nothing to say
yet. On what hangs on the wall people are called as everybody may read it, on what is handed over by their
full names. Knows what a `Source` has read; must not know a page, nor how paper looks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext, pgettext

from clubs.models import Player
from clubs.people.names import full_name, public_name
from clubs.reports.numbers import day_written
from clubs.reports.report import (
    Cards,
    Certificate,
    Certificates,
    Column,
    Fact,
    Kind,
    Report,
    Row,
    Table,
    Value,
)
from clubs.reports.tables import without_empty
from clubs.text.alphabet import initial
from scoring.core import rulesets
from scoring.printing import table_cards
from scoring.store.sheets import rules_of
from scoring.wording import labels
from scoring.wording.labels import LETTERS
from tournaments.agreement.agreement import SchemeCode
from tournaments.core.standings import Placing
from tournaments.models import Entry, Round, Tournament
from tournaments.papers.source import Source
from tournaments.play.names import pair_name
from tournaments.play.queries import TableOfRound, players_of
from tournaments.public import (
    cross_table,
    rules_in_force,
)
from tournaments.public import (
    standings as public_standings,
)
from tournaments.public import (
    tables as event_tables,
)
from tournaments.public.event_view import Told
from tournaments.public.rounds import TableShown, alphabetical, name_in_list, round_shown, state_told
from tournaments.public.standings import (
    counts_own,
    entrant,
    language,
    points_written,
    second_column,
    side_called,
    side_in_list,
)
from tournaments.wording.labels import round_called

Call = Callable[[Player], str]
# A place by its word; those below have their number.
_PLACES: Final = {1: _lazy("First place"), 2: _lazy("Second place"), 3: _lazy("Third place")}
# In the place of a letter of the alphabet: those who may not be named.
_NO_LETTER: Final = "\N{HORIZONTAL ELLIPSIS}"
_TO_TICK: Final = "\N{BALLOT BOX}"
_A_PAGE_OF_SLIPS: Final = 4


def paper(event: Tournament, subtitle: str, *tables: Table, notes: Iterable[str] = ()) -> Report:
    """A paper under the event's name, with the columns in which something stands."""
    return Report(
        title=event.name,
        subtitle=subtitle,
        facts=facts_of(event),
        tables=tuple(without_empty(table) for table in tables),
        notes=tuple(notes),
        language=language(),
    )


def facts_of(event: Tournament) -> tuple[Fact, ...]:
    return Fact(_("Club"), event.club.name), Fact(_("Date"), day_of(event))


def day_of(event: Tournament) -> str:
    return date_format(event.on_day, "DATE_FORMAT")


def together(*said: str) -> str:
    return " · ".join(said)


# Before the first round.


def start_list(source: Source) -> Report | None:
    """Who has entered, by full names, with a box to tick for each that is not known to be here."""
    if not source.entries:
        return None
    table = Table(
        columns=(
            Column(_("Number"), Kind.NUMBER),
            Column(entrant(source.told)),
            Column(_("Club")),
            Column(_("State")),
            Column(_("Lot"), Kind.NUMBER),
            Column(_("Keeps table"), Kind.NUMBER),
            Column(_("Present")),
        ),
        rows=tuple(Row(_start_line(entry)) for entry in source.entries.values()),
    )
    return paper(source.event, _("Start list"), table)


def _start_line(entry: Entry) -> tuple[Value, ...]:
    return (
        entry.number,
        pair_name(entry, full_name),
        _homes_of(entry),
        str(entry.get_state_display()),
        entry.lot,
        entry.keeps_table,
        _TO_TICK if entry.state == Entry.State.ENTERED else None,
    )


def _homes_of(entry: Entry) -> str:
    """The clubs of an entry, each once."""
    return ", ".join(dict.fromkeys(player.home_club.name for player in players_of(entry)))


def rules(source: Source) -> Report:
    """The rules in force, with the line on which the chair of the jury approves them."""
    report = rules_in_force.listed(source.event)
    tables = tuple(table for table in report.tables if table.rows)
    return replace(report, tables=tables, signatures=(_("Chair of the jury"),))


def cards_of_tables(source: Source) -> Cards | None:
    """A card for each table of the club: its code and its PIN, and the numbers of the event's game."""
    event = source.event
    chosen = rulesets.with_options(rules_of(event.ruleset), tuple(sorted(event.options.items())))
    short = source.absolute(reverse("scoring:pin"))
    cards = tuple(
        table_cards.card(
            table,
            chosen,
            event.club.name,
            source.absolute(reverse("scoring:table", args=[table.secret])),
            short,
        )
        for table in source.tables_of_club
    )
    if not cards:
        return None
    return Cards(title=_("Cards of the tables"), cards=cards, across=1, down=2, language=language())


def empty_slips(source: Source) -> Cards:
    """A page of slips on which everything is written by hand, the names on lines of their own."""
    letters = LETTERS[: source.event.agreed.sides]
    sides = (Fact(_("Side %(number)s") % {"number": letter}, "", alone=True) for letter in letters)
    head = Fact(_("Round"), ""), Fact(_("Table"), ""), *sides
    signatures = tuple(_("Signature, %(side)s") % {"side": letter} for letter in letters)
    card = replace(_slip(source.told, _("Result slip"), letters), facts=head, signatures=signatures)
    return Cards(title=_("Result slips"), cards=(card,) * _A_PAGE_OF_SLIPS, language=language())


# Each round.


def slips(source: Source, drawn: Round, tables: Sequence[TableOfRound] | None = None) -> Cards | None:
    """A slip for each table of a round, or for some: who sits there is printed, what they make is written."""
    cards = tuple(
        replace(
            _slip(source.told, "\n".join(_round_and_table(drawn, table)), sides_called(table, full_name)),
            address=_address_of_game(source, table),
        )
        for table in (seated(source, drawn) if tables is None else tables)
    )
    if not cards:
        return None
    return Cards(title=_("Result slips"), cards=cards, language=language())


def slip_title(drawn: Round, table: TableOfRound) -> str:
    return together(*_round_and_table(drawn, table))


def _round_and_table(drawn: Round, table: TableOfRound) -> tuple[str, str]:
    return round_called(drawn.number), _("Table %(number)s") % {"number": table.pairing.table}


def _slip(told: Told, title: str, sides: Sequence[str]) -> Report:
    """One slip: it is filled in at the table, signed by the sides, and goes to the desk."""
    columns = (Column(_("Side")), *(Column(name, Kind.NUMBER) for name in figures_of_slip(told)))
    blank = ("",) * (len(columns) - 1)
    return Report(
        title=title,
        subtitle=f"{told.event.name} · {day_written(told.event.on_day, language())}",
        tables=(Table(columns=columns, rows=tuple(Row((side, *blank)) for side in sides), roomy=True),),
        notes=(_("Signed by the sides, to the desk as soon as the game is over."),),
        signatures=tuple(sides),
        language=language(),
    )


def figures_of_slip(told: Told) -> Iterator[str]:
    """What is written of each side: a difference where two meet, points where they are not the total."""
    yield _("Total")
    if told.agreed.sides == 2:
        yield _("Difference")
    if told.agreed.scheme is not SchemeCode.TOTAL:
        yield _("Points")


def _address_of_game(source: Source, table: TableOfRound) -> str:
    """Where the code of a slip leads; nowhere before the round is published."""
    game = table.pairing.game_id
    return source.absolute(reverse("scoring:game", args=[game])) if game is not None else ""


def seated(source: Source, drawn: Round) -> list[TableOfRound]:
    return [table for table in source.tables(drawn) if table.pairing.table is not None]


def sides_called(table: TableOfRound, call: Call) -> list[str]:
    return [" – ".join(pair_name(entry, call) for entry in side.entries) for side in table.sides]


def pairings_by_table(source: Source, drawn: Round) -> Report | None:
    """Who meets whom, table by table."""
    tables = seated(source, drawn)
    if not tables:
        return None
    most = max(len(table.sides) for table in tables)
    rows = (Row((table.pairing.table, *_padded(sides_called(table, public_name), most))) for table in tables)
    table = Table(
        columns=(
            Column(_("Table"), Kind.NUMBER),
            *(Column(side_called(source.told, at)) for at in range(1, most + 1)),
        ),
        rows=tuple(rows),
    )
    return paper(source.event, round_called(drawn.number), table, notes=_sitting_out(source, drawn))


def _padded(names: Sequence[str], most: int) -> list[str]:
    return [*names, *([""] * (most - len(names)))]


def _sitting_out(source: Source, drawn: Round) -> Iterator[str]:
    out = [
        name
        for table in source.tables(drawn)
        if table.pairing.table is None
        for name in sides_called(table, public_name)
    ]
    if out:
        yield _("Sits out: %(names)s") % {"names": ", ".join(out)}


def pairings_by_name(source: Source, drawn: Round, alphabet: str) -> Report | None:
    """“Where do I sit?”: everybody in the order of an alphabet, under the letters of the family names."""
    seats = sorted(
        (
            (*alphabetical(player, alphabet), player, table.pairing.table)
            for table in source.tables(drawn)
            for side in table.sides
            for entry in side.entries
            for player in players_of(entry)
        ),
        key=lambda seat: seat[:2],
    )
    if not seats:
        return None
    table = Table(
        columns=(Column(_("Player")), Column(_("Table"), Kind.NUMBER)),
        rows=tuple(_rows_by_letter([(player, number) for _order, _pk, player, number in seats], alphabet)),
    )
    subtitle = together(round_called(drawn.number), _("Where do I sit?"))
    return replace(paper(source.event, subtitle), tables=(table,))


def _rows_by_letter(seats: Iterable[tuple[Player, int | None]], alphabet: str) -> Iterator[Row]:
    for letter, together in groupby(seats, key=lambda seat: _letter_of(seat[0], alphabet)):
        yield Row((letter, None), opens=True)
        for player, number in together:
            yield Row((name_in_list(player), _("sits out") if number is None else number))


def _letter_of(player: Player, alphabet: str) -> str:
    return initial(player.family_name, alphabet) if player.may_publish else _NO_LETTER


def results(source: Source, drawn: Round) -> Report | None:
    """What each side has made in a round, a line for each of them; nothing before it is published."""
    told = source.told
    played = told.round(drawn.number)
    if played is None:
        return None
    table = Table(
        columns=(
            Column(_("Table"), Kind.NUMBER),
            Column(side_in_list(told)),
            *(Column(title, Kind.NUMBER) for title in (_("Result"), _("Points"))),
            *(Column(title) for title in (_("State"), _("Reason"), _("Remark"))),
        ),
        rows=tuple(row for table in round_shown(told, played).tables for row in _result_rows(table)),
    )
    return paper(source.event, together(round_called(drawn.number), _("Results")), table)


def _result_rows(table: TableShown) -> Iterator[Row]:
    """What is said once of a table stands beside its first side."""
    said: tuple[Value, ...] = (table.table, event_tables.how_it_stands(table), table.reason)
    for side in table.sides:
        number, state, reason = said
        yield Row((number, side.name, side.total, side.points, state, reason, side.note))
        said = (None, "", "")


# Afterwards, and after each round.


def standings(source: Source) -> Report | None:
    """The standings, and after which round; nothing while they are kept back."""
    told = source.told
    if told.last is None or not told.counts or told.hidden:
        return None
    report = event_tables.standings(told, source.history)
    return Report(
        title=report.title,
        subtitle=report.subtitle,
        facts=report.facts,
        tables=tuple(without_empty(replace(table, caption="")) for table in report.tables),
        notes=report.notes,
        language=report.language,
    )


def places(source: Source) -> Report | None:
    """Everybody's places from round to round."""
    if not source.told.counts or source.told.hidden:
        return None
    told = source.told
    notes = (*state_told(told), *public_standings.late_told(told))
    return _alone(source, event_tables.places(told, source.history), notes)


def cross(source: Source) -> Report | None:
    """Who met whom and how it went."""
    if not source.told.counts or source.told.hidden:
        return None
    crossed = cross_table.cross_of(source.told)
    notes = (*state_told(source.told), *crossed.legend)
    return replace(paper(source.event, _("Crosstable"), notes=notes), tables=(crossed.table,))


def statistics(source: Source) -> Report | None:
    tables = event_tables.statistics(source.told, source.hands, source.contracts)
    return paper(source.event, _("Statistics"), *tables, notes=state_told(source.told)) if tables else None


def charges(source: Source) -> Report | None:
    return _alone(source, event_tables.charges(source.told, *source.charged, for_the_folder=True))


def _alone(source: Source, table: Table | None, notes: Iterable[str] = ()) -> Report | None:
    """A paper of one table, which is called as the table is."""
    if table is None:
        return None
    return paper(source.event, table.caption, replace(table, caption=""), notes=notes)


# The prize giving.


def placed(source: Source, most: int | None) -> list[Placing]:
    """The first of the standings: those who share the last place among them too."""
    if not source.at_desk.counts:
        return []
    return [placing for placing in source.at_desk.placings if most is None or placing.place <= most]


def prize_list(source: Source, most: int | None = None) -> Report | None:
    """Places with names, clubs and points, and a line for each to sign for the prize."""
    told, first = source.at_desk, placed(source, most)
    if not first:
        return None
    table = Table(
        columns=(
            Column(pgettext("rank", "Place"), Kind.NUMBER),
            Column(entrant(told)),
            Column(_("Club")),
            Column(_("Points"), Kind.NUMBER),
            second_column(told),
            Column(_("Prize received")),
        ),
        rows=tuple(Row(_prize_line(source, placing)) for placing in first),
        roomy=True,
    )
    return replace(
        paper(source.event, _("Prize list"), notes=state_told(told)),
        tables=(table,),
        signatures=(_("The director"), _("For %(club)s") % {"club": source.event.club.name}),
    )


def _prize_line(source: Source, placing: Placing) -> tuple[Value, ...]:
    told, number = source.at_desk, placing.sum.entry
    return (
        placing.place,
        told.entries[number].name,
        _homes_of(source.entries[number]),
        points_written(told, placing.sum.points),
        placing.sum.own if counts_own(told) else placing.sum.difference,
        "",
    )


def is_played(source: Source) -> bool:
    """All rounds are closed: no place is won any more by playing on."""
    told = source.at_desk
    last = told.last
    return last is not None and last.number >= told.agreed.rounds and last.state == Round.State.CLOSED


def certificates(source: Source, most: int | None = None) -> Certificates | None:
    """A certificate for each of the first, or for everybody; nothing while rounds are to be played."""
    event, first = source.event, placed(source, most)
    if not first or not is_played(source):
        return None
    return Certificates(
        title=_("Certificate"),
        awarded=ngettext("is awarded to", "is awarded to", event.agreed.players),
        certificates=tuple(_certificate(source, placing) for placing in first),
        signatures=(_("The director"), _("For %(club)s") % {"club": event.club.name}),
        language=language(),
    )


def _certificate(source: Source, placing: Placing) -> Certificate:
    event, number = source.event, placing.sum.entry
    return Certificate(
        names=tuple(full_name(player) for player in source.at_desk.entries[number].players),
        club=_homes_of(source.entries[number]),
        place=_place_called(placing),
        event=event.name,
        facts=(labels.ruleset_name(event.ruleset), event.club.name, day_of(event)),
    )


def _place_called(placing: Placing) -> str:
    """In words, and that it is shared."""
    called = _PLACES.get(placing.place)
    place = str(called) if called else _("Place %(number)s") % {"number": placing.place}
    return _("%(place)s, shared") % {"place": place} if placing.shared else place
