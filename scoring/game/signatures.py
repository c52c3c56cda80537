"""Signatures as pages show them: given and missing ones, what signing means, what has changed since."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.people.names import NameOf, public_name
from scoring.game.history import ChangedRow
from scoring.game.signed_sheet import changes_since_signing, current_content
from scoring.game.typed_reasons import public_reason
from scoring.models import Deal, Game, Signature, Signing
from scoring.store import sheets, signed_content, signers
from scoring.store.deal_queries import DealRow
from scoring.store.signers import MissingSignature
from scoring.wording.citations import Citation, citation_for

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

_Strokes = Sequence[Sequence[Sequence[int]]]


# Who has signed, and who has not.

_SENTENCES: Final[Mapping[str, _StrPromise]] = {
    Signature.Kind.SIGNED: _lazy("%(name)s has signed."),
    Signature.Kind.REFUSED: _lazy("%(name)s has refused to sign."),
    Signature.Kind.ABSENT: _lazy("%(name)s was absent; the director has signed."),
    Signature.Kind.DIRECTOR: _lazy("The director has signed."),
    Signature.Kind.ON_PAPER: _lazy("Signed on paper: the sheet is in the folder."),
}


@dataclass(frozen=True, slots=True)
class SignatureDescription:
    """A signature as a page shows it."""

    signer: str
    sentence: str
    at: datetime
    # The line of the pen, as an SVG path.
    path: str
    typed: str
    reason: str
    public_reason: str


def describe_signatures(signing: Signing | None, name_of: NameOf = public_name) -> list[SignatureDescription]:
    """Return the signatures under a protocol, in the order in which they were given."""
    if signing is None:
        return []
    return [_describe_signature(signature, name_of) for signature in signing.signatures.all()]


def _describe_signature(signature: Signature, name_of: NameOf) -> SignatureDescription:
    signer = _("the director") if signature.player is None else name_of(signature.player)
    return SignatureDescription(
        signer=signer,
        sentence=_SENTENCES[signature.kind] % {"name": signer},
        at=signature.at,
        path=_svg_path(signature.strokes),
        typed=signature.typed,
        reason=signature.reason,
        public_reason=public_reason(signature),
    )


def _svg_path(strokes: _Strokes) -> str:
    """Return strokes as an SVG path; a single point is a dot."""
    return "".join(_svg_line(stroke) for stroke in strokes if stroke)


def _svg_line(stroke: Sequence[Sequence[int]]) -> str:
    start, *rest = (f"{x} {y}" for x, y in stroke)
    return f"M{start}" + ("".join(f"L{point}" for point in rest) or "h0")


def _missing_name(missing: MissingSignature, name_of: NameOf) -> str:
    """Name whoever is still to sign: a player, one of several players, or the director."""
    if missing.side is None:
        return _("the director")
    return " / ".join(name_of(seat.player) for seat in missing.seats)


@dataclass(frozen=True, slots=True)
class SignatureProgress:
    """The signatures given and missing under a game."""

    signing: Signing | None
    # The hash of what is signed now.
    digest: str
    given: Sequence[SignatureDescription]
    missing: Sequence[MissingSignature]
    names: Sequence[str]
    # The result has changed after the first signatures.
    has_restarted: bool

    @property
    def refused(self) -> list[Signature]:
        """Return the refusals of players who have not signed afterwards."""
        signatures = [] if self.signing is None else list(self.signing.signatures.all())
        last = {signature.player_id: signature for signature in signatures}
        return [signature for signature in last.values() if signature.kind == Signature.Kind.REFUSED]

    @property
    def players_are_missing(self) -> bool:
        return any(signature.side is not None for signature in self.missing)

    @property
    def waits_for_director(self) -> bool:
        """Return whether only the director's signature is missing."""
        return bool(self.missing) and not self.players_are_missing


def signature_progress(
    game: Game, rows: Sequence[DealRow], signings: Sequence[Signing], name_of: NameOf = public_name
) -> SignatureProgress:
    """Return the signatures under the current protocol, or under the one that the game is signed by."""
    digest = signed_content.protocol_from(game, rows).digest
    signing = signers.current_signing(signings, digest)
    missing = () if signing is not None and signing.signed_at else signers.missing_signatures(game, signing)
    last = signings[-1] if signings else None
    return SignatureProgress(
        signing=signing,
        digest=digest,
        given=describe_signatures(signing, name_of),
        missing=missing,
        names=[_missing_name(signature, name_of) for signature in missing],
        has_restarted=signing is None
        and last is not None
        and last.state in (Signing.State.COLLECTING, Signing.State.CHANGED),
    )


# What the signatures mean.


@dataclass(frozen=True, slots=True)
class SigningMeaning:
    """What the rules of the game allow to correct before and after the signatures."""

    sentences: Sequence[str]
    citation: Citation | None


def signing_meaning(game: Game) -> SigningMeaning:
    rules = sheets.rules_of_game(game).corrections
    source = citation_for(game.ruleset, rules.arithmetic_rule)
    if rules.arithmetic_after_signing:
        sums = _("After that, only the director can correct addition errors.")
    else:
        sums = _("Once signed, nothing can be corrected, not even addition errors.")
    return SigningMeaning(
        (
            sums,
            _(
                "Raise anything else that is wrong before you sign. Only the director can "
                "reopen a signed game."
            ),
        ),
        source,
    )


def approved_by_signing(rows: Sequence[DealRow]) -> list[int]:
    """Return the numbers of the deals that are not approved yet: the signatures approve them."""
    return [row.deal.number for row in rows if row.deal.state == Deal.State.ENTERED]


# What was signed, and what has changed since.


@dataclass(frozen=True, slots=True)
class PastSigning:
    """A signed protocol that has changed since, or was reopened."""

    number: int
    signed_at: datetime
    reopened_at: datetime | None
    reopened_because: str


@dataclass(frozen=True, slots=True)
class SignatureOverview:
    """The signatures of a game: current ones, changes since, and past signings."""

    current: SignatureProgress
    signed_at: datetime | None
    # What the director has changed since the game was signed.
    changes: Sequence[ChangedRow]
    past: Sequence[PastSigning]


def signature_overview(
    game: Game,
    names: Sequence[str],
    rows: Sequence[DealRow],
    signings: Sequence[Signing],
    name_of: NameOf = public_name,
) -> SignatureOverview | None:
    """Return the signatures of a game; None before the first signature."""
    if not signings:
        return None
    current = signature_progress(game, rows, signings, name_of)
    signed = current.signing if current.signing is not None and current.signing.signed_at else None
    changes = (
        [] if signed is None or signed.digest == current.digest else _changes_since(game, names, rows, signed)
    )
    return SignatureOverview(
        current=current,
        signed_at=None if signed is None else signed.signed_at,
        changes=changes,
        past=[
            PastSigning(signing.number, signing.signed_at, signing.reopened_at, signing.reopened_because)
            for signing in signings
            if signing.signed_at is not None and (signing is not signed or changes)
        ],
    )


def _changes_since(
    game: Game, names: Sequence[str], rows: Sequence[DealRow], signing: Signing
) -> list[ChangedRow]:
    return changes_since_signing(signing.content, current_content(game, rows), names)
