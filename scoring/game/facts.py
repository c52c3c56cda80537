"""What is told of a game in facts and tables: what it is played by, its progress, what its sides have done.

Knows stored results and sentences; must not add a point, query anything or know how a report looks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from clubs.reports.numbers import written
from clubs.reports.report import Column, Fact, Kind, Row, Table, Value
from scoring.core.contract import Outcome
from scoring.game import statistics
from scoring.game.score_sheet import judged_of
from scoring.models import Deal, Game
from scoring.store import sheets
from scoring.store.queries import DealRow
from scoring.wording import labels, options


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
        return Fact(_("Played over"), labels.number_of_deals(game.deals_agreed))
    return Fact(_("Played to"), written(sheets.target_of(game), get_language() or "en"))


def _columns_of(names: Sequence[str]) -> tuple[Column, ...]:
    return (Column(""), *(Column(name, Kind.NUMBER) for name in names))


def house_rules(game: Game) -> Iterator[Fact]:
    """What was agreed otherwise than the rules begin with: about what, and how."""
    rules = sheets.rules_of(game.ruleset, game.edition)
    for name, value in sheets.options_of(game):
        option = rules.option(name)
        if option is not None and value != option.choices[0].value:
            label, agreed = options.OPTIONS[f"{game.ruleset}/{name}"]
            yield Fact(str(label), str(agreed[value]))


# Progress and statistics.


def progress(names: Sequence[str], start: Sequence[int], rows: Sequence[DealRow]) -> Table:
    """The running totals from deal to deal: what the drawing shows, in figures."""
    after = (Row((_deal_name(row.deal), *(hand.after for hand in row.hands))) for row in rows if row.hands)
    return Table(
        columns=(Column(_("Deal")), *(Column(name, Kind.NUMBER) for name in names)),
        rows=(Row((_("Before"), *start)), *after),
    )


def _deal_name(deal: Deal) -> str:
    return _("Deal %(number)s") % {"number": deal.number}


def statistics_of(game: Game, names: Sequence[str], rows: Sequence[DealRow]) -> Table:
    """What the sides have done: combinations by class, deals, going out, contracts."""
    sides = [statistics.of_side(hands) for hands in _played_hands(rows, len(names))]
    made = [side.combinations for side in sides]
    return Table(
        columns=_columns_of(names),
        rows=(
            *(
                Row((labels.line_name(game.ruleset, code), *(each.get(code, 0) for each in made)))
                for code in _combinations_made(game, made)
            ),
            Row((_("Deals counted"), *(side.deals for side in sides))),
            Row((_("Biggest deal"), *(_biggest(side) for side in sides))),
            Row((_("Points a deal, on average"), *(side.average for side in sides))),
            Row((_("Times gone out"), *(side.went_out for side in sides))),
            *(_contract_rows(sides) if any(side.bid for side in sides) else ()),
        ),
    )


def _combinations_made(game: Game, made: Sequence[Mapping[str, int]]) -> list[str]:
    """The classes that any side has, in the order of the rules."""
    codes = (one.code for one in sheets.rules_of(game.ruleset, game.edition).combinations)
    return [code for code in codes if any(code in each for each in made)]


def _biggest(side: statistics.SideStatistics) -> Value:
    """The figure, and in which deal it was."""
    if side.best is None:
        return None
    figure = written(side.best, get_language() or "en")
    return _("%(points)s (deal %(number)s)") % {"points": figure, "number": side.best_deal}


def _contract_rows(sides: Sequence[statistics.SideStatistics]) -> tuple[Row, ...]:
    return (
        Row((_("Contracts bid"), *(side.bid for side in sides))),
        Row((_("Contracts made"), *(side.made for side in sides))),
        Row((_("Contracts robbed from the others"), *(side.robbed for side in sides))),
    )


def _played_hands(rows: Sequence[DealRow], sides: int) -> list[list[statistics.PlayedHand]]:
    """The hands that count, side by side."""
    counted = [row for row in rows if row.hands]
    return [[_played_hand(row, side) for row in counted] for side in range(sides)]


def _played_hand(row: DealRow, side: int) -> statistics.PlayedHand:
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
