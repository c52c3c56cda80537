"""Signatures of a protocol: given, refused, given for an absent player, or seen on paper.

The players sign the protocol as it was at the first signature. If the result changes before all have signed,
the next signature begins a new signing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _lazy

from clubs.books.refusals import NotNow, validation_error
from clubs.books.writing import Author, JsonValue, Submission, Writing, retried
from scoring.models import Confirmation, Deal, DealVersion, Game, Seat, Signature, Signing
from scoring.recording.answers import notify_answered
from scoring.recording.approving import Approval, count_code_attempts, require_proof
from scoring.recording.calling import answer_dispute_calls, call_about_dispute
from scoring.recording.errors import AlreadyChanged
from scoring.recording.session import (
    AtTable,
    OpenGame,
    open_game_as_director,
    open_game_for,
    refuse_signed,
)
from scoring.recording.tables import pass_table_on_in
from scoring.store import signed_content, signers
from scoring.store.approvals import latest_answers
from scoring.store.game_queries import games_with_sides

# The width and height of the box in which a signature is drawn.
SIGNATURE_BOX: Final = (600, 200)
MAX_STROKES: Final = 60
MAX_POINTS: Final = 3000
# Fewer points are an accidental touch.
_MIN_POINTS: Final = 3

DrawnStrokes = Sequence[Sequence[Sequence[int]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class SignatureInput:
    """A signature as entered, with the digest of the protocol that was shown.

    `side`, `player`, `code` and `secret` prove the signer's side as at an approval.
    """

    digest: str
    key: UUID
    side: int | None = None
    player: int | None = None
    code: str = ""
    secret: str = ""
    strokes: DrawnStrokes = ()
    typed: str = ""
    reason: str = ""

    def submission(self, kind: str) -> Submission:
        drawn: list[JsonValue] = [[[*point] for point in stroke] for stroke in self.strokes]
        signer = {"digest": self.digest, "side": self.side, "player": self.player, "typed": self.typed}
        return Submission(
            key=self.key, content={**signer, "strokes": drawn, "reason": self.reason, "kind": kind}
        )

    @property
    def proof(self) -> Approval:
        return Approval(
            number=0,
            version=0,
            key=self.key,
            side=self.side,
            player=self.player,
            code=self.code,
            secret=self.secret,
        )


@retried
def sign_game(by: Author, game: Game, entered: SignatureInput) -> Signature:
    """Sign the protocol as a player, at the table."""
    return _sign(by, game, entered, Signature.Kind.SIGNED)


@retried
def refuse_to_sign(by: Author, game: Game, entered: SignatureInput) -> Signature:
    """Refuse to sign, with a reason. This calls the director, whose signature then closes the protocol."""
    return _sign(by, game, entered, Signature.Kind.REFUSED)


@retried
def sign_as_absent(by: Author, game: Game, entered: SignatureInput) -> Signature:
    """Sign as the director for an absent player."""
    return _sign(by, game, entered, Signature.Kind.ABSENT)


@retried
def sign_as_director(by: Author, game: Game, entered: SignatureInput) -> Signature:
    """Sign as the director, after all players; this closes the protocol."""
    return _sign(by, game, entered, Signature.Kind.DIRECTOR)


@retried
def sign_on_paper(by: Author, game: Game, digest: str, key: UUID) -> Signature:
    """Record as the director that the sheet is signed on paper; this closes the protocol.

    `reopen_game` takes it back.
    """
    return _sign(by, game, SignatureInput(digest=digest, key=key), Signature.Kind.ON_PAPER)


_DIRECTOR_KINDS: Final = (Signature.Kind.ABSENT, Signature.Kind.DIRECTOR, Signature.Kind.ON_PAPER)
# They are of no side and close the protocol.
_CLOSING_KINDS: Final = (Signature.Kind.DIRECTOR, Signature.Kind.ON_PAPER)


def _sign(by: Author, game: Game, entered: SignatureInput, kind: Signature.Kind) -> Signature:
    open_for_signing = open_game_as_director if kind in _DIRECTOR_KINDS else open_game_for
    if open_for_signing is open_game_for and not isinstance(by, AtTable):
        # A player proves a side at the table only. At the desk the director signs for an absent player.
        raise PermissionDenied
    submission = entered.submission(kind.value)
    attempts = count_code_attempts(by, game, entered.proof)
    with attempts, open_for_signing(game, by, submission=submission) as opened:
        if opened.earlier is not None:
            return Signature.objects.get(pk=opened.earlier.facts["signature"])
        return add_signature(opened, entered, kind)


def add_signature(opened: OpenGame, entered: SignatureInput, kind: Signature.Kind) -> Signature:
    """Add a signature of this kind to an open game."""
    _refuse_unless_ready(opened.game)
    _refuse_unless_complete(entered, kind)
    _refuse_unless_signer(opened, entered, kind)
    signing = _find_or_create_signing(opened, entered.digest)
    _refuse_twice(signing, entered, kind)
    _refuse_before_the_players(opened, signing, kind)
    signature = _store_signature(opened, signing, entered, kind)
    if kind is Signature.Kind.REFUSED:
        call_about_dispute(opened, entered.side, entered.reason)
    if kind in _CLOSING_KINDS:
        answer_dispute_calls(opened)
    _log_signature(opened, signature)
    _close_if_complete(opened, signing)
    return signature


def _refuse_unless_ready(game: Game) -> None:
    """Refuse unless the game is over, with no deal open, disputed or sent back."""
    refuse_signed(game)
    if not game.over:
        raise NotNow(_lazy("The game is not over yet."))
    sent_back = _sent_back(game)
    for deal in game.deals.exclude(state__in=(Deal.State.CONFIRMED, Deal.State.VOID)).order_by("number"):
        number = {"number": deal.number}
        if deal.state == Deal.State.DISPUTED:
            raise NotNow(_lazy("Deal %(number)s is disputed: the director decides first.") % number)
        if deal.state == Deal.State.DRAFT:
            raise NotNow(_lazy("Deal %(number)s has not been recorded yet.") % number)
        if deal.pk in sent_back:
            raise NotNow(_lazy("Deal %(number)s was sent back and must be entered again first.") % number)


def _sent_back(game: Game) -> set[int]:
    """Return the deals that a side has sent back and that were not corrected since."""
    by_deal: dict[int, list[Confirmation]] = {}
    answers = Confirmation.objects.filter(version__deal__game=game, version__current=True)
    for answer in answers.select_related("version"):
        by_deal.setdefault(answer.version.deal_id, []).append(answer)
    return {
        deal
        for deal, answers_to_deal in by_deal.items()
        if Confirmation.Kind.SENT_BACK in latest_answers(answers_to_deal).values()
    }


def _refuse_unless_complete(entered: SignatureInput, kind: Signature.Kind) -> None:
    if kind in (Signature.Kind.REFUSED, Signature.Kind.ABSENT):
        if not entered.reason.strip():
            raise validation_error("reason", _lazy("Give a reason."))
    elif kind is not Signature.Kind.ON_PAPER and not _is_drawn(entered.strokes) and not entered.typed.strip():
        raise validation_error("typed", _lazy("Sign with your finger, or type your name."))
    _refuse_invalid_strokes(entered.strokes)


def _is_drawn(strokes: DrawnStrokes) -> bool:
    return sum(len(stroke) for stroke in strokes) >= _MIN_POINTS


def _refuse_invalid_strokes(strokes: DrawnStrokes) -> None:
    """Refuse points outside the box, and drawings that are too large to store."""
    points = [point for stroke in strokes for point in stroke]
    inside = all(
        len(point) == len(SIGNATURE_BOX)
        and all(0 <= value <= limit for value, limit in zip(point, SIGNATURE_BOX, strict=True))
        for point in points
    )
    if not inside or len(strokes) > MAX_STROKES or len(points) > MAX_POINTS:
        raise validation_error("strokes", _lazy("This is not a signature. Sign once more."))


def _refuse_unless_signer(opened: OpenGame, entered: SignatureInput, kind: Signature.Kind) -> None:
    """Require a seated player of the side, and at the table the same proof as for an approval."""
    if kind in _CLOSING_KINDS:
        return
    side = next((side for side in opened.sides if side.number == entered.side), None)
    if side is None:
        raise validation_error("side", _lazy("Choose which side you are."))
    if not Seat.objects.filter(side=side, player=entered.player, until_deal=None).exists():
        raise validation_error("player", _lazy("This player is not at the table."))
    if opened.table is not None:
        require_proof(opened.game, side, entered.proof)


def _find_or_create_signing(opened: OpenGame, digest: str) -> Signing:
    """Return the signing of the current result, a new one if the result has changed since the last."""
    protocol = signed_content.protocol_of(opened.game)
    if protocol.digest != digest:
        raise AlreadyChanged
    signing = opened.game.signings.filter(state=Signing.State.COLLECTING).first()
    if signing is not None and signing.digest == digest:
        return signing
    if signing is not None:
        signing.state = Signing.State.CHANGED
        signing.save(update_fields=["state"])
    return Signing.objects.create(
        game=opened.game,
        number=opened.game.signings.count() + 1,
        content=dict(protocol.content),
        digest=digest,
        at=opened.by.at,
    )


def _refuse_twice(signing: Signing, entered: SignatureInput, kind: Signature.Kind) -> None:
    """Refuse a second signature. A player who has refused may still sign, but the director not for them."""
    former = signing.signatures.filter(player=entered.player)
    if kind in _CLOSING_KINDS:
        former = signing.signatures.filter(kind=kind)
    elif kind is Signature.Kind.SIGNED:
        former = former.exclude(kind=Signature.Kind.REFUSED)
    if former.exists():
        raise AlreadyChanged


def _refuse_before_the_players(opened: OpenGame, signing: Signing, kind: Signature.Kind) -> None:
    """Refuse the director, whose signature closes the signing, until every player has signed or refused."""
    if kind is not Signature.Kind.DIRECTOR:
        return
    missing = signers.missing_signatures(games_with_sides().get(pk=opened.game.pk), signing)
    if any(signature.side is not None for signature in missing):
        raise NotNow(_lazy("The director signs last: a player has neither signed nor refused yet."))


def _store_signature(
    opened: OpenGame, signing: Signing, entered: SignatureInput, kind: Signature.Kind
) -> Signature:
    """Store a signature; an earlier refusal by the same player stays."""
    return Signature.objects.create(
        signing=signing,
        kind=kind,
        side=None if kind in _CLOSING_KINDS else entered.side,
        player_id=None if kind in _CLOSING_KINDS else entered.player,
        author=opened.by.user,
        device=opened.device,
        strokes=[[[*point] for point in stroke] for stroke in entered.strokes],
        typed=entered.typed.strip(),
        reason=entered.reason,
        at=opened.by.at,
    )


def _log_signature(opened: OpenGame, signature: Signature) -> None:
    opened.log(
        f"game.{_LOG_ACTS[Signature.Kind(signature.kind)]}",
        opened.game,
        after={
            "signature": signature.pk,
            "digest": signature.signing.digest,
            "side": signature.side,
            "player": signature.player_id,
        },
        reason=signature.reason,
    )


_LOG_ACTS: Final = {
    Signature.Kind.SIGNED: "signature",
    Signature.Kind.REFUSED: "signature_refused",
    Signature.Kind.ABSENT: "signed_as_absent",
    Signature.Kind.DIRECTOR: "signed_by_director",
    Signature.Kind.ON_PAPER: "signed_on_paper",
}


def _close_if_complete(opened: OpenGame, signing: Signing) -> None:
    """Sign the game after its last signature, and approve the deals that were not approved."""
    game = games_with_sides().get(pk=opened.game.pk)
    if signers.missing_signatures(game, signing):
        return
    signing.state, signing.signed_at = Signing.State.SIGNED, opened.by.at
    signing.save(update_fields=["state", "signed_at"])
    _approve_all(opened.game, signing)
    before, opened.game.state = opened.game.state, Game.State.SIGNED
    opened.game.save(update_fields=["state"])
    opened.log(
        "game.signed",
        opened.game,
        before={"game_state": before},
        after={"game_state": opened.game.state, "digest": signing.digest},
    )
    pass_table_on_in(opened.act, opened.game)
    notify_answered(opened.game)


def _approve_all(game: Game, signing: Signing) -> None:
    """Approve the recorded deals of a game for every side that has signed it."""
    unapproved = game.deals.filter(state=Deal.State.ENTERED)
    versions = DealVersion.objects.filter(deal__in=unapproved, current=True)
    if signing.signatures.filter(kind=Signature.Kind.ON_PAPER).exists():
        signing.approved_versions = list(versions.order_by("deal__number").values_list("pk", flat=True))
        signing.save(update_fields=["approved_versions"])
    signatures = signing.signatures.filter(kind=Signature.Kind.SIGNED)
    by_side = {signature.side: signature for signature in signatures.order_by("-pk")}
    Confirmation.objects.bulk_create(
        _approved_by(version, signature)
        for version in versions.prefetch_related("confirmations")
        for side, signature in by_side.items()
        if side != version.side
        and latest_answers(version.confirmations.all()).get(side) != Confirmation.Kind.APPROVED
    )
    versions.update(confirmed=True)
    unapproved.update(state=Deal.State.CONFIRMED)


def _approved_by(version: DealVersion, signature: Signature) -> Confirmation:
    return Confirmation(
        version=version,
        kind=Confirmation.Kind.APPROVED,
        side=signature.side,
        player_id=signature.player_id,
        device=signature.device,
        at=signature.at,
    )


def make_official_in(act: Writing, games: QuerySet[Game]) -> None:
    """Make the finished games of an open book official, signed or not."""
    finished = games.filter(book=act.book, over=True).exclude(state=Game.State.SET_ASIDE)
    finished.update(state=Game.State.OFFICIAL)


def make_unofficial_in(act: Writing, games: QuerySet[Game]) -> None:
    """Take back that games of an open book are official: each is signed or finished as it was."""
    official = games.filter(book=act.book, state=Game.State.OFFICIAL)
    signed = Signing.objects.filter(game__in=official, state=Signing.State.SIGNED).values("game")
    Game.objects.filter(pk__in=list(signed.values_list("game", flat=True))).update(state=Game.State.SIGNED)
    Game.objects.filter(pk__in=list(official.values_list("pk", flat=True))).update(state=Game.State.FINISHED)
