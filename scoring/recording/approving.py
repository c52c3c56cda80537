"""The other side's word on a deal: approved, sent back, disputed; and two protocols that are compared.

The side that did not write a deal approves it, in the way the game asks for: a named player on the table's
phone, a side's own four digits, or the side's own phone. Knows how approval is given; must not know what a
deal scored.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from uuid import UUID

from django.utils.translation import gettext_lazy as _lazy

from clubs.accounts import throttling
from clubs.books.refusals import NotNow, refused
from clubs.books.writing import Author, Sending, Value, retried
from scoring.core.score import DealScore
from scoring.models import Confirmation, Deal, DealVersion, Game, OwnProtocol, Seat, Side
from scoring.recording.deals import (
    WrittenDeal,
    deal_to_record,
    log_version,
    standing_of,
    store,
)
from scoring.recording.errors import Refused, TakenAlready
from scoring.recording.session import Play, playing, refuse_signed
from scoring.recording.totals import refold, store_score
from scoring.store import sheets as stored_sheets
from scoring.store.approvals import last_words


@dataclass(frozen=True, slots=True, kw_only=True)
class Approval:
    """A side's word on a version of a deal, and by what it proves to be that side."""

    number: int
    version: int
    key: UUID
    side: int | None = None
    player: int | None = None
    code: str = ""
    secret: str = ""
    reason: str = ""

    def sending(self, said: str) -> Sending:
        content = {"number": self.number, "version": self.version, "side": self.side, "player": self.player}
        return Sending(key=self.key, content={**content, "said": said, "reason": self.reason})


@retried
def confirm_deal(by: Author, game: Game, approval: Approval) -> Deal:
    """Approve a deal for a side that did not write it. With the last side's word the version is confirmed."""
    return _answered(by, game, approval, Confirmation.Kind.APPROVED)


@retried
def send_back_deal(by: Author, game: Game, approval: Approval) -> Deal:
    """Hand a deal back to those who wrote it, saying why. It counts until it is written anew."""
    return _answered(by, game, approval, Confirmation.Kind.SENT_BACK)


@retried
def dispute_deal(by: Author, game: Game, approval: Approval) -> Deal:
    """Contest a deal, saying why: it counts nothing and the game stops until the director has decided."""
    return _answered(by, game, approval, Confirmation.Kind.DISPUTED)


