"""Signatures: given, refused, given for one who has gone home; a game is signed by them, and reopened.

What is signed is the protocol as it stood at the first signature. When the result changes before all have
signed, they sign anew. Knows who signs and when a game is signed; must not know what a deal scored.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _lazy

from clubs.books.refusals import NotNow, refused
from clubs.books.writing import Author, Sending, Value, Writing, retried
from scoring.models import Call, Confirmation, Deal, DealVersion, Game, Seat, Signature, Signing
from scoring.recording.approving import Approval, codes_counted, prove
from scoring.recording.errors import TakenAlready
from scoring.recording.ruling import answer_dispute
from scoring.recording.session import AtTable, Play, directing, playing, refuse_signed
from scoring.store import queries, signed_content, signers
from scoring.store.approvals import last_words

# A drawn signature: strokes of points in a box of this size.
BOX: Final = (600, 200)
MOST_STROKES: Final = 60
MOST_POINTS: Final = 3000
# A touch by mistake is no signature.
_FEWEST_POINTS: Final = 3

Strokes = Sequence[Sequence[Sequence[int]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Signed:
    """What one of those who are to sign does, and the protocol that was looked at.

    `side`, `player`, `code` and `secret` prove who it is as at an approval.
    """

    digest: str
    key: UUID
    side: int | None = None
    player: int | None = None
    code: str = ""
    secret: str = ""
    strokes: Strokes = ()
    typed: str = ""
    reason: str = ""

    def sending(self, kind: str) -> Sending:
        drawn: list[Value] = [[[*point] for point in stroke] for stroke in self.strokes]
        said = {"digest": self.digest, "side": self.side, "player": self.player, "typed": self.typed}
        return Sending(key=self.key, content={**said, "strokes": drawn, "reason": self.reason, "kind": kind})

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
def sign_game(by: Author, game: Game, signed: Signed) -> Signature:
    """A player signs the protocol, at the table."""
    return _put_down(by, game, signed, Signature.Kind.SIGNED)


@retried
def refuse_to_sign(by: Author, game: Game, signed: Signed) -> Signature:
    """A player does not sign, and says why: that calls the director, whose signature closes the protocol."""
    return _put_down(by, game, signed, Signature.Kind.REFUSED)


@retried
def sign_as_absent(by: Author, game: Game, signed: Signed) -> Signature:
    """The director signs for a player who has gone home."""
    return _put_down(by, game, signed, Signature.Kind.ABSENT)


@retried
def sign_as_director(by: Author, game: Game, signed: Signed) -> Signature:
    """The director's own signature, the last one: it closes the protocol."""
    return _put_down(by, game, signed, Signature.Kind.DIRECTOR)


_OF_THE_DIRECTOR: Final = (Signature.Kind.ABSENT, Signature.Kind.DIRECTOR)


def _put_down(by: Author, game: Game, signed: Signed, kind: Signature.Kind) -> Signature:
    opened = directing if kind in _OF_THE_DIRECTOR else playing
    if opened is playing and not isinstance(by, AtTable):
        # A player signs where he can prove who he is. At the desk the director signs for him, and says why.
        raise PermissionDenied
    sending = signed.sending(kind.value)
    with codes_counted(by, game, signed.proof), opened(game, by, sending=sending) as play:
        if play.earlier is not None:
            return Signature.objects.get(pk=play.earlier.facts["signature"])
        _refuse_unless_ready(play.game)
        _refuse_unless_whole(signed, kind)
        _refuse_unless_due(play, signed, kind)
        signing = _signing_of(play, signed.digest)
        _refuse_twice(signing, signed, kind)
        _refuse_before_the_players(play, signing, kind)
        signature = _stored(play, signing, signed, kind)
        if kind is Signature.Kind.REFUSED:
            _call_for(play, signed)
        if kind is Signature.Kind.DIRECTOR:
            answer_dispute(play)
        _log_signature(play, signature)
        _close_when_all_have(play, signing)
        return signature


