"""What pages show of signatures: who has signed, who is missing, what it means, and what is otherwise since.

Knows stored signings, seats and the rules of corrections; must not query, write, or know a request.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Final, TypedDict, cast

from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.models import Player
from clubs.people.names import public_name
from clubs.reports.numbers import written
from scoring.game.history import Changed
from scoring.models import Deal, Game, Signature, Signing
from scoring.store import sheets, signed_content, signers
from scoring.store.queries import DealRow
from scoring.store.signers import Missing
from scoring.wording.citations import Cited, cited

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

Called = Callable[[Player], str]
_Strokes = Sequence[Sequence[Sequence[int]]]
_NOTHING = "\N{EN DASH}"


# Who has signed, and who has not.

_SENTENCES: Final[Mapping[str, _StrPromise]] = {
    Signature.Kind.SIGNED: _lazy("%(name)s has signed."),
    Signature.Kind.REFUSED: _lazy("%(name)s has refused to sign."),
    Signature.Kind.ABSENT: _lazy("%(name)s was absent; the director has signed."),
    Signature.Kind.DIRECTOR: _lazy("The director has signed."),
}


@dataclass(frozen=True, slots=True)
class Given:
    """A signature as a page shows it."""

    who: str
    sentence: str
    at: datetime
    # The line of the pen, as a path of a drawing in the box of a signature.
    path: str
    typed: str
    reason: str


def given(signing: Signing | None, call: Called = public_name) -> list[Given]:
    """The signatures under a protocol, in the order in which they were given."""
    return [] if signing is None else [_shown(one, call) for one in signing.signatures.all()]


def _shown(signature: Signature, call: Called) -> Given:
    who = _("the director") if signature.player is None else call(signature.player)
    return Given(
        who=who,
        sentence=_SENTENCES[signature.kind] % {"name": who},
        at=signature.at,
        path=_path_of(signature.strokes),
        typed=signature.typed,
        reason=signature.reason,
    )


def _path_of(strokes: _Strokes) -> str:
    """Strokes as the path of a drawing; a single point is a dot."""
    return "".join(_line_of(stroke) for stroke in strokes if stroke)


def _line_of(stroke: Sequence[Sequence[int]]) -> str:
    start, *rest = (f"{x} {y}" for x, y in stroke)
    return f"M{start}" + ("".join(f"L{point}" for point in rest) or "h0")


def _called(missing: Missing, call: Called) -> str:
    """Who is still to sign: a player, one of several, or the director."""
    if missing.side is None:
        return _("the director")
    return " / ".join(call(seat.player) for seat in missing.seats)


@dataclass(frozen=True, slots=True)
class Collecting:
    """How far the signatures under a game have come."""

    signing: Signing | None
    # The hash of what is signed now.
    digest: str
    given: Sequence[Given]
    missing: Sequence[Missing]
    names: Sequence[str]
    # Somebody had signed before the result changed.
    began_before: bool

    @property
    def refused(self) -> list[Signature]:
        """The refusals of those who have not signed after all."""
        signatures = [] if self.signing is None else list(self.signing.signatures.all())
        last = {signature.player_id: signature for signature in signatures}
        return [signature for signature in last.values() if signature.kind == Signature.Kind.REFUSED]

    @property
    def players_are_missing(self) -> bool:
        return any(each.side is not None for each in self.missing)

    @property
    def waits_for_director(self) -> bool:
        """Nobody is missing but the director, whose signature closes it."""
        return bool(self.missing) and not self.players_are_missing


def collecting(
    game: Game, rows: Sequence[DealRow], signings: Sequence[Signing], call: Called = public_name
) -> Collecting:
    """The signatures under what stands now, or under what the game is signed by."""
    digest = signed_content.protocol_from(game, rows).digest
    signing = signers.signing_now(signings, digest)
    missing = () if signing is not None and signing.signed_at else signers.missing(game, signing)
    last = signings[-1] if signings else None
    return Collecting(
        signing=signing,
        digest=digest,
        given=given(signing, call),
        missing=missing,
        names=[_called(each, call) for each in missing],
        began_before=signing is None
        and last is not None
        and last.state in (Signing.State.COLLECTING, Signing.State.CHANGED),
    )


# What the signatures mean.


@dataclass(frozen=True, slots=True)
class Meaning:
    """What can be corrected before the signatures, and what after them, by the rules of the game."""

    sentences: Sequence[str]
    cited: Cited | None


def meaning_of(game: Game) -> Meaning:
    rules = sheets.rules_of_game(game).corrections
    source = cited(game.ruleset, rules.arithmetic_rule)
    if rules.arithmetic_after_signing:
        sums = _("Points that were added up wrongly are corrected by the director alone after that.")
    else:
        sums = _("With the signatures nothing is corrected any more, not even points added up wrongly.")
    return Meaning(
        (
            sums,
            _("Whatever else is wrong must be said before you sign. Only the director opens a signed game."),
        ),
        source,
    )


def approved_by_signing(rows: Sequence[DealRow]) -> list[int]:
    """The deals that nobody has approved yet: the signatures approve them."""
    return [row.deal.number for row in rows if row.deal.state == Deal.State.ENTERED]


# What was signed, beside what stands now.


class SignedDeal(TypedDict):
    """A deal as a signed protocol has it."""

    number: int
    version: int
    counts: bool
    points: list[int]
    after: list[int]


class SignedContent(TypedDict):
    """What a signed protocol says, as far as a page shows it."""

    players: list[list[int]]
    carried: list[int]
    final: list[int] | None
    deals: list[SignedDeal]
    adjustments: list[int]
    results: list[int]
    winner: int | None


@dataclass(frozen=True, slots=True)
class Cell:
    figure: int | str
    changed: bool = False


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A row across the columns: `kind` is empty, "running" or "result"; `deal` is the one it is about."""

    label: str
    cells: Sequence[Cell]
    kind: str = ""
    deal: int | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """A score sheet as it was signed, or as it stands; what the other one has otherwise is marked."""

    caption: str
    sides: Sequence[str]
    rows: Sequence[SheetRow]


