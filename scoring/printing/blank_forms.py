"""Blank protocols to be written on by hand, as reports: the rows of the printed one, and room for pencils.

Knows what the rows of each game are called and what its sides need to open; must not know a club, query
anything or know how paper looks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import repeat
from typing import Final

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from clubs.reports.numbers import written
from clubs.reports.report import Column, Fact, Kind, Report, Row, Signature, Table
from scoring.core import protocol_rows
from scoring.core.rulesets.base import Group, Opening, RuleSet
from scoring.printing.rows import row_name
from scoring.wording import labels as wording
from scoring.wording.labels import LETTERS

# How many deals stand beside each other, by the number of sides: with two languages one deal fewer.
_ABREAST: Final = {2: 4, 3: 3}
# How many such bands the two sides of a sheet hold; one more where two sides sign under one of few rows.
BANDS: Final = 2
_FEW_ROWS: Final = 17
# Where one language has a point in a thousand and the other a comma, both read a space.
_ALIKE: Final = "sv"


def deals_on(rules: RuleSet, sides: int, *, narrow: bool = False) -> int:
    """How many deals a form has room for."""
    has_room = sides == min(_ABREAST) and not narrow and len(list(_form_rows(rules))) <= _FEW_ROWS
    return (BANDS + has_room) * (_ABREAST[sides] - narrow)


def form(
    rules: RuleSet,
    sides: int,
    club: str,
    *,
    narrow: bool = False,
    first: int = 1,
    carried: Sequence[int] = (),
) -> Report:
    """A blank protocol for a game with so many sides; `narrow` where two languages need the room.

    Of a game that goes on it begins with its `first` deal that is not written down, and what was `carried`.
    """
    abreast = _ABREAST[sides] - narrow
    starts = range(first, first + deals_on(rules, sides, narrow=narrow), abreast)
    bands = [range(start, start + abreast) for start in starts]
    return Report(
        title=_("Protocol"),
        subtitle=f"{wording.ruleset_name(rules.slug)}, {club}",
        facts=tuple(_header(sides)),
        tables=(
            _opening_table(rules, alike=narrow),
            *(_band_table(rules, sides, band, carried if band is bands[0] else ()) for band in bands),
            _result_table(sides),
        ),
        notes=tuple(_notes(rules)),
        signatures=tuple(Signature(text) for text in _signature_lines(sides)),
        further=tuple(tuple(Fact(label, "") for label in line) for line in _header_again(sides)),
        language=get_language() or "en",
    )


def _header(sides: int) -> Iterator[Fact]:
    """What is written above the deals; the event and the names of a side need a line."""
    yield Fact(_("Event"), "", alone=True)
    labels = (_("Round"), _("Table"), _("Date"), _("Begun"), _("Ended"), _("Played to"))
    for label in (*labels, _("Keeper of the protocol"), _("First dealer")):
        yield Fact(label, "")
    for letter in LETTERS[:sides]:
        yield Fact(letter, "", alone=True)


def _header_again(sides: int) -> Iterator[Sequence[str]]:
    """What is written above each further page too, so that a form that came apart can be put together."""
    yield _("Event"), _("Round"), _("Table")
    yield LETTERS[:sides]


def _notes(rules: RuleSet) -> Iterator[str]:
    yield _("Rules, edition: %(edition)s") % {"edition": rules.edition}
    # Sitoumussamba 40A has the cards counted so; it helps in any game.
    yield _("Cards are counted in piles of 100: the corner of a cell has a stroke for each pile.")


def _signature_lines(sides: int) -> Iterator[str]:
    for letter in LETTERS[:sides]:
        yield from repeat(_("Signature, %(side)s") % {"side": letter}, 2)
    yield from (_("Keeper of the protocol"), _("The director"))


# What a side needs to open.


def _opening_table(rules: RuleSet, *, alike: bool) -> Table:
    """From which total on which requirement holds."""
    return Table(
        columns=(
            Column(_("Running total")),
            *(Column(title, Kind.NUMBER) for title in totals_in_signs(rules, alike=alike)),
        ),
        rows=(Row((_("Opening requirement"), *(needed(one) for one in rules.opening_needs))),),
        ruled=True,
        labelled=True,
    )


def totals_in_signs(rules: RuleSet, *, alike: bool = False) -> list[str]:
    """The totals from which each requirement holds, in signs; `alike` in languages side by side."""
    language = _ALIKE if alike else get_language() or "en"
    starts = [written(start, language) for start in rules.opening_starts]
    return [f"< {starts[0]}", *(f"{start}\N{EN DASH}" for start in starts)]


def needed(opening: Opening) -> int | str:
    return opening if isinstance(opening, int) else _("a canasta")


# Deals beside each other.


def _band_table(rules: RuleSet, sides: int, deals: range, carried: Sequence[int] = ()) -> Table:
    """Some deals beside each other, a column for each side of each; the totals so far are carried over."""
    cells = sides * len(deals)
    heads = [f"{deal} {letter}" for deal in deals for letter in LETTERS[:sides]]
    above, *others = [
        Row((label, *repeat("", cells)), total=is_sum, tally=has_tally)
        for label, is_sum, has_tally in _form_rows(rules)
    ]
    label, *blank = above.values
    so_far = replace(above, values=(label, *carried, *blank[len(carried) :]))
    return Table(
        columns=(Column(_("Deal")), *(Column(head, Kind.NUMBER) for head in heads)),
        rows=(so_far, *others),
        ruled=True,
        labelled=True,
    )


def _result_table(sides: int) -> Table:
    """What the game comes to, a row for each side: with it goes who signs."""
    heads = (
        *(_("Penalties and awards"), _("Result"), _("Point difference")),
        *(_("Match points"), _("Winner")),
    )
    return Table(
        columns=(Column(_("Side")), *(Column(head, Kind.NUMBER) for head in heads)),
        rows=tuple(Row((letter, *repeat("", len(heads)))) for letter in LETTERS[:sides]),
        ruled=True,
        labelled=True,
    )


# What a row is called, whether it is a sum, and whether piles are counted in it.
_FormRow = tuple[str, bool, bool]


def _form_rows(rules: RuleSet) -> Iterator[_FormRow]:
    """The rows of a deal, all that can have points, in the order of the printed protocol."""
    yield _("Carried over"), False, False
    yield from _plain((_("Dealer"), _("Opening requirement"), _("How the deal ended")))
    if rules.contract is not None:
        yield from _plain((_("Bid"), _("Bidder"), _("Doubled by"), _("Needed"), _("Reached"), _("Outcome")))
    yield from _plain(_names_of(rules, Group.BASE))
    if rules.minus_without_combination:
        yield _("No canasta: minus"), False, False
    yield _("Base points"), True, False
    yield from ((name, False, True) for name in _names_of(rules, Group.CARDS))
    yield _("Card points"), True, False
    yield _("Deal total"), False, False
    yield _("Running total"), True, False
    if rules.corrections.open_until_approved_rule is not None:
        yield _("Approved by the opponents"), False, False


def _names_of(rules: RuleSet, group: Group) -> list[str]:
    return [row_name(rules.slug, row) for row in protocol_rows.rows_of(rules) if row.group is group]


def _plain(labels: Sequence[str]) -> Iterator[_FormRow]:
    return ((label, False, False) for label in labels)