def _refuse_unless_ready(game: Game) -> None:
    """A game is signed when it is over and nothing of it is open."""
    refuse_signed(game)
    if not game.over:
        raise NotNow(_lazy("The game is not over yet."))
    back = _sent_back(game)
    for deal in game.deals.exclude(state__in=(Deal.State.CONFIRMED, Deal.State.VOID)).order_by("number"):
        number = {"number": deal.number}
        if deal.state == Deal.State.DISPUTED:
            raise NotNow(_lazy("Deal %(number)s is disputed: the director decides first.") % number)
        if deal.state == Deal.State.DRAFT:
            raise NotNow(_lazy("Deal %(number)s has not been written down yet.") % number)
        if deal.pk in back:
            raise NotNow(_lazy("Deal %(number)s was sent back and is written anew first.") % number)


def _sent_back(game: Game) -> set[int]:
    """The deals that a side has sent back, and that nobody has written anew since."""
    said: dict[int, list[Confirmation]] = {}
    words = Confirmation.objects.filter(version__deal__game=game, version__current=True)
    for word in words.select_related("version"):
        said.setdefault(word.version.deal_id, []).append(word)
    return {deal for deal, each in said.items() if Confirmation.Kind.SENT_BACK in last_words(each).values()}


def _refuse_unless_whole(signed: Signed, kind: Signature.Kind) -> None:
    if kind in (Signature.Kind.REFUSED, Signature.Kind.ABSENT):
        if not signed.reason.strip():
            raise refused("reason", _lazy("Say why."))
    elif not _is_drawn(signed.strokes) and not signed.typed.strip():
        raise refused("typed", _lazy("Sign with the finger, or type the name."))
    _refuse_unless_drawn(signed.strokes)


def _is_drawn(strokes: Strokes) -> bool:
    return sum(len(stroke) for stroke in strokes) >= _FEWEST_POINTS


def _refuse_unless_drawn(strokes: Strokes) -> None:
    """A drawing is strokes of points that lie in its box, and not too many of them."""
    points = [point for stroke in strokes for point in stroke]
    inside = all(
        len(point) == len(BOX) and all(0 <= at <= most for at, most in zip(point, BOX, strict=True))
        for point in points
    )
    if not inside or len(strokes) > MOST_STROKES or len(points) > MOST_POINTS:
        raise refused("strokes", _lazy("This is not a signature. Sign once more."))


def _refuse_unless_due(play: Play, signed: Signed, kind: Signature.Kind) -> None:
    """A player of the side who sits at the table; at the table the side is proved as at an approval."""
    if kind is Signature.Kind.DIRECTOR:
        return
    side = next((side for side in play.sides if side.number == signed.side), None)
    if side is None:
        raise refused("side", _lazy("Say which side you are."))
    if not Seat.objects.filter(side=side, player=signed.player, until_deal=None).exists():
        raise refused("player", _lazy("This player does not sit at the table."))
    if play.table is not None:
        prove(play.game, side, signed.proof)


def _signing_of(play: Play, digest: str) -> Signing:
    """What is signed: as the ones before have signed it, or anew when the result has changed since."""
    stands = signed_content.protocol_of(play.game)
    if stands.digest != digest:
        raise TakenAlready
    signing = play.game.signings.filter(state=Signing.State.COLLECTING).first()
    if signing is not None and signing.digest == digest:
        return signing
    if signing is not None:
        signing.state = Signing.State.CHANGED
        signing.save(update_fields=["state"])
    return Signing.objects.create(
        game=play.game,
        number=play.game.signings.count() + 1,
        content=dict(stands.content),
        digest=digest,
        at=play.by.at,
    )


def _refuse_twice(signing: Signing, signed: Signed, kind: Signature.Kind) -> None:
    """Each signs once. Who has refused may sign after all; nobody else does it for him."""
    before = signing.signatures.filter(player=signed.player)
    if kind is Signature.Kind.DIRECTOR:
        before = signing.signatures.filter(kind=kind)
    elif kind is Signature.Kind.SIGNED:
        before = before.exclude(kind=Signature.Kind.REFUSED)
    if before.exists():
        raise TakenAlready


def _refuse_before_the_players(play: Play, signing: Signing, kind: Signature.Kind) -> None:
    """The director signs what the sides have signed or refused: after that nobody can refuse unheard."""
    if kind is not Signature.Kind.DIRECTOR:
        return
    missing = signers.missing(queries.with_sides().get(pk=play.game.pk), signing)
    if any(each.side is not None for each in missing):
        raise NotNow(_lazy("The director signs last: a player has neither signed nor refused yet."))


