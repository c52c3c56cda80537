"""A deal as the other side sees it before approving, and the protocols that the sides have handed in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from clubs.people.names import full_name
from clubs.reports.report import Fact
from scoring.game.deal_lines import DealLine, deal_lines, outcome_facts
from scoring.game.history import ChangedRow, changes_since_last_version
from scoring.game.table_names import joined_names
from scoring.models import Confirmation, Deal, DealVersion, OwnProtocol, Side
from scoring.store import sheets
from scoring.store.deal_queries import DealRow
from scoring.store.table_queries import CurrentGame
from scoring.table.steps import answering_sides, waiting_sides


@dataclass(frozen=True, slots=True)
class SideSummary:
    """One side of a deal: its lines, their sum, and its totals before and after."""

    name: str
    number: int
    lines: Sequence[DealLine]
    total: int
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class DealSummary:
    """The current version of a deal with the answers of the sides."""

    deal: Deal
    version: DealVersion
    writer: str
    sides: Sequence[SideSummary]
    answers: Sequence[Confirmation]
    waiting: Sequence[Side]
    # How it ended, and what its contract was.
    facts: Sequence[Fact]
    # What a correction has changed, and why.
    changes: Sequence[ChangedRow] = ()

    @property
    def totals_note(self) -> str:
        """Why the totals after the deal are those before it; empty where they are not."""
        if self.deal.state == Deal.State.DISPUTED:
            return _("The deal does not count while it is disputed: the totals after it are those before it.")
        if self.deal.state == Deal.State.VOID:
            return _("The deal is void and does not count: the totals after it are those before it.")
        return ""

    @property
    def waiting_names(self) -> str:
        return joined_names(self.waiting)


def deal_summary(current: CurrentGame, deal: Deal, version: DealVersion) -> DealSummary:
    writers = [side for side in current.sides if side.number == version.side]
    names = [joined_names([side]) for side in current.sides]
    return DealSummary(
        deal=deal,
        version=version,
        writer=joined_names(writers),
        sides=_side_summaries(current, deal, version),
        answers=list(version.confirmations.all()),
        waiting=waiting_sides(version, answering_sides(current)) if deal.state == Deal.State.ENTERED else (),
        facts=list(outcome_facts(names, DealRow(deal, version), full_name)),
        changes=changes_since_last_version(current.game, names, deal, version),
    )


def _side_summaries(current: CurrentGame, deal: Deal, version: DealVersion) -> list[SideSummary]:
    before = _totals_before(current, deal)
    after = [hand.after for hand in deal.hands.all()] or before
    scores = sheets.sides_of(version.result)
    return [
        SideSummary(
            joined_names([side]),
            side.number,
            deal_lines(current.game.ruleset, score.lines),
            score.total,
            *totals,
        )
        for side, score, totals in zip(current.sides, scores, zip(before, after, strict=True), strict=True)
    ]


def _totals_before(current: CurrentGame, deal: Deal) -> list[int]:
    """The totals after the last earlier deal that counts."""
    for earlier in reversed(current.deals[: deal.number - 1]):
        hands = earlier.hands.all()
        if hands:
            return [hand.after for hand in hands]
    return [side.carried for side in current.sides]


@dataclass(frozen=True, slots=True)
class ProtocolStatus:
    """A side and the protocol that it has handed in, if any."""

    side: Side
    name: str
    protocol: OwnProtocol | None


def protocol_statuses(current: CurrentGame) -> list[ProtocolStatus]:
    protocols = {protocol.side: protocol for protocol in current.protocols}
    return [ProtocolStatus(side, joined_names([side]), protocols.get(side.number)) for side in current.sides]
