"""Answers of the other side to a deal (approved, sent back, disputed), and the sides' own protocols.

The side that did not write a deal approves it in the way agreed for the game: a named player on the table's
phone, the side's own four digits, or the side's own phone.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from uuid import UUID

from django.utils.translation import gettext_lazy as _lazy

from clubs.accounts import throttling
from clubs.books.refusals import NotNow, validation_error
from clubs.books.writing import Author, JsonValue, Submission, retried
from scoring.core.score import DealScore
from scoring.models import Confirmation, Deal, DealVersion, Game, OwnDecision, OwnProtocol, Seat, Side
from scoring.recording.answers import notify_answered
from scoring.recording.calling import answer_dispute_calls, call_about_dispute
from scoring.recording.deals import (
    WrittenDeal,
    deal_to_record,
    load_game_before,
    log_version,
    store_version,
)
from scoring.recording.errors import AlreadyChanged, InvalidDeal
from scoring.recording.own_table import decide_on_own_table
from scoring.recording.session import AtTable, OpenGame, open_game_for, refuse_signed
from scoring.recording.totals import recompute_game, store_score
from scoring.store import sheets as stored_sheets
from scoring.store.approvals import latest_answers


@dataclass(frozen=True, slots=True, kw_only=True)
class Approval:
    """A side's answer to a version of a deal, and the proof that it is that side."""

    number: int
    version: int
    key: UUID
    side: int | None = None
    player: int | None = None
    code: str = ""
    secret: str = ""
    reason: str = ""

    def submission(self, answer: str) -> Submission:
        content = {"number": self.number, "version": self.version, "side": self.side, "player": self.player}
        return Submission(key=self.key, content={**content, "said": answer, "reason": self.reason})


@retried
def confirm_deal(by: Author, game: Game, approval: Approval) -> Deal:
    """Approve a deal for a side that did not write it. The last missing approval confirms the version."""
    return _answer_deal(by, game, approval, Confirmation.Kind.APPROVED)


@retried
def send_back_deal(by: Author, game: Game, approval: Approval) -> Deal:
    """Send a deal back to its writers, with a reason. It counts until it is corrected."""
    return _answer_deal(by, game, approval, Confirmation.Kind.SENT_BACK)


@retried
def dispute_deal(by: Author, game: Game, approval: Approval) -> Deal:
    """Dispute a deal, with a reason. It does not count, and the game waits for the director's decision."""
    return _answer_deal(by, game, approval, Confirmation.Kind.DISPUTED)


def _answer_deal(by: Author, game: Game, approval: Approval, kind: Confirmation.Kind) -> Deal:
    with (
        count_code_attempts(by, game, approval),
        open_game_for(game, by, submission=approval.submission(kind.value)) as opened,
    ):
        deal = Deal.objects.get(game=opened.game, number=approval.number)
        if opened.earlier is not None:
            return deal
        version = _version_answered(deal, approval)
        _refuse_unless_waiting(opened, deal, version, approval, kind)
        before = deal.state
        if before == Deal.State.DISPUTED:
            decide_on_own_table(opened, OwnDecision.Kind.DISPUTE, deal.number)
        _store_answer(opened, version, approval, kind)
        deal.state = _state_after(opened, version, kind)
        deal.save(update_fields=["state"])
        _update_totals(opened, deal, version, before)
        opened.log(
            f"deal.{kind.value}",
            deal,
            before={"deal_state": before},
            after={
                "number": deal.number,
                "version": version.number,
                "deal_state": deal.state,
                "side": approval.side,
                "player": approval.player,
            },
            reason=approval.reason,
        )
        _tell_director(opened, approval, before, deal)
        return deal


def _tell_director(opened: OpenGame, approval: Approval, before: str, deal: Deal) -> None:
    """Call the director to a table that disputes a deal; the director's own answer to it ends the call."""
    if deal.state == Deal.State.DISPUTED and opened.table is not None:
        call_about_dispute(opened, approval.side, approval.reason)
    elif before == Deal.State.DISPUTED and deal.state != before:
        answer_dispute_calls(opened)


def _version_answered(deal: Deal, approval: Approval) -> DealVersion:
    """Return the version that was answered, if it is still the current one."""
    if deal.version != approval.version or not deal.version:
        raise AlreadyChanged(deal)
    return deal.versions.get(number=approval.version)