def sides_signed(content: SignedContent, players: Mapping[int, Player]) -> list[str]:
    """The sides of a signed protocol by the names that may be shown today."""
    return [
        " – ".join(public_name(players[pk]) for pk in side if pk in players) for side in content["players"]
    ]


def sheet_of(caption: str, sides: Sequence[str], content: SignedContent, other: SignedContent) -> Sheet:
    """The score sheet that a protocol holds; marked is what stands otherwise in the other one."""
    elsewhere = {(row.label, row.kind, row.deal): row for row in _rows_of(other)}
    rows = [_marked(row, elsewhere.get((row.label, row.kind, row.deal))) for row in _rows_of(content)]
    return Sheet(caption, sides, rows)


def _marked(row: SheetRow, other: SheetRow | None) -> SheetRow:
    figures: list[int | str | None] = [cell.figure for cell in other.cells] if other else []
    figures += [None] * (len(row.cells) - len(figures))
    cells = [
        Cell(cell.figure, cell.figure != figure) for cell, figure in zip(row.cells, figures, strict=True)
    ]
    return SheetRow(row.label, cells, row.kind, row.deal)


def _rows_of(content: SignedContent) -> Iterator[SheetRow]:
    if content["carried"]:
        yield _a_row(_("Carried over from paper"), content["carried"], "running")
    for deal in content["deals"]:
        label = _("Deal %(number)s") % {"number": deal["number"]}
        yield _a_row(label, _points_of(deal), deal=deal["number"])
        if deal["counts"]:
            yield _a_row(_("Running total"), deal["after"], "running", deal["number"])
    if any(content["adjustments"]):
        yield _a_row(_("Penalties and awards"), content["adjustments"])
    yield _a_row(_("Result"), content["results"], "result")


def _a_row(label: str, figures: Sequence[int | str], kind: str = "", deal: int | None = None) -> SheetRow:
    return SheetRow(label, [Cell(figure) for figure in figures], kind, deal)


def _points_of(deal: SignedDeal) -> Sequence[int | str]:
    return deal["points"] if deal["counts"] else [_NOTHING] * len(deal["points"])


def changes(then: SignedContent, now: SignedContent, names: Sequence[str]) -> list[Changed]:
    """What stands otherwise than it was signed, row by row."""
    return [*_changed_deals(then, now, names), *_changed_results(then, now, names)]


