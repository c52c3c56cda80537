"""What lies on a table while it is played at: the code of its page, its PIN, and numbers to look up.

Knows what cards are worth, what a side needs to open and which bids there are, from the rule set; must not
know how a card looks.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from clubs.reports.report import Column, Fact, Kind, Report, Row, Table
from scoring import models, words
from scoring.blank_forms import needed, totals_in_signs
from scoring.core.cards import ALPHABET, BLACK_THREE, JOKER, RED_THREE
from scoring.core.notation import printed
from scoring.core.rulesets.base import ContractRules, RuleSet
from scoring.core.written import Strain
from scoring.entry.auction import head_of

# Cards that people call by a word; the others stand by their letters.
CALLED: Final = {JOKER: lazy("joker"), RED_THREE: lazy("red three"), BLACK_THREE: lazy("black three")}
THREES_OF_PIN: Final = 3


def card(table: models.Table, rules: RuleSet, club: str, address: str, short: str) -> Report:
    """The card of a table: `address` is where its code leads, `short` where its PIN is typed."""
    return Report(
        title=_("Table %(number)s") % {"number": table.label},
        subtitle=f"{words.ruleset_name(rules.slug)} · {club}",
        facts=(
            Fact(_("By phone"), short),
            Fact(_("PIN"), f"{table.pin[:THREES_OF_PIN]} {table.pin[THREES_OF_PIN:]}", large=True),
        ),
        tables=(card_values(rules), openings(rules), *bids(rules.contract)),
        notes=(_("Rules, edition: %(edition)s") % {"edition": rules.edition},),
        address=address,
        language=get_language() or "en",
    )


def card_values(rules: RuleSet) -> Table:
    """What each card is worth in a meld, the dearest first; what is worth nothing there is left out."""
    worths = sorted(set(rules.values.values()) - {0}, reverse=True)
    return Table(
        columns=(Column(_("Cards")), Column(_("Points"), Kind.NUMBER)),
        rows=tuple(Row((cards_worth(rules, worth), worth)) for worth in worths),
        caption=_("What cards are worth"),
        labelled=True,
    )


def cards_worth(rules: RuleSet, worth: int) -> str:
    return ", ".join(called(card) for card in in_order() if rules.values.get(card) == worth)


def in_order() -> str:
    """Jokers and twos before the others."""
    wild = "*2"
    return wild + "".join(card for card in ALPHABET if card not in wild)


def called(card: str) -> str:
    return str(CALLED[card]) if card in CALLED else printed(card, get_language() or "en")


def openings(rules: RuleSet) -> Table:
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
        columns=(
            *(Column(head_of(strain)) for strain in Strain),
            Column(_("Points to reach"), Kind.NUMBER),
        ),
        rows=tuple(
            Row((*(f"{level} {head_of(strain)}" for strain in Strain), level * contract.a_level))
            for level in range(1, contract.levels + 1)
        ),
        caption=_("Bids in rising order"),
    )