def _refuse_unless_waiting(
    opened: OpenGame, deal: Deal, version: DealVersion, approval: Approval, kind: Confirmation.Kind
) -> None:
    refuse_signed(opened.game)
    if deal.state == Deal.State.DISPUTED and not opened.is_directed():
        raise NotNow(_lazy("The deal is disputed: the director decides."))
    if deal.state in (Deal.State.DRAFT, Deal.State.VOID) or (
        deal.state == Deal.State.CONFIRMED and kind == Confirmation.Kind.APPROVED
    ):
        raise AlreadyChanged(deal)
    if deal.state == Deal.State.CONFIRMED and not opened.is_directed():
        raise NotNow(_lazy("The deal has been approved: only the director can change it now."))
    if kind != Confirmation.Kind.APPROVED and not approval.reason.strip():
        raise validation_error("reason", _lazy("Give a reason."))
    if opened.table is not None:
        _require_other_side(opened, version.side, approval)
        if kind == Confirmation.Kind.APPROVED and approval.side not in _waiting_sides(opened, version):
            raise AlreadyChanged(deal)


def _require_other_side(opened: OpenGame, written_by: int | None, approval: Approval) -> None:
    """Require a side that did not write the deal, with the proof that the game demands."""
    side = next((side for side in opened.sides if side.number == approval.side), None)
    if side is None:
        raise validation_error("side", _lazy("Choose which side you are."))
    if side.number == written_by:
        raise validation_error("side", _lazy("The other side has to approve what you recorded."))
    require_proof(opened.game, side, approval)


def require_proof(game: Game, side: Side, approval: Approval) -> None:
    """Require the proof that the game demands from a device that acts for a side."""
    _PROOFS[Game.Approval(game.approval)](side, approval)


def _require_player(side: Side, approval: Approval) -> None:
    """Require a player of the side: the phone was handed over, and the player gives a name."""
    if not Seat.objects.filter(side=side, player=approval.player, until_deal=None).exists():
        raise validation_error("player", _lazy("Choose your name."))


def _require_code(side: Side, approval: Approval) -> None:
    if not _is_same(side.code, approval.code):
        raise validation_error("code", _lazy("This is not the side's four-digit code."))


def _require_own_phone(side: Side, approval: Approval) -> None:
    if not _is_same(side.secret, approval.secret):
        raise validation_error("side", _lazy("This side approves on its own phone, using its own link."))


def _is_same(stored: str, typed: str) -> bool:
    """Compare two secrets in constant time."""
    return secrets.compare_digest(stored.encode(), typed.encode())


_PROOFS = {
    Game.Approval.SHARED: _require_player,
    Game.Approval.OWN_CODE: _require_code,
    Game.Approval.OWN_PHONE: _require_own_phone,
}


@contextmanager
def count_code_attempts(by: Author, game: Game, approval: Approval) -> Iterator[None]:
    """Throttle attempts with wrong codes, which have only four digits; count before the game is locked."""
    if game.approval != Game.Approval.OWN_CODE or not approval.code:
        yield
        return
    limits = throttling.code_limits(f"{game.pk}/{approval.side}", by.origin)
    throttling.count_attempt(limits, by.at, approval.code)
    yield
    throttling.uncount_attempt(limits, by.at)


def _store_answer(
    opened: OpenGame, version: DealVersion, approval: Approval, kind: Confirmation.Kind
) -> None:
    """Store a side's answer. A second approval of a version by the same side replaces the first."""
    answer = _confirmation(opened, version, approval, kind)
    if kind == Confirmation.Kind.APPROVED and answer.side is not None:
        answer.pk = (
            version.confirmations.filter(kind=kind, side=answer.side).values_list("pk", flat=True).first()
        )
    answer.save()


def _confirmation(
    opened: OpenGame, version: DealVersion, approval: Approval, kind: Confirmation.Kind
) -> Confirmation:
    return Confirmation(
        version=version,
        kind=kind,
        side=approval.side if opened.table else None,
        player_id=approval.player if opened.table else None,
        author=opened.by.user,
        device=opened.device,
        reason=approval.reason,
        at=opened.by.at,
    )


def _state_after(opened: OpenGame, version: DealVersion, kind: Confirmation.Kind) -> Deal.State:
    if kind == Confirmation.Kind.DISPUTED:
        return Deal.State.DISPUTED
    if kind == Confirmation.Kind.SENT_BACK:
        return Deal.State.ENTERED
    directed = opened.table is None
    return Deal.State.CONFIRMED if directed or not _waiting_sides(opened, version) else Deal.State.ENTERED


def _waiting_sides(opened: OpenGame, version: DealVersion) -> Sequence[int]:
    """Return the sides whose approval is missing."""
    answers = latest_answers(version.confirmations.all())
    return [
        side.number
        for side in opened.sides
        if side.number not in (version.side, opened.game.away)
        and answers.get(side.number) != Confirmation.Kind.APPROVED
    ]


def _update_totals(opened: OpenGame, deal: Deal, version: DealVersion, before: str) -> None:
    """Mark a confirmed version; recompute the game if the deal now counts, or no longer counts."""
    version.confirmed = deal.state == Deal.State.CONFIRMED
    version.save(update_fields=["confirmed"])
    if (before in Deal.COUNTED) != (deal.state in Deal.COUNTED):
        recompute_game(opened)
    elif before != deal.state:
        notify_answered(opened.game)


