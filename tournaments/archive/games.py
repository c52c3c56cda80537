"""Games read from the database as the content of an event.

What was cancelled is not in the content, nor are signatures that were dropped or reopened.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from django.db.models import Prefetch, QuerySet

from scoring.models import (
    Adjustment,
    Confirmation,
    Deal,
    DealVersion,
    Game,
    OwnProtocol,
    Ruling,
    Seat,
    Side,
    Signature,
    Signing,
    Slip,
    WrittenWarning,
)
from tournaments.archive.content import (
    AnswerContent,
    ChargeContent,
    DealContent,
    GameContent,
    JurorContent,
    OwnSheetContent,
    Place,
    RulingContent,
    SeatContent,
    SideContent,
    SignatureContent,
    SigningContent,
    VersionContent,
    WarningContent,
)
from tournaments.archive.numbering import Directory
from tournaments.archive.versions import versions_that_count

_VALID: Final = (Signing.State.COLLECTING, Signing.State.SIGNED)
_BY_THE_DIRECTOR: Final = (Signature.Kind.ABSENT, Signature.Kind.DIRECTOR, Signature.Kind.ON_PAPER)


def games_with_everything() -> QuerySet[Game]:
    """Return games with all rows that their content needs; a query for each kind of row."""
    deals = Deal.objects.order_by("number").prefetch_related(
        Prefetch("versions", DealVersion.objects.order_by("number").select_related("ruling")),
        Prefetch("versions__confirmations", Confirmation.objects.order_by("at", "pk")),
        Prefetch("protocols", OwnProtocol.objects.filter(current=True).order_by("side")),
    )
    return Game.objects.prefetch_related(
        Prefetch("sides", Side.objects.order_by("number")),
        Prefetch("sides__seats", Seat.objects.order_by("position", "from_deal", "pk")),
        Prefetch("deals", deals),
        Prefetch("rulings", Ruling.objects.filter(cancelled_at=None).order_by("number")),
        "rulings__deal",
        "rulings__jurors__user",
        Prefetch(
            "adjustments",
            Adjustment.objects.filter(cancelled_at=None).select_related("deal", "ruling"),
        ),
        Prefetch("warnings", WrittenWarning.objects.filter(cancelled_at=None)),
        Prefetch("signings", Signing.objects.filter(state__in=_VALID)),
        Prefetch("signings__signatures", Signature.objects.defer("strokes").order_by("pk")),
        Prefetch("slips", Slip.objects.filter(current=True)),
        "photos",
    )


def game_content(game: Game, people: Directory) -> GameContent:
    """Return the content of a game from `games_with_everything`."""
    return GameContent(
        label=game.label,
        ruleset=game.ruleset,
        edition=game.edition,
        options=game.options,
        players_per_side=tuple(game.players_per_side),
        written_on=game.written_on,
        approval=game.approval,
        corrections=game.corrections,
        protocols=game.protocols,
        signers=game.signers,
        director_signs=game.director_signs,
        second_entry=game.second_entry,
        deals_agreed=game.deals_agreed,
        entered_result=None if game.entered_result is None else tuple(game.entered_result),
        first_side=game.first_side,
        sides=tuple(_side(side, people) for side in game.sides.all()),
        keeper=people.players.of_optional(game.keeper_id),
        state=game.state,
        over=game.over,
        is_draw=game.is_draw,
        winner=game.winner,
        ended_by=game.ended_by,
        end_side=game.end_side,
        away=game.away,
        away_after=game.away_after,
        other_result=game.other_result,
        deals=tuple(_deal(deal, people) for deal in game.deals.all()),
        rulings=tuple(_ruling(ruling, people) for ruling in game.rulings.all()),
        charges=_charges(game.adjustments.all()),
        warnings=_warnings(game.warnings.all(), people),
        signing=_signing(game, people),
        slip=next((tuple(slip.totals) for slip in game.slips.all()), None),
        photos=tuple(sorted(photo.digest for photo in game.photos.all())),
    )


def _side(side: Side, people: Directory) -> SideContent:
    return SideContent(
        number=side.number,
        total=side.total,
        adjustment=side.adjustment,
        carried=side.carried,
        plays_extra_deal=side.plays_extra_deal,
        seats=tuple(
            SeatContent(
                player=people.players.of(seat.player_id),
                position=seat.position,
                from_deal=seat.from_deal,
                until_deal=seat.until_deal,
            )
            for seat in side.seats.all()
        ),
    )


# Deals.


def _deal(deal: Deal, people: Directory) -> DealContent:
    return DealContent(
        number=deal.number,
        state=deal.state,
        openings=tuple(deal.openings),
        dealer=deal.dealer,
        leader=deal.leader,
        sits_out=tuple(_place(place) for place in deal.sits_out),
        bidding=deal.bidding,
        versions=tuple(_version(same, people) for same in versions_that_count(deal.versions.all())),
        own_sheets=tuple(
            OwnSheetContent(side=own.side, player=people.players.of_optional(own.player_id), sheet=own.sheet)
            for own in deal.protocols.all()
        ),
    )


def _place(stored: list[int]) -> Place:
    side, position = stored
    return side, position


def _version(same: list[DealVersion], people: Directory) -> VersionContent:
    """Return a version with the answers to it and to those that restored it."""
    version = same[0]
    return VersionContent(
        sheet=version.sheet,
        result=version.result,
        warnings=tuple(version.warnings),
        kind=version.kind,
        rule=version.rule,
        reason=version.reason,
        overridden_rule=version.overridden_rule,
        overridden_errors=tuple(version.overridden_errors),
        ruling=_number_if_valid(version.ruling),
        paper=tuple(version.paper),
        side=version.side,
        player=people.players.of_optional(version.player_id),
        answers=_answers((answer for each in same for answer in each.confirmations.all()), people),
    )


def _answers(confirmations: Iterable[Confirmation], people: Directory) -> tuple[AnswerContent, ...]:
    """Return the latest answer of each side. The director's follow from the rulings and the deal's state."""
    latest = {answer.side: answer for answer in confirmations}
    return tuple(
        AnswerContent(
            side=side,
            kind=latest[side].kind,
            player=people.players.of_optional(latest[side].player_id),
            reason=latest[side].reason,
        )
        for side in sorted(side for side in latest if side is not None)
    )


# Rulings, charges, warnings.


def _ruling(ruling: Ruling, people: Directory) -> RulingContent:
    jurors = sorted(ruling.jurors.all(), key=lambda juror: (juror.user.name, juror.pk))
    return RulingContent(
        number=ruling.number,
        deal=None if ruling.deal is None else ruling.deal.number,
        outcome=ruling.outcome,
        text=ruling.text,
        rule=ruling.rule,
        official=people.officials.of(ruling.author_id),
        jurors=tuple(
            JurorContent(official=people.officials.of(juror.user_id), recused_because=juror.recused_because)
            for juror in jurors
        ),
    )


def _number_if_valid(ruling: Ruling | None) -> int | None:
    return None if ruling is None or ruling.cancelled_at is not None else ruling.number


def _charges(entries: Iterable[Adjustment]) -> tuple[ChargeContent, ...]:
    """Return the charges ordered by what they say: one that was taken back and made again is the same."""
    charges = [
        ChargeContent(
            deal=None if entry.deal is None else entry.deal.number,
            side=entry.side,
            points=entry.points,
            rule=entry.rule,
            reason=entry.reason,
            ruling=_number_if_valid(entry.ruling),
        )
        for entry in entries
    ]
    return tuple(
        sorted(
            charges,
            key=lambda each: (
                each.deal or 0,
                each.side,
                each.points,
                each.rule,
                each.reason,
                each.ruling or 0,
            ),
        )
    )


def _warnings(warnings: Iterable[WrittenWarning], people: Directory) -> tuple[WarningContent, ...]:
    found = [
        WarningContent(player=people.players.of(warning.player_id), rule=warning.rule, text=warning.text)
        for warning in warnings
    ]
    return tuple(sorted(found, key=lambda each: (each.player, each.rule, each.text)))


# Signatures.


def _signing(game: Game, people: Directory) -> SigningContent | None:
    """Return the signatures that stand; of each signer the last one."""
    signing = next(iter(game.signings.all()), None)
    if signing is None:
        return None
    last = {_signer(signature): _signature(signature, people) for signature in signing.signatures.all()}
    return SigningContent(
        state=signing.state,
        results=tuple(signing.content["results"]),
        signatures=tuple(sorted(last.values(), key=_order_of_signatures)),
    )


def _signer(signature: Signature) -> tuple[int | None, int | None, str]:
    """Return who signs: without a side, the director, and the paper that all have signed, are two."""
    return signature.side, signature.player_id, signature.kind if signature.side is None else ""


def _order_of_signatures(signature: SignatureContent) -> tuple[bool, int, int, str]:
    return signature.side is None, signature.side or 0, signature.player or 0, signature.kind


def _signature(signature: Signature, people: Directory) -> SignatureContent:
    """Return a signature; its author is part of it only where the director signs."""
    author = signature.author_id if signature.kind in _BY_THE_DIRECTOR else None
    return SignatureContent(
        side=signature.side,
        kind=signature.kind,
        player=people.players.of_optional(signature.player_id),
        official=people.officials.of_optional(author),
        reason=signature.reason,
    )
