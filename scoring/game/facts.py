"""Facts and tables of a game: its rules, its progress, and the statistics of its sides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from clubs.reports.numbers import format_value
from clubs.reports.report import Column, ColumnKind, Fact, ReportTable, Row, Value
from scoring.core.contract import ContractOutcome
from scoring.game import statistics
from scoring.game.score_sheet import contract_result
from scoring.models import Deal, Game
from scoring.store import sheets
from scoring.store.deal_queries import DealRow
from scoring.wording import labels, options


def game_facts(game: Game) -> list[Fact]:
    """Return what a game is played to, its house rules, its start and its rules."""
    return [
        target_fact(game),
        *house_rule_facts(game),
        Fact(_("Opened"), date_format(localtime(game.opened_at), "DATETIME_FORMAT")),
        Fact(_("Rules, edition"), game.edition),
    ]


def target_fact(game: Game) -> Fact:
    """Return what ends the game: its target, or its number of deals."""
    if game.deals_agreed is not None:
        return Fact(_("Length"), labels.number_of_deals(game.deals_agreed))
    return Fact(_("Played to"), format_value(sheets.target_of(game), get_language() or "en"))


def _columns_of(names: Sequence[str]) -> tuple[Column, ...]:
    return (Column(""), *(Column(name, ColumnKind.NUMBER) for name in names))


def house_rule_facts(game: Game) -> Iterator[Fact]:
    """Return the options that differ from the default of the rules: the option, and what was agreed."""
    rules = sheets.load_ruleset(game.ruleset, game.edition)
    for name, value in sheets.options_of(game):
        option = rules.option(name)
        if option is not None and value != option.choices[0].value:
            label = options.option_label(game.ruleset, name)
            yield Fact(str(label), str(options.value_label(game.ruleset, name, value)))


# Progress and statistics.


def progress_table(names: Sequence[str], start: Sequence[int], rows: Sequence[DealRow]) -> ReportTable:
    """Return the running totals from deal to deal: the figures of the progress plot."""
    after = (Row((_deal_name(row.deal), *(hand.after for hand in row.hands))) for row in rows if row.hands)
    return ReportTable(
        columns=(Column(_("Deal")), *(Column(name, ColumnKind.NUMBER) for name in names)),
        rows=(Row((_("Before"), *start)), *after),
    )


def _deal_name(deal: Deal) -> str:
    return _("Deal %(number)s") % {"number": deal.number}


def statistics_table(game: Game, names: Sequence[str], rows: Sequence[DealRow]) -> ReportTable:
    """Return the statistics of the sides: combinations by class, deals, going out, contracts."""
    sides = [statistics.side_statistics(hands) for hands in _played_hands(rows, len(names))]
    combinations = [side.combinations for side in sides]
    return ReportTable(
        columns=_columns_of(names),
        rows=(
            *(
                Row((labels.line_name(game.ruleset, code), *(counts.get(code, 0) for counts in combinations)))
                for code in _combination_codes(game, combinations)
            ),
            Row((_("Deals counted"), *(side.deals for side in sides))),
            Row((_("Biggest deal"), *(_best_deal(side) for side in sides))),
            Row((_("Average points per deal"), *(side.average for side in sides))),
            Row((_("Times gone out"), *(side.went_out for side in sides))),
            *(_contract_rows(sides) if any(side.bid for side in sides) else ()),
        ),
    )


def _combination_codes(game: Game, combinations: Sequence[Mapping[str, int]]) -> list[str]:
    """Return the classes that any side has made, in the order of the rules."""
    codes = (combination.code for combination in sheets.load_ruleset(game.ruleset, game.edition).combinations)
    return [code for code in codes if any(code in counts for counts in combinations)]


def _best_deal(side: statistics.SideStatistics) -> Value:
    """Return the best total, and the deal it was made in."""
    if side.best is None:
        return None
    figure = format_value(side.best, get_language() or "en")
    return _("%(points)s (deal %(number)s)") % {"points": figure, "number": side.best_deal}


def _contract_rows(sides: Sequence[statistics.SideStatistics]) -> tuple[Row, ...]:
    return (
        Row((_("Contracts bid"), *(side.bid for side in sides))),
        Row((_("Contracts made"), *(side.made for side in sides))),
        Row((_("Opponents' contracts robbed"), *(side.robbed for side in sides))),
    )


def _played_hands(rows: Sequence[DealRow], sides: int) -> list[list[statistics.PlayedHand]]:
    """Return, for each side, its hands that count."""
    counted = [row for row in rows if row.hands]
    return [[_played_hand(row, side) for row in counted] for side in range(sides)]


def _played_hand(row: DealRow, side: int) -> statistics.PlayedHand:
    sheet, result, hand = row.sheet, contract_result(row), row.hands[side]
    bidder = sheet.contract.side if sheet.contract else None
    outcome = result["outcome"] if result else None
    written_hand = sheet.hands[side]
    return statistics.PlayedHand(
        deal=row.deal.number,
        total=hand.total,
        combinations=hand.combinations,
        went_out=written_hand is not None and written_hand.went_out,
        outcome=outcome if side == bidder else None,
        robbed=outcome == ContractOutcome.ROBBED and side != bidder,
    )