def _changed_deals(then: SignedContent, now: SignedContent, names: Sequence[str]) -> Iterator[Changed]:
    signed, stand = ({deal["number"]: deal for deal in content["deals"]} for content in (then, now))
    for number in sorted(signed.keys() | stand.keys()):
        yield from _changed_deal(number, signed.get(number), stand.get(number), names)


def _changed_deal(
    number: int, then: SignedDeal | None, now: SignedDeal | None, names: Sequence[str]
) -> Iterator[Changed]:
    """A deal that has other points now; or the same ones in another version, or it was not there."""
    label = _("Deal %(number)s") % {"number": number}
    nothing: Sequence[int | str] = [_NOTHING] * len(names)
    before, after = (nothing if deal is None else _points_of(deal) for deal in (then, now))
    moved = list(_differing(label, before, after, names))
    yield from moved
    if then is not None and now is not None and not moved and then["version"] != now["version"]:
        yield Changed(label, "", _version_name(then["version"]), _version_name(now["version"]))


def _version_name(number: int) -> str:
    return _("version %(number)s") % {"number": number}


def _changed_results(then: SignedContent, now: SignedContent, names: Sequence[str]) -> Iterator[Changed]:
    yield from _differing(_("Penalties and awards"), then["adjustments"], now["adjustments"], names)
    yield from _differing(_("Result"), then["results"], now["results"], names)
    if then["winner"] != now["winner"]:
        before, after = (
            _NOTHING if winner is None else names[winner] for winner in (then["winner"], now["winner"])
        )
        yield Changed(_("Winner"), "", before, after)


def _differing(
    label: str, before: Sequence[int | str], after: Sequence[int | str], names: Sequence[str]
) -> Iterator[Changed]:
    for name, one, other in zip(names, before, after, strict=True):
        if one != other:
            yield Changed(label, name, _as_written(one), _as_written(other))


def _as_written(figure: int | str) -> str:
    return figure if isinstance(figure, str) else written(figure, get_language() or "en")


def is_as_signed(content: SignedContent, deal: Deal) -> bool:
    """Whether a deal stands in the version that was signed, and counts as it did then."""
    stands = deal.version, deal.state in Deal.COUNTED
    return any(
        (one["version"], one["counts"]) == stands for one in content["deals"] if one["number"] == deal.number
    )


@dataclass(frozen=True, slots=True)
class SignedBefore:
    """A protocol that was signed, and what became of it."""

    number: int
    signed_at: datetime
    reopened_at: datetime | None
    because: str


@dataclass(frozen=True, slots=True)
class Signatures:
    """What the public page of a game tells of its signatures."""

    now: Collecting
    signed_at: datetime | None
    # What the director has changed since the game was signed.
    changes: Sequence[Changed]
    # What was signed and stands otherwise now, or was opened again.
    before: Sequence[SignedBefore]


def signatures_of(
    game: Game,
    names: Sequence[str],
    rows: Sequence[DealRow],
    signings: Sequence[Signing],
    call: Called = public_name,
) -> Signatures | None:
    """The signatures of a game; None as long as nobody has signed anything."""
    if not signings:
        return None
    now = collecting(game, rows, signings, call)
    signed = now.signing if now.signing is not None and now.signing.signed_at else None
    changed = (
        [] if signed is None or signed.digest == now.digest else _changed_since(game, names, rows, signed)
    )
    return Signatures(
        now=now,
        signed_at=None if signed is None else signed.signed_at,
        changes=changed,
        before=[
            SignedBefore(one.number, one.signed_at, one.reopened_at, one.reopened_because)
            for one in signings
            if one.signed_at is not None and (one is not signed or changed)
        ],
    )


def _changed_since(
    game: Game, names: Sequence[str], rows: Sequence[DealRow], signing: Signing
) -> list[Changed]:
    return changes(signing.content, content_of(game, rows), names)


def content_of(game: Game, rows: Sequence[DealRow]) -> SignedContent:
    """What the protocol says now, in the shape in which it is signed."""
    return cast(SignedContent, signed_content.protocol_from(game, rows).content)
