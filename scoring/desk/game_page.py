"""The desk of a game: its deals with their answers and warnings, and those that need the director."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.game.remarks import recorded_warnings
from scoring.models import Call, Confirmation, Deal, DealVersion, Game, Ruling
from scoring.store import sheets
from scoring.store.deal_queries import DealRow
from scoring.wording.problems import problem_sentence

# The badge of each state of a deal (`components/badge.html`).
_BADGES = {
    Deal.State.DRAFT: "pencil",
    Deal.State.ENTERED: "pencil",
    Deal.State.CONFIRMED: "ink",
    Deal.State.DISPUTED: "red",
    Deal.State.VOID: "pencil",
}


@dataclass(frozen=True, slots=True)
class SidePoints:
    """The points of a side in a deal, and its running total where the deal counts."""

    side: str
    total: int
    after: int | None


@dataclass(frozen=True, slots=True)
class DealOnDesk:
    """A deal on the desk of its game."""

    deal: Deal
    version: DealVersion | None
    points: Sequence[SidePoints]
    # The last answer to the current version, if it is a dispute or sends the deal back.
    objection: Confirmation | None
    # The warnings with which it was recorded, as sentences.
    remarks: Sequence[str]
    # The sides have handed in protocols of their own that differ.
    protocols_differ: bool = False
    # The ruling by which the deal is still to be rewritten.
    rewrite_ruling: Ruling | None = None

    @property
    def badge(self) -> str:
        return _BADGES[Deal.State(self.deal.state)]

    @property
    def is_void(self) -> bool:
        return self.deal.state == Deal.State.VOID

    @property
    def is_disputed(self) -> bool:
        return self.deal.state == Deal.State.DISPUTED

    @property
    def may_be_confirmed(self) -> bool:
        return self.deal.state in (Deal.State.ENTERED, Deal.State.DISPUTED)

    @property
    def awaits_review(self) -> bool:
        """Whether the deal counts, was recorded with warnings, and nobody in charge has looked at it."""
        is_reviewed = self.version is None or self.version.seen_at is not None
        return bool(self.remarks) and not is_reviewed and self.deal.state in Deal.COUNTED

    @property
    def need(self) -> str:
        """Why the deal needs the director or the other side; empty when it does not."""
        number = {"number": self.deal.number}
        if self.rewrite_ruling is not None:
            facts = {**number, "ruling": self.rewrite_ruling.number}
            return _("Ruling %(ruling)s: deal %(number)s must be entered again") % facts
        if self.is_disputed:
            return _("Deal %(number)s is disputed") % number
        if self.protocols_differ:
            return _("Deal %(number)s: the two score sheets differ") % number
        if self.deal.state == Deal.State.ENTERED and self.objection is not None:
            return _("Deal %(number)s was sent back") % number
        if DealRow(self.deal, self.version).awaits_approval:
            return _("Deal %(number)s has not been approved yet") % number
        return ""

    @property
    def is_pressing(self) -> bool:
        """Whether the deal needs the director, and not only the approval of the other side."""
        return (
            self.is_disputed
            or self.protocols_differ
            or self.rewrite_ruling is not None
            or self.objection is not None
        )


@dataclass(frozen=True, slots=True)
class GameDesk:
    """The desk of a game."""

    game: Game
    names: Sequence[str]
    deals: Sequence[DealOnDesk]
    call: Call | None

    @property
    def pressing(self) -> list[DealOnDesk]:
        """The deals that need the director, the latest first."""
        return [deal for deal in reversed(self.deals) if deal.is_pressing]

    @property
    def is_dispute_call(self) -> bool:
        """Whether the table has called over a dispute, which a ruling answers."""
        return self.call is not None and self.call.reason == Call.Reason.DISPUTE

    @property
    def under_protest(self) -> bool:
        """Whether a deal is disputed; until it is decided nothing is dealt or signed."""
        return any(deal.is_disputed for deal in self.deals)

    @property
    def disputed_number(self) -> int | None:
        """The number of the latest disputed deal without a ruling."""
        deals = (deal for deal in self.pressing if deal.is_disputed and deal.rewrite_ruling is None)
        return next((deal.deal.number for deal in deals), None)

    @property
    def waiting(self) -> list[DealOnDesk]:
        """The deals that need only the approval of the other side."""
        return [deal for deal in self.deals if deal.need and not deal.is_pressing]

    @property
    def unreviewed(self) -> list[DealOnDesk]:
        """The deals that await a review of their warnings."""
        return [deal for deal in self.deals if deal.awaits_review]

    @property
    def next_number(self) -> int:
        """The number of the deal to be entered next: the one in play, or the one after the last."""
        last = self.deals[-1].deal if self.deals else None
        if last is not None and last.state == Deal.State.DRAFT:
            return last.number
        return last.number + 1 if last else 1


def build_game_desk(
    game: Game,
    names: Sequence[str],
    rows: Sequence[DealRow],
    call: Call | None,
    rewrites: Mapping[int, Ruling],
) -> GameDesk:
    """The desk of a game; `rewrites` are the rulings still to be carried out, by primary key of the deal."""
    deals = [_deal_on_desk(game, names, row, rewrites.get(row.deal.pk)) for row in rows]
    return GameDesk(game, names, deals, call)


def _deal_on_desk(
    game: Game, names: Sequence[str], row: DealRow, rewrite: Ruling | None = None
) -> DealOnDesk:
    deal, version = row.deal, row.version
    if version is None:
        protocols_differ = len(deal.protocols.all()) == len(names)
        return DealOnDesk(deal, None, (), None, (), protocols_differ)
    objection, remarks = _objection(version), _remarks(game, row)
    return DealOnDesk(deal, version, side_points(names, row), objection, remarks, rewrite_ruling=rewrite)


def side_points(names: Sequence[str], row: DealRow) -> list[SidePoints]:
    """The points of each side. Only deals that count have hands, and so running totals."""
    if row.version is None:
        return []
    sides = sheets.sides_of(row.version.result)
    after: list[int | None] = [hand.after for hand in row.hands] or [None for _side in sides]
    return [
        SidePoints(name, side.total, running) for name, side, running in zip(names, sides, after, strict=True)
    ]


def _objection(version: DealVersion) -> Confirmation | None:
    """The last answer to a version, if it is a dispute or sends the deal back."""
    answers = sorted(version.confirmations.all(), key=lambda answer: (answer.at, answer.pk))
    last = answers[-1] if answers else None
    return None if last is None or last.kind == Confirmation.Kind.APPROVED else last


def _remarks(game: Game, row: DealRow) -> list[str]:
    """The warnings with which a deal was recorded, as sentences."""
    return [problem_sentence(problem) for problem in recorded_warnings(game, row)]
