"""The card of a table as a report: the code of its page, its PIN, and the values of the rule set."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.reports.report import Column, ColumnKind, Fact, Report, ReportTable, Row
from scoring import models
from scoring.core import steps
from scoring.core.card_values import (
    full_set_has_own_price,
    hand_card_cost,
    melded_card_value,
    number_of_red_threes,
)
from scoring.core.cards import ALPHABET, BLACK_THREE, JOKER, RED_THREE, TWO
from scoring.core.notation import format_cards
from scoring.core.ruleset import ContractRules, RuleSet, SideCondition
from scoring.core.vocabulary import Strain
from scoring.printing.blank_forms import has_opening_requirement, opening_need, opening_thresholds
from scoring.wording import labels
from scoring.wording.labels import SUIT_STRAINS, strain_heading

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

_THREES: Final = RED_THREE + BLACK_THREE
# Says when red threes count against a side. If a canasta is required, everything counts against it.
UNEARNED_RED_THREES: Final[Mapping[SideCondition, _StrPromise]] = {
    steps.with_two_combinations: _lazy("Red threes without two canastas"),
    steps.with_a_meld: _lazy("Red threes without a meld"),
}
_PIN_GROUP: Final = 4


def table_card(table: models.Table, rules: RuleSet, club: str, address: str, short: str) -> Report:
    """Build the card of a table: its code leads to `address`, its PIN is typed at `short`."""
    return Report(
        title=table.title,
        subtitle=f"{labels.ruleset_name(rules.slug)} · {club}",
        facts=(
            Fact(_("By phone"), short),
            Fact(_("PIN"), f"{table.pin[:_PIN_GROUP]} {table.pin[_PIN_GROUP:]}", large=True),
        ),
        tables=(
            card_value_table(rules),
            *_opening_tables(rules),
            bonus_table(rules),
            *bid_tables(rules.contract),
        ),
        notes=(_("Rules, edition: %(edition)s") % {"edition": rules.edition},),
        address=address,
        language=get_language() or "en",
    )


def card_value_table(rules: RuleSet) -> ReportTable:
    """Return the value of each card on the table and in hand, the highest first, then the threes."""
    return ReportTable(
        columns=(
            Column(_("Cards"), per_language=True),
            Column(_("On the table"), ColumnKind.NUMBER),
            Column(_("In hand"), ColumnKind.NUMBER),
        ),
        rows=tuple(Row(values) for values in (*_common_card_rows(rules), *_three_rows(rules))),
        caption=_("What cards are worth"),
    )


# Cards, their value on the table, and their value in hand.
_WorthRow = tuple[str, int | str | None, int | None]


def _common_card_rows(rules: RuleSet) -> Iterator[_WorthRow]:
    """Group the cards by value; jokers and twos come before others of the same value."""
    wild = JOKER + TWO
    cards = wild + "".join(card for card in ALPHABET if card not in wild + _THREES)
    for value in sorted({rules.card_values[card] for card in cards}, reverse=True):
        names = ", ".join(_card_name(card) for card in cards if rules.card_values[card] == value)
        yield names, value, -value


def _card_name(card: str) -> str:
    return _("Joker") if card == JOKER else format_cards(card, get_language() or "en")


def _three_rows(rules: RuleSet) -> Iterator[_WorthRow]:
    """Return black threes, and red threes: one, all, melded, and when they count against a side."""
    red = rules.red_threes
    yield _("Black threes"), melded_card_value(rules, BLACK_THREE), -hand_card_cost(rules, BLACK_THREE)
    yield labels.line_name(rules.slug, "red_threes"), red.each, -hand_card_cost(rules, RED_THREE)
    if full_set_has_own_price(rules):
        yield _("All %(number)s red threes") % {"number": number_of_red_threes(rules)}, red.full_set, None
    if melded_card_value(rules, RED_THREE):
        yield _red_threes_melded(rules), melded_card_value(rules, RED_THREE), None
    if rules.minus_without_combination:
        yield _("Without a canasta: everything"), _("minus"), None
    elif red.earned in UNEARNED_RED_THREES:
        yield str(UNEARNED_RED_THREES[red.earned]), _("minus"), None


def _red_threes_melded(rules: RuleSet) -> str:
    return _("Red threes with black ones") if rules.melds.threes.together else _("Red threes in a samba")


def bonus_table(rules: RuleSet) -> ReportTable:
    """Return the bonus of each kind of canasta, the highest first, and of going out."""
    combinations = sorted(rules.combinations, key=lambda combination: -combination.points)
    going_out = {"going_out": rules.going_out, "concealed": rules.concealed}
    bonuses = [
        *((combination.code, combination.points) for combination in combinations),
        *((code, bonus.points) for code, bonus in going_out.items() if bonus is not None and bonus.points),
    ]
    return ReportTable(
        columns=(Column("", per_language=True), Column("", ColumnKind.NUMBER)),
        rows=tuple(Row((labels.line_name(rules.slug, code), points)) for code, points in bonuses),
        caption=_("Bonus points"),
    )


def _opening_tables(rules: RuleSet) -> Iterator[ReportTable]:
    """Yield the opening requirement for each range of totals, in a game that has one."""
    if not has_opening_requirement(rules):
        return
    yield ReportTable(
        columns=(Column(_("Running total")), Column(_("Points"), ColumnKind.NUMBER)),
        rows=tuple(
            Row((total, opening_need(need)))
            for total, need in zip(opening_thresholds(rules), rules.opening_needs, strict=True)
        ),
        caption=_("Opening requirement"),
    )


def bid_tables(contract: ContractRules | None) -> Iterator[ReportTable]:
    """Return the table of bids in rising order with the points they promise; none without bidding."""
    if contract is None:
        return
    yield ReportTable(
        columns=(*(Column("") for _strain in Strain), Column("", ColumnKind.NUMBER)),
        rows=tuple(
            Row((*(_short_bid(level, strain) for strain in Strain), level * contract.points_a_level))
            for level in range(1, contract.levels + 1)
        ),
        caption=_("Bids in rising order, and the points to reach"),
    )


def _short_bid(level: int, strain: Strain) -> str:
    """Return a bid in a form that fits its column: a suit is its symbol."""
    return (
        f"{level} {strain_heading(strain)}"
        if strain in SUIT_STRAINS
        else labels.bid_label(level, strain.value)
    )
