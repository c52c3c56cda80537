"""What lies on a table while it is played at: the code of its page, its PIN, and numbers to look up.

Knows what cards and canastas are worth, what a side needs to open and which bids there are, from the rule
set; must not know how a card looks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.reports.report import Column, Fact, Kind, Report, Row, Table
from scoring import models
from scoring.core import steps
from scoring.core.card_values import (
    has_price_of_its_own,
    lost_in_hand,
    red_threes_in_all,
    worth_melded,
)
from scoring.core.cards import ALPHABET, BLACK_THREE, JOKER, RED_THREE, TWO
from scoring.core.deal_sheet import Strain
from scoring.core.notation import printed
from scoring.core.rulesets.base import Condition, ContractRules, RuleSet
from scoring.printing.blank_forms import needed, totals_in_signs
from scoring.wording import labels
from scoring.wording.labels import SUITS, head_of

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

_THREES: Final = RED_THREE + BLACK_THREE
# What is said where red threes count against a side; where a canasta is wanted, all that it has does.
UNEARNED: Final[Mapping[Condition, _StrPromise]] = {
    steps.with_two_combinations: _lazy("Red threes without two canastas"),
    steps.with_a_meld: _lazy("Red threes without a meld"),
}
_THREES_OF_PIN: Final = 3


def card(table: models.Table, rules: RuleSet, club: str, address: str, short: str) -> Report:
    """The card of a table: `address` is where its code leads, `short` where its PIN is typed."""
    return Report(
        title=_("Table %(number)s") % {"number": table.label},
        subtitle=f"{labels.ruleset_name(rules.slug)} · {club}",
        facts=(
            Fact(_("By phone"), short),
            Fact(_("PIN"), f"{table.pin[:_THREES_OF_PIN]} {table.pin[_THREES_OF_PIN:]}", large=True),
        ),
        tables=(card_values(rules), _openings(rules), bonuses(rules), *bids(rules.contract)),
        notes=(_("Rules, edition: %(edition)s") % {"edition": rules.edition},),
        address=address,
        language=get_language() or "en",
    )


def card_values(rules: RuleSet) -> Table:
    """What each card is worth on the table and in hand, the dearest first, and under them the threes."""
    return Table(
        columns=(
            Column(_("Cards")),
            Column(_("On the table"), Kind.NUMBER),
            Column(_("In hand"), Kind.NUMBER),
        ),
        rows=tuple(Row(values) for values in (*_common_cards(rules), *_threes(rules))),
        caption=_("What cards are worth"),
        labelled=True,
    )


# Cards, what they are worth on the table, and what in hand.
_Worth = tuple[str, int | str | None, int | None]


def _common_cards(rules: RuleSet) -> Iterator[_Worth]:
    """Cards of the same worth together; jokers and twos before the others."""
    wild = JOKER + TWO
    cards = wild + "".join(card for card in ALPHABET if card not in wild + _THREES)
    for worth in sorted({rules.values[card] for card in cards}, reverse=True):
        same = ", ".join(_called(card) for card in cards if rules.values[card] == worth)
        yield same, worth, -worth


def _called(card: str) -> str:
    return _("Joker") if card == JOKER else printed(card, get_language() or "en")


def _threes(rules: RuleSet) -> Iterator[_Worth]:
    """Black ones, and red ones: alone, all of them, with others, and when they count against a side."""
    red = rules.red_threes
    yield _("Black threes"), worth_melded(rules, BLACK_THREE), -lost_in_hand(rules, BLACK_THREE)
    yield labels.line_name(rules.slug, "red_threes"), red.each, -lost_in_hand(rules, RED_THREE)
    if has_price_of_its_own(rules):
        yield _("All %(number)s red threes") % {"number": red_threes_in_all(rules)}, red.full_set, None
    if worth_melded(rules, RED_THREE):
        yield _red_threes_melded(rules), worth_melded(rules, RED_THREE), None
    if rules.minus_without_combination:
        yield _("No canasta: everything"), _("minus"), None
    elif red.earned in UNEARNED:
        yield str(UNEARNED[red.earned]), _("minus"), None


def _red_threes_melded(rules: RuleSet) -> str:
    return _("Red threes with black ones") if rules.melds.threes.together else _("Red threes in a samba")


def bonuses(rules: RuleSet) -> Table:
    """What a canasta of each kind and going out earn, the dearest canasta first."""
    made = sorted(rules.combinations, key=lambda one: -one.points)
    ends = {"going_out": rules.going_out, "concealed": rules.concealed}
    earned = [
        *((one.code, one.points) for one in made),
        *((code, bonus.points) for code, bonus in ends.items() if bonus is not None and bonus.points),
    ]
    return Table(
        columns=(Column(""), Column("", Kind.NUMBER)),
        rows=tuple(Row((labels.line_name(rules.slug, code), points)) for code, points in earned),
        caption=_("Bonus points"),
        labelled=True,
    )


def _openings(rules: RuleSet) -> Table:
    """From which total on a side needs how much to open."""
    return Table(
        columns=(Column(_("Running total")), Column(_("Points"), Kind.NUMBER)),
        rows=tuple(
            Row((total, needed(need)))
            for total, need in zip(totals_in_signs(rules), rules.opening_needs, strict=True)
        ),
        caption=_("Opening requirement"),
    )


def bids(contract: ContractRules | None) -> Iterator[Table]:
    """Every bid, each higher than the one before it, and what it promises; nothing in a game without bids."""
    if contract is None:
        return
    yield Table(
        columns=(*(Column("") for _strain in Strain), Column("", Kind.NUMBER)),
        rows=tuple(
            Row((*(_bid(level, strain) for strain in Strain), level * contract.a_level))
            for level in range(1, contract.levels + 1)
        ),
        caption=_("Bids in rising order, and the points to reach"),
    )


def _bid(level: int, strain: Strain) -> str:
    """A bid as short as its column: a suit by its sign."""
    return f"{level} {head_of(strain)}" if strain in SUITS else labels.bid(level, strain.value)