# Own protocols.


@retried
def hand_in_protocol(by: Author, game: Game, written: WrittenDeal, code: str = "") -> Deal:
    """Store a side's own protocol. If all sides have handed in the same, record and approve the deal.

    Where the sides have codes of four digits, that of the side proves that the protocol is its own.
    """
    side = by.side if isinstance(by, AtTable) else None
    proof = Approval(number=written.number, version=0, key=written.key, side=side, code=code)
    submission = written.submission
    with count_code_attempts(by, game, proof), open_game_for(game, by, submission=submission) as opened:
        if opened.earlier is not None:
            return Deal.objects.get(game=opened.game, number=written.number)
        if opened.side is None:
            raise validation_error("side", _lazy("Choose which side you are."))
        if opened.game.approval == Game.Approval.OWN_CODE:
            _require_code(opened.sides[opened.side], proof)
        deal = deal_to_record(opened, written.number)
        scored = stored_sheets.read_deal(load_game_before(opened, deal), written.body)
        if scored.score is None:
            raise InvalidDeal(scored.problems)
        if deal.pk is None:
            deal.save()
        _keep_protocol(opened, opened.side, deal, scored.data)
        _record_if_all_agree(opened, deal, scored, scored.score)
        return deal


@retried
def take_protocol(by: Author, game: Game, approval: Approval, taken: int) -> Deal:
    """Replace a side's own protocol by that of the side `taken`.

    The approval proves the side as usual; its version is the number of the protocol that was shown.
    """
    submission = approval.submission(f"protocol of side {taken}")
    with count_code_attempts(by, game, approval), open_game_for(game, by, submission=submission) as opened:
        deal = Deal.objects.get(game=opened.game, number=approval.number)
        if opened.earlier is not None:
            return deal
        protocol = deal.protocols.filter(side=taken, number=approval.version, current=True).first()
        if protocol is None or deal.state != Deal.State.DRAFT:
            raise AlreadyChanged(deal)
        if approval.side is None:
            raise validation_error("side", _lazy("Choose which side you are."))
        _require_other_side(opened, taken, approval)
        scored = stored_sheets.read_deal(
            load_game_before(opened, deal), stored_sheets.deal_data(protocol.sheet)
        )
        if scored.score is None:
            raise InvalidDeal(scored.problems)
        _keep_protocol(opened, approval.side, deal, scored.data)
        _record_if_all_agree(opened, deal, scored, scored.score)
        return deal


def _record_if_all_agree(
    opened: OpenGame, deal: Deal, scored: stored_sheets.ScoredDeal, score: DealScore
) -> None:
    """Record the deal if all protocols agree; otherwise only log the one handed in."""
    if _all_agree(opened, deal):
        version = store_version(opened, deal, scored, score)
        store_score(opened, deal, score)
        # Where a side approves on its own phone, an equal protocol does not replace it; a code was given.
        if opened.game.approval != Game.Approval.OWN_PHONE:
            _approve_by_protocols(deal, version)
        log_version(opened, "deal.agreed", version, score)
    else:
        opened.log("protocol.handed_in", deal, after={"number": deal.number, "sheet": scored.data})


def _keep_protocol(opened: OpenGame, side: int, deal: Deal, data: Mapping[str, JsonValue]) -> OwnProtocol:
    former = deal.protocols.filter(side=side)
    former.filter(current=True).update(current=False)
    return OwnProtocol.objects.create(
        deal=deal,
        side=side,
        number=former.count() + 1,
        sheet=dict(data),
        player_id=opened.player,
        device=opened.device,
        at=opened.by.at,
    )


def _all_agree(opened: OpenGame, deal: Deal) -> bool:
    protocols = list(deal.protocols.filter(current=True))
    if len(protocols) < len(opened.sides) - (opened.game.away is not None):
        return False
    sheets = [
        stored_sheets.stored_sheet(opened.game, protocol.sheet, deal.openings) for protocol in protocols
    ]
    return not any(stored_sheets.sheets_differ(sheets[0], sheet) for sheet in sheets[1:])


def _approve_by_protocols(deal: Deal, version: DealVersion) -> None:
    """Approve a version for every side that has handed in the same protocol."""
    Confirmation.objects.bulk_create(
        Confirmation(
            version=version,
            kind=Confirmation.Kind.APPROVED,
            side=protocol.side,
            player_id=protocol.player_id,
            device=protocol.device,
            at=protocol.at,
        )
        for protocol in deal.protocols.filter(current=True)
    )
    deal.state, version.confirmed = Deal.State.CONFIRMED, True
    deal.save(update_fields=["state"])
    version.save(update_fields=["confirmed"])