def _answered(by: Author, game: Game, approval: Approval, kind: Confirmation.Kind) -> Deal:
    with codes_counted(by, game, approval), playing(game, by, sending=approval.sending(kind.value)) as play:
        deal = Deal.objects.get(game=play.game, number=approval.number)
        if play.earlier is not None:
            return deal
        version = _version_spoken_of(deal, approval)
        _refuse_unless_waiting(play, deal, version, approval, kind)
        before = deal.state
        _say(play, version, approval, kind)
        deal.state = _state_after(play, version, kind)
        deal.save(update_fields=["state"])
        _settle(play, deal, version, before)
        play.log(
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
        return deal


def _version_spoken_of(deal: Deal, approval: Approval) -> DealVersion:
    """The version that was looked at, if it is still the current one."""
    if deal.version != approval.version or not deal.version:
        raise TakenAlready(deal)
    return deal.versions.get(number=approval.version)


def _refuse_unless_waiting(
    play: Play, deal: Deal, version: DealVersion, approval: Approval, kind: Confirmation.Kind
) -> None:
    refuse_signed(play.game)
    if deal.state == Deal.State.DISPUTED and not play.is_directed():
        raise NotNow(_lazy("The deal is disputed: the director decides."))
    if deal.state in (Deal.State.DRAFT, Deal.State.VOID) or (
        deal.state == Deal.State.CONFIRMED and kind == Confirmation.Kind.APPROVED
    ):
        raise TakenAlready(deal)
    if deal.state == Deal.State.CONFIRMED and not play.is_directed():
        raise NotNow(_lazy("The deal has been approved: the director alone changes it now."))
    if kind != Confirmation.Kind.APPROVED and not approval.reason.strip():
        raise refused("reason", _lazy("Say why."))
    if play.table is not None:
        _prove_side(play, version.side, approval)
        if kind == Confirmation.Kind.APPROVED and approval.side not in _waiting_sides(play, version):
            raise TakenAlready(deal)


def _prove_side(play: Play, written_by: int | None, approval: Approval) -> None:
    """A device at the table speaks for a side that did not write, and proves it as the game asks."""
    side = next((side for side in play.sides if side.number == approval.side), None)
    if side is None:
        raise refused("side", _lazy("Say which side you are."))
    if side.number == written_by:
        raise refused("side", _lazy("The other side approves what you have written."))
    prove(play.game, side, approval)


def prove(game: Game, side: Side, approval: Approval) -> None:
    """A device at the table speaks for a side, and proves it as the game asks."""
    _PROOFS[Game.Approval(game.approval)](side, approval)


def _by_player(side: Side, approval: Approval) -> None:
    """The phone was handed over: a player of the side gives his name to it."""
    if not Seat.objects.filter(side=side, player=approval.player, until_deal=None).exists():
        raise refused("player", _lazy("Say who you are."))


def _by_code(side: Side, approval: Approval) -> None:
    if not _same(side.code, approval.code):
        raise refused("code", _lazy("These are not the side's four digits."))


def _by_own_phone(side: Side, approval: Approval) -> None:
    if not _same(side.secret, approval.secret):
        raise refused("side", _lazy("This side approves on its own phone, with its own link."))


def _same(kept: str, typed: str) -> bool:
    """Compared in the same time wherever they differ, whatever was typed."""
    return secrets.compare_digest(kept.encode(), typed.encode())


_PROOFS = {
    Game.Approval.SHARED: _by_player,
    Game.Approval.OWN_CODE: _by_code,
    Game.Approval.OWN_PHONE: _by_own_phone,
}


@contextmanager
def codes_counted(by: Author, game: Game, approval: Approval) -> Iterator[None]:
    """Four digits are few: whoever tries many wrong ones has to wait. Counted before the game is locked."""
    if game.approval != Game.Approval.OWN_CODE or not approval.code:
        yield
        return
    limits = throttling.code_limits(f"{game.pk}/{approval.side}", by.origin)
    throttling.count(limits, by.at)
    yield
    throttling.take_back(limits, by.at)


def _say(play: Play, version: DealVersion, approval: Approval, kind: Confirmation.Kind) -> None:
    """Keep a side's word. It approves a version once: again after another word, it is said anew."""
    word = _confirmation(play, version, approval, kind)
    if kind == Confirmation.Kind.APPROVED and word.side is not None:
        word.pk = version.confirmations.filter(kind=kind, side=word.side).values_list("pk", flat=True).first()
    word.save()


def _confirmation(
    play: Play, version: DealVersion, approval: Approval, kind: Confirmation.Kind
) -> Confirmation:
    return Confirmation(
        version=version,
        kind=kind,
        side=approval.side if play.table else None,
        player_id=approval.player if play.table else None,
        author=play.by.user,
        device=play.device,
        reason=approval.reason,
        at=play.by.at,
    )


def _state_after(play: Play, version: DealVersion, kind: Confirmation.Kind) -> Deal.State:
    if kind == Confirmation.Kind.DISPUTED:
        return Deal.State.DISPUTED
    if kind == Confirmation.Kind.SENT_BACK:
        return Deal.State.ENTERED
    directed = play.table is None
    return Deal.State.CONFIRMED if directed or not _waiting_sides(play, version) else Deal.State.ENTERED


def _waiting_sides(play: Play, version: DealVersion) -> Sequence[int]:
    """The sides whose approval is still missing."""
    said = last_words(version.confirmations.all())
    return [
        side.number
        for side in play.sides
        if side.number != version.side and said.get(side.number) != Confirmation.Kind.APPROVED
    ]


def _settle(play: Play, deal: Deal, version: DealVersion, before: str) -> None:
    """A confirmed version is marked; a deal that begins or ceases to count changes the totals."""
    version.confirmed = deal.state == Deal.State.CONFIRMED
    version.save(update_fields=["confirmed"])
    if (before in Deal.COUNTED) != (deal.state in Deal.COUNTED):
        refold(play)


# Two protocols.


@retried
def hand_in_protocol(by: Author, game: Game, written: WrittenDeal) -> Deal:
    """One side's own protocol. When all sides have handed in the same, the deal is recorded and approved."""
    with playing(game, by, sending=written.sending) as play:
        if play.earlier is not None:
            return Deal.objects.get(game=play.game, number=written.number)
        if play.side is None:
            raise refused("side", _lazy("Say which side you are."))
        deal = deal_to_record(play, written.number)
        scored = stored_sheets.read_deal(standing_of(play, deal), written.body)
        if scored.score is None:
            raise Refused(scored.problems)
        if deal.pk is None:
            deal.save()
        _keep_protocol(play, play.side, deal, scored.data)
        _compare(play, deal, scored, scored.score)
        return deal


@retried
def take_protocol(by: Author, game: Game, approval: Approval, taken: int) -> Deal:
    """A side takes the protocol of the side `taken` in place of its own, as it is.

    The approval proves the side as ever; its version is the number of the protocol that was looked at.
    """
    sending = approval.sending(f"protocol of side {taken}")
    with codes_counted(by, game, approval), playing(game, by, sending=sending) as play:
        deal = Deal.objects.get(game=play.game, number=approval.number)
        if play.earlier is not None:
            return deal
        protocol = deal.protocols.filter(side=taken, number=approval.version, current=True).first()
        if protocol is None or deal.state != Deal.State.DRAFT:
            raise TakenAlready(deal)
        if approval.side is None:
            raise refused("side", _lazy("Say which side you are."))
        _prove_side(play, taken, approval)
        scored = stored_sheets.read_deal(standing_of(play, deal), stored_sheets.body_of(protocol.sheet))
        if scored.score is None:
            raise Refused(scored.problems)
        _keep_protocol(play, approval.side, deal, scored.data)
        _compare(play, deal, scored, scored.score)
        return deal


def _compare(play: Play, deal: Deal, scored: stored_sheets.ScoredDeal, score: DealScore) -> None:
    """Record the deal when all sides have written the same; otherwise it waits for them."""
    if _all_agree(play, deal):
        version = store(play, deal, scored, score)
        store_score(play, deal, score)
        # Where a side proves who it is by digits or its own phone, the same protocol does not prove it.
        if play.game.approval == Game.Approval.SHARED:
            _approve_by_protocols(deal, version)
        log_version(play, "deal.agreed", version, score)
    else:
        play.log("protocol.handed_in", deal, after={"number": deal.number, "sheet": scored.data})


def _keep_protocol(play: Play, side: int, deal: Deal, data: Mapping[str, Value]) -> OwnProtocol:
    earlier = deal.protocols.filter(side=side)
    earlier.filter(current=True).update(current=False)
    return OwnProtocol.objects.create(
        deal=deal,
        side=side,
        number=earlier.count() + 1,
        sheet=dict(data),
        player_id=play.player,
        device=play.device,
        at=play.by.at,
    )


def _all_agree(play: Play, deal: Deal) -> bool:
    protocols = list(deal.protocols.filter(current=True))
    if len(protocols) < len(play.sides):
        return False
    sheets = [stored_sheets.stored_sheet(play.game, one.sheet, deal.openings) for one in protocols]
    return not any(stored_sheets.differ(sheets[0], sheet) for sheet in sheets[1:])


def _approve_by_protocols(deal: Deal, version: DealVersion) -> None:
    """Who wrote the same has approved."""
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
