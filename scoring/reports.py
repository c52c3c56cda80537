"""What a game's documents say, as reports.

Knows stored results and sentences; must not add a point, query anything or know how a report looks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from clubs.reports.numbers import written
from clubs.reports.report import Column, Fact, Kind, Report, Row, Table, Value
from scoring import option_words, reading, statistics, words
from scoring.core.contract import Outcome
from scoring.history import Charged
from scoring.models import Deal, Game
from scoring.overrides import Override
from scoring.queries import DealRow
from scoring.sheets import judged_of, result_rows, sentences_of_game, state_of_deal
from scoring.signing_page import Signatures
from scoring.told_rulings import RulingTold


def protocol(
    game: Game,
    names: Sequence[str],
    rows: Sequence[DealRow],
    charged: Sequence[Charged] = (),
    rulings: Sequence[RulingTold] = (),
    *,
    overrides: Sequence[Override] = (),
    signatures: Signatures | None = None,
) -> Report:
    """The protocol as on paper: a column for each side, base, cards, deal total and running total."""
    return Report(
        title=_("Protocol"),
        subtitle=words.ruleset_name(game.ruleset),
        facts=(
            Fact(_("Club"), game.book.club.name),
            Fact(_("Table"), game.label),
            Fact(_("Day"), date_format(localtime(game.opened_at), "DATE_FORMAT")),
            Fact(_("Rules, edition"), game.edition),
        ),
        tables=(Table(columns=columns_of(names), rows=tuple(protocol_rows(game, rows))),),
        notes=(
            *sentences_of_game(game, names, rows),
            *(ruling_note(ruling) for ruling in rulings),
            *(charged_note(entry) for entry in charged),
            *(sentence for override in overrides for sentence in override.sentences),
            *signing_notes(signatures),
            *(f"{rule.label}: {rule.value}" for rule in house_rules(game)),
        ),
        signatures=tuple(signature_lines(names, signatures)),
        language=get_language() or "en",
    )


def signature_lines(names: Sequence[str], signatures: Signatures | None) -> Iterator[str]:
    """A line for each who has signed on the screen and for each who is missing; else one for each side."""
    if signatures is None or not (signatures.now.given or signatures.signed_at):
        yield from (_("Signature, %(side)s") % {"side": name} for name in names)
        return
    for one in signatures.now.given:
        yield f"{one.sentence}\n{moment(one.at)}"
    yield from signatures.now.names


def signing_notes(signatures: Signatures | None) -> Iterator[str]:
    """When the game was signed, why somebody refused or was signed for, and what was changed after it."""
    if signatures is None:
        return
    if signatures.signed_at is not None:
        yield _("Signed on %(time)s.") % {"time": moment(signatures.signed_at)}
    for one in signatures.now.given:
        if one.reason:
            yield f"{one.sentence} {one.reason}"
    for change in signatures.changes:
        where = f"{change.label}, {change.side}" if change.side else change.label
        said = {"where": where, "before": change.before, "after": change.after}
        yield _("Changed after it was signed: %(where)s, %(before)s → %(after)s") % said
    for before in signatures.before:
        if before.reopened_at is not None:
            said = {
                "time": moment(before.signed_at),
                "again": moment(before.reopened_at),
                "why": before.because,
            }
            yield _("Signed on %(time)s, opened again by the director on %(again)s: %(why)s") % said


def moment(at: datetime) -> str:
    return date_format(localtime(at), "DATETIME_FORMAT")


def facts_of_game(game: Game) -> list[Fact]:
    """What a game is played by, and since when."""
    return [
        played_to(game),
        *house_rules(game),
        Fact(_("Opened"), date_format(localtime(game.opened_at), "DATETIME_FORMAT")),
        Fact(_("Rules, edition"), game.edition),
    ]


def played_to(game: Game) -> Fact:
    """What ends the game: its target, or the last of so many deals."""
    if game.deals_agreed is not None:
        return Fact(_("Played over"), words.number_of_deals(game.deals_agreed))
    return Fact(_("Played to"), written(reading.target_of(game), get_language() or "en"))


def columns_of(names: Sequence[str]) -> tuple[Column, ...]:
    return (Column(""), *(Column(name, Kind.NUMBER) for name in names))


def house_rules(game: Game) -> Iterator[Fact]:
    """What was agreed otherwise than the rules begin with: about what, and how."""
    rules = reading.rules_of(game.ruleset, game.edition)
    for name, value in reading.options_of(game):
        option = rules.option(name)
        if option is not None and value != option.choices[0].value:
            label, agreed = option_words.OPTIONS[f"{game.ruleset}/{name}"]
            yield Fact(str(label), str(agreed[value]))


def protocol_rows(game: Game, rows: Sequence[DealRow]) -> Iterator[Row]:
    """The deals that were written down, what was charged beside them, and what the game comes to."""
    for row in rows:
        yield from deal_rows(row)
    for last in result_rows(game):
        yield Row((last.label, *last.figures), total=last.kind == "result")


def deal_rows(row: DealRow) -> Iterator[Row]:
    """What a deal counts; one that does not count says so."""
    heading, state = {"number": row.deal.number}, state_of_deal(row.deal)
    if row.hands:
        yield Row((_("Deal %(number)s: base") % heading, *(hand.base for hand in row.hands)))
        yield Row((_("Deal %(number)s: cards") % heading, *(hand.cards for hand in row.hands)))
        yield Row((_("Deal %(number)s: total") % heading, *(hand.total for hand in row.hands)))
        yield Row((_("Running total"), *(hand.after for hand in row.hands)), total=True)
    elif row.version is not None and state is not None:
        said = {**heading, "state": state.label}
        sides = reading.sides_of(row.version.result)
        yield Row((_("Deal %(number)s: %(state)s") % said, *("" for _side in sides)))


def charged_note(entry: Charged) -> str:
    """An entry of the ledger in a sentence; one that was taken back says so."""
    why = entry.reason if entry.cited is None else f"{entry.reason} ({entry.cited.label})"
    said = {"side": entry.side, "points": words.signed(entry.points), "why": why, "number": entry.deal}
    if entry.cancelled_at is not None:
        return _("Taken back: %(side)s, %(points)s, %(why)s") % said
    if entry.deal is not None:
        return _("Penalty or award in deal %(number)s: %(side)s, %(points)s, %(why)s") % said
    return _("Penalty or award: %(side)s, %(points)s, %(why)s") % said


def ruling_note(ruling: RulingTold) -> str:
    """A ruling in a sentence: of which deal, who decided, what becomes of it; taken back it says so."""
    text = " ".join(ruling.text.split())
    why = text if ruling.cited is None else f"{text} ({ruling.cited.label})"
    said = {"ruling": ruling.number, "by": ruling.by, "number": ruling.deal, "text": why}
    if ruling.cancelled_at is not None:
        return _("Ruling %(ruling)s (%(by)s), taken back: %(text)s") % said
    if ruling.deal is None:
        return _("Ruling %(ruling)s (%(by)s): %(text)s") % said
    if not ruling.outcome:
        return _("Ruling %(ruling)s on deal %(number)s (%(by)s): %(text)s") % said
    told = {**said, "outcome": ruling.outcome}
    return _("Ruling %(ruling)s on deal %(number)s (%(by)s), %(outcome)s: %(text)s") % told


# Progress and statistics.


def progress(names: Sequence[str], start: Sequence[int], rows: Sequence[DealRow]) -> Table:
    """The running totals from deal to deal: what the drawing shows, in figures."""
    after = (Row((deal_name(row.deal), *(hand.after for hand in row.hands))) for row in rows if row.hands)
    return Table(
        columns=(Column(_("Deal")), *(Column(name, Kind.NUMBER) for name in names)),
        rows=(Row((_("Before"), *start)), *after),
    )


def deal_name(deal: Deal) -> str:
    return _("Deal %(number)s") % {"number": deal.number}


def statistics_of(game: Game, names: Sequence[str], rows: Sequence[DealRow]) -> Table:
    """What the sides have done: combinations by class, deals, going out, contracts."""
    sides = [statistics.of_side(hands) for hands in played_hands(rows, len(names))]
    made = [side.combinations for side in sides]
    return Table(
        columns=columns_of(names),
        rows=(
            *(
                Row((words.line_name(game.ruleset, code), *(each.get(code, 0) for each in made)))
                for code in combinations_made(game, made)
            ),
            Row((_("Deals counted"), *(side.deals for side in sides))),
            Row((_("Biggest deal"), *(biggest(side) for side in sides))),
            Row((_("Points a deal, on average"), *(side.average for side in sides))),
            Row((_("Times gone out"), *(side.went_out for side in sides))),
            *(contract_rows(sides) if any(side.bid for side in sides) else ()),
        ),
    )


def combinations_made(game: Game, made: Sequence[Mapping[str, int]]) -> list[str]:
    """The classes that any side has, in the order of the rules."""
    codes = (one.code for one in reading.rules_of(game.ruleset, game.edition).combinations)
    return [code for code in codes if any(code in each for each in made)]


def biggest(side: statistics.SideStatistics) -> Value:
    """The figure, and in which deal it was."""
    if side.best is None:
        return None
    figure = written(side.best, get_language() or "en")
    return _("%(points)s (deal %(number)s)") % {"points": figure, "number": side.best_deal}


def contract_rows(sides: Sequence[statistics.SideStatistics]) -> tuple[Row, ...]:
    return (
        Row((_("Contracts bid"), *(side.bid for side in sides))),
        Row((_("Contracts made"), *(side.made for side in sides))),
        Row((_("Contracts robbed from the others"), *(side.robbed for side in sides))),
    )


def played_hands(rows: Sequence[DealRow], sides: int) -> list[list[statistics.PlayedHand]]:
    """The hands that count, side by side."""
    counted = [row for row in rows if row.hands]
    return [[played_hand(row, side) for row in counted] for side in range(sides)]


def played_hand(row: DealRow, side: int) -> statistics.PlayedHand:
    sheet, judged, hand = row.sheet, judged_of(row), row.hands[side]
    bidder = sheet.contract.side if sheet.contract else None
    outcome = judged["outcome"] if judged else None
    written_hand = sheet.hands[side]
    return statistics.PlayedHand(
        deal=row.deal.number,
        total=hand.total,
        combinations=hand.combinations,
        went_out=written_hand is not None and written_hand.went_out,
        outcome=outcome if side == bidder else None,
        robbed=outcome == Outcome.ROBBED and side != bidder,
    )
