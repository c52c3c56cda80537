"""The next step of a game at its table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from clubs.people.names import full_name
from scoring.game.signatures import SignatureProgress, signature_progress
from scoring.game.table_names import joined_names
from scoring.models import Confirmation, Deal, DealVersion, Game, Side
from scoring.store.approvals import last_reason, latest_answers, sent_back_reason
from scoring.store.signers import is_signed
from scoring.store.table_queries import CurrentGame


class StepKind(StrEnum):
    """What a table can do next."""

    SEATS = "seats"
    START = "start"
    ENTER = "enter"
    HAND_IN = "hand_in"
    COMPARE = "compare"
    APPROVE = "approve"
    WAIT = "wait"
    PUT_RIGHT = "put_right"
    DISPUTED = "disputed"
    OTHER_RESULT = "other_result"
    SIGN = "sign"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Step:
    """The next step: its deal, and the sides it waits for."""

    kind: StepKind
    number: int = 0
    sides: Sequence[Side] = ()
    # The reason for which the deal was sent back or disputed.
    reason: str = ""
    # The signatures so far, when the game is over and no deal is unsettled.
    signatures: SignatureProgress | None = None

    @property
    def names(self) -> str:
        return joined_names(self.sides)

    @property
    def may_deal_on(self) -> bool:
        """Whether the next deal may be dealt before this step is done."""
        return self.kind in (StepKind.APPROVE, StepKind.WAIT, StepKind.PUT_RIGHT)

    @property
    def may_sign(self) -> bool:
        """Whether a game that is over may be signed; signing approves what is not approved yet."""
        return self.kind in (StepKind.SIGN, StepKind.APPROVE, StepKind.WAIT)


def next_step(current: CurrentGame, own: Side | None) -> Step:
    """The next step of a game; `own` is the side whose own phone asks."""
    if current.game.other_result:
        return Step(StepKind.OTHER_RESULT)
    last = current.deals[-1] if current.deals else None
    if last is None and not current.game.over:
        return Step(StepKind.SEATS if current.game.first_side is None else StepKind.START, 1)
    if last is None or last.state == Deal.State.VOID:
        return _step_after_deal(current)
    if last.state == Deal.State.DRAFT:
        return _step_to_write(current, last.number)
    return _step_to_settle(current, last, own)


def _step_after_deal(current: CurrentGame) -> Step:
    if current.game.over or is_signed(current.game):
        return _step_at_end(current)
    disputed = disputed_number(current)
    return (
        Step(StepKind.START, len(current.deals) + 1)
        if disputed is None
        else Step(StepKind.DISPUTED, disputed)
    )


def disputed_number(current: CurrentGame) -> int | None:
    """The number of the first disputed deal, which keeps the game under protest."""
    return next((deal.number for deal in current.deals if deal.state == Deal.State.DISPUTED), None)


def _step_at_end(current: CurrentGame) -> Step:
    """For a game that is over: first its unsettled deals, then the signatures."""
    signatures = signature_progress(current.game, current.rows, current.signings, full_name)
    if is_signed(current.game):
        return Step(StepKind.OVER, signatures=signatures)
    return next(_unsettled_steps(current), None) or Step(StepKind.SIGN, signatures=signatures)


def _step_while_signing(current: CurrentGame) -> Step | None:
    """After the first signature the others sign too, which approves the last deal."""
    if not current.game.over:
        return None
    signatures = signature_progress(current.game, current.rows, current.signings, full_name)
    return Step(StepKind.SIGN, signatures=signatures) if signatures.signing is not None else None


def _unsettled_steps(current: CurrentGame) -> Iterator[Step]:
    """The steps for disputed deals and deals that were sent back: they prevent signing."""
    for row in current.rows:
        step = (
            None if row.version is None else _unsettled_step(row.deal, row.version, answering_sides(current))
        )
        if step is not None:
            yield step


def _step_to_write(current: CurrentGame, number: int) -> Step:
    if current.game.protocols == Game.Protocols.ONE:
        return Step(StepKind.ENTER, number)
    given = {protocol.side for protocol in current.protocols}
    missing = [side for side in answering_sides(current) if side.number not in given]
    return Step(StepKind.HAND_IN if missing else StepKind.COMPARE, number, missing)


def _step_to_settle(current: CurrentGame, deal: Deal, own: Side | None) -> Step:
    """The step for a deal that has been written down."""
    version = current.version
    if version is None or deal.state == Deal.State.CONFIRMED or is_signed(current.game):
        return _step_after_deal(current)
    step = (
        _unsettled_step(deal, version, answering_sides(current))
        or next(_unsettled_steps(current), None)
        or _step_while_signing(current)
    )
    if step is not None:
        return step
    waiting = waiting_sides(version, answering_sides(current))
    return Step(
        StepKind.APPROVE if _can_answer(current.game, waiting, own) else StepKind.WAIT, deal.number, waiting
    )


def _unsettled_step(deal: Deal, version: DealVersion, sides: Sequence[Side]) -> Step | None:
    """The step for a deal that was disputed or sent back; None for any other."""
    if deal.state == Deal.State.DISPUTED:
        reason = last_reason(version.confirmations.all(), Confirmation.Kind.DISPUTED)
        return Step(StepKind.DISPUTED, deal.number, reason=reason)
    if deal.state != Deal.State.ENTERED:
        return None
    answers = list(version.confirmations.all())
    if Confirmation.Kind.SENT_BACK in latest_answers(answers).values():
        return Step(StepKind.PUT_RIGHT, deal.number, waiting_sides(version, sides), sent_back_reason(answers))
    return None


def _can_answer(game: Game, waiting: Sequence[Side], own: Side | None) -> bool:
    """Whether this device may answer for one of the waiting sides."""
    return game.approval != Game.Approval.OWN_PHONE or own in waiting


def answering_sides(current: CurrentGame) -> list[Side]:
    """The sides that approve: all but one that did not come or has left."""
    return [side for side in current.sides if side.number != current.game.away]


def waiting_sides(version: DealVersion, sides: Iterable[Side]) -> list[Side]:
    """The sides whose approval is still missing."""
    answers = latest_answers(version.confirmations.all())
    return [
        side
        for side in sides
        if side.number != version.side and answers.get(side.number) != Confirmation.Kind.APPROVED
    ]