def _stored(play: Play, signing: Signing, signed: Signed, kind: Signature.Kind) -> Signature:
    """The signature; a refusal of the same player stays beside it."""
    return Signature.objects.create(
        signing=signing,
        kind=kind,
        side=None if kind is Signature.Kind.DIRECTOR else signed.side,
        player_id=None if kind is Signature.Kind.DIRECTOR else signed.player,
        author=play.by.user,
        device=play.device,
        strokes=[[[*point] for point in stroke] for stroke in signed.strokes],
        typed=signed.typed.strip(),
        reason=signed.reason,
        at=play.by.at,
    )


def _call_for(play: Play, signed: Signed) -> None:
    """A refusal calls the director; a table that has called already waits for the same answer."""
    if not play.game.calls.filter(answered_at=None).exists():
        Call.objects.create(
            game=play.game,
            why=Call.Why.DISPUTE,
            text=signed.reason[:300],
            side=signed.side,
            device=play.device,
            at=play.by.at,
        )


def _log_signature(play: Play, signature: Signature) -> None:
    play.log(
        f"game.{_LOGGED[Signature.Kind(signature.kind)]}",
        play.game,
        after={
            "signature": signature.pk,
            "digest": signature.signing.digest,
            "side": signature.side,
            "player": signature.player_id,
        },
        reason=signature.reason,
    )


_LOGGED: Final = {
    Signature.Kind.SIGNED: "signature",
    Signature.Kind.REFUSED: "signature_refused",
    Signature.Kind.ABSENT: "signed_as_absent",
    Signature.Kind.DIRECTOR: "signed_by_director",
}


def _close_when_all_have(play: Play, signing: Signing) -> None:
    """With the last signature the game is signed, and what was not approved yet is approved by it."""
    game = queries.with_sides().get(pk=play.game.pk)
    if signers.missing(game, signing):
        return
    signing.state, signing.signed_at = Signing.State.SIGNED, play.by.at
    signing.save(update_fields=["state", "signed_at"])
    _approve_all(play.game, signing)
    before, play.game.state = play.game.state, Game.State.SIGNED
    play.game.save(update_fields=["state"])
    play.log(
        "game.signed",
        play.game,
        before={"game_state": before},
        after={"game_state": play.game.state, "digest": signing.digest},
    )


def _approve_all(game: Game, signing: Signing) -> None:
    """Who has signed the game has approved its deals."""
    waiting = game.deals.filter(state=Deal.State.ENTERED)
    versions = DealVersion.objects.filter(deal__in=waiting, current=True)
    given = signing.signatures.filter(kind=Signature.Kind.SIGNED)
    signed = {signature.side: signature for signature in given.order_by("-pk")}
    Confirmation.objects.bulk_create(
        _approved_by(version, signature)
        for version in versions.prefetch_related("confirmations")
        for side, signature in signed.items()
        if side != version.side
        and last_words(version.confirmations.all()).get(side) != Confirmation.Kind.APPROVED
    )
    versions.update(confirmed=True)
    waiting.update(state=Deal.State.CONFIRMED)


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
    """What has become of games of a book that is being written is the result, signed or not."""
    counting = games.filter(book=act.book, over=True).exclude(state=Game.State.SET_ASIDE)
    counting.update(state=Game.State.OFFICIAL)


@retried
def reopen_game(by: Author, game: Game, reason: str, key: UUID) -> Game:
    """The director opens a signed game again. What was signed stays readable."""
    with directing(game, by, sending=Sending(key=key, content={"reopen": reason})) as play:
        if play.earlier is not None:
            return play.game
        if play.game.state != Game.State.SIGNED:
            raise NotNow(_lazy("The game is not signed."))
        if not reason.strip():
            raise refused("reason", _lazy("Say why."))
        signing = play.game.signings.get(state=Signing.State.SIGNED)
        signing.state, signing.reopened_at = Signing.State.REOPENED, play.by.at
        signing.reopened_by, signing.reopened_because = play.director, reason
        signing.save(update_fields=["state", "reopened_at", "reopened_by", "reopened_because"])
        play.game.state = Game.State.FINISHED if play.game.over else Game.State.OPEN
        play.game.save(update_fields=["state"])
        play.log(
            "game.reopened",
            play.game,
            before={"game_state": Game.State.SIGNED, "digest": signing.digest},
            after={"game_state": play.game.state},
            reason=reason,
        )
        return play.game
