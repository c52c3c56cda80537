"""The score sheet of a signed protocol, and what has changed since it was signed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypedDict, cast

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from clubs.models import Player
from clubs.people.names import NameOf, public_name
from clubs.reports.numbers import format_value
from scoring.game.history import ChangedRow
from scoring.models import Deal, Game
from scoring.store import signed_content
from scoring.store.deal_queries import DealRow

_EMPTY = "\N{EN DASH}"


class SignedDeal(TypedDict):
    """A deal of a signed protocol."""

    number: int
    version: int
    counts: bool
    points: list[int]
    after: list[int]


class SignedContent(TypedDict):
    """The content of a signed protocol, as far as a page shows it."""

    players: list[list[int]]
    carried: list[int]
    final: list[int] | None
    deals: list[SignedDeal]
    adjustments: list[int]
    results: list[int]
    winner: int | None


@dataclass(frozen=True, slots=True)
class SheetCell:
    figure: int | str
    changed: bool = False


@dataclass(frozen=True, slots=True)
class SignedSheetRow:
    """A row across the columns: `kind` is empty, "running" or "result"; `deal` is the number of its deal."""

    label: str
    cells: Sequence[SheetCell]
    kind: str = ""
    deal: int | None = None


@dataclass(frozen=True, slots=True)
class SignedSheet:
    """A score sheet as signed or as current; the cells that differ between the two are marked."""

    caption: str
    sides: Sequence[str]
    rows: Sequence[SignedSheetRow]


def signed_side_names(
    content: SignedContent, players: Mapping[int, Player], name_of: NameOf = public_name
) -> list[str]:
    """Return the sides of a signed protocol by the players' current names."""
    return [" – ".join(name_of(players[pk]) for pk in side if pk in players) for side in content["players"]]


def signed_sheet(
    caption: str, sides: Sequence[str], content: SignedContent, other: SignedContent
) -> SignedSheet:
    """Build the score sheet of a protocol; cells that differ from the other protocol are marked."""
    other_rows = {(row.label, row.kind, row.deal): row for row in _sheet_rows(other)}
    rows = [
        _mark_differences(row, other_rows.get((row.label, row.kind, row.deal)))
        for row in _sheet_rows(content)
    ]
    return SignedSheet(caption, sides, rows)


def _mark_differences(row: SignedSheetRow, other: SignedSheetRow | None) -> SignedSheetRow:
    figures: list[int | str | None] = [cell.figure for cell in other.cells] if other else []
    figures += [None] * (len(row.cells) - len(figures))
    cells = [
        SheetCell(cell.figure, cell.figure != figure) for cell, figure in zip(row.cells, figures, strict=True)
    ]
    return SignedSheetRow(row.label, cells, row.kind, row.deal)


def _sheet_rows(content: SignedContent) -> Iterator[SignedSheetRow]:
    if content["carried"]:
        yield _sheet_row(_("Carried forward from paper"), content["carried"], "running")
    for deal in content["deals"]:
        label = _("Deal %(number)s") % {"number": deal["number"]}
        yield _sheet_row(label, _points_that_count(deal), deal=deal["number"])
        if deal["counts"]:
            yield _sheet_row(_("Running total"), deal["after"], "running", deal["number"])
    if any(content["adjustments"]):
        yield _sheet_row(_("Penalties and awards"), content["adjustments"])
    yield _sheet_row(_("Result"), content["results"], "result")


def _sheet_row(
    label: str, figures: Sequence[int | str], kind: str = "", deal: int | None = None
) -> SignedSheetRow:
    return SignedSheetRow(label, [SheetCell(figure) for figure in figures], kind, deal)


def _points_that_count(deal: SignedDeal) -> Sequence[int | str]:
    return deal["points"] if deal["counts"] else [_EMPTY] * len(deal["points"])


def changes_since_signing(then: SignedContent, now: SignedContent, names: Sequence[str]) -> list[ChangedRow]:
    """Return the rows that have changed since the protocol was signed."""
    return [*_changed_deals(then, now, names), *_changed_results(then, now, names)]


def _changed_deals(then: SignedContent, now: SignedContent, names: Sequence[str]) -> Iterator[ChangedRow]:
    signed, current = ({deal["number"]: deal for deal in content["deals"]} for content in (then, now))
    for number in sorted(signed.keys() | current.keys()):
        yield from _changed_deal(number, signed.get(number), current.get(number), names)


def _changed_deal(
    number: int, then: SignedDeal | None, now: SignedDeal | None, names: Sequence[str]
) -> Iterator[ChangedRow]:
    """Return the changed points of a deal; without any, its change of version."""
    label = _("Deal %(number)s") % {"number": number}
    nothing: Sequence[int | str] = [_EMPTY] * len(names)
    before, after = (nothing if deal is None else _points_that_count(deal) for deal in (then, now))
    changes = list(_changed_figures(label, before, after, names))
    yield from changes
    if then is not None and now is not None and not changes and then["version"] != now["version"]:
        yield ChangedRow(label, "", _version_name(then["version"]), _version_name(now["version"]))


def _version_name(number: int) -> str:
    return _("version %(number)s") % {"number": number}


def _changed_results(then: SignedContent, now: SignedContent, names: Sequence[str]) -> Iterator[ChangedRow]:
    yield from _changed_figures(_("Penalties and awards"), then["adjustments"], now["adjustments"], names)
    yield from _changed_figures(_("Result"), then["results"], now["results"], names)
    if then["winner"] != now["winner"]:
        before, after = (
            _EMPTY if winner is None else names[winner] for winner in (then["winner"], now["winner"])
        )
        yield ChangedRow(_("Winner"), "", before, after)


def _changed_figures(
    label: str, before: Sequence[int | str], after: Sequence[int | str], names: Sequence[str]
) -> Iterator[ChangedRow]:
    for name, old, new in zip(names, before, after, strict=True):
        if old != new:
            yield ChangedRow(label, name, _format_figure(old), _format_figure(new))


def _format_figure(figure: int | str) -> str:
    return figure if isinstance(figure, str) else format_value(figure, get_language() or "en")


def matches_signing(content: SignedContent, deal: Deal) -> bool:
    """Return whether a deal has the version that was signed, and counts as it did then."""
    current = deal.version, deal.state in Deal.COUNTED
    return any(
        (signed["version"], signed["counts"]) == current
        for signed in content["deals"]
        if signed["number"] == deal.number
    )


def current_content(game: Game, rows: Sequence[DealRow]) -> SignedContent:
    """Return the current content of the protocol, in the form in which it is signed."""
    return cast(SignedContent, signed_content.protocol_from(game, rows).content)
